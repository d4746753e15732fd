"""Recorded games as readable text: for each step the position, all its legal moves, and the move taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from forty_thieves import Table, deal
from forty_thieves.cards import NAMES
from strategies import DATA, spelled

FOLDER = DATA / "playthroughs"


def path_of(variant: str) -> Path:
    """The file of a variant's game."""
    return FOLDER / f"{variant}.txt"


def position_lines(table: Table) -> Iterator[str]:
    """The position: a line a column, face-down cards in angle brackets; the waste, the stock, the foundations."""
    for number, column in enumerate(table.columns, 1):
        hidden = table.face_down[number]
        cards = [f"<{NAMES[card]}>" if at < hidden else NAMES[card] for at, card in enumerate(column)]
        yield f"{number}: {' '.join(cards)}".rstrip()
    yield f"waste: {spelled(table.waste)}".rstrip()
    yield f"stock: {spelled(table.stock[::-1])}".rstrip()
    tops = [f"{NAMES[pile[-1]]}" for pile in table.foundations if pile]
    yield f"foundations: {' '.join(tops)}".rstrip()
    if table.rules.redeals:
        yield f"redeals left: {table.redeals_left}"


def playthrough_lines(variant: str, seed: int, tokens: list[str]) -> Iterator[str]:
    """The lines of a game: its deal, and each step with its position, its legal moves and the move taken."""
    table = Table(deal(variant, seed))
    yield f"variant: {variant}"
    yield f"seed: {seed}"
    for token in tokens:
        yield ""
        yield from position_lines(table)
        yield f"legal: {' '.join(map(str, table.legal_moves))}"
        yield f"move {table.played + 1}: {token}"
        table.play(token)
    yield ""
    yield from position_lines(table)
    yield f"legal: {' '.join(map(str, table.legal_moves))}"
