"""One run of the program: loads the command, runs it, and turns what comes of it into an exit status."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable

from forty_thieves.exit_codes import EXIT_BUG, EXIT_INTERRUPTED, EXIT_INVALID, EXIT_OK
from forty_thieves.outputs import discard_stdout
from forty_thieves.text import reason

from .app import COMPLETION_VARIABLE, make_app
from .messages import complain
from .options import Settings

_HELP = {"-h", "--help", "--version"}


def run(arguments: list[str], loaded: Callable[[], None]) -> int:
    """Run the command that the arguments name.

    Args:
        arguments: the command line's, less the program's name.
        loaded: called once everything is imported.

    Returns:
        The exit status. Only with --debug does an exception leave this function.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character gets an escape for it, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(signal, "SIGPIPE") and _HELP.intersection(arguments):
        # Typer takes a closed pipe for an error of its own; where nothing is to be cleaned up the system may end us.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return _flushed(_status(arguments, loaded))


def _status(arguments: list[str], loaded: Callable[[], None]) -> int:
    """Run the command; gives its exit status."""
    settings = Settings()
    try:
        app = make_app(arguments)
        loaded()
        _check_completion()
        app(arguments, prog_name="forty-thieves", obj=settings)
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
    return EXIT_OK


def _check_completion() -> None:
    """Check that bash, where it asks what to complete, says of which words.

    Raises:
        SystemExit: it does not.
    """
    if os.environ.get(COMPLETION_VARIABLE) == "complete_bash" and not (
        "COMP_WORDS" in os.environ and os.environ.get("COMP_CWORD", "").isdecimal()
    ):
        complain(f"forty-thieves: {COMPLETION_VARIABLE} is for the shell, which also sets COMP_WORDS and COMP_CWORD")
        raise SystemExit(EXIT_INVALID)


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
