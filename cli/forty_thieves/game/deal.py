"""Deals: the cards as they lie before the first move, made from rules and a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

import msgspec
from msgspec import Struct

from forty_thieves.problems import Fault, wrong_type

from . import shuffles, variants
from .cards import serialise_piles
from .foundations import PiledFoundations
from .rules import Rules


class Deal(Struct, frozen=True, dict=True):
    """The cards as they lie before the first move.

    Attributes:
        rules: the rules that the deal is played by.
        columns: for each column its cards, deepest first; ``rules.faces`` says which lie face down.
        stock: the stock, the card that is drawn first at its start.
        waste: the cards that the deal turns to the waste, the top card last.
        seed: the seed that the deal was made from, or None.
        shuffle: the shuffle that made it, or None.
        founded: the cards on the foundations, one foundation after another, suit by suit; None where they are those
            that the rules set out.
        cells: the cards in the cells.
    """

    rules: Rules
    columns: list[list[int]]
    stock: list[int]
    waste: list[int]
    seed: int | None = None
    shuffle: str | None = None
    founded: list[int] | None = None
    cells: list[int] = []

    @property
    def on_foundations(self) -> list[int]:
        """The cards on the foundations, one foundation after another, suit by suit."""
        return list(self.rules.base_cards) if self.founded is None else self.founded

    @property
    def base_rank(self) -> int:
        """The rank that starts a foundation, from 0 to 12."""
        rank = self.rules.base_rank
        return self.on_foundations[0] % 13 if rank is None else rank

    @property
    def variant(self) -> str | None:
        """The variant's canonical name, or None for custom rules."""
        return self.rules.name if variants.is_named(self.rules) else None

    @cached_property
    def digest(self) -> str:
        """What identifies the deal: the same for the same rules and cards, however it was made.

        Returns:
            SHA-256 in lower-case hex over lines of UTF-8 with LF after each: the variant's name (for custom
            rules :func:`rules_text`), the columns, the stock, the waste, the cards on the foundations and, where the
            rules have cells, the cards in them.
        """
        return hashlib.sha256(f"{self.variant or rules_text(self.rules)}\n{self.lines}".encode()).hexdigest()

    @cached_property
    def lines(self) -> str:
        """The cards as the digest takes them: a line for each column, the stock, waste, foundations, cells if any."""
        piles = [*self.columns, self.stock, self.waste, self.on_foundations]
        if self.rules.cells:
            piles.append(self.cells)
        return serialise_piles(piles)

    def keep_lines(self, texts: list[str]) -> None:
        """Keep :attr:`lines` where the deal was read from them, so that they need not be made.

        Args:
            texts: exactly what :attr:`texts` would give, which is not checked.
        """
        self.__dict__["lines"] = "\n".join([*texts, ""])

    @property
    def texts(self) -> list[str]:
        """The names of the cards of each pile, in the order of the digest."""
        return self.lines.splitlines()


def rules_text(rules: Rules) -> str:
    """Rules as the digest takes them: compact JSON, keys sorted, without format, name, title and aliases.

    Fields that have their default are left out, and the base is written as a letter, so that it does not matter
    how fully the record was written.
    """
    return msgspec.json.encode(rules.essence).decode()


def deal(variant: str | Rules = variants.DEFAULT, seed: int | None = None, shuffle: str = shuffles.DEFAULT) -> Deal:
    """Deal a game.

    Args:
        variant: a variant's name, or rules.
        seed: a whole number from 0 to 10^20; without one, a seed is drawn from the system's random source.
        shuffle: the name of the shuffle.

    Returns:
        The deal; always the same for the same arguments.

    Raises:
        Fault: ``unknown-variant``, ``unknown-shuffle`` or ``bad-seed``; ``bad-rules`` for custom rules that have a
            variant's name.
        TypeError: the variant is neither a name nor rules, or the shuffle is no name.
    """
    if not isinstance(variant, str | Rules):
        raise wrong_type("the variant", variant, "a name or Rules")
    if not isinstance(shuffle, str):
        raise wrong_type("the shuffle", shuffle, "a name")
    rules = variants.find(variant) if isinstance(variant, str) else variants.custom_rules(variant)
    if seed is None:
        seed = shuffles.draw_seed(shuffle)
    return dealt(rules, seed, shuffle)


def dealt(rules: Rules, seed: int, shuffle: str) -> Deal:
    """The deal that a seed and a shuffle give; the rules are taken as they are."""
    order = shuffles.find(shuffle).order
    shuffles.check_seed(seed, shuffle)
    return _laid_out(rules, order(seed, rules), seed, shuffle)


def _laid_out(rules: Rules, cards: list[int], seed: int, shuffle: str) -> Deal:
    """Deal cards: to the cells, row by row to the columns, to the waste, to a foundation; the rest is the stock."""
    cells = rules.cells_dealt
    if rules.deal_play != "none":
        return _laid_out_with_play(rules, cards, seed, shuffle)
    in_columns = cells + rules.columns * rules.column_size
    in_stock = in_columns + rules.initial_draw
    columns = [cards[first : in_columns : rules.columns] for first in range(cells, cells + rules.columns)]
    waste = cards[in_columns:in_stock]
    if rules.base_rank is None:
        return Deal(rules, columns, cards[in_stock + 1 :], waste, seed, shuffle, [cards[in_stock]], cards[:cells])
    return Deal(rules, columns, cards[in_stock:], waste, seed, shuffle, None, cards[:cells])


def _laid_out_with_play(rules: Rules, cards: list[int], seed: int, shuffle: str) -> Deal:
    """Deal cards as :func:`_laid_out` does, where some go to the foundations on the way."""
    assert rules.base_rank is not None
    foundations = PiledFoundations(rules, rules.lookups(rules.base_rank), rules.base_piles)
    coming = iter(cards)
    try:
        return _dealt_and_played(rules, coming, foundations, seed, shuffle)
    except StopIteration:
        message = "the cards can run out during the deal, as it is not known how many will go to the foundations"
        raise Fault("bad-rules", f"{message}: deal fewer", path=("deal_play",)) from None


def _dealt_and_played(
    rules: Rules, coming: Iterator[int], foundations: PiledFoundations, seed: int, shuffle: str
) -> Deal:
    columns: list[list[int]] = [[] for _ in range(rules.columns)]
    cells = [next(coming) for _ in range(rules.cells_dealt)]
    for _ in range(rules.column_size):
        for column in columns:
            card = next(coming)
            while rules.deal_play == "cards" and foundations.ready[card]:
                foundations.put(card)
                card = next(coming)
            column.append(card)
        while rules.deal_play == "rows" and _found_a_top(columns, foundations):
            pass
    waste = [next(coming) for _ in range(rules.initial_draw)]
    founded = list(chain.from_iterable(foundations.shown))
    return Deal(rules, columns, list(coming), waste, seed, shuffle, founded, cells)


def _found_a_top(columns: list[list[int]], foundations: PiledFoundations) -> bool:
    """Put the first column's top card that fits on a foundation; whether there was one."""
    for column in columns:
        if column and foundations.ready[column[-1]]:
            foundations.put(column.pop())
            return True
    return False
