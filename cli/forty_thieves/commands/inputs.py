"""What commands are given: files that hold one record, and deals that are named by variant and seed."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import typer

from forty_thieves.exit_codes import EXIT_INVALID, EXIT_SHORT
from forty_thieves.foreign.reading import read_one
from forty_thieves.formats.document import MAX_SIZE, Document, Limits
from forty_thieves.formats.sources import STDIN, SUFFIXES, InputFormat
from forty_thieves.game import shuffles, variants
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.rules import Rules
from forty_thieves.judging.referee import game_from_record
from forty_thieves.problems import CODES, Fault
from forty_thieves.records.deals import interpret_deal, par_of
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import DealRecord, GameRecord, Record
from forty_thieves.text import file_name

from .messages import Stop, fault_line

Read = TypeVar("Read")


def read_as(
    file: str,
    interpret: Callable[[Document], Read],
    input_format: InputFormat | None = None,
    max_size: int = MAX_SIZE,
) -> Read:
    """What the only record of a file means.

    Args:
        file: the file's path, or ``-`` for standard input.
        interpret: gives what the document means; may raise a Fault.
        input_format: what the file is; None where its suffix or its start tells.
        max_size: bytes that the record may have.

    Raises:
        Stop: the file can't be read, or its record is wrong; the message has the place.
    """
    document = None
    try:
        document = read_one(file, input_format, Limits(max_size))
        return interpret(document)
    except Fault as fault:
        status = EXIT_SHORT if CODES[fault.code][0] == "illegal" else EXIT_INVALID
        raise Stop(fault_line(file, fault, document), status) from None


def record_in(document: Document, wanted: tuple[str, ...]) -> Record:
    """The record that a document holds, of one of the wanted kinds.

    Raises:
        Fault: it holds a bare log, or another record, or none.
    """
    if document.is_log:
        message = f"a bare move log: expected a {' or '.join(wanted)} record (its first field is 'format')"
        raise Fault("not-a-record", message)
    return interpret_record(document.data(), wanted)


def _rules_in(document: Document) -> Rules:
    record = record_in(document, ("rules",))
    assert isinstance(record, Rules)
    return variants.custom_rules(record)


def _deal_in(document: Document) -> tuple[Deal, int | None]:
    """The deal of a deal record or of a game record, with its par."""
    record = record_in(document, ("deal", "game"))
    if isinstance(record, GameRecord):
        return game_from_record(record).deal, par_of(record.deal)
    assert isinstance(record, DealRecord)
    return interpret_deal(record), par_of(record)


def read_deal(file: str, max_size: int) -> tuple[Deal, int | None]:
    """The deal in a file, a deal record or that of a game record; and its par in steps, where it gives one.

    Raises:
        Stop: there is none.
    """
    return read_as(file, _deal_in, max_size=max_size)


def rules_asked(variant: str | None, rules_file: str | None, max_size: int = MAX_SIZE) -> Rules:
    """The rules that the command line asks for: a variant's, those in a file, or the default variant's.

    Raises:
        typer.BadParameter: there is no such variant, or there are both.
        Stop: the file can't be read or holds no rules.
    """
    if rules_file is None:
        try:
            return variants.find(variant or variants.DEFAULT)
        except Fault as fault:
            raise typer.BadParameter(f"{fault.code}: {fault.message}", param_hint="variant") from None
    if variant is not None:
        raise typer.BadParameter("give a variant or --rules, not both")
    return read_as(rules_file, _rules_in, max_size=max_size)


def variant_among(words: list[str]) -> str | None:
    """Take the variant's name off the front of a command's arguments, where the first is one.

    Returns:
        The name; None where there is none, or the first argument is a file.

    Raises:
        typer.BadParameter: the argument may be the one or the other.
    """
    word = words[0] if words else STDIN
    if _is_path(word) or variants.canonical(word) is None:
        return None
    if os.path.exists(word):
        name = file_name(word)
        message = f"{name} is a variant, and a file here: write --variant {name}, or ./{name} for the file"
        raise typer.BadParameter(message)
    return words.pop(0)


def check_file_or_variant(word: str) -> None:
    """Check that a word that does not look like a path, and is not a variant, is a file that is there.

    Raises:
        typer.BadParameter: it is not; the message names the nearest variant.
    """
    if _is_path(word) or os.path.lexists(word):
        return
    try:
        variants.find(word)
    except Fault as fault:
        raise typer.BadParameter(f"there is no such file, and {fault.message}") from None


def refuse_variant(word: str, instead: str) -> None:
    """Say what is to be done where a file is wanted and a variant is named; a file of that name goes first.

    Args:
        word: what is given as a file.
        instead: what is to be done.

    Raises:
        typer.BadParameter: it is the name of a variant, and no file is there.
    """
    if not _is_path(word) and not os.path.lexists(word) and variants.canonical(word) is not None:
        raise typer.BadParameter(f"{file_name(word)} is a variant, and there is no such file: {instead}")


def _is_path(word: str) -> bool:
    """Whether a word is meant as a file's path by its looks; these are not looked for among the variants."""
    folder = word.rpartition("/")[0]
    return (
        word in ("", STDIN)
        or word[0] in "./~"
        or folder not in ("", variants.PYSOLFC)
        or len(word) > variants.LONGEST_SPELLING
        or os.path.splitext(word)[1].lower() in SUFFIXES
    )


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
