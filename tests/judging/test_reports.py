"""Reports as lines of text, and what they come to."""

from __future__ import annotations

from typing import Any

import pytest

from forty_thieves.formats.document import Document, Place
from forty_thieves.judging.referee import Judgement, Require
from forty_thieves.judging.reports import exit_status, summary_text, text_line, totals
from forty_thieves.records.structs import Problem, Report, Summary
from forty_thieves.text import file_name, placed


def report(**fields: Any) -> Report:
    """The report of a won game, but for these fields."""
    known: dict[str, Any] = {
        "file": "game.yaml", "index": 2, "variant": "lucas", "deal": "0" * 64, "verdict": "won", "legal": True,
        "won": True, "stuck": False, "moves": 250, "played": 250, "foundation_cards": 104, "problem": None,
    }  # fmt: skip
    return Report(**{**known, **fields})


def problem(**fields: Any) -> Problem:
    known: dict[str, Any] = {
        "code": "does-not-build", "message": "cannot put 9H on 8H: needs TH", "move": 3, "token": "2-8", "line": 4,
        "column": 11,
    }  # fmt: skip
    return Problem(**{**known, **fields})


UNFINISHED: dict[str, Any] = {"verdict": "unfinished", "won": False, "moves": 4, "played": 4, "foundation_cards": 10}
ILLEGAL: dict[str, Any] = {"verdict": "illegal", "won": False, "legal": False, "problem": problem()}


@pytest.mark.parametrize(
    ("verdict", "won", "legal"),
    [("won", 0, 0), ("unfinished", 1, 0), ("illegal", 1, 1), ("rejected", 1, 1), ("invalid", 2, 2)],
)
def test_exit_status(verdict: str, won: int, legal: int) -> None:
    told = report(verdict=verdict)
    assert exit_status(told, "won") == won
    assert exit_status(told, "legal") == legal


LINES: list[tuple[str, dict[str, Any], Place | None, Require, bool, str]] = [
    ("won", {}, None, "won", False, "game.yaml: won: lucas, 250 moves"),
    ("won-of-several", {}, None, "won", True, "game.yaml: game 2: won: lucas, 250 moves"),
    ("own-rules", {"variant": None, "moves": 1}, None, "won", False, "game.yaml: won: own rules, 1 move"),
    ("unfinished", UNFINISHED, (4, 15), "won", False,
     "game.yaml:4:15: unfinished: lucas, 4 moves, 10 cards on the foundations"),
    ("unfinished-without-a-place", UNFINISHED, None, "won", False,
     "game.yaml: unfinished: lucas, 4 moves, 10 cards on the foundations"),
    ("unfinished-and-good-enough", UNFINISHED, (4, 15), "legal", False,
     "game.yaml: unfinished: lucas, 4 moves, 10 cards on the foundations"),
    ("stuck", {**UNFINISHED, "stuck": True, "foundation_cards": 1}, (4, 15), "won", True,
     "game.yaml:4:15: unfinished: lucas, 4 moves, 1 card on the foundations, stuck: no legal move is left"),
    ("illegal", ILLEGAL, (4, 11), "legal", True,
     "game.yaml:4:11: does-not-build: move 3, 2-8: cannot put 9H on 8H: needs TH"),
    ("no-place-among-several", ILLEGAL, None, "won", True,
     "game.yaml: game 2: does-not-build: move 3, 2-8: cannot put 9H on 8H: needs TH"),
    ("no-move", {**ILLEGAL, "problem": problem(code="empty", message="the file is empty", move=None, token=None)},
     None, "won", False, "game.yaml: empty: the file is empty"),
    ("hostile-name", {"file": "a\nb\x1b[31m\u202e.yaml"}, None, "won", False,
     "a\\nb\\x1b[31m\\u202e.yaml: won: lucas, 250 moves"),
    ("hostile-token", {**ILLEGAL, "problem": problem(token="\x1b[31m" + "x" * 100)}, (4, 11), "won", False,
     "game.yaml:4:11: does-not-build: move 3, \\x1b[31m" + "x" * 19 + "... (105 characters): "
     "cannot put 9H on 8H: needs TH"),
    ("stdin", {"file": "-"}, None, "won", False, "-: won: lucas, 250 moves"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "place", "require", "several", "line"), [case[1:] for case in LINES], ids=[case[0] for case in LINES]
)
def test_text_line(fields: dict[str, Any], place: Place | None, require: Require, several: bool, line: str) -> None:
    assert text_line(Judgement(report(**fields), place), require, several=several) == line


def test_placed() -> None:
    assert placed("a", (1, 2)) == "a:1:2"
    assert placed("a", None) == "a"
    assert file_name("a b\u2660") == "a b\u2660"
    assert Document(None).locate() is None


@pytest.mark.parametrize(
    ("verdicts", "line"),
    [
        ({"won": 1}, "1 game: 1 won"),
        ({"won": 2, "unfinished": 0, "illegal": 1, "rejected": 1}, "4 games: 2 won, 1 illegal, 1 rejected"),
        ({}, "0 games"),
    ],
)  # fmt: skip
def test_totals(verdicts: dict[str, int], line: str) -> None:
    assert totals(Summary(games=sum(verdicts.values()), verdicts=verdicts, variants={}, problems={})) == line


def test_summary_as_text() -> None:
    summary = Summary(games=3, verdicts={"won": 1, "illegal": 2}, variants={"lucas": 3}, problems={"bad-token": 2})
    assert summary_text(summary) == (
        "games 3\nverdict won 1\nverdict illegal 2\nvariant lucas 3\nproblem bad-token 2\n"
    )
