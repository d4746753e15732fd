"""Foundations as piles, for what counting alone can't tell: building other than in suit, and cards founded in a deal.

A card goes to the first foundation that takes it, in PySolFC's order: those of clubs, of spades, of hearts, of
diamonds. They are shown and stored suit by suit in the cards' own order.
"""

from __future__ import annotations

from collections.abc import Iterable

from forty_thieves.problems import Fault

from .cards import NAMES, SUITS
from .rules import FINISHED, CardTests, Rules

ORDER = (0, 3, 2, 1)
"""The suits' numbers in the order in which a card looks for a foundation."""


class Foundations:
    """The foundations of one game.

    Args:
        rules: the rules.
        tests: the rules' lookup tables.
        piles: the cards that lie on each to begin with, as :attr:`shown` gives them.

    Attributes:
        piles: the cards of each foundation, its top card last, in the order in which cards look for one.
        ready: for each card, how many foundations take it now.
    """

    def __init__(self, rules: Rules, tests: CardTests, piles: Iterable[list[int]] = ()) -> None:
        self._decks = rules.decks
        self._takes = tests.takes
        self.piles: list[list[int]] = [[] for _ in range(rules.foundation_count)]
        for pile, laid in zip(self._by_suit(), piles, strict=False):
            pile.extend(laid)
        self.ready = [0] * (FINISHED + len(SUITS))
        for number in range(len(self.piles)):
            self._count(number, 1)

    def put(self, card: int) -> int:
        """Put a card on the first foundation that takes it; gives that foundation's number."""
        number = next(number for number in range(len(self.piles)) if card in self._wanted(number))
        self.put_on(number, card)
        return number

    def put_on(self, number: int, card: int) -> None:
        """Put a card on a foundation that takes it."""
        self._count(number, -1)
        self.piles[number].append(card)
        self._count(number, 1)

    def take(self, number: int) -> int:
        """Take the top card of a foundation; gives the card."""
        self._count(number, -1)
        card = self.piles[number].pop()
        self._count(number, 1)
        return card

    def with_top(self, card: int) -> int:
        """The number of the first foundation on which that card is the top."""
        return next(number for number, pile in enumerate(self.piles) if pile and pile[-1] == card)

    def tops(self, suit: int) -> list[int]:
        """The different cards of a suit that are the top of a foundation, in the order of the foundations."""
        found = [pile[-1] for pile in self.piles if pile and pile[-1] // 13 == suit]
        return list(dict.fromkeys(found))

    @property
    def shown(self) -> list[list[int]]:
        """The foundations as they are shown and stored, suit by suit."""
        return [pile[:] for pile in self._by_suit()]

    def _by_suit(self) -> list[list[int]]:
        decks = self._decks
        return [self.piles[ORDER.index(suit) * decks + copy] for suit in range(len(SUITS)) for copy in range(decks)]

    def _wanted(self, number: int) -> tuple[int, ...]:
        pile = self.piles[number]
        return self._takes[pile[-1] if pile else FINISHED + ORDER[number // self._decks]]

    def _count(self, number: int, by: int) -> None:
        for card in self._wanted(number):
            self.ready[card] += by


def piles_of(rules: Rules, base_rank: int, cards: list[int]) -> list[list[int]]:
    """The foundations that a list of cards tells: each base card starts the next one of its suit.

    Args:
        rules: the rules.
        base_rank: the rank that starts a foundation, from 0 to 12.
        cards: the cards of one foundation after another.

    Returns:
        A pile for each foundation, empty ones included, suit by suit.

    Raises:
        Fault: ``wrong-layout``, where a card does not follow the one before it, or a suit has too many.
    """
    found: list[list[list[int]]] = [[] for _ in SUITS]
    takes = rules.tests_from(base_rank).takes
    pile: list[int] = []
    for card in cards:
        if card % 13 == base_rank:
            pile = []
            found[card // 13].append(pile)
        elif not pile or card not in takes[pile[-1]]:
            before = f"on {NAMES[pile[-1]]}" if pile else "at the start of a foundation"
            raise Fault("wrong-layout", f"{NAMES[card]} cannot lie {before}")
        pile.append(card)
    for suit, piles in enumerate(found):
        if len(piles) > rules.decks:
            raise Fault(
                "wrong-layout", f"there are {len(piles)} foundations of {SUITS[suit]}: there can be {rules.decks}"
            )
        piles.extend([] for _ in range(rules.decks - len(piles)))
    return [pile for piles in found for pile in piles]
