"""Sessions as text: what is typed, and what must or must not come back.

The first line names the game, ``$ lucas 42``, and may say how many positions are examined for a hint. Behind it, and
behind each line that is typed (``> 5-f``), stand lines that must come in this order, each as a part of a line;
``! text`` must not come at all, ``/pattern/`` must be found, ``= text`` is the whole answer, and an answer of which
nothing is said may be anything. The last line may be ``[exit status N]``. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from forty_thieves import Table, deal
from forty_thieves.commands.hints import WinFinder
from forty_thieves.commands.session.played import Played
from forty_thieves.commands.session.session import Session
from forty_thieves.commands.session.voice import Voice
from forty_thieves.show.look import Look
from support.paths import DATA

FOLDER = DATA / "sessions"
USUAL_EFFORT = 1000
"""Positions to examine for a hint: too few for a win in the beginning of a game."""


class Turn(Struct):
    """A line that is typed and what is said of the answer.

    Attributes:
        typed: the line; empty for what comes before the first one.
        wanted: what is said of the answer, as it is written.
    """

    typed: str
    wanted: list[str]


class Script(Struct):
    """A session as text.

    Attributes:
        variant: the game.
        seed: its seed.
        effort: positions to examine for a hint.
        turns: the lines and answers, the first one what comes before any line.
        status: the exit status.
    """

    variant: str
    seed: int
    effort: int
    turns: list[Turn]
    status: int = 0

    @property
    def typed(self) -> str:
        """All lines that are typed."""
        return "".join(f"{turn.typed}\n" for turn in self.turns[1:])


def read_script(path: Path) -> Script:
    """The session that a file tells."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    variant, seed, *effort = head.removeprefix("$ ").split()
    script = Script(variant, int(seed), int(*effort) or USUAL_EFFORT, [Turn("", [])])
    for line in lines:
        if line.startswith(">"):
            script.turns.append(Turn(line.removeprefix(">").removeprefix(" "), []))
        elif line.startswith("[exit status "):
            script.status = int(line.removeprefix("[exit status ").removesuffix("]"))
        elif line and line[0] != "#":
            script.turns[-1].wanted.append(line)
    return script


def missing(wanted: list[str], answer: str) -> str:
    """The first thing said of an answer that does not hold, or the empty text."""
    rest = answer.splitlines()
    for line in wanted:
        kind, text = (line[0], line[1:].strip()) if line[0] in "!=/" else ("", line)
        if kind == "=":
            holds = answer.rstrip("\n") == text
        elif kind == "!":
            holds = text not in answer
        elif kind == "/":
            holds = re.search(text.removesuffix("/"), answer, re.MULTILINE) is not None
        else:
            at = next((number for number, one in enumerate(rest) if text in one), None)
            holds = at is not None
            rest = rest[at or 0 :]
        if not holds:
            return line
    return ""


class Player:
    """A session that is played in this process.

    Args:
        game: the game.
        answers: the answers to questions, in their order; with None nobody can be asked.
        effort: positions to examine for a hint; with None the solver is not asked.
        options: as for :class:`Session`.

    Attributes:
        session: the session.
        asked: the questions that were put.
    """

    def __init__(
        self,
        game: Played,
        answers: list[str | None] | None = None,
        *,
        width: int | None = None,
        effort: int | None = None,
        **options: object,
    ) -> None:
        self.asked: list[str] = []
        self._said: list[str] = []
        ask: Callable[[str], str | None] | None = None
        if answers is not None:
            queue = iter(answers)

            def ask(question: str) -> str | None:
                self.asked.append(question)
                return next(queue)

        voice = Voice(self._said.append, lambda: Look(width=width))
        if effort is not None:
            options["find_win"] = WinFinder(voice.line, lambda _: None, lambda: False, effort)
        self.session = Session(game, voice, ask, **options)  # type: ignore[arg-type]

    def start(self) -> str:
        """Begin; gives what is said."""
        self.session.start()
        return self._heard()

    def type(self, line: str) -> str:
        """Type a line; gives what is said."""
        self.session.take(line)
        return self._heard()

    def leave(self) -> str:
        """Leave; gives what is said."""
        self.session.leave()
        return self._heard()

    def _heard(self) -> str:
        said = "".join(self._said)
        self._said.clear()
        assert not said or said.endswith("\n"), said
        return said


def dealt(variant: str, seed: int) -> Played:
    """A game at its start."""
    made = deal(variant, seed)
    return Played(Table(made), made)
