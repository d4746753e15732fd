"""The command ``check``: judges recorded games."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Annotated, Any

import typer
from msgspec import structs

from forty_thieves.exit_codes import EXIT_BUG
from forty_thieves.foreign.reading import read
from forty_thieves.formats.document import MAX_GAMES, MAX_SIZE, Limits
from forty_thieves.formats.sources import STDIN, InputFormat, Skipped, files_below
from forty_thieves.game import shuffles
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import MAX_MOVES
from forty_thieves.judging.batch import ExecutorError, Item, Options, Outcome, WorkerLostError, outcome_of, run
from forty_thieves.judging.referee import Require
from forty_thieves.judging.reports import SUFFIXES, ReportFormat, Writer, summary_text, totals
from forty_thieves.judging.tally import Ledger, Tally
from forty_thieves.outputs import STDOUT, opened, repeated
from forty_thieves.problems import Fault
from forty_thieves.records.structs import Problem, Report
from forty_thieves.text import file_name

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

MOST_JOBS = 1024
"""The most processes that --jobs starts."""

ABOUT = About(
    summary="Judge recorded games: are they legal, and are they won?",
    text="""Of a game that falls short it says which move broke which rule, and where that move stands in the file.

Exit status: 0 all hold, 1 a game fell short, 2 something could not be judged.""",
    examples=(
        "forty-thieves check game.yaml submissions.jsonl",
        "forty-thieves check --deal challenge.yaml --best submissions/",
    ),
)


def command(
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
        typer.Option("--report", metavar="FILE", help="Report there too; .xml is JUnit. May be given several times."),
    ] = None,
    force: ForceOption = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="End with the games by verdict, variant and problem.")
    ] = False,
    best: Annotated[
        bool, typer.Option("--best", help="Report only won games, those of the fewest moves first.")
    ] = False,
    unique: Annotated[
        bool,
        typer.Option("--unique", help="Reject games whose log is an earlier game's."),
    ] = False,
    fail_fast: Annotated[bool, typer.Option("--fail-fast", help="Stop after the first that falls short.")] = False,
    quiet: Annotated[
        int,
        typer.Option(
            "--quiet", "-q", count=True, help="Report only what fell short; twice: nothing.", show_default=False
        ),
    ] = 0,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", metavar="N", min=0, max=MOST_JOBS, help="Judge with N processes; 0: one a core."
        ),
    ] = 1,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Judge on a Dask cluster.")
    ] = None,
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
    if (twice := repeated(report_files or [])) is not None:
        raise typer.BadParameter(f"{file_name(twice)}: two reports can't go to one file", param_hint="'--report'")
    expected = _expected(deal_file, variant, rules_file, seed, shuffle, max_size)
    targets = [(STDOUT, report_format), *((file, _format_of(file)) for file in report_files or [])]
    options = Options(
        require=require,
        formats=tuple(form for _, form in targets),
        expected=expected,
        max_moves=max_moves,
        auto_draw=auto_draw,
        keep_reports=unique,
        fingerprint=unique,
    )
    source = _Source(files, input_format, Limits(max_size, max_games), logs=expected is not None)
    told = _Told(options, best=best, unique=unique)
    try:
        with contextlib.ExitStack() as stack:
            writers = [_writer(stack, file, form, force) for file, form in targets]
            executor, window = stack.enter_context(_executor(jobs, scheduler))
            progress = Progress(source.size())
            stack.callback(progress.close)
            for item, outcome in run(source.items(), options, executor, window):
                progress.step(item.content.size if not isinstance(item.content, Fault) else 0)
                judged = told.take(item, outcome)
                if judged is not None:
                    progress.clear()
                    _write(writers, judged.rendered, on_stdout=quiet == 0 or (quiet == 1 and judged.status != 0))
                if fail_fast and told.tally.status:
                    break
            progress.close()
            for pieces in told.best_pieces():
                _write(writers, pieces, on_stdout=quiet == 0)
            counts = told.tally.summary()
            for writer in writers:
                writer.finish(counts, tell_summary=summary)
    except ExecutorError as error:
        raise Stop(f"forty-thieves: {error}") from None
    except WorkerLostError as error:
        message = f"forty-thieves: a worker was lost, and with it the games it was judging ({error})"
        raise Stop(f"{message}; nothing behind them was judged", EXIT_BUG) from None
    stopped = "; stopped at the first that fell short" if fail_fast and told.tally.status else ""
    if quiet < 2 and (counts.games > 1 or stopped or source.skipped.in_words()):
        left_out = f"; skipped in folders: {source.skipped.in_words()}" if source.skipped.in_words() else ""
        complain(f"{totals(counts)}{left_out}{stopped}")
    if summary and report_format in ("junit", "github"):
        complain(summary_text(counts).rstrip("\n"))
    if told.tally.status:
        raise typer.Exit(told.tally.status)


def _expected(
    deal_file: str | None, variant: str | None, rules_file: str | None, seed: int | None, shuffle: str, max_size: int
) -> Deal | None:
    """The deal that the games have to be on, or None."""
    by_number = [given for given in (variant, rules_file, seed) if given is not None]
    if deal_file is None and not by_number:
        return None
    if deal_file is not None:
        if by_number:
            raise typer.BadParameter("give --deal, or --variant (or --rules) and --seed, not both")
        return read_deal(deal_file, max_size)
    if seed is None:
        raise typer.BadParameter("--variant and --rules need --seed: which deal of it?")
    return deal_by_number(rules_asked(variant, rules_file, max_size), seed, shuffle)


def _format_of(file: str) -> ReportFormat:
    """The format of a report file, by its suffix."""
    found = SUFFIXES.get(os.path.splitext(file)[1].lower())
    if found is None:
        known = ", ".join(SUFFIXES)
        raise typer.BadParameter(f"{file_name(file)}: the suffix must be one of {known}", param_hint="'--report'")
    return found


def _writer(stack: contextlib.ExitStack, file: str, form: ReportFormat, force: bool) -> Writer:
    """A writer to standard output or to a file, which is there once the stack has ended well."""
    write = stack.enter_context(opened(file, force=force))
    encoding = (sys.stdout.encoding or "utf-8").lower().replace("_", "-")
    if file == STDOUT and form == "text" and encoding not in ("utf-8", "utf8"):
        return Writer(form, lambda piece: write(piece.decode().encode(encoding, "backslashreplace")))
    return Writer(form, write)


def _write(writers: list[Writer], pieces: list[bytes], *, on_stdout: bool) -> None:
    """Write a rendered game to standard output, the first writer, where it is wanted there, and to every report."""
    for writer, piece in zip(writers, pieces, strict=True):
        if on_stdout or writer is not writers[0]:
            writer.add(piece)


@contextlib.contextmanager
def _executor(jobs: int, scheduler: str | None) -> Iterator[tuple[Any, int]]:
    """The executor to judge with, None for this process, and how many tasks to hand to it ahead."""
    if jobs == 1 and scheduler is None:
        yield None, 0
        return
    from forty_thieves.judging.executors import cluster, core_count, processes  # noqa: PLC0415 - start-up counts

    if scheduler is not None:
        with cluster(scheduler) as (executor, threads):
            yield executor, 3 * threads + 2
        return
    workers = jobs or core_count()
    if workers == 1:
        yield None, 0
        return
    with processes(workers) as executor:
        yield executor, 2 * workers + 1


class _Source:
    """What is to be judged: files, folders and standard input, one after another.

    Attributes:
        skipped: what was left out of folders.
    """

    def __init__(self, files: list[str], input_format: InputFormat | None, limits: Limits, *, logs: bool) -> None:
        self.skipped = Skipped()
        self._files = files
        self._input_format = input_format
        self._limits = limits
        self._logs = logs

    def items(self) -> Iterator[Item]:
        """Each record, in the order of the arguments and of the names in a folder."""
        for given in self._files:
            if given != STDIN and os.path.isdir(given):
                empty = True
                for file in files_below(given, self.skipped, logs=self._logs):
                    empty = False
                    yield from self._items_of(file)
                if empty:
                    yield Item(Fault("empty", "there is no record in the folder"), _encodable(given), 1, False)
            else:
                yield from self._items_of(given)

    def _items_of(self, file: str) -> Iterator[Item]:
        """The records of one file; the second is read before the first is given on, to know whether there is one."""
        name = _encodable(file)
        contents = read(file, self._input_format, self._limits)
        start = list(islice(contents, 2))
        for index, content in enumerate(chain(start, contents), 1):
            yield Item(content, name, index, len(start) > 1)

    def size(self) -> int | None:
        """The bytes of all input, where all of it is files."""
        sizes = 0
        for given in self._files:
            if given == STDIN or not os.path.isfile(given):
                return None
            sizes += os.path.getsize(given)
        return sizes


def _encodable(file: str) -> str:
    """A file's name as text that can be written: bytes that are not UTF-8 become escapes."""
    return file.encode(errors="surrogateescape").decode(errors="backslashreplace")


class _Told:
    """What is reported of a run, and in which order.

    Attributes:
        tally: the run's counts.
    """

    def __init__(self, options: Options, *, best: bool, unique: bool) -> None:
        self.tally = Tally()
        self._options = options
        self._best = best
        self._unique = unique
        self._ledger = Ledger() if best or unique else None

    def take(self, item: Item, outcome: Outcome) -> Outcome | None:
        """Count a game; gives it back as it is to be reported, or None where it is not, or not yet."""
        if self._unique and self._ledger is not None and outcome.fingerprint:
            earlier = self._ledger.first_with(item, outcome)
            if earlier is not None and outcome.verdict in ("won", "unfinished"):
                outcome = self._rejected(item, outcome, earlier)
        self.tally.count(outcome)
        if self._best:
            if outcome.verdict == "won" and self._ledger is not None:
                self._ledger.keep_won(outcome)
            return None
        return outcome

    def best_pieces(self) -> Iterable[list[bytes]]:
        """The won games, the shortest first, where they are asked for."""
        return self._ledger.best() if self._best and self._ledger is not None else ()

    def _rejected(self, item: Item, outcome: Outcome, earlier: tuple[str, int]) -> Outcome:
        """A game whose log came before, as it is reported."""
        assert outcome.judgement is not None
        judgement = outcome.judgement
        file, game = earlier
        message = f"the log is that of {file_name(file)}, game {game}"
        line, column = judgement.place or (None, None)
        problem = Problem(code="same-log", message=message, move=None, token=None, line=line, column=column)
        report: Report = structs.replace(judgement.report, verdict="rejected", problem=problem)
        return outcome_of(structs.replace(judgement, report=report), item, self._options)
