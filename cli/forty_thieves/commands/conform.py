"""The command ``conform``: asks somebody else's checker about the fixtures, and says where it disagrees."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer

from forty_thieves.exit_codes import EXIT_INVALID, EXIT_OK, EXIT_SHORT
from forty_thieves.outputs import OutputError, write_file, write_stdout
from forty_thieves.testing.conform import (
    RESULTS,
    SECONDS,
    Case,
    ConformanceError,
    Finding,
    Result,
    conform,
    read_cases,
)
from forty_thieves.text import file_name, plural, quoted, reason, shown

from .messages import complain
from .options import About

TAG = "forty-thieves-conformance/1"
LONGEST_TIME = 3600.0

ABOUT = About(
    summary="Ask another program's checker about the fixtures.",
    text="It says in which cases the checker's verdict is not the one that the fixtures have.",
    examples=(
        "forty-thieves conform --fixtures fixtures -- ./checker",
        "forty-thieves conform --fixtures fixtures --write-skips todo -- ./checker",
    ),
)


def command(
    checker: Annotated[
        list[str], typer.Argument(metavar="COMMAND...", help="The checker and its arguments, behind --.")
    ],
    fixtures: Annotated[str, typer.Option("--fixtures", metavar="DIR", help="The folder with manifest.json.")],
    only: Annotated[
        str | None, typer.Option("--only", metavar="TEXT", help="Ask only cases that have this text in their name.")
    ] = None,
    skip: Annotated[
        list[str] | None, typer.Option("--skip", metavar="CASE", help="Leave a case out. May be given several times.")
    ] = None,
    skip_file: Annotated[
        str | None,
        typer.Option("--skip-file", metavar="FILE", help="Leave out the cases listed there: one a line, a tab, why."),
    ] = None,
    strict_skips: Annotated[
        bool, typer.Option("--strict-skips", help="Ask those as well; one that is passed now counts as failed.")
    ] = False,
    write_skips: Annotated[
        str | None,
        typer.Option("--write-skips", metavar="FILE", help="Write the cases that were not passed as such a list."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace that file if it is there.")] = False,
    seconds: Annotated[
        float, typer.Option("--time", metavar="SECONDS", help="What the checker may take for a case.")
    ] = SECONDS,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, max=256, help="Ask N at a time.")] = 1,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the skipped cases too, and why.")] = False,
    report_format: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How to report; 'text' names what was not passed.")
    ] = "text",
) -> None:
    """Run the command."""
    if not 0 < seconds <= LONGEST_TIME:
        raise typer.BadParameter(f"--time must be more than 0 and at most {LONGEST_TIME:g} seconds")
    if write_skips is not None and not force and os.path.lexists(write_skips):
        raise OutputError(f"{file_name(write_skips)}: the file is there already; --force replaces it")
    try:
        cases = [case for case in read_cases(Path(fixtures)) if only is None or only in case.id]
        skips = _skips(skip or [], skip_file, cases)
        findings = []
        for found in conform(checker, cases, skips, ask_skipped=strict_skips, seconds=seconds, jobs=jobs):
            findings.append(found)
            if report_format == "text":
                _tell(found, verbose=verbose)
    except ConformanceError as error:
        raise OutputError(str(error)) from None
    counts = Counter(found.result for found in findings)
    if report_format == "json":
        write_stdout([msgspec.json.format(msgspec.json.encode(_report(checker, findings)), indent=2), b"\n"])
    else:
        write_stdout(_totals(findings, counts))
    if len(findings) < len(cases):
        complain("forty-thieves: the first cases had no answer: the command does not speak the protocol")
    if write_skips is not None:
        write_file(write_skips, _skip_lines(findings), force=force)
    if status := EXIT_INVALID if counts["errored"] else EXIT_SHORT if counts["failed"] else EXIT_OK:
        raise typer.Exit(status)


def _skips(given: list[str], file: str | None, cases: list[Case]) -> dict[str, str]:
    """Why cases are left out, by their ids.

    Raises:
        ConformanceError: the file can't be read, or a case is not there.
    """
    skips = dict.fromkeys(given, "left out by --skip")
    if file is not None:
        try:
            lines = Path(file).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            raise ConformanceError(f"{shown(file)} is not UTF-8") from None
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise ConformanceError(f"cannot read {shown(file)}: {why}") from None
        for line in lines:
            case, _, why = line.partition("\t")
            if case.strip():
                skips[case.strip()] = why.strip() or "on the list of skips"
    unknown = sorted(skips.keys() - {case.id for case in cases})
    if unknown:
        raise ConformanceError(f"there is no case {quoted(unknown[0])} to leave out")
    return skips


def _tell(found: Finding, *, verbose: bool) -> None:
    """Say at once what became of a case, where it was not passed."""
    if found.result == "passed" or (found.result == "skipped" and not verbose):
        return
    write_stdout([f"{found.case.id}: {found.result}: {shown(found.reason, 300)} ({found.case.about})\n".encode()])


def _totals(findings: list[Finding], counts: Counter[Result]) -> list[bytes]:
    """How many cases of each rule were not passed, and how many in all."""
    lines = [
        f"{rule}: {results['failed'] + results['errored']} of {results.total() - results['skipped']} not passed"
        for rule, results in _by_rule(findings).items()
        if results["failed"] or results["errored"]
    ]
    totals = ", ".join(f"{counts[result]} {result}" for result in RESULTS)
    return [f"{line}\n".encode() for line in [*lines, f"{plural(len(findings), 'case')}: {totals}"]]


def _by_rule(findings: list[Finding]) -> dict[str, Counter[Result]]:
    """The results by the code of the rule that the case is about, or by its verdict."""
    rules: dict[str, Counter[Result]] = {}
    for found in findings:
        rules.setdefault(found.case.code or found.case.verdict, Counter())[found.result] += 1
    return dict(sorted(rules.items()))


def _report(checker: list[str], findings: list[Finding]) -> dict[str, Any]:
    counts = Counter(found.result for found in findings)
    return {
        "format": TAG,
        "command": checker,
        "results": {result: counts[result] for result in RESULTS},
        "rules": {rule: {result: one[result] for result in RESULTS} for rule, one in _by_rule(findings).items()},
        "cases": [
            {
                "case": found.case.id,
                "result": found.result,
                "verdict": found.case.verdict,
                "move": found.case.move,
                "code": found.case.code,
                "answer": found.answer,
                "reason": found.reason,
            }
            for found in findings
        ],
    }


def _skip_lines(findings: list[Finding]) -> list[bytes]:
    return [f"{one.case.id}\t{one.reason}\n".encode() for one in findings if one.result in ("failed", "errored")]
