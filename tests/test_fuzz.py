"""A short run of the fuzzer, and what it is made of."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.large import LARGE, MANY, command_on, measured
from support.paths import ROOT
from support.work import command_work

TOOL = ROOT / "tests" / "tools" / "fuzz.py"
FUZZ: dict[str, Any] = runpy.run_path(str(TOOL))


def test_a_short_run_finds_nothing() -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), "--inputs", "150", "--seed", "7", "--untimed"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout == "seed 7: 150 inputs, nothing found\n"


@pytest.mark.parametrize("kind", LARGE)
def test_what_costs_most_for_its_size_stays_in_bounds(tmp_path: Path, kind: str) -> None:
    """What hangs is ended; the fuzzer measures the time, of larger inputs too."""
    cost = measured(kind, 2**18 if kind in MANY else 2**20, tmp_path)
    assert cost.status in (0, 1, 2)
    assert cost.megabytes < 200


@pytest.mark.parametrize("kind", LARGE)
def test_work_grows_no_faster_than_the_input(tmp_path: Path, kind: str) -> None:
    """Of three parts of one size the last is no more work than the one before it."""
    part = 2**12
    command_work(*command_on(kind, part, tmp_path))  # what is done once only, as imports are
    first, second, third = (command_work(*command_on(kind, parts * part, tmp_path)) for parts in (1, 2, 3))
    assert third - second < (second - first) * 1.1 + 200


def test_inputs_follow_from_the_seed() -> None:
    make = FUZZ["make"]
    made = [make(1, number) for number in range(50)]
    assert made == [make(1, number) for number in range(50)]
    assert made != [make(2, number) for number in range(50)]
    assert {suffix for suffix, _ in made} == {"", ".json", ".jsonl", ".yaml", ".msgpack", ".moves", ".pso"}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: 1 / 0, "ZeroDivisionError"),
        (lambda: (70, 1), "exit status 70"),
    ],
    ids=["a traceback", "an exit status"],
)
def test_what_no_input_may_do_is_noticed(tmp_path: Path, wrong: Any, told: str) -> None:
    try_one = FUZZ["try_one"]
    real = try_one.__globals__["check"]
    try_one.__globals__["check"] = lambda *_: wrong()
    try:
        assert told in try_one(1, 1, str(tmp_path / "x"))
    finally:
        try_one.__globals__["check"] = real


def test_every_seed_is_a_game_that_is_judged(tmp_path: Path) -> None:
    from random import Random

    for number, record in enumerate(FUZZ["RECORDS"]):
        for suffix, writer in FUZZ["WRITERS"].items():
            if suffix != ".moves":
                path = tmp_path / f"{number}{suffix}"
                path.write_bytes(writer(record, Random(1)))
                assert FUZZ["check"](str(path), Random(3)) in ((0, 1), (1, 1))


def test_the_optional_harness_checks_too() -> None:
    check = runpy.run_path(str(ROOT / "tests" / "fuzz" / "atheris_check.py"))["check"]
    for number in range(60):
        suffix, data = FUZZ["make"](5, number)
        check(bytes([number]) + data)
        assert suffix in FUZZ["WRITERS"] or suffix == ""
