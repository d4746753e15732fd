"""A golden game of each variant, replayed line by line."""

from __future__ import annotations

import pytest

from forty_thieves import deal
from forty_thieves.game import variants
from support.playthroughs import FOLDER, path_of, playthrough_lines
from support.slow_referee import GAMES, SlowReferee
from support.strategies import PYSOLFC_GAMES, spelled

RECORDED = sorted(path.stem for path in FOLDER.glob("*.txt"))


def test_every_variant_has_a_playthrough() -> None:
    """A new one is written by tests/tools/write_playthroughs.py, and read through before it is kept."""
    assert sorted(path_of(name).stem for name in variants.names()) == RECORDED


def tokens_of(lines: list[str]) -> list[str]:
    return [line.partition(": ")[2] for line in lines if line.startswith("move ")]


@pytest.mark.parametrize("name", variants.names())
def test_a_playthrough_is_played_again_line_by_line(name: str) -> None:
    lines = path_of(name).read_text().splitlines()
    assert lines[0] == f"variant: {name}"
    seed = int(lines[1].removeprefix("seed: "))
    tokens = tokens_of(lines)
    assert len(tokens) >= (40 if name in variants.ARTICLE_NAMES else 25)
    again = list(playthrough_lines(name, seed, tokens))
    for number, (line, record) in enumerate(zip(lines, again, strict=True), 1):
        assert record == line, f"line {number}"


@pytest.mark.parametrize("name", variants.names())
def test_another_referee_lists_the_same_legal_moves(name: str) -> None:
    lines = path_of(name).read_text().splitlines()
    start = lines[3 : lines.index("", 3)]
    fields = dict(line.replace("<", "").replace(">", "").split(":", 1) for line in start)
    columns = [cards for place, cards in fields.items() if place.isdigit()]
    laid = spelled(deal(name, int(lines[1].removeprefix("seed: "))).on_foundations)
    game = GAMES[name] if name in GAMES else PYSOLFC_GAMES[name]
    cells = fields.get("cells", "").replace("-", "")
    other = SlowReferee(game, columns, fields["stock"], fields["waste"], laid, cells)
    record: dict[str, str] = {}
    steps = "\n".join(lines[3:]).split("\n\n")
    for step in steps:
        record |= dict(line.split(":", 1) for line in step.splitlines())
        assert sorted(record["legal"].split()) == sorted(other.legal_tokens()), step
        assert record["waste"].split() == other.waste
        for number, (column, down) in enumerate(zip(other.columns, other.down, strict=True), 1):
            cards = [f"<{card}>" if hidden else card for card, hidden in zip(column, down, strict=True)]
            assert record[str(number)].split() == cards, step
        if other.cells:
            assert record["cells"].split() == [card or "-" for card in other.cells]
        for token in tokens_of(step.splitlines()):
            other.play(token)


def test_the_playthroughs_show_every_kind_of_move() -> None:
    tokens = [token for name in variants.names() for token in tokens_of(path_of(name).read_text().splitlines())]
    kinds = {"".join("5" if char.isdigit() else char for char in token).replace("55", "5") for token in tokens}
    assert {"d", "r", "w-f", "w-5", "5-f", "5-5", "5-5x5", "s-f", "s-5"} <= kinds
    assert {"fc-5", "fd-5", "fh-5", "fs-5", "5-c5", "w-c5", "c5-5", "c5-f"} <= kinds
