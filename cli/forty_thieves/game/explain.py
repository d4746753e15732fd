"""Saying why a move is illegal, with the cards in the sentence."""

from __future__ import annotations

from itertools import pairwise

from forty_thieves.text import plural

from .cards import CARDS_IN_PACK, KING, NAMES, SUITS, serialise_cards
from .legal import LegalMoves
from .moves import (
    FOUNDATION,
    NO_CARD,
    STOCK,
    WASTE,
    Move,
    cell_number,
    is_cell,
    is_suit_pile,
    serialise_pile,
    suit_of,
)
from .state import State


def explain(state: State, move: Move, code: str) -> str:
    """What is wrong with a refused move, with the cards in it."""
    rules, source, target = state.rules, move.source, move.target
    names = _pile(source)
    match code:
        case "no-such-column":
            return f"there is no column {max(source, target)}: {rules.name} has {rules.columns}"
        case "same-column":
            return f"column {source} onto itself: a move needs another pile to go to"
        case "no-such-cell":
            cell = serialise_pile(min(source, target))
            return f"there is no cell {cell}: {rules.name} has {plural(rules.cells, 'cell')}"
        case "empty-source":
            return f"cannot take a card from {names}: it is empty"
        case "wrong-card":
            return f"the move expects {NAMES[move.card]}: {_found_instead(state, move)}"
        case "too-many-cards":
            if source > 0 and target > 0:
                return f"cannot move {move.count} cards from column {source}: it has {len(state.piles[source])}"
            return f"cannot move {move.count} cards from {names} to {_pile(target)}: one card at a time goes there"
        case "single-cards-only":
            return f"cannot move {move.count} cards at once: {rules.name} moves one card at a time"
        case "face-down-card":
            pile = state.piles[source]
            face_up = len(pile) - state.face_down[source]
            why = f"only its last {face_up} of {len(pile)} are face up"
            return f"cannot move {move.count} cards from column {source}: {why}"
        case "not-a-sequence":
            moved = state.piles[source][-move.count :]
            upper, lower = next(pair for pair in pairwise(moved) if pair[1] not in state.lookups.runs[pair[0]])
            return (
                f"cannot move {serialise_cards(moved)} as a sequence: "
                f"{NAMES[lower]} does not follow {NAMES[upper]} by {rules.in_run}"
            )
        case "does-not-build":
            return _explain_build(state, move)
        case "empty-column":
            only = "a king" if rules.empty_columns == "kings" else "the waste's top card"
            card = NAMES[_moving_card(state, move)]
            return f"cannot put {card} on the empty column {target}: only {only} may go there"
        case "empty-column-only":
            return f"cannot put a sequence on {NAMES[state.piles[target][-1]]}: it may only go to an empty column"
        case "occupied-cell":
            return f"cannot put a card in {_pile(target)}: {NAMES[state.in_cell(target)]} is there"
        case "not-to-a-cell":
            return f"cannot move from {names} to {_pile(target)}: a cell takes cards of columns and the waste"
        case "not-on-foundation":
            return _explain_foundation(state, _moving_card(state, move))
        case "not-from-stock":
            return f"cannot play from the stock: {rules.name} draws {rules.draw} cards at a time"
        case "empty-stock":
            redeal = state.redeals_left != 0 and bool(state.waste)
            return "cannot draw: the stock is empty" + ("; a redeal (r) is left" if redeal else "")
        case "redeal-too-early":
            return f"cannot redeal: the stock still has {plural(len(state.stock), 'card')}"
        case "empty-waste":
            return "cannot redeal: the waste is empty"
        case "no-redeal-left":
            allowed = "no redeal" if rules.redeals == 0 else f"{plural(int(rules.redeals), 'redeal')}, all used up"
            return f"cannot redeal: {rules.name} allows {allowed}"
        case "no-take-back":
            if rules.take_back:
                return "cannot take a card back to a foundation: it goes to a column"
            return f"cannot take a card back: in {rules.name} cards on a foundation stay there"
        case "ambiguous":
            named = (Move(source, target, 1, card) for card in state.foundation_tops(suit_of(source)))
            legal = [str(move) for move in named if move in LegalMoves(state)]
            return f"two cards could be meant: write {' or '.join(legal)}"
        case "game-over":
            return f"the game was won at move {state.played}: no move follows"
    raise AssertionError(code)


def _moving_card(state: State, move: Move) -> int:
    """The card that a refused move would have put down."""
    if move.source == STOCK:
        return state.stock[-1]
    if is_cell(move.source):
        return state.in_cell(move.source)
    if is_suit_pile(move.source):
        return move.card if move.card != NO_CARD else state.foundation_tops(suit_of(move.source))[0]
    return state.piles[move.source][-move.count]


def _found_instead(state: State, move: Move) -> str:
    if move.target == WASTE:
        number = min(state.rules.draw, len(state.stock))
        return f"the draw turns {NAMES[state.stock[-number]]}"
    if is_suit_pile(move.source):
        return f"on top of the foundations lie {serialise_cards(state.foundation_tops(suit_of(move.source)))}"
    card = NAMES[_moving_card(state, move)]
    if is_cell(move.source):
        return f"in {_pile(move.source)} is {card}"
    if move.count > 1:
        return f"the deepest of {move.count} cards of {_pile(move.source)} is {card}"
    return f"the top card of {_pile(move.source)} is {card}"


def _explain_build(state: State, move: Move) -> str:
    under, card = state.piles[move.target][-1], _moving_card(state, move)
    takers = [other for other in state.rules.one_pack if card in state.lookups.fits[other]]
    if not takers:
        needs = f"nothing takes {'a king' if card % 13 == KING else 'it'} but an empty column"
    elif len(takers) == len(SUITS) and len({other % 13 for other in takers}) == 1:
        rank = NAMES[takers[0]][0]
        needs = f"needs {'an' if rank in 'A8' else 'a'} {rank}"
    else:
        needs = f"needs {' or '.join(NAMES[other] for other in takers)}"
    return f"cannot put {NAMES[card]} on {NAMES[under]}: {needs}"


def _explain_foundation(state: State, card: int) -> str:
    suit = card // 13
    cards = range(CARDS_IN_PACK) if state.rules.foundation_build != "same-suit" else range(suit * 13, suit * 13 + 13)
    wanted = [other for other in cards if state.founded.ready[other]]
    if not wanted:
        return f"cannot put {NAMES[card]} on a foundation: those of {SUITS[suit]} are full"
    return f"cannot put {NAMES[card]} on a foundation: needs {' or '.join(NAMES[other] for other in wanted)}"


def _pile(pile: int) -> str:
    """A pile as a message names it."""
    if pile > 0:
        return f"column {pile}"
    if is_cell(pile):
        return f"cell {cell_number(pile)}"
    if is_suit_pile(pile):
        return f"the foundations of {SUITS[suit_of(pile)]}"
    return {WASTE: "the waste", STOCK: "the stock", FOUNDATION: "a foundation"}[pile]
