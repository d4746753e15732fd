"""Capacity: at the moment at which a buried card of the waste is uncovered, the columns can't hold all the others.

**The argument.** Let q be a card of the waste that is not its top. In a win there is a moment at which q is
uncovered; say that d cards have been drawn by then. At that moment q and all below it lie in the waste, and nothing
above it; the cards from the d-th on lie in the stock. Every other card, call it *free*, is on a foundation or in a
column.

*Foundations.* The higher foundation of a suit ends at the latest below the first rank of which no copy is on the
foundations' side, the lower one below the first rank of which not both are.

*Columns.* A card in a column lies on the next higher card of its suit, or at the column's bottom, or where it lay
at the start of the proof, and then all that lay below it lies there still. Call the cards at the start of a column
that have not moved by that moment the *kept* ones of that column. A kept card is on no foundation. One with another
kept card on it, not its own next lower one, bears nothing else. Every column has one bottom card, so the columns
that are needed are those with kept cards, and one for each other card that has no card to lie on: for each suit and
rank

    the cards of that rank in columns, less those kept in place other than on their own next higher card,
    less the cards of the next rank in columns that can bear one,

as far as that is more than nothing. If for every d and every choice of kept cards more columns are needed than
there are, q is never uncovered, and there is no win.

*The foundations need not be as high as they can.* One that ends lower leaves a card of each rank from there on in
the columns. The count then grows by one at the rank below its highest possible end, and falls by one at the rank
below its end, and else stays. For the lower foundation nothing below its highest end counts, so that brings
nothing. For the higher one it may bring one column less, and only where the count at the rank below its highest end
is negative.

*Choosing what is kept.* A search over the columns, for each how many cards are kept. Where some are still to be
chosen, keeping cards of one more column costs a column, and takes at most one off for each kept card whose rank
counts more than nothing (or nothing, at the rank below the highest end, see above); what kept cards cost beside
that is left out. So where even all that might be saved is not enough, no choice is. Where the search takes too long
the answer is that q may be uncovered.

*One and two cards.* To keep one card of a column is to have it at the bottom, which costs the same; so none or at
least two are kept. Any column that starts as one did at the start is taken to be that one: which makes only more
choices possible.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Engine, Ints, kernel

from .model import Position, Problem

CHOICES = 200
"""Choices of kept cards that are looked at for one card of the waste and one number of draws."""

_FACES = 52
_MOST_COLUMNS = 24
_MOST_DEALT = 64

# A choice is counted in an array, by these places; there is one such array for each column that was decided.
_ON_NO_FOUNDATION = 0
_IN_PLACE = 52
_COVERED = 104
_SEARCH = 156  # the column decided next; the number of cards to keep next; which columns are still open
_LEVEL = 160 + _MOST_COLUMNS


class Capacity:
    """Tests positions of one problem.

    Args:
        problem: the problem.
        engine: what runs the kernel.
    """

    def __init__(self, problem: Problem, engine: Engine) -> None:
        self._starts = problem.start.columns
        self._stock = len(problem.stock)
        self._ranks = problem.ranks
        self._still = engine.zeros((self._stock + 1) * _FACES)
        for drawn in range(self._stock):
            for face in problem.stock[drawn:]:
                self._still[drawn * _FACES + face] += 1
        self._waste = engine.zeros(self._stock + 1)
        self._sizes = engine.zeros(_MOST_COLUMNS)
        self._cards = engine.zeros(_MOST_COLUMNS * _MOST_DEALT)
        self._free, self._need = engine.zeros(_FACES), engine.zeros(_FACES)
        self._work = engine.zeros((_MOST_COLUMNS + 2) * _LEVEL)
        # What made room for a card of the waste the last time most often does so again.
        self._hints = engine.zeros((self._stock + 1) * (_MOST_COLUMNS + 1))
        self._run = engine.ready(never_uncovered)
        self._dealt: dict[bytes, bytes] = {}

    @property
    def holds(self) -> bool:
        """Whether the problem is small enough for the room that there is."""
        return len(self._starts) <= _MOST_COLUMNS and all(len(start) < _MOST_DEALT for start in self._starts)

    def shows_dead(self, position: Position, drawn: int) -> bool:
        """Whether some card of the waste can never be uncovered, ``drawn`` cards having been drawn."""
        waste = position.waste
        if len(waste) < 2:
            return False
        for at, face in enumerate(waste):
            self._waste[at] = face
        columns = 0
        for column in position.columns:
            dealt = self._dealt_part(column)
            if len(dealt) > 1:
                self._sizes[columns] = len(dealt)
                for at, face in enumerate(dealt):
                    self._cards[columns * _MOST_DEALT + at] = face
                columns += 1
        return bool(
            self._run(
                self._waste,
                len(waste),
                drawn,
                self._stock,
                self._still,
                self._sizes,
                self._cards,
                columns,
                len(self._starts),
                self._ranks,
                self._free,
                self._need,
                self._work,
                self._hints,
            )
        )

    def _dealt_part(self, column: bytes) -> bytes:
        """The longest start of a column that is the start of one of the first columns, but for cards on their own."""
        found = self._dealt.get(column)
        if found is None:
            size = max((_common(column, start) for start in self._starts), default=0)
            while size > 1 and column[size - 2] == column[size - 1] + 1 and column[size - 2] % 13:
                size -= 1
            found = self._dealt[column] = column[:size]
        return found


def _common(first: bytes, second: bytes) -> int:
    """How many faces two columns have in common from the bottom on."""
    size = min(len(first), len(second))
    return next((at for at in range(size) if first[at] != second[at]), size)


@kernel
def never_uncovered(
    waste: Ints,
    height: int,
    drawn: int,
    stock: int,
    still: Ints,
    sizes: Ints,
    cards: Ints,
    columns: int,
    room: int,
    ranks: int,
    free: Ints,
    need: Ints,
    work: Ints,
    hints: Ints,
) -> bool:
    """Whether some card of the waste can never be uncovered.

    Args:
        waste: the faces in the waste, its top last.
        height: how many there are.
        drawn: cards drawn so far.
        stock: cards of waste and stock together, at the start.
        still: for each number of cards drawn and each face, the copies that are still in the stock.
        sizes: for each column with cards at their first place how many there are.
        cards: their faces, _MOST_DEALT places a column.
        columns: how many such columns there are.
        room: columns of the game.
        ranks: ranks of a suit.
        free: room for a number a face: the copies that are neither in the waste from the card down nor in the stock.
        need: room for a number a face.
        work: room for the search.
        hints: for each place in the waste a number of cards drawn and of cards kept of each column that made room.
    """
    for face in range(_FACES):
        free[face] = 2 if face % 13 < ranks else 0
    for at in range(height - 1):
        free[waste[at]] -= 1
        hint = at * (_MOST_COLUMNS + 1)
        first = max(drawn, hints[hint])
        found = _room_as_before(first, still, sizes, cards, columns, room, ranks, free, need, work, hints, hint)
        if not found and at > 0:
            # What made room for the card below it may do so too.
            below = hint - (_MOST_COLUMNS + 1)
            then = max(drawn, hints[below])
            found = _room_as_before(then, still, sizes, cards, columns, room, ranks, free, need, work, hints, below)
        step = 0
        while not found and step <= stock - drawn:
            # The number of draws that served the last time first, then the others.
            at_draw = first if step == 0 else drawn + step - 1 if drawn + step <= first else drawn + step
            step += 1
            if at_draw <= stock:
                found = _room_for(at_draw, still, sizes, cards, columns, room, ranks, free, need, work, hints, hint)
        if not found:
            return True
    return False


@kernel
def _room_as_before(
    drawn: int,
    still: Ints,
    sizes: Ints,
    cards: Ints,
    columns: int,
    room: int,
    ranks: int,
    free: Ints,
    need: Ints,
    work: Ints,
    hints: Ints,
    hint: int,
) -> bool:
    """Whether the choice that made room the last time does so again."""
    for place in range(_SEARCH):
        work[place] = 0
    kept = 0
    for column in range(columns):
        size = min(hints[hint + 1 + column], sizes[column])
        if size > 1:
            kept += 1
            _keep(work, 0, cards, column, size)
    return _columns_needed(drawn, still, ranks, free, need, work, 0) + kept <= room


@kernel
def _keep(work: Ints, level: int, cards: Ints, column: int, size: int) -> None:
    """Count the lowest cards of a column as kept."""
    first = column * _MOST_DEALT
    for at in range(size):
        face = cards[first + at]
        work[level + _ON_NO_FOUNDATION + face] += 1
        if at == 0 or not _on_its_own(cards[first + at - 1], face):
            work[level + _IN_PLACE + face] += 1
        if at + 1 < size and not _on_its_own(face, cards[first + at + 1]):
            work[level + _COVERED + face] += 1


@kernel
def _on_its_own(upper: int, lower: int) -> bool:
    """Whether the lower of two neighbours lies on the next higher card of its suit."""
    return upper == lower + 1 and upper % 13 != 0


@kernel
def _columns_needed(drawn: int, still: Ints, ranks: int, free: Ints, need: Ints, work: Ints, level: int) -> int:
    """The fewest columns that cards other than kept ones need at their bottoms, for a choice of kept cards.

    Fills in ``need``: for each face the count of the argument above, where one that keeping a card of this face might
    bring down counts more than nothing.
    """
    total = 0
    for suit in range(4):
        first = suit * 13
        high, low = ranks, ranks
        for rank in range(ranks - 1, -1, -1):
            face = first + rank
            there = free[face] - still[drawn * _FACES + face] - work[level + _ON_NO_FOUNDATION + face]
            if there < 2:
                low = rank
            if there < 1:
                high = rank
        above = 0  # cards of the next higher rank in columns that can bear one
        count = 0
        for rank in range(ranks - 1, -1, -1):
            face = first + rank
            in_columns = free[face] - still[drawn * _FACES + face]
            if rank < low:
                in_columns -= 1
            if rank < high:
                in_columns -= 1
            need[face] = in_columns - work[level + _IN_PLACE + face] - above
            above = in_columns - work[level + _COVERED + face]
            if need[face] > 0:
                count += need[face]
        if high > low:
            end = first + high - 1
            if need[end] < 0 and count > 0:
                count -= 1
            elif need[end] == 0:
                need[end] = 1
        total += count
    return total


@kernel
def _room_for(
    drawn: int,
    still: Ints,
    sizes: Ints,
    cards: Ints,
    columns: int,
    room: int,
    ranks: int,
    free: Ints,
    need: Ints,
    work: Ints,
    hints: Ints,
    hint: int,
) -> bool:
    """Whether some choice of kept cards needs no more columns than there are; or the search takes too long."""
    for place in range(_LEVEL):
        work[place] = 0
    for column in range(columns):
        work[_SEARCH + 3 + column] = 1
    depth, kept = 0, 0
    # In work[_SEARCH] stands the column decided at a level, in the next place how many of its cards are kept next.
    for _ in range(CHOICES):
        level = depth * _LEVEL
        needed = _columns_needed(drawn, still, ranks, free, need, work, level) + kept
        if needed <= room:
            _note(work, depth, hints, hint, drawn, columns)
            return True
        saving, best, most = 0, -1, 0
        for column in range(columns):
            if work[level + _SEARCH + 3 + column]:
                saved = _saved(need, cards, column, sizes[column])
                if saved > 0:
                    saving += saved
                    if saved > most:
                        best, most = column, saved
        if best >= 0 and needed - saving <= room:
            work[level + _SEARCH] = best
            work[level + _SEARCH + 1] = sizes[best]
        else:
            work[level + _SEARCH] = -1
            work[level + _SEARCH + 1] = -1
        # Go on with the next choice at this level or, where there is none, at the last one that has one.
        while depth >= 0 and work[depth * _LEVEL + _SEARCH + 1] < 0:
            depth -= 1
            if depth >= 0 and work[depth * _LEVEL + _SEARCH + 2] > 0:
                kept -= 1
        if depth < 0:
            return False
        level = depth * _LEVEL
        column, size = work[level + _SEARCH], work[level + _SEARCH + 1]
        work[level + _SEARCH + 1] = size - 1 if size > 2 else (0 if size == 2 else -1)
        work[level + _SEARCH + 2] = size
        for place in range(_LEVEL):
            work[level + _LEVEL + place] = work[level + place]
        work[level + _LEVEL + _SEARCH + 3 + column] = 0
        depth += 1
        if size > 0:
            kept += 1
            _keep(work, depth * _LEVEL, cards, column, size)
    return True


@kernel
def _saved(need: Ints, cards: Ints, column: int, size: int) -> int:
    """The most columns that keeping cards of a column might save."""
    saved = -1
    first = column * _MOST_DEALT
    for at in range(size):
        face = cards[first + at]
        if need[face] > 0 and (at == 0 or not _on_its_own(cards[first + at - 1], face)):
            saved += 1
    return saved


@kernel
def _note(work: Ints, depth: int, hints: Ints, hint: int, drawn: int, columns: int) -> None:
    """Keep the choice that made room."""
    hints[hint] = drawn
    for column in range(columns):
        hints[hint + 1 + column] = 0
    for level in range(depth):
        hints[hint + 1 + work[level * _LEVEL + _SEARCH]] = work[level * _LEVEL + _SEARCH + 2]
