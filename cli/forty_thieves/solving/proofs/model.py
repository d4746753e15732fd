"""What the proofs work on: positions of games built in suit, and the moves that need not be thought about.

**For which rules.** Two packs whose ranks follow each other; columns and foundations built in suit, columns down,
foundations up from the lowest rank; one card moves at a time, any card to an empty column; one card is drawn at a
time; no redeal, cells, refills, wrap or taking back. Among the games of the article these are Forty Thieves,
Limited and Lucas. Cards that lie face down make no difference: all are known, and no more than one is ever moved.

**Positions.** Faces are numbers of one byte, suit x 13 + steps from the lowest rank. The two copies of a face are
not told apart, and neither are columns: their order does not matter, as every rule is the same for each.

**Safe moves.** A card goes to its foundation at once where the *lower* foundation of its suit waits for it. Both
copies of every lower card of the suit are on foundations then, so nothing could ever be laid on the card, and
taking it away only uncovers what is below. Its twin loses nothing: it goes where the card would have gone. So from
a win without this move comes a win that starts with it, by leaving out what the card did later. That suits can't
block each other is what it rests on: in a column a card only ever bears its own suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from forty_thieves.game.cards import RANKS, SUITS
from forty_thieves.game.table import Table


class Position(NamedTuple):
    """A position, the same object for all positions that do not differ in what matters.

    Attributes:
        columns: the faces of each column, deepest first; the columns in descending order.
        waste: the faces in the waste, its top last.
        founded: for each suit how many cards are on its lower and on its higher foundation.
    """

    columns: tuple[bytes, ...]
    waste: bytes
    founded: bytes


class Problem(NamedTuple):
    """What is to be proved unwinnable.

    Attributes:
        start: the position.
        drawn: so many cards of ``stock`` are drawn in it: those that lie in the waste.
        stock: the faces of the waste and the stock together, in the order in which they are drawn.
        ranks: ranks of a suit.
    """

    start: Position
    drawn: int
    stock: bytes
    ranks: int


def applies(table: Table) -> bool:
    """Whether the proofs hold for the game on a table."""
    rules = table.rules
    return (
        rules.decks == 2
        and rules.ranks in RANKS
        and rules.base_rank == rules.rank_order[0]
        and rules.build == rules.foundation_build == "same-suit"
        and rules.build_direction == "down"
        and not rules.tableau_wrap
        and rules.move == "single"
        and rules.draw == 1
        and rules.redeals == 0
        and rules.empty_columns == "any"
        and not (table.refills or rules.take_back or rules.cells)
    )


def problem_of(table: Table) -> Problem:
    """The position on a table to which the proofs apply."""
    first = table.rules.rank_order[0]
    shift = [card - first for card in range(52)]
    founded = []
    for suit in range(len(SUITS)):
        founded += sorted(len(pile) for pile in table.foundations[2 * suit : 2 * suit + 2])
    waste = bytes(shift[card] for card in table.waste)
    stock = bytes(shift[card] for card in reversed(table.stock))
    columns = [bytes(shift[card] for card in column) for column in table.columns]
    start = settled(columns, waste, bytearray(founded))
    return Problem(start, len(waste), waste + stock, len(table.rules.ranks))


def settled(columns: list[bytes], waste: bytes, founded: bytearray) -> Position:
    """The position once all safe moves are played; the arguments may be changed."""
    again = True
    while again:
        again = False
        while waste and _plays(founded, waste[-1]):
            waste = waste[:-1]
            again = True
        for number, column in enumerate(columns):
            end = len(column)
            while end and _plays(founded, column[end - 1]):
                end -= 1
            if end < len(column):
                columns[number] = column[:end]
                again = True
    columns.sort(reverse=True)
    return Position(tuple(columns), waste, bytes(founded))


def _plays(founded: bytearray, face: int) -> bool:
    """Play a card to the lower foundation of its suit where that waits for it; whether it did."""
    low = face // 13 * 2
    if founded[low] != face % 13:
        return False
    # The lower foundation stays the lower one: where both waited for the card it is the higher one now.
    founded[low if founded[low + 1] > founded[low] else low + 1] += 1
    return True


def with_draw(position: Position, face: int) -> Position:
    """The position after a card was drawn."""
    return settled(list(position.columns), position.waste + bytes((face,)), bytearray(position.founded))


def waste_moves(position: Position) -> Iterator[Position]:
    """The positions after a move of the waste's top card, which is there."""
    face, waste = position.waste[-1], position.waste[:-1]
    for target, column in _places_for(position, face):
        columns = list(position.columns)
        columns[target] = column
        yield settled(columns, waste, bytearray(position.founded))
    if position.founded[face // 13 * 2 + 1] == face % 13:
        yield settled(list(position.columns), waste, _with_higher(position, face))


def column_moves(position: Position) -> Iterator[Position]:
    """The positions after a move of a column's top card."""
    for source, column in enumerate(position.columns):
        if not column:
            continue
        face, rest = column[-1], column[:-1]
        for target, built in _places_for(position, face):
            # A lone card gains nothing by going to another empty column.
            if target != source and (rest or len(built) > 1):
                columns = list(position.columns)
                columns[source], columns[target] = rest, built
                yield settled(columns, position.waste, bytearray(position.founded))
        if position.founded[face // 13 * 2 + 1] == face % 13:
            columns = list(position.columns)
            columns[source] = rest
            yield settled(columns, position.waste, _with_higher(position, face))


def _places_for(position: Position, face: int) -> Iterator[tuple[int, bytes]]:
    """The columns that take a card, and what is in them then; of empty ones only the first."""
    opened = False
    for number, column in enumerate(position.columns):
        if column:
            if column[-1] == face + 1 and (face + 1) % 13:
                yield number, column + bytes((face,))
        elif not opened:
            opened = True
            yield number, bytes((face,))


def _with_higher(position: Position, face: int) -> bytearray:
    founded = bytearray(position.founded)
    founded[face // 13 * 2 + 1] += 1
    return founded
