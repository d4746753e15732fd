"""The command ``variants``: the games and their rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
import typer

from forty_thieves.formats.yaml import encode_yaml
from forty_thieves.game import variants
from forty_thieves.game.lookups import Build
from forty_thieves.game.rules import MoveUnit, Rules
from forty_thieves.outputs import write_stdout
from forty_thieves.show.describe import differences, sentences, summary, whole_record

from .inputs import rules_asked
from .messages import complain
from .options import About, complete_variant, rules_option

ABOUT = About(
    summary="List the games, explain the rules of one, or compare two.",
    text="The rules of one are given in words and as a record, which can be edited and given back with --rules.",
    examples=(
        "forty-thieves variants --source pysolfc --build any-suit",
        "forty-thieves variants --compare lucas pysolfc/lucas",
    ),
)

_HEADINGS = {
    variants.ARTICLE: "The games of the article:",
    variants.PYSOLFC: "PySolFC's games, by its own rules:",
}


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One game's rules.", autocompletion=complete_variant)
    ] = None,
    output_format: Annotated[
        Literal["text", "yaml", "json"] | None,
        typer.Option(
            "--format",
            help="'text' tells the rules in words, 'yaml' gives a record that can be edited and given back; "
            "one game without --format: both.",
        ),
    ] = None,
    rules_file: Annotated[str | None, rules_option("Explain the rules in this file.")] = None,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare",
            metavar="NAME NAME",
            help="Show only what differs between two games.",
            autocompletion=complete_variant,
        ),
    ] = None,
    source: Annotated[
        Literal["article", "pysolfc"] | None, typer.Option("--source", help="List only games from there.")
    ] = None,
    decks: Annotated[int | None, typer.Option("--decks", metavar="N", help="List only games of N packs.")] = None,
    build: Annotated[Build | None, typer.Option("--build", help="List only games that build so.")] = None,
    move: Annotated[MoveUnit | None, typer.Option("--moves", help="List only games that move so.")] = None,
) -> None:
    """Run the command."""
    filters = [given for given in (source, decks, build, move) if given is not None]
    if len([given for given in (name, rules_file, compare) if given is not None]) > 1:
        raise typer.BadParameter("give a NAME, --rules or --compare, not several of them")
    if filters and (name or rules_file or compare):
        raise typer.BadParameter("--source, --decks, --build and --moves are for the list of all games")
    if compare is not None:
        if output_format not in (None, "text"):
            raise typer.BadParameter("--compare gives text only")
        write_stdout(_compared(rules_asked(compare[0], None), rules_asked(compare[1], None)))
    elif name is not None or rules_file is not None:
        write_stdout(_one(rules_asked(name, rules_file), output_format))
    else:
        games = [
            rules
            for rules in variants.every()
            if source in (None, variants.source_of(rules))
            and decks in (None, rules.decks)
            and build in (None, rules.build)
            and move in (None, rules.move)
        ]
        if not games:
            complain("forty-thieves: no game is like that")
        write_stdout(_listed(games, output_format or "text"))


def _listed(games: list[Rules], output_format: str) -> Iterator[bytes]:
    if output_format == "yaml":
        for rules in games:
            yield encode_yaml(whole_record(rules))
        return
    if output_format == "json":
        yield msgspec.json.format(msgspec.json.encode([whole_record(rules) for rules in games]), indent=2) + b"\n"
        return
    width = max((len(rules.name) for rules in games), default=0)
    before = ""
    for rules in games:
        heading = _HEADINGS[variants.source_of(rules)]
        if heading != before:
            yield f"{chr(10) if before else ''}{heading}\n".encode()
            before = heading
        yield f"{rules.name:<{width}}  {summary(rules)}\n".encode()
        if rules.aliases:
            yield f"{'':<{width}}  also known as {', '.join(rules.aliases)}\n".encode()


def _one(rules: Rules, output_format: str | None) -> Iterator[bytes]:
    if output_format == "json":
        yield msgspec.json.format(msgspec.json.encode(whole_record(rules)), indent=2) + b"\n"
        return
    if output_format != "yaml":
        # Where the record follows, the words are comments in its YAML.
        before = "" if output_format == "text" else "# "
        yield f"{before}{rules.shown_title} ({rules.name})\n".encode()
        for sentence in sentences(rules):
            yield f"{before}- {sentence}\n".encode()
    if output_format != "text":
        yield encode_yaml(whole_record(rules))


def _compared(one: Rules, other: Rules) -> Iterator[bytes]:
    rows = differences(one, other)
    if not rows:
        yield f"{one.name} and {other.name} have the same rules\n".encode()
        return
    table = [("", one.name, other.name), *rows]
    widths = [max(len(row[at]) for row in table) for at in range(3)]
    for row in table:
        yield f"{'  '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()}\n".encode()
