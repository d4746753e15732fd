"""``check`` of many games: folders, streams, many cores, contests, reports; always the same bytes."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
import yaml

from support.command import (
    COMMAND,
    LEGAL,
    LUCAS,
    SLOW,
    WON,
    as_json,
    environment,
    game,
    reports,
    run,
    run_bytes,
    write,
)
from support.measured import Measured

BAD = '{"format": "forty-thieves-game/1", "deal": 5}\n'
GOOD = as_json(game(LEGAL))
YAML = f"---\n{LUCAS}moves: {LEGAL}\n"
PACK = msgspec.msgpack.encode(game(LEGAL))
REST = "; the rest of the file is not judged"
MIXED = [
    as_json(WON[4]),
    GOOD,
    as_json(game("5-f 5-f 2-8")),
    as_json(game("d zz")),
    as_json(game("d", claim="won")),
    "{\n",
    "\n",
    as_json(WON[0]),
    BAD,
    '"\\ud800"\n',
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of files of every format, with everything wrong that may be wrong with one."""
    root = tmp_path_factory.mktemp("corpus")
    folder = root / "games"
    (folder / "sub" / "deeper").mkdir(parents=True)
    write(folder, "a.jsonl", "".join(MIXED) * 40)
    write(folder, "b.yaml", YAML * 3 + "---\n[broken\n" + YAML * 200)
    write(folder, "c.msgpack", PACK * 5 + b"\x82\xa1a\x01\xa1a\x02" + PACK * 5 + b"\xc1" + PACK * 50)
    write(folder, "d.json", "[" + ",\n".join([GOOD] * 50 + ["7", GOOD]) + "]")
    write(folder, "e.yaml", YAML * 20)
    write(folder, "empty.json", "")
    write(folder, "not-utf8.yaml", b"a: \xff\n")
    write(folder / "sub", "won.jsonl", "".join(as_json(record) for record in reversed(WON)) * 10)
    write(folder / "sub" / "deeper", "g.ndjson", GOOD + as_json(WON[4]).lower().replace("lucas", "Lucas"))
    write(folder, ".hidden.json", GOOD)
    write(folder, "notes.md", "no record")
    (folder / "loop").symlink_to(".")
    (folder / "out.json").symlink_to("/etc/hostname")
    return root


# The same bytes however many processes judge

FORMATS = ("text", "json", "jsonl", "yaml", "csv", "junit", "github", "html")
OPTIONS = [
    *(["--format", form, "--summary"] for form in FORMATS),
    ["--unique", "--format", "jsonl"],
    ["--best"],
    ["--best", "--unique", "--format", "yaml"],
    ["-q"],
    ["-qq"],
    ["--require", "legal", "-q", "--format", "junit"],
    ["--fail-fast", "--require", "legal"],
]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_the_same_bytes_with_any_number_of_processes(corpus: Path, options: list[str]) -> None:
    one, two = (run_bytes("check", "--jobs", jobs, *options, "games", cwd=corpus) for jobs in ("1", "2"))
    assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
    assert one.returncode == (1 if "--fail-fast" in options else 2)
    assert bool(one.stdout) is ("-qq" not in options)
    assert b"Traceback" not in one.stderr


def test_one_process_a_core(corpus: Path) -> None:
    one, all_cores = (run_bytes("check", "-j", jobs, "games", "games/e.yaml", cwd=corpus) for jobs in ("1", "0"))
    assert (one.stdout, one.stderr) == (all_cores.stdout, all_cores.stderr)


def test_report_files_of_all_formats_at_once(corpus: Path, tmp_path: Path) -> None:
    names = ["r.txt", "r.json", "r.jsonl", "r.yaml", "r.xml", "r2.YML"]
    files = [word for name in names for word in ("--report", str(tmp_path / name))]
    ran = run_bytes("check", "games", "--jobs", "2", *files, cwd=corpus)
    assert ran.stdout == (tmp_path / "r.txt").read_bytes()
    for name, form in zip(names[1:], ("json", "jsonl", "yaml", "junit", "yaml"), strict=True):
        plain = run_bytes("check", "games", "--format", form, cwd=corpus)
        assert (tmp_path / name).read_bytes() == plain.stdout


# Folders


def test_a_folder_in_order_and_what_was_skipped(corpus: Path) -> None:
    ran = run("check", "--format", "jsonl", "games", cwd=corpus)
    files = [msgspec.json.decode(line)["file"] for line in ran.out.splitlines()]
    names = ["a.jsonl", "b.yaml", "c.msgpack", "d.json", "e.yaml", "empty.json", "not-utf8.yaml"]
    expected = [f"games/{name}" for name in (*names, "sub/deeper/g.ndjson", "sub/won.jsonl")]
    assert list(dict.fromkeys(files)) == expected
    assert files == sorted(files, key=expected.index)
    assert ran.err.endswith("; skipped in folders: 1 hidden, 2 links, 1 not records by their suffix\n")


def test_arguments_are_taken_in_their_order(corpus: Path) -> None:
    ran = run("check", "games/e.yaml", "games/sub", "games/e.yaml", "missing.yaml", "games/sub/won.jsonl", cwd=corpus)
    files = [line.split(":")[0] for line in ran.out.splitlines()]
    assert list(dict.fromkeys(files[:112])) == ["games/e.yaml", "games/sub/deeper/g.ndjson", "games/sub/won.jsonl"]
    assert list(dict.fromkeys(files[112:])) == ["games/e.yaml", "missing.yaml", "games/sub/won.jsonl"]


def test_an_empty_folder_is_not_nothing_wrong(tmp_path: Path) -> None:
    (tmp_path / "empty" / "inner").mkdir(parents=True)
    write(tmp_path / "empty", "notes.md", "x")
    ran = run("check", "empty", cwd=tmp_path)
    assert ran.out == "empty: empty: there is no record in the folder\n"
    assert ran.err == "1 game: 1 invalid; skipped in folders: 1 not records by their suffix\n"
    assert ran.status == 2
    (report,) = reports(tmp_path / "empty")
    assert (report["verdict"], report["index"], report["problem"]["line"]) == ("invalid", 1, None)


def test_bare_logs_in_a_folder_only_with_a_deal(tmp_path: Path) -> None:
    write(tmp_path, "a.moves", LEGAL)
    write(tmp_path, "b.json", GOOD)
    write(tmp_path, "c.txt", "# none\n")
    assert [Path(report["file"]).name for report in reports(tmp_path)] == ["b.json"]
    with_deal = reports(tmp_path, "--variant", "lucas", "--seed", "42")
    assert [(Path(report["file"]).name, report["played"]) for report in with_deal] == [
        ("a.moves", 14),
        ("b.json", 14),
        ("c.txt", 0),
    ]


# Streams

STREAMS: dict[str, tuple[bytes, list[str]]] = {
    "lines": (
        (GOOD + BAD + "\n" + "{\n" + GOOD.replace("\n", "\r\n") + '{"a":1}{"b":2}\n' + GOOD).encode(),
        ["", "wrong-type", "syntax", "", "syntax", ""],
    ),
    "documents": (
        (YAML + "--- 5\n" + "---\na: &b 1\n" + YAML + "---\na: 1\na: 2\n...\n# c\n" + YAML[4:]).encode(),
        ["", "not-a-record", "yaml-anchor", "", "duplicate-key", ""],
    ),
    "packs": (
        PACK
        + msgspec.msgpack.encode({"format": 7})
        + PACK
        + b"\x82\xa1a\x01\xa1a\x01"
        + b"\x91" * 20
        + b"\xc0"
        + PACK,
        ["", "not-a-record", "", "duplicate-key", "too-deep", ""],
    ),
    "broken documents": ((YAML + "---\na: [\n" + YAML * 3).encode(), ["", "syntax"]),
    "broken packs": (PACK * 2 + b"\xc1" + PACK * 3, ["", "", "syntax"]),
    "a pack cut short": (PACK * 2 + PACK[:-1], ["", "", "syntax"]),
    "a broken array": (("[" + GOOD + "," + GOOD + "," + "{]").encode(), ["", "", "syntax"]),
}


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_bad_record_does_not_stop_the_rest(name: str, jobs: str) -> None:
    data, codes = STREAMS[name]
    found = reports("-", "--jobs", jobs, given=data)
    assert [(report["problem"] or {"code": ""})["code"] for report in found] == codes
    assert [report["index"] for report in found] == [*range(1, len(codes) + 1)]
    assert {report["file"] for report in found} == {"-"}
    said = [report["problem"]["message"].endswith(REST) for report in found if report["problem"]]
    assert said == (
        [False] * (len(said) - 1) + [True] if "broken" in name or "short" in name else [False] * len(said)
    )


def test_what_ends_one_file_does_not_end_the_next(tmp_path: Path) -> None:
    broken = write(tmp_path, "a.yaml", YAML + "---\n[\n" + YAML)
    for jobs in ("1", "2"):
        found = reports(broken, broken, "-", "--jobs", jobs, given=YAML)
        assert [(Path(report["file"]).name, report["index"], report["verdict"]) for report in found] == [
            ("a.yaml", 1, "unfinished"),
            ("a.yaml", 2, "invalid"),
            ("a.yaml", 1, "unfinished"),
            ("a.yaml", 2, "invalid"),
            ("-", 1, "unfinished"),
        ]


# Memory


def peak(*arguments: str, line: bytes, count: int) -> float:
    """The most memory, in MB, that a check of so many lines takes; of the largest of its processes."""
    measured = Measured(COMMAND, "check", *arguments, "-", stdin=subprocess.PIPE, env=environment())
    assert measured.process.stdin is not None
    with measured.process.stdin as given:
        for number in range(count):
            given.write(line % (number + 1))
    status, megabytes, _ = measured.finish()
    assert status == 1
    return megabytes


@pytest.mark.parametrize(
    "options",
    [[], ["--jobs", "2"], ["--unique", "--best"], ["--format", "junit", "--summary"]],
    ids=lambda options: " ".join(options) or "plain",
)
def test_memory_does_not_grow_with_the_number_of_games(options: list[str]) -> None:
    line = b'{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"d %d-f"}\n'
    some, many = (peak(*options, line=line, count=count) for count in (1_000, 10_000))
    assert many < 100
    assert many - some < 6


# Interrupts and lost workers


def children(process: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):  # it has ended: before it was opened, or while it is read
        return []


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextlib.contextmanager
def endless_check(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """A check of more games than anybody would wait for, at work with two workers; in a session of its own."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [COMMAND, "check", "--jobs", "2", *options, "-"],
        stdin=reader,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    feeder = subprocess.Popen(
        ["yes", as_json(WON[4]).strip()], stdout=writer, stderr=subprocess.DEVNULL, start_new_session=True
    )
    os.close(reader)
    os.close(writer)
    try:
        end = time.monotonic() + SLOW
        while len(workers := children(process.pid)) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        assert len(workers) == 2
        yield process, workers
    finally:
        for started in (process, feeder):
            started.kill()
            started.wait()
        assert process.stderr is not None
        process.stderr.close()


@pytest.mark.parametrize("whole_group", [True, False], ids=["group", "parent"])
@pytest.mark.parametrize("after", [0.0, 0.05, 0.4])
def test_an_interrupt_ends_all_workers_at_once(whole_group: bool, after: float) -> None:
    with endless_check("--format", "yaml") as (process, workers):
        time.sleep(after)
        if whole_group:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=SLOW)
        assert (process.returncode, err) == (130, b"")
        assert not any(map(alive, workers))


@pytest.mark.parametrize("after", [0.0, 0.1, 0.4])
def test_a_killed_worker_is_reported_and_never_awaited(after: float, tmp_path: Path) -> None:
    report = tmp_path / "r.xml"
    with endless_check("--report", str(report)) as (process, workers):
        time.sleep(after)
        os.kill(workers[0], signal.SIGKILL)
        _, err = process.communicate(timeout=SLOW)
        assert process.returncode == 70
        assert err == (
            b"forty-thieves: a worker was lost, and with it the games it was judging (a process ended: SIGKILL); "
            b"nothing behind them was judged\n"
        )
        assert not any(map(alive, workers))
    assert os.listdir(tmp_path) == []


def test_no_report_is_missing_before_a_lost_worker() -> None:
    with endless_check("--format", "jsonl") as (process, workers):
        time.sleep(0.2)
        os.kill(workers[1], signal.SIGKILL)
        process.communicate(timeout=SLOW)
    assert process.returncode == 70


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_do_not_outlive_a_parent_that_was_ended(number: signal.Signals) -> None:
    with endless_check() as (process, workers):
        time.sleep(0.1)
        process.send_signal(number)
        process.wait(SLOW)
        end = time.monotonic() + SLOW
        while any(map(alive, workers)) and time.monotonic() < end:
            time.sleep(0.01)
        assert not any(map(alive, workers))


def test_more_processes_than_the_system_has_room_for() -> None:
    done = subprocess.run(
        ["bash", "-c", f'ulimit -n 40; exec "{COMMAND}" check --jobs 100 -'],
        input=GOOD.encode(),
        capture_output=True,
        env=environment(),
        timeout=SLOW,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == b"forty-thieves: cannot start 100 processes: too many open files\n"


# Progress


def on_terminal(until: bytes) -> bytes:
    """What a check of endless input writes to standard error, a terminal, when it is ended behind a word."""
    ours, theirs = pty.openpty()
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [COMMAND, "check", "-"],
        stdin=reader,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env=environment({"TERM": "xterm", "COLUMNS": "100"}),
    )
    feeder = subprocess.Popen(["yes", GOOD.strip()], stdout=writer, stderr=subprocess.DEVNULL)
    for descriptor in (theirs, reader, writer):
        os.close(descriptor)
    said = b""
    while until not in said and select.select([ours], [], [], SLOW)[0]:
        said += os.read(ours, 4096)
    feeder.kill()
    feeder.wait()
    with contextlib.suppress(OSError):
        while data := os.read(ours, 4096):
            said += data
    process.wait(SLOW)
    os.close(ours)
    return said


def test_progress_on_a_terminal() -> None:
    said = on_terminal(until=b"/s")
    assert b" games" in said
    assert b"/s" in said
    assert b"Traceback" not in said


# Report files


def test_report_files_that_cannot_be_written(tmp_path: Path) -> None:
    write(tmp_path, "a.json", GOOD)
    write(tmp_path, "there.xml", "mine")
    refused = run("check", "a.json", "--report", "new.json", "--report", "there.xml", cwd=tmp_path)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "forty-thieves: there.xml: the file is there already; --force replaces it\n"
    assert sorted(os.listdir(tmp_path)) == ["a.json", "there.xml"]
    assert (tmp_path / "there.xml").read_text() == "mine"
    forced = run("check", "a.json", "--report", "there.xml", "--force", cwd=tmp_path)
    assert forced.status == 1
    assert (tmp_path / "there.xml").read_text().startswith("<?xml")
    unknown = run("check", "a.json", "--report", "r.pdf", cwd=tmp_path)
    assert unknown.status == 2
    known = ".txt, .json, .jsonl, .yaml, .yml, .csv, .xml, .html, .htm"
    assert f"r.pdf: the suffix must be one of {known}" in " ".join(unknown.err.split())
    nowhere = run("check", "a.json", "--report", "no/where/r.json", cwd=tmp_path)
    assert nowhere.status == 2
    assert nowhere.err == "forty-thieves: no/where/r.json: cannot write the file: no such file or directory\n"


# Stopping early, summaries


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_fail_fast(jobs: str) -> None:
    given = as_json(WON[4]) * 3 + GOOD * 500
    ran = run("check", "-", "--fail-fast", "--jobs", jobs, given=given)
    assert [": won: " in line for line in ran.out.splitlines()] == [True] * 3 + [False]
    assert ran.err == "4 games: 3 won, 1 unfinished; stopped at the first that fell short\n"
    assert ran.status == 1
    held = run("check", "-", "--fail-fast", "--require", "legal", "--jobs", jobs, given=given)
    assert (held.status, held.err) == (0, "503 games: 3 won, 500 unfinished\n")


def test_summary_in_every_format(corpus: Path) -> None:
    def summarised(form: str) -> Any:
        return run("check", "--summary", "--format", form, "games/a.jsonl", cwd=corpus)

    lines = summarised("jsonl").out.splitlines()
    summary = msgspec.json.decode(lines[-1])
    assert summary == {
        "format": "forty-thieves-summary/1",
        "games": 360,
        "verdicts": {"won": 80, "unfinished": 40, "illegal": 40, "rejected": 40, "invalid": 160},
        "variants": {"forty-thieves": 40, "lucas": 200},
        "problems": {
            "bad-token": 40,
            "does-not-build": 40,
            "false-claim": 40,
            "not-a-record": 40,
            "syntax": 40,
            "wrong-type": 40,
        },
        "skipped": {},
    }
    assert len(lines) == 361
    assert msgspec.json.decode(summarised("json").out)[-1] == summary
    assert list(yaml.safe_load_all(summarised("yaml").out))[-1] == summary
    text = summarised("text").out.splitlines()[360:]
    assert text[:6] == [
        "games 360", "verdict won 80", "verdict unfinished 40", "verdict illegal 40", "verdict rejected 40",
        "verdict invalid 160",
    ]  # fmt: skip
    for form in ("junit", "github"):
        ran = summarised(form)
        assert ran.err.splitlines()[1:] == text
        assert "games 360" not in ran.out


def test_junit_for_a_server(corpus: Path) -> None:
    ran = run("check", "--format", "junit", "games", cwd=corpus)
    root = ET.fromstring(ran.out)
    cases = root.findall("testsuite/testcase")
    found = reports(corpus / "games")
    assert len(cases) == len(found) == int(root.get("tests", ""))
    assert len(root.findall(".//failure")) == int(root.get("failures", ""))
    assert len(root.findall(".//error")) == int(root.get("errors", ""))
    kinds = {"won": [], "invalid": ["error"]}
    for case, report in zip(cases, found, strict=True):
        assert [child.tag for child in case] == kinds.get(report["verdict"], ["failure"])


# What is said on the way


def test_skipped_files_are_named_and_counted(corpus: Path) -> None:
    ran = run("check", "-v", "-q", "--summary", "--format", "jsonl", "games", cwd=corpus)
    assert {line for line in ran.err.splitlines() if ": skipped: " in line} == {
        "games/.hidden.json: skipped: hidden",
        "games/loop: skipped: links",
        "games/notes.md: skipped: not records by their suffix",
        "games/out.json: skipped: links",
    }
    assert msgspec.json.decode(ran.out.splitlines()[-1])["skipped"] == {"hidden": 1, "links": 2, "others": 1}
    assert "skipped: " not in run("check", "-q", "games", cwd=corpus).err.replace("skipped in folders: ", "")


def test_a_guessed_variant_is_named(tmp_path: Path) -> None:
    write(tmp_path, "a.moves", "d")
    said = "forty-thieves: no variant was given: taken is forty-thieves\n"
    assert run("check", "--seed", "1", "a.moves", cwd=tmp_path).err == said
    assert run("check", "--seed", "1", "a.moves", "-qq", cwd=tmp_path).err == ""
    assert run("check", "--variant", "forty-thieves", "--seed", "1", "a.moves", cwd=tmp_path).err == ""


def test_a_deal_is_no_game_and_the_command_for_it_is_named(tmp_path: Path) -> None:
    write(tmp_path, "deal.yaml", run("deal", "lucas", "--seed", "42").out)
    ran = run("check", "deal.yaml", cwd=tmp_path)
    assert ran.status == 2
    assert ran.out == (
        "deal.yaml:2:9: wrong-record: this is a deal record: expected a game record; "
        "forty-thieves convert --check checks records that are not games\n"
    )


@pytest.mark.parametrize("option", ["--max-size", "--max-games", "--max-moves", "--jobs", "--top"])
@pytest.mark.parametrize("number", ["9223372036854775807", "1" + "0" * 23, "-1", "1.5", "x"])
def test_numbers_beyond_the_machines_are_wrong_usage(option: str, number: str) -> None:
    ran = run("check", option, number, "-", given=GOOD)
    assert (ran.status, ran.out) == (2, "")
    assert option in ran.err
