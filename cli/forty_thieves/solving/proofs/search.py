"""The proof: every position that could lead to a win is looked at, and none is won.

**The argument.** Positions are looked at stratum by stratum: a stratum is the positions after the same number of
draws, and a draw can't be undone. Positions are compared whole; no two are taken for one that differ.

*Moves within the columns come as late as possible.* A draw and a move that does not touch the waste may change
places: neither touches what the other does. So a win can be put in an order in which, in each stratum, the last
move before the draw is one of the waste's top card, or there is none: what comes behind it is put off beyond the
draw. In a stratum moves within the columns (and between them and foundations) are therefore followed only towards a
move of the waste's top card, and positions that they lead to are not drawn from. Where the relaxation shows that
they can't make room for that card they are left out. So it is after the last draw, until the waste is empty too:
from there on all moves are followed. Safe moves (see :mod:`.moves`) do not disturb this: to make one at once only
leaves out what its card did later in the win; and where that was the move of the waste's top, the position that the
safe move led to is one that may be drawn from.

Positions that :mod:`.relaxation` or :mod:`.capacity` show to be dead are let go. Where none is left, nothing leads
to a win. Where a position is won the proof fails; as more is allowed than by the rules (see :mod:`.model`), that says
nothing of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from forty_thieves.game.deal import deal
from forty_thieves.game.table import Table
from forty_thieves.solving.engine import Engine, Ints
from forty_thieves.solving.limits import Clock, Limits, Reason

from . import capacity, relaxation, strata
from .building import FACES, rules_of
from .model import Problem, applies, problem_of
from .moves import COLUMNS, FOUNDED, WASTE, settle, with_height
from .piles import EMPTY, PILE, enter_first_columns, with_card
from .rows import add, no_rows, with_room

NAME = "strata/1"
"""The name and number of the proof, as it is told. What it proves follows from its methods and their limits; where
one changes, so does the number."""

EFFORT_A_SECOND = 300_000
"""The effort for each second that a proof may take: less than compiled code gets through, so that it is the effort
that ends most proofs, and the answer is the same on another machine."""

Method = Literal["relaxation", "capacity"]
METHODS: frozenset[Method] = frozenset(("relaxation", "capacity"))


class Proof(Struct, frozen=True):
    """What came of looking for a proof.

    Attributes:
        unwinnable: whether it is proved that the game can't be won. Where not, nothing is.
        reason: what ended the search before it was through; None where it came through, or found a way on.
        effort: the positions that were looked at, and one more for each 10 choices that capacity looked at.
    """

    unwinnable: bool
    reason: Reason | None
    effort: int


def prove(table: Table, engine: Engine, limits: Limits, methods: frozenset[Method] = METHODS) -> Proof:
    """Try to prove that a game can't be won.

    Args:
        table: the table; it stays as it is.
        engine: what runs the kernel.
        limits: how far to go.
        methods: which methods may let positions go; without one the search is only longer.

    Raises:
        ValueError: the proofs do not apply to the table's rules.
    """
    if not applies(table):
        raise ValueError(f"there is no proof for the rules of {table.rules.name}")
    search = Search(problem_of(table), engine, methods)
    try:
        unwinnable = search.exhausts(limits)
        return Proof(unwinnable, None, search.effort)
    except _Ended as ended:
        return Proof(False, ended.reason, search.effort)
    except MemoryError:
        return Proof(False, "memory", search.effort)


def limits_of(seconds: float, stopped: Callable[[], bool] | None = None) -> Limits:
    """How far to go for a proof that may take so many seconds: so long, and so many times the effort of a second.

    Args:
        seconds: more than 0.
        stopped: asked now and then whether to stop.
    """
    return Limits(max(1, int(seconds * EFFORT_A_SECOND)), seconds, stopped)


class _Ended(Exception):
    """The limits are reached."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


_ROOM = 1 << 16
"""Positions and piles for which there is room, at most, before a slice of the search."""
_FIRST_SLICE = 4
"""The effort of the first slice. One that uses it up is followed by one of twice that, as far as there is room."""


class Search:
    """The search for a proof.

    Args:
        problem: what is to be proved unwinnable.
        engine: what runs the kernel.
        methods: which methods may let positions go.
    """

    def __init__(self, problem: Problem, engine: Engine, methods: frozenset[Method] = METHODS) -> None:
        self._engine = engine
        columns, stock = len(problem.columns), len(problem.stock)
        self.width = COLUMNS + columns
        self._most_new = _most_new(problem)
        self.piles = engine.zeros(1 << 12, 32)
        self.pile_count = engine.zeros(1)
        self.choices = engine.zeros(len(self.piles) // PILE * (columns + 1), 16)
        self.here, self.passed, self.following = (no_rows(engine, self.width) for _ in range(3))
        self.dead = no_rows(engine, columns + 1)
        self.work = engine.zeros(capacity.room_for_work(columns))
        self.relaxing = engine.zeros(relaxation.room_for_work(columns))
        self.row, self.found, self.key = (engine.zeros(self.width) for _ in range(3))
        self.moves = engine.zeros(3 * self._most_new)
        self.rules = rules_of(problem, engine)
        self.stock = engine.array(list(problem.stock))
        self.still = engine.zeros((stock + 1) * FACES)
        self.in_stock = engine.zeros(stock + 1)
        for drawn in range(stock):
            for face in problem.stock[drawn:]:
                self.still[drawn * FACES + face] += 1
                self.in_stock[drawn] |= 1 << face
        self.numbers = engine.zeros(strata.NUMBERS)
        self.numbers[strata.WIDTH] = self.width
        self.numbers[strata.STOCK] = stock
        self.numbers[strata.DRAWN] = problem.drawn
        self.numbers[strata.RELAXES] = int("relaxation" in methods)
        self.numbers[strata.COUNTS] = int("capacity" in methods)
        self._make_room(sum(map(len, problem.columns)))
        enter_first_columns(self.piles, self.pile_count, problem.columns, self.rules)
        self.enter(problem)
        add(self.here, self.width, self.row)

    def enter(self, now: Problem) -> None:
        """Set ``row`` to the position of a problem: the first one, or one that it has led to."""
        columns, waste = now.columns, now.stock[: now.drawn]
        self._make_room(sum(map(len, columns)) + len(waste))
        self.row[WASTE] = self.pile_of(waste)
        for suit, heights in enumerate(now.founded):
            self.row[FOUNDED + suit] = sum(with_height(number, cards) for number, cards in enumerate(heights))
        for number, column in enumerate(columns):
            self.row[COLUMNS + number] = self.pile_of(column)
        settle(self.row, self.width, self.piles, self.rules)

    def pile_of(self, faces: bytes) -> int:
        """The number of a pile, which is entered where it is new; there must be room for it."""
        pile = EMPTY
        for face in faces:
            pile = with_card(self.piles, self.pile_count, pile, face)
        return pile

    def relaxed(self) -> tuple[Ints, int, Ints, Ints, Ints]:
        """What the relaxation is asked about: the position that was entered."""
        return self.row, self.width, self.piles, self.rules, self.relaxing

    def shows_dead(self, now: Problem, method: Method) -> bool:
        """Whether a method shows that a position can't be won.

        Args:
            now: the position, one that the first position of the search has led to. As many cards are drawn in it
                as in the last one that was asked about, or more.
            method: the method.
        """
        self.enter(now)
        drawn = self.numbers[strata.STOCK] - (len(now.stock) - now.drawn)
        if method == "relaxation":
            can_empty = self._engine.ready(relaxation.can_empty_a_column)
            return not can_empty(self.row, self.width, self.piles, self.in_stock[drawn], self.rules, self.relaxing)
        return self._engine.ready(capacity.shows_dead)(
            self.row,
            self.width,
            self.piles,
            self.still,
            drawn,
            self.numbers[strata.STOCK],
            self.rules,
            self.choices,
            self.dead,
            self.key,
            self.work,
        )

    @property
    def effort(self) -> int:
        """The effort so far."""
        return strata.effort_of(self.numbers, self.work)

    def exhausts(self, limits: Limits) -> bool:
        """Whether no position is left, and none was won.

        Raises:
            _Ended: the limits are reached.
        """
        run = self._engine.ready(strata.search)
        clock = Clock(limits)
        part = _FIRST_SLICE
        while True:
            effort = self.effort
            if effort >= limits.effort:
                raise _Ended("effort")
            if (reason := clock.reason()) is not None:
                raise _Ended(reason)
            self._make_room(part * self._most_new)
            ended = run(
                self.numbers,
                min(effort + part, limits.effort),
                self.rules,
                self.stock,
                self.still,
                self.in_stock,
                self.piles,
                self.pile_count,
                self.here,
                self.passed,
                self.following,
                self.dead,
                self.choices,
                self.work,
                self.relaxing,
                self.row,
                self.found,
                self.key,
                self.moves,
            )
            if ended == strata.GOES_ON:
                part = max(part, min(2 * part, _ROOM // self._most_new))
            if ended == strata.WON:
                return False
            if ended == strata.STRATUM_DONE:
                if self.following.size[0] == 0:
                    return True
                self._next_stratum()

    def _next_stratum(self) -> None:
        self.here = self.following
        self.passed, self.following = (no_rows(self._engine, self.width) for _ in range(2))
        self.numbers[strata.DRAWN] += 1
        self.numbers[strata.HERE] = self.numbers[strata.PASSED] = 0

    def _make_room(self, more: int) -> None:
        """See to it that so many positions, and so many piles, can be added."""
        width = self.width
        self.here, self.passed, self.following = (
            with_room(self._engine, known, width, more) for known in (self.here, self.passed, self.following)
        )
        self.dead = with_room(self._engine, self.dead, width - COLUMNS + 1, more)
        room = len(self.piles) // PILE
        if self.pile_count[0] + more > room:
            while self.pile_count[0] + more > room:
                room *= 2
            self.piles = self._engine.grown(self.piles, room * PILE)
            self.choices = self._engine.grown(self.choices, room * (self.width - COLUMNS + 1))


def _most_new(problem: Problem) -> int:
    """The most positions, and the most piles, to which the moves of one position may lead."""
    columns = len(problem.columns)
    # Of a sequence each card may go to an empty column, and one to each card on which it fits.
    opening = problem.ranks if problem.sequences else 1
    onto = columns if problem.sequences else min(columns, problem.packs * len(problem.bearers[0]))
    moves = (columns + 1) * (onto + opening + 1)
    if problem.takes_back:
        moves += 4 * problem.packs * (onto + 1)
    return moves * opening + 1


def warm(engine: Engine) -> None:
    """Compile what the engine compiles, which is the same for every game."""
    prove(Table(deal(seed=1)), engine, Limits(1))
    engine.note_code("proofs")
