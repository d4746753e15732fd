"""Records to bytes, in any format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from forty_thieves.records.structs import Record

from .json import encode_json, encode_json_line
from .msgpack import encode_msgpack
from .yaml import encode_yaml_record

Format = Literal["yaml", "json", "jsonl", "msgpack"]


def encode(records: Iterable[Record], output_format: Format, *, single: bool = False) -> Iterator[bytes]:
    """Records as bytes, in pieces; the same bytes for the same records, always.

    Args:
        records: the records.
        output_format: ``yaml`` gives a document each, ``jsonl`` a line each, ``msgpack`` one after another, ``json``
            an array.
        single: whether ``json`` is to give the only record itself, without an array around it.

    Raises:
        Fault: ``bad-seed`` or ``bad-value``, where MessagePack has no number that large.
    """
    match output_format:
        case "yaml":
            yield from map(encode_yaml_record, records)
        case "jsonl":
            yield from map(encode_json_line, records)
        case "msgpack":
            yield from map(encode_msgpack, records)
        case "json":
            before = b"" if single else b"[\n"
            for record in records:
                yield before + encode_json(record)
                before = b",\n"
            yield b"\n" if single else (b"\n]\n" if before == b",\n" else b"[]\n")
