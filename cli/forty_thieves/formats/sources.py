"""Sources: files, folders and standard input to documents, in constant memory.

Finds out what a file is, opens it, cuts it into the pieces that hold one record each, and keeps every limit on the
way. Compressed files are not read, nor surveys.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from io import BufferedReader, FileIO
from itertools import islice
from typing import IO, Literal

from msgspec import Struct

from forty_thieves.problems import Fault
from forty_thieves.records.kinds import OTHER_FILES, SURVEY_TAG
from forty_thieves.text import reason

from .document import REST_NOT_JUDGED, Document, Limits
from .json import read_json, read_json_lines
from .log import read_log
from .msgpack import read_msgpack
from .pieces import BOM
from .saved import read_saved, starts_a_save
from .yaml import read_yaml

STDIN = "-"
InputFormat = Literal["yaml", "json", "jsonl", "msgpack", "moves", "pysolfc"]

READERS: dict[InputFormat, Callable[[list[bytes], BufferedReader, int], Iterator[Document | Fault]]] = {
    "yaml": read_yaml,
    "json": read_json,
    "jsonl": read_json_lines,
    "msgpack": read_msgpack,
    "moves": read_log,
    "pysolfc": read_saved,
}
"""What cuts a stream of each format into documents, given what was taken from it, the rest, and the largest size."""

SUFFIXES: dict[str, InputFormat] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".msgpack": "msgpack",
    ".moves": "moves",
    ".txt": "moves",
    ".pso": "pysolfc",
}
"""What a file is, by the end of its name."""

_BUFFER = 256 * 1024

_COMPRESSED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
}


_SURVEY_START = re.compile(rb'\s*\{\s*"format"\s*:\s*(?P<tag>"%s")' % SURVEY_TAG.encode())
"""How the first line of a survey starts. Its other lines say nothing of a format: they are no records at all."""


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


# What a file is


def _read_stream(
    file: str, stream: BufferedReader, input_format: InputFormat | None, max_size: int
) -> Iterator[Document | Fault]:
    known = input_format or SUFFIXES.get(os.path.splitext(file)[1].lower())
    start = stream.readline(max_size + 1).removeprefix(BOM)
    if not start:
        yield Fault("empty", "the file is empty", ends_file=True)
        return
    compressed = next((name for magic, name in _COMPRESSED.items() if start.startswith(magic)), None)
    if compressed is not None:
        yield Fault("syntax", f"{compressed} data: compressed files are not read", ends_file=True)
        return
    survey = _SURVEY_START.match(start)
    if survey is not None:
        message = f"this is {OTHER_FILES[SURVEY_TAG]}: expected records"
        yield Fault("wrong-record", message, place=(1, survey.start("tag") + 1), ends_file=True)
        return
    taken = [start]
    if known is None:
        taken, known = _recognised(start, stream, max_size)
    yield from READERS[known](taken, stream, max_size)


_YAML_FORMAT = re.compile(rb"""(?:format|"format"|'format')[ \t]*:""")


def _recognised(start: bytes, stream: IO[bytes], max_size: int) -> tuple[list[bytes], InputFormat]:
    """What a stream is, by its start.

    Returns:
        The lines that it took to know, and the format: a save of PySolFC where it starts as one does, MessagePack
        where the first byte is a mapping's, JSON Lines where a second record follows the first on a line of its own,
        JSON, YAML where a line at the top level starts with ``format:``, else a move log.
    """
    if starts_a_save(start):
        return [start], "pysolfc"
    if 0x80 <= start[0] <= 0x8F or start[0] in (0xDE, 0xDF):
        return [start], "msgpack"
    taken: list[bytes] = []
    room = max_size + 1
    records = 0
    line = start
    while line:
        taken.append(line)
        room -= len(line)
        content = line.strip(b" \t\r\n")
        if records or content[:1] in (b"{", b"["):
            if content and not (content.startswith(b"{") and (records or content.endswith(b"}"))):
                return taken, "json"
            records += bool(content)
            if records == 2:
                return taken, "jsonl"
        elif _YAML_FORMAT.match(line):
            return taken, "yaml"
        if room <= 0:
            return taken, "moves"  # larger than any file may be
        line = stream.readline(room)
    return taken, "json" if records else "moves"


# Folders


WHY_SKIPPED = {"hidden": "hidden", "links": "links", "others": "not records by their suffix"}
"""Why a walk through a folder leaves something out, in words: hidden files and folders; links that leave the folder,
and links to folders, which are walked where they are; files whose suffix is not one of a record's, and what is not a
file."""


class Skipped(Struct):
    """What a walk through a folder left out.

    Attributes:
        counts: how much, by a key of WHY_SKIPPED; only what there is.
        heed: is called with each path that is left out, and why, in words.
    """

    counts: dict[str, int] = {}
    heed: Callable[[str, str], None] | None = None

    def leave_out(self, why: str, path: str) -> None:
        """Count a path that is left out for a key of WHY_SKIPPED."""
        self.counts[why] = self.counts.get(why, 0) + 1
        if self.heed is not None:
            self.heed(path, WHY_SKIPPED[why])

    def in_words(self) -> str:
        """What was left out, in words; empty where nothing was."""
        return ", ".join(f"{self.counts[why]} {words}" for why, words in WHY_SKIPPED.items() if why in self.counts)


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
        skipped.leave_out("hidden", path)
        return False
    try:
        if os.path.islink(path) and not _stays_below(path, root):
            skipped.leave_out("links", path)
            return False
        mode = os.stat(path).st_mode
    except OSError:
        skipped.leave_out("links", path)  # a link in a circle, or to nothing
        return False
    if stat.S_ISDIR(mode):
        return True
    known = SUFFIXES.get(os.path.splitext(path)[1].lower())
    if known is None or not stat.S_ISREG(mode) or (known == "moves" and not logs):
        skipped.leave_out("others", path)
        return False
    return True


def _stays_below(path: str, root: str) -> bool:
    """Whether a link leads to a file below the folder; links to folders count as leaving it."""
    target = os.path.realpath(path)
    return os.path.commonpath((target, root)) == root and not os.path.isdir(target)
