"""How promising a position is, as one whole number, and what it is known by, as another.

Both are sums over the piles, so that after a move only the piles that it touched are looked at again. What counts, in
the order of what it brings (each was found by trying, on deals that the published figures are not taken from):

- cards on the foundations;
- *cover*: for each foundation, how many cards lie on the next card that it waits for, the better copy, up to a limit;
- *inversions*: a card that lies above a lower one of its suit, in a column or in the waste;
- neighbours in a column that are in build order, empty columns, free cells, cards face down, the waste's length.

The number that a position is known by (Zobrist's method) does not depend on the order of the columns, which is the
same for all that follows. Two positions that get the same number are taken for one: a search may miss a win by that,
once in some 10^15 times, and never makes one up.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from forty_thieves.game.cards import CARDS_IN_PACK
from forty_thieves.game.rules import MOST_COLUMNS, MOST_DECKS

from .engine import Engine, Ints, kernel
from .kernel import (
    CARDS,
    CELLS,
    COLUMNS,
    FACE,
    FITS,
    FOUNDATIONS,
    FOUNDED,
    HEIGHT,
    HEIGHTS,
    IN_CELLS,
    IN_STOCK,
    IN_SUIT,
    KEEPS,
    KEPT,
    LEVELS,
    NO_FITS,
    NOTHING,
    PACKS,
    RANKS_OF_SUIT,
    RECYCLES,
    REDEALS,
    SHIFT,
    START,
    TALON,
    TOPS,
    WANTED,
)

MASK = (1 << 62) - 1
_MULTIPLIER = 0x2545F4914F6CDD1D
_WASTE_SALT = 0x1B873593CC9E2D51
_LEVEL_SALT = 0x09E3779B97F4A7C1
_LOWEST = 0x63636363
_PLACES = 4 * 52
"""The most cards that a pile can hold."""

SCORES = 32768
"""Scores are from 0 to one less than this."""

_OFFSET = 6000


class Weights(NamedTuple):
    """What each part of a score counts.

    Attributes:
        founded: each card on a foundation.
        empty: each empty column.
        inversion: each card of a column that lies above a lower one of its suit; taken off.
        fit: each card of a column that lies on one that it fits.
        hidden: each card up to a column's topmost face-down one; taken off.
        waste: each card in the waste; taken off.
        stock: each card in the stock; taken off.
        waste_inversion: each card of the waste that lies above a lower one of its suit; taken off.
        cover: each card on one that a foundation waits for; taken off.
        cover_limit: so many cards are counted for one foundation at most.
        evenness: each card on a suit's lowest foundation.
        cell: each free cell.
        noise: chance, from 0 to one less than this.
    """

    founded: int = 100
    empty: int = 40
    inversion: int = 10
    fit: int = 40
    hidden: int = 20
    waste: int = 3
    stock: int = 1
    waste_inversion: int = 10
    cover: int = 20
    cover_limit: int = 30
    evenness: int = 0
    cell: int = 20
    noise: int = 0

    def priced(self, price: int) -> Weights:
        """The weights with a price on moves, where layers are by moves.

        All of a layer have the same number of moves: cards founded, cards drawn, and moves within the columns. So to
        give as much more for each card founded and drawn is to take the price off for every other move.
        """
        return self._replace(founded=self.founded + price, stock=self.stock + price)


(
    FOUNDED_WEIGHT,
    EMPTY_WEIGHT,
    INVERSION_WEIGHT,
    FIT_WEIGHT,
    HIDDEN_WEIGHT,
    WASTE_WEIGHT,
    STOCK_WEIGHT,
    WASTE_INVERSION_WEIGHT,
    COVER_WEIGHT,
    COVER_LIMIT,
    EVENNESS_WEIGHT,
    CELL_WEIGHT,
    NOISE,
) = range(13)
"""The places of the weights in an array of them."""

LOOSE = MOST_COLUMNS + 1
"""What the pile of cards that lie in none is called."""
_PILES = LOOSE + 1

# A *board* is where one position is looked at, as one flat array: what is known of each pile and card, kept while the
# position's moves are tried one after another.
MARKS = 0
"""For each pile what its cards add to the number that the position is known by."""
VALUES = MARKS + _PILES
"""For each pile what its cards add to the score."""
TALL = VALUES + _PILES
"""For each pile how many cards lie in it; none in LOOSE."""
PILE = TALL + _PILES
"""For each card the pile that it lies in; LOOSE in the stock, in a cell and on a foundation."""
PLACE = PILE + MOST_DECKS * CARDS_IN_PACK
"""For each card of a pile its place in it, counted from 1; 0 in the stock and in a cell, OUT_OF_PLAY on a foundation.
So how many cards lie on a card is what its pile is tall less this."""
CODES = PLACE + MOST_DECKS * CARDS_IN_PACK
"""A number for each place and face."""
UPTO = CODES + _PLACES * 56
"""For each pile and each number of its lowest cards three numbers, from which one more card is quickly looked at."""

_MARK, _VALUE, _LOWEST_CARDS, _UPTO_SIZE = 0, 1, 2, 3
OUT_OF_PLAY = -999
"""The place of a card on a foundation: so many lie on it, by the same sum, that it is the last one to be wanted."""
_NO_DEPTH = 99


def board_for(engine: Engine, game: Ints) -> Ints:
    """A board for positions of a game."""
    cards = game[HEIGHTS] + game[COLUMNS] + 1
    return engine.array([0] * CODES + _codes() + [0] * (_UPTO_SIZE * cards))


@cache
def _codes() -> list[int]:
    """Numbers that look like chance and are the same for ever (the generator is splitmix64)."""
    state, codes = 0, []
    for _ in range(_PLACES * 56):
        state = (state + 0x9E3779B97F4A7C15) % (1 << 64)
        mixed = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) % (1 << 64)
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) % (1 << 64)
        codes.append((mixed ^ mixed >> 31) & MASK)
    return codes


@kernel
def mixed(number: int) -> int:
    """A number that depends on every bit of another one."""
    number ^= number >> 31
    number = (number * _MULTIPLIER) & MASK
    return number ^ (number >> 29)


@kernel
def look_at_pile(game: Ints, board: Ints, weights: Ints, row: Ints, pile: int, first: int) -> None:
    """Fill in what a board says of a pile and its cards.

    Args:
        game: the game.
        board: the board.
        weights: what counts in a score.
        row: the position.
        pile: the pile.
        first: so many of its lowest cards were looked at before, and are still there.
    """
    height, start = row[game[HEIGHTS] + pile], game[START + pile]
    at = UPTO + _UPTO_SIZE * (start + pile + first)
    if first:
        mark, value, lowest = board[at + _MARK], board[at + _VALUE], board[at + _LOWEST_CARDS]
        before = FITS + game[FACE + row[start + first - 1]] * 52
    else:
        # Of each suit the lowest card so far, eight bits a suit.
        mark, value, lowest, before = 0, 0, _LOWEST, NO_FITS
    inversion = weights[INVERSION_WEIGHT] if pile else weights[WASTE_INVERSION_WEIGHT]
    # In the waste it is chance what lies on what, and can't be moved in one go.
    fit = weights[FIT_WEIGHT] if pile else 0
    for place in range(first, height):
        card = row[start + place]
        face = game[FACE + card]
        board[PILE + card] = pile
        board[PLACE + card] = place + 1
        mark ^= board[CODES + place * 56 + face]
        shift = game[SHIFT + face]
        above = game[HEIGHT + face] - (lowest >> shift & 255)
        value += fit * game[before + face] - (inversion if above > 0 else 0)
        lowest += min(above, 0) << shift
        before = FITS + face * 52
        at += _UPTO_SIZE
        board[at + _MARK], board[at + _VALUE], board[at + _LOWEST_CARDS] = mark, value, lowest
    board[TALL + pile] = height
    if pile == 0:
        board[MARKS] = mixed(mark ^ _WASTE_SALT)
        board[VALUES] = value - weights[WASTE_WEIGHT] * height
        return
    level = row[game[LEVELS] + pile]
    if level:
        mark = (mark + level * _LEVEL_SALT) & MASK
        value -= weights[HIDDEN_WEIGHT] * level
    if height == 0:
        value += weights[EMPTY_WEIGHT]
    board[MARKS + pile] = mixed(mark)
    board[VALUES + pile] = value


@kernel
def put_aside(board: Ints, card: int, place: int) -> None:
    """Note that a card lies in no pile: its place is 0 in the stock and in a cell, OUT_OF_PLAY on a foundation."""
    board[PILE + card] = LOOSE
    board[PLACE + card] = place


@kernel
def look_at_stock(game: Ints, board: Ints, row: Ints) -> None:
    """Fill in what a board says of the cards in the stock."""
    for at in range(game[TALON] - row[game[IN_STOCK]], game[TALON]):
        put_aside(board, row[at], 0)


@kernel
def look_at_all(game: Ints, board: Ints, weights: Ints, row: Ints) -> None:
    """Fill in a board for a position."""
    for card in range(game[CARDS]):
        put_aside(board, card, OUT_OF_PLAY)
    look_at_stock(game, board, row)
    for at in range(game[IN_CELLS], game[IN_CELLS] + game[CELLS]):
        if row[at] != NOTHING:
            put_aside(board, row[at], 0)
    for pile in range(game[COLUMNS] + 1):
        look_at_pile(game, board, weights, row, pile, 0)


@kernel
def mark_of(game: Ints, board: Ints, row: Ints) -> int:
    """The number that the position on a board is known by; never 0."""
    total = row[game[IN_STOCK]] * 57 + row[game[REDEALS]]
    for pile in range(game[COLUMNS] + 1):
        total += board[MARKS + pile] >> 7
    for number in range(game[FOUNDATIONS]):
        place = 1 if game[IN_SUIT] else number + 1
        total += board[CODES + place * 56 + row[game[TOPS] + number]] >> 8
    for at in range(game[IN_CELLS], game[IN_CELLS] + game[CELLS]):
        if row[at] != NOTHING:
            total += board[CODES + 20 * 56 + game[FACE + row[at]]] >> 9
    if game[KEEPS]:
        for number in range(game[FOUNDATIONS]):
            for at in range(game[HEIGHT + row[game[TOPS] + number]]):
                face = row[game[KEPT] + number * RANKS_OF_SUIT + at]
                total += board[CODES + (40 + number * RANKS_OF_SUIT + at) % 200 * 56 + face] >> 8
    if game[RECYCLES]:
        for at in range(game[TALON] - row[game[IN_STOCK]], game[TALON]):
            total += board[CODES + at * 56 + game[FACE + row[at]]] >> 10
    mark = mixed(total & MASK)
    return mark or 1


@kernel
def _depth(board: Ints, card: int) -> int:
    """How many cards lie on a card; more than can lie on one where it is on a foundation."""
    return board[TALL + board[PILE + card]] - board[PLACE + card]


@kernel
def _cover(board: Ints, first: int, copies: int, better: int) -> int:
    """How many cards lie on a copy of a face that is still in play: on the best one, or after ``better`` of those.

    The copies are cards from ``first`` on. Where there are not as many in play it is the last one's.
    """
    least, most, last, in_play = _NO_DEPTH, 0, 0, 0
    for card in range(first, first + copies):
        depth = _depth(board, card)
        if depth < -OUT_OF_PLAY:
            least = min(least, depth)
            most = max(most, depth)
            last = depth
            in_play += 1
    if better == 0:
        return least if least < _NO_DEPTH else 0
    if better >= in_play:
        return last
    if better == in_play - 1:
        return most
    for card in range(first, first + copies):
        depth = _depth(board, card)
        place = 0
        for other in range(first, first + copies):
            there = _depth(board, other)
            if there < depth or (there == depth and other < card):
                place += 1
        if place == better:
            return depth
    return last


@kernel
def _outlook(game: Ints, board: Ints, weights: Ints, row: Ints) -> int:
    """What evenness and cover add to a score."""
    packs, limit = game[PACKS], weights[COVER_LIMIT]
    cover = evenness = 0
    for suit in range(4):
        tops = game[TOPS] + suit * packs
        lowest = 99
        for place in range(tops, tops + packs):
            top = row[place]
            lowest = min(lowest, game[HEIGHT + top])
            face = game[WANTED + 2 * top]
            if face == NOTHING:
                continue
            alike = 0
            for earlier in range(tops, place):
                if row[earlier] == top:
                    alike += 1
            least = _cover(board, face * packs, packs, alike)
            face = game[WANTED + 2 * top + 1]
            if face != NOTHING:
                least = min(least, _cover(board, face * packs, packs, alike))
            cover += min(least, limit)
        evenness += lowest
    return weights[EVENNESS_WEIGHT] * evenness - weights[COVER_WEIGHT] * cover


@kernel
def score_of(game: Ints, board: Ints, weights: Ints, row: Ints, chance: int) -> int:
    """How promising the position on a board is, from 0 to SCORES - 1; ``chance`` is what the noise is taken from."""
    score = _OFFSET + weights[FOUNDED_WEIGHT] * row[game[FOUNDED]] - weights[STOCK_WEIGHT] * row[game[IN_STOCK]]
    for pile in range(game[COLUMNS] + 1):
        score += board[VALUES + pile]
    score += _outlook(game, board, weights, row)
    for at in range(game[IN_CELLS], game[IN_CELLS] + game[CELLS]):
        if row[at] == NOTHING:
            score += weights[CELL_WEIGHT]
    if weights[NOISE]:
        score += (chance >> 20) % weights[NOISE]
    return min(max(score, 0), SCORES - 1)
