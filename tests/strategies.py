"""What the tests share: positions made by hand, every token a table could be asked, hypothesis strategies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from forty_thieves import variants
from forty_thieves.cards import CARDS_IN_PACK, NAMES, RANKS, SUITS, parse_cards, serialise_cards
from forty_thieves.moves import FOUNDATION, NO_CARD, STOCK, TAKE_BACK, WASTE, Move
from forty_thieves.positions import table_from_position
from forty_thieves.records import PositionRecord
from forty_thieves.rules import Rules
from forty_thieves.shuffles import LARGEST_SEED
from forty_thieves.table import Table

DATA = Path(__file__).parent / "data"

# Positions made by hand


def own(**fields: Any) -> Rules:
    """Rules of one's own: the base game but for these fields."""
    return Rules(**{"name": "own", **fields})


def table_at(
    rules: Rules | str = "forty-thieves",
    columns: Mapping[int, str] | None = None,
    *,
    waste: str = "",
    stock: str = "",
    tops: str = "",
    hidden: Mapping[int, int] | None = None,
    redeals_left: int | None = None,
    rest: str | int = "stock",
    played: int = 0,
) -> Table:
    """A table with the cards that a test is about where the test wants them.

    Args:
        rules: rules, or a variant's name.
        columns: the cards of each column that has some, by its number.
        waste: the waste, its top card last.
        stock: the first cards of the stock, the next one to be drawn first.
        tops: the top card of each foundation that has cards.
        hidden: how many cards of a column lie face down.
        redeals_left: the redeals that are left; all of them where nothing is said.
        rest: where the other cards of the pack go: below the ``stock`` or the ``waste``, or to the deep end of the
            column of that number; ``none`` where there should be none.
        played: how many moves are to have been played before.
    """
    rules = variants.find(rules) if isinstance(rules, str) else rules
    foundations = [serialise_cards(up_to(rules, top)) for top in parse_cards(tops)]
    tableau = [(columns or {}).get(number, "") for number in range(1, rules.columns + 1)]
    left = rules.whole_pack[:]
    for pile in (*tableau, waste, stock, *foundations):
        for card in parse_cards(pile):
            left.remove(card)
    others = serialise_cards(left)
    if isinstance(rest, int):
        tableau[rest - 1] = f"{others} {tableau[rest - 1]}"
    elif rest == "waste":
        waste = f"{others} {waste}"
    elif rest == "stock":
        stock = f"{stock} {others}"
    else:
        assert not left, others
    return table_from_position(
        PositionRecord(
            rules=rules,
            tableau=tableau,
            face_down=[(hidden or {}).get(number, 0) for number in range(1, rules.columns + 1)],
            waste=waste,
            stock=stock,
            foundations=foundations,
            redeals_left=rules.redeals if redeals_left is None else redeals_left,
            played=played,
        )
    )


def up_to(rules: Rules, top: int) -> list[int]:
    """The cards of a foundation, from its base to its top card."""
    suit, rank = divmod(top, 13)
    height = (rank - rules.base_rank) % 13 + 1
    return [suit * 13 + (rules.base_rank + step) % 13 for step in range(height)]


def state(table: Table) -> dict[str, object]:
    """Everything that a table holds, copied: two states are equal where nothing tells the tables apart."""
    return {
        "piles": [pile[:] for pile in table.piles],
        "stock": table.stock[:],
        "face down": table.face_down[:],
        "foundations": table.foundations,
        "redeals left": table.redeals_left,
        "history": table.history[:],
        "played": table.played,
        # What undo will need, too.
        "hidden": (table.ready[:], table._founded[:], table._effects[:]),
    }


def all_cards(table: Table) -> list[int]:
    """Every card of a table, in ascending order."""
    piles = [*table.piles, table.stock, *table.foundations]
    return sorted(card for pile in piles for card in pile)


# Every token that a table could be asked


def every_move(table: Table) -> Iterator[Move]:
    """Each move without an assertion that can be written for a table, and some for columns that it has not."""
    columns = range(1, len(table.columns) + 2)
    counts = range(1, max(map(len, table.columns)) + 2)
    yield Move(STOCK, WASTE)
    yield Move(WASTE, STOCK)
    for source in (WASTE, STOCK, *columns, *(TAKE_BACK - suit for suit in range(len(SUITS)))):
        for target in (FOUNDATION, *columns):
            for count in counts:
                yield Move(source, target, count)


def accepted_moves(table: Table) -> set[Move]:
    """The moves that a table accepts, each tried out and undone.

    A card is asserted only where the table asks for one, as two could be meant.

    Raises:
        AssertionError: a refused move changed something, or an accepted one and its undoing did.
    """
    before = state(table)
    accepted: set[Move] = set()
    for plain in every_move(table):
        trials = [plain]
        for move in trials:
            refusal = table.run([move])
            if refusal is None:
                table.undo()
                accepted.add(move)
            elif refusal.code == "ambiguous":
                suit = TAKE_BACK - move.source
                trials += [Move(move.source, move.target, 1, suit * 13 + rank) for rank in range(13)]
            assert table.piles == before["piles"], move
            assert table.stock == before["stock"], move
    assert state(table) == before
    return accepted


# Playing at random


def pick(table: Table, random: Random) -> Move | None:
    """A legal move, chosen so that games get somewhere: the kinds of move are about equally likely."""
    kinds: dict[tuple[object, ...], list[Move]] = {}
    for move in table.legal_moves:
        to_empty = move.target > 0 and not table.piles[move.target]
        kind = (min(move.source, 1), min(move.target, 1), move.count > 1, to_empty)
        kinds.setdefault(kind, []).append(move)
    if not kinds:
        return None
    return random.choice(kinds[random.choice(sorted(kinds, key=repr))])


# Strategies

seeds = st.integers(0, 40_000) | st.integers(0, LARGEST_SEED)
names = st.sampled_from(variants.ARTICLE_NAMES)
cards = st.integers(0, CARDS_IN_PACK - 1)
asserted = st.just(NO_CARD) | cards
columns = st.integers(1, 12) | st.integers(1, 999_999_999)


@st.composite
def moves(draw: st.DrawFn) -> Move:
    """Any move that the notation can write."""
    kind = draw(st.sampled_from(("draw", "redeal", "move")))
    if kind == "redeal":
        return Move(WASTE, STOCK)
    if kind == "draw":
        return Move(STOCK, WASTE, 1, draw(asserted))
    source = draw(st.sampled_from((WASTE, STOCK, *range(TAKE_BACK - 3, TAKE_BACK + 1))) | columns)
    target = draw(st.just(FOUNDATION) | columns)
    return Move(source, target, draw(st.just(1) | columns), draw(asserted))


@st.composite
def own_rules(draw: st.DrawFn) -> Rules:
    """Any rules that can be dealt, with every field at play; small games and large ones."""
    decks = draw(st.sampled_from((1, 2, 2, 3, 4)))
    base_out = draw(st.booleans())
    columns_drawn = draw(st.integers(1, 14))
    left = decks * (CARDS_IN_PACK - 4 * base_out)
    deepest = left // columns_drawn
    face_up = draw(st.integers(min(1, deepest), min(5, deepest)))
    face_down = draw(st.integers(0, min(3, deepest - face_up))) if face_up else 0
    left -= columns_drawn * (face_up + face_down)
    move = draw(st.sampled_from(("single", "sequence")))
    build = st.sampled_from(("same-suit", "alternate-color", "different-suit", "any-suit"))
    fields: dict[str, Any] = {
        "decks": decks,
        "columns": columns_drawn,
        "face_down": face_down,
        "face_up": face_up,
        "build": draw(build),
        "move": move,
        "draw": draw(st.integers(1, 4)),
        "redeals": draw(st.sampled_from((0, 1, 2, "unlimited"))),
        "foundation_base": draw(st.sampled_from(RANKS) | st.integers(1, 13)),
        "foundations_start": "base" if base_out else "empty",
        "empty_columns": draw(st.sampled_from(("any", "kings", "waste", "auto"))),
        "take_back": draw(st.booleans()),
        "initial_draw": draw(st.integers(0, min(4, left))),
        "tableau_wrap": draw(st.booleans()),
    }
    if move == "sequence" and draw(st.booleans()):
        fields["sequence"] = draw(build)
    return own(**fields)


def spelled(pile: list[int]) -> str:
    """A pile's cards, as tests write them."""
    return " ".join(NAMES[card] for card in pile)
