"""Worker processes: they end at once with their parent or with the run, and one that is lost is reported at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from pathlib import Path
from typing import Any

import pytest

from forty_thieves.judging.batch import ExecutorError
from forty_thieves.judging.workers import core_count, processes


def alive(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def soon(holds: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.01)
    return holds()


def children(process: int) -> list[int]:
    """The processes that one has started."""
    try:
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except FileNotFoundError:
        return []


def me() -> int:
    return os.getpid()


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def end_with(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(10)


def much(size: int) -> bytes:
    return b"x" * size


def size_of(data: bytes) -> int:
    return len(data)


def fail(message: str) -> None:
    raise ZeroDivisionError(message)


def lone() -> Callable[[], None]:
    return lambda: None


def test_cores() -> None:
    assert 1 <= core_count() <= (os.cpu_count() or 1)


def test_calls_are_answered_by_so_many_processes() -> None:
    with processes(3) as executor:
        found = {future.result() for future in [executor.submit(nap, 0.05) for _ in range(12)]}
    assert len(found) == 3
    assert os.getpid() not in found
    assert soon(lambda: not any(map(alive, found)))


def test_answers_belong_to_their_calls() -> None:
    with processes(2) as executor:
        sizes = [(number * 7919) % 300_000 for number in range(120)]
        assert [len(answer) for answer in executor.map(much, sizes)] == sizes
        assert list(executor.map(size_of, map(much, sizes))) == sizes


def test_an_exception_of_the_function_is_its_own() -> None:
    with processes(2) as executor:
        with pytest.raises(ZeroDivisionError, match="of ours"):
            executor.submit(fail, "of ours").result()
        assert executor.submit(size_of, b"abc").result() == 3


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_worker_that_ends_is_reported_at_once(number: signal.Signals) -> None:
    with processes(2) as executor:
        lost = executor.submit(end_with, number)
        others = [executor.submit(nap, 0.01) for _ in range(20)]
        with pytest.raises(BrokenExecutor, match=number.name):
            lost.result(timeout=10)
        for future in others:  # those of the other worker are answered, the rest are reported too
            assert isinstance(future.exception(timeout=10), BrokenExecutor | None)


def test_a_worker_that_ends_while_it_answers_is_reported_at_once() -> None:
    """What it has written of its answer by then must not be waited for."""
    for pause in (0.0, 0.02, 0.1):
        with processes(2) as executor:
            worker = executor.submit(me).result()
            futures = [executor.submit(much, 30_000_000) for _ in range(8)]
            time.sleep(pause)
            os.kill(worker, signal.SIGKILL)
            errors = [future.exception(timeout=10) for future in futures]
        assert any(isinstance(error, BrokenExecutor) for error in errors)


def test_all_workers_end_at_once_where_the_block_fails() -> None:
    found: list[int] = []

    def interrupted(executor: Executor) -> None:
        found.extend({executor.submit(nap, 0.05).result() for _ in range(4)})
        for _ in range(20):
            executor.submit(nap, 30)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), processes(2) as executor:
        interrupted(executor)
    assert soon(lambda: not any(map(alive, found)))
    assert not multiprocessing.active_children()


def test_workers_leave_interrupts_to_their_parent() -> None:
    with processes(1) as executor:
        worker = executor.submit(me).result()
        answer = executor.submit(nap, 0.3)
        os.kill(worker, signal.SIGINT)
        assert answer.result() == worker


def test_so_many_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    started = 0
    real = multiprocessing.get_context("fork").Process.start

    def limited(self: Any) -> None:
        nonlocal started
        started += 1
        if started > 2:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        real(self)

    monkeypatch.setattr("multiprocessing.context.ForkProcess.start", limited)
    with pytest.raises(ExecutorError, match="cannot start 5 processes: resource temporarily"), processes(5):
        pass
    assert soon(lambda: not multiprocessing.active_children())


PARENT = """
import time
from test_workers import me, nap
from forty_thieves.judging.workers import processes
with processes(2) as executor:
    print(*{executor.submit(nap, 0.05).result() for _ in range(4)}, flush=True)
    futures = [executor.submit(nap, 0.2) for _ in range(100)]
    time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_when_their_parent_has_ended(number: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=environment, text=True)
    assert parent.stdout is not None
    try:
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert len(workers) == 2
        parent.send_signal(number)
        parent.wait(10)
        assert soon(lambda: not any(map(alive, workers)))
    finally:
        parent.kill()
        parent.wait()


def test_starting_many_times_leaves_nothing_open() -> None:
    before = 0
    for _ in range(20):
        before = before or len(os.listdir("/proc/self/fd"))
        with processes(2) as executor:
            executor.submit(me).result()
    assert len(os.listdir("/proc/self/fd")) <= before + 4
