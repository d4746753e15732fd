"""Deals: dealt from rules and a seed, or read from a record; checks that every card is there and lies right."""

from __future__ import annotations

import hashlib
from functools import cached_property
from itertools import chain

import msgspec
from msgspec import UNSET, Struct, UnsetType

from . import shuffles, variants
from .cards import CARDS_IN_PACK, NAMES, parse_card, parse_cards, parse_plain_piles, serialise_cards
from .problems import Fault, Path
from .records import DealRecord
from .rules import Rules
from .text import plural, quoted, suggestion, words


class Deal(Struct, frozen=True, dict=True):
    """The cards as they lie before the first move.

    Attributes:
        rules: the rules that the deal is played by.
        columns: for each column its cards, deepest first; the first ``rules.face_down`` of them lie face down.
        stock: the stock, the card that is drawn first at its start.
        waste: the cards that the deal turns to the waste, the top card last.
        seed: the seed that the deal was made from, or None.
        shuffle: the shuffle that made it, or None.
    """

    rules: Rules
    columns: list[list[int]]
    stock: list[int]
    waste: list[int]
    seed: int | None = None
    shuffle: str | None = None

    @property
    def variant(self) -> str | None:
        """The variant's canonical name, or None for rules of one's own."""
        return self.rules.name if variants.is_named(self.rules) else None

    @cached_property
    def digest(self) -> str:
        """What identifies the deal: the same for the same rules and cards, however it was made.

        Returns:
            SHA-256 in lower-case hex over lines of UTF-8 with LF after each: the variant's name (for rules of one's
            own :func:`rules_text`), the columns, the stock, the waste, the cards set out on the foundations.
        """
        lines = [self.variant or rules_text(self.rules), *self.texts, ""]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    @cached_property
    def texts(self) -> list[str]:
        """The cards as they are written: each column, the stock, the waste, the cards set out on the foundations."""
        piles = (*self.columns, self.stock, self.waste, self.rules.base_cards)
        return [serialise_cards(pile) for pile in piles]

    def record(self) -> DealRecord:
        """The deal as it is stored, cards and all."""
        named = self.variant
        *tableau, stock, waste, foundations = self.texts
        return DealRecord(
            variant=named or UNSET,
            rules=UNSET if named else self.rules,
            seed=UNSET if self.seed is None else self.seed,
            shuffle=UNSET if self.shuffle is None else self.shuffle,
            foundations=foundations or UNSET,
            tableau=tableau,
            stock=stock,
            waste=waste or UNSET,
        )


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
        The deal; the same for the same arguments, for ever.

    Raises:
        Fault: ``unknown-variant``, ``unknown-shuffle`` or ``bad-seed``.
    """
    rules = variants.find(variant) if isinstance(variant, str) else variant
    if seed is None:
        seed = shuffles.draw_seed()
    shuffles.check_seed(seed)
    if shuffle not in shuffles.SHUFFLES:
        near = suggestion(shuffle, shuffles.SHUFFLES) or f"; there is {', '.join(shuffles.SHUFFLES)}"
        raise Fault("unknown-shuffle", f"there is no shuffle {quoted(shuffle)}{near}", path=("shuffle",))
    cards = shuffles.SHUFFLES[shuffle](seed, rules.decks)
    cards.reverse()
    for card in rules.base_cards:
        cards.remove(card)
    return _laid_out(rules, cards, seed, shuffle)


def _laid_out(rules: Rules, cards: list[int], seed: int, shuffle: str) -> Deal:
    """Deal cards, the first one first: row by row to the columns, then to the waste, the rest is the stock."""
    in_columns = rules.columns * rules.column_size
    in_stock = in_columns + rules.initial_draw
    columns = [cards[first : in_columns : rules.columns] for first in range(rules.columns)]
    return Deal(rules, columns, cards[in_stock:], cards[in_columns:in_stock], seed, shuffle)


def rules_of(variant: str | UnsetType, rules: Rules | UnsetType) -> Rules:
    """The rules that a record names or holds.

    Raises:
        Fault: it has both or neither, or there is no variant of that name.
    """
    if rules is UNSET:
        if variant is UNSET:
            raise Fault("missing-field", "expected the field 'variant', or 'rules' for rules of one's own")
        try:
            return variants.find(variant)
        except Fault as fault:
            raise fault.under("variant") from None
    if variant is not UNSET:
        raise Fault(
            "bad-value", "there are both variant and rules: leave one of them out", path=("rules",), on_key=True
        )
    return rules


def deal_from_record(record: DealRecord) -> Deal:
    """The deal that a record tells.

    Raises:
        Fault: the record is no deal of its variant: cards that are no cards, a pack that is not whole, a layout
            that is not the variant's, a seed that does not give the cards beside it.
    """
    rules = rules_of(record.variant, record.rules)
    made = None
    if record.seed is not UNSET:
        made = _from_seed(rules, record.seed, record.shuffle)
    elif record.shuffle is not UNSET:
        raise Fault("missing-field", "there is a shuffle and no seed", path=("shuffle",), on_key=True)
    if record.tableau is UNSET and record.stock is UNSET:
        stray = [name for name in ("foundations", "waste") if getattr(record, name) is not UNSET]
        if stray:
            raise Fault("missing-field", f"there is '{stray[0]}' without 'tableau' and 'stock'")
        if made is None:
            raise Fault("missing-field", "a deal has a seed, or its cards as 'tableau' and 'stock', or both")
        return made
    if record.tableau is UNSET or record.stock is UNSET:
        raise Fault("missing-field", f"the field '{'tableau' if record.tableau is UNSET else 'stock'}' is missing")
    texts = [*record.tableau, record.stock, record.waste or "", record.foundations or ""]
    if made is not None and made.texts == texts:
        return made
    plain = parse_plain_piles(texts)
    piles = _piles(texts) if plain is None else plain
    *columns, stock, waste, foundations = piles
    check_pack(rules, list(chain.from_iterable(piles)))
    _check_layout(rules, columns, waste, foundations)
    found = Deal(rules, columns, stock, waste)
    if made is not None:
        if (made.columns, made.stock, made.waste) != (columns, stock, waste):
            raise _seed_mismatch(made, found)
        return made
    if plain is not None:
        # The digest is made of these very texts.
        found.__dict__["texts"] = [*texts[:-1], serialise_cards(rules.base_cards)]
    return found


def _from_seed(rules: Rules, seed: int, shuffle: str | UnsetType) -> Deal:
    try:
        return deal(rules, seed, shuffles.DEFAULT if shuffle is UNSET else shuffle)
    except Fault as fault:
        raise fault if fault.path else fault.under("seed") from None


def _piles(texts: list[str]) -> list[list[int]]:
    """The cards of a deal's texts: each column, the stock, the waste, the foundations.

    Raises:
        Fault: ``bad-card``, with its place in the record.
    """
    try:
        return [parse_cards(text) for text in texts]
    except ValueError:
        columns = len(texts) - 3
        paths: list[Path] = [
            *(("tableau", number) for number in range(columns)),
            ("stock",),
            ("waste",),
            ("foundations",),
        ]
        return [cards_at(text, path) for text, path in zip(texts, paths, strict=True)]


def cards_at(text: str, path: Path) -> list[int]:
    """The cards of a list, as :func:`forty_thieves.cards.parse_cards`; a bad one is told with its place.

    Raises:
        Fault: ``bad-card``.
    """
    cards: list[int] = []
    offset = 0
    for word in words(text):
        offset = text.index(word, offset)
        try:
            cards.append(parse_card(word))
        except ValueError as error:
            raise Fault("bad-card", str(error), path=path, offset=offset) from None
        offset += len(word)
    return cards


def check_pack(rules: Rules, cards: list[int]) -> None:
    """Check that cards are the whole pack, once each copy.

    Raises:
        Fault: ``wrong-pack``, with the cards that are missing and those too many.
    """
    if sorted(cards) == rules.whole_pack:
        return
    counts = [cards.count(card) for card in range(CARDS_IN_PACK)]
    missing = [f"{NAMES[card]}" for card in range(CARDS_IN_PACK) for _ in range(rules.decks - counts[card])]
    extra = [f"{NAMES[card]}" for card in range(CARDS_IN_PACK) for _ in range(counts[card] - rules.decks)]
    told = [f"{word} {_some(names)}" for word, names in (("missing:", missing), ("too many:", extra)) if names]
    message = f"the cards are not {plural(rules.decks, 'whole pack')}: {'; '.join(told)}"
    raise Fault("wrong-pack", message)


def _some(names: list[str]) -> str:
    shown = " ".join(names[:8])
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"


def _check_layout(rules: Rules, columns: list[list[int]], waste: list[int], foundations: list[int]) -> None:
    """Check that the cards of a whole pack lie as the rules deal them.

    Raises:
        Fault: ``wrong-layout``.
    """
    if len(columns) != rules.columns:
        message = f"there are {plural(len(columns), 'column')}: {rules.name} has {rules.columns}"
        raise Fault("wrong-layout", message, path=("tableau",))
    for number, column in enumerate(columns):
        if len(column) != rules.column_size:
            message = f"column {number + 1} has {plural(len(column), 'card')}: {rules.name} deals {rules.column_size}"
            raise Fault("wrong-layout", message, path=("tableau", number))
    if len(waste) != rules.initial_draw:
        message = f"the waste has {plural(len(waste), 'card')}: {rules.name} deals {rules.initial_draw}"
        raise Fault("wrong-layout", message, path=("waste",))
    if tuple(sorted(foundations)) != rules.base_cards:
        told = serialise_cards(rules.base_cards) or "no cards"
        message = f"{rules.name} sets {told} out on the foundations before dealing"
        raise Fault("wrong-layout", message, path=("foundations",) if foundations else ())


def _seed_mismatch(made: Deal, found: Deal) -> Fault:
    """The fault of a seed that gives other cards, at the first card that differs."""
    piles: list[tuple[Path, str, list[int], list[int]]] = [
        *(
            (("tableau", number), f"column {number + 1}", *pair)
            for number, pair in enumerate(zip(made.columns, found.columns, strict=True))
        ),
        (("stock",), "the stock", made.stock, found.stock),
        (("waste",), "the waste", made.waste, found.waste),
    ]
    path, place, expected, read = next(pile for pile in piles if pile[2] != pile[3])
    at = next(at for at, pair in enumerate(zip(expected, read, strict=True)) if pair[0] != pair[1])
    message = (
        f"seed {made.seed} does not give these cards: "
        f"card {at + 1} of {place} is {NAMES[read[at]]}, the seed gives {NAMES[expected[at]]}"
    )
    return Fault("seed-mismatch", message, path=path)
