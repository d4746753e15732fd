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

from .model import Position


def can_empty_a_column(position: Position, coming: bytes) -> bool:
    """Whether a column might become empty; where not, the position can't be won.

    Args:
        position: the position.
        coming: the faces still in the stock, all of which count as exposed.
    """
    exposed = set(coming)
    heights = list(position.founded[1::2])
    piles = [bytearray(column) for column in position.columns]
    if not all(piles):
        return True
    waste = bytearray(position.waste)
    exposed.update(pile[-1] for pile in piles)
    if waste:
        exposed.add(waste[-1])
    return _empties(heights, exposed, piles, waste)


def can_place_the_waste(position: Position) -> bool:
    """Whether moves within the columns and to foundations might make room for the waste's top card, or it has some.

    The argument is the same: as long as no column becomes empty, the card needs its foundation or the next higher
    card of its suit exposed.
    """
    face = position.waste[-1]
    heights = list(position.founded[1::2])
    piles = [bytearray(column) for column in position.columns]
    if not all(piles):
        return True
    exposed = {pile[-1] for pile in piles}
    if _empties(heights, exposed, piles, bytearray()):
        return True
    return face % 13 <= heights[face // 13] or _has_parent(exposed, face)


def _has_parent(exposed: set[int], face: int) -> bool:
    return (face + 1) % 13 != 0 and face + 1 in exposed


def _empties(heights: list[int], exposed: set[int], piles: list[bytearray], waste: bytearray) -> bool:
    """Take off all that can be taken off; whether a column becomes empty. The arguments are changed."""
    again = True
    while again:
        again = False
        for suit in range(4):
            while suit * 13 + heights[suit] in exposed and heights[suit] < 13:
                heights[suit] += 1
                again = True
        for pile in (*piles, waste):
            while pile and (pile[-1] % 13 < heights[pile[-1] // 13] or _has_parent(exposed, pile[-1])):
                pile.pop()
                again = True
                if pile:
                    exposed.add(pile[-1])
                elif pile is not waste:
                    return True
    return False
