"""One bad game stops nothing: a contest of a thousand submissions with every fault among them, and bugs of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from forty_thieves.problems import CODES
from support.command import LEGAL, SLOW, WON, as_json, environment, game, run, write

LUCAS = WON[4]
HOSTILE_FIELDS = ['x" - at `$.moves.foo', "$.moves[0]", "`$`", "a\n\x1b[31m", "moves` - at `$.deal"]
"""Names of fields that look like the places in a decoder's messages."""


def other_order(moves: str) -> str:
    """The same moves, of which two that have nothing to do with each other are exchanged."""
    words = moves.split()
    for at in range(len(words) - 1):
        for one, other in [(words[at], words[at + 1])]:
            if "d" not in (one, other) and not set(one.split("-")) & set(other.split("-")):
                words[at : at + 2] = other, one
                return " ".join(words)
    raise AssertionError("no two moves can be exchanged")


def submissions() -> list[tuple[str, bytes, str | None]]:
    """A contest's files: how their names end, what is in them, and the code of what is wrong with them."""
    deal = LUCAS["deal"]
    won = {"format": "forty-thieves-game/1", "deal": deal, "moves": LUCAS["moves"]}
    first = LUCAS["moves"].split()
    yaml = f"---\nformat: forty-thieves-game/1\ndeal: {{variant: lucas, seed: {deal['seed']}}}\nmoves: "
    kinds: list[tuple[str, bytes | str, str | None]] = [
        ("moves", " ".join(first[:20]), None),
        ("json", as_json({**won, "moves": " ".join(first[:30]), "meta": {"player": "=A1"}}), None),
        ("json", as_json({**won, "moves": "99-f"}), "no-such-column"),
        ("json", as_json({**won, "moves": "d zz"}), "bad-token"),
        ("json", as_json({**won, "claim": "stuck"}), "false-claim"),
        ("json", as_json(game(LEGAL)), "other-deal"),
        ("yaml", f"{yaml}'d d #x'\n", "lost-comment"),
        ("yaml", f"{yaml}&a d\n", "yaml-anchor"),
        ("yaml", f"{yaml}!x d\n", "yaml-tag"),
        ("yaml", f"{yaml}[d\n", "syntax"),
        ("yaml", f"{yaml}d\nmoves: d\n", "duplicate-key"),
        ("yaml", yaml.rpartition("moves")[0], "missing-field"),
        ("json", "", "empty"),
        ("json", b"\xff\xfe", "not-utf8"),
        ("json", "{", "syntax"),
        ("json", '{"format":' + "[" * 40 + "]" * 40 + "}", "too-deep"),
        ("json", "7", "not-a-record"),
        ("json", as_json({**won, "format": "forty-thieves-game/99"}), "unknown-version"),
        ("json", as_json({**deal, "format": "forty-thieves-deal/1"}), "wrong-record"),
        ("json", as_json({**won, "moves": ["d"]}), "wrong-type"),
        ("json", as_json({**won, "claim": "lost"}), "bad-value"),
        ("json", as_json({**won, "meta": {"player": "\x00"}}), "bad-text"),
        ("json", as_json(won).replace('"moves":"', '"moves":"\\ud800'), "bad-text"),
        ("json", as_json({**won, "deal": {"variant": "lukas", "seed": 1}}), "unknown-variant"),
        ("json", as_json({**won, "deal": {**deal, "seed": -1}}), "bad-seed"),
        ("json", as_json({**won, "deal": {**deal, "shuffle": "riffle"}}), "unknown-shuffle"),
        ("json", as_json({**won, "deal": {"rules": {"columns": 0}, "seed": 1}}), "bad-rules"),
        ("json", as_json({**won, "deal": {"variant": "lucas", "tableau": ["1X"], "stock": ""}}), "bad-card"),
        ("msgpack", b"\xc1", "syntax"),
        ("msgpack", msgspec.msgpack.encode(won)[:-1], "syntax"),
        *(("json", as_json({**won, name: 1}), "unknown-field") for name in HOSTILE_FIELDS),
    ]
    return [(end, data if isinstance(data, bytes) else data.encode(), code) for end, data, code in kinds]


PLAYERS = 10
"""So many submissions are won, in the first of the shortest logs."""


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str | None]]:
    """A folder of a thousand files, and the codes of what is wrong with them, in the order of their names."""
    folder = tmp_path_factory.mktemp("contest") / "submissions"
    folder.mkdir()
    codes: list[str | None] = []
    kinds = submissions()
    for number in range(1000):
        name = f"{number:04}"
        if number in (0, 999):  # the original, and one that has it in another order
            moves = other_order(LUCAS["moves"]) if number else LUCAS["moves"]
            record = {**LUCAS, "moves": moves, "meta": {"player": f"P{number}"}}
            write(folder, f"{name}.json", as_json(record))
            codes.append("reordered" if number else None)
            continue
        end, data, code = kinds[number % len(kinds)]
        write(folder, f"{name}.{end}", data)
        codes.append(code)
    write(folder, "notes.md", "not a submission")
    return folder, codes


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_thousand_submissions_with_every_fault(
    contest: tuple[Path, list[str | None]], jobs: str, tmp_path: Path
) -> None:
    folder, codes = contest
    seed = str(LUCAS["deal"]["seed"])
    files = [word for end in ("json", "jsonl", "csv", "xml") for word in ("--report", f"{tmp_path}/report.{end}")]
    ran = run("check", "--variant", "lucas", "--seed", seed, "--best", "--unique", "--summary", "--jobs", jobs,
              *files, "submissions", cwd=folder.parent)  # fmt: skip
    assert ran.status == 2
    ranking = ran.out.splitlines()
    assert ranking[0].split() == ["rank", "steps", "player", "file"]
    assert ranking[1].split() == ["1", "198", "P0", "submissions/0000.json"]
    assert ranking[2] == f"games {len(read_reports(tmp_path))}"

    reports = read_reports(tmp_path)
    by_file = {Path(report["file"]).stem: report for report in reversed(reports)}
    assert len(by_file) == 1000
    found = [(by_file[f"{number:04}"]["problem"] or {}).get("code") for number in range(1000)]
    assert [pair for pair in zip(found, expected(codes), strict=True) if pair[0] != pair[1]] == []
    assert reports[0]["rank"] == 1
    assert [report["rank"] for report in reports[1:]] == [None] * (len(reports) - 1)
    assert set(found) - {None} <= set(CODES)

    statuses = Counter(report["verdict"] for report in reports)
    root = ET.parse(tmp_path / "report.xml").getroot()
    assert int(root.get("tests", "")) == len(reports)
    assert int(root.get("errors", "")) == statuses["invalid"]
    assert int(root.get("failures", "")) == len(reports) - statuses["invalid"] - statuses["won"]
    assert (tmp_path / "report.csv").read_bytes().count(b"\r\n") == len(reports) + 1
    lines = (tmp_path / "report.jsonl").read_bytes().splitlines()
    summary = msgspec.json.decode(lines[-1])
    assert summary["verdicts"] == {**dict.fromkeys(summary["verdicts"], 0), **statuses}
    assert summary["skipped"] == {"others": 1}


def read_reports(folder: Path) -> list[dict[str, Any]]:
    """The reports, without the summary behind them."""
    reports: list[dict[str, Any]] = msgspec.json.decode((folder / "report.json").read_bytes())
    return [report for report in reports if report["format"] == "forty-thieves-report/1"]


def expected(codes: list[str | None]) -> list[str | None]:
    """The codes, with those of the copies of a legal game: only the first is its own."""
    kinds = submissions()
    seen: set[bytes] = set()
    found = []
    for number, code in enumerate(codes):
        _, data, _ = kinds[number % len(kinds)]
        if code is None and number not in (0, 999):
            code = "same-log" if data in seen else None  # noqa: PLW2901 - the code that it has to have
            seen.add(data)
        found.append(code)
    return found


# A bug of ours

WITH_A_BUG = """
import sys
from forty_thieves.judging import batch
real = batch.judge
def judge(item, options):
    if item.index == 3:
        raise ZeroDivisionError("a bug\\x1b[31m")
    return real(item, options)
batch.judge = judge
from forty_thieves.__main__ import main
main()
"""


def with_a_bug(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command with a bug that shows at the third record of a file."""
    return subprocess.run(
        [sys.executable, "-c", WITH_A_BUG, *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=SLOW,
        check=False,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bug_is_the_report_of_one_game(tmp_path: Path, jobs: str) -> None:
    games = write(tmp_path, "a.jsonl", as_json(LUCAS) * 400)
    report = tmp_path / "r.json"
    ran = with_a_bug("check", "--jobs", jobs, "--report", report, games)
    assert ran.returncode == 70
    lines = ran.stdout.splitlines()
    assert len(lines) == 400
    assert [": won: " in line for line in lines] == [number != 3 for number in range(1, 401)]
    assert lines[2] == (
        f"{games}: game 3: internal-error: a bug in this program: ZeroDivisionError: a bug\\x1b[31m; "
        "please report it, with the game"
    )
    assert ran.stderr.splitlines()[0] == "400 games: 399 won, 1 invalid"
    assert "internal-error" in ran.stderr
    assert "Traceback" not in ran.stderr
    found = msgspec.json.decode(report.read_bytes())
    assert [one["verdict"] for one in found] == ["won", "won", "invalid", *["won"] * 397]
    debugged = with_a_bug("--debug", "check", "--jobs", jobs, games)
    assert (debugged.returncode, debugged.stdout) == (70, ran.stdout)
    assert "Traceback (most recent call last):" in debugged.stderr
    assert "\nZeroDivisionError: a bug" in debugged.stderr
    assert os.path.exists(report)


@pytest.mark.parametrize(
    "options", [["--best"], ["--unique", "--format", "junit"], ["--format", "github"]], ids=" ".join
)
def test_a_bug_among_games_that_are_compared(tmp_path: Path, options: list[str]) -> None:
    games = write(tmp_path, "a.jsonl", as_json(LUCAS) * 5)
    ran = with_a_bug("check", *options, games)
    assert ran.returncode == 70
    assert ("internal-error" in ran.stdout) is (options != ["--best"])
