"""The plugin for pytest, in test runs of its own: what it gives, what a failed test shows, what it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from support.paths import ROOT

pytest_plugins = ["pytester"]
WON = ROOT / "fixtures/games/won/lucas.yaml"
ILLEGAL = ROOT / "fixtures/games/illegal/lucas-does-not-build.yaml"


def ran(pytester: pytest.Pytester, test: str) -> pytest.RunResult:
    pytester.makepyfile(test)
    return pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider")


def test_the_fixtures_are_there_without_an_import(pytester: pytest.Pytester) -> None:
    result = ran(
        pytester,
        f"""
        def test_won(assert_won, assert_legal, forty_thieves_deal):
            report = assert_won({str(WON)!r})
            assert report.won and report.variant == "lucas"
            assert assert_legal({str(WON)!r}).legal
            deal = forty_thieves_deal("lucas", 42)
            assert deal.digest == forty_thieves_deal("lucas", seed=42).digest
            assert_legal({{
                "format": "forty-thieves-game/1", "deal": {{"variant": "lucas", "seed": 42}}, "moves": "5-f",
            }})
        """,
    )
    result.assert_outcomes(passed=1)


def test_a_failure_shows_the_reason_and_the_board(pytester: pytest.Pytester) -> None:
    result = ran(pytester, f"def test_legal(assert_legal):\n    assert_legal({str(ILLEGAL)!r})\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*the game is illegal: does-not-build: move *: cannot put * on *: needs *",
            "Lucas, after * moves",
            "foundations  C *",
            "  1   2   3   4   5   6   7   8   9  10  11  12  13",
        ]
    )
    assert "assertions.py" not in result.stdout.str()


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("5-f", "the game is legal and not won: 9 cards are on the foundations"),
        ("5-f what", "the game is invalid: bad-token: move 2, what: 'what' is not a move"),
    ],
)
def test_a_game_that_is_not_won(pytester: pytest.Pytester, moves: str, reason: str) -> None:
    result = ran(
        pytester,
        f"""
        from forty_thieves import Game, deal
        def test_won(assert_won):
            assert_won(Game(deal("lucas", 42), {moves!r}))
        """,
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"*{reason}*"])


def test_a_file_that_is_not_a_game(pytester: pytest.Pytester) -> None:
    result = ran(pytester, "def test_won(assert_won):\n    assert_won('not/there.yaml')\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the game is invalid: unreadable: cannot read the file: no such file or directory"])


def test_a_run_that_does_not_use_it_imports_nothing_of_it() -> None:
    code = (
        "import sys, pytest; before = set(sys.modules)\n"
        "import forty_thieves.testing.pytest_plugin\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["forty_thieves", "forty_thieves.testing", "forty_thieves.testing.pytest_plugin"]
