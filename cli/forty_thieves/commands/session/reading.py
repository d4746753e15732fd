"""What the words of a line mean: moves, piles, numbers; and what to type instead where they mean nothing."""

from __future__ import annotations

import re
from collections import deque

from forty_thieves.game.moves import STOCK, WASTE, Move, cell_number, is_cell, parse_move
from forty_thieves.game.table import Table
from forty_thieves.text import quoted

from .advice import hints
from .sight import asserts_unseen, seen_moves
from .verbs import meant_instead

_SOURCE = re.compile(r"[ws]|f[cdhs]|c?[1-9][0-9]*", re.ASCII)
_TARGET = re.compile(r"(f|c?[1-9][0-9]*)(x[1-9][0-9]*)?", re.ASCII)
_TOKENS = {"draw": "d", "redeal": "r"}


class Unclear(Exception):
    """A line, or a part of one, that means nothing; the message says what may be typed instead."""


def next_move(queue: deque[str], table: Table) -> Move:
    """Take the next move from the words of a line: a token as in a log, or two piles.

    Args:
        queue: the words, of which there is one at least.
        table: the table on which it is to be played.

    Raises:
        Unclear: the first word is not the beginning of a move, or of one that its player can't mean.
    """
    typed = queue.popleft()
    word = typed.lower()
    if not _SOURCE.fullmatch(word):
        move = _parsed(_TOKENS.get(word, typed), table)
    elif queue and _TARGET.fullmatch(queue[0].lower()):
        move = _between(_parsed(f"{word}-{queue.popleft()}", table), table)
    else:
        source = pile_of(word)
        there = [str(move) for move in seen_moves(table) if move.source == source and move.target != STOCK]
        if not there:
            raise Unclear(f"Nothing can move from {in_words(source)}.")
        raise Unclear(f"Where from {in_words(source)}? {', '.join(there)}")
    if asserts_unseen(table, move):
        bare = str(move).partition("=")[0]
        raise Unclear(f"You can't know that card: the stock lies face down. Type {bare} alone.")
    return move


def _parsed(token: str, table: Table) -> Move:
    """The move that a token means.

    Raises:
        Unclear: it means none.
    """
    try:
        return parse_move(token)
    except ValueError:
        moves = [str(move) for move in seen_moves(table)]
        instead = meant_instead(token, moves) or f". Type a move{such_as(table)}, or help."
        raise Unclear(f"{quoted(token)} is neither a move nor a command{instead}") from None


def _between(move: Move, table: Table) -> Move:
    """The move that two piles mean: of one card where that is legal, else of as many as fit.

    Raises:
        Unclear: several numbers of cards would fit.
    """
    legal = table.legal_moves
    if move.count > 1 or move.source <= 0 or move.target <= 0 or move in legal:
        return move
    fitting = [one for one in legal if (one.source, one.target) == (move.source, move.target)]
    if len(fitting) > 1:
        raise Unclear(f"Several would fit: {' or '.join(map(str, fitting))}?")
    return fitting[0] if fitting else move


def such_as(table: Table) -> str:
    """A ready `` such as 3-5 or d``: two moves that may be typed; nothing where there is none."""
    moves = [str(hint.move) for hint in hints(table)[:2]]
    return f" such as {' or '.join(moves)}" if moves else ""


def pile_of(word: str) -> int:
    """The pile that a word names as the source of a move.

    Raises:
        Unclear: it names none.
    """
    low = word.lower()
    if low == "d":
        return STOCK
    if not _SOURCE.fullmatch(low):
        raise Unclear(f"{quoted(word)} is not a place such as w or 3.")
    return parse_move(f"{low}-f").source


def count_of(verb: str, behind: str, most: int) -> int:
    """The number of moves that stands behind a verb: one where there is nothing.

    Raises:
        Unclear: something else stands there.
    """
    if not behind:
        return 1
    if behind.lower() == "all":
        return most
    if not (behind.isascii() and behind.isdigit() and int(behind[:9])):
        raise Unclear(f"{verb}, {verb} 3 or {verb} all: {quoted(behind)} is no number of moves.")
    return min(int(behind[:9]), most)


def in_words(pile: int) -> str:
    """A pile that cards are taken from, as a message names it."""
    if pile > 0:
        return f"column {pile}"
    if is_cell(pile):
        return f"cell {cell_number(pile)}"
    return {WASTE: "the waste", STOCK: "the stock"}.get(pile, "the foundations")
