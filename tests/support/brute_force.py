"""Whether small games of two packs, built in suit one card at a time, can be won: found out by trying everything.

It shares nothing with the package but the numbers of cards, and knows no short cuts.
"""

from __future__ import annotations

from forty_thieves.game.table import Table

MOST = 150_000
"""Positions after which it gives up."""

_Piles = tuple[tuple[int, ...], ...]
_Key = tuple[_Piles, tuple[int, ...], int, tuple[int, ...]]


def can_be_won(table: Table) -> bool | None:
    """Whether a game can be won; None where there is too much to try.

    Args:
        table: a table of rules like those of Forty Thieves, whatever its columns and ranks.
    """
    ranks = len(table.rules.ranks)
    stock = tuple(reversed(table.stock))
    heights = tuple(
        height
        for suit in range(4)
        for height in sorted(len(pile) for pile in table.foundations[2 * suit : 2 * suit + 2])
    )
    start: _Key = (tuple(sorted(tuple(column) for column in table.columns)), tuple(table.waste), 0, heights)
    seen, todo = {start}, [start]
    while todo:
        columns, waste, drawn, founded = todo.pop()
        if sum(founded) == 8 * ranks:
            return True
        found: list[tuple[list[tuple[int, ...]], tuple[int, ...], int, tuple[int, ...]]] = []
        if drawn < len(stock):
            found.append((list(columns), (*waste, stock[drawn]), drawn + 1, founded))
        for source in range(-1, len(columns)):
            pile = waste if source < 0 else columns[source]
            if not pile:
                continue
            card, left = pile[-1], list(columns)
            if source >= 0:
                left[source] = pile[:-1]
            rest = pile[:-1] if source < 0 else waste
            for number in (0, 1):
                at = card // 13 * 2 + number
                if founded[at] == card % 13:
                    raised = list(founded)
                    raised[at] += 1
                    raised[at - number : at - number + 2] = sorted(raised[at - number : at - number + 2])
                    found.append((left, rest, drawn, tuple(raised)))
            for target, column in enumerate(columns):
                if target != source and (not column or (column[-1] == card + 1 and column[-1] // 13 == card // 13)):
                    built = list(left)
                    built[target] = (*column, card)
                    found.append((built, rest, drawn, founded))
        for left, rest, now, grown in found:
            key = (tuple(sorted(left)), rest, now, grown)
            if key not in seen:
                seen.add(key)
                todo.append(key)
        if len(seen) > MOST:
            return None
    return False
