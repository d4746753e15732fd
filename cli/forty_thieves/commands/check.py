"""The command ``check``: judges recorded games."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from forty_thieves.exit_codes import EXIT_BUG, EXIT_OK, EXIT_SHORT
from forty_thieves.formats.document import MAX_GAMES, MAX_SIZE, Limits
from forty_thieves.formats.sources import STDIN
from forty_thieves.game import shuffles, variants
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import MAX_MOVES
from forty_thieves.judging.batch import ExecutorError, WorkerLostError
from forty_thieves.judging.outcomes import Options, ReportFormat, Require
from forty_thieves.judging.reporters import REPORTERS, SUFFIXES, Ranking, Reporter
from forty_thieves.judging.reporters.text import summary_text, totals
from forty_thieves.judging.run import Run
from forty_thieves.judging.submissions import Order, Submissions
from forty_thieves.outputs import STDOUT, opened, repeated
from forty_thieves.problems import Fault
from forty_thieves.text import file_name

from .executors import executor_asked
from .inputs import deal_by_number, read_deal, rules_asked
from .messages import Stop, complain
from .options import (
    LARGEST_NUMBER,
    About,
    AutoDrawOption,
    ForceOption,
    InputFormatOption,
    MaxMovesOption,
    MaxSizeOption,
    SeedOption,
    ShuffleOption,
    rules_option,
    variant_option,
)
from .progress import Progress
from .targets import refuse_replacing

MOST_JOBS = 1024
"""The most processes that --jobs starts."""

WORKER_TIMEOUT = 60
"""Seconds after which --scheduler gives up a worker that is not heard of."""

ABOUT = About(
    summary="Judge recorded games: are they legal, and are they won?",
    text="""Of a game that falls short it says which move broke which rule, and where that move stands in the file.

Exit status: 0 all hold, 1 a game fell short, 2 something could not be judged.""",
    examples=(
        "forty-thieves check game.yaml submissions.jsonl",
        "forty-thieves check --deal challenge.yaml --best --unique submissions/",
    ),
)


def command(
    context: typer.Context,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Recorded games, folders of them; - is standard input.")
    ],
    deal_file: Annotated[
        str | None,
        typer.Option("--deal", metavar="FILE", help="Only games on this deal count; bare logs are judged on it."),
    ] = None,
    variant: Annotated[str | None, variant_option("Only games on this variant's deal --seed count.")] = None,
    rules_file: Annotated[str | None, rules_option()] = None,
    seed: SeedOption = None,
    shuffle: ShuffleOption = shuffles.DEFAULT,
    auto_draw: AutoDrawOption = False,
    require: Annotated[
        Require, typer.Option("--require", help="What every game has to be for exit status 0.")
    ] = "won",
    report_format: Annotated[
        ReportFormat, typer.Option("--format", help="How to report; 'text' is one line a game.")
    ] = "text",
    report_files: Annotated[
        list[str] | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="Report there too, by the suffix; .xml is JUnit, .html a page. May be given several times.",
        ),
    ] = None,
    force: ForceOption = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="End with the games by verdict, variant and problem.")
    ] = False,
    best: Annotated[
        bool,
        typer.Option("--best", help="Rank the won games by steps; text lists only them, other formats first."),
    ] = False,
    top: Annotated[
        int | None, typer.Option("--top", metavar="N", min=1, max=LARGEST_NUMBER, help="List only the first N ranks.")
    ] = None,
    unique: Annotated[
        bool,
        typer.Option("--unique", help="Reject games with the moves of an earlier one, however written or ordered."),
    ] = False,
    order: Annotated[
        Order, typer.Option("--order", help="Take files as given, by name, or by the time of their last change.")
    ] = "given",
    fail_fast: Annotated[bool, typer.Option("--fail-fast", help="Stop after the first that falls short.")] = False,
    quiet: Annotated[
        int,
        typer.Option(
            "--quiet", "-q", count=True, help="Report only what fell short; twice: nothing.", show_default=False
        ),
    ] = 0,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name the files that are skipped in folders.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", metavar="N", min=0, max=MOST_JOBS, help="Judge with N processes; 0: one a core."
        ),
    ] = 1,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Judge on a Dask cluster.")
    ] = None,
    worker_timeout: Annotated[
        int,
        typer.Option(
            "--worker-timeout",
            metavar="SECONDS",
            min=1,
            max=LARGEST_NUMBER,
            help="Give up a worker of the cluster that is not heard of for so long; others judge its games.",
        ),
    ] = WORKER_TIMEOUT,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = MAX_SIZE,
    max_moves: MaxMovesOption = MAX_MOVES,
    max_games: Annotated[
        int, typer.Option("--max-games", metavar="N", min=1, max=LARGEST_NUMBER, help="Games that one file may have.")
    ] = MAX_GAMES,
) -> None:
    """Run the command."""
    if (deal_file == STDIN and STDIN in files) or files.count(STDIN) > 1:
        raise typer.BadParameter("standard input can be read only once")
    if best and quiet == 1:
        raise typer.BadParameter("--best reports what holds, -q what does not: give one of them")
    if top is not None and not best:
        raise typer.BadParameter("--top is for --best")
    if (twice := repeated(report_files or [])) is not None:
        raise typer.BadParameter(f"{file_name(twice)}: two reports can't go to one file", param_hint="'--report'")
    refuse_replacing(report_files or [], [*files, deal_file, rules_file])
    targets = [(STDOUT, report_format), *((file, _format_of(file)) for file in report_files or [])]
    expected, par = _expected(deal_file, variant, rules_file, seed, shuffle, max_size)
    if expected is not None and deal_file is None and variant is None and rules_file is None and quiet < 2:
        complain(f"forty-thieves: no variant was given: taken is {variants.DEFAULT}")
    options = Options(require=require, expected=expected, par=par, max_moves=max_moves, auto_draw=auto_draw)
    source = Submissions(files, input_format, Limits(max_size, max_games), logs=expected is not None, order=order)
    if verbose:
        source.skipped.heed = _name_skipped
    progress = Progress(source.size())
    try:
        with contextlib.ExitStack() as stack:
            reporters = []
            for file, form in targets:
                write, least_status = stack.enter_context(opened(file, force=force)), EXIT_OK
                if file == STDOUT:
                    write = _stdout_writer(write, form, progress)
                    least_status = (EXIT_OK, EXIT_SHORT, EXIT_BUG + 1)[min(quiet, 2)]
                reporters.append(_reporter(form, write, least_status, ranked=best, top=top))
            run = Run(options, reporters, best=best, unique=unique, fail_fast=fail_fast)
            executor, window = stack.enter_context(executor_asked(jobs, scheduler, worker_timeout))
            stack.callback(progress.close)
            for item, _ in run.judge(source.items(), executor, window):
                progress.step(item.content.size if not isinstance(item.content, Fault) else 0)
            progress.close()
            counts = run.finish(source.skipped, with_summary=summary)
    except ExecutorError as error:
        raise Stop(f"forty-thieves: {error}") from None
    except WorkerLostError as error:
        message = f"forty-thieves: a worker was lost, and with it the games it was judging ({error})"
        raise Stop(f"{message}; nothing behind them was judged", EXIT_BUG) from None
    stopped = "; stopped at the first that fell short" if fail_fast and run.tally.status else ""
    if quiet < 2 and (counts.games > 1 or stopped or counts.skipped):
        left_out = f"; skipped in folders: {source.skipped.in_words()}" if counts.skipped else ""
        complain(f"{totals(counts)}{left_out}{stopped}")
    if summary and not reporters[0].holds_summary:
        complain(summary_text(counts).rstrip("\n"))
    if run.tally.status == EXIT_BUG:
        _complain_of_bug((run.traceback or source.traceback) if context.obj.debug else "")
    if run.tally.status:
        raise typer.Exit(run.tally.status)


def _complain_of_bug(traceback: str) -> None:
    """Say that a bug of ours has shown while games were judged, and how to report it."""
    if traceback:
        complain(traceback.rstrip("\n"))
    complain(
        "forty-thieves: a bug in this program kept it from judging some games (internal-error); please report it "
        "with the command, its input, and what `forty-thieves --debug` before the command shows"
    )


def _name_skipped(path: str, why: str) -> None:
    complain(f"{file_name(path)}: skipped: {why}")


def _expected(
    deal_file: str | None, variant: str | None, rules_file: str | None, seed: int | None, shuffle: str, max_size: int
) -> tuple[Deal | None, int | None]:
    """The deal that the games have to be on, or None; and its par, where its record gives one."""
    by_number = [given for given in (variant, rules_file, seed) if given is not None]
    if deal_file is None and not by_number:
        return None, None
    if deal_file is not None:
        if by_number:
            raise typer.BadParameter("give --deal, or --variant (or --rules) and --seed, not both")
        return read_deal(deal_file, max_size)
    if seed is None:
        raise typer.BadParameter("--variant and --rules need --seed: which deal of it?")
    return deal_by_number(rules_asked(variant, rules_file, max_size), seed, shuffle), None


def _format_of(file: str) -> ReportFormat:
    """The format of a report file, by its suffix."""
    reporter = SUFFIXES.get(os.path.splitext(file)[1].lower())
    if reporter is None:
        known = ", ".join(SUFFIXES)
        raise typer.BadParameter(f"{file_name(file)}: the suffix must be one of {known}", param_hint="'--report'")
    return reporter.name


def _stdout_writer(
    write: Callable[[bytes], object], form: ReportFormat, progress: Progress
) -> Callable[[bytes], object]:
    """Writes to standard output, where a terminal may show the progress and have another encoding than UTF-8."""
    encoding = (sys.stdout.encoding or "utf-8").lower().replace("_", "-")
    as_it_is = form != "text" or encoding in ("utf-8", "utf8")

    def write_to_stdout(piece: bytes) -> None:
        progress.clear()
        write(piece if as_it_is else piece.decode().encode(encoding, "backslashreplace"))

    return write_to_stdout


def _reporter(
    form: ReportFormat, write: Callable[[bytes], object], least_status: int, *, ranked: bool, top: int | None
) -> Reporter:
    """The reporter of a format."""
    if ranked and form == "text":
        return Ranking(write, least_status=least_status, top=top)
    return REPORTERS[form](write, least_status=least_status)
