"""Boards as ``deal --format text`` prints them are read back as the same deal."""

from __future__ import annotations

import pytest

from forty_thieves import Fault, Table, deal
from forty_thieves.foreign.printed_boards import interpret_printed_board, is_printed_board
from forty_thieves.game import variants
from forty_thieves.records.deals import serialise_deal
from forty_thieves.show.board import deal_board, table_board
from forty_thieves.show.look import Look

BOARD = deal_board(deal("rank-and-file", 7))
LUCAS = deal_board(deal("lucas", 42))


@pytest.mark.parametrize("name", variants.names())
@pytest.mark.parametrize("look", [Look(), Look(width=30), Look(symbols=True)], ids=["plain", "in-blocks", "symbols"])
def test_what_is_printed_is_read_back(name: str, look: Look) -> None:
    for seed in (1, 31999, 10**20):
        dealt = deal(name, seed)
        text = deal_board(dealt, look)
        title, _, rest = text.partition("foundations")
        text = " ".join(title.split()) + "\nfoundations" + rest  # a title in one line, as it is in files
        assert is_printed_board(text)
        assert serialise_deal(interpret_printed_board(text)) == serialise_deal(dealt)


def test_other_boards_are_of_another_kind() -> None:
    assert not is_printed_board("Talon: AS\nAS 2S\n")
    assert not is_printed_board("")


def test_custom_rules_and_boards_without_a_seed() -> None:
    dealt = deal("lucas", 42)
    text = LUCAS.replace("Lucas, seed 42 (pysolfc)", "Mine")
    with pytest.raises(Fault, match="the board is called 'Mine', which is not a variant's title"):
        interpret_printed_board(text)
    read = interpret_printed_board(text, dealt.rules)
    assert (read.digest, read.seed) == (dealt.digest, None)
    assert interpret_printed_board(text.partition("\n")[2].partition("\n")[2], dealt.rules).digest == dealt.digest


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (LUCAS.replace("seed 42", "seed 43"), "seed-mismatch", (1, 1)),
        (LUCAS.replace("(pysolfc)", "(riffle)"), "unknown-shuffle", (1, 1)),
        (LUCAS.replace("Lucas,", "Lukas,"), "unknown-variant", (1, 1)),
        (LUCAS.replace(" 7S  7S", " 7S  7X", 1), "bad-card", (5, 6)),
        (LUCAS.replace(" 7S  7S", " 7S  7D", 1), "wrong-pack", None),
        (LUCAS.replace(" 7S  7S", " 7S 7S", 1), "syntax", (5, 5)),
        (LUCAS.replace("  1   2 ", "  1   3 "), "syntax", (4, 7)),
        (LUCAS + "\n" + LUCAS, "too-many-records", (16, 1)),
        (BOARD.replace("<TC>", " TC "), "wrong-layout", (5, 4)),
        (LUCAS.replace("stock  ", "stuck  "), "syntax", None),
        (LUCAS.replace("9C 4D", "9C 4D 4D"), "wrong-pack", None),
    ],
)
def test_what_is_wrong(text: str, code: str, place: tuple[int, int] | None) -> None:
    with pytest.raises(Fault) as raised:
        interpret_printed_board(text)
    assert raised.value.code == code
    assert place is None or raised.value.place == place


def test_a_table_is_not_a_deal() -> None:
    with pytest.raises(Fault):
        interpret_printed_board(table_board(Table(deal("lucas", 42))))


@pytest.mark.parametrize("filling", ["AC ", "1 ", "AC\n", "   \n", "- ", "stock\n", "(\n"])
def test_long_texts_are_given_up_soon(filling: str) -> None:
    with pytest.raises(Fault):
        interpret_printed_board(LUCAS.partition("stock")[0] + filling * 100_000)
