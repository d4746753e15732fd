"""Text boards of pysol_cards and fc-solve: read, written, and refused with the place."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

import pytest
from pysol_cards.cards import Card, CardRenderer  # type: ignore[import-untyped]
from pysol_cards.deal_game import Board, Game  # type: ignore[import-untyped]
from pysol_cards.random_base import RandomBase  # type: ignore[import-untyped]

from forty_thieves.foreign.boards import interpret_board, serialise_board
from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_deal,
    serialise_solvitaire_deal,
)
from forty_thieves.game import variants
from forty_thieves.game.cards import RANKS, serialise_cards
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.rules import Rules
from support.foreign import SMALL, SMALL_BOARD, code_and_place, fault_of, golden, own, same_cards

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
    assert code_and_place(fault) == ("wrong-layout", (1, 14))
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
    assert code_and_place(fault_of(interpret_board, text, SMALL)) == (code, place)


def test_boards_tell_the_nearest_name_of_a_line() -> None:
    assert "did you mean 'Talon'" in fault_of(interpret_board, "Tallon: AC", SMALL).message


def test_a_board_of_other_rules() -> None:
    text = serialise_board(deal("forty-thieves", 1))
    fault = fault_of(interpret_board, text, variants.find("lucas"))
    assert fault.code == "wrong-pack"
    assert "too many: AC AC AD AD AH AH AS AS" in fault.message
    assert code_and_place(fault_of(interpret_board, text, variants.find("limited"))) == ("wrong-layout", (2, 1))
    assert code_and_place(fault_of(interpret_board, text, variants.find("maria"))) == ("wrong-layout", (11, 1))
    face_up = fault_of(interpret_board, text, variants.find("number-ten"))
    assert code_and_place(face_up) == ("wrong-layout", (2, 1))
    assert "number-ten deals it face down" in face_up.message


def test_marks_on_cards_in_cells() -> None:
    text = golden("pysol_cards-forecell-1.txt").replace("9C", "<9C>", 1)
    assert code_and_place(fault_of(interpret_board, text, FORECELL)) == ("wrong-layout", (1, 15))
    missing = golden("pysol_cards-forecell-1.txt").split("\n", 1)[1]
    assert fault_of(interpret_board, missing, FORECELL).code == "wrong-pack"
    more = own(name="forecell", decks=1, columns=8, face_up=6, cells=4, cells_dealt=3)
    assert code_and_place(fault_of(interpret_board, golden("pysol_cards-forecell-1.txt"), more)) == (
        "wrong-layout",
        (1, 1),
    )


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
    assert code_and_place(read) == ("not-expressible", (1, 18))


def test_a_large_board_is_a_fault() -> None:
    text = "Talon:" + " 4S" * 200_000
    assert code_and_place(fault_of(interpret_board, text, SMALL)) == ("too-large", (1, 1))
    assert fault_of(interpret_board, "AC\n" * 200_000, SMALL).code == "too-large"
