"""The replay page of ``play``: the game as it was asked for, judged, and put into a page."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import tokens_of, write_log
from forty_thieves.judging.referee import Game, check
from forty_thieves.records.games import serialise_game
from forty_thieves.records.structs import GameRecord


def game_page(
    deal: Deal,
    logs: Sequence[str],
    at: int | None,
    *,
    record: GameRecord | None,
    deal_meta: dict[str, str] | None,
    auto_draw: bool,
) -> bytes:
    """The page that replays a game.

    Args:
        deal: the deal.
        logs: the logs that are played on it, one after another.
        at: how many of their moves are played; None is all.
        record: the record that the game was read from, or None.
        deal_meta: what the deal's record says beside the deal, or None.
        auto_draw: whether cards are drawn at once whenever the waste is empty.
    """
    from forty_thieves.show.replay_page import ReplayedGame, replay_page  # noqa: PLC0415 - start-up counts

    meta = None if record is None or record.meta is UNSET else record.meta
    if record is None or logs != [record.moves] or at is not None:
        # Another game than that of the file: its claim says nothing of this one.
        tokens = [token for log in logs for token in tokens_of(log)]
        record = serialise_game(deal, write_log(tokens[:at]), meta=meta, deal_meta=deal_meta)
    claim = None if record.claim is UNSET else record.claim
    report = check(Game(deal, record.moves, claim), auto_draw=auto_draw)
    game = ReplayedGame(deal, record.moves, report, meta or {}, auto_draw)
    return replay_page(game, record)
