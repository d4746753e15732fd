"""Rules: one variant's rules as one validated record.

Rules are data. Nothing here or in the engine asks for a variant's name; what a variant allows is derived, once per
record, into lookup tables (:mod:`.lookups`) that the replay loop reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

from forty_thieves.problems import Fault
from forty_thieves.text import plural, quoted

from .cards import CARDS_IN_PACK, RANKS, SUITS, serialise_cards
from .lookups import Build, BuildDirection, CardLookups, FoundationBuild, make_lookups

MoveUnit = Literal["single", "sequence"]
SequenceTarget = Literal["any", "empty"]
FoundationsStart = Literal["empty", "base"]
EmptyColumns = Literal["any", "kings", "waste", "auto"]
DealPlay = Literal["none", "rows", "cards"]

DEALT = "dealt"
"""A foundation base that is set by a card of the deal."""

MOST_COLUMNS = 99
MOST_CELLS = 99
MOST_DECKS = 4
MOST_REDEALS = 999
LONGEST_NAME = 80
OWN_NAME = "own-rules"
FACE_UP = 4

RANGES = {
    "decks": (1, MOST_DECKS),
    "columns": (1, MOST_COLUMNS),
    "face_down": (0, MOST_DECKS * CARDS_IN_PACK),
    "face_up": (0, MOST_DECKS * CARDS_IN_PACK),
    "draw": (1, MOST_DECKS * CARDS_IN_PACK),
    "initial_draw": (0, MOST_DECKS * CARDS_IN_PACK),
    "cells": (0, MOST_CELLS),
    "cells_dealt": (0, MOST_CELLS),
}
"""The least and the most of each field that is a plain number."""

WORDS: dict[str, tuple[str, ...]] = {
    "build": get_args(Build),
    "build_direction": get_args(BuildDirection),
    "move": get_args(MoveUnit),
    "sequence": get_args(Build),
    "sequence_to": get_args(SequenceTarget),
    "foundation_build": get_args(FoundationBuild),
    "foundations_start": get_args(FoundationsStart),
    "deal_play": get_args(DealPlay),
    "empty_columns": get_args(EmptyColumns),
}
"""What each field may be that is one of a few words."""

_TYPES: dict[str, tuple[type, ...]] = {
    "title": (str,),
    "face_pattern": (str,),
    "foundation_wrap": (bool,),
    "redeals": (int, str),
    "foundation_base": (str, int),
}
"""The types of the other fields whose usual value does not tell them."""

_TYPE_NAMES = {int: "a whole number", str: "text", bool: "True or False", tuple: "a tuple of texts"}


def about(description: str, **bounds: object) -> Meta:
    """What a field of a record means, and bounds of its values that its type does not tell, for the JSON Schema."""
    return Meta(description=description, extra_json_schema=bounds or None)


def _limits(field: str) -> dict[str, object]:
    least, most = RANGES[field]
    return {"minimum": least, "maximum": most}


Name = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME})]
Redeals = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MOST_REDEALS})]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """One variant's rules: a record, checked when it is made."""

    TAG: ClassVar[str] = "forty-thieves-rules/1"
    ABOUT: ClassVar[str] = "One variant's rules. Every field has the base game's value as its default."

    format: Annotated[Literal["forty-thieves-rules/1"], about("the record's format tag.")] = "forty-thieves-rules/1"
    name: Annotated[Name, about("the variant's canonical name, in kebab case.")] = OWN_NAME
    title: Annotated[Name | UnsetType, about("the name as people write it.")] = UNSET
    aliases: Annotated[tuple[Name, ...], about("other names of the same game.")] = ()
    decks: Annotated[int, about("packs of cards.", **_limits("decks"))] = 2
    ranks: Annotated[
        str,
        about(
            "the ranks of a pack, low to high, as letters without space. Foundations follow this order; in a "
            "column two ranks are neighbours only where they are so in a full pack.",
            pattern=f"^{'?'.join(RANKS)}?$",
            minLength=1,
        ),
    ] = RANKS
    columns: Annotated[int, about("columns of the tableau.", **_limits("columns"))] = 10
    face_down: Annotated[
        int,
        about(
            "cards dealt face down to each column, the deepest ones.",
            **_limits("face_down"),
        ),
    ] = 0
    face_up: Annotated[
        int,
        about(
            "cards dealt face up to each column, on top of those.",
            **_limits("face_up"),
        ),
    ] = FACE_UP
    face_pattern: Annotated[
        str | UnsetType,
        about(
            "instead of these two, a letter for each card of a column, deepest first: D face down, U face up.",
            pattern="^[DU]*U$",
        ),
    ] = UNSET
    build: Annotated[
        Build,
        about(
            "which suits may lie on which in a column. In a cycle of suits a heart goes on a spade, a club on a "
            "heart, a diamond on a club, a spade on a diamond."
        ),
    ] = "same-suit"
    build_direction: Annotated[
        BuildDirection,
        about("whether columns are built down by one rank, up by one, or either way."),
    ] = "down"
    move: Annotated[MoveUnit, about("whether one card moves at a time, or also a sequence.")] = "single"
    sequence: Annotated[
        Build | UnsetType,
        about("the suits inside a moving sequence; where absent, as ``build``."),
    ] = UNSET
    sequence_to: Annotated[
        SequenceTarget,
        about("whether a sequence may go to any column that takes it, or to empty columns only."),
    ] = "any"
    draw: Annotated[int, about("cards turned from the stock to the waste by one draw.", **_limits("draw"))] = 1
    redeals: Annotated[
        Redeals | Literal["unlimited"],
        about("how often the waste may be turned over to be the stock again."),
    ] = 0
    waste_refill: Annotated[
        bool,
        about("whether cards are drawn at once, as part of the move, whenever the waste is empty."),
    ] = False
    foundation_base: Annotated[
        str | int,
        about(
            "the rank that starts a foundation, as a letter or a number from 1 to 13; or ``dealt``, where the "
            "card after the opening draw is put on a foundation of its suit and sets the rank for all.",
            enum=[*RANKS, DEALT, *range(1, 14)],
        ),
    ] = "A"
    foundation_build: Annotated[
        FoundationBuild,
        about("which suits follow each other on a foundation, always up by one rank."),
    ] = "same-suit"
    foundation_wrap: Annotated[
        bool | UnsetType,
        about(
            "whether an ace follows a king on a foundation; where absent, only where the base is not the lowest rank."
        ),
    ] = UNSET
    foundations_start: Annotated[
        FoundationsStart,
        about("whether the base cards are set out on the foundations before dealing."),
    ] = "empty"
    deal_play: Annotated[
        DealPlay,
        about(
            "whether cards go to the foundations during the deal: ``rows``, after each row the columns' top cards "
            "that fit, the leftmost first, looked for anew after each and not replaced; ``cards``, each card that "
            "fits as it is dealt, its place going to the next."
        ),
    ] = "none"
    empty_columns: Annotated[
        EmptyColumns,
        about(
            "what may go to an empty column: any card, kings, only the waste's top card; or ``auto``, where it is "
            "filled at once from the waste's top, else from a draw, else left open to any card."
        ),
    ] = "any"
    take_back: Annotated[bool, about("whether a foundation's top card may go back to a column.")] = False
    initial_draw: Annotated[
        int,
        about(
            "cards turned to the waste at the end of the deal.",
            **_limits("initial_draw"),
        ),
    ] = 0
    tableau_wrap: Annotated[bool, about("whether king and ace are neighbours in a column.")] = False
    cells: Annotated[
        int,
        about(
            "places for one card each, which take any single card that may move.",
            **_limits("cells"),
        ),
    ] = 0
    cells_dealt: Annotated[
        int,
        about(
            "cells that get a card in the deal, before the columns.",
            **_limits("cells_dealt"),
        ),
    ] = 0

    def __post_init__(self) -> None:
        """Check each field, then the whole.

        Raises:
            Fault: ``bad-rules``, its path the field to change.
        """
        _check_types(self)
        _check_fields(self)
        _check_whole(self)

    @property
    def shown_title(self) -> str:
        """The name as people write it, or the canonical name where no title is given."""
        return self.name if self.title is UNSET else self.title

    @property
    def card_count(self) -> int:
        """Cards in the game."""
        return self.decks * len(SUITS) * len(self.ranks)

    @property
    def faces(self) -> str:
        """A letter for each card dealt to a column, deepest first: D face down, U face up."""
        if self.face_pattern is not UNSET:
            return self.face_pattern
        return "D" * self.face_down + "U" * self.face_up

    @cached_property
    def column_size(self) -> int:
        """Cards dealt to each column, where none go to the foundations during the deal."""
        return self.face_down + self.face_up if self.face_pattern is UNSET else len(self.face_pattern)

    @property
    def foundation_count(self) -> int:
        """Foundations: one for each suit of each pack."""
        return self.decks * len(SUITS)

    @property
    def base_cards_out(self) -> int:
        """Cards set out on the foundations before dealing."""
        return self.foundation_count if self.foundations_start == "base" else 0

    @property
    def stock_size(self) -> int:
        """Cards in the stock once all is dealt, the opening draw included, where none are founded during the deal."""
        dealt = self.columns * self.column_size + self.initial_draw + self.cells_dealt + (self.base_rank is None)
        return self.card_count - self.base_cards_out - dealt

    @property
    def in_run(self) -> Build:
        """The suits inside a moving sequence."""
        return self.build if self.sequence is UNSET else self.sequence

    @cached_property
    def base_rank(self) -> int | None:
        """The rank that starts a foundation, from 0 (ace) to 12 (king); None where the deal sets it."""
        base = self.foundation_base
        if isinstance(base, int):
            return base - 1
        return None if base == DEALT else RANKS.index(base)

    @cached_property
    def rank_order(self) -> tuple[int, ...]:
        """The ranks in the game, low to high."""
        return tuple(RANKS.index(rank) for rank in self.ranks)

    @cached_property
    def face_levels(self) -> tuple[int, ...]:
        """For each number of cards below which one lies face down, the next lower such number.

        Entry ``column_size`` is where a column starts. All cards above the level are face up; when the card just
        below it comes to lie on top it is turned up, and the level falls.
        """
        highest, levels = 0, [0]
        for at, face in enumerate(self.faces, 1):
            levels.append(highest)
            if face == "D":
                highest = at
        return (*levels[:-1], highest) if len(levels) > 1 else (0,)

    @cached_property
    def essence(self) -> dict[str, object]:
        """What decides a game: the fields that differ from the base game, by name, however the record was written.

        The names are no part of it, nor is ``foundation_wrap``, which follows from the base.
        """
        usual = {field.name: field.default for field in fields(Rules)} | {"sequence": self.build}
        written: dict[str, object] = {name: getattr(self, name) for name in usual}
        written["sequence"] = self.in_run
        down = self.faces.count("D")
        if self.faces == "D" * down + "U" * (self.column_size - down):
            written |= {"face_down": down, "face_up": self.column_size - down, "face_pattern": UNSET}
        if self.base_rank is not None:
            written["foundation_base"] = RANKS[self.base_rank]
        left_out = ("format", "name", "title", "aliases", "foundation_wrap")
        return {
            name: written[name] for name in sorted(usual) if name not in left_out and written[name] != usual[name]
        }

    @cached_property
    def base_cards(self) -> tuple[int, ...]:
        """The cards set out on the foundations before dealing, suit by suit; empty where none are."""
        if self.base_rank is None or self.foundations_start == "empty":
            return ()
        return tuple(suit * 13 + self.base_rank for suit in range(len(SUITS)) for _ in range(self.decks))

    @cached_property
    def base_piles(self) -> list[list[int]]:
        """The foundations that have cards set out on them, suit by suit: all, or none."""
        return [[card] for card in self.base_cards]

    @cached_property
    def base_text(self) -> str:
        """The cards set out on the foundations, as they are written."""
        return serialise_cards(self.base_cards)

    @cached_property
    def one_pack(self) -> list[int]:
        """The cards of one pack, in ascending order."""
        return [suit * 13 + rank for suit in range(len(SUITS)) for rank in sorted(self.rank_order)]

    @cached_property
    def all_cards(self) -> list[int]:
        """All cards of the game, in ascending order."""
        return [card for card in self.one_pack for _ in range(self.decks)]

    @cached_property
    def _lookups(self) -> dict[int, CardLookups]:
        """The lookup tables made so far, by the rank that starts a foundation."""
        return {}

    def lookups(self, base_rank: int) -> CardLookups:
        """The lookup tables for foundations that start at a rank, from 0 to 12."""
        made = self._lookups.get(base_rank)
        if made is None:
            made = self._lookups[base_rank] = make_lookups(
                base_rank,
                decks=self.decks,
                order=self.rank_order,
                build=self.build,
                in_run=self.in_run,
                direction=self.build_direction,
                wrap=self.tableau_wrap,
                foundation_build=self.foundation_build,
            )
        return made


def fields_dropped(given: Mapping[str, object]) -> set[str]:
    """The fields that rules which start from others do not take over from these.

    Those are the names of the others, and what would contradict, or mean nothing beside, the fields that are given.

    Args:
        given: the fields that the rules state themselves, by name; they are not checked.
    """
    dropped = {"format", "name", "title", "aliases"}
    if "face_pattern" in given:
        dropped |= {"face_down", "face_up"}
    if "face_down" in given or "face_up" in given:
        dropped.add("face_pattern")
    if given.get("move") == "single":
        dropped |= {"sequence", "sequence_to"}
    if "foundation_base" in given:
        dropped.add("foundation_wrap")
    return dropped


def _check_types(rules: Rules) -> None:
    """Check what is known of rules that were read from a file, and not of those that are made in Python."""
    for field, usual in zip(rules.__struct_fields__, rules.__struct_defaults__, strict=True):
        given = getattr(rules, field)
        if given is usual:
            continue
        words = WORDS.get(field)
        types = (str,) if words else _TYPES.get(field, (type(usual),))
        wrong_type = not isinstance(given, types) or (isinstance(given, bool) and bool not in types)
        if wrong_type or (words and given not in words):
            expected = " or ".join(words or [_TYPE_NAMES[each] for each in types])
            raise _bad(field, f"{field} is {_written(given)}: it must be {expected}")


def _check_fields(rules: Rules) -> None:
    if rules.format != rules.TAG:
        raise _bad("format", f"format is {_written(rules.format)}: it must be {rules.TAG}")
    for field, (least, most) in RANGES.items():
        number = getattr(rules, field)
        if not least <= number <= most:
            raise _bad(field, f"{field} is {_written(number)}: it must be from {least} to {most}")
    in_range = isinstance(rules.redeals, int) and 0 <= rules.redeals <= MOST_REDEALS
    if rules.redeals != "unlimited" and not in_range:
        raise _bad(
            "redeals", f"redeals is {_written(rules.redeals)}: it must be from 0 to {MOST_REDEALS}, or 'unlimited'"
        )
    base = rules.foundation_base
    if (base not in (*RANKS, DEALT)) if isinstance(base, str) else not 1 <= base <= 13:
        expected = f"one of {' '.join(RANKS)}, from 1 to 13, or '{DEALT}'"
        raise _bad("foundation_base", f"foundation_base is {_written(base)}: it must be {expected}")
    order = [RANKS.find(rank) for rank in rules.ranks]
    if not order or -1 in order or sorted(set(order)) != order:
        raise _bad("ranks", f"ranks is {quoted(rules.ranks)}: it must be ranks of {RANKS}, low to high, each once")
    if rules.face_pattern is not UNSET and set(rules.face_pattern) - {"D", "U"}:
        raise _bad("face_pattern", f"face_pattern is {quoted(rules.face_pattern)}: it must be letters D and U")
    for field, text in (
        ("name", rules.name),
        ("title", rules.title),
        *(("aliases", alias) for alias in rules.aliases),
    ):
        if text is not UNSET and not _is_name(text):
            raise _bad(field, f"{field} is {_written(text)}: it must be 1 to {LONGEST_NAME} printable characters")


def _is_name(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST_NAME and text.isprintable() and text.strip() == text


def _check_whole(rules: Rules) -> None:
    _check_columns(rules)
    _check_foundations(rules)
    if rules.move == "single":
        if rules.sequence is not UNSET:
            raise _bad("sequence", "sequence is given and move is 'single': no sequence ever moves")
        if rules.sequence_to != "any":
            raise _bad("sequence_to", "sequence_to is given and move is 'single': no sequence ever moves")
    if rules.cells_dealt > rules.cells:
        raise _bad("cells_dealt", f"cells_dealt is {rules.cells_dealt} and there are {plural(rules.cells, 'cell')}")
    if rules.stock_size < 0:
        dealt = rules.columns * rules.column_size
        parts = [f"{rules.columns} columns of {rules.column_size} need {plural(dealt, 'card')}"]
        for number, part in (
            (rules.base_cards_out, f"{rules.base_cards_out} are set out on the foundations"),
            (rules.cells_dealt, f"the cells take {rules.cells_dealt}"),
            (rules.initial_draw, f"the opening draw takes {rules.initial_draw}"),
            (rules.base_rank is None, "1 sets the base"),
        ):
            if number:
                parts.append(part)
        raise _bad("columns", f"{', '.join(parts)}; the game has {rules.card_count}")


def _check_columns(rules: Rules) -> None:
    if rules.face_pattern is not UNSET:
        if rules.face_down or rules.face_up != FACE_UP:
            raise _bad("face_pattern", "face_pattern is given beside face_down and face_up: leave these two out")
        if not rules.face_pattern.endswith("U"):
            raise _bad("face_pattern", "face_pattern must end with U: the top card of a column lies face up")
        if rules.column_size > MOST_DECKS * CARDS_IN_PACK:
            raise _bad("face_pattern", f"face_pattern is {rules.column_size} cards long: no game has so many")
    elif rules.face_down and not rules.face_up:
        raise _bad("face_up", "face_up is 0 and face_down is not: the top card of a column lies face up")
    if rules.deal_play != "none" and "D" in rules.faces:
        raise _bad("deal_play", "deal_play needs columns that are dealt face up")


def _check_foundations(rules: Rules) -> None:
    base = rules.base_rank
    if base is None:
        if rules.foundations_start == "base":
            raise _bad("foundations_start", f"base cards can't be set out where foundation_base is '{DEALT}'")
        if rules.take_back:
            raise _bad("take_back", f"foundation_base is '{DEALT}': the card that sets the base can't be taken back")
        if rules.deal_play != "none":
            raise _bad("deal_play", f"no card can be played during the deal where foundation_base is '{DEALT}'")
        if rules.foundation_wrap is False:
            raise _bad(
                "foundation_wrap",
                f"foundation_wrap is false and foundation_base is '{DEALT}': games could not be won",
            )
    elif base not in rules.rank_order:
        raise _bad("foundation_base", f"foundation_base is {RANKS[base]}: the game has only {' '.join(rules.ranks)}")
    elif rules.foundation_wrap is False and base != rules.rank_order[0]:
        message = (
            f"foundation_wrap is false and the base is not {rules.ranks[0]}, the lowest rank: no game could be won"
        )
        raise _bad("foundation_wrap", message)


def _written(value: object) -> str:
    """A value from outside, short enough to print: Python refuses to write very long numbers."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a number of more than 30 digits"
    return str(value) if value is None or isinstance(value, int | float) else f"of the type {type(value).__name__}"


def _bad(field: str, message: str) -> Fault:
    return Fault("bad-rules", message, path=(field,))
