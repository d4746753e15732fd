"""The page of a contest in a real browser: its table, and the replay of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from support import browser as browsers
from support.browser import CONTRASTS, Tab
from support.command import LEGAL, as_json, game, run, write
from support.pictures import WON

pytestmark = pytest.mark.skipif(browsers.program() is None, reason=browsers.INSTALL)

HOSTILE = "<img src=x onerror=alert(1)>"
GAMES = [
    *(
        game(won["moves"], deal={"variant": won["variant"], "seed": won["seed"]}, meta={"player": f"Player {at}"})
        for at, won in enumerate(WON[3:6])
    ),
    game(f"{LEGAL} 2-8 d d", meta={"player": HOSTILE, "comment": f"</script><script>alert(2)</script>{HOSTILE}"}),
    game("5-f", meta={"player": "Zoe"}),
    game("5-f", claim="won"),
    {"format": "forty-thieves-game/1"},
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsers.launched() as running:
        yield running


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contest")
    write(folder, "games.jsonl", "".join(map(as_json, GAMES)))
    ran = run("check", "--best", "--report", "results.html", "games.jsonl", cwd=folder)
    assert ran.status == 2
    return folder / "results.html"


@pytest.fixture(scope="module")
def page_with_par(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("with-par")
    deal = ("lucas", "--seed", str(WON[4]["seed"]))
    assert run("deal", *deal, "--meta", "par=190", "-o", "deal.yaml", cwd=folder).status == 0
    write(folder, "games.jsonl", "".join(map(as_json, GAMES)))
    run("check", "--deal", "deal.yaml", "--best", "--report", "results.html", "games.jsonl", cwd=folder)
    return folder / "results.html"


Opener = Callable[..., Tab]


@pytest.fixture
def opened(browser: Browser, page: Path) -> Iterator[Opener]:
    """Opens the page; nothing may go wrong on it until the test's end."""
    tabs: list[Tab] = []

    def opener(fragment: str = "", **options: Any) -> Tab:
        tab = Tab(browser, **{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options})
        tabs.append(tab)
        tab.open(page, fragment)
        return tab

    yield opener
    for tab in tabs:
        tab.close()


def column(tab: Tab, number: int) -> list[str]:
    """The texts of a column of the rows that are shown, from the left one, 1."""
    return tab.page.locator(f"tbody tr:visible td:nth-child({number})").all_inner_texts()


def test_the_table_and_its_counts(opened: Opener) -> None:
    tab = opened()
    assert tab.page.title() == "7 games"
    assert tab.page.locator(".counts li").all_inner_texts() == [
        "3 won", "1 unfinished", "1 illegal", "1 rejected", "1 invalid",
    ]  # fmt: skip
    assert column(tab, 1) == ["1", "2", "3", "", "", "", ""]
    assert column(tab, 4) == ["won", "won", "won", "illegal", "unfinished", "rejected", "invalid"]
    assert column(tab, 2)[3] == HOSTILE
    assert column(tab, 7)[3].startswith("does-not-build: move 15, 2-8: cannot put TS on 6S")
    assert tab.page.locator("img").count() == 0
    assert not tab.page.locator("th.par button").is_visible()


def test_sorting(opened: Opener) -> None:
    tab = opened()
    steps = tab.page.get_by_role("button", name="steps")
    steps.click()
    ascending = column(tab, 5)
    numbers = [int(text) for text in ascending if text]
    assert numbers == sorted(numbers)
    assert ascending == [*map(str, numbers), *[""] * (7 - len(numbers))]
    assert tab.page.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    steps.click()
    assert column(tab, 5)[: len(numbers)] == ascending[: len(numbers)][::-1]
    tab.page.get_by_role("button", name="player").focus()
    tab.press("Enter")
    assert column(tab, 2)[0] == HOSTILE
    assert [text for text in column(tab, 2) if text][-1] == "Zoe"
    assert tab.page.locator("th[aria-sort]").count() == 1


def test_a_column_compares_with_the_par_of_the_deal(browser: Browser, page_with_par: Path) -> None:
    tab = Tab(browser, viewport={"width": 1280, "height": 800})
    tab.open(page_with_par)
    heading = tab.page.locator("th.par button")
    heading.click()
    heading.click()
    assert column(tab, 6) == ["+8", *[""] * 6]
    tab.page.get_by_role("searchbox").fill("+8")
    assert column(tab, 6) == ["+8"]
    tab.close()


def test_filtering(opened: Opener) -> None:
    tab = opened()
    search = tab.page.get_by_role("searchbox")
    search.fill("zoe unfin")
    assert column(tab, 2) == ["Zoe"]
    assert tab.text(".found") == "1 of 7"
    search.fill("does-not-BUILD 2-8")
    assert column(tab, 4) == ["illegal"]
    search.fill("nobody")
    assert column(tab, 4) == []
    search.fill("")
    won = tab.page.get_by_role("button", name="3 won")
    won.click()
    assert column(tab, 4) == ["won"] * 3
    assert won.get_attribute("aria-pressed") == "true"
    won.click()
    assert len(column(tab, 4)) == 7


def test_each_row_opens_its_replay(opened: Opener) -> None:
    tab = opened()
    tab.page.locator("tbody tr").nth(3).click()
    assert tab.text(".game h1") == "Lucas, seed 42"
    assert tab.text(".now") == "Move 15, 2-8: cannot put TS on 6S: needs JS"
    assert tab.text(".game .verdict").startswith("Illegal at move 15")
    assert HOSTILE in tab.page.locator(".game .facts dd").all_inner_texts()
    assert "Deal 13 columns of 3 cards" in tab.text(".game .rules")
    assert tab.text(".game .command") == "forty-thieves check games.jsonl"
    assert not tab.page.locator("main.results").is_visible()
    tab.press("ArrowLeft")
    assert tab.page.url.endswith("#game=4&move=14")
    tab.page.go_back()
    expect(tab.page.locator("main.results")).to_be_visible()
    assert tab.page.evaluate("document.activeElement.textContent") == "games.jsonl: game 4"
    tab.press("ArrowRight", "End")
    assert tab.page.url.endswith("results.html")


def test_from_game_to_game_by_keyboard_alone(opened: Opener) -> None:
    tab = opened()
    tab.page.locator("tbody a").first.focus()
    tab.press("Enter")
    expect(tab.page.locator(".game h1")).to_have_text("Lucas, seed 40001")
    tab.press("End")
    assert tab.text(".count") == "198 / 198"
    assert tab.page.locator(".cards > g").count() == 104
    tab.page.get_by_role("link", name="The next one").focus()
    tab.press("Enter")
    expect(tab.page.locator(".game h1")).to_have_text("Little Forty, seed 40001")
    assert tab.text(".count") == "0 / 245"
    tab.press("ArrowRight")
    assert tab.text(".count") == "1 / 245"
    tab.press("Escape")
    expect(tab.page.locator("main.results")).to_be_visible()


def test_an_address_leads_to_a_game_and_a_move_of_it(opened: Opener) -> None:
    tab = opened("#game=2&move=50")
    assert tab.text(".count") == "50 / 245"
    tab.page.evaluate("location.hash = '#game=2&move=7'")
    expect(tab.page.locator(".count")).to_have_text("7 / 245")
    for nowhere in ("#game=7", "#game=99", "#game=x", "#"):
        tab.page.evaluate(f"location.hash = '{nowhere}'")
        expect(tab.page.locator("main.results")).to_be_visible()


def test_sorting_does_not_change_what_an_address_means(opened: Opener) -> None:
    tab = opened()
    tab.page.get_by_role("button", name="player").click()
    tab.page.evaluate("location.hash = '#game=2'")
    expect(tab.page.locator(".game h1")).to_have_text("Little Forty, seed 40001")


def test_readable_without_a_script(opened: Opener) -> None:
    tab = opened(java_script_enabled=False)
    assert column(tab, 4)[0] == "won"
    assert not tab.page.locator(".filter").is_visible()
    assert not tab.page.locator("main.game").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(opened: Opener, scheme: str) -> None:
    for fragment in ("", "#game=4"):
        assert opened(fragment, color_scheme=scheme).page.evaluate(CONTRASTS) == []


def test_a_narrow_screen_scrolls_the_table_alone(opened: Opener) -> None:
    for fragment in ("", "#game=4"):
        tab = opened(fragment, viewport={"width": 360, "height": 740})
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
