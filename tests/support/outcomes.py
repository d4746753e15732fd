"""Outcomes of games that nobody played, for the tests of what is made of them."""

from __future__ import annotations

from typing import Any

from forty_thieves.formats.document import Place
from forty_thieves.judging.outcomes import Likeness, Outcome, Require, status_of
from forty_thieves.problems import Fault
from forty_thieves.records.structs import Report

_REPORT: dict[str, Any] = {
    "file": "a.yaml", "index": 1, "variant": "lucas", "deal": "0" * 64, "verdict": "won", "legal": True,
    "won": True, "stuck": False, "moves": 250, "steps": 253, "played": 250, "foundation_cards": 104, "problem": None,
    "rank": None, "meta": None,
}  # fmt: skip

UNFINISHED: dict[str, Any] = {"verdict": "unfinished", "won": False, "moves": 4, "played": 4, "foundation_cards": 10}
ILLEGAL: dict[str, Any] = {
    "verdict": "illegal", "won": False, "legal": False, "code": "does-not-build", "move": 3, "token": "2-8",
    "place": (3, 5),
}  # fmt: skip
INVALID: dict[str, Any] = {"verdict": "invalid", "code": "syntax", "place": (2, 1), "variant": None}
REJECTED: dict[str, Any] = {"verdict": "rejected", "code": "false-claim", "place": (4, 8)}
ONE_OF_EACH: tuple[dict[str, Any], ...] = ({}, {**UNFINISHED, "place": (9, 3)}, ILLEGAL, REJECTED, INVALID)
"""The fields of a game of each verdict."""

HOSTILE = [
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "</testcase>",
    '" onload="x',
    "'",
    "&amp;",
    "&#0;",
    "\0\x01\x08\x0b\x1b[31m\x7f\x85\x9b",
    "\ud800\udfff",
    "\ufffe\uffff\ufdd0",
    "\U0001fffe\U0010ffff",
    "\r\n\t ",
    "\u2028\u2029\u202e\ufeff",
    "%0A%25::error::",
    "a,b:c=d",
    "💥é",
    "\n      <error type=",
]
"""Texts that a report may not fall for."""


def outcome(
    *,
    place: Place | None = None,
    several: bool = False,
    require: Require = "won",
    likeness: Likeness | None = None,
    **fields: Any,
) -> Outcome:
    """The outcome of a won game, but for these fields of its report, or, where ``code`` is one, of its problem."""
    fault = None
    if "code" in fields:
        fault = Fault(fields.pop("code"), fields.pop("message", "what is wrong"))
    move = {name: fields.pop(name) for name in ("move", "token") if name in fields}
    made = Outcome(Report(**{**_REPORT, **fields}), several=several, place=place, likeness=likeness)
    if fault is not None:
        made.refuse(fault, place, **move)
    made.status = status_of(made.report, require)
    return made
