"""Measures what the toolkit costs, as ratios to floors that are taken in the same run on the same machine.

Every pair is measured in turns (A B A B ...), so that a machine whose speed drifts slows both, and the median of the
ratios counts. What the replay loop has a part in is measured twice: with the package as it is installed here, and
with that in build/compiled, whose loop is compiled.
Run with `make bench`; names of measurements as arguments run only those.
"""

from __future__ import annotations

import io
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess
import chess.pgn
import msgspec
import yaml

from forty_thieves.formats.encode import encode
from forty_thieves.formats.sources import read_one
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.moves import parse_log
from forty_thieves.game.table import Table
from forty_thieves.game.variants import ARTICLE_NAMES, find
from forty_thieves.judging.referee import game_from_record
from forty_thieves.records.deals import serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import GameRecord
from forty_thieves.solving.engine import find_engine
from forty_thieves.solving.limits import Limits
from forty_thieves.solving.proofs.search import prove
from forty_thieves.solving.solver import solve, warm

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
COMMAND = str(Path(sys.executable).parent / "forty-thieves")
_NOT_OURS = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
"""What a machine may set that makes Python compile at every start, or write each line by a call to the system."""

ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
SEED = 40_001
"""The seed of all won games that are measured."""

GAMES = 90_000
"""Games of a stream that is checked: so many that its start-up, which is measured by itself, counts little."""


def won_games() -> list[GameRecord]:
    """The won games among the fixtures, one of each variant of the article."""
    games = []
    for name in ARTICLE_NAMES:
        record = interpret_record(read_one(str(FIXTURES / "games" / "won" / f"{name}.yaml")).data(), ("game",))
        assert isinstance(record, GameRecord)
        games.append(record)
    return games


class Pair(msgspec.Struct):
    """What measuring two functions in turns came to: median seconds of each, and the median of the ratios."""

    first: float
    second: float
    ratio: float


def pair(first: Callable[[], object], second: Callable[[], object], rounds: int = 15) -> Pair:
    """Measure two functions in turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for function, taken in zip((first, second), times, strict=True):
            start = time.perf_counter()
            function()
            taken.append(time.perf_counter() - start)
    ratios = [one / other for one, other in zip(*times, strict=True)]
    return Pair(statistics.median(times[0]), statistics.median(times[1]), statistics.median(ratios))


class Row(msgspec.Struct):
    """One line of the table: what was measured, the ratio, its goal, and what it means here."""

    what: str
    ratio: float
    goal: str
    note: str


rows: list[Row] = []


def told(what: str, ratio: float, goal: str, note: str = "") -> None:
    """Add one line to the table."""
    rows.append(Row(what, ratio, goal, note))


def process(*arguments: str) -> Callable[[], object]:
    """A whole process, its output thrown away; one that checks has to find every game won."""

    def run() -> None:
        subprocess.run(arguments, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    return run


def start_up() -> None:
    """One check of one game against importing what it needs."""
    game = str(FIXTURES / "games" / "won" / "lucas.yaml")
    found = pair(
        process(COMMAND, "check", game), process(sys.executable, "-c", "import typer, msgspec, yaml"), rounds=31
    )
    told(
        "`check` of one YAML game, to `import typer, msgspec, yaml`",
        found.ratio,
        "1.4",
        f"{found.first * 1e3:.0f} ms",
    )


def replay() -> None:
    """Reading and replaying a log against splitting it and looking each token up."""
    ours_all = floor_all = moves = 0.0
    for record in won_games():
        game = game_from_record(record)
        text = record.moves
        known = dict.fromkeys(text.split(), 1)

        def floor(text: str = text, known: dict[str, int] = known) -> None:
            for _ in range(100):
                for token in text.split():
                    known[token]

        def ours(text: str = text, one: Deal = game.deal) -> None:
            for _ in range(100):
                Table(one).run(parse_log(text))

        found = pair(ours, floor)
        told(f"replay of a log, {game.deal.variant}", found.ratio, "6", f"{found.first * 1e4:.0f} us a game")
        ours_all, floor_all, moves = (
            ours_all + found.second * found.ratio,
            floor_all + found.second,
            moves + len(text.split()),
        )
    told(
        "replay of a log, all nine together",
        ours_all / floor_all,
        "6",
        f"{ours_all / 100 / moves * 1e9:.0f} ns a move",
    )


def bare_shuffle(seed: int) -> list[int]:
    """Seeding, 103 calls of random() and swaps: the least that a deal can cost."""
    cards = list(range(104))
    draw = random.Random(seed).random
    for last in range(103, 0, -1):
        other = int(draw() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def dealing() -> None:
    """A deal against its bare shuffle."""
    seeds = range(50_000, 50_500)
    for name in ("forty-thieves", "lucas"):
        rules = find(name)
        found = pair(
            lambda rules=rules: [deal(rules, seed) for seed in seeds],  # type: ignore[misc]
            lambda: [bare_shuffle(seed) for seed in seeds],
        )
        told(
            f"`deal()`, {name}, to the bare shuffle",
            found.ratio,
            "2",
            f"{found.first / len(seeds) * 1e6:.0f} us a deal",
        )


def deal_stream() -> None:
    """`deal --count` to JSON Lines against the bare shuffles, whole process."""
    count = 100_000
    found = pair(
        process(COMMAND, "deal", "--seed", "1000000", "--count", str(count), "--format", "jsonl"),
        lambda: [bare_shuffle(seed) for seed in range(1_000_000, 1_000_000 + count)],
        rounds=3,
    )
    note = f"{found.first / count * 1e6:.0f} us a deal"
    told("`deal --count 100000 --format jsonl`, to the bare shuffles", found.ratio, "2", note)


def game_lines(form: str) -> list[bytes]:
    """GAMES games as JSON Lines: deals with their cards, by seed, or both."""
    games = []
    for variant, record in zip(ARTICLE_NAMES, won_games(), strict=True):
        whole = serialise_deal(deal(variant, SEED))  # one fixture has only the cards of this seed
        if form == "cards":
            whole.seed = whole.shuffle = msgspec.UNSET
        elif form == "seed":
            whole.tableau = whole.stock = whole.foundations = msgspec.UNSET
        games.append(GameRecord(deal=whole, moves=record.moves))
    lines = list(encode(games, "jsonl"))
    return [lines[number % len(lines)] for number in range(GAMES)]


def replay_floor(lines: list[bytes]) -> None:
    """Decode each record with msgspec, split its log, look each token up in a dict."""
    read = msgspec.json.Decoder(GameRecord).decode
    known = {token: 1 for line in lines[:9] for token in read(line).moves.split()}
    for line in lines:
        for token in read(line).moves.split():
            known[token]


def checking() -> None:
    """`check` of many games, whole process, against the floor of a replay."""
    with tempfile.TemporaryDirectory() as folder:
        for form, goal in (("cards", "6"), ("seed", "8"), ("both", "8")):
            lines = game_lines(form)
            path = os.path.join(folder, f"{form}.jsonl")
            Path(path).write_bytes(b"".join(lines))
            floor = partial(replay_floor, lines)
            found = pair(process(COMMAND, "check", path), floor, rounds=5)
            note = f"{found.first / GAMES * 1e6:.0f} us a game"
            told(f"`check --jobs 1`, JSON Lines, deals by {form}, to the floor of a replay", found.ratio, goal, note)
        yaml_documents(folder)
        many_jobs(folder)


def yaml_documents(folder: str) -> None:
    """`check` of YAML documents against CSafeLoader and the same games as JSON Lines."""
    count = 3000
    lines = game_lines("cards")[:count]
    records = [msgspec.json.decode(line, type=GameRecord) for line in lines]
    data = b"".join(encode(records, "yaml"))
    path, json_path = os.path.join(folder, "games.yaml"), os.path.join(folder, "same.jsonl")
    Path(path).write_bytes(data)
    Path(json_path).write_bytes(b"".join(lines))

    def load() -> None:
        for _ in yaml.load_all(data, Loader=yaml.CSafeLoader):
            pass

    against_json = pair(process(COMMAND, "check", path), process(COMMAND, "check", json_path), rounds=5)
    against_loader = pair(process(COMMAND, "check", path), load, rounds=5)
    extra = (against_json.first - against_json.second) / against_json.first * against_loader.ratio
    note = f"{against_json.first / count * 1e6:.0f} us a game"
    told("`check`, YAML documents, less the same as JSON Lines, to CSafeLoader alone", extra, "1.2", note)


def many_jobs(folder: str) -> None:
    """`check --jobs 2` against `--jobs 1`."""
    path = os.path.join(folder, "many.jsonl")
    Path(path).write_bytes(b"".join(game_lines("both")))
    found = pair(process(COMMAND, "check", path), process(COMMAND, "check", "--jobs", "2", path), rounds=3)
    note = f"{GAMES / found.second:.0f} games a second"
    told("`check --jobs 2`, games a second, to `--jobs 1`", found.ratio, "1.8", note)


def pgn() -> None:
    """Judging our games against python-chess reading as many PGN games of as many moves."""
    dice = random.Random(7)
    moves = 250
    board = chess.Board()
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    while board.ply() < moves:
        options = list(board.legal_moves)
        if not options:
            board = chess.Board()
            game = chess.pgn.Game()
            node = game
            continue
        move = dice.choice(options)
        board.push(move)
        node = node.add_variation(move)
    text = str(game)
    lines = game_lines("cards")[:900]
    decoder = msgspec.json.Decoder(GameRecord)

    def ours() -> None:
        for line in lines:
            one = game_from_record(decoder.decode(line))
            Table(one.deal).run(parse_log(one.moves))

    def theirs() -> None:
        for _ in range(9):
            chess.pgn.read_game(io.StringIO(text))

    found = pair(theirs, ours, rounds=3)
    what = "python-chess reading a PGN game of 250 moves, to ours judging one"
    told(what, found.ratio * 100, "100", f"{found.first / 9 * 1e3:.1f} ms a PGN game")


SOLVED_NUMBERS = range(5001, 5051)
"""Numbers on which nothing of the solver was tuned."""

SOLVED_EFFORT = 200_000


KEPT = ROOT / "tests/BENCH.md"


def solving() -> None:
    """How fast the solver is with both engines, and how many of fifty numbers it wins, by game, to the table kept.

    A search of a second says both: what is won with few positions is won in it too.
    """
    speeds: list[float] = []
    for engine, effort in ((find_engine("numba"), 3_000_000), (find_engine("python"), 20_000)):
        warm(engine)
        start = time.process_time()
        solve(Table(deal("forty-thieves", 1)), engine, Limits(effort))
        speeds.append(effort / (time.process_time() - start))
    note = f"{speeds[0] / 1e6:.2f} and {speeds[1] / 1e6:.3f} million positions a second"
    told("solver, positions a second, compiled to plain Python", speeds[0] / speeds[1], "", note)
    kept = KEPT.read_text(encoding="utf-8")

    def told_count(what: str, count: int, unit: str) -> None:
        before = re.search(rf"{re.escape(what)} \|.*?\| (\d+) {unit}", kept)
        told(what, count / max(1, int(before[1])) if before else 1, "1", f"{count} {unit}")

    numba = find_engine("numba")
    for game in ARTICLE_NAMES:
        found = [solve(Table(deal(game, seed)), numba, Limits(seconds=1)) for seed in SOLVED_NUMBERS]
        wins = [solution.effort for solution in found if solution.status == "won"]
        for words, won in (
            (f"with {SOLVED_EFFORT:,} positions", sum(effort <= SOLVED_EFFORT for effort in wins)),
            ("in a second", len(wins)),
        ):
            told_count(f"solver, won of {len(SOLVED_NUMBERS)} numbers {words}, {game}, to the table kept", won, "won")
        if game == "forty-thieves":
            lost = [seed for seed, solution in zip(SOLVED_NUMBERS, found, strict=True) if solution.status != "won"]
            prove(Table(deal(game, 1)), numba, Limits(effort=1))
            proofs = [prove(Table(deal(game, seed)), numba, Limits(seconds=1)) for seed in lost]
            what = f"solver, of the others proved unwinnable in a second more, {game}, to the table kept"
            told_count(what, sum(proof.unwinnable for proof in proofs), "proved")


MEASUREMENTS = {
    "start-up": start_up,
    "replay": replay,
    "dealing": dealing,
    "deal-stream": deal_stream,
    "checking": checking,
    "pgn": pgn,
    "solving": solving,
}

WITH_REPLAY = ("replay", "checking", "pgn")
COMPILED_PYTHON = ROOT / "build/compiled/bin/python"
ROWS_ONLY = "--rows"


def compiled_rows(name: str) -> list[Row]:
    """What a measurement comes to with the compiled package."""
    command: list[str | Path] = [COMPILED_PYTHON, __file__, ROWS_ONLY, name]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return msgspec.json.decode(answer, type=list[Row])


def table(names: list[str]) -> None:
    """Print the table, a measurement at a time."""
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    print("| what | ratio | compiled | goal | | compiled |\n|---|---|---|---|---|---|", flush=True)
    for name in names:
        rows.clear()
        MEASUREMENTS[name]()
        twice = name in WITH_REPLAY and COMPILED_PYTHON.exists()
        others: list[Row] | list[None] = compiled_rows(name) if twice else [None] * len(rows)
        for row, other in zip(rows, others, strict=True):
            ratio, note = (f"{other.ratio:.2f}", other.note) if other else ("", "")
            print(f"| {row.what} | {row.ratio:.2f} | {ratio} | {row.goal} | {row.note} | {note} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [ROWS_ONLY]:
        for each in sys.argv[2:]:
            MEASUREMENTS[each]()
        sys.stdout.write(msgspec.json.encode(rows).decode())
    else:
        table(sys.argv[1:] or list(MEASUREMENTS))
