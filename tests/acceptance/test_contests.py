"""``check`` of a contest: one deal, games ranked by their steps, and games that are somebody else's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from support.command import LEGAL, WON, as_json, game, reports, run, run_bytes, write

BAD = '{"format": "forty-thieves-game/1", "deal": 5}\n'
GOOD = as_json(game(LEGAL))


def test_only_games_on_the_deal_count(tmp_path: Path) -> None:
    challenge = write(tmp_path, "challenge.yaml", run("deal", "lucas", "--seed", "42").out)
    rules = yaml.safe_load(run("variants", "lucas", "--format", "yaml").out)
    cards = yaml.safe_load(challenge.read_text())
    whole = {key: cards[key] for key in ("tableau", "stock", "foundations")}
    rules.pop("format", None)
    rules.pop("title", None)
    easier = rules | {"move": "sequence", "build": "any-suit"}
    unnamed = {name: value for name, value in easier.items() if name not in ("name", "aliases")}
    other_rules = run_bytes("deal", "maria", "--seed", "42").stdout
    cases: dict[str, tuple[Any, str | None]] = {
        "by-seed": ({"variant": "lucas", "seed": 42}, None),
        "by-cards": ({"variant": "Lucas", **whole}, None),
        "both": ({"variant": "LUCAS", "seed": 42, "shuffle": "pysolfc", **whole}, None),
        "same-rules-spelt-out": ({"rules": rules, **whole}, None),
        "easier-rules-same-name": ({"rules": easier, **whole}, "bad-rules"),
        "easier-rules-and-seed": ({"rules": easier, "seed": 42}, "bad-rules"),
        "easier-rules-alias": ({"rules": easier | {"name": "mine", "aliases": ["lucas"]}, **whole}, "other-deal"),
        "easier-rules": ({"rules": easier | {"name": "mine"}, **whole}, "other-deal"),
        "easier-rules-without-a-name": ({"rules": unnamed, "seed": 42}, "other-deal"),
        "other-seed": ({"variant": "lucas", "seed": 43}, "other-deal"),
        "other-variant": (yaml.safe_load(other_rules), "other-deal"),
    }
    folder = tmp_path / "submissions"
    folder.mkdir()
    for name, (deal, _) in cases.items():
        write(folder, f"{name}.json", as_json(game("d", deal=deal)))
    found = {Path(report["file"]).stem: report for report in reports("--deal", challenge, folder)}
    for name, (_, code) in cases.items():
        report = found[name]
        verdict = {None: "unfinished", "other-deal": "rejected"}.get(code, "invalid")
        assert ((report["problem"] or {}).get("code"), report["verdict"]) == (code, verdict), name
    assert found["easier-rules"]["variant"] is None
    assert run("check", "--deal", challenge, "--require", "legal", folder / "easier-rules.json").status == 1


def contest(folder: Path) -> Path:
    """Games of which five are won, in 198 to 306 moves, two of them in equally many."""
    lucas, indian, limited = (
        {**WON[number], "meta": {"player": name}} for number, name in ((4, "A"), (1, "B"), (2, "C"))
    )
    games = [as_json(WON[0]), GOOD, as_json(lucas), as_json(lucas), as_json(limited), BAD, as_json(indian)]
    return write(folder, "a.jsonl", "".join(games))


def test_best_ranks_won_games_by_steps_and_hides_nothing(tmp_path: Path) -> None:
    path = contest(tmp_path)
    found = [(report["index"], report["rank"]) for report in reports("--best", path)]
    assert found == [(3, 1), (4, 1), (5, 3), (1, 4), (7, 5), (2, None), (6, None)]
    ran = run("check", "--best", "a.jsonl", cwd=tmp_path)
    assert ran.out.splitlines() == [
        "rank  steps  player                    file",
        "   1    198  A                         a.jsonl: game 3",
        "   1    198  A                         a.jsonl: game 4",
        "   3    227  C                         a.jsonl: game 5",
        "   4    232  -                         a.jsonl: game 1",
        "   5    306  B                         a.jsonl: game 7",
    ]
    assert ran.err == "7 games: 5 won, 1 unfinished, 1 invalid\n"
    assert ran.status == 2
    top = run("check", "--best", "--top", "2", "a.jsonl", "--report", "all.xml", "--report", "top.txt", cwd=tmp_path)
    assert top.out.splitlines() == ran.out.splitlines()[:3]
    assert (tmp_path / "top.txt").read_text() == top.out
    root = ET.parse(tmp_path / "all.xml").getroot()
    assert [root.get(kind) for kind in ("tests", "failures", "errors")] == ["7", "1", "1"]
    assert run("check", "--top", "2", "a.jsonl", cwd=tmp_path).status == 2


def test_a_deal_with_a_par(tmp_path: Path) -> None:
    """The par is that of the deal asked for: what a game says of its own deal, anybody may have written."""
    won = WON[4]
    plain = run("deal", "lucas", "--seed", str(won["deal"]["seed"])).out
    challenge = write(tmp_path, "challenge.yaml", plain.replace("deal/1", "deal/2") + "meta: {par: '190', by: me}\n")
    own = {**yaml.safe_load(plain), "format": "forty-thieves-deal/2", "meta": {"par": "999"}}
    other = as_json(game("d", deal={"variant": "lucas", "seed": 43}))
    games = write(tmp_path, "games.jsonl", as_json(won) + as_json({**won, "deal": own}) + as_json(game("d")) + other)
    deal = ("--deal", challenge)
    found = [(report["verdict"], report.get("par")) for report in reports(*deal, games)]
    assert found == [("won", 190), ("won", 190), ("rejected", None), ("rejected", None)]
    assert "par" not in reports(games)[0]
    ran = run("check", *deal, games, "--best", "--top", "1")
    assert ran.out.splitlines()[:2] == [
        "rank  steps    par  player                    file",
        f"   1    198     +8  -                         {games}: game 1",
    ]
    assert run("check", *deal, games).out.startswith(f"{games}: game 1: won: lucas, 198 moves, 8 steps over par\n")
    run("check", *deal, games, "--report", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert page.count("Won in 198 moves, 8 steps over par") == page.count('<td class="par">+8</td>') == 2
    table = run("check", *deal, games, "--format", "csv").out.splitlines()
    assert [line.rpartition(",")[2] for line in table] == ["par", "190", "190", "", ""]
    # A game of the challenge's deal may stand for it.
    record = {"format": "forty-thieves-game/1", "deal": {**own, "meta": {"par": "200"}}, "moves": ""}
    assert "2 steps under par" in run("check", "--deal", write(tmp_path, "game.json", as_json(record)), games).out
    for text in ("about 190", "", "0", "-5", "+5", "007", "1e3", "\u0661\u0669\u0660", "1000000", "190 "):
        unclear = write(tmp_path, "unclear.json", as_json({**own, "meta": {"par": text}}))
        ran = run("check", "--deal", unclear, games)
        assert ran.out.startswith(f"{games}: game 1: won: lucas, 198 moves\n"), text


def test_steps_are_counted_whatever_the_notation() -> None:
    one, two = "5-f 5-f 2-7 s-11 d", "5-f 5-f 2-7 d w-11 d"
    found = reports("-", given=as_json(game(one)) + as_json(game(two)) + as_json(game("d zz")))
    assert [(report["moves"], report["steps"]) for report in found] == [(5, 6), (6, 6), (2, None)]


def test_a_table_for_a_spreadsheet(tmp_path: Path) -> None:
    write(tmp_path, "=1+1.json", as_json({**WON[4], "meta": {"player": "@SUM(A1)"}}))
    ran = run("check", "--format", "csv", "--best", "--", "=1+1.json", cwd=tmp_path)
    rows = ran.out.split("\r\n")
    assert rows[0].startswith("rank,steps,player,file,index,verdict,")
    assert rows[1].startswith("1,198,'@SUM(A1),'=1+1.json,1,won,")
    assert rows[2:] == [""]


def test_unique_rejects_the_same_moves(tmp_path: Path) -> None:
    moves = WON[4]["moves"]
    deal = WON[4]["deal"]
    respelt = [moves, moves.upper(), moves.replace(" ", "\n"), f"# mine\n{moves} # all", moves + " "]
    lines = [as_json(game(text, deal=deal)) for text in respelt]
    path = write(tmp_path, "a.jsonl", "".join(lines))
    for jobs in ("1", "2"):
        found = reports("--unique", path, path, "--jobs", jobs)
        assert [report["verdict"] for report in found] == ["won"] + ["rejected"] * 9
        assert {report["problem"]["code"] for report in found[1:]} == {"same-log"}
        assert {report["problem"]["message"] for report in found[1:]} == {f"the moves are those of {path}, game 1"}
        assert all(report["won"] and report["legal"] for report in found)
    ran = run("check", "--unique", "--best", path)
    assert len(ran.out.splitlines()) == 2
    assert ran.status == 1
    other = as_json(game("d", deal={"variant": "lucas", "seed": 1})) + as_json(game("d"))
    assert [report["verdict"] for report in reports("--unique", "-", given=other)] == ["unfinished"] * 2


LIKE = [  # (file, moves, the problem's code), in the order of the names
    ("a.json", "d 5-f 5-f", None),
    ("b.json", "D 5-F=2S 5-fx1", "same-log"),
    ("c.json", "5-f d 5-f", "reordered"),
    ("d.json", "5-f 5-f d d", None),
    ("e.json", "5-f 5-f 2-7 s-11", None),
    ("f.json", "5-f 5-f 2-7 d w-11=9c", "same-log"),
    ("g.json", "2-7 5-f 5-f d w-11", "reordered"),
    ("h.json", "5-f d 5-f", "reordered"),
]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_unique_sees_through_notation_and_order(tmp_path: Path, jobs: str) -> None:
    for name, moves, _ in LIKE:
        write(tmp_path, name, as_json(game(moves)))
    found = reports("--unique", tmp_path, "--jobs", jobs)
    assert [(Path(report["file"]).name, (report["problem"] or {}).get("code")) for report in found] == [
        (name, code) for name, _, code in LIKE
    ]
    assert found[1]["problem"]["message"] == f"the moves are those of {tmp_path}/a.json"
    assert found[6]["problem"]["message"] == f"the moves, in another order, are those of {tmp_path}/e.json"


@pytest.mark.parametrize(
    ("order", "original"),
    [("given", "z.json"), ("name", "a.json"), ("mtime", "m.json")],
    ids=["given", "name", "mtime"],
)
def test_which_game_is_the_original(tmp_path: Path, order: str, original: str) -> None:
    for number, name in enumerate(["m.json", "z.json", "a.json"], 1):
        os.utime(write(tmp_path, name, GOOD), (number, number))
    ran = run("check", "--unique", "--order", order, "z.json", "m.json", "a.json", "-q", "--require", "legal",
              cwd=tmp_path)  # fmt: skip
    assert ran.out.count(f": same-log: the moves are those of {original}\n") == 2
