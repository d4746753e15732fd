"""Write the playthrough of each variant that has none yet; those that are there are golden and stay.

Run by hand from the project's folder: ``.venv/bin/python tests/tools/write_playthroughs.py``. It plays some hundred
random games of the variant and takes the one that shows most: kinds of move, turned cards, emptied columns.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from forty_thieves.records.positions import serialise_position

sys.path.insert(0, str(Path(__file__).parents[1]))

from forty_thieves import Table, deal
from forty_thieves.game import variants
from support.playthroughs import path_of, playthrough_lines
from support.strategies import kind_of, pick

GAMES = 400
STEPS = 40
STEPS_WITH_REDEALS = 60
OTHER_GAMES = 80
OTHER_STEPS = 26
"""Of the many games that are not the article's."""


def played(variant: str, seed: int) -> tuple[int, list[str]]:
    """A random game, and how much it shows."""
    random = Random(seed)
    table = Table(deal(variant, seed))
    steps = STEPS_WITH_REDEALS if table.rules.redeals else STEPS
    if variant not in variants.ARTICLE_NAMES:
        steps = OTHER_STEPS
    seen = set()
    while table.played < steps and (move := pick(table, random)):
        to_empty = move.target > 0 and not table.piles[move.target]
        seen.add((kind_of(move.source), kind_of(move.target), min(move.count, 3), to_empty))
        table.play(move)
    turned = sum(table.rules.faces.count("D") - hidden for hidden in serialise_position(table).face_down)
    return 10 * len(seen) + turned + table.foundation_cards + table.played, [str(move) for move in table.history]


def main() -> None:
    """Write what is missing."""
    for variant in variants.names():
        path = path_of(variant)
        if not path.exists():
            games = GAMES if variant in variants.ARTICLE_NAMES else OTHER_GAMES
            seed = max(range(1, games + 1), key=lambda number: played(variant, number)[0])
            lines = playthrough_lines(variant, seed, played(variant, seed)[1])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
