"""Reports as JUnit XML, for CI servers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from forty_thieves.exit_codes import EXIT_OK, EXIT_SHORT
from forty_thieves.judging.outcomes import Outcome
from forty_thieves.text import file_name

from .base import Reporter
from .text import text_line

_COPIED_AT_ONCE = 64 * 1024


class JUnit(Reporter):
    """A test case a game: one that fell short is a failure, one that could not be judged an error."""

    name = "junit"
    suffixes = (".xml",)
    holds_summary = False

    def __init__(self, write: Callable[[bytes], object], *, least_status: int = EXIT_OK) -> None:
        import tempfile  # noqa: PLC0415 - for the few runs that need it

        super().__init__(write, least_status=least_status)
        self._kinds: Counter[str] = Counter()
        # The numbers of games stand before the games: those wait on disk until the end.
        self._waiting = tempfile.TemporaryFile()  # noqa: SIM115 - closed by finish()

    @staticmethod
    def render(outcome: Outcome) -> bytes:
        """The game's test case."""
        report = outcome.report
        name = file_name(report.file) + (f" game {report.index}" if outcome.several else "")
        line = f' line="{outcome.place[0]}"' if outcome.place and outcome.status else ""
        case = f"<testcase classname={_attribute(report.variant or 'unknown')} name={_attribute(name)}"
        case += f" file={_attribute(file_name(report.file))}{line}"
        element = _element(outcome)
        if element is None:
            return f"    {case}/>\n".encode()
        code = _attribute(report.problem.code if report.problem else report.verdict)
        problem = f"<{element} type={code} message={_attribute(text_line(outcome))}/>"
        return f"    {case}>\n      {problem}\n    </testcase>\n".encode()

    def game(self, outcome: Outcome) -> None:
        """Take the next game."""
        self._kinds["test"] += 1
        element = _element(outcome)
        if element is not None:
            self._kinds[element] += 1
        self._waiting.write(outcome.pieces[self.name])

    def end(self) -> None:
        """Write the counts, then the games."""
        counts = " ".join(f'{kind}s="{self._kinds[kind]}"' for kind in ("test", "failure", "error"))
        self.write(b'<?xml version="1.0" encoding="UTF-8"?>\n')
        self.write(f'<testsuites {counts}>\n  <testsuite name="forty-thieves check" {counts}>\n'.encode())
        with self._waiting as waiting:
            waiting.seek(0)
            while chunk := waiting.read(_COPIED_AT_ONCE):
                self.write(chunk)
        self.write(b"  </testsuite>\n</testsuites>\n")


def _element(outcome: Outcome) -> str | None:
    """What a game's test case holds; nothing, where the game is as it should be."""
    if outcome.status == EXIT_OK:
        return None
    return "failure" if outcome.status == EXIT_SHORT else "error"


_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""What XML 1.0 has no place for, not even escaped. Compiled where it is used, as start-up counts."""


def _attribute(text: str) -> str:
    """A text as a quoted attribute."""
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415 - start-up counts

    return quoteattr(re.sub(_NOT_XML, lambda found: f"\\u{ord(found[0]):04x}", text))
