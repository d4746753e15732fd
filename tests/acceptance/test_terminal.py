"""The command on a terminal: a game to play, and what is kept away from it."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from support.command import COMMAND, WON, environment, reports, run, write

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
PROMPT = "\r\n> "
INTERRUPT = b"\x03"
PATIENCE = 10
"""Seconds to wait for what the command has to say."""
ASKED = "nothing to leave: "


class Terminal:
    """A command that runs on a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> None:
        surroundings = environment({"TERM": "dumb", **(env or {})})
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execve(COMMAND, [COMMAND, *arguments], surroundings)
        self.seen = ""

    def until(self, end: str) -> str:
        """What the command writes until a text comes; fails where it does not."""
        start = len(self.seen)
        stop = time.monotonic() + PATIENCE
        while end not in self.seen[start:]:
            data = self._read(stop)
            assert data, f"waited for {end!r}, saw {self.seen[start:]!r}"
            self.seen += data.decode(errors="replace")
        return self.seen[start:]

    def _read(self, stop: float) -> bytes:
        """What is there to read; nothing at the end."""
        ready, _, _ = select.select([self.terminal], [], [], max(0, stop - time.monotonic()))
        assert ready, f"nothing comes; saw {self.seen!r}"
        try:
            return os.read(self.terminal, 65536)
        except OSError:  # what Linux says at the end
            return b""

    def tell(self, line: str | bytes, end: str = PROMPT) -> str:
        """Type a line, and give what comes back up to the next prompt."""
        self._type(line)
        return self.until(end)

    def _type(self, line: str | bytes) -> None:
        if line == INTERRUPT:
            time.sleep(0.3)  # behind its prompt, the line editor takes a moment to listen
        os.write(self.terminal, line if isinstance(line, bytes) else f"{line}\n".encode())

    def leave(self, line: str | bytes = b"") -> tuple[int, str]:
        """Type the last line; gives the exit status and what comes back."""
        self._type(line)
        start = len(self.seen)
        stop = time.monotonic() + PATIENCE
        while data := self._read(stop):
            self.seen += data.decode(errors="replace")
        _, status = os.waitpid(self.process, 0)
        self.process = 0
        return os.waitstatus_to_exitcode(status), self.seen[start:]

    def close(self) -> None:
        """End the command, if it still runs."""
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.terminal)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    """A game of Lucas at its first prompt."""
    terminal = Terminal(tmp_path, "play", "--variant", "lucas", "--seed", "42")
    terminal.until(PROMPT)
    yield terminal
    assert "Traceback" not in terminal.seen
    terminal.close()


def test_starts_with_the_table(table: Terminal) -> None:
    assert "lucas, seed 42. Type moves, or help." in table.seen
    assert "Lucas, after 0 moves" in table.seen
    assert "KC  8S  4S  QD  2S  3H" in table.seen


def test_moves_and_undo(table: Terminal) -> None:
    assert "after 1 move\r\n" in table.tell("5-f")
    assert "after 4 moves" in table.tell("  5-F 2-7=8S\td # and a comment")
    assert "\r\nd w-5 w-11 8-2 9-4\r\n" in table.tell("moves")
    assert "after 3 moves" in table.tell("undo")
    assert "after 0 moves" in table.tell("undo 3")
    assert "There is no move to undo." in table.tell("undo")
    assert "after 2 moves" in table.tell("5-f 5-f")
    assert "after 0 moves" in table.tell("UNDO 99")
    assert table.leave("quit")[0] == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("9-f", "9-f: cannot put JD on a foundation: needs 2D"),
        ("99-f", "99-f: "),
        ("r", "r: cannot redeal"),
        ("5-f=3H", "5-f=3H: "),
        ("zz", "'zz' is not a move"),
        ("qiut", "did you mean 'quit'?"),
        ("5-f\u00a05-f", "U+00A0"),
        ("save", "which file?"),
        ("save a b", "which file?"),
        ("undo -1", "no move to undo"),
    ],
)
def test_what_can_not_be_done_is_told_and_changes_nothing(table: Terminal, line: str, told: str) -> None:
    answer = table.tell(line)
    assert told in answer
    assert "Lucas, after" not in answer
    assert table.tell("show").count("after 0 moves") == 1
    assert table.leave("quit") == (0, "quit\r\n")


def test_moves_before_a_bad_one_count(table: Terminal) -> None:
    answer = table.tell("5-f 9-f d")
    assert "9-f: cannot put JD" in answer
    assert "after 1 move\r\n" in answer


def test_help(table: Terminal) -> None:
    answer = table.tell("help")
    for word in ("undo", "moves", "save FILE", "quit", "3-5x4"):
        assert word in answer
    assert table.tell("?").endswith(answer.partition("\n")[2])


def test_save_never_overwrites(table: Terminal, tmp_path: Path) -> None:
    theirs = write(tmp_path, "theirs.yaml", "mine")
    table.tell("5-f 5-f")
    assert "theirs.yaml: the file is there already" in table.tell("save theirs.yaml")
    assert theirs.read_text(encoding="utf-8") == "mine"
    assert "game.yaml: saved, 2 moves." in table.tell("save game.yaml")
    assert "is there already" in table.tell("save game.yaml")
    assert "no such file" in table.tell("save missing/game.yaml")
    assert "a folder" in table.tell("save .")
    assert table.leave("quit") == (0, "quit\r\n")
    (told,) = reports(tmp_path / "game.yaml")
    assert (told["verdict"], told["played"]) == ("unfinished", 2)
    assert sorted(os.listdir(tmp_path)) == ["game.yaml", "theirs.yaml"]


@pytest.mark.parametrize(
    "end", ["quit\n", "exit\n", "\x04", "\x03"], ids=["quit", "exit", "end-of-input", "interrupt"]
)
def test_leaving_offers_to_save_what_would_be_lost(table: Terminal, tmp_path: Path, end: str) -> None:
    write(tmp_path, "theirs.yaml", "mine")
    table.tell("5-f d")
    assert "Save the 2 moves?" in table.tell(end.encode(), ASKED)
    assert "is there already" in table.tell("theirs.yaml", ASKED)
    status, answer = table.leave("mine.json")
    assert status == 0
    assert "mine.json: saved, 2 moves." in answer
    assert reports(tmp_path / "mine.json")[0]["played"] == 2


@pytest.mark.parametrize("answer", ["\n", "\x04", "\x03"], ids=["nothing", "end-of-input", "interrupt"])
def test_the_offer_can_be_declined(table: Terminal, tmp_path: Path, answer: str) -> None:
    table.tell("d")
    table.tell("quit", ASKED)
    assert table.leave(answer.encode())[0] == 0
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("end", [b"\x04", b"\x03"], ids=["end-of-input", "interrupt"])
def test_leaving_at_once_asks_nothing(table: Terminal, end: bytes) -> None:
    status, answer = table.leave(end)
    assert status == 0
    assert "Save" not in answer


def test_undone_moves_are_not_offered(table: Terminal) -> None:
    table.tell("d d")
    table.tell("undo 2")
    assert table.leave("quit") == (0, "quit\r\n")


def test_bytes_that_are_no_text(table: Terminal) -> None:
    assert "is not a move" in table.tell(b"\xff\xfe\n")
    assert "after 1 move\r\n" in table.tell("d")


def test_a_terminal_without_suit_symbols(tmp_path: Path) -> None:
    surroundings = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    table = Terminal(tmp_path, "play", "--variant", "lucas", "--seed", "42", env=surroundings)
    table.until(PROMPT)
    assert "is not a move" in table.tell("x\u2660")
    assert "after 1 move\r\n" in table.tell("5-f")
    assert table.leave("save \u2660.yaml\nquit")[0] == 0
    table.close()


def test_a_deal_from_a_file(tmp_path: Path) -> None:
    deal = write(tmp_path, "deal.yaml", run("deal", "rank-and-file", "--seed", "7").out)
    table = Terminal(tmp_path, "play", str(deal))
    shown = table.until(PROMPT)
    assert "rank-and-file, seed 7." in shown
    assert shown.count("##") == 30
    assert table.leave("quit")[0] == 0
    table.close()


def test_save_as_asked_on_the_command_line(tmp_path: Path) -> None:
    write(tmp_path, "taken.yaml", "mine")
    for name, answer in (("new.yaml", "new.yaml: saved, 1 move."), ("taken.yaml", "is there already")):
        table = Terminal(tmp_path, "play", "--variant", "lucas", "--seed", "42", "--save", name)
        table.until(PROMPT)
        table.tell("d")
        status, told = table.leave("quit\n\n")
        assert status == 0
        assert answer in told
        table.close()
    assert (tmp_path / "taken.yaml").read_text(encoding="utf-8") == "mine"
    assert reports(tmp_path / "new.yaml")[0]["played"] == 1


def test_a_won_game_is_told(tmp_path: Path) -> None:
    one = WON[4]
    table = Terminal(tmp_path, "play", "--variant", "lucas", "--seed", str(one["deal"]["seed"]))
    table.until(PROMPT)
    moves = one["moves"].split()
    for at in range(0, len(moves), 40):
        answer = table.tell(" ".join(moves[at : at + 40]))
    assert f"Won, in {len(moves)} moves." in answer
    assert "No legal move is left." in table.tell("moves")
    table.close()


@pytest.mark.parametrize("arguments", [("deal", "--seed", "1"), ("play", "--seed", "1", "d")])
def test_messagepack_never_goes_to_a_terminal(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    terminal = Terminal(tmp_path, *arguments, "--format", "msgpack")
    status, told = terminal.leave()
    assert status == 2
    assert "MessagePack is binary" in told
    terminal.close()


@pytest.mark.parametrize(
    "extra", [{"TERM": "dumb"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}], ids=["dumb", "no-color"]
)
def test_no_colour_where_it_is_not_wanted(tmp_path: Path, extra: dict[str, str]) -> None:
    file = write(
        tmp_path, "games.yaml", "format: forty-thieves-game/1\ndeal: {variant: lucas, seed: 42}\nmoves: 9-f\n"
    )
    terminal = Terminal(tmp_path, "check", str(file), str(file), env=extra)
    status, told = terminal.leave()
    assert status == 1
    assert "\x1b[3" not in told
    terminal.close()
