"""Reports for people: one line a game, and what a whole run comes to.

As data, reports are records and are written like every other record (:mod:`forty_thieves.files`).
"""

from __future__ import annotations

from .documents import Place
from .records import Report
from .referee import Judgement, Require
from .text import plural, shown

EXIT_OK, EXIT_SHORT, EXIT_INVALID = 0, 1, 2


def exit_status(report: Report, require: Require) -> int:
    """What a game means for the command's exit status.

    Args:
        report: the game's report.
        require: whether a game has to be won, or only legal.

    Returns:
        0 where it holds, 1 where it was judged and fell short, 2 where it could not be judged.
    """
    if report.verdict == "invalid":
        return EXIT_INVALID
    if report.verdict == "won" or (report.verdict == "unfinished" and require == "legal"):
        return EXIT_OK
    return EXIT_SHORT


def text_line(judgement: Judgement, require: Require, *, several: bool = False) -> str:
    """A game's line in the text output, without a line end.

    Args:
        judgement: the game's report and the place to point at.
        require: whether a game has to be won, or only legal.
        several: whether the file has more than one game, so that a line without a place has to say which it means.

    Returns:
        ``path:line:column: code: message`` for a game that fell short, ``path: verdict: ...`` for one that did not.
    """
    report = judgement.report
    path = file_name(report.file)
    problem = report.problem
    place = judgement.place if exit_status(report, require) != EXIT_OK else None
    if place is None and several:
        path = f"{path}: game {report.index}"
    where = placed(path, place)
    if problem is None:
        return f"{where}: {report.verdict}: {_summary(report)}"
    move = "" if problem.move is None else f"move {problem.move}, {shown(problem.token or '', 24)}: "
    return f"{where}: {problem.code}: {move}{problem.message}"


def _summary(report: Report) -> str:
    name = report.variant or "own rules"
    told = f"{name}, {plural(report.moves or 0, 'move')}"
    if report.verdict == "won":
        return told
    stuck = ", stuck: no legal move is left" if report.stuck else ""
    return f"{told}, {plural(report.foundation_cards or 0, 'card')} on the foundations{stuck}"


def placed(path: str, place: Place | None) -> str:
    """A path, and the line and column in it where they are known."""
    return path if place is None else f"{path}:{place[0]}:{place[1]}"


def file_name(file: str) -> str:
    """A file's name as a line may show it; one that holds a control character is written with escapes."""
    return shown(file, 4096)


def totals(verdicts: dict[str, int]) -> str:
    """One line that counts the games of a run by verdict."""
    games = sum(verdicts.values())
    counted = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items() if number)
    return f"{plural(games, 'game')}: {counted}"
