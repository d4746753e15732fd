"""Write fixtures/perft.jsonl: how many sequences of legal moves there are, for every variant.

Run by hand from the project's folder: ``.venv/bin/python tests/tools/write_perft.py``. Each variant is counted from
its deal, and after some moves drawn at random; as deep as is quick.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from forty_thieves import Table, deal
from forty_thieves.game import variants
from forty_thieves.game.perft import perft

FILE = Path(__file__).parents[2] / "fixtures/perft.jsonl"
SEED = 1
MOVES = 40
ENOUGH = 100
"""A count of so many sequences is not gone beyond."""


def counted(table: Table) -> list[int]:
    """The counts, as deep as they are worth it."""
    depth = 1
    while (counts := perft(table, depth))[-1] and counts[-1] < ENOUGH and depth < 5:
        depth += 1
    return counts


def rows() -> list[dict[str, object]]:
    """The rows of the file."""
    found: list[dict[str, object]] = []
    for name in variants.names():
        table, random = Table(deal(name, SEED)), Random(SEED)
        found.append({"variant": name, "seed": SEED, "moves": "", "perft": counted(table)})
        while table.played < MOVES and (legal := list(table.legal_moves)):
            table.play(random.choice(legal))
        log = " ".join(map(str, table.history))
        found.append({"variant": name, "seed": SEED, "moves": log, "perft": counted(table)})
    return found


def main() -> None:
    """Write the file anew."""
    FILE.write_text("".join(f"{json.dumps(row)}\n" for row in rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
