"""Counts the work of the command, which a busy machine does not change as it does the time."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from forty_thieves.commands.run import run


def command_work(*arguments: str | Path) -> int:
    """How many lines of Python a command runs in this process, calls and returns counted too.

    What is done within one call of a compiled function, as a search in a text is, counts as nothing.
    """
    work = 0

    def count(_frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal work
        work += 1
        return count

    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.redirect_stderr(io.StringIO()):
        before = sys.gettrace()
        sys.settrace(count)
        try:
            run([str(argument) for argument in arguments], loaded=lambda: None)
        finally:
            sys.settrace(before)
    return work
