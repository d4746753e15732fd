"""What signals do: nothing half-written stays, and each has its exit status."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command import COMMAND, SLOW, WON, as_json, environment, run, shell

ENDINGS = [(signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGTERM, 143)]
ENDING = pytest.mark.parametrize(("number", "status"), ENDINGS, ids=[number.name for number, _ in ENDINGS])


def waited_for(path: Path, pattern: str) -> None:
    """Wait until a file of that name is there."""
    for _ in range(SLOW * 20):
        if any(path.glob(pattern)):
            return
        time.sleep(0.05)
    raise AssertionError(f"nothing of {pattern} came")


def ended_by(number: int, command: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    """Send the signal; the exit status, and what came out."""
    command.send_signal(number)
    out, err = command.communicate(timeout=SLOW)
    return command.returncode, out, err


@pytest.fixture(autouse=True)
def hanging_up_ends_it() -> Iterator[None]:
    """A hang-up ends the commands that a test runs, also where the tests were started by nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def checking(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A check that has begun to write a report, and waits for more games."""
    with subprocess.Popen(
        [COMMAND, "check", "--report", "report.json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    ) as command:
        waited_for(tmp_path, ".*.part")
        assert command.stdin is not None
        command.stdin.write(as_json(WON[4]).encode() * 3)
        command.stdin.flush()
        yield command
        command.kill()


@ENDING
def test_half_a_report_does_not_stay(
    checking: subprocess.Popen[bytes], tmp_path: Path, number: int, status: int
) -> None:
    ended = ended_by(number, checking)
    assert (ended[0], ended[2]) == (status, b"")
    assert os.listdir(tmp_path) == []


def test_nohup_is_obeyed(tmp_path: Path) -> None:
    line = "trap '' HUP; (sleep 1; echo) | $FT deal lucas --seed 1 -o d.yaml & kill -HUP $!; wait $!"
    assert shell(line, cwd=tmp_path).status == 0
    assert os.listdir(tmp_path) == ["d.yaml"]


@ENDING
@pytest.mark.parametrize("module", ["typer", "msgspec"])
def test_while_modules_are_imported(tmp_path: Path, number: int, status: int, module: str) -> None:
    slow = "import pathlib, time\npathlib.Path(__file__).with_name('begun').touch()\ntime.sleep(60)\n"
    (tmp_path / f"{module}.py").write_text(slow, encoding="utf-8")
    with subprocess.Popen(
        [COMMAND, "deal", "lucas"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}),
    ) as command:
        waited_for(tmp_path, "begun")
        assert ended_by(number, command) == (status, b"", b"")


# Outputs that are open files


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("$FT deal lucas --seed 42 -o /dev/stdout | cat", "DEAL"),
        ("$FT deal lucas --seed 42 -o >(cat); wait $!", "DEAL"),
        ("$FT deal lucas --seed 42 -o /dev/stdout > d; cat d", "DEAL"),
        ("$FT deal lucas --seed 42 -o /dev/fd/3 3>&1 >&2", "DEAL"),
        ("echo old > d; $FT deal lucas --seed 42 -o /dev/stdout >> d; cat d", "old\nDEAL"),
    ],
)
def test_open_files_are_outputs(tmp_path: Path, line: str, out: str) -> None:
    ran = shell(line, cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == out.replace("DEAL", run("deal", "lucas", "--seed", "42").out)


def test_two_reports_to_one_file(tmp_path: Path) -> None:
    ran = run("check", "-", "--report", "a.json", "--report", "./a.json", given=as_json(WON[4]), cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert "./a.json: two reports can't go to one file" in ran.err
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_named(tmp_path: Path) -> None:
    (tmp_path / "full.json").symlink_to("/dev/full")
    ran = run("check", "-", "--report", "full.json", given=as_json(WON[4]), cwd=tmp_path)
    assert ran.status == 2
    assert ran.err == "forty-thieves: full.json: cannot write the file: no space left on device\n"


@pytest.mark.parametrize("words", [{}, {"COMP_WORDS": "forty-thieves d"}, {"COMP_WORDS": "x", "COMP_CWORD": "y"}])
def test_completion_that_is_not_asked_for_by_a_shell(words: dict[str, str]) -> None:
    ran = run(env={"_FORTY_THIEVES_COMPLETE": "complete_bash", **words})
    assert (ran.status, ran.out) == (2, "")
    assert "COMP_WORDS and COMP_CWORD" in ran.err
