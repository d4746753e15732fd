"""The rarer moves: redeals, cells, cards played from the stock or taken back; and what :mod:`.replay` seldom asks.

A move is judged completely before anything changes. Where a function plays a move it returns the empty text, else the
code of the rule that the move breaks.
"""

from __future__ import annotations

from .cards import KING
from .moves import (
    DRAWING,
    FOUNDATION,
    NO_CARD,
    STOCK,
    WASTE,
    Move,
    cell_number,
    is_cell,
    is_suit_pile,
    suit_of,
)
from .state import State


def nothing_there(state: State, kind: int, source: int, target: int) -> str:
    """The rule that a usual move breaks by its piles alone: one that is not there, or is empty where it takes a card.

    The replay loop does not look before it takes a card: it asks this once Python has found none. What it learns from
    an IndexError is so said here in plain words.

    Args:
        state: the table before the move.
        kind: the move's kind, ASSERTING left out.
        source: the pile that it takes cards from.
        target: the pile that they go to.

    Returns:
        The rule's code, or the empty text where both piles are in order.
    """
    if kind == DRAWING:
        return "" if state.stock else "empty-stock"
    if max(source, target) > state.rules.columns:
        return "no-such-column"
    return "" if source >= 0 and state.piles[source] else "empty-source"


def is_unexpected(state: State, move: Move) -> bool:
    """Whether the card that a move asserts is not the one that it would move.

    The replay loop itself looks at a drawn card, and at one card of the waste or a column.
    """
    source = move.source
    if source == move.target > 0:
        return False  # a column onto itself, which no card makes right
    if source == STOCK:
        return state.rules.draw == 1 and bool(state.stock) and state.stock[-1] != move.card
    if is_cell(source):
        held = state.in_cell(source) if cell_number(source) <= len(state.cells) else NO_CARD
        return held not in (NO_CARD, move.card)
    if is_suit_pile(source):
        return state.rules.take_back and move.card not in (state.foundation_tops(suit_of(source)) or [move.card])
    pile = state.piles[source]
    # Nothing is said of a card that lies face down, not even that it is another one.
    return 0 < move.count <= len(pile) - state.face_down[source] and pile[-move.count] != move.card


def why_no_sequence(state: State, pile: list[int], count: int) -> str:
    """Why several cards can't leave a column together for another."""
    if state.rules.move == "single":
        return "single-cards-only"
    if count <= len(pile):
        return "face-down-card"
    return "too-many-cards" if pile else "empty-source"


def may_open(state: State, card: int, source: int) -> bool:
    """Whether a card from that pile may go to an empty column."""
    match state.rules.empty_columns:
        case "kings":
            return card % 13 == KING
        case "waste":
            return source in (WASTE, STOCK)
        case "any" | "auto":
            return True


def move_from_stock(state: State, move: Move) -> str:
    """Play the stock's top card at once."""
    if move.target > state.rules.columns:
        return "no-such-column"
    if state.rules.draw != 1:
        return "not-from-stock"
    if not state.stock:
        return "empty-stock"
    code = _why_not_there(state, state.stock[-1], move)
    if not code:
        _put_down(state, state.stock.pop(), move.target)
    return code


def move_rare(state: State, move: Move, number: int) -> str:
    """Redeal, take a card back, or use a cell; as the move before which ``number`` were played."""
    source, target = move.source, move.target
    if target == STOCK:
        return _redeal(state, number)
    if source > state.rules.columns or target > state.rules.columns:
        return "no-such-column"
    if source == target > 0:
        return "same-column"
    if any(is_cell(pile) and cell_number(pile) > len(state.cells) for pile in (source, target)):
        return "no-such-cell"
    if move.count != 1:
        return "too-many-cards"
    if is_cell(target):
        return _move_to_cell(state, source, target, number)
    if is_cell(source):
        return _move_from_cell(state, move)
    return _take_back(state, move)


def _redeal(state: State, number: int) -> str:
    """Turn the waste over to be the stock again."""
    if state.redeals_left == 0:
        return "no-redeal-left"
    if state.stock:
        return "redeal-too-early"
    if not state.waste:
        return "empty-waste"
    state.stock.extend(reversed(state.waste))
    state.waste.clear()
    if state.redeals_left is not None:
        state.redeals_left -= 1
    if state.refills:
        state.refill(number)
    return ""


def _move_to_cell(state: State, source: int, target: int, number: int) -> str:
    if source < 0:
        return "not-to-a-cell"
    pile = state.piles[source]
    if not pile:
        return "empty-source"
    if state.in_cell(target) != NO_CARD:
        return "occupied-cell"
    state.swap_cell(target, pile.pop())
    if len(pile) <= state.face_down[source]:
        if pile:
            state.face_down[source] = state.rules.face_levels[state.face_down[source]]
            state.effects.append((number, "turned", source))
        else:
            state.fill(source, number)
    return ""


def _move_from_cell(state: State, move: Move) -> str:
    card = state.in_cell(move.source)
    if card == NO_CARD:
        return "empty-source"
    code = _why_not_there(state, card, move)
    if not code:
        _put_down(state, state.swap_cell(move.source, NO_CARD), move.target)
    return code


def _take_back(state: State, move: Move) -> str:
    if not state.rules.take_back or move.target == FOUNDATION:
        return "no-take-back"
    tops = state.foundation_tops(suit_of(move.source))
    if not tops:
        return "empty-source"
    if move.card != NO_CARD:
        tops = [move.card]
    codes = [_why_not_there(state, card, move) for card in tops]
    if codes.count("") > 1:
        return "ambiguous"
    if "" not in codes:
        return codes[0]
    if state.won:
        return "game-over"
    card = tops[codes.index("")]
    state.founded.take_back(card)
    state.piles[move.target].append(card)
    return ""


def _why_not_there(state: State, card: int, move: Move) -> str:
    """The rule that keeps a card from a move's target, a column or a foundation, or the empty text."""
    if move.target == FOUNDATION:
        return "" if state.founded.ready[card] else "not-on-foundation"
    onto = state.piles[move.target]
    if onto:
        return "" if card in state.lookups.fits[onto[-1]] else "does-not-build"
    return "" if may_open(state, card, move.source) else "empty-column"


def _put_down(state: State, card: int, target: int) -> None:
    """Put a card on a column or a foundation that takes it."""
    if target == FOUNDATION:
        state.founded.put(card)
    else:
        state.piles[target].append(card)
