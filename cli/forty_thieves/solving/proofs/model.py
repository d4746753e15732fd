"""What the proofs work on: positions, and for which rules.

**For which rules.** Columns are built down by one rank, in suit, in alternate colors, in different suits or in any;
foundations up in suit from the lowest rank; the ranks follow each other, without a wrap; no redeal is left, and there
are no cells. One to four packs, and all their cards are there. One card moves at a time, or sequences do, but none
that could not be built in a column (where these are built in alternate colors, a sequence in suit can only be dealt).
Cards may or may not be taken back from foundations.

**More than the rules allow.** What a game's rules forbid beyond that may be done here: any card may open an empty
column, cards are drawn one by one, every sequence that is built as the columns are may move, also of cards that lie
face down, and to any column. What the rules do by themselves (a column is filled, cards are drawn to an empty waste)
are moves of this kind. So every game that can be played is a game here as well, and where no game here is won, none
is.

**Positions.** Faces are numbers of one byte, suit x 13 + steps from the lowest rank. The copies of a face are not
told apart, and neither are columns: their order does not matter, as every rule is the same for each.
"""

from __future__ import annotations

from itertools import chain

from msgspec import Struct

from forty_thieves.game.cards import RANKS, SUITS
from forty_thieves.game.table import Table

BUILDS = ("same-suit", "alternate-color", "different-suit", "any-suit")
"""The builds of columns for which there are proofs."""


class Problem(Struct, frozen=True):
    """What is to be proved unwinnable.

    Attributes:
        columns: the faces of each column, deepest first.
        founded: for each suit how many cards are on each of its foundations, the highest first.
        drawn: so many cards of ``stock`` are drawn: those that lie in the waste.
        stock: the faces of the waste and the stock together, in the order in which they are drawn.
        ranks: ranks of a suit.
        packs: copies of each face.
        bearers: for each suit the suits of which the next higher card may bear a card of it in a column.
        sequences: whether sequences move.
        takes_back: whether cards may be taken back from foundations.
    """

    columns: list[bytes]
    founded: list[list[int]]
    drawn: int
    stock: bytes
    ranks: int
    packs: int
    bearers: list[list[int]]
    sequences: bool
    takes_back: bool


def applies(table: Table) -> bool:
    """Whether the proofs hold for the game on a table."""
    rules = table.rules
    return (
        rules.ranks in RANKS
        and rules.base_rank == rules.rank_order[0]
        and rules.foundation_build == "same-suit"
        and rules.build in BUILDS
        and rules.build_direction == "down"
        and not rules.tableau_wrap
        and table.redeals_left == 0
        and not rules.cells
        and _moves_only_what_is_built(table)
        and _has_whole_packs(table)
    )


def _moves_only_what_is_built(table: Table) -> bool:
    """Whether no sequence moves that could not be built in a column, but only be dealt."""
    lookups = table.lookups
    return table.rules.move == "single" or all(map(frozenset.issubset, lookups.runs, lookups.fits))


def _has_whole_packs(table: Table) -> bool:
    """Whether all cards of the game are on the table, which a table that is made in Python need not have."""
    return sorted(chain(table.stock, *table.piles, *table.foundations)) == sorted(table.rules.all_cards)


def problem_of(table: Table) -> Problem:
    """The position on a table to which the proofs apply."""
    rules, fits = table.rules, table.lookups.fits
    first, packs = rules.rank_order[0], rules.decks
    suits = range(len(SUITS))
    waste = bytes(card - first for card in table.waste)
    stock = bytes(card - first for card in reversed(table.stock))
    return Problem(
        columns=[bytes(card - first for card in column) for column in table.columns],
        founded=[
            sorted(map(len, table.foundations[packs * suit : packs * (suit + 1)]), reverse=True) for suit in suits
        ],
        drawn=len(waste),
        stock=waste + stock,
        ranks=len(rules.ranks),
        packs=packs,
        # An ace and a two stand for all: what lies on what does not depend on the rank.
        bearers=[[upper for upper in suits if suit * 13 in fits[upper * 13 + 1]] for suit in suits],
        sequences=rules.move == "sequence",
        takes_back=rules.take_back,
    )
