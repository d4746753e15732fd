"""Counting sequences of legal moves: the counts that ship with the project, and how they are made."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forty_thieves import Table, deal
from forty_thieves.game import variants
from forty_thieves.game.moves import parse_log
from forty_thieves.game.perft import divide, perft
from support.paths import ROOT, WON_GAMES
from support.slow_referee import GAMES, SlowReferee
from support.strategies import PYSOLFC_GAMES, spelled, state

ROWS: list[dict[str, Any]] = [json.loads(line) for line in (ROOT / "fixtures/perft.jsonl").read_text().splitlines()]

WON = json.loads(WON_GAMES.read_text().splitlines()[0])
KNOWN_WIN = WON["variant"], WON["seed"], WON["moves"]


def table_of(row: dict[str, Any]) -> Table:
    table = Table(deal(row["variant"], row["seed"]))
    assert table.run(parse_log(row["moves"])) is None
    return table


def test_there_are_counts_of_every_variant() -> None:
    assert [row["variant"] for row in ROWS[::2]] == [row["variant"] for row in ROWS[1::2]] == list(variants.names())
    assert all(row["perft"] for row in ROWS)


@pytest.mark.parametrize("name", variants.names())
def test_the_counts_that_ship_are_right(name: str) -> None:
    for row in ROWS:
        if row["variant"] == name:
            assert perft(table_of(row), len(row["perft"])) == row["perft"]


@pytest.mark.parametrize("name", variants.names())
def test_another_engine_finds_as_many_moves(name: str) -> None:
    row = next(row for row in ROWS if row["variant"] == name)
    dealt = deal(name, row["seed"])
    other = SlowReferee(
        GAMES[name] if name in GAMES else PYSOLFC_GAMES[name],
        [spelled(column) for column in dealt.columns],
        spelled(dealt.stock),
        waste=spelled(dealt.waste),
        foundations=spelled(dealt.on_foundations),
        cells=spelled(dealt.cells),
    )
    assert other.count(1) == row["perft"][0]


def test_shares_add_up_and_nothing_is_left_changed() -> None:
    table = Table(deal("lucas", 42))
    before = state(table)
    shares = divide(table, 3)
    assert [str(move) for move, _ in shares] == [str(move) for move in table.legal_moves]
    assert [sum(counts) for counts in zip(*(counts for _, counts in shares), strict=True)] == perft(table, 3)
    assert state(table) == before


def test_no_sequence_goes_on_behind_a_win() -> None:
    variant, seed, moves = KNOWN_WIN
    table = Table(deal(variant, seed))
    assert table.run(parse_log(moves)) is None
    assert perft(table, 3) == [0, 0, 0]
