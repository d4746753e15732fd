"""PySolFC's games of this family, as data: what differs from its usual rules, in the words of the rules record.

The parameters were read off PySolFC 3.6.1. Nine more games that it files here are left out, as each wants code of its
own: Octave (foundations that stop at the ten, and a last pass with eight wastes), Wheatsheaf (half of the foundations
built down), Kilowatt, Single Spark and The Spark (two wastes), Indian Patience (a frozen card in each column),
Floradora (a ninth foundation for kings), Blind Patience (turning cards up is a move), Demons and Thieves (two kinds
of columns and a reserve).

Waterloo differs by a slip of that program, which is not followed: it sets the eight base cards out pack by pack on
foundations that belong to suits, which matters once aces are taken back or other suits lie on them.
"""

from __future__ import annotations

import re
from typing import Any

_USUAL = {"take_back": True, "initial_draw": 1}
"""What nearly all of its games have, and the base game has not."""

_GAMES: dict[str, dict[str, Any]] = {
    "Forty Thieves": {"aliases": ("le-cadran", "napoleon-at-st-helena", "roosevelt-at-san-juan")},
    "Forty and Eight": {"columns": 8, "redeals": 1},
    "Indian": {"face_down": 1, "face_up": 2, "build": "different-suit"},
    "Number Ten": {"face_down": 2, "face_up": 2, "build": "alternate-color", "move": "sequence"},
    "Rank and File": {
        "aliases": ("dress-parade",),
        "face_down": 3,
        "face_up": 1,
        "build": "alternate-color",
        "move": "sequence",
    },
    "Maria": {"aliases": ("maria-luisa", "thirty-six-card-tableau"), "columns": 9, "build": "alternate-color"},
    "Midshipman": {"columns": 9, "face_down": 2, "face_up": 2, "build": "different-suit"},
    "Streets": {"build": "alternate-color"},
    "Waning Moon": {"columns": 13},
    "Busy Aces": {"columns": 12, "face_up": 1},
    "Deuces": {
        "aliases": ("les-deux", "twos"),
        "face_up": 1,
        "foundation_base": "2",
        "foundations_start": "base",
        "tableau_wrap": True,
    },
    "Courtyard": {"columns": 12, "face_up": 1, "move": "sequence", "empty_columns": "auto"},
    "Zebra": {
        "columns": 8,
        "face_up": 1,
        "build": "alternate-color",
        "redeals": 1,
        "foundation_build": "alternate-color",
        "foundations_start": "base",
        "empty_columns": "auto",
        "take_back": False,
    },
    "Little Forty": {
        "build": "any-suit",
        "move": "sequence",
        "sequence": "same-suit",
        "draw": 3,
        "redeals": 3,
        "empty_columns": "auto",
        "initial_draw": 3,
    },
    "Lucas": {"columns": 13, "move": "sequence"},
    "Red and Black": {
        "columns": 8,
        "face_up": 1,
        "build": "alternate-color",
        "move": "sequence",
        "foundation_build": "alternate-color",
        "foundations_start": "base",
    },
    "Double Rail": {"columns": 5, "face_up": 1, "build": "any-suit", "move": "sequence"},
    "Diplomat": {"columns": 8, "build": "any-suit"},
    "Congress": {
        "aliases": ("presidents-cabinet",),
        "columns": 8,
        "face_up": 1,
        "build": "any-suit",
        "empty_columns": "auto",
    },
    "Lady Palk": {"columns": 8, "build": "any-suit", "move": "sequence"},
    "Quadrangle": {
        "columns": 12,
        "face_up": 3,
        "foundation_base": "dealt",
        "empty_columns": "auto",
        "tableau_wrap": True,
        "take_back": False,
    },
    "Corona": {"aliases": ("round-dozen",), "columns": 12, "face_up": 3, "empty_columns": "auto", "take_back": False},
    "Triple Line": {
        "columns": 12,
        "face_up": 3,
        "build": "alternate-color",
        "move": "sequence",
        "redeals": 1,
        "empty_columns": "auto",
        "take_back": False,
    },
    "Napoleon's Exile": {"build": "any-suit"},
    "Single Rail": {
        "aliases": ("auxiliary-sequences",),
        "decks": 1,
        "columns": 4,
        "face_up": 1,
        "build": "any-suit",
        "move": "sequence",
    },
    "Limited": {"columns": 12, "face_up": 3},
    "Napoleon's Square": {"columns": 12, "move": "sequence"},
    "Emperor": {"aliases": ("deauville",), "face_down": 3, "face_up": 1, "build": "alternate-color"},
    "Mumbai": {"decks": 3, "columns": 13, "face_down": 1, "face_up": 2, "build": "different-suit"},
    "Carre Napoleon": {"columns": 12, "foundations_start": "base", "deal_play": "rows", "empty_columns": "kings"},
    "Fortune's Favor": {
        "decks": 1,
        "columns": 12,
        "face_up": 1,
        "waste_refill": True,
        "foundations_start": "base",
        "empty_columns": "auto",
    },
    "Octagon": {"columns": 4, "face_up": 5, "redeals": 3, "foundations_start": "base", "empty_columns": "auto"},
    "Rows of Four": {"columns": 8, "build": "any-suit", "redeals": 2},
    "Squadron": {"cells": 3, "cells_dealt": 3},
    "Josephine": {"aliases": ("forty-bandits", "pack-of-thieves"), "move": "sequence"},
    "Dieppe": {"columns": 8, "face_up": 3, "build": "any-suit", "move": "sequence", "deal_play": "cards"},
    "Little Napoleon": {
        "columns": 8,
        "face_down": 3,
        "face_up": 1,
        "build": "any-suit",
        "move": "sequence",
        "sequence": "same-suit",
    },
    "Marie Rose": {"decks": 3, "columns": 12, "face_up": 5, "move": "sequence"},
    "Big Streets": {"decks": 3, "columns": 12, "build": "alternate-color"},
    "Number Twelve": {
        "decks": 3,
        "columns": 12,
        "face_down": 2,
        "face_up": 2,
        "build": "alternate-color",
        "move": "sequence",
    },
    "Big Courtyard": {"decks": 3, "columns": 12, "face_up": 1, "move": "sequence", "empty_columns": "auto"},
    "Express": {"decks": 3, "columns": 14, "face_up": 3},
    "Carnation": {"decks": 4, "columns": 16, "face_up": 3},
    "Final Battle": {"columns": 6, "face_up": 1, "build": "any-suit", "move": "sequence"},
    "San Juan Hill": {"aliases": ("kettle-hill",), "foundations_start": "base"},
    "Waterloo": {
        "columns": 6,
        "face_up": 1,
        "build": "any-suit",
        "move": "sequence",
        "sequence": "same-suit",
        "foundations_start": "base",
    },
    "Parliament": {
        "columns": 8,
        "face_up": 1,
        "build": "any-suit",
        "foundations_start": "base",
        "empty_columns": "auto",
    },
    "Junction": {
        "decks": 4,
        "ranks": "A789TJQK",
        "columns": 7,
        "face_up": 1,
        "build": "alternate-color",
        "move": "sequence",
    },
    "Delivery": {"decks": 4, "columns": 12, "face_up": 3},
    "Twin Queens": {"columns": 8, "face_up": 1, "redeals": 1, "foundation_base": "K", "empty_columns": "auto"},
    "Interchange": {"columns": 7, "face_pattern": "UDUDUDU", "move": "sequence", "empty_columns": "kings"},
    "Unlimited": {
        "columns": 7,
        "face_pattern": "UDUDUDU",
        "move": "sequence",
        "redeals": "unlimited",
        "empty_columns": "kings",
    },
    "Breakwater": {"columns": 7, "face_pattern": "UDUDUDU", "build": "any-suit", "move": "sequence"},
    "Forty-Nine": {
        "columns": 7,
        "face_up": 7,
        "build": "alternate-color",
        "move": "sequence",
        "sequence_to": "empty",
    },
    "Roosevelt": {"columns": 7, "build": "alternate-color"},
    "Crossroads": {
        "decks": 4,
        "columns": 7,
        "face_pattern": "UDUDUDU",
        "build": "alternate-color",
        "move": "sequence",
    },
    "Alternation": {"columns": 7, "face_pattern": "UDUDUDU", "build": "alternate-color", "move": "sequence"},
    "Triple Interchange": {
        "decks": 3,
        "columns": 9,
        "face_pattern": "UDUDUDUDU",
        "move": "sequence",
        "redeals": "unlimited",
    },
    "Famous Fifty": {"face_up": 5},
    "Foothold": {"columns": 8, "face_up": 5, "build": "alternate-color", "build_direction": "up-or-down"},
    "Sixty Thieves": {"decks": 3, "columns": 12, "face_up": 5},
    "Eighty Thieves": {"decks": 4, "face_up": 8},
    "Following": {
        "decks": 1,
        "columns": 6,
        "face_up": 1,
        "build": "suit-cycle",
        "move": "sequence",
        "sequence": "any-suit",
        "redeals": 1,
        "foundation_build": "suit-cycle",
    },
    "Triple Rail": {"decks": 3, "columns": 9, "face_up": 1, "build": "any-suit", "move": "sequence"},
    "Pluto": {"aliases": ("square",), "columns": 12, "face_up": 1, "foundation_base": "2", "tableau_wrap": True},
    "Malmaison": {"decks": 4, "face_up": 8, "move": "sequence"},
    "McClellan": {"columns": 8, "face_down": 3, "face_up": 1, "move": "sequence"},
    "Jacks in the Box": {
        "columns": 6,
        "face_up": 1,
        "foundation_base": "J",
        "foundations_start": "base",
        "tableau_wrap": True,
        "cells": 4,
    },
    "Preference": {
        "decks": 1,
        "columns": 8,
        "face_up": 1,
        "waste_refill": True,
        "foundations_start": "base",
        "empty_columns": "auto",
    },
    "Napoleon's Shoulder": {"columns": 12, "build": "any-suit", "empty_columns": "waste"},
    "Cascade": {
        "decks": 1,
        "columns": 7,
        "face_up": 5,
        "build": "alternate-color",
        "foundation_build": "alternate-color",
        "cells": 2,
    },
    "Thirty-Nine Steps": {"columns": 13, "face_up": 3},
    "Napoleon's Folly": {"build": "different-suit"},
}
"""Each game by the title that PySolFC gives it, from which the variant's name follows."""


def _name(title: str) -> str:
    """A variant's name: ``pysolfc/napoleons-square`` for Napoleon's Square."""
    return "pysolfc/" + re.sub("[^a-z0-9]+", "-", title.lower().replace("'", ""))


RECORDS: dict[str, dict[str, Any]] = {
    _name(title): {
        **_USUAL,
        **fields,
        "title": f"{title} (PySolFC)",
        "aliases": tuple(f"pysolfc/{alias}" for alias in fields.get("aliases", ())),
    }
    for title, fields in _GAMES.items()
}
"""What differs from the base game, for each variant."""
