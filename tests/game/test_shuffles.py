"""Shuffles and seeds: what a seed gives never changes, and what is not a seed is refused with the reason."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import createCards  # type: ignore[import-untyped]
from pysol_cards.random import shuffle  # type: ignore[import-untyped]
from pysol_cards.random_base import RandomBase  # type: ignore[import-untyped]

from forty_thieves import deal
from forty_thieves.game import shuffles, variants
from forty_thieves.game.cards import NAMES
from forty_thieves.game.rules import Rules
from forty_thieves.game.shuffles import check_seed, draw_seed, ms, parse_seed, pysolfc
from forty_thieves.problems import Fault
from support import strategies

# Seeds


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("0", 0),
        ("1", 1),
        ("42", 42),
        ("31999", 31999),
        ("9007199254740992", 2**53),
        ("18446744073709551616", 2**64),
        ("99999999999999999999", 10**20 - 1),
        ("100000000000000000000", 10**20),
    ],
)
def test_accepted_seeds(text: str, seed: int) -> None:
    assert parse_seed(text) == seed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-5", "negative numbers are not allowed"),
        ("-0", "negative numbers are not allowed"),
        ("-1.5", "write digits only"),
        ("--5", "write digits only"),
        ("1.5", "write digits only"),
        ("1.0", "write digits only"),
        ("1e3", "write digits only"),
        ("0x10", "write digits only"),
        ("0o10", "write digits only"),
        ("1_0", "write digits only"),
        ("1,000", "write digits only"),
        ("3:5", "write digits only"),
        ("true", "write digits only"),
        ("10^20", "write digits only"),
        (" 5", "write digits only"),
        ("5 ", "write digits only"),
        ("5\n", "write digits only"),
        ("+7", "without a sign"),
        ("+0", "without a sign"),
        ("010", "leave out the leading zero"),
        ("00", "leave out the leading zero"),
        ("0" * 5000, "leave out the leading zero"),
        ("٣", "its digits must be 0 to 9"),
        ("４２", "its digits must be 0 to 9"),
        ("4²", "its digits must be 0 to 9"),
        ("", "the text is empty"),
        ("  ", "the text is empty"),
        ("100000000000000000001", "larger"),
        ("999999999999999999999", "larger"),
        ("1000000000000000000000", "larger than 10^20"),
        ("9" * 5000, "larger than 10^20"),
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_refused_seeds(text: str, reason: str) -> None:
    with pytest.raises(Fault) as refused:
        parse_seed(text)
    assert refused.value.code == "bad-seed"
    assert reason in refused.value.message
    assert len(refused.value.message) < 200


@given(st.integers(0, 10**20))
def test_every_seed_is_read_from_its_digits(seed: int) -> None:
    assert parse_seed(str(seed)) == seed


@given(st.text())
def test_a_text_is_a_seed_only_where_it_is_the_number_s_own_digits(text: str) -> None:
    try:
        seed = parse_seed(text)
    except Fault:
        assert not (text.isascii() and text.isdigit() and str(int(text)) == text and int(text) <= 10**20)
    else:
        assert str(seed) == text


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (-1, "negative"),
        (10**20 + 1, "larger"),
        (True, "True"),
        (1.0, "1.0"),
        (1.5, "1.5"),
        ("1", "'1'"),
        (None, "None"),
    ],
)
def test_numbers_that_are_no_seeds(seed: int, message: str) -> None:
    with pytest.raises(Fault, match=message) as refused:
        check_seed(seed)
    assert refused.value.code == "bad-seed"


def test_drawn_seeds_can_be_read_by_javascript(monkeypatch: pytest.MonkeyPatch) -> None:
    class Largest(Random):
        def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
            return start - 1 if stop is None else stop - step

    monkeypatch.setattr(shuffles, "SystemRandom", Largest)
    assert draw_seed() == 2**53 - 1


def test_drawn_seeds_differ() -> None:
    assert len({draw_seed() for _ in range(20)}) == 20


# The shuffle

# pysol_cards is another program's shuffle. It has no seed 0, and takes 32000 for one of the linear generator's,
# where PySolFC itself does not (its golden deals are among those of test_deals.py): these two are left out.
LINEAR = [*range(1, 200), 255, 256, 1000, 4096, 9999, 16384, 20000, 30000, 31998, 31999]
MERSENNE = [32001, 32002, 40000, 65535, 65536, 10**6, 20261130, 2**31, 2**32, 2**53, 2**63, 2**64, 10**20 - 1, 10**20]


def packs(decks: int) -> Rules:
    """Rules that are played with so many packs."""
    return Rules(decks=decks, columns=1)


def theirs(seed: int, decks: int) -> list[str]:
    """The same shuffle by pysol_cards, as card names."""
    order = shuffle(createCards(decks), seed, RandomBase.DEALS_PYSOLFC)
    order.reverse()  # the last card is dealt first
    return [f"{'0A23456789TJQK'[card.rank]}{card.suit_s()}" for card in order]


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("seeds", [LINEAR, MERSENNE], ids=["linear", "Mersenne Twister"])
def test_pysol_cards_shuffles_alike(seeds: list[int], decks: int) -> None:
    for seed in seeds:
        assert [NAMES[card] for card in pysolfc(seed, packs(decks))] == theirs(seed, decks), seed


@given(st.integers(0, 10**20), st.integers(1, 4))
def test_a_shuffle_keeps_every_card(seed: int, decks: int) -> None:
    assert sorted(pysolfc(seed, packs(decks))) == sorted(list(range(52)) * decks)


# "ms" numbers: pysol_cards has them too. What it can't do: packs that lack ranks other than the highest, and cards
# set out before dealing; of these only the whole pack's order can be compared. It lays a pack out rank by rank where
# there are exactly 52 cards, so nothing is known from it of one short pack.
MS = [1, 2, 31999, 32000, 32001, 65536, 2**31 - 1]
MS_WITH_BIT = [2**31, 2**31 + 1, 3 * 10**9, 2**32 - 1]
MS_LARGE = [2**32, 2**32 + 1, 2**32 + 42, 6 * 10**9, 2**33 - 1]


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("seeds", [MS, MS_WITH_BIT, MS_LARGE], ids=["below 2^31", "below 2^32", "below 2^33"])
def test_pysol_cards_shuffles_ms_numbers_alike(seeds: list[int], decks: int) -> None:
    for seed in seeds:
        order = shuffle(createCards(decks), seed, RandomBase.DEALS_MS)
        order.reverse()
        names = [f"{'0A23456789TJQK'[card.rank]}{card.suit_s()}" for card in order]
        assert [NAMES[card] for card in ms(seed, packs(decks))] == names, seed


def test_small_ms_numbers_are_pysolfc_s_own() -> None:
    for seed in (1, 42, 31999):
        for decks in (1, 2):
            assert ms(seed, packs(decks)) == pysolfc(seed, packs(decks))
    assert ms(32000, packs(2)) != pysolfc(32000, packs(2))


def test_the_ms_ranges_differ_although_the_states_are_the_same() -> None:
    orders = {tuple(ms(seed, packs(1))) for seed in (5, 2**31 + 5, 2**32 + 5)}
    assert len(orders) == 3


# Solvitaire's


def twister(seed: int) -> Random:
    """Python's own MT19937, in the state that the classic seeding with one number gives it."""
    state = [seed]
    for at in range(1, 624):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + at) % 2**32)
    random = Random()
    random.setstate((3, (*state, 624), None))
    return random


def solvitaire_s(seed: int, decks: int) -> list[str]:
    """The whole pack as Solvitaire shuffles it, straight from the description."""
    cards = [rank + suit for _ in range(decks) for rank in "A23456789TJQK" for suit in "CHSD"]
    draw = twister(seed)
    for last in range(len(cards) - 1, 0, -1):
        other = last + 1
        while other > last:
            other = draw.getrandbits(32) // (2**32 // (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return cards


@pytest.mark.parametrize("name", ["lucas", "forty-thieves", "maria", "little-forty", "pysolfc/single-rail"])
@pytest.mark.parametrize("seed", [0, 1, 2, 42, 12345, 2**31, 2**32 - 1])
def test_solvitaire_deals(name: str, seed: int) -> None:
    rules = variants.find(name)
    cards = solvitaire_s(seed, rules.decks)
    for card in rules.base_cards:
        cards.remove(NAMES[card])
    stock = cards[len(cards) - rules.stock_size - rules.initial_draw :]
    rest = cards[: len(cards) - len(stock)][::-1]
    dealt = deal(rules, seed, "solvitaire")
    assert [NAMES[card] for card in dealt.waste + dealt.stock] == stock
    assert [[NAMES[card] for card in column] for column in dealt.columns] == [
        rest[number :: rules.columns] for number in range(rules.columns)
    ]
    assert (dealt.seed, dealt.shuffle) == (seed, "solvitaire")


def test_a_deal_that_solvitaire_made() -> None:
    dealt = deal("lucas", 1, "solvitaire")
    columns = [" ".join(NAMES[card] for card in column) for column in dealt.columns]
    assert columns[:4] == ["3D 4C TH", "7H 3D 9H", "7C QD JH", "7D 6C 9H"]
    assert " ".join(NAMES[card] for card in dealt.stock[:5]) == "9C 2H 6D JH 4H"


def test_the_first_numbers_of_the_twister() -> None:
    """The published ones for its default seed, 5489."""
    numbers = shuffles._mersenne_twister(5489)
    assert [next(numbers) for _ in range(3)] == [3499211612, 581869302, 3890346734]
    for _ in range(9_996):
        next(numbers)
    assert next(numbers) == 4123659995


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("ms", 0),
        ("ms", 2**33),
        ("ms", 10**20),
        ("solvitaire", 2**32),
        ("solvitaire", -1),
        ("pysolfc", 10**20 + 1),
        ("pysolfc", -1),
    ],
)
def test_seeds_that_a_shuffle_has_not(name: str, seed: int) -> None:
    with pytest.raises(Fault) as refused:
        deal("lucas", seed, name)
    assert refused.value.code == "bad-seed"


@pytest.mark.parametrize(
    ("name", "message"),
    [("ms", "the shuffle ms has seeds from 1 to 8589934591"), ("solvitaire", "from 0 to 4294967295")],
)
def test_a_seed_out_of_range_is_told_the_range(name: str, message: str) -> None:
    with pytest.raises(Fault, match=message):
        deal("lucas", 2**33, name)


@pytest.mark.parametrize(("name", "message"), [("msx", "did you mean 'ms'?"), ("fisher", "pysolfc, ms, solvitaire")])
def test_unknown_shuffles(name: str, message: str) -> None:
    with pytest.raises(Fault, match=re.escape(message)) as refused:
        deal("lucas", 1, name)
    assert refused.value.code == "unknown-shuffle"


@pytest.mark.parametrize("name", shuffles.SHUFFLES)
def test_drawn_seeds_are_in_the_shuffle_s_range(name: str) -> None:
    found = shuffles.find(name)
    assert all(found.least <= draw_seed(name) <= min(found.most, 2**53 - 1) for _ in range(50))


@given(st.integers(1, 2**32 - 1), st.sampled_from(("ms", "solvitaire")), strategies.own_rules())
def test_every_shuffle_keeps_every_card_of_any_pack(seed: int, name: str, rules: Rules) -> None:
    order = shuffles.find(name).order(seed, rules)
    assert sorted([*order, *rules.base_cards]) == rules.all_cards


def test_short_packs_and_cards_set_out_are_left_out_of_the_order() -> None:
    short = Rules(name="short", ranks="A789TJQK", columns=4, foundations_start="base")
    for order in (pysolfc(40000, short), ms(5, short), shuffles.solvitaire(5, short)):
        assert len(order) == 56
        assert not {NAMES[card][0] for card in order} & set("A23456")


def test_neighbouring_seeds_shuffle_otherwise() -> None:
    orders = {
        tuple(pysolfc(seed, packs(2)))
        for seed in [*range(200), *range(31950, 32050), *range(10**20 - 99, 10**20 + 1)]
    }
    assert len(orders) == 400
