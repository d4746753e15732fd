"""A plugin for pytest, there wherever the package is installed: deals, and assertions on recorded games.

A test run that does not use it pays for three functions and nothing else: what they need, for their types too, is
imported when one is called. A game is whatever :func:`forty_thieves.check` takes; the report comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest


@pytest.fixture(scope="session")
def forty_thieves_deal() -> Callable[[str, int], Any]:
    """A function that gives the deal of a variant and a seed, the same one every time."""

    def deal_of(variant: str, seed: int) -> Any:
        from forty_thieves.game.deal import deal  # noqa: PLC0415 - only for those who use it

        return deal(variant, seed)

    return deal_of


@pytest.fixture(scope="session")
def assert_won() -> Callable[[Any], Any]:
    """A function that fails the test, with the reason and the board, unless a recorded game is won."""
    return _assertion("won")


@pytest.fixture(scope="session")
def assert_legal() -> Callable[[Any], Any]:
    """A function that fails the test, with the reason and the board, unless a recorded game is legal."""
    return _assertion("legal")


def _assertion(require: Literal["won", "legal"]) -> Callable[[Any], Any]:
    def assert_game(game: Any) -> Any:
        from forty_thieves.testing.assertions import judged  # noqa: PLC0415 - only for those who use it

        report, why = judged(game, require)
        if why:
            pytest.fail(why, pytrace=False)
        return report

    return assert_game
