"""Files for programs: load, save, read and judge records of any kind and format, each in one call.

What is loaded is what the rest of the library works with: a deal record gives a :class:`Deal`, a game record a
:class:`Game`, a position a :class:`Table`; rules, reports and summaries are records themselves. What a file lacks is
said by a :class:`Fault`, what can't be written by an :class:`OutputError`; nothing else is raised for what a file
holds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, cast, get_args, overload

from .foreign import reading
from .formats.document import Document
from .formats.encode import Format, encode
from .formats.sources import SUFFIXES, InputFormat
from .game.deal import Deal
from .game.rules import Rules
from .game.table import Table
from .game.variants import custom_rules
from .judging import referee
from .judging.batch import judge_all
from .judging.contest import Originals, Standings
from .judging.outcomes import Item, Options
from .judging.referee import Game, game_from_record, game_in
from .judging.submissions import Submissions
from .outputs import OutputError, write_file
from .problems import Fault, wrong_type
from .records.deals import interpret_deal, serialise_deal
from .records.games import serialise_game
from .records.interpret import interpret_record
from .records.positions import interpret_position, serialise_position
from .records.structs import Claim, DealRecord, GameRecord, PositionRecord, Record, Report, Summary, serialise_record

Path = str | os.PathLike[str]
Loaded = Deal | Game | Table | Rules | Report | Summary
"""What a file can hold, as the library works with it."""

Judged = Game | GameRecord | dict[str, Any] | Path
"""What can be judged: a game, its record, its record as plain data, or the path of a file that has one."""

Kind = TypeVar("Kind", Deal, Game, Table, Rules, Report, Summary)


@overload
def load(path: Path, *, input_format: InputFormat | None = ...) -> Loaded: ...
@overload
def load(path: Path, kind: type[Kind], *, input_format: InputFormat | None = ...) -> Kind: ...
def load(path: Path, kind: type[Any] | None = None, *, input_format: InputFormat | None = None) -> Any:
    """What the only record of a file holds.

    >>> from forty_thieves import Game, load
    >>> game = load("fixtures/games/won/lucas.yaml", Game)
    >>> game.deal.variant
    'lucas'

    Args:
        path: the file; ``-`` is standard input.
        kind: the class that is wanted: Deal, Game, Table, Rules, Report or Summary; None for any of them.
        input_format: what the file is; None where its suffix or its start tells.

    Returns:
        An instance of that class. A game's moves are not judged: that is what :func:`check` is for.

    Raises:
        Fault: the file can't be read, has no record or several, or its record is wrong or of another kind. The
            fault's place is that in the file.
        TypeError: the path is no path, or the kind no class.
        ValueError: there is no such input format.
    """
    if kind is not None and not isinstance(kind, type):
        raise wrong_type("the kind", kind, "a class: Deal, Game, Table, Rules, Report or Summary")
    _check_format(input_format)
    document = reading.read_one(os.fsdecode(path), input_format)
    found = _interpreted(document)
    if kind is not None and not isinstance(found, kind):
        message = f"the file holds a {type(found).__name__}: a {kind.__name__} is wanted"
        raise Fault("wrong-record", message, place=document.locate())
    return found


def read(path: Path, *, input_format: InputFormat | None = None) -> Iterator[Loaded | Fault]:
    """What the records of a file hold, one after another, in constant memory.

    >>> from forty_thieves import read
    >>> [type(found).__name__ for found in read("fixtures/games/formats/several.jsonl")]
    ['Game', 'Game', 'Fault', 'Game', 'Game']

    Args:
        path: the file; ``-`` is standard input.
        input_format: what the file is; None where its suffix or its start tells.

    Yields:
        What :func:`load` would give; in place of a record that is wrong, the fault. What follows is read all the same
        where it can be found.

    Raises:
        TypeError: the path is no path.
        ValueError: there is no such input format.
    """
    _check_format(input_format)
    for item in reading.read(os.fsdecode(path), input_format):
        if isinstance(item, Fault):
            yield item
            continue
        try:
            yield _interpreted(item)
        except Fault as fault:
            yield fault


def save(path: Path, *things: Loaded | Record, force: bool = False) -> None:
    """Write records to a file, in the format that its suffix names: whole, or not at all.

    >>> from forty_thieves import deal, load, save
    >>> save("deals.jsonl", deal("lucas", 1), deal("lucas", 2))
    >>> save("lucas.yaml", deal("lucas", 1))
    >>> load("lucas.yaml") == deal("lucas", 1)
    True

    Args:
        path: the file: ``.yaml``, ``.yml``, ``.json``, ``.jsonl``, ``.ndjson`` or ``.msgpack``.
        things: what :func:`load` gives, or records; one at least. Several in JSON become an array.
        force: whether a file that is there may be replaced.

    Raises:
        OutputError: the file is there, can't be written, or has another suffix.
        Fault: MessagePack has no number as large as a seed or a count of moves is.
        TypeError: the path is no path, or something is no record.
    """
    name = os.fsdecode(path)
    write_file(name, encode(map(_record, things), _format_of(name), single=len(things) == 1), force=force)


def check(game: Judged, *, expected: Deal | None = None, auto_draw: bool = False) -> Report:
    """Judge a game.

    >>> from forty_thieves import check
    >>> report = check("fixtures/games/illegal/lucas-does-not-build.yaml")
    >>> report.verdict, report.problem.code, report.problem.line
    ('illegal', 'does-not-build', 6)

    Args:
        game: the game, its record, also as plain data, or a file that has one record; a bare move log is judged on
            ``expected``.
        expected: the deal that the game has to be on; None allows any.
        auto_draw: whether cards are drawn at once whenever the waste is empty, as PySolFC does by itself.

    Returns:
        The report. Nothing is raised for what a file holds, nor where it can't be read: that is an invalid game. The
        line and column of a problem are those in the file, or else in the log.

    Raises:
        TypeError: something is of another type than it should be.
        ValueError: the claim is none.
    """
    _check_expected(expected)
    if isinstance(game, Game):
        _check_game(game)
        return referee.check(game, expected=expected, auto_draw=auto_draw)
    options = Options(expected=expected, auto_draw=auto_draw)
    if isinstance(game, GameRecord | dict):
        data = game if isinstance(game, dict) else serialise_record(game)
        return referee.judge(Item(Document(data), "-"), options).report
    file = os.fsdecode(game)
    content: Document | Fault
    try:
        content = reading.read_one(file)
    except Fault as fault:
        content = fault
    return referee.judge(Item(content, file), options).report


def check_files(
    paths: Iterable[Path],
    *,
    expected: Deal | None = None,
    auto_draw: bool = False,
    unique: bool = False,
    best: bool = False,
) -> Iterator[Report]:
    """Judge all games of files and folders, as the command ``check`` does.

    >>> from forty_thieves import check_files
    >>> [report.rank for report in check_files(["fixtures/games/won/lucas.yaml"], best=True)]
    [1]

    Args:
        paths: files, and folders whose files are wanted.
        expected: the deal that the games have to be on; None allows any. With it bare move logs are judged too.
        auto_draw: as for :func:`check`.
        unique: whether games that are like an earlier one are rejected.
        best: whether the games come ranked, the won ones first, those of the fewest steps before others. They are
            then all held until the last is judged.

    Yields:
        A report for each game, in the order of the paths, or of the ranks.

    Raises:
        TypeError: something is of another type than it should be.
    """
    if isinstance(paths, str | bytes | os.PathLike):
        raise wrong_type("paths", paths, "several paths, in a list")
    _check_expected(expected)
    options = Options(expected=expected, auto_draw=auto_draw, likeness=unique)
    originals, standings = Originals() if unique else None, Standings() if best else None
    submissions = Submissions([os.fsdecode(path) for path in paths], logs=expected is not None)
    for _, outcome in judge_all(submissions.items(), options):
        if originals is not None:
            originals.check(outcome, options)
        if standings is None:
            yield outcome.report
        else:
            standings.add(outcome)
    if standings is not None:
        yield from (outcome.report for outcome in standings.ranked())


def _check_format(input_format: object) -> None:
    if input_format is not None and input_format not in get_args(InputFormat):
        raise ValueError(f"there is no input format {input_format!r}: expected {', '.join(get_args(InputFormat))}")


def _check_expected(expected: object) -> None:
    if expected is not None and not isinstance(expected, Deal):
        raise wrong_type("the expected deal", expected, "a Deal")


def _check_game(game: Game) -> None:
    """Check the types of what a program has put into a game."""
    if not isinstance(game.deal, Deal):
        raise wrong_type("the game's deal", game.deal, "a Deal")
    if not isinstance(game.moves, str):
        raise wrong_type("the game's log", game.moves, "text")
    if game.claim is not None and game.claim not in get_args(Claim):
        raise ValueError(f"the game's claim is {game.claim!r}: expected {', '.join(get_args(Claim))} or None")


def _interpreted(document: Document) -> Loaded:
    """What a document holds; a fault in it gets its place in the file."""
    try:
        if document.is_log:
            return game_in(document)
        record = interpret_record(document.data())
        match record:
            case DealRecord():
                return interpret_deal(record)
            case GameRecord():
                return game_from_record(record)
            case PositionRecord():
                return Table(interpret_position(record))
            case Rules():
                return custom_rules(record)
            case _:
                return record
    except Fault as fault:
        fault.place = fault.place or document.locate(fault.path, fault.offset, on_key=fault.on_key)
        raise


def _record(thing: Loaded | Record) -> Record:
    """The record of what the library works with."""
    match thing:
        case Deal():
            return serialise_deal(thing)
        case Game():
            return serialise_game(thing.deal, thing.moves, thing.claim, thing.meta)
        case Table():
            return serialise_position(thing)
        case _ if isinstance(thing, Record):
            return thing
        case _:
            raise wrong_type("what is to be saved", thing, "a Deal, a Game, a Table or a record")


def _format_of(file: str) -> Format:
    suffix = os.path.splitext(file)[1].lower()
    known = SUFFIXES.get(suffix)
    for output_format in get_args(Format):
        if known == output_format:
            return cast(Format, output_format)
    usual = ", ".join(ending for ending, name in SUFFIXES.items() if name in get_args(Format))
    raise OutputError(f"cannot write there: the name has to end in one of {usual}")
