"""A variant's rules in words, made from its record."""

from __future__ import annotations

from typing import Any

import msgspec

from .cards import RANKS
from .rules import Build, Rules
from .text import plural

_BUILD = {
    "same-suit": "in suit",
    "alternate-color": "in alternate colors",
    "different-suit": "in different suits",
    "any-suit": "regardless of suit",
}
_BUILD_LONG = {
    "same-suit": "of the same suit",
    "alternate-color": "of the other color",
    "different-suit": "of any other suit",
    "any-suit": "of any suit",
}
_RANK_WORDS = dict(
    zip(
        RANKS,
        ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"),
        strict=True,
    )
)


def title(rules: Rules) -> str:
    """The variant's name as people write it."""
    return rules.title if isinstance(rules.title, str) else rules.name


def whole_record(rules: Rules) -> dict[str, Any]:
    """Every field of a rules record with its value, defaults spelled out; it can be read back as the same rules."""
    fields: dict[str, Any] = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    fields["format"] = Rules.TAG
    fields["title"] = title(rules)
    fields["aliases"] = list(rules.aliases)
    fields["foundation_base"] = RANKS[rules.base_rank]
    if rules.move == "sequence":
        fields["sequence"] = rules.in_run
    fields["foundation_wrap"] = rules.base_rank != 0
    return {name: value for name, value in fields.items() if value is not msgspec.UNSET}


def summary(rules: Rules) -> str:
    """The rules in one short line."""
    dealt = f"{plural(rules.columns, 'column')} of {rules.column_size}"
    if rules.face_down:
        dealt += f" ({rules.face_down} face down)"
    parts = [
        dealt,
        f"build down {_BUILD[rules.build]}",
        "move one card at a time" if rules.move == "single" else "move sequences",
        f"draw {rules.draw}",
        _redeals(rules),
    ]
    if rules.base_cards:
        parts.append(f"{_base(rules)}s set out")
    return "; ".join(parts)


def sentences(rules: Rules) -> list[str]:
    """The rules in plain sentences, good enough to play by."""
    told = [
        _pack(rules),
        _foundations(rules),
        _layout(rules),
        _building(rules.build, rules.tableau_wrap),
        _moving(rules),
        _empty_columns(rules),
        _stock(rules),
        f"The game is won when all {rules.pack_size} cards are on the foundations.",
    ]
    return [sentence for sentence in told if sentence]


def _base(rules: Rules) -> str:
    return _RANK_WORDS[RANKS[rules.base_rank]]


def _pack(rules: Rules) -> str:
    packs = {1: "one pack", 2: "two packs", 3: "three packs", 4: "four packs"}[rules.decks]
    return f"Played with {packs} of 52, {rules.pack_size} cards."


def _foundations(rules: Rules) -> str:
    count = rules.decks * 4
    last = _RANK_WORDS[RANKS[(rules.base_rank - 1) % 13]]
    wrap = ", the ace following the king" if rules.base_rank else ""
    told = (
        f"{count} foundations, {rules.decks} of each suit, are built up in suit from {_base(rules)} to {last}{wrap}."
    )
    if rules.base_cards:
        told += f" The {len(rules.base_cards)} {_base(rules)}s are set out there before dealing."
    if rules.take_back:
        return f"{told} A foundation's top card may be taken back to a column."
    return f"{told} Cards on a foundation stay there."


def _layout(rules: Rules) -> str:
    told = f"Deal {plural(rules.columns, 'column')} of {plural(rules.column_size, 'card')}, row by row"
    if rules.face_down:
        first = "first" if rules.face_down == 1 else f"first {rules.face_down}"
        told += f", the {first} of each face down and the rest face up"
    else:
        told += ", face up"
    if rules.initial_draw:
        told += f"; then turn {plural(rules.initial_draw, 'card')} to the waste"
    turned = " A face-down card that comes to lie on top is turned up at once." if rules.face_down else ""
    stock = {0: "no card is left for the stock", 1: "the last card is the stock"}.get(
        rules.stock_size, f"the other {rules.stock_size} cards are the stock"
    )
    return f"{told}; {stock}.{turned}"


def _building(build: Build, wrap: bool) -> str:
    ace = "a king may go on an ace" if wrap else "nothing goes on an ace"
    return f"In the columns a card may be put on one that is one rank higher and {_BUILD_LONG[build]}; {ace}."


def _moving(rules: Rules) -> str:
    top = "The top card of a column and of the waste may be moved"
    if rules.move == "single":
        return f"{top}, one card at a time."
    return (
        f"{top}. A run of face-up cards at a column's end, each one rank below the one before and "
        f"{_BUILD_LONG[rules.in_run]}, may be moved together, or any part of it that ends with the top card."
    )


def _empty_columns(rules: Rules) -> str:
    return {
        "any": "Any card that may move may fill an empty column.",
        "kings": "Only a king may fill an empty column.",
        "waste": "Only the top card of the waste may fill an empty column.",
        "auto": (
            "An empty column is filled at once with the top card of the waste, or with a card drawn where the waste "
            "is empty; once there is neither, any card that may move may fill it."
        ),
    }[rules.empty_columns]


def _stock(rules: Rules) -> str:
    if rules.draw == 1:
        told = (
            "Draw one card at a time from the stock to the waste, at any time; "
            "the stock's top card may also be played at once to a foundation or a column."
        )
    else:
        told = (
            f"Draw {rules.draw} cards at a time from the stock to the waste, one after another, "
            "or as many as are left; only the last of them is playable."
        )
    if rules.redeals == 0:
        return f"{told} There is no redeal."
    many = {"unlimited": "as often as wished", 1: "once", 2: "twice"}.get(rules.redeals, f"{rules.redeals} times")
    return f"{told} When the stock is empty the waste may be turned over, unshuffled, to be the stock again, {many}."


def _redeals(rules: Rules) -> str:
    if rules.redeals == "unlimited":
        return "unlimited redeals"
    return "no redeal" if rules.redeals == 0 else plural(rules.redeals, "redeal")
