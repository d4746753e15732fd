"""The command ``deal``: records of new deals."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Annotated, Literal, get_args

import typer
from msgspec import UNSET

from forty_thieves.formats.encode import encode
from forty_thieves.game import shuffles, variants
from forty_thieves.game.deal import Deal, deal
from forty_thieves.outputs import STDOUT, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.deals import PAR, SOLVER, STEPS, serialise_deal
from forty_thieves.records.interpret import check_meta
from forty_thieves.records.structs import DealRecord, GameRecord
from forty_thieves.show.board import deal_board
from forty_thieves.show.look import Look
from forty_thieves.text import quoted

from .inputs import rules_asked
from .looks import ColorOption, SymbolsOption, look_of
from .options import (
    About,
    EngineName,
    ForceOption,
    RevealOption,
    SchemaCommentOption,
    SeedOption,
    ShuffleOption,
    complete_variant,
    rules_option,
    variant_option,
)
from .targets import (
    SUFFIXES,
    file_stem,
    format_of,
    is_folder,
    refuse_binary_terminal,
    refuse_idle_comment,
    refuse_idle_reveal,
    refuse_replacing,
    write_folder,
)

DealFormat = Literal["yaml", "json", "jsonl", "msgpack", "text", "svg"]
_FORMATS: tuple[DealFormat, ...] = get_args(DealFormat)

ABOUT = About(
    summary="Deal games; the same seed always gives the same deal.",
    text="Without --seed a seed is drawn from the system's random source and written in the record.",
    examples=(
        "forty-thieves deal lucas --seed 42",
        "forty-thieves deal --seed 1 --count 100 --format jsonl --output deals.jsonl",
    ),
)


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[VARIANT]", help=f"Which game. [default: {variants.DEFAULT}]", autocompletion=complete_variant
        ),
    ] = None,
    variant: Annotated[str | None, variant_option("The same as VARIANT.")] = None,
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
    meta: Annotated[
        list[str] | None,
        typer.Option("--meta", metavar="NAME=TEXT", help="A text to keep with the deal, such as a note; repeatable."),
    ] = None,
    winnable: Annotated[
        bool, typer.Option("--winnable", help="Deal only seeds that the solver wins: the first K from N on.")
    ] = False,
    difficulty: Annotated[
        Literal["any", "easy", "hard"],
        typer.Option("--difficulty", help="With --winnable: by the positions that the solver examines for a win."),
    ] = "any",
    effort: Annotated[
        int | None,
        typer.Option("--effort", metavar="N", min=1, help="With --winnable: positions to examine for each seed."),
    ] = None,
    portfolio: Annotated[
        str | None,
        typer.Option("--portfolio", metavar="NAME", help="With --winnable: the searches to try, by name."),
    ] = None,
    engine: Annotated[
        EngineName,
        typer.Option("--engine", help="With --winnable: what searches; 'auto' is numba where it is installed."),
    ] = "auto",
    solution: Annotated[
        bool, typer.Option("--solution", help="With --winnable: write games that win instead of the deals.")
    ] = False,
    par: Annotated[
        bool,
        typer.Option(
            "--par",
            help="With --winnable: look for short wins, and keep the steps of the shortest as the deal's par.",
        ),
    ] = False,
    reveal: RevealOption = False,
    schema_comment: SchemaCommentOption = False,
    force: ForceOption = False,
    shuffle: ShuffleOption = shuffles.DEFAULT,
    rules_file: Annotated[str | None, rules_option()] = None,
    color: ColorOption = "auto",
    symbols: SymbolsOption = False,
) -> None:
    """Run the command."""
    if name is not None and variant is not None:
        raise typer.BadParameter("give the variant once: as VARIANT, or with --variant")
    rules = rules_asked(variant or name, rules_file)
    first = _drawn(shuffle, count) if seed is None else seed
    _check_seeds(first, count, shuffle)
    chosen = format_of(deal_format, output, _FORMATS)
    refuse_binary_terminal(chosen, output)
    refuse_idle_reveal(chosen, reveal=reveal)
    refuse_idle_comment((chosen,), schema_comment=schema_comment)
    if chosen == "msgpack" and first + count > 1 << 64:
        raise typer.BadParameter("bad-seed: MessagePack has no number above 2^64 - 1: choose another --format")
    texts = _meta_asked(meta or [])
    if (texts or par) and chosen in ("text", "svg"):
        raise typer.BadParameter(f"{'--meta' if texts else '--par'} has no place in --format {chosen}")
    how_to_search = effort is not None or portfolio is not None or difficulty != "any" or engine != "auto"
    if (solution or par or how_to_search) and not winnable:
        raise typer.BadParameter(
            "--solution, --par, --effort, --portfolio, --engine and --difficulty go with --winnable"
        )
    if par and texts.keys() & {PAR, SOLVER}:
        raise typer.BadParameter(f"--par writes {PAR} and {SOLVER}: leave them out of --meta")
    if solution and (texts or chosen in ("text", "svg")):
        raise typer.BadParameter("--solution writes games: without --meta, and not as text or a picture")
    if not is_folder(output):
        refuse_replacing([output], [rules_file])
        if chosen == "svg" and count > 1:
            raise typer.BadParameter("a file holds one picture: give --output a folder (X/), for a file of each deal")
    records: dict[int, DealRecord | GameRecord] = {}
    encoded = partial(
        _encoded,
        chosen=chosen,
        meta=texts,
        look=look_of(output, color, symbols),
        reveal=reveal,
        schema_comment=schema_comment,
        records=records,
    )

    def write(seeds: Sequence[int], deals: Iterable[Deal]) -> None:
        if not is_folder(output):
            write_file(output, encoded(deals), force=force)
            return
        digits = len(str(seeds[-1]))
        names = [file_stem(rules, f"{seed:0{digits}}") + SUFFIXES[chosen][0] for seed in seeds]
        refuse_replacing((os.path.join(output, name) for name in names), [rules_file])
        write_folder(output, names, (encoded([one], single=True) for one in deals), force=force)

    seeds = range(first, first + count)
    if not winnable:
        write(seeds, (deal(rules, number, shuffle) for number in seeds))
        return
    from .solve import portfolio_named  # noqa: PLC0415 - start-up counts
    from .winnable import WinnableGames  # noqa: PLC0415 - start-up counts

    named = portfolio_named(portfolio)
    search = WinnableGames(
        rules, first, shuffle, count, difficulty, effort, shorter=par, portfolio=named, engine=engine
    )
    found = _found(search, records, texts, solution=solution, par=par)
    if is_folder(output):
        held = list(found)
        write([one.seed or 0 for one in held], held)
    else:
        write(seeds, found)
    if search.ended is not None:
        raise search.ended


def _found(
    search: Iterable[tuple[Deal, GameRecord]],
    records: dict[int, DealRecord | GameRecord],
    meta: dict[str, str],
    *,
    solution: bool,
    par: bool,
) -> Iterator[Deal]:
    """The deals of a search; what is to be written of one is put into ``records`` before the deal is given.

    Args:
        search: deals, each with a game that wins it.
        records: what is written, by seed.
        meta: what is kept with every deal.
        solution: whether the games are written instead of the deals.
        par: whether deals say how many steps the game takes, and who found it.
    """
    for one, game in search:
        if par:
            found = {} if game.meta is UNSET else game.meta
            game.deal = serialise_deal(one, {**meta, PAR: found[STEPS], SOLVER: found[SOLVER]})
        if solution or par:
            records[one.seed or 0] = game if solution else game.deal
        yield one


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


def _meta_asked(words: list[str]) -> dict[str, str]:
    """The texts by name that were given.

    Raises:
        typer.BadParameter: one has no name, a name that is too long or is given twice, or control characters.
    """
    meta = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name in meta:
            problem = f"{quoted(name)} is there twice" if equals else f"{quoted(word)} has no name: write NAME=TEXT"
            raise typer.BadParameter(problem, param_hint="'--meta'")
        meta[name] = text
    try:
        check_meta(meta)
    except Fault as fault:
        raise typer.BadParameter(f"{fault.code}: {fault.message}", param_hint="'--meta'") from None
    return meta


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


def _encoded(
    deals: Iterable[Deal],
    *,
    chosen: DealFormat,
    meta: dict[str, str],
    look: Look,
    reveal: bool,
    schema_comment: bool,
    records: dict[int, DealRecord | GameRecord],
    single: bool = False,
) -> Iterator[bytes]:
    if chosen == "text":
        for number, one in enumerate(deals):
            yield (b"\n" if number else b"") + deal_board(one, look).encode()
    elif chosen == "svg":
        from forty_thieves.show.svg import deal_svg  # noqa: PLC0415 - start-up counts

        yield from (deal_svg(one, reveal=reveal) for one in deals)
    else:
        made = (records.get(one.seed or 0) or serialise_deal(one, meta) for one in deals)
        yield from encode(made, chosen, single=single, schema_comment=schema_comment)
