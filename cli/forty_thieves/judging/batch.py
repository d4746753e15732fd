"""Many games: judged in order, in constant memory, in this process or through any concurrent.futures Executor.

What is sent to a worker is the text of some records, what comes back is what is to be written of each game: the
process that reads and writes does little else, so that the workers set the pace.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, structs

from forty_thieves.formats.document import Document
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import MAX_MOVES, tokens_of
from forty_thieves.problems import Fault

from .referee import Judgement, Require, judge
from .reports import ReportFormat, exit_status, rendered, writable

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

TASK_GAMES = 128
TASK_BYTES = 160 * 1024
"""A task for a worker ends with the record that brings it to one of these. That many bytes fit in the buffer of a
socket, so that nobody has to wait until a worker has taken them."""


class Item(Struct, frozen=True):
    """One record of a run.

    Attributes:
        content: the document, or the fault that kept it from being read.
        file: the file's name.
        index: which record of its file it is, from 1.
        several: whether its file has more than one.
    """

    content: Document | Fault
    file: str
    index: int
    several: bool


class Options(Struct, frozen=True):
    """How games are judged and told; the same for all games of a run.

    Attributes:
        require: whether a game has to be won, or only legal.
        formats: the formats that each game is to be rendered in.
        expected: the deal that the games have to be on, or None.
        max_moves: tokens that a log may have.
        auto_draw: whether cards are drawn at once whenever the waste is empty.
        keep_reports: whether reports are wanted, not only what is rendered of them.
        fingerprint: whether the logs' fingerprints are wanted.
    """

    require: Require = "won"
    formats: tuple[ReportFormat, ...] = ("text",)
    expected: Deal | None = None
    max_moves: int = MAX_MOVES
    auto_draw: bool = False
    keep_reports: bool = False
    fingerprint: bool = False


class Outcome(Struct, array_like=True):
    """What became of one game, in a form that travels fast.

    Attributes:
        status: what it means for the exit status: 0, 1 or 2.
        verdict: its verdict.
        variant: its variant, where known.
        code: its problem's code, or None.
        moves: the tokens of its log, where known.
        ends_file: whether nothing behind it in its file can be read.
        fingerprint: the same for the same deal and log, comments, spacing and case aside; empty where not wanted.
        rendered: the game in each of the formats of the options.
        judgement: the report and the place to point at, where they are wanted.
    """

    status: int
    verdict: str
    variant: str | None
    code: str | None
    moves: int | None
    ends_file: bool
    fingerprint: bytes
    rendered: list[bytes]
    judgement: Judgement | None = None


class ExecutorError(Exception):
    """The executor that was asked for can't be had; the message says why."""


class WorkerLostError(Exception):
    """A worker ended before its games were judged: killed, out of memory, or out of reach."""


class JudgingError(Exception):
    """Judging failed in a worker, which is a bug; the message is the exception's there."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Outcome])


def judge_item(item: Item, options: Options) -> Outcome:
    """Judge one record and render what is to be written of it."""
    judgement = writable(
        judge(item.content, item.file, item.index, options.expected, options.max_moves, options.auto_draw)
    )
    return outcome_of(judgement, item, options)


def outcome_of(judgement: Judgement, item: Item, options: Options) -> Outcome:
    """What a judgement, as :func:`forty_thieves.judging.reports.writable` gives it, comes to in a run."""
    report = judgement.report
    return Outcome(
        status=exit_status(report, options.require),
        verdict=report.verdict,
        variant=report.variant,
        code=report.problem.code if report.problem else None,
        moves=report.moves,
        ends_file=judgement.ends_file,
        fingerprint=_fingerprint(judgement) if options.fingerprint else b"",
        rendered=[rendered(judgement, form, options.require, several=item.several) for form in options.formats],
        judgement=structs.replace(judgement, log=None) if options.keep_reports else None,
    )


Row = tuple[type[Document] | None, Any, str, int, bool]
"""An item in plain values: its document's class, what that was made of, file, index, several. For a fault there is no
class, and the fault itself."""


def packed(items: list[Item]) -> list[Row]:
    """Items as they are sent to a worker: plain values are pickled several times as fast as objects."""
    rows: list[Row] = []
    for item in items:
        content = item.content
        if isinstance(content, Fault):
            rows.append((None, content, item.file, item.index, item.several))
        else:
            rows.append((type(content), content.made_of, item.file, item.index, item.several))
    return rows


def _unpacked(row: Row) -> Item:
    kind, made_of, file, index, several = row
    return Item(made_of if kind is None else kind(*made_of), file, index, several)


def judge_task(rows: list[Row], options: Options) -> bytes:
    """Judge some records, in a worker.

    Args:
        rows: the records, as :func:`packed` gives them.
        options: how to judge them.

    Returns:
        The outcomes in the same order, packed: that is smaller and faster than pickles of them.

    Raises:
        JudgingError: a bug; said so, to be told from what an executor raises where it has lost its worker.
    """
    try:
        return _encoder.encode([judge_item(_unpacked(row), options) for row in rows])
    except Exception as bug:
        raise JudgingError(f"{type(bug).__name__}: {bug}") from bug


def run(
    items: Iterable[Item], options: Options, executor: Executor | None = None, window: int = 8
) -> Iterator[tuple[Item, Outcome]]:
    """Judge records in their order.

    Args:
        items: the records.
        options: how to judge them.
        executor: where to judge them; None is here. It is not shut down.
        window: tasks that are handed to the executor ahead of the one whose outcome is awaited.

    Yields:
        Each record with its outcome, in order; what follows a record that ends its file is left out.

    Raises:
        WorkerLostError: the executor has lost a worker, and so the outcome of its games.
    """
    ended: str | None = None
    outcomes = ((item, None) for item in items) if executor is None else _outcomes(items, options, executor, window)
    for item, outcome in outcomes:
        if item.index == 1:
            ended = None
        if item.file != ended:
            judged = judge_item(item, options) if outcome is None else outcome
            yield item, judged
            if judged.ends_file:
                ended = item.file


def _outcomes(
    items: Iterable[Item], options: Options, executor: Executor, window: int
) -> Iterator[tuple[Item, Outcome]]:
    waiting: deque[tuple[list[Item], Future[bytes]]] = deque()
    for task in _tasks(items):
        with _workers_told():
            waiting.append((task, executor.submit(judge_task, packed(task), options)))
        if len(waiting) >= window:
            yield from _finished(*waiting.popleft())
    while waiting:
        yield from _finished(*waiting.popleft())


def _finished(task: list[Item], future: Future[bytes]) -> Iterator[tuple[Item, Outcome]]:
    with _workers_told():
        outcomes = _decoder.decode(future.result())
    yield from zip(task, outcomes, strict=True)


@contextlib.contextmanager
def _workers_told() -> Iterator[None]:
    """Tell what executors raise of lost workers, each in its own words, as a WorkerLostError."""
    try:
        yield
    except JudgingError:
        raise
    except Exception as error:
        raise WorkerLostError(str(error) or type(error).__name__) from error


def _tasks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items in groups that are worth a worker's while."""
    task: list[Item] = []
    size = 0
    for item in items:
        task.append(item)
        size += item.content.size if isinstance(item.content, Document) else 0
        if len(task) >= TASK_GAMES or size >= TASK_BYTES:
            yield task
            task, size = [], 0
    if task:
        yield task


def _fingerprint(judgement: Judgement) -> bytes:
    """What is the same for games on one deal whose logs are the same, comments, spacing and case aside."""
    if judgement.log is None or judgement.report.deal is None:
        return b""
    tokens = " ".join(tokens_of(judgement.log)).lower()
    return sha256(f"{judgement.report.deal} {tokens}".encode(errors="surrogatepass")).digest()[:16]
