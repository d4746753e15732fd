"""Files: bytes to documents and records to bytes, in YAML, JSON, JSON Lines, MessagePack and bare move logs.

Everything that comes in is hostile until proven otherwise. The YAML reader takes decimal integers, ``true``,
``false`` and ``null`` for what they are and everything else as text; it refuses anchors, aliases, tags and keys that
come twice. The only module that imports yaml, and only where YAML is read or written.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Literal

import msgspec

from .documents import (
    DEEPEST,
    LONGEST_WHOLE_NUMBER,
    MOST_VALUES,
    Document,
    JsonDocument,
    JsonElement,
    LogDocument,
    Marks,
    Scalar,
    YamlDocument,
    parse_json,
    too_deep_message,
    too_many_values,
)
from .packs import read_pack
from .problems import Fault, Path
from .records import GameRecord, Record, serialise_record
from .text import line_and_column, quoted, shown

if TYPE_CHECKING:
    import yaml

Format = Literal["yaml", "json", "jsonl", "msgpack"]
InputFormat = Literal["yaml", "json", "jsonl", "msgpack", "moves"]

SUFFIXES: dict[str, InputFormat] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".msgpack": "msgpack",
    ".moves": "moves",
    ".txt": "moves",
}
"""What a file is, by the end of its name."""

STDIN = "-"
MAX_SIZE = 16 * 1024 * 1024
"""Bytes that are read of one file (of one line, in JSON Lines) unless more is asked for."""

_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")


# Reading


def read(file: str, input_format: InputFormat | None = None, max_size: int = MAX_SIZE) -> Iterator[Document | Fault]:
    """The records of a file, one after another.

    Args:
        file: the file's path, or ``-`` for standard input.
        input_format: what the file is; where it is None the suffix tells, else the file's start.
        max_size: bytes that one file, or one line of JSON Lines, may have.

    Yields:
        A document for each record; where something can't be read, the fault. What comes after a fault is read on
        where the format lets it be found; else the fault's message says that the rest is not judged.
    """
    try:
        with _opened(file) as stream:
            yield from _read_stream(file, stream, input_format, max_size)
    except OSError as error:
        yield Fault("unreadable", f"cannot read the file: {_reason(error)}")


def read_one(file: str, input_format: InputFormat | None = None, max_size: int = MAX_SIZE) -> Document:
    """The only record of a file.

    Raises:
        Fault: it can't be read, or there are several.
    """
    found = list(islice(read(file, input_format, max_size), 2))
    first = found[0]
    if isinstance(first, Fault):
        raise first
    if len(found) > 1:
        raise Fault("too-many-records", "expected one record: there are more", place=_start_of(found[1]))
    return first


def _start_of(item: Document | Fault) -> tuple[int, int] | None:
    return item.place if isinstance(item, Fault) else item.locate()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _opened(file: str) -> IO[bytes]:
    if file == STDIN:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    if "\0" in file:
        raise OSError(0, "a file name cannot hold a NUL character")
    if os.path.isdir(file):
        raise OSError(0, "it is a folder")
    return open(file, "rb")


def _read_stream(
    file: str, stream: IO[bytes], input_format: InputFormat | None, max_size: int
) -> Iterator[Document | Fault]:
    known = input_format or SUFFIXES.get(os.path.splitext(file)[1].lower())
    start: list[bytes] = []
    if known is None:
        start, known = _first_lines(stream, max_size)
    if known == "jsonl":
        yield from _read_lines(start, stream, max_size)
        return
    data = b"".join(start)
    data += stream.read(max(0, max_size + 1 - len(data)))
    if len(data) > max_size:
        yield Fault("too-large", f"larger than {max_size} bytes; --max-size allows more")
    elif known == "msgpack":
        yield from _read_packs(data)
    else:
        yield from _read_text(data, known)


def _first_lines(stream: IO[bytes], max_size: int) -> tuple[list[bytes], InputFormat | None]:
    """So many lines of a stream as it takes to know MessagePack and JSON Lines, and which of them it is, if one."""
    lines: list[bytes] = []
    room = max_size + 1
    records = 0
    while room > 0 and (line := stream.readline(room)):
        lines.append(line)
        room -= len(line)
        if len(lines) == 1 and (0x80 <= line[0] <= 0x8F or line[0] in (0xDE, 0xDF)):
            return lines, "msgpack"
        record = line.removeprefix(_BOM).strip(b" \t\r\n")
        if record and not (record.startswith(b"{") and (records or record.endswith(b"}"))):
            break
        records += bool(record)
        if records == 2:
            return lines, "jsonl"
    return lines, None


_YAML_START = re.compile(r"""^(?:format|"format"|'format')[ \t]*:""", re.MULTILINE)


def _sniffed(text: str) -> InputFormat:
    """What a text is, by its start; MessagePack and JSON Lines are known before."""
    if text.lstrip()[:1] in ("{", "["):
        return "json"
    return "yaml" if _YAML_START.search(text) else "moves"


def _decoded(data: bytes) -> str:
    """Bytes as text, without a byte-order mark.

    Raises:
        Fault: ``not-utf8``, with the place of the first bad byte.
    """
    if data.startswith(_WIDE_BOMS):
        raise Fault("not-utf8", "the file is UTF-16: save it as UTF-8", place=(1, 1))
    try:
        return data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].removeprefix(_BOM).decode()
        hint = "; is it UTF-16?" if data[:4].count(0) > 1 else ""
        message = f"byte {error.start} (0x{data[error.start]:02x}) is not UTF-8: {error.reason}{hint}"
        raise Fault("not-utf8", message, place=line_and_column(before, len(before))) from None


def _read_text(data: bytes, known: InputFormat | None) -> Iterator[Document | Fault]:
    try:
        text = _decoded(data)
    except Fault as fault:
        yield fault
        return
    if not text.strip():
        yield Fault("empty", "the file is empty")
        return
    match known or _sniffed(text):
        case "json":
            yield from _read_json(text)
        case "yaml":
            yield from _read_yaml(text)
        case _:
            yield LogDocument(text)


def _read_json(text: str) -> Iterator[Document | Fault]:
    if text.lstrip()[:1] != "[":
        yield JsonDocument(text)
        return
    try:
        values = parse_json(text)
    except Fault as fault:
        yield fault
        return
    assert isinstance(values, list)
    if not values:
        yield Fault("empty", "the JSON array is empty", place=(1, 1))
    for element, value in enumerate(values):
        yield JsonElement(text, element, value)


def _read_lines(start: list[bytes], stream: IO[bytes], max_size: int) -> Iterator[Document | Fault]:
    records = 0
    for number, line in enumerate(_lines(start, stream, max_size), 1):
        if number == 1:
            line = line.removeprefix(_BOM)  # noqa: PLW2901
        if not line.strip(b" \t\r\n"):
            continue
        records += 1
        if len(line) > max_size:
            yield Fault(
                "too-large", f"a line larger than {max_size} bytes; --max-size allows more", place=(number, 1)
            )
            continue
        try:
            yield JsonDocument(_decoded(line), number)
        except Fault as fault:
            fault.place = (number, fault.place[1] if fault.place else 1)
            yield fault
    if records == 0:
        yield Fault("empty", "the file is empty")


def _lines(start: list[bytes], stream: IO[bytes], max_size: int) -> Iterator[bytes]:
    """The lines of a stream, each with its LF; of a line that is too long, only so much that it shows."""
    yield from start
    while line := stream.readline(max_size + 1):
        yield line
        while len(line) > max_size and not line.endswith(b"\n"):
            line = stream.readline(max_size + 1)


def _read_packs(data: bytes) -> Iterator[Document | Fault]:
    at = 0
    if not data:
        yield Fault("empty", "the file is empty")
    while at < len(data):
        try:
            value, at = read_pack(data, at)
        except Fault as fault:
            fault.message += "; the rest of the file is not judged"
            yield fault
            return
        yield Document(value)


# YAML


def _yaml_loader() -> Any:
    """PyYAML's parser: libyaml's where PyYAML was built with it, else the slower one in Python, event for event."""
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _read_yaml(text: str) -> Iterator[Document | Fault]:
    import yaml

    events = yaml.parse(text, Loader=_yaml_loader())
    empty = True
    try:
        for event in events:
            if not isinstance(event, yaml.DocumentStartEvent):
                continue
            empty = False
            builder = _YamlBuilder()
            try:
                value = builder.build(events)
            except Fault as fault:
                mark = builder.at
                fault.place = line_and_column(text, mark.start_mark.index)
                if fault.code in ("too-deep", "too-large"):
                    fault.message += "; the rest of the file is not judged"
                    yield fault
                    return
                yield fault
                _skip_document(events)
            else:
                yield YamlDocument(value, text, builder.marks)
    except yaml.YAMLError as error:
        yield _yaml_fault(error, text)
        return
    if empty:
        yield Fault("empty", "the file holds only comments")


def _skip_document(events: Iterator[yaml.Event]) -> None:
    import yaml

    for event in events:
        if isinstance(event, yaml.DocumentEndEvent):
            return


def _yaml_fault(error: yaml.YAMLError, text: str) -> Fault:
    """What PyYAML says of malformed YAML; its two parsers word it differently."""
    mark: Any = getattr(error, "problem_mark", None)
    index = mark.index if mark is not None else getattr(error, "position", 0)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    character = getattr(error, "character", None)
    if character is not None:
        # libyaml counts bytes here, the parser in Python counts characters: look for the character itself.
        code = character if isinstance(character, int) else ord(character)
        index = max(text.find(chr(code)), 0) if isinstance(code, int) else 0
        problem = f"the character U+{code:04X}: {problem}"
    message = f"malformed YAML: {shown(str(problem), 200)}; the rest of the file is not judged"
    return Fault("syntax", message, place=line_and_column(text, min(index, len(text))))


_YAML_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_YAML_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


def _yaml_scalar(event: yaml.ScalarEvent) -> object:
    text = event.value
    if event.style:
        return text
    if text in _YAML_CONSTANTS:
        return _YAML_CONSTANTS[text]
    if _YAML_INTEGER.fullmatch(text) and len(text) <= LONGEST_WHOLE_NUMBER + 1:
        return int(text)
    return text


class _YamlBuilder:
    """Builds one document from parser events, without recursion.

    Attributes:
        marks: where each value and key stands.
        at: the event that was looked at last.
    """

    def __init__(self) -> None:
        self.marks: Marks = {}
        self.at: Any = None

    def build(self, events: Iterator[Any]) -> object:
        """The document's value, the events' first being the one after the document's start.

        Raises:
            Fault: anchors, aliases, tags, keys that come twice or are no text, nesting too deep, too many values.
        """
        import yaml

        marks = self.marks
        root: list[Any] = []
        stack: list[tuple[Any, Path]] = [(root, ())]
        key: str | None = None
        for event in events:
            self.at = event
            if isinstance(event, yaml.DocumentEndEvent):
                break
            if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                stack.pop()
                continue
            self._refuse_extras(event)
            container, path = stack[-1]
            is_mapping = isinstance(container, dict)
            start, end = event.start_mark.index, event.end_mark.index
            if isinstance(event, yaml.ScalarEvent):
                if is_mapping and key is None:
                    key = event.value
                    if key in container:
                        raise Fault("duplicate-key", f"the key {quoted(key)} is there twice")
                    marks[True, (*path, key)] = Scalar(start, end, event.style or "", key)
                    continue
                value: Any = _yaml_scalar(event)
                scalar = Scalar(start, end, event.style or "", event.value)
            else:
                if is_mapping and key is None:
                    raise Fault("wrong-type", "a key has to be text")
                value = {} if isinstance(event, yaml.MappingStartEvent) else []
                scalar = Scalar(start, end, "", None)
            if is_mapping:
                assert key is not None
                container[key] = value
                path = (*path, key)
                key = None
            else:
                if len(stack) > 1:
                    path = (*path, len(container))
                container.append(value)
            marks[False, path] = scalar
            if len(marks) > MOST_VALUES:
                raise too_many_values()
            if isinstance(value, dict | list):
                if len(stack) > DEEPEST:
                    raise Fault("too-deep", too_deep_message())
                stack.append((value, path))
        return root[0] if root else None

    def _refuse_extras(self, event: Any) -> None:
        import yaml

        if isinstance(event, yaml.AliasEvent):
            raise Fault("yaml-anchor", f"the alias {quoted(f'*{event.anchor}')}: write the value itself")
        if event.anchor is not None:
            raise Fault("yaml-anchor", f"the anchor {quoted(f'&{event.anchor}')}: anchors and aliases are not read")
        if event.tag is not None:
            raise Fault("yaml-tag", f"the tag {quoted(event.tag)}: tags are not read, leave it out")


# Writing


def encode(records: Iterable[Record], output_format: Format, *, single: bool = False) -> Iterator[bytes]:
    """Records as bytes, in pieces; the same bytes for the same records, always.

    Args:
        records: the records.
        output_format: ``yaml`` gives a document each, ``jsonl`` a line each, ``msgpack`` one after another, ``json``
            an array.
        single: whether ``json`` is to give the only record itself, without an array around it.

    Raises:
        Fault: ``bad-seed``, where MessagePack has no number as large as a seed.
    """
    match output_format:
        case "yaml":
            for record in records:
                fields = serialise_record(record)
                if isinstance(record, GameRecord):
                    fields["moves"] = _as_block(record.moves)
                yield encode_yaml(fields)
        case "jsonl":
            for record in records:
                yield encode_json_line(record)
        case "msgpack":
            for record in records:
                yield _encode_pack(record)
        case "json":
            before = b"" if single else b"[\n"
            for record in records:
                yield before + msgspec.json.format(encode_json_line(record).rstrip(), indent=2)
                before = b",\n"
            yield b"\n" if single else (b"\n]\n" if before == b",\n" else b"[]\n")


def encode_json_line(record: Record) -> bytes:
    """A record as a line of JSON, its LF included."""
    fields = msgspec.json.encode(record)
    if fields.startswith(b'{"format"'):
        return fields + b"\n"
    return b'{"format":"%s",%s\n' % (record.TAG.encode(), fields[1:])


def _encode_pack(record: Record) -> bytes:
    try:
        return msgspec.msgpack.encode(serialise_record(record))
    except OverflowError:
        raise Fault(
            "bad-seed", "MessagePack has no number above 2^64 - 1: write this seed in another format"
        ) from None


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
    )


def _as_block(log: str) -> str:
    """A move log as whole lines without spaces at their ends, so that YAML can keep its lines and comments."""
    lines = [line.strip(" \t") for line in re.split(r"\r\n|\n|\r", log)]
    return "\n".join(lines).strip("\n") + "\n" if any(lines) else ""
