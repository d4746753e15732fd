"""The named variants: their table, their names, and finding one."""

from __future__ import annotations

import pytest

from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.problems import Fault
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import serialise_record
from support.strategies import PYSOLFC_GAMES, in_the_table_s_words, own, slug

# name: columns, cards a column, face down, stock, build, moves, draw, redeals, cards set out
TABLE = {
    "forty-thieves": (10, 4, 0, 64, "same-suit", "single", 1, 0, 0),
    "indian": (10, 3, 1, 74, "different-suit", "single", 1, 0, 0),
    "limited": (12, 3, 0, 68, "same-suit", "single", 1, 0, 0),
    "little-forty": (10, 4, 0, 64, "different-suit", "sequence", 3, 3, 0),
    "lucas": (13, 3, 0, 57, "same-suit", "single", 1, 0, 8),
    "maria": (9, 4, 0, 68, "alternate-color", "single", 1, 0, 0),
    "number-ten": (10, 4, 2, 64, "alternate-color", "sequence", 1, 0, 0),
    "rank-and-file": (10, 4, 3, 64, "alternate-color", "sequence", 1, 0, 0),
    "streets": (10, 4, 0, 64, "alternate-color", "single", 1, 0, 0),
}


@pytest.mark.parametrize("name", TABLE)
def test_a_published_variant_never_changes(name: str) -> None:
    rules = variants.find(name)
    assert (
        rules.columns, rules.column_size, rules.face_down, rules.stock_size, rules.build, rules.move,
        rules.draw, rules.redeals, rules.base_cards_out,
    ) == TABLE[name]  # fmt: skip
    assert rules.in_run == rules.build
    assert (rules.decks, rules.base_rank, rules.initial_draw, rules.empty_columns) == (2, 0, 0, "any")
    assert (rules.take_back, rules.tableau_wrap) == (False, False)


def test_no_variant_is_missing_from_the_table() -> None:
    assert list(variants.ARTICLE_NAMES) == list(TABLE)
    assert [rules.name for rules in variants.every()] == [*TABLE, *PYSOLFC_GAMES]
    assert variants.names() == (*TABLE, *PYSOLFC_GAMES)


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("forty-thieves", "forty-thieves"),
        ("Forty Thieves", "forty-thieves"),
        ("FORTY_THIEVES", "forty-thieves"),
        ("fortythieves", "forty-thieves"),
        ("big-forty", "forty-thieves"),
        ("Le Cadran", "forty-thieves"),
        ("Napoleon at St. Helena", "forty-thieves"),
        ("roosevelt-at-san-juan", "forty-thieves"),
        ("Rank and File", "rank-and-file"),
        (" rank_AND-file! ", "rank-and-file"),
        ("Number Ten", "number-ten"),
        ("lucas", "lucas"),
    ],
)
def test_names_are_read_without_regard_to_case_spaces_and_punctuation(spelled: str, name: str) -> None:
    assert variants.find(spelled).name == name


@pytest.mark.parametrize(
    ("spelled", "message"),
    [
        ("lucsa", "did you mean 'lucas'?"),
        ("big forti", "did you mean 'big-forty'?"),
        ("klondike", "the command variants lists them"),
        ("", "the command variants lists them"),
        ("---", "the command variants lists them"),
        ("forty", "there is no variant 'forty'"),
        ("forty-thieves-2", "did you mean 'forty-thieves'?"),
        ("carre", "did you mean 'pysolfc/carre-napoleon'?"),
        ("San Juan", "did you mean 'roosevelt-at-san-juan' or 'pysolfc/roosevelt-at-san-juan' or 'pysolfc/san"),
        ("napoleon", "it is part of 8 names: 'napoleon-at-st-helena', 'pysolfc/"),
        ("pysolfc", "it is part of 89 names: 'pysolfc/forty-thieves', "),
        ("na", "the command variants lists them"),
        ("lucas" + "-" * 200 + "pysolfc/maria", "did you mean 'lucas' or 'pysolfc/lucas'?"),
        ("lucas" + "-" * 200, "did you mean 'lucas' or 'pysolfc/lucas'?"),
        ("\x1b[2J", "'\\x1b[2J'"),
        ("x" * 100_000, "(100000 characters)"),
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_unknown_names(spelled: str, message: str) -> None:
    with pytest.raises(Fault) as refused:
        variants.find(spelled)
    assert refused.value.code == "unknown-variant"
    assert message in refused.value.message


def test_no_two_variants_share_a_name_or_an_alias() -> None:
    spellings = [spelling for rules in variants.every() for spelling in (rules.name, *rules.aliases)]
    assert len({variants.find(spelling).name for spelling in spellings}) == len(TABLE) + len(PYSOLFC_GAMES) == 82
    assert len({"".join(filter(str.isalnum, spelling)) for spelling in spellings}) == len(spellings)


@pytest.mark.parametrize("name", variants.names())
def test_a_variant_s_record_is_read_back_as_that_variant(name: str) -> None:
    rules = variants.find(name)
    again = interpret_record(serialise_record(rules), ("rules",))
    assert isinstance(again, Rules)
    assert again == rules
    assert variants.is_named(again)


def test_other_rules_under_a_variant_s_name_are_not_that_variant() -> None:
    assert not variants.is_named(own(name="lucas"))
    assert not variants.is_named(own(name="own"))


def test_it_does_not_matter_how_fully_a_variant_is_written() -> None:
    assert variants.is_named(own(name="streets", build="alternate-color"))
    assert variants.is_named(own(name="streets", build="alternate-color", foundation_base=1, foundation_wrap=False))


# PySolFC's games, against the table that was read off that program


@pytest.mark.parametrize("name", PYSOLFC_GAMES)
def test_pysolfc_s_games_are_those_of_the_table(name: str) -> None:
    row, rules = PYSOLFC_GAMES[name], variants.find(name)
    assert rules.title == f"{row['name']} (PySolFC)"
    assert rules.aliases == tuple(map(slug, row.get("aliases", ())))
    words = in_the_table_s_words(rules)
    if words["sequence_rule"] is None and words["move"] == "sequence":
        words["sequence_rule"] = words["build"]
    # Where the waste is refilled at once there is nothing to draw from once it is empty.
    empty = "auto-waste" if rules.waste_refill else words["empty"]
    usual = {
        "ranks": list("A23456789TJQK"),
        "sequence_target": "any",
        "waste_auto_refill": False,
        "cells": 0,
        "cells_dealt": 0,
        "deal_play": "none",
    }
    if row["foundation_base"] == "after-initial-draw":
        usual["foundation_prefilled"] = words.pop("foundation_prefilled") + 1
    assert words | {"empty": empty} == {field: (usual | row)[field] for field in words}
    assert len(row["face_pattern"]) == row["cards_per_column"] == rules.column_size
    assert row["foundations"] == rules.foundation_count
    assert row["foundation_direction"] == "up"
    assert row["foundation_wrap"] is (rules.base_rank != rules.rank_order[0])
    if row["stock_after_deal"] != "varies":
        assert row["stock_after_deal"] == rules.stock_size + rules.initial_draw


@pytest.mark.parametrize(
    "name",
    [
        "Octave", "Wheatsheaf", "Kilowatt", "Indian Patience", "Floradora", "Blind Patience", "Single Spark",
        "Simple Spark", "The Spark", "Demons and Thieves",
    ],
)  # fmt: skip
def test_games_that_want_code_of_their_own_are_no_variants(name: str) -> None:
    for spelled in (name, slug(name)):
        with pytest.raises(Fault) as refused:
            variants.find(spelled)
        assert refused.value.code == "unknown-variant"


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("pysolfc/lucas", "pysolfc/lucas"),
        ("PySolFC Lucas", "pysolfc/lucas"),
        ("pysolfc-lucas", "pysolfc/lucas"),
        ("pysolfc/Napoleon's Square", "pysolfc/napoleons-square"),
        ("pysolfc/Le Cadran", "pysolfc/forty-thieves"),
        ("pysolfc/square", "pysolfc/pluto"),
        ("lucas", "lucas"),
        ("le-cadran", "forty-thieves"),
    ],
)
def test_a_source_is_part_of_a_name(spelled: str, name: str) -> None:
    assert variants.find(spelled).name == name


def test_sources() -> None:
    assert {rules.name: variants.source_of(rules) for rules in variants.every()} == (
        dict.fromkeys(TABLE, "article") | dict.fromkeys(PYSOLFC_GAMES, "pysolfc")
    )
