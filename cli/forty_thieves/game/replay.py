"""The replay loop: the one place that knows the rules of the usual moves.

It is where a game's time goes, so it stands alone, in plain types: a build may compile this module (``make wheel
COMPILED=1``), and what it does is the same either way. What is seldom needed stands in :mod:`.rare_moves`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import length_hint

from .cards import CARDS_IN_PACK
from .moves import ASSERTING, DRAWING, FROM_STOCK, RARE, SEQUENCE, TO_COLUMN, TO_FOUNDATION, WASTE, Entry
from .rare_moves import is_unexpected, may_open, move_from_stock, move_rare, nothing_there, why_no_sequence
from .state import Effect, State

_EVERY_CARD = frozenset(range(CARDS_IN_PACK))


def replay(state: State, entries: Sequence[Entry]) -> str:
    """Play moves one after another, up to the first that breaks a rule.

    A refused move leaves the state as it was.

    Args:
        state: the state, in which the moves that are played are counted.
        entries: the moves; each is judged on the state that those before it left.

    Returns:
        The code of the rule that the first move that was not played breaks, or the empty text where all were played.
    """
    # As local names, which are quicker to read.
    to_column, to_foundation, drawing, sequence = TO_COLUMN, TO_FOUNDATION, DRAWING, SEQUENCE
    from_stock, rare, asserting = FROM_STOCK, RARE, ASSERTING
    rules = state.rules
    lookups = state.lookups
    foundations = state.founded
    fits: tuple[frozenset[int], ...] = lookups.fits
    runs: tuple[frozenset[int], ...] = lookups.runs
    next_up: tuple[int, ...] = lookups.next_up
    piles: list[list[int]] = state.piles
    stock: list[int] = state.stock
    ready: list[int] = foundations.ready
    in_suit: bool = rules.foundation_build == "same-suit"
    founded: list[int] = foundations.journal
    face_down: list[int] = state.face_down
    effects: list[Effect] = state.effects
    waste: list[int] = piles[WASTE]
    draw: int = rules.draw
    one_by_one: bool = draw == 1
    top_cards, top_reversed = slice(-draw, None), slice(None, -draw - 1, -1)
    sequences: bool = rules.move == "sequence"
    only_to_empty: bool = rules.sequence_to == "empty"
    any_to_empty: bool = rules.empty_columns in ("any", "auto")
    fills: bool = rules.empty_columns == "auto" or state.refills
    levels: tuple[int, ...] = rules.face_levels
    has_effects: bool = fills or any(face_down)
    # How far the loop has come is asked of its iterator, when it matters: counting would cost every move.
    queue = iter(entries)
    before: int = state.played + len(entries) - 1
    code = ""
    kind = source = target = 0
    try:
        for kind, source, target, move in queue:
            if kind > rare:
                kind -= asserting  # noqa: PLW2901 - an assertion that holds is nothing more to the move
                if kind <= to_foundation:
                    as_said = piles[source][-1] == move.card
                elif kind == drawing:
                    as_said = not stock or stock[-draw:][0] == move.card
                else:
                    as_said = not is_unexpected(state, move)
                if not as_said:
                    code = "wrong-card"
                    break
            # A card is taken before it is judged, and put back: that is quicker than to look at it first.
            if kind == to_foundation:
                pile = piles[source]
                card = pile.pop()
                waiting = ready[card]
                if not waiting:
                    pile.append(card)
                    code = "not-on-foundation"
                    break
                if in_suit:
                    ready[card] = waiting - 1
                    ready[next_up[card]] += 1
                    founded.append(card)
                else:
                    foundations.put(card)
            elif kind == drawing:
                if one_by_one:
                    waste.append(stock.pop())
                    continue
                if len(stock) < draw:
                    if not stock:
                        code = "empty-stock"
                        break
                    effects.append((before - length_hint(queue), "drew", len(stock)))
                waste += stock[top_reversed]
                del stock[top_cards]
                continue
            elif kind == to_column:
                onto = piles[target]
                pile = piles[source]
                card = pile.pop()
                if onto:
                    if card not in fits[onto[-1]]:
                        pile.append(card)
                        code = "does-not-build"
                        break
                elif not (any_to_empty or may_open(state, card, source)):
                    pile.append(card)
                    code = "empty-column"
                    break
                onto.append(card)
            elif kind == sequence:
                count: int = move.count
                pile = piles[source]
                onto = piles[target]
                if not sequences or count > len(pile) - face_down[source]:
                    code = why_no_sequence(state, pile, count)
                    break
                moved = pile[-count:]
                follows = _EVERY_CARD
                for card in moved:
                    if card not in follows:
                        code = "not-a-sequence"
                        break
                    follows = runs[card]
                if code:
                    break
                card = moved[0]
                if onto:
                    if only_to_empty:
                        code = "empty-column-only"
                        break
                    if card not in fits[onto[-1]]:
                        code = "does-not-build"
                        break
                elif not (any_to_empty or may_open(state, card, source)):
                    code = "empty-column"
                    break
                onto += moved
                del pile[-count:]
            elif kind == from_stock:
                code = move_from_stock(state, move)
                if code:
                    break
                continue
            else:
                code = move_rare(state, move, before - length_hint(queue))
                if code:
                    break
                continue
            if has_effects and len(pile) <= face_down[source]:
                if pile:
                    face_down[source] = levels[face_down[source]]
                    effects.append((before - length_hint(queue), "turned", source))
                    has_effects = fills or any(face_down)
                elif fills:
                    state.fill(source, before - length_hint(queue))
    except (IndexError, OverflowError):  # OverflowError: a compiled loop says so of an index beyond all bounds
        code = nothing_there(state, kind, source, target)
        if not code:
            raise
    state.played += len(entries) - length_hint(queue) - bool(code)
    return code
