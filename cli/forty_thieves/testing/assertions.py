"""What a test says of a recorded game that is not what it should be: the reason, and the board at that point."""

from __future__ import annotations

from typing import Literal

from forty_thieves.game.moves import parse_log
from forty_thieves.game.table import Table
from forty_thieves.judging.outcomes import status_of
from forty_thieves.judging.referee import Game, game_from_record
from forty_thieves.library import Judged, check, load
from forty_thieves.problems import Fault
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import GameRecord, Report
from forty_thieves.show.board import table_board


def judged(game: Judged, require: Literal["won", "legal"]) -> tuple[Report, str]:
    """Judge a game, and say what is wrong with it.

    Args:
        game: the game, its record, its record as plain data, or a file's path.
        require: whether it has to be won, or only legal.

    Returns:
        The report, and the words for a failed test; they are empty where the game is what it has to be.
    """
    report = check(game)
    if not status_of(report, require):
        return report, ""
    problem = report.problem
    if problem is None:
        why = f"the game is legal and not won: {report.foundation_cards} cards are on the foundations"
        if report.stuck:
            why += ", and no legal move is left"
    else:
        move = "" if problem.move is None else f"move {problem.move}, {problem.token}: "
        why = f"the game is {report.verdict}: {problem.code}: {move}{problem.message}"
    return report, "\n\n".join([why, *_board(game, report)])


def _board(game: Judged, report: Report) -> list[str]:
    """The board as it was before the problem, where the game got as far as a board."""
    if report.played is None:
        return []
    try:
        whole = _game_of(game)
    except Fault:
        return []
    table = Table(whole.deal)
    table.run(parse_log(whole.moves).moves[: report.played])
    return [table_board(table).rstrip("\n")]


def _game_of(game: Judged) -> Game:
    if isinstance(game, Game):
        return game
    if isinstance(game, GameRecord):
        return game_from_record(game)
    if isinstance(game, dict):
        record = interpret_record(game, ("game",))
        assert isinstance(record, GameRecord)
        return game_from_record(record)
    return load(game, Game)
