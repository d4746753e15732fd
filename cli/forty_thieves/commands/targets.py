"""Where commands write, in which format, and under which names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar, get_args

import typer

from forty_thieves.formats.encode import Format
from forty_thieves.formats.sources import STDIN
from forty_thieves.formats.sources import SUFFIXES as INPUT_SUFFIXES
from forty_thieves.game.deal import Deal
from forty_thieves.game.rules import Rules
from forty_thieves.outputs import STDOUT, OutputError, place_of, write_file
from forty_thieves.text import file_name, reason

SUFFIXES: dict[str, tuple[str, ...]] = {
    "yaml": (".yaml", ".yml"),
    "json": (".json",),
    "jsonl": (".jsonl", ".ndjson"),
    "msgpack": (".msgpack",),
    "moves": (".moves", ".txt"),
    "text": (".txt",),
    "board": (".txt",),
    "solvitaire": (".json",),
    "svg": (".svg",),
    "png": (".png",),
    "html": (".html", ".htm"),
    "csv": (".csv",),
    "junit": (".xml",),
    "pysolfc": (".pso",),
}
"""How the names of files in each format end; the files that we name end in the first way."""

Name = TypeVar("Name", bound=str)


def format_of(asked: Name | None, file: str, formats: Sequence[Name]) -> Name:
    """The format to write a file in.

    Args:
        asked: the format that is asked for, or None.
        file: the file's path; standard output and folders have no suffix.
        formats: those that can be written, the usual one first.

    Returns:
        The format that is asked for, else the first that the file's suffix stands for, else the usual one.

    Raises:
        OutputError: the suffix stands for something else.
    """
    suffix = "" if file == STDOUT or is_folder(file) else os.path.splitext(file)[1].lower()
    if asked is not None:
        named = next((name for name, suffixes in SUFFIXES.items() if suffix in suffixes), asked)
        if named != asked and suffix not in SUFFIXES[asked]:
            raise OutputError(f"{file_name(file)}: the name says {named}, but {asked} is asked for")
        return asked
    found = next((name for name in formats if suffix in SUFFIXES[name]), None)
    if found is not None or not suffix:
        return found or formats[0]
    usual = ", ".join(dict.fromkeys(SUFFIXES[name][0] for name in formats))
    raise OutputError(f"{file_name(file)}: the name has to end in one of {usual}")


def output_format(asked: Format | None, file: str) -> Format:
    """The format to write a file of records in; see :func:`format_of`."""
    formats: tuple[Format, ...] = get_args(Format)
    return format_of(asked, file, formats)


def refuse_replacing(outputs: Iterable[str | None], inputs: Iterable[str | None]) -> None:
    """Keep what is written off the files that are read, however they are spelled, and --force or not.

    Args:
        outputs: the files to be written; None and standard output are none.
        inputs: the files that are read, and the folders whose records are; None is none.

    Raises:
        OutputError: a file is one of both.
    """
    read = [path for path in inputs if path is not None]
    places = {place_of(0 if path == STDIN else path) for path in read} - {None}
    folders = [os.path.realpath(path) for path in read if path != STDIN and os.path.isdir(path)]
    for path in outputs:
        if path is None or path == STDOUT:
            continue
        if place_of(path) in places or any(_is_record_below(folder, path) for folder in folders):
            raise OutputError(f"{file_name(path)}: the file is read, too: it is not replaced, not even with --force")


def _is_record_below(folder: str, path: str) -> bool:
    """Whether a file is there, and is read where the records of a folder are; ``folder`` is a real path."""
    is_below = os.path.realpath(path).startswith(os.path.join(folder, ""))
    return is_below and os.path.isfile(path) and os.path.splitext(path)[1].lower() in INPUT_SUFFIXES


def is_folder(path: str) -> bool:
    """Whether files are to be written into this: a folder that is there, or ``X/``, which is made."""
    return path.endswith("/") or (path != STDOUT and os.path.isdir(path))


def file_stem(rules: Rules, number: str) -> str:
    """What the file of a deal or game is called, less its suffix: ``lucas-42``."""
    return f"{rules.name.replace('/', '-')}-{number}"


def number_of(deal: Deal) -> str:
    """What tells a deal from others in the name of a file: its seed, else the start of its digest."""
    return deal.digest[:12] if deal.seed is None else str(deal.seed)


def write_folder(folder: str, names: list[str], contents: Iterable[Iterable[bytes]], *, force: bool) -> None:
    """Write files into a folder, which is made; where one of the names is taken, none is written.

    Args:
        folder: the folder's path.
        names: the files' names, which may lead to folders below.
        contents: the bytes of each file, made when they are written.
        force: whether files that are there may be replaced.

    Raises:
        OutputError: a name is taken, or a file can't be written; those before it are written then.
    """
    paths = [os.path.join(folder, name) for name in names]
    if not force and (taken := next((path for path in paths if os.path.lexists(path)), None)) is not None:
        message = "the file is there already; --force replaces it. Nothing was written"
        raise OutputError(f"{file_name(taken)}: {message}")
    for path, pieces in zip(paths, contents, strict=True):
        _make_folder(os.path.dirname(path))
        write_file(path, pieces, force=force)


def in_folder(path: str, stem: str, form: str) -> str:
    """The path of a file in a folder, which is made; a path that is not a folder is the file's own.

    Raises:
        OutputError: the folder can't be made.
    """
    if not is_folder(path):
        return path
    _make_folder(path)
    return os.path.join(path, stem + SUFFIXES[form][0])


def _make_folder(folder: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{file_name(folder)}: cannot make the folder: {reason(error)}") from None


def refuse_idle_reveal(chosen: str, *, reveal: bool) -> None:
    """Keep --reveal to the pictures: text and records show every card anyway, a page what a player sees.

    Raises:
        typer.BadParameter: it is given for something else.
    """
    if reveal and chosen != "svg":
        raise typer.BadParameter(f"--reveal is for pictures (--format svg), not for {chosen}")


def refuse_idle_comment(chosen: Iterable[str], *, schema_comment: bool) -> None:
    """Keep --schema-comment to YAML, the only format of ours that has comments.

    Args:
        chosen: the formats of all that is to be written.
        schema_comment: whether the option is given.

    Raises:
        typer.BadParameter: it is given where no YAML is written.
    """
    chosen = tuple(chosen)
    if schema_comment and "yaml" not in chosen:
        raise typer.BadParameter(f"--schema-comment is for YAML, and what is written is {' and '.join(chosen)}")


def refuse_binary_terminal(chosen: str, output: str) -> None:
    """Keep MessagePack away from a terminal.

    Raises:
        typer.BadParameter: standard output is one.
    """
    if chosen == "msgpack" and output == STDOUT and sys.stdout is not None and sys.stdout.isatty():
        raise typer.BadParameter("MessagePack is binary: send it to a file with --output, or through a pipe")
