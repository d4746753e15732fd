"""A strict reader of MessagePack: finds where each record ends, and refuses what msgspec would let pass.

Keys that come twice, announced sizes that the input can't hold, extension types and deep nesting are errors here.
Source: the MessagePack specification (msgpack.org), with the formats' first bytes as it lists them.
"""

from __future__ import annotations

import struct

from forty_thieves.problems import Fault
from forty_thieves.records.interpret import OddNumber
from forty_thieves.text import plural, quoted

from .documents import DEEPEST, MOST_VALUES, too_deep_message, too_many_values


class _Reader:
    """A cursor over the bytes."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at
        self.start = at
        self.values = 0

    def take(self, size: int) -> bytes:
        end = self.at + size
        if end > len(self.data):
            message = (
                f"cut short: {plural(size, 'byte')} announced at byte {self.byte}, {len(self.data) - self.at} there"
            )
            raise Fault("syntax", f"malformed MessagePack: {message}", cut_short=True)
        taken = self.data[self.at : end]
        self.at = end
        return taken

    @property
    def byte(self) -> int:
        """How many bytes of the record were read."""
        return self.at - self.start

    def number(self, form: str) -> int:
        """A number in one of the formats of the struct module."""
        value: int = struct.unpack(form, self.take(struct.calcsize(form)))[0]
        return value


_NUMBERS = {
    0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
_FLOATS = {0xCA: ">f", 0xCB: ">d"}
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_BINARIES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I"}
_LISTS = {0xDC: ">H", 0xDD: ">I"}
_MAPPINGS = {0xDE: ">H", 0xDF: ">I"}
_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
_EXTENSIONS = {0xC7: ">B", 0xC8: ">H", 0xC9: ">I"}
_NEVER_USED = 0xC1
_SCALARS = _NUMBERS | _FLOATS
_SIZES = _TEXTS | _BINARIES | _EXTENSIONS


def read_pack(data: bytes, at: int = 0) -> tuple[object, int]:
    """Read one value.

    Args:
        data: the bytes.
        at: where the value starts.

    Returns:
        The value as plain data, and where the next one starts.

    Raises:
        Fault: ``syntax``, ``duplicate-key``, ``not-utf8`` or ``too-deep``; the message names the byte in the record.
    """
    reader = _Reader(data, at)
    return _value(reader, 0), reader.at


def _value(reader: _Reader, depth: int) -> object:
    start = reader.byte
    reader.values += 1
    if reader.values > MOST_VALUES:
        raise too_many_values()
    head = reader.take(1)[0]
    if head <= 0x7F:
        return head
    if head >= 0xE0:
        return head - 0x100
    if head in _CONSTANTS:
        return _CONSTANTS[head]
    if head in _NUMBERS:
        return reader.number(_NUMBERS[head])
    if head in _FLOATS:
        return OddNumber(repr(reader.number(_FLOATS[head])))
    if 0xA0 <= head <= 0xBF:
        return _text(reader, head & 0x1F)
    if head in _TEXTS:
        return _text(reader, reader.number(_TEXTS[head]))
    if head in _BINARIES:
        return reader.take(reader.number(_BINARIES[head]))
    if 0x90 <= head <= 0x9F:
        return _list(reader, head & 0x0F, depth)
    if head in _LISTS:
        return _list(reader, reader.number(_LISTS[head]), depth)
    if 0x80 <= head <= 0x8F:
        return _mapping(reader, head & 0x0F, depth)
    if head in _MAPPINGS:
        return _mapping(reader, reader.number(_MAPPINGS[head]), depth)
    raise _unknown_type(head, start)


def end_of_pack(data: bytes, at: int) -> int:
    """Where the next value starts behind one that can't be read, as far as its own bytes can be trusted.

    Args:
        data: the bytes.
        at: where the value starts.

    Raises:
        Fault: ``syntax``, where the value is cut short or is no MessagePack; ``too-large``, where there is more in it
            than is worth a walk.
    """
    reader = _Reader(data, at)
    awaited = 1
    while awaited:
        reader.values += 1
        if reader.values > MOST_VALUES:
            raise too_many_values()
        awaited -= 1
        start = reader.byte
        head = reader.take(1)[0]
        if 0x80 <= head <= 0x8F or head in _MAPPINGS:
            awaited += 2 * (reader.number(_MAPPINGS[head]) if head in _MAPPINGS else head & 0x0F)
        elif 0x90 <= head <= 0x9F or head in _LISTS:
            awaited += reader.number(_LISTS[head]) if head in _LISTS else head & 0x0F
        elif 0xA0 <= head <= 0xBF:
            reader.take(head & 0x1F)
        elif head in _SIZES:
            reader.take(reader.number(_SIZES[head]) + (head in _EXTENSIONS))
        elif head in _SCALARS:
            reader.number(_SCALARS[head])
        elif 0xD4 <= head <= 0xD8:
            reader.take(1 + (1 << head - 0xD4))
        elif head == _NEVER_USED:
            raise _unknown_type(head, start)
    return reader.at


def _unknown_type(head: int, byte: int) -> Fault:
    return Fault("syntax", f"malformed MessagePack: byte {byte} is 0x{head:02x}, a type that no record has")


def _text(reader: _Reader, size: int) -> str:
    start = reader.byte
    try:
        return reader.take(size).decode()
    except UnicodeDecodeError as error:
        raise Fault("not-utf8", f"the text at byte {start} is not UTF-8: {error.reason}") from None


def _room(reader: _Reader, entries: int, least: int, depth: int) -> None:
    """Check an announced size before anything is made of it: each entry takes at least one byte."""
    if depth >= DEEPEST:
        raise Fault("too-deep", too_deep_message())
    if entries * least > len(reader.data) - reader.at:
        left = len(reader.data) - reader.at
        message = f"{entries} entries announced at byte {reader.byte}, {plural(left, 'byte')} left"
        raise Fault("syntax", f"malformed MessagePack: cut short: {message}", cut_short=True)


def _list(reader: _Reader, entries: int, depth: int) -> list[object]:
    _room(reader, entries, 1, depth)
    return [_value(reader, depth + 1) for _ in range(entries)]


def _mapping(reader: _Reader, entries: int, depth: int) -> dict[str, object]:
    _room(reader, entries, 2, depth)
    mapping: dict[str, object] = {}
    for _ in range(entries):
        start = reader.byte
        key = _value(reader, depth + 1)
        if not isinstance(key, str):
            raise Fault("wrong-type", f"the key at byte {start} is not text")
        if key in mapping:
            raise Fault("duplicate-key", f"the key {quoted(key)} at byte {start} is there twice")
        mapping[key] = _value(reader, depth + 1)
    return mapping
