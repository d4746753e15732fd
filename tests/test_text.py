"""Text: where words end, where a character stands, and what a message may show of foreign text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.text import line_and_column, plural, quoted, shown, suggestion, words

ODD_SPACES = ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\xa0", "\u2003", "\u2028", "\u2029", "\u3000"]


@pytest.mark.parametrize("separator", [" ", "\t", "\r", "\n", "\r\n", " \t\r\n "], ids=repr)
def test_words_are_parted_at_space_tab_and_line_ends(separator: str) -> None:
    assert words(f"{separator}AS{separator}2S{separator}") == ["AS", "2S"]


@pytest.mark.parametrize("odd", [*ODD_SPACES, "\x00", "\u200b", "\ufeff"], ids=ascii)
def test_any_other_space_belongs_to_the_word(odd: str) -> None:
    assert words(f"AS{odd}2S 3S") == [f"AS{odd}2S", "3S"]


def test_a_text_of_spaces_has_no_words() -> None:
    assert words(" \t\r\n") == []
    assert words("") == []


@given(st.lists(st.text(st.characters(exclude_characters=" \t\r\n"), min_size=1)))
def test_joined_words_come_apart_again(parts: list[str]) -> None:
    assert words("\n".join(parts)) == parts


@pytest.mark.parametrize(
    ("text", "index", "place"),
    [
        pytest.param("d d", 2, (1, 3), id="first line"),
        pytest.param("d\nd", 2, (2, 1), id="LF"),
        pytest.param("d\rd", 2, (2, 1), id="CR alone"),
        pytest.param("d\r\nd", 3, (2, 1), id="CR LF is one line end"),
        pytest.param("d\r\nd", 2, (1, 3), id="the LF of a CR LF is on the line that it ends"),
        pytest.param("d\n\nd", 3, (3, 1), id="empty line"),
        pytest.param("\U0001f0a1 d", 2, (1, 3), id="code points, not bytes or halves"),
        pytest.param("e\u0301 d", 3, (1, 4), id="code points, not what is seen"),
        pytest.param("d\x0bd\u2028d", 4, (1, 5), id="no other line ends"),
        pytest.param("d\n", 2, (2, 1), id="end of the text"),
        pytest.param("", 0, (1, 1), id="empty text"),
    ],
)
def test_line_and_column(text: str, index: int, place: tuple[int, int]) -> None:
    assert line_and_column(text, index) == place


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        pytest.param("3-5", "3-5", id="plain"),
        pytest.param("\x1b[31m", "\\x1b[31m", id="terminal escape"),
        pytest.param("a\nb\tc", "a\\nb\\tc", id="line end and tab"),
        pytest.param("\x9b1m", "\\x9b1m", id="C1 escape"),
        pytest.param("a\xa0b", "a\\xa0b", id="no-break space"),
        pytest.param("\u202e", "\\u202e", id="text direction"),
        pytest.param("e\u0301", "e\\u0301", id="combining"),
        pytest.param("\ud800", "\\ud800", id="lone surrogate"),
        pytest.param("♠", "♠", id="suit symbol"),
        pytest.param("x" * 60, "x" * 60, id="60 characters"),
        pytest.param("x" * 61, "x" * 60 + "... (61 characters)", id="61 characters"),
    ],
)
def test_foreign_text_is_made_safe_to_show(text: str, safe: str) -> None:
    assert shown(text) == safe
    assert quoted(text) == f"'{safe}'"


@given(st.text(st.characters(exclude_categories=())))
def test_shown_text_can_always_be_printed_on_one_line(text: str) -> None:
    safe = shown(text)
    assert safe.isprintable()
    safe.encode()
    assert len(safe) < 60 * 10 + 40


def test_a_suggestion_is_the_nearest_known_word() -> None:
    assert suggestion("lucsa", ["maria", "lucas"]) == "; did you mean 'lucas'?"


def test_no_suggestion_where_nothing_is_near() -> None:
    assert suggestion("klondike", ["maria", "lucas"]) == ""


@pytest.mark.parametrize(("number", "told"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_plural(number: int, told: str) -> None:
    assert plural(number, "card") == told
