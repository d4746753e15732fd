"""Small facts about text that every reader and every message shares.

Two things are decided here and nowhere else: which characters separate words in a move log or a list of
cards, and how text that came from outside is shown to a person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

# str.split() separates words at these too; in a log or a list of cards they are part of the word, and spoil it.
_ODD_SEPARATORS = ("\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f")
_WORD = re.compile(r"[^ \t\r\n]+")
LINE_END = re.compile(r"\r\n|\n|\r")
"""What ends a line of text, in every format but YAML."""

SHOWN_AT_MOST = 60
"""Code points of text from outside that a message quotes; the rest is cut."""


def plain(text: str) -> bool:
    """Whether ``str.split()`` separates this text at space, tab, CR and LF and at nothing else.

    Text that is not plain may still be in order; it has to take the slower way through :func:`words`.
    """
    if not text.isascii():
        return False
    return not any(odd in text for odd in _ODD_SEPARATORS)


def words(text: str) -> list[str]:
    """The words of a text, separated by space, tab, CR and LF only; any other character is part of a word."""
    return text.split() if plain(text) else _WORD.findall(text)


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """The place of a character in a text, both counted from 1; columns count code points.

    Args:
        text: the whole text; a line ends at LF, CR LF or a CR alone.
        index: the character's offset in it, in code points; the text's length is allowed.
    """
    if text.find("\r", 0, index + 1) < 0:
        return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
    line, start = 1, 0
    for end in LINE_END.finditer(text):
        if end.end() > index:
            break
        line, start = line + 1, end.end()
    return line, index - start + 1


def shown(text: str, at_most: int = SHOWN_AT_MOST) -> str:
    """Text from outside as a message may show it: no control characters, no terminal escapes, not too long.

    Args:
        text: anything, also with lone surrogates.
        at_most: code points kept before the text is cut.

    Returns:
        The text on one line, with every character that a terminal might act on written as an escape.
    """
    cut = len(text) > at_most
    safe = "".join(_visible(char) for char in text[:at_most])
    return f"{safe}... ({len(text)} characters)" if cut else safe


def _visible(char: str) -> str:
    if char == " " or (char.isprintable() and not unicodedata.combining(char)):
        return char
    return char.encode("unicode_escape", "backslashreplace").decode("ascii")


def quoted(text: str) -> str:
    """Text from outside in quotes, made safe by :func:`shown`."""
    return f"'{shown(text)}'"


LONGEST_PATH = 4096
"""Code points of a file's name that a line shows."""


@lru_cache(maxsize=1)  # many games in a row come from one file
def file_name(file: str) -> str:
    """A file's name as a line may show it; one that holds a control character is written with escapes."""
    return shown(file, LONGEST_PATH)


def placed(path: str, place: tuple[int, int] | None) -> str:
    """A path, and the line and column in it where they are known."""
    return path if place is None else f"{path}:{place[0]}:{place[1]}"


def suggestion(word: str, known: Iterable[str]) -> str:
    """A ready ``; did you mean 'x'?`` for the known word nearest to this one, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 - start-up counts

    near = get_close_matches(word[:SHOWN_AT_MOST], list(known), n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else ""


def reason(error: OSError) -> str:
    """What the system says went wrong, in lower case."""
    return (error.strerror or str(error)).lower()


def bug_name(error: Exception) -> str:
    """An exception that nobody has foreseen, on one line: its kind and what it says."""
    return shown(f"{type(error).__name__}: {error}", 300)


def plural(number: int, noun: str) -> str:
    """A number with its noun: ``1 card``, ``2 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
