"""A game as one HTML file that replays it in a browser: no request to anywhere, and readable without its script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from forty_thieves.formats.encode import encode
from forty_thieves.game.cards import NAMES
from forty_thieves.game.deal import Deal
from forty_thieves.records.structs import GameRecord, PositionRecord, Report

from . import pages
from .describe import sentences
from .pages import child, markup, tag
from .recording import Played, record
from .svg import board_element, deal_title
from .verdicts import verdict_sentence

GAME_FILE = "game.yaml"
"""What the page calls the file that its game record is to be put in."""


class ReplayedGame(Struct, frozen=True):
    """A game that is to be shown.

    Attributes:
        deal: its deal.
        log: its move log; it may hold anything.
        report: what the referee says of it.
        meta: what its record says beside the game.
        auto_draw: whether cards are drawn at once whenever the waste is empty.
    """

    deal: Deal
    log: str
    report: Report
    meta: Mapping[str, str] = {}
    auto_draw: bool = False


def replay_page(game: ReplayedGame, game_record: GameRecord) -> bytes:
    """A page that replays a game.

    Args:
        game: the game.
        game_record: the same game as a record, for whoever wants to check it.

    Returns:
        The file's bytes.
    """
    played = record(game.deal, game.log, auto_draw=game.auto_draw)
    title = deal_title(game.deal)
    sentence = verdict_sentence(game.report, game.deal.rules)
    picture = board_element(
        played.board,
        f"{title}: the last board",
        played.marks,
        refused=game.report.verdict == "illegal",
        prefix=pages.PREFIX,
        faces=NAMES,
    )
    rules = tag("ul", class_="rules")
    for line in sentences(game.deal.rules):
        child(rules, "li", line)
    slots = {
        "title": markup_text(title),
        "verdict": markup(tag("p", sentence, class_=f"verdict {game.report.verdict}")),
        "viewer": pages.filled(pages.source("viewer.html"), {"board": markup(picture)}),
        "facts": pages.facts(facts_of(game, played)),
        "rules": markup(rules),
        "check": _check(game, game_record),
        "data": pages.data(replay_data(game, played)),
    }
    return pages.page("replay.html", ["viewer.js", "replay.js"], slots)


def markup_text(text: str) -> str:
    """A text alone as markup."""
    return markup(tag("i", text)).removeprefix("<i>").removesuffix("</i>")


def replay_data(game: ReplayedGame, played: Played) -> dict[str, Any]:
    """What the viewer's script has to know of a game."""
    variant = game.deal.variant
    rules = {"variant": variant} if variant else {"rules": msgspec.to_builtins(game.deal.rules)}
    return {"recording": played.recording, "position": {"format": PositionRecord.TAG, "rules": rules}}


def facts_of(game: ReplayedGame, played: Played) -> list[tuple[str, str]]:
    """What there is to say of a game beside its verdict: names, and a text for each."""
    deal, report = game.deal, game.report
    rules = deal.rules
    pairs = [(name, text) for name, text in game.meta.items() if name == "player"]
    pairs.append(("variant", rules.shown_title if deal.variant is None else f"{rules.shown_title} ({rules.name})"))
    if deal.seed is not None:
        pairs.append(("seed", f"{deal.seed} ({deal.shuffle})"))
    pairs.append(("deal", deal.digest[:12]))
    pairs.append(("moves", str(report.moves if report.moves is not None else len(played.recording.moves))))
    pairs.append(("steps", f"{played.steps}{'' if report.legal else ' up to there'}"))
    pairs += [(name, text) for name, text in game.meta.items() if name != "player"]
    return pairs


def _check(game: ReplayedGame, game_record: GameRecord) -> str:
    """How to check the game: the command line, and the record that it reads."""
    advice = tag("p", "Save the record below as ")
    child(advice, "code", GAME_FILE).tail = ", and ask the referee:"
    options = " --auto-draw" if game.auto_draw else ""
    command = tag("pre", f"forty-thieves check{options} {GAME_FILE}", id="command")
    details = tag("details", open="", data_folded="")
    child(details, "summary", "The game record, with the log")
    text = b"".join(encode([game_record], "yaml", single=True)).decode()
    child(details, "pre", text, id="record")
    copies = tag("div", class_="copies", hidden="")
    for source in ("command", "record"):
        child(copies, "button", f"Copy the {source}", type="button", data_from=source)
    return "".join(map(markup, (advice, command, copies, details)))
