"""The values of pickles that are read as data: inert, whatever a file makes of them.

What holds other values is filled before it goes into another, so there are no circles, and the depth that each value
knows is exact. Values are not to be printed, compared or walked: one may hold another many times over.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from forty_thieves.problems import Fault

DEEPEST = 16
"""Values inside each other; saved games have eight."""


class Name(Struct, frozen=True, eq=False):
    """A class or function that a pickle names, as ``module.name``; never looked up."""

    name: str


class Holder(Struct, eq=False):
    """What holds other values.

    Attributes:
        depth: 1 where it holds none that hold others, else one more than the deepest of them.
        inside: whether it is in another one.
    """

    depth: int = 1
    inside: bool = False

    def take_in(self, value: object) -> None:
        """Make sure that a value may go in here, and count its depth.

        Raises:
            Fault: ``too-deep``, or ``syntax`` where this is in another value already, and would grow deeper there:
                so no value ever holds itself.
        """
        if not isinstance(value, Holder):
            return
        value.inside = True
        if value.depth < self.depth:
            return
        if self.inside:
            raise Fault(
                "syntax", "malformed pickle: a value that is in another one, or in itself, is still being filled"
            )
        self.depth = value.depth + 1
        if self.depth > DEEPEST:
            raise Fault("too-deep", f"nested deeper than {DEEPEST} levels: no saved game is")


class Items(Holder, eq=False):
    """A list or a tuple."""

    values: list[Any] = []


class Entries(Holder, eq=False):
    """A mapping; its keys are text and whole numbers."""

    values: dict[str | int, Any] = {}


class Thing(Holder, eq=False):
    """An object: the name of its class, and its fields by name."""

    name: str = ""
    fields: dict[str | int, Any] = {}


class Discarded(Struct, frozen=True, eq=False):
    """What stands for a value that is thrown away."""


DISCARDED = Discarded()

Value = bool | int | float | str | bytes | Name | Items | Entries | Thing | Discarded | None
