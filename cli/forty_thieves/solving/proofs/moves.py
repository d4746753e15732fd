"""Moves of the proofs' positions, each followed by the safe moves that it allows.

A position is a row: the waste; for each suit the heights of its foundations, see :func:`height`; the columns, which
are put in descending order. Piles are named by their numbers, see :mod:`.piles`.

**Safe moves.** A card goes to its foundation at once where the *lowest* foundation of its suit waits for it, and all
copies of every card that could ever be laid on it in a column are on foundations. Taking it away then only uncovers
what is below. Its other copies lose nothing: one goes where the card would have gone. So from a win without this move
comes a win that starts with it, by leaving out what the card did later: on each foundation there is at any time what
there would have been, or more of ranks up to the card's, and the win is no longer than it was.

What could be laid on the card are the cards of the next lower rank, of the suits that may lie on its suit; those are
on foundations where the lowest foundation of each such suit has passed them. In suit that is the card's own suit, so
nothing is left to ask. Where cards can be taken back, these cards could come down again, and would, to bear others.
Then the suits that may lie on those count as well, and so on, for all of them the ranks below the card's: what is
on the foundations up to there can stay there for good, as among these cards only they could lie on each other.
"""

from __future__ import annotations

from forty_thieves.solving.engine import Ints, kernel

from .building import AWAITED, NO_FACE, PACKS, SEQUENCES, TAKES_BACK, fits_on
from .piles import BELOW, EMPTY, PILE, TOP, with_card

WASTE = 0
FOUNDED = 1
COLUMNS = 5

_BITS = 4
_HIGHEST = (1 << _BITS) - 1


@kernel
def height(row: Ints, suit: int, number: int) -> int:
    """How many cards are on a foundation; the foundations of a suit are numbered from the highest, which is 0."""
    return int(row[FOUNDED + suit] >> number * _BITS & _HIGHEST)


@kernel
def with_height(number: int, cards: int) -> int:
    """What a foundation with so many cards counts in the number of its suit in a row."""
    return cards << number * _BITS


@kernel
def settle(row: Ints, width: int, piles: Ints, rules: Ints) -> None:
    """Play all safe moves of a position, then put its columns in order."""
    again = True
    while again:
        again = False
        for place in range(width):
            if place == WASTE or place >= COLUMNS:
                pile = row[place]
                while pile != EMPTY and _is_safe(row, piles[pile * PILE + TOP], rules):
                    _put(row, piles[pile * PILE + TOP], rules)
                    pile = piles[pile * PILE + BELOW]
                    again = True
                row[place] = pile
    _put_in_order(row, width)


@kernel
def _settle_again(row: Ints, place: int, width: int, piles: Ints, rules: Ints) -> None:
    """The same where before a move no safe one was left, and the move has only uncovered the card at a place."""
    pile = row[place]
    if pile != EMPTY and _is_safe(row, piles[pile * PILE + TOP], rules):
        settle(row, width, piles, rules)
    else:
        _put_in_order(row, width)


@kernel
def _put_in_order(row: Ints, width: int) -> None:
    """Put the columns in descending order."""
    for place in range(COLUMNS + 1, width):
        pile, at = row[place], place
        while at > COLUMNS and row[at - 1] < pile:
            row[at] = row[at - 1]
            at -= 1
        row[at] = pile


@kernel
def _is_safe(row: Ints, face: int, rules: Ints) -> bool:
    """Whether a card that lies open goes to its foundation at once."""
    suit, rank, lowest = face // 13, face % 13, rules[PACKS] - 1
    if height(row, suit, lowest) != rank:
        return False
    ready = True
    for other in range(4):
        if (rules[AWAITED + suit] >> other) & 1 and height(row, other, lowest) < rank:
            ready = False
    return ready


@kernel
def _waiting(row: Ints, face: int, rules: Ints) -> int:
    """The number of a foundation that waits for a card, the highest one of those that are as high; -1 is none."""
    for number in range(rules[PACKS]):
        if height(row, face // 13, number) == face % 13:
            return number
    return -1


@kernel
def _put(row: Ints, face: int, rules: Ints) -> None:
    """Put a card on a foundation that waits for it."""
    row[FOUNDED + face // 13] += with_height(_waiting(row, face, rules), 1)


@kernel
def copy(source: Ints, at: int, target: Ints, width: int) -> None:
    """Copy a row that starts at a place of an array to the start of another."""
    for place in range(width):
        target[place] = source[at + place]


@kernel
def list_moves(row: Ints, width: int, piles: Ints, rules: Ints, found: Ints, moves: Ints) -> int:
    """List the moves of a position, but for draws and for moves that lead nowhere else than others.

    Args:
        row: the position, in which no safe move is left.
        width: numbers of a row.
        piles: the piles.
        rules: the rules as numbers.
        found: room for a row.
        moves: room for the moves, each three numbers: the place of the pile from which cards go; the pile that is
            left there, or the height of the foundation from which a card is taken back; the place to which they go.

    Returns:
        How many there are.
    """
    count = 0
    for source in range(width):
        if row[source] != EMPTY and (source == WASTE or source >= COLUMNS):
            rest, more = row[source], True
            while more:
                face, alone = piles[rest * PILE + TOP], rest == row[source]
                rest = piles[rest * PILE + BELOW]
                # A column that is left empty for another one gains nothing.
                opens = source == WASTE or rest != EMPTY
                count = _list_targets(row, source, rest, face, opens, width, piles, rules, moves, count)
                if alone and _waiting(row, face, rules) >= 0:
                    count = _list_move(source, rest, FOUNDED, moves, count)
                more = source != WASTE and may_move_with(face, rest, piles, rules)
    return _list_taken_back(row, width, piles, rules, found, moves, count) if rules[TAKES_BACK] else count


@kernel
def _list_taken_back(row: Ints, width: int, piles: Ints, rules: Ints, found: Ints, moves: Ints, count: int) -> int:
    """List the moves of cards that are taken back from foundations; how many moves are listed then.

    Of foundations that are as high one is enough. What would be played there at once is left out.
    """
    for suit in range(4):
        for number in range(rules[PACKS]):
            cards = height(row, suit, number)
            lower = height(row, suit, number + 1) if number + 1 < rules[PACKS] else 0
            face = suit * 13 + cards - 1
            if cards > lower:
                _copy_without(row, suit, number, found)
                if not _is_safe(found, face, rules):
                    count = _list_targets(row, FOUNDED + suit, cards, face, True, width, piles, rules, moves, count)
    return count


@kernel
def _list_targets(
    row: Ints,
    source: int,
    rest: int,
    face: int,
    opens: bool,
    width: int,
    piles: Ints,
    rules: Ints,
    moves: Ints,
    count: int,
) -> int:
    """List the moves of a card, with those that lie on it, to columns; how many are listed then.

    Of empty columns one is enough, and only where ``opens``.
    """
    for place in range(COLUMNS, width):
        top = piles[row[place] * PILE + TOP]
        if fits_on(face, top, rules) or (top == NO_FACE and opens):
            opens = opens and top != NO_FACE
            count = _list_move(source, rest, place, moves, count)
    return count


@kernel
def _list_move(source: int, rest: int, target: int, moves: Ints, count: int) -> int:
    """List a move; how many there are then."""
    moves[3 * count] = source
    moves[3 * count + 1] = rest
    moves[3 * count + 2] = target
    return count + 1


@kernel
def may_move_with(face: int, rest: int, piles: Ints, rules: Ints) -> bool:
    """Whether the top card of a pile moves together with the card that lies on it."""
    return bool(rules[SEQUENCES] and rest != EMPTY and fits_on(face, piles[rest * PILE + TOP], rules))


@kernel
def _copy_without(row: Ints, suit: int, number: int, found: Ints) -> None:
    """Copy the foundations of a position, without the top card of one."""
    for place in range(FOUNDED, COLUMNS):
        found[place] = row[place]
    found[FOUNDED + suit] -= with_height(number, 1)


@kernel
def make(
    row: Ints, moves: Ints, at: int, found: Ints, width: int, piles: Ints, pile_count: Ints, rules: Ints
) -> None:
    """Make a move that :func:`list_moves` gives.

    Args:
        row: the position; it stays as it is.
        moves: the moves.
        at: the number of the move.
        found: the position after the move, and after all safe moves.
        width: numbers of a row.
        piles: the piles, with room for new ones.
        pile_count: how many there are, as its only number.
        rules: the rules as numbers.
    """
    source, rest, target = moves[3 * at], moves[3 * at + 1], moves[3 * at + 2]
    copy(row, 0, found, width)
    if FOUNDED <= source < COLUMNS:
        _take_back(found, source - FOUNDED, rest, target, piles, pile_count, rules)
        _put_in_order(found, width)
        return
    found[source] = rest
    if target == FOUNDED:
        _put(found, piles[row[source] * PILE + TOP], rules)
        settle(found, width, piles, rules)
        return
    found[target] = _with_cards(row[target], row[source], rest, piles, pile_count)
    _settle_again(found, source, width, piles, rules)


@kernel
def _with_cards(onto: int, pile: int, rest: int, piles: Ints, pile_count: Ints) -> int:
    """The number of a pile with the cards on it that another one has above the pile that is left of it."""
    while rest != pile:
        # The next card to go is the deepest one that has not gone yet.
        above = pile
        while piles[above * PILE + BELOW] != rest:
            above = piles[above * PILE + BELOW]
        onto = with_card(piles, pile_count, onto, piles[above * PILE + TOP])
        rest = above
    return onto


@kernel
def _take_back(row: Ints, suit: int, cards: int, target: int, piles: Ints, pile_count: Ints, rules: Ints) -> None:
    """Take the top card of the last foundation of a suit that is so high back to a column."""
    number = rules[PACKS] - 1
    while height(row, suit, number) != cards:
        number -= 1
    row[FOUNDED + suit] -= with_height(number, 1)
    row[target] = with_card(piles, pile_count, row[target], suit * 13 + cards - 1)


@kernel
def draw(row: Ints, face: int, found: Ints, width: int, piles: Ints, pile_count: Ints, rules: Ints) -> None:
    """Draw a card.

    Args:
        row: the position, in which no safe move is left; it stays as it is.
        face: the card.
        found: the position afterwards, and after all safe moves.
        width: numbers of a row.
        piles: the piles, with room for a new one.
        pile_count: how many there are.
        rules: the rules as numbers.
    """
    copy(row, 0, found, width)
    found[WASTE] = with_card(piles, pile_count, row[WASTE], face)
    _settle_again(found, WASTE, width, piles, rules)
