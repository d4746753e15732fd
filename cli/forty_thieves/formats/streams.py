"""Streams of records: cutting bytes into pieces that hold one record each, without reading them whole.

A piece is found by what no record can hold inside: a line end in JSON Lines, a ``---`` line in YAML. What the pieces
say is not looked at here. Memory is bounded by the size that one piece may have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BufferedIOBase
from typing import IO

from msgspec import Struct

BOM = b"\xef\xbb\xbf"
"""A byte-order mark in UTF-8: allowed, and counts nothing."""

_WHITE = b" \t\r\n"


PASSED_AT_MOST = 4 * 1024**3
"""Bytes of one piece that is too large that are passed over; where it goes on behind them, the stream is given up."""

_CHUNK = 64 * 1024


class Piece(Struct, frozen=True):
    """A part of a stream that holds one record.

    Attributes:
        data: the bytes; where the piece is too large, only its beginning.
        line: the line in the stream at which it starts, from 1.
        too_large: whether it has more bytes than one piece may have.
        endless: whether it has so many more that its end was not looked for; it is the last piece then.
    """

    data: bytes
    line: int
    too_large: bool = False
    endless: bool = False


def lines(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> Iterator[bytes]:
    """The lines of a stream, each with its LF; a line that is too long comes in parts of at most max_size + 1 bytes.

    Args:
        start: lines that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that a line may have.
    """
    yield from start
    room = max_size + 1
    while line := stream.readline(room):
        # Files that were joined with cat may have the mark at the start of each; an empty one has nothing else.
        if line != BOM:
            yield line.removeprefix(BOM) if line[0] == BOM[0] else line
        # What is only passed over is quickest in parts that fit the processor's caches.
        room = max_size + 1 if line[-1] == _LF else min(max_size + 1, _CHUNK)


_LF = 10


def line_pieces(parts: Iterable[bytes], max_size: int) -> Iterator[Piece]:
    """A piece for each line that is not blank."""
    number, passed = 1, 0
    long: Piece | None = None  # a line that is too long, and its end is still to come
    for part in parts:
        ends = part[-1] == _LF
        if long is None and part.strip(_WHITE):
            data = part.rstrip(b"\r\n")
            passed = 0
            if len(data) <= max_size:
                yield Piece(data, number)
            elif ends:
                yield Piece(data, number, too_large=True)
            else:
                long = Piece(data, number, too_large=True)
        else:
            passed += len(part)
            if passed > (max_size if long is None else PASSED_AT_MOST):
                yield Piece(b"", number, too_large=True, endless=True)
                return
            if ends and long is not None:
                yield long
                long = None
        number += ends
    if long is not None:
        yield long


def blocks(start: Iterable[bytes], stream: BufferedIOBase, max_size: int) -> Iterator[bytes]:
    """The bytes of a stream, whole lines together, as many as are there; a line that is too long comes in parts.

    Args:
        start: lines that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that a line may have.
    """
    block = b"\n"
    for block in start:
        yield block
    while True:
        starts_line = block[-1] == _LF
        block = stream.read1(_CHUNK)
        if not block:
            return
        if block[-1] != _LF:
            block += stream.readline(max_size + 1)
        if BOM in block:  # files that were joined with cat may have the mark at the start of each
            yield _BOM_BEFORE_LINE.sub(b"", block.removeprefix(BOM) if starts_line else block)
        else:
            yield block


_BOM_BEFORE_LINE = re.compile(b"(?<=\n)" + BOM)
_NEXT_MARK = re.compile(rb"\n(?=[-.])")


def yaml_pieces(parts: Iterable[bytes], max_size: int) -> Iterator[Piece]:
    """A piece for each YAML document.

    A line that starts with ``---`` or ``...`` and then ends or goes on after a space ends a document wherever it
    stands, in a block of text too (YAML 1.2.2, 9.1.2), so that documents can be parted without being parsed.

    Args:
        parts: the stream's lines, one or several at a time; of a line that is too long, parts.
        max_size: bytes that a piece may have.
    """
    held = bytearray()
    size, first, number = 0, 1, 1
    holds = False  # there is more than blank lines and comments
    inside = False  # a line that was too long and goes on
    closed = True  # no document is open: at the start, and after a `...` line
    directives = False  # what is held are directives, whose document's `---` is still to come
    for part in parts:
        at = 0
        while at < len(part):
            # Inside a document only certain lines can end it: those between are taken together.
            telling = not inside and (closed or directives or part[at] in b"-.")
            if telling or inside:
                end = part.find(b"\n", at) + 1 or len(part)
            else:
                found = _NEXT_MARK.search(part, at)
                end = found.end() if found else len(part)
            run, at = part[at:end], end
            if telling:
                marks_start = _is_marker(run, b"---")
                says = run.lstrip(_WHITE)[:1] not in (b"", b"#")
                if (marks_start and not directives) or (closed and says and not marks_start):
                    if holds:
                        yield Piece(bytes(held), first, size > max_size)
                    held, size, first = bytearray(), 0, number
                    closed = holds = False
                    directives = run.startswith(b"%")
                elif says:
                    directives = directives and run.startswith(b"%")
                    closed = _is_marker(run, b"...")
                holds = holds or says
            size += len(run)
            if size <= max_size:
                held += run
            elif size > (PASSED_AT_MOST if holds else max_size):
                yield Piece(bytes(held), first, too_large=True, endless=True)
                return
            inside = run[-1] != _LF
            number += run.count(b"\n")
    if holds:
        yield Piece(bytes(held), first, size > max_size)


def _is_marker(line: bytes, marker: bytes) -> bool:
    return line.startswith(marker) and line[3:4] in (b"", b" ", b"\t", b"\r", b"\n")


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
        """Whether more is there of the record at hand than it may have, and still not its end."""
        return len(self.data) - self.at > self.max_size
