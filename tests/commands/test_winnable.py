"""Searching for winnable deals: what was found is kept, whatever ends the search."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from forty_thieves import check
from forty_thieves.commands import winnable
from forty_thieves.commands.run import run
from forty_thieves.game.moves import Move
from forty_thieves.game.table import Table
from forty_thieves.solving.batch import Run, Task
from forty_thieves.solving.engine import Engine
from forty_thieves.solving.limits import Clock
from forty_thieves.solving.solver import Solution

EASY = "format: forty-thieves-rules/1\nname: easy\nranks: A234\ncolumns: 5\nface_up: 2\n"
"""Rules by which nearly every deal is won, and quickly."""


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    """The command line that looks for three deals, less where they go."""
    rules = tmp_path / "rules.yaml"
    rules.write_text(EASY)
    return ["deal", "--rules", str(rules), "--seed", "1", "--count", "3", "--winnable", "--effort", "100000"]


def interrupted_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let somebody interrupt the search after so many won games."""

    class Interrupted(Run):
        def solutions(self, tasks: Iterable[Task]) -> Iterator[Solution]:
            won = 0
            for solution in super().solutions(tasks):
                won += solution.status == "won"
                if won > games:
                    os.kill(os.getpid(), signal.SIGINT)
                    assert self.interrupted
                    return
                yield solution

    monkeypatch.setattr(winnable, "Run", Interrupted)


@pytest.mark.parametrize("options", [(), ("--solution",)])
def test_what_was_found_before_an_interrupt_is_written(
    arguments: list[str], options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    interrupted_after(2, monkeypatch)
    path = tmp_path / "found.jsonl"
    assert run([*arguments, *options, "--output", str(path)], lambda: None) == 130
    assert capsys.readouterr().err == ("forty-thieves: interrupted after 2 of 3 deals; what was found is written\n")
    records = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert len(records) == 2
    if options:
        assert all(check(record).won for record in records)


def test_an_interrupt_while_a_par_is_looked_for_leaves_the_deal_out(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the whole effort its par might be another one."""
    shortened: list[int] = []

    def shorten(_: Table, moves: list[Move], __: Engine, effort: int, clock: Clock) -> tuple[list[Move], int]:
        shortened.append(effort)
        if len(shortened) == 2:
            os.kill(os.getpid(), signal.SIGINT)
            assert clock.reason() == "interrupted"
        return moves, 5

    monkeypatch.setattr(winnable, "shorten", shorten)
    path = tmp_path / "found.jsonl"
    assert run([*arguments, "--par", "--output", str(path)], lambda: None) == 130
    assert capsys.readouterr().err == "forty-thieves: interrupted after 1 of 3 deals; what was found is written\n"
    assert "par" in msgspec.json.decode(path.read_bytes())["meta"]
    assert shortened == [100_000, 100_000]


def test_a_folder_gets_what_was_found(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted_after(2, monkeypatch)
    folder = tmp_path / "found"
    assert run([*arguments, "--output", f"{folder}/"], lambda: None) == 130
    assert len(os.listdir(folder)) == 2


def test_where_nothing_was_found_nothing_is_written(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted_after(0, monkeypatch)
    assert run([*arguments, "--output", str(tmp_path / "found.jsonl")], lambda: None) == 130
    assert capsys.readouterr().err == "forty-thieves: interrupted after 0 of 3 deals\n"
    assert os.listdir(tmp_path) == ["rules.yaml"]


def test_where_there_are_too_few_they_are_written(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class OneWon(Run):
        def solutions(self, tasks: Iterable[Task]) -> Iterator[Solution]:
            for number, solution in enumerate(super().solutions(tasks)):
                yield solution if number == 1 else structs.replace(solution, status="unknown")

    monkeypatch.setattr(winnable, "Run", OneWon)
    monkeypatch.setattr(winnable, "MOST_TRIED", 1)
    path = tmp_path / "found.jsonl"
    assert run([*arguments, "--output", str(path)], lambda: None) == 1
    assert capsys.readouterr().err == (
        "forty-thieves: only 1 of 3 deals were found that can be won so, among the seeds from 1 to 3; "
        "what was found is written\n"
    )
    assert msgspec.json.decode(path.read_bytes())["seed"] == 2
