"""Writing to standard output and to files: whole or not at all, and never over what is there unasked."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from io import RawIOBase
from typing import IO

from .text import file_name, reason

STDOUT = "-"


class OutputError(Exception):
    """Something could not be written; the message says which file, if it was one, and why."""


def write_stdout(pieces: Iterable[bytes]) -> None:
    """Write bytes to standard output, and flush it; see :func:`opened`."""
    write_file(STDOUT, pieces)


def write_file(path: str, pieces: Iterable[bytes], *, force: bool = False) -> None:
    """Write a file: all of it, or nothing.

    Args:
        path: where; ``-`` is standard output. A device, a pipe and an open file's name (``/dev/stdout``,
            ``/dev/fd/3``) are written to as they are.
        pieces: the bytes, which may be made while they are written.
        force: whether a file that is there may be replaced.

    Raises:
        OutputError: a file is there, or it can't be written. Nothing is left behind.
        BrokenPipeError: the reader has gone.
    """
    with opened(path, force=force) as write:
        for piece in pieces:
            write(piece)


@contextlib.contextmanager
def opened(path: str, *, force: bool = False) -> Iterator[Callable[[bytes], object]]:
    """Open something to write to; what was written counts only once the block has ended without an exception.

    Args:
        path: where; ``-`` is standard output. A device, a pipe and an open file's name (``/dev/stdout``,
            ``/dev/fd/3``) are written to as they are.
        force: whether a file that is there may be replaced.

    Yields:
        The function that takes the bytes.

    Raises:
        OutputError: a file is there, or it can't be written. Nothing is left behind.
        BrokenPipeError: the reader has gone.
    """
    if path == STDOUT:
        if sys.stdout is None:
            raise OutputError("cannot write to standard output: it is closed")
        with _failing_as("cannot write to standard output"):
            try:
                yield _whole(sys.stdout.buffer)
                sys.stdout.buffer.flush()
            except OSError:
                discard_stdout()
                raise
        return
    if not path:
        raise OutputError("cannot write there: the file's name is empty")
    name = file_name(path)
    there = f"{name}: the file is there already; --force replaces it"
    with _failing_as(f"{name}: cannot write the file", there):
        device = _open_as_it_is(path)
        if device is not None:
            with device:
                yield device.write
            return
        if os.path.isdir(path) or path.endswith("/"):
            raise OutputError(f"{name}: cannot write there: it is a folder")
        if not force and os.path.exists(path):
            raise FileExistsError
        if not force and os.path.islink(path):
            raise OutputError(f"{name}: the link leads to nothing that is there; --force makes it")
        yield from _drafted(os.path.realpath(path), force=force)


def repeated(paths: Iterable[str]) -> str | None:
    """The first path that means the same file as one before it, however it is spelled; None where there is none.

    Standard output, devices and pipes may be written to by several.
    """
    seen = set()
    for path in paths:
        place = None if path == STDOUT else place_of(path)
        if place is None:
            continue
        if place in seen:
            return path
        seen.add(place)
    return None


def place_of(path: str | int) -> object:
    """What tells a file from every other, whatever it is called: the same for two names of one file.

    Args:
        path: its path, or the number of one that is open.

    Returns:
        The place; None for a device, a pipe, a folder, and a path that means a file that is open already.
    """
    if isinstance(path, str) and (not path or _DESCRIPTOR.fullmatch(path)):
        return None
    try:
        found = os.stat(path)
    except OSError:
        return os.path.realpath(path) if isinstance(path, str) else None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


_DESCRIPTOR = re.compile(r"/dev/std(?P<name>out|err)|(?:/dev|/proc/self)/fd/(?P<number>[0-9]{1,9})")


def _open_as_it_is(path: str) -> IO[bytes] | None:
    """A device, a pipe, or a file that is open already, ready to be written to; None for any other path."""
    found = _DESCRIPTOR.fullmatch(path)
    if found is not None:
        number = int(found["number"]) if found["number"] else 1 if found["name"] == "out" else 2
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        return os.fdopen(os.dup(number), "wb")
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return None
    return None if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else open(path, "wb")


def _whole(stream: IO[bytes] | RawIOBase) -> Callable[[bytes], object]:
    """A function that writes all of what it is given.

    With PYTHONUNBUFFERED standard output is a raw file, which may take a part of the bytes and say so.
    """
    if not isinstance(stream, RawIOBase):
        return stream.write

    def write(data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            taken = stream.write(rest)
            if taken is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            rest = rest[taken:]

    return write


@contextlib.contextmanager
def _failing_as(what: str, there: str = "") -> Iterator[None]:
    """Turn what the system says into an OutputError: ``what`` and why, or ``there`` for a file that is there."""
    try:
        yield
    except BrokenPipeError:
        raise
    except FileExistsError:
        raise OutputError(there) from None
    except OSError as error:
        raise OutputError(f"{what}: {reason(error)}") from None


def _drafted(target: str, *, force: bool) -> Iterator[Callable[[bytes], object]]:
    """Write beside the target under another name first, then move it there in one step."""
    draft = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")
    try:
        with open(draft, "xb") as file:
            yield file.write
        with contextlib.suppress(FileNotFoundError):
            os.chmod(draft, stat.S_IMODE(os.stat(target).st_mode))
        if force:
            os.replace(draft, target)
        else:
            _move_to_free_name(draft, target)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(draft)


def _move_to_free_name(draft: str, target: str) -> None:
    """Give a file its name only where nothing has that name, also when another program takes it just now."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        with open(target, "xb"):
            pass
        os.replace(draft, target)


def discard_stdout() -> None:
    """Send what Python still holds for standard output nowhere, so that its shutdown does not complain."""
    if sys.stdout is None:
        return
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
