"""Where commands write, and in which format."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TypeVar

import typer

from forty_thieves.formats.encode import Format
from forty_thieves.formats.sources import SUFFIXES
from forty_thieves.outputs import STDOUT
from forty_thieves.text import file_name


def output_format(asked: Format | None, output: str, default: Format = "yaml") -> Format:
    """The format to write: the one asked for, else the one that the file's suffix names, else the default."""
    if asked is not None:
        return asked
    suffix = next((ending for ending in SUFFIXES if output.lower().endswith(ending)), "")
    match SUFFIXES.get(suffix):
        case None | "moves" | "pysolfc":
            return default
        case known:
            return known


Name = TypeVar("Name", bound=str)


def format_named(asked: Name | None, output: str, suffixes: Mapping[str, Name]) -> Name | None:
    """The format to write: the one asked for, else the one that the file's suffix names, else None.

    Raises:
        typer.BadParameter: the suffix names another format than the one asked for.
    """
    named = suffixes.get(os.path.splitext(output)[1].lower())
    if asked is None or named is None or asked == named:
        return asked or named
    message = f"--format says {asked}, but the name of the file {file_name(output)} says {named}"
    raise typer.BadParameter(message)


def refuse_idle_reveal(chosen: str, *, reveal: bool) -> None:
    """Keep --reveal to the pictures: everything else shows all cards anyway.

    Raises:
        typer.BadParameter: it is given for something else.
    """
    if reveal and chosen != "svg":
        raise typer.BadParameter(f"--reveal is for pictures (--format svg): {chosen} shows every card")


def refuse_binary_terminal(chosen: str, output: str) -> None:
    """Keep MessagePack away from a terminal.

    Raises:
        typer.BadParameter: standard output is one.
    """
    if chosen == "msgpack" and output == STDOUT and sys.stdout is not None and sys.stdout.isatty():
        raise typer.BadParameter("MessagePack is binary: send it to a file with --output, or through a pipe")
