"""Capacity: at the moment at which a buried card of the waste is uncovered, the columns can't hold all the others.

**The moment.** Let q be a card of the waste that is not its top, and p the card that lies on it. In a win there is a
first moment at which q is uncovered, by a move of p; say that d cards have been drawn by then. At that moment q and
all below it lie in the waste, and nothing above it; the cards from the d-th on lie in the stock. Every other card,
call it *free*, is on a foundation or in a column; p is the top of one.

What is kept in place of the columns at that moment is one of many choices, and for each :mod:`.counting` tells how
many columns are needed at least. If for every d and every choice that is more than there are, then q is never
uncovered, and there is no win.

**Choosing what is kept.** A search over the columns, for each how many cards are kept. What is needed for what is
decided, less what the other columns could take off, each by itself, is a bound for all choices that are left; where
it is too large, so are they. Which groups are counted is chosen anew each time. Where nothing is kept of the other
columns and what is needed is not too much, the answer is that q may be uncovered; so it is where the search takes too
long.

*One and two cards.* To keep one card of a column is to have it at the bottom, which costs the same; so none or at
least two are kept. To keep a card that lies on one that it fits on is to have it lie there; so what is kept is one of
the dealt parts of :mod:`.piles`. Any column that starts as one did at the start is taken to be that one: which makes
only more choices possible.

**What is known already.** Whether q may be uncovered depends on the waste up to p, the dealt parts of the columns and
the cards drawn. A choice that made room makes room as long as no kept card of it has moved and no more cards are
drawn than it says. Where there was no room there is none with more cards drawn: so positions have to be asked about
in the order of the cards drawn. (Where two first columns start alike, one number is kept for both, which may lose a
choice, and makes nothing false.)
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .building import CHAIN, FACES, PACKS, RANKS, fits_on
from .counting import (
    COUNTED,
    COUNTING_SIZE,
    FREE,
    STALE,
    columns_needed,
    group_below,
    group_of,
    keep,
    start,
    weigh,
)
from .moves import COLUMNS, WASTE
from .piles import BELOW, COLUMN, DEALT, EMPTY, PILE, SIZE, TOP
from .rows import Rows, add, holds

CHOICES = 400
"""Choices of kept cards that are looked at for one card of the waste and one number of draws."""

# Behind the room for counting:
LOOKED = COUNTING_SIZE
"""The place for the choices that were looked at, in all."""
_SIZES = LOOKED + 1  # for each first column how many of its cards are in place
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
    rules: Ints,
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
        rules: the rules as numbers.
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
            if not _may_be_moved(pile, above, columns, piles, still, drawn, stock, rules, choices, key, work):
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
    rules: Ints,
    choices: Ints,
    key: Ints,
    work: Ints,
) -> bool:
    """Whether the top card of a waste may be moved for the first time.

    What made room the last time, and for the card above, most often does so again, so that is looked at first.
    """
    for face in range(FACES):
        work[FREE + face] = rules[PACKS] if face % 13 < rules[RANKS] else 0
    under = piles[pile * PILE + BELOW]
    while under != EMPTY:
        work[FREE + piles[under * PILE + TOP]] -= 1
        under = piles[under * PILE + BELOW]
    moved = piles[pile * PILE + TOP]
    first = max(drawn, choices[pile * (columns + 1)] - 1)
    if _as_before(pile, pile, first, moved, columns, piles, still, rules, choices, key, work):
        return True
    if above != EMPTY:
        then = max(drawn, choices[above * (columns + 1)] - 1)
        if _as_before(above, pile, then, moved, columns, piles, still, rules, choices, key, work):
            return True
    for step in range(stock - drawn + 1):
        # The number of draws that served the last time first, then the others.
        at_draw = first if step == 0 else drawn + step - 1 if drawn + step <= first else drawn + step
        for on_foundation in (False, True):
            if _room_for(pile, at_draw, moved, on_foundation, columns, piles, still, rules, choices, key, work):
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
    rules: Ints,
    choices: Ints,
    key: Ints,
    work: Ints,
) -> bool:
    """Whether a choice that made room before, or what is left of it, does so now; it is kept where it does."""
    before = source * (columns + 1) + 1
    start(work)
    kept = 0
    for column in range(columns):
        dealt = key[column + 1]
        while piles[dealt * PILE + SIZE] > choices[before + piles[dealt * PILE + COLUMN]]:
            dealt = piles[piles[dealt * PILE + BELOW] * PILE + DEALT]
        if dealt != EMPTY:
            keep(dealt, 1, piles, rules, work)
            kept += 1
    if kept + columns_needed(at_draw, moved, False, still, rules, work) > columns:
        work[STALE + rules[CHAIN + moved // 13]] = 1
        if kept + columns_needed(at_draw, moved, True, still, rules, work) > columns:
            return False
    choices[pile * (columns + 1)] = at_draw + 1
    for column in range(columns):
        choices[pile * (columns + 1) + 1 + column] = min(choices[before + column], work[_SIZES + column])
    return True


@kernel
def _room_for(
    pile: int,
    at_draw: int,
    moved: int,
    on_foundation: bool,
    columns: int,
    piles: Ints,
    still: Ints,
    rules: Ints,
    choices: Ints,
    key: Ints,
    work: Ints,
) -> bool:
    """Whether some choice of kept cards needs no more columns than there are; or the search takes too long."""
    undecided = _SIZES + columns
    decided, kept_there = undecided + columns, undecided + 2 * columns
    for column in range(columns):
        work[undecided + column] = 1
    weigh(columns, key, piles, rules, work)
    depth, kept = 0, 0
    for _ in range(CHOICES):
        work[LOOKED] += 1
        needed = kept + columns_needed(at_draw, moved, on_foundation, still, rules, work)
        if needed <= columns:
            choice = _note(choices, pile, at_draw, columns)
            for level in range(depth):
                dealt = work[kept_there + level]
                if dealt != EMPTY:
                    choices[choice + piles[dealt * PILE + COLUMN]] = piles[dealt * PILE + SIZE]
            return True
        column, saved = _best_to_keep(columns, undecided, piles, key, rules, work)
        if column >= 0 and needed - saved <= columns:
            work[undecided + column] = 0
            work[decided + depth] = column
            work[kept_there + depth] = key[column + 1]
            keep(key[column + 1], 1, piles, rules, work)
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
        keep(dealt, -1, piles, rules, work)
        dealt = piles[piles[dealt * PILE + BELOW] * PILE + DEALT]
        work[kept_there + depth - 1] = dealt
        if dealt == EMPTY:
            kept -= 1
        else:
            keep(dealt, 1, piles, rules, work)
    choice = _note(choices, pile, at_draw, columns)
    for column in range(columns):
        choices[choice + column] = work[_SIZES + column]
    return True


@kernel
def _best_to_keep(columns: int, undecided: int, piles: Ints, key: Ints, rules: Ints, work: Ints) -> tuple[int, int]:
    """The undecided column of which cards are best kept, and the most that all of them together might save."""
    best, most, saving = -1, 0, 0
    for column in range(columns):
        if work[undecided + column]:
            # From the top down: the most that is saved by keeping more cards than so many.
            saved, dealt, covers = 0, key[column + 1], False
            while dealt != EMPTY:
                face, below = piles[dealt * PILE + TOP], piles[dealt * PILE + BELOW]
                group = group_of(face, rules)
                if covers and face % 13 > 0:
                    saved -= work[COUNTED + group_below(group, rules)]
                saved = max(saved, 0)
                covers = not fits_on(face, piles[below * PILE + TOP], rules)
                if covers:
                    saved += work[COUNTED + group]
                dealt = below
            saved -= 1
            if saved > 0:
                saving += saved
                if saved > most:
                    best, most = column, saved
    return best, saving
