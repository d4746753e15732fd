"""The replay loop, compiled where that was asked for; and what it leaves to an IndexError, said in plain words."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.game import replay as module
from forty_thieves.game.deal import deal
from forty_thieves.game.moves import DRAWING, TO_COLUMN, TO_FOUNDATION
from forty_thieves.game.rare_moves import nothing_there
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table
from support import strategies


@pytest.mark.skipif(not os.environ.get("COMPILED"), reason="make tests COMPILED=1")
def test_the_loop_is_compiled_where_that_was_asked_for() -> None:
    assert module.__file__.endswith((".so", ".pyd"))


@given(strategies.own_rules(), strategies.seeds, st.randoms(use_true_random=False), st.integers(0, 60))
def test_a_pile_that_is_missing_or_empty_is_found_out_without_looking(
    rules: Rules, seed: int, random: Random, length: int
) -> None:
    table = Table(deal(rules, seed))
    for _ in range(length):
        move = strategies.pick(table, random)
        if move is None:
            break
        table.play(move)
    for move in strategies.every_move(table):
        if move.kind not in (TO_COLUMN, TO_FOUNDATION, DRAWING):
            continue
        expected = nothing_there(table, move.kind, move.source, move.target)
        refusal = table.run([move])
        if refusal is None:
            table.undo()
        code = "" if refusal is None else refusal.code
        missing = code in ("no-such-column", "empty-source", "empty-stock", "game-over")
        assert bool(expected) == missing
        assert not expected or code in (expected, "game-over")
