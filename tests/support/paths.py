"""Where the tests find what they read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DATA = TESTS / "data"
WON_GAMES = ROOT / "cli/forty_thieves/testing/won_games.jsonl"
"""A won game of each of the nine: a line each with its variant, seed and moves."""
