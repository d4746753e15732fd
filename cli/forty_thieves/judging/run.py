"""One run of the referee: records in, judged and compared with each other, counted, and reported.

This is what the command ``check`` does; a program does the same by hand::

    submissions = Submissions(["contest/"])
    run = Run(Options(), [REPORTERS["jsonl"](print_bytes)], unique=True)
    for item, outcome in run.judge(submissions.items()):
        ...
    summary = run.finish(submissions.skipped)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from forty_thieves.formats.sources import Skipped
from forty_thieves.records.structs import Summary

from .batch import judge_all, rendered
from .contest import Originals, Standings
from .outcomes import Item, Options, Outcome
from .reporters import Reporter
from .tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Run:
    """One run.

    Args:
        options: how games are judged; its formats and what is kept of a game follow from the rest.
        reporters: take every game, in order.
        best: whether games are reported ranked, once all are judged; see :meth:`.contest.Standings.ranked`.
        unique: whether games that are like an earlier one are refused; see :mod:`.likeness`.
        fail_fast: whether the run ends with the first game that falls short.

    Attributes:
        tally: the counts so far.
        traceback: of the first bug of ours that showed while a game was judged; empty where none did.
    """

    def __init__(
        self,
        options: Options,
        reporters: Sequence[Reporter],
        *,
        best: bool = False,
        unique: bool = False,
        fail_fast: bool = False,
    ) -> None:
        names = tuple(dict.fromkeys(reporter.name for reporter in reporters))
        # What a ranked game's report says is known, and rendered, only at the end.
        self._options = structs.replace(
            options,
            formats=() if best else names,
            likeness=unique,
            keep_game=options.keep_game or any(reporter.needs_game for reporter in reporters),
        )
        self._reporters = reporters
        self._fail_fast = fail_fast
        self._originals = Originals() if unique else None
        self._standings = Standings() if best else None
        self.tally = Tally()
        self.traceback = ""

    def judge(
        self, items: Iterable[Item], executor: Executor | None = None, window: int = 8
    ) -> Iterator[tuple[Item, Outcome]]:
        """Judge records, and report each as soon as it can be.

        Args:
            items: the records.
            executor: where to judge them; None is here. It is not shut down.
            window: see :func:`.batch.judge_all`.

        Yields:
            Each record with its outcome, in order, once it is counted and, unless games are ranked, reported.

        Raises:
            WorkerLostError: the executor has lost a worker; nothing behind its games was judged.
            OutputError: there is no room to keep what games are compared by.
        """
        for item, outcome in judge_all(items, self._options, executor, window):
            if self._originals is not None and self._originals.check(outcome, self._options):
                rendered(outcome, self._reporters)
            self.tally.count(outcome)
            if outcome.traceback:
                self._note_bug(outcome)
            if self._standings is not None:
                self._standings.add(outcome)
            else:
                self._report(outcome)
            yield item, outcome
            if self._fail_fast and outcome.status:
                return

    def finish(self, skipped: Skipped | None = None, *, with_summary: bool = False) -> Summary:
        """Report what waited for the end, and end all reports.

        Args:
            skipped: what was left out of folders, to be counted too.
            with_summary: whether reports end with the counts.

        Returns:
            The counts.
        """
        if self._standings is not None:
            for outcome in self._standings.ranked():
                self._report(rendered(outcome, self._reporters))
                if outcome.traceback:
                    self._note_bug(outcome)
        summary = self.tally.summary(skipped)
        for reporter in self._reporters:
            reporter.finish(summary if with_summary else None)
        return summary

    def _note_bug(self, outcome: Outcome) -> None:
        self.tally.status = max(self.tally.status, outcome.status)
        self.traceback = self.traceback or outcome.traceback

    def _report(self, outcome: Outcome) -> None:
        for reporter in self._reporters:
            if outcome.status >= reporter.least_status:
                reporter.game(outcome)
