"""JSON Schemas (2020-12) of the records, made from the structs that read and write them.

A schema says what a record's fields are. What takes the rules of a game to know (whether the cards are a whole pack,
whether a seed gives them, whether a game is legal) is not in it.
"""

from __future__ import annotations

import inspect
import re
from typing import Any

import msgspec

from forty_thieves.game.cards import RANKS, SUITS, SYMBOLS
from forty_thieves.game.rules import DEALT, LONGEST_NAME, MOST_REDEALS, RANGES, Rules
from forty_thieves.game.shuffles import LARGEST_SEED, SHUFFLES

from .structs import LONGEST_META_NAME, RECORDS, DealRecord, GameRecord, PositionRecord, Problem, Report, Summary

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_CARD = f"(?:[{RANKS}{RANKS.lower()}]|10)(?:[{SUITS}{SUITS.lower()}]|[{SYMBOLS}]\ufe0f?)"
_WHITE = r"[ \t\r\n]"
_CARDS = {"pattern": f"^{_WHITE}*(?:{_CARD}(?:{_WHITE}+{_CARD})*{_WHITE}*)?$"}
_SEED = {"minimum": 0, "maximum": LARGEST_SEED}
_COUNT = {"minimum": 0}
_ORDINAL = {"minimum": 1}
_NAME = {"minLength": 1, "maxLength": LONGEST_NAME}

# What the structs' types do not say and the reader checks all the same.
_FIELDS: dict[str, dict[str, dict[str, Any]]] = {
    "DealRecord": {
        "seed": _SEED,
        "shuffle": {"enum": list(SHUFFLES)},
        "foundations": _CARDS,
        "tableau": {"items": {"type": "string", **_CARDS}},
        "stock": _CARDS,
        "waste": _CARDS,
        "cells": _CARDS,
    },
    "PositionRecord": {
        "tableau": {"items": {"type": "string", **_CARDS}},
        "foundations": {"items": {"type": "string", **_CARDS}},
        "face_down": {"items": {"type": "integer", **_COUNT}},
        "stock": _CARDS,
        "waste": _CARDS,
        "played": _COUNT,
        "cells": {"items": {"type": "string", **_CARDS}},
        "redeals_left": _COUNT,
    },
    "GameRecord": {"meta": {"propertyNames": {"minLength": 1, "maxLength": LONGEST_META_NAME}}},
    "Report": {"index": _ORDINAL, "deal": {"pattern": "^[0-9a-f]{64}$"}},
    "Rules": {
        **{field: {"minimum": least, "maximum": most} for field, (least, most) in RANGES.items()},
        "redeals": {"minimum": 0, "maximum": MOST_REDEALS},
        "foundation_base": {"enum": [*RANKS, DEALT, *range(1, 14)]},
        "name": _NAME,
        "title": _NAME,
        "aliases": {"items": {"type": "string", **_NAME}},
        "ranks": {"pattern": f"^{'?'.join(RANKS)}?$", "minLength": 1},
        "face_pattern": {"pattern": "^[DU]*U$"},
    },
}
_SINGLE = {"properties": {"move": {"const": "single"}}, "required": ["move"]}
_TAKE_BACK = {"properties": {"take_back": {"const": True}}, "required": ["take_back"]}
_NOT_TOGETHER = [
    {"not": {"required": ["face_pattern", "face_down"]}},
    {"not": {"required": ["face_pattern", "face_up"]}},
    {"if": _SINGLE, "then": {"not": {"required": ["sequence"]}}},
    {"if": _TAKE_BACK, "then": {"properties": {"foundation_base": {"not": {"const": DEALT}}}}},
]
_ONE_OF_TWO = {"oneOf": [{"required": ["variant"]}, {"required": ["rules"]}]}
_STRUCTS: dict[str, type[msgspec.Struct]] = {
    kind.__name__: kind for kind in (DealRecord, GameRecord, PositionRecord, Report, Problem, Summary, Rules)
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of record.

    Args:
        name: a key of :data:`forty_thieves.records.structs.RECORDS`.

    Returns:
        The schema as plain data.
    """
    kind = RECORDS[name]
    made = msgspec.json.schema(kind)
    definitions: dict[str, Any] = {key: _completed(key, value) for key, value in made["$defs"].items()}
    top = definitions.pop(kind.__name__)
    # At the top of a file the format has to be there; inside another record it may be left out.
    top["required"] = ["format", *(field for field in top["required"] if field != "format")]
    whole = {"$schema": DIALECT, "title": kind.TAG, **{key: value for key, value in top.items() if key != "title"}}
    return {**whole, "$defs": definitions} if definitions else whole


def schema_text(name: str) -> bytes:
    """The schema as it is printed and stored: indented JSON with a line end."""
    return msgspec.json.format(msgspec.json.encode(schema(name)), indent=2) + b"\n"


def _completed(key: str, made: dict[str, Any]) -> dict[str, Any]:
    """A definition with its descriptions, and with the bounds that its struct's types do not tell."""
    struct = _STRUCTS[key]
    told = _field_descriptions(struct)
    properties = {}
    for field, types in made["properties"].items():
        properties[field] = {"description": told[field], **_bounded(types, _FIELDS.get(key, {}).get(field, {}))}
    tag = getattr(struct, "TAG", None)
    if tag is not None:
        properties["format"] = {"description": told["format"], "const": tag}
    completed = {**made, "properties": properties, "description": (inspect.getdoc(struct) or "").partition("\n")[0]}
    completed.pop("title", None)
    # A field that a later version of a report adds is no error; everything else is read strictly.
    completed["additionalProperties"] = struct in (Report, Problem, Summary)
    if key in ("DealRecord", "PositionRecord"):
        completed.update(_ONE_OF_TWO)
    if key == "DealRecord":
        completed["anyOf"] = [{"required": ["seed"]}, {"required": ["tableau", "stock"]}]
        completed["dependentRequired"] = {
            "tableau": ["stock"], "stock": ["tableau"], "shuffle": ["seed"],
            "foundations": ["tableau", "stock"], "waste": ["tableau", "stock"], "cells": ["tableau", "stock"],
        }  # fmt: skip
    if key == "Rules":
        # No field of the struct: it is resolved when a record is read.
        base = {"description": "the variant whose fields the record starts from", "type": "string"}
        completed["properties"] = {"format": properties.pop("format"), "base": base, **properties}
        completed["allOf"] = _NOT_TOGETHER
    return completed


def _bounded(types: dict[str, Any], bounds: dict[str, Any]) -> dict[str, Any]:
    """A field's type with its bounds; of several types, those that the bounds are for."""
    if "enum" in bounds:
        return {**{key: value for key, value in types.items() if key not in ("anyOf", "type")}, **bounds}
    if "anyOf" in types and bounds:
        kind = "string" if "pattern" in bounds else "integer"
        return {
            **types,
            "anyOf": [{**option, **bounds} if option.get("type") == kind else option for option in types["anyOf"]],
        }
    return {**types, **bounds}


_FIELD = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


def _field_descriptions(struct: type[msgspec.Struct]) -> dict[str, str]:
    """What the struct's docstring says of each of its fields."""
    text = inspect.getdoc(struct) or ""
    return {name: " ".join(told.split()) for name, told in _FIELD.findall(text.partition("Attributes:")[2])}
