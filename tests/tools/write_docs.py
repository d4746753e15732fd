"""Writes the generated parts of the documents anew; a test fails when they drift.

What is written is found by markers, each a line of its own, outside of fenced blocks:

    <!-- generated: NAME -->    up to <!-- end -->: a table or a help text; BLOCKS lists the names
    <!-- run: COMMANDS -->      the console block behind it: the commands (separated by ` ;; `), output and status
    <!-- file: NAME -->         the fenced block behind it is written to a file of that name, for the commands to read
    <!-- setup: COMMAND -->     run like those, shown nowhere; must succeed

The commands of one document run in its order, by sh, in one temporary folder that has copies of fixtures/ and
schemas/ in it; nothing that they write stays. With --check nothing is written: drift is shown, and the status is 1.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

import forty_thieves
from forty_thieves.commands.app import COMMANDS
from forty_thieves.commands.session.verbs import VERBS
from forty_thieves.exit_codes import MEANINGS
from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.problems import CODES
from forty_thieves.records.schemas import schema
from forty_thieves.records.structs import RECORDS
from forty_thieves.solving.survey import Survey, games_of, read_survey, shares_of, table_lines

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "README.md",
    "cli/README.md",
    "cli/API.md",
    "cli/COMMANDS.md",
    "cli/PLAY.md",
    "cli/TESTING.md",
    "schemas/README.md",
    "fixtures/survey/README.md",
)
COPIED = ("fixtures", "schemas")
BIN = Path(sys.executable).parent
PROGRAM = "forty-thieves"
SECONDS = 300

_MARKER = re.compile(r"<!-- (?P<kind>generated|run|file|setup): (?P<value>.*\S) -->")
_END = "<!-- end -->"
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})")


class DocsError(Exception):
    """A document whose markers can't be followed; the message names the line."""


# What is generated


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines: list[tuple[str, ...]] = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _code(word: object) -> str:
    return f"`{word}`"


def problem_codes() -> str:
    """Every problem code, its verdict and its meaning."""
    rows = [(_code(code), verdict, meaning) for code, (verdict, meaning) in CODES.items()]
    return _table(("code", "verdict", "meaning"), rows)


def exit_statuses() -> str:
    """Every exit status and what it means."""
    return _table(("status", "meaning"), [(str(status), meaning) for status, meaning in MEANINGS.items()])


_REFERENCES = {"DealRecord": "deal record", "Problem": "problem", "Rules": "rules record"}
_TYPES = {"string": "text", "boolean": "`true` or `false`", "null": "`null`"}


def _type(told: dict[str, Any]) -> str:
    """A field's type in words, from its schema."""
    if "const" in told:
        return _code(told["const"])
    if "$ref" in told:
        return _REFERENCES[told["$ref"].rpartition("/")[2]]
    if "enum" in told:
        *others, last = map(_code, told["enum"])
        return f"{', '.join(others)} or {last}" if others else last
    if "anyOf" in told:
        return " or ".join(map(_type, told["anyOf"]))
    match told["type"]:
        case "array":
            return f"list: {_type(told['items'])}"
        case "object":
            return f"mapping: {_type(told['additionalProperties'])} by name"
        case "string" if "pattern" in told:
            return "64 hex digits" if "[0-9a-f]" in told["pattern"] else "cards"
        case "integer":
            return f"integer{_range(told)}"
        case name:
            return _TYPES[name]


def _range(told: dict[str, Any]) -> str:
    least, most = told.get("minimum"), told.get("maximum")
    if least is None and most is None:
        return ""
    if most is None:
        return f" of at least {least}"
    return f" from {least} to {'10^20' if most == 10**20 else most}"


def _fields(made: dict[str, Any]) -> str:
    """The table of a record's fields, from its schema."""
    either = {field for option in made.get("oneOf", ()) for field in option["required"]}
    rows = []
    for field, told in made["properties"].items():
        if field in made["required"]:
            needed = "required"
        elif field in either:
            needed = "one of the two"
        elif "default" in told:
            needed = f"default {_code(_written(told['default']))}"
        else:
            needed = "optional"
        rows.append((_code(field), _type(told), needed, _sentence(told["description"])))
    return _table(("field", "type", "", "meaning"), rows)


def _sentence(text: str) -> str:
    """What a docstring says of a field, as Markdown."""
    return text.replace("``", "`").rstrip(".")


def _written(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def fields_of(name: str) -> str:
    """The fields of a kind of record; of a report also those of its problem."""
    made = schema(name)
    problem = f"\n\nA problem:\n\n{_fields(made['$defs']['Problem'])}" if name == "report" else ""
    return _fields(made) + problem


_COLUMNS = ("name", "aliases", "columns", "face_down", "face_up", "build", "move", "draw", "redeals")


def variant_table() -> str:
    """Every named variant with its rules; what few of them have is named by field."""
    head = ("variant", "columns", "face down", "stock", "build", "move", "draw", "redeals", "else", "aliases")
    rows = []
    for rules in variants.every():
        rest = [
            f"`{field.name}: {_written(getattr(rules, field.name))}`"
            for field in msgspec.structs.fields(Rules)
            if field.name not in (*_COLUMNS, "format", "title") and getattr(rules, field.name) != field.default
        ]
        numbers = (f"{rules.columns} x {rules.column_size}", str(rules.face_down), str(rules.stock_size))
        how = (rules.build, rules.move, str(rules.draw), str(rules.redeals))
        rows.append((_code(rules.name), *numbers, *how, ", ".join(rest), ", ".join(map(_code, rules.aliases))))
    return _table(head, rows)


def help_of(*words: str) -> str:
    """What the program or one of its commands says of itself, 80 columns wide."""
    with tempfile.TemporaryDirectory() as folder:
        return _console(" ".join((PROGRAM, *words, "--help")), Path(folder))


def verbs() -> str:
    """What may be typed in a game that is played by hand, and its short form."""
    rows = [(_code(f"{verb.name} {verb.takes}".rstrip()), _code(verb.short), verb.help) for verb in VERBS]
    return _table(("command", "short", "what it does"), rows)


PACKAGE = ROOT / "cli/forty_thieves"


def rooms() -> str:
    """Every module, by room, with the first line of what it says of itself."""
    parts: list[str] = []
    for folder in (PACKAGE, *sorted(path.parent for path in PACKAGE.rglob("__init__.py"))):
        if folder == PACKAGE and parts:
            continue
        modules = sorted(folder.glob("*.py"), key=lambda path: (path.stem != "__init__", path.stem))
        name = "forty_thieves" if folder == PACKAGE else folder.relative_to(PACKAGE).as_posix()
        first = _first_line(modules[0])
        lines = [f"- `{path.stem}`: {_first_line(path)}" for path in modules[1:]]
        parts.append("\n".join([f"**{name}/** {first}", "", *lines]))
    return "\n\n".join(parts)


def _first_line(path: Path) -> str:
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return _plain_roles(doc.split("\n\n")[0].replace("\n", " "))


SURVEYS = ROOT / "fixtures/survey"
_EFFORTS = (100_000, 1_000_000, 3_000_000, 10_000_000)


@cache
def _surveys(pattern: str) -> list[Survey]:
    return [read_survey(str(path)) for path in sorted(SURVEYS.glob(pattern))]


def survey_table(pattern: str) -> str:
    """How many deals can be won of the games in some of the published survey files."""
    shares, _ = shares_of(_surveys(pattern))
    return "".join(table_lines(shares)).rstrip()


def survey_counts() -> str:
    """The same of the nine games, in short."""
    shares, _ = shares_of(_surveys("*.jsonl"))
    rows = [(share.game, str(share.won), str(share.unwinnable), str(share.undecided)) for share in shares]
    return _table(("game", "won", "unwinnable", "undecided"), rows)


def survey_efforts() -> str:
    """How many deals of the nine games were won within some efforts, and how many steps a win has."""
    rows = []
    games, _ = games_of(_surveys("*.jsonl"))
    for game in games:
        wins = [entry for entry in game.entries.values() if entry.status == "won"]
        within = [f"{100 * sum(win.effort <= most for win in wins) / len(game.entries):.1f} %" for most in _EFFORTS]
        steps = sorted(win.steps for win in wins if isinstance(win.steps, int))
        rows.append((game.name, *within, str(steps[len(steps) // 2])))
    return _table(("game", *(f"won within {most:,}" for most in _EFFORTS), "steps"), rows)


_SECTION = re.compile(r"(Args|Attributes|Returns|Yields|Raises):")
_PLAIN = ("Returns", "Yields")
_ENTRY = re.compile(r"(\w+): (.*)")


def api() -> str:
    """Every public name of the library, with its signature and what its docstring says."""
    return "\n\n".join(_entry(name, getattr(forty_thieves, name)) for name in forty_thieves.__all__)


def _entry(name: str, thing: Any) -> str:
    parts = [f"## {name}"]
    if inspect.isfunction(thing):
        parts.append(f"```python\n{name}{_signature(thing)}\n```")
    if hasattr(thing, "ABOUT"):  # a record, whose fields say themselves what they mean
        fields = [f"- `{name}`: {meta.description}" for name, meta in _metas(thing).items()]
        parts += [thing.ABOUT, "*Attributes*", _plain_roles("\n".join(fields))]
    else:
        parts.append(_as_markdown(inspect.getdoc(thing) or ""))
    members = []
    for member in dir(thing) if inspect.isclass(thing) else ():
        made = inspect.getattr_static(thing, member)
        own = inspect.isfunction(made) and member in vars(thing)
        if not member.startswith("_") and (own or isinstance(made, property | cached_property)):
            shown = f"{member}{_signature(made)}" if own else member
            first = (inspect.getdoc(made) or "").split("\n\n")[0].replace("\n", " ")
            members.append(f"- `{name}.{shown}`: {_plain_roles(first)}")
    return "\n\n".join([*parts, *(["\n".join(members)] if members else [])])


def _metas(record: type[msgspec.Struct]) -> dict[str, msgspec.Meta]:
    """What each field of a record says of itself."""
    hints = get_type_hints(record, include_extras=True)
    return {name: hints[name].__metadata__[-1] for name in record.__struct_fields__}


def _signature(function: Any) -> str:
    shown = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(function)))
    return re.sub(r"^\(self(, )?", "(", shown)


def _plain_roles(text: str) -> str:
    return re.sub(r":\w+:`[.~]?([^`]+)`", lambda found: f"`{found[1].rpartition('.')[2]}`", text).replace("``", "`")


def _as_markdown(doc: str) -> str:
    """A docstring as Markdown: its sections as lists, its examples as code."""
    blocks = []
    for block in _plain_roles(doc).split("\n\n"):
        lines = block.split("\n")
        if block.startswith(">>> "):
            blocks.append(f"```python\n{block}\n```")
        elif found := _SECTION.fullmatch(lines[0]):
            said = " ".join(map(str.strip, lines[1:]))
            blocks.append(f"*{found[1]}*: {said}" if found[1] in _PLAIN else f"*{found[1]}*\n\n{_items(lines[1:])}")
        else:
            blocks.append(block)
    return "\n\n".join(blocks)


def _items(lines: list[str]) -> str:
    items: list[str] = []
    for line in lines:
        if line.startswith("        ") or (items and not _ENTRY.match(line.strip())):
            items[-1] += f" {line.strip()}"
        else:
            items.append(_ENTRY.sub(r"`\1`: \2", line.strip()))
    return "\n".join(f"- {item}" for item in items)


BLOCKS: dict[str, Callable[[], str]] = {
    "api": api,
    "rooms": rooms,
    "problem-codes": problem_codes,
    "exit-statuses": exit_statuses,
    **{f"fields-{name}": partial(fields_of, name) for name in RECORDS},
    "variants": variant_table,
    "survey": partial(survey_table, "*.jsonl"),
    "survey-counts": survey_counts,
    "survey-efforts": survey_efforts,
    "survey-others": partial(survey_table, "pysolfc/*.jsonl"),
    "verbs": verbs,
    f"help-{PROGRAM}": help_of,
    **{f"help-{name}": partial(help_of, name) for name in COMMANDS},
}
"""What a ``generated`` marker may name, and what is written there."""


# Running commands


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command by sh, as a person would see it who has 80 columns and no colors."""
    environment = {
        "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(folder),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
    }
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


def _console(value: str, folder: Path) -> str:
    """Commands and what they say, as a fenced block."""
    lines: list[str] = []
    for command in value.split(" ;; "):
        done = _run(command, folder)
        lines.append(f"$ {command}")
        lines += done.stdout.removesuffix("\n").split("\n") if done.stdout else []
        if done.returncode:
            lines.append(f"[exit status {done.returncode}]")
    fence = "`" * max([3, *(len(run) + 1 for line in lines for run in re.findall("^`{3,}", line))])
    return "\n".join([f"{fence}console", *lines, fence])


# The documents


class _Lines:
    """A document's lines, read one after another."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self.at = 0

    def __iter__(self) -> Iterator[str]:
        while self.at < len(self._lines):
            self.at += 1
            yield self._lines[self.at - 1]

    def fail(self, message: str) -> DocsError:
        return DocsError(f"line {self.at}: {message}")

    def rest_of_fence(self, first: str) -> list[str]:
        """The lines behind the opening line of a fenced block, the closing one included."""
        opened = _FENCE.match(first)
        assert opened is not None
        fence, taken, start = opened["fence"], [], self.at
        for line in self:
            taken.append(line)
            if line.strip() == fence[0] * len(line.strip()) and len(line.strip()) >= len(fence):
                return taken
        self.at = start
        raise self.fail("the fenced block has no end")

    def block_behind(self) -> list[str] | None:
        """The fenced block that follows, perhaps behind empty lines; None, and nothing read, where there is none."""
        start = self.at
        for line in self:
            if _FENCE.match(line):
                return [line, *self.rest_of_fence(line)]
            if line.strip():
                break
        self.at = start
        return None


def rewritten(text: str, root: Path = ROOT) -> str:
    """A document with its generated parts made anew.

    Raises:
        DocsError: a marker can't be followed.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in COPIED:
            if (root / part).is_dir():
                shutil.copytree(root / part, folder / part)
        return "\n".join(_rewritten(_Lines(text), folder))


def _rewritten(lines: _Lines, folder: Path) -> Iterator[str]:
    for line in lines:
        yield line
        if _FENCE.match(line):
            yield from lines.rest_of_fence(line)
            continue
        marker = _MARKER.fullmatch(line.strip())
        if marker is None:
            if line.strip() == _END:
                raise lines.fail("an end without a beginning")
            continue
        kind, value = marker["kind"], marker["value"]
        match kind:
            case "generated":
                yield from _generated(lines, value)
            case "run":
                shown = lines.block_behind()
                if shown is not None and not re.fullmatch("`+console", shown[0]):
                    raise lines.fail("the block behind a run marker is no console block")
                yield _console(value, folder)
            case "file":
                yield from _file(lines, folder, value)
            case _:
                done = _run(value, folder)
                if done.returncode:
                    raise lines.fail(f"{value}: exit status {done.returncode}: {done.stdout}")


def _generated(lines: _Lines, name: str) -> Iterator[str]:
    if name not in BLOCKS:
        raise lines.fail(f"there is no block {name!r}: expected {', '.join(BLOCKS)}")
    start = lines.at
    for line in lines:
        if line.strip() == _END:
            yield from ("", BLOCKS[name](), "", line)
            return
        if _MARKER.fullmatch(line.strip()):
            break
    lines.at = start
    raise lines.fail(f"the block {name!r} has no {_END}")


def _file(lines: _Lines, folder: Path, name: str) -> Iterator[str]:
    block = lines.block_behind()
    if block is None:
        raise lines.fail("no fenced block behind a file marker")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in block[1:-1]), encoding="utf-8")
    yield from block


def drift(name: str, root: Path = ROOT) -> str:
    """How a document differs from what it should be, as a unified diff; empty where it does not, or is not there."""
    path = root / name
    if not path.is_file():
        return ""
    old = path.read_text(encoding="utf-8")
    new = rewritten(old, root)
    return "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, f"{name} (made anew)"))


def _write(name: str) -> None:
    path = ROOT / name
    if path.is_file():
        path.write_text(rewritten(path.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> int:
    """Rewrite the documents, or compare them."""
    parser = argparse.ArgumentParser(description="Write the generated parts of the documents anew.")
    parser.add_argument("--check", action="store_true", help="write nothing; show drift and exit with 1")
    parser.add_argument("documents", nargs="*", metavar="FILE", default=DOCUMENTS, help="paths from the root")
    asked = parser.parse_args()
    status = 0
    for name in asked.documents:
        try:
            if asked.check:
                shown = drift(name)
                sys.stdout.write(shown)
                status = max(status, 1 if shown else 0)
            else:
                _write(name)
        except DocsError as error:
            sys.stderr.write(f"{name}: {error}\n")
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main())
