"""Text boards, as pysol_cards prints them and fc-solve reads them: a line a column, and lines with a head."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

from msgspec import Struct

from forty_thieves.formats.document import Place
from forty_thieves.game.cards import NAMES, SUITS, parse_card
from forty_thieves.game.deal import Deal
from forty_thieves.game.foundations import piles_of
from forty_thieves.game.rules import Rules
from forty_thieves.problems import Fault
from forty_thieves.records.deals import LONGEST_TEXT
from forty_thieves.text import LINE_END, line_and_column, plural, quoted, suggestion

from .layout import RANK_NAMES, ForeignCard, Layout, Pile, checked

_FOUNDATIONS, _TALON, _FREECELLS, _COLUMN = "Foundations", "Talon", "Freecells", ""
_HEADS = (_FOUNDATIONS, _TALON, _FREECELLS)
_BOARD_SUITS = (2, 0, 1, 3)
"""The suits in the order in which boards have the foundations: hearts, clubs, diamonds, spades."""

_HEAD = re.compile(r"[ \t]*([^ \t:]*):")
_WORD = re.compile(r"[^ \t]+")
_FOUNDATION = re.compile(r"([CDHS])-(0|10|[A2-9TJQK])")
_FREE = "-"


class _Line(Struct, frozen=True):
    """A line of a board.

    Attributes:
        head: the word before the colon; empty for a column.
        words: each word behind it and its offset in the text.
        offset: where the line starts.
        blank: whether there is nothing on it, not even a colon.
    """

    head: str
    words: list[tuple[str, int]]
    offset: int
    blank: bool = False


def interpret_board(text: str, rules: Rules) -> Deal:
    """The deal that a text board tells.

    A board without a line for the foundations has there what the rules set out. Face-down marks in the columns must
    be those of the rules; in the stock, which lies face down anyway, they may be there or not. Blank lines count
    only where the rules can leave a column without cards. Whether the program that printed the board plays by these
    rules is not checked.

    Args:
        text: the board, the lines in any order but for the columns.
        rules: the rules it is played by, which the board does not name.

    Raises:
        Fault: a line is malformed or comes twice; a word is not a card; the cards are not a whole pack, or lie
            otherwise than the rules deal them; each with its place.
    """
    if not text.strip(" \t\r\n"):
        raise Fault("empty", "there is nothing in the text", place=(1, 1))
    if len(text) > LONGEST_TEXT:
        raise Fault("too-large", f"a board of more than {LONGEST_TEXT} characters", place=(1, 1))
    headed: dict[str, _Line] = {}
    column_lines: list[_Line] = []
    for line in map(partial(_board_line, text), _lines(text)):
        if line.head == _COLUMN:
            column_lines.append(line)
        elif line.head in headed:
            message = f"the board has two lines '{line.head}:'"
            raise Fault("duplicate-key", message, place=line_and_column(text, line.offset))
        else:
            headed[line.head] = line
    founded = _board_foundations(text, headed.get(_FOUNDATIONS), rules)
    cells = _board_cells(text, headed.get(_FREECELLS), rules)
    stock = _board_pile(text, headed.get(_TALON, _Line(_TALON, [], 0)))
    columns = [_board_pile(text, line) for line in _column_lines(column_lines, rules)]
    place = partial(line_and_column, text, column_lines[0].offset if column_lines else 0)
    return checked(Layout(columns, stock, place, cells, founded), rules)


def serialise_board(deal: Deal) -> str:
    """The deal as pysol_cards prints its boards, the reverse of :func:`interpret_board`.

    Seed, shuffle and rules have no place in it.

    Raises:
        Fault: ``not-expressible``, where there is more than one card on foundations that are not built in suit.
    """
    rules = deal.rules
    lines = []
    undealt = [*deal.waste, *deal.stock]
    if undealt:
        lines.append(f"{_TALON}: {_board_names(undealt)}")
    tops = _foundation_tops(deal)
    if tops:
        lines.append(f"{_FOUNDATIONS}: {' '.join(tops)}")
    if deal.cells:
        free = [_FREE] * (rules.cells - len(deal.cells))
        lines.append(f"{_FREECELLS}: {' '.join([_board_names(deal.cells), *free])}")
    for column in deal.columns:
        lines.append(_board_names(column, rules.faces))
    return "".join(f"{line}\n" for line in lines)


def _board_names(cards: list[int], faces: str = "") -> str:
    """Cards as a board has them; ``faces`` may say with a letter D which of them lie face down."""
    names = [RANK_NAMES[card % 13] + SUITS[card // 13] for card in cards]
    return " ".join(f"<{name}>" if faces[at : at + 1] == "D" else name for at, name in enumerate(names))


def _foundation_tops(deal: Deal) -> list[str]:
    """The foundations that have cards, as suit and highest rank, one of each suit and then the next of each."""
    rules = deal.rules
    piles = piles_of(rules, deal.base_rank, deal.on_foundations)
    if rules.foundation_build != "same-suit" and any(len(pile) > 1 for pile in piles):
        message = f"a text board can't tell what lies on foundations that are built by {rules.foundation_build}"
        raise Fault("not-expressible", message)
    in_order = [piles[suit * rules.decks + copy] for copy in range(rules.decks) for suit in _BOARD_SUITS]
    return [f"{SUITS[pile[0] // 13]}-{RANK_NAMES[pile[-1] % 13]}" for pile in in_order if pile]


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends, its line end left out; a line end at the end of the text starts no line."""
    start = 0
    for end in LINE_END.finditer(text):
        yield start, end.start()
        start = end.end()
    if start < len(text):
        yield start, len(text)


def _board_line(text: str, bounds: tuple[int, int]) -> _Line:
    start, end = bounds
    found = _HEAD.match(text, start, end)
    head = found[1] if found else _COLUMN
    if head not in (*_HEADS, _COLUMN):
        assert found is not None
        near = suggestion(head, _HEADS) or f"; a line starts with a card, or with {', '.join(_HEADS)} and a colon"
        message = f"{quoted(head + ':')} starts no line of a board{near}"
        raise Fault("syntax", message, place=line_and_column(text, found.start(1)))
    words = [(word[0], word.start()) for word in _WORD.finditer(text, found.end() if found else start, end)]
    return _Line(head, words, start, not (found or words))


def _column_lines(lines: list[_Line], rules: Rules) -> list[_Line]:
    """The lines that are columns: without blank ones, where the rules leave no column without cards.

    Elsewhere blank lines at the end that are too many are left out.
    """
    if rules.column_size and rules.deal_play != "rows":
        return [line for line in lines if not line.blank]
    last = len(lines)
    while last > rules.columns and lines[last - 1].blank:
        last -= 1
    return lines[:last]


def _board_pile(text: str, line: _Line) -> Pile:
    cards = [board_card(text, word, offset) for word, offset in line.words]
    return Pile(cards, partial(line_and_column, text, line.offset))


def board_card(text: str, word: str, offset: int) -> ForeignCard:
    """The card that a word of a text board means; ``offset`` is where the word stands in the text.

    Raises:
        Fault: ``bad-card``.
    """
    marked = len(word) > 2 and word[0] == "<" and word[-1] == ">"
    try:
        card = parse_card(word[1:-1] if marked else word)
    except ValueError as error:
        message = str(error)
        if not marked and ("<" in word or ">" in word):
            message = f"{quoted(word)} is not a card: one that lies face down is in angle brackets, as in <TS>"
        raise Fault("bad-card", message, place=line_and_column(text, offset + marked)) from None
    return ForeignCard(card, marked, partial(line_and_column, text, offset))


def _board_cells(text: str, line: _Line | None, rules: Rules) -> Pile | None:
    """The cards of the line of the cells, of which the first ones must be those with a card."""
    if line is None:
        return None
    words = line.words
    if len(words) > rules.cells:
        message = f"there are {plural(len(words), 'cell')}: {rules.name} has {rules.cells}"
        raise Fault("wrong-layout", message, place=line_and_column(text, words[rules.cells][1]))
    taken = next((at for at, (word, _) in enumerate(words) if word == _FREE), len(words))
    for word, offset in words[taken:]:
        if word != _FREE:
            message = f"there is {quoted(word)} behind a free cell: {rules.name} deals to the first cells"
            raise Fault("wrong-layout", message, place=line_and_column(text, offset))
    pile = _board_pile(text, _Line(line.head, words[:taken], line.offset))
    for laid in pile.cards:
        if laid.marked:
            message = f"{NAMES[laid.card]} is marked as lying face down: cards in cells lie face up"
            raise Fault("wrong-layout", message, place=laid.place())
    return pile if rules.cells else None


def _board_foundations(text: str, line: _Line | None, rules: Rules) -> Pile | None:
    """The cards that the line of the foundations tells, one foundation after another, suit by suit."""
    if line is None:
        return None
    by_suit: list[list[list[ForeignCard]]] = [[] for _ in SUITS]
    for word, offset in line.words:
        place = partial(line_and_column, text, offset)
        found = _FOUNDATION.fullmatch(word)
        if not found:
            message = f"{quoted(word)} is no foundation: a suit and the highest rank on it, as in H-A, or H-0"
            raise Fault("syntax", message, place=place())
        suit = SUITS.index(found[1])
        if len(by_suit[suit]) == rules.decks:
            message = f"there are more than {plural(rules.decks, 'foundation')} of {SUITS[suit]}"
            raise Fault("wrong-layout", message, place=place())
        cards = [] if found[2] == "0" else cards_up_to(parse_card(found[2] + found[1]), rules, place)
        by_suit[suit].append([ForeignCard(card, False, place) for card in cards])
    cards_there = chain.from_iterable(chain.from_iterable(by_suit))
    return Pile(list(cards_there), partial(line_and_column, text, line.offset))


def cards_up_to(card: int, rules: Rules, place: Callable[[], Place]) -> list[int]:
    """The cards of a foundation whose top card that is; where the deal sets the base, it has no other card.

    Raises:
        Fault: ``wrong-layout`` where the pack has no such card, ``not-expressible`` where the cards below it can't
            be known, as they are of several suits.
    """
    suit, rank = divmod(card, 13)
    order = rules.rank_order
    if rank not in order:
        raise Fault("wrong-layout", f"the pack has only the ranks {' '.join(rules.ranks)}", place=place())
    if rules.base_rank is None:
        return [card]
    start = order.index(rules.base_rank)
    ranks = order[start:] + order[:start]
    below = ranks[: ranks.index(rank) + 1]
    if len(below) > 1 and rules.foundation_build != "same-suit":
        message = (
            f"which cards lie below {NAMES[card]} can't be said: foundations are built by {rules.foundation_build}"
        )
        raise Fault("not-expressible", message, place=place())
    return [suit * 13 + each for each in below]
