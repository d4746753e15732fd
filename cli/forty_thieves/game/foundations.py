"""Foundations: counted where they are built in suit, kept as piles where they are not.

Foundations built in suit need no piles: for each card the number of foundations that wait for it says all. Where the
suits change on the way, a card goes to the first foundation that takes it, in PySolFC's order: those of clubs, of
spades, of hearts, of diamonds. All are shown and stored suit by suit in the cards' own order.
"""

from __future__ import annotations

from collections.abc import Iterable

from forty_thieves.problems import Fault

from .cards import NAMES, SUITS
from .lookups import FINISHED, CardLookups
from .rules import Rules

ORDER = (0, 3, 2, 1)
"""The suits' numbers in the order in which a card looks for a foundation."""


class CountedFoundations:
    """The foundations of a game whose rules build them in suit.

    Args:
        rules: the rules.
        lookups: the rules' lookup tables.
        piles: the cards that lie on each to begin with, as :attr:`shown` gives them; empty ones may be left out.

    Attributes:
        lookups: the rules' lookup tables.
        ready: for each card, how many foundations take it now; FINISHED + suit counts the full ones of a suit.
        journal: the cards that were put on foundations, in order; ``~card`` for one that was taken back.
    """

    def __init__(self, rules: Rules, lookups: CardLookups, piles: Iterable[list[int]] = ()) -> None:
        self._rules = rules
        self.lookups = lookups
        self.ready = list(lookups.ready)
        self.journal: list[int] = []
        for pile in piles:
            if pile:
                self.ready[pile[0]] -= 1
                self.ready[lookups.next_up[pile[-1]]] += 1

    def copy(self) -> CountedFoundations:
        """The same foundations once more, their journal included."""
        twin = CountedFoundations(self._rules, self.lookups)
        twin.ready, twin.journal = self.ready[:], self.journal[:]
        return twin

    def put(self, card: int) -> None:
        """Put a card on a foundation that takes it."""
        self._count(card, 1)
        self.journal.append(card)

    def take_back(self, card: int) -> None:
        """Take a card off a foundation that has it on top."""
        self._count(card, -1)
        self.journal.append(~card)

    def undo(self) -> int:
        """Undo the last :meth:`put` or :meth:`take_back`; gives the card."""
        entry = self.journal.pop()
        card = max(entry, ~entry)
        self._count(card, -1 if entry >= 0 else 1)
        return card

    def _count(self, card: int, by: int) -> None:
        self.ready[card] -= by
        self.ready[self.lookups.next_up[card]] += by

    def tops(self, suit: int) -> list[int]:
        """The different cards of a suit that are the top of a foundation, low to high."""
        cards = [suit * 13 + rank for rank in self._rules.rank_order]
        return [card for card in cards if self.ready[self.lookups.next_up[card]]]

    @property
    def shown(self) -> list[list[int]]:
        """The foundations' cards, suit by suit, the top card last; of two alike in suit the higher one first."""
        order = self._rules.rank_order
        start = order.index(self.lookups.base_rank)
        piles: list[list[int]] = []
        for suit in range(len(SUITS)):
            cards = [suit * 13 + rank for rank in order[start:] + order[:start]]
            waits = [*cards, FINISHED + suit]
            for height in range(len(cards), -1, -1):
                piles.extend([cards[:height]] * self.ready[waits[height]])
        return piles


class PiledFoundations:
    """The foundations of a game as piles, which serves every way to build them.

    Args:
        rules: the rules.
        lookups: the rules' lookup tables.
        piles: the cards that lie on each to begin with, as :attr:`shown` gives them; the last ones may be left out.

    Attributes:
        lookups: the rules' lookup tables.
        ready: for each card, how many foundations take it now.
        journal: the cards that were put on foundations, in order; ``~card`` for one that was taken back.
    """

    def __init__(self, rules: Rules, lookups: CardLookups, piles: Iterable[list[int]] = ()) -> None:
        self._rules = rules
        self.lookups = lookups
        # In the order in which a card looks for one.
        self._piles: list[list[int]] = [[] for _ in range(rules.foundation_count)]
        for pile, laid in zip(self._by_suit(), piles, strict=False):
            pile.extend(laid)
        self.ready = [0] * (FINISHED + len(SUITS))
        for number in range(len(self._piles)):
            self._count(number, 1)
        self.journal: list[int] = []
        self._numbers: list[int] = []  # the foundations that the journal's cards were put on or taken from

    def copy(self) -> PiledFoundations:
        """The same foundations once more, their journal included."""
        twin = PiledFoundations(self._rules, self.lookups, self.shown)
        twin.journal, twin._numbers = self.journal[:], self._numbers[:]
        return twin

    def put(self, card: int) -> None:
        """Put a card on the first foundation that takes it."""
        number = next(number for number in range(len(self._piles)) if card in self._wanted(number))
        self._lay(number, card)
        self.journal.append(card)
        self._numbers.append(number)

    def take_back(self, card: int) -> None:
        """Take a card off the first foundation that has it on top."""
        number = next(number for number, pile in enumerate(self._piles) if pile and pile[-1] == card)
        self._lift(number)
        self.journal.append(~card)
        self._numbers.append(number)

    def undo(self) -> int:
        """Undo the last :meth:`put` or :meth:`take_back`; gives the card."""
        entry, number = self.journal.pop(), self._numbers.pop()
        if entry >= 0:
            return self._lift(number)
        self._lay(number, ~entry)
        return ~entry

    def _lay(self, number: int, card: int) -> None:
        self._count(number, -1)
        self._piles[number].append(card)
        self._count(number, 1)

    def _lift(self, number: int) -> int:
        self._count(number, -1)
        card = self._piles[number].pop()
        self._count(number, 1)
        return card

    def _count(self, number: int, by: int) -> None:
        for card in self._wanted(number):
            self.ready[card] += by

    def _wanted(self, number: int) -> tuple[int, ...]:
        """The cards that a foundation takes."""
        pile = self._piles[number]
        return self.lookups.takes[pile[-1] if pile else FINISHED + ORDER[number // self._rules.decks]]

    def tops(self, suit: int) -> list[int]:
        """The different cards of a suit that are the top of a foundation, in the order of the foundations."""
        found = [pile[-1] for pile in self._piles if pile and pile[-1] // 13 == suit]
        return list(dict.fromkeys(found))

    @property
    def shown(self) -> list[list[int]]:
        """The foundations' cards, suit by suit; of those started in one suit as cards look for them."""
        return [pile[:] for pile in self._by_suit()]

    def _by_suit(self) -> list[list[int]]:
        decks = self._rules.decks
        return [self._piles[ORDER.index(suit) * decks + copy] for suit in range(len(SUITS)) for copy in range(decks)]


Foundations = CountedFoundations | PiledFoundations


def lay_foundations(rules: Rules, lookups: CardLookups, piles: Iterable[list[int]] = ()) -> Foundations:
    """The foundations of the kind that the rules ask for; the arguments are theirs."""
    kind = CountedFoundations if rules.foundation_build == "same-suit" else PiledFoundations
    return kind(rules, lookups, piles)


def piles_of(rules: Rules, base_rank: int, cards: list[int]) -> list[list[int]]:
    """The foundations that a list of cards means: each base card starts the next one of its suit.

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
    takes = rules.lookups(base_rank).takes
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
