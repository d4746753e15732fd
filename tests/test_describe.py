"""The rules in words, against golden text; and the whole record, which gives the same game when it is read back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import strategies
from forty_thieves import variants
from forty_thieves.describe import sentences, summary, title, whole_record
from forty_thieves.records import interpret_record
from forty_thieves.rules import Rules
from strategies import DATA, own

GOLDEN = dict(
    part.split("\n", 1) for part in (DATA / "sentences.txt").read_text().removeprefix("== ").split("\n== ") if part
)
"""For each variant its title, its summary, and its sentences, one a line."""


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
def test_variants_in_words(name: str) -> None:
    rules = variants.find(name)
    assert [title(rules), summary(rules), *sentences(rules)] == GOLDEN[name].splitlines()


def test_the_golden_text_tells_of_the_named_variants() -> None:
    assert list(GOLDEN) == list(variants.ARTICLE_NAMES)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"decks": 1, "columns": 8}, "Played with one pack of 52, 52 cards."),
        ({"decks": 4}, "Played with four packs of 52, 208 cards."),
        (
            {"foundation_base": "5"},
            "8 foundations, 2 of each suit, are built up in suit from five to four, the ace following the king. "
            "Cards on a foundation stay there.",
        ),
        (
            {"foundation_base": 13, "foundations_start": "base", "take_back": True},
            "8 foundations, 2 of each suit, are built up in suit from king to queen, the ace following the king. "
            "The 8 kings are set out there before dealing. A foundation's top card may be taken back to a column.",
        ),
        (
            {"columns": 1, "face_up": 1, "initial_draw": 1},
            "Deal 1 column of 1 card, row by row, face up; then turn 1 card to the waste; "
            "the other 102 cards are the stock.",
        ),
        ({"columns": 26}, "Deal 26 columns of 4 cards, row by row, face up; no card is left for the stock."),
        (
            {"decks": 1, "columns": 17, "face_up": 3},
            "Deal 17 columns of 3 cards, row by row, face up; the last card is the stock.",
        ),
        (
            {"columns": 8, "face_down": 2, "face_up": 3, "initial_draw": 3},
            "Deal 8 columns of 5 cards, row by row, the first 2 of each face down and the rest face up; "
            "then turn 3 cards to the waste; the other 61 cards are the stock. "
            "A face-down card that comes to lie on top is turned up at once.",
        ),
        (
            {"build": "any-suit", "tableau_wrap": True},
            "In the columns a card may be put on one that is one rank higher and of any suit; "
            "a king may go on an ace.",
        ),
        (
            {"build": "any-suit", "move": "sequence", "sequence": "same-suit"},
            "The top card of a column and of the waste may be moved. A run of face-up cards at a column's end, each "
            "one rank below the one before and of the same suit, may be moved together, or any part of it that ends "
            "with the top card.",
        ),
        ({"empty_columns": "kings"}, "Only a king may fill an empty column."),
        ({"empty_columns": "waste"}, "Only the top card of the waste may fill an empty column."),
        (
            {"empty_columns": "auto"},
            "An empty column is filled at once with the top card of the waste, or with a card drawn where the waste "
            "is empty; once there is neither, any card that may move may fill it.",
        ),
        (
            {"draw": 2, "redeals": 1},
            "Draw 2 cards at a time from the stock to the waste, one after another, or as many as are left; only the "
            "last of them is playable. When the stock is empty the waste may be turned over, unshuffled, to be the "
            "stock again, once.",
        ),
        (
            {"redeals": "unlimited"},
            "Draw one card at a time from the stock to the waste, at any time; the stock's top card may also be "
            "played at once to a foundation or a column. When the stock is empty the waste may be turned over, "
            "unshuffled, to be the stock again, as often as wished.",
        ),
    ],
    ids=repr,
)
def test_fields_in_words(fields: dict[str, Any], sentence: str) -> None:
    assert sentence in sentences(own(**fields))


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, "10 columns of 4; build down in suit; move one card at a time; draw 1; no redeal"),
        (
            {"columns": 8, "face_down": 1, "build": "any-suit", "move": "sequence", "draw": 3, "redeals": 1},
            "8 columns of 5 (1 face down); build down regardless of suit; move sequences; draw 3; 1 redeal",
        ),
        (
            {"redeals": "unlimited", "foundation_base": "2", "foundations_start": "base"},
            "10 columns of 4; build down in suit; move one card at a time; draw 1; unlimited redeals; twos set out",
        ),
    ],
    ids=repr,
)
def test_summaries(fields: dict[str, Any], line: str) -> None:
    assert summary(own(**fields)) == line


def test_a_title_is_the_name_where_there_is_none() -> None:
    assert title(own(name="mine")) == "mine"
    assert title(own(name="mine", title="My Game")) == "My Game"


@given(strategies.own_rules())
def test_no_rules_lack_words(rules: Rules) -> None:
    told = sentences(rules)
    assert all(sentence.endswith(".") for sentence in told)
    assert "\n" not in summary(rules)


@given(strategies.own_rules())
def test_the_whole_record_is_read_back_as_the_same_rules(rules: Rules) -> None:
    record = whole_record(rules)
    again = interpret_record(record, ("rules",))
    assert isinstance(again, Rules)
    assert again.essence == rules.essence
    assert again.name == rules.name
    assert whole_record(again) == record


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
def test_the_whole_record_of_a_variant_is_that_variant_with_every_field(name: str) -> None:
    record = whole_record(variants.find(name))
    again = interpret_record(record, ("rules",))
    assert isinstance(again, Rules)
    assert variants.is_named(again)
    assert set(Rules.__struct_fields__) - set(record) <= {"sequence"}
