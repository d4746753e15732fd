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
from typing import IO, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from forty_thieves.game import shuffles, variants
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.moves import parse_log, steps_in_log
from forty_thieves.game.rules import Rules
from forty_thieves.judging.referee import Game, check
from forty_thieves.problems import Fault
from forty_thieves.text import file_name, plural, reason, shown

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

    def deal(self, number: int) -> Deal:
        """The deal of a number."""
        rules = self.rules if isinstance(self.rules, Rules) else variants.find(str(self.variant))
        return deal(rules, number, self.shuffle)


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
        path: the file's path.
        header: its first line.
        entries: for each number the entry that counts, by number.
        lines: for each number the line of that entry.
        whole: the bytes of its whole lines; what is behind them was cut short.
    """

    path: str
    header: Header
    entries: dict[int, Entry]
    lines: dict[int, int]
    whole: int


_header_decoder = msgspec.json.Decoder(Header)
_entry_decoder = msgspec.json.Decoder(Entry)


def read_survey(path: str) -> Survey:
    """Read a survey file.

    Not checked is whether a log that is there wins: that is what the command ``survey --check`` is for.

    Raises:
        SurveyError: it can't be read, a line is wrong that is not the last one cut short, or two contradict each
            other.
    """
    try:
        with open(path, "rb") as file:
            return _survey_in(path, file)
    except OSError as error:
        raise SurveyError(f"{file_name(path)}: cannot read the file: {reason(error)}") from None


def _survey_in(path: str, file: IO[bytes]) -> Survey:
    header: Header | None = None
    entries: dict[int, Entry] = {}
    lines: dict[int, int] = {}
    numbers, whole = range(0), 0
    for at, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            break
        try:
            if header is None:
                header = _header_decoder.decode(line)
                numbers = _numbers_of(header)
            else:
                entry = _entry_decoder.decode(line)
                wrong = _contradiction(entry, numbers)
                if wrong:
                    raise SurveyError(f"{file_name(path)}:{at}: number {entry.number}: {wrong}")
                before = entries.get(entry.number)
                if before is None or entry.status != "unknown":
                    if before is not None and {before.status, entry.status} == _OPPOSITES:
                        raise contradict(path, at, entry, path, lines[entry.number])
                    entries[entry.number] = entry
                    lines[entry.number] = at
        except (msgspec.DecodeError, ValueError) as error:
            what = "the first line of a survey" if header is None else "an entry of a survey"
            raise SurveyError(f"{file_name(path)}:{at}: not {what}: {shown(str(error), 200)}") from None
        except Fault as fault:
            raise SurveyError(f"{file_name(path)}:{at}: {fault.code}: {fault.message}") from None
        whole += len(line)
    if header is None:
        raise SurveyError(f"{file_name(path)}: there is no whole line: it is not a survey")
    return Survey(path, header, dict(sorted(entries.items())), lines, whole)


def _numbers_of(header: Header) -> range:
    """The numbers that a survey can have.

    Raises:
        Fault: there is no such game or shuffle.
    """
    if (header.variant is UNSET) == (header.rules is UNSET):
        raise Fault("bad-rules", "a survey has exactly one of variant and rules")
    if header.variant is not UNSET:
        variants.find(header.variant)
    shuffle = shuffles.find(header.shuffle)
    return range(shuffle.least, shuffle.most + 1)


_OPPOSITES = {"won", "unwinnable"}


def contradict(path: str, at: int, entry: Entry, other: str, other_at: int) -> SurveyError:
    """The error of an entry that calls a number won that another calls unwinnable, or the other way round."""
    before = "unwinnable" if entry.status == "won" else "won"
    said = f"{entry.status}, but {before} in {file_name(other)}:{other_at}"
    return SurveyError(f"{file_name(path)}:{at}: number {entry.number}: {said}")


def _contradiction(entry: Entry, numbers: range) -> str:
    """How an entry contradicts itself, or what it can't be, in words; empty where all is well."""
    if entry.number not in numbers:
        return f"the shuffle has numbers from {numbers[0]} to {numbers.stop - 1}"
    if entry.effort < 0:
        return f"effort is {entry.effort}, and can't be below 0"
    if entry.status != "unknown" and entry.reason is not UNSET:
        return f"{entry.status}, but with a reason why it is unknown"
    if entry.status != "won":
        return f"{entry.status}, but with steps or a log" if (entry.steps, entry.log) != (UNSET, UNSET) else ""
    if entry.steps is UNSET:
        return "won, but without its steps"
    if entry.log is not UNSET and entry.steps != _plain_steps(entry.log):
        steps = steps_in_log(entry.log, parse_log(entry.log))
        return f"steps is {entry.steps}, and its log has {steps}" if entry.steps != steps else ""
    return ""


def _plain_steps(log: str) -> int:
    """The steps of a log that is written as surveys write it, counted at a glance; of another maybe wrong."""
    return len(log.split()) + log.count("s-") - log.count("fs-")


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
            raise SurveyError(f"{file_name(path)}: cannot write the file: {reason(error)}") from None
        try:
            self._lock()
            self._take_up(header)
        except OSError as error:  # a pipe or a device, in which nothing can be taken up
            self._file.close()
            raise SurveyError(f"{file_name(path)}: cannot write the file: {reason(error)}") from None
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        with contextlib.suppress(ImportError):  # where files can't be locked so, two runs are the user's business
            import fcntl  # noqa: PLC0415

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise SurveyError(f"{file_name(self._path)}: another survey is writing to this file") from None

    def _take_up(self, header: Header) -> None:
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        if b"\n" not in self._file.read(1 << 20) and (size == 0 or size < 1 << 20):
            if size and not self._starts_like(header):
                raise SurveyError(f"{file_name(self._path)}: the file is there already, and is not a survey")
            self._cut(0)
            self._write(header)
            return
        self._file.seek(0)
        found = _survey_in(self._path, self._file)
        if found.header != header:
            differences = _differences(found.header, header)
            raise SurveyError(f"{file_name(self._path)}: the file was made with other settings: {differences}")
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
            raise SurveyError(f"{file_name(self._path)}: cannot write the file: {reason(error)}") from None

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


class Surveyed(Struct, frozen=True):
    """What surveys say of one game, by one shuffle.

    Attributes:
        name: what the game is called.
        entries: for each number the entry that counts.
        effort: positions examined for a deal, at most; 0 where only time ended the searches.
    """

    name: str
    entries: dict[int, Entry]
    effort: int = 0


def games_of(surveys: Iterable[Survey]) -> tuple[list[Surveyed], list[str]]:
    """What surveys say of their games: those of the same deals, one game's by one shuffle, count as one.

    Returns:
        The games, and what is to be known of surveys that count as one, a sentence each.

    Raises:
        SurveyError: two of them contradict each other.
    """
    games: dict[tuple[str, Rules | UnsetType], tuple[Survey, dict[int, Survey]]] = {}
    notes = []
    for survey in surveys:
        first, homes = games.setdefault((survey.header.game, survey.header.rules), (survey, {}))
        if survey.header != first.header:
            settings = _differences(first.header, survey.header)
            notes.append(f"{file_name(survey.path)}: other settings than in {file_name(first.path)}: {settings}")
        again = 0
        for number, entry in survey.entries.items():
            home = homes.setdefault(number, survey)
            if home is not survey:
                again += 1
                before = home.entries[number]
                if {before.status, entry.status} == _OPPOSITES:
                    raise contradict(survey.path, survey.lines[number], entry, home.path, home.lines[number])
                if before.status == "unknown":
                    homes[number] = survey
        if again:
            notes.append(f"{file_name(survey.path)}: {plural(again, 'number')} of files before it, which count once")
    merged = []
    for (name, _), (_, homes) in games.items():
        efforts = [home.header.effort for home in homes.values() if home.header.effort is not UNSET]
        entries = {number: home.entries[number] for number, home in homes.items()}
        merged.append(Surveyed(name, entries, max(efforts, default=0)))
    return merged, notes


def shares_of(surveys: Iterable[Survey]) -> tuple[list[Share], list[str]]:
    """What surveys say of their games, as :func:`games_of` puts them together; and what is to be known of that.

    Raises:
        SurveyError: two of them contradict each other.
    """
    games, notes = games_of(surveys)
    return [share_of(game.name, (entry.status for entry in game.entries.values())) for game in games], notes


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


# Whether its wins hold


class Win(Struct, frozen=True):
    """A number that is called won, judged by the referee.

    Attributes:
        line: where it stands in the file.
        number: the number.
        log: whether its log is there.
        fault: why it does not hold, in words; empty where it holds, or has no log.
    """

    line: int
    number: int
    log: bool
    fault: str = ""


def judged_wins(survey: Survey) -> Iterator[Win]:
    """The numbers of a survey that are called won, in their order, each judged by its log."""
    for number, entry in survey.entries.items():
        if entry.status == "won":
            fault = ""
            if entry.log is not UNSET and entry.steps is not UNSET:
                fault = _why_not_won(survey.header.deal(number), entry.log, entry.steps)
            yield Win(survey.lines[number], number, entry.log is not UNSET, fault)


def _why_not_won(dealt: Deal, log: str, steps: int) -> str:
    """Why a log does not win in so many steps, in words; empty where it does."""
    report = check(Game(dealt, log))
    problem = report.problem
    if problem is not None:
        return f"{problem.code}: move {problem.move}, {shown(problem.token or '', 24)}: {problem.message}"
    if not report.won:
        return f"unfinished: {plural(report.foundation_cards or 0, 'card')} on the foundations"
    return "" if report.steps == steps else f"won in {plural(report.steps or 0, 'step')}, not in {steps}"
