"""The one table of exit statuses.

They are promises: scripts branch on them, so none ever changes. A run ends with the largest of the statuses of its
parts: a bug here (70) is stronger than input that could not be judged (2), and that than a game that fell short (1).
"""

from __future__ import annotations

EXIT_OK, EXIT_SHORT, EXIT_INVALID, EXIT_BUG = 0, 1, 2, 70
EXIT_HUNG_UP, EXIT_INTERRUPTED, EXIT_CLOSED_PIPE, EXIT_TERMINATED = 129, 130, 141, 143

MEANINGS: dict[int, str] = {
    EXIT_OK: "everything asked for holds",
    EXIT_SHORT: "judged, and at least one game fell short: unfinished, illegal or rejected",
    EXIT_INVALID: "could not be judged: wrong usage, unreadable or malformed input; stronger than 1",
    EXIT_BUG: "a bug in this program, or a lost worker; what could be judged was; stronger than 2",
    EXIT_HUNG_UP: "the terminal hung up",
    EXIT_INTERRUPTED: "interrupted",
    EXIT_CLOSED_PIPE: "the reader closed the pipe",
    EXIT_TERMINATED: "terminated",
}
"""Every exit status and what it means, for people."""
