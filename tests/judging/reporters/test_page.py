"""The page of a run's games as a file; what it does is tested in a browser."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

from forty_thieves.judging.outcomes import Item, Options, Outcome
from forty_thieves.judging.reporters.page import Page
from forty_thieves.judging.run import Run
from support.command import as_json, game
from support.outcomes import HOSTILE, ONE_OF_EACH, REJECTED, UNFINISHED, outcome
from support.pictures import WON


def written(*games: Outcome) -> str:
    out: list[bytes] = []
    reporter = Page(out.append)
    for one in games:
        one.pieces = {reporter.name: reporter.render(one)}
        reporter.game(one)
    reporter.finish()
    return b"".join(out).decode()


class Rows(HTMLParser):
    """The table of a page: its rows as the texts of their cells, and the replays in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.replays: list[dict[str, Any]] = []
        self.tags: list[str] = []
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.tags.append(tag)
        self._inside = tag
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script" and self.rows[-1:] and data.startswith('{"title"'):
            self.replays.append(json.loads(data))
        elif self._inside in ("td", "span") and self.rows[-1:] and self.rows[-1]:
            self.rows[-1][-1] += data


def test_a_row_a_game_under_the_counts() -> None:
    page = written(*(outcome(**fields) for fields in ONE_OF_EACH), outcome(rank=2, meta={"player": "Ada"}))
    rows = Rows(page).rows[1:]
    assert [row[3] for row in rows] == ["won", "unfinished", "illegal", "rejected", "invalid", "won"]
    assert rows[2][6] == "does-not-build: move 3, 2-8: what is wrong"
    assert (rows[5][0], rows[5][1], rows[5][2]) == ("2", "Ada", "a.yaml")
    assert "<title>6 games</title>" in page
    for count in ("2 won", "1 unfinished", "1 illegal", "1 rejected", "1 invalid"):
        assert f">{count}</li>" in page


def test_a_column_compares_won_games_with_the_par_of_their_deal() -> None:
    compared = [{"par": 250}, {"par": 253}, {"par": 260}, {"par": 250, **UNFINISHED}, REJECTED]
    page = written(*(outcome(**fields) for fields in compared))
    assert [row[5] for row in Rows(page).rows[1:]] == ["+3", "0", "-7", "", ""]
    assert '<table class="with-par">' in page
    plain = written(outcome())
    assert Rows(plain).rows[1][5] == ""
    assert '<table class="without-par">' in plain


def test_no_games() -> None:
    page = written()
    assert "<title>0 games</title>" in page
    assert len(Rows(page).rows) == 1


def test_hostile_texts_stay_texts() -> None:
    for hostile in (*HOSTILE, "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</td></tr>"):
        text = hostile.encode(errors="replace").decode()
        page = Rows(written(outcome(meta={"player": text}, file="a.yaml")))
        plain = Rows(written(outcome(meta={"player": "x"}, file="a.yaml")))
        assert page.tags == plain.tags
        assert page.rows[1][1].split() == text.split()


def judged(*lines: str, **how: Any) -> str:
    from forty_thieves.formats.json import JsonDocument

    out: list[bytes] = []
    run = Run(Options(), [Page(out.append)], **how)
    items = (Item(JsonDocument(line.encode()), "games.jsonl", number, True) for number, line in enumerate(lines, 1))
    for _ in run.judge(items):
        pass
    run.finish()
    return b"".join(out).decode()


def test_each_row_holds_its_replay() -> None:
    lines = [as_json(game("5-f 2-8 d", meta={"player": "<b>", "comment": "x" * 5000})), as_json(game("5-f")), "{}"]
    rows = Rows(judged(*lines))
    assert [row[3] for row in rows.rows[1:]] == ["illegal", "unfinished", "invalid"]
    assert [replay["title"] for replay in rows.replays] == ["Lucas, seed 42"] * 2
    first = rows.replays[0]
    assert first["sentence"] == "Illegal at move 2, 2-8: cannot put 8S on TS: needs 9S"
    assert first["recording"]["stopped"]["token"] == "2-8"
    assert dict(map(tuple, first["facts"]))["player"] == "<b>"
    assert len(dict(map(tuple, first["facts"]))["comment"]) < 600
    assert first["command"] == "forty-thieves check games.jsonl"
    assert "rules" not in first
    assert "In the columns a card may be put on one that is one rank higher" in judged(*lines)


def test_custom_rules_are_told_with_their_game() -> None:
    (replay,) = Rows(judged(as_json(game("", deal={"rules": {"base": "lucas", "name": "mine"}, "seed": 1})))).replays
    assert replay["rules"][0] == "Played with two packs of 52, 104 cards."
    assert replay["position"]["rules"]["rules"]["name"] == "mine"


def test_ranked_games_come_first() -> None:
    lines = [as_json(game("5-f"))]
    lines += [as_json(game(won["moves"], deal={"variant": won["variant"], "seed": won["seed"]})) for won in WON[3:5]]
    rows = Rows(judged(*lines, best=True)).rows[1:]
    assert [(row[0], row[3], row[4]) for row in rows] == [
        ("1", "won", "198"),
        ("2", "won", "245"),
        ("", "unfinished", "1"),
    ]


def test_a_thousand_games_are_less_than_twenty_megabytes() -> None:
    lines = [as_json(game(won["moves"], deal={"variant": won["variant"], "seed": won["seed"]})) for won in WON]
    few, more = len(judged(*lines)), len(judged(*lines, *lines))
    assert few + (more - few) / len(lines) * 1000 < 20_000_000
