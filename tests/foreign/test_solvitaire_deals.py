"""Solvitaire's deals: read, written, and refused with the place."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from forty_thieves.foreign.boards import interpret_board, serialise_board
from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_deal,
    interpret_solvitaire_rules,
    serialise_solvitaire_deal,
)
from forty_thieves.game import variants
from forty_thieves.game.cards import serialise_cards
from forty_thieves.game.deal import deal
from forty_thieves.game.rules import Rules
from support.foreign import (
    DEAL_FORMATS,
    SMALL,
    SMALL_BOARD,
    code_and_place,
    fault_of,
    golden,
    own,
    place_of,
    same_cards,
)

# Golden files of Solvitaire's formats


def test_golden_deal_of_solvitaire() -> None:
    text = golden("solvitaire-lucas-1.json")
    read = interpret_solvitaire_deal(text, variants.find("lucas"))
    assert [serialise_cards(column) for column in read.columns[:4]] == [
        "3D 4C TH",
        "7H 3D 9H",
        "7C QD JH",
        "7D 6C 9H",
    ]
    assert serialise_cards(read.stock[:5]) == "9C 2H 6D JH 4H"
    assert serialise_cards(read.on_foundations) == "AC AC AD AD AH AH AS AS"
    assert read.digest == deal("lucas", 1, "solvitaire").digest
    assert serialise_solvitaire_deal(read) == text


def test_golden_deal_with_face_down_cards() -> None:
    text = golden("solvitaire-rank-and-file-1.json")
    assert '["10s", "4c", "2s", "9H"]' in text
    read = interpret_solvitaire_deal(text, variants.find("rank-and-file"))
    assert read.digest == deal("rank-and-file", 1, "solvitaire").digest
    assert serialise_solvitaire_deal(read) == text


# Deals of Solvitaire that are wrong

SMALL_JSON = serialise_solvitaire_deal(interpret_board(SMALL_BOARD, SMALL))


def test_the_small_deal_is_in_order() -> None:
    assert json.loads(SMALL_JSON) == {
        "tableau piles": [["Ah", "2H", "3H"], ["As", "2S", "3S"]],
        "stock": ["3D", "2D", "AD", "3C", "2C", "AC"],
    }
    assert same_cards(interpret_solvitaire_deal(SMALL_JSON, SMALL), interpret_board(SMALL_BOARD, SMALL))


@pytest.mark.parametrize(
    ("old", "new", "code", "at", "number"),
    [
        # JSON
        ('"3H"]', '"3H"', "syntax", ': ["3D"', 1),
        ('"3H"]', '"3H",]', "syntax", "],", 1),
        ('"2H"', "NaN", "syntax", "NaN", 1),
        ('"stock"', '"stock": [], "stock"', "duplicate-key", '"stock"', 2),
        ('"Ah"', "[" * 20 + '"Ah"' + "]" * 20, "too-deep", "[", 16),
        # Fields
        ('"stock"', '"waste"', "unknown-field", '"waste"', 1),
        ('"stock"', '"stocks"', "unknown-field", '"stocks"', 1),
        ('"stock"', '"foundations": [["AC"]], "stock"', "unknown-field", '"foundations"', 1),
        (',\n  "stock": ["3D", "2D", "AD", "3C", "2C", "AC"]', "", "missing-field", "{", 1),
        ('["3D", "2D", "AD", "3C", "2C", "AC"]', '"3D"', "wrong-type", '"3D"', 1),
        ('["3D", "2D", "AD", "3C", "2C", "AC"]', "null", "wrong-type", "null", 1),
        ('["As", "2S", "3S"]', '"As 2S 3S"', "wrong-type", '"As 2S 3S"', 1),
        ('["As", "2S", "3S"]', '{"As": "2S"}', "wrong-type", '{"As', 1),
        ('"2H"', "2", "wrong-type", "2,", 1),
        ('"2H"', '["2H"]', "wrong-type", '["2H"', 1),
        ('"2H"', "true", "wrong-type", "true", 1),
        ('"2H"', "1.5", "wrong-type", "1.5", 1),
        # Cards
        ('"2H"', '"1H"', "bad-card", '"1H"', 1),
        ('"2H"', '"TH"', "bad-card", '"TH"', 1),
        ('"Ah"', '"ah"', "bad-card", '"ah"', 1),
        ('"2H"', '"2H "', "bad-card", '"2H "', 1),
        ('"2H"', '""', "bad-card", '""', 1),
        ('"2H"', '"2\\u2665"', "bad-card", '"2\\u', 1),
        ('"2H"', '"\\ud800"', "bad-card", '"\\ud800', 1),
        # The pack
        ('"2H"', '"3H"', "wrong-pack", '"3H"', 2),
        ('"2H"', '"4H"', "wrong-pack", '"4H"', 1),
        ('"2H", ', "", "wrong-pack", '[\n    ["Ah', 1),
        (', "AC"]', ', "AC", "AC"]', "wrong-pack", '"AC"', 1),
        # The layout
        ('"3H"],\n    ["As"', '"3H", "As"', "wrong-layout", '[\n    ["Ah', 1),
        ('"2S", "3S"]', '"2S"], ["3S"]', "wrong-layout", '["3S"', 1),
        ('"3S"]', '"3S"], []', "wrong-layout", "[]", 1),
        ('"Ah"', '"AH"', "wrong-layout", '"AH"', 1),
        ('"3S"', '"3s"', "wrong-layout", '"3s"', 1),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_wrong_deals_of_solvitaire(old: str, new: str, code: str, at: str, number: int, line_end: str) -> None:
    assert old in SMALL_JSON
    text = SMALL_JSON.replace(old, new, 1)
    place = place_of(text, at, number)
    assert code_and_place(fault_of(interpret_solvitaire_deal, text.replace("\n", line_end), SMALL)) == (code, place)


@pytest.mark.parametrize("text", ["", " \r\n"])
@pytest.mark.parametrize(
    "interpret", [lambda text: interpret_solvitaire_deal(text, SMALL), interpret_solvitaire_rules]
)
def test_empty_json(interpret: Callable[[str], object], text: str) -> None:
    assert code_and_place(fault_of(interpret, text)) == ("empty", (1, 1))


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("[]", "wrong-type", (1, 1)),
        (" 5", "wrong-type", (1, 2)),
        ('"x"', "wrong-type", (1, 1)),
        ("{} {}", "syntax", (1, 4)),
        ("Talon: AC", "syntax", (1, 1)),
        ("{", "syntax", (1, 2)),
        ("[" * 100_000, "too-deep", (1, 17)),
        ('{"stock": ' * 1000, "too-deep", (1, 161)),
        ('{"a": "\ud800', "not-utf8", (1, 8)),
    ],
)
@pytest.mark.parametrize(
    "interpret", [lambda text: interpret_solvitaire_deal(text, SMALL), interpret_solvitaire_rules]
)
def test_json_that_is_neither_a_deal_nor_rules(
    interpret: Callable[[str], object], text: str, code: str, place: tuple[int, int]
) -> None:
    assert code_and_place(fault_of(interpret, text)) == (code, place)


def test_cut_short_deals_of_solvitaire() -> None:
    whole = SMALL_JSON.rstrip()
    for end in range(1, len(whole)):
        fault = fault_of(interpret_solvitaire_deal, whole[:end], SMALL)
        assert fault.code == "syntax"
        assert fault.place is not None


def test_a_deal_of_other_rules() -> None:
    text = serialise_solvitaire_deal(deal("forty-thieves", 1))
    fault = fault_of(interpret_solvitaire_deal, text, variants.find("lucas"))
    assert fault.code == "wrong-pack"
    assert fault.place == place_of(text, '"A', 1)
    assert code_and_place(fault_of(interpret_solvitaire_deal, text, variants.find("rank-and-file"))) == (
        "wrong-layout",
        (3, 6),
    )


def test_what_is_set_out_is_not_in_the_piles() -> None:
    lucas = variants.find("lucas")
    data = json.loads(serialise_solvitaire_deal(deal(lucas, 1)))
    data["stock"][0] = "AS"
    text = json.dumps(data, indent=1)
    fault = fault_of(interpret_solvitaire_deal, text, lucas)
    assert code_and_place(fault) == ("wrong-pack", place_of(text, '"AS"'))
    assert "too many: AS" in fault.message


def test_a_stock_that_is_not_there() -> None:
    rules = own(decks=1, ranks="A23", columns=3)
    text = serialise_solvitaire_deal(deal(rules, 1))
    assert '"stock": []' in text
    without = text.replace(',\n  "stock": []', "")
    assert same_cards(interpret_solvitaire_deal(without, rules), deal(rules, 1))


def test_a_large_deal_of_solvitaire_is_a_fault() -> None:
    text = json.dumps({"tableau piles": [["4S"]] * 100_000, "stock": []})
    assert code_and_place(fault_of(interpret_solvitaire_deal, text, SMALL)) == ("too-large", (1, 80026))


@pytest.mark.parametrize(
    ("format_name", "rules", "field"),
    [
        ("solvitaire", own(cells=2, cells_dealt=2), "cells_dealt 2"),
        ("solvitaire", own(deal_play="rows"), "deal_play rows"),
        ("solvitaire", own(deal_play="cards"), "deal_play cards"),
        ("solvitaire", own(foundation_base="dealt"), "foundation_base dealt"),
    ],
)
def test_deals_that_cannot_be_told(format_name: str, rules: Rules, field: str) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    for fault in (fault_of(serialise, deal(rules, 1)), fault_of(interpret, "{}", rules)):
        assert fault.code == "not-expressible"
        assert fault.message.endswith(f"own has {field}")
        assert fault.place is None


def test_rules_under_a_name_of_ours_are_refused() -> None:
    rules = own(name="Lucas", columns=9)
    fault = fault_of(interpret_board, serialise_board(deal("limited", 1)), rules)
    assert code_and_place(fault) == ("bad-rules", None)
