"""Games compared with each other: which came before, and which are the shortest."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from forty_thieves.judging.contest import Originals, Standings
from forty_thieves.judging.outcomes import Likeness, Options, Outcome
from forty_thieves.outputs import OutputError
from support.outcomes import ILLEGAL, REJECTED, UNFINISHED, outcome


def submitted(log: bytes, transfers: bytes = b"", *, file: str = "a.yaml", index: int = 1, several: bool = False,
              **fields: Any) -> Outcome:  # fmt: skip
    likeness = Likeness(log, transfers or log)
    return outcome(file=file, index=index, several=several, likeness=likeness, **fields)


def checked(originals: Originals, game: Outcome) -> tuple[str, str] | None:
    before = game.place
    changed = originals.check(game, Options())
    problem = game.report.problem
    assert game.place == before
    if not changed:
        return None
    assert problem is not None
    assert (game.report.verdict, game.status) == ("rejected", 1)
    return problem.code, problem.message


def test_what_came_before_is_named() -> None:
    originals = Originals()
    assert checked(originals, submitted(b"1", file="a\n.yaml")) is None
    assert checked(originals, submitted(b"2", file="b.jsonl", index=2, several=True)) is None
    assert checked(originals, submitted(b"1", file="c'; DROP TABLE logs;")) == (
        "same-log", "the moves are those of a\\n.yaml"
    )  # fmt: skip
    assert checked(originals, submitted(b"2", file="d")) == ("same-log", "the moves are those of b.jsonl, game 2")
    assert checked(originals, submitted(b"1", file="e")) == ("same-log", "the moves are those of a\\n.yaml")
    assert checked(originals, submitted(b"\0" * 16)) is None


def test_the_same_moves_in_another_order() -> None:
    originals = Originals()
    assert checked(originals, submitted(b"1", b"x", file="a")) is None
    for _ in range(2):  # what was refused is no original
        assert checked(originals, submitted(b"2", b"x", file="b")) == (
            "reordered", "the moves, in another order, are those of a"
        )  # fmt: skip
    assert checked(originals, submitted(b"1", b"x", file="c")) == ("same-log", "the moves are those of a")


def test_what_fell_short_keeps_its_own_problem() -> None:
    originals = Originals()
    assert checked(originals, submitted(b"1", **REJECTED)) is None
    again = submitted(b"1", **REJECTED)
    assert checked(originals, again) is None
    assert again.report.problem is not None
    assert again.report.problem.code == "false-claim"
    without = outcome(**ILLEGAL)
    assert checked(originals, without) is None
    assert checked(originals, submitted(b"1", **UNFINISHED)) == ("same-log", "the moves are those of a.yaml")


def test_won_games_are_ranked_by_steps_and_ties_share_a_rank() -> None:
    standings = Standings()
    for file, steps in [("a", 5), ("b", 3), ("c", 5), ("d", 104), ("e", 3), ("f", 0)]:
        standings.add(outcome(file=file, steps=steps))
        standings.add(outcome(**UNFINISHED, file=f"{file}-unfinished", steps=1))
    standings.add(outcome(**ILLEGAL, file="illegal", steps=None))
    found = [(game.report.file, game.report.rank) for game in standings.ranked()]
    assert found[:6] == [("f", 1), ("b", 2), ("e", 2), ("a", 4), ("c", 4), ("d", 6)]
    assert found[6:] == [*((f"{file}-unfinished", None) for file in "abcdef"), ("illegal", None)]


def test_many_games() -> None:
    games = 3_000
    originals, standings = Originals(), Standings()
    for number in range(games):
        game = submitted(b"%d" % (number % 500), index=number, steps=number % 100)
        assert (checked(originals, game) is None) == (number < 500)
        standings.add(outcome(index=number, steps=number % 100))
    found = [game.report.index for game in standings.ranked()]
    assert found == sorted(range(games), key=lambda number: (number % 100, number))


def test_a_full_temporary_disk_is_said_and_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    real = sqlite3.connect

    def small(*arguments: Any, **options: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = real(*arguments, **options)
        database.execute("PRAGMA max_page_count = 12")
        return database

    monkeypatch.setattr(sqlite3, "connect", small)
    originals = Originals()

    def fill() -> None:
        for number in range(10_000):
            originals.check(submitted(b"%016d" % number), Options())

    with pytest.raises(OutputError, match="temporary file: database or disk is full"):
        fill()
    standings = Standings()

    def fill_too() -> None:
        for number in range(10_000):
            standings.add(outcome(index=number))

    with pytest.raises(OutputError, match="temporary file: database or disk is full"):
        fill_too()
