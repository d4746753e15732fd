"""The command ``convert``: any record in any format, checked on the way."""

from __future__ import annotations

from typing import Annotated

import typer

from forty_thieves.deals import deal_from_record
from forty_thieves.documents import Document
from forty_thieves.files import Format, InputFormat, encode
from forty_thieves.moves import parse_log, token_places
from forty_thieves.outputs import STDOUT
from forty_thieves.positions import table_from_position
from forty_thieves.problems import Fault
from forty_thieves.records import DealRecord, GameRecord, PositionRecord, Record, interpret_record
from forty_thieves.referee import check_comments, game_from_record
from forty_thieves.sources import Limits, read

from .common import (
    DEFAULT_MAX_SIZE,
    EXIT_INVALID,
    ForceOption,
    InputFormatOption,
    MaxSizeOption,
    complain,
    fault_line,
    output_format,
    refuse_binary_terminal,
    stop,
    write_output,
)

EPILOG = """Examples:

  forty-thieves convert deal.yaml --to json

  forty-thieves convert games.jsonl --output games.yaml
"""


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Records of any kind; - is standard input.")],
    to: Annotated[
        Format | None, typer.Option("--to", help="The format to write. [default: by --output's suffix, else yaml]")
    ] = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to.")] = STDOUT,
    force: ForceOption = False,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = DEFAULT_MAX_SIZE,
) -> None:
    """Write records in another format, and check them on the way.

    A deal's cards and seed, a game's deal and the spelling of its moves, a position's cards are checked; whether a
    game is legal is not: that is what the command check is for. Where one record is wrong, nothing is written.
    """
    chosen = output_format(to, output)
    refuse_binary_terminal(chosen, output)
    records = _checked(file, input_format, max_size)
    write_output(output, encode(records, chosen, single=len(records) == 1), force=force)


def _checked(file: str, input_format: InputFormat | None, max_size: int) -> list[Record]:
    """The file's records.

    Raises:
        typer.Exit: one of them is wrong; all that is wrong was said.
    """
    records: list[Record] = []
    faulty = False
    for item in read(file, input_format, Limits(max_size)):
        try:
            if isinstance(item, Fault):
                raise item
            records.append(_record(item))
        except Fault as fault:
            faulty = True
            complain(fault_line(file, fault, None if isinstance(item, Fault) else item))
            if fault.ends_file:
                break
    if faulty:
        raise typer.Exit(EXIT_INVALID)
    if not records:
        raise stop(fault_line(file, Fault("empty", "there is no record")))
    return records


def _record(document: Document) -> Record:
    if document.is_log:
        raise Fault("not-a-record", "a bare move log: there is no record to convert (its first field is 'format')")
    record = interpret_record(document.data())
    match record:
        case DealRecord():
            deal_from_record(record)
        case GameRecord():
            game_from_record(record)
            check_comments(document, record.moves)
            log = parse_log(record.moves)
            if log.bad is not None:
                offset, _ = token_places(record.moves)[log.bad.number - 1]
                raise Fault("bad-token", log.bad.message, path=("moves",), offset=offset)
        case PositionRecord():
            table_from_position(record)
    return record
