"""Replay pages as files: what their bytes must and must not hold. What they do is tested in a browser."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from forty_thieves import Deal, deal
from forty_thieves.judging.referee import Game, check
from forty_thieves.records.deals import serialise_deal
from forty_thieves.records.structs import GameRecord
from forty_thieves.show import layout, pages
from forty_thieves.show.replay_page import ReplayedGame, replay_page
from support.command import LEGAL
from support.pictures import WON
from support.strategies import own


def page_of(dealt: Deal, log: str, **meta: str) -> str:
    report = check(Game(dealt, log))
    return replay_page(
        ReplayedGame(dealt, log, report, meta), GameRecord(deal=serialise_deal(dealt), moves=log, meta=meta)
    ).decode()


def won_page(number: int) -> str:
    game = WON[number]
    return page_of(deal(game["variant"], game["seed"]), game["moves"])


class Markup(HTMLParser):
    """What a page's markup consists of.

    Attributes:
        tags: the names of its elements.
        attributes: all their attributes.
        texts: by element the texts in it, where it was the innermost one.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, text: str) -> None:
        self.texts.setdefault(self.tags[-1] if self.tags else "", []).append(text)


def data_of(page: str) -> dict[str, Any]:
    text = page.partition('<script type="application/json" id="game">')[2].partition("</script>")[0]
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_policy_allows_the_page_s_own_script_and_style_and_nothing_else() -> None:
    page = won_page(0)
    policy = page.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    style = page.partition("<style>")[2].partition("</style>")[0]
    script = page.partition("<script>")[2].partition("</script>")[0]
    digests = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (script, style)]
    assert (rules["default-src"], rules["script-src"], rules["style-src"]) == ("'none'", *digests)
    assert rules == rules | {"img-src": "data:", "base-uri": "'none'", "form-action": "'none'"}


def test_nothing_in_it_leads_elsewhere_or_runs_text() -> None:
    page = won_page(0)
    assert set(re.findall(r"https?://[^\s\"')]*", page)) == {"http://www.w3.org/2000/svg"}
    markup = Markup(page)
    assert not {"iframe", "object", "embed", "base", "img"} & set(markup.tags)
    for name, value in markup.attributes:
        assert not name.startswith("on"), name
        assert name != "style"
        if name in ("href", "src"):
            assert value.startswith(("#ft-", "data:image/svg+xml,")), value
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch("):
        assert word not in page


@pytest.mark.parametrize("number", range(9), ids=[game["variant"] for game in WON])
def test_a_game_of_250_moves_is_small_and_always_the_same(number: int) -> None:
    page = won_page(number)
    assert len(page.encode()) * 250 / len(WON[number]["moves"].split()) < 150_000
    assert page == won_page(number)


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>&\"'<!--"


def test_text_from_outside_is_never_markup() -> None:
    rules = own(title=HOSTILE)
    usual = Markup(page_of(deal(own(), 1), "what", player="x", comment="y"))
    page = page_of(deal(rules, 1), f"{HOSTILE.replace(' ', '')}", player=HOSTILE, comment=HOSTILE)
    markup = Markup(page)
    assert sorted(markup.tags) == sorted(usual.tags)
    assert [text for text in markup.texts["dd"] if HOSTILE in text] == [HOSTILE] * 3
    assert data_of(page)["recording"]["stopped"]["token"] == HOSTILE.replace(" ", "")


def test_it_says_what_there_is_to_say() -> None:
    page = page_of(deal("lucas", 42), LEGAL, player="Ada", date="2026-11-30")
    markup = Markup(page)
    names = [name for name in markup.texts["dt"] if name.strip()]
    told = [text for text in markup.texts["dd"] if text.strip()][-len(names) :]
    shown = dict(zip(names, told, strict=True))
    assert shown["player"] == "Ada"
    assert shown["seed"] == "42 (pysolfc)"
    assert (shown["moves"], shown["steps"], shown["date"]) == ("14", "15", "2026-11-30")
    assert markup.texts["title"][0] == "Lucas, seed 42"
    assert "In the columns a card may be put on one that is one rank higher" in page
    assert ">forty-thieves check game.yaml<" in page
    assert LEGAL in page


VERDICTS = [
    ("5-f", "unfinished", "Unfinished after 1 move: 9 of 104 cards on the foundations"),
    ("5-f 2-8", "illegal", "Illegal at move 2, 2-8: cannot put 8S on TS: needs 9S"),
    ("5-f what", "invalid", "Invalid at move 2, what: 'what' is no"),
    (WON[4]["moves"], "won", "Won in 198 moves"),
]


@pytest.mark.parametrize(("log", "verdict", "sentence"), VERDICTS, ids=[case[1] for case in VERDICTS])
def test_it_says_the_verdict(log: str, verdict: str, sentence: str) -> None:
    page = page_of(deal("lucas", 40001 if verdict == "won" else 42), log)
    assert f'<p class="verdict {verdict}">{sentence}' in page.replace("&#39;", "'")


def test_the_last_board_is_in_it_with_every_face() -> None:
    page = page_of(deal("lucas", 42), "5-f 2-8")
    assert page.count('<g id="ft-') == 53
    assert '<title id="ft-title">Lucas, seed 42: the last board</title>' in page


def test_the_script_measures_cards_as_the_pictures_do() -> None:
    script = pages.source("viewer.js")
    measures = dict(re.findall(r"([A-Z_]+) = (\d+)", script))
    for name in ("CARD_WIDTH", "CARD_HEIGHT", "FACE_UP_STEP", "FACE_DOWN_STEP", "WASTE_STEP"):
        assert int(measures[name]) == getattr(layout, name), name
    assert f'"#{pages.PREFIX}' in script.replace("`", '"')
