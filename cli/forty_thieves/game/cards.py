"""Cards: a card is a whole number from 0 to 51, suit * 13 + rank.

Ranks run from the ace (0) to the king (12), suits are clubs, diamonds, hearts, spades (0 to 3). Two cards of one
face are the same number: nothing distinguishes the two copies. This module knows names and packs, no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from forty_thieves.problems import wrong_type
from forty_thieves.text import quoted, words

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SYMBOLS = "\u2663\u2666\u2665\u2660"
CARDS_IN_PACK = 52
KING = len(RANKS) - 1

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The written name of each card, ``TS`` for the ten of spades."""


def _spellings() -> dict[str, int]:
    """Every way to write a card: ``TS``, ``10S``, lower case, and the suit's symbol (U+FE0F may follow)."""
    spelled: dict[str, int] = {}
    for card, name in enumerate(NAMES):
        rank, suit = name[0], name[1]
        symbol = SYMBOLS[SUITS.index(suit)]
        for head in {rank, rank.lower(), "10" if rank == "T" else rank}:
            for tail in (suit, suit.lower(), symbol, symbol + "\ufe0f"):
                spelled[head + tail] = card
    return spelled


SPELLINGS: dict[str, int] = _spellings()
"""Each accepted spelling of a card and the card it means."""


def parse_card(text: str) -> int:
    """The card that a word names.

    Raises:
        ValueError: the word is not a card.
    """
    card = SPELLINGS.get(text)
    if card is None:
        raise ValueError(
            f"{quoted(text)} is not a card: write a rank ({' '.join(RANKS)}) and a suit ({' '.join(SUITS)}), as in TS"
        )
    return card


_NO_LETTER = 255
_RANK_OF = bytes(RANKS.index(chr(code)) if chr(code) in RANKS else _NO_LETTER for code in range(256))
_SUIT_OF = bytes(SUITS.index(chr(code)) * 13 if chr(code) in SUITS else _NO_LETTER for code in range(256))


def parse_usual_cards(text: str) -> list[int] | None:
    """The cards of a list that is written as :func:`serialise_cards` writes it; None where it is not, or is empty.

    Names are two characters with one space between, so every third character is a rank, and the next its suit. Both
    are looked up all at once, and added up as one large number with a byte for each card: no sum of a rank and a suit
    is too large for its byte. That is four times as fast as looking up one name after another.
    """
    if not text.isascii() or len(text) % 3 != 2:
        return None
    raw = text.encode()
    ranks, suits = raw[::3].translate(_RANK_OF), raw[1::3].translate(_SUIT_OF)
    if _NO_LETTER in ranks or _NO_LETTER in suits or raw[2::3].strip(b" "):
        return None
    total = int.from_bytes(ranks, "big") + int.from_bytes(suits, "big")
    return list(total.to_bytes(len(ranks), "big"))


def parse_cards(text: str) -> list[int]:
    """The cards of a list such as ``7S 2C KC``, in its order.

    Does not check how many there are or whether a pack has them.

    Raises:
        ValueError: a word is not a card.
        TypeError: it is no text.
    """
    if not isinstance(text, str):
        raise wrong_type("the list of cards", text, "text, such as '7S 2C KC'")
    return [parse_card(word) for word in words(text)]


def serialise_cards(cards: Iterable[int]) -> str:
    """The cards' names with a space between them, the reverse of :func:`parse_cards`.

    Raises:
        TypeError: they are no cards.
    """
    try:
        numbers = list(cards)
        if min(numbers, default=0) >= 0:
            return " ".join([NAMES[card] for card in numbers])
    except (TypeError, IndexError):
        pass
    raise TypeError("expected cards, which are whole numbers from 0 to 51")


_LINE_END = ord("\n")
_RANK_LETTER = bytes(ord(name[0]) for name in NAMES).ljust(256)
_SUIT_LETTER = bytes(ord(name[1]) for name in NAMES).ljust(256)


def serialise_piles(piles: Sequence[list[int]]) -> str:
    """A line for each pile, its LF included, of its cards as :func:`serialise_cards` writes them.

    All are written at once, each card with a space behind it, which is twice as quick as pile by pile; where a pile
    ends the space becomes a line end.
    """
    cards = bytes(chain.from_iterable(piles))
    names = bytearray(b" ") * (3 * len(cards))
    names[::3], names[1::3] = cards.translate(_RANK_LETTER), cards.translate(_SUIT_LETTER)
    end = len(names)
    for pile in reversed(piles):
        if pile:
            names[end - 1] = _LINE_END
            end -= 3 * len(pile)
        else:
            names.insert(end, _LINE_END)
    return names.decode()


def is_red(card: int) -> bool:
    """Whether the card is a diamond or a heart."""
    return 13 <= card < 39
