"""Surveys as one picture: the share of a game's deals that is won, against the positions examined for each.

The curves are plain numbers; matplotlib, the extra ``plot``, is imported only where they are drawn. The same curves
always give the same bytes, with the same version of it.
"""

from __future__ import annotations

import io
import warnings
from bisect import bisect_right
from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from .survey import Surveyed, wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PlotFormat = Literal["svg", "png"]

LEAST_EFFORT = 1_000
"""Where the axis begins; no search wins with fewer positions but near the end of a game."""

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00")
"""Colors that people of any color vision tell apart (M. Okabe and K. Ito, 2008), less the yellow, a pale line."""

DASHES = ("-", "--", "-.", ":")
"""What tells lines apart once all colors are used."""

MOST_TOGETHER = 10
"""Curves that share their axes; of more each has axes of its own."""

A_ROW = 6
"""Axes side by side, where each curve has its own."""

_TITLE = "Share of deals won, and its 95 % interval"
_EFFORT = "positions examined for each deal"

# Inches: the space around the axes, their size, and what the names beside them need.
_LEFT, _BELOW, _ABOVE = 0.7, 0.6, 0.5
_AXES_WIDTH, _AXES_HEIGHT = 6.5, 4.2
_INCHES_A_LABEL, _INCHES_A_LETTER = 0.21, 0.1
_SMALL_WIDTH, _SMALL_HEIGHT, _SMALL_GAP, _SMALL_ABOVE, _INCHES_A_SMALL_LETTER = 1.7, 1.0, 0.3, 0.5, 0.08
_DOTS_AN_INCH = 120


class PlotError(Exception):
    """A picture that can't be drawn; the message says why."""


class Curve(Struct, frozen=True):
    """How the share of a game's deals that is won grows with the effort.

    Attributes:
        game: what the game is called.
        deals: how many deals were searched.
        efforts: positions examined for each deal, growing; the first one is where the axis begins, the last one where
            the searches ended.
        won: for each effort how many deals were won within it.
    """

    game: str
    deals: int
    efforts: list[int]
    won: list[int]

    @property
    def shares(self) -> list[float]:
        """For each effort the share won, from 0 to 1."""
        return [won / self.deals for won in self.won]

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """For each effort the interval that holds the share of all deals won with a probability of 95 % (Wilson)."""
        return [wilson(won, self.deals) for won in self.won]


def curves_of(games: Sequence[Surveyed]) -> list[Curve]:
    """The curves of games, up to the effort of the surveys.

    A curve steps up where a deal was won. It ends where the first undecided deal was given up: beyond that nobody
    knows how many would have been won. Where all deals are decided it goes on to where the others end.

    Raises:
        PlotError: a game has no deals.
    """
    ends = [_end_of(game) for game in games]
    most = max([LEAST_EFFORT * 10, *(end for end, _ in ends)])
    return [_curve(game, most if decided else end) for game, (end, decided) in zip(games, ends, strict=True)]


def _end_of(game: Surveyed) -> tuple[int, bool]:
    """The largest effort at which it is known how many deals are won; and whether all are decided."""
    if not game.entries:
        raise PlotError(f"{game.name}: no deal was surveyed yet")
    undecided = [entry.effort for entry in game.entries.values() if entry.status == "unknown"]
    if undecided:
        return max(LEAST_EFFORT, min(undecided)), False
    return max(game.effort, *(entry.effort for entry in game.entries.values() if entry.status == "won"), 0), True


def _curve(game: Surveyed, end: int) -> Curve:
    efforts = sorted(entry.effort for entry in game.entries.values() if entry.status == "won")
    at = sorted({LEAST_EFFORT, end, *(effort for effort in efforts if LEAST_EFFORT < effort < end)})
    return Curve(game.name, len(game.entries), at, [bisect_right(efforts, effort) for effort in at])


def spread(places: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Places moved as little as it takes to lie ``gap`` apart, in the same order, from ``least`` to ``most``.

    Where there are too many for that they lie as far apart as there is room.
    """
    if len(places) > 1:
        gap = min(gap, (most - least) / (len(places) - 1))
    order = sorted(range(len(places)), key=lambda number: places[number])
    found = list(places)
    free = least
    for number in order:
        found[number] = free = max(free, found[number])
        free += gap
    free = most
    for number in reversed(order):
        found[number] = free = min(free, found[number])
        free -= gap
    return found


def drawn(curves: Sequence[Curve], form: PlotFormat) -> bytes:
    """The picture: a line for each curve with its interval shaded, and its name.

    A few lines share their axes, with the names beside their ends. More than :data:`MOST_TOGETHER` would hide each
    other: each gets axes of its own, all of one scale, under its name.

    Args:
        curves: one at least; each name is shown as it is.
        form: what kind of file it is.

    Raises:
        PlotError: matplotlib is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow
    except ImportError as error:
        raise PlotError(f"a plot needs matplotlib ({error}): pip install 'forty-thieves[plot]'") from None
    # What the user's own settings of matplotlib say is left aside, so that everybody gets the same picture.
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams["svg.hashsalt"] = "forty-thieves"
        figure = _together(curves) if len(curves) <= MOST_TOGETHER else _side_by_side(curves)
        picture = io.BytesIO()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of characters that the font does not have
            figure.savefig(picture, format=form, metadata={"Date": None} if form == "svg" else {"Software": None})
    return picture.getvalue()


def _together(curves: Sequence[Curve]) -> Figure:
    """The curves on the same axes, their names beside their ends."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow

    labels = [f"{curve.game}  {_share_of(curve)}" for curve in curves]
    height = max(_AXES_HEIGHT, _INCHES_A_LABEL * len(curves))
    beside = spread([curve.shares[-1] for curve in curves], _INCHES_A_LABEL / height, 0.0, 1.0)
    styles = cycle([(color, dashes) for dashes in DASHES for color in COLORS])
    size = _LEFT + _AXES_WIDTH + _INCHES_A_LETTER * max(map(len, labels)), _BELOW + height + _ABOVE
    figure = Figure(figsize=size, dpi=_DOTS_AN_INCH)
    axes = figure.add_axes((_LEFT / size[0], _BELOW / size[1], _AXES_WIDTH / size[0], height / size[1]))
    _scale(axes, curves)
    axes.set_xlabel(_EFFORT)
    axes.set_title(_TITLE, loc="left")
    for curve, label, place, (color, dashes) in zip(curves, labels, beside, styles, strict=False):
        _draw(axes, curve, color, dashes)
        axes.annotate(
            label,
            (curve.efforts[-1], curve.shares[-1]),
            xytext=(1.04, place),
            textcoords="axes fraction",
            verticalalignment="center",
            annotation_clip=False,
            parse_math=False,
            arrowprops={
                "arrowstyle": "-",
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 0,
                "color": color,
                "linestyle": dashes,
                "linewidth": 1.2,
            },
        )
    return figure


def _side_by_side(curves: Sequence[Curve]) -> Figure:
    """Each curve on axes of its own, row by row, under its name."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow
    from matplotlib.ticker import LogLocator, MultipleLocator, NullLocator  # noqa: PLC0415

    across = max(_SMALL_WIDTH, _INCHES_A_SMALL_LETTER * max(len(curve.game) for curve in curves)) + _SMALL_GAP
    down = _SMALL_HEIGHT + _SMALL_ABOVE
    rows = -(-len(curves) // A_ROW)
    width, height = _LEFT + A_ROW * across, _ABOVE + rows * down + _BELOW
    figure = Figure(figsize=(width, height), dpi=_DOTS_AN_INCH)
    figure.text(_LEFT / width, 1 - 0.25 / height, _TITLE, fontsize="large", verticalalignment="center")
    figure.text(_LEFT / width, 0.15 / height, _EFFORT, verticalalignment="center")
    for number, curve in enumerate(curves):
        row, column = divmod(number, A_ROW)
        left, bottom = _LEFT + column * across, height - _ABOVE - (row + 1) * down
        place = left / width, bottom / height, (across - _SMALL_GAP) / width, _SMALL_HEIGHT / height
        axes = figure.add_axes(place)
        _scale(axes, curves)
        axes.xaxis.set_major_locator(LogLocator(100))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_locator(MultipleLocator(0.5))
        lowest = number + A_ROW >= len(curves)
        axes.tick_params(labelsize="small", labelleft=column == 0, labelbottom=lowest)
        axes.set_title(f"{curve.game}\n{_share_of(curve)}", loc="left", fontsize="small", parse_math=False)
        _draw(axes, curve, COLORS[0], DASHES[0])
    return figure


def _share_of(curve: Curve) -> str:
    return f"{100 * curve.shares[-1]:.1f} % of {curve.deals:,}"


def _scale(axes: Axes, curves: Sequence[Curve]) -> None:
    """Give axes the scale of these curves."""
    from matplotlib.ticker import FuncFormatter, PercentFormatter  # noqa: PLC0415 - an extra, and slow

    axes.set_xscale("log")
    axes.set_xlim(LEAST_EFFORT, max(curve.efforts[-1] for curve in curves))
    axes.set_ylim(0, 1)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda effort, _: f"{effort:,.0f}"))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _draw(axes: Axes, curve: Curve, color: str, dashes: str) -> None:
    """Draw a curve, and its interval shaded."""
    low, high = zip(*curve.intervals, strict=True)
    axes.fill_between(curve.efforts, low, high, step="post", color=color, alpha=0.13, linewidth=0)
    axes.step(curve.efforts, curve.shares, where="post", color=color, linestyle=dashes, clip_on=False)
