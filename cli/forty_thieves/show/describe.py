"""A variant's rules in words, made from its record."""

from __future__ import annotations

from typing import Any

import msgspec

from forty_thieves.game.cards import KING, RANKS
from forty_thieves.game.rules import Rules
from forty_thieves.text import plural

_BUILD = {
    "same-suit": "in suit",
    "alternate-color": "in alternate colors",
    "different-suit": "in different suits",
    "any-suit": "regardless of suit",
    "suit-cycle": "in a cycle of suits",
}
_BUILD_LONG = {
    "same-suit": "of the same suit",
    "alternate-color": "of the other color",
    "different-suit": "of any other suit",
    "any-suit": "of any suit",
    "suit-cycle": "of the next suit (hearts on spades, clubs on hearts, diamonds on clubs, spades on diamonds)",
}
_DIRECTION = {"down": "one rank higher", "up": "one rank lower", "up-or-down": "one rank higher or lower"}
_RANK_WORDS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_PACK_WORDS = {1: "one pack", 2: "two packs", 3: "three packs", 4: "four packs"}


def whole_record(rules: Rules) -> dict[str, Any]:
    """Every field of a rules record with its value, defaults spelled out; it can be read back as the same rules."""
    written: dict[str, Any] = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    written["format"] = Rules.TAG
    written["title"] = rules.shown_title
    written["aliases"] = list(rules.aliases)
    if rules.base_rank is not None:
        written["foundation_base"] = RANKS[rules.base_rank]
    if rules.move == "sequence":
        written["sequence"] = rules.in_run
    if rules.face_pattern is not msgspec.UNSET:
        del written["face_down"], written["face_up"]
    written["foundation_wrap"] = rules.base_rank != rules.rank_order[0]
    return {name: value for name, value in written.items() if value is not msgspec.UNSET}


def summary(rules: Rules) -> str:
    """The rules in one short line."""
    dealt = f"{plural(rules.columns, 'column')} of {rules.column_size}"
    hidden = rules.faces.count("D")
    if hidden:
        dealt += f" ({hidden} face down)"
    packs = "" if rules.decks == 2 else f"{_PACK_WORDS[rules.decks]}; "
    direction = {"down": "down", "up": "up", "up-or-down": "up or down"}[rules.build_direction]
    parts = [
        f"{packs}{dealt}",
        f"build {direction} {_BUILD[rules.build]}",
        "move one card at a time" if rules.move == "single" else "move sequences",
        f"draw {rules.draw}",
        _redeals(rules),
    ]
    if rules.base_cards:
        parts.append(f"{_plural_base(rules)} set out")
    if rules.cells:
        parts.append(plural(rules.cells, "cell"))
    return "; ".join(parts)


def sentences(rules: Rules) -> list[str]:
    """The rules in plain sentences, good enough to play by."""
    parts = [
        _pack(rules),
        _foundations(rules),
        _layout(rules),
        _building(rules),
        _moving(rules),
        _empty_columns(rules),
        _cells(rules),
        _stock(rules),
        f"The game is won when all {rules.card_count} cards are on the foundations.",
    ]
    return [sentence for sentence in parts if sentence]


def differences(one: Rules, other: Rules) -> list[tuple[str, str, str]]:
    """What differs between two variants.

    Returns:
        For each field of the rules record that decides a game and differs: its name and both values, as text.
    """
    records = whole_record(one), whole_record(other)
    names = [
        name
        for name in Rules.__struct_fields__
        if name not in ("format", "name", "title", "aliases") and records[0].get(name) != records[1].get(name)
    ]
    rows = [(name, *(_value(record[name]) if name in record else "-" for record in records)) for name in names]
    return [(name, first, second) for name, first, second in rows]


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _base(rules: Rules) -> str:
    assert rules.base_rank is not None
    return _RANK_WORDS[rules.base_rank]


def _plural_base(rules: Rules) -> str:
    return "sixes" if _base(rules) == "six" else f"{_base(rules)}s"


def _pack(rules: Rules) -> str:
    packs = _PACK_WORDS[rules.decks]
    if rules.ranks == RANKS:
        return f"Played with {packs} of 52, {rules.card_count} cards."
    have = "has" if rules.decks == 1 else "have"
    ranks = _listed([_RANK_WORDS[rank] for rank in rules.rank_order], "and")
    return f"Played with {packs} that {have} only {ranks}: {rules.card_count} cards."


def _foundations(rules: Rules) -> str:
    order = rules.rank_order
    each = "of each suit" if rules.foundation_build == "same-suit" else "started in each suit"
    count = (
        f"{rules.foundation_count} foundations, {rules.decks} {each}, are built up {_BUILD[rules.foundation_build]}"
    )
    if rules.base_rank is None:
        after = "opening draw" if rules.initial_draw else "deal"
        wrap = "the ace follows the king" if rules.ranks == RANKS else "the lowest rank follows the highest"
        sentence = (
            f"{count}. After the {after} the next card is put on a foundation; its rank starts the others too, "
            f"and {wrap}."
        )
    else:
        last = _RANK_WORDS[order[order.index(rules.base_rank) - 1]]
        follows = f", the {_RANK_WORDS[order[0]]} following the {_RANK_WORDS[order[-1]]}"
        wrap = follows if rules.base_rank != order[0] else ""
        sentence = f"{count} from {_base(rules)} to {last}{wrap}."
    if rules.foundation_build == "suit-cycle":
        sentence += " Each next card is of the next suit: spades, hearts, clubs, diamonds, and spades again."
    if rules.foundation_build != "same-suit":
        sentence += (
            " A card that several would take goes to the first of them, in the order clubs, spades, hearts, diamonds."
        )
    if rules.base_cards:
        sentence += f" The {len(rules.base_cards)} {_plural_base(rules)} are set out there before dealing."
    if rules.take_back:
        return f"{sentence} A foundation's top card may be taken back to a column."
    return f"{sentence} Cards on a foundation stay there."


def _layout(rules: Rules) -> str:
    sentence = f"Deal {plural(rules.columns, 'column')} of {plural(rules.column_size, 'card')}, row by row"
    if rules.cells_dealt:
        sentence = (
            f"Deal a card to each of {plural(rules.cells_dealt, 'cell')}, then {plural(rules.columns, 'column')}"
        )
        sentence += f" of {plural(rules.column_size, 'card')}, row by row"
    hidden = rules.faces.count("D")
    if not hidden:
        sentence += ", face up"
    elif rules.faces.startswith("D" * hidden):
        first = "first" if hidden == 1 else f"first {hidden}"
        sentence += f", the {first} of each face down and the rest face up"
    else:
        faces = ", ".join({"D": "down", "U": "up"}[face] for face in rules.faces)
        sentence += f", in this pattern from the deepest card: {faces}"
    if rules.deal_play == "rows":
        sentence += "; after each row every top card that fits goes to a foundation, and is not replaced"
    elif rules.deal_play == "cards":
        sentence += "; each card that fits as it is dealt goes to a foundation, and the next card takes its place"
    if rules.initial_draw:
        sentence += f"; then turn {plural(rules.initial_draw, 'card')} to the waste"
    rest = {0: "no card is left for the stock", 1: "the last card is the stock"}.get(
        rules.stock_size, f"the other {rules.stock_size} cards are the stock"
    )
    if rules.deal_play != "none":
        rest = "the rest is the stock"
    turned = " A face-down card that comes to lie on top is turned up at once." if hidden else ""
    return f"{sentence}; {rest}.{turned}"


def _building(rules: Rules) -> str:
    ace = _ends(rules)
    suits = _BUILD_LONG[rules.build]
    return f"In the columns a card may be put on one that is {_DIRECTION[rules.build_direction]} and {suits}; {ace}."


def _ends(rules: Rules) -> str:
    """What is said of ranks on which no card goes, and of ace and king where they follow each other."""
    if rules.build_direction == "up-or-down":
        both = (
            "ace and king follow each other" if rules.tableau_wrap else "an ace and a king do not follow each other"
        )
        return both if rules.ranks == RANKS else f"{both}, nor do ranks between which the pack lacks one"
    down = rules.build_direction == "down"
    step, ends = (-1, "a king may go on an ace") if down else (1, "an ace may go on a king")
    order = rules.rank_order
    wraps = rules.tableau_wrap and {0, KING} <= set(order)
    followers = {rank: (rank + step) % 13 if wraps else rank + step for rank in order}
    bare = [rank for rank in order if followers[rank] not in order]
    exceptions = [ends] if wraps else []
    if bare:
        exceptions.append(f"nothing goes on {_listed([_a(_RANK_WORDS[rank]) for rank in bare], 'or')}")
    return "; ".join(exceptions)


def _listed(words: list[str], conjunction: str) -> str:
    """Words as a list in a sentence."""
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def _a(rank: str) -> str:
    return f"{'an' if rank in ('ace', 'eight') else 'a'} {rank}"


def _moving(rules: Rules) -> str:
    top = "The top card of a column and of the waste may be moved"
    if rules.move == "single":
        return f"{top}, one card at a time."
    step = {"down": "one rank below", "up": "one rank above", "up-or-down": "next in rank to"}[rules.build_direction]
    sentence = (
        f"{top}. A run of face-up cards at a column's end, each {step} the one before and "
        f"{_BUILD_LONG[rules.in_run]}, may be moved together, or any part of it that ends with the top card"
    )
    return f"{sentence}, to an empty column only." if rules.sequence_to == "empty" else f"{sentence}."


def _empty_columns(rules: Rules) -> str:
    return {
        "any": "Any card that may move may fill an empty column.",
        "kings": "Only a king may fill an empty column.",
        "waste": "Only the top card of the waste may fill an empty column.",
        "auto": (
            "An empty column is filled at once with the top card of the waste, "
            f"or with {'a card drawn' if rules.draw == 1 else 'the last card of a draw'} where the waste is empty; "
            "once there is neither, any card that may move may fill it."
        ),
    }[rules.empty_columns]


def _cells(rules: Rules) -> str:
    if not rules.cells:
        return ""
    return (
        f"There {'is' if rules.cells == 1 else 'are'} {plural(rules.cells, 'cell')}: each holds one card, "
        "the top card of a column or of the waste, which may go on from there to a column or a foundation."
    )


def _stock(rules: Rules) -> str:
    if rules.draw == 1:
        sentence = (
            "Draw one card at a time from the stock to the waste, at any time; "
            "the stock's top card may also be played at once to a foundation or a column."
        )
    else:
        sentence = (
            f"Draw {rules.draw} cards at a time from the stock to the waste, one after another, "
            "or as many as are left; only the last of them is playable."
        )
    if rules.waste_refill:
        sentence += " Whenever the waste is empty it is refilled at once by a draw."
    if rules.redeals == 0:
        return f"{sentence} There is no redeal."
    many = {"unlimited": "as often as wished", 1: "once", 2: "twice"}.get(rules.redeals, f"{rules.redeals} times")
    return (
        f"{sentence} When the stock is empty the waste may be turned over, unshuffled, to be the stock again, {many}."
    )


def _redeals(rules: Rules) -> str:
    if rules.redeals == "unlimited":
        return "unlimited redeals"
    return "no redeal" if rules.redeals == 0 else plural(rules.redeals, "redeal")
