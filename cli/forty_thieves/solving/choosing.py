"""Which children of a layer a beam goes on with.

The *best* ones are those with the highest scores. But scores are a guess, and the best ones by a guess are much
alike: one idea, with its moves in every order. So a part of the places can be *shared out* among groups of
children, in turns: the best one of each group, then the second best of each, and so on. A group is those that have
as many cards of each suit on the foundations; a layer of a beam of 300 has fifty to a hundred of them. (To keep the
best of every kind instead of the best of all is an idea of evolutionary search: Mouret and Clune, Illuminating
search spaces by mapping elites, 2015.)

A *layer* is a flat array, with CHILD_SIZE numbers for each child.
"""

from __future__ import annotations

from .engine import Ints, bare, kernel
from .evaluation import SCORES, mixed
from .kernel import FOUNDATIONS, HEIGHT, PACKS, SIZE, TOPS, play

PARENT, MOVE, SCORE, GROUP, CHILD_SIZE = 0, 1, 2, 3, 4
"""A child's numbers: its parent's place among the rows, the move, the score, the group, and how many these are."""

GROUPS = 1 << 14
"""Groups that are told apart; two that fall on one place are taken for one."""

_LET_GO = -1


@kernel
def group_of(game: Ints, row: Ints) -> int:
    """The group of a position: a number from how many cards of each suit lie on the foundations."""
    group = 0
    for number in range(game[FOUNDATIONS]):
        group += game[HEIGHT + row[game[TOPS] + number]] << 8 * (number // game[PACKS])
    return mixed(group) & GROUPS - 1


@kernel
def entered(layer: Ints, room: int, children: int, parent: int, move: int, score: int, group: int) -> int:
    """Put a child in a layer; how many there are then. One for which there is no room is let go."""
    begin = children * CHILD_SIZE
    if begin + CHILD_SIZE > room:
        return children
    layer[begin + PARENT] = parent
    layer[begin + MOVE] = move
    layer[begin + SCORE] = score
    layer[begin + GROUP] = group
    return children + 1


@kernel
def choose(layer: Ints, children: int, width: int, shared: int, histogram: Ints, order: Ints) -> None:
    """Mark those children of a layer that are let go.

    Args:
        layer: the children.
        children: how many there are; more than ``width``.
        width: how many are kept.
        shared: so many of these places are shared out among the groups. The others go to the best children; of those
            with the last score that is good enough, to the first ones.
        histogram: room for SCORES numbers, and for GROUPS.
        order: room for as many numbers as there are children, where places are shared out.
    """
    layer, histogram, order = bare(layer), bare(histogram), bare(order)
    if shared:
        _choose_in_turns(layer, children, width - shared, width, histogram, order)
    else:
        _choose_best(layer, children, width, histogram)


@kernel
def _choose_best(layer: Ints, children: int, width: int, histogram: Ints) -> None:
    """Keep those with the highest scores."""
    _count_scores(layer, children, histogram)
    least, better = SCORES - 1, 0
    while better + histogram[least] <= width:
        better += histogram[least]
        least -= 1
    spare = width - better
    for at in range(children):
        score = layer[at * CHILD_SIZE + SCORE]
        if score < least or (score == least and spare == 0):
            layer[at * CHILD_SIZE + SCORE] = _LET_GO
        elif score == least:
            spare -= 1


@kernel
def _choose_in_turns(layer: Ints, children: int, best: int, width: int, histogram: Ints, order: Ints) -> None:
    """Keep the best ones, then in turns the best of each group."""
    _put_in_order(layer, children, histogram, order)
    # How often each group had a turn; a child's group gives way to the turn in which it comes.
    for place in range(SCORES):
        histogram[place] = 0
    turns = SCORES
    for group in range(GROUPS):
        histogram[turns + group] = 0
    for place in range(best, children):
        at = order[place] * CHILD_SIZE + GROUP
        group = layer[at]
        turn = min(histogram[turns + group], SCORES - 1)
        histogram[turns + group] += 1
        histogram[turn] += 1
        layer[at] = turn
    last, places = 0, width - best
    while histogram[last] <= places:
        places -= histogram[last]
        last += 1
    for place in range(best, children):
        at = order[place] * CHILD_SIZE
        turn = layer[at + GROUP]
        if turn > last or (turn == last and places == 0):
            layer[at + SCORE] = _LET_GO
        elif turn == last:
            places -= 1


@kernel
def _count_scores(layer: Ints, children: int, histogram: Ints) -> None:
    """Count the children with each score."""
    for score in range(SCORES):
        histogram[score] = 0
    for at in range(children):
        histogram[layer[at * CHILD_SIZE + SCORE]] += 1


@kernel
def _put_in_order(layer: Ints, children: int, histogram: Ints, order: Ints) -> None:
    """List the children from the highest score to the lowest; those with the same one stay as they are."""
    _count_scores(layer, children, histogram)
    place = 0
    for lower in range(SCORES):
        score = SCORES - 1 - lower
        count = histogram[score]
        histogram[score] = place
        place += count
    for at in range(children):
        score = layer[at * CHILD_SIZE + SCORE]
        order[histogram[score]] = at
        histogram[score] += 1


@kernel
def build(
    game: Ints,
    row: Ints,
    layer: Ints,
    children: int,
    rows: Ints,
    ids: Ints,
    kept_rows: Ints,
    kept_ids: Ints,
    start: int,
    node_parents: Ints,
    node_moves: Ints,
    nodes: int,
) -> int:
    """Make the rows of those children of a layer that are not let go.

    Args:
        game: the game.
        row: room for a row.
        layer: the children.
        children: how many there are.
        rows: the parents' rows.
        ids: the parents' nodes.
        kept_rows: where to put the children's rows.
        kept_ids: where to put their nodes.
        start: the first of these places that is free.
        node_parents: for each node its parent's.
        node_moves: for each node the move that led to it.
        nodes: how many nodes there are already; there is room for those that are kept.

    Returns:
        How many were kept.
    """
    game, row, layer, rows, ids = bare(game), bare(row), bare(layer), bare(rows), bare(ids)
    kept_rows, kept_ids, node_parents, node_moves = (
        bare(kept_rows),
        bare(kept_ids),
        bare(node_parents),
        bare(node_moves),
    )
    kept = 0
    for at in range(children):
        begin = at * CHILD_SIZE
        if layer[begin + SCORE] == _LET_GO:
            continue
        parent, move = layer[begin + PARENT], layer[begin + MOVE]
        for place in range(game[SIZE]):
            row[place] = rows[parent * game[SIZE] + place]
        play(game, row, move)
        for place in range(game[SIZE]):
            kept_rows[(start + kept) * game[SIZE] + place] = row[place]
        node_parents[nodes + kept] = ids[parent]
        node_moves[nodes + kept] = move
        kept_ids[start + kept] = nodes + kept
        kept += 1
    return kept
