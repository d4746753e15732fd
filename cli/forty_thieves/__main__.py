"""The command line: runs the commands and turns bugs into an exit status of their own."""

from __future__ import annotations

import sys

from .commands.app import EXIT_INTERRUPTED, Settings, make_app
from .commands.common import EXIT_BUG, complain


def main() -> None:
    """Run the command that the arguments name; always ends with SystemExit."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character gets an escape for it, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        make_app(sys.argv[1:])(prog_name="forty-thieves")
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except Exception as bug:
        if Settings.debug:
            raise
        message = f"{type(bug).__name__}: {bug}".splitlines()[0][:300]
        complain(
            f"forty-thieves: a bug in this program ({message}); please report it with the command and its input, "
            "and what `forty-thieves --debug` before the command shows"
        )
        sys.exit(EXIT_BUG)


if __name__ == "__main__":
    main()
