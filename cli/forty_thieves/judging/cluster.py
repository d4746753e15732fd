"""A Dask cluster's workers, as an executor."""

from __future__ import annotations

import contextlib
import importlib
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from queue import Empty, Queue
from typing import Any

from forty_thieves.text import quoted, shown

from .batch import ExecutorError

_ADDRESS = re.compile(r"(?:tcp|tls)://[A-Za-z0-9._%:\[\]-]+:[0-9]{1,5}")
_CONNECT_SECONDS = 10
_LOOK_SECONDS = 3
_PATIENCE = 4
"""How often in a row nothing is seen of a cluster's workers before they are given up."""


@contextlib.contextmanager
def cluster(address: str, worker_timeout: float | None = None) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, which must have this package installed.

    Args:
        address: the scheduler's, ``tcp://host:port``, or ``tls://host:port`` where Dask is set up for that.
        worker_timeout: seconds after which a worker that the scheduler does not hear of is given up; its games are
            judged by others. None is never: a worker in a long call of compiled code may say nothing either.

    Yields:
        The executor, and how many tasks it works on at a time.

    Raises:
        ExecutorError: it is no address, the extra is not installed, TLS is asked for and not set up, or there is no
            scheduler.
    """
    if not _ADDRESS.fullmatch(address):
        message = f"{quoted(address)} is not the address of a Dask scheduler, which is written tcp://HOST:PORT"
        raise ExecutorError(message)
    try:
        distributed: Any = importlib.import_module("distributed")  # an optional extra, and slow to import
    except ImportError:
        raise ExecutorError("--scheduler needs the extra: pip install 'forty-thieves[cluster]'") from None
    if address.startswith("tls:"):
        _check_tls(distributed)
    logging.disable()  # it would say, with tracebacks, what is said here in one line
    client = _client(distributed, address)
    done = threading.Event()
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ExecutorError(f"the Dask scheduler at {address} has no workers")
        executor = _Cluster(client)
        threading.Thread(target=executor.watch, args=(done, worker_timeout), daemon=True).start()
        yield executor, threads
    finally:
        done.set()
        with contextlib.suppress(Exception):  # a client whose scheduler is gone
            client.close(timeout=_LOOK_SECONDS)


def _check_tls(distributed: Any) -> None:
    """Check that Dask is set up for TLS before it is tried: a client that fails on that ends with a traceback.

    Raises:
        ExecutorError: it is not.
    """
    try:
        context = distributed.Security().get_connection_args("client").get("ssl_context")
    except Exception as error:  # certificates that are not there, or are none
        raise ExecutorError(f"Dask's settings for TLS can't be used: {shown(str(error), 200)}") from None
    if context is None:
        message = (
            "tls:// needs Dask's settings for TLS (distributed.comm.tls.ca-file and client.cert): there are none"
        )
        raise ExecutorError(message)


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
        why = shown(str(client) or type(client).__name__, 200)
        raise ExecutorError(f"no Dask scheduler answers at {address}: {why}")
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

    def _ask(self, question: Callable[..., Any], **arguments: Any) -> Any:
        """What the scheduler answers, if it does so soon."""
        return self._client.sync(question, callback_timeout=_LOOK_SECONDS, **arguments)

    def _forget(self, future: Future[Any]) -> None:
        with self._lock:
            self._waiting.discard(future)

    def watch(self, done: threading.Event, worker_timeout: float | None) -> None:
        """Look at the cluster now and then, until the work is done; what waits when it is lost gets an exception.

        Args:
            done: set when the work is done.
            worker_timeout: seconds after which a worker that the scheduler does not hear of is given up, or None.
        """
        heard: dict[str, tuple[float, float]] = {}  # when the scheduler heard of a worker, and when we saw it say so
        missed = 0
        while missed < _PATIENCE and self._client.status == "running":
            if done.wait(min(_LOOK_SECONDS, worker_timeout or _LOOK_SECONDS)):
                return
            try:
                workers = self._ask(self._client.scheduler.identity)["workers"]
                now = time.monotonic()
                for address, worker in workers.items():
                    last, since = heard.get(address, (0.0, now))
                    if worker["last_seen"] != last:
                        heard[address] = worker["last_seen"], now
                    elif worker_timeout is not None and now - since > worker_timeout:
                        # It is frozen, not dead. Once it is out of the cluster, others get its tasks.
                        self._ask(self._client.scheduler.unregister, address=address, stimulus_id="silent-worker")
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
