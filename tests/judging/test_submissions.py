"""Files, folders and standard input as one stream of records."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from forty_thieves.foreign import reading
from forty_thieves.formats.sources import Skipped
from forty_thieves.judging import submissions
from forty_thieves.judging.submissions import Order, Submissions
from forty_thieves.problems import Fault

GAME = '{"format": "forty-thieves-game/1", "deal": {"variant": "lucas", "seed": 42}, "moves": "d"}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files whose names, and the times of whose changes, are in other orders than that in which they are given."""
    monkeypatch.chdir(tmp_path)
    for name, count, changed in [("z.jsonl", 1, 5), ("m/b.jsonl", 2, 1), ("m/a.jsonl", 1, 9), ("a.jsonl", 1, 5)]:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(GAME * count)
        os.utime(path, ns=(0, changed))
    return tmp_path


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("given", ["z.jsonl", "m/a.jsonl", "m/b.jsonl", "m/b.jsonl", "missing", "a.jsonl"]),
        ("name", ["a.jsonl", "m/a.jsonl", "m/b.jsonl", "m/b.jsonl", "missing", "z.jsonl"]),
        ("mtime", ["missing", "m/b.jsonl", "m/b.jsonl", "a.jsonl", "z.jsonl", "m/a.jsonl"]),
    ],
)
@pytest.mark.usefixtures("folder")
def test_orders(order: Order, expected: list[str]) -> None:
    items = list(Submissions(["z.jsonl", "m", "missing", "a.jsonl"], order=order).items())
    assert [item.file for item in items] == expected
    assert [item.index for item in items if item.file == "m/b.jsonl"] == [1, 2]
    assert [item.several for item in items] == [item.file == "m/b.jsonl" for item in items]


@pytest.mark.usefixtures("folder")
def test_what_is_skipped_is_counted_and_named(tmp_path: Path) -> None:
    (tmp_path / "m/.hidden.json").write_text(GAME)
    (tmp_path / "m/notes.md").write_text("x")
    (tmp_path / "m/loop").symlink_to(".")
    source = Submissions(["m"])
    heard: list[tuple[str, str]] = []
    source.skipped.heed = lambda path, why: heard.append((path, why))
    assert len(list(source.items())) == 3
    assert sorted(heard) == [
        ("m/.hidden.json", "hidden"),
        ("m/loop", "links"),
        ("m/notes.md", "not records by their suffix"),
    ]
    assert source.skipped.counts == {"hidden": 1, "links": 1, "others": 1}
    assert Skipped().counts == {}


@pytest.mark.usefixtures("folder")
def test_size() -> None:
    assert Submissions(["z.jsonl", "m/b.jsonl"]).size() == 3 * len(GAME)
    assert Submissions(["z.jsonl", "m"]).size() is None
    assert Submissions(["-"]).size() is None


def test_an_empty_folder_gives_a_fault(tmp_path: Path) -> None:
    (item,) = Submissions([str(tmp_path)]).items()
    assert isinstance(item.content, Fault)
    assert (item.content.code, item.file) == ("empty", str(tmp_path))


@pytest.mark.usefixtures("folder")
def test_a_bug_while_a_file_is_read_ends_that_file_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    real = reading.read

    def failing(file: str, *arguments: Any) -> Any:
        yield from real(file, *arguments)
        if file == "m/b.jsonl":
            raise ZeroDivisionError("ours")

    monkeypatch.setattr(submissions, "read", failing)
    items = list(Submissions(["z.jsonl", "m", "a.jsonl"]).items())
    assert [(item.file, item.index) for item in items] == [
        ("z.jsonl", 1), ("m/a.jsonl", 1), ("m/b.jsonl", 1), ("m/b.jsonl", 2), ("m/b.jsonl", 3), ("a.jsonl", 1)
    ]  # fmt: skip
    fault = items[4].content
    assert isinstance(fault, Fault)
    assert (fault.code, fault.ends_file) == ("internal-error", True)
    assert "ZeroDivisionError: ours" in fault.message
