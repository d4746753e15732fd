"""Games as they are stored: written from their parts. What a game record means is found out by the referee."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from forty_thieves.game.deal import Deal

from .deals import serialise_deal
from .structs import Claim, DealRecord, GameRecord


def meta_of_deal(record: DealRecord | GameRecord) -> dict[str, str] | None:
    """What a record's deal says beside the deal, or None."""
    deal = record.deal if isinstance(record, GameRecord) else record
    return None if deal.meta is UNSET else deal.meta


def serialise_game(
    deal: Deal,
    moves: str,
    claim: Claim | None = None,
    meta: Mapping[str, str] | None = None,
    deal_meta: dict[str, str] | None = None,
) -> GameRecord:
    """A game as it is stored.

    Args:
        deal: the deal that it is played on.
        moves: the move log; whether it is legal is not checked.
        claim: how it ended, or None.
        meta: what else the record is to say, text by name, or None. An empty one is written too.
        deal_meta: the same of its deal; see :func:`meta_of_deal`.
    """
    return GameRecord(
        deal=serialise_deal(deal, deal_meta),
        moves=moves,
        claim=UNSET if claim is None else claim,
        meta=UNSET if meta is None else dict(meta),
    )
