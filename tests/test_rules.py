"""Rules records: what is refused with which field and advice, and the card tests that follow from a record."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import strategies
from forty_thieves.cards import NAMES, parse_card, parse_cards
from forty_thieves.problems import Fault
from forty_thieves.records import interpret_record
from forty_thieves.rules import Rules
from strategies import own

HUGE = 10**5000


@pytest.mark.parametrize(
    ("fields", "at", "told"),
    [
        # One field
        ({"columns": 0}, "columns", "columns is 0: it must be from 1 to 99"),
        ({"columns": 100}, "columns", "columns is 100: it must be from 1 to 99"),
        ({"columns": 200}, "columns", "from 1 to 99"),
        ({"columns": -1}, "columns", "columns is -1"),
        ({"columns": HUGE}, "columns", "a number of more than 30 digits"),
        ({"decks": 0}, "decks", "decks is 0: it must be from 1 to 4"),
        ({"decks": 5}, "decks", "decks is 5: it must be from 1 to 4"),
        ({"face_up": -1}, "face_up", "face_up is -1"),
        ({"face_up": 209}, "face_up", "it must be from 0 to 208"),
        ({"face_down": -1}, "face_down", "face_down is -1"),
        ({"face_down": HUGE}, "face_down", "a number of more than 30 digits"),
        ({"draw": 0}, "draw", "draw is 0: it must be from 1 to 208"),
        ({"draw": 209}, "draw", "draw is 209"),
        ({"initial_draw": -1}, "initial_draw", "initial_draw is -1"),
        ({"initial_draw": 209}, "initial_draw", "initial_draw is 209"),
        ({"redeals": -1}, "redeals", "redeals is -1: it must be from 0 to 999, or 'unlimited'"),
        ({"redeals": 1000}, "redeals", "from 0 to 999"),
        ({"redeals": HUGE}, "redeals", "a number of more than 30 digits"),
        ({"foundation_base": 0}, "foundation_base", "foundation_base is 0: it must be one of A 2 3"),
        ({"foundation_base": 14}, "foundation_base", "K, from 1 to 13, or 'dealt'"),
        ({"foundation_base": HUGE}, "foundation_base", "a number of more than 30 digits"),
        ({"foundation_base": ""}, "foundation_base", "foundation_base is ''"),
        ({"foundation_base": "A2"}, "foundation_base", "'A2'"),
        ({"foundation_base": "k"}, "foundation_base", "'k'"),
        ({"foundation_base": "10"}, "foundation_base", "'10'"),
        ({"name": ""}, "name", "it must be 1 to 80 printable characters"),
        ({"name": "x" * 81}, "name", "1 to 80"),
        ({"name": "a\nb"}, "name", "printable"),
        ({"name": " x"}, "name", "printable"),
        ({"title": "\x1b[2J"}, "title", "title is '\\x1b[2J'"),
        ({"aliases": ("fine", "")}, "aliases", "aliases is ''"),
        # The whole
        ({"face_down": 4, "face_up": 0}, "face_up", "the top card of a column lies face up"),
        ({"columns": 13, "face_up": 9}, "columns", "13 columns of 9 need 117 cards; the pack has 104"),
        ({"columns": 13, "face_up": 5, "face_down": 4}, "columns", "13 columns of 9 need 117 cards"),
        ({"decks": 1, "columns": 53, "face_up": 1}, "columns", "53 columns of 1 need 53 cards; the pack has 52"),
        (
            {"columns": 25, "foundations_start": "base"}, "columns",
            "25 columns of 4 need 100 cards, 8 are set out on the foundations; the pack has 104",
        ),
        (
            {"columns": 26, "initial_draw": 1}, "columns",
            "26 columns of 4 need 104 cards, the opening draw takes 1; the pack has 104",
        ),
        ({"move": "single", "sequence": "same-suit"}, "sequence", "move is 'single': no sequence ever moves"),
        ({"foundation_base": "5", "foundation_wrap": False}, "foundation_wrap", "no game could be won"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else ascii(value)[1:61],
)  # fmt: skip
def test_refused_rules(fields: dict[str, Any], at: str, told: str) -> None:
    with pytest.raises(Fault) as refused:
        own(**fields)
    fault = refused.value
    assert (fault.code, fault.path) == ("bad-rules", (at,))
    assert told in fault.message
    assert len(fault.message) < 300


@pytest.mark.parametrize(
    "fields",
    [
        {"columns": 1, "face_up": 104},
        {"columns": 99, "face_up": 1},
        {"columns": 26},
        {"decks": 1, "columns": 13, "face_up": 4},
        {"decks": 4, "columns": 52},
        {"face_up": 0},
        {"columns": 25, "face_up": 4, "initial_draw": 4},
        {"columns": 24, "foundations_start": "base"},
        {"redeals": 999},
        {"redeals": "unlimited"},
        {"foundation_base": "K"},
        {"foundation_base": 13},
        {"foundation_base": "5", "foundation_wrap": True},
        {"foundation_wrap": False},
        {"draw": 208},
        {"move": "sequence", "sequence": "any-suit"},
        {"name": "x" * 80, "title": "Forty ♠", "aliases": ("a", "b")},
    ],
    ids=repr,
)
def test_rules_at_the_edge_of_what_is_allowed(fields: dict[str, Any]) -> None:
    rules = own(**fields)
    assert rules.stock_size >= 0


@pytest.mark.parametrize(
    ("fields", "size"),
    [
        ({}, 64),
        ({"columns": 12, "face_up": 3}, 68),
        ({"columns": 13, "face_up": 3, "foundations_start": "base"}, 57),
        ({"decks": 1, "columns": 4, "face_up": 1, "initial_draw": 3}, 45),
        ({"decks": 3, "columns": 13, "face_down": 1, "face_up": 2}, 117),
        ({"columns": 26}, 0),
    ],
    ids=repr,
)
def test_what_is_left_for_the_stock(fields: dict[str, Any], size: int) -> None:
    assert own(**fields).stock_size == size


# The record as data


def read(**fields: Any) -> Rules:
    record = interpret_record({"format": "forty-thieves-rules/1", "name": "own", **fields}, ("rules",))
    assert isinstance(record, Rules)
    return record


def test_a_record_with_a_name_alone_is_the_base_game() -> None:
    rules = read()
    assert rules == own()
    assert (rules.decks, rules.columns, rules.face_down, rules.face_up) == (2, 10, 0, 4)
    assert (rules.build, rules.move, rules.in_run) == ("same-suit", "single", "same-suit")
    assert (rules.draw, rules.redeals, rules.initial_draw) == (1, 0, 0)
    assert (rules.base_rank, rules.foundations_start, rules.empty_columns) == (0, "empty", "any")
    assert (rules.take_back, rules.tableau_wrap) == (False, False)


@pytest.mark.parametrize(
    ("fields", "code", "at"),
    [
        ({"columns": "ten"}, "wrong-type", "columns"),
        ({"columns": True}, "wrong-type", "columns"),
        ({"columns": None}, "wrong-type", "columns"),
        ({"build": "by-suit"}, "bad-value", "build"),
        ({"move": "any"}, "bad-value", "move"),
        ({"sequence": "none"}, "bad-value", "sequence"),
        ({"empty_columns": "none"}, "bad-value", "empty_columns"),
        ({"foundations_start": "aces"}, "bad-value", "foundations_start"),
        ({"redeals": "endless"}, "bad-value", "redeals"),
        ({"take_back": "yes"}, "wrong-type", "take_back"),
        ({"colums": 10}, "unknown-field", "colums"),
        ({"columns": 0}, "bad-rules", "columns"),
    ],
    ids=repr,
)
def test_records_that_are_no_rules(fields: dict[str, Any], code: str, at: str) -> None:
    with pytest.raises(Fault) as refused:
        read(**fields)
    assert (refused.value.code, refused.value.path) == (code, (at,))


def test_rules_need_a_name() -> None:
    with pytest.raises(Fault) as refused:
        interpret_record({"format": "forty-thieves-rules/1"}, ("rules",))
    assert refused.value.code == "missing-field"
    assert "'name'" in refused.value.message


# What follows from the rules


@pytest.mark.parametrize(
    ("build", "upper", "followers"),
    [
        ("same-suit", "9H", "8H"),
        ("alternate-color", "9H", "8C 8S"),
        ("alternate-color", "9C", "8D 8H"),
        ("different-suit", "9H", "8C 8D 8S"),
        ("any-suit", "9H", "8C 8D 8H 8S"),
        ("any-suit", "2S", "AC AD AH AS"),
        ("any-suit", "KS", "QC QD QH QS"),
        ("any-suit", "AS", ""),
    ],
)
def test_what_may_lie_on_a_card(build: str, upper: str, followers: str) -> None:
    wanted = set(parse_cards(followers))
    assert own(build=build).tests.fits[parse_card(upper)] == wanted
    assert own(move="sequence", sequence=build).tests.runs[parse_card(upper)] == wanted


@pytest.mark.parametrize(
    ("build", "followers"),
    [("same-suit", "KS"), ("alternate-color", "KD KH"), ("different-suit", "KC KD KH"), ("any-suit", "KC KD KH KS")],
)
def test_what_may_lie_on_an_ace_where_columns_wrap(build: str, followers: str) -> None:
    assert own(build=build, tableau_wrap=True).tests.fits[parse_card("AS")] == set(parse_cards(followers))


def test_a_sequence_follows_its_own_rule_and_columns_theirs() -> None:
    tests = own(build="any-suit", move="sequence", sequence="same-suit").tests
    assert tests.fits[parse_card("9H")] == set(parse_cards("8C 8D 8H 8S"))
    assert tests.runs[parse_card("9H")] == {parse_card("8H")}


@pytest.mark.parametrize(("base", "last"), [("A", "K"), ("2", "A"), (5, "4"), ("K", "Q"), (13, "Q")])
def test_foundations_run_from_the_base_round_to_the_card_below_it(base: str | int, last: str) -> None:
    rules = own(foundation_base=base, foundations_start="base")
    card = rules.base_cards[0]
    climbed = [NAMES[card]]
    while rules.tests.next_up[card] < 52:
        card = rules.tests.next_up[card]
        climbed.append(NAMES[card])
    assert len(set(climbed)) == 13
    assert {name[1] for name in climbed} == {"C"}
    assert climbed[-1] == f"{last}C"


def test_base_cards_are_set_out_suit_by_suit_once_each_copy() -> None:
    rules = own(decks=3, foundation_base="2", foundations_start="base")
    assert strategies.spelled(list(rules.base_cards)) == "2C 2C 2C 2D 2D 2D 2H 2H 2H 2S 2S 2S"
    assert own(foundation_base="2").base_cards == ()


@given(strategies.own_rules())
def test_the_essence_of_rules_gives_the_same_game_again(rules: Rules) -> None:
    again = own(**rules.essence)
    assert again.essence == rules.essence
    assert again.tests == rules.tests
    assert (again.stock_size, again.column_size, again.draw, again.redeals, again.empty_columns, again.take_back) == (
        rules.stock_size, rules.column_size, rules.draw, rules.redeals, rules.empty_columns, rules.take_back,
    )  # fmt: skip
