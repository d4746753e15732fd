"""Writes schemas/*.json from the records; a test fails when they drift."""

from __future__ import annotations

from pathlib import Path

from forty_thieves.records.schemas import schema_text
from forty_thieves.records.structs import RECORDS

SCHEMAS = Path(__file__).parents[2] / "schemas"

if __name__ == "__main__":
    for name in RECORDS:
        (SCHEMAS / f"{name}.schema.json").write_bytes(schema_text(name))
