"""A pseudo-terminal of its own for the command, as a person would sit at it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pexpect
import pytest

from support.command import COMMAND, environment

PROMPT = "\n> "
PATIENCE = 20
"""Seconds to wait for what the command has to say before it counts as hanging."""
INTERRUPT, END_OF_INPUT, TAB = "\x03", "\x04", "\t"
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def plain(text: str) -> str:
    """What a terminal shows of a text: without codes, its lines ended by LF."""
    return _CODES.sub("", text).replace("\r\n", "\n").replace("\r", "")


class Terminal:
    """A command that runs on a terminal of its own.

    Args:
        folder: the current folder.
        arguments: the command's.
        env: what is set beside a plain user's surroundings.
        columns: how wide the terminal is; it has 24 lines.
    """

    def __init__(
        self, folder: Path, *arguments: str | Path, env: Mapping[str, str] | None = None, columns: int = 80
    ) -> None:
        self._log = StringIO()
        self.child = pexpect.spawn(
            COMMAND,
            [str(argument) for argument in arguments],
            cwd=str(folder),
            env=environment({"TERM": "dumb", **(env or {})}),
            dimensions=(24, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None
        self.child.logfile_read = self._log

    @property
    def pid(self) -> int:
        """The command's process."""
        assert self.child.pid is not None
        return self.child.pid

    @property
    def seen(self) -> str:
        """All that came so far, as the terminal shows it."""
        return plain(self._log.getvalue())

    @property
    def raw(self) -> str:
        """All that came so far, with its codes."""
        return self._log.getvalue()

    def until(self, end: str) -> str:
        """What comes before a text; fails, with all that came, where it does not come."""
        try:
            self.child.expect_exact(end)
        except (pexpect.TIMEOUT, pexpect.EOF) as trouble:
            came = plain(str(self.child.before))
            pytest.fail(
                f"{type(trouble).__name__}\nexpected: {plain(end)!r}\nactual:\n{came}\nall of it:\n{self.seen}",
                pytrace=False,
            )
        return plain(str(self.child.before))

    def begin(self) -> str:
        """What comes before the first prompt."""
        return self.until(PROMPT)

    def type(self, line: str, end: str = PROMPT) -> str:
        """Type a line, and give what comes back before the next prompt, or before another text."""
        return self.press(f"{line}\n", end)

    def press(self, keys: str | bytes, end: str = PROMPT) -> str:
        """Press keys, and give what comes back."""
        self._wait_for_keys()
        if isinstance(keys, bytes):
            os.write(self.child.child_fd, keys)
        else:
            self.child.send(keys)
        return self.until(end)

    def press_at_once(self, keys: str, end: str = PROMPT) -> str:
        """Press keys while the command works, and give what comes back."""
        self.child.send(keys)
        return self.until(end)

    def type_and_wait(self, line: str, seconds: float) -> None:
        """Type a line, and wait until the command has worked on it for so many seconds of its processor time."""
        self._wait_for_keys()
        before = self._worked()
        self.child.send(f"{line}\n")
        while self._worked() - before < seconds:
            time.sleep(0.02)

    def _worked(self) -> float:
        """The processor time that the command has taken, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def leave(self, keys: str) -> tuple[int, str]:
        """Press the last keys; gives the exit status and what comes back."""
        self._wait_for_keys()
        self.child.send(keys)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Wait for the end; gives the exit status and what came before it."""
        came = self.until(pexpect.EOF)  # type: ignore[arg-type]
        self.child.wait()
        return self._status(), came

    def hang_up(self) -> int:
        """Close the terminal's other end, as a window that is closed does; gives the exit status."""
        self._wait_for_keys()
        return self._gone()

    def close(self) -> None:
        """End the command, if it still runs."""
        if not self.child.closed:
            if not self.child.terminated:
                os.kill(self.pid, signal.SIGKILL)
            self._gone()

    def _gone(self) -> int:
        """Close the terminal and wait for the command's end, which pexpect's own way does only for a moment."""
        os.close(self.child.child_fd)
        self.child.closed = self.child.ptyproc.closed = True  # type: ignore[attr-defined] # it is not in the types
        if self.child.terminated:
            return self._status()
        _, status = os.waitpid(self.pid, 0)
        self.child.terminated = self.child.ptyproc.terminated = True  # type: ignore[attr-defined]
        return os.waitstatus_to_exitcode(status)

    def _status(self) -> int:
        killed = self.child.signalstatus
        return -killed if killed is not None else int(self.child.exitstatus or 0)

    def _wait_for_keys(self) -> None:
        """Wait until the command sleeps: what is sent between its prompt and that may come too early for it."""
        stat = Path(f"/proc/{self.pid}/stat")
        with contextlib.suppress(OSError):
            while stat.read_text().rpartition(") ")[2][0] not in "SZ":
                os.sched_yield()
