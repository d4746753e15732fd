"""Proofs against brute force: what is called unwinnable can't be won, with each method alone and with all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from forty_thieves.game import variants
from forty_thieves.game.deal import deal
from forty_thieves.game.moves import STOCK, is_suit_pile, parse_log
from forty_thieves.game.table import Table
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import GameRecord
from forty_thieves.solving.engine import find_engine
from forty_thieves.solving.limits import Limits
from forty_thieves.solving.proofs.model import Problem, applies, problem_of
from forty_thieves.solving.proofs.moves import COLUMNS, WASTE, list_moves, make
from forty_thieves.solving.proofs.piles import EMPTY
from forty_thieves.solving.proofs.relaxation import can_place_the_waste
from forty_thieves.solving.proofs.search import METHODS, Method, Search, limits_of, prove
from forty_thieves.solving.solver import solve
from support.brute_force import can_be_won
from support.command import WON
from support.small_games import small_game
from support.strategies import own, pick, table_at

ENGINE = find_engine("numba")
PLAIN = find_engine("python")

# The rules of which the games are taken in turns.
RULES: list[dict[str, Any]] = [
    {},
    {"build": "alternate-color"},
    {"take_back": True},
    {"move": "sequence"},
    {"packs": 1},
    {"build": "alternate-color", "take_back": True},
    {"packs": 3},
    {"build": "any-suit"},
    {"build": "different-suit", "move": "sequence", "take_back": True},
    {"build": "alternate-color", "move": "sequence"},
    {"move": "sequence", "take_back": True},
    {"build": "different-suit"},
    {"build": "any-suit", "take_back": True, "packs": 1},
    {"build": "alternate-color", "packs": 1},
]
# Suits, ranks, columns with cards, rows, empty columns; of each about half the games can't be won, or few.
SIZES = [(2, 5, 1, 3, 0), (2, 6, 1, 4, 0), (4, 3, 1, 3, 0), (2, 7, 2, 3, 0), (3, 5, 2, 3, 0), (2, 6, 1, 3, 1)]
# So small that each takes a millisecond; of these hundreds are tried.
TINY = [
    (1, 6, 1, 3, 0), (1, 9, 2, 3, 0), (1, 7, 2, 4, 0), (1, 8, 1, 4, 1), (2, 4, 1, 2, 0), (2, 4, 1, 3, 0),
    (2, 3, 1, 3, 2), (3, 3, 1, 4, 0),
]  # fmt: skip
EACH_METHOD: list[frozenset[Method]] = [frozenset(), frozenset(["relaxation"]), frozenset(["capacity"]), METHODS]


def games(size: tuple[int, int, int, int, int], count: int, first: int = 1, rules: int | None = None) -> list[Table]:
    """Games of a size, of the rules with that number, or of each in turns."""
    suits, ranks, columns, rows, empty = size
    return [
        small_game(
            Random(seed),
            suits=suits,
            ranks=ranks,
            columns=columns,
            rows=rows,
            empty=empty,
            **RULES[seed % len(RULES) if rules is None else rules],
        )
        for seed in range(first, first + count)
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_game_that_can_be_won_is_called_unwinnable(size: tuple[int, int, int, int, int]) -> None:
    proved = 0
    for number, table in enumerate(games(size, len(RULES))):
        can = can_be_won(table)
        for methods in EACH_METHOD:
            found = prove(table, ENGINE, Limits(5_000), methods)
            assert not (found.unwinnable and can), (size, number, methods)
            proved += found.unwinnable
    assert proved or size == SIZES[-1]


@pytest.mark.parametrize("size", TINY, ids=str)
def test_hundreds_of_tiny_games(size: tuple[int, int, int, int, int]) -> None:
    dead = 0
    for number, table in enumerate(games(size, 8 * len(RULES), first=2_000)):
        start, can = problem_of(table), can_be_won(table)
        for methods in EACH_METHOD:
            assert not (prove(table, ENGINE, Limits(5_000), methods).unwinnable and can), (size, number, methods)
        play_on(table, Random(number), 3, 20)
        by_each = shown_dead(start, table)
        dead += bool(by_each)
        assert not (by_each and can_be_won(table)), (size, number, by_each)
    assert dead or size == TINY[6]


@pytest.mark.parametrize("rules", range(len(RULES)), ids=lambda number: str(RULES[number]))
def test_small_games_are_decided(rules: int) -> None:
    """Where the search comes through, it has found out whether the game can be won: moves put off lose nothing."""
    decided = {False: 0, True: 0}
    for size in (TINY[0], TINY[4], TINY[5]):
        for table in games(size, 10, first=100, rules=rules):
            can = can_be_won(table)
            found = prove(table, ENGINE, Limits(20_000))
            if can is not None and found.reason is None:
                assert found.unwinnable is not can
                decided[can] += 1
    assert min(decided.values()) > 0, decided


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_position_that_can_be_won_is_called_dead(size: tuple[int, int, int, int, int]) -> None:
    dead = 0
    for seed, table in enumerate(games(size, 2 * len(RULES), first=500)):
        start = problem_of(table)
        play_on(table, Random(seed), 5, 40)
        by_each = shown_dead(start, table)
        if by_each:
            dead += 1
            assert not can_be_won(table), (size, seed, by_each)
    assert dead or size in (SIZES[4], SIZES[5])


# What the rules forbid or do by themselves, and a proof allows.
@pytest.mark.parametrize(
    "rules",
    [
        {"empty_columns": "kings"},
        {"empty_columns": "waste"},
        {"empty_columns": "auto"},
        {"waste_refill": True},
        {"draw": 2},
        {"move": "sequence", "sequence_to": "empty"},
        {"move": "sequence", "build": "any-suit", "sequence": "same-suit"},
    ],
    ids=str,
)
def test_what_the_rules_forbid_leads_to_no_false_proof(rules: dict[str, Any]) -> None:
    """Against the referee, who is asked for every legal move of every position."""
    proved = 0
    for size in ((1, 4, 1, 3, 0), (2, 3, 1, 2, 0), (1, 5, 1, 3, 1)):
        for seed in range(40):
            suits, ranks, columns, rows, empty = size
            table = small_game(
                Random(seed), suits=suits, ranks=ranks, columns=columns, rows=rows, empty=empty, **rules
            )
            found = prove(table, ENGINE, Limits(5_000))
            proved += found.unwinnable
            assert not (found.unwinnable and referee_wins(table)), (size, seed)
    assert proved > 0


def referee_wins(table: Table) -> bool:
    """Whether a game can be won, by trying every legal move of every position that play leads to."""
    seen = set()

    def wins() -> bool:
        if table.won:
            return True
        position = (
            tuple(map(tuple, table.piles)),
            tuple(table.stock),
            tuple(map(len, table.foundations)),
            table.redeals_left,
        )
        if position in seen:
            return False
        seen.add(position)
        for move in list(table.legal_moves):
            table.play(move)
            found = wins()
            table.undo()
            if found:
                return True
        return False

    return wins()


def play_on(table: Table, random: Random, fewest: int, most: int) -> None:
    """Play some moves at random."""
    for _ in range(random.randrange(fewest, most)):
        move = pick(table, random)
        if move is None:
            break
        table.play(move)


def shown_dead(start: Problem, table: Table) -> list[Method]:
    """The methods that show that the position on a table can't be won, which play has led to from the start."""
    search = Search(start, ENGINE)
    return [method for method in sorted(METHODS) if search.shows_dead(problem_of(table), method)]


def test_the_variants_to_which_the_proofs_do_not_apply() -> None:
    """Those with redeals, cells or a wrap, and those that build otherwise."""
    assert sorted(name for name in variants.names() if not applies(Table(deal(name, 1)))) == [
        "little-forty", "pysolfc/cascade", "pysolfc/deuces", "pysolfc/following", "pysolfc/foothold",
        "pysolfc/forty-and-eight", "pysolfc/jacks-in-the-box", "pysolfc/junction", "pysolfc/little-forty",
        "pysolfc/octagon", "pysolfc/pluto", "pysolfc/quadrangle", "pysolfc/red-and-black", "pysolfc/rows-of-four",
        "pysolfc/squadron", "pysolfc/triple-interchange", "pysolfc/triple-line", "pysolfc/twin-queens",
        "pysolfc/unlimited", "pysolfc/zebra",
    ]  # fmt: skip


def won_logs() -> list[tuple[str, Table, list[str]]]:
    """Recorded games that were won by rules to which the proofs apply."""
    found = []
    for data in WON:
        record = interpret_record(data, ("game",))
        assert isinstance(record, GameRecord)
        table = Table(interpret_deal(record.deal))
        if applies(table):
            found.append((table.rules.name, table, [str(move) for move in parse_log(record.moves).moves]))
    assert len({name for name, _, _ in found}) >= 8
    return found


def test_along_a_win_no_position_is_called_dead() -> None:
    can_place = ENGINE.ready(can_place_the_waste)
    for name, table, log in won_logs():
        search = Search(problem_of(table), ENGINE)
        for number, token in enumerate(log):
            now = problem_of(table)
            for method in METHODS:
                assert not search.shows_dead(now, method), (name, number, method)
            if token.startswith("w-") and log[number - 1] == "d":
                search.enter(now)
                assert search.row[WASTE] == EMPTY or can_place(*search.relaxed()), (name, number)
            table.play(token)


def test_a_deal_that_is_won_is_not_called_unwinnable() -> None:
    for name, table, _ in won_logs():
        assert not prove(table, ENGINE, Limits(1_500)).unwinnable, name


# Of Forty Thieves; neither the beam nor anything else wins them.
@pytest.mark.parametrize(("seed", "effort"), [(30, 436), (5013, 4906), (18, 24446), (15, 62834)])
def test_deals_that_are_proved(seed: int, effort: int) -> None:
    table = Table(deal("forty-thieves", seed))
    found = prove(table, ENGINE, Limits(200_000))
    assert (found.unwinnable, found.reason, found.effort) == (True, None, effort)
    solution = solve(table, ENGINE, Limits(1_000), Limits(200_000))
    assert (solution.status, solution.reason, solution.moves) == ("unwinnable", None, [])
    assert (solution.strategy, solution.effort) == ("strata/1", 1_000 + effort)


ACES_BUT_HEARTS = {1: "AC", 2: "AD", 4: "AS"}
ACES = {**ACES_BUT_HEARTS, 3: "AH"}


@pytest.mark.parametrize(
    ("rules", "foundations", "goes"),
    [
        ({}, {2: "AD"}, True),
        ({"take_back": True}, {2: "AD"}, True),
        ({"decks": 2}, {3: "AD"}, False),
        ({"decks": 2}, {3: "AD", 4: "AD"}, True),
        ({"build": "alternate-color"}, {2: "AD", 1: "AC"}, False),
        ({"build": "alternate-color"}, ACES_BUT_HEARTS, True),
        ({"build": "alternate-color", "take_back": True}, ACES_BUT_HEARTS, False),
        ({"build": "alternate-color", "take_back": True}, ACES, True),
        ({"build": "different-suit"}, ACES_BUT_HEARTS, False),
        ({"build": "different-suit"}, ACES, True),
        ({"build": "any-suit"}, ACES_BUT_HEARTS, False),
        ({"build": "any-suit"}, ACES, True),
    ],
    ids=str,
)
def test_which_cards_go_to_their_foundations_at_once(
    rules: dict[str, Any], foundations: dict[int, str], goes: bool
) -> None:
    """The two of diamonds, once its foundation waits for it, and nothing can ever be laid on it."""
    table = table_at(own(**{"decks": 1, "columns": 1, "face_up": 0, **rules}), {1: "2D"}, foundations=foundations)
    assert applies(table)
    assert (Search(problem_of(table), PLAIN).row[COLUMNS] == EMPTY) is goes


@pytest.mark.parametrize("takes_back", [True, False])
def test_a_card_that_can_be_taken_back_may_bear_another(takes_back: bool) -> None:
    """The four on the five, the three on the four: then the two is free. Without the first of these nothing is."""
    suits = ((1, "C"), (2, "C"), (5, "H"), (6, "H"), (7, "S"), (8, "S"))
    full = {number: f"A{suit} 2{suit} 3{suit} 4{suit} 5{suit}" for number, suit in suits}
    table = table_at(
        own(columns=2, ranks="A2345", face_up=0, take_back=takes_back),
        {1: "2D 3D", 2: "4D 5D 5D"},
        foundations={**full, 3: "AD 2D 3D 4D", 4: "AD"},
        rest="none",
    )
    assert can_be_won(table) is takes_back
    assert prove(table, PLAIN, Limits(1_000)).unwinnable is not takes_back


@pytest.mark.parametrize(
    ("seed", "game", "log"),
    [
        # Won only as a sequence moves first, and is taken apart where it lies then.
        (
            1727,
            {"suits": 1, "ranks": 7, "columns": 2, "rows": 3, "build": "any-suit", "move": "sequence"},
            "d 1-2x2 1-2 w-1 d d d d s-1 w-1",
        ),
        # Won only as a card that is taken back bears another.
        (
            12873,
            {"suits": 3, "ranks": 5, "columns": 3, "rows": 2, "packs": 1}
            | {"build": "alternate-color", "move": "sequence", "take_back": True},
            "d d d s-f w-1 s-2 s-1 s-1 1-f 2-f d",
        ),
    ],
)
def test_what_the_relaxation_must_not_overlook(seed: int, game: dict[str, Any], log: str) -> None:
    table = small_game(Random(seed), **game)
    start = problem_of(table)
    for move in log.split():
        table.play(move)
    assert can_be_won(table)
    assert shown_dead(start, table) == []


def test_a_table_without_all_cards_is_refused() -> None:
    table = Table(deal("forty-thieves", 1))
    assert applies(table)
    table.stock.pop()
    assert not applies(table)


def test_seconds_stand_for_an_effort() -> None:
    assert limits_of(10).effort == 3_000_000
    assert (limits_of(1e-9).effort, limits_of(1e-9).seconds) == (1, 1e-9)


def test_limits_end_it_and_say_nothing() -> None:
    table = Table(deal("forty-thieves", 18))
    assert prove(table, ENGINE, Limits(100)).reason == "effort"
    found = prove(table, ENGINE, Limits(seconds=0.0))
    assert (found.unwinnable, found.reason) == (False, "time")
    assert solve(table, ENGINE, Limits(1_000), Limits(100)).status == "unknown"


@pytest.mark.parametrize(
    "fields",
    [
        {"build": "suit-cycle"},
        {"build_direction": "up"},
        {"build_direction": "up-or-down"},
        {"build": "alternate-color", "move": "sequence", "sequence": "same-suit"},
        {"build": "same-suit", "move": "sequence", "sequence": "any-suit"},
        {"build": "different-suit", "move": "sequence", "sequence": "any-suit"},
        {"build": "different-suit", "move": "sequence", "sequence": "same-suit"},
        {"redeals": 1},
        {"redeals": "unlimited"},
        {"cells": 1},
        {"tableau_wrap": True},
        {"foundation_base": "2"},
        {"foundation_base": "dealt"},
        {"foundation_build": "suit-cycle"},
        {"foundation_build": "alternate-color"},
        {"ranks": "A789TJQK", "columns": 8},
    ],
    ids=str,
)
def test_other_rules_are_refused(fields: dict[str, object]) -> None:
    table = Table(deal(own(**fields), 1))
    assert not applies(table)
    with pytest.raises(ValueError, match="there is no proof for the rules of own"):
        prove(table, ENGINE, Limits(10))
    assert solve(table, ENGINE, Limits(10), Limits(10)).status == "unknown"


@pytest.mark.parametrize(
    "name", ["limited", "streets", "number-ten", "pysolfc/limited", "pysolfc/malmaison", "pysolfc/big-streets"]
)
def test_moves_of_the_model_are_those_of_the_table(name: str) -> None:
    """After a random game the model's moves are the table's, but for empty columns that are alike and safe moves."""
    taken_back = 0
    for seed in range(30):
        random = Random(seed)
        table = Table(deal(name, seed))
        search = Search(problem_of(table), ENGINE)
        for _ in range(60):
            step = pick(table, random)
            assert step is not None
            table.play(step)
        search.enter(problem_of(table))
        now = list(search.row)
        after = set()
        for step in table.legal_moves:
            whole = step.source > 0 and len(table.piles[step.source]) == step.count
            if step.source != STOCK and not (whole and step.target > 0 and not table.piles[step.target]):
                table.play(step)
                search.enter(problem_of(table))
                taken_back += is_suit_pile(step.source)
                after.add(tuple(search.row))
                table.undo()
        assert moves_of(search, now) >= after - {tuple(now)}
    assert (taken_back > 0) is table.rules.take_back


def moves_of(search: Search, now: list[int]) -> set[tuple[int, ...]]:
    """The positions after each move of the model."""
    row, found = (ENGINE.zeros(search.width) for _ in range(2))
    row[:] = now
    after = set()
    for number in range(ENGINE.ready(list_moves)(row, search.width, search.piles, search.rules, found, search.moves)):
        ENGINE.ready(make)(
            row, search.moves, number, found, search.width, search.piles, search.pile_count, search.rules
        )
        after.add(tuple(found))
    return after


@pytest.mark.parametrize("name", ["numba", "python"])
def test_both_engines_prove_the_same(name: str) -> None:
    engine = find_engine("numba" if name == "numba" else "python")
    found = prove(Table(deal("forty-thieves", 30)), engine, Limits(1_000))
    assert (found.unwinnable, found.effort) == (True, 436)
