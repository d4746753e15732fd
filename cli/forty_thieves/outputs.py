"""Writing to standard output and to files: whole or not at all, and never over what is there unasked."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from io import RawIOBase
from typing import IO

from .text import reason

STDOUT = "-"


class OutputError(Exception):
    """Something could not be written; the message says what and why."""


def write_stdout(pieces: Iterable[bytes]) -> None:
    """Write bytes to standard output, and flush it; see :func:`opened`."""
    write_file(STDOUT, pieces)


def write_file(path: str, pieces: Iterable[bytes], *, force: bool = False) -> None:
    """Write a file: all of it, or nothing.

    Args:
        path: where; ``-`` is standard output. A device or a named pipe is written to as it is.
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
        path: where; ``-`` is standard output. A device or a named pipe is written to as it is.
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
        with _told("cannot write to standard output"):
            try:
                yield _whole(sys.stdout.buffer)
                sys.stdout.buffer.flush()
            except OSError:
                discard_stdout()
                raise
        return
    if not path:
        raise OutputError("cannot write there: the file's name is empty")
    target = os.path.realpath(path)
    try:
        mode = os.stat(target).st_mode
    except OSError:
        mode = None
    if mode is not None and stat.S_ISDIR(mode):
        raise OutputError("cannot write there: it is a folder")
    with _told("cannot write the file"):
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb") as device:
                yield device.write
            return
        if mode is not None and not force:
            raise FileExistsError
        yield from _drafted(target, mode, force=force)


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
def _told(what: str) -> Iterator[None]:
    """Turn what the system says into an OutputError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except FileExistsError:
        raise OutputError("the file is there already; --force replaces it") from None
    except OSError as error:
        raise OutputError(f"{what}: {reason(error)}") from None


def _drafted(target: str, mode: int | None, *, force: bool) -> Iterator[Callable[[bytes], object]]:
    """Write beside the target under another name first, then move it there in one step."""
    draft = os.path.join(os.path.dirname(target), f".{os.urandom(8).hex()}.part")
    try:
        with open(draft, "xb") as file:
            yield file.write
        if mode is not None:
            os.chmod(draft, stat.S_IMODE(mode))
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
