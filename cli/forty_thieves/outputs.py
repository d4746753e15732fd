"""Writing to standard output and to files: whole or not at all, and never over what is there unasked."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterable
from secrets import token_hex

from .problems import Fault

STDOUT = "-"


class OutputError(Exception):
    """Something could not be written; the message says what and why."""


def write_stdout(pieces: Iterable[bytes]) -> None:
    """Write bytes to standard output, and flush it.

    Raises:
        BrokenPipeError: the reader has gone.
        OutputError: it can't be written to, a full disk for one.
    """
    try:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write to standard output: {reason(error)}") from None


def write_file(path: str, pieces: Iterable[bytes], *, force: bool = False) -> None:
    """Write a file: all of it, or nothing.

    Args:
        path: where; ``-`` is standard output. A device or a named pipe is written to as it is.
        pieces: the bytes, which may be made while they are written.
        force: whether a file that is there may be replaced.

    Raises:
        OutputError: a file is there, or it can't be written. Nothing is left behind.
        Fault: raised by whatever makes the pieces; nothing is left behind.
    """
    if path == STDOUT:
        write_stdout(pieces)
        return
    target = os.path.realpath(path)
    try:
        mode = os.stat(target).st_mode
    except OSError:
        mode = None
    if mode is not None and stat.S_ISDIR(mode):
        raise OutputError("cannot write there: it is a folder")
    if mode is not None and not stat.S_ISREG(mode):
        _write_to_device(target, pieces)
        return
    if mode is not None and not force:
        raise OutputError("the file is there already; --force replaces it")
    _write_whole(target, pieces, force=force, mode=mode)


def _write_to_device(target: str, pieces: Iterable[bytes]) -> None:
    try:
        with open(target, "wb") as device:
            device.writelines(pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write: {reason(error)}") from None


def _write_whole(target: str, pieces: Iterable[bytes], *, force: bool, mode: int | None) -> None:
    """Write beside the target under another name first, then move it there in one step."""
    draft = f"{target[: -len(os.path.basename(target))]}.{token_hex(8)}.part"
    try:
        try:
            with open(draft, "xb") as file:
                file.writelines(pieces)
            if mode is not None:
                os.chmod(draft, stat.S_IMODE(mode))
            if force:
                os.replace(draft, target)
            else:
                _move_to_free_name(draft, target)
        finally:
            with contextlib.suppress(OSError):
                os.unlink(draft)
    except Fault:
        raise
    except FileExistsError:
        raise OutputError("the file is there already; --force replaces it") from None
    except OSError as error:
        raise OutputError(f"cannot write the file: {reason(error)}") from None


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


def reason(error: OSError) -> str:
    """What the system says went wrong, in lower case."""
    return (error.strerror or str(error)).lower()


def discard_stdout() -> None:
    """Send what Python still holds for standard output nowhere, so that its shutdown does not complain."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
