"""Files, folders and streams to documents."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.formats import packs
from forty_thieves.formats.documents import DEEPEST, MOST_VALUES, Document
from forty_thieves.formats.files import InputFormat
from forty_thieves.formats.packs import end_of_pack, read_pack
from forty_thieves.formats.sources import Limits, Skipped, files_below, read
from forty_thieves.problems import Fault

pack = msgspec.msgpack.encode


def told(
    tmp_path: Path, data: bytes, name: str = "file", limits: Limits | None = None, form: Any = None
) -> list[Any]:
    """What is read of a file: the records' data, and the codes of faults."""
    file = tmp_path / name
    file.write_bytes(data)
    found: list[Any] = []
    for item in read(str(file), form, limits):
        try:
            if isinstance(item, Fault):
                raise item
            found.append(item.data())
        except Fault as fault:
            found.append(f"{fault.code}{'!' if fault.ends_file else ''}")
    return found


# MessagePack: what is wrong with one record does not stop the next, as long as its end is known

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
def test_a_bad_pack_does_not_stop_the_next(tmp_path: Path, data: bytes, code: str) -> None:
    good = pack({"a": 1})
    assert told(tmp_path, good + data + good + data, "x.msgpack") == [{"a": 1}, code, {"a": 1}, code]


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
    ("too many values", pack([None] * (MOST_VALUES + 1)), "too-large"),
]


@pytest.mark.parametrize(("data", "code"), [case[1:] for case in ENDING], ids=[case[0] for case in ENDING])
def test_a_broken_pack_ends_the_file_with_one_fault(tmp_path: Path, data: bytes, code: str) -> None:
    good = pack({"a": 1})
    assert told(tmp_path, good + data, "x.msgpack") == [{"a": 1}, f"{code}!"]
    if "announced" not in code and code == "not-a-record":
        assert told(tmp_path, good + data + good * 3, "x.msgpack") == [{"a": 1}, f"{code}!"]


def test_what_follows_is_said_not_to_be_judged(tmp_path: Path) -> None:
    file = tmp_path / "x.msgpack"
    file.write_bytes(b"\xc1")
    (fault,) = read(str(file))
    assert isinstance(fault, Fault)
    assert fault.message.endswith("; the rest of the file is not judged")


@pytest.mark.parametrize("size", [10, 1000, 70_000, 200_000])
def test_records_across_the_ends_of_what_is_read_at_a_time(tmp_path: Path, size: int) -> None:
    records = [{"a": "x" * size, "b": number} for number in range(max(3, 300_000 // size))]
    assert told(tmp_path, b"".join(map(pack, records)), "x.msgpack") == records


def test_a_pack_that_is_too_large_but_at_hand_does_not_stop_the_next(tmp_path: Path) -> None:
    small, large = pack({"a": 1}), pack({"a": "x" * 2000})
    limits = Limits(max_size=1000)
    assert told(tmp_path, small + large + small, "x.msgpack", limits) == [{"a": 1}, "too-large", {"a": 1}]
    assert told(tmp_path, small + b"\xc1" + bytes(5000), "x.msgpack", limits) == [{"a": 1}, "syntax!"]
    huge = pack({"a": "x" * 100_000})
    assert told(tmp_path, small + huge + small, "x.msgpack", limits)[:2] == [{"a": 1}, "too-large!"]


@given(st.binary(max_size=300))
def test_the_end_of_what_can_be_read_is_its_end(data: bytes) -> None:
    try:
        _, end = read_pack(data)
    except Fault:
        with contextlib.suppress(Fault):
            assert 0 < end_of_pack(data, 0) <= len(data)
    else:
        assert end_of_pack(data, 0) == end


def test_the_walk_to_the_end_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "MOST_VALUES", 100)
    with pytest.raises(Fault, match="more than"):
        end_of_pack(b"\xdd\x00\xff\xff\xff" + b"\xc0" * 200, 0)


# Streams


def test_number_of_records(tmp_path: Path) -> None:
    data = b"{}\n" * 5
    assert told(tmp_path, data, "x.jsonl", Limits(max_games=5)) == [{}] * 5
    assert told(tmp_path, data, "x.jsonl", Limits(max_games=4)) == [{}] * 4 + ["too-large!"]
    assert told(tmp_path, b"--- a\n" * 3, "x.yaml", Limits(max_games=2)) == ["a", "a", "too-large!"]
    assert told(tmp_path, b"[1, 2, 3]", "x.json", Limits(max_games=2)) == [1, 2, "too-large!"]


@pytest.mark.parametrize(
    ("magic", "name"),
    [(b"\x1f\x8b\x08", "gzip"), (b"BZh9", "bzip2"), (b"\xfd7zXZ\0", "xz"), (b"PK\x03\x04", "zip"),
     (b"\x28\xb5\x2f\xfd", "zstd")],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["", ".jsonl", ".yaml", ".json", ".msgpack", ".jsonl.gz"])
def test_compressed_files_are_not_read(tmp_path: Path, magic: bytes, name: str, suffix: str) -> None:
    file = tmp_path / f"x{suffix}"
    file.write_bytes(magic + b"\n\x00" * 50)
    (fault,) = read(str(file))
    assert isinstance(fault, Fault)
    assert fault.message == f"{name} data: compressed files are not read"
    assert fault.ends_file


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl", "msgpack", "moves", None])
def test_an_empty_file_of_any_format(tmp_path: Path, form: InputFormat | None) -> None:
    for data in (b"", b"\xef\xbb\xbf"):
        assert told(tmp_path, data, form=form) == ["empty!"]
    if form != "msgpack":
        assert told(tmp_path, b"\n \n", form=form) == ["empty!"]


def test_a_name_with_nul_and_a_folder() -> None:
    assert [str(item) for item in read("a\0b")] == ["cannot read the file: a file name cannot hold a nul character"]
    assert [str(item) for item in read("/")] == ["cannot read the file: it is a folder"]


def test_an_error_in_the_midst_of_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"{}\n{}\n")
    items = read(str(file))
    assert isinstance(next(items), Document)

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    items = read(str(file))
    monkeypatch.setattr("forty_thieves.formats.sources.lines", fail)
    assert [str(item) for item in items] == ["cannot read the file: input/output error"]


# Folders


def tree(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")


def below(root: Path, *, logs: bool = False) -> tuple[list[str], str]:
    skipped = Skipped()
    return [os.path.relpath(file, root) for file in files_below(str(root), skipped, logs=logs)], skipped.told()


def test_order_is_that_of_the_parts_as_bytes(tmp_path: Path) -> None:
    names = ["b.yaml", "a/b.json", "a.json", "a/a/z.jsonl", "B.yaml", "é.yaml", "a-.yml", "b/x.msgpack", "z.ndjson"]
    tree(tmp_path, *names)
    expected = [
        "B.yaml",
        "a/a/z.jsonl",
        "a/b.json",
        "a-.yml",
        "a.json",
        "b/x.msgpack",
        "b.yaml",
        "z.ndjson",
        "é.yaml",
    ]
    assert below(tmp_path) == (expected, "")


def test_hidden_and_others_are_skipped_and_counted(tmp_path: Path) -> None:
    tree(tmp_path, "a.yaml", ".b.yaml", ".git/c.yaml", "d/.e.yaml", "f.gz", "README", "g.moves", "h.txt", "I.YAML")
    assert below(tmp_path) == (["I.YAML", "a.yaml"], "3 hidden, 4 no records by their suffix")
    found = (["I.YAML", "a.yaml", "g.moves", "h.txt"], "3 hidden, 2 no records by their suffix")
    assert below(tmp_path, logs=True) == found


def test_a_hidden_folder_that_was_asked_for(tmp_path: Path) -> None:
    tree(tmp_path / ".hidden", "a.yaml")
    assert below(tmp_path / ".hidden") == (["a.yaml"], "")


def test_links(tmp_path: Path) -> None:
    root = tmp_path / "root"
    tree(root, "a.yaml", "b/c.yaml")
    tree(tmp_path, "out.yaml", "outside/d.yaml", "root-2/e.yaml")
    for name, target in {
        "in.yaml": "a.yaml",
        "up.yaml": "../out.yaml",
        "absolute.yaml": str(tmp_path / "out.yaml"),
        "beside.yaml": "../root-2/e.yaml",
        "way-round.yaml": "../root/a.yaml",
        "nothing.yaml": "nowhere.yaml",
        "self.yaml": "self.yaml",
        "folder": "b",
        "out-folder": "../outside",
        "parent": "..",
        "dot": ".",
        "zero.yaml": "/dev/zero",
    }.items():
        (root / name).symlink_to(target)
    (root / "b" / "loop").symlink_to("..")
    assert below(root) == (["a.yaml", "b/c.yaml", "in.yaml", "way-round.yaml"], "11 links")


def test_a_link_to_a_folder_that_was_asked_for(tmp_path: Path) -> None:
    tree(tmp_path / "real", "a.yaml", "b/c.yaml")
    (tmp_path / "link").symlink_to("real")
    assert below(tmp_path / "link") == (["a.yaml", "b/c.yaml"], "")


def test_what_is_no_file_is_skipped(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "link.yaml").symlink_to("pipe.yaml")
    assert below(tmp_path) == ([], "2 no records by their suffix")


def test_a_folder_that_goes_is_told_by_reading_it(tmp_path: Path) -> None:
    tree(tmp_path, "a/b.yaml", "c/d.yaml")
    skipped = Skipped()
    files = files_below(str(tmp_path), skipped, logs=False)
    assert next(files).endswith("a/b.yaml")
    (tmp_path / "c" / "d.yaml").unlink()
    (tmp_path / "c").rmdir()
    (gone,) = files
    assert [str(item) for item in read(gone)] == ["cannot read the file: no such file or directory"]


def test_a_folder_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "scandir", refuse)
    assert [str(item) for item in read(str(tmp_path))] == ["cannot read the file: permission denied"]


def test_deep_folders_need_no_recursion(tmp_path: Path) -> None:
    here = os.getcwd()
    try:
        os.chdir(tmp_path)
        for _ in range(1500):
            os.mkdir("d")
            os.chdir("d")
        Path("a.yaml").write_text("x", encoding="utf-8")
        os.chdir(tmp_path)
        found = list(files_below("d", Skipped(), logs=False))
    finally:
        os.chdir(here)
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)  # what tidies up after tests does recurse
    assert len(found) == 1
