"""The hooks for pre-commit: which files they look at, and what their commands say of good and bad ones.

That pre-commit itself runs them is seen by tests/tools/check_packages.py, which installs it.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from support.command import run
from support.paths import ROOT

HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
FIXTURES = ROOT / "fixtures"
WON = FIXTURES / "games/won/lucas.yaml"
UNFINISHED = FIXTURES / "games/unfinished/lucas.yaml"
ILLEGAL = FIXTURES / "games/illegal/lucas-does-not-build.yaml"
DEAL = FIXTURES / "deals/lucas-42.yaml"


def status(hook: str, *files: Path | str, args: list[str] | None = None, cwd: Path | None = None) -> int:
    """The exit status of a hook, run as pre-commit runs it: entry, arguments, files."""
    program, *entry = shlex.split(HOOKS[hook]["entry"])
    assert program == "forty-thieves"
    return run(*entry, *(HOOKS[hook]["args"] if args is None else args), *files, cwd=cwd).status


def test_the_hooks_keep_their_names() -> None:
    assert list(HOOKS) == ["forty-thieves-check", "forty-thieves-records"]


@pytest.mark.parametrize(
    ("hook", "files", "expected"),
    [
        ("forty-thieves-check", [WON, UNFINISHED], 0),
        ("forty-thieves-check", [WON, ILLEGAL], 1),
        ("forty-thieves-check", [DEAL], 2),
        ("forty-thieves-records", [WON, ILLEGAL, DEAL], 0),
        ("forty-thieves-records", [FIXTURES / "deals/invalid/bad-card-stock.yaml"], 2),
    ],
)
def test_statuses(hook: str, files: list[Path], expected: int) -> None:
    assert status(hook, *files) == expected


def test_games_may_have_to_be_won() -> None:
    assert status("forty-thieves-check", UNFINISHED, args=["--require", "won", "--"]) == 1


@pytest.mark.parametrize("hook", HOOKS)
def test_a_file_is_no_option(hook: str, tmp_path: Path) -> None:
    (tmp_path / "--help").write_text("format: nothing\n", encoding="utf-8")
    assert status(hook, "--help", cwd=tmp_path) == 2


@pytest.mark.parametrize(
    ("path", "hooks"),
    [
        ("games/lucas.yaml", ["forty-thieves-check", "forty-thieves-records"]),
        ("tests/games/won/1.jsonl", ["forty-thieves-check", "forty-thieves-records"]),
        ("games/save.pso", ["forty-thieves-check", "forty-thieves-records"]),
        ("deals/lucas.json", ["forty-thieves-records"]),
        ("mygames/lucas.yaml", []),
        ("games/README.md", []),
        ("games.yaml", []),
        (".github/workflows/test.yaml", []),
    ],
)
def test_files(path: str, hooks: list[str]) -> None:
    assert [name for name, hook in HOOKS.items() if re.search(hook["files"], path)] == hooks
