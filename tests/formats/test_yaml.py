"""The strict YAML reader, and writing in every format; with libyaml and without it."""

from __future__ import annotations

import contextlib
import io
import unicodedata
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves.formats import yaml as yaml_format
from forty_thieves.formats.document import DEEPEST, MOST_VALUES, Place
from forty_thieves.formats.encode import Format
from forty_thieves.formats.json import lines
from forty_thieves.formats.pieces import BOM, Piece
from forty_thieves.formats.yaml import blocks, encode_yaml, parse_yaml, yaml_pieces
from forty_thieves.problems import Fault

HAS_LIBYAML = hasattr(yaml, "CSafeLoader")
PARSERS = [pytest.param(True, id="libyaml", marks=pytest.mark.skipif(not HAS_LIBYAML, reason="no libyaml")),
           pytest.param(False, id="pure")]  # fmt: skip
FORMATS: tuple[Format, ...] = ("yaml", "json", "jsonl", "msgpack")


@contextlib.contextmanager
def parser(*, libyaml: bool) -> Iterator[None]:
    """Run with libyaml's parser and emitter, or as where PyYAML was built without them."""
    with pytest.MonkeyPatch.context() as patch:
        if not libyaml:
            for name in ("CSafeLoader", "CSafeDumper"):
                patch.delattr(yaml, name, raising=False)
        yaml_format._yaml_dumper.cache_clear()
        yield
    yaml_format._yaml_dumper.cache_clear()


def parsed(text: str) -> object:
    return parse_yaml(text.encode())[0]


# What a plain word is

SCALARS: list[tuple[str, object]] = [
    ("0", 0),
    ("42", 42),
    ("-5", -5),
    ("100000000000000000000", 10**20),
    ("-999999999999999999999", -(10**21 - 1)),
    ("true", True),
    ("false", False),
    ("null", None),
    ("~", None),
    ("", None),
    ("007", "007"),
    ("-0", "-0"),
    ("+7", "+7"),
    ("1_0", "1_0"),
    ("0x10", "0x10"),
    ("0o17", "0o17"),
    ("0b1", "0b1"),
    ("1.0", "1.0"),
    ("1e3", "1e3"),
    (".inf", ".inf"),
    (".nan", ".nan"),
    ("3:5", "3:5"),
    ("190:20:30", "190:20:30"),
    ("2026-11-30", "2026-11-30"),
    ("2026-11-30 12:00:00", "2026-11-30 12:00:00"),
    ("yes", "yes"),
    ("no", "no"),
    ("on", "on"),
    ("Off", "Off"),
    ("y", "y"),
    ("True", "True"),
    ("TRUE", "TRUE"),
    ("Null", "Null"),
    ("=", "="),
    ("<<", "<<"),
    ("\u0664\u0662", "\u0664\u0662"),
    ("9" * 23, "9" * 23),
    ("'42'", "42"),
    ('"true"', "true"),
    ("''", ""),
    ("'null'", "null"),
    ("'~'", "~"),
    ('"a\\tb\\u2660\\U0001f0a1"', "a\tb\u2660\U0001f0a1"),
    ("a b  c", "a b  c"),
    ("a #b", "a"),
    ("a#b", "a#b"),
    ("5-f 5-f", "5-f 5-f"),
    ("[a, 1, [true]]", ["a", 1, [True]]),
    ("{a: {b: null}}", {"a": {"b": None}}),
    ("|\n  a\n  b\n", "a\nb\n"),
    ("|-\n  a\n", "a"),
    (">\n  a\n  b\n", "a b\n"),
]


@pytest.mark.parametrize("libyaml", PARSERS)
@pytest.mark.parametrize(("text", "value"), SCALARS, ids=[text or "empty" for text, _ in SCALARS])
def test_yaml_value(text: str, value: object, libyaml: bool) -> None:
    with parser(libyaml=libyaml):
        read_back = parsed(f"key: {text}\n")
    assert read_back == {"key": value}
    assert isinstance(read_back, dict)
    assert type(read_back["key"]) is type(value)


@pytest.mark.parametrize("libyaml", PARSERS)
def test_yaml_keys_are_text(libyaml: bool) -> None:
    with parser(libyaml=libyaml):
        value = parsed("1: a\ntrue: b\nnull: c\n'2': d\n")
    assert value == {"1": "a", "true": "b", "null": "c", "2": "d"}


# What is refused: (id, text with @ before the place, code)

REFUSED = [
    ("anchor-on-a-scalar", "a: @&x b\n", "yaml-anchor"),
    ("anchor-on-a-mapping", "a: @&x {b: c}\n", "yaml-anchor"),
    ("anchor-on-a-list", "a: @&x [b]\n", "yaml-anchor"),
    ("anchor-on-a-key", "@&x a: b\n", "yaml-anchor"),
    ("anchor-on-the-root", "@&x [a]\n", "yaml-anchor"),
    ("self-reference", "@&a [*a]\n", "yaml-anchor"),
    ("alias-as-a-key", "@&x a: b\n*x : c\n", "yaml-anchor"),
    ("alias-bomb", "a: @&a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\n", "yaml-anchor"),
    ("tag-python", "a: @!!python/object/apply:os.system [ls]\n", "yaml-tag"),
    ("tag-on-the-root", "@!!map {a: b}\n", "yaml-tag"),
    ("tag-int", "a: @!!int 42\n", "yaml-tag"),
    ("tag-str", "a: @!!str 42\n", "yaml-tag"),
    ("tag-local", "a: @!foo b\n", "yaml-tag"),
    ("tag-verbatim", "a: @!<tag:yaml.org,2002:str> b\n", "yaml-tag"),
    ("tag-on-a-list", "a: @!!set [b]\n", "yaml-tag"),
    ("tag-not-specific", "a: @! b\n", "yaml-tag"),
    ("duplicate-key", "a: 1\nb: 2\n@a: 3\n", "duplicate-key"),
    ("duplicate-key-in-flow", "{a: 1, b: {c: 1, @c: 1}}\n", "duplicate-key"),
    ("duplicate-key-in-another-spelling", "a: 1\n@'a': 2\n", "duplicate-key"),
    ("duplicate-of-a-key-that-looks-like-a-number", "1: 1\n@\"1\": 2\n", "duplicate-key"),
    ("list-as-a-key", "? @[a]\n: b\n", "wrong-type"),
    ("mapping-as-a-key", "? @{a: b}\n: c\n", "wrong-type"),
    ("nested-flow", "[" * DEEPEST + "@[" + "]" * (DEEPEST + 1), "too-deep"),
    ("nested-block", "".join(f"{' ' * at}a:\n" for at in range(DEEPEST)) + " " * DEEPEST + "@a: b\n", "too-deep"),
    ("nested-dashes", "- " * DEEPEST + "@- x\n", "too-deep"),
    ("malformed-flow", "a: [b\nc@: d\n", "syntax"),
    ("tab-as-indentation", "a:\n@\tb: c\n", "syntax"),
    ("null-byte", "a: b@\0c\n", "syntax"),
    ("escape-character", "a: @\x1b[31m\n", "syntax"),
    ("only-comments", "@# a\n# b\n", "empty"),
    ("document-on-the-line-of-another", "--- a\n@--- b\n", "syntax"),
]  # fmt: skip


@pytest.mark.parametrize("libyaml", PARSERS)
@pytest.mark.parametrize(("text", "code"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_yaml_refusal(text: str, code: str, libyaml: bool) -> None:
    before, _, after = text.partition("@")
    with parser(libyaml=libyaml), pytest.raises(Fault) as raised:
        parsed(before + after)
    lines = before.split("\n")
    assert raised.value.code == code
    assert raised.value.place == (len(lines), len(lines[-1]) + 1)


@pytest.mark.parametrize("libyaml", PARSERS)
def test_yaml_with_too_many_values(libyaml: bool) -> None:
    with parser(libyaml=libyaml):
        parsed("[" + "x," * (MOST_VALUES - 1) + "]")
        with pytest.raises(Fault) as raised:
            parsed("[" + "x," * MOST_VALUES + "]")
    assert raised.value.code == "too-large"


@pytest.mark.parametrize("libyaml", PARSERS)
@pytest.mark.parametrize(
    ("last", "code", "place"),
    [("k: 1", "too-large", (2, 4)), ("m: 1", "duplicate-key", (2, 1)), ("[a]: 1", "wrong-type", (2, 1))],
)
def test_yaml_whose_first_value_too_many_is_a_key(last: str, code: str, place: Place, libyaml: bool) -> None:
    with parser(libyaml=libyaml), pytest.raises(Fault) as raised:
        parsed(f"m: [{'1,' * (MOST_VALUES - 4)}1]\n{last}\n")
    assert (raised.value.code, raised.value.place) == (code, place)


@pytest.mark.parametrize("libyaml", PARSERS)
@pytest.mark.parametrize("text", ["[" * 10_000, "- " * 10_000 + "x", "{a: " * 10_000, "? " * 10_000 + "x"])
def test_yaml_nested_10000_deep_is_a_fault_and_quick(text: str, libyaml: bool) -> None:
    with parser(libyaml=libyaml), pytest.raises(Fault) as raised:
        parsed(text)
    assert raised.value.code in ("too-deep", "syntax", "wrong-type")


yaml_like = st.text(
    st.sampled_from("ab01 :-?,[]{}#&*!|>'\"%@`~\n\t.\\é\u2028\x85\U0001f0a1"), max_size=40
)  # what YAML is made of


@pytest.mark.skipif(not HAS_LIBYAML, reason="no libyaml")
@given(yaml_like)
def test_both_parsers_read_the_same_or_refuse(text: str) -> None:
    """Nothing but a Fault is raised; what both accept means the same to both."""
    values = []
    for libyaml in (True, False):
        with parser(libyaml=libyaml), contextlib.suppress(Fault):
            values.append(parsed(text))
    if len(values) == 2:
        assert values[0] == values[1]


# Writing

HARD_TEXTS = [
    "", " ", "  leading", "trailing ", "\n", "\n\n", "a\nb", "a\nb\n", "a\n\nb\n", "\na\n", "a\n\n",
    " a\nb\n", "a \nb\n", "a\n  b\n", "a\n\tb\n", "# no comment", "a # b", "a: b", "a:", ": ", "- a", "-", "---",
    "...", "--- a", "? a", "! a", "&a", "*a", "%a", "@a", "`a", "|", ">", "[a", "{a", "'a'", '"a"', "'", '"', "\\",
    "a\\nb", "true", "null", "~", "42", "007", "3:5", "yes", "2026-11-30", "1e3", "0x10", "=", "<<", "\t", "a\tb",
    "\u00e9", "\u2660\ufe0f", "\U0001f0a1", "\u00a0", "\u2028", "a\u2029b\n", "\x85", "\ufeff", "\ufeffa",
    "e\u0301", "\u202e", "\ufffe", "x" * 300, "x " * 200, "ab " * 100 + "\n", "5-f 5-f\n2-7 d\n",
    "5-f # a comment\n# more\n",
]  # fmt: skip
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.text(
    st.sampled_from("ab \n:#'\"-\\\t\u2660\u2028é0"), max_size=40
)
keys = texts.filter(
    lambda text: (
        0 < len(text.encode()) <= 100
        and not any(unicodedata.category(char) == "Cc" and char not in "\n\t" for char in text)
    )
)


def written(value: object, *, libyaml: bool) -> bytes:
    with parser(libyaml=libyaml):
        return encode_yaml(value)


@pytest.mark.parametrize("text", HARD_TEXTS, ids=ascii)
def test_hard_text_is_written_alike_and_read_back(text: str) -> None:
    value = {"a": text, text + "k": [text, {"b": text}]}
    data = written(value, libyaml=False)
    assert not HAS_LIBYAML or written(value, libyaml=True) == data
    assert data.startswith(b"---\n")
    for libyaml in (True, False) if HAS_LIBYAML else (False,):
        with parser(libyaml=libyaml):
            assert parse_yaml(data)[0] == value


@given(st.dictionaries(keys, texts, max_size=4))
@settings(max_examples=300)
def test_any_text_is_written_alike_and_read_back(value: dict[str, str]) -> None:
    data = written(value, libyaml=False)
    assert not HAS_LIBYAML or written(value, libyaml=True) == data
    assert parse_yaml(data)[0] == value
    # Readers of full YAML read the same: what they would take for a number, a date or a truth value is quoted.
    assert yaml.safe_load(data) == value


@given(texts)
def test_what_is_written_has_no_folded_line(text: str) -> None:
    data = written({"a": text, "b": "c"}, libyaml=False).decode()
    assert data.endswith("\nb: c\n")
    head = data.removeprefix("---\na: ").removesuffix("b: c\n")
    if not head.startswith("|"):
        assert head.count("\n") == 1


# Streams of documents

ROOM = 100


def cut(data: bytes, max_size: int = ROOM) -> list[Piece]:
    return list(yaml_pieces(blocks([], io.BytesIO(data), max_size), max_size))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", []),
        (b"# only\n\n", []),
        (b"---\n", [(b"---\n", 1)]),
        (b"a: 1\n", [(b"a: 1\n", 1)]),
        (b"# c\n\na: 1\n---\nb: 2\n", [(b"a: 1\n", 3), (b"---\nb: 2\n", 4)]),
        (b"--- a\n---\tb\n---\r\nc", [(b"--- a\n", 1), (b"---\tb\n", 2), (b"---\r\nc", 3)]),
        (b"a: |\n  --- b\n  c\n", [(b"a: |\n  --- b\n  c\n", 1)]),
        (b"a\n----\n---b\n", [(b"a\n----\n---b\n", 1)]),
        (b"a\n...\nb\n...\n", [(b"a\n...\n", 1), (b"b\n...\n", 3)]),
        (b"a\n...\n# c\n---\nb\n", [(b"a\n...\n# c\n", 1), (b"---\nb\n", 4)]),
        (b"%YAML 1.2\n---\na\n...\n%YAML 1.2\n---\nb\n", [(b"%YAML 1.2\n---\na\n...\n", 1),
                                                          (b"%YAML 1.2\n---\nb\n", 5)]),
        (b"a\n---", [(b"a\n", 1), (b"---", 2)]),
        (b"\xef\xbb\xbf---\na\n\xef\xbb\xbf---\nb\n", [(b"---\na\n", 1), (b"---\nb\n", 3)]),
    ],
    ids=repr,
)  # fmt: skip
def test_yaml_documents(data: bytes, found: list[tuple[bytes, int]]) -> None:
    assert [(piece.data, piece.line) for piece in cut(data)] == found


def test_a_yaml_document_that_is_too_large_does_not_stop_the_next() -> None:
    pieces = cut(b"--- a\n--- b\n" + b"x: y\n" * 100 + b"--- c\n")
    assert [(piece.line, piece.too_large) for piece in pieces] == [(1, False), (2, True), (103, False)]
    assert len(pieces[1].data) <= ROOM


@given(st.lists(st.sampled_from([b"---\n", b"--- a\n", b"...\n", b"a: 1\n", b" - b\n", b"# c\n", b"\n", b"%d\n"])))
def test_nothing_of_yaml_is_lost_but_what_says_nothing(parts: list[bytes]) -> None:
    data = b"".join(parts)
    pieces = cut(data, 10_000)
    at = 0
    for piece in pieces:
        found = data.index(piece.data, at)
        assert not [line for line in data[at:found].splitlines() if line.strip() and not line.startswith(b"#")]
        assert piece.line == data.count(b"\n", 0, found) + 1
        at = found + len(piece.data)
    assert not [line for line in data[at:].splitlines() if line.strip() and not line.startswith(b"#")]


YAML_LINES = [b"---\n", b"--- a\n", b"...\n", b"a: 1\n", b" - b\n", b"- c\n", b"...x\n", b"# d\n", b"\n", b"%e\n"]
YAML_LINES += [BOM, BOM + b"---\n", BOM + b"f\n", b"--", b"g", b"h\r\n", b"x" * 60 + b"\n"]


@given(st.lists(st.sampled_from(YAML_LINES)), st.integers(1, 40), st.sampled_from((50, 1000)))
def test_yaml_is_cut_alike_in_lines_and_in_blocks(parts: list[bytes], chunk: int, max_size: int) -> None:
    data = b"".join(parts)

    def found(pieces: Iterator[Piece]) -> list[tuple[bytes | None, int]]:
        return [(None if piece.too_large else piece.data, piece.line) for piece in pieces]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(yaml_format, "CHUNK", chunk)
        in_blocks = found(yaml_pieces(blocks([], io.BytesIO(data), max_size), max_size))
    assert in_blocks == found(yaml_pieces(lines([], io.BytesIO(data), 10_000), max_size))
