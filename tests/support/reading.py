"""What the program reads of a file, as tests compare it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from forty_thieves.formats.document import Limits
from forty_thieves.formats.sources import InputFormat, read
from forty_thieves.problems import Fault


def contents(
    tmp_path: Path, data: bytes, name: str = "file", limits: Limits | None = None, form: InputFormat | None = None
) -> list[Any]:
    """What is read of a file: the records' data, and the codes of faults, with a ``!`` where one ends the file."""
    file = tmp_path / name
    file.write_bytes(data)
    found: list[Any] = []
    for item in read(str(file), form, limits):
        try:
            if isinstance(item, Fault):
                raise item
            found.append(item.data())
        except Fault as fault:
            found.append(f"{fault.code}{'!' if fault.ends_file else ''}")
    return found
