"""What commands say on standard error, and how they end."""

from __future__ import annotations

import contextlib
import sys

from forty_thieves.exit_codes import EXIT_INVALID
from forty_thieves.formats.document import Document
from forty_thieves.problems import Fault
from forty_thieves.text import file_name, placed


class Stop(Exception):
    """Ends a command.

    Attributes:
        message: what is said on standard error.
        status: the exit status.
    """

    def __init__(self, message: str, status: int = EXIT_INVALID) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


def complain(message: str) -> None:
    """Say something on standard error, where there is one."""
    # What was written before comes first; where it can't be written, whoever wrote it says so.
    with contextlib.suppress(OSError, AttributeError):
        sys.stdout.flush()
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(message, file=sys.stderr, flush=True)  # noqa: T201


def fault_line(file: str, fault: Fault, document: Document | None = None) -> str:
    """A fault as ``path:line:column: code: message``; the document, where there is one, knows the place."""
    place = fault.place
    if place is None and document is not None:
        place = document.locate(fault.path, fault.offset, on_key=fault.on_key)
    return f"{placed(file_name(file), place)}: {fault.code}: {fault.message}"
