"""PySolFC's saves: those that it wrote, those written here for every game, and all that may be wrong with one."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from forty_thieves.foreign.pysol_games import NOT_PLAYED, OTHERS, VARIANTS, places
from forty_thieves.foreign.pysol_history import game_of
from forty_thieves.foreign.pysol_saves import MOST_ACTIONS, read_save
from forty_thieves.game import variants
from forty_thieves.game.cards import serialise_cards
from forty_thieves.game.deal import deal
from forty_thieves.game.moves import (
    DRAW,
    FOUNDATION,
    REDEAL,
    STOCK,
    WASTE,
    Move,
    cell_pile,
    is_cell,
    is_suit_pile,
    parse_log,
    suit_of,
    suit_pile,
)
from forty_thieves.game.table import Table
from forty_thieves.problems import CODES, Fault
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.structs import GameRecord
from support.saved_games import CLASSES, HOSTILE, SAVES, WRITTEN, Program, move, pickled, stored_number, turned

EXPECTATIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (SAVES / "expected.jsonl").read_text().splitlines()
]
PLAYED = [row for row in EXPECTATIONS if row["pysol_id"] in VARIANTS]
PILES: list[dict[str, Any]] = [json.loads(line) for line in (SAVES / "piles.jsonl").read_text().splitlines()]


def game(data: bytes, *, redo: bool = False) -> GameRecord:
    return game_of(read_save(data), redo=redo)


def fault_of(data: bytes, *, redo: bool = False) -> Fault:
    with pytest.raises(Fault) as caught:
        game(data, redo=redo)
    assert CODES[caught.value.code][0] == "invalid"
    return caught.value


# What PySolFC wrote


@pytest.mark.parametrize("row", PLAYED, ids=lambda row: row["file"])
def test_a_save_of_pysolfc_s_own_is_read_as_it_had_the_game(row: dict[str, Any]) -> None:
    data = (WRITTEN / row["file"]).read_bytes()
    record = game(data)
    assert record.deal.variant == VARIANTS[row["pysol_id"]]
    assert (record.deal.seed, record.deal.shuffle) == (row["number"], row["shuffle"])
    assert record.moves.split() == row["log"].split()
    assert game(data, redo=True).moves.split() == (row["log"] + " " + row["redo"]).split()
    assert isinstance(record.meta, dict)
    assert record.meta["program"] == f"PySolFC {row['saved_by']}"
    assert record.meta.get("comment") == row.get("comment")
    assert record.meta["time_played"].startswith("0:00:0")
    table = Table(interpret_deal(record.deal))
    assert table.run(parse_log(record.moves).moves) is None
    assert table.won is row["won"]
    assert [serialise_cards(column) for column in table.columns] == row["tableau"]
    assert serialise_cards(table.waste) == row.get("waste", "")
    assert serialise_cards(reversed(table.stock)) == row.get("stock", "")


@pytest.mark.parametrize("row", PILES, ids=lambda row: row["game"])
def test_the_piles_of_each_game_are_those_that_pysolfc_has(row: dict[str, Any]) -> None:
    number = row["pysol_id"]
    if number not in VARIANTS:
        assert row["game"] == {**OTHERS, **NOT_PLAYED}[number]
        return
    rules = variants.find(VARIANTS[number])
    assert rules.title == f"{row['game']} (PySolFC)"
    kinds = {WASTE: "waste", STOCK: "stock", FOUNDATION: "foundation"}
    names = [kinds.get(place, "cell" if is_cell(place) else f"column {place}") for place in places(rules)]
    assert names == [pile if pile.startswith("column") else pile.split()[0] for pile in row["piles"]]


def test_every_variant_of_pysolfc_has_its_number() -> None:
    assert sorted(VARIANTS.values()) == sorted(name for name in variants.names() if name.startswith("pysolfc/"))


# What is written here as PySolFC writes it


def some_move(table: Table, random: Random) -> Move | None:
    """A legal move at random; what is rare in a game is tried first."""
    columns, cells = range(1, table.rules.columns + 1), [cell_pile(cell) for cell in range(1, table.rules.cells + 1)]
    sources = [*columns, WASTE, *cells]
    tried = [Move(suit_pile(suit), column) for suit in range(4) for column in columns]
    tried += [Move(source, FOUNDATION) for source in sources] + [
        Move(source, cell) for source in sources for cell in cells
    ]
    tried = [token for token in tried if random.random() < 0.4]
    usual = [Move(source, column, count) for source in sources for column in columns for count in (1, 1, 2, 3)]
    random.shuffle(tried)
    random.shuffle(usual)
    for token in (*tried, *usual[:30], DRAW, REDEAL, *usual):
        if token in table.legal_moves:
            return token
        if is_suit_pile(token.source):  # one that has to name its card
            for card in table.foundation_tops(suit_of(token.source))[:2]:
                if Move(token.source, token.target, 1, card) in table.legal_moves:
                    return Move(token.source, token.target, 1, card)
    return None


def played(name: str, seed: int, moves: int) -> Program:
    random = Random(seed)
    program = Program(deal(name, seed), random)
    play_on(program, random, moves)
    return program


def play_on(program: Program, random: Random, moves: int) -> None:
    for _ in range(moves):
        token = some_move(program.table, random)
        if token is None:
            return
        program.play(token)


@pytest.mark.parametrize("name", sorted(VARIANTS.values()))
def test_random_games_of_every_variant_are_read_as_they_were_played(name: str) -> None:
    for seed, old in ((31999, True), (32000, False)):
        program = played(name, seed, 80)
        version = "2.6.4" if old else "3.6.1"
        values = program.values(stored_number(seed), old=old, version=version)
        record = game(pickled(values, protocol=len(name) % 6))
        assert record.moves.split() == program.log
        assert interpret_deal(record.deal).digest == program.deal.digest
        assert record.meta == {"program": f"PySolFC {version}", "time_played": "1:01:01"}


@given(
    name=st.sampled_from(sorted(VARIANTS.values())),
    seed=st.integers(1, 10**20),
    moves=st.integers(0, 120),
    undone=st.integers(0, 30),
    protocol=st.integers(0, 5),
)
@settings(max_examples=30, deadline=None)
def test_what_was_undone_follows_where_it_is_asked_for(
    name: str, seed: int, moves: int, undone: int, protocol: int
) -> None:
    program = played(name, seed, moves)
    piles = [pile[:] for pile in program.piles]
    index, stock_round = len(program.log), program.round
    play_on(program, Random(seed), undone)
    program.piles, program.round = piles, stock_round
    data = pickled(program.values(stored_number(seed), index=index), protocol)
    assert game(data).moves.split() == program.log[:index]
    assert game(data, redo=True).moves.split() == program.log


def test_a_deal_of_the_user_s_own_has_no_number() -> None:
    program = played("pysolfc/lucas", 7, 20)
    record = game(pickled(program.values(1 << 1000 | 1 << 999)))
    assert record.deal.seed is UNSET
    assert interpret_deal(record.deal).digest == program.deal.digest
    assert record.moves.split() == program.log


@pytest.mark.parametrize(
    ("name", "seed", "token"),
    [("pysolfc/busy-aces", 21, "fd-9=AD"), ("pysolfc/deuces", 1, "fd-1=2D"), ("pysolfc/red-and-black", 1, "fh-1=2H")],
)
def test_a_card_taken_back_is_named_where_another_could_be_meant(name: str, seed: int, token: str) -> None:
    program = played(name, seed, 100)
    tokens = game(pickled(program.values(stored_number(seed)))).moves.split()
    assert token in tokens
    assert tokens == program.log


def test_a_foundation_that_no_token_can_name_is_an_error_that_names_the_move() -> None:
    """A card that two foundations take, which are not built in suit, is put on the second of them."""
    for seed in range(1, 100):
        program = played("pysolfc/red-and-black", seed, 40)
        last = program.history[-1][0]
        if program.log[-1].endswith("-f"):
            chosen = program.piles[last.to_stack_id]
            takes = program.table.lookups.takes
            piles = {at: program.piles[at] for at in program.all_at(FOUNDATION) if at != last.to_stack_id}
            others = [at for at, pile in piles.items() if pile and chosen[-1][0] in takes[pile[-1][0]]]
            others = [at for at in others if piles[at] != chosen[:-1]]
            if others:
                break
    last.to_stack_id = others[0]
    program.piles[others[0]].append(chosen.pop())
    fault = fault_of(pickled(program.values(stored_number(seed))))
    name = f"after move {len(program.log)} (entry {len(program.log)} of the history), {program.log[-1]}"
    assert (fault.code, fault.message) == (
        "not-expressible",
        f"{name}, a card is on another foundation than a token can say",
    )


def test_a_card_that_goes_from_foundation_to_foundation_is_no_move_where_they_are_built_in_suit() -> None:
    for seed, first, wrong in ((9, 6, False), (2, 2, True)):  # the ace of diamonds; the three of spades
        program = played("pysolfc/busy-aces", seed, 100)
        program.history.append([move(1, first, first + 1)])
        assert program.piles[first + 1] == []
        program.piles[first + 1].append(program.piles[first].pop())
        data = pickled(program.values(stored_number(seed)))
        if wrong:
            assert fault_of(data).message.startswith("played from the deal of the number, a foundation has no card 2")
        else:
            assert game(data).moves.split() == program.log


def as_python_2(value: object) -> bytes:
    """A value in protocol 2 as Python 2 writes it: texts of bytes, objects of classes of the old style, no memo."""
    match value:
        case None:
            return b"N"
        case bool():
            return b"\x88" if value else b"\x89"
        case int() if 0 <= value < 256:
            return b"K" + bytes([value])
        case int():
            data = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
            return b"\x8a" + bytes([len(data)]) + data
        case float():
            return b"G" + struct.pack(">d", value)
        case str() | bytes():
            data = value.encode("latin-1") if isinstance(value, str) else value
            return b"U" + bytes([len(data)]) + data
        case tuple() | list():
            start, end = (b"(", b"t") if isinstance(value, tuple) else (b"](", b"e")
            return start + b"".join(map(as_python_2, value)) + end
        case dict():
            return b"}(" + b"".join(as_python_2(key) + as_python_2(inner) for key, inner in value.items()) + b"u"
    kind = type(value)
    return f"(c{kind.__module__}\n{kind.__name__}\no".encode() + as_python_2(value.__dict__) + b"b"


def test_a_save_as_python_2_would_have_written_it() -> None:
    program = played("pysolfc/number-ten", 5, 100)
    values = program.values(stored_number(5), version="2.6.4", old=True, comment="na\xefve")
    data = b"".join(b"\x80\x02" + as_python_2(value) + b"." for value in values)
    record = game(data)
    assert record.moves.split() == program.log
    assert record.meta == {"program": "PySolFC 2.6.4", "time_played": "1:01:01", "comment": "na\xefve"}


def test_a_bookmark_has_neither_comment_nor_statistics() -> None:
    program = played("pysolfc/streets", 5, 60)
    values = program.values(stored_number(5))
    values[3] = 2
    del values[-3:-1], values[-5:-3]
    record = game(pickled(values, protocol=1))
    assert record.moves.split() == program.log
    assert record.meta == {"program": "PySolFC 3.6.1"}


@pytest.mark.parametrize(
    ("number", "seed", "shuffle"),
    [
        (1 << 1000 | 1, 1, "pysolfc"),
        (1 << 1000 | 31999, 31999, "pysolfc"),
        (1 << 1000 | 32000, 32000, "ms"),
        (1 << 1000 | (1 << 33) - 1, (1 << 33) - 1, "ms"),
        (32000, 32000, "pysolfc"),
        (10**20, 10**20, "pysolfc"),
    ],
)
def test_numbers_as_pysolfc_keeps_them(number: int, seed: int, shuffle: str) -> None:
    program = Program(deal("pysolfc/maria", seed, shuffle), Random(0))
    record = game(pickled(program.values(number)))
    assert (record.deal.seed, record.deal.shuffle) == (seed, shuffle)


@pytest.mark.parametrize("number", [10**20 + 1, 1 << 1000 | 1 << 33, 1 << 998])
def test_numbers_that_no_deal_has(number: int) -> None:
    program = Program(deal("pysolfc/maria", 1), Random(0))
    assert fault_of(pickled(program.values(number))).code == "bad-seed"


def test_a_comment_is_kept_without_what_a_terminal_might_act_on() -> None:
    program = Program(deal("pysolfc/maria", 1), Random(0))
    record = game(pickled(program.values(stored_number(1), comment="two\n\x1b[31mlines\u202e")))
    assert isinstance(record.meta, dict)
    assert record.meta["comment"] == "two\n[31mlines"


# What may be wrong

Damage = Callable[[Program, list[Any]], None]


def damaged(change: Damage, *, moves: int = 40, redo: bool = False) -> Fault:
    """The fault of a save of Maria, seed 1, in which something was changed after a random game."""
    program = played("pysolfc/maria", 1, moves)
    values = program.values(stored_number(1))
    change(program, values)
    return fault_of(pickled(values), redo=redo)


def set_value(at: int, value: object) -> Damage:
    def change(_: Program, values: list[Any]) -> None:
        values[at] = value

    return change


def set_moves(**fields: object) -> Damage:
    def change(program: Program, values: list[Any]) -> None:
        stored = {"current": [], "history": program.history, "index": len(program.history), "state": 64, **fields}
        values[-5] = CLASSES["GameMoves"](**stored)

    return change


def in_entry(number: int, *actions: Any) -> Damage:
    """An entry of the history is others."""

    def change(program: Program, _: list[Any]) -> None:
        program.history[number - 1][:] = actions

    return change


def exchange(_: Program, values: list[Any]) -> None:
    """The first cards of the columns 1 and 2 change places."""
    at, starts = 9, []
    for _pile in range(values[8]):
        starts.append(at + 1)
        at += 1 + 2 * values[at]
    first, second = starts[8], starts[9]  # behind the eight foundations
    values[first], values[second] = values[second], values[first]


DAMAGES: dict[str, tuple[Damage, str, str]] = {
    "no program": (
        set_value(0, "PySol"),
        "not-a-record",
        "a pickle, but not a saved game: it does not start with 'PySolFC'",
    ),
    "a version that is not text": (set_value(1, 3), "wrong-type", "the version is not text"),
    "a long version": (set_value(1, "9" * 41), "bad-value", "the version is '9999"),
    "a version with an escape": (set_value(1, "\x1b[2J"), "bad-value", r"the version is '\x1b[2J'"),
    "an unknown kind": (set_value(3, 3), "bad-value", "the kind of the save is 3: it must be from 0 to 2"),
    "another program's game": (set_value(5, 5), "unknown-variant", "PySolFC's game 5 is not of the family"),
    "Klondike": (set_value(5, 2), "unknown-variant", "PySolFC's Klondike, game 2, is not of the family"),
    "Octave": (
        set_value(5, 323),
        "unknown-variant",
        "PySolFC's Octave, game 323, has rules",
    ),
    "a game that is no number": (set_value(5, "13"), "wrong-type", "the game is not a whole number"),
    "a number that is a text": (set_value(6, "1"), "wrong-type", "the number of the deal is not a whole number"),
    "a negative number": (set_value(6, -1), "bad-value", "the number of the deal is -1"),
    "another number": (set_value(6, 1 << 1000 | 2), "save-mismatch", "rewound to the deal, "),
    "fewer piles": (set_value(8, 18), "wrong-layout", "there are 18 piles: pysolfc/maria has 19"),
    "a pile of too many cards": (set_value(9, 105), "bad-value", "the number of cards on pile 0 is 105"),
    "exchanged cards": (exchange, "save-mismatch", "column 1 has "),
    "round 0": (set_value(-9, 0), "bad-value", "the round is 0"),
    "round 2": (set_value(-9, 2), "save-mismatch", ", the stock is in round 2"),
    "finished with 2": (set_value(-8, 2), "bad-value", "whether the game is finished is 2"),
    "no information": (set_value(-7, []), "wrong-type", "what is kept of the game should be here"),
    "moves of no class": (set_value(-5, {"history": []}), "wrong-type", "the moves should be here"),
    "moves that are a move": (set_value(-5, move(1, 2, 3)), "wrong-type", "the moves should be here"),
    "more at the end": (set_value(-1, 7), "bad-value", "there is more behind the statistics"),
    "a history that is none": (set_moves(history=3), "wrong-type", "the history of the moves is not a list"),
    "an entry that is none": (set_moves(history=[3], index=1), "wrong-type", "entry 1 of the history is not a list"),
    "an action that is none": (
        set_moves(history=[[3]], index=1),
        "wrong-type",
        "entry 1 of the history is not a list",
    ),
    "an action of another class": (
        set_moves(history=[[CLASSES["Struct"]()]], index=1),
        "wrong-type",
        "entry 1 of the history is not a list",
    ),
    "an index beyond": (
        set_moves(index=1000),
        "bad-value",
        "the number of moves played is 1000: it",
    ),
    "a negative index": (set_moves(index=-1), "bad-value", "the number of moves played is -1"),
    "no index": (set_moves(index=None), "wrong-type", "the number of moves played is not a whole number"),
    "a move not finished": (set_moves(current=[move(1, 2, 3)]), "bad-value", "there is a move that is not finished"),
    "a pile beyond": (
        in_entry(6, move(1, 2, 19)),
        "bad-value",
        "entry 6 of the history is 19: it must be from 0 to 18",
    ),
    "a negative pile": (in_entry(6, move(1, -1, 3)), "bad-value", "a pile of entry 6 of the history is -1"),
    "no cards": (in_entry(6, move(0, 10, 11)), "bad-value", "the number of cards of entry 6 of the history is 0"),
    "all cards": (
        in_entry(40, move(80, 10, 11)),
        "save-mismatch",
        "entry 40 of the history moves 80 cards of",
    ),
    "a pile onto itself": (in_entry(40, move(1, 12, 12)), "save-mismatch", "from a pile to the same one"),
    "a shuffle": (
        in_entry(40, CLASSES["AShuffleStackMove"](stack_id=3)),
        "not-expressible",
        "entry 40 of the history does",
    ),
    "an entry less": (in_entry(40), "save-mismatch", ": by number and rules it is "),
    "a round that nothing turned": (
        in_entry(40, CLASSES["ANextRoundMove"](stack_id=17)),
        "save-mismatch",
        "",
    ),
}


@pytest.mark.parametrize(("change", "code", "message"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_save_that_is_wrong_is_refused_and_what_is_wrong_is_said(change: Damage, code: str, message: str) -> None:
    fault = damaged(change)
    assert (fault.code, message in fault.message) == (code, True), fault.message


# Hostile files

REFUSED = {
    "command-first.pso": ("unsafe-pickle", "'os.system' is not a class of a saved game"),
    "command-by-getattr.pso": ("unsafe-pickle", "a call of '__builtin__.getattr'"),
    "truncated-middle.pso": ("syntax", "cut short"),
    "recursion-self.pso": ("syntax", "a value that is in another one, or in itself"),
    "laughs.pso": ("too-deep", "nested deeper"),
    "size-string.pso": ("syntax", "cut short: 1152921504606846976 bytes announced"),
    "history-no-such-stack.pso": ("bad-value", "entry 6 of the history is 99: it must be from 0 to 19"),
    "history-negative-stack.pso": ("bad-value", "entry 6 of the history is -1: it must be from 0 to 19"),
    "index-beyond.pso": ("bad-value", "the number of moves played is 267: it must be from 0 to 262"),
    "piles-swapped.pso": ("save-mismatch", "played from the deal of the number, column 1 has"),
    "number-changed.pso": ("save-mismatch", "rewound to the deal, "),
    "card-missing.pso": ("wrong-pack", "there are 103 cards: pysolfc/forty-thieves has 104"),
    "card-twice.pso": ("wrong-pack", "the card 30 (5H) lies on pile 8 and pile 9"),
    "bit-rot.pso": ("bad-value", "whether a card lies face up is 109"),
}


@pytest.mark.parametrize(("file", "code", "message"), [(file, *expected) for file, expected in REFUSED.items()])
def test_a_hostile_file_is_refused(file: str, code: str, message: str) -> None:
    fault = fault_of((HOSTILE / file).read_bytes())
    assert (fault.code, message in fault.message) == (code, True), fault.message


def test_every_hostile_file_is_tried() -> None:
    files = {path.name for path in HOSTILE.iterdir()}
    assert files == {*REFUSED, "illegal-move.pso"}


def test_an_illegal_move_is_left_to_the_referee() -> None:
    record = game((HOSTILE / "illegal-move.pso").read_bytes())
    tokens = record.moves.split()
    table = Table(interpret_deal(record.deal))
    refusal = table.run(parse_log(record.moves).moves)
    assert refusal is not None
    assert (table.played, len(tokens), tokens[-1], refusal.code) == (262, 263, "w-1", "does-not-build")


def test_one_entry_many_times_is_counted_as_often() -> None:
    entry = [turned(17, 18)] * 200
    change = set_moves(history=[entry] * (MOST_ACTIONS // 200))
    assert damaged(change).code == "too-large"


def test_nothing_may_stand_behind_the_end() -> None:
    fault = fault_of((WRITTEN / "indian-won.pso").read_bytes() + b"\n")
    assert (fault.code, fault.message) == ("syntax", "1 byte behind the end of the saved game")


@given(st.sampled_from(PLAYED), st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_is_changed_in_a_save_nothing_but_a_fault_is_raised(
    row: dict[str, Any], data: st.DataObject
) -> None:
    whole = bytearray((WRITTEN / row["file"]).read_bytes())
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(whole) - 1))
        length = data.draw(st.sampled_from([0, 1, 1, 1, 1, 4, 100]))
        whole[at : at + length] = data.draw(st.binary(max_size=3))
    try:
        record = game(bytes(whole), redo=data.draw(st.booleans()))
    except Fault:
        return
    # What is read all the same is a deal of its number, whose legal moves lead to the piles.
    interpret_deal(record.deal)
    parse_log(record.moves)


@given(st.sampled_from(PLAYED), st.integers(0, 10**6))
@settings(max_examples=50, deadline=None)
def test_a_save_that_is_cut_is_refused(row: dict[str, Any], at: int) -> None:
    whole = (WRITTEN / row["file"]).read_bytes()
    assert fault_of(whole[: at % len(whole)]).code == "syntax"
