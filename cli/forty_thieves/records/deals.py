"""Deals as they are stored: read from a record and checked, that every card is there and lies right; and written."""

from __future__ import annotations

import re
from itertools import chain, zip_longest

from msgspec import UNSET, UnsetType

from forty_thieves.game import shuffles, variants
from forty_thieves.game.cards import (
    CARDS_IN_PACK,
    NAMES,
    SUITS,
    parse_card,
    parse_cards,
    parse_usual_cards,
    serialise_cards,
)
from forty_thieves.game.deal import Deal, dealt
from forty_thieves.game.foundations import piles_of
from forty_thieves.game.moves import NO_CARD
from forty_thieves.game.rules import Rules
from forty_thieves.problems import Fault, Path
from forty_thieves.text import plural, words

from .structs import DEAL_WITH_META, DealRecord

LONGEST_TEXT = 100_000
"""Characters of a list of cards; that of four whole packs has 623."""


def serialise_deal(deal: Deal, meta: dict[str, str] | None = None) -> DealRecord:
    """The deal as it is stored, cards and all: the reverse of :func:`interpret_deal`.

    Args:
        deal: the deal.
        meta: what else the record is to say, text by name; see :func:`.interpret.check_meta`.
    """
    named = deal.variant
    columns, texts = len(deal.columns), deal.texts
    stock, waste, foundations, *cells = texts[columns:]
    record = DealRecord(
        variant=named or UNSET,
        rules=UNSET if named else deal.rules,
        seed=UNSET if deal.seed is None else deal.seed,
        shuffle=UNSET if deal.shuffle is None else deal.shuffle,
        foundations=foundations or UNSET,
        tableau=texts[:columns],
        stock=stock,
        waste=waste or UNSET,
        cells=cells[0] if deal.cells else UNSET,
    )
    if meta:
        record.format, record.meta = DEAL_WITH_META, meta
    return record


PAR, STEPS, SOLVER = "par", "steps", "solver"
"""What ``meta`` says of wins that the solver found: a deal's par, the steps of its shortest one; a game's steps; and
what found them."""

_PAR = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


def par_of(record: DealRecord) -> int | None:
    """The par that a deal's record gives: steps, as its ``meta`` has them; None where that is no such number."""
    text = "" if record.meta is UNSET else record.meta.get(PAR, "")
    return int(text) if _PAR.fullmatch(text) else None


def rules_of(variant: str | UnsetType, rules: Rules | UnsetType) -> Rules:
    """The rules that a record names or holds.

    Raises:
        Fault: it has both or neither, or there is no variant of that name.
    """
    if rules is UNSET:
        if variant is UNSET:
            raise Fault("missing-field", "expected the field 'variant', or 'rules' for custom rules")
        try:
            return variants.find(variant)
        except Fault as fault:
            raise fault.under("variant") from None
    if variant is not UNSET:
        raise Fault(
            "bad-value", "there are both variant and rules: leave one of them out", path=("rules",), on_key=True
        )
    try:
        return variants.custom_rules(rules)
    except Fault as fault:
        raise fault.under("rules") from None


def interpret_deal(record: DealRecord) -> Deal:
    """The deal that a record holds.

    Raises:
        Fault: the record is not a deal of its variant: words that are not cards, packs that are not whole, a layout
            that is not the variant's, a seed that does not give the cards beside it.
    """
    rules = rules_of(record.variant, record.rules)
    made = None
    if record.seed is not UNSET:
        made = _from_seed(rules, record.seed, record.shuffle)
    elif record.shuffle is not UNSET:
        raise Fault("missing-field", "there is a shuffle and no seed", path=("shuffle",), on_key=True)
    if record.tableau is UNSET and record.stock is UNSET:
        stray = [name for name in ("foundations", "waste", "cells") if getattr(record, name) is not UNSET]
        if stray:
            raise Fault("missing-field", f"there is '{stray[0]}' without 'tableau' and 'stock'")
        if made is None:
            raise Fault("missing-field", "a deal has a seed, or its cards as 'tableau' and 'stock', or both")
        return made
    if record.tableau is UNSET or record.stock is UNSET:
        raise Fault("missing-field", f"the field '{'tableau' if record.tableau is UNSET else 'stock'}' is missing")
    texts = [*record.tableau, record.stock, record.waste or "", record.foundations or ""]
    if rules.cells or record.cells is not UNSET:
        texts.append(record.cells or "")
    if made is not None and made.texts == texts:
        return made
    found = _from_usual_cards(rules, texts) or _from_cards(rules, texts, len(record.tableau))
    if made is not None:
        if (made.columns, made.stock, made.waste, made.cells) != (
            found.columns,
            found.stock,
            found.waste,
            found.cells,
        ):
            raise _seed_mismatch(made, found)
        return made
    return found


def _from_usual_cards(rules: Rules, texts: list[str]) -> Deal | None:
    """The deal that texts of cards hold, where they are written as we write them and all is in order; else None.

    Quick, because most deals are like that: with all names two characters long and one space between them, the
    lengths of the texts say how many cards each has.
    """
    columns, size = rules.columns, rules.column_size
    *tableau, _, waste, foundations = texts
    if (
        rules.cells
        or rules.deal_play != "none"
        or rules.base_rank is None
        or foundations != rules.base_text
        or len(tableau) != columns
        or not size
        or set(map(len, tableau)) != {3 * size - 1}
        or len(waste) != max(0, 3 * rules.initial_draw - 1)
    ):
        return None
    cards = parse_usual_cards(" ".join(filter(None, texts)))
    if cards is None or sorted(cards) != rules.all_cards:
        return None
    in_columns = columns * size
    in_stock = len(cards) - len(rules.base_cards) - rules.initial_draw
    dealt = [cards[start : start + size] for start in range(0, in_columns, size)]
    found = Deal(rules, dealt, cards[in_columns:in_stock], cards[in_stock : in_stock + rules.initial_draw])
    found.keep_lines(texts)
    return found


def _from_cards(rules: Rules, texts: list[str], columns: int) -> Deal:
    """The deal that texts of cards hold.

    Raises:
        Fault: ``bad-card``, ``wrong-pack`` or ``wrong-layout``.
    """
    piles = _piles(texts, columns)
    check_all_cards(rules, list(chain.from_iterable(piles)))
    stock, waste, foundations, *cells = piles[columns:]
    foundations = _in_order(rules, foundations)
    usual = tuple(sorted(foundations)) == rules.base_cards and rules.deal_play == "none"
    found = Deal(
        rules,
        piles[:columns],
        stock,
        waste,
        founded=None if usual and rules.base_rank is not None else foundations,
        cells=cells[0] if cells else [],
    )
    _check_layout(found)
    return found


def _in_order(rules: Rules, founded: list[int]) -> list[int]:
    """The cards on foundations, suit by suit, the higher of two that are built in suit first: as a deal gives them.

    Where they can't lie so they are left as they are.
    """
    if rules.base_rank is None or rules.deal_play == "none":
        return founded
    try:
        piles = piles_of(rules, rules.base_rank, founded)
    except Fault:
        return founded
    if rules.foundation_build == "same-suit":
        piles.sort(key=lambda pile: (pile[0] // 13, -len(pile)) if pile else (len(SUITS), 0))
    return list(chain.from_iterable(piles))


def _from_seed(rules: Rules, seed: int, shuffle: str | UnsetType) -> Deal:
    try:
        return dealt(rules, seed, shuffles.DEFAULT if shuffle is UNSET else shuffle)
    except Fault as fault:
        raise fault.under({"unknown-shuffle": "shuffle", "bad-rules": "rules"}.get(fault.code, "seed")) from None


def _piles(texts: list[str], columns: int) -> list[list[int]]:
    """The cards of a deal's texts: each column, the stock, the waste, the foundations, the cells if any.

    Raises:
        Fault: ``bad-card`` or ``too-large``, with its place in the record.
    """
    paths: list[Path] = [("tableau", number) for number in range(columns)]
    paths += [("stock",), ("waste",), ("foundations",), ("cells",)]
    for text, path in zip(texts, paths, strict=False):
        if len(text) > LONGEST_TEXT:
            raise Fault("too-large", f"a list of cards of more than {LONGEST_TEXT} characters", path=path)
    try:
        return [parse_cards(text) for text in texts]
    except ValueError:
        return [cards_at(text, path) for text, path in zip(texts, paths, strict=False)]


def cards_at(text: str, path: Path) -> list[int]:
    """The cards of a list, as :func:`forty_thieves.game.cards.parse_cards`; a bad one is reported with its place.

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


def check_all_cards(rules: Rules, cards: list[int]) -> None:
    """Check that cards are all cards of the game, once each copy.

    Raises:
        Fault: ``wrong-pack``, with the cards that are missing and those too many.
    """
    if sorted(cards) == rules.all_cards:
        return
    counts = [cards.count(card) for card in range(CARDS_IN_PACK)]
    missing = [NAMES[card] for card in range(CARDS_IN_PACK) for _ in range(rules.decks - counts[card])]
    extra = [NAMES[card] for card in range(CARDS_IN_PACK) for _ in range(counts[card] - rules.decks)]
    parts = [f"{word} {_some(names)}" for word, names in (("missing:", missing), ("too many:", extra)) if names]
    message = f"the cards are not {plural(rules.decks, 'whole pack')}: {'; '.join(parts)}"
    raise Fault("wrong-pack", message)


def _some(names: list[str]) -> str:
    shown = " ".join(names[:8])
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"


def _check_layout(deal: Deal) -> None:
    """Check that all cards of the game lie as the rules deal them.

    Where cards go to the foundations during the deal, their number is checked, not that the deal could come about.

    Raises:
        Fault: ``wrong-layout``.
    """
    rules, columns = deal.rules, deal.columns
    if len(columns) != rules.columns:
        message = f"there are {plural(len(columns), 'column')}: {rules.name} has {rules.columns}"
        raise Fault("wrong-layout", message, path=("tableau",))
    uneven = rules.deal_play == "rows"
    for number, column in enumerate(columns):
        if len(column) > rules.column_size or (len(column) < rules.column_size and not uneven):
            message = f"column {number + 1} has {plural(len(column), 'card')}: {rules.name} deals {rules.column_size}"
            raise Fault("wrong-layout", message, path=("tableau", number))
    for name, cards, wanted in (("waste", deal.waste, rules.initial_draw), ("cells", deal.cells, rules.cells_dealt)):
        if len(cards) != wanted:
            verb = "have" if name == "cells" else "has"
            message = f"the {name} {verb} {plural(len(cards), 'card')}: {rules.name} deals {wanted}"
            raise Fault("wrong-layout", message, path=(name,))
    if deal.founded is not None:
        _check_founded(deal, deal.founded)


def _check_founded(deal: Deal, founded: list[int]) -> None:
    """Check the foundations of a deal whose rules do not say outright what lies on them."""
    rules = deal.rules
    path: Path = ("foundations",) if founded else ()
    if rules.deal_play == "none" and rules.base_rank is not None:
        base_cards = serialise_cards(rules.base_cards) or "no cards"
        raise Fault(
            "wrong-layout", f"{rules.name} sets {base_cards} out on the foundations before dealing", path=path
        )
    if rules.base_rank is None:
        if len(founded) != 1:
            message = f"the foundations have {plural(len(founded), 'card')}: {rules.name} deals one there"
            raise Fault("wrong-layout", message, path=path)
        return
    try:
        piles = piles_of(rules, rules.base_rank, founded)
    except Fault as fault:
        raise fault.under(*path) from None
    missing = rules.columns * rules.column_size - sum(map(len, deal.columns))
    short = rules.base_cards_out and not all(piles)
    if short or (rules.deal_play == "rows" and missing != len(founded) - rules.base_cards_out):
        message = (
            f"{plural(len(founded), 'card')} on the foundations can't be what the deal of {rules.name} put there"
        )
        raise Fault("wrong-layout", message, path=path)


def _seed_mismatch(made: Deal, found: Deal) -> Fault:
    """The fault of a seed that gives other cards, at the first card that differs."""
    piles: list[tuple[Path, str, list[int], list[int]]] = [
        *(
            (("tableau", number), f"column {number + 1}", *pair)
            for number, pair in enumerate(zip(made.columns, found.columns, strict=True))
        ),
        (("stock",), "the stock", made.stock, found.stock),
        (("waste",), "the waste", made.waste, found.waste),
        (("cells",), "the cells", made.cells, found.cells),
    ]
    path, place, expected, read = next(pile for pile in piles if pile[2] != pile[3])
    pairs = zip_longest(read, expected, fillvalue=NO_CARD)
    at, there, given = next((at, *pair) for at, pair in enumerate(pairs) if pair[0] != pair[1])
    read_card = f"{place} has no card {at + 1}" if there == NO_CARD else f"card {at + 1} of {place} is {NAMES[there]}"
    gives = "none" if given == NO_CARD else NAMES[given]
    message = f"seed {made.seed} does not give these cards: {read_card}, the seed gives {gives}"
    return Fault("seed-mismatch", message, path=path)
