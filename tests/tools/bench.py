"""Measures what the toolkit costs, as ratios to floors that are taken in the same run on the same machine.

Every pair is measured in turns (A B A B ...), so that a machine whose speed drifts slows both; the medians are compared.
Run with `make bench`; names of measurements as arguments run only those.
"""

from __future__ import annotations

import io
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import msgspec
import yaml

from forty_thieves.deals import Deal, deal
from forty_thieves.files import encode
from forty_thieves.moves import parse_log
from forty_thieves.records import GameRecord, interpret_record
from forty_thieves.referee import game_from_record
from forty_thieves.shuffles import pysolfc
from forty_thieves.sources import read_one
from forty_thieves.table import Table
from forty_thieves.variants import find

FIXTURES = Path(__file__).parents[2] / "fixtures"
COMMAND = str(Path(sys.executable).parent / "forty-thieves")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
GAMES = 3000


def won_games() -> list[GameRecord]:
    """The won games among the fixtures, one of each variant."""
    games = []
    for path in sorted((FIXTURES / "games" / "won").glob("*.yaml")):
        record = interpret_record(read_one(str(path)).data(), ("game",))
        assert isinstance(record, GameRecord)
        games.append(record)
    return games


def pair(first: Callable[[], object], second: Callable[[], object], rounds: int = 7) -> tuple[float, float]:
    """The median seconds of two functions, called in turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for function, taken in zip((first, second), times, strict=True):
            start = time.perf_counter()
            function()
            taken.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])


def told(what: str, ours: float, floor: float, goal: str, unit: str = "") -> None:
    """Print one line of the table."""
    print(f"| {what} | {ours / floor:.2f} | {goal} | {unit} |", flush=True)


def process(*arguments: str) -> Callable[[], object]:
    """A whole process, its output thrown away."""

    def run() -> None:
        subprocess.run(arguments, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    return run


def start_up() -> None:
    """One check of one game against importing what it needs."""
    game = str(FIXTURES / "games" / "won" / "lucas.yaml")
    ours, floor = pair(
        process(COMMAND, "check", game), process(sys.executable, "-c", "import typer, msgspec, yaml"), rounds=21
    )
    told("`check` of one YAML game, to `import typer, msgspec, yaml`", ours, floor, "1.4", f"{ours * 1000:.0f} ms")


def replay() -> None:
    """Table.run against splitting the log and looking each token up."""
    all_ours = all_floor = moves = 0.0
    for record in won_games():
        game = game_from_record(record)
        text = record.moves
        known = dict.fromkeys(text.split(), 1)

        def floor(text: str = text, known: dict[str, int] = known) -> None:
            for _ in range(200):
                for token in text.split():
                    known[token]

        def ours(text: str = text, one: Deal = game.deal) -> None:
            for _ in range(200):
                Table(one).run(parse_log(text).moves)

        taken, least = pair(ours, floor)
        told(f"replay, {game.deal.variant}", taken, least, "6", f"{taken / 200 * 1e6:.0f} us a game")
        all_ours, all_floor, moves = all_ours + taken, all_floor + least, moves + len(text.split())
    told("replay, all nine", all_ours, all_floor, "6", f"{all_ours / 200 / moves * 1e9:.0f} ns a move")


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
    seeds = range(50_000, 52_000)
    ours, floor = pair(
        lambda: [deal("forty-thieves", seed) for seed in seeds], lambda: [bare_shuffle(seed) for seed in seeds]
    )
    told("`deal()`, to its bare shuffle", ours, floor, "2", f"{ours / len(seeds) * 1e6:.0f} us a deal")
    lucas = find("lucas")
    ours, floor = pair(
        lambda: [deal("lucas", seed) for seed in seeds], lambda: [pysolfc(seed, lucas) for seed in seeds]
    )
    told("`deal()`, lucas, to its bare shuffle", ours, floor, "2", f"{ours / len(seeds) * 1e6:.0f} us a deal")


def deal_stream() -> None:
    """`deal --count` to JSON Lines against the bare shuffles, whole process."""
    count = 100_000
    ours, floor = pair(
        process(COMMAND, "deal", "--seed", "1000000", "--count", str(count), "--format", "jsonl"),
        lambda: [bare_shuffle(seed) for seed in range(1_000_000, 1_000_000 + count)],
        rounds=3,
    )
    told(
        "`deal --count 100000 --format jsonl`, to the bare shuffles",
        ours,
        floor,
        "2",
        f"{ours / count * 1e6:.0f} us a deal",
    )


def game_lines(form: str) -> list[bytes]:
    """GAMES games as JSON Lines: deals with their cards, by seed, or both."""
    games = []
    for record in won_games():
        whole = game_from_record(record).deal.record()
        if form == "cards":
            whole.seed = whole.shuffle = msgspec.UNSET
        elif form == "seed":
            whole.tableau = whole.stock = whole.foundations = msgspec.UNSET
        games.append(GameRecord(deal=whole, moves=record.moves))
    lines = list(encode(games, "jsonl"))
    return [lines[number % len(lines)] for number in range(GAMES)]


def checking() -> None:
    """`check` of many games, whole process, against the floor of a replay."""
    with tempfile.TemporaryDirectory() as folder:
        costs = {}
        for form, goal in (("cards", "6"), ("seed", "8"), ("both", "8")):
            lines = game_lines(form)
            path = os.path.join(folder, f"{form}.jsonl")
            Path(path).write_bytes(b"".join(lines))
            decoder = msgspec.json.Decoder(GameRecord)
            known = {token: 1 for line in lines[:9] for token in decoder.decode(line).moves.split()}

            def floor(lines: list[bytes] = lines, known: dict[str, int] = known) -> None:
                read = msgspec.json.Decoder(GameRecord).decode
                for line in lines:
                    for token in read(line).moves.split():
                        known[token]

            ours, least = pair(process(COMMAND, "check", path), floor)
            started, _ = pair(process(COMMAND, "check", str(FIXTURES / "games" / "won" / "lucas.yaml")), lambda: None)
            costs[form] = ours
            told(
                f"`check --jobs 1`, JSON Lines, {form}, to the floor of a replay",
                ours - started,
                least,
                goal,
                f"{(ours - started) / GAMES * 1e6:.0f} us a game, start-up apart; with it {ours / least:.2f}",
            )
        yaml_lines(folder, costs["cards"])
        many_jobs(folder)


def yaml_lines(folder: str, json_cost: float) -> None:
    """`check` of YAML documents against CSafeLoader and the same games as JSON Lines."""
    count = 1000
    lines = game_lines("cards")[:count]
    records = [msgspec.json.decode(line, type=GameRecord) for line in lines]
    data = b"".join(encode(records, "yaml"))
    path = os.path.join(folder, "games.yaml")
    Path(path).write_bytes(data)
    json_path = os.path.join(folder, "same.jsonl")
    Path(json_path).write_bytes(b"".join(lines))
    ours, loader = pair(
        process(COMMAND, "check", path), lambda: list(yaml.load_all(data, Loader=yaml.CSafeLoader)), rounds=5
    )
    as_json, _ = pair(process(COMMAND, "check", json_path), lambda: None, rounds=5)
    told(
        "`check`, YAML documents, less the same as JSON Lines, to CSafeLoader alone",
        ours - as_json,
        loader,
        "1.2",
        f"{ours / count * 1e6:.0f} us a game",
    )


def many_jobs(folder: str) -> None:
    """`check --jobs 2` against `--jobs 1`."""
    path = os.path.join(folder, "many.jsonl")
    Path(path).write_bytes(b"".join(game_lines("both")) * 10)
    one, two = pair(process(COMMAND, "check", path), process(COMMAND, "check", "--jobs", "2", path), rounds=3)
    told("`check --jobs 2`, games a second, to `--jobs 1`", one, two, "1.8", f"{GAMES * 10 / two:.0f} games a second")


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
            Table(one.deal).run(parse_log(one.moves).moves)

    def theirs() -> None:
        for _ in range(9):
            chess.pgn.read_game(io.StringIO(text))

    taken, other = pair(ours, theirs, rounds=3)
    told(
        "python-chess reading a PGN game of 250 moves, to ours judging one",
        other / 9,
        taken / 900,
        "100",
        "times faster",
    )


MEASUREMENTS = {
    "start-up": start_up,
    "replay": replay,
    "dealing": dealing,
    "deal-stream": deal_stream,
    "checking": checking,
    "pgn": pgn,
}

if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores\n\n| what | ratio | goal | |\n|---|---|---|---|")
    for name in sys.argv[1:] or MEASUREMENTS:
        MEASUREMENTS[name]()
