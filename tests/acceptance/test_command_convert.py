"""The command ``convert``, and what else is printed of records: ``variants`` and ``schema``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from support.command import LUCAS, WON, as_json, game, run, run_bytes, write
from support.paths import ROOT

FORMS = ["yaml", "json", "jsonl", "msgpack"]
POSITION = ("play", "--variant", "little-forty", "--seed", "7", "d d", "--format", "json")


@pytest.fixture(scope="module")
def samples() -> dict[str, str]:
    """A record of each kind, as a line of JSON."""
    return {
        "deal": run("deal", "lucas", "--seed", "42", "--format", "jsonl").out,
        "game": as_json(
            {**WON[4], "claim": "won", "meta": {"player": "Zo\u00eb \U0001f0a1", "date": "2026-11-30", "n": "007"}}
        ),
        "position": run(*POSITION[:-1], "jsonl").out,
        "report": run("check", "--format", "jsonl", "-", given=as_json(game("5-f 9-f"))).out,
        "rules": as_json({"format": "forty-thieves-rules/1", "name": "mine", "columns": 9}),
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["deal", "game", "position", "report", "rules"])
def test_every_record_goes_through_every_format(
    samples: dict[str, str], tmp_path: Path, kind: str, form: str
) -> None:
    file = write(tmp_path, "first.jsonl", samples[kind])
    second = tmp_path / f"second.{form}"
    assert run("convert", file, "--output", second).status == 0
    back = run("convert", second, "--to", "jsonl")
    assert (back.status, back.err) == (0, "")
    assert msgspec.json.decode(back.out) == msgspec.json.decode(run("convert", file, "--to", "jsonl").out)


def test_several_records(samples: dict[str, str], tmp_path: Path) -> None:
    file = write(tmp_path, "all.jsonl", "".join(samples.values()))
    documents = run("convert", file)
    assert documents.out.count("\n---\n") == 4
    array = msgspec.json.decode(run("convert", file, "--to", "json").out)
    assert [record["format"].split("-")[2] for record in array] == [f"{kind}/1" for kind in samples]
    assert isinstance(msgspec.json.decode(run("convert", "-", "--to", "json", given=samples["deal"]).out), dict)


def test_texts_stay_as_written(tmp_path: Path) -> None:
    file = write(
        tmp_path, "g.yaml", LUCAS + "moves: d\nmeta: {date: 2026-11-30, player: 007, a: 3:5, b: yes, c: 0x10}\n"
    )
    ran = run("convert", file, "--to", "json")
    assert msgspec.json.decode(ran.out)["meta"] == {
        "date": "2026-11-30", "player": "007", "a": "3:5", "b": "yes", "c": "0x10",
    }  # fmt: skip


def test_a_log_with_awkward_comments_is_as_legal_in_yaml(tmp_path: Path) -> None:
    text = LUCAS + "moves: |\n  5-f 5-f\t2-7 # two\tcards\n  d 8-2 # \u00a0 \U0001f0a1\n"
    assert run("convert", "-", "-o", tmp_path / "game.yaml", given=text).status == 0
    assert run("check", "--require", "legal", tmp_path / "game.yaml").status == 0


FAULTS: list[tuple[str, str, str]] = [
    ("bad-card", "format: forty-thieves-deal/1\nvariant: lucas\nstock: 1S\ntableau: []\n", "-:3:8: bad-card: "),
    ("pack", "format: forty-thieves-deal/1\nvariant: lucas\nstock: AS\ntableau: []\n", "-:1:1: wrong-pack: "),
    ("no-cards", "format: forty-thieves-deal/1\nvariant: lucas\n", "-:1:1: missing-field: "),
    ("token", LUCAS + "moves: d 2>7\n", "-:3:10: bad-token: "),
    ("comment", LUCAS + "moves: 'd # d'\n", "-:3:11: lost-comment: "),
    ("variant", LUCAS.replace("lucas", "lukas") + "moves: d\n", "-:2:17: unknown-variant: "),
    ("rules", "format: forty-thieves-rules/1\nname: x\ndraw: 0\n", "-:3:7: bad-rules: "),
    ("log", "d d d", "-:1:1: not-a-record: "),
    ("surrogate", '{"format":"forty-thieves-game/1","deal":{"variant":"lucas","seed":42},"moves":"d # \\ud800\\n d"}',
     "-:1:84: bad-text: "),
    ("surrogate-in-a-key", '{"format":"forty-thieves-summary/1","games":1,"verdicts":{"\\udfff":1},"variants":{},'
     '"problems":{}}', "-:1:59: bad-text: "),
    ("empty", "", "-: empty: "),
    ("second", LUCAS + "moves: d\n---\nformat: x\n", "-:5:9: not-a-record: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_nothing_is_written_where_a_record_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    ran = run("convert", "-", "--output", tmp_path / "out.json", given=text)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(told)
    assert os.listdir(tmp_path) == []
    assert run("convert", "-", given=text).out == ""


def damaged(change: dict[str, Any]) -> str:
    record = msgspec.json.decode(run("deal", "lucas", "--seed", "42", "--format", "jsonl").out)
    return as_json({**record, **change})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seed": 43}, "seed-mismatch"),
        ({"stock": "9C"}, "wrong-pack"),
        ({"variant": "limited"}, "wrong-layout"),
        ({"foundations": ""}, "wrong-pack"),
        ({"shuffle": "riffle"}, "unknown-shuffle"),
        ({"rules": {"name": "x"}}, "bad-value"),
    ],
)
def test_a_deal_is_checked(change: dict[str, Any], code: str) -> None:
    ran = run("convert", "-", "--to", "json", given=damaged(change))
    assert (ran.status, ran.out) == (2, "")
    assert f": {code}: " in ran.err


def test_output_is_kept(tmp_path: Path, samples: dict[str, str]) -> None:
    file = write(tmp_path, "out.json", "mine")
    ran = run("convert", "-", "-o", file, given=samples["deal"])
    assert ran.status == 2
    assert ran.err == f"forty-thieves: {file}: the file is there already; --force replaces it\n"
    assert file.read_text(encoding="utf-8") == "mine"
    assert run("convert", "-", "-o", file, "--force", given=samples["deal"]).status == 0
    assert msgspec.json.decode(file.read_bytes())["variant"] == "lucas"


# Many files


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    """A folder of eleven deals, one below in a folder, and one that is wrong."""
    folder = tmp_path / "deals"
    run("deal", "lucas", "--seed", "1", "--count", "10", "-o", f"{folder}/")
    (folder / "more").mkdir()
    run("deal", "lucas", "--seed", "11", "-o", folder / "more/x.json")
    write(folder, "bad.yaml", damaged({"seed": 43}))
    write(folder, ".hidden.yaml", "")
    return folder


def test_check_writes_nothing_and_goes_on_behind_what_is_wrong(tmp_path: Path, deals: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    ran = run("convert", "--check", deals, "missing.yaml", "-", given=damaged({}) * 2, cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    bad, missing, totals, skipped = ran.err.splitlines()
    assert bad.startswith(f"{deals}/bad.yaml:1:")
    assert ": seed-mismatch: " in bad
    assert missing.startswith("missing.yaml: unreadable: ")
    assert totals == "13 records in order, 2 wrong"
    assert skipped == "skipped in folders: 1 hidden"
    assert sorted(tmp_path.rglob("*")) == before
    (deals / "bad.yaml").unlink()
    good = run("convert", "--check", deals)
    assert (good.status, good.out) == (0, "")
    assert good.err == "11 records in order\nskipped in folders: 1 hidden\n"


def test_several_files_into_one(tmp_path: Path, deals: Path) -> None:
    one = run("convert", "--to", "jsonl", deals / "lucas-02.yaml", deals / "more", "-", given=damaged({}))
    assert (one.status, one.err) == (0, "")
    assert [msgspec.json.decode(line)["seed"] for line in one.out.splitlines()] == [2, 11, 42]
    wrong = run("convert", "--to", "jsonl", deals, "-o", tmp_path / "all.jsonl")
    assert (wrong.status, wrong.out) == (2, "")
    assert not (tmp_path / "all.jsonl").exists()


def test_a_folder_gets_a_file_for_each_record(tmp_path: Path, deals: Path) -> None:
    several = write(tmp_path, "several.jsonl", "".join(damaged({}) for _ in range(10)))
    ran = run("convert", deals, several, "--to", "json", "-o", "out/new/", cwd=tmp_path)
    assert ran.status == 2  # for the one that is wrong; the others are written
    out = tmp_path / "out/new"
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.*")) == [
        *(f"lucas-{seed:02}.json" for seed in range(1, 11)),
        "more/x.json",
        *(f"several-{number:02}.json" for number in range(1, 11)),
    ]
    assert msgspec.json.decode((out / "more/x.json").read_bytes())["seed"] == 11
    assert run("convert", deals / "more", "-o", "out/new/", "--to", "json", cwd=tmp_path).status == 0
    taken = run("convert", deals / "more", "-o", "out/new/", "--to", "json", cwd=tmp_path)
    assert (taken.status, taken.err.partition(": ")[2]) == (
        2,
        "out/new/x.json: the file is there already; --force replaces it. Nothing was written\n",
    )
    both = run("convert", deals / "more", write(tmp_path, "x.json", damaged({})), "-o", "both/", cwd=tmp_path)
    assert (both.status, both.err) == (2, "forty-thieves: both/x.yaml: 2 records would be written there\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--check", "--to", "json", "-"), "--check writes nothing"),
        (("--check", "-o", "x.yaml", "-"), "--check writes nothing"),
        (("-", "-"), "only once"),
        (("-", "-o", "x.svg"), "x.svg: the name has to end in one of .yaml, .json, .jsonl, .msgpack, .moves, .txt"),
        (("-", "-o", "x.yaml", "--to", "board"), "x.yaml: the name says yaml, but board is asked for"),
        ((), "Missing argument"),
    ],
)
def test_options_that_contradict(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    ran = run("convert", *arguments, cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("variant", ["rank-and-file", "pysolfc/lucas"])
def test_what_deal_prints_is_read_back(variant: str) -> None:
    printed = run("deal", variant, "--seed", "7", "--format", "text").out
    back = run("convert", "--from", "board", "-", given=printed)
    assert back == run("deal", variant, "--seed", "7")
    assert run("convert", "--from", "board", "--variant", variant, "-", given=printed) == back
    two = run("convert", "--from", "board", "-", given=f"{printed}\n{printed}")
    assert (two.status, two.err) == (
        2,
        f"-:{printed.count(chr(10)) + 2}:1: too-many-records: expected one board: there are more\n",
    )


# Bare logs


def test_a_games_bare_log(tmp_path: Path) -> None:
    text = f"{LUCAS}moves: |2\n   5-f  5-F # first\n\n  2-7\n"
    ran = run("convert", "-", "--to", "moves", given=text)
    assert (ran.status, ran.out, ran.err) == (0, "5-f  5-F # first\n\n2-7\n", "")
    for name in ("game.moves", "game.txt"):
        assert run("convert", "-", "-o", tmp_path / name, given=text).status == 0
        assert (tmp_path / name).read_text(encoding="utf-8") == ran.out
    assert run("convert", "-", "--to", "moves", given=f"{LUCAS}moves: ''\n").out == ""
    folder = run("convert", "-", "-o", f"{tmp_path}/logs/", "--to", "moves", given=as_json(game("d")) * 2)
    assert (folder.status, sorted(os.listdir(tmp_path / "logs"))) == (0, ["stdin-1.moves", "stdin-2.moves"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (as_json(game("d")) * 2, "there are 2 records: a file of moves has room for one"),
        ("format: forty-thieves-deal/1\nvariant: lucas\nseed: 42\n", "a deal record has no place in a file of moves"),
    ],
)
def test_what_is_not_a_log(text: str, told: str) -> None:
    ran = run("convert", "-", "--to", "moves", given=text)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"-: not-expressible: {told}")


# variants


def test_variants_lists_the_games_with_their_rules() -> None:
    ran = run("variants", "--source", "article")
    assert (ran.status, ran.err) == (0, "")
    heading, *lines = [line for line in ran.out.splitlines() if not line.startswith(" ")]
    assert heading == "The games of the article:"
    assert [line.split()[0] for line in lines] == [one["deal"]["variant"] for one in WON]
    assert "little-forty" in ran.out
    assert "3 redeals" in next(line for line in lines if line.startswith("little-forty"))
    assert "napoleon-at-st-helena" in ran.out
    for form in ("yaml", "json"):
        listed = run("variants", "--source", "article", "--format", form).out
        records = list(yaml.safe_load_all(listed)) if form == "yaml" else msgspec.json.decode(listed)
        assert [record["name"] for record in records] == [one["deal"]["variant"] for one in WON]


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_the_whole_record_can_be_read_back(form: str) -> None:
    ran = run("variants", "LUCAS", "--format", form)
    record = yaml.safe_load(ran.out) if form == "yaml" else msgspec.json.decode(ran.out)
    assert record["format"] == "forty-thieves-rules/1"
    assert (record["columns"], record["face_up"], record["foundations_start"]) == (13, 3, "base")
    assert (record["draw"], record["redeals"], record["decks"]) == (1, 0, 2)
    back = run("convert", "-", "--to", "jsonl", given=ran.out)
    assert msgspec.json.decode(back.out) == msgspec.json.decode(
        run("convert", "-", "--to", "jsonl", given=run("variants", "lucas").out).out
    )
    dealt = {"format": "forty-thieves-deal/1", "rules": record, "seed": 42}
    first = msgspec.json.decode(run("play", "-", "--format", "jsonl", given=as_json(dealt)).out)
    second = msgspec.json.decode(run("play", "--variant", "lucas", "--seed", "42", "--format", "jsonl").out)
    assert first["tableau"] == second["tableau"]


def test_a_variant_in_words() -> None:
    ran = run("variants", "lucas", "--format", "text")
    assert ran.out.startswith("Lucas (lucas)\n- ")
    assert "13 columns of 3 cards" in ran.out


def test_no_game_is_like_that() -> None:
    ran = run("variants", "--decks", "5")
    assert (ran.status, ran.out, ran.err) == (0, "", "forty-thieves: no game is like that\n")
    assert run("variants", "--decks", "5", "--format", "json").out == "[]\n"


def test_unknown_variant() -> None:
    ran = run("variants", "lukas")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean 'lucas'?" in ran.err


# schema


@pytest.mark.parametrize("name", ["deal", "game", "position", "report", "rules"])
def test_schema_is_the_stored_one(name: str) -> None:
    stored = ROOT / "schemas" / f"{name}.schema.json"
    done = run_bytes("schema", name)
    assert (done.returncode, done.stdout, done.stderr) == (0, stored.read_bytes(), b"")


def test_unknown_schema() -> None:
    ran = run("schema", "gmae")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean 'game'?" in ran.err
