"""Reports as records, for programs: JSON, JSON Lines, YAML; and as a table for a spreadsheet."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

from msgspec import UNSET, structs

from forty_thieves.exit_codes import EXIT_OK
from forty_thieves.formats.json import encode_json, encode_json_line
from forty_thieves.formats.yaml import encode_yaml
from forty_thieves.judging.outcomes import Outcome
from forty_thieves.records.structs import Summary, serialise_record
from forty_thieves.text import shown

from .base import Reporter


class JsonLines(Reporter):
    """A record a line."""

    name = "jsonl"
    suffixes = (".jsonl",)

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The report as a line."""
        return encode_json_line(outcome.report)

    def summarise(self, summary: Summary) -> None:
        """End with the summary as a line of its own."""
        self.write(encode_json_line(summary))


class Json(Reporter):
    """An array of records."""

    name = "json"
    suffixes = (".json",)

    def __init__(self, write: Callable[[bytes], object], *, least_status: int = EXIT_OK) -> None:
        super().__init__(write, least_status=least_status)
        self._before = b"[\n"

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The report as an element of the array, without what stands around it."""
        return encode_json(outcome.report)

    def game(self, outcome: Outcome) -> None:
        """Take the next game."""
        self._add(outcome.pieces[self.name])

    def _add(self, element: bytes) -> None:
        self.write(self._before + element)
        self._before = b",\n"

    def summarise(self, summary: Summary) -> None:
        """Take the summary as the last element."""
        self._add(encode_json(summary))

    def end(self) -> None:
        """End the array."""
        self.write(b"[]\n" if self._before == b"[\n" else b"\n]\n")


class Yaml(Reporter):
    """A document a record."""

    name = "yaml"
    suffixes = (".yaml", ".yml")

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The report as a document."""
        return encode_yaml(serialise_record(outcome.report))

    def summarise(self, summary: Summary) -> None:
        """End with the summary as a document of its own."""
        self.write(encode_yaml(serialise_record(summary)))


_HEADINGS = (
    "rank", "steps", "player", "file", "index", "verdict", "code", "message", "move", "token", "line", "column",
    "variant", "moves", "played", "foundation_cards", "deal", "par",
)  # fmt: skip
"""The columns of a table: fields of a report, of its problem, and the player whom its ``meta`` names.

Scripts may count on their order: new ones come last.
"""


class Csv(Reporter):
    """A row a game, under a row of headings, for a spreadsheet: RFC 4180, UTF-8."""

    name = "csv"
    suffixes = (".csv",)
    holds_summary = False

    def __init__(self, write: Callable[[bytes], object], *, least_status: int = EXIT_OK) -> None:
        super().__init__(write, least_status=least_status)
        write(_row(_HEADINGS))

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The game's row; empty cells are unknown."""
        report = outcome.report
        problem = {} if report.problem is None else structs.asdict(report.problem)
        cells = {**structs.asdict(report), **problem, "player": (report.meta or {}).get("player")}
        return _row([None if cells.get(heading) is UNSET else cells.get(heading) for heading in _HEADINGS])


def _row(cells: Iterable[object]) -> bytes:
    import csv  # noqa: PLC0415 - for the few runs that need it

    text = io.StringIO()
    csv.writer(text).writerow([_defused(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue().encode()


_LONGEST_CELL = 4096
"""Code points; spreadsheets take a few more."""
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def _defused(cell: str) -> str:
    """A text as a spreadsheet takes it for nothing but text: what starts as a formula does gets an apostrophe.

    What a terminal might act on is written as an escape, and very long texts are cut.
    """
    return f"'{shown(cell, _LONGEST_CELL)}" if cell.startswith(_FORMULA_STARTS) else shown(cell, _LONGEST_CELL)
