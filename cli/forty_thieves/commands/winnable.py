"""Deals that are known to be winnable: the numbers are gone through, and those are kept that are won."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import structs

from forty_thieves.exit_codes import EXIT_INTERRUPTED, EXIT_SHORT
from forty_thieves.game import shuffles
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table
from forty_thieves.records.structs import GameRecord
from forty_thieves.solving.batch import Request, Run, Task
from forty_thieves.solving.engine import EngineName, find_engine
from forty_thieves.solving.limits import Clock, Limits
from forty_thieves.solving.shortening import shorten
from forty_thieves.solving.solver import Solution
from forty_thieves.text import plural

from .interrupts import interrupts_noted
from .messages import Stop
from .solve import make_ready, won_game

EASY_EFFORT = 100_000
"""A deal is easy where it is won within so many positions."""

HARD_EFFORT = 1_000_000
"""A deal is hard where it is won, and so many positions were not enough."""

USUAL_EFFORT = {"any": HARD_EFFORT, "easy": EASY_EFFORT, "hard": 10 * HARD_EFFORT}
"""Positions that are examined for a deal unless more is asked for."""

PAR_EFFORT = 3 * HARD_EFFORT
"""Positions that are examined for a deal's par unless it is said how many."""

MOST_TRIED = 1000
"""Numbers that are gone through for each deal that is wanted."""


class WinnableGames:
    """Deals that are won, from a number on, and a game that wins each; iterating over them searches.

    Args:
        rules: the rules.
        first: the first number to try.
        shuffle: the name of the shuffle.
        count: how many deals are wanted.
        difficulty: which ones: a key of USUAL_EFFORT.
        effort: positions to examine for each.
        shorter: whether as many positions again, PAR_EFFORT of them where ``effort`` is None, are examined for a
            shorter win of each deal.
        portfolio: the name of the portfolio; None is the best one for the rules.
        engine: what runs the search.

    Attributes:
        ended: how the command has to end once the deals are written, where they are fewer than are wanted.
    """

    def __init__(
        self,
        rules: Rules,
        first: int,
        shuffle: str,
        count: int,
        difficulty: str,
        effort: int | None,
        *,
        shorter: bool = False,
        portfolio: str | None = None,
        engine: EngineName = "auto",
    ) -> None:
        self.ended: Stop | None = None
        self._effort_for_shorter = (effort or PAR_EFFORT) if shorter else 0
        self._request = Request(effort or USUAL_EFFORT[difficulty], engine=engine, portfolio=portfolio)
        self._count = count
        self._least_effort = HARD_EFFORT + 1 if difficulty == "hard" else 0
        most = min(shuffles.find(shuffle).most, first + MOST_TRIED * count - 1)
        self._tried = f"the seeds from {first} to {most}"
        self._deals = (deal(rules, number, shuffle) for number in range(first, most + 1))

    def __iter__(self) -> Iterator[tuple[Deal, GameRecord]]:
        """Each deal as it is found.

        Raises:
            Stop: there is none.
        """
        make_ready(self._request)
        asked: list[Deal] = []
        kept = 0
        with interrupts_noted() as stopped:
            run = Run(self._request, stopped=stopped)
            for solution in run.solutions(_tasks(self._deals, asked)):
                dealt = asked.pop(0)
                if solution.status == "won" and solution.effort >= self._least_effort:
                    shortest = self._shortened(dealt, solution, stopped)
                    if self._effort_for_shorter and stopped():  # its par might be another one the next time
                        break
                    kept += 1
                    yield dealt, won_game(dealt, "", {}, shortest)
                    if kept == self._count:
                        return
        if run.interrupted:
            message, status = f"interrupted after {kept} of {plural(self._count, 'deal')}", EXIT_INTERRUPTED
        else:
            message = f"only {kept} of {self._count} deals were found that can be won so, among {self._tried}"
            status = EXIT_SHORT
        written = "; what was found is written" if kept else ""
        self.ended = Stop(f"forty-thieves: {message}{written}", status)
        if not kept:
            raise self.ended

    def _shortened(self, dealt: Deal, solution: Solution, stopped: Callable[[], bool]) -> Solution:
        """The solution with the shortest win that is found."""
        if not self._effort_for_shorter:
            return solution
        engine, clock = find_engine(self._request.engine), Clock(Limits(stopped=stopped))
        moves, examined = shorten(Table(dealt), solution.moves, engine, self._effort_for_shorter, clock)
        return structs.replace(solution, moves=moves, effort=solution.effort + examined)


def _tasks(deals: Iterator[Deal], asked: list[Deal]) -> Iterator[Task]:
    """The deals to solve, each put into ``asked`` too."""
    for one in deals:
        asked.append(one)
        yield Task(one)
