"""MessagePack: reading it strictly, finding where a record ends whatever is in it, and writing it.

Keys that come twice, announced sizes that the input can't hold, extension types and deep nesting are errors here,
which msgspec would let pass. Source: the MessagePack specification (msgpack.org), with the formats' first bytes as it
lists them. No places are known in a file of bytes; messages name the byte in the record.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import IO, Any

import msgspec

from forty_thieves.problems import Fault, Path
from forty_thieves.records.plain import OddNumber, described
from forty_thieves.records.structs import Record, serialise_record
from forty_thieves.text import plural, quoted

from .document import DEEPEST, MOST_VALUES, REST_NOT_JUDGED, Document, too_deep_message, too_many_values
from .pieces import CHUNK, too_large


class _Kind(Enum):
    """What a value is, by its first byte."""

    CONSTANT = auto()
    NUMBER = auto()
    FRACTION = auto()
    TEXT = auto()
    BINARY = auto()
    LIST = auto()
    MAPPING = auto()
    EXTENSION = auto()
    NEVER_USED = auto()


_Head = tuple[_Kind, str, Any]
"""What the first byte of a value says: its kind; how the number behind that byte is written, in a format of the
struct module, empty where there is none; and, where there is none, the value itself or its announced size."""

_HEADS: tuple[_Head, ...] = (
    *((_Kind.NUMBER, "", number) for number in range(0x80)),
    *((_Kind.MAPPING, "", entries) for entries in range(0x10)),
    *((_Kind.LIST, "", entries) for entries in range(0x10)),
    *((_Kind.TEXT, "", size) for size in range(0x20)),
    (_Kind.CONSTANT, "", None), (_Kind.NEVER_USED, "", 0), (_Kind.CONSTANT, "", False), (_Kind.CONSTANT, "", True),
    (_Kind.BINARY, ">B", 0), (_Kind.BINARY, ">H", 0), (_Kind.BINARY, ">I", 0),
    (_Kind.EXTENSION, ">B", 0), (_Kind.EXTENSION, ">H", 0), (_Kind.EXTENSION, ">I", 0),
    (_Kind.FRACTION, ">f", 0), (_Kind.FRACTION, ">d", 0),
    *((_Kind.NUMBER, form, 0) for form in (">B", ">H", ">I", ">Q", ">b", ">h", ">i", ">q")),
    *((_Kind.EXTENSION, "", size) for size in (1, 2, 4, 8, 16)),
    (_Kind.TEXT, ">B", 0), (_Kind.TEXT, ">H", 0), (_Kind.TEXT, ">I", 0),
    (_Kind.LIST, ">H", 0), (_Kind.LIST, ">I", 0),
    (_Kind.MAPPING, ">H", 0), (_Kind.MAPPING, ">I", 0),
    *((_Kind.NUMBER, "", number) for number in range(-0x20, 0)),
)  # fmt: skip
"""What each of the 256 first bytes says."""


class _Cursor:
    """A place in the bytes, moving on as values are read."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at
        self._start = at
        self._values = 0

    @property
    def byte(self) -> int:
        """How many bytes of the record were read."""
        return self.at - self._start

    @property
    def left(self) -> int:
        """How many bytes there are behind those."""
        return len(self.data) - self.at

    def take(self, size: int) -> bytes:
        """Read so many bytes."""
        self.skip(size)
        return self.data[self.at - size : self.at]

    def skip(self, size: int) -> None:
        """Pass over so many bytes."""
        if size > self.left:
            raise _cut_short(f"{plural(size, 'byte')} announced at byte {self.byte}, {self.left} there")
        self.at += size

    def head(self) -> tuple[_Kind, Any]:
        """Read the first byte of a value, and the number behind it.

        Returns:
            The value's kind, and the number or the constant that it is, or the size that it announces: bytes, or
            entries of a list or a mapping.
        """
        self._values += 1
        if self._values > MOST_VALUES:
            raise too_many_values()
        kind, form, announced = _HEADS[self.take(1)[0]]
        if form:
            (announced,) = struct.unpack(form, self.take(struct.calcsize(form)))
        return kind, announced


def read_value(data: bytes, at: int = 0) -> tuple[object, int]:
    """Read one value.

    Args:
        data: the bytes.
        at: where the value starts.

    Returns:
        The value as plain data, and where the next one starts.

    Raises:
        Fault: ``syntax``, ``duplicate-key``, ``not-utf8``, ``too-deep`` or ``too-large``.
    """
    cursor = _Cursor(data, at)
    return _value(cursor, 0), cursor.at


def end_of_value(data: bytes, at: int) -> int:
    """Where the next value starts behind one that can't be read, as far as its own bytes can be trusted.

    Args:
        data: the bytes.
        at: where the value starts.

    Raises:
        Fault: ``syntax``, where the value is cut short or is not MessagePack; ``too-large``, where there is more in
            it than is worth a walk.
    """
    cursor = _Cursor(data, at)
    awaited = 1
    while awaited:
        awaited -= 1
        byte = cursor.byte
        kind, announced = cursor.head()
        match kind:
            case _Kind.TEXT | _Kind.BINARY:
                cursor.skip(announced)
            case _Kind.EXTENSION:
                cursor.skip(1 + announced)
            case _Kind.LIST:
                awaited += announced
            case _Kind.MAPPING:
                awaited += 2 * announced
            case _Kind.NEVER_USED:
                raise _unknown_type(cursor, byte)
    return cursor.at


def _value(cursor: _Cursor, depth: int) -> object:
    byte = cursor.byte
    kind, announced = cursor.head()
    match kind:
        case _Kind.TEXT:
            return _text(cursor, announced)
        case _Kind.NUMBER | _Kind.CONSTANT:
            return announced
        case _Kind.MAPPING:
            return _mapping(cursor, announced, depth)
        case _Kind.LIST:
            _check_room(cursor, announced, 1, depth)
            return [_value(cursor, depth + 1) for _ in range(announced)]
        case _Kind.FRACTION:
            return OddNumber(repr(announced))
        case _Kind.BINARY:
            return cursor.take(announced)
        case _:
            raise _unknown_type(cursor, byte)


def _text(cursor: _Cursor, size: int) -> str:
    byte = cursor.byte
    try:
        return cursor.take(size).decode()
    except UnicodeDecodeError as error:
        raise Fault("not-utf8", f"the text at byte {byte} is not UTF-8: {error.reason}") from None


def _mapping(cursor: _Cursor, entries: int, depth: int) -> dict[str, object]:
    _check_room(cursor, entries, 2, depth)
    mapping: dict[str, object] = {}
    for _ in range(entries):
        byte = cursor.byte
        key = _value(cursor, depth + 1)
        if not isinstance(key, str):
            raise Fault("wrong-type", f"the key at byte {byte} is not text")
        if key in mapping:
            raise Fault("duplicate-key", f"the key {quoted(key)} at byte {byte} is there twice")
        mapping[key] = _value(cursor, depth + 1)
    return mapping


def _check_room(cursor: _Cursor, entries: int, least: int, depth: int) -> None:
    """Check an announced size before anything is made of it: each entry takes at least ``least`` bytes."""
    if depth >= DEEPEST:
        raise Fault("too-deep", too_deep_message())
    if entries * least > cursor.left:
        raise _cut_short(f"{entries} entries announced at byte {cursor.byte}, {plural(cursor.left, 'byte')} left")


def _cut_short(message: str) -> Fault:
    return Fault("syntax", f"malformed MessagePack: cut short: {message}", cut_short=True)


def _unknown_type(cursor: _Cursor, byte: int) -> Fault:
    head = cursor.data[cursor.at - cursor.byte + byte]
    return Fault("syntax", f"malformed MessagePack: byte {byte} is 0x{head:02x}, a type that no record has")


# Streams


class StreamBuffer:
    """The bytes of a stream of records, as many as are needed at a time.

    Args:
        start: bytes that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that one record may have.

    Attributes:
        data: bytes of the stream; the next record starts at ``at``.
        at: where the next record starts in ``data``.
        max_size: bytes that one record may have.
    """

    def __init__(self, start: bytes, stream: IO[bytes], max_size: int) -> None:
        self.data = start
        self.at = 0
        self._stream = stream
        self.max_size = max_size

    def more(self) -> bool:
        """Read on, twice as much as is there, so that a long record is not looked at too often.

        Returns:
            False where the stream has ended, or the record at hand is larger than it may be.
        """
        left = len(self.data) - self.at
        if left > self.max_size:
            return False
        read = self._stream.read(max(CHUNK, min(left, self.max_size + 1 - left)))
        self.data, self.at = self.data[self.at :] + read, 0
        return bool(read)

    @property
    def too_large(self) -> bool:
        """Whether more is there of the record at hand than it may have, and still not its end."""
        return len(self.data) - self.at > self.max_size


def read_msgpack(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> Iterator[Document | Fault]:
    """The records of a stream, one after another.

    Args:
        start: bytes that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that one record may have.
    """
    buffer = StreamBuffer(b"".join(start), stream, max_size)
    while buffer.at < len(buffer.data) or buffer.more():
        item, end = _record_at(buffer)
        if isinstance(item, Fault):
            # What was announced may still come: that it is cut short is said only at the end of the stream.
            if item.cut_short and buffer.more():
                continue
            if item.cut_short and buffer.too_large:
                item = too_large("the record is", max_size)
            item.ends_file = end is None
            if item.ends_file:
                item.message += REST_NOT_JUDGED
        if end is not None and end - buffer.at > max_size:
            item = too_large("the record is", max_size)
            item.ends_file = False
        yield item
        if end is None:
            return
        buffer.at = end


def _record_at(buffer: StreamBuffer) -> tuple[Document | Fault, int | None]:
    """The record at hand, and where the next one starts; None where that can't be found."""
    try:
        value, end = read_value(buffer.data, buffer.at)
    except Fault as fault:
        try:
            return fault, end_of_value(buffer.data, buffer.at)
        except Fault as broken:
            return broken if broken.cut_short else fault, None
    if not isinstance(value, dict | list | str | bytes):
        # Most likely not MessagePack at all: it takes each byte of a text, and each zero, for a number.
        return Fault("not-a-record", f"expected a record, a mapping; read {described(value)}"), None
    return Document(value), end


# Writing


def encode_msgpack(record: Record) -> bytes:
    """A record as MessagePack.

    Raises:
        Fault: ``bad-seed`` or ``bad-value``, where it holds a number that MessagePack has no room for.
    """
    value = serialise_record(record)
    try:
        return msgspec.msgpack.encode(value)
    except OverflowError:
        raise _too_large_number(value) from None


def _too_large_number(value: object) -> Fault:
    """The fault of the first number that MessagePack has no room for."""
    todo: list[tuple[Path, object]] = [((), value)]
    for path, at in todo:
        if isinstance(at, dict):
            todo += [((*path, key), inner) for key, inner in at.items()]
        elif isinstance(at, list):
            todo += [((*path, number), inner) for number, inner in enumerate(at)]
        elif isinstance(at, int) and not -(2**63) <= at < 2**64:
            name = next(step for step in reversed(path) if isinstance(step, str))
            message = f"{name} is {at}: MessagePack has no number above 2^64 - 1; write the record in another format"
            return Fault("bad-seed" if name == "seed" else "bad-value", message, path=path)
    raise AssertionError("no number is too large")
