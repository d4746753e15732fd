"""Solvitaire's files, both JSON: its deals, and its rules as far as ours can be said in them.

After the published documentation of Solvitaire (Blake and Gent). Whether that program can play what is written is not
checked.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from msgspec import UNSET

from forty_thieves.formats.json import JsonDocument
from forty_thieves.game.cards import RANKS, SUITS
from forty_thieves.game.deal import Deal
from forty_thieves.game.lookups import Build
from forty_thieves.game.rules import EmptyColumns, Rules
from forty_thieves.problems import Fault, Path
from forty_thieves.records.plain import described
from forty_thieves.text import plural, quoted, suggestion

from .layout import RANK_NAMES, ForeignCard, Layout, Pile, check_deal_expressible, checked

# Solvitaire's deals

_TABLEAU, _STOCK = "tableau piles", "stock"
_SOLVITAIRE_CARDS = {
    rank + mark(suit): (number * 13 + at, mark is str.lower)
    for number, suit in enumerate(SUITS)
    for at, rank in enumerate(RANK_NAMES)
    for mark in (str.upper, str.lower)
}


def is_solvitaire_deal(text: str) -> bool:
    """Whether a file of Solvitaire is a deal: there the tableau piles are lists of cards, in rules a set of fields.

    Raises:
        Fault: the file is no JSON.
    """
    data = JsonDocument(text.encode()).data()
    return (
        not isinstance(data, dict)
        or isinstance(data.get(_TABLEAU), list)
        or (_STOCK in data and isinstance(data[_STOCK], list))
    )


def interpret_solvitaire_deal(text: str, rules: Rules) -> Deal:
    """The deal that a deal file of Solvitaire tells.

    What the rules set out on the foundations is taken to lie there. Face-down marks in the columns must be those of
    the rules; in the stock, which lies face down anyway, they may be there or not. Whether Solvitaire itself can play
    by these rules is not checked.

    Args:
        text: the file.
        rules: the rules it is played by, which the file does not name.

    Raises:
        Fault: the file is malformed or has other fields; its cards are not a whole pack, or lie otherwise than the
            rules deal them; ``not-expressible`` where the rules deal cards to where the file has no place.
    """
    _check_deal_expressible(rules)
    document, data = _json_object(text, f"with '{_TABLEAU}' and '{_STOCK}'")
    _check_keys(document, data, (_TABLEAU, _STOCK))
    if _STOCK not in data and not rules.stock_size:
        data = {**data, _STOCK: []}
    for key in (_TABLEAU, _STOCK):
        if key not in data:
            raise Fault("missing-field", f"the field '{key}' is missing", place=document.locate())
    columns = _json_list(document, data[_TABLEAU], (_TABLEAU,))
    stock = _solvitaire_pile(document, data[_STOCK], (_STOCK,))
    layout = Layout(
        columns=[_solvitaire_pile(document, pile, (_TABLEAU, number)) for number, pile in enumerate(columns)],
        stock=Pile(stock.cards[::-1], stock.place),
        place=partial(document.locate, (_TABLEAU,)),
    )
    return checked(layout, rules)


def serialise_solvitaire_deal(deal: Deal) -> str:
    """The deal as a deal file of Solvitaire, the reverse of :func:`interpret_solvitaire_deal`.

    Seed, shuffle and rules have no place in it. Whether Solvitaire can play by the rules is not checked.

    Raises:
        Fault: ``not-expressible``, where cards lie elsewhere than in columns and stock, but for those that the rules
            set out on the foundations.
    """
    rules = deal.rules
    _check_deal_expressible(rules)
    columns = [
        [_solvitaire_name(card, face == "D") for card, face in zip(column, rules.faces, strict=True)]
        for column in deal.columns
    ]
    rows = ",\n".join(f"    {json.dumps(column)}" for column in columns)
    undealt = [*deal.waste, *deal.stock]
    stock = json.dumps([_solvitaire_name(card, False) for card in reversed(undealt)])
    return f'{{\n  "{_TABLEAU}": [\n{rows}\n  ],\n  "{_STOCK}": {stock}\n}}\n'


def _check_deal_expressible(rules: Rules) -> None:
    check_deal_expressible(rules, "a deal file of Solvitaire", "cells_dealt", "deal_play", "foundation_base")


def _solvitaire_name(card: int, face_down: bool) -> str:
    suit = SUITS[card // 13]
    return RANK_NAMES[card % 13] + (suit.lower() if face_down else suit)


def _solvitaire_pile(document: JsonDocument, value: object, path: Path) -> Pile:
    words = _json_list(document, value, path)
    cards = [_solvitaire_card(document, word, (*path, number)) for number, word in enumerate(words)]
    return Pile(cards, partial(document.locate, path))


def _solvitaire_card(document: JsonDocument, word: object, path: Path) -> ForeignCard:
    if not isinstance(word, str):
        message = f'a card is {described(word)}: expected a text, as in "10S"'
        raise Fault("wrong-type", message, place=document.locate(path))
    found = _SOLVITAIRE_CARDS.get(word)
    if found is None:
        message = (
            f"{quoted(word)} is not a card: a rank ({' '.join(RANK_NAMES)}) and a suit ({' '.join(SUITS)}, "
            "in lower case where the card lies face down), as in 10S"
        )
        raise Fault("bad-card", message, place=document.locate(path))
    return ForeignCard(*found, partial(document.locate, path))


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
    _BASE: (*RANK_NAMES, "random"),
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
        message = f"{_named(field, values[field])}: {reason}"
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
    _check_rules_expressible(rules)
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


def _check_rules_expressible(rules: Rules) -> None:
    """Check that a rules file of Solvitaire can tell each field of the rules.

    Raises:
        Fault: ``not-expressible``.
    """
    faces = rules.faces
    fields: tuple[tuple[str, bool], ...] = (
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
    for field, expressible in fields:
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


def _named(field: tuple[str, ...], value: object) -> str:
    return f"'{' / '.join(field)}' is {quoted(value) if isinstance(value, str) else _json(value)}"


def _json(value: object) -> str:
    return json.dumps(value)
