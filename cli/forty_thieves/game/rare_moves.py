"""The rarer moves: redeals, cells, cards played from the stock or taken back; and what :mod:`.replay` seldom asks.

A move is judged completely before anything changes. Where a function plays a move it returns the empty text, else the
code of the rule that the move breaks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import KING
from .moves import CELL, FOUNDATION, NO_CARD, STOCK, TAKE_BACK, WASTE, Move

if TYPE_CHECKING:
    from .table import Table


def unexpected(table: Table, move: Move) -> bool:
    """Whether the card that a move asserts is not the one that it would move.

    The replay loop itself looks at a drawn card, and at one card of the waste or a column.
    """
    if move.source == move.target > 0:
        return False  # a column onto itself, which no card makes right
    if move.source == STOCK:
        return table.rules.draw == 1 and bool(table.stock) and table.stock[-1] != move.card
    if move.source < CELL:
        cell = CELL - move.source - 1
        held = table.cells[cell] if cell < len(table.cells) else NO_CARD
        return held not in (NO_CARD, move.card)
    if move.source <= TAKE_BACK:
        return table.rules.take_back and move.card not in (
            table.foundation_tops(TAKE_BACK - move.source) or [move.card]
        )
    pile = table.piles[move.source]
    # Of a card that lies face down nothing is told, not even that it is another one.
    return 0 < move.count <= len(pile) - table.face_down[move.source] and pile[-move.count] != move.card


def no_sequence(table: Table, pile: list[int], count: int) -> str:
    """Why several cards can't leave a column together for another."""
    if table.rules.move == "single":
        return "single-cards-only"
    if count <= len(pile):
        return "face-down-card"
    return "too-many-cards" if pile else "empty-source"


def may_open(table: Table, card: int, source: int) -> bool:
    """Whether a card from that place may go to an empty column where not every card may."""
    if table.rules.empty_columns == "kings":
        return card % 13 == KING
    return source in (WASTE, STOCK)


def move_from_stock(table: Table, move: Move, any_to_empty: bool) -> str:
    """Play the stock's top card at once."""
    if move.target > table.rules.columns:
        return "no-such-column"
    if table.rules.draw != 1:
        return "not-from-stock"
    if not table.stock:
        return "empty-stock"
    code = _lands(table, table.stock[-1], move, any_to_empty)
    if not code:
        _land(table, table.stock.pop(), move.target)
    return code


def move_rare(table: Table, move: Move, any_to_empty: bool, number: int) -> str:
    """Redeal, take a card back, or use a cell; as move ``number``, from 0."""
    source, target = move.source, move.target
    if target == STOCK:
        return _redeal(table, number)
    columns, last_cell = table.rules.columns, CELL - len(table.cells)
    if source > columns or target > columns:
        return "no-such-column"
    if source == target > 0:
        return "same-column"
    if source < last_cell or target < last_cell:
        return "no-such-cell"
    if move.count != 1:
        return "too-many-cards"
    if target < CELL:
        return _move_to_cell(table, source, CELL - target - 1, number)
    if source < CELL:
        return _move_from_cell(table, move, any_to_empty)
    return _take_back(table, move, any_to_empty)


def _redeal(table: Table, number: int) -> str:
    """Turn the waste over to be the stock again."""
    waste = table.piles[WASTE]
    if table.redeals_left == 0:
        return "no-redeal-left"
    if table.stock:
        return "redeal-too-early"
    if not waste:
        return "empty-waste"
    table.stock.extend(reversed(waste))
    waste.clear()
    if table.redeals_left is not None:
        table.redeals_left -= 1
    if table._refills:
        table._effects.append((number, "drew", table._draw_if_empty()))
    return ""


def _move_to_cell(table: Table, source: int, cell: int, number: int) -> str:
    if source < 0:
        return "not-to-a-cell"
    pile = table.piles[source]
    if not pile:
        return "empty-source"
    if table.cells[cell] != NO_CARD:
        return "occupied-cell"
    table.cells[cell] = pile.pop()
    if len(pile) <= table.face_down[source]:
        if pile:
            table.face_down[source] = table.rules.face_levels[table.face_down[source]]
            table._effects.append((number, "turned", source))
        else:
            table._fill(source, number)
    return ""


def _move_from_cell(table: Table, move: Move, any_to_empty: bool) -> str:
    cell = CELL - move.source - 1
    card = table.cells[cell]
    if card == NO_CARD:
        return "empty-source"
    code = _lands(table, card, move, any_to_empty)
    if not code:
        table.cells[cell] = NO_CARD
        _land(table, card, move.target)
    return code


def _take_back(table: Table, move: Move, any_to_empty: bool) -> str:
    if not table.rules.take_back or move.target == FOUNDATION:
        return "no-take-back"
    tops = table.foundation_tops(TAKE_BACK - move.source)
    if not tops:
        table.piles[move.target]  # a column that is not there is the first thing wrong
        return "empty-source"
    if move.card != NO_CARD:
        tops = [move.card]
    codes = [_lands(table, card, move, any_to_empty) for card in tops]
    if codes.count("") > 1:
        return "ambiguous"
    if "" not in codes:
        return codes[0]
    if table.won:
        return "game-over"
    card = tops[codes.index("")]
    table._take_from_top(card)
    table.piles[move.target].append(card)
    return ""


def _lands(table: Table, card: int, move: Move, any_to_empty: bool) -> str:
    """The rule that keeps a card from a move's target, a column or a foundation, or the empty text."""
    if move.target == FOUNDATION:
        return "" if table.ready[card] else "not-on-foundation"
    onto = table.piles[move.target]
    if onto:
        return "" if card in table.tests.fits[onto[-1]] else "does-not-build"
    return "" if any_to_empty or may_open(table, card, move.source) else "empty-column"


def _land(table: Table, card: int, target: int) -> None:
    """Put a card down where :func:`_lands` lets it."""
    if target == FOUNDATION:
        table._put_up(card)
    else:
        table.piles[target].append(card)
