"""How a board is dressed for a terminal: colors, suit symbols, width."""

from __future__ import annotations

import re
import textwrap

from msgspec import Struct

from forty_thieves.game.cards import RANKS, SUITS, SYMBOLS

_RED, _BOLD, _PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[0m"
_STYLES = {"C": _BOLD, "D": _RED, "H": _RED, "S": _BOLD}
_CARD = re.compile(rf"(?<![\w-])([{RANKS}]?)([{SUITS}])(?!\w)")


class Look(Struct, frozen=True):
    """How a board is dressed.

    Attributes:
        color: whether red suits are red and black ones bold.
        symbols: whether suits are written as symbols, not as letters.
        width: columns of text on a line, at least 1; None where lines may be as long as they like.
    """

    color: bool = False
    symbols: bool = False
    width: int | None = None

    def dressed(self, text: str) -> str:
        """Plain text of ours with its cards, and the suits that stand alone, dressed; its width stays the same."""
        return _CARD.sub(self._card, text) if self.color or self.symbols else text

    def _card(self, found: re.Match[str]) -> str:
        rank, suit = found.groups()
        name = rank + (SYMBOLS[SUITS.index(suit)] if self.symbols else suit)
        return f"{_STYLES[suit]}{name}{_PLAIN}" if self.color else name

    def wrapped(self, text: str, indent: int = 0) -> str:
        """Text broken between words where the width asks for it.

        Args:
            text: one line, without a line end.
            indent: blanks before the second line and those after it.
        """
        if self.width is None or len(text) <= self.width:
            return text
        # A line always has room for a word or two, however narrow the terminal says it is.
        return "\n".join(
            textwrap.wrap(
                text,
                max(self.width, indent + 12),
                subsequent_indent=" " * indent,
                break_on_hyphens=False,
                break_long_words=False,
            )
        )


PLAIN = Look()
"""As a file or a pipe gets it."""
