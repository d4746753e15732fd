"""The table: whole logs, what one field of the rules changes, won and stuck, the listing of legal moves."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from forty_thieves import Table, deal
from forty_thieves.game import variants
from forty_thieves.game.cards import NAMES
from forty_thieves.game.moves import parse_log, steps_of
from forty_thieves.problems import CODES
from support.cases import ALL_BUT_KS, at, refused, seen
from support.strategies import own, state, table_at


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
def test_a_table_starts_as_dealt(name: str) -> None:
    dealt = deal(name, 42)
    table = Table(dealt)
    assert (table.columns, table.stock[::-1], table.waste) == (dealt.columns, dealt.stock, [])
    assert table.face_down[1:] == [dealt.rules.face_down] * dealt.rules.columns
    assert (table.won, table.stuck, table.played) == (False, False, 0)
    assert table.foundation_cards == (8 if name == "lucas" else 0)
    table.play("d")
    assert dealt == deal(name, 42)


def test_the_example_of_the_notation_is_legal() -> None:
    table = Table(deal("lucas", 42))
    assert table.run(parse_log("5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f").moves) is None
    assert table.foundation_cards == 11
    assert [NAMES[pile[-1]] for pile in table.foundations] == ["AC", "AC", "2D", "AD", "AH", "AH", "2S", "2S"]


def test_the_same_example_with_another_third_move_is_illegal_there() -> None:
    table = Table(deal("lucas", 42))
    refusal = table.run(parse_log("5-f 5-f 2-8 d 8-2 9-4 d d d d d d d s-f").moves)
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("does-not-build", "cannot put 8S on TS: needs 9S")
    assert table.played == 2
    assert table.foundation_cards == 10
    assert seen(table, 2) == "7S JS 8S"


def test_a_log_stops_at_the_first_move_that_breaks_a_rule() -> None:
    table = table_at(columns={1: "8H", 2: "9H", 3: "7H"})
    refusal = table.run(parse_log("1-2 3-2 3-1 2-3 d").moves)
    assert refusal is not None
    assert (str(refusal.move), refusal.code) == ("3-1", "empty-source")
    assert [str(move) for move in table.history] == ["1-2", "3-2"]
    assert seen(table, 2) == "9H 8H 7H"


def test_a_token_that_is_no_move_is_not_played() -> None:
    table = table_at(columns={1: "8H", 2: "9H"})
    before = state(table)
    with pytest.raises(ValueError, match="'1>2' is not a move"):
        table.play("1>2")
    assert state(table) == before


def test_a_copy_is_played_on_by_itself() -> None:
    rules = own(foundation_build="alternate-color", take_back=True)
    layout = at(rules, {1: "2H", 2: "2C", 3: "2S"}, foundations={1: "AC", 7: "AS"}, played=5)
    table = table_at(**layout)
    table.run(parse_log("d 1-f").moves)
    before = state(table)
    twin = table.copy()
    assert state(twin) == before
    twin.run(parse_log("d fs-3").moves)
    assert state(table) == before
    while twin.history:
        twin.undo()
    assert state(twin) == state(table_at(**layout))
    assert state(table) == before


def test_a_position_is_the_table_without_its_history() -> None:
    table = Table(deal("lucas", 42))
    table.run(parse_log("5-f 5-f s-5"))
    again = Table(table.position())
    assert (again.piles, again.stock, again.foundations, again.played) == (
        table.piles, table.stock, table.foundations, 3
    )  # fmt: skip
    assert (again.history, again.played_before, again.effects) == ([], 3, [])
    again.play("d")
    assert (table.played, len(table.stock)) == (3, len(again.stock) + 1)


def test_the_steps_of_a_table_are_those_of_its_moves() -> None:
    table = Table(deal("lucas", 42))
    table.run(parse_log("5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f"))
    assert (table.played, table.steps, steps_of(table.history)) == (14, 15, 15)


# What one field of a rules record changes


@pytest.mark.parametrize(
    ("more", "less", "layout", "move", "code"),
    [
        ({"build": "any-suit"}, {}, at(columns={1: "8D", 2: "9H"}), "1-2", "does-not-build"),
        ({"build": "alternate-color"}, {}, at(columns={1: "8S", 2: "9H"}), "1-2", "does-not-build"),
        ({"build": "different-suit"}, {}, at(columns={1: "8D", 2: "9H"}), "1-2", "does-not-build"),
        ({"move": "sequence"}, {}, at(columns={1: "8H 7H", 2: "9H"}), "1-2x2", "single-cards-only"),
        ({"redeals": 1}, {}, at(waste="9H", rest=1), "r", "no-redeal-left"),
        ({"redeals": "unlimited"}, {}, at(waste="9H", rest=1), "r", "no-redeal-left"),
        ({"foundation_base": "5"}, {}, at(columns={1: "5H"}), "1-f", "not-on-foundation"),
        ({"take_back": True}, {}, at(tops="3S"), "fs-1", "no-take-back"),
        ({"tableau_wrap": True}, {}, at(columns={1: "KS", 2: "AS"}), "1-2", "does-not-build"),
        ({}, {"build": "alternate-color"}, at(columns={1: "8H", 2: "9H"}), "1-2", "does-not-build"),
        ({}, {"draw": 3}, at(stock="AS"), "s-f", "not-from-stock"),
        ({}, {"foundation_base": "2"}, at(columns={1: "AS"}), "1-f", "not-on-foundation"),
        ({}, {"empty_columns": "kings"}, at(columns={1: "9H QS"}), "1-2", "empty-column"),
        ({}, {"empty_columns": "waste"}, at(columns={1: "9H QS"}), "1-2", "empty-column"),
        ({}, {"columns": 9}, at(columns={1: "9H"}), "1-10", "no-such-column"),
    ],
)
def test_a_move_that_one_field_makes_legal_or_illegal(
    more: dict[str, Any], less: dict[str, Any], layout: dict[str, Any], move: str, code: str
) -> None:
    assert refused(table_at(**{**layout, "rules": own(**more)}), move) == ""
    assert refused(table_at(**{**layout, "rules": own(**less)}), move) == code


@pytest.mark.parametrize(
    ("more", "less", "layout", "log", "code"),
    [
        pytest.param(
            {"ranks": "A789TJQK"},
            {},
            at(columns={1: "8S", 2: "7S"}, tops="AS"),
            "2-f 1-f",
            "not-on-foundation",
            id="ranks",
        ),
        pytest.param(
            {"face_pattern": "DUU"},
            {"face_pattern": "UDU"},
            at(columns={1: "KC 9H 8H", 2: "TH"}, hidden={1: 1}),
            "1-2x2",
            "face-down-card",
            id="face_pattern",
        ),
        pytest.param(
            {"build": "suit-cycle"}, {}, at(columns={1: "8H", 2: "9S"}), "1-2", "does-not-build", id="suit-cycle"
        ),
        pytest.param(
            {}, {"build": "suit-cycle"}, at(columns={1: "8S", 2: "9S"}), "1-2", "does-not-build", id="no suit-cycle"
        ),
        pytest.param({"build_direction": "up"}, {}, at(columns={1: "9S", 2: "8S"}), "1-2", "does-not-build", id="up"),
        pytest.param(
            {}, {"build_direction": "up"}, at(columns={1: "8S", 2: "9S"}), "1-2", "does-not-build", id="not down"
        ),
        pytest.param(
            {"build_direction": "up-or-down"},
            {},
            at(columns={1: "8S", 2: "9S", 3: "7S"}),
            "2-1 1-4 3-1",
            "does-not-build",
            id="up-or-down",
        ),
        pytest.param(
            {"sequence": "any-suit"}, {}, at(columns={1: "9H 8S", 2: "TH"}), "1-2x2", "not-a-sequence", id="sequence"
        ),
        pytest.param(
            {},
            {"sequence_to": "empty"},
            at(columns={1: "9H 8H", 2: "TH"}),
            "1-2x2",
            "empty-column-only",
            id="sequence_to",
        ),
        pytest.param(
            {"waste_refill": True}, {}, at(waste="AS", stock="9H"), "w-f w-1", "empty-source", id="waste_refill"
        ),
        pytest.param(
            {"foundation_base": "K", "foundation_wrap": True},
            {},
            at(columns={1: "AS KS"}),
            "1-f 1-f",
            "not-on-foundation",
            id="foundation_base and wrap",
        ),
        pytest.param(
            {"foundation_build": "alternate-color"},
            {},
            at(columns={1: "2H"}, foundations={7: "AS"}),
            "1-f",
            "not-on-foundation",
            id="foundation_build",
        ),
        pytest.param({"cells": 1}, {}, at(columns={1: "9H"}), "1-c1 c1-2", "no-such-cell", id="cells"),
        pytest.param(
            {"empty_columns": "auto"}, {}, at(columns={1: "AS"}, waste="QS"), "1-f 1-2", "empty-source", id="auto"
        ),
        pytest.param(
            {},
            {"empty_columns": "auto"},
            at(columns={1: "AS", 2: "2H"}, waste="QS"),
            "1-f 2-1",
            "does-not-build",
            id="not auto",
        ),
    ],
)
def test_a_log_that_one_field_makes_legal(
    more: dict[str, Any], less: dict[str, Any], layout: dict[str, Any], log: str, code: str
) -> None:
    for fields, expected in ((more, ""), (less, code)):
        rules = own(**({"face_pattern": "UUU", "move": "sequence", "columns": 8} | fields))
        assert refused(table_at(**{**layout, "rules": rules}), log) == expected


@pytest.mark.parametrize(
    ("fields", "without", "seed", "log", "code"),
    [
        ({"initial_draw": 1, "cells": 1}, "initial_draw", 1, "w-c1", "empty-source"),
        ({"cells": 1, "cells_dealt": 1, "face_up": 0}, "cells_dealt", 1, "c1-1", "empty-source"),
        (
            {"foundations_start": "base", "take_back": True, "face_up": 0},
            "foundations_start",
            1,
            "fs-1",
            "empty-source",
        ),
        ({"deal_play": "cards", "columns": 8, "face_up": 3}, "deal_play", 35, "6-f", "not-on-foundation"),
        ({"deal_play": "rows", "columns": 8, "face_up": 3}, "deal_play", 46, "s-f", "not-on-foundation"),
        ({"foundation_base": "dealt", "face_up": 0}, "foundation_base", 8, "s-f", "not-on-foundation"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_log_on_a_deal_that_one_field_makes_legal(
    fields: dict[str, Any], without: str, seed: int, log: str, code: str
) -> None:
    assert refused(Table(deal(own(**fields), seed)), log) == ""
    left = {name: value for name, value in fields.items() if name != without}
    assert refused(Table(deal(own(**left), seed)), log) == code


# Won and stuck


def test_a_game_is_won_with_its_last_card_and_not_before() -> None:
    table = table_at(columns={1: "KS"}, tops=ALL_BUT_KS, rest="none")
    assert (table.won, table.stuck, table.foundation_cards) == (False, False, 103)
    table.play("1-f")
    assert (table.won, table.stuck, table.foundation_cards) == (True, False, 104)
    assert list(table.legal_moves) == []
    table.undo()
    assert not table.won


BLOCKED = {1: "KC", 2: "KC", 3: "KD", 4: "KD", 5: "KH", 6: "KH", 7: "KS", 8: "KS", 9: "5C", 10: "9D"}


@pytest.mark.parametrize(
    ("layout", "left"),
    [
        pytest.param(at(columns=BLOCKED, rest=10), [], id="no card fits"),
        pytest.param(at(columns=BLOCKED, rest=9), [], id="no card fits, the others in another column"),
        pytest.param(at("streets", {**BLOCKED, 10: "4D"}, rest=1), ["10-9"], id="one card fits"),
        pytest.param(at(columns={**BLOCKED, 9: "4D"}, stock="5D", rest=10), ["d"], id="one draw is left"),
        pytest.param(at(columns=BLOCKED, waste="4H", rest=10), [], id="the waste's top fits nowhere"),
        pytest.param(at("little-forty", BLOCKED, waste="2H", rest=10, redeals_left=1), ["r"], id="a redeal is left"),
        pytest.param(at("little-forty", BLOCKED, waste="2H", rest=10, redeals_left=0), [], id="no redeal is left"),
        pytest.param(at(columns={**BLOCKED, 9: "AC"}, rest=10), ["9-f"], id="an ace is left"),
    ],
)
def test_stuck(layout: dict[str, Any], left: list[str]) -> None:
    table = table_at(**layout)
    assert [str(move) for move in table.legal_moves] == left
    assert len(table.legal_moves) == len(left)
    assert bool(table.legal_moves) is bool(left)
    assert table.stuck is (not left)
    assert not table.won


# The listing of legal moves


def test_legal_moves_come_in_a_fixed_order() -> None:
    table = table_at(
        own(build="any-suit", move="sequence", take_back=True, columns=4),
        {1: "9H 8H", 2: "TC", 3: "KC 3S"},
        waste="2H",
        stock="9S",
        tops="6S 2S",
    )
    listed = "d w-3 w-4 1-2x2 1-4 1-4x2 2-4 3-f 3-4 s-2 s-4 fs-3 fs-4=2S fs-4=6S"
    assert " ".join(map(str, table.legal_moves)) == listed


@pytest.mark.parametrize("asked", ["3>5", "", "r=9H", 5, None, ("1-2",)], ids=repr)
def test_what_is_no_move_is_no_legal_move(asked: object) -> None:
    assert asked not in table_at(columns={1: "9H"}).legal_moves


def test_an_asserted_card_makes_a_legal_move_illegal_where_it_is_wrong() -> None:
    legal = table_at(columns={1: "8H", 2: "9H"}).legal_moves
    assert "1-2" in legal
    assert "1-2=8H" in legal
    assert "1-2=8D" not in legal


def test_every_way_to_break_a_rule_has_a_case() -> None:
    codes = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Case":
                codes |= {argument.value for argument in node.args[3:4] if isinstance(argument, ast.Constant)}
    assert codes == {code for code, (kind, _) in CODES.items() if kind == "illegal"}
