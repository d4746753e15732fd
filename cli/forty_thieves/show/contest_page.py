"""The games of a run as one HTML file: their verdicts counted, a table, and the replay of each game.

The page is written in pieces, a row a game with all that its replay needs, so that its writer keeps none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from shlex import quote

from forty_thieves.game import variants
from forty_thieves.game.cards import NAMES
from forty_thieves.records.structs import Report
from forty_thieves.text import file_name, plural, shown

from . import pages
from .describe import sentences
from .faces import face_definitions
from .pages import child, markup, tag
from .recording import record
from .replay_page import ReplayedGame, facts_of, replay_data
from .svg import deal_title
from .verdicts import par_difference, verdict_sentence

LONGEST_TEXT = 500
"""Code points of a text from outside that a row or a replay shows: a contest's page has to stay small."""

_ROWS = "{rows}"


def contest_row(report: Report, name: str, game: ReplayedGame | None) -> bytes:
    """A game's row of the table, with its replay.

    Args:
        report: what the referee says of it.
        name: what the game is called: its file, and which of it.
        game: the game; None where there is none to replay.
    """
    row = tag("tr", data_verdict=report.verdict)
    child(row, "td", "" if report.rank is None else str(report.rank))
    child(row, "td", _cut((report.meta or {}).get("player", "")), dir="auto")
    child(row, "td", _cut(name))
    child(child(row, "td"), "span", report.verdict, class_=f"verdict {report.verdict}")
    child(row, "td", "" if report.steps is None else str(report.steps))
    child(row, "td", par_difference(report), class_="par")
    problem = report.problem
    if problem is None:
        problem_text = "no legal move is left" if report.stuck else ""
    else:
        move = "" if problem.move is None else f"move {problem.move}, {shown(problem.token or '', 24)}: "
        problem_text = f"{problem.code}: {move}{problem.message}"
    child(row, "td", _cut(problem_text), dir="auto")
    text = markup(row)
    if game is not None:
        script = f'<td hidden><script type="application/json">{_replay(report, game)}</script></td>'
        text = f"{text.removesuffix('</tr>')}{script}</tr>"
    return f"{text}\n".encode(errors="backslashreplace")


def _replay(report: Report, game: ReplayedGame) -> str:
    """What the page's script has to know of a game, as JSON."""
    played = record(game.deal, game.log, auto_draw=game.auto_draw)
    options = " --auto-draw" if game.auto_draw else ""
    recorded = {
        "title": _cut(deal_title(game.deal)),
        "sentence": verdict_sentence(report, game.deal.rules),
        "facts": [
            ("file", _cut(file_name(report.file))),
            *((_cut(key), _cut(text)) for key, text in facts_of(game, played)),
        ],
        "command": f"forty-thieves check{options} {quote(file_name(report.file))}",
        **replay_data(game, played),
    }
    if game.deal.variant is None:
        recorded["rules"] = sentences(game.deal.rules)
    return pages.data(recorded)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."


def contest_frame(verdicts: Mapping[str, int], named: Iterable[str], *, with_par: bool) -> tuple[bytes, bytes]:
    """What stands before the rows, and what stands behind them.

    Args:
        verdicts: how many games have each verdict.
        named: the variants whose rules are to be given in words.
        with_par: whether the games are compared with a par; else that column is not shown.
    """
    games = sum(verdicts.values())
    title = plural(games, "game").replace(str(games), f"{games:,}")
    counts = tag("ul", class_="counts")
    for verdict, number in verdicts.items():
        if number:
            child(counts, "li", f"{number:,} {verdict}", class_=verdict, data_verdict=verdict)
    faces = tag("svg", class_="faces", aria_hidden="true")
    faces.append(face_definitions(NAMES, pages.PREFIX))
    slots = {
        **pages.frame(["viewer.js", "contest.js"]),
        "title": title,
        "counts": markup(counts),
        "columns": "with-par" if with_par else "without-par",
        "faces": markup(faces),
        "viewer": pages.filled(pages.source("viewer.html"), {"board": ""}),
        "rules": pages.data({name: sentences(variants.find(name)) for name in named}),
    }
    before, _, behind = pages.source("contest.html").partition(_ROWS)
    return pages.filled(before, slots).encode(), pages.filled(behind, slots).encode() + b"\n"
