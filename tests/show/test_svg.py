"""Boards as SVG: golden pictures, and what holds for the pictures of all variants."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves import Table, deal, parse_move
from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.show.layout import CARD_HEIGHT, CARD_WIDTH, WASTE_STEP, layout_of
from forty_thieves.show.piles import changes, is_face_down, piles_of
from forty_thieves.show.svg import board_of, deal_svg, table_svg
from support import strategies
from support.paths import DATA
from support.pictures import PICTURES, WON, won_table
from support.strategies import own, table_at

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", PICTURES)
def test_golden_pictures(name: str) -> None:
    assert PICTURES[name]() == (DATA / "svg" / f"{name}.svg").read_bytes()


def test_no_golden_picture_is_left_over() -> None:
    assert sorted(path.stem for path in (DATA / "svg").iterdir()) == sorted(PICTURES)


def picture(table: Table, title: str = "x", *, reveal: bool = False, refused: str = "") -> Element:
    move = parse_move(refused) if refused else None
    return fromstring(table_svg(table, title, reveal=reveal, refused=move).decode())


def placed(svg: Element) -> list[tuple[str, int, int]]:
    """Each card that is drawn: its name, and where."""
    prefix = svg[0].attrib["id"].removesuffix("title")
    return [
        (use.attrib["href"].removeprefix(f"#{prefix}"), int(use.attrib["x"]), int(use.attrib["y"]))
        for use in svg.iter(f"{SVG}use")
        if "x" in use.attrib
    ]


def described(svg: Element) -> list[str]:
    words = svg[1].text
    assert words is not None
    return words.splitlines()


def frames(svg: Element) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where the broken frames are, and the whole ones."""
    boxes = list(svg[-1].iter(f"{SVG}rect"))
    corners = [(int(box.attrib["x"]) - 2, int(box.attrib["y"]) - 2) for box in boxes]
    broken = ["stroke-dasharray" in box.attrib for box in boxes]
    parted: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for corner, is_broken in zip(corners, broken, strict=True):
        parted[not is_broken].append(corner)
    return parted


def check_picture(svg: Element) -> None:
    """What holds for every picture: it refers to nothing outside, has words, and all lies inside of it."""
    assert svg.tag == f"{SVG}svg"
    assert svg.attrib["role"] == "img"
    ids = [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert (svg.attrib["aria-labelledby"], svg.attrib["aria-describedby"]) == (
        svg[0].attrib["id"],
        svg[1].attrib["id"],
    )
    assert [svg[0].tag, svg[1].tag] == [f"{SVG}title", f"{SVG}desc"]
    references = {use.attrib["href"] for use in svg.iter(f"{SVG}use")}
    assert references <= {f"#{each}" for each in ids}
    known = {"svg", "title", "desc", "defs", "g", "path", "rect", "circle", "use", "text"}
    assert {element.tag.removeprefix(SVG) for element in svg.iter()} <= known
    width, height = int(svg.attrib["width"]), int(svg.attrib["height"])
    assert svg.attrib["viewBox"] == f"0 0 {width} {height}"
    for _, x, y in placed(svg):
        assert 0 <= x <= width - CARD_WIDTH
        assert 0 <= y <= height - CARD_HEIGHT


def check_layout(rules: Rules) -> None:
    """No pile lies on another one, the spread waste included."""
    layout = layout_of(rules)
    wide = {"waste": CARD_WIDTH + WASTE_STEP * (layout.waste_shown - 1)}
    boxes = [(place.x, place.y, place.x + wide.get(place.kind, CARD_WIDTH), place) for place in layout.places]
    for at, (left, top, right, place) in enumerate(boxes):
        assert 0 <= left < right <= layout.width, place
        for other_left, other_top, other_right, other in boxes[at + 1 :]:
            beside = right <= other_left or other_right <= left
            assert beside or abs(top - other_top) >= CARD_HEIGHT, (place, other)
    kinds = [place.kind for place in layout.places]
    assert kinds.count("foundation") == rules.foundation_count
    assert (kinds.count("cell"), kinds.count("column")) == (rules.cells, rules.columns)


@pytest.mark.parametrize("reveal", [False, True])
def test_every_variant_fits(reveal: bool) -> None:
    for rules in variants.every():
        check_layout(rules)
        dealt = deal(rules, 1)
        svg = fromstring(deal_svg(dealt, reveal=reveal).decode())
        check_picture(svg)
        cards = sum(map(len, dealt.columns)) + len(dealt.cells) + min(len(dealt.waste), 13)
        seen = [name for name, _, _ in placed(svg)]
        assert len(seen) >= cards
        assert ("back" in seen) is bool(dealt.stock or (not reveal and "D" in rules.faces))


BIG = [
    own(columns=columns, decks=decks, cells=cells, face_up=1)
    for columns in (1, 2, 5, 9, 13, 40)
    for decks in (1, 2, 3, 4)
    for cells in (0, 1, 4, 9, 99)
]


@pytest.mark.parametrize("rules", BIG, ids=lambda rules: f"{rules.columns}-{rules.decks}-{rules.cells}")
def test_rules_of_ones_own_fit(rules: Rules) -> None:
    check_layout(rules)


@given(strategies.own_rules(), st.integers(0, 1000), st.integers(0, 30))
@settings(max_examples=30, deadline=None)
def test_pictures_of_any_game(rules: Rules, seed: int, moves: int) -> None:
    table = Table(deal(rules, seed))
    random = Random(seed)
    for _ in range(moves):
        move = strategies.pick(table, random)
        if move is not None:
            table.play(move)
    before = strategies.state(table)
    check_layout(rules)
    for reveal in (False, True):
        check_picture(picture(table, reveal=reveal))
    assert strategies.state(table) == before


def test_a_column_of_twenty_cards_is_whole() -> None:
    cards = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC KD QD JD TD 9D 8D 7D"
    svg = picture(table_at(columns={3: cards}))
    check_picture(svg)
    column = [(name, y) for name, x, y in placed(svg) if x == layout_of(variants.find("forty-thieves")).places[12].x]
    assert [name for name, _ in column][-20:] == cards.split()
    heights = [y for _, y in column][-20:]
    assert [low - high for high, low in pairwise(heights)] == [42] * 19


def test_the_same_position_gives_the_same_bytes_and_another_one_other_ids() -> None:
    first, again, other = (deal_svg(deal("lucas", seed)) for seed in (42, 42, 43))
    assert first == again
    ids = [set(re.findall(rb' id="([^"]+)"', svg)) for svg in (first, other)]
    assert not ids[0] & ids[1]
    assert set(re.findall(rb' id="([^"]+)"', table_svg(Table(deal("lucas", 42)), "x", prefix="p-"))) >= {b"p-title"}


def test_what_a_player_may_not_see_is_not_in_the_picture() -> None:
    rules = variants.find("rank-and-file")
    svg = fromstring(deal_svg(deal(rules, 7)).decode())
    faces = [name for name, _, _ in placed(svg)]
    assert faces.count("back") == 31
    assert described(svg)[3] == "Column 1: hidden hidden hidden 5S."
    assert described(svg)[1] == "Stock: 64 cards."
    drawn = {element.attrib["id"][-2:] for element in svg[2].iter(f"{SVG}g")} - {"ck"}
    assert drawn == {"5S", "3H", "5D", "KS", "4H", "7D", "7H", "8C", "JS"}


def test_reveal_shows_the_hidden_cards_and_the_stock_in_its_order() -> None:
    dealt = deal("rank-and-file", 7)
    svg = fromstring(deal_svg(dealt, reveal=True).decode())
    assert described(svg)[3] == "Column 1: TC (face down) QS (face down) 9C (face down) 5S."
    assert described(svg)[1].startswith("Stock: 64 cards: 9D AS 3D 8D TH JC ")
    names = [name for name, _, _ in placed(svg)]
    assert names[-64:-60] == ["9D", "AS", "3D", "8D"]
    assert names.count("back") == 1


def test_the_words_tell_everything() -> None:
    table = table_at("little-forty", {1: "KC QD", 4: "5H"}, waste="2S 3S", tops="AC 4D", redeals_left=2, stock="9C")
    assert described(picture(table))[:6] == [
        "Foundations: AC none, 4D none, none none, none none.",
        f"Stock: {len(table.stock)} cards, redeals left: 2.",
        "Waste: 2S 3S.",
        "Column 1: KC QD.",
        "Column 2: none.",
        "Column 3: none.",
    ]
    cells = picture(table_at(own(cells=3), cells="- 5H"))
    assert described(cells)[3] == "Cells: none 5H none."


HOSTILE = "</title><script>alert(1)</script>&amp; \x1b[31m \ud800 \uffff \x00"


def test_a_title_is_text_whatever_is_in_it() -> None:
    raw = table_svg(Table(deal("lucas", 42)), HOSTILE)
    assert b"<script" not in raw
    svg = fromstring(raw.decode())
    check_picture(svg)
    assert svg[0].text == r"</title><script>alert(1)</script>&amp; \x1b[31m \ud800 \uffff \x00"


def at(rules: str, pile: int, card: int = 0) -> tuple[int, int]:
    place = layout_of(variants.find(rules)).places[pile]
    return place.x, place.y + 42 * card


# In Lucas, seed 42: the foundations are piles 0 to 7, then stock, waste and the columns.
MOVED = [
    ("5-f", [at("lucas", 14, 2)], [at("lucas", 6)]),
    ("5-f 5-f 2-7", [at("lucas", 11, 2)], [at("lucas", 16, 3)]),
    ("d", [at("lucas", 8)], [at("lucas", 9)]),
]


@pytest.mark.parametrize(("log", "sources", "targets"), MOVED, ids=[case[0] for case in MOVED])
def test_the_last_move_is_marked(log: str, sources: list[object], targets: list[object]) -> None:
    table = Table(deal("lucas", 42))
    assert table.run(map(parse_move, log.split())) is None
    assert frames(picture(table)) == (sources, targets)


def test_nothing_is_marked_on_a_deal() -> None:
    assert frames(picture(Table(deal("lucas", 42)))) == ([], [])


REFUSED = [
    ("2-8", [at("lucas", 11, 2)], [at("lucas", 17, 2)]),
    ("2-f", [at("lucas", 11, 2)], [at("lucas", 6), at("lucas", 7)]),
    ("w-3", [at("lucas", 9)], [at("lucas", 12, 2)]),
    ("r", [at("lucas", 9)], [at("lucas", 8)]),
    ("2-3x2", [at("lucas", 11, 1), at("lucas", 11, 2)], [at("lucas", 12, 2)]),
    ("2-3x99", [at("lucas", 11, 0), at("lucas", 11, 1), at("lucas", 11, 2)], [at("lucas", 12, 2)]),
    ("99-f", [], [at("lucas", pile) for pile in range(8)]),
    ("2-99", [at("lucas", 11, 2)], []),
    ("fs-3", [at("lucas", 6)], [at("lucas", 12, 2)]),
    ("2-c4", [at("lucas", 11, 2)], []),
    ("c1-2", [], [at("lucas", 11, 2)]),
]


@pytest.mark.parametrize(("token", "sources", "targets"), REFUSED, ids=[case[0] for case in REFUSED])
def test_a_refused_move_is_marked(token: str, sources: list[object], targets: list[object]) -> None:
    svg = picture(Table(deal("lucas", 42)), refused=token)
    assert frames(svg) == (sources, targets)
    assert len(list(svg[-1].iter(f"{SVG}circle"))) == len(targets)


def test_changes_tell_the_next_position() -> None:
    """Every move of nine won games: what a move changed, put on the position before, is the one after."""
    for game in WON:
        table = won_table(game, 0)
        before = piles_of(table)
        for token in game["moves"].split():
            table.play(token)
            after = piles_of(table)
            rebuilt = [pile[:] for pile in before]
            for change in changes(before, after):
                assert rebuilt[change.pile][change.kept :] == change.removed
                rebuilt[change.pile][change.kept :] = change.added
            assert rebuilt == after
            before = after


def test_a_card_that_is_turned_up_is_not_marked_as_moved() -> None:
    table = table_at("indian", {1: "7C 5H", 2: "6D"}, hidden={1: 1})
    before = piles_of(table)
    table.play("1-2")
    column, other = changes(before, piles_of(table))
    assert (column.removed, column.added, column.turned) == (["7c", "5H"], ["7C"], 1)
    assert (other.removed, other.added, other.turned) == ([], ["5H"], 0)
    assert [is_face_down(name) for name in ("7c", "7C", "tS".lower(), "TS")] == [True, False, True, False]
    board = board_of(table)
    assert frames(picture(table)) == ([board.points(column.pile)[1]], [board.points(other.pile)[1]])
