"""Where the command line starts: what signals do, and from when on.

While the rest of the program is imported there is nothing to clean up yet: a signal ends it at once. From then on it
ends by an exception, so that half-written files are removed.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any, NoReturn

from .exit_codes import EXIT_HUNG_UP, EXIT_INTERRUPTED, EXIT_TERMINATED

_STATUSES = {"SIGINT": EXIT_INTERRUPTED, "SIGTERM": EXIT_TERMINATED, "SIGHUP": EXIT_HUNG_UP}


def main() -> NoReturn:
    """Run the command that the arguments name; always ends with SystemExit."""
    _on_signals(_end_at_once)
    from .commands.run import run  # noqa: PLC0415 - see above

    sys.exit(run(sys.argv[1:], loaded=lambda: _on_signals(_end_cleanly)))


def _on_signals(handler: Any) -> None:
    """Do this on signals that end the program, less those that whoever started it has it ignore, as nohup does."""
    for name in _STATUSES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _end_at_once(number: int, _frame: object) -> NoReturn:
    os._exit(_STATUSES[signal.Signals(number).name])


def _end_cleanly(number: int, _frame: object) -> NoReturn:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    _on_signals(signal.SIG_IGN)  # nothing is to disturb the cleaning up
    raise SystemExit(_STATUSES[signal.Signals(number).name])


if __name__ == "__main__":
    main()
