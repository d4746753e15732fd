"""The command ``convert``: any record in any format, checked on the way."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from forty_thieves.exit_codes import EXIT_INVALID
from forty_thieves.foreign.boards import interpret_board, serialise_board
from forty_thieves.foreign.reading import PysolGame, read
from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_deal,
    interpret_solvitaire_rules,
    is_solvitaire_deal,
    serialise_solvitaire_deal,
    serialise_solvitaire_rules,
)
from forty_thieves.formats.document import MAX_SIZE, Document, Limits
from forty_thieves.formats.encode import encode
from forty_thieves.formats.log import check_comments
from forty_thieves.formats.sources import InputFormat
from forty_thieves.game.moves import parse_log, token_places
from forty_thieves.game.rules import Rules
from forty_thieves.judging.referee import game_from_record
from forty_thieves.outputs import STDOUT, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.positions import interpret_position
from forty_thieves.records.structs import DealRecord, GameRecord, PositionRecord, Record, name_of

from .inputs import read_as, rules_asked
from .messages import Stop, complain, fault_line
from .options import About, ForceOption, InputFormatOption, MaxSizeOption, rules_option, variant_option
from .targets import output_format, refuse_binary_terminal

ForeignFormat = Literal["solvitaire", "board"]
SourceFormat = Literal["solvitaire", "board", "pysolfc"]
TargetFormat = Literal["yaml", "json", "jsonl", "msgpack", "solvitaire", "board"]

_NO_REDO = "--redo is for saved games of PySolFC"

ABOUT = About(
    summary="Check records and write them in another format.",
    text="""Checked are a deal's cards and seed, a game's deal and the spelling of its moves, a position's cards.
Whether a game is legal is not: that is what the command check is for. Where one record is wrong, nothing is written.

Other programs' deals do not name their rules: give --variant or --rules with --from. A saved game of PySolFC does; it
gives the game up to the current move, checked against its number and its piles.""",
    examples=(
        "forty-thieves convert deal.yaml --to json",
        "forty-thieves convert --from board --variant lucas board.txt",
    ),
)


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Records of any kind; - is standard input.")],
    to: Annotated[
        TargetFormat | None,
        typer.Option("--to", help="The format to write. [default: by --output's suffix, else yaml]"),
    ] = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to.")] = STDOUT,
    force: ForceOption = False,
    foreign: Annotated[
        SourceFormat | None,
        typer.Option(
            "--from",
            help="Read another program's file: a deal or rules of Solvitaire, a text board, a save of PySolFC.",
        ),
    ] = None,
    redo: Annotated[
        bool, typer.Option("--redo", help="Add the moves that were undone in PySolFC and could be redone.")
    ] = False,
    variant: Annotated[str | None, variant_option("The variant of the other program's deal.")] = None,
    rules_file: Annotated[str | None, rules_option()] = None,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = MAX_SIZE,
) -> None:
    """Run the command."""
    target: TargetFormat = to or output_format(None, output)
    refuse_binary_terminal(target, output)
    if foreign is None or foreign == "pysolfc":
        if variant is not None or rules_file is not None:
            raise typer.BadParameter("--variant and --rules are for --from solvitaire and --from board")
        records = _checked(file, foreign or input_format, max_size, redo=redo)
    elif redo:
        raise typer.BadParameter(_NO_REDO)
    else:
        records = [_read_foreign(file, foreign, variant, rules_file, max_size)]
    match target:
        case "solvitaire" | "board":
            write_file(output, [_foreign_text(file, records, target)], force=force)
        case _:
            write_file(output, encode(records, target, single=len(records) == 1), force=force)


def _read_foreign(
    file: str, foreign: ForeignFormat, variant: str | None, rules_file: str | None, max_size: int
) -> Record:
    """The record that another program's file tells.

    Raises:
        Stop: it tells none; what is wrong was said.
    """

    def interpret(document: Document) -> Record:
        text = str(document.data())
        if foreign == "solvitaire" and not is_solvitaire_deal(text):
            if variant is not None or rules_file is not None:
                raise typer.BadParameter("the file holds rules: --variant and --rules are for deals")
            return interpret_solvitaire_rules(text)
        if variant is None and rules_file is None:
            raise typer.BadParameter("a deal of another program does not name its rules: give --variant or --rules")
        rules = rules_asked(variant, rules_file, max_size)
        interpret_deal_text = interpret_board if foreign == "board" else interpret_solvitaire_deal
        return serialise_deal(interpret_deal_text(text, rules))

    return read_as(file, interpret, "moves", max_size)


def _foreign_text(file: str, records: list[Record], chosen: ForeignFormat) -> bytes:
    """A record as another program's file.

    Raises:
        Stop: that can't be told there; what can't was said.
    """
    try:
        if len(records) > 1:
            raise Fault("not-expressible", f"there are {len(records)} records: the other program's file has one deal")
        record = records[0]
        if isinstance(record, Rules) and chosen == "solvitaire":
            return serialise_solvitaire_rules(record).encode()
        if not isinstance(record, DealRecord):
            message = f"a {name_of(record)} record has no place in such a file: only a deal"
            raise Fault("not-expressible", message + (" or rules" if chosen == "solvitaire" else ""))
        deal = interpret_deal(record)
        return (serialise_board(deal) if chosen == "board" else serialise_solvitaire_deal(deal)).encode()
    except Fault as fault:
        raise Stop(fault_line(file, fault)) from None


def _checked(file: str, input_format: InputFormat | None, max_size: int, *, redo: bool) -> list[Record]:
    """The file's records; ``redo`` adds the moves that were undone to those of a saved game.

    Raises:
        typer.BadParameter: there is something to redo in a saved game only, and this is none.
        Stop: one of them is wrong; all that is wrong was said.
    """
    records: list[Record] = []
    faulty = False
    for item in read(file, input_format, Limits(max_size)):
        try:
            if isinstance(item, Fault):
                raise item
            records.append(_record(item, redo=redo))
        except Fault as fault:
            faulty = True
            complain(fault_line(file, fault, None if isinstance(item, Fault) else item))
            if fault.ends_file:
                break
    if faulty:
        raise typer.Exit(EXIT_INVALID)
    if not records:
        raise Stop(fault_line(file, Fault("empty", "there is no record")))
    return records


def _record(document: Document, *, redo: bool) -> Record:
    if document.is_log:
        raise Fault("not-a-record", "a bare move log: there is no record to convert (its first field is 'format')")
    if isinstance(document, PysolGame):
        record: Record = document.game(redo=redo)
    elif redo:
        raise typer.BadParameter(_NO_REDO)
    else:
        record = interpret_record(document.data())
    match record:
        case DealRecord():
            interpret_deal(record)
        case GameRecord():
            game_from_record(record)
            check_comments(document, record.moves)
            log = parse_log(record.moves)
            if log.bad is not None:
                offset, _ = token_places(record.moves)[log.bad.number - 1]
                raise Fault("bad-token", log.bad.message, path=("moves",), offset=offset)
        case PositionRecord():
            interpret_position(record)
    return record
