"""What holds in every game: random play in each variant, and in random custom rules."""

from __future__ import annotations

from random import Random, SystemRandom

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forty_thieves import Move, Table, deal
from forty_thieves.game import variants
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import DRAWING, NO_CARD, REDEAL, TO_COLUMN, TO_FOUNDATION, parse_move
from forty_thieves.game.rare_moves import nothing_there
from forty_thieves.game.replay import replay
from forty_thieves.game.rules import Rules
from forty_thieves.records.positions import interpret_position, serialise_position
from support import strategies
from support.slow_referee import GAMES, Game, SlowReferee
from support.strategies import PYSOLFC_GAMES, accepted_moves, all_cards, every_move, pick, spelled, state

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
    again = Table(interpret_position(serialise_position(table)))
    assert serialise_position(again) == serialise_position(table)
    assert list(again.legal_moves) == listed
    assert (again.won, again.foundation_cards, again.played) == (table.won, table.foundation_cards, table.played)


def play_and_look(
    dealt: Deal, random: Random, moves: int = MOVES, *, auto_draw: bool = False, looks: int = 3
) -> None:
    """A random game, looked at here and there, played again in one go, and taken back."""
    table = Table(dealt, auto_draw=auto_draw)
    pack = all_cards(table)
    assert pack == dealt.rules.all_cards
    states = [state(table)]
    closely = {0, *(random.randrange(moves) for _ in range(looks))}
    for number in range(moves):
        if number in closely:
            look_closely(table)
        move = pick(table, random)
        if move is None:
            look_closely(table)
            break
        table.play(move)
        assert all_cards(table) == pack
        assert all(not pile or hidden < len(pile) for pile, hidden in zip(table.piles, table.face_down, strict=True))
        if auto_draw or dealt.rules.waste_refill:
            assert table.waste or not table.stock
        states.append(state(table))
    at_once = Table(dealt, auto_draw=auto_draw)
    assert at_once.run(table.history) is None
    assert state(at_once) == state(table) == states[-1]
    log = [parse_move(str(move)) for move in table.history]
    assert log == table.history
    for before in reversed(states[:-1]):
        undone = table.undo()
        assert undone == log.pop()
        assert state(table) == before
    assert state(table) == state(Table(dealt, auto_draw=auto_draw))


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
@settings(slow, max_examples=5)
@given(seed=strategies.seeds, chance=st.integers(0))
def test_random_games_of_each_variant(name: str, seed: int, chance: int) -> None:
    play_and_look(deal(name, seed), Random(chance))


@pytest.mark.parametrize("auto_draw", [False, True], ids=["as dealt", "auto-draw"])
@pytest.mark.parametrize("name", variants.names())
def test_a_random_game_of_every_variant(name: str, auto_draw: bool) -> None:
    """One game each, another one in every run: its number is in the failure's arguments."""
    chance = SystemRandom().randrange(10**9)
    random = Random(chance)
    try:
        play_and_look(deal(name, random.randrange(10**6)), random, 40, auto_draw=auto_draw, looks=1)
    except AssertionError as error:
        error.add_note(f"chance {chance}")
        raise


@settings(slow, max_examples=60)
@given(strategies.own_rules(), strategies.seeds, st.integers(0), st.booleans())
def test_random_games_by_rules_of_one_s_own(rules: Rules, seed: int, chance: int, auto_draw: bool) -> None:
    play_and_look(deal(rules, seed), Random(chance), 60, auto_draw=auto_draw)


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
    assert all_cards(table) == rules.all_cards


@settings(slow, max_examples=60)
@given(strategies.own_rules(), strategies.seeds, st.integers(0))
def test_the_loop_finds_a_pile_missing_or_empty_where_a_look_at_it_does(rules: Rules, seed: int, chance: int) -> None:
    table = Table(deal(rules, seed))
    walk(table, Random(chance), 40)
    for move in every_move(table):
        if move.kind in (TO_COLUMN, TO_FOUNDATION, DRAWING):
            expected = nothing_there(table, move.kind, move.source, move.target)
            code = replay(table, [move.entry])
            assert expected == (code if code in ("no-such-column", "empty-source", "empty-stock") else "")
            if not code:
                table.undo_move(move)


@settings(slow, max_examples=30)
@given(strategies.own_rules(), strategies.seeds, st.integers(0))
def test_columns_that_fill_themselves_are_open_only_where_nothing_is_left_to_fill_them(
    rules: Rules, seed: int, chance: int
) -> None:
    fields = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    rules = Rules(**{**fields, "empty_columns": "auto"})
    table = Table(deal(rules, seed))
    random = Random(chance)
    filled = False
    for _ in range(60):
        if all(column for column in table.columns):
            filled = True
        if filled and not all(table.columns):
            assert (table.stock, table.waste) == ([], [])
        move = pick(table, random)
        if move is None or move == REDEAL:
            return  # a redeal brings cards again, and the columns that were left open stay so
        table.play(move)


# Another referee


def other_referee(game: Game, dealt: Deal, *, auto_draw: bool = False) -> SlowReferee:
    """The slow referee with the same cards before it."""
    laid = spelled(dealt.on_foundations)
    columns = [spelled(column) for column in dealt.columns]
    return SlowReferee(
        game, columns, spelled(dealt.stock), spelled(dealt.waste), laid, spelled(dealt.cells), auto_draw=auto_draw
    )


def agree_on_every_token(table: Table, other: SlowReferee) -> None:
    """See that both say the same of every token."""
    accepted = accepted_moves(table)
    for move in every_move(table):
        assert (move in accepted) is (other.refusal(str(move)) is None), (str(move), other.refusal(str(move)))
    for move in accepted:
        assert other.refusal(str(move)) is None, str(move)
    for token in other.every_token():
        if "=" in token:
            assert (token in table.legal_moves) is (other.refusal(token) is None), (token, other.refusal(token))


def lie_alike(table: Table, other: SlowReferee) -> None:
    """See that the cards lie alike on both tables."""
    assert [spelled(column) for column in table.columns] == [" ".join(column) for column in other.columns]
    for number, faces in enumerate(other.down, 1):
        assert [table.is_face_down(number, at) for at in range(len(faces))] == faces
    assert spelled(table.waste) == " ".join(other.waste)
    assert spelled(table.stock[::-1]) == " ".join(other.stock)
    assert [None if card == NO_CARD else spelled([card]) for card in table.cells] == other.cells
    in_order = sorted(range(len(other.suits)), key=lambda number: other.suits[number])
    piles = [" ".join(other.foundations[number]) for number in in_order]
    if table.rules.foundation_build == "same-suit":
        assert sorted(map(spelled, table.foundations)) == sorted(piles)
    else:
        assert list(map(spelled, table.foundations)) == piles
    left = "unlimited" if table.redeals_left is None else table.redeals_left
    assert (left, table.won) == (other.redeals, other.won())


def both_play(game: Game, dealt: Deal, random: Random, moves: int, looks: int, *, auto_draw: bool = False) -> None:
    """A random game, played on both tables."""
    table, other = Table(dealt, auto_draw=auto_draw), other_referee(game, dealt, auto_draw=auto_draw)
    lie_alike(table, other)
    closely = {0, *(random.randrange(moves) for _ in range(looks))}
    for number in range(moves):
        if number in closely:
            agree_on_every_token(table, other)
        move = pick(table, random)
        if move is None:
            assert other.legal_tokens() == []
            return
        table.play(move)
        other.play(str(move))
        lie_alike(table, other)


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
@settings(slow, max_examples=4)
@given(seed=strategies.seeds, chance=st.integers(0))
def test_another_referee_says_the_same_of_every_token(name: str, seed: int, chance: int) -> None:
    both_play(GAMES[name], deal(name, seed), Random(chance), MOVES, 3)


@pytest.mark.parametrize("auto_draw", [False, True], ids=["as dealt", "auto-draw"])
@pytest.mark.parametrize("name", PYSOLFC_GAMES)
def test_another_referee_says_the_same_of_every_token_of_pysolfc_s_games(name: str, auto_draw: bool) -> None:
    """The other referee goes by the table of PySolFC's games, so the variants' records are checked as well."""
    chance = SystemRandom().randrange(10**9)
    random = Random(chance)
    try:
        both_play(PYSOLFC_GAMES[name], deal(name, random.randrange(10**6)), random, 60, 1, auto_draw=auto_draw)
    except AssertionError as error:
        error.add_note(f"chance {chance}")
        raise


@settings(slow, max_examples=120)
@given(strategies.own_rules(), strategies.seeds, st.integers(0), st.booleans())
def test_another_referee_says_the_same_of_rules_of_one_s_own(
    rules: Rules, seed: int, chance: int, auto_draw: bool
) -> None:
    game = strategies.in_the_table_s_words(rules)
    both_play(game, deal(rules, seed), Random(chance), 60, 2, auto_draw=auto_draw)
