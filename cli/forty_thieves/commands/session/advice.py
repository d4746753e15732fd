"""What a person would try next, the next of moves that win, and what goes to the foundations without a thought.

Only what the player may see is used, but by whoever finds the moves that win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

from msgspec import Struct

from forty_thieves.game.cards import NAMES
from forty_thieves.game.moves import FOUNDATION, NO_CARD, STOCK, WASTE, Move, is_cell, is_suit_pile, suit_of
from forty_thieves.game.table import Table

from .sight import seen_moves


class Hint(Struct, frozen=True):
    """A move worth trying.

    Attributes:
        move: the move.
        reason: what it does, as the rest of a sentence after the move.
        rank: how soon a person would try it; 0 is first.
    """

    move: Move
    reason: str
    rank: int


def hints(table: Table) -> list[Hint]:
    """The legal moves that the player may know of, in an order that a person would try.

    Foundations come first, then what uncovers something, then the waste, other builds, the draw, and only then empty
    columns and cells; last what leads nowhere. Moves of one kind stay in the order of the columns.
    """
    return sorted((hint_for(table, move) for move in seen_moves(table)), key=lambda hint: hint.rank)


def hint_for(table: Table, move: Move) -> Hint:
    """A legal move with what it does."""
    source, target = move.source, move.target
    if target == WASTE:
        return Hint(move, "draws from the stock", 7)
    if target == STOCK:
        return Hint(move, "turns the waste over", 10)
    card = moved_card(table, move)
    name = "a card" if card == NO_CARD else NAMES[card]
    if target == FOUNDATION:
        return Hint(move, f"puts {name} on a foundation", 0)
    if is_suit_pile(source):
        return Hint(move, f"takes {name} back from a foundation", 12)
    if is_cell(target):
        return Hint(move, f"puts {name} in a cell", 9)
    onto = table.piles[target]
    where = f"on {NAMES[onto[-1]]}" if onto else f"in the empty column {target}"
    what = f"puts {name} {where}"
    if source > 0:
        return _between_columns(table, move, what)
    if not onto:
        return Hint(move, what, 8)
    return Hint(move, what, 4 if source >= STOCK else 5)


def _between_columns(table: Table, move: Move, what: str) -> Hint:
    """A move from a column to a column with what it uncovers."""
    pile, onto = table.piles[move.source], table.piles[move.target]
    under = pile[: -move.count]
    if not under:
        return Hint(move, f"{what}: column {move.source} is empty then", 2) if onto else Hint(move, what, 12)
    if len(under) <= table.face_down[move.source]:
        return Hint(move, f"{what}: a face-down card is turned up", 1)
    if table.founded.ready[under[-1]]:
        return Hint(move, f"{what}: {NAMES[under[-1]]} can go to a foundation then", 3)
    if not onto:
        return Hint(move, what, 8)
    # It lies on a card that it fits already, so this only goes from one place to another like it.
    lies_well = pile[-move.count] in table.lookups.fits[under[-1]]
    return Hint(move, what, 11 if lies_well else 6)


class Search(Struct, frozen=True):
    """What a search for moves that win came to.

    Attributes:
        moves: moves that win on the table as it stands; none where none were found. None of them plays a card
            straight from the stock: to name it would tell it.
        sentence: what the player is told where there are none.
    """

    moves: list[Move]
    sentence: str = ""


FindWin = Callable[[Table], Search]
"""Looks for moves that win on a table, which stays as it is and is neither won nor stuck."""


class Guide:
    """Knows moves that win, and goes on along them for as long as the player does.

    Args:
        find_win: looks for such moves; it is asked only where the table is not among the positions on their way.
    """

    def __init__(self, find_win: FindWin) -> None:
        self._find_win = find_win
        self._table: Table | None = None
        self._way: list[Move] = []

    def win_from(self, table: Table) -> Search:
        """Moves that win on a table as it stands, or what is to be said of there being none."""
        ahead = self._ahead(table)
        if ahead:
            return Search(ahead)
        found = self._find_win(table)
        if found.moves:
            self._table, self._way = table, table.history + found.moves
        return found

    def _ahead(self, table: Table) -> list[Move]:
        """What is left of the moves that are known, where the table is on their way.

        The whole way is known, from the start of the game: whoever goes back on it finds the rest of it too.
        """
        made = table.history
        if table is not self._table or any(map(_differ, made, self._way)):
            return []
        return self._way[len(made) :]


def _differ(one: Move, other: Move) -> bool:
    """Whether two moves are not the same, whatever card either of them names."""
    return (one.source, one.target, one.count) != (other.source, other.target, other.count)


def moved_card(table: Table, move: Move) -> int:
    """The card that a legal move puts down, the deepest of several; NO_CARD where the player does not know it."""
    if move.source >= 0:
        return table.piles[move.source][-move.count]
    if is_cell(move.source):
        return table.in_cell(move.source)
    if move.source == STOCK:
        return table.stock[-1]
    if move.card != NO_CARD:
        return move.card
    tops = table.foundation_tops(suit_of(move.source))
    return tops[0] if len(tops) == 1 else NO_CARD


def safe_move(table: Table) -> Move | None:
    """A move to a foundation that can't hurt, or None where no such move is certain.

    A card is of no use in the columns once every card that may be laid on it there is on the foundations. That is
    certain only where foundations are built in suit, and where taking the card changes nothing else: not what fills
    an empty column or the waste by itself, and not which cards a later pass of the stock will turn.
    """
    rules = table.rules
    if rules.foundation_build != "same-suit":
        return None
    up = Counter(chain.from_iterable(table.foundations))
    for move in seen_moves(table):
        if move.target != FOUNDATION or move.source == STOCK:
            continue
        if move.source == WASTE and (rules.waste_refill or (rules.draw > 1 and table.redeals_left != 0)):
            continue
        if move.source > 0 and rules.empty_columns == "auto" and len(table.piles[move.source]) == 1:
            continue
        followers = table.lookups.fits[moved_card(table, move)]
        if all(up[card] == rules.decks for card in followers):
            return move
    return None
