"""Deals that are known to be winnable: the numbers are gone through, and those are kept that are won."""

from __future__ import annotations

from collections.abc import Iterator

from forty_thieves.exit_codes import EXIT_SHORT
from forty_thieves.game import shuffles
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.rules import Rules
from forty_thieves.records.structs import GameRecord
from forty_thieves.solving.batch import Request, Run, Task

from .interrupts import interrupts_noted
from .messages import Stop
from .solve import make_ready, won_game

EASY_EFFORT = 100_000
"""A deal is easy where it is won within so many positions."""

HARD_EFFORT = 1_000_000
"""A deal is hard where it is won, and so many positions were not enough."""

USUAL_EFFORT = {"any": HARD_EFFORT, "easy": EASY_EFFORT, "hard": 10 * HARD_EFFORT}
"""Positions that are examined for a deal unless more is asked for."""

MOST_TRIED = 1000
"""Numbers that are gone through for each deal that is wanted."""


def winnable_games(
    rules: Rules, first: int, shuffle: str, count: int, difficulty: str, effort: int | None
) -> Iterator[tuple[Deal, GameRecord]]:
    """Deals that are won, from a number on, and a game that wins each.

    Args:
        rules: the rules.
        first: the first number to try.
        shuffle: the name of the shuffle.
        count: how many deals are wanted.
        difficulty: which ones: a key of USUAL_EFFORT.
        effort: positions to examine for each.

    Raises:
        Stop: so many were not found, or somebody interrupted the search.
    """
    request = Request(effort or USUAL_EFFORT[difficulty])
    make_ready(request)
    most = min(shuffles.find(shuffle).most, first + MOST_TRIED * count - 1)
    tried = (deal(rules, number, shuffle) for number in range(first, most + 1))
    asked: list[Deal] = []
    kept = 0
    with interrupts_noted() as stopped:
        run = Run(request, stopped=stopped)
        for solution in run.solutions(_tasks(tried, asked)):
            dealt = asked.pop(0)
            if solution.status == "won" and (difficulty != "hard" or solution.effort > HARD_EFFORT):
                kept += 1
                yield dealt, won_game(dealt, "", {}, solution)
                if kept == count:
                    return
    if run.interrupted:
        raise KeyboardInterrupt
    message = f"only {kept} of {count} deals were found that can be won so, among the seeds from {first} to {most}"
    raise Stop(f"forty-thieves: {message}", EXIT_SHORT)


def _tasks(deals: Iterator[Deal], asked: list[Deal]) -> Iterator[Task]:
    """The deals to solve, each put into ``asked`` too."""
    for one in deals:
        asked.append(one)
        yield Task(one)
