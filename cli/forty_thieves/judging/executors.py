"""Where many games are judged: this machine's cores, or a Dask cluster's."""

from __future__ import annotations

import contextlib
import gc
import importlib
import logging
import multiprocessing
import os
import pickle
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError, ThreadPoolExecutor
from queue import Empty, Queue, SimpleQueue
from typing import Any

from forty_thieves.text import quoted, reason, shown

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


_ADDRESS = re.compile(r"(?:tcp|tls)://[^/]+:[0-9]{1,5}")
_CONNECT_SECONDS = 10
_LOOK_SECONDS = 3
_PATIENCE = 4
"""How often in a row nothing is seen of a cluster's workers before they are given up."""


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, which must have this package installed.

    Args:
        address: the scheduler's, ``tcp://host:port``.

    Yields:
        The executor, and how many tasks it works on at a time.

    Raises:
        ExecutorError: the extra is not installed, or there is no scheduler.
    """
    try:
        distributed: Any = importlib.import_module("distributed")  # an optional extra, and slow to import
    except ImportError:
        raise ExecutorError("--scheduler needs the extra: pip install 'forty-thieves[cluster]'") from None
    if not _ADDRESS.fullmatch(address):
        raise ExecutorError(f"{quoted(address)} is no address of a Dask scheduler: it is written tcp://HOST:PORT")
    logging.disable()  # it would tell, with tracebacks, what is told here in one line
    client = _client(distributed, address)
    done = threading.Event()
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ExecutorError(f"the Dask scheduler at {address} has no workers")
        executor = _Cluster(client)
        threading.Thread(target=executor.watch, args=(done,), daemon=True).start()
        yield executor, threads
    finally:
        done.set()
        with contextlib.suppress(Exception):  # a client whose scheduler is gone
            client.close(timeout=_LOOK_SECONDS)


def _client(distributed: Any, address: str) -> Any:
    """The client of a scheduler; made in a thread, as Dask waits for ever for what listens and does not answer."""
    found: Queue[Any] = Queue()

    def connect() -> None:
        try:
            found.put(distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False))
        except Exception as error:  # as many kinds as ways to fail
            found.put(error)

    threading.Thread(target=connect, daemon=True).start()
    try:
        client = found.get(timeout=2 * _CONNECT_SECONDS)
    except Empty:
        client = "what listens there does not answer as a scheduler does"
    if isinstance(client, str | Exception):
        told = shown(str(client) or type(client).__name__, 200)
        raise ExecutorError(f"no Dask scheduler answers at {address}: {told}")
    return client


class _Cluster(Executor):
    """A client's executor that gives up where the cluster is lost: Dask itself would wait for ever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False, retries=3)
        self._lock = threading.Lock()
        self._waiting: set[Future[Any]] = set()
        self._lost = False

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        """Have a function called in the cluster."""
        future: Future[Any] = self._executor.submit(function, *arguments)
        with self._lock:
            if self._lost:
                raise BrokenExecutor(_OUT_OF_REACH)
            self._waiting.add(future)
        future.add_done_callback(self._forget)
        return future

    def _forget(self, future: Future[Any]) -> None:
        with self._lock:
            self._waiting.discard(future)

    def watch(self, done: threading.Event) -> None:
        """Look at the cluster now and then, until the work is done; what waits when it is lost gets an exception."""
        missed = 0
        while missed < _PATIENCE and self._client.status == "running":
            if done.wait(_LOOK_SECONDS):
                return
            try:
                workers = self._client.sync(self._client.scheduler.ncores, callback_timeout=_LOOK_SECONDS)
            except Exception:  # whatever it is, nothing was seen
                workers = None
            missed = 0 if workers else missed + 1
        with self._lock:
            self._lost = True
            waiting = list(self._waiting)
        for future in waiting:
            with contextlib.suppress(InvalidStateError):  # cancelled, or done after all
                future.set_exception(BrokenExecutor(_OUT_OF_REACH))


_OUT_OF_REACH = "the scheduler or all its workers are out of reach"
