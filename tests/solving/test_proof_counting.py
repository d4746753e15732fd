"""What the capacity argument counts, held against games as they are played: no more columns than there are."""

from __future__ import annotations

from random import Random

import pytest

from forty_thieves.game import variants
from forty_thieves.game.deal import deal
from forty_thieves.game.moves import FOUNDATION, WASTE
from forty_thieves.game.table import Table
from forty_thieves.solving.engine import find_engine
from forty_thieves.solving.proofs.building import ABOVE, CHAIN, CHAINS, CLASS, NO_FACE, fits_on, rules_of
from forty_thieves.solving.proofs.counting import FREE, columns_needed, keep, start
from forty_thieves.solving.proofs.model import applies, problem_of
from forty_thieves.solving.proofs.piles import DEALT, EMPTY, PILE
from forty_thieves.solving.proofs.search import Search
from support.strategies import own, pick

ENGINE = find_engine("numba")
PLAIN = find_engine("python")
APPLYING = [name for name in variants.names() if applies(Table(deal(name, 1)))]


@pytest.mark.parametrize("name", APPLYING)
def test_no_more_columns_are_needed_than_there_are(name: str) -> None:
    """After each move from the waste, with all that lies where it was dealt as what is kept."""
    most = 0
    for seed in range(3):
        random = Random(seed)
        table = Table(deal(name, seed))
        search = Search(problem_of(table), ENGINE)
        for _ in range(150):
            move = pick(table, random)
            if move is None:
                break
            moved = table.waste[-1] if table.waste else None
            table.play(move)
            if move.source == WASTE and moved is not None and table.waste:
                needed = needed_at(search, table, moved, on_foundation=move.target == FOUNDATION)
                most = max(most, needed)
                assert needed <= table.rules.columns, (seed, table.history)
    # It is not far from the truth either: once at least all columns are needed.
    assert most == Table(deal(name, 1)).rules.columns


def needed_at(search: Search, table: Table, moved: int, *, on_foundation: bool) -> int:
    """The columns that are needed at a position, those with kept cards included."""
    now = problem_of(table)
    # Safe moves are not played: the card that was moved might be one.
    work, first = search.work, table.rules.rank_order[0]
    for face in range(52):
        work[FREE + face] = (now.packs if face % 13 < now.ranks else 0) - now.stock[: now.drawn].count(face)
    ENGINE.ready(start)(work)
    kept = 0
    for column in now.columns:
        dealt = search.piles[search.pile_of(column) * PILE + DEALT]
        if dealt != EMPTY:
            ENGINE.ready(keep)(dealt, 1, search.piles, search.rules, work)
            kept += 1
    drawn = len(search.stock) - (len(now.stock) - now.drawn)
    count = ENGINE.ready(columns_needed)
    return kept + count(drawn, moved - first, on_foundation, search.still, search.rules, work)


@pytest.mark.parametrize(
    ("build", "classes", "chains"),
    [
        ("same-suit", [0, 1, 2, 3], [0, 1, 2, 3]),
        ("alternate-color", [1, 0, 0, 1], [0, 0, 0, 0]),
        ("different-suit", [0, 0, 0, 0], [0, 0, 0, 0]),
        ("any-suit", [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_classes_of_each_build(build: str, classes: list[int], chains: list[int]) -> None:
    """Suits C, D, H, S: which are counted together, and which can lie on each other in the end."""
    table = Table(deal(own(build=build), 1))
    rules = rules_of(problem_of(table), PLAIN)
    assert [rules[CLASS + suit] for suit in range(4)] == classes
    assert [rules[CHAIN + suit] for suit in range(4)] == chains
    assert rules[CHAINS] == len(set(chains))
    for number in set(classes):
        assert rules[ABOVE + rules[ABOVE + number]] == number
    fits = table.lookups.fits
    assert all(fits_on(face, upper, rules) == (face in fits[upper]) for face in range(52) for upper in range(52))
    assert not any(fits_on(face, NO_FACE, rules) for face in range(52))
