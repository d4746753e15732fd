"""``forty-thieves moves``: the legal moves of deals, games and positions as data, and counts of sequences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.command import LUCAS, as_json, game, run, write
from support.paths import ROOT

FIXTURES = ROOT / "fixtures"
LUCAS_42 = FIXTURES / "deals/lucas-42.yaml"


def listed(*arguments: str | Path) -> list[dict[str, Any]]:
    ran = run("moves", *arguments, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["format"] == "forty-thieves-moves/1"
    moves: list[dict[str, Any]] = found["moves"]
    return moves


def test_the_moves_of_a_deal() -> None:
    ran = run("moves", LUCAS_42)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "d       9C          s to w",
        "2-7     8S          2 to 7",
        "5-f     2S          5 to f",
        "7-8     9S          7 to 8",
        "9-4     JD          9 to 4",
        "13-7    8S          13 to 7",
        "s-11    9C          s to 11",
    ]


def test_the_moves_after_a_game_s_log(tmp_path: Path) -> None:
    played = write(tmp_path, "game.json", as_json(game("5-f 5-f 2-7")))
    assert {"move": "8-2", "cards": "TS", "source": "8", "target": "2"} in listed(played)


def test_the_moves_of_a_position(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(run("play", LUCAS_42, "5-f", "--format", "json").out, encoding="utf-8")
    assert listed(position)[0] == {"move": "d", "cards": "9C", "source": "s", "target": "w"}


def test_moves_to_and_from_cells_take_back_sequences_and_redeals(tmp_path: Path) -> None:
    cells = listed(FIXTURES / "deals/pysolfc-jacks-in-the-box-1.yaml")
    assert {"move": "w-c1", "cards": "KC", "source": "w", "target": "c1"} in cells
    rank_and_file = FIXTURES / "games/won/rank-and-file.yaml"
    played = run("play", rank_and_file, "--at", "60", "--format", "json").out
    sequences = [move for move in listed(write(tmp_path, "middle.json", played)) if " " in move["cards"]]
    assert all(move["move"].endswith(f"x{len(move['cards'].split())}") for move in sequences)


def test_the_draw_of_three_cards() -> None:
    assert len(listed(FIXTURES / "deals/little-forty-40001.yaml")[0]["cards"].split()) == 3


def test_a_won_game_has_no_moves() -> None:
    assert listed(FIXTURES / "games/won/lucas.yaml") == []


def test_counts_and_their_shares() -> None:
    assert run("moves", LUCAS_42, "--perft", "3").out == "7 43 235\n"
    lines = run("moves", LUCAS_42, "--perft", "2", "--divide").out.splitlines()
    assert lines[0] == "d 1 7"
    assert lines[-1] == "7 43"
    as_data = json.loads(run("moves", LUCAS_42, "--perft", "2", "--divide", "--format", "json").out)
    assert as_data["perft"] == [7, 43]
    assert as_data["divide"]["5-f"] == [1, 7]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--perft", "0"], 2, "0 is not in the range 1<=x<=20"),
        (["--perft", "x"], 2, "'x' is not a valid int"),
        (["--divide"], 2, "--divide needs --perft"),
    ],
)
def test_wrong_usage(words: list[str], status: int, message: str) -> None:
    ran = run("moves", LUCAS_42, *words)
    assert ran.status == status
    assert message in " ".join(ran.err.split())


def test_a_variant_is_no_file() -> None:
    ran = run("moves", "lucas")
    assert (ran.status, ran.out) == (2, "")
    assert "lucas is a variant, and there is no such file: `deal` makes a deal" in " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        (f"{LUCAS}moves: 5-f 2-8\n", 1, "game.yaml:3:12: does-not-build: move 2, 2-8: cannot put 8S on TS: needs 9S"),
        (f"{LUCAS}moves: 5-f what\n", 2, "game.yaml:3:12: bad-token: move 2, what: 'what' is not a move"),
        ("d d d\n", 2, "not-a-record: a bare move log: expected a deal or game or position record"),
        ("format: forty-thieves-rules/1\n", 2, "wrong-record: this is a rules record"),
        ("", 2, "empty"),
    ],
)
def test_what_has_no_moves(tmp_path: Path, content: str, status: int, message: str) -> None:
    ran = run(
        "moves", write(tmp_path, "game.yaml", content), *(["--input-format", "moves"] if content[:1] == "d" else [])
    )
    assert ran.status == status
    assert message in ran.err
    assert ran.out == ""
