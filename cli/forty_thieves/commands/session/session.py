"""A session: what each line that a player types does to the game. It knows no terminal."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable

from forty_thieves.exit_codes import EXIT_INVALID, EXIT_OK, EXIT_SHORT
from forty_thieves.game import shuffles
from forty_thieves.game.cards import NAMES
from forty_thieves.game.deal import deal
from forty_thieves.game.moves import DRAW, STOCK, Move, serialise_pile
from forty_thieves.game.table import IllegalMove, Refusal
from forty_thieves.outputs import STDOUT
from forty_thieves.problems import Fault
from forty_thieves.text import LINE_END, file_name, plural, words

from . import advice
from .files import in_shell, name_to_save, name_typed, names_that_start, save, would_replace
from .played import Played
from .reading import Unclear, count_of, in_words, next_move, pile_of, such_as
from .sight import knows_stock, plays_unseen, seen_moves
from .telling import OVER, tell_help, tell_log, tell_moves, tell_rules, tell_stock, tell_waste, tell_won
from .verbs import verb_of
from .voice import Voice

_JUDGED_BY_CARD = {"does-not-build", "not-on-foundation", "empty-column"}
_EXAMPLES = 4
"""Moves that a message names as what may be typed instead."""

Ask = Callable[[str], str | None]
"""Puts a question and gives the answer, or None where there is none."""


class Session:
    """One player's session: a game, and those that were left for it.

    Args:
        game: the game to begin with.
        voice: says things to the player.
        ask: puts a question; without it nothing is asked, and nothing that would need an answer is done.
        save_to: the file that is written after every move, or None.
        force: whether that file may replace another.
        schema_comment: whether what is saved as YAML starts with the comment that tells editors the schema.
        find_win: looks for moves that win, where ``hint`` is asked; without it a hint is what a person would try.

    Attributes:
        game: the game that is played now.
        ended: whether the player has left.
        status: what a script is to know: 0, or the larger of 1 for a move that was not legal and 2 for what could
            not be understood or done.
    """

    def __init__(
        self,
        game: Played,
        voice: Voice,
        ask: Ask | None = None,
        *,
        save_to: str | None = None,
        force: bool = False,
        schema_comment: bool = False,
        find_win: advice.FindWin | None = None,
    ) -> None:
        self.game = game
        self.ended = False
        self.status = EXIT_OK
        self._voice = voice
        self._ask = ask
        self._save_to = save_to
        self._force = force
        self._schema_comment = schema_comment
        self._guide = None if find_win is None else advice.Guide(find_win)
        self._left: list[Played] = []
        self._take_back: Callable[[], None] | None = None
        self._verbs: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "moves": self._moves,
            "hint": self._hint,
            "auto": self._auto,
            "board": lambda _: voice.board(self.game),
            "waste": lambda _: tell_waste(self.game.table, voice),
            "stock": lambda _: tell_stock(self.game.table, voice),
            "log": lambda _: tell_log(self.game, voice),
            "rules": lambda _: tell_rules(self.game.table, voice),
            "restart": self._restart,
            "new": self._new,
            "save": self._save,
            "help": lambda _: tell_help(self.game.table, voice),
            "quit": lambda _: self.leave(),
        }

    # What the terminal and the pipe call

    def start(self) -> None:
        """Show the table, and say what may be typed; end at once where the file to save in is to be left alone."""
        if self._save_to is not None:
            if not (self._force or self._may_replace(self._save_to)):
                self._voice.line(f"forty-thieves play {in_shell(self._save_to)} goes on with what is in it.")
                self.ended = True
                return
            self.game.file = self._save_to
        self._voice.board(self.game)
        if self._save_to is not None:
            self._voice.line(f"Every move is saved in {file_name(self._save_to)}.")
        if self.game.undone:
            self._voice.line(f"redo plays {plural(len(self.game.undone), 'move')} again.")
        if self.game.table.won:
            self._voice.line(f"The game is won: {OVER}")
        elif self.game.table.stuck:
            self._voice.line(f"No legal move is left: {OVER}")
        else:
            self._voice.line(f"Type a move{such_as(self.game.table)}, or help.")

    def take(self, text: str) -> None:
        """Do what a line says; several, where they were pasted."""
        for line in LINE_END.split(text):
            if not self.ended and (found := words(line)) and found[0][0] != "#":
                self._do(line, found)

    def leave(self) -> None:
        """End the session; moves that would be lost are offered for saving where somebody can be asked."""
        self.ended = True
        now = self.game
        for game in (now, *reversed(self._left)):
            if self._ask is not None and game.unsaved:
                self.game = game
                if game is not now:
                    self._voice.line(f"The game before{'' if game.seed is None else f', seed {game.seed}'}:")
                self._offer_to_save(self._ask)

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
        known: list[str] = []
        if verb is None:
            known = [str(move) for move in seen_moves(self.game.table)]
            known += [] if found else ["draw", *self._verbs]
        elif verb.name == "moves":
            known = list(dict.fromkeys(serialise_pile(move.source) for move in seen_moves(self.game.table)))
        elif verb.name in ("undo", "redo"):
            known = ["all"]
        elif verb.name == "save":
            return names_that_start(word)
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
            elif not verb.has(self.game.table.rules):
                raise Unclear(f"{self.game.table.rules.shown_title} has no use for {verb.name}.")
            elif behind and not verb.takes:
                raise Unclear(f"Just {verb.name}: nothing goes behind it.")
            elif verb.name == "undo" and not behind and take_back is not None:
                take_back()
            else:
                self._verbs[verb.name](behind)
        except Unclear as unclear:
            self._complain(str(unclear))
        if self._take_back is None and (self.game, self.game.at) == before:
            self._take_back = take_back  # nothing was played since

    def _complain(self, text: str) -> None:
        """Say what could not be understood or done."""
        self.status = EXIT_INVALID
        self._voice.line(text)

    # Playing

    def _play(self, found: list[str]) -> None:
        """Play the moves of a line, up to the first that can't be played."""
        queue = deque(found)
        before = self.game.at
        refusal = None
        try:
            while queue and queue[0][0] != "#" and refusal is None:
                refusal = self._refused(next_move(queue, self.game.table))
        finally:
            # What is wrong is said below the table as it stands now.
            if self.game.at != before:
                self._changed()
        if refusal is not None:
            self._explain(refusal)

    def _refused(self, move: Move) -> Refusal | None:
        """Play a move, or give why it can't be played.

        Who plays the stock's top card turns it first. Where it does not fit it has been seen, so that was a draw.
        """
        unseen = plays_unseen(self.game.table, move)
        try:
            self.game.play(move)
        except IllegalMove as error:
            if unseen and error.refusal.code in _JUDGED_BY_CARD:
                self.game.play(DRAW)
            return error.refusal
        return None

    def _explain(self, refusal: Refusal) -> None:
        """Say why a move can't be played, and what may be typed instead."""
        self.status = max(self.status, EXIT_SHORT)
        table, move = self.game.table, refusal.move
        if refusal.code == "game-over":
            self._voice.line(f"The game is won, so no move follows: {OVER}")
            return
        if move.source == STOCK and refusal.code in _JUDGED_BY_CARD and not knows_stock(table):
            self._voice.cards(f"{move}: the card is turned and lies on the waste now: {refusal.message}")
            return
        self._voice.cards(f"{move}: {refusal.message}")
        instead = self._moves_from(move.source)
        if refusal.code == "empty-stock":
            instead = [one for one in seen_moves(table) if one.target == STOCK]
        if instead:
            self._voice.cards(f"From {in_words(instead[0].source)}: {', '.join(map(str, instead[:_EXAMPLES]))}")

    def _moves_from(self, pile: int) -> list[Move]:
        return [move for move in seen_moves(self.game.table) if move.source == pile and move.target != STOCK]

    def _changed(self) -> None:
        """Save after moves, where that is wished; show the table, and say how the game ended."""
        game = self.game
        # Saved first: a terminal that is closed just now can't be written to.
        trouble = ""
        if self._save_to is not None and game.file is not None:
            trouble = save(game, game.file, force=True, schema_comment=self._schema_comment)
        self._voice.board(game)
        if trouble:
            self._complain(trouble)
        if game.table.won:
            tell_won(game, self._voice)
            if game.deal is not None:
                file = name_to_save(game)
                if game.unsaved or game.file is None:
                    self._voice.line(f"save writes it to {file_name(file)}.")
                self._voice.line(f"To check it: forty-thieves check {in_shell(file)}")
        elif game.table.stuck:
            self._voice.line(f"No legal move is left: {OVER}")

    def _undo(self, behind: str) -> None:
        game = self.game
        if not game.at:
            again = f" redo plays {plural(len(game.undone), 'move')} again." if game.undone else ""
            raise Unclear(f"There is no move to undo.{again}")
        game.go_to(game.at - count_of("undo", behind, game.at))
        self._changed()

    def _redo(self, behind: str) -> None:
        game = self.game
        if not game.undone:
            raise Unclear("There is no move to redo.")
        game.go_to(game.at + count_of("redo", behind, len(game.undone)))
        self._changed()

    def _restart(self, _: str) -> None:
        game, at = self.game, self.game.at
        if not at:
            raise Unclear("This is the start of the game.")
        game.go_to(0)

        def back() -> None:
            game.go_to(at)
            self._changed()

        self._changed()
        self._voice.line("undo takes that back.")
        self._take_back = back

    def _new(self, behind: str) -> None:
        game = self.game
        shuffle = shuffles.DEFAULT if game.deal is None else game.deal.shuffle or shuffles.DEFAULT
        try:
            dealt = deal(game.table.rules, shuffles.parse_seed(behind) if behind else None, shuffle)
        except Fault as fault:
            raise Unclear(f"new, or new and a seed: {fault.message}") from None
        self._left.append(game)
        self.game = game.another(dealt)

        def back() -> None:
            self.game = self._left.pop()
            self._voice.board(self.game)

        self._voice.board(self.game)
        self._voice.line("undo goes back to the game before.")
        if self._save_to is not None:
            self._voice.line("This game has no file yet: save FILE gives it one, written after every move.")
        self._take_back = back

    # Advice

    def _auto(self, _: str) -> None:
        game, played = self.game, []
        while (move := advice.safe_move(game.table)) is not None:
            card = advice.moved_card(game.table, move)
            game.play(move)
            played.append(f"{move} ({NAMES[card]})")
        if not played:
            self._voice.line("No card can go to a foundation without taking a place that another may need.")
            return
        self._changed()
        self._voice.cards(f"Played {plural(len(played), 'card')}: {' '.join(played)}")

    def _moves(self, behind: str) -> None:
        if not behind:
            tell_moves(seen_moves(self.game.table), self._voice)
            return
        pile = pile_of(behind)
        moves = self._moves_from(pile)
        if moves:
            tell_moves(moves, self._voice)
        else:
            self._voice.line(f"Nothing can move from {in_words(pile)}.")

    def _hint(self, _: str) -> None:
        table = self.game.table
        if table.won:
            self._voice.line(f"The game is won: {OVER}")
            return
        found = advice.hints(table)
        if not found:
            self._voice.line("No legal move is left.")
            return
        win = None if self._guide is None else self._guide.win_from(table)
        if win is not None and win.moves:
            self._suggest(advice.hint_for(table, win.moves[0]))
            self._voice.line(
                f"It is the first of {len(win.moves)} moves that win." if len(win.moves) > 1 else "That wins."
            )
            return
        if win is not None:
            self._voice.line(win.sentence)
        best, *others = found
        self._suggest(best)
        if others:
            self._voice.listed("Or", (hint.move for hint in others), 3)

    def _suggest(self, hint: advice.Hint) -> None:
        self.game.suggested = hint.move
        self._voice.cards(f"Try {hint.move}: it {hint.reason}.")

    # Saving

    def _save(self, behind: str) -> None:
        if behind == STDOUT:
            raise Unclear("save FILE: a file's name is needed.")
        self._save_as(name_typed(behind) or name_to_save(self.game))

    def _save_as(self, file: str) -> bool:
        """Save under a name; over a file that is not the game's own only where the player says so."""
        if not self._may_replace(file):
            return False
        trouble = save(self.game, file, force=os.path.isfile(file), schema_comment=self._schema_comment)
        if trouble:
            self._complain(trouble)
            return False
        what = plural(len(self.game.done), "move") if self.game.deal is not None else "the position"
        self._voice.line(f"Saved {what} in {file_name(file)}.")
        return True

    def _may_replace(self, file: str) -> bool:
        """Whether the game may be saved in a file: nothing of others is there, or the player says so."""
        if not would_replace(self.game, file):
            return True
        answer = self._ask(f"{file_name(file)} is there already. Replace it? [y/N] ") if self._ask else None
        if answer is not None and answer.strip().lower() in ("y", "yes"):
            return True
        self._complain(f"{file_name(file)} is there already, and was left as it is.")
        return False

    def _offer_to_save(self, ask: Ask) -> None:
        """Offer to save moves that would be lost; no answer is a no."""
        moves = plural(len(self.game.done), "move")
        while True:
            name = name_to_save(self.game)
            self._voice.line(f"y saves in {file_name(name)}; or type another file's name.")
            answer = (ask(f"Save the {moves}? [y/N/file] ") or "").strip()
            if answer.lower() in ("", "n", "no"):
                return
            if self._save_as(name if answer.lower() in ("y", "yes") else name_typed(answer)):
                return
