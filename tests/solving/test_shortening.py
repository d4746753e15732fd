"""Shorter wins: they are wins, they are no longer, and what is let go could not have been shorter."""

from __future__ import annotations

import pytest

from forty_thieves.game.deal import deal
from forty_thieves.game.moves import parse_log, steps_of
from forty_thieves.game.table import Table
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import GameRecord
from forty_thieves.solving.beam import Beam, Plan
from forty_thieves.solving.engine import Engine, find_engine
from forty_thieves.solving.evaluation import Weights
from forty_thieves.solving.kernel import least_moves
from forty_thieves.solving.limits import Clock, Limits
from forty_thieves.solving.shortening import shorten, without_idle_moves
from forty_thieves.solving.solver import solve
from forty_thieves.solving.translation import game_of, row_of
from forty_thieves.solving.wins import wins
from support.command import WON
from support.strategies import table_at

PYTHON, NUMBA = Engine(), find_engine("numba")


@pytest.mark.parametrize(("name", "seed"), [("lucas", 2001), ("streets", 2001), ("number-ten", 2001)])
def test_a_shorter_win(name: str, seed: int) -> None:
    table = Table(deal(name, seed))
    plain = solve(table, NUMBA, Limits(600_000))
    short = solve(table, NUMBA, Limits(600_000), shorter=True)
    assert short.steps < plain.steps
    assert plain.effort < short.effort <= 600_000
    assert table.run(short.moves) is None
    assert table.won
    assert short == solve(Table(deal(name, seed)), NUMBA, Limits(600_000), shorter=True)


def test_idle_moves_are_left_out() -> None:
    table = Table(deal("lucas", 2001))
    moves = solve(table, NUMBA, Limits(600_000)).moves
    fewer = without_idle_moves(table, moves)
    assert len(fewer) <= len(moves)
    assert without_idle_moves(table, fewer) == fewer


def test_without_effort_a_win_stays_as_it_is() -> None:
    table = Table(deal("lucas", 2001))
    moves = solve(table, NUMBA, Limits(600_000)).moves
    assert shorten(table, moves, NUMBA, 0, Clock(Limits())) == (without_idle_moves(table, moves), 0)
    stopped = Clock(Limits(stopped=lambda: True))
    assert shorten(table, moves, NUMBA, 10**6, stopped) == (without_idle_moves(table, moves), 0)


def test_a_win_of_one_move_is_no_longer_afterwards() -> None:
    table = table_at(tops="KC KC KD KD KH KH KS QS", columns={1: "KS"}, rest="none")
    assert [str(move) for move in shorten(table, parse_log("1-f").moves, PYTHON, 1000, Clock(Limits()))[0]] == ["1-f"]


@pytest.mark.parametrize("data", WON, ids=[str(data["deal"].get("variant", "own")) for data in WON])
def test_no_win_takes_fewer_moves_than_the_bound(data: dict[str, object]) -> None:
    """All along recorded wins of the nine games."""
    record = interpret_record(data, ("game",))
    assert isinstance(record, GameRecord)
    table = Table(interpret_deal(record.deal))
    moves = parse_log(record.moves).moves
    game = game_of(table, PYTHON)
    for number, move in enumerate(moves):
        assert least_moves(game, row_of(table, game, PYTHON)) <= steps_of(moves[number:])
        table.play(move)
    assert table.won
    assert least_moves(game, row_of(table, game, PYTHON)) == 0


def test_a_search_for_a_short_win_lets_go_what_is_too_long() -> None:
    """Three cards go up one after another: a win of three moves is found, one of two is not looked for."""
    table = table_at(tops="KC KC KD KD KH KH KS TS", columns={1: "KS QS JS"}, rest="none")
    game = game_of(table, PYTHON)
    for most, state, examined in ((3, "won", 3), (2, "dry", None)):
        beam = Beam(game, row_of(table, game, PYTHON), Plan(5, "moves", "always", Weights()), PYTHON, 1000, most)
        while beam.step():
            pass
        assert beam.state == state
        assert examined is None or beam.examined == examined
    assert wins(table, parse_log("1-f 1-f 1-f").moves)
