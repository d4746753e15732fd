"""Many games through any executor: in order, whole, and in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import pytest

from forty_thieves.formats.document import Document
from forty_thieves.formats.json import JsonDocument
from forty_thieves.formats.log import LogDocument
from forty_thieves.formats.yaml import YamlDocument
from forty_thieves.judging import batch
from forty_thieves.judging.batch import WorkerLostError, item_of, judge_all, judge_item, judge_task, row_of
from forty_thieves.judging.outcomes import Item, Options, Outcome, ReportFormat
from forty_thieves.judging.referee import judge
from forty_thieves.judging.reporters import REPORTERS
from forty_thieves.judging.reporters.text import Text
from forty_thieves.problems import Fault

LEGAL = "5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f"
FORMATS: tuple[ReportFormat, ...] = ("text", "json", "jsonl", "yaml", "csv", "junit", "github", "html")


def document(moves: str, **fields: Any) -> Document:
    record = {"format": "forty-thieves-game/1", "deal": {"variant": "lucas", "seed": 42}, "moves": moves, **fields}
    return JsonDocument(msgspec.json.encode(record))


def items(contents: list[Document | Fault], file: str = "a.jsonl") -> list[Item]:
    return [Item(content, file, number, len(contents) > 1) for number, content in enumerate(contents, 1)]


MIXED: list[Document | Fault] = [
    document(LEGAL),
    document("2-8"),
    Fault("too-large", "the line is larger than 5 bytes", place=(3, 1)),
    document("zz"),
    document(LEGAL, claim="won"),
    JsonDocument(b"{"),
    JsonDocument(b"{}", 4, 7),
    YamlDocument(b"format: forty-thieves-game/1\ndeal: {variant: lucas, seed: 42}\nmoves: |\n  d\n  2-8\n", 12),
    LogDocument("d d"),
    Document(5),
] * 60


class Backwards(Executor):
    """Finishes tasks in the reverse order, in bunches; counts how many it was given ahead."""

    def __init__(self, bunch: int) -> None:
        self._bunch = bunch
        self._waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.most = 0
        self.done = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        self._waiting.append((future, function, arguments))
        self.most = max(self.most, len(self._waiting))
        if len(self._waiting) == self._bunch:
            while self._waiting:
                future_, function_, arguments_ = self._waiting.pop()
                future_.set_result(function_(*arguments_))
                self.done += 1
        return future


def listed(outcomes: Iterator[tuple[Item, Outcome]]) -> list[tuple[str, int, Outcome]]:
    return [(item.file, item.index, outcome) for item, outcome in outcomes]


@pytest.mark.parametrize("keep", [False, True])
def test_the_same_through_any_executor(keep: bool) -> None:
    options = Options(formats=FORMATS, keep_game=keep, likeness=keep)
    given = items(MIXED) + items(MIXED, "b.jsonl")
    expected = listed(judge_all(given, options))
    assert [index for _, index, _ in expected] == [*range(1, len(MIXED) + 1)] * 2
    assert all(list(outcome.pieces) == list(FORMATS) for _, _, outcome in expected)
    assert any(outcome.played for _, _, outcome in expected) is keep
    with ThreadPoolExecutor(3) as threads:
        assert listed(judge_all(given, options, threads)) == expected
    bunch = -(-len(given) // batch.TASK_GAMES)
    assert listed(judge_all(given, options, Backwards(bunch), 1000)) == expected


def test_no_more_is_read_ahead_than_the_window() -> None:
    taken = 0

    def endless() -> Iterator[Item]:
        nonlocal taken
        while True:
            taken += 1
            yield Item(document("d"), "-", taken, True)

    with ThreadPoolExecutor(2) as threads:
        outcomes = judge_all(endless(), Options(), threads, window=3)
        for number in range(1, 1000):
            item, _ = next(outcomes)
            assert item.index == number
            assert taken <= number + 4 * batch.TASK_GAMES


def test_large_records_make_small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "TASK_BYTES", 1000)
    executor = Backwards(1)
    list(judge_all(items([document("d" + " " * 2000)] * 5), Options(), executor, 1))
    assert executor.done == 5


def ending(file: str) -> list[Item]:
    contents: list[Document | Fault] = [
        document("d"),
        Fault("syntax", "malformed", ends_file=True),
        document("d"),
        document("d"),
    ]
    return items(contents, file)


@pytest.mark.parametrize("through", [None, ThreadPoolExecutor(2)], ids=["here", "threads"])
def test_what_follows_the_end_of_a_file_is_left_out(through: Executor | None) -> None:
    given = ending("a") + ending("b") + ending("b")
    found = listed(judge_all(given, Options(), through))
    assert [(file, index) for file, index, _ in found] == [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("b", 1), ("b", 2)]


def test_what_follows_the_end_of_a_file_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def counting(item: Item, options: Options) -> Outcome:
        judged.append(item.index)
        return judge_item(item, options)

    monkeypatch.setattr(batch, "judge_item", counting)
    list(judge_all(ending("a"), Options()))
    assert judged == [1, 2]


class Breaking(Executor):
    """Loses its workers after some tasks: in what was submitted, or when something is."""

    def __init__(self, after: int, *, at_submit: bool, error: Exception) -> None:
        self._left = after
        self._at_submit = at_submit
        self._error = error

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        self._left -= 1
        if self._left >= 0:
            future.set_result(function(*arguments))
        elif self._at_submit:
            raise self._error
        else:
            future.set_exception(self._error)
        return future


@pytest.mark.parametrize("at_submit", [False, True])
@pytest.mark.parametrize("error", [BrokenProcessPool("gone"), OSError("gone"), RuntimeError()])
def test_a_lost_worker_is_reported_and_nothing_behind_it(at_submit: bool, error: Exception) -> None:
    found: list[int] = []
    outcomes = judge_all(items(MIXED), Options(), Breaking(2, at_submit=at_submit, error=error), 1)
    with pytest.raises(WorkerLostError, match=str(error) or type(error).__name__):
        found.extend(item.index for item, _ in outcomes)
    assert found == [*range(1, 2 * batch.TASK_GAMES + 1)]


@pytest.mark.parametrize("through", [None, ThreadPoolExecutor(1)], ids=["here", "threads"])
@pytest.mark.parametrize("where", ["judge", "render"])
def test_a_bug_is_the_outcome_of_its_own_game(
    through: Executor | None, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(item: Item, options: Options) -> Outcome:
        if item.index % 50 == 7:
            raise ZeroDivisionError("seven\n\x1b[31m")
        return judge(item, options)

    def failing_text(outcome: Outcome) -> bytes:
        if outcome.report.index % 50 == 7 and outcome.report.problem is None:
            raise ZeroDivisionError("seven\n\x1b[31m")
        return Text.render(outcome)

    class Failing(Text):
        render = staticmethod(failing_text)

    if where == "judge":
        monkeypatch.setattr(batch, "judge", failing)
    else:
        monkeypatch.setitem(REPORTERS, "text", Failing)
    given = items([document(LEGAL)] * 300)
    found = [outcome for _, outcome in judge_all(given, Options(formats=FORMATS), through)]
    assert [outcome.report.index for outcome in found] == [*range(1, 301)]
    for outcome in found:
        report = outcome.report
        if report.index % 50 != 7:
            assert (outcome.status, report.verdict, outcome.traceback) == (1, "unfinished", "")
            continue
        assert (outcome.status, report.verdict, outcome.ends_file) == (70, "invalid", False)
        assert report.problem is not None
        assert report.problem.code == "internal-error"
        assert report.problem.message == (
            "a bug in this program: ZeroDivisionError: seven\\n\\x1b[31m; please report it, with the game"
        )
        assert outcome.traceback.startswith("Traceback")
        assert list(outcome.pieces) == list(FORMATS)
        assert msgspec.json.decode(outcome.pieces["jsonl"])["problem"]["code"] == "internal-error"


def test_text_that_no_file_may_hold_is_refused_and_reported() -> None:
    lone = JsonDocument(
        b'{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"d=\\udc00\\ud800 \\ud83d"}'
    )
    for keep in (False, True):
        answer = judge_task([row_of(Item(lone, "-"))], Options(formats=FORMATS, likeness=keep))
        (outcome,) = msgspec.msgpack.decode(answer, type=list[Outcome])
        assert msgspec.json.decode(outcome.pieces["jsonl"])["problem"]["code"] == "bad-text"
        for piece in outcome.pieces.values():
            piece.decode()


def test_items_are_made_anew_from_plain_values() -> None:
    for item in items(MIXED):
        again = item_of(row_of(item))
        assert (again.file, again.index, again.several) == (item.file, item.index, item.several)
        assert judge(again, Options()) == judge(item, Options())


def test_games_are_judged_one_by_one_where_there_is_no_executor() -> None:
    taken: list[int] = []

    def given() -> Iterator[Item]:
        for item in items([document("d")] * 5):
            taken.append(item.index)
            yield item

    outcomes = judge_all(given(), Options())
    for number in range(1, 6):
        next(outcomes)
        assert taken == [*range(1, number + 1)]
