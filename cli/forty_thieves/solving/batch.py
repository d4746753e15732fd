"""Many games: solved in order, in this process or through any concurrent.futures Executor.

By effort the answers are the same with any number of workers. Where somebody interrupts, what was found before is
given, and nothing half.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait

from msgspec import Struct

from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import Move
from forty_thieves.game.state import State
from forty_thieves.game.table import Table

from .engine import EngineName, find_engine
from .limits import NO_LIMIT, Limits
from .portfolio import portfolio_for
from .proofs import search as proofs
from .solver import Solution, solve, warm

_LOOK_SECONDS = 0.1


class Task(Struct, frozen=True):
    """A game to be solved.

    Attributes:
        start: the deal or position that it starts from.
        moves: the moves that were played since.
    """

    start: Deal | State
    moves: tuple[Move, ...] = ()

    def table(self) -> Table:
        """The table on which the search starts."""
        table = Table(self.start)
        refusal = table.run(self.moves)
        assert refusal is None, refusal
        return table


class Request(Struct, frozen=True):
    """How games are to be solved; the same for all of a run.

    Attributes:
        effort: positions to examine for each game.
        seconds: how long each may take; None is as long as it takes.
        engine: the engine's name.
        proof_seconds: how long to look for a proof where no win was found; None is not at all.
        shorter: whether what is left after a win is spent on a shorter one.
        portfolio: the name of the portfolio; None is the best one for the rules.
    """

    effort: int = NO_LIMIT
    seconds: float | None = None
    engine: EngineName = "auto"
    proof_seconds: float | None = None
    shorter: bool = False
    portfolio: str | None = None


class WorkerLostError(Exception):
    """A worker ended before it had an answer: killed, out of memory, or out of reach."""


def solve_task(task: Task, request: Request, stopped: Callable[[], bool] | None = None) -> Solution:
    """Solve one game.

    Args:
        task: the game.
        request: how.
        stopped: asked now and then whether to stop.

    Raises:
        EngineError: the engine can't be had.
    """
    seconds = request.proof_seconds
    table = task.table()
    return solve(
        table,
        find_engine(request.engine),
        Limits(request.effort, request.seconds, stopped),
        None if seconds is None else proofs.limits_of(seconds, stopped),
        shorter=request.shorter,
        portfolio=portfolio_for(table.rules, request.portfolio),
    )


def warm_up(request: Request) -> None:
    """Compile what the request's engine compiles, before any time counts and before workers are started.

    Raises:
        EngineError: the engine can't be had.
    """
    engine = find_engine(request.engine)
    warm(engine)
    if request.proof_seconds is not None:
        proofs.warm(engine)


def is_compiled(request: Request) -> bool:
    """Whether nothing has to be compiled for a request.

    Raises:
        EngineError: the engine can't be had.
    """
    engine = find_engine(request.engine)
    return engine.has_code("search") and (request.proof_seconds is None or engine.has_code("proofs"))


def never() -> bool:
    """Nobody interrupts."""
    return False


class Run:
    """Games that are solved one after another.

    Args:
        request: how.
        executor: where; None is here. It is not shut down.
        window: games that are handed to the executor ahead of the one whose answer is awaited.
        stopped: asked now and then whether somebody interrupts the run; there are no more answers then.
    """

    def __init__(
        self,
        request: Request,
        executor: Executor | None = None,
        window: int = 1,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self._request, self._executor, self._window, self._stopped = request, executor, window, stopped

    @property
    def interrupted(self) -> bool:
        """Whether somebody has interrupted the run."""
        return self._stopped()

    def solutions(self, tasks: Iterable[Task]) -> Iterator[Solution]:
        """The answers, in the order of the games.

        Raises:
            WorkerLostError: the executor has lost a worker.
        """
        return self._here(tasks) if self._executor is None else self._through(self._executor, tasks)

    def _here(self, tasks: Iterable[Task]) -> Iterator[Solution]:
        for task in tasks:
            found = solve_task(task, self._request, self._stopped)
            if self._stopped() and found.reason == "interrupted":
                return
            yield found
            if self._stopped():
                return

    def _through(self, executor: Executor, tasks: Iterable[Task]) -> Iterator[Solution]:
        waiting: deque[Future[Solution]] = deque()
        try:
            for task in tasks:
                waiting.append(executor.submit(solve_task, task, self._request))
                if len(waiting) > self._window:
                    if not self._answered(waiting[0]):
                        return
                    yield waiting.popleft().result()
                if self._stopped():
                    break
            # A later game may be solved already. Its answer is not given: it would be taken for the earlier game's.
            while waiting and self._answered(waiting[0]):
                yield waiting.popleft().result()
        except BrokenExecutor as error:
            raise WorkerLostError(str(error) or type(error).__name__) from error

    def _answered(self, future: Future[Solution]) -> bool:
        """Wait for an answer; False where the run is interrupted before it is there."""
        while not future.done() and not self._stopped():
            wait((future,), timeout=_LOOK_SECONDS)
        return future.done()
