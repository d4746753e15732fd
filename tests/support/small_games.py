"""Small games for tests of proofs: some suits only, few ranks, few columns."""

from __future__ import annotations

from random import Random

from forty_thieves.game.cards import NAMES, RANKS
from forty_thieves.game.table import Table
from support.strategies import own, table_at


def small_game(
    random: Random,
    *,
    suits: int,
    ranks: int,
    columns: int,
    rows: int,
    empty: int = 0,
    packs: int = 2,
    **rules: object,
) -> Table:
    """A game dealt at random; the suits that are left out are on their foundations.

    Args:
        random: where chance comes from.
        suits: how many suits are in play.
        ranks: how many ranks a suit has.
        columns: how many columns have cards.
        rows: how many cards each of these has.
        empty: how many empty columns there are beside these.
        packs: packs of cards.
        rules: fields of the rules that differ from the base game's.
    """
    pack = [suit * 13 + rank for suit in range(suits) for rank in range(ranks) for _ in range(packs)]
    random.shuffle(pack)
    dealt = {number: pack[number - 1 :: columns][:rows] for number in range(1, columns + 1)}
    stock = pack[columns * rows :]
    full = {
        number: " ".join(NAMES[(number - 1) // packs * 13 + rank] for rank in range(ranks))
        for number in range(packs * suits + 1, packs * 4 + 1)
    }
    return table_at(
        own(columns=columns + empty, ranks=RANKS[:ranks], face_up=0, decks=packs, **rules),
        {number: " ".join(NAMES[card] for card in cards) for number, cards in dealt.items()},
        stock=" ".join(NAMES[card] for card in stock),
        foundations=full,
        rest="none",
    )
