"""Bare move logs: a text that is nothing but the moves of one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO

from forty_thieves.problems import Fault, Path
from forty_thieves.text import line_and_column

from .document import Document, Place
from .pieces import read_whole


class LogDocument(Document):
    """A bare move log."""

    is_log = True

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._text = text
        self.size = len(text)

    def locate(self, path: Path = (), offset: int | None = None, *, on_key: bool = False) -> Place:
        """The place of an offset in the log."""
        return line_and_column(self._text, offset or 0)


def read_log(start: Iterable[bytes], stream: IO[bytes], max_size: int) -> Iterator[Document | Fault]:
    """The log in a stream; the arguments are those of :func:`.pieces.read_whole`."""
    try:
        yield LogDocument(read_whole(start, stream, max_size)[1])
    except Fault as fault:
        yield fault
