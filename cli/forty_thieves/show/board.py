"""Boards: a deal or a table as text that a person can read, and lay out or play from."""

from __future__ import annotations

from collections.abc import Sequence

from forty_thieves.game.cards import NAMES, SUITS, serialise_cards
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import NO_CARD
from forty_thieves.game.table import Table
from forty_thieves.text import plural

from .look import PLAIN, Look

HIDDEN = "##"
_FACE_DOWN_NOTE = "<4S> lies face down"
_WASTE_SHOWN = 12
_STOCK_LINE = 13
_INDENT = 13
"""Where the cards begin behind the name of their pile."""


def deal_board(deal: Deal, look: Look = PLAIN) -> str:
    """A deal, every card of it, so that it can be laid out with a pack of cards.

    Returns:
        Lines of text with a line end each: the name, what is on the foundations, the columns side by side, the
        waste, the stock in the order in which it is drawn. Face-down cards are in angle brackets.
    """
    table = Table(deal)
    made = "" if deal.seed is None else f", seed {deal.seed} ({deal.shuffle})"
    lines = [*_foundations(table, look), "", *_columns(table, look, reveal=True), ""]
    if table.cells:
        lines += _pile("cells", _cells(table), look)
    if deal.waste:
        lines += _pile("waste", serialise_cards(deal.waste), look)
    in_a_line = _STOCK_LINE if look.width is None else min(_STOCK_LINE, max(1, (look.width - _INDENT + 1) // 3))
    rows = [deal.stock[start : start + in_a_line] for start in range(0, len(deal.stock), in_a_line)]
    for number, row in enumerate(rows):
        lines.append(f"{'' if number else 'stock':{_INDENT}}{serialise_cards(row)}")
    note = f"{_FACE_DOWN_NOTE}; " if any(table.face_down) else ""
    lines.append(look.wrapped(f"({note}the stock is drawn from its left end)"))
    return _text(look.wrapped(f"{table.rules.shown_title}{made}"), lines, look)


def table_board(table: Table, look: Look = PLAIN, *, reveal: bool = True) -> str:
    """A table as it stands.

    Args:
        table: the table.
        look: how it is dressed.
        reveal: whether face-down cards are shown, in angle brackets; a player at the table does not see them.

    Returns:
        Lines of text with a line end each.
    """
    title = look.wrapped(f"{table.rules.shown_title}, after {plural(table.played, 'move')}")
    lines = [*_foundations(table, look), *_piles(table, look), "", *_columns(table, look, reveal=reveal)]
    return _text(title, lines, look)


def player_board(table: Table, look: Look, seed: int | None = None) -> str:
    """A table as its player sees it: the seed and the last move in the title, face-down cards hidden.

    Args:
        table: the table.
        look: how it is dressed.
        seed: the deal's seed, where it has one.

    Returns:
        Lines of text with a line end each.
    """
    dealt = "" if seed is None else f", seed {seed}"
    last = "" if table.last_move is None else f", the last one {table.last_move}"
    title = look.wrapped(f"{table.rules.shown_title}{dealt}, after {plural(table.played, 'move')}{last}")
    up = f"{table.foundation_cards}/{table.rules.card_count}"
    lines = [*_foundations(table, look, up), *_piles(table, look), "", *_columns(table, look, reveal=False)]
    return _text(title, lines, look)


def _text(title: str, lines: Sequence[str], look: Look) -> str:
    # The title has words of others in it, so it is no place to look for cards.
    return "".join(f"{line}\n" for line in (title, *(look.dressed(line.rstrip()) for line in lines)))


def _pile(name: str, text: str, look: Look) -> list[str]:
    """A pile's line, or its lines where it has to be wrapped."""
    return look.wrapped(f"{name:{_INDENT}}{text}", _INDENT).split("\n")


def _piles(table: Table, look: Look) -> list[str]:
    """The lines of the stock, the waste and the cells."""
    redeals = "unlimited" if table.redeals_left is None else str(table.redeals_left)
    stock = plural(len(table.stock), "card") + ("" if table.rules.redeals == 0 else f", redeals left: {redeals}")
    lines = [*_pile("stock", stock, look), f"{'waste':{_INDENT}}{_waste(table, look)}"]
    return lines + (_pile("cells", _cells(table), look) if table.cells else [])


def _waste(table: Table, look: Look) -> str:
    """The last cards of the waste, as many as fit on a line; a hyphen where it is empty."""
    waste = table.waste
    most = _WASTE_SHOWN
    if look.width is not None:
        most = max(1, min(len(waste), (look.width - _INDENT + 1) // 3))
        if len(waste) > most:
            most = max(1, (look.width - _INDENT + 1 - len(f"({len(waste)} more) ")) // 3)
    more = f"({len(waste) - most} more) " if len(waste) > most else ""
    return f"{more}{serialise_cards(waste[-most:]) or '-'}"


def _foundations(table: Table, look: Look, up: str = "") -> list[str]:
    """The top card of each foundation, suit by suit, a hyphen where there is none; then ``up``."""
    tops = [NAMES[pile[-1]] if pile else "-" for pile in table.foundations]
    decks = table.rules.decks
    groups = [f"{suit} {' '.join(tops[at * decks : at * decks + decks])}" for at, suit in enumerate(SUITS)]
    if up:
        groups.append(up)
    lines: list[str] = []
    for group in groups:
        if lines and (look.width is None or len(lines[-1]) + 3 + len(group) <= look.width):
            lines[-1] += f"   {group}"
        else:
            lines.append(f"{'' if lines else 'foundations':{_INDENT}}{group}")
    return lines


def _cells(table: Table) -> str:
    """The cells, a hyphen for a free one."""
    return " ".join("-" if card == NO_CARD else NAMES[card] for card in table.cells)


def _columns(table: Table, look: Look, *, reveal: bool) -> list[str]:
    """The columns side by side, the playable card of each lowest.

    Where not all fit beside each other they stand in several blocks of about the same width, a blank line between.
    """
    cells = [
        [
            str(number),
            *(_cell(card, table.is_face_down(number, at), reveal) for at, card in enumerate(column)),
        ]
        for number, column in enumerate(table.columns, 1)
    ]
    width = 6 if reveal and any(table.face_down) else 4
    fitting = len(cells) if look.width is None else max(1, (look.width + 1) // width)
    blocks = -(-len(cells) // fitting)
    in_a_block = -(-len(cells) // blocks)
    lines: list[str] = []
    for start in range(0, len(cells), in_a_block):
        block = cells[start : start + in_a_block]
        rows = max(map(len, block))
        lines += [""] if lines else []
        lines += [_row([column[row] if row < len(column) else "" for column in block], width) for row in range(rows)]
    return lines


def _cell(card: int, face_down: bool, reveal: bool) -> str:
    if not face_down:
        return NAMES[card]
    return f"<{NAMES[card]}>" if reveal else HIDDEN


def _row(cells: Sequence[str], width: int) -> str:
    # A bracket sticks out to the left of its column and to the right, so that the names stand below each other.
    return "".join(f"{cell + (' ' if '<' not in cell else ''):>{width}}" for cell in cells).rstrip()
