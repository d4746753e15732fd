"""The twelve points on which books differ, each with its legal and its illegal side."""

from __future__ import annotations

from support.cases import ALL_BUT_KS, WON, Case, at, cases, judge
from support.strategies import own

FIVE = at("number-ten", {1: "KC 9H 8S 7D 6C", 2: "TS", 3: "5H", 4: "7H"}, hidden={1: 1})


@cases(
    # 1. Face-down cards
    Case("1: turned up at once", "1-f", at("indian", {1: "KH AS"}, hidden={1: 1}), after={1: "KH", "hidden 1": "0"}),
    Case(
        "1: turned by a move to a column",
        "1-2",
        at("indian", {1: "KH 8S", 2: "9H"}, hidden={1: 1}),
        after={"hidden 1": "0"},
    ),
    Case("1: another one stays", "1-f", at("number-ten", {1: "KH QH AS"}, hidden={1: 2}), after={"hidden 1": "1"}),
    Case("1: not while one lies on it", "1-f", at("indian", {1: "KH QH AS"}, hidden={1: 1}), after={"hidden 1": "1"}),
    Case(
        "1: turned by a sequence",
        "1-2x2",
        at("number-ten", {1: "KC 9H 8S", 2: "TS"}, hidden={1: 1}),
        after={1: "KC", 2: "TS 9H 8S", "hidden 1": "0"},
    ),
    Case(
        "1: reaching for one",
        "1-2x3",
        at("number-ten", {1: "TC 9H 8S", 2: "JH"}, hidden={1: 1}),
        "face-down-card",
        "cannot move 3 cards from column 1: only its last 2 of 3 are face up",
    ),
    Case(
        "1: the same run all face up", "1-2x3", at("number-ten", {1: "TC 9H 8S", 2: "JH"}), after={2: "JH TC 9H 8S"}
    ),
    # 2. Sequences
    Case("2: the whole run onto a card", "1-2x4", FIVE, after={1: "KC", 2: "TS 9H 8S 7D 6C"}),
    Case("2: part of the run", "1-5x2", FIVE, after={1: "KC 9H 8S", 5: "7D 6C"}),
    Case("2: one card of the run", "1-4", FIVE, after={1: "KC 9H 8S 7D", 4: "7H 6C"}),
    Case("2: part of the run into an empty column", "1-5x3", FIVE, after={1: "KC 9H", 5: "8S 7D 6C"}),
    Case("2: a part that does not fit", "1-2x3", FIVE, "does-not-build", "cannot put 8S on TS: needs 9D or 9H"),
    Case(
        "2: a run that is none",
        "1-2x2",
        at("number-ten", {1: "8S 6C", 2: "9H"}),
        "not-a-sequence",
        "cannot move 8S 6C as a sequence: 6C does not follow 8S by alternate-color",
    ),
    Case(
        "2: the first pair is no run",
        "1-3x3",
        at("number-ten", {1: "9H 8D 7S"}),
        "not-a-sequence",
        "8D does not follow 9H",
    ),
    Case(
        "2: the last pair is no run",
        "1-3x3",
        at("number-ten", {1: "9H 8S 7C"}),
        "not-a-sequence",
        "7C does not follow 8S",
    ),
    Case(
        "2: more cards than there are",
        "1-2x5",
        at("number-ten", {1: "9H 8S", 2: "TS"}),
        "too-many-cards",
        "cannot move 5 cards from column 1: it has 2",
    ),
    Case(
        "2: little-forty, different suits",
        "1-2x3",
        at("little-forty", {1: "9H 8D 7C", 2: "TD"}),
        after={2: "TD 9H 8D 7C"},
    ),
    Case(
        "2: little-forty, a pair of one suit",
        "1-2x3",
        at("little-forty", {1: "9H 8D 7D", 2: "TD"}),
        "not-a-sequence",
        "7D does not follow 8D by different-suit",
    ),
    Case(
        "2: little-forty, one suit onto a card",
        "1-2x2",
        at("little-forty", {1: "9H 8D", 2: "TH"}),
        "does-not-build",
        "cannot put 9H on TH: needs TC or TD or TS",
    ),
    # 3. One card at a time
    Case(
        "3: never a run",
        "1-2x2",
        at(columns={1: "9H 8H", 2: "TH"}),
        "single-cards-only",
        "cannot move 2 cards at once: forty-thieves moves one card at a time",
    ),
    Case(
        "3: nor into an empty column",
        "1-3x2",
        at("streets", {1: "9H 8S"}),
        "single-cards-only",
        "streets moves one card",
    ),
    Case("3: more than there are", "1-2x9", at(columns={1: "9H", 2: "TH"}), "single-cards-only", "9 cards at once"),
    Case("3: one card after another", "1-3", at(columns={1: "9H 8H", 2: "TH"}), after={1: "9H", 3: "8H"}),
    # 4. Foundations
    Case("4: one card", "1-f", at("number-ten", {1: "3S 2S"}, tops="AS"), after={1: "3S", "tops": "2S"}),
    Case(
        "4: two cards from a column",
        "1-fx2",
        at("number-ten", {1: "3S 2S"}, tops="AS"),
        "too-many-cards",
        "cannot move 2 cards from column 1 to a foundation: one card at a time goes there",
    ),
    Case(
        "4: two cards from the waste",
        "w-fx2",
        at(waste="AS AS"),
        "too-many-cards",
        "2 cards from the waste to a foundation",
    ),
    Case(
        "4: two cards from the waste to a column",
        "w-1x2",
        at("number-ten", waste="9H 8S"),
        "too-many-cards",
        "cannot move 2 cards from the waste to column 1",
    ),
    Case("4: two cards from the stock", "s-fx2", at(stock="AS AS"), "too-many-cards", "2 cards from the stock"),
    Case(
        "4: two cards from the stock to a column",
        "s-1x2",
        at("number-ten", stock="9H 8S"),
        "too-many-cards",
        "the stock",
    ),
    Case(
        "4: cards stay there",
        "fs-1",
        at(columns={1: "4S"}, tops="3S"),
        "no-take-back",
        "in forty-thieves cards on a foundation stay there",
    ),
    # 5. Two foundations of a suit
    Case("5: a second ace", "1-f", at(columns={1: "AS"}, tops="5S"), after={"tops": "5S AS"}),
    Case("5: onto the higher one", "1-f", at(columns={1: "6S"}, tops="5S 3S"), after={"tops": "6S 3S"}),
    Case("5: onto the lower one", "1-f", at(columns={1: "4S"}, tops="5S 3S"), after={"tops": "5S 4S"}),
    Case("5: onto either of two equal ones", "1-f", at(columns={1: "4S"}, tops="3S 3S"), after={"tops": "4S 3S"}),
    Case(
        "5: onto neither",
        "1-f",
        at(columns={1: "5S"}, tops="5S 3S"),
        "not-on-foundation",
        "cannot put 5S on a foundation: needs 4S or 6S",
    ),
    Case(
        "5: a two before its ace",
        "1-f",
        at(columns={1: "2S"}),
        "not-on-foundation",
        "cannot put 2S on a foundation: needs AS",
    ),
    Case("5: another suit's foundation", "1-f", at(columns={1: "2S"}, tops="AC"), "not-on-foundation", "needs AS"),
    Case("5: beside a finished one", "1-f", at(columns={1: "3S"}, tops="KS AS"), "not-on-foundation", "needs 2S"),
    Case("5: the last card of one", "1-f", at(columns={1: "KS"}, tops="QS"), after={"tops": "KS"}),
    # 6. Nothing is compulsory
    Case(
        "6: drawing while an ace could be played",
        "d",
        at(columns={1: "AS"}, stock="9H"),
        after={"waste": "9H", 1: "AS"},
    ),
    Case("6: moving on while a column is empty", "1-2", at(columns={1: "KC 8H", 2: "9H"}), after={3: ""}),
    Case("6: burying an ace", "1-2", at(columns={1: "AH", 2: "2H"}), after={2: "2H AH", "tops": ""}),
    # 7. Draw three
    Case(
        "7: the last one on top",
        "d",
        at("little-forty", stock="9H 8C 7D 6S"),
        after={"waste": "9H 8C 7D", "stock": "6S"},
    ),
    Case(
        "7: fewer where fewer remain",
        "d",
        at("little-forty", stock="9H 8C", waste="2C", rest=1),
        after={"waste": "2C 9H 8C", "stock": ""},
    ),
    Case("7: one where one remains", "d", at("little-forty", stock="9H", rest=1), after={"waste": "9H", "stock": ""}),
    Case(
        "7: the top one is playable",
        "w-f",
        at("little-forty", waste="2S 3S AS"),
        after={"waste": "2S 3S", "tops": "AS"},
    ),
    Case("7: only the top one is", "w-f", at("little-forty", waste="AS 3S 2S"), "not-on-foundation", "cannot put 2S"),
    Case(
        "7: the top one is what a draw asserts",
        "d=7D",
        at("little-forty", stock="9H 8C 7D"),
        after={"waste": "9H 8C 7D"},
    ),
    Case(
        "7: not the first one",
        "d=9H",
        at("little-forty", stock="9H 8C 7D"),
        "wrong-card",
        "the move expects 9H: the draw turns 7D",
    ),
    Case("7: the last of fewer", "d=8C", at("little-forty", stock="9H 8C", rest=1), after={"waste": "9H 8C"}),
    Case("7: not the last of fewer", "d=9H", at("little-forty", stock="9H 8C", rest=1), "wrong-card", "turns 8C"),
    # 8. From the stock
    Case("8: to a foundation", "s-f", at(stock="AS 9H"), after={"tops": "AS", "stock": "9H", "waste": ""}),
    Case("8: to an empty column", "s-1", at(stock="9H AS"), after={1: "9H", "stock": "AS"}),
    Case("8: no foundation takes it", "s-f", at(stock="2S AS"), "not-on-foundation", "cannot put 2S on a foundation"),
    Case(
        "8: not where three are drawn",
        "s-f",
        at("little-forty", stock="AS"),
        "not-from-stock",
        "cannot play from the stock: little-forty draws 3 cards at a time",
    ),
    Case("8: nor to a column", "s-1", at("little-forty", stock="9H"), "not-from-stock", "little-forty draws 3"),
    Case("8: nor the last card alone", "s-1", at("little-forty", stock="9H", rest=2), "not-from-stock", "draws 3"),
    # 9. Redeals
    Case(
        "9: waste turned over", "r", at("little-forty", waste="9H 8C 7D", rest=1), after={"waste": "", "stock": "9H"}
    ),
    Case("9: the last one", "r", at("little-forty", waste="9H", rest=1, redeals_left=1), after={"stock": "9H"}),
    Case(
        "9: all used up",
        "r",
        at("little-forty", waste="9H", rest=1, redeals_left=0),
        "no-redeal-left",
        "cannot redeal: little-forty allows 3 redeals, all used up",
    ),
    Case("9: none allowed", "r", at(waste="9H", rest=1), "no-redeal-left", "forty-thieves allows no redeal"),
    Case(
        "9: stock left",
        "r",
        at("little-forty", waste="9H", stock="8C", rest=1),
        "redeal-too-early",
        "cannot redeal: the stock still has 1 card",
    ),
    Case(
        "9: nothing to turn over", "r", at("little-forty", rest=1), "empty-waste", "cannot redeal: the waste is empty"
    ),
    Case(
        "9: no draw from an empty stock",
        "d",
        at(waste="9H", rest=1),
        "empty-stock",
        "cannot draw: the stock is empty",
    ),
    Case(
        "9: nor with redeals left", "d", at("little-forty", waste="9H", rest=1), "empty-stock", "a redeal (r) is left"
    ),
    # 10. The waste
    Case("10: not refilled", "w-f", at(waste="AS", stock="9H"), after={"waste": "", "stock": "9H"}),
    Case(
        "10: nothing is on it before a draw",
        "w-1",
        at("streets", stock="9H"),
        "empty-source",
        "the waste: it is empty",
    ),
    # 11. A whole column
    Case("11: one card into another empty column", "1-2", at(columns={1: "9H"}), after={1: "", 2: "9H"}),
    Case(
        "11: a whole run into another empty column",
        "1-2x2",
        at("number-ten", {1: "9H 8S"}),
        after={1: "", 2: "9H 8S"},
    ),
    Case(
        "11: not a column that is no run",
        "1-2x2",
        at("number-ten", {1: "9H 8H"}),
        "not-a-sequence",
        "8H does not follow",
    ),
    # 12. Won
    Case("12: the last card", "1-f", at(columns={1: "KS"}, tops=ALL_BUT_KS, rest="none"), after={"tops": WON}),
    Case(
        "12: no move follows",
        "d",
        at(tops=WON, rest="none", played=77),
        "game-over",
        "the game was won at move 77: no move follows",
    ),
    Case("12: no redeal follows", "r", at("little-forty", tops=WON, rest="none"), "game-over", "was won"),
    Case("12: no move of a card follows", "1-f", at(tops=WON, rest="none"), "game-over", "was won"),
    Case("12: not even one that is nonsense", "99-1x7", at(tops=WON, rest="none"), "game-over", "was won"),
    Case("12: no card comes back", "fs-1", at(own(take_back=True), tops=WON, rest="none"), "game-over", "was won"),
)
def test_the_points_on_which_books_differ(case: Case) -> None:
    judge(case)
