"""Pictures by the commands ``deal`` and ``play``, and where they are written."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from support.command import as_json, game, run, run_bytes, write
from support.paths import DATA

BY_NUMBER = ("play", "--variant", "lucas", "--seed", "42")


def title(svg: str | bytes) -> str | None:
    root = fromstring(svg.decode() if isinstance(svg, bytes) else svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root[0].text


def test_a_deal_as_a_picture(tmp_path: Path) -> None:
    ran = run("deal", "rank-and-file", "--seed", "7", "--format", "svg")
    assert (ran.status, ran.err, title(ran.out)) == (0, "", "Rank and File, seed 7")
    assert run("deal", "rank-and-file", "--seed", "7", "--output", tmp_path / "by-suffix.SVG").status == 0
    assert (tmp_path / "by-suffix.SVG").read_bytes() == ran.out.encode()
    revealed = run_bytes("deal", "rank-and-file", "--seed", "7", "--format", "svg", "--reveal").stdout
    assert revealed == (DATA / "svg" / "rank-and-file-revealed.svg").read_bytes()


def test_many_deals_are_a_picture_each(tmp_path: Path) -> None:
    ran = run("deal", "lucas", "--seed", "1", "--count", "2", "--format", "svg", "--output", f"{tmp_path}/d/")
    assert ran.status == 0
    titles = {path.name: title(path.read_bytes()) for path in (tmp_path / "d").iterdir()}
    assert titles == {"lucas-1.svg": "Lucas, seed 1", "lucas-2.svg": "Lucas, seed 2"}
    one = run("deal", "lucas", "--seed", "1", "--count", "2", "--format", "svg")
    assert (one.status, one.out) == (2, "")
    assert "one picture" in one.err


def test_a_table_as_a_picture() -> None:
    ran = run(*BY_NUMBER, "5-f 5-f", "--format", "svg")
    assert (ran.status, title(ran.out)) == (0, "Lucas, seed 42, after 2 moves")
    position = run(*BY_NUMBER, "5-f", "--format", "yaml").out
    ran = run("play", "-", "--format", "svg", given=position)
    assert (ran.status, title(ran.out)) == (0, "Lucas, after 1 move")


def test_an_illegal_game_is_shown_as_it_stood_with_the_move_marked() -> None:
    done = run_bytes(*BY_NUMBER, "5-f 2-8", "--format", "svg")
    assert done.returncode == 1
    assert done.stdout == (DATA / "svg" / "lucas-refused.svg").read_bytes()
    assert b"does-not-build" in done.stderr
    assert title(run(*BY_NUMBER, "5-f what", "--format", "svg").out) == "Lucas, seed 42, after 1 move"


WRITTEN = [
    ("board.txt", "Lucas, after 1 move\n"),
    ("board.yaml", "---\nformat: forty-thieves-position/1\n"),
    ("board.json", '{\n  "format": "forty-thieves-position/1"'),
    ("board.jsonl", '{"format":"forty-thieves-position/1"'),
    ("board.svg", '<svg xmlns="http://www.w3.org/2000/svg"'),
    ("board.html", "<!doctype html>"),
    ("board.htm", "<!doctype html>"),
    ("board", "Lucas, after 1 move\n"),
]


@pytest.mark.parametrize(("name", "start"), WRITTEN, ids=[case[0] for case in WRITTEN])
def test_output_writes_what_the_suffix_says(tmp_path: Path, name: str, start: str) -> None:
    file = tmp_path / name
    ran = run(*BY_NUMBER, "5-f", "--output", file)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert file.read_text().startswith(start)
    again = run(*BY_NUMBER, "5-f", "--output", file)
    assert again.status == 2
    assert "the file is there already" in again.err
    assert run(*BY_NUMBER, "5-f 5-f", "--output", file, "--force").status == 0


def test_output_may_be_binary_and_named_anything_where_the_format_is_given(tmp_path: Path) -> None:
    assert run(*BY_NUMBER, "5-f", "-o", tmp_path / "board.msgpack").status == 0
    assert run("play", tmp_path / "board.msgpack").out.startswith("Lucas, after 1 move")
    assert run(*BY_NUMBER, "5-f", "-o", tmp_path / "board", "--format", "svg").status == 0
    assert title((tmp_path / "board").read_bytes()) == "Lucas, seed 42, after 1 move"


def test_a_trace_can_go_to_a_file(tmp_path: Path) -> None:
    assert run(*BY_NUMBER, "5-f 5-f", "--trace", "-o", tmp_path / "trace.txt").status == 0
    assert (tmp_path / "trace.txt").read_text() == run(*BY_NUMBER, "5-f 5-f", "--trace").out


REFUSED = [
    (
        ("--output", "board.svg", "--format", "yaml"),
        "board.svg: the name says svg, but yaml is asked for",
    ),
    (
        ("--output", "board.yaml", "--format", "svg"),
        "board.yaml: the name says yaml, but svg is asked for",
    ),
    (("--reveal",), "--reveal is for pictures"),
    (("--reveal", "--format", "json"), "--reveal is for pictures"),
    (("--trace", "--format", "svg"), "svg is one picture"),
    (("--trace", "--format", "html"), "html is one picture or page"),
    (("--output", "x.html", "--format", "svg"), "says html"),
    (("--output", "x.json", "--save", "x.json"), "name the same file"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED, ids=[" ".join(case[0]) for case in REFUSED])
def test_options_that_contradict_each_other_are_refused(
    tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    ran = run(*BY_NUMBER, "5-f", *options, cwd=tmp_path)
    assert (ran.status, ran.out, list(tmp_path.iterdir())) == (2, "", [])
    assert message in " ".join(ran.err.replace("\u2502", " ").split())


def test_a_name_in_a_picture_is_text(tmp_path: Path) -> None:
    rules = {"name": "own-rules", "title": "<b>&'\" x"}
    record = game("", deal={"rules": rules, "seed": 1})
    ran = run("play", write(tmp_path, "game.json", as_json(record)), "--format", "svg")
    assert (ran.status, title(ran.out)) == (0, "<b>&'\" x, seed 1, after 0 moves")
    assert "<b>" not in ran.out


def test_a_page_needs_a_game_and_not_a_position() -> None:
    position = run(*BY_NUMBER, "5-f", "--format", "yaml").out
    ran = run("play", "-", "--format", "html", given=position)
    assert (ran.status, ran.out) == (2, "")
    assert "no game to replay" in ran.err


def test_a_page_of_a_part_of_a_game_is_judged_as_that_part(tmp_path: Path) -> None:
    file = write(tmp_path, "game.json", as_json(game("5-f 5-f 2-8", claim="won", meta={"player": "Ada"})))
    ran = run("play", file, "--format", "html")
    assert (ran.status, "Illegal at move 3, 2-8" in ran.out) == (1, True)
    ran = run("play", file, "--at", "1", "--format", "html")
    assert (ran.status, "Unfinished after 1 move: 9 of 104 cards" in ran.out, "Ada" in ran.out) == (0, True, True)
    whole = write(tmp_path, "whole.json", as_json(game("5-f 5-f", claim="won")))
    ran = run("play", whole, "--format", "html")
    assert (ran.status, "Rejected: the record claims a won game" in ran.out) == (0, True)
    ran = run("play", whole, "2-7", "--format", "html")
    assert (ran.status, "Unfinished after 3 moves" in ran.out) == (0, True)
    assert "--auto-draw" not in ran.out
    assert "check --auto-draw game.yaml" in run("play", whole, "--auto-draw", "--format", "html").out
