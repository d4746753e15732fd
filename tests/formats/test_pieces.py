"""Cutting streams into pieces of one record each, in constant memory."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.formats import streams
from forty_thieves.formats.streams import PackReader, Piece, blocks, line_pieces, lines, yaml_pieces

ROOM = 100


def cut_lines(data: bytes, max_size: int = ROOM) -> list[Piece]:
    return list(line_pieces(lines([], io.BytesIO(data), max_size), max_size))


def cut_yaml(data: bytes, max_size: int = ROOM) -> list[Piece]:
    return list(yaml_pieces(blocks([], io.BytesIO(data), max_size), max_size))


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
    assert [(piece.data, piece.line) for piece in cut_lines(data)] == found


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_of_the_very_size_is_allowed(end: bytes) -> None:
    assert [piece.too_large for piece in cut_lines(b"x" * ROOM + end + b"\ny\n")] == [False, False]
    assert [piece.too_large for piece in cut_lines(b"x" * (ROOM + 1) + end + b"\ny\n")] == [True, False]


@pytest.mark.parametrize("size", [ROOM + 1, ROOM + 2, 2 * ROOM + 2, 1000, 200_000])
def test_a_line_that_is_too_long_is_one_piece_and_the_next_is_read(size: int) -> None:
    pieces = cut_lines(b"a\n" + b"x" * size + b"\nb\n")
    assert [(piece.line, piece.too_large, piece.endless) for piece in pieces] == [
        (1, False, False),
        (2, True, False),
        (3, False, False),
    ]
    assert len(pieces[1].data) <= ROOM + 1
    assert cut_lines(b"x" * size)[0].too_large


def test_a_line_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PASSED_AT_MOST", 10_000)
    assert [(piece.line, piece.endless) for piece in cut_lines(b"a\n" + b"x" * 20_000 + b"\nb\n")] == [
        (1, False),
        (2, True),
    ]
    assert [piece.endless for piece in cut_yaml(b"a: " + b"x" * 20_000 + b"\n---\nb\n")] == [True]


@pytest.mark.parametrize("blank", [b"\n", b" \n", b"\t\r\n"])
def test_blank_lines_without_an_end_are_given_up(blank: bytes) -> None:
    assert [piece.endless for piece in cut_lines(b"a\n" + blank * 200 + b"b\n")] == [False, True]
    assert [piece.endless for piece in cut_yaml(blank * 200 + b"b\n")] == [True]
    assert [piece.endless for piece in cut_yaml(b"# no\n" * 200 + b"b\n")] == [True]


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
    assert [(piece.data, piece.line) for piece in cut_yaml(data)] == found


def test_a_yaml_document_that_is_too_large_does_not_stop_the_next() -> None:
    pieces = cut_yaml(b"--- a\n--- b\n" + b"x: y\n" * 100 + b"--- c\n")
    assert [(piece.line, piece.too_large) for piece in pieces] == [(1, False), (2, True), (103, False)]
    assert len(pieces[1].data) <= ROOM


@given(st.lists(st.sampled_from([b"---\n", b"--- a\n", b"...\n", b"a: 1\n", b" - b\n", b"# c\n", b"\n", b"%d\n"])))
def test_nothing_of_yaml_is_lost_but_what_says_nothing(parts: list[bytes]) -> None:
    data = b"".join(parts)
    pieces = cut_yaml(data, 10_000)
    at = 0
    for piece in pieces:
        found = data.index(piece.data, at)
        assert not [line for line in data[at:found].splitlines() if line.strip() and not line.startswith(b"#")]
        assert piece.line == data.count(b"\n", 0, found) + 1
        at = found + len(piece.data)
    assert not [line for line in data[at:].splitlines() if line.strip() and not line.startswith(b"#")]


YAML_LINES = [b"---\n", b"--- a\n", b"...\n", b"a: 1\n", b" - b\n", b"- c\n", b"...x\n", b"# d\n", b"\n", b"%e\n"]
YAML_LINES += [streams.BOM, streams.BOM + b"---\n", streams.BOM + b"f\n", b"--", b"g", b"h\r\n", b"x" * 60 + b"\n"]


@given(st.lists(st.sampled_from(YAML_LINES)), st.integers(1, 40), st.sampled_from((50, 1000)))
def test_yaml_is_cut_alike_in_lines_and_in_blocks(parts: list[bytes], chunk: int, max_size: int) -> None:
    data = b"".join(parts)

    def told(pieces: Iterator[Piece]) -> list[tuple[bytes | None, int]]:
        return [(None if piece.too_large else piece.data, piece.line) for piece in pieces]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(streams, "_CHUNK", chunk)
        in_blocks = told(yaml_pieces(blocks([], io.BytesIO(data), max_size), max_size))
    assert in_blocks == told(yaml_pieces(lines([], io.BytesIO(data), 10_000), max_size))


@given(st.binary(max_size=400), st.integers(1, 50))
def test_any_bytes_in_any_room(data: bytes, max_size: int) -> None:
    for pieces in (cut_lines(data, max_size), cut_yaml(data, max_size)):
        assert all(len(piece.data) <= max_size + 1 for piece in pieces)
        assert all(piece.too_large or len(piece.data) <= max_size for piece in pieces)
        assert not any(piece.endless for piece in pieces[:-1])


class Endless(io.RawIOBase):
    """A stream of one byte for ever; counts what is read of it."""

    def __init__(self, byte: bytes) -> None:
        self._byte = byte
        self.taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        view[:] = self._byte * len(view)
        self.taken += len(view)
        return len(view)


def test_an_endless_stream_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PASSED_AT_MOST", 1_000_000)
    for byte in (b"\n", b"x", b"\0", b" "):
        for cut, parts_of in ((line_pieces, lines), (yaml_pieces, blocks)):
            raw = Endless(byte)
            pieces: Iterator[Piece] = cut(parts_of([], io.BufferedReader(raw), ROOM), ROOM)
            assert [piece.endless for piece in pieces] == [True]
            assert raw.taken < 2_000_000


def test_pack_reader_reads_as_much_as_is_needed() -> None:
    reader = PackReader(b"ab", io.BytesIO(b"c" * 300_000), 200_000)
    assert reader.more()
    assert len(reader.data) < 100_000
    while reader.more():
        assert len(reader.data) <= 200_000 + 64 * 1024
    assert reader.too_large
    reader.at = len(reader.data) - 5
    assert not reader.too_large
    assert reader.more()
    assert reader.data.startswith(b"ccccc")
