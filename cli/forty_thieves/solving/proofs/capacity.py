"""Capacity: at the moment at which a buried card of the waste is uncovered, the columns can't hold all the others.

**The argument.** Let q be a card of the waste that is not its top, and p the card that lies on it. In a win there is
a first moment at which q is uncovered, by a move of p; say that d cards have been drawn by then. At that moment q and
all below it lie in the waste, and nothing above it; the cards from the d-th on lie in the stock. Every other card,
call it *free*, is on a foundation or in a column; p is the top of one.

*Foundations.* The higher foundation of a suit ends at the latest below the first rank of which no copy is on the
foundations' side, the lower one below the first rank of which not both are.

*Columns.* A card in a column lies on the next higher card of its suit, or at the column's bottom, or where it lay
at the start of the proof, and then all that lay below it lies there still. Call the cards at the start of a column
that have not moved by that moment the *kept* ones of that column. A kept card is on no foundation. One with another
kept card on it, not its own next lower one, bears nothing else. Every column has one bottom card, so the columns
that are needed are those with kept cards, and one for each other card that has no card to lie on: for each suit and
rank

    the cards of that rank in columns, less those kept in place other than on their own next higher card,
    less the cards of the next rank in columns that can bear one,

as far as that is more than nothing: the *need* of that face. If for every d and every choice of kept cards more
columns are needed than there are, q is never uncovered, and there is no win.

*The foundations need not be as high as they can.* One that ends lower leaves a card of each rank from there on in
the columns. The need then grows by one at the rank below its highest possible end, and falls by one at the rank
below its end, and else stays. For the lower foundation nothing below its highest end is needed, so that brings
nothing. For the higher one it may bring one column less, and only where more cards of its highest possible end can
bear one than there are to be borne.

*The card that was just moved.* It is the top of its column or foundation. So one of three holds, and the least need
of the three is taken: p is in a column and bears nothing, and neither is its suit's lower foundation above its rank,
nor the higher one, unless with the other copy; or the higher foundation of its suit ends with it; or the lower one
does, and the higher one there or above.

*Choosing what is kept.* A search over the columns, for each how many cards are kept. Where some are still to be
chosen, there is a bound for what they might save. Keeping more cards brings the need of a face down by one for each
copy that is kept in place, and up by one for each copy of the next higher card that is covered. Where the need was
positive, columns are saved and cost accordingly, or less is saved. Where it was negative, none is saved, and none
need be counted as cost. Where it was nothing, either is true: count both, or neither. (It is both for faces of which
fewer copies might be kept than, one rank higher, covered.) Then what a column saves, less the column itself, does not
depend on the others, and the best of each column may be added up. Where even that is not enough, no choice is.

That is so for the highest ends of the foundations. If the higher one ends lower, the need of the face below its
highest end grows by one, so that face is counted if its need is not negative; and one other need falls by one. Both
make up for each other. If its need is negative, the column that an earlier end may save is taken off already, where
the suit needs any; where it needs none, no costs are counted in it. For lower ends of the lower foundation no face
further below its highest end than the next is counted. Of the three cases for p, savings are counted where one
counts them, costs where all do.

Where the search takes too long the answer is that q may be uncovered.

*One and two cards.* To keep one card of a column is to have it at the bottom, which costs the same; so none or at
least two are kept. To keep a card that lies on its own next higher one is to have it lie there; so what is kept is
one of the dealt parts of :mod:`.piles`. Any column that starts as one did at the start is taken to be that one: which
makes only more choices possible.

*What is known already.* Whether q may be uncovered depends on the waste up to p, the dealt parts of the columns and
the cards drawn. A choice that made room makes room as long as no kept card of it has moved and no more cards are
drawn than it says. Where there was no room there is none with more cards drawn.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .moves import COLUMNS, WASTE
from .piles import BELOW, COLUMN, DEALT, EMPTY, PILE, SIZE, TOP, fits_on
from .rows import Rows, add, holds

CHOICES = 400
"""Choices of kept cards that are looked at for one card of the waste and one number of draws."""

_FACES = 52

# The room for work, by places. For each face:
_FREE = 0  # copies that are not in the waste from q down
_KEPT = 52  # kept copies
_IN_PLACE = 104  # kept copies other than on their own next higher card
_COVERED = 156  # kept copies with another kept card on them, not their own next lower one
_SAVES = 208  # whether keeping a copy in place may save a column
_COSTS = 260  # whether keeping a copy of the next higher card covered costs a column
_EVEN = 312  # whether both are taken to be so where neither is more than the other
# For each suit:
_COLUMNS_NEEDED = 364
_STALE = 368  # whether its needs are to be counted anew
LOOKED = 372
"""The place for the choices that were looked at, in all."""
_SIZES = 373  # for each first column how many of its cards are in place
# Behind these, for each column: whether it is to be decided on; and for each level of the search the column that is
# decided there, and what is kept of it.


def room_for_work(columns: int) -> int:
    """How many numbers the tests need for their work."""
    return _SIZES + 4 * columns


@kernel
def shows_dead(
    row: Ints,
    width: int,
    piles: Ints,
    still: Ints,
    drawn: int,
    stock: int,
    ranks: int,
    choices: Ints,
    dead: Rows,
    key: Ints,
    work: Ints,
) -> bool:
    """Whether some card of the waste can never be uncovered.

    Args:
        row: the position.
        width: numbers of a row.
        piles: the piles.
        still: for each number of cards drawn and each face, the copies that are still in the stock.
        drawn: cards drawn so far.
        stock: cards of waste and stock together, at the start.
        ranks: ranks of a suit.
        choices: for each waste what made room to move its top card: one more than the cards drawn, and the number of
            cards kept of each first column.
        dead: rows of a waste and the dealt parts of the columns by which its top card can't be moved.
        key: room for such a row.
        work: room for work.
    """
    columns = width - COLUMNS
    pile = row[WASTE]
    if pile == EMPTY or piles[pile * PILE + BELOW] == EMPTY:
        return False
    for column in range(columns):
        work[_SIZES + column] = 0
    for column in range(columns):
        dealt = piles[row[COLUMNS + column] * PILE + DEALT]
        at = column + 1
        while at > 1 and key[at - 1] < dealt:
            key[at] = key[at - 1]
            at -= 1
        key[at] = dealt
        first = _SIZES + piles[dealt * PILE + COLUMN]
        work[first] = max(work[first], piles[dealt * PILE + SIZE])
    above = EMPTY
    while piles[pile * PILE + BELOW] != EMPTY:
        if not _makes_room(choices, pile * (columns + 1), drawn, columns, work):
            key[0] = pile
            if holds(dead, columns + 1, key):
                return True
            if not _may_be_moved(pile, above, columns, piles, still, drawn, stock, ranks, choices, key, work):
                add(dead, columns + 1, key)
                return True
        above = pile
        pile = piles[pile * PILE + BELOW]
    return False


@kernel
def _makes_room(choices: Ints, choice: int, drawn: int, columns: int, work: Ints) -> bool:
    """Whether a choice that made room is still possible."""
    if choices[choice] <= drawn:
        return False
    column = 0
    while column < columns and choices[choice + 1 + column] <= work[_SIZES + column]:
        column += 1
    return column == columns


@kernel
def _note(choices: Ints, pile: int, at_draw: int, columns: int) -> int:
    """Start to keep a choice that made room to move the top card of a waste; where it is kept."""
    choice = pile * (columns + 1)
    choices[choice] = at_draw + 1
    for column in range(columns):
        choices[choice + 1 + column] = 0
    return choice + 1


@kernel
def _may_be_moved(
    pile: int,
    above: int,
    columns: int,
    piles: Ints,
    still: Ints,
    drawn: int,
    stock: int,
    ranks: int,
    choices: Ints,
    key: Ints,
    work: Ints,
) -> bool:
    """Whether the top card of a waste may be moved for the first time.

    What made room the last time, and for the card above, most often does so again, so that is looked at first.
    """
    for face in range(_FACES):
        work[_FREE + face] = 2 if face % 13 < ranks else 0
    under = piles[pile * PILE + BELOW]
    while under != EMPTY:
        work[_FREE + piles[under * PILE + TOP]] -= 1
        under = piles[under * PILE + BELOW]
    moved = piles[pile * PILE + TOP]
    first = max(drawn, choices[pile * (columns + 1)] - 1)
    if _as_before(pile, pile, first, moved, columns, piles, still, ranks, choices, key, work):
        return True
    if above != EMPTY:
        then = max(drawn, choices[above * (columns + 1)] - 1)
        if _as_before(above, pile, then, moved, columns, piles, still, ranks, choices, key, work):
            return True
    for step in range(stock - drawn + 1):
        # The number of draws that served the last time first, then the others.
        at_draw = first if step == 0 else drawn + step - 1 if drawn + step <= first else drawn + step
        if _room_for(pile, at_draw, moved, columns, piles, still, ranks, choices, key, work):
            return True
    return False


@kernel
def _as_before(
    source: int,
    pile: int,
    at_draw: int,
    moved: int,
    columns: int,
    piles: Ints,
    still: Ints,
    ranks: int,
    choices: Ints,
    key: Ints,
    work: Ints,
) -> bool:
    """Whether a choice that made room before, or what is left of it, does so now; it is kept where it does."""
    before = source * (columns + 1) + 1
    _start(work)
    kept = 0
    for column in range(columns):
        dealt = key[column + 1]
        while piles[dealt * PILE + SIZE] > choices[before + piles[dealt * PILE + COLUMN]]:
            dealt = piles[piles[dealt * PILE + BELOW] * PILE + DEALT]
        if dealt != EMPTY:
            _keep(dealt, 1, piles, work)
            kept += 1
    if kept + _columns_needed(at_draw, moved, still, ranks, work) > columns:
        return False
    choices[pile * (columns + 1)] = at_draw + 1
    for column in range(columns):
        choices[pile * (columns + 1) + 1 + column] = min(choices[before + column], work[_SIZES + column])
    return True


@kernel
def _start(work: Ints) -> None:
    """Nothing is kept, and nothing counted."""
    for face in range(_FACES):
        work[_KEPT + face] = 0
        work[_IN_PLACE + face] = 0
        work[_COVERED + face] = 0
    for suit in range(4):
        work[_STALE + suit] = 1


@kernel
def _keep(dealt: int, by: int, piles: Ints, work: Ints) -> None:
    """Count the cards of a dealt part as kept, once more or (``by`` is -1) once less."""
    covers = False
    while dealt != EMPTY:
        face, below = piles[dealt * PILE + TOP], piles[dealt * PILE + BELOW]
        work[_KEPT + face] += by
        if covers:
            work[_COVERED + face] += by
        covers = not fits_on(face, piles[below * PILE + TOP])
        if covers:
            work[_IN_PLACE + face] += by
        work[_STALE + face // 13] = 1
        dealt = below


@kernel
def _columns_needed(at_draw: int, moved: int, still: Ints, ranks: int, work: Ints) -> int:
    """The fewest columns that cards other than kept ones need at their bottoms, for a choice of kept cards.

    Fills in the needs.
    """
    total = 0
    for suit in range(4):
        if work[_STALE + suit]:
            work[_STALE + suit] = 0
            work[_COLUMNS_NEEDED + suit] = _needed_of(suit, at_draw * _FACES, moved, still, ranks, work)
        total += work[_COLUMNS_NEEDED + suit]
    return total


@kernel
def _needed_of(suit: int, at: int, moved: int, still: Ints, ranks: int, work: Ints) -> int:
    """The same for one suit; ``at`` is where the copies in the stock stand."""
    first = suit * 13
    high, low = ranks, ranks
    for rank in range(ranks - 1, -1, -1):
        there = work[_FREE + first + rank] - still[at + first + rank] - work[_KEPT + first + rank]
        if there < 2:
            low = rank
        if there < 1:
            high = rank
    if moved // 13 != suit:
        return _needed_by(first, low, high, True, -1, False, at, still, ranks, work)
    # The moved card is the top of a column, or of the higher foundation, or of the lower one.
    rank = moved % 13
    there = work[_FREE + moved] - still[at + moved] - work[_KEPT + moved]
    end = high if there > 1 else min(high, rank)
    needed = _needed_by(first, min(low, rank), end, True, moved, False, at, still, ranks, work)
    if high > rank:
        by_higher = _needed_by(first, min(low, rank + 1), rank + 1, False, -1, True, at, still, ranks, work)
        needed = min(needed, by_higher)
    if low > rank:
        needed = min(needed, _needed_by(first, rank + 1, high, True, -1, True, at, still, ranks, work))
    return needed


@kernel
def _needed_by(
    first: int,
    low: int,
    high: int,
    may_end_lower: bool,
    bare: int,
    more: bool,
    at: int,
    still: Ints,
    ranks: int,
    work: Ints,
) -> int:
    """The same for one suit and given ends of its foundations.

    Args:
        first: the suit's lowest face.
        low: the end of its lower foundation: cards on it.
        high: the end of its higher foundation.
        may_end_lower: whether the higher foundation may end lower than that.
        bare: a face one copy of which bears nothing; -1 is none.
        more: whether needs are noted only where they are larger than those noted before.
        at: where the copies in the stock stand.
        still: for each number of cards drawn and each face, the copies that are still in the stock.
        ranks: ranks of a suit.
        work: room for work.
    """
    total, above, spare = 0, 0, False
    for rank in range(ranks - 1, -1, -1):
        face = first + rank
        there = work[_FREE + face] - still[at + face]
        if rank < low:
            there -= 1
        if rank < high:
            there -= 1
        need = there - work[_IN_PLACE + face] - above
        above = there - work[_COVERED + face]
        if face == bare:
            above -= 1
        if need > 0:
            total += need
        counts = 1 if need > 0 else work[_EVEN + face] if need == 0 and rank >= low - 1 else 0
        if may_end_lower and rank == high - 1 and high > low:
            spare = need < 0
            if need == 0:
                counts = 1
        work[_SAVES + face] = max(counts, work[_SAVES + face]) if more else counts
        work[_COSTS + face] = min(counts, work[_COSTS + face]) if more else counts
    if spare and total > 0:
        return total - 1
    if spare:
        for rank in range(ranks):
            work[_COSTS + first + rank] = 0
            if not more:
                work[_SAVES + first + rank] = 0
    return total


@kernel
def _room_for(
    pile: int,
    at_draw: int,
    moved: int,
    columns: int,
    piles: Ints,
    still: Ints,
    ranks: int,
    choices: Ints,
    key: Ints,
    work: Ints,
) -> bool:
    """Whether some choice of kept cards needs no more columns than there are; or the search takes too long."""
    undecided = _SIZES + columns
    decided, kept_there = undecided + columns, undecided + 2 * columns
    for column in range(columns):
        work[undecided + column] = 1
    _start(work)
    _weigh(columns, piles, key, work)
    depth, kept = 0, 0
    for _ in range(CHOICES):
        work[LOOKED] += 1
        needed = kept + _columns_needed(at_draw, moved, still, ranks, work)
        if needed <= columns:
            choice = _note(choices, pile, at_draw, columns)
            for level in range(depth):
                dealt = work[kept_there + level]
                if dealt != EMPTY:
                    choices[choice + piles[dealt * PILE + COLUMN]] = piles[dealt * PILE + SIZE]
            return True
        column, saved = _best_to_keep(columns, undecided, piles, key, work)
        if column >= 0 and needed - saved <= columns:
            work[undecided + column] = 0
            work[decided + depth] = column
            work[kept_there + depth] = key[column + 1]
            _keep(key[column + 1], 1, piles, work)
            kept += 1
            depth += 1
            continue
        # Go on with the next choice at the last level that has one.
        while depth > 0 and work[kept_there + depth - 1] == EMPTY:
            depth -= 1
            work[undecided + work[decided + depth]] = 1
        if depth == 0:
            return False
        dealt = work[kept_there + depth - 1]
        _keep(dealt, -1, piles, work)
        dealt = piles[piles[dealt * PILE + BELOW] * PILE + DEALT]
        work[kept_there + depth - 1] = dealt
        if dealt == EMPTY:
            kept -= 1
        else:
            _keep(dealt, 1, piles, work)
    choice = _note(choices, pile, at_draw, columns)
    for column in range(columns):
        choices[choice + column] = work[_SIZES + column]
    return True


@kernel
def _weigh(columns: int, piles: Ints, key: Ints, work: Ints) -> None:
    """Find out of which faces more copies might be covered than, one rank lower, kept in place."""
    for face in range(_FACES):
        work[_EVEN + face] = 0
    for column in range(columns):
        dealt, covers = key[column + 1], False
        while dealt != EMPTY:
            face, below = piles[dealt * PILE + TOP], piles[dealt * PILE + BELOW]
            if covers and face % 13 > 0:
                work[_EVEN + face - 1] += 1
            covers = not fits_on(face, piles[below * PILE + TOP])
            if covers:
                work[_EVEN + face] -= 1
            dealt = below
    for face in range(_FACES):
        work[_EVEN + face] = 1 if work[_EVEN + face] > 0 else 0


@kernel
def _best_to_keep(columns: int, undecided: int, piles: Ints, key: Ints, work: Ints) -> tuple[int, int]:
    """The undecided column of which cards are best kept, and the most that all of them together might save."""
    best, most, saving = -1, 0, 0
    for column in range(columns):
        if work[undecided + column]:
            # From the top down: the most that is saved by keeping more cards than so many.
            saved, dealt, covers = 0, key[column + 1], False
            while dealt != EMPTY:
                face, below = piles[dealt * PILE + TOP], piles[dealt * PILE + BELOW]
                if covers and face % 13 > 0:
                    saved -= work[_COSTS + face - 1]
                saved = max(saved, 0)
                covers = not fits_on(face, piles[below * PILE + TOP])
                if covers:
                    saved += work[_SAVES + face]
                dealt = below
            saved -= 1
            if saved > 0:
                saving += saved
                if saved > most:
                    best, most = column, saved
    return best, saving
