"""Sources: files, folders and standard input to documents, in constant memory.

Finds out what a file is, opens it, cuts it into the pieces that hold one record each, and keeps every limit on the
way. Compressed files are not read.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from io import BufferedReader, FileIO
from itertools import islice
from typing import IO

from msgspec import Struct

from forty_thieves.problems import Fault
from forty_thieves.records.interpret import described
from forty_thieves.text import reason

from .documents import REST_NOT_JUDGED, Document, JsonDocument, LogDocument, decoded, json_elements
from .files import SUFFIXES, InputFormat, YamlDocument
from .packs import end_of_pack, read_pack
from .streams import BOM, PackReader, Piece, blocks, line_pieces, lines, yaml_pieces

STDIN = "-"
MAX_SIZE = 16 * 1024 * 1024
"""Bytes that are read of one record unless more is asked for: of a line of JSON Lines, a YAML document, a MessagePack
record; of a whole file in JSON and of a whole move log."""

MAX_GAMES = 10_000_000
"""Records that are read of one file."""

_BUFFER = 256 * 1024

_COMPRESSED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
}


class Limits(Struct, frozen=True):
    """How much is read of one file.

    Attributes:
        max_size: bytes of one record; see MAX_SIZE.
        max_games: records of one file.
    """

    max_size: int = MAX_SIZE
    max_games: int = MAX_GAMES


def read(
    file: str, input_format: InputFormat | None = None, limits: Limits | None = None
) -> Iterator[Document | Fault]:
    """The records of a file, one after another.

    Args:
        file: the file's path, or ``-`` for standard input.
        input_format: what the file is; where it is None the suffix tells, else the file's start.
        limits: how much is read; None is what Limits says.

    Yields:
        A document for each record; where something can't be read, the fault. What comes after a fault is read on,
        unless the fault ends the file.
    """
    limits = limits or Limits()
    try:
        with _opened(file) as stream:
            items = _read_stream(file, stream, input_format, limits.max_size)
            yield from islice(items, limits.max_games)
            if next(items, None) is not None:
                message = f"more than {limits.max_games} records in one file{REST_NOT_JUDGED}"
                yield Fault("too-large", message, ends_file=True)
    except OSError as error:
        yield Fault("unreadable", f"cannot read the file: {reason(error)}", ends_file=True)


def read_one(file: str, input_format: InputFormat | None = None, limits: Limits | None = None) -> Document:
    """The only record of a file.

    Raises:
        Fault: it can't be read, or there are several.
    """
    found = list(islice(read(file, input_format, limits), 2))
    first = found[0]
    if isinstance(first, Fault):
        raise first
    if len(found) > 1:
        raise Fault("too-many-records", "expected one record: there are more", place=_start_of(found[1]))
    return first


def _start_of(item: Document | Fault) -> tuple[int, int] | None:
    return item.place if isinstance(item, Fault) else item.locate()


def _opened(file: str) -> BufferedReader:
    if file == STDIN:
        if sys.stdin is None:
            raise OSError(0, "standard input is closed")
        return BufferedReader(FileIO(sys.stdin.fileno(), closefd=False), _BUFFER)
    if "\0" in file:
        raise OSError(0, "a file name cannot hold a NUL character")
    if os.path.isdir(file):
        os.scandir(file).close()  # one that can't be listed says why
        raise OSError(0, "it is a folder")
    return BufferedReader(FileIO(file), _BUFFER)


# Telling what a file is


def _read_stream(
    file: str, stream: BufferedReader, input_format: InputFormat | None, max_size: int
) -> Iterator[Document | Fault]:
    known = input_format or SUFFIXES.get(os.path.splitext(file)[1].lower())
    start = stream.readline(max_size + 1).removeprefix(BOM)
    if not start:
        yield Fault("empty", "the file is empty", ends_file=True)
        return
    packed = next((name for magic, name in _COMPRESSED.items() if start.startswith(magic)), None)
    if packed is not None:
        yield Fault("syntax", f"{packed} data: compressed files are not read", ends_file=True)
        return
    taken = [start]
    if known is None and _starts_a_pack(start):
        known = "msgpack"
    if known is None:
        taken, known = _first_lines(start, stream, max_size)
    if known == "msgpack":
        yield from _read_packs(PackReader(b"".join(taken), stream, max_size))
    elif known == "jsonl":
        pieces = line_pieces(lines(taken, stream, max_size), max_size)
        yield from _read_pieces(pieces, JsonDocument, "line", "the file is empty", max_size)
    elif known == "yaml":
        pieces = yaml_pieces(blocks(taken, stream, max_size), max_size)
        yield from _read_pieces(
            pieces, YamlDocument, "document", "the file is empty, or holds only comments", max_size
        )
    else:
        yield from _read_whole(b"".join(taken), stream, known, max_size)


def _starts_a_pack(start: bytes) -> bool:
    return 0x80 <= start[0] <= 0x8F or start[0] in (0xDE, 0xDF)


_YAML_FORMAT = re.compile(rb"""(?:format|"format"|'format')[ \t]*:""")


def _first_lines(start: bytes, stream: IO[bytes], max_size: int) -> tuple[list[bytes], InputFormat | None]:
    """So many lines of a stream as it takes to know what it is.

    Returns:
        The lines, and the format: JSON Lines where a second record follows the first on a line of its own, JSON,
        YAML where a line at the top level starts with ``format:``, else a move log; None where the lines did not
        tell within the size that a file may have.
    """
    taken: list[bytes] = []
    room = max_size + 1
    records = 0
    line = start
    while line:
        taken.append(line)
        room -= len(line)
        told = line.strip(b" \t\r\n")
        if records or told[:1] in (b"{", b"["):
            if told and not (told.startswith(b"{") and (records or told.endswith(b"}"))):
                return taken, "json"
            records += bool(told)
            if records == 2:
                return taken, "jsonl"
        elif _YAML_FORMAT.match(line):
            return taken, "yaml"
        if room <= 0:
            return taken, None
        line = stream.readline(room)
    return taken, "json" if records else "moves"


# Reading each format


def _read_whole(
    start: bytes, stream: IO[bytes], known: InputFormat | None, max_size: int
) -> Iterator[Document | Fault]:
    """A format that is read as a whole: JSON, and bare move logs."""
    data = start + stream.read(max(0, max_size + 1 - len(start)))
    if len(data) > max_size:
        yield _too_large("the file is", max_size)
        return
    try:
        text = decoded(data)
    except Fault as fault:
        fault.ends_file = True
        yield fault
        return
    if not text.strip():
        yield Fault("empty", "the file is empty", ends_file=True)
    elif known != "json":
        yield LogDocument(text)
    elif text.lstrip()[:1] == "[":
        yield from json_elements(text)
    else:
        yield JsonDocument(data)


def _too_large(what: str, max_size: int) -> Fault:
    return Fault("too-large", f"{what} larger than {max_size} bytes; --max-size allows more", ends_file=True)


def _too_large_piece(what: str, max_size: int, piece: Piece) -> Fault:
    fault = _too_large(what, max_size)
    fault.place = (piece.line, 1)
    fault.ends_file = piece.endless
    if piece.endless:
        fault.message += REST_NOT_JUDGED
    return fault


def _read_pieces(
    pieces: Iterator[Piece], made: Callable[[bytes, int], Document], piece_name: str, empty: str, max_size: int
) -> Iterator[Document | Fault]:
    """The formats that are cut into pieces of one record: ``made`` is the document, ``empty`` what no piece means."""
    piece = None
    for piece in pieces:
        if piece.too_large:
            yield _too_large_piece(f"the {piece_name} is", max_size, piece)
        else:
            yield made(piece.data, piece.line)
    if piece is None:
        yield Fault("empty", empty, ends_file=True)


def _read_packs(reader: PackReader) -> Iterator[Document | Fault]:
    while reader.at < len(reader.data) or reader.more():
        item, end = _pack_at(reader)
        if isinstance(item, Fault):
            # What was announced may still come: cut short is told only at the end of the stream.
            if item.cut_short and reader.more():
                continue
            if item.cut_short and reader.too_large:
                item = _too_large("the record is", reader.max_size)
            item.ends_file = end is None
            if item.ends_file:
                item.message += REST_NOT_JUDGED
        if end is not None and end - reader.at > reader.max_size:
            item = _too_large("the record is", reader.max_size)
            item.ends_file = False
        yield item
        if end is None:
            return
        reader.at = end


def _pack_at(reader: PackReader) -> tuple[Document | Fault, int | None]:
    """The record at hand, and where the next one starts; None where that can't be found."""
    try:
        value, end = read_pack(reader.data, reader.at)
    except Fault as fault:
        try:
            return fault, end_of_pack(reader.data, reader.at)
        except Fault as broken:
            return broken if broken.cut_short else fault, None
    if end - reader.at > reader.max_size:
        return _too_large("the record is", reader.max_size), end
    if not isinstance(value, dict | list | str | bytes):
        # Most likely no MessagePack at all: it takes each byte of a text, and each zero, for a number.
        return Fault("not-a-record", f"expected a record, a mapping; read {described(value)}"), None
    return Document(value), end


# Folders


class Skipped(Struct):
    """What a walk through a folder left out.

    Attributes:
        hidden: hidden files and folders.
        links: links that leave the folder, and links to folders, which are walked where they are.
        others: files whose suffix is none of a record's, and what is no file.
    """

    hidden: int = 0
    links: int = 0
    others: int = 0

    def told(self) -> str:
        """What was left out, in words; empty where nothing was."""
        counts = [(self.hidden, "hidden"), (self.links, "links"), (self.others, "no records by their suffix")]
        return ", ".join(f"{number} {what}" for number, what in counts if number)


def files_below(folder: str, skipped: Skipped, *, logs: bool) -> Iterator[str]:
    """The files of a folder and of the folders in it that hold records, by their suffix.

    Args:
        folder: the folder's path.
        skipped: counts what is left out.
        logs: whether bare move logs are wanted too.

    Yields:
        Paths that start with the folder's, ordered by their parts as bytes. One folder is open at a time.
    """
    root = os.path.realpath(folder)
    todo = [folder]
    while todo:
        path = todo.pop()
        if path != folder and not _is_folder(path):
            yield path
            continue
        try:
            names = sorted(os.listdir(path), key=os.fsencode, reverse=True)
        except OSError:
            yield path  # reading it says what is wrong
            continue
        todo += [
            inner for inner in (os.path.join(path, name) for name in names) if _wanted(inner, root, skipped, logs)
        ]


def _is_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)


def _wanted(path: str, root: str, skipped: Skipped, logs: bool) -> bool:
    if os.path.basename(path).startswith("."):
        skipped.hidden += 1
        return False
    try:
        if os.path.islink(path) and not _stays_below(path, root):
            skipped.links += 1
            return False
        mode = os.stat(path).st_mode
    except OSError:
        skipped.links += 1  # a link in a circle, or to nothing
        return False
    if stat.S_ISDIR(mode):
        return True
    known = SUFFIXES.get(os.path.splitext(path)[1].lower())
    if known is None or not stat.S_ISREG(mode) or (known == "moves" and not logs):
        skipped.others += 1
        return False
    return True


def _stays_below(path: str, root: str) -> bool:
    """Whether a link leads to a file below the folder; links to folders count as leaving it."""
    target = os.path.realpath(path)
    return os.path.commonpath((target, root)) == root and not os.path.isdir(target)
