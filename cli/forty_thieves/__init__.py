"""Deals, plays and referees Forty Thieves patience and its relatives.

The library under the command line: :func:`deal` makes a :class:`Deal`, a :class:`Table` plays it, and
:func:`check` judges a :class:`Game`.
"""

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
