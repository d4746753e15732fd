"""Shorter wins: the search again with a price on moves, then what does not matter is left out.

*A price on moves.* Where positions are layered by moves, all of a layer have the same number of them: cards put on
foundations, cards drawn, and moves within the columns. So to take something off for each move within the columns is
to give as much for each card founded and drawn, which the weights can say. A search is given up once its layers are
as many as the moves of the best win so far.

*Left out.* One move after another, from the end, is left out where the rest still wins; as long as that helps.

There is no claim that a shorter win does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator

from forty_thieves.game.moves import Move, steps_of
from forty_thieves.game.table import Table

from .beam import Beam, Plan
from .engine import Engine
from .limits import Clock
from .portfolio import Portfolio
from .translation import game_of, row_of
from .wins import wins, won_moves

PRICES = (20, 60, 10, 40)
"""What each move within the columns costs, in the order in which they are tried."""

WIDTHS = (30, 100, 300, 1000, 3000)


def shorten(
    table: Table, moves: list[Move], engine: Engine, portfolio: Portfolio, effort: int, clock: Clock
) -> tuple[list[Move], int]:
    """Look for a shorter win.

    Args:
        table: the table before the moves; it stays as it is.
        moves: moves that win.
        engine: what runs the kernel.
        portfolio: whose searches are tried, with prices.
        effort: positions that may be examined.
        clock: says when to end.

    Returns:
        The shortest win found, by steps, which may be the one given; and the positions examined.
    """
    game = game_of(table, engine)
    row = row_of(table, game, engine)
    best, examined = without_idle_moves(table, moves), 0
    for plan in _plans(portfolio):
        if examined >= effort or clock.reason() is not None:
            break
        beam = Beam(game, row, plan, engine, min(effort - examined, portfolio.effort_of(plan)))
        # Each layer is a move at least; where they are by draws there are fewer layers than moves.
        layers = 1
        while beam.step() and clock.reason() is None and layers < steps_of(best) - 1:
            layers += 1
        examined += beam.examined
        if beam.state == "won":
            found = won_moves(table, game, row, beam.moves())
            if steps_of(found) < steps_of(best) + _WORTH_A_LOOK:
                best = min(best, without_idle_moves(table, found), key=steps_of)
    return best, examined


_WORTH_A_LOOK = 5
"""So many steps more than the best win may have one that idle moves are looked for in."""


def _plans(portfolio: Portfolio) -> Iterator[Plan]:
    """The searches, in the order in which they are tried."""
    for width in WIDTHS:
        for plan in dict.fromkeys(one._replace(width=width) for one in portfolio.plans):
            for price in PRICES:
                weights = plan.weights
                dear = weights._replace(founded=weights.founded + price, stock=weights.stock + price)
                yield plan._replace(weights=dear)


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
