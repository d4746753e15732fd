"""Playing by hand: from what the command line asks to a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import monotonic

import typer

from forty_thieves.game.table import Table
from forty_thieves.outputs import STDOUT, OutputError
from forty_thieves.show.board import table_board
from forty_thieves.show.look import Look
from forty_thieves.text import plural

from .messages import complain
from .options import EngineName
from .session import loop
from .session.advice import FindWin, Search
from .session.played import Played
from .session.session import Ask, Session
from .session.voice import Voice
from .starts import Player, Start
from .targets import output_format


def play_by_hand(
    start: Start,
    player: Player,
    look: Callable[[], Look],
    *,
    at: int | None,
    save: str | None,
    force: bool,
    schema_comment: bool,
    auto_draw: bool,
    effort: int | None,
    engine: EngineName,
) -> int:
    """Play the moves so far, then have a person play on.

    Args:
        start: what is played from.
        player: plays its logs; where one can't be played, the table is shown as it stood, and nobody plays on.
        look: gives how boards are dressed now.
        at: the number of moves to begin at; those after them can be redone. None begins behind the last.
        save: the file to write after every move, or None.
        force: whether that file may replace another.
        schema_comment: whether what is saved as YAML starts with the comment that tells editors the schema.
        auto_draw: whether cards are drawn by themselves, also in games that are dealt later.
        effort: positions to examine for a hint, or None for as many as a second is enough for.
        engine: what runs the search for a hint.

    Returns:
        The exit status.

    Raises:
        typer.BadParameter: there are not so many moves.
    """
    player.play()
    if player.trouble:
        loop.say(table_board(start.table, look()))
        complain(player.trouble)
        return player.status
    made = len(start.table.history)
    if at is not None and at > made:
        raise typer.BadParameter(f"there is no move {at}: the log has only {plural(made, 'move')}")
    game = Played(
        start.table,
        start.deal,
        start.meta,
        monotonic if loop.on_terminal() else None,
        auto_draw=auto_draw,
        deal_meta=start.deal_meta,
        file=_own_file(start),
    )
    if at is not None:
        game.go_to(at)

    def make(say: Callable[[str], None], ask: Ask | None, keeper: loop.Keeper) -> Session:
        voice = Voice(say, look)
        return Session(
            game,
            voice,
            ask,
            save_to=save,
            force=force,
            schema_comment=schema_comment,
            find_win=_win_finder(voice, keeper, effort, engine, to_person=ask is not None),
        )

    return loop.run(make)


def _win_finder(
    voice: Voice, keeper: loop.Keeper, effort: int | None, engine: EngineName, *, to_person: bool
) -> FindWin:
    """Who looks for moves that win, made at the first hint: the solver is not imported before."""

    def announce(text: str) -> None:
        # What a script reads is the same whether or not something was compiled first.
        if to_person:
            voice.line(f"{text.capitalize()}.")
        else:
            complain(f"forty-thieves: {text}")

    @cache
    def finder() -> FindWin:
        from .hints import WinFinder  # noqa: PLC0415 - start-up counts

        return WinFinder(voice.line, announce, keeper.stops, effort, engine)

    def find_win(table: Table) -> Search:
        return finder()(table)

    return find_win


def _own_file(start: Start) -> str | None:
    """The file that was opened, where a game can be saved in it: another program's save is left alone."""
    if start.opened is None or start.opened == STDOUT:
        return None
    try:
        output_format(None, start.opened)
    except OutputError:
        return None
    return start.opened
