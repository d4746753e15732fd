"""Hints that win: the solver is asked for moves that win the game that is being played.

The solver knows every card, those that lie face down and the order of the stock too.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable

from forty_thieves.game.table import Table
from forty_thieves.solving.engine import Engine, EngineError, EngineName, find_engine
from forty_thieves.solving.limits import NO_LIMIT, Limits
from forty_thieves.solving.solver import solve, warm
from forty_thieves.text import plural

from .session.advice import Search
from .solve import compiling

SECONDS = 1.0
"""How long a search may take, once the solver is compiled."""

_LOOK_SECONDS = 0.1


class WinFinder:
    """Looks for moves that win: for a second, or among so many positions.

    Args:
        tell: says something to the player.
        announce: says what takes long, before it begins.
        stops: asked now and then whether to stop.
        effort: positions to examine instead of the second, for the same answer on every machine; or None.
        engine: what runs the search.
    """

    def __init__(
        self,
        tell: Callable[[str], None],
        announce: Callable[[str], None],
        stops: Callable[[], bool],
        effort: int | None = None,
        engine: EngineName = "auto",
    ) -> None:
        self._tell, self._announce, self._stops = tell, announce, stops
        self._effort, self._engine = effort, engine
        self._stopped = self._is_ready = self._said_slow = False

    def __call__(self, table: Table) -> Search:
        """Look for moves that win on a table, which stays as it is and is neither won nor stuck."""
        self._stopped = False
        try:
            engine = find_engine(self._engine)
        except EngineError as error:
            return Search([], f"{error}.")
        if not self._made_ready(engine):
            return Search([], "The compiling was interrupted, so no moves that win were looked for.")
        by_time = self._effort is None
        limits = Limits(self._effort or NO_LIMIT, SECONDS if by_time else None, self._told_to_stop)
        found = solve(table, engine, limits)
        if found.moves:
            return Search(found.moves)
        if found.reason == "interrupted":
            return Search([], "The search was interrupted.")
        if engine.name == "python" and self._engine == "auto" and not self._said_slow:
            self._said_slow = True
            self._tell("The search is slow without numba: pip install 'forty-thieves[solver]' makes it quick.")
        if found.reason == "memory":
            return Search([], "There is not enough memory to look for moves that win.")
        where = "in a second" if by_time else f"among {plural(found.effort, 'position')}"
        return Search([], f"No moves that win were found {where}, which proves nothing.")

    def _told_to_stop(self) -> bool:
        self._stopped = self._stopped or self._stops()
        return self._stopped

    def _made_ready(self, engine: Engine) -> bool:
        """Have the engine compile what it compiles, before the time counts; False where that is interrupted."""
        if self._is_ready:
            return True
        if not engine.has_code("search"):
            self._announce(compiling(engine))
            if engine.keeps_code and not self._compiled():
                return False
        warm(engine)
        self._is_ready = True
        return True

    def _compiled(self) -> bool:
        """Have the code compiled and kept by another process, as this one could not stop in the middle of it.

        Where that fails, this process compiles it after all, and says what is wrong.

        Returns:
            Whether it came to an end; False where the player interrupted it.
        """
        nothing = subprocess.DEVNULL
        command = [sys.executable, "-P", "-m", "forty_thieves", "solve", "--warm"]
        try:
            process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)  # noqa: S603 - our own
        except OSError:
            return True
        with process:
            try:
                while process.poll() is None:
                    if self._told_to_stop():
                        return False
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(_LOOK_SECONDS)
            finally:
                process.kill()
        return not self._told_to_stop()
