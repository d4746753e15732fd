"""Hints that win: how a session goes along moves that win, and what is said where none are found."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from forty_thieves import Table
from forty_thieves.commands import hints
from forty_thieves.commands.hints import WinFinder
from forty_thieves.commands.session.advice import Search
from forty_thieves.commands.session.played import HINTED, Played
from forty_thieves.game.cards import NAMES
from forty_thieves.game.moves import DRAW, STOCK, WASTE, Move, parse_log
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.structs import DealRecord, GameRecord
from forty_thieves.solving import engine as engines
from forty_thieves.solving.engine import Engine, Part
from support.cases import WON as WON_TOPS
from support.command import WON, run
from support.sessions import Player, dealt
from support.strategies import own, table_at

HINT = re.compile(r"Try (\S+): it .*\n(?:It is the first of (\d+) moves that win\.|That wins\.)\n")
STUCK = {1: "KC", 2: "KC", 3: "KD", 4: "KD", 5: "KH", 6: "KH", 7: "KS", 8: "KS", 9: "9C", 10: "9D"}
SLOW = "The search is slow without numba"
NOTHING_FOUND = "No moves that win were found among"


def moves(log: str) -> list[Move]:
    return parse_log(log).moves


class Wins:
    """Gives the same moves that win whenever it is asked.

    Attributes:
        asked: for each time that it was asked how many moves had been played.
    """

    def __init__(self, log: str) -> None:
        self.asked: list[int] = []
        self._found = Search(moves(log), "Nothing was found.")

    def __call__(self, table: Table) -> Search:
        self.asked.append(table.played)
        return self._found


class Solving:
    """A session whose hints come of the solver, as plain Python runs it.

    Attributes:
        player: the session.
        told: what was said of the search beside the hints.
        announced: what was said before something that takes long.
    """

    def __init__(self, game: Played, effort: int | None = 10_000, stops: Callable[[], bool] = lambda: False) -> None:
        self.told: list[str] = []
        self.announced: list[str] = []
        self.player = Player(game, find_win=WinFinder(self.told.append, self.announced.append, stops, effort))


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """The solver runs as plain Python, as where numba is not installed."""
    engine = Engine()
    monkeypatch.setattr(hints, "find_engine", lambda _: engine)
    return engine


# Along moves that win


def test_moves_that_win_are_gone_along_without_another_search() -> None:
    wins = Wins("5-f 5-f 2-7 d 8-2")
    player = Player(dealt("lucas", 42), find_win=wins)
    for line in ("hint", "t"):
        told = "Try 5-f: it puts 2S on a foundation.\nIt is the first of 5 moves that win.\n"
        assert player.type(line) == told
    player.type("5-f")
    assert "It is the first of 4 moves that win.\n" in player.type("t")
    player.type("5-f=2D 2-7")
    assert player.type("t") == "Try d: it draws from the stock.\nIt is the first of 2 moves that win.\n"
    player.type("d")
    assert player.type("t").endswith("That wins.\n")
    for back, left in (("undo", 2), ("undo all", 5), ("redo 2", 3), ("restart", 5)):
        player.type(back)
        assert f"the first of {left} moves" in player.type("t")
    assert wins.asked == [0]


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        (["d"], [0, 1]),
        (["5-f 2-7"], [0, 2]),
        (["5-f 2-7", "undo"], [0]),  # back on the way
        (["new 7"], [0, 0]),  # another game, in which as many moves were played
        (["new 7", "undo"], [0]),
    ],
)
def test_a_search_is_made_where_the_table_is_not_on_the_way(typed: list[str], asked: list[int]) -> None:
    wins = Wins("5-f 5-f 2-7")
    player = Player(dealt("lucas", 42), find_win=wins)
    for line in ("hint", *typed, "hint"):
        player.type(line)
    assert wins.asked == asked


def test_nothing_is_kept_of_a_search_that_found_nothing() -> None:
    wins = Wins("")
    player = Player(dealt("lucas", 42), find_win=wins)
    told = player.type("hint")
    assert told.startswith("Nothing was found.\nTry 5-f: it puts 2S on a foundation.\nOr ")
    assert player.type("hint") == told
    assert wins.asked == [0, 0]


def test_a_position_is_gone_on_from() -> None:
    made = dealt("lucas", 42)
    made.table.run(moves("5-f"))
    wins = Wins("5-f 2-7")
    player = Player(Played(Table(made.table.position()), None), find_win=wins)
    assert "the first of 2 moves" in player.type("hint")
    player.type("5-f")
    assert player.type("hint").endswith("That wins.\n")
    assert wins.asked == [1]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (table_at(tops=WON_TOPS), "The game is won: undo, restart, new or quit?\n"),
        (table_at(columns=STUCK, rest=1), "No legal move is left.\n"),
    ],
    ids=["won", "stuck"],
)
def test_where_nothing_is_to_be_found_nothing_is_looked_for(game: Table, told: str) -> None:
    wins = Wins("")
    player = Player(Played(game, None), find_win=wins)
    assert player.type("hint") == told
    assert not wins.asked


def test_a_hint_that_is_taken_counts_as_any_other() -> None:
    player = Player(dealt("lucas", 42), find_win=Wins("5-f 5-f 2-7"))
    for line in ("hint", "5-f", "5-f", "hint", "d"):
        player.type(line)
    record = player.session.game.record()
    assert isinstance(record, GameRecord)
    assert record.meta == {HINTED: "1"}


@pytest.mark.parametrize("one", WON, ids=lambda one: one["deal"]["variant"])
def test_no_hint_names_a_card_that_the_player_can_not_see(one: dict[str, Any]) -> None:
    """Along a whole game each: what is said is about cards that lie open on the table."""
    made = interpret_deal(msgspec.convert(one["deal"], DealRecord))
    # The solver draws a card before it plays it.
    log = [
        part
        for move in moves(one["moves"])
        for part in ((DRAW, Move(WASTE, move.target)) if move.source == STOCK and move != DRAW else (move,))
    ]
    wins = Wins(" ".join(map(str, log)))
    player = Player(Played(Table(made), made), find_win=wins)
    for move in log:
        table = player.session.game.table
        hint = player.type("hint")
        found = HINT.fullmatch(hint)
        assert found is not None, hint
        assert found[1] == str(move)
        hidden = zip(table.piles, table.face_down, strict=True)
        open_cards = {NAMES[card] for pile, face_down in hidden for card in pile[face_down:]}
        assert set(re.findall(r"\b[A2-9TJQK][CDHS]\b", hint)) <= open_cards
        player.type(str(move))
    assert player.session.game.table.won
    assert wins.asked == [0]


# The solver


@pytest.mark.parametrize(
    "table",
    [
        table_at("forty-thieves", {1: "3S 2S AS", 2: "3S 2S AS"}, rest="waste"),
        table_at("rank-and-file", {1: "AS KS QS", 2: "AS 2S"}, hidden={1: 2, 2: 1}),
        table_at("little-forty", {1: "2S AS"}),
        table_at(own(cells=2, redeals=1), {1: "2S AS"}, waste="2S AS"),
        Table(table_at("lucas", {1: "2S AS"}, waste="AS"), auto_draw=True),
    ],
    ids=["waste", "face-down", "sequences", "custom", "auto-draw"],
)
@pytest.mark.usefixtures("plain")
def test_following_hints_wins(table: Table) -> None:
    solving = Solving(Played(table, None), 100_000)
    for _ in range(400):
        if table.won:
            break
        found = HINT.fullmatch(solving.player.type("hint"))
        assert found is not None
        solving.player.type(found[1])
    assert table.won
    assert (solving.told, solving.announced) == ([], [])


@pytest.mark.usefixtures("plain")
def test_that_nothing_was_found_proves_nothing_and_is_slow_without_numba() -> None:
    solving = Solving(dealt("forty-thieves", 1), 500)
    told = f"{NOTHING_FOUND} 500 positions, which proves nothing.\nTry 8-4: it puts TH on JH"
    assert solving.player.type("hint").startswith(told)
    assert len(solving.told) == 1
    assert solving.told[0].startswith(SLOW)
    assert solving.player.type("hint").startswith(told)
    assert len(solving.told) == 1  # once is enough
    assert solving.player.session.status == 0


@pytest.mark.usefixtures("plain")
def test_a_search_that_is_interrupted_comes_back_to_the_game() -> None:
    asked: list[int] = []

    def stops() -> bool:
        asked.append(1)
        return len(asked) == 3

    solving = Solving(dealt("forty-thieves", 1), None, stops)
    assert solving.player.type("hint").startswith("The search was interrupted.\nTry 8-4")
    assert len(asked) == 3
    assert solving.told == []
    assert "after 1 move" in solving.player.type("8-4")


def test_without_numba_a_search_is_said_to_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_made", {})
    monkeypatch.setitem(sys.modules, "numba", None)
    solving = Solving(dealt("forty-thieves", 1), 500)
    assert NOTHING_FOUND in solving.player.type("hint")
    assert solving.told[0].startswith(SLOW)


def test_a_named_engine_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_made", {})
    monkeypatch.setitem(sys.modules, "numba", None)
    player = Player(dealt("lucas", 42), find_win=WinFinder(print, print, lambda: False, 5, "numba"))
    told = player.type("hint")
    assert told.startswith("the engine numba can't be had")
    assert "pip install" in told
    assert "Try 5-f" in told


class Uncompiled(Engine):
    """Plain Python that says it has to be compiled."""

    def __init__(self, *, keeps_code: bool) -> None:
        self.keeps_code = keeps_code

    def has_code(self, part: Part) -> bool:
        del part
        return False


@pytest.mark.parametrize(
    ("keeps_code", "status", "kept"),
    [(True, 0, "once"), (True, 1, "once"), (True, None, "once"), (False, 0, "as no cache folder can be written")],
)
def test_compiling_is_announced_once(
    monkeypatch: pytest.MonkeyPatch, keeps_code: bool, status: int | None, kept: str
) -> None:
    """Another process compiles; where that fails, or nothing is kept, this one does."""
    started: list[list[str]] = []

    class Process(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **options: Any) -> None:
            started.append(command)
            if status is None:
                raise FileNotFoundError(command[0])
            super().__init__([sys.executable, "-c", f"raise SystemExit({status})"], **options)

    engine = Uncompiled(keeps_code=keeps_code)
    monkeypatch.setattr(hints, "find_engine", lambda _: engine)
    monkeypatch.setattr(subprocess, "Popen", Process)
    solving = Solving(dealt("forty-thieves", 1), 500)
    for _ in range(2):
        assert NOTHING_FOUND in solving.player.type("hint")
    assert solving.announced == [f"compiling the solver, about 15 seconds, {kept}"]
    assert [command[1:] for command in started] == [["-P", "-m", "forty_thieves", "solve", "--warm"]] * keeps_code


def test_compiling_that_is_interrupted_ends_at_once_and_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[subprocess.Popen[bytes]] = []

    class Process(subprocess.Popen[bytes]):
        def __init__(self, _: list[str], **options: Any) -> None:
            super().__init__([sys.executable, "-c", "import time; time.sleep(600)"], **options)
            processes.append(self)

    engine = Uncompiled(keeps_code=True)
    monkeypatch.setattr(hints, "find_engine", lambda _: engine)
    monkeypatch.setattr(subprocess, "Popen", Process)
    solving = Solving(dealt("forty-thieves", 1), 500, lambda: True)
    for number in (1, 2):
        told = solving.player.type("hint")
        assert told.startswith("The compiling was interrupted, so no moves that win were looked for.\nTry 8-4")
        assert len(solving.announced) == len(processes) == number
    assert all(process.returncode for process in processes)


# The command


def test_effort_is_for_hints() -> None:
    ran = run("play", "lucas", "5-f", "--seed", "42", "--effort", "5")
    assert (ran.status, ran.out) == (2, "")
    assert "--effort and --engine are for the hints of a game played by hand" in ran.err


def test_the_solver_is_imported_at_the_first_hint(tmp_path: Path) -> None:
    script = (
        "import sys, runpy\n"
        "sys.argv = ['forty-thieves', 'play', 'lucas', '--seed', '42', '-i']\n"
        "try: runpy.run_module('forty_thieves', run_name='__main__')\n"
        "except SystemExit: print(*sorted(sys.modules))\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], input=b"5-f\nmoves\nhelp\n", capture_output=True, cwd=tmp_path, check=True
    ).stdout.decode()
    assert "forty_thieves.commands.session.session" in loaded
    assert "forty_thieves.solving" not in loaded
    assert "numpy" not in loaded
