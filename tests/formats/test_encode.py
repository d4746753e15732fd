"""Every record in every format."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from forty_thieves import Table, deal
from forty_thieves.formats.document import Document
from forty_thieves.formats.encode import Format, encode
from forty_thieves.formats.sources import InputFormat, read
from forty_thieves.game import variants
from forty_thieves.judging.outcomes import Item, Options
from forty_thieves.judging.referee import Game, check, judge
from forty_thieves.problems import Fault
from forty_thieves.records.deals import serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.positions import serialise_position
from forty_thieves.records.structs import Claim, DealRecord, GameRecord, Record, serialise_record
from forty_thieves.text import LINE_END
from records.test_records import POSITION
from support.reading import contents
from support.strategies import own_rules

FORMATS: tuple[Format, ...] = ("yaml", "json", "jsonl", "msgpack")


def back(data: bytes, form: InputFormat, folder: Path) -> list[Record]:
    return [interpret_record(value) for value in contents(folder, data, form=form)]


CLAIMS: list[Claim | UnsetType] = ["won", "stuck", "unfinished", UNSET]


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A deal, game, position, report or rules record, as the program itself makes it."""
    rules = draw(st.sampled_from(variants.every()) | own_rules())
    dealt = deal(rules, draw(st.integers(0, 2**64 - 1)))
    kind = draw(st.sampled_from(["deal", "game", "position", "report", "rules"]))
    if kind == "rules":
        return rules
    no_controls = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=30)
    names = no_controls.filter(lambda name: 0 < len(name.encode()) <= 100)
    meta = draw(st.none() | st.dictionaries(names, no_controls, min_size=1, max_size=3))
    if kind == "deal":
        return serialise_deal(dealt, meta)
    table = Table(dealt)
    for number in draw(st.lists(st.integers(0, 10**6), max_size=12)):
        legal = list(table.legal_moves)
        if legal:
            table.play(legal[number % len(legal)])
    if kind == "position":
        return serialise_position(table)
    log = " ".join(map(str, table.history))
    if kind == "report":
        return check(Game(dealt, draw(st.sampled_from([log, f"{log} 99-f", f"{log} \u2660"]))))
    whole = draw(st.booleans())
    return GameRecord(
        deal=serialise_deal(dealt, meta) if whole else DealRecord(rules=rules, seed=dealt.seed or 0),
        moves=f"{log}\n" if log else "",
        claim=draw(st.sampled_from(CLAIMS)),
        meta=UNSET if meta is None else meta,
    )


@given(st.lists(records(), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_records_read_back_from_every_format(tmp_path_factory: pytest.TempPathFactory, some: list[Record]) -> None:
    folder = tmp_path_factory.mktemp("records")
    for form in FORMATS:
        data = b"".join(encode(some, form))
        assert back(data, form, folder) == some
        assert b"".join(encode(some, form)) == data
    alone = b"".join(encode(some[:1], "json", single=True))
    assert back(alone, "json", folder) == some[:1]
    assert msgspec.json.decode(alone) == msgspec.json.decode(msgspec.json.encode(serialise_record(some[0])))


def test_formats_are_written_as_promised() -> None:
    record = GameRecord(
        deal=DealRecord(variant="lucas", seed=42), moves="5-f 5-f\n2-7 d\n", meta={"date": "2026-11-30"}
    )
    plain = {
        "format": "forty-thieves-game/1",
        "deal": {"variant": "lucas", "seed": 42},
        "moves": "5-f 5-f\n2-7 d\n",
        "meta": {"date": "2026-11-30"},
    }
    assert b"".join(encode([record], "yaml")).decode() == (
        "---\nformat: forty-thieves-game/1\ndeal:\n  variant: lucas\n  seed: 42\n"
        "moves: |\n  5-f 5-f\n  2-7 d\nmeta:\n  date: '2026-11-30'\n"
    )
    line = b"".join(encode([record, record], "jsonl"))
    assert line == (msgspec.json.encode(plain) + b"\n") * 2
    assert b"".join(encode([record], "json")).startswith(b'[\n{\n  "format": "forty-thieves-game/1",\n')
    assert msgspec.json.decode(b"".join(encode([record], "json"))) == [plain]
    assert b"".join(encode([], "json")) == b"[]\n"
    assert msgspec.msgpack.decode(b"".join(encode([record], "msgpack"))) == plain


@pytest.mark.parametrize(
    ("log", "block"),
    [
        ("5-f 5-f 2-7 d", "moves: |\n  5-f 5-f 2-7 d\n"),
        ("5-f\r\n5-f # comment \r\n", "moves: |\n  5-f\n  5-f # comment\n"),
        ("\n\n 5-f\n\n  5-f\t\n\n", "moves: |\n  5-f\n\n  5-f\n"),
        ("5-f\t2-7 # a\tb\xa0\U0001f0a1\x1b\u2028\n", "moves: |\n  5-f\t2-7 # a\tb\xa0\U0001f0a1\ufffd\ufffd\n"),
        ("5-f 2\x1b", 'moves: "5-f 2\\e"\n'),
        ("", "moves: ''\n"),
        (" \n ", "moves: ''\n"),
    ],
)
def test_moves_are_written_as_a_block(log: str, block: str) -> None:
    data = b"".join(encode([GameRecord(deal=DealRecord(variant="lucas", seed=42), moves=log)], "yaml")).decode()
    assert data.endswith(block)


comments = st.lists(
    st.text(
        st.characters(exclude_categories=["Cs"]) | st.sampled_from("\t\xa0\U0001f0a1\x85\u2028\x1b\0\ufeff# \\\"'")
    )
)


@given(comments, st.sampled_from([" ", "\t", "\r\n", "\r"]))
def test_a_log_with_comments_means_the_same_in_every_format(
    tmp_path_factory: pytest.TempPathFactory, some: list[str], between: str
) -> None:
    parts = [f"d{between}#{LINE_END.sub(' ', comment)}\n" for comment in some]
    record = GameRecord(deal=DealRecord(variant="lucas", seed=42), moves=f"5-f 5-f{between}2-7\n{''.join(parts)}d")
    expected = judge(Item(Document(serialise_record(record)), "-"), Options()).report
    assert expected.verdict == "unfinished"
    file = tmp_path_factory.mktemp("log") / "game"
    for form in FORMATS:
        file.write_bytes(b"".join(encode([record], form)))
        (document,) = read(str(file), form)
        assert judge(Item(document, "-"), Options()).report == expected


@pytest.mark.parametrize("record", [
    DealRecord(variant="lucas", seed=2**64),
    GameRecord(deal=DealRecord(variant="lucas", seed=10**20), moves=""),
    interpret_record({**POSITION, "played": 2**64}),
], ids=["seed", "seed of a game", "played"])  # fmt: skip
def test_a_number_too_large_for_msgpack_is_refused_by_its_name(record: Record) -> None:
    with pytest.raises(Fault) as raised:
        b"".join(encode([record], "msgpack"))
    fault = raised.value
    assert fault.code == ("bad-value" if fault.path == ("played",) else "bad-seed")
    assert fault.message.startswith(f"{fault.path[-1]} is ")
    assert b"".join(encode([DealRecord(variant="lucas", seed=2**64 - 1)], "msgpack"))
