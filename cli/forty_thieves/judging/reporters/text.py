"""Reports as lines of text: one for each game, or a ranking of the games that were won."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from forty_thieves.exit_codes import EXIT_OK
from forty_thieves.judging.outcomes import Outcome
from forty_thieves.records.structs import Report, Summary
from forty_thieves.show.verdicts import beside_par, par_difference
from forty_thieves.text import file_name, placed, plural, shown

from .base import Reporter

LONGEST_TOKEN = 24
"""Code points of a move's token that a line shows."""


def text_line(outcome: Outcome) -> str:
    """A game's line, without a line end.

    Returns:
        ``path:line:column: code: message`` for a game that fell short, ``path: verdict: ...`` for one that did not. A
        game without a place says which of its file it is, where there are several.
    """
    report, problem = outcome.report, outcome.report.problem
    place = outcome.place if outcome.status != EXIT_OK else None
    where = placed(file_name(report.file), place) if place is not None else game_name(outcome)
    if problem is None:
        return f"{where}: {report.verdict}: {_result(report)}"
    move = "" if problem.move is None else f"move {problem.move}, {shown(problem.token or '', LONGEST_TOKEN)}: "
    return f"{where}: {problem.code}: {move}{problem.message}"


def game_name(outcome: Outcome) -> str:
    """A game's file, and its number where that file has several."""
    path = file_name(outcome.report.file)
    return f"{path}: game {outcome.report.index}" if outcome.several else path


def _result(report: Report) -> str:
    """What a game without a problem came to, in words."""
    moves = f"{report.variant or 'custom rules'}, {plural(report.moves or 0, 'move')}"
    if report.verdict == "won":
        return f"{moves}{beside_par(report)}"
    stuck = ", stuck: no legal move is left" if report.stuck else ""
    return f"{moves}, {plural(report.foundation_cards or 0, 'card')} on the foundations{stuck}"


def totals(summary: Summary) -> str:
    """One line that counts the games of a run by verdict."""
    counted = ", ".join(f"{number} {verdict}" for verdict, number in summary.verdicts.items() if number)
    return f"{plural(summary.games, 'game')}: {counted}" if counted else plural(summary.games, "game")


def summary_text(summary: Summary) -> str:
    """A summary as text, a line for each count."""
    lines = [f"games {summary.games}"]
    for kind, counts in (
        ("verdict", summary.verdicts),
        ("variant", summary.variants),
        ("problem", summary.problems),
        ("skipped", summary.skipped or {}),
    ):
        lines += [f"{kind} {name} {number}" for name, number in counts.items()]
    return "".join(f"{line}\n" for line in lines)


class Text(Reporter):
    """A line a game."""

    name = "text"
    suffixes = (".txt",)

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The game's line."""
        return f"{text_line(outcome)}\n".encode()

    def summarise(self, summary: Summary) -> None:
        """End with a line for each count."""
        self.write(summary_text(summary).encode())


class Ranking(Text):
    """The won games of a run that ranks them, a line each, under a line of headings; the others are left out.

    Args:
        write: takes the bytes.
        least_status: games of a lower status are left out.
        top: the last rank that is shown; None shows all.
    """

    def __init__(
        self, write: Callable[[bytes], object], *, least_status: int = EXIT_OK, top: int | None = None
    ) -> None:
        super().__init__(write, least_status=least_status)
        self._top = top
        self._headed = False

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The game's rank, steps, player and file; with the steps over or under par, where the deal has one."""
        report = outcome.report
        player = shown((report.meta or {}).get("player", "-"), LONGEST_PLAYER)
        par = par_difference(report)
        return _ranking_line(str(report.rank), str(report.steps), par, player, game_name(outcome))

    def game(self, outcome: Outcome) -> None:
        """Take the next game; the ranks come in order."""
        rank = outcome.report.rank
        if not rank or (self._top is not None and rank > self._top):
            return
        if not self._headed:
            self._headed = True
            par = "" if outcome.report.par is UNSET else "par"
            self.write(_ranking_line("rank", "steps", par, "player", "file"))
        super().game(outcome)


LONGEST_PLAYER = 40
"""Code points of a player's name that a ranking shows."""


def _ranking_line(rank: str, steps: str, par: str, player: str, file: str) -> bytes:
    compared = f"{par:>5}  " if par else ""
    return f"{rank:>4}  {steps:>5}  {compared}{player:<24}  {file}\n".encode()
