"""Where a problem stands in the file: line and column exact, in every format.

In each case's text ``@`` stands right before the place that the report has to name. All files are checked by one run
of the command, and each report is looked at by a test of its own.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from support.command import LUCAS, as_json, game, reports, run, write


class Case(Struct):
    """A file with something wrong in it.

    Attributes:
        id: what it shows.
        suffix: the end of the file's name.
        text: the file, with ``@`` before the place of the problem.
        code: the problem's code.
        move: the number of the move at fault.
        token: its token.
        index: which game of the file it is.
    """

    id: str
    suffix: str
    text: str
    code: str = "does-not-build"
    move: int | None = 3
    token: str | None = "2-8"
    index: int = 1


JSON = '{"format": "forty-thieves-game/1", "deal": {"variant": "lucas", "seed": 42}, "moves": '
GOOD_LINE = as_json(game("d"))
DEAL = """\
format: forty-thieves-deal/1
variant: lucas
tableau:
- 7S 2C KC
- 7S JS 8S
- 8C 3D 4S
"""

YAML = [
    Case("block", ".yaml", LUCAS + "moves: |\n  5-f 5-f @2-8\n"),
    Case("block-second-line", ".yaml", LUCAS + "moves: |\n  5-f\n  5-f @2-8\n"),
    Case("block-first-token-of-a-line", ".yaml", LUCAS + "moves: |\n  5-f 5-f\n  @2-8 d\n"),
    Case("block-blank-lines-before", ".yaml", LUCAS + "moves: |\n\n\n  5-f 5-f\n\n  @2-8\n"),
    Case("block-deeper-second-line", ".yaml", LUCAS + "moves: |\n  5-f 5-f\n      @2-8\n"),
    Case("block-indentation-indicator", ".yaml", LUCAS + "moves: |2\n     5-f 5-f @2-8\n"),
    Case("block-indentation-and-chomping", ".yaml", LUCAS + "moves: |1-\n   5-f 5-f @2-8\n\n\n"),
    Case("block-keep", ".yaml", LUCAS + "moves: |+\n  5-f 5-f @2-8\n\n\n"),
    Case("block-strip-at-the-end-of-the-file", ".yaml", LUCAS + "moves: |-\n  5-f 5-f @2-8"),
    Case("block-comment-behind-the-bar", ".yaml", LUCAS + "moves: |  # 2-8\n  5-f 5-f @2-8\n"),
    Case("block-comments-inside", ".yaml", LUCAS + "moves: |\n  # 2-8\n  5-f # 2-8\n  5-f @2-8 # no\n"),
    Case("block-tabs", ".yaml", LUCAS + "moves: |\n  5-f\t5-f\t@2-8\n"),
    Case("block-crlf", ".yaml", (LUCAS + "moves: |\n  5-f\n  5-f @2-8\n").replace("\n", "\r\n")),
    Case("block-cr", ".yaml", (LUCAS + "moves: |\n  5-f\n  5-f @2-8\n").replace("\n", "\r")),
    Case("block-bom", ".yaml", "\ufeff" + LUCAS + "moves: |\n  5-f 5-f @2-8\n"),
    Case("block-non-ascii-before", ".yaml", LUCAS + "meta: {p: Zo\u00eb \U0001f0a1}\nmoves: |\n  5-f 5-f @2-8\n"),
    Case("block-non-ascii-inside", ".yml", LUCAS + "moves: |\n  # \u2660\U0001f0a1e\u0301\n  5-f=2\u2660 5-f @2-8\n"),
    Case("block-line-separator-inside", ".yaml", LUCAS + "moves: |\n  # a\u2028  b\n  5-f 5-f @2-8\n"),
    Case("block-nested-in-a-flow-free-record", ".yaml", "moves: |\n    5-f 5-f @2-8\n" + LUCAS),
    Case("block-second-document", ".yaml", f"{LUCAS}moves: d\n---\n{LUCAS}moves: |\n  5-f 5-f @2-8\n", index=2),
    Case("block-after-directives", ".yaml", f"%YAML 1.2\n---\n{LUCAS}moves: |\n  5-f 5-f @2-8\n...\n"),
    Case("plain", ".yaml", LUCAS + "moves: 5-f 5-f @2-8\n"),
    Case("plain-in-a-flow-mapping", ".yml", "{format: forty-thieves-game/1, deal: {variant: lucas, seed: 42}, "
         "moves: 5-f 5-f @2-8}\n"),
    Case("plain-behind-non-ascii-and-a-bom", ".yml", "\ufeff{meta: {p: \u2660 \U0001f0a1}, moves: 5-f 5-f @2-8, "
         "format: forty-thieves-game/1, deal: {variant: lucas, seed: 42}}\n"),
    Case("plain-on-the-line-of-the-marker", ".yaml", "--- {format: forty-thieves-game/1, "
         "deal: {variant: lucas, seed: 42}, moves: 5-f 5-f @2-8}\n"),
    Case("single-quoted", ".yaml", LUCAS + "moves: '5-f 5-f @2-8'\n"),
    Case("double-quoted", ".yaml", LUCAS + 'moves: "5-f 5-f @2-8"\n'),
    # Where a text is folded or holds escapes, its start and the move's number.
    Case("double-quoted-with-an-escape", ".yaml", LUCAS + 'moves: @"5-f\\x205-f 2-8"\n'),
    Case("double-quoted-over-two-lines", ".yaml", LUCAS + 'moves: @"5-f\n  5-f 2-8"\n'),
    Case("plain-over-two-lines", ".yaml", LUCAS + "moves: @5-f 5-f\n  2-8\n"),
    Case("folded", ".yaml", LUCAS + "moves: @>\n  5-f 5-f\n  2-8\n"),
    Case("folded-and-stripped", ".yaml", LUCAS + "moves: @>-\n  5-f 5-f 2-8\n"),
    # What is not a move.
    Case("bad-token", ".yaml", LUCAS + "moves: |\n  5-f @2>7\n", "bad-token", 2, "2>7"),
    Case("no-break-space", ".yaml", LUCAS + "moves: |\n  5-f @5-f\u00a02-7\n", "bad-token", 2, "5-f\u00a02-7"),
    Case("lost-comment-in-a-folded-text", ".yaml", LUCAS + "moves: @>\n  5-f # 2-8\n", "lost-comment", None, None),
    Case("lost-comment-behind-a-token-like-it", ".yaml", LUCAS + "moves: 'd#x d @#x'\n", "lost-comment", None, None),
    Case("lost-comment-in-a-quoted-text", ".yaml", LUCAS + "moves: '5-f @# 2-8'\n", "lost-comment", None, None),
    Case("other-fields", ".yaml", LUCAS + "claim: @wom\nmoves: d\n", "bad-value", None, None),
    Case("unknown-field", ".yaml", LUCAS + "@move: d\n", "unknown-field", None, None),
    Case("missing-field", ".yaml", "# a game\n@" + LUCAS, "missing-field", None, None),
    Case("false-claim", ".yaml", LUCAS + "moves: d\nclaim: @won\n", "false-claim", None, None),
    Case("nested-value", ".yaml", "format: forty-thieves-game/1\ndeal:\n  variant: lucas\n  seed: @-5\nmoves: d\n",
         "bad-seed", None, None),
    Case("duplicate-key", ".yaml", LUCAS + "moves: d\n@moves: d\n", "duplicate-key", None, None),
    Case("malformed-second-document", ".yaml", f"{LUCAS}moves: d\n---\nformat: a\n@\tb: c\n", "syntax", None, None,
         index=2),
    Case("bad-card", ".yaml", "format: forty-thieves-game/1\nmoves: d\ndeal:\n  variant: lucas\n  stock: ''\n"
         "  tableau:\n  - 7S 2C KC\n  - '7S @1S 8S'\n", "bad-card", None, None),
    Case("column-too-long", ".yaml", "format: forty-thieves-game/1\nmoves: d\ndeal:\n@  variant: lucas\n  stock: ''\n"
         "  tableau:\n  - 7S 2C KC\n".replace("@  v", "  @v"), "wrong-pack", None, None),
]  # fmt: skip

JSON_CASES = [
    Case("json", ".json", JSON + '"5-f 5-f @2-8"}'),
    Case("json-pretty", ".json", JSON.replace(", ", ",\n") + '\n"5-f 5-f @2-8"\n}\n'),
    Case("json-pretty-crlf", ".json", JSON.replace(", ", ",\r\n") + '\r\n"5-f 5-f @2-8"\r\n}\r\n'),
    Case("json-bom", ".json", "\ufeff" + JSON + '"5-f 5-f @2-8"}'),
    Case("json-newline-escape", ".json", JSON + r'"5-f\n5-f\n@2-8"}'),
    Case("json-tab-and-cr-escapes", ".json", JSON + r'"5-f\t5-f\r\n@2-8"}'),
    Case("json-u0020", ".json", JSON + r'"5-f\u00205-f\u0020@2-8"}'),
    Case("json-surrogate-pair-escape", ".json", JSON + r'"# \ud83c\udca1\n5-f 5-f @2-8"}'),
    Case("json-upper-case-surrogates", ".json", JSON + r'"# \uD83C\uDCA1\uD83C\uDCA2\n5-f 5-f @2-8"}'),
    Case("json-escapes-before-a-lone-surrogate", ".json", JSON + r'"# \ud83c\udca1\n@\ud83c\ud83c\udca1\n5-f 2-8"}',
         "bad-text", None, None),
    Case("json-raw-emoji", ".json", JSON + '"# \U0001f0a1\\n5-f 5-f @2-8"}'),
    Case("json-escaped-quote-and-backslash", ".json", JSON + r'"# \"\\\"\\n\/\n5-f 5-f @2-8"}'),
    Case("json-escaped-token", ".json", JSON + r'"5-f 5-f @\u0032-8"}'),
    Case("json-same-name-elsewhere", ".json", '{"meta": {"moves": "2-8"}, "moves": "5-f 5-f @2-8", ' + JSON[1:-11]
         + "}"),
    Case("json-escaped-key", ".json", JSON.replace('"moves"', r'"mo\u0076es"') + '"5-f 5-f @2-8"}'),
    Case("json-array-second", ".json", "[" + GOOD_LINE + ",\n  " + JSON + '"5-f 5-f @2-8"}]', index=2),
    Case("json-array-on-one-line", ".json", "[" + GOOD_LINE.strip() + ', ' + JSON + '"5-f 5-f @2-8"} ]', index=2),
    Case("jsonl", ".jsonl", GOOD_LINE + "\n  \n" + JSON + '"5-f 5-f @2-8"}\n' + GOOD_LINE, index=2),
    Case("jsonl-crlf-and-bom", ".ndjson", ("\ufeff" + GOOD_LINE + JSON + '"5-f 5-f @2-8"}\n').replace("\n", "\r\n"),
         index=2),
    Case("jsonl-no-line-end", ".jsonl", JSON + '"\U0001f0a1 5-f"}'.replace("\U0001f0a1", "@\U0001f0a1"),
         "bad-token", 1, "\U0001f0a1"),
    Case("json-unknown-field", ".json", JSON + '"d",\n @"clam": "won"}', "unknown-field", None, None),
    Case("json-duplicate-key", ".json", JSON + '"d",\n "meta": {"a": "b", @"a": "c"}}', "duplicate-key", None, None),
    Case("json-duplicate-key-by-escape", ".json", JSON + r'"d", @"mov\u0065s": "d"}', "duplicate-key", None, None),
    Case("json-malformed", ".json", JSON + "\n @}", "syntax", None, None),
    Case("json-extra-data", ".json", GOOD_LINE + "@x", "syntax", None, None),
    Case("json-nan", ".json", JSON + '"NaN", "claim": @NaN}', "syntax", None, None),
    Case("json-number", ".json", JSON.replace("42", "@1e3") + '"d"}', "bad-seed", None, None),
    Case("jsonl-malformed-line", ".jsonl", GOOD_LINE + JSON + "@\n" + GOOD_LINE, "syntax", None, None, 2),
    Case("json-false-claim", ".json", JSON + '"d",\n  "claim": @"won"}', "false-claim", None, None),
    Case("json-bad-card", ".json", '{"format": "forty-thieves-game/1", "moves": "", "deal": {"variant": "lucas", '
         r'"stock": "", "tableau": ["2S 3S", "2S\u0009@XX"]}}', "bad-card", None, None),
]  # fmt: skip

LOGS = [
    Case("log", ".moves", "5-f 5-f @2-8\n"),
    Case("log-second-line", ".txt", "5-f\n5-f @2-8"),
    Case("log-comments", ".moves", "# 2-8 \u2660\n5-f # 2-8\n\n 5-f\t@2-8\n"),
    Case("log-crlf", ".moves", "5-f\r\n5-f @2-8\r\n"),
    Case("log-cr", ".moves", "5-f\r5-f @2-8\r"),
    Case("log-bom", ".moves", "\ufeff5-f 5-f @2-8"),
    Case("log-no-suffix", "", "5-f 5-f @2-8"),
    Case("log-bad-token", ".moves", "5-f @5-f\u00a02-7\n", "bad-token", 2, "5-f\u00a02-7"),
    Case("log-form-feed", ".moves", "5-f @\f5-f\n", "bad-token", 2, "\f5-f"),
]

CASES = [*YAML, *JSON_CASES, *LOGS]


def marked(text: str) -> tuple[str, int, int]:
    """A text without its ``@``, and the line and column where that stood, both from 1."""
    before, _, after = text.partition("@")
    lines = re.split(r"\r\n|\r|\n", before)
    return before + after, len(lines), len(lines[-1].removeprefix("\ufeff")) + 1


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], dict[str, Any]]:
    """The reports of one run over all files, by the case's id and the game's index."""
    folder = tmp_path_factory.mktemp("positions")
    files = [write(folder, case.id + case.suffix, marked(case.text)[0]) for case in CASES]
    told = reports("--variant", "lucas", "--seed", "42", *files)
    names = {str(file): case.id for file, case in zip(files, CASES, strict=True)}
    return {(names[report["file"]], report["index"]): report for report in told}


def test_case_names_are_unique() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_place(case: Case, found: dict[tuple[str, int], dict[str, Any]]) -> None:
    _, line, column = marked(case.text)
    problem = found[case.id, case.index]["problem"]
    assert (problem["code"], problem["line"], problem["column"]) == (case.code, line, column), problem["message"]
    assert (problem["move"], problem["token"]) == (case.move, case.token)


def test_msgpack_knows_no_place(tmp_path: Path) -> None:
    packed = msgspec.msgpack.encode(game("5-f 5-f 2-8"))
    (report,) = reports(write(tmp_path, "game.msgpack", packed))
    problem = report["problem"]
    assert (problem["code"], problem["move"], problem["token"]) == ("does-not-build", 3, "2-8")
    assert problem["line"] is None
    assert problem["column"] is None


def test_text_line_carries_the_place(tmp_path: Path) -> None:
    file = write(tmp_path, "game.yaml", LUCAS + "moves: |\n  5-f 5-f 2-8\n")
    ran = run("check", file)
    assert ran.out == f"{file}:4:11: does-not-build: move 3, 2-8: cannot put 8S on TS: needs 9S\n"
