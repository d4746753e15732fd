"""Reports as workflow commands, which GitHub shows beside the files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from forty_thieves.exit_codes import EXIT_OK
from forty_thieves.judging.outcomes import Outcome
from forty_thieves.records.structs import Report
from forty_thieves.text import file_name, plural

from .base import Reporter
from .text import text_line

AT_MOST = 10
"""Annotations of one level; GitHub shows no more of a step."""


class GitHub(Reporter):
    """An annotation for each game that fell short, the first ten of a level, then how many more there are."""

    name = "github"
    holds_summary = False

    def __init__(self, write: Callable[[bytes], object], *, least_status: int = EXIT_OK) -> None:
        super().__init__(write, least_status=least_status)
        self._levels: Counter[str] = Counter()

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The game's annotation; empty where it is as it should be."""
        report = outcome.report
        if outcome.status == EXIT_OK:
            return b""
        # The very name, for GitHub to find the file, but nothing in it that a terminal would act on.
        parts = re.split("([\r\n])", report.file)
        name = "".join(part if part in ("\r", "\n") else file_name(part) for part in parts)
        properties = f"file={_property(name)}"
        if outcome.place:
            line, column = outcome.place
            properties += f",line={line},col={column}"
        code = report.problem.code if report.problem else report.verdict
        annotation = f"::{_level(report)} {properties},title={_property(code)}::{_data(text_line(outcome))}\n"
        return annotation.encode(errors="backslashreplace")

    def game(self, outcome: Outcome) -> None:
        """Take the next game."""
        if outcome.status == EXIT_OK:
            return
        level = _level(outcome.report)
        self._levels[level] += 1
        if self._levels[level] <= AT_MOST:
            super().game(outcome)

    def end(self) -> None:
        """Say how many were left out."""
        for level, number in self._levels.items():
            if number > AT_MOST:
                more = plural(number - AT_MOST, "more game")
                self.write(f"::{level} title=forty-thieves::and {more} that fell short\n".encode())


def _level(report: Report) -> str:
    return "warning" if report.problem is None else "error"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
