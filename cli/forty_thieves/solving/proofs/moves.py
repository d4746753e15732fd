"""Moves of the proofs' positions, each followed by the safe moves that it allows.

A position is a row: the waste; for each suit the cards on its lower foundation x 16 + those on its higher one; the
columns, which are put in descending order. Piles are named by their numbers, see :mod:`.piles`.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .piles import BELOW, EMPTY, PILE, TOP, fits_on, with_card

WASTE = 0
FOUNDED = 1
COLUMNS = 5

LOWER = 16
"""What a card on a lower foundation counts in a row."""


@kernel
def settle(row: Ints, width: int, piles: Ints) -> None:
    """Play all safe moves of a position, then put its columns in order."""
    again = True
    while again:
        again = False
        for place in range(width):
            if place == WASTE or place >= COLUMNS:
                pile = row[place]
                while pile != EMPTY and _plays(row, piles[pile * PILE + TOP]):
                    pile = piles[pile * PILE + BELOW]
                    again = True
                row[place] = pile
    for place in range(COLUMNS + 1, width):
        pile, at = row[place], place
        while at > COLUMNS and row[at - 1] < pile:
            row[at] = row[at - 1]
            at -= 1
        row[at] = pile


@kernel
def _plays(row: Ints, face: int) -> bool:
    """Play a card to the lower foundation of its suit where that waits for it; whether it did."""
    at = FOUNDED + face // 13
    lower, higher = row[at] // LOWER, row[at] % LOWER
    if lower != face % 13:
        return False
    # The lower foundation stays the lower one: where both waited for the card it is the higher one now.
    row[at] += 1 if higher == lower else LOWER
    return True


@kernel
def copy(source: Ints, at: int, target: Ints, width: int) -> None:
    """Copy a row that starts at a place of an array to the start of another."""
    for place in range(width):
        target[place] = source[at + place]


@kernel
def move(row: Ints, source: int, target: int, found: Ints, width: int, piles: Ints, pile_count: Ints) -> bool:
    """Make a move of a pile's top card.

    Args:
        row: the position; it stays as it is.
        source: the place of the pile in it.
        target: the place of a column, or FOUNDED for the higher foundation of the suit.
        found: the position after the move.
        width: numbers of a row.
        piles: the piles, with room for a new one.
        pile_count: how many there are.

    Returns:
        Whether the move is legal, and not one between two empty columns.
    """
    pile = row[source]
    face, below = piles[pile * PILE + TOP], piles[pile * PILE + BELOW]
    if target == FOUNDED:
        at = FOUNDED + face // 13
        if row[at] % LOWER != face % 13:
            return False
        copy(row, 0, found, width)
        found[at] += 1
    else:
        onto = row[target]
        if onto == EMPTY:
            # A lone card gains nothing by going to another column.
            if source != WASTE and below == EMPTY:
                return False
        elif not fits_on(face, piles[onto * PILE + TOP]):
            return False
        copy(row, 0, found, width)
        found[target] = with_card(piles, pile_count, onto, face)
    found[source] = below
    settle(found, width, piles)
    return True


@kernel
def draw(row: Ints, face: int, found: Ints, width: int, piles: Ints, pile_count: Ints) -> None:
    """Draw a card.

    Args:
        row: the position; it stays as it is.
        face: the card.
        found: the position afterwards.
        width: numbers of a row.
        piles: the piles, with room for a new one.
        pile_count: how many there are.
    """
    copy(row, 0, found, width)
    found[WASTE] = with_card(piles, pile_count, row[WASTE], face)
    settle(found, width, piles)
