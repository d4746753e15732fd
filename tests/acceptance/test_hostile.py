"""Input that means harm: a clear message, the right exit status, no hanging, in bounded memory."""

from __future__ import annotations

import gzip
import os
import resource
import subprocess
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from support.command import COMMAND, LEGAL, LUCAS, SLOW, WON, as_json, environment, game, shell, write
from support.measured import Measured

MEGABYTES = 200
GOOD = as_json(game(LEGAL))
HEAD = '{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"'
REST = "; the rest of the file is not judged"


class Ended(Struct):
    """How a check ended, with what it took."""

    status: int
    out: str
    err: str
    megabytes: float


def check(*arguments: str | bytes | Path, given: Iterable[bytes] | None = None, cwd: Path | None = None) -> Ended:
    """Run a check and measure it. What is given goes through a pipe, as far as it is read.

    Every check has to stay in bounds, tell without a traceback and without a terminal escape.
    """
    measured = Measured(
        COMMAND,
        "check",
        *arguments,
        stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        cwd=cwd,
    )
    process = measured.process
    told: dict[str, bytes] = {}
    assert process.stdout is not None
    assert process.stderr is not None
    readers = [
        threading.Thread(target=lambda: told.update(out=process.stdout.read())),  # type: ignore[union-attr]
        threading.Thread(target=lambda: told.update(err=process.stderr.read())),  # type: ignore[union-attr]
    ]
    for thread in readers:
        thread.start()
    if given is not None:
        assert process.stdin is not None
        try:
            with process.stdin as stream:
                for piece in given:
                    stream.write(piece)
        except BrokenPipeError:
            pass
    for thread in readers:
        thread.join()
    status, megabytes, _ = measured.finish()
    process.stdout.close()
    process.stderr.close()
    ended = Ended(
        status,
        told["out"].decode(),
        told["err"].decode(),
        megabytes,
    )
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.out + ended.err
    assert ended.megabytes < MEGABYTES
    return ended


def codes(ended: Ended) -> list[str]:
    """The problem codes, or verdicts, of the games of a report in JSON Lines."""
    found = [msgspec.json.decode(line) for line in ended.out.splitlines()]
    return [report["problem"]["code"] if report["problem"] else report["verdict"] for report in found]


def lone(text: str) -> bytes:
    return f'{HEAD}{text}"}}\n'.encode()


# Files: name, content, the codes that are told, the exit status

FILES: list[tuple[str, str, Any, list[str], int]] = [
    ("a million moves", "a.jsonl", lambda: lone("d " * 1_000_000), ["too-large"], 2),
    ("a million moves in YAML", "a.yaml", lambda: f"{LUCAS}moves: |\n  {'d ' * 1_000_000}\n", ["too-large"], 2),
    ("a token of 10 MB", "a.jsonl", lambda: lone("x" * 10_000_000), ["bad-token"], 2),
    ("a number of 10 MB in a token", "a.jsonl", lambda: lone("9" * 10_000_000 + "-f"), ["no-such-column"], 1),
    ("a card of 10 MB in a token", "a.jsonl", lambda: lone("d=" + "9" * 10_000_000), ["bad-token"], 2),
    ("a token of 10 MB in YAML", "a.yaml", lambda: f"{LUCAS}moves: {'x' * 10_000_000}\n", ["bad-token"], 2),
    ("numbers of a million digits", "a.jsonl",
     lambda: "".join(f'{{"format":"forty-thieves-game/1","deal":{{"variant":"lucas","seed":{seed}}},"moves":""}}\n'
                     for seed in ("9" * 10**6, "-" + "9" * 10**6, "9" * 10**6 + ".5", "1e" + "9" * 10**6)),
     ["bad-seed"] * 4, 2),
    ("a number of a million digits alone", "a.jsonl", lambda: "7" * 10**6 + "\n" + GOOD,
     ["not-a-record", "unfinished"], 2),
    ("a number of a million digits in YAML", "a.yaml",
     lambda: f"format: forty-thieves-game/1\ndeal: {{variant: lucas, seed: {'9' * 10**6}}}\nmoves: d\n",
     ["bad-seed"], 2),
    ("surrogates", "a.jsonl",
     lambda: lone("\\ud800") + lone("d=\\udc00") + lone("d # \\udfff") + lone("\\ud83d\\ude00")
     + b'{"format":"\\ud800"}\n'
     + as_json(game("d", meta={"a": "x"})).replace('"x"', '"\\ud800"').encode()
     + as_json(game("d", deal={"variant": "x", "seed": 1})).replace('"x"', '"\\udc00"').encode(),
     ["bad-text", "bad-text", "bad-text", "bad-token", "not-a-record", "bad-text", "bad-text"], 2),
    ("surrogates in keys and words", "a.jsonl",
     lambda: b'{"format":"forty-thieves-game/1","\\ud800":1}\n'
     + as_json(game("d", claim="x")).replace('"x"', '"\\ud800"').encode()
     + as_json(game("d", deal={"x": 1})).replace('"x"', '"\\udfff"').encode(),
     ["bad-text"] * 3, 2),
    ("a field like a decoder's path", "a.yaml",
     lambda: f"---\n{LUCAS}moves: d\n" + "---\nformat: forty-thieves-game/1\n"
     "deal: {rules: {base: lucas, name: own}, seed: 5}\nmoves: d\n\"x` - at `$.deal.rules[...]\": 1\n"
     + f"---\n{LUCAS}moves: d\n'$.moves[0]': 1\n---\n{LUCAS}moves: d\n",
     ["unfinished", "unknown-field", "unknown-field", "unfinished"], 2),
    ("too many values", "a.jsonl", lambda: b'{"format":[' + b"1," * 4_000_000 + b"1]}\n" + GOOD.encode(),
     ["too-large", "unfinished"], 2),
    ("too many elements on a line", "a.json", lambda: b"[" + b'{"format":1},' * 100_000 + b"1]",
     ["not-a-record"] * 100_001, 2),
    ("a card list of a million cards", "a.jsonl",
     lambda: as_json(game("d", deal={"variant": "lucas", "tableau": [], "stock": "AC " * 10**6})).encode(),
     ["too-large"], 2),
    ("a million blank lines in a block", "a.yaml",
     lambda: b"format: forty-thieves-game/1\ndeal: {variant: lucas, seed: 42}\nmoves: |\n  d\n"
     + b"\n" * 10**6 + b"  x\n",
     ["bad-token"], 2),
    ("a million escapes before a bad token", "a.jsonl", lambda: lone("\\n" * 10**6 + "x"), ["bad-token"], 2),
    ("surrogates in UTF-8", "a.jsonl", lambda: lone("d").replace(b"d\"}", b'\xed\xa0\x80"}'), ["not-utf8"], 2),
    ("NUL bytes", "a.jsonl", lambda: lone("d\\u0000") + b"\0\0\0\n" + lone("d").replace(b"42", b"42\0"),
     ["bad-token", "not-utf8", "syntax"], 2),
    ("NUL bytes in YAML", "a.yaml", lambda: f"{LUCAS}moves: d\0\n---\n{LUCAS}moves: d\n", ["syntax"], 2),
    ("NUL bytes in a log", "a.moves", lambda: b"d d d d 5-f \0 d", ["no-deal"], 2),
    ("a file of NUL bytes", "a", lambda: bytes(100_000), ["not-utf8"], 2),
    ("a gzip bomb", "a.jsonl.gz", lambda: gzip.compress(bytes(50_000_000)), ["syntax"], 2),
    ("a gzip bomb by another name", "a.jsonl", lambda: gzip.compress(bytes(50_000_000)), ["syntax"], 2),
    ("2^32 elements", "a.msgpack", lambda: b"\xdd\xff\xff\xff\xff" + bytes(1000), ["syntax"], 2),
    ("2^32 keys", "a.msgpack", lambda: b"\xdf\xff\xff\xff\xff" + b"\xa1a\x00" * 1000, ["syntax"], 2),
    ("2^32 bytes", "a.msgpack", lambda: b"\xdb\xff\xff\xff\xff" + b"a" * 1000, ["syntax"], 2),
    ("2^32 elements in each other", "a.msgpack", lambda: b"\xdd\xff\xff\xff\xff" * 1000, ["syntax"], 2),
    ("many values in MessagePack", "a.msgpack", lambda: b"\xdd\x00\x0f\x42\x40" + bytes(1_000_000), ["too-large"], 2),
    ("a text by the name of MessagePack", "a.msgpack", lambda: GOOD * 100, ["not-a-record"], 2),
    ("many blank lines", "a.jsonl", lambda: b"\n" * 2_000_000 + GOOD.encode(), ["unfinished"], 1),
    ("many blank lines in YAML", "a.yaml", lambda: "\n" * 1_000_000 + LUCAS + "moves: d\n", ["unfinished"], 1),
    ("many comments in YAML", "a.yaml", lambda: "# c\n" * 500_000 + LUCAS + "moves: d\n", ["unfinished"], 1),
    ("many directives in YAML", "a.yaml", lambda: "%A b\n" * 100_000, ["too-large"], 2),
    ("YAML of one deep list", "a.yaml", lambda: "[" * 1_000_000, ["too-deep"], 2),
    ("YAML of deep dashes", "a.yaml", lambda: "- " * 1_000_000, ["too-deep"], 2),
    ("YAML of question marks", "a.yaml", lambda: "? " * 1_000_000, ["wrong-type"], 2),
    ("YAML of many keys", "a.yaml", lambda: "".join(f"{key}: 0\n" for key in range(100_000)), ["too-large"], 2),
    ("JSON of deep lists", "a.jsonl", lambda: "[" * 1_000_000 + "\n" + '{"a":' * 1_000_000 + "\n" + GOOD,
     ["too-deep", "too-deep", "unfinished"], 2),
    ("a quotation without an end", "a.jsonl", lambda: '{"' + "\\\"" * 1_000_000 + "\n" + GOOD,
     ["syntax", "unfinished"], 2),
    ("one CR for all line ends", "a.jsonl", lambda: GOOD.replace("\n", "\r") * 1000, ["syntax"], 2),
    ("a mark and nothing else", "a.jsonl", lambda: b"\xef\xbb\xbf", ["empty"], 2),
    ("a mark at the very end", "a.jsonl", lambda: GOOD.encode() + b"\xef\xbb\xbf", ["unfinished"], 1),
    ("many marks", "a.jsonl", lambda: b"\xef\xbb\xbf" * 100, ["syntax"], 2),
    ("many marks, YAML", "a.yaml", lambda: b"\xef\xbb\xbf" * 100 + b"format: x\n", ["not-a-record"], 2),
]  # fmt: skip
"""What each file holds, its name, its content, the codes of its games, and the exit status."""


@pytest.mark.parametrize(
    ("name", "content", "expected", "status"), [case[1:] for case in FILES], ids=[case[0] for case in FILES]
)
def test_hostile_file(tmp_path: Path, name: str, content: Any, expected: list[str], status: int) -> None:
    write(tmp_path, name, content())
    ended = check("--format", "jsonl", name, cwd=tmp_path)
    assert codes(ended) == expected
    assert ended.status == status


@pytest.mark.parametrize("form", ["text", "json", "yaml", "junit", "github", "html"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_hostile_text_in_every_format(tmp_path: Path, form: str, jobs: str) -> None:
    lines = [lone("\\ud800 d"), lone("\\u001b[31m"), lone("]]>\\u0000"), lone("x" * 500_000), lone("d=\\udc00")]
    write(tmp_path, "a.jsonl", b"".join(lines))
    ended = check("--format", form, "--unique", "--jobs", jobs, "a.jsonl", cwd=tmp_path)
    assert ended.status == 2
    assert ended.err == "5 games: 5 invalid\n"


# Sizes


def test_a_line_of_half_a_gigabyte_does_not_stop_the_rest(tmp_path: Path) -> None:
    with open(tmp_path / "a.jsonl", "wb") as file:
        file.write(GOOD.encode())
        file.seek(512 * 1024**2, os.SEEK_CUR)
        file.write(b"\n" + GOOD.encode())
    ended = check("--format", "jsonl", "a.jsonl", cwd=tmp_path)
    assert codes(ended) == ["unfinished", "too-large", "unfinished"]
    assert "larger than 16777216 bytes; --max-size allows more" in ended.out


@pytest.mark.parametrize("form", ["jsonl", "yaml", "json", "moves", "msgpack"])
def test_a_stream_of_one_byte_with_a_small_size(form: str) -> None:
    pieces = (b" x"[1:] * 65536 for _ in range(300))
    ended = check("--max-size", "1000", "--input-format", form, "--format", "jsonl", "-", given=pieces)
    assert codes(ended) == ["not-a-record" if form == "msgpack" else "too-large"]
    assert ended.status == 2


@pytest.mark.parametrize("form", [None, "jsonl", "yaml", "json", "moves", "msgpack"])
def test_dev_zero(form: str | None) -> None:
    options = ["--input-format", form] if form else []
    ended = check(*options, "/dev/zero")
    assert ended.status == 2
    assert len(ended.out.splitlines()) == 1
    assert "larger than" in ended.out or "a mapping; read the number 0" in ended.out


def test_dev_null_and_other_devices() -> None:
    assert check("/dev/null").out == "/dev/null: empty: the file is empty\n"
    assert check("--input-format", "msgpack", "/dev/urandom").status == 2


def test_many_documents_in_one_file(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "--- a\n" * 20_000)
    write(tmp_path, "b.json", "[" + "0," * 20_000 + "0]")
    write(tmp_path, "c.jsonl", "0\n" * 20_000)
    ended = check("-qq", "--summary", "a.yaml", "b.json", "c.jsonl", cwd=tmp_path)
    assert ended.out.startswith("games 60001\nverdict won 0\n")
    assert ended.megabytes < 60


def test_more_documents_than_allowed(tmp_path: Path) -> None:
    for name, text in (("a.yaml", "--- a\n" * 50), ("b.json", "[" + "0," * 50 + "0]"), ("c.jsonl", "0\n" * 50)):
        write(tmp_path, name, text)
        ended = check("--max-games", "20", name, cwd=tmp_path)
        lines = ended.out.splitlines()
        assert len(lines) == 21
        assert lines[-1] == f"{name}: game 21: too-large: more than 20 records in one file{REST}"


@pytest.mark.parametrize(
    ("option", "given"),
    [("--max-moves", lone("d " * 21)), ("--max-size", lone("d " * 500))],
)
def test_the_message_names_the_limit(option: str, given: bytes) -> None:
    ended = check(option, "20" if option == "--max-moves" else "300", "--input-format", "jsonl", "-", given=[given])
    assert f"{option} allows more" in ended.out
    assert ended.status == 2


# What is no plain file


def test_a_named_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe.jsonl").write_bytes(GOOD.encode() * 2))
    writer.start()
    ended = check("--format", "jsonl", "pipe.jsonl", cwd=tmp_path)
    writer.join()
    assert codes(ended) == ["unfinished"] * 2


def test_a_pipe_that_a_shell_names() -> None:
    ran = shell('"$FT" check <(printf \'%s\' "$GAME") <(printf \'%s\' "$GAME")', env={"GAME": GOOD})
    assert len(ran.out.splitlines()) == 2
    assert ran.status == 1


def test_a_named_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    write(tmp_path, "a.jsonl", GOOD)
    ended = check(tmp_path)
    assert ended.err == "1 game: 1 unfinished; skipped in folders: 1 not records by their suffix\n"


def test_a_socket_and_a_folder_by_a_record_s_name(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").mkdir()
    write(tmp_path / "a.jsonl", "b.jsonl", GOOD)
    ended = check("--format", "jsonl", tmp_path)
    assert codes(ended) == ["unfinished"]


def test_link_loops(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").symlink_to("b.jsonl")
    (tmp_path / "b.jsonl").symlink_to("a.jsonl")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "up").symlink_to("..")
    (tmp_path / "in" / "zero.jsonl").symlink_to("/dev/zero")
    write(tmp_path, "c.jsonl", GOOD)
    ended = check(".", cwd=tmp_path)
    assert ended.err == "1 game: 1 unfinished; skipped in folders: 4 links\n"
    named = check("a.jsonl", cwd=tmp_path)
    assert named.out == "a.jsonl: unreadable: cannot read the file: too many levels of symbolic links\n"
    assert named.status == 2


# Files that change


def test_a_file_that_grows_while_it_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", GOOD * 5000)
    stop = threading.Event()

    def grow() -> None:
        with open(path, "ab") as file:
            for _ in range(200):
                if stop.wait(0.002):
                    return
                file.write(GOOD.encode() * 3)
                file.flush()

    writer = threading.Thread(target=grow)
    writer.start()
    ended = check("-qq", "--summary", path)
    stop.set()
    writer.join()
    assert ended.status in (1, 2)
    assert int(ended.out.split()[1]) >= 5000


def checked_while(change: Callable[[], object], *arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    """Run a check of more games than a pipe holds reports of, and change something after the first report.

    Returns:
        The exit status and the reports.
    """
    command = [COMMAND, "check", "--format", "jsonl", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        change()
        out, err = first + process.stdout.read(), process.stderr.read()
    assert b"Traceback" not in err
    return process.returncode, [msgspec.json.decode(line) for line in out.splitlines()]


@pytest.mark.parametrize("how", ["truncated", "removed", "replaced"])
def test_a_file_that_goes_while_it_is_read(tmp_path: Path, how: str) -> None:
    path = write(tmp_path, "a.jsonl", GOOD * 4_000)

    def change() -> None:
        if how == "truncated":
            os.truncate(path, 1000)
        elif how == "removed":
            path.unlink()
        else:
            os.replace(write(tmp_path, "b.txt", "x"), path)

    status, reports = checked_while(change, path)
    assert status in (1, 2)
    assert {report["verdict"] for report in reports} <= {"unfinished", "invalid"}
    if how == "truncated":
        assert 100 < len(reports) < 4_000
    else:  # an open file is there until it is closed
        assert len(reports) == 4_000


def test_files_that_go_before_their_turn(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", as_json(WON[4]) * 1_000)
    names = [f"b{number:02}.jsonl" for number in range(20)]
    for name in names:
        write(tmp_path, name, GOOD)

    def remove() -> None:
        for name in names:
            (tmp_path / name).unlink()

    status, reports = checked_while(remove, tmp_path)
    assert status == 2
    assert [report["verdict"] for report in reports] == ["won"] * 1_000 + ["invalid"] * 20
    assert {report["problem"]["message"] for report in reports[1_000:]} == {
        "cannot read the file: no such file or directory"
    }


# Names


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "yaml", "junit", "github", "html"])
def test_names_that_mean_harm(tmp_path: Path, form: str) -> None:
    names = ["a\nb.jsonl", "\x1b[2J.jsonl", "c\rd.jsonl", "-q.jsonl", "e\u202ef.jsonl", "g%,:h.jsonl", "]]>.jsonl"]
    for name in names:
        write(tmp_path, name, GOOD)
    write(tmp_path, "won.jsonl", as_json(WON[4]))
    (tmp_path / os.fsdecode(b"\xff\xfe.jsonl")).write_text(GOOD)
    ended = check("--format", form, ".", cwd=tmp_path)
    assert ended.status == 1
    assert ended.err == f"{len(names) + 2} games: 1 won, {len(names) + 1} unfinished\n"
    if form == "text":
        assert len(ended.out.splitlines()) == len(names) + 2
        assert "./a\\nb.jsonl:1:" in ended.out
        assert "./\\xff\\xfe.jsonl:1:" in ended.out


# Many files


def test_ten_thousand_files_with_few_descriptors(tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    whole = as_json(game("d"))
    first = write(folder, "00000.json", whole)
    for number in range(1, 10_000):
        os.link(first, folder / f"{number:05}.json")
    ran = shell('ulimit -n 64; "$FT" check --jobs 2 --require legal many | tail -n 1', cwd=tmp_path)
    assert (ran.out, ran.err) == (
        "many/09999.json: unfinished: lucas, 1 move, 8 cards on the foundations\n",
        "10000 games: 10000 unfinished\n",
    )


def test_no_limit_of_recursion_or_memory_is_met(tmp_path: Path) -> None:
    """Within half a gigabyte of address space, which a bomb of any kind would leave at once."""
    write(tmp_path, "a.yaml", "a: &a [1, 2]\nb: [" + "*a, " * 1000 + "]\n")
    write(tmp_path, "b.json", '{"a":' * 100_000)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (512 * 1024**2, 512 * 1024**2))

    done = subprocess.run(
        [COMMAND, "check", "a.yaml", "b.json"],
        capture_output=True,
        env=environment(),
        cwd=tmp_path,
        preexec_fn=limited,
        timeout=SLOW,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout.decode().splitlines() == [
        "a.yaml:1:4: yaml-anchor: the anchor '&a': anchors and aliases are not read",
        "b.json:1:81: too-deep: nested deeper than 16 levels: no record is",
    ]
