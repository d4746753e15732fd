"""Games as they are stored."""

from __future__ import annotations

from msgspec import UNSET

from forty_thieves import Game, deal
from forty_thieves.judging.referee import game_from_record
from forty_thieves.records.games import serialise_game


def test_what_is_stored_is_read_again() -> None:
    dealt = deal("lucas", 42)
    plain = serialise_game(dealt, "5-f")
    assert (plain.claim, plain.meta) == (UNSET, UNSET)
    assert game_from_record(plain) == Game(dealt, "5-f")
    whole = serialise_game(dealt, "5-f", "unfinished", {"player": "me"})
    assert game_from_record(whole) == Game(dealt, "5-f", "unfinished", {"player": "me"})
    assert serialise_game(dealt, "5-f", meta={}).meta == {}
