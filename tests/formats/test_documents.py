"""Reading JSON: what is taken, what is refused, and where."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.formats.documents import DEEPEST, JsonDocument, decoded, json_elements, parse_json
from forty_thieves.problems import Fault
from forty_thieves.records.interpret import OddNumber

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


# Text


@pytest.mark.parametrize(
    ("data", "place", "told"),
    [
        (b"ab\xff", (1, 3), "0xff"),
        ("é\n\U0001f0a1".encode() + b"\xc3(", (2, 2), "0xc3"),
        (b"\xed\xa0\x80", (1, 1), "0xed"),
        (b"\xc0\xaf", (1, 1), "0xc0"),
        ("ab".encode("utf-16"), (1, 1), "UTF-16"),
        (b"\xfe\xff\x00a", (1, 1), "UTF-16"),
    ],
)
def test_not_utf8(data: bytes, place: tuple[int, int], told: str) -> None:
    with pytest.raises(Fault) as raised:
        decoded(data)
    assert (raised.value.code, raised.value.place) == ("not-utf8", place)
    assert told in raised.value.message
