"""What every report format has to do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from forty_thieves.exit_codes import EXIT_OK
from forty_thieves.judging.outcomes import Outcome, ReportFormat
from forty_thieves.records.structs import Summary


class Reporter(ABC):
    """Writes one report of a run, a game at a time, in constant memory.

    What is to be written of a game is made by :meth:`render`, where the game was judged, often in another process. It
    comes back as one of the outcome's pieces, and :meth:`game` puts it in its place.

    Args:
        write: takes the bytes.
        least_status: games of a lower status are left out.

    Attributes:
        name: the format's name, by which it is asked for.
        suffixes: what files of the format end with.
        holds_summary: whether the report has a place for the run's counts.
        needs_game: whether :meth:`render` needs the game itself, as ``outcome.played``, and not only its report.
    """

    name: ClassVar[ReportFormat]
    suffixes: ClassVar[tuple[str, ...]] = ()
    holds_summary: ClassVar[bool] = True
    needs_game: ClassVar[bool] = False

    def __init__(self, write: Callable[[bytes], object], *, least_status: int = EXIT_OK) -> None:
        self.write = write
        self.least_status = least_status

    @staticmethod
    @abstractmethod
    def render(outcome: Outcome) -> bytes:
        """What is to be written of one game; the same bytes in whatever process."""

    def game(self, outcome: Outcome) -> None:
        """Take the next game."""
        self.write(outcome.pieces[self.name])

    def finish(self, summary: Summary | None = None) -> None:
        """End the report.

        Args:
            summary: the run's counts, where the report is to end with them and has a place for them.
        """
        if summary is not None and self.holds_summary:
            self.summarise(summary)
        self.end()

    def summarise(self, summary: Summary) -> None:  # noqa: B027 - there may be nothing to do
        """Take the run's counts, behind all games."""

    def end(self) -> None:  # noqa: B027 - as above
        """Write what comes last."""
