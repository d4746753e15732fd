"""The command ``check``: what it prints, where to, and what it exits with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from support.command import LEGAL, LUCAS, WON, Ran, as_json, game, reports, run, run_bytes, write

GAMES = {
    "won": as_json(WON[4]),
    "unfinished": as_json(game(LEGAL)),
    "illegal": as_json(game("5-f 5-f 2-8")),
    "rejected": as_json(game("d", claim="won")),
    "invalid": as_json(game("5-f 2>8")),
}
"""A game of each verdict, as JSON."""
PLACES = {"unfinished": "s-f", "illegal": "2-8", "rejected": '"won"', "invalid": "2>8"}
"""What the line about a game that fell short points at."""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A file for each verdict, and one that is not there."""
    made = {verdict: write(tmp_path, f"{verdict}.json", text) for verdict, text in GAMES.items()}
    return {**made, "missing": tmp_path / "missing.json"}


STATUSES = [
    (["won"], "won", 0),
    (["won", "won"], "won", 0),
    (["unfinished"], "won", 1),
    (["unfinished"], "legal", 0),
    (["won", "unfinished"], "legal", 0),
    (["illegal"], "won", 1),
    (["illegal"], "legal", 1),
    (["rejected"], "legal", 1),
    (["invalid"], "won", 2),
    (["invalid"], "legal", 2),
    (["missing"], "legal", 2),
    (["illegal", "invalid", "won"], "won", 2),
    (["missing", "illegal"], "won", 2),
]


@pytest.mark.parametrize(
    ("games", "require", "status"), STATUSES, ids=["+".join(case[0]) + "-" + case[1] for case in STATUSES]
)
def test_exit_status(files: dict[str, Path], games: list[str], require: str, status: int) -> None:
    ran = run("check", "--require", require, *(files[name] for name in games))
    assert ran.status == status
    lines = ran.out.splitlines()
    assert [line.split(":")[0] for line in lines] == [str(files[name]) for name in games]


def test_a_line_a_game_and_a_summary_apart(files: dict[str, Path]) -> None:
    ran = run("check", *files.values())
    folder = files["won"].parent
    at = {name: GAMES[name].rindex(word) + 1 for name, word in PLACES.items()}
    assert ran.out.splitlines() == [
        f"{folder}/won.json: won: lucas, {len(WON[4]['moves'].split())} moves",
        f"{folder}/unfinished.json:1:{at['unfinished']}: unfinished: lucas, 14 moves, 11 cards on the foundations",
        f"{folder}/illegal.json:1:{at['illegal']}: does-not-build: move 3, 2-8: cannot put 8S on TS: needs 9S",
        f"{folder}/rejected.json:1:{at['rejected']}: false-claim: the record claims a won game, "
        "but 96 cards are not on the foundations",
        f"{folder}/invalid.json:1:{at['invalid']}: bad-token: move 2, 2>8: '2>8' is not a move: "
        "it is written with a hyphen, as in 3-5",
        f"{folder}/missing.json: unreadable: cannot read the file: no such file or directory",
    ]
    assert ran.err == "6 games: 1 won, 1 unfinished, 1 illegal, 1 rejected, 2 invalid\n"


def test_one_game_has_no_summary(files: dict[str, Path]) -> None:
    assert run("check", files["won"]).err == ""
    assert run("check", files["illegal"]).err == ""


@pytest.mark.parametrize(
    ("quiet", "verdicts", "summary"),
    [
        ([], ["won", "unfinished", "illegal", "rejected", "invalid"], True),
        (["-q"], ["unfinished", "illegal", "rejected", "invalid"], True),
        (["-q", "--require", "legal"], ["illegal", "rejected", "invalid"], True),
        (["-qq"], [], False),
        (["--quiet", "--quiet"], [], False),
    ],
)
def test_quiet(files: dict[str, Path], quiet: list[str], verdicts: list[str], summary: bool) -> None:
    ran = run("check", *quiet, *(files[name] for name in GAMES))
    assert [Path(line.split(":")[0]).stem for line in ran.out.splitlines()] == verdicts
    assert bool(ran.err) is summary
    assert ran.status == 2


def test_every_format_reports_the_same(files: dict[str, Path]) -> None:
    paths = [files[name] for name in GAMES]
    lines = run("check", "--format", "jsonl", *paths)
    found = [msgspec.json.decode(line) for line in lines.out.splitlines()]
    assert [report["verdict"] for report in found] == list(GAMES)
    assert list(found[0]) == [
        "format", "file", "index", "variant", "deal", "verdict", "legal", "won", "stuck", "moves", "steps",
        "played", "foundation_cards", "problem", "rank", "meta",
    ]  # fmt: skip
    assert list(found[2]["problem"]) == ["code", "message", "move", "token", "line", "column"]
    array = run("check", "--format", "json", *paths)
    documents = run("check", "--format", "yaml", *paths)
    assert msgspec.json.decode(array.out) == found
    assert list(yaml.safe_load_all(documents.out)) == found
    assert {lines.status, array.status, documents.status} == {2}
    assert lines.err == array.err == documents.err


def test_json_is_an_array_for_one_game_too(files: dict[str, Path]) -> None:
    found = msgspec.json.decode(run("check", "--format", "json", files["won"]).out)
    assert [report["verdict"] for report in found] == ["won"]


def test_bad_records_do_not_stop_the_others(tmp_path: Path) -> None:
    lines = write(tmp_path, "a.jsonl", f"{GAMES['won']}nope\n\n{{}}\n[1]\n\xff\n{GAMES['illegal']}")
    documents = write(
        tmp_path, "b.yaml", f"{LUCAS}moves: d\n---\n- a\n---\n{LUCAS}moves: &x d\n---\n{LUCAS}moves: d\n"
    )
    array = write(tmp_path, "c.json", f"[{GAMES['won']}, 5, {{}}, {GAMES['illegal']}]")
    found = reports(lines, documents, array)
    assert [(Path(report["file"]).name, report["index"], report["verdict"]) for report in found] == [
        ("a.jsonl", 1, "won"),
        ("a.jsonl", 2, "invalid"),
        ("a.jsonl", 3, "invalid"),
        ("a.jsonl", 4, "invalid"),
        ("a.jsonl", 5, "invalid"),
        ("a.jsonl", 6, "illegal"),
        ("b.yaml", 1, "unfinished"),
        ("b.yaml", 2, "invalid"),
        ("b.yaml", 3, "invalid"),
        ("b.yaml", 4, "unfinished"),
        ("c.json", 1, "won"),
        ("c.json", 2, "invalid"),
        ("c.json", 3, "invalid"),
        ("c.json", 4, "illegal"),
    ]


# What the input is


def encoded(form: str) -> bytes:
    """Two games in a format, a won one and an illegal one."""
    both = [WON[4], game("5-f 5-f 2-8")]
    match form:
        case "yaml":
            return b"".join(b"---\n" + yaml.safe_dump(one).encode() for one in both)
        case "json":
            return msgspec.json.encode(both)
        case "jsonl":
            return b"".join(msgspec.json.encode(one) + b"\n" for one in both)
        case _:
            return b"".join(msgspec.msgpack.encode(one) for one in both)


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl", "msgpack"])
def test_standard_input_is_sniffed(form: str) -> None:
    for arguments in (["-"], ["--input-format", form, "-"]):
        found = reports(*arguments, given=encoded(form))
        assert [(report["file"], report["index"], report["verdict"]) for report in found] == [
            ("-", 1, "won"),
            ("-", 2, "illegal"),
        ]


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.yaml", "yaml"), ("a.YML", "yaml"), ("a.json", "json"), ("a.jsonl", "jsonl"), ("a.ndjson", "jsonl"),
     ("a.msgpack", "msgpack"), ("a", "yaml"), ("a.xyz", "json"), ("a.dat", "jsonl"), ("a.bin", "msgpack")],
)  # fmt: skip
def test_suffix_or_start_tells_the_format(tmp_path: Path, name: str, form: str) -> None:
    found = reports(write(tmp_path, name, encoded(form)))
    assert [report["verdict"] for report in found] == ["won", "illegal"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("# a comment\n" + LUCAS + "moves: d\n", 1),
        ("\n\n" + LUCAS + "moves: d\n", 1),
        (LUCAS.replace("format", '"format"') + "moves: d\n", 1),
        ("moves: d\n" + LUCAS, 1),
        (as_json(game("d")).rstrip(), 1),
        ("\n " + as_json(game("d")), 1),
        ("{\n" + as_json(game("d"))[1:], 1),
        ("\ufeff" + as_json(game("d")), 1),
        ("[" + as_json(game("d")) + "]", 1),
        (as_json(game("d")) * 3, 3),
        ("\n" + as_json(game("d")) + "\n\n" + as_json(game("d")), 2),
    ],
)
def test_sniffing(text: str, count: int) -> None:
    found = reports("-", given=text)
    assert [report["verdict"] for report in found] == ["unfinished"] * count


def test_input_format_is_stronger_than_the_suffix(tmp_path: Path) -> None:
    file = write(tmp_path, "game.txt", GAMES["won"])
    assert [report["verdict"] for report in reports("--input-format", "json", file)] == ["won"]
    (found,) = reports(file)
    assert found["problem"]["code"] == "no-deal"


# The deal that is asked for


def test_bare_logs(tmp_path: Path) -> None:
    deal = write(tmp_path, "deal.yaml", run("deal", "lucas", "--seed", "42").out)
    whole = write(tmp_path, "game.json", GAMES["unfinished"])
    log = write(tmp_path, "solution.moves", LEGAL)
    for asked in (["--deal", str(deal)], ["--deal", str(whole)], ["--variant", "Lucas!", "--seed", "42"]):
        (found,) = reports(*asked, log)
        assert (found["variant"], found["verdict"], found["played"]) == ("lucas", "unfinished", 14)
        (found,) = reports(*asked, "-", given=LEGAL)
        assert (found["file"], found["verdict"]) == ("-", "unfinished")
    (found,) = reports("--deal", "-", log, given=deal.read_bytes())
    assert found["verdict"] == "unfinished"
    (found,) = reports("--seed", "42", log)
    assert found["variant"] == "forty-thieves"


def test_solutions_of_other_deals_are_rejected(tmp_path: Path) -> None:
    rules: dict[str, Any] = {"columns": 13, "face_up": 3, "foundations_start": "base", "build": "any-suit"}
    games = [
        WON[4],
        WON[5],
        game(LEGAL),
        {**game(LEGAL), "deal": {"rules": {"name": "lucas", **rules}, "seed": 42}},
        {**game(LEGAL), "deal": {"rules": {"name": "easy", **rules}, "seed": 42}},
        game(LEGAL, claim="won"),
        game("2>8"),
    ]
    file = write(tmp_path, "games.jsonl", "".join(as_json(one) for one in games))
    found = reports("--variant", "lucas", "--seed", "42", "--require", "legal", file)
    codes = [(report["verdict"], (report["problem"] or {}).get("code")) for report in found]
    other = ("rejected", "other-deal")
    assert codes == [
        other,
        other,
        ("unfinished", None),
        ("invalid", "bad-rules"),
        other,
        ("rejected", "false-claim"),
        ("invalid", "bad-token"),
    ]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--variant", "lucas"], "--variant and --rules need --seed"),
        (["--deal", "deal.yaml", "--seed", "1"], "not both"),
        (["--deal", "deal.yaml", "--variant", "lucas"], "not both"),
        (["--seed", "010"], "leading zero"),
        (["--variant", "lukas", "--seed", "1"], "did you mean 'lucas'?"),
        (["--require", "lost"], "'lost' is not one of"),
        (["--format", "xml"], "'xml' is not one of"),
        (["--max-size", "0"], "not in the range"),
        (["-"], "only once"),
        (["--deal", "-"], "only once"),
        (["--nope"], "No such option"),
    ],
)
def test_contradicting_options(arguments: list[str], found: str) -> None:
    ran = run("check", *arguments, "-", given=GAMES["won"])
    assert (ran.status, ran.out) == (2, "")
    assert found in ran.err


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty"), ("d d", "not-a-record"), (LUCAS + "moves: d\n---\n" + LUCAS, "too-many-records"),
     ("format: forty-thieves-rules/1\nname: x\n", "wrong-record"), (LUCAS.replace("42", "x"), "bad-seed"),
     ("format: forty-thieves-deal/1\nvariant: lukas\nseed: 1\n", "unknown-variant")],
)  # fmt: skip
def test_a_bad_deal_is_said_before_any_game_is_read(tmp_path: Path, text: str, code: str) -> None:
    deal = write(tmp_path, "deal", text)
    ran = run("check", "--deal", deal, tmp_path / "missing")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"{deal}:")
    assert f": {code}: " in ran.err
    assert ran.err.count("\n") == 1


# The same bytes everywhere

SURROUNDINGS: list[dict[str, str]] = [
    {"GITHUB_ACTIONS": "true"},
    {"CI": "true", "GITHUB_ACTIONS": "true", "FORCE_COLOR": "1"},
    {"COLUMNS": "40"},
    {"COLUMNS": "40", "LINES": "5", "TERMINAL_WIDTH": "40"},
    {"NO_COLOR": "1"},
    {"TERM": "dumb"},
    {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "4294967295"},
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kolkata"},
    {"PYTHONOPTIMIZE": "2"},
]


@pytest.mark.parametrize(
    "extra", SURROUNDINGS, ids=lambda extra: "+".join(f"{key}={value}" for key, value in extra.items())
)
def test_same_bytes_in_all_surroundings(files: dict[str, Path], extra: dict[str, str]) -> None:
    arguments: list[str | Path] = ["check", *files.values()]
    plain, found = run_bytes(*arguments), run_bytes(*arguments, env=extra)
    assert (found.returncode, found.stdout, found.stderr) == (plain.returncode, plain.stdout, plain.stderr)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-8"])
def test_suit_symbols_where_the_terminal_has_none(tmp_path: Path, encoding: str) -> None:
    file = write(tmp_path, "game.yaml", LUCAS + "moves: |\n  5-f=2\u2660 \u2665-f\n")
    done = run_bytes("check", file, env={"PYTHONIOENCODING": encoding})
    assert done.returncode == 2
    assert done.stderr == b""
    line = done.stdout.decode(encoding)
    assert line.startswith(f"{file}:4:10: bad-token: move 2, ")
    assert ("\u2665-f" in line) or ("\\u2665-f" in line)


# Names of files

NAMES = [
    "a b.yaml",
    "a\nb.yaml",
    "\x1b[31mred.yaml",
    "\u2660.yaml",
    "-",
    "--help",
    "a:1:1: won",
    "a'b\"c",
    "\u202eyaml",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_odd_names(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, LUCAS + "moves: d\n")
    ran = run("check", "--require", "legal", "--", f"./{name}", cwd=tmp_path)
    assert ran.status == 0
    assert ran.out.count("\n") == 1
    assert ran.out.endswith(": unfinished: lucas, 1 move, 8 cards on the foundations\n")
    assert ran.out.rstrip("\n").isprintable()


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
@pytest.mark.parametrize("form", ["text", "json", "jsonl", "yaml"])
def test_names_that_are_no_utf8(tmp_path: Path, form: str) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\xfe.yaml"
    try:
        with open(name, "wb") as file:
            file.write((LUCAS + "moves: d\n").encode())
    except OSError:
        pytest.skip("the file system takes only UTF-8")
    ran: Ran = run("check", "--require", "legal", "--format", form, name)
    assert ran.status == 0
    assert "\\xff\\xfe.yaml" in ran.out.replace("\\\\", "\\")


def test_won_games_of_every_variant(tmp_path: Path) -> None:
    file = write(tmp_path, "won.jsonl", "".join(map(as_json, WON)))
    ran = run("check", file)
    assert (ran.status, ran.err) == (0, "9 games: 9 won\n")
    assert [report["variant"] for report in reports(file)] == [one["deal"]["variant"] for one in WON]
