"""The one table of problem codes, the one exception that carries them, and what a program is told of its own mistake.

Codes are promises: scripts match on them. Messages may change. This module knows what can be wrong, not how it is
found out.
"""

from __future__ import annotations

from typing import Any, Literal

Kind = Literal["invalid", "illegal", "rejected"]
Path = tuple[str | int, ...]
"""Where a value stands inside a record: field names and list indexes from 0, ``("deal", "tableau", 3)``."""

CODES: dict[str, tuple[Kind, str]] = {
    # The file
    "unreadable": ("invalid", "the file can't be opened or read, or is a folder"),
    "too-large": ("invalid", "the input, a log or a list of cards is larger than is allowed"),
    "empty": ("invalid", "there is no record in the input"),
    "not-utf8": ("invalid", "the text is not UTF-8"),
    "syntax": ("invalid", "the YAML, JSON, MessagePack, text board or saved game is malformed"),
    "duplicate-key": ("invalid", "a mapping has one key twice, or a text board one line"),
    "yaml-anchor": ("invalid", "YAML anchors and aliases are not read"),
    "yaml-tag": ("invalid", "YAML tags are not read"),
    "too-deep": ("invalid", "mappings and lists are nested deeper than any record"),
    # The record
    "not-a-record": ("invalid", "the value is not a mapping with a known format"),
    "unknown-version": ("invalid", "the format is one of ours, but its version is not known here"),
    "wrong-record": ("invalid", "a record of another kind than the one wanted here"),
    "too-many-records": ("invalid", "several records where one is wanted"),
    "unknown-field": ("invalid", "the record has a field that its format does not have"),
    "missing-field": ("invalid", "a required field is missing"),
    "wrong-type": ("invalid", "a field's value is of the wrong type"),
    "bad-value": ("invalid", "a field's value is of the right type, but not one of those allowed"),
    "not-expressible": ("invalid", "something that the format to be written cannot express"),
    "unsafe-pickle": ("invalid", "a saved game of PySolFC names, calls or holds something that no saved game does"),
    "save-mismatch": ("invalid", "a saved game's piles, number and moves do not agree"),
    "bad-text": ("invalid", "a text field holds control characters or lone surrogates"),
    # The deal
    "no-deal": ("invalid", "a move log without a deal"),
    "unknown-variant": ("invalid", "there is no variant of that name"),
    "bad-rules": ("invalid", "rules that contradict each other or can't be dealt"),
    "bad-seed": ("invalid", "a seed is a whole number from 0 to 10^20, in plain decimal digits"),
    "unknown-shuffle": ("invalid", "there is no shuffle of that name"),
    "bad-card": ("invalid", "a word in a list of cards is not a card"),
    "wrong-pack": ("invalid", "the cards are not whole packs: some are missing, or there are too many"),
    "wrong-layout": ("invalid", "the cards do not lie as the variant deals them"),
    "seed-mismatch": ("invalid", "the seed gives other cards than those beside it"),
    # The log
    "bad-token": ("invalid", "a token of the log is not a move"),
    "lost-comment": ("invalid", "a # in a YAML text that does not keep its line ends"),
    # The move
    "no-such-column": ("illegal", "the table has no column of that number"),
    "no-such-cell": ("illegal", "the table has no cell of that number"),
    "same-column": ("illegal", "a column onto itself"),
    "empty-source": ("illegal", "there is no card where the move takes one"),
    "wrong-card": ("illegal", "the card that the move names with = is not the card that it would move"),
    "too-many-cards": ("illegal", "more cards than may leave that pile in one move, or than lie there"),
    "single-cards-only": ("illegal", "the variant moves one card at a time, never a sequence"),
    "face-down-card": ("illegal", "the move reaches for a face-down card"),
    "not-a-sequence": ("illegal", "the moved cards do not follow each other by the variant's rule"),
    "does-not-build": ("illegal", "the card can't be put on the column's top card"),
    "empty-column": ("illegal", "the card may not go to an empty column"),
    "empty-column-only": ("illegal", "the variant lets a sequence go to empty columns only"),
    "occupied-cell": ("illegal", "the cell has a card already"),
    "not-to-a-cell": ("illegal", "a cell takes a card of a column or the waste, and no other"),
    "not-on-foundation": ("illegal", "no foundation takes the card now"),
    "not-from-stock": ("illegal", "the variant does not play from the stock, as it draws more than one card"),
    "empty-stock": ("illegal", "drawing from an empty stock"),
    "redeal-too-early": ("illegal", "a redeal while the stock still has cards"),
    "empty-waste": ("illegal", "a redeal of an empty waste"),
    "no-redeal-left": ("illegal", "the variant allows no redeal, or all of them are used up"),
    "no-take-back": ("illegal", "cards on a foundation stay there"),
    "ambiguous": ("illegal", "more than one foundation's top card could be meant"),
    "game-over": ("illegal", "the game was won before this move"),
    # The question
    "other-deal": ("rejected", "the game is on another deal than the one asked for"),
    "same-log": ("rejected", "the moves are those of an earlier game on the same deal, however written (--unique)"),
    "reordered": ("rejected", "the moves are those of an earlier game on the same deal in another order (--unique)"),
    "false-claim": ("rejected", "the game is not what the record claims"),
    # This program
    "internal-error": ("invalid", "a bug in this program kept it from judging the game; exit status 70"),
}
"""Every problem code: the verdict it leads to, and what it means."""


class Fault(Exception):
    """Something wrong with what came in: a code of :data:`CODES`, a message, and where it is.

    Attributes:
        code: a key of :data:`CODES`.
        message: what was read and what was expected, safe to print.
        path: the value in the record that is at fault; the empty path is the record itself.
        offset: where in that value's text, in code points, or None for the value as a whole.
        on_key: whether the field's name is at fault, not its value.
        place: line and column in the file, both from 1, once they are known.
        ends_file: whether nothing of the file behind it can be read.
        cut_short: whether more bytes might mend it.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        path: Path = (),
        offset: int | None = None,
        on_key: bool = False,
        place: tuple[int, int] | None = None,
        ends_file: bool = False,
        cut_short: bool = False,
    ) -> None:
        super().__init__(message)
        if code not in CODES:
            raise AssertionError(code)
        self.code = code
        self.message = message
        self.path = path
        self.offset = offset
        self.on_key = on_key
        self.place = place
        self.ends_file = ends_file
        self.cut_short = cut_short

    def __reduce__(self) -> tuple[Any, ...]:
        """Faults travel between processes."""
        return _fault_again, (self.code, self.message), self.__dict__

    def under(self, *path: str | int) -> Fault:
        """The same fault, for a reader to whom the record at fault is the value at ``path`` of a larger one."""
        self.path = (*path, *self.path)
        return self


def wrong_type(name: str, value: object, expected: str) -> TypeError:
    """The error of a program that hands the library something of another type than its annotations say.

    Args:
        name: what was handed over, as the caller knows it.
        value: the value.
        expected: what it should have been, in words.
    """
    return TypeError(f"{name} is of the type {type(value).__name__}: expected {expected}")


def _fault_again(code: str, message: str) -> Fault:
    return Fault(code, message)
