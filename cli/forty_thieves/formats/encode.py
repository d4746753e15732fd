"""Records to bytes, in any format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from forty_thieves.records.structs import Record

from .json import encode_json, encode_json_line
from .msgpack import encode_msgpack
from .yaml import encode_yaml_record, with_schema_comment

Format = Literal["yaml", "json", "jsonl", "msgpack"]


def encode(
    records: Iterable[Record], output_format: Format, *, single: bool = False, schema_comment: bool = False
) -> Iterator[bytes]:
    """Records as bytes, in pieces; the same bytes for the same records, always.

    Args:
        records: the records.
        output_format: ``yaml`` gives a document each, ``jsonl`` a line each, ``msgpack`` one after another, ``json``
            an array.
        single: whether ``json`` is to give the only record itself, without an array around it.
        schema_comment: whether ``yaml`` is to tell editors the schema; the others have no comments.

    Raises:
        Fault: ``bad-seed`` or ``bad-value``, where MessagePack has no number that large.
    """
    match output_format:
        case "yaml":
            for number, record in enumerate(records):
                encoded = encode_yaml_record(record)
                yield with_schema_comment(encoded, record, first=not number) if schema_comment else encoded
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
