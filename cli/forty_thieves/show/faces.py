"""Card faces, drawn from text and shapes: elements of SVG that pictures place where cards lie.

Each face stands once in a picture's ``defs``, under its name (``TS``), and is placed by ``use``. Red and black are
told apart by more than color: the shapes of the red suits are hollow, those of the black suits filled.
"""

from __future__ import annotations

from collections.abc import Collection
from xml.etree.ElementTree import Element, SubElement

from forty_thieves.game.cards import NAMES, RANKS, SUITS, is_red

from .layout import CARD_HEIGHT, CARD_WIDTH

BACK = "back"
FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

_INK = {False: "#1a1c20", True: "#b0122b"}
_HOLLOW = "#fff1f0"
_PAPER, _EDGE = "#fffefa", "#8b8f95"
_GOLD, _GOLD_EDGE = "#f2c14e", "#7a5600"

# Each suit's shape in a square of 100 units around the origin.
_SHAPES = {
    "C": (
        "M-21-23a21 21 0 1 1 42 0a21 21 0 1 1-42 0Z"
        "M-46 13a21 21 0 1 1 42 0a21 21 0 1 1-42 0Z"
        "M4 13a21 21 0 1 1 42 0a21 21 0 1 1-42 0Z"
        "M-9-8H9V12C9 28 12 39 20 47H-20C-12 39-9 28-9 12Z"
    ),
    "D": "M0-47C9-29 22-13 37 0C22 13 9 29 0 47C-9 29-22 13-37 0C-22-13-9-29 0-47Z",
    "H": (
        "M0 44C-10 26-43 8-43-17C-43-33-32-42-21-42C-11-42-4-36 0-26"
        "C4-36 11-42 21-42C32-42 43-33 43-17C43 8 10 26 0 44Z"
    ),
    "S": (
        "M0-47C9-27 43-9 43 16C43 31 32 38 23 38C14 38 8 33 5 27C6 36 10 43 18 48"
        "H-18C-10 43-6 36-5 27C-8 33-14 38-23 38C-32 38-43 31-43 16C-43-9-9-27 0-47Z"
    ),
}

# Headgear of the court cards, 60 units wide and 34 high, standing on the origin.
_COURT = {
    "J": "M-19-9C-19-25-9-32 1-32C11-32 20-25 20-9ZM13-24C13-36 20-42 33-42C34-31 30-23 20-18ZM-29 0V-9H29V0Z",
    "Q": (
        "M-26 0L-29-18L-14-9L0-27L14-9L29-18L26 0Z"
        "M-34-21a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z"
        "M-5-31a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z"
        "M24-21a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z"
    ),
    "K": "M-28 0L-32-26L-16-14L-5-26V-31H-9V-36H-5V-40H5V-36H9V-31H5V-26L16-14L32-26L28 0Z",
}


def face_definitions(names: Collection[str], prefix: str) -> Element:
    """The ``defs`` of a picture: suits, the back, and those faces that the picture has.

    Args:
        names: the names of the cards whose faces are wanted.
        prefix: what every id starts with, so that two pictures on one page keep apart.
    """
    defs = Element("defs")
    for suit in SUITS:
        SubElement(defs, "path", {"id": f"{prefix}{suit}", "d": _SHAPES[suit], **_suit_paint(suit)})
    _draw_back(SubElement(defs, "g", {"id": f"{prefix}{BACK}"}))
    for card, name in enumerate(NAMES):
        if name in names:
            _draw_face(SubElement(defs, "g", {"id": f"{prefix}{name}"}), card, prefix)
    return defs


def _suit_paint(suit: str) -> dict[str, str]:
    red = is_red(SUITS.index(suit) * len(RANKS))
    if not red:
        return {"fill": _INK[red]}
    return {"fill": _HOLLOW, "stroke": _INK[red], "stroke-width": "11", "stroke-linejoin": "round"}


def _draw_paper(group: Element, fill: str) -> None:
    SubElement(
        group,
        "rect",
        {
            "x": "1",
            "y": "1",
            "width": str(CARD_WIDTH - 2),
            "height": str(CARD_HEIGHT - 2),
            "rx": "9",
            "fill": fill,
            "stroke": _EDGE,
            "stroke-width": "2",
        },
    )


def _draw_back(group: Element) -> None:
    _draw_paper(group, "#fffefa")
    inner = {"x": "7", "y": "7", "width": "86", "height": "126", "rx": "5", "fill": "#2c4a86"}
    SubElement(group, "rect", inner)
    # A lattice of whole diamonds, so that cards that lie on each other still show it at their upper edge.
    lines = [f"M{x} 7L{x + 21} 35M{x + 21} 7L{x} 35" for x in range(8, 92, 21)]
    lattice = "".join(lines)
    for row in range(4):
        SubElement(
            group,
            "path",
            {
                "d": lattice,
                "transform": f"translate(0 {row * 28 + 7})",
                "stroke": "#a9bfe8",
                "stroke-width": "2",
                "fill": "none",
            },
        )
    SubElement(group, "rect", {**inner, "fill": "none", "stroke": "#1d3360", "stroke-width": "3"})


def _draw_face(group: Element, card: int, prefix: str) -> None:
    suit, rank = SUITS[card // len(RANKS)], RANKS[card % len(RANKS)]
    _draw_paper(group, _PAPER)
    text = {
        "x": "7",
        "y": "37",
        "font-family": FONT,
        "font-size": "40",
        "font-weight": "700",
        "fill": _INK[is_red(card)],
    }
    if rank == "T":
        text |= {"x": "5", "textLength": "43", "lengthAdjust": "spacingAndGlyphs"}
    SubElement(group, "text", text).text = "10" if rank == "T" else rank
    _place_suit(group, suit, prefix, 78, 24, 32)
    _place_suit(group, suit, prefix, 20, 59, 25)
    if rank in _COURT:
        _place_suit(group, suit, prefix, 62, 112, 44)
        SubElement(
            group,
            "path",
            {
                "d": _COURT[rank],
                "transform": "translate(65 86) scale(.86)",
                "fill": _GOLD,
                "stroke": _GOLD_EDGE,
                "stroke-width": "3",
                "stroke-linejoin": "round",
            },
        )
    else:
        _place_suit(group, suit, prefix, 61, 96, 66 if rank == "A" else 56)


def _place_suit(group: Element, suit: str, prefix: str, x: int, y: int, percent: int) -> None:
    scale = f"{percent / 100:g}"
    SubElement(group, "use", {"href": f"#{prefix}{suit}", "transform": f"translate({x} {y}) scale({scale})"})
