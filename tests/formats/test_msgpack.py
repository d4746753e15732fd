"""The strict MessagePack reader."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.formats import msgpack
from forty_thieves.formats.document import DEEPEST, MOST_VALUES, Limits
from forty_thieves.formats.msgpack import StreamBuffer, end_of_value, read_value
from forty_thieves.formats.sources import read
from forty_thieves.problems import Fault
from forty_thieves.records.plain import OddNumber
from support.reading import contents

encode = msgspec.msgpack.encode
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | texts | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(texts, inner, max_size=20),
    max_leaves=60,
)


@given(values)
def test_reads_what_is_written(value: object) -> None:
    data = encode(value)
    assert read_value(data) == (value, len(data))
    assert read_value(b"\xc0" + data + b"\xc3", 1) == (value, len(data) + 1)


@given(st.binary(max_size=200) | values.map(encode).flatmap(lambda data: st.permutations(list(data)).map(bytes)))
def test_any_bytes_give_a_value_or_a_fault(data: bytes) -> None:
    try:
        _, end = read_value(data)
    except Fault:
        return
    assert 0 < end <= len(data)


@given(values.map(encode), st.data())
def test_a_record_cut_short_says_so(data: bytes, drawn: st.DataObject) -> None:
    cut = data[: drawn.draw(st.integers(0, len(data) - 1))]
    with pytest.raises(Fault) as raised:
        read_value(cut)
    assert (raised.value.code, raised.value.cut_short) == ("syntax", True)


REFUSED: list[tuple[str, bytes, str, str]] = [
    ("never-used-byte", b"\xc1", "syntax", "byte 0 is 0xc1"),
    ("extension-1", b"\x81\xa1a\xd4\x01\x00", "syntax", "byte 3 is 0xd4"),
    ("extension-timestamp", b"\xd6\xff\x00\x00\x00\x00", "syntax", "0xd6"),
    ("extension-8", b"\xc7\x01\x05\x00", "syntax", "0xc7"),
    ("duplicate-key", b"\x82\xa1a\x01\xa1a\x02", "duplicate-key", "'a' at byte 4"),
    ("duplicate-key-in-another-size", b"\x82\xa1a\x01\xd9\x01a\x02", "duplicate-key", "'a' at byte 4"),
    ("key-that-is-a-number", b"\x81\x01\x02", "wrong-type", "byte 1"),
    ("key-that-is-null", b"\x81\xc0\x02", "wrong-type", "byte 1"),
    ("key-that-is-binary", b"\x81\xc4\x01a\x02", "wrong-type", "byte 1"),
    ("key-that-is-a-list", b"\x81\x90\x02", "wrong-type", "byte 1"),
    ("text-that-is-no-utf8", b"\x81\xa1a\xa1\xff", "not-utf8", "byte 4"),
    ("text-with-a-surrogate", b"\xa3\xed\xa0\x80", "not-utf8", "byte 1"),
    ("cut-in-a-number", b"\xcd\x01", "syntax", "cut short"),
    ("cut-in-a-text", b"\xa5abc", "syntax", "5 bytes announced at byte 1, 3 there"),
    ("huge-list", b"\xdd\xff\xff\xff\xff\x00", "syntax", "4294967295 entries announced"),
    ("huge-mapping", b"\xdf\xff\xff\xff\xff\xa1a\x01", "syntax", "4294967295 entries announced"),
    ("huge-text", b"\xdb\xff\xff\xff\xff\x00", "syntax", "4294967295 bytes announced"),
    ("too-many-values", b"\xdd" + MOST_VALUES.to_bytes(4, "big") + b"\x01" * MOST_VALUES, "too-large", "values"),
    ("too-deep-lists", b"\x91" * (DEEPEST + 1) + b"\xc0", "too-deep", "nested"),
    ("too-deep-mappings", b"\x81\xa1a" * (DEEPEST + 1) + b"\xc0", "too-deep", "nested"),
    ("10000-deep", b"\x91" * 10_000 + b"\xc0", "too-deep", "nested"),
    ("100000-deep-keys", b"\x81" * 100_000, "too-deep", "nested"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "code", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_refused(data: bytes, code: str, said: str) -> None:
    with pytest.raises(Fault) as raised:
        read_value(data)
    assert raised.value.code == code
    assert said in raised.value.message


def test_deepest_is_read() -> None:
    value, _ = read_value(b"\x91" * DEEPEST + b"\xc0")
    for _ in range(DEEPEST):
        assert isinstance(value, list)
        (value,) = value
    assert value is None


@pytest.mark.parametrize(
    ("data", "text"), [(b"\xca\x3f\x80\x00\x00", "1.0"), (b"\xcb" + b"\x7f\xf0" + bytes(6), "inf")]
)
def test_fractions_are_kept_as_what_no_record_takes(data: bytes, text: str) -> None:
    value, _ = read_value(data)
    assert isinstance(value, OddNumber)
    assert value.text == text


# Several records, one after another

LIMITS = Limits(1000)


def test_records_follow_each_other(tmp_path: Path) -> None:
    data = b"".join(encode({"a": number}) for number in range(300))
    assert contents(tmp_path, data, "x.msgpack", LIMITS) == [{"a": number} for number in range(300)]


def test_nothing_behind_a_fault_is_read(tmp_path: Path) -> None:
    assert contents(tmp_path, b"\x81\xa1a\x01\xc1\x81\xa1a\x01", "x.msgpack", LIMITS) == [{"a": 1}, "syntax!"]


def test_a_record_larger_than_allowed(tmp_path: Path) -> None:
    record = encode({"a": "x" * 200_000})
    assert contents(tmp_path, b"\x80" + record, "x.msgpack", LIMITS) == [{}, "too-large!"]
    assert contents(tmp_path, record, "x.msgpack", Limits(len(record))) == [{"a": "x" * 200_000}]


# What is wrong with one record does not stop the next, as long as its end is known

DEEP = b"\x91" * (DEEPEST + 1) + b"\xc0"
SKIPPED: list[tuple[str, bytes, str]] = [
    ("a key twice", b"\x82\xa1a\x01\xa1a\x02", "duplicate-key"),
    ("text that is not UTF-8", b"\x81\xa1a\xa2\xff\xfe", "not-utf8"),
    ("a key that is no text", b"\x81\x01\x02", "wrong-type"),
    ("a key that is a list", b"\x81\x91\x01\x02", "wrong-type"),
    ("too deep", DEEP, "too-deep"),
    ("an extension of one byte", b"\x81\xa1a\xd4\x01\x00", "syntax"),
    ("an extension of sixteen bytes", b"\x81\xa1a\xd8\x01" + bytes(16), "syntax"),
    ("an extension of three bytes", b"\x81\xa1a\xc7\x03\x01\x00\x00\x00", "syntax"),
    ("an extension of many bytes", b"\x81\xa1a\xc8\x01\x00\x01" + bytes(256), "syntax"),
    ("all kinds behind a key twice",
     b"\x82\xa1a\x01\xa1a\xdc\x00\x10\xc0\xc2\xc3\xcc\x01\xcd\x00\x01\xce\x00\x00\x00\x01\xcf" + bytes(8)
     + b"\xd0\x01\xd1\x00\x01\xd2\x00\x00\x00\x01\xd3" + bytes(8) + b"\xca" + bytes(4) + b"\xcb" + bytes(8)
     + b"\xd9\x01a\xc4\x01a\xdc\x00\x00", "duplicate-key"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "code"), [case[1:] for case in SKIPPED], ids=[case[0] for case in SKIPPED])
def test_a_bad_record_does_not_stop_the_next(tmp_path: Path, data: bytes, code: str) -> None:
    good = encode({"a": 1})
    assert contents(tmp_path, good + data + good + data, "x.msgpack") == [{"a": 1}, code, {"a": 1}, code]


ENDING: list[tuple[str, bytes, str]] = [
    ("never used", b"\xc1", "syntax"),
    ("cut short", b"\x82\xa1a\x01", "syntax"),
    ("announced text", b"\xdb\xff\xff\xff\xff", "syntax"),
    ("announced list", b"\xdd\xff\xff\xff\xff", "syntax"),
    ("announced mapping", b"\xdf\xff\xff\xff\xff", "syntax"),
    ("announced binary", b"\xc6\xff\xff\xff\xff", "syntax"),
    ("announced extension", b"\xc9\xff\xff\xff\xff\x01", "syntax"),
    ("a key twice, then cut short", b"\x83\xa1a\x01\xa1a\x01", "syntax"),
    ("a number", b"\x00", "not-a-record"),
    ("a text file", b"hello", "not-a-record"),
    ("nothing", b"\xc0", "not-a-record"),
    ("too many values", encode([None] * (MOST_VALUES + 1)), "too-large"),
]


@pytest.mark.parametrize(("data", "code"), [case[1:] for case in ENDING], ids=[case[0] for case in ENDING])
def test_a_broken_record_ends_the_file_with_one_fault(tmp_path: Path, data: bytes, code: str) -> None:
    good = encode({"a": 1})
    assert contents(tmp_path, good + data, "x.msgpack") == [{"a": 1}, f"{code}!"]
    if "announced" not in code and code == "not-a-record":
        assert contents(tmp_path, good + data + good * 3, "x.msgpack") == [{"a": 1}, f"{code}!"]


def test_what_follows_is_said_not_to_be_judged(tmp_path: Path) -> None:
    file = tmp_path / "x.msgpack"
    file.write_bytes(b"\xc1")
    (fault,) = read(str(file))
    assert isinstance(fault, Fault)
    assert fault.message.endswith("; the rest of the file is not judged")


@pytest.mark.parametrize("size", [10, 1000, 70_000, 200_000])
def test_records_across_the_ends_of_what_is_read_at_a_time(tmp_path: Path, size: int) -> None:
    records = [{"a": "x" * size, "b": number} for number in range(max(3, 300_000 // size))]
    assert contents(tmp_path, b"".join(map(encode, records)), "x.msgpack") == records


def test_a_record_that_is_too_large_but_at_hand_does_not_stop_the_next(tmp_path: Path) -> None:
    small, large = encode({"a": 1}), encode({"a": "x" * 2000})
    limits = Limits(max_size=1000)
    assert contents(tmp_path, small + large + small, "x.msgpack", limits) == [{"a": 1}, "too-large", {"a": 1}]
    assert contents(tmp_path, small + b"\xc1" + bytes(5000), "x.msgpack", limits) == [{"a": 1}, "syntax!"]
    huge = encode({"a": "x" * 100_000})
    assert contents(tmp_path, small + huge + small, "x.msgpack", limits)[:2] == [{"a": 1}, "too-large!"]


@given(st.binary(max_size=300))
def test_the_end_of_what_can_be_read_is_its_end(data: bytes) -> None:
    try:
        _, end = read_value(data)
    except Fault:
        with contextlib.suppress(Fault):
            assert 0 < end_of_value(data, 0) <= len(data)
    else:
        assert end_of_value(data, 0) == end


def test_the_walk_to_the_end_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(msgpack, "MOST_VALUES", 100)
    with pytest.raises(Fault, match="more than"):
        end_of_value(b"\xdd\x00\xff\xff\xff" + b"\xc0" * 200, 0)


def test_stream_buffer_reads_as_much_as_is_needed() -> None:
    reader = StreamBuffer(b"ab", io.BytesIO(b"c" * 300_000), 200_000)
    assert reader.more()
    assert len(reader.data) < 100_000
    while reader.more():
        assert len(reader.data) <= 200_000 + 64 * 1024
    assert reader.too_large
    reader.at = len(reader.data) - 5
    assert not reader.too_large
    assert reader.more()
    assert reader.data.startswith(b"ccccc")
