"""The command ``check``: judges recorded games."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from forty_thieves.deals import Deal
from forty_thieves.files import InputFormat, encode
from forty_thieves.outputs import write_stdout
from forty_thieves.referee import Judgement, Require, judge
from forty_thieves.reports import exit_status, text_line, totals
from forty_thieves.sources import STDIN, Limits, read

from .common import (
    DEFAULT_MAX_SIZE,
    InputFormatOption,
    MaxSizeOption,
    SeedOption,
    VariantOption,
    complain,
    deal_by_number,
    read_deal,
    seed_of,
    usage_error,
)

ReportFormat = Literal["text", "json", "jsonl", "yaml"]

EPILOG = """Examples:

  forty-thieves check game.yaml submissions.jsonl

  forty-thieves check --deal challenge.yaml solution.moves
"""


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Recorded games; - is standard input.")],
    deal_file: Annotated[
        str | None,
        typer.Option(
            "--deal", metavar="FILE", help="Only games on this deal count; bare move logs are judged on it."
        ),
    ] = None,
    variant: VariantOption = None,
    seed: SeedOption = None,
    require: Annotated[
        Require, typer.Option("--require", help="What every game has to be for exit status 0.")
    ] = "won",
    report_format: Annotated[
        ReportFormat, typer.Option("--format", help="How to report; 'text' is one line a game.")
    ] = "text",
    quiet: Annotated[
        int,
        typer.Option(
            "--quiet", "-q", count=True, help="Report only what fell short; twice: nothing.", show_default=False
        ),
    ] = 0,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = DEFAULT_MAX_SIZE,
) -> None:
    """Judge recorded games: is each legal and won, and if not, which move broke which rule.

    Exit status: 0 all hold, 1 a game fell short, 2 something could not be judged.
    """
    expected = _expected(deal_file, variant, seed, max_size)
    if (deal_file == STDIN and STDIN in files) or files.count(STDIN) > 1:
        raise usage_error("standard input can be read only once")
    run = _Run(require, quiet)
    judgements = run.counted(_judged(files, input_format, max_size, expected))
    if report_format == "text":
        write_stdout(_text(judgements, require))
    else:
        write_stdout(encode((judgement.report for judgement, _ in judgements), report_format))
    if sum(run.verdicts.values()) > 1 and quiet < 2:
        complain(totals({verdict: run.verdicts[verdict] for verdict in _VERDICTS}))
    if run.status:
        raise typer.Exit(run.status)


_VERDICTS = ("won", "unfinished", "illegal", "rejected", "invalid")


def _expected(deal_file: str | None, variant: str | None, seed: str | None, max_size: int) -> Deal | None:
    """The deal that the games have to be on, or None."""
    if deal_file is None and variant is None and seed is None:
        return None
    if deal_file is not None:
        if variant is not None or seed is not None:
            raise usage_error("give --deal, or --variant and --seed, not both")
        return read_deal(deal_file, max_size)
    if seed is None:
        raise usage_error("--variant needs --seed: which deal of it?")
    return deal_by_number(variant, seed_of(seed))


class _Run:
    """What a run comes to while its games pass by.

    Attributes:
        verdicts: games by verdict.
        status: the exit status so far.
    """

    def __init__(self, require: Require, quiet: int) -> None:
        self.verdicts: Counter[str] = Counter()
        self.status = 0
        self._require: Require = require
        self._quiet = quiet

    def counted(self, judgements: Iterator[tuple[Judgement, bool]]) -> Iterator[tuple[Judgement, bool]]:
        """Count each game, and let through those that are to be reported."""
        for judgement, several in judgements:
            self.verdicts[judgement.report.verdict] += 1
            status = exit_status(judgement.report, self._require)
            self.status = max(self.status, status)
            if self._quiet == 0 or (self._quiet == 1 and status):
                yield judgement, several


def _judged(
    files: list[str], input_format: InputFormat | None, max_size: int, expected: Deal | None
) -> Iterator[tuple[Judgement, bool]]:
    """Every game's judgement, and whether its file has several games."""
    for file in files:
        held: Judgement | None = None
        several = False
        for index, item in enumerate(read(file, input_format, Limits(max_size)), 1):
            if held is not None:
                several = True
                yield held, several
            held = judge(item, _encodable(file), index, expected)
        if held is not None:
            yield held, several


def _encodable(file: str) -> str:
    """A file's name as text that can be written: bytes that are not UTF-8 become escapes."""
    return file.encode(errors="surrogateescape").decode(errors="backslashreplace")


def _text(judgements: Iterator[tuple[Judgement, bool]], require: Require) -> Iterator[bytes]:
    encoding = sys.stdout.encoding or "utf-8"
    for judgement, several in judgements:
        line = text_line(judgement, require, several=several)
        yield f"{line}\n".encode(encoding, "backslashreplace")
