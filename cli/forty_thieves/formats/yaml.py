"""YAML: cutting a stream into documents, reading them strictly, finding places, writing.

The reader takes decimal integers, ``true``, ``false`` and ``null`` for what they are and everything else as text; it
refuses anchors, aliases, tags and keys that come twice. The only module that imports PyYAML, and only where YAML is
read or written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from io import BufferedIOBase
from itertools import islice
from typing import TYPE_CHECKING, Any

from forty_thieves.problems import Fault, Path
from forty_thieves.records.structs import GameRecord, Record, name_of, schema_id, serialise_record
from forty_thieves.text import line_and_column, quoted, shown

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
from .log import COMMENT, whole_lines
from .pieces import BOM, CHUNK, LF, PASSED_AT_MOST, WHITE, Piece, read_pieces

if TYPE_CHECKING:
    import yaml

# Streams


def read_yaml(start: Iterable[bytes], stream: BufferedIOBase, max_size: int) -> Iterator[Document | Fault]:
    """The records in a stream of YAML documents; the arguments are those of :func:`blocks`."""
    pieces = yaml_pieces(blocks(start, stream, max_size), max_size)
    return read_pieces(pieces, YamlDocument, "document", "the file is empty, or holds only comments", max_size)


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
        starts_line = block[-1] == LF
        block = stream.read1(CHUNK)
        if not block:
            return
        if block[-1] != LF:
            # What is only passed over is quickest in small parts.
            block += stream.readline(max_size + 1 if starts_line or b"\n" in block else CHUNK)
        if BOM[0] in block and BOM in block:  # files that were joined with cat may have the mark at the start of each
            yield _BOM_BEFORE_LINE.sub(b"", block.removeprefix(BOM) if starts_line else block)
        else:
            yield block


_BOM_BEFORE_LINE = re.compile(b"(?<=\n)" + BOM)
_NEXT_MARK = re.compile(rb"\n(?=[-.])")


def yaml_pieces(parts: Iterable[bytes], max_size: int) -> Iterator[Piece]:
    """A piece for each YAML document.

    A line that starts with ``---`` or ``...`` and then ends or goes on after a space ends a document wherever it
    stands, in a block of text too (YAML 1.2.2, 9.1.2), so that documents can be separated without being parsed.

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
            one_line = telling or inside
            if one_line:
                end = part.find(b"\n", at) + 1 or len(part)
            else:
                found = _NEXT_MARK.search(part, at)
                end = found.end() if found else len(part)
            run, at = part[at:end], end
            if telling:
                marks_start = _is_marker(run, b"---")
                says = run.lstrip(WHITE)[:1] not in (b"", b"#")
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
            inside = run[-1] != LF
            number += not inside if one_line else run.count(b"\n")
    if holds:
        yield Piece(bytes(held), first, size > max_size)


def _is_marker(line: bytes, marker: bytes) -> bool:
    return line.startswith(marker) and line[3:4] in (b"", b" ", b"\t", b"\r", b"\n")


# Reading


class YamlDocument(Document):
    """A record in a YAML text, one document of it.

    Attributes:
        raw: the document's own part of the text, as UTF-8; it is parsed when the data is asked for.
    """

    def __init__(self, raw: bytes, line: int = 1) -> None:
        super().__init__(None)
        self.raw = raw
        self.size = len(raw)
        self._first = (line, 1)
        self._events: list[Any] = []

    @property
    def made_of(self) -> tuple[bytes, int]:
        """The arguments that make this document anew."""
        return (self.raw, self._first[0])

    def data(self) -> object:
        """The record as plain data; see :meth:`Document.data`."""
        try:
            value, self._events = parse_yaml(self.raw)
        except Fault as fault:
            fault.place = moved(fault.place or (1, 1), self._first)
            raise
        return value

    def locate(self, path: Path = (), offset: int | None = None, *, on_key: bool = False) -> Place:
        """Where a value stands in the file; the data must have been asked for.

        Places inside a text are exact in ``|`` blocks and in plain and quoted texts of one line without escapes;
        elsewhere they are the text's start.
        """
        mark = self._marks.get((on_key, path))
        while mark is None and path:
            path, on_key, offset = path[:-1], False, None
            mark = self._marks.get((on_key, path))
        if mark is None:
            return self._first
        index = mark.start_mark.index if offset is None else self._inside(mark, offset)
        return moved(line_and_column(self._text, index), self._first)

    @cached_property
    def _text(self) -> str:
        return decoded(self.raw)

    @cached_property
    def _marks(self) -> dict[tuple[bool, Path], Any]:
        """Where the parts of the data stand; asked for only when something is to be reported."""
        return _marks_of(self._events)

    def _inside(self, mark: Any, offset: int) -> int:
        start: int = mark.start_mark.index
        style, text = getattr(mark, "style", None), getattr(mark, "value", "")
        if style == "|":
            return find_in_block(self._text, start, text, offset)
        quote = 1 if style in ("'", '"') else 0
        exact = self._text[start + quote : mark.end_mark.index - quote] == text
        return start + quote + offset if exact else start

    def keeps_lines(self, path: Path) -> bool:
        """Whether the text at a path is a ``|`` block, the only YAML text that keeps its line ends as they are."""
        return getattr(self._marks.get((False, path)), "style", None) == "|"


def parse_yaml(raw: bytes) -> tuple[object, list[Any]]:
    """The value that a YAML document holds, and the parser's events of it, which say where its parts stand.

    Args:
        raw: one document in UTF-8, with or without its ``---``.

    Raises:
        Fault: malformed YAML, or YAML that no record needs; with its place.
    """
    import yaml

    _check_directives(decoded(raw))
    events: list[Any] = []
    try:
        # libyaml's parser, where PyYAML was built with it, gives the same events as the slower one in Python.
        parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(raw)
        try:
            value = _yaml_value(parser.get_event, events)
        finally:
            parser.dispose()
    except Fault as fault:
        if fault.place is None:
            fault.place = line_and_column(decoded(raw), events[-1].start_mark.index)
        raise
    except yaml.YAMLError as error:
        raise _yaml_fault(error, decoded(raw)) from None
    return value, events


_MOST_DIRECTIVES = 100
_DIRECTIVE = re.compile("^%|[\n\r\x85\u2028\u2029]%")


def _check_directives(text: str) -> None:
    """Check the number of lines that may be directives, each of which the parser compares with all before it.

    Raises:
        Fault: ``too-large``, at the first one too many.
    """
    if "%" in text:
        beyond = next(islice(_DIRECTIVE.finditer(text), _MOST_DIRECTIVES, None), None)
        if beyond is not None:
            message = f"more than {_MOST_DIRECTIVES} directives, lines that start with %"
            raise Fault("too-large", message, place=line_and_column(text, beyond.end() - 1))


def _yaml_fault(error: yaml.YAMLError, text: str) -> Fault:
    """What PyYAML says of malformed YAML; its two parsers word it differently."""
    mark: Any = getattr(error, "problem_mark", None)
    index = mark.index if mark is not None else getattr(error, "position", 0)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    character = getattr(error, "character", None)
    if character is not None:
        # libyaml counts bytes here, the parser in Python counts characters: look for the character itself.
        number = character if isinstance(character, int) else ord(character)
        index = max(text.find(chr(number)), 0)
        problem = f"the character U+{number:04X}: {problem}"
    code, message = "syntax", f"malformed YAML: {shown(str(problem), 200)}"
    if "nesting depth" in str(problem):  # libyaml looks ahead, and may come upon it first
        code, message = "too-deep", too_deep_message()
    place = line_and_column(text, min(index, len(text)))
    return Fault(code, message + REST_NOT_JUDGED, place=place, ends_file=True)


_YAML_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_YAML_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


def _yaml_scalar(event: yaml.ScalarEvent) -> object:
    text = event.value
    if event.style:
        return text
    if text in _YAML_CONSTANTS:
        return _YAML_CONSTANTS[text]
    if text[0] in "-0123456789" and _YAML_INTEGER.fullmatch(text) and len(text) <= LONGEST_WHOLE_NUMBER + 1:
        return int(text)
    return text


def _yaml_value(next_event: Callable[[], Any], events: list[Any]) -> object:
    """The value of the only document in a stream of events, which are kept: a fault stands at the last."""
    import yaml

    while not isinstance(event := next_event(), yaml.DocumentStartEvent):
        if isinstance(event, yaml.StreamEndEvent):
            raise Fault("empty", "there are only comments", place=(1, 1))
    value = _value_of(next_event, events)
    while not isinstance(event := next_event(), yaml.StreamEndEvent):
        if isinstance(event, yaml.DocumentStartEvent):
            events.append(event)
            raise Fault("syntax", "malformed YAML: a document starts without a line feed before it")
    return value


def _value_of(next_event: Callable[[], Any], events: list[Any]) -> object:
    """The value up to the document's end, without recursion."""
    import yaml

    scalar, mapping_start, sequence_start = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent
    root: list[Any] = []
    container: Any = root
    around: list[Any] = []
    key: str | None = None
    room = MOST_VALUES
    while True:
        event = next_event()
        events.append(event)
        kind = type(event)
        if kind is not scalar and kind is not mapping_start and kind is not sequence_start:
            if kind is yaml.AliasEvent:
                raise Fault("yaml-anchor", f"the alias {quoted(f'*{event.anchor}')}: write the value itself")
            if kind is yaml.DocumentEndEvent:
                return root[0]
            container = around.pop()
            continue
        if event.anchor is not None:
            raise Fault("yaml-anchor", f"the anchor {quoted(f'&{event.anchor}')}: anchors and aliases are not read")
        if event.tag is not None:
            raise Fault("yaml-tag", f"the tag {quoted(event.tag)}: tags are not read, leave it out")
        room -= 1
        in_mapping = type(container) is dict
        if in_mapping and key is None:
            if kind is not scalar:
                raise Fault("wrong-type", "a key has to be text")
            key = event.value
            if key in container:
                raise Fault("duplicate-key", f"the key {quoted(key)} is there twice")
            continue
        value: Any = _yaml_scalar(event) if kind is scalar else {} if kind is mapping_start else []
        if in_mapping:
            container[key] = value
            key = None
        else:
            container.append(value)
        if kind is not scalar:
            around.append(container)
            container = value
            if len(around) > DEEPEST:
                raise Fault("too-deep", too_deep_message())
        if room < 0:
            raise too_many_values()


def _marks_of(events: list[Any]) -> dict[tuple[bool, Path], Any]:
    """The event of each value and each key (whether a key is meant, path), from the events of a whole value."""
    import yaml

    marks: dict[tuple[bool, Path], Any] = {}
    path: Path = ()
    step: str | int | None = None  # to the value that comes next, from the mapping or list that it is in
    around: list[tuple[Path, str | int | None]] = []
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent | yaml.DocumentEndEvent):
            if around:
                path, step = around.pop()
            continue
        if around and step is None:
            step = event.value
            marks[True, (*path, event.value)] = event
            continue
        inner: Path = () if step is None else (*path, step)
        marks[False, inner] = event
        step = step + 1 if isinstance(step, int) else None
        if isinstance(event, yaml.CollectionStartEvent):
            around.append((path, step))
            path, step = inner, 0 if isinstance(event, yaml.SequenceStartEvent) else None
    return marks


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
        source_break = _YAML_BREAK.search(text, source_start)
        value_break = _VALUE_BREAK.search(value, value_start)
        source_end = source_break.start() if source_break else len(text)
        value_end = value_break.start() if value_break else len(value)
        if offset <= value_end or source_break is None or value_break is None:
            indent = (source_end - source_start) - (value_end - value_start)
            return source_start + max(indent, 0) + offset - value_start
        source_start, value_start = source_break.end(), value_break.end()


# Writing


def with_schema_comment(encoded: bytes, record: Record, *, first: bool) -> bytes:
    """A YAML document with the comment by which editors know the schema of its record.

    Args:
        encoded: the document, as :func:`encode_yaml_record` gives it.
        record: the record in it.
        first: whether the document starts its file. There the comment is the first line; in others it has to follow
            the ``---``, as what stands before that belongs to the document before.
    """
    comment = f"# yaml-language-server: $schema={schema_id(name_of(record))}\n".encode()
    return comment + encoded if first else encoded.replace(b"---\n", b"---\n" + comment, 1)


def encode_yaml_record(record: Record) -> bytes:
    """A record as a YAML document; the log of a game as a ``|`` block, which alone keeps its lines and comments."""
    fields = serialise_record(record)
    block = _block(record.moves) if isinstance(record, GameRecord) else b""
    if not block:
        if isinstance(record, GameRecord):
            fields["moves"] = record.moves.strip(" \t\r\n")
        return encode_yaml(fields)
    names = list(fields)
    at = names.index("moves")
    before, after = ({name: fields[name] for name in some} for some in (names[:at], names[at + 1 :]))
    end = encode_yaml(after).removeprefix(b"---\n") if after else b""
    return b"".join([encode_yaml(before), b"moves: |\n", block, end])


_NOT_IN_BLOCK = "[^\t\n\r -~\xa0-\u2027\u202a-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
"""What YAML lets stand in no block of text, or takes for a line end there. Compiled where it is used, as
start-up counts."""


def _block(log: str) -> bytes:
    """The lines of a log as those of a block; empty where there are none, or where they cannot stand in a block.

    In a log with comments, which have to stand in one, the mark for a lost character, U+FFFD, takes the place of what
    cannot.
    """
    if re.search(_NOT_IN_BLOCK, log):
        if not COMMENT.search(log):
            return b""
        log = re.sub(_NOT_IN_BLOCK, "\ufffd", log)
    return whole_lines(log, b"  ")


def encode_yaml(value: object) -> bytes:
    """Plain data as a YAML document that starts with ``---``; the same bytes with and without libyaml."""
    import yaml

    text = yaml.dump(
        value,
        Dumper=_yaml_dumper(),
        explicit_start=True,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=False,
        width=2**31 - 1,
    )
    assert isinstance(text, str)
    return text.encode()


@cache
def _yaml_dumper() -> Any:
    import yaml

    class Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
        """Writes nothing as an alias of what it wrote before."""

        def ignore_aliases(self, _data: object) -> bool:
            return True

    def represent_text(dumper: Any, text: str) -> Any:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=_yaml_style(text))

    Dumper.add_representer(str, represent_text)
    return Dumper


_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ./_-]*[A-Za-z0-9._-])?", re.ASCII)


def _yaml_style(text: str) -> str | None:
    """The style in which both of PyYAML's emitters write a text in the same bytes, and every reader reads it back."""
    if text == "" or _PLAIN.fullmatch(text):
        return None
    return "|" if _is_block(text) else '"'


def _is_block(text: str) -> bool:
    """Whether a text can be written as a ``|`` block: whole lines without spaces at their ends, all printable."""
    lines = text.split("\n")
    return (
        lines.pop() == ""
        and bool(lines[0] and lines[-1])
        and all(line.isprintable() and line.strip() == line for line in lines)
        # The emitter in Python escapes what lies beyond the basic plane, libyaml's does not.
        and max(text) <= "\uffff"
    )
