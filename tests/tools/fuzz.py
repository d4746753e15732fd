"""Checks records that were spoilt at random, and fails on what no input may do.

An input must not bring about a traceback, an exit status other than 0, 1 and 2, more than 200 MB, or more than a
second of processor time for a megabyte and a millisecond for each game. Beside spoilt records there are those that
cost the most for their size, each measured in a process of its own. The inputs follow from the seed: the same seed
gives the same ones in the same order, as far as the time goes. Run with `make fuzz`; `--only N` does that one alone.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import yaml
from msgspec import structs

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own helpers

from forty_thieves import deal
from forty_thieves.foreign.reading import read
from forty_thieves.judging.batch import judge_task, row_of
from forty_thieves.judging.outcomes import Item, Options, ReportFormat
from forty_thieves.judging.reporters import REPORTERS
from forty_thieves.judging.run import Run
from forty_thieves.records.deals import serialise_deal
from support.large import LARGE, MANY, measured

COMMAND = str(Path(sys.executable).with_name("forty-thieves"))
WON_GAMES = Path(__file__).parents[2] / "cli/forty_thieves/testing/won_games.jsonl"
_SAVES = Path(__file__).parents[1] / "data/pysolfc_saves/written"
SAVES = [path.read_bytes() for path in sorted(_SAVES.glob("*-won.pso"))]
SECONDS, SECONDS_A_GAME, MEGABYTES = 1.0, 0.001, 200
FORMATS: tuple[ReportFormat, ...] = get_args(ReportFormat)
THROUGH_THE_COMMAND = 100
"""One input of so many goes through the installed command too."""

LARGE_EVERY = 100
"""One input of so many is a large one, of each kind in turn."""

MEGABYTE = 1024 * 1024

PIECES = [
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc2\x85", b"\xe2\x80\xa8", b"\r", b"\n", b"\r\n", b"\t",
    b"---\n", b"\n---\n", b"\n...\n", b"--- |\n", b"# ", b"#", b"&a ", b"*a", b"!!str ", b"%YAML 1.1\n", b"? ", b"- ",
    b": ", b"|", b">", b"'", b'"', b"\\", b"\\u0000", b"\\ud800", b"[", b"]", b"{", b"}", b",", b":", b"-",
    b"NaN", b"-Infinity", b"1e999", b"-0", b"null", b"true", b"~", b"<<", b"=", b"9" * 50, b"\x1b[31m", b"\x7f",
    b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc7\x03\x01abc", b"\x80",
    b"[" * 20, b'{"a":' * 20, b"\x91" * 20, b"\xf0\x9f\x82\xa1", b"\xe2\x99\xa0", b"10S", b"format: ",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, 0, -1, 2**64, 10**20, 10**20 + 1, 1.5, "", " ", "yes", "\x00", "\x1b[0m", "\u2028", "\ud800",
    "A" * 300, [], {}, [[]], [None], {"a": 1}, {"": ""}, ["AC"], "AC", "unlimited", "lucas", "won", "#", "- d",
]  # fmt: skip
TOKENS = [
    "d", "r", "w-f", "w-1", "1-f", "1-2x2", "s-f", "s-1", "d=AC", "1-1", "99-1", "x", "0-1", "d=", "3>5", "#", "# d",
    "d\u00a0d", "\x00", "\ud800", "1-2x99999999999999999999", "fs-1", "1-f=10\u2660\ufe0f", "D", "9" * 100 + "-f",
]  # fmt: skip


def records() -> list[dict[str, Any]]:
    """Real games, as plain data: by seed, by cards, by both, with rules of their own."""
    found = []
    for number, line in enumerate(WON_GAMES.read_bytes().splitlines()):
        won = msgspec.json.decode(line)
        whole = deal(won["variant"], won["seed"])
        record = msgspec.to_builtins(serialise_deal(whole))
        if number % 3 == 1:
            del record["seed"], record["shuffle"]
        elif number % 3 == 2:
            record = {"variant": won["variant"], "seed": won["seed"]}
        elif number == 3:
            del record["variant"]
            record["rules"] = msgspec.to_builtins(whole.rules) | {"name": "mine", "aliases": []}
        game = {"format": "forty-thieves-game/1", "deal": record, "moves": won["moves"][: 40 * number + 20]}
        if number % 2:
            game |= {"claim": "unfinished", "meta": {"player": "somebody", "date": "2026-11-30"}}
        found.append(game)
    return found


RECORDS = records()


def as_json(record: Any, dice: random.Random) -> bytes:
    """JSON as programs write it, lone surrogates and all."""
    import json

    return json.dumps(
        record, ensure_ascii=dice.random() < 0.8, separators=dice.choice([(",", ":"), (", ", ": ")])
    ).encode(errors="surrogatepass")


def as_yaml(record: Any, dice: random.Random) -> bytes:
    """YAML as programs write it."""
    style = dice.choice([None, None, "|", ">", '"', "'"])
    text = yaml.safe_dump(
        record, explicit_start=True, default_flow_style=dice.choice([None, True, False]), default_style=style
    )
    assert isinstance(text, str)
    return text.encode(errors="surrogatepass")


def as_pack(record: Any, _: random.Random) -> bytes:
    """MessagePack; what it has no place for is left out."""
    try:
        return msgspec.msgpack.encode(record)
    except (OverflowError, UnicodeEncodeError):
        return msgspec.msgpack.encode(RECORDS[0])


def as_log(record: Any, _: random.Random) -> bytes:
    """The bare log."""
    return str(record.get("moves")).encode(errors="surrogatepass") if isinstance(record, dict) else b"d d"


def as_save(_: Any, dice: random.Random) -> bytes:
    """A saved game of PySolFC, whatever the record is."""
    return dice.choice(SAVES)


WRITERS: dict[str, Callable[[Any, random.Random], bytes]] = {
    ".json": as_json,
    ".jsonl": lambda record, dice: as_json(record, dice) + b"\n",
    ".yaml": as_yaml,
    ".msgpack": as_pack,
    ".moves": as_log,
    ".pso": as_save,
}
SUFFIXES = [suffix for suffix in WRITERS if suffix != ".pso"]


def spoil_tokens(record: Any, dice: random.Random) -> Any:
    """Change some tokens of the log."""
    if not isinstance(record, dict) or not isinstance(record.get("moves"), str):
        return record
    tokens = record["moves"].split(" ")
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(tokens) + 1)
        tokens[at : at + dice.choice([0, 0, 1, 3])] = [dice.choice(TOKENS)] * dice.choice([0, 1, 1, 2, 50])
    return record | {"moves": dice.choice([" ", "\n", "\t", "\r", " # why\n"]).join(tokens)}


def spoil_structure(record: Any, dice: random.Random) -> Any:
    """Change values and keys somewhere in the record."""
    whole = [record]
    holders: list[Any] = [whole]
    for holder in holders:
        inner = holder.values() if isinstance(holder, dict) else holder
        holders += [value for value in inner if isinstance(value, dict | list)]
    for _ in range(dice.randint(1, 3)):
        holder = dice.choice(holders)
        if isinstance(holder, dict):
            key = dice.choice([*holder, "", "forma", "seed", "moves", "x" * 100, "\ud800"])
            match dice.randrange(4):
                case 0:
                    holder.pop(key, None)
                case 1:
                    holder[key + dice.choice(["", "s", " "])] = holder.pop(key, None)
                case _:
                    holder[key] = dice.choice([*VALUES, dice.choice(RECORDS)])
        elif holder and holder is not whole:
            at = dice.randrange(len(holder))
            holder[at : at + dice.choice([0, 1])] = [dice.choice(VALUES)] * dice.choice([0, 1, 1, 300])
        elif holder is whole and dice.random() < 0.1:
            whole[0] = dice.choice(VALUES)
    return whole[0]


def peak_megabytes() -> float:
    """The most memory that this process has had; the resource module counts what its parent had at the fork, too."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(re.findall(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)[0]) / 1024


def spoil_bytes(data: bytes, dice: random.Random) -> bytes:
    """Change bytes: others, more, fewer, twice, and such as mean something."""
    spoilt = bytearray(data)
    for _ in range(dice.choice([1, 1, 2, 5, 20])):
        at = dice.randrange(len(spoilt) + 1)
        length = dice.choice([0, 1, 1, 4, 50])
        match dice.randrange(5):
            case 0:
                spoilt[at : at + length] = dice.randbytes(length)
            case 1:
                spoilt[at : at + length] = spoilt[at : at + length] * dice.choice([2, 3, 300])
            case 2:
                del spoilt[at : at + dice.choice([1, 10, len(spoilt)])]
            case _:
                spoilt[at : at + length] = dice.choice(PIECES) * dice.choice([1, 1, 1, 2, 40])
    return bytes(spoilt)


def make(seed: int, number: int) -> tuple[str, bytes]:
    """An input: the end of its file's name, and its bytes."""
    dice = random.Random(f"{seed}/{number}")
    suffix = dice.choice([*WRITERS, *SUFFIXES, *SUFFIXES])  # a save takes as long as several records
    parts = []
    for _ in range(dice.choice([1, 1, 2, 5])):
        record: Any = msgspec.json.decode(msgspec.json.encode(dice.choice(RECORDS)))
        if dice.random() < 0.5:
            record = spoil_structure(record, dice)
        if dice.random() < 0.5:
            record = spoil_tokens(record, dice)
        parts.append(WRITERS[suffix](record, dice))
    data = b"[" + b",".join(parts) + b"]" if suffix == ".json" and dice.random() < 0.5 else b"".join(parts)
    if dice.random() < 0.6:
        data = spoil_bytes(data, dice)
    return dice.choice([suffix, suffix, suffix, "", *WRITERS]), data


EXPECTED = deal("lucas", 40001)


def check(path: str, dice: random.Random) -> tuple[int, int]:
    """What the command does with a file, in this process; gives the exit status and the number of games."""
    options = Options(
        expected=EXPECTED if dice.random() < 0.5 else None,
        require=dice.choice(["won", "legal"]),
        keep_game=True,
    )
    items = [Item(content, path, number, True) for number, content in enumerate(read(path), 1)]
    run = Run(options, [REPORTERS[form](bytes.decode) for form in FORMATS], best=dice.random() < 0.5, unique=True)
    for _, outcome in run.judge(items):
        assert not outcome.traceback, outcome.traceback
    games = run.finish(with_summary=True).games
    judge_task(list(map(row_of, items)), structs.replace(options, formats=FORMATS, likeness=True))
    assert games, "no game was judged"
    return run.tally.status, games


def through_the_command(path: str, number: int) -> int:
    """The same with the installed command; gives the exit status, or fails on what it says."""
    jobs = ["--jobs", "2"] if number % (7 * THROUGH_THE_COMMAND) == 0 else []
    done = subprocess.run(
        [COMMAND, "check", "--format", FORMATS[number // THROUGH_THE_COMMAND % len(FORMATS)], *jobs, path],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    assert done.stdout, "nothing was reported"
    return done.returncode


def try_one(seed: int, number: int, path: str, *, timed: bool = True) -> str | None:
    """Check one input; gives what is wrong, or None. Only where it is timed may it take too long."""
    start = time.process_time()  # of this process alone: the machine may be busy
    try:
        status, games = check(path, random.Random(f"{seed}/{number}/options"))
        seconds = time.process_time() - start
        if number % THROUGH_THE_COMMAND == 0:
            status = max(status, through_the_command(path, number))
    except Exception:
        return traceback.format_exc()
    if status not in (0, 1, 2):
        return f"exit status {status}"
    if timed and seconds > SECONDS + games * SECONDS_A_GAME:
        return f"{seconds:.1f} seconds"
    megabytes = peak_megabytes()
    return f"{megabytes:.0f} MB" if megabytes > MEGABYTES else None


def try_large(number: int, folder: str, *, timed: bool = True) -> str | None:
    """Check or convert a large input in a process of its own; gives what is wrong, or None."""
    turn = number // LARGE_EVERY
    kind = list(LARGE)[turn % len(LARGE)]
    megabytes = 1 if kind in MANY or turn // len(LARGE) % 2 == 0 else 16
    cost = measured(kind, megabytes * MEGABYTE - 1024, Path(folder), convert=turn // len(LARGE) % 4 > 1)
    wrong = None
    if cost.status not in (0, 1, 2):
        wrong = f"exit status {cost.status}"
    elif timed and cost.seconds > SECONDS * megabytes + cost.games * SECONDS_A_GAME:
        wrong = f"{cost.seconds:.1f} seconds"
    elif cost.megabytes > MEGABYTES:
        wrong = f"{cost.megabytes:.0f} MB"
    return wrong and f"{wrong}: {megabytes} MB of {kind}"


def main() -> int:
    """Try inputs until the time is over, or one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="which inputs (default: 1)")
    parser.add_argument("--inputs", type=int, metavar="N", help="so many, however long that takes")
    parser.add_argument("--only", type=int, metavar="N", help="that input alone")
    parser.add_argument("--untimed", action="store_true", help="however long an input takes, unless it hangs")
    asked = parser.parse_args()
    end = time.monotonic() + asked.seconds
    number = asked.only or 0
    with tempfile.TemporaryDirectory() as folder:
        while asked.only is not None or (time.monotonic() < end if asked.inputs is None else number < asked.inputs):
            if number % LARGE_EVERY == LARGE_EVERY // 2:
                wrong = try_large(number, folder, timed=not asked.untimed)
                if wrong is not None:
                    print(f"{wrong}\nseed {asked.seed}, input {number}")
                    return 1
                number += 1
                continue
            suffix, data = make(asked.seed, number)
            path = os.path.join(folder, f"input{suffix}")
            Path(path).write_bytes(data)
            wrong = try_one(asked.seed, number, path, timed=not asked.untimed)
            if wrong is not None:
                kept = os.path.join(tempfile.gettempdir(), f"forty-thieves-fuzz-{asked.seed}-{number}{suffix}")
                Path(kept).write_bytes(data)
                print(f"{wrong}\nseed {asked.seed}, input {number}: {kept}")
                return 1
            os.unlink(path)
            number += 1
            if asked.only is not None:
                break
    print(f"seed {asked.seed}: {number} inputs, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
