"""The strategies for hypothesis: what they draw is what they say, and shrinks to something small."""

from __future__ import annotations

import pytest
from hypothesis import Phase, find, given, settings

from forty_thieves import Deal, Game, check, deal
from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.testing import strategies
from forty_thieves.testing.strategies import IllegalGame

FEW = settings(max_examples=25, deadline=None, database=None)


@FEW
@given(strategies.legal_games(most=20))
def test_legal_games_are_legal(game: Game) -> None:
    assert check(game).legal


@FEW
@given(strategies.illegal_games(most=20))
def test_illegal_games_break_the_rule_that_they_name(illegal: IllegalGame) -> None:
    report = check(illegal.game)
    assert report.problem is not None
    assert (report.verdict, report.problem.code, report.problem.move) == ("illegal", illegal.code, illegal.move)
    assert report.moves == illegal.move


@FEW
@given(strategies.won_games())
def test_won_games_are_won(game: Game) -> None:
    assert check(game).won


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
def test_there_is_a_won_game_of_each_of_the_nine(name: str) -> None:
    game = find(strategies.won_games([name]), lambda _: True, settings=FEW)
    assert game.deal.variant == name
    assert check(game).won


@FEW
@given(strategies.rules(name="mine"), strategies.seeds)
def test_rules_can_be_dealt(rules: Rules, seed: int) -> None:
    assert rules.name == "mine"
    assert deal(rules, seed).rules == rules


@FEW
@given(strategies.deals(strategies.variant_names("pysolfc")))
def test_deals_are_of_the_variants_asked_for(dealt: Deal) -> None:
    assert dealt.variant is not None
    assert dealt.variant.startswith("pysolfc/")
    assert dealt.seed is not None


def test_games_shrink_to_small_ones() -> None:
    no_explaining = settings(FEW, phases=[Phase.generate, Phase.shrink])
    won = find(strategies.won_games(), lambda _: True, settings=no_explaining)
    assert (won.deal.rules.ranks, len(won.deal.columns), won.moves) == ("A", 1, "1-f d w-f d w-f d w-f")
    moved = find(strategies.tables(most=3), lambda table: table.played > 0, settings=no_explaining)
    assert (moved.rules.name, moved.played, str(moved.last_move)) == ("forty-thieves", 1, "d")
