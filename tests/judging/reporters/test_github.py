"""Reports for GitHub: annotations that stay on their lines, and are not too many."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from forty_thieves.judging.outcomes import Outcome, Require
from forty_thieves.judging.reporters.github import AT_MOST, GitHub
from support.outcomes import HOSTILE, ILLEGAL, INVALID, ONE_OF_EACH, UNFINISHED, outcome


def written(*games: Outcome) -> str:
    out: list[bytes] = []
    reporter = GitHub(out.append)
    for game in games:
        game.pieces = {reporter.name: reporter.render(game)}
        reporter.game(game)
    reporter.finish()
    return b"".join(out).decode()


def each(require: Require = "won") -> list[Outcome]:
    return [outcome(require=require, **fields) for fields in ONE_OF_EACH]


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
    assert seen(written(*each())) == [
        (
            "warning",
            {"file": "a.yaml", "line": "9", "col": "3", "title": "unfinished"},
            "a.yaml:9:3: unfinished: lucas, 4 moves, 10 cards on the foundations",
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
    assert len(seen(written(*each(require="legal")))) == 3
    assert written(outcome()) == ""


def test_no_place() -> None:
    ((_, properties, message),) = seen(written(outcome(**INVALID | {"place": None})))
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
    found = written(outcome(**INVALID | {"file": file}))
    assert found.startswith(f"::error file={escaped},line=2,col=1,title=syntax::")
    assert len(found.splitlines()) == 1
    if file.isprintable() or "\n" in file:
        assert seen(found)[0][1]["file"] == file


@given(st.text(st.characters(), max_size=40), st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@example("".join(HOSTILE), "".join(HOSTILE[:10]))
@settings(deadline=None)
def test_any_text_stays_on_its_line(text: str, file: str) -> None:
    token = outcome(**ILLEGAL | {"token": text, "file": file})
    found = written(token)
    assert re.fullmatch(r"::error [^\r\n]*\n", found)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", found)


@pytest.mark.parametrize("number", [AT_MOST, AT_MOST + 1, 25])
def test_at_most_ten_of_a_level_then_a_count(number: int) -> None:
    games = [outcome(**UNFINISHED), outcome(**ILLEGAL)] * number
    found = seen(written(*games))
    levels = [level for level, properties, _ in found if "file" in properties]
    assert levels == ["warning", "error"] * AT_MOST
    more = number - AT_MOST
    counted = {1: "and 1 more game that fell short"}.get(more, f"and {more} more games that fell short")
    assert [(level, message) for level, properties, message in found if "file" not in properties] == (
        [("warning", counted), ("error", counted)] if more else []
    )
