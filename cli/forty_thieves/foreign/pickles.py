"""Pickles read as data: a machine of our own for their operations, which executes nothing.

A pickle is a program for a small stack machine; to load it with Python's own means is to run it, and a list of
allowed names does not help where an honest file holds ``getattr``. Here names become ``Name``, objects become
``Thing``, and the few calls that honest files make give ``DISCARDED``. Nothing is imported, looked up or called for
a file.

Everything is bounded: operations, the depth of what is nested, the size of numbers and mappings, memo entries; a size
that is announced is compared with the bytes that are there before anything is made of it. Reading is linear in the
bytes read.

Source: the operations as Python's module ``pickletools`` documents them, protocols 0 to 5.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from typing import Any

from forty_thieves.problems import Fault
from forty_thieves.text import plural, quoted

from .pickled import DISCARDED, Entries, Items, Name, Thing, Value

MOST_OPERATIONS = 250_000
"""Operations in one file, and memo entries; the longest real saves have some ten thousand."""
MOST_ENTRIES = 256
"""Entries of one mapping, and fields of one object; saved games have twenty."""
LARGEST_NUMBER = 255
"""Bytes of a whole number; the largest of a saved game has 126."""


Call = Callable[[list[Any]], bool]
"""Whether a call with these arguments is one that honest files make."""


def _encoded_bytes(arguments: list[Any]) -> bool:
    return len(arguments) == 2 and isinstance(arguments[0], str) and arguments[1] == "latin1"


_RECONSTRUCTORS = ("copy_reg._reconstructor", "copyreg._reconstructor")
_OBJECTS = ("__builtin__.object", "builtins.object")
_BYTES: dict[str, Call] = {
    "_codecs.encode": _encoded_bytes,
    "__builtin__.bytes": lambda arguments: not arguments,
    "builtins.bytes": lambda arguments: not arguments,
}
"""How Python 3 writes bytes in the protocols 0 to 2."""


class PickleReader:
    """Reads the pickles of a file one after another; they share one memo, as those of one Pickler do.

    Args:
        data: the file.
        classes: the names of the classes whose objects are welcome, as ``module.name``.
        calls: the functions that are named, and which calls of them are let pass; their values are thrown away.

    Attributes:
        at: how many bytes were read.
    """

    def __init__(self, data: bytes, classes: frozenset[str], calls: Mapping[str, Call]) -> None:
        self.at = 0
        self._data = data
        self._classes = classes
        self._calls = {**_BYTES, **calls}
        self._known = {*classes, *self._calls, *_RECONSTRUCTORS, *_OBJECTS}
        self._memo: dict[int, Value] = {}
        self._left = MOST_OPERATIONS
        self._stack: list[Value] = []
        self._marks: list[int] = []
        self._frame_end: int | None = None
        self._operations = self._table()

    def read(self) -> Value:
        """The next value.

        Raises:
            Fault: ``syntax``, where it is not a pickle or is cut short; ``unsafe-pickle``, ``too-deep`` or
                ``too-large``, where it holds what no saved game does.
        """
        self._stack, self._marks, self._frame_end = [], [], None
        while True:
            if self._frame_end is not None and self.at >= self._frame_end:
                self._end_frame()
            self._charge(1)
            start = self.at
            code = self._take(1)[0]
            if code == _STOP:
                return self._result()
            operation = self._operations.get(code)
            if operation is None:
                raise _unknown(code, start)
            operation()

    def _result(self) -> Value:
        if self._marks or len(self._stack) != 1 or self._frame_end not in (None, self.at):
            raise _malformed(f"it ends in the middle of something, at byte {self.at}")
        return self._stack[0]

    def _charge(self, operations: int) -> None:
        self._left -= operations
        if self._left < 0:
            raise Fault("too-large", f"more than {MOST_OPERATIONS} operations: no saved game has as many")

    def _table(self) -> dict[int, Callable[[], None]]:
        """What is done for each operation that saved games have, by its byte."""
        return {
            ord("("): lambda: self._marks.append(len(self._stack)),
            ord("0"): self._drop,
            ord("1"): lambda: self._pop_to_mark().clear(),
            0x80: self._check_protocol,
            0x95: self._start_frame,
            # Constants and numbers
            ord("N"): lambda: self._push(None),
            0x88: lambda: self._push(True),
            0x89: lambda: self._push(False),
            ord("I"): self._push_number_or_truth,
            ord("L"): lambda: self._push(self._whole_number(self._line())),
            ord("J"): lambda: self._push(self._number("<i")),
            ord("K"): lambda: self._push(self._number("<B")),
            ord("M"): lambda: self._push(self._number("<H")),
            0x8A: lambda: self._push_long("<B"),
            0x8B: lambda: self._push_long("<i"),
            ord("F"): self._push_fraction,
            ord("G"): lambda: self._push(self._number(">d")),
            # Text and bytes
            ord("V"): lambda: self._push(self._decoded(self._line(), "raw-unicode-escape")),
            ord("X"): lambda: self._push_text("<I"),
            0x8C: lambda: self._push_text("<B"),
            0x8D: lambda: self._push_text("<Q"),
            ord("S"): self._push_quoted,
            ord("T"): lambda: self._push_text("<i", "latin-1"),
            ord("U"): lambda: self._push_text("<B", "latin-1"),
            ord("B"): lambda: self._push(self._take(self._number("<I"))),
            ord("C"): lambda: self._push(self._take(self._number("<B"))),
            0x8E: lambda: self._push(self._take(self._number("<Q"))),
            # Lists, tuples and mappings
            ord("]"): lambda: self._push_items([]),
            ord("l"): lambda: self._push_items(self._pop_to_mark()),
            ord("a"): lambda: self._append([self._pop()]),
            ord("e"): lambda: self._append(self._pop_to_mark()),
            ord(")"): lambda: self._push_items([]),
            ord("t"): lambda: self._push_items(self._pop_to_mark()),
            0x85: lambda: self._push_items([self._pop()]),
            0x86: lambda: self._push_items([self._pop(), self._pop()][::-1]),
            0x87: lambda: self._push_items([self._pop(), self._pop(), self._pop()][::-1]),
            ord("}"): lambda: self._push(Entries(values={})),
            ord("d"): self._push_entries,
            ord("s"): lambda: self._set_entries([self._pop(), self._pop()][::-1]),
            ord("u"): lambda: self._set_entries(self._pop_to_mark()),
            # The memo
            ord("p"): lambda: self._memoise(self._whole_number(self._line())),
            ord("q"): lambda: self._memoise(self._number("<B")),
            ord("r"): lambda: self._memoise(self._number("<I")),
            0x94: lambda: self._memoise(len(self._memo)),
            ord("g"): lambda: self._recall(self._whole_number(self._line())),
            ord("h"): lambda: self._recall(self._number("<B")),
            ord("j"): lambda: self._recall(self._number("<I")),
            # Names, objects and calls
            ord("c"): lambda: self._push(self._name_in_lines()),
            0x93: self._push_name,
            ord("R"): self._call,
            0x81: self._push_object,
            ord("i"): lambda: self._push_new(self._name_in_lines(), self._pop_to_mark()),
            ord("o"): self._push_object_from_mark,
            ord("b"): self._build,
        }

    # The bytes

    def _take(self, size: int) -> bytes:
        end = self.at + size
        if not self.at <= end <= len(self._data):
            raise self._cut_short(size)
        taken = self._data[self.at : end]
        self.at = end
        return taken

    def _cut_short(self, size: int) -> Fault:
        there = len(self._data) - self.at
        return _malformed(f"cut short: {plural(size, 'byte')} announced at byte {self.at}, {there} there")

    def _number(self, form: str) -> Any:
        """A number in one of the formats of the struct module."""
        return struct.unpack(form, self._take(struct.calcsize(form)))[0]

    def _line(self) -> bytes:
        end = self._data.find(b"\n", self.at)
        if end < 0:
            raise _malformed(f"cut short: the line at byte {self.at} does not end")
        line = self._data[self.at : end]
        self.at = end + 1
        return line

    def _decoded(self, data: bytes, encoding: str) -> str:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            raise _malformed(f"the text before byte {self.at} is not {encoding}") from None

    def _whole_number(self, line: bytes) -> int:
        if not _WHOLE_NUMBER.fullmatch(line):
            raise _malformed(f"the line before byte {self.at} is not a whole number, or too long")
        return int(line.removesuffix(b"L"))

    def _check_protocol(self) -> None:
        if self._number("<B") > _HIGHEST_PROTOCOL:
            raise _malformed(f"the protocol before byte {self.at} is not known")

    def _start_frame(self) -> None:
        size = self._number("<Q")
        if self._frame_end is not None:
            raise _malformed(f"a frame inside a frame, before byte {self.at}")
        if size > len(self._data) - self.at:
            raise self._cut_short(size)
        self._frame_end = self.at + size

    def _end_frame(self) -> None:
        if self._frame_end != self.at:
            raise _malformed(f"an operation runs over the end of its frame, byte {self._frame_end}")
        self._frame_end = None

    # The stack

    def _push(self, value: Value) -> None:
        self._stack.append(value)

    def _pop(self) -> Value:
        if len(self._stack) <= (self._marks[-1] if self._marks else 0):
            raise _malformed(f"the operation before byte {self.at} takes a value, and there is none")
        return self._stack.pop()

    def _pop_to_mark(self) -> list[Value]:
        if not self._marks:
            raise _malformed(f"the operation before byte {self.at} goes back to a mark, and there is none")
        mark = self._marks.pop()
        values = self._stack[mark:]
        del self._stack[mark:]
        return values

    def _drop(self) -> None:
        if self._marks and self._marks[-1] == len(self._stack):
            self._marks.pop()  # a mark on top is what is dropped
        else:
            self._pop()

    def _top(self) -> Value:
        value = self._pop()
        self._stack.append(value)
        return value

    # Plain values

    def _push_number_or_truth(self) -> None:
        line = self._line()
        self._push(line == b"01" if line in (b"00", b"01") else self._whole_number(line))

    def _push_long(self, form: str) -> None:
        size = self._number(form)
        if not 0 <= size <= LARGEST_NUMBER:
            raise Fault("too-large", f"a whole number of {size} bytes before byte {self.at}: no saved game has one")
        self._push(int.from_bytes(self._take(size), "little", signed=True))

    def _push_fraction(self) -> None:
        line = self._line()
        if not _FRACTION.fullmatch(line):
            raise _malformed(f"the line before byte {self.at} is not a number")
        self._push(float(line))

    def _push_text(self, form: str, encoding: str = "utf-8") -> None:
        self._push(self._decoded(self._take(self._number(form)), encoding))

    def _push_quoted(self) -> None:
        line = self._line()
        if not _QUOTED.fullmatch(line):
            raise _malformed(f"the line before byte {self.at} is not plain text in quotes")
        self._push(line[1:-1].decode("ascii"))

    # Lists, tuples and mappings

    def _push_items(self, values: list[Value]) -> None:
        items = Items(values=values)
        for value in values:
            items.take_in(value)
        self._push(items)

    def _append(self, values: list[Value]) -> None:
        items = self._top()
        if not isinstance(items, Items):
            raise _malformed(f"the operation before byte {self.at} appends to something that is not a list")
        for value in values:
            items.take_in(value)
        items.values += values

    def _push_entries(self) -> None:
        values = self._pop_to_mark()
        self._push(Entries(values={}))
        self._set_entries(values)

    def _set_entries(self, values: list[Value]) -> None:
        entries = self._top()
        if not isinstance(entries, Entries) or len(values) % 2:
            raise _malformed(f"the operation before byte {self.at} sets entries of something that is not a mapping")
        for key, value in zip(values[::2], values[1::2], strict=True):
            # No other keys: to hash a tuple is to walk it.
            if not isinstance(key, str | int):
                raise Fault("unsafe-pickle", f"a key before byte {self.at} is neither text nor a whole number")
            entries.take_in(value)
            entries.values[key] = value
            if len(entries.values) > MOST_ENTRIES:
                raise Fault("too-large", f"a mapping of more than {MOST_ENTRIES} entries: no saved game has one")

    # The memo

    def _memoise(self, number: int) -> None:
        if not 0 <= number <= MOST_OPERATIONS:
            raise Fault("too-large", f"a memo entry of too high a number before byte {self.at}")
        self._memo[number] = self._top()

    def _recall(self, number: int) -> None:
        if number not in self._memo:
            raise _malformed(f"the memo has no such entry as is asked for before byte {self.at}")
        self._push(self._memo[number])

    # Names, objects and calls

    def _name(self, module: Value, name: Value) -> Name:
        whole = f"{module}.{name}" if isinstance(module, str) and isinstance(name, str) else ""
        if whole not in self._known:
            raise Fault("unsafe-pickle", f"{quoted(whole)} is not a class of a saved game; nothing was executed")
        return Name(whole)

    def _name_in_lines(self) -> Name:
        module = self._decoded(self._line(), "utf-8")
        return self._name(module, self._decoded(self._line(), "utf-8"))

    def _push_name(self) -> None:
        name = self._pop()
        self._push(self._name(self._pop(), name))

    def _push_new(self, kind: Value, arguments: list[Value]) -> None:
        """Push a new object of a class; a saved game gives its classes no arguments."""
        if not isinstance(kind, Name) or kind.name not in self._classes or arguments:
            raise self._refused_call(kind)
        self._push(Thing(name=kind.name, fields={}))

    def _push_object(self) -> None:
        arguments = self._pop()
        self._push_new(self._pop(), arguments.values if isinstance(arguments, Items) else [arguments])

    def _push_object_from_mark(self) -> None:
        kind, *arguments = self._pop_to_mark() or [None]
        self._push_new(kind, arguments)

    def _call(self) -> None:
        arguments, called = self._pop(), self._pop()
        if not isinstance(called, Name) or not isinstance(arguments, Items):
            raise self._refused_call(called)
        given = arguments.values
        if called.name in self._calls:
            if not self._calls[called.name](given):
                raise self._refused_call(called)
            self._push(DISCARDED)
        elif called.name in _RECONSTRUCTORS:
            kind, base, state = given if len(given) == 3 else (None, None, None)
            if not isinstance(base, Name) or base.name not in _OBJECTS or state is not None:
                raise self._refused_call(called)
            self._push_new(kind, [])
        else:
            self._push_new(called, given)

    def _refused_call(self, called: Value) -> Fault:
        what = quoted(called.name) if isinstance(called, Name) else "something that is not a class"
        message = f"a call of {what} before byte {self.at} that no saved game makes; nothing was executed"
        return Fault("unsafe-pickle", message)

    def _build(self) -> None:
        state, thing = self._pop(), self._top()
        if not isinstance(thing, Thing):
            raise _malformed(f"the operation before byte {self.at} sets fields of something that is not an object")
        if not isinstance(state, Entries):
            return  # the random generator's, which is thrown away
        self._charge(len(state.values))  # the same ones may come again and again
        for value in state.values.values():
            thing.take_in(value)
        thing.fields |= state.values
        if len(thing.fields) > MOST_ENTRIES:
            raise Fault("too-large", f"an object of more than {MOST_ENTRIES} fields: no saved game has one")


_HIGHEST_PROTOCOL = 5
_STOP = ord(".")
_WHOLE_NUMBER = re.compile(rb"-?[0-9]{1,614}L?")
_FRACTION = re.compile(rb"-?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?(?:e[+-]?[0-9]{1,4})?|inf|nan)")
_QUOTED = re.compile(rb"""'[ -&(-\[\]-~]*'|"[ !#-\[\]-~]*\"""")

_REFUSED = {
    **dict.fromkeys(b"\x82\x83\x84", "an extension's number"),
    **dict.fromkeys(b"PQ", "a persistent id"),
    **dict.fromkeys(b"\x97\x98", "a buffer outside of the file"),
    **dict.fromkeys(b"\x8f\x90\x91", "a set"),
    **dict.fromkeys(b"\x92", "a call with named arguments"),
    **dict.fromkeys(b"\x96", "a byte array"),
    **dict.fromkeys(b"2", "a value put down twice"),
}
"""The operations that no saved game has, and what they bring in."""


def _malformed(message: str) -> Fault:
    return Fault("syntax", f"malformed pickle: {message}")


def _unknown(code: int, start: int) -> Fault:
    if code in _REFUSED:
        return Fault(
            "unsafe-pickle", f"{_REFUSED[code]} at byte {start}: no saved game has one; nothing was executed"
        )
    return _malformed(f"byte {start} is 0x{code:02x}, which is not an operation")
