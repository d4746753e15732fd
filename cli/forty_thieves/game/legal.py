"""The legal moves of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .cards import SUITS
from .moves import CELL, DRAW, FOUNDATION, NO_CARD, REDEAL, STOCK, TAKE_BACK, Move, parse_move

if TYPE_CHECKING:
    from .table import Table


class LegalMoves:
    """The legal moves of a table, found when they are asked for: iterate, count, or ask with ``in``.

    Each is tried out and undone, so they are those that :meth:`Table.play` accepts, by the same code. A move is
    listed once, in its shortest spelling; a card to assert (``=9H``) is named only where the move needs it.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def __iter__(self) -> Iterator[Move]:
        """The legal moves, in a fixed order: draw, redeal, from waste, columns, cells, stock, foundations."""
        return (move for move in self._candidates() if move in self)

    def __contains__(self, move: object) -> bool:
        """Whether a move, or the move that a token means, is legal now."""
        if isinstance(move, str):
            try:
                move = parse_move(move)
            except ValueError:
                return False
        if not isinstance(move, Move) or self._table.run((move,)) is not None:
            return False
        self._table.undo()
        return True

    def __len__(self) -> int:
        """How many legal moves there are."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Whether there is a legal move."""
        return any(True for _ in self)

    def _candidates(self) -> list[Move]:
        """The moves worth trying: every move that is not ruled out by an empty pile or a missing column."""
        table = self._table
        columns = range(1, table.rules.columns + 1)
        free_cells = [cell for cell, card in enumerate(table.cells, 1) if card == NO_CARD]
        moves = [DRAW, REDEAL]
        for source, pile in enumerate(table.piles):
            if not pile:
                continue
            most = len(pile) if source > 0 and table.rules.move == "sequence" else 1
            moves.append(Move(source, FOUNDATION))
            moves += [Move(source, target, count) for target in columns for count in range(1, most + 1)]
            moves += [Move(source, CELL - cell) for cell in free_cells]
        for cell, card in enumerate(table.cells, 1):
            if card != NO_CARD:
                moves += [Move(CELL - cell, target) for target in (FOUNDATION, *columns)]
        if table.stock:
            moves += [Move(STOCK, target) for target in (FOUNDATION, *columns)]
        if table.rules.take_back:
            for suit in range(len(SUITS)):
                source = TAKE_BACK - suit
                tops = table.foundation_tops(suit)
                for target in columns:
                    moves.append(Move(source, target))
                    if len(tops) > 1 and Move(source, target) not in self:
                        moves += [Move(source, target, 1, card) for card in tops]
        return moves
