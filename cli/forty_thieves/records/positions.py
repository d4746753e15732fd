"""Positions as they are stored: the table at one moment, read from a record and written."""

from __future__ import annotations

from msgspec import UNSET

from forty_thieves.game import variants
from forty_thieves.game.cards import NAMES, RANKS, SUITS, serialise_cards
from forty_thieves.game.foundations import lay_foundations, piles_of
from forty_thieves.game.moves import NO_CARD
from forty_thieves.game.rules import Rules
from forty_thieves.game.state import State
from forty_thieves.problems import Fault
from forty_thieves.text import plural

from .deals import cards_at, check_all_cards, rules_of
from .structs import PositionRecord


def serialise_position(state: State) -> PositionRecord:
    """The state of a game as it is stored: the reverse of :func:`interpret_position`."""
    named = variants.is_named(state.rules)
    return PositionRecord(
        variant=state.rules.name if named else UNSET,
        rules=UNSET if named else state.rules,
        tableau=[serialise_cards(column) for column in state.columns],
        face_down=[state.rules.faces[:level].count("D") for level in state.face_down[1:]],
        waste=serialise_cards(state.waste),
        stock=serialise_cards(reversed(state.stock)),
        foundations=[serialise_cards(pile) for pile in state.foundations],
        redeals_left="unlimited" if state.redeals_left is None else state.redeals_left,
        played=state.played,
        cells=[serialise_cards([] if card == NO_CARD else [card]) for card in state.cells] if state.cells else UNSET,
    )


def interpret_position(record: PositionRecord) -> State:
    """The state of a game that a position record means.

    Does not check whether the position can be reached from a deal.

    Raises:
        Fault: the cards are not a whole pack, or lie as they never can in that variant.
    """
    rules = rules_of(record.variant, record.rules)
    if len(record.tableau) != rules.columns:
        message = f"there are {plural(len(record.tableau), 'column')}: {rules.name} has {rules.columns}"
        raise Fault("wrong-layout", message, path=("tableau",))
    columns = [cards_at(text, ("tableau", number)) for number, text in enumerate(record.tableau)]
    stock, waste = cards_at(record.stock, ("stock",)), cards_at(record.waste, ("waste",))
    foundations = [cards_at(text, ("foundations", number)) for number, text in enumerate(record.foundations)]
    cells = _cells(rules, record)
    in_cells = [card for card in cells if card != NO_CARD]
    check_all_cards(rules, [card for pile in (stock, waste, in_cells, *columns, *foundations) for card in pile])
    base_rank = _check_foundations(rules, foundations)
    levels = _levels(rules, record.face_down, columns)
    unlimited = rules.redeals == "unlimited"
    if unlimited is not (record.redeals_left == "unlimited") or (
        not unlimited and not 0 <= int(record.redeals_left) <= int(rules.redeals)
    ):
        message = f"redeals_left is {record.redeals_left}: {rules.name} allows {rules.redeals}"
        raise Fault("bad-value", message, path=("redeals_left",))
    if record.played < 0:
        raise Fault("bad-value", "played is negative", path=("played",))
    return State(
        rules,
        lay_foundations(rules, rules.lookups(base_rank), foundations),
        columns,
        stock[::-1],
        waste,
        cells,
        levels,
        None if unlimited else int(record.redeals_left),
        record.played,
    )


def _cells(rules: Rules, record: PositionRecord) -> list[int]:
    """The cells, each with its card or NO_CARD."""
    texts = [] if record.cells is UNSET else record.cells
    if len(texts) != rules.cells:
        message = f"cells has {len(texts)} texts: {rules.name} has {plural(rules.cells, 'cell')}"
        raise Fault("wrong-layout", message, path=("cells",) if texts else ())
    cells = []
    for number, text in enumerate(texts):
        cards = cards_at(text, ("cells", number))
        if len(cards) > 1:
            raise Fault("wrong-layout", f"a cell holds one card: here are {len(cards)}", path=("cells", number))
        cells.append(cards[0] if cards else NO_CARD)
    return cells


def _check_foundations(rules: Rules, foundations: list[list[int]]) -> int:
    """Check that the cards on the foundations lie as they may; gives the rank that starts them."""
    base = rules.base_rank
    if base is None:
        started = next((pile for pile in foundations if pile), None)
        if started is None:
            raise Fault("wrong-layout", "no foundation is started, so its base is not known", path=("foundations",))
        base = started[0] % 13
    for number, pile in enumerate(foundations):
        if pile and pile[0] % 13 != base:
            message = f"{NAMES[pile[0]]} stands where a foundation starts: it starts with {RANKS[base]}"
            raise Fault("wrong-layout", message, path=("foundations", number))
        inside = next((at for at, card in enumerate(pile) if at and card % 13 == base), 0)
        if inside:
            message = f"{NAMES[pile[inside]]} cannot lie on {NAMES[pile[inside - 1]]}: it starts a foundation"
            raise Fault("wrong-layout", message, path=("foundations", number))
        try:
            piles_of(rules, base, pile)
        except Fault as fault:
            raise fault.under("foundations", number) from None
    try:
        piles_of(rules, base, [card for pile in foundations for card in pile])
    except Fault as fault:
        raise fault.under("foundations") from None
    if rules.foundation_build == "same-suit":
        return base
    # Which of two foundations is free matters here: they are distinguished by their place.
    suits = [suit for suit in range(len(SUITS)) for _ in range(rules.decks)]
    in_place = len(foundations) == len(suits) and all(
        not pile or pile[0] // 13 == suit for pile, suit in zip(foundations, suits, strict=True)
    )
    if not in_place:
        message = f"foundations must have {len(suits)} texts, suit by suit, an empty one for a foundation not started"
        raise Fault("wrong-layout", message, path=("foundations",))
    return base


def _levels(rules: Rules, face_down: list[int], columns: list[list[int]]) -> list[int]:
    """For each column the number of cards up to and with its topmost face-down one."""
    if len(face_down) != rules.columns:
        raise Fault("wrong-layout", f"face_down must have {rules.columns} numbers, one a column", path=("face_down",))
    places = [0, *(at for at, face in enumerate(rules.faces, 1) if face == "D")]
    levels = []
    for number, hidden in enumerate(face_down):
        size = len(columns[number])
        if not 0 <= hidden < len(places) or places[hidden] > max(0, size - 1):
            message = (
                f"column {number + 1} has {plural(size, 'card')}, the top one face up; "
                f"{rules.name} deals {len(places) - 1} face down"
            )
            raise Fault("wrong-layout", f"face_down is {hidden}: {message}", path=("face_down", number))
        levels.append(places[hidden])
    return levels
