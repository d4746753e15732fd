"""A document: one record as it was read, as plain data, and where each part of it stands in the file.

A document knows its text and where values are in it; it does not know what the values mean. Finding a place is slow
and done only when something is to be reported. Here stands what all formats share; each has a module of its own.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from forty_thieves.problems import Fault, Path
from forty_thieves.records.structs import GameRecord
from forty_thieves.text import line_and_column

Place = tuple[int, int]
"""A line and a column, both from 1."""

MAX_SIZE = 16 * 1024 * 1024
"""Bytes that are read of one record unless more is asked for: of a line of JSON Lines, a YAML document, a MessagePack
record; of a whole file in JSON and of a whole move log."""

MAX_GAMES = 10_000_000
"""Records that are read of one file."""

DEEPEST = 16
"""Mappings and lists inside each other; no record of ours comes near."""

MOST_VALUES = 10_000
"""Values and keys in one record, where a reader builds them one by one; an honest record has about a hundred."""

LONGEST_WHOLE_NUMBER = 21
"""Digits of the largest number that a record has a place for, 10^20."""

REST_NOT_JUDGED = "; the rest of the file is not judged"
"""Ends the message of a fault behind which nothing of its file can be read."""


class Limits(Struct, frozen=True):
    """How much is read of one file.

    Attributes:
        max_size: bytes of one record; see MAX_SIZE.
        max_games: records of one file.
    """

    max_size: int = MAX_SIZE
    max_games: int = MAX_GAMES


class Document:
    """One record as it was read. This base class knows no places; MessagePack has none.

    Attributes:
        is_log: whether it is a bare move log, whose data is its text.
        size: its bytes, as far as they are known.
    """

    is_log = False
    size = 0

    def __init__(self, value: object) -> None:
        self._value = value

    @property
    def made_of(self) -> tuple[Any, ...]:
        """The arguments that make this document anew."""
        return (self._value,)

    def data(self) -> object:
        """The record as plain data: dicts with text keys, lists, text, whole numbers, truth values, None.

        Raises:
            Fault: the text is malformed.
        """
        return self._value

    def game(self) -> GameRecord | None:
        """The record, where it is a game that can be read in a quicker way than through its data; else None."""
        return None

    def locate(self, path: Path = (), offset: int | None = None, *, on_key: bool = False) -> Place | None:
        """Where a value stands in the file.

        Args:
            path: the way to the value; where it leads nowhere, the nearest value on the way is meant.
            offset: a place inside the value, if it is text, in code points.
            on_key: whether the field's name is meant.

        Returns:
            Its place, or None where places are not known.
        """
        return None

    def keeps_lines(self, path: Path) -> bool:
        """Whether a text value holds its line ends as they are in the file, or in escapes."""
        return True


def moved(place: Place, first: Place) -> Place:
    """A place in a part of a file, as a place in the file; ``first`` is where the part starts."""
    line, column = place
    return line + first[0] - 1, column + first[1] - 1 if line == 1 else column


_WIDE_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


def decoded(data: bytes) -> str:
    """Bytes as text.

    Raises:
        Fault: ``not-utf8``, with the place of the first bad byte.
    """
    wide = next((name for mark, name in _WIDE_MARKS.items() if data.startswith(mark)), None)
    if wide is None and 0 in data[:4]:
        wide = "not text, or UTF-16 or UTF-32 without a byte-order mark"
    if wide is not None:
        raise Fault("not-utf8", f"this is {wide}: save it as UTF-8", place=(1, 1))
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        message = f"byte {error.start} (0x{data[error.start]:02x}) is not UTF-8: {error.reason}"
        raise Fault("not-utf8", message, place=line_and_column(before, len(before))) from None


def too_deep_message() -> str:
    """What is said of data that is nested too deep."""
    return f"nested deeper than {DEEPEST} levels: no record is"


def too_many_values() -> Fault:
    """The fault of a record with more values than any honest one has."""
    return Fault("too-large", f"more than {MOST_VALUES} values in one record")
