"""Where commands have their work done: in this process, in others, or on a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def executor_asked(
    jobs: int, scheduler: str | None, worker_timeout: float | None = None
) -> Iterator[tuple[Any, int]]:
    """The executor that the options ask for.

    Args:
        jobs: how many processes; 0 is one a core.
        scheduler: instead, the address of a Dask scheduler.
        worker_timeout: seconds after which a worker of that cluster that is not heard of is given up; None is never.

    Yields:
        The executor, None for this process, and how many tasks to hand to it ahead.

    Raises:
        ExecutorError: it can't be had.
    """
    if jobs == 1 and scheduler is None:
        yield None, 0
        return
    if scheduler is not None:
        from forty_thieves.judging.cluster import cluster  # noqa: PLC0415 - start-up counts

        with cluster(scheduler, worker_timeout) as (executor, threads):
            yield executor, 3 * threads + 2
        return
    from forty_thieves.judging.workers import core_count, processes  # noqa: PLC0415 - start-up counts

    workers = jobs or core_count()
    if workers == 1:
        yield None, 0
        return
    with processes(workers) as executor:
        yield executor, 2 * workers + 1
