"""Games of one run compared with each other: which of them came before, and which of the won ones are the shortest.

What grows with the number of games lies in a temporary database, which the system deletes when the program ends, and
not in memory.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from forty_thieves.outputs import OutputError
from forty_thieves.problems import Fault
from forty_thieves.text import file_name

from .outcomes import Options, Outcome, status_of

if TYPE_CHECKING:
    import sqlite3


class Originals:
    """Knows the games of a run that were the first of their kind, and refuses those that are like one of them."""

    def __init__(self) -> None:
        self._database = _temporary_database(
            "CREATE TABLE games (number INTEGER PRIMARY KEY, file TEXT, game INTEGER)",
            "CREATE TABLE logs (log BLOB PRIMARY KEY, number INTEGER) WITHOUT ROWID",
            "CREATE TABLE transfers (transfers BLOB PRIMARY KEY, number INTEGER) WITHOUT ROWID",
        )

    def check(self, outcome: Outcome, options: Options) -> bool:
        """Refuse a game that is like an earlier one, and keep one that is not.

        Args:
            outcome: the game's, with its likeness; where there is none the game is like no other.
            options: how it was judged.

        Returns:
            Whether the outcome was changed. One that fell short already stays as it is.
        """
        likeness = outcome.likeness
        if likeness is None:
            return False
        with _on_disk():
            code = "same-log"
            original = self._first("logs", "log", likeness.log)
            if original is None:
                code = "reordered"
                original = self._first("transfers", "transfers", likeness.transfers)
            if original is None:
                self._keep(outcome)
                return False
        if outcome.report.problem is not None:
            return False
        how = "the moves are those of" if code == "same-log" else "the moves, in another order, are those of"
        outcome.refuse(Fault(code, f"{how} {original}"), outcome.place)
        outcome.status = status_of(outcome.report, options.require)
        return True

    def _first(self, table: str, column: str, digest: bytes) -> str | None:
        """The name of the first game with a digest."""
        query = f"SELECT file, game FROM {table} JOIN games USING (number) WHERE {column} = ?"  # noqa: S608 - our names
        found: tuple[str, int | None] | None = self._database.execute(query, (digest,)).fetchone()
        if found is None:
            return None
        file, game = found
        return file_name(file) if game is None else f"{file_name(file)}, game {game}"

    def _keep(self, outcome: Outcome) -> None:
        assert outcome.likeness is not None
        report = outcome.report
        kept = self._database.execute(
            "INSERT INTO games (file, game) VALUES (?, ?)", (report.file, report.index if outcome.several else None)
        )
        self._database.execute("INSERT INTO logs VALUES (?, ?)", (outcome.likeness.log, kept.lastrowid))
        self._database.execute("INSERT INTO transfers VALUES (?, ?)", (outcome.likeness.transfers, kept.lastrowid))


class Standings:
    """Keeps all games of a run, and gives them back ranked."""

    def __init__(self) -> None:
        self._database = _temporary_database(
            "CREATE TABLE games (steps INTEGER, number INTEGER PRIMARY KEY, outcome BLOB)"
        )

    def add(self, outcome: Outcome) -> None:
        """Keep a game."""
        steps = outcome.report.steps if outcome.report.verdict == "won" else None
        kept = msgspec.msgpack.encode(outcome)
        with _on_disk():
            self._database.execute("INSERT INTO games (steps, outcome) VALUES (?, ?)", (steps, kept))

    def ranked(self) -> Iterator[Outcome]:
        """All games: first the won ones by their steps, each with its rank, then the others.

        Games of equal steps share a rank, and the next one's rank counts them all: 1, 1, 3. Among equals, and among
        those without a rank, the order is that in which they were added.
        """
        rank, before = 0, None
        with _on_disk(), contextlib.closing(self._database.cursor()) as cursor:
            rows = cursor.execute("SELECT steps, outcome FROM games ORDER BY steps IS NULL, steps, number")
            for place, (steps, kept) in enumerate(rows, 1):
                outcome = msgspec.msgpack.decode(kept, type=Outcome)
                if steps is not None:
                    rank = rank if steps == before else place
                    outcome.report.rank, before = rank, steps
                yield outcome


_CACHE_KILOBYTES = 512


def _temporary_database(*tables: str) -> sqlite3.Connection:
    """A database on disk that nobody else sees."""
    import sqlite3  # noqa: PLC0415 - for the few runs that need it

    with _on_disk():
        database = sqlite3.connect("", isolation_level=None)
        for setting in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{_CACHE_KILOBYTES}"):
            database.execute(f"PRAGMA {setting}")
        for statement in (*tables, "BEGIN"):
            database.execute(statement)
    return database


@contextlib.contextmanager
def _on_disk() -> Iterator[None]:
    """Say what keeps a temporary database from growing, most often a full disk.

    Raises:
        OutputError: that.
    """
    import sqlite3  # noqa: PLC0415 - for the few runs that need it

    try:
        yield
    except sqlite3.Error as error:
        raise OutputError(f"cannot keep the games to compare in a temporary file: {error}") from None
