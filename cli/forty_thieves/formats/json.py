"""JSON and JSON Lines: cutting a stream into lines and an array into its elements, reading, finding places, writing.

Reading is strict: keys that come twice, numbers that are not whole, deep nesting and too many values are noticed.
Every scan of a text is one pass over it that keeps nothing: a token is matched whole, with possessive repeats, also
where it has no end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from json import JSONDecodeError, JSONDecoder
from typing import IO, Any

import msgspec
from msgspec import UNSET

from forty_thieves.problems import Fault, Path
from forty_thieves.records.plain import OddNumber
from forty_thieves.records.structs import GameRecord, Record
from forty_thieves.text import line_and_column, quoted

from .document import (
    DEEPEST,
    LONGEST_WHOLE_NUMBER,
    MOST_VALUES,
    REST_NOT_JUDGED,
    Document,
    Place,
    decoded,
    moved,
    too_deep_message,
    too_many_values,
)
from .pieces import BOM, CHUNK, LF, PASSED_AT_MOST, WHITE, Piece, read_pieces, read_whole


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


def json_elements(text: str) -> Iterator[JsonDocument | Fault]:
    """The elements of a JSON array, one after another; a malformed one ends it.

    Args:
        text: the whole text, whose first character that is not white space is ``[``.

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
            end = _end_of_element(text, at)
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


def _end_of_element(text: str, at: int) -> int:
    """Where an element of an array ends.

    One with too many values, which is going to be refused, is not decoded for that: it would take much memory.

    Raises:
        JSONDecodeError: it is malformed.
        RecursionError: it is nested deeper than Python goes.
    """
    if text[at : at + 1] in ("{", "["):
        depth = 0
        for bracket in re.compile(_UP_TO_BRACKET).finditer(text, at):
            depth += 1 if bracket[1] in ("{", "[") else -1
            if depth == 0 and text.count(",", at, bracket.end()) > MOST_VALUES:
                return bracket.end()
            if depth == 0 or not bracket[1]:
                break
        if depth and _comma_beyond(text, at) is not None:
            raise JSONDecodeError("an element has no end", text, at)
    return _skipping_decoder.raw_decode(text, at)[1]


def _malformed(text: str, problem: str, index: int) -> Fault:
    message = f"malformed JSON: {problem[0].lower()}{problem[1:]}"
    return Fault("syntax", message, place=line_and_column(text, index))


def _malformed_array(text: str, problem: str, index: int) -> Fault:
    fault = _malformed(text, problem, index)
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
_text_decoder = JSONDecoder()
_skipping_decoder = JSONDecoder(parse_float=lambda _: 0, parse_int=lambda _: 0)  # finds where a value ends, cheaply


def parse_json(text: str) -> object:
    """The value that a JSON text holds; numbers that are not whole numbers become OddNumber.

    Raises:
        Fault: ``syntax``, ``duplicate-key``, ``too-deep`` or ``too-large``, with the place.
    """
    if text.count(",") > MOST_VALUES:
        beyond = _comma_beyond(text, 0)
        if beyond is not None:
            fault = too_many_values()
            fault.place = line_and_column(text, beyond)
            raise fault
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
        index = next(token.start() for token in re.compile(_CONSTANT).finditer(text) if token[0] == str(error))
        message = f"malformed JSON: {error} is not a number"
        raise Fault("syntax", message, place=line_and_column(text, index)) from None
    if text.count("[") + text.count("{") > DEEPEST and _depth(value) > DEEPEST:
        raise _too_deep_json(text)
    return value


def _comma_beyond(text: str, at: int) -> int | None:
    """The offset of the comma in a JSON text that shows that there are more values than allowed; None without one."""
    comma = next(islice(re.compile(_UP_TO_COMMA).finditer(text, at), MOST_VALUES, None), None)
    return comma.start(1) if comma and comma[1] else None


def _depth(value: object) -> int:
    """How many mappings and lists are inside each other, without recursion; counting ends past DEEPEST."""
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        if depth > DEEPEST:
            break
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
    return depth


_STRING = r'"(?:[^"\\]++|\\.)*+"?'
"""A string, or what is left of the text behind a quotation mark that no other ends."""


def _up_to(characters: str) -> str:
    """Matches what comes before the next of some characters outside of strings, and that character or the end."""
    return rf'(?s)(?:[^"{characters}]++|{_STRING})*+([{characters}]?)'


# Compiled where they are used, and kept by re from then on: most runs need none of them, and start-up counts.
_UP_TO_BRACKET = _up_to(r"{}\[\]")
_UP_TO_COMMA = _up_to(",")
_CONSTANT = rf"(?s){_STRING}|-?Infinity|NaN"
_TOKEN = rf"(?s){_STRING}|[{{}}\[\]:]"


def _too_deep_json(text: str) -> Fault:
    depth = index = 0
    for bracket in re.compile(_UP_TO_BRACKET).finditer(text):
        depth += 1 if bracket[1] in ("{", "[") else -1
        if depth > DEEPEST:
            index = bracket.start(1)
            break
    return Fault("too-deep", too_deep_message(), place=line_and_column(text, index))


def _first_duplicate(text: str) -> tuple[str, int]:
    """The first key that its object has twice, and where it stands the second time; the text is valid JSON."""
    objects: list[set[str]] = []
    before: re.Match[str] | None = None
    for token in re.compile(_TOKEN).finditer(text):
        if token[0] in ("{", "["):
            objects.append(set())
        elif token[0] in ("}", "]"):
            objects.pop()
        elif token[0] == ":" and before is not None:
            key: str = _text_decoder.decode(before[0])
            if key in objects[-1]:
                return key, before.start()
            objects[-1].add(key)
        before = token
    raise AssertionError("no key is there twice")


_WHITE_SPACE = re.compile(r"[ \t\n\r]*")


def _skip_white(text: str, index: int) -> int:
    found = _WHITE_SPACE.match(text, index)
    return found.end() if found else index


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
            key, at = _text_decoder.raw_decode(text, at)
            at = _skip_white(text, _skip_white(text, at) + 1)  # past the colon
        if key == step:
            return start if on_key else at
        _, at = _skipping_decoder.raw_decode(text, at)
        at = _skip_white(text, at)
        if text[at] == ",":
            at = _skip_white(text, at + 1)
        element += 1
    return None


_STRING_PART = r"(?s)\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|[^\\]"


def _find_in_string(text: str, index: int, offset: int) -> int:
    """The offset in the text of a character of the JSON string that starts at ``index``."""
    at = index + 1
    while True:
        escape = text.find("\\", at, at + offset)
        if escape < 0:
            return at + offset
        offset -= escape - at + 1
        part = re.compile(_STRING_PART).match(text, escape)
        at = part.end() if part else escape + 1


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
    if len(raw) > _QUICK_AT_MOST or not raw.startswith(_QUICK_STARTS):
        return None
    try:
        record = _quick_decoder.decode(raw)
    except (msgspec.MsgspecError, Fault, RecursionError):
        return None
    deal = record.deal
    if (
        record.meta is not UNSET
        or deal.meta is not UNSET
        or deal.rules is not UNSET
        or (deal.seed == 0 and b"-0" in raw)
    ):
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


_QUICK_AT_MOST = 1024 * 1024
"""Bytes of a game that is read in the quick way, which does not count values before it makes them."""

_QUICK_STARTS = (b'{"format":"forty-thieves-game/1"', b'{"format": "forty-thieves-game/1"')


# Streams


def read_json(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> Iterator[Document | Fault]:
    """The record in a JSON text, or the records where it is an array of them.

    Args:
        start: bytes that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that the text may have.
    """
    try:
        data, text = read_whole(start, stream, max_size)
    except Fault as fault:
        yield fault
        return
    if text[_skip_white(text, 0)] == "[":
        yield from json_elements(text)
    else:
        yield JsonDocument(data)


def read_json_lines(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> Iterator[Document | Fault]:
    """The records in a stream of JSON Lines; the arguments are those of :func:`lines`."""
    pieces = line_pieces(lines(start, stream, max_size), max_size)
    return read_pieces(pieces, JsonDocument, "line", "the file is empty", max_size)


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
        room = max_size + 1 if line[-1] == LF else min(max_size + 1, CHUNK)


def line_pieces(parts: Iterable[bytes], max_size: int) -> Iterator[Piece]:
    """A piece for each line that is not blank."""
    number, passed = 1, 0
    long: Piece | None = None  # a line that is too long, and its end is still to come
    for part in parts:
        ends = part[-1] == LF
        if long is None and part.strip(WHITE):
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


# Writing


def encode_json_line(record: Record) -> bytes:
    """A record as a line of JSON, its LF included."""
    fields = msgspec.json.encode(record)
    if fields.startswith(b'{"format"'):
        return fields + b"\n"
    return b'{"format":"%s",%s\n' % (record.TAG.encode(), fields[1:])


def encode_json(record: Record) -> bytes:
    """A record as indented JSON, without a line end."""
    return msgspec.json.format(encode_json_line(record).rstrip(), indent=2)
