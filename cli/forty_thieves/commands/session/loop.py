"""Reads a session's lines: from a terminal with editing, completion and signals, or from a pipe.

Over a pipe the same lines do the same; there is no prompt and nothing is asked.
"""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType, ModuleType

from forty_thieves.exit_codes import EXIT_HUNG_UP, EXIT_OK

from .session import Ask, Session

PROMPT = "> "


def on_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def say(text: str) -> None:
    """Write whole lines at once, as another program may wait for them."""
    print(text, end="", flush=True)  # noqa: T201


class Keeper:
    """Keeps signals away while a line is being done, so that a game is never left between two moves.

    What came in the meantime does at its end what it would have done at once: an interrupt raises KeyboardInterrupt,
    a hang-up or a request to end raises SystemExit with its status. What takes long asks :meth:`stops`.
    """

    def __init__(self) -> None:
        self._busy = False
        self._usual: dict[int, Callable[[int, FrameType | None], object]] = {}
        self._waiting: list[int] = []

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Stand before what is done on signals, and step back at the end."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            usual = None if number is None else signal.getsignal(number)
            if number is not None and callable(usual):
                self._usual[number] = usual
                signal.signal(number, self._arrived)
        try:
            yield
        finally:
            for number, usual in self._usual.items():
                # Unless the signal itself has changed that.
                if signal.getsignal(number) == self._arrived:
                    signal.signal(number, usual)

    @contextlib.contextmanager
    def busy(self, busy: bool = True) -> Iterator[None]:
        """Whether signals have to wait, for the time of a block."""
        before, self._busy = self._busy, busy
        self._deliver()
        try:
            yield
        finally:
            self._busy = before
        self._deliver()

    def stops(self) -> bool:
        """Whether what is being done, and takes long, has to stop. It asks until it is told so.

        An interrupt is done with by that; a hang-up or a request to end is still delivered.
        """
        stop = bool(self._waiting)
        self._waiting = [number for number in self._waiting if number != signal.SIGINT]
        return stop

    def _arrived(self, number: int, _: FrameType | None) -> None:
        self._waiting.append(number)
        self._deliver()

    def _deliver(self) -> None:
        if self._busy or not self._waiting:
            return
        number = max(self._waiting, key=lambda one: one != signal.SIGINT)  # an end is stronger than an interrupt
        self._waiting.clear()
        self._usual[number](number, None)


Make = Callable[[Callable[[str], None], Ask | None, Keeper], Session]
"""Makes a session from the way to say something, the way to ask, which is None where nobody can be asked, and who
keeps signals away."""


def run(make: Make) -> int:
    """Have a session from its first table to its end.

    Returns:
        The exit status: over a pipe what the session came to; a person at a terminal who leaves has done nothing
        wrong.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Bytes that are no text spoil a word, not the game; in a file's name they are kept.
        sys.stdin.reconfigure(errors="surrogateescape")
    keeper = Keeper()
    if not on_terminal():
        return _run_on_pipe(make(say, None, keeper))  # signals do what they always do
    try:
        with keeper.installed(), keeper.busy():
            return _run_on_terminal(make, keeper)
    except OSError:
        return EXIT_HUNG_UP  # files have errors of their own: only the terminal can be gone


def _run_on_pipe(session: Session) -> int:
    session.start()
    while not session.ended and sys.stdin is not None and (line := sys.stdin.readline()):
        session.take(line)
    return session.status


def _run_on_terminal(make: Make, keeper: Keeper) -> int:
    readline = _readline()

    def ask(question: str) -> str | None:
        try:
            with keeper.busy(False), _completing(readline, None):
                return input(question)
        except (EOFError, KeyboardInterrupt):
            say("\n")
            return None

    session = make(say, ask, keeper)
    session.start()
    if session.ended:
        return session.status
    interrupted = False
    while not session.ended:
        try:
            with keeper.busy(False), _completing(readline, session):
                line = input(PROMPT)
        except KeyboardInterrupt:
            if interrupted:
                say("\n")
                session.leave()
                break
            say("\n(Ctrl-C once more leaves.)\n")
            interrupted = True
        except EOFError:
            say("\n")
            session.leave()
        else:
            interrupted = False
            session.take(line)
    return EXIT_OK


def _readline() -> ModuleType | None:
    """The module for line editing, where Python has it; set up for words that are separated by blanks only."""
    try:
        import readline  # noqa: PLC0415 - only a person needs it
    except ImportError:
        return None
    readline.set_completer_delims(" \t\n")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    return readline


@contextlib.contextmanager
def _completing(readline: ModuleType | None, session: Session | None) -> Iterator[None]:
    """Have Tab complete what may be typed in a session; nothing without one."""
    if readline is None:
        yield
        return
    found: list[str] = []

    def complete(word: str, number: int) -> str | None:
        if number == 0 and session is not None:
            found[:] = session.completions(readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    try:
        yield
    finally:
        readline.set_completer(None)
