"""The command ``deal``: the same deals for ever, in every format, to every place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from support.command import run, run_bytes, write
from support.paths import DATA

LUCAS_42 = """\
---
format: forty-thieves-deal/1
variant: lucas
seed: 42
shuffle: pysolfc
foundations: AC AC AD AD AH AH AS AS
tableau:
- 7S 2C KC
- 7S JS 8S
- 8C 3D 4S
- 6H 4C QD
- TC 2D 2S
- 7D 3C 3H
- TD QC 9S
- 9S 6S TS
- 5C 8D JD
- 2C 6S 4C
- 9H 9C TC
- 8H KS KH
- 4S 2D 8S
"""


def test_the_record_is_as_promised() -> None:
    ran = run("deal", "lucas", "--seed", "42")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(LUCAS_42)
    assert ran.out.removeprefix(LUCAS_42).startswith("stock: 9C 4D 6C 5C JS ")
    assert ran.out.count("\n") == LUCAS_42.count("\n") + 1


def golden() -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in (DATA / "golden_deals.jsonl").read_bytes().splitlines()]


def test_golden_deals_through_the_command() -> None:
    """One deal of each variant; the library is tested on all of them."""
    chosen = {record["variant"]: record for record in golden()}
    assert len(chosen) == 9
    for variant, record in chosen.items():
        told = msgspec.json.decode(run("deal", variant, "--seed", str(record["seed"]), "--format", "jsonl").out)
        assert {key: told[key] for key in ("tableau", "stock")} == {key: record[key] for key in ("tableau", "stock")}


FORMS = ["yaml", "json", "jsonl", "msgpack"]


def parsed(form: str, data: bytes) -> list[dict[str, Any]]:
    if form == "yaml":
        return list(yaml.safe_load_all(data))
    if form == "json":
        array: list[dict[str, Any]] = msgspec.json.decode(data)
        return array
    if form == "jsonl":
        return [msgspec.json.decode(line) for line in data.splitlines()]
    packs = []
    while data:
        record = msgspec.msgpack.decode(data[: _first_pack(data)])
        packs.append(record)
        data = data[_first_pack(data) :]
    return packs


def _first_pack(data: bytes) -> int:
    """Where the second record starts: each begins with its format."""
    second = data.find(b"\xa6format", 2)
    return len(data) if second < 0 else second - 1


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("form", FORMS)
def test_formats_and_counts(form: str, count: int) -> None:
    done = run_bytes("deal", "--seed", "9", "--count", str(count), "--format", form)
    assert (done.returncode, done.stderr) == (0, b"")
    records = parsed(form, done.stdout)
    assert [(record["variant"], record["seed"]) for record in records] == [
        ("forty-thieves", 9 + step) for step in range(count)
    ]
    assert records == parsed(
        "json", run_bytes("deal", "--seed", "9", "--count", str(count), "--format", "json").stdout
    )


def test_text_is_a_board_to_read() -> None:
    ran = run("deal", "rank-and-file", "--seed", "1", "--count", "2", "--format", "text")
    first, second = ran.out.split("\n\n\n") if "\n\n\n" in ran.out else ran.out.split(")\n\n")
    assert first.startswith("Rank and File, seed 1 (pysolfc)\n")
    assert "Rank and File, seed 2 (pysolfc)\n" in second
    for card in parsed("jsonl", run_bytes("deal", "rank-and-file", "--seed", "1", "--format", "jsonl").stdout)[0][
        "stock"
    ].split():
        assert card in first


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_same_bytes_on_every_run(hash_seed: str) -> None:
    arguments = ("deal", "lucas", "--seed", "99999999999999999999", "--count", "2")
    plain = run_bytes(*arguments)
    assert run_bytes(*arguments, env={"PYTHONHASHSEED": hash_seed}).stdout == plain.stdout


def test_without_a_seed_one_is_drawn_and_told() -> None:
    first, second = (yaml.safe_load(run("deal", "maria").out) for _ in range(2))
    assert first["seed"] != second["seed"]
    assert 0 <= first["seed"] < 2**53
    again = yaml.safe_load(run("deal", "maria", "--seed", str(first["seed"])).out)
    assert again == first


def test_seed_zero_is_one_of_its_own() -> None:
    zero, one = (yaml.safe_load(run("deal", "--seed", seed).out) for seed in "01")
    assert (zero["seed"], one["seed"]) == (0, 1)
    assert zero["tableau"] != one["tableau"]


SEEDS = ["-5", "1.5", "1e3", "0x10", "010", "00", "1_0", "+7", " 7", "7 ", "7\n", "", "\u0664\u0662", "\uff17",
         "seven", "true", "100000000000000000001", "9" * 5000, "-0", "\x1b[31m", "1,000"]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: ascii(seed)[:24])
def test_bad_seeds(seed: str) -> None:
    ran = run("deal", "lucas", "--seed", seed)
    assert (ran.status, ran.out) == (2, "")
    assert "bad-seed: " in ran.err
    assert len(ran.err) < 400


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["lukas"], "did you mean 'lucas'?"),
        (["xyzzy"], "the command variants lists them"),
        (["lucas", "maria"], "unexpected extra argument"),
        (["--count", "0"], "--count"),
        (["--count", "-1"], "--count"),
        (["--count", "many"], "--count"),
        (["--seed", "100000000000000000000", "--count", "2"], "go beyond the largest"),
        (["--count", "9" * 30], "give --seed"),
        (["--format", "xml"], "'xml' is not one of"),
        (["--shuffle", "riffle"], "unknown-shuffle"),
        (["--seed", "18446744073709551616", "--format", "msgpack"], "MessagePack"),
    ],
)
def test_bad_options(arguments: list[str], told: str) -> None:
    ran = run("deal", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.parametrize(
    "name", ["Lucas", "LUCAS", "le cadran", "Napoleon at St. Helena", "rank_and_file", "RankAndFile"]
)
def test_names_of_variants(name: str) -> None:
    told = yaml.safe_load(run("deal", name, "--seed", "1").out)
    assert told["variant"] in ("lucas", "forty-thieves", "rank-and-file")


# Files and folders


@pytest.mark.parametrize(
    ("name", "form"),
    [("d.yaml", "yaml"), ("d.json", "json"), ("d.jsonl", "jsonl"), ("d.msgpack", "msgpack"), ("d", "yaml")],
)
def test_output_file_in_the_format_of_its_suffix(tmp_path: Path, name: str, form: str) -> None:
    ran = run("deal", "lucas", "--seed", "42", "--output", tmp_path / name)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    (record,) = parsed(form, (tmp_path / name).read_bytes())
    assert record["seed"] == 42


@pytest.mark.parametrize(
    ("output", "form", "told"),
    [
        ("deals.csv", None, "has to end in one of .yaml, .json, .jsonl, .msgpack, .txt, .svg"),
        ("deals.moves", None, "has to end in one of"),
        ("d.xyz", None, "has to end in one of"),
        ("x.json", "yaml", "the name says json, but yaml is asked for"),
        ("x.json", "jsonl", "the name says json, but jsonl is asked for"),
        ("x.yml", "json", "the name says yaml, but json is asked for"),
        ("x.csv", "yaml", "the name says csv, but yaml is asked for"),
        ("x.YAML", "text", "the name says yaml, but text is asked for"),
    ],
)
def test_a_suffix_that_contradicts_what_is_written(tmp_path: Path, output: str, form: str | None, told: str) -> None:
    ran = run("deal", "--output", output, *(() if form is None else ("--format", form)), cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"forty-thieves: {output}: the name ")
    assert told in ran.err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("output", ["x.YML", "x", "x.bak", ".json", "a.json/x"])
def test_a_suffix_that_does_not_contradict(tmp_path: Path, output: str) -> None:
    (tmp_path / "a.json").mkdir()
    assert run("deal", "--seed", "1", "--output", output, "--format", "yaml", cwd=tmp_path).status == 0
    assert (tmp_path / output).read_text(encoding="utf-8").startswith("---\nformat: forty-thieves-deal/1\n")


def test_the_variant_is_an_argument_or_an_option() -> None:
    named = run("deal", "lucas", "--seed", "42")
    assert run("deal", "--variant", "Lucas!", "--seed", "42") == named
    twice = run("deal", "lucas", "--variant", "lucas")
    assert (twice.status, twice.out) == (2, "")
    assert "give the variant once" in twice.err


def test_numbers_in_names_are_padded_so_that_they_sort(tmp_path: Path) -> None:
    run("deal", "lucas", "--seed", "98", "--count", "4", "--output", tmp_path)
    assert sorted(os.listdir(tmp_path)) == [f"lucas-{seed:03}.yaml" for seed in range(98, 102)]


def test_text_file_is_a_board(tmp_path: Path) -> None:
    run("deal", "lucas", "--seed", "42", "--output", tmp_path / "d.txt")
    assert (tmp_path / "d.txt").read_text(encoding="utf-8") == run(
        "deal", "lucas", "--seed", "42", "--format", "text"
    ).out


def test_a_file_is_overwritten_only_by_force(tmp_path: Path) -> None:
    file = write(tmp_path, "d.yaml", "mine")
    ran = run("deal", "--seed", "1", "--output", file)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"forty-thieves: {file}: the file is there already; --force replaces it\n"
    assert file.read_text(encoding="utf-8") == "mine"
    assert run("deal", "--seed", "1", "--output", file, "--force").status == 0
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["seed"] == 1


@pytest.mark.parametrize(
    ("form", "suffix"),
    [("yaml", ".yaml"), ("json", ".json"), ("jsonl", ".jsonl"), ("msgpack", ".msgpack"), ("text", ".txt")],
)
def test_output_folder_gets_a_file_for_each_deal(tmp_path: Path, form: str, suffix: str) -> None:
    ran = run(
        "deal", "Rank and File", "--seed", "9", "--count", "2", "--format", form, "--output", f"{tmp_path}/new/one/"
    )
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert sorted(os.listdir(tmp_path / "new/one")) == [f"rank-and-file-09{suffix}", f"rank-and-file-10{suffix}"]
    if form == "json":
        alone = msgspec.json.decode((tmp_path / "new/one/rank-and-file-09.json").read_bytes())
        assert alone["seed"] == 9


def test_folder_that_is_there_needs_no_slash(tmp_path: Path) -> None:
    run("deal", "lucas", "--seed", "9", "--output", tmp_path)
    assert os.listdir(tmp_path) == ["lucas-9.yaml"]


def test_folder_with_one_of_the_files_is_left_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, "lucas-3.yaml", "mine")
    ran = run("deal", "lucas", "--seed", "1", "--count", "3", "--output", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert "lucas-3.yaml: the file is there already" in ran.err
    assert os.listdir(tmp_path) == ["lucas-3.yaml"]
    assert run("deal", "lucas", "--seed", "1", "--count", "3", "--output", tmp_path, "--force").status == 0
    assert len(os.listdir(tmp_path)) == 3


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("file/", "cannot make the folder"),
        ("file/d.yaml", "not a directory"),
        ("missing/d.yaml", "no such file or directory"),
        ("", "empty"),
        ("x" * 300, "too long"),
        ("/dev/full", "no space left"),
        ("\x1b[31m/../file", "file"),
        ("a\x1b[31m\nb/c", "a\\x1b[31m\\nb/c: "),
    ],
    ids=ascii,
)
def test_output_that_can_not_be_written(tmp_path: Path, output: str, told: str) -> None:
    if output.startswith("/dev") and not os.path.exists(output):
        pytest.skip(f"there is no {output}")
    write(tmp_path, "file", "mine")
    ran = run("deal", "--seed", "1", "--output", output, cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert os.listdir(tmp_path) == ["file"]


def test_odd_folder_names_are_told_without_escapes(tmp_path: Path) -> None:
    for status in (0, 2):
        ran = run("deal", "lucas", "--seed", "1", "--output", "\x1b[31m/", cwd=tmp_path)
        assert ran.status == status
    assert "\\x1b[31m/lucas-1.yaml: the file is there already" in ran.err


def test_texts_to_keep_with_a_deal(tmp_path: Path) -> None:
    plain = run("deal", "lucas", "--seed", "42")
    given = run("deal", "lucas", "--seed", "42", "--meta", "note=hard = fun", "--meta", "par=88")
    assert given.out == plain.out.replace("deal/1", "deal/2") + "meta:\n  note: \"hard = fun\"\n  par: '88'\n"
    assert run("convert", "-", given=given.out).out == given.out
    file = write(tmp_path, "deal.yaml", given.out)
    assert (
        run("play", file, "--moves", "d", "--format", "json").out
        == run("play", "lucas", "--seed", "42", "--moves", "d", "--format", "json").out
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--meta", "note"], "'note' has no name: write NAME=TEXT"),
        (["--meta", "=x"], "bad-text: a name in meta has 1 to 100 bytes"),
        (["--meta", "a=1", "--meta", "a=2"], "'a' is there twice"),
        (["--meta", "a=\x1b"], "bad-text: the text holds the control character U+001B"),
        (["--meta", "a=b", "--format", "text"], "--meta has no place in --format text"),
    ],
)
def test_texts_that_no_deal_can_keep(arguments: list[str], message: str) -> None:
    ran = run("deal", "lucas", "--seed", "42", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
