"""Reading JSON: what is taken, what is refused, and where."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves.formats.document import DEEPEST
from forty_thieves.formats.json import JsonDocument, json_elements, line_pieces, lines, parse_json, quick_game
from forty_thieves.formats.pieces import Piece
from forty_thieves.problems import Fault
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.plain import OddNumber

texts = st.text(max_size=30)  # lone surrogates too: JSON escapes can write them
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=30,
)


def place_of(text: str) -> tuple[str, tuple[int, int]]:
    """A text without its ``@``, and the line and column where that stood."""
    before, _, after = text.partition("@")
    return before + after, (before.count("\n") + 1, len(before) - before.rfind("\n"))


@given(values)
def test_reads_what_is_written(value: object) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value, indent=2, ensure_ascii=True)) == value


# (id, text with @ before the place, code)
REFUSED = [
    ("empty", "@", "syntax"),
    ("cut-short", '{"a": 1@', "syntax"),
    ("trailing-comma", '{"a": 1@,}', "syntax"),
    ("single-quotes", "{@'a': 1}", "syntax"),
    ("comment", '{"a": 1} @// x', "syntax"),
    ("two-values", "{}\n@{}", "syntax"),
    ("control-character", '"a@\x01"', "syntax"),
    ("line-feed-in-a-text", '"a@\nb"', "syntax"),
    ("bad-escape", '"a@\\x41"', "syntax"),
    ("leading-zero", '{"a": 0@10}', "syntax"),
    ("plus", '{"a": @+7}', "syntax"),
    ("hexadecimal", '{"a": 0@x10}', "syntax"),
    ("nan", '{"a": "NaN",\n "b": @NaN}', "syntax"),
    ("infinity", "[@Infinity]", "syntax"),
    ("minus-infinity", '["\\"-Infinity", @-Infinity]', "syntax"),
    ("duplicate-key", '{"a": 1, "b": {"a": 2},\n @"a": 3}', "duplicate-key"),
    ("duplicate-key-inside", '[{"a": 1}, {"b": [{"c": 1, @"c": 1}]}]', "duplicate-key"),
    ("duplicate-key-by-escape", '{"a": 1, @"\\u0061": 2}', "duplicate-key"),
    ("duplicate-empty-key", '{"": 1, @"": 2}', "duplicate-key"),
    ("too-deep-lists", "[" * DEEPEST + "@[" + "]" * (DEEPEST + 1), "too-deep"),
    ("too-deep-mappings", '{"a[": ' * DEEPEST + '@{"a": 1}' + "}" * DEEPEST, "too-deep"),
    ("10000-deep", "[" * DEEPEST + "@" + "[" * 10_000, "too-deep"),
    ("10000-deep-mappings", '{"a":' * DEEPEST + "@" + '{"a":' * 10_000, "too-deep"),
]  # fmt: skip


@pytest.mark.parametrize(("marked", "code"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_refused(marked: str, code: str) -> None:
    text, place = place_of(marked)
    with pytest.raises(Fault) as raised:
        parse_json(text)
    assert raised.value.code == code, raised.value.message
    if marked != '{"a": 1@,}':  # Python 3.13 points at the comma, earlier ones behind it
        assert raised.value.place == place


def test_deepest_is_read() -> None:
    assert parse_json("[" * DEEPEST + "]" * DEEPEST)
    assert parse_json('["' + "[{" * 100 + '"]') == ["[{" * 100]


@pytest.mark.parametrize("number", ["1.0", "1e3", "-0", "-0.0", "1E400", "9" * 23, "-" + "9" * 5000, "0.1e-2"])
def test_numbers_that_no_record_takes_are_kept_as_written(number: str) -> None:
    value = parse_json(number)
    assert isinstance(value, OddNumber)
    assert value.text == number


@pytest.mark.parametrize("number", ["0", "-1", "42", "100000000000000000000", "-" + "9" * 21])
def test_whole_numbers(number: str) -> None:
    assert parse_json(number) == int(number)


def test_lone_surrogates_are_text() -> None:
    assert parse_json('"\\ud800 \\udc00"') == "\ud800 \udc00"


# Arrays


def elements(text: str) -> list[object]:
    return [item.code if isinstance(item, Fault) else item.data() for item in json_elements(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[]", ["empty"]),
        (" [ ] ", ["empty"]),
        ("[1]", [1]),
        ('[{"a": 1}, {"b": 2}]', [{"a": 1}, {"b": 2}]),
        ("[\n{},\r\n{}\n]\n", [{}, {}]),
        ("[{}", [{}, "syntax"]),
        ("[{},", [{}, "syntax"]),
        ("[{},]", [{}, "syntax"]),
        ("[{} {}]", [{}, "syntax"]),
        ("[{}] x", [{}, "syntax"]),
        ("[{}, nope, {}]", [{}, "syntax"]),
        ("[", ["syntax"]),
        ("[" * 100_000, ["too-deep"]),
    ],
)
def test_elements(text: str, found: list[object]) -> None:
    assert elements(text) == found


@given(st.lists(values, min_size=1, max_size=4), st.sampled_from([None, 0, 3]))
def test_elements_are_those_of_the_array(array: list[object], indent: int | None) -> None:
    text = json.dumps(array, indent=indent)
    assert elements(text) == array


def test_each_element_knows_its_place() -> None:
    text = '[{"a": 1},\n  {"b": "x\\ny"}, {"c": 2}]'
    documents = [item for item in json_elements(text) if isinstance(item, JsonDocument)]
    assert [document.locate() for document in documents] == [(1, 2), (2, 3), (2, 18)]
    assert documents[1].locate(("b",)) == (2, 9)
    assert documents[1].locate(("b",), 2) == (2, 13)
    assert documents[2].locate(("c",), on_key=True) == (2, 19)
    assert documents[2].locate(("c",)) == (2, 24)


# Games of the usual kind

FIELDS = [
    '"format":"forty-thieves-game/1"', '"format": "forty-thieves-deal/1"', '"format":"forty-thieves-deal/2"',
    '"variant":"lucas"', '"variant":""', '"seed":42', '"seed":-0', '"seed":0', '"seed":1.0', '"shuffle":"pysolfc"',
    '"moves":"d"', '"moves":"d \\"\\u0064"', '"moves":""', '"claim":"won"', '"claim":"wun"', '"meta":{"a":"b"}',
    '"x":1', '"tableau":[]', '"tableau":["7S","\\\\"]', '"stock":"AC"', '"waste":""', '"cells":""',
    '"foundations":null',
]  # fmt: skip


@given(st.lists(st.sampled_from(FIELDS), max_size=4), st.lists(st.sampled_from(FIELDS), max_size=3))
@settings(max_examples=1000)
def test_a_game_read_quickly_is_the_game_read_with_care(deal: list[str], game: list[str]) -> None:
    text = f'{{{",".join([FIELDS[0], f""""deal":{{{",".join(deal)}}}""", *game])}}}'
    quick = quick_game(text.encode())
    if quick is not None:
        assert quick == interpret_record(parse_json(text), ("game",))


def test_the_usual_games_are_read_quickly() -> None:
    for claim in ("", ',"claim":"won"'):
        for deal in ('"variant":"lucas","seed":42', '"variant":"x","tableau":["7S","8S"],"stock":""'):
            text = f'{{{FIELDS[0]},"deal":{{{deal}}},"moves":"d"{claim}}}'
            assert quick_game(text.encode()) == interpret_record(parse_json(text))


# Places


@given(st.lists(st.text(max_size=8), min_size=1, max_size=4), st.booleans(), st.data())
def test_offset_in_an_escaped_text(parts: list[str], escaped: bool, drawn: st.DataObject) -> None:
    """The place of a character is where a marker put there in the value turns up in the written text."""
    text = "".join(parts).replace("@", "")
    offset = drawn.draw(st.integers(0, len(text)))
    with_marker = json.dumps({"k": text[:offset] + "@" + text[offset:]}, ensure_ascii=escaped)
    written = with_marker.replace("@", "", 1)
    if json.loads(written) != {"k": text}:
        return  # two lone surrogates that the marker kept apart
    document = JsonDocument(written.encode("utf-8", "surrogatepass") if escaped else written.encode(errors="replace"))
    assert document.locate(("k",), offset) == (1, with_marker.index("@") + 1)


# Streams of lines

ROOM = 100


def cut(data: bytes, max_size: int = ROOM) -> list[Piece]:
    return list(line_pieces(lines([], io.BytesIO(data), max_size), max_size))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", []),
        (b"\n \n\t\r\n", []),
        (b"a\nb\n", [(b"a", 1), (b"b", 2)]),
        (b"a\nb", [(b"a", 1), (b"b", 2)]),
        (b"a\r\n\r\n\r\nb\r\n", [(b"a", 1), (b"b", 4)]),
        (b"a\rb\n", [(b"a\rb", 1)]),
        (b"a\x0bb\x0cc\x1c\x85\xe2\x80\xa8\n", [(b"a\x0bb\x0cc\x1c\x85\xe2\x80\xa8", 1)]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", [(b"a", 1), (b"b", 2)]),
        (b"\0\n", [(b"\0", 1)]),
        (b"a\n\xef\xbb\xbf", [(b"a", 1)]),
    ],
    ids=repr,
)
def test_lines_end_with_lf_alone_and_blank_ones_are_skipped(data: bytes, found: list[tuple[bytes, int]]) -> None:
    assert [(piece.data, piece.line) for piece in cut(data)] == found


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_of_the_very_size_is_allowed(end: bytes) -> None:
    assert [piece.too_large for piece in cut(b"x" * ROOM + end + b"\ny\n")] == [False, False]
    assert [piece.too_large for piece in cut(b"x" * (ROOM + 1) + end + b"\ny\n")] == [True, False]


@pytest.mark.parametrize("size", [ROOM + 1, ROOM + 2, 2 * ROOM + 2, 1000, 200_000])
def test_a_line_that_is_too_long_is_one_piece_and_the_next_is_read(size: int) -> None:
    pieces = cut(b"a\n" + b"x" * size + b"\nb\n")
    assert [(piece.line, piece.too_large, piece.endless) for piece in pieces] == [
        (1, False, False),
        (2, True, False),
        (3, False, False),
    ]
    assert len(pieces[1].data) <= ROOM + 1
    assert cut(b"x" * size)[0].too_large
