"""Files, folders and standard input to documents, as :mod:`forty_thieves.formats.sources`, with PySolFC's saves."""

from __future__ import annotations

from collections.abc import Iterator

from forty_thieves.formats import sources
from forty_thieves.formats.document import Document, Limits
from forty_thieves.formats.saved import SavedGame
from forty_thieves.formats.sources import InputFormat
from forty_thieves.problems import Fault
from forty_thieves.records.structs import GameRecord, serialise_record


class PysolGame(SavedGame):
    """A saved game of PySolFC, which holds a game record; it is read when that is asked for."""

    def data(self) -> object:
        """The game record as plain data.

        Raises:
            Fault: the save can't be read, or contradicts itself.
        """
        return serialise_record(self.game())

    def game(self, *, redo: bool = False) -> GameRecord:
        """The game record.

        Args:
            redo: whether the moves that were undone are to follow those that are played.

        Raises:
            Fault: the save can't be read, or contradicts itself.
        """
        from .pysol_history import game_of  # noqa: PLC0415 - start-up counts
        from .pysol_saves import read_save  # noqa: PLC0415

        return game_of(read_save(self.raw), redo=redo)


def read(
    file: str, input_format: InputFormat | None = None, limits: Limits | None = None
) -> Iterator[Document | Fault]:
    """The records of a file, one after another; see :func:`forty_thieves.formats.sources.read`."""
    for item in sources.read(file, input_format, limits):
        yield PysolGame(item.raw) if isinstance(item, SavedGame) else item


def read_one(file: str, input_format: InputFormat | None = None, limits: Limits | None = None) -> Document:
    """The only record of a file.

    Raises:
        Fault: it can't be read, or there are several.
    """
    document = sources.read_one(file, input_format, limits)
    return PysolGame(document.raw) if isinstance(document, SavedGame) else document
