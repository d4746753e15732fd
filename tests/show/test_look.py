"""How boards are dressed: colors and symbols change no width, and nothing is wider than the terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves import Table, deal
from forty_thieves.game import variants
from forty_thieves.game.moves import parse_log
from forty_thieves.game.rules import Rules
from forty_thieves.show.board import deal_board, player_board, table_board
from forty_thieves.show.look import Look
from support import strategies
from support.strategies import own, table_at

CODES = re.compile(r"\x1b\[\d*m")
SYMBOLS = str.maketrans("\u2663\u2666\u2665\u2660", "CDHS")


@pytest.mark.parametrize(
    ("look", "card", "dressed"),
    [
        (Look(), "TH", "TH"),
        (Look(color=True), "TH", "\x1b[31mTH\x1b[0m"),
        (Look(color=True), "2D", "\x1b[31m2D\x1b[0m"),
        (Look(color=True), "AS", "\x1b[1mAS\x1b[0m"),
        (Look(color=True), "<KC>", "<\x1b[1mKC\x1b[0m>"),
        (Look(color=True), "D - -", "\x1b[31mD\x1b[0m - -"),
        (Look(color=True), "## (3 more) cards - 3-D", "## (3 more) cards - 3-D"),
        (Look(symbols=True), "TH 2D AS KC", "T\u2665 2\u2666 A\u2660 K\u2663"),
        (Look(color=True, symbols=True), "TH", "\x1b[31mT\u2665\x1b[0m"),
    ],
)
def test_cards_are_dressed(look: Look, card: str, dressed: str) -> None:
    assert look.dressed(card) == dressed


def test_a_title_that_names_cards_is_left_alone() -> None:
    table = Table(deal(own(title="AS KH"), 1))
    assert table_board(table, Look(color=True, symbols=True)).startswith("AS KH, after 0 moves\n")


@settings(deadline=None)
@given(strategies.own_rules(), strategies.seeds, st.sampled_from([None, 40, 80]), st.booleans(), st.booleans())
def test_dressing_changes_nothing_else(
    rules: Rules, seed: int, width: int | None, color: bool, symbols: bool
) -> None:
    dealt = deal(rules, seed)
    look, plain = Look(color, symbols, width), Look(width=width)
    undressed = CODES.sub("", deal_board(dealt, look)).translate(SYMBOLS)
    assert undressed == deal_board(dealt, plain).translate(SYMBOLS)
    assert deal_board(dealt, Look()) == deal_board(dealt)
    table = Table(dealt)
    undressed = CODES.sub("", player_board(table, look, seed)).translate(SYMBOLS)
    assert undressed == player_board(table, plain, seed).translate(SYMBOLS)


@pytest.mark.parametrize("width", [1, 20, 40, 79, 80, 200])
@pytest.mark.parametrize("name", [*variants.ARTICLE_NAMES, "pysolfc/sixty-thieves"])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    table = Table(deal(name, 42))
    table.run(parse_log("d " * 15).moves)
    look = Look(width=width)
    # A single column and the name of a pile with one card need some room, however narrow the terminal says it is.
    most = max(width, 28)
    for board in (player_board(table, look, 42), table_board(table, look), deal_board(deal(name, 42), look)):
        assert max(map(len, board.splitlines())) <= most


def test_columns_wrap_with_their_numbers() -> None:
    table = table_at(own(columns=5), {1: "9H 8H", 4: "KS"})
    lines = player_board(table, Look(width=12)).splitlines()
    assert lines[lines.index("") :] == ["", "  1   2   3", " 9H", " 8H", "", "  4   5", " KS"]
    wide = player_board(table, Look(width=19)).splitlines()
    assert wide[wide.index("") :] == ["", "  1   2   3   4   5", " 9H          KS", " 8H"]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (None, "waste        (1 more) 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2C"),
        (80, "waste        2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2C"),
        (51, "waste        2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2C"),
        (50, "waste        (4 more) 6C 7C 8C 9C TC JC QC KC 2C"),
        (24, "waste        (12 more) 2C"),
    ],
)
def test_the_waste_shows_its_last_cards(width: int | None, line: str) -> None:
    waste = " ".join([*(f"{rank}C" for rank in "23456789TJQK"), "2C"])
    board = player_board(table_at(waste=waste, tops=""), Look(width=width))
    assert line in board.splitlines()


def test_a_player_sees_the_seed_and_how_far_the_game_is() -> None:
    table = Table(deal("rank-and-file", 7))
    board = player_board(table, Look(), 7)
    assert board.startswith("Rank and File, seed 7, after 0 moves\n")
    assert "S - -   0/104\n" in board
    assert board.count("##") == 30
    table.play("d")
    assert player_board(table, Look()).startswith("Rank and File, after 1 move, the last one d\n")
