"""Saying why a move is illegal, with the cards in the sentence."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from forty_thieves.text import plural

from .cards import CARDS_IN_PACK, KING, NAMES, SUITS, serialise_cards
from .moves import CELL, FOUNDATION, NO_CARD, STOCK, TAKE_BACK, WASTE, Move

if TYPE_CHECKING:
    from .table import Table


def explain(table: Table, move: Move, code: str) -> str:
    """What is wrong with a refused move, with the cards in it."""
    rules, source, target = table.rules, move.source, move.target
    names = _place(source)
    match code:
        case "no-such-column":
            return f"there is no column {max(source, target)}: {rules.name} has {rules.columns}"
        case "same-column":
            return f"column {source} onto itself: a move needs another place to go to"
        case "no-such-cell":
            return f"there is no cell c{CELL - min(source, target)}: {rules.name} has {plural(rules.cells, 'cell')}"
        case "empty-source":
            return f"cannot take a card from {names}: it is empty"
        case "wrong-card":
            return f"the move expects {NAMES[move.card]}: {_found_instead(table, move)}"
        case "too-many-cards":
            if source > 0 and target > 0:
                return f"cannot move {move.count} cards from column {source}: it has {len(table.piles[source])}"
            return f"cannot move {move.count} cards from {names} to {_place(target)}: one card at a time goes there"
        case "single-cards-only":
            return f"cannot move {move.count} cards at once: {rules.name} moves one card at a time"
        case "face-down-card":
            pile = table.piles[source]
            face_up = len(pile) - table.face_down[source]
            told = f"only its last {face_up} of {len(pile)} are face up"
            return f"cannot move {move.count} cards from column {source}: {told}"
        case "not-a-sequence":
            moved = table.piles[source][-move.count :]
            upper, lower = next(pair for pair in pairwise(moved) if pair[1] not in table.tests.runs[pair[0]])
            return (
                f"cannot move {serialise_cards(moved)} as a sequence: "
                f"{NAMES[lower]} does not follow {NAMES[upper]} by {rules.in_run}"
            )
        case "does-not-build":
            return _explain_build(table, move)
        case "empty-column":
            only = "a king" if rules.empty_columns == "kings" else "the waste's top card"
            card = NAMES[_moving_card(table, move)]
            return f"cannot put {card} on the empty column {target}: only {only} may go there"
        case "empty-column-only":
            return f"cannot put a sequence on {NAMES[table.piles[target][-1]]}: it may only go to an empty column"
        case "occupied-cell":
            return f"cannot put a card in {_place(target)}: {NAMES[table.cells[CELL - target - 1]]} is there"
        case "not-to-a-cell":
            return f"cannot move from {names} to {_place(target)}: a cell takes cards of columns and the waste"
        case "not-on-foundation":
            return _explain_foundation(table, _moving_card(table, move))
        case "not-from-stock":
            return f"cannot play from the stock: {rules.name} draws {rules.draw} cards at a time"
        case "empty-stock":
            redeal = table.redeals_left != 0 and bool(table.waste)
            return "cannot draw: the stock is empty" + ("; a redeal (r) is left" if redeal else "")
        case "redeal-too-early":
            return f"cannot redeal: the stock still has {plural(len(table.stock), 'card')}"
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
            named = (Move(source, target, 1, card) for card in table.foundation_tops(TAKE_BACK - source))
            legal = [str(move) for move in named if move in table.legal_moves]
            return f"two cards could be meant: write {' or '.join(legal)}"
        case "game-over":
            return f"the game was won at move {table.played}: no move follows"
    raise AssertionError(code)


def _moving_card(table: Table, move: Move) -> int:
    """The card that a refused move would have put down."""
    if move.source == STOCK:
        return table.stock[-1]
    if move.source < CELL:
        return table.cells[CELL - move.source - 1]
    if move.source <= TAKE_BACK:
        return move.card if move.card != NO_CARD else table.foundation_tops(TAKE_BACK - move.source)[0]
    return table.piles[move.source][-move.count]


def _found_instead(table: Table, move: Move) -> str:
    if move.target == WASTE:
        number = min(table.rules.draw, len(table.stock))
        return f"the draw turns {NAMES[table.stock[-number]]}"
    if CELL < move.source <= TAKE_BACK:
        return f"on top of the foundations lie {serialise_cards(table.foundation_tops(TAKE_BACK - move.source))}"
    card = NAMES[_moving_card(table, move)]
    if move.source < CELL:
        return f"in {_place(move.source)} is {card}"
    if move.count > 1:
        return f"the deepest of {move.count} cards of {_place(move.source)} is {card}"
    return f"the top card of {_place(move.source)} is {card}"


def _explain_build(table: Table, move: Move) -> str:
    under, card = table.piles[move.target][-1], _moving_card(table, move)
    takers = [other for other in table.rules.one_pack if card in table.tests.fits[other]]
    if not takers:
        needs = f"nothing takes {'a king' if card % 13 == KING else 'it'} but an empty column"
    elif len(takers) == len(SUITS) and len({other % 13 for other in takers}) == 1:
        rank = NAMES[takers[0]][0]
        needs = f"needs {'an' if rank in 'A8' else 'a'} {rank}"
    else:
        needs = f"needs {' or '.join(NAMES[other] for other in takers)}"
    return f"cannot put {NAMES[card]} on {NAMES[under]}: {needs}"


def _explain_foundation(table: Table, card: int) -> str:
    suit = card // 13
    cards = range(CARDS_IN_PACK) if table.rules.foundation_build != "same-suit" else range(suit * 13, suit * 13 + 13)
    wanted = [other for other in cards if table.ready[other]]
    if not wanted:
        return f"cannot put {NAMES[card]} on a foundation: those of {SUITS[suit]} are full"
    return f"cannot put {NAMES[card]} on a foundation: needs {' or '.join(NAMES[other] for other in wanted)}"


def _place(place: int) -> str:
    """A place as a message names it."""
    if place > 0:
        return f"column {place}"
    if place < CELL:
        return f"cell {CELL - place}"
    if place <= TAKE_BACK:
        return f"the foundations of {SUITS[TAKE_BACK - place]}"
    return {WASTE: "the waste", STOCK: "the stock", FOUNDATION: "a foundation"}[place]
