"""The table: each rule's legal and illegal side, on positions made by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from forty_thieves import Game, IllegalMove, Table, check, deal
from forty_thieves.game import variants
from forty_thieves.game.cards import NAMES, SUITS, serialise_cards
from forty_thieves.game.moves import FOUNDATION, NO_CARD, Move, parse_log, parse_move
from forty_thieves.game.rules import Rules
from forty_thieves.problems import CODES, Fault
from forty_thieves.records.positions import interpret_position, serialise_position
from forty_thieves.records.structs import PositionRecord
from support.strategies import all_cards, own, state, table_at

WON = " ".join(f"K{suit} K{suit}" for suit in SUITS)
"""The top cards of the foundations of a won game."""
ALL_BUT_KS = "KC KC KD KD KH KH KS QS"


class Case(Struct):
    """A move on a position.

    Attributes:
        id: what it shows.
        move: the token.
        table: how to lay the table out, arguments of table_at.
        code: the code of the rule that it breaks; the empty text for a legal move.
        told: words of the refusal's message.
        after: for a legal move what lies where afterwards: a column's number, ``waste``, ``tops`` (the foundations'
            top cards), ``stock`` (its next card), a cell, ``c1``, or how many cards lie face down in a column,
            ``hidden 3``.
    """

    id: str
    move: str
    table: dict[str, Any]
    code: str = ""
    told: str = ""
    after: dict[int | str, str] = {}


def at(rules: Rules | str = "forty-thieves", columns: dict[int, str] | None = None, **more: Any) -> dict[str, Any]:
    """A table's layout."""
    return {"rules": rules, "columns": columns or {}, **more}


def seen(table: Table, place: int | str) -> str:
    """What lies at a place."""
    match place:
        case int():
            return serialise_cards(table.columns[place - 1])
        case "waste":
            return serialise_cards(table.waste)
        case "tops":
            return " ".join(NAMES[pile[-1]] for pile in table.foundations if pile)
        case "c1" | "c2":
            card = table.cells[int(place[1]) - 1]
            return "" if card == NO_CARD else NAMES[card]
        case "stock":
            return NAMES[table.stock[-1]] if table.stock else ""
        case _:
            return str(table.face_down[int(place.removeprefix("hidden "))])


def cases(*rows: Case) -> pytest.MarkDecorator:
    """The rows as parameters; each has a name of its own."""
    assert len({row.id for row in rows}) == len(rows)
    TRIED.extend(rows)
    return pytest.mark.parametrize("case", rows, ids=[row.id for row in rows])


TRIED: list[Case] = []


def judge(case: Case) -> None:
    """Play a case's move, and see that it does what the case says and nothing else."""
    table = table_at(**case.table)
    pack = all_cards(table)
    before = state(table)
    assert (case.move in table.legal_moves) is (case.code == "")
    assert state(table) == before
    if case.code:
        with pytest.raises(IllegalMove) as refused:
            table.play(case.move)
        refusal = refused.value.refusal
        assert (refusal.code, refusal.move) == (case.code, parse_move(case.move)), refusal.message
        assert case.told in refusal.message
        assert str(refused.value) == refusal.message
    else:
        assert table.play(case.move) == parse_move(case.move)
        assert {place: seen(table, place) for place in case.after} == case.after
        assert all_cards(table) == pack
        assert table.played == int(str(before["played"])) + 1
        table.undo()
    assert state(table) == before


# Building in columns


@cases(
    Case("one lower, same suit", "1-2", at(columns={1: "KC 8H", 2: "9H"}), after={1: "KC", 2: "9H 8H"}),
    Case("from the waste", "w-2", at(columns={2: "9H"}, waste="KC 8H"), after={"waste": "KC", 2: "9H 8H"}),
    Case(
        "from the stock", "s-2", at(columns={2: "9H"}, stock="8H KC"), after={"stock": "KC", 2: "9H 8H", "waste": ""}
    ),
    Case(
        "other suit, same color",
        "1-2",
        at(columns={1: "8D", 2: "9H"}),
        "does-not-build",
        "cannot put 8D on 9H: needs 9D",
    ),
    Case("one higher", "1-2", at(columns={1: "TH", 2: "9H"}), "does-not-build", "cannot put TH on 9H: needs JH"),
    Case("two lower", "1-2", at(columns={1: "7H", 2: "9H"}), "does-not-build", "cannot put 7H on 9H: needs 8H"),
    Case("same card", "1-2", at(columns={1: "9H", 2: "9H"}), "does-not-build", "cannot put 9H on 9H: needs TH"),
    Case(
        "king on an ace", "1-2", at(columns={1: "KH", 2: "AH"}), "does-not-build", "nothing takes a king but an empty"
    ),
    Case("queen on an ace", "1-2", at(columns={1: "QH", 2: "AH"}), "does-not-build", "cannot put QH on AH: needs KH"),
    Case(
        "from the waste, refused",
        "w-2",
        at(columns={2: "9H"}, waste="8H KC"),
        "does-not-build",
        "cannot put KC on 9H",
    ),
    Case(
        "from the stock, refused", "s-2", at(columns={2: "9H"}, stock="8D"), "does-not-build", "cannot put 8D on 9H"
    ),
    Case("streets: other color", "1-2", at("streets", {1: "8S", 2: "9H"}), after={2: "9H 8S"}),
    Case("streets: same color", "1-2", at("streets", {1: "8D", 2: "9H"}), "does-not-build", "on 9H: needs 9C or 9S"),
    Case("indian: other suit, same color", "1-2", at("indian", {1: "8D", 2: "9H"}), after={2: "9H 8D"}),
    Case("indian: same suit", "1-2", at("indian", {1: "8H", 2: "9H"}), "does-not-build", "needs 9C or 9D or 9S"),
    Case("any suit, right rank", "1-2", at(own(build="any-suit"), {1: "8H", 2: "9H"}), after={2: "9H 8H"}),
    Case(
        "any suit, wrong rank", "1-2", at(own(build="any-suit"), {1: "7H", 2: "9H"}), "does-not-build", "needs an 8"
    ),
    Case("an ace on a two", "1-2", at(columns={1: "AH", 2: "2H"}), after={2: "2H AH"}),
    Case(
        "nothing on an ace", "1-2", at(columns={1: "2H", 2: "AH"}), "does-not-build", "cannot put 2H on AH: needs 3H"
    ),
)
def test_building(case: Case) -> None:
    judge(case)


# Places


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
def test_places(case: Case) -> None:
    judge(case)


# The twelve points on which books differ

FIVE = at("number-ten", {1: "KC 9H 8S 7D 6C", 2: "TS", 3: "5H", 4: "7H"}, hidden={1: 1})


@cases(
    # 1. Face-down cards
    Case("1: turned up at once", "1-f", at("indian", {1: "KH AS"}, hidden={1: 1}), after={1: "KH", "hidden 1": "0"}),
    Case(
        "1: turned by a move to a column",
        "1-2",
        at("indian", {1: "KH 8S", 2: "9H"}, hidden={1: 1}),
        after={"hidden 1": "0"},
    ),
    Case("1: another one stays", "1-f", at("number-ten", {1: "KH QH AS"}, hidden={1: 2}), after={"hidden 1": "1"}),
    Case("1: not while one lies on it", "1-f", at("indian", {1: "KH QH AS"}, hidden={1: 1}), after={"hidden 1": "1"}),
    Case(
        "1: turned by a sequence",
        "1-2x2",
        at("number-ten", {1: "KC 9H 8S", 2: "TS"}, hidden={1: 1}),
        after={1: "KC", 2: "TS 9H 8S", "hidden 1": "0"},
    ),
    Case(
        "1: reaching for one",
        "1-2x3",
        at("number-ten", {1: "TC 9H 8S", 2: "JH"}, hidden={1: 1}),
        "face-down-card",
        "cannot move 3 cards from column 1: only its last 2 of 3 are face up",
    ),
    Case(
        "1: the same run all face up", "1-2x3", at("number-ten", {1: "TC 9H 8S", 2: "JH"}), after={2: "JH TC 9H 8S"}
    ),
    # 2. Sequences
    Case("2: the whole run onto a card", "1-2x4", FIVE, after={1: "KC", 2: "TS 9H 8S 7D 6C"}),
    Case("2: part of the run", "1-5x2", FIVE, after={1: "KC 9H 8S", 5: "7D 6C"}),
    Case("2: one card of the run", "1-4", FIVE, after={1: "KC 9H 8S 7D", 4: "7H 6C"}),
    Case("2: part of the run into an empty column", "1-5x3", FIVE, after={1: "KC 9H", 5: "8S 7D 6C"}),
    Case("2: a part that does not fit", "1-2x3", FIVE, "does-not-build", "cannot put 8S on TS: needs 9D or 9H"),
    Case(
        "2: a run that is none",
        "1-2x2",
        at("number-ten", {1: "8S 6C", 2: "9H"}),
        "not-a-sequence",
        "cannot move 8S 6C as a sequence: 6C does not follow 8S by alternate-color",
    ),
    Case(
        "2: the first pair is no run",
        "1-3x3",
        at("number-ten", {1: "9H 8D 7S"}),
        "not-a-sequence",
        "8D does not follow 9H",
    ),
    Case(
        "2: the last pair is no run",
        "1-3x3",
        at("number-ten", {1: "9H 8S 7C"}),
        "not-a-sequence",
        "7C does not follow 8S",
    ),
    Case(
        "2: more cards than there are",
        "1-2x5",
        at("number-ten", {1: "9H 8S", 2: "TS"}),
        "too-many-cards",
        "cannot move 5 cards from column 1: it has 2",
    ),
    Case(
        "2: little-forty, different suits",
        "1-2x3",
        at("little-forty", {1: "9H 8D 7C", 2: "TD"}),
        after={2: "TD 9H 8D 7C"},
    ),
    Case(
        "2: little-forty, a pair of one suit",
        "1-2x3",
        at("little-forty", {1: "9H 8D 7D", 2: "TD"}),
        "not-a-sequence",
        "7D does not follow 8D by different-suit",
    ),
    Case(
        "2: little-forty, one suit onto a card",
        "1-2x2",
        at("little-forty", {1: "9H 8D", 2: "TH"}),
        "does-not-build",
        "cannot put 9H on TH: needs TC or TD or TS",
    ),
    # 3. One card at a time
    Case(
        "3: never a run",
        "1-2x2",
        at(columns={1: "9H 8H", 2: "TH"}),
        "single-cards-only",
        "cannot move 2 cards at once: forty-thieves moves one card at a time",
    ),
    Case(
        "3: nor into an empty column",
        "1-3x2",
        at("streets", {1: "9H 8S"}),
        "single-cards-only",
        "streets moves one card",
    ),
    Case("3: more than there are", "1-2x9", at(columns={1: "9H", 2: "TH"}), "single-cards-only", "9 cards at once"),
    Case("3: one card after another", "1-3", at(columns={1: "9H 8H", 2: "TH"}), after={1: "9H", 3: "8H"}),
    # 4. Foundations
    Case("4: one card", "1-f", at("number-ten", {1: "3S 2S"}, tops="AS"), after={1: "3S", "tops": "2S"}),
    Case(
        "4: two cards from a column",
        "1-fx2",
        at("number-ten", {1: "3S 2S"}, tops="AS"),
        "too-many-cards",
        "cannot move 2 cards from column 1 to a foundation: one card at a time goes there",
    ),
    Case(
        "4: two cards from the waste",
        "w-fx2",
        at(waste="AS AS"),
        "too-many-cards",
        "2 cards from the waste to a foundation",
    ),
    Case(
        "4: two cards from the waste to a column",
        "w-1x2",
        at("number-ten", waste="9H 8S"),
        "too-many-cards",
        "cannot move 2 cards from the waste to column 1",
    ),
    Case("4: two cards from the stock", "s-fx2", at(stock="AS AS"), "too-many-cards", "2 cards from the stock"),
    Case(
        "4: two cards from the stock to a column",
        "s-1x2",
        at("number-ten", stock="9H 8S"),
        "too-many-cards",
        "the stock",
    ),
    Case(
        "4: cards stay there",
        "fs-1",
        at(columns={1: "4S"}, tops="3S"),
        "no-take-back",
        "in forty-thieves cards on a foundation stay there",
    ),
    # 5. Two foundations of a suit
    Case("5: a second ace", "1-f", at(columns={1: "AS"}, tops="5S"), after={"tops": "5S AS"}),
    Case("5: onto the higher one", "1-f", at(columns={1: "6S"}, tops="5S 3S"), after={"tops": "6S 3S"}),
    Case("5: onto the lower one", "1-f", at(columns={1: "4S"}, tops="5S 3S"), after={"tops": "5S 4S"}),
    Case("5: onto either of two equal ones", "1-f", at(columns={1: "4S"}, tops="3S 3S"), after={"tops": "4S 3S"}),
    Case(
        "5: onto neither",
        "1-f",
        at(columns={1: "5S"}, tops="5S 3S"),
        "not-on-foundation",
        "cannot put 5S on a foundation: needs 4S or 6S",
    ),
    Case(
        "5: a two before its ace",
        "1-f",
        at(columns={1: "2S"}),
        "not-on-foundation",
        "cannot put 2S on a foundation: needs AS",
    ),
    Case("5: another suit's foundation", "1-f", at(columns={1: "2S"}, tops="AC"), "not-on-foundation", "needs AS"),
    Case("5: beside a finished one", "1-f", at(columns={1: "3S"}, tops="KS AS"), "not-on-foundation", "needs 2S"),
    Case("5: the last card of one", "1-f", at(columns={1: "KS"}, tops="QS"), after={"tops": "KS"}),
    # 6. Nothing is compulsory
    Case(
        "6: drawing while an ace could be played",
        "d",
        at(columns={1: "AS"}, stock="9H"),
        after={"waste": "9H", 1: "AS"},
    ),
    Case("6: moving on while a column is empty", "1-2", at(columns={1: "KC 8H", 2: "9H"}), after={3: ""}),
    Case("6: burying an ace", "1-2", at(columns={1: "AH", 2: "2H"}), after={2: "2H AH", "tops": ""}),
    # 7. Draw three
    Case(
        "7: the last one on top",
        "d",
        at("little-forty", stock="9H 8C 7D 6S"),
        after={"waste": "9H 8C 7D", "stock": "6S"},
    ),
    Case(
        "7: fewer where fewer remain",
        "d",
        at("little-forty", stock="9H 8C", waste="2C", rest=1),
        after={"waste": "2C 9H 8C", "stock": ""},
    ),
    Case("7: one where one remains", "d", at("little-forty", stock="9H", rest=1), after={"waste": "9H", "stock": ""}),
    Case(
        "7: the top one is playable",
        "w-f",
        at("little-forty", waste="2S 3S AS"),
        after={"waste": "2S 3S", "tops": "AS"},
    ),
    Case("7: only the top one is", "w-f", at("little-forty", waste="AS 3S 2S"), "not-on-foundation", "cannot put 2S"),
    Case(
        "7: the top one is what a draw asserts",
        "d=7D",
        at("little-forty", stock="9H 8C 7D"),
        after={"waste": "9H 8C 7D"},
    ),
    Case(
        "7: not the first one",
        "d=9H",
        at("little-forty", stock="9H 8C 7D"),
        "wrong-card",
        "the move expects 9H: the draw turns 7D",
    ),
    Case("7: the last of fewer", "d=8C", at("little-forty", stock="9H 8C", rest=1), after={"waste": "9H 8C"}),
    Case("7: not the last of fewer", "d=9H", at("little-forty", stock="9H 8C", rest=1), "wrong-card", "turns 8C"),
    # 8. From the stock
    Case("8: to a foundation", "s-f", at(stock="AS 9H"), after={"tops": "AS", "stock": "9H", "waste": ""}),
    Case("8: to an empty column", "s-1", at(stock="9H AS"), after={1: "9H", "stock": "AS"}),
    Case("8: no foundation takes it", "s-f", at(stock="2S AS"), "not-on-foundation", "cannot put 2S on a foundation"),
    Case(
        "8: not where three are drawn",
        "s-f",
        at("little-forty", stock="AS"),
        "not-from-stock",
        "cannot play from the stock: little-forty draws 3 cards at a time",
    ),
    Case("8: nor to a column", "s-1", at("little-forty", stock="9H"), "not-from-stock", "little-forty draws 3"),
    Case("8: nor the last card alone", "s-1", at("little-forty", stock="9H", rest=2), "not-from-stock", "draws 3"),
    # 9. Redeals
    Case(
        "9: waste turned over", "r", at("little-forty", waste="9H 8C 7D", rest=1), after={"waste": "", "stock": "9H"}
    ),
    Case("9: the last one", "r", at("little-forty", waste="9H", rest=1, redeals_left=1), after={"stock": "9H"}),
    Case(
        "9: all used up",
        "r",
        at("little-forty", waste="9H", rest=1, redeals_left=0),
        "no-redeal-left",
        "cannot redeal: little-forty allows 3 redeals, all used up",
    ),
    Case("9: none allowed", "r", at(waste="9H", rest=1), "no-redeal-left", "forty-thieves allows no redeal"),
    Case(
        "9: stock left",
        "r",
        at("little-forty", waste="9H", stock="8C", rest=1),
        "redeal-too-early",
        "cannot redeal: the stock still has 1 card",
    ),
    Case(
        "9: nothing to turn over", "r", at("little-forty", rest=1), "empty-waste", "cannot redeal: the waste is empty"
    ),
    Case(
        "9: no draw from an empty stock",
        "d",
        at(waste="9H", rest=1),
        "empty-stock",
        "cannot draw: the stock is empty",
    ),
    Case(
        "9: nor with redeals left", "d", at("little-forty", waste="9H", rest=1), "empty-stock", "a redeal (r) is left"
    ),
    # 10. The waste
    Case("10: not refilled", "w-f", at(waste="AS", stock="9H"), after={"waste": "", "stock": "9H"}),
    Case(
        "10: nothing is on it before a draw",
        "w-1",
        at("streets", stock="9H"),
        "empty-source",
        "the waste: it is empty",
    ),
    # 11. A whole column
    Case("11: one card into another empty column", "1-2", at(columns={1: "9H"}), after={1: "", 2: "9H"}),
    Case(
        "11: a whole run into another empty column",
        "1-2x2",
        at("number-ten", {1: "9H 8S"}),
        after={1: "", 2: "9H 8S"},
    ),
    Case(
        "11: not a column that is no run",
        "1-2x2",
        at("number-ten", {1: "9H 8H"}),
        "not-a-sequence",
        "8H does not follow",
    ),
    # 12. Won
    Case("12: the last card", "1-f", at(columns={1: "KS"}, tops=ALL_BUT_KS, rest="none"), after={"tops": WON}),
    Case(
        "12: no move follows",
        "d",
        at(tops=WON, rest="none", played=77),
        "game-over",
        "the game was won at move 77: no move follows",
    ),
    Case("12: no redeal follows", "r", at("little-forty", tops=WON, rest="none"), "game-over", "was won"),
    Case("12: no move of a card follows", "1-f", at(tops=WON, rest="none"), "game-over", "was won"),
    Case("12: not even one that is nonsense", "99-1x7", at(tops=WON, rest="none"), "game-over", "was won"),
    Case("12: no card comes back", "fs-1", at(own(take_back=True), tops=WON, rest="none"), "game-over", "was won"),
)
def test_the_points_on_which_books_differ(case: Case) -> None:
    judge(case)


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
        "= a face-down card, of which nothing is told",
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


# Each field of a rules record

KINGS = own(empty_columns="kings")
WASTE = own(empty_columns="waste")
AUTO = own(empty_columns="auto")
BACK = own(take_back=True)
WRAP = own(tableau_wrap=True)
RUNS = own(build="any-suit", move="sequence", sequence="same-suit")
FIVES = own(foundation_base="5")


@cases(
    # build and move are above; a sequence by another rule than the columns
    Case("sequence: one suit moves", "1-2x2", at(RUNS, {1: "9H 8H", 2: "TC"}), after={2: "TC 9H 8H"}),
    Case(
        "sequence: two suits do not",
        "1-2x2",
        at(RUNS, {1: "9H 8S", 2: "TC"}),
        "not-a-sequence",
        "8S does not follow 9H by same-suit",
    ),
    Case("sequence: two suits lie on each other", "1-2", at(RUNS, {1: "8S", 2: "9H"}), after={2: "9H 8S"}),
    # draw
    Case("draw: two", "d", at(own(draw=2), stock="9H 8C 7D"), after={"waste": "9H 8C", "stock": "7D"}),
    Case(
        "draw: two, from the stock",
        "s-1",
        at(own(draw=2), stock="9H"),
        "not-from-stock",
        "own draws 2 cards at a time",
    ),
    # redeals
    Case("redeals: one", "r", at(own(redeals=1), waste="9H 8C", rest=1), after={"stock": "9H", "waste": ""}),
    Case(
        "redeals: one, used up",
        "r",
        at(own(redeals=1), waste="9H", rest=1, redeals_left=0),
        "no-redeal-left",
        "own allows 1 redeal, all used up",
    ),
    Case("redeals: unlimited", "r", at(own(redeals="unlimited"), waste="9H", rest=1), after={"stock": "9H"}),
    Case(
        "redeals: unlimited, too early",
        "r",
        at(own(redeals="unlimited"), waste="9H", stock="8C", rest=1),
        "redeal-too-early",
        "1 card",
    ),
    # foundation_base
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
    # foundations_start
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
    # empty_columns
    Case("kings: a king", "1-2", at(KINGS, {1: "9H KS"}), after={1: "9H", 2: "KS"}),
    Case(
        "kings: another card",
        "1-2",
        at(KINGS, {1: "9H QS"}),
        "empty-column",
        "cannot put QS on the empty column 2: only a king may go there",
    ),
    Case(
        "kings: from the waste", "w-2", at(KINGS, waste="QS"), "empty-column", "cannot put QS on the empty column 2"
    ),
    Case("kings: a king from the stock", "s-2", at(KINGS, stock="KS"), after={2: "KS"}),
    Case("kings: another card from the stock", "s-2", at(KINGS, stock="QS"), "empty-column", "cannot put QS on"),
    Case(
        "kings: a run from a king",
        "1-2x2",
        at(own(empty_columns="kings", move="sequence"), {1: "9H KS QS"}),
        after={2: "KS QS"},
    ),
    Case(
        "kings: a run from a queen",
        "1-2x2",
        at(own(empty_columns="kings", move="sequence"), {1: "9H QS JS"}),
        "empty-column",
        "cannot put QS on the empty column 2",
    ),
    Case("waste: its top card", "w-2", at(WASTE, waste="QS"), after={2: "QS"}),
    Case("waste: drawn and played at once", "s-2", at(WASTE, stock="QS"), after={2: "QS"}),
    Case(
        "waste: not from a column",
        "1-2",
        at(WASTE, {1: "9H KS"}),
        "empty-column",
        "cannot put KS on the empty column 2: only the waste's top card may go there",
    ),
    Case(
        "waste: nor a run",
        "1-2x2",
        at(own(empty_columns="waste", move="sequence"), {1: "KS QS"}),
        "empty-column",
        "cannot put KS on",
    ),
    Case("waste: onto a card from anywhere", "1-2", at(WASTE, {1: "8H", 2: "9H"}), after={1: "", 2: "9H 8H"}),
    # auto
    Case(
        "auto: filled from the waste",
        "1-2",
        at(AUTO, {1: "8H", 2: "9H"}, waste="3C QS", stock="KD"),
        after={1: "QS", 2: "9H 8H", "waste": "3C", "stock": "KD"},
    ),
    Case(
        "auto: else from a draw",
        "1-f",
        at(AUTO, {1: "AS"}, stock="KD 3C"),
        after={1: "KD", "waste": "", "stock": "3C"},
    ),
    Case(
        "auto: a draw of three",
        "1-f",
        at(own(empty_columns="auto", draw=3), {1: "AS"}, stock="KD 3C 4C 5C"),
        after={1: "4C", "waste": "KD 3C", "stock": "5C"},
    ),
    Case(
        "auto: a draw of the last two",
        "1-f",
        at(own(empty_columns="auto", draw=3), {1: "AS"}, stock="KD 3C", rest=2),
        after={1: "3C", "waste": "KD", "stock": ""},
    ),
    Case("auto: else left open", "1-f", at(AUTO, {1: "AS"}, rest=2), after={1: "", "waste": "", "stock": ""}),
    Case("auto: open to any card", "2-1", at(AUTO, {2: "9H"}, rest=3), after={1: "9H", 2: ""}),
    Case(
        "auto: not while the column has cards",
        "1-f",
        at(AUTO, {1: "9H AS"}, waste="QS"),
        after={1: "9H", "waste": "QS"},
    ),
    Case(
        "auto: after a run",
        "1-2x2",
        at(own(empty_columns="auto", move="sequence"), {1: "8H 7H", 2: "9H"}, waste="QS"),
        after={1: "QS", 2: "9H 8H 7H", "waste": ""},
    ),
    Case(
        "auto: not by a card from the waste", "w-2", at(AUTO, {2: "9H"}, waste="QS 8H"), after={"waste": "QS", 1: ""}
    ),
    Case(
        "auto: a waste that is emptied stays so",
        "w-2",
        at(AUTO, {2: "9H"}, waste="8H", stock="KD"),
        after={"waste": "", "stock": "KD", 2: "9H 8H"},
    ),
    Case(
        "auto: nor is it filled after a card to a foundation",
        "w-f",
        at(AUTO, {2: "9H"}, waste="AS", stock="KD"),
        after={"waste": "", "stock": "KD", 1: ""},
    ),
    # take_back
    Case("back: onto a fitting card", "fs-1", at(BACK, {1: "4S"}, tops="3S"), after={1: "4S 3S", "tops": "2S"}),
    Case("back: into an empty column", "fs-1", at(BACK, tops="3S"), after={1: "3S", "tops": "2S"}),
    Case("back: the base itself", "fs-1", at(BACK, tops="AS"), after={1: "AS", "tops": ""}),
    Case("back: the one that fits", "fs-1", at(BACK, {1: "6S"}, tops="5S 3S"), after={1: "6S 5S", "tops": "4S 3S"}),
    Case(
        "back: the other one that fits",
        "fs-1",
        at(BACK, {1: "4S"}, tops="5S 3S"),
        after={1: "4S 3S", "tops": "5S 2S"},
    ),
    Case("back: one of two equal ones", "fs-1", at(BACK, tops="3S 3S"), after={1: "3S", "tops": "3S 2S"}),
    Case(
        "back: both could be meant",
        "fs-1",
        at(BACK, tops="7S 3S"),
        "ambiguous",
        "two cards could be meant: write fs-1=3S or fs-1=7S",
    ),
    Case("back: the higher one named", "fs-1=7S", at(BACK, tops="7S 3S"), after={1: "7S", "tops": "6S 3S"}),
    Case("back: the lower one named", "fs-1=3S", at(BACK, tops="7S 3S"), after={1: "3S", "tops": "7S 2S"}),
    Case(
        "back: one named that is not on top",
        "fs-1=2S",
        at(BACK, tops="7S 3S"),
        "wrong-card",
        "on top of the foundations lie 3S 7S",
    ),
    Case(
        "back: does not fit",
        "fs-1",
        at(BACK, {1: "9H"}, tops="3S"),
        "does-not-build",
        "cannot put 3S on 9H: needs 4S",
    ),
    Case(
        "back: the one named does not fit",
        "fs-1=7S",
        at(BACK, {1: "4S"}, tops="7S 3S"),
        "does-not-build",
        "cannot put 7S on 4S",
    ),
    Case("back: nothing there", "fs-1", at(BACK, tops="3C"), "empty-source", "the foundations of S: it is empty"),
    Case("back: two cards", "fs-1x2", at(BACK, tops="3S"), "too-many-cards", "2 cards from the foundations of S"),
    Case("back: to a foundation", "fs-f", at(BACK, tops="3S"), "no-take-back", "it goes to a column"),
    Case("back: no column", "fs-11", at(BACK, tops="3S"), "no-such-column", "no column 11"),
    Case("back: no column for nothing", "fs-11", at(BACK), "no-such-column", "no column 11"),
    Case("back: kings only", "fs-1", at(own(take_back=True, empty_columns="kings"), tops="3S"), "empty-column", "3S"),
    Case(
        "back: a king where kings only",
        "fs-1",
        at(own(take_back=True, empty_columns="kings"), tops="KS 3S"),
        after={1: "KS", "tops": "QS 3S"},
    ),
    Case(
        "back: not where the waste fills",
        "fs-1",
        at(own(take_back=True, empty_columns="waste"), tops="3S"),
        "empty-column",
        "only the waste's top card",
    ),
    Case("back: the lowest of three", "fs-1=2S", at(own(take_back=True, decks=3), tops="9S 5S 2S"), after={1: "2S"}),
    # tableau_wrap
    Case("wrap: a king on an ace", "1-2", at(WRAP, {1: "KS", 2: "AS"}), after={2: "AS KS"}),
    Case(
        "wrap: still by suit", "1-2", at(WRAP, {1: "KH", 2: "AS"}), "does-not-build", "cannot put KH on AS: needs AH"
    ),
    Case(
        "wrap: within a run",
        "1-2x3",
        at(own(tableau_wrap=True, move="sequence"), {1: "2S AS KS", 2: "3S"}),
        after={2: "3S 2S AS KS"},
    ),
    Case(
        "wrap: a whole suit onto itself",
        "1-1x13",
        at(own(tableau_wrap=True, move="sequence"), {1: "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"}),
        "same-column",
        "onto itself",
    ),
    Case(
        "wrap: no run without it",
        "1-2x3",
        at(own(move="sequence"), {1: "2S AS KS", 2: "3S"}),
        "not-a-sequence",
        "KS does not follow AS",
    ),
    # decks, columns
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
def test_fields_of_the_rules(case: Case) -> None:
    judge(case)


@pytest.mark.parametrize(
    ("field", "value", "layout", "move", "code"),
    [
        ("build", "any-suit", at(columns={1: "8D", 2: "9H"}), "1-2", "does-not-build"),
        ("build", "alternate-color", at(columns={1: "8S", 2: "9H"}), "1-2", "does-not-build"),
        ("build", "different-suit", at(columns={1: "8D", 2: "9H"}), "1-2", "does-not-build"),
        ("move", "sequence", at(columns={1: "8H 7H", 2: "9H"}), "1-2x2", "single-cards-only"),
        ("redeals", 1, at(waste="9H", rest=1), "r", "no-redeal-left"),
        ("redeals", "unlimited", at(waste="9H", rest=1), "r", "no-redeal-left"),
        ("foundation_base", "5", at(columns={1: "5H"}), "1-f", "not-on-foundation"),
        ("take_back", True, at(tops="3S"), "fs-1", "no-take-back"),
        ("tableau_wrap", True, at(columns={1: "KS", 2: "AS"}), "1-2", "does-not-build"),
        ("decks", 3, at(columns={1: "AS"}, tops="2S AS"), "1-f", None),
    ],
)
def test_a_move_that_one_field_makes_legal(
    field: str, value: Any, layout: dict[str, Any], move: str, code: str | None
) -> None:
    table_at(**{**layout, "rules": own(**{field: value})}).play(move)
    if code is not None:
        refusal = table_at(**{**layout, "rules": own()}).run([parse_move(move)])
        assert refusal is not None
        assert refusal.code == code


@pytest.mark.parametrize(
    ("field", "value", "layout", "move", "code"),
    [
        ("build", "alternate-color", at(columns={1: "8H", 2: "9H"}), "1-2", "does-not-build"),
        ("draw", 3, at(stock="AS"), "s-f", "not-from-stock"),
        ("foundation_base", "2", at(columns={1: "AS"}), "1-f", "not-on-foundation"),
        ("empty_columns", "kings", at(columns={1: "9H QS"}), "1-2", "empty-column"),
        ("empty_columns", "waste", at(columns={1: "9H QS"}), "1-2", "empty-column"),
        ("columns", 9, at(columns={1: "9H"}), "1-10", "no-such-column"),
    ],
)
def test_a_move_that_one_field_makes_illegal(
    field: str, value: Any, layout: dict[str, Any], move: str, code: str
) -> None:
    table_at(**{**layout, "rules": own()}).play(move)
    refusal = table_at(**{**layout, "rules": own(**{field: value})}).run([parse_move(move)])
    assert refusal is not None
    assert refusal.code == code


# The fields of the family

SHORT = own(ranks="A789TJQK", columns=8, face_up=3)
PATTERN = own(face_pattern="UDUDU", columns=8, move="sequence", build="any-suit")
CYCLE = own(build="suit-cycle")
UP = own(build_direction="up", move="sequence")
BOTH = own(build_direction="up-or-down", build="alternate-color", move="sequence")
TO_EMPTY = own(move="sequence", sequence_to="empty")
REFILL = own(waste_refill=True)
DEALT = own(foundation_base="dealt")
COLORS = own(foundation_build="alternate-color", take_back=True)
ROUND = own(foundation_build="suit-cycle")
CELLS = own(cells=2, build="any-suit")
CELLS_BACK = own(cells=2, take_back=True)


@cases(
    # ranks
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
    # face_pattern
    Case(
        "pattern: the next one below is turned up",
        "1-2",
        at(PATTERN, {1: "KC QH JH TH 8S", 2: "9H"}, hidden={1: 2}),
        after={1: "KC QH JH TH", 2: "9H 8S", "hidden 1": "2"},
    ),
    Case(
        "pattern: one that lies face up already",
        "1-3",
        at(PATTERN, {1: "KC QH JH"}, hidden={1: 1}),
        after={1: "KC QH", "hidden 1": "0"},
    ),
    Case(
        "pattern: not across a face-down card",
        "1-2x3",
        at(PATTERN, {1: "KC QH JH TH 9S", 2: "QD"}, hidden={1: 2}),
        "face-down-card",
        "cannot move 3 cards from column 1: only its last 1 of 5 are face up",
    ),
    Case(
        "pattern: across one that was turned up",
        "1-2x3",
        at(PATTERN, {1: "KC 2H JH TH 9S", 2: "QD"}, hidden={1: 1}),
        after={1: "KC 2H", 2: "QD JH TH 9S", "hidden 1": "0"},
    ),
    # build: suit-cycle
    Case("cycle: a heart on a spade", "1-2", at(CYCLE, {1: "8H", 2: "9S"}), after={2: "9S 8H"}),
    Case("cycle: a spade on a diamond", "1-2", at(CYCLE, {1: "8S", 2: "9D"}), after={2: "9D 8S"}),
    Case(
        "cycle: a spade on a heart",
        "1-2",
        at(CYCLE, {1: "8S", 2: "9H"}),
        "does-not-build",
        "cannot put 8S on 9H: needs 9D",
    ),
    Case("cycle: its own suit", "1-2", at(CYCLE, {1: "8S", 2: "9S"}), "does-not-build", "needs 9D"),
    # build_direction
    Case("up: one higher", "1-2", at(UP, {1: "9S", 2: "8S"}), after={2: "8S 9S"}),
    Case("up: one lower", "1-2", at(UP, {1: "7S", 2: "8S"}), "does-not-build", "cannot put 7S on 8S: needs 6S"),
    Case(
        "up: an ace",
        "1-2",
        at(UP, {1: "AS", 2: "KS"}),
        "does-not-build",
        "cannot put AS on KS: nothing takes it but an empty column",
    ),
    Case("up: a run", "1-2x2", at(UP, {1: "9S TS", 2: "8S"}), after={2: "8S 9S TS"}),
    Case("up: a run downwards", "1-2x2", at(UP, {1: "9S 8S", 2: "8S"}), "not-a-sequence", "8S does not follow 9S"),
    Case("both: one higher", "1-2", at(BOTH, {1: "9H", 2: "8S"}), after={2: "8S 9H"}),
    Case("both: one lower", "1-2", at(BOTH, {1: "7H", 2: "8S"}), after={2: "8S 7H"}),
    Case("both: two lower", "1-2", at(BOTH, {1: "6H", 2: "8S"}), "does-not-build", "needs 5C or 7C or 5S or 7S"),
    Case("both: a run there and back", "1-2x3", at(BOTH, {1: "9H 8S 9D", 2: "TC"}), after={2: "TC 9H 8S 9D"}),
    Case("both: no ace on a king", "1-2", at(BOTH, {1: "AH", 2: "KS"}), "does-not-build", "needs 2C or 2S"),
    # sequence_to
    Case("to empty: a run", "1-3x2", at(TO_EMPTY, {1: "KC 9H 8H", 2: "TH"}), after={1: "KC", 3: "9H 8H"}),
    Case(
        "to empty: not onto a card",
        "1-2x2",
        at(TO_EMPTY, {1: "KC 9H 8H", 2: "TH"}),
        "empty-column-only",
        "cannot put a sequence on TH: it may only go to an empty column",
    ),
    Case("to empty: a single card onto a card", "1-2", at(TO_EMPTY, {1: "KC 9H", 2: "TH"}), after={2: "TH 9H"}),
    Case(
        "to empty: what is no run",
        "1-2x2",
        at(TO_EMPTY, {1: "KC 9H 8D", 2: "TH"}),
        "not-a-sequence",
        "8D does not follow 9H",
    ),
    # waste_refill
    Case("refill: after a move", "w-f", at(REFILL, waste="AS", stock="9H 8C"), after={"waste": "9H", "stock": "8C"}),
    Case("refill: not before it is empty", "w-f", at(REFILL, waste="9H AS"), after={"waste": "9H"}),
    Case("refill: nothing left", "w-f", at(REFILL, waste="AS", rest=1), after={"waste": "", "stock": ""}),
    Case(
        "refill: as many as a draw has",
        "w-f",
        at(own(waste_refill=True, draw=3), waste="AS", stock="9H 8C 7D 6S"),
        after={"waste": "9H 8C 7D", "stock": "6S"},
    ),
    Case(
        "refill: as many as are left",
        "w-f",
        at(own(waste_refill=True, draw=3), waste="AS", stock="9H 8C", rest=1),
        after={"waste": "9H 8C", "stock": ""},
    ),
    Case(
        "refill: after a redeal",
        "r",
        at(own(waste_refill=True, redeals=1), waste="9H 8C", rest=1),
        after={"waste": "9H", "stock": "8C"},
    ),
    Case(
        "refill: behind a column that is filled",
        "1-f",
        at(own(waste_refill=True, empty_columns="auto"), {1: "AS"}, waste="9H", stock="8C 7D"),
        after={1: "9H", "waste": "8C", "stock": "7D"},
    ),
    Case(
        "refill: not where a card comes from the stock", "s-1", at(REFILL, waste="KC", stock="9H 8C"), after={1: "9H"}
    ),
    # foundation_base: dealt
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
    # foundation_build
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
    Case(
        "colors: taken back by the top's suit",
        "fh-1",
        at(COLORS, {1: "3H"}, foundations={1: "AC 2H", 5: "AH"}),
        after={1: "3H 2H", "tops": "AC AH"},
    ),
    Case(
        "colors: taken back from the first of two alike",
        "fh-1",
        at(COLORS, {1: "3H"}, foundations={1: "AC 2H", 7: "AS 2H"}),
        after={1: "3H 2H", "tops": "AC 2H"},
    ),
    Case(
        "colors: which of two is not told",
        "fh-1",
        at(COLORS, {}, foundations={1: "AC 2H", 5: "AH"}),
        "ambiguous",
        "two cards could be meant: write fh-1=2H or fh-1=AH",
    ),
    Case(
        "colors: which of two is told",
        "fh-1=2H",
        at(COLORS, {}, foundations={1: "AC 2H", 5: "AH"}),
        after={1: "2H", "tops": "AC AH"},
    ),
    Case(
        "colors: no foundation with such a top",
        "fs-1",
        at(COLORS, {}, foundations={7: "AS 2H"}),
        "empty-source",
        "the foundations of S: it is empty",
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
    # cells
    Case("cells: from a column", "1-c1", at(CELLS, {1: "9H 8H"}), after={1: "9H", "c1": "8H", "c2": ""}),
    Case("cells: to the second one", "1-c2", at(CELLS, {1: "9H 8H"}), after={1: "9H", "c1": "", "c2": "8H"}),
    Case("cells: from the waste", "w-c1", at(CELLS, waste="9H 8H"), after={"waste": "9H", "c1": "8H"}),
    Case("cells: to a column", "c1-2", at(CELLS, {2: "9H"}, cells="8S"), after={2: "9H 8S", "c1": ""}),
    Case("cells: to an empty column", "c2-3", at(CELLS, cells="8S 7S"), after={3: "7S", "c1": "8S", "c2": ""}),
    Case("cells: to a foundation", "c1-f", at(CELLS, cells="AS"), after={"tops": "AS", "c1": ""}),
    Case(
        "cells: a card is there",
        "1-c1",
        at(CELLS, {1: "9H"}, cells="8S"),
        "occupied-cell",
        "cannot put a card in cell 1: 8S is there",
    ),
    Case(
        "cells: from the waste, a card is there", "w-c2", at(CELLS, waste="9H", cells="- 8S"), "occupied-cell", "8S"
    ),
    Case("cells: none of that number", "1-c3", at(CELLS, {1: "9H"}), "no-such-cell", "no cell c3: own has 2 cells"),
    Case(
        "cells: nothing comes from there", "c9-f", at(CELLS), "no-such-cell", "there is no cell c9: own has 2 cells"
    ),
    Case("cells: nor with its card", "c9-f=9H", at(CELLS), "no-such-cell", "there is no cell c9"),
    Case("cells: nor to there with its card", "1-c9=9H", at(CELLS, {1: "9H"}), "no-such-cell", "there is no cell c9"),
    Case("cells: none at all", "1-c1", at(columns={1: "9H"}), "no-such-cell", "forty-thieves has 0 cells"),
    Case("cells: nor from there", "c1-1", at(), "no-such-cell", "no cell c1: forty-thieves has 0 cells"),
    Case("cells: no column", "c1-11", at(CELLS, cells="9H"), "no-such-column", "no column 11"),
    Case(
        "cells: an empty column", "1-c1", at(CELLS), "empty-source", "cannot take a card from column 1: it is empty"
    ),
    Case("cells: an empty waste", "w-c1", at(CELLS), "empty-source", "from the waste: it is empty"),
    Case("cells: an empty cell", "c1-1", at(CELLS), "empty-source", "from cell 1: it is empty"),
    Case("cells: an empty cell to a foundation", "c2-f", at(CELLS, cells="9H"), "empty-source", "from cell 2"),
    Case(
        "cells: not from the stock",
        "s-c1",
        at(CELLS, stock="9H"),
        "not-to-a-cell",
        "cannot move from the stock to cell 1: a cell takes cards of columns and the waste",
    ),
    Case(
        "cells: not from a cell", "c1-c2", at(CELLS, cells="9H"), "not-to-a-cell", "cannot move from cell 1 to cell 2"
    ),
    Case("cells: not from an empty cell", "c2-c1", at(CELLS), "not-to-a-cell", "from cell 2 to cell 1"),
    Case("cells: not onto itself", "c1-c1", at(CELLS, cells="9H"), "not-to-a-cell", "from cell 1 to cell 1"),
    Case("cells: onto itself, another card", "c1-c1=8D", at(CELLS, cells="9H"), "wrong-card", "in cell 1 is 9H"),
    Case(
        "cells: not from a foundation", "fs-c1", at(CELLS_BACK, tops="3S"), "not-to-a-cell", "the foundations of S to"
    ),
    Case(
        "cells: nor where cards stay there", "fs-c1", at(CELLS, tops="3S"), "not-to-a-cell", "a cell takes cards of"
    ),
    Case("cells: a foundation's card by a column", "fs-2", at(CELLS_BACK, tops="3S"), after={2: "3S", "tops": "2S"}),
    Case(
        "cells: two cards",
        "3-c1x2",
        at(own(cells=2, move="sequence"), {3: "9H 8H"}),
        "too-many-cards",
        "cannot move 2 cards from column 3 to cell 1: one card at a time goes there",
    ),
    Case("cells: two cards from there", "c1-3x2", at(CELLS, cells="9H"), "too-many-cards", "2 cards from cell 1"),
    Case("cells: does not fit", "c1-2", at(CELLS, {2: "9H"}, cells="7S"), "does-not-build", "cannot put 7S on 9H"),
    Case("cells: not on a foundation", "c1-f", at(CELLS, cells="2S"), "not-on-foundation", "needs AS"),
    Case("cells: its card", "c1-2=8S", at(CELLS, {2: "9H"}, cells="8S"), after={2: "9H 8S"}),
    Case("cells: another card", "c1-2=8D", at(CELLS, {2: "9H"}, cells="8S"), "wrong-card", "in cell 1 is 8S"),
    Case("cells: the card that goes there", "1-c1=9H", at(CELLS, {1: "9H"}), after={"c1": "9H"}),
    Case("cells: another card goes there", "1-c1=9D", at(CELLS, {1: "9H"}), "wrong-card", "column 1 is 9H"),
    Case(
        "cells: kings only",
        "c1-2",
        at(own(cells=1, empty_columns="kings"), cells="QS"),
        "empty-column",
        "cannot put QS on the empty column 2: only a king",
    ),
    Case("cells: a king", "c1-2", at(own(cells=1, empty_columns="kings"), cells="KS"), after={2: "KS"}),
    Case(
        "cells: the waste only",
        "c1-2",
        at(own(cells=1, empty_columns="waste"), cells="KS"),
        "empty-column",
        "only the waste's top card",
    ),
    Case(
        "cells: turned up below",
        "1-c1",
        at(own(cells=1, face_down=1, face_up=2), {1: "KH 9S"}, hidden={1: 1}),
        after={1: "KH", "hidden 1": "0", "c1": "9S"},
    ),
    Case(
        "cells: the emptied column is filled",
        "1-c1",
        at(own(cells=1, empty_columns="auto"), {1: "9S"}, waste="3C QS"),
        after={1: "QS", "waste": "3C", "c1": "9S"},
    ),
    Case(
        "cells: the emptied column is filled, and the waste",
        "1-c1",
        at(own(cells=1, empty_columns="auto", waste_refill=True), {1: "9S"}, waste="QS", stock="KD 2H"),
        after={1: "QS", "waste": "KD", "stock": "2H", "c1": "9S"},
    ),
    Case(
        "cells: the emptied waste is refilled",
        "w-c1",
        at(own(cells=1, waste_refill=True), waste="QS", stock="KD 2H"),
        after={"waste": "KD", "stock": "2H", "c1": "QS"},
    ),
    Case(
        "cells: the last card is there",
        "c1-f",
        at(own(cells=1), tops=ALL_BUT_KS, cells="KS", rest="none"),
        after={"tops": WON},
    ),
    Case("cells: no move follows a won game", "1-c1", at(CELLS, tops=WON, rest="none"), "game-over", "was won"),
    # take_back, where two of three could go
    Case(
        "back: only those that could go are offered",
        "fs-1",
        at(own(take_back=True, decks=3, build_direction="up-or-down"), {1: "5S"}, tops="9S 6S 4S"),
        "ambiguous",
        "two cards could be meant: write fs-1=4S or fs-1=6S",
    ),
)
def test_fields_of_the_family(case: Case) -> None:
    judge(case)


def refused(table: Table, log: str) -> str:
    """The code of the first rule that a log breaks; the empty text where it is legal."""
    refusal = table.run(parse_log(log).moves)
    return "" if refusal is None else refusal.code


def test_a_take_back_tells_on_which_foundation_a_card_went() -> None:
    """Both AC and AS could take 2H: it goes to clubs, so that AS stays on top, and AC does not."""
    layout = at(COLORS, {1: "2H", 2: "2C", 3: "2S"}, foundations={1: "AC", 7: "AS"})
    assert refused(table_at(**layout), "1-f fs-3") == ""
    assert refused(table_at(**layout), "1-f fc-2") == "empty-source"
    assert refused(table_at(**layout), "fs-3 1-f fh-1") == ""
    # Where clubs are taken away before, it is the other way round.
    assert refused(table_at(**layout), "fc-2 1-f fs-3") == "empty-source"
    table = table_at(**layout)
    start = state(table)
    assert refused(table, "1-f fs-3 fh-1") == ""
    while table.history:
        table.undo()
    assert state(table) == start


def test_two_tops_of_a_suit_that_stand_on_foundations_of_two_suits() -> None:
    layout = at(COLORS, {5: "8S"}, foundations={1: "AC 2H 3S 4H 5S 6H 7S", 7: "AS 2D 3S"})
    assert refused(table_at(**layout), "fs-4") == "ambiguous"
    assert refused(table_at(**layout), "fs-5") == ""
    for token, tops in (("fs-4=7S", "6H 3S"), ("fs-4=3S", "7S 2D")):
        table = table_at(**layout)
        assert refused(table, token) == ""
        assert seen(table, "tops") == tops
    assert refused(table_at(**layout), "fs-4=2S") == "wrong-card"


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


# Drawing by itself


@pytest.mark.parametrize(
    ("log", "alone", "by_itself"),
    [
        ("w-1 w-2", "empty-source", ""),
        ("d w-1 d w-2", "", ""),
        ("w-1 d", "empty-source", ""),
        ("d w-1 w-2 w-3", "empty-source", ""),
        ("s-1 w-2", "empty-source", ""),
    ],
)
def test_a_log_of_a_program_that_draws_by_itself(log: str, alone: str, by_itself: str) -> None:
    dealt = deal(own(face_up=0), 1)
    assert refused(Table(dealt), log) == alone
    table = Table(dealt, auto_draw=True)
    start = state(table)
    assert refused(table, log) == by_itself
    while table.history:
        table.undo()
    assert state(table) == start
    for draws, code in ((False, alone), (True, by_itself)):
        report = check(Game(dealt, log), auto_draw=draws)
        assert (report.problem.code if report.problem else "") == code


def test_a_draw_by_itself_may_make_a_log_illegal_too() -> None:
    """The card that would be played from the stock lies on the waste already."""
    dealt = deal(own(face_up=0, columns=1), 1)
    log = f"w-1={NAMES[dealt.stock[0]]}"
    assert refused(Table(dealt), log) == "empty-source"
    assert refused(Table(dealt, auto_draw=True), log) == ""
    log = f"s-1={NAMES[dealt.stock[0]]}"
    assert refused(Table(dealt), log) == ""
    assert refused(Table(dealt, auto_draw=True), log) == "wrong-card"


def test_every_way_to_break_a_rule_has_a_case() -> None:
    illegal = {code for code, (kind, _) in CODES.items() if kind == "illegal"}
    assert {case.code for case in TRIED} - {""} == illegal


# The start, and whole logs


def test_cards_turned_to_the_waste_by_the_deal_are_playable_and_do_not_come_back() -> None:
    dealt = deal(own(initial_draw=3), 1)
    table = Table(dealt)
    assert serialise_cards(table.waste) == "3S 9C 7D"
    assert serialise_cards(Table(deal(own(), 1)).stock[-4:]) == "4S 7D 9C 3S"
    with pytest.raises(IllegalMove, match="cannot put 7D on a foundation"):
        table.play("w-f")
    table.play("d")
    table.undo()
    assert serialise_cards(table.waste) == "3S 9C 7D"
    with pytest.raises(IndexError):
        table.undo()


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


def test_a_redeal_brings_the_same_order_again_and_three_make_four_passes() -> None:
    table = Table(deal("little-forty", 42))
    stock = table.stock[:]
    passes = []
    for redeals_left in (3, 2, 1, 0):
        assert table.redeals_left == redeals_left
        while table.stock:
            table.play("d")
        passes.append(table.waste[:])
        if redeals_left:
            table.play("r")
            assert table.stock == stock
            assert table.waste == []
    assert passes == [stock[::-1]] * 4
    with pytest.raises(IllegalMove, match="little-forty allows 3 redeals, all used up"):
        table.play("r")
    assert table.played == 4 * 22 + 3
    while table.history:
        table.undo()
    assert (table.stock, table.waste, table.redeals_left) == (stock, [], 3)


def test_unlimited_redeals_never_run_out() -> None:
    table = Table(deal(own(redeals="unlimited", draw=4), 1))
    for _ in range(40):
        for _ in range(16):
            table.play("d")
        table.play("r")
    assert table.redeals_left is None
    assert len(table.stock) == 64


def test_two_columns_filled_and_undone_one_after_the_other() -> None:
    table = table_at(AUTO, {1: "AS", 2: "2S", 3: "9H"}, waste="8H", stock="KD QD")
    start = state(table)
    table.play("1-f")
    assert (seen(table, 1), seen(table, "waste")) == ("8H", "")
    filled = state(table)
    table.play("2-f")
    assert (seen(table, 2), seen(table, "stock")) == ("KD", "QD")
    table.play("1-3")
    assert (seen(table, 1), seen(table, 3)) == ("QD", "9H 8H")
    table.undo()
    table.undo()
    assert state(table) == filled
    table.undo()
    assert state(table) == start


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


def test_a_token_that_is_no_move_is_not_played() -> None:
    table = table_at(columns={1: "8H", 2: "9H"})
    before = state(table)
    with pytest.raises(ValueError, match="'1>2' is not a move"):
        table.play("1>2")
    assert state(table) == before


def test_a_log_stops_at_the_first_move_that_breaks_a_rule() -> None:
    table = table_at(columns={1: "8H", 2: "9H", 3: "7H"})
    refusal = table.run(parse_log("1-2 3-2 3-1 2-3 d").moves)
    assert refusal is not None
    assert (str(refusal.move), refusal.code) == ("3-1", "empty-source")
    assert [str(move) for move in table.history] == ["1-2", "3-2"]
    assert seen(table, 2) == "9H 8H 7H"


# Positions as records


def position(**changes: Any) -> PositionRecord:
    """A right position of Indian but for these fields."""
    whole = serialise_position(table_at("indian", {1: "KH 9S", 2: "8S"}, hidden={1: 1}, tops="2C AC"))
    fields = {
        name: getattr(whole, name) for name in ("variant", "tableau", "face_down", "waste", "stock", "foundations")
    }
    fields |= {"redeals_left": 0, "played": 3}
    return PositionRecord(**{**fields, **changes})


def test_the_position_that_the_faults_are_made_from_is_right() -> None:
    table = Table(interpret_position(position()))
    assert (seen(table, 1), seen(table, "hidden 1"), seen(table, "tops"), table.played) == ("KH 9S", "1", "2C AC", 3)
    assert serialise_position(table) == position()


RIGHT = position()


@pytest.mark.parametrize(
    ("changes", "code", "path", "told"),
    [
        ({"variant": "indain"}, "unknown-variant", ("variant",), "did you mean 'indian'?"),
        ({"rules": own()}, "bad-value", ("rules",), "both variant and rules"),
        ({"tableau": RIGHT.tableau[:9]}, "wrong-layout", ("tableau",), "there are 9 columns: indian has 10"),
        ({"tableau": [*RIGHT.tableau, ""]}, "wrong-layout", ("tableau",), "there are 11 columns"),
        ({"tableau": ["KH 9X", *RIGHT.tableau[1:]]}, "bad-card", ("tableau", 0), "'9X' is not a card"),
        ({"tableau": ["KH", *RIGHT.tableau[1:]]}, "wrong-pack", (), "missing: 9S"),
        ({"waste": "9X"}, "bad-card", ("waste",), "'9X'"),
        ({"waste": "KS"}, "wrong-pack", (), "too many: KS"),
        ({"stock": "9X"}, "bad-card", ("stock",), "'9X'"),
        ({"stock": ""}, "wrong-pack", (), "missing: "),
        ({"foundations": ["AC 2X"]}, "bad-card", ("foundations", 0), "'2X'"),
        ({"foundations": ["AC 2C"]}, "wrong-pack", (), "missing: AC"),
        (
            {"foundations": ["AC 2C AC"]},
            "wrong-layout",
            ("foundations", 0),
            "AC cannot lie on 2C: it starts",
        ),
        ({"foundations": ["AC", "2C AC"]}, "wrong-layout", ("foundations", 1), "2C stands where a foundation starts"),
        ({"face_down": [1]}, "wrong-layout", ("face_down",), "must have 10 numbers"),
        ({"face_down": [2, *[0] * 9]}, "wrong-layout", ("face_down", 0), "face_down is 2: column 1 has 2 cards"),
        ({"face_down": [1, 1, *[0] * 8]}, "wrong-layout", ("face_down", 1), "face_down is 1: column 2 has 1 card"),
        (
            {"face_down": [0, 0, 1, *[0] * 7]},
            "wrong-layout",
            ("face_down", 2),
            "face_down is 1: column 3 has 0 cards",
        ),
        ({"face_down": [-1, *[0] * 9]}, "wrong-layout", ("face_down", 0), "face_down is -1"),
        ({"redeals_left": 1}, "bad-value", ("redeals_left",), "redeals_left is 1: indian allows 0"),
        ({"redeals_left": -1}, "bad-value", ("redeals_left",), "redeals_left is -1"),
        ({"redeals_left": "unlimited"}, "bad-value", ("redeals_left",), "redeals_left is unlimited"),
        ({"played": -1}, "bad-value", ("played",), "negative"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else ascii(value)[1:30],
)
def test_faulty_positions(changes: dict[str, Any], code: str, path: tuple[str | int, ...], told: str) -> None:
    with pytest.raises(Fault) as refused:
        interpret_position(position(**changes))
    assert (refused.value.code, refused.value.path) == (code, path)
    assert told in refused.value.message


def test_cards_lie_face_down_only_where_the_rules_deal_them_so() -> None:
    with pytest.raises(Fault, match="forty-thieves deals 0 face down") as refused:
        table_at(columns={1: "KH 9S"}, hidden={1: 1})
    assert (refused.value.code, refused.value.path) == ("wrong-layout", ("face_down", 0))


@pytest.mark.parametrize(("redeals", "left"), [(0, 0), (3, 2), ("unlimited", "unlimited")])
def test_the_redeals_of_a_position(redeals: int | str, left: int | str) -> None:
    table = table_at(own(redeals=redeals), waste="9H", rest=1, redeals_left=left if isinstance(left, int) else None)
    assert serialise_position(table).redeals_left == left


def test_unlimited_redeals_are_not_told_as_a_number() -> None:
    with pytest.raises(Fault, match="own allows unlimited"):
        table_at(own(redeals="unlimited"), redeals_left=5)


def test_a_position_of_a_named_variant_names_it() -> None:
    assert serialise_position(table_at("maria")).variant == "maria"
    assert serialise_position(Table(deal(own(), 1))).rules == own()


def test_foundations_are_listed_suit_by_suit_the_higher_one_first() -> None:
    table = table_at(tops="2S 5S AH 3D KC")
    assert [serialise_cards(pile[-1:]) for pile in table.foundations] == ["KC", "", "3D", "", "AH", "", "5S", "2S"]
    assert serialise_position(table).foundations[6] == "AS 2S 3S 4S 5S"


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
