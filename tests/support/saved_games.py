"""Writes saved games as PySolFC does: the same values in the same order, through one Pickler, with any protocol.

Written from the format's description and from saves of PySolFC's own; what the program does by itself is worked out
here from its rules once more, pile by pile.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from types import ModuleType
from typing import Any

from pysol_cards.random import MTRandom  # type: ignore[import-untyped]

from forty_thieves.foreign.pysol_games import VARIANTS, places
from forty_thieves.game.deal import Deal
from forty_thieves.game.foundations import ORDER
from forty_thieves.game.lookups import FINISHED
from forty_thieves.game.moves import FOUNDATION, STOCK, WASTE, Move, cell_pile, is_suit_pile
from forty_thieves.game.table import Table
from support.paths import DATA

SAVES = DATA / "pysolfc_saves"
WRITTEN, HOSTILE = SAVES / "written", SAVES / "hostile"
"""Saves that PySolFC itself wrote, and files that must not be believed."""
NUMBERS = {name: number for number, name in VARIANTS.items()}


def _class(module: str, name: str) -> type[Any]:
    return type(name, (), {"__module__": module, "__init__": lambda self, **fields: self.__dict__.update(fields)})


_NAMES = {
    "pysollib.move": (
        "AMoveMove",
        "AFlipAndMoveMove",
        "ASingleFlipMove",
        "AFlipMove",
        "ATurnStackMove",
        "ANextRoundMove",
        "AShuffleStackMove",
    ),
    "pysollib.game": ("GameMoves", "GameSaveInfo", "GameGlobalSaveInfo", "GameStatsStruct", "GameGlobalStatsStruct"),
    "pysollib.mfxutil": ("Struct",),
}
CLASSES: dict[str, type[Any]] = {name: _class(module, name) for module, names in _NAMES.items() for name in names}
"""Stand-ins for PySolFC's classes, under its names."""


@contextmanager
def pysollib() -> Iterator[None]:
    """Have PySolFC's modules at hand while something is pickled: pickle looks each class up."""
    for module, names in _NAMES.items():
        made = ModuleType(module)
        made.__dict__.update({name: CLASSES[name] for name in names})
        sys.modules[module] = made
    sys.modules["pysollib"] = ModuleType("pysollib")
    try:
        yield
    finally:
        for module in (*_NAMES, "pysollib"):
            del sys.modules[module]


def pickled(values: Sequence[object], protocol: int = 5) -> bytes:
    """Values as a row of pickles, written through one Pickler."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file, protocol)
    with pysollib():
        for value in values:
            pickler.dump(value)
    return file.getvalue()


def move(count: int, source: int, target: int) -> Any:
    """Cards that move from pile to pile."""
    return CLASSES["AMoveMove"](ncards=count, from_stack_id=source, to_stack_id=target, frames=-2, shadow=-1)


def turned(source: int, target: int) -> Any:
    """A card that is turned over and moves."""
    return CLASSES["AFlipAndMoveMove"](from_stack_id=source, to_stack_id=target, frames=-1)


class Program:
    """What PySolFC has on its table, as far as a save tells it.

    Args:
        deal: the deal.
        random: chooses among foundations that take a card.

    Attributes:
        table: the same game by our rules.
        piles: the cards of each pile with their faces, by PySolFC's numbers.
        history: its entries.
        log: the moves as tokens.
    """

    def __init__(self, deal: Deal, random: Random) -> None:
        self.deal = deal
        self.rules = deal.rules
        self.table = Table(deal)
        self.places = places(deal.rules)
        self.round = 1
        self.history: list[list[Any]] = []
        self.log: list[str] = []
        self._random = random
        self.piles: list[list[tuple[int, bool]]] = [[] for _ in self.places]
        for column, cards in enumerate(deal.columns, 1):
            faces = self.rules.faces
            self.piles[self.at(column)] = [(card, faces[at] == "U") for at, card in enumerate(cards)]
        self.piles[self.at(STOCK)] = [(card, False) for card in reversed(deal.stock)]
        self.piles[self.at(WASTE)] = [(card, True) for card in deal.waste]
        for cell, card in enumerate(deal.cells, 1):
            self.piles[self.at(cell_pile(cell))] = [(card, True)]
        foundations = iter(self.all_at(FOUNDATION))
        for suit in ORDER:
            for pile in self.table.foundations[suit * self.rules.decks : (suit + 1) * self.rules.decks]:
                self.piles[next(foundations)] = [(card, True) for card in pile]

    def at(self, place: int) -> int:
        """The number of the pile at a place of which there is one."""
        return self.places.index(place)

    def all_at(self, place: int) -> list[int]:
        """The numbers of the piles at a place."""
        return [number for number, other in enumerate(self.places) if other == place]

    def play(self, token: Move) -> None:
        """Play a legal move, with what the program does by itself."""
        source, target = token.source, token.target
        waste, stock = self.at(WASTE), self.at(STOCK)
        entry: list[Any] = []
        self.history.append(entry)
        self.log.append(str(token))
        self.table.play(token)
        if target == WASTE:
            self._draw(entry)
        elif target == STOCK:
            entry += [
                CLASSES["ATurnStackMove"](from_stack_id=waste, to_stack_id=stock),
                CLASSES["ANextRoundMove"](stack_id=stock),
            ]
            self.piles[stock] = [(card, False) for card, _ in reversed(self.piles[waste])]
            self.piles[waste] = []
            self.round += 1
        else:
            start = self._taken_from(token) if is_suit_pile(source) else self.at(source)
            end = self._foundation_for(self.piles[start][-1][0]) if target == FOUNDATION else self.at(target)
            self._move(entry, token.count, start, end)
            if source > 0:
                self._after(entry, start)
            if self.rules.waste_refill and not self.piles[waste]:
                self._draw(entry)

    def _move(self, entry: list[Any], count: int, start: int, end: int) -> None:
        entry.append(move(count, start, end))
        self.piles[end] += self.piles[start][-count:]
        del self.piles[start][-count:]

    def _draw(self, entry: list[Any]) -> None:
        waste, stock = self.at(WASTE), self.at(STOCK)
        for _ in range(min(self.rules.draw, len(self.piles[stock]))):
            entry.append(turned(stock, waste))
            self.piles[waste].append((self.piles[stock].pop()[0], True))

    def _after(self, entry: list[Any], column: int) -> None:
        """Turn a column's top card up, or fill the column."""
        pile, waste = self.piles[column], self.at(WASTE)
        if pile and not pile[-1][1]:
            entry.append(CLASSES["ASingleFlipMove"](stack_id=column))
            pile[-1] = (pile[-1][0], True)
        elif not pile and self.rules.empty_columns == "auto":
            if not self.piles[waste]:
                self._draw(entry)
            if self.piles[waste]:
                self._move(entry, 1, waste, column)

    def _foundation_for(self, card: int) -> int:
        """A foundation that takes a card: any where they are built in suit, else the first."""
        takes = self.table.lookups.takes
        fitting = []
        for at, number in enumerate(self.all_at(FOUNDATION)):
            pile = self.piles[number]
            suit = ORDER[at // self.rules.decks]
            if card in takes[pile[-1][0] if pile else FINISHED + suit]:
                fitting.append(number)
        return fitting[0] if self.rules.foundation_build != "same-suit" else self._random.choice(fitting)

    def _taken_from(self, token: Move) -> int:
        """The foundation whose top card a take-back took, the first of several."""
        card = self.table.piles[token.target][-1]
        fitting = [at for at in self.all_at(FOUNDATION) if self.piles[at] and self.piles[at][-1][0] == card]
        return fitting[0] if self.rules.foundation_build != "same-suit" else self._random.choice(fitting)

    def values(
        self, number: int, *, index: int | None = None, version: str = "3.6.1", old: bool = False, comment: str = ""
    ) -> list[object]:
        """The values of the save, in their order.

        Args:
            number: the number of the deal as PySolFC keeps it.
            index: how many entries are played; None: all. The piles have to lie so.
            version: the program's version.
            old: whether it is written as PySolFC 2.6.4 does.
            comment: the player's comment.
        """

        def made(name: str, **fields: object) -> object:
            return CLASSES["Struct" if old else name](**fields)

        generator = MTRandom()
        state = (3, tuple(range(625)), None)
        played = len(self.history) if index is None else index
        ids = self._ids()
        piles: list[object] = []
        for pile in self.piles:
            piles.append(len(pile))
            for card, up in pile:
                piles += [ids[card].pop(), int(up)]
        return [
            "PySolFC",
            version,
            tuple(map(int, version.split("."))),
            0,
            1,
            NUMBERS[self.rules.name],
            number,
            state if old else (generator.seed, state),
            len(self.piles),
            *piles,
            self.round,
            False,
            made("GameSaveInfo", stack_caps=[]),
            made("GameGlobalSaveInfo", bookmarks={0: (b"a save \x00\xff", 3)}, comment=comment),
            made("GameMoves", current=[], history=self.history, index=played, state=64),
            [-1, 2**63 - 1],
            made("GameGlobalStatsStruct", updated=0, start_time=1796073981.25, start_player=None),
            made("GameStatsStruct", undo_moves=0, elapsed_time=3661.5),
            "EOF",
        ]

    def _ids(self) -> dict[int, list[int]]:
        """PySolFC's numbers of each card, one for each pack."""
        ranks = self.rules.rank_order
        ids: dict[int, list[int]] = {}
        for pack in range(self.rules.decks):
            for at, suit in enumerate(ORDER):
                for rank, ours in enumerate(ranks):
                    number = pack * 4 * len(ranks) + at * len(ranks) + rank
                    ids.setdefault(suit * 13 + ours, []).append(number)
        return ids


def stored_number(seed: int, shuffle: str = "pysolfc") -> int:
    """The number of a deal as PySolFC keeps it: those of the linear generator have the bit 1000 set."""
    return 1 << 1000 | seed if shuffle == "ms" or seed < 32000 else seed
