"""The named variants: data only, and finding one by name.

A published variant never changes; a correction gets a new name. Records are made when they are asked for, so that
starting up does not cost more the more variants there are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from forty_thieves.problems import Fault
from forty_thieves.text import quoted, suggestion

from .rules import Rules

DEFAULT = "forty-thieves"
LONGEST_SPELLING = 200
"""Characters of the longest text that is looked up as a variant's name."""

# What differs from the base game, in the words of the rules record.
_ARTICLE: dict[str, dict[str, Any]] = {
    "forty-thieves": {
        "title": "Forty Thieves",
        "aliases": ("big-forty", "le-cadran", "napoleon-at-st-helena", "roosevelt-at-san-juan"),
    },
    "indian": {"title": "Indian", "face_down": 1, "face_up": 2, "build": "different-suit"},
    "limited": {"title": "Limited", "columns": 12, "face_up": 3},
    "little-forty": {
        "title": "Little Forty",
        "build": "different-suit",
        "move": "sequence",
        "draw": 3,
        "redeals": 3,
    },
    "lucas": {"title": "Lucas", "columns": 13, "face_up": 3, "foundations_start": "base"},
    "maria": {"title": "Maria", "columns": 9, "build": "alternate-color"},
    "number-ten": {
        "title": "Number Ten",
        "face_down": 2,
        "face_up": 2,
        "build": "alternate-color",
        "move": "sequence",
    },
    "rank-and-file": {
        "title": "Rank and File",
        "face_down": 3,
        "face_up": 1,
        "build": "alternate-color",
        "move": "sequence",
    },
    "streets": {"title": "Streets", "build": "alternate-color"},
}

SHORTEST_PART, MOST_SUGGESTED = 3, 4
"""Letters and digits of a part of a name that is worth looking for, and names suggested at most."""

ARTICLE, PYSOLFC = "article", "pysolfc"
SOURCES = (ARTICLE, PYSOLFC)
"""Where the variants come from: the article on the family, and PySolFC, whose names start with its own."""


ARTICLE_NAMES: tuple[str, ...] = tuple(_ARTICLE)
"""The canonical names of the article's games, in the order in which they are listed."""


@cache
def _records() -> dict[str, dict[str, Any]]:
    """What differs from the base game, for every variant; most runs need one of the first nine only."""
    from .pysolfc import RECORDS  # noqa: PLC0415 - start-up counts

    return {**_ARTICLE, **RECORDS}


def names() -> tuple[str, ...]:
    """The canonical names, in the order in which they are listed."""
    return tuple(_records())


def source_of(rules: Rules) -> str:
    """Where a named variant comes from, one of SOURCES."""
    return PYSOLFC if rules.name.startswith(f"{PYSOLFC}/") else ARTICLE


def _key(name: str) -> str:
    """A name as it is compared: letters and digits only, without regard to case."""
    return "".join(char for char in name.casefold() if char.isalnum())


@cache
def _names_by_key() -> dict[str, str]:
    return {
        _key(spelling): name for name, fields in _records().items() for spelling in (name, *fields.get("aliases", ()))
    }


@cache
def _named(name: str) -> Rules:
    return Rules(name=name, **(_ARTICLE.get(name) or _records()[name]))


def canonical(name: str) -> str | None:
    """The canonical name of the variant that has this name or alias, or None where no variant has it.

    Case, spaces, underscores and punctuation do not matter. A text longer than LONGEST_SPELLING is not a name.
    """
    if name in _ARTICLE:
        return name
    return _names_by_key().get(_key(name)) if len(name) <= LONGEST_SPELLING else None


def find(name: str) -> Rules:
    """The rules of the variant of that name.

    Args:
        name: a canonical name or an alias; case, spaces, underscores and punctuation do not matter.

    Raises:
        Fault: ``unknown-variant``, with the nearest names.
    """
    if name in _ARTICLE:
        return _named(name)
    found = canonical(name)
    if found is None:
        raise Fault("unknown-variant", f"there is no variant {quoted(name)}{_near(name)}")
    return _named(found)


def _near(name: str) -> str:
    """What to say of the names near to one that no variant has: those that it is a part of, else the nearest."""
    spelled = [spelling for rules in every() for spelling in (rules.name, *rules.aliases)]
    known = sorted(spelled, key=lambda spelling: spelling.startswith(PYSOLFC))
    part = _key(name[:LONGEST_SPELLING])
    holding = [f"'{spelling}'" for spelling in known if part in _key(spelling)] if len(part) >= SHORTEST_PART else []
    if len(holding) > MOST_SUGGESTED:
        some = ", ".join(holding[:MOST_SUGGESTED])
        return f"; it is part of {len(holding)} names: {some} and others, which the command variants lists"
    if holding:
        return f"; did you mean {' or '.join(holding)}?"
    return suggestion(name.casefold(), known) or "; the command variants lists them"


def every() -> tuple[Rules, ...]:
    """The rules of every named variant, in the order in which they are listed."""
    return tuple(_named(name) for name in names())


def is_named(rules: Rules) -> bool:
    """Whether rules are those of a named variant, under its name, however fully they were written."""
    if rules.name not in _ARTICLE and not rules.name.startswith(PYSOLFC):
        return False
    if canonical(rules.name) != rules.name:
        return False
    named = _named(rules.name)
    return rules is named or rules.essence == named.essence


def custom_rules(rules: Rules) -> Rules:
    """Custom rules, which may not have the name of a variant whose rules are others.

    Returns:
        The rules; those of the variant where they have its name, in any spelling, and are the same.

    Raises:
        Fault: ``bad-rules``.
    """
    known = canonical(rules.name)
    if known is None:
        return rules
    named = find(known)
    if rules.essence != named.essence:
        message = f"the rules are called {quoted(rules.name)} and are not those of {known}: give them another name"
        raise Fault("bad-rules", message, path=("name",))
    return rules if rules.name == known else named
