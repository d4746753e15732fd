"""The structs of everything that is stored: the source of truth for the file formats and for schemas/."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from forty_thieves.game.cards import RANKS, SUITS, SYMBOLS
from forty_thieves.game.rules import Rules, about
from forty_thieves.game.shuffles import LARGEST_SEED, SHUFFLES

LONGEST_META_NAME = 100
"""Bytes of a name in ``meta``: up to there every YAML emitter writes it as a plain key."""

_CARD = f"(?:[{RANKS}{RANKS.lower()}]|10)(?:[{SUITS}{SUITS.lower()}]|[{SYMBOLS}]\ufe0f?)"
_WHITE = r"[ \t\r\n]"
Cards = Annotated[str, Meta(extra_json_schema={"pattern": f"^{_WHITE}*(?:{_CARD}(?:{_WHITE}+{_CARD})*{_WHITE}*)?$"})]
Count = Annotated[int, Meta(extra_json_schema={"minimum": 0})]
Digest = Annotated[str, Meta(extra_json_schema={"pattern": "^[0-9a-f]{64}$"})]

_META_NAME = {"minLength": 1, "maxLength": LONGEST_META_NAME}

DEAL_WITH_META: Literal["forty-thieves-deal/2"] = "forty-thieves-deal/2"
"""The format of deals that may have ``meta``; it is written only where they do."""

Claim = Literal["won", "stuck", "unfinished"]
Verdict = Literal["won", "unfinished", "illegal", "rejected", "invalid"]


class DealRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a deal."""

    TAG: ClassVar[str] = "forty-thieves-deal/1"
    ABOUT: ClassVar[str] = "A deal: by seed, by its cards, or both, which must then agree."

    format: Annotated[Literal["forty-thieves-deal/1", "forty-thieves-deal/2"], about("the record's format tag.")] = (
        "forty-thieves-deal/1"
    )
    variant: Annotated[
        str | UnsetType,
        about("the name of a variant; a deal has exactly one of variant and rules."),
    ] = UNSET
    rules: Annotated[Rules | UnsetType, about("custom rules.")] = UNSET
    seed: Annotated[
        int | UnsetType,
        about(
            "a whole number from 0 to 10^20, when the deal was made from one.",
            minimum=0,
            maximum=LARGEST_SEED,
        ),
    ] = UNSET
    shuffle: Annotated[
        str | UnsetType,
        about(
            "the name of the shuffle that made the deal from the seed.",
            enum=list(SHUFFLES),
        ),
    ] = UNSET
    foundations: Annotated[
        Cards | UnsetType,
        about(
            "the cards on the foundations before the first move, one foundation after another, suit by suit; "
            "where there are some."
        ),
    ] = UNSET
    tableau: Annotated[
        list[Cards] | UnsetType,
        about("a list of cards for each column, deepest card first, playable card last."),
    ] = UNSET
    stock: Annotated[Cards | UnsetType, about("the stock, the card that is drawn first at its start.")] = UNSET
    waste: Annotated[
        Cards | UnsetType,
        about("cards dealt to the waste, its top card last, where the rules deal some."),
    ] = UNSET
    cells: Annotated[Cards | UnsetType, about("cards dealt to the cells, where the rules deal some.")] = UNSET
    meta: Annotated[
        dict[str, str] | UnsetType,
        about(
            "a name, a note, an author, a par or anything else worth keeping, text by name of 1 to 100 bytes; no "
            "verdict depends on it. A part of forty-thieves-deal/2 only.",
            propertyNames=_META_NAME,
        ),
    ] = UNSET


class GameRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a game."""

    TAG: ClassVar[str] = "forty-thieves-game/1"
    ABOUT: ClassVar[str] = "A recorded game: a deal and a move log."

    format: Annotated[Literal["forty-thieves-game/1"], about("the record's format tag.")] = "forty-thieves-game/1"
    deal: Annotated[DealRecord, about("the deal; its own format tag may be left out.")]
    moves: Annotated[str, about("the move log, tokens separated by white space.")]
    claim: Annotated[Claim | UnsetType, about("how the game ended, as the player says; it is checked.")] = UNSET
    meta: Annotated[
        dict[str, str] | UnsetType,
        about(
            "anything else worth keeping, text by name of 1 to 100 bytes; never interpreted.",
            propertyNames=_META_NAME,
        ),
    ] = UNSET


class PositionRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a position."""

    TAG: ClassVar[str] = "forty-thieves-position/1"
    ABOUT: ClassVar[str] = "The table at one moment of a game."

    format: Annotated[
        Literal["forty-thieves-position/1"],
        about("the record's format tag."),
    ] = "forty-thieves-position/1"
    variant: Annotated[
        str | UnsetType,
        about("the name of a variant; a position has exactly one of variant and rules."),
    ] = UNSET
    rules: Annotated[Rules | UnsetType, about("custom rules.")] = UNSET
    tableau: Annotated[list[Cards], about("a list of cards for each column, deepest card first, playable card last.")]
    face_down: Annotated[list[Count], about("how many cards of each column lie face down; the deepest ones.")]
    waste: Annotated[Cards, about("the waste, its top card last.")]
    stock: Annotated[Cards, about("the stock, the card that is drawn first at its start.")]
    foundations: Annotated[
        list[Cards],
        about("a list of cards for each foundation, suit by suit, its top card last."),
    ]
    redeals_left: Annotated[Count | Literal["unlimited"], about("redeals that are left, a number or ``unlimited``.")]
    played: Annotated[Count, about("how many moves led here from the deal.")]
    cells: Annotated[
        list[Cards] | UnsetType,
        about("the card of each cell, an empty text where it is free; where the rules have cells."),
    ] = UNSET


class Problem(Struct, kw_only=True):
    """The problem in a report."""

    ABOUT: ClassVar[str] = "What is wrong with a game."

    code: Annotated[str, about("a stable word, listed in schemas/README.md.")]
    message: Annotated[str, about("what was read and what was expected, for people; may change.")]
    move: Annotated[int | None, about("the number of the move at fault, from 1; null where no move is.")]
    token: Annotated[str | None, about("that move as the log has it.")]
    line: Annotated[int | None, about("the line in the file, from 1; null where it is not known.")]
    column: Annotated[
        int | None,
        about("the column in that line, from 1, in code points; null where it is not known."),
    ]


class Report(Struct, kw_only=True):
    """The record of a game that was judged."""

    TAG: ClassVar[str] = "forty-thieves-report/1"
    ABOUT: ClassVar[str] = "What check found out about one game. It writes every field; null is unknown."

    format: Annotated[Literal["forty-thieves-report/1"], about("the record's format tag.")] = "forty-thieves-report/1"
    file: Annotated[str, about("the file that the game was read from, ``-`` for standard input.")]
    index: Annotated[int, about("which game of its file it is, from 1.", minimum=1)]
    variant: Annotated[str | None, about("the variant's canonical name; null for custom rules.")]
    deal: Annotated[Digest | None, about("the digest of the deal.")]
    verdict: Annotated[Verdict, about("won, unfinished, illegal, rejected or invalid.")]
    legal: Annotated[bool, about("whether every move is legal.")]
    won: Annotated[bool, about("whether every move is legal and all cards are on the foundations.")]
    stuck: Annotated[
        bool | None,
        about("true where the game is not won and no legal move is left, false where it is won or one is left."),
    ]
    moves: Annotated[int | None, about("the tokens of the log.")]
    steps: Annotated[
        int | UnsetType | None,
        about(
            "its draws, redeals and transfers, by which games are compared; a card played straight from the stock "
            "is two of them. Null where a token is not a move."
        ),
    ] = UNSET
    played: Annotated[int | None, about("the moves before the first problem.")]
    foundation_cards: Annotated[
        int | None,
        about("the cards on the foundations after those moves, those set out included."),
    ]
    problem: Annotated[Problem | None, about("what is wrong, or null.")]
    rank: Annotated[
        int | UnsetType | None,
        about("the game's place among the won games of a run that ranks them, by steps; equal games share one."),
    ] = UNSET
    meta: Annotated[
        dict[str, str] | UnsetType | None,
        about("what the game's record says in its own field of that name."),
    ] = UNSET
    par: Annotated[
        int | UnsetType,
        about(
            "the par of the deal that was asked for, in steps; only there where that deal's ``meta`` has one and the "
            "game is on it."
        ),
    ] = UNSET


class Summary(Struct, kw_only=True):
    """The record of a run."""

    TAG: ClassVar[str] = "forty-thieves-summary/1"
    ABOUT: ClassVar[str] = "What a run of check comes to: how many games, by verdict, variant and problem code."

    format: Annotated[
        Literal["forty-thieves-summary/1"],
        about("the record's format tag."),
    ] = "forty-thieves-summary/1"
    games: Annotated[int, about("all games.")]
    verdicts: Annotated[dict[str, int], about("games by verdict; every verdict is there.")]
    variants: Annotated[
        dict[str, int],
        about("games by variant; those of unknown variants and of custom rules are left out."),
    ]
    problems: Annotated[dict[str, int], about("games by the code of their problem.")]
    skipped: Annotated[
        dict[str, int] | UnsetType,
        about(
            "what was left out of folders, by why: ``hidden``, ``links``, or ``others``, whose suffix is not that "
            "of a record."
        ),
    ] = UNSET


Record = DealRecord | GameRecord | PositionRecord | Report | Summary | Rules
RECORDS: dict[str, type[Record]] = {
    "deal": DealRecord,
    "game": GameRecord,
    "position": PositionRecord,
    "report": Report,
    "summary": Summary,
    "rules": Rules,
}
"""Each kind of record by its name."""

KIND_BY_TAG = {"forty-thieves-deal/1": "deal", DEAL_WITH_META: "deal"}
KIND_BY_TAG |= {kind.TAG: name for name, kind in RECORDS.items()}
"""The kind of record that each format is."""


def name_of(record: Record) -> str:
    """The name of a record's kind: ``deal``, ``game``, ``position``, ``report`` or ``rules``."""
    return KIND_BY_TAG[record.TAG]


def schema_id(name: str) -> str:
    """The ``$id`` of the schema of a kind of record: the name of its file, to be looked for beside what names it."""
    return f"{name}.schema.json"


def serialise_record(record: Record) -> dict[str, Any]:
    """The record as plain data, its format first: the reverse of :func:`interpret_record`."""
    return {"format": record.TAG, **msgspec.to_builtins(record)}
