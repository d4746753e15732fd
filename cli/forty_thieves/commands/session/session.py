"""A session: what each line that a player types does to the game, and what is said to it. It knows no terminal."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable

from forty_thieves.exit_codes import EXIT_INVALID, EXIT_OK, EXIT_SHORT
from forty_thieves.game import shuffles
from forty_thieves.game.cards import NAMES, serialise_cards
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.moves import (
    DRAW,
    STOCK,
    WASTE,
    Move,
    is_cell,
    is_suit_pile,
    parse_move,
    serialise_pile,
)
from forty_thieves.game.table import IllegalMove, Refusal
from forty_thieves.outputs import STDOUT, OutputError, write_file
from forty_thieves.problems import Fault
from forty_thieves.show.board import player_board
from forty_thieves.show.describe import sentences
from forty_thieves.show.look import Look
from forty_thieves.text import LINE_END, file_name, plural, quoted, words

from . import advice
from .files import encoded, proposed_name, same_file
from .played import Played
from .sight import asserts_unseen, knows_stock, plays_unseen, seen_moves
from .verbs import help_lines, meant_instead, verb_of

_SOURCE = re.compile(r"[ws]|f[cdhs]|c?[1-9][0-9]*", re.ASCII | re.IGNORECASE)
_TARGET = re.compile(r"(f|c?[1-9][0-9]*)(x[1-9][0-9]*)?", re.ASCII | re.IGNORECASE)
_WORDS_FOR_MOVES = {"draw": "d", "redeal": "r"}
_JUDGED_BY_CARD = {"does-not-build", "not-on-foundation", "empty-column"}
_EXAMPLES = 4
"""Moves that a message names as what may be typed instead."""


class _Unclear(Exception):
    """A line, or a part of one, that means nothing; the message says what may be typed instead."""


class Session:
    """One player's session: a game, and those that were left for it.

    Args:
        game: the game to begin with.
        say: takes what is to be said, as whole lines.
        look: gives how a board is to be dressed now.
        ask: puts a question and gives the answer, or None where there is none; without it nothing is asked, and
            nothing that would need an answer is done.
        opened: the file that the game was opened from, which saving may replace; or None.
        save: the file that is written after every move, or None.
        force: whether that file may replace another.

    Attributes:
        game: the game that is played now.
        ended: whether the player has left.
        status: what a script is to know: 0, or the larger of 1 for a move that was not legal and 2 for what could
            not be understood or done.
    """

    def __init__(
        self,
        game: Played,
        say: Callable[[str], None],
        look: Callable[[], Look],
        ask: Callable[[str], str | None] | None = None,
        *,
        opened: str | None = None,
        save: str | None = None,
        force: bool = False,
    ) -> None:
        self.game = game
        self.ended = False
        self.status = EXIT_OK
        self._say = say
        self._look = look
        self._ask = ask
        self._own_file = opened
        self._save_to = save
        self._force = force
        self._left: list[tuple[Played, str | None]] = []
        self._take_back: Callable[[], None] | None = None
        self._verbs: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "moves": self._moves,
            "hint": self._hint,
            "auto": self._auto,
            "board": self._board,
            "waste": self._waste,
            "stock": self._stock,
            "log": self._log,
            "rules": self._rules,
            "restart": self._restart,
            "new": self._new,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }

    # What the terminal and the pipe call

    def start(self) -> None:
        """Show the table, and say what may be typed; end at once where the file to save in is to be left alone."""
        if self._save_to is not None:
            if not (self._force or self._may_write(self._save_to)):
                self._line(f"forty-thieves play {_in_shell(self._save_to)} goes on with what is in it.")
                self.ended = True
                return
            self._own_file = self._save_to
        self._show()
        if self._save_to is not None:
            self._line(f"Every move is saved in {file_name(self._save_to)}.")
        if self.game.table.won:
            self._line("The game is won. undo, restart, new or quit?")
        else:
            self._line(f"Type a move{self._such_as()}, or help.")

    def take(self, text: str) -> None:
        """Do what a line says; several, where they were pasted."""
        for line in LINE_END.split(text):
            if not self.ended and (found := words(line)) and found[0][0] != "#":
                self._do(line, found)

    def leave(self) -> None:
        """End the session; moves that would be lost are offered for saving where somebody can be asked."""
        self.ended = True
        if self._ask is None:
            return
        if self.game.unsaved:
            self._offer_to_save()
        for game, own_file in reversed(self._left):
            if game.unsaved:
                self.game, self._own_file = game, own_file
                seed = None if self.game.deal is None else self.game.deal.seed
                self._line(f"The game before{'' if seed is None else f', seed {seed}'}:")
                self._offer_to_save()

    def completions(self, before: str, word: str) -> list[str]:
        """What may be typed in place of a word that was begun.

        Args:
            before: the line up to the word.
            word: the word as far as it was typed.

        Returns:
            Verbs and moves, at a line's beginning; then what may stand behind the verb.
        """
        found = words(before)
        verb = verb_of(found[0]) if found else None
        if verb is None:
            known = [str(move) for move in seen_moves(self.game.table)]
            if not found:
                known += ["draw", *self._verbs]
        elif verb.name == "moves":
            known = list(dict.fromkeys(serialise_pile(move.source) for move in seen_moves(self.game.table)))
        elif verb.name in ("undo", "redo"):
            known = ["all"]
        elif verb.name == "save":
            return _file_names(word)
        else:
            known = []
        return [one for one in known if one.startswith(word.lower())]

    def _do(self, line: str, found: list[str]) -> None:
        """Do what one line says."""
        verb = verb_of(found[0])
        before = (self.game, self.game.at)
        take_back, self._take_back = self._take_back, None
        try:
            behind = line.strip()[len(found[0]) :].strip()
            if verb is None:
                self._play(found)
            elif behind and not verb.takes:
                raise _Unclear(f"Just {verb.name}: nothing goes behind it.")
            elif verb.name == "undo" and not behind and take_back is not None:
                take_back()
            else:
                self._verbs[verb.name](behind)
        except _Unclear as unclear:
            self._complain(str(unclear), EXIT_INVALID)
        if self._take_back is None and (self.game, self.game.at) == before:
            self._take_back = take_back  # nothing was played since

    # Saying

    def _line(self, text: str, indent: int = 0) -> None:
        """Say a line that may have words of others in it, wrapped to the width."""
        self._say(f"{self._look().wrapped(text, indent)}\n")

    def _cards(self, text: str, indent: int = 0) -> None:
        """Say a line of ours, wrapped to the width and with its cards dressed."""
        look = self._look()
        self._say(f"{look.dressed(look.wrapped(text, indent))}\n")

    def _listed(self, name: str, items: Iterable[str], indent: int = 12) -> None:
        """Say what belongs to a name, broken between items only."""
        self._cards(f"{name:{indent}}{' '.join(items)}", indent)

    def _complain(self, text: str, status: int) -> None:
        """Say what is wrong, and keep it for the exit status."""
        self.status = max(self.status, status)
        self._line(text)

    def _show(self) -> None:
        seed = None if self.game.deal is None else self.game.deal.seed
        self._say(f"{player_board(self.game.table, self._look(), seed)}\n")

    def _such_as(self) -> str:
        """Two moves as examples of what may be typed."""
        moves = [str(hint.move) for hint in advice.hints(self.game.table)[:2]]
        return f" such as {' or '.join(moves)}" if moves else ""

    # Playing

    def _play(self, found: list[str]) -> None:
        """Play the moves of a line, up to the first that can't be played."""
        queue = deque(found)
        before = self.game.at
        while queue and queue[0][0] != "#":
            try:
                move = self._next_move(queue)
                if asserts_unseen(self.game.table, move):
                    written = str(move).partition("=")[0]
                    raise _Unclear(f"You can't know that card: the stock lies face down. Type {written} alone.")
                self._make(move)
            except (IllegalMove, _Unclear) as error:
                # What is wrong is said below the table as it stands now.
                if self.game.at != before:
                    self._changed()
                if isinstance(error, _Unclear):
                    raise
                self._refuse(error.refusal)
                return
        if self.game.at != before:
            self._changed()

    def _next_move(self, queue: deque[str]) -> Move:
        """Take the next move from the words of a line; it may be two places, ``3 5``.

        Raises:
            _Unclear: there is none.
        """
        word = queue.popleft()
        low = word.lower()
        if not _SOURCE.fullmatch(low):
            return self._read(_WORDS_FOR_MOVES.get(low, word))
        if queue and _TARGET.fullmatch(queue[0]):
            return self._between(self._read(f"{low}-{queue.popleft()}"))
        source = self._read(f"{low}-f").source
        there = [str(move) for move in seen_moves(self.game.table) if move.source == source]
        if there:
            raise _Unclear(f"Where from {_place(source)}? {', '.join(there)}")
        raise _Unclear(f"Nothing can move from {_place(source)}.")

    def _read(self, token: str) -> Move:
        """The move that a word means.

        Raises:
            _Unclear: it is none.
        """
        try:
            return parse_move(token)
        except ValueError:
            moves = [str(move) for move in seen_moves(self.game.table)]
            near = meant_instead(token, moves) or f". Type a move{self._such_as()}, or help."
            raise _Unclear(f"{quoted(token)} is neither a move nor a command{near}") from None

    def _between(self, move: Move) -> Move:
        """The move that two places mean: of one card where that is legal, else of as many as fit."""
        legal = self.game.table.legal_moves
        if move.count > 1 or move.source <= 0 or move.target <= 0 or move in legal:
            return move
        fitting = [one for one in legal if (one.source, one.target) == (move.source, move.target)]
        if len(fitting) > 1:
            raise _Unclear(f"Several would fit: {' or '.join(map(str, fitting))}?")
        return fitting[0] if fitting else move

    def _make(self, move: Move) -> None:
        """Play a move.

        Who plays the stock's top card turns it first. Where it does not fit it has been seen, so that was a draw.

        Raises:
            IllegalMove: it is not legal.
        """
        table = self.game.table
        unseen = plays_unseen(table, move)
        try:
            self.game.play(move)
        except IllegalMove as error:
            if unseen and error.refusal.code in _JUDGED_BY_CARD:
                self.game.play(DRAW)
            raise

    def _refuse(self, refusal: Refusal) -> None:
        """Say why a move can't be played, and what may be typed instead."""
        self.status = max(self.status, EXIT_SHORT)
        table, move = self.game.table, refusal.move
        if refusal.code == "game-over":
            self._line("The game is won, so no move follows: undo, restart, new or quit?")
            return
        if move.source == STOCK and refusal.code in _JUDGED_BY_CARD and not knows_stock(table):
            self._cards(f"{move}: the card is turned and lies on the waste now: {refusal.message}")
            return
        self._cards(f"{move}: {refusal.message}")
        if move.source == STOCK and move.target == WASTE:
            instead = [one for one in seen_moves(table) if one.target == STOCK]
        else:
            instead = [one for one in seen_moves(table) if one.source == move.source and one.target != STOCK]
        if instead:
            self._cards(f"From {_place(instead[0].source)}: {', '.join(map(str, instead[:_EXAMPLES]))}")

    def _changed(self) -> None:
        """Save after moves, where that is wished; show the table, and tell how the game ended."""
        # Saved first: a terminal that is closed just now can't be written to.
        trouble = self._write(self._own_file, force=True) if self._save_to and self._own_file else ""
        self._show()
        if trouble:
            self._complain(trouble, EXIT_INVALID)
        if self.game.table.won:
            self._tell_won()
        elif self.game.table.stuck:
            self._line("No legal move is left. undo, restart, new or quit?")

    def _tell_won(self) -> None:
        game = self.game
        told = f"Won, in {plural(len(game.done), 'move')}, {plural(game.steps, 'step')}"
        if game.hints_taken:
            told += f", {plural(game.hints_taken, 'hint')}"
        if game.time:
            told += f"; time played {game.time}"
        self._line(f"{told}.")
        if game.deal is None:
            return
        if game.unsaved or self._own_file is None:
            self._line(f"save writes it to {file_name(self._name_to_save())}.")
        self._line(f"To check it: forty-thieves check {_in_shell(self._name_to_save())}")

    # Verbs that change the game

    def _undo(self, behind: str) -> None:
        game = self.game
        if not game.at:
            number = f" redo plays {plural(len(game.undone), 'move')} again." if game.undone else ""
            raise _Unclear(f"There is no move to undo.{number}")
        game.go_to(game.at - _count("undo", behind, game.at))
        self._changed()

    def _redo(self, behind: str) -> None:
        game = self.game
        if not game.undone:
            raise _Unclear("There is no move to redo.")
        game.go_to(game.at + _count("redo", behind, len(game.undone)))
        self._changed()

    def _restart(self, _: str) -> None:
        game = self.game
        at = game.at
        if not at:
            raise _Unclear("This is the start of the game.")
        game.go_to(0)

        def back() -> None:
            game.go_to(at)
            self._changed()

        self._changed()
        self._line("undo takes that back.")
        self._take_back = back

    def _new(self, behind: str) -> None:
        dealt = self._dealt(behind)
        left = (self.game, self._own_file)
        self._left.append(left)
        self.game, self._own_file = self.game.another(dealt), None

        def back() -> None:
            self.game, self._own_file = self._left.pop()
            self._show()

        self._show()
        self._line("undo goes back to the game before.")
        if self._save_to:
            self._line("This game has no file yet: save FILE gives it one, written after every move.")
        self._take_back = back

    def _dealt(self, behind: str) -> Deal:
        """The deal that ``new`` asks for.

        Raises:
            _Unclear: there is none.
        """
        rules = self.game.table.rules
        shuffle = shuffles.DEFAULT if self.game.deal is None else self.game.deal.shuffle or shuffles.DEFAULT
        try:
            return deal(rules, shuffles.parse_seed(behind) if behind else None, shuffle)
        except Fault as fault:
            raise _Unclear(f"new, or new and a seed: {fault.message}") from None

    def _auto(self, _: str) -> None:
        played = []
        table = self.game.table
        while (move := advice.safe_move(table)) is not None:
            card = advice.moved_card(table, move)
            self.game.play(move)
            played.append(f"{move} ({NAMES[card]})")
        if not played:
            self._line("No card can go to a foundation without taking a place that another may need.")
            return
        self._changed()
        self._cards(f"Played {plural(len(played), 'card')}: {' '.join(played)}")

    # Verbs that only tell

    def _moves(self, behind: str) -> None:
        moves = seen_moves(self.game.table)
        if behind:
            low = behind.lower()
            if not _SOURCE.fullmatch(low) and low != "d":
                raise _Unclear(f"moves, or moves and a place such as w or 3: {quoted(behind)} is none.")
            source = STOCK if low == "d" else self._read(f"{low}-f").source
            moves = [move for move in moves if move.source == source and move.target != STOCK]
            if not moves:
                self._line(f"Nothing can move from {_place(source)}.")
                return
        groups: dict[str, list[str]] = {}
        for move in moves:
            groups.setdefault(_group(move), []).append(str(move))
        for name, tokens in groups.items():
            self._listed(name, tokens)
        if not moves:
            self._line("No legal move is left.")

    def _hint(self, _: str) -> None:
        found = advice.hints(self.game.table)
        if not found:
            self._line("No legal move is left.")
            return
        best = found[0]
        self.game.suggested = best.move
        self._cards(f"Try {best.move}: it {best.reason}.")
        if len(found) > 1:
            self._listed("Or", (str(hint.move) for hint in found[1:]), 3)

    def _board(self, _: str) -> None:
        self._show()

    def _waste(self, _: str) -> None:
        waste = self.game.table.waste
        if not waste:
            self._line("The waste is empty.")
            return
        self._line(f"The waste has {plural(len(waste), 'card')}; the last one here lies on top:")
        self._cards(serialise_cards(waste))

    def _stock(self, _: str) -> None:
        table = self.game.table
        count = plural(len(table.stock), "card")
        if not table.stock:
            self._line("The stock is empty.")
        elif knows_stock(table):
            self._line(f"The stock has {count}, which come as they came before; the first one here is next:")
            self._cards(serialise_cards(reversed(table.stock)))
        else:
            self._line(f"The stock has {count}, face down.")

    def _log(self, _: str) -> None:
        for name, moves in (("played", self.game.done), ("undone", self.game.undone)):
            if moves:
                self._listed(name, map(str, moves), 8)
        if not self.game.moves:
            self._line("No move was made yet.")

    def _rules(self, _: str) -> None:
        for sentence in sentences(self.game.table.rules):
            self._line(f"- {sentence}", 2)

    def _help(self, _: str) -> None:
        lines = list(help_lines(self.game.table.rules))
        indent = 4 + max(len(written) for written, told in lines if told)
        for written, told in lines:
            self._line(f"  {written:{indent - 2}}{told}" if told else written, indent)

    # Saving and leaving

    def _quit(self, _: str) -> None:
        self.leave()

    def _save(self, behind: str) -> None:
        if behind == STDOUT:
            raise _Unclear("save FILE: a file's name is needed.")
        self._save_as(os.path.expanduser(_unquoted(behind)) or self._name_to_save())

    def _name_to_save(self) -> str:
        """The name under which the game is saved where none is given."""
        return self._own_file or proposed_name(self.game)

    def _save_as(self, file: str) -> bool:
        """Save under a name; over a file that is not the game's own only where the player says so."""
        if not self._may_write(file):
            return False
        trouble = self._write(file, force=os.path.isfile(file))
        if trouble:
            self._complain(trouble, EXIT_INVALID)
            return False
        what = plural(len(self.game.done), "move") if self.game.deal else "the position"
        self._line(f"Saved {what} in {file_name(file)}.")
        return True

    def _may_write(self, file: str) -> bool:
        """Whether a file may be written: it is the game's own or not there, or the player says so."""
        own = self._own_file is not None and (file == self._own_file or same_file(file, self._own_file))
        if own or not os.path.isfile(file):
            return True
        answer = self._ask(f"{file_name(file)} is there already. Replace it? [y/N] ") if self._ask else None
        if answer is not None and answer.strip().lower() in ("y", "yes"):
            return True
        self._complain(f"{file_name(file)} is there already, and was left as it is.", EXIT_INVALID)
        return False

    def _write(self, file: str, *, force: bool) -> str:
        """Write the game; gives what went wrong, or the empty text."""
        try:
            write_file(file, encoded(self.game.record(), file), force=force)
        except OutputError as error:
            return str(error)
        except Fault as fault:
            return f"{file_name(file)}: {fault}"
        self.game.mark_saved()
        self._own_file = file
        return ""

    def _offer_to_save(self) -> None:
        """Offer to save moves that would be lost; no answer is a no."""
        assert self._ask is not None
        moves = plural(len(self.game.done), "move")
        while True:
            name = self._name_to_save()
            self._line(f"y saves in {file_name(name)}; or type another file's name.")
            answer = (self._ask(f"Save the {moves}? [y/N/file] ") or "").strip()
            if answer.lower() in ("", "n", "no"):
                return
            yes = answer.lower() in ("y", "yes")
            if self._save_as(name if yes else os.path.expanduser(_unquoted(answer))):
                return


def _count(verb: str, behind: str, most: int) -> int:
    """The number of moves that stands behind a verb: one where there is none.

    Raises:
        _Unclear: something else stands there.
    """
    if not behind:
        return 1
    if behind.lower() == "all":
        return most
    if not (behind.isascii() and behind.isdigit() and int(behind[:9])):
        raise _Unclear(f"{verb}, {verb} 3 or {verb} all: {quoted(behind)} is no number of moves.")
    return min(int(behind[:9]), most)


def _place(place: int) -> str:
    """A place as a message names it."""
    if place > 0:
        return f"column {place}"
    if is_cell(place):
        return f"cell {serialise_pile(place)[1:]}"
    return {WASTE: "the waste", STOCK: "the stock"}.get(place, "the foundations")


def _group(move: Move) -> str:
    """The name under which a list of moves has a move."""
    if move.target == WASTE:
        return "draw"
    if move.target == STOCK:
        return "redeal"
    return "foundations" if is_suit_pile(move.source) else _place(move.source).removeprefix("the ")


def _unquoted(name: str) -> str:
    """A file's name without the quotes that a shell would have taken off."""
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] and name[0] in "'\"" else name


def _in_shell(name: str) -> str:
    """A file's name as a shell takes it, safe to print."""
    from shlex import quote  # noqa: PLC0415 - only the end of a game needs it

    return quote(file_name(name))


def _file_names(start: str) -> list[str]:
    """The files and folders whose names start so."""
    folder, begun = os.path.split(start)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            found = [(entry.name, entry.is_dir()) for entry in entries if entry.name.startswith(begun)]
    except OSError:
        return []
    return sorted(os.path.join(folder, name) + ("/" if is_folder else "") for name, is_folder in found)
