"""Solving one game: the searches of a portfolio, one after another, until one wins or the limits are reached.

All cards are known to the solver, those that lie face down and the order of the stock too ("thoughtful" play). What
it gives as won was played on a table, by the same code that judges anybody's game.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, structs

from forty_thieves.game.deal import deal
from forty_thieves.game.moves import Move, steps_of
from forty_thieves.game.table import Table

from .beam import Beam
from .engine import Engine
from .limits import Clock, Limits, Reason
from .portfolio import Portfolio, portfolio_for
from .proofs.model import applies
from .proofs.search import NAME, prove
from .shortening import shorten
from .translation import game_of, row_of
from .wins import won_moves

Status = Literal["won", "unwinnable", "unknown"]


class Solution(Struct, frozen=True):
    """What a search came to.

    Attributes:
        status: ``won``, ``unwinnable`` where that is proved, or ``unknown``, which says nothing of the game.
        reason: what ended a search whose status is unknown.
        moves: the moves that win.
        effort: the positions that were examined, those for a proof that was found included.
        strategy: the portfolio and the search that won, ``single/1 #3``; or the argument of a proof.
        engine: the engine that ran.
        unprovable: whether a proof was asked for, and there are none for the rules.
    """

    status: Status
    reason: Reason | None
    moves: list[Move]
    effort: int
    strategy: str
    engine: str
    unprovable: bool = False

    @property
    def steps(self) -> int:
        """The steps of the log: draws, redeals and transfers."""
        return steps_of(self.moves)


def solve(
    table: Table,
    engine: Engine,
    limits: Limits,
    proof: Limits | None = None,
    *,
    shorter: bool = False,
    portfolio: Portfolio | None = None,
) -> Solution:
    """Look for moves that win, and where none are found for a proof that there are none.

    Args:
        table: the table to start from; it stays as it is.
        engine: what runs the kernel.
        limits: how far to search.
        proof: how far to look for a proof, where there is one for the rules; None is not at all.
        shorter: whether what the limits leave after a win is spent on a shorter one.
        portfolio: the searches to try; None is the best ones for the rules.

    Returns:
        What was found.
    """
    clock = Clock(limits)
    portfolio = portfolio or portfolio_for(table.rules)
    found = _search(table, engine, portfolio, limits.effort, clock)
    if shorter and found.moves:
        moves, examined = shorten(table, found.moves, engine, limits.effort - found.effort, clock)
        return structs.replace(found, moves=moves, effort=found.effort + examined)
    if found.status != "unknown" or found.reason == "interrupted" or proof is None:
        return found
    if not applies(table):
        return structs.replace(found, unprovable=True)
    proved = prove(table, engine, proof)
    if not proved.unwinnable:
        return found
    effort = found.effort + proved.effort
    return structs.replace(found, status="unwinnable", reason=None, strategy=NAME, effort=effort)


def _search(table: Table, engine: Engine, portfolio: Portfolio, effort: int, clock: Clock) -> Solution:
    """Look for moves that win; ``unwinnable`` only where no move is left."""
    if table.won:
        return Solution("won", None, [], 0, "", engine.name)
    if table.stuck:
        return Solution("unwinnable", None, [], 0, "no legal move", engine.name)
    game = game_of(table, engine)
    row = row_of(table, game, engine)
    examined = 0
    seen_whole: set[str] = set()
    reason: Reason | None = "effort"
    for strategy in portfolio.strategies():
        try:
            beam = Beam(game, row, strategy.plan, engine, min(strategy.effort, effort - examined))
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
        if beam.state == "dry" and beam.saw_all:
            seen_whole.add(strategy.plan.founding)
        # Where no search let a position go, those that follow would only look at the same ones again, for ever.
        if examined >= effort or seen_whole == {plan.founding for plan in portfolio.plans}:
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


def warm(engine: Engine) -> None:
    """Compile what the engine compiles, which is the same for every game."""
    table = Table(deal(seed=1))
    game = game_of(table, engine)
    beam = Beam(game, row_of(table, game, engine), portfolio_for(table.rules).plans[0], engine, 100)
    while beam.step():
        pass
    engine.note_code("search")
