"""The comment by which editors know the schema of a file: it stands where they look for it, and is read back.

Editors that use yaml-language-server take the comment from the line before the first document, or from inside a later
one; a path in it is relative to the file. So this is done here.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest
import yaml

from forty_thieves.records.structs import RECORDS
from support.command import run
from support.paths import ROOT
from support.sessions import Player, dealt

COMMENT = re.compile(r"# yaml-language-server: \$schema=(\S+)")
WON = ROOT / "fixtures/games/won/lucas.yaml"


def with_schemas(folder: Path) -> Path:
    """A folder that has the schemas, as `forty-thieves schema` writes them."""
    for path in (ROOT / "schemas").glob("*.json"):
        shutil.copy(path, folder)
    return folder


def as_edited(file: Path) -> list[tuple[str, Any]]:
    """The name of the schema that an editor finds for each document of a file, and what the document holds.

    Each is checked against that schema, looked for beside the file.
    """
    found = []
    text = file.read_text(encoding="utf-8")
    before, *documents = re.split(r"^---\n", text, flags=re.MULTILINE)
    documents[0] = before + documents[0]
    for document in documents:
        named = COMMENT.findall(document)
        assert len(named) == 1, document
        schema = msgspec.json.decode((file.parent / named[0]).read_bytes())
        assert schema["$id"] == named[0]
        data = yaml.safe_load(document)
        jsonschema.Draft202012Validator(schema).validate(data)
        found.append((named[0], data))
    return found


@pytest.mark.parametrize("name", RECORDS)
def test_a_schema_is_called_what_its_file_is(name: str) -> None:
    schema = msgspec.json.decode((ROOT / f"schemas/{name}.schema.json").read_bytes())
    assert schema["$id"] == f"{name}.schema.json"


def test_a_deal(tmp_path: Path) -> None:
    file = with_schemas(tmp_path) / "deal.yaml"
    assert run("deal", "lucas", "--seed", "42", "--schema-comment", "--output", str(file)).status == 0
    first, rest = file.read_text(encoding="utf-8").split("\n", 1)
    assert first == "# yaml-language-server: $schema=deal.schema.json"
    assert rest == run("deal", "lucas", "--seed", "42").out
    assert [name for name, _ in as_edited(file)] == ["deal.schema.json"]
    assert run("convert", str(file)).out == rest


def test_several_deals_in_a_file_and_in_a_folder(tmp_path: Path) -> None:
    file = with_schemas(tmp_path) / "deals.yaml"
    asked = ("deal", "lucas", "--seed", "8", "--count", "3", "--schema-comment", "--output")
    assert run(*asked, str(file)).status == run(*asked, f"{tmp_path}/each/").status == 0
    assert [(name, data["seed"]) for name, data in as_edited(file)] == [("deal.schema.json", n) for n in (8, 9, 10)]
    assert run("convert", str(file)).out == run("deal", "lucas", "--seed", "8", "--count", "3").out
    with_schemas(tmp_path / "each")
    for number in (8, 9, 10):
        assert len(as_edited(tmp_path / f"each/lucas-{number:02}.yaml")) == 1


def test_records_of_several_kinds(tmp_path: Path) -> None:
    file = with_schemas(tmp_path) / "all.yaml"
    run("deal", "lucas", "--seed", "42", "--output", str(tmp_path / "deal.yaml"))
    run("play", str(tmp_path / "deal.yaml"), "d", "--output", str(tmp_path / "position.yaml"))
    sources = [str(WON), str(tmp_path / "position.yaml"), str(tmp_path / "deal.yaml")]
    assert run("convert", *sources, "--schema-comment", "--output", str(file)).status == 0
    assert [name for name, _ in as_edited(file)] == [f"{name}.schema.json" for name in ("game", "position", "deal")]
    assert run("convert", str(file)).out == run("convert", *sources).out


def test_a_game_keeps_its_places(tmp_path: Path) -> None:
    """A line more at the start is a line more in every place; the log's own comments stay."""
    file = tmp_path / "game.yaml"
    illegal = ROOT / "fixtures/games/illegal/lucas-does-not-build.yaml"
    text = run("convert", str(illegal)).out
    assert run("convert", str(illegal), "--schema-comment", "--output", str(file)).status == 0
    plain = tmp_path / "plain.yaml"
    plain.write_text(text, encoding="utf-8")
    places = [re.findall(r":(\d+):(\d+): ", run("check", str(path)).out)[0] for path in (plain, file)]
    assert (int(places[0][0]) + 1, places[0][1]) == (int(places[1][0]), places[1][1])


def test_a_game_that_play_saves_and_a_position_that_it_shows(tmp_path: Path) -> None:
    game, position = with_schemas(tmp_path) / "game.yaml", tmp_path / "position.yaml"
    deal = ("play", "lucas", "--seed", "42", "5-f d")
    assert run(*deal, "--schema-comment", "--save", str(game), "--output", str(position)).status == 0
    assert [name for name, _ in as_edited(game)] == ["game.schema.json"]
    assert [name for name, _ in as_edited(position)] == ["position.schema.json"]
    assert run("check", "--require", "legal", str(game)).status == 0
    assert run("play", str(position)).out == run("play", str(game)).out


def test_a_game_that_is_played_by_hand(tmp_path: Path) -> None:
    game, other = with_schemas(tmp_path) / "game.yaml", tmp_path / "other.yaml"
    player = Player(dealt("lucas", 42), [], save_to=str(game), schema_comment=True)
    player.start()
    player.type("d")
    player.type(f"save {other}")
    player.type(f"save {tmp_path}/game.json")
    for file in (game, other):
        assert [name for name, _ in as_edited(file)] == ["game.schema.json"]
    assert "$schema" not in (tmp_path / "game.json").read_text(encoding="utf-8")


def test_by_hand_from_the_command_line(tmp_path: Path) -> None:
    file = with_schemas(tmp_path) / "game.yaml"
    asked = ("play", "lucas", "--seed", "42", "--interactive", "--schema-comment")
    assert run(*asked, given=f"d\nsave {file}\nquit\n").status == 0
    assert [name for name, _ in as_edited(file)] == ["game.schema.json"]


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        (("deal", "lucas", "--seed", "1", "--format", "json"), "json"),
        (("deal", "lucas", "--seed", "1", "--output", "FOLDER/x.jsonl"), "jsonl"),
        (("deal", "lucas", "--seed", "1", "--format", "text"), "text"),
        (("convert", str(WON), "--to", "moves"), "moves"),
        (("convert", str(WON), "--output", "FOLDER/x.msgpack"), "msgpack"),
        (("play", "lucas", "--seed", "1", "d"), "text"),
        (("play", "lucas", "--seed", "1", "d", "--save", "FOLDER/x.json"), "text and json"),
    ],
)
def test_formats_without_comments(arguments: tuple[str, ...], written: str, tmp_path: Path) -> None:
    ran = run(*(word.replace("FOLDER", str(tmp_path)) for word in arguments), "--schema-comment")
    assert (ran.status, ran.out) == (2, "")
    assert f"--schema-comment is for YAML, and what is written is {written}" in " ".join(ran.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_check_writes_nothing() -> None:
    ran = run("convert", "--check", "--schema-comment", str(WON))
    assert (ran.status, ran.out) == (2, "")
