"""A game in play: its table, every move made in it, and the place among them. It knows no terminal."""

from __future__ import annotations

import re
from collections.abc import Callable

from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import Move, parse_log, steps_of, write_log
from forty_thieves.game.table import IllegalMove, Table
from forty_thieves.records.games import serialise_game
from forty_thieves.records.positions import serialise_position
from forty_thieves.records.structs import GameRecord, PositionRecord

UNDONE, HINTED, TIME = "undone_moves", "hinted_moves", "time_played"
"""What a saved game keeps under ``meta`` for the next time it is played: moves that may be redone; the numbers of the
moves that a hint gave; hours, minutes and seconds at the board."""

_TIME = re.compile(r"(\d{1,6}):([0-5]\d):([0-5]\d)", re.ASCII)


class Played:
    """A game in play.

    Args:
        table: the table, with the moves that were made on it.
        deal: the deal that it started from, or None where it started from a position.
        meta: what the game's record says beside the game; what was kept there for the next time is taken up.
        clock: gives seconds, to tell how long the game was played; without one, that is not said.
        deal_meta: what the deal's record says beside the deal, or None.
        auto_draw: whether cards are drawn at once whenever the waste is empty, though the rules do not say so.
        file: the file that it was opened from, or None.

    Attributes:
        deal: the deal, or None.
        table: the table as it stands.
        moves: every move, those that were undone and may be redone included.
        hinted: the numbers, from 1, of the moves that a hint had given.
        suggested: the move that a hint has just given, or None.
        file: the game's own file, which saving replaces without a question; or None.
    """

    def __init__(
        self,
        table: Table,
        deal: Deal | None,
        meta: dict[str, str] | None = None,
        clock: Callable[[], float] | None = None,
        *,
        deal_meta: dict[str, str] | None = None,
        auto_draw: bool = False,
        file: str | None = None,
    ) -> None:
        self.table = table
        self.deal = deal
        self.file = file
        self.moves: list[Move] = table.history
        self.hinted: set[int] = set()
        self.suggested: Move | None = None
        self._meta = dict(meta or {})
        self._deal_meta = deal_meta
        self._clock = clock
        self._auto_draw = auto_draw
        self._since = clock() if clock else 0.0
        self._saved = self.moves[:]
        self._take_up()

    def _take_up(self) -> None:
        """Take up what the last session kept; text that is none of it stays what it is."""
        kept = parse_log(self._meta.get(UNDONE, ""))
        if kept.bad is None and kept.entries and self._can_follow(kept.moves):
            self.moves += kept.moves
            del self._meta[UNDONE]
        numbers = self._meta.get(HINTED, "").split()
        if numbers and all(word.isascii() and word.isdigit() and len(word) < 7 for word in numbers):
            self.hinted = {number for number in map(int, numbers) if 0 < number <= len(self.moves)}
            del self._meta[HINTED]
        time = _TIME.fullmatch(self._meta.get(TIME, ""))
        if time and self._clock:
            hours, minutes, seconds = map(int, time.groups())
            self._since -= hours * 3600 + minutes * 60 + seconds
            del self._meta[TIME]

    def _can_follow(self, moves: list[Move]) -> bool:
        """Whether these moves are legal one after another from here; the table stays as it is."""
        before = self.table.played
        legal = self.table.run(moves) is None
        while self.table.played > before:
            self.table.undo()
        return legal

    def another(self, deal: Deal) -> Played:
        """A new game for the same player; cards are drawn by themselves in it as they are in this one."""
        return Played(Table(deal, auto_draw=self._auto_draw), deal, None, self._clock, auto_draw=self._auto_draw)

    # The place among the moves

    @property
    def at(self) -> int:
        """How many of the moves are played on the table."""
        return self.table.played - self.table.played_before

    @property
    def done(self) -> list[Move]:
        """The moves that are played on the table."""
        return self.moves[: self.at]

    @property
    def undone(self) -> list[Move]:
        """The moves that may be redone, the next one first."""
        return self.moves[self.at :]

    def play(self, move: Move) -> None:
        """Play a move; what was undone can be redone no more, unless this is the next of it.

        Raises:
            IllegalMove: it breaks a rule; nothing has changed.
        """
        at = self.at
        refusal = self.table.run((move,))
        if refusal is not None:
            raise IllegalMove(refusal)
        if self.moves[at : at + 1] != [move]:
            self.moves[at:] = [move]
            self.hinted = {number for number in self.hinted if number <= at}
        if move == self.suggested:
            self.hinted.add(at + 1)
        self.suggested = None

    def go_to(self, number: int) -> int:
        """Undo or redo moves until so many are played, or as near as there are moves.

        Returns:
            How many moves that took.
        """
        before = self.at
        number = max(0, min(number, len(self.moves)))
        while self.at > number:
            self.table.undo()
        self.table.run(self.moves[self.at : number])
        self.suggested = None
        return abs(self.at - before)

    # What is known of it

    @property
    def seed(self) -> int | None:
        """The seed of its deal, where there is one."""
        return None if self.deal is None else self.deal.seed

    @property
    def steps(self) -> int:
        """The length of what is played, in steps."""
        return steps_of(self.done)

    @property
    def hints_taken(self) -> int:
        """How many of the moves on the table a hint had given."""
        return sum(number <= self.at for number in self.hinted)

    @property
    def time(self) -> str:
        """The time played, in hours, minutes and seconds; empty where there is no clock."""
        if self._clock is None:
            return ""
        minutes, seconds = divmod(int(self._clock() - self._since), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"

    # Saving

    @property
    def unsaved(self) -> bool:
        """Whether the moves on the table are other ones than were saved or opened last."""
        return self.done != self._saved

    def mark_saved(self) -> None:
        """Hold the moves on the table for saved."""
        self._saved = self.done

    def record(self) -> GameRecord | PositionRecord:
        """The game as it is saved: as it stands, with what the next session needs; a position stays a position."""
        if self.deal is None:
            return serialise_position(self.table)
        kept = {
            UNDONE: " ".join(map(str, self.undone)),
            HINTED: " ".join(map(str, sorted(self.hinted))),
            TIME: self.time,
        }
        meta = self._meta | {name: text for name, text in kept.items() if text}
        return serialise_game(self.deal, write_log(self.done), meta=meta or None, deal_meta=self._deal_meta)
