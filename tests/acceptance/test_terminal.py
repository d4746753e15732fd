"""The game at a real pseudo-terminal: keys, signals, widths, colors, completion, and a whole game."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from support.command import LUCAS, WON, reports, run, write

pytest.importorskip("pexpect", reason="pexpect is not installed")
pytest.importorskip("pty", reason="there are no pseudo-terminals here")

from support.terminal import END_OF_INPUT, INTERRUPT, PROMPT, TAB, Terminal, plain

ASKED = "[y/N/file] "
REPLACE = "[y/N] "
GAME = ("play", "lucas", "--seed", "42")
Open = Callable[..., Terminal]


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Open]:
    """Opens terminals in a folder of the test's own."""
    opened: list[Terminal] = []

    def open_one(*arguments: str | Path, **options: object) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **options))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.close()
        assert "Traceback" not in terminal.seen


@pytest.fixture
def table(at: Open) -> Terminal:
    """A game of Lucas at its first prompt."""
    terminal = at(*GAME)
    terminal.begin()
    return terminal


# Beginning


def test_begins_with_the_board_and_what_may_be_typed(table: Terminal) -> None:
    assert table.seen.startswith("Lucas, seed 42, after 0 moves\nfoundations  C AC AC")
    assert table.seen.endswith("Type a move such as 5-f or 13-7, or help.\n> ")
    assert "after 1 move, the last one 5-f\n" in table.type("5-f")
    assert table.leave("q\nn\n")[0] == 0


def test_a_bare_play_deals_a_game(at: Open) -> None:
    terminal = at("play")
    assert terminal.begin().startswith("Forty Thieves, seed ")
    assert terminal.leave("quit\n") == (0, "quit\n")


def test_a_deal_in_a_file_is_dealt_and_never_replaced_by_the_game(at: Open, tmp_path: Path) -> None:
    deal = write(tmp_path, "deal.yaml", run("deal", "rank-and-file", "--seed", "7").out)
    before = deal.read_bytes()
    terminal = at("play", "deal.yaml")
    shown = terminal.begin()
    assert shown.startswith("Rank and File, seed 7, after 0 moves")
    assert shown.count("##") == 30
    terminal.type("d")
    assert terminal.leave("save\nquit\n")[0] == 0
    assert deal.read_bytes() == before
    assert reports(tmp_path / "rank-and-file-7.yaml")[0]["played"] == 1


def test_a_game_that_is_not_legal_is_shown_and_not_played_on(at: Open, tmp_path: Path) -> None:
    write(tmp_path, "broken.yaml", f"{LUCAS}moves: 5-f 9-f\n")
    status, told = at("play", "broken.yaml").ended()
    assert status == 1
    assert told.startswith("Lucas, after 1 move\n")
    assert "broken.yaml:3:12: not-on-foundation: move 2, 9-f: cannot put JD" in told
    assert PROMPT not in told


# Keys and signals


def test_an_interrupt_clears_the_line(table: Terminal) -> None:
    table.press("5-f", end="5-f")
    assert "once more leaves" in table.press(INTERRUPT)
    assert "after 1 move" in table.type("d")
    table.press("5-f", end="5-f")
    assert "once more leaves" in table.press(INTERRUPT)
    assert table.type("log").endswith("played  d")


def test_two_interrupts_leave_and_ask(table: Terminal, tmp_path: Path) -> None:
    table.type("5-f d")
    table.press(INTERRUPT)
    assert table.press(INTERRUPT, ASKED).endswith("Save the 2 moves? ")
    assert table.leave("y\n")[0] == 0
    assert reports(tmp_path / "lucas-42.yaml")[0]["played"] == 2


@pytest.mark.parametrize(
    "keys",
    ["quit\n", "q\n", "exit\n", END_OF_INPUT, INTERRUPT],
    ids=["quit", "q", "exit", "end-of-input", "interrupt"],
)
def test_leaving_at_once_asks_nothing(table: Terminal, keys: str) -> None:
    if keys == INTERRUPT:
        table.press(keys)
    status, answer = table.leave(keys)
    assert status == 0
    assert "Save" not in answer


@pytest.mark.parametrize(
    "answer", ["\n", "No\n", END_OF_INPUT, INTERRUPT], ids=["nothing", "no", "end-of-input", "interrupt"]
)
def test_the_offer_to_save_can_be_declined(table: Terminal, tmp_path: Path, answer: str) -> None:
    table.type("d")
    assert "lucas-42.yaml" in table.press(END_OF_INPUT, ASKED)
    assert table.leave(answer)[0] == 0
    assert os.listdir(tmp_path) == []


def test_the_offer_takes_the_name_of_a_file(table: Terminal, tmp_path: Path) -> None:
    theirs = write(tmp_path, "theirs.yaml", "mine")
    table.type("5-f d")
    assert table.type("quit", ASKED).endswith("Save the 2 moves? ")
    assert "theirs.yaml is there already. Replace it? " in table.type("theirs.yaml", REPLACE)
    assert "was left as it is" in table.type("n", ASKED)
    status, answer = table.leave("my game.json\n")
    assert status == 0
    assert "Saved 2 moves in my game.json." in answer
    assert theirs.read_text(encoding="utf-8") == "mine"
    assert reports(tmp_path / "my game.json")[0]["played"] == 2


def test_undone_moves_are_not_offered(table: Terminal) -> None:
    table.type("d d")
    table.type("undo 2")
    assert table.leave("quit\n") == (0, "quit\n")


def test_a_request_to_end_loses_nothing_that_is_saved(at: Open, tmp_path: Path) -> None:
    terminal = at(*GAME, "--save", "game.yaml")
    terminal.begin()
    terminal.type("5-f d")
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.ended()[0] == 143
    assert reports(tmp_path / "game.yaml")[0]["played"] == 2
    assert os.listdir(tmp_path) == ["game.yaml"]


def test_tab_completes_moves_verbs_and_files(table: Terminal, tmp_path: Path) -> None:
    write(tmp_path, "theirs.yaml", "mine")
    assert "after 1 move, the last one 5-f\n" in table.press(f"5-{TAB}\n")
    assert table.press(f"res{TAB}\n").endswith("undo takes that back.")
    assert table.press(f"save the{TAB}\n", REPLACE).endswith("theirs.yaml is there already. Replace it? ")
    table.type("n")
    assert table.press(f"moves 1{TAB}\n").endswith("column 13   13-7")
    # Nothing that would tell the stock's top card: it would fit column 11.
    assert "s-11" not in table.press(f"s-{TAB}{TAB}\n")
    assert "s-11" not in table.press(f"{TAB}{TAB}\n")


# Widths and colors


@pytest.mark.parametrize("columns", [40, 80])
def test_nothing_is_wider_than_the_terminal(at: Open, columns: int) -> None:
    terminal = at(*GAME, columns=columns)
    terminal.begin()
    for line in ("help", "rules", "moves", "hint", "d d d d d d d d d d d d d d d", "waste", "log", "9-f", "zz"):
        terminal.type(line)
    typed = [line for line in terminal.seen.splitlines() if not line.startswith(">")]
    assert max(map(len, typed)) <= columns


def test_columns_wrap_as_wholes_and_follow_the_width(table: Terminal) -> None:
    one_block = "  1   2   3   4   5   6   7   8   9  10  11  12  13\n"
    assert one_block in table.type("board")
    table.child.setwinsize(24, 40)
    narrow = table.type("board")
    assert one_block not in narrow
    assert "\n\n  1   2   3   4   5   6   7\n" in narrow
    assert "\n\n  8   9  10  11  12  13\n" in narrow
    table.child.setwinsize(24, 100)
    assert one_block in table.type("board")


@pytest.mark.parametrize(
    ("options", "env", "colored"),
    [
        ((), {"TERM": "xterm-256color"}, True),
        ((), {"TERM": "dumb"}, False),
        ((), {"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        (("--color", "never"), {"TERM": "xterm-256color"}, False),
        (("--color", "always"), {"TERM": "dumb", "NO_COLOR": "1"}, True),
    ],
    ids=["a-terminal", "dumb", "no-color", "never", "always"],
)
@pytest.mark.parametrize("moves", [(), ("d",)], ids=["by-hand", "one-board"])
def test_colors(
    at: Open, options: tuple[str, ...], env: dict[str, str], colored: bool, moves: tuple[str, ...]
) -> None:
    terminal = at(*GAME, *moves, *options, env=env)
    terminal.until("foundations")
    terminal.until("13")
    came = str(terminal.child.before)
    assert ("\x1b[31mAD\x1b[0m" in came) is colored
    assert ("\x1b[1mAC\x1b[0m" in came) is colored
    assert "AD AD   H AH AH" in plain(came)


def test_symbols(at: Open) -> None:
    terminal = at(*GAME, "--symbols")
    assert " K\u2663  8\u2660  4\u2660  Q\u2666" in terminal.begin()
    assert "9-f: cannot put J\u2666 on a foundation: needs 2\u2666" in terminal.type("9-f")
    assert "after 2 moves" in terminal.type("5-f 5-f=2\u2666")


def test_a_terminal_without_suit_symbols(at: Open) -> None:
    terminal = at(*GAME, "--symbols", env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert " KC  8S  4S  QD" in terminal.begin()
    assert "neither a move nor a command" in terminal.type("x\u2660")
    assert "after 1 move," in terminal.type("5-f")


def test_bytes_that_are_no_text(table: Terminal) -> None:
    assert "neither a move nor a command" in table.press(b"\xff\xfe\n")
    assert "after 1 move," in table.type("d")


# Hints


def test_a_hint_is_gone_along(at: Open, tmp_path: Path) -> None:
    terminal = at(*GAME, "--effort", "100000", "--save", "game.yaml")
    terminal.begin()
    found = re.search(r"Try (\S+): it .+\nIt is the first of (\d+) moves that win\.", terminal.type("t"))
    assert found is not None
    assert "after 1 move, " in terminal.type(found[1])
    assert f"It is the first of {int(found[2]) - 1} moves that win." in terminal.type("hint")
    assert terminal.leave("q\n") == (0, "q\n")
    saved = yaml.safe_load((tmp_path / "game.yaml").read_text(encoding="utf-8"))
    assert (saved["moves"].split(), saved["meta"]["hinted_moves"]) == ([found[1]], "1")


def test_an_interrupt_ends_the_search_for_a_hint(at: Open) -> None:
    """Number 18 can't be won."""
    terminal = at("play", "forty-thieves", "--seed", "18", "--effort", "1000000000000")
    terminal.begin()
    terminal.type("d")
    terminal.type_and_wait("hint", 1.5)
    answer = terminal.press_at_once(INTERRUPT)
    assert "The search was interrupted.\nTry " in answer
    assert "once more leaves" not in answer
    assert "after 2 moves, the last one d" in terminal.type("d")
    assert "once more leaves" in terminal.press(INTERRUPT)
    assert terminal.press(INTERRUPT, ASKED).endswith("Save the 2 moves? ")


def test_an_interrupt_ends_the_compiling_too(at: Open, tmp_path: Path) -> None:
    terminal = at(*GAME, env={"FORTY_THIEVES_CACHE": str(tmp_path / "cache")})
    terminal.begin()
    terminal.type("5-f")
    terminal.type("hint", "Compiling the solver, about 15 seconds, once.")
    assert "The compiling was interrupted, so no moves that win were looked for.\nTry " in terminal.press_at_once(
        INTERRUPT
    )
    assert "after 2 moves" in terminal.type("5-f")


def test_a_request_to_end_does_not_wait_for_a_hint(at: Open) -> None:
    terminal = at("play", "forty-thieves", "--seed", "18", "--effort", "1000000000000")
    terminal.begin()
    terminal.type_and_wait("hint", 1.5)
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.ended()[0] == 143


# Saving


def test_save_never_overwrites_unasked(table: Terminal, tmp_path: Path) -> None:
    theirs = write(tmp_path, "theirs.yaml", "mine")
    table.type("5-f 5-f")
    table.type("save theirs.yaml", REPLACE)
    assert "theirs.yaml is there already, and was left as it is." in table.type("")
    assert theirs.read_text(encoding="utf-8") == "mine"
    assert "Saved 2 moves in my game.yaml." in table.type("save my game.yaml")
    assert "Saved 2 moves in my game.yaml." in table.type("save")
    assert "no such file" in table.type("save missing/game.yaml")
    assert "game.png: the name has to end in one of .yaml" in table.type("save game.png")
    assert "a folder" in table.type("save .")
    table.type("save theirs.yaml", REPLACE)
    assert "Saved 2 moves in theirs.yaml." in table.type("y")
    assert table.leave("quit\n") == (0, "quit\n")
    for name in ("my game.yaml", "theirs.yaml"):
        (told,) = reports(tmp_path / name)
        assert (told["verdict"], told["played"]) == ("unfinished", 2)
    assert sorted(os.listdir(tmp_path)) == ["my game.yaml", "theirs.yaml"]


def test_the_file_to_save_in_is_not_replaced_unasked(at: Open, tmp_path: Path) -> None:
    theirs = write(tmp_path, "theirs.yaml", "mine")
    terminal = at(*GAME, "--save", "theirs.yaml")
    terminal.until(REPLACE)
    status, told = terminal.leave("n\n")
    assert status == 2
    assert "forty-thieves play theirs.yaml goes on with what is in it." in told
    assert theirs.read_text(encoding="utf-8") == "mine"
    forced = at(*GAME, "--save", "theirs.yaml", "--force")
    forced.begin()
    forced.type("d")
    assert forced.leave("quit\n") == (0, "quit\n")
    assert reports(theirs)[0]["played"] == 1


def test_a_position_is_played_on_and_stays_one(at: Open, tmp_path: Path) -> None:
    position = write(tmp_path, "position.yaml", run(*GAME, "5-f 5-f", "--format", "yaml").out)
    terminal = at("play", "position.yaml")
    assert terminal.begin().startswith("Lucas, after 2 moves\n")
    assert "after 3 moves, the last one 2-7" in terminal.type("2-7")
    assert "There is no move to undo." not in terminal.type("undo")
    assert "There is no move to undo." in terminal.type("undo")
    terminal.type("redo")
    assert "Saved the position in position.yaml." in terminal.type("save")
    assert terminal.leave("quit\n") == (0, "quit\n")
    saved = yaml.safe_load(position.read_text(encoding="utf-8"))
    assert (saved["format"], saved["played"]) == ("forty-thieves-position/1", 3)


def test_a_whole_game(at: Open, tmp_path: Path) -> None:
    """Lucas from the deal: interrupted by a hang-up, resumed, undone to the start, redone, won, saved and checked."""
    one = WON[4]
    moves = one["moves"].split()
    first, second = moves[:60], moves[60:]
    terminal = at("play", "lucas", "--seed", str(one["deal"]["seed"]), "--save", "game.yaml")
    terminal.begin()
    for start in range(0, len(first), 20):
        terminal.type(" ".join(first[start : start + 20]))
    terminal.type("undo 3")
    assert terminal.hang_up() == 129
    assert os.listdir(tmp_path) == ["game.yaml"]
    assert reports(tmp_path / "game.yaml")[0]["played"] == 57

    terminal = at("play", "game.yaml", "--save", "game.yaml")
    assert "after 57 moves" in terminal.begin()
    assert "after 60 moves" in terminal.type("redo all")
    assert "after 0 moves" in terminal.type("undo all")
    assert "after 60 moves" in terminal.type("redo all")
    for start in range(0, len(second), 40):
        answer = terminal.type(" ".join(second[start : start + 40]))
    assert f"Won, in {len(moves)} moves, " in answer
    assert " steps; time played 0:0" in answer
    assert answer.endswith("forty-thieves check game.yaml")
    assert "No legal move is left." in terminal.type("moves")
    assert "The game is won, so no move follows" in terminal.type("d")
    assert terminal.leave("quit\n") == (0, "quit\n")
    ran = run("check", "game.yaml", cwd=tmp_path)
    assert (ran.status, ran.out) == (0, f"game.yaml: won: lucas, {len(moves)} moves\n")


# What is no game


@pytest.mark.parametrize("arguments", [("deal", "--seed", "1"), ("play", "--seed", "1", "d")])
def test_messagepack_never_goes_to_a_terminal(at: Open, arguments: tuple[str, ...]) -> None:
    status, told = at(*arguments, "--format", "msgpack").ended()
    assert status == 2
    assert "MessagePack is binary" in told


@pytest.mark.parametrize(
    "extra", [{"TERM": "dumb"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}], ids=["dumb", "no-color"]
)
def test_no_color_of_check_where_it_is_not_wanted(at: Open, tmp_path: Path, extra: dict[str, str]) -> None:
    file = write(
        tmp_path, "games.yaml", "format: forty-thieves-game/1\ndeal: {variant: lucas, seed: 42}\nmoves: 9-f\n"
    )
    terminal = at("check", file, file, env=extra)
    assert terminal.ended()[0] == 1
    assert "\x1b[3" not in terminal.raw
