"""The command line: runs the commands and turns bugs into an exit status of their own."""

from __future__ import annotations

import contextlib
import signal
import sys
from typing import NoReturn

from .commands.app import make_app
from .commands.messages import complain
from .commands.options import Settings
from .exit_codes import EXIT_BUG, EXIT_INTERRUPTED, EXIT_INVALID, EXIT_TERMINATED
from .outputs import discard_stdout
from .text import reason

_HELP = {"-h", "--help", "--version"}


def main() -> NoReturn:
    """Run the command that the arguments name; always ends with SystemExit."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character gets an escape for it, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGPIPE") and _HELP.intersection(sys.argv[1:]):
        # Typer takes a closed pipe for an error of its own; where nothing is to be cleaned up the system may end us.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(EXIT_TERMINATED))
    sys.exit(_flushed(_run()))


def _run() -> int:
    """Run the command; gives its exit status."""
    settings = Settings()
    try:
        make_app(sys.argv[1:])(prog_name="forty-thieves", obj=settings)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except OSError as error:
        complain(f"forty-thieves: cannot write: {reason(error)}")
        return EXIT_INVALID
    except Exception as bug:
        if settings.debug:
            raise
        message = f"{type(bug).__name__}: {bug}".splitlines()[0][:300]
        complain(
            f"forty-thieves: a bug in this program ({message}); please report it with the command and its input, "
            "and what `forty-thieves --debug` before the command shows"
        )
        return EXIT_BUG
    return 0


def _flushed(status: int) -> int:
    """The exit status, once all that was written has gone out; Python would end with one of its own otherwise."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        complain(f"forty-thieves: cannot write to standard output: {reason(error)}")
        discard_stdout()
        status = status or EXIT_INVALID
    if sys.stderr is not None:
        try:
            sys.stderr.flush()
        except OSError:
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.close()
            sys.stderr = None
    return status


if __name__ == "__main__":
    main()
