"""What is wrong with plain data that is not the record it should be.

A decoder says that as well, but in a sentence that quotes the data, and a hostile field can be named as if it were a
part of such a sentence. So the data is walked beside the record's type, as msgspec knows it, in the decoder's order.
Used only where the decoder has refused the data.
"""

from __future__ import annotations

from msgspec import Struct, inspect

from forty_thieves.game.shuffles import parse_seed
from forty_thieves.problems import Fault, Path
from forty_thieves.text import quoted, shown, suggestion

from .kinds import unwelcome
from .plain import described
from .structs import KIND_BY_TAG, DealRecord

_PYTHON_TYPES: dict[type[inspect.Type], type] = {
    inspect.BoolType: bool,
    inspect.DictType: dict,
    inspect.IntType: int,
    inspect.ListType: list,
    inspect.LiteralType: str,
    inspect.NoneType: type(None),
    inspect.StrType: str,
    inspect.StructType: dict,
    inspect.VarTupleType: list,
}
"""The kinds of types that records are made of, and what a reader has for them."""

_NAMES = {bool: "true or false", dict: "a mapping", int: "a whole number", list: "a list", str: "text"}
"""What messages call them."""


def mismatch(value: object, kind: type[Struct], path: Path = ()) -> Fault | None:
    """The first fault of plain data that should be a struct.

    Args:
        value: the data.
        kind: the struct.
        path: where the data stands in the record.

    Returns:
        The fault; None where all values are of the right types. What a struct itself checks is not checked here.
    """
    return _in_value(value, inspect.type_info(kind), path, _Field("record", None, required=True))


class _Field(Struct):
    """The field that a value belongs to, also as a part of its list or mapping.

    Attributes:
        name: its name, or the key in a mapping of any names.
        struct: the struct that has it.
        required: whether it has to be there.
    """

    name: str
    struct: type[Struct] | None
    required: bool


def _in_value(value: object, wanted: inspect.Type, path: Path, field: _Field) -> Fault | None:
    options = _options(wanted)
    option = next((option for option in options if _takes(option, value)), None)
    if field.struct is DealRecord and field.name == "seed":
        return None if option else Fault("bad-seed", _seed_message(value), path=path)
    match option:
        case None:
            return _wrong_type(value, options, path, field)
        case inspect.LiteralType(values=words) if value not in words:
            return _wrong_word(str(value), [str(word) for word in words], path, field)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item) if isinstance(value, list):
            part = _Field(field.name, None, required=True)
            inside = (_in_value(inner, item, (*path, number), part) for number, inner in enumerate(value))
            return next(filter(None, inside), None)
        case inspect.DictType(value_type=item) if isinstance(value, dict):
            inside = (
                _in_value(inner, item, (*path, key), _Field(key, None, required=False))
                for key, inner in value.items()
            )
            return next(filter(None, inside), None)
        case inspect.StructType() if isinstance(value, dict):
            return _in_struct(value, option, path)
    return None


def _in_struct(value: dict[str, object], wanted: inspect.StructType, path: Path) -> Fault | None:
    known = {field.name: field for field in wanted.fields}
    for key, inner in value.items():
        field = known.get(key)
        if field is not None:
            fault = _in_value(inner, field.type, (*path, key), _Field(key, wanted.cls, required=field.required))
        elif wanted.forbid_unknown_fields:
            fault = _unknown_field(key, list(known), path)
        else:
            continue
        if fault is not None:
            return fault
    missing = next((name for name, field in known.items() if field.required and name not in value), None)
    return None if missing is None else Fault("missing-field", f"the field '{missing}' is missing", path=path)


def _options(wanted: inspect.Type) -> list[inspect.Type]:
    """The types of which a value may be any."""
    if isinstance(wanted, inspect.Metadata):
        return _options(wanted.type)
    if isinstance(wanted, inspect.UnionType):
        return [option for each in wanted.types for option in _options(each)]
    return [wanted]


def _takes(option: inspect.Type, value: object) -> bool:
    """Whether a value is of the kind of a type, whatever is in it."""
    python_type = _PYTHON_TYPES[type(option)]
    return isinstance(value, python_type) and (python_type is not int or not isinstance(value, bool))


def _unknown_field(name: str, known: list[str], path: Path) -> Fault:
    near = suggestion(name, known)
    names = "" if near else f"; its fields are {', '.join(known)}"
    message = f"there is no field {quoted(name)} here{near}{names}"
    return Fault("unknown-field", message, path=(*path, name), on_key=True)


def _wrong_word(word: str, known: list[str], path: Path, field: _Field) -> Fault:
    if field.name == "format":
        return unwelcome(word, tuple({KIND_BY_TAG[tag]: None for tag in known}), path)
    message = f"{field.name} is {described(word)}: expected {' or '.join(known)}{suggestion(word, known)}"
    return Fault("bad-value", message, path=path)


def _wrong_type(value: object, options: list[inspect.Type], path: Path, field: _Field) -> Fault:
    words = [str(word) for option in options if isinstance(option, inspect.LiteralType) for word in option.values]
    types = [
        _PYTHON_TYPES[type(option)]
        for option in options
        if not isinstance(option, inspect.LiteralType | inspect.NoneType)
    ]
    expected = " or ".join([*(_NAMES[python_type] for python_type in types), *words])
    if value is None:
        hint = (
            "; write '' where there is nothing" if field.required else "; leave the field out where there is nothing"
        )
    else:
        hint = "" if words else _hint(value, types, field.name)
    return Fault("wrong-type", f"{shown(field.name)} is {described(value)}: expected {expected}{hint}", path=path)


def _hint(value: object, types: list[type], field: str) -> str:
    """What to do about a value of the wrong type, where that can be said."""
    if field == "moves" and isinstance(value, list):
        return ", all moves in one, separated by spaces or line ends"
    if str in types and isinstance(value, bool | int):
        return f"; quotes make it text: '{str(value).lower()}'"
    if int in types and isinstance(value, str) and value.isascii() and value.isdigit():
        return "; write it without quotes"
    if bool in types and isinstance(value, str):
        return "; only these two words are truth values, without quotes"
    return ""


def _seed_message(value: object) -> str:
    """Why a value is not a seed."""
    if isinstance(value, str):
        try:
            parse_seed(value)
        except Fault as fault:
            return fault.message
        return f"seed is {described(value)}: write it without quotes"
    return f"seed is {described(value)}: expected a whole number from 0 to 10^20, in plain decimal digits"
