"""Progress on a terminal, for runs of more than a second."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, TextIO

_QUIET_SECONDS = 1.0
_REFRESH_SECONDS = 0.2


class Progress:
    """Games done, games a second and, where the size of the input is known, the time left; on standard error.

    Shows nothing where standard error is no terminal, and nothing in the first second.

    Args:
        size: the bytes of the input, or None where they are not known.
    """

    def __init__(self, size: int | None) -> None:
        self._size = size
        self._games = 0
        self._done = 0
        self._next = time.monotonic() + _QUIET_SECONDS
        self._bar: Any = None
        self._task: Any = None
        self._wanted = _is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._shares_terminal = _is_terminal(sys.stdout)

    def step(self, size: int) -> None:
        """Count one game of ``size`` bytes, and show it now and then."""
        self._games += 1
        self._done += size
        if self._wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + _REFRESH_SECONDS
            self._show()

    def clear(self) -> None:
        """Take the bar off the screen, before something else is written there."""
        if self._bar is not None and self._shares_terminal:
            self._bar.stop()

    def close(self) -> None:
        """Take the bar off the screen for good."""
        if self._bar is not None:
            self._bar.stop()
        self._wanted = False

    def _show(self) -> None:
        if self._bar is None:
            self._make()
        self._bar.start()
        self._bar.update(self._task, completed=self._done if self._size else None, games=self._games, refresh=True)

    def _make(self) -> None:
        # rich comes with typer; importing it takes longer than judging many games.
        from rich.console import Console  # noqa: PLC0415
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn  # noqa: PLC0415
        from rich.progress import Progress as Bar  # noqa: PLC0415

        started = time.monotonic() - _QUIET_SECONDS
        columns: list[Any] = [TextColumn("{task.fields[games]} games"), _Rate(started), TimeElapsedColumn()]
        if self._size:
            columns += [BarColumn(), TimeRemainingColumn()]
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
        self._task = self._bar.add_task("", total=self._size, games=self._games)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _Rate(started: float) -> Any:  # noqa: N802 - makes a column, as the other columns are made
    from rich.progress import ProgressColumn  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    class Rate(ProgressColumn):
        """Games a second since the start."""

        def render(self, task: Any) -> Text:
            return Text(f"{task.fields['games'] / max(time.monotonic() - started, 0.001):.0f}/s")

    return Rate()
