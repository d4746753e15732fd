"""PySolFC's games of the family as its saves name them: by number, and with their piles in an order of its own.

Read off PySolFC 3.6.1; the numbers are the same in all its versions.
"""

from __future__ import annotations

from forty_thieves.game.moves import FOUNDATION, STOCK, WASTE, cell_pile
from forty_thieves.game.rules import Rules

VARIANTS = {
    13: "pysolfc/forty-thieves",
    23: "pysolfc/forty-and-eight",
    69: "pysolfc/indian",
    70: "pysolfc/number-ten",
    71: "pysolfc/rank-and-file",
    73: "pysolfc/maria",
    74: "pysolfc/midshipman",
    76: "pysolfc/streets",
    79: "pysolfc/waning-moon",
    80: "pysolfc/busy-aces",
    109: "pysolfc/deuces",
    110: "pysolfc/courtyard",
    113: "pysolfc/zebra",
    115: "pysolfc/little-forty",
    125: "pysolfc/lucas",
    126: "pysolfc/red-and-black",
    131: "pysolfc/double-rail",
    149: "pysolfc/diplomat",
    150: "pysolfc/congress",
    151: "pysolfc/lady-palk",
    195: "pysolfc/quadrangle",
    196: "pysolfc/corona",
    197: "pysolfc/triple-line",
    198: "pysolfc/napoleons-exile",
    199: "pysolfc/single-rail",
    228: "pysolfc/limited",
    295: "pysolfc/napoleons-square",
    310: "pysolfc/emperor",
    332: "pysolfc/mumbai",
    411: "pysolfc/carre-napoleon",
    416: "pysolfc/fortunes-favor",
    426: "pysolfc/octagon",
    433: "pysolfc/rows-of-four",
    440: "pysolfc/squadron",
    462: "pysolfc/josephine",
    485: "pysolfc/dieppe",
    489: "pysolfc/little-napoleon",
    493: "pysolfc/marie-rose",
    503: "pysolfc/big-streets",
    504: "pysolfc/number-twelve",
    505: "pysolfc/big-courtyard",
    506: "pysolfc/express",
    514: "pysolfc/carnation",
    528: "pysolfc/final-battle",
    529: "pysolfc/san-juan-hill",
    540: "pysolfc/waterloo",
    548: "pysolfc/parliament",
    556: "pysolfc/junction",
    562: "pysolfc/delivery",
    563: "pysolfc/twin-queens",
    574: "pysolfc/interchange",
    575: "pysolfc/unlimited",
    576: "pysolfc/breakwater",
    577: "pysolfc/forty-nine",
    588: "pysolfc/roosevelt",
    628: "pysolfc/crossroads",
    631: "pysolfc/alternation",
    679: "pysolfc/triple-interchange",
    683: "pysolfc/famous-fifty",
    765: "pysolfc/foothold",
    775: "pysolfc/sixty-thieves",
    776: "pysolfc/eighty-thieves",
    815: "pysolfc/following",
    818: "pysolfc/triple-rail",
    847: "pysolfc/pluto",
    848: "pysolfc/malmaison",
    882: "pysolfc/mcclellan",
    884: "pysolfc/jacks-in-the-box",
    895: "pysolfc/preference",
    910: "pysolfc/napoleons-shoulder",
    933: "pysolfc/cascade",
    940: "pysolfc/thirty-nine-steps",
    981: "pysolfc/napoleons-folly",
}
"""The variant of each game that we play."""

OTHERS = {
    2: "Klondike",
    8: "FreeCell",
    573: "Double Gold Mine",
}
"""Games that are not of the family, as far as their names are known here."""

NOT_PLAYED = {
    323: "Octave",
    549: "Wheatsheaf",
    564: "Kilowatt",
    578: "Indian Patience",
    632: "Floradora",
    751: "Blind Patience",
    837: "Single Spark",
    838: "The Spark",
    889: "Demons and Thieves",
}
"""Games that PySolFC files with the family and that no rules record can say."""

_USUAL_ORDER = "foundations columns stock waste"
_ORDERS = {
    "pysolfc/fortunes-favor": "foundations stock waste columns",
    "pysolfc/preference": "foundations stock waste columns",
    "pysolfc/octagon": "columns foundations stock waste",
    "pysolfc/delivery": "columns foundations stock waste",
    "pysolfc/squadron": "stock waste foundations cells columns",
    "pysolfc/jacks-in-the-box": "stock waste foundations cells columns",
    "pysolfc/cascade": "stock waste foundations cells columns",
}


def places(rules: Rules) -> list[int]:
    """The place that each pile of a game is, by the pile's number in PySolFC.

    Places are numbered as in :mod:`forty_thieves.game.moves`; every foundation is FOUNDATION. Columns are counted in
    the order of the piles, which in some games is not that on the screen.
    """
    kinds = {
        "foundations": [FOUNDATION] * rules.foundation_count,
        "columns": list(range(1, rules.columns + 1)),
        "stock": [STOCK],
        "waste": [WASTE],
        "cells": [cell_pile(number) for number in range(1, rules.cells + 1)],
    }
    return [place for kind in _ORDERS.get(rules.name, _USUAL_ORDER).split() for place in kinds[kind]]
