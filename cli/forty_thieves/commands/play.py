"""The command ``play``: applies moves to a deal and shows the table; on a terminal, a game to play."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import Annotated, Literal

import typer
from msgspec import UNSET, Struct

from forty_thieves.exit_codes import EXIT_INVALID, EXIT_SHORT
from forty_thieves.formats.document import MAX_SIZE, Document, Limits, Place
from forty_thieves.formats.encode import Format, encode
from forty_thieves.formats.log import check_comments
from forty_thieves.formats.sources import STDIN, read_one
from forty_thieves.game import shuffles
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import Move, parse_log, token_places, write_log
from forty_thieves.game.table import Table
from forty_thieves.judging.referee import game_from_record
from forty_thieves.outputs import STDOUT, repeated, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.positions import interpret_position, serialise_position
from forty_thieves.records.structs import DealRecord, GameRecord, PositionRecord
from forty_thieves.show.board import table_board
from forty_thieves.show.look import Look
from forty_thieves.text import file_name, line_and_column, placed, plural, shown

from .inputs import deal_by_number, read_as, rules_asked
from .looks import ColorOption, SymbolsOption, look_of
from .messages import Stop, complain, fault_line
from .options import (
    About,
    AutoDrawOption,
    ForceOption,
    InputFormatOption,
    MaxSizeOption,
    RevealOption,
    SeedOption,
    ShuffleOption,
    rules_option,
    variant_option,
)
from .session.files import encoded
from .targets import format_named, refuse_binary_terminal, refuse_idle_reveal

PlayFormat = Literal["text", "svg", "html", "yaml", "json", "jsonl", "msgpack"]

_SUFFIXES: dict[str, PlayFormat] = {
    ".txt": "text",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".msgpack": "msgpack",
}
"""What a file of the board is, by the end of its name."""

ABOUT = About(
    summary="Play moves on a deal and show the table, or play by hand.",
    text="""On a terminal, and with --interactive, it is a game to play by hand: a new one, or what FILE holds, from
its last move or move N on. Type 'help' there; --save writes the game after every move. At an illegal move of a log
the table is shown as it stood, and the exit status is 1.""",
    examples=(
        "forty-thieves play game.yaml --at 20 --output board.svg",
        "forty-thieves play --variant lucas --seed 42 '5-f 5-f' --save game.yaml",
    ),
)


class _Log(Struct, frozen=True):
    """A move log and where its tokens stand.

    Attributes:
        text: the log.
        name: the file's name, or what the command line's moves are called.
        locate: an offset in the text as a place in the file.
    """

    text: str
    name: str
    locate: Callable[[int], Place | None]


class _Start(Struct, frozen=True):
    """What a game is played from.

    Attributes:
        table: the table before the first move.
        deal: its deal; None where it was a position.
        log: a game record's own moves.
        record: the game record, where it was one.
    """

    table: Table
    deal: Deal | None = None
    log: _Log | None = None
    record: GameRecord | None = None

    @property
    def meta(self) -> dict[str, str] | None:
        """What the game record says beside the game."""
        return None if self.record is None or self.record.meta is UNSET else self.record.meta


class _Wanted(Struct, frozen=True):
    """What is to be shown and written.

    Attributes:
        form: how the table is shown.
        output: where.
        look: how a text board is dressed.
        reveal: whether a picture shows what lies face down.
        trace: whether the table is shown after every move.
        save: where to write the game record, or None.
        force: whether files that are there may be replaced.
        auto_draw: whether cards are drawn whenever the waste is empty.
    """

    form: PlayFormat
    output: str
    look: Look
    reveal: bool
    trace: bool
    save: str | None
    force: bool
    auto_draw: bool


def command(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE] [MOVES]...",
            help="A deal, game or position (or -), and moves. With --variant, --rules or --seed: moves only.",
        ),
    ] = None,
    variant: Annotated[str | None, variant_option("Deal this variant.")] = None,
    rules_file: Annotated[str | None, rules_option()] = None,
    seed: SeedOption = None,
    shuffle: ShuffleOption = shuffles.DEFAULT,
    auto_draw: AutoDrawOption = False,
    moves: Annotated[
        str | None, typer.Option("--moves", metavar="FILE", help="Read the moves from a file; - is standard input.")
    ] = None,
    at: Annotated[int | None, typer.Option("--at", metavar="N", min=0, help="Stop after move N.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show the table after every move.")] = False,
    table_format: Annotated[
        PlayFormat | None,
        typer.Option(
            "--format",
            help="How to show it: as text, a picture (svg) or the position record; or the whole game, as a page that "
            "replays it (html). [default: by --output's suffix, else text]",
        ),
    ] = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to show it.")] = STDOUT,
    reveal: RevealOption = False,
    save: Annotated[str | None, typer.Option("--save", metavar="FILE", help="Write the game record there.")] = None,
    force: ForceOption = False,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = MAX_SIZE,
    color: ColorOption = "auto",
    symbols: SymbolsOption = False,
    interactive: Annotated[
        bool,
        typer.Option("--interactive", "-i", help="Play by hand: lines come from standard input, terminal or not."),
    ] = False,
) -> None:
    """Run the command."""
    form: PlayFormat = format_named(table_format, output, _SUFFIXES) or "text"
    wanted = _Wanted(form, output, look_of(output, color, symbols), reveal, trace, save, force, auto_draw)
    _refuse_contradictions(wanted)
    by_number = any(given is not None for given in (variant, rules_file, seed))
    words = list(arguments or [])
    as_played = form == "text" and output == STDOUT and not trace
    if interactive and not as_played:
        raise typer.BadParameter("--interactive shows boards as text, on standard output")
    if interactive and STDIN in (moves, *words[:1]):
        raise typer.BadParameter("standard input can be read only once")
    moves_given = moves is not None or len(words) > (0 if by_number else 1)
    by_hand = interactive or (as_played and at is None and not moves_given and _is_terminal())
    if not by_number and not words and not by_hand:
        raise typer.BadParameter("give a FILE, or --variant and --seed")
    if moves is not None and len(words) > (0 if by_number else 1):
        raise typer.BadParameter("give the moves as arguments or with --moves, not both")
    if moves == STDIN and words[:1] == [STDIN] and not by_number:
        raise typer.BadParameter("standard input can be read only once")
    opened = None  # a deal is no game: saving leaves it alone
    if by_number or not words:
        deal = deal_by_number(rules_asked(variant, rules_file, max_size), seed, shuffle)
        start = _Start(Table(deal, auto_draw=auto_draw), deal)
        if seed is None and not by_hand:
            complain(f"seed {deal.seed} was drawn")
    else:
        file = words.pop(0)
        start = read_as(file, lambda document: _start_in(document, file, auto_draw=auto_draw), input_format, max_size)
        opened = file if start.log is not None or start.deal is None else None
    logs = [] if start.log is None else [start.log]
    if moves is not None:
        logs.append(_read_log(moves, max_size))
    elif words:
        text = " ".join(words)
        logs.append(_Log(text, "MOVES", lambda offset: line_and_column(text, offset)))
    if by_hand:
        look = partial(look_of, output, color, symbols)
        raise typer.Exit(_play_by_hand(start, logs, at, wanted, opened, auto_draw, look))
    _play(start, logs, at, wanted)


def _refuse_contradictions(wanted: _Wanted) -> None:
    """Refuse options that do not go together.

    Raises:
        typer.BadParameter: some do not.
    """
    refuse_binary_terminal(wanted.form, wanted.output)
    refuse_idle_reveal(wanted.form, reveal=wanted.reveal)
    if wanted.trace and wanted.form in ("svg", "html"):
        raise typer.BadParameter(f"--trace shows many tables, and {wanted.form} is one picture or page")
    if wanted.save is not None and repeated((wanted.output, wanted.save)):
        raise typer.BadParameter("--output and --save name the same file")


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _start_in(document: Document, file: str, *, auto_draw: bool) -> _Start:
    """What a document gives to play from.

    Raises:
        Fault: it holds no deal, game or position that is in order.
    """
    if document.is_log:
        raise Fault("no-deal", "a bare move log says nothing of its deal: use --moves FILE, beside a deal")
    record = interpret_record(document.data(), ("deal", "game", "position"))
    if isinstance(record, PositionRecord):
        return _Start(Table(interpret_position(record), auto_draw=auto_draw))
    if isinstance(record, DealRecord):
        deal = interpret_deal(record)
        return _Start(Table(deal, auto_draw=auto_draw), deal)
    assert isinstance(record, GameRecord)
    game = game_from_record(record)
    check_comments(document, record.moves)
    log = _Log(record.moves, file, lambda offset: document.locate(("moves",), offset))
    return _Start(Table(game.deal, auto_draw=auto_draw), game.deal, log, record)


def _read_log(file: str, max_size: int) -> _Log:
    """The bare move log in a file; an empty file is a log without moves.

    Raises:
        Stop: the file can't be read.
    """
    try:
        document = read_one(file, "moves", Limits(max_size))
    except Fault as fault:
        if fault.code == "empty":
            return _Log("", file, lambda _: None)
        raise Stop(fault_line(file, fault)) from None
    return _Log(str(document.data()), file, lambda offset: document.locate((), offset))


class _Player:
    """Plays logs one after another on a fresh table, up to a move number or the first that can't be played.

    Attributes:
        trouble: what stopped it, ready to print, or the empty text.
        status: the exit status.
        refused: the move that broke a rule, or None.
    """

    def __init__(self, table: Table, logs: list[_Log], at: int | None) -> None:
        self.trouble = ""
        self.status = 0
        self.refused: Move | None = None
        self._table = table
        self._logs = logs
        self._at = at

    def steps(self) -> Iterator[Table]:
        """The table before the first move and after every move."""
        table = self._table
        yield table
        for log in self._logs:
            read = parse_log(log.text)
            for number, move in enumerate(read.moves):
                if self._reached():
                    return
                refusal = table.run((move,))
                if refusal is not None:
                    self.refused = move
                    self._stop(log, number, refusal.code, refusal.message, EXIT_SHORT)
                    return
                yield table
            if read.bad is not None and not self._reached():
                self._stop(log, read.bad.number - 1, "bad-token", read.bad.message, EXIT_INVALID)
                return
        if self._at is not None and not self._reached():
            count = plural(table.played - table.played_before, "move")
            self.trouble = f"forty-thieves: there is no move {self._at}: the log has only {count}"
            self.status = EXIT_INVALID

    def _reached(self) -> bool:
        return self._table.played - self._table.played_before == self._at

    def _stop(self, log: _Log, number: int, code: str, message: str, status: int) -> None:
        offset, token = token_places(log.text)[number]
        where = placed(file_name(log.name), log.locate(offset))
        self.trouble = f"{where}: {code}: move {self._table.played + 1}, {shown(token, 24)}: {message}"
        self.status = status


def _play(start: _Start, logs: list[_Log], at: int | None, wanted: _Wanted) -> None:
    player = _Player(start.table, logs, at)
    form, output, force = wanted.form, wanted.output, wanted.force
    if not wanted.trace:
        for _ in player.steps():
            pass
    if form == "html":
        write_file(output, [_page(start, logs, at, auto_draw=wanted.auto_draw)], force=force)
    elif form == "svg":
        write_file(output, [_picture(start, player.refused, wanted)], force=force)
    elif wanted.trace:
        write_file(output, _shown(player.steps(), form, wanted.look, single=False), force=force)
    elif player.status != EXIT_INVALID or form == "text":
        write_file(output, _shown(iter((start.table,)), form, wanted.look, single=True), force=force)
    if player.trouble:
        complain(player.trouble)
        if wanted.save is not None:
            complain(f"forty-thieves: {file_name(wanted.save)} was not written: only a legal game is saved")
        raise typer.Exit(player.status)
    if wanted.save is not None:
        save_game(start, wanted.save, force=wanted.force)


def _play_by_hand(
    start: _Start,
    logs: list[_Log],
    at: int | None,
    wanted: _Wanted,
    opened: str | None,
    auto_draw: bool,
    look: Callable[[], Look],
) -> int:
    """Play the logs, then have a person play on.

    Args:
        start: what is played from.
        logs: the moves so far; where one can't be played, the table is shown as it stood, and nobody plays on.
        at: the number of moves to begin at; those after them can be redone. None begins behind the last.
        wanted: where the game is to be saved.
        opened: the file of the game or position that was opened, or None.
        auto_draw: whether cards are drawn by themselves, also in games that are dealt later.
        look: gives how boards are dressed now.

    Returns:
        The exit status.
    """
    from .session import loop  # noqa: PLC0415 - start-up counts
    from .session.played import Played  # noqa: PLC0415
    from .session.session import Session  # noqa: PLC0415

    player = _Player(start.table, logs, None)
    for _ in player.steps():
        pass
    made = len(start.table.history)
    if not player.trouble and at is not None and at > made:
        raise typer.BadParameter(f"there is no move {at}: the log has only {plural(made, 'move')}")
    if player.trouble:
        write_file(STDOUT, _shown(iter((start.table,)), "text", wanted.look, single=True), force=False)
        complain(player.trouble)
        return player.status
    game = Played(start.table, start.deal, start.meta, monotonic if loop.on_terminal() else None, auto_draw=auto_draw)
    if at is not None:
        game.go_to(at)

    def make(say: Callable[[str], None], ask: Callable[[str], str | None] | None) -> Session:
        return Session(game, say, look, ask, opened=opened, save=wanted.save, force=wanted.force)

    return loop.run(make)


def _page(start: _Start, logs: list[_Log], at: int | None, *, auto_draw: bool) -> bytes:
    """The game as a page.

    Raises:
        Stop: there is no game.
    """
    from .pages import game_page  # noqa: PLC0415 - start-up counts

    if start.deal is None:
        raise Stop("forty-thieves: a position has no deal: there is no game to replay")
    return game_page(start.deal, [log.text for log in logs], at, record=start.record, auto_draw=auto_draw)


def _picture(start: _Start, refused: Move | None, wanted: _Wanted) -> bytes:
    """The table as SVG, with the last move marked, or the one that broke a rule."""
    from forty_thieves.show.svg import deal_title, table_svg  # noqa: PLC0415 - start-up counts

    table = start.table
    title = table.rules.shown_title if start.deal is None else deal_title(start.deal)
    return table_svg(table, f"{title}, after {plural(table.played, 'move')}", reveal=wanted.reveal, refused=refused)


def _shown(tables: Iterator[Table], form: Literal["text"] | Format, look: Look, *, single: bool) -> Iterator[bytes]:
    if form != "text":
        yield from encode((serialise_position(table) for table in tables), form, single=single)
        return
    for number, table in enumerate(tables):
        if not single:
            yield (b"\n" if number else b"") + _step_line(table).encode()
        yield table_board(table, look).encode()


def _step_line(table: Table) -> str:
    return "" if table.last_move is None else f"move {table.played}: {table.last_move}\n"


def save_game(start: _Start, file: str, *, force: bool) -> None:
    """Write the moves played so far as a game record.

    Raises:
        Stop: there is no game to save; why was said.
        OutputError: it can't be written.
    """
    if start.deal is None:
        raise Stop("forty-thieves: a position has no deal: there is no game to save")
    meta = UNSET if start.meta is None else start.meta
    record = GameRecord(deal=serialise_deal(start.deal), moves=write_log(start.table.history), meta=meta)
    write_file(file, encoded(record, file), force=force)
