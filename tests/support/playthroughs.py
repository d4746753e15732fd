"""Recorded games as readable text: for each step the position, all its legal moves, and the move taken.

Of the article's games every position is told in full. Of the others the first one is, and then the lines that a move
has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from forty_thieves import Table, deal
from forty_thieves.game import variants
from forty_thieves.game.cards import NAMES
from forty_thieves.game.moves import NO_CARD
from support.paths import DATA
from support.strategies import spelled

FOLDER = DATA / "playthroughs"
STOCK_SHOWN = 3


def path_of(variant: str) -> Path:
    """The file of a variant's game."""
    return FOLDER / f"{variant.replace('/', '-')}.txt"


def position_lines(table: Table, *, whole_stock: bool = True) -> Iterator[str]:
    """The position: a line a column, face-down cards in angle brackets; the waste, the stock, the foundations."""
    for number, column in enumerate(table.columns, 1):
        cards = [
            f"<{NAMES[card]}>" if table.is_face_down(number, at) else NAMES[card] for at, card in enumerate(column)
        ]
        yield f"{number}: {' '.join(cards)}".rstrip()
    if table.cells:
        yield f"cells: {' '.join('-' if card == NO_CARD else NAMES[card] for card in table.cells)}"
    yield f"waste: {spelled(table.waste)}".rstrip()
    stock = table.stock[::-1]
    if whole_stock:
        yield f"stock: {spelled(stock)}".rstrip()
    else:
        yield f"stock: {len(stock)} cards: {spelled(stock[:STOCK_SHOWN])} ..."
    if table.rules.foundation_build == "same-suit":
        tops = [NAMES[pile[-1]] for pile in table.foundations if pile]
    else:
        tops = [NAMES[pile[-1]] if pile else "-" for pile in table.foundations]
    yield f"foundations: {' '.join(tops)}".rstrip()
    if table.rules.redeals:
        yield f"redeals left: {table.redeals_left}"


def playthrough_lines(variant: str, seed: int, tokens: list[str]) -> Iterator[str]:
    """The lines of a game: its deal, and each step with its position, its legal moves and the move taken."""
    table = Table(deal(variant, seed))
    in_full = variant in variants.ARTICLE_NAMES
    before: list[str] = []
    yield f"variant: {variant}"
    yield f"seed: {seed}"
    for token in [*tokens, ""]:
        yield ""
        if in_full or not before:
            yield from position_lines(table)
        else:
            yield from (line for line in position_lines(table, whole_stock=False) if line not in before)
        before = list(position_lines(table, whole_stock=False))
        yield f"legal: {' '.join(map(str, table.legal_moves))}".rstrip()
        if token:
            yield f"move {table.played + 1}: {token}"
            table.play(token)
