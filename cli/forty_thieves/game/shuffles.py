"""Named shuffles: a seed gives an order of the cards, always the same.

A published shuffle never changes; a correction gets a new name. Only ``random.Random(seed).random()`` is taken from
Python, whose values are promised to stay; ``random.shuffle`` is promised nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random, SystemRandom

from msgspec import Struct

from forty_thieves.problems import Fault
from forty_thieves.text import quoted, shown, suggestion

from .cards import RANKS
from .rules import Rules

DEFAULT = "pysolfc"
LARGEST_SEED = 10**20
LARGEST_DRAWN_SEED = 2**53 - 1
"""Seeds that we draw ourselves stay below 2^53, so that JavaScript can read them."""

LINEAR_SEEDS = range(1, 32000)
"""Seeds for which PySolFC takes the linear generator, unasked."""
_DIGITS = re.compile(r"[0-9]+", re.ASCII)


def _pack(rules: Rules, order: Iterable[int]) -> list[int]:
    """The cards of one pack in an order, without the ranks that the rules leave out."""
    if rules.ranks == RANKS:
        return list(order)
    ranks = set(rules.rank_order)
    return [card for card in order if card % 13 in ranks]


# PySolFC's order of a pack before shuffling: clubs, spades, hearts, diamonds, each from ace to king. A pack that is
# the only one, and shuffled by the linear generator: the aces first, each rank as clubs, diamonds, hearts, spades.
_PACK = tuple(suit * 13 + rank for suit in (0, 3, 2, 1) for rank in range(13))
_SINGLE_PACK = tuple(suit * 13 + rank for rank in range(13) for suit in range(4))


def pysolfc(seed: int, rules: Rules) -> list[int]:
    """The order that PySolFC gives the cards for the same game number.

    From 1 to 31999 a linear congruential generator draws the positions, for every other seed MT19937 as Python's
    ``random.Random`` seeds it. (PySolFC has no game 0.)

    Args:
        seed: from 0 to 10^20; not checked here.
        rules: the rules, of which the cards in the game and those set out count.

    Returns:
        The cards in the order in which they are dealt, those that are set out before dealing left out.
    """
    if seed in LINEAR_SEEDS:
        return ms(seed, rules)
    cards = _pack(rules, _PACK) * rules.decks
    draw = Random(seed).random  # noqa: S311 - deals are to be repeated, not to be secret
    for last, places in _swaps(len(cards)):
        other = int(draw() * places)
        cards[last], cards[other] = cards[other], cards[last]
    cards.reverse()  # the last card is dealt first
    return _without_base(cards, rules)


@cache
def _swaps(cards: int) -> tuple[tuple[int, float], ...]:
    """For each card from the last to the second its index, and the number of places that it may change with.

    The number is a float, as it is multiplied by one: that is exact, and a tenth quicker than by a whole number.
    """
    return tuple((last, float(last + 1)) for last in range(cards - 1, 0, -1))


def ms(seed: int, rules: Rules) -> list[int]:
    """The order that PySolFC gives the cards for the same "ms" number, by the linear congruential generator.

    The generator has 33 bits of state and gives 15 bits; for the seeds from 2^31 and from 2^32 on, its result is
    changed as Microsoft's later programs changed it.

    Args:
        seed: from 1 to 2^33 - 1; not checked here.
        rules: the rules, of which the cards in the game and those set out count.

    Returns:
        The cards in the order in which they are dealt, those that are set out before dealing left out.
    """
    cards = _pack(rules, _PACK) * rules.decks if rules.decks > 1 else _pack(rules, _SINGLE_PACK)
    state, mask, add = seed, 0x7FFF, 0
    if seed >= 1 << 32:
        state, mask, add = seed - (1 << 32), 0xFFFF, 1
    elif seed >= 1 << 31:
        add = 0x8000
    for last in range(len(cards) - 1, 0, -1):
        state = (state * 214013 + 2531011) & 0x1FFFFFFFF
        other = ((state >> 16 & mask) + add) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    cards.reverse()  # the last card is dealt first
    return _without_base(cards, rules)


def solvitaire(seed: int, rules: Rules) -> list[int]:
    """The order of Solvitaire's deal for the same seed, by MT19937 in its classic seeding with one 32-bit number.

    Args:
        seed: from 0 to 2^32 - 1; not checked here.
        rules: the rules, of which the cards in the game, those set out and the size of the stock count.

    Returns:
        The cards in the order in which they are dealt, those that are set out before dealing left out.
    """
    cards = [
        suit * 13 + rank for _ in range(rules.decks) for rank in rules.rank_order for suit in (0, 2, 3, 1)
    ]  # clubs, hearts, spades, diamonds
    numbers = _mersenne_twister(seed)
    for last in range(len(cards) - 1, 0, -1):
        share = (1 << 32) // (last + 1)
        other = next(numbers) // share
        while other > last:
            other = next(numbers) // share
        cards[last], cards[other] = cards[other], cards[last]
    cards = _without_base(cards, rules)
    dealt = len(cards) - rules.stock_size - rules.initial_draw
    return [*reversed(cards[:dealt]), *cards[dealt:]]


def _mersenne_twister(seed: int) -> Iterator[int]:
    """The 32-bit numbers of MT19937, seeded with one number (Matsumoto and Nishimura, 2002)."""
    state = [seed]
    for at in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + at) & 0xFFFFFFFF)
    while True:
        for at in range(624):
            mixed = (state[at] & 0x80000000) | (state[(at + 1) % 624] & 0x7FFFFFFF)
            state[at] = state[(at + 397) % 624] ^ mixed >> 1 ^ (0x9908B0DF if mixed & 1 else 0)
            number = state[at]
            number ^= number >> 11
            number ^= number << 7 & 0x9D2C5680
            number ^= number << 15 & 0xEFC60000
            yield number ^ number >> 18


def _without_base(cards: list[int], rules: Rules) -> list[int]:
    for card in rules.base_cards:
        cards.remove(card)
    return cards


class Shuffle(Struct, frozen=True):
    """A named shuffle.

    Attributes:
        order: (seed, rules) to the cards in the order in which they are dealt.
        least: its smallest seed.
        most: its largest seed.
    """

    order: Callable[[int, Rules], list[int]]
    least: int = 0
    most: int = LARGEST_SEED


SHUFFLES: dict[str, Shuffle] = {
    "pysolfc": Shuffle(pysolfc),
    "ms": Shuffle(ms, 1, (1 << 33) - 1),
    "solvitaire": Shuffle(solvitaire, 0, (1 << 32) - 1),
}
"""Each named shuffle."""


def find(name: str) -> Shuffle:
    """The shuffle of that name.

    Raises:
        Fault: ``unknown-shuffle``.
    """
    found = SHUFFLES.get(name)
    if found is None:
        near = suggestion(name, SHUFFLES) or f"; there are {', '.join(SHUFFLES)}"
        raise Fault("unknown-shuffle", f"there is no shuffle {quoted(name)}{near}")
    return found


def check_seed(seed: int, shuffle: str = DEFAULT) -> None:
    """Check that a seed is a whole number in its shuffle's range, which True and 1.0 are not.

    Raises:
        Fault: ``bad-seed``.
    """
    if type(seed) is not int:
        raise Fault("bad-seed", f"a seed is a whole number from 0 to 10^20: this one is {quoted(str(seed))}")
    if seed < 0:
        raise Fault("bad-seed", "a seed is a whole number from 0 to 10^20: this one is negative")
    if seed > LARGEST_SEED:
        raise Fault("bad-seed", "a seed is a whole number from 0 to 10^20: this one is larger")
    least, most = SHUFFLES[shuffle].least, SHUFFLES[shuffle].most
    if not least <= seed <= most:
        raise Fault("bad-seed", f"the shuffle {shuffle} has seeds from {least} to {most}, not {seed}")


def parse_seed(text: str) -> int:
    """The seed that a text of decimal digits means; the text itself is judged, nothing is rounded or wrapped.

    Raises:
        Fault: ``bad-seed``, with the reason.
    """
    if not _DIGITS.fullmatch(text):
        if re.fullmatch(r"-[0-9]+", text, re.ASCII):
            reason = "negative numbers are not allowed"
        elif text[:1] == "+":
            reason = "write it without a sign"
        elif text.isdigit():
            reason = "its digits must be 0 to 9"
        elif not text.strip():
            reason = "the text is empty"
        else:
            reason = "write digits only"
        raise Fault("bad-seed", f"{quoted(text)} is not a seed: a whole number from 0 to 10^20; {reason}")
    if len(text) > 1 and text[0] == "0":
        raise Fault("bad-seed", f"{quoted(text)} is not a seed: leave out the leading zero")
    if len(text) > len(str(LARGEST_SEED)):
        raise Fault("bad-seed", f"'{shown(text)}' is not a seed: it is larger than 10^20")
    seed = int(text)
    check_seed(seed)
    return seed


def draw_seed(shuffle: str = DEFAULT) -> int:
    """A seed for a shuffle from the system's random source, at most 2^53 - 1."""
    found = find(shuffle)
    return SystemRandom().randint(found.least, min(found.most, LARGEST_DRAWN_SEED))
