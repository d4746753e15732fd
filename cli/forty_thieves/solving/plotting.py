"""Surveys as one picture: the share of a game's deals that is won, against the positions examined for each.

The curves are plain numbers; only :func:`drawn` imports matplotlib, the extra ``plot``. The same curves always give
the same bytes, with the same version of it.
"""

from __future__ import annotations

import io
import warnings
from bisect import bisect_right
from collections.abc import Sequence
from itertools import cycle
from typing import Literal

from msgspec import Struct

from .survey import Surveyed, wilson

PlotFormat = Literal["svg", "png"]

LEAST_EFFORT = 1_000
"""Where the axis begins; no search wins with fewer positions but near the end of a game."""

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00")
"""Colors that people of any color vision tell apart (M. Okabe and K. Ito, 2008), less the yellow, a pale line."""

DASHES = ("-", "--", "-.", ":")
"""What tells lines apart once all colors are used."""

# Inches: the space around the axes, their size, and what the names beside them need.
_LEFT, _BELOW, _ABOVE = 0.7, 0.6, 0.5
_AXES_WIDTH, _AXES_HEIGHT = 6.5, 4.2
_INCHES_A_LABEL, _INCHES_A_LETTER = 0.21, 0.1
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
    """The picture: a line for each curve with its interval shaded, and its name beside its end.

    Args:
        curves: one at least; each name is shown as it is.
        form: what kind of file it is.

    Raises:
        PlotError: matplotlib is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.ticker import FuncFormatter, PercentFormatter  # noqa: PLC0415
    except ImportError as error:
        raise PlotError(f"a plot needs matplotlib ({error}): pip install 'forty-thieves[plot]'") from None
    labels = [f"{curve.game}  {100 * curve.shares[-1]:.1f} % of {curve.deals:,}" for curve in curves]
    height = max(_AXES_HEIGHT, _INCHES_A_LABEL * len(curves))
    beside = spread([curve.shares[-1] for curve in curves], _INCHES_A_LABEL / height, 0.0, 1.0)
    styles = cycle([(color, dashes) for dashes in DASHES for color in COLORS])
    # What the user's own settings of matplotlib say is left aside, so that everybody gets the same picture.
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams["svg.hashsalt"] = "forty-thieves"
        size = _LEFT + _AXES_WIDTH + _INCHES_A_LETTER * max(map(len, labels)), _BELOW + height + _ABOVE
        figure = Figure(figsize=size, dpi=_DOTS_AN_INCH)
        axes = figure.add_axes((_LEFT / size[0], _BELOW / size[1], _AXES_WIDTH / size[0], height / size[1]))
        axes.set_xscale("log")
        axes.set_xlim(LEAST_EFFORT, max(curve.efforts[-1] for curve in curves))
        axes.set_ylim(0, 1)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda effort, _: f"{effort:,.0f}"))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.grid(color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlabel("positions examined for each deal")
        axes.set_title("Share of deals won, and its 95 % interval", loc="left")
        for curve, label, place, (color, dashes) in zip(curves, labels, beside, styles, strict=False):
            low, high = zip(*curve.intervals, strict=True)
            axes.fill_between(curve.efforts, low, high, step="post", color=color, alpha=0.13, linewidth=0)
            axes.step(curve.efforts, curve.shares, where="post", color=color, linestyle=dashes, clip_on=False)
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
        picture = io.BytesIO()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of characters that the font does not have
            figure.savefig(picture, format=form, metadata={"Date": None} if form == "svg" else {"Software": None})
    return picture.getvalue()
