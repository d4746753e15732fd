"""How boards look: the options, and what a terminal and its user want."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Annotated, Literal

import typer

from forty_thieves.game.cards import SYMBOLS
from forty_thieves.outputs import STDOUT
from forty_thieves.show.look import Look

Color = Literal["auto", "always", "never"]

ColorOption = Annotated[
    Color,
    typer.Option(
        "--color", help="Color a board's cards; 'auto': on a terminal, unless NO_COLOR is set or TERM is 'dumb'."
    ),
]
SymbolsOption = Annotated[bool, typer.Option("--symbols", help="Write a board's suits as symbols.")]


def look_of(output: str, color: Color, symbols: bool) -> Look:
    """How a board is dressed.

    Args:
        output: the file that it goes to, or ``-``.
        color: what --color says.
        symbols: what --symbols says; on standard output they are used only where its encoding has them.

    Returns:
        The look. A terminal gets lines of its width; a pipe or a file gets the same bytes wherever it is.
    """
    if output != STDOUT:
        return Look(color=color == "always", symbols=symbols)
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    wanted = on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(
        color=color == "always" or (color == "auto" and wanted),
        symbols=symbols and _can_write(SYMBOLS),
        width=shutil.get_terminal_size().columns if on_terminal else None,
    )


def _can_write(text: str) -> bool:
    if sys.stdout is None:
        return False
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
