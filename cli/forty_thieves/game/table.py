"""The table: a state that is played on, with the moves so far, the legal moves, and words for those refused."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from forty_thieves.problems import wrong_type

from .deal import Deal
from .explain import explain
from .legal import LegalMoves
from .moves import NO_MOVES, Entry, Move, MoveLog, parse_move, steps_of
from .replay import replay
from .state import State, parts_of_deal


class Refusal(Struct, frozen=True):
    """A move that breaks a rule.

    Attributes:
        move: the move.
        code: the rule, a key of :data:`forty_thieves.problems.CODES`.
        message: what the move tried and what it would need, with the cards' names.
    """

    move: Move
    code: str
    message: str


class IllegalMove(Exception):
    """Raised by :meth:`Table.play` for a move that breaks a rule; the table is as it was.

    Attributes:
        refusal: the move, the rule's code and the message.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Table(State):
    """A game as it is played. A refused move leaves it as it was.

    Args:
        start: the deal, or the position, that it is played from; the cards are copied.
        auto_draw: whether cards are drawn at once whenever the waste is empty, though the rules do not say so.

    Attributes:
        played_before: the moves that led to the position from which the game was taken up; 0 for a deal.

    Raises:
        TypeError: the start is neither.
    """

    def __init__(self, start: Deal | State, *, auto_draw: bool = False) -> None:
        if not isinstance(start, Deal | State):
            raise wrong_type("the start", start, "a Deal or a position")
        super().__init__(*(parts_of_deal(start) if isinstance(start, Deal) else start.parts()))
        self.played_before = self.played
        self._entries: list[Entry] = []
        if auto_draw:
            self.refills = True
        if self.refills and not self.waste:
            self.draw()

    def copy(self) -> Table:
        """The same game once more, to be played on by itself; what was played can be undone in both."""
        twin = Table(self, auto_draw=self.refills)
        twin.founded = self.founded.copy()
        twin.effects[:] = self.effects
        twin.played_before = self.played_before
        twin._entries[:] = self._entries
        return twin

    def run(self, moves: Iterable[Move] | MoveLog) -> Refusal | None:
        """Play moves one after another, up to the first that breaks a rule.

        Args:
            moves: the moves, or a log as read; each is judged on the table that those before it left.

        Returns:
            None where all were played, else the first move that breaks a rule. ``history`` shows how far it went.

        Raises:
            TypeError: they are no moves; none was played.
        """
        try:
            entries = moves.entries if isinstance(moves, MoveLog) else [move.entry for move in moves]
        except AttributeError as error:
            raise TypeError(NO_MOVES) from error
        before = self.played
        code = replay(self, entries)
        if not code:
            self._entries += entries
            return None
        played = self.played - before
        self._entries += entries[:played]
        move = entries[played][-1]
        if self.won:
            code = "game-over"
        return Refusal(move, code, explain(self, move, code))

    def play(self, move: Move | str) -> Move:
        """Play one move.

        Args:
            move: a move, or its token.

        Returns:
            The move.

        Raises:
            IllegalMove: the move breaks a rule.
            ValueError: the token is not a move.
            TypeError: it is neither a move nor text.
        """
        if isinstance(move, str):
            move = parse_move(move)
        elif not isinstance(move, Move):
            raise wrong_type("the move", move, "a Move or its token")
        refusal = self.run((move,))
        if refusal is not None:
            raise IllegalMove(refusal)
        return move

    def undo(self) -> Move:
        """Undo the last move, with all that it brought about.

        Returns:
            The move that was undone.

        Raises:
            IndexError: no move was played.
        """
        move = self._entries.pop()[-1]
        self.undo_move(move)
        return move

    @property
    def history(self) -> list[Move]:
        """The moves played so far, in a list of their own."""
        return [entry[-1] for entry in self._entries]

    @property
    def last_move(self) -> Move | None:
        """The move played last, or None where none was played."""
        return self._entries[-1][-1] if self._entries else None

    @property
    def steps(self) -> int:
        """The length of what was played on this table, as :func:`forty_thieves.game.moves.steps_of` counts it."""
        return steps_of(self.history)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves on the table as it stands when they are looked at."""
        return LegalMoves(self)

    @property
    def stuck(self) -> bool:
        """Whether the game is not won and no legal move is left."""
        return not self.won and not self.legal_moves
