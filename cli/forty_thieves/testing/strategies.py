"""Strategies for hypothesis: deals, games that are legal, won or illegal, positions, rules.

``pip install 'forty-thieves[hypothesis]'`` brings what this module needs. Moves are drawn from those that are legal,
nothing is filtered out, and every strategy shrinks: to the first variant, low seeds, short logs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import Struct

from forty_thieves.game import variants
from forty_thieves.game.cards import RANKS, SUITS
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.moves import parse_move
from forty_thieves.game.rules import Rules
from forty_thieves.game.shuffles import LARGEST_SEED
from forty_thieves.game.table import Table
from forty_thieves.judging.referee import Game

LONGEST_LOG = 60
"""Moves of a drawn log, unless more are asked for: each costs about a millisecond."""

seeds: st.SearchStrategy[int] = st.integers(0, 40_000) | st.integers(0, LARGEST_SEED)
"""Seeds, those of PySolFC's own range about half of the time."""

BUILDS = ("same-suit", "alternate-color", "different-suit", "any-suit", "suit-cycle")


class IllegalGame(Struct, frozen=True):
    """A game that breaks a rule with its last move.

    Attributes:
        game: the game.
        code: the problem's code.
        move: the number of the move at fault, from 1: that of the last one.
    """

    game: Game
    code: str
    move: int


def variant_names(source: str | None = None) -> st.SearchStrategy[str]:
    """The names of variants.

    Args:
        source: ``article`` for the nine games, ``pysolfc`` for the others; None for all.
    """
    chosen = [rules.name for rules in variants.every() if source in (None, variants.source_of(rules))]
    return st.sampled_from(chosen)


@st.composite
def rules(draw: st.DrawFn, name: str = "own") -> Rules:
    """Any rules that can be dealt, with every field at play; small games and large ones.

    Args:
        draw: hypothesis gives it.
        name: what the rules are called.
    """
    decks = draw(st.sampled_from((1, 2, 2, 3, 4)))
    ranks = draw(st.sampled_from((RANKS, RANKS, "A789TJQK", "56789")))
    base = draw(st.just("dealt") | st.sampled_from(ranks) | st.sampled_from(ranks).map(lambda r: RANKS.index(r) + 1))
    base_out = base != "dealt" and draw(st.booleans())
    cells = draw(st.sampled_from((0, 0, 1, 2, 5)))
    left = decks * 4 * (len(ranks) - base_out) - (base == "dealt")
    cells_dealt = draw(st.integers(0, min(cells, left)))
    columns = draw(st.integers(1, 14))
    left -= cells_dealt
    deepest = left // columns
    deal_play = "none" if base == "dealt" else draw(st.sampled_from(("none", "none", "rows", "cards")))
    face_up = draw(st.integers(min(1, deepest), min(5, deepest)))
    face_down = draw(st.integers(0, min(3, deepest - face_up))) if face_up and deal_play == "none" else 0
    left -= columns * (face_up + face_down)
    initial_draw = draw(st.integers(0, min(4, left)))
    if deal_play == "cards" and (decks * len(ranks) < 13 or left < decks * len(ranks) * 3):
        deal_play = "rows"  # so many cards might go to the foundations that the pack runs out
    faces: dict[str, Any] = {"face_down": face_down, "face_up": face_up}
    if face_up and draw(st.booleans()):
        below = draw(st.permutations("D" * face_down + "U" * (face_up - 1)))
        faces = {"face_pattern": "".join(below) + "U"}
    move = draw(st.sampled_from(("single", "sequence")))
    fields: dict[str, Any] = {
        "name": name,
        "decks": decks,
        "ranks": ranks,
        "columns": columns,
        **faces,
        "build": draw(st.sampled_from(BUILDS)),
        "build_direction": draw(st.sampled_from(("down", "down", "up", "up-or-down"))),
        "move": move,
        "draw": draw(st.sampled_from((1, 1, 2, 3, 4))),
        "redeals": draw(st.sampled_from((0, 1, 2, "unlimited"))),
        "waste_refill": draw(st.sampled_from((False, False, True))),
        "foundation_base": base,
        "foundation_build": draw(st.sampled_from(("same-suit", "same-suit", "alternate-color", "suit-cycle"))),
        "foundations_start": "base" if base_out else "empty",
        "deal_play": deal_play,
        "empty_columns": draw(st.sampled_from(("any", "kings", "waste", "auto"))),
        "take_back": base != "dealt" and draw(st.booleans()),
        "initial_draw": initial_draw,
        "tableau_wrap": draw(st.booleans()),
        "cells": cells,
        "cells_dealt": cells_dealt,
    }
    if move == "sequence":
        fields["sequence_to"] = draw(st.sampled_from(("any", "any", "empty")))
        if draw(st.booleans()):
            fields["sequence"] = draw(st.sampled_from(BUILDS))
    if draw(st.booleans()) and base != "dealt":
        fields["foundation_wrap"] = True
    return Rules(**fields)


Chosen = st.SearchStrategy[str] | st.SearchStrategy[Rules] | None
"""Which games are wanted: names of variants, or rules; None for every variant."""


def deals(of: Chosen = None) -> st.SearchStrategy[Deal]:
    """Deals by seed.

    Args:
        of: the variants or the rules; None for every variant.
    """
    chosen: st.SearchStrategy[Any] = variant_names() if of is None else of
    return st.builds(deal, chosen, seeds)


def tables(of: Chosen = None, most: int = LONGEST_LOG) -> st.SearchStrategy[Table]:
    """Tables in the middle of a game, with the moves that led there.

    Args:
        of: the variants or the rules; None for every variant.
        most: moves that are played at the most.
    """
    return _played(of, most).map(lambda played: played[1])


@st.composite
def _played(draw: st.DrawFn, of: Chosen, most: int) -> tuple[Deal, Table]:
    """A deal, and a table on which legal moves were played."""
    dealt = draw(deals(of))
    table = Table(dealt)
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=most)):
        legal = list(table.legal_moves)
        if not legal:
            break
        table.play(legal[choice % len(legal)])
    return dealt, table


def legal_games(of: Chosen = None, most: int = LONGEST_LOG) -> st.SearchStrategy[Game]:
    """Legal games, hardly ever won; the arguments are those of :func:`tables`."""
    return _played(of, most).map(lambda played: Game(played[0], _log(played[1])))


@st.composite
def illegal_games(draw: st.DrawFn, of: Chosen = None, most: int = LONGEST_LOG) -> IllegalGame:
    """Games whose last move, and no other, breaks a rule; the arguments are those of :func:`tables`."""
    dealt, table = draw(_played(of, most))
    refused: dict[str, list[str]] = {}
    for token in _tokens(table):
        refusal = table.run((parse_move(token),))
        if refusal is None:
            table.undo()
        else:
            refused.setdefault(refusal.code, []).append(token)
    code = draw(st.sampled_from(sorted(refused)))
    token = draw(st.sampled_from(refused[code]))
    return IllegalGame(Game(dealt, f"{_log(table)} {token}".strip()), code, table.played + 1)


def won_games(of: Sequence[str] = ()) -> st.SearchStrategy[Game]:
    """Won games.

    Args:
        of: which of the article's nine games are wanted, by name. None means all of them, and beside them games of
            custom rules with a small pack, to which the strategy shrinks.
    """
    known = st.sampled_from(
        [Game(deal(name, seed), log) for name, seed, log in _known_wins() if not of or name in of]
    )
    return known if of else st.integers(0, 2**32).map(_small_win) | known


def _small_win(number: int) -> Game:
    """A won game of a few cards, with a column for each card that is not in the stock and redeals without end.

    All of it follows from one number, as hypothesis prefers what takes fewer choices: so won games shrink to these.
    """
    ranks = RANKS[: 1 + number % 4]
    columns = 1 + number // 4 % (len(ranks) * len(SUITS))
    dealt = deal(
        Rules(name="small", decks=1, ranks=ranks, columns=columns, face_up=1, redeals="unlimited"), number // 64
    )
    table = Table(dealt)
    sources = [*range(1, columns + 1), "w"]
    while not table.won:
        token = next((f"{source}-f" for source in sources if f"{source}-f" in table.legal_moves), None)
        table.play(token or ("d" if table.stock else "r"))
    return Game(dealt, _log(table))


@cache
def _known_wins() -> list[tuple[str, int, str]]:
    """A won game of each of the article's nine, as name, seed and log."""
    lines = (resources.files(__package__) / "won_games.jsonl").read_bytes().splitlines()
    return [(row["variant"], row["seed"], row["moves"]) for row in map(msgspec.json.decode, lines)]


def _log(table: Table) -> str:
    return " ".join(map(str, table.history))


def _tokens(table: Table) -> Iterator[str]:
    """Moves of every kind, from every pile to every pile, and some for piles that the table does not have."""
    columns = [str(number) for number in range(1, len(table.columns) + 2)]
    cells = [f"c{number}" for number in range(1, len(table.cells) + 2)]
    yield from ("d", "r")
    for source in ("w", "s", "fc", "fd", "fh", "fs", *columns, *cells):
        for target in ("f", *columns, *cells):
            yield f"{source}-{target}"
            yield f"{source}-{target}x2"
