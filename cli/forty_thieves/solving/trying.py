"""Trying a move on a board, and taking it back: only what the move touched is looked at again.

A board keeps for each pile what its lowest cards come to, card by card. So a card laid on a pile, or taken off it,
costs the same whatever lies below. A move that does more than to move cards (a redeal, a pile that is filled by
itself) has the piles that it changed looked at from the bottom. :func:`forty_thieves.solving.evaluation.look_at_all`
is the plain way to the same board; a test compares the two after each move, in every variant.
"""

from __future__ import annotations

from .engine import Ints, kernel
from .evaluation import OUT_OF_PLAY, look_at_pile, look_at_stock, put_aside
from .kernel import (
    A_COUNT,
    A_TARGET,
    COLUMNS,
    DRAW_MOVE,
    FIRST_CELL,
    HEIGHTS,
    IN_CELLS,
    IN_STOCK,
    NOTHING,
    SIZE,
    START,
    TALON,
    TO_FOUNDATION,
    play,
)


@kernel
def try_move(game: Ints, board: Ints, weights: Ints, row: Ints, move: int) -> None:
    """Play a move on a board's position, and look at what it touched."""
    source, target = move % A_TARGET, move // A_TARGET % A_TARGET
    stock, waste = row[game[IN_STOCK]], row[game[HEIGHTS]]
    moved, count = NOTHING, move // A_COUNT
    height = 0
    if source >= FIRST_CELL:
        moved = row[game[IN_CELLS] + source - FIRST_CELL]
    elif source <= game[COLUMNS]:
        height = row[game[HEIGHTS] + source]
        if target >= TO_FOUNDATION:
            moved = row[game[START + source] + height - 1]
    onto = row[game[HEIGHTS] + target] if target <= game[COLUMNS] else 0
    play(game, row, move)
    if moved != NOTHING:
        put_aside(board, moved, OUT_OF_PLAY if target == TO_FOUNDATION else 0)
    if 0 < source <= game[COLUMNS]:
        # A column that was emptied may have been filled.
        look_at_pile(game, board, weights, row, source, height - count)
    if 0 < target <= game[COLUMNS]:
        look_at_pile(game, board, weights, row, target, onto)
    if row[game[IN_STOCK]] != stock:
        if move == DRAW_MOVE:
            look_at_pile(game, board, weights, row, 0, waste)
            return
        look_at_stock(game, board, row)
        look_at_pile(game, board, weights, row, 0, 0)
    elif row[game[HEIGHTS]] != waste:
        look_at_pile(game, board, weights, row, 0, row[game[HEIGHTS]])


@kernel
def take_back(game: Ints, board: Ints, weights: Ints, row: Ints, move: int, rows: Ints, begin: int) -> None:
    """Undo :func:`try_move`.

    Args:
        game: the game.
        board: the board on which the move was tried.
        weights: what counts in a score.
        row: the position after it.
        move: the move.
        rows: rows, of which one is the position before it.
        begin: where that one begins.
    """
    source, target = move % A_TARGET, move // A_TARGET % A_TARGET
    stock, waste = row[game[IN_STOCK]], row[game[HEIGHTS]]
    for at in range(game[HEIGHTS], game[SIZE]):
        row[at] = rows[begin + at]
    if 0 < source <= game[COLUMNS]:
        height, start = row[game[HEIGHTS] + source], game[START + source]
        first = height - move // A_COUNT
        if first == 0:  # it may have been filled
            for at in range(start, start + height):
                row[at] = rows[begin + at]
        look_at_pile(game, board, weights, row, source, first)
    elif source >= FIRST_CELL:
        put_aside(board, row[game[IN_CELLS] + source - FIRST_CELL], 0)
    if 0 < target <= game[COLUMNS]:
        look_at_pile(game, board, weights, row, target, row[game[HEIGHTS] + target])
    if row[game[IN_STOCK]] != stock:
        for at in range(game[TALON]):
            row[at] = rows[begin + at]
        look_at_stock(game, board, row)
        look_at_pile(game, board, weights, row, 0, row[game[HEIGHTS]] if move == DRAW_MOVE else 0)
    elif row[game[HEIGHTS]] != waste:
        look_at_pile(game, board, weights, row, 0, waste)
