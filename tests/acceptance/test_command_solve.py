"""The commands ``solve`` and ``survey``: what they write, say and exit with.

They run uncompiled where there is an option for it, on deals that the first small search wins.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from forty_thieves.game import shuffles
from support.command import COMMAND, LEGAL, LUCAS, WON, as_json, environment, run, write

PLAIN = ("--engine", "python")
EASY_RULES = "format: forty-thieves-rules/1\nname: easy\nranks: A234\ncolumns: 5\nface_up: 2\n"
"""Rules of a small game that is won within a few thousand positions, nearly always."""
SMALL_RULES = "format: forty-thieves-rules/1\nname: small\nranks: A2345\ncolumns: 3\nface_up: 3\n"
"""Rules of a game of which some deals are soon proved to be lost."""


@pytest.fixture(scope="module")
def easy(tmp_path_factory: pytest.TempPathFactory) -> tuple[str | Path, ...]:
    """The options that ask for an easy game."""
    return "--rules", write(tmp_path_factory.mktemp("rules"), "easy.yaml", EASY_RULES)


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a won game."""
    path = tmp_path_factory.mktemp("won") / "won.yaml"
    assert run("solve", "lucas", "--seed", "2002", "--effort", "30000", *PLAIN, "--output", path).status == 0
    return path


@pytest.fixture(scope="module")
def easily_won(easy: tuple[str | Path, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a won game of the easy kind."""
    path = tmp_path_factory.mktemp("easily-won") / "won.yaml"
    assert run("solve", *easy, "--seed", "1", "--effort", "30000", *PLAIN, "--output", path).status == 0
    return path


def test_a_won_game_is_judged_won(won: Path) -> None:
    assert run("check", won).status == 0
    text = won.read_text()
    assert "claim: won\n" in text
    assert 'solver: "single/2 #1"\n' in text


def test_by_effort_the_output_is_the_same_with_any_number_of_jobs(easy: tuple[str | Path, ...]) -> None:
    settings = ("solve", *easy, "--seed", "1", "--count", "4", "--effort", "2000", *PLAIN, "--format", "jsonl")
    first, second = (run(*settings, *jobs) for jobs in ((), ("--jobs", "2")))
    assert first == second
    assert 1 <= first.out.count("\n") < 4
    assert len(first.err.splitlines()) == 4


def test_what_was_not_won_is_unknown_and_nothing_else() -> None:
    ran = run("solve", "forty-thieves", "--seed", "1", "--effort", "500", *PLAIN)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "forty-thieves 1: unknown (effort): 500 positions examined, engine python\n"
    assert run("solve", "forty-thieves", "--seed", "1", "--effort", "500", *PLAIN, "-q").err == ""


def test_time_ends_it() -> None:
    ran = run("solve", "forty-thieves", "--seed", "1", "--time", "0.1", *PLAIN)
    assert ran.status == 1
    assert "unknown (time)" in ran.err


def test_an_unfinished_game_is_gone_on_with(tmp_path: Path, easily_won: Path) -> None:
    deal = run("convert", easily_won, "--to", "jsonl")
    game = msgspec.json.decode(deal.out)
    half = " ".join(game["moves"].split()[:20])
    path = write(tmp_path, "half.json", msgspec.json.encode({**game, "moves": half, "claim": "unfinished"}).decode())
    ran = run("solve", path, "--effort", "60000", *PLAIN, "--format", "jsonl")
    assert ran.status == 0
    found = msgspec.json.decode(ran.out)
    assert " ".join(found["moves"].split()).startswith(half)
    assert run("check", "-", given=ran.out).status == 0


def test_a_position_gives_a_log(tmp_path: Path, easily_won: Path) -> None:
    position = run("play", easily_won, "--at", "20", "--format", "json").out
    path = write(tmp_path, "position.json", position)
    ran = run("solve", path, "--effort", "60000", *PLAIN, "--format", "moves")
    assert ran.status == 0
    log = " ".join(ran.out.split())
    assert "foundations  C 4C 4C" in run("play", path, log).out
    refused = run("solve", path, *PLAIN)
    assert refused.status == 2
    assert "wrong-record" in refused.err


def test_a_won_game_stays_as_it_is(won: Path) -> None:
    ran = run("solve", won, *PLAIN)
    assert ran.status == 0
    assert "won: 0 steps, 0 positions examined, engine python" in ran.err
    assert run("check", "-", given=ran.out).status == 0


def test_a_stuck_game_is_unwinnable(tmp_path: Path) -> None:
    rules = "{base: forty-thieves, name: tiny, columns: 1, ranks: A2, decks: 1, face_up: 8}"
    path = write(
        tmp_path,
        "stuck.yaml",
        f'format: forty-thieves-deal/1\nrules: {rules}\ntableau: ["AC AD AH AS 2D 2H 2S 2C"]\nstock: ""\n',
    )
    ran = run("solve", path, *PLAIN)
    assert ran.status == 1
    assert "unwinnable: no legal move" in ran.err


def test_bad_input_is_named_and_stops_nothing(tmp_path: Path, won: Path) -> None:
    illegal = write(tmp_path, "illegal.yaml", f"{LUCAS}moves: {LEGAL} 1-1\n")
    ran = run("solve", illegal, tmp_path / "missing.yaml", won, *PLAIN, "--format", "jsonl")
    assert ran.status == 2
    assert f"{illegal}:3:48: same-column: move 15, 1-1" in ran.err
    assert "missing.yaml: unreadable" in ran.err
    assert run("check", "-", given=ran.out).status == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("lucas", "--seed", "1", "--time", "0"),
        ("lucas", "--seed", "1", "--time", "nan"),
        ("lucas", "--seed", "1", "--time", "-1"),
        ("lucas", "--seed", "1", "--effort", "0"),
        ("lucas", "--seed", "1", "--jobs", "1000"),
        ("lucas", "--seed", "1", "--engine", "c"),
        ("lucas", "maria", "--seed", "1"),
        ("lukas", "--seed", "1"),
        ("lucas", "--seed", "100000000000000000000", "--count", "2"),
        (),
        ("deal.yaml", "--count", "2"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    ran = run("solve", *arguments, *(() if "--engine" in arguments else PLAIN))
    assert ran.status == 2
    assert ran.out == ""


@pytest.mark.parametrize("name", ["lucas", "Rank and File", "pysolfc/lucas"])
def test_a_variant_without_a_number(tmp_path: Path, name: str) -> None:
    ran = run("solve", name, *PLAIN, cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert f"{name} is a variant, and there is no such file: add --seed N" in " ".join(ran.err.split())
    if "/" not in name:  # a file that is called so is read
        write(tmp_path, name, f"{LUCAS}moves: 1-1\n")
        assert run("solve", name, *PLAIN, cwd=tmp_path).err.startswith(f"{name}:3:8: same-column")


def test_an_interrupt_keeps_what_was_found(tmp_path: Path, easy: tuple[str | Path, ...]) -> None:
    path = tmp_path / "won.jsonl"
    arguments = ("solve", *easy, "--seed", "1", "--count", "100000", "--effort", "30000", *PLAIN, "--output", path)
    running = subprocess.Popen([COMMAND, *arguments], stderr=subprocess.PIPE, env=environment(), text=True)
    assert running.stderr is not None
    assert "easy 1: won" in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    said = running.stderr.read()
    assert running.wait(60) == 130
    assert "interrupted after" in said
    assert run("check", path).status == 0
    assert os.listdir(tmp_path) == ["won.jsonl"]


# Deals that can be won


def test_deals_that_are_known_to_be_winnable(tmp_path: Path, easy: tuple[str | Path, ...]) -> None:
    options = ("deal", *easy, "--seed", "1", "--count", "3", "--winnable", "--effort", "2000")
    deals = run(*options, "--format", "jsonl")
    games = run(*options, "--format", "jsonl", "--solution")
    assert (deals.status, games.status) == (0, 0)
    assert run("check", "-", given=games.out).status == 0
    seeds = [msgspec.json.decode(line)["seed"] for line in deals.out.splitlines()]
    assert seeds == [msgspec.json.decode(line)["deal"]["seed"] for line in games.out.splitlines()]
    folder = tmp_path / "deals"
    assert run(*options, "--output", f"{folder}/").status == 0
    digits = len(str(seeds[-1]))
    assert sorted(os.listdir(folder)) == [f"easy-{seed:0{digits}}.yaml" for seed in seeds]
    assert seeds != [1, 2, 3]
    assert run(*options, "--format", "jsonl", "--engine", "python").out == deals.out


def test_deals_with_a_par(tmp_path: Path) -> None:
    """The par is the steps of the game that --solution writes, and that --shorten finds with as much effort."""
    options = ("deal", "lucas", "--seed", "57", "--winnable", "--effort", "200000")
    first = msgspec.json.decode(run(*options, "--solution", "--format", "jsonl").out)
    ran = run(*options, "--par", "--meta", "note=x", "--output", tmp_path / "deal.jsonl")
    assert ran.status == 0
    deal = msgspec.json.decode((tmp_path / "deal.jsonl").read_bytes())
    par, solver = deal["meta"]["par"], deal["meta"]["solver"]
    assert deal["meta"] == {"note": "x", "par": par, "solver": first["meta"]["solver"]}
    assert deal["format"] == "forty-thieves-deal/2"
    assert int(par) < int(first["meta"]["steps"])
    game = msgspec.json.decode(run(*options, "--par", "--solution", "--format", "jsonl").out)
    assert game["meta"] == {"steps": par, "solver": solver}
    assert game["deal"]["meta"] == {"par": par, "solver": solver}
    path = write(tmp_path, "game.json", as_json(game))
    for original in (tmp_path / "deal.jsonl", path):
        ran = run("check", "--deal", original, path)
        assert (ran.status, ran.out) == (0, f"{path}: won: lucas, {len(game['moves'].split())} moves, at par\n")
    won = run("solve", "lucas", "--seed", str(deal["seed"]), "--effort", "200000", "--format", "jsonl")
    examined = re.search(r"(\d+) positions", won.err)
    assert examined is not None
    again = ("--effort", str(int(examined[1]) + 200_000), "--shorten", "--format", "jsonl")
    assert (
        msgspec.json.decode(run("solve", "lucas", "--seed", str(deal["seed"]), *again).out)["moves"] == game["moves"]
    )


@pytest.mark.parametrize(
    "options",
    [
        ("--solution",),
        ("--effort", "5"),
        ("--difficulty", "hard"),
        ("--par",),
        ("--engine", "python"),
        ("--winnable", "--par", "--format", "svg"),
        ("--winnable", "--par", "--meta", "par=88"),
        ("--winnable", "--solution", "--format", "text"),
        ("--winnable", "--solution", "--meta", "a=b"),
        ("--winnable", "--effort", "0"),
    ],
)
def test_wrong_usage_of_winnable(options: tuple[str, ...]) -> None:
    ran = run("deal", "lucas", "--seed", "1", *options)
    assert (ran.status, ran.out) == (2, "")


def test_where_too_few_can_be_won() -> None:
    last = str(shuffles.find("ms").most)
    ran = run("deal", "lucas", "--seed", last, "--shuffle", "ms", "--winnable", "--effort", "1")
    assert (ran.status, ran.out) == (1, "")
    assert "only 0 of 1 deals were found" in ran.err


# Surveys


def test_a_survey_and_what_it_comes_to(tmp_path: Path, easy: tuple[str | Path, ...]) -> None:
    path = tmp_path / "easy.jsonl"
    settings = ("survey", *easy, "--effort", "2000", *PLAIN, "--output", path)
    assert run(*settings, "--seeds", "1-2").status == 0
    ran = run(*settings, "--seeds", "1-4", "--jobs", "2")
    assert ran.status == 0
    table = run("survey", "--table", path).out.splitlines()
    assert len(table) == 3
    assert table[2].startswith("| easy | 4 |")
    entries = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()][1:]
    assert [entry["number"] for entry in entries] == [1, 2, 3, 4]
    won = {entry["number"]: entry for entry in entries if entry["status"] == "won"}
    assert 1 <= len(won) < 4
    assert run("survey", "--numbers", path).out.split() == [str(number) for number in won]
    assert run("survey", "--check", path).status == 0
    number, entry = next(iter(won.items()))
    again = run("solve", *easy, "--seed", str(number), "--effort", str(entry["effort"]), *PLAIN, "--format", "moves")
    assert again.out.split() == entry["log"].split()
    for command in ("check", "convert", "solve", "play"):
        ran = run(command, path)
        assert ran.status == 2
        assert (ran.out + ran.err).startswith(f"{path}:1:11: wrong-record: this is a survey file")


def test_a_table_counts_deals_of_another_shuffle_or_other_rules_apart(tmp_path: Path) -> None:
    settings = ("--seeds", "1-2", "--effort", "5", *PLAIN)
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl")]
    games: list[tuple[str | Path, ...]] = [("lucas",), ("lucas", "--shuffle", "ms")]
    for build in ("any-suit", "same-suit"):
        rules = tmp_path / f"{build}.yaml"
        rules.write_text(f"format: forty-thieves-rules/1\nbase: lucas\nname: my-lucas\nbuild: {build}\n")
        games.append(("--rules", rules))
    for game, path in zip(games, files, strict=True):
        assert run("survey", *game, *settings, "--output", path).status == 0
    table = run("survey", "--table", *files, files[0]).out.splitlines()[2:]
    assert [line.split(" | ")[:2] for line in table] == [
        ["| lucas", "2"], ["| lucas (ms)", "2"], ["| my-lucas", "2"], ["| my-lucas", "2"],
    ]  # fmt: skip


def test_the_wins_of_a_survey_are_checked(tmp_path: Path) -> None:
    lucas = next(game for game in WON if game["deal"]["variant"] == "lucas")
    number, log = lucas["deal"]["seed"], " ".join(str(lucas["moves"]).split())
    head = {"format": "forty-thieves-survey/1", "variant": "lucas", "shuffle": "pysolfc", "portfolio": "single/1"}
    won = {"number": number, "status": "won", "effort": 9, "steps": 198, "log": log}
    good = write(tmp_path, "good.jsonl", as_json(head) + as_json(won))
    ran = run("survey", "--check", good)
    assert (ran.status, ran.out, ran.err) == (0, "", f"{good}: of its wins 1 hold, 0 do not, 0 have no log\n")
    bad = write(tmp_path, "bad.jsonl", as_json(head) + as_json({**won, "number": 42}) + as_json(won))
    ran = run("survey", "--check", bad, good)
    assert ran.status == 1
    assert ran.out.startswith(f"{bad}:2: number 42: ")
    assert ran.out.count("\n") == 1
    assert ran.err.splitlines()[0] == f"{bad}: of its wins 1 hold, 1 do not, 0 have no log"
    del won["log"]
    bare = write(tmp_path, "bare.jsonl", as_json(head) + as_json(won))
    assert run("survey", "--check", bad, bare).status == 2
    del won["steps"]
    ran = run("survey", "--table", good, write(tmp_path, "none.jsonl", as_json(head) + as_json(won)))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"forty-thieves: {tmp_path}/none.jsonl:2: number {number}: won, but without its steps\n"


def test_surveys_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    head = {"format": "forty-thieves-survey/1", "variant": "lucas", "shuffle": "pysolfc", "portfolio": "single/1",
            "effort": 9000}  # fmt: skip
    files = [
        write(tmp_path, f"{number}.jsonl", as_json(head) + as_json({"number": number, **entry}))
        for number, entry in enumerate(
            (
                {"status": "won", "effort": 5000, "steps": 198},
                {"status": "unknown", "reason": "effort", "effort": 9000},
            )
        )
    ]
    ran = run("survey", "--plot", tmp_path / "a.svg", *files)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    drawn = (tmp_path / "a.svg").read_bytes()
    assert ET.fromstring(drawn).tag.endswith("svg")
    # Two files of one game are one line; to standard output it is SVG.
    assert len(re.findall(rb'id="\w*PolyCollection_\d+"', drawn)) == 1
    assert run("survey", "--plot", "-", *files).out.encode() == drawn
    assert run("survey", "--plot", tmp_path / "a.png", *files).status == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    for name, told in (("a.svg", "is there already; --force replaces it"), ("a.pdf", "one of .svg, .png")):
        ran = run("survey", "--plot", tmp_path / name, files[0])
        assert (ran.status, ran.out) == (2, "")
        assert told in ran.err
    assert (tmp_path / "a.svg").read_bytes() == drawn
    assert run("survey", "--plot", tmp_path / "a.svg", files[0], "--force").status == 0
    assert (tmp_path / "a.svg").read_bytes() != drawn
    (tmp_path / "matplotlib.py").write_text("raise ImportError('none here')\n")
    ran = run("survey", "--plot", tmp_path / "b.svg", *files, env={"PYTHONPATH": str(tmp_path)})
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "forty-thieves: a plot needs matplotlib (none here): pip install 'forty-thieves[plot]'\n"
    assert not (tmp_path / "b.svg").exists()


def test_proofs_decide_numbers_of_a_survey(tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    game = ("--rules", write(tmp_path, "small.yaml", SMALL_RULES), "--effort", "100", *PLAIN)
    assert run("survey", *game, "--seeds", "2", "--output", path).status == 0
    before = path.read_bytes()
    ran = run("survey", "--prove", "60", path, *PLAIN)
    assert (ran.status, ran.err) == (0, "small: 1 deal, 0 won, 1 unwinnable, 0 undecided\n")
    assert path.read_bytes().startswith(before)
    proved = msgspec.json.decode(path.read_bytes()[len(before) :])
    effort, by = proved.pop("effort"), proved.pop("by")
    assert proved == {"number": 2, "status": "unwinnable"}
    ran = run("solve", *game, "--seed", "2", "--prove", "60")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"small 2: unwinnable: {by}, {effort + 100} positions examined\n"


def test_that_there_are_no_proofs_for_the_rules_is_said(tmp_path: Path) -> None:
    path = tmp_path / "little-forty.jsonl"
    assert run("survey", "little-forty", "--seeds", "1", "--effort", "10", *PLAIN, "--output", path).status == 0
    before = path.read_bytes()
    ran = run("survey", "--prove", "60", path, *PLAIN)
    assert ran.status == 0
    assert ran.err == f"forty-thieves: {path}: there are no proofs for the rules of little-forty\n"
    assert path.read_bytes() == before
    ran = run("solve", "little-forty", "--seed", "1", "--effort", "10", "--prove", "60", *PLAIN)
    assert (ran.status, ran.out) == (1, "")
    words = "unknown (effort): 10 positions examined, engine python; there are no proofs for its rules"
    assert ran.err == f"little-forty 1: {words}\n"


def test_a_survey_with_other_settings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lucas.jsonl"
    assert run("survey", "lucas", "--seeds", "1", "--effort", "10", *PLAIN, "--output", path).status == 0
    before = path.read_bytes()
    ran = run("survey", "lucas", "--seeds", "1", "--effort", "20", *PLAIN, "--output", path)
    assert ran.status == 2
    assert "effort 10, not 20" in ran.err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("lucas", "--output", "x.jsonl"),
        ("lucas", "--seeds", "1-5"),
        ("lucas", "--seeds", "5-1", "--output", "x.jsonl"),
        ("lucas", "--seeds", "a-b", "--output", "x.jsonl"),
        ("lucas", "--seeds", "1-99999999999", "--output", "x.jsonl"),
        ("lucas", "--seeds", "1", "--time", "inf", "--output", "x.jsonl"),
        ("--table",),
        ("--numbers", "missing.jsonl"),
        ("--table", "--numbers", "missing.jsonl"),
        ("--table", "--prove", "1", "missing.jsonl"),
        ("--table", "--check", "missing.jsonl"),
        ("--check",),
        ("--plot", "x.svg"),
        ("--plot", "x.svg", "missing.jsonl"),
        ("--plot", "x.svg", "--table", "missing.jsonl"),
        ("--plot", "x.svg", "--output", "y.svg", "missing.jsonl"),
        ("--check", "missing.jsonl"),
        ("--prove", "nan", "missing.jsonl"),
        ("--prove", "1"),
    ],
)
def test_wrong_usage_of_survey(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ran = run("survey", *arguments, cwd=tmp_path)
    assert ran.status == 2
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("fault", ["ImportError", "AttributeError", "OSError"])
def test_a_numba_that_does_not_work_is_done_without(tmp_path: Path, fault: str) -> None:
    (tmp_path / "numba.py").write_text(f"raise {fault}('half installed')\n")
    asked = ("solve", "lucas", "--seed", "2001", "--effort", "60000")
    ran = run(*asked, env={"PYTHONPATH": str(tmp_path)})
    assert (ran.status, "engine python" in ran.err) == (0, True)
    named = run(*asked, "--engine", "numba", env={"PYTHONPATH": str(tmp_path)})
    assert named.status == 2
    assert "half installed" in named.err


def test_an_engine_that_is_not_installed_is_named(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('no numba here')\n")
    ran = run("solve", "lucas", "--seed", "1", "--engine", "numba", env={"PYTHONPATH": str(tmp_path)})
    assert ran.status == 2
    assert "pip install 'forty-thieves[solver]'" in ran.err


def test_other_commands_import_nothing_of_the_solver() -> None:
    script = "import sys; from forty_thieves.commands import app, check, deal, play; print(*sys.modules)"
    python = str(Path(COMMAND).with_name("python"))
    loaded = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba", "forty_thieves.solving.kernel"} & set(loaded)


def test_a_portfolio_by_name() -> None:
    """What was found with an older portfolio can be found again."""
    words = ("solve", "number-ten", "--seed", "2001", "--effort", "200000")
    older, newest = run(*words, "--portfolio", "sequences/1"), run(*words)
    assert "sequences/1 #1" in older.err
    assert "sequences/3 #1" in newest.err
    unknown = run(*words, "--portfolio", "single/9")
    assert unknown.status == 2
    assert "there are single/1, single/2, sequences/1, sequences/2, sequences/3" in unknown.err


def test_a_survey_goes_on_with_its_portfolio(tmp_path: Path) -> None:
    file = str(tmp_path / "survey.jsonl")
    words = ("survey", "number-ten", "--effort", "1000", "--output", file)
    assert run(*words, "--seeds", "1", "--portfolio", "sequences/1").status == 0
    refused = run(*words, "--seeds", "1-2")
    assert refused.status == 2
    assert "portfolio sequences/1, not sequences/3" in refused.err
    assert run(*words, "--seeds", "1-2", "--portfolio", "sequences/1").status == 0
