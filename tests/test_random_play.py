"""What holds in every game: random play in each variant, and in random rules of one's own."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import strategies
from forty_thieves import Move, Table, deal, variants
from forty_thieves.deals import Deal
from forty_thieves.moves import parse_move
from forty_thieves.positions import table_from_position
from forty_thieves.rules import Rules
from slow_referee import SlowReferee
from strategies import accepted_moves, all_cards, every_move, pick, spelled, state

slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
MOVES = 90


def walk(table: Table, random: Random, moves: int) -> None:
    """Play random moves, until there is none."""
    for _ in range(moves):
        move = pick(table, random)
        if move is None:
            return
        assert table.play(move) == move


def look_closely(table: Table) -> None:
    """See that the moves listed are those accepted, and that a position's record gives the same table again."""
    accepted = accepted_moves(table)
    listed = list(table.legal_moves)
    assert len(listed) == len(set(listed))
    assert set(listed) == accepted
    assert table.stuck is (not listed and not table.won)
    again = table_from_position(table.position())
    assert again.position() == table.position()
    assert list(again.legal_moves) == listed
    assert (again.won, again.foundation_cards, again.played) == (table.won, table.foundation_cards, table.played)


def play_and_look(dealt: Deal, random: Random) -> None:
    """A random game, looked at here and there, played again in one go, and taken back."""
    table = Table(dealt)
    pack = all_cards(table)
    assert pack == dealt.rules.whole_pack
    states = [state(table)]
    closely = {0, *(random.randrange(MOVES) for _ in range(3))}
    for number in range(MOVES):
        if number in closely:
            look_closely(table)
        move = pick(table, random)
        if move is None:
            look_closely(table)
            break
        table.play(move)
        assert all_cards(table) == pack
        assert all(not pile or hidden < len(pile) for pile, hidden in zip(table.piles, table.face_down, strict=True))
        states.append(state(table))
    at_once = Table(dealt)
    assert at_once.run(table.history) is None
    assert state(at_once) == state(table) == states[-1]
    log = [parse_move(str(move)) for move in table.history]
    assert log == table.history
    for before in reversed(states[:-1]):
        undone = table.undo()
        assert undone == log.pop()
        assert state(table) == before
    assert state(table) == state(Table(dealt))


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
@settings(slow, max_examples=5)
@given(seed=strategies.seeds, chance=st.integers(0))
def test_random_games_of_each_variant(name: str, seed: int, chance: int) -> None:
    play_and_look(deal(name, seed), Random(chance))


@settings(slow, max_examples=40)
@given(strategies.own_rules(), strategies.seeds, st.integers(0))
def test_random_games_by_rules_of_one_s_own(rules: Rules, seed: int, chance: int) -> None:
    play_and_look(deal(rules, seed), Random(chance))


@settings(slow, max_examples=50)
@given(strategies.own_rules(), strategies.seeds, st.integers(0), st.lists(strategies.moves(), min_size=1))
def test_a_log_of_any_moves_is_played_up_to_the_first_that_breaks_a_rule(
    rules: Rules, seed: int, chance: int, more: list[Move]
) -> None:
    walked = Table(deal(rules, seed))
    walk(walked, Random(chance), 20)
    log = [*walked.history, *more]
    table = Table(deal(rules, seed))
    refusal = table.run(log)
    assert table.history == log[: len(table.history)]
    if refusal is None:
        assert len(table.history) == len(log)
    else:
        assert refusal.move == log[len(table.history)]
        before = state(table)
        assert table.run([refusal.move]) == refusal
        assert state(table) == before
        assert refusal.message.isprintable()
    assert all_cards(table) == rules.whole_pack


@settings(slow, max_examples=30)
@given(strategies.own_rules(), strategies.seeds, st.integers(0))
def test_columns_that_fill_themselves_are_open_only_where_nothing_is_left_to_fill_them(
    rules: Rules, seed: int, chance: int
) -> None:
    fields = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    rules = Rules(**{**fields, "empty_columns": "auto"})
    table = Table(deal(rules, seed))
    random = Random(chance)
    for _ in range(60):
        if rules.column_size and not all(table.columns):
            assert (table.stock, table.waste) == ([], [])
        move = pick(table, random)
        if move is None:
            return
        table.play(move)


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
@settings(slow, max_examples=4)
@given(seed=strategies.seeds, chance=st.integers(0))
def test_another_referee_says_the_same_of_every_token(name: str, seed: int, chance: int) -> None:
    dealt = deal(name, seed)
    table = Table(dealt)
    other = SlowReferee(name, [spelled(column) for column in dealt.columns], spelled(dealt.stock))
    random = Random(chance)
    closely = {0, *(random.randrange(MOVES) for _ in range(3))}
    for number in range(MOVES):
        if number in closely:
            accepted = accepted_moves(table)
            for move in every_move(table):
                assert (move in accepted) is (other.refusal(str(move)) is None), (str(move), other.refusal(str(move)))
        move_now = pick(table, random)
        if move_now is None:
            break
        table.play(move_now)
        other.play(str(move_now))
        assert [spelled(column) for column in table.columns] == [" ".join(column) for column in other.columns]
        assert table.face_down[1:] == other.hidden
        assert spelled(table.waste) == " ".join(other.waste)
        assert spelled(table.stock[::-1]) == " ".join(other.stock)
        assert sorted(map(spelled, table.foundations)) == sorted(" ".join(pile) for pile in other.foundations)
        assert (table.redeals_left, table.won) == (other.redeals, other.won())
