"""The structs of everything that is stored: the source of truth for the file formats and for schemas/.

This module turns plain data (what a YAML, JSON or MessagePack reader gives) into records and back, and says what is
wrong with data that is no record. It does not know whether the cards of a deal are a whole pack, or whether a game
is legal.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, ClassVar, Literal, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields

from . import variants
from .problems import Fault, Path
from .rules import Rules
from .shuffles import parse_seed
from .text import quoted, shown, suggestion

LONGEST_META_NAME = 100
"""Bytes of a name in ``meta``: up to there every YAML emitter writes it as a plain key."""

Claim = Literal["won", "stuck", "unfinished"]
Verdict = Literal["won", "unfinished", "illegal", "rejected", "invalid"]


class DealRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal: by seed, by its cards, or both, which must then agree.

    Attributes:
        format: the record's format tag.
        variant: the name of a variant; a deal has exactly one of variant and rules.
        rules: rules of one's own.
        seed: a whole number from 0 to 10^20, when the deal was made from one.
        shuffle: the name of the shuffle that made the deal from the seed.
        foundations: the cards on the foundations before the first move, one foundation after another, suit by suit;
            where there are some.
        tableau: a list of cards for each column, deepest card first, playable card last.
        stock: the stock, the card that is drawn first at its start.
        waste: cards dealt to the waste, its top card last, where the rules deal some.
        cells: cards dealt to the cells, where the rules deal some.
    """

    TAG: ClassVar[str] = "forty-thieves-deal/1"

    format: Literal["forty-thieves-deal/1"] = "forty-thieves-deal/1"
    variant: str | UnsetType = UNSET
    rules: Rules | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    shuffle: str | UnsetType = UNSET
    foundations: str | UnsetType = UNSET
    tableau: list[str] | UnsetType = UNSET
    stock: str | UnsetType = UNSET
    waste: str | UnsetType = UNSET
    cells: str | UnsetType = UNSET


class GameRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A recorded game: a deal and a move log.

    Attributes:
        format: the record's format tag.
        deal: the deal; its own format tag may be left out.
        moves: the move log, tokens parted by white space.
        claim: how the game ended, as the player says; it is checked.
        meta: anything else worth keeping, text by name of 1 to 100 bytes; never interpreted.
    """

    TAG: ClassVar[str] = "forty-thieves-game/1"

    format: Literal["forty-thieves-game/1"] = "forty-thieves-game/1"
    deal: DealRecord
    moves: str
    claim: Claim | UnsetType = UNSET
    meta: dict[str, str] | UnsetType = UNSET


class PositionRecord(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table at one moment of a game.

    Attributes:
        format: the record's format tag.
        variant: the name of a variant; a position has exactly one of variant and rules.
        rules: rules of one's own.
        tableau: a list of cards for each column, deepest card first, playable card last.
        face_down: how many cards of each column lie face down; the deepest ones.
        waste: the waste, its top card last.
        stock: the stock, the card that is drawn first at its start.
        foundations: a list of cards for each foundation, suit by suit, its top card last.
        redeals_left: redeals that are left, a number or ``unlimited``.
        played: how many moves led here from the deal.
        cells: the card of each cell, an empty text where it is free; where the rules have cells.
    """

    TAG: ClassVar[str] = "forty-thieves-position/1"

    format: Literal["forty-thieves-position/1"] = "forty-thieves-position/1"
    variant: str | UnsetType = UNSET
    rules: Rules | UnsetType = UNSET
    tableau: list[str]
    face_down: list[int]
    waste: str
    stock: str
    foundations: list[str]
    redeals_left: int | Literal["unlimited"]
    played: int
    cells: list[str] | UnsetType = UNSET


class Problem(Struct, kw_only=True):
    """What is wrong with a game.

    Attributes:
        code: a stable word, listed in schemas/README.md.
        message: what was read and what was expected, for people; may change.
        move: the number of the move at fault, from 1; null where no move is.
        token: that move as the log has it.
        line: the line in the file, from 1; null where it is not known.
        column: the column in that line, from 1, in code points; null where it is not known.
    """

    code: str
    message: str
    move: int | None
    token: str | None
    line: int | None
    column: int | None


class Report(Struct, kw_only=True):
    """What check found out about one game. Every field is always there; null is unknown.

    Attributes:
        format: the record's format tag.
        file: the file that the game was read from, ``-`` for standard input.
        index: which game of its file it is, from 1.
        variant: the variant's canonical name; null for rules of one's own.
        deal: the digest of the deal.
        verdict: won, unfinished, illegal, rejected or invalid.
        legal: whether every move is legal.
        won: whether every move is legal and all cards are on the foundations.
        stuck: true where the game is not won and no legal move is left, false where it is won or one is left.
        moves: the tokens of the log.
        played: the moves before the first problem.
        foundation_cards: the cards on the foundations after those moves, those set out included.
        problem: what is wrong, or null.
    """

    TAG: ClassVar[str] = "forty-thieves-report/1"

    format: Literal["forty-thieves-report/1"] = "forty-thieves-report/1"
    file: str
    index: int
    variant: str | None
    deal: str | None
    verdict: Verdict
    legal: bool
    won: bool
    stuck: bool | None
    moves: int | None
    played: int | None
    foundation_cards: int | None
    problem: Problem | None


class Summary(Struct, kw_only=True):
    """What a run of check comes to: how many games, by verdict, variant and problem code.

    Attributes:
        format: the record's format tag.
        games: all games.
        verdicts: games by verdict; every verdict is there.
        variants: games by variant; those of unknown variants and of rules of one's own are left out.
        problems: games by the code of their problem.
    """

    TAG: ClassVar[str] = "forty-thieves-summary/1"

    format: Literal["forty-thieves-summary/1"] = "forty-thieves-summary/1"
    games: int
    verdicts: dict[str, int]
    variants: dict[str, int]
    problems: dict[str, int]


Record = DealRecord | GameRecord | PositionRecord | Report | Summary | Rules
RECORDS: dict[str, type[Record]] = {
    "deal": DealRecord,
    "game": GameRecord,
    "position": PositionRecord,
    "report": Report,
    "summary": Summary,
    "rules": Rules,
}
"""Each kind of record by its name."""

_KIND_BY_TAG = {kind.TAG: name for name, kind in RECORDS.items()}


class OddNumber:
    """A number that no record has a place for: a fraction, an exponent, too many digits.

    Attributes:
        text: the number as it was written.
    """

    def __init__(self, text: str) -> None:
        self.text = text


def name_of(record: Record) -> str:
    """The name of a record's kind: ``deal``, ``game``, ``position``, ``report`` or ``rules``."""
    return _KIND_BY_TAG[record.TAG]


def serialise_record(record: Record) -> dict[str, Any]:
    """The record as plain data, its format first: the reverse of :func:`interpret_record`."""
    return {"format": record.TAG, **msgspec.to_builtins(record)}


def interpret_record(value: object, wanted: tuple[str, ...] = tuple(RECORDS)) -> Record:
    """The record that plain data means.

    Args:
        value: what a reader gave: dicts with text keys, lists, text, whole numbers, truth values, None, OddNumber.
        wanted: the kinds of record that are welcome, keys of RECORDS.

    Raises:
        Fault: the data is no record of those kinds; its path leads to the value at fault.
    """
    kind = _kind(value, wanted)
    stand = _RULES_STAND.get(kind)
    try:
        if stand is not None:
            value = with_base(value, stand)
        record: Record = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), value, kind) from None
    except UnicodeEncodeError:
        raise _lone_surrogate(value) from None
    except Fault as fault:
        # Raised by Rules itself, which does not know where it stands.
        raise fault.under(*(stand or ())) from None
    check_texts(record)
    return record


_RULES_STAND: dict[type[Record], Path] = {
    Rules: (),
    DealRecord: ("rules",),
    GameRecord: ("deal", "rules"),
    PositionRecord: ("rules",),
}
"""Where the rules of one's own stand in a record that may have them."""


_SURROGATE = re.compile("[\ud800-\udfff]")


def _lone_surrogate(value: object) -> Fault:
    """The fault of the first text that holds a lone surrogate, which only JSON's escapes can bring in."""
    todo: list[tuple[Path, object]] = [((), value)]
    for path, at in todo:
        if isinstance(at, str) and _SURROGATE.search(at):
            return Fault("bad-text", f"the text {quoted(at)} holds a lone surrogate", path=path)
        if isinstance(at, dict):
            for key in at:
                if _SURROGATE.search(key):
                    message = f"the key {quoted(key)} holds a lone surrogate"
                    return Fault("bad-text", message, path=(*path, key), on_key=True)
            todo += [((*path, key), inner) for key, inner in at.items()]
        elif isinstance(at, list):
            todo += [((*path, number), inner) for number, inner in enumerate(at)]
    raise AssertionError("no text holds a lone surrogate")


def _kind(value: object, wanted: tuple[str, ...]) -> type[Record]:
    if not isinstance(value, dict):
        raise Fault("not-a-record", f"expected a {' or '.join(wanted)} record, a mapping; read {described(value)}")
    tag = value.get("format")
    if tag is None:
        message = f"the record has no format: expected {_tags(wanted)}"
        misspelt = next((key for key in value if key != "format" and suggestion(key, ("format",))), None)
        if misspelt is None:
            raise Fault("not-a-record", message)
        message += f"; {quoted(misspelt)} is not 'format'"
        raise Fault("not-a-record", message, path=(misspelt,), on_key=True)
    if not isinstance(tag, str):
        raise Fault("not-a-record", f"the format is {described(tag)}: expected {_tags(wanted)}", path=("format",))
    name = _KIND_BY_TAG.get(tag)
    if name not in wanted:
        raise _unwelcome(tag, wanted, ("format",))
    return RECORDS[name]


def _unwelcome(tag: str, wanted: tuple[str, ...], path: Path) -> Fault:
    """The fault of a format that is not one of those wanted; ``path`` is the tag's."""
    if tag in _KIND_BY_TAG:
        message = f"this is a {_KIND_BY_TAG[tag]} record: expected a {' or '.join(wanted)} record"
        return Fault("wrong-record", message, path=path)
    stem, slash, number = tag.partition("/")
    known = next((kind.TAG for kind in RECORDS.values() if kind.TAG.partition("/")[0] == stem), None)
    if known and slash and number.isascii() and number.isdigit():
        return Fault("unknown-version", f"{quoted(tag)} is not known here, only {known}", path=path)
    near = suggestion(tag, _KIND_BY_TAG)
    return Fault("not-a-record", f"{quoted(tag)} is no format of ours: expected {_tags(wanted)}{near}", path=path)


def _tags(wanted: tuple[str, ...]) -> str:
    return " or ".join(f"'{RECORDS[name].TAG}'" for name in wanted)


def described(value: object) -> str:
    """A value as a message names it: ``the text 'yes'``, ``the number 5``, ``a list``."""
    match value:
        case None:
            return "null"
        case bool():
            return f"the truth value {str(value).lower()}"
        case int():
            return f"the number {value}"
        case OddNumber():
            return f"the number {quoted(value.text)[1:-1]}"
        case str():
            return f"the text {quoted(value)}"
        case list():
            return "a list"
        case dict():
            return "a mapping"
        case _:
            return "binary data" if isinstance(value, (bytes, bytearray)) else "something else"


_EXPECTED = {
    "int": "a whole number",
    "str": "text",
    "array": "a list",
    "object": "a mapping",
    "bool": "true or false",
}
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


def _explained(error: str, value: object, kind: type[Struct]) -> Fault:
    """A decoder's error in the project's words, with the path of the value at fault."""
    what, found, steps = error.rpartition(" - at `")
    if not found:
        what, steps = error, ""
    expected = what.partition("Expected `")[2].partition("`")[0].split(" | ")
    path, at = _follow(value, steps.removesuffix("`").partition("$")[2], int if expected == ["int"] else str)
    struct = _struct_at(kind, path)
    if "unknown field `" in what:
        path, field = _unknown_field(value, path, kind)
        struct = _struct_at(kind, path)
        near = suggestion(field, struct.__struct_fields__)
        known = "" if near else f"; its fields are {', '.join(struct.__struct_fields__)}"
        return Fault(
            "unknown-field", f"there is no field {quoted(field)} here{near}{known}", path=(*path, field), on_key=True
        )
    if field := _between(what, "missing required field `", "`"):
        return Fault("missing-field", f"the field '{field}' is missing", path=path)
    field = next((step for step in reversed(path) if isinstance(step, str)), "record")
    if field == "seed":
        return Fault("bad-seed", _seed_message(at), path=path)
    holder = _struct_at(kind, path[:-1])
    words = _words_for(holder, field)
    if "Invalid enum value" in what and field == "format":
        return _unwelcome(str(at), tuple(_KIND_BY_TAG[word] for word in words), path)
    if "Invalid enum value" in what:
        near = suggestion(str(at), words)
        return Fault("bad-value", f"{field} is {described(at)}: expected {' or '.join(words)}{near}", path=path)
    known_types = _EXPECTED | ({"str": " or ".join(words)} if words else {})
    told = " or ".join(known_types.get(word, word) for word in expected if word != "null")
    if at is None:
        needed = isinstance(path[-1], int) or any(it.required for it in fields(holder) if it.name == field)
        hint = "; write '' where there is nothing" if needed else "; leave the field out where there is nothing"
    else:
        hint = "" if words else _hint(at, expected, field)
    return Fault("wrong-type", f"{shown(field)} is {described(at)}: expected {told}{hint}", path=path)


def _unknown_field(value: object, path: Path, kind: type[Struct]) -> tuple[Path, str]:
    """The first field that a mapping should not have, and where that mapping is.

    The decoder's error names both, but a hostile field may be named as if it were the end of such an error.
    """
    for start in (path, ()):
        mapping: Any = value
        for step in start:
            mapping = mapping[step]
        known = _struct_at(kind, start).__struct_fields__
        strange = next((key for key in mapping if key not in known), None)
        if strange is not None:
            return start, strange
    raise AssertionError("no field is unknown")


def _words_for(struct: type[Struct], field: str) -> list[str]:
    """The words that a field may hold, where only certain words are allowed."""
    hint = get_type_hints(struct).get(field)
    allowed = [word for option in (hint, *get_args(hint)) for word in get_args(option)]
    return [word for word in allowed if isinstance(word, str)]


def _follow(value: object, steps: str, wanted: type) -> tuple[Path, object]:
    """The path that a decoder's ``.deal.tableau[3]`` names, and the value there.

    Args:
        value: the whole.
        steps: the decoder's path.
        wanted: the type that the values of a mapping should have.
    """
    path: list[str | int] = []
    for step in _STEP.finditer(steps):
        key: str | int
        if step["name"] is not None:
            key = step["name"]
        elif step["index"] == "...":  # some value of a mapping; the decoder does not say which
            assert isinstance(value, dict)
            key = next(name for name, inner in value.items() if type(inner) is not wanted)
        else:
            key = int(step["index"])
        if isinstance(value, dict) and key not in value:
            break  # no path, but the name of an unknown field that looks like one
        path.append(key)
        value = value[key]  # type: ignore[index]
    return tuple(path), value


def _struct_at(kind: type[Struct], path: Path) -> type[Struct]:
    for step in path:
        if step == "deal":
            kind = DealRecord
        elif step == "rules":
            kind = Rules
        elif step == "problem":
            kind = Problem
    return kind


def _between(text: str, before: str, after: str) -> str:
    _, found, rest = text.partition(before)
    return rest.rpartition(after)[0] if found else ""


def _seed_message(value: object) -> str:
    """Why a value is no seed."""
    if isinstance(value, str):
        try:
            parse_seed(value)
        except Fault as fault:
            return fault.message
        return f"seed is {described(value)}: write it without quotes"
    return f"seed is {described(value)}: expected a whole number from 0 to 10^20, in plain decimal digits"


def _hint(value: object, expected: list[str], field: str) -> str:
    """What to do about a value of the wrong type, where that can be told."""
    if field == "moves" and isinstance(value, list):
        return (
            ", as one block: 'moves: |' and the moves below it, indented "
            "(in a list YAML may take 3:5 for a number and no for a truth value; quotes keep a word a word)"
        )
    if "str" in expected and isinstance(value, bool | int):
        return f"; quotes make it text: '{str(value).lower()}'"
    if "int" in expected and isinstance(value, str) and value.isascii() and value.isdigit():
        return "; write it without quotes"
    if "bool" in expected and isinstance(value, str):
        return "; only these two words are truth values, without quotes"
    return ""


_quick_decoder = msgspec.json.Decoder(GameRecord)


def quick_game(raw: bytes) -> GameRecord | None:
    """A game record from JSON, several times as fast as parsing and interpreting it, where it is of the usual kind.

    A decoder straight to structs lets keys pass that come twice. They are noticed by counting quotation marks: every
    key and text of the record accounts for two, and as all fields but the format show in the struct when they are
    there, and the format is seen at the start, a key too many can't be made up for by one that is missing.

    Returns:
        The record; None where it has to be read the careful way, whatever the reason.
    """
    if not raw.startswith(_QUICK_STARTS):
        return None
    try:
        record = _quick_decoder.decode(raw)
    except (msgspec.MsgspecError, Fault, RecursionError):
        return None
    deal = record.deal
    if record.meta is not UNSET or deal.rules is not UNSET or (deal.seed == 0 and b"-0" in raw):
        return None
    marks = 10 if record.claim is UNSET else 14
    for text in (deal.variant, deal.shuffle, deal.foundations, deal.stock, deal.waste, deal.cells):
        if text is not UNSET:
            marks += 4
    if deal.seed is not UNSET:
        marks += 2
    if deal.tableau is not UNSET:
        marks += 2 + 2 * len(deal.tableau)
    return record if raw.count(b'"') == marks else None


_QUICK_STARTS = (b'{"format":"forty-thieves-game/1"', b'{"format": "forty-thieves-game/1"')


def with_base(value: object, path: Path) -> object:
    """Plain data whose rules may start from a named variant's, with all fields of these rules in them.

    Args:
        value: the data; it is not changed.
        path: where in it the rules stand.

    Raises:
        Fault: ``unknown-variant`` or ``wrong-type``, its path relative to the rules.
    """
    if not isinstance(value, dict):
        return value
    if path:
        inner = value.get(path[0])
        mended = with_base(inner, path[1:])
        return value if mended is inner else {**value, path[0]: mended}
    if "base" not in value:
        return value
    base = value["base"]
    if not isinstance(base, str):
        raise Fault("wrong-type", f"base is {described(base)}: expected the name of a variant", path=("base",))
    try:
        named = msgspec.to_builtins(variants.find(base))
    except Fault as fault:
        raise fault.under("base") from None
    own = {name: given for name, given in value.items() if name != "base"}
    dropped = {"format", "name", "title", "aliases"}
    if "face_pattern" in own:
        dropped |= {"face_down", "face_up"}
    if "face_down" in own or "face_up" in own:
        dropped.add("face_pattern")
    if own.get("move") == "single":
        dropped |= {"sequence", "sequence_to"}
    if "foundation_base" in own:
        dropped.add("foundation_wrap")
    return {**{name: given for name, given in named.items() if name not in dropped}, **own}


def check_texts(record: Record) -> None:
    """Check that a record's free texts have names and hold no control characters but tab and line feed.

    Raises:
        Fault: ``bad-text``.
    """
    if not isinstance(record, GameRecord) or record.meta is UNSET:
        return
    for key, text in record.meta.items():
        if not 0 < len(key.encode(errors="surrogatepass")) <= LONGEST_META_NAME:
            message = f"a name in meta has 1 to {LONGEST_META_NAME} bytes"
            raise Fault("bad-text", message, path=("meta", key), on_key=True)
        for word, on_key in ((key, True), (text, False)):
            odd = next(
                (char for char in word if unicodedata.category(char) in ("Cc", "Cs") and char not in "\t\n"), None
            )
            if odd is not None:
                message = f"the text holds the control character U+{ord(odd):04X}"
                raise Fault("bad-text", message, path=("meta", key), on_key=on_key)
