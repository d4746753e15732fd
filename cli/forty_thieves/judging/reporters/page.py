"""Reports as one HTML page for people: a table of the games, and a replay of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import get_args

from msgspec import UNSET

from forty_thieves.exit_codes import EXIT_OK
from forty_thieves.judging.outcomes import Outcome
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.structs import Verdict

from .base import Reporter
from .text import game_name

_COPIED_AT_ONCE = 64 * 1024


class Page(Reporter):
    """A row a game, under the numbers of each verdict."""

    name = "html"
    suffixes = (".html", ".htm")
    holds_summary = False
    needs_game = True

    def __init__(self, write: Callable[[bytes], object], *, least_status: int = EXIT_OK) -> None:
        import tempfile  # noqa: PLC0415 - for the few runs that need it

        super().__init__(write, least_status=least_status)
        self._verdicts: Counter[str] = Counter()
        self._variants: set[str] = set()
        self._with_par = False
        # The numbers stand before the games: those wait on disk until the end.
        self._waiting = tempfile.TemporaryFile()  # noqa: SIM115 - closed by finish()

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The game's row, with its replay where its deal is in order."""
        from forty_thieves.show.contest_page import contest_row  # noqa: PLC0415 - start-up counts
        from forty_thieves.show.replay_page import ReplayedGame  # noqa: PLC0415

        report, played = outcome.report, outcome.played
        game = None
        if played is not None:
            deal, log = interpret_deal(played.record.deal), played.record.moves
            game = ReplayedGame(deal, log, report, report.meta or {}, played.auto_draw)
        return contest_row(report, game_name(outcome), game)

    def game(self, outcome: Outcome) -> None:
        """Take the next game."""
        self._verdicts[outcome.report.verdict] += 1
        self._with_par |= outcome.report.par is not UNSET
        if outcome.played is not None and outcome.report.variant is not None:
            self._variants.add(outcome.report.variant)
        self._waiting.write(outcome.pieces[self.name])

    def end(self) -> None:
        """Write the page: what stands before the rows, these, and what stands behind them."""
        from forty_thieves.show.contest_page import contest_frame  # noqa: PLC0415 - start-up counts

        counts = {verdict: self._verdicts[verdict] for verdict in get_args(Verdict)}
        before, behind = contest_frame(counts, sorted(self._variants), with_par=self._with_par)
        self.write(before)
        with self._waiting as waiting:
            waiting.seek(0)
            while chunk := waiting.read(_COPIED_AT_ONCE):
                self.write(chunk)
        self.write(behind)
