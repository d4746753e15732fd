"""How far a search may go, and what ends it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

Reason = Literal["effort", "time", "memory", "interrupted"]

NO_LIMIT = 1 << 60


class Limits(Struct, frozen=True):
    """How far a search may go.

    Attributes:
        effort: positions that may be examined; what is found by then is the same on every machine.
        seconds: how long it may take; None is as long as it takes.
        stopped: asked between layers whether to stop, as when somebody interrupts it.
    """

    effort: int = NO_LIMIT
    seconds: float | None = None
    stopped: Callable[[], bool] | None = None


class Clock:
    """Says when a search has to end for another reason than its effort."""

    def __init__(self, limits: Limits) -> None:
        self._stopped = limits.stopped
        self._end = None if limits.seconds is None else time.monotonic() + limits.seconds

    def reason(self) -> Reason | None:
        """Why the search has to end now, or None."""
        if self._stopped is not None and self._stopped():
            return "interrupted"
        return "time" if self._end is not None and time.monotonic() >= self._end else None
