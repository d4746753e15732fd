"""Counts of a run."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from forty_thieves.formats.sources import Skipped
from forty_thieves.judging.reporters.text import summary_text, totals
from forty_thieves.judging.tally import VERDICTS, Tally
from support.outcomes import outcome


def test_empty() -> None:
    tally = Tally()
    assert tally.status == 0
    summary = tally.summary()
    assert (summary.games, summary.skipped) == (0, {})
    assert summary.verdicts == dict.fromkeys(VERDICTS, 0)
    assert totals(summary) == "0 games"


def test_counts_and_status() -> None:
    tally = Tally()
    for verdict, code, status in [
        ("won", None, 0),
        ("unfinished", None, 1),
        ("illegal", "same-column", 1),
        ("invalid", "syntax", 2),
        ("illegal", "does-not-build", 2),
        ("illegal", "same-column", 2),
        ("invalid", "internal-error", 70),
        ("invalid", "syntax", 70),
    ]:
        problem: dict[str, Any] = {} if code is None else {"code": code}
        tally.count(outcome(verdict=verdict, variant=None if verdict == "invalid" else "lucas", **problem))
        assert tally.status == status
    summary = tally.summary(Skipped({"links": 1, "hidden": 2}))
    assert summary.games == 8
    assert summary.verdicts == {"won": 1, "unfinished": 1, "illegal": 3, "rejected": 0, "invalid": 3}
    assert list(summary.problems.items()) == [
        ("does-not-build", 1), ("internal-error", 1), ("same-column", 2), ("syntax", 2)
    ]  # fmt: skip
    assert summary.variants == {"lucas": 5}
    assert summary.skipped is not UNSET
    assert list(summary.skipped.items()) == [("hidden", 2), ("links", 1)]
    assert summary_text(summary).splitlines()[0] == "games 8"
    assert summary_text(summary).splitlines()[-2:] == ["skipped hidden 2", "skipped links 1"]
