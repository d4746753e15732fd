"""A relaxation: what was exposed once stays available for ever. What is impossible even so is impossible.

**The argument.** Follow any line of play up to the moment at which a column becomes empty for the first time. Until
then a card leaves its place only by going to a foundation or, by itself or at the bottom of a sequence, onto a card
that it fits on, which must have been exposed at some time. Now let every card that was ever exposed count as exposed
for good, let each suit's highest foundation take every card for which it waits and that was exposed, and take cards
off the columns (and the waste) as long as that is allowed; all cards of a sequence that is taken off count as
exposed, as it may be taken apart elsewhere. By induction over the moves each card that is exposed in the line of play
is exposed here too. So where this ends with no column empty, no line of play empties one. A win empties all of them.

Where cards can be taken back, all cards on foundations count as exposed. Where a column is empty already the argument
says nothing.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .building import BEARERS, TAKES_BACK
from .moves import COLUMNS, WASTE, height, may_move_with
from .piles import BELOW, EMPTY, PILE, TOP

# The room for work: the exposed faces, as bits; the heights of each suit's highest foundation; the piles.
_EXPOSED = 0
_HEIGHTS = 1
_PILES = 5


def room_for_work(columns: int) -> int:
    """How many numbers the relaxation needs for its work."""
    return _PILES + columns + 1


@kernel
def can_empty_a_column(row: Ints, width: int, piles: Ints, in_stock: int, rules: Ints, work: Ints) -> bool:
    """Whether a column might become empty; where not, the position can't be won.

    Args:
        row: the position.
        width: numbers of a row.
        piles: the piles.
        in_stock: the faces of the cards in the stock, as bits; all of them count as exposed.
        rules: the rules as numbers.
        work: room for work.
    """
    if not _starts(row, width, piles, in_stock, rules, work):
        return True
    if row[WASTE] != EMPTY:
        _expose(piles[row[WASTE] * PILE + TOP], work)
    work[_PILES] = row[WASTE]
    return _empties(width - COLUMNS, piles, rules, work)


@kernel
def can_place_the_waste(row: Ints, width: int, piles: Ints, rules: Ints, work: Ints) -> bool:
    """Whether moves within the columns and to foundations might make room for the waste's top card, or it has some.

    The argument is the same: as long as no column becomes empty, the card needs its foundation or a card that it
    fits on exposed.

    Args:
        row: the position; its waste is not empty.
        width: numbers of a row.
        piles: the piles.
        rules: the rules as numbers.
        work: room for work.
    """
    work[_PILES] = EMPTY
    if not _starts(row, width, piles, 0, rules, work) or _empties(width - COLUMNS, piles, rules, work):
        return True
    top = piles[row[WASTE] * PILE + TOP]
    return _leaves(top, rules, work) or _is_next(top, work)


@kernel
def _starts(row: Ints, width: int, piles: Ints, exposed: int, rules: Ints, work: Ints) -> bool:
    """Note the columns, their top cards and the foundations; False where a column is empty."""
    work[_EXPOSED] = exposed
    for suit in range(4):
        work[_HEIGHTS + suit] = height(row, suit, 0)
        if rules[TAKES_BACK]:
            for rank in range(work[_HEIGHTS + suit]):
                _expose(suit * 13 + rank, work)
    for place in range(COLUMNS, width):
        pile = row[place]
        if pile == EMPTY:
            return False
        work[_PILES + 1 + place - COLUMNS] = pile
        _expose(piles[pile * PILE + TOP], work)
    return True


@kernel
def _expose(face: int, work: Ints) -> None:
    """A card counts as exposed from now on."""
    work[_EXPOSED] |= 1 << face


@kernel
def _leaves(face: int, rules: Ints, work: Ints) -> bool:
    """Whether a card might go to a foundation, or onto another."""
    return bool(face % 13 < work[_HEIGHTS + face // 13] or work[_EXPOSED] & rules[BEARERS + face])


@kernel
def _is_next(face: int, work: Ints) -> bool:
    """Whether the highest foundation of a card's suit waits for it."""
    return bool(face % 13 == work[_HEIGHTS + face // 13])


@kernel
def _rest_of(pile: int, piles: Ints, rules: Ints, work: Ints) -> int:
    """What is left of a pile when its top card leaves, by itself or in a sequence; the pile where it can't."""
    face, rest = piles[pile * PILE + TOP], piles[pile * PILE + BELOW]
    if _leaves(face, rules, work):
        return int(rest)
    exposed = 0
    while may_move_with(face, rest, piles, rules):
        face, rest = piles[rest * PILE + TOP], piles[rest * PILE + BELOW]
        exposed |= 1 << face
        if work[_EXPOSED] & rules[BEARERS + face]:
            work[_EXPOSED] |= exposed
            return int(rest)
    return pile


@kernel
def _empties(columns: int, piles: Ints, rules: Ints, work: Ints) -> bool:
    """Take off all that can be taken off; whether a column becomes empty. The waste is the first of the piles."""
    again = True
    while again:
        again = False
        for suit in range(4):
            while work[_HEIGHTS + suit] < 13 and (work[_EXPOSED] >> suit * 13 + work[_HEIGHTS + suit]) & 1:
                work[_HEIGHTS + suit] += 1
                again = True
        for at in range(columns + 1):
            pile = work[_PILES + at]
            while pile != EMPTY:
                rest = _rest_of(pile, piles, rules, work)
                if rest == pile:
                    break
                pile = rest
                again = True
                if pile != EMPTY:
                    _expose(piles[pile * PILE + TOP], work)
                elif at > 0:
                    return True
            work[_PILES + at] = pile
    return False
