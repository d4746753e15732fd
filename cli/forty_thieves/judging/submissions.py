"""What is to be judged: files, folders and standard input, put together to one stream of records."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from itertools import chain, islice
from typing import Literal

from forty_thieves.foreign.reading import read
from forty_thieves.formats.document import Limits
from forty_thieves.formats.sources import STDIN, InputFormat, Skipped, files_below
from forty_thieves.problems import Fault

from .outcomes import Item, bug_fault

Order = Literal["given", "name", "mtime"]


class Submissions:
    """Files, folders and standard input, one after another.

    Args:
        files: paths; ``-`` is standard input.
        input_format: what the files are; None tells by their suffix, or their start.
        limits: how much is read of one file; None is what Limits says.
        logs: whether the bare move logs of a folder are wanted too.
        order: ``given`` is the order of the paths, a folder's files by their names; ``name`` orders all files by
            their paths, ``mtime`` by the time of their last change, the oldest first. Standard input then comes last.
            The latter two hold all names in memory.

    Attributes:
        skipped: what was left out of folders so far.
        traceback: of the first bug of ours that showed while a file was read; empty where none did.
    """

    def __init__(
        self,
        files: list[str],
        input_format: InputFormat | None = None,
        limits: Limits | None = None,
        *,
        logs: bool = False,
        order: Order = "given",
    ) -> None:
        self.skipped = Skipped()
        self.traceback = ""
        self._files = files
        self._input_format = input_format
        self._limits = limits
        self._logs = logs
        self._order = order

    def items(self) -> Iterator[Item]:
        """Each record; a folder that holds none gives a fault."""
        for file, fault in self._ordered():
            if fault is not None:
                yield Item(fault, _encodable(file))
            else:
                yield from self._items_of(file)

    def size(self) -> int | None:
        """The bytes of all input, where all of it is files."""
        sizes = 0
        for given in self._files:
            if given == STDIN or not os.path.isfile(given):
                return None
            sizes += os.path.getsize(given)
        return sizes

    def _ordered(self) -> Iterator[tuple[str, Fault | None]]:
        if self._order == "given":
            return self._found()
        return iter(sorted(self._found(), key=self._place_in_order))

    def _found(self) -> Iterator[tuple[str, Fault | None]]:
        """Every file, in the order given; a folder without any, with its fault."""
        for given in self._files:
            if given == STDIN or not os.path.isdir(given):
                yield given, None
                continue
            empty = True
            for file in files_below(given, self.skipped, logs=self._logs):
                empty = False
                yield file, None
            if empty:
                yield given, Fault("empty", "there is no record in the folder")

    def _place_in_order(self, found: tuple[str, Fault | None]) -> tuple[bool, int, bytes]:
        file, _ = found
        changed = 0
        if self._order == "mtime" and file != STDIN:
            try:
                changed = os.stat(file).st_mtime_ns
            except (OSError, ValueError):  # reading it says what is wrong
                changed = 0
        return file == STDIN, changed, os.fsencode(file)

    def _items_of(self, file: str) -> Iterator[Item]:
        """The records of one file; the second is read before the first is given on, to know whether there is one."""
        name = _encodable(file)
        index, several = 0, False
        try:
            contents = read(file, self._input_format, self._limits)
            start = list(islice(contents, 2))
            several = len(start) > 1
            for index, content in enumerate(chain(start, contents), 1):
                yield Item(content, name, index, several)
        except Exception as bug:  # of ours: what is wrong with a file is not raised
            self.traceback = self.traceback or "".join(traceback.format_exception(bug))
            fault = bug_fault(bug)
            fault.ends_file = True
            yield Item(fault, name, index + 1, several)


def _encodable(file: str) -> str:
    """A file's name as text that can be written: bytes that are not UTF-8 become escapes."""
    return file.encode(errors="surrogateescape").decode(errors="backslashreplace")
