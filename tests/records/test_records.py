"""Plain data to records: what is taken, and what is said of data that is no record."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves import deal
from forty_thieves.formats.document import Document
from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.judging.outcomes import Item, Options
from forty_thieves.judging.referee import judge
from forty_thieves.problems import CODES, Fault, Path
from forty_thieves.records.deals import serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.kinds import OTHER_FILES
from forty_thieves.records.plain import OddNumber
from forty_thieves.records.structs import KIND_BY_TAG, RECORDS, name_of, serialise_record
from support.paths import ROOT

DEAL: dict[str, Any] = {"format": "forty-thieves-deal/1", "variant": "lucas", "seed": 42}
GAME: dict[str, Any] = {"format": "forty-thieves-game/1", "deal": {"variant": "lucas", "seed": 42}, "moves": "d"}
POSITION: dict[str, Any] = {
    "format": "forty-thieves-position/1", "variant": "lucas", "tableau": ["AC"], "face_down": [0], "waste": "",
    "stock": "", "foundations": [""], "redeals_left": 0, "played": 0,
}  # fmt: skip
REPORT: dict[str, Any] = {
    "format": "forty-thieves-report/1", "file": "-", "index": 1, "variant": "lucas", "deal": None, "verdict": "won",
    "legal": True, "won": True, "stuck": False, "moves": 1, "played": 1, "foundation_cards": 104, "problem": None,
}  # fmt: skip
SUMMARY: dict[str, Any] = {
    "format": "forty-thieves-summary/1", "games": 2, "verdicts": {"won": 1, "invalid": 1}, "variants": {"lucas": 1},
    "problems": {"bad-token": 1},
}  # fmt: skip
RULES: dict[str, Any] = {"format": "forty-thieves-rules/1", "name": "mine"}
EXAMPLES = {"deal": DEAL, "game": GAME, "position": POSITION, "report": REPORT, "summary": SUMMARY, "rules": RULES}


def but(record: dict[str, Any], *path: str | int, **fields: Any) -> dict[str, Any]:
    """A record with other fields, in the mapping at a path."""
    if not path:
        return {**record, **fields}
    return {**record, str(path[0]): but(record.get(str(path[0]), {}), *path[1:], **fields)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_read(name: str) -> None:
    record = interpret_record(EXAMPLES[name])
    assert isinstance(record, RECORDS[name])
    assert name_of(record) == name
    assert serialise_record(record) == EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("wanted", EXAMPLES)
def test_only_the_wanted_kind_is_taken(name: str, wanted: str) -> None:
    if name == wanted:
        interpret_record(EXAMPLES[name], (wanted,))
        return
    with pytest.raises(Fault) as raised:
        interpret_record(EXAMPLES[name], (wanted,))
    assert (raised.value.code, raised.value.path) == ("wrong-record", ("format",))
    assert name in raised.value.message
    assert wanted in raised.value.message


def test_every_format_that_is_written_is_known() -> None:
    """Of a file that we write ourselves it is never said that it is not ours."""
    source = "".join(path.read_text() for path in (ROOT / "cli/forty_thieves").rglob("*.py"))
    tags = set(re.findall(r"forty-thieves-[a-z]+/[1-9]", source))
    assert tags == {*KIND_BY_TAG, *OTHER_FILES}


# (id, data, code, path, whether the key is meant, words of the message)
REFUSED: list[tuple[str, Any, str, Path, bool, str]] = [
    ("null", None, "not-a-record", (), False, "null"),
    ("list", [GAME], "not-a-record", (), False, "a list"),
    ("text", "x\x1b", "not-a-record", (), False, "'x\\x1b'"),
    ("number", OddNumber("1e3"), "not-a-record", (), False, "the number 1e3"),
    ("bytes", b"x", "not-a-record", (), False, "binary data"),
    ("no-format", {}, "not-a-record", (), False, "forty-thieves-game/1"),
    ("misspelt-format", {"formt": 1}, "not-a-record", ("formt",), True, "'formt' is not 'format'"),
    ("null-format", but(GAME, format=None), "not-a-record", (), False, "no format"),
    ("format-that-is-a-list", but(GAME, format=[]), "not-a-record", ("format",), False, "a list"),
    ("unknown-format", but(GAME, format="forty-thieves-gme/1"), "not-a-record", ("format",), False,
     "did you mean 'forty-thieves-game/1'"),
    ("unknown-version", but(GAME, format="forty-thieves-game/2"), "unknown-version", ("format",), False, "/2'"),
    ("unknown-version-of-no-record", {"format": "forty-thieves-survey/9"}, "unknown-version", ("format",), False,
     "only forty-thieves-survey/1"),
    ("a-survey", {"format": "forty-thieves-survey/1"}, "wrong-record", ("format",), False, "`survey --table`"),
    ("a-list-of-moves", {"format": "forty-thieves-moves/1"}, "wrong-record", ("format",), False, "`moves --format"),
    ("a-conformance-report", {"format": "forty-thieves-conformance/1"}, "wrong-record", ("format",), False,
     "`conform --format json`"),
    ("unknown-version-of-the-deal-inside", but(GAME, "deal", format="forty-thieves-deal/9"), "unknown-version",
     ("deal", "format"), False, "only forty-thieves-deal/1"),
    ("another-format-inside", but(GAME, "deal", format="forty-thieves-game/1"), "wrong-record", ("deal", "format"),
     False, "expected a deal record"),
    ("format-inside-is-a-number", but(GAME, "deal", format=1), "wrong-type", ("deal", "format"), False, "number 1"),
    ("unknown-field", but(GAME, move="d"), "unknown-field", ("move",), True, "did you mean 'moves'?"),
    ("unknown-field-inside", but(GAME, "deal", varaint="x"), "unknown-field", ("deal", "varaint"), True,
     "did you mean 'variant'?"),
    ("unknown-field-like-none", but(GAME, xyzzy=1), "unknown-field", ("xyzzy",), True, "its fields are format, deal"),
    ("unknown-field-with-an-escape", but(GAME, **{"\x1b[31m": 1}), "unknown-field", ("\x1b[31m",), True,
     "'\\x1b[31m'"),
    ("unknown-field-with-a-backtick", but(GAME, **{"a`b": 1}), "unknown-field", ("a`b",), True, "'a`b'"),
    ("unknown-field-like-a-path", but(GAME, **{"a.b[0]": 1}), "unknown-field", ("a.b[0]",), True, "'a.b[0]'"),
    ("unknown-field-like-the-end-of-an-error", but(GAME, **{"x` - at `$.deal": 1}), "unknown-field",
     ("x` - at `$.deal",), True, "no field"),
    ("unknown-field-inside-like-the-end-of-an-error", but(GAME, "deal", **{"x - at `$.y`": 1}), "unknown-field",
     ("deal", "x - at `$.y`"), True, "no field"),
    ("missing-field", {"format": "forty-thieves-game/1", "deal": {}}, "missing-field", (), False, "'moves'"),
    ("missing-field-inside", but(REPORT, problem={}), "missing-field", ("problem",), False, "'code'"),
    ("seed-text", but(GAME, "deal", seed="5"), "bad-seed", ("deal", "seed"), False, "without quotes"),
    ("seed-yes", but(GAME, "deal", seed="yes"), "bad-seed", ("deal", "seed"), False, "'yes'"),
    ("seed-leading-zero", but(GAME, "deal", seed="010"), "bad-seed", ("deal", "seed"), False, "leading zero"),
    ("seed-true", but(GAME, "deal", seed=True), "bad-seed", ("deal", "seed"), False, "truth value true"),
    ("seed-null", but(GAME, "deal", seed=None), "bad-seed", ("deal", "seed"), False, "null"),
    ("seed-fraction", but(GAME, "deal", seed=OddNumber("1.0")), "bad-seed", ("deal", "seed"), False, "1.0"),
    ("seed-long", but(GAME, "deal", seed=OddNumber("9" * 5000)), "bad-seed", ("deal", "seed"), False, "5000"),
    ("moves-list", but(GAME, moves=["3:5", "no"]), "wrong-type", ("moves",), False, "all moves in one"),
    ("moves-number", but(GAME, moves=5), "wrong-type", ("moves",), False, "quotes make it text: '5'"),
    ("moves-truth-value", but(GAME, moves=False), "wrong-type", ("moves",), False, "quotes make it text: 'false'"),
    ("moves-null", but(GAME, moves=None), "wrong-type", ("moves",), False, "write ''"),
    ("moves-bytes", but(GAME, moves=b"d"), "wrong-type", ("moves",), False, "binary data"),
    ("claim-word", but(GAME, claim="wun"), "bad-value", ("claim",), False, "did you mean 'won'?"),
    ("claim-truth-value", but(GAME, claim=True), "wrong-type", ("claim",), False, "stuck or unfinished or won"),
    ("claim-null", but(GAME, claim=None), "wrong-type", ("claim",), False, "leave the field out"),
    ("meta-null", but(GAME, meta=None), "wrong-type", ("meta",), False, "leave the field out"),
    ("meta-list", but(GAME, meta=[]), "wrong-type", ("meta",), False, "a list: expected a mapping"),
    ("meta-number", but(GAME, meta={"a": "b", "c": 5}), "wrong-type", ("meta", "c"), False, "c is the number 5"),
    ("meta-number-under-an-escape", but(GAME, meta={"\x1b": 5}), "wrong-type", ("meta", "\x1b"), False, "\\x1b is"),
    ("meta-control-character", but(GAME, meta={"a": "b\x07"}), "bad-text", ("meta", "a"), False, "U+0007"),
    ("meta-delete", but(GAME, meta={"a": "\x7f"}), "bad-text", ("meta", "a"), False, "U+007F"),
    ("meta-c1", but(GAME, meta={"a": "\x9b31m"}), "bad-text", ("meta", "a"), False, "U+009B"),
    ("meta-carriage-return", but(GAME, meta={"a": "b\r"}), "bad-text", ("meta", "a"), False, "U+000D"),
    ("meta-surrogate", but(GAME, meta={"a": "\ud800"}), "bad-text", ("meta", "a"), False, "U+D800"),
    ("meta-key-with-an-escape", but(GAME, meta={"\x1b[31m": "b"}), "bad-text", ("meta", "\x1b[31m"), True, "U+001B"),
    ("meta-of-a-deal-1", but(DEAL, meta={"a": "b"}), "unknown-field", ("meta",), True, "forty-thieves-deal/2"),
    ("meta-of-a-deal-without-format", but(GAME, "deal", meta={"a": "b"}), "unknown-field", ("deal", "meta"), True,
     "forty-thieves-deal/2"),
    ("meta-of-a-deal-2", but(DEAL, format="forty-thieves-deal/2", meta={"a": "\x07"}), "bad-text", ("meta", "a"),
     False, "U+0007"),
    ("meta-of-a-deal-2-inside", but(GAME, "deal", format="forty-thieves-deal/2", meta={"": "x"}), "bad-text",
     ("deal", "meta", ""), True, "1 to 100 bytes"),
    ("deal-text", but(GAME, deal="deal.yaml"), "wrong-type", ("deal",), False, "a mapping"),
    ("tableau-text", but(DEAL, tableau="7S"), "wrong-type", ("tableau",), False, "expected a list"),
    ("tableau-number", but(DEAL, tableau=["7S", 7]), "wrong-type", ("tableau", 1), False, "the number 7"),
    ("tableau-lists", but(DEAL, tableau=[["7S"]]), "wrong-type", ("tableau", 0), False, "a list: expected text"),
    ("rules-text", but(DEAL, rules="lucas"), "wrong-type", ("rules",), False, "a mapping"),
    ("redeals-word", but(RULES, redeals="never"), "bad-value", ("redeals",), False, "unlimited"),
    ("redeals-truth-value", but(RULES, redeals=True), "wrong-type", ("redeals",), False, "number or unlimited"),
    ("build-word", but(RULES, build="alternate-colour"), "bad-value", ("build",), False,
     "did you mean 'alternate-color'?"),
    ("take-back-text", but(RULES, take_back="yes"), "wrong-type", ("take_back",), False, "true or false"),
    ("columns-text", but(RULES, columns="10"), "wrong-type", ("columns",), False, "write it without quotes"),
    ("columns-fraction", but(RULES, columns=OddNumber("1.5")), "wrong-type", ("columns",), False, "number 1.5"),
    ("rules-that-contradict", but(RULES, columns=99), "bad-rules", ("columns",), False, "396 cards"),
    ("rules-that-contradict-in-a-deal", but(DEAL, rules={"name": "x", "draw": 0}), "bad-rules", ("rules", "draw"),
     False, "from 1"),
    ("rules-that-contradict-in-a-game", but(GAME, "deal", rules={"name": "x", "draw": 0}), "bad-rules",
     ("deal", "rules", "draw"), False, "from 1"),
    ("face-down-truth-value", but(POSITION, face_down=[True]), "wrong-type", ("face_down", 0), False, "truth value"),
    ("verdict-word", but(REPORT, verdict="lost"), "bad-value", ("verdict",), False, "invalid"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "code", "path", "on_key", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(data: Any, code: str, path: Path, on_key: bool, said: str) -> None:
    with pytest.raises(Fault) as raised:
        interpret_record(data)
    fault = raised.value
    assert (fault.code, fault.path, fault.on_key) == (code, path, on_key), fault.message
    assert said in fault.message
    assert fault.message.isprintable()


def test_reports_may_have_more_fields() -> None:
    """A later minor of the report format is still read, and so is an earlier one."""
    for fields in ({"steps": 2, "rank": 1, "meta": {"player": "A"}}, {"steps": None, "rank": None, "meta": None}):
        newer = but(REPORT, **fields)
        assert serialise_record(interpret_record(newer)) == newer
    assert interpret_record(but(REPORT, later=1)) == interpret_record(REPORT)
    problem = {"code": "x", "message": "", "move": None, "token": None, "line": 1, "column": 1, "later": 2}
    interpret_record(but(REPORT, problem=problem))


def test_tab_and_line_feed_are_no_control_characters() -> None:
    interpret_record(but(GAME, meta={"a\tb": "c\n\u2028\u202e"}))


# Whatever stands where

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.binary(max_size=4)
    | st.sampled_from([OddNumber("1.0"), "lucas", "d", "7S 8S", "forty-thieves-deal/1", "x` - at `$.deal"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted({field for kind in RECORDS.values() for field in kind.__struct_fields__})


@given(
    st.sampled_from(sorted(EXAMPLES)),
    st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=8), anything, max_size=3),
    st.dictionaries(st.sampled_from(FIELDS), anything, max_size=3),
)
@settings(max_examples=300)
def test_anything_is_a_record_or_a_fault(name: str, fields: dict[str, Any], inside: dict[str, Any]) -> None:
    data = but(EXAMPLES[name], **fields)
    if name in ("game", "deal", "position") and inside:
        data = but(data, **{"deal" if name == "game" else "rules": inside})
    try:
        interpret_record(data)
    except Fault as fault:
        said = fault
    else:
        said = Fault("empty", "nothing is wrong")
    assert CODES[said.code][0] == "invalid"
    assert said.message.isprintable()
    report = judge(Item(Document(data), "-"), Options()).report
    assert report.verdict in ("won", "unfinished", "illegal", "rejected", "invalid")


@given(st.sampled_from(variants.ARTICLE_NAMES), st.integers(0, 10**20))
def test_a_deal_is_what_its_record_says(name: str, seed: int) -> None:
    record = serialise_deal(deal(name, seed))
    assert interpret_record(serialise_record(record)) == record


def test_rules_as_plain_data_leave_defaults_out() -> None:
    assert serialise_record(Rules(name="mine", columns=9)) == {**RULES, "columns": 9}
