"""Files, folders and streams to documents."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from forty_thieves.formats.document import Document, Limits
from forty_thieves.formats.sources import InputFormat, Skipped, files_below, read
from forty_thieves.problems import Fault
from support.reading import contents

# Streams


def test_number_of_records(tmp_path: Path) -> None:
    data = b"{}\n" * 5
    assert contents(tmp_path, data, "x.jsonl", Limits(max_games=5)) == [{}] * 5
    assert contents(tmp_path, data, "x.jsonl", Limits(max_games=4)) == [{}] * 4 + ["too-large!"]
    assert contents(tmp_path, b"--- a\n" * 3, "x.yaml", Limits(max_games=2)) == ["a", "a", "too-large!"]
    assert contents(tmp_path, b"[1, 2, 3]", "x.json", Limits(max_games=2)) == [1, 2, "too-large!"]


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
def test_a_survey_is_known_by_its_first_line(tmp_path: Path, form: InputFormat | None) -> None:
    """Its other lines are no records, and nothing is said of each."""
    file = tmp_path / "lucas.jsonl"
    file.write_bytes(
        b'\xef\xbb\xbf{"format": "forty-thieves-survey/1", "variant": "lucas"}\n' + b'{"number":1}\n' * 5
    )
    (fault,) = read(str(file), form)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.place, fault.ends_file) == ("wrong-record", (1, 12), True)
    assert fault.message.startswith("this is a survey file, which `survey --table`")
    file.write_bytes(b'{"format": "forty-thieves-survey/2"}\n{"number":1}\n')
    assert len(list(read(str(file), "jsonl"))) == 2


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl", "msgpack", "moves", None])
def test_an_empty_file_of_any_format(tmp_path: Path, form: InputFormat | None) -> None:
    for data in (b"", b"\xef\xbb\xbf"):
        assert contents(tmp_path, data, form=form) == ["empty!"]
    if form != "msgpack":
        assert contents(tmp_path, b"\n \n", form=form) == ["empty!"]


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
    monkeypatch.setattr("forty_thieves.formats.json.lines", fail)
    assert [str(item) for item in items] == ["cannot read the file: input/output error"]


# Folders


def tree(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")


def below(root: Path, *, logs: bool = False) -> tuple[list[str], str]:
    skipped = Skipped()
    return [os.path.relpath(file, root) for file in files_below(str(root), skipped, logs=logs)], skipped.in_words()


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
    assert below(tmp_path) == (["I.YAML", "a.yaml"], "3 hidden, 4 not records by their suffix")
    found = (["I.YAML", "a.yaml", "g.moves", "h.txt"], "3 hidden, 2 not records by their suffix")
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
    assert below(tmp_path) == ([], "2 not records by their suffix")


def test_a_folder_that_goes_is_found_by_reading_it(tmp_path: Path) -> None:
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
