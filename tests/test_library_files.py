"""The library on files: load, save, read and check, for every kind of record and every format."""

from __future__ import annotations

import doctest
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from forty_thieves import (
    Deal,
    Fault,
    Game,
    OutputError,
    Report,
    Rules,
    Table,
    check,
    check_files,
    deal,
    library,
    load,
    read,
    save,
)
from forty_thieves.game import variants
from forty_thieves.records.structs import Summary
from support.paths import ROOT

FIXTURES = ROOT / "fixtures"
LUCAS = deal("lucas", 42)


def table() -> Table:
    played = Table(LUCAS)
    played.play("5-f")
    return played


THINGS: dict[str, Any] = {
    "deal": LUCAS,
    "game": Game(LUCAS, "5-f 5-f\n", "unfinished", {"player": "A"}),
    "rules": variants.find("maria"),
    "report": check(Game(LUCAS, "5-f 2-8")),
    "summary": Summary(games=0, verdicts={}, variants={}, problems={}),
}


@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".msgpack", ".JSON"])
@pytest.mark.parametrize("name", THINGS)
def test_what_is_saved_is_loaded_again(tmp_path: Path, name: str, suffix: str) -> None:
    thing = THINGS[name]
    save(tmp_path / f"x{suffix}", thing)
    assert load(tmp_path / f"x{suffix}") == thing
    assert load(str(tmp_path / f"x{suffix}"), type(thing)) == thing


def test_a_position_is_loaded_as_a_table(tmp_path: Path) -> None:
    save(tmp_path / "x.yaml", table())
    again = load(tmp_path / "x.yaml", Table)
    assert (str(again), again.played, list(again.legal_moves)) == (str(table()), 1, list(table().legal_moves))


def test_several_records(tmp_path: Path) -> None:
    deals = [deal("lucas", seed) for seed in range(5)]
    for suffix in (".yaml", ".json", ".jsonl", ".msgpack"):
        save(tmp_path / f"x{suffix}", *deals)
        assert list(read(tmp_path / f"x{suffix}")) == deals


def test_what_is_wrong_stands_between_what_is_right(tmp_path: Path) -> None:
    save(tmp_path / "x.jsonl", LUCAS, LUCAS)
    lines = (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "y.jsonl").write_text(f"{lines[0]}\n{{\n{lines[1]}\n", encoding="utf-8")
    first, second, third = read(tmp_path / "y.jsonl")
    assert first == third == LUCAS
    assert isinstance(second, Fault)
    assert (second.code, second.place) == ("syntax", (2, 2))


@pytest.mark.parametrize(
    ("content", "kind", "code", "place"),
    [
        ("format: forty-thieves-deal/1\nvariant: lucas\nseed: -1\n", None, "bad-seed", (3, 7)),
        ("format: forty-thieves-deal/1\nvariant: lucas\nseed: 1\n", Game, "wrong-record", (1, 1)),
        ("format: forty-thieves-deal/1\nvariant: lucky\nseed: 1\n", Deal, "unknown-variant", (2, 10)),
        ("", None, "empty", None),
        (
            "---\nformat: forty-thieves-rules/1\n---\nformat: forty-thieves-rules/1\n",
            Rules,
            "too-many-records",
            (3, 1),
        ),
    ],
)
def test_what_can_not_be_loaded(
    tmp_path: Path, content: str, kind: Any, code: str, place: tuple[int, int] | None
) -> None:
    (tmp_path / "x.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(Fault) as raised:
        load(tmp_path / "x.yaml", kind)
    assert (raised.value.code, raised.value.place) == (code, place)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(Fault, match="cannot read the file: no such file") as raised:
        load("not/there.yaml")
    assert raised.value.code == "unreadable"


def test_nothing_is_replaced_unless_asked_for(tmp_path: Path) -> None:
    save(tmp_path / "x.json", LUCAS)
    with pytest.raises(OutputError, match="the file is there already"):
        save(tmp_path / "x.json", table())
    assert load(tmp_path / "x.json") == LUCAS
    save(tmp_path / "x.json", table(), force=True)
    assert isinstance(load(tmp_path / "x.json"), Table)


@pytest.mark.parametrize("name", ["x", "x.csv", "x.txt", "x.moves", "x.pso", "x.yaml.gz"])
def test_a_name_that_says_no_format(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match=r"has to end in one of \.yaml, \.yml, \.json"):
        save(tmp_path / name, LUCAS)
    assert not list(tmp_path.iterdir())


def test_a_seed_too_large_for_messagepack_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="MessagePack has no number above"):
        save(tmp_path / "x.msgpack", deal("lucas", 10**20))
    assert not list(tmp_path.iterdir())


def test_check_takes_games_records_data_and_paths(tmp_path: Path) -> None:
    game = Game(LUCAS, "5-f 2-8")
    save(tmp_path / "game.json", game)
    record = library.load(tmp_path / "game.json", Game)
    data = {"format": "forty-thieves-game/1", "deal": {"variant": "lucas", "seed": 42}, "moves": "5-f 2-8"}
    found: list[Report] = [check(one) for one in (game, record, data, tmp_path / "game.json")]
    problems = [report.problem for report in found]
    assert [problem and (problem.code, problem.move) for problem in problems] == [("does-not-build", 2)] * 4
    assert found[-1].file == str(tmp_path / "game.json")
    assert problems[-1] is not None
    assert problems[-1].line is not None


def test_check_says_that_a_file_can_not_be_read() -> None:
    report = check("not/there.yaml")
    assert report.problem is not None
    assert (report.verdict, report.problem.code) == ("invalid", "unreadable")


def test_check_files_takes_folders_ranks_and_refuses_copies(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        shutil.copy(FIXTURES / "games/won/lucas.yaml", tmp_path / name)
    shutil.copy(FIXTURES / "games/won/maria.yaml", tmp_path / "c.yaml")
    (tmp_path / "d.yaml").write_text("{", encoding="utf-8")
    assert [report.verdict for report in check_files([tmp_path])] == ["won", "won", "won", "invalid"]
    found = list(check_files([tmp_path], unique=True, best=True))
    assert [(report.rank, os.path.basename(report.file), report.verdict) for report in found] == [
        (1, "a.yaml", "won"), (2, "c.yaml", "won"), (None, "b.yaml", "rejected"), (None, "d.yaml", "invalid"),
    ]  # fmt: skip


def test_a_table_as_text() -> None:
    text = str(Table(deal("rank-and-file", 7)))
    assert text.splitlines()[:3] == ["foundations  - - - - - - - -", "stock        64 cards", "waste        -"]
    assert text.splitlines()[4:6] == [
        "   1   2   3   4   5   6   7   8   9  10", "  ##  ##  ##  ##  ##  ##  ##  ##  ##  ##",
    ]  # fmt: skip
    assert "TC" not in text
    assert "cells        - - - -" in str(Table(deal("pysolfc/jacks-in-the-box", 1)))


def test_the_examples_in_the_docstrings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FIXTURES, tmp_path / "fixtures")
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(library)
    assert found.attempted >= 10
    assert found.failed == 0
