"""Solving: what is won is won on a table, the same effort gives the same answer, and limits are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from forty_thieves.game import variants
from forty_thieves.game.deal import deal
from forty_thieves.game.table import Table
from forty_thieves.solving import engine as engines
from forty_thieves.solving.beam import Beam, Plan
from forty_thieves.solving.engine import Engine, EngineError, find_engine
from forty_thieves.solving.evaluation import Weights
from forty_thieves.solving.limits import Limits
from forty_thieves.solving.portfolio import (
    PORTFOLIOS,
    SEQUENCES_1,
    SEQUENCES_2,
    SEQUENCES_3,
    SINGLE_1,
    SINGLE_2,
    portfolio_for,
)
from forty_thieves.solving.solver import Solution, solve
from forty_thieves.solving.translation import game_of, row_of
from forty_thieves.solving.wins import SolverError, won_moves
from support.strategies import own, table_at

PYTHON, NUMBA = Engine(), find_engine("numba")
NINE = variants.ARTICLE_NAMES


def solved(name: str, seed: int, effort: int, engine: Engine = NUMBA) -> Solution:
    return solve(Table(deal(name, seed)), engine, Limits(effort))


# Deals that were not used to choose the weights; each is won by the first searches.
EASY = [
    ("forty-thieves", 2003),
    ("indian", 2001),
    ("limited", 2001),
    ("little-forty", 2001),
    ("lucas", 2001),
    ("maria", 2003),
    ("number-ten", 2001),
    ("rank-and-file", 2001),
    ("streets", 2001),
]


@pytest.mark.parametrize(("name", "seed"), EASY)
def test_each_game_of_the_article_is_won(name: str, seed: int) -> None:
    table = Table(deal(name, seed))
    found = solve(table, NUMBA, Limits(2_000_000))
    assert (found.status, found.reason, found.engine) == ("won", None, "numba")
    assert table.played == 0
    assert table.run(found.moves) is None
    assert table.won
    assert found.steps >= 104 + len(Table(deal(name, seed)).stock) - 8


@pytest.mark.parametrize("name", [name for name in variants.names() if name not in NINE])
def test_every_other_variant_can_be_searched(name: str) -> None:
    table = Table(deal(name, 1))
    found = solve(table, NUMBA, Limits(120_000))
    assert found.status in ("won", "unknown")
    assert found.effort <= 120_000
    assert found.status == "unknown" or table.run(found.moves) is None


@pytest.mark.parametrize(
    "plan", [SINGLE_1.plans[0], SINGLE_1.plans[5], SINGLE_2.plans[0], SEQUENCES_1.plans[0], SEQUENCES_3.plans[0]]
)
@pytest.mark.parametrize("name", ["lucas", "little-forty", "pysolfc/jacks-in-the-box", "pysolfc/red-and-black"])
def test_both_engines_search_the_same(name: str, plan: Plan) -> None:
    small = plan._replace(width=20, weights=plan.weights._replace(noise=30), seed=5)
    seen = []
    for engine in (PYTHON, NUMBA):
        table = Table(deal(name, 3))
        game = game_of(table, engine)
        beam = Beam(game, row_of(table, game, engine), small, engine, 5000)
        layers = [beam.examined for _ in iter(beam.step, False)]
        seen.append((layers, beam.examined, beam.state, beam.state == "won" and beam.moves()))
    assert seen[0] == seen[1]


def test_without_numba_the_same_is_found() -> None:
    table = Table(deal("lucas", 2001))
    for move in solve(table, NUMBA, Limits(2_000_000)).moves[:150]:
        table.play(move)
    found, compiled = (solve(table, engine, Limits(100_000)) for engine in (PYTHON, NUMBA))
    assert (found.status, found.engine) == ("won", "python")
    assert (found.moves, found.effort, found.strategy) == (compiled.moves, compiled.effort, compiled.strategy)


@pytest.mark.parametrize("effort", [1, 1000, 99_999])
def test_it_stops_at_the_effort_exactly(effort: int) -> None:
    found = solved("forty-thieves", 1, effort)
    assert (found.status, found.reason, found.effort, found.moves) == ("unknown", "effort", effort, [])


def test_more_effort_gives_the_same_win() -> None:
    found = solved("limited", 2001, 5_000_000)
    exact = solved("limited", 2001, found.effort)
    assert (exact.moves, exact.effort, exact.strategy) == (found.moves, found.effort, found.strategy)
    assert solved("limited", 2001, found.effort - 1).status == "unknown"


def test_it_can_be_stopped() -> None:
    asked = iter([False] * 20 + [True])
    found = solve(Table(deal("forty-thieves", 1)), NUMBA, Limits(stopped=lambda: next(asked)))
    assert (found.status, found.reason) == ("unknown", "interrupted")
    assert found.effort > 0


def test_time_ends_it() -> None:
    found = solve(Table(deal("forty-thieves", 1)), NUMBA, Limits(seconds=0.0))
    assert (found.status, found.reason) == ("unknown", "time")


def test_a_game_that_is_won_needs_no_moves() -> None:
    table = table_at(tops="KC KC KD KD KH KH KS KS", rest="none")
    assert solve(table, PYTHON, Limits(10)).moves == []
    assert solve(table, PYTHON, Limits(10)).status == "won"


def test_a_position_is_gone_on_from() -> None:
    table = Table(deal("lucas", 2001))
    for _ in range(5):
        table.play("d")
    found = solve(table, NUMBA, Limits(3_000_000))
    assert table.played == 5
    assert found.status == "won"
    assert table.run(found.moves) is None
    assert table.won


def test_rules_of_one_s_own() -> None:
    rules = own(columns=6, ranks="A23456", build="any-suit", face_up=3, cells=2, redeals=1)
    found = solve(Table(deal(rules, 5)), NUMBA, Limits(1_000_000))
    assert found.status == "won"


def test_a_win_that_is_none_is_a_bug() -> None:
    table = Table(deal("lucas", 1))
    game = game_of(table, PYTHON)
    with pytest.raises(SolverError):
        won_moves(table, game, row_of(table, game, PYTHON), [100 + 65536])


# Engines and portfolios


def test_an_engine_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_made", {})
    monkeypatch.setattr(engines, "is_there", lambda: False)
    assert find_engine("auto").name == "python"
    monkeypatch.setattr(engines, "_made", {})
    monkeypatch.setitem(__import__("sys").modules, "numba", None)
    with pytest.raises(EngineError, match=r"pip install 'forty-thieves\[solver\]'"):
        find_engine("numba")


def test_where_compiled_code_can_t_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engines.CACHE_VARIABLE, "/dev/null")
    monkeypatch.setattr(engines, "_made", {})
    assert find_engine("numba").name == "numba"
    assert not find_engine("numba").keeps_code
    find_engine("numba").note_code("search")
    assert not find_engine("numba").has_code("search")


def test_what_is_compiled_is_noted_part_by_part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files of numba's say nothing: some are there where compiling was interrupted."""
    monkeypatch.setenv(engines.CACHE_VARIABLE, str(tmp_path))
    for noted in (False, True):
        monkeypatch.setattr(engines, "_made", {})
        engine = find_engine("numba")
        assert (engine.has_code("search"), engine.has_code("proofs")) == (noted, False)
        next(tmp_path.iterdir()).joinpath("half.nbi").touch()
        engine.note_code("search")


def test_the_published_portfolios() -> None:
    """What --effort promises follows from these numbers: a change of them needs a new name."""
    usual = Weights()
    assert tuple(usual) == (100, 40, 10, 40, 20, 3, 1, 10, 20, 30, 0, 20, 0)
    single = [(plan.width, plan.layering, plan.founding, plan.weights.inversion) for plan in SINGLE_1.plans]
    assert single == [
        (20, "moves", "always", 10),
        (60, "moves", "safe", 15),
        (100, "moves", "always", 10),
        (300, "moves", "always", 10),
        (300, "moves", "safe", 20),
        (300, "draws", "safe", 20),
        (1000, "moves", "always", 10),
        (1000, "moves", "safe", 15),
        (1000, "draws", "safe", 20),
        (3000, "moves", "always", 10),
        (3000, "moves", "safe", 20),
        (3000, "draws", "safe", 10),
        (3000, "moves", "always", 15),
        (10000, "moves", "always", 10),
        (10000, "moves", "safe", 20),
        (10000, "draws", "safe", 20),
        (10000, "moves", "safe", 15),
    ]
    assert [plan.width for plan in SEQUENCES_1.plans] == [20, 60, 60, 200, 200, 600, 600, 2000, 2000, 2000, 2000]
    for older in (SINGLE_1, SEQUENCES_1):
        assert {older.effort_of(plan) / plan.width for plan in older.plans} == {20_000}
    assert [(plan.width, plan.founding, plan.weights.empty) for plan in SEQUENCES_2.plans] == [
        (20, "safe", 0),
        (60, "safe", 0),
        (60, "always", 0),
        (200, "safe", 0),
        (200, "always", 0),
        (600, "safe", 0),
        (600, "always", 0),
        (5000, "safe", 0),
        (2000, "safe", 0),
        (2000, "always", 0),
        (2000, "safe", 40),
        (5000, "always", 0),
    ]
    efforts = [SEQUENCES_2.effort_of(plan) // plan.width for plan in SEQUENCES_2.plans]
    assert efforts == [20_000] * 5 + [10_000] * 7
    assert {plan.layering for plan in SEQUENCES_1.plans + SEQUENCES_2.plans} == {"draws"}
    unshared = SINGLE_1.plans + SEQUENCES_1.plans + SEQUENCES_2.plans
    assert {(plan.shared, plan.price, plan.seed) for plan in unshared} == {(0, 0, 0)}
    f, g, h, i, j = [
        (140, 30, 46, 68, 20, 2, 42, 100, 20, 16, 0, 20, 0),
        (120, 30, 46, 68, 20, 2, 22, 100, 20, 16, 0, 20, 0),
        (120, 30, 46, 41, 20, 0, 22, 100, 20, 15, 0, 20, 0),
        (120, 60, 40, 40, 20, 3, 20, 80, 15, 30, 20, 20, 0),
        (86, 0, 27, 40, 20, 1, 13, 30, 34, 45, 12, 20, 0),
    ]
    assert [(plan.width, plan.founding, tuple(plan.weights)) for plan in SINGLE_2.plans] == [
        (20, "safe", f),
        (60, "safe", f),
        (300, "safe", f),
        (300, "always", i),
        (300, "always", j),
        (300, "safe", h),
        (1000, "always", i),
        (1000, "safe", h),
        (1000, "always", j),
        (3000, "safe", g),
        (3000, "safe", j),
        (3000, "always", h),
        (3000, "safe", i),
        (10000, "safe", h),
        (10000, "safe", j),
        (10000, "always", g),
        (10000, "safe", i),
    ]
    assert {(plan.layering, plan.shared, plan.price, plan.seed) for plan in SINGLE_2.plans} == {("moves", 60, 0, 0)}
    assert {SINGLE_2.effort_of(plan) / plan.width for plan in SINGLE_2.plans} == {20_000}
    k, m = [
        (160, 0, 45, 40, 0, 3, 1, 30, 15, 16, 0, 20, 0),
        (160, 0, 45, 40, 20, 3, 1, 60, 15, 16, 0, 20, 0),
    ]
    assert [(plan.width, plan.founding, tuple(plan.weights)) for plan in SEQUENCES_3.plans] == [
        (20, "always", k),
        (60, "safe", m),
        (60, "always", k),
        (200, "safe", m),
        (200, "always", k),
        (600, "safe", k),
        (600, "always", m),
        (2000, "safe", m),
        (2000, "always", k),
        (5000, "safe", k),
        (5000, "always", m),
    ]
    assert {(plan.layering, plan.shared, plan.price) for plan in SEQUENCES_3.plans} == {("draws", 60, 60)}
    assert [SEQUENCES_3.effort_of(plan) // plan.width for plan in SEQUENCES_3.plans] == [20_000] * 5 + [10_000] * 6
    assert portfolio_for(variants.find("lucas")).name == "single/2"
    assert portfolio_for(variants.find("number-ten")).name == "sequences/3"
    assert set(PORTFOLIOS) == {"single/1", "single/2", "sequences/1", "sequences/2", "sequences/3"}


def test_repeats_have_noise_and_seeds_of_their_own() -> None:
    found = [strategy for strategy, _ in zip(SINGLE_1.strategies(), range(23), strict=False)]
    assert [strategy.number for strategy in found] == list(range(1, 24))
    assert {strategy.plan.weights.noise for strategy in found[:17]} == {0}
    assert {strategy.plan.weights.noise for strategy in found[17:]} == {40}
    assert len({strategy.plan.seed for strategy in found[17:]}) == 6


def test_efforts_that_were_published() -> None:
    """The same on every machine, for ever: whoever knows the number and the effort gets the log again."""
    published = {
        ("lucas", 2001, "single/1"): (24246, 212, "single/1 #1"),
        ("streets", 2001, "single/1"): (23915, 230, "single/1 #1"),
        ("number-ten", 2001, "sequences/1"): (111905, 253, "sequences/1 #1"),
        ("number-ten", 2001, "sequences/2"): (111905, 253, "sequences/2 #1"),
        ("lucas", 2001, "single/2"): (17791, 205, "single/2 #1"),
        ("forty-thieves", 2003, "single/2"): (444105, 241, "single/2 #4"),
        ("number-ten", 2001, "sequences/3"): (122891, 237, "sequences/3 #1"),
    }
    for (name, seed, portfolio), (effort, steps, strategy) in published.items():
        found = solve(Table(deal(name, seed)), NUMBA, Limits(2_000_000), portfolio=PORTFOLIOS[portfolio])
        assert (found.status, found.effort, found.steps, found.strategy) == ("won", effort, steps, strategy)


def test_a_game_of_few_positions_is_searched_once() -> None:
    """Where no search lets a position go the others would look at the same ones, over and over."""
    kings = {number: f"K{'CDHSCDHS'[number - 2]}" for number in range(2, 10)}
    table = table_at("forty-thieves", columns={**kings, 1: "9H TS", 10: "JS"}, rest=1)
    assert not table.stuck
    found = solve(table, PYTHON, Limits(10**12))
    assert (found.status, found.reason) == ("unknown", "effort")
    assert 0 < found.effort < 1000
