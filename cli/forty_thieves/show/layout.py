"""Where the piles of a board lie, in the whole units that every picture of it is drawn in.

A card is 100 units wide. The foundations stand at the top, stock, waste and cells beside or below them, and the
columns at the bottom. What a rule allows is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from forty_thieves.game.rules import Rules

CARD_WIDTH = 100
CARD_HEIGHT = 140
MARGIN = 20
SLOT = CARD_WIDTH + 10
"""From one pile to the next."""
ROW = CARD_HEIGHT + 18
NUMBERS = 30
"""The height of the line of column numbers."""
FACE_UP_STEP = 42
"""How much of a card the next one of its column leaves to be seen."""
FACE_DOWN_STEP = 18
WASTE_STEP = 52
MOST_WASTE = 13
"""Cards of the waste that are spread out, the top ones."""
LEAST_SLOTS = 6
"""Piles' widths that a board has at least."""
WASTE_SLOTS = 4
"""Piles' widths that stock and waste need together, at least."""
_SUITS_A_ROW = {1: 1, 2: 2, 3: 2, 4: 4}
"""Suits whose foundations stand in one row, by how many would fit."""

Kind = Literal["foundation", "stock", "waste", "cell", "column"]
Point = tuple[int, int]


class Place(Struct, frozen=True):
    """Where one pile lies.

    Attributes:
        kind: what sort of pile it is.
        number: which of its sort, from 1.
        x: the left edge of its deepest card.
        y: the upper edge of that card.
    """

    kind: Kind
    number: int
    x: int
    y: int


class Layout(Struct, frozen=True):
    """Where everything lies.

    Attributes:
        width: of the whole board.
        places: the piles: the foundations suit by suit, the stock and the waste where the rules have them, the
            cells, the columns.
        waste_shown: how many cards of the waste are spread at most, to the right.
        tableau: the upper edge of the columns.
    """

    width: int
    places: list[Place]
    waste_shown: int
    tableau: int


def has_stock(rules: Rules) -> bool:
    """Whether a game of these rules has a stock, and with it a waste."""
    return rules.stock_size > 0 or rules.initial_draw > 0


def layout_of(rules: Rules) -> Layout:
    """The layout of every board of these rules."""
    slots = max(rules.columns, LEAST_SLOTS)
    piles = rules.foundation_count
    stock = has_stock(rules)
    cells_beside = 0 < rules.cells <= slots - (WASTE_SLOTS if stock else 0)

    # In one row with the stock where there is room for a few cards of the waste, else in rows of their own.
    together = stock and not rules.cells and piles + WASTE_SLOTS <= slots
    a_row = rules.decks * _SUITS_A_ROW[min(slots // rules.decks, 4)]
    first = slots - piles if together else (slots - a_row) // 2
    places = [_place("foundation", at, first + at % a_row, at // a_row) for at in range(piles)]
    row = 0 if together else piles // a_row

    waste_slots = slots - 1
    if stock:
        waste_slots -= piles if together else 0
        waste_slots -= rules.cells if cells_beside else 0
        places += [_place("stock", 0, 0, row), _place("waste", 0, 1, row)]
    if cells_beside:
        places += [_place("cell", at, slots - rules.cells + at, row) for at in range(rules.cells)]
    row += stock or cells_beside
    if not cells_beside:
        places += [_place("cell", at, at % slots, row + at // slots) for at in range(rules.cells)]
        row += -(-rules.cells // slots)

    top = MARGIN + row * ROW + NUMBERS
    offset = (slots - rules.columns) // 2
    places += [Place("column", at + 1, MARGIN + (offset + at) * SLOT, top) for at in range(rules.columns)]
    return Layout(
        width=2 * MARGIN + slots * SLOT - (SLOT - CARD_WIDTH),
        places=places,
        waste_shown=min(MOST_WASTE, (waste_slots * SLOT - SLOT) // WASTE_STEP + 1),
        tableau=top,
    )


def _place(kind: Kind, at: int, slot: int, row: int) -> Place:
    return Place(kind, at + 1, MARGIN + slot * SLOT, MARGIN + row * ROW)


def card_points(layout: Layout, place: Place, hidden: Sequence[bool], *, reveal: bool = False) -> list[Point]:
    """Where the cards of a pile lie, and at last where one more card would lie.

    Args:
        layout: the board's layout.
        place: the pile's place in it.
        hidden: for each card, the deepest first, whether it lies face down.
        reveal: whether cards that lie face down are shown, and so need as much room as the others.
    """
    x, y = place.x, place.y
    cards = len(hidden)
    if place.kind == "waste":
        buried = max(0, cards - layout.waste_shown)
        return [(x + WASTE_STEP * max(0, at - buried), y) for at in range(cards + 1)]
    if place.kind != "column":
        return [(x, y)] * (cards + 1)
    points = [(x, y)]
    for face_down in hidden:
        y += FACE_DOWN_STEP if face_down and not reveal else FACE_UP_STEP
        points.append((x, y))
    return points


def height_of(layout: Layout, lowest: int) -> int:
    """The height of a board.

    Args:
        layout: its layout.
        lowest: the upper edge of the lowest card.
    """
    return max(layout.tableau, lowest) + CARD_HEIGHT + MARGIN
