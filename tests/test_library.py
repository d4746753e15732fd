"""The library: what can be imported, and what check says of games."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest

import forty_thieves
from forty_thieves import Game, IllegalMove, Report, Table, check, deal
from support.paths import WON_GAMES
from support.strategies import own

WON: list[dict[str, Any]] = [json.loads(line) for line in WON_GAMES.read_text().splitlines()]


def facts(report: Report) -> tuple[object, ...]:
    """Verdict, legal, won, stuck, moves in the log, moves played, cards on the foundations."""
    return (
        report.verdict, report.legal, report.won, report.stuck, report.moves, report.played, report.foundation_cards,
    )  # fmt: skip


def trouble(report: Report) -> tuple[object, ...]:
    """Code, number and token of the move, line and column."""
    assert report.problem is not None
    problem = report.problem
    return problem.code, problem.move, problem.token, problem.line, problem.column


def test_every_public_name_is_there_and_typed() -> None:
    assert all(hasattr(forty_thieves, name) for name in forty_thieves.__all__)
    assert {"Deal", "Fault", "Game", "IllegalMove", "Table", "check", "deal"} <= set(forty_thieves.__all__)
    assert (resources.files("forty_thieves") / "py.typed").is_file()
    assert forty_thieves.__version__.count(".") == 2


@pytest.mark.parametrize("game", WON, ids=lambda game: game["variant"])
def test_a_won_game(game: dict[str, Any]) -> None:
    dealt = deal(game["variant"], game["seed"])
    number = len(game["moves"].split())
    report = check(Game(dealt, game["moves"]))
    assert facts(report) == ("won", True, True, False, number, number, 104)
    assert (report.problem, report.variant, report.deal) == (None, game["variant"], dealt.digest)
    assert (report.file, report.index) == ("-", 1)


@pytest.mark.parametrize("game", WON, ids=lambda game: game["variant"])
def test_a_won_game_without_its_last_move(game: dict[str, Any]) -> None:
    tokens = game["moves"].split()
    report = check(Game(deal(game["variant"], game["seed"]), " ".join(tokens[:-1])))
    assert facts(report) == ("unfinished", True, False, False, len(tokens) - 1, len(tokens) - 1, 103)


@pytest.mark.parametrize("game", WON, ids=lambda game: game["variant"])
def test_a_move_after_a_won_game(game: dict[str, Any]) -> None:
    number = len(game["moves"].split())
    report = check(Game(deal(game["variant"], game["seed"]), f"{game['moves']}\nd"))
    assert facts(report) == ("illegal", False, False, None, number + 1, number, 104)
    assert trouble(report) == ("game-over", number + 1, "d", 2, 1)


@pytest.mark.parametrize("game", WON, ids=lambda game: game["variant"])
def test_a_won_game_on_another_seed_is_no_won_game(game: dict[str, Any]) -> None:
    report = check(Game(deal(game["variant"], game["seed"] + 1), game["moves"]))
    assert (report.verdict, report.legal, report.won) == ("illegal", False, False)


def test_the_won_games_are_of_every_variant() -> None:
    assert {game["variant"] for game in WON} == set(forty_thieves.game.variants.ARTICLE_NAMES)


LEGAL = "5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f"


@pytest.mark.parametrize(
    ("log", "told", "at"),
    [
        pytest.param(LEGAL, ("unfinished", True, False, False, 14, 14, 11), None, id="legal"),
        pytest.param("", ("unfinished", True, False, False, 0, 0, 8), None, id="no moves"),
        pytest.param("# none\n", ("unfinished", True, False, False, 0, 0, 8), None, id="a comment alone"),
        pytest.param(
            LEGAL.replace("2-7", "2-8"),
            ("illegal", False, False, None, 14, 2, 10),
            ("does-not-build", 3, "2-8", 1, 9),
            id="illegal",
        ),
        pytest.param(
            "5-f # both twos\r\n\t5-f\r\n  2-8=8S d",
            ("illegal", False, False, None, 4, 2, 10),
            ("does-not-build", 3, "2-8=8S", 3, 3),
            id="illegal, on a later line",
        ),
        pytest.param(
            "5-f 5-f\n2>7 d x",
            ("invalid", False, False, None, 5, 2, 10),
            ("bad-token", 3, "2>7", 2, 1),
            id="bad token",
        ),
        pytest.param(
            "5-f 2-8 x",
            ("illegal", False, False, None, 3, 1, 9),
            ("does-not-build", 2, "2-8", 1, 5),
            id="illegal before a bad token",
        ),
        pytest.param(
            "5-f x 2-8",
            ("invalid", False, False, None, 3, 1, 9),
            ("bad-token", 2, "x", 1, 5),
            id="bad token before an illegal move",
        ),
        pytest.param(
            "# \U0001f0a1\nd d\xa0d",
            ("invalid", False, False, None, 2, 1, 8),
            ("bad-token", 2, "d\xa0d", 2, 3),
            id="no-break space",
        ),
    ],
)
def test_logs(log: str, told: tuple[object, ...], at: tuple[object, ...] | None) -> None:
    report = check(Game(deal("lucas", 42), log))
    assert facts(report) == told
    if at is None:
        assert report.problem is None
    else:
        assert trouble(report) == at


@pytest.mark.parametrize("claim", ["won", "stuck", "unfinished"])
def test_a_true_or_false_claim_of_an_unfinished_game(claim: Any) -> None:
    report = check(Game(deal("lucas", 42), LEGAL, claim))
    assert report.verdict == ("unfinished" if claim == "unfinished" else "rejected")
    assert (report.problem.code if report.problem else None) == (None if claim == "unfinished" else "false-claim")
    assert (report.legal, report.won, report.stuck, report.played) == (True, False, False, 14)


@pytest.mark.parametrize("claim", ["won", "stuck", "unfinished"])
def test_a_true_or_false_claim_of_a_won_game(claim: Any) -> None:
    game = WON[0]
    report = check(Game(deal(game["variant"], game["seed"]), game["moves"], claim))
    assert report.verdict == ("won" if claim == "won" else "rejected")


ONE_COLUMN = own(columns=1, face_up=103)
"""All cards but one lie in the only column: where neither that one nor the top is an ace, a draw is all there is."""


@pytest.mark.parametrize(
    ("log", "stuck", "claim", "verdict"),
    [
        ("", False, None, "unfinished"),
        ("", False, "stuck", "rejected"),
        ("d", True, None, "unfinished"),
        ("d", True, "stuck", "unfinished"),
        ("d", True, "unfinished", "unfinished"),
        ("d", True, "won", "rejected"),
    ],
)
def test_a_stuck_game_is_unfinished_and_may_say_so(log: str, stuck: bool, claim: Any, verdict: str) -> None:
    report = check(Game(deal(ONE_COLUMN, 2), log, claim))
    assert (report.stuck, report.verdict, report.legal) == (stuck, verdict, True)


def test_a_game_on_another_deal_than_the_one_asked_for() -> None:
    report = check(Game(deal("lucas", 42), LEGAL), expected=deal("lucas", 43))
    assert facts(report) == ("rejected", False, False, None, 14, None, None)
    assert report.problem is not None
    assert report.problem.code == "other-deal"
    assert check(Game(deal("lucas", 42), LEGAL), expected=deal("lucas", 42)).verdict == "unfinished"


def test_rules_of_one_s_own_have_no_variant_s_name() -> None:
    report = check(Game(deal(own(take_back=True), 1), "d"))
    assert (report.variant, report.verdict) == (None, "unfinished")


def test_a_table_is_played_by_tokens() -> None:
    table = Table(deal("lucas", 42))
    table.play("5-f")
    with pytest.raises(IllegalMove, match="cannot put 8S on TS: needs 9S") as refused:
        table.play("2-8")
    assert refused.value.refusal.code == "does-not-build"
    assert str(table.undo()) == "5-f"
    assert "5-f" in table.legal_moves
