"""The kernel plays as the table does: in every variant and in random rules, the same moves and the same positions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forty_thieves.game import variants
from forty_thieves.game.cards import NAMES
from forty_thieves.game.deal import deal
from forty_thieves.game.moves import NO_CARD
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table
from forty_thieves.solving import evaluation, kernel, translation
from forty_thieves.solving.engine import Engine, Ints
from forty_thieves.solving.evaluation import Weights, board_for, look_at_all, mark_of, score_of
from forty_thieves.solving.trying import take_back, try_move
from support import strategies
from support.strategies import pick, table_at

ENGINE = Engine()
MOVES = 60


def look(table: Table, game: Ints, row: Ints) -> None:
    """See that a row holds the table's position."""
    shown = translation.shown(game, row)
    assert shown["piles"] == [" ".join(NAMES[card] for card in pile) for pile in table.piles]
    assert shown["stock"] == [" ".join(NAMES[card] for card in reversed(table.stock))]
    assert shown["cells"] == ["" if card == NO_CARD else NAMES[card] for card in table.cells]
    assert shown["tops"] == sorted(NAMES[pile[-1]] for pile in table.foundations if pile)
    levels = row[game[kernel.LEVELS] : game[kernel.LEVELS] + game[kernel.COLUMNS] + 1]
    assert list(levels) == table.face_down
    assert row[game[kernel.FOUNDED]] == table.foundation_cards
    assert kernel.is_won(game, row) == table.won
    if table.redeals_left is not None:
        assert row[game[kernel.REDEALS]] == table.redeals_left


def moves_of(game: Ints, row: Ints, *, every: bool) -> dict[str, int]:
    """The kernel's moves by their tokens."""
    found = ENGINE.zeros(game[kernel.MOST_MOVES])
    count = kernel.list_moves(game, row, found, int(every))
    tokens = {str(translation.move_of(move, game, row)): move for move in found[:count]}
    assert len(tokens) == count
    return tokens


def play_side_by_side(table: Table, random: Random, moves: int = MOVES) -> None:
    """Play a random game on the table and in the kernel, and compare the two before every move."""
    game = translation.game_of(table, ENGINE)
    row = translation.row_of(table, game, ENGINE)
    for _ in range(moves):
        look(table, game, row)
        if table.won:
            return
        tokens = moves_of(game, row, every=True)
        assert sorted(tokens) == sorted(map(str, table.legal_moves))
        assert set(moves_of(game, row, every=False)) <= set(tokens)
        move = pick(table, random)
        if move is None:
            return
        table.play(move)
        kernel.play(game, row, tokens[str(move)])


@pytest.mark.parametrize("name", variants.names())
def test_each_variant(name: str) -> None:
    play_side_by_side(Table(deal(name, 11)), Random(11))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(rules=strategies.own_rules(), seed=strategies.seeds, chance=st.integers(0, 1 << 32))
def test_rules_of_one_s_own(rules: Rules, seed: int, chance: int) -> None:
    play_side_by_side(Table(deal(rules, seed)), Random(chance), 40)


@pytest.mark.parametrize("name", variants.names())
def test_what_a_board_says_follows_every_move(name: str) -> None:
    """After a move is tried a board says what a fresh one says, and after it is undone what it said before."""
    random = Random(7)
    game, row = started(name)
    weights = ENGINE.array(list(Weights()))
    board, fresh = board_for(ENGINE, game), board_for(ENGINE, game)
    look_at_all(game, board, weights, row)
    for _ in range(40):
        moves = list(moves_of(game, row, every=False).values())
        if not moves:
            return
        before, said = row[:], seen_on(game, board, row)
        for move in moves:
            try_move(game, board, weights, row, move)
            look_at_all(game, fresh, weights, row)
            assert seen_on(game, board, row) == seen_on(game, fresh, row), translation.move_of(move, game, before)
            take_back(game, board, weights, row, move, before, 0)
            assert row[game[kernel.HEIGHTS] :] == before[game[kernel.HEIGHTS] :]
            assert seen_on(game, board, row) == said, translation.move_of(move, game, before)
        try_move(game, board, weights, row, random.choice(moves))


def started(name: str) -> tuple[Ints, Ints]:
    """A variant as the kernel has it, and the position of one of its deals."""
    table = Table(deal(name, 7))
    game = translation.game_of(table, ENGINE)
    return game, translation.row_of(table, game, ENGINE)


def seen_on(game: Ints, board: Ints, row: Ints) -> Sequence[Sequence[int]]:
    """What a board says of a position: of its piles, of each card and, for each pile, of its lowest cards."""
    piles = game[kernel.COLUMNS] + 1
    parts = [board[at : at + piles] for at in (evaluation.MARKS, evaluation.VALUES, evaluation.TALL)]
    parts += [board[at : at + game[kernel.CARDS]] for at in (evaluation.PILE, evaluation.PLACE)]
    for pile in range(piles):
        at = evaluation.UPTO + 3 * (game[kernel.START + pile] + pile + 1)
        parts.append(board[at : at + 3 * row[game[kernel.HEIGHTS] + pile]])
        # A row's cards stand where they did, so that the next look finds them.
        start = game[kernel.START + pile]
        parts.append(row[start : start + row[game[kernel.HEIGHTS] + pile]])
    parts.append(row[game[kernel.TALON] - row[game[kernel.IN_STOCK]] : game[kernel.TALON]])
    return parts


def test_the_order_of_columns_and_the_copies_of_a_card_do_not_matter() -> None:
    first = table_at(columns={1: "5H 4H", 2: "KS", 3: "KS 4H"}, rest="stock")
    second = table_at(columns={1: "KS 4H", 2: "5H 4H", 3: "KS"}, rest="stock")
    other = table_at(columns={1: "5H 4H", 2: "KS 4H", 3: "KS 5H"}, rest="stock")
    assert known(first) == known(second)
    assert known(first) != known(other)


def known(table: Table) -> tuple[int, int]:
    """What a position is known by, and its score."""
    game = translation.game_of(table, ENGINE)
    row = translation.row_of(table, game, ENGINE)
    board, weights = board_for(ENGINE, game), ENGINE.array(list(Weights()))
    look_at_all(game, board, weights, row)
    return mark_of(game, board, row), score_of(game, board, weights, row, 0)


def test_the_stock_s_order_counts_where_it_can_come_again() -> None:
    tables = [table_at("little-forty", stock=stock, rest=1, redeals_left=0) for stock in ("2C 3C", "3C 2C")]
    assert len({known(table) for table in tables}) == 2
