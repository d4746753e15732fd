"""Plain data to records: what a reader gives, and what is wrong with data that is not a record.

Does not know whether the cards of a deal are whole packs, or whether a game is legal.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import UNSET

from forty_thieves.game import variants
from forty_thieves.game.rules import Rules, fields_dropped
from forty_thieves.problems import Fault, Path

from .kinds import kind_of
from .plain import described
from .structs import DEAL_WITH_META, LONGEST_META_NAME, RECORDS, DealRecord, GameRecord, PositionRecord, Record


def interpret_record(value: object, wanted: tuple[str, ...] = tuple(RECORDS)) -> Record:
    """The record that plain data means.

    Args:
        value: what a reader gave; see :mod:`.plain`.
        wanted: the kinds of record that are welcome, keys of RECORDS.

    Raises:
        Fault: the data is not a record of those kinds; its path leads to the value at fault.
    """
    kind = kind_of(value, wanted)
    _check_surrogates(value)
    rules_path = _RULES_PATHS.get(kind)
    try:
        if rules_path is not None:
            value = with_base(value, rules_path)
        record: Record = msgspec.convert(value, kind)
    except msgspec.ValidationError:
        from .mismatch import mismatch  # noqa: PLC0415 - start-up counts

        fault = mismatch(value, kind)
        raise fault or Fault("wrong-type", "a value is not of the type that it should be") from None
    except Fault as fault:
        # Raised by Rules itself, which does not know where it stands.
        raise fault.under(*(rules_path or ())) from None
    _check_metas(record)
    return record


_RULES_PATHS: dict[type[Record], Path] = {
    Rules: (),
    DealRecord: ("rules",),
    GameRecord: ("deal", "rules"),
    PositionRecord: ("rules",),
}
"""Where custom rules stand in a record that may have them."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def _check_surrogates(value: object) -> None:
    """Check that no text holds a lone surrogate, which only escapes can bring in: it could not be written.

    Raises:
        Fault: ``bad-text``, at the first one.
    """
    todo = [value]
    for inner in todo:
        if isinstance(inner, str):
            if not inner.isascii() and _SURROGATE.search(inner):
                raise _surrogate_fault(value)
        elif isinstance(inner, dict):
            todo += inner
            todo += inner.values()
        elif isinstance(inner, list):
            todo += inner


def _surrogate_fault(value: object) -> Fault:
    """The fault of the first text that holds a lone surrogate."""
    todo: list[tuple[object, Path, bool]] = [(value, (), False)]
    for inner, path, on_key in todo:
        found = _SURROGATE.search(inner) if isinstance(inner, str) else None
        if found:
            message = f"{'the key' if on_key else 'the text'} holds the lone surrogate U+{ord(found[0]):04X}"
            offset = found.start() if path[-1:] == ("moves",) else None  # a log is long
            return Fault("bad-text", message, path=path, offset=offset, on_key=on_key)
        if isinstance(inner, dict):
            todo += [(key, (*path, key), True) for key in inner]
            todo += [(item, (*path, key), False) for key, item in inner.items()]
        elif isinstance(inner, list):
            todo += [(item, (*path, number), False) for number, item in enumerate(inner)]
    raise AssertionError("no text holds a lone surrogate")


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
    dropped = fields_dropped(own)
    return {**{name: given for name, given in named.items() if name not in dropped}, **own}


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""A control character other than tab and line feed."""


def _check_metas(record: Record) -> None:
    """Check what a game and a deal say beside themselves.

    Raises:
        Fault: ``bad-text``; ``unknown-field`` where a deal's format has no ``meta``.
    """
    deal = record.deal if isinstance(record, GameRecord) else record
    if isinstance(deal, DealRecord) and deal.meta is not UNSET:
        path: Path = ("meta",) if deal is record else ("deal", "meta")
        if deal.format != DEAL_WITH_META:
            message = f"meta is a field of {DEAL_WITH_META}: this deal is {deal.format}"
            raise Fault("unknown-field", message, path=path, on_key=True)
        check_meta(deal.meta, path)
    if isinstance(record, GameRecord) and record.meta is not UNSET:
        check_meta(record.meta, ("meta",))


def check_meta(meta: dict[str, str], path: Path = ()) -> None:
    """Check that texts by name have names that are not too long, and hold no control characters but tab and LF.

    Raises:
        Fault: ``bad-text``.
    """
    _check_surrogates(meta)
    for key, text in meta.items():
        if not 0 < len(key.encode()) <= LONGEST_META_NAME:
            message = f"a name in meta has 1 to {LONGEST_META_NAME} bytes"
            raise Fault("bad-text", message, path=(*path, key), on_key=True)
        for word, on_key in ((key, True), (text, False)):
            control = _CONTROL.search(word)
            if control:
                message = f"the text holds the control character U+{ord(control[0]):04X}"
                raise Fault("bad-text", message, path=(*path, key), on_key=on_key)
