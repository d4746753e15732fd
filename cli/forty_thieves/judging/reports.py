"""Reports as text, JSON, JSON Lines, YAML, JUnit XML and GitHub annotations.

Each game is rendered by itself (:func:`rendered`), wherever it was judged; a :class:`Writer` puts the pieces together
where they are written, in constant memory.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import IO, Literal

from msgspec import structs

from forty_thieves.exit_codes import EXIT_INVALID, EXIT_OK, EXIT_SHORT
from forty_thieves.formats.json import encode_json, encode_json_line
from forty_thieves.formats.yaml import encode_yaml
from forty_thieves.records.structs import Report, Summary, Verdict, serialise_record
from forty_thieves.text import file_name, placed, plural, shown

from .referee import Judgement, Require

ReportFormat = Literal["text", "json", "jsonl", "yaml", "junit", "github"]

SUFFIXES: dict[str, ReportFormat] = {
    ".txt": "text",
    ".json": "json",
    ".jsonl": "jsonl",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".xml": "junit",
}
"""What a report file is, by the end of its name."""

VERDICTS: tuple[Verdict, ...] = ("won", "unfinished", "illegal", "rejected", "invalid")


def exit_status(report: Report, require: Require) -> int:
    """What a game means for the command's exit status.

    Args:
        report: the game's report.
        require: whether a game has to be won, or only legal.

    Returns:
        0 where it holds, 1 where it was judged and fell short, 2 where it could not be judged.
    """
    if report.verdict == "invalid":
        return EXIT_INVALID
    if report.verdict == "won" or (report.verdict == "unfinished" and require == "legal"):
        return EXIT_OK
    return EXIT_SHORT


def text_line(judgement: Judgement, require: Require, *, several: bool = False) -> str:
    """A game's line in the text output, without a line end.

    Args:
        judgement: the game's report and the place to point at.
        require: whether a game has to be won, or only legal.
        several: whether the file has more than one game, so that a line without a place has to say which it means.

    Returns:
        ``path:line:column: code: message`` for a game that fell short, ``path: verdict: ...`` for one that did not.
    """
    report = judgement.report
    path = file_name(report.file)
    problem = report.problem
    place = judgement.place if exit_status(report, require) != EXIT_OK else None
    if place is None and several:
        path = f"{path}: game {report.index}"
    where = placed(path, place)
    if problem is None:
        return f"{where}: {report.verdict}: {_summary(report)}"
    move = "" if problem.move is None else f"move {problem.move}, {shown(problem.token or '', 24)}: "
    return f"{where}: {problem.code}: {move}{problem.message}"


def _summary(report: Report) -> str:
    name = report.variant or "own rules"
    told = f"{name}, {plural(report.moves or 0, 'move')}"
    if report.verdict == "won":
        return told
    stuck = ", stuck: no legal move is left" if report.stuck else ""
    return f"{told}, {plural(report.foundation_cards or 0, 'card')} on the foundations{stuck}"


def totals(summary: Summary) -> str:
    """One line that counts the games of a run by verdict."""
    counted = ", ".join(f"{number} {verdict}" for verdict, number in summary.verdicts.items() if number)
    return f"{plural(summary.games, 'game')}: {counted}" if counted else plural(summary.games, "game")


def summary_text(summary: Summary) -> str:
    """A summary as text, a line for each count."""
    lines = [f"games {summary.games}"]
    for kind, counts in (("verdict", summary.verdicts), ("variant", summary.variants), ("problem", summary.problems)):
        lines += [f"{kind} {name} {number}" for name, number in counts.items()]
    return "".join(f"{line}\n" for line in lines)


# One game in each format


def writable(judgement: Judgement) -> Judgement:
    """A judgement whose report can be written: no text may hold the lone surrogates that JSON can smuggle in."""
    problem = judgement.report.problem
    if problem is None or problem.token is None or problem.token.isascii():
        return judgement
    token = problem.token.encode(errors="backslashreplace").decode()
    report = structs.replace(judgement.report, problem=structs.replace(problem, token=token))
    return structs.replace(judgement, report=report)


def rendered(judgement: Judgement, report_format: ReportFormat, require: Require, *, several: bool) -> bytes:
    """One game as a Writer of that format takes it.

    Args:
        judgement: the game's report and the place to point at, as :func:`writable` gives it.
        report_format: the format.
        require: whether a game has to be won, or only legal.
        several: whether its file has more than one game.
    """
    match report_format:
        case "text":
            return f"{text_line(judgement, require, several=several)}\n".encode()
        case "jsonl":
            return encode_json_line(judgement.report)
        case "json":
            return encode_json(judgement.report)
        case "yaml":
            return encode_yaml(serialise_record(judgement.report))
        case "junit":
            return _junit_case(judgement, require, several=several)
        case "github":
            return _github_line(judgement, require, several=several)


def _junit_case(judgement: Judgement, require: Require, *, several: bool) -> bytes:
    """A test case: an illegal game, or one that fell short otherwise, is a failure, an invalid one an error."""
    report = judgement.report
    status = exit_status(report, require)
    name = file_name(report.file) + (f" game {report.index}" if several else "")
    place = f' line="{judgement.place[0]}"' if judgement.place and status else ""
    case = f"<testcase classname={_xml(report.variant or 'unknown')} name={_xml(name)}"
    case += f" file={_xml(file_name(report.file))}{place}"
    if status == EXIT_OK:
        return f"    {case}/>\n".encode()
    element = "error" if status == EXIT_INVALID else "failure"
    code = report.problem.code if report.problem else report.verdict
    message = text_line(judgement, require, several=several)
    return f"    {case}>\n      <{element} type={_xml(code)} message={_xml(message)}/>\n    </testcase>\n".encode()


# What XML 1.0 has no place for, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml(text: str) -> str:
    """A text as a quoted attribute."""
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415 - start-up counts

    return quoteattr(_NOT_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def _github_line(judgement: Judgement, require: Require, *, several: bool) -> bytes:
    """A workflow command that GitHub shows beside the file; empty for a game that holds."""
    report = judgement.report
    if exit_status(report, require) == EXIT_OK:
        return b""
    level = "warning" if report.problem is None else "error"
    code = report.problem.code if report.problem else report.verdict
    # The very name, for GitHub to find the file, but nothing in it that a terminal would act on.
    parts = re.split("([\r\n])", report.file)
    name = "".join(part if part in ("\r", "\n") else file_name(part) for part in parts)
    properties = f"file={_github_property(name)}"
    if judgement.place:
        line, column = judgement.place
        properties += f",line={line},col={column}"
    message = _github_data(text_line(judgement, require, several=several))
    return f"::{level} {properties},title={_github_property(code)}::{message}\n".encode(errors="backslashreplace")


def _github_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_property(text: str) -> str:
    return _github_data(text).replace(":", "%3A").replace(",", "%2C")


# A whole run in each format

GITHUB_AT_MOST = 10
"""Annotations of one level; GitHub shows no more of a step."""

_COPIED_AT_ONCE = 64 * 1024
_ALIKE = ("text", "jsonl", "yaml")


class Writer:
    """Puts rendered games together to a whole report.

    Args:
        report_format: the format, which the games were rendered in.
        write: takes the bytes.
    """

    def __init__(self, report_format: ReportFormat, write: Callable[[bytes], object]) -> None:
        self._format = report_format
        self._write = write
        self._games = 0
        self._levels: Counter[bytes] = Counter()
        self._kinds: Counter[str] = Counter()
        self._spool: IO[bytes] | None = None
        if report_format == "junit":
            # The numbers of games stand before the games: those wait on disk until the end.
            import tempfile  # noqa: PLC0415 - for the few runs that need it

            self._spool = tempfile.TemporaryFile()  # noqa: SIM115 - closed by finish()

    def add(self, piece: bytes) -> None:
        """Take one rendered game."""
        if self._format in _ALIKE:
            self._write(piece)
        elif self._format == "json":
            self._write((b",\n" if self._games else b"[\n") + piece)
        elif self._spool is not None:
            self._spool.write(piece)
            for kind in ("failure", "error"):
                self._kinds[kind] += f"      <{kind} ".encode() in piece
        elif piece:
            level = piece[2:].partition(b" ")[0]
            self._levels[level] += 1
            if self._levels[level] <= GITHUB_AT_MOST:
                self._write(piece)
        self._games += 1

    def finish(self, summary: Summary, *, tell_summary: bool = False) -> None:
        """End the report.

        Args:
            summary: what the run came to.
            tell_summary: whether the report is to end with it; JUnit and GitHub have no place for it.
        """
        if tell_summary and self._format == "text":
            self._write(summary_text(summary).encode())
        elif tell_summary and self._format == "jsonl":
            self._write(encode_json_line(summary))
        elif tell_summary and self._format == "yaml":
            self._write(encode_yaml(serialise_record(summary)))
        elif tell_summary and self._format == "json":
            self.add(encode_json(summary))
        if self._format == "json":
            self._write(b"\n]\n" if self._games else b"[]\n")
        elif self._spool is not None:
            self._finish_junit()
        for level, number in self._levels.items():
            if number > GITHUB_AT_MOST:
                more = plural(number - GITHUB_AT_MOST, "more game")
                self._write(b"::%s title=forty-thieves::and %s that fell short\n" % (level, more.encode()))

    def _finish_junit(self) -> None:
        assert self._spool is not None
        counts = f'tests="{self._games}" failures="{self._kinds["failure"]}" errors="{self._kinds["error"]}"'
        self._write(b'<?xml version="1.0" encoding="UTF-8"?>\n')
        self._write(f'<testsuites {counts}>\n  <testsuite name="forty-thieves check" {counts}>\n'.encode())
        with self._spool as spool:
            spool.seek(0)
            while chunk := spool.read(_COPIED_AT_ONCE):
                self._write(chunk)
        self._write(b"  </testsuite>\n</testsuites>\n")
