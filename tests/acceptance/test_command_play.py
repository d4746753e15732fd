"""The command ``play``: moves applied to a deal, a game or a position."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from forty_thieves import deal as deal_of
from forty_thieves.game.moves import MAX_MOVES
from support.command import LEGAL, LUCAS, WON, as_json, game, reports, run, run_bytes, write
from support.paths import DATA

BY_NUMBER = ("play", "--variant", "lucas", "--seed", "42")
AFTER_FOUR = """\
Lucas, after 4 moves
foundations  C AC AC   D 2D AD   H AH AH   S 2S AS
stock        56 cards
waste        9C

  1   2   3   4   5   6   7   8   9  10  11  12  13
 7S  7S  8C  6H  TC  7D  TD  9S  5C  2C  9H  8H  4S
 2C  JS  3D  4C      3C  QC  6S  8D  6S  9C  KS  2D
 KC      4S  QD      3H  9S  TS  JD  4C  TC  KH  8S
                         8S
"""


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    """A file with a deal of Lucas."""
    return write(tmp_path, "deal.yaml", run("deal", "lucas", "--seed", "42").out)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with a game of Lucas, 14 moves long."""
    return write(tmp_path, "game.yaml", f"{LUCAS}moves: |\n  {LEGAL}\nmeta:\n  player: x\n")


MOVES = "5-f 5-f 2-7 d"
WAYS: list[tuple[str, tuple[str, ...], str]] = [
    ("one-argument", ("FILE", MOVES), ""),
    ("an-argument-a-move", ("FILE", *MOVES.split()), ""),
    ("lines", ("FILE", "5-f 5-f # x\n2-7", "d"), ""),
    ("moves-file", ("FILE", "--moves", "MOVES"), ""),
    ("moves-from-stdin", ("FILE", "--moves", "-"), MOVES),
    ("deal-from-stdin", ("-", MOVES), "FILE"),
    ("by-number", ("--variant", "lucas", "--seed", "42", MOVES), ""),
    ("by-number-an-argument-a-move", ("--variant", "lucas", "--seed", "42", *MOVES.split()), ""),
    ("by-number-moves-file", ("--variant", "lucas", "--seed", "42", "--moves", "MOVES"), ""),
    ("by-name", ("lucas", "--seed", "42", MOVES), ""),
    ("by-alias-like-name", ("LUCAS!", "--seed", "42", *MOVES.split()), ""),
    ("by-name-moves-file", ("lucas", "--seed", "42", "--moves", "MOVES"), ""),
    ("moves-of-a-game", ("FILE", "--moves", "GAME"), ""),
    ("moves-of-a-game-from-stdin", ("FILE", "--moves", "-"), f"{LUCAS}moves: {MOVES}\n"),
    ("asserting", ("FILE", "5-f=2s 5-F=2\u2666 2-7x1=8S D=9c"), ""),
]


@pytest.mark.parametrize(("arguments", "given"), [case[1:] for case in WAYS], ids=[case[0] for case in WAYS])
def test_ways_to_give_moves(tmp_path: Path, deal: Path, arguments: tuple[str, ...], given: str) -> None:
    moves = write(tmp_path, "log.moves", f"# a log\n{MOVES}\n")
    game_file = write(tmp_path, "game.json", as_json(game(MOVES)))
    paths = {"FILE": str(deal), "MOVES": str(moves), "GAME": str(game_file)}
    ran = run(
        "play", *(paths.get(word, word) for word in arguments), given=deal.read_text() if given == "FILE" else given
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == AFTER_FOUR


def test_game_and_more_moves(record: Path) -> None:
    assert run("play", record).out.startswith("Lucas, after 14 moves\n")
    assert run("play", record, "--at", "4").out == AFTER_FOUR
    assert run("play", record, "--at", "0").out == run(*BY_NUMBER).out
    assert run("play", record, "--at", "14").out == run("play", record).out
    longer = run("play", record, "5-f 5-f")
    assert longer.status == 1
    assert longer.out.startswith("Lucas, after 14 moves\n")
    assert longer.err.startswith("MOVES:1:1: not-on-foundation: move 15, 5-f: ")


@pytest.mark.parametrize(
    ("moves", "status", "after", "told"),
    [
        ("5-f 5-f 2-8", 1, 2, "MOVES:1:9: does-not-build: move 3, 2-8: cannot put 8S on TS: needs 9S"),
        ("5-f 99-f", 1, 1, "MOVES:1:5: no-such-column: move 2, 99-f: "),
        ("5-f\n5-f=3S", 1, 1, "MOVES:2:1: wrong-card: move 2, 5-f=3S: "),
        ("r", 1, 0, "MOVES:1:1: no-redeal-left: move 1, r: "),
        ("5-f 2>7", 2, 1, "MOVES:1:5: bad-token: move 2, 2>7: "),
        ("5-f 5-f\u00a02-7", 2, 1, "MOVES:1:5: bad-token: move 2, 5-f\\xa02-7: "),
        ("5-f, 5-f", 2, 0, "MOVES:1:1: bad-token: move 1, 5-f,: '5-f,' is not a move: moves are separated by spaces"),
        ("5-f;d", 2, 0, "MOVES:1:1: bad-token: move 1, 5-f;d: '5-f;d' is not a move: moves are separated by spaces"),
        ("5\u2013f", 2, 0, "MOVES:1:1: bad-token: move 1, 5\u2013f: '5\u2013f' is not a move: its dash is U+2013"),
        ("5\u2212f", 2, 0, "MOVES:1:1: bad-token: move 1, 5\u2212f: '5\u2212f' is not a move: its dash is U+2212"),
        ("1. 5-f", 2, 0, "MOVES:1:1: bad-token: move 1, 1.: '1.' is not a move: moves are not numbered"),
        ("1)5-f", 2, 0, "MOVES:1:1: bad-token: move 1, 1)5-f: '1)5-f' is not a move: moves are not numbered"),
        ("\x1b[31m", 2, 0, "MOVES:1:1: bad-token: move 1, \\x1b[31m: "),
    ],
)
def test_at_a_bad_move_the_table_is_shown_as_it_stood(moves: str, status: int, after: int, told: str) -> None:
    ran = run(*BY_NUMBER, moves)
    assert ran.status == status
    assert ran.out.startswith(f"Lucas, after {after} move{'' if after == 1 else 's'}\n")
    assert ran.err.startswith(told)
    assert ran.err.count("\n") == 1


def test_a_bad_move_of_a_file_is_told_with_its_place(tmp_path: Path, deal: Path) -> None:
    file = write(tmp_path, "game.yaml", LUCAS + "moves: |\n  5-f 5-f\n  2-8\n")
    ran = run("play", file)
    assert (ran.status, ran.err.partition(": move")[0]) == (1, f"{file}:5:3: does-not-build")
    log = write(tmp_path, "log.moves", "# x\n 5-f 9-f")
    ran = run("play", deal, "--moves", log)
    assert (ran.status, ran.err.partition(": move")[0]) == (1, f"{log}:2:6: not-on-foundation")


def test_trace_shows_every_step() -> None:
    ran = run(*BY_NUMBER, MOVES, "--trace")
    assert [line for line in ran.out.splitlines() if line.startswith(("Lucas", "move"))] == [
        "Lucas, after 0 moves",
        "move 1: 5-f",
        "Lucas, after 1 move",
        "move 2: 5-f",
        "Lucas, after 2 moves",
        "move 3: 2-7",
        "Lucas, after 3 moves",
        "move 4: d",
        "Lucas, after 4 moves",
    ]
    assert ran.out.endswith(AFTER_FOUR)
    stopped = run(*BY_NUMBER, "5-f 9-f d", "--trace")
    assert stopped.status == 1
    assert stopped.out.count("Lucas, after") == 2


@pytest.mark.parametrize("form", ["yaml", "json", "jsonl", "msgpack"])
def test_position_records_can_be_played_on(tmp_path: Path, form: str) -> None:
    done = run_bytes(*BY_NUMBER, MOVES, "--format", form)
    assert (done.returncode, done.stderr) == (0, b"")
    file = write(tmp_path, f"position.{form}", done.stdout)
    assert run("play", file).out == AFTER_FOUR
    rest = LEGAL.removeprefix(MOVES)
    assert run("play", file, rest).out == run(*BY_NUMBER, LEGAL).out
    assert run_bytes("play", file, "--format", form).stdout == done.stdout


def test_the_position_record_is_as_promised() -> None:
    told: dict[str, Any] = msgspec.json.decode(run(*BY_NUMBER, MOVES, "--format", "json").out)
    assert list(told) == [
        "format", "variant", "tableau", "face_down", "waste", "stock", "foundations", "redeals_left", "played",
    ]  # fmt: skip
    assert told["format"] == "forty-thieves-position/1"
    assert told["tableau"][4:7] == ["TC", "7D 3C 3H", "TD QC 9S 8S"]
    assert told["foundations"] == ["AC", "AC", "AD 2D", "AD", "AH", "AH", "AS 2S", "AS"]
    assert (told["waste"], told["face_down"], told["redeals_left"], told["played"]) == ("9C", [0] * 13, 0, 4)


def test_trace_as_records() -> None:
    ran = run(*BY_NUMBER, MOVES, "--trace", "--format", "jsonl")
    assert [msgspec.json.decode(line)["played"] for line in ran.out.splitlines()] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("name", "start"), [("g.yaml", "---\n"), ("g.json", "{\n"), ("g.jsonl", "{"), ("g", "---\n")]
)
def test_save_and_check(tmp_path: Path, name: str, start: str) -> None:
    file = tmp_path / name
    ran = run(*BY_NUMBER, MOVES, "--save", file)
    assert (ran.status, ran.out, ran.err) == (0, AFTER_FOUR, "")
    assert file.read_text(encoding="utf-8").startswith(start)
    (told,) = reports(file)
    assert (told["verdict"], told["played"]) == ("unfinished", 4)
    again = run(*BY_NUMBER, MOVES, "--save", file)
    assert again.status == 2
    assert again.err == f"forty-thieves: {file}: the file is there already; --force replaces it\n"
    assert run(*BY_NUMBER, "d", "--save", file, "--force").status == 0
    assert reports(file)[0]["played"] == 1


def test_folders(tmp_path: Path, deal: Path) -> None:
    saved = run(*BY_NUMBER, "5-f", "--save", "games/", "--output", "boards/new/", cwd=tmp_path)
    assert (saved.status, saved.out, saved.err) == (0, "", "")
    assert reports(tmp_path / "games/lucas-42.yaml")[0]["played"] == 1
    assert (tmp_path / "boards/new/lucas-42.txt").read_text(encoding="utf-8").startswith("Lucas, after 1 move\n")
    again = run("play", deal, "--save", tmp_path / "games")
    assert (
        again.err
        == f"forty-thieves: {tmp_path}/games/lucas-42.yaml: the file is there already; --force replaces it\n"
    )


def test_a_variant_or_a_file_of_that_name(tmp_path: Path) -> None:
    write(tmp_path, "lucas", run("deal", "maria", "--seed", "1").out)
    both = run("play", "lucas", "--seed", "1", cwd=tmp_path)
    assert (both.status, both.out) == (2, "")
    assert "lucas is a variant, and a file here: write --variant lucas, or ./lucas for the file" in both.err
    assert run("play", "./lucas", cwd=tmp_path).out.startswith("Maria, after 0 moves\n")
    assert run("play", "--variant", "lucas", cwd=tmp_path).out.startswith("Lucas, after 0 moves\n")


def test_what_a_deal_says_beside_the_deal_is_kept(tmp_path: Path) -> None:
    """A contest's par, for one: whatever command writes the game."""
    said = {"par": "190", "note": "Monday"}
    file = tmp_path / "deal.yaml"
    options = [word for name, text in said.items() for word in ("--meta", f"{name}={text}")]
    assert run("deal", "lucas", "--seed", "2001", *options, "-o", file).status == 0
    assert run("play", file, "d", "--save", tmp_path / "played.yaml").status == 0
    assert run("play", tmp_path / "played.yaml", "-i", given="d\nsave by-hand.yaml", cwd=tmp_path).status == 0
    for start in ("deal", "by-hand"):
        solved = tmp_path / f"solved-{start}.yaml"
        assert run("solve", tmp_path / f"{start}.yaml", "--effort", "60000", "-o", solved).status == 0
    for name in ("played", "by-hand", "solved-deal", "solved-by-hand"):
        written = yaml.safe_load((tmp_path / f"{name}.yaml").read_text(encoding="utf-8"))
        assert (name, written["deal"].get("meta")) == (name, said)
        assert "par" not in written.get("meta", {})
    for words in (["deal.yaml", "d"], ["played.yaml"], ["played.yaml", "--at", "0"]):
        page = run("play", *words, "--format", "html", cwd=tmp_path).out
        record = page.partition('<pre id="record">')[2].partition("</pre>")[0]
        assert (words, yaml.safe_load(unescape(record))["deal"].get("meta")) == (words, said)


def test_save_keeps_what_the_game_says_of_itself(tmp_path: Path, record: Path) -> None:
    file = tmp_path / "longer.yaml"
    assert run("play", record, "d", "--save", file).status == 0
    saved = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert saved["meta"] == {"player": "x"}
    assert saved["moves"].split() == [*LEGAL.split(), "d"]
    assert file.read_text(encoding="utf-8").count("moves: |\n") == 1


def test_an_illegal_game_is_not_saved(tmp_path: Path) -> None:
    ran = run(*BY_NUMBER, "5-f 9-f", "--save", tmp_path / "g.yaml")
    assert ran.status == 1
    assert "was not written" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_position_has_no_game_to_save(tmp_path: Path) -> None:
    position = write(tmp_path, "p.yaml", run(*BY_NUMBER, "--format", "yaml").out)
    ran = run("play", position, "d", "--save", tmp_path / "g.yaml")
    assert ran.status == 2
    assert "no game to save" in ran.err
    assert not (tmp_path / "g.yaml").exists()


def test_seed_that_was_drawn_is_told() -> None:
    ran = run("play", "--variant", "lucas")
    assert ran.status == 0
    seed = ran.err.split()[1]
    assert ran.err == f"seed {seed} was drawn\n"
    assert run("play", "--variant", "lucas", "--seed", seed).out == ran.out


@pytest.mark.parametrize("one", WON, ids=lambda one: one["deal"]["variant"])
def test_won_games_end_with_a_cleared_table(one: dict[str, Any]) -> None:
    ran = run("play", "-", given=as_json(one))
    assert ran.status == 0
    assert "foundations  C KC KC   D KD KD   H KH KH   S KS KS\nstock        0 cards" in ran.out


@pytest.mark.parametrize(
    ("arguments", "given", "told"),
    [
        ((), "", "give a FILE, or a VARIANT"),
        (("-", "--moves", "-"), "", "only once"),
        (("-", "d", "--moves", "log"), "", "not both"),
        (("--seed", "1", "d", "--moves", "log"), "", "not both"),
        (("--seed", "x"), "", "bad-seed"),
        (("--variant", "lukas", "--seed", "1"), "", "did you mean 'lucas'?"),
        (("lukas",), "", "there is no such file, and there is no variant 'lukas'; did you mean 'lucas'?"),
        (("lucas", "--variant", "maria", "d"), "", "'lucas' is not a move"),
        (("lucas", "--save", "g.txt"), "", "g.txt: the name has to end in one of .yaml, .json, .jsonl, .msgpack"),
        (("lucas", "-o", "board.csv"), "", "board.csv: the name has to end in one of .txt, "),
        (("missing.yaml",), "", "missing.yaml: unreadable: "),
        (("--seed", "1", "--moves", "missing"), "", "missing: unreadable: "),
        (("-",), "", "-: empty: "),
        (("-",), "d d d", "-:1:1: no-deal: "),
        (("-",), "[]", "-:1:2: empty: "),
        (("-",), as_json(game("d")) * 2, "too-many-records"),
        (("-",), as_json({"format": "forty-thieves-rules/1", "name": "x"}), "wrong-record"),
        (("-",), as_json(game("d", move="d")), "unknown-field"),
        (("-",), LUCAS + "moves: '5-f # d'\n", "-:3:13: lost-comment: "),
        (("--seed", "1", "--at", "-1"), "", "--at"),
        (("--seed", "1", "d", "--at", "2"), "", "there is no move 2: the log has only 1 move"),
        (("--seed", "1", "--format", "xml"), "", "'xml' is not one of"),
    ],
)
def test_bad_input(tmp_path: Path, arguments: tuple[str, ...], given: str, told: str) -> None:
    ran = run("play", *arguments, given=given, cwd=tmp_path)
    assert ran.status == 2
    assert told in ran.err


def test_faults_of_a_log_name_its_file(tmp_path: Path, deal: Path) -> None:
    log = write(tmp_path, "long.moves", "d d\nd d")
    ran = run("play", deal, "--moves", log, "--max-moves", "2")
    assert (ran.status, ran.err) == (
        2,
        f"{log}:2:1: too-large: the log has more than 2 moves; --max-moves allows more\n",
    )
    commented = write(tmp_path, "game.yaml", LUCAS + "moves: '5-f # d'\n")
    ran = run("play", deal, "--moves", commented)
    assert (ran.status, ran.err.partition(": a #")[0]) == (2, f"{commented}:3:13: lost-comment")
    other = write(tmp_path, "other.yaml", run("deal", "maria", "--seed", "1").out)
    ran = run("play", deal, "--moves", other)
    assert (ran.status, ran.err.partition(": this")[0]) == (2, f"{other}:2:9: wrong-record")


def test_empty_log_is_no_fault(tmp_path: Path, deal: Path) -> None:
    assert run("play", deal, "--moves", write(tmp_path, "log.moves", "")).status == 0
    assert run("play", deal, "--moves", "-", given="# nothing yet\n").out == run(*BY_NUMBER).out


def test_the_longest_log_is_played_well_before_it_counts_as_hanging() -> None:
    dealt = deal_of("pysolfc/unlimited", 42)
    first, later = len(dealt.stock), len(dealt.stock) + len(dealt.waste)
    log = ("d " * first + "r " + ("d " * later + "r ") * (MAX_MOVES // later)).split(maxsplit=MAX_MOVES)[:MAX_MOVES]
    ran = run("play", "--variant", "pysolfc/unlimited", "--seed", "42", "--moves", "-", given=" ".join(log))
    assert (ran.status, ran.err) == (0, "")


# By hand, over a pipe


def test_by_hand_over_a_pipe_a_game_goes_on_from_any_move(tmp_path: Path, record: Path) -> None:
    ran = run("play", record, "--at", "4", "-i", given="redo\nundo all\nlog\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Lucas, seed 42, after 4 moves, the last one d\n")
    assert "after 5 moves, the last one 8-2\n" in ran.out
    assert ran.out.endswith(f"undone  {LEGAL}\n")
    longer = run(
        "play", record, "--moves", write(tmp_path, "more.moves", "d"), "-i", given="save longer.yaml", cwd=tmp_path
    )
    assert longer.status == 0
    assert longer.out.endswith("Saved 15 moves in longer.yaml.\n")
    assert yaml.safe_load((tmp_path / "longer.yaml").read_text(encoding="utf-8"))["meta"] == {"player": "x"}


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ("", 0),
        ("5-f\nundo\nhelp\nquit\nzz\n", 0),
        ("9-f\n5-f\n", 1),
        ("5-f 9-f\nzz\nd\n", 2),
        ("undo x\n", 2),
        ("save .\n", 2),
        ("save record.yaml", 2),
        ("\n\n# nothing\n", 0),
        ("5-f\r\nd\r\n", 0),
        ("\x00\x1b[31m\n", 2),
    ],
)
def test_by_hand_over_a_pipe_the_status_tells_what_went_wrong(tmp_path: Path, typed: str, status: int) -> None:
    write(tmp_path, "record.yaml", "theirs")
    ran = run(*BY_NUMBER, "-i", given=typed, cwd=tmp_path)
    assert (ran.status, ran.err) == (status, "")
    assert "[y/N" not in ran.out
    assert "\n> " not in ran.out
    assert (tmp_path / "record.yaml").read_text(encoding="utf-8") == "theirs"


def test_by_hand_over_a_pipe_every_move_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    ran = run(*BY_NUMBER, "-i", "--save", file, given="5-f\n5-f 2-7\nundo\n")
    assert ran.status == 0
    saved = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert (saved["moves"], saved["meta"]) == ("5-f 5-f\n", {"undone_moves": "2-7"})
    again = run(*BY_NUMBER, "-i", "--save", file, given="d\n")
    assert again.status == 2
    assert "is there already, and was left as it is." in again.out
    assert run("play", file, "-i", "--save", file, given="redo\n").status == 0
    assert reports(file)[0]["played"] == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--format", "json"), "--interactive shows boards as text"),
        (("--trace",), "--interactive shows boards as text"),
        (("--output", "board.txt"), "--interactive shows boards as text"),
        (("--moves", "-"), "standard input can be read only once"),
        (("--at", "1"), "there is no move 1: the log has only 0 moves"),
    ],
)
def test_by_hand_goes_with_few_options(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    ran = run(*BY_NUMBER, "-i", *arguments, given="d\n", cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


def test_by_hand_a_log_that_is_not_legal_is_shown_and_not_played_on(tmp_path: Path) -> None:
    ran = run(*BY_NUMBER, "5-f 9-f", "-i", "--save", tmp_path / "game.yaml", given="d\n")
    assert ran.status == 1
    assert ran.out.startswith("Lucas, after 1 move\n")
    assert ran.err.startswith("MOVES:1:5: not-on-foundation: ")
    assert not list(tmp_path.iterdir())


def test_by_hand_another_program_s_save_is_left_alone(tmp_path: Path) -> None:
    save = write(tmp_path, "lucas.pso", (DATA / "pysolfc_saves/written/lucas-won.pso").read_bytes())
    before = save.read_bytes()
    ran = run("play", save, "-i", given="undo\nsave\n", cwd=tmp_path)
    assert ran.status == 0
    assert "The game is won: undo, restart, new or quit?" in ran.out
    assert save.read_bytes() == before
    (other,) = tmp_path.glob("*.yaml")
    assert reports(other)[0]["verdict"] == "unfinished"
