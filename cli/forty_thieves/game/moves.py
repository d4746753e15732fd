"""Moves and their notation; reading a move log.

A move names a source, a target, a number of cards and perhaps the card that it expects. What a table or a variant
makes of it is not known here: ``99-f`` is a well-formed move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter

from msgspec import Struct, structs

from forty_thieves.problems import Fault
from forty_thieves.text import plain, quoted

from .cards import NAMES, SPELLINGS, SUITS

# Places. Columns are their own numbers, from 1.
WASTE = 0
STOCK = -1
FOUNDATION = -2
TAKE_BACK = -3
"""The foundation whose top card is a club; diamonds, hearts and spades are -4, -5 and -6."""
CELL = -10
"""CELL - 1 is the first cell, CELL - 2 the second."""
NO_CARD = -1

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
        source: where cards are taken: a column from 1, WASTE, STOCK, CELL - number, or TAKE_BACK - suit for a
            foundation.
        target: where they go: a column from 1, FOUNDATION, CELL - number, WASTE (a draw) or STOCK (a redeal).
        count: how many cards, at least 1. A draw counts as 1 whatever the variant draws.
        card: the card that the log asserts, or NO_CARD. For a draw it is the waste's top afterwards, for a sequence
            its deepest card.
        kind: what sort of move it is, for the replay loop; it follows from the rest and is not to be given.
    """

    source: int
    target: int
    count: int = 1
    card: int = NO_CARD
    kind: int = RARE

    def __post_init__(self) -> None:
        """Tell the move's kind from what it is."""
        structs.force_setattr(self, "kind", _kind(self))

    @property
    def step(self) -> Step:
        """The move as the replay loop takes it."""
        return (self.kind, self.source, self.target, self)

    def __str__(self) -> str:
        """The move's token, in canonical spelling."""
        return serialise_move(self)


def _kind(move: Move) -> int:
    kind = RARE
    if move.source == STOCK and move.target == WASTE:
        kind = DRAWING
    elif move.source == move.target:
        pass  # a column onto itself
    elif move.source >= 0 and move.count == 1 and (move.target > 0 or move.target == FOUNDATION):
        kind = TO_COLUMN if move.target > 0 else TO_FOUNDATION
    elif move.source > 0 and move.target > 0:
        kind = SEQUENCE
    elif move.source == STOCK and move.count == 1 and (move.target > 0 or move.target == FOUNDATION):
        kind = FROM_STOCK
    return kind if move.card == NO_CARD else kind + ASSERTING


Step = tuple[int, int, int, Move]
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
    f"f{suit.lower()}": TAKE_BACK - number for number, suit in enumerate(SUITS)
}


def parse_move(token: str) -> Move:
    """The move that a token means.

    Raises:
        ValueError: the token is no move; the message quotes it.
    """
    if token in ("d", "D"):
        return DRAW
    if token in ("r", "R"):
        return REDEAL
    found = _TOKEN.fullmatch(token)
    if not found:
        raise ValueError(f"{quoted(token)} is no move{_hint(token)}")
    source, target, count, card = found.group("source", "target", "count", "card")
    expected = NO_CARD if card is None else SPELLINGS.get(card, NO_CARD)
    if card is not None and expected == NO_CARD:
        raise ValueError(f"{quoted(token)} is no move: {quoted(card)} is no card")
    if source is None:
        return Move(STOCK, WASTE, 1, expected)
    return Move(_place(source), _place(target), _number(count or "1"), expected)


def serialise_move(move: Move) -> str:
    """The token of a move, in canonical spelling: the reverse of :func:`parse_move`."""
    card = "" if move.card == NO_CARD else f"={NAMES[move.card]}"
    if move.target == WASTE:
        return f"d{card}"
    if move.target == STOCK:
        return "r"
    count = f"x{move.count}" if move.count > 1 else ""
    return f"{place_letter(move.source)}-{place_letter(move.target)}{count}{card}"


def place_letter(place: int) -> str:
    """A source or target as the notation writes it."""
    if place > 0:
        return str(place)
    if place < CELL:
        return f"c{CELL - place}"
    return next(letter for letter, number in _LETTERS.items() if number == place)


def _place(text: str) -> int:
    if text[0].isdigit():
        return _number(text)
    return CELL - _number(text[1:]) if text[1:].isdigit() else _LETTERS[text.lower()]


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 10 else LARGEST_NUMBER


def _hint(token: str) -> str:
    """What most likely went wrong with a token that is no move."""
    if not token.isascii():
        odd = next((char for char in token if char.isspace() or not char.isprintable()), "")
        if odd:
            return f": it holds the character U+{ord(odd):04X}; tokens are parted by plain spaces or line ends"
    low = token.lower()
    if low.startswith("r="):
        return ": a redeal asserts no card"
    if re.search(r"(^|[-xc])0", low):
        return ": columns and counts start at 1 and have no leading zero"
    if ">" in token:
        return ": it is written with a hyphen, as in 3-5"
    return " (d, r, w-f, w-5, 3-f, 3-5, 3-5x4, s-f, s-5, fs-5, 3-c1, c1-5, and =9H after any but r)"


def steps_of(moves: Iterable[Move]) -> int:
    """The length of a game where games are compared, whatever way its moves are written.

    Every draw, redeal and transfer is one step, so a card played straight from the stock (``s-5``) is two: ``d w-5``
    is no longer and no shorter. What the rules do by themselves, such as turning a card up, is part of its move.

    Args:
        moves: the moves; whether they are legal is not checked.
    """
    return sum(2 if move.source == STOCK and move.target != WASTE else 1 for move in moves)


class BadToken(Struct, frozen=True):
    """The first token of a log that is no move.

    Attributes:
        number: which token it is, from 1.
        token: its text.
        message: why it is no move.
    """

    number: int
    token: str
    message: str


class MoveLog(Struct, frozen=True):
    """A move log as read.

    Attributes:
        steps: the moves before the first bad token, or all of them, as the replay loop takes them.
        bad: the first token that is no move, or None.
        tokens: how many tokens the whole log has, bad ones and those behind them included.
    """

    steps: Sequence[Step]
    bad: BadToken | None
    tokens: int

    @property
    def moves(self) -> list[Move]:
        """The moves before the first bad token, or all of them."""
        return [step[-1] for step in self.steps]


MOST_KNOWN = 20_000
_known: dict[str, Step] = {}
"""Tokens that were read before. Looking one up is the bulk of reading a log."""


def _read(token: str) -> Step:
    """The move that a token means, and keep it for the next time.

    Raises:
        ValueError: the token is no move.
    """
    step = _known.get(token)
    if step is None:
        step = parse_move(token).step
        # Hostile logs may hold any number of different tokens, and long ones: remember only the usual.
        if len(_known) < MOST_KNOWN and len(token) < 16:
            _known[token] = step
    return step


def _look_up(tokens: list[str]) -> Sequence[Step]:
    """The moves of tokens that were all read before.

    Raises:
        KeyError: one was not.
    """
    if len(tokens) < 2:  # an itemgetter of one item gives no tuple
        return [_known[token] for token in tokens]
    return itemgetter(*tokens)(_known)  # type: ignore[no-any-return]


_WORD_OR_COMMENT = re.compile(r"#[^\r\n]*|[^ \t\r\n]+")


def _token_places(text: str) -> Iterator[tuple[int, str]]:
    return ((found.start(), found[0]) for found in _WORD_OR_COMMENT.finditer(text) if found[0][0] != "#")


def token_places(text: str) -> list[tuple[int, str]]:
    """Each token of a log with its offset in the text, in code points; comments are left out."""
    return list(_token_places(text))


def tokens_of(text: str) -> list[str]:
    """The tokens of a log; comments are left out."""
    if "#" not in text and plain(text):
        return text.split()
    return [token for _, token in token_places(text)]


MAX_MOVES = 100_000
"""Tokens that a log may have unless more is allowed; the longest real games have some hundreds."""


def parse_log(text: str, max_moves: int = MAX_MOVES) -> MoveLog:
    """The moves of a log.

    Tokens are parted by space, tab, CR and LF and nothing else; a ``#`` at the start of a token starts a comment
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
    steps: list[Step] = []
    for number, token in enumerate(tokens, 1):
        try:
            steps.append(_read(token))
        except ValueError as error:
            return MoveLog(steps, BadToken(number, token, str(error)), len(tokens))
    return MoveLog(steps, None, len(tokens))


def _check_length(text: str, max_moves: int) -> None:
    """Check the number of tokens before a list of them is made."""
    beyond = next(islice(_token_places(text), max_moves, None), None)
    if beyond is not None:
        message = f"the log has more than {max_moves} moves; --max-moves allows more"
        raise Fault("too-large", message, offset=beyond[0])


def write_log(moves: list[Move] | list[str], a_line: int = 10) -> str:
    """A log as text, ten moves a line, every line with its LF; empty where there are no moves."""
    tokens = [str(move) for move in moves]
    return "".join(" ".join(tokens[start : start + a_line]) + "\n" for start in range(0, len(tokens), a_line))
