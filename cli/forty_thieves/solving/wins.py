"""Moves that win: from the kernel's to the notation's, and tried out on a table, by the code that judges any game."""

from __future__ import annotations

from forty_thieves.game.moves import Move
from forty_thieves.game.table import Table

from .engine import Ints
from .kernel import play
from .translation import move_of


class SolverError(Exception):
    """A bug: the search gave a win that the table does not accept."""


def won_moves(table: Table, game: Ints, row: Ints, found: list[int]) -> list[Move]:
    """The moves of a search as the notation has them; they win on the table.

    Raises:
        SolverError: the table does not accept them, or is not won by them.
    """
    now, moves = list(row), []
    for move in found:
        moves.append(move_of(move, game, now))
        play(game, now, move)
    if not wins(table, moves):
        raise SolverError("the search gave moves that do not win")
    return moves


def wins(table: Table, moves: list[Move]) -> bool:
    """Whether moves are legal on a table and win; it stays as it is."""
    played = table.copy()
    return played.run(moves) is None and played.won
