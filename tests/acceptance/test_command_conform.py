"""``forty-thieves conform``, run as a user runs it, over checkers that are right and that are wrong."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from support.command import run
from support.paths import ROOT

FIXTURES = str(ROOT / "fixtures")
EXAMPLE = ROOT / "fixtures/examples/checker.py"
ALL = ["conform", "--fixtures", FIXTURES, "--jobs", "2"]
FEW = [*ALL, "--only", "games/won/"]
YES_MAN = ["--", sys.executable, "-S", "-c", "print('won')"]


@pytest.mark.parametrize(
    ("words", "only", "least"),
    [
        ([sys.executable, "-S", str(EXAMPLE)], "games/", 120),
        pytest.param(
            ["node", str(EXAMPLE.with_suffix(".js"))], "games/damaged/", 20,
            marks=pytest.mark.skipif(shutil.which("node") is None, reason="apt-get install nodejs"),
        ),
    ],
    ids=["python", "javascript"],
)  # fmt: skip
def test_the_examples_agree(words: list[str], only: str, least: int) -> None:
    ran = run(*ALL, "--only", only, "--", *words)
    assert (ran.status, ran.err) == (0, "")
    found = re.fullmatch(r"\d+ cases: (\d+) passed, 0 failed, \d+ skipped, 0 errored\n", ran.out)
    assert found is not None
    assert int(found[1]) >= least


def test_a_fault_planted_in_a_checker_is_found(tmp_path: Path) -> None:
    right = EXAMPLE.read_text(encoding="utf-8")
    wrong = right.replace("RANKS.index(top[0]) == rank + 1 and ", "")
    assert wrong != right
    (tmp_path / "checker.py").write_text(wrong, encoding="utf-8")
    ran = run(*ALL, "--only", "games/illegal/", "--", sys.executable, "-S", str(tmp_path / "checker.py"))
    assert ran.status == 1
    assert "games/illegal/does-not-build-upwards.yaml: failed: said unfinished, must be illegal at move 1" in ran.out
    assert "does-not-build: " in ran.out


def test_the_report_as_json() -> None:
    ran = run(*FEW, "--format", "json", *YES_MAN)
    report = json.loads(ran.out)
    assert ran.status == 0
    assert report["format"] == "forty-thieves-conformance/1"
    assert report["results"] == {"passed": 12, "failed": 0, "skipped": 0, "errored": 0}
    assert report["cases"][0] == {
        "case": "games/won/forty-thieves.yaml", "result": "passed", "verdict": "won", "move": None, "code": None,
        "answer": "won", "reason": "",
    }  # fmt: skip


def test_skips_are_written_and_read_again(tmp_path: Path) -> None:
    todo = tmp_path / "todo.txt"
    damaged = [*ALL, "--only", "games/damaged/l"]
    assert run(*damaged, "--write-skips", str(todo), *YES_MAN).status == 1
    lines = todo.read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == [
        "games/damaged/limited-lines-swapped.yaml", "said won, must be illegal at move 21 (does-not-build)",
    ]  # fmt: skip
    again = run(*damaged, "--skip-file", str(todo), *YES_MAN)
    assert (again.status, again.out) == (0, "15 cases: 1 passed, 0 failed, 14 skipped, 0 errored\n")
    kept = run(*damaged, "--write-skips", str(todo), *YES_MAN)
    assert kept.status == 2
    assert (kept.out, "the file is there already; --force replaces it" in kept.err) == ("", True)
    assert todo.read_text(encoding="utf-8").splitlines() == lines


def test_skipped_cases_are_named_with_v() -> None:
    ran = run(*FEW, "--skip", "games/won/maria.yaml", "-v", *YES_MAN)
    assert ran.out.startswith("games/won/maria.yaml: skipped: left out by --skip (")


def test_a_skip_that_passes_fails_where_that_is_asked_for() -> None:
    ran = run(*FEW, "--skip", "games/won/maria.yaml", "--strict-skips", *YES_MAN)
    assert ran.status == 1
    assert "games/won/maria.yaml: failed: it is passed now: take it off the list of skips" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--fixtures", FIXTURES, "--", "not-there"], "cannot start 'not-there': no such file or directory"),
        (["--fixtures", FIXTURES, "--only", "xyz", "--", "true"], "no case is left to ask"),
        (["--fixtures", FIXTURES, "--skip", "xyz", "--", "true"], "there is no case 'xyz' to leave out"),
        (["--fixtures", FIXTURES, "--time", "0", "--", "true"], "--time must be more than 0"),
        (["--fixtures", FIXTURES, "--time", "nan", "--", "true"], "--time must be more than 0"),
        (["--fixtures", "/not/there", "--", "true"], "cannot read /not/there/manifest.json: no such file"),
        (["--fixtures", FIXTURES, "--skip-file", "/not/there", "--", "true"], "cannot read /not/there: no such file"),
        (["--fixtures", FIXTURES, "--", "true"], "the command does not speak the protocol"),
    ],
)
def test_what_can_not_be_asked(words: list[str], message: str) -> None:
    ran = run("conform", *words)
    assert ran.status == 2
    assert message in " ".join(ran.err.replace("│", " ").split())
