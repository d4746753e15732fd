"""Writes schemas/*.json from the records; a test fails when they drift."""

from __future__ import annotations

from pathlib import Path

from forty_thieves.records import RECORDS
from forty_thieves.schemas import schema_text

SCHEMAS = Path(__file__).parents[2] / "schemas"

if __name__ == "__main__":
    for name in RECORDS:
        (SCHEMAS / f"{name}.schema.json").write_bytes(schema_text(name))
