"""Tables as the kernel has them, and what it gives back: its moves as the notation has them, its rows as text.

This is plain Python, which runs once for a game; what runs for every position is in :mod:`.kernel`.
"""

from __future__ import annotations

from collections.abc import Iterable

from forty_thieves.game.cards import CARDS_IN_PACK, NAMES, SUITS
from forty_thieves.game.foundations import ORDER
from forty_thieves.game.lookups import FINISHED
from forty_thieves.game.moves import FOUNDATION, NO_CARD, STOCK, Move, cell_pile, suit_pile
from forty_thieves.game.table import Table

from .engine import Engine, Ints
from .kernel import (
    A_COUNT,
    A_TARGET,
    ANY_CARD,
    BELOW,
    CARDS,
    CELLS,
    COLUMNS,
    COUNTED,
    DRAWN_AT_ONCE,
    FACE,
    FILLS,
    FIRST_CELL,
    FIRST_TAKEN_BACK,
    FITS,
    FOUNDATIONS,
    FOUNDED,
    FROM_STOCK,
    GAME_SIZE,
    HEIGHT,
    HEIGHTS,
    IN_CELLS,
    IN_STOCK,
    IN_SUIT,
    KEEPS,
    KEPT,
    LANDS,
    LEVELS,
    MOST_MOVES,
    NEXT_LEVEL,
    NOTHING,
    ONLY_KINGS,
    ONLY_TO_EMPTY,
    ONLY_WASTE,
    OPENED,
    OPENS,
    PACKS,
    RANKS_OF_SUIT,
    RECYCLES,
    REDEALS,
    REFILLS,
    RUNS,
    SAFE,
    SEQUENCES,
    SHIFT,
    SIZE,
    START,
    TAKE_BACKS,
    TAKEN,
    TAKES,
    TALON,
    TO_FOUNDATION,
    TOPS,
    WANTED,
    lands,
)

# From a table to a row


def game_of(table: Table, engine: Engine) -> Ints:
    """The game that is played on a table; rows of it hold the table's position and all that can follow from it."""
    rules, lookups = table.rules, table.lookups
    game = engine.zeros(GAME_SIZE)
    in_suit = rules.foundation_build == "same-suit"
    keeps = rules.take_back and not in_suit
    numbers = {
        CARDS: rules.card_count,
        PACKS: rules.decks,
        COLUMNS: rules.columns,
        CELLS: rules.cells,
        FOUNDATIONS: rules.foundation_count,
        DRAWN_AT_ONCE: rules.draw,
        SEQUENCES: rules.move == "sequence",
        ONLY_TO_EMPTY: rules.sequence_to == "empty",
        OPENS: {"kings": ONLY_KINGS, "waste": ONLY_WASTE}.get(rules.empty_columns, ANY_CARD),
        FILLS: rules.empty_columns == "auto",
        REFILLS: table.refills,
        TAKE_BACKS: rules.take_back,
        COUNTED: rules.redeals != "unlimited",
        RECYCLES: rules.redeals != 0,
        IN_SUIT: in_suit,
        KEEPS: keeps,
        MOST_MOVES: (rules.card_count + rules.cells + rules.foundation_count + 2) * (rules.columns + rules.cells + 2),
    }
    numbers |= _places_in_row(table, keeps=keeps)
    for place, number in numbers.items():
        game[place] = int(number)
    first_rank = lookups.base_rank
    heights = _heights(rules.rank_order, first_rank)
    by_number = [number // rules.decks for number in range(rules.foundation_count)]
    suits = by_number if in_suit else [ORDER[suit] for suit in by_number]
    room = _room(table)
    tables: dict[int, list[int]] = {
        START: [0] + [game[TALON] + room * number for number in range(rules.columns)],
        FACE: [card // rules.decks for card in range(rules.decks * CARDS_IN_PACK)],
        FITS: [int(low in fits) for fits in lookups.fits for low in range(CARDS_IN_PACK)],
        RUNS: [int(low in runs) for runs in lookups.runs for low in range(CARDS_IN_PACK)],
        TAKES: [int(face in taken) for taken in lookups.takes for face in range(CARDS_IN_PACK)],
        BELOW: _below(lookups.takes, first_rank),
        OPENED: [FINISHED + suit for suit in suits],
        NEXT_LEVEL: list(rules.face_levels),
        HEIGHT: heights,
        WANTED: [face for taken in lookups.takes for face in [*taken, NOTHING, NOTHING][:2]],
        SAFE: _safe(lookups.fits, heights, in_suit=in_suit),
        SHIFT: [face // RANKS_OF_SUIT * 8 for face in range(CARDS_IN_PACK)],
        LANDS: [
            _as_set(top for top, fits in enumerate(lookups.fits) if face in fits) for face in range(CARDS_IN_PACK)
        ],
        TAKEN: [_as_set(taken) for taken in lookups.takes],
    }
    for start, entries in tables.items():
        for at, entry in enumerate(entries):
            game[start + at] = entry
    return game


def _places_in_row(table: Table, *, keeps: bool) -> dict[int, int]:
    """Where things stand in a row, and its size."""
    rules = table.rules
    piles = rules.columns + 1
    talon = len(table.waste) + len(table.stock)
    heights = talon + _room(table) * rules.columns
    in_stock = heights + 2 * piles
    tops = in_stock + 3 + rules.cells
    kept = tops + rules.foundation_count
    return {
        TALON: talon,
        HEIGHTS: heights,
        LEVELS: heights + piles,
        IN_STOCK: in_stock,
        FOUNDED: in_stock + 1,
        REDEALS: in_stock + 2,
        IN_CELLS: in_stock + 3,
        TOPS: tops,
        KEPT: kept,
        SIZE: kept + (rules.foundation_count * RANKS_OF_SUIT if keeps else 0),
    }


def _room(table: Table) -> int:
    """The most cards that a column can come to hold."""
    rules = table.rules
    if rules.tableau_wrap or rules.build_direction != "down":
        return rules.card_count
    # Down to an ace without a wrap: at most a whole suit's ranks lie on what is there now, less one that is there.
    return max([0, *map(len, table.columns)]) + RANKS_OF_SUIT


def _as_set(faces: Iterable[int]) -> int:
    """Faces as bits of one number."""
    return sum(1 << face for face in set(faces))


def _below(takes: tuple[tuple[int, ...], ...], base_rank: int) -> list[int]:
    below = [FINISHED + face // RANKS_OF_SUIT for face in range(CARDS_IN_PACK)]
    for top in range(CARDS_IN_PACK):
        for face in takes[top]:
            if face % RANKS_OF_SUIT != base_rank:
                below[face] = top
    return below


def _heights(order: tuple[int, ...], base_rank: int) -> list[int]:
    first = order.index(base_rank)
    heights = [0] * RANKS_OF_SUIT
    for rank in order:
        heights[rank] = (order.index(rank) - first) % len(order) + 1
    return heights * len(SUITS) + [0] * len(SUITS)


def _safe(fits: tuple[frozenset[int], ...], heights: list[int], *, in_suit: bool) -> list[int]:
    safe = []
    for laid in fits:
        needed = [0] * len(SUITS)
        for low in laid:
            needed[low // RANKS_OF_SUIT] = max(needed[low // RANKS_OF_SUIT], heights[low] - 1)
        safe += needed if in_suit else [max(needed)] * len(SUITS)
    return safe


def row_of(table: Table, game: Ints, engine: Engine) -> Ints:
    """The position on a table as a row."""
    row = engine.zeros(game[SIZE], 16)
    given = [0] * CARDS_IN_PACK

    def number(face: int) -> int:
        given[face] += 1
        return face * game[PACKS] + given[face] - 1

    for pile, faces in enumerate(table.piles):
        for at, face in enumerate(faces):
            row[game[START + pile] + at] = number(face)
        row[game[HEIGHTS] + pile] = len(faces)
        row[game[LEVELS] + pile] = table.face_down[pile]
    for at, face in enumerate(table.stock):
        row[game[TALON] - 1 - at] = number(face)
    row[game[IN_STOCK]] = len(table.stock)
    row[game[REDEALS]] = 1 if table.redeals_left is None else table.redeals_left
    for cell, face in enumerate(table.cells):
        row[game[IN_CELLS] + cell] = NOTHING if face == NO_CARD else number(face)
    for foundation in range(game[FOUNDATIONS]):
        row[game[TOPS] + foundation] = game[OPENED + foundation]
    for shown, faces in enumerate(table.foundations):
        suit, copy = divmod(shown, game[PACKS])
        foundation = shown if game[IN_SUIT] else ORDER.index(suit) * game[PACKS] + copy
        if faces:
            row[game[TOPS] + foundation] = faces[-1]
        if game[KEEPS]:
            for at, face in enumerate(faces):
                row[game[KEPT] + foundation * RANKS_OF_SUIT + at] = face
    row[game[FOUNDED]] = table.foundation_cards
    return row


def move_of(move: int, game: Ints, row: Ints) -> Move:
    """A move of the kernel's as the notation has it.

    Args:
        move: the move.
        game: its game.
        row: the position before it.
    """
    source, target, count = move % A_TARGET, move // A_TARGET % A_TARGET, move // A_COUNT
    if source >= FIRST_TAKEN_BACK:
        top = int(row[game[TOPS] + source - FIRST_TAKEN_BACK])
        return Move(suit_pile(top // RANKS_OF_SUIT), target, 1, _to_name(game, row, top, target))
    return Move(_pile(source), _pile(target), count)


def _to_name(game: Ints, row: Ints, top: int, target: int) -> int:
    """The card to name of a card taken back: NO_CARD where no other one of its suit could be meant."""
    tops = {int(row[game[TOPS] + number]) for number in range(game[FOUNDATIONS])}
    suit = top // RANKS_OF_SUIT
    alike = [face for face in tops if face < FINISHED and face // RANKS_OF_SUIT == suit]
    return top if sum(lands(game, row, face, FIRST_TAKEN_BACK, target) for face in alike) > 1 else NO_CARD


def _pile(place: int) -> int:
    """A place in a move as the notation's moves have it."""
    if place == FROM_STOCK:
        return STOCK
    if place == TO_FOUNDATION:
        return FOUNDATION
    return cell_pile(place - FIRST_CELL + 1) if place >= FIRST_CELL else place


# From a row to names, for tests and messages


def shown(game: Ints, row: Ints) -> dict[str, list[str]]:
    """The position as text: waste and columns, the stock from the card drawn first, cells, foundations' tops."""

    def named(first: int, count: int) -> str:
        return " ".join(NAMES[game[FACE + row[at]]] for at in range(first, first + count))

    piles = [named(game[START + pile], row[game[HEIGHTS] + pile]) for pile in range(game[COLUMNS] + 1)]
    cells = [row[game[IN_CELLS] + cell] for cell in range(game[CELLS])]
    tops = [row[game[TOPS] + number] for number in range(game[FOUNDATIONS])]
    return {
        "piles": piles,
        "stock": [named(game[TALON] - row[game[IN_STOCK]], row[game[IN_STOCK]])],
        "cells": ["" if card == NOTHING else NAMES[game[FACE + card]] for card in cells],
        "tops": sorted(NAMES[top] for top in tops if top < FINISHED),
    }
