"""The command ``convert``: records in any format, checked on the way."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Literal, get_args

import typer
from msgspec import Struct

from forty_thieves.exit_codes import EXIT_INVALID
from forty_thieves.foreign.boards import interpret_board, serialise_board
from forty_thieves.foreign.printed_boards import interpret_printed_board, is_printed_board
from forty_thieves.foreign.reading import PysolGame, read
from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_deal,
    interpret_solvitaire_rules,
    is_solvitaire_deal,
    serialise_solvitaire_deal,
    serialise_solvitaire_rules,
)
from forty_thieves.formats.document import MAX_SIZE, Document, Limits
from forty_thieves.formats.encode import Format, encode
from forty_thieves.formats.log import check_comments, whole_lines
from forty_thieves.formats.sources import STDIN, InputFormat, Skipped, files_below
from forty_thieves.game.moves import MAX_MOVES, parse_log, token_place
from forty_thieves.game.rules import Rules
from forty_thieves.judging.referee import game_from_record
from forty_thieves.outputs import STDOUT, OutputError, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.positions import interpret_position
from forty_thieves.records.structs import DealRecord, GameRecord, PositionRecord, Record, name_of
from forty_thieves.text import file_name, plural

from .inputs import rules_asked
from .messages import Stop, complain, fault_line
from .options import (
    About,
    ForceOption,
    InputFormatOption,
    MaxMovesOption,
    MaxSizeOption,
    SchemaCommentOption,
    rules_option,
    variant_option,
)
from .targets import (
    SUFFIXES,
    format_of,
    is_folder,
    refuse_binary_terminal,
    refuse_idle_comment,
    refuse_replacing,
    write_folder,
)

ForeignFormat = Literal["solvitaire", "board"]
SourceFormat = Literal["solvitaire", "board", "pysolfc"]
TargetFormat = Literal["yaml", "json", "jsonl", "msgpack", "moves", "board", "solvitaire"]
_TARGETS: tuple[TargetFormat, ...] = get_args(TargetFormat)

_NO_REDO = "--redo is for saved games of PySolFC"

ABOUT = About(
    summary="Check records and write them in another format.",
    text="""Checked are a deal's cards and seed, a game's deal and the spelling of its moves, a position's cards.
Whether a game is legal is not: that is what the command check is for. Where one record is wrong, nothing is written;
a folder gets the others. With --check nothing is written at all.

Other programs' deals do not name their rules: give --variant or --rules with --from. A board that the command deal
printed does, and so does a saved game of PySolFC: it gives the game up to the current move, checked against its
number and its piles.""",
    examples=(
        "forty-thieves convert deal.yaml --to json",
        "forty-thieves convert --from board --variant lucas board.txt",
        "forty-thieves convert --check deals/",
    ),
)


def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Records of any kind, folders of them; - is standard input."),
    ],
    to: Annotated[
        TargetFormat | None,
        typer.Option(
            "--to",
            help="The format to write; 'moves' is a game's bare log. [default: by --output's suffix, else yaml]",
        ),
    ] = None,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Where to; a folder (X/) gets a file for each record."),
    ] = STDOUT,
    schema_comment: SchemaCommentOption = False,
    force: ForceOption = False,
    check: Annotated[bool, typer.Option("--check", help="Write nothing: only say what is wrong.")] = False,
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
    max_moves: MaxMovesOption = MAX_MOVES,
) -> None:
    """Run the command."""
    if check and (to is not None or output != STDOUT or force or schema_comment):
        raise typer.BadParameter("--check writes nothing: leave out --to, --output, --force and --schema-comment")
    if files.count(STDIN) > 1:
        raise typer.BadParameter("standard input can be read only once")
    target = format_of(to, output, _TARGETS)
    refuse_idle_comment((target,), schema_comment=schema_comment)
    refuse_binary_terminal(target, output)
    if foreign is None or foreign == "pysolfc":
        if variant is not None or rules_file is not None:
            raise typer.BadParameter("--variant and --rules are for --from solvitaire and --from board")
        source = _Source(foreign or input_format, max_size, partial(_record_in, max_moves=max_moves, redo=redo))
    else:
        if redo:
            raise typer.BadParameter(_NO_REDO)
        rules = None if variant is None and rules_file is None else rules_asked(variant, rules_file, max_size)
        source = _Source("moves", max_size, partial(_foreign_record, foreign=foreign, rules=rules))
    if not is_folder(output):
        refuse_replacing([output], [*files, rules_file])
    if check:
        _check(source, files)
    elif is_folder(output):
        _write_each(source, files, output, target, force=force, schema_comment=schema_comment)
    else:
        _write_all(source, files, output, target, force=force, schema_comment=schema_comment)
    if source.skipped.in_words():
        complain(f"skipped in folders: {source.skipped.in_words()}")
    if source.wrong:
        raise typer.Exit(EXIT_INVALID)


# Reading


class _Found(Struct, frozen=True):
    """A record that was read.

    Attributes:
        file: the file that it stands in.
        stem: what the file is called, less its suffix; behind the name of a folder below the one that was given.
        record: the record.
    """

    file: str
    stem: str
    record: Record


class _Source:
    """Reads records, and says what is wrong with those that can't be read.

    Args:
        input_format: what the files are; None where their suffix or start tells.
        max_size: bytes that a record may have.
        interpret: gives the record that a document holds; may raise a Fault.

    Attributes:
        skipped: what was left out of folders.
        wrong: how many records, and files that can't be read, were wrong.
    """

    def __init__(
        self, input_format: InputFormat | None, max_size: int, interpret: Callable[[Document], Record]
    ) -> None:
        self.skipped = Skipped()
        self.wrong = 0
        self._input_format = input_format
        self._limits = Limits(max_size)
        self._interpret = interpret

    def records(self, files: list[str]) -> Iterator[_Found]:
        """The records of files and folders, in order."""
        for given in files:
            if given == STDIN or not os.path.isdir(given):
                stem = "stdin" if given == STDIN else os.path.splitext(os.path.basename(given))[0]
                yield from self._records_of(given, stem)
                continue
            below = None
            for below in files_below(given, self.skipped, logs=self._input_format == "moves"):
                yield from self._records_of(below, os.path.splitext(os.path.relpath(below, given))[0])
            if below is None:
                self.refuse(given, Fault("empty", "there is no record in the folder"))

    def refuse(self, file: str, fault: Fault, document: Document | None = None) -> None:
        """Say what is wrong, and count it."""
        self.wrong += 1
        complain(fault_line(file, fault, document))

    def _records_of(self, file: str, stem: str) -> Iterator[_Found]:
        for item in read(file, self._input_format, self._limits):
            if isinstance(item, Fault):
                self.refuse(file, item)
                continue
            try:
                record = self._interpret(item)
            except Fault as fault:
                self.refuse(file, fault, item)
                if fault.ends_file:
                    break
                continue
            yield _Found(file, stem, record)


def _record_in(document: Document, *, max_moves: int, redo: bool) -> Record:
    """The record that a document holds, checked; ``redo`` adds the moves that were undone to those of a saved game.

    Raises:
        Fault: the record is wrong.
        typer.BadParameter: there is something to redo in a saved game only, and this is not one.
    """
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
            _check_spelling(record.moves, max_moves)
        case PositionRecord():
            interpret_position(record)
    return record


def _check_spelling(moves: str, max_moves: int) -> None:
    """Check that the tokens of a game's log are moves.

    Raises:
        Fault: one is not, or there are too many.
    """
    try:
        log = parse_log(moves, max_moves)
    except Fault as fault:
        raise fault.under("moves") from None
    if log.bad is not None:
        offset, _ = token_place(moves, log.bad.number - 1)
        raise Fault("bad-token", log.bad.message, path=("moves",), offset=offset)


def _foreign_record(document: Document, *, foreign: ForeignFormat, rules: Rules | None) -> Record:
    """The record that another program's file holds.

    Raises:
        Fault: the file is wrong.
        typer.BadParameter: the rules of a deal are not given, or are given for a file that holds rules.
    """
    text = str(document.data())
    if foreign == "solvitaire" and not is_solvitaire_deal(text):
        if rules is not None:
            raise typer.BadParameter("the file holds rules: --variant and --rules are for deals")
        return interpret_solvitaire_rules(text)
    if foreign == "board" and is_printed_board(text):
        return serialise_deal(interpret_printed_board(text, rules))
    if rules is None:
        raise typer.BadParameter("a deal of another program does not name its rules: give --variant or --rules")
    interpret = interpret_board if foreign == "board" else interpret_solvitaire_deal
    return serialise_deal(interpret(text, rules))


# Writing


def _check(source: _Source, files: list[str]) -> None:
    """Read everything, and say how many records are in order."""
    in_order = sum(1 for _ in source.records(files))
    complain(f"{plural(in_order, 'record')} in order" + (f", {source.wrong} wrong" if source.wrong else ""))


def _write_all(
    source: _Source, files: list[str], output: str, target: TargetFormat, *, force: bool, schema_comment: bool
) -> None:
    """Write all records to one place; nothing where one is wrong.

    Raises:
        Stop: the format has room for one record, or none for such a record.
    """
    found = list(source.records(files))
    if source.wrong:
        return
    if len(found) > 1 and target not in get_args(Format):
        fault = Fault("not-expressible", f"there are {len(found)} records: a file of {target} has room for one")
        raise Stop(fault_line(found[1].file, fault))
    match target:
        case "moves" | "board" | "solvitaire":
            try:
                pieces = [_text_of(one.record, target) for one in found]
            except Fault as fault:
                raise Stop(fault_line(found[0].file, fault)) from None
            write_file(output, pieces, force=force)
        case _:
            records = (one.record for one in found)
            encoded = encode(records, target, single=len(found) == 1, schema_comment=schema_comment)
            write_file(output, encoded, force=force)


def _write_each(
    source: _Source, files: list[str], folder: str, target: TargetFormat, *, force: bool, schema_comment: bool
) -> None:
    """Write each record to a file of its own, named by the file that it comes from; wrong ones are left out.

    Raises:
        OutputError: two would have the same name, or one can't be written.
    """
    found, contents = [], []
    for one in source.records(files):
        try:
            match target:
                case "moves" | "board" | "solvitaire":
                    contents.append(iter([_text_of(one.record, target)]))
                case _:
                    contents.append(encode([one.record], target, single=True, schema_comment=schema_comment))
        except Fault as fault:
            source.refuse(one.file, fault)
            continue
        found.append(one)
    names = _names(found, SUFFIXES[target][0])
    for name, times in Counter(names).items():
        if times > 1:
            raise OutputError(f"{file_name(os.path.join(folder, name))}: {times} records would be written there")
    refuse_replacing((os.path.join(folder, name) for name in names), (one.file for one in found))
    write_folder(folder, names, contents, force=force)


def _names(found: list[_Found], suffix: str) -> list[str]:
    """The names of the files: those of the sources, with a number where a source has several records."""
    counts = Counter(one.file for one in found)
    passed: Counter[str] = Counter()
    names = []
    for one in found:
        passed[one.file] += 1
        digits = len(str(counts[one.file]))
        number = f"-{passed[one.file]:0{digits}}" if counts[one.file] > 1 else ""
        names.append(one.stem + number + suffix)
    return names


def _text_of(record: Record, target: Literal["moves", "board", "solvitaire"]) -> bytes:
    """A record as a bare move log or as another program's file.

    Raises:
        Fault: ``not-expressible``: it has no place there.
    """
    match record:
        case GameRecord() if target == "moves":
            return whole_lines(record.moves)
        case Rules() if target == "solvitaire":
            return serialise_solvitaire_rules(record).encode()
        case DealRecord() if target != "moves":
            deal = interpret_deal(record)
            return (serialise_board(deal) if target == "board" else serialise_solvitaire_deal(deal)).encode()
    wanted = {"moves": "a game", "board": "a deal", "solvitaire": "a deal or rules"}[target]
    message = f"a {name_of(record)} record has no place in a file of {target}: only {wanted}"
    raise Fault("not-expressible", message)
