"""Reports for CI servers: JUnit XML that survives any text."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from forty_thieves.judging.outcomes import Outcome, Require
from forty_thieves.judging.reporters.junit import JUnit
from support.outcomes import HOSTILE, ILLEGAL, INVALID, ONE_OF_EACH, UNFINISHED, outcome


def written(*games: Outcome) -> str:
    out: list[bytes] = []
    reporter = JUnit(out.append)
    for game in games:
        game.pieces = {reporter.name: reporter.render(game)}
        reporter.game(game)
    reporter.finish()
    return b"".join(out).decode()


def each(require: Require = "won") -> list[Outcome]:
    return [outcome(require=require, **fields) for fields in ONE_OF_EACH]


def test_one_case_a_game_and_counts() -> None:
    root = ET.fromstring(written(*each()))
    suite = root.find("testsuite")
    assert suite is not None
    for element in (root, suite):
        assert [element.get(name) for name in ("tests", "failures", "errors")] == ["5", "3", "1"]
    cases = suite.findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["failure"], ["failure"], ["error"]]
    assert [case.get("classname") for case in cases] == ["lucas"] * 4 + ["unknown"]
    assert [case.get("line") for case in cases] == [None, "9", "3", "4", "2"]
    assert {case.get("file") for case in cases} == {"a.yaml"}
    problems = [child for case in cases for child in case]
    assert [problem.get("type") for problem in problems] == ["unfinished", "does-not-build", "false-claim", "syntax"]
    assert problems[1].get("message") == "a.yaml:3:5: does-not-build: move 3, 2-8: what is wrong"


def test_what_is_required_decides() -> None:
    root = ET.fromstring(written(*each(require="legal")))
    assert (root.get("failures"), root.get("errors")) == ("2", "1")


def test_no_games() -> None:
    root = ET.fromstring(written())
    assert (root.get("tests"), root.findall(".//testcase")) == ("0", [])


def test_games_of_one_file_are_told_apart() -> None:
    games = [outcome(index=number, several=True) for number in (1, 2)]
    root = ET.fromstring(written(*games))
    assert [case.get("name") for case in root.iter("testcase")] == ["a.yaml game 1", "a.yaml game 2"]


@given(st.text(st.characters(), max_size=40), st.text(st.characters(), max_size=40))
@example("".join(HOSTILE), "".join(HOSTILE))
@settings(deadline=None)
def test_any_text_survives_xml(text: str, other: str) -> None:
    file = other.encode(errors="backslashreplace").decode()
    games = [
        outcome(**ILLEGAL | {"token": text, "message": text, "file": file, "variant": file}),
        outcome(**INVALID | {"message": text, "file": file}),
        outcome(**UNFINISHED, file=file),
    ]
    found = written(*games)
    assert "\x1b" not in found
    root = ET.fromstring(found)
    assert [root.get(name) for name in ("tests", "failures", "errors")] == ["3", "2", "1"]
    assert len(root.findall("testsuite/testcase")) == 3
    assert len(root.findall(".//failure")) == 2
    assert len(root.findall(".//error")) == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_printable_text_comes_back_from_xml(text: str) -> None:
    if not text.isprintable():
        return
    root = ET.fromstring(written(outcome(**INVALID | {"message": text, "file": text})))
    (error,) = root.iter("error")
    assert (error.get("message") or "").endswith(text)
    assert next(root.iter("testcase")).get("file") == text
