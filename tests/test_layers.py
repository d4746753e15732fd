"""Data flows one way: no room of the package imports a higher one, in whatever way the import is written."""

from __future__ import annotations

import ast
from pathlib import Path

from support.paths import ROOT

PACKAGE = ROOT / "cli/forty_thieves"
FLOORS = (
    {"problems", "text", "outputs", "exit_codes"},
    {"game"},
    {"records"},
    {"formats"},
    {"foreign", "show"},
    {"judging"},
    {"solving"},
    {"testing"},
    {"commands"},
    {"__init__", "__main__"},
)
"""The rooms, from the bottom up: each may import those of lower floors, and itself."""


def imported(path: Path) -> set[str]:
    """The rooms that a module imports, wherever in it that is written and whatever it is for."""
    here = path.relative_to(PACKAGE).parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or (node.level == 0 and node.module is None):
            continue
        module = node.module or ""
        if node.level == 0 and module.partition(".")[0] != "forty_thieves":
            continue
        base = here[: len(here) - node.level] if node.level else ()
        steps = [*base, *module.removeprefix("forty_thieves").strip(".").split(".")]
        steps = [step for step in steps if step]
        found |= {steps[0]} if steps else {alias.name for alias in node.names}
    return found


def floor_of(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def test_every_room_has_a_floor() -> None:
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms <= set().union(*FLOORS)


def test_no_room_imports_a_higher_one() -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        here = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        for room in imported(path) - {here, "__version__"}:
            if floor_of(room) > floor_of(here) or (floor_of(room) == floor_of(here) > 0):
                wrong.append(f"{path.relative_to(PACKAGE)} imports {room}")
    assert not wrong
