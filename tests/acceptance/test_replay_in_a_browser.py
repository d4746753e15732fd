"""Replay pages in a real browser: no console message, no request, and everything that a person does with them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from forty_thieves import Table, deal
from forty_thieves.records.positions import serialise_position
from forty_thieves.records.structs import PositionRecord
from support import browser as browsers
from support.browser import CONTRASTS, Tab
from support.command import LEGAL, as_json, game, run, write
from support.paths import ROOT
from support.pictures import WON, won_table
from support.strategies import pick

pytestmark = pytest.mark.skipif(browsers.program() is None, reason=browsers.INSTALL)

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsers.launched() as running:
        yield running


Opener = Callable[..., Tab]


@pytest.fixture(scope="module")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of what ``play`` is told; each is made once."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def made(*arguments: str | Path) -> Path:
        file = folder / f"{len(list(folder.iterdir()))}.html"
        ran = run("play", *arguments, "--output", file)
        assert ran.status < 2 or "bad-token" in ran.err, ran.err
        return file

    return made


@pytest.fixture
def opened(browser: Browser, page_of: Callable[..., Path]) -> Iterator[Opener]:
    """Opens the page of what ``play`` is told; nothing may go wrong on it until the test's end."""
    tabs: list[Tab] = []

    def opener(*arguments: str | Path, fragment: str = "", **options: Any) -> Tab:
        tab = Tab(browser, **{"viewport": DESKTOP, "reduced_motion": "reduce", **options})
        tabs.append(tab)
        tab.open(page_of(*arguments), fragment)
        return tab

    yield opener
    for tab in tabs:
        tab.close()


def won(variant: str) -> Path:
    return ROOT / f"fixtures/games/won/{variant}.yaml"


LUCAS = won("lucas")
ILLEGAL = ("--variant", "lucas", "--seed", "42", f"{LEGAL} 2-8 d d")
RIGHT, LEFT = "ArrowRight", "ArrowLeft"


def at(tab: Tab) -> tuple[int, int]:
    """The number of the position that is shown, and of the last one."""
    here, last = tab.text(".count").split("/")
    return int(here), int(last)


def reaches(tab: Tab, number: int) -> None:
    """Wait until the page shows a position."""
    expect(tab.page.locator(".count")).to_have_text(re.compile(rf"^{number} /"))


def position(table: Table) -> PositionRecord:
    return serialise_position(table)


def shown_position(tab: Tab) -> PositionRecord:
    record = json.loads(tab.copied("position"))
    assert list(record)[:2] == ["format", "variant"]
    return msgspec.convert(record, PositionRecord)


def test_from_the_deal_to_the_win_by_keyboard_alone(opened: Opener) -> None:
    tab = opened(LUCAS)
    assert at(tab) == (0, 198)
    assert tab.text(".now") == "The deal. Press play, or step with the arrow keys."
    tab.press(*[RIGHT] * 198)
    assert at(tab) == (198, 198)
    assert tab.text(".now").startswith("Move 198, ")
    assert shown_position(tab) == position(won_table(WON[4], 198))
    tab.press(RIGHT)
    assert at(tab) == (198, 198)
    tab.press("Home", LEFT)
    assert at(tab) == (0, 198)
    tab.press("End", LEFT, LEFT)
    assert at(tab) == (196, 198)


@pytest.mark.parametrize("number", range(9), ids=[game["variant"] for game in WON])
def test_every_position_of_the_nine_is_the_engine_s(opened: Opener, number: int) -> None:
    record = WON[number]
    tab = opened("--variant", record["variant"], "--seed", str(record["seed"]), record["moves"])
    last = len(record["moves"].split())
    # Forward, back, and in leaps: what is shown never depends on the way there.
    for moves in (0, 1, 2, 60, 59, last, 7, last // 2):
        tab.page.evaluate(f"location.hash = '#move={moves}'")
        reaches(tab, moves)
        assert shown_position(tab) == position(won_table(record, moves))
        drawn = tab.page.locator(".cards > g").count()
        assert drawn == 104
    assert tab.text(".verdict") == f"Won in {last} moves"


def test_games_with_cells_and_of_three_packs(opened: Opener) -> None:
    for variant, cards in (("pysolfc/jacks-in-the-box", 104), ("pysolfc/big-streets", 156)):
        table, random = Table(deal(variant, 1)), Random(1)
        for _ in range(40):
            move = pick(table, random)
            assert move is not None
            table.play(move)
        tab = opened("--variant", variant, "--seed", "1", " ".join(map(str, table.history)), fragment="#move=40")
        assert at(tab) == (40, 40)
        assert shown_position(tab) == position(table)
        assert tab.page.locator(".cards > g").count() == cards


def test_a_copied_position_can_be_played_on(opened: Opener) -> None:
    tab = opened(won("little-forty"), fragment="#move=50")
    ran = run("play", "-", "d", given=tab.copied("position"))
    assert (ran.status, ran.out.splitlines()[0]) == (0, "Little Forty, after 51 moves")


def test_an_illegal_game_opens_at_the_move_that_was_refused(opened: Opener) -> None:
    tab = opened(*ILLEGAL)
    assert at(tab) == (15, 15)
    assert tab.text(".now") == "Move 15, 2-8: cannot put TS on 6S: needs JS"
    assert tab.text(".verdict").startswith("Illegal at move 15, 2-8")
    frames = tab.page.locator(".marks.refusal .frame")
    assert (frames.count(), tab.page.locator(".marks .frame.source").count()) == (2, 1)
    assert tab.page.locator(".marks .cross").count() == 1
    assert tab.page.locator(".moves .rest").all_inner_texts() == ["d", "d"]
    assert tab.page.locator(".moves .bad button").get_attribute("aria-current") == "step"
    tab.press(LEFT)
    assert at(tab) == (14, 15)
    assert tab.page.locator(".marks.refusal").count() == 0
    assert tab.copied("log").split() == f"{LEGAL} 2-8 d d".split()


def test_a_word_that_is_no_move(opened: Opener) -> None:
    tab = opened("--variant", "lucas", "--seed", "42", "5-f <b>x</b> d")
    assert at(tab) == (2, 2)
    assert tab.text(".now").startswith("Move 2, <b>x</b>: '<b>x</b>' is no")


def test_the_address_keeps_the_move(opened: Opener) -> None:
    tab = opened(LUCAS, fragment="#move=62")
    assert at(tab)[0] == 62
    tab.press(RIGHT)
    assert tab.page.url.endswith("#move=63")
    before = tab.page.evaluate("history.length")
    tab.press(*[RIGHT] * 5)
    assert tab.page.evaluate("history.length") == before
    tab.page.reload()
    assert at(tab)[0] == 68
    for fragment, number in (("#move=5", 5), ("#move=x", 5), ("#move=99999", 198), ("#move=-3", 198), ("#x", 198)):
        tab.page.evaluate(f"location.hash = '{fragment}'")
        reaches(tab, number)
    for fragment in ("#move=1e3", "#<img src=x>"):
        assert at(opened(LUCAS, fragment=fragment))[0] == 0, fragment


def test_the_buttons_the_slider_and_the_list(opened: Opener) -> None:
    tab = opened(LUCAS)
    for name, number in (
        ("One move forward", 1),
        ("Last position", 198),
        ("One move back", 197),
        ("First position", 0),
    ):
        tab.page.get_by_role("button", name=name).click()
        assert at(tab)[0] == number
    tab.page.get_by_role("slider").fill("120")
    assert at(tab)[0] == 120
    assert tab.page.locator("[aria-current=step]").get_attribute("data-move") == "120"
    tab.page.locator(".moves button").nth(30).click()
    assert at(tab)[0] == 30
    tab.press(RIGHT)
    assert at(tab)[0] == 31
    tab.page.get_by_role("slider").focus()
    tab.press(RIGHT, "End")
    assert at(tab)[0] == 198


def test_playing_and_pausing(opened: Opener) -> None:
    tab = opened(LUCAS, fragment="#move=190")
    tab.page.get_by_label("Speed").select_option("very fast")
    tab.page.locator(".board").click()
    tab.press("Space")
    assert tab.page.get_by_role("button", name="Pause").count() == 1
    reaches(tab, 198)
    assert tab.page.get_by_role("button", name="Play").count() == 1
    tab.press("Space")
    expect(tab.page.locator(".count")).not_to_have_text(re.compile("^(0|198) /"))
    tab.press("Space")
    here = at(tab)[0]
    assert 0 < here < 198
    tab.page.wait_for_timeout(300)
    assert at(tab)[0] == here


def test_keys_that_belong_to_somebody_else_are_left_alone(opened: Opener) -> None:
    tab = opened(LUCAS)
    tab.press("Alt+ArrowRight", "Control+ArrowRight", "Meta+End", "x", "ArrowDown")
    assert at(tab)[0] == 0
    tab.page.get_by_label("Speed").focus()
    tab.press(RIGHT)
    assert at(tab)[0] == 0
    tab.page.get_by_role("button", name="One move forward").focus()
    tab.press("Space")
    assert at(tab)[0] == 1
    tab.press("Enter")
    assert at(tab)[0] == 2


def test_help_by_the_keyboard(opened: Opener) -> None:
    tab = opened(LUCAS)
    tab.page.get_by_role("button", name="Last position").focus()
    tab.press("?")
    dialog = tab.page.get_by_role("dialog")
    assert dialog.is_visible()
    assert "play or pause" in dialog.inner_text()
    tab.press(RIGHT)
    assert at(tab)[0] == 0
    tab.press("Escape")
    assert not dialog.is_visible()
    assert tab.page.evaluate("document.activeElement.dataset.do") == "last"


def test_every_control_can_be_reached_by_tab_and_shows_it(opened: Opener) -> None:
    tab = opened(*ILLEGAL)
    reached = []
    for _ in range(20):
        tab.press("Tab")
        found = tab.page.evaluate(
            "(at => [at.tagName, at.dataset.do ?? at.dataset.copy ?? at.dataset.from ?? at.className,"
            " getComputedStyle(at).outlineStyle])(document.activeElement)"
        )
        if found[0] == "BODY":
            break
        assert found[2] == "solid", found
        reached.append(found[1])
    assert reached[:7] == ["first", "back", "play", "forward", "last", "slider", ""]
    assert reached[7:] == ["help", "", "log", "position", "", "command", "record", ""]
    tab.page.locator(".moves button").nth(3).click()
    tab.press(RIGHT)
    assert tab.page.evaluate("document.activeElement.dataset.move") == "4"


def test_the_board_in_words_follows(opened: Opener) -> None:
    tab = opened(won("rank-and-file"))
    tab.page.get_by_text("The board in words").click()
    words = tab.page.locator(".words pre")
    expect(words).to_contain_text("column 1: face down face down face down ")
    assert "stock: 64 cards" in words.inner_text()
    tab.press("End")
    assert words.inner_text().startswith("foundations: K\u2663")
    name = tab.page.locator(".board svg").get_attribute("aria-label")
    assert name is not None
    assert name.startswith("The board: Move 248, ")


COUNT_SLIDES = """() => {
  window.slides = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.slides += 1; return animate.apply(this, how); };
}"""


def test_cards_slide_unless_motion_is_not_wanted(opened: Opener) -> None:
    for motion, slides in (("no-preference", True), ("reduce", False)):
        tab = opened(LUCAS, reduced_motion=motion)
        tab.page.evaluate(COUNT_SLIDES)
        tab.press(RIGHT)
        assert bool(tab.page.evaluate("window.slides")) is slides
        assert at(tab)[0] == 1


def test_readable_without_a_script(opened: Opener) -> None:
    tab = opened(*ILLEGAL, java_script_enabled=False)
    assert tab.page.locator(".board svg").is_visible()
    assert " ".join(LEGAL.split()[:10]) in tab.text("#record")
    assert not tab.page.locator(".controls").is_visible()
    assert tab.text(".verdict").startswith("Illegal at move 15")
    assert "Deal 13 columns of 3 cards" in tab.text(".rules")


@pytest.mark.parametrize("variant", ["lucas", "maria"])
def test_narrow_screens_do_not_scroll_sideways(opened: Opener, variant: str) -> None:
    tab = opened(won(variant), viewport=PHONE, fragment="#move=50")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in tab.page.locator(".buttons button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(opened: Opener, scheme: str) -> None:
    papers = []
    for arguments in ((LUCAS,), ILLEGAL):
        tab = opened(*arguments, color_scheme=scheme)
        assert tab.page.evaluate(CONTRASTS) == []
        papers.append(tab.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert set(papers) == {"rgb(21, 24, 27)" if scheme == "dark" else "rgb(246, 245, 241)"}


HOSTILE = "<img src=x onerror=alert(1)>"


def test_hostile_names_are_text(opened: Opener, tmp_path: Path) -> None:
    meta = {"player": HOSTILE, HOSTILE: f"</script><script>alert(2)</script>{HOSTILE}", "name": "\u202ereversed"}
    file = write(tmp_path, "game.json", as_json(game(f"{LEGAL} # {HOSTILE}\n", meta=meta)))
    tab = opened(file, fragment="#move=3")
    assert at(tab) == (3, 14)
    assert HOSTILE in tab.page.locator(".facts dd").all_inner_texts()
    assert HOSTILE in tab.page.locator(".facts dt").all_inner_texts()
    assert tab.page.locator("img").count() == 0
    assert HOSTILE in tab.copied("record")


def test_a_text_can_be_copied_by_hand_where_there_is_no_clipboard(opened: Opener) -> None:
    tab = opened(*ILLEGAL)
    tab.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    tab.page.get_by_role("button", name="Copy the log").click()
    by_hand = tab.page.locator(".by-hand")
    by_hand.wait_for()
    assert by_hand.input_value().split() == f"{LEGAL} 2-8 d d".split()
    assert tab.page.evaluate("document.activeElement.className") == "by-hand"
