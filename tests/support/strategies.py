"""What the tests share: positions made by hand, every token a table could be asked, hypothesis strategies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import UNSET

from forty_thieves.game import variants
from forty_thieves.game.cards import CARDS_IN_PACK, NAMES, RANKS, SUITS, parse_cards, serialise_cards
from forty_thieves.game.moves import FOUNDATION, NO_CARD, STOCK, WASTE, Move, cell_pile, suit_of, suit_pile
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table
from forty_thieves.records.positions import interpret_position
from forty_thieves.records.structs import PositionRecord
from forty_thieves.testing import strategies as published
from support.paths import DATA


def slug(name: str) -> str:
    """A name of PySolFC's as ours has it: Napoleon's Square is pysolfc/napoleons-square."""
    return "pysolfc/" + re.sub(r"[^a-z0-9]+", "-", re.sub(r"['.]", "", name.lower())).strip("-")


PYSOLFC_GAMES: dict[str, dict[str, Any]] = {
    slug(row["name"]): row for row in map(json.loads, (DATA / "pysolfc_games.jsonl").read_text().splitlines())
}
"""PySolFC's games as a table that was read off that program tells them, by our names for them.

Every row was compared with the program itself, move by move: the same deals, legal moves and positions.
"""

# Positions made by hand


def own(**fields: Any) -> Rules:
    """Rules of one's own: the base game but for these fields."""
    return Rules(**{"name": "own", **fields})


def table_at(
    rules: Rules | str = "forty-thieves",
    columns: Mapping[int, str] | None = None,
    *,
    waste: str = "",
    stock: str = "",
    tops: str = "",
    foundations: Mapping[int, str] | None = None,
    cells: str = "",
    hidden: Mapping[int, int] | None = None,
    redeals_left: int | None = None,
    rest: str | int = "stock",
    played: int = 0,
) -> Table:
    """A table with the cards that a test is about where the test wants them.

    Args:
        rules: rules, or a variant's name.
        columns: the cards of each column that has some, by its number.
        waste: the waste, its top card last.
        stock: the first cards of the stock, the next one to be drawn first.
        tops: the top card of each foundation that has cards, where they are built in suit.
        foundations: instead of these, the cards of each foundation that has some, by its number, suit by suit.
        cells: the card of each cell, a hyphen for a free one; the rest of them are free.
        hidden: how many cards of a column lie face down.
        redeals_left: the redeals that are left; all of them where nothing is said.
        rest: where the other cards of the pack go: below the ``stock`` or the ``waste``, or to the deep end of the
            column of that number; ``none`` where there should be none.
        played: how many moves are to have been played before.
    """
    rules = variants.find(rules) if isinstance(rules, str) else rules
    if foundations is None:
        piles = [serialise_cards(up_to(rules, top)) for top in parse_cards(tops)]
    else:
        piles = [foundations.get(number, "") for number in range(1, rules.foundation_count + 1)]
    in_cells = ["" if word == "-" else word for word in cells.split()]
    in_cells += [""] * (rules.cells - len(in_cells))
    tableau = [(columns or {}).get(number, "") for number in range(1, rules.columns + 1)]
    left = rules.all_cards[:]
    for pile in (*tableau, waste, stock, *piles, *in_cells):
        for card in parse_cards(pile):
            left.remove(card)
    others = serialise_cards(left)
    if isinstance(rest, int):
        tableau[rest - 1] = f"{others} {tableau[rest - 1]}"
    elif rest == "waste":
        waste = f"{others} {waste}"
    elif rest == "stock":
        stock = f"{stock} {others}"
    else:
        assert not left, others
    record = PositionRecord(
        rules=rules,
        tableau=tableau,
        face_down=[(hidden or {}).get(number, 0) for number in range(1, rules.columns + 1)],
        waste=waste,
        stock=stock,
        foundations=piles,
        redeals_left=rules.redeals if redeals_left is None else redeals_left,
        played=played,
        cells=in_cells if rules.cells else UNSET,
    )
    return Table(interpret_position(record))


def up_to(rules: Rules, top: int) -> list[int]:
    """The cards of a foundation, from its base to its top card."""
    suit, rank = divmod(top, 13)
    order = rules.rank_order
    assert rules.base_rank is not None
    start = order.index(rules.base_rank)
    ranks = order[start:] + order[:start]
    return [suit * 13 + there for there in ranks[: ranks.index(rank) + 1]]


def state(table: Table) -> dict[str, object]:
    """Everything that a table holds, copied: two states are equal where nothing tells the tables apart."""
    return {
        "piles": [pile[:] for pile in table.piles],
        "stock": table.stock[:],
        "face down": table.face_down[:],
        "cells": table.cells[:],
        "foundations": table.foundations,
        "redeals left": table.redeals_left,
        "history": table.history[:],
        "played": table.played,
        # What undo will need, too.
        "hidden": (table.founded.ready[:], table.founded.journal[:], table.effects[:]),
    }


def all_cards(table: Table) -> list[int]:
    """Every card of a table, in ascending order."""
    piles = [*table.piles, table.stock, *table.foundations, table.cells]
    return sorted(card for pile in piles for card in pile if card != NO_CARD)


# Every token that a table could be asked


def every_move(table: Table) -> Iterator[Move]:
    """Each move without an assertion that can be written for a table, and some for places that it has not."""
    columns = range(1, len(table.columns) + 2)
    cells = [cell_pile(number) for number in range(1, len(table.cells) + 2)]
    counts = range(1, max(map(len, table.columns)) + 2)
    yield Move(STOCK, WASTE)
    yield Move(WASTE, STOCK)
    for source in (WASTE, STOCK, *columns, *cells, *map(suit_pile, range(len(SUITS)))):
        for target in (FOUNDATION, *columns, *cells):
            for count in counts:
                yield Move(source, target, count)


def accepted_moves(table: Table) -> set[Move]:
    """The moves that a table accepts, each tried out and undone.

    A card is asserted only where the table asks for one, as two could be meant.

    Raises:
        AssertionError: a refused move changed something, or an accepted one and its undoing did.
    """
    before = state(table)
    accepted: set[Move] = set()
    for plain in every_move(table):
        trials = [plain]
        for move in trials:
            refusal = table.run([move])
            if refusal is None:
                table.undo()
                accepted.add(move)
            elif refusal.code == "ambiguous":
                suit = suit_of(move.source)
                trials += [Move(move.source, move.target, 1, suit * 13 + rank) for rank in range(13)]
            assert table.piles == before["piles"], move
            assert table.stock == before["stock"], move
    assert state(table) == before
    return accepted


# Playing at random


def pick(table: Table, random: Random) -> Move | None:
    """A legal move, chosen so that games get somewhere: the kinds of move are about equally likely."""
    kinds: dict[tuple[object, ...], list[Move]] = {}
    for move in table.legal_moves:
        to_empty = move.target > 0 and not table.piles[move.target]
        kind = (kind_of(move.source), kind_of(move.target), move.count > 1, to_empty)
        kinds.setdefault(kind, []).append(move)
    if not kinds:
        return None
    return random.choice(kinds[random.choice(sorted(kinds, key=repr))])


def kind_of(pile: int) -> int:
    """A pile, all columns and all cells alike."""
    return max(min(pile, 1), cell_pile(1))


# Strategies

seeds, own_rules = published.seeds, published.rules
names = st.sampled_from(variants.names())
cards = st.integers(0, CARDS_IN_PACK - 1)
asserted = st.just(NO_CARD) | cards
columns = st.integers(1, 12) | st.integers(1, 999_999_999)


@st.composite
def moves(draw: st.DrawFn) -> Move:
    """Any move that the notation can write."""
    kind = draw(st.sampled_from(("draw", "redeal", "move")))
    if kind == "redeal":
        return Move(WASTE, STOCK)
    if kind == "draw":
        return Move(STOCK, WASTE, 1, draw(asserted))
    cells = columns.map(cell_pile)
    source = draw(st.sampled_from((WASTE, STOCK, *sorted(map(suit_pile, range(len(SUITS)))))) | columns | cells)
    target = draw(st.just(FOUNDATION) | columns | cells)
    return Move(source, target, draw(st.just(1) | columns), draw(asserted))


def in_the_table_s_words(rules: Rules) -> dict[str, Any]:
    """Rules in the words of the slow referee, which knows no rules record."""
    suits = {"suit-cycle": "suit-cycle-SHCD"}
    base = rules.foundation_base
    return {
        "decks": rules.decks,
        "ranks": list(rules.ranks),
        "columns": rules.columns,
        "face_pattern": rules.faces,
        "build": suits.get(rules.build, rules.build),
        "build_direction": rules.build_direction,
        "wrap": rules.tableau_wrap,
        "move": rules.move,
        "sequence_rule": None if rules.sequence is UNSET else suits.get(rules.sequence, rules.sequence),
        "sequence_target": {"any": "any", "empty": "empty-only"}[rules.sequence_to],
        "draw": rules.draw,
        "redeals": rules.redeals,
        "foundation_base": {"dealt": "after-initial-draw"}.get(base, base)
        if isinstance(base, str)
        else RANKS[base - 1],
        "foundation_build": suits.get(rules.foundation_build, rules.foundation_build),
        "foundation_prefilled": rules.base_cards_out,
        "foundation_take_back": rules.take_back,
        "empty": {
            "any": "any",
            "kings": "king",
            "waste": "waste-only",
            "auto": "auto-waste-then-stock",
        }[rules.empty_columns],
        "initial_draw": rules.initial_draw,
        "waste_auto_refill": rules.waste_refill,
        "cells": rules.cells,
        "cells_dealt": rules.cells_dealt,
        "deal_play": {"none": "none", "rows": "after-each-row", "cards": "each-card"}[rules.deal_play],
    }


def spelled(pile: list[int]) -> str:
    """A pile's cards, as tests write them."""
    return " ".join(NAMES[card] for card in pile)
