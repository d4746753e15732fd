"""The stock and the waste: draws, redeals, and a waste that is refilled by itself."""

from __future__ import annotations

import pytest

from forty_thieves import Game, IllegalMove, Table, check, deal
from forty_thieves.game.cards import NAMES, serialise_cards
from support.cases import Case, at, cases, judge, refused
from support.strategies import own, state

REFILL = own(waste_refill=True)


@cases(
    Case("draw: two", "d", at(own(draw=2), stock="9H 8C 7D"), after={"waste": "9H 8C", "stock": "7D"}),
    Case(
        "draw: two, from the stock",
        "s-1",
        at(own(draw=2), stock="9H"),
        "not-from-stock",
        "own draws 2 cards at a time",
    ),
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
)
def test_draws_and_redeals(case: Case) -> None:
    judge(case)


@cases(
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
)
def test_a_waste_that_is_refilled(case: Case) -> None:
    judge(case)


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


# Drawing by itself, though the rules do not say so


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
