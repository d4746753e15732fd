"""Lookup tables: what rules say of single cards. Which card may lie on which, in a column and on a foundation.

Nothing here knows rules as a whole: what matters of them is given one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from .cards import CARDS_IN_PACK, SUITS, is_red

Build = Literal["same-suit", "alternate-color", "different-suit", "any-suit", "suit-cycle"]
BuildDirection = Literal["down", "up", "up-or-down"]
FoundationBuild = Literal["same-suit", "alternate-color", "suit-cycle"]

SUIT_CYCLE = (3, 2, 0, 1)
"""The order of suits where they go round: spades, hearts, clubs, diamonds, and spades again."""

FINISHED = CARDS_IN_PACK
"""FINISHED + suit stands for the card after the last one of a foundation of that suit: none follows."""


class CardLookups(Struct, frozen=True):
    """What a variant's rules say of single cards, looked up by card number.

    Attributes:
        base_rank: the rank that starts a foundation, from 0 to 12.
        fits: for each card of a column, the cards that may be laid on it.
        runs: for each card, the cards that may follow it inside a moving sequence.
        next_up: for each card, the card that follows it on a foundation built in suit; FINISHED + suit after the
            last.
        ready: for each card, how many foundations built in suit wait for it before anything lies on them; four more
            entries count the finished foundations of each suit.
        takes: for each card, the cards that a foundation takes whose top it is; one more entry for each suit, from
            FINISHED on, has the base card that an empty foundation of that suit takes.
    """

    base_rank: int
    fits: tuple[frozenset[int], ...]
    runs: tuple[frozenset[int], ...]
    next_up: tuple[int, ...]
    ready: tuple[int, ...]
    takes: tuple[tuple[int, ...], ...]


def make_lookups(
    base_rank: int,
    *,
    decks: int,
    order: Sequence[int],
    build: Build,
    in_run: Build,
    direction: BuildDirection,
    wrap: bool,
    foundation_build: FoundationBuild,
) -> CardLookups:
    """The lookup tables of rules.

    Args:
        base_rank: the rank that starts a foundation, from 0 to 12.
        decks: packs of cards.
        order: the ranks in the order in which foundations are built.
        build: which suits may lie on which in a column.
        in_run: which suits may follow each other in a moving sequence.
        direction: whether columns are built down, up, or either way.
        wrap: whether king and ace are neighbours in a column.
        foundation_build: which suits follow each other on a foundation.
    """
    start = order.index(base_rank)
    following = {rank: order[(at + 1) % len(order)] for at, rank in enumerate(order)}
    last_rank = order[start - 1]
    next_up, takes = [], []
    for card in range(CARDS_IN_PACK):
        suit, rank = divmod(card, 13)
        ends = rank == last_rank or rank not in following
        next_up.append(FINISHED + suit if ends else suit * 13 + following[rank])
        above = [] if ends else [other * 13 + following[rank] for other in range(len(SUITS))]
        takes.append(tuple(other for other in above if _suits_agree(foundation_build, card, other)))
    base_cards = [suit * 13 + base_rank for suit in range(len(SUITS))]
    return CardLookups(
        base_rank=base_rank,
        fits=_followers(build, direction, wrap),
        runs=_followers(in_run, direction, wrap),
        next_up=tuple(next_up),
        ready=tuple(decks if card in base_cards else 0 for card in range(FINISHED + len(SUITS))),
        takes=(*takes, *((card,) for card in base_cards)),
    )


def _suits_agree(build: Build, upper: int, lower: int) -> bool:
    """Whether the suits of two neighbouring cards satisfy a build rule.

    Args:
        build: the rule.
        upper: the card that lies deeper in its pile.
        lower: the card that lies on it.

    Returns:
        True where the suits are in order; ranks are not looked at.
    """
    match build:
        case "same-suit":
            return upper // 13 == lower // 13
        case "alternate-color":
            return is_red(upper) != is_red(lower)
        case "different-suit":
            return upper // 13 != lower // 13
        case "any-suit":
            return True
        case "suit-cycle":
            return SUIT_CYCLE[(SUIT_CYCLE.index(upper // 13) + 1) % len(SUIT_CYCLE)] == lower // 13


def _followers(build: Build, direction: BuildDirection, wrap: bool) -> tuple[frozenset[int], ...]:
    """For each card, the cards that may lie on it in a column."""
    steps = {"down": (-1,), "up": (1,), "up-or-down": (-1, 1)}[direction]
    followers = []
    for upper in range(CARDS_IN_PACK):
        ranks = [upper % 13 + step for step in steps]
        ranks = [rank % 13 for rank in ranks if wrap or 0 <= rank < 13]
        lower = [suit * 13 + rank for suit in range(len(SUITS)) for rank in ranks]
        followers.append(frozenset(card for card in lower if _suits_agree(build, upper, card)))
    return tuple(followers)
