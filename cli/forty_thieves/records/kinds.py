"""Kinds of records: which one plain data is, by its format, and what is wrong where it is none of those wanted."""

from __future__ import annotations

from forty_thieves.problems import Fault, Path
from forty_thieves.text import quoted, suggestion

from .plain import described
from .structs import KIND_BY_TAG, RECORDS, Record


def kind_of(value: object, wanted: tuple[str, ...]) -> type[Record]:
    """The struct of the record that plain data is, by its format.

    Args:
        value: the data.
        wanted: the kinds of record that are welcome, keys of RECORDS.

    Raises:
        Fault: ``not-a-record``, ``unknown-version`` or ``wrong-record``.
    """
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
        raise unwelcome(tag, wanted, ("format",))
    return RECORDS[name]


def unwelcome(tag: str, wanted: tuple[str, ...], path: Path) -> Fault:
    """The fault of a format that is not one of those wanted; ``path`` is the tag's."""
    if tag in KIND_BY_TAG:
        message = f"this is a {KIND_BY_TAG[tag]} record: expected a {' or '.join(wanted)} record"
        return Fault("wrong-record", message, path=path)
    stem, slash, number = tag.partition("/")
    known = [other for other in KIND_BY_TAG if other.partition("/")[0] == stem]
    if known and slash and number.isascii() and number.isdigit():
        return Fault("unknown-version", f"{quoted(tag)} is not known here, only {' and '.join(known)}", path=path)
    near = suggestion(tag, KIND_BY_TAG)
    return Fault("not-a-record", f"{quoted(tag)} is not a format of ours: expected {_tags(wanted)}{near}", path=path)


def _tags(wanted: tuple[str, ...]) -> str:
    return " or ".join(f"'{RECORDS[name].TAG}'" for name in wanted)
