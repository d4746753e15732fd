"""Where play starts, and the moves from there: from a file, or a deal by variant and seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import typer
from msgspec import UNSET, Struct

from forty_thieves.exit_codes import EXIT_INVALID, EXIT_SHORT
from forty_thieves.foreign.reading import read_one
from forty_thieves.formats.document import MAX_SIZE, Document, Limits, Place
from forty_thieves.formats.log import check_comments
from forty_thieves.formats.sources import STDIN, InputFormat
from forty_thieves.game import shuffles
from forty_thieves.game.deal import Deal
from forty_thieves.game.moves import MAX_MOVES, Move, parse_log, token_place
from forty_thieves.game.table import Table
from forty_thieves.judging.referee import game_from_record
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.games import meta_of_deal
from forty_thieves.records.positions import interpret_position
from forty_thieves.records.structs import DealRecord, GameRecord, PositionRecord
from forty_thieves.text import file_name, line_and_column, placed, plural, shown

from .inputs import check_file_or_variant, deal_by_number, read_as, record_in, rules_asked, variant_among
from .messages import Stop, fault_line


class Log(Struct, frozen=True):
    """A move log and where its tokens stand.

    Attributes:
        text: the log.
        name: the file's name, or what the command line's moves are called.
        locate: an offset in the text as a place in the file.
    """

    text: str
    name: str
    locate: Callable[[int], Place | None]


class Start(Struct):
    """What is played from, and what is to be played.

    Attributes:
        table: the table before the first move.
        deal: its deal; None where it was a position.
        logs: the moves, one log after another: a game's own, then those that were given.
        record: the game record, where it was one.
        deal_meta: what the deal's record says beside the deal, or None.
        opened: the file of the game or the position; None for a deal.
        files: all files that it was read from.
        drawn: whether the deal's seed was drawn.
        moves_given: whether moves were given beside the game.
    """

    table: Table
    deal: Deal | None = None
    logs: list[Log] = []
    record: GameRecord | None = None
    deal_meta: dict[str, str] | None = None
    opened: str | None = None
    files: list[str] = []
    drawn: bool = False
    moves_given: bool = False

    @property
    def meta(self) -> dict[str, str] | None:
        """What the game record says beside the game."""
        return None if self.record is None or self.record.meta is UNSET else self.record.meta


def start_asked(
    words: list[str],
    *,
    variant: str | None = None,
    rules_file: str | None = None,
    seed: int | None = None,
    shuffle: str = shuffles.DEFAULT,
    moves: str | None = None,
    auto_draw: bool = False,
    input_format: InputFormat | None = None,
    max_size: int = MAX_SIZE,
    or_default: bool = False,
) -> Start:
    """What the command line asks to be played.

    Args:
        words: the arguments: a file or a variant, unless an option names the deal; then moves.
        variant: what --variant says.
        rules_file: what --rules says.
        seed: what --seed says; None draws one.
        shuffle: the name of the shuffle.
        moves: the file of the moves.
        auto_draw: whether cards are drawn by themselves.
        input_format: what the file is; None where its suffix or its start tells.
        max_size: bytes that a record may have.
        or_default: whether a deal of the default variant is meant where nothing is named.

    Raises:
        typer.BadParameter: the arguments do not go together, or name nothing.
        Stop: a file can't be read, or its record is wrong.
    """
    words = list(words)
    if variant is None and rules_file is None:
        variant = variant_among(words)
    by_number = any(given is not None for given in (variant, rules_file, seed))
    if not by_number and not words and not or_default:
        raise typer.BadParameter("give a FILE, or a VARIANT")
    if moves is not None and len(words) > (0 if by_number else 1):
        raise typer.BadParameter("give the moves as arguments or with --moves, not both")
    if moves == STDIN and words[:1] == [STDIN] and not by_number:
        raise typer.BadParameter("standard input can be read only once")
    if by_number or not words:
        deal = deal_by_number(rules_asked(variant, rules_file, max_size), seed, shuffle)
        start = Start(Table(deal, auto_draw=auto_draw), deal, drawn=seed is None)
    else:
        file = words.pop(0)
        check_file_or_variant(file)
        start = read_as(file, lambda document: _playable(document, file, auto_draw), input_format, max_size)
        start.files.append(file)
    start.files += [path for path in (rules_file, moves) if path is not None]
    if moves is not None:
        start.logs.append(_read_log(moves, max_size))
    elif words:
        text = " ".join(words)
        start.logs.append(Log(text, "MOVES", lambda offset: line_and_column(text, offset)))
    start.moves_given = moves is not None or bool(words)
    return start


def _playable(document: Document, file: str, auto_draw: bool) -> Start:
    """What a document gives to play from, where a bare move log is one to be played.

    Raises:
        Fault: it holds no deal, game or position that is in order.
    """
    if document.is_log:
        raise Fault("no-deal", "a bare move log says nothing of its deal: use --moves FILE, beside a deal")
    return start_in(document, file, auto_draw=auto_draw)


def start_in(document: Document, file: str, *, auto_draw: bool = False) -> Start:
    """What a document gives to play from.

    Args:
        document: what was read.
        file: the file that it was read from.
        auto_draw: whether cards are drawn by themselves.

    Raises:
        Fault: it holds no deal, game or position that is in order.
    """
    record = record_in(document, ("deal", "game", "position"))
    if isinstance(record, PositionRecord):
        return Start(Table(interpret_position(record), auto_draw=auto_draw), opened=file)
    if isinstance(record, DealRecord):
        deal = interpret_deal(record)
        return Start(Table(deal, auto_draw=auto_draw), deal, deal_meta=meta_of_deal(record))
    assert isinstance(record, GameRecord)
    deal = game_from_record(record).deal
    log = _log_of(record, document, file)
    return Start(Table(deal, auto_draw=auto_draw), deal, [log], record, meta_of_deal(record), file)


def _log_of(record: GameRecord, document: Document, file: str) -> Log:
    """A game record's own moves.

    Raises:
        Fault: ``lost-comment``.
    """
    check_comments(document, record.moves)
    return Log(record.moves, file, lambda offset: document.locate(("moves",), offset))


def _read_log(file: str, max_size: int) -> Log:
    """The moves in a file: a bare log, or those of a game record. An empty file is a log without moves.

    Raises:
        Stop: the file can't be read, or holds something else.
    """
    document = None
    try:
        document = read_one(file, None, Limits(max_size))
        if document.is_log:
            bare = document
            return Log(str(bare.data()), file, lambda offset: bare.locate((), offset))
        record = record_in(document, ("game",))
        assert isinstance(record, GameRecord)
        return _log_of(record, document, file)
    except Fault as fault:
        if fault.code == "empty":
            return Log("", file, lambda _: None)
        raise Stop(fault_line(file, fault, document)) from None


class Player:
    """Plays a start's logs on its table, up to a move number or the first that can't be played.

    Args:
        start: what is played; its table is changed.
        at: the number of moves to stop after, or None.
        max_moves: moves that one log may have.

    Attributes:
        trouble: what stopped it, ready to print, or the empty text.
        status: the exit status.
        refused: the move that broke a rule, or None.
    """

    def __init__(self, start: Start, at: int | None = None, max_moves: int = MAX_MOVES) -> None:
        self.trouble = ""
        self.status = 0
        self.refused: Move | None = None
        self._table = start.table
        self._logs = start.logs
        self._at = at
        self._max_moves = max_moves

    def steps(self) -> Iterator[Table]:
        """The table before the first move and after every move."""
        table = self._table
        yield table
        for log in self._logs:
            try:
                read = parse_log(log.text, self._max_moves)
            except Fault as fault:
                place = None if fault.offset is None else log.locate(fault.offset)
                self.trouble = f"{placed(file_name(log.name), place)}: {fault.code}: {fault.message}"
                self.status = EXIT_INVALID
                return
            for number, move in enumerate(read.moves):
                if self._reached():
                    return
                refusal = table.run((move,))
                if refusal is not None:
                    self.refused = move
                    self._stop(log, number, refusal.code, refusal.message, EXIT_SHORT)
                    return
                yield table
            if read.bad is not None and not self._reached():
                self._stop(log, read.bad.number - 1, "bad-token", read.bad.message, EXIT_INVALID)
                return
        if self._at is not None and not self._reached():
            count = plural(table.played - table.played_before, "move")
            self.trouble = f"forty-thieves: there is no move {self._at}: the log has only {count}"
            self.status = EXIT_INVALID

    def play(self) -> None:
        """Play all of it."""
        for _ in self.steps():
            pass

    def _reached(self) -> bool:
        return self._table.played - self._table.played_before == self._at

    def _stop(self, log: Log, number: int, code: str, message: str, status: int) -> None:
        offset, token = token_place(log.text, number)
        where = placed(file_name(log.name), log.locate(offset))
        self.trouble = f"{where}: {code}: move {self._table.played + 1}, {shown(token, 24)}: {message}"
        self.status = status


def played_out(start: Start, at: int | None = None, max_moves: int = MAX_MOVES) -> Table:
    """The table after all moves, or after so many.

    Raises:
        Stop: a move can't be played; the message says which, where it stands, and why.
    """
    player = Player(start, at, max_moves)
    player.play()
    if player.trouble:
        raise Stop(player.trouble, player.status)
    return start.table
