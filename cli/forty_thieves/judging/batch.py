"""Many records: judged in order, in constant memory, in this process or through any concurrent.futures Executor.

What is sent to a worker is the text of some records, what comes back is what is to be written of each game: the
process that reads and writes does little else, so that the workers set the pace.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from forty_thieves.formats.document import Document
from forty_thieves.problems import Fault

from .outcomes import Item, Options, Outcome, blank
from .referee import judge
from .reporters import REPORTERS, Reporter

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

TASK_GAMES = 128
TASK_BYTES = 160 * 1024
"""A task for a worker ends with the record that brings it to one of these. That many bytes fit in the buffer of a
socket, so that nobody has to wait until a worker has taken them."""


class ExecutorError(Exception):
    """The executor that was asked for can't be had; the message says why."""


class WorkerLostError(Exception):
    """A worker ended before its games were judged: killed, out of memory, or out of reach."""


def judge_item(item: Item, options: Options) -> Outcome:
    """Judge one record and render what is to be written of it.

    Nothing is raised: a bug that shows while one record is judged is that record's outcome, and nobody else's.
    """
    try:
        outcome = judge(item, options)
    except Exception as bug:  # whatever it is, the other games can be judged
        outcome = blank(item)
        outcome.spoil(bug)
    return rendered(outcome, [REPORTERS[name] for name in options.formats])


def rendered(outcome: Outcome, reporters: Sequence[Reporter | type[Reporter]]) -> Outcome:
    """The same outcome, with its pieces for some reporters; a bug that shows on the way becomes the outcome."""
    try:
        outcome.pieces = {reporter.name: reporter.render(outcome) for reporter in reporters}
    except Exception as bug:
        outcome.spoil(bug)
        outcome.pieces = {reporter.name: reporter.render(outcome) for reporter in reporters}
    return outcome


Row = tuple[type[Document] | None, Any, str, int, bool]
"""An item in plain values: its document's class, what that was made of, file, index, several. For a fault there is no
class, and the fault itself."""


def row_of(item: Item) -> Row:
    """An item as it is sent to a worker: plain values are pickled several times as fast as objects."""
    content = item.content
    if isinstance(content, Fault):
        return (None, content, item.file, item.index, item.several)
    return (type(content), content.made_of, item.file, item.index, item.several)


def item_of(row: Row) -> Item:
    """The item that :func:`row_of` took apart."""
    kind, made_of, file, index, several = row
    return Item(made_of if kind is None else kind(*made_of), file, index, several)


@cache
def _decoder() -> msgspec.msgpack.Decoder[list[Outcome]]:
    """Reads what workers send; made only where there are some, as start-up counts."""
    return msgspec.msgpack.Decoder(list[Outcome])


def judge_task(rows: list[Row], options: Options) -> bytes:
    """Judge some records, in a worker.

    Args:
        rows: the records, as :func:`row_of` gives them.
        options: how to judge them.

    Returns:
        The outcomes in the same order, as MessagePack: that is smaller and faster than pickles of them.
    """
    return msgspec.msgpack.encode([judge_item(item_of(row), options) for row in rows])


def judge_all(
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
        with _losing_workers():
            waiting.append((task, executor.submit(judge_task, list(map(row_of, task)), options)))
        if len(waiting) >= window:
            yield from _finished(*waiting.popleft())
    while waiting:
        yield from _finished(*waiting.popleft())


def _finished(task: list[Item], future: Future[bytes]) -> Iterator[tuple[Item, Outcome]]:
    with _losing_workers():
        outcomes = _decoder().decode(future.result())
    yield from zip(task, outcomes, strict=True)


@contextlib.contextmanager
def _losing_workers() -> Iterator[None]:
    """Turn what executors raise of lost workers, each in its own words, into a WorkerLostError."""
    try:
        yield
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
