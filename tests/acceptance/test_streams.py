"""Standard input and output that are closed, full or gone, signals, and the exit statuses that belong to them."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.command import COMMAND, LUCAS, SLOW, as_json, environment, game, run, shell, write

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
NEEDS_FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("deal --seed 1 --count 100000 | head -1", "---"),
        ("deal --seed 1 --count 100000 --format jsonl | head -c 9", '{"format"'),
        ("deal --seed 1 --count 100000 --format json | head -1", "["),
        ("deal --seed 1 --count 100000 --format text | head -1", "Forty Thieves, seed 1 (pysolfc)"),
        (
            "check many.jsonl --require legal | head -1",
            "many.jsonl: game 1: unfinished: lucas, 1 move, 8 cards on the foundations",
        ),
    ],
)
def test_a_reader_that_goes_ends_it_silently(tmp_path: Path, line: str, first: str) -> None:
    write(tmp_path, "game.yaml", LUCAS + "moves: |\n" + "  d d d d d d d d d d\n" * 5)
    write(
        tmp_path,
        "many.jsonl",
        '{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"d"}\n' * 9999,
    )
    ran = shell(f'"$FT" {line}; status=${{PIPESTATUS[0]}}; echo; echo $status', cwd=tmp_path)
    assert ran.out.splitlines()[0] == first
    assert ran.out.splitlines()[-1] == "141"
    assert ran.err == ""


@NEEDS_FULL
@pytest.mark.parametrize(
    "line",
    [
        "deal --seed 1",
        "deal --seed 1 --count 500",
        "play --seed 1",
        "check game.yaml",
        "check --format json game.yaml",
        "variants",
        "variants lucas",
        "schema game",
        "convert game.yaml",
        "play --seed 1 --format msgpack",
    ],
)
def test_full_disk(tmp_path: Path, line: str) -> None:
    write(tmp_path, "game.yaml", LUCAS + "moves: d\n")
    ran = shell(f'"$FT" {line} > /dev/full', cwd=tmp_path)
    assert (ran.status, ran.err) == (2, "forty-thieves: cannot write to standard output: no space left on device\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("line", ["deal --seed 1 --count 3 --format jsonl", "schema game"])
def test_a_disk_that_is_full_in_the_middle_of_a_piece(tmp_path: Path, line: str, unbuffered: str) -> None:
    # Python would keep modules that it had to cut short, and trip over them in the next test.
    env = {"PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"}
    ran = shell(f'ulimit -f 1; "$FT" {line} > out; echo "status $?"', env=env, cwd=tmp_path)
    assert ran.out == "status 2\n"
    assert ran.err == "forty-thieves: cannot write to standard output: file too large\n"


@pytest.mark.parametrize(
    "line",
    [
        "deal --seed 1",
        "play --seed 1",
        "check game.yaml",
        "variants",
        "schema game",
        "convert game.yaml --to msgpack",
    ],
)
def test_closed_standard_output(tmp_path: Path, line: str) -> None:
    write(tmp_path, "game.yaml", LUCAS + "moves: d\n")
    ran = shell(f'"$FT" {line} >&-', cwd=tmp_path)
    assert ran.status == 2
    assert ran.err.startswith("forty-thieves: ")
    assert ran.err.endswith("cannot write to standard output: it is closed\n")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "line", ["check -", "convert -", "play -", "play --seed 1 --moves -", "check - --deal deal.yaml"]
)
def test_closed_standard_input(tmp_path: Path, line: str) -> None:
    write(tmp_path, "deal.yaml", "format: forty-thieves-deal/1\nvariant: lucas\nseed: 42\n")
    ran = shell(f'"$FT" {line} <&-', cwd=tmp_path)
    assert ran.status == 2
    assert "-: unreadable: cannot read the file: " in ran.out + ran.err
    assert "Traceback" not in ran.err


def test_closed_standard_error(tmp_path: Path) -> None:
    write(tmp_path, "game.yaml", LUCAS + "moves: d\n")
    for line, status in (("convert missing.yaml", 2), ("deal --seed 1", 0), ("play --seed 1 99-f", 1)):
        assert shell(f'"$FT" {line} 2>&- > /dev/null', cwd=tmp_path).status == status


# Signals


def interrupted(*arguments: str, after: float = 0.6, cwd: Path | None = None) -> tuple[int, bytes]:
    """Run the command, send it an interrupt once it is at work, and give its status and standard error."""
    with subprocess.Popen(
        [COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        cwd=cwd,
    ) as process:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        err = process.stderr.read()
        return process.wait(SLOW), err


@pytest.mark.parametrize("arguments", [("deal", "--count", "100000000"), ("check", "-"), ("play", "-")])
def test_interrupt(arguments: tuple[str, ...]) -> None:
    assert interrupted(*arguments) == (130, b"")


def test_interrupt_leaves_no_half_file(tmp_path: Path) -> None:
    status, err = interrupted("deal", "--count", "100000000", "--output", "deals.jsonl", cwd=tmp_path)
    assert (status, err) == (130, b"")
    assert os.listdir(tmp_path) == []


# A bug


def test_a_bug_is_told_in_one_line(tmp_path: Path) -> None:
    """Something that no input does: a module of the program is replaced by one that fails."""
    write(
        tmp_path,
        "broken.py",
        "import forty_thieves.commands.deal as deal\n"
        "def fails(*_, **__): raise ZeroDivisionError('what\\nnow')\n"
        "deal.write_file = fails\n"
        "from forty_thieves.__main__ import main\n"
        "main()\n",
    )
    for debug, traceback in (([], False), (["--debug"], True)):
        done = subprocess.run(
            [sys.executable, str(tmp_path / "broken.py"), *debug, "deal", "lucas", "--seed", "1"],
            capture_output=True,
            env=environment({"PYTHONPATH": ""}),
            timeout=SLOW,
            check=False,
        )
        told = done.stderr.decode()
        assert ("Traceback" in told) is traceback
        if traceback:
            assert "ZeroDivisionError" in told
            assert done.returncode != 0
            continue
        assert done.returncode == 70
        assert told.startswith("forty-thieves: a bug in this program (ZeroDivisionError: what)")
        assert "please report it" in told
        assert told.count("\n") == 1
        assert done.stdout == b""


def test_messagepack_goes_through_a_pipe() -> None:
    ran = shell('"$FT" deal lucas --seed 42 --format msgpack | "$FT" convert - --to json | "$FT" play -')
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Lucas, after 0 moves\n")


def test_documents_joined_with_cat(tmp_path: Path) -> None:
    for seed in (1, 2):
        run("play", "--variant", "lucas", "--seed", str(seed), "d", "--save", tmp_path / f"{seed}.yaml")
    ran = shell('cat 1.yaml 2.yaml | "$FT" check --require legal -', cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "2 games: 2 unfinished\n")


def test_a_service_gets_each_report_before_it_sends_the_next_game() -> None:
    process = subprocess.Popen(
        [COMMAND, "check", "--format", "jsonl", "-"],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment({"PYTHONUNBUFFERED": "1"}),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    out = process.stdout

    def reported() -> dict[str, Any]:
        ready, _, _ = select.select([out], [], [], SLOW)
        assert ready, "no report has come"
        report: dict[str, Any] = msgspec.json.decode(out.readline())
        return report

    try:
        process.stdin.write(as_json(game("d d")).encode() * 2)
        assert [reported()["index"], reported()["index"]] == [1, 2]
        for index in range(3, 6):
            process.stdin.write(as_json(game("d " * index)).encode())
            report = reported()
            assert (report["index"], report["played"]) == (index, index)
        process.stdin.close()
        assert process.wait(SLOW) == 1
    finally:
        process.kill()
        process.wait()
