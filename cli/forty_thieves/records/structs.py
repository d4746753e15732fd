"""The structs of everything that is stored: the source of truth for the file formats and for schemas/."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from forty_thieves.game.rules import Rules

LONGEST_META_NAME = 100
"""Bytes of a name in ``meta``: up to there every YAML emitter writes it as a plain key."""

Claim = Literal["won", "stuck", "unfinished"]
Verdict = Literal["won", "unfinished", "illegal", "rejected", "invalid"]


class DealRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal: by seed, by its cards, or both, which must then agree.

    Attributes:
        format: the record's format tag.
        variant: the name of a variant; a deal has exactly one of variant and rules.
        rules: rules of one's own.
        seed: a whole number from 0 to 10^20, when the deal was made from one.
        shuffle: the name of the shuffle that made the deal from the seed.
        foundations: the cards on the foundations before the first move, one foundation after another, suit by suit;
            where there are some.
        tableau: a list of cards for each column, deepest card first, playable card last.
        stock: the stock, the card that is drawn first at its start.
        waste: cards dealt to the waste, its top card last, where the rules deal some.
        cells: cards dealt to the cells, where the rules deal some.
    """

    TAG: ClassVar[str] = "forty-thieves-deal/1"

    format: Literal["forty-thieves-deal/1"] = "forty-thieves-deal/1"
    variant: str | UnsetType = UNSET
    rules: Rules | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    shuffle: str | UnsetType = UNSET
    foundations: str | UnsetType = UNSET
    tableau: list[str] | UnsetType = UNSET
    stock: str | UnsetType = UNSET
    waste: str | UnsetType = UNSET
    cells: str | UnsetType = UNSET


class GameRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A recorded game: a deal and a move log.

    Attributes:
        format: the record's format tag.
        deal: the deal; its own format tag may be left out.
        moves: the move log, tokens parted by white space.
        claim: how the game ended, as the player says; it is checked.
        meta: anything else worth keeping, text by name of 1 to 100 bytes; never interpreted.
    """

    TAG: ClassVar[str] = "forty-thieves-game/1"

    format: Literal["forty-thieves-game/1"] = "forty-thieves-game/1"
    deal: DealRecord
    moves: str
    claim: Claim | UnsetType = UNSET
    meta: dict[str, str] | UnsetType = UNSET


class PositionRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table at one moment of a game.

    Attributes:
        format: the record's format tag.
        variant: the name of a variant; a position has exactly one of variant and rules.
        rules: rules of one's own.
        tableau: a list of cards for each column, deepest card first, playable card last.
        face_down: how many cards of each column lie face down; the deepest ones.
        waste: the waste, its top card last.
        stock: the stock, the card that is drawn first at its start.
        foundations: a list of cards for each foundation, suit by suit, its top card last.
        redeals_left: redeals that are left, a number or ``unlimited``.
        played: how many moves led here from the deal.
        cells: the card of each cell, an empty text where it is free; where the rules have cells.
    """

    TAG: ClassVar[str] = "forty-thieves-position/1"

    format: Literal["forty-thieves-position/1"] = "forty-thieves-position/1"
    variant: str | UnsetType = UNSET
    rules: Rules | UnsetType = UNSET
    tableau: list[str]
    face_down: list[int]
    waste: str
    stock: str
    foundations: list[str]
    redeals_left: int | Literal["unlimited"]
    played: int
    cells: list[str] | UnsetType = UNSET


class Problem(Struct, kw_only=True):
    """What is wrong with a game.

    Attributes:
        code: a stable word, listed in schemas/README.md.
        message: what was read and what was expected, for people; may change.
        move: the number of the move at fault, from 1; null where no move is.
        token: that move as the log has it.
        line: the line in the file, from 1; null where it is not known.
        column: the column in that line, from 1, in code points; null where it is not known.
    """

    code: str
    message: str
    move: int | None
    token: str | None
    line: int | None
    column: int | None


class Report(Struct, kw_only=True):
    """What check found out about one game. It writes every field; null is unknown.

    Attributes:
        format: the record's format tag.
        file: the file that the game was read from, ``-`` for standard input.
        index: which game of its file it is, from 1.
        variant: the variant's canonical name; null for rules of one's own.
        deal: the digest of the deal.
        verdict: won, unfinished, illegal, rejected or invalid.
        legal: whether every move is legal.
        won: whether every move is legal and all cards are on the foundations.
        stuck: true where the game is not won and no legal move is left, false where it is won or one is left.
        moves: the tokens of the log.
        steps: its draws, redeals and transfers, by which games are compared; a card played straight from the stock is
            two of them. Null where a token is not a move.
        played: the moves before the first problem.
        foundation_cards: the cards on the foundations after those moves, those set out included.
        problem: what is wrong, or null.
        rank: the game's place among the won games of a run that ranks them, by steps; equal games share one.
        meta: what the game's record says in its own field of that name.
    """

    TAG: ClassVar[str] = "forty-thieves-report/1"

    format: Literal["forty-thieves-report/1"] = "forty-thieves-report/1"
    file: str
    index: int
    variant: str | None
    deal: str | None
    verdict: Verdict
    legal: bool
    won: bool
    stuck: bool | None
    moves: int | None
    steps: int | UnsetType | None = UNSET
    played: int | None
    foundation_cards: int | None
    problem: Problem | None
    rank: int | UnsetType | None = UNSET
    meta: dict[str, str] | UnsetType | None = UNSET


class Summary(Struct, kw_only=True):
    """What a run of check comes to: how many games, by verdict, variant and problem code.

    Attributes:
        format: the record's format tag.
        games: all games.
        verdicts: games by verdict; every verdict is there.
        variants: games by variant; those of unknown variants and of rules of one's own are left out.
        problems: games by the code of their problem.
        skipped: what was left out of folders, by why: ``hidden``, ``links``, or ``others``, whose suffix is not that
            of a record.
    """

    TAG: ClassVar[str] = "forty-thieves-summary/1"

    format: Literal["forty-thieves-summary/1"] = "forty-thieves-summary/1"
    games: int
    verdicts: dict[str, int]
    variants: dict[str, int]
    problems: dict[str, int]
    skipped: dict[str, int] | UnsetType = UNSET


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

KIND_BY_TAG = {kind.TAG: name for name, kind in RECORDS.items()}


def name_of(record: Record) -> str:
    """The name of a record's kind: ``deal``, ``game``, ``position``, ``report`` or ``rules``."""
    return KIND_BY_TAG[record.TAG]


def serialise_record(record: Record) -> dict[str, Any]:
    """The record as plain data, its format first: the reverse of :func:`interpret_record`."""
    return {"format": record.TAG, **msgspec.to_builtins(record)}
