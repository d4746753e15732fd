"""What goes into judging and what comes out of it: a record of a run, how to judge it, and what became of it.

An outcome holds the report as it will be stored. It is the one shape that a finding has, from the referee to the
reporters, in whatever process they work.
"""

from __future__ import annotations

from traceback import format_exception
from typing import Literal

from msgspec import Struct

from forty_thieves.exit_codes import EXIT_BUG, EXIT_INVALID, EXIT_OK, EXIT_SHORT
from forty_thieves.formats.document import Document, Place
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import MAX_MOVES
from forty_thieves.problems import CODES, Fault
from forty_thieves.records.structs import GameRecord, Problem, Report
from forty_thieves.text import bug_name

Require = Literal["won", "legal"]
ReportFormat = Literal["text", "json", "jsonl", "yaml", "csv", "junit", "github", "html"]

INTERNAL_ERROR = "internal-error"
"""The code of a game whose judging failed by a bug of ours."""


class Item(Struct, frozen=True):
    """One record of a run.

    Attributes:
        content: the document, or the fault that kept it from being read.
        file: the file's name.
        index: which record of its file it is, from 1.
        several: whether its file has more than one.
    """

    content: Document | Fault
    file: str
    index: int = 1
    several: bool = False


class Options(Struct, frozen=True):
    """How games are judged and rendered; the same for all games of a run.

    Attributes:
        require: whether a game has to be won, or only legal.
        formats: the formats that each game is to be rendered in, where it is judged.
        expected: the deal that the games have to be on, or None; a bare move log is judged on it.
        par: the steps that the expected deal's record gives as its par, or None; reports pass it on.
        max_moves: tokens that a log may have.
        auto_draw: whether cards are drawn at once whenever the waste is empty, as PySolFC does by itself.
        likeness: whether an outcome is to hold what tells that two games are alike.
        keep_game: whether an outcome is to hold the game itself.
    """

    require: Require = "won"
    formats: tuple[ReportFormat, ...] = ()
    expected: Deal | None = None
    par: int | None = None
    max_moves: int = MAX_MOVES
    auto_draw: bool = False
    likeness: bool = False
    keep_game: bool = False


class Likeness(Struct, frozen=True, array_like=True):
    """What is equal for games that are alike; see :mod:`.likeness`.

    Attributes:
        log: the same for the same moves in the same order, however they are written.
        transfers: the same for the same moves in any order.
    """

    log: bytes
    transfers: bytes


class Played(Struct, frozen=True, array_like=True):
    """A game as it was judged: all that it takes to play it again.

    Attributes:
        record: the game, its deal with all cards; a seed too large for MessagePack is left out.
        auto_draw: whether cards were drawn at once whenever the waste was empty.
    """

    record: GameRecord
    auto_draw: bool


class Outcome(Struct, array_like=True):
    """What became of one game, in a form that travels fast between processes.

    Attributes:
        report: the report.
        status: what it means for the exit status.
        several: whether its file has more than one game.
        place: the place in the file that a line about the game should point at: where the problem stands, or, where
            there is none, the last move of a game that is not won.
        ends_file: whether nothing behind the game in its file can be read.
        likeness: where it was asked for and the log is legal.
        played: the game, where it was asked for and its deal is in order.
        pieces: the game as it is to be written, by the name of the format.
        traceback: where judging failed by a bug of ours, what Python says of it.
    """

    report: Report
    status: int = EXIT_OK
    several: bool = False
    place: Place | None = None
    ends_file: bool = False
    likeness: Likeness | None = None
    played: Played | None = None
    pieces: dict[str, bytes] = {}
    traceback: str = ""

    def refuse(
        self, fault: Fault, place: Place | None = None, *, move: int | None = None, token: str | None = None
    ) -> None:
        """Let the report say what is wrong with the game.

        Args:
            fault: what is wrong; its code decides the verdict.
            place: where that stands in the file.
            move: the number of the move at fault, from 1.
            token: that move as the log has it.
        """
        line, column = place or (None, None)
        if token is not None and not token.isascii():
            # A program may hand in lone surrogates, which no report could be written with.
            token = token.encode(errors="backslashreplace").decode()
        self.report.verdict = CODES[fault.code][0]
        self.report.problem = Problem(
            code=fault.code, message=fault.message, move=move, token=token, line=line, column=column
        )
        self.place = place
        self.ends_file = fault.ends_file

    def spoil(self, bug: Exception) -> None:
        """Let the report say that a bug of ours has shown, and nothing that may be wrong by it."""
        self.report.legal = self.report.won = False
        self.played = self.likeness = None
        self.traceback = "".join(format_exception(bug))
        self.refuse(bug_fault(bug))
        self.status = EXIT_BUG


def blank(item: Item) -> Outcome:
    """The outcome of a game of which nothing is known yet."""
    report = Report(
        file=item.file,
        index=item.index,
        variant=None,
        deal=None,
        verdict="invalid",
        legal=False,
        won=False,
        stuck=None,
        moves=None,
        steps=None,
        played=None,
        foundation_cards=None,
        problem=None,
        rank=None,
        meta=None,
    )
    return Outcome(report, several=item.several)


def bug_fault(bug: Exception) -> Fault:
    """The fault that says that a bug of ours has shown."""
    return Fault(INTERNAL_ERROR, f"a bug in this program: {bug_name(bug)}; please report it, with the game")


def status_of(report: Report, require: Require) -> int:
    """What a game means for the exit status of a run.

    Args:
        report: the game's report.
        require: whether a game has to be won, or only legal.
    """
    if report.verdict == "won" or (report.verdict == "unfinished" and require == "legal"):
        return EXIT_OK
    if report.verdict != "invalid":
        return EXIT_SHORT
    return EXIT_BUG if report.problem is not None and report.problem.code == INTERNAL_ERROR else EXIT_INVALID
