"""Conformance: does somebody else's checker judge the fixtures as they must be judged?

The checker is any command. It is started once for each case, gets one game as a line of JSON on standard input, and
answers with one line on standard output; fixtures/README.md has the protocol. What must be said of each game is in
the fixtures' manifest. This module asks and compares; it prints nothing.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, Struct, structs

from forty_thieves.foreign.reading import read
from forty_thieves.formats.document import Document
from forty_thieves.game.moves import parse_log, tokens_of
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import GameRecord, Verdict, serialise_record
from forty_thieves.text import quoted, reason, shown

MANIFEST = "manifest.json"
SECONDS = 10.0
"""What a checker may take for one case, unless more is asked for."""

SMOKE = (
    "games/unfinished/forty-thieves.yaml",
    "games/won/forty-thieves.yaml",
    "games/illegal/forty-thieves-build.yaml",
)
"""The cases that are asked first: where none of these is answered, the command does not speak the protocol."""

UNSUPPORTED = "unsupported"
LONGEST_ANSWER = 4096
"""Bytes of an answer that are looked at."""

Result = Literal["passed", "failed", "skipped", "errored"]
RESULTS: tuple[Result, ...] = get_args(Result)


class ConformanceError(Exception):
    """The fixtures can't be read, or no case is left to ask; the message says why."""


class Case(Struct, frozen=True):
    """A game and what must be said of it.

    Attributes:
        id: names the case for ever: the file's path below the fixtures, with ``#N`` where it has several games.
        game: the game as a line of JSON, its LF included; empty where it can't be sent.
        unsent: why it can't be sent; empty where it can.
        verdict: what it must be called.
        move: the number of the move at fault, from 1, or None.
        code: the rule, or None.
        about: what the case shows, in one line.
    """

    id: str
    game: bytes
    unsent: str
    verdict: Verdict
    move: int | None
    code: str | None
    about: str


class Finding(Struct, frozen=True):
    """What became of one case.

    Attributes:
        case: the case.
        result: whether the checker passed or failed it, or it was skipped, or the checker gave no answer.
        answer: what the checker said, as far as it is of use; empty where it was not asked.
        reason: what is wrong, or why it was skipped; empty where the case was passed.
    """

    case: Case
    result: Result
    answer: str = ""
    reason: str = ""


def read_cases(folder: Path) -> list[Case]:
    """The games of a folder of fixtures, those of SMOKE first, else in the order of the manifest.

    Raises:
        ConformanceError: there is no manifest, or it is not one.
    """
    path = folder / MANIFEST
    try:
        entries: list[dict[str, Any]] = msgspec.json.decode(path.read_bytes(), type=list[dict[str, Any]])
        found = [_case(folder, entry, entries) for entry in entries if entry["kind"] == "game"]
    except OSError as error:
        raise ConformanceError(f"cannot read {path}: {reason(error)}") from None
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        raise ConformanceError(f"{path} is not a manifest of fixtures: {error}") from None
    return sorted(found, key=lambda case: SMOKE.index(case.id) if case.id in SMOKE else len(SMOKE))


def _case(folder: Path, entry: dict[str, Any], entries: list[dict[str, Any]]) -> Case:
    path, index = entry["path"], entry["index"]
    several = any(other["path"] == path and other["index"] != index for other in entries)
    name = f"{path}#{index}" if several else path
    if entry["args"]:
        name += f" {' '.join(entry['args'])}"
    known = (entry["verdict"], entry["move"], entry["code"], entry["about"])
    if entry["args"]:
        return Case(name, b"", "what must be said of it depends on options", *known)
    for number, item in enumerate(read(str(folder / path)), 1):
        if number == index:
            game, unsent = _sent(item)
            return Case(name, game, unsent, *known)
    return Case(name, b"", "the file has no such game", *known)


def _sent(item: Document | Fault) -> tuple[bytes, str]:
    """A game as it is sent, or why it can't be."""
    try:
        if isinstance(item, Fault):
            raise item
        data = item.data()
        if item.is_log:
            return b"", "it is about a bare move log"
        if not item.keeps_lines(("moves",)) and isinstance(data, dict) and "#" in str(data.get("moves")):
            return b"", "it is about comments in YAML"
    except Fault as fault:
        return b"", f"it is about the file, not the game: {fault.code}"
    try:
        record = interpret_record(data, ("game",))
        assert isinstance(record, GameRecord)
        data = serialise_record(_simplest(record))
    except Fault:
        pass  # what is wrong with the record is what the case is about: it is sent as it is
    try:
        return msgspec.json.encode(data) + b"\n", ""
    except (TypeError, UnicodeEncodeError):
        return b"", "it holds what JSON has no place for"


def _simplest(record: GameRecord) -> GameRecord:
    """A game in its simplest spelling: cards in place of the seed, moves without comments, one space between them."""
    log = parse_log(record.moves)
    moves = [str(move) for move in log.moves]
    if log.bad:
        moves += tokens_of(record.moves)[len(moves) :]
    deal = structs.replace(serialise_deal(interpret_deal(record.deal)), seed=UNSET, shuffle=UNSET)
    return structs.replace(record, deal=deal, moves=" ".join(moves))


class Answer(Struct, frozen=True):
    """What a checker answered: a verdict or ``unsupported``, and what it adds."""

    verdict: str
    move: int | None = None
    code: str | None = None
    note: str = ""


def parse_answer(line: str) -> Answer:
    """The answer in a line: ``won``, ``illegal 12 does-not-build``, ``unsupported no redeals``.

    Raises:
        ValueError: the line is not an answer.
    """
    word, _, rest = line.strip().partition(" ")
    if word.rstrip(":") == UNSUPPORTED:
        return Answer(UNSUPPORTED, note=rest.strip())
    if word not in get_args(Verdict):
        raise ValueError(f"{quoted(line.strip())} is not an answer: expected {', '.join(get_args(Verdict))}")
    words = rest.split()
    move = int(words.pop(0)) if words and words[0].isascii() and words[0].isdigit() and len(words[0]) < 10 else None
    if word == "illegal" and move is None:
        raise ValueError(f"{quoted(line.strip())} lacks the number of the illegal move: expected 'illegal N'")
    return Answer(word, move, words[0] if words else None)


def compare(case: Case, answer: Answer) -> str:
    """How an answer differs from what must be said; empty where it does not.

    The number of a move counts where the game is illegal. A code counts where the checker names one.
    """
    if answer.verdict != case.verdict:
        return f"said {answer.verdict}, must be {_wanted(case)}"
    if case.verdict == "illegal" and answer.move != case.move:
        return f"said that move {answer.move} is illegal, must be {_wanted(case)}"
    if answer.code is not None and case.code is not None and answer.code != case.code:
        return f"said {answer.code}, must be {_wanted(case)}"
    return ""


def _wanted(case: Case) -> str:
    move = f" at move {case.move}" if case.move is not None else ""
    return f"{case.verdict}{move}{f' ({case.code})' if case.code else ''}"


class _Done(Struct, frozen=True):
    """How a run of the checker ended; ``late`` where it was stopped for the time it took."""

    status: int
    output: bytes
    errors: bytes
    late: bool


def _run(command: Sequence[str], game: bytes, seconds: float) -> _Done:
    """Run the checker with a game on its standard input; whatever it does, it ends, and little of it is kept.

    Raises:
        ConformanceError: the command can't be started.
    """
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as errors:
        source.write(game)
        source.seek(0)
        try:
            checker = subprocess.Popen(  # noqa: S603 - the command that the user named
                command, stdin=source, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise ConformanceError(f"cannot start {quoted(command[0])}: {why}") from None
        late = threading.Event()

        def stop() -> None:
            late.set()
            _end(checker)

        timer = threading.Timer(seconds, stop)
        timer.start()
        with checker:
            assert checker.stdout is not None
            output = checker.stdout.read(LONGEST_ANSWER + 1)
            if len(output) > LONGEST_ANSWER:
                _end(checker)
            status = checker.wait()
            timer.cancel()
            _end(checker)  # what it has started and left running
        errors.seek(max(errors.seek(0, os.SEEK_END) - LONGEST_ANSWER, 0))
        return _Done(status, output, errors.read(), late.is_set())


def _end(checker: subprocess.Popen[bytes]) -> None:
    """End the checker and all that it has started."""
    with contextlib.suppress(OSError):
        os.killpg(checker.pid, signal.SIGKILL)


def ask(command: Sequence[str], case: Case, seconds: float = SECONDS) -> Finding:
    """Ask a checker about one case.

    Args:
        command: the command and its arguments; it is started without a shell.
        case: the case; one that can't be sent is skipped.
        seconds: how long the checker may take.

    Raises:
        ConformanceError: the command can't be started.
    """
    if case.unsent:
        return Finding(case, "skipped", reason=case.unsent)
    done = _run(command, case.game, seconds)
    said = done.output.decode(errors="backslashreplace").strip()
    if done.late:
        return Finding(case, "errored", said, f"no answer within {seconds:g} seconds")
    if done.status and len(done.output) <= LONGEST_ANSWER:
        last = done.errors.decode(errors="backslashreplace").strip().splitlines()[-1:]
        ended = f"ended with status {done.status}" if done.status > 0 else f"was ended by signal {-done.status}"
        return Finding(case, "errored", said, ": ".join([ended, *map(quoted, last)]))
    lines = said.splitlines()
    if len(lines) != 1:
        wrong = "more than one line where one is the answer" if lines else "no answer"
        return Finding(case, "errored", shown(said, 200), wrong)
    try:
        answer = parse_answer(lines[0])
    except ValueError as error:
        return Finding(case, "errored", said, str(error))
    if answer.verdict == UNSUPPORTED:
        return Finding(case, "skipped", said, answer.note or "not supported by the checker")
    wrong = compare(case, answer)
    return Finding(case, "failed" if wrong else "passed", said, wrong)


def conform(
    command: Sequence[str],
    cases: Sequence[Case],
    skips: Mapping[str, str] = MappingProxyType({}),
    *,
    ask_skipped: bool = False,
    seconds: float = SECONDS,
    jobs: int = 1,
) -> Iterator[Finding]:
    """Ask a checker about many cases.

    Args:
        command: the command and its arguments.
        cases: the cases.
        skips: why cases are left out, by their ids.
        ask_skipped: whether those are asked all the same; one that the checker passes now is a failure of the list.
        seconds: how long the checker may take for one case.
        jobs: how many are asked at a time.

    Yields:
        What became of each, in the order of the cases. Where no case of SMOKE is answered the rest is not asked.

    Raises:
        ConformanceError: the command can't be started, or no case is left to ask.
    """
    if not any(not case.unsent and case.id not in skips for case in cases):
        raise ConformanceError("no case is left to ask the checker about")

    def one(case: Case) -> Finding:
        if case.id not in skips:
            return ask(command, case, seconds)
        if ask_skipped and ask(command, case, seconds).result == "passed":
            return Finding(case, "failed", reason="it is passed now: take it off the list of skips")
        return Finding(case, "skipped", reason=skips[case.id])

    smoke = [one(case) for case in cases if case.id in SMOKE]
    yield from smoke
    results = {found.result for found in smoke}
    if "errored" in results and not results & {"passed", "failed"}:
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, (case for case in cases if case.id not in SMOKE))
