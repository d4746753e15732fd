"""Portfolios: which searches are tried on a deal, in which order, and how many positions each may examine.

A portfolio is data under a name and a number. A published one never changes, as the effort at which a deal is won
follows from it; a better one gets the next number. That several searches are tried is what wins: each set of weights,
layering and rule for the foundations wins deals that the others lose. Small beams come first, as they win most of the
easy deals with a tenth of the effort.

A price on moves is part of the weights where layers are by moves (:meth:`.Weights.priced`), and of the plan where
they are by draws.

After the last search the four last ones are tried again and again, with other noise in their scores each time.

None of these searches proves anything by running dry: all of them let positions go.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from forty_thieves.game.rules import Rules

from .beam import Founding, Plan
from .evaluation import Weights

WIDE = 200
"""Where a search keeps more than so many positions of a layer it is a wide one."""

NOISE_OF_REPEATS = 40
_REPEATED = 4


class Strategy(Struct, frozen=True):
    """One search of a portfolio.

    Attributes:
        number: which search of the portfolio it is, from 1; repeats are counted on.
        plan: how it searches.
        effort: positions that it may examine.
    """

    number: int
    plan: Plan
    effort: int


class Portfolio(Struct, frozen=True):
    """Searches to be tried one after another.

    Attributes:
        name: the portfolio's name and number.
        plans: how they search.
        effort_a_position: positions that one search may examine, for each position that it keeps of a layer.
        effort_when_wide: the same where it keeps more than WIDE.
    """

    name: str
    plans: tuple[Plan, ...]
    effort_a_position: int = 20_000
    effort_when_wide: int = 20_000

    def strategies(self) -> Iterator[Strategy]:
        """The searches in their order; there is no end of them."""
        for number, plan in enumerate(self.plans):
            yield self._strategy(number, plan)
        number = len(self.plans)
        while True:
            for plan in self.plans[-_REPEATED:]:
                noisy = plan.weights._replace(noise=NOISE_OF_REPEATS)
                yield self._strategy(number, plan._replace(weights=noisy, seed=number))
                number += 1

    def _strategy(self, number: int, plan: Plan) -> Strategy:
        return Strategy(number + 1, plan, self.effort_of(plan))

    def effort_of(self, plan: Plan) -> int:
        """The positions that a search may examine."""
        return plan.width * (self.effort_when_wide if plan.width > WIDE else self.effort_a_position)


def portfolio_for(rules: Rules, name: str | None = None) -> Portfolio:
    """The portfolio for games by some rules.

    Args:
        rules: the rules.
        name: which one; any can search any game. None is the best one for the rules.

    Raises:
        KeyError: there is none of that name.
    """
    if name is not None:
        return PORTFOLIOS[name]
    return SEQUENCES_3 if rules.move == "sequence" else SINGLE_2


_A = Weights()
_B = Weights(empty=60, inversion=20, stock=0, waste_inversion=30, cover=15, evenness=20)
_C = Weights(inversion=15, cover=30)
_D = Weights(empty=0, inversion=45, hidden=0, waste_inversion=30, cover=15, cover_limit=16)
_E = Weights(inversion=45, waste_inversion=30, cover_limit=16)

SINGLE_1 = Portfolio(
    "single/1",
    (
        Plan(20, "moves", "always", _A),
        Plan(60, "moves", "safe", _C),
        Plan(100, "moves", "always", _A),
        Plan(300, "moves", "always", _A),
        Plan(300, "moves", "safe", _B),
        Plan(300, "draws", "safe", _B),
        Plan(1000, "moves", "always", _A),
        Plan(1000, "moves", "safe", _C),
        Plan(1000, "draws", "safe", _B),
        Plan(3000, "moves", "always", _A),
        Plan(3000, "moves", "safe", _B),
        Plan(3000, "draws", "safe", _A),
        Plan(3000, "moves", "always", _C),
        Plan(10000, "moves", "always", _A),
        Plan(10000, "moves", "safe", _B),
        Plan(10000, "draws", "safe", _B),
        Plan(10000, "moves", "safe", _C),
    ),
)
"""For games that move single cards; SINGLE_2 wins more of them."""

SEQUENCES_1 = Portfolio(
    "sequences/1",
    (
        Plan(20, "draws", "safe", _D),
        Plan(60, "draws", "safe", _D),
        Plan(60, "draws", "safe", _E),
        Plan(200, "draws", "safe", _E),
        Plan(200, "draws", "always", _D),
        Plan(600, "draws", "safe", _D),
        Plan(600, "draws", "safe", _E),
        Plan(2000, "draws", "safe", _D),
        Plan(2000, "draws", "safe", _E),
        Plan(2000, "draws", "always", _D),
        Plan(2000, "draws", "always", _E),
    ),
)
"""For games that move sequences; SEQUENCES_3 wins more of them."""

SEQUENCES_2 = Portfolio(
    "sequences/2",
    (
        Plan(20, "draws", "safe", _D),
        Plan(60, "draws", "safe", _D),
        Plan(60, "draws", "always", _D),
        Plan(200, "draws", "safe", _D),
        Plan(200, "draws", "always", _D),
        Plan(600, "draws", "safe", _D),
        Plan(600, "draws", "always", _D),
        Plan(5000, "draws", "safe", _D),
        Plan(2000, "draws", "safe", _D),
        Plan(2000, "draws", "always", _D),
        Plan(2000, "draws", "safe", _E),
        Plan(5000, "draws", "always", _D),
    ),
    effort_when_wide=10_000,
)
"""For games that move sequences; SEQUENCES_3 wins more of them.

A wide search that wins takes 5,000 to 8,000 positions for each one kept.
"""

_SHARED = 60
"""Of 100 places so many are shared out: between 50 and 80 there is little to choose, 0 and 100 are worse."""

# A few sets of weights are named by what they give most for; the search for shorter wins has them too.
WASTE_FIRST = Weights(empty=30, inversion=46, fit=68, waste=2, stock=2, waste_inversion=100, cover_limit=16)
COVER_FIRST = Weights(
    founded=86,
    empty=0,
    inversion=27,
    waste=1,
    stock=13,
    waste_inversion=30,
    cover=34,
    cover_limit=45,
    evenness=12,
)
_F = WASTE_FIRST.priced(40)
_G = WASTE_FIRST.priced(20)
_H = _G._replace(fit=41, waste=0, cover_limit=15)
_I = Weights(empty=60, inversion=40, stock=0, waste_inversion=80, cover=15, cover_limit=30, evenness=20).priced(20)


def _by_moves(width: int, founding: Founding, weights: Weights) -> Plan:
    return Plan(width, "moves", founding, weights, shared=_SHARED)


SINGLE_2 = Portfolio(
    "single/2",
    (
        _by_moves(20, "safe", _F),
        _by_moves(60, "safe", _F),
        _by_moves(300, "safe", _F),
        _by_moves(300, "always", _I),
        _by_moves(300, "always", COVER_FIRST),
        _by_moves(300, "safe", _H),
        _by_moves(1000, "always", _I),
        _by_moves(1000, "safe", _H),
        _by_moves(1000, "always", COVER_FIRST),
        _by_moves(3000, "safe", _G),
        _by_moves(3000, "safe", COVER_FIRST),
        _by_moves(3000, "always", _H),
        _by_moves(3000, "safe", _I),
        _by_moves(10000, "safe", _H),
        _by_moves(10000, "safe", COVER_FIRST),
        _by_moves(10000, "always", _G),
        _by_moves(10000, "safe", _I),
    ),
)
"""For games that move single cards. Places are shared out and moves cost; it wins more than SINGLE_1, with less."""

_PRICE_BY_DRAWS = 60
_K = _D._replace(founded=100 + _PRICE_BY_DRAWS)
COLUMNS_FIRST = _K._replace(hidden=20, waste_inversion=60)


def _by_draws(width: int, founding: Founding, weights: Weights) -> Plan:
    return Plan(width, "draws", founding, weights, shared=_SHARED, price=_PRICE_BY_DRAWS)


SEQUENCES_3 = Portfolio(
    "sequences/3",
    (
        _by_draws(20, "always", _K),
        _by_draws(60, "safe", COLUMNS_FIRST),
        _by_draws(60, "always", _K),
        _by_draws(200, "safe", COLUMNS_FIRST),
        _by_draws(200, "always", _K),
        _by_draws(600, "safe", _K),
        _by_draws(600, "always", COLUMNS_FIRST),
        _by_draws(2000, "safe", COLUMNS_FIRST),
        _by_draws(2000, "always", _K),
        _by_draws(5000, "safe", _K),
        _by_draws(5000, "always", COLUMNS_FIRST),
    ),
    effort_when_wide=10_000,
)
"""For games that move sequences. Places are shared out and moves cost; it wins more than SEQUENCES_2, with less."""

PORTFOLIOS = {portfolio.name: portfolio for portfolio in (SINGLE_1, SINGLE_2, SEQUENCES_1, SEQUENCES_2, SEQUENCES_3)}
"""Every portfolio that was published, by name."""
