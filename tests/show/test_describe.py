"""The rules in words, against golden text; and the whole record, which gives the same game when it is read back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from msgspec import UNSET

from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.records.interpret import interpret_record
from forty_thieves.show.describe import differences, sentences, summary, whole_record
from support import strategies
from support.paths import DATA
from support.strategies import own

GOLDEN = dict(
    part.split("\n", 1) for part in (DATA / "sentences.txt").read_text().removeprefix("== ").split("\n== ") if part
)
"""For each variant its title, its summary, and its sentences, one a line."""


@pytest.mark.parametrize("name", GOLDEN)
def test_variants_in_words(name: str) -> None:
    rules = variants.find(name)
    assert [rules.shown_title, summary(rules), *sentences(rules)] == GOLDEN[name].splitlines()


def test_the_golden_text_tells_of_the_named_variants() -> None:
    others = list(GOLDEN)[len(variants.ARTICLE_NAMES) :]
    assert list(GOLDEN) == [*variants.ARTICLE_NAMES, *others]
    assert set(others) < set(variants.names())
    # Every field is at play in one of them.
    fields = {field for name in GOLDEN for field in variants.find(name).essence}
    assert fields == {field for name in variants.names() for field in variants.find(name).essence}


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
        (
            {"empty_columns": "auto", "draw": 3},
            "An empty column is filled at once with the top card of the waste, or with the last card of a draw where "
            "the waste is empty; once there is neither, any card that may move may fill it.",
        ),
        (
            {"ranks": "A789TJQK", "decks": 1, "columns": 4},
            "Played with one pack that has only ace, seven, eight, nine, ten, jack, queen and king: 32 cards.",
        ),
        (
            {"ranks": "789TJQK", "foundation_base": "9", "columns": 4},
            "8 foundations, 2 of each suit, are built up in suit from nine to eight, the seven following the king. "
            "Cards on a foundation stay there.",
        ),
        (
            {"ranks": "A789TJQK", "columns": 4},
            "In the columns a card may be put on one that is one rank higher and of the same suit; "
            "nothing goes on an ace or a seven.",
        ),
        (
            {"ranks": "A789TJQK", "columns": 4, "tableau_wrap": True},
            "In the columns a card may be put on one that is one rank higher and of the same suit; "
            "a king may go on an ace; nothing goes on a seven.",
        ),
        (
            {"build_direction": "up"},
            "In the columns a card may be put on one that is one rank lower and of the same suit; "
            "nothing goes on a king.",
        ),
        (
            {"build_direction": "up", "tableau_wrap": True, "build": "different-suit"},
            "In the columns a card may be put on one that is one rank lower and of any other suit; "
            "an ace may go on a king.",
        ),
        (
            {"build_direction": "up-or-down", "tableau_wrap": True},
            "In the columns a card may be put on one that is one rank higher or lower and of the same suit; "
            "ace and king follow each other.",
        ),
        (
            {"build_direction": "up-or-down", "ranks": "89K", "foundation_base": "8", "columns": 2},
            "In the columns a card may be put on one that is one rank higher or lower and of the same suit; "
            "an ace and a king do not follow each other, nor do ranks between which the pack lacks one.",
        ),
        (
            {"foundation_base": "dealt", "initial_draw": 1},
            "8 foundations, 2 of each suit, are built up in suit. After the opening draw the next card is put on a "
            "foundation; its rank starts the others too, and the ace follows the king. "
            "Cards on a foundation stay there.",
        ),
        (
            {"foundation_base": "dealt", "ranks": "789", "columns": 2},
            "8 foundations, 2 of each suit, are built up in suit. After the deal the next card is put on a "
            "foundation; its rank starts the others too, and the lowest rank follows the highest. "
            "Cards on a foundation stay there.",
        ),
        (
            {"foundation_build": "alternate-color", "decks": 1, "columns": 5},
            "4 foundations, 1 started in each suit, are built up in alternate colors from ace to king. "
            "A card that several would take goes to the first of them, in the order clubs, spades, hearts, diamonds. "
            "Cards on a foundation stay there.",
        ),
        (
            {"cells": 1},
            "There is 1 cell: each holds one card, the top card of a column or of the waste, "
            "which may go on from there to a column or a foundation.",
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
    assert own(name="mine").shown_title == "mine"
    assert own(name="mine", title="My Game").shown_title == "My Game"


# What differs


@pytest.mark.parametrize(
    ("one", "other", "rows"),
    [
        ("lucas", "lucas", []),
        ("forty-thieves", "Le Cadran", []),
        (
            "lucas",
            "pysolfc/lucas",
            [
                ("face_up", "3", "4"),
                ("move", "single", "sequence"),
                ("sequence", "-", "same-suit"),
                ("foundations_start", "base", "empty"),
                ("take_back", "false", "true"),
                ("initial_draw", "0", "1"),
            ],
        ),
        (
            "pysolfc/interchange",
            "pysolfc/unlimited",
            [("redeals", "0", "unlimited")],
        ),
        (
            "pysolfc/interchange",
            "pysolfc/alternation",
            [
                ("build", "same-suit", "alternate-color"),
                ("sequence", "same-suit", "alternate-color"),
                ("empty_columns", "kings", "any"),
            ],
        ),
        (
            "pysolfc/mcclellan",
            "pysolfc/interchange",
            [
                ("columns", "8", "7"),
                ("face_down", "3", "-"),
                ("face_up", "1", "-"),
                ("face_pattern", "-", "UDUDUDU"),
                ("empty_columns", "any", "kings"),
            ],
        ),
        (
            "pysolfc/pluto",
            "pysolfc/busy-aces",
            [
                ("foundation_base", "2", "A"),
                ("foundation_wrap", "true", "false"),
                ("tableau_wrap", "true", "false"),
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_differences(one: str, other: str, rows: list[tuple[str, str, str]]) -> None:
    assert differences(variants.find(one), variants.find(other)) == rows
    assert differences(variants.find(other), variants.find(one)) == [
        (name, right, left) for name, left, right in rows
    ]


@given(strategies.own_rules(), strategies.own_rules())
def test_rules_differ_where_their_essence_does(one: Rules, other: Rules) -> None:
    assert bool(differences(one, other)) is (one.essence != other.essence)


# The command


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "forty_thieves", "variants", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"},
    )


def listed(*arguments: str) -> list[str]:
    """The names in the list that these arguments give, with the rules of each compared."""
    shown = run(*arguments, "--format", "json")
    records = json.loads(shown.stdout)
    assert (shown.returncode, shown.stderr) == (0, "" if records else "forty-thieves: no game is like that\n")
    for record in records:
        assert record == json.loads(json.dumps(whole_record(variants.find(record["name"]))))
    return [record["name"] for record in records]


@pytest.mark.parametrize(
    ("arguments", "test"),
    [
        ([], lambda _: True),
        (["--source", "article"], lambda rules: "/" not in rules.name),
        (["--source", "pysolfc"], lambda rules: rules.name.startswith("pysolfc/")),
        (["--decks", "3"], lambda rules: rules.decks == 3),
        (["--build", "suit-cycle"], lambda rules: rules.build == "suit-cycle"),
        (["--moves", "sequence"], lambda rules: rules.move == "sequence"),
        (
            ["--source", "pysolfc", "--decks", "2", "--build", "any-suit", "--moves", "single"],
            lambda rules: (rules.decks, rules.build, rules.move) == (2, "any-suit", "single"),
        ),
        (["--decks", "5"], lambda _: False),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_list_of_variants_is_filtered(arguments: list[str], test: Callable[[Rules], bool]) -> None:
    assert listed(*arguments) == [rules.name for rules in variants.every() if test(rules)]


def test_the_list_as_text_has_a_heading_for_each_source() -> None:
    lines = run().stdout.splitlines()
    assert lines[0] == "The games of the article:"
    assert "PySolFC's games, by its own rules:" in lines
    names = [line.split()[0] for line in lines if line and not line.startswith(" ") and not line.endswith(":")]
    assert names == list(variants.names())
    assert lines[1].split("  ", 1)[1].strip() == summary(variants.find("forty-thieves"))
    assert sum("also known as pysolfc/presidents-cabinet" in line for line in lines) == 1


def test_two_variants_compared() -> None:
    shown = run("--compare", "lucas", "pysolfc/lucas")
    assert shown.returncode == 0
    assert shown.stdout == (
        "                   lucas   pysolfc/lucas\n"
        "face_up            3       4\n"
        "move               single  sequence\n"
        "sequence           -       same-suit\n"
        "foundations_start  base    empty\n"
        "take_back          false   true\n"
        "initial_draw       0       1\n"
    )
    assert run("--compare", "forty-thieves", "Le Cadran").stdout == (
        "forty-thieves and forty-thieves have the same rules\n"
    )


def test_one_variant_in_words_and_as_a_record(tmp_path: Path) -> None:
    shown = run("pysolfc/zebra").stdout.splitlines()
    assert shown[0] == "# Zebra (PySolFC) (pysolfc/zebra)"
    words = [line.removeprefix("# - ") for line in shown if line.startswith("# - ")]
    assert words == sentences(variants.find("pysolfc/zebra"))
    record = run("pysolfc/zebra", "--format", "yaml").stdout
    (tmp_path / "zebra.yaml").write_text(record, encoding="utf-8")
    again = run("--rules", str(tmp_path / "zebra.yaml"), "--format", "yaml")
    assert (again.returncode, again.stdout) == (0, record)
    (tmp_path / "mine.yaml").write_text("---\nformat: forty-thieves-rules/1\nbase: pysolfc/zebra\ncells: 2\n")
    told = run("--rules", str(tmp_path / "mine.yaml"), "--format", "text").stdout
    assert "There are 2 cells" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["lucsa"], "did you mean 'lucas'?"),
        (["--compare", "lucas", "pysolfc/lukas"], "did you mean 'pysolfc/lucas'?"),
        (["lucas", "--decks", "2"], "for the list of all games"),
        (["lucas", "--compare", "lucas", "maria"], "not several of them"),
        (["--compare", "lucas", "maria", "--format", "json"], "--compare gives text only"),
        (["--source", "solvitaire"], "'solvitaire' is not one of"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_the_command_refuses(arguments: list[str], told: str) -> None:
    shown = run(*arguments)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert told in " ".join(shown.stderr.replace("\u2502", " ").split())


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


@pytest.mark.parametrize("name", variants.names())
def test_the_whole_record_of_a_variant_is_that_variant_with_every_field(name: str) -> None:
    rules = variants.find(name)
    record = whole_record(rules)
    again = interpret_record(record, ("rules",))
    assert isinstance(again, Rules)
    assert variants.is_named(again)
    assert again.essence == rules.essence
    # A field is left out only where it can't be given beside another.
    faces = {"face_pattern"} if rules.face_pattern is UNSET else {"face_down", "face_up"}
    runs = {"sequence"} if rules.move == "single" else set()
    wrap = {"foundation_wrap"} if rules.foundation_base == "dealt" else set()
    assert set(Rules.__struct_fields__) - set(record) - wrap == faces | runs
