"""Moves on positions made by hand: each a case with its legal or illegal side."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from forty_thieves.game.cards import NAMES, SUITS, serialise_cards
from forty_thieves.game.moves import NO_CARD, cell_pile, parse_log, parse_move
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import IllegalMove, Table
from support.strategies import all_cards, state, table_at

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
        message: words of the refusal's message.
        after: for a legal move what lies where afterwards: a column's number, ``waste``, ``tops`` (the foundations'
            top cards), ``stock`` (its next card), a cell, ``c1``, or how many cards lie face down in a column,
            ``hidden 3``.
    """

    id: str
    move: str
    table: dict[str, Any]
    code: str = ""
    message: str = ""
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
            card = table.in_cell(cell_pile(int(place[1])))
            return "" if card == NO_CARD else NAMES[card]
        case "stock":
            return NAMES[table.stock[-1]] if table.stock else ""
        case _:
            return str(table.face_down[int(place.removeprefix("hidden "))])


def cases(*rows: Case) -> pytest.MarkDecorator:
    """The rows as parameters; each has a name of its own."""
    assert len({row.id for row in rows}) == len(rows)
    return pytest.mark.parametrize("case", rows, ids=[row.id for row in rows])


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
        assert case.message in refusal.message
        assert str(refused.value) == refusal.message
    else:
        assert table.play(case.move) == parse_move(case.move)
        assert {place: seen(table, place) for place in case.after} == case.after
        assert all_cards(table) == pack
        assert table.played == int(str(before["played"])) + 1
        table.undo()
    assert state(table) == before


def refused(table: Table, log: str) -> str:
    """The code of the first rule that a log breaks; the empty text where it is legal."""
    refusal = table.run(parse_log(log).moves)
    return "" if refusal is None else refusal.code
