"""Rules: one variant's rules as one validated record, and the tests of cards that follow from it.

Rules are data. Nothing here or in the engine asks for a variant's name; what a variant allows is derived, once per
record, into lookup tables (:class:`CardTests`) that the replay loop reads.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields

from .cards import CARDS_IN_PACK, RANKS, SUITS, is_red
from .problems import Fault
from .text import plural, quoted

Build = Literal["same-suit", "alternate-color", "different-suit", "any-suit"]
MoveUnit = Literal["single", "sequence"]
FoundationsStart = Literal["empty", "base"]
EmptyColumns = Literal["any", "kings", "waste", "auto"]

FINISHED = CARDS_IN_PACK
"""FINISHED + suit stands for the card after the last one of a foundation of that suit: none follows."""

MOST_COLUMNS = 99
MOST_DECKS = 4
MOST_REDEALS = 999
LONGEST_NAME = 80


class CardTests(Struct, frozen=True):
    """What a variant's rules say of single cards, looked up by card number.

    Attributes:
        fits: for each card of a column, the cards that may be laid on it.
        runs: for each card, the cards that may follow it inside a moving sequence.
        next_up: for each card, the card that follows it on its foundation; FINISHED + suit after the last.
        ready: for each card, how many foundations wait for it before anything lies on them; four more entries
            count the finished foundations of each suit.
    """

    fits: tuple[frozenset[int], ...]
    runs: tuple[frozenset[int], ...]
    next_up: tuple[int, ...]
    ready: tuple[int, ...]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """One variant's rules. Every field but the name has the base game's value as its default.

    Attributes:
        format: the record's format tag.
        name: the variant's canonical name, in kebab case.
        title: the name as people write it.
        aliases: other names of the same game.
        decks: packs of 52 cards.
        columns: columns of the tableau.
        face_down: cards dealt face down to each column, the deepest ones.
        face_up: cards dealt face up to each column, on top of those.
        build: which suits may lie on which in a column; always down by one rank.
        move: whether one card moves at a time, or also a sequence.
        sequence: the suits inside a moving sequence; where absent, as ``build``.
        draw: cards turned from the stock to the waste by one draw.
        redeals: how often the waste may be turned over to be the stock again.
        foundation_base: the rank that starts a foundation, as a letter or a number from 1 to 13.
        foundations_start: whether the base cards are set out on the foundations before dealing.
        empty_columns: what may go to an empty column: any card, kings, only the waste's top card; or ``auto``,
            where it is filled at once from the waste's top, else from a draw, else left open to any card.
        take_back: whether a foundation's top card may go back to a column.
        initial_draw: cards turned to the waste at the end of the deal.
        tableau_wrap: whether a king may be laid on an ace.
        foundation_wrap: whether an ace follows a king on a foundation; where absent, only where the base is no ace.
    """

    TAG: ClassVar[str] = "forty-thieves-rules/1"

    format: Literal["forty-thieves-rules/1"] = "forty-thieves-rules/1"
    name: str
    title: str | UnsetType = UNSET
    aliases: tuple[str, ...] = ()
    decks: int = 2
    columns: int = 10
    face_down: int = 0
    face_up: int = 4
    build: Build = "same-suit"
    move: MoveUnit = "single"
    sequence: Build | UnsetType = UNSET
    draw: int = 1
    redeals: int | Literal["unlimited"] = 0
    foundation_base: str | int = "A"
    foundations_start: FoundationsStart = "empty"
    empty_columns: EmptyColumns = "any"
    take_back: bool = False
    initial_draw: int = 0
    tableau_wrap: bool = False
    foundation_wrap: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Check each field, then the whole.

        Raises:
            Fault: ``bad-rules``, its path the field to change.
        """
        _check_fields(self)
        _check_whole(self)

    @property
    def pack_size(self) -> int:
        """Cards in the game."""
        return self.decks * CARDS_IN_PACK

    @property
    def column_size(self) -> int:
        """Cards dealt to each column."""
        return self.face_down + self.face_up

    @property
    def base_cards_out(self) -> int:
        """Cards on the foundations before the first move."""
        return self.decks * len(SUITS) if self.foundations_start == "base" else 0

    @property
    def stock_size(self) -> int:
        """Cards in the stock once all is dealt, the opening draw included."""
        return self.pack_size - self.base_cards_out - self.columns * self.column_size - self.initial_draw

    @property
    def in_run(self) -> Build:
        """The suits inside a moving sequence."""
        return self.build if self.sequence is UNSET else self.sequence

    @property
    def base_rank(self) -> int:
        """The rank that starts a foundation, from 0 (ace) to 12 (king)."""
        base = self.foundation_base
        return RANKS.index(base) if isinstance(base, str) else base - 1

    @cached_property
    def essence(self) -> dict[str, object]:
        """What decides a game: the fields that differ from the base game, by name, however the record was written.

        The names are no part of it, nor is ``foundation_wrap``, which follows from the base.
        """
        usual = {field.name: field.default for field in fields(Rules)} | {"sequence": self.build}
        written: dict[str, object] = {name: getattr(self, name) for name in usual}
        written |= {"sequence": self.in_run, "foundation_base": RANKS[self.base_rank]}
        left_out = ("format", "name", "title", "aliases", "foundation_wrap")
        return {
            name: written[name] for name in sorted(usual) if name not in left_out and written[name] != usual[name]
        }

    @cached_property
    def base_cards(self) -> tuple[int, ...]:
        """The cards set out on the foundations before dealing, suit by suit; empty where none are."""
        if self.foundations_start == "empty":
            return ()
        return tuple(suit * 13 + self.base_rank for suit in range(len(SUITS)) for _ in range(self.decks))

    @cached_property
    def whole_pack(self) -> list[int]:
        """All cards of the game, in ascending order."""
        return [card for card in range(CARDS_IN_PACK) for _ in range(self.decks)]

    @cached_property
    def tests(self) -> CardTests:
        """The lookup tables that follow from the rules."""
        base_ranks = [suit * 13 + self.base_rank for suit in range(len(SUITS))]
        last_rank = (self.base_rank - 1) % 13
        next_up = [
            FINISHED + card // 13 if card % 13 == last_rank else card - card % 13 + (card + 1) % 13
            for card in range(CARDS_IN_PACK)
        ]
        return CardTests(
            fits=_followers(self.build, self.tableau_wrap),
            runs=_followers(self.in_run, self.tableau_wrap),
            next_up=tuple(next_up),
            ready=tuple(self.decks if card in base_ranks else 0 for card in range(FINISHED + len(SUITS))),
        )


def suits_agree(build: Build, upper: int, lower: int) -> bool:
    """Whether the suits of two neighbouring cards of a column satisfy a build rule.

    Args:
        build: the rule.
        upper: the card nearer to the column's deep end.
        lower: the card that lies on it.

    Returns:
        True where the suits are in order; ranks are not looked at.
    """
    match build:
        case "same-suit":
            return upper // 13 == lower // 13
        case "alternate-color":
            return is_red(upper) != is_red(lower)
        case "different-suit":
            return upper // 13 != lower // 13
        case "any-suit":
            return True


def _followers(build: Build, wrap: bool) -> tuple[frozenset[int], ...]:
    """For each card, the cards that may lie on it: one rank lower, and a king on an ace where columns wrap."""
    return tuple(
        frozenset(
            lower
            for lower in range(CARDS_IN_PACK)
            if lower % 13 == (upper - 1) % 13 and (upper % 13 or wrap) and suits_agree(build, upper, lower)
        )
        for upper in range(CARDS_IN_PACK)
    )


RANGES = {
    "decks": (1, MOST_DECKS),
    "columns": (1, MOST_COLUMNS),
    "face_down": (0, MOST_DECKS * CARDS_IN_PACK),
    "face_up": (0, MOST_DECKS * CARDS_IN_PACK),
    "draw": (1, MOST_DECKS * CARDS_IN_PACK),
    "initial_draw": (0, MOST_DECKS * CARDS_IN_PACK),
}


def _check_fields(rules: Rules) -> None:
    for field, (least, most) in RANGES.items():
        number = getattr(rules, field)
        if not least <= number <= most:
            raise _bad(field, f"{field} is {_written(number)}: it must be from {least} to {most}")
    if rules.redeals != "unlimited" and not 0 <= rules.redeals <= MOST_REDEALS:
        raise _bad(
            "redeals", f"redeals is {_written(rules.redeals)}: it must be from 0 to {MOST_REDEALS}, or 'unlimited'"
        )
    base = rules.foundation_base
    if (base not in tuple(RANKS)) if isinstance(base, str) else not 1 <= base <= 13:
        told = quoted(base) if isinstance(base, str) else _written(base)
        raise _bad(
            "foundation_base", f"foundation_base is {told}: it must be one of {' '.join(RANKS)}, or from 1 to 13"
        )
    for field, text in (
        ("name", rules.name),
        ("title", rules.title),
        *(("aliases", alias) for alias in rules.aliases),
    ):
        if text is not UNSET and not (0 < len(text) <= LONGEST_NAME and text.isprintable() and text.strip() == text):
            raise _bad(field, f"{field} is {quoted(text)}: it must be 1 to {LONGEST_NAME} printable characters")


def _check_whole(rules: Rules) -> None:
    if rules.face_down and not rules.face_up:
        raise _bad("face_up", "face_up is 0 and face_down is not: the top card of a column lies face up")
    if rules.stock_size < 0:
        parts = [
            f"{rules.columns} columns of {rules.column_size} need {plural(rules.columns * rules.column_size, 'card')}"
        ]
        if rules.base_cards_out:
            parts.append(f"{rules.base_cards_out} are set out on the foundations")
        if rules.initial_draw:
            parts.append(f"the opening draw takes {rules.initial_draw}")
        raise _bad("columns", f"{', '.join(parts)}; the pack has {rules.pack_size}")
    if rules.move == "single" and rules.sequence is not UNSET:
        raise _bad("sequence", "sequence is given and move is 'single': no sequence ever moves")
    if rules.foundation_wrap is False and rules.base_rank != 0:
        raise _bad("foundation_wrap", "foundation_wrap is false and the base is not the ace: no game could be won")


def _written(number: int) -> str:
    """A number from outside, short enough to print: Python refuses to write very long ones."""
    return str(number) if abs(number) < 10**30 else "a number of more than 30 digits"


def _bad(field: str, message: str) -> Fault:
    return Fault("bad-rules", message, path=(field,))
