"""Cards taken back from foundations."""

from __future__ import annotations

from support.cases import Case, at, cases, judge, refused, seen
from support.strategies import own, state, table_at

BACK = own(take_back=True)
COLORS = own(foundation_build="alternate-color", take_back=True)


@cases(
    Case("back: onto a fitting card", "fs-1", at(BACK, {1: "4S"}, tops="3S"), after={1: "4S 3S", "tops": "2S"}),
    Case("back: into an empty column", "fs-1", at(BACK, tops="3S"), after={1: "3S", "tops": "2S"}),
    Case("back: the base itself", "fs-1", at(BACK, tops="AS"), after={1: "AS", "tops": ""}),
    Case("back: the one that fits", "fs-1", at(BACK, {1: "6S"}, tops="5S 3S"), after={1: "6S 5S", "tops": "4S 3S"}),
    Case(
        "back: the other one that fits",
        "fs-1",
        at(BACK, {1: "4S"}, tops="5S 3S"),
        after={1: "4S 3S", "tops": "5S 2S"},
    ),
    Case("back: one of two equal ones", "fs-1", at(BACK, tops="3S 3S"), after={1: "3S", "tops": "3S 2S"}),
    Case(
        "back: both could be meant",
        "fs-1",
        at(BACK, tops="7S 3S"),
        "ambiguous",
        "two cards could be meant: write fs-1=3S or fs-1=7S",
    ),
    Case("back: the higher one named", "fs-1=7S", at(BACK, tops="7S 3S"), after={1: "7S", "tops": "6S 3S"}),
    Case("back: the lower one named", "fs-1=3S", at(BACK, tops="7S 3S"), after={1: "3S", "tops": "7S 2S"}),
    Case(
        "back: one named that is not on top",
        "fs-1=2S",
        at(BACK, tops="7S 3S"),
        "wrong-card",
        "on top of the foundations lie 3S 7S",
    ),
    Case(
        "back: does not fit",
        "fs-1",
        at(BACK, {1: "9H"}, tops="3S"),
        "does-not-build",
        "cannot put 3S on 9H: needs 4S",
    ),
    Case(
        "back: the one named does not fit",
        "fs-1=7S",
        at(BACK, {1: "4S"}, tops="7S 3S"),
        "does-not-build",
        "cannot put 7S on 4S",
    ),
    Case("back: nothing there", "fs-1", at(BACK, tops="3C"), "empty-source", "the foundations of S: it is empty"),
    Case("back: two cards", "fs-1x2", at(BACK, tops="3S"), "too-many-cards", "2 cards from the foundations of S"),
    Case("back: to a foundation", "fs-f", at(BACK, tops="3S"), "no-take-back", "it goes to a column"),
    Case("back: no column", "fs-11", at(BACK, tops="3S"), "no-such-column", "no column 11"),
    Case("back: no column for nothing", "fs-11", at(BACK), "no-such-column", "no column 11"),
    Case("back: kings only", "fs-1", at(own(take_back=True, empty_columns="kings"), tops="3S"), "empty-column", "3S"),
    Case(
        "back: a king where kings only",
        "fs-1",
        at(own(take_back=True, empty_columns="kings"), tops="KS 3S"),
        after={1: "KS", "tops": "QS 3S"},
    ),
    Case(
        "back: not where the waste fills",
        "fs-1",
        at(own(take_back=True, empty_columns="waste"), tops="3S"),
        "empty-column",
        "only the waste's top card",
    ),
    Case("back: the lowest of three", "fs-1=2S", at(own(take_back=True, decks=3), tops="9S 5S 2S"), after={1: "2S"}),
    Case(
        "back: only those that could go are offered",
        "fs-1",
        at(own(take_back=True, decks=3, build_direction="up-or-down"), {1: "5S"}, tops="9S 6S 4S"),
        "ambiguous",
        "two cards could be meant: write fs-1=4S or fs-1=6S",
    ),
)
def test_take_back(case: Case) -> None:
    judge(case)


@cases(
    Case(
        "colors: taken back by the top's suit",
        "fh-1",
        at(COLORS, {1: "3H"}, foundations={1: "AC 2H", 5: "AH"}),
        after={1: "3H 2H", "tops": "AC AH"},
    ),
    Case(
        "colors: taken back from the first of two alike",
        "fh-1",
        at(COLORS, {1: "3H"}, foundations={1: "AC 2H", 7: "AS 2H"}),
        after={1: "3H 2H", "tops": "AC 2H"},
    ),
    Case(
        "colors: which of two is not said",
        "fh-1",
        at(COLORS, {}, foundations={1: "AC 2H", 5: "AH"}),
        "ambiguous",
        "two cards could be meant: write fh-1=2H or fh-1=AH",
    ),
    Case(
        "colors: which of two is said",
        "fh-1=2H",
        at(COLORS, {}, foundations={1: "AC 2H", 5: "AH"}),
        after={1: "2H", "tops": "AC AH"},
    ),
    Case(
        "colors: no foundation with such a top",
        "fs-1",
        at(COLORS, {}, foundations={7: "AS 2H"}),
        "empty-source",
        "the foundations of S: it is empty",
    ),
)
def test_take_back_where_foundations_change_suits(case: Case) -> None:
    judge(case)


def test_a_take_back_tells_on_which_foundation_a_card_went() -> None:
    """Both AC and AS could take 2H: it goes to clubs, so that AS stays on top, and AC does not."""
    layout = at(COLORS, {1: "2H", 2: "2C", 3: "2S"}, foundations={1: "AC", 7: "AS"})
    assert refused(table_at(**layout), "1-f fs-3") == ""
    assert refused(table_at(**layout), "1-f fc-2") == "empty-source"
    assert refused(table_at(**layout), "fs-3 1-f fh-1") == ""
    # Where clubs are taken away before, it is the other way round.
    assert refused(table_at(**layout), "fc-2 1-f fs-3") == "empty-source"
    table = table_at(**layout)
    start = state(table)
    assert refused(table, "1-f fs-3 fh-1") == ""
    while table.history:
        table.undo()
    assert state(table) == start


def test_two_tops_of_a_suit_that_stand_on_foundations_of_two_suits() -> None:
    layout = at(COLORS, {5: "8S"}, foundations={1: "AC 2H 3S 4H 5S 6H 7S", 7: "AS 2D 3S"})
    assert refused(table_at(**layout), "fs-4") == "ambiguous"
    assert refused(table_at(**layout), "fs-5") == ""
    for token, tops in (("fs-4=7S", "6H 3S"), ("fs-4=3S", "7S 2D")):
        table = table_at(**layout)
        assert refused(table, token) == ""
        assert seen(table, "tops") == tops
    assert refused(table_at(**layout), "fs-4=2S") == "wrong-card"
