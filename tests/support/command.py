"""Runs the installed command as a user runs it, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from support.paths import DATA

COMMAND = str(Path(sys.executable).with_name("forty-thieves"))
LUCAS = "format: forty-thieves-game/1\ndeal: {variant: lucas, seed: 42}\n"
"""The head of a game record."""
LEGAL = "5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f"
"""A legal log of Lucas, seed 42; it leaves 11 cards on the foundations."""
WON: list[dict[str, Any]] = [msgspec.json.decode(line) for line in (DATA / "io/won.jsonl").read_bytes().splitlines()]
"""A won game of each variant, as records."""
SLOW = 60
"""Seconds after which a command counts as hanging."""


class Ran(Struct):
    """What a command came to.

    Attributes:
        status: the exit status.
        out: what it wrote to standard output.
        err: what it wrote to standard error.
    """

    status: int
    out: str
    err: str


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a plain user, without what the test run's own surroundings set."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT", "TMPDIR") if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8", **(extra or {})}


def run_bytes(
    *arguments: str | bytes | Path, given: bytes = b"", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command; its output as bytes."""
    return subprocess.run(
        [COMMAND, *arguments],
        input=given,
        capture_output=True,
        env=environment(env),
        cwd=cwd,
        timeout=SLOW,
        check=False,
    )


def run(
    *arguments: str | bytes | Path,
    given: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Ran:
    """Run the command; its output as text, which has to be UTF-8 and free of tracebacks and terminal escapes."""
    data = given.encode() if isinstance(given, str) else given
    done = run_bytes(*arguments, given=data, env=env, cwd=cwd)
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err, ran.err
    assert "\x1b" not in ran.out + ran.err
    return ran


def shell(line: str, *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Ran:
    """Run a line of bash in which ``$FT`` is the command."""
    done = subprocess.run(
        ["bash", "-c", line],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment({"FT": COMMAND, **(env or {})}),
        cwd=cwd,
        timeout=SLOW,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def reports(*arguments: str | bytes | Path, given: str | bytes = b"") -> list[dict[str, Any]]:
    """The reports of ``check`` as plain data, whatever its exit status."""
    ran = run("check", "--format", "jsonl", *arguments, given=given)
    return [msgspec.json.decode(line) for line in ran.out.splitlines()]


def write(folder: Path, name: str, content: str | bytes) -> Path:
    """Write a file into a folder, as it is: no line end is changed."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def game(moves: str, **fields: Any) -> dict[str, Any]:
    """A game record on Lucas, seed 42, as plain data."""
    return {"format": "forty-thieves-game/1", "deal": {"variant": "lucas", "seed": 42}, "moves": moves, **fields}


def as_json(record: object) -> str:
    """Plain data as one line of JSON."""
    return msgspec.json.encode(record).decode() + "\n"
