"""Documents: one record as it was read, as plain data, and where each part of it stands in the file.

A document knows its text and where values are in it; it does not know what the values mean. Finding a place is slow
and done only when something is to be reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from json import JSONDecodeError, JSONDecoder
from typing import Any

import msgspec
from msgspec import UNSET

from forty_thieves.problems import Fault, Path
from forty_thieves.records.interpret import OddNumber
from forty_thieves.records.structs import GameRecord
from forty_thieves.text import line_and_column, quoted

Place = tuple[int, int]
"""A line and a column, both from 1."""

DEEPEST = 16
"""Mappings and lists inside each other; no record of ours comes near."""

MOST_VALUES = 10_000
"""Values and keys in one record, where a reader builds them one by one; an honest record has about a hundred."""

REST_NOT_JUDGED = "; the rest of the file is not judged"
"""Ends the message of a fault behind which nothing of its file can be read."""

LONGEST_WHOLE_NUMBER = 21
"""Digits of the largest number that a record has a place for, 10^20."""


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


class LogDocument(Document):
    """A bare move log."""

    is_log = True

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._text = text
        self.size = len(text)

    def locate(self, path: Path = (), offset: int | None = None, *, on_key: bool = False) -> Place:
        """The place of an offset in the log."""
        return line_and_column(self._text, offset or 0)


# JSON


class JsonDocument(Document):
    """A record in a JSON text: the whole text, a line of JSON Lines, or an element of an array.

    Attributes:
        raw: the record's own part of the text, as UTF-8; it is parsed when the data is asked for.
    """

    def __init__(self, raw: bytes, line: int = 1, column: int = 1) -> None:
        super().__init__(None)
        self.raw = raw
        self.size = len(raw)
        self._first = (line, column)

    @property
    def made_of(self) -> tuple[bytes, int, int]:
        """The arguments that make this document anew."""
        return (self.raw, *self._first)

    def data(self) -> object:
        """The record as plain data; see :meth:`Document.data`."""
        try:
            return parse_json(decoded(self.raw))
        except Fault as fault:
            fault.place = self._moved(fault.place or (1, 1))
            raise

    def game(self) -> GameRecord | None:
        """The record, where it is a game of the usual kind."""
        return quick_game(self.raw)

    def _moved(self, place: Place) -> Place:
        """A place in the record's own text as a place in the file."""
        return moved(place, self._first)

    def locate(self, path: Path = (), offset: int | None = None, *, on_key: bool = False) -> Place:
        """Where a value stands in the file; an offset in a string is mapped over its escapes."""
        text = decoded(self.raw)
        index = _find_in_json(text, path, on_key)
        if offset is not None and text[index : index + 1] == '"':
            index = _find_in_string(text, index, offset)
        return self._moved(line_and_column(text, index))


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
        wide = "no text, or UTF-16 or UTF-32 without a byte-order mark"
    if wide is not None:
        raise Fault("not-utf8", f"this is {wide}: save it as UTF-8", place=(1, 1))
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        message = f"byte {error.start} (0x{data[error.start]:02x}) is not UTF-8: {error.reason}"
        raise Fault("not-utf8", message, place=line_and_column(before, len(before))) from None


def json_elements(text: str) -> Iterator[JsonDocument | Fault]:
    """The elements of a JSON array, one after another; a malformed one ends it.

    Args:
        text: the whole text, whose first character that is no white space is ``[``.

    Yields:
        A document for each element, and at the end a fault where the array is malformed, empty, or goes on.
    """
    at = _skip_white(text, _skip_white(text, 0) + 1)
    counted, line, line_start = 0, 1, 0
    if text[at : at + 1] == "]":
        yield Fault("empty", "the JSON array is empty", place=line_and_column(text, at))
        return
    while True:
        try:
            _, end = _skipping_decoder.raw_decode(text, at)
        except JSONDecodeError as error:
            yield _malformed_array(text, error.msg, error.pos)
            return
        except RecursionError:
            yield _too_deep_json(text)
            return
        line += text.count("\n", counted, at)
        line_start = max(line_start, text.rfind("\n", counted, at) + 1)
        counted = at
        yield JsonDocument(text[at:end].encode(), line, at - line_start + 1)
        after = _skip_white(text, end)
        if text[after : after + 1] != ",":
            break
        at = _skip_white(text, after + 1)
    if text[after : after + 1] != "]":
        yield _malformed_array(text, "expecting ',' or ']'", after)
    elif _skip_white(text, after + 1) < len(text):
        yield _malformed_array(text, "extra data", _skip_white(text, after + 1))


def _malformed(text: str, told: str, index: int) -> Fault:
    message = f"malformed JSON: {told[0].lower()}{told[1:]}"
    return Fault("syntax", message, place=line_and_column(text, index))


def _malformed_array(text: str, told: str, index: int) -> Fault:
    fault = _malformed(text, told, index)
    fault.message += REST_NOT_JUDGED
    fault.ends_file = True
    return fault


class _DuplicateKeyError(Exception):
    pass


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise _DuplicateKeyError
    return mapping


def _whole_number(text: str) -> int | OddNumber:
    if len(text) > LONGEST_WHOLE_NUMBER + 1 or text == "-0":
        return OddNumber(text)
    return int(text)


def _no_constant(name: str) -> object:
    raise ValueError(name)


_decoder = JSONDecoder(
    object_pairs_hook=_no_duplicates,
    parse_float=OddNumber,
    parse_int=_whole_number,
    parse_constant=_no_constant,
)
_white = re.compile(r"[ \t\n\r]*")
_plain_decoder = JSONDecoder(parse_float=str, parse_int=str)
_skipping_decoder = JSONDecoder(parse_float=lambda _: 0, parse_int=lambda _: 0)  # tells where a value ends, cheaply


def parse_json(text: str) -> object:
    """The value that a JSON text holds; numbers that are no whole numbers become OddNumber.

    Raises:
        Fault: ``syntax``, ``duplicate-key`` or ``too-deep``, with the place.
    """
    if text.count(",") > MOST_VALUES:
        _check_values(text)
    try:
        value = _decoder.decode(text)
    except JSONDecodeError as error:
        raise _malformed(text, error.msg, error.pos) from None
    except _DuplicateKeyError:
        key, index = _first_duplicate(text)
        message = f"the key {quoted(key)} is there twice"
        raise Fault("duplicate-key", message, place=line_and_column(text, index)) from None
    except RecursionError:
        raise _too_deep_json(text) from None
    except ValueError as error:
        # Not the one in a text: the first outside of quotes is where the decoder stopped.
        index = next(found.start() for found in _JSON_CONSTANT.finditer(text) if found[0] == str(error))
        raise Fault("syntax", f"malformed JSON: {error} is no number", place=line_and_column(text, index)) from None
    if text.count("[") + text.count("{") > DEEPEST and _depth(value) > DEEPEST:
        raise _too_deep_json(text)
    return value


def _check_values(text: str) -> None:
    """Check the number of values in a JSON text before they are made.

    Raises:
        Fault: ``too-large``, at the first one too many.
    """
    commas = (token for token in _JSON_TOKEN.finditer(text) if token[0] == ",")
    beyond = next(islice(commas, MOST_VALUES, None), None)
    if beyond is not None:
        fault = too_many_values()
        fault.place = line_and_column(text, beyond.start())
        raise fault


def _depth(value: object) -> int:
    """How many mappings and lists are inside each other, without recursion; counting ends past DEEPEST."""
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        if depth > DEEPEST:
            break
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
    return depth


_JSON_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN', re.DOTALL)
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]', re.DOTALL)


def _too_deep_json(text: str) -> Fault:
    depth = index = 0
    for token in _JSON_TOKEN.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
        if depth > DEEPEST:
            index = token.start()
            break
    return Fault("too-deep", too_deep_message(), place=line_and_column(text, index))


def too_deep_message() -> str:
    """What is said of data that is nested too deep."""
    return f"nested deeper than {DEEPEST} levels: no record is"


def too_many_values() -> Fault:
    """The fault of a record with more values than any honest one has."""
    return Fault("too-large", f"more than {MOST_VALUES} values in one record")


def _first_duplicate(text: str) -> tuple[str, int]:
    """The first key that its object has twice, and where it stands the second time; the text is valid JSON."""
    objects: list[set[str] | None] = []
    tokens = list(_JSON_TOKEN.finditer(text))
    for number, token in enumerate(tokens):
        if token[0] in "{[":
            objects.append(set() if token[0] == "{" else None)
        elif token[0] in "}]":
            objects.pop()
        elif token[0][0] == '"' and number + 1 < len(tokens) and tokens[number + 1][0] == ":":
            keys, key = objects[-1], _plain_decoder.decode(token[0])
            assert keys is not None
            if key in keys:
                return key, token.start()
            keys.add(key)
    raise AssertionError("no key is there twice")


def _skip_white(text: str, index: int) -> int:
    found = _white.match(text, index)
    assert found is not None
    return found.end()


def _find_in_json(text: str, path: Path, on_key: bool) -> int:
    """The offset of the value at a path, or of its key; where the path leads nowhere, of the last value on it."""
    index = _skip_white(text, 0)
    for number, step in enumerate(path):
        last_key = on_key and number == len(path) - 1
        if text[index : index + 1] != ("{" if isinstance(step, str) else "["):
            return index
        found = _find_step(text, index, step, last_key)
        if found is None:
            return index
        index = found
    return index


def _find_step(text: str, index: int, step: str | int, on_key: bool) -> int | None:
    """The offset of an object's field or an array's element, the object or array starting at ``index``."""
    at = _skip_white(text, index + 1)
    element = 0
    while text[at] not in "}]":
        key: str | int = element
        start = at
        if isinstance(step, str):
            key, at = _plain_decoder.raw_decode(text, at)
            at = _skip_white(text, _skip_white(text, at) + 1)  # past the colon
        if key == step:
            return start if on_key else at
        _, at = _skipping_decoder.raw_decode(text, at)
        at = _skip_white(text, at)
        if text[at] == ",":
            at = _skip_white(text, at + 1)
        element += 1
    return None


_STRING_PART = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|[^\\]", re.DOTALL)


def _find_in_string(text: str, index: int, offset: int) -> int:
    """The offset in the text of a character of the JSON string that starts at ``index``."""
    at = index + 1
    while True:
        escape = text.find("\\", at, at + offset)
        if escape < 0:
            return at + offset
        offset -= escape - at + 1
        part = _STRING_PART.match(text, escape)
        assert part is not None
        at = part.end()


# YAML


# YAML takes more characters for line ends than other formats; a block's lines are counted its way.
_YAML_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_ODD_BREAK = re.compile("[\r\x85\u2028\u2029]")
_VALUE_BREAK = re.compile("[\n\u2028\u2029]")


def find_in_block(text: str, start: int, value: str, offset: int) -> int:
    """The offset in the text of a character of a ``|`` block: its lines are those below the bar, less the indent."""
    header_end = _YAML_BREAK.search(text, start)
    if header_end is None:
        return start
    source_start, value_start = header_end.end(), 0
    if not _ODD_BREAK.search(text):
        # Lines end in LF alone: the value has as many of them as the block.
        for _ in range(value.count("\n", 0, offset)):
            source_start = text.index("\n", source_start) + 1
        value_start = value.rfind("\n", 0, offset) + 1
    while True:
        source_break, value_break = (
            _YAML_BREAK.search(text, source_start),
            _VALUE_BREAK.search(value, value_start),
        )
        source_end = source_break.start() if source_break else len(text)
        value_end = value_break.start() if value_break else len(value)
        if offset <= value_end or source_break is None or value_break is None:
            indent = (source_end - source_start) - (value_end - value_start)
            return source_start + max(indent, 0) + offset - value_start
        source_start, value_start = source_break.end(), value_break.end()


# The usual kind of game, in JSON


_quick_decoder = msgspec.json.Decoder(GameRecord)


def quick_game(raw: bytes) -> GameRecord | None:
    """A game record from JSON, several times as fast as parsing and interpreting it, where it is of the usual kind.

    A decoder straight to structs lets keys pass that come twice. They are noticed by counting quotation marks: every
    key and text of the record accounts for two, and as all fields but the format show in the struct when they are
    there, and the format is seen at the start, a key too many can't be made up for by one that is missing.

    Returns:
        The record; None where it has to be read the careful way, whatever the reason.
    """
    if not raw.startswith(_QUICK_STARTS):
        return None
    try:
        record = _quick_decoder.decode(raw)
    except (msgspec.MsgspecError, Fault, RecursionError):
        return None
    deal = record.deal
    if record.meta is not UNSET or deal.rules is not UNSET or (deal.seed == 0 and b"-0" in raw):
        return None
    marks = 10 if record.claim is UNSET else 14
    for text in (deal.variant, deal.shuffle, deal.foundations, deal.stock, deal.waste, deal.cells):
        if text is not UNSET:
            marks += 4
    if deal.seed is not UNSET:
        marks += 2
    if deal.tableau is not UNSET:
        marks += 2 + 2 * len(deal.tableau)
    return record if raw.count(b'"') == marks else None


_QUICK_STARTS = (b'{"format":"forty-thieves-game/1"', b'{"format": "forty-thieves-game/1"')
