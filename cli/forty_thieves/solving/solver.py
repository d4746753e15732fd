"""Solving one game: the searches of a portfolio, one after another, until one wins or the limits are reached.

All cards are known to the solver, those that lie face down and the order of the stock too ("thoughtful" play). What
it gives as won was played on a table, by the same code that judges anybody's game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from forty_thieves.game.deal import deal
from forty_thieves.game.moves import Move, steps_of
from forty_thieves.game.table import Table

from .beam import Beam
from .engine import Engine, Ints
from .kernel import game_of, move_of, play, row_of
from .portfolio import portfolio_for

Status = Literal["won", "unwinnable", "unknown"]
Reason = Literal["effort", "time", "memory", "interrupted"]

NO_LIMIT = 1 << 60


class SolverError(Exception):
    """A bug: the search gave a win that the table does not accept."""


class Limits(Struct, frozen=True):
    """How far a search may go.

    Attributes:
        effort: positions that may be examined; what is found by then is the same on every machine.
        seconds: how long it may take; None is as long as it takes.
        stopped: asked between layers whether to stop, as when somebody interrupts it.
    """

    effort: int = NO_LIMIT
    seconds: float | None = None
    stopped: Callable[[], bool] | None = None


class Clock:
    """Says when a search has to end for another reason than its effort."""

    def __init__(self, limits: Limits) -> None:
        self._stopped = limits.stopped
        self._end = None if limits.seconds is None else time.monotonic() + limits.seconds

    def reason(self) -> Reason | None:
        """Why the search has to end now, or None."""
        if self._stopped is not None and self._stopped():
            return "interrupted"
        return "time" if self._end is not None and time.monotonic() >= self._end else None


class Solution(Struct, frozen=True):
    """What a search came to.

    Attributes:
        status: ``won``, ``unwinnable`` where that is proved, or ``unknown``, which says nothing of the game.
        reason: what ended a search whose status is unknown.
        moves: the moves that win.
        effort: the positions that were examined.
        strategy: the portfolio and the search that won, ``single/1 #3``; or the argument of a proof.
        engine: the engine that ran.
    """

    status: Status
    reason: Reason | None
    moves: list[Move]
    effort: int
    strategy: str
    engine: str

    @property
    def steps(self) -> int:
        """The steps of the log: draws, redeals and transfers."""
        return steps_of(self.moves)


def solve(table: Table, engine: Engine, limits: Limits) -> Solution:
    """Look for moves that win.

    Args:
        table: the table to start from; it is as before afterwards.
        engine: what runs the kernel.
        limits: how far to go.

    Returns:
        What was found; never ``unwinnable`` but where the game is at its end.
    """
    if table.won:
        return Solution("won", None, [], 0, "", engine.name)
    if table.stuck:
        return Solution("unwinnable", None, [], 0, "no legal move", engine.name)
    game, clock = game_of(table, engine), Clock(limits)
    row = row_of(table, game, engine)
    portfolio = portfolio_for(table.rules)
    examined = 0
    reason: Reason | None = "effort"
    for strategy in portfolio.strategies():
        try:
            beam = Beam(game, row, strategy.plan, engine, min(strategy.effort, limits.effort - examined))
            reason = _searched(beam, clock)
        except MemoryError:
            reason = "memory"
            break
        examined += beam.examined
        if beam.state == "won":
            name = f"{portfolio.name} #{strategy.number}"
            return Solution("won", None, won_moves(table, game, row, beam.moves()), examined, name, engine.name)
        if reason is not None:
            break
        if examined >= limits.effort:
            reason = "effort"
            break
    return Solution("unknown", reason, [], examined, "", engine.name)


def _searched(beam: Beam, clock: Clock) -> Reason | None:
    """Run a search to its end; why the clock ended it, or None."""
    while beam.step():
        reason = clock.reason()
        if reason is not None:
            return reason
    return None if beam.state == "won" else clock.reason()


def won_moves(table: Table, game: Ints, row: Ints, found: list[int]) -> list[Move]:
    """The moves of a search as the notation has them; they win on the table.

    Raises:
        SolverError: the table does not accept them, or is not won by them.
    """
    row, moves = row[:], []
    for move in found:
        moves.append(move_of(move, game, row))
        play(game, row, move)
    if not wins(table, moves):
        raise SolverError("the search gave moves that do not win")
    return moves


def wins(table: Table, moves: list[Move]) -> bool:
    """Whether moves are legal on a table and win; it stays as it is."""
    played = table.copy()
    return played.run(moves) is None and played.won


def warm(engine: Engine) -> None:
    """Compile what the engine compiles, which is the same for every game."""
    table = Table(deal(seed=1))
    game = game_of(table, engine)
    beam = Beam(game, row_of(table, game, engine), portfolio_for(table.rules).plans[0], engine, 100)
    while beam.step():
        pass
