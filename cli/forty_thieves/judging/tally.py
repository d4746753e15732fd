"""What a run of check comes to: games by verdict, variant and problem."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from forty_thieves.exit_codes import EXIT_OK
from forty_thieves.formats.sources import Skipped
from forty_thieves.records.structs import Summary, Verdict

from .outcomes import Outcome

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class Tally:
    """Counts the games of a run.

    Attributes:
        status: the run's exit status so far.
    """

    def __init__(self) -> None:
        self.status = EXIT_OK
        self._verdicts: Counter[str] = Counter()
        self._variants: Counter[str] = Counter()
        self._problems: Counter[str] = Counter()

    def count(self, outcome: Outcome) -> None:
        """Count one game."""
        report = outcome.report
        self.status = max(self.status, outcome.status)
        self._verdicts[report.verdict] += 1
        if report.variant is not None:
            self._variants[report.variant] += 1
        if report.problem is not None:
            self._problems[report.problem.code] += 1

    def summary(self, skipped: Skipped | None = None) -> Summary:
        """All counts; those of variants and problems in alphabetical order.

        Args:
            skipped: what was left out of folders.
        """
        return Summary(
            games=sum(self._verdicts.values()),
            verdicts={verdict: self._verdicts[verdict] for verdict in VERDICTS},
            variants=dict(sorted(self._variants.items())),
            problems=dict(sorted(self._problems.items())),
            skipped=dict(sorted(skipped.counts.items())) if skipped is not None else {},
        )
