"""Boards: deals and tables as text, against golden files, and by hand where the text depends on a detail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from forty_thieves import Table, deal
from forty_thieves.game.moves import parse_log
from forty_thieves.game.rules import Rules
from forty_thieves.records.positions import serialise_position
from forty_thieves.show.board import deal_board, table_board
from support import strategies
from support.paths import DATA
from support.strategies import own, table_at


def after(name: str, seed: int, log: str) -> Table:
    """The table after a log's moves."""
    table = Table(deal(name, seed))
    assert table.run(parse_log(log).moves) is None
    return table


BOARDS: dict[str, Callable[[], str]] = {
    "deal-lucas": lambda: deal_board(deal("lucas", 42)),
    "deal-indian": lambda: deal_board(deal("indian", 42)),
    "deal-own": lambda: deal_board(deal(own(decks=1, columns=4, face_up=2, initial_draw=3, title="My Game"), 42)),
    "table-lucas": lambda: table_board(after("lucas", 42, "5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f")),
    "table-rank-and-file": lambda: table_board(after("rank-and-file", 42, "d d")),
    "table-rank-and-file-hidden": lambda: table_board(after("rank-and-file", 42, "d d"), reveal=False),
    "table-little-forty": lambda: table_board(after("little-forty", 42, "d d d d d")),
}


@pytest.mark.parametrize("name", BOARDS)
def test_golden_boards(name: str) -> None:
    assert BOARDS[name]() == (DATA / "boards" / f"{name}.txt").read_text()


def test_no_golden_board_is_left_over() -> None:
    assert sorted(path.stem for path in (DATA / "boards").iterdir()) == sorted(BOARDS)


def lines_of(table: Table, *, reveal: bool = True) -> list[str]:
    return table_board(table, reveal=reveal).splitlines()


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (0, "waste        -"),
        (1, "waste        2C"),
        (12, "waste        2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"),
        (13, "waste        (1 more) 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2C"),
    ],
)
def test_the_waste_shows_its_twelve_last_cards(number: int, line: str) -> None:
    cards = [*(f"{rank}C" for rank in "23456789TJQK"), "2C"][:number]
    assert lines_of(table_at(waste=" ".join(cards)))[3] == line


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (own(), "stock        1 card"),
        (own(redeals=3), "stock        1 card, redeals left: 3"),
        (own(redeals="unlimited"), "stock        1 card, redeals left: unlimited"),
    ],
    ids=["none", "three", "unlimited"],
)
def test_redeals_are_told_where_there_are_any(rules: Rules, line: str) -> None:
    assert lines_of(table_at(rules, stock="9H", rest=1))[2] == line


def test_the_top_card_of_each_foundation_is_shown_by_suit() -> None:
    assert lines_of(table_at(tops="KC 2C 3H"))[1] == "foundations  C KC 2C   D - -   H 3H -   S - -"
    assert lines_of(table_at(own(decks=1, columns=8), tops="3H"))[1] == "foundations  C -   D -   H 3H   S -"


def test_columns_stand_side_by_side_whatever_their_length() -> None:
    table = table_at(own(columns=3), {1: "9H 8H", 3: "KS"})
    assert lines_of(table)[5:] == ["  1   2   3", " 9H      KS", " 8H"]


def test_face_down_cards_are_shown_or_hidden() -> None:
    table = table_at(own(columns=2, face_down=1), {1: "9H 8H", 2: "KS"}, hidden={1: 1})
    assert lines_of(table)[5:] == ["    1     2", "  <9H>   KS", "   8H"]
    assert lines_of(table, reveal=False)[5:] == ["  1   2", " ##  KS", " 8H"]


def test_an_empty_tableau_has_its_column_numbers() -> None:
    assert lines_of(table_at(own(columns=2)))[5:] == ["  1   2"]


@pytest.mark.parametrize(("played", "title"), [(0, "own, after 0 moves"), (1, "own, after 1 move")])
def test_the_title_counts_the_moves(played: int, title: str) -> None:
    assert lines_of(table_at(own(), played=played))[0] == title


@settings(deadline=None)
@given(strategies.own_rules(), strategies.seeds)
def test_a_deal_s_board_shows_every_card_outside_the_foundations(rules: Rules, seed: int) -> None:
    dealt = deal(rules, seed)
    words = deal_board(dealt).partition("\n\n")[2].partition("\n(")[0].replace("<", " ").replace(">", " ").split()
    cards = [word for word in words if not word.isdigit() and word not in ("cells", "waste", "stock", "-")]
    piles = [*dealt.columns, dealt.cells, dealt.waste, dealt.stock]
    assert sorted(cards) == sorted(card for pile in piles for card in strategies.spelled(pile).split())


@settings(deadline=None)
@given(strategies.own_rules(), strategies.seeds)
def test_a_hidden_card_s_name_is_nowhere(rules: Rules, seed: int) -> None:
    table = Table(deal(rules, seed))
    board = table_board(table, reveal=False)
    hidden = serialise_position(table).face_down
    faces = sum(len(column) - down for column, down in zip(table.columns, hidden, strict=True))
    tableau = board.split("\n\n")[1].split()[rules.columns :]
    assert tableau.count("##") == sum(hidden)
    assert len(tableau) - tableau.count("##") == faces
    assert "<" not in board
