"""Recordings: every position that a page can show is the engine's."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves import Deal, Table, deal
from forty_thieves.game.rules import Rules
from forty_thieves.show.piles import Pile, piles_of
from forty_thieves.show.recording import Recording, record
from support import strategies
from support.command import LEGAL
from support.pictures import WON


def cards_of(text: str) -> Pile:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def positions(recording: Recording) -> list[list[Pile]]:
    """Every position, as a page puts it together."""
    piles = [cards_of(text) for text in recording.start]
    found = [piles]
    for _, *entries in recording.moves:
        piles = piles[:]
        for at in range(0, len(entries), 3):
            pile, kept, added = entries[at : at + 3]
            assert isinstance(pile, int)
            assert isinstance(kept, int)
            assert isinstance(added, str)
            piles[pile] = piles[pile][:kept] + cards_of(added)
        found.append(piles)
    return found


def check_recording(dealt: Deal, log: str, *, auto_draw: bool = False) -> None:
    """Every position of a legal log is the one that the engine comes to."""
    played = record(dealt, log, auto_draw=auto_draw)
    recording = played.recording
    table = Table(dealt, auto_draw=auto_draw)
    assert recording.stopped is None
    assert [move[0] for move in recording.moves] == log.split()
    redeals = dict(recording.redeals)
    left = redeals.get(0, 0)
    for number, shown in enumerate(positions(recording)):
        if number:
            table.play(log.split()[number - 1])
        assert shown == piles_of(table)
        left = redeals.get(number, left)
        assert left == table.redeals_left
    assert played.board.piles == piles_of(table)


def test_won_games_are_shown_as_they_were_played() -> None:
    for game in WON:
        check_recording(deal(game["variant"], game["seed"]), game["moves"])


def random_log(rules: Rules, seed: int, moves: int, *, auto_draw: bool) -> str:
    table, random = Table(deal(rules, seed), auto_draw=auto_draw), Random(seed)
    while table.played < moves and (move := strategies.pick(table, random)):
        table.play(move)
    return " ".join(map(str, table.history))


@given(strategies.own_rules(), st.integers(0, 1000), st.booleans())
@settings(max_examples=40, deadline=None)
def test_any_game_is_shown_as_it_was_played(rules: Rules, seed: int, auto_draw: bool) -> None:
    log = random_log(rules, seed, 40, auto_draw=auto_draw)
    check_recording(deal(rules, seed), log, auto_draw=auto_draw)


def test_an_illegal_move_ends_the_recording_with_its_reason() -> None:
    recording = record(deal("lucas", 42), "5-f 2-8 d what").recording
    assert [move[0] for move in recording.moves] == ["5-f"]
    stopped = recording.stopped
    assert stopped is not None
    assert (stopped.token, stopped.reason) == ("2-8", "cannot put 8S on TS: needs 9S")
    assert (len(stopped.sources), len(stopped.targets)) == (1, 1)
    assert recording.rest == ["d", "what"]


def test_a_word_that_is_no_move_ends_it_too() -> None:
    recording = record(deal("lucas", 42), "5-f wh\ud800at d").recording
    assert recording.stopped is not None
    assert recording.stopped.token == r"wh\ud800at"
    assert (recording.stopped.sources, recording.rest) == ([], ["d"])


def test_comments_and_an_empty_log() -> None:
    empty = record(deal("lucas", 42), "# nothing\n")
    assert (empty.recording.moves, empty.recording.stopped, empty.steps) == ([], None, 0)
    assert [move[0] for move in record(deal("lucas", 42), "5-f # one\n5-F").recording.moves] == ["5-f", "5-F"]


def test_a_card_played_from_the_stock_is_two_steps() -> None:
    assert record(deal("lucas", 42), LEGAL).steps == len(LEGAL.split()) + 1


def test_the_size_holds_the_tallest_board() -> None:
    played = record(deal("lucas", 42), "2-7 2-13")
    short = record(deal("lucas", 42), "")
    assert played.recording.size[0] == short.recording.size[0]
    for game in (WON[0], WON[4]):
        recording = record(deal(game["variant"], game["seed"]), game["moves"]).recording
        tallest = max(len(pile) for piles in positions(recording) for pile in piles[10:])
        assert recording.size[1] == recording.piles[10][2] + 42 * (tallest - 1) + 140 + 20
