"""Moves of the proofs' positions, each followed by the safe moves that it allows.

A position is a row: the waste; for each suit the cards on its lower foundation x 16 + those on its higher one; the
columns, which are put in descending order. Piles are named by their numbers, see :mod:`.piles`.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .piles import BELOW, EMPTY, NO_FACE, PILE, TOP, bearer_of, with_card

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
    _put_in_order(row, width)


@kernel
def _settle_again(row: Ints, place: int, width: int, piles: Ints) -> None:
    """The same where before a move no safe one was left, and the move has uncovered the card at a place.

    It is the only one that may be safe, as a move that is not safe changes no lower foundation.
    """
    pile = row[place]
    if pile != EMPTY and _plays(row, piles[pile * PILE + TOP]):
        row[place] = piles[pile * PILE + BELOW]
        settle(row, width, piles)
    else:
        _put_in_order(row, width)


@kernel
def _put_in_order(row: Ints, width: int) -> None:
    """Put the columns in descending order."""
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
def list_tops(row: Ints, width: int, piles: Ints, tops: Ints) -> None:
    """List the top card of each pile of a position, each at its pile's place."""
    for place in range(width):
        if place == WASTE or place >= COLUMNS:
            tops[place] = piles[row[place] * PILE + TOP]


@kernel
def list_targets(row: Ints, source: int, width: int, piles: Ints, tops: Ints, targets: Ints) -> int:
    """List where a pile's top card may go, but for moves that lead nowhere else than others.

    Args:
        row: the position.
        source: the place of the pile in it, which is not empty.
        width: numbers of a row.
        piles: the piles.
        tops: the top cards.
        targets: room for the places of columns, and FOUNDED for the higher foundation of the suit.

    Returns:
        How many there are.
    """
    count, face = 0, tops[source]
    bearer = bearer_of(face)
    # Of empty columns one is enough, and a lone card gains nothing by going to another column.
    opened = source != WASTE and piles[row[source] * PILE + BELOW] == EMPTY
    for place in range(COLUMNS, width):
        top = tops[place]
        if top == bearer or (top == NO_FACE and not opened):
            opened = opened or top == NO_FACE
            targets[count] = place
            count += 1
    if row[FOUNDED + face // 13] % LOWER == face % 13:
        targets[count] = FOUNDED
        count += 1
    return count


@kernel
def move(row: Ints, source: int, target: int, found: Ints, width: int, piles: Ints, pile_count: Ints) -> None:
    """Make a move that :func:`list_targets` gives.

    Args:
        row: the position, in which no safe move is left; it stays as it is.
        source: the place of the pile in it.
        target: where its top card goes.
        found: the position after the move.
        width: numbers of a row.
        piles: the piles, with room for a new one.
        pile_count: how many there are, as its only number.
    """
    face = piles[row[source] * PILE + TOP]
    copy(row, 0, found, width)
    found[source] = piles[row[source] * PILE + BELOW]
    if target == FOUNDED:
        found[FOUNDED + face // 13] += 1
    else:
        found[target] = with_card(piles, pile_count, row[target], face)
    _settle_again(found, source, width, piles)


@kernel
def draw(row: Ints, face: int, found: Ints, width: int, piles: Ints, pile_count: Ints) -> None:
    """Draw a card.

    Args:
        row: the position, in which no safe move is left; it stays as it is.
        face: the card.
        found: the position afterwards.
        width: numbers of a row.
        piles: the piles, with room for a new one.
        pile_count: how many there are.
    """
    copy(row, 0, found, width)
    found[WASTE] = with_card(piles, pile_count, row[WASTE], face)
    _settle_again(found, WASTE, width, piles)
