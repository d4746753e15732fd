"""The strict MessagePack reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.formats.documents import DEEPEST, MOST_VALUES, Document
from forty_thieves.formats.packs import read_pack
from forty_thieves.formats.sources import Limits, read
from forty_thieves.problems import Fault
from forty_thieves.records.interpret import OddNumber

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | texts | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(texts, inner, max_size=20),
    max_leaves=60,
)


@given(values)
def test_reads_what_is_written(value: object) -> None:
    data = msgspec.msgpack.encode(value)
    assert read_pack(data) == (value, len(data))
    assert read_pack(b"\xc0" + data + b"\xc3", 1) == (value, len(data) + 1)


@given(
    st.binary(max_size=200)
    | values.map(msgspec.msgpack.encode).flatmap(lambda data: st.permutations(list(data)).map(bytes))
)
def test_any_bytes_give_a_value_or_a_fault(data: bytes) -> None:
    try:
        _, end = read_pack(data)
    except Fault:
        return
    assert 0 < end <= len(data)


@given(values.map(msgspec.msgpack.encode), st.data())
def test_a_record_cut_short_says_so(data: bytes, drawn: st.DataObject) -> None:
    cut = data[: drawn.draw(st.integers(0, len(data) - 1))]
    with pytest.raises(Fault) as raised:
        read_pack(cut)
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


@pytest.mark.parametrize(("data", "code", "told"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_refused(data: bytes, code: str, told: str) -> None:
    with pytest.raises(Fault) as raised:
        read_pack(data)
    assert raised.value.code == code
    assert told in raised.value.message


def test_deepest_is_read() -> None:
    value, _ = read_pack(b"\x91" * DEEPEST + b"\xc0")
    for _ in range(DEEPEST):
        assert isinstance(value, list)
        (value,) = value
    assert value is None


@pytest.mark.parametrize(
    ("data", "text"), [(b"\xca\x3f\x80\x00\x00", "1.0"), (b"\xcb" + b"\x7f\xf0" + bytes(6), "inf")]
)
def test_fractions_are_kept_as_what_no_record_takes(data: bytes, text: str) -> None:
    value, _ = read_pack(data)
    assert isinstance(value, OddNumber)
    assert value.text == text


# Several records, one after another


def items(tmp_path: Path, data: bytes, max_size: int = 1000) -> list[Any]:
    file = tmp_path / "records.msgpack"
    file.write_bytes(data)
    return [
        item.data() if isinstance(item, Document) else item.code for item in read(str(file), None, Limits(max_size))
    ]


def test_records_follow_each_other(tmp_path: Path) -> None:
    data = b"".join(msgspec.msgpack.encode({"a": number}) for number in range(300))
    assert items(tmp_path, data) == [{"a": number} for number in range(300)]


def test_nothing_behind_a_fault_is_read(tmp_path: Path) -> None:
    assert items(tmp_path, b"\x81\xa1a\x01\xc1\x81\xa1a\x01") == [{"a": 1}, "syntax"]


def test_a_record_larger_than_allowed(tmp_path: Path) -> None:
    record = msgspec.msgpack.encode({"a": "x" * 200_000})
    assert items(tmp_path, b"\x80" + record) == [{}, "too-large"]
    assert items(tmp_path, record, len(record)) == [{"a": "x" * 200_000}]
