"""Counting columns: the fewest that are needed at a moment of a game, for a choice of cards that are kept in place.

**The moment.** Some cards lie in the waste and in the stock; all others, call them *free*, are on foundations or in
columns. One of them was just moved from the waste. :mod:`.capacity` says which moments matter.

**Columns needed.** A *group* is the cards of one rank and one class (see :mod:`.building`); its cards can lie on
those of the group above it. A card in a column lies on such a card, or at the column's bottom, or where it lay at the
start of the proof, and then all that lay below it lies there still. Call the cards at the start of a column that have
not moved by that moment the *kept* ones of that column. A kept card is on no foundation. One with another kept card
on it that does not fit on it bears nothing else. Every column has one bottom card, so the columns that are needed are
those with kept cards, and one for each other card that has no card to lie on: of each group at least

    its cards in columns, less those kept in place other than on a card that they fit on,
    less the cards of the group above in columns that can bear one,

and never less than none. So whichever groups are *counted*, the sum of these differences over them is no more than
the columns needed for all.

**It adds up.** A card in a column adds one to the sum where its group is counted, and takes one off where the group
is counted that it can bear. So it can be seen apart what each foundation takes off, and what each column does:

- A suit's highest foundation ends at the latest below the first rank of which no copy can be on a foundation, the
  next one below the first rank of which not two can be, and so on. Each is taken to end where what it takes off the
  sum is most.
- A column of which cards are kept adds one. Each card that is kept in place takes one off where its group is
  counted, and each that can bear nothing adds one where the group is counted that it could bear.

**The card that was just moved** is the top of its column or of a foundation. In a column it bears nothing, and one
copy less can be on foundations. Or one foundation of its suit ends with it: the lowest one that can get so far, as
another way to let one end there takes no more off. Both are looked at, each by itself.

**Which groups are counted** matters for how much is shown, not for its truth. Those that need columns where all
foundations end as late as they can are counted. For those of which the difference is just nothing either might be
right; see :func:`_count`.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .building import ABOVE, CHAIN, CHAINS, CLASS, FACES, NO_FACE, PACKS, RANKS, fits_on
from .piles import BELOW, EMPTY, PILE, TOP

_TOO_MANY = 1 << 16
"""More columns than there can be: what is needed for what can't be."""

# The room for work, by places. For each face:
FREE = 0  # copies that are not in the waste
_KEPT = 52  # kept copies
_ENDS = 104  # foundations that can get so far
# For each group, class x 13 + rank:
_IN_PLACE = 156  # kept cards other than on a card that they fit on
_COVERED = 208  # kept cards with another kept card on them that does not fit
_MORE_COVERED = 260  # whether more of the group above might be covered than of it be kept in place
_CARDS = 312  # free cards
_LEFT = 364  # those of them that are in columns where foundations end as late as they can
COUNTED = 416  # whether it is counted
_EVEN = 468  # what speaks for counting it where it might as well not be
# For each chain:
STALE = 520  # whether its columns are to be counted anew
_NEEDED = 524  # the columns that it needs
COUNTING_SIZE = 528
"""The places for counting."""


@kernel
def group_of(face: int, rules: Ints) -> int:
    """The group of a card."""
    return int(rules[CLASS + face // 13] * 13 + face % 13)


@kernel
def _group_above(group: int, rules: Ints) -> int:
    """The group on whose cards those of a group can lie, which is not one of the highest rank."""
    return int(rules[ABOVE + group // 13] * 13 + group % 13 + 1)


@kernel
def group_below(group: int, rules: Ints) -> int:
    """The group whose cards can lie on those of a group, which is not one of the lowest rank."""
    # A class has as many classes below as above, one; where there are two, each is the other's.
    return int(rules[ABOVE + group // 13] * 13 + group % 13 - 1)


@kernel
def start(work: Ints) -> None:
    """Nothing is kept."""
    for place in range(FACES):
        work[_KEPT + place] = 0
        work[_IN_PLACE + place] = 0
        work[_COVERED + place] = 0
    for chain in range(4):
        work[STALE + chain] = 1


@kernel
def keep(dealt: int, by: int, piles: Ints, rules: Ints, work: Ints) -> None:
    """Count the cards of a dealt part as kept, once more or (``by`` is -1) once less."""
    covers = False
    while dealt != EMPTY:
        face, below = piles[dealt * PILE + TOP], piles[dealt * PILE + BELOW]
        group = group_of(face, rules)
        work[_KEPT + face] += by
        work[STALE + rules[CHAIN + face // 13]] = 1
        if covers:
            work[_COVERED + group] += by
        covers = not fits_on(face, piles[below * PILE + TOP], rules)
        if covers:
            work[_IN_PLACE + group] += by
        dealt = below


@kernel
def weigh(columns: int, key: Ints, piles: Ints, rules: Ints, work: Ints) -> None:
    """Find out for which groups more cards of the group above might be covered than of it be kept in place.

    Args:
        columns: how many columns there are.
        key: their dealt parts, from its second number on; nothing more is kept than these.
        piles: the piles.
        rules: the rules as numbers.
        work: room for work; nothing is kept afterwards.
    """
    start(work)
    for column in range(columns):
        keep(key[column + 1], 1, piles, rules, work)
    for group in range(FACES):
        covered = work[_COVERED + _group_above(group, rules)] if group % 13 < rules[RANKS] - 1 else 0
        work[_MORE_COVERED + group] = 1 if covered > work[_IN_PLACE + group] else 0
    start(work)


@kernel
def columns_needed(at_draw: int, moved: int, on_foundation: bool, still: Ints, rules: Ints, work: Ints) -> int:
    """The fewest columns that cards other than kept ones need at their bottoms, for a choice of kept cards.

    Notes which groups are counted.

    Args:
        at_draw: the cards that have been drawn.
        moved: the card that was just moved.
        on_foundation: whether it is on a foundation; else it is in a column.
        still: for each number of cards drawn and each face, the copies that are still in the stock.
        rules: the rules as numbers.
        work: room for work.
    """
    total = 0
    for chain in range(rules[CHAINS]):
        if work[STALE + chain]:
            work[STALE + chain] = 0
            here = moved if rules[CHAIN + moved // 13] == chain else NO_FACE
            work[_NEEDED + chain] = _needed_of(chain, at_draw * FACES, here, on_foundation, still, rules, work)
        total += work[_NEEDED + chain]
    if on_foundation and work[_ENDS + moved] == 0:
        return _TOO_MANY
    return int(total)


@kernel
def _needed_of(chain: int, at: int, moved: int, on_foundation: bool, still: Ints, rules: Ints, work: Ints) -> int:
    """The same for the suits of one chain; ``moved`` is NO_FACE where the card is of none of them.

    ``at`` is where the copies in the stock stand.
    """
    for suit in range(4):
        if rules[CHAIN + suit] == chain:
            first = rules[CLASS + suit] * 13
            for group in range(first, first + rules[RANKS]):
                work[_CARDS + group] = 0
                work[_LEFT + group] = 0
                work[_EVEN + group] = 0
    for suit in range(4):
        if rules[CHAIN + suit] == chain:
            _find_ends(suit, at, moved, on_foundation, still, rules, work)
    # In a column the moved card bears nothing.
    bared = moved != NO_FACE and moved % 13 > 0 and not on_foundation
    bare = group_below(group_of(moved, rules), rules) if bared else -1
    needed, done = 0, 0
    for suit in range(4):
        if rules[CHAIN + suit] == chain and not (done >> rules[CLASS + suit]) & 1:
            done |= 1 << rules[CLASS + suit]
            needed += _count(rules[CLASS + suit], bare, rules, work)
    for suit in range(4):
        if rules[CHAIN + suit] == chain:
            ending = moved % 13 if on_foundation and moved // 13 == suit else -1
            needed -= _taken_off(suit, ending, rules, work)
    return int(needed)


@kernel
def _find_ends(suit: int, at: int, moved: int, on_foundation: bool, still: Ints, rules: Ints, work: Ints) -> None:
    """Find how far the foundations of a suit can go, and what is in columns where they do."""
    first, packs = suit * 13, rules[PACKS]
    to_group = (rules[CLASS + suit] - suit) * 13
    ends, ending, before = packs, 0, packs
    for face in range(first, first + rules[RANKS]):
        free = work[FREE + face] - still[at + face]
        ends = min(ends, free - work[_KEPT + face])
        if face == moved and on_foundation:
            # The last foundation that gets so far ends here.
            ending = ends
        elif face == moved:
            ends = min(ends, free - work[_KEPT + face] - 1)
        elif ending > 0 and ends == ending:
            ends -= 1
            ending = 0
        work[_ENDS + face] = ends
        group = to_group + face
        work[_CARDS + group] += free
        work[_LEFT + group] += free - ends
        if face > first:
            work[_EVEN + group - 1] |= _even(before, ends, packs)
        before = ends
    work[_EVEN + group] |= _even(before, 0, packs)


@kernel
def _even(ends: int, beyond: int, packs: int) -> int:
    """What speaks for counting a group of which the difference is just nothing; see :func:`_count`.

    Args:
        ends: the foundations of a suit that can get to its rank.
        beyond: those that can get to the next one.
        packs: all of them.

    Returns:
        2 or more where it is to be counted, 1 where it is if more might be covered than kept in place.
    """
    if 0 < ends < packs and beyond == 0:
        return 3
    return 1 if beyond < packs else 0


@kernel
def _count(of_class: int, bare: int, rules: Ints, work: Ints) -> int:
    """Choose the groups of a class that are counted, and sum up their cards less those that can bear them.

    Those of which the difference is just nothing are counted where a suit's highest foundation ends there, so that it
    is not better to let it end lower; and where more of the group above might be covered than of it be kept in place,
    as then the columns that are not decided on yet can take off less. Not where all foundations go on.

    Args:
        of_class: the class.
        bare: a group of which one card of the group above can't bear any; -1 is none.
        rules: the rules as numbers.
        work: room for work.
    """
    total = 0
    first = of_class * 13
    to_above = (rules[ABOVE + of_class] - of_class) * 13 + 1
    last = first + rules[RANKS] - 1
    for group in range(first, last + 1):
        need = work[_LEFT + group] - work[_IN_PLACE + group]
        cards = work[_CARDS + group] - work[_IN_PLACE + group]
        if group < last:
            above = group + to_above
            need -= work[_LEFT + above] - work[_COVERED + above]
            cards -= work[_CARDS + above] - work[_COVERED + above]
        if group == bare:
            need += 1
            cards += 1
        counted = need > 0 or (need == 0 and work[_EVEN + group] + work[_MORE_COVERED + group] > 1)
        work[COUNTED + group] = 1 if counted else 0
        if counted:
            total += cards
    return int(total)


@kernel
def _taken_off(suit: int, ending: int, rules: Ints, work: Ints) -> int:
    """The most that the foundations of a suit take off.

    Args:
        suit: the suit.
        ending: the rank with which the last foundation that gets so far ends; -1 where any may end anywhere.
        rules: the rules as numbers.
        work: room for work.
    """
    of_class = rules[CLASS + suit]
    first = suit * 13
    group, below = of_class * 13, rules[ABOVE + of_class] * 13 - 1
    total, here, most = 0, 0, 0
    for rank in range(rules[RANKS]):
        here += work[COUNTED + group + rank]
        if rank > 0:
            here -= work[COUNTED + below + rank]
        ends = work[_ENDS + first + rank]
        if rank <= ending:
            ends -= 1
        if here > most:
            total += (here - most) * ends
            most = here
        if rank == ending:
            total += here
    return int(total)
