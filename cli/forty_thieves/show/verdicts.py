"""A game's verdict in one sentence, for people."""

from __future__ import annotations

from msgspec import UNSET

from forty_thieves.game.rules import Rules
from forty_thieves.records.structs import Report
from forty_thieves.text import plural, shown


def verdict_sentence(report: Report, rules: Rules) -> str:
    """What came of a game, with the move and the reason where something is wrong with it.

    Args:
        report: the game's report.
        rules: the rules it was played by.
    """
    problem = report.problem
    if problem is not None:
        at = "" if problem.move is None else f" at move {problem.move}, {shown(problem.token or '', 24)}"
        return f"{report.verdict.capitalize()}{at}: {problem.message}"
    if report.verdict == "won":
        return f"Won in {plural(report.moves or 0, 'move')}{beside_par(report)}"
    cards = f"{report.foundation_cards or 0} of {rules.card_count} cards"
    stuck = ", and no legal move is left" if report.stuck else ""
    return f"Unfinished after {plural(report.moves or 0, 'move')}: {cards} on the foundations{stuck}"


def over_par(report: Report) -> int | None:
    """How many steps a game has more than the par of its deal; None where that is not known."""
    if report.par is UNSET or report.steps is UNSET or report.steps is None:
        return None
    return report.steps - report.par


def par_difference(report: Report) -> str:
    """The steps that a won game has over or under par, with their sign, or 0; nothing where that is not known."""
    over = over_par(report) if report.verdict == "won" else None
    if over is None:
        return ""
    return f"{over:+}" if over else "0"


def beside_par(report: Report) -> str:
    """A ready ``, 8 steps over par`` for a won game; nothing where its deal has no par."""
    over = over_par(report)
    if over is None:
        return ""
    return f", {plural(abs(over), 'step')} {'over' if over > 0 else 'under'} par" if over else ", at par"
