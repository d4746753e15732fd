"""Whether small games can be won: found out by trying everything.

It shares nothing with the package but the numbers of cards, and knows no short cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from forty_thieves.game.table import Table

MOST = 150_000
"""Positions after which it gives up."""

_Pile = tuple[int, ...]
_Position = tuple[tuple[_Pile, ...], _Pile, int, tuple[_Pile, ...]]
"""The columns, the waste, the cards drawn, and for each suit the heights of its foundations."""


def can_be_won(table: Table) -> bool | None:
    """Whether a game can be won; None where there is too much to try.

    Args:
        table: a table of rules like those of Forty Thieves, whatever its columns, ranks, packs and build, with single
            cards or sequences that move, and with or without taking back.
    """
    moves = _moves_of(table)
    packs, ranks = table.rules.decks, len(table.rules.ranks)
    heights = tuple(
        tuple(sorted(len(pile) for pile in table.foundations[packs * suit : packs * (suit + 1)])) for suit in range(4)
    )
    start: _Position = (tuple(sorted(tuple(column) for column in table.columns)), tuple(table.waste), 0, heights)
    seen, todo = {start}, [start]
    while todo:
        position = todo.pop()
        if all(height == ranks for suit in position[3] for height in suit):
            return True
        for columns, *rest in moves(position):
            found: _Position = (tuple(sorted(columns)), *rest)  # type: ignore[assignment]
            if found not in seen:
                seen.add(found)
                todo.append(found)
        if len(seen) > MOST:
            return None
    return False


def _moves_of(table: Table) -> Callable[[_Position], Iterator[_Position]]:
    """What makes the positions after each move of a position."""
    rules, stock = table.rules, tuple(reversed(table.stock))

    def fits(card: int, upper: int) -> bool:
        """Whether a card may lie on another in a column; suits are clubs, diamonds, hearts, spades."""
        if upper % 13 != card % 13 + 1:
            return False
        if rules.build == "alternate-color":
            return (card // 13 in (1, 2)) != (upper // 13 in (1, 2))
        same = card // 13 == upper // 13
        return {"same-suit": same, "different-suit": not same, "any-suit": True}[rules.build]

    def laid(columns: tuple[_Pile, ...], cards: _Pile, source: int) -> Iterator[tuple[_Pile, ...]]:
        """The columns after some cards that were taken from one of them, or from elsewhere, are laid on another."""
        for target, column in enumerate(columns):
            if target != source and (not column or fits(cards[0], column[-1])):
                yield (*columns[:target], column + cards, *columns[target + 1 :])

    def moves(position: _Position) -> Iterator[_Position]:
        columns, waste, drawn, founded = position
        if drawn < len(stock):
            yield columns, (*waste, stock[drawn]), drawn + 1, founded
        for source in range(-1, len(columns)):
            pile = waste if source < 0 else columns[source]
            most = len(pile) if source >= 0 and rules.move == "sequence" else min(len(pile), 1)
            for count in range(1, most + 1):
                cards, left = pile[-count:], pile[:-count]
                if not all(fits(card, upper) for upper, card in pairwise(cards)):
                    break
                without = columns if source < 0 else (*columns[:source], left, *columns[source + 1 :])
                rest = left if source < 0 else waste
                for after in laid(without, cards, source):
                    yield after, rest, drawn, founded
                suit, rank = divmod(cards[0], 13)
                if count == 1 and rank in founded[suit]:
                    yield without, rest, drawn, _changed(founded, suit, rank, rank + 1)
        if rules.take_back:
            for suit, heights in enumerate(founded):
                for height in set(heights) - {0}:
                    for after in laid(columns, (suit * 13 + height - 1,), -1):
                        yield after, waste, drawn, _changed(founded, suit, height, height - 1)

    return moves


def _changed(founded: tuple[_Pile, ...], suit: int, height: int, to: int) -> tuple[_Pile, ...]:
    """The foundations where one of a suit has another height."""
    heights = list(founded[suit])
    heights[heights.index(height)] = to
    return (*founded[:suit], tuple(sorted(heights)), *founded[suit + 1 :])
