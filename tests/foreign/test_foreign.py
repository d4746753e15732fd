"""Other programs' files: golden ones, round trips, what can't be told, and every way in which a file can be wrong."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pysol_cards.cards import Card, CardRenderer  # type: ignore[import-untyped]
from pysol_cards.deal_game import Board, Game  # type: ignore[import-untyped]
from pysol_cards.random_base import RandomBase  # type: ignore[import-untyped]

from forty_thieves.foreign.boards import interpret_board, serialise_board
from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_deal,
    interpret_solvitaire_rules,
    serialise_solvitaire_deal,
    serialise_solvitaire_rules,
)
from forty_thieves.game import variants
from forty_thieves.game.cards import RANKS, parse_cards, serialise_cards
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.rules import Rules
from forty_thieves.problems import CODES, Fault
from support.paths import DATA

FOREIGN = DATA / "foreign"
Serialise = Callable[[Deal], str]
Interpret = Callable[[str, Rules], Deal]
DEAL_FORMATS: dict[str, tuple[Serialise, Interpret]] = {
    "solvitaire": (serialise_solvitaire_deal, interpret_solvitaire_deal),
    "board": (serialise_board, interpret_board),
}


def own(**fields: Any) -> Rules:
    return Rules(**{"name": "own", **fields})


def golden(name: str) -> str:
    return (FOREIGN / name).read_text()


def fault_of(action: Callable[..., object], *arguments: object) -> Fault:
    with pytest.raises(Fault) as caught:
        action(*arguments)
    return caught.value


def attempt(action: Callable[..., Any], *arguments: object) -> Any:
    """What an action gives, or the fault that it raises."""
    try:
        return action(*arguments)
    except Fault as fault:
        return fault


def told(fault: Fault) -> tuple[str, tuple[int, int] | None]:
    return fault.code, fault.place


def place_of(text: str, part: str, number: int = 1) -> tuple[int, int]:
    """The line and column of a part of a text, of the ``number``-th where it is there several times."""
    at = -1
    for _ in range(number):
        at = text.index(part, at + 1)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def same_cards(one: Deal, other: Deal) -> bool:
    return one.rules.essence == other.rules.essence and one.texts == other.texts


# Games of pysol_cards that our rules can lay out

GYPSY = own(name="gypsy", columns=8, face_down=2, face_up=1)
CASTLE = own(name="castle", decks=1, columns=8, face_up=6, foundations_start="base")
FORECELL = own(name="forecell", decks=1, columns=8, face_up=6, cells=4, cells_dealt=4)
CITADEL = own(
    name="citadel", decks=1, columns=8, face_up=6, foundations_start="base", deal_play="rows", take_back=True
)
SEAHAVEN = own(name="seahaven", decks=1, columns=10, face_up=5, cells=4, cells_dealt=2)
TENS = {False: "10", True: "T"}


def printed(game: str, seed: int, which: int = RandomBase.DEALS_PYSOLFC, *, ts: bool = False, ranks: int = 13) -> str:
    """A board as pysol_cards prints it."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        Game(game, seed, which, ranks).print_layout(CardRenderer(ts))
    return out.getvalue()


@pytest.mark.parametrize("ts", [False, True])
@pytest.mark.parametrize("seed", [1, 24, 31999, 32001, 10**9, 10**20])
@pytest.mark.parametrize(("game", "rules"), [("gypsy", GYPSY), ("beleaguered_castle", CASTLE)])
def test_boards_of_pysol_cards_by_number(game: str, rules: Rules, seed: int, ts: bool) -> None:
    text = printed(game, seed, ts=ts)
    read = interpret_board(text, rules)
    assert same_cards(read, deal(rules, seed))
    assert (read.seed, read.shuffle) == (None, None)
    assert serialise_board(read) == text.replace("T", "10").replace("10alon", "Talon")


@pytest.mark.parametrize("seed", [1, 31999, 32000, 2**31, 2**32, 2**33 - 1])
@pytest.mark.parametrize(("game", "rules"), [("gypsy", GYPSY), ("beleaguered_castle", CASTLE)])
def test_boards_of_pysol_cards_by_ms_number(game: str, rules: Rules, seed: int) -> None:
    assert same_cards(interpret_board(printed(game, seed, RandomBase.DEALS_MS), rules), deal(rules, seed, "ms"))


def test_a_board_of_a_short_pack() -> None:
    rules = own(ranks=RANKS[:10], columns=8, face_down=2, face_up=1)
    assert same_cards(interpret_board(printed("gypsy", 7, ranks=10), rules), deal(rules, 7))


@pytest.mark.parametrize(
    ("name", "game", "seed", "ts"),
    [
        ("pysol_cards-gypsy-24.txt", "gypsy", 24, False),
        ("pysol_cards-gypsy-123456.txt", "gypsy", 123456, True),
        ("pysol_cards-beleaguered-castle-617.txt", "beleaguered_castle", 617, False),
        ("pysol_cards-forecell-1.txt", "forecell", 1, True),
        ("pysol_cards-citadel-24.txt", "citadel", 24, False),
        ("pysol_cards-seahaven-towers-24.txt", "seahaven_towers", 24, False),
    ],
)
def test_golden_boards_are_those_of_the_package(name: str, game: str, seed: int, ts: bool) -> None:
    assert golden(name) == printed(game, seed, ts=ts)


def test_golden_boards() -> None:
    gypsy = interpret_board(golden("pysol_cards-gypsy-24.txt"), GYPSY)
    assert serialise_cards(gypsy.columns[1]) == "TH 6S 4H"
    assert serialise_cards(gypsy.stock[:4]) == "2C KH AH AC"
    assert same_cards(gypsy, deal(GYPSY, 24))
    assert same_cards(interpret_board(golden("pysol_cards-gypsy-123456.txt"), GYPSY), deal(GYPSY, 123456))
    castle = interpret_board(golden("pysol_cards-beleaguered-castle-617.txt"), CASTLE)
    assert serialise_cards(castle.on_foundations) == "AC AD AH AS"
    assert castle.founded is None
    forecell = interpret_board(golden("pysol_cards-forecell-1.txt"), FORECELL)
    assert serialise_cards(forecell.cells) == "6S 9C 2H 6H"
    assert serialise_board(forecell) == golden("pysol_cards-forecell-1.txt").replace("T", "10")
    citadel = interpret_board(golden("pysol_cards-citadel-24.txt"), CITADEL)
    assert serialise_cards(citadel.on_foundations) == "AC 2C 3C AD 2D 3D AH 2H AS 2S 3S 4S"
    assert serialise_board(citadel) == golden("pysol_cards-citadel-24.txt")


def test_a_free_cell_before_a_card() -> None:
    """Our deals fill the first cells, so the number of a cell that is not one of them would be lost."""
    fault = fault_of(interpret_board, golden("pysol_cards-seahaven-towers-24.txt"), SEAHAVEN)
    assert told(fault) == ("wrong-layout", (1, 14))
    assert "first cells" in fault.message


def by_pysol_cards(dealt: Deal) -> str:
    """A deal as the package itself prints it, given the cards."""

    def card(number: int, down: bool = False) -> Any:
        return Card(0, number % 13 + 1, (0, 3, 2, 1)[number // 13]).flip(down)

    board = Board(len(dealt.columns), with_talon=bool(dealt.waste or dealt.stock))
    for number in (*dealt.waste, *dealt.stock):
        board.add_talon(card(number))
    for at, column in enumerate(dealt.columns):
        for number, face in zip(column, dealt.rules.faces, strict=False):
            board.add(at, card(number, face == "D"))
    return str(board.calc_string(CardRenderer(False)))


@pytest.mark.parametrize("rules", variants.every(), ids=lambda rules: rules.name)
def test_boards_are_written_as_the_package_prints_them(rules: Rules) -> None:
    text = serialise_board(deal(rules, 42))
    without_foundations = "".join(
        line for line in text.splitlines(True) if not line.startswith(("Foundations", "Freecells"))
    )
    assert without_foundations == by_pysol_cards(deal(rules, 42))


def test_the_foundations_of_two_packs() -> None:
    """pysol_cards has one two-pack game with foundations, which repeats each suit, in another order than ours."""
    first = printed("die_schlange", 24).splitlines()[0]
    assert first == "Foundations: H-A S-A D-A C-A H-A S-A D-A C-A"
    lucas = deal("lucas", 24)
    text = serialise_board(lucas)
    ours = "Foundations: H-A C-A D-A S-A H-A C-A D-A S-A"
    assert ours in text
    assert same_cards(interpret_board(text.replace(ours, first), lucas.rules), lucas)
    assert same_cards(interpret_board(text.replace(f"{ours}\n", ""), lucas.rules), lucas)


# Golden files of Solvitaire's formats


def test_golden_deal_of_solvitaire() -> None:
    text = golden("solvitaire-lucas-1.json")
    read = interpret_solvitaire_deal(text, variants.find("lucas"))
    assert [serialise_cards(column) for column in read.columns[:4]] == [
        "3D 4C TH",
        "7H 3D 9H",
        "7C QD JH",
        "7D 6C 9H",
    ]
    assert serialise_cards(read.stock[:5]) == "9C 2H 6D JH 4H"
    assert serialise_cards(read.on_foundations) == "AC AC AD AD AH AH AS AS"
    assert read.digest == deal("lucas", 1, "solvitaire").digest
    assert serialise_solvitaire_deal(read) == text


def test_golden_deal_with_face_down_cards() -> None:
    text = golden("solvitaire-rank-and-file-1.json")
    assert '["10s", "4c", "2s", "9H"]' in text
    read = interpret_solvitaire_deal(text, variants.find("rank-and-file"))
    assert read.digest == deal("rank-and-file", 1, "solvitaire").digest
    assert serialise_solvitaire_deal(read) == text


def test_golden_rules_of_solvitaire() -> None:
    """A file that says only what differs from that program's defaults, and the whole of it."""
    read = interpret_solvitaire_rules(golden("solvitaire-rules-rank-and-file-short.json"))
    assert read.name == "own-rules"
    assert read.essence == variants.find("rank-and-file").essence
    assert serialise_solvitaire_rules(read) == golden("solvitaire-rules-rank-and-file.json")


def test_the_defaults_of_rules() -> None:
    assert interpret_solvitaire_rules('{"tableau piles": {"count": 13}}') == Rules(
        decks=1, columns=13, face_up=4, build="any-suit"
    )


# Round trips

LAID = {"initial_draw", "cells_dealt", "deal_play", "foundation_base"}


@pytest.mark.parametrize("seed", [3, 40_000])
@pytest.mark.parametrize("format_name", DEAL_FORMATS)
@pytest.mark.parametrize("rules", variants.every(), ids=lambda rules: rules.name)
def test_round_trip_of_deals(rules: Rules, format_name: str, seed: int) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    dealt = deal(rules, seed)
    if any((rules.cells_dealt, rules.deal_play != "none", rules.foundation_base == "dealt")) and (
        format_name == "solvitaire" or rules.foundation_build != "same-suit"
    ):
        assert fault_of(serialise, dealt).code == "not-expressible"
        return
    text = serialise(dealt)
    for written in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), text.rstrip()):
        read = interpret(written, rules)
        assert read.digest == dealt.digest
        assert read.variant == rules.name
        assert (read.seed, read.shuffle) == (None, None)
        assert serialise(read) == text


EXPRESSIBLE = {"forty-thieves", "limited", "lucas", "maria", "rank-and-file", "streets"}


@pytest.mark.parametrize("rules", variants.every(), ids=lambda rules: rules.name)
def test_round_trip_of_rules(rules: Rules) -> None:
    if rules.name not in EXPRESSIBLE:
        fault = fault_of(serialise_solvitaire_rules, rules)
        assert fault.code == "not-expressible"
        (field,) = fault.path
        assert f"can't tell {field} " in fault.message
        return
    text = serialise_solvitaire_rules(rules)
    read = interpret_solvitaire_rules(text)
    assert read.essence == rules.essence
    assert serialise_solvitaire_rules(read) == text
    assert interpret_solvitaire_rules(text.replace("\n", "\r\n")) == read


OFTEN_USUAL: dict[str, st.SearchStrategy[Any]] = {
    "decks": st.sampled_from((1, 2, 3)),
    "ranks": st.sampled_from((RANKS, RANKS, RANKS[:7], "A789TJQK")),
    "columns": st.integers(1, 12),
    "face_down": st.sampled_from((0, 0, 1, 2)),
    "face_up": st.integers(0, 3),
    "build": st.sampled_from(("same-suit", "alternate-color", "any-suit", "different-suit")),
    "build_direction": st.sampled_from(("down", "down", "down", "up")),
    "move": st.sampled_from(("single", "sequence")),
    "draw": st.integers(1, 3),
    "redeals": st.sampled_from((0, "unlimited", 2)),
    "foundation_base": st.sampled_from(("A", 1, "A", "dealt", "7")),
    "foundation_build": st.sampled_from(("same-suit", "same-suit", "alternate-color")),
    "foundations_start": st.sampled_from(("empty", "base")),
    "deal_play": st.sampled_from(("none", "none", "none", "rows", "cards")),
    "empty_columns": st.sampled_from(("any", "kings", "auto", "waste")),
    "take_back": st.booleans(),
    "initial_draw": st.sampled_from((0, 0, 0, 1)),
    "tableau_wrap": st.sampled_from((False, False, True)),
    "cells": st.integers(0, 3),
    "cells_dealt": st.sampled_from((0, 0, 1)),
}


@st.composite
def own_rules(draw: st.DrawFn) -> Rules:
    chosen = {name: draw(values) for name, values in OFTEN_USUAL.items() if draw(st.booleans())}
    try:
        return own(**chosen)
    except Fault:
        assume(False)
        raise


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(own_rules())
def test_rules_are_told_whole_or_not_at_all(rules: Rules) -> None:
    text = attempt(serialise_solvitaire_rules, rules)
    if isinstance(text, Fault):
        assert text.code == "not-expressible"
        assert str(text.path[0]) in text.message
    else:
        assert interpret_solvitaire_rules(text).essence == rules.essence


@pytest.mark.parametrize("format_name", DEAL_FORMATS)
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(own_rules(), st.integers(0, 10**5))
def test_deals_are_told_whole_or_not_at_all(format_name: str, rules: Rules, seed: int) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    try:
        dealt = deal(rules, seed)
    except (StopIteration, RuntimeError, Fault):
        # Cards that go to the foundations during the deal may leave too few for the columns.
        assume(False)
    text = attempt(serialise, dealt)
    if isinstance(text, Fault):
        assert text.code == "not-expressible"
    else:
        assert interpret(text, rules).digest == dealt.digest


@pytest.mark.parametrize("format_name", DEAL_FORMATS)
@given(st.data())
def test_damaged_deals_are_faults_or_deals(format_name: str, data: st.DataObject) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    rules = variants.find(data.draw(st.sampled_from(("lucas", "rank-and-file"))))
    text = serialise(deal(rules, 8))
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 8))
    middle = data.draw(
        st.sampled_from(("", " ", "\n", ":", ",", "]", "[", '"', "<", "4S", "10H", "\\ud800", "\x00", "é"))
    )
    read = attempt(interpret, text[:start] + middle + text[end:], rules)
    if isinstance(read, Fault):
        assert read.code in CODES
        assert read.place is not None
        assert read.path == ()
    else:
        assert sorted(parse_cards(" ".join(read.texts))) == rules.all_cards


def test_rules_with_cells_and_a_dealt_base_on_a_board() -> None:
    rules = own(decks=1, columns=5, face_up=3, cells=3, cells_dealt=1, foundation_base="dealt")
    dealt = deal(rules, 77)
    text = serialise_board(dealt)
    lines = text.splitlines()
    base = serialise_cards(dealt.on_foundations).replace("T", "10")
    assert lines[1] == f"Foundations: {base[-1]}-{base[:-1]}"
    assert lines[2].endswith(" - -")
    read = interpret_board(text, rules)
    assert same_cards(read, dealt)
    assert read.cells == dealt.cells
    assert same_cards(interpret_board(text.replace(" - -", ""), rules), dealt)


def test_foundations_that_wrap() -> None:
    rules = own(decks=1, columns=6, face_up=6, foundation_base="Q", deal_play="rows")
    seed = next(seed for seed in range(1, 3000) if "QS KS AS" in serialise_cards(deal(rules, seed).on_foundations))
    dealt = deal(rules, seed)
    text = serialise_board(dealt)
    assert same_cards(interpret_board(text, rules), dealt)
    assert " S-Q" not in text


def test_columns_without_cards() -> None:
    """Rows that go to the foundations can leave a column empty: a blank line, or a colon alone."""
    rules = own(decks=1, columns=2, face_up=1, deal_play="rows")
    seed = next(seed for seed in range(1, 5000) if deal(rules, seed).columns[1] == [])
    dealt = deal(rules, seed)
    text = serialise_board(dealt)
    assert text.endswith("\n\n")
    assert same_cards(interpret_board(text, rules), dealt)
    assert same_cards(interpret_board(text + "\n \t\n", rules), dealt)
    assert same_cards(interpret_board(text[:-1] + ":", rules), dealt)
    none = own(decks=1, columns=3, face_up=0)
    assert same_cards(interpret_board(serialise_board(deal(none, 1)), none), deal(none, 1))
    fault = fault_of(interpret_board, "\n" + serialise_board(deal(none, 1)) + ":", none)
    assert fault.code == "wrong-layout"


def test_blank_lines_count_only_where_columns_can_be_empty() -> None:
    text = serialise_board(deal("maria", 5))
    assert same_cards(
        interpret_board("\n\n" + text.replace("\n", "\n \t\n") + "\n\n", variants.find("maria")), deal("maria", 5)
    )


# Lenient reading of boards


def test_boards_in_the_form_of_fc_solve() -> None:
    """A colon before each column, foundations in full, the ten as T, trailing space; any order of the named lines."""
    dealt = deal("lucas", 11)
    lines = serialise_board(dealt).replace("10", "T").splitlines()
    columns = [f": {line} " for line in lines[2:]]
    written = "\n".join([lines[1] + " ", *columns, lines[0]])
    assert same_cards(interpret_board(written, dealt.rules), dealt)
    streets = deal("streets", 11)
    empty = "Foundations: H-0 C-0 D-0 S-0 H-0 C-0 D-0 S-0 \n"
    assert same_cards(interpret_board(empty + serialise_board(streets), streets.rules), streets)
    assert same_cards(interpret_board("Freecells:\n" + serialise_board(streets), streets.rules), streets)


def test_marks_in_the_stock_say_nothing_new() -> None:
    dealt = deal("number-ten", 2)
    first = serialise_board(dealt).split()[1]
    assert same_cards(interpret_board(serialise_board(dealt).replace(first, f"<{first}>", 1), dealt.rules), dealt)
    data = json.loads(serialise_solvitaire_deal(dealt))
    data["stock"] = [card[:-1] + card[-1].lower() for card in data["stock"]]
    assert same_cards(interpret_solvitaire_deal(json.dumps(data), dealt.rules), dealt)


# Boards that are wrong

SMALL = own(decks=1, ranks="A23", columns=2, face_down=1, face_up=2)
SMALL_BOARD = "Talon: AC 2C 3C AD 2D 3D\n<AH> 2H 3H\n<AS> 2S 3S\n"


def test_the_small_board_is_in_order() -> None:
    read = interpret_board(SMALL_BOARD, SMALL)
    assert [serialise_cards(column) for column in read.columns] == ["AH 2H 3H", "AS 2S 3S"]
    assert serialise_cards(read.stock) == "AC 2C 3C AD 2D 3D"
    assert serialise_board(read) == SMALL_BOARD


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        (SMALL_BOARD, "", "empty", (1, 1)),
        (SMALL_BOARD, " \t\r\n", "empty", (1, 1)),
        # Cards
        ("2H 3H", "2H 3X", "bad-card", (2, 9)),
        ("2H 3H", "2H 1H", "bad-card", (2, 9)),
        ("<AH>", "<AH", "bad-card", (2, 1)),
        ("<AH>", "AH>", "bad-card", (2, 1)),
        ("<AH>", "<>", "bad-card", (2, 1)),
        ("<AH>", "<XH>", "bad-card", (2, 2)),
        ("<AH>", "<<AH>>", "bad-card", (2, 2)),
        ("2H 3H", "2H\v3H", "bad-card", (2, 6)),
        ("2H 3H", "2H\u00a03H", "bad-card", (2, 6)),
        ("2H 3H", "2H - 3H", "bad-card", (2, 9)),
        ("AC 2C", "AC 2C,", "bad-card", (1, 11)),
        # The pack
        ("2H 3H", "2H 2H", "wrong-pack", (2, 9)),
        ("2H 3H", "2H 3C", "wrong-pack", (1, 14)),
        ("2H 3H", "2H 4H", "wrong-pack", (2, 9)),
        ("2H 3H", "2H", "wrong-pack", (2, 1)),
        ("<AS> 2S 3S\n", "", "wrong-pack", (2, 1)),
        ("3D\n", "3D AC\n", "wrong-pack", (1, 26)),
        ("Talon: AC 2C 3C AD 2D 3D\n", "", "wrong-pack", (1, 1)),
        ("Talon", "Foundations: H-A\nTalon", "wrong-pack", (1, 14)),
        # The layout
        ("3H\n<AS>", "3H <AS>", "wrong-layout", (2, 1)),
        ("3C AD 2D 3D\n<AH> 2H 3H", "3C AD 2D\n<AH> 2H 3H 3D", "wrong-layout", (2, 1)),
        ("2S 3S", "2S\n: 3S", "wrong-layout", (4, 1)),
        ("<AH>", "AH", "wrong-layout", (2, 1)),
        ("2H 3H", "2H <3H>", "wrong-layout", (2, 9)),
        ("Talon: AC", "Freecells: AC\nTalon:", "wrong-layout", (1, 12)),
        ("Talon", "Freecells: -\nTalon", "wrong-layout", (1, 12)),
        ("Talon: AC", "Foundations: C-A\nTalon:", "wrong-layout", (1, 1)),
        ("Talon", "Foundations: C-0 C-0\nTalon", "wrong-layout", (1, 18)),
        ("Talon", "Foundations: C-0 H-4\nTalon", "wrong-layout", (1, 18)),
        # The lines
        ("Talon", "talon", "syntax", (1, 1)),
        ("<AH>", " Tallon: <AH>", "syntax", (2, 2)),
        ("Talon", "Foundations: AC\nTalon", "syntax", (1, 14)),
        ("Talon", "Foundations: C-0 c-0\nTalon", "syntax", (1, 18)),
        ("Talon", "Foundations: C-1\nTalon", "syntax", (1, 14)),
        ("Talon", "Foundations: -\nTalon", "syntax", (1, 14)),
        ("3D\n", "3D\nTalon:\n", "duplicate-key", (2, 1)),
        ("Talon", "Foundations:\nFoundations:\nTalon", "duplicate-key", (2, 1)),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_wrong_boards(old: str, new: str, code: str, place: tuple[int, int], line_end: str) -> None:
    assert old in SMALL_BOARD
    text = SMALL_BOARD.replace(old, new).replace("\n", line_end)
    assert told(fault_of(interpret_board, text, SMALL)) == (code, place)


def test_boards_tell_the_nearest_name_of_a_line() -> None:
    assert "did you mean 'Talon'" in fault_of(interpret_board, "Tallon: AC", SMALL).message


def test_a_board_of_other_rules() -> None:
    text = serialise_board(deal("forty-thieves", 1))
    fault = fault_of(interpret_board, text, variants.find("lucas"))
    assert fault.code == "wrong-pack"
    assert "too many: AC AC AD AD AH AH AS AS" in fault.message
    assert told(fault_of(interpret_board, text, variants.find("limited"))) == ("wrong-layout", (2, 1))
    assert told(fault_of(interpret_board, text, variants.find("maria"))) == ("wrong-layout", (11, 1))
    face_up = fault_of(interpret_board, text, variants.find("number-ten"))
    assert told(face_up) == ("wrong-layout", (2, 1))
    assert "number-ten deals it face down" in face_up.message


def test_marks_on_cards_in_cells() -> None:
    text = golden("pysol_cards-forecell-1.txt").replace("9C", "<9C>", 1)
    assert told(fault_of(interpret_board, text, FORECELL)) == ("wrong-layout", (1, 15))
    missing = golden("pysol_cards-forecell-1.txt").split("\n", 1)[1]
    assert fault_of(interpret_board, missing, FORECELL).code == "wrong-pack"
    more = own(name="forecell", decks=1, columns=8, face_up=6, cells=4, cells_dealt=3)
    assert told(fault_of(interpret_board, golden("pysol_cards-forecell-1.txt"), more)) == ("wrong-layout", (1, 1))


def test_foundations_that_a_board_cannot_tell() -> None:
    rules = own(decks=1, columns=4, face_up=2, foundation_build="alternate-color", deal_play="rows")
    seed = next(
        seed
        for seed in range(1, 5000)
        if len(deal(rules, seed).on_foundations) > 1
        and any(card % 13 == 1 for card in deal(rules, seed).on_foundations)
    )
    fault = fault_of(serialise_board, deal(rules, seed))
    assert fault.code == "not-expressible"
    assert "alternate-color" in fault.message
    read = fault_of(interpret_board, "Foundations: C-A H-2\n", rules)
    assert told(read) == ("not-expressible", (1, 18))


def test_a_large_board_is_a_fault() -> None:
    text = "Talon:" + " 4S" * 200_000
    assert told(fault_of(interpret_board, text, SMALL)) == ("too-large", (1, 1))
    assert fault_of(interpret_board, "AC\n" * 200_000, SMALL).code == "too-large"


# Deals of Solvitaire that are wrong

SMALL_JSON = serialise_solvitaire_deal(interpret_board(SMALL_BOARD, SMALL))


def test_the_small_deal_is_in_order() -> None:
    assert json.loads(SMALL_JSON) == {
        "tableau piles": [["Ah", "2H", "3H"], ["As", "2S", "3S"]],
        "stock": ["3D", "2D", "AD", "3C", "2C", "AC"],
    }
    assert same_cards(interpret_solvitaire_deal(SMALL_JSON, SMALL), interpret_board(SMALL_BOARD, SMALL))


@pytest.mark.parametrize(
    ("old", "new", "code", "at", "number"),
    [
        # JSON
        ('"3H"]', '"3H"', "syntax", ': ["3D"', 1),
        ('"3H"]', '"3H",]', "syntax", "],", 1),
        ('"2H"', "NaN", "syntax", "NaN", 1),
        ('"stock"', '"stock": [], "stock"', "duplicate-key", '"stock"', 2),
        ('"Ah"', "[" * 20 + '"Ah"' + "]" * 20, "too-deep", "[", 16),
        # Fields
        ('"stock"', '"waste"', "unknown-field", '"waste"', 1),
        ('"stock"', '"stocks"', "unknown-field", '"stocks"', 1),
        ('"stock"', '"foundations": [["AC"]], "stock"', "unknown-field", '"foundations"', 1),
        (',\n  "stock": ["3D", "2D", "AD", "3C", "2C", "AC"]', "", "missing-field", "{", 1),
        ('["3D", "2D", "AD", "3C", "2C", "AC"]', '"3D"', "wrong-type", '"3D"', 1),
        ('["3D", "2D", "AD", "3C", "2C", "AC"]', "null", "wrong-type", "null", 1),
        ('["As", "2S", "3S"]', '"As 2S 3S"', "wrong-type", '"As 2S 3S"', 1),
        ('["As", "2S", "3S"]', '{"As": "2S"}', "wrong-type", '{"As', 1),
        ('"2H"', "2", "wrong-type", "2,", 1),
        ('"2H"', '["2H"]', "wrong-type", '["2H"', 1),
        ('"2H"', "true", "wrong-type", "true", 1),
        ('"2H"', "1.5", "wrong-type", "1.5", 1),
        # Cards
        ('"2H"', '"1H"', "bad-card", '"1H"', 1),
        ('"2H"', '"TH"', "bad-card", '"TH"', 1),
        ('"Ah"', '"ah"', "bad-card", '"ah"', 1),
        ('"2H"', '"2H "', "bad-card", '"2H "', 1),
        ('"2H"', '""', "bad-card", '""', 1),
        ('"2H"', '"2\\u2665"', "bad-card", '"2\\u', 1),
        ('"2H"', '"\\ud800"', "bad-card", '"\\ud800', 1),
        # The pack
        ('"2H"', '"3H"', "wrong-pack", '"3H"', 2),
        ('"2H"', '"4H"', "wrong-pack", '"4H"', 1),
        ('"2H", ', "", "wrong-pack", '[\n    ["Ah', 1),
        (', "AC"]', ', "AC", "AC"]', "wrong-pack", '"AC"', 1),
        # The layout
        ('"3H"],\n    ["As"', '"3H", "As"', "wrong-layout", '[\n    ["Ah', 1),
        ('"2S", "3S"]', '"2S"], ["3S"]', "wrong-layout", '["3S"', 1),
        ('"3S"]', '"3S"], []', "wrong-layout", "[]", 1),
        ('"Ah"', '"AH"', "wrong-layout", '"AH"', 1),
        ('"3S"', '"3s"', "wrong-layout", '"3s"', 1),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_wrong_deals_of_solvitaire(old: str, new: str, code: str, at: str, number: int, line_end: str) -> None:
    assert old in SMALL_JSON
    text = SMALL_JSON.replace(old, new, 1)
    place = place_of(text, at, number)
    assert told(fault_of(interpret_solvitaire_deal, text.replace("\n", line_end), SMALL)) == (code, place)


@pytest.mark.parametrize("text", ["", " \r\n"])
@pytest.mark.parametrize(
    "interpret", [lambda text: interpret_solvitaire_deal(text, SMALL), interpret_solvitaire_rules]
)
def test_empty_json(interpret: Callable[[str], object], text: str) -> None:
    assert told(fault_of(interpret, text)) == ("empty", (1, 1))


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("[]", "wrong-type", (1, 1)),
        (" 5", "wrong-type", (1, 2)),
        ('"x"', "wrong-type", (1, 1)),
        ("{} {}", "syntax", (1, 4)),
        ("Talon: AC", "syntax", (1, 1)),
        ("{", "syntax", (1, 2)),
        ("[" * 100_000, "too-deep", (1, 17)),
        ('{"stock": ' * 1000, "too-deep", (1, 161)),
        ('{"a": "\ud800', "not-utf8", (1, 8)),
    ],
)
@pytest.mark.parametrize(
    "interpret", [lambda text: interpret_solvitaire_deal(text, SMALL), interpret_solvitaire_rules]
)
def test_json_that_is_neither_a_deal_nor_rules(
    interpret: Callable[[str], object], text: str, code: str, place: tuple[int, int]
) -> None:
    assert told(fault_of(interpret, text)) == (code, place)


def test_cut_short_deals_of_solvitaire() -> None:
    whole = SMALL_JSON.rstrip()
    for end in range(1, len(whole)):
        fault = fault_of(interpret_solvitaire_deal, whole[:end], SMALL)
        assert fault.code == "syntax"
        assert fault.place is not None


def test_a_deal_of_other_rules() -> None:
    text = serialise_solvitaire_deal(deal("forty-thieves", 1))
    fault = fault_of(interpret_solvitaire_deal, text, variants.find("lucas"))
    assert fault.code == "wrong-pack"
    assert fault.place == place_of(text, '"A', 1)
    assert told(fault_of(interpret_solvitaire_deal, text, variants.find("rank-and-file"))) == ("wrong-layout", (3, 6))


def test_what_is_set_out_is_not_in_the_piles() -> None:
    lucas = variants.find("lucas")
    data = json.loads(serialise_solvitaire_deal(deal(lucas, 1)))
    data["stock"][0] = "AS"
    text = json.dumps(data, indent=1)
    fault = fault_of(interpret_solvitaire_deal, text, lucas)
    assert told(fault) == ("wrong-pack", place_of(text, '"AS"'))
    assert "too many: AS" in fault.message


def test_a_stock_that_is_not_there() -> None:
    rules = own(decks=1, ranks="A23", columns=3)
    text = serialise_solvitaire_deal(deal(rules, 1))
    assert '"stock": []' in text
    without = text.replace(',\n  "stock": []', "")
    assert same_cards(interpret_solvitaire_deal(without, rules), deal(rules, 1))


def test_a_large_deal_of_solvitaire_is_a_fault() -> None:
    text = json.dumps({"tableau piles": [["4S"]] * 100_000, "stock": []})
    assert told(fault_of(interpret_solvitaire_deal, text, SMALL)) == ("too-large", (1, 80026))


@pytest.mark.parametrize(
    ("format_name", "rules", "field"),
    [
        ("solvitaire", own(cells=2, cells_dealt=2), "cells_dealt 2"),
        ("solvitaire", own(deal_play="rows"), "deal_play rows"),
        ("solvitaire", own(deal_play="cards"), "deal_play cards"),
        ("solvitaire", own(foundation_base="dealt"), "foundation_base dealt"),
    ],
)
def test_deals_that_cannot_be_told(format_name: str, rules: Rules, field: str) -> None:
    serialise, interpret = DEAL_FORMATS[format_name]
    for fault in (fault_of(serialise, deal(rules, 1)), fault_of(interpret, "{}", rules)):
        assert fault.code == "not-expressible"
        assert fault.message.endswith(f"own has {field}")
        assert fault.place is None


def test_rules_under_a_name_of_ours_are_refused() -> None:
    rules = own(name="Lucas", columns=9)
    fault = fault_of(interpret_board, serialise_board(deal("limited", 1)), rules)
    assert told(fault) == ("bad-rules", None)


# Rules of Solvitaire


@pytest.mark.parametrize(
    ("field", "rules"),
    [
        ("decks", own(decks=3)),
        ("ranks", own(ranks="A3456789TJQK")),
        ("face_down", own(face_down=2, face_up=2)),
        ("face_pattern", own(face_pattern="UDU")),
        ("face_pattern", own(face_pattern="DUU")),
        ("build", own(build="different-suit")),
        ("build", own(build="suit-cycle")),
        ("build_direction", own(build_direction="up")),
        ("build_direction", own(build_direction="up-or-down")),
        ("sequence", own(move="sequence", sequence="different-suit")),
        ("sequence_to", own(move="sequence", sequence_to="empty")),
        ("redeals", own(redeals=1)),
        ("waste_refill", own(waste_refill=True)),
        ("foundation_base", own(foundation_base="2")),
        ("foundation_base", own(foundation_base=13, foundations_start="base")),
        ("foundation_base", own(foundation_base="dealt")),
        ("foundation_build", own(foundation_build="alternate-color")),
        ("deal_play", own(deal_play="rows")),
        ("empty_columns", own(empty_columns="waste")),
        ("initial_draw", own(initial_draw=1)),
        ("tableau_wrap", own(tableau_wrap=True)),
        ("empty_columns", own(empty_columns="auto", draw=3)),
        ("empty_columns", own(empty_columns="kings", ranks="A23456789TJ")),
        ("take_back", own(take_back=True, foundations_start="base")),
        ("take_back", own(take_back=True, cells=1)),
    ],
)
def test_rules_that_cannot_be_told(field: str, rules: Rules) -> None:
    fault = fault_of(serialise_solvitaire_rules, rules)
    assert (fault.code, fault.path) == ("not-expressible", (field,))
    value = getattr(rules, field)
    assert f"can't tell {field} {json.dumps(value)}" in fault.message


@pytest.mark.parametrize(
    "rules",
    [
        own(decks=1, columns=13),
        own(ranks="A23456789", face_up=2),
        own(face_pattern="DDU"),
        own(face_pattern="UU"),
        own(face_up=0),
        own(columns=8, face_up=13),
        own(move="sequence", sequence="any-suit"),
        own(move="sequence", sequence="same-suit", build="alternate-color"),
        own(move="sequence", sequence="same-suit"),
        own(draw=3, redeals="unlimited"),
        own(foundation_base=1, foundation_wrap=False),
        own(empty_columns="kings"),
        own(empty_columns="auto"),
        own(take_back=True),
        own(cells=4),
        own(cells=4, cells_dealt=2, foundations_start="base"),
    ],
    ids=lambda rules: json.dumps(rules.essence, default=str),
)
def test_rules_that_can_be_told(rules: Rules) -> None:
    assert interpret_solvitaire_rules(serialise_solvitaire_rules(rules)).essence == rules.essence


SECTIONS = {
    "tableau piles": 7,
    "foundations": 5,
    "max rank": 0,
    "hole": 0,
    "two decks": 0,
    "cells": 2,
    "stock": 4,
    "reserve": 2,
}


def test_every_field_of_rules_is_written() -> None:
    data = json.loads(serialise_solvitaire_rules(variants.find("streets")))
    assert {key: len(value) if isinstance(value, dict) else 0 for key, value in data.items()} == SECTIONS


def changed(**changes: Any) -> str:
    """The rules of forty-thieves in Solvitaire's format but for one field: ``section__name`` or ``name``."""
    data = json.loads(serialise_solvitaire_rules(variants.find("forty-thieves")))
    for name, value in changes.items():
        *section, field = name.replace("_", " ").split("  ")
        (data[section[0]] if section else data)[field] = value
    return json.dumps(data, indent=1)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        # What our rules can't tell
        ({"tableau_piles__build_policy": "no-build"}, "not-expressible"),
        ({"tableau_piles__spaces_policy": "no-build"}, "not-expressible"),
        ({"tableau_piles__spaces_policy": "auto-reserve-then-waste"}, "not-expressible"),
        ({"tableau_piles__diagonal_deal": True}, "not-expressible"),
        ({"tableau_piles__move_built_group": "whole-pile"}, "not-expressible"),
        ({"tableau_piles__move_built_group": "maximal-group"}, "not-expressible"),
        ({"tableau_piles__move_built_group": "maybe"}, "not-expressible"),
        ({"tableau_piles__move_built_group_policy": "no-build"}, "not-expressible"),
        ({"tableau_piles__move_built_group_policy": "any-suit"}, "not-expressible"),
        ({"tableau_piles__count": 0}, "not-expressible"),
        ({"foundations__present": False}, "not-expressible"),
        ({"foundations__initial_cards": "one"}, "not-expressible"),
        ({"foundations__base_card": "K"}, "not-expressible"),
        ({"foundations__base_card": "random"}, "not-expressible"),
        ({"foundations__only_complete_pile_moves": True}, "not-expressible"),
        ({"hole": True}, "not-expressible"),
        ({"stock__deal_type": "tableau piles"}, "not-expressible"),
        ({"stock__deal_type": "hole"}, "not-expressible"),
        ({"reserve__size": 1}, "not-expressible"),
        ({"stock__size": 63}, "not-expressible"),
        # Values that are none
        ({"tableau_piles__build_policy": "red-green"}, "bad-value"),
        ({"tableau_piles__spaces_policy": "queens"}, "bad-value"),
        ({"tableau_piles__move_built_group_policy": ""}, "bad-value"),
        ({"tableau_piles__face_up_cards": "bottom"}, "bad-value"),
        ({"tableau_piles__count": -1}, "bad-value"),
        ({"foundations__initial_cards": "two"}, "bad-value"),
        ({"foundations__base_card": "a"}, "bad-value"),
        ({"max_rank": 0}, "bad-value"),
        ({"max_rank": 14}, "bad-value"),
        ({"stock__size": -1}, "bad-value"),
        ({"stock__deal_type": "x"}, "bad-value"),
        # Types
        ({"tableau_piles": 8}, "wrong-type"),
        ({"tableau_piles": None}, "wrong-type"),
        ({"stock": []}, "wrong-type"),
        ({"tableau_piles__count": "8"}, "wrong-type"),
        ({"tableau_piles__count": 8.0}, "wrong-type"),
        ({"tableau_piles__count": True}, "wrong-type"),
        ({"tableau_piles__count": 10**30}, "wrong-type"),
        ({"tableau_piles__count": None}, "wrong-type"),
        ({"tableau_piles__build_policy": None}, "wrong-type"),
        ({"tableau_piles__move_built_group": True}, "wrong-type"),
        ({"tableau_piles__diagonal_deal": 0}, "wrong-type"),
        ({"hole": "false"}, "wrong-type"),
        ({"max_rank": []}, "wrong-type"),
        ({"stock__redeal": {}}, "wrong-type"),
        # Rules that can't be dealt
        ({"stock__size": 110}, "bad-rules"),
        ({"stock__deal_count": 0}, "bad-rules"),
        ({"stock__deal_count": 10**9}, "bad-rules"),
    ],
    ids=str,
)
def test_wrong_rules_of_solvitaire(changes: dict[str, Any], code: str) -> None:
    text = changed(**changes)
    fault = fault_of(interpret_solvitaire_rules, text)
    (name,) = changes
    section, field = (name.replace("_", " ").split("  ") * 2)[:2]
    at = text.index(f'"{field}"', text.index(f'"{section}"'))
    assert (fault.code, fault.path) == (code, ())
    assert fault.place is not None
    assert fault.place[0] == text.count("\n", 0, at) + 1


def test_more_cards_than_the_pack_has() -> None:
    """Where it is not one field that is wrong, it is the size of the stock that can be changed."""
    for text in (changed(max_rank=7), changed(tableau_piles__count=99)):
        fault = fault_of(interpret_solvitaire_rules, text)
        assert fault.place is not None
        assert fault.place[0] == place_of(text, '"size"')[0]


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"cells__count": 1, "cells__pre_filled": 2, "stock__size": 62}, '"pre-filled"'),
        ({"cells__count": 100}, '"cells"'),
    ],
    ids=str,
)
def test_cells_that_cannot_be_dealt(changes: dict[str, Any], at: str) -> None:
    text = changed(**{name.replace("pre_filled", "pre-filled"): value for name, value in changes.items()})
    fault = fault_of(interpret_solvitaire_rules, text)
    assert fault.code == "bad-rules"
    assert fault.place is not None
    assert fault.place[0] - place_of(text, at)[0] in (0, 1)


def test_unknown_fields_of_rules() -> None:
    text = changed(accordion={"size": 3})
    assert told(fault_of(interpret_solvitaire_rules, text)) == ("unknown-field", place_of(text, '"accordion"'))
    text = changed(stock__redeals=True)
    fault = fault_of(interpret_solvitaire_rules, text)
    assert told(fault) == ("unknown-field", place_of(text, '"redeals"'))
    assert "'redeals' is no field of 'stock'" in fault.message
    assert "did you mean 'redeal'" in fault.message
    text = '{"two decks": true, "two decks": true}'
    assert told(fault_of(interpret_solvitaire_rules, text)) == ("duplicate-key", (1, 21))


def test_refusals_name_field_and_value() -> None:
    message = fault_of(interpret_solvitaire_rules, changed(tableau_piles__spaces_policy="no-build")).message
    assert "'tableau piles / spaces policy' is 'no-build'" in message
    message = fault_of(interpret_solvitaire_rules, changed(reserve__size=4)).message
    assert "'reserve / size' is 4" in message
    message = fault_of(interpret_solvitaire_rules, changed(stock__size=63)).message
    assert "columns of 4 and of 5 cards" in message


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"tableau_piles__spaces_policy": "auto-waste-then-stock", "stock__deal_count": 3}, "spaces policy"),
        ({"tableau_piles__spaces_policy": "kings", "max_rank": 12, "stock__size": 56}, "spaces policy"),
        ({"foundations__removable": True, "foundations__initial_cards": "all", "stock__size": 56}, "removable"),
        ({"foundations__removable": True, "cells__count": 1}, "removable"),
    ],
    ids=str,
)
def test_fields_that_are_unclear_beside_each_other(changes: dict[str, Any], at: str) -> None:
    text = changed(**changes)
    fault = fault_of(interpret_solvitaire_rules, text)
    assert fault.code == "not-expressible"
    assert fault.place is not None
    assert fault.place[0] == place_of(text, f'"{at}"')[0]


@given(st.data())
def test_damaged_rules_are_faults_or_rules(data: st.DataObject) -> None:
    text = serialise_solvitaire_rules(variants.find("rank-and-file"))
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 8))
    middle = data.draw(st.sampled_from(("", "1", "-", "999", "true", "no", '"', "{", "}", ",", ".5", "null")))
    read = attempt(interpret_solvitaire_rules, text[:start] + middle + text[end:])
    if isinstance(read, Fault):
        assert read.code in CODES
        assert read.place is not None
    else:
        assert isinstance(read, Rules)
