"""Cells."""

from __future__ import annotations

from support.cases import ALL_BUT_KS, WON, Case, at, cases, judge
from support.strategies import own

CELLS = own(cells=2, build="any-suit")
CELLS_BACK = own(cells=2, take_back=True)


@cases(
    Case("cells: from a column", "1-c1", at(CELLS, {1: "9H 8H"}), after={1: "9H", "c1": "8H", "c2": ""}),
    Case("cells: to the second one", "1-c2", at(CELLS, {1: "9H 8H"}), after={1: "9H", "c1": "", "c2": "8H"}),
    Case("cells: from the waste", "w-c1", at(CELLS, waste="9H 8H"), after={"waste": "9H", "c1": "8H"}),
    Case("cells: to a column", "c1-2", at(CELLS, {2: "9H"}, cells="8S"), after={2: "9H 8S", "c1": ""}),
    Case("cells: to an empty column", "c2-3", at(CELLS, cells="8S 7S"), after={3: "7S", "c1": "8S", "c2": ""}),
    Case("cells: to a foundation", "c1-f", at(CELLS, cells="AS"), after={"tops": "AS", "c1": ""}),
    Case(
        "cells: a card is there",
        "1-c1",
        at(CELLS, {1: "9H"}, cells="8S"),
        "occupied-cell",
        "cannot put a card in cell 1: 8S is there",
    ),
    Case(
        "cells: from the waste, a card is there", "w-c2", at(CELLS, waste="9H", cells="- 8S"), "occupied-cell", "8S"
    ),
    Case("cells: none of that number", "1-c3", at(CELLS, {1: "9H"}), "no-such-cell", "no cell c3: own has 2 cells"),
    Case(
        "cells: nothing comes from there", "c9-f", at(CELLS), "no-such-cell", "there is no cell c9: own has 2 cells"
    ),
    Case("cells: nor with its card", "c9-f=9H", at(CELLS), "no-such-cell", "there is no cell c9"),
    Case("cells: nor to there with its card", "1-c9=9H", at(CELLS, {1: "9H"}), "no-such-cell", "there is no cell c9"),
    Case("cells: none at all", "1-c1", at(columns={1: "9H"}), "no-such-cell", "forty-thieves has 0 cells"),
    Case("cells: nor from there", "c1-1", at(), "no-such-cell", "no cell c1: forty-thieves has 0 cells"),
    Case("cells: no column", "c1-11", at(CELLS, cells="9H"), "no-such-column", "no column 11"),
    Case(
        "cells: an empty column", "1-c1", at(CELLS), "empty-source", "cannot take a card from column 1: it is empty"
    ),
    Case("cells: an empty waste", "w-c1", at(CELLS), "empty-source", "from the waste: it is empty"),
    Case("cells: an empty cell", "c1-1", at(CELLS), "empty-source", "from cell 1: it is empty"),
    Case("cells: an empty cell to a foundation", "c2-f", at(CELLS, cells="9H"), "empty-source", "from cell 2"),
    Case(
        "cells: not from the stock",
        "s-c1",
        at(CELLS, stock="9H"),
        "not-to-a-cell",
        "cannot move from the stock to cell 1: a cell takes cards of columns and the waste",
    ),
    Case(
        "cells: not from a cell", "c1-c2", at(CELLS, cells="9H"), "not-to-a-cell", "cannot move from cell 1 to cell 2"
    ),
    Case("cells: not from an empty cell", "c2-c1", at(CELLS), "not-to-a-cell", "from cell 2 to cell 1"),
    Case("cells: not onto itself", "c1-c1", at(CELLS, cells="9H"), "not-to-a-cell", "from cell 1 to cell 1"),
    Case("cells: onto itself, another card", "c1-c1=8D", at(CELLS, cells="9H"), "wrong-card", "in cell 1 is 9H"),
    Case(
        "cells: not from a foundation", "fs-c1", at(CELLS_BACK, tops="3S"), "not-to-a-cell", "the foundations of S to"
    ),
    Case(
        "cells: nor where cards stay there", "fs-c1", at(CELLS, tops="3S"), "not-to-a-cell", "a cell takes cards of"
    ),
    Case("cells: a foundation's card by a column", "fs-2", at(CELLS_BACK, tops="3S"), after={2: "3S", "tops": "2S"}),
    Case(
        "cells: two cards",
        "3-c1x2",
        at(own(cells=2, move="sequence"), {3: "9H 8H"}),
        "too-many-cards",
        "cannot move 2 cards from column 3 to cell 1: one card at a time goes there",
    ),
    Case("cells: two cards from there", "c1-3x2", at(CELLS, cells="9H"), "too-many-cards", "2 cards from cell 1"),
    Case("cells: does not fit", "c1-2", at(CELLS, {2: "9H"}, cells="7S"), "does-not-build", "cannot put 7S on 9H"),
    Case("cells: not on a foundation", "c1-f", at(CELLS, cells="2S"), "not-on-foundation", "needs AS"),
    Case("cells: its card", "c1-2=8S", at(CELLS, {2: "9H"}, cells="8S"), after={2: "9H 8S"}),
    Case("cells: another card", "c1-2=8D", at(CELLS, {2: "9H"}, cells="8S"), "wrong-card", "in cell 1 is 8S"),
    Case("cells: the card that goes there", "1-c1=9H", at(CELLS, {1: "9H"}), after={"c1": "9H"}),
    Case("cells: another card goes there", "1-c1=9D", at(CELLS, {1: "9H"}), "wrong-card", "column 1 is 9H"),
    Case(
        "cells: kings only",
        "c1-2",
        at(own(cells=1, empty_columns="kings"), cells="QS"),
        "empty-column",
        "cannot put QS on the empty column 2: only a king",
    ),
    Case("cells: a king", "c1-2", at(own(cells=1, empty_columns="kings"), cells="KS"), after={2: "KS"}),
    Case(
        "cells: the waste only",
        "c1-2",
        at(own(cells=1, empty_columns="waste"), cells="KS"),
        "empty-column",
        "only the waste's top card",
    ),
    Case(
        "cells: turned up below",
        "1-c1",
        at(own(cells=1, face_down=1, face_up=2), {1: "KH 9S"}, hidden={1: 1}),
        after={1: "KH", "hidden 1": "0", "c1": "9S"},
    ),
    Case(
        "cells: the emptied column is filled",
        "1-c1",
        at(own(cells=1, empty_columns="auto"), {1: "9S"}, waste="3C QS"),
        after={1: "QS", "waste": "3C", "c1": "9S"},
    ),
    Case(
        "cells: the emptied column is filled, and the waste",
        "1-c1",
        at(own(cells=1, empty_columns="auto", waste_refill=True), {1: "9S"}, waste="QS", stock="KD 2H"),
        after={1: "QS", "waste": "KD", "stock": "2H", "c1": "9S"},
    ),
    Case(
        "cells: the emptied waste is refilled",
        "w-c1",
        at(own(cells=1, waste_refill=True), waste="QS", stock="KD 2H"),
        after={"waste": "KD", "stock": "2H", "c1": "QS"},
    ),
    Case(
        "cells: the last card is there",
        "c1-f",
        at(own(cells=1), tops=ALL_BUT_KS, cells="KS", rest="none"),
        after={"tops": WON},
    ),
    Case("cells: no move follows a won game", "1-c1", at(CELLS, tops=WON, rest="none"), "game-over", "was won"),
)
def test_cells(case: Case) -> None:
    judge(case)
