"""The referee: replays a game against its rules and says whether it is legal and won, or what is wrong first.

It never guesses and never repairs. Where several things are wrong, the verdict is, in this order: invalid (record or
deal), rejected (another deal than the one asked for), illegal or invalid (the log, in order), rejected (the claim).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET, Struct

from forty_thieves.formats.document import Document, Place
from forty_thieves.formats.log import check_comments
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import parse_log, steps_in_log, token_place, token_places
from forty_thieves.game.table import Table
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.games import serialise_game
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.kinds import is_record
from forty_thieves.records.structs import Claim, GameRecord, Report
from forty_thieves.text import line_and_column, plural

from .likeness import likeness_of
from .outcomes import Item, Options, Outcome, Played, blank, status_of


class Game(Struct, frozen=True):
    """A game to be judged.

    Attributes:
        deal: the cards and the rules.
        moves: the move log.
        claim: how it ended, as the player says, or None.
        meta: what else the player says, text by name, or None; it is only passed on.
    """

    deal: Deal
    moves: str
    claim: Claim | None = None
    meta: dict[str, str] | None = None


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

    def locate(fault: Fault) -> Place | None:
        return None if fault.offset is None else line_and_column(game.moves, fault.offset)

    outcome = blank(Item(Document(None), "-"))
    _identify(outcome.report, game)
    _judge_game(outcome, game, Options(expected=expected, auto_draw=auto_draw), locate)
    return outcome.report


def judge(item: Item, options: Options) -> Outcome:
    """Judge what was read as one game.

    Args:
        item: the record.
        options: how to judge it.

    Returns:
        What became of it, not rendered yet. Nothing is raised for whatever the record holds.
    """
    outcome = blank(item)
    content = item.content

    def locate(fault: Fault) -> Place | None:
        if fault.place is not None or isinstance(content, Fault):
            return fault.place
        return content.locate(fault.path, fault.offset, on_key=fault.on_key)

    try:
        if isinstance(content, Fault):
            raise content
        game = game_in(content, options.expected)
        _identify(outcome.report, game)
        if options.keep_game:
            outcome.played = _as_played(game, options)
        check_comments(content, game.moves)
        _judge_game(outcome, game, options, locate)
        if outcome.report.verdict == "unfinished":
            outcome.place = _last_move(content, game.moves)
    except Fault as fault:
        outcome.refuse(fault, locate(fault))
    outcome.status = status_of(outcome.report, options.require)
    return outcome


def _last_move(document: Document, moves: str) -> Place | None:
    places = token_places(moves)
    return document.locate(("moves",), places[-1][0] if places else None)


def game_in(document: Document, expected: Deal | None = None) -> Game:
    """The game in a document.

    Args:
        document: a game record, or a bare move log.
        expected: the deal that a bare move log is on.

    Raises:
        Fault: there is no game in it, or its deal is wrong.
    """
    if document.is_log:
        if expected is None:
            message = "a bare move log says nothing of its deal: give --deal FILE, or --variant and --seed"
            raise Fault("no-deal", message)
        return Game(expected, str(document.data()))
    try:
        record = document.game() or interpret_record(document.data(), ("game",))
    except Fault as fault:
        if (fault.code, fault.path) == ("wrong-record", ("format",)) and is_record(document.data()):
            fault.message += "; forty-thieves convert --check checks records that are not games"
        raise
    assert isinstance(record, GameRecord)
    return game_from_record(record)


def game_from_record(record: GameRecord) -> Game:
    """The game that a record holds.

    Raises:
        Fault: the record's deal is wrong; its path starts with ``deal``.
    """
    try:
        deal = interpret_deal(record.deal)
    except Fault as fault:
        raise fault.under("deal") from None
    claim, meta = record.claim, record.meta
    return Game(deal, record.moves, None if claim is UNSET else claim, None if meta is UNSET else meta)


def _identify(report: Report, game: Game) -> None:
    """Let a report say which game it is about."""
    report.variant = game.deal.variant
    report.deal = game.deal.digest
    report.meta = game.meta


def _as_played(game: Game, options: Options) -> Played:
    record = serialise_game(game.deal, game.moves, game.claim, game.meta)
    if record.deal.seed is not UNSET and record.deal.seed >= 2**64:
        record.deal.seed = record.deal.shuffle = UNSET
    return Played(record, options.auto_draw)


def _judge_game(outcome: Outcome, game: Game, options: Options, locate: Locate) -> None:
    """Judge a game whose deal is in order; what is found out goes into the outcome."""
    deal, report, expected = game.deal, outcome.report, options.expected
    try:
        log = parse_log(game.moves, options.max_moves)
    except Fault as fault:
        outcome.refuse(fault.under("moves"), locate(fault))
        return
    report.moves = log.tokens
    if log.bad is None:
        report.steps = steps_in_log(game.moves, log)
    if expected is not None and expected.digest != report.deal:
        other = Fault("other-deal", _other_deal(deal, expected), path=("deal",))
        outcome.refuse(other, locate(other))
        return
    if options.par is not None:
        report.par = options.par
    table = Table(deal, auto_draw=options.auto_draw)
    refusal = table.run(log)
    report.played = table.played
    report.foundation_cards = table.foundation_cards
    wrong = refusal or log.bad
    if wrong is not None:
        offset, token = token_place(game.moves, table.played)
        code = "bad-token" if refusal is None else refusal.code
        at_move = Fault(code, wrong.message, path=("moves",), offset=offset)
        outcome.refuse(at_move, locate(at_move), move=table.played + 1, token=token)
        return
    report.legal = True
    report.won = won = table.won
    report.stuck = stuck = False if won else table.stuck
    report.verdict = "won" if won else "unfinished"
    if game.claim and not (stuck if game.claim == "stuck" else (game.claim == "won") is won):
        false = Fault("false-claim", _false_claim(game.claim, table), path=("claim",))
        outcome.refuse(false, locate(false))
    if options.likeness:
        outcome.likeness = likeness_of(table, deal.digest)


def _other_deal(deal: Deal, expected: Deal) -> str:
    if deal.rules != expected.rules:
        return f"the game is {_named(deal)}: asked for is {_named(expected)}"
    return f"the game is on other cards ({_named(deal)}) than those asked for ({_named(expected)})"


def _named(deal: Deal) -> str:
    # Letters of other scripts can look like ours: under a name that looks like a variant's, rules may differ.
    name = deal.rules.name.encode("ascii", "backslashreplace").decode()
    return f"{name}{'' if deal.seed is None else f', seed {deal.seed}'}, deal {deal.digest[:12]}"


def _false_claim(claim: Claim, table: Table) -> str:
    if claim == "stuck" and not table.won:
        move = next(iter(table.legal_moves))
        return f"the record claims a stuck game, but {move} is still legal"
    if claim == "won":
        left = table.rules.card_count - table.foundation_cards
        return f"the record claims a won game, but {plural(left, 'card')} are not on the foundations"
    return f"the record claims a game that is {claim}, but it is won"
