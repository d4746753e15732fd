"""A game played at a terminal."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator

from msgspec import UNSET

from forty_thieves.formats.encode import encode
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import Move, parse_move, write_log
from forty_thieves.game.table import IllegalMove, Table
from forty_thieves.outputs import OutputError, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import serialise_deal
from forty_thieves.records.structs import GameRecord
from forty_thieves.show.board import table_board
from forty_thieves.text import file_name, plural, shown, suggestion, words

from .targets import output_format

HELP = """\
Moves, several on a line if you like:
  d        draw from the stock to the waste
  r        redeal: turn the waste over to be the stock again
  w-f w-5  top card of the waste to a foundation, to column 5
  3-f 3-5  top card of column 3 to a foundation, to column 5
  3-5x4    the last four cards of column 3, as a sequence, to column 5
  s-f s-5  top card of the stock to a foundation, to column 5
  fs-5     where that is allowed: top spade of the foundations back to column 5
  3-c1 c1-5 c1-f  where there are cells: to cell 1, and from there
Commands:
  undo       take the last move back; undo 3: the last three
  moves      list the legal moves
  show       show the table again
  save FILE  write the game; a file that is there is never overwritten
  help       this
  quit       leave
"""


def encoded_game(file: str, deal: Deal, moves: list[Move], meta: dict[str, str] | None = None) -> Iterator[bytes]:
    """A played game as the record to be saved in a file, in the format that its suffix names."""
    record = GameRecord(deal=serialise_deal(deal), moves=write_log(moves), meta=UNSET if meta is None else meta)
    return encode([record], output_format(None, file), single=True)


class Session:
    """One game at a terminal: reads lines, plays the moves in them, shows the table.

    Args:
        deal: the deal to play.
        save: a file to offer for saving, or None.
        force: whether that file may be replaced.
        auto_draw: whether cards are drawn at once whenever the waste is empty.
    """

    def __init__(self, deal: Deal, save: str | None = None, *, force: bool = False, auto_draw: bool = False) -> None:
        self._deal = deal
        self._table = Table(deal, auto_draw=auto_draw)
        self._save = save
        self._force = force
        self._saved: list[Move] = []
        self._leaving = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "undo": self._undo,
            "moves": self._moves,
            "show": self._show,
            "save": self._save_as,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self) -> None:
        """Play until the player leaves; unsaved moves are offered for saving."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - line editing, where Python has it
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Bytes that are no text spoil a token, not the game; in a file's name they are kept.
            sys.stdin.reconfigure(errors="surrogateescape")

        seed = "" if self._deal.seed is None else f", seed {self._deal.seed}"
        self._say(f"{self._deal.rules.name}{seed}. Type moves, or help.")
        self._show([])
        while not self._leaving:
            try:
                line = input("> ")
            except (EOFError, KeyboardInterrupt):
                self._say("")
                break
            self._take(line)
        self._offer_to_save()

    def _say(self, text: str, *, end: str = "\n") -> None:
        print(text, end=end, flush=True)  # noqa: T201

    def _take(self, line: str) -> None:
        """Do what a line says."""
        told = words(line.strip())
        if not told:
            return
        action = self._commands.get(told[0].lower())
        if action is not None:
            action(told[1:])
            return
        self._play(told)

    def _play(self, tokens: list[str]) -> None:
        """Play the tokens of a line, up to the first that can't be played."""
        was_won = self._table.won
        played = 0
        for token in tokens:
            if token[0] == "#":
                break
            try:
                self._table.play(parse_move(token))
            except IllegalMove as error:
                self._say(f"{token}: {error.refusal.message}")
                break
            except ValueError as error:
                self._say(f"{error}{suggestion(token.lower(), self._commands)}")
                break
            played += 1
        if played:
            self._show([])
        if self._table.won and not was_won:
            self._say(f"Won, in {plural(self._table.played, 'move')}.")
        elif played and self._table.stuck:
            self._say("No legal move is left.")

    def _show(self, _: list[str]) -> None:
        self._say(table_board(self._table, reveal=False), end="")

    def _help(self, _: list[str]) -> None:
        self._say(HELP, end="")

    def _quit(self, _: list[str]) -> None:
        self._leaving = True

    def _undo(self, told: list[str]) -> None:
        count = int(told[0]) if told and told[0].isascii() and told[0].isdigit() and len(told[0]) < 6 else 1
        if not self._table.history:
            self._say("There is no move to undo.")
            return
        for _ in range(min(count, len(self._table.history))):
            self._table.undo()
        self._show([])

    def _moves(self, _: list[str]) -> None:
        legal = [str(move) for move in self._table.legal_moves]
        self._say(" ".join(legal) if legal else "No legal move is left.")

    def _save_as(self, told: list[str]) -> None:
        if len(told) != 1:
            self._say("save FILE: which file?")
            return
        self._write(told[0])

    def _write(self, file: str, *, force: bool = False) -> bool:
        """Write the game; False where it could not be, which is said."""
        played = self._table.history[:]
        try:
            write_file(file, encoded_game(file, self._deal, played), force=force)
        except OutputError as error:
            self._say(str(error).partition(";")[0])
            return False
        except Fault as fault:
            self._say(f"{file_name(file)}: {fault}")
            return False
        self._saved = played
        self._say(f"{shown(file, 4096)}: saved, {plural(len(played), 'move')}.")
        return True

    def _offer_to_save(self) -> None:
        """Offer to save moves that would be lost."""
        try:
            if self._table.history == self._saved:
                return
            if self._save is not None and self._write(self._save, force=self._force):
                return
            while True:
                file = input(
                    f"Save the {plural(self._table.played, 'move')}? A file's name, or nothing to leave: "
                ).strip()
                if not file or self._write(file):
                    return
        except (EOFError, KeyboardInterrupt):
            self._say("")
