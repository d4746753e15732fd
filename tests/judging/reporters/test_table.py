"""The table of report formats holds together; and what data reports look like."""

from __future__ import annotations

import csv
import io
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves.judging.outcomes import ReportFormat
from forty_thieves.judging.reporters import REPORTERS, SUFFIXES
from forty_thieves.judging.reporters.base import Reporter
from forty_thieves.judging.reporters.data import Csv
from forty_thieves.records.structs import Summary
from forty_thieves.text import shown
from support.outcomes import HOSTILE, ILLEGAL, ONE_OF_EACH, outcome


def test_every_format_has_a_reporter() -> None:
    assert tuple(REPORTERS) == get_args(ReportFormat)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in SUFFIXES)


def test_a_reporter_says_what_is_written_of_a_game() -> None:
    class Silent(Reporter):
        name = "text"

    with pytest.raises(TypeError, match="render"):
        Silent(bytes.decode)  # type: ignore[abstract]


@pytest.mark.parametrize("name", REPORTERS)
def test_a_report_of_no_game_and_one_of_a_game_of_each_verdict(name: ReportFormat) -> None:
    summary = Summary(games=0, verdicts={}, variants={}, problems={}, skipped={})
    for games in ((), ONE_OF_EACH):
        out: list[bytes] = []
        reporter = REPORTERS[name](out.append)
        for fields in games:
            game = outcome(**fields)
            game.pieces = {name: reporter.render(game)}
            reporter.game(game)
        reporter.finish(summary)
        assert b"".join(out).decode() or (name == "github" and not games)
        assert (b"forty-thieves-summary/1" in b"".join(out)) is (name in ("json", "jsonl", "yaml"))


def rows(*fields: dict[str, object]) -> list[dict[str, str]]:
    out: list[bytes] = []
    reporter = Csv(out.append)
    for one in fields:
        game = outcome(**one)  # type: ignore[arg-type]
        game.pieces = {"csv": reporter.render(game)}
        reporter.game(game)
    reporter.finish()
    return list(csv.DictReader(io.StringIO(b"".join(out).decode(), newline="")))


def test_a_row_a_game() -> None:
    won, illegal = rows({"rank": 1, "meta": {"player": 'Ann, "A"'}}, ILLEGAL)
    assert (won["rank"], won["steps"], won["player"], won["code"], won["line"]) == ("1", "253", 'Ann, "A"', "", "")
    assert (illegal["rank"], illegal["code"], illegal["move"], illegal["token"]) == ("", "does-not-build", "3", "2-8")
    assert (illegal["line"], illegal["column"], illegal["message"]) == ("3", "5", "what is wrong")


def test_the_columns_stay_where_they_are() -> None:
    """Scripts may count them; a new one comes last."""
    (won,) = rows({"par": 250})
    assert ",".join(won) == (
        "rank,steps,player,file,index,verdict,code,message,move,token,line,column,variant,moves,played,"
        "foundation_cards,deal,par"
    )
    assert won["par"] == "250"
    assert rows({})[0]["par"] == ""


@given(st.sampled_from(["=", "+", "-", "@", "\t", "\r", ""]), st.text(max_size=10) | st.sampled_from(HOSTILE))
@settings(deadline=None)
def test_no_cell_is_a_formula(start: str, rest: str) -> None:
    text = (start + rest).encode(errors="replace").decode()
    (row,) = rows({"meta": {"player": text}, "file": text})
    for cell in (row["player"], row["file"]):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert cell in (shown(text), f"'{shown(text)}")
        assert cell.isprintable()


def test_summaries_are_records() -> None:
    out: list[bytes] = []
    summary = Summary(games=1, verdicts={"won": 1}, variants={}, problems={}, skipped={"links": 1})
    REPORTERS["jsonl"](out.append).finish(summary)
    assert msgspec.json.decode(b"".join(out))["skipped"] == {"links": 1}
