"""A position as piles of cards as a person sees them, and what a move changes in them.

A card is written in two letters: ``TS`` where it lies face up, ``ts`` where it lies face down. The piles stand in the
order of :class:`forty_thieves.show.layout.Layout`. With this a picture can show any position, and a replay any move,
without knowing what a move is.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from forty_thieves.game.cards import NAMES
from forty_thieves.game.moves import FOUNDATION, NO_CARD, STOCK, WASTE, cell_number, is_cell, is_suit_pile, suit_of
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table

from .layout import has_stock

FACE_DOWN = tuple(name.lower() for name in NAMES)
"""The name of each card where it lies face down."""

Pile = list[str]


class Change(Struct, frozen=True):
    """What a move changed in one pile.

    Attributes:
        pile: the pile's index.
        kept: its deepest cards that stayed as they were.
        removed: the cards that lay on them before.
        added: the cards that lie on them now.
    """

    pile: int
    kept: int
    removed: Pile
    added: Pile

    @property
    def turned(self) -> int:
        """How many of the cards added only lie the other way up than before."""
        pairs = zip(self.removed, self.added, strict=False)
        number = 0
        for before, after in pairs:
            if before.lower() != after.lower():
                break
            number += 1
        return number


def piles_of(table: Table) -> list[Pile]:
    """The piles of a table."""
    piles = [_face_up(pile) for pile in table.foundations]
    if has_stock(table.rules):
        piles.append([FACE_DOWN[card] for card in table.stock])
        piles.append(_face_up(table.waste))
    piles += [[] if card == NO_CARD else [NAMES[card]] for card in table.cells]
    for number, column in enumerate(table.columns, 1):
        level = table.face_down[number]
        lower = [(FACE_DOWN if table.is_face_down(number, at) else NAMES)[column[at]] for at in range(level)]
        piles.append(lower + _face_up(column[level:]))
    return piles


def _face_up(cards: Sequence[int]) -> Pile:
    return [NAMES[card] for card in cards]


def is_face_down(name: str) -> bool:
    """Whether a card so written lies face down."""
    return name.islower()


def changes(before: Sequence[Pile], after: Sequence[Pile]) -> list[Change]:
    """What is different between two positions, pile by pile."""
    found = []
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        kept = 0
        for one, other in zip(old, new, strict=False):
            if one != other:
                break
            kept += 1
        found.append(Change(number, kept, old[kept:], new[kept:]))
    return found


def last_changes(table: Table) -> list[Change]:
    """What the last move changed; nothing where none was played. The table is as it was afterwards."""
    if table.last_move is None:
        return []
    after = piles_of(table)
    move = table.undo()
    before = piles_of(table)
    table.play(move)
    return changes(before, after)


def pile_numbers(rules: Rules, place: int, card: int | None) -> list[int]:
    """The indices of the piles that a move means by its source or target.

    Args:
        rules: the rules of the game.
        place: the source or target.
        card: the card that is moved, where it is known: with it the foundations are those of its suit.

    Returns:
        The indices; none where the board has no such pile.
    """
    piles = rules.foundation_count
    stock = 2 if has_stock(rules) else 0
    if place in (STOCK, WASTE):
        numbers = [piles + (place == WASTE)] if stock else []
    elif place == FOUNDATION or is_suit_pile(place):
        suit = suit_of(place) if place != FOUNDATION else None if card is None else card // 13
        numbers = [at for at in range(piles) if suit in (None, at // rules.decks)]
    elif is_cell(place):
        numbers = [piles + stock + cell_number(place) - 1] if cell_number(place) <= rules.cells else []
    else:
        numbers = [piles + stock + rules.cells + place - 1] if place <= rules.columns else []
    return numbers
