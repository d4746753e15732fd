"""Coverage-guided fuzzing of the readers and the referee, where atheris is installed; it is no dependency.

Run with ``python tests/fuzz/atheris_check.py [libFuzzer options] [CORPUS]``, for example ``-max_total_time=300``;
with ``-timeout=2`` an input that takes longer than two seconds counts as found.
The first byte of an input says what kind of file the rest is.
"""

from __future__ import annotations

import importlib
import io
import sys
from typing import Any
from unittest import mock

SUFFIXES = ("", ".yaml", ".json", ".jsonl", ".msgpack", ".moves", ".pso")


def check(data: bytes) -> None:
    """Judge a file's games in this process and render them in every format."""

    from forty_thieves.foreign.reading import read
    from forty_thieves.formats import sources
    from forty_thieves.judging.batch import judge_task, row_of
    from forty_thieves.judging.outcomes import Item, Options
    from forty_thieves.judging.reporters import REPORTERS
    from forty_thieves.judging.run import Run

    if not data:
        return
    path = f"input{SUFFIXES[data[0] % len(SUFFIXES)]}"
    with mock.patch.object(sources, "_opened", return_value=io.BytesIO(data[1:])):
        items = [Item(content, path, number, True) for number, content in enumerate(read(path), 1)]
    run = Run(Options(keep_game=True), [reporter(bytes.decode) for reporter in REPORTERS.values()], unique=True)
    statuses = {outcome.status for _, outcome in run.judge(items)}
    run.finish(with_summary=True)
    judge_task(list(map(row_of, items)), Options(formats=tuple(REPORTERS), likeness=True))
    assert statuses <= {0, 1, 2}
    assert statuses


def main() -> None:
    """Hand over to libFuzzer, which never comes back."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["forty_thieves"]):
        for name in ("judging", "foreign", "formats", "records", "game"):
            importlib.import_module(f"forty_thieves.{name}")
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
