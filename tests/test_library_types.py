"""The library, used wrongly: a program is told at the border what it handed over and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forty_thieves import (
    Game,
    Table,
    check,
    check_files,
    deal,
    load,
    parse_cards,
    parse_move,
    read,
    save,
    serialise_cards,
    steps_of,
)
from support.paths import ROOT

LUCAS = deal("lucas", 42)
WON = ROOT / "fixtures/games/won/lucas.yaml"
MOVES = "expected moves, one after another"
CARDS = "expected cards, which are whole numbers from 0 to 51"
PATH = "expected str, bytes or os.PathLike object, not"

# (id, what is called with the value, the values, words of the message)
WRONG: list[tuple[str, Callable[[Any], object], list[object], str]] = [
    ("deal", lambda x: deal(x, 1), [None, 5, b"lucas", {}, LUCAS], "the variant is of the type {}: expected a name"),
    (
        "shuffle",
        lambda x: deal("lucas", 1, x),
        [None, 5, b"ms", []],
        "the shuffle is of the type {}: ",
    ),
    ("Table", Table, [None, "lucas", {}, Game(LUCAS, "d")], "the start is of the type {}: expected a Deal"),
    ("play", Table(LUCAS).play, [None, 5, b"d", ["d"]], "the move is of the type {}: expected a Move or its token"),
    ("run", Table(LUCAS).run, ["d d", ["d"], b"d", [5]], MOVES),
    ("steps_of", steps_of, ["d d", ["d"], [5]], MOVES),
    ("parse_move", parse_move, [None, 5, b"d"], "the token is of the type {}: expected text"),
    ("parse_cards", parse_cards, [None, 5, b"7S", ["7S"]], "the list of cards is of the type {}: expected text"),
    ("serialise_cards", serialise_cards, ["7S", 5, [52], [-1], ["7S"], [1.0]], CARDS),
    ("check", check, [None, 5, LUCAS, []], PATH),
    ("expected", lambda x: check(WON, expected=x), [5, "lucas", {}], "the expected deal is of the type {}"),
    ("game's deal", lambda x: check(Game(x, "d")), [None, "lucas", {}], "the game's deal is of the type {}"),
    ("game's log", lambda x: check(Game(LUCAS, x)), [None, ["d"], b"d"], "the game's log is of the type {}"),
    (
        "check_files",
        lambda x: list(check_files(x)),
        ["x.yaml", b"x", WON],
        "paths is of the type {}: ",
    ),
    ("load", load, [None, 5, LUCAS], PATH),
    ("kind", lambda x: load(WON, x), ["Game", 5, LUCAS], "the kind is of the type {}: expected a class"),
    ("read", lambda x: list(read(x)), [None, 5, LUCAS], PATH),
    ("save's path", lambda x: save(x, LUCAS), [None, 5, LUCAS], PATH),
]


@pytest.mark.parametrize(("call", "values", "message"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_type_is_named_at_the_border(
    call: Callable[[Any], object], values: list[object], message: str
) -> None:
    for value in values:
        with pytest.raises(TypeError) as raised:
            call(value)
        assert message.format(type(value).__name__) in str(raised.value)


def test_what_is_no_record_is_not_saved(tmp_path: Path) -> None:
    values: list[Any] = [None, 5, "lucas", {}, []]
    for wrong in values:
        with pytest.raises(TypeError, match=r"^what is to be saved is of the type .*: expected a Deal, a Game"):
            save(tmp_path / "x.yaml", wrong)
    assert list(tmp_path.iterdir()) == []


def test_values_that_are_none_of_those_that_there_are() -> None:
    wrong: Any = "yml"
    for call in (load, lambda path, input_format: list(read(path, input_format=input_format))):
        with pytest.raises(ValueError, match=r"^there is no input format 'yml': expected yaml, json"):
            call(WON, input_format=wrong)
    with pytest.raises(ValueError, match=r"^the game's claim is 'yml': expected won, "):
        check(Game(LUCAS, "d", wrong))


def test_paths_may_be_bytes() -> None:
    path: Any = bytes(WON)
    assert check(path).won
    assert load(path, Game) == load(WON, Game)
    assert [report.won for report in check_files([path])] == [True]
