"""Where many games are judged: this machine's cores, or a Dask cluster's."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any

from .batch import ExecutorError


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
    executor = ProcessPoolExecutor(
        jobs, multiprocessing.get_context(method), initializer=_leave_interrupts_to_the_parent
    )
    try:
        yield executor
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.kill()
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ExecutorError(f"no Dask scheduler answers at {address}: {error or type(error).__name__}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ExecutorError(f"the Dask scheduler at {address} has no workers")
        yield client.get_executor(pure=False, retries=3), threads
