"""What a command reads it does not replace, however the file is spelled and not even with ``--force``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.command import LEGAL, LUCAS, run, shell, write

FILES = {
    "game.yaml": f"---\n{LUCAS}moves: {LEGAL}\n",
    "games/game.json": '{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"5-f"}\n',
    "deal.yaml": "format: forty-thieves-deal/1\nvariant: lucas\nseed: 42\n",
    "rules.yaml": "format: forty-thieves-rules/1\nbase: lucas\nname: mine\n",
    "in/mine-1.yaml": "format: forty-thieves-rules/1\nbase: lucas\nname: mine\n",
    "log.moves": "5-f\n",
    "board.txt": "KH\n",
    "survey.jsonl": '{"format":"forty-thieves-survey/1","variant":"lucas","shuffle":"pysolfc","portfolio":"x"}\n',
}
KEPT = "the file is read, too: it is not replaced, not even with --force"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of files that commands read."""
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write(tmp_path, name, content)
    os.link(tmp_path / "game.yaml", tmp_path / "second-name.yaml")
    os.symlink("game.yaml", tmp_path / "link.yaml")
    os.mkdir(tmp_path / "empty")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("check games/game.json --report games/game.json", "games/game.json"),
        ("check games --report empty/../games/game.json", "empty/../games/game.json"),
        ("check game.yaml --deal deal.yaml --report deal.yaml", "deal.yaml"),
        ("check game.yaml --rules rules.yaml --seed 42 --report rules.yaml", "rules.yaml"),
        ("convert game.yaml --output game.yaml", "game.yaml"),
        ("convert game.yaml --output ./game.yaml", "./game.yaml"),
        ("convert game.yaml --output second-name.yaml", "second-name.yaml"),
        ("convert game.yaml --output link.yaml", "link.yaml"),
        ("convert deal.yaml game.yaml --output game.yaml", "game.yaml"),
        ("convert game.yaml --output .", "./game.yaml"),
        ("convert games --to json --output games/", "games/game.json"),
        ("convert games --to json --output games/game.json", "games/game.json"),
        ("convert --from board --rules rules.yaml board.txt --output rules.yaml", "rules.yaml"),
        ("convert - --output game.yaml < game.yaml", "game.yaml"),
        ("solve deal.yaml --effort 1 --output deal.yaml", "deal.yaml"),
        ("solve --rules rules.yaml --seed 1 --effort 1 --output rules.yaml", "rules.yaml"),
        ("play deal.yaml 5-f --save deal.yaml", "deal.yaml"),
        ("play game.yaml --output game.yaml", "game.yaml"),
        ("play game.yaml --at 1 --save game.yaml", "game.yaml"),
        ("play deal.yaml --moves game.yaml --save game.yaml", "game.yaml"),
        ("play --rules rules.yaml --seed 1 d --save rules.yaml", "rules.yaml"),
        ("deal --rules rules.yaml --seed 1 --output rules.yaml", "rules.yaml"),
        ("deal --rules in/mine-1.yaml --seed 1 --output in/", "in/mine-1.yaml"),
        ("survey --table survey.jsonl --output survey.jsonl", "survey.jsonl"),
        ("survey --numbers survey.jsonl --output survey.jsonl", "survey.jsonl"),
    ],
)
def test_what_is_read_is_not_replaced(folder: Path, line: str, kept: str) -> None:
    for force in ("--force", ""):
        ran = shell(f"$FT {(force and line.replace(' ', ' --force ', 1)) or line}", cwd=folder)
        assert (ran.status, ran.out, ran.err) == (2, "", f"forty-thieves: {kept}: {KEPT}\n")
    for name, content in FILES.items():
        assert (folder / name).read_text() == content


def test_force_is_not_proposed_for_it(folder: Path) -> None:
    ran = run("convert", "game.yaml", "--output", "game.yaml", cwd=folder)
    assert ran.err == f"forty-thieves: game.yaml: {KEPT}\n"


def test_what_is_not_read_is_replaced_with_force(folder: Path) -> None:
    """A page beside the games of a folder is none of them; a game goes on in its own file."""
    write(folder, "games/page.html", "old")
    assert run("check", "games", "--report", "games/page.html", "--force", cwd=folder).status == 1
    assert (folder / "games/page.html").read_text() != "old"
    assert run("play", "game.yaml", "d", "--save", "game.yaml", "--force", cwd=folder).status == 0
    assert (folder / "game.yaml").read_text().endswith(" d\n")
