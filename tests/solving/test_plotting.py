"""Surveys as a picture: where the curves go, and that what is drawn is one picture, the same each time."""

from __future__ import annotations

import struct
import sys
import warnings
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forty_thieves.solving.plotting import (
    LEAST_EFFORT,
    MOST_TOGETHER,
    Curve,
    PlotError,
    PlotFormat,
    curves_of,
    drawn,
    spread,
)
from forty_thieves.solving.survey import Entry, Surveyed, wilson

SVG = "{http://www.w3.org/2000/svg}"


def surveyed(name: str, told: str) -> Surveyed:
    """The numbers from 1 on: ``w5000`` is won with so many positions, ``u5`` undecided, ``x5`` unwinnable."""
    statuses = {"w": "won", "u": "unknown", "x": "unwinnable"}
    entries = [
        Entry(number=number, status=statuses[word[0]], effort=int(word[1:]))  # type: ignore[arg-type]
        for number, word in enumerate(told.split(), 1)
    ]
    return Surveyed(name, {entry.number: entry for entry in entries})


@pytest.mark.parametrize(
    ("told", "efforts", "won"),
    [
        # It steps up where a deal was won, and goes to where the undecided ones were given up.
        ("w2000 w5000 u80000", [1000, 2000, 5000, 80000], [0, 1, 2, 2]),
        ("u80000 w5000 w2000", [1000, 2000, 5000, 80000], [0, 1, 2, 2]),
        ("w2000 w2000 u80000", [1000, 2000, 80000], [0, 2, 2]),
        ("u80000", [1000, 80000], [0, 0]),
        # What was won below the beginning counts from there.
        ("w5 w1000 w1001 u80000", [1000, 1001, 80000], [2, 3, 3]),
        ("w80000 u80000", [1000, 80000], [0, 1]),
        # Beyond what the shortest search knows nothing is said.
        ("w2000 w50000 u20000 u80000", [1000, 2000, 20000], [0, 1, 1]),
        ("w2000 u5", [1000], [0]),
        # A deal that is proved unwinnable is decided, whatever the proof took.
        ("w2000 w5000 x7", [1000, 2000, 5000, 10000], [0, 1, 2, 2]),
        ("w2000 w30000", [1000, 2000, 30000], [0, 1, 2]),
        ("x7 x8", [1000, 10000], [0, 0]),
    ],
)
def test_the_points_of_a_curve(told: str, efforts: list[int], won: list[int]) -> None:
    (curve,) = curves_of([surveyed("lucas", told)])
    assert (curve.efforts, curve.won, curve.deals) == (efforts, won, len(told.split()))
    assert curve.shares == [count / len(told.split()) for count in won]
    assert curve.intervals == [wilson(count, len(told.split())) for count in won]


def test_a_game_that_is_decided_goes_on_to_where_the_others_end() -> None:
    decided, other = curves_of([surveyed("lucas", "w2000 w5000"), surveyed("maria", "w3000 u80000")])
    assert (decided.efforts, decided.won) == ([1000, 2000, 5000, 80000], [0, 1, 2, 2])
    assert (other.efforts, other.won) == ([1000, 3000, 80000], [0, 1, 1])


def test_a_game_that_is_decided_goes_on_to_the_effort_of_its_survey() -> None:
    game = surveyed("lucas", "w2000 w5000")
    (curve,) = curves_of([Surveyed(game.name, game.entries, 70_000)])
    assert (curve.efforts, curve.won) == ([1000, 2000, 5000, 70_000], [0, 1, 2, 2])


def test_a_game_without_deals_has_no_curve() -> None:
    with pytest.raises(PlotError, match="maria: no deal was surveyed yet"):
        curves_of([surveyed("lucas", "u5000"), surveyed("maria", "")])


# Names beside each other


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ([0.5], [0.5]),
        ([0.2, 0.8], [0.2, 0.8]),
        ([0.5, 0.5], [0.5, 0.6]),
        ([1.0, 1.0, 0.95], [0.9, 1.0, 0.8]),
        ([0.0, 0.05], [0.0, 0.1]),
        ([], []),
    ],
)
def test_names_move_apart(places: list[float], found: list[float]) -> None:
    assert spread(places, 0.1, 0.0, 1.0) == pytest.approx(found)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_names_keep_their_order_and_lie_apart(places: list[float]) -> None:
    found = spread(places, 0.1, 0.0, 1.0)
    assert sorted(range(len(places)), key=lambda number: (places[number], number)) == sorted(
        range(len(places)), key=lambda number: (found[number], number)
    )
    assert min(found) >= -1e-9
    assert max(found) <= 1 + 1e-9
    gap = min(0.1, 1 / (len(places) - 1))
    ordered = sorted(found)
    assert all(after - before >= gap - 1e-9 for before, after in pairwise(ordered))


# The picture

CURVES = curves_of(
    [
        surveyed("lucas", "w2000 w5000 w7000"),
        surveyed("<&\"' $x$ \\frac \u0634 \ud55c", "w3000 u80000 x5"),
        surveyed("forty-thieves", "u80000"),
    ]
)


@pytest.fixture
def matplotlib() -> None:
    pytest.importorskip("matplotlib")


@pytest.mark.usefixtures("matplotlib")
def test_an_svg() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        svg = drawn(CURVES, "svg")
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    groups = {group.get("id", "") for group in root.iter(f"{SVG}g")}
    assert any(name.startswith("axes_1") for name in groups)
    # Each curve has a line, and a shape for its interval.
    assert sum("PolyCollection" in name for name in groups) == len(CURVES)
    assert b"<dc:date>" not in svg


@pytest.mark.usefixtures("matplotlib")
def test_a_png() -> None:
    png = drawn(CURVES, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    assert width > height > 400
    assert b"Software" not in png


@pytest.mark.usefixtures("matplotlib")
@pytest.mark.parametrize("form", ["svg", "png"])
@pytest.mark.parametrize("times", [1, 4], ids=["together", "side by side"])
def test_the_same_curves_are_the_same_bytes_whatever_was_drawn_before(form: PlotFormat, times: int) -> None:
    import matplotlib as mpl

    before = drawn(CURVES * times, form)
    with mpl.rc_context({"lines.linewidth": 9, "svg.hashsalt": "other", "axes.grid": True}):
        assert drawn(CURVES * times, form) == before
        assert mpl.rcParams["lines.linewidth"] == 9


def many(games: int) -> list[Curve]:
    return [Curve(f"game {number} $x$", 5, [LEAST_EFFORT, 10_000], [0, number % 6]) for number in range(games)]


@pytest.mark.usefixtures("matplotlib")
@pytest.mark.parametrize(("games", "axes"), [(1, 1), (9, 1), (MOST_TOGETHER, 1), (MOST_TOGETHER + 1, 11), (82, 82)])
def test_many_curves_have_axes_of_their_own(games: int, axes: int) -> None:
    groups = [group.get("id", "") for group in ET.fromstring(drawn(many(games), "svg")).iter(f"{SVG}g")]
    assert sum(name.startswith("axes_") for name in groups) == axes
    assert sum("PolyCollection" in name for name in groups) == games


@pytest.mark.usefixtures("matplotlib")
def test_a_long_name_has_room() -> None:
    width, longer = (
        struct.unpack(
            ">I", drawn([*many(MOST_TOGETHER), Curve(name, 5, [LEAST_EFFORT, 10_000], [0, 1])], "png")[16:20]
        )
        for name in ("short", "n" * 80)
    )
    assert longer > width


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotError, match=r"pip install 'forty-thieves\[plot\]'"):
        drawn(CURVES, "svg")
