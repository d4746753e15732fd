"""A whole game as a page shows it: the first position, and what each move changed, as the engine played it.

A page that has this can show every position of the game and knows no rule.
"""

from __future__ import annotations

from msgspec import Struct

from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import parse_log, steps_of, tokens_of
from forty_thieves.game.table import Table
from forty_thieves.text import shown

from .layout import Layout, Point, card_points, height_of, layout_of
from .piles import Pile, changes, is_face_down, piles_of
from .svg import Board, Marks, board_of, moved_marks, refused_marks

LONGEST_TOKEN = 200
"""Code points of a token that are kept; no move is as long."""

_KIND_LETTERS = {"foundation": "f", "stock": "s", "waste": "w", "cell": "c", "column": "t"}


class Stopped(Struct, frozen=True):
    """A token of a log that was not played, and ends the game.

    Attributes:
        token: the token.
        reason: why it could not be played.
        sources: the left upper corners of the cards that it would have moved.
        targets: those of where they would have gone.
    """

    token: str
    reason: str
    sources: list[Point]
    targets: list[Point]


class Recording(Struct, frozen=True):
    """A played game.

    Attributes:
        size: the width and the height that every board of the game fits in.
        spread: how many cards of the waste are spread at most.
        piles: for each pile a letter for its kind (f foundation, s stock, w waste, c cell, t column), and its place.
        decks: the packs of cards, which is how many foundations each suit has.
        start: for each pile its cards before the first move, two letters each, in lower case where they lie face
            down.
        moves: for each move its token, and for each pile that it changed three entries: the pile's index, how many
            of its cards stayed, and the cards that lie on these now.
        redeals: pairs of a move's number and the redeals that are left after it (None where they are unlimited), for
            the start and each move that changed them; empty where the rules have none.
        stopped: the first token that could not be played, or None.
        rest: the tokens behind that one.
    """

    size: tuple[int, int]
    spread: int
    piles: list[tuple[str, int, int]]
    decks: int
    start: list[str]
    moves: list[list[str | int]]
    redeals: list[tuple[int, int | None]]
    stopped: Stopped | None
    rest: list[str]


class Played(Struct, frozen=True):
    """A game that was played for a page.

    Attributes:
        recording: the game.
        board: the last board.
        marks: what is framed on it: the last move, or the one that was refused.
        steps: the length of the game as far as it was played.
    """

    recording: Recording
    board: Board
    marks: Marks
    steps: int


def record(deal: Deal, log: str, *, auto_draw: bool = False) -> Played:
    """Play a log for a page, up to the first token that can't be played.

    Args:
        deal: the deal.
        log: the move log; it may hold anything.
        auto_draw: whether cards are drawn at once whenever the waste is empty.
    """
    tokens = [shown(token, LONGEST_TOKEN) for token in tokens_of(log)]
    read = parse_log(log, max_moves=len(log) + 1)
    table = Table(deal, auto_draw=auto_draw)
    layout = layout_of(deal.rules)
    before = piles_of(table)
    start = ["".join(pile) for pile in before]
    moves: list[list[str | int]] = []
    redeals = [(0, table.redeals_left)] if deal.rules.redeals != 0 else []
    changed = changes(before, before)
    lowest = max(_lowest(layout, at, pile) for at, pile in enumerate(before))
    refused = None
    for number, (*_, move) in enumerate(read.entries, 1):
        refused = table.run((move,))
        if refused is not None:
            break
        after = piles_of(table)
        changed = changes(before, after)
        entry: list[str | int] = [tokens[number - 1]]
        for change in changed:
            entry += (change.pile, change.kept, "".join(change.added))
            if change.added:
                lowest = max(lowest, _lowest(layout, change.pile, after[change.pile]))
        moves.append(entry)
        if redeals and redeals[-1][1] != table.redeals_left:
            redeals.append((number, table.redeals_left))
        before = after

    board = board_of(table)
    stopped = None
    marks = moved_marks(board, changed)
    if refused is not None:
        marks = refused_marks(board, refused.move)
        stopped = Stopped(tokens[len(moves)], refused.message, marks.sources, marks.targets)
    elif read.bad is not None:
        marks = Marks([], [])
        stopped = Stopped(tokens[len(moves)], read.bad.message, [], [])
    recording = Recording(
        size=(layout.width, height_of(layout, lowest)),
        spread=layout.waste_shown,
        piles=[(_KIND_LETTERS[place.kind], place.x, place.y) for place in layout.places],
        decks=deal.rules.decks,
        start=start,
        moves=moves,
        redeals=redeals,
        stopped=stopped,
        rest=tokens[len(moves) + 1 :],
    )
    return Played(recording, board, marks, steps_of(table.history))


def _lowest(layout: Layout, number: int, pile: Pile) -> int:
    """The upper edge of a pile's lowest card."""
    hidden = [is_face_down(name) for name in pile]
    return card_points(layout, layout.places[number], hidden)[max(0, len(pile) - 1)][1]
