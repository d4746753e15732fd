"""Move logs: a text that is nothing but the moves of one game, and the comments of a log in a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from typing import IO

from forty_thieves.problems import Fault, Path
from forty_thieves.text import LINE_END, line_and_column

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


COMMENT = re.compile(r"(?<![^ \t\r\n])#")
"""The start of a comment in a log."""


def check_comments(document: Document, moves: str) -> None:
    """Check that a record's log whose line ends are lost has no comments: what follows a ``#`` would vanish.

    Raises:
        Fault: ``lost-comment``, at the first one.
    """
    found = COMMENT.search(moves) if "#" in moves else None  # every log comes by here, and few have comments
    if found and not document.keeps_lines(("moves",)):
        message = "a # in a text that keeps no line ends: what follows it would vanish; write the moves as a | block"
        raise Fault("lost-comment", message, path=("moves",), offset=found.start())


def whole_lines(log: str, indent: bytes = b"") -> bytes:
    """A log as whole lines without spaces at their ends and blank lines at both its ends.

    Args:
        log: the log; a list of its lines, of which there may be millions, is not made.
        indent: what each line that is not blank is to start with.
    """
    lines = BytesIO()
    blank = start = 0
    for end in chain(LINE_END.finditer(log), (None,)):
        line = log[start : end.start() if end else len(log)].strip(" \t")
        start = end.end() if end else start
        if line:
            lines.write(b"\n" * blank if lines.tell() else b"")
            lines.write(indent)
            lines.write(line.encode())
            lines.write(b"\n")
        blank = 0 if line else blank + 1
    return lines.getvalue()
