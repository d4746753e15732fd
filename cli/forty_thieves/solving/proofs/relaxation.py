"""A relaxation: what was exposed once stays available for ever. What is impossible even so is impossible.

**The argument.** Follow any line of play up to the moment at which a column becomes empty for the first time. Until
then a card leaves its place only by going to a foundation or onto the next higher card of its suit, which must have
been exposed at some time. Now let every card that was ever exposed count as exposed for good, let each suit's
higher foundation take every card for which it waits and that was exposed, and take cards off the columns (and the
waste) as long as that is allowed. By induction over the moves each card that is exposed in the line of play is
exposed here too. So where this ends with no column empty, no line of play empties one. A win empties all of them.

Where a column is empty already the argument says nothing.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .moves import COLUMNS, FOUNDED, LOWER, WASTE
from .piles import BELOW, EMPTY, PILE, TOP

_FACES = 52
# In the room for work stand the exposed faces, one place each and one behind the last, the heights of each suit's
# higher foundation, and the piles.
_HEIGHTS = _FACES + 1
_PILES = _HEIGHTS + 4


def room_for_work(columns: int) -> int:
    """How many numbers the relaxation needs for its work."""
    return _PILES + columns + 1


@kernel
def can_empty_a_column(row: Ints, width: int, piles: Ints, still: Ints, drawn: int, work: Ints) -> bool:
    """Whether a column might become empty; where not, the position can't be won.

    Args:
        row: the position.
        width: numbers of a row.
        piles: the piles.
        still: for each number of cards drawn and each face, the copies that are still in the stock; all of them
            count as exposed.
        drawn: the cards drawn.
        work: room for work.
    """
    for face in range(_FACES):
        work[face] = still[drawn * _FACES + face]
    if not _starts(row, width, piles, work):
        return True
    if row[WASTE] != EMPTY:
        work[piles[row[WASTE] * PILE + TOP]] = 1
    work[_PILES] = row[WASTE]
    return _empties(width - COLUMNS, piles, work)


@kernel
def can_place_the_waste(row: Ints, width: int, piles: Ints, work: Ints) -> bool:
    """Whether moves within the columns and to foundations might make room for the waste's top card, or it has some.

    The argument is the same: as long as no column becomes empty, the card needs its foundation or the next higher
    card of its suit exposed.

    Args:
        row: the position; its waste is not empty.
        width: numbers of a row.
        piles: the piles.
        work: room for work.
    """
    for face in range(_FACES):
        work[face] = 0
    work[_PILES] = EMPTY
    if not _starts(row, width, piles, work) or _empties(width - COLUMNS, piles, work):
        return True
    return _leaves(piles[row[WASTE] * PILE + TOP], work) or _is_next(piles[row[WASTE] * PILE + TOP], work)


@kernel
def _starts(row: Ints, width: int, piles: Ints, work: Ints) -> bool:
    """Note the columns, their top cards and the foundations; False where a column is empty."""
    work[_FACES] = 0
    for suit in range(4):
        work[_HEIGHTS + suit] = row[FOUNDED + suit] % LOWER
    for place in range(COLUMNS, width):
        pile = row[place]
        if pile == EMPTY:
            return False
        work[_PILES + 1 + place - COLUMNS] = pile
        work[piles[pile * PILE + TOP]] = 1
    return True


@kernel
def _leaves(face: int, work: Ints) -> bool:
    """Whether a card might go to a foundation, or onto the next higher card of its suit."""
    return bool(face % 13 < work[_HEIGHTS + face // 13] or (face % 13 != 12 and work[face + 1] > 0))


@kernel
def _is_next(face: int, work: Ints) -> bool:
    """Whether the higher foundation of a card's suit waits for it."""
    return bool(face % 13 == work[_HEIGHTS + face // 13])


@kernel
def _empties(columns: int, piles: Ints, work: Ints) -> bool:
    """Take off all that can be taken off; whether a column becomes empty. The waste is the first of the piles."""
    again = True
    while again:
        again = False
        for suit in range(4):
            while work[_HEIGHTS + suit] < 13 and work[suit * 13 + work[_HEIGHTS + suit]] > 0:
                work[_HEIGHTS + suit] += 1
                again = True
        for at in range(columns + 1):
            pile = work[_PILES + at]
            while pile != EMPTY and _leaves(piles[pile * PILE + TOP], work):
                pile = piles[pile * PILE + BELOW]
                again = True
                if pile != EMPTY:
                    work[piles[pile * PILE + TOP]] = 1
                elif at > 0:
                    return True
            work[_PILES + at] = pile
    return False
