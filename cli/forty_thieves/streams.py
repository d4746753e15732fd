"""Streams of records: cutting bytes into pieces that hold one record each, without reading them whole.

A piece is found by what no record can hold inside: a line end in JSON Lines, a ``---`` line in YAML. What the pieces
say is not looked at here. Memory is bounded by the size that one piece may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO

from msgspec import Struct

BOM = b"\xef\xbb\xbf"
"""A byte-order mark in UTF-8: allowed, and counts nothing."""

_WHITE = b" \t\r\n"


class Piece(Struct, frozen=True):
    """A part of a stream that holds one record.

    Attributes:
        data: the bytes; where the piece is too large, only its beginning.
        line: the line in the stream at which it starts, from 1.
        too_large: whether it has more bytes than one piece may have.
    """

    data: bytes
    line: int
    too_large: bool = False


def lines(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> Iterator[bytes]:
    """The lines of a stream, each with its LF; a line that is too long comes in parts of at most max_size + 1 bytes.

    Args:
        start: lines that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that a line may have.
    """
    yield from start
    while line := stream.readline(max_size + 1):
        # Files that were joined with cat may have the mark at the start of each.
        yield line.removeprefix(BOM) if line[0] == BOM[0] else line


def line_pieces(parts: Iterable[bytes], max_size: int) -> Iterator[Piece]:
    """A piece for each line that is not blank."""
    number = 1
    inside = False  # a line that was too long and goes on
    for part in parts:
        if not inside and part.strip(_WHITE):
            yield Piece(part.rstrip(b"\r\n"), number, len(part) > max_size)
        inside = not part.endswith(b"\n")
        number += not inside


def yaml_pieces(parts: Iterable[bytes], max_size: int) -> Iterator[Piece]:
    """A piece for each YAML document.

    A line that starts with ``---`` or ``...`` and then ends or goes on after a space ends a document wherever it
    stands, in a block of text too (YAML 1.2.2, 9.1.2), so that documents can be parted without being parsed.
    """
    held: list[bytes] = []
    size, first, number = 0, 1, 1
    inside = False  # a line that was too long and goes on
    closed = True  # no document is open: at the start, and after a `...` line
    directives = False  # what is held are directives, whose document's `---` is still to come
    for part in parts:
        if not inside:
            marks_start = _is_marker(part, b"---")
            says = bool(part.strip(_WHITE)) and part.lstrip(_WHITE)[:1] != b"#"
            if (marks_start and not directives) or (closed and says and not marks_start):
                if _holds_a_document(held):
                    yield Piece(b"".join(held), first, size > max_size)
                held, size, first = [], 0, number
                closed = False
                directives = part.startswith(b"%")
            elif says:
                directives = directives and part.startswith(b"%")
                closed = _is_marker(part, b"...")
        size += len(part)
        if size <= max_size or not held:
            held.append(part)
        inside = not part.endswith(b"\n")
        number += not inside
    if _holds_a_document(held):
        yield Piece(b"".join(held), first, size > max_size)


def _is_marker(line: bytes, marker: bytes) -> bool:
    return line.startswith(marker) and line[3:4] in (b"", b" ", b"\t", b"\r", b"\n")


def _holds_a_document(held: list[bytes]) -> bool:
    """Whether there is more than blank lines and comments."""
    return any(part.strip(_WHITE) and part.lstrip(_WHITE)[:1] != b"#" for part in held)


_CHUNK = 64 * 1024


class PackReader:
    """The bytes of a stream of MessagePack records, as many as are needed at a time.

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
        rest = self.data[self.at :]
        if len(rest) > self.max_size:
            return False
        read = self._stream.read(max(_CHUNK, min(len(rest), self.max_size + 1 - len(rest))))
        self.data, self.at = rest + read, 0
        return bool(read)

    @property
    def too_large(self) -> bool:
        """Whether the record at hand is larger than it may be."""
        return len(self.data) - self.at > self.max_size
