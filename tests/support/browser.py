"""A real browser for the tests of pages: Debian's Chromium, driven through Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
INSTALL = "these tests need a browser: apt-get update && apt-get install -y chromium"
NO_ADDRESS = "data:"

_KEEP_COPIES = (
    "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})"
)


CONTRASTS = """() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const paper = (at) => {
    for (; at; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const at of document.querySelectorAll("main *")) {
    const own = [...at.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || at.closest("svg, [aria-disabled=true]") || !at.checkVisibility()) continue;
    const [one, other] = [light(channels(getComputedStyle(at).color)), light(paper(at))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push([at.tagName, at.className, at.textContent.slice(0, 20), ratio]);
  }
  return poor;
}"""

"""Gives the texts of a page whose contrast to what is behind them is too small to be read by everybody (WCAG AA)."""


def program() -> str | None:
    """The browser that is installed, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """A running browser; its sandbox can't be had as root."""
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program(), args=options)
        yield browser
        browser.close()


class Tab:
    """A page that is open, and all that it must not do.

    Args:
        browser: the browser.
        options: how the page is to be opened, as Playwright has it.

    Attributes:
        page: the page.
        trouble: what it said on the console, threw, asked for or popped up.
    """

    def __init__(self, browser: Browser, **options: Any) -> None:
        self._context: BrowserContext = browser.new_context(**options)
        self._context.add_init_script(_KEEP_COPIES)
        self.page: Page = self._context.new_page()
        self.trouble: list[str] = []
        self._own = ""
        self.page.on("console", lambda message: self.trouble.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: self.trouble.append(f"dialog: {dialog.message}"))
        self.page.on("request", lambda request: self._asked(request.url))

    def _asked(self, url: str) -> None:
        if url.partition("#")[0] != self._own and not url.startswith(NO_ADDRESS):
            self.trouble.append(f"request: {url}")

    def open(self, file: Path, fragment: str = "") -> Page:
        """Open a file; gives the page."""
        self._own = file.as_uri()
        self.page.goto(self._own + fragment)
        return self.page

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector: str) -> str:
        """The text of the first element of that kind."""
        return self.page.locator(selector).first.inner_text()

    def copied(self, what: str) -> str:
        """What the button copies that copies that: ``log``, ``position``, ``command`` or ``record``."""
        self.page.locator(f"[data-copy={what}], [data-from={what}]").click()
        copied: str = self.page.evaluate("window.copied")
        return copied

    def close(self) -> None:
        """Close it; nothing may have gone wrong in it."""
        self._context.close()
        assert self.trouble == []
