"""A board as one SVG picture: self-contained, the same bytes for the same position, with words for who can't see it.

The picture is built as an element tree, never as text, so that no title can break out of its place. What a rule
allows is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from xml.etree.ElementTree import Element, SubElement, tostring

from msgspec import Struct

from forty_thieves.game.cards import NAMES, SUITS
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import Move
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table
from forty_thieves.text import plural, shown

from .faces import BACK, FONT, face_definitions
from .layout import CARD_HEIGHT, CARD_WIDTH, MARGIN, WASTE_STEP, Layout, Point, card_points, height_of, layout_of
from .piles import Change, Pile, is_face_down, last_changes, pile_numbers, piles_of

FELT, LINE, PALE = "#1d5a41", "#6fa88e", "#e6f2ea"
"""The board, what is drawn on it, and what is written on it."""
MOVED, REFUSED = "#ffc933", "#ff6b6b"
"""The frames of the last move, and of one that was refused."""
_FACE_DOWN_INK = "#2c4a86"
_STOCK_HEAD, _STOCK_ROW = 46, 86
_LONGEST_TITLE = 200


class Marks(Struct, frozen=True):
    """What is framed on a board.

    Attributes:
        sources: where cards were taken, or would have been.
        targets: where they went, or would have gone.
    """

    sources: list[Point]
    targets: list[Point]


class Board(Struct, frozen=True):
    """What a picture shows.

    Attributes:
        rules: the rules of the game.
        layout: where its piles lie.
        piles: the piles, in the order of the layout.
        redeals_left: the redeals that are left; None where they are unlimited.
        reveal: whether the cards that lie face down and the order of the stock are shown.
    """

    rules: Rules
    layout: Layout
    piles: list[Pile]
    redeals_left: int | None
    reveal: bool = False

    def points(self, number: int) -> list[Point]:
        """Where the cards of a pile lie, and at last where one more would lie."""
        hidden = [is_face_down(name) for name in self.piles[number]]
        return card_points(self.layout, self.layout.places[number], hidden, reveal=self.reveal)

    @property
    def stock(self) -> Pile:
        """The stock, its last card drawn first."""
        places = zip(self.layout.places, self.piles, strict=True)
        return next((pile for place, pile in places if place.kind == "stock"), [])


def deal_title(deal: Deal) -> str:
    """What a picture of a deal is called: the game's name, and the seed where there is one."""
    return deal.rules.shown_title + ("" if deal.seed is None else f", seed {deal.seed}")


def deal_svg(deal: Deal, *, reveal: bool = False) -> bytes:
    """A deal as an SVG document, as :func:`table_svg` draws its table."""
    return table_svg(Table(deal), deal_title(deal), reveal=reveal)


def table_svg(
    table: Table, title: str, *, reveal: bool = False, refused: Move | None = None, prefix: str | None = None
) -> bytes:
    """A table as an SVG document, with the last move marked.

    Args:
        table: the table.
        title: what the picture is called; it may hold any text.
        reveal: whether the cards that lie face down and the order of the stock are shown.
        refused: a move that broke a rule on this table, to be marked instead of the last one.
        prefix: what every id in it starts with; by itself it depends on what the picture shows, so that two
            different pictures on one page keep apart.

    Returns:
        The document in UTF-8, with one line end behind it.
    """
    board = board_of(table, reveal=reveal)
    marks = refused_marks(board, refused) if refused is not None else moved_marks(board, last_changes(table))
    svg = board_element(board, title, marks, refused=refused is not None, prefix=prefix)
    picture: bytes = tostring(svg, encoding="utf-8", xml_declaration=False)
    return picture + b"\n"


def board_of(table: Table, *, reveal: bool = False) -> Board:
    """What a picture of a table shows."""
    return Board(table.rules, layout_of(table.rules), piles_of(table), table.redeals_left, reveal)


def board_element(
    board: Board,
    title: str,
    marks: Marks | None = None,
    *,
    refused: bool = False,
    prefix: str | None = None,
    faces: Iterable[str] | None = None,
) -> Element:
    """The picture of a board as an element, to be written or to be put into a page.

    Args:
        board: what it shows.
        title: what it is called; it may hold any text.
        marks: what is framed.
        refused: whether that is a move that broke a rule.
        prefix: what every id in it starts with; by itself it depends on the title and the piles.
        faces: the names of the cards whose faces it defines; by itself those that can be seen.
    """
    title = shown(title, _LONGEST_TITLE)
    words = board_words(board)
    if prefix is None:
        digest = sha256(f"{title}\n{words}".encode()).hexdigest()
        prefix = f"b{digest[:8]}-"
    lowest = max((board.points(at)[len(pile) - 1][1] for at, pile in enumerate(board.piles) if pile), default=0)
    height = height_of(board.layout, lowest)
    stock_rows = _stock_rows(board) if board.reveal else []
    stock_top = height + _STOCK_HEAD - MARGIN
    if stock_rows:
        height = stock_top + _STOCK_ROW * (len(stock_rows) - 1) + CARD_HEIGHT + MARGIN

    size = {"width": str(board.layout.width), "height": str(height)}
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size})
    svg.set("viewBox", f"0 0 {board.layout.width} {height}")
    svg.set("role", "img")
    svg.set("aria-labelledby", f"{prefix}title")
    svg.set("aria-describedby", f"{prefix}desc")
    SubElement(svg, "title", {"id": f"{prefix}title"}).text = title
    SubElement(svg, "desc", {"id": f"{prefix}desc"}).text = words
    svg.append(face_definitions(set(_faces_seen(board) if faces is None else faces), prefix))
    SubElement(svg, "rect", {**size, "rx": "16", "fill": FELT})
    _draw_slots(svg, board, prefix)
    _draw_cards(svg, board, prefix)
    if stock_rows:
        _write(svg, (MARGIN, stock_top - 12), "Stock, from the card that is drawn first", "start")
    for number, row in enumerate(stock_rows):
        for at, name in enumerate(row):
            _use(svg, prefix + name.upper(), (MARGIN + at * WASTE_STEP, stock_top + number * _STOCK_ROW))
    if marks is not None:
        _draw_marks(svg, marks, refused=refused)
    return svg


def board_words(board: Board) -> str:
    """A board in words, a line for each sort of pile and for each column, for who can't see the picture."""
    decks = board.rules.decks
    by_kind: dict[str, list[Pile]] = {}
    for place, pile in zip(board.layout.places, board.piles, strict=True):
        by_kind.setdefault(place.kind, []).append(pile)
    tops = [pile[-1] if pile else "none" for pile in by_kind["foundation"]]
    lines = ["Foundations: " + ", ".join(" ".join(tops[at : at + decks]) for at in range(0, len(tops), decks)) + "."]
    for stock in by_kind.get("stock", []):
        redeals = "" if board.rules.redeals == 0 else f", redeals left: {_redeals(board)}"
        order = f": {' '.join(stock[::-1]).upper()}" if board.reveal and stock else ""
        lines.append(f"Stock: {plural(len(stock), 'card')}{redeals}{order}.")
    lines += [f"Waste: {' '.join(waste) or 'none'}." for waste in by_kind.get("waste", [])]
    if "cell" in by_kind:
        lines.append(f"Cells: {' '.join(cell[0] if cell else 'none' for cell in by_kind['cell'])}.")
    for number, column in enumerate(by_kind["column"], 1):
        lines.append(f"Column {number}: {' '.join(_word(name, reveal=board.reveal) for name in column) or 'none'}.")
    return "\n".join(lines)


def _word(name: str, *, reveal: bool) -> str:
    if not is_face_down(name):
        return name
    return f"{name.upper()} (face down)" if reveal else "hidden"


def _redeals(board: Board) -> str:
    return "unlimited" if board.redeals_left is None else str(board.redeals_left)


def _faces_seen(board: Board) -> Iterable[str]:
    """The names of the cards whose faces the picture shows."""
    for place, pile in zip(board.layout.places, board.piles, strict=True):
        seen = pile[-1:] if place.kind == "foundation" else pile
        yield from (name.upper() for name in seen if board.reveal or not is_face_down(name))


def _stock_rows(board: Board) -> list[Pile]:
    """The stock from the card that is drawn first, in rows that fit the board's width."""
    cards = board.stock[::-1]
    a_row = (board.layout.width - 2 * MARGIN - CARD_WIDTH) // WASTE_STEP + 1
    return [cards[start : start + a_row] for start in range(0, len(cards), a_row)]


# Drawing


def _use(parent: Element, target: str, at: Point) -> None:
    SubElement(parent, "use", {"href": f"#{target}", "x": str(at[0]), "y": str(at[1])})


def _write(parent: Element, at: Point, text: str, anchor: str = "middle", fill: str = PALE) -> None:
    style = {"text-anchor": anchor, "font-family": FONT, "font-size": "22", "font-weight": "600", "fill": fill}
    SubElement(parent, "text", {"x": str(at[0]), "y": str(at[1]), **style}).text = text


def _frame(parent: Element, at: Point, paint: dict[str, str]) -> None:
    box = {"x": str(at[0] + 2), "y": str(at[1] + 2), "width": str(CARD_WIDTH - 4), "height": str(CARD_HEIGHT - 4)}
    SubElement(parent, "rect", {**box, "rx": "9", "fill": "none", **paint})


def _draw_slots(svg: Element, board: Board, prefix: str) -> None:
    """The places of the piles, the suits of the foundations and the numbers of the columns."""
    group = SubElement(svg, "g")
    for place in board.layout.places:
        _frame(group, (place.x, place.y), {"stroke": LINE, "stroke-width": "3"})
        middle = place.x + CARD_WIDTH // 2
        if place.kind == "foundation":
            suit = SUITS[(place.number - 1) // board.rules.decks]
            shift = f"translate({middle} {place.y + CARD_HEIGHT // 2}) scale(.5)"
            SubElement(group, "use", {"href": f"#{prefix}{suit}", "opacity": ".35", "transform": shift})
        elif place.kind == "column":
            _write(group, (middle, place.y - 10), str(place.number))


def _draw_cards(svg: Element, board: Board, prefix: str) -> None:
    group = SubElement(svg, "g")
    for number, (place, pile) in enumerate(zip(board.layout.places, board.piles, strict=True)):
        if place.kind == "stock":
            _draw_stock(group, board, (place.x, place.y), prefix)
            continue
        shown_at_most = {"waste": board.layout.waste_shown, "column": len(pile)}.get(place.kind, 1)
        points = board.points(number)[:-1]
        for name, at in list(zip(pile, points, strict=True))[max(0, len(pile) - shown_at_most) :]:
            hidden = is_face_down(name)
            _use(group, prefix + (BACK if hidden and not board.reveal else name.upper()), at)
            if hidden and board.reveal:
                tint = {"fill": _FACE_DOWN_INK, "fill-opacity": ".3", "stroke": _FACE_DOWN_INK}
                _frame(group, at, {**tint, "stroke-width": "6", "stroke-dasharray": "7 5"})


def _draw_stock(group: Element, board: Board, at: Point, prefix: str) -> None:
    """The stock as one back, with the number of its cards, and of redeals where the rules have some."""
    x, y = at
    if board.stock:
        _use(group, f"{prefix}{BACK}", at)
    labels = [str(len(board.stock))]
    if board.rules.redeals != 0:
        left = "\u221e" if board.redeals_left is None else str(board.redeals_left)
        labels.append(f"\u21bb {left}")
    for number, label in enumerate(labels):
        top = y + CARD_HEIGHT // 2 - 19 * len(labels) + 38 * number
        box = {"x": str(x + 16), "y": str(top + 2), "width": "68", "height": "34", "rx": "17", "fill": "#10281f"}
        SubElement(group, "rect", box)
        _write(group, (x + CARD_WIDTH // 2, top + 27), label, fill="#ffffff")


def _draw_marks(svg: Element, marks: Marks, *, refused: bool) -> None:
    """Frames: a broken one where cards came from, a whole one where they went; a cross where they may not go."""
    group = SubElement(svg, "g")
    color = REFUSED if refused else MOVED
    for at in marks.sources:
        _frame(group, at, {"stroke": color, "stroke-width": "6", "stroke-dasharray": "14 9"})
    for at in marks.targets:
        _frame(group, at, {"stroke": color, "stroke-width": "7"})
        if refused:
            x, y = at[0] + CARD_WIDTH - 18, at[1] + CARD_HEIGHT - 18
            SubElement(group, "circle", {"cx": str(x), "cy": str(y), "r": "18", "fill": "#a30b22"})
            path = f"M{x - 7} {y - 7}L{x + 7} {y + 7}M{x + 7} {y - 7}L{x - 7} {y + 7}"
            line = {"stroke": "#ffffff", "stroke-width": "5", "stroke-linecap": "round"}
            SubElement(group, "path", {"d": path, **line})


# What is marked


def moved_marks(board: Board, changed: Sequence[Change]) -> Marks:
    """The frames of a move, by what it has changed on the board that is shown."""
    sources, targets = [], []
    for change in changed:
        points = board.points(change.pile)
        first = change.kept + change.turned
        targets += points[first:-1]
        if len(change.removed) > change.turned and len(points) - 1 == first:
            sources.append(points[first])
    return Marks(sources, targets)


def refused_marks(board: Board, move: Move) -> Marks:
    """The frames of a move that broke a rule: the cards it would have moved, and where to."""
    sources: list[Point] = []
    card: int | None = None
    for number in pile_numbers(board.rules, move.source, None)[:1]:
        pile = board.piles[number]
        first = max(0, len(pile) - move.count)
        sources = board.points(number)[first : max(len(pile), 1)]
        card = NAMES.index(pile[-1].upper()) if pile else None
    targets = []
    for number in pile_numbers(board.rules, move.target, card):
        targets.append(board.points(number)[max(0, len(board.piles[number]) - 1)])
    return Marks(sources, targets)
