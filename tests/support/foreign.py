"""What the tests of other programs' files share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from forty_thieves.foreign.boards import interpret_board, serialise_board
from forty_thieves.foreign.solvitaire import (
    interpret_solvitaire_deal,
    serialise_solvitaire_deal,
)
from forty_thieves.game.deal import Deal
from forty_thieves.game.rules import Rules
from forty_thieves.problems import Fault
from support.paths import DATA

FOREIGN = DATA / "foreign"
Serialise = Callable[[Deal], str]
Interpret = Callable[[str, Rules], Deal]
DEAL_FORMATS: dict[str, tuple[Serialise, Interpret]] = {
    "solvitaire": (serialise_solvitaire_deal, interpret_solvitaire_deal),
    "board": (serialise_board, interpret_board),
}


def own(**fields: Any) -> Rules:
    return Rules(**{"name": "own", **fields})


def golden(name: str) -> str:
    return (FOREIGN / name).read_text()


def fault_of(action: Callable[..., object], *arguments: object) -> Fault:
    with pytest.raises(Fault) as caught:
        action(*arguments)
    return caught.value


def attempt(action: Callable[..., Any], *arguments: object) -> Any:
    """What an action gives, or the fault that it raises."""
    try:
        return action(*arguments)
    except Fault as fault:
        return fault


def code_and_place(fault: Fault) -> tuple[str, tuple[int, int] | None]:
    return fault.code, fault.place


def place_of(text: str, part: str, number: int = 1) -> tuple[int, int]:
    """The line and column of a part of a text, of the ``number``-th where it is there several times."""
    at = -1
    for _ in range(number):
        at = text.index(part, at + 1)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def same_cards(one: Deal, other: Deal) -> bool:
    return one.rules.essence == other.rules.essence and one.texts == other.texts


SMALL = own(decks=1, ranks="A23", columns=2, face_down=1, face_up=2)
SMALL_BOARD = "Talon: AC 2C 3C AD 2D 3D\n<AH> 2H 3H\n<AS> 2S 3S\n"
