"""Games that are alike however their logs are written, and games that are not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from forty_thieves.formats.document import Document
from forty_thieves.game.deal import deal
from forty_thieves.judging.outcomes import Item, Likeness, Options
from forty_thieves.judging.referee import judge
from forty_thieves.records.deals import serialise_deal

LUCAS: dict[str, Any] = {"variant": "lucas", "seed": 42}


def likeness(moves: str, dealt: dict[str, Any] = LUCAS, **fields: Any) -> Likeness | None:
    record = {"format": "forty-thieves-game/1", "deal": dealt, "moves": moves, **fields}
    return judge(Item(Document(record), "-"), Options(likeness=True)).likeness


def legal(moves: str, dealt: dict[str, Any] = LUCAS, **fields: Any) -> Likeness:
    found = likeness(moves, dealt, **fields)
    assert found is not None, moves
    return found


@pytest.mark.parametrize(
    "other",
    [
        "D d 5-F",
        "d\td\n5-f\n",
        "  d d 5-f",
        "# why\nd d # 5-f\n5-f",
        "d\r\nd\r5-f #",
        "d d 5-f # Ünicode",
        "d d 5-fx1",
        "d=9C d 5-f=2S",
        "d d 5-f=2\u2660",
    ],
)
def test_the_same_log(other: str) -> None:
    assert legal(other) == legal("d d 5-f")
    assert {len(digest) for digest in (legal(other).log, legal(other).transfers)} == {16}


STOCK_PLAYS = [  # (played from the stock, drawn and played)
    ("5-f 5-f 2-7 d 8-2 9-4 d d d d d d d s-f", "5-f 5-f 2-7 d 8-2 9-4 d d d d d d d d w-f"),
    ("s-11", "d w-11"),
    ("5-f 5-f S-11=9C 13-7", "5-f 5-f d w-11 13-7x1"),
]


@pytest.mark.parametrize(("straight", "drawn"), STOCK_PLAYS)
def test_a_card_played_from_the_stock_is_drawn_and_played(straight: str, drawn: str) -> None:
    assert legal(straight) == legal(drawn)


@pytest.mark.parametrize("other", ["d d", "d d 5-f d", "", "d d #5-f", "d d 5-f 5-f"])
def test_another_log(other: str) -> None:
    assert legal(other).log != legal("d d 5-f").log
    assert legal(other).transfers != legal("d d 5-f").transfers


@pytest.mark.parametrize("other", ["d 5-f d", "5-f d d", "5-f d d=4D"])
def test_the_same_moves_in_another_order(other: str) -> None:
    assert legal(other).log != legal("d d 5-f").log
    assert legal(other).transfers == legal("d d 5-f").transfers


def test_another_place_for_the_same_card_is_another_game() -> None:
    assert legal("5-f 5-f 2-7 s-5").transfers != legal("5-f 5-f 2-7 s-11").transfers


def test_the_column_that_a_card_comes_from_follows_from_the_rest() -> None:
    one, other = legal("d w-11"), legal("s-11")
    assert one.transfers == other.transfers
    assert legal("5-f d 5-f w-11").transfers == legal("5-f 5-f s-11").transfers


RARE: dict[str, Any] = {"rules": {"base": "lucas", "build": "any-suit", "take_back": True, "cells": 2}, "seed": 42}
"""A deal whose rules have cells, and let cards be taken back from foundations."""


def test_cards_taken_back_and_cards_in_cells_count_too() -> None:
    assert legal("5-f 5-f fs-6", RARE) == legal("5-f 5-f FS-6=2s", RARE)
    ends = ("", "fs-6", "fd-6", "1-c1", "1-c2", "4-c1 c1-12", "4-c1 c1-1", "4-12", "1-c1 2-c2", "1-c2 2-c1")
    assert len({legal(f"5-f 5-f {end}", RARE).transfers for end in ends}) == len(ends)
    assert legal("1-c1 5-f 5-f", RARE).transfers == legal("5-f 5-f 1-c1", RARE).transfers
    assert legal("4-c1 2-c2 c1-12", RARE).transfers == legal("2-c2 4-c1 c1-12", RARE).transfers


def test_the_deal_counts_and_the_rest_does_not() -> None:
    whole = msgspec.to_builtins(serialise_deal(deal("lucas", 42)))
    assert legal("d", whole, meta={"player": "x"}, claim="unfinished") == legal("d")
    assert legal("d", {"variant": "lucas", "seed": 43}) != legal("d")
    assert legal("d", {"variant": "maria", "seed": 42}) != legal("d")


@pytest.mark.parametrize("moves", ["2-8", "d zz", "d 99-f"])
def test_only_legal_logs_are_compared(moves: str) -> None:
    assert likeness(moves) is None
    assert likeness("d", {"variant": "nothing", "seed": 42}) is None
