"""PySolFC's saved games (``.pso``): the file as typed and checked data.

A save is a plain row of pickles, read by :mod:`.pickles`, which executes nothing. Here each value is checked for its
type and range, and the cards for being the whole pack; whether they lie as the history leads to them is checked in
:mod:`.pysol_history`.

After the saves of the versions 2.6.4, 2.10.1, 2.20.1 and 3.6.1. Not looked at: the state of the random generator, the
positions passed, the bookmarks, the format number of the game, and what fields beyond those named here say.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Literal

from msgspec import Struct

from forty_thieves.game import shuffles, variants
from forty_thieves.game.cards import NAMES
from forty_thieves.game.foundations import ORDER
from forty_thieves.game.rules import Rules
from forty_thieves.problems import Fault
from forty_thieves.text import plural, quoted

from .pickled import Items, Thing
from .pickles import PickleReader
from .pysol_games import NOT_PLAYED, OTHERS, VARIANTS, places

_MOVES = "pysollib.move"
_STRUCT = "pysollib.mfxutil.Struct"
_GENERATOR = "pysol_cards.random.MTRandom"
_STRUCTS = (
    "pysollib.game.GameMoves",
    "pysollib.game.GameSaveInfo",
    "pysollib.game.GameGlobalSaveInfo",
    "pysollib.game.GameStatsStruct",
    "pysollib.game.GameGlobalStatsStruct",
)
ActionKind = Literal["move", "turn and move", "turn", "turn the waste over", "next round", "other"]
_ACTIONS: dict[str, ActionKind] = {
    f"{_MOVES}.AMoveMove": "move",
    f"{_MOVES}.AFlipAndMoveMove": "turn and move",
    f"{_MOVES}.ASingleFlipMove": "turn",
    f"{_MOVES}.AFlipMove": "turn",
    f"{_MOVES}.ATurnStackMove": "turn the waste over",
    f"{_MOVES}.ANextRoundMove": "next round",
}
_OTHER_ACTIONS = (
    "AFlipAllMove",
    "AUpdateStackMove",
    "ASaveSeedMove",
    "ASaveStateMove",
    "AShuffleStackMove",
    "ASingleCardMove",
    "AInnerMove",
    "NEW_ATurnStackMove",
)
"""What the history of other games may hold; it is read, and refused only where it would have to be a token."""

_CLASSES = frozenset(
    [_STRUCT, _GENERATOR, *_STRUCTS, *_ACTIONS, *(f"{_MOVES}.{name}" for name in _OTHER_ACTIONS)],
)


def _asks_for_the_generator(arguments: list[Any]) -> bool:
    """Whether a call of ``getattr`` is the one that saves hold: it asks the random generator for its seed."""
    if len(arguments) != 2:
        return False
    thing, attribute = arguments
    return isinstance(thing, Thing) and thing.name == _GENERATOR and attribute == "seed"


_CALLS = {"builtins.getattr": _asks_for_the_generator, "__builtin__.getattr": _asks_for_the_generator}

MOST_PILES = 100
MOST_ACTIONS = 20_000
"""Actions in one history; long games have some hundreds."""
_IMPORTED = 1 << 1000 | 1 << 999
_LINEAR = 1 << 1000
_WITH_STATISTICS, _BOOKMARK = (0, 1), 2
_LONGEST_VERSION = 40
_LONGEST_TIME = 10**9


class Action(Struct, frozen=True):
    """A single action of the history; PySolFC calls it an atomic move.

    Attributes:
        kind: what is done; other is what only other games do.
        source: the number of the pile that it is done to, or that cards are taken from.
        target: the number of the pile that gets them; for others -1.
        count: how many cards move; for others 1.
    """

    kind: ActionKind
    source: int
    target: int = -1
    count: int = 1


Entry = list[Action]
"""An entry of the history: the actions that are undone together."""


class LaidPile(Struct):
    """A pile of a saved game: its cards, the top card last, and whether each lies face up."""

    cards: list[int]
    face_up: list[bool]


class Save(Struct):
    """A saved game.

    Attributes:
        version: the program's version, as it wrote it.
        rules: the rules of its game.
        seed: the number of its deal, or None for a custom deal.
        shuffle: the shuffle that the number is one of.
        piles: its piles as they lie, by PySolFC's numbers.
        round: the round of the stock; 1 where there was no redeal.
        history: what can be undone or redone, one entry after another.
        index: how many of them are played; the others were undone.
        comment: the player's comment on the game, or the empty text.
        seconds: how long the game was played, or None where that is not kept.
    """

    version: str
    rules: Rules
    seed: int | None
    shuffle: str
    piles: list[LaidPile]
    round: int
    history: list[Entry]
    index: int
    comment: str = ""
    seconds: float | None = None


def read_save(data: bytes) -> Save:
    """The saved game that a file holds.

    Args:
        data: the whole file.

    Raises:
        Fault: it is not a saved game, holds what none does, or is of a game that is not played here.
    """
    return _Reader(data).save()


class _Reader:
    """Reads the values of a save in their order."""

    def __init__(self, data: bytes) -> None:
        self._pickles = PickleReader(data, _CLASSES, _CALLS)
        self._size = len(data)

    def save(self) -> Save:
        if self._pickles.read() != "PySolFC":
            raise Fault("not-a-record", "a pickle, but not a saved game: it does not start with 'PySolFC'")
        version = self._text("the version", _LONGEST_VERSION)
        self._pickles.read()  # the version again, in numbers
        kind = self._number("the kind of the save", 0, _BOOKMARK)
        self._number("the format of the game", 0, 1000)
        rules = _rules_of(self._number("the game", 0, 10**9))
        seed, shuffle = _numbered(self._number("the number of the deal", 0, (1 << 1001) - 1))
        self._pickles.read()  # the state of the random generator
        piles = self._piles(rules)
        save = Save(version, rules, seed, shuffle, piles, self._number("the round", 1, 10**9), [], 0)
        self._number("whether the game is finished", 0, 1)
        if kind in _WITH_STATISTICS:
            self._fields("what is kept of the game")
            comment = self._fields("what is kept of the player").get("comment", "")
            save.comment = comment if isinstance(comment, str) else ""
        save.history, save.index = _history(self._fields("the moves"), len(piles))
        self._pickles.read()  # the positions passed
        if kind in _WITH_STATISTICS:
            self._fields("the statistics of all games")
            seconds = self._fields("the statistics of the game").get("elapsed_time")
            if isinstance(seconds, float) and isfinite(seconds) and 0 <= seconds < _LONGEST_TIME:
                save.seconds = seconds
        if self._pickles.read() != "EOF":
            raise Fault("bad-value", "there is more behind the statistics than the save of such a game has")
        behind = self._size - self._pickles.at
        if behind:
            raise Fault("syntax", f"{plural(behind, 'byte')} behind the end of the saved game")
        return save

    def _number(self, what: str, least: int, most: int) -> int:
        return _whole_number(self._pickles.read(), what, least, most)

    def _text(self, what: str, most: int) -> str:
        value = self._pickles.read()
        if not isinstance(value, str):
            raise Fault("wrong-type", f"{what} is not text")
        if not (0 < len(value) <= most and value.isascii() and value.isprintable()):
            raise Fault("bad-value", f"{what} is {quoted(value)}: it must be 1 to {most} printable characters")
        return value

    def _fields(self, what: str) -> dict[str | int, Any]:
        value = self._pickles.read()
        if not isinstance(value, Thing) or value.name not in (_STRUCT, *_STRUCTS):
            raise Fault("wrong-type", f"{what} should be here, and is not")
        return value.fields

    def _piles(self, rules: Rules) -> list[LaidPile]:
        """The piles, whose cards are the whole pack.

        Raises:
            Fault: ``wrong-layout`` or ``wrong-pack``, beside what a value of the wrong type gives.
        """
        expected = len(places(rules))
        number = self._number("the number of piles", 0, MOST_PILES)
        if number != expected:
            raise Fault("wrong-layout", f"there are {number} piles: {rules.name} has {expected}")
        met: dict[int, int] = {}
        piles = []
        for at in range(number):
            pile = LaidPile([], [])
            for _ in range(self._number(f"the number of cards on pile {at}", 0, rules.card_count)):
                card = self._number(f"a card on pile {at}", 0, rules.card_count - 1)
                if card in met:
                    message = f"the card {card} ({NAMES[_card(card, rules)]}) lies on pile {met[card]} and pile {at}"
                    raise Fault("wrong-pack", message)
                met[card] = at
                pile.cards.append(_card(card, rules))
                pile.face_up.append(bool(self._number("whether a card lies face up", 0, 1)))
            piles.append(pile)
        if len(met) < rules.card_count:
            raise Fault("wrong-pack", f"there are {len(met)} cards: {rules.name} has {rules.card_count}")
        return piles


def _card(number: int, rules: Rules) -> int:
    """The card that has a number in PySolFC: packs one after another, in each clubs, spades, hearts, diamonds."""
    suit, rank = divmod(number % (4 * len(rules.ranks)), len(rules.ranks))
    return ORDER[suit] * 13 + rules.rank_order[rank]


def _rules_of(game: int) -> Rules:
    if game in VARIANTS:
        return variants.find(VARIANTS[game])
    if game in NOT_PLAYED:
        message = f"PySolFC's {NOT_PLAYED[game]}, game {game}, has rules that no rules record can say"
        raise Fault("unknown-variant", message)
    if game in OTHERS:
        raise Fault("unknown-variant", f"PySolFC's {OTHERS[game]}, game {game}, is not of the family")
    raise Fault("unknown-variant", f"PySolFC's game {game} is not of the family, or not known here")


def _numbered(number: int) -> tuple[int | None, str]:
    """The seed and the shuffle that the number of a deal tells; a custom deal has no seed.

    The bit 1000 marks a number of the linear generator, the bit 999 beside it a deal without one.
    """
    if number & _IMPORTED == _IMPORTED:
        return None, "pysolfc"
    if not number & _LINEAR:
        return number, "pysolfc"
    number ^= _LINEAR
    return number, "pysolfc" if number in shuffles.LINEAR_SEEDS else "ms"


def _whole_number(value: object, what: str, least: int, most: int) -> int:
    if not isinstance(value, int):
        raise Fault("wrong-type", f"{what} is not a whole number")
    if not least <= value <= most:
        limits = f": it must be from {least} to {most}" if most < 10**30 else ""
        shown = value if abs(value) < 10**30 else "a number of more than 30 digits"
        raise Fault("bad-value", f"{what} is {shown}{limits}")
    return int(value)


def _history(fields: dict[str | int, Any], piles: int) -> tuple[list[Entry], int]:
    """The entries of a history, and how many of them are played."""
    entries = fields.get("history")
    if not isinstance(entries, Items):
        raise Fault("wrong-type", "the history of the moves is not a list")
    index = _whole_number(fields.get("index"), "the number of moves played", 0, len(entries.values))
    current = fields.get("current")
    if not isinstance(current, Items) or current.values:
        raise Fault("bad-value", "there is a move that is not finished")
    history: list[Entry] = []
    room = MOST_ACTIONS
    for number, entry in enumerate(entries.values, 1):
        if not isinstance(entry, Items):
            raise Fault("wrong-type", f"entry {number} of the history is not a list of actions")
        room -= 1 + len(entry.values)  # counted here: one list may be there many times
        if room < 0:
            raise Fault("too-large", f"the history has more than {MOST_ACTIONS} actions")
        history.append([_action(action, number, piles) for action in entry.values])
    return history, index


def _action(action: object, number: int, piles: int) -> Action:
    if not isinstance(action, Thing) or not action.name.startswith(f"{_MOVES}."):
        raise Fault("wrong-type", f"entry {number} of the history is not a list of actions")
    kind = _ACTIONS.get(action.name, "other")
    if kind == "other":
        return Action(kind, -1)

    def pile(field: str) -> int:
        what = f"a pile of entry {number} of the history"
        return _whole_number(action.fields.get(field), what, 0, piles - 1)

    if kind in ("turn", "next round"):
        return Action(kind, pile("stack_id"))
    count = 1
    if kind == "move":
        most = 4 * 52
        count = _whole_number(
            action.fields.get("ncards"), f"the number of cards of entry {number} of the history", 1, most
        )
    return Action(kind, pile("from_stack_id"), pile("to_stack_id"), count)
