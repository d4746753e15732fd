"""The referee: replays a game against its rules and says whether it is legal and won, or what is wrong first.

It never guesses and never repairs. Where several things are wrong, the verdict is, in this order: invalid (record or
deal), rejected (another deal than the one asked for), illegal or invalid (the log, in order), rejected (the claim).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import UNSET, Struct

from forty_thieves.formats.document import Document, Place
from forty_thieves.formats.log import check_comments
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import MAX_MOVES, parse_log, token_places
from forty_thieves.game.table import Table
from forty_thieves.problems import CODES, Fault
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.structs import Claim, GameRecord, Problem, Report, Verdict
from forty_thieves.text import line_and_column, plural

Require = Literal["won", "legal"]


class Game(Struct, frozen=True):
    """A game to be judged.

    Attributes:
        deal: the cards and the rules.
        moves: the move log.
        claim: how it ended, as the player says, or None.
    """

    deal: Deal
    moves: str
    claim: Claim | None = None


class Judgement(Struct, frozen=True):
    """A report, and what goes with it that is not stored.

    Attributes:
        report: the report.
        place: the place in the file that a line about the game should point at: where the problem stands, or, where
            there is none, the game's last move.
        ends_file: whether nothing behind the game in its file can be read.
        log: the game's log as it was read, where there is one.
    """

    report: Report
    place: Place | None = None
    ends_file: bool = False
    log: str | None = None


class _Finding(Struct, kw_only=True):
    """What the referee knows of a game so far; becomes a report."""

    variant: str | None = None
    deal: str | None = None
    verdict: Verdict = "invalid"
    legal: bool = False
    won: bool = False
    stuck: bool | None = None
    moves: int | None = None
    played: int | None = None
    foundation_cards: int | None = None
    problem: Fault | None = None
    move: int | None = None
    token: str | None = None
    place: Place | None = None
    log: str | None = None


Locate = Callable[[Fault], Place | None]


def check(game: Game, *, expected: Deal | None = None, auto_draw: bool = False) -> Report:
    """Judge a game.

    Args:
        game: the game; its deal is taken as whole and right.
        expected: the deal that the game has to be on; None allows any.
        auto_draw: whether cards are drawn at once whenever the waste is empty, as PySolFC does by itself.

    Returns:
        The report. The line and column of a problem are those in the log.
    """
    finding = _judge_game(game, expected, MAX_MOVES, auto_draw)
    if finding.problem and finding.problem.offset is not None:
        finding.place = line_and_column(game.moves, finding.problem.offset)
    return _judgement(finding, "-", 1).report


def judge(
    item: Document | Fault,
    file: str,
    index: int,
    expected: Deal | None = None,
    max_moves: int = MAX_MOVES,
    auto_draw: bool = False,
) -> Judgement:
    """Judge what was read as one game.

    Args:
        item: the document, or the fault that kept it from being read.
        file: the file's name, for the report.
        index: which game of its file it is, from 1.
        expected: the deal that the game has to be on; a bare move log is judged on it.
        max_moves: tokens that its log may have.
        auto_draw: whether cards are drawn at once whenever the waste is empty, as PySolFC does by itself.

    Returns:
        The report and the place to point at. Nothing is raised for whatever the document holds.
    """
    if isinstance(item, Fault):
        return _judgement(_Finding(problem=item, place=item.place), file, index)
    try:
        game, finding = _game_of(item, expected)
    except Fault as fault:
        return _judgement(_Finding(problem=fault, place=_place_of(fault, item)), file, index)
    if finding is None:
        finding = _judge_game(game, expected, max_moves, auto_draw)
    if finding.problem is not None:
        finding.place = _place_of(finding.problem, item)
    elif finding.verdict == "unfinished":
        places = token_places(game.moves)
        finding.place = item.locate(() if item.is_log else ("moves",), places[-1][0] if places else None)
    return _judgement(finding, file, index)


def game_from_record(record: GameRecord) -> Game:
    """The game that a record tells.

    Raises:
        Fault: the record's deal is none; its path starts with ``deal``.
    """
    try:
        deal = interpret_deal(record.deal)
    except Fault as fault:
        raise fault.under("deal") from None
    return Game(deal, record.moves, None if record.claim is UNSET else record.claim)


def _place_of(fault: Fault, document: Document) -> Place | None:
    return fault.place or document.locate(fault.path, fault.offset, on_key=fault.on_key)


def _game_of(document: Document, expected: Deal | None) -> tuple[Game, _Finding | None]:
    """The game in a document; and a finding where its log can't be judged although its deal is in order."""
    if document.is_log:
        if expected is None:
            message = "a bare move log says nothing of its deal: give --deal FILE, or --variant and --seed"
            raise Fault("no-deal", message)
        return Game(expected, str(document.data())), None
    record = document.game() or interpret_record(document.data(), ("game",))
    assert isinstance(record, GameRecord)
    game = game_from_record(record)
    try:
        check_comments(document, game.moves)
    except Fault as fault:
        return game, _Finding(variant=game.deal.variant, deal=game.deal.digest, problem=fault)
    return game, None


def _judge_game(game: Game, expected: Deal | None, max_moves: int, auto_draw: bool) -> _Finding:
    deal = game.deal
    finding = _Finding(variant=deal.variant, deal=deal.digest, log=game.moves)
    try:
        log = parse_log(game.moves, max_moves)
    except Fault as fault:
        finding.problem = fault.under("moves")
        return finding
    finding.moves = log.tokens
    if expected is not None and expected.digest != finding.deal:
        finding.verdict = "rejected"
        finding.problem = Fault("other-deal", _other_deal(deal, expected), path=("deal",))
        return finding
    table = Table(deal, auto_draw=auto_draw)
    refusal = table.run(log)
    finding.played = table.played
    finding.foundation_cards = table.foundation_cards
    if refusal is not None or log.bad is not None:
        finding.move = table.played + 1
        offset, finding.token = token_places(game.moves)[table.played]
        if refusal is not None:
            finding.verdict = "illegal"
            finding.problem = Fault(refusal.code, refusal.message, path=("moves",), offset=offset)
        elif log.bad is not None:
            finding.problem = Fault("bad-token", log.bad.message, path=("moves",), offset=offset)
        return finding
    finding.legal = True
    finding.won = won = table.won
    finding.stuck = False if won else table.stuck
    finding.verdict = "won" if won else "unfinished"
    if game.claim and not (finding.stuck if game.claim == "stuck" else (game.claim == "won") is won):
        finding.verdict = "rejected"
        finding.problem = Fault("false-claim", _false_claim(game.claim, table), path=("claim",))
    return finding


def _other_deal(deal: Deal, expected: Deal) -> str:
    if deal.rules != expected.rules:
        return f"the game is {_named(deal)}: asked for is {_named(expected)}"
    return f"the game is on other cards ({_named(deal)}) than those asked for ({_named(expected)})"


def _named(deal: Deal) -> str:
    return f"{deal.rules.name}{'' if deal.seed is None else f', seed {deal.seed}'}, deal {deal.digest[:12]}"


def _false_claim(claim: Claim, table: Table) -> str:
    if claim == "stuck" and not table.won:
        move = next(iter(table.legal_moves))
        return f"the record claims a stuck game, but {move} is still legal"
    if claim == "won":
        left = table.rules.pack_size - table.foundation_cards
        return f"the record claims a won game, but {plural(left, 'card')} are not on the foundations"
    return f"the record claims a game that is {claim}, but it is won"


def _judgement(finding: _Finding, file: str, index: int) -> Judgement:
    problem = None
    if finding.problem is not None:
        line, column = finding.place or (None, None)
        problem = Problem(
            code=finding.problem.code,
            message=finding.problem.message,
            move=finding.move,
            token=finding.token,
            line=line,
            column=column,
        )
        assert CODES[finding.problem.code][0] == finding.verdict
    report = Report(
        file=file,
        index=index,
        variant=finding.variant,
        deal=finding.deal,
        verdict=finding.verdict,
        legal=finding.legal,
        won=finding.won,
        stuck=finding.stuck,
        moves=finding.moves,
        played=finding.played,
        foundation_cards=finding.foundation_cards,
        problem=problem,
    )
    ends_file = finding.problem is not None and finding.problem.ends_file
    return Judgement(report, finding.place, ends_file, finding.log)
