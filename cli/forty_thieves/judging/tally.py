"""What a run of check comes to: counts, games whose log came before, and won games by number of moves.

What grows with the number of games lies in a temporary database on disk, not in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import msgspec

from forty_thieves.records.structs import Summary

from .batch import Item, Outcome
from .reports import VERDICTS


class Tally:
    """Counts the games of a run.

    Attributes:
        status: the run's exit status so far.
    """

    def __init__(self) -> None:
        self.status = 0
        self._verdicts: Counter[str] = Counter()
        self._variants: Counter[str] = Counter()
        self._problems: Counter[str] = Counter()

    def count(self, outcome: Outcome) -> None:
        """Count one game."""
        self.status = max(self.status, outcome.status)
        self._verdicts[outcome.verdict] += 1
        if outcome.variant is not None:
            self._variants[outcome.variant] += 1
        if outcome.code is not None:
            self._problems[outcome.code] += 1

    def summary(self) -> Summary:
        """All counts; those of variants and problems in alphabetical order."""
        return Summary(
            games=sum(self._verdicts.values()),
            verdicts={verdict: self._verdicts[verdict] for verdict in VERDICTS},
            variants=dict(sorted(self._variants.items())),
            problems=dict(sorted(self._problems.items())),
        )


class Ledger:
    """Remembers games on disk, in a database that the system deletes when the program ends."""

    def __init__(self) -> None:
        import sqlite3  # noqa: PLC0415 - for the few runs that need it

        self._database = sqlite3.connect("", isolation_level=None)
        self._database.executescript(
            """
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            CREATE TABLE logs (fingerprint BLOB PRIMARY KEY, file TEXT, game INTEGER) WITHOUT ROWID;
            CREATE TABLE won (moves INTEGER, number INTEGER PRIMARY KEY, pieces BLOB);
            BEGIN;
            """
        )

    def first_with(self, item: Item, outcome: Outcome) -> tuple[str, int] | None:
        """The earlier game with this one's fingerprint, as its file and number; None where this is the first."""
        found: tuple[str, int] | None = self._database.execute(
            "SELECT file, game FROM logs WHERE fingerprint = ?", (outcome.fingerprint,)
        ).fetchone()
        if found is None:
            self._database.execute("INSERT INTO logs VALUES (?, ?, ?)", (outcome.fingerprint, item.file, item.index))
        return found

    def keep_won(self, outcome: Outcome) -> None:
        """Keep what was rendered of a won game."""
        pieces = msgspec.msgpack.encode(outcome.rendered)
        self._database.execute("INSERT INTO won (moves, pieces) VALUES (?, ?)", (outcome.moves, pieces))

    def best(self) -> Iterator[list[bytes]]:
        """What was kept, the games of the fewest moves first; among equals those that came first."""
        with closing(self._database.cursor()) as cursor:
            for (pieces,) in cursor.execute("SELECT pieces FROM won ORDER BY moves, number"):
                yield msgspec.msgpack.decode(pieces, type=list[bytes])
