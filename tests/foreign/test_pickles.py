"""Pickles read as data: the same values as Python gives, and nothing executed whatever a file holds."""

from __future__ import annotations

import io
import pickle
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from forty_thieves.foreign.pickled import DEEPEST, DISCARDED, Discarded, Entries, Items, Name, Thing
from forty_thieves.foreign.pickles import LARGEST_NUMBER, MOST_ENTRIES, MOST_OPERATIONS, PickleReader
from forty_thieves.problems import Fault
from support.saved_games import HOSTILE, WRITTEN

CLASSES = frozenset(["a.Class", "pysollib.game.GameMoves"])
CALLS = {"builtins.getattr": lambda arguments: arguments == ["thing", "seed"]}


def read(data: bytes) -> Any:
    return PickleReader(data, CLASSES, CALLS).read()


def plain(value: object) -> object:
    """A value that was read as Python's own."""
    match value:
        case Items():
            return [plain(inner) for inner in value.values]
        case Entries():
            return {key: plain(inner) for key, inner in value.values.items()}
        case Thing():
            return value.name, {key: plain(inner) for key, inner in value.fields.items()}
        case Name():
            return f"name {value.name}"
        case Discarded():
            return "discarded"
    return value


def fault_of(data: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        read(data)
    return caught.value


def as_lists(value: object, protocol: int) -> object:
    """A value of Python's as it is read: tuples are lists, and bytes are written by a call before protocol 3."""
    if isinstance(value, list | tuple):
        return [as_lists(inner, protocol) for inner in value]
    if isinstance(value, dict):
        return {key: as_lists(inner, protocol) for key, inner in value.items()}
    return "discarded" if isinstance(value, bytes) and protocol < 3 else value


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**2000), 2**2000),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.binary(),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner),
        st.lists(inner).map(tuple),
        st.dictionaries(st.one_of(st.text(st.characters(exclude_categories=["Cs"])), st.integers()), inner),
    ),
    max_leaves=20,
)


@given(VALUES, st.integers(0, 5))
def test_plain_values_are_read_as_python_reads_them(value: object, protocol: int) -> None:
    data = pickle.dumps(value, protocol)
    reader = PickleReader(data, CLASSES, CALLS)
    try:
        found = reader.read()
    except Fault as fault:
        assume(fault.code != "too-deep")
        raise
    assert plain(found) == as_lists(value, protocol)
    assert reader.at == len(data)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1), st.integers(0, 5))
def test_the_values_of_one_file_share_a_memo(texts: list[str], protocol: int) -> None:
    file = io.BytesIO()
    pickler = pickle.Pickler(file, protocol)
    for text in texts:
        pickler.dump([text, texts])
    reader = PickleReader(file.getvalue(), CLASSES, CALLS)
    for text in texts:
        assert plain(reader.read()) == [text, texts]


def short(text: str) -> bytes:
    return b"\x8c" + bytes([len(text)]) + text.encode()


def entries(number: int) -> bytes:
    """The entries of a mapping, behind a mark."""
    return b"(" + b"".join(b"M" + struct.pack("<H", key) + b"N" for key in range(number))


OBJECT_0 = b"ccopy_reg\n_reconstructor\n(ca\nClass\nc__builtin__\nobject\nNtR(dVx\nI5\nsb."
HONEST = {
    "an object": (short("a") + short("Class") + b"\x93)\x81}(" + short("x") + b"K\x05ub.", ("a.Class", {"x": 5})),
    "an object of protocol 0": (
        b"ccopy_reg\n_reconstructor\n(ca\nClass\nc__builtin__\nobject\nNtR(dVx\nI5\nsb.",
        ("a.Class", {"x": 5}),
    ),
    "an object of Python 2": (b"(ia\nClass\n(dU\x01xK\x05sb.", ("a.Class", {"x": 5})),
    "an object by its mark": (b"(ca\nClass\no}U\x01xK\x05sb.", ("a.Class", {"x": 5})),
    "an object by a call": (b"ca\nClass\n)R.", ("a.Class", {})),
    "a state that is thrown away": (b"ca\nClass\n)RK\x05K\x06\x86b.", ("a.Class", {})),
    "the call that is let pass": (b"cbuiltins\ngetattr\n" + short("thing") + short("seed") + b"\x86R.", "discarded"),
    "bytes of protocol 2": (b"c_codecs\nencode\n" + short("x") + short("latin1") + b"\x86R.", "discarded"),
    "texts of Python 2": (b"(S'it is'\nT\x02\x00\x00\x00\xe9aU\x01zt.", ["it is", "\xe9a", "z"]),
    "truth values of protocol 0": (b"(I00\nI01\nI1\nt.", [False, True, 1]),
    "values that are dropped": (b"K\x01K\x020.", 1),
    "a mark that is dropped": (b"K\x01(0.", 1),
    "values that are dropped to a mark": (b"K\x01(K\x02K\x031.", 1),
    "a memo": (b"K\x07r\x01\x01\x00\x000j\x01\x01\x00\x00.", 7),
}


@pytest.mark.parametrize(("data", "value"), HONEST.values(), ids=HONEST.keys())
def test_what_saved_games_hold_is_read(data: bytes, value: object) -> None:
    assert plain(read(data)) == value


UNSAFE = {
    "a command": b"cos\nsystem\n(S'true'\ntR.",
    "a command by instance": b"(S'true'\nios\nsystem\n.",
    "a command by a name on the stack": short("os") + short("system") + b"\x93" + short("true") + b"\x85R.",
    "a name inside a class": short("a") + short("Class.__init__") + b"\x93.",
    "a name inside a module's": b"ca.Class\n__init__\n.",
    "a name that is no text": b"K\x01K\x02\x93.",
    "eval": b"cbuiltins\neval\n(V1\ntR.",
    "a class that reads a file": b"cbuiltins\nopen\n(Vx\ntR.",
    "getattr of something else": b"cbuiltins\ngetattr\n(Vthing\nV__class__\ntR.",
    "getattr of a name": b"cbuiltins\ngetattr\n(ca\nClass\nVseed\ntR.",
    "getattr of one value": b"cbuiltins\ngetattr\n(Vthing\ntR.",
    "getattr as a class": b"cbuiltins\ngetattr\n)\x81.",
    "getattr by instance": b"(Vthing\nVseed\nibuiltins\ngetattr\n.",
    "a call of what a call gave": b"cbuiltins\ngetattr\n(Vthing\nVseed\ntR)R.",
    "a call of an object": b"ca\nClass\n)R)R.",
    "a call of a text": b"Vos.system\n)R.",
    "a call without a tuple": b"ca\nClass\nNR.",
    "a class with arguments": b"ca\nClass\n(K\x01tR.",
    "a new object with arguments": b"ca\nClass\n(K\x01t\x81.",
    "a new object of a value": b"K\x01)\x81.",
    "a new object with named arguments": b"ca\nClass\n)}\x92.",
    "object itself": b"cbuiltins\nobject\n)R.",
    "the reconstructor of a list": b"ccopy_reg\n_reconstructor\n(cbuiltins\nobject\ncbuiltins\nobject\nNtR.",
    "the reconstructor with another base": b"ccopy_reg\n_reconstructor\n(ca\nClass\nca\nClass\nNtR.",
    "the reconstructor with a state": b"ccopy_reg\n_reconstructor\n(ca\nClass\nc__builtin__\nobject\nK\x01tR.",
    "another encoding": b"c_codecs\nencode\n(Vx\nVrot13\ntR.",
    "bytes of a size": b"cbuiltins\nbytes\n(I99999999\ntR.",
    "an extension": b"\x82\x01.",
    "a wide extension": b"\x84\x01\x00\x00\x00.",
    "a persistent id": b"Pname\n.",
    "a binary persistent id": b"K\x01Q.",
    "a buffer": b"\x97.",
    "a buffer that is read only": b"K\x01\x98.",
    "a set": b"\x8f(K\x01\x90.",
    "a frozen set": b"(K\x01\x91.",
    "a byte array": b"\x96" + struct.pack("<Q", 1) + b"x.",
    "a value twice": b"K\x012.",
    "a tuple for a key": b"})K\x01s.",
    "a fraction for a key": b"}G" + bytes(8) + b"K\x01s.",
    "no key": b"}NK\x01s.",
}


@pytest.mark.parametrize("data", UNSAFE.values(), ids=UNSAFE.keys())
def test_what_no_saved_game_holds_is_refused(data: bytes) -> None:
    fault = fault_of(data)
    assert fault.code == "unsafe-pickle", fault.message


def nested(depth: int) -> bytes:
    return b"]" * depth + b"a" * (depth - 1) + b"."


def laughs(levels: int) -> bytes:
    return b"]" + b"".join(b"q%c0](" % level + b"h%c" % level * 10 + b"e" for level in range(levels)) + b"."


BEYOND = {
    "lists in lists": (nested(DEEPEST + 1), "too-deep"),
    "tuples in tuples": (b")" + b"\x85" * 100 + b".", "too-deep"),
    "mappings in mappings": (b"(}" * 100 + b".", "syntax"),
    "a billion laughs": (laughs(30), "too-deep"),
    "an object in itself": (b"ca\nClass\n)Rq\x00}U\x01xh\x00sb.", "syntax"),
    "a list in itself": (b"]q\x00h\x00a.", "syntax"),
    "a list in its own list": (b"]q\x00]q\x01a0h\x01h\x00a.", "syntax"),
    "a list made deeper from outside": (b"]q\x00]q\x01a0h\x01]]]aaa.", "syntax"),
    "many operations": (b"K\x010" * MOST_OPERATIONS, "too-large"),
    "many marks": (b"(" * (MOST_OPERATIONS + 1), "too-large"),
    "a high memo entry": (b"K\x01r\xff\xff\xff\xff.", "too-large"),
    "a high memo entry in text": (b"K\x01p999999999999\n.", "too-large"),
    "a negative memo entry": (b"K\x01p-1\n.", "too-large"),
    "a large mapping": (
        b"(" + b"".join(b"M" + struct.pack("<H", key) + b"N" for key in range(MOST_ENTRIES + 1)) + b"d.",
        "too-large",
    ),
    "a large number": (
        b"\x8b" + struct.pack("<i", LARGEST_NUMBER + 1) + bytes(LARGEST_NUMBER + 1) + b".",
        "too-large",
    ),
    "a number of negative size": (b"\x8b\xff\xff\xff\xff.", "too-large"),
    "a number of many digits": (b"L" + b"9" * 5000 + b"L\n.", "syntax"),
    "a fraction of many digits": (b"F" + b"9" * 5000 + b"\n.", "syntax"),
    "a text of 2^60 bytes": (b"\x8d" + struct.pack("<Q", 2**60) + b"x.", "syntax"),
    "bytes of 2^32 - 1": (b"B\xff\xff\xff\xff.", "syntax"),
    "a text of negative size": (b"T\xff\xff\xff\xff.", "syntax"),
    "a frame of 2^64 - 1": (b"\x80\x04\x95" + b"\xff" * 8 + b"N.", "syntax"),
    "a frame that ends too early": (b"\x80\x04\x95" + struct.pack("<Q", 2) + b"J\x01\x00\x00\x00.", "syntax"),
    "a frame that goes on": (b"\x80\x04\x95" + struct.pack("<Q", 3) + b"N.N.", "syntax"),
    "a frame in a frame": (b"\x95" + struct.pack("<Q", 11) + b"\x95" + struct.pack("<Q", 2) + b"N.", "syntax"),
    "a protocol to come": (b"\x80\x06N.", "syntax"),
    "nothing": (b"", "syntax"),
    "no end": (b"N", "syntax"),
    "no value": (b".", "syntax"),
    "two values": (b"NN.", "syntax"),
    "a mark left": (b"(N.", "syntax"),
    "no mark": (b"Nt.", "syntax"),
    "a value from below the mark": (b"N(\x85.", "syntax"),
    "a memo entry that is not there": (b"h\x00.", "syntax"),
    "a line without an end": (b"I1", "syntax"),
    "a number with letters": (b"Ix\n.", "syntax"),
    "a number with an underline": (b"I1_0\n.", "syntax"),
    "a text with an escape": (b"S'\\x41'\n.", "syntax"),
    "a text in two quotes": (b"S'x\"\n.", "syntax"),
    "no UTF-8": (b"X\x01\x00\x00\x00\xff.", "syntax"),
    "a broken escape": (b"V\\u12\n.", "syntax"),
    "an append to a mapping": (b"}Na.", "syntax"),
    "an entry of a list": (b"]NNs.", "syntax"),
    "a key without a value": (b"}(Vx\nu.", "syntax"),
    "fields of a list": (b"]}b.", "syntax"),
    "no operation": (b"\xff.", "syntax"),
}


@pytest.mark.parametrize(("data", "code"), BEYOND.values(), ids=BEYOND.keys())
def test_what_is_beyond_bounds_or_malformed_is_refused(data: bytes, code: str) -> None:
    fault = fault_of(data)
    assert fault.code == code, fault.message


AUDITED = """
import sys
from pathlib import Path
from forty_thieves.foreign.pysol_history import game_of
from forty_thieves.foreign.pysol_saves import read_save
from forty_thieves.problems import Fault

files = [Path(name).read_bytes() for name in sys.argv[1:]]
events = []
sys.addaudithook(lambda event, arguments: events.append((event, arguments)))
for _ in range(2):
    events.clear()  # what is imported late is imported in the first round
    for data in files:
        try:
            game_of(read_save(data))
        except Fault:
            pass
    seen = list(events)
print(len(files), seen)
"""


def test_python_sees_nothing_imported_opened_or_executed(tmp_path: Path) -> None:
    """Python tells of each import, each file opened, each command and each compilation: of those there are none."""
    files = [WRITTEN / "lucas-won.pso", *HOSTILE.iterdir()]
    for number, data in enumerate(UNSAFE.values()):
        files.append(tmp_path / f"{number}.pso")
        files[-1].write_bytes(data)
        files.append(tmp_path / f"{number}-inside.pso")
        files[-1].write_bytes(pickle.dumps("PySolFC") + data)
    command = [sys.executable, "-c", AUDITED, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == f"{len(files)} []\n"


def test_fields_set_again_and_again_are_counted() -> None:
    data = entries(MOST_ENTRIES) + b"dq\x000ca\nClass\n)R" + b"h\x00b" * (MOST_OPERATIONS // MOST_ENTRIES) + b"."
    assert fault_of(data).code == "too-large"


def test_what_a_call_gives_is_the_same_for_all() -> None:
    assert read(HONEST["bytes of protocol 2"][0]) is DISCARDED


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_but_a_fault(data: bytes) -> None:
    with suppress(Fault):
        read(data)


@given(
    st.lists(
        st.sampled_from(b"(0123.NKM]}lteads)RbcqhpgUX\x80\x81\x85\x86\x87\x88\x93\x94ux\n\x00\x01o"), max_size=60
    )
)
def test_no_row_of_operations_raises_anything_but_a_fault(codes: list[int]) -> None:
    with suppress(Fault):
        read(bytes(codes))
