"""Plain data to records: what a reader gives, and what is wrong with data that is not a record.

Does not know whether the cards of a deal are a whole pack, or whether a game is legal.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import fields

from forty_thieves.game import variants
from forty_thieves.game.rules import Rules
from forty_thieves.game.shuffles import parse_seed
from forty_thieves.problems import Fault, Path
from forty_thieves.text import quoted, shown, suggestion

from .structs import (
    KIND_BY_TAG,
    LONGEST_META_NAME,
    RECORDS,
    DealRecord,
    GameRecord,
    PositionRecord,
    Problem,
    Record,
)


class OddNumber:
    """A number that no record has a place for: a fraction, an exponent, too many digits.

    Attributes:
        text: the number as it was written.
    """

    def __init__(self, text: str) -> None:
        self.text = text


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
    name = KIND_BY_TAG.get(tag)
    if name not in wanted:
        raise _unwelcome(tag, wanted, ("format",))
    return RECORDS[name]


def _unwelcome(tag: str, wanted: tuple[str, ...], path: Path) -> Fault:
    """The fault of a format that is not one of those wanted; ``path`` is the tag's."""
    if tag in KIND_BY_TAG:
        message = f"this is a {KIND_BY_TAG[tag]} record: expected a {' or '.join(wanted)} record"
        return Fault("wrong-record", message, path=path)
    stem, slash, number = tag.partition("/")
    known = next((kind.TAG for kind in RECORDS.values() if kind.TAG.partition("/")[0] == stem), None)
    if known and slash and number.isascii() and number.isdigit():
        return Fault("unknown-version", f"{quoted(tag)} is not known here, only {known}", path=path)
    near = suggestion(tag, KIND_BY_TAG)
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
        return _unwelcome(str(at), tuple(KIND_BY_TAG[word] for word in words), path)
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
