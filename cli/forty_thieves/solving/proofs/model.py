"""What the proofs work on: positions of games built in suit, and the moves that need not be thought about.

**For which rules.** Two packs whose ranks follow each other; columns and foundations built in suit, columns down,
foundations up from the lowest rank; one card moves at a time, any card to an empty column; one card is drawn at a
time; no redeal, cells, refills, wrap or taking back. Among the games of the article these are Forty Thieves,
Limited and Lucas. Cards that lie face down make no difference: all are known, and no more than one is ever moved.

**Positions.** Faces are numbers of one byte, suit x 13 + steps from the lowest rank. The two copies of a face are
not told apart, and neither are columns: their order does not matter, as every rule is the same for each.

**Safe moves.** A card goes to its foundation at once where the *lower* foundation of its suit waits for it. Both
copies of every lower card of the suit are on foundations then, so nothing could ever be laid on the card, and
taking it away only uncovers what is below. Its twin loses nothing: it goes where the card would have gone. So from
a win without this move comes a win that starts with it, by leaving out what the card did later. That suits can't
block each other is what it rests on: in a column a card only ever bears its own suit.
"""

from __future__ import annotations

from msgspec import Struct

from forty_thieves.game.cards import RANKS, SUITS
from forty_thieves.game.table import Table


class Problem(Struct, frozen=True):
    """What is to be proved unwinnable.

    Attributes:
        columns: the faces of each column, deepest first.
        founded: for each suit how many cards are on its lower and on its higher foundation.
        drawn: so many cards of ``stock`` are drawn: those that lie in the waste.
        stock: the faces of the waste and the stock together, in the order in which they are drawn.
        ranks: ranks of a suit.
    """

    columns: list[bytes]
    founded: list[tuple[int, int]]
    drawn: int
    stock: bytes
    ranks: int


def applies(table: Table) -> bool:
    """Whether the proofs hold for the game on a table."""
    rules = table.rules
    return (
        rules.decks == 2
        and rules.ranks in RANKS
        and rules.base_rank == rules.rank_order[0]
        and rules.build == rules.foundation_build == "same-suit"
        and rules.build_direction == "down"
        and not rules.tableau_wrap
        and rules.move == "single"
        and rules.draw == 1
        and rules.redeals == 0
        and rules.empty_columns == "any"
        and not (table.refills or rules.take_back or rules.cells)
    )


def problem_of(table: Table) -> Problem:
    """The position on a table to which the proofs apply."""
    first = table.rules.rank_order[0]
    founded = []
    for suit in range(len(SUITS)):
        lower, higher = sorted(len(pile) for pile in table.foundations[2 * suit : 2 * suit + 2])
        founded.append((lower, higher))
    waste = bytes(card - first for card in table.waste)
    stock = bytes(card - first for card in reversed(table.stock))
    columns = [bytes(card - first for card in column) for column in table.columns]
    return Problem(columns, founded, len(waste), waste + stock, len(table.rules.ranks))
