"""Walks fixtures/manifest.json with an installed command and compares what it says.

    walk_fixtures.py COMMAND...

COMMAND is the path of forty-thieves, or several words such as ``python -m forty_thieves``. Every difference is a
line; the last line is ``N passed, N failed``. The exit status is 1 where one failed. Standard library only.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
AT_A_TIME = 2
SECONDS = 60
FILES_A_RUN = 32
"""Files of one run of a command. They share options and exit status; where a run differs they go one by one."""

Entry = dict[str, Any]
Finding = dict[str, Any]

_FAULT = re.compile(r"(?::(?P<line>\d+):(?P<column>\d+))?: (?P<code>[a-z0-9-]+): ")


def manifest() -> list[Entry]:
    """The manifest's entries."""
    entries: list[Entry] = json.loads((FIXTURES / "manifest.json").read_text(encoding="utf-8"))
    return entries


def by_file(entries: list[Entry]) -> list[list[Entry]]:
    """The entries that one file and its options give, by index."""
    grouped: dict[tuple[str, str, tuple[str, ...]], list[Entry]] = {}
    for entry in entries:
        grouped.setdefault((entry["kind"], entry["path"], tuple(entry["args"])), []).append(entry)
    return [sorted(group, key=lambda entry: int(entry["index"])) for group in grouped.values()]


def _runs(files: list[list[Entry]]) -> list[list[list[Entry]]]:
    """Files that can be told apart in one run of the command each."""
    grouped: dict[tuple[str, ...], list[list[Entry]]] = {}
    for file in files:
        first = file[0]
        alone = first["path"] if first["kind"] == "asked" else ""
        key = (first["kind"], str(_exit(file)), alone, *first["args"])
        grouped.setdefault(key, []).append(file)
    return [
        group[start : start + FILES_A_RUN]
        for group in grouped.values()
        for start in range(0, len(group), FILES_A_RUN)
    ]


def _exit(entries: list[Entry]) -> int:
    return max(int(entry["exit"]) for entry in entries)


def walk(command: list[str], entries: list[Entry]) -> list[list[str]]:
    """What is wrong with each entry; an empty list where nothing is."""
    # The folder is the working directory: a path of the command that leads somewhere from here has to stay good.
    command = [os.path.abspath(word) if os.sep in word and os.path.exists(word) else word for word in command]
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        walked = pool.map(lambda run: _compared_run(command, run), _runs(by_file(entries)))
        return [wrongs for found in walked for wrongs in found]


def arguments(entry: Entry, *more: str) -> list[str]:
    """The words that follow the command's name; ``more`` are further files."""
    if entry["kind"] == "game":
        return ["check", "--format", "json", *entry["args"], entry["path"], *more]
    if entry["kind"] == "deal":
        return ["convert", "--to", "jsonl", *entry["args"], entry["path"], *more]
    return ["check", "--format", "json", "--deal", entry["path"], *entry["args"]]


def _compared_run(command: list[str], files: list[list[Entry]]) -> list[list[str]]:
    """What is wrong with each entry of some files."""
    together = [entry for file in files for entry in file]
    wrongs = _compared(command, together, [file[0]["path"] for file in files[1:]])
    if len(files) > 1 and any(wrongs):
        return [wrong for file in files for wrong in _compared(command, file, [])]
    return wrongs


def _compared(command: list[str], entries: list[Entry], more: list[str]) -> list[list[str]]:
    """What is wrong with each entry of one run of the command."""
    words = arguments(entries[0], *more)
    where = " ".join(words)
    try:
        done = subprocess.run(
            [*command, *words],
            cwd=FIXTURES,
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [[f"{where}: {error}"] for _ in entries]
    try:
        findings = _findings(entries, done)
    except (ValueError, KeyError, TypeError) as error:
        told = (done.stderr or done.stdout)[:400].decode(errors="replace").strip()
        return [[f"{where}: exit status {done.returncode}, output not understood ({error}): {told}"] for _ in entries]
    wrongs = []
    for entry in entries:
        finding = findings.pop((entry["path"], entry["index"]), None)
        name = f"{where}: game {entry['index']}" if len(entries) > 1 else where
        wrongs.append(
            [f"{name}: nothing is told of it"]
            if finding is None
            else [
                f"{name}: {field} {found!r}, expected {entry[field]!r}"
                for field, found in finding.items()
                if found != entry[field]
            ]
        )
    wrongs[0] += [f"{where}: told of {file}, game {index}, which is not expected" for file, index in findings]
    if done.returncode != _exit(entries):
        wrongs[0].append(f"{where}: exit status {done.returncode}, expected {_exit(entries)}")
    return wrongs


def _findings(entries: list[Entry], done: subprocess.CompletedProcess[bytes]) -> dict[tuple[str, int], Finding]:
    """What the command said, in the manifest's fields, by path and index."""
    findings: dict[tuple[str, int], Finding] = {}
    if entries[0]["kind"] == "game":
        for report in json.loads(done.stdout):
            problem = report["problem"] or dict.fromkeys(("code", "move", "line", "column"))
            fields = {field: problem[field] for field in ("code", "move", "line", "column")}
            findings[report["file"], report["index"]] = {"verdict": report["verdict"], **fields}
        return findings
    if not done.stderr:
        # Deals that are in order: the records themselves.
        records = [json.loads(line) for line in done.stdout.splitlines()]
        if [record["format"] for record in records] != ["forty-thieves-deal/1"] * len(entries):
            raise ValueError("not a deal record for each file")
        fine = {"verdict": None, "code": None, "line": None, "column": None}
        return {(entry["path"], 1): fine for entry in entries}
    lines = done.stderr.decode().splitlines()
    if done.stdout or len(lines) != len(entries):
        raise ValueError("expected a line on standard error for each file, and nothing else")
    for entry, text in zip(entries, lines, strict=True):
        fault = _FAULT.match(text, len(entry["path"])) if text.startswith(entry["path"]) else None
        if fault is None:
            raise ValueError("expected path:line:column: code: message")
        line, column = (None if fault[part] is None else int(fault[part]) for part in ("line", "column"))
        found = {"verdict": "invalid", "code": fault["code"], "line": line, "column": column}
        findings[entry["path"], 1] = found
    return findings


def main(command: list[str]) -> int:
    """Walk the manifest, print what differs, and give the exit status."""
    if not command:
        print("usage: walk_fixtures.py COMMAND...", file=sys.stderr)
        return 2
    results = walk(command, manifest())
    for wrongs in results:
        for wrong in wrongs:
            print(wrong)
    failed = sum(map(bool, results))
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
