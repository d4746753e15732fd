"""Rules records: what is refused with which field and advice, and the card tests that follow from a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec import UNSET

from forty_thieves.game import variants
from forty_thieves.game.cards import NAMES, parse_card, parse_cards
from forty_thieves.game.deal import deal
from forty_thieves.game.rules import WORDS, Rules
from forty_thieves.game.variants import custom_rules
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import DealRecord
from support import strategies
from support.strategies import own

HUGE = 10**5000


@pytest.mark.parametrize(
    ("fields", "at", "message"),
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
        ({"columns": 13, "face_up": 9}, "columns", "13 columns of 9 need 117 cards; the game has 104"),
        ({"columns": 13, "face_up": 5, "face_down": 4}, "columns", "13 columns of 9 need 117 cards"),
        ({"decks": 1, "columns": 53, "face_up": 1}, "columns", "53 columns of 1 need 53 cards; the game has 52"),
        (
            {"columns": 25, "foundations_start": "base"}, "columns",
            "25 columns of 4 need 100 cards, 8 are set out on the foundations; the game has 104",
        ),
        (
            {"columns": 26, "initial_draw": 1}, "columns",
            "26 columns of 4 need 104 cards, the opening draw takes 1; the game has 104",
        ),
        ({"move": "single", "sequence": "same-suit"}, "sequence", "move is 'single': no sequence ever moves"),
        ({"foundation_base": "5", "foundation_wrap": False}, "foundation_wrap", "no game could be won"),
        # The fields of the family
        ({"ranks": ""}, "ranks", "ranks is '': it must be ranks of A23456789TJQK, low to high, each once"),
        ({"ranks": "A1"}, "ranks", "ranks is 'A1'"),
        ({"ranks": "AA"}, "ranks", "each once"),
        ({"ranks": "2A"}, "ranks", "low to high"),
        ({"ranks": "a7"}, "ranks", "ranks is 'a7'"),
        ({"face_pattern": ""}, "face_pattern", "must end with U"),
        ({"face_pattern": "UD"}, "face_pattern", "must end with U: the top card of a column lies face up"),
        ({"face_pattern": "UXU"}, "face_pattern", "it must be letters D and U"),
        ({"face_pattern": "udu"}, "face_pattern", "it must be letters D and U"),
        ({"face_pattern": "U" * 209}, "face_pattern", "209 cards long: no game has so many"),
        ({"face_pattern": "DU", "face_down": 1}, "face_pattern", "leave these two out"),
        ({"face_pattern": "DU", "face_up": 1}, "face_pattern", "beside face_down and face_up"),
        ({"face_pattern": "U" * 11}, "columns", "10 columns of 11 need 110 cards; the game has 104"),
        ({"cells": -1}, "cells", "cells is -1: it must be from 0 to 99"),
        ({"cells": 100}, "cells", "from 0 to 99"),
        ({"cells": 1, "cells_dealt": -1}, "cells_dealt", "cells_dealt is -1"),
        ({"cells_dealt": 1}, "cells_dealt", "cells_dealt is 1 and there are 0 cells"),
        ({"cells": 2, "cells_dealt": 3}, "cells_dealt", "cells_dealt is 3 and there are 2 cells"),
        ({"cells": 1, "cells_dealt": 1, "columns": 26}, "columns", "104 cards, the cells take 1; the game has 104"),
        ({"sequence_to": "empty"}, "sequence_to", "move is 'single': no sequence ever moves"),
        ({"foundation_base": "dealt", "foundations_start": "base"}, "foundations_start", "can't be set out"),
        ({"foundation_base": "dealt", "take_back": True}, "take_back", "can't be taken back"),
        ({"foundation_base": "dealt", "deal_play": "rows"}, "deal_play", "no card can be played during the deal"),
        ({"foundation_base": "dealt", "foundation_wrap": False}, "foundation_wrap", "games could not be won"),
        ({"foundation_base": "dealt", "columns": 26}, "columns", "need 104 cards, 1 sets the base; the game has 104"),
        ({"deal_play": "rows", "face_down": 1}, "deal_play", "columns that are dealt face up"),
        ({"deal_play": "cards", "face_pattern": "DU"}, "deal_play", "columns that are dealt face up"),
        ({"ranks": "789TJQK"}, "foundation_base", "foundation_base is A: the game has only 7 8 9 T J Q K"),
        ({"ranks": "A789", "foundation_base": 5, "columns": 1}, "foundation_base", "is 5: the game has"),
        ({"ranks": "789", "foundation_base": "8", "foundation_wrap": False, "face_up": 1}, "foundation_wrap", "7"),
        ({"ranks": "A789", "columns": 9}, "columns", "9 columns of 4 need 36 cards; the game has 32"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else ascii(value)[1:61],
)  # fmt: skip
def test_refused_rules(fields: dict[str, Any], at: str, message: str) -> None:
    with pytest.raises(Fault) as refused:
        own(**fields)
    fault = refused.value
    assert (fault.code, fault.path) == ("bad-rules", (at,))
    assert message in fault.message
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
        {"ranks": "K", "foundation_base": "K", "columns": 2},
        {"ranks": "789TJQK", "foundation_base": "7"},
        {"ranks": "789TJQK", "foundation_base": 7, "foundation_wrap": False},
        {"face_pattern": "U"},
        {"face_pattern": "DDDDDDDDDU"},
        {"cells": 99},
        {"cells": 4, "cells_dealt": 4, "columns": 25},
        {"foundation_base": "dealt", "foundation_wrap": True},
        {"foundation_base": "dealt", "columns": 25},
        {"deal_play": "rows", "face_pattern": "UUU"},
        {"deal_play": "cards", "foundations_start": "base"},
        {"move": "sequence", "sequence_to": "empty", "sequence": "suit-cycle"},
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


# Rules made in Python, where nobody has looked at the types of the values


@pytest.mark.parametrize(
    ("fields", "at", "message"),
    [
        ({"columns": "a"}, "columns", "columns is 'a': it must be a whole number"),
        ({"columns": True}, "columns", "columns is True: it must be a whole number"),
        ({"columns": 9.5}, "columns", "columns is 9.5: it must be a whole number"),
        ({"draw": None}, "draw", "draw is None: it must be a whole number"),
        ({"cells": UNSET}, "cells", "cells is of the type UnsetType: it must be a whole number"),
        ({"redeals": "many"}, "redeals", "redeals is 'many': it must be from 0 to 999, or 'unlimited'"),
        ({"redeals": 1.0}, "redeals", "redeals is 1.0: it must be a whole number or text"),
        ({"foundation_base": None}, "foundation_base", "foundation_base is None: it must be text or a whole number"),
        ({"take_back": 1}, "take_back", "take_back is 1: it must be True or False"),
        ({"foundation_wrap": "no"}, "foundation_wrap", "foundation_wrap is 'no': it must be True or False"),
        ({"ranks": HUGE}, "ranks", "ranks is a number of more than 30 digits: it must be text"),
        ({"name": 5}, "name", "name is 5: it must be text"),
        ({"name": b"x"}, "name", "name is of the type bytes: it must be text"),
        ({"title": None}, "title", "title is None: it must be text"),
        ({"aliases": "abc"}, "aliases", "aliases is 'abc': it must be a tuple of texts"),
        ({"aliases": ["a"]}, "aliases", "aliases is of the type list: it must be a tuple of texts"),
        ({"aliases": ("a", 1)}, "aliases", "aliases is 1: it must be 1 to 80 printable characters"),
        ({"build": "suit"}, "build", "build is 'suit': it must be same-suit or alternate-color or "),
        ({"move": 1}, "move", "move is 1: it must be single or sequence"),
        ({"format": "forty-thieves-rules/2"}, "format", "rules/2': it must be forty-thieves-rules/1"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else ascii(value)[1:61],
)  # fmt: skip
def test_values_of_a_wrong_type(fields: dict[str, Any], at: str, message: str) -> None:
    with pytest.raises(Fault) as refused:
        Rules(**fields)
    fault = refused.value
    assert (fault.code, fault.path) == ("bad-rules", (at,))
    assert message in fault.message


SOME_VALUES = [
    None, True, False, 0, 1, 2, -1, 1.0, "", "A", "dealt", "unlimited", "U", b"a", {}, object(),
    *sorted({word for words in WORDS.values() for word in words}),
]  # fmt: skip


def refused(make: Callable[[], object]) -> bool:
    try:
        make()
    except (Fault, msgspec.ValidationError):
        return True
    return False


@pytest.mark.parametrize("field", Rules.__struct_fields__)
def test_what_is_refused_when_it_is_read_is_refused_of_the_library_too(field: str) -> None:
    for value in SOME_VALUES:
        given: dict[str, Any] = {field: value}
        if not refused(lambda given=given: msgspec.convert(given, Rules)):  # type: ignore[misc]
            assert Rules(**given) == msgspec.convert(given, Rules)
            continue
        with pytest.raises(Fault) as told:
            Rules(**given)
        assert told.value.code == "bad-rules"


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
        ({"build": "suit-cycle-SHCD"}, "bad-value", "build"),
        ({"build_direction": "sideways"}, "bad-value", "build_direction"),
        ({"foundation_build": "any-suit"}, "bad-value", "foundation_build"),
        ({"sequence_to": "nowhere"}, "bad-value", "sequence_to"),
        ({"deal_play": True}, "wrong-type", "deal_play"),
        ({"deal_play": "all"}, "bad-value", "deal_play"),
        ({"waste_refill": 1}, "wrong-type", "waste_refill"),
        ({"ranks": ["A", "7"]}, "wrong-type", "ranks"),
        ({"ranks": 789}, "wrong-type", "ranks"),
        ({"face_pattern": ["U"]}, "wrong-type", "face_pattern"),
        ({"cells": "2"}, "wrong-type", "cells"),
        ({"foundation_base": True}, "wrong-type", "foundation_base"),
        ({"colums": 10}, "unknown-field", "colums"),
        ({"columns": 0}, "bad-rules", "columns"),
    ],
    ids=repr,
)
def test_records_that_are_no_rules(fields: dict[str, Any], code: str, at: str) -> None:
    with pytest.raises(Fault) as refused:
        read(**fields)
    assert (refused.value.code, refused.value.path) == (code, (at,))


def test_rules_without_a_name_have_one_that_is_no_variant_s() -> None:
    rules = interpret_record({"format": "forty-thieves-rules/1"}, ("rules",))
    assert isinstance(rules, Rules)
    assert rules.name == "own-rules"
    assert variants.canonical(rules.name) is None


# From a variant's rules


def test_a_record_may_start_from_a_variant_and_change_fields() -> None:
    rules = read(base="lucas", columns=10)
    assert rules.essence == {"face_up": 3, "foundations_start": "base"}
    assert rules.name == "own"


def test_the_base_s_name_title_and_aliases_are_not_taken_over() -> None:
    rules = interpret_record({"format": "forty-thieves-rules/1", "base": "forty-thieves", "redeals": 1}, ("rules",))
    assert isinstance(rules, Rules)
    assert (rules.name, rules.title, rules.aliases) == ("own-rules", UNSET, ())


@pytest.mark.parametrize("name", variants.names())
def test_a_base_alone_is_that_variant_s_rules(name: str) -> None:
    assert read(base=name).essence == variants.find(name).essence


def test_a_base_may_be_an_alias_in_any_spelling() -> None:
    assert read(base="PySolFC/Presidents Cabinet").essence == variants.find("pysolfc/congress").essence


@pytest.mark.parametrize(
    ("fields", "essence"),
    [
        # A field that can't stand beside one of the base's takes its place.
        (
            {"base": "rank-and-file", "face_pattern": "UDU", "move": "single", "build": "same-suit"},
            {"face_pattern": "UDU"},
        ),
        (
            {"base": "pysolfc/interchange", "face_down": 2, "face_up": 5, "move": "single"},
            {"face_down": 2, "face_up": 5},
        ),
        ({"base": "pysolfc/interchange", "face_up": 7, "move": "single"}, {"face_up": 7}),
        ({"base": "pysolfc/waterloo", "move": "single"}, {"build": "any-suit"}),
        ({"base": "pysolfc/forty-nine", "move": "single"}, {"build": "alternate-color", "face_up": 7}),
        (
            {"base": "pysolfc/twin-queens", "foundation_base": "A"},
            {"face_up": 1, "redeals": 1, "empty_columns": "auto"},
        ),
        ({"base": "pysolfc/following", "build": "any-suit"}, {"build": "any-suit", "foundation_build": "suit-cycle"}),
        ({"base": "pysolfc/junction", "ranks": "A23456789TJQK"}, {"decks": 4, "face_up": 1}),
        ({"base": "pysolfc/squadron", "cells_dealt": 0}, {"cells": 3}),
    ],
    ids=repr,
)
def test_changing_a_base(fields: dict[str, Any], essence: dict[str, Any]) -> None:
    found = read(**fields).essence
    assert {name: value for name, value in found.items() if name in essence} == essence
    if {"face_down", "face_up", "face_pattern"} & fields.keys():
        assert not {"face_down", "face_up", "face_pattern"} & (found.keys() - essence.keys())
    if fields.get("move") == "single":
        assert not {"move", "sequence", "sequence_to"} & found.keys()


@pytest.mark.parametrize(
    ("fields", "code", "at", "message"),
    [
        ({"base": "lucsa"}, "unknown-variant", "base", "did you mean 'lucas'?"),
        ({"base": "klondike"}, "unknown-variant", "base", "there is no variant 'klondike'"),
        ({"base": 5}, "wrong-type", "base", "base is the number 5: expected the name of a variant"),
        ({"base": None}, "wrong-type", "base", "base is null"),
        ({"base": ["lucas"]}, "wrong-type", "base", "base is a list"),
        ({"base": "lucas", "columns": 33}, "bad-rules", "columns", "33 columns of 3 need 99 cards, 8 are set out"),
        (
            {"base": "pysolfc/malmaison", "decks": 1},
            "bad-rules",
            "columns",
            "10 columns of 8 need 80 cards, the opening",
        ),
        ({"base": "lucas", "foundation_base": "dealt"}, "bad-rules", "foundations_start", "'dealt'"),
        (
            {"base": "pysolfc/squadron", "cells": 2},
            "bad-rules",
            "cells_dealt",
            "cells_dealt is 3 and there are 2 cells",
        ),
        ({"base": "pysolfc/carre-napoleon", "face_down": 1}, "bad-rules", "deal_play", "face up"),
        ({"base": "lucas", "colums": 12}, "unknown-field", "colums", "did you mean 'columns'?"),
    ],
    ids=repr,
)
def test_bases_that_do_not_do(fields: dict[str, Any], code: str, at: str, message: str) -> None:
    with pytest.raises(Fault) as refused:
        read(**fields)
    assert (refused.value.code, refused.value.path) == (code, (at,))
    assert message in refused.value.message


@pytest.mark.parametrize("kind", ["deal", "game", "position"])
def test_a_fault_in_rules_inside_a_record_has_its_path(kind: str) -> None:
    rules = {"base": "lucsa"}
    records: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
        "deal": ({"rules": rules, "seed": 1}, ("rules", "base")),
        "game": ({"deal": {"rules": rules, "seed": 1}, "moves": ""}, ("deal", "rules", "base")),
        "position": ({"rules": rules}, ("rules", "base")),
    }
    data, path = records[kind]
    with pytest.raises(Fault) as refused:
        interpret_record({"format": f"forty-thieves-{kind}/1", **data}, (kind,))
    assert (refused.value.code, refused.value.path) == ("unknown-variant", path)


def test_the_same_rules_by_a_base_and_written_out_are_the_same_deal() -> None:
    by_base = read(base="streets", redeals=2, name="by-base")
    written = own(build="alternate-color", redeals=2)
    assert deal(by_base, 7).digest == deal(written, 7).digest


# Our names

SPELLINGS = ["lucas", "Lucas", "LUCAS!", "le-cadran", "Napoleon at St. Helena", "pysolfc/lucas", "PySolFC Square"]


@pytest.mark.parametrize("name", SPELLINGS)
def test_other_rules_may_not_bear_one_of_our_names(name: str) -> None:
    with pytest.raises(Fault, match="give them another name") as refused:
        custom_rules(own(name=name, columns=11))
    assert (refused.value.code, refused.value.path) == ("bad-rules", ("name",))
    data = {"format": "forty-thieves-deal/1", "rules": {"name": name, "columns": 11}, "seed": 1}
    record = interpret_record(data, ("deal",))
    assert isinstance(record, DealRecord)
    with pytest.raises(Fault) as refused:
        interpret_deal(record)
    assert (refused.value.code, refused.value.path) == ("bad-rules", ("rules", "name"))


@pytest.mark.parametrize("name", SPELLINGS)
def test_the_same_rules_under_one_of_our_names_are_the_variant(name: str) -> None:
    rules = variants.find(name)
    data = {"format": "forty-thieves-deal/1", "rules": {"base": name, "name": name}, "seed": 1}
    record = interpret_record(data, ("deal",))
    assert isinstance(record, DealRecord)
    found = interpret_deal(record)
    assert found.variant == rules.name
    assert found.digest == deal(rules.name, 1).digest
    assert serialise_deal(found) == serialise_deal(deal(rules.name, 1))


def test_rules_with_a_name_of_their_own_are_theirs_whatever_they_are() -> None:
    rules = own(name="my lucas", columns=13, face_up=3, foundations_start="base")
    assert custom_rules(rules) is rules
    assert deal(rules, 1).variant is None


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
        ("suit-cycle", "9S", "8H"),
        ("suit-cycle", "9H", "8C"),
        ("suit-cycle", "9C", "8D"),
        ("suit-cycle", "9D", "8S"),
    ],
)
def test_what_may_lie_on_a_card(build: str, upper: str, followers: str) -> None:
    wanted = set(parse_cards(followers))
    assert own(build=build).lookups(0).fits[parse_card(upper)] == wanted
    assert own(move="sequence", sequence=build).lookups(0).runs[parse_card(upper)] == wanted


@pytest.mark.parametrize(
    ("build", "followers"),
    [("same-suit", "KS"), ("alternate-color", "KD KH"), ("different-suit", "KC KD KH"), ("any-suit", "KC KD KH KS")],
)
def test_what_may_lie_on_an_ace_where_columns_wrap(build: str, followers: str) -> None:
    assert own(build=build, tableau_wrap=True).lookups(0).fits[parse_card("AS")] == set(parse_cards(followers))


@pytest.mark.parametrize(
    ("direction", "wrap", "upper", "followers"),
    [
        ("up", False, "9H", "TH"),
        ("up", False, "KH", ""),
        ("up", True, "KH", "AH"),
        ("up", False, "AH", "2H"),
        ("up-or-down", False, "9H", "8H TH"),
        ("up-or-down", False, "AH", "2H"),
        ("up-or-down", False, "KH", "QH"),
        ("up-or-down", True, "AH", "2H KH"),
        ("up-or-down", True, "KH", "QH AH"),
    ],
)
def test_directions_of_building(direction: str, wrap: bool, upper: str, followers: str) -> None:
    rules = own(build_direction=direction, tableau_wrap=wrap, move="sequence")
    lookups = rules.lookups(0)
    assert lookups.fits[parse_card(upper)] == lookups.runs[parse_card(upper)] == set(parse_cards(followers))


@pytest.mark.parametrize(
    ("build", "top", "following"),
    [
        ("same-suit", "AS", "2S"),
        ("alternate-color", "AS", "2D 2H"),
        ("alternate-color", "AD", "2C 2S"),
        ("suit-cycle", "AS", "2H"),
        ("suit-cycle", "AD", "2S"),
        ("alternate-color", "KS", ""),
        ("suit-cycle", "KS", ""),
    ],
)
def test_what_a_foundation_takes(build: str, top: str, following: str) -> None:
    assert own(foundation_build=build).lookups(0).takes[parse_card(top)] == tuple(parse_cards(following))


def test_foundations_of_a_short_pack_follow_its_ranks() -> None:
    lookups = own(ranks="A789TJQK", foundation_base="9", columns=4).lookups(8)
    climbed = [parse_card("9S")]
    while lookups.next_up[climbed[-1]] < 52:
        climbed.append(lookups.next_up[climbed[-1]])
    assert strategies.spelled(climbed) == "9S TS JS QS KS AS 7S 8S"


def test_a_sequence_follows_its_own_rule_and_columns_theirs() -> None:
    lookups = own(build="any-suit", move="sequence", sequence="same-suit").lookups(0)
    assert lookups.fits[parse_card("9H")] == set(parse_cards("8C 8D 8H 8S"))
    assert lookups.runs[parse_card("9H")] == {parse_card("8H")}


@pytest.mark.parametrize(("base", "last"), [("A", "K"), ("2", "A"), (5, "4"), ("K", "Q"), (13, "Q")])
def test_foundations_run_from_the_base_round_to_the_card_below_it(base: str | int, last: str) -> None:
    rules = own(foundation_base=base, foundations_start="base")
    card = rules.base_cards[0]
    lookups = rules.lookups(card % 13)
    climbed = [NAMES[card]]
    while lookups.next_up[card] < 52:
        card = lookups.next_up[card]
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
    for base in rules.rank_order if rules.base_rank is None else [rules.base_rank]:
        assert again.lookups(base) == rules.lookups(base)
    assert (again.stock_size, again.column_size, again.draw, again.redeals, again.empty_columns, again.take_back) == (
        rules.stock_size, rules.column_size, rules.draw, rules.redeals, rules.empty_columns, rules.take_back,
    )  # fmt: skip
