"""Positions as records: read back as written, and refused where cards lie as they never can."""

from __future__ import annotations

from typing import Any

import pytest

from forty_thieves import Table, deal
from forty_thieves.problems import Fault
from forty_thieves.records.positions import interpret_position, serialise_position
from forty_thieves.records.structs import PositionRecord
from support.cases import seen
from support.strategies import own, table_at


def position(**changes: Any) -> PositionRecord:
    """A right position of Indian but for these fields."""
    whole = serialise_position(table_at("indian", {1: "KH 9S", 2: "8S"}, hidden={1: 1}, tops="2C AC"))
    fields = {
        name: getattr(whole, name) for name in ("variant", "tableau", "face_down", "waste", "stock", "foundations")
    }
    fields |= {"redeals_left": 0, "played": 3}
    return PositionRecord(**{**fields, **changes})


def test_the_position_that_the_faults_are_made_from_is_right() -> None:
    table = Table(interpret_position(position()))
    assert (seen(table, 1), seen(table, "hidden 1"), seen(table, "tops"), table.played) == ("KH 9S", "1", "2C AC", 3)
    assert serialise_position(table) == position()


RIGHT = position()


@pytest.mark.parametrize(
    ("changes", "code", "path", "said"),
    [
        ({"variant": "indain"}, "unknown-variant", ("variant",), "did you mean 'indian'?"),
        ({"rules": own()}, "bad-value", ("rules",), "both variant and rules"),
        ({"tableau": RIGHT.tableau[:9]}, "wrong-layout", ("tableau",), "there are 9 columns: indian has 10"),
        ({"tableau": [*RIGHT.tableau, ""]}, "wrong-layout", ("tableau",), "there are 11 columns"),
        ({"tableau": ["KH 9X", *RIGHT.tableau[1:]]}, "bad-card", ("tableau", 0), "'9X' is not a card"),
        ({"tableau": ["KH", *RIGHT.tableau[1:]]}, "wrong-pack", (), "missing: 9S"),
        ({"waste": "9X"}, "bad-card", ("waste",), "'9X'"),
        ({"waste": "KS"}, "wrong-pack", (), "too many: KS"),
        ({"stock": "9X"}, "bad-card", ("stock",), "'9X'"),
        ({"stock": ""}, "wrong-pack", (), "missing: "),
        ({"foundations": ["AC 2X"]}, "bad-card", ("foundations", 0), "'2X'"),
        ({"foundations": ["AC 2C"]}, "wrong-pack", (), "missing: AC"),
        (
            {"foundations": ["AC 2C AC"]},
            "wrong-layout",
            ("foundations", 0),
            "AC cannot lie on 2C: it starts",
        ),
        ({"foundations": ["AC", "2C AC"]}, "wrong-layout", ("foundations", 1), "2C stands where a foundation starts"),
        ({"face_down": [1]}, "wrong-layout", ("face_down",), "must have 10 numbers"),
        ({"face_down": [2, *[0] * 9]}, "wrong-layout", ("face_down", 0), "face_down is 2: column 1 has 2 cards"),
        ({"face_down": [1, 1, *[0] * 8]}, "wrong-layout", ("face_down", 1), "face_down is 1: column 2 has 1 card"),
        (
            {"face_down": [0, 0, 1, *[0] * 7]},
            "wrong-layout",
            ("face_down", 2),
            "face_down is 1: column 3 has 0 cards",
        ),
        ({"face_down": [-1, *[0] * 9]}, "wrong-layout", ("face_down", 0), "face_down is -1"),
        ({"redeals_left": 1}, "bad-value", ("redeals_left",), "redeals_left is 1: indian allows 0"),
        ({"redeals_left": -1}, "bad-value", ("redeals_left",), "redeals_left is -1"),
        ({"redeals_left": "unlimited"}, "bad-value", ("redeals_left",), "redeals_left is unlimited"),
        ({"played": -1}, "bad-value", ("played",), "negative"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else ascii(value)[1:30],
)
def test_faulty_positions(changes: dict[str, Any], code: str, path: tuple[str | int, ...], said: str) -> None:
    with pytest.raises(Fault) as refused:
        interpret_position(position(**changes))
    assert (refused.value.code, refused.value.path) == (code, path)
    assert said in refused.value.message


def test_cards_lie_face_down_only_where_the_rules_deal_them_so() -> None:
    with pytest.raises(Fault, match="forty-thieves deals 0 face down") as refused:
        table_at(columns={1: "KH 9S"}, hidden={1: 1})
    assert (refused.value.code, refused.value.path) == ("wrong-layout", ("face_down", 0))


@pytest.mark.parametrize(("redeals", "left"), [(0, 0), (3, 2), ("unlimited", "unlimited")])
def test_the_redeals_of_a_position(redeals: int | str, left: int | str) -> None:
    table = table_at(own(redeals=redeals), waste="9H", rest=1, redeals_left=left if isinstance(left, int) else None)
    assert serialise_position(table).redeals_left == left


def test_unlimited_redeals_are_not_a_number() -> None:
    with pytest.raises(Fault, match="own allows unlimited"):
        table_at(own(redeals="unlimited"), redeals_left=5)


def test_a_position_of_a_named_variant_names_it() -> None:
    assert serialise_position(table_at("maria")).variant == "maria"
    assert serialise_position(Table(deal(own(), 1))).rules == own()
