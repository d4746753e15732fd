"""Bad input: a clear message, exit status 2, no traceback, refused before it is worked through, nothing half done.

The files of the table are judged in one run each way: by ``check`` all at once, and their codes looked up one by one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.command import LUCAS, as_json, game, reports, run, shell, write
from support.work import command_work

GOOD = LUCAS + "moves: |\n  5-f 5-f 2-7 d\n"
LUCAS_DEAL: dict[str, Any] = msgspec.json.decode(run("deal", "lucas", "--seed", "42", "--format", "jsonl").out)


def on_deal(**change: Any) -> str:
    """A game on the whole deal of Lucas 42, damaged."""
    deal = {key: value for key, value in {**LUCAS_DEAL, **change}.items() if value is not None}
    return as_json({**game("5-f"), "deal": deal})


def columns(number: int, cards: str) -> list[str]:
    """The deal's columns, one of them with other cards."""
    return [cards if at == number else column for at, column in enumerate(LUCAS_DEAL["tableau"], 1)]


def seed(text: str) -> str:
    return GOOD.replace("42", text)


def meta(text: str) -> str:
    return f"{GOOD}meta: {{player: {text}}}\n"


NESTED = 10_000
HEAVY: dict[str, Callable[[int], str]] = {
    "deep.yaml": lambda times: "- " * (times * NESTED) + "x\n",
    "bomb.yaml": lambda times: (
        "a: &a [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join(['*a'] * 9)}]\n" for n in range(times * 99))
    ),
    "seed-5000.yaml": lambda times: seed("9" * (times * 5000)),
    "token-long.json": lambda times: as_json(game("x" * (times * 100_000))),
    "values.yaml": lambda times: "a: [" + "x, " * (times * 20_000) + "]\n",
}
"""By name what would be much work if all of it were done, and so many times as much."""

FILES: list[tuple[str, str | bytes, str]] = [
    ("empty.yaml", "", "empty"),
    ("empty.json", "", "empty"),
    ("empty.jsonl", "", "empty"),
    ("empty.msgpack", "", "empty"),
    ("empty.moves", "", "empty"),
    ("empty", "", "empty"),
    ("blank.yaml", " \n\n", "empty"),
    ("blank.jsonl", "\n\n", "empty"),
    ("blank.json", " \n", "empty"),
    ("bom.yaml", "\ufeff", "empty"),
    ("comments.yaml", "# a\n\n# b\n", "empty"),
    ("array.json", "[]", "empty"),
    ("array", " [ ]\n", "empty"),
    ("null.yaml", "null\n", "not-a-record"),
    ("null.json", "null", "not-a-record"),
    ("null.msgpack", b"\xc0", "not-a-record"),
    ("marker.yaml", "---\n", "not-a-record"),
    ("list.yaml", "- a\n", "not-a-record"),
    ("text.yaml", "hello\n", "not-a-record"),
    ("number.json", "5", "not-a-record"),
    ("mapping.json", "{}", "not-a-record"),
    ("numbers.json", "[1]", "not-a-record"),
    ("latin-1.yaml", GOOD.encode() + b"meta: {player: Zo\xeb}\n", "not-utf8"),
    ("utf-16.yaml", GOOD.encode("utf-16"), "not-utf8"),
    ("utf-16-be.yaml", b"\xfe\xff" + GOOD.encode("utf-16-be"), "not-utf8"),
    ("utf-16.json", as_json(game("d")).encode("utf-16"), "not-utf8"),
    ("utf-16.moves", "d d".encode("utf-16"), "not-utf8"),
    ("surrogate.yaml", GOOD.encode() + b"meta: {player: \xed\xa0\x80}\n", "not-utf8"),
    ("flow.yaml", GOOD + "meta: {a: b\n", "syntax"),
    ("tab.yaml", "format: a\n\tb: c\n", "syntax"),
    ("nul.yaml", GOOD + "meta: {a: \0}\n", "syntax"),
    ("escape.yaml", meta("\x1b[31mred"), "syntax"),
    ("colons.yaml", GOOD + "meta: a: b\n", "syntax"),
    ("quotes.yaml", GOOD + "claim: 'won\n", "syntax"),
    ("brace.json", "{", "syntax"),
    ("comma.json", as_json(game("d")).replace("}\n", ",}"), "syntax"),
    ("trailing.json", as_json(game("d")) + "x", "syntax"),
    ("python.json", "{'format': 'x'}", "syntax"),
    ("nan.json", as_json(game("d")).replace("42", "NaN"), "syntax"),
    ("cut.msgpack", msgspec.msgpack.encode(game("d"))[:-1], "syntax"),
    ("extension.msgpack", b"\x81\xa1a\xd4\x01\x02", "syntax"),
    ("gzip.yaml", b"\x1f\x8b\x08\x00", "syntax"),
    ("duplicate.yaml", GOOD + "moves: d\n", "duplicate-key"),
    ("duplicate-inside.yaml", seed("1, seed: 2"), "duplicate-key"),
    ("duplicate.json", as_json(game("d"))[:-2] + ',"moves":"d"}', "duplicate-key"),
    ("duplicate.msgpack", b"\x82\xa1a\x01\xa1a\x01", "duplicate-key"),
    ("anchor.yaml", GOOD.replace("|", "&a |"), "yaml-anchor"),
    ("alias.yaml", "a: *b\n", "yaml-anchor"),
    ("bomb.yaml", HEAVY["bomb.yaml"](1), "yaml-anchor"),
    ("itself.yaml", "&a [*a]\n", "yaml-anchor"),
    ("merge.yaml", "a: &a {b: c}\n<<: *a\n", "yaml-anchor"),
    ("python.yaml", "!!python/object/apply:os.system ['true']\n", "yaml-tag"),
    ("tag.yaml", seed("!!int 42"), "yaml-tag"),
    ("tag-moves.yaml", GOOD.replace("|", "!x |"), "yaml-tag"),
    ("binary.yaml", meta("!!binary aGk="), "yaml-tag"),
    ("deep.json", "[" * NESTED, "too-deep"),
    ("deep-closed.json", "[" * NESTED + "]" * NESTED, "too-deep"),
    ("deep-mappings.json", '{"a":' * NESTED, "too-deep"),
    ("deep.jsonl", "[" * NESTED + "\n", "too-deep"),
    ("deep.yaml", HEAVY["deep.yaml"](1), "too-deep"),
    ("deep-mappings.yaml", "".join(" " * n + "a:\n" for n in range(999)), "too-deep"),
    ("deep.msgpack", b"\x91" * NESTED, "too-deep"),
    ("deep-meta.json", as_json(game("d", meta={"a": [[[1]]]})), "wrong-type"),
    ("values.yaml", HEAVY["values.yaml"](1), "too-large"),
    ("values.msgpack", b"\xdc\xff\xff" + b"\x01" * 65535, "too-large"),
    ("key-list.yaml", "? [a]\n: b\n", "wrong-type"),
    ("key-number.msgpack", b"\x81\x01\x01", "wrong-type"),
    ("misspelt.yaml", GOOD + "clam: won\n", "unknown-field"),
    ("misspelt-inside.yaml", GOOD.replace("variant", "varient"), "unknown-field"),
    ("no-format.yaml", GOOD.partition("\n")[2], "not-a-record"),
    ("format.yaml", GOOD.replace("game/1", "gmae/1"), "not-a-record"),
    ("version.yaml", GOOD.replace("game/1", "game/2"), "unknown-version"),
    ("deal.yaml", LUCAS.replace("game", "deal"), "wrong-record"),
    ("no-moves.yaml", LUCAS, "missing-field"),
    ("no-variant.yaml", GOOD.replace("variant: lucas, ", ""), "missing-field"),
    ("no-cards.yaml", GOOD.replace(", seed: 42", ""), "missing-field"),
    ("two-rules.yaml", seed("42, rules: {name: x}"), "bad-value"),
    ("seed-yes.yaml", seed("yes"), "bad-seed"),
    ("seed-true.yaml", seed("true"), "bad-seed"),
    ("seed-1.0.yaml", seed("1.0"), "bad-seed"),
    ("seed-quoted.yaml", seed('"5"'), "bad-seed"),
    ("seed-negative.yaml", seed("-5"), "bad-seed"),
    ("seed-1e3.yaml", seed("1e3"), "bad-seed"),
    ("seed-0x10.yaml", seed("0x10"), "bad-seed"),
    ("seed-010.yaml", seed("010"), "bad-seed"),
    ("seed-1_0.yaml", seed("1_0"), "bad-seed"),
    ("seed-3:5.yaml", seed("3:5"), "bad-seed"),
    ("seed-plus.yaml", seed("+7"), "bad-seed"),
    ("seed-null.yaml", seed("null"), "bad-seed"),
    ("seed-large.yaml", seed("1" + "0" * 19 + "1"), "bad-seed"),
    ("seed-5000.yaml", HEAVY["seed-5000.yaml"](1), "bad-seed"),
    ("seed-5000.json", as_json(game("d")).replace("42", "9" * 5000), "bad-seed"),
    ("seed-arabic.yaml", seed("\u0664\u0662"), "bad-seed"),
    ("seed.json", as_json(game("d")).replace("42", "1e3"), "bad-seed"),
    ("seed-minus-0.json", as_json(game("d")).replace("42", "-0"), "bad-seed"),
    (
        "seed-fraction.msgpack",
        msgspec.msgpack.encode({**game("d"), "deal": {"variant": "lucas", "seed": 42.0}}),
        "bad-seed",
    ),
    ("moves-list.yaml", LUCAS + "moves: [3:5, no]\n", "wrong-type"),
    ("moves-number.yaml", LUCAS + "moves: 5\n", "wrong-type"),
    ("moves-null.yaml", LUCAS + "moves:\n", "wrong-type"),
    ("claim-true.yaml", GOOD + "claim: true\n", "wrong-type"),
    ("claim.yaml", GOOD + "claim: Won\n", "bad-value"),
    ("meta-number.yaml", meta("5"), "wrong-type"),
    ("meta-list.yaml", GOOD + "meta: [a]\n", "wrong-type"),
    ("variant.yaml", GOOD.replace("lucas", "lukas"), "unknown-variant"),
    ("variant-escape.yaml", GOOD.replace("lucas", '"\\e[31m"'), "unknown-variant"),
    ("rules.yaml", GOOD.replace("variant: lucas", "rules: {name: x, columns: 99}"), "bad-rules"),
    ("shuffle.yaml", seed("42, shuffle: riffle"), "unknown-shuffle"),
    ("card.json", on_deal(tableau=columns(2, "7S JS 1S")), "bad-card"),
    ("card-escape.json", on_deal(stock="\x1b[31m"), "bad-card"),
    ("card-replaced.json", on_deal(tableau=columns(2, "7S JS 8C"), seed=None, shuffle=None), "wrong-pack"),
    ("card-missing.json", on_deal(tableau=columns(2, "7S JS")), "wrong-pack"),
    ("card-too-many.json", on_deal(tableau=columns(2, "7S JS 8S 8S")), "wrong-pack"),
    ("columns.json", on_deal(tableau=[*LUCAS_DEAL["tableau"], ""]), "wrong-layout"),
    ("column-length.json", on_deal(tableau=columns(1, "7S 2C"), stock="KC " + LUCAS_DEAL["stock"]), "wrong-layout"),
    ("seed-mismatch.json", on_deal(seed=43), "seed-mismatch"),
    ("order.json", on_deal(tableau=columns(1, "2C 7S KC")), "seed-mismatch"),
    ("stock-missing.json", on_deal(stock=None), "missing-field"),
    ("shuffle-alone.json", on_deal(seed=None), "missing-field"),
    ("token.yaml", LUCAS + "moves: 5-f 2>7\n", "bad-token"),
    ("token-zero.yaml", LUCAS + "moves: 0-f\n", "bad-token"),
    ("token-escape.json", as_json(game("\x1b[31m")), "bad-token"),
    ("token-surrogate.json", as_json(game("@")).replace("@", "\\ud800"), "bad-text"),
    ("token-long.json", HEAVY["token-long.json"](1), "bad-token"),
    ("no-break-space.yaml", LUCAS + "moves: 5-f\u00a05-f\n", "bad-token"),
    ("zero-width.yaml", LUCAS + "moves: |\n  5-f\u200b 5-f\n", "bad-token"),
    ("ideographic.yaml", LUCAS + "moves: |\n  5-f\u30005-f\n", "bad-token"),
    ("comment-folded.yaml", LUCAS + "moves: >\n  5-f # x\n  2-7\n", "lost-comment"),
    ("comment-quoted.yaml", LUCAS + "moves: '5-f # x'\n", "lost-comment"),
    ("control.json", as_json(game("d", meta={"player": "\x1b[31m"})), "bad-text"),
    ("bell.yaml", meta('"\\a"'), "bad-text"),
    ("c1.yaml", meta('"\\x9b31m"'), "bad-text"),
    ("control-key.json", as_json(game("d", meta={"\x07": "a"})), "bad-text"),
    ("surrogate.json", as_json(game("d", meta={"a": "@"})).replace("@", "\\udc00"), "bad-text"),
    ("log.moves", "d d d", "no-deal"),
    ("log.txt", "d d d", "no-deal"),
    ("log", "d d d", "no-deal"),
    ("prose", "To whom it may concern\n", "no-deal"),
]
FINE: list[tuple[str, str | bytes]] = [
    ("crlf.yaml", GOOD.replace("\n", "\r\n")),
    ("bom.yaml", "\ufeff" + GOOD),
    ("bom-crlf.yaml", "\ufeff" + GOOD.replace("\n", "\r\n")),
    ("bom.json", "\ufeff" + as_json(game("5-f"))),
    ("bom-crlf.jsonl", "\ufeff" + as_json(game("5-f")).replace("\n", "\r\n")),
    ("comments.yaml", "# a\n" + GOOD.replace("5-f 2", "5-f # c\n  2") + "# b\n"),
    ("pasted-deal.json", on_deal()),
    ("ten.json", on_deal(stock=LUCAS_DEAL["stock"].replace("T", "10"))),
    ("symbols.json", on_deal(stock=LUCAS_DEAL["stock"].replace("S", "\u2660\ufe0f").lower())),
    ("largest-seed.yaml", LUCAS.replace("42", "1" + "0" * 20) + "moves: d\n"),
    ("text-fields.yaml", meta('"tab\\tand\\nline \U0001f0a1 \\u202e"')),
]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The reports of one run over all files, by their names."""
    folder = tmp_path_factory.mktemp("bad")
    for name, content, _ in FILES:
        write(folder, name, content)
    for name, content in FINE:
        write(folder, f"fine-{name}", content)
    by_name: dict[str, list[dict[str, Any]]] = {}
    for report in reports("--require", "legal", *sorted(folder.iterdir())):
        by_name.setdefault(Path(report["file"]).name, []).append(report)
    return by_name


@pytest.mark.parametrize(("name", "code"), [(case[0], case[2]) for case in FILES], ids=[case[0] for case in FILES])
def test_code(found: dict[str, list[dict[str, Any]]], name: str, code: str) -> None:
    (report,) = found[name]
    assert report["problem"]["code"] == code, report["problem"]["message"]
    assert report["verdict"] == "invalid"
    assert report["problem"]["message"].isprintable()
    assert len(report["problem"]["message"]) < 500
    if not name.endswith(".msgpack") and code not in ("empty", "too-large") and not name.startswith("gzip"):
        assert report["problem"]["line"] >= 1


@pytest.mark.parametrize("name", [case[0] for case in FINE])
def test_fine(found: dict[str, list[dict[str, Any]]], name: str) -> None:
    (report,) = found[f"fine-{name}"]
    assert (report["verdict"], report["problem"]) == ("unfinished", None)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.yaml", seed("yes"), "digits only"),
        ("a.yaml", seed('"5"'), "write it without quotes"),
        ("a.yaml", LUCAS + "moves: [3:5, no]\n", "all moves in one, separated by spaces"),
        ("a.yaml", LUCAS + "moves: 5\n", "quotes make it text: '5'"),
        ("a.yaml", GOOD + "clam: won\n", "did you mean 'claim'?"),
        ("a.yaml", GOOD.replace("lucas", "lukas"), "did you mean 'lucas'?"),
        ("a.json", on_deal(tableau=columns(2, "7S JS 8C"), seed=None, shuffle=None), "missing: 8S; too many: 8C"),
        ("a.json", on_deal(seed=43), "seed 43 does not give these cards"),
        ("a.yaml", LUCAS + "moves: 5-f\u00a05-f\n", "U+00A0"),
        ("a.yaml", LUCAS + "moves: '5-f # x'\n", "write the moves as a | block"),
    ],
)
def test_message_says_what_to_do(tmp_path: Path, name: str, content: str, told: str) -> None:
    assert told in run("check", write(tmp_path, name, content)).out


@pytest.mark.parametrize("command", ["check", "play", "convert"])
@pytest.mark.parametrize(
    ("name", "told"),
    [("missing.yaml", "no such file"), ("file/x", "not a directory"), ("x" * 300, "too long"), ("", "no such file")],
)
def test_files_that_can_not_be_opened(tmp_path: Path, command: str, name: str, told: str) -> None:
    write(tmp_path, "file", "")
    ran = run(command, name, cwd=tmp_path)
    assert ran.status == 2
    assert "unreadable: cannot read the file: " in ran.out + ran.err
    assert told in ran.out + ran.err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("play", "unreadable: cannot read the file: it is a folder"),
        ("convert", "empty: there is no record in the folder"),
    ],
)
def test_a_folder_is_no_record(tmp_path: Path, command: str, told: str) -> None:
    ran = run(command, tmp_path)
    assert ran.status == 2
    assert told in ran.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    file = write(tmp_path, "game.yaml", GOOD)
    file.chmod(0)
    ran = run("check", file)
    assert (ran.status, ran.out) == (2, f"{file}: unreadable: cannot read the file: permission denied\n")


@pytest.mark.parametrize(
    ("name", "what"),
    [("a.yaml", "document"), ("a.json", "file"), ("a.jsonl", "line"), ("a.moves", "file"), ("a", "file")],
)
def test_too_large_a_file(tmp_path: Path, name: str, what: str) -> None:
    content = {"a.yaml": GOOD, "a.json": as_json(game("d")), "a.jsonl": as_json(game("d"))}.get(name, "d " * 99)
    file = write(tmp_path, name, content)
    size = len(content.encode())
    asked = ["--variant", "lucas", "--seed", "42", "--require", "legal"]
    ran = run("check", *asked, "--max-size", str(size - 2), file)
    assert ran.status == 2
    assert f"too-large: the {what} is larger than {size - 2} bytes" in ran.out
    assert "too-large" not in run("check", *asked, "--max-size", str(size), file).out


def test_a_line_that_is_too_large_does_not_stop_the_others(tmp_path: Path) -> None:
    long = as_json(game("d", meta={"a": "x" * 300}))
    file = write(tmp_path, "a.jsonl", as_json(game("d")) + long + as_json(game("5-f")))
    told = reports("--max-size", "250", "--require", "legal", file)
    assert [(report["index"], report["verdict"]) for report in told] == [
        (1, "unfinished"),
        (2, "invalid"),
        (3, "unfinished"),
    ]
    assert (told[1]["problem"]["code"], told[1]["problem"]["line"]) == ("too-large", 2)


def test_16_mib_is_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.moves"
    with open(file, "wb") as log:
        log.truncate(16 * 1024 * 1024 + 1)
    ran = run("check", "--variant", "lucas", "--seed", "42", file)
    assert (ran.status, "too-large" in ran.out) == (2, True)
    endless = shell('timeout 20 "$FT" check --variant lucas --seed 42 - < /dev/zero; echo "status $?"')
    assert endless.out.endswith("status 2\n")
    assert "too-large" in endless.out


@pytest.mark.parametrize("name", HEAVY)
def test_it_is_refused_before_it_is_worked_through(tmp_path: Path, name: str) -> None:
    """Four times the trouble is no more work."""
    command_work("check", write(tmp_path, name, HEAVY[name](1)))  # what is done once only, as imports are
    once, more = (command_work("check", write(tmp_path, name, HEAVY[name](times))) for times in (1, 4))
    assert more < once * 1.05
