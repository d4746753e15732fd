"""Kinds of records: which one plain data is, by its format, and what is wrong where it is none of those wanted."""

from __future__ import annotations

from typing import Final

from forty_thieves.problems import Fault, Path
from forty_thieves.text import quoted, suggestion

from .plain import described
from .structs import KIND_BY_TAG, RECORDS, Record

SURVEY_TAG: Final = "forty-thieves-survey/1"
OTHER_FILES = {
    SURVEY_TAG: "a survey file, which `survey --table` and `survey --numbers` read",
    "forty-thieves-moves/1": "what `moves --format json` writes, which nothing here reads",
    "forty-thieves-conformance/1": "what `conform --format json` writes, which nothing here reads",
}
"""The formats of ours that are no records: what they are, by their tag."""


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


def is_record(value: object) -> bool:
    """Whether plain data says that it is a record of any kind; what else is in it is not looked at."""
    tag = value.get("format") if isinstance(value, dict) else None
    return isinstance(tag, str) and tag in KIND_BY_TAG


def unwelcome(tag: str, wanted: tuple[str, ...], path: Path) -> Fault:
    """The fault of a format that is not one of those wanted; ``path`` is the tag's."""
    if tag in KIND_BY_TAG or tag in OTHER_FILES:
        found = OTHER_FILES.get(tag) or f"a {KIND_BY_TAG[tag]} record"
        return Fault("wrong-record", f"this is {found}: expected a {' or '.join(wanted)} record", path=path)
    stem, slash, number = tag.partition("/")
    known = [other for other in (*KIND_BY_TAG, *OTHER_FILES) if other.partition("/")[0] == stem]
    if known and slash and number.isascii() and number.isdigit():
        return Fault("unknown-version", f"{quoted(tag)} is not known here, only {' and '.join(known)}", path=path)
    near = suggestion(tag, KIND_BY_TAG)
    return Fault("not-a-record", f"{quoted(tag)} is not a format of ours: expected {_tags(wanted)}{near}", path=path)


def _tags(wanted: tuple[str, ...]) -> str:
    return " or ".join(f"'{RECORDS[name].TAG}'" for name in wanted)
