"""A checker is asked about the fixtures: what it is sent, what its answers mean, and where it disagrees."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from forty_thieves.testing.conform import (
    SMOKE,
    Answer,
    Case,
    ConformanceError,
    ask,
    compare,
    conform,
    parse_answer,
    read_cases,
)
from support.paths import ROOT

FIXTURES = ROOT / "fixtures"
CASES = read_cases(FIXTURES)
BY_ID = {case.id: case for case in CASES}


def case(verdict: Any = "illegal", move: int | None = 3, code: str | None = "does-not-build") -> Case:
    return Case("a", b"{}\n", "", verdict, move, code, "about")


def python(code: str) -> list[str]:
    return [sys.executable, "-S", "-c", code]


def sent(name: str) -> Any:
    return json.loads(BY_ID[name].game)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("won", Answer("won")),
        ("  unfinished \n", Answer("unfinished")),
        ("illegal 12", Answer("illegal", 12)),
        ("illegal 12 does-not-build", Answer("illegal", 12, "does-not-build")),
        ("invalid bad-token", Answer("invalid", None, "bad-token")),
        ("invalid 4 bad-token", Answer("invalid", 4, "bad-token")),
        ("rejected false-claim", Answer("rejected", None, "false-claim")),
        ("unsupported no redeals", Answer("unsupported", note="no redeals")),
        ("unsupported: no redeals", Answer("unsupported", note="no redeals")),
    ],
)
def test_answers(line: str, expected: Answer) -> None:
    assert parse_answer(line) == expected


@pytest.mark.parametrize("line", ["", "Won", "yes", "illegal", "illegal x", "illegal -1", "illegal 12345678901"])
def test_what_is_not_an_answer(line: str) -> None:
    with pytest.raises(ValueError, match=r"is not an answer|lacks the number"):
        parse_answer(line)


@pytest.mark.parametrize(
    ("case", "answer", "difference"),
    [
        (case(), "illegal 3", ""),
        (case(), "illegal 3 does-not-build", ""),
        (case(), "illegal 4", "said that move 4 is illegal, must be illegal at move 3 (does-not-build)"),
        (case(), "illegal 3 empty-source", "said empty-source, must be illegal at move 3 (does-not-build)"),
        (case(), "won", "said won, must be illegal at move 3 (does-not-build)"),
        (case("won", None, None), "won", ""),
        (case("won", None, None), "unfinished", "said unfinished, must be won"),
        (case("invalid", 4, "bad-token"), "invalid", ""),
        (case("invalid", 4, "bad-token"), "invalid 9", ""),
        (case("rejected", None, "false-claim"), "unfinished", "said unfinished, must be rejected (false-claim)"),
    ],
)
def test_answers_are_compared(case: Case, answer: str, difference: str) -> None:
    assert compare(case, parse_answer(answer)) == difference


def test_every_game_of_the_manifest_is_a_case_of_its_own_name() -> None:
    entries = json.loads((FIXTURES / "manifest.json").read_text(encoding="utf-8"))
    assert len(CASES) == len(BY_ID) == sum(entry["kind"] == "game" for entry in entries)
    assert [one.id for one in CASES[: len(SMOKE)]] == list(SMOKE)


@pytest.mark.parametrize("name", ["games/won/lucas.yaml", "games/formats/block-symbols.yaml"])
def test_a_game_is_sent_in_its_simplest_spelling(name: str) -> None:
    game = sent(name)
    assert game["deal"].keys() - {"foundations"} == {"variant", "tableau", "stock"}
    assert all(re.fullmatch("[a-z0-9-]+(=[A2-9TJQK][CDHS])?", token) for token in game["moves"].split(" "))


def test_a_bad_token_is_sent_as_it_is() -> None:
    assert "\u00a0" in sent("games/damaged/streets-no-break-space.yaml")["moves"]


def test_a_record_that_is_not_in_order_is_sent_as_it_is() -> None:
    assert "moves" not in sent("games/invalid/missing-field.yaml")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("games/invalid/syntax", "it is about the file, not the game: syntax"),
        ("games/formats/lucas-42.moves", "what must be said of it depends on options"),
        ("games/invalid/lost-comment.yaml", "it is about comments in YAML"),
        ("games/invalid/no-deal.moves", "it is about a bare move log"),
    ],
)
def test_cases_that_can_not_be_sent(name: str, why: str) -> None:
    found = next(case for case in CASES if case.id.startswith(name))
    assert (found.game, found.unsent) == (b"", why)
    assert ask(["not-there"], found).result == "skipped"


@pytest.mark.parametrize(
    ("code", "result", "reason"),
    [
        ("print('illegal 3')", "passed", ""),
        ("print('won')", "failed", "said won, must be illegal at move 3 (does-not-build)"),
        ("print('unsupported no redeals')", "skipped", "no redeals"),
        ("print('unsupported')", "skipped", "not supported by the checker"),
        ("pass", "errored", "no answer"),
        ("print('won'); print('won')", "errored", "more than one line where one is the answer"),
        ("print('won' * 100_000)", "errored", "is not an answer"),
        ("print('maybe')", "errored", "'maybe' is not an answer: expected won, unfinished,"),
        ("print('won'); raise SystemExit(3)", "errored", "ended with status 3"),
        ("raise SystemExit('what happened')", "errored", "ended with status 1: 'what happened'"),
        ("import os; os.kill(os.getpid(), 9)", "errored", "was ended by signal 9"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\x1b[0m')", "errored", r"'\xff\x1b[0m' is not an answer"),
    ],
)
def test_what_becomes_of_a_case(code: str, result: str, reason: str) -> None:
    found = ask(python(code), case())
    assert found.result == result
    assert reason in found.reason
    assert "\x1b" not in found.reason


def test_a_checker_gets_the_game_on_standard_input() -> None:
    code = "import sys; print('illegal 3' if sys.stdin.read() == '{}' + chr(10) else 'won')"
    assert ask(python(code), case()).result == "passed"


def test_a_checker_that_takes_too_long_is_ended_with_what_it_started() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"
    found = ask(python(code), case(), seconds=0.5)
    assert (found.result, found.reason) == ("errored", "no answer within 0.5 seconds")


def test_a_checker_that_never_stops_writing_is_ended() -> None:
    assert ask(python("while True: print('won')"), case()).result == "errored"


def test_a_checker_that_can_not_be_started() -> None:
    with pytest.raises(ConformanceError, match="cannot start 'not-there': no such file or directory"):
        ask(["not-there"], case())


def test_the_rest_is_not_asked_where_no_first_case_is_answered() -> None:
    findings = list(conform(python("pass"), CASES))
    assert [found.case.id for found in findings] == list(SMOKE)


def test_skips() -> None:
    few = [BY_ID[name] for name in SMOKE]
    found = list(conform(python("print('won')"), few, {SMOKE[0]: "because"}))
    assert [(one.result, one.reason) for one in found[:2]] == [("skipped", "because"), ("passed", "")]
    found = list(conform(python("print('won')"), few, dict.fromkeys(SMOKE[:2], "because"), ask_skipped=True))
    assert [one.result for one in found] == ["skipped", "failed", "failed"]
    assert found[1].reason == "it is passed now: take it off the list of skips"


def test_a_selection_that_asks_nothing_is_an_error() -> None:
    with pytest.raises(ConformanceError, match="no case is left"):
        list(conform(["true"], [case for case in CASES if case.unsent]))


@pytest.mark.parametrize("text", [None, "{}", "[]\x00", '[{"path": "x"}]'])
def test_a_folder_without_a_manifest(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(ConformanceError, match=r"manifest\.json"):
        read_cases(tmp_path)
