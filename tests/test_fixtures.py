"""The fixtures: what check says of them, and whether none is missing."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter

import pytest
import yaml

from forty_thieves import deal
from forty_thieves.game import variants
from forty_thieves.problems import CODES
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import DealRecord
from tools.walk_fixtures import FIXTURES, Entry, by_file, main, manifest, walk

MANIFEST = manifest()
FIELDS = ["path", "index", "kind", "args", "verdict", "code", "move", "line", "column", "exit", "about"]
EXITS = {"won": 0, "unfinished": 1, "illegal": 1, "rejected": 1, "invalid": 2, None: 0}
POINTS = range(1, 13)
NOT_LISTED = {
    "README.md",
    "manifest.json",
    ".gitattributes",
    "perft.jsonl",
    "examples/checker.py",
    "examples/checker.js",
    "survey/README.md",
    *(f"survey/{name}.jsonl" for name in variants.names()),
}
NOT_THERE = "games/invalid/unreadable.yaml"


def verdicts(pattern: str) -> dict[str, str | None]:
    return {entry["path"]: entry["verdict"] for entry in MANIFEST if re.fullmatch(pattern, entry["path"])}


def test_the_command_says_what_the_manifest_says() -> None:
    wrongs = [wrong for found in walk([sys.executable, "-m", "forty_thieves"], MANIFEST) for wrong in found]
    assert not wrongs, "\n".join(wrongs)


def changed(entry: Entry, field: str, value: object) -> Entry:
    return {**entry, field: value}


@pytest.mark.parametrize(
    ("field", "value"),
    [("verdict", "won"), ("code", "empty"), ("move", 9), ("line", 99), ("column", None), ("exit", 0)],
)
@pytest.mark.parametrize(
    "path",
    ["games/illegal/lucas-does-not-build.yaml", "deals/invalid/bad-seed-word.yaml", "deals/asked/bad-seed.yaml"],
)
def test_the_walk_sees_what_differs(path: str, field: str, value: object) -> None:
    entry = next(entry for entry in MANIFEST if entry["path"] == path)
    if field == "move" and entry["kind"] != "game":
        return
    found = walk([sys.executable, "-m", "forty_thieves"], [changed(entry, field, value)])
    assert len(found) == 1
    assert field.replace("exit", "exit status") in found[0][0]


def test_the_walk_counts_and_fails_where_the_command_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["/nowhere/forty-thieves"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"0 passed, {len(MANIFEST)} failed"


def test_every_entry_is_in_form() -> None:
    for entry in MANIFEST:
        where = entry["path"]
        assert list(entry) == FIELDS, where
        assert entry["kind"] in ("game", "deal", "asked"), where
        assert entry["exit"] == EXITS[entry["verdict"]], where
        assert (entry["line"] is None) == (entry["column"] is None), where
        assert entry["about"], where
        assert "\n" not in entry["about"], where
        if entry["code"] is None:
            assert entry["verdict"] in ("won", "unfinished", None), where
            assert (entry["move"], entry["line"]) == (None, None), where
        else:
            assert CODES[entry["code"]][0] == entry["verdict"], where
            assert entry["move"] is not None or entry["verdict"] != "illegal", where


def test_entries_are_sorted_and_single() -> None:
    keys = [(entry["path"], entry["args"], entry["index"]) for entry in MANIFEST]
    assert keys == sorted(keys)
    assert len({str(key) for key in keys}) == len(keys)
    for file in by_file(MANIFEST):
        assert [entry["index"] for entry in file] == list(range(1, len(file) + 1)), file[0]["path"]


def test_every_file_is_in_the_manifest() -> None:
    files = {path.relative_to(FIXTURES).as_posix() for path in FIXTURES.rglob("*") if not path.is_dir()}
    listed = {entry["path"] for entry in MANIFEST}
    assert files - listed == NOT_LISTED
    assert listed - files == {NOT_THERE}


NO_FILE_CAN_HAVE = {"internal-error"}
"""What is wrong with us, not with a file."""


@pytest.mark.parametrize("code", sorted(CODES.keys() - NO_FILE_CAN_HAVE))
def test_every_code_has_a_fixture(code: str) -> None:
    assert any(entry["code"] == code for entry in MANIFEST)


def test_files_are_named_by_what_is_wrong_with_them() -> None:
    """In the folders of a verdict, the file's name holds the code."""
    free = {"illegal/first-of-two", *(f"illegal/{name}-build" for name in variants.ARTICLE_NAMES)}
    shortened = {"take-back", "redeal"}
    for entry in MANIFEST:
        found = re.match(r"games/((illegal|invalid|rejected)/[^.]+)", entry["path"])
        if found is None or entry["code"] is None or found[1] in free:
            continue
        assert entry["verdict"] == found[2], entry["path"]
        assert entry["code"] in found[1] or any(word in found[1] for word in shortened), entry["path"]


@pytest.mark.parametrize("point", POINTS)
def test_every_point_has_a_legal_and_an_illegal_game(point: int) -> None:
    legal = verdicts(rf"games/points/point-{point:02}-.+-legal\.yaml")
    illegal = verdicts(rf"games/points/point-{point:02}-.+-illegal\.yaml")
    assert legal
    assert illegal
    assert set(legal.values()) <= {"won", "unfinished"}
    assert set(illegal.values()) == {"illegal"}


def test_every_file_of_the_points_is_one_of_a_point() -> None:
    names = verdicts(r"games/points/.*")
    told = [re.fullmatch(r"games/points/point-(\d\d)-[a-z-]+?-(?:il)?legal\.yaml", name) for name in names]
    assert all(told)
    assert Counter(int(found[1]) for found in told if found).keys() == set(POINTS)


@pytest.mark.parametrize("variant", variants.ARTICLE_NAMES)
def test_every_variant_has_its_files(variant: str) -> None:
    assert verdicts(rf"deals/{variant}-\d+\.yaml")
    assert verdicts(rf"games/won/{variant}\.yaml") == {f"games/won/{variant}.yaml": "won"}
    for folder in ("unfinished", "stuck"):
        assert verdicts(rf"games/{folder}/{variant}\.yaml") == {f"games/{folder}/{variant}.yaml": "unfinished"}


@pytest.mark.parametrize("variant", variants.names()[len(variants.ARTICLE_NAMES) :])
def test_every_variant_of_pysolfc_s_has_a_deal(variant: str) -> None:
    path = f"deals/{variant.replace('/', '-')}-1.yaml"
    assert verdicts(re.escape(path))
    record = interpret_record(json.loads(json.dumps(yaml.safe_load((FIXTURES / path).read_text(encoding="utf-8")))))
    assert isinstance(record, DealRecord)
    assert (record.variant, record.seed) == (variant, 1)
    assert serialise_deal(interpret_deal(record)) == record == serialise_deal(deal(variant, 1))


def test_games_of_pysolfc_s_come_in_pairs() -> None:
    legal = verdicts(r"games/pysolfc/.+-legal\.yaml")
    assert set(legal.values()) == {"unfinished"}
    for name in legal:
        illegal = verdicts(re.escape(name.removesuffix("-legal.yaml")) + r"(-[a-z]+)?-illegal\.yaml")
        assert set(illegal.values()) == {"illegal"}, name
    by_args = {
        entry["verdict"]: entry["args"] for entry in MANIFEST if entry["path"] == "games/pysolfc/auto-draw.yaml"
    }
    assert by_args == {"illegal": [], "unfinished": ["--auto-draw"]}


def test_stuck_games_claim_to_be_stuck() -> None:
    """So that check confirms it; the verdict alone says only that they are not won."""
    for name in verdicts(r"games/stuck/.*"):
        assert "\nclaim: stuck\n" in (FIXTURES / name).read_text(encoding="utf-8"), name
