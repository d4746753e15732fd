"""Writing files: whole or not at all, never over what is there."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from io import RawIOBase, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from forty_thieves.outputs import OutputError, discard_stdout, repeated, write_file, write_stdout


def broken() -> Iterator[bytes]:
    """Pieces whose making fails after the first."""
    yield b"half"
    raise ZeroDivisionError


def test_writes_a_file(tmp_path: Path) -> None:
    target = tmp_path / "a b\n\x1b.txt"
    write_file(str(target), [b"one ", b"", b"two"])
    assert target.read_bytes() == b"one two"
    assert os.listdir(tmp_path) == [target.name]


def test_never_over_a_file_that_is_there(tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    with pytest.raises(OutputError, match="there already"):
        write_file(str(target), [b"new"])
    assert target.read_bytes() == b"old"
    write_file(str(target), [b"new"], force=True)
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a"]


def test_pieces_are_not_made_for_a_file_that_is_there(tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    with pytest.raises(OutputError):
        write_file(str(target), broken())


@pytest.mark.parametrize("force", [False, True])
def test_nothing_is_left_where_making_the_pieces_fails(tmp_path: Path, force: bool) -> None:
    target = tmp_path / "a"
    if force:
        target.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError):
        write_file(str(target), broken(), force=force)
    assert os.listdir(tmp_path) == (["a"] if force else [])
    assert not force or target.read_bytes() == b"old"


def test_a_file_that_comes_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a"

    def pieces() -> Iterator[bytes]:
        yield b"mine"
        target.write_bytes(b"theirs")

    with pytest.raises(OutputError, match="there already"):
        write_file(str(target), pieces())
    assert target.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["a"]


def test_file_systems_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(_source: str, _target: str) -> None:
        raise OSError(1, "operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    target = tmp_path / "a"
    write_file(str(target), [b"one"])
    assert target.read_bytes() == b"one"
    with pytest.raises(OutputError, match="there already"):
        write_file(str(target), [b"two"])
    assert os.listdir(tmp_path) == ["a"]


def test_replacing_keeps_the_permissions(tmp_path: Path) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_file(str(target), [b"new"], force=True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to("real")
    write_file(str(link), [b"new"], force=True)
    assert link.is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_link_to_nothing_is_followed_only_by_force(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("real")
    with pytest.raises(OutputError, match="link: the link leads to nothing"):
        write_file(str(link), [b"new"])
    assert os.listdir(tmp_path) == ["link"]
    write_file(str(link), [b"new"], force=True)
    assert (tmp_path / "real").read_bytes() == b"new"
    assert link.is_symlink()


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="open files have no names here")
def test_open_files_are_written_to_as_they_are(tmp_path: Path) -> None:
    target = tmp_path / "a"
    with open(target, "wb") as held:
        held.write(b"old ")
        held.flush()
        write_file(f"/dev/fd/{held.fileno()}", [b"one "])
        write_file(f"/dev/fd/{held.fileno()}", [b"two"])
    assert target.read_bytes() == b"old one two"
    with pytest.raises(OutputError, match="/dev/fd/999999: cannot write the file: bad file descriptor"):
        write_file("/dev/fd/999999", [b"x"])


@pytest.mark.parametrize(
    ("paths", "second"),
    [
        (["a", "a"], "a"),
        (["a", "./a"], "./a"),
        (["new", "folder/../new"], "folder/../new"),
        (["a", "b", "link"], "link"),
        (["a", "hard"], "hard"),
        (["new", "dangling"], "dangling"),
        (["a", "b", "new", "folder/a"], None),
        (["-", "-", "/dev/null", "/dev/null", "/dev/stderr", "/dev/stderr"], None),
        (["", ""], None),
        ([], None),
    ],
)
def test_paths_that_mean_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str], second: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "hard").hardlink_to("a")
    (tmp_path / "dangling").symlink_to("new")
    assert repeated(paths) == second


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("", "empty"),
        (".", "a folder"),
        ("new/", "new/: cannot write there: it is a folder"),
        ("missing/a", "no such file"),
        ("file/a", "not a directory"),
        ("x" * 300, "too long"),
        ("/dev/full", "/dev/full: cannot write the file: no space left"),
    ],
)
def test_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, told: str) -> None:
    if path.startswith("/dev") and not os.path.exists(path):
        pytest.skip(f"there is no {path}")
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match=told):
        write_file(path, [b"x"])
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="permission denied"):
        write_file(str(tmp_path / "a"), [b"x"])


def test_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_file("-", [b"a", b"b\n"])
    write_stdout([b"c"])
    assert capfdbinary.readouterr().out == b"ab\nc"


def test_standard_output_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match="closed"):
        write_stdout([b"a"])
    discard_stdout()


class Stingy(RawIOBase):
    """A raw file that takes three bytes at a time, and no more than it has room for."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.held = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int | None:
        taken = bytes(data[: min(3, self.room)])
        self.room -= len(taken)
        self.held += taken
        return len(taken) or None


def test_an_unbuffered_standard_output_gets_every_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Stingy(room=100)
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, write_through=True))  # type: ignore[type-var]
    write_stdout([b"twelve bytes", b"", b"and more"])
    assert raw.held == b"twelve bytesand more"


def test_an_unbuffered_standard_output_that_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Stingy(room=7)
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(raw, write_through=True))  # type: ignore[type-var]
    monkeypatch.setattr("forty_thieves.outputs.discard_stdout", lambda: None)
    with pytest.raises(OutputError, match="cannot write to standard output: resource temporarily unavailable"):
        write_stdout([b"twelve bytes"])
    assert raw.held == b"twelve "
