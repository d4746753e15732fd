"""Where a game is saved, and under which name that is proposed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from forty_thieves.commands.targets import output_format
from forty_thieves.formats.encode import encode
from forty_thieves.records.structs import GameRecord, PositionRecord

from .played import Played


def encoded(record: GameRecord | PositionRecord, file: str) -> Iterator[bytes]:
    """A record as it is saved in a file, in the format that the file's suffix names."""
    return encode([record], output_format(None, file), single=True)


def same_file(one: str, other: str) -> bool:
    """Whether two names are those of one file that is there."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def proposed_name(game: Played) -> str:
    """A name for a game's file that is free in the current folder: ``lucas-42.yaml``."""
    # The rules of one's own may be called anything; a name keeps only what every file system takes.
    stem = re.sub(r"[^A-Za-z0-9.]+", "-", game.table.rules.name).strip("-.") or "game"
    if game.deal is None:
        stem += "-position"
    elif game.deal.seed is not None:
        stem += f"-{game.deal.seed}"
    name, number = f"{stem}.yaml", 2
    while os.path.lexists(name):
        name, number = f"{stem}-{number}.yaml", number + 1
    return name
