"""Other programs' deals: what their formats have in common.

A deal as a file has it, each card with its place, is turned into one of ours and checked like our own. What can't be
said in the other format is refused with ``not-expressible``, and never dropped; only the seed and the shuffle of a
deal and the names of rules are left out, as the cards and the rules stand without them. The cards of an opening draw
are given as the first of the stock, from which the rules draw them again.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET, Struct

from forty_thieves.formats.document import Place
from forty_thieves.game.cards import NAMES, RANKS, serialise_cards
from forty_thieves.game.deal import Deal
from forty_thieves.game.rules import DEALT, Rules
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.structs import DealRecord

RANK_NAMES = tuple("10" if rank == "T" else rank for rank in RANKS)
"""The ranks as other programs write them."""


class ForeignCard(Struct, frozen=True):
    """A card as a file has it.

    Attributes:
        card: the card.
        marked: whether it is marked as lying face down.
        place: gives its place in the file.
    """

    card: int
    marked: bool
    place: Callable[[], Place]


class Pile(Struct, frozen=True):
    """Cards as a file has them, in its order, and what gives the place of the whole."""

    cards: list[ForeignCard]
    place: Callable[[], Place]

    @property
    def text(self) -> str:
        """The cards as our records have them."""
        return serialise_cards(laid.card for laid in self.cards)


class Layout(Struct, frozen=True):
    """A deal as a file has it; the cells or the foundations are None where it says nothing of them."""

    columns: list[Pile]
    stock: Pile
    place: Callable[[], Place]
    cells: Pile | None = None
    foundations: Pile | None = None


def checked(layout: Layout, rules: Rules) -> Deal:
    """The deal that a file tells.

    Foundations of which the file says nothing hold what the rules set out.

    Raises:
        Fault: ``wrong-pack`` or ``wrong-layout``, with the place; a mark for face-down cards that is missing or too
            many is a ``wrong-layout`` too.
    """
    foundations, cells = layout.foundations, layout.cells
    # The cards of the opening draw are the first of the stock, where they come from.
    undealt = [laid.card for laid in layout.stock.cards]
    record = DealRecord(
        rules=rules,
        tableau=[column.text for column in layout.columns],
        waste=serialise_cards(undealt[: rules.initial_draw]),
        stock=serialise_cards(undealt[rules.initial_draw :]),
        foundations=serialise_cards(rules.base_cards) if foundations is None else foundations.text,
        cells=UNSET if cells is None else cells.text,
    )
    try:
        deal = interpret_deal(record)
    except Fault as fault:
        fault.place = _place_of(fault, layout, rules)
        fault.path = ()
        raise
    for number, column in enumerate(layout.columns, 1):
        for laid, face in zip(column.cards, rules.faces, strict=False):
            if laid.marked != (face == "D"):
                marked, dealt = ("down", "up") if laid.marked else ("up", "down")
                message = (
                    f"{NAMES[laid.card]} in column {number} is marked as lying face {marked}: "
                    f"{rules.name} deals it face {dealt}"
                )
                raise Fault("wrong-layout", message, place=laid.place())
    return deal


def _place_of(fault: Fault, layout: Layout, rules: Rules) -> Place | None:
    """The place in the file of what is wrong with the record made from it; None where it is the rules."""
    if fault.code == "wrong-pack":
        surplus = _surplus_card(layout, rules)
        return surplus.place() if surplus else layout.place()
    pile: Pile | None = None
    match fault.path:
        case ("rules", *_):
            return None
        case ("tableau", int(number)):
            pile = layout.columns[number]
        case ("tableau",) if len(layout.columns) > rules.columns:
            pile = layout.columns[rules.columns]
        case ("stock" | "waste",):
            pile = layout.stock
        case ("cells",):
            pile = layout.cells
        case ("foundations",):
            pile = layout.foundations
    return (layout if pile is None else pile).place()


def _surplus_card(layout: Layout, rules: Rules) -> ForeignCard | None:
    """The first card of the file that the pack does not have, or no longer has."""
    left = [0] * len(NAMES)
    for card in rules.all_cards:
        left[card] += 1
    if layout.foundations is None:
        for card in rules.base_cards:
            left[card] -= 1
    others = [pile for pile in (layout.foundations, layout.cells, layout.stock) if pile is not None]
    for pile in (*layout.columns, *others):
        for laid in pile.cards:
            left[laid.card] -= 1
            if left[laid.card] < 0:
                return laid
    return None


_PLACES = {
    "cells_dealt": "cards in cells",
    "deal_play": "cards that go to the foundations during the deal",
    "foundation_base": "the card that sets the base of the foundations",
}


def check_deal_expressible(rules: Rules, format_name: str, *untold: str) -> None:
    """Check that rules do not deal cards to where a format has no place for them.

    Raises:
        Fault: ``not-expressible``, naming the field of the rules.
    """
    for field in untold:
        value = getattr(rules, field)
        if value not in (0, "none") if field != "foundation_base" else value == DEALT:
            message = f"{format_name} has no place for {_PLACES[field]}: {rules.name} has {field} {value}"
            raise Fault("not-expressible", message)
