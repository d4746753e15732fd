"""The command ``moves``: the legal moves as data, and how many sequences of them there are."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import typer

from forty_thieves.formats.document import MAX_SIZE
from forty_thieves.game.cards import serialise_cards
from forty_thieves.game.moves import STOCK, WASTE, Move, is_cell, is_suit_pile, serialise_pile
from forty_thieves.game.perft import divide, perft
from forty_thieves.game.table import Table
from forty_thieves.outputs import write_stdout

from .inputs import read_as, refuse_variant
from .options import About, AutoDrawOption, InputFormatOption, MaxSizeOption
from .starts import played_out, start_in

TAG = "forty-thieves-moves/1"
DEEPEST = 20

ABOUT = About(
    summary="List the legal moves, or count sequences of them.",
    text="""The moves are those at the end of the game's log. A move is listed once, in its shortest spelling. The
counts are for comparing engines: fixtures/perft.jsonl has some for every variant.""",
    examples=("forty-thieves moves game.yaml --format json", "forty-thieves moves deal.yaml --perft 3 --divide"),
)


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deal, game or position; - is standard input.")],
    depth: Annotated[
        int | None,
        typer.Option("--perft", metavar="N", min=1, max=DEEPEST, help="Count the sequences of 1 to N legal moves."),
    ] = None,
    divided: Annotated[bool, typer.Option("--divide", help="Count them for each first move.")] = False,
    list_format: Annotated[
        Literal["text", "json"], typer.Option("--format", help="'text' has a line a move, or a count.")
    ] = "text",
    auto_draw: AutoDrawOption = False,
    input_format: InputFormatOption = None,
    max_size: MaxSizeOption = MAX_SIZE,
) -> None:
    """Run the command."""
    if divided and depth is None:
        raise typer.BadParameter("--divide needs --perft: how deep?")
    refuse_variant(file, "`deal` makes a deal of it, and - reads that")
    table = played_out(
        read_as(file, lambda document: start_in(document, file, auto_draw=auto_draw), input_format, max_size)
    )
    moves = [_described(table, move) for move in table.legal_moves]
    found: dict[str, Any] = {"format": TAG, "variant": table.rules.name, "played": table.played}
    if depth is None:
        found["moves"] = moves
        lines = [f"{move['move']:<8}{move['cards']:<12}{move['source']} to {move['target']}" for move in moves]
    else:
        found["perft"] = counts = perft(table, depth)
        lines = []
        if divided:
            shares = {str(move): numbers for move, numbers in divide(table, depth)}
            found["divide"] = shares
            lines = [f"{move} {' '.join(map(str, numbers))}" for move, numbers in shares.items()]
        lines.append(" ".join(map(str, counts)))
    if list_format == "json":
        write_stdout([msgspec.json.format(msgspec.json.encode(found), indent=2), b"\n"])
    else:
        write_stdout(f"{line.rstrip()}\n".encode() for line in lines)


def _described(table: Table, move: Move) -> dict[str, str]:
    """A legal move as data: its token, its cards, and the piles as the notation has them."""
    return {
        "move": str(move),
        "cards": serialise_cards(_cards(table, move)),
        "source": serialise_pile(move.source),
        "target": serialise_pile(move.target),
    }


def _cards(table: Table, move: Move) -> list[int]:
    """The cards of a legal move, the deepest first; of a draw those that it turns, of a redeal none."""
    if move.target == STOCK:
        return []
    if move.target == WASTE:
        return table.stock[: -table.rules.draw - 1 : -1]
    if move.source == STOCK:
        return table.stock[-1:]
    if is_cell(move.source):
        return [table.in_cell(move.source)]
    if is_suit_pile(move.source):  # which of several tops goes back shows when it has gone
        table.play(move)
        card = table.piles[move.target][-1]
        table.undo()
        return [card]
    return table.piles[move.source][-move.count :]
