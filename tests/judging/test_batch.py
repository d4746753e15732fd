"""Many games through any executor: in order, whole, and in constant memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import pytest

from forty_thieves import deal
from forty_thieves.formats.document import Document
from forty_thieves.formats.json import JsonDocument
from forty_thieves.formats.log import LogDocument
from forty_thieves.formats.yaml import YamlDocument
from forty_thieves.judging import batch
from forty_thieves.judging.batch import (
    Item,
    JudgingError,
    Options,
    Outcome,
    WorkerLostError,
    judge_item,
    judge_task,
    packed,
    run,
)
from forty_thieves.judging.reports import ReportFormat
from forty_thieves.problems import Fault
from forty_thieves.records.deals import serialise_deal

LEGAL = "5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f"
FORMATS: tuple[ReportFormat, ...] = ("text", "json", "jsonl", "yaml", "junit", "github")


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


def told(outcomes: Iterator[tuple[Item, Outcome]]) -> list[tuple[str, int, Outcome]]:
    return [(item.file, item.index, outcome) for item, outcome in outcomes]


@pytest.mark.parametrize("keep", [False, True])
def test_the_same_through_any_executor(keep: bool) -> None:
    options = Options(formats=FORMATS, keep_reports=keep, fingerprint=keep)
    given = items(MIXED) + items(MIXED, "b.jsonl")
    expected = told(run(given, options))
    assert [index for _, index, _ in expected] == [*range(1, len(MIXED) + 1)] * 2
    with ThreadPoolExecutor(3) as threads:
        assert told(run(given, options, threads)) == expected
    bunch = -(-len(given) // batch.TASK_GAMES)
    assert told(run(given, options, Backwards(bunch), 1000)) == expected


def test_no_more_is_read_ahead_than_the_window() -> None:
    taken = 0

    def endless() -> Iterator[Item]:
        nonlocal taken
        while True:
            taken += 1
            yield Item(document("d"), "-", taken, True)

    with ThreadPoolExecutor(2) as threads:
        outcomes = run(endless(), Options(), threads, window=3)
        for number in range(1, 1000):
            item, _ = next(outcomes)
            assert item.index == number
            assert taken <= number + 4 * batch.TASK_GAMES


def test_large_records_make_small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "TASK_BYTES", 1000)
    executor = Backwards(1)
    list(run(items([document("d" + " " * 2000)] * 5), Options(), executor, 1))
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
    found = told(run(given, Options(), through))
    assert [(file, index) for file, index, _ in found] == [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("b", 1), ("b", 2)]


def test_what_follows_the_end_of_a_file_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def counting(item: Item, options: Options) -> Outcome:
        judged.append(item.index)
        return judge_item(item, options)

    monkeypatch.setattr(batch, "judge_item", counting)
    list(run(ending("a"), Options()))
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
def test_a_lost_worker_is_told_and_nothing_behind_it(at_submit: bool, error: Exception) -> None:
    found: list[int] = []
    outcomes = run(items(MIXED), Options(), Breaking(2, at_submit=at_submit, error=error), 1)
    with pytest.raises(WorkerLostError, match=str(error) or type(error).__name__):
        found.extend(item.index for item, _ in outcomes)
    assert found == [*range(1, 2 * batch.TASK_GAMES + 1)]


@pytest.mark.parametrize("through", [None, ThreadPoolExecutor(1)], ids=["here", "threads"])
def test_a_bug_is_no_lost_worker(through: Executor | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("told")

    monkeypatch.setattr(batch, "judge", fail)
    with pytest.raises((ZeroDivisionError, JudgingError), match="told"):
        list(run(items(MIXED), Options(), through))


def test_text_that_no_file_may_hold_is_refused_and_reported() -> None:
    lone = JsonDocument(
        b'{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"d=\\udc00\\ud800 \\ud83d"}'
    )
    for keep in (False, True):
        answer = judge_task(packed(items([lone])), Options(formats=FORMATS, keep_reports=keep, fingerprint=keep))
        (outcome,) = msgspec.msgpack.decode(answer, type=list[Outcome])
        assert (outcome.verdict, outcome.code) == ("invalid", "bad-text")
        for piece in outcome.rendered:
            piece.decode()


# Fingerprints


def fingerprint(moves: str, **fields: Any) -> bytes:
    return judge_item(Item(document(moves, **fields), "-", 1, False), Options(fingerprint=True)).fingerprint


@pytest.mark.parametrize(
    "other",
    ["d D 5-F", "d\td\n5-f\n", "  d d 5-f", "# why\nd d # 5-f\n5-f", "d\r\nd\r5-f #", "d d 5-f # Ünicode"],
)
def test_the_same_log(other: str) -> None:
    assert fingerprint(other) == fingerprint("d d 5-f")
    assert len(fingerprint(other)) == 16


@pytest.mark.parametrize("other", ["d d", "d 5-f d", "dd 5-f", "d d 5-f d", "", "d d #5-f"])
def test_another_log(other: str) -> None:
    assert fingerprint(other) != fingerprint("d d 5-f")


def test_the_deal_counts_and_the_rest_does_not() -> None:
    expected = deal("lucas", 42)
    whole = msgspec.json.decode(msgspec.json.encode(serialise_deal(expected)))
    assert fingerprint("d", meta={"player": "x"}, claim="unfinished", deal=whole) == fingerprint("d")
    assert fingerprint("d", deal={"variant": "lucas", "seed": 43}) != fingerprint("d")
    assert fingerprint("d", deal={"variant": "maria", "seed": 42}) != fingerprint("d")
    assert fingerprint("d", deal={"variant": "nothing", "seed": 42}) == b""


def test_games_are_judged_at_once_where_there_is_no_executor() -> None:
    outcomes = run(iter(items([document("d")])), Options())
    start = time.monotonic()
    next(outcomes)
    assert time.monotonic() - start < 1
