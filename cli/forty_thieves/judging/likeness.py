"""What tells that two games on one deal are alike, however their logs are written.

A game is looked at as it was played, card by card. So it makes no difference whether a log asserts cards, says
``x1``, writes letters large or small, or has ``s-5`` for ``d w-5``.
"""

from __future__ import annotations

from hashlib import sha256

from forty_thieves.game.moves import STOCK, WASTE, is_cell
from forty_thieves.game.table import Table

from .outcomes import Likeness

_DRAW, _REDEAL = "d", "r"


def likeness_of(table: Table, deal: str) -> Likeness:
    """What is equal for games that are alike.

    Two games are of one *log* where the same cards go from the same piles to the same piles in the same order, draws
    and redeals among them. They are of the same *transfers* where each card goes as often to each pile, out of a
    column, the waste, a cell or a foundation, in whatever order, and draws and redeals are as many. Which column a
    card comes from is no part of that: it follows from where it went before.

    Args:
        table: the game as it was played; it is taken back to where it started.
        deal: the deal's digest.
    """
    log: list[str] = []
    transfers: list[str] = []
    while (move := table.last_move) is not None:
        source, target, count = move.source, move.target, move.count
        card = table.piles[target][-count] if target > 0 else None
        table.undo()
        if target in (WASTE, STOCK):
            log.append(_DRAW if target == WASTE else _REDEAL)
            continue
        straight = source == STOCK
        if card is None:
            card = _top_of(table, source)
        went = f"{target} {count} {card}"
        log.append(f"{WASTE if straight else source} {went}")
        transfers.append(f"{_kind_of(source)} {went}")
        if straight:  # drawn first, and played from the waste
            log.append(_DRAW)
    transfers += [step for step in log if step in (_DRAW, _REDEAL)]
    return Likeness(_digest(deal, log), _digest(deal, sorted(transfers)))


def _top_of(table: Table, pile: int) -> int:
    """The playable card of a column, the waste, the stock or a cell."""
    if pile >= WASTE:
        return table.piles[pile][-1]
    return table.stock[-1] if pile == STOCK else table.in_cell(pile)


def _kind_of(pile: int) -> str:
    """What sort of pile a move takes cards from; a card played straight from the stock was on the waste."""
    if pile > 0:
        return "column"
    if pile in (WASTE, STOCK):
        return "waste"
    return "cell" if is_cell(pile) else "foundation"


def _digest(deal: str, steps: list[str]) -> bytes:
    return sha256("\n".join((deal, *steps)).encode()).digest()[:16]
