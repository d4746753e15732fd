"""The options that several commands have, and what is said of a command in its help.

An option that means the same in every command is a type. One that does not is made by a function, which takes what
its help says there.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer
from msgspec import Struct

from forty_thieves.formats.sources import InputFormat
from forty_thieves.game import shuffles, variants
from forty_thieves.problems import Fault

LARGEST_NUMBER = 2**31 - 1
"""The largest number that an option takes where it becomes a number of the machine's."""


class Settings(Struct):
    """The options that stand before the command's name. Typer hands them to commands as the context's ``obj``.

    Attributes:
        debug: whether bugs show their tracebacks.
    """

    debug: bool = False


class About(Struct, frozen=True):
    """What a command says of itself. It is data, since Python can be told to leave docstrings out.

    Attributes:
        summary: one sentence, short enough for a line of the list of commands.
        text: more paragraphs for the command's own help.
        examples: command lines.
    """

    summary: str
    text: str = ""
    examples: tuple[str, ...] = ()

    @property
    def help(self) -> str:
        """The paragraphs above the options."""
        return f"{self.summary}\n\n{self.text}"

    @property
    def epilog(self) -> str:
        """The examples, below the options."""
        return "\n\n".join(("Examples:", *self.examples))


def complete_variant(incomplete: str) -> list[str]:
    """The variants that start so, for the shell; also by their other names, once something is typed."""
    found = [name for name in variants.names() if name.startswith(incomplete)]
    if incomplete:
        found += [alias for rules in variants.every() for alias in rules.aliases if alias.startswith(incomplete)]
    return found


def _complete_shuffle(incomplete: str) -> list[str]:
    return [name for name in shuffles.SHUFFLES if name.startswith(incomplete)]


def _seed(text: str) -> int:
    """The seed that the command line gives.

    Raises:
        typer.BadParameter: the text is not a seed.
    """
    try:
        return shuffles.parse_seed(text)
    except Fault as fault:
        raise typer.BadParameter(f"{fault.code}: {fault.message}") from None


def variant_option(help_text: str) -> Any:
    """The option ``--variant``, which takes a variant's name or alias."""
    return typer.Option("--variant", metavar="NAME", help=help_text, autocompletion=complete_variant)


def rules_option(help_text: str = "Custom rules, instead of a variant's.") -> Any:
    """The option ``--rules``, which takes the file of a rules record."""
    return typer.Option("--rules", metavar="FILE", help=help_text)


SeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", parser=_seed, help="The deal's seed: a whole number from 0 to 10^20."),
]
ShuffleOption = Annotated[
    str,
    typer.Option(
        "--shuffle",
        metavar="NAME",
        help=f"How a seed becomes a deal: {', '.join(shuffles.SHUFFLES)}.",
        autocompletion=_complete_shuffle,
    ),
]
EngineName = Literal["auto", "python", "numba"]
"""The engines of the solver, which itself is not imported here: start-up counts."""

EngineOption = Annotated[
    EngineName, typer.Option("--engine", help="What runs the search; 'auto' is numba where it is installed.")
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
        max=LARGEST_NUMBER,
        help="Bytes of one record: a line of JSON Lines, a YAML document, a whole JSON file or log.",
        show_default=True,
    ),
]
MaxMovesOption = Annotated[
    int,
    typer.Option("--max-moves", metavar="N", min=1, max=LARGEST_NUMBER, help="Moves that one log may have."),
]
RevealOption = Annotated[
    bool, typer.Option("--reveal", help="In a picture, show the face-down cards and the stock's order.")
]
SchemaCommentOption = Annotated[
    bool, typer.Option("--schema-comment", help="In YAML, start with the comment that tells editors the schema.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]
