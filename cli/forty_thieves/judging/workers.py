"""This machine's cores, as an executor."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from forty_thieves.text import reason

from .batch import ExecutorError


def core_count() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Worker:
    """A process, and a pipe to it."""

    def __init__(self, context: Any) -> None:
        self.pipe, other_end = context.Pipe()
        self.process = context.Process(target=_work, args=(other_end, self.pipe), daemon=True)
        self.process.start()
        # Nobody but the process holds that end now: the pipe tells at once when the process has ended.
        other_end.close()
        self.sending, self.receiving = threading.Lock(), threading.Lock()

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Have a function called in the process; two threads may do so at a time, and are answered in turn."""
        try:
            with self.sending:
                _send(self.pipe, (function, arguments))
                self.receiving.acquire()
            try:
                done, answer = _receive(self.pipe)
            finally:
                self.receiving.release()
        except (EOFError, OSError):
            raise BrokenExecutor(f"a process ended: {self._end()}") from None
        if not done:
            raise answer
        return answer

    def _end(self) -> str:
        """How the process has ended, in words."""
        patience = time.monotonic() + 1
        # Another thread may be the one that the system tells of it first.
        while self.process.exitcode is None and time.monotonic() < patience:
            time.sleep(0.01)
        status = self.process.exitcode
        if status is None:
            return "it does not say how"
        return signal.Signals(-status).name if status < 0 else f"exit status {status}"


def _send(pipe: Any, message: object) -> None:
    """Send a message: the pipe's own way is slower, as it looks in every object for what only it can send."""
    pipe.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def _receive(pipe: Any) -> Any:
    """Wait for the next message."""
    return pickle.loads(pipe.recv_bytes())  # noqa: S301 - both ends are this program


_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end a worker at once, whatever its parent does on them."""


def _work(pipe: Any, other_end: Any) -> None:
    """What a worker does until its parent has ended."""
    other_end.close()
    gc.freeze()  # what came with the fork is neither looked through nor copied when garbage is collected
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's business
    for number in _ENDING:
        signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)  # held while it was forked
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, arguments = _receive(pipe)
            try:
                answer = True, function(*arguments)
            except Exception as error:  # the parent's business too
                answer = False, error
            _send(pipe, answer)


class _Processes(ThreadPoolExecutor):
    """Threads, each of which hands a call on to a worker process and waits for the answer.

    The standard library's ProcessPoolExecutor has one pipe for all its workers. One that is killed while it writes an
    answer leaves half of it there, and the rest is waited for for ever.
    """

    def __init__(self, jobs: int) -> None:
        # Each worker has a second call at hand when it is done with the first.
        super().__init__(2 * jobs)
        self._workers: list[_Worker] = []
        self._free: SimpleQueue[_Worker] = SimpleQueue()
        # Forked workers start in a few milliseconds; each has its own copy of all that was imported.
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        context = multiprocessing.get_context(method)
        try:
            for _ in range(jobs):
                self._workers.append(_Worker(context))
        except OSError as error:
            self.end()
            raise ExecutorError(f"cannot start {jobs} processes: {reason(error)}") from None
        for worker in 2 * self._workers:
            self._free.put(worker)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        """Have a function called in a worker."""
        return super().submit(self._call, function, arguments)

    def _call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        worker = self._free.get()
        try:
            return worker.call(function, arguments)
        finally:
            self._free.put(worker)

    def end(self) -> None:
        """End all workers at once."""
        for worker in self._workers:
            worker.process.kill()
        self.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()


@contextlib.contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Worker processes on this machine; all of them end at once when the block ends, however it ends.

    Args:
        jobs: how many.

    Raises:
        ExecutorError: so many can't be started.
    """
    with _interrupts_held():
        executor = _Processes(jobs)
    try:
        yield executor
    finally:
        executor.end()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let signals wait until the block has ended: a process that is just being forked would tell of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
