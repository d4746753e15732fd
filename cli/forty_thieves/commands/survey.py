"""The command ``survey``: solves a range of numbers into a file, and says what such files come to."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Annotated, get_args

import typer
from msgspec import UNSET

from forty_thieves.exit_codes import EXIT_INTERRUPTED, EXIT_INVALID, EXIT_OK, EXIT_SHORT
from forty_thieves.game import shuffles, variants
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import write_log
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table
from forty_thieves.judging.referee import Game, check
from forty_thieves.outputs import STDOUT, write_file, write_stdout
from forty_thieves.records.kinds import SURVEY_TAG
from forty_thieves.solving.batch import Request, Task
from forty_thieves.solving.limits import NO_LIMIT
from forty_thieves.solving.plotting import PlotError, PlotFormat, curves_of, drawn
from forty_thieves.solving.portfolio import portfolio_for
from forty_thieves.solving.proofs.model import applies
from forty_thieves.solving.solver import Solution
from forty_thieves.solving.survey import (
    Entry,
    Header,
    SurveyError,
    SurveyFile,
    games_of,
    in_words,
    judged_wins,
    read_survey,
    shares_of,
    table_lines,
)
from forty_thieves.text import file_name

from .inputs import deal_by_number, rules_asked
from .messages import Stop, complain
from .options import About, EngineOption, ForceOption, ShuffleOption, complete_variant, rules_option
from .progress import Progress
from .solve import (
    EffortOption,
    JobsOption,
    PortfolioOption,
    SchedulerOption,
    make_ready,
    portfolio_named,
    proof_limit,
    solving,
    time_limit,
)
from .targets import format_of, refuse_replacing

USUAL_EFFORT = 10_000_000
MOST_NUMBERS = 10_000_000
_PLOT_FORMATS: tuple[PlotFormat, ...] = get_args(PlotFormat)

ABOUT = About(
    summary="Solve a range of numbers into a file, and say how many can be won.",
    text="The file is JSON Lines: what was surveyed and how, then a line for each number. Run again, it goes on "
    "where it stopped. By --effort, which is the usual way, the file has the same bytes on every machine.\n\nWith "
    "--table, --numbers or --plot it says what such files come to, and with --check whether their wins hold.",
    examples=(
        "forty-thieves survey lucas --seeds 1-5 --effort 100000 --output lucas.jsonl",
        "forty-thieves survey --table lucas.jsonl",
    ),
)


def command(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[VARIANT|FILE...]",
            help="Which game; with --table, --numbers, --plot, --check or --prove: survey files.",
            autocompletion=complete_variant,
        ),
    ] = None,
    seeds: Annotated[str | None, typer.Option("--seeds", metavar="A-B", help="The numbers, from A to B.")] = None,
    effort: EffortOption = None,
    portfolio: PortfolioOption = None,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="How long each may take, instead of --effort.")
    ] = None,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="The survey file; with --table or --numbers: where to."),
    ] = STDOUT,
    logs: Annotated[bool, typer.Option("--logs/--no-logs", help="Whether to keep the logs that win.")] = True,
    table: Annotated[bool, typer.Option("--table", help="Write a table of survey files.")] = False,
    numbers: Annotated[bool, typer.Option("--numbers", help="List the won numbers of survey files.")] = False,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw the share won of survey files against effort, as .svg or .png; needs the extra 'plot'.",
        ),
    ] = None,
    judged: Annotated[
        bool,
        typer.Option("--check", help="Play the logs of survey files, and name the numbers that they do not win."),
    ] = False,
    proof_seconds: Annotated[
        float | None,
        typer.Option("--prove", metavar="SECONDS", help="Look so long for a proof of each undecided number."),
    ] = None,
    rules_file: Annotated[str | None, rules_option()] = None,
    shuffle: ShuffleOption = shuffles.DEFAULT,
    engine: EngineOption = "auto",
    jobs: JobsOption = 1,
    scheduler: SchedulerOption = None,
    force: ForceOption = False,
) -> None:
    """Run the command."""
    asked = table + numbers + judged + (plot is not None) + (proof_seconds is not None)
    if asked:
        if not arguments or seeds is not None or asked > 1:
            raise typer.BadParameter("give one of --table, --numbers, --plot, --check and --prove, and survey files")
        if plot is not None and output != STDOUT:
            raise typer.BadParameter("--plot names the file to draw in: --output has nothing to say")
    elif seeds is None or output == STDOUT or len(arguments or []) > 1:
        raise typer.BadParameter("give a variant (or --rules), --seeds A-B and --output FILE")
    try:
        if table or numbers:
            refuse_replacing([output], arguments or [])
            write_file(output, _table(arguments or []) if table else _numbers(arguments or []), force=force)
            return
        if plot is not None:
            refuse_replacing([plot], arguments or [])
            write_file(plot, _plot(arguments or [], format_of(None, plot, _PLOT_FORMATS)), force=force)
            return
        if judged:
            status = _check(arguments or [])
            if status:
                raise typer.Exit(status)
            return
        if proof_seconds is not None:
            request = Request(0, None, engine, proof_limit(proof_seconds))
            interrupted = _prove(arguments or [], request, jobs, scheduler)
        else:
            assert seeds is not None
            rules = rules_asked(arguments[0] if arguments else None, rules_file)
            wanted = _range(seeds, rules, shuffle)
            if effort is None and seconds is None:
                effort = USUAL_EFFORT
            limit = time_limit(seconds, effort)
            request = Request(
                NO_LIMIT if effort is None else effort, limit, engine, portfolio=portfolio_named(portfolio)
            )
            with _opened(output, _header(rules, shuffle, request)) as file:
                todo = [number for number in wanted if number not in file.done]
                interrupted = _survey(file, todo, request, jobs, scheduler, logs=logs)
            _tell(output)
    except (SurveyError, PlotError) as error:
        raise Stop(f"forty-thieves: {error}") from None
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


@contextlib.contextmanager
def _opened(path: str, header: Header) -> Iterator[SurveyFile]:
    """A survey file to write to.

    Raises:
        SurveyError: it can't be written to.
    """
    file = SurveyFile(path, header)
    try:
        if file.mended:
            complain(f"forty-thieves: {file_name(path)}: the last line was cut short: it is made anew")
        yield file
    finally:
        file.close()


def _prove(files: list[str], request: Request, jobs: int, scheduler: str | None) -> bool:
    """Look for proofs for the undecided numbers of survey files; whether somebody interrupted it."""
    for path in files:
        survey = read_survey(path)
        undecided = [number for number, entry in survey.entries.items() if entry.status == "unknown"]
        if undecided and not applies(Table(survey.header.deal(undecided[0]))):
            complain(f"forty-thieves: {file_name(path)}: there are no proofs for the rules of {survey.header.game}")
            continue
        with _opened(path, survey.header) as file:
            interrupted = _survey(file, undecided, request, jobs, scheduler, only_decided=True)
        _tell(path)
        if interrupted:
            return True
    return False


def _range(text: str, rules: Rules, shuffle: str) -> range:
    """The numbers that the command line gives.

    Raises:
        typer.BadParameter: they are no range of numbers that the shuffle has.
    """
    found = re.fullmatch(r"([0-9]{1,21})(?:-([0-9]{1,21}))?", text)
    if found is None:
        raise typer.BadParameter("it is written as two numbers, 1-1000", param_hint="'--seeds'")
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first or last - first >= MOST_NUMBERS:
        message = f"the second number must not be below the first, and at most {MOST_NUMBERS} numbers are surveyed"
        raise typer.BadParameter(message, param_hint="'--seeds'")
    deal_by_number(rules, first, shuffle)
    deal_by_number(rules, last, shuffle)
    return range(first, last + 1)


def _header(rules: Rules, shuffle: str, request: Request) -> Header:
    named = variants.is_named(rules)
    return Header(
        format=SURVEY_TAG,
        variant=rules.name if named else UNSET,
        rules=UNSET if named else rules,
        shuffle=shuffle,
        portfolio=portfolio_for(rules, request.portfolio).name,
        effort=UNSET if request.effort == NO_LIMIT else request.effort,
        seconds=UNSET if request.seconds is None else request.seconds,
    )


def _survey(
    file: SurveyFile,
    numbers: list[int],
    request: Request,
    jobs: int,
    scheduler: str | None,
    *,
    logs: bool = True,
    only_decided: bool = False,
) -> bool:
    """Solve numbers, and append what becomes of each as soon as it is known.

    Args:
        file: the survey file.
        numbers: the numbers.
        request: how to solve them.
        jobs: with how many processes.
        scheduler: or on which cluster.
        logs: whether logs that win are kept.
        only_decided: whether nothing is kept of a number that stays undecided.

    Returns:
        Whether somebody interrupted it.
    """
    make_ready(request)
    deal = file.header.deal
    progress = Progress(None)
    tasks = (Task(deal(number)) for number in numbers)
    with solving(request, jobs, scheduler) as run:
        for number, solution in zip(numbers, run.solutions(tasks), strict=False):
            if solution.status != "unknown" or not only_decided:
                file.append(_entry(deal(number), solution, logs=logs))
            progress.step(0)
        progress.close()
        return run.interrupted


def _entry(dealt: Deal, solution: Solution, *, logs: bool) -> Entry:
    """What is kept of an answer; a win is judged by the referee first.

    Raises:
        RuntimeError: the referee does not find it won, which is a bug of ours.
    """
    assert dealt.seed is not None
    log = write_log(solution.moves, a_line=10_000).strip()
    won = solution.status == "won"
    if won and not check(Game(dealt, log)).won:
        raise RuntimeError(f"the solver's game {dealt.seed} is not won")
    return Entry(
        number=dealt.seed,
        status=solution.status,
        reason=UNSET if solution.reason is None else solution.reason,
        effort=solution.effort,
        steps=solution.steps if won else UNSET,
        by=solution.strategy or UNSET,
        log=log if won and logs else UNSET,
    )


def _tell(path: str) -> None:
    complain(in_words(read_survey(path)))


def _table(files: list[str]) -> Iterator[bytes]:
    """The table of some survey files; what is to be known of those that count as one is said."""
    shares, notes = shares_of([read_survey(file) for file in files])
    for note in notes:
        complain(f"forty-thieves: {note}")
    yield from (line.encode() for line in table_lines(shares))


def _plot(files: list[str], form: PlotFormat) -> Iterator[bytes]:
    """The picture of some survey files; what is to be known of those that count as one is said."""
    games, notes = games_of([read_survey(file) for file in files])
    for note in notes:
        complain(f"forty-thieves: {note}")
    yield drawn(curves_of(games), form)


def _numbers(files: list[str]) -> Iterator[bytes]:
    """The numbers that were won, one a line."""
    surveys = [read_survey(file) for file in files]
    shares_of(surveys)
    for survey in surveys:
        yield from (f"{number}\n".encode() for number, entry in survey.entries.items() if entry.status == "won")


def _check(files: list[str]) -> int:
    """Have the referee judge the wins of some survey files; the exit status."""
    status = EXIT_OK
    for file in files:
        counts = {"hold": 0, "do not": 0, "have no log": 0}
        progress = Progress(None)
        for win in judged_wins(read_survey(file)):
            progress.step(0)
            counts["do not" if win.fault else "hold" if win.log else "have no log"] += 1
            if win.fault:
                progress.clear()
                write_stdout([f"{file_name(file)}:{win.line}: number {win.number}: {win.fault}\n".encode()])
        progress.close()
        complain(
            f"{file_name(file)}: of its wins " + ", ".join(f"{count} {words}" for words, count in counts.items())
        )
        failed = EXIT_INVALID if counts["have no log"] else EXIT_SHORT if counts["do not"] else EXIT_OK
        status = max(status, failed)
    return status
