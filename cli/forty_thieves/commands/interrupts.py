"""Interrupts that a command takes as a wish: it ends as soon as it can and keeps what it has."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Note an interrupt (Ctrl-C) instead of breaking off; a second one breaks off.

    Yields:
        A function that says whether there was one.
    """
    noted: list[int] = []

    def note(number: int, _: object) -> None:
        noted.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)
