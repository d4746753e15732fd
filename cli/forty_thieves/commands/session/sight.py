"""What the player of a game may see of it: neither face-down cards nor the unseen stock, and no message says them."""

from __future__ import annotations

from forty_thieves.game.moves import NO_CARD, STOCK, WASTE, Move
from forty_thieves.game.table import Table


def knows_stock(table: Table) -> bool:
    """Whether the player has seen the stock's cards in their order: after a redeal they come as they came before."""
    if table.redeals_left is not None:
        return table.redeals_left != table.rules.redeals
    return any(move.target == STOCK for move in table.history)


def plays_unseen(table: Table, move: Move) -> bool:
    """Whether a move plays the stock's top card to a column or a foundation, and its player can't know that card."""
    return move.source == STOCK and move.target != WASTE and not knows_stock(table)


def asserts_unseen(table: Table, move: Move) -> bool:
    """Whether a move names a card of the stock that its player can't know: to judge that would tell it."""
    return move.source == STOCK and move.card != NO_CARD and not knows_stock(table)


def seen_moves(table: Table) -> list[Move]:
    """The legal moves, without those that would tell what the stock's top card is."""
    return [move for move in table.legal_moves if not plays_unseen(table, move)]
