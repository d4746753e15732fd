"""Inputs that cost the most for their size: one kind each, in any size. Each was found to be slow or large once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from support.command import COMMAND, environment
from support.measured import Measured

HEAD = '{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"'
CARDS_HEAD = '{"format":"forty-thieves-game/1","deal":{"variant":"lucas","tableau":'
YAML_HEAD = "format: forty-thieves-game/1\ndeal: {variant: lucas, seed: 42}\nmoves: "
ASTRAL = "\U0001f0a1"
MAPPING = b"\x83\xa6format\xb4forty-thieves-game/1\xa4deal\x82\xa7variant\xa5lucas\xa4seed\x2a\xa5moves\xdb"


def filled(size: int, head: str, part: str, tail: str = "") -> bytes:
    """A text of a size: a head, a part as often as there is room, and a tail."""
    room = size - len(head.encode()) - len(tail.encode())
    return (head + part * (room // len(part.encode())) + tail).encode()


def text_value(size: int, text: bytes) -> bytes:
    """A game in MessagePack whose log is a text of that size."""
    log = text * ((size - len(MAPPING) - 4) // len(text))
    return MAPPING + len(log).to_bytes(4, "big") + log


def numbered(size: int, head: str, part: str) -> bytes:
    """A text of many parts with a number each, so that no two are the same."""
    parts = (part.format(number) for number in range(size // (len(part) + 4)))
    return (head + "".join(parts)).encode()


Kind = tuple[str, Callable[[int], bytes]]
"""The end of the file's name, and what makes the input of a size."""

LARGE: dict[str, Kind] = {
    # JSON
    "quotes and commas without an end": (".jsonl", lambda size: filled(size, '{"', '\\",')),
    "escaped quotes, commas and an end": (".jsonl", lambda size: filled(size, HEAD, '\\",', '"}')),
    "commas in a text": (".jsonl", lambda size: filled(size, HEAD, "d,", '"}')),
    "quotation marks": (".jsonl", lambda size: filled(size, "", '"')),
    "pairs of quotation marks": (".jsonl", lambda size: filled(size, "[", '"",')),
    "lists in lists": (".json", lambda size: filled(size, "[", "[{}],", "[{}]]")),
    "lists in a list of lists": (".json", lambda size: filled(size, "[[", "[{}],", "[{}]]]")),
    "lists in a list of lists without an end": (".json", lambda size: filled(size, "[[", "[{}],")),
    "lists on a line": (".jsonl", lambda size: filled(size, "[", "[{}],", "[{}]]")),
    "numbers in an array": (".json", lambda size: filled(size, "[", "0,", "0]")),
    "numbers in a field": (".jsonl", lambda size: filled(size, '{"format":[', "0,", "0]}")),
    "opening brackets": (".json", lambda size: filled(size, "", "[")),
    "opening brackets on a line": (".jsonl", lambda size: filled(size, "", '{"a":[')),
    "texts in an array": (".json", lambda size: filled(size, "[", '"\\"",', '""]')),
    "one text with escapes": (".jsonl", lambda size: filled(size, HEAD, "\\u0064 ", '"}')),
    "one text of cards without a byte": (".jsonl", lambda size: filled(size, HEAD + "# ", ASTRAL, '"}')),
    "one such card in a text": (".jsonl", lambda size: filled(size, HEAD + ASTRAL, "d", '"}')),
    "a comment of escapes": (".jsonl", lambda size: filled(size, HEAD + "# ", "\\n#", '"}')),
    "surrogates": (".jsonl", lambda size: filled(size, HEAD, "\\ud800", '"}')),
    "a long number": (".jsonl", lambda size: filled(size, '{"format":', "7", "}")),
    "a long key": (".jsonl", lambda size: filled(size, '{"', "k", '":1}')),
    "constants in texts": (".jsonl", lambda size: filled(size, '["', 'NaN\\"', '",NaN]')),
    "a key twice behind texts": (".jsonl", lambda size: filled(size, '{"a":"', '\\"', '","a":1}')),
    "blank lines": (".jsonl", lambda size: filled(size, "", "\n")),
    "short lines": (".jsonl", lambda size: filled(size, "", "0\n")),
    # YAML
    "%TAG lines": (".yaml", lambda size: numbered(size, "", "%TAG !{}! x\n") + b"---\na: b\n"),
    "%YAML lines": (".yaml", lambda size: filled(size, "", "%YAML 1.1\n", "---\na: b\n")),
    "a # in quotes": (".yaml", lambda size: filled(size, YAML_HEAD + "'d # ", "d ", "'\n")),
    "a # in folded text": (".yaml", lambda size: filled(size, YAML_HEAD + ">\n  # d\n", "  d\n")),
    "a block of moves": (".yaml", lambda size: filled(size, YAML_HEAD + "|\n", "  d d\n")),
    "a block of empty lines": (".yaml", lambda size: filled(size, YAML_HEAD + "|\n  d\n", "\n", "  x\n")),
    "a block of line separators": (".yaml", lambda size: filled(size, YAML_HEAD + "|\n  d\n", "  d\x85", "\n  x\n")),
    "a block with one such card": (".yaml", lambda size: filled(size, YAML_HEAD + f"|\n  # {ASTRAL}\n", "  d d\n")),
    "escapes in quotes": (".yaml", lambda size: filled(size, YAML_HEAD + '"', "\\x64 ", '"\n')),
    "NUL bytes": (".yaml", lambda size: filled(size, "", "\0")),
    "NUL bytes behind a text": (".yaml", lambda size: filled(size, "format: ", "\0")),
    "comments": (".yaml", lambda size: filled(size, "a: b\n", "#c\n")),
    "brackets": (".yaml", lambda size: filled(size, "", "[")),
    "flow mappings": (".yaml", lambda size: filled(size, "a: [", "{a: b},", "]")),
    "question marks": (".yaml", lambda size: filled(size, "", "? ")),
    "dashes": (".yaml", lambda size: filled(size, "", "- ")),
    "anchors": (".yaml", lambda size: numbered(size, "", "&a{} ")),
    "keys": (".yaml", lambda size: numbered(size, "", "k{}: 0\n")),
    "colons": (".yaml", lambda size: filled(size, "a", ":")),
    "quotes": (".yaml", lambda size: filled(size, "a: ", "'")),
    "spaces": (".yaml", lambda size: filled(size, "a:", " ", "b\n")),
    "tabs": (".yaml", lambda size: filled(size, "a:", "\t", "b\n")),
    "short documents": (".yaml", lambda size: filled(size, "", "--- a\n")),
    "ends of documents": (".yaml", lambda size: filled(size, "", "...\n")),
    "indented keys": (".yaml", lambda size: filled(size, "a:\n", " b:\n")),
    # MessagePack
    "a text": (".msgpack", lambda size: text_value(size, b"d ")),
    "a text of such cards": (".msgpack", lambda size: text_value(size, ASTRAL.encode())),
    "zeros": (".msgpack", lambda size: b"\xdd" + size.to_bytes(4, "big") + bytes(size - 5)),
    "nested lists": (".msgpack", lambda size: b"\x91" * size),
    "nested sizes": (".msgpack", lambda size: b"\xdc\xff\xff" * (size // 3)),
    "short records": (".msgpack", lambda size: b"\x80" * size),
    # Move logs
    "moves": (".moves", lambda size: filled(size, "", "d ")),
    "a comment": (".moves", lambda size: filled(size, "#", "x")),
    "comments of such cards": (".moves", lambda size: filled(size, "", f"#{ASTRAL}\n")),
    "one token": (".moves", lambda size: filled(size, "", "x")),
    "line ends of all kinds": (".moves", lambda size: filled(size, "", "\r\n\r\n\n", "x")),
    # Cards
    "aces in the stock": (".jsonl", lambda size: filled(size, CARDS_HEAD + '[],"stock":"', "AC ", '"},"moves":""}')),
    "columns": (".jsonl", lambda size: filled(size, CARDS_HEAD + "[", '"AC",', '"AC"],"stock":""},"moves":""}')),
    "long columns": (
        ".jsonl",
        lambda size: filled(size, CARDS_HEAD + "[", f'"{"AC " * 33_000}",', '""],"stock":""},"moves":""}'),
    ),
    "words of meta": (".jsonl", lambda size: filled(size, HEAD + 'd","meta":{"a":"', "x ", '"}}')),
    # Text boards
    "a line for each ace": (".board", lambda size: filled(size, "", "AC\n")),
    "aces on a line": (".board", lambda size: filled(size, "Talon: ", "AC ")),
    "lines without a card": (".board", lambda size: filled(size, "Foundations: H-A", "\n")),
}

MANY = {
    "lists in lists", "numbers in an array", "texts in an array", "short lines", "short documents", "short records",
    "ends of documents",
}  # fmt: skip
"""The kinds that hold many records, each of which is reported."""


class Cost(Struct):
    """What a command took for an input: its exit status, MB, seconds of processor time; how many games it saw."""

    status: int
    megabytes: float
    seconds: float
    games: int


def command_on(kind: str, size: int, folder: Path, *, convert: bool = False) -> list[str]:
    """The arguments that check, or convert to YAML, an input of a kind and about that size, which is written."""
    suffix, make = LARGE[kind]
    path = folder / f"large{suffix}"
    path.write_bytes(make(size))
    command = ["convert"] if convert else ["check", "-q"]
    if suffix == ".board":
        command = ["convert", "--from", "board", "--variant", "lucas"]
    elif suffix == ".moves" and not convert:
        command += ["--variant", "lucas", "--seed", "42"]
    return [*command, str(path)]


def measured(kind: str, size: int, folder: Path, *, convert: bool = False) -> Cost:
    """Run that in a process of its own."""
    command = command_on(kind, size, folder, convert=convert)
    process = Measured(COMMAND, *command, env=environment())
    status, megabytes, seconds = process.finish()
    Path(command[-1]).unlink()
    return Cost(status, megabytes, seconds, size // 2 if kind in MANY else 1)
