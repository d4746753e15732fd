"""The command ``play``: applies moves to a deal and shows the table; on a terminal, a game to play."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal, get_args

import typer
from msgspec import Struct, structs

from forty_thieves.exit_codes import EXIT_INVALID
from forty_thieves.formats.document import MAX_SIZE
from forty_thieves.formats.encode import encode
from forty_thieves.formats.sources import STDIN
from forty_thieves.game import shuffles
from forty_thieves.game.moves import MAX_MOVES, Move, write_log
from forty_thieves.game.table import Table
from forty_thieves.outputs import STDOUT, repeated, write_file
from forty_thieves.records.games import serialise_game
from forty_thieves.records.positions import serialise_position
from forty_thieves.show.board import table_board
from forty_thieves.show.look import Look
from forty_thieves.text import file_name, plural

from .looks import ColorOption, SymbolsOption, look_of
from .messages import Stop, complain
from .options import (
    About,
    AutoDrawOption,
    EngineName,
    ForceOption,
    InputFormatOption,
    MaxMovesOption,
    MaxSizeOption,
    RevealOption,
    SchemaCommentOption,
    SeedOption,
    ShuffleOption,
    complete_variant,
    rules_option,
    variant_option,
)
from .session.files import encoded
from .starts import Player, Start, start_asked
from .targets import (
    file_stem,
    format_of,
    in_folder,
    number_of,
    output_format,
    refuse_binary_terminal,
    refuse_idle_comment,
    refuse_idle_reveal,
    refuse_replacing,
)

PlayFormat = Literal["text", "svg", "html", "yaml", "json", "jsonl", "msgpack"]

_FORMATS: tuple[PlayFormat, ...] = get_args(PlayFormat)

ABOUT = About(
    summary="Play moves on a deal and show the table, or play by hand.",
    text="""On a terminal, and with --interactive, it is a game to play by hand: a new one, or what FILE holds, from
its last move or move N on. Type 'help' there; --save writes the game after every move. At an illegal move of a log
the table is shown as it stood, and the exit status is 1.""",
    examples=(
        "forty-thieves play game.yaml --at 20 --output board.svg",
        "forty-thieves play lucas --seed 42 '5-f 5-f' --save game.yaml",
    ),
)


class _Wanted(Struct, frozen=True):
    """What is to be shown and written.

    Attributes:
        form: how the table is shown.
        output: where.
        look: how a text board is dressed.
        reveal: whether a picture shows what lies face down.
        trace: whether the table is shown after every move.
        save: where to write the game record, or None.
        schema_comment: whether YAML starts with the comment that tells editors the schema.
        force: whether files that are there may be replaced.
        auto_draw: whether cards are drawn whenever the waste is empty.
    """

    form: PlayFormat
    output: str
    look: Look
    reveal: bool
    trace: bool
    save: str | None
    schema_comment: bool
    force: bool
    auto_draw: bool


def command(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE|VARIANT] [MOVES]...",
            help="A deal, game or position (or -), or a variant to be dealt, and moves.",
            autocompletion=complete_variant,
        ),
    ] = None,
    variant: Annotated[str | None, variant_option("The same as VARIANT.")] = None,
    rules_file: Annotated[str | None, rules_option()] = None,
    seed: SeedOption = None,
    shuffle: ShuffleOption = shuffles.DEFAULT,
    auto_draw: AutoDrawOption = False,
    moves: Annotated[
        str | None,
        typer.Option("--moves", metavar="FILE", help="Read the moves from a log or a game; - is standard input."),
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
    schema_comment: SchemaCommentOption = False,
    force: ForceOption = False,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = MAX_SIZE,
    max_moves: MaxMovesOption = MAX_MOVES,
    color: ColorOption = "auto",
    symbols: SymbolsOption = False,
    interactive: Annotated[
        bool,
        typer.Option("--interactive", "-i", help="Play by hand: lines come from standard input, terminal or not."),
    ] = False,
    effort: Annotated[
        int | None,
        typer.Option(
            "--effort",
            metavar="N",
            min=1,
            help="By hand: positions to examine for a hint, instead of a second; the same hint anywhere.",
        ),
    ] = None,
    engine: Annotated[
        EngineName,
        typer.Option("--engine", help="By hand: what looks for a hint; 'auto' is numba where it is installed."),
    ] = "auto",
) -> None:
    """Run the command."""
    form = format_of(table_format, output, _FORMATS)
    look = look_of(output, color, symbols)
    wanted = _Wanted(form, output, look, reveal, trace, save, schema_comment, force, auto_draw)
    _refuse_contradictions(wanted)
    words = arguments or []
    as_played = form == "text" and output == STDOUT and not trace
    if interactive and not as_played:
        raise typer.BadParameter("--interactive shows boards as text, on standard output")
    if interactive and STDIN in (moves, *words[:1]):
        raise typer.BadParameter("standard input can be read only once")
    may_be_by_hand = interactive or (as_played and at is None and _is_terminal())
    start = start_asked(
        words,
        variant=variant,
        rules_file=rules_file,
        seed=seed,
        shuffle=shuffle,
        moves=moves,
        auto_draw=auto_draw,
        input_format=input_format,
        max_size=max_size,
        or_default=may_be_by_hand,
    )
    wanted = _in_folders(wanted, start)
    by_hand = interactive or (may_be_by_hand and not start.moves_given)
    # A game may go on in its own file, where what was read is written again.
    goes_on = by_hand or (at is None and repeated((start.opened or STDOUT, wanted.save or STDOUT)) is not None)
    refuse_replacing([wanted.output, None if goes_on else wanted.save], start.files)
    player = Player(start, None if interactive else at, max_moves)
    if by_hand:
        from .by_hand import play_by_hand  # noqa: PLC0415 - start-up counts

        status = play_by_hand(
            start,
            player,
            partial(look_of, output, color, symbols),
            at=at,
            save=wanted.save,
            force=force,
            schema_comment=schema_comment,
            auto_draw=auto_draw,
            effort=effort,
            engine=engine,
        )
        raise typer.Exit(status)
    if effort is not None or engine != "auto":
        raise typer.BadParameter("--effort and --engine are for the hints of a game played by hand")
    _refuse_idle_comment(wanted)
    if start.drawn and start.deal is not None:
        complain(f"seed {start.deal.seed} was drawn")
    _play(start, player, at, wanted)


def _refuse_contradictions(wanted: _Wanted) -> None:
    """Refuse options that do not go together.

    Raises:
        typer.BadParameter: some do not.
        OutputError: --save names no file for a record.
    """
    refuse_binary_terminal(wanted.form, wanted.output)
    refuse_idle_reveal(wanted.form, reveal=wanted.reveal)
    if wanted.trace and wanted.form in ("svg", "html"):
        raise typer.BadParameter(f"--trace shows many tables, and {wanted.form} is one picture or page")
    if wanted.save is not None:
        output_format(None, wanted.save)
        if repeated((wanted.output, wanted.save)):
            raise typer.BadParameter("--output and --save name the same file")


def _refuse_idle_comment(wanted: _Wanted) -> None:
    """Keep --schema-comment to YAML, as what is shown or as what is saved.

    Raises:
        typer.BadParameter: it is given, and neither is.
    """
    saved = () if wanted.save is None else (output_format(None, wanted.save),)
    refuse_idle_comment((wanted.form, *saved), schema_comment=wanted.schema_comment)


def _in_folders(wanted: _Wanted, start: Start) -> _Wanted:
    """The same, where what was to be written into a folder has the name of a file there."""
    stem = file_stem(start.table.rules, "position" if start.deal is None else number_of(start.deal))
    save = None if wanted.save is None else in_folder(wanted.save, stem, "yaml")
    return structs.replace(wanted, output=in_folder(wanted.output, stem, wanted.form), save=save)


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _play(start: Start, player: Player, at: int | None, wanted: _Wanted) -> None:
    form, output, force = wanted.form, wanted.output, wanted.force
    if not wanted.trace:
        player.play()
    if form == "html":
        write_file(output, [_page(start, at, auto_draw=wanted.auto_draw)], force=force)
    elif form == "svg":
        write_file(output, [_picture(start, player.refused, wanted)], force=force)
    elif wanted.trace:
        write_file(output, _shown(player.steps(), wanted, single=False), force=force)
    elif player.status != EXIT_INVALID or form == "text":
        write_file(output, _shown(iter((start.table,)), wanted, single=True), force=force)
    if player.trouble:
        complain(player.trouble)
        if wanted.save is not None:
            complain(f"forty-thieves: {file_name(wanted.save)} was not written: only a legal game is saved")
        raise typer.Exit(player.status)
    if wanted.save is not None:
        _save_game(start, wanted.save, force=wanted.force, schema_comment=wanted.schema_comment)


def _page(start: Start, at: int | None, *, auto_draw: bool) -> bytes:
    """The game as a page.

    Raises:
        Stop: there is no game.
    """
    from .pages import game_page  # noqa: PLC0415 - start-up counts

    if start.deal is None:
        raise Stop("forty-thieves: a position has no deal: there is no game to replay")
    logs = [log.text for log in start.logs]
    return game_page(start.deal, logs, at, record=start.record, deal_meta=start.deal_meta, auto_draw=auto_draw)


def _picture(start: Start, refused: Move | None, wanted: _Wanted) -> bytes:
    """The table as SVG, with the last move marked, or the one that broke a rule."""
    from forty_thieves.show.svg import deal_title, table_svg  # noqa: PLC0415 - start-up counts

    table = start.table
    title = table.rules.shown_title if start.deal is None else deal_title(start.deal)
    return table_svg(table, f"{title}, after {plural(table.played, 'move')}", reveal=wanted.reveal, refused=refused)


def _shown(tables: Iterator[Table], wanted: _Wanted, *, single: bool) -> Iterator[bytes]:
    """Tables, one after another, as position records or as boards."""
    match wanted.form:
        case "yaml" | "json" | "jsonl" | "msgpack" as form:
            positions = (serialise_position(table) for table in tables)
            yield from encode(positions, form, single=single, schema_comment=wanted.schema_comment)
        case _:
            for number, table in enumerate(tables):
                if not single:
                    yield (b"\n" if number else b"") + _step_line(table).encode()
                yield table_board(table, wanted.look).encode()


def _step_line(table: Table) -> str:
    return "" if table.last_move is None else f"move {table.played}: {table.last_move}\n"


def _save_game(start: Start, file: str, *, force: bool, schema_comment: bool) -> None:
    """Write the moves played so far as a game record.

    Raises:
        Stop: there is no game to save; why was said.
        OutputError: it can't be written.
    """
    if start.deal is None:
        raise Stop("forty-thieves: a position has no deal: there is no game to save")
    record = serialise_game(start.deal, write_log(start.table.history), meta=start.meta, deal_meta=start.deal_meta)
    write_file(file, encoded(record, file, schema_comment=schema_comment), force=force)
