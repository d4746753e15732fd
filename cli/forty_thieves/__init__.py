"""Deals, plays and referees Forty Thieves patience and its relatives.

The library under the command line: :func:`deal` makes a :class:`Deal`, a :class:`Table` plays it, and
:func:`check` judges a :class:`Game`. What is not asked for is not imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game.deal import Deal, deal
    from .game.moves import Move, parse_move
    from .game.rules import Rules
    from .game.table import IllegalMove, Refusal, Table
    from .judging.referee import Game, check
    from .problems import Fault
    from .records.structs import Report

__all__ = [
    "Deal",
    "Fault",
    "Game",
    "IllegalMove",
    "Move",
    "Refusal",
    "Report",
    "Rules",
    "Table",
    "check",
    "deal",
    "parse_move",
]

__version__ = "0.1.0"

_HOMES = {
    "game.deal": ("Deal", "deal"),
    "game.moves": ("Move", "parse_move"),
    "game.rules": ("Rules",),
    "game.table": ("IllegalMove", "Refusal", "Table"),
    "judging.referee": ("Game", "check"),
    "problems": ("Fault",),
    "records.structs": ("Report",),
}
"""The modules that have the names above."""


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
    return getattr(import_module(f".{home}", __name__), name)
