"""The referee: which verdict comes first, what a report holds, and the library's check."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from forty_thieves import Deal, Game, check, deal
from forty_thieves.formats.document import Document
from forty_thieves.game.rules import Rules
from forty_thieves.judging.outcomes import Item, Options
from forty_thieves.judging.referee import judge
from forty_thieves.problems import CODES
from forty_thieves.records.deals import serialise_deal
from forty_thieves.records.structs import Report
from support.paths import DATA

WON: list[dict[str, Any]] = [msgspec.json.decode(line) for line in (DATA / "io/won.jsonl").read_bytes().splitlines()]
IDS = [record["deal"]["variant"] for record in WON]
LUCAS = WON[IDS.index("lucas")]
LUCAS_DEAL = deal("lucas", LUCAS["deal"]["seed"])
CASE_DEAL: dict[str, Any] = {"variant": "lucas", "seed": 42}
HEAD: dict[str, Any] = {"format": "forty-thieves-game/1", "deal": CASE_DEAL}


STUCK: dict[str, Any] = {
    "deal": {"variant": "lucas", "seed": 18945},
    "moves": "d 13-11 d d d 4-11 " + "d " * 53 + "13-2",
}
"""A game of 60 moves that ends without a legal move."""


def report(record: object, expected: Deal | None = None) -> Report:
    return judge(Item(Document(record), "games.yaml", 3), Options(expected=expected)).report


class Case(Struct):
    """A game, and what the referee says of it.

    Attributes:
        id: what it shows.
        fields: the game's fields, on top of a good game's head.
        verdict: the verdict.
        code: the problem's code.
        expected: the deal that is asked for.
        legal: whether every move is legal.
        played: the moves before the first problem; None where the game could not be judged.
    """

    id: str
    fields: dict[str, Any]
    verdict: str
    code: str | None = None
    expected: Deal | None = None
    legal: bool = False
    played: int | None = None


OTHER = deal("lucas", 43)
SAME_CARDS = Rules(name="mine", columns=13, face_up=3, foundations_start="base", build="any-suit")
SAME_CARDS_RECORD = deal(SAME_CARDS, 42)
ILLEGAL, BAD = "5-f 5-f 2-8 d", "5-f 5-f 2>7 d"

PRECEDENCE = [
    Case("won", {**LUCAS}, "won", legal=True, played=len(LUCAS["moves"].split())),
    Case("unfinished", {"moves": "d"}, "unfinished", legal=True, played=1),
    Case("no-moves", {"moves": ""}, "unfinished", legal=True, played=0),
    Case("only-comments", {"moves": "# d\n"}, "unfinished", legal=True, played=0),
    Case("stuck-is-unfinished", {**STUCK}, "unfinished", legal=True, played=60),
    Case("illegal", {"moves": ILLEGAL}, "illegal", "does-not-build", played=2),
    Case("bad-token", {"moves": BAD}, "invalid", "bad-token", played=2),
    Case("illegal-before-bad-token", {"moves": "5-f 5-f 2-8 2>7"}, "illegal", "does-not-build", played=2),
    Case("bad-token-before-illegal", {"moves": "5-f 2>7 2-8"}, "invalid", "bad-token", played=1),
    Case("move-after-the-win", {**LUCAS, "moves": LUCAS["moves"] + " d"}, "illegal", "game-over",
         played=len(LUCAS["moves"].split())),
    Case("bad-token-after-the-win", {**LUCAS, "moves": LUCAS["moves"] + " 2>7"}, "invalid", "bad-token",
         played=len(LUCAS["moves"].split())),
    # The record before the log.
    Case("bad-deal-before-illegal", {"moves": ILLEGAL, "deal": {"variant": "lukas", "seed": 42}}, "invalid",
         "unknown-variant"),
    Case("unknown-field-before-bad-deal", {"moves": "d", "deal": {"variant": "lukas", "sede": 42}}, "invalid",
         "unknown-field"),
    Case("bad-claim-before-illegal", {"moves": ILLEGAL, "claim": "lost"}, "invalid", "bad-value"),
    # Another deal than the one asked for.
    Case("asked-for", {"moves": "d"}, "unfinished", None, deal("lucas", 42), legal=True, played=1),
    Case("other-deal", {"moves": "d"}, "rejected", "other-deal", OTHER),
    Case("other-deal-although-won", {**LUCAS}, "rejected", "other-deal", OTHER),
    Case("other-deal-before-illegal", {"moves": ILLEGAL}, "rejected", "other-deal", OTHER),
    Case("other-deal-before-bad-token", {"moves": BAD}, "rejected", "other-deal", OTHER),
    Case("other-deal-before-claim", {"moves": "d", "claim": "won"}, "rejected", "other-deal", OTHER),
    Case("bad-deal-before-other-deal", {"moves": "d", "deal": {"variant": "lucas", "seed": "x"}}, "invalid",
         "bad-seed", OTHER),
    Case("same-cards-with-easier-rules", {"moves": "d", "deal": {"rules": {
        "name": "mine", "columns": 13, "face_up": 3, "foundations_start": "base", "build": "any-suit"}, "seed": 42}},
         "rejected", "other-deal", deal("lucas", 42)),
    Case("easier-rules-under-the-variants-name", {"moves": "d", "deal": {"rules": {
        "name": "lucas", "columns": 13, "face_up": 3, "foundations_start": "base", "build": "any-suit"}, "seed": 42}},
         "invalid", "bad-rules", deal("lucas", 42)),
    Case("same-deal-without-its-seed", {"moves": "d", "deal": {
        key: value for key, value in msgspec.to_builtins(serialise_deal(deal("lucas", 42))).items()
        if key not in ("seed", "shuffle")}}, "unfinished", None, deal("lucas", 42), legal=True, played=1),
    # Claims come last.
    Case("true-claim-won", {**LUCAS, "claim": "won"}, "won", legal=True, played=len(LUCAS["moves"].split())),
    Case("true-claim-stuck", {**STUCK, "claim": "stuck"}, "unfinished", legal=True, played=60),
    Case("true-claim-unfinished", {"moves": "d", "claim": "unfinished"}, "unfinished", legal=True, played=1),
    Case("stuck-and-claimed-unfinished", {**STUCK, "claim": "unfinished"}, "unfinished", legal=True, played=60),
    Case("false-claim-won", {"moves": "d", "claim": "won"}, "rejected", "false-claim", legal=True, played=1),
    Case("false-claim-stuck", {"moves": "d", "claim": "stuck"}, "rejected", "false-claim", legal=True, played=1),
    Case("false-claim-unfinished", {**LUCAS, "claim": "unfinished"}, "rejected", "false-claim", legal=True,
         played=len(LUCAS["moves"].split())),
    Case("won-and-claimed-stuck", {**LUCAS, "claim": "stuck"}, "rejected", "false-claim", legal=True,
         played=len(LUCAS["moves"].split())),
    Case("illegal-before-false-claim", {"moves": ILLEGAL, "claim": "won"}, "illegal", "does-not-build", played=2),
    Case("bad-token-before-false-claim", {"moves": BAD, "claim": "won"}, "invalid", "bad-token", played=2),
]  # fmt: skip


@pytest.mark.parametrize("case", PRECEDENCE, ids=lambda case: case.id)
def test_verdict(case: Case) -> None:
    found = report({**HEAD, **case.fields}, case.expected)
    code = found.problem.code if found.problem else None
    assert (found.verdict, code, found.legal, found.played) == (case.verdict, case.code, case.legal, case.played)
    assert found.won or found.verdict != "won"
    if found.problem:
        assert CODES[found.problem.code][0] == found.verdict


@pytest.mark.parametrize(
    ("fields", "legal", "won", "stuck", "moves", "played", "foundation_cards"),
    [
        (LUCAS, True, True, False, len(LUCAS["moves"].split()), len(LUCAS["moves"].split()), 104),
        (STUCK, True, False, True, 60, 60, 8),
        ({"moves": "5-f 5-f 2-7 d"}, True, False, False, 4, 4, 10),
        ({"moves": "5-f 5-f 2-8 d"}, False, False, None, 4, 2, 10),
        ({"moves": "5-f 5-f 2>8 d # d"}, False, False, None, 4, 2, 10),
        ({"moves": "d", "claim": "won"}, True, False, False, 1, 1, 8),
        (
            {**LUCAS, "claim": "stuck"},
            True,
            True,
            False,
            len(LUCAS["moves"].split()),
            len(LUCAS["moves"].split()),
            104,
        ),
        ({"moves": "d", "claim": "wun"}, False, False, None, None, None, None),
    ],
    ids=["won", "stuck", "unfinished", "illegal", "bad-token", "false-claim", "won-and-rejected", "invalid"],
)
def test_every_field_of_a_report(
    fields: dict[str, Any],
    legal: bool,
    won: bool,
    stuck: bool | None,
    moves: int | None,
    played: int | None,
    foundation_cards: int | None,
) -> None:
    found = report({**HEAD, **fields})
    assert (found.file, found.index) == ("games.yaml", 3)
    assert (found.legal, found.won, found.stuck) == (legal, won, stuck)
    assert (found.moves, found.played, found.foundation_cards) == (moves, played, foundation_cards)
    known = moves is not None
    assert found.variant == ("lucas" if known else None)
    assert (found.deal is not None) is known


def test_another_deal_is_not_judged() -> None:
    found = report({**HEAD, "moves": "d d"}, OTHER)
    assert (found.variant, found.deal, found.moves) == ("lucas", deal("lucas", 42).digest, 2)
    assert (found.legal, found.won, found.stuck, found.played, found.foundation_cards) == (
        False,
        False,
        None,
        None,
        None,
    )
    assert found.problem is not None
    assert deal("lucas", 42).digest[:12] in found.problem.message
    assert OTHER.digest[:12] in found.problem.message


def test_rules_of_ones_own_have_no_variant() -> None:
    found = report({**HEAD, "deal": {"rules": {"name": "mine"}, "seed": 1}, "moves": "d"})
    assert found.variant is None
    assert found.deal == deal(Rules(name="another name"), 1).digest
    assert found.verdict == "unfinished"


def test_rules_of_a_variant_written_out_are_the_variant() -> None:
    rules = msgspec.to_builtins(LUCAS_DEAL.rules)
    found = report({**HEAD, "deal": {"rules": rules, "seed": 42}, "moves": "d"})
    assert (found.variant, found.deal) == ("lucas", deal("lucas", 42).digest)


# The library


@pytest.mark.parametrize("record", WON, ids=IDS)
def test_library_check_of_a_won_game(record: dict[str, Any]) -> None:
    dealt = deal(record["deal"]["variant"], record["deal"]["seed"])
    found = check(Game(dealt, record["moves"]))
    assert (found.verdict, found.file, found.index, found.problem) == ("won", "-", 1, None)
    assert check(Game(dealt, record["moves"]), expected=dealt).verdict == "won"
    assert check(Game(dealt, record["moves"]), expected=OTHER).verdict in ("won", "rejected")
    without_last = record["moves"].rsplit(maxsplit=1)[0]
    assert check(Game(dealt, without_last)).verdict == "unfinished"
    assert check(Game(dealt, without_last, "won")).verdict == "rejected"


@pytest.mark.parametrize(
    ("moves", "place"),
    [
        ("5-f 5-f 2-8", (1, 9)),
        ("5-f\n5-f 2-8", (2, 5)),
        ("# \u2660\r\n5-f 5-f\t2-8", (2, 9)),
        ("5-f\r5-f\r2-8", (3, 1)),
    ],
)
def test_library_check_places_problems_in_the_log(moves: str, place: tuple[int, int]) -> None:
    problem = check(Game(deal("lucas", 42), moves)).problem
    assert problem is not None
    assert (problem.move, problem.token) == (3, "2-8")
    assert (problem.line, problem.column) == place


@given(
    st.text(max_size=60) | st.lists(st.sampled_from([*LUCAS["moves"].split(), "99-f", "x", "#", "\n"])).map(" ".join)
)
@settings(max_examples=200)
def test_any_log_is_judged(moves: str) -> None:
    found = check(Game(LUCAS_DEAL, moves))
    assert (found.problem is None) is (found.verdict in ("won", "unfinished"))
    if found.problem is not None and found.problem.move is not None:
        assert str(found.problem.token) in re.split("\r\n|\r|\n", moves)[(found.problem.line or 1) - 1]
        assert found.played == found.problem.move - 1
