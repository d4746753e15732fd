"""Moves between piles that are not there or are empty, and moves that name their card."""

from __future__ import annotations

import pytest

from forty_thieves import Table, deal
from forty_thieves.game.moves import FOUNDATION, Move
from forty_thieves.records.positions import serialise_position
from support.cases import Case, at, cases, judge
from support.strategies import own


@cases(
    Case("no target column", "1-11", at(columns={1: "9H"}), "no-such-column", "no column 11: forty-thieves has 10"),
    Case("no source column", "11-1", at(columns={1: "9H"}), "no-such-column", "no column 11"),
    Case("no source column for the foundation", "11-f", at(), "no-such-column", "no column 11"),
    Case("last column", "10-f", at(columns={10: "AS"}), after={10: "", "tops": "AS"}),
    Case(
        "a column too far in a table of 13",
        "14-f",
        at("lucas", tops="AC AC AD AD AH AH AS AS"),
        "no-such-column",
        "13",
    ),
    Case("from the waste, no column", "w-11", at(waste="9H"), "no-such-column", "no column 11"),
    Case("from the stock, no column", "s-11", at(stock="9H"), "no-such-column", "no column 11"),
    Case("from an empty column to none", "1-99", at(), "no-such-column", "no column 99"),
    Case("column beyond all", "1000000000-1000000000", at(), "no-such-column", "no column 1000000000"),
    Case("sequence, no column", "1-11x2", at("number-ten", {1: "9H 8S"}), "no-such-column", "no column 11"),
    Case("same column", "1-1", at(columns={1: "9H"}), "same-column", "column 1 onto itself"),
    Case("same column, empty", "1-1", at(), "same-column", "column 1 onto itself"),
    Case("same column, sequence", "1-1x2", at("number-ten", {1: "9H 8S"}), "same-column", "onto itself"),
    Case("same column, card asserted", "1-1=9H", at(columns={1: "9H"}), "same-column", "onto itself"),
    Case("same column, another card asserted", "1-1=8H", at(columns={1: "9H"}), "same-column", "onto itself"),
    Case("empty column", "1-2", at(columns={2: "9H"}), "empty-source", "from column 1: it is empty"),
    Case("empty column to the foundation", "1-f", at(), "empty-source", "from column 1: it is empty"),
    Case("empty column, sequence", "1-2x2", at("number-ten", {2: "9H"}), "empty-source", "column 1: it is empty"),
    Case("empty waste", "w-1", at(columns={1: "9H"}), "empty-source", "from the waste: it is empty"),
    Case("empty waste to the foundation", "w-f", at(), "empty-source", "from the waste: it is empty"),
    Case("empty stock to a column", "s-1", at(columns={1: "9H"}, rest="waste"), "empty-stock", "the stock is empty"),
    Case("empty stock to the foundation", "s-f", at(rest="waste"), "empty-stock", "the stock is empty"),
)
def test_piles_that_are_not_there_or_are_empty(case: Case) -> None:
    judge(case)


@cases(
    Case("columns: one", "1-1", at(own(columns=1), {1: "9H"}), "same-column", "onto itself"),
    Case("columns: ninety-nine", "99-98", at(own(columns=99, face_up=1), {99: "8H", 98: "9H"}), after={98: "9H 8H"}),
    Case(
        "columns: one more",
        "100-98",
        at(own(columns=99, face_up=1), {98: "9H"}),
        "no-such-column",
        "no column 100: own has 99",
    ),
)
def test_the_least_and_the_most_columns(case: Case) -> None:
    judge(case)


@pytest.mark.parametrize("move", [Move(1, 10**30), Move(10**30, 1), Move(10**30, FOUNDATION), Move(1, 10**30, 2)])
def test_a_column_beyond_all_numbers_of_the_machine(move: Move) -> None:
    table = Table(deal("number-ten", 42))
    before = serialise_position(table)
    refusal = table.run([move])
    assert refusal is not None
    assert refusal.code == "no-such-column"
    assert serialise_position(table) == before


def test_a_number_of_cards_beyond_all_numbers_of_the_machine() -> None:
    refusal = Table(deal("number-ten", 42)).run([Move(1, 2, 10**30)])
    assert refusal is not None
    assert refusal.code == "too-many-cards"


# Asserted cards


@cases(
    Case("= the card of a column", "1-2=8H", at(columns={1: "8H", 2: "9H"}), after={2: "9H 8H"}),
    Case(
        "= another card",
        "1-2=8D",
        at(columns={1: "8H", 2: "9H"}),
        "wrong-card",
        "the move expects 8D: the top card of column 1 is 8H",
    ),
    Case("= to a foundation", "1-f=AS", at(columns={1: "AS"}), after={"tops": "AS"}),
    Case(
        "= to a foundation, another card",
        "1-f=AC",
        at(columns={1: "AS"}),
        "wrong-card",
        "the top card of column 1 is AS",
    ),
    Case("= judged before the foundation", "1-f=AC", at(columns={1: "9S"}), "wrong-card", "expects AC"),
    Case("= judged before the building", "1-2=8D", at(columns={1: "8H", 2: "2C"}), "wrong-card", "expects 8D"),
    Case("= the waste's top", "w-1=9H", at(waste="8C 9H"), after={1: "9H"}),
    Case("= not the waste's top", "w-1=8C", at(waste="8C 9H"), "wrong-card", "the top card of the waste is 9H"),
    Case("= the stock's top", "s-1=9H", at(stock="9H 8C"), after={1: "9H"}),
    Case("= not the stock's top", "s-1=8C", at(stock="9H 8C"), "wrong-card", "the top card of the stock is 9H"),
    Case("= the card drawn", "d=9H", at(stock="9H 8C"), after={"waste": "9H"}),
    Case("= not the card drawn", "d=8C", at(stock="9H 8C"), "wrong-card", "the draw turns 9H"),
    Case(
        "= the deepest card of a sequence", "1-2x2=9H", at("number-ten", {1: "9H 8S", 2: "TS"}), after={2: "TS 9H 8S"}
    ),
    Case(
        "= not its top card",
        "1-2x2=8S",
        at("number-ten", {1: "9H 8S", 2: "TS"}),
        "wrong-card",
        "the deepest of 2 cards of column 1 is 9H",
    ),
    Case("= an empty source", "1-2=9H", at(), "empty-source", "column 1: it is empty"),
    Case(
        "= a face-down card, of which nothing is said",
        "1-2x3=QD",
        at("number-ten", {1: "TC 9H 8S", 2: "JH"}, hidden={1: 1}),
        "face-down-card",
        "only its last 2 of 3 are face up",
    ),
    Case(
        "= a face-down card, guessed",
        "1-2x3=TC",
        at("number-ten", {1: "TC 9H 8S", 2: "JH"}, hidden={1: 1}),
        "face-down-card",
        "only its last 2 of 3 are face up",
    ),
    Case("= more cards than there are", "1-2x5=9H", at("number-ten", {1: "9H 8S"}), "too-many-cards", "it has 2"),
    Case(
        "= from the stock where three are drawn",
        "s-1=8C",
        at("little-forty", stock="9H"),
        "not-from-stock",
        "draws 3",
    ),
    Case("= drawn from an empty stock", "d=9H", at(rest="waste"), "empty-stock", "the stock is empty"),
    Case("= no source column", "11-1=9H", at(), "no-such-column", "no column 11"),
)
def test_asserted_cards(case: Case) -> None:
    judge(case)
