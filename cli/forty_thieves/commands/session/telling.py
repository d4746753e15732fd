"""What a session tells when it is asked: moves, waste, stock, log, rules, help, and how a game was won."""

from __future__ import annotations

from forty_thieves.game.cards import serialise_cards
from forty_thieves.game.moves import STOCK, WASTE, Move
from forty_thieves.game.table import Table
from forty_thieves.show.describe import sentences
from forty_thieves.text import plural

from .played import Played
from .reading import in_words
from .sight import knows_stock
from .verbs import help_lines
from .voice import Voice

OVER = "undo, restart, new or quit?"
"""What may be typed at the end of a game."""


def tell_moves(moves: list[Move], voice: Voice) -> None:
    """List moves, grouped by where they come from."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        name = {WASTE: "draw", STOCK: "redeal"}.get(move.target) or in_words(move.source).removeprefix("the ")
        groups.setdefault(name, []).append(move)
    for name, group in groups.items():
        voice.listed(name, group)
    if not moves:
        voice.line("No legal move is left.")


def tell_waste(table: Table, voice: Voice) -> None:
    """Show the whole waste."""
    if not table.waste:
        voice.line("The waste is empty.")
        return
    voice.line(f"The waste has {plural(len(table.waste), 'card')}; the last one here lies on top:")
    voice.cards(serialise_cards(table.waste))


def tell_stock(table: Table, voice: Voice) -> None:
    """Say how many cards the stock has, and which where its player has seen them."""
    count = plural(len(table.stock), "card")
    if not table.stock:
        voice.line("The stock is empty.")
    elif knows_stock(table):
        voice.line(f"The stock has {count}, which come as they came before; the first one here is next:")
        voice.cards(serialise_cards(reversed(table.stock)))
    else:
        voice.line(f"The stock has {count}, face down.")


def tell_log(game: Played, voice: Voice) -> None:
    """Show the moves that are played, and those that were undone."""
    for name, moves in (("played", game.done), ("undone", game.undone)):
        if moves:
            voice.listed(name, moves, 8)
    if not game.moves:
        voice.line("No move was made yet.")


def tell_rules(table: Table, voice: Voice) -> None:
    """Say how the game is played."""
    for sentence in sentences(table.rules):
        voice.line(f"- {sentence}", 2)


def tell_help(table: Table, voice: Voice) -> None:
    """Say what may be typed in this game."""
    lines = list(help_lines(table.rules))
    indent = 4 + max(len(written) for written, meaning in lines if meaning)
    for written, meaning in lines:
        voice.line(f"  {written:{indent - 2}}{meaning}" if meaning else written, indent)


def tell_won(game: Played, voice: Voice) -> None:
    """Say how a game was won."""
    parts = [plural(len(game.done), "move"), plural(game.steps, "step")]
    if game.hints_taken:
        parts.append(plural(game.hints_taken, "hint"))
    time = f"; time played {game.time}" if game.time else ""
    voice.line(f"Won, in {', '.join(parts)}{time}.")
