"""Many games: what is given of them where somebody interrupts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future

import pytest

from forty_thieves.game import variants
from forty_thieves.game.deal import deal
from forty_thieves.solving.batch import Request, Run, Task
from forty_thieves.solving.solver import Solution

TASKS = [Task(deal(variants.find("lucas"), seed)) for seed in (1, 2, 3)]
A, B, C = (Solution("unknown", "effort", [], effort, "", "python") for effort in (1, 2, 3))


class Answering(Executor):
    """Workers of which some have answered, and the others never will."""

    def __init__(self, answers: list[Solution | None]) -> None:
        self._answers = iter(answers)

    def submit(self, _function: Callable[..., object], /, *_words: object, **_named: object) -> Future[Solution]:  # type: ignore[override]
        future: Future[Solution] = Future()
        answer = next(self._answers)
        if answer is not None:
            future.set_result(answer)
        return future


@pytest.mark.parametrize("window", [1, 3])
@pytest.mark.parametrize(
    ("answers", "given"),
    [
        ([A, B, C], [A, B, C]),
        ([A, B, None], [A, B]),
        ([A, None, C], [A]),
        ([None, B, C], []),
        ([None, None, None], []),
    ],
)
def test_an_answer_is_never_given_to_an_earlier_game(
    answers: list[Solution | None], given: list[Solution], window: int
) -> None:
    """Interrupted while a game is being solved, a run does not go on to a later one that is solved already."""
    looks = iter([False] * 6)
    run = Run(Request(effort=1), Answering(answers), window, stopped=lambda: next(looks, True))
    assert list(run.solutions(TASKS)) == given
