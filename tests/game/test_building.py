"""Building in columns: which card lies on which, and what a sequence is."""

from __future__ import annotations

from support.cases import Case, at, cases, judge
from support.strategies import own

WRAP = own(tableau_wrap=True)
RUNS = own(build="any-suit", move="sequence", sequence="same-suit")
PATTERN = own(face_pattern="UDUDU", columns=8, move="sequence", build="any-suit")
CYCLE = own(build="suit-cycle")
UP = own(build_direction="up", move="sequence")
BOTH = own(build_direction="up-or-down", build="alternate-color", move="sequence")
TO_EMPTY = own(move="sequence", sequence_to="empty")


@cases(
    Case("one lower, same suit", "1-2", at(columns={1: "KC 8H", 2: "9H"}), after={1: "KC", 2: "9H 8H"}),
    Case("from the waste", "w-2", at(columns={2: "9H"}, waste="KC 8H"), after={"waste": "KC", 2: "9H 8H"}),
    Case(
        "from the stock", "s-2", at(columns={2: "9H"}, stock="8H KC"), after={"stock": "KC", 2: "9H 8H", "waste": ""}
    ),
    Case(
        "other suit, same color",
        "1-2",
        at(columns={1: "8D", 2: "9H"}),
        "does-not-build",
        "cannot put 8D on 9H: needs 9D",
    ),
    Case("one higher", "1-2", at(columns={1: "TH", 2: "9H"}), "does-not-build", "cannot put TH on 9H: needs JH"),
    Case("two lower", "1-2", at(columns={1: "7H", 2: "9H"}), "does-not-build", "cannot put 7H on 9H: needs 8H"),
    Case("same card", "1-2", at(columns={1: "9H", 2: "9H"}), "does-not-build", "cannot put 9H on 9H: needs TH"),
    Case(
        "king on an ace", "1-2", at(columns={1: "KH", 2: "AH"}), "does-not-build", "nothing takes a king but an empty"
    ),
    Case("queen on an ace", "1-2", at(columns={1: "QH", 2: "AH"}), "does-not-build", "cannot put QH on AH: needs KH"),
    Case(
        "from the waste, refused",
        "w-2",
        at(columns={2: "9H"}, waste="8H KC"),
        "does-not-build",
        "cannot put KC on 9H",
    ),
    Case(
        "from the stock, refused", "s-2", at(columns={2: "9H"}, stock="8D"), "does-not-build", "cannot put 8D on 9H"
    ),
    Case("streets: other color", "1-2", at("streets", {1: "8S", 2: "9H"}), after={2: "9H 8S"}),
    Case("streets: same color", "1-2", at("streets", {1: "8D", 2: "9H"}), "does-not-build", "on 9H: needs 9C or 9S"),
    Case("indian: other suit, same color", "1-2", at("indian", {1: "8D", 2: "9H"}), after={2: "9H 8D"}),
    Case("indian: same suit", "1-2", at("indian", {1: "8H", 2: "9H"}), "does-not-build", "needs 9C or 9D or 9S"),
    Case("any suit, right rank", "1-2", at(own(build="any-suit"), {1: "8H", 2: "9H"}), after={2: "9H 8H"}),
    Case(
        "any suit, wrong rank", "1-2", at(own(build="any-suit"), {1: "7H", 2: "9H"}), "does-not-build", "needs an 8"
    ),
    Case("an ace on a two", "1-2", at(columns={1: "AH", 2: "2H"}), after={2: "2H AH"}),
    Case(
        "nothing on an ace", "1-2", at(columns={1: "2H", 2: "AH"}), "does-not-build", "cannot put 2H on AH: needs 3H"
    ),
)
def test_which_card_lies_on_which(case: Case) -> None:
    judge(case)


# By the fields of a rules record


@cases(
    Case("sequence: one suit moves", "1-2x2", at(RUNS, {1: "9H 8H", 2: "TC"}), after={2: "TC 9H 8H"}),
    Case(
        "sequence: two suits do not",
        "1-2x2",
        at(RUNS, {1: "9H 8S", 2: "TC"}),
        "not-a-sequence",
        "8S does not follow 9H by same-suit",
    ),
    Case("sequence: two suits lie on each other", "1-2", at(RUNS, {1: "8S", 2: "9H"}), after={2: "9H 8S"}),
    Case("to empty: a run", "1-3x2", at(TO_EMPTY, {1: "KC 9H 8H", 2: "TH"}), after={1: "KC", 3: "9H 8H"}),
    Case(
        "to empty: not onto a card",
        "1-2x2",
        at(TO_EMPTY, {1: "KC 9H 8H", 2: "TH"}),
        "empty-column-only",
        "cannot put a sequence on TH: it may only go to an empty column",
    ),
    Case("to empty: a single card onto a card", "1-2", at(TO_EMPTY, {1: "KC 9H", 2: "TH"}), after={2: "TH 9H"}),
    Case(
        "to empty: what is no run",
        "1-2x2",
        at(TO_EMPTY, {1: "KC 9H 8D", 2: "TH"}),
        "not-a-sequence",
        "8D does not follow 9H",
    ),
)
def test_sequences(case: Case) -> None:
    judge(case)


@cases(
    Case("wrap: a king on an ace", "1-2", at(WRAP, {1: "KS", 2: "AS"}), after={2: "AS KS"}),
    Case(
        "wrap: still by suit", "1-2", at(WRAP, {1: "KH", 2: "AS"}), "does-not-build", "cannot put KH on AS: needs AH"
    ),
    Case(
        "wrap: within a run",
        "1-2x3",
        at(own(tableau_wrap=True, move="sequence"), {1: "2S AS KS", 2: "3S"}),
        after={2: "3S 2S AS KS"},
    ),
    Case(
        "wrap: a whole suit onto itself",
        "1-1x13",
        at(own(tableau_wrap=True, move="sequence"), {1: "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"}),
        "same-column",
        "onto itself",
    ),
    Case(
        "wrap: no run without it",
        "1-2x3",
        at(own(move="sequence"), {1: "2S AS KS", 2: "3S"}),
        "not-a-sequence",
        "KS does not follow AS",
    ),
)
def test_kings_and_aces_are_neighbours_where_the_tableau_wraps(case: Case) -> None:
    judge(case)


@cases(
    Case("cycle: a heart on a spade", "1-2", at(CYCLE, {1: "8H", 2: "9S"}), after={2: "9S 8H"}),
    Case("cycle: a spade on a diamond", "1-2", at(CYCLE, {1: "8S", 2: "9D"}), after={2: "9D 8S"}),
    Case(
        "cycle: a spade on a heart",
        "1-2",
        at(CYCLE, {1: "8S", 2: "9H"}),
        "does-not-build",
        "cannot put 8S on 9H: needs 9D",
    ),
    Case("cycle: its own suit", "1-2", at(CYCLE, {1: "8S", 2: "9S"}), "does-not-build", "needs 9D"),
    Case("up: one higher", "1-2", at(UP, {1: "9S", 2: "8S"}), after={2: "8S 9S"}),
    Case("up: one lower", "1-2", at(UP, {1: "7S", 2: "8S"}), "does-not-build", "cannot put 7S on 8S: needs 6S"),
    Case(
        "up: an ace",
        "1-2",
        at(UP, {1: "AS", 2: "KS"}),
        "does-not-build",
        "cannot put AS on KS: nothing takes it but an empty column",
    ),
    Case("up: a run", "1-2x2", at(UP, {1: "9S TS", 2: "8S"}), after={2: "8S 9S TS"}),
    Case("up: a run downwards", "1-2x2", at(UP, {1: "9S 8S", 2: "8S"}), "not-a-sequence", "8S does not follow 9S"),
    Case("both: one higher", "1-2", at(BOTH, {1: "9H", 2: "8S"}), after={2: "8S 9H"}),
    Case("both: one lower", "1-2", at(BOTH, {1: "7H", 2: "8S"}), after={2: "8S 7H"}),
    Case("both: two lower", "1-2", at(BOTH, {1: "6H", 2: "8S"}), "does-not-build", "needs 5C or 7C or 5S or 7S"),
    Case("both: a run there and back", "1-2x3", at(BOTH, {1: "9H 8S 9D", 2: "TC"}), after={2: "TC 9H 8S 9D"}),
    Case("both: no ace on a king", "1-2", at(BOTH, {1: "AH", 2: "KS"}), "does-not-build", "needs 2C or 2S"),
)
def test_suits_and_directions(case: Case) -> None:
    judge(case)


@cases(
    Case(
        "pattern: the next one below is turned up",
        "1-2",
        at(PATTERN, {1: "KC QH JH TH 8S", 2: "9H"}, hidden={1: 2}),
        after={1: "KC QH JH TH", 2: "9H 8S", "hidden 1": "2"},
    ),
    Case(
        "pattern: one that lies face up already",
        "1-3",
        at(PATTERN, {1: "KC QH JH"}, hidden={1: 1}),
        after={1: "KC QH", "hidden 1": "0"},
    ),
    Case(
        "pattern: not across a face-down card",
        "1-2x3",
        at(PATTERN, {1: "KC QH JH TH 9S", 2: "QD"}, hidden={1: 2}),
        "face-down-card",
        "cannot move 3 cards from column 1: only its last 1 of 5 are face up",
    ),
    Case(
        "pattern: across one that was turned up",
        "1-2x3",
        at(PATTERN, {1: "KC 2H JH TH 9S", 2: "QD"}, hidden={1: 1}),
        after={1: "KC 2H", 2: "QD JH TH 9S", "hidden 1": "0"},
    ),
)
def test_columns_of_which_cards_lie_face_down_in_a_pattern(case: Case) -> None:
    judge(case)
