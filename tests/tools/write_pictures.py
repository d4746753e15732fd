"""Writes the golden pictures in tests/data/svg anew. Look at them before they are kept."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.paths import DATA
from support.pictures import PICTURES

for name, picture in PICTURES.items():
    (DATA / "svg" / f"{name}.svg").write_bytes(picture())
