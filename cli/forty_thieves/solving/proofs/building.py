"""What the kernel of the proofs needs of the rules, as numbers: sizes, and what may lie on what.

**Classes.** The capacity argument counts cards of a rank together that can lie on the same cards. In suit these are
the four suits, in alternate colors the two colors, else all cards of the rank: a *class* is a set of suits. The cards
of a class can only lie on cards of one class of the next higher rank, the one *above* it, and every card bears one at
most. (In different suits a card can lie on three of the four suits above it; that it can lie on all of them is more
than the rules allow, which makes a proof harder and nothing false.)
"""

from __future__ import annotations

from forty_thieves.solving.engine import Engine, Ints, kernel

from .model import Problem

FACES = 52
"""Faces, of which a game with shorter suits has fewer."""

NO_FACE = FACES
"""What stands for the top card of an empty pile."""

# The numbers of the rules, by places.
RANKS = 0
PACKS = 1
SEQUENCES = 2  # whether sequences move
TAKES_BACK = 3  # whether cards may be taken back from foundations
CLASS = 4  # for each suit the number of its class
ABOVE = 8  # for each class the class that its cards can lie on
CHAIN = 12  # for each suit the number of its chain: classes whose cards lie on each other
CHAINS = 16  # how many chains there are
AWAITED = 17  # for each suit the suits whose foundations a safe move waits for, as bits; see :mod:`.moves`
BEARERS = 21  # for each face the faces that it may lie on in a column, as bits
RULES_SIZE = BEARERS + FACES


def rules_of(problem: Problem, engine: Engine) -> Ints:
    """The rules of a problem as numbers."""
    rules = engine.zeros(RULES_SIZE)
    rules[RANKS] = problem.ranks
    rules[PACKS] = problem.packs
    rules[SEQUENCES] = int(problem.sequences)
    rules[TAKES_BACK] = int(problem.takes_back)
    bearers = problem.bearers
    classes = _classes_of(bearers)
    rules[CHAINS] = 4 if len(set(classes)) == 4 else 1
    for suit in range(4):
        rules[CLASS + suit] = classes[suit]
        rules[ABOVE + classes[suit]] = classes[bearers[suit][0]]
        rules[CHAIN + suit] = min(classes[suit], classes[bearers[suit][0]])
        rules[AWAITED + suit] = sum(1 << other for other in _awaited(suit, bearers, deeply=problem.takes_back))
        for rank in range(problem.ranks - 1):
            rules[BEARERS + suit * 13 + rank] = sum(1 << upper * 13 + rank + 1 for upper in bearers[suit])
    return rules


def _classes_of(bearers: list[list[int]]) -> list[int]:
    """For each suit the number of its class: suits with the same bearers, or one class where that is no partition."""
    sets = sorted({tuple(suits) for suits in bearers})
    if sum(map(len, sets)) != len(bearers):
        return [0] * len(bearers)
    return [sets.index(tuple(suits)) for suits in bearers]


def _awaited(suit: int, bearers: list[list[int]], *, deeply: bool) -> set[int]:
    """The suits whose cards can lie on cards of a suit; ``deeply`` also those that can lie on these, and so on."""
    found: set[int] = set()
    todo = [suit]
    while todo:
        upper = todo.pop()
        for lower, uppers in enumerate(bearers):
            if upper in uppers and lower not in found:
                found.add(lower)
                if deeply:
                    todo.append(lower)
    return found


@kernel
def fits_on(face: int, upper: int, rules: Ints) -> bool:
    """Whether a card may lie on another; on NO_FACE none does."""
    return bool((rules[BEARERS + face] >> upper) & 1)
