"""The documents say what the program does: their generated parts and their examples are made anew and compared."""

from __future__ import annotations

import re
import runpy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from support.paths import ROOT

DOCS: dict[str, Any] = runpy.run_path(str(ROOT / "tests/tools/write_docs.py"))
rewritten, drift, DocsError = DOCS["rewritten"], DOCS["drift"], DOCS["DocsError"]


@pytest.mark.parametrize("name", DOCS["DOCUMENTS"])
def test_document_is_up_to_date(name: str) -> None:
    difference = drift(name)
    assert not difference, f"run `make docs`, then read what changed:\n{difference}"


def test_every_command_is_documented() -> None:
    text = (ROOT / "cli/COMMANDS.md").read_text(encoding="utf-8")
    assert [name for name in DOCS["COMMANDS"] if f"<!-- generated: help-{name} -->" not in text] == []


@pytest.mark.parametrize("name", DOCS["DOCUMENTS"])
def test_every_console_block_is_run(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    generated = False
    for before, line in pairwise(line for line in lines if line.strip()):
        generated = line.startswith("<!-- generated:") or (generated and line != "<!-- end -->")
        if line.startswith("```console") and not generated:
            assert before.startswith("<!-- run: ")


def test_readme_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= 10 * 1024


def test_reference_has_every_generated_table() -> None:
    text = (ROOT / "schemas/README.md").read_text(encoding="utf-8")
    for name in ("problem-codes", "variants", *(f"fields-{record}" for record in DOCS["RECORDS"])):
        assert f"<!-- generated: {name} -->" in text


def test_generated_block_is_replaced_and_the_rest_is_left() -> None:
    before = "a\n<!-- generated: variants -->\nto be replaced\n<!-- end -->\nb\n"
    after = rewritten(before)
    assert after.startswith("a\n<!-- generated: variants -->\n\n| variant |")
    assert after.endswith("|\n\n<!-- end -->\nb\n")
    assert "to be replaced" not in after
    assert rewritten(after) == after


def test_run_block_shows_output_errors_and_status() -> None:
    before = "<!-- run: echo out; echo err >&2 ;; exit 3 ;; printf x -->\n"
    shown = "```console\n$ echo out; echo err >&2\nout\nerr\n$ exit 3\n[exit status 3]\n$ printf x\nx\n```\n"
    after = rewritten(before)
    assert after == before + shown
    assert rewritten(after) == after
    assert rewritten(before + "\n```console\nold\n```\nmore\n") == after + "more\n"


def test_commands_share_one_folder_that_does_not_stay() -> None:
    before = "<!-- file: a/b.txt -->\n```text\nhello\n```\n<!-- setup: cp a/b.txt c -->\n<!-- run: cat c -->\n"
    assert rewritten(before) == before + "```console\n$ cat c\nhello\n```\n"
    assert not (ROOT / "c").exists()


def test_program_is_the_one_under_test() -> None:
    assert "forty-thieves " in rewritten("<!-- run: forty-thieves --version -->\n")


def test_markers_in_fenced_blocks_are_text() -> None:
    text = "```markdown\n<!-- run: exit 1 -->\n<!-- end -->\n```\n~~~\n```\n<!-- end -->\n~~~\n"
    assert rewritten(text) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x\n<!-- generated: nothing -->\n<!-- end -->\n", "line 2: there is no block 'nothing'"),
        ("<!-- generated: variants -->\n", "line 1: the block 'variants' has no <!-- end -->"),
        (
            "<!-- generated: variants -->\n<!-- run: true -->\n<!-- end -->\n",
            "line 1: the block 'variants' has no <!-- end -->",
        ),
        ("<!-- end -->\n", "line 1: an end without a beginning"),
        ("\n```\nx\n", "line 2: the fenced block has no end"),
        ("<!-- run: true -->\n```sh\nx\n```\n", "line 4: the block behind a run marker is no console block"),
        ("<!-- file: x -->\ntext\n", "line 1: no fenced block behind a file marker"),
        ("<!-- setup: echo no; false -->\n", "line 1: echo no; false: exit status 1: no"),
    ],
)
def test_what_cannot_be_followed_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(DocsError, match=re.escape(message)):
        rewritten(text)


def test_drift_is_a_diff(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("<!-- run: echo new -->\n```console\n$ echo new\nold\n```\n", encoding="utf-8")
    assert "-old\n+new\n" in drift("x.md", tmp_path)
    assert drift("missing.md", tmp_path) == ""
