"""Which children of a layer are kept: those with the highest scores, and in turns the best of each group."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.game.cards import serialise_cards
from forty_thieves.game.deal import deal
from forty_thieves.game.table import Table
from forty_thieves.solving.choosing import CHILD_SIZE, GROUPS, SCORE, build, choose, entered, group_of
from forty_thieves.solving.engine import Engine, find_engine
from forty_thieves.solving.evaluation import SCORES
from forty_thieves.solving.kernel import DRAW_MOVE, SIZE
from forty_thieves.solving.translation import game_of, row_of, shown

PYTHON, NUMBA = Engine(), find_engine("numba")

Child = tuple[int, int]
"""A child's score and group."""

layers = st.lists(
    st.tuples(st.integers(0, 12) | st.just(SCORES - 1), st.integers(0, 5) | st.just(GROUPS - 1)),
    min_size=2,
    max_size=60,
)


def kept(engine: Engine, layer: list[Child], width: int, shared: int) -> list[int]:
    """The places of the children that are kept."""
    numbers = [number for place, (score, group) in enumerate(layer) for number in (place, 7, score, group)]
    array = engine.array(numbers, 32)
    histogram, order = engine.zeros(SCORES + GROUPS), engine.zeros(len(layer), 32)
    engine.ready(choose)(array, len(layer), width, shared, histogram, order)
    return [place for place in range(len(layer)) if array[place * CHILD_SIZE + SCORE] >= 0]


def expected(layer: list[Child], width: int, shared: int) -> list[int]:
    """The same, by sorting."""
    order = sorted(range(len(layer)), key=lambda place: -layer[place][0])
    best, rest = order[: width - shared], order[width - shared :]
    groups: dict[int, list[int]] = defaultdict(list)
    for place in rest:
        groups[layer[place][1]].append(place)
    turn = {place: number for group in groups.values() for number, place in enumerate(group)}
    return sorted(best + sorted(rest, key=lambda place: turn[place])[:shared])


@given(layers, st.data())
def test_the_best_are_kept_and_the_best_of_each_group(layer: list[Child], data: st.DataObject) -> None:
    width = data.draw(st.integers(1, len(layer) - 1))
    shared = data.draw(st.integers(0, width))
    assert kept(PYTHON, layer, width, shared) == expected(layer, width, shared)
    assert kept(NUMBA, layer, width, shared) == expected(layer, width, shared)


@pytest.mark.parametrize(
    ("shared", "places"),
    [
        (0, [0, 1, 2, 3]),  # the highest scores
        (1, [0, 1, 2, 3]),  # the first turn is the next best one's
        (2, [0, 1, 2, 4]),  # the second one another group's
        (4, [0, 4, 5, 6]),  # four groups, each had one turn
    ],
)
def test_places_are_shared_out(shared: int, places: list[int]) -> None:
    layer = [(90, 1), (80, 1), (70, 1), (60, 1), (50, 2), (40, 3), (30, 4), (20, 1), (10, 4)]
    assert kept(NUMBA, layer, 4, shared) == places


def test_a_group_is_the_cards_of_each_suit_on_the_foundations() -> None:
    """Which of a suit's foundations they lie on does not matter."""

    def group(*logs: str) -> set[int]:
        found = set()
        for log in logs:
            table = Table(deal("lucas", 2001))
            for move in log.split():
                table.play(move)
            game = game_of(table, PYTHON)
            found.add(group_of(game, row_of(table, game, PYTHON)))
        return found

    assert len(group("", "d", "d d")) == 1
    assert len(group("1-f", "3-f", "d 3-f")) == 1  # a two of diamonds each
    assert len(group("", "1-f", "1-f 3-f")) == 3


def test_a_child_for_which_there_is_no_room_is_let_go() -> None:
    layer = PYTHON.zeros(CHILD_SIZE)
    assert entered(layer, len(layer), 0, 3, DRAW_MOVE, 70, 5) == 1
    assert entered(layer, len(layer), 1, 4, DRAW_MOVE, 80, 6) == 1
    assert list(layer) == [3, DRAW_MOVE, 70, 5]


def test_only_those_that_are_kept_are_built() -> None:
    table = Table(deal("forty-thieves", 3))
    game = game_of(table, PYTHON)
    rows = row_of(table, game, PYTHON)
    stock = table.stock
    layer = PYTHON.array([0, DRAW_MOVE, -1, 0, 0, DRAW_MOVE, 5, 0])
    kept_rows, kept_ids = PYTHON.zeros(2 * game[SIZE]), PYTHON.zeros(2)
    parents, moves = PYTHON.zeros(9), PYTHON.zeros(9)
    ids = PYTHON.array([4])
    room = PYTHON.zeros(game[SIZE])
    assert build(game, room, layer, 2, rows, ids, kept_rows, kept_ids, 1, parents, moves, 6) == 1
    assert shown(game, kept_rows[game[SIZE] :])["stock"] == [serialise_cards(reversed(stock[:-1]))]
    assert (kept_ids, parents[6], moves[6]) == ([0, 6], 4, DRAW_MOVE)
