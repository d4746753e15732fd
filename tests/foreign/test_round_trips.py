"""Round trips: what is written for other programs and read again is the same, or was refused whole."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from forty_thieves.foreign.boards import interpret_board, serialise_board
from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_rules,
    serialise_solvitaire_rules,
)
from forty_thieves.game import variants
from forty_thieves.game.cards import RANKS, parse_cards, serialise_cards
from forty_thieves.game.deal import deal
from forty_thieves.game.rules import Rules
from forty_thieves.problems import CODES, Fault
from support.foreign import DEAL_FORMATS, attempt, fault_of, own, same_cards

# Round trips

LAID = {"initial_draw", "cells_dealt", "deal_play", "foundation_base"}


@pytest.mark.parametrize("seed", [3, 40_000])
@pytest.mark.parametrize("format_name", DEAL_FORMATS)
@pytest.mark.parametrize("rules", variants.every(), ids=lambda rules: rules.name)
def test_round_trip_of_deals(rules: Rules, format_name: str, seed: int) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    dealt = deal(rules, seed)
    if any((rules.cells_dealt, rules.deal_play != "none", rules.foundation_base == "dealt")) and (
        format_name == "solvitaire" or rules.foundation_build != "same-suit"
    ):
        assert fault_of(serialise, dealt).code == "not-expressible"
        return
    text = serialise(dealt)
    for written in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), text.rstrip()):
        read = interpret(written, rules)
        assert read.digest == dealt.digest
        assert read.variant == rules.name
        assert (read.seed, read.shuffle) == (None, None)
        assert serialise(read) == text


EXPRESSIBLE = {"forty-thieves", "limited", "lucas", "maria", "rank-and-file", "streets"}


@pytest.mark.parametrize("rules", variants.every(), ids=lambda rules: rules.name)
def test_round_trip_of_rules(rules: Rules) -> None:
    if rules.name not in EXPRESSIBLE:
        fault = fault_of(serialise_solvitaire_rules, rules)
        assert fault.code == "not-expressible"
        (field,) = fault.path
        assert f"can't tell {field} " in fault.message
        return
    text = serialise_solvitaire_rules(rules)
    read = interpret_solvitaire_rules(text)
    assert read.essence == rules.essence
    assert serialise_solvitaire_rules(read) == text
    assert interpret_solvitaire_rules(text.replace("\n", "\r\n")) == read


OFTEN_USUAL: dict[str, st.SearchStrategy[Any]] = {
    "decks": st.sampled_from((1, 2, 3)),
    "ranks": st.sampled_from((RANKS, RANKS, RANKS[:7], "A789TJQK")),
    "columns": st.integers(1, 12),
    "face_down": st.sampled_from((0, 0, 1, 2)),
    "face_up": st.integers(0, 3),
    "build": st.sampled_from(("same-suit", "alternate-color", "any-suit", "different-suit")),
    "build_direction": st.sampled_from(("down", "down", "down", "up")),
    "move": st.sampled_from(("single", "sequence")),
    "draw": st.integers(1, 3),
    "redeals": st.sampled_from((0, "unlimited", 2)),
    "foundation_base": st.sampled_from(("A", 1, "A", "dealt", "7")),
    "foundation_build": st.sampled_from(("same-suit", "same-suit", "alternate-color")),
    "foundations_start": st.sampled_from(("empty", "base")),
    "deal_play": st.sampled_from(("none", "none", "none", "rows", "cards")),
    "empty_columns": st.sampled_from(("any", "kings", "auto", "waste")),
    "take_back": st.booleans(),
    "initial_draw": st.sampled_from((0, 0, 0, 1)),
    "tableau_wrap": st.sampled_from((False, False, True)),
    "cells": st.integers(0, 3),
    "cells_dealt": st.sampled_from((0, 0, 1)),
}


@st.composite
def own_rules(draw: st.DrawFn) -> Rules:
    chosen = {name: draw(values) for name, values in OFTEN_USUAL.items() if draw(st.booleans())}
    try:
        return own(**chosen)
    except Fault:
        assume(False)
        raise


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(own_rules())
def test_rules_are_told_whole_or_not_at_all(rules: Rules) -> None:
    text = attempt(serialise_solvitaire_rules, rules)
    if isinstance(text, Fault):
        assert text.code == "not-expressible"
        assert str(text.path[0]) in text.message
    else:
        assert interpret_solvitaire_rules(text).essence == rules.essence


@pytest.mark.parametrize("format_name", DEAL_FORMATS)
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(own_rules(), st.integers(0, 10**5))
def test_deals_are_told_whole_or_not_at_all(format_name: str, rules: Rules, seed: int) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    try:
        dealt = deal(rules, seed)
    except (StopIteration, RuntimeError, Fault):
        # Cards that go to the foundations during the deal may leave too few for the columns.
        assume(False)
    text = attempt(serialise, dealt)
    if isinstance(text, Fault):
        assert text.code == "not-expressible"
    else:
        assert interpret(text, rules).digest == dealt.digest


@pytest.mark.parametrize("format_name", DEAL_FORMATS)
@given(st.data())
def test_damaged_deals_are_faults_or_deals(format_name: str, data: st.DataObject) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    rules = variants.find(data.draw(st.sampled_from(("lucas", "rank-and-file"))))
    text = serialise(deal(rules, 8))
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 8))
    middle = data.draw(
        st.sampled_from(("", " ", "\n", ":", ",", "]", "[", '"', "<", "4S", "10H", "\\ud800", "\x00", "é"))
    )
    read = attempt(interpret, text[:start] + middle + text[end:], rules)
    if isinstance(read, Fault):
        assert read.code in CODES
        assert read.place is not None
        assert read.path == ()
    else:
        assert sorted(parse_cards(" ".join(read.texts))) == rules.all_cards


def test_rules_with_cells_and_a_dealt_base_on_a_board() -> None:
    rules = own(decks=1, columns=5, face_up=3, cells=3, cells_dealt=1, foundation_base="dealt")
    dealt = deal(rules, 77)
    text = serialise_board(dealt)
    lines = text.splitlines()
    base = serialise_cards(dealt.on_foundations).replace("T", "10")
    assert lines[1] == f"Foundations: {base[-1]}-{base[:-1]}"
    assert lines[2].endswith(" - -")
    read = interpret_board(text, rules)
    assert same_cards(read, dealt)
    assert read.cells == dealt.cells
    assert same_cards(interpret_board(text.replace(" - -", ""), rules), dealt)


def test_foundations_that_wrap() -> None:
    rules = own(decks=1, columns=6, face_up=6, foundation_base="Q", deal_play="rows")
    seed = next(seed for seed in range(1, 3000) if "QS KS AS" in serialise_cards(deal(rules, seed).on_foundations))
    dealt = deal(rules, seed)
    text = serialise_board(dealt)
    assert same_cards(interpret_board(text, rules), dealt)
    assert " S-Q" not in text


def test_columns_without_cards() -> None:
    """Rows that go to the foundations can leave a column empty: a blank line, or a colon alone."""
    rules = own(decks=1, columns=2, face_up=1, deal_play="rows")
    seed = next(seed for seed in range(1, 5000) if deal(rules, seed).columns[1] == [])
    dealt = deal(rules, seed)
    text = serialise_board(dealt)
    assert text.endswith("\n\n")
    assert same_cards(interpret_board(text, rules), dealt)
    assert same_cards(interpret_board(text + "\n \t\n", rules), dealt)
    assert same_cards(interpret_board(text[:-1] + ":", rules), dealt)
    none = own(decks=1, columns=3, face_up=0)
    assert same_cards(interpret_board(serialise_board(deal(none, 1)), none), deal(none, 1))
    fault = fault_of(interpret_board, "\n" + serialise_board(deal(none, 1)) + ":", none)
    assert fault.code == "wrong-layout"


def test_blank_lines_count_only_where_columns_can_be_empty() -> None:
    text = serialise_board(deal("maria", 5))
    assert same_cards(
        interpret_board("\n\n" + text.replace("\n", "\n \t\n") + "\n\n", variants.find("maria")), deal("maria", 5)
    )
