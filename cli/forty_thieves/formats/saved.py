"""Saved games of PySolFC: known by their start and read as bytes; what they mean is a matter of ``foreign``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO

from forty_thieves.problems import Fault

from .document import Document
from .pieces import too_large

_START = re.compile(rb"\x80[\x02-\x05]|[XTU]\x07(?:\0\0\0)?PySolFC|VPySolFC\n")


def starts_a_save(start: bytes) -> bool:
    """Whether a file starts as a pickle of the protocols 2 to 5 does, or as a save in an older one."""
    return _START.match(start) is not None


class SavedGame(Document):
    """A saved game as bytes.

    Attributes:
        raw: the whole file.
    """

    def __init__(self, raw: bytes) -> None:
        super().__init__(None)
        self.raw = raw
        self.size = len(raw)

    @property
    def made_of(self) -> tuple[bytes]:
        """The arguments that make this document anew."""
        return (self.raw,)

    def data(self) -> object:
        """Raises what there is to say where only records are read.

        Raises:
            Fault: ``not-a-record``, always.
        """
        raise Fault("not-a-record", "a saved game of PySolFC: expected a record (its first field is 'format')")


def read_saved(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> Iterator[Document | Fault]:
    """The saved game in a stream: one that is empty, too; it ends too early then.

    Args:
        start: bytes that were taken from the stream before.
        stream: the rest of it.
        max_size: bytes that it may have.
    """
    data = b"".join(start)
    data += stream.read(max(0, max_size + 1 - len(data)))
    yield SavedGame(data) if len(data) <= max_size else too_large("the file is", max_size)
