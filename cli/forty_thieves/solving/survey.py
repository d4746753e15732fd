"""Surveys: how many of a game's numbers can be won, as a file that grows, and as a table.

A survey file is JSON Lines. Its first line, a :class:`Header`, says which game was surveyed and how; each other line,
an :class:`Entry`, what became of one number. Entries are appended as they are found, so that a survey goes on where
it was stopped; a line that was cut short then is taken off first. A file is written by one run at a time.

Where one number has several entries the last one that decides it counts: a later, longer search may decide what an
earlier one did not.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterable, Iterator
from typing import IO, ClassVar, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from forty_thieves.game import shuffles
from forty_thieves.game.rules import Rules
from forty_thieves.text import plural, reason, shown

from .limits import Reason
from .solver import Status

Z_95 = 1.959963984540054
"""How many standard deviations on each side of the mean hold 95 % of a normal distribution."""


class SurveyError(Exception):
    """A survey file that can't be read, written or gone on with; the message says why."""


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a survey file: what was surveyed and how.

    Attributes:
        format: the file's format tag.
        variant: the name of the variant; a survey has exactly one of variant and rules.
        rules: custom rules.
        shuffle: the name of the shuffle that makes deals from numbers.
        portfolio: the name and number of the portfolio.
        effort: positions examined for each deal, at most; absent where only time ended a search.
        seconds: how long each search could take; absent where only its effort ended it.
    """

    TAG: ClassVar[str] = "forty-thieves-survey/1"

    format: Literal["forty-thieves-survey/1"]
    variant: str | UnsetType = UNSET
    rules: Rules | UnsetType = UNSET
    shuffle: str
    portfolio: str
    effort: int | UnsetType = UNSET
    seconds: float | UnsetType = UNSET

    @property
    def game(self) -> str:
        """What the game is called, as it may be shown; with the shuffle, where its numbers are not the usual ones."""
        name = self.rules.name if isinstance(self.rules, Rules) else str(self.variant)
        return shown(name if self.shuffle == shuffles.DEFAULT else f"{name} ({self.shuffle})")


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of one number.

    Attributes:
        number: the deal's number.
        status: won, unwinnable or unknown.
        reason: what ended a search whose status is unknown.
        effort: the positions that were examined. Searching again with this effort gives the same log.
        steps: the steps of the log that wins.
        by: the search that won, or the argument of a proof.
        log: the log that wins, where logs are kept.
    """

    number: int
    status: Status
    reason: Reason | UnsetType = UNSET
    effort: int
    steps: int | UnsetType = UNSET
    by: str | UnsetType = UNSET
    log: str | UnsetType = UNSET


class Survey(Struct, frozen=True):
    """A survey file as read.

    Attributes:
        header: its first line.
        entries: for each number the entry that counts, by number.
        whole: the bytes of its whole lines; what is behind them was cut short.
    """

    header: Header
    entries: dict[int, Entry]
    whole: int


_header_decoder = msgspec.json.Decoder(Header)
_entry_decoder = msgspec.json.Decoder(Entry)


def read_survey(path: str) -> Survey:
    """Read a survey file.

    Raises:
        SurveyError: it can't be read, or a line is wrong that is not the last one cut short.
    """
    try:
        with open(path, "rb") as file:
            return _survey_in(path, file)
    except OSError as error:
        raise SurveyError(f"{path}: cannot read the file: {reason(error)}") from None


def _survey_in(path: str, file: IO[bytes]) -> Survey:
    header, entries, whole = None, {}, 0
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            break
        try:
            if header is None:
                header = _header_decoder.decode(line)
            else:
                entry = _entry_decoder.decode(line)
                if entry.status != "unknown" or entry.number not in entries:
                    entries[entry.number] = entry
        except (msgspec.DecodeError, ValueError) as error:
            what = "the first line of a survey" if header is None else "an entry of a survey"
            raise SurveyError(f"{path}:{number}: not {what}: {shown(str(error), 200)}") from None
        whole += len(line)
    if header is None:
        raise SurveyError(f"{path}: there is no whole line: it is not a survey")
    return Survey(header, dict(sorted(entries.items())), whole)


class SurveyFile:
    """A survey file that is being written, by this run alone.

    Args:
        path: where it is; it is made where it is not there.
        header: what it has to start with.

    Attributes:
        header: what it starts with.
        done: the numbers that it has already.
        mended: the bytes of a line cut short that were taken off.

    Raises:
        SurveyError: it can't be written, is no survey, was made with other settings, or another run writes to it.
    """

    def __init__(self, path: str, header: Header) -> None:
        self._path = path
        self.header = header
        self.done: set[int] = set()
        self.mended = 0
        try:
            self._file = open(path, "a+b", buffering=0)  # noqa: SIM115 - closed by close()
        except OSError as error:
            raise SurveyError(f"{path}: cannot write the file: {reason(error)}") from None
        try:
            self._lock()
            self._take_up(header)
        except OSError as error:  # a pipe or a device, in which nothing can be taken up
            self._file.close()
            raise SurveyError(f"{path}: cannot write the file: {reason(error)}") from None
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        with contextlib.suppress(ImportError):  # where files can't be locked so, two runs are the user's business
            import fcntl  # noqa: PLC0415

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise SurveyError(f"{self._path}: another survey is writing to this file") from None

    def _take_up(self, header: Header) -> None:
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        if b"\n" not in self._file.read(1 << 20) and (size == 0 or size < 1 << 20):
            if size and not self._starts_like(header):
                raise SurveyError(f"{self._path}: the file is there already, and is not a survey")
            self._cut(0)
            self._write(header)
            return
        self._file.seek(0)
        found = _survey_in(self._path, self._file)
        if found.header != header:
            raise SurveyError(
                f"{self._path}: the file was made with other settings: {_differences(found.header, header)}"
            )
        self.done = set(found.entries)
        self.mended = size - found.whole
        self._cut(found.whole)

    def _starts_like(self, header: Header) -> bool:
        """Whether the file is the start of its header, cut short."""
        self._file.seek(0)
        return msgspec.json.encode(header).startswith(self._file.read())

    def _cut(self, size: int) -> None:
        self._file.truncate(size)
        self._file.seek(0, os.SEEK_END)

    def append(self, entry: Entry) -> None:
        """Put an entry at the end, whole.

        Raises:
            SurveyError: it can't be written.
        """
        self._write(entry)
        self.done.add(entry.number)

    def _write(self, line: Struct) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise SurveyError(f"{self._path}: cannot write the file: {reason(error)}") from None

    def close(self) -> None:
        """Let others write to it."""
        self._file.close()


def _differences(there: Header, here: Header) -> str:
    """In which fields two headers differ, and how."""
    before, now = msgspec.to_builtins(there), msgspec.to_builtins(here)
    names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    return ", ".join(
        f"{name} {shown(str(before.get(name, '-')))}, not {shown(str(now.get(name, '-')))}" for name in names
    )


# What a survey comes to


class Share(Struct, frozen=True):
    """How many of a game's deals are won, and what that says of all of them.

    Attributes:
        game: what the game is called.
        deals: how many were looked at.
        won: how many are won.
        unwinnable: how many are proved to be unwinnable.
        low: the lower end of the interval, from 0 to 1.
        high: the upper end.
    """

    game: str
    deals: int
    won: int
    unwinnable: int
    low: float
    high: float

    @property
    def undecided(self) -> int:
        """How many are neither."""
        return self.deals - self.won - self.unwinnable


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The interval that holds the true share with a probability of 95 % (E. B. Wilson, 1927).

    Args:
        successes: how often it came out so.
        trials: of how many times.

    Returns:
        The lower and the upper end; 0 and 1 where nothing was tried.
    """
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, Z_95 * Z_95 / trials
    middle = share + square / 2
    spread = math.sqrt(share * (1 - share) * square + square * square / 4)
    low, high = (middle - spread) / (1 + square), (middle + spread) / (1 + square)
    # At the ends the formula gives 0 and 1 but for rounding.
    return (0.0 if successes == 0 else max(0.0, low)), (1.0 if successes == trials else min(1.0, high))


def share_of(game: str, statuses: Iterable[Status]) -> Share:
    """What a survey says of a game.

    The lower end of the interval takes the undecided deals for lost, the upper end takes them for won.
    """
    counts = {"won": 0, "unwinnable": 0, "unknown": 0}
    for status in statuses:
        counts[status] += 1
    deals = sum(counts.values())
    low, _ = wilson(counts["won"], deals)
    _, high = wilson(deals - counts["unwinnable"], deals)
    return Share(game, deals, counts["won"], counts["unwinnable"], low, high)


def table_lines(shares: Iterable[Share]) -> Iterator[str]:
    """The table of surveys as Markdown, a line for each game, each with its line end."""
    yield "| game | deals | won | unwinnable | undecided | winnable, 95 % interval |\n"
    yield "|---|---|---|---|---|---|\n"
    for share in shares:
        counts = f"{share.deals} | {share.won} | {share.unwinnable} | {share.undecided}"
        game = share.game.replace("|", "\\|")
        yield f"| {game} | {counts} | {100 * share.low:.1f} to {100 * share.high:.1f} % |\n"


def in_words(survey: Survey) -> str:
    """A survey in a line."""
    share = share_of(survey.header.game, (entry.status for entry in survey.entries.values()))
    return (
        f"{share.game}: {plural(share.deals, 'deal')}, {share.won} won, {share.unwinnable} unwinnable, "
        f"{share.undecided} undecided"
    )
