"""A whole run as a Python program makes one: judged, compared, counted and reported."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from forty_thieves import Table
from forty_thieves.formats.document import Document
from forty_thieves.judging.outcomes import Item, Options, Outcome
from forty_thieves.judging.referee import game_from_record
from forty_thieves.judging.reporters import REPORTERS, Ranking, Reporter
from forty_thieves.judging.run import Run
from support.command import LEGAL, WON, game

SHORT = {**WON[4], "meta": {"player": "Ann"}}
LONG = {**WON[2], "meta": {"player": "=1+1"}}
GAMES = [game(LEGAL), LONG, game("5-f 5-f 2-8"), SHORT, {"format": 7}, SHORT, game("d", claim="won")]


def items(records: list[Any]) -> list[Item]:
    return [Item(Document(record), f"{number}.json") for number, record in enumerate(records, 1)]


def ran(form: str, **how: Any) -> tuple[str, Run]:
    out: list[bytes] = []
    run = Run(Options(), [REPORTERS[form](out.append)], **how)  # type: ignore[index]
    list(run.judge(items(GAMES)))
    run.finish(with_summary=True)
    return b"".join(out).decode(), run


def test_games_are_reported_in_order() -> None:
    text, run = ran("jsonl")
    reports = [msgspec.json.decode(line) for line in text.splitlines()]
    assert [report.get("file") for report in reports] == [*(f"{number}.json" for number in range(1, 8)), None]
    assert [report["verdict"] for report in reports[:-1]] == [
        "unfinished", "won", "illegal", "won", "invalid", "won", "rejected"
    ]  # fmt: skip
    assert reports[1]["meta"] == {"player": "=1+1"}
    assert {report["rank"] for report in reports[:-1]} == {None}
    assert run.tally.status == 2


def test_ranked_games_come_first_and_nothing_is_hidden() -> None:
    text, run = ran("json", best=True)
    reports = msgspec.json.decode(text)
    assert [(report.get("file"), report.get("rank")) for report in reports] == [
        ("4.json", 1), ("6.json", 1), ("2.json", 3), ("1.json", None), ("3.json", None), ("5.json", None),
        ("7.json", None), (None, None),
    ]  # fmt: skip
    assert [report.get("meta") for report in reports[:3]] == [
        {"player": "Ann"},
        {"player": "Ann"},
        {"player": "=1+1"},
    ]
    assert run.tally.status == 2


@pytest.mark.parametrize(
    ("form", "failure"),
    [("junit", 'failures="3" errors="1"'), ("github", "::error file=5.json"), ("text", "5.json: not-a-record")],
)
def test_failures_are_kept_in_every_format(form: str, failure: str) -> None:
    text, _ = ran(form, best=True)
    assert failure in text


def test_a_table_for_a_spreadsheet() -> None:
    text, _ = ran("csv", best=True)
    rows = text.split("\r\n")
    assert rows[0].startswith("rank,steps,player,file,index,verdict,code,message,")
    assert rows[1].startswith("1,198,Ann,4.json,1,won,,,")
    assert ",'=1+1,2.json," in rows[3]
    assert rows[4].startswith(",15,,1.json,1,unfinished,,")
    assert rows[6].startswith(",,,5.json,1,invalid,not-a-record,")
    assert len(rows) == 1 + len(GAMES) + 1


def test_games_that_are_alike() -> None:
    text, run = ran("jsonl", unique=True, best=True)
    reports = [msgspec.json.decode(line) for line in text.splitlines()[:-1]]
    assert [report["file"] for report in reports[:2]] == ["4.json", "2.json"]
    again = next(report for report in reports if report["file"] == "6.json")
    assert (again["verdict"], again["rank"]) == ("rejected", None)
    assert again["problem"]["message"] == "the moves are those of 4.json"
    assert run.tally.summary().problems["same-log"] == 1


def test_it_stops_at_the_first_that_falls_short() -> None:
    text, _ = ran("text", fail_fast=True)
    assert text.startswith("1.json:")
    assert "2.json" not in text


def test_reporters_get_the_game_where_they_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Replaying(Reporter):
        name = "text"
        needs_game = True

        @staticmethod
        def render(outcome: Outcome) -> bytes:
            if outcome.played is None:
                return b"-"
            played = game_from_record(outcome.played.record)
            table = Table(played.deal, auto_draw=outcome.played.auto_draw)
            for move in played.moves.split():
                table.play(move)
            return b"%d" % table.played

    monkeypatch.setitem(REPORTERS, "text", Replaying)
    for best in (False, True):
        out: list[bytes] = []
        run = Run(Options(), [Replaying(out.append)], best=best)
        outcomes = [outcome for _, outcome in run.judge(items([game("d d d"), {"format": 7}, game("d d")]))]
        run.finish()
        assert out == [b"3", b"-", b"2"]
        assert outcomes[0].played is not None
        assert outcomes[0].played.record.deal.tableau
    huge = {**game("d"), "deal": {"variant": "lucas", "seed": 10**20}}
    (outcome,) = [outcome for _, outcome in Run(Options(keep_game=True), [], best=True).judge(items([huge]))]
    assert outcome.played is not None
    assert not outcome.played.record.deal.seed


def test_games_below_a_status_are_left_out() -> None:
    out: list[bytes] = []
    run = Run(Options(), [REPORTERS["text"](out.append, least_status=2)])
    list(run.judge(items(GAMES)))
    run.finish()
    assert [line[:6] for line in out] == [b"5.json"]


def test_a_ranking_beside_a_report() -> None:
    lines: list[bytes] = []
    whole: list[bytes] = []
    run = Run(Options(), [Ranking(lines.append, top=1), REPORTERS["jsonl"](whole.append)], best=True)
    list(run.judge(items(GAMES)))
    run.finish()
    assert [line.decode().split() for line in lines] == [
        ["rank", "steps", "player", "file"], ["1", "198", "Ann", "4.json"], ["1", "198", "Ann", "6.json"]
    ]  # fmt: skip
    assert len(whole) == len(GAMES)


@pytest.mark.parametrize("how", [{}, {"best": True}, {"unique": True}], ids=str)
def test_a_bug_in_a_reporter_is_the_outcome_of_its_game(how: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Reporter):
        name = "text"

        @staticmethod
        def render(outcome: Outcome) -> bytes:
            if outcome.report.file == "4.json" and not outcome.traceback:
                raise ZeroDivisionError
            return f"{outcome.report.file} {outcome.report.verdict}".encode()

    monkeypatch.setitem(REPORTERS, "text", Failing)
    out: list[bytes] = []
    run = Run(Options(), [Failing(out.append)], **how)
    list(run.judge(items(GAMES)))
    run.finish()
    assert len(out) == len(GAMES)
    assert b"4.json invalid" in out
    assert b"2.json won" in out
    assert run.tally.status == 70
    assert "ZeroDivisionError" in run.traceback
