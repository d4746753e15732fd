"""The command ``schema``: the JSON Schema of a record."""

from __future__ import annotations

from typing import Annotated

import typer

from forty_thieves.outputs import write_stdout
from forty_thieves.records.schemas import schema_text
from forty_thieves.records.structs import RECORDS
from forty_thieves.text import quoted, suggestion

from .options import About

ABOUT = About(
    summary="Print the JSON Schema of a kind of record.",
    text="The schemas are of the edition 2020-12.",
    examples=("forty-thieves schema game", "forty-thieves schema deal > deal.schema.json"),
)


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help=f"One of {', '.join(RECORDS)}.",
            autocompletion=lambda incomplete: [name for name in RECORDS if name.startswith(incomplete)],
        ),
    ],
) -> None:
    """Run the command."""
    if name not in RECORDS:
        message = f"there is no record {quoted(name)}: expected {', '.join(RECORDS)}{suggestion(name, RECORDS)}"
        raise typer.BadParameter(message, param_hint="NAME")
    write_stdout([schema_text(name)])
