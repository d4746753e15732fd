"""A golden game of each variant, replayed line by line."""

from __future__ import annotations

import pytest

from forty_thieves import variants
from playthroughs import FOLDER, path_of, playthrough_lines
from slow_referee import SlowReferee

RECORDED = sorted(path.stem for path in FOLDER.glob("*.txt"))


def test_every_variant_has_a_playthrough() -> None:
    """A new one is written by tests/tools/write_playthroughs.py, and read through before it is kept."""
    assert sorted(variants.ARTICLE_NAMES) == RECORDED


def tokens_of(lines: list[str]) -> list[str]:
    return [line.partition(": ")[2] for line in lines if line.startswith("move ")]


@pytest.mark.parametrize("name", RECORDED)
def test_a_playthrough_is_played_again_line_by_line(name: str) -> None:
    lines = path_of(name).read_text().splitlines()
    assert lines[0] == f"variant: {name}"
    seed = int(lines[1].removeprefix("seed: "))
    tokens = tokens_of(lines)
    assert len(tokens) >= 40
    again = list(playthrough_lines(name, seed, tokens))
    for number, (line, told) in enumerate(zip(lines, again, strict=True), 1):
        assert told == line, f"line {number}"


@pytest.mark.parametrize("name", RECORDED)
def test_another_referee_lists_the_same_legal_moves(name: str) -> None:
    lines = path_of(name).read_text().splitlines()
    start = lines[3 : lines.index("", 3)]
    fields = dict(line.replace("<", "").replace(">", "").split(":", 1) for line in start)
    columns = [cards for place, cards in fields.items() if place.isdigit()]
    other = SlowReferee(name, columns, fields["stock"])
    steps = "\n".join(lines[3:]).split("\n\n")
    for step in steps:
        told = dict(line.split(":", 1) for line in step.splitlines())
        assert sorted(told["legal"].split()) == sorted(other.legal_tokens()), step
        assert told["waste"].split() == other.waste
        for token in tokens_of(step.splitlines()):
            other.play(token)


def test_the_playthroughs_show_every_kind_of_move() -> None:
    tokens = [token for name in RECORDED for token in tokens_of(path_of(name).read_text().splitlines())]
    kinds = {"".join("5" if char.isdigit() else char for char in token).replace("55", "5") for token in tokens}
    assert {"d", "r", "w-f", "w-5", "5-f", "5-5", "5-5x5", "s-f", "s-5"} <= kinds
