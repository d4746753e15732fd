"""Data flows one way: the modules stand in the README in an order in which none imports a later one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULES = {path.stem: path for path in (ROOT / "cli/forty_thieves").glob("*.py") if not path.stem.startswith("__")}


def documented() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = text.partition("no module imports one that comes later:\n\n")[2].partition("\n\n")[0]
    lines = [re.split(" {2,}", line.strip())[0] for line in block.splitlines()]
    assert lines[-1] == "commands/"
    return " ".join(lines[:-1]).split()


def imported(tree: ast.Module) -> set[str]:
    """The modules beside it that a module imports when it runs, wherever in it that is written."""
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node not in for_types:
            found |= {alias.name for alias in node.names} if node.module is None else {node.module.partition(".")[0]}
    return found


def test_every_module_is_documented_once() -> None:
    assert sorted(documented()) == sorted(MODULES)


def test_no_module_imports_a_later_one() -> None:
    order = documented()
    later = [
        f"{name} imports {other}"
        for at, name in enumerate(order)
        for other in imported(ast.parse(MODULES[name].read_text(encoding="utf-8"))) - {"__version__"}
        if other not in order[:at]
    ]
    assert not later
