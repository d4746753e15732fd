"""Numbers for piles: piles that hold the same faces in the same order have the same number.

Columns and wastes are entered in a tree: a pile is known by the pile below its top card and by that card. So a
position is a short row of numbers, and two positions are the same where their rows are; nothing rests on a hash.

All piles that are a start of one of the first columns are entered before any other. The *dealt part* of a pile is its
longest start of that kind, less cards at its top that lie on a card on which they may be laid (that is a place for
them whoever laid them there), and less a single card (which lies at the bottom like any other). It is a pile itself.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .building import NO_FACE, fits_on

EMPTY = 0
"""The number of the pile without cards."""

# What is kept of a pile, from its number times PILE on.
BELOW = 0  # the pile without its top card
TOP = 1  # the top card's face, suit x 13 + steps from the lowest rank; NO_FACE where there is none
FIRST = 2  # a pile with one card more; EMPTY is none
NEXT = 3  # another pile that differs from this one in its top card only
DEALT = 4  # the dealt part
COLUMN = 5  # for a start of a first column: a number for that column
SIZE = 6  # how many cards it has
PILE = 7


@kernel
def with_card(piles: Ints, counts: Ints, pile: int, face: int) -> int:
    """The number of a pile with one card more, which is entered where it is new.

    Args:
        piles: the piles.
        counts: how many there are, as its only number.
        pile: a pile.
        face: the card.
    """
    found = piles[pile * PILE + FIRST]
    while found != EMPTY:
        if piles[found * PILE + TOP] == face:
            return int(found)
        found = piles[found * PILE + NEXT]
    number = counts[0]
    counts[0] = number + 1
    at = number * PILE
    piles[at + BELOW] = pile
    piles[at + TOP] = face
    piles[at + FIRST] = EMPTY
    piles[at + NEXT] = piles[pile * PILE + FIRST]
    piles[at + DEALT] = piles[pile * PILE + DEALT]
    piles[at + COLUMN] = 0
    piles[at + SIZE] = piles[pile * PILE + SIZE] + 1
    piles[pile * PILE + FIRST] = number
    return int(number)


def enter_first_columns(piles: Ints, counts: Ints, columns: list[bytes], rules: Ints) -> None:
    """Enter the first columns.

    Args:
        piles: room for the piles.
        counts: how many there are, as its only number.
        columns: their faces, deepest first.
        rules: the rules as numbers.
    """
    counts[0] = 1
    piles[EMPTY * PILE + TOP] = NO_FACE
    for number, column in enumerate(columns):
        pile = EMPTY
        for face in column:
            known, below = counts[0], pile
            pile = with_card(piles, counts, below, face)
            if pile == known:
                piles[pile * PILE + COLUMN] = number
                if below != EMPTY and not fits_on(face, piles[below * PILE + TOP], rules):
                    piles[pile * PILE + DEALT] = pile
