"""The JSON Schemas: as they are stored, and what they take and refuse."""

from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.test_encode import records
from forty_thieves import deal
from forty_thieves.game import variants
from forty_thieves.judging.referee import game_from_record
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.schemas import schema, schema_text
from forty_thieves.records.structs import RECORDS, DealRecord, GameRecord, Record, serialise_record
from forty_thieves.show.describe import whole_record
from records.test_records import DEAL, EXAMPLES, GAME, POSITION, REPORT, RULES, but
from support.paths import DATA, ROOT
from support.strategies import own_rules

STORED = ROOT / "schemas"


def plain(record: Record) -> Any:
    """A record as a reader of JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(serialise_record(record)))


def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema(name))


def takes(name: str, data: object) -> bool:
    valid: bool = validator(name).is_valid(data)
    return valid


@pytest.mark.parametrize("name", RECORDS)
def test_stored_schema_is_up_to_date(name: str) -> None:
    stored = (STORED / f"{name}.schema.json").read_bytes()
    assert stored == schema_text(name), "run `make schemas`, then read what changed"


def test_no_schema_is_stored_of_what_is_no_record() -> None:
    assert {path.name for path in STORED.glob("*.json")} == {f"{name}.schema.json" for name in RECORDS}


@pytest.mark.parametrize("name", RECORDS)
def test_schema_is_one(name: str) -> None:
    made = schema(name)
    jsonschema.Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert RECORDS[name].TAG in made["title"].split(" or ")
    for struct in (made, *made.get("$defs", {}).values()):
        for field, said in struct["properties"].items():
            assert said["description"], field


@given(records())
@settings(max_examples=60, deadline=None)
def test_every_record_we_write_is_valid(record: Record) -> None:
    name = next(name for name, kind in RECORDS.items() if isinstance(record, kind))
    validator(name).validate(plain(record))


@given(own_rules())
@settings(max_examples=30, deadline=None)
def test_rules_spelled_out_are_valid(rules: Any) -> None:
    validator("rules").validate(msgspec.json.decode(msgspec.json.encode(whole_record(rules))))


@pytest.mark.parametrize("name", variants.ARTICLE_NAMES)
def test_variants_and_their_deals_are_valid(name: str) -> None:
    validator("rules").validate(plain(variants.find(name)))
    dealt = plain(serialise_deal(deal(name, 7)))
    validator("deal").validate(dealt)
    cards_only = {key: value for key, value in dealt.items() if key not in ("seed", "shuffle")}
    validator("deal").validate(cards_only)


def test_recorded_games_are_valid() -> None:
    for line in (DATA / "io/won.jsonl").read_bytes().splitlines():
        validator("game").validate(msgspec.json.decode(line))


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_valid_and_only_for_its_own_schema(name: str) -> None:
    for other in EXAMPLES:
        assert takes(other, EXAMPLES[name]) is (other == name)


CARDS: dict[str, Any] = {"tableau": ["7S  10\u2663\n", "", " qh\t"], "stock": "K\u2665\ufe0f"}
SAME = [  # (id, record's kind, data, whether it is a record): the schema and the reader agree
    ("spellings-of-cards", "deal", but(DEAL, **CARDS), True),
    ("own-rules", "deal", {"format": DEAL["format"], "rules": {"name": "x", "redeals": "unlimited"}, "seed": 0},
     True),
    ("largest-seed", "deal", but(DEAL, seed=10**20), True),
    ("rank-as-a-number", "rules", but(RULES, foundation_base=13), True),
    ("format-in-the-deal", "game", but(GAME, "deal", format="forty-thieves-deal/1"), True),
    ("meta", "game", but(GAME, meta={"player": "x"}, claim="stuck"), True),
    ("later-field-of-a-report", "report", but(REPORT, later=1), True),
    ("no-format", "deal", {"variant": "lucas", "seed": 42}, False),
    ("later-version", "deal", but(DEAL, format="forty-thieves-deal/3"), False),
    ("unknown-field", "deal", but(DEAL, sede=1), False),
    ("seed-text", "deal", but(DEAL, seed="42"), False),
    ("seed-truth-value", "deal", but(DEAL, seed=True), False),
    ("seed-null", "deal", but(DEAL, seed=None), False),
    ("negative-seed", "deal", but(DEAL, seed=-1), False),
    ("seed-too-large", "deal", but(DEAL, seed=10**20 + 1), False),
    ("unknown-shuffle", "deal", but(DEAL, shuffle="riffle"), False),
    ("variant-and-rules", "deal", but(DEAL, rules={"name": "x"}), False),
    ("neither-variant-nor-rules", "deal", {"format": DEAL["format"], "seed": 42}, False),
    ("neither-seed-nor-cards", "deal", {"format": DEAL["format"], "variant": "lucas"}, False),
    ("tableau-without-stock", "deal", but(DEAL, tableau=[""]), False),
    ("waste-alone", "deal", but(DEAL, waste=""), False),
    ("shuffle-without-seed", "deal", {"format": DEAL["format"], "variant": "x", "shuffle": "pysolfc", **CARDS},
     False),
    ("bad-card", "deal", but(DEAL, **{**CARDS, "stock": "1S"}), False),
    ("ten-of-tens", "deal", but(DEAL, **{**CARDS, "stock": "10SS"}), False),
    ("no-break-space", "deal", but(DEAL, **{**CARDS, "stock": "7S\u00a08S"}), False),
    ("tableau-text", "deal", but(DEAL, **{**CARDS, "tableau": "7S"}), False),
    ("moves-list", "game", but(GAME, moves=["d"]), False),
    ("moves-missing", "game", {"format": GAME["format"], "deal": GAME["deal"]}, False),
    ("claim-word", "game", but(GAME, claim="Won"), False),
    ("meta-number", "game", but(GAME, meta={"a": 1}), False),
    ("deal-as-a-name", "game", but(GAME, deal="deal.yaml"), False),
    ("bad-deal-inside", "game", but(GAME, "deal", seed=-1), False),
    ("columns-0", "rules", but(RULES, columns=0), False),
    ("build-word", "rules", but(RULES, build="any"), False),
    ("name-missing", "rules", {"format": RULES["format"]}, True),
    ("base", "rules", but(RULES, base="lucas"), True),
    ("base-number", "rules", but(RULES, base=5), False),
    ("pattern-and-count", "rules", but(RULES, face_pattern="DU", face_up=1), False),
    ("pattern-letters", "rules", but(RULES, face_pattern="DX"), False),
    ("ranks-out-of-order", "rules", but(RULES, ranks="K7A"), False),
    ("played-missing", "position", {key: value for key, value in POSITION.items() if key != "played"}, False),
    ("verdict-word", "report", but(REPORT, verdict="lost"), False),
    ("report-without-a-field", "report", {key: value for key, value in REPORT.items() if key != "stuck"}, False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "good"), [case[1:] for case in SAME], ids=[case[0] for case in SAME])
def test_schema_and_reader_agree(name: str, data: dict[str, Any], good: bool) -> None:
    assert takes(name, data) is good
    if good:
        interpret_record(data, (name,))
        return
    with pytest.raises(Fault):
        whole(interpret_record(data, (name,)))


def whole(record: Record) -> object:
    """What a record tells, with its cards and its seed looked at."""
    if isinstance(record, DealRecord):
        return interpret_deal(record)
    return game_from_record(record) if isinstance(record, GameRecord) else record


@given(
    st.sampled_from(sorted(EXAMPLES)),
    st.dictionaries(
        st.sampled_from(sorted({field for kind in RECORDS.values() for field in kind.__struct_fields__} - {"seed"})),
        st.none()
        | st.booleans()
        | st.integers(-(2**62), 2**62)
        | st.text(max_size=5)
        | st.lists(st.text(max_size=3)),
        min_size=1,
        max_size=2,
    ),
)
def test_what_the_reader_takes_the_schema_takes(name: str, fields: dict[str, Any]) -> None:
    """A schema that refused a good record would be wrong; the reader knows more and may refuse more."""
    data = but(EXAMPLES[name], **fields)
    try:
        record = interpret_record(data)
    except Fault:
        return
    # Cards, numbers and digests are looked at only later, or never.
    later = {
        "tableau",
        "stock",
        "waste",
        "foundations",
        "shuffle",
        "rules",
        "played",
        "face_down",
        "index",
        "deal",
        "redeals_left",
    }
    assert later & set(fields) or takes(name, data), record
