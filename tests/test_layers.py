"""Data flows one way, between rooms and between modules, and no module reaches for the private names of another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter

import pytest

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
    {"library"},
    {"testing"},
    {"commands"},
    {"__init__", "__main__"},
)
"""The rooms, from the bottom up: each may import those of lower floors, and itself."""

MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
"""Each module's file by its dotted name."""


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def taken(module: str, within: ast.AST | None = None) -> Iterator[tuple[str, str]]:
    """What a module imports of ours, wherever in it that is written: each module, with the name taken from it."""
    package = module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(within or tree_of(module)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*base, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                if inner in MODULES:
                    yield inner, ""
                elif source in MODULES:
                    yield source, alias.name


def room_of(module: str) -> str:
    return (*module.split("."), "__init__")[1]


def floor_of(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def test_every_room_has_a_floor() -> None:
    assert set(map(room_of, MODULES)) <= set().union(*FLOORS)


@pytest.mark.parametrize("module", MODULES)
def test_no_room_imports_a_higher_one(module: str) -> None:
    here = room_of(module)
    rooms = {room_of(other) for other, name in taken(module) if name != "__version__"} - {here}
    assert not [room for room in rooms if floor_of(room) >= floor_of(here) > 0 or floor_of(room) > floor_of(here)]


def test_the_modules_import_each_other_in_no_circle() -> None:
    TopologicalSorter({module: {other for other, _ in taken(module)} for module in MODULES}).prepare()


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"forty_thieves"}))  # which imports what is asked for
def test_our_modules_are_not_imported_for_their_types_alone(module: str) -> None:
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            assert not list(taken(module, node))


OPEN = {"_exit", "_replace"}
"""Names of Python's library that are documented for everybody's use: os._exit(), and what named tuples have."""


def is_private(name: str) -> bool:
    return name.startswith("_") and name not in OPEN and not (name.startswith("__") and name.endswith("__"))


def own_names(module: str) -> set[str]:
    """The private names that a module defines: functions, classes, variables and attributes."""
    names = set()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.id if isinstance(node, ast.Name) else node.attr)
    return names


@pytest.mark.parametrize("module", MODULES)
def test_no_module_uses_the_private_names_of_another(module: str) -> None:
    used = {node.attr for node in ast.walk(tree_of(module)) if isinstance(node, ast.Attribute)}
    assert not {name for name in used if is_private(name)} - own_names(module)
    assert not [name for _, name in taken(module) if is_private(name)]
