"""The proof: no order of moves gets all cards out of the stock and the waste.

**The argument.** A win has a moment at which stock and waste are both empty. Every position that could lead there
is looked at, stratum by stratum: a stratum is the positions after the same number of draws, and a draw can't be
undone. Positions are compared whole; no two are taken for one that differ.

*Moves within the columns come as late as possible.* A draw and a move that does not touch the waste may change
places: neither touches what the other does. So a win can be put in an order in which, in each stratum, the last
move before the draw is one of the waste's top card, or there is none: what comes behind it is put off beyond the
draw. In a stratum moves within the columns (and from them to foundations) are therefore followed only towards a
move of the waste's top card, and positions that they lead to are not drawn from. Where the relaxation shows that
they can't make room for that card they are left out. After the last draw all follow the same rule: only a move of
the waste's top leads on.

Positions that :mod:`.relaxation` or :mod:`.capacity` show to be dead are let go. Where none is left, nothing leads
to a win. Where stock and waste become empty the proof fails, and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from forty_thieves.game.table import Table
from forty_thieves.solving.engine import Engine
from forty_thieves.solving.limits import Clock, Limits, Reason

from .capacity import Capacity
from .model import Position, applies, column_moves, problem_of, waste_moves, with_draw
from .relaxation import can_empty_a_column, can_place_the_waste

NAME = "in-suit/1"
"""The name and number of the proof, as it is told."""

POSITIONS = 100_000
"""Positions that are looked at for one proof; they take some 100 MB."""

Method = Literal["relaxation", "capacity"]
METHODS: frozenset[Method] = frozenset(("relaxation", "capacity"))


class Proof(Struct, frozen=True):
    """What came of looking for a proof.

    Attributes:
        unwinnable: whether it is proved that the game can't be won. Where not, nothing is.
        reason: what ended the search before it was through; None where it came through, or found a way on.
        positions: the positions that were looked at.
    """

    unwinnable: bool
    reason: Reason | None
    positions: int


def prove(table: Table, engine: Engine, limits: Limits, methods: frozenset[Method] = METHODS) -> Proof:
    """Try to prove that a game can't be won.

    Args:
        table: the table; it stays as it is.
        engine: what runs the kernel.
        limits: how far to go; the effort is counted in positions.
        methods: which methods may let positions go; without one the search is only longer.

    Raises:
        ValueError: the proofs do not apply to the table's rules.
    """
    if not applies(table):
        raise ValueError(f"there is no proof for the rules of {table.rules.name}")
    search = _Search(table, engine, limits, methods)
    try:
        unwinnable = search.exhausts()
        return Proof(unwinnable, None, search.positions)
    except _Ended as ended:
        return Proof(False, ended.reason, search.positions)
    except MemoryError:
        return Proof(False, "memory", search.positions)


class _Ended(Exception):
    """The limits are reached."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class _Search:
    def __init__(self, table: Table, engine: Engine, limits: Limits, methods: frozenset[Method]) -> None:
        self.positions = 0
        self._problem = problem_of(table)
        self._capacity = Capacity(self._problem, engine)
        self._relaxes = "relaxation" in methods
        self._counts = "capacity" in methods and self._capacity.holds
        self._limits, self._clock = limits, Clock(limits)

    def exhausts(self) -> bool:
        """Whether no position is left before stock and waste are empty."""
        stock = self._problem.stock
        # Dicts, not sets: they keep their order, so that the search is the same each time.
        stratum = {self._problem.start: None}
        for drawn in range(self._problem.drawn, len(stock) + 1):
            last = drawn == len(stock)
            following: dict[Position, None] = {}
            for position in self._stratum(stratum, drawn):
                if last and not position.waste:
                    return False
                if not last:
                    following[with_draw(position, stock[drawn])] = None
            stratum = following
        return True

    def _stratum(self, arrived: dict[Position, None], drawn: int) -> Iterator[Position]:
        """The positions of a stratum that may be drawn from and are not dead."""
        seen = set(arrived)
        todo = list(arrived)
        on_the_way: list[Position] = []  # positions that moves within the columns led to
        passed: set[Position] = set()
        while todo or on_the_way:
            waits = not todo
            position = on_the_way.pop() if waits else todo.pop()
            if waits and position in seen:
                continue
            self._count()
            if self._is_dead(position, drawn):
                continue
            if not waits:
                yield position
            if not position.waste or (self._relaxes and not can_place_the_waste(position)):
                continue
            for found in waste_moves(position):
                if found not in seen:
                    seen.add(found)
                    todo.append(found)
            for found in column_moves(position):
                if found in seen:
                    continue
                if len(found.waste) < len(position.waste):  # a safe move took the waste's top card
                    seen.add(found)
                    todo.append(found)
                elif found not in passed:
                    passed.add(found)
                    on_the_way.append(found)

    def _is_dead(self, position: Position, drawn: int) -> bool:
        if self._relaxes and not can_empty_a_column(position, self._problem.stock[drawn:]):
            return True
        return self._counts and self._capacity.shows_dead(position, drawn)

    def _count(self) -> None:
        """Count a position.

        Raises:
            _Ended: the limits are reached.
        """
        if self.positions >= self._limits.effort:
            raise _Ended("effort")
        self.positions += 1
        if self.positions % 64 == 0 and (reason := self._clock.reason()) is not None:
            raise _Ended(reason)
