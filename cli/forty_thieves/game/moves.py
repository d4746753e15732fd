"""Moves and their notation; reading a move log.

A move names a source, a target, a number of cards and perhaps the card that it expects. What a table or a variant
makes of it is not known here: ``99-f`` is a well-formed move.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter

from msgspec import Struct

from forty_thieves.problems import Fault, wrong_type
from forty_thieves.text import plain, quoted

from .cards import NAMES, SPELLINGS, SUITS

# Piles, as a move names its source and its target. Columns are their own numbers, from 1.
WASTE = 0
STOCK = -1
FOUNDATION = -2
_FIRST_SUIT, _LAST_SUIT = -3, -6
"""The foundations by the suit of their top card, clubs to spades: where cards that are taken back come from."""
_BEFORE_CELLS = -10
"""The first cell is the number below this one, the second cell the next."""
NO_CARD = -1


def suit_pile(suit: int) -> int:
    """The foundations whose top card is of a suit, from 0, as the source of a card that is taken back."""
    return _FIRST_SUIT - suit


def suit_of(pile: int) -> int:
    """The suit of a pile that :func:`suit_pile` names."""
    return _FIRST_SUIT - pile


def is_suit_pile(pile: int) -> bool:
    """Whether a pile is one that :func:`suit_pile` names."""
    return _LAST_SUIT <= pile <= _FIRST_SUIT


def cell_pile(number: int) -> int:
    """The cell of a number, from 1."""
    return _BEFORE_CELLS - number


def cell_number(pile: int) -> int:
    """The number, from 1, of a pile that :func:`cell_pile` names."""
    return _BEFORE_CELLS - pile


def is_cell(pile: int) -> bool:
    """Whether a pile is a cell."""
    return pile < _BEFORE_CELLS


LARGEST_NUMBER = 10**9
"""Columns and counts above this are read as this: no table comes near."""


# Kinds of moves, in the order in which the replay loop asks for them.
TO_COLUMN, TO_FOUNDATION, DRAWING, SEQUENCE, FROM_STOCK, RARE, ASSERTING = 0, 1, 2, 3, 4, 5, 8
"""One card from the waste or a column to a column, or to a foundation; a draw; several cards from a column to
another; the stock's top card to a column or a foundation; everything else. ASSERTING is added to the kind of a move
that names its card."""


class Move(Struct, frozen=True):
    """One move.

    Attributes:
        source: the pile that cards are taken from: a column from 1, WASTE, STOCK, a cell (:func:`cell_pile`), or the
            foundations of a suit (:func:`suit_pile`).
        target: the pile that they go to: a column from 1, FOUNDATION, a cell, WASTE (a draw) or STOCK (a redeal).
        count: how many cards, at least 1. A draw counts as 1 whatever the variant draws.
        card: the card that the log asserts, or NO_CARD. For a draw it is the waste's top afterwards, for a sequence
            its deepest card.
    """

    source: int
    target: int
    count: int = 1
    card: int = NO_CARD

    @property
    def kind(self) -> int:
        """What sort of move it is, for the replay loop."""
        source, target = self.source, self.target
        to_usual = target > 0 or target == FOUNDATION
        kind = RARE
        if source == STOCK and target == WASTE:
            kind = DRAWING
        elif source == target:
            pass  # a column onto itself
        elif source >= 0 and self.count == 1 and to_usual:
            kind = TO_COLUMN if target > 0 else TO_FOUNDATION
        elif source > 0 and target > 0:
            kind = SEQUENCE
        elif source == STOCK and self.count == 1 and to_usual:
            kind = FROM_STOCK
        return kind if self.card == NO_CARD else kind + ASSERTING

    @property
    def entry(self) -> Entry:
        """The move as the replay loop takes it."""
        return (self.kind, self.source, self.target, self)

    def __str__(self) -> str:
        """The move's token, in canonical spelling."""
        return serialise_move(self)


Entry = tuple[int, int, int, Move]
"""A move as the replay loop takes it: its kind, source and target, and the whole move. To take a tuple apart is
quicker than to ask a struct for each of its fields."""

DRAW = Move(STOCK, WASTE)
REDEAL = Move(WASTE, STOCK)

_TOKEN = re.compile(
    r"""(?: d
          | (?P<source> [ws] | f[cdhs] | c?[1-9][0-9]*) - (?P<target> f | c?[1-9][0-9]*)
            (?: x (?P<count> [1-9][0-9]*))? )
        (?: = (?P<card> .+))?""",
    re.VERBOSE | re.IGNORECASE | re.ASCII | re.DOTALL,
)
_LETTERS = {"w": WASTE, "s": STOCK, "f": FOUNDATION} | {
    f"f{suit.lower()}": suit_pile(number) for number, suit in enumerate(SUITS)
}


def parse_move(token: str) -> Move:
    """The move that a token means.

    Raises:
        ValueError: the token is not a move; the message quotes it.
        TypeError: it is no text.
    """
    if not isinstance(token, str):
        raise wrong_type("the token", token, "text, such as '3-5'")
    if token in ("d", "D"):
        return DRAW
    if token in ("r", "R"):
        return REDEAL
    found = _TOKEN.fullmatch(token)
    if not found:
        raise ValueError(f"{quoted(token)} is not a move{_hint(token)}")
    source, target, count, card = found.group("source", "target", "count", "card")
    expected = NO_CARD if card is None else SPELLINGS.get(card, NO_CARD)
    if card is not None and expected == NO_CARD:
        raise ValueError(f"{quoted(token)} is not a move: {quoted(card)} is not a card")
    if source is None:
        return Move(STOCK, WASTE, 1, expected)
    return Move(_parse_pile(source), _parse_pile(target), _number(count or "1"), expected)


def serialise_move(move: Move) -> str:
    """The token of a move, in canonical spelling: the reverse of :func:`parse_move`."""
    card = "" if move.card == NO_CARD else f"={NAMES[move.card]}"
    if move.target == WASTE:
        return f"d{card}"
    if move.target == STOCK:
        return "r"
    count = f"x{move.count}" if move.count > 1 else ""
    return f"{serialise_pile(move.source)}-{serialise_pile(move.target)}{count}{card}"


def serialise_pile(pile: int) -> str:
    """A source or target as the notation writes it."""
    if pile > 0:
        return str(pile)
    if is_cell(pile):
        return f"c{cell_number(pile)}"
    return next(letter for letter, number in _LETTERS.items() if number == pile)


def _parse_pile(text: str) -> int:
    if text[0].isdigit():
        return _number(text)
    return cell_pile(_number(text[1:])) if text[1:].isdigit() else _LETTERS[text.lower()]


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 10 else LARGEST_NUMBER


def _hint(token: str) -> str:
    """What most likely went wrong with a token that is not a move."""
    if not token.isascii():
        odd = next((char for char in token if char.isspace() or not char.isprintable()), "")
        if odd:
            return f": it holds the character U+{ord(odd):04X}; tokens are separated by plain spaces or line ends"
    low = token[:100].lower()
    dash = next(
        (char for char in low if (unicodedata.category(char) == "Pd" and char != "-") or char == "\u2212"), ""
    )
    if dash:
        return f": its dash is U+{ord(dash):04X}; it is written with a plain hyphen, as in 3-5"
    if "," in low or ";" in low:
        return ": moves are separated by spaces, not by commas"
    if re.match(r"[0-9]+[.)]", low):
        return ": moves are not numbered"
    if low.startswith("r="):
        return ": a redeal asserts no card"
    if re.search(r"(^|[-xc])0", low):
        return ": columns and counts start at 1 and have no leading zero"
    if ">" in token:
        return ": it is written with a hyphen, as in 3-5"
    return " (d, r, w-f, w-5, 3-f, 3-5, 3-5x4, s-f, s-5, fs-5, 3-c1, c1-5, and =9H after any but r)"


NO_MOVES = "expected moves, one after another; parse_move makes one from its token"
"""What a program is told that hands over something else, such as text."""


def steps_of(moves: Iterable[Move]) -> int:
    """The length of a game where games are compared, whatever way its moves are written.

    Every draw, redeal and transfer is one step, so a card played straight from the stock (``s-5``) is two: ``d w-5``
    is no longer and no shorter. What the rules do by themselves, such as turning a card up, is part of its move.

    Args:
        moves: the moves; whether they are legal is not checked.

    Raises:
        TypeError: they are no moves.
    """
    try:
        return sum(2 if move.source == STOCK and move.target != WASTE else 1 for move in moves)
    except AttributeError as error:
        raise TypeError(NO_MOVES) from error


class BadToken(Struct, frozen=True):
    """The first token of a log that is not a move.

    Attributes:
        number: which token it is, from 1.
        token: its text.
        message: why it is not a move.
    """

    number: int
    token: str
    message: str


class MoveLog(Struct, frozen=True):
    """A move log as read.

    Attributes:
        entries: the moves before the first bad token, or all of them, as the replay loop takes them.
        bad: the first token that is not a move, or None.
        tokens: how many tokens the whole log has, bad ones and those behind them included.
    """

    entries: Sequence[Entry]
    bad: BadToken | None
    tokens: int

    @property
    def moves(self) -> list[Move]:
        """The moves before the first bad token, or all of them."""
        return [entry[-1] for entry in self.entries]


MOST_KNOWN = 20_000
_known: dict[str, Entry] = {}
"""Tokens that were read before. Looking one up is the bulk of reading a log."""


def _read(token: str) -> Entry:
    """The move that a token means, and keep it for the next time.

    Raises:
        ValueError: the token is not a move.
    """
    entry = _known.get(token)
    if entry is None:
        entry = parse_move(token).entry
        # Hostile logs may hold any number of different tokens, and long ones: remember only the usual.
        if len(_known) < MOST_KNOWN and len(token) < 16:
            _known[token] = entry
    return entry


def _look_up(tokens: list[str]) -> Sequence[Entry]:
    """The moves of tokens that were all read before.

    Raises:
        KeyError: one was not.
    """
    if len(tokens) < 2:  # an itemgetter of one item gives no tuple
        return [_known[token] for token in tokens]
    return itemgetter(*tokens)(_known)  # type: ignore[no-any-return]


_WORD_OR_COMMENT = re.compile(r"#[^\r\n]*|[^ \t\r\n]+")


def _tokens_found(text: str) -> Iterator[re.Match[str]]:
    return (found for found in _WORD_OR_COMMENT.finditer(text) if text[found.start()] != "#")


def token_places(text: str) -> list[tuple[int, str]]:
    """Each token of a log with its offset in the text, in code points; comments are left out."""
    return [(found.start(), found[0]) for found in _tokens_found(text)]


def token_place(text: str, number: int) -> tuple[int, str]:
    """One token of a log, counted from 0, as in :func:`token_places`, without a copy of all of them."""
    found = next(islice(_tokens_found(text), number, None))
    return found.start(), found[0]


def tokens_of(text: str) -> list[str]:
    """The tokens of a log; comments are left out."""
    if "#" not in text and plain(text):
        return text.split()
    return [found[0] for found in _tokens_found(text)]


MAX_MOVES = 100_000
"""Tokens that a log may have unless more is allowed; the longest real games have some hundreds."""


def parse_log(text: str, max_moves: int = MAX_MOVES) -> MoveLog:
    """The moves of a log.

    Tokens are separated by space, tab, CR and LF and nothing else; a ``#`` at the start of a token starts a comment
    that ends with its line. Does not check whether the moves are legal.

    Args:
        text: the log.
        max_moves: tokens that it may have.

    Returns:
        The moves up to the first bad token, and that token. Nothing is raised for it: the moves before a bad token
        are judged first.

    Raises:
        Fault: ``too-large``, where the log has more tokens than it may.
    """
    if len(text) > max_moves:
        _check_length(text, max_moves)
    tokens = tokens_of(text)
    try:
        return MoveLog(_look_up(tokens), None, len(tokens))
    except KeyError:
        pass
    entries: list[Entry] = []
    for number, token in enumerate(tokens, 1):
        try:
            entries.append(_read(token))
        except ValueError as error:
            return MoveLog(entries, BadToken(number, token, str(error)), len(tokens))
    return MoveLog(entries, None, len(tokens))


def _check_length(text: str, max_moves: int) -> None:
    """Check the number of tokens before a list of them is made."""
    beyond = next(islice(_tokens_found(text), max_moves, None), None)
    if beyond is not None:
        message = f"the log has more than {max_moves} moves; --max-moves allows more"
        raise Fault("too-large", message, offset=beyond.start())


def steps_in_log(text: str, log: MoveLog) -> int:
    """The steps of a log of nothing but moves: what :func:`steps_of` counts of its moves, without looking at each.

    Args:
        text: the log's text.
        log: the same log as read.
    """
    if "s" not in text and "S" not in text:  # to look for one letter costs next to nothing
        return log.tokens
    if "#" in text:  # a comment may hold anything
        return steps_of(log.moves)
    lower = text.lower()
    # Only plays from the stock, and cards taken back from the foundation of spades, hold these two characters.
    return log.tokens + lower.count("s-") - lower.count("fs-")


def write_log(moves: list[Move] | list[str], a_line: int = 10) -> str:
    """A log as text, ten moves a line, every line with its LF; empty where there are no moves."""
    tokens = [str(move) for move in moves]
    return "".join(" ".join(tokens[start : start + a_line]) + "\n" for start in range(0, len(tokens), a_line))
