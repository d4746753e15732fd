"""The published survey: its wins are wins, its numbers are those that it says, and the solver finds them again."""

from __future__ import annotations

import pytest

from forty_thieves.game import variants
from forty_thieves.game.deal import deal
from forty_thieves.game.moves import write_log
from forty_thieves.game.table import Table
from forty_thieves.solving.engine import find_engine
from forty_thieves.solving.limits import Limits
from forty_thieves.solving.portfolio import PORTFOLIOS
from forty_thieves.solving.proofs.search import NAME, prove
from forty_thieves.solving.solver import solve
from forty_thieves.solving.survey import Survey, judged_wins, read_survey
from support.paths import ROOT

FOLDER = ROOT / "fixtures/survey"
NINE = variants.ARTICLE_NAMES
OTHERS = sorted(set(variants.names()) - set(NINE))
WITH_LOGS = range(1, 201)


def published(name: str) -> Survey:
    return read_survey(str(FOLDER / f"{name}.jsonl"))


def test_every_game_is_there() -> None:
    assert {path.relative_to(FOLDER).as_posix().removesuffix(".jsonl") for path in FOLDER.rglob("*.jsonl")} == set(
        variants.names()
    )


@pytest.mark.parametrize("name", NINE)
def test_the_referee_judges_each_win_won(name: str) -> None:
    survey = published(name)
    assert (survey.header.variant, list(survey.entries)) == (name, list(range(1, 1001)))
    wins = list(judged_wins(survey))
    assert [win.number for win in wins if win.log] == [win.number for win in wins if win.number in WITH_LOGS]
    assert [(win.number, win.fault) for win in wins if win.fault] == []


@pytest.mark.parametrize("name", OTHERS)
def test_the_other_games_have_twenty_numbers(name: str) -> None:
    survey = published(name)
    assert (survey.header.variant, list(survey.entries)) == (name, list(range(1, 21)))


@pytest.mark.parametrize("name", NINE)
def test_effort_gives_the_wins_again(name: str) -> None:
    """The easiest of the wins with a log, and the easiest of the others."""
    survey = published(name)
    engine = find_engine("numba")
    for numbers in (WITH_LOGS, range(201, 1001)):
        wins = [survey.entries[number] for number in numbers if survey.entries[number].status == "won"]
        entry = min(wins, key=lambda win: win.effort)
        portfolio = PORTFOLIOS[survey.header.portfolio]
        found = solve(Table(deal(name, entry.number)), engine, Limits(entry.effort), portfolio=portfolio)
        assert (found.status, found.effort, found.strategy) == ("won", entry.effort, entry.by)
        assert found.steps == entry.steps
        if entry.log:
            assert write_log(found.moves).split() == entry.log.split()


@pytest.mark.parametrize(
    "name",
    [
        "forty-thieves", "limited", "pysolfc/forty-thieves", "pysolfc/famous-fifty", "pysolfc/double-rail",
        "pysolfc/interchange", "pysolfc/mcclellan", "pysolfc/preference",
    ],
)  # fmt: skip
def test_effort_gives_the_proofs_again(name: str) -> None:
    """The easiest of the numbers that are proved unwinnable."""
    entries = [entry for entry in published(name).entries.values() if entry.status == "unwinnable"]
    entry = min(entries, key=lambda proved: proved.effort)
    found = prove(Table(deal(name, entry.number)), find_engine("numba"), Limits(entry.effort + 1))
    assert (found.unwinnable, found.effort, NAME) == (True, entry.effort, entry.by)
