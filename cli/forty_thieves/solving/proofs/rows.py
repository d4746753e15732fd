"""Sets of rows of numbers, each row once, in the order in which they came.

The rows of a set stand one after another in one array. A second array says by a hash where to look for a row; whether
it is there is found out by comparing all of it.
"""

from __future__ import annotations

from typing import NamedTuple

from forty_thieves.solving.engine import Engine, Ints, bare, kernel

_FEWEST = 1024
_HASH = (1 << 31) - 1
_FACTOR = 0x2C1B3C6D


class Rows(NamedTuple):
    """A set of rows.

    Attributes:
        rows: the rows, and room for more.
        slots: for each value of the hash the number of a row, from 1, or 0; a power of two of them.
        size: how many rows there are, and the number of the last slot.
    """

    rows: Ints
    slots: Ints
    size: Ints


def no_rows(engine: Engine, width: int) -> Rows:
    """An empty set of rows of so many numbers."""
    size = engine.array([0, 2 * _FEWEST - 1])
    return Rows(engine.zeros(_FEWEST * width, 32), engine.zeros(2 * _FEWEST, 32), size)


def with_room(engine: Engine, known: Rows, width: int, more: int) -> Rows:
    """The set, with room for so many more rows."""
    room, wanted = len(known.rows) // width, known.size[0] + more
    if wanted <= room:
        return known
    while room < wanted:
        room *= 2
    known.size[1] = 2 * room - 1
    grown = Rows(engine.grown(known.rows, room * width), engine.zeros(2 * room, 32), known.size)
    engine.ready(enter_all)(grown, width)
    return grown


@kernel
def bare_rows(known: Rows) -> Rows:
    """A set as compiled code is quickest with."""
    return Rows(bare(known.rows), bare(known.slots), bare(known.size))


@kernel
def slot_of(known: Rows, width: int, row: Ints, at: int) -> int:
    """Where a row is entered among the slots of a set, or would be.

    Args:
        known: the set.
        width: numbers of a row.
        row: an array with the row.
        at: where it stands there.
    """
    mixed = 0
    for place in range(width):
        mixed = ((mixed ^ row[at + place]) * _FACTOR) & _HASH
        mixed ^= mixed >> 15
    slot = mixed & known.size[1]
    while known.slots[slot] > 0:
        start = (known.slots[slot] - 1) * width
        place = 0
        while place < width and known.rows[start + place] == row[at + place]:
            place += 1
        if place == width:
            return slot
        slot = (slot + 1) & known.size[1]
    return slot


@kernel
def holds(known: Rows, width: int, row: Ints) -> bool:
    """Whether a row is in a set."""
    return bool(known.slots[slot_of(known, width, row, 0)] > 0)


@kernel
def add(known: Rows, width: int, row: Ints) -> None:
    """Add a row to a set that has room for it, where it is not there yet."""
    slot = slot_of(known, width, row, 0)
    if known.slots[slot] == 0:
        start = known.size[0] * width
        for place in range(width):
            known.rows[start + place] = row[place]
        known.size[0] += 1
        known.slots[slot] = known.size[0]


@kernel
def enter_all(known: Rows, width: int) -> None:
    """Enter all rows of a set among its slots, which are empty."""
    for number in range(known.size[0]):
        known.slots[slot_of(known, width, known.rows, number * width)] = number + 1
