"""Help, the version, and what the shell completes."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from forty_thieves import __version__
from forty_thieves.commands import app
from forty_thieves.game import variants
from support.command import COMMAND, LEGAL, LUCAS, SLOW, WON, as_json, environment, run, run_bytes, shell, write

COMMANDS = list(app.COMMANDS)
VARIABLE = "_FORTY_THIEVES_COMPLETE"


def test_version() -> None:
    ran = run("--version")
    assert (ran.status, ran.out, ran.err) == (0, f"forty-thieves {__version__}\n", "")
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", __version__)


def test_help_lists_the_commands_in_order() -> None:
    ran = run("--help")
    assert (ran.status, ran.err) == (0, "")
    listed = re.findall(r"^  (\w+)  ", ran.out.partition("Commands:")[2], re.MULTILINE)
    assert listed == COMMANDS
    assert run("-h").out == ran.out
    assert "completion" not in ran.out


def test_no_command() -> None:
    ran = run()
    assert ran.status == 2
    assert "Usage: forty-thieves" in ran.out + ran.err


def test_unknown_command() -> None:
    ran = run("solv\x1b[31me")
    assert (ran.status, ran.out) == (2, "")
    assert "No such command" in ran.err


def examples(command: str) -> list[str]:
    """The examples at the end of a command's help."""
    told = run(command, "--help").out.partition("Examples:")[2]
    return [line.strip() for line in told.splitlines() if line.strip()]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str) -> None:
    ran = run(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: forty-thieves {command} ")
    assert run(command, "-h").out == ran.out
    assert "completion" not in ran.out
    lines = examples(command)
    assert len(lines) in (2, 3)
    assert all(line.startswith(f"forty-thieves {command}") for line in lines)


# What conform's examples ask, a checker about every fixture, takes long; it has tests of its own.
@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "conform"])
def test_examples_run(tmp_path: Path, command: str) -> None:
    deal = run("deal", "lucas", "--seed", "42").out
    for name in ("deal.yaml", "challenge.yaml"):
        write(tmp_path, name, deal)
    write(tmp_path, "game.yaml", LUCAS + f"moves: {LEGAL} d d d d d d d\n")
    for name in ("games.jsonl", "submissions.jsonl"):
        write(tmp_path, name, "".join(map(as_json, WON[:2])))
    write(tmp_path, "solution.moves", LEGAL)
    write(tmp_path, "board.txt", run("convert", "--to", "board", "-", given=deal).out)
    for folder in ("submissions", "deals"):
        (tmp_path / folder).mkdir()
    write(tmp_path / "deals", "one.yaml", deal)
    write(tmp_path / "submissions", "one.json", as_json(WON[4]))
    for example in examples(command):
        if "--save" in example or "--output" in example:
            for name in re.findall(r"--(?:save|output) (\S+)", example):
                (tmp_path / name).unlink(missing_ok=True)
        ran = shell(example.replace("forty-thieves", shlex.quote(COMMAND), 1), cwd=tmp_path)
        assert ran.status == 0 or (command == "check" and ran.status == 1), (example, ran.err)
        assert "Usage" not in ran.err
        assert "Traceback" not in ran.err


def test_the_list_of_commands_is_whole_in_80_columns() -> None:
    lines = run("--help", env={"COLUMNS": "80"}).out.partition("Commands:\n")[2].splitlines()
    assert len(lines) == len(COMMANDS)
    assert all(line.endswith((".", "?")) and not line.endswith("...") for line in lines)


@pytest.mark.parametrize("command", [(), *[(name,) for name in COMMANDS]], ids=" ".join)
def test_help_does_not_depend_on_docstrings(command: tuple[str, ...]) -> None:
    assert run(*command, "--help", env={"PYTHONOPTIMIZE": "2"}) == run(*command, "--help")


@pytest.mark.parametrize(
    "command",
    [
        ("--version",),
        ("deal", "lucas", "--seed", "42"),
        ("deal", "rank-and-file", "--seed", "7", "--format", "text"),
        ("deal", "lucas", "--seed", "42", "--format", "svg"),
        ("play", "lucas", "--seed", "42", "5-f 9-f"),
        ("play", "lucas", "--seed", "42", "5-f", "--format", "html"),
        ("check", "--seed", "42", "--variant", "lucas", "--format", "yaml", "--summary", "-"),
        ("convert", "--to", "json", "--input-format", "json", "-"),
        ("variants", "lucas"),
        ("schema", "game"),
        ("schema", "report"),
        ("moves", "-"),
    ],
    ids=" ".join,
)
def test_python_without_docstrings_and_asserts_does_the_same(command: tuple[str, ...]) -> None:
    given = LEGAL if command[0] == "check" else as_json(WON[4])
    plain = run(*command, given=given)
    assert run(*command, given=given, env={"PYTHONOPTIMIZE": "2"}) == plain
    assert plain.status < 2


@pytest.mark.parametrize(
    ("command", "usage"),
    [("check", "[OPTIONS] FILE..."), ("schema", "[OPTIONS] NAME"), ("deal", "[OPTIONS] [VARIANT]")],
)
def test_usage_names_arguments_plainly(command: str, usage: str) -> None:
    assert run(command, "--help").out.splitlines()[0] == f"Usage: forty-thieves {command} {usage}"


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_help_holds_no_colour_or_boxes(columns: str) -> None:
    for surroundings in ({"COLUMNS": columns}, {"COLUMNS": columns, "FORCE_COLOR": "1", "GITHUB_ACTIONS": "true"}):
        told = run_bytes("check", "--help", env=surroundings).stdout
        assert b"\x1b" not in told
        assert "\u2500".encode() not in told


# Completion


def completed(words: str, at: int) -> list[str]:
    """What bash is told of a command line."""
    done = run_bytes(env={VARIABLE: "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(at)})
    assert done.returncode == 0
    return done.stdout.decode().split()


@pytest.mark.parametrize(
    ("words", "at", "offered"),
    [
        ("forty-thieves ", 1, COMMANDS),
        ("forty-thieves c", 1, ["check", "convert", "conform"]),
        ("forty-thieves deal ", 2, list(variants.names())),
        ("forty-thieves deal pysolfc/lu", 2, ["pysolfc/lucas"]),
        ("forty-thieves deal l", 2, ["limited", "little-forty", "lucas", "le-cadran"]),
        ("forty-thieves deal nap", 2, ["napoleon-at-st-helena"]),
        ("forty-thieves deal --shuffle ", 3, ["pysolfc", "ms", "solvitaire"]),
        ("forty-thieves play --shuffle s", 3, ["solvitaire"]),
        ("forty-thieves variants --compare in", 3, ["indian"]),
        ("forty-thieves variants --compare indian lu", 4, ["lucas"]),
        ("forty-thieves variants ra", 2, ["rank-and-file"]),
        ("forty-thieves play --variant s", 3, ["streets"]),
        ("forty-thieves check --variant in", 3, ["indian"]),
        ("forty-thieves schema ga", 2, ["game"]),
        ("forty-thieves deal --format ", 3, ["yaml", "json", "jsonl", "msgpack", "text", "svg"]),
        ("forty-thieves deal xyz", 2, []),
    ],
)
def test_offers(words: str, at: int, offered: list[str]) -> None:
    assert completed(words, at) == offered


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_script_for_the_shell(name: str) -> None:
    done = run_bytes(env={VARIABLE: f"source_{name}"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"{VARIABLE}=complete_{name}" in done.stdout.decode()


def in_shell(name: str, script: str) -> list[str]:
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    surroundings = environment()
    surroundings["PATH"] = f"{Path(COMMAND).parent}:{surroundings['PATH']}"
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[name]
    done = subprocess.run(
        [program, *options, "-c", script], capture_output=True, env=surroundings, timeout=SLOW, check=False
    )
    assert done.stderr == b""
    return done.stdout.decode().split()


def test_bash_completes() -> None:
    script = f"""
        eval "$({VARIABLE}=source_bash forty-thieves)"
        complete -p forty-thieves > /dev/null || exit 1
        COMP_WORDS=(forty-thieves deal li); COMP_CWORD=2
        _forty_thieves_completion forty-thieves
        echo "${{COMPREPLY[@]}}"
    """
    assert in_shell("bash", script) == ["limited", "little-forty"]


def test_zsh_completes() -> None:
    script = f"""
        autoload -Uz compinit && compinit -D -u
        eval "$({VARIABLE}=source_zsh forty-thieves)"
        [[ $_comps[forty-thieves] == _forty_thieves_completion ]] || exit 1
        _arguments() {{ print -r -- "$@" }}
        words=(forty-thieves deal li); CURRENT=3
        _forty_thieves_completion
    """
    told = " ".join(in_shell("zsh", script))
    assert re.findall(r'"([a-z-]+)"', told) == ["limited", "little-forty"]


def test_fish_completes() -> None:
    script = f"{VARIABLE}=source_fish forty-thieves | source; complete -C 'forty-thieves deal li'"
    assert in_shell("fish", script) == ["limited", "little-forty"]
