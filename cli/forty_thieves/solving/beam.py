"""Beam search: of the positions that can be reached, the most promising ones are followed, the others let go.

Two layerings, and each wins deals that the other loses:

- by *moves*: the best ``width`` positions after each move are kept;
- by *draws*: the best ``width`` positions for each number of cards drawn are kept, and up to LEVELS_A_DRAW layers of
  moves that draw nothing are followed between one draw and the next. Where sequences move this decides.

Positions that were met before are let go at once. They are known by a number in a table as large as the search will
need; every child is entered, also one that is not kept. A search is a row of :meth:`Beam.step`, each of one layer, so
that whoever runs it may look at a clock or be interrupted. It counts the positions that it examined, and stops at a
given number exactly: then it is the same on every machine. That it runs dry proves nothing.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .choosing import CHILD_SIZE, GROUPS, build, choose, entered, group_of
from .engine import Engine, Ints, bare, kernel
from .evaluation import (
    MASK,
    SCORES,
    Weights,
    board_for,
    look_at_all,
    mark_of,
    mixed,
    score_of,
)
from .kernel import (
    A_COUNT,
    A_TARGET,
    CELLS,
    COLUMNS,
    DRAW_MOVE,
    FACE,
    FIRST_CELL,
    FOUNDED,
    HEIGHT,
    HEIGHTS,
    IN_CELLS,
    MOST_MOVES,
    NOTHING,
    PACKS,
    REDEAL_MOVE,
    SAFE,
    SIZE,
    START,
    TO_FOUNDATION,
    TOPS,
    is_won,
    least_moves,
    list_moves,
    wanted_faces,
)
from .limits import NO_LIMIT
from .trying import take_back, try_move

Layering = Literal["moves", "draws"]
Founding = Literal["always", "safe"]

LEVELS_A_DRAW = 16
"""Layers of moves between two draws, where positions are layered by draws."""

PATIENCE = 120
"""Layers by moves after which a search gives up that has not brought another card to the foundations."""

_POOL = 8
"""Positions that one stratum may hold, for each that is kept of it."""

_MARKS_A_PLACE = 2500
"""Places in the table of marks, for each position that is kept of a layer: fewer let old positions in again."""

_MOST_MARKS = 1 << 25
_SEED_STEP = 0x9E3779B9
_PROBES = 8


class Plan(NamedTuple):
    """How one beam searches.

    Attributes:
        width: positions that are kept of a layer.
        layering: what makes a layer: ``moves`` or ``draws``.
        founding: which cards are played to a foundation without looking at other moves: ``always`` every one that
            can be, or only those that are ``safe``: nothing could usefully be laid on them any more.
        weights: what counts in a score.
        seed: what the noise is drawn from.
        shared: of 100 places of a layer, those that are shared out among groups of positions (see ``choosing``); the
            others go to the best ones.
        price: where layers are by draws, what is taken off a score for each move since the last draw; so that a card
            on a foundation stays worth as much, its weight has to be higher by the same.
    """

    width: int
    layering: Layering
    founding: Founding
    weights: Weights
    seed: int = 0
    shared: int = 0
    price: int = 0


# What comes of expanding a layer, as an array of numbers; these are their places.
(
    _EXAMINED,  # positions examined
    _STAYED,  # children that draw nothing
    _DREW,  # children that draw, where they are kept apart
    _BEST,  # the most cards on the foundations so far
    _WON_PARENT,  # where a child is won, its parent
    _WON_MOVE,  # and its move
) = range(6)


@kernel
def _forced(game: Ints, row: Ints, safe_only: int) -> int:
    """The first move to a foundation that need not be thought about; NOTHING where there is none."""
    wanted = wanted_faces(game, row)
    for pile in range(game[COLUMNS] + 1):
        height = row[game[HEIGHTS] + pile]
        if height:
            face = game[FACE + row[game[START + pile] + height - 1]]
            if _goes_at_once(game, row, wanted, face, safe_only):
                return pile + A_TARGET * TO_FOUNDATION + A_COUNT
    for cell in range(game[CELLS]):
        card = row[game[IN_CELLS] + cell]
        if card != NOTHING:
            face = game[FACE + card]
            if _goes_at_once(game, row, wanted, face, safe_only):
                return FIRST_CELL + cell + A_TARGET * TO_FOUNDATION + A_COUNT
    return NOTHING


@kernel
def _goes_at_once(game: Ints, row: Ints, wanted: int, face: int, safe_only: int) -> bool:
    """Whether a card, one that is ``wanted`` by a foundation, is played there without looking at other moves."""
    return wanted >> face & 1 == 1 and (safe_only == 0 or _is_safe(game, row, face))


@kernel
def _is_safe(game: Ints, row: Ints, face: int) -> bool:
    """Whether nothing could usefully be laid on a card any more."""
    place = game[TOPS]
    for suit in range(4):
        needed = game[SAFE + face * 4 + suit]
        for _ in range(game[PACKS]):
            if game[HEIGHT + row[place]] < needed:
                return False
            place += 1
    return True


@kernel
def _is_new(marks: Ints, places: int, mark: int) -> bool:
    """Enter a mark in the table of those that were met; whether it was not there."""
    place = mark & places
    for _ in range(_PROBES):
        there = marks[place]
        if there == mark:
            return False
        if there == 0:
            break
        place = (place + 1) & places
    marks[place] = mark
    return True


@kernel
def expand(
    game: Ints,
    board: Ints,
    weights: Ints,
    row: Ints,
    moves: Ints,
    rows: Ints,
    first: int,
    last: int,
    marks: Ints,
    stayed: Ints,
    drew: Ints,
    counts: Ints,
    by_draws: int,
    safe_only: int,
    seed: int,
    price: int,
    most: int,
    moves_left: int,
) -> bool:
    """Try every move of some positions, and list the new positions that come of them.

    Args:
        game: the game.
        board: a board to work on.
        weights: what counts in a score.
        row: room for a row.
        moves: room for the moves of a position.
        rows: the positions, one row after another.
        first: the first one to look at.
        last: the one behind the last.
        marks: the table of marks of positions that were met.
        stayed: the layer for children whose move draws nothing, or for all where layers are by moves.
        drew: the layer for the others.
        counts: what came of it, which is counted on.
        by_draws: 1 where draws are kept apart.
        safe_only: 1 where only safe cards are played to foundations without looking at other moves.
        seed: what the noise is drawn from.
        price: taken off every score.
        most: where this many positions were examined it stops.
        moves_left: a child that can't be won in so many moves is let go.

    Returns:
        Whether a child is won; its parent and move are in ``counts`` then.
    """
    places, room, room_drew = len(marks) - 1, len(stayed), len(drew)
    game, board, weights, row = bare(game), bare(board), bare(weights), bare(row)
    moves, rows, marks = bare(moves), bare(rows), bare(marks)
    stayed, drew, counts = bare(stayed), bare(drew), bare(counts)
    for number in range(first, last):
        begin = number * game[SIZE]
        for at in range(game[SIZE]):
            row[at] = rows[begin + at]
        look_at_all(game, board, weights, row)
        group = group_of(game, row)
        count = 1
        moves[0] = _forced(game, row, safe_only)
        if moves[0] == NOTHING:
            count = list_moves(game, row, moves, 0)
        for at in range(count):
            if counts[_EXAMINED] >= most:
                return False
            counts[_EXAMINED] += 1
            move = moves[at]
            try_move(game, board, weights, row, move)
            if least_moves(game, row) > moves_left:
                take_back(game, board, weights, row, move, rows, begin)
                continue
            mark = mark_of(game, board, row)
            if _is_new(marks, places, mark):
                if is_won(game, row):
                    counts[_WON_PARENT] = number
                    counts[_WON_MOVE] = move
                    return True
                counts[_BEST] = max(counts[_BEST], row[game[FOUNDED]])
                score = score_of(game, board, weights, row, mixed((mark + seed * _SEED_STEP) & MASK))
                score = max(score - price, 0)
                its_group = group_of(game, row) if move // A_TARGET % A_TARGET == TO_FOUNDATION else group
                if by_draws and (move in (DRAW_MOVE, REDEAL_MOVE)):
                    counts[_DREW] = entered(drew, room_drew, counts[_DREW], number, move, score, its_group)
                else:
                    counts[_STAYED] = entered(stayed, room, counts[_STAYED], number, move, score, its_group)
            take_back(game, board, weights, row, move, rows, begin)
    return False


class Beam:
    """One search.

    Args:
        game: the game.
        row: the position to start from; it is not won.
        plan: how to search.
        engine: what runs the kernel.
        effort: positions that it may examine.
        most_moves: how long a win may be; only where layers are by moves.

    Attributes:
        examined: the positions examined so far.
        saw_all: whether no position was let go so far: where the search runs dry so, no other of the same founding
            finds more.
        state: ``searching``; ``won``; ``dry`` where no position is left to look at; ``spent`` where the effort is.
    """

    def __init__(
        self, game: Ints, row: Ints, plan: Plan, engine: Engine, effort: int, most_moves: int = NO_LIMIT
    ) -> None:
        self.examined = 0
        self.saw_all = True
        self.state: Literal["searching", "won", "dry", "spent"] = "searching"
        self._game, self._plan, self._engine, self._effort = game, plan, engine, effort
        self._most_moves = most_moves
        self._by_draws = plan.layering == "draws"
        width, size = plan.width, game[SIZE]
        pool = width * _POOL if self._by_draws else width
        self._board = board_for(engine, game)
        self._weights = engine.array(list(plan.weights))
        self._row = engine.zeros(size, 16)
        self._moves, self._counts = engine.zeros(game[MOST_MOVES]), engine.zeros(6)
        self._pool = pool
        self._rows, self._ids = engine.zeros(pool * size, 16), engine.zeros(pool, 32)
        self._kept_rows, self._kept_ids = engine.zeros(width * size, 16), engine.zeros(width, 32)
        self._stayed = engine.zeros((width * 64 + 4096) * CHILD_SIZE, 32)
        self._drew = engine.zeros(pool * CHILD_SIZE if self._by_draws else 0, 32)
        places = min(_MOST_MARKS, 1 << max(16, (width * _MARKS_A_PLACE - 1).bit_length()))
        self._marks = engine.zeros(places)
        self._histogram = engine.zeros(SCORES + GROUPS)
        self._order = engine.zeros(len(self._stayed) // CHILD_SIZE if plan.shared else 0, 32)
        self._node_parents, self._node_moves = engine.zeros(2 * width + 1, 32), engine.zeros(2 * width + 1, 32)
        self._nodes = 1
        self._node_parents[0] = NOTHING
        self._rows[0:size] = row[:]
        self._first, self._last = 0, 1
        self._layers = self._levels = self._improved = 0
        self._expand, self._choose, self._build = engine.ready(expand), engine.ready(choose), engine.ready(build)

    def step(self) -> bool:
        """Search one layer on; whether the search is still going on then."""
        counts, plan = self._counts, self._plan
        counts[_STAYED] = 0
        best = counts[_BEST]
        won = self._expand(
            self._game,
            self._board,
            self._weights,
            self._row,
            self._moves,
            self._rows,
            self._first,
            self._last,
            self._marks,
            self._stayed,
            self._drew,
            counts,
            int(self._by_draws),
            int(plan.founding == "safe"),
            plan.seed,
            plan.price * min(self._levels, LEVELS_A_DRAW),
            self._effort,
            self._most_moves - self._layers - 1,
        )
        self.examined = int(counts[_EXAMINED])
        self._layers += 1
        if counts[_BEST] > best:
            self._improved = self._layers
        if won:
            self.state = "won"
        elif self.examined >= self._effort:
            self.state = "spent"
        elif not (self._next_by_draws() if self._by_draws else self._next_by_moves()):
            self.state = "dry"
        return self.state == "searching"

    def _next_by_moves(self) -> bool:
        """Choose the next layer; whether there is one."""
        if not self._counts[_STAYED]:
            return False
        if self._layers - self._improved > PATIENCE:
            self.saw_all = False
            return False
        self._go_on_with(self._stayed, int(self._counts[_STAYED]))
        return True

    def _next_by_draws(self) -> bool:
        """Choose the next layer between two draws or, where there is none or they are enough, the next stratum."""
        counts = self._counts
        stayed, drew = int(counts[_STAYED]), int(counts[_DREW])
        self._levels += 1
        if drew and (not stayed or self._levels >= LEVELS_A_DRAW or self._last + 1 >= self._pool):
            self.saw_all = self.saw_all and not stayed
            self._go_on_with(self._drew, drew)
            self._levels = counts[_DREW] = 0
            return True
        if not stayed:
            return False
        if not drew:  # nothing more can be drawn: the last stratum is layered by moves
            self._go_on_with(self._stayed, stayed)
            return True
        width = min(self._plan.width, self._pool - self._last)
        kept = self._keep(self._stayed, stayed, width, self._rows, self._ids, self._last)
        self._first, self._last = self._last, self._last + kept
        return True

    def _go_on_with(self, layer: Ints, children: int) -> None:
        """Let the best children of a layer take the place of all rows."""
        kept = self._keep(layer, children, self._plan.width, self._kept_rows, self._kept_ids, 0)
        size = self._game[SIZE]
        self._rows[0 : kept * size] = self._kept_rows[0 : kept * size]
        self._ids[0:kept] = self._kept_ids[0:kept]
        self._first, self._last = 0, kept

    def _keep(self, layer: Ints, children: int, width: int, rows: Ints, ids: Ints, place: int) -> int:
        self.saw_all = self.saw_all and children <= width
        needed = self._nodes + min(width, children)
        if needed > len(self._node_moves):
            self._node_parents = self._engine.grown(self._node_parents, 2 * needed)
            self._node_moves = self._engine.grown(self._node_moves, 2 * needed)
        if children > width:
            shared = width * self._plan.shared // 100
            self._choose(layer, children, width, shared, self._histogram, self._order)
        kept = self._build(
            self._game,
            self._row,
            layer,
            children,
            self._rows,
            self._ids,
            rows,
            ids,
            place,
            self._node_parents,
            self._node_moves,
            self._nodes,
        )
        self._nodes += kept
        return kept

    def moves(self) -> list[int]:
        """The moves that win, where the search has won."""
        assert self.state == "won"
        counts = self._counts
        found = [int(counts[_WON_MOVE])]
        node = int(self._ids[counts[_WON_PARENT]])
        while node:
            found.append(int(self._node_moves[node]))
            node = int(self._node_parents[node])
        return found[::-1]
