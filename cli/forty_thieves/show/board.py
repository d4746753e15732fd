"""Boards: a deal or a table as text that a person can read, and lay out or play from."""

from __future__ import annotations

from collections.abc import Sequence

from forty_thieves.game.cards import NAMES, SUITS, serialise_cards
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import NO_CARD
from forty_thieves.game.table import Table
from forty_thieves.text import plural

HIDDEN = "##"
_FACE_DOWN_NOTE = "<4S> lies face down"
_WASTE_SHOWN = 12
_STOCK_LINE = 13


def deal_board(deal: Deal) -> str:
    """A deal, every card of it, so that it can be laid out with a pack of cards.

    Returns:
        Lines of text with a line end each: the name, what is on the foundations, the columns side by side, the
        waste, the stock in the order in which it is drawn. Face-down cards are in angle brackets.
    """
    table = Table(deal)
    made = "" if deal.seed is None else f", seed {deal.seed} ({deal.shuffle})"
    lines = [f"{table.rules.shown_title}{made}", _foundations(table), "", *_columns(table, reveal=True), ""]
    if table.cells:
        lines.append(f"cells        {_cells(table)}")
    if deal.waste:
        lines.append(f"waste        {serialise_cards(deal.waste)}")
    rows = [deal.stock[start : start + _STOCK_LINE] for start in range(0, len(deal.stock), _STOCK_LINE)]
    for number, row in enumerate(rows):
        lines.append(f"{'stock        ' if number == 0 else ' ' * 13}{serialise_cards(row)}")
    if any(table.face_down):
        lines.append(f"({_FACE_DOWN_NOTE}; the stock is drawn from its left end)")
    else:
        lines.append("(the stock is drawn from its left end)")
    return "".join(f"{line}\n" for line in lines)


def table_board(table: Table, *, reveal: bool = True) -> str:
    """A table as it stands.

    Args:
        table: the table.
        reveal: whether face-down cards are shown, in angle brackets; a player at the table does not see them.

    Returns:
        Lines of text with a line end each.
    """
    waste = table.waste
    shown = serialise_cards(waste[-_WASTE_SHOWN:])
    more = f"({len(waste) - _WASTE_SHOWN} more) " if len(waste) > _WASTE_SHOWN else ""
    redeals = "unlimited" if table.redeals_left is None else str(table.redeals_left)
    stock = plural(len(table.stock), "card") + ("" if table.rules.redeals == 0 else f", redeals left: {redeals}")
    lines = [
        f"{table.rules.shown_title}, after {plural(table.played, 'move')}",
        _foundations(table),
        f"stock        {stock}",
        f"waste        {more}{shown or '-'}",
        *([f"cells        {_cells(table)}"] if table.cells else []),
        "",
        *_columns(table, reveal=reveal),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _foundations(table: Table) -> str:
    """The top card of each foundation, suit by suit; a hyphen where there is none."""
    tops = [NAMES[pile[-1]] if pile else "-" for pile in table.foundations]
    decks = table.rules.decks
    groups = [f"{suit} {' '.join(tops[at * decks : at * decks + decks])}" for at, suit in enumerate(SUITS)]
    return f"foundations  {'   '.join(groups)}"


def _cells(table: Table) -> str:
    """The cells, a hyphen for a free one."""
    return " ".join("-" if card == NO_CARD else NAMES[card] for card in table.cells)


def _columns(table: Table, *, reveal: bool) -> list[str]:
    """The columns side by side, the playable card of each lowest."""
    cells = [
        [_cell(card, table.is_face_down(number, at), reveal) for at, card in enumerate(column)]
        for number, column in enumerate(table.columns, 1)
    ]
    width = 6 if reveal and any(table.face_down) else 4
    rows = max(map(len, cells), default=0)
    head = [str(number) for number in range(1, len(cells) + 1)]
    body = [[column[row] if row < len(column) else "" for column in cells] for row in range(rows)]
    return [_row(line, width) for line in (head, *body)]


def _cell(card: int, face_down: bool, reveal: bool) -> str:
    if not face_down:
        return NAMES[card]
    return f"<{NAMES[card]}>" if reveal else HIDDEN


def _row(cells: Sequence[str], width: int) -> str:
    # A bracket sticks out to the left of its column and to the right, so that the names stand below each other.
    return "".join(f"{cell + (' ' if '<' not in cell else ''):>{width}}" for cell in cells).rstrip()
