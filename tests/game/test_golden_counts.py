"""The number of legal sequences of one, two and three moves: golden numbers, found by the slow referee.

``data/golden_counts.jsonl`` holds, for the start and for the middle of games of each variant, the moves that lead
there and the three numbers.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from forty_thieves import Table, deal
from forty_thieves.game import variants
from forty_thieves.game.moves import parse_log
from forty_thieves.game.perft import perft
from support.paths import DATA
from support.slow_referee import GAMES, SlowReferee
from support.strategies import spelled

ROWS: list[dict[str, Any]] = [json.loads(line) for line in (DATA / "golden_counts.jsonl").read_text().splitlines()]


def row_id(row: dict[str, Any]) -> str:
    return f"{row['variant']} {row['seed']} after {len(row['after'].split())}"


@pytest.mark.parametrize("row", ROWS, ids=row_id)
def test_golden_counts(row: dict[str, Any]) -> None:
    table = Table(deal(row["variant"], row["seed"]))
    assert table.run(parse_log(row["after"]).moves) is None
    assert perft(table, 3) == row["counts"]


@pytest.mark.parametrize("row", ROWS, ids=row_id)
def test_the_slow_referee_still_finds_the_first_two(row: dict[str, Any]) -> None:
    dealt = deal(row["variant"], row["seed"])
    columns, laid = [spelled(column) for column in dealt.columns], spelled(dealt.on_foundations)
    other = SlowReferee(GAMES[row["variant"]], columns, spelled(dealt.stock), foundations=laid)
    for token in row["after"].split():
        other.play(token)
    assert other.count(1) == row["counts"][0]
    if row["counts"][0] < 40:
        assert other.count(2) == row["counts"][1]


def test_there_are_golden_counts_of_every_variant() -> None:
    assert {row["variant"] for row in ROWS} == set(variants.ARTICLE_NAMES)
    assert all(len(row["counts"]) == 3 for row in ROWS)
