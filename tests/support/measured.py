"""Runs a program and measures the memory and the processor time that it and its processes take."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

from support.command import SLOW

_LAUNCHER = """
import os, resource, subprocess, sys
status = subprocess.run(sys.argv[3:], timeout=float(sys.argv[2])).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
os.write(int(sys.argv[1]), b"%d %d %f" % (status, used.ru_maxrss, used.ru_utime + used.ru_stime))
"""


class Measured:
    """A program that was started by a small one, which learns what the most memory was that one process of it took.

    The system counts what a process took before it became another program: a large one, as a run of tests is, would
    hide what a small one takes. It is ended where it hangs, which no test may wait for.

    Attributes:
        process: the small program; its pipes are those of the one that is measured.
    """

    def __init__(
        self,
        *command: str | bytes | Path,
        stdin: int | IO[bytes] = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
        stderr: int = subprocess.DEVNULL,
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self._results, written = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-SE", "-c", _LAUNCHER, str(written), str(SLOW), *command],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=env,
            cwd=cwd,
            pass_fds=(written,),
        )
        os.close(written)

    def finish(self) -> tuple[int, float, float]:
        """Wait for its end.

        Returns:
            Its exit status, negative for a signal; the most MB that one of its processes took; and the seconds of
            processor time that all took, however busy the machine is.
        """
        with open(self._results, "rb") as results:
            told = results.read().split()
        self.process.wait()
        assert told, f"it hangs: it had not ended after {SLOW} seconds"
        status, kilobytes, seconds = told
        return int(status), int(kilobytes) / 1024, float(seconds)
