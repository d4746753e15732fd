"""Cutting streams into pieces of one record each, in constant memory."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.formats import json as json_format
from forty_thieves.formats import yaml as yaml_format
from forty_thieves.formats.json import line_pieces, lines
from forty_thieves.formats.pieces import Piece
from forty_thieves.formats.yaml import blocks, yaml_pieces

ROOM = 100


def cut_lines(data: bytes, max_size: int = ROOM) -> list[Piece]:
    return list(line_pieces(lines([], io.BytesIO(data), max_size), max_size))


def cut_yaml(data: bytes, max_size: int = ROOM) -> list[Piece]:
    return list(yaml_pieces(blocks([], io.BytesIO(data), max_size), max_size))


def give_up_behind(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (json_format, yaml_format):
        monkeypatch.setattr(module, "PASSED_AT_MOST", size)


def test_a_line_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    give_up_behind(10_000, monkeypatch)
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
    give_up_behind(1_000_000, monkeypatch)
    for byte in (b"\n", b"x", b"\0", b" "):
        for cut, parts_of in ((line_pieces, lines), (yaml_pieces, blocks)):
            raw = Endless(byte)
            pieces: Iterator[Piece] = cut(parts_of([], io.BufferedReader(raw), ROOM), ROOM)
            assert [piece.endless for piece in pieces] == [True]
            assert raw.taken < 2_000_000
