"""Counts of a run, and the games that are remembered on disk."""

from __future__ import annotations

import pytest

from forty_thieves.judging.batch import Item, Outcome
from forty_thieves.judging.reports import VERDICTS, summary_text, totals
from forty_thieves.judging.tally import Ledger, Tally
from forty_thieves.problems import Fault


def outcome(
    verdict: str = "won",
    moves: int | None = 10,
    piece: bytes = b"x",
    fingerprint: bytes = b"",
    code: str | None = None,
) -> Outcome:
    status = {"won": 0, "invalid": 2}.get(verdict, 1)
    variant = None if verdict == "invalid" else "lucas"
    return Outcome(status, verdict, variant, code, moves, False, fingerprint, [piece, piece.upper()])


def item(file: str, index: int) -> Item:
    return Item(Fault("empty", ""), file, index, False)


def test_empty() -> None:
    tally = Tally()
    assert tally.status == 0
    assert tally.summary().games == 0
    assert tally.summary().verdicts == dict.fromkeys(VERDICTS, 0)
    assert totals(tally.summary()) == "0 games"


def test_counts_and_status() -> None:
    tally = Tally()
    for verdict, code, status in [
        ("won", None, 0),
        ("unfinished", None, 1),
        ("illegal", "same-column", 1),
        ("invalid", "syntax", 2),
        ("illegal", "does-not-build", 2),
        ("illegal", "same-column", 2),
    ]:
        tally.count(outcome(verdict, code=code))
        assert tally.status == status
    summary = tally.summary()
    assert summary.games == 6
    assert summary.verdicts == {"won": 1, "unfinished": 1, "illegal": 3, "rejected": 0, "invalid": 1}
    assert list(summary.problems.items()) == [("does-not-build", 1), ("same-column", 2), ("syntax", 1)]
    assert summary.variants == {"lucas": 5}
    assert summary_text(summary).splitlines()[0] == "games 6"


def test_first_with_a_fingerprint() -> None:
    ledger = Ledger()
    assert ledger.first_with(item("a", 1), outcome(fingerprint=b"1")) is None
    assert ledger.first_with(item("a", 2), outcome(fingerprint=b"2")) is None
    assert ledger.first_with(item("b\n'; DROP TABLE logs;", 1), outcome(fingerprint=b"1")) == ("a", 1)
    assert ledger.first_with(item("c", 9), outcome(fingerprint=b"1")) == ("a", 1)
    assert ledger.first_with(item("c", 9), outcome(fingerprint=b"\0" * 16)) is None


def test_best_is_by_moves_and_then_in_order() -> None:
    ledger = Ledger()
    for moves, piece in [(5, b"a"), (3, b"b"), (5, b"c"), (104, b"d"), (3, b"e"), (0, b"f")]:
        ledger.keep_won(outcome(moves=moves, piece=piece))
    assert [pieces[0] for pieces in ledger.best()] == [b"f", b"b", b"e", b"a", b"c", b"d"]
    assert next(pieces[1] for pieces in ledger.best()) == b"F"


@pytest.mark.parametrize("games", [3_000])
def test_many_games(games: int) -> None:
    ledger = Ledger()
    for number in range(games):
        given = outcome(moves=number % 100, piece=b"%d" % number, fingerprint=b"%d" % (number % 500))
        assert (ledger.first_with(item("a", number), given) is None) == (number < 500)
        ledger.keep_won(given)
    found = [int(pieces[0]) for pieces in ledger.best()]
    assert found == sorted(range(games), key=lambda number: (number % 100, number))
