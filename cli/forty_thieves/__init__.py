"""Deals, plays and referees Forty Thieves patience and its relatives.

The library under the command line: :func:`deal` makes a :class:`Deal`, a :class:`Table` plays it, and
:func:`check` judges a :class:`Game`.
"""

from .deals import Deal, deal
from .moves import Move, parse_move
from .problems import Fault
from .records import Report
from .referee import Game, check
from .rules import Rules
from .table import IllegalMove, Refusal, Table

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
