"""The command ``variants``: the games and their rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
import typer

from forty_thieves import variants
from forty_thieves.describe import sentences, summary, title, whole_record
from forty_thieves.files import encode_yaml
from forty_thieves.outputs import write_stdout
from forty_thieves.problems import Fault
from forty_thieves.rules import Rules

from .common import complete_variant

EPILOG = """Examples:

  forty-thieves variants

  forty-thieves variants lucas --format json
"""


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One game's whole record.", autocompletion=complete_variant)
    ] = None,
    output_format: Annotated[
        Literal["text", "yaml", "json"] | None,
        typer.Option(
            "--format", help="'text' tells the rules in words. [default: text for the list, yaml for a game]"
        ),
    ] = None,
) -> None:
    """List the games with their rules, or print one game's whole record."""
    if name is None:
        write_stdout(_listed(variants.every(), output_format or "text"))
        return
    try:
        rules = variants.find(name)
    except Fault as fault:
        raise typer.BadParameter(f"{fault.code}: {fault.message}", param_hint="NAME") from None
    write_stdout(_one(rules, output_format or "yaml"))


def _listed(games: tuple[Rules, ...], output_format: str) -> Iterator[bytes]:
    if output_format == "yaml":
        for rules in games:
            yield encode_yaml(whole_record(rules))
    elif output_format == "json":
        yield msgspec.json.format(msgspec.json.encode([whole_record(rules) for rules in games]), indent=2) + b"\n"
    else:
        width = max(len(rules.name) for rules in games)
        for rules in games:
            yield f"{rules.name:<{width}}  {summary(rules)}\n".encode()
            if rules.aliases:
                yield f"{'':<{width}}  also known as {', '.join(rules.aliases)}\n".encode()


def _one(rules: Rules, output_format: str) -> Iterator[bytes]:
    if output_format == "yaml":
        yield encode_yaml(whole_record(rules))
    elif output_format == "json":
        yield msgspec.json.format(msgspec.json.encode(whole_record(rules)), indent=2) + b"\n"
    else:
        yield f"{title(rules)} ({rules.name})\n".encode()
        for sentence in sentences(rules):
            yield f"- {sentence}\n".encode()
