"""Surveys: files that grow and are gone on with, and what they come to."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from forty_thieves.solving.solver import Status
from forty_thieves.solving.survey import (
    Entry,
    Header,
    SurveyError,
    SurveyFile,
    read_survey,
    share_of,
    table_lines,
    wilson,
)

HEADER = Header(
    format="forty-thieves-survey/1", variant="lucas", shuffle="pysolfc", portfolio="single/1", effort=1000
)
ENTRIES = [
    Entry(number=1, status="won", effort=900, steps=200, by="single/1 #1", log="d d"),
    Entry(number=2, status="unknown", reason="effort", effort=1000),
    Entry(number=3, status="unwinnable", effort=10, by="no legal move"),
]


def write(path: Path, entries: list[Entry], header: Header = HEADER) -> set[int]:
    """Put entries in a survey file; gives the numbers that it had before."""
    file = SurveyFile(str(path), header)
    before = set(file.done)
    for entry in entries:
        file.append(entry)
    file.close()
    return before


def test_a_survey_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "lucas.jsonl"
    assert write(path, ENTRIES[:2]) == set()
    assert write(path, ENTRIES[2:]) == {1, 2}
    found = read_survey(str(path))
    assert found.header == HEADER
    assert list(found.entries.values()) == ENTRIES
    assert path.read_bytes().count(b"\n") == 4


def test_cut_at_any_byte_it_ends_up_the_same(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    write(whole, ENTRIES)
    data = whole.read_bytes()
    for length in range(len(data)):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data[:length])
        done = write(path, [])
        write(path, [entry for entry in ENTRIES if entry.number not in done])
        assert path.read_bytes() == data, length


@pytest.mark.parametrize("data", [b"something else", b"something\nelse\n", b'{"format": "forty-thieves-deal/1"}\n'])
def test_another_file_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(data)
    with pytest.raises(SurveyError):
        SurveyFile(str(path), HEADER)
    assert path.read_bytes() == data


def test_a_line_that_is_wrong_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "lucas.jsonl"
    write(path, ENTRIES)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"number": 2}\n', *lines[3:]]))
    with pytest.raises(SurveyError, match=r"lucas\.jsonl:3: not an entry of a survey: .*status"):
        read_survey(str(path))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("effort", 2000, "effort 1000, not 2000"),
        ("variant", "maria", "variant lucas, not maria"),
        ("portfolio", "single/2", "portfolio single/1, not single/2"),
        ("seconds", 10.0, "seconds -, not 10.0"),
        ("shuffle", "ms", "shuffle pysolfc, not ms"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, field: str, value: object, message: str) -> None:
    path = tmp_path / "lucas.jsonl"
    write(path, ENTRIES)
    with pytest.raises(SurveyError, match=message):
        write(path, [], msgspec.structs.replace(HEADER, **{field: value}))


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = str(tmp_path / "lucas.jsonl")
    first = SurveyFile(path, HEADER)
    with pytest.raises(SurveyError, match="another survey is writing to this file"):
        SurveyFile(path, HEADER)
    first.close()
    SurveyFile(path, HEADER).close()


def test_a_later_entry_that_decides_counts(tmp_path: Path) -> None:
    path = tmp_path / "lucas.jsonl"
    later = Entry(number=2, status="unwinnable", effort=5, by="capacity/1")
    write(path, [*ENTRIES, later, ENTRIES[1]])
    assert read_survey(str(path)).entries[2] == later


# Published examples: for instance Newcombe, Statistics in Medicine 17 (1998), table I.
@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_interval(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_undecided_deals_widen_the_interval_at_both_ends() -> None:
    statuses: list[Status] = ["won"] * 45
    statuses += ["unwinnable"] * 30
    statuses += ["unknown"] * 25
    share = share_of("lucas", statuses)
    assert (share.deals, share.won, share.unwinnable, share.undecided) == (100, 45, 30, 25)
    assert share.low == wilson(45, 100)[0]
    assert share.high == wilson(70, 100)[1]
    assert list(table_lines([share]))[-1] == "| lucas | 100 | 45 | 30 | 25 | 35.6 to 78.1 % |\n"


def test_what_a_line_leaves_out() -> None:
    assert msgspec.json.encode(ENTRIES[1]) == b'{"number":2,"status":"unknown","reason":"effort","effort":1000}'
    assert ENTRIES[1].steps is UNSET


def test_text_from_a_survey_file_is_shown_safely(tmp_path: Path) -> None:
    """Neither the name of a game nor that of a field gets to a terminal, or into a table, as it is."""
    path = tmp_path / "hostile.jsonl"
    hostile = Header(
        format="forty-thieves-survey/1", variant="\x1b[31m|", shuffle="pysolfc", portfolio="single/1", effort=1000
    )
    write(path, ENTRIES, hostile)
    assert list(table_lines([share_of(hostile.game, ["won"])]))[2].startswith("| \\x1b[31m\\| | 1 |")
    with pytest.raises(SurveyError, match=r"variant \\x1b\[31m\|, not lucas$"):
        SurveyFile(str(path), HEADER)
    with path.open("ab") as file:
        file.write(b'{"\\u001b[31m": 1}\n')
    with pytest.raises(SurveyError, match=r"unknown field `\\x1b\[31m`$"):
        read_survey(str(path))


def test_a_device_is_no_place_for_a_survey() -> None:
    with pytest.raises(SurveyError, match=r"^/dev/full: cannot write the file: "):
        SurveyFile("/dev/full", HEADER)
