"""Counting sequences of legal moves, as chess programs do to compare their move generators ("perft").

Two engines that give the same numbers for many positions agree on what is legal there, and on what every move does.
"""

from __future__ import annotations

from .moves import Move
from .table import Table


def perft(table: Table, depth: int) -> list[int]:
    """How many sequences of 1, 2, ... ``depth`` legal moves there are.

    A move counts once, in its shortest spelling; different sequences that lead to one position all count.

    Args:
        table: where the sequences start; it is as it was afterwards.
        depth: the length of the longest, at least 1. Time grows with the last number.

    Returns:
        ``depth`` numbers, that of the shortest sequences first.
    """
    counts = [0] * depth
    _count(table, counts, 0)
    return counts


def divide(table: Table, depth: int) -> list[tuple[Move, list[int]]]:
    """The numbers of :func:`perft` for each first move; they add up to its numbers.

    Args:
        table: where the sequences start; it is as it was afterwards.
        depth: the length of the longest, at least 1.

    Returns:
        For each legal move, in the order of ``table.legal_moves``: the move and ``depth`` numbers, the first 1.
    """
    shares = []
    for move in list(table.legal_moves):
        table.play(move)
        shares.append((move, [1, *perft(table, depth - 1)]))
        table.undo()
    return shares


def _count(table: Table, counts: list[int], length: int) -> None:
    """Add the sequences that go on from here to the counts; ``length`` moves led here."""
    if length == len(counts):
        return
    if length == len(counts) - 1:
        counts[length] += len(table.legal_moves)  # the last moves need not be played
        return
    for move in list(table.legal_moves):
        counts[length] += 1
        table.play(move)
        _count(table, counts, length + 1)
        table.undo()
