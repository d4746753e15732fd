"""Pieces of a stream that hold one record each, and whole files: what the formats share when they cut and read them.

Where a piece ends is the format's business. Memory is bounded by the size that one piece may have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import IO

from msgspec import Struct

from forty_thieves.problems import Fault

from .document import REST_NOT_JUDGED, Document, decoded

BOM = b"\xef\xbb\xbf"
"""A byte-order mark in UTF-8: allowed, and counts nothing."""

WHITE = b" \t\r\n"
LF = 10

PASSED_AT_MOST = 4 * 1024**3
"""Bytes of one piece that is too large that are passed over; where it goes on behind them, the stream is given up."""

CHUNK = 64 * 1024
"""Bytes that are read at a time: what is only passed over is quickest in parts that fit the processor's caches."""


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


def read_pieces(
    pieces: Iterable[Piece], document: Callable[[bytes, int], Document], name: str, empty: str, max_size: int
) -> Iterator[Document | Fault]:
    """The documents of a stream that was cut.

    Args:
        pieces: the parts of the stream.
        document: makes a document of a part's bytes and its first line.
        name: what a part is called.
        empty: what is said of a stream without any.
        max_size: bytes that a part may have.

    Yields:
        A document for each part, or a fault where it is too large.
    """
    piece = None
    for piece in pieces:
        if piece.too_large:
            fault = too_large(f"the {name} is", max_size)
            fault.place = (piece.line, 1)
            fault.ends_file = piece.endless
            fault.message += REST_NOT_JUDGED if piece.endless else ""
            yield fault
        else:
            yield document(piece.data, piece.line)
    if piece is None:
        yield Fault("empty", empty, ends_file=True)


def read_whole(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> tuple[bytes, str]:
    """A stream as a whole.

    Args:
        start: bytes that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that it may have.

    Returns:
        The bytes, and the text that they hold.

    Raises:
        Fault: it is empty, too large or not UTF-8; the fault ends the file.
    """
    data = b"".join(start)
    data += stream.read(max(0, max_size + 1 - len(data)))
    if len(data) > max_size:
        raise too_large("the file is", max_size)
    try:
        text = decoded(data)
    except Fault as fault:
        fault.ends_file = True
        raise
    if not text or text.isspace():
        raise Fault("empty", "the file is empty", ends_file=True)
    return data, text


def too_large(what: str, max_size: int) -> Fault:
    """The fault of something larger than one record may be; it ends the file."""
    return Fault("too-large", f"{what} larger than {max_size} bytes; --max-size allows more", ends_file=True)
