"""What the commands share: options, reading the deal that is asked for, and telling faults."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Annotated, TypeVar

import typer

from forty_thieves.exit_codes import EXIT_INVALID
from forty_thieves.formats.document import MAX_SIZE, Document, Limits
from forty_thieves.formats.encode import Format
from forty_thieves.formats.sources import SUFFIXES, InputFormat, read_one
from forty_thieves.game import shuffles, variants
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.rules import Rules
from forty_thieves.game.variants import own_rules
from forty_thieves.judging.referee import game_from_record
from forty_thieves.outputs import STDOUT, OutputError, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import DealRecord, GameRecord, Record
from forty_thieves.text import file_name, placed


def complete_variant(incomplete: str) -> list[str]:
    """The variant names that start so, for the shell."""
    return [name for name in variants.names() if name.startswith(incomplete)]


VariantOption = Annotated[
    str | None,
    typer.Option("--variant", metavar="NAME", help="Deal this variant, by number.", autocompletion=complete_variant),
]
SeedOption = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="The deal's seed: a whole number from 0 to 10^20."),
]
RulesOption = Annotated[
    str | None,
    typer.Option("--rules", metavar="FILE", help="Rules of your own, instead of a variant's."),
]
ShuffleOption = Annotated[
    str,
    typer.Option("--shuffle", metavar="NAME", help=f"How a seed becomes a deal: {', '.join(shuffles.SHUFFLES)}."),
]
AutoDrawOption = Annotated[
    bool,
    typer.Option("--auto-draw", help="Draw whenever the waste is empty, as PySolFC does by itself."),
]
InputFormatOption = Annotated[
    InputFormat | None,
    typer.Option("--input-format", help="What the input is; else its suffix tells, or its start."),
]
MaxSizeOption = Annotated[
    int,
    typer.Option(
        "--max-size",
        metavar="BYTES",
        min=1,
        help="Bytes of one record: a line of JSON Lines, a YAML document, a whole JSON file or log.",
        show_default=True,
    ),
]
RevealOption = Annotated[
    bool, typer.Option("--reveal", help="In a picture, show the face-down cards and the stock's order.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]

DEFAULT_MAX_SIZE = MAX_SIZE


def complain(message: str) -> None:
    """Say something on standard error, where there is one."""
    # What was written before comes first; where it can't be written, whoever wrote it says so.
    with contextlib.suppress(OSError, AttributeError):
        sys.stdout.flush()
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(message, file=sys.stderr, flush=True)  # noqa: T201


def fault_line(file: str, fault: Fault, document: Document | None = None) -> str:
    """A fault as ``path:line:column: code: message``."""
    place = fault.place
    if place is None and document is not None:
        place = document.locate(fault.path, fault.offset, on_key=fault.on_key)
    return f"{placed(file_name(file), place)}: {fault.code}: {fault.message}"


def stop(message: str, status: int = EXIT_INVALID) -> typer.Exit:
    """Say what is wrong, and give the exception that ends the command with a status."""
    complain(message)
    return typer.Exit(status)


def usage_error(message: str) -> typer.BadParameter:
    """The exception for options that do not go together."""
    return typer.BadParameter(message)


def seed_of(text: str | None) -> int | None:
    """The seed given on the command line.

    Raises:
        typer.BadParameter: it is none.
    """
    if text is None:
        return None
    try:
        return shuffles.parse_seed(text)
    except Fault as fault:
        raise typer.BadParameter(f"{fault.code}: {fault.message}", param_hint="'--seed'") from None


def rules_asked(variant: str | None, rules_file: str | None, max_size: int = DEFAULT_MAX_SIZE) -> Rules:
    """The rules that the command line asks for: a variant's, those in a file, or the default variant's.

    Raises:
        typer.BadParameter: there is no such variant, or there are both.
        typer.Exit: the file can't be read or holds no rules; what is wrong was said.
    """
    if rules_file is None:
        try:
            return variants.find(variant or variants.DEFAULT)
        except Fault as fault:
            raise typer.BadParameter(f"{fault.code}: {fault.message}", param_hint="variant") from None
    if variant is not None:
        raise usage_error("give a variant or --rules, not both")
    document, record = read_record(rules_file, ("rules",), None, max_size)
    assert isinstance(record, Rules)
    try:
        return own_rules(record)
    except Fault as fault:
        raise stop(fault_line(rules_file, fault, document)) from None


def deal_by_number(rules: Rules, seed: int | None, shuffle: str = shuffles.DEFAULT) -> Deal:
    """The deal that the command line names.

    Raises:
        typer.BadParameter: there is no such shuffle, or it has no such seed.
    """
    try:
        return deal(rules, seed, shuffle)
    except Fault as fault:
        hint = {"unknown-shuffle": "'--shuffle'", "bad-rules": "'--rules'"}.get(fault.code, "'--seed'")
        raise typer.BadParameter(f"{fault.code}: {fault.message}", param_hint=hint) from None


def read_record(
    file: str, wanted: tuple[str, ...], input_format: InputFormat | None, max_size: int
) -> tuple[Document, Record]:
    """The only record of a file, of one of the wanted kinds.

    Raises:
        typer.Exit: it can't be read or is no such record; what is wrong was said.
    """
    document = None
    try:
        document = read_one(file, input_format, Limits(max_size))
        if document.is_log:
            message = f"a bare move log: expected a {' or '.join(wanted)} record (its first field is 'format')"
            raise Fault("not-a-record", message)
        return document, interpret_record(document.data(), wanted)
    except Fault as fault:
        raise stop(fault_line(file, fault, document)) from None


def read_deal(file: str, max_size: int) -> Deal:
    """The deal in a file: a deal record, or the deal of a game record.

    Raises:
        typer.Exit: there is none; what is wrong was said.
    """
    document, record = read_record(file, ("deal", "game"), None, max_size)
    try:
        if isinstance(record, GameRecord):
            return game_from_record(record).deal
        assert isinstance(record, DealRecord)
        return interpret_deal(record)
    except Fault as fault:
        raise stop(fault_line(file, fault, document)) from None


def output_format(asked: Format | None, output: str, default: Format = "yaml") -> Format:
    """The format to write: the one asked for, else the one that the file's suffix names, else the default."""
    if asked is not None:
        return asked
    suffix = next((ending for ending in SUFFIXES if output.lower().endswith(ending)), "")
    known = SUFFIXES.get(suffix)
    return known if known is not None and known != "moves" else default


Name = TypeVar("Name", bound=str)


def format_named(asked: Name | None, output: str, suffixes: Mapping[str, Name]) -> Name | None:
    """The format to write: the one asked for, else the one that the file's suffix names, else None.

    Raises:
        typer.BadParameter: the suffix names another format than the one asked for.
    """
    named = suffixes.get(os.path.splitext(output)[1].lower())
    if asked is None or named is None or asked == named:
        return asked or named
    raise usage_error(f"--format says {asked}, but the name of the file {file_name(output)} says {named}")


def refuse_idle_reveal(chosen: str, *, reveal: bool) -> None:
    """Keep --reveal to the pictures: everything else shows all cards anyway.

    Raises:
        typer.BadParameter: it is given for something else.
    """
    if reveal and chosen != "svg":
        raise usage_error(f"--reveal is for pictures (--format svg): {chosen} shows every card")


def refuse_binary_terminal(chosen: str, output: str) -> None:
    """Keep MessagePack away from a terminal.

    Raises:
        typer.BadParameter: standard output is one.
    """
    if chosen == "msgpack" and output == STDOUT and sys.stdout is not None and sys.stdout.isatty():
        raise typer.BadParameter("MessagePack is binary: send it to a file with --output, or through a pipe")


def write_output(output: str, pieces: Iterable[bytes], *, force: bool) -> None:
    """Write to standard output or to a file, whole or not at all.

    Raises:
        OutputError: it can't be written; the message names the file.
    """
    try:
        write_file(output, pieces, force=force)
    except OutputError as error:
        raise OutputError(str(error) if output == STDOUT else f"{file_name(output)}: {error}") from None
