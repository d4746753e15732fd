"""The command ``solve``: looks for moves that win."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import typer
from msgspec import UNSET, Struct

from forty_thieves.exit_codes import EXIT_BUG, EXIT_INTERRUPTED, EXIT_INVALID, EXIT_OK, EXIT_SHORT
from forty_thieves.foreign.reading import read
from forty_thieves.formats.document import MAX_SIZE, Document, Limits
from forty_thieves.formats.encode import Format, encode
from forty_thieves.formats.sources import InputFormat
from forty_thieves.game import shuffles
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.moves import parse_log, write_log
from forty_thieves.game.state import State
from forty_thieves.judging.batch import ExecutorError
from forty_thieves.judging.outcomes import Item, Options
from forty_thieves.judging.referee import Game, check, game_from_record, judge
from forty_thieves.judging.reporters.text import text_line
from forty_thieves.outputs import STDOUT, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import SOLVER, STEPS, interpret_deal
from forty_thieves.records.games import meta_of_deal, serialise_game
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.positions import interpret_position
from forty_thieves.records.structs import DealRecord, GameRecord, PositionRecord
from forty_thieves.solving.batch import Request, Run, Task, WorkerLostError, is_compiled, warm_up
from forty_thieves.solving.engine import Engine, EngineError, find_engine
from forty_thieves.solving.limits import NO_LIMIT
from forty_thieves.solving.portfolio import PORTFOLIOS
from forty_thieves.solving.solver import Solution
from forty_thieves.text import file_name, plural

from .executors import executor_asked
from .inputs import deal_by_number, refuse_variant, rules_asked
from .interrupts import interrupts_noted
from .messages import Stop, complain, fault_line
from .options import (
    LARGEST_NUMBER,
    About,
    EngineOption,
    ForceOption,
    InputFormatOption,
    MaxSizeOption,
    SeedOption,
    ShuffleOption,
    rules_option,
)
from .progress import Progress
from .targets import output_format, refuse_binary_terminal, refuse_replacing

SolveFormat = Literal["yaml", "json", "jsonl", "msgpack", "moves"]
EffortOption = Annotated[
    int | None,
    typer.Option("--effort", metavar="N", min=1, help="Positions to examine for each: the same answer anywhere."),
]
PortfolioOption = Annotated[
    str | None,
    typer.Option(
        "--portfolio",
        metavar="NAME",
        help="The searches to try, by name, as records and surveys have it. [default: the best ones for the rules]",
    ),
]
ProveOption = Annotated[
    float | None,
    typer.Option(
        "--prove",
        metavar="SECONDS",
        help="Look so long for a proof where no win was found; there are proofs for most games without redeals.",
    ),
]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=0, max=256, help="Solve with N processes; 0: one a core.")
]
SchedulerOption = Annotated[
    str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="Solve on a Dask cluster.")
]

SECONDS = 10.0
LONGEST_TIME = 86_400.0

ABOUT = About(
    summary="Look for moves that win.",
    text="It knows every card, those that lie face down and the order of the stock too. Each game that it wins is "
    "written as a game record, once the referee has judged it won; what became of each is said on standard error. "
    "That nothing was found proves nothing.\n\nExit status: 0 all were won, 1 one was not, 2 something could not be "
    "solved.",
    examples=(
        "forty-thieves solve deal.yaml --output won.yaml",
        "forty-thieves solve lucas --seed 1 --count 3 --effort 1000000 --format jsonl",
    ),
)


class _Start(Struct, frozen=True):
    """What is to be solved.

    Attributes:
        name: what it is called in messages.
        deal: its deal; None where it is a position.
        state: the position, where it is one.
        log: the log of an unfinished game.
        meta: what its record says beside the game.
        deal_meta: what its deal's record says beside the deal, or None.
        fault: instead of all this, what keeps it from being solved, ready to print.
    """

    name: str
    deal: Deal | None = None
    state: State | None = None
    log: str = ""
    meta: dict[str, str] = {}
    deal_meta: dict[str, str] | None = None
    fault: str = ""


def command(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE...|VARIANT]",
            help="Deals, unfinished games, positions; - is standard input. With --seed: a variant.",
        ),
    ] = None,
    seed: SeedOption = None,
    count: Annotated[int, typer.Option("--count", metavar="K", min=1, help="Solve seeds N to N+K-1.")] = 1,
    rules_file: Annotated[str | None, rules_option()] = None,
    shuffle: ShuffleOption = shuffles.DEFAULT,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="How long each may take. [default: 10]")
    ] = None,
    effort: EffortOption = None,
    portfolio: PortfolioOption = None,
    proof_seconds: ProveOption = None,
    shorten: Annotated[
        bool, typer.Option("--shorten", help="Spend what --time or --effort leave after a win on a shorter one.")
    ] = False,
    engine: EngineOption = "auto",
    warm: Annotated[
        bool, typer.Option("--warm", help="Only compile the solver, so that it is ready the next time.")
    ] = False,
    solve_format: Annotated[
        SolveFormat | None,
        typer.Option("--format", help="How to write games; 'moves' is the bare log. [default: by suffix, else yaml]"),
    ] = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to write them.")] = STDOUT,
    force: ForceOption = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not say what became of each.")] = False,
    jobs: JobsOption = 1,
    scheduler: SchedulerOption = None,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = MAX_SIZE,
) -> None:
    """Run the command."""
    proof = 0.0 if warm else proof_limit(proof_seconds)
    request = Request(
        effort or NO_LIMIT,
        time_limit(seconds, effort),
        engine,
        proof,
        shorten,
        portfolio_named(portfolio),
    )
    if warm:
        make_ready(request, say=True)
        return
    form: SolveFormat = solve_format or ("moves" if output.endswith(".moves") else output_format(None, output))
    refuse_binary_terminal(form, output)
    refuse_replacing([output], [*(arguments or []), rules_file])
    if seed is not None:
        starts = _dealt(arguments or [], rules_file, seed, count, shuffle)
    elif not arguments or rules_file is not None or count != 1:
        raise typer.BadParameter("give FILEs, or a variant (or --rules) and --seed")
    else:
        for word in arguments:
            refuse_variant(word, "add --seed N to say which deal of it")
        starts = _read(arguments, input_format, max_size, positions=form == "moves")
    make_ready(request)
    solved = _Solved(starts, quiet=quiet)
    with solving(request, jobs, scheduler) as run:
        write_file(output, _encoded(solved.games(run), form), force=force)
    if solved.interrupted:
        complain(f"forty-thieves: interrupted after {plural(solved.answered, 'game')}; what was won is written")
        raise typer.Exit(EXIT_INTERRUPTED)
    if solved.status:
        raise typer.Exit(solved.status)


def portfolio_named(name: str | None) -> str | None:
    """The name of a portfolio as asked for.

    Raises:
        typer.BadParameter: there is none of that name.
    """
    if name is not None and name not in PORTFOLIOS:
        raise typer.BadParameter(f"there are {', '.join(PORTFOLIOS)}", param_hint="'--portfolio'")
    return name


def time_limit(seconds: float | None, effort: int | None) -> float | None:
    """The seconds that each game may take: those asked for, else the usual ones where there is no effort.

    Raises:
        typer.BadParameter: it is no time.
    """
    if seconds is None:
        return SECONDS if effort is None else None
    return _checked(seconds, "'--time'")


def proof_limit(seconds: float | None) -> float | None:
    """The seconds for which a proof is looked for, or None.

    Raises:
        typer.BadParameter: it is no time.
    """
    return None if seconds is None else _checked(seconds, "'--prove'")


def _checked(seconds: float, option: str) -> float:
    if not (math.isfinite(seconds) and 0 < seconds <= LONGEST_TIME):
        raise typer.BadParameter(f"it must be more than 0 and at most {LONGEST_TIME:g} seconds", param_hint=option)
    return seconds


def make_ready(request: Request, *, say: bool = False) -> None:
    """Get the engine ready, and say so where it takes long.

    Raises:
        Stop: the engine can't be had.
    """
    try:
        found = find_engine(request.engine)
        if not is_compiled(request):
            complain(f"forty-thieves: {compiling(found)}")
        warm_up(request)
    except EngineError as error:
        raise Stop(f"forty-thieves: {error}") from None
    if say:
        complain(f"forty-thieves: the engine {found.name} is ready")


def compiling(engine: Engine) -> str:
    """What is said before an engine compiles its code."""
    why = "once" if engine.keeps_code else "as no cache folder can be written"
    return f"compiling the solver, about 15 seconds, {why}"


@contextlib.contextmanager
def solving(request: Request, jobs: int, scheduler: str | None) -> Iterator[Run]:
    """Where games are solved.

    Raises:
        Stop: it can't be had, or a worker was lost.
    """
    try:
        with contextlib.ExitStack() as stack:
            executor, window = stack.enter_context(executor_asked(jobs, scheduler))
            stopped = stack.enter_context(interrupts_noted())
            yield Run(request, executor, window, stopped)
    except ExecutorError as error:
        raise Stop(f"forty-thieves: {error}") from None
    except WorkerLostError as error:
        raise Stop(f"forty-thieves: a worker was lost, and with it its game ({error})", EXIT_BUG) from None


def _dealt(arguments: list[str], rules_file: str | None, seed: int, count: int, shuffle: str) -> Iterator[_Start]:
    """The deals that the command line names."""
    if len(arguments) > 1:
        raise typer.BadParameter("with --seed give one variant, or --rules")
    rules = rules_asked(arguments[0] if arguments else None, rules_file)
    deal_by_number(rules, seed, shuffle)
    if count > LARGEST_NUMBER:
        raise typer.BadParameter(f"it must be at most {LARGEST_NUMBER}", param_hint="'--count'")
    deal_by_number(rules, seed + count - 1, shuffle)
    return (_Start(f"{rules.name} {number}", deal(rules, number, shuffle)) for number in range(seed, seed + count))


def _read(files: list[str], input_format: InputFormat | None, max_size: int, *, positions: bool) -> Iterator[_Start]:
    """The records of files, one after another; what can't be solved as a fault."""
    for file in files:
        contents = list(read(file, input_format, Limits(max_size)))
        for index, content in enumerate(contents, 1):
            name = file_name(file) if len(contents) == 1 else f"{file_name(file)}, record {index}"
            yield _start_of(content, file, index, name, positions=positions)


def _start_of(content: Document | Fault, file: str, index: int, name: str, *, positions: bool) -> _Start:
    document = None if isinstance(content, Fault) else content
    try:
        if isinstance(content, Fault):
            raise content
        if content.is_log:
            raise Fault("no-deal", "a bare move log says nothing of its deal: give a game record")
        record = interpret_record(content.data(), ("deal", "game", "position"))
        if isinstance(record, DealRecord):
            return _Start(name, interpret_deal(record), deal_meta=meta_of_deal(record))
        if isinstance(record, PositionRecord):
            if not positions:
                message = "a position has no deal, so there is no game record of it: --format moves gives the log"
                raise Fault("wrong-record", message)
            return _Start(name, state=interpret_position(record))
        assert isinstance(record, GameRecord)
        judged = judge(Item(content, file, index), Options(require="legal"))
        if judged.report.problem is not None:
            return _Start(name, fault=text_line(judged))
        game = game_from_record(record)
        return _Start(
            name,
            game.deal,
            log=game.moves,
            meta={} if record.meta is UNSET else record.meta,
            deal_meta=meta_of_deal(record),
        )
    except Fault as fault:
        return _Start(name, fault=fault_line(file, fault, document))


class _Solved:
    """What became of the games of a run.

    Args:
        starts: what is to be solved.
        quiet: whether nothing is said of each.

    Attributes:
        status: the exit status.
        answered: games with an answer.
        interrupted: whether somebody interrupted the run.
    """

    def __init__(self, starts: Iterable[_Start], *, quiet: bool) -> None:
        self.status = EXIT_OK
        self.answered = 0
        self.interrupted = False
        self._starts = starts
        self._quiet = quiet

    def games(self, run: Run) -> Iterator[tuple[GameRecord | None, str]]:
        """Each won game: its record, None where it started from a position, and its log."""
        asked: list[_Start] = []
        progress = Progress(None)
        for solution in run.solutions(self._tasks(asked)):
            progress.step(0)
            progress.clear()
            start = asked.pop(0)
            self.answered += 1
            game = _game(start, solution) if solution.status == "won" else None
            if not self._quiet:
                complain(f"{start.name}: {in_words(solution)}")
            if game is not None:
                yield game
            else:
                self.status = max(self.status, EXIT_SHORT)
        progress.close()
        self.interrupted = run.interrupted

    def _tasks(self, asked: list[_Start]) -> Iterator[Task]:
        """The games to solve, which are put into ``asked`` too; faults are said and left out."""
        for start in self._starts:
            if start.fault:
                complain(start.fault)
                self.status = EXIT_INVALID
                continue
            asked.append(start)
            origin = start.state if start.deal is None else start.deal
            assert origin is not None
            yield Task(origin, tuple(parse_log(start.log).moves))


def in_words(solution: Solution) -> str:
    """What a search came to, in a line."""
    effort = f"{plural(solution.effort, 'position')} examined"
    if solution.status == "won":
        by = f", {solution.strategy}" if solution.strategy else ""
        return f"won: {plural(solution.steps, 'step')}, {effort}{by}, engine {solution.engine}"
    if solution.status == "unwinnable":
        return f"unwinnable: {solution.strategy}, {effort}"
    no_proof = "; there are no proofs for its rules" if solution.unprovable else ""
    return f"unknown ({solution.reason}): {effort}, engine {solution.engine}{no_proof}"


def _game(start: _Start, solution: Solution) -> tuple[GameRecord | None, str]:
    """A won game: its record, None where it started from a position, and its log."""
    if start.deal is None:
        return None, write_log(solution.moves)
    game = won_game(start.deal, start.log, start.meta, solution, start.deal_meta)
    return game, game.moves


def won_game(
    dealt: Deal, log: str, meta: dict[str, str], solution: Solution, deal_meta: dict[str, str] | None = None
) -> GameRecord:
    """The record of a game that was won, judged by the referee.

    Args:
        dealt: its deal.
        log: the log up to where the search began.
        meta: what its record says beside the game.
        solution: what the search came to.
        deal_meta: what its deal's record says beside the deal, or None.

    Raises:
        RuntimeError: the referee does not find it won, which is a bug of ours.
    """
    log = f"{log.rstrip()}\n{write_log(solution.moves)}".lstrip("\n")
    report = check(Game(dealt, log))
    if not report.won:
        raise RuntimeError(f"the solver's game is not won: {report}")
    found = {STEPS: str(solution.steps), SOLVER: solution.strategy or "won before"}
    return serialise_game(dealt, log, "won", {**meta, **found}, deal_meta)


def _encoded(games: Iterator[tuple[GameRecord | None, str]], form: SolveFormat) -> Iterator[bytes]:
    if form == "moves":
        for number, (_, log) in enumerate(games):
            yield ("\n" if number else "").encode() + log.encode()
        return
    chosen: Format = form
    yield from encode((record for record, _ in games if record is not None), chosen)
