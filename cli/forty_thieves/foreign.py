"""Other programs' files: pure functions between their texts and our deals and rules.

Three formats: the deals and the rules of Solvitaire, both JSON, and the text boards that pysol_cards prints and
fc-solve reads. What can't be told in the other format is refused with ``not-expressible``, and never dropped; only
the seed and the shuffle of a deal and the names of rules are left out, as the cards and the rules stand without them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from msgspec import UNSET, Struct

from .cards import NAMES, RANKS, SUITS, parse_card, serialise_cards
from .deals import Deal, deal_from_record
from .documents import JsonDocument, Place
from .foundations import piles_of
from .problems import Fault, Path
from .records import DealRecord, described
from .rules import DEALT, Build, EmptyColumns, Rules
from .text import line_and_column, plural, quoted, suggestion


class _Card(Struct, frozen=True):
    """A card as a file has it.

    Attributes:
        card: the card.
        marked: whether it is marked as lying face down.
        place: gives its place in the file.
    """

    card: int
    marked: bool
    place: Callable[[], Place]


class _Pile(Struct, frozen=True):
    """Cards as a file has them, in its order, and what gives the place of the whole."""

    cards: list[_Card]
    place: Callable[[], Place]

    @property
    def text(self) -> str:
        """The cards as our records have them."""
        return serialise_cards(laid.card for laid in self.cards)


class _Layout(Struct, frozen=True):
    """A deal as a file has it; the cells or the foundations are None where it says nothing of them."""

    columns: list[_Pile]
    stock: _Pile
    place: Callable[[], Place]
    cells: _Pile | None = None
    foundations: _Pile | None = None


def _checked(layout: _Layout, rules: Rules) -> Deal:
    """The deal that a file tells.

    Foundations of which the file says nothing hold what the rules set out.

    Raises:
        Fault: ``wrong-pack`` or ``wrong-layout``, with the place; a mark for face-down cards that is missing or too
            many is a ``wrong-layout`` too.
    """
    foundations, cells = layout.foundations, layout.cells
    record = DealRecord(
        rules=rules,
        tableau=[column.text for column in layout.columns],
        stock=layout.stock.text,
        foundations=serialise_cards(rules.base_cards) if foundations is None else foundations.text,
        cells=UNSET if cells is None else cells.text,
    )
    try:
        deal = deal_from_record(record)
    except Fault as fault:
        fault.place = _place_of(fault, layout, rules)
        fault.path = ()
        raise
    for number, column in enumerate(layout.columns, 1):
        for laid, face in zip(column.cards, rules.faces, strict=False):
            if laid.marked != (face == "D"):
                marked, dealt = ("down", "up") if laid.marked else ("up", "down")
                message = (
                    f"{NAMES[laid.card]} in column {number} is marked as lying face {marked}: "
                    f"{rules.name} deals it face {dealt}"
                )
                raise Fault("wrong-layout", message, place=laid.place())
    return deal


def _place_of(fault: Fault, layout: _Layout, rules: Rules) -> Place | None:
    """The place in the file of what is wrong with the record made from it; None where it is the rules."""
    if fault.code == "wrong-pack":
        surplus = _surplus_card(layout, rules)
        return surplus.place() if surplus else layout.place()
    pile: _Pile | None = None
    match fault.path:
        case ("rules", *_):
            return None
        case ("tableau", int(number)):
            pile = layout.columns[number]
        case ("tableau",) if len(layout.columns) > rules.columns:
            pile = layout.columns[rules.columns]
        case ("cells",):
            pile = layout.cells
        case ("foundations",):
            pile = layout.foundations
    return (layout if pile is None else pile).place()


def _surplus_card(layout: _Layout, rules: Rules) -> _Card | None:
    """The first card of the file that the pack does not have, or no longer has."""
    left = [0] * len(NAMES)
    for card in rules.whole_pack:
        left[card] += 1
    if layout.foundations is None:
        for card in rules.base_cards:
            left[card] -= 1
    others = [pile for pile in (layout.foundations, layout.cells, layout.stock) if pile is not None]
    for pile in (*layout.columns, *others):
        for laid in pile.cards:
            left[laid.card] -= 1
            if left[laid.card] < 0:
                return laid
    return None


_PLACES = {
    "initial_draw": "cards in the waste",
    "cells_dealt": "cards in cells",
    "deal_play": "cards that go to the foundations during the deal",
    "foundation_base": "the card that sets the base of the foundations",
}


def _check_deal_told(rules: Rules, format_name: str, *untold: str) -> None:
    """Check that rules do not deal cards to where a format has no place for them.

    Raises:
        Fault: ``not-expressible``, naming the field of the rules.
    """
    for field in untold:
        value = getattr(rules, field)
        if value not in (0, "none") if field != "foundation_base" else value == DEALT:
            message = f"{format_name} has no place for {_PLACES[field]}: {rules.name} has {field} {value}"
            raise Fault("not-expressible", message)


# Solvitaire's deals

_TABLEAU, _STOCK = "tableau piles", "stock"
_SOLVITAIRE_RANKS = tuple("10" if rank == "T" else rank for rank in RANKS)
_SOLVITAIRE_CARDS = {
    rank + mark(suit): (number * 13 + at, mark is str.lower)
    for number, suit in enumerate(SUITS)
    for at, rank in enumerate(_SOLVITAIRE_RANKS)
    for mark in (str.upper, str.lower)
}


def interpret_solvitaire_deal(text: str, rules: Rules) -> Deal:
    """The deal that a deal file of Solvitaire tells.

    What the rules set out on the foundations is taken to lie there. Face-down marks in the columns must be those of
    the rules; in the stock, which lies face down anyway, they may be there or not. Whether Solvitaire itself can play
    by these rules is not checked.

    Args:
        text: the file.
        rules: the rules it is played by, which the file does not name.

    Raises:
        Fault: the file is malformed, has other fields, or cards that are no cards, no whole pack, or lie otherwise
            than the rules deal them; ``not-expressible`` where the rules deal cards to where the file has no place.
    """
    _check_solvitaire_deal_told(rules)
    document, data = _json_object(text, f"with '{_TABLEAU}' and '{_STOCK}'")
    _check_keys(document, data, (_TABLEAU, _STOCK))
    if _STOCK not in data and not rules.stock_size:
        data = {**data, _STOCK: []}
    for key in (_TABLEAU, _STOCK):
        if key not in data:
            raise Fault("missing-field", f"the field '{key}' is missing", place=document.locate())
    columns = _json_list(document, data[_TABLEAU], (_TABLEAU,))
    stock = _solvitaire_pile(document, data[_STOCK], (_STOCK,))
    layout = _Layout(
        columns=[_solvitaire_pile(document, pile, (_TABLEAU, number)) for number, pile in enumerate(columns)],
        stock=_Pile(stock.cards[::-1], stock.place),
        place=partial(document.locate, (_TABLEAU,)),
    )
    return _checked(layout, rules)


def serialise_solvitaire_deal(deal: Deal) -> str:
    """The deal as a deal file of Solvitaire, the reverse of :func:`interpret_solvitaire_deal`.

    Seed, shuffle and rules have no place in it. Whether Solvitaire can play by the rules is not checked.

    Raises:
        Fault: ``not-expressible``, where cards lie elsewhere than in columns and stock, but for those that the rules
            set out on the foundations.
    """
    rules = deal.rules
    _check_solvitaire_deal_told(rules)
    columns = [
        [_solvitaire_name(card, face == "D") for card, face in zip(column, rules.faces, strict=True)]
        for column in deal.columns
    ]
    rows = ",\n".join(f"    {json.dumps(column)}" for column in columns)
    stock = json.dumps([_solvitaire_name(card, False) for card in reversed(deal.stock)])
    return f'{{\n  "{_TABLEAU}": [\n{rows}\n  ],\n  "{_STOCK}": {stock}\n}}\n'


def _check_solvitaire_deal_told(rules: Rules) -> None:
    _check_deal_told(
        rules, "a deal file of Solvitaire", "initial_draw", "cells_dealt", "deal_play", "foundation_base"
    )


def _solvitaire_name(card: int, face_down: bool) -> str:
    suit = SUITS[card // 13]
    return _SOLVITAIRE_RANKS[card % 13] + (suit.lower() if face_down else suit)


def _solvitaire_pile(document: JsonDocument, value: object, path: Path) -> _Pile:
    words = _json_list(document, value, path)
    cards = [_solvitaire_card(document, word, (*path, number)) for number, word in enumerate(words)]
    return _Pile(cards, partial(document.locate, path))


def _solvitaire_card(document: JsonDocument, word: object, path: Path) -> _Card:
    if not isinstance(word, str):
        message = f'a card is {described(word)}: expected a text, as in "10S"'
        raise Fault("wrong-type", message, place=document.locate(path))
    found = _SOLVITAIRE_CARDS.get(word)
    if found is None:
        message = (
            f"{quoted(word)} is no card: a rank ({' '.join(_SOLVITAIRE_RANKS)}) and a suit ({' '.join(SUITS)}, "
            "in lower case where the card lies face down), as in 10S"
        )
        raise Fault("bad-card", message, place=document.locate(path))
    return _Card(*found, partial(document.locate, path))


# JSON of other programs


def _json_object(text: str, expected: str) -> tuple[JsonDocument, dict[str, Any]]:
    """A text's one JSON object, and what knows the places in it.

    Raises:
        Fault: ``empty``, ``syntax``, ``duplicate-key``, ``too-deep``, or ``wrong-type`` where it is no object.
    """
    if not text.strip(" \t\r\n"):
        raise Fault("empty", "there is nothing in the text", place=(1, 1))
    document = JsonDocument(text.encode(errors="surrogatepass"))
    data = document.data()
    if not isinstance(data, dict):
        message = f"the JSON is {described(data)}: expected an object {expected}"
        raise Fault("wrong-type", message, place=document.locate())
    return document, data


def _json_list(document: JsonDocument, value: object, path: Path) -> list[object]:
    if not isinstance(value, list):
        name = f"'{path[0]}'" if len(path) == 1 else f"an element of '{path[0]}'"
        message = f"{name} is {described(value)}: expected a list"
        raise Fault("wrong-type", message, place=document.locate(path))
    return value


def _check_keys(document: JsonDocument, data: dict[str, Any], known: tuple[str, ...], *path: str) -> None:
    for key in data:
        if key not in known:
            near = suggestion(key, known) or f"; there are {', '.join(known)}"
            of = f" of '{path[0]}'" if path else ""
            message = f"{quoted(key)} is no field{of} that is known here{near}"
            raise Fault("unknown-field", message, place=document.locate((*path, key), on_key=True))


# Solvitaire's rules

_Values = dict[tuple[str, ...], Any]
"""The fields of a rules file by their names: the section's and the field's, or one name at the top level."""

_COUNT, _BUILD_POLICY = (_TABLEAU, "count"), (_TABLEAU, "build policy")
_SPACES, _DIAGONAL = (_TABLEAU, "spaces policy"), (_TABLEAU, "diagonal deal")
_MOVE, _MOVE_POLICY = (_TABLEAU, "move built group"), (_TABLEAU, "move built group policy")
_FACES = (_TABLEAU, "face up cards")
_PRESENT, _INITIAL = ("foundations", "present"), ("foundations", "initial cards")
_BASE, _REMOVABLE = ("foundations", "base card"), ("foundations", "removable")
_COMPLETE = ("foundations", "only complete pile moves")
_MAX_RANK, _HOLE, _TWO_DECKS = ("max rank",), ("hole",), ("two decks",)
_CELLS, _PRE_FILLED = ("cells", "count"), ("cells", "pre-filled")
_STOCK_SIZE, _DEAL_TYPE = (_STOCK, "size"), (_STOCK, "deal type")
_DEAL_COUNT, _REDEAL = (_STOCK, "deal count"), (_STOCK, "redeal")
_RESERVE, _STACKED = ("reserve", "size"), ("reserve", "stacked")

_DEFAULTS: _Values = {
    _COUNT: 8,
    _BUILD_POLICY: "any-suit",
    _SPACES: "any",
    _DIAGONAL: False,
    _MOVE: "no",
    _MOVE_POLICY: "same-as-build",
    _FACES: "all",
    _PRESENT: True,
    _INITIAL: "none",
    _BASE: "A",
    _REMOVABLE: False,
    _COMPLETE: False,
    _MAX_RANK: 13,
    _HOLE: False,
    _TWO_DECKS: False,
    _CELLS: 0,
    _PRE_FILLED: 0,
    _STOCK_SIZE: 0,
    _DEAL_TYPE: "waste",
    _DEAL_COUNT: 1,
    _REDEAL: False,
    _RESERVE: 0,
    _STACKED: False,
}
"""Every field of a rules file, in the order in which they are written, with the value of one that is not there."""

_BUILDS: dict[str, Build] = {"any-suit": "any-suit", "red-black": "alternate-color", "same-suit": "same-suit"}
_EMPTY_COLUMNS: dict[str, EmptyColumns] = {"any": "any", "kings": "kings", "auto-waste-then-stock": "auto"}

_CHOICES: dict[tuple[str, ...], tuple[str, ...]] = {
    _BUILD_POLICY: (*_BUILDS, "no-build"),
    _SPACES: (*_EMPTY_COLUMNS, "no-build", "auto-reserve-then-waste", "auto-reserve-then-deck"),
    _MOVE_POLICY: ("same-as-build", *_BUILDS, "no-build"),
    _FACES: ("all", "top"),
    _INITIAL: ("none", "one", "all"),
    _BASE: (*_SOLVITAIRE_RANKS, "random"),
    _DEAL_TYPE: ("waste", _TABLEAU, "hole"),
}
"""The words of each field that has words, as far as all of them are known."""

_ONLY: _Values = {
    _DIAGONAL: (False,),
    _BUILD_POLICY: tuple(_BUILDS),
    _SPACES: tuple(_EMPTY_COLUMNS),
    _MOVE: ("no", "yes"),
    _MOVE_POLICY: ("same-as-build", *_BUILDS),
    _PRESENT: (True,),
    _INITIAL: ("none", "all"),
    _BASE: ("A",),
    _COMPLETE: (False,),
    _HOLE: (False,),
    _DEAL_TYPE: ("waste",),
    _RESERVE: (0,),
}
"""The values that our rules can express, for each field that has others."""

_FIELD_PLACES: dict[str, tuple[str, ...]] = {
    "columns": _COUNT,
    "draw": _DEAL_COUNT,
    "cells": _CELLS,
    "cells_dealt": _PRE_FILLED,
}
"""Where a field of our rules that may be out of range stands in a rules file."""


def interpret_solvitaire_rules(text: str) -> Rules:
    """The rules that a rules file of Solvitaire tells; they have no name of their own.

    The columns are as high as the cards that the stock leaves allow. What Solvitaire makes of fields that have no
    effect beside others is not asked.

    Raises:
        Fault: the file is malformed, or has unknown fields or values; ``not-expressible`` where our rules can't
            tell a value; ``bad-rules`` where the rules can't be dealt.
    """
    document, data = _json_object(text, "of rules")
    values = {**_DEFAULTS, **_read_values(document, data)}

    def refuse(field: tuple[str, ...], reason: str, code: str = "not-expressible") -> Fault:
        message = f"{_told(field, values[field])}: {reason}"
        return Fault(code, message, place=document.locate(field))

    for field, expressible in _ONLY.items():
        if values[field] not in expressible:
            raise refuse(field, f"our rules have only {' or '.join(map(_json, expressible))}")
    if not 1 <= values[_MAX_RANK] <= len(RANKS):
        raise refuse(_MAX_RANK, f"it must be from 1 to {len(RANKS)}", "bad-value")
    if not values[_COUNT]:
        raise refuse(_COUNT, "our rules have at least one column")
    if values[_MOVE] == "no" and values[_MOVE_POLICY] != "same-as-build":
        raise refuse(_MOVE_POLICY, "no group ever moves where 'move built group' is \"no\"; leave it out")
    size, left_over = _column_size(values)
    if size < 0:
        raise refuse(_STOCK_SIZE, "with the cards in cells and on foundations it is more than the pack", "bad-rules")
    if left_over:
        reason = f"it leaves columns of {size} and of {plural(size + 1, 'card')}; ours are dealt alike"
        raise refuse(_STOCK_SIZE, reason)
    top = values[_FACES] == "top" and size > 0
    try:
        rules = Rules(
            decks=2 if values[_TWO_DECKS] else 1,
            ranks=RANKS[: values[_MAX_RANK]],
            columns=values[_COUNT],
            face_down=size - 1 if top else 0,
            face_up=1 if top else size,
            build=_BUILDS[values[_BUILD_POLICY]],
            move="sequence" if values[_MOVE] == "yes" else "single",
            sequence=UNSET if values[_MOVE_POLICY] == "same-as-build" else _BUILDS[values[_MOVE_POLICY]],
            draw=values[_DEAL_COUNT],
            redeals="unlimited" if values[_REDEAL] else 0,
            foundations_start="base" if values[_INITIAL] == "all" else "empty",
            take_back=values[_REMOVABLE],
            empty_columns=_EMPTY_COLUMNS[values[_SPACES]],
            cells=values[_CELLS],
            cells_dealt=values[_PRE_FILLED],
        )
    except Fault as fault:
        fault.place = document.locate(_FIELD_PLACES.get(str(fault.path[0]), ()))
        fault.path = ()
        raise
    unclear = _unclear(rules)
    if unclear:
        raise refuse(_UNCLEAR_PLACES[unclear[0]], unclear[1])
    return rules


def serialise_solvitaire_rules(rules: Rules) -> str:
    """The rules as a rules file of Solvitaire, every field of it; names and title have no place there.

    Raises:
        Fault: ``not-expressible``, its path the field of the rules that the file can't tell.
    """
    _check_rules_told(rules)
    builds = {ours: theirs for theirs, ours in _BUILDS.items()}
    spaces = {ours: theirs for theirs, ours in _EMPTY_COLUMNS.items()}
    values = {
        **_DEFAULTS,
        _COUNT: rules.columns,
        _BUILD_POLICY: builds[rules.build],
        _SPACES: spaces[rules.empty_columns],
        _MOVE: "yes" if rules.move == "sequence" else "no",
        _MOVE_POLICY: "same-as-build" if rules.in_run == rules.build else builds[rules.in_run],
        _FACES: "top" if "D" in rules.faces else "all",
        _INITIAL: "all" if rules.foundations_start == "base" else "none",
        _REMOVABLE: rules.take_back,
        _MAX_RANK: len(rules.ranks),
        _TWO_DECKS: rules.decks == 2,
        _CELLS: rules.cells,
        _PRE_FILLED: rules.cells_dealt,
        _STOCK_SIZE: rules.stock_size,
        _DEAL_COUNT: rules.draw,
        _REDEAL: rules.redeals == "unlimited",
    }
    nested: dict[str, Any] = {}
    for (*section, name), value in values.items():
        (nested.setdefault(section[0], {}) if section else nested)[name] = value
    return json.dumps(nested, indent=2) + "\n"


def _check_rules_told(rules: Rules) -> None:
    """Check that a rules file of Solvitaire can tell each field of the rules.

    Raises:
        Fault: ``not-expressible``.
    """
    faces = rules.faces
    told: tuple[tuple[str, bool], ...] = (
        ("decks", rules.decks <= 2),
        ("ranks", RANKS.startswith(rules.ranks)),
        ("face_down", rules.face_pattern is not UNSET or "D" not in faces or faces.count("U") == 1),
        ("face_pattern", "D" not in faces or (faces.count("U") == 1 and faces.endswith("U"))),
        ("build", rules.build in _BUILDS.values()),
        ("build_direction", rules.build_direction == "down"),
        ("sequence", rules.in_run == rules.build or rules.in_run in _BUILDS.values()),
        ("sequence_to", rules.sequence_to == "any"),
        ("redeals", rules.redeals in (0, "unlimited")),
        ("waste_refill", not rules.waste_refill),
        ("foundation_base", rules.base_rank == 0),
        ("foundation_build", rules.foundation_build == "same-suit"),
        ("deal_play", rules.deal_play == "none"),
        ("empty_columns", rules.empty_columns in _EMPTY_COLUMNS.values()),
        ("initial_draw", not rules.initial_draw),
        ("tableau_wrap", not rules.tableau_wrap),
    )
    for field, expressible in told:
        if not expressible:
            message = f"a rules file of Solvitaire can't tell {field} {_json(getattr(rules, field))}"
            raise Fault("not-expressible", message, path=(field,))
    unclear = _unclear(rules)
    if unclear:
        field, reason = unclear
        message = f"a rules file of Solvitaire can't tell {field} {_json(getattr(rules, field))}: {reason}"
        raise Fault("not-expressible", message, path=(field,))


_UNCLEAR_PLACES = {"empty_columns": _SPACES, "take_back": _REMOVABLE}


def _unclear(rules: Rules) -> tuple[str, str] | None:
    """A field that a rules file tells, and why it does not mean the same to both programs beside another one."""
    if rules.empty_columns == "auto" and rules.draw != 1:
        return "empty_columns", "with several cards in a draw, the next one of the stock is not the one drawn last"
    if rules.empty_columns == "kings" and rules.ranks[-1] != "K":
        return "empty_columns", "the pack has no kings"
    if rules.take_back and rules.foundations_start == "base":
        return "take_back", "the file does not say whether cards that were set out may be taken back"
    if rules.take_back and rules.cells:
        return "take_back", "the file does not say whether cards may be taken back to a cell"
    return None


def _column_size(values: _Values) -> tuple[int, int]:
    """The cards of each column by a rules file, and the columns that get one more; negative where none are left."""
    suits = len(SUITS) * (2 if values[_TWO_DECKS] else 1)
    set_out = suits if values[_INITIAL] == "all" else 0
    left = suits * values[_MAX_RANK] - set_out - values[_STOCK_SIZE] - values[_PRE_FILLED]
    size, left_over = divmod(left, values[_COUNT])
    return size, left_over


def _read_values(document: JsonDocument, data: dict[str, Any]) -> _Values:
    """The fields that a rules file has, each of its type and one of its words.

    Raises:
        Fault: ``unknown-field``, ``wrong-type`` or ``bad-value``.
    """
    _check_keys(document, data, tuple(dict.fromkeys(field[0] for field in _DEFAULTS)))
    values: _Values = {}
    for key, given in data.items():
        if (key,) in _DEFAULTS:
            values[key,] = given
            continue
        if not isinstance(given, dict):
            message = f"'{key}' is {described(given)}: expected an object"
            raise Fault("wrong-type", message, place=document.locate((key,)))
        _check_keys(document, given, tuple(field[1] for field in _DEFAULTS if field[0] == key), key)
        values |= {(key, name): value for name, value in given.items()}
    for field, value in values.items():
        _check_value(document, field, value)
    return values


_TYPES: dict[type, str] = {bool: "true or false", int: "a whole number", str: "a text"}


def _check_value(document: JsonDocument, field: tuple[str, ...], value: object) -> None:
    expected = type(_DEFAULTS[field])
    name = " / ".join(field)
    if type(value) is not expected:
        message = f"'{name}' is {described(value)}: expected {_TYPES[expected]}"
        raise Fault("wrong-type", message, place=document.locate(field))
    if isinstance(value, int) and value < 0:
        raise Fault("bad-value", f"'{name}' is {value}: it can't be negative", place=document.locate(field))
    choices = _CHOICES.get(field)
    if choices and value not in choices:
        message = f"'{name}' is {quoted(str(value))}: expected {', '.join(choices)}"
        raise Fault("bad-value", message, place=document.locate(field))


def _told(field: tuple[str, ...], value: object) -> str:
    return f"'{' / '.join(field)}' is {quoted(value) if isinstance(value, str) else _json(value)}"


def _json(value: object) -> str:
    return json.dumps(value)


# Text boards

_FOUNDATIONS, _TALON, _FREECELLS, _COLUMN = "Foundations", "Talon", "Freecells", ""
_HEADS = (_FOUNDATIONS, _TALON, _FREECELLS)
_BOARD_SUITS = (2, 0, 1, 3)
"""The suits in the order in which boards have the foundations: hearts, clubs, diamonds, spades."""

_BOARD_RANKS = _SOLVITAIRE_RANKS
_LINE_END = re.compile(r"\r\n|\r|\n")
_HEAD = re.compile(r"[ \t]*([^ \t:]*):")
_WORD = re.compile(r"[^ \t]+")
_FOUNDATION = re.compile(r"([CDHS])-(0|10|[A2-9TJQK])")
_FREE = "-"


class _Line(Struct, frozen=True):
    """A line of a board.

    Attributes:
        head: the word before the colon; empty for a column.
        words: each word behind it and its offset in the text.
        offset: where the line starts.
        blank: whether there is nothing on it, not even a colon.
    """

    head: str
    words: list[tuple[str, int]]
    offset: int
    blank: bool = False


def interpret_board(text: str, rules: Rules) -> Deal:
    """The deal that a text board tells.

    A board without a line for the foundations has there what the rules set out. Face-down marks in the columns must
    be those of the rules; in the stock, which lies face down anyway, they may be there or not. Blank lines count
    only where the rules can leave a column without cards. Whether the program that printed the board plays by these
    rules is not checked.

    Args:
        text: the board, the lines in any order but for the columns.
        rules: the rules it is played by, which the board does not name.

    Raises:
        Fault: a line is malformed or comes twice, or cards are no cards, no whole pack, or lie otherwise than the
            rules deal them, each with its place; ``not-expressible`` where the rules deal cards to where a board has
            no place.
    """
    _check_deal_told(rules, "a text board", "initial_draw")
    if not text.strip(" \t\r\n"):
        raise Fault("empty", "there is nothing in the text", place=(1, 1))
    headed: dict[str, _Line] = {}
    column_lines: list[_Line] = []
    for line in map(partial(_board_line, text), _lines(text)):
        if line.head == _COLUMN:
            column_lines.append(line)
        elif line.head in headed:
            message = f"the board has two lines '{line.head}:'"
            raise Fault("duplicate-key", message, place=line_and_column(text, line.offset))
        else:
            headed[line.head] = line
    founded = _board_foundations(text, headed.get(_FOUNDATIONS), rules)
    cells = _board_cells(text, headed.get(_FREECELLS), rules)
    stock = _board_pile(text, headed.get(_TALON, _Line(_TALON, [], 0)))
    columns = [_board_pile(text, line) for line in _column_lines(column_lines, rules)]
    place = partial(line_and_column, text, column_lines[0].offset if column_lines else 0)
    return _checked(_Layout(columns, stock, place, cells, founded), rules)


def serialise_board(deal: Deal) -> str:
    """The deal as pysol_cards prints its boards, the reverse of :func:`interpret_board`.

    Seed, shuffle and rules have no place in it.

    Raises:
        Fault: ``not-expressible``, where there are cards in the waste, or on foundations that are not built in suit
            more than one card.
    """
    rules = deal.rules
    _check_deal_told(rules, "a text board", "initial_draw")
    lines = []
    if deal.stock:
        lines.append(f"{_TALON}: {_board_names(deal.stock)}")
    tops = _foundation_tops(deal)
    if tops:
        lines.append(f"{_FOUNDATIONS}: {' '.join(tops)}")
    if deal.cells:
        free = [_FREE] * (rules.cells - len(deal.cells))
        lines.append(f"{_FREECELLS}: {' '.join([_board_names(deal.cells), *free])}")
    for column in deal.columns:
        lines.append(_board_names(column, rules.faces))
    return "".join(f"{line}\n" for line in lines)


def _board_names(cards: list[int], faces: str = "") -> str:
    """Cards as a board has them; ``faces`` may say with a letter D which of them lie face down."""
    names = [_BOARD_RANKS[card % 13] + SUITS[card // 13] for card in cards]
    return " ".join(f"<{name}>" if faces[at : at + 1] == "D" else name for at, name in enumerate(names))


def _foundation_tops(deal: Deal) -> list[str]:
    """The foundations that have cards, as suit and highest rank, one of each suit and then the next of each."""
    rules = deal.rules
    piles = piles_of(rules, deal.base_rank, deal.on_foundations)
    if rules.foundation_build != "same-suit" and any(len(pile) > 1 for pile in piles):
        message = f"a text board can't tell what lies on foundations that are built by {rules.foundation_build}"
        raise Fault("not-expressible", message)
    in_order = [piles[suit * rules.decks + copy] for copy in range(rules.decks) for suit in _BOARD_SUITS]
    return [f"{SUITS[pile[0] // 13]}-{_BOARD_RANKS[pile[-1] % 13]}" for pile in in_order if pile]


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends, its line end left out; a line end at the end of the text starts no line."""
    start = 0
    for end in _LINE_END.finditer(text):
        yield start, end.start()
        start = end.end()
    if start < len(text):
        yield start, len(text)


def _board_line(text: str, bounds: tuple[int, int]) -> _Line:
    start, end = bounds
    found = _HEAD.match(text, start, end)
    head = found[1] if found else _COLUMN
    if head not in (*_HEADS, _COLUMN):
        assert found is not None
        near = suggestion(head, _HEADS) or f"; a line starts with a card, or with {', '.join(_HEADS)} and a colon"
        message = f"{quoted(head + ':')} starts no line of a board{near}"
        raise Fault("syntax", message, place=line_and_column(text, found.start(1)))
    words = [(word[0], word.start()) for word in _WORD.finditer(text, found.end() if found else start, end)]
    return _Line(head, words, start, not (found or words))


def _column_lines(lines: list[_Line], rules: Rules) -> list[_Line]:
    """The lines that are columns: without blank ones, where the rules leave no column without cards.

    Elsewhere blank lines at the end that are too many are left out.
    """
    if rules.column_size and rules.deal_play != "rows":
        return [line for line in lines if not line.blank]
    last = len(lines)
    while last > rules.columns and lines[last - 1].blank:
        last -= 1
    return lines[:last]


def _board_pile(text: str, line: _Line) -> _Pile:
    cards = [_board_card(text, word, offset) for word, offset in line.words]
    return _Pile(cards, partial(line_and_column, text, line.offset))


def _board_card(text: str, word: str, offset: int) -> _Card:
    marked = len(word) > 2 and word[0] == "<" and word[-1] == ">"
    try:
        card = parse_card(word[1:-1] if marked else word)
    except ValueError as error:
        message = str(error)
        if not marked and ("<" in word or ">" in word):
            message = f"{quoted(word)} is no card: one that lies face down is in angle brackets, as in <TS>"
        raise Fault("bad-card", message, place=line_and_column(text, offset + marked)) from None
    return _Card(card, marked, partial(line_and_column, text, offset))


def _board_cells(text: str, line: _Line | None, rules: Rules) -> _Pile | None:
    """The cards of the line of the cells, of which the first ones must be those with a card."""
    if line is None:
        return None
    words = line.words
    if len(words) > rules.cells:
        message = f"there are {plural(len(words), 'cell')}: {rules.name} has {rules.cells}"
        raise Fault("wrong-layout", message, place=line_and_column(text, words[rules.cells][1]))
    taken = next((at for at, (word, _) in enumerate(words) if word == _FREE), len(words))
    for word, offset in words[taken:]:
        if word != _FREE:
            message = f"there is {quoted(word)} behind a free cell: {rules.name} deals to the first cells"
            raise Fault("wrong-layout", message, place=line_and_column(text, offset))
    pile = _board_pile(text, _Line(line.head, words[:taken], line.offset))
    for laid in pile.cards:
        if laid.marked:
            message = f"{NAMES[laid.card]} is marked as lying face down: cards in cells lie face up"
            raise Fault("wrong-layout", message, place=laid.place())
    return pile if rules.cells else None


def _board_foundations(text: str, line: _Line | None, rules: Rules) -> _Pile | None:
    """The cards that the line of the foundations tells, one foundation after another, suit by suit."""
    if line is None:
        return None
    by_suit: list[list[list[_Card]]] = [[] for _ in SUITS]
    for word, offset in line.words:
        place = partial(line_and_column, text, offset)
        found = _FOUNDATION.fullmatch(word)
        if not found:
            message = f"{quoted(word)} is no foundation: a suit and the highest rank on it, as in H-A, or H-0"
            raise Fault("syntax", message, place=place())
        suit = SUITS.index(found[1])
        if len(by_suit[suit]) == rules.decks:
            message = f"there are more than {plural(rules.decks, 'foundation')} of {SUITS[suit]}"
            raise Fault("wrong-layout", message, place=place())
        cards = [] if found[2] == "0" else _cards_up_to(parse_card(found[2] + found[1]), rules, place)
        by_suit[suit].append([_Card(card, False, place) for card in cards])
    cards_there = chain.from_iterable(chain.from_iterable(by_suit))
    return _Pile(list(cards_there), partial(line_and_column, text, line.offset))


def _cards_up_to(card: int, rules: Rules, place: Callable[[], Place]) -> list[int]:
    """The cards of a foundation whose top card that is; where the deal sets the base, it has no other card.

    Raises:
        Fault: ``wrong-layout`` where the pack has no such card, ``not-expressible`` where the cards below it can't
            be known, as they are of several suits.
    """
    suit, rank = divmod(card, 13)
    order = rules.rank_order
    if rank not in order:
        raise Fault("wrong-layout", f"the pack has only the ranks {' '.join(rules.ranks)}", place=place())
    if rules.base_rank is None:
        return [card]
    start = order.index(rules.base_rank)
    ranks = order[start:] + order[:start]
    below = ranks[: ranks.index(rank) + 1]
    if len(below) > 1 and rules.foundation_build != "same-suit":
        message = (
            f"which cards lie below {NAMES[card]} can't be told: foundations are built by {rules.foundation_build}"
        )
        raise Fault("not-expressible", message, place=place())
    return [suit * 13 + each for each in below]
