"""Solvitaire's rules: read, written, and refused with the field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_rules,
    serialise_solvitaire_rules,
)
from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.problems import CODES, Fault
from support.foreign import attempt, code_and_place, fault_of, golden, own, place_of


def test_golden_rules_of_solvitaire() -> None:
    """A file that says only what differs from that program's defaults, and the whole of it."""
    read = interpret_solvitaire_rules(golden("solvitaire-rules-rank-and-file-short.json"))
    assert read.name == "own-rules"
    assert read.essence == variants.find("rank-and-file").essence
    assert serialise_solvitaire_rules(read) == golden("solvitaire-rules-rank-and-file.json")


def test_the_defaults_of_rules() -> None:
    assert interpret_solvitaire_rules('{"tableau piles": {"count": 13}}') == Rules(
        decks=1, columns=13, face_up=4, build="any-suit"
    )


# Rules of Solvitaire


@pytest.mark.parametrize(
    ("field", "rules"),
    [
        ("decks", own(decks=3)),
        ("ranks", own(ranks="A3456789TJQK")),
        ("face_down", own(face_down=2, face_up=2)),
        ("face_pattern", own(face_pattern="UDU")),
        ("face_pattern", own(face_pattern="DUU")),
        ("build", own(build="different-suit")),
        ("build", own(build="suit-cycle")),
        ("build_direction", own(build_direction="up")),
        ("build_direction", own(build_direction="up-or-down")),
        ("sequence", own(move="sequence", sequence="different-suit")),
        ("sequence_to", own(move="sequence", sequence_to="empty")),
        ("redeals", own(redeals=1)),
        ("waste_refill", own(waste_refill=True)),
        ("foundation_base", own(foundation_base="2")),
        ("foundation_base", own(foundation_base=13, foundations_start="base")),
        ("foundation_base", own(foundation_base="dealt")),
        ("foundation_build", own(foundation_build="alternate-color")),
        ("deal_play", own(deal_play="rows")),
        ("empty_columns", own(empty_columns="waste")),
        ("initial_draw", own(initial_draw=1)),
        ("tableau_wrap", own(tableau_wrap=True)),
        ("empty_columns", own(empty_columns="auto", draw=3)),
        ("empty_columns", own(empty_columns="kings", ranks="A23456789TJ")),
        ("take_back", own(take_back=True, foundations_start="base")),
        ("take_back", own(take_back=True, cells=1)),
    ],
)
def test_rules_that_cannot_be_told(field: str, rules: Rules) -> None:
    fault = fault_of(serialise_solvitaire_rules, rules)
    assert (fault.code, fault.path) == ("not-expressible", (field,))
    value = getattr(rules, field)
    assert f"can't tell {field} {json.dumps(value)}" in fault.message


@pytest.mark.parametrize(
    "rules",
    [
        own(decks=1, columns=13),
        own(ranks="A23456789", face_up=2),
        own(face_pattern="DDU"),
        own(face_pattern="UU"),
        own(face_up=0),
        own(columns=8, face_up=13),
        own(move="sequence", sequence="any-suit"),
        own(move="sequence", sequence="same-suit", build="alternate-color"),
        own(move="sequence", sequence="same-suit"),
        own(draw=3, redeals="unlimited"),
        own(foundation_base=1, foundation_wrap=False),
        own(empty_columns="kings"),
        own(empty_columns="auto"),
        own(take_back=True),
        own(cells=4),
        own(cells=4, cells_dealt=2, foundations_start="base"),
    ],
    ids=lambda rules: json.dumps(rules.essence, default=str),
)
def test_rules_that_can_be_told(rules: Rules) -> None:
    assert interpret_solvitaire_rules(serialise_solvitaire_rules(rules)).essence == rules.essence


SECTIONS = {
    "tableau piles": 7,
    "foundations": 5,
    "max rank": 0,
    "hole": 0,
    "two decks": 0,
    "cells": 2,
    "stock": 4,
    "reserve": 2,
}


def test_every_field_of_rules_is_written() -> None:
    data = json.loads(serialise_solvitaire_rules(variants.find("streets")))
    assert {key: len(value) if isinstance(value, dict) else 0 for key, value in data.items()} == SECTIONS


def changed(**changes: Any) -> str:
    """The rules of forty-thieves in Solvitaire's format but for one field: ``section__name`` or ``name``."""
    data = json.loads(serialise_solvitaire_rules(variants.find("forty-thieves")))
    for name, value in changes.items():
        *section, field = name.replace("_", " ").split("  ")
        (data[section[0]] if section else data)[field] = value
    return json.dumps(data, indent=1)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        # What our rules can't tell
        ({"tableau_piles__build_policy": "no-build"}, "not-expressible"),
        ({"tableau_piles__spaces_policy": "no-build"}, "not-expressible"),
        ({"tableau_piles__spaces_policy": "auto-reserve-then-waste"}, "not-expressible"),
        ({"tableau_piles__diagonal_deal": True}, "not-expressible"),
        ({"tableau_piles__move_built_group": "whole-pile"}, "not-expressible"),
        ({"tableau_piles__move_built_group": "maximal-group"}, "not-expressible"),
        ({"tableau_piles__move_built_group": "maybe"}, "not-expressible"),
        ({"tableau_piles__move_built_group_policy": "no-build"}, "not-expressible"),
        ({"tableau_piles__move_built_group_policy": "any-suit"}, "not-expressible"),
        ({"tableau_piles__count": 0}, "not-expressible"),
        ({"foundations__present": False}, "not-expressible"),
        ({"foundations__initial_cards": "one"}, "not-expressible"),
        ({"foundations__base_card": "K"}, "not-expressible"),
        ({"foundations__base_card": "random"}, "not-expressible"),
        ({"foundations__only_complete_pile_moves": True}, "not-expressible"),
        ({"hole": True}, "not-expressible"),
        ({"stock__deal_type": "tableau piles"}, "not-expressible"),
        ({"stock__deal_type": "hole"}, "not-expressible"),
        ({"reserve__size": 1}, "not-expressible"),
        ({"stock__size": 63}, "not-expressible"),
        # Values that are none
        ({"tableau_piles__build_policy": "red-green"}, "bad-value"),
        ({"tableau_piles__spaces_policy": "queens"}, "bad-value"),
        ({"tableau_piles__move_built_group_policy": ""}, "bad-value"),
        ({"tableau_piles__face_up_cards": "bottom"}, "bad-value"),
        ({"tableau_piles__count": -1}, "bad-value"),
        ({"foundations__initial_cards": "two"}, "bad-value"),
        ({"foundations__base_card": "a"}, "bad-value"),
        ({"max_rank": 0}, "bad-value"),
        ({"max_rank": 14}, "bad-value"),
        ({"stock__size": -1}, "bad-value"),
        ({"stock__deal_type": "x"}, "bad-value"),
        # Types
        ({"tableau_piles": 8}, "wrong-type"),
        ({"tableau_piles": None}, "wrong-type"),
        ({"stock": []}, "wrong-type"),
        ({"tableau_piles__count": "8"}, "wrong-type"),
        ({"tableau_piles__count": 8.0}, "wrong-type"),
        ({"tableau_piles__count": True}, "wrong-type"),
        ({"tableau_piles__count": 10**30}, "wrong-type"),
        ({"tableau_piles__count": None}, "wrong-type"),
        ({"tableau_piles__build_policy": None}, "wrong-type"),
        ({"tableau_piles__move_built_group": True}, "wrong-type"),
        ({"tableau_piles__diagonal_deal": 0}, "wrong-type"),
        ({"hole": "false"}, "wrong-type"),
        ({"max_rank": []}, "wrong-type"),
        ({"stock__redeal": {}}, "wrong-type"),
        # Rules that can't be dealt
        ({"stock__size": 110}, "bad-rules"),
        ({"stock__deal_count": 0}, "bad-rules"),
        ({"stock__deal_count": 10**9}, "bad-rules"),
    ],
    ids=str,
)
def test_wrong_rules_of_solvitaire(changes: dict[str, Any], code: str) -> None:
    text = changed(**changes)
    fault = fault_of(interpret_solvitaire_rules, text)
    (name,) = changes
    section, field = (name.replace("_", " ").split("  ") * 2)[:2]
    at = text.index(f'"{field}"', text.index(f'"{section}"'))
    assert (fault.code, fault.path) == (code, ())
    assert fault.place is not None
    assert fault.place[0] == text.count("\n", 0, at) + 1


def test_more_cards_than_the_pack_has() -> None:
    """Where it is not one field that is wrong, it is the size of the stock that can be changed."""
    for text in (changed(max_rank=7), changed(tableau_piles__count=99)):
        fault = fault_of(interpret_solvitaire_rules, text)
        assert fault.place is not None
        assert fault.place[0] == place_of(text, '"size"')[0]


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"cells__count": 1, "cells__pre_filled": 2, "stock__size": 62}, '"pre-filled"'),
        ({"cells__count": 100}, '"cells"'),
    ],
    ids=str,
)
def test_cells_that_cannot_be_dealt(changes: dict[str, Any], at: str) -> None:
    text = changed(**{name.replace("pre_filled", "pre-filled"): value for name, value in changes.items()})
    fault = fault_of(interpret_solvitaire_rules, text)
    assert fault.code == "bad-rules"
    assert fault.place is not None
    assert fault.place[0] - place_of(text, at)[0] in (0, 1)


def test_unknown_fields_of_rules() -> None:
    text = changed(accordion={"size": 3})
    assert code_and_place(fault_of(interpret_solvitaire_rules, text)) == (
        "unknown-field",
        place_of(text, '"accordion"'),
    )
    text = changed(stock__redeals=True)
    fault = fault_of(interpret_solvitaire_rules, text)
    assert code_and_place(fault) == ("unknown-field", place_of(text, '"redeals"'))
    assert "'redeals' is no field of 'stock'" in fault.message
    assert "did you mean 'redeal'" in fault.message
    text = '{"two decks": true, "two decks": true}'
    assert code_and_place(fault_of(interpret_solvitaire_rules, text)) == ("duplicate-key", (1, 21))


def test_refusals_name_field_and_value() -> None:
    message = fault_of(interpret_solvitaire_rules, changed(tableau_piles__spaces_policy="no-build")).message
    assert "'tableau piles / spaces policy' is 'no-build'" in message
    message = fault_of(interpret_solvitaire_rules, changed(reserve__size=4)).message
    assert "'reserve / size' is 4" in message
    message = fault_of(interpret_solvitaire_rules, changed(stock__size=63)).message
    assert "columns of 4 and of 5 cards" in message


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"tableau_piles__spaces_policy": "auto-waste-then-stock", "stock__deal_count": 3}, "spaces policy"),
        ({"tableau_piles__spaces_policy": "kings", "max_rank": 12, "stock__size": 56}, "spaces policy"),
        ({"foundations__removable": True, "foundations__initial_cards": "all", "stock__size": 56}, "removable"),
        ({"foundations__removable": True, "cells__count": 1}, "removable"),
    ],
    ids=str,
)
def test_fields_that_are_unclear_beside_each_other(changes: dict[str, Any], at: str) -> None:
    text = changed(**changes)
    fault = fault_of(interpret_solvitaire_rules, text)
    assert fault.code == "not-expressible"
    assert fault.place is not None
    assert fault.place[0] == place_of(text, f'"{at}"')[0]


@given(st.data())
def test_damaged_rules_are_faults_or_rules(data: st.DataObject) -> None:
    text = serialise_solvitaire_rules(variants.find("rank-and-file"))
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 8))
    middle = data.draw(st.sampled_from(("", "1", "-", "999", "true", "no", '"', "{", "}", ",", ".5", "null")))
    read = attempt(interpret_solvitaire_rules, text[:start] + middle + text[end:])
    if isinstance(read, Fault):
        assert read.code in CODES
        assert read.place is not None
    else:
        assert isinstance(read, Rules)
