"""The kernel: one position as a row of whole numbers, its legal moves, and what a move does to it.

It plays by the rules record, every field of it, as :class:`forty_thieves.game.table.Table` does; a test plays the two
side by side in every variant. What it adds is speed once it is compiled, and what it leaves out is judging: a move is
played as it is told, so only moves that :func:`list_moves` gives, or that a table has accepted, may be played.

A *pile* is the waste (0) or a column (from 1). The cards of a game have numbers, card by card and copy by copy
(face x packs + copy), so that two copies can be told apart while a position is looked at; which copy is which never
matters to the rules, and nothing outside the solver sees it.

A row holds, one after another:

- the *talon*: the waste from its start, the stock at its end, the card that is drawn first in front. A draw moves a
  card from one to the other; both shrink, never grow, so they share the place;
- each column, with room for as many cards as it can come to hold;
- the number of cards of each pile, and for each pile the level below which cards lie face down;
- the number of cards in the stock, on the foundations, and of redeals left;
- the card of each cell, NOTHING where it is free;
- for each foundation its top card's face; FINISHED + suit where it is empty;
- where cards may be taken back and their order does not follow from the top card: the faces on each foundation.
"""

from __future__ import annotations

from forty_thieves.game.cards import CARDS_IN_PACK, KING
from forty_thieves.game.lookups import FINISHED
from forty_thieves.game.moves import WASTE
from forty_thieves.game.rules import MOST_DECKS

from .engine import Ints, kernel

NOTHING = -1
RANKS_OF_SUIT = 13

# Places in a move, beside the piles, which are their own numbers.
FROM_STOCK = 100
TO_FOUNDATION = 101
FIRST_CELL = 110
FIRST_TAKEN_BACK = 220
"""FIRST_TAKEN_BACK + number is the foundation of that number as a source."""

A_TARGET = 256
A_COUNT = 256 * 256
"""A move is one number: its source, A_TARGET x its target, and A_COUNT x the number of cards that it moves."""
DRAW_MOVE = FROM_STOCK + A_TARGET * WASTE + A_COUNT
REDEAL_MOVE = WASTE + A_TARGET * FROM_STOCK + A_COUNT

_EMPTY = 1 << CARDS_IN_PACK
"""An empty column, in a set of the faces on which a card may be laid."""

ANY_CARD, ONLY_KINGS, ONLY_WASTE = 0, 1, 2


# A *game* is what does not change while it is played, as one flat array: numbers first, then tables. (One array is
# quicker to hand on in compiled code than many.) These are the places of the numbers:
(
    CARDS,  # cards of the game
    PACKS,  # packs of cards
    COLUMNS,  # columns
    CELLS,  # cells
    FOUNDATIONS,  # foundations
    DRAWN_AT_ONCE,  # cards turned by one draw
    SEQUENCES,  # 1 where several cards may move at once
    ONLY_TO_EMPTY,  # 1 where several cards may go to empty columns only
    OPENS,  # what may go to an empty column: ANY_CARD, ONLY_KINGS or ONLY_WASTE
    FILLS,  # 1 where an empty column is filled at once
    REFILLS,  # 1 where an empty waste gets a draw at once
    TAKE_BACKS,  # 1 where a foundation's top card may go back to a column
    COUNTED,  # 1 where redeals are limited
    RECYCLES,  # 1 where there are redeals
    IN_SUIT,  # 1 where foundations are built in suit
    KEEPS,  # 1 where the faces on the foundations stand in the row
    TALON,  # most cards of waste and stock together
    SIZE,  # numbers in a row
    HEIGHTS,  # where in a row the numbers of cards of the piles start
    LEVELS,  # where the piles' levels start
    IN_STOCK,  # where the number of cards in the stock stands
    FOUNDED,  # where the number of cards on foundations stands
    REDEALS,  # where the redeals left stand
    IN_CELLS,  # where the cells start
    TOPS,  # where the foundations' top cards start
    KEPT,  # where the faces on the foundations start
    MOST_MOVES,  # more moves than can be legal at once
) = range(27)

# And these are the places of the tables.
START = 32
"""For each pile, where its cards start in a row."""
FACE = START + 100
"""For each card its face, from 0 to 51."""
FITS = FACE + MOST_DECKS * CARDS_IN_PACK
"""For two faces, upper x 52 + lower: whether the lower may be laid on the upper in a column."""
RUNS = FITS + 52 * 52
"""The same for neighbours inside a moving sequence."""
TAKES = RUNS + 52 * 52
"""Top x 52 + face: whether a foundation with that top, FINISHED + suit for an empty one, takes the face."""
BELOW = TAKES + 56 * 52
"""For each face the top under it on a foundation, where that follows."""
OPENED = BELOW + 52
"""For each foundation its top while it is empty."""
NEXT_LEVEL = OPENED + 4 * MOST_DECKS
"""For each level the level once its card is turned up."""
HEIGHT = NEXT_LEVEL + MOST_DECKS * CARDS_IN_PACK + 2
"""For each top, FINISHED + suit included, how many cards lie on the foundation."""
WANTED = HEIGHT + 56
"""For each top, two faces that the foundation waits for; NOTHING where there are fewer."""
SAFE = WANTED + 2 * 56
"""For each face and suit, how many cards the suit's foundations must have before nothing could usefully be laid on
the face: each card that fits there can go to a foundation then, or has gone."""
NO_FITS = SAFE + 4 * 52
"""A row of FITS in which nothing fits: what lies at a column's bottom lies on nothing."""
SHIFT = NO_FITS + 52
"""For each face eight times the number of its suit."""
LANDS = SHIFT + 52
"""For each face the faces that it may be laid on in a column, as a set: the bit 1 << face is set for each."""
TAKEN = LANDS + 52
"""For each top the faces that a foundation with that top takes, as a set."""
GAME_SIZE = TAKEN + 56


# Legal moves


@kernel
def _may_open(game: Ints, face: int, source: int) -> bool:
    """Whether a card from that place may go to an empty column."""
    if game[OPENS] == ANY_CARD:
        return True
    if game[OPENS] == ONLY_KINGS:
        return face % RANKS_OF_SUIT == KING
    return source in (WASTE, FROM_STOCK)


@kernel
def lands(game: Ints, row: Ints, face: int, source: int, target: int) -> bool:
    """Whether a card from that place may go to a column."""
    height = row[game[HEIGHTS] + target]
    if height:
        return game[FITS + game[FACE + row[game[START + target] + height - 1]] * 52 + face] == 1
    return _may_open(game, face, source)


@kernel
def foundation_for(game: Ints, row: Ints, face: int) -> int:
    """The first foundation that takes a card; NOTHING where none does."""
    first, behind = 0, game[FOUNDATIONS]
    if game[IN_SUIT]:
        first = face // RANKS_OF_SUIT * game[PACKS]
        behind = first + game[PACKS]
    for number in range(first, behind):
        if game[TAKES + row[game[TOPS] + number] * 52 + face]:
            return number
    return NOTHING


@kernel
def is_won(game: Ints, row: Ints) -> bool:
    """Whether all cards are on the foundations."""
    return row[game[FOUNDED]] == game[CARDS]


@kernel
def least_moves(game: Ints, row: Ints) -> int:
    """So many moves at least are needed to win: each card goes up by one of its own, each of the stock is drawn."""
    drawn_at_once = game[DRAWN_AT_ONCE]
    return game[CARDS] - row[game[FOUNDED]] + (row[game[IN_STOCK]] + drawn_at_once - 1) // drawn_at_once


@kernel
def wanted_faces(game: Ints, row: Ints) -> int:
    """The set of the faces that some foundation takes."""
    found = 0
    for place in range(game[TOPS], game[TOPS] + game[FOUNDATIONS]):
        found |= game[TAKEN + row[place]]
    return found


@kernel
def list_moves(game: Ints, row: Ints, moves: Ints, every: int) -> int:
    """The legal moves of a position.

    Args:
        game: the game.
        row: the position.
        moves: where to put them; it has room for ``game[MOST_MOVES]``.
        every: 1 for all of them. 0 for those that a search needs: of several empty columns or free cells only the
            first, no column from one empty place to another, no card straight from the stock (a draw and a move from
            the waste lead to the same position), no card taken back (that would never end).

    Returns:
        How many there are.
    """
    count = 0
    if row[game[IN_STOCK]]:
        moves[count] = DRAW_MOVE
        count += 1
    elif row[game[HEIGHTS]] and (game[COUNTED] == 0 or row[game[REDEALS]] > 0):
        moves[count] = REDEAL_MOVE
        count += 1
    wanted, tops = wanted_faces(game, row), _tops(game, row)
    for source in range(game[COLUMNS] + 1):
        height = row[game[HEIGHTS] + source]
        if height == 0:
            continue
        start = game[START + source]
        if wanted >> game[FACE + row[start + height - 1]] & 1:
            moves[count] = source + A_TARGET * TO_FOUNDATION + A_COUNT
            count += 1
        run = 1
        if game[SEQUENCES] and source > 0:
            most = height - row[game[LEVELS] + source]
            while run < most and _follows(game, row[start + height - run - 1], row[start + height - run]):
                run += 1
        lands = tops & _EMPTY
        for at in range(start + height - run, start + height):
            lands |= tops & game[LANDS + game[FACE + row[at]]]
        if lands:
            count = _list_to_columns(game, row, moves, count, source, run, every)
        for number in range(game[CELLS]):
            if row[game[IN_CELLS] + number] == NOTHING:
                moves[count] = source + A_TARGET * (FIRST_CELL + number) + A_COUNT
                count += 1
                if every == 0:
                    break
    for number in range(game[CELLS]):
        if row[game[IN_CELLS] + number] != NOTHING:
            face = game[FACE + row[game[IN_CELLS] + number]]
            count = _list_single(game, row, moves, count, FIRST_CELL + number, face, every)
    if every and game[DRAWN_AT_ONCE] == 1 and row[game[IN_STOCK]]:
        face = game[FACE + row[game[TALON] - row[game[IN_STOCK]]]]
        count = _list_single(game, row, moves, count, FROM_STOCK, face, every)
    if every and game[TAKE_BACKS]:
        count = _list_taken_back(game, row, moves, count)
    return count


@kernel
def _tops(game: Ints, row: Ints) -> int:
    """The set of the columns' top faces; _EMPTY is in it where a column is empty."""
    found = 0
    for column in range(1, game[COLUMNS] + 1):
        height = row[game[HEIGHTS] + column]
        found |= 1 << game[FACE + row[game[START + column] + height - 1]] if height else _EMPTY
    return found


@kernel
def _follows(game: Ints, upper: int, lower: int) -> bool:
    """Whether two cards are neighbours inside a moving sequence."""
    return game[RUNS + game[FACE + upper] * 52 + game[FACE + lower]] == 1


@kernel
def _list_to_columns(game: Ints, row: Ints, moves: Ints, count: int, source: int, run: int, every: int) -> int:
    """Moves of one card or a sequence from a pile to the columns."""
    height = row[game[HEIGHTS] + source]
    behind = game[START + source] + height
    most = 1 if game[ONLY_TO_EMPTY] else run
    opened = False
    for target in range(1, game[COLUMNS] + 1):
        if target == source:
            continue
        onto = row[game[HEIGHTS] + target]
        if onto:
            fits = FITS + game[FACE + row[game[START + target] + onto - 1]] * 52
            for number in range(1, most + 1):
                if game[fits + game[FACE + row[behind - number]]]:
                    moves[count] = source + A_TARGET * target + A_COUNT * number
                    count += 1
        elif every or not opened:
            opened = True
            for number in range(1, run + 1):
                if number == height and source != WASTE and every == 0:
                    continue
                if _may_open(game, game[FACE + row[behind - number]], source):
                    moves[count] = source + A_TARGET * target + A_COUNT * number
                    count += 1
    return count


@kernel
def _list_single(game: Ints, row: Ints, moves: Ints, count: int, source: int, face: int, every: int) -> int:
    """Moves of one card from a cell or the stock to a foundation and the columns."""
    if foundation_for(game, row, face) != NOTHING:
        moves[count] = source + A_TARGET * TO_FOUNDATION + A_COUNT
        count += 1
    opened = False
    for target in range(1, game[COLUMNS] + 1):
        if row[game[HEIGHTS] + target] == 0:
            if opened and every == 0:
                continue
            opened = True
        if lands(game, row, face, source, target):
            moves[count] = source + A_TARGET * target + A_COUNT
            count += 1
    return count


@kernel
def _list_taken_back(game: Ints, row: Ints, moves: Ints, count: int) -> int:
    """Moves of foundations' top cards back to columns, each face once."""
    for number in range(game[FOUNDATIONS]):
        top = row[game[TOPS] + number]
        if top >= FINISHED:
            continue
        first = True
        for earlier in range(number):
            if row[game[TOPS] + earlier] == top:
                first = False
        if first:
            for target in range(1, game[COLUMNS] + 1):
                if lands(game, row, top, FIRST_TAKEN_BACK, target):
                    moves[count] = FIRST_TAKEN_BACK + number + A_TARGET * target + A_COUNT
                    count += 1
    return count


# Playing


@kernel
def play(game: Ints, row: Ints, move: int) -> None:
    """Play a legal move, with all that follows by itself: cards turned up, columns and waste filled."""
    source, target, count = move % A_TARGET, move // A_TARGET % A_TARGET, move // A_COUNT
    if move == DRAW_MOVE:
        _draw(game, row)
    elif move == REDEAL_MOVE:
        _redeal(game, row)
    elif source >= FIRST_TAKEN_BACK:
        _play_taken_back(game, row, source - FIRST_TAKEN_BACK, target)
    elif source >= FIRST_CELL:
        card = row[game[IN_CELLS] + source - FIRST_CELL]
        row[game[IN_CELLS] + source - FIRST_CELL] = NOTHING
        _put(game, row, card, target)
    elif source == FROM_STOCK:
        card = row[game[TALON] - row[game[IN_STOCK]]]
        row[game[IN_STOCK]] -= 1
        _put(game, row, card, target)
    else:
        height = row[game[HEIGHTS] + source] - count
        first = game[START + source] + height
        for number in range(count):
            _put(game, row, row[first + number], target)
        row[game[HEIGHTS] + source] = height
        level = row[game[LEVELS] + source]
        if height <= level:
            if height:
                row[game[LEVELS] + source] = game[NEXT_LEVEL + level]
            else:
                _fill(game, row, source)


@kernel
def _put(game: Ints, row: Ints, card: int, target: int) -> None:
    """Put a card on a foundation, a column or a cell."""
    if target == TO_FOUNDATION:
        face = game[FACE + card]
        number = foundation_for(game, row, face)
        if game[KEEPS]:
            row[game[KEPT] + number * RANKS_OF_SUIT + game[HEIGHT + row[game[TOPS] + number]]] = face
        row[game[TOPS] + number] = face
        row[game[FOUNDED]] += 1
    elif target >= FIRST_CELL:
        row[game[IN_CELLS] + target - FIRST_CELL] = card
    else:
        height = row[game[HEIGHTS] + target]
        row[game[START + target] + height] = card
        row[game[HEIGHTS] + target] = height + 1


@kernel
def _draw(game: Ints, row: Ints) -> None:
    waste, stock = row[game[HEIGHTS]], row[game[IN_STOCK]]
    count = min(game[DRAWN_AT_ONCE], stock)
    first = game[TALON] - stock
    for number in range(count):
        row[waste + number] = row[first + number]
    row[game[HEIGHTS]] = waste + count
    row[game[IN_STOCK]] = stock - count


@kernel
def _redeal(game: Ints, row: Ints) -> None:
    """Turn the waste over; the stock is empty. Cards are moved from the top on, as the two places may overlap."""
    waste = row[game[HEIGHTS]]
    first = game[TALON] - waste
    for number in range(waste - 1, -1, -1):
        row[first + number] = row[number]
    row[game[HEIGHTS]] = 0
    row[game[IN_STOCK]] = waste
    if game[COUNTED]:
        row[game[REDEALS]] -= 1
    if game[REFILLS]:
        _draw(game, row)


@kernel
def _fill(game: Ints, row: Ints, source: int) -> None:
    """Do what follows by itself where a move has emptied a pile."""
    if source > 0 and game[FILLS]:
        if row[game[HEIGHTS]] == 0 and row[game[IN_STOCK]]:
            _draw(game, row)
        waste = row[game[HEIGHTS]]
        if waste:
            row[game[START + source]] = row[waste - 1]
            row[game[HEIGHTS] + source] = 1
            row[game[HEIGHTS]] = waste - 1
    if game[REFILLS] and row[game[HEIGHTS]] == 0 and row[game[IN_STOCK]]:
        _draw(game, row)


@kernel
def _play_taken_back(game: Ints, row: Ints, number: int, target: int) -> None:
    face = row[game[TOPS] + number]
    below = game[BELOW + face]
    if game[KEEPS]:
        height = game[HEIGHT + face]
        below = game[OPENED + number] if height == 1 else row[game[KEPT] + number * RANKS_OF_SUIT + height - 2]
    row[game[TOPS] + number] = below
    row[game[FOUNDED]] -= 1
    _put(game, row, _copy_on_foundation(game, row, face), target)


@kernel
def _copy_on_foundation(game: Ints, row: Ints, face: int) -> int:
    """A copy of a face that lies nowhere else: it must be on a foundation."""
    for card in range(face * game[PACKS], face * game[PACKS] + game[PACKS]):
        found = False
        for pile in range(game[COLUMNS] + 1):
            for at in range(game[START + pile], game[START + pile] + row[game[HEIGHTS] + pile]):
                if row[at] == card:
                    found = True
        for at in range(game[TALON] - row[game[IN_STOCK]], game[TALON]):
            if row[at] == card:
                found = True
        for at in range(game[IN_CELLS], game[IN_CELLS] + game[CELLS]):
            if row[at] == card:
                found = True
        if not found:
            return card
    return NOTHING
