"""Empty columns: what may go there, and what fills them by itself."""

from __future__ import annotations

from support.cases import Case, at, cases, judge, seen
from support.strategies import own, state, table_at

KINGS = own(empty_columns="kings")
WASTE = own(empty_columns="waste")
AUTO = own(empty_columns="auto")


@cases(
    Case("kings: a king", "1-2", at(KINGS, {1: "9H KS"}), after={1: "9H", 2: "KS"}),
    Case(
        "kings: another card",
        "1-2",
        at(KINGS, {1: "9H QS"}),
        "empty-column",
        "cannot put QS on the empty column 2: only a king may go there",
    ),
    Case(
        "kings: from the waste", "w-2", at(KINGS, waste="QS"), "empty-column", "cannot put QS on the empty column 2"
    ),
    Case("kings: a king from the stock", "s-2", at(KINGS, stock="KS"), after={2: "KS"}),
    Case("kings: another card from the stock", "s-2", at(KINGS, stock="QS"), "empty-column", "cannot put QS on"),
    Case(
        "kings: a run from a king",
        "1-2x2",
        at(own(empty_columns="kings", move="sequence"), {1: "9H KS QS"}),
        after={2: "KS QS"},
    ),
    Case(
        "kings: a run from a queen",
        "1-2x2",
        at(own(empty_columns="kings", move="sequence"), {1: "9H QS JS"}),
        "empty-column",
        "cannot put QS on the empty column 2",
    ),
    Case("waste: its top card", "w-2", at(WASTE, waste="QS"), after={2: "QS"}),
    Case("waste: drawn and played at once", "s-2", at(WASTE, stock="QS"), after={2: "QS"}),
    Case(
        "waste: not from a column",
        "1-2",
        at(WASTE, {1: "9H KS"}),
        "empty-column",
        "cannot put KS on the empty column 2: only the waste's top card may go there",
    ),
    Case(
        "waste: nor a run",
        "1-2x2",
        at(own(empty_columns="waste", move="sequence"), {1: "KS QS"}),
        "empty-column",
        "cannot put KS on",
    ),
    Case("waste: onto a card from anywhere", "1-2", at(WASTE, {1: "8H", 2: "9H"}), after={1: "", 2: "9H 8H"}),
)
def test_what_may_go_to_an_empty_column(case: Case) -> None:
    judge(case)


@cases(
    Case(
        "auto: filled from the waste",
        "1-2",
        at(AUTO, {1: "8H", 2: "9H"}, waste="3C QS", stock="KD"),
        after={1: "QS", 2: "9H 8H", "waste": "3C", "stock": "KD"},
    ),
    Case(
        "auto: else from a draw",
        "1-f",
        at(AUTO, {1: "AS"}, stock="KD 3C"),
        after={1: "KD", "waste": "", "stock": "3C"},
    ),
    Case(
        "auto: a draw of three",
        "1-f",
        at(own(empty_columns="auto", draw=3), {1: "AS"}, stock="KD 3C 4C 5C"),
        after={1: "4C", "waste": "KD 3C", "stock": "5C"},
    ),
    Case(
        "auto: a draw of the last two",
        "1-f",
        at(own(empty_columns="auto", draw=3), {1: "AS"}, stock="KD 3C", rest=2),
        after={1: "3C", "waste": "KD", "stock": ""},
    ),
    Case("auto: else left open", "1-f", at(AUTO, {1: "AS"}, rest=2), after={1: "", "waste": "", "stock": ""}),
    Case("auto: open to any card", "2-1", at(AUTO, {2: "9H"}, rest=3), after={1: "9H", 2: ""}),
    Case(
        "auto: not while the column has cards",
        "1-f",
        at(AUTO, {1: "9H AS"}, waste="QS"),
        after={1: "9H", "waste": "QS"},
    ),
    Case(
        "auto: after a run",
        "1-2x2",
        at(own(empty_columns="auto", move="sequence"), {1: "8H 7H", 2: "9H"}, waste="QS"),
        after={1: "QS", 2: "9H 8H 7H", "waste": ""},
    ),
    Case(
        "auto: not by a card from the waste", "w-2", at(AUTO, {2: "9H"}, waste="QS 8H"), after={"waste": "QS", 1: ""}
    ),
    Case(
        "auto: a waste that is emptied stays so",
        "w-2",
        at(AUTO, {2: "9H"}, waste="8H", stock="KD"),
        after={"waste": "", "stock": "KD", 2: "9H 8H"},
    ),
    Case(
        "auto: nor is it filled after a card to a foundation",
        "w-f",
        at(AUTO, {2: "9H"}, waste="AS", stock="KD"),
        after={"waste": "", "stock": "KD", 1: ""},
    ),
)
def test_columns_that_are_filled_by_themselves(case: Case) -> None:
    judge(case)


def test_two_columns_filled_and_undone_one_after_the_other() -> None:
    table = table_at(AUTO, {1: "AS", 2: "2S", 3: "9H"}, waste="8H", stock="KD QD")
    start = state(table)
    table.play("1-f")
    assert (seen(table, 1), seen(table, "waste")) == ("8H", "")
    filled = state(table)
    table.play("2-f")
    assert (seen(table, 2), seen(table, "stock")) == ("KD", "QD")
    table.play("1-3")
    assert (seen(table, 1), seen(table, 3)) == ("QD", "9H 8H")
    table.undo()
    table.undo()
    assert state(table) == filled
    table.undo()
    assert state(table) == start
