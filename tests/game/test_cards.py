"""Cards: every spelling that is read, those that are refused, and lists of cards."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from forty_thieves.game.cards import (
    NAMES,
    is_red,
    parse_card,
    parse_cards,
    parse_usual_cards,
    serialise_cards,
    serialise_piles,
)
from support import strategies


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("AC", 0), ("KC", 12), ("AD", 13), ("KD", 25), ("AH", 26), ("KH", 38), ("AS", 39), ("KS", 51),
        ("TS", 48), ("10S", 48), ("ts", 48), ("10s", 48), ("tS", 48), ("Ts", 48), ("T♠", 48), ("10♠", 48), ("t♠", 48),
        ("T♠\ufe0f", 48), ("10♠\ufe0f", 48),
        ("2♣", 1), ("2♦", 14), ("2♥", 27), ("2♠", 40), ("q♥\ufe0f", 37), ("Q♥", 37), ("jd", 23), ("J♦\ufe0f", 23),
        ("k♣\ufe0f", 12), ("a♣", 0),
    ],
    ids=ascii,
)  # fmt: skip
def test_spellings(text: str, card: int) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", [
    "", "S", "T", "1S", "11S", "0S", "TX", "ST", "10", "100S", "1 0S", " TS", "TS ", "T S", "TSS", "T-S", "10SS",
    "T♤", "T\ufe0f♠", "T♠\ufe0e", "T♠\ufe0f\ufe0f", "TS\ufe0f", "\ufe0fTS", "٢S", "２S", "ＴＳ", "T\u017f", "\u212aS",
    "S10", "🂮", "joker", "TS\x00", "9H=",
], ids=ascii)  # fmt: skip
def test_refused_spellings(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card: write a rank .* and a suit .* as in TS"):
        parse_card(text)


def test_every_card_has_one_name_and_is_read_by_it() -> None:
    assert len(set(NAMES)) == 52
    assert [parse_card(name) for name in NAMES] == list(range(52))


def test_diamonds_and_hearts_are_red() -> None:
    assert {NAMES[card][1] for card in range(52) if is_red(card)} == {"D", "H"}
    assert sum(map(is_red, range(52))) == 26


@given(st.lists(strategies.cards))
def test_a_list_of_cards_is_read_as_it_was_written(cards: list[int]) -> None:
    assert parse_cards(serialise_cards(cards)) == cards


def test_a_list_is_parted_by_any_plain_white_space() -> None:
    assert serialise_cards(parse_cards(" 7s\t10♣\r\nK♥\ufe0f\n")) == "7S TC KH"


@pytest.mark.parametrize("text", ["7S,2C", "7S 2C.", "7S\xa02C", "7S\x0b2C", "7S -", "7S2C"], ids=ascii)
def test_a_list_with_a_word_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_cards(text)


@given(st.lists(st.sampled_from(NAMES), min_size=1))
def test_a_list_in_the_usual_writing_is_read_at_once(names: list[str]) -> None:
    assert parse_usual_cards(" ".join(names)) == [parse_card(name) for name in names]


@given(
    st.lists(st.sampled_from([*NAMES, "10S", "ts", "T\u2660", "X", "AS ", " AS", "AS\t", ""])).map(" ".join)
    | st.text("AK7TSCH \t\n\0\u2660s\xff", max_size=12)
)
@example("7S 2C  KH")
@example("7S 2C\tKH")
@example("7S 2C K\u2660")
@example("")
def test_a_list_is_read_at_once_only_where_it_is_read_alike_word_by_word(text: str) -> None:
    cards = parse_usual_cards(text)
    if cards is not None:
        assert cards == parse_cards(text)
        assert serialise_cards(cards) == text


@given(st.lists(st.lists(st.integers(0, 51))))
def test_piles_are_written_at_once_as_one_by_one(piles: list[list[int]]) -> None:
    assert serialise_piles(piles) == "".join(f"{serialise_cards(pile)}\n" for pile in piles)
