"""Deals, plays and referees Forty Thieves patience and its relatives.

The library under the command line: :func:`deal` makes a :class:`Deal`, a :class:`Table` plays it, and
:func:`check` judges a :class:`Game`. What is not asked for is not imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game.cards import parse_cards, serialise_cards
    from .game.deal import Deal, deal
    from .game.moves import Move, parse_move, steps_of
    from .game.rules import Rules
    from .game.table import IllegalMove, Refusal, Table
    from .judging.referee import Game
    from .library import check, check_files, load, read, save
    from .outputs import OutputError
    from .problems import Fault
    from .records.structs import Report

__all__ = [
    "Deal",
    "Fault",
    "Game",
    "IllegalMove",
    "Move",
    "OutputError",
    "Refusal",
    "Report",
    "Rules",
    "Table",
    "check",
    "check_files",
    "deal",
    "load",
    "parse_cards",
    "parse_move",
    "read",
    "save",
    "serialise_cards",
    "steps_of",
]

__version__ = "0.2.0"

_HOMES = {
    "game.cards": ("parse_cards", "serialise_cards"),
    "game.deal": ("Deal", "deal"),
    "game.moves": ("Move", "parse_move", "steps_of"),
    "game.rules": ("Rules",),
    "game.table": ("IllegalMove", "Refusal", "Table"),
    "judging.referee": ("Game",),
    "library": ("check", "check_files", "load", "read", "save"),
    "outputs": ("OutputError",),
    "problems": ("Fault",),
    "records.structs": ("Report",),
}
"""The modules that have the names above."""

if not TYPE_CHECKING:  # a type checker would take it to mean that every name is there

    def __getattr__(name: str) -> object:
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
        return getattr(import_module(f".{home}", __name__), name)
