"""Where a game is saved, and under which name that is proposed."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator

from forty_thieves.commands.targets import file_stem, number_of, output_format
from forty_thieves.formats.encode import encode
from forty_thieves.outputs import OutputError, write_file
from forty_thieves.problems import Fault
from forty_thieves.records.structs import GameRecord, PositionRecord
from forty_thieves.text import file_name

from .played import Played


def encoded(record: GameRecord | PositionRecord, file: str, *, schema_comment: bool) -> Iterator[bytes]:
    """A record as it is saved in a file, in the format that the file's suffix names."""
    return encode([record], output_format(None, file), single=True, schema_comment=schema_comment)


def save(game: Played, file: str, *, force: bool, schema_comment: bool) -> str:
    """Write a game, which then is the file's own.

    Args:
        game: the game.
        file: where; by another name first, then in one step.
        force: whether a file that is there is replaced.
        schema_comment: whether YAML starts with the comment that tells editors the schema.

    Returns:
        What went wrong, or the empty text.
    """
    try:
        write_file(file, encoded(game.record(), file, schema_comment=schema_comment), force=force)
    except OutputError as error:
        return str(error).partition(";")[0]
    except Fault as fault:
        return f"{file_name(file)}: {fault}"
    game.file = file
    game.mark_saved()
    return ""


def would_replace(game: Played, file: str) -> bool:
    """Whether saving a game in a file would replace one that is not the game's own."""
    if not os.path.isfile(file):
        return False
    return game.file is None or not (file == game.file or os.path.samefile(file, game.file))


def name_to_save(game: Played) -> str:
    """The game's own file, or a name that is free in the current folder: ``lucas-42.yaml``."""
    if game.file is not None:
        return game.file
    stem = file_stem(game.table.rules, "position" if game.deal is None else number_of(game.deal))
    name, number = f"{stem}.yaml", 2
    while os.path.lexists(name):
        name, number = f"{stem}-{number}.yaml", number + 1
    return name


def name_typed(text: str) -> str:
    """The name of a file as it was typed, without the quotes that a shell would have taken off; ``~`` is the home."""
    if len(text) > 2 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return os.path.expanduser(text)


def in_shell(file: str) -> str:
    """A file's name as a shell takes it, safe to print."""
    return shlex.quote(file_name(file))


def names_that_start(text: str) -> list[str]:
    """The files and folders whose names start so."""
    folder, begun = os.path.split(text)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            found = [(entry.name, entry.is_dir()) for entry in entries if entry.name.startswith(begun)]
    except OSError:
        return []
    return sorted(os.path.join(folder, name) + ("/" if is_folder else "") for name, is_folder in found)
