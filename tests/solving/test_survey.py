"""Surveys: files that grow and are gone on with, and what they come to."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from forty_thieves.game.moves import parse_log, steps_in_log
from forty_thieves.solving.solver import Status
from forty_thieves.solving.survey import (
    Entry,
    Header,
    SurveyError,
    SurveyFile,
    judged_wins,
    read_survey,
    share_of,
    shares_of,
    table_lines,
    wilson,
)
from support.command import WON

HEADER = Header(
    format="forty-thieves-survey/1", variant="lucas", shuffle="pysolfc", portfolio="single/1", effort=1000
)
ENTRIES = [
    Entry(number=1, status="won", effort=900, steps=3, by="single/1 #1", log="d s-5"),
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
        format="forty-thieves-survey/1", variant="lucas", shuffle="pysolfc", portfolio="\x1b[31m|", effort=1000
    )
    write(path, ENTRIES, hostile)
    game = msgspec.structs.replace(hostile, variant="\x1b[31m|").game
    assert list(table_lines([share_of(game, ["won"])]))[2].startswith("| \\x1b[31m\\| | 1 |")
    with pytest.raises(SurveyError, match=r"portfolio \\x1b\[31m\|, not single/1$"):
        SurveyFile(str(path), HEADER)
    with path.open("ab") as file:
        file.write(b'{"\\u001b[31m": 1}\n')
    with pytest.raises(SurveyError, match=r"unknown field `\\x1b\[31m`$"):
        read_survey(str(path))


def written(folder: Path, name: str, *lines: object) -> str:
    """A survey file of a header's changed fields and of entries, as plain data; gives its path."""
    fields, *entries = lines
    assert isinstance(fields, dict)
    header = {**msgspec.to_builtins(HEADER), **fields}
    kept = {name: value for name, value in header.items() if value is not None}
    path = folder / name
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (kept, *entries)))
    return str(path)


def entry(number: int, status: str, **fields: object) -> dict[str, object]:
    """An entry as plain data."""
    return {"number": number, "status": status, "effort": 9, **fields}


MINE = {"format": "forty-thieves-rules/1", "name": "mine"}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"variant": "lukas"}], ":1: unknown-variant: there is no variant 'lukas'; did you mean"),
        ([{"variant": None}], ":1: bad-rules: a survey has exactly one of variant and rules"),
        ([{"rules": MINE}], ":1: bad-rules: a survey has exactly one of variant and rules"),
        ([{"shuffle": "riffle"}], ":1: unknown-shuffle: there is no shuffle 'riffle'"),
        ([{}, entry(-1, "unknown")], ":2: number -1: the shuffle has numbers from 0 to 1"),
        ([{"shuffle": "ms"}, entry(0, "unknown")], ":2: number 0: the shuffle has numbers from 1 to "),
        ([{}, entry(10**20 + 1, "unknown")], f":2: number {10**20 + 1}: the shuffle has numbers from 0 to {10**20}"),
        ([{}, entry(1, "unknown", effort=-1)], ":2: number 1: effort is -1, and can't be below 0"),
        ([{}, entry(1, "won")], ":2: number 1: won, but without its steps"),
        ([{}, entry(1, "won", log="d")], ":2: number 1: won, but without its steps"),
        ([{}, entry(1, "won", steps=3, log="d d")], ":2: number 1: steps is 3, and its log has 2"),
        ([{}, entry(1, "won", steps=2, log="d s-5")], ":2: number 1: steps is 2, and its log has 3"),
        ([{}, entry(1, "won", steps=2, reason="time")], ":2: number 1: won, but with a reason why it is unknown"),
        ([{}, entry(1, "unknown", steps=2)], ":2: number 1: unknown, but with steps or a log"),
        ([{}, entry(1, "unwinnable", log="d")], ":2: number 1: unwinnable, but with steps or a log"),
        (
            [{}, entry(1, "won", steps=2), entry(2, "unknown"), entry(1, "unwinnable")],
            ":4: number 1: unwinnable, but won in {path}:2",
        ),
        (
            [{}, entry(1, "unwinnable"), entry(1, "unknown"), entry(1, "won", steps=2)],
            ":4: number 1: won, but unwinnable in {path}:2",
        ),
    ],
)
def test_what_can_not_be_is_refused_with_its_line(tmp_path: Path, lines: list[object], message: str) -> None:
    path = written(tmp_path, "lucas.jsonl", *lines)
    with pytest.raises(SurveyError) as raised:
        read_survey(path)
    assert str(raised.value).startswith(path + message.format(path=path))


def test_steps_of_a_log_that_is_written_in_another_way(tmp_path: Path) -> None:
    log = "# s-1 s-2\nD  S-5\tFS-3 w-f=9H"
    assert read_survey(written(tmp_path, "a.jsonl", {}, entry(1, "won", steps=5, log=log))).entries[1].steps == 5
    with pytest.raises(SurveyError, match="steps is 6, and its log has 5"):
        read_survey(written(tmp_path, "a.jsonl", {}, entry(1, "won", steps=6, log=log)))


def test_surveys_of_one_game_count_as_one(tmp_path: Path) -> None:
    first = written(tmp_path, "a.jsonl", {}, entry(1, "unknown"), entry(2, "won", steps=2), entry(3, "unknown"))
    longer = written(tmp_path, "b.jsonl", {"effort": 2000}, entry(1, "unwinnable"), entry(3, "unknown"))
    further = written(tmp_path, "c.jsonl", {}, entry(4, "unknown"))
    (share,), notes = shares_of(map(read_survey, (first, longer, further)))
    assert (share.deals, share.won, share.unwinnable) == (4, 1, 1)
    assert notes == [
        f"{longer}: other settings than in {first}: effort 1000, not 2000",
        f"{longer}: 2 numbers of files before it, which count once",
    ]
    assert shares_of(map(read_survey, (longer, further, first)))[0] == [share]


def test_surveys_that_contradict_each_other(tmp_path: Path) -> None:
    first = written(tmp_path, "a.jsonl", {}, entry(1, "unknown"), entry(2, "won", steps=2))
    second = written(tmp_path, "b.jsonl", {}, entry(2, "unwinnable"))
    with pytest.raises(SurveyError) as raised:
        shares_of(map(read_survey, (first, second)))
    assert str(raised.value) == f"{second}:2: number 2: unwinnable, but won in {first}:3"
    ms = written(tmp_path, "c.jsonl", {"shuffle": "ms"}, entry(2, "unwinnable"))
    assert len(shares_of(map(read_survey, (first, ms)))[0]) == 2


def test_wins_are_judged_by_the_referee(tmp_path: Path) -> None:
    log = str(next(game for game in WON if game["deal"]["variant"] == "lucas")["moves"])
    number = int(next(game for game in WON if game["deal"]["variant"] == "lucas")["deal"]["seed"])
    steps = steps_in_log(log, parse_log(log))
    path = written(
        tmp_path,
        "lucas.jsonl",
        {},
        entry(number, "won", steps=steps, log=log),
        entry(number + 1, "won", steps=steps, log=log),
        entry(42, "won", steps=1, log="d"),
        entry(43, "won", steps=9),
        entry(44, "unknown"),
        entry(45, "won", steps=1, log="what"),
    )
    wins = list(judged_wins(read_survey(path)))
    assert [(win.line, win.number, win.log) for win in wins] == [
        (4, 42, True), (5, 43, False), (7, 45, True), (2, number, True), (3, number + 1, True),
    ]  # fmt: skip
    assert [win.fault.partition(" (")[0] for win in wins[:4]] == [
        "unfinished: 8 cards on the foundations",
        "",
        "bad-token: move 1, what: 'what' is not a move",
        "",
    ]
    assert ": move " in wins[4].fault


def test_a_device_is_no_place_for_a_survey() -> None:
    with pytest.raises(SurveyError, match=r"^/dev/full: cannot write the file: "):
        SurveyFile("/dev/full", HEADER)
