"""The kernel of the search for a proof: the positions of a stratum, one after another."""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, bare, kernel

from .building import PACKS, RANKS
from .capacity import LOOKED, shows_dead
from .moves import WASTE, copy, draw, height, list_moves, make
from .piles import EMPTY
from .relaxation import can_empty_a_column, can_place_the_waste
from .rows import Rows, add, bare_rows, holds

# The numbers of a search, by places.
(
    WIDTH,  # numbers of a row
    STOCK,  # cards of waste and stock together, at the start
    DRAWN,  # cards drawn
    RELAXES,  # whether the relaxation is used
    COUNTS,  # whether capacity is used
    EXAMINED,  # positions that were looked at
    HERE,  # how many of the positions that may be drawn from
    PASSED,  # and how many of those that moves within the columns led to
) = range(8)
NUMBERS = 8

CHOICES_A_POSITION = 10
"""Choices that capacity looks at which take about the time of a position."""

# What ended a slice.
GOES_ON, STRATUM_DONE, WON = 0, 1, 2


@kernel
def effort_of(numbers: Ints, work: Ints) -> int:
    """The effort so far: positions, and for each few choices that capacity looked at one more."""
    return int(numbers[EXAMINED] + work[LOOKED] // CHOICES_A_POSITION)


@kernel
def search(
    numbers: Ints,
    effort: int,
    rules: Ints,
    stock: Ints,
    still: Ints,
    in_stock: Ints,
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
    moves: Ints,
) -> int:
    """Look at positions of a stratum, for as long as the effort lasts.

    Args:
        numbers: the numbers of the search.
        effort: positions to look at, where some choices of capacity count as one too.
        rules: the rules as numbers.
        stock: the faces of waste and stock together, in the order in which they are drawn.
        still: for each number of cards drawn and each face, the copies that are still in the stock.
        in_stock: for each number of cards drawn the faces that are still in the stock, as bits.
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
        moves: room for the moves of a position.

    Returns:
        What ended it.
    """
    numbers, rules, stock, still, in_stock = bare(numbers), bare(rules), bare(stock), bare(still), bare(in_stock)
    piles, pile_count, choices = bare(piles), bare(pile_count), bare(choices)
    here, passed, following, dead = bare_rows(here), bare_rows(passed), bare_rows(following), bare_rows(dead)
    work, relaxing, row = bare(work), bare(relaxing), bare(row)
    found, key, moves = bare(found), bare(key), bare(moves)
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
        if numbers[RELAXES] and not can_empty_a_column(row, width, piles, in_stock[drawn], rules, relaxing):
            continue
        if numbers[COUNTS] and shows_dead(
            row,
            width,
            piles,
            still,
            drawn,
            numbers[STOCK],
            rules,
            choices,
            dead,
            key,
            work,
        ):
            continue
        if to_draw and not last:
            draw(row, stock[drawn], found, width, piles, pile_count, rules)
            add(following, width, found)
        if row[WASTE] == EMPTY:
            if not last:
                continue
            if _is_won(row, rules):
                return WON
        elif numbers[RELAXES] and not can_place_the_waste(row, width, piles, rules, relaxing):
            continue
        # With stock and waste empty there is nothing left to put moves off for.
        all_count = last and row[WASTE] == EMPTY
        for number in range(list_moves(row, width, piles, rules, found, moves)):
            make(row, moves, number, found, width, piles, pile_count, rules)
            # A safe move may have taken the waste's top card too.
            if all_count or found[WASTE] != row[WASTE]:
                add(here, width, found)
            elif not holds(here, width, found):
                add(passed, width, found)
    return GOES_ON


@kernel
def _is_won(row: Ints, rules: Ints) -> bool:
    """Whether all foundations are complete."""
    complete = 0
    for suit in range(4):
        if height(row, suit, rules[PACKS] - 1) == rules[RANKS]:
            complete += 1
    return complete == 4
