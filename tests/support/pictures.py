"""The golden pictures: each of the nine games in the middle of a won one, and what else a board can show."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from forty_thieves import Table, deal, parse_move
from forty_thieves.show.svg import deal_svg, deal_title, table_svg
from support.paths import WON_GAMES

WON: list[dict[str, Any]] = [json.loads(line) for line in WON_GAMES.read_text().splitlines()]
"""A won game of each of the nine."""
MIDDLE = 60
"""The move whose board is shown."""


def won_table(game: dict[str, Any], moves: int) -> Table:
    """The table after some moves of a won game."""
    table = Table(deal(game["variant"], game["seed"]))
    assert table.run(map(parse_move, game["moves"].split()[:moves])) is None
    return table


def _middle(game: dict[str, Any]) -> bytes:
    title = deal_title(deal(game["variant"], game["seed"]))
    return table_svg(won_table(game, MIDDLE), f"{title}, after {MIDDLE} moves")


def _refused() -> bytes:
    table = Table(deal("lucas", 42))
    refusal = table.run(map(parse_move, ["5-f", "2-8"]))
    assert refusal is not None
    return table_svg(table, "Lucas, seed 42, after 1 move", refused=refusal.move)


PICTURES: dict[str, Callable[[], bytes]] = {
    **{game["variant"]: lambda game=game: _middle(game) for game in WON},  # type: ignore[misc]
    "lucas-refused": _refused,
    "rank-and-file-revealed": lambda: deal_svg(deal("rank-and-file", 7), reveal=True),
}
"""What makes each golden picture, by its file's name."""
