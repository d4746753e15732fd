"""Saves of PySolFC in the installed command: judged, converted and played like any other game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.command import run, write
from support.saved_games import HOSTILE, SAVES, WRITTEN

ROWS: dict[str, dict[str, Any]] = {
    row["file"]: row for row in map(json.loads, (SAVES / "expected.jsonl").read_text().splitlines())
}
OUTSIDE = ("never-floradora.pso", "outside-klondike.pso")


def test_a_folder_of_saves_is_judged_as_pysolfc_had_the_games() -> None:
    ran = run("check", "--format", "jsonl", WRITTEN)
    reports = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 2  # two are of games that are not played here
    assert [Path(report["file"]).name for report in reports] == sorted(ROWS)
    for report in reports:
        row = ROWS[Path(report["file"]).name]
        if row["file"] in OUTSIDE:
            assert (report["verdict"], report["problem"]["code"]) == ("invalid", "unknown-variant")
        else:
            assert report["verdict"] == ("won" if row["won"] else "unfinished")
            assert (report["legal"], report["moves"]) == (True, len(row["log"].split()))


def test_jobs_change_nothing() -> None:
    one, two = (run("check", "--summary", "--jobs", jobs, WRITTEN, HOSTILE) for jobs in ("1", "2"))
    assert (one.status, one.out, one.err) == (two.status, two.out, two.err)


def test_hostile_files_are_refused_and_nothing_runs(tmp_path: Path) -> None:
    shutil.copytree(HOSTILE, tmp_path / "hostile")
    ran = run("check", "hostile", cwd=tmp_path)
    assert ran.status == 2
    lines = ran.out.splitlines()
    assert "hostile/illegal-move.pso: does-not-build: move 263, w-1: cannot put 6C on QC: needs 7C" in lines
    assert "hostile/piles-swapped.pso: save-mismatch: played from the deal of the number, column 1 has " in ran.out
    assert len(lines) == len(list(HOSTILE.iterdir()))
    assert [path.name for path in tmp_path.iterdir()] == ["hostile"]
    assert not [path for path in Path().iterdir() if path.name.startswith("PWNED")]
    assert run("check", "hostile/illegal-move.pso", cwd=tmp_path).status == 1


@pytest.mark.parametrize("file", ["indian-won.pso", "old-2.6.4-forty-thieves-mt.pso", "forty-thieves-ms.pso"])
def test_a_save_without_its_suffix_is_known_by_its_start(file: str, tmp_path: Path) -> None:
    data = (WRITTEN / file).read_bytes()
    given = run("convert", "-", given=data)
    assert (given.status, given.err) == (0, "")
    assert run("convert", "--from", "pysolfc", write(tmp_path, "save.txt", data)).out == given.out
    assert run("convert", "--input-format", "pysolfc", "-", given=data).out == given.out
    assert run("convert", write(tmp_path, "SAVE.PSO", data)).out == given.out
    legal = run("check", "--require", "legal", "-", given=given.out)
    assert (legal.status, legal.out) == (0, run("check", "--require", "legal", "-", given=data).out)


def test_the_record_says_where_it_comes_from() -> None:
    ran = run("convert", WRITTEN / "lucas-bookmark-comment-undone.pso", "--to", "json")
    record = msgspec.json.decode(ran.out)
    assert record["deal"]["variant"] == "pysolfc/lucas"
    assert record["deal"]["seed"] == 82387
    assert record["meta"] == {"program": "PySolFC 3.6.1", "time_played": "0:00:01", "comment": "a comment"}


def test_redo_adds_what_was_undone() -> None:
    file = WRITTEN / "number-ten-undone-same-moves.pso"
    row = ROWS[file.name]
    for options, log in (((), row["log"]), (("--redo",), f"{row['log']} {row['redo']}")):
        record = msgspec.json.decode(run("convert", file, "--to", "json", *options).out)
        assert record["moves"].split() == log.split()


def test_a_save_is_played_and_is_a_deal_to_others(tmp_path: Path) -> None:
    file = WRITTEN / "limited-won.pso"
    board = run("play", file, "--at", "0")
    assert (board.status, board.out.splitlines()[0]) == (0, "Limited (PySolFC), after 0 moves")
    game = write(tmp_path, "game.yaml", run("convert", file).out)
    assert run("check", "--deal", file, game).status == 0
    assert run("check", "--variant", "pysolfc/limited", "--seed", "32700", file).status == 0
    assert run("check", "--variant", "pysolfc/limited", "--seed", "32701", file).status == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--redo", "game.yaml"), "--redo is for saved games of PySolFC"),
        (("--redo", "--from", "board", "--variant", "lucas", "game.yaml"), "--redo is for saved games of PySolFC"),
        (("--from", "pysolfc", "--variant", "lucas", "save.pso"), "--variant and --rules are for --from solvitaire"),
    ],
)
def test_options_that_a_save_has_no_use_for(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    write(tmp_path, "game.yaml", "format: forty-thieves-game/1\ndeal: {variant: lucas, seed: 1}\nmoves: d\n")
    shutil.copy(WRITTEN / "limited-won.pso", tmp_path / "save.pso")
    ran = run("convert", *arguments, cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\n", "syntax"),
        (b"format: forty-thieves-game/1\n", "syntax"),
        (b"\x80\x05.", "syntax"),
        (b"\x80\x05N.", "not-a-record"),
        (b"\x80\x04\x8c\x07PySolFC.", "syntax"),
        (b"cos\nsystem\n(S'touch PWNED'\ntR.", "unsafe-pickle"),
    ],
)
def test_what_is_no_save_but_bears_its_suffix(data: bytes, code: str, tmp_path: Path) -> None:
    ran = run("check", write(tmp_path, "save.pso", data), cwd=tmp_path)
    assert ran.status == 2
    assert ran.out.startswith(f"{tmp_path / 'save.pso'}: {code}: ")
    assert [path.name for path in tmp_path.iterdir()] == ["save.pso"]


def test_a_save_larger_than_allowed() -> None:
    file = WRITTEN / "limited-won.pso"
    ran = run("check", "--max-size", "21000", file)
    assert (ran.status, ran.out) == (
        2,
        f"{file}: too-large: the file is larger than 21000 bytes; --max-size allows more\n",
    )
