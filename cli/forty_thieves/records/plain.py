"""Plain data, as readers give it: dicts with text keys, lists, text, whole numbers, truth values, None, OddNumber."""

from __future__ import annotations

from forty_thieves.text import quoted


class OddNumber:
    """A number that no record has a place for: a fraction, an exponent, too many digits.

    Attributes:
        text: the number as it was written.
    """

    def __init__(self, text: str) -> None:
        self.text = text


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
