"""The legal moves of a state."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import SUITS
from .moves import DRAW, FOUNDATION, NO_CARD, REDEAL, STOCK, Move, cell_pile, parse_move, suit_pile
from .replay import replay
from .state import State


class LegalMoves:
    """The legal moves of a state, found when they are asked for: iterate, count, or ask with ``in``.

    Each is tried out and undone, so they are those that the replay loop accepts, by the same code. A move is listed
    once, in its shortest spelling; a card to assert (``=9H``) is named only where the move needs it.
    """

    def __init__(self, state: State) -> None:
        self._state = state

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
        if not isinstance(move, Move) or replay(self._state, (move.entry,)):
            return False
        self._state.undo_move(move)
        return True

    def __len__(self) -> int:
        """How many legal moves there are."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Whether there is a legal move."""
        return any(True for _ in self)

    def _candidates(self) -> list[Move]:
        """The moves worth trying: every move that is not ruled out by an empty pile or a missing column."""
        state = self._state
        columns = range(1, state.rules.columns + 1)
        cells = [(cell_pile(number), card) for number, card in enumerate(state.cells, 1)]
        moves = [DRAW, REDEAL]
        for source, pile in enumerate(state.piles):
            if not pile:
                continue
            most = len(pile) if source > 0 and state.rules.move == "sequence" else 1
            moves.append(Move(source, FOUNDATION))
            moves += [Move(source, target, count) for target in columns for count in range(1, most + 1)]
            moves += [Move(source, cell) for cell, card in cells if card == NO_CARD]
        for cell, card in cells:
            if card != NO_CARD:
                moves += [Move(cell, target) for target in (FOUNDATION, *columns)]
        if state.stock:
            moves += [Move(STOCK, target) for target in (FOUNDATION, *columns)]
        if state.rules.take_back:
            for suit in range(len(SUITS)):
                source = suit_pile(suit)
                tops = state.foundation_tops(suit)
                for target in columns:
                    moves.append(Move(source, target))
                    if len(tops) > 1 and Move(source, target) not in self:
                        moves += [Move(source, target, 1, card) for card in tops]
        return moves
