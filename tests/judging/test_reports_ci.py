"""Reports for CI servers: JUnit XML that survives any text, and GitHub's annotations."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from forty_thieves.formats.document import Place
from forty_thieves.judging.referee import Judgement, Require
from forty_thieves.judging.reports import GITHUB_AT_MOST, ReportFormat, Writer, exit_status, rendered, writable
from forty_thieves.records.structs import Problem, Report, Summary, Verdict

HOSTILE = [
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "</testcase>",
    '" onload="x',
    "'",
    "&amp;",
    "&#0;",
    "\0\x01\x08\x0b\x1b[31m\x7f\x85\x9b",
    "\ud800\udfff",
    "\ufffe\uffff\ufdd0",
    "\U0001fffe\U0010ffff",
    "\r\n\t ",
    "\u2028\u2029\u202e\ufeff",
    "%0A%25::error::",
    "a,b:c=d",
    "💥é",
    "\n      <error type=",
]


def judgement(verdict: Verdict = "won", place: Place | None = None, **fields: Any) -> Judgement:
    problem = None
    if fields.get("code"):
        line, column = place or (None, None)
        problem = Problem(
            code=fields.pop("code"),
            message=fields.pop("message", "what is wrong"),
            move=fields.pop("move", None),
            token=fields.pop("token", None),
            line=line,
            column=column,
        )
    whole: dict[str, Any] = {"file": "a.yaml", "index": 1, "variant": "lucas"} | fields
    report = Report(
        **whole,
        deal="0" * 64,
        verdict=verdict,
        legal=verdict in ("won", "unfinished"),
        won=verdict == "won",
        stuck=None,
        moves=3,
        played=2,
        foundation_cards=11,
        problem=problem,
    )
    return Judgement(report, place)


def summary() -> Summary:
    return Summary(games=0, verdicts={}, variants={}, problems={})


def written(form: ReportFormat, *games: Judgement, require: Require = "won", several: bool = False) -> str:
    out: list[bytes] = []
    writer = Writer(form, out.append)
    for game in games:
        writer.add(rendered(writable(game), form, require, several=several))
    writer.finish(summary())
    return b"".join(out).decode()


ILLEGAL: dict[str, Any] = {"verdict": "illegal", "code": "does-not-build", "move": 3, "token": "2-8", "place": (3, 5)}
INVALID: dict[str, Any] = {"verdict": "invalid", "code": "syntax", "place": (2, 1), "variant": None}
REJECTED: dict[str, Any] = {"verdict": "rejected", "code": "false-claim", "place": (4, 8)}
ONE_OF_EACH = [
    judgement(),
    judgement("unfinished", place=(9, 3)),
    judgement(**ILLEGAL),
    judgement(**REJECTED),
    judgement(**INVALID),
]


# JUnit


def test_one_case_a_game_and_counts() -> None:
    root = ET.fromstring(written("junit", *ONE_OF_EACH))
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
    root = ET.fromstring(written("junit", *ONE_OF_EACH, require="legal"))
    assert (root.get("failures"), root.get("errors")) == ("2", "1")


def test_no_games() -> None:
    root = ET.fromstring(written("junit"))
    assert (root.get("tests"), root.findall(".//testcase")) == ("0", [])


def test_games_of_one_file_are_told_apart() -> None:
    games = [judgement(index=number) for number in (1, 2)]
    root = ET.fromstring(written("junit", *games, several=True))
    assert [case.get("name") for case in root.iter("testcase")] == ["a.yaml game 1", "a.yaml game 2"]


@given(st.text(st.characters(), max_size=40), st.text(st.characters(), max_size=40))
@example("".join(HOSTILE), "".join(HOSTILE))
def test_any_text_survives_xml(text: str, other: str) -> None:
    file = other.encode(errors="backslashreplace").decode()
    games = [
        judgement(**ILLEGAL | {"token": text, "message": text, "file": file, "variant": file}),
        judgement(**INVALID | {"message": text, "file": file}),
        judgement("unfinished", file=file),
    ]
    told = written("junit", *games, several=True)
    assert "\x1b" not in told
    root = ET.fromstring(told)
    assert [root.get(name) for name in ("tests", "failures", "errors")] == ["3", "2", "1"]
    assert len(root.findall("testsuite/testcase")) == 3
    assert len(root.findall(".//failure")) == 2
    assert len(root.findall(".//error")) == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_printable_text_comes_back_from_xml(text: str) -> None:
    if not text.isprintable():
        return
    root = ET.fromstring(written("junit", judgement(**INVALID | {"message": text, "file": text})))
    (error,) = root.iter("error")
    assert (error.get("message") or "").endswith(text)
    assert next(root.iter("testcase")).get("file") == text


# GitHub


def seen(text: str) -> list[tuple[str, dict[str, str], str]]:
    """What GitHub reads: level, properties and message, unescaped as its runner does."""
    found = []
    for line in text.splitlines():
        matched = re.fullmatch(r"::(\w+) ([^\n]*?)::(.*)", line)
        assert matched, line
        level, properties, message = matched.groups()
        named = {}
        for one in properties.split(","):
            name, _, value = one.partition("=")
            for escape, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
                value = value.replace(escape, char)
            named[name] = value
        for escape, char in (("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
            message = message.replace(escape, char)
        found.append((level, named, message))
    return found


def test_an_annotation_for_what_fell_short() -> None:
    assert seen(written("github", *ONE_OF_EACH)) == [
        (
            "warning",
            {"file": "a.yaml", "line": "9", "col": "3", "title": "unfinished"},
            "a.yaml:9:3: unfinished: lucas, 3 moves, 11 cards on the foundations",
        ),
        (
            "error",
            {"file": "a.yaml", "line": "3", "col": "5", "title": "does-not-build"},
            "a.yaml:3:5: does-not-build: move 3, 2-8: what is wrong",
        ),
        (
            "error",
            {"file": "a.yaml", "line": "4", "col": "8", "title": "false-claim"},
            "a.yaml:4:8: false-claim: what is wrong",
        ),
        (
            "error",
            {"file": "a.yaml", "line": "2", "col": "1", "title": "syntax"},
            "a.yaml:2:1: syntax: what is wrong",
        ),
    ]
    assert len(seen(written("github", *ONE_OF_EACH, require="legal"))) == 3
    assert written("github", judgement()) == ""


def test_no_place() -> None:
    ((_, properties, message),) = seen(written("github", judgement(**INVALID | {"place": None})))
    assert properties == {"file": "a.yaml", "title": "syntax"}
    assert message == "a.yaml: syntax: what is wrong"


@pytest.mark.parametrize(
    ("file", "escaped"),
    [
        ("100%.yaml", "100%25.yaml"),
        ("a:b,c.yaml", "a%3Ab%2Cc.yaml"),
        ("a\nb\rc.yaml", "a%0Ab%0Dc.yaml"),
        ("%0A.yaml", "%250A.yaml"),
        ("a::error::b.yaml", "a%3A%3Aerror%3A%3Ab.yaml"),
        ("\x1b[31m.yaml", "\\x1b[31m.yaml"),
    ],
)
def test_escapes(file: str, escaped: str) -> None:
    told = written("github", judgement(**INVALID | {"file": file}))
    assert told.startswith(f"::error file={escaped},line=2,col=1,title=syntax::")
    assert len(told.splitlines()) == 1
    if file.isprintable() or "\n" in file:
        assert seen(told)[0][1]["file"] == file


@given(st.text(st.characters(), max_size=40), st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@example("".join(HOSTILE), "".join(HOSTILE[:10]))
def test_any_text_stays_on_its_line(text: str, file: str) -> None:
    token = judgement(**ILLEGAL | {"token": text, "file": file})
    told = written("github", token)
    assert re.fullmatch(r"::error [^\r\n]*\n", told)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", told)


@pytest.mark.parametrize("number", [GITHUB_AT_MOST, GITHUB_AT_MOST + 1, 25])
def test_at_most_ten_of_a_level_then_a_count(number: int) -> None:
    games = [judgement("unfinished"), judgement(**ILLEGAL)] * number
    told = seen(written("github", *games))
    levels = [level for level, properties, _ in told if "file" in properties]
    assert levels == ["warning", "error"] * GITHUB_AT_MOST
    more = number - GITHUB_AT_MOST
    counted = {1: "and 1 more game that fell short"}.get(more, f"and {more} more games that fell short")
    assert [(level, message) for level, properties, message in told if "file" not in properties] == (
        [("warning", counted), ("error", counted)] if more else []
    )


# What is written of tokens


def test_lone_surrogates_are_written_as_escapes() -> None:
    given_ = judgement(**ILLEGAL | {"token": "d=\ud800é"})
    safe = writable(given_)
    assert safe.report.problem is not None
    assert safe.report.problem.token == "d=\\ud800é"
    for form in ("text", "json", "jsonl", "yaml", "junit", "github"):
        rendered(safe, form, "won", several=False).decode()
    plain = judgement(**ILLEGAL)
    assert writable(plain) is plain
    assert exit_status(structs.replace(plain.report, verdict="unfinished"), "legal") == 0
