"""Every kind of wrong value at every place of every record: always a fault that says where, in every format."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import msgspec
import pytest

from forty_thieves.formats.document import Document
from forty_thieves.formats.sources import InputFormat, read
from forty_thieves.formats.yaml import encode_yaml
from forty_thieves.problems import CODES, Fault, Path
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.mismatch import mismatch
from forty_thieves.records.plain import OddNumber
from forty_thieves.records.structs import RECORDS
from records.test_records import GAME, POSITION, REPORT, SUMMARY, but

CUSTOM = {
    "format": "forty-thieves-rules/1", "name": "mine", "title": "Mine", "aliases": ["me"], "columns": 9,
    "sequence": "same-suit", "move": "sequence", "redeals": "unlimited", "foundation_base": "A", "take_back": True,
}  # fmt: skip
CARDS = {"tableau": ["7S", ""], "stock": "AC", "waste": "", "foundations": "", "cells": ""}
DEAL = {
    "format": "forty-thieves-deal/2",
    "rules": CUSTOM,
    "seed": 5,
    "shuffle": "ms-lcg",
    **CARDS,
    "meta": {"note": "x"},
}
WHOLE: dict[str, dict[str, Any]] = {
    "deal": DEAL,
    "game": but(GAME, deal=DEAL, claim="won", meta={"player": "somebody"}),
    "position": but(POSITION, rules=CUSTOM, cells=[""]),
    "report": but(
        REPORT, problem={"code": "x", "message": "", "move": 1, "token": "d", "line": None, "column": None}
    ),
    "summary": SUMMARY,
    "rules": CUSTOM,
}
"""A record of each kind, with all its fields, and each kind of them where there are several."""

WRONG: list[Any] = [
    None, True, 0, -5, 10**30, "", "x", "unlimited", [], [None], ["x", 5], {}, {"x": 5}, OddNumber("1.5"), b"x",
]  # fmt: skip
HOSTILE = [
    "x` - at `$.deal.rules[...]", "x` - at `$.moves.foo", "x` - at `$", "$.moves[0]", "$.meta[...]", "`", "...",
    "[0]", "", "Object missing required field `seed`", "Expected `int`, got `str` - at `$.deal.seed`", "a.b",
    "missing required field `", "Object contains unknown field `x`", "deal.seed", "\x1b[31m", "\u202e", "x" * 500,
    "format\u200b", "0",
]  # fmt: skip
"""Names of fields that look like the sentences of decoders, and others that are awkward."""


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to each value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in inner:
        yield from places(item, (*path, step))


def at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def put(record: Any, path: Path, value: Any) -> Any:
    """A record with another value at a place."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(record, list):
        return [put(item, rest, value) if number == step else item for number, item in enumerate(record)]
    return {key: put(item, rest, value) if key == step else item for key, item in record.items()}


def with_hostile_fields(name: str, names: list[str]) -> Iterator[tuple[Path, str, Any]]:
    """The record of a kind with one more field, the first, in each mapping: where, its name, and the record."""
    for path in places(WHOLE[name]):
        mapping = at(WHOLE[name], path)
        if isinstance(mapping, dict):
            for hostile in names:
                yield path, hostile, put(WHOLE[name], path, {hostile: 1, **mapping})


def spoilt(name: str) -> Iterator[Any]:
    """The record of a kind with each wrong value at each place, each field left out, each hostile one put in."""
    for path in places(WHOLE[name]):
        if path:
            yield from (put(WHOLE[name], path, wrong) for wrong in WRONG)
        mapping = at(WHOLE[name], path)
        if isinstance(mapping, dict):
            for field in mapping:
                yield put(WHOLE[name], path, {key: item for key, item in mapping.items() if key != field})
    yield from (data for *_, data in with_hostile_fields(name, HOSTILE))


def fault_of(value: object) -> Fault | None:
    """What is wrong with plain data."""
    try:
        interpret_record(value)
    except Fault as fault:
        return fault
    return None


def decodes(value: object, kind: Any) -> bool:
    """Whether msgspec makes a struct of it, whatever the struct itself checks."""
    with contextlib.suppress(Fault):
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            return False
    return True


@pytest.mark.parametrize("name", WHOLE)
def test_a_fault_is_found_wherever_the_decoder_finds_one(name: str) -> None:
    assert mismatch(WHOLE[name], RECORDS[name]) is None
    for data in spoilt(name):
        fault = mismatch(data, RECORDS[name])
        assert fault is not None or decodes(data, RECORDS[name]), data
        if fault is not None:
            assert CODES[fault.code][0] == "invalid"
            at(data, fault.path)
        fault = fault_of(data)
        assert fault is None or fault.message.isprintable()


@pytest.mark.parametrize("name", ["deal", "game", "position", "rules"])
def test_a_hostile_field_is_unknown_wherever_it_is(name: str) -> None:
    for path, hostile, data in with_hostile_fields(name, HOSTILE):
        fault = fault_of(data)
        assert fault is not None
        if path[-1:] == ("meta",):
            assert fault.path[-1] == hostile
        else:
            assert (fault.code, fault.path, fault.on_key) == ("unknown-field", (*path, hostile), True)


@pytest.mark.parametrize("name", ["report", "summary"])
def test_reports_may_have_fields_that_are_not_known_yet(name: str) -> None:
    for path, _, data in with_hostile_fields(name, HOSTILE):
        assert fault_of(data) is None or path, path


def written(value: Any, form: InputFormat) -> bytes:
    if form == "yaml":
        return encode_yaml(value)
    return msgspec.msgpack.encode(value) if form == "msgpack" else json.dumps(value).encode() + b"\n"


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl", "msgpack"])
@pytest.mark.parametrize("name", WHOLE)
def test_every_format_gives_the_same_fault_and_its_place(tmp_path: FilePath, name: str, form: InputFormat) -> None:
    file = tmp_path / "records"
    cases = [put(WHOLE[name], path, {"x": [5]}) for path in places(WHOLE[name])]
    for data in [*cases, *(data for *_, data in with_hostile_fields(name, HOSTILE[:5]))]:
        file.write_bytes(written(data, form))
        (document,) = read(str(file), form)
        assert isinstance(document, Document)
        assert document.data() == data
        expected, fault = fault_of(data), fault_of(document.data())
        if expected is None or fault is None:
            assert fault is expected is None
        else:
            assert (fault.code, fault.path, fault.message) == (expected.code, expected.path, expected.message)
            place = document.locate(fault.path, fault.offset, on_key=fault.on_key)
            assert (place is None) is (form == "msgpack")
