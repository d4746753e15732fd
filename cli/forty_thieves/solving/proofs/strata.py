"""The kernel of the search for a proof: the positions of a stratum, one after another."""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, bare, kernel

from .capacity import LOOKED, shows_dead
from .moves import COLUMNS, WASTE, copy, draw, list_targets, list_tops, move
from .piles import EMPTY
from .relaxation import can_empty_a_column, can_place_the_waste
from .rows import Rows, add, bare_rows, holds

# The numbers of a search, by places.
(
    WIDTH,  # numbers of a row
    RANKS,  # ranks of a suit
    STOCK,  # cards of waste and stock together, at the start
    DRAWN,  # cards drawn
    RELAXES,  # whether the relaxation is used
    COUNTS,  # whether capacity is used
    EXAMINED,  # positions that were looked at
    HERE,  # how many of the positions that may be drawn from
    PASSED,  # and how many of those that moves within the columns led to
) = range(9)
NUMBERS = 9

CHOICES_A_POSITION = 10
"""Choices that capacity looks at which take about the time of a position."""

# What ended a slice.
GOES_ON, STRATUM_DONE, EMPTIED = 0, 1, 2


@kernel
def effort_of(numbers: Ints, work: Ints) -> int:
    """The effort so far: positions, and for each few choices that capacity looked at one more."""
    return int(numbers[EXAMINED] + work[LOOKED] // CHOICES_A_POSITION)


@kernel
def search(
    numbers: Ints,
    effort: int,
    stock: Ints,
    still: Ints,
    piles: Ints,
    pile_count: Ints,
    here: Rows,
    passed: Rows,
    following: Rows,
    dead: Rows,
    choices: Ints,
    work: Ints,
    relaxing: Ints,
    row: Ints,
    found: Ints,
    key: Ints,
    tops: Ints,
    targets: Ints,
) -> int:
    """Look at positions of a stratum, for as long as the effort lasts.

    Args:
        numbers: the numbers of the search.
        effort: positions to look at, where some choices of capacity count as one too.
        stock: the faces of waste and stock together, in the order in which they are drawn.
        still: for each number of cards drawn and each face, the copies that are still in the stock.
        piles: the piles; see :mod:`.piles`.
        pile_count: how many there are, as its only number.
        here: positions that may be drawn from.
        passed: positions that moves within the columns led to.
        following: positions of the next stratum.
        dead: what is known to be dead; see :mod:`.capacity`.
        choices: what made room; see there.
        work: room for capacity's work.
        relaxing: room for the relaxation's work.
        row: room for a row.
        found: room for a row.
        key: room for a row.
        tops: room for a row.
        targets: room for a row.

    Returns:
        What ended it.
    """
    numbers, stock, still, choices = bare(numbers), bare(stock), bare(still), bare(choices)
    piles, pile_count, work, relaxing = bare(piles), bare(pile_count), bare(work), bare(relaxing)
    here, passed, following, dead = bare_rows(here), bare_rows(passed), bare_rows(following), bare_rows(dead)
    row, found, key, tops, targets = bare(row), bare(found), bare(key), bare(tops), bare(targets)
    width = numbers[WIDTH]
    drawn = numbers[DRAWN]
    last = drawn == numbers[STOCK]
    while effort_of(numbers, work) < effort:
        to_draw = numbers[HERE] < here.size[0]
        if to_draw:
            copy(here.rows, numbers[HERE] * width, row, width)
            numbers[HERE] += 1
        elif numbers[PASSED] < passed.size[0]:
            copy(passed.rows, numbers[PASSED] * width, row, width)
            numbers[PASSED] += 1
            if holds(here, width, row):
                continue
        else:
            return STRATUM_DONE
        numbers[EXAMINED] += 1
        if numbers[RELAXES] and not can_empty_a_column(row, width, piles, still, drawn, relaxing):
            continue
        if numbers[COUNTS] and shows_dead(
            row,
            width,
            piles,
            still,
            drawn,
            numbers[STOCK],
            numbers[RANKS],
            choices,
            dead,
            key,
            work,
        ):
            continue
        if to_draw:
            if not last:
                draw(row, stock[drawn], found, width, piles, pile_count)
                add(following, width, found)
            elif row[WASTE] == EMPTY:
                return EMPTIED
        if row[WASTE] == EMPTY or (numbers[RELAXES] and not can_place_the_waste(row, width, piles, relaxing)):
            continue
        list_tops(row, width, piles, tops)
        for at in range(list_targets(row, WASTE, width, piles, tops, targets)):
            move(row, WASTE, targets[at], found, width, piles, pile_count)
            add(here, width, found)
        for source in range(COLUMNS, width):
            if row[source] == EMPTY:
                continue
            for at in range(list_targets(row, source, width, piles, tops, targets)):
                move(row, source, targets[at], found, width, piles, pile_count)
                if found[WASTE] != row[WASTE]:  # a safe move took the waste's top card
                    add(here, width, found)
                elif not holds(here, width, found):
                    add(passed, width, found)
    return GOES_ON
