"""Reports as lines of text, and rankings."""

from __future__ import annotations

from typing import Any

import pytest

from forty_thieves.formats.document import Document, Place
from forty_thieves.judging.outcomes import Outcome, Require, status_of
from forty_thieves.judging.reporters.text import Ranking, Text, summary_text, text_line, totals
from forty_thieves.records.structs import Summary
from forty_thieves.text import file_name, placed
from support.outcomes import ILLEGAL, UNFINISHED, outcome


@pytest.mark.parametrize(
    ("fields", "won", "legal"),
    [
        ({"verdict": "won"}, 0, 0),
        ({"verdict": "unfinished"}, 1, 0),
        ({"verdict": "illegal", "code": "empty-source"}, 1, 1),
        ({"verdict": "rejected", "code": "other-deal"}, 1, 1),
        ({"verdict": "invalid", "code": "syntax"}, 2, 2),
        ({"verdict": "invalid", "code": "internal-error"}, 70, 70),
    ],
    ids=lambda value: value.get("code", value["verdict"]) if isinstance(value, dict) else None,
)
def test_status(fields: dict[str, Any], won: int, legal: int) -> None:
    report = outcome(**fields).report
    assert status_of(report, "won") == won
    assert status_of(report, "legal") == legal


BUILD: dict[str, Any] = {**ILLEGAL, "message": "cannot put 9H on 8H: needs TH"}
LINES: list[tuple[str, dict[str, Any], Place | None, Require, bool, str]] = [
    ("won", {}, None, "won", False, "a.yaml: won: lucas, 250 moves"),
    ("won-of-several", {"index": 2}, None, "won", True, "a.yaml: game 2: won: lucas, 250 moves"),
    ("custom-rules", {"variant": None, "moves": 1}, None, "won", False, "a.yaml: won: custom rules, 1 move"),
    ("unfinished", UNFINISHED, (4, 15), "won", False,
     "a.yaml:4:15: unfinished: lucas, 4 moves, 10 cards on the foundations"),
    ("unfinished-without-a-place", UNFINISHED, None, "won", False,
     "a.yaml: unfinished: lucas, 4 moves, 10 cards on the foundations"),
    ("unfinished-and-good-enough", UNFINISHED, (4, 15), "legal", False,
     "a.yaml: unfinished: lucas, 4 moves, 10 cards on the foundations"),
    ("stuck", {**UNFINISHED, "stuck": True, "foundation_cards": 1}, (4, 15), "won", True,
     "a.yaml:4:15: unfinished: lucas, 4 moves, 1 card on the foundations, stuck: no legal move is left"),
    ("illegal", BUILD, (4, 11), "legal", True,
     "a.yaml:4:11: does-not-build: move 3, 2-8: cannot put 9H on 8H: needs TH"),
    ("no-place-among-several", {**BUILD, "index": 2}, None, "won", True,
     "a.yaml: game 2: does-not-build: move 3, 2-8: cannot put 9H on 8H: needs TH"),
    ("no-move", {"verdict": "invalid", "code": "empty", "message": "the file is empty"}, None, "won", False,
     "a.yaml: empty: the file is empty"),
    ("hostile-name", {"file": "a\nb\x1b[31m\u202e.yaml"}, None, "won", False,
     "a\\nb\\x1b[31m\\u202e.yaml: won: lucas, 250 moves"),
    ("hostile-token", {**BUILD, "token": "\x1b[31m" + "x" * 100}, (4, 11), "won", False,
     "a.yaml:4:11: does-not-build: move 3, \\x1b[31m" + "x" * 19 + "... (105 characters): "
     "cannot put 9H on 8H: needs TH"),
    ("stdin", {"file": "-"}, None, "won", False, "-: won: lucas, 250 moves"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "place", "require", "several", "line"), [case[1:] for case in LINES], ids=[case[0] for case in LINES]
)
def test_text_line(fields: dict[str, Any], place: Place | None, require: Require, several: bool, line: str) -> None:
    assert text_line(outcome(**{**fields, "place": place}, require=require, several=several)) == line


def ranking(*games: Outcome, top: int | None = None, least_status: int = 0) -> list[str]:
    out: list[bytes] = []
    reporter = Ranking(out.append, top=top, least_status=least_status)
    for game in games:
        game.pieces = {"text": reporter.render(game)}
        reporter.game(game)
    reporter.finish()
    return b"".join(out).decode().splitlines()


RANKED = [
    outcome(file="a.yaml", rank=1, steps=200, meta={"player": "Ann"}),
    outcome(file="b.jsonl", rank=2, steps=12345, meta={"name": "x"}, index=7, several=True),
    outcome(file="c.yaml", rank=2, steps=12345, meta={"player": "\x1b[31m" + "x" * 60}),
    outcome(file="d.yaml", rank=4, steps=12346),
    outcome(**ILLEGAL, file="e.yaml"),
]


def test_a_ranking_lists_ranks_steps_players_and_files() -> None:
    assert ranking(*RANKED) == [
        "rank  steps  player                    file",
        "   1    200  Ann                       a.yaml",
        "   2  12345  -                         b.jsonl: game 7",
        "   2  12345  \\x1b[31m" + "x" * 35 + "... (65 characters)  c.yaml",
        "   4  12346  -                         d.yaml",
    ]


def test_a_ranking_compares_with_the_par_of_the_deal() -> None:
    steps = {"a": 188, "b": 200, "c": 212}
    games = [
        outcome(file=file, rank=rank, steps=steps[file], par=200, meta={"player": "Ann"})
        for rank, file in enumerate(steps, 1)
    ]
    assert ranking(*games) == [
        "rank  steps    par  player                    file",
        "   1    188    -12  Ann                       a",
        "   2    200      0  Ann                       b",
        "   3    212    +12  Ann                       c",
    ]


@pytest.mark.parametrize(
    ("steps", "told"),
    [(188, "12 steps under par"), (199, "1 step under par"), (200, "at par"), (201, "1 step over par")],
)
def test_a_won_game_is_compared_with_the_par_of_its_deal(steps: int, told: str) -> None:
    won = outcome(file="a.yaml", steps=steps, moves=180, par=200)
    assert text_line(won) == f"a.yaml: won: lucas, 180 moves, {told}"
    assert "par" not in text_line(outcome(**UNFINISHED, file="a.yaml", steps=steps, par=200))


@pytest.mark.parametrize(("top", "lines"), [(1, 2), (2, 4), (3, 4), (4, 5), (9, 5), (None, 5)])
def test_only_the_first_ranks(top: int | None, lines: int) -> None:
    assert len(ranking(*RANKED, top=top)) == lines


def test_a_ranking_of_nothing_has_no_headings() -> None:
    assert ranking(outcome(**ILLEGAL)) == []


def test_a_summary_behind_the_lines() -> None:
    out: list[bytes] = []
    Text(out.append).finish(Summary(games=0, verdicts={"won": 0}, variants={}, problems={}, skipped={"links": 2}))
    assert b"".join(out) == b"games 0\nverdict won 0\nskipped links 2\n"


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
