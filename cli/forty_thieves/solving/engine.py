"""Engines: what runs the kernel's functions, as plain Python or compiled by numba.

Only here are numba and numpy imported. The kernel is written once, in the subset of Python that numba compiles: whole
numbers, and flat arrays that are only indexed. As plain Python it runs on lists, which needs neither package and is
quicker than to take single numbers out of arrays. Whole numbers are kept below 2^62, so that both engines compute the
same.

A function that the kernel is made of is marked with :func:`kernel`, which gives it back as it is. One that is called
from outside is taken through :meth:`Engine.ready`, which compiles it once and keeps the code in the user's cache
folder, keyed by what it was made from.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, MutableSequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

EngineName = Literal["auto", "python", "numba"]
Part = Literal["search", "proofs"]
"""What is compiled together, before it is used for the first time."""
Ints = MutableSequence[int]
"""A flat array of whole numbers: a list, or an array of numpy's."""

CACHE_VARIABLE = "FORTY_THIEVES_CACHE"
"""The environment variable that names another folder for compiled code."""

_P = ParamSpec("_P")
_R = TypeVar("_R")
_kernels: list[Callable[..., Any]] = []


class EngineError(Exception):
    """The engine that was asked for can't be had; the message says why."""


def kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Mark a function as part of the kernel: numba may compile it where another one calls it."""
    _kernels.append(function)
    return function


def bare(array: Ints) -> Ints:
    """An array as compiled code is quickest with: its first number's address, without its length.

    A function that is called from outside takes its arrays so before it does anything else. As numba counts negative
    places from an array's end, each use of one costs a test that more than doubles the time. In plain Python it is
    the array itself.
    """
    return array


class Engine:
    """Runs the kernel's functions as plain Python.

    Attributes:
        name: what it is called in options and output.
        keeps_code: whether compiled code is kept for the next time.
    """

    name: Literal["python", "numba"] = "python"
    keeps_code = False

    def has_code(self, part: Part) -> bool:
        """Whether a part need not be compiled, or was before."""
        del part
        return True

    def note_code(self, part: Part) -> None:
        """Note that a part is compiled now, where its code is kept."""

    def ready(self, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """The function as this engine runs it."""
        return function

    def zeros(self, count: int, bits: Literal[16, 32, 64] = 64) -> Ints:
        """So many zeros; ``bits`` says how large the numbers may grow, their sign included."""
        del bits  # a list takes any number
        return [0] * count

    def array(self, numbers: list[int], bits: Literal[16, 32, 64] = 64) -> Ints:
        """The numbers as an array of their own."""
        del bits
        return list(numbers)

    def grown(self, array: Ints, count: int) -> Ints:
        """The array with zeros behind it, so that it has ``count`` numbers."""
        return [*array, *([0] * (count - len(array)))]


class _NumbaEngine(Engine):
    """Runs the kernel's functions compiled, on arrays of numpy's."""

    name = "numba"

    def __init__(self, numba: Any, numpy: Any) -> None:
        self._numba = numba
        self._numpy = numpy
        self._types = {16: numpy.int16, 32: numpy.int32, 64: numpy.int64}
        self._ready: dict[Callable[..., Any], Any] = {}
        _compile_bare(numba)
        self._callable = 0
        self._folder = _cache_folder(str(numba.__version__))
        self.keeps_code = self._folder is not None

    def has_code(self, part: Part) -> bool:
        # Not by the files of numba's: some are there where compiling was interrupted.
        return self._folder is not None and (self._folder / f"{part}.compiled").exists()

    def note_code(self, part: Part) -> None:
        if self._folder is not None:
            with contextlib.suppress(OSError):
                (self._folder / f"{part}.compiled").touch()

    def ready(self, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """The function compiled; the first call with arguments of new types takes the time that this needs."""
        # Functions that were marked since: a module of the kernel may be imported late.
        for helper in _kernels[self._callable :]:
            self._numba.extending.register_jitable(error_model="numpy")(helper)
        self._callable = len(_kernels)
        found = self._ready.get(function)
        if found is None:
            found = self._ready[function] = self._compiling(function)
        return found  # type: ignore[no-any-return]

    def _compiling(self, function: Callable[..., Any]) -> Any:
        if self._folder is not None:
            with contextlib.suppress(RuntimeError), self._caching(self._folder):  # it can't be written: go on without
                return self._numba.njit(cache=True, error_model="numpy")(function)
        return self._numba.njit(error_model="numpy")(function)

    @contextlib.contextmanager
    def _caching(self, folder: Path) -> Iterator[None]:
        """Let numba keep compiled code in a folder; its setting is everybody's, so it is put back."""
        config = self._numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before

    def zeros(self, count: int, bits: Literal[16, 32, 64] = 64) -> Ints:
        return self._numpy.zeros(count, self._types[bits])  # type: ignore[no-any-return]

    def array(self, numbers: list[int], bits: Literal[16, 32, 64] = 64) -> Ints:
        return self._numpy.array(numbers, self._types[bits])  # type: ignore[no-any-return]

    def grown(self, array: Ints, count: int) -> Ints:
        found: Any = self._numpy.zeros(count, array.dtype)  # type: ignore[attr-defined]
        found[: len(array)] = array
        return found  # type: ignore[no-any-return]


def _compile_bare(numba: Any) -> None:
    """Tell numba what :func:`bare` is."""
    address = numba.extending.intrinsic(_address)

    @numba.extending.overload(bare, strict=False)  # type: ignore[untyped-decorator]
    def overloaded(array: Any) -> Any:  # noqa: ARG001
        return lambda array: address(array)  # noqa: PLW0108 - numba wants it to have the same argument


def _address(typing: Any, array: Any) -> Any:
    """How numba types and compiles the address of an array's first number."""
    del typing
    types = importlib.import_module("numba.core.types")

    def compiled(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), compiled


def is_there() -> bool:
    """Whether numba and numpy are installed; neither is imported."""
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))


_made: dict[str, Engine] = {}


def find_engine(name: EngineName = "auto") -> Engine:
    """The engine of that name; ``auto`` is numba where it is installed and works, else plain Python.

    Raises:
        EngineError: numba was asked for by name and is not installed, or does not work.
    """
    if name not in _made:
        _made[name] = _usual_engine() if name == "auto" else Engine() if name == "python" else _numba_engine()
    return _made[name]


def _usual_engine() -> Engine:
    if is_there():
        with contextlib.suppress(EngineError):
            return find_engine("numba")
    return find_engine("python")


def _numba_engine() -> Engine:
    try:
        numba, numpy = importlib.import_module("numba"), importlib.import_module("numpy")
        importlib.import_module("numba.extending")
    except (ImportError, AttributeError, OSError, SystemError) as error:  # what a package half installed raises
        hint = "pip install 'forty-thieves[solver]'"
        raise EngineError(f"the engine numba can't be had ({error}): {hint}, or take --engine python") from None
    return _NumbaEngine(numba, numpy)


def _cache_folder(numba_version: str) -> Path | None:
    """The folder for compiled code, made where it was not there; None where none can be written.

    Its name holds what the code depends on: the kernel's sources, as numba itself looks at one file only, and the
    versions of numba and Python. The processor is in the names that numba gives inside it.
    """
    digest = sha256(f"{numba_version} {sys.version} {platform.machine()}".encode())
    for source in sorted(Path(__file__).parent.glob("**/*.py")):
        code = source.read_bytes()
        if b"\n@kernel\n" in code:
            digest.update(code)
    base = os.environ.get(CACHE_VARIABLE) or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "forty-thieves"
    )
    folder = Path(base) / f"compiled-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None
