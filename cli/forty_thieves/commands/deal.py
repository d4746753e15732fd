"""The command ``deal``: records of new deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, Literal

import typer

from forty_thieves.formats.encode import Format, encode
from forty_thieves.game import shuffles, variants
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.rules import Rules
from forty_thieves.outputs import STDOUT, OutputError, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import serialise_deal
from forty_thieves.show.board import deal_board
from forty_thieves.show.look import Look
from forty_thieves.text import file_name, reason

from .inputs import rules_asked
from .looks import ColorOption, SymbolsOption, look_of
from .options import About, ForceOption, RevealOption, SeedOption, ShuffleOption, complete_variant, rules_option
from .targets import output_format, refuse_binary_terminal, refuse_idle_reveal

DealFormat = Literal["yaml", "json", "jsonl", "msgpack", "text", "svg"]

_SUFFIX: dict[DealFormat, str] = {
    "yaml": ".yaml",
    "json": ".json",
    "jsonl": ".jsonl",
    "msgpack": ".msgpack",
    "text": ".txt",
    "svg": ".svg",
}

ABOUT = About(
    summary="Deal games; the same seed always gives the same deal.",
    text="Without --seed a seed is drawn from the system's random source and written in the record.",
    examples=(
        "forty-thieves deal lucas --seed 42",
        "forty-thieves deal --seed 1 --count 100 --format jsonl --output deals.jsonl",
    ),
)


def command(
    variant: Annotated[
        str | None,
        typer.Argument(
            metavar="[VARIANT]", help=f"Which game. [default: {variants.DEFAULT}]", autocompletion=complete_variant
        ),
    ] = None,
    seed: SeedOption = None,
    count: Annotated[int, typer.Option("--count", metavar="K", min=1, help="Deal seeds N to N+K-1.")] = 1,
    deal_format: Annotated[
        DealFormat | None,
        typer.Option(
            "--format", help="How to write them; 'text' is a board to read, 'svg' a picture. [default: yaml]"
        ),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to; a folder (X/) gets a file for each deal.")
    ] = STDOUT,
    reveal: RevealOption = False,
    force: ForceOption = False,
    shuffle: ShuffleOption = shuffles.DEFAULT,
    rules_file: Annotated[str | None, rules_option()] = None,
    color: ColorOption = "auto",
    symbols: SymbolsOption = False,
) -> None:
    """Run the command."""
    rules = rules_asked(variant, rules_file)
    first = _drawn(shuffle, count) if seed is None else seed
    _check_seeds(first, count, shuffle)
    chosen: DealFormat = deal_format or _format_of(output)
    refuse_binary_terminal(chosen, output)
    refuse_idle_reveal(chosen, reveal=reveal)
    if chosen == "msgpack" and first + count > 1 << 64:
        raise typer.BadParameter("bad-seed: MessagePack has no number above 2^64 - 1: choose another --format")
    deals = (deal(rules, first + step, shuffle) for step in range(count))
    encoded = partial(_encoded, chosen=chosen, look=look_of(output, color, symbols), reveal=reveal)
    if output.endswith("/") or (output != STDOUT and os.path.isdir(output)):
        each = partial(encoded, single=True)
        _write_folder(output, _SUFFIX[chosen], rules, range(first, first + count), deals, each, force=force)
        return
    if chosen == "svg" and count > 1:
        raise typer.BadParameter("a file holds one picture: give --output a folder (X/), for a file of each deal")
    write_file(output, encoded(deals), force=force)


def _drawn(shuffle: str, count: int) -> int:
    """The first of so many seeds, from the system's random source."""
    try:
        largest = min(shuffles.find(shuffle).most, shuffles.LARGEST_DRAWN_SEED)
    except Fault as fault:
        raise typer.BadParameter(f"{fault.code}: {fault.message}") from None
    first = min(shuffles.draw_seed(shuffle), largest + 1 - count)
    if first < shuffles.find(shuffle).least:
        raise typer.BadParameter("--count is larger than the number of seeds that are drawn from: give --seed")
    return first


def _check_seeds(first: int, count: int, shuffle: str) -> None:
    """Check that the shuffle has all the seeds that are asked for.

    Raises:
        typer.BadParameter: there is no such shuffle, or it has not all of them.
    """
    option = "'--shuffle'"
    try:
        most = shuffles.find(shuffle).most
        option = "'--seed'"
        shuffles.check_seed(first, shuffle)
    except Fault as fault:
        raise typer.BadParameter(f"{fault.code}: {fault.message}", param_hint=option) from None
    if first + count - 1 > most:
        message = f"bad-seed: the seeds from {first} to {first + count - 1} go beyond the largest, {most}"
        raise typer.BadParameter(message, param_hint="'--count'")


def _format_of(output: str) -> DealFormat:
    """The format that a file's suffix names; ``.txt`` is a board to read, ``.svg`` a picture."""
    for chosen in ("text", "svg"):
        if output.lower().endswith(_SUFFIX[chosen]):
            return chosen
    return output_format(None, output)


def _encoded(
    deals: Iterable[Deal], *, chosen: DealFormat, look: Look, reveal: bool, single: bool = False
) -> Iterator[bytes]:
    if chosen == "text":
        for number, one in enumerate(deals):
            yield (b"\n" if number else b"") + deal_board(one, look).encode()
    elif chosen == "svg":
        from forty_thieves.show.svg import deal_svg  # noqa: PLC0415 - start-up counts

        yield from (deal_svg(one, reveal=reveal) for one in deals)
    else:
        yield from _records(deals, chosen, single=single)


def _records(deals: Iterable[Deal], chosen: Format, *, single: bool) -> Iterator[bytes]:
    yield from encode((serialise_deal(one) for one in deals), chosen, single=single)


def _write_folder(
    folder: str,
    suffix: str,
    rules: Rules,
    seeds: range,
    deals: Iterable[Deal],
    encoded: Callable[[list[Deal]], Iterator[bytes]],
    *,
    force: bool,
) -> None:
    """Write a file for each deal, named by variant and seed; where one is there already, none is written."""
    stem = rules.name.replace("/", "-")
    names = (os.path.join(folder, f"{stem}-{seed}{suffix}") for seed in seeds)
    if not force:
        taken = next((name for name in names if os.path.lexists(name)), None)
        if taken is not None:
            message = "the file is there already; --force replaces it. Nothing was written"
            raise OutputError(f"{file_name(taken)}: {message}")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{file_name(folder)}: cannot make the folder: {reason(error)}") from None
    for one in deals:
        path = os.path.join(folder, f"{stem}-{one.seed}{suffix}")
        write_file(path, encoded([one]), force=force)
