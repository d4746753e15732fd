"""Foundations: what starts them, what follows on them, and which one takes a card."""

from __future__ import annotations

from forty_thieves.game.cards import serialise_cards
from forty_thieves.records.positions import serialise_position
from support.cases import Case, at, cases, judge
from support.strategies import own, table_at

FIVES = own(foundation_base="5")
SHORT = own(ranks="A789TJQK", columns=8, face_up=3)
DEALT = own(foundation_base="dealt")
COLORS = own(foundation_build="alternate-color", take_back=True)
ROUND = own(foundation_build="suit-cycle")


@cases(
    Case("base: starts a foundation", "1-f", at(FIVES, {1: "5S"}), after={"tops": "5S"}),
    Case(
        "base: an ace does not",
        "1-f",
        at(FIVES, {1: "AS"}),
        "not-on-foundation",
        "cannot put AS on a foundation: needs 5S",
    ),
    Case("base: the ace follows the king", "1-f", at(FIVES, {1: "AS"}, tops="KS"), after={"tops": "AS"}),
    Case("base: the four is the last", "1-f", at(FIVES, {1: "4S"}, tops="3S"), after={"tops": "4S"}),
    Case("base: not onto the finished ones", "1-f", at(FIVES, {1: "6S"}, tops="4S"), "not-on-foundation", "needs 5S"),
    Case(
        "base: nor an ace onto a king where the base is the ace",
        "1-f",
        at(columns={1: "AS"}, tops="KS"),
        after={"tops": "KS AS"},
    ),
    Case(
        "start: twos at once",
        "1-f",
        at("lucas", {1: "2S"}, tops="AC AC AD AD AH AH AS AS"),
        after={"tops": "AC AC AD AD AH AH 2S AS"},
    ),
    Case(
        "start: threes not yet",
        "1-f",
        at("lucas", {1: "3S"}, tops="AC AC AD AD AH AH AS AS"),
        "not-on-foundation",
        "needs 2S",
    ),
    Case("ranks: a seven follows the ace", "1-f", at(SHORT, {1: "7S"}, tops="AS"), after={"tops": "7S"}),
    Case(
        "ranks: an eight does not",
        "1-f",
        at(SHORT, {1: "8S"}, tops="AS"),
        "not-on-foundation",
        "cannot put 8S on a foundation: needs AS or 7S",
    ),
    Case("ranks: a seven on an eight", "1-2", at(SHORT, {1: "7S", 2: "8S"}), after={2: "8S 7S"}),
    Case(
        "ranks: nothing on a seven",
        "1-2",
        at(SHORT, {1: "AS", 2: "7S"}),
        "does-not-build",
        "cannot put AS on 7S: nothing takes it but an empty column",
    ),
    Case(
        "ranks: round the corner",
        "1-f",
        at(own(ranks="A789TJQK", columns=8, face_up=3, foundation_base="9"), {1: "7S"}, tops="AS"),
        after={"tops": "7S"},
    ),
    Case("dealt: the same rank starts", "1-f", at(DEALT, {1: "5H"}, foundations={7: "5S"}), after={"tops": "5H 5S"}),
    Case(
        "dealt: an ace does not",
        "1-f",
        at(DEALT, {1: "AH"}, foundations={7: "5S"}),
        "not-on-foundation",
        "cannot put AH on a foundation: needs 5H",
    ),
    Case(
        "dealt: the ace follows the king",
        "1-f",
        at(DEALT, {1: "AS"}, foundations={7: "JS QS KS"}),
        after={"tops": "AS"},
    ),
)
def test_what_starts_and_ends_a_foundation(case: Case) -> None:
    judge(case)


@cases(
    Case(
        "decks: four foundations of one pack",
        "1-f",
        at(own(decks=1, columns=8), {1: "2S"}, tops="AS"),
        after={"tops": "2S"},
    ),
    Case(
        "decks: a third ace of three packs",
        "1-f",
        at(own(decks=3), {1: "AS"}, tops="AS AS"),
        after={"tops": "AS AS AS"},
    ),
    Case(
        "decks: four packs, four in a row",
        "1-f",
        at(own(decks=4), {1: "3S"}, tops="8S 6S 4S 2S"),
        after={"tops": "8S 6S 4S 3S"},
    ),
    Case(
        "decks: none of four fits",
        "1-f",
        at(own(decks=4), {1: "8S"}, tops="8S 6S 4S 2S"),
        "not-on-foundation",
        "needs 3S or 5S or 7S or 9S",
    ),
)
def test_foundations_of_several_packs(case: Case) -> None:
    judge(case)


@cases(
    Case(
        "colors: the other color follows", "1-f", at(COLORS, {1: "2H"}, foundations={7: "AS"}), after={"tops": "2H"}
    ),
    Case(
        "colors: the same suit does not",
        "1-f",
        at(COLORS, {1: "2S"}, foundations={7: "AS"}),
        "not-on-foundation",
        "cannot put 2S on a foundation: needs",
    ),
    Case(
        "colors: clubs before spades",
        "1-f",
        at(COLORS, {1: "2H"}, foundations={1: "AC", 7: "AS"}),
        after={"tops": "2H AS"},
    ),
    Case(
        "colors: the second of clubs before spades",
        "1-f",
        at(COLORS, {1: "2H"}, foundations={1: "AC 2D", 2: "AC", 7: "AS"}),
        after={"tops": "2D 2H AS"},
    ),
    Case(
        "colors: spades before hearts and diamonds",
        "1-f",
        at(COLORS, {1: "3S"}, foundations={3: "AD 2C 3H 4C", 5: "AH 2S", 7: "AS 2D"}),
        after={"tops": "4C 2S 3S"},
    ),
    Case(
        "colors: hearts before diamonds",
        "1-f",
        at(COLORS, {1: "2S"}, foundations={3: "AD", 5: "AH"}),
        after={"tops": "AD 2S"},
    ),
    Case(
        "colors: an ace starts one of its own suit",
        "1-f",
        at(COLORS, {1: "AD"}, foundations={1: "AC", 3: "AD 2S"}),
        after={"tops": "AC 2S AD"},
    ),
    Case(
        "colors: no card on a finished one",
        "1-f",
        at(COLORS, {1: "AS"}, foundations={1: "AC 2D 3C 4D 5C 6D 7C 8D 9C TD JC QD KC"}),
        after={"tops": "KC AS"},
    ),
    Case("round: hearts on spades", "1-f", at(ROUND, {1: "2H"}, foundations={7: "AS"}), after={"tops": "2H"}),
    Case("round: clubs on hearts", "1-f", at(ROUND, {1: "3C"}, foundations={7: "AS 2H"}), after={"tops": "3C"}),
    Case(
        "round: not spades on hearts",
        "1-f",
        at(ROUND, {1: "3S"}, foundations={7: "AS 2H"}),
        "not-on-foundation",
        "needs",
    ),
)
def test_foundations_that_change_suits(case: Case) -> None:
    judge(case)


def test_foundations_are_listed_suit_by_suit_the_higher_one_first() -> None:
    table = table_at(tops="2S 5S AH 3D KC")
    assert [serialise_cards(pile[-1:]) for pile in table.foundations] == ["KC", "", "3D", "", "AH", "", "5S", "2S"]
    assert serialise_position(table).foundations[6] == "AS 2S 3S 4S 5S"
