"""Judging on a Dask cluster: a scheduler and two workers on this machine, started and ended here."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from forty_thieves.text import quoted
from support.paths import WON_GAMES

pytest.importorskip("distributed")

COMMAND = str(Path(sys.executable).with_name("forty-thieves"))
WON = WON_GAMES.read_bytes().splitlines()
SECONDS = 30
"""As long as a process may take to start, or to end, before it counts as hanging; a busy machine is slow."""


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > end:
            pytest.fail(f"it hangs: nothing came of it in {SECONDS} seconds")
        time.sleep(0.05)


class Cluster:
    """A scheduler and its workers, processes of their own.

    Attributes:
        address: the scheduler's.
        scheduler: its process.
        workers: the processes of the workers.
    """

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._started: list[subprocess.Popen[bytes]] = []
        self.address = ""
        note = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(note))
        until(lambda: note.exists() and note.read_bytes().rstrip().endswith(b"}"))
        self.address = msgspec.json.decode(note.read_bytes())["address"]
        self.workers = [
            self._start(
                "dask_worker", self.address, "--no-nanny", "--nthreads", "1", "--local-directory", str(folder)
            )
            for _ in range(workers)
        ]

    def _start(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        with open(self._folder / "log.txt", "ab") as log:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    f"distributed.cli.{what}",
                    "--host",
                    "127.0.0.1",
                    "--no-dashboard",
                    *arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._started.append(process)
        return process

    def end(self) -> None:
        """End all processes that were started."""
        for process in self._started:
            process.kill()
        for process in self._started:
            process.wait()


@contextlib.contextmanager
def started(folder: Path, workers: int) -> Iterator[Cluster]:
    cluster = Cluster(folder, workers)
    try:
        yield cluster
    finally:
        cluster.end()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thousand games and more, with some that fall short."""
    records = [msgspec.json.decode(line) for line in WON]
    lines = []
    for number in range(1400):
        won = records[number % len(records)]
        moves = won["moves"] if number % 5 else won["moves"][: number % 300]
        deal = {"variant": won["variant"], "seed": won["seed"]}
        record = {"format": "forty-thieves-game/1", "deal": deal, "moves": moves, "meta": {"number": str(number)}}
        lines.append(msgspec.json.encode(record) + b"\n")
        if number % 97 == 0:
            lines.append(b"{\n")
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def check(*arguments: str | Path, seconds: float = 60) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [COMMAND, "check", "--format", "jsonl", *arguments], capture_output=True, timeout=seconds, check=False
    )


def wait_for_two_workers(address: str) -> None:
    import distributed

    connect: Any = distributed.Client
    with connect(address, timeout=10, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=SECONDS)


def test_a_cluster_judges_the_same_also_when_a_worker_is_lost(games: Path, tmp_path: Path) -> None:
    expected = check(games, games, games)
    assert expected.returncode == 2
    with started(tmp_path, 2) as cluster:
        wait_for_two_workers(cluster.address)
        whole = check(games, "--scheduler", cluster.address)
        assert whole.stdout * 3 == expected.stdout
        assert whole.returncode == 2

        arguments = [COMMAND, "check", "--format", "jsonl", *[str(games)] * 3, "--scheduler", cluster.address]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            first = process.stdout.readline()
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.workers[0].wait()
            rest = process.stdout.read()
            assert process.stderr.read() == expected.stderr
            assert process.wait(SECONDS) == 2
        assert first + rest == expected.stdout


def test_a_cluster_that_is_lost_is_reported(games: Path, tmp_path: Path) -> None:
    with started(tmp_path, 1) as cluster:
        arguments = [COMMAND, "check", "--format", "jsonl", *[str(games)] * 20, "--scheduler", cluster.address]
        until(lambda: b"Registered to" in (tmp_path / "log.txt").read_bytes())
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            cluster.scheduler.kill()
            process.stdout.read()
            err = process.stderr.read()
            assert process.wait(SECONDS) == 70
    assert err.startswith(b"forty-thieves: a worker was lost, and with it the games it was judging (")
    assert err.count(b"\n") == 1


def test_a_scheduler_without_workers(games: Path, tmp_path: Path) -> None:
    with started(tmp_path, 0) as cluster:
        ran = check(games, "--scheduler", cluster.address)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode() == f"forty-thieves: the Dask scheduler at {cluster.address} has no workers\n"


def test_a_worker_that_is_frozen_is_given_up_and_its_games_are_judged(games: Path, tmp_path: Path) -> None:
    expected = check(games, games, games)
    with started(tmp_path, 2) as cluster:
        wait_for_two_workers(cluster.address)
        arguments = [COMMAND, "check", "--format", "jsonl", *[str(games)] * 3, "--worker-timeout", "3"]
        with subprocess.Popen(
            [*arguments, "--scheduler", cluster.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            first = process.stdout.readline()
            cluster.workers[0].send_signal(signal.SIGSTOP)
            rest = process.stdout.read()
            assert process.stderr.read() == expected.stderr
            assert process.wait(SECONDS) == 2
    assert first + rest == expected.stdout


NOT_ADDRESSES = [
    "", "127.0.0.1", "127.0.0.1:8786", "http://127.0.0.1:8786", "tcp://127.0.0.1", "tcp://\x1b[31m:80",
    "tcp://a b:80", "tls://\x9b31m:80",
]  # fmt: skip


@pytest.mark.parametrize("address", NOT_ADDRESSES, ids=ascii)
def test_what_is_no_address(games: Path, address: str) -> None:
    ran = check(games, "--scheduler", address)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode() == (
        f"forty-thieves: {quoted(address)} is not the address of a Dask scheduler, which is written tcp://HOST:PORT\n"
    )


def test_tls_that_dask_is_not_set_up_for(games: Path) -> None:
    ran = check(games, "--scheduler", "tls://127.0.0.1:8786")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode() == (
        "forty-thieves: tls:// needs Dask's settings for TLS (distributed.comm.tls.ca-file and client.cert): "
        "there are none\n"
    )


def test_tls_whose_certificates_are_missing(games: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.pem")
    settings = {
        f"DASK_DISTRIBUTED__COMM__TLS__{name}": missing for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
    }
    ran = subprocess.run(
        [COMMAND, "check", games, "--scheduler", "tls://127.0.0.1:8786"],
        capture_output=True,
        env={**os.environ, **settings},
        timeout=SECONDS,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"forty-thieves: Dask's settings for TLS can't be used: ")
    assert ran.stderr.count(b"\n") == 1


BRIEFLY = (
    "import forty_thieves.judging.cluster as e; e._CONNECT_SECONDS = 1\n"
    "from forty_thieves.__main__ import main; main()"
)


def impatient(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run the command with less patience than it has."""
    return subprocess.run(
        [sys.executable, "-c", BRIEFLY, "check", *arguments], capture_output=True, timeout=SECONDS, check=False
    )


def test_nothing_listens(games: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        ran = impatient(games, "--scheduler", address)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode().startswith(f"forty-thieves: no Dask scheduler answers at {address}: ")
    assert ran.stderr.count(b"\n") == 1


def test_what_listens_is_no_scheduler(games: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        ran = impatient(games, "--scheduler", address)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode().startswith(f"forty-thieves: no Dask scheduler answers at {address}: ")
    assert ran.stderr.count(b"\n") == 1


def test_without_the_extra(games: Path, tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError\n")
    ran = subprocess.run(
        [COMMAND, "check", games, "--scheduler", "tcp://127.0.0.1:8786"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=SECONDS,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr == b"forty-thieves: --scheduler needs the extra: pip install 'forty-thieves[cluster]'\n"
