"""Shorter wins: ends of a win are searched for again, with a price on moves, then what does not matter is left out.

*Ends.* After fifteen sixteenths of the moves of the best win so far the rest is searched for anew, then after
fourteen sixteenths, and so on back to the start; each shorter win is the best one from then on. A short end is soon
searched, and found by a narrow beam even where the whole game is not. (To improve a plan by planning parts of it
again is an old idea; see Nakhost and Müller, Action elimination and plan neighborhood graph search, 2010.)

*A price on moves.* Layers are by moves, where the weights can say what a move within the columns costs
(:meth:`.Weights.priced`).

*A bound.* A position is let go that can't be won in fewer moves than the best win: each card that is not on a
foundation needs a move of its own, and the stock has to be drawn.

*Left out.* At the end one move after another, from the last, is left out where the rest still wins; as long as that
helps.

There is no claim that a shorter win does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator

from forty_thieves.game.moves import Move
from forty_thieves.game.table import Table

from .beam import Beam, Founding, Plan
from .engine import Engine
from .evaluation import Weights
from .kernel import least_moves
from .limits import Clock
from .portfolio import COLUMNS_FIRST, COVER_FIRST, WASTE_FIRST
from .translation import game_of, row_of
from .wins import wins, won_moves

WIDTHS = (100, 300, 1000, 3000, 10000)

PRICES = (100, 50, 200)
"""What each move within the columns costs, in the order in which they are tried."""

PARTS = 16
"""The ends that are searched for again begin after so many parts of the best win, less one each time."""

_EFFORT_A_POSITION = 20_000
_SHARED = 60


def _bare(weights: Weights) -> Weights:
    """The weights without a price, and with nothing for cards drawn."""
    return weights._replace(founded=100, stock=0)


_SINGLE: tuple[tuple[Weights, Founding], ...] = (
    (_bare(WASTE_FIRST), "safe"),
    (_bare(COVER_FIRST)._replace(waste=2), "always"),
)
_SEQUENCES: tuple[tuple[Weights, Founding], ...] = ((_bare(COLUMNS_FIRST), "safe"), (_bare(WASTE_FIRST), "safe"))


def shorten(table: Table, moves: list[Move], engine: Engine, effort: int, clock: Clock) -> tuple[list[Move], int]:
    """Look for a shorter win.

    Args:
        table: the table before the moves; it stays as it is.
        moves: moves that win.
        engine: what runs the kernel.
        effort: positions that may be examined.
        clock: says when to end.

    Returns:
        The shortest win found, by steps, which may be the one given; and the positions examined.
    """
    game = game_of(table, engine)
    shortest = least_moves(game, row_of(table, game, engine))
    best, examined = moves, 0
    for part, plan in _attempts(sequences=table.rules.move == "sequence"):
        if len(best) <= shortest or examined >= effort or clock.reason() is not None:
            break
        start = len(best) * part // PARTS
        midway = table.copy()
        midway.run(best[:start])
        row = row_of(midway, game, engine)
        most = min(effort - examined, plan.width * _EFFORT_A_POSITION)
        beam = Beam(game, row, plan, engine, most, len(best) - start - 1)
        while beam.step() and clock.reason() is None:
            pass
        examined += beam.examined
        if beam.state == "won":
            best = best[:start] + won_moves(midway, game, row, beam.moves())
    return without_idle_moves(table, best), examined


def _attempts(*, sequences: bool) -> Iterator[tuple[int, Plan]]:
    """What is tried, in this order: from which part of the win on, and how."""
    for width in WIDTHS:
        for price in PRICES:
            for weights, founding in _SEQUENCES if sequences else _SINGLE:
                for part in range(PARTS - 1, -1, -1):
                    yield part, Plan(width, "moves", founding, weights.priced(price), shared=_SHARED)


def without_idle_moves(table: Table, moves: list[Move]) -> list[Move]:
    """The moves less those without which the rest is legal and wins as well."""
    again = True
    while again:
        again = False
        for at in range(len(moves) - 1, -1, -1):
            fewer = moves[:at] + moves[at + 1 :]
            if wins(table, fewer):
                moves, again = fewer, True
    return moves
