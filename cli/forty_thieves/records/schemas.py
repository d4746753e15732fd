"""JSON Schemas (2020-12) of the records, made from the structs that read and write them.

A schema says what a record's fields are. What takes the rules of a game to know (whether the cards are whole packs,
whether a seed gives them, whether a game is legal) is not in it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from forty_thieves.game.rules import DEALT, Rules

from .structs import (
    DEAL_WITH_META,
    KIND_BY_TAG,
    RECORDS,
    DealRecord,
    GameRecord,
    PositionRecord,
    Problem,
    Report,
    Summary,
    schema_id,
)

DIALECT = "https://json-schema.org/draft/2020-12/schema"

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
    title = " or ".join(tag for tag, kind_name in KIND_BY_TAG.items() if kind_name == name)
    whole = {"$schema": DIALECT, "$id": schema_id(name), "title": title}
    whole |= {key: value for key, value in top.items() if key != "title"}
    return {**whole, "$defs": definitions} if definitions else whole


def schema_text(name: str) -> bytes:
    """The schema as it is printed and stored: indented JSON with a line end."""
    return msgspec.json.format(msgspec.json.encode(schema(name)), indent=2) + b"\n"


def _completed(key: str, made: dict[str, Any]) -> dict[str, Any]:
    """A definition with what is not said in its struct's fields: how they go together, and that formats are fixed."""
    struct = _STRUCTS[key]
    properties = {field: _ordered(types) for field, types in made["properties"].items()}
    if "format" in properties:
        tags = properties["format"]["enum"]
        versions = {"const": tags[0]} if len(tags) == 1 else {"enum": tags}
        properties["format"] = {"description": properties["format"]["description"], **versions}
    rest = {name: value for name, value in made.items() if name not in ("title", "description")}
    completed = {"description": struct.ABOUT, **rest, "properties": properties}  # type: ignore[attr-defined]
    # A field that a later version of a report adds is not an error; everything else is read strictly.
    completed["additionalProperties"] = struct in (Report, Problem, Summary)
    if key in ("DealRecord", "PositionRecord"):
        completed.update(_ONE_OF_TWO)
    if key == "DealRecord":
        completed["anyOf"] = [{"required": ["seed"]}, {"required": ["tableau", "stock"]}]
        completed["dependentRequired"] = {
            "tableau": ["stock"], "stock": ["tableau"], "shuffle": ["seed"],
            "foundations": ["tableau", "stock"], "waste": ["tableau", "stock"], "cells": ["tableau", "stock"],
            "meta": ["format"],
        }  # fmt: skip
        completed["dependentSchemas"] = {"meta": {"properties": {"format": {"const": DEAL_WITH_META}}}}
    if key == "Rules":
        # No field of the struct: it is resolved when a record is read.
        base = {"description": "the variant whose fields the record starts from", "type": "string"}
        completed["properties"] = {"format": properties.pop("format"), "base": base, **properties}
        completed["allOf"] = _NOT_TOGETHER
    return completed


_BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "pattern", "propertyNames")


def _ordered(node: dict[str, Any]) -> dict[str, Any]:
    """A field's schema with its bounds behind its type; where words are listed they are the type."""
    if "items" in node:
        node = {**node, "items": _ordered(node["items"])}
    if "anyOf" in node:
        node = {**node, "anyOf": [_ordered(option) for option in node["anyOf"]]}
    last: tuple[str, ...] = _BOUNDS
    if "enum" in node and ("type" in node or "anyOf" in node):
        node = {name: value for name, value in node.items() if name not in ("type", "anyOf")}
        last = (*_BOUNDS, "enum")
    first = {name: value for name, value in node.items() if name not in last}
    return {**first, **{name: value for name, value in node.items() if name in last}}
