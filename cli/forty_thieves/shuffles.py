"""Named shuffles: a seed gives an order of the pack, the same for ever.

A published shuffle never changes; a correction gets a new name. Only ``random.Random(seed).random()`` is taken from
Python, whose values are promised to stay; ``random.shuffle`` is promised nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random, SystemRandom

from .problems import Fault
from .text import quoted, shown

DEFAULT = "pysolfc"
LARGEST_SEED = 10**20
LARGEST_DRAWN_SEED = 2**53 - 1
"""Seeds that we draw ourselves stay below 2^53, so that JavaScript can read them."""

_LINEAR_SEEDS = range(1, 32000)
_DIGITS = re.compile(r"[0-9]+", re.ASCII)

# PySolFC's order of a pack before shuffling: clubs, spades, hearts, diamonds, each from ace to king. A pack that is
# the only one, and shuffled by the linear generator: the aces first, each rank as clubs, diamonds, hearts, spades.
_PACK = [suit * 13 + rank for suit in (0, 3, 2, 1) for rank in range(13)]
_SINGLE_PACK = [suit * 13 + rank for rank in range(13) for suit in range(4)]


def pysolfc(seed: int, decks: int) -> list[int]:
    """The order that PySolFC gives the pack for the same game number; the last card is dealt first.

    Args:
        seed: from 0 to 10^20. From 1 to 31999 a linear congruential generator of 33 bits draws the positions, for
            every other seed MT19937 as Python's ``random.Random`` seeds it. (PySolFC has no game 0.)
        decks: packs of 52 cards.

    Returns:
        The cards after a Fisher-Yates shuffle from the top down. The seed's range is not checked here.
    """
    if seed in _LINEAR_SEEDS:
        cards = _PACK * decks if decks > 1 else _SINGLE_PACK[:]
        state = seed
        for last in range(len(cards) - 1, 0, -1):
            state = (state * 214013 + 2531011) & 0x1FFFFFFFF
            other = (state >> 16 & 0x7FFF) % (last + 1)
            cards[last], cards[other] = cards[other], cards[last]
    else:
        cards = _PACK * decks
        draw = Random(seed).random  # noqa: S311 - deals are to be repeated, not to be secret
        for last in range(len(cards) - 1, 0, -1):
            other = int(draw() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
    return cards


SHUFFLES: dict[str, Callable[[int, int], list[int]]] = {"pysolfc": pysolfc}
"""Each named shuffle: (seed, decks) to the order of the pack, the last card dealt first."""


def check_seed(seed: int) -> None:
    """Check that a seed is a whole number in its range; True and 1.0 are none.

    Raises:
        Fault: ``bad-seed``.
    """
    if type(seed) is not int:
        raise Fault("bad-seed", f"a seed is a whole number from 0 to 10^20: this one is {quoted(str(seed))}")
    if seed < 0:
        raise Fault("bad-seed", "a seed is a whole number from 0 to 10^20: this one is negative")
    if seed > LARGEST_SEED:
        raise Fault("bad-seed", "a seed is a whole number from 0 to 10^20: this one is larger")


def parse_seed(text: str) -> int:
    """The seed that a text of decimal digits means; the text itself is judged, nothing is rounded or wrapped.

    Raises:
        Fault: ``bad-seed``, with the reason.
    """
    if not _DIGITS.fullmatch(text):
        if re.fullmatch(r"-[0-9]+", text, re.ASCII):
            reason = "negative numbers are none"
        elif text[:1] == "+":
            reason = "it is written without a sign"
        elif text.isdigit():
            reason = "its digits must be 0 to 9"
        elif not text.strip():
            reason = "there is nothing"
        else:
            reason = "digits only"
        raise Fault("bad-seed", f"{quoted(text)} is no seed: a whole number from 0 to 10^20; {reason}")
    if len(text) > 1 and text[0] == "0":
        raise Fault("bad-seed", f"{quoted(text)} is no seed: leave out the leading zero")
    if len(text) > len(str(LARGEST_SEED)):
        raise Fault("bad-seed", f"'{shown(text)}' is no seed: it is larger than 10^20")
    seed = int(text)
    check_seed(seed)
    return seed


def draw_seed() -> int:
    """A seed from the system's random source, from 0 to 2^53 - 1."""
    return SystemRandom().randrange(LARGEST_DRAWN_SEED + 1)
