"""The notation: tokens and moves, there and back; logs, with comments and all kinds of white space."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.game import moves as notation
from forty_thieves.game.cards import parse_card
from forty_thieves.game.moves import (
    FOUNDATION,
    NO_CARD,
    STOCK,
    WASTE,
    Move,
    cell_pile,
    parse_log,
    parse_move,
    serialise_move,
    steps_in_log,
    steps_of,
    suit_pile,
    token_places,
    write_log,
)
from forty_thieves.problems import Fault
from support import strategies

NINE_OF_HEARTS = parse_card("9H")


@pytest.mark.parametrize(
    ("token", "move"),
    [
        ("d", Move(STOCK, WASTE)),
        ("r", Move(WASTE, STOCK)),
        ("w-f", Move(WASTE, FOUNDATION)),
        ("w-5", Move(WASTE, 5)),
        ("3-f", Move(3, FOUNDATION)),
        ("3-5", Move(3, 5)),
        ("3-5x4", Move(3, 5, 4)),
        ("13-10x12", Move(13, 10, 12)),
        ("s-f", Move(STOCK, FOUNDATION)),
        ("s-5", Move(STOCK, 5)),
        ("fc-5", Move(suit_pile(0), 5)),
        ("fd-5", Move(suit_pile(1), 5)),
        ("fh-5", Move(suit_pile(2), 5)),
        ("fs-5", Move(suit_pile(3), 5)),
        ("d=9H", Move(STOCK, WASTE, 1, NINE_OF_HEARTS)),
        ("w-f=9H", Move(WASTE, FOUNDATION, 1, NINE_OF_HEARTS)),
        ("3-5=9H", Move(3, 5, 1, NINE_OF_HEARTS)),
        ("3-5x4=9H", Move(3, 5, 4, NINE_OF_HEARTS)),
        ("s-5=9H", Move(STOCK, 5, 1, NINE_OF_HEARTS)),
        ("fh-5=9H", Move(suit_pile(2), 5, 1, NINE_OF_HEARTS)),
        ("3-c1", Move(3, cell_pile(1))),
        ("w-c2", Move(WASTE, cell_pile(2))),
        ("c1-5", Move(cell_pile(1), 5)),
        ("c12-f", Move(cell_pile(12), FOUNDATION)),
        ("c1-f=9H", Move(cell_pile(1), FOUNDATION, 1, NINE_OF_HEARTS)),
        ("3-c1=9H", Move(3, cell_pile(1), 1, NINE_OF_HEARTS)),
        # Well-formed, whatever a table makes of it
        ("fs-c1", Move(suit_pile(3), cell_pile(1))),
        ("s-c1", Move(STOCK, cell_pile(1))),
        ("c1-c2", Move(cell_pile(1), cell_pile(2))),
        ("c1-c1", Move(cell_pile(1), cell_pile(1))),
        ("c9-f", Move(cell_pile(9), FOUNDATION)),
        ("3-c1x2", Move(3, cell_pile(1), 2)),
        ("c1-5x2", Move(cell_pile(1), 5, 2)),
        ("c1000000-f", Move(cell_pile(1_000_000), FOUNDATION)),
        ("99-f", Move(99, FOUNDATION)),
        ("3-3", Move(3, 3)),
        ("w-fx2", Move(WASTE, FOUNDATION, 2)),
        ("w-5x2", Move(WASTE, 5, 2)),
        ("s-5x3", Move(STOCK, 5, 3)),
        ("3-fx2", Move(3, FOUNDATION, 2)),
        ("fs-f", Move(suit_pile(3), FOUNDATION)),
        ("fs-5x2", Move(suit_pile(3), 5, 2)),
        ("1-1000000", Move(1, 1_000_000)),
    ],
)
def test_tokens_are_read_and_written(token: str, move: Move) -> None:
    assert parse_move(token) == move
    assert serialise_move(move) == str(move) == token


@pytest.mark.parametrize(
    ("token", "canonical"),
    [
        ("D", "d"), ("R", "r"), ("W-F", "w-f"), ("S-5", "s-5"), ("FS-5", "fs-5"), ("Fs-5", "fs-5"), ("3-F", "3-f"),
        ("3-5X4", "3-5x4"), ("3-5x1", "3-5"), ("w-fX1", "w-f"), ("D=9h", "d=9H"), ("3-5=10s", "3-5=TS"),
        ("C1-F", "c1-f"), ("3-C1x1", "3-c1"), ("Fs-C1", "fs-c1"),
        ("3-5=t♠", "3-5=TS"), ("3-5=10♠\ufe0f", "3-5=TS"), ("3-5x1=9h", "3-5=9H"),
        # Longer than any table: read as one number, which is too large as well
        ("12345678901234567890-f", "1000000000-f"), ("3-5x" + "9" * 5000, "3-5x1000000000"),
    ],
    ids=lambda text: ascii(text[:24]),
)  # fmt: skip
def test_other_spellings_are_read_and_written_in_the_canonical_one(token: str, canonical: str) -> None:
    assert str(parse_move(token)) == canonical
    assert parse_move(canonical) == parse_move(token)


@pytest.mark.parametrize(
    ("token", "message"),
    [
        # Numbers
        ("0-f", "columns and counts start at 1 and have no leading zero"),
        ("5-0", "start at 1"),
        ("w-0", "start at 1"),
        ("03-f", "no leading zero"),
        ("3-05", "no leading zero"),
        ("3-5x0", "start at 1"),
        ("3-5x04", "no leading zero"),
        ("-1-f", "is not a move"),
        ("3--5", "is not a move"),
        ("3-5x", "is not a move"),
        ("3-5x-1", "is not a move"),
        ("3-5x1.5", "is not a move"),
        ("3-5x4x2", "is not a move"),
        ("1_0-f", "is not a move"),
        ("+3-5", "is not a move"),
        # Places
        ("w-w", "is not a move"),
        ("w-s", "is not a move"),
        ("s-w", "is not a move"),
        ("f-5", "is not a move"),
        ("fx-5", "is not a move"),
        ("3-fs", "is not a move"),
        ("c-5", "is not a move"),
        ("3-c", "is not a move"),
        ("c0-f", "start at 1"),
        ("3-c0", "start at 1"),
        ("c01-f", "no leading zero"),
        ("c1-w", "is not a move"),
        ("c1-s", "is not a move"),
        ("c1-fs", "is not a move"),
        ("c1", "is not a move"),
        ("cc1-f", "is not a move"),
        ("c-1-f", "is not a move"),
        ("dc1", "is not a move"),
        ("d-c1", "is not a move"),
        ("r-c1", "is not a move"),
        ("d-5", "is not a move"),
        ("d-f", "is not a move"),
        ("r-5", "is not a move"),
        ("x", "is not a move"),
        ("y", "is not a move"),
        ("dd", "is not a move"),
        ("dx2", "is not a move"),
        ("rx2", "is not a move"),
        ("3", "is not a move"),
        ("3-", "is not a move"),
        ("-5", "is not a move"),
        ("-", "is not a move"),
        ("3-5-7", "is not a move"),
        ("3:5", "is not a move"),
        ("3>5", "it is written with a hyphen, as in 3-5"),
        ("3->5", "it is written with a hyphen"),
        # Cards
        ("r=9H", "a redeal asserts no card"),
        ("r=", "a redeal asserts no card"),
        ("R=9H", "a redeal asserts no card"),
        ("3-5=", "is not a move"),
        ("d=", "is not a move"),
        ("3-5=X", "'X' is not a card"),
        ("3-5=9H=9H", "'9H=9H' is not a card"),
        ("3-5=9Hx4", "'9Hx4' is not a card"),
        ("d=1S", "'1S' is not a card"),
        # Characters
        ("", "is not a move"),
        (" d", "is not a move"),
        ("d ", "is not a move"),
        ("3-5\n", "is not a move"),
        ("３-５", "is not a move"),
        ("٣-5", "is not a move"),
        ("3\u20105", "is not a move"),
        ("3\u22125", "is not a move"),
        ("\u017f-5", "is not a move"),
        ("f\u017f-5", "is not a move"),
        ("d\xa0d", "it holds the character U+00A0; tokens are separated by plain spaces or line ends"),
        ("3-5\u2028", "U+2028"),
        ("\ufeffd", "U+FEFF"),
        ("d\x0bd", "'d\\x0bd' is not a move"),
        ("d\x0cd", "'d\\x0cd' is not a move"),
        ("\x1b[2J", "'\\x1b[2J' is not a move"),
        ("d\x00", "'d\\x00' is not a move"),
        ("3-f#", "is not a move"),
        ("3-5," + "x" * 10_000, "(10004 characters)"),
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_what_is_no_token(token: str, message: str) -> None:
    with pytest.raises(ValueError, match="is not a move") as refused:
        parse_move(token)
    assert message in str(refused.value)
    assert len(str(refused.value)) < 500
    assert str(refused.value).isprintable()


@given(strategies.moves())
def test_a_move_is_read_as_it_was_written(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert parse_move(str(move).upper()) == move


@given(st.text())
def test_any_text_is_a_move_or_no_token(text: str) -> None:
    try:
        move = parse_move(text)
    except ValueError:
        return
    assert parse_move(str(move)) == move
    assert move.count >= 1
    assert " " not in text


# Logs


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("", [], id="empty"),
        pytest.param(" \t\r\n\n", [], id="white space"),
        pytest.param("d", ["d"], id="no line end"),
        pytest.param("d r\tw-f\r3-5\r\n3-5x2\n\nd", ["d", "r", "w-f", "3-5", "3-5x2", "d"], id="separators"),
        pytest.param("# all of it\n", [], id="comment alone"),
        pytest.param("#", [], id="empty comment"),
        pytest.param("d # the rest 3-f\nw-f", ["d", "w-f"], id="comment to the line's end"),
        pytest.param("d # one\rw-f", ["d", "w-f"], id="comment ends at CR"),
        pytest.param("d # one\r\nw-f # two", ["d", "w-f"], id="comment ends at CR LF"),
        pytest.param("d # one\x0b\u2028\x85two\nw-f", ["d", "w-f"], id="comment ends at no other line end"),
        pytest.param("d\t#x #y\n#z\nd", ["d", "d"], id="comments without a space behind the #"),
        pytest.param("d # Zug f\u00fcr Zug \U0001f0a1\nd", ["d", "d"], id="foreign letters in a comment"),
        pytest.param("D W-F", ["d", "w-f"], id="capitals"),
    ],
)
def test_logs(text: str, tokens: list[str]) -> None:
    log = parse_log(text)
    assert [str(move) for move in log.moves] == tokens
    assert log.bad is None
    assert log.tokens == len(tokens)


@pytest.mark.parametrize(
    ("text", "number", "token", "tokens"),
    [
        pytest.param("x", 1, "x", 1, id="alone"),
        pytest.param("d d 3>5 d d d", 3, "3>5", 6, id="those behind it are counted"),
        pytest.param("d x y z d", 2, "x", 5, id="the first of several"),
        pytest.param("d 3-f#now d", 2, "3-f#now", 3, id="# inside a token"),
        pytest.param("d d# d\nd", 2, "d#", 4, id="# at a token's end"),
        pytest.param("d # x\nx # y\nd", 2, "x", 3, id="between comments"),
        pytest.param("d\xa0d d", 1, "d\xa0d", 2, id="NBSP"),
        pytest.param("d \xa0 d", 2, "\xa0", 3, id="NBSP alone"),
        pytest.param("d\x0bd d", 1, "d\x0bd", 2, id="VT"),
        pytest.param("d d\x0cd", 2, "d\x0cd", 2, id="FF"),
        pytest.param("d\x1cd", 1, "d\x1cd", 1, id="FS"),
        pytest.param("d\x85d", 1, "d\x85d", 1, id="NEL"),
        pytest.param("d\u2028d d", 1, "d\u2028d", 2, id="line separator"),
        pytest.param("d \u3000# d", 2, "\u3000#", 3, id="# behind a wide space"),
        pytest.param("\ufeffd d", 1, "\ufeffd", 2, id="byte-order mark"),
    ],
)
def test_the_first_bad_token_of_a_log(text: str, number: int, token: str, tokens: int) -> None:
    log = parse_log(text)
    assert log.bad is not None
    assert (log.bad.number, log.bad.token) == (number, token)
    assert log.bad.message.startswith("'")
    assert log.moves == [parse_move("d")] * (number - 1)
    assert log.tokens == tokens


separators = st.sampled_from((" ", "\n", "\r\n", "\t", "\r", "  ", " # 9-f x\n", "\n#\r", " #\r\n"))


@given(st.lists(st.tuples(strategies.moves(), separators)), st.sampled_from(("", " ", "\n", "# d\n")))
def test_a_log_is_read_as_it_was_written(parts: list[tuple[Move, str]], head: str) -> None:
    text = head + "".join(str(move) + separator for move, separator in parts)
    log = parse_log(text)
    assert log.moves == [move for move, _ in parts]
    assert (log.bad, log.tokens) == (None, len(parts))
    assert [text[at : at + len(token)] for at, token in token_places(text)] == [str(move) for move, _ in parts]


@given(st.text(st.sampled_from("dr35f-x=9H#\n\r\t \x0b\xa0\u2028")))
def test_any_log_has_its_tokens_counted_and_placed(text: str) -> None:
    log = parse_log(text)
    places = token_places(text)
    assert log.tokens == len(places)
    assert all(text.startswith(token, at) and token[0] != "#" for at, token in places)
    if log.bad is None:
        assert len(log.moves) == log.tokens
    else:
        assert places[len(log.moves)][1] == log.bad.token
        assert log.bad.number == len(log.moves) + 1


@given(st.lists(strategies.moves()), st.integers(1, 12))
def test_written_logs_have_so_many_moves_a_line(moves: list[Move], a_line: int) -> None:
    text = write_log(moves, a_line)
    assert parse_log(text).moves == moves
    lengths = [len(line.split()) for line in text.splitlines()]
    assert lengths[:-1] == [a_line] * (len(lengths) - 1)
    assert sum(lengths) == len(moves)
    assert text == "" or text.endswith("\n")


@pytest.mark.parametrize(
    "text", ["d d d", "d d d\n# one more: d d\n", "#x\nd #x\nd\t#x\nd"], ids=["plain", "comment", "comments"]
)
def test_a_log_may_have_as_many_tokens_as_allowed(text: str) -> None:
    assert parse_log(text, max_moves=3).tokens == 3


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        pytest.param("d d d d", 6, id="one too many"),
        pytest.param("d d\nd # d\nd d", 10, id="comments do not count"),
        pytest.param("d x d x", 6, id="bad tokens count"),
    ],
)
def test_a_longer_log_is_refused_at_the_first_token_too_many(text: str, offset: int) -> None:
    with pytest.raises(Fault, match="more than 3 moves") as refused:
        parse_log(text, max_moves=3)
    assert (refused.value.code, refused.value.offset) == ("too-large", offset)


def test_a_hundred_thousand_moves_are_allowed_unless_more_are_asked_for() -> None:
    assert parse_log("d " * 100_000).tokens == 100_000
    with pytest.raises(Fault, match="more than 100000 moves"):
        parse_log("d " * 100_001)


def test_ten_moves_a_line() -> None:
    assert (
        write_log([Move(STOCK, WASTE)] * 11 + [Move(3, 5, 4, NINE_OF_HEARTS)]) == "d d d d d d d d d d\nd 3-5x4=9H\n"
    )
    assert write_log([]) == ""


@pytest.mark.parametrize(
    ("log", "steps"),
    [
        ("", 0),
        ("d r", 2),
        ("w-5 3-f 3-5x4 fs-5 3-c1 c1-5", 6),
        ("s-5", 2),
        ("d w-5", 2),
        ("S-F=AS d=AS", 3),
        ("s-c1 s-5x2", 4),
    ],
)
def test_steps_are_draws_redeals_and_transfers(log: str, steps: int) -> None:
    assert steps_of(parse_log(log).moves) == steps


STEPS = ("d", "D=AS", "r", "w-f", "3-5x4=5S", "s-f", "S-5", "s-c1=ks", "fs-5", "FS-5=2S", "fh-5", "c1-5", "# s-5\n")


@given(st.lists(st.sampled_from(STEPS)))
def test_the_quick_way_to_count_steps_counts_the_same(tokens: list[str]) -> None:
    text = " ".join(tokens)
    log = parse_log(text)
    assert steps_in_log(text, log) == steps_of(log.moves)


def test_reading_a_log_remembers_few_of_many_different_tokens() -> None:
    first = notation.MOST_KNOWN + 10
    text = " ".join(f"{source}-{target}" for source in range(first, first + 100) for target in range(1, 1001))
    log = parse_log(text)
    assert (log.tokens, log.bad) == (100_000, None)
    assert log.moves[-1] == Move(first + 99, 1000)
    assert len(notation._known) <= notation.MOST_KNOWN


def test_long_tokens_are_not_remembered() -> None:
    long = f"3-5x{'9' * 100_000}"
    assert parse_log(long).moves == [Move(3, 5, notation.LARGEST_NUMBER)]
    assert max(map(len, notation._known)) < 16


def test_a_move_without_an_assertion_has_no_card() -> None:
    assert parse_move("3-5").card == NO_CARD
    assert parse_move("d").card == NO_CARD
