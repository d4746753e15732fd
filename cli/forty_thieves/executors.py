"""Where many games are judged: this machine's cores, or a Dask cluster's."""

from __future__ import annotations

import contextlib
import importlib
import logging
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from queue import Empty, Queue
from typing import Any

from .batch import ExecutorError
from .text import quoted, shown


def core_count() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Worker processes on this machine; all of them end at once where the block ends with an exception.

    Args:
        jobs: how many.
    """
    # Forked workers start in a few milliseconds; each has its own copy of all that was imported.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context(method), initializer=_depend_on_the_parent)
    try:
        _start(executor, jobs)
        yield executor
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.kill()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown(cancel_futures=True)


def _start(executor: Executor, jobs: int) -> None:
    """Start the workers, which the first task does; an interrupt waits until they are there."""
    with _interrupts_held():
        try:
            executor.submit(int)
        except OSError as error:
            raise ExecutorError(f"cannot start {jobs} processes: {(error.strerror or str(error)).lower()}") from None


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _depend_on_the_parent() -> None:
    """Leave interrupts to the parent, and end with it, however it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def end_with() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=end_with, daemon=True).start()


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
        The executor, and how many tasks it works on at a time. Where the scheduler or all workers are out of reach
        for some time, what was submitted is cancelled.

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
    with _client(distributed, address) as client, _watched(client):
        threads = sum(client.nthreads().values())
        if not threads:
            raise ExecutorError(f"the Dask scheduler at {address} has no workers")
        yield client.get_executor(pure=False, retries=3), threads


def _client(distributed: Any, address: str) -> Any:
    """The client of a scheduler; made in a thread, as Dask waits for ever where something listens and says nothing."""
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


@contextlib.contextmanager
def _watched(client: Any) -> Iterator[None]:
    """Close a client whose cluster shows no worker for some time: Dask itself would wait for ever."""
    done = threading.Event()

    def watch() -> None:
        missed = 0
        while missed < _PATIENCE:
            if done.wait(_LOOK_SECONDS):
                return
            try:
                workers = client.sync(client.scheduler.ncores, callback_timeout=_LOOK_SECONDS)
            except Exception:  # whatever it is, nothing was seen
                workers = None
            missed = 0 if workers else missed + 1
        client.close(timeout=_LOOK_SECONDS)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
