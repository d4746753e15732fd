"""Deals: golden ones from other programs, those of records with every fault, and what the digest depends on."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from forty_thieves.game import variants
from forty_thieves.game.cards import parse_cards, serialise_cards
from forty_thieves.game.deal import Deal, deal, rules_text
from forty_thieves.game.rules import Rules
from forty_thieves.game.table import Table
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.records.interpret import interpret_record
from forty_thieves.records.positions import serialise_position
from forty_thieves.records.structs import DealRecord, serialise_record
from support import strategies
from support.paths import DATA
from support.strategies import own, slug


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def row_id(row: dict[str, Any]) -> str:
    return f"{row['variant']} {row['seed']}"


def pysolfc_row_id(row: dict[str, Any]) -> str:
    return f"{slug(row['game'])} {row['number']}"


# Golden deals


@pytest.mark.parametrize("row", rows("golden_deals.jsonl"), ids=row_id)
def test_golden_deals(row: dict[str, Any]) -> None:
    """Deals of the nine variants, computed by another program from the description of the shuffle."""
    dealt = deal(row["variant"], row["seed"])
    assert [serialise_cards(column) for column in dealt.columns] == row["tableau"]
    assert serialise_cards(dealt.stock) == row["stock"]
    assert dealt.waste == []
    assert serialise_cards(dealt.rules.base_cards) == row.get("foundations", "")


def test_there_are_golden_deals_of_every_variant_and_of_both_generators() -> None:
    seeds: dict[str, set[int]] = {}
    for row in rows("golden_deals.jsonl"):
        seeds.setdefault(row["variant"], set()).add(row["seed"])
    assert set(seeds) == set(variants.ARTICLE_NAMES)
    assert all({0, 1, 42, 31999, 32000, 10**20} <= of_variant for of_variant in seeds.values())


PYSOLFC_ROWS = rows("pysolfc_deals.jsonl")
"""Deals of PySolFC itself, three numbers of each of its games; foundations in its order of suits, C S H D."""


def laid(row: dict[str, Any], base: str) -> str:
    """The cards on the foundations as we write them: one foundation after another, in our order of suits."""
    piles: list[list[str]] = []
    for card in row["foundations"].split():
        if card[0] == base:
            piles.append([])
        piles[-1].append(card)
    return " ".join(card for pile in sorted(piles, key=lambda pile: pile[0][1]) for card in pile)


@pytest.mark.parametrize("row", PYSOLFC_ROWS, ids=pysolfc_row_id)
def test_pysolfc_deals(row: dict[str, Any]) -> None:
    dealt = deal(slug(row["game"]), row["number"])
    assert [serialise_cards(column) for column in dealt.columns] == row["tableau"]
    assert serialise_cards(dealt.waste) == row["waste"]
    assert serialise_cards(dealt.stock) == row["stock"]
    assert [serialise_cards([card]) for card in dealt.cells] == [card for card in row["reserves"] if card]
    assert sorted(serialise_cards(dealt.on_foundations).split()) == sorted(row["foundations"].split())
    assert serialise_position(Table(dealt)).face_down == row["face_down"]


def test_a_card_founded_in_the_deal_has_the_first_column_looked_at_again() -> None:
    row = json.loads((DATA / "carre-napoleon-7.json").read_text())
    dealt = deal(slug(row["game"]), row["number"])
    assert [serialise_cards(column) for column in dealt.columns] == row["tableau"]
    assert (serialise_cards(dealt.stock), serialise_cards(dealt.waste)) == (row["stock"], row["waste"])


@pytest.mark.parametrize("row", PYSOLFC_ROWS, ids=pysolfc_row_id)
def test_pysolfc_deals_are_read_from_their_cards_alone(row: dict[str, Any]) -> None:
    made = deal(slug(row["game"]), row["number"])
    data = {
        "format": "forty-thieves-deal/1",
        "variant": slug(row["game"]),
        "tableau": row["tableau"],
        "stock": row["stock"],
        "waste": row["waste"],
        "foundations": row["foundations"],  # in another order of suits than ours, which is no matter
        "cells": " ".join(row["reserves"]).strip(),
    }
    record = interpret_record({name: value for name, value in data.items() if value}, ("deal",))
    assert isinstance(record, DealRecord)
    found = interpret_deal(record)
    assert (found.columns, found.stock, found.waste, found.cells) == (
        made.columns, made.stock, made.waste, made.cells,
    )  # fmt: skip
    assert (found.lines, found.digest) == (made.lines, made.digest)
    assert interpret_deal(serialise_deal(made)) == made
    record.seed = row["number"]
    assert interpret_deal(record) == made
    record.seed = row["number"] + 1
    with pytest.raises(Fault, match="does not give these cards"):
        interpret_deal(record)


@pytest.mark.parametrize("row", PYSOLFC_ROWS, ids=pysolfc_row_id)
def test_digests_of_pysolfc_deals(row: dict[str, Any]) -> None:
    name = slug(row["game"])
    base = variants.find(name).foundation_base
    foundations = row["foundations"] if base == "dealt" else laid(row, str(base))
    lines = [name, *row["tableau"], row["stock"], row["waste"], foundations]
    if variants.find(name).cells:
        lines.append(" ".join(row["reserves"]).strip())
    assert deal(name, row["number"]).digest == digest_of(lines)


def test_there_are_deals_of_every_pysolfc_game_and_of_both_generators() -> None:
    numbers: dict[str, set[int]] = {}
    for row in PYSOLFC_ROWS:
        numbers.setdefault(slug(row["game"]), set()).add(row["number"])
    assert [*variants.ARTICLE_NAMES, *numbers] == list(variants.names())
    assert all({1, 32000} < of_game for of_game in numbers.values())


@pytest.mark.parametrize("row", rows("golden_deals.jsonl"), ids=row_id)
def test_golden_deals_are_read_with_and_without_their_cards(row: dict[str, Any]) -> None:
    made = deal(row["variant"], row["seed"])
    alone = {key: row[key] for key in ("format", "variant", "seed")}
    cards = {key: value for key, value in row.items() if key not in ("seed", "shuffle")}
    for data in (row, alone, cards):
        record = interpret_record(data, ("deal",))
        assert isinstance(record, DealRecord)
        assert interpret_deal(record).digest == made.digest


def test_python_s_hash_seed_does_not_matter() -> None:
    program = (
        "from forty_thieves import deal, Table\n"
        "for variant in ('lucas', 'little-forty'):\n"
        "    for seed in (42, 99999):\n"
        "        table = Table(deal(variant, seed))\n"
        "        print(deal(variant, seed).digest, *table.legal_moves)\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert len(said) == 1
    assert deal("lucas", 42).digest in said.pop()


# Dealing


@given(strategies.names, strategies.seeds)
def test_a_deal_holds_the_whole_pack_laid_out_as_the_variant_says(name: str, seed: int) -> None:
    dealt = deal(name, seed)
    rules = dealt.rules
    piles = [*dealt.columns, dealt.stock, dealt.waste, dealt.on_foundations, dealt.cells]
    ranks = 8 if name == "pysolfc/junction" else 13
    pack = sorted(list(range(52)) * rules.decks) if ranks == 13 else rules.all_cards
    assert sorted(card for pile in piles for card in pile) == pack
    assert len(pack) == 4 * ranks * rules.decks
    sizes = [len(column) for column in dealt.columns]
    assert len(dealt.waste) == rules.initial_draw
    if rules.deal_play == "none":
        assert sizes == [rules.column_size] * rules.columns
        assert len(dealt.stock) == rules.stock_size
    elif rules.deal_play == "cards":
        assert sizes == [rules.column_size] * rules.columns
    else:
        founded = len(dealt.on_foundations) - rules.base_cards_out
        assert sum(sizes) + founded == rules.column_size * rules.columns
        assert len(dealt.stock) == rules.stock_size


@given(strategies.own_rules(), strategies.seeds)
def test_a_deal_of_one_s_own_rules_is_read_back_from_its_record(rules: Rules, seed: int) -> None:
    dealt = deal(rules, seed)
    assert len(dealt.waste) == rules.initial_draw
    assert rules.deal_play == "cards" or len(dealt.stock) == rules.stock_size
    record = interpret_record(serialise_record(serialise_deal(dealt)), ("deal",))
    assert isinstance(record, DealRecord)
    again = interpret_deal(record)
    assert again == dealt
    assert again.digest == dealt.digest


def test_without_a_seed_one_is_drawn_and_kept() -> None:
    dealt = deal("maria")
    assert dealt.seed is not None
    assert deal("maria", dealt.seed) == dealt
    assert dealt.shuffle == "pysolfc"
    assert deal("maria").seed != dealt.seed


def test_the_base_game_is_dealt_where_nothing_is_said() -> None:
    assert deal(seed=5) == deal("forty-thieves", 5)


def test_the_aliases_deal_the_same_game() -> None:
    assert deal("Le Cadran", 5).digest == deal("forty-thieves", 5).digest


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"variant": "klondike", "seed": 1}, "unknown-variant"),
        ({"seed": -1}, "bad-seed"),
        ({"seed": 10**20 + 1}, "bad-seed"),
        ({"seed": True}, "bad-seed"),
        ({"seed": 1.5}, "bad-seed"),
        ({"seed": 1, "shuffle": "pysol"}, "unknown-shuffle"),
    ],
    ids=repr,
)
def test_deals_that_are_not_made(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(Fault) as refused:
        deal(**arguments)
    assert refused.value.code == code


# Deals from records

CLOCK = own(name="little", decks=1, columns=4, face_up=2, initial_draw=1, foundations_start="base")
"""Small rules with cards everywhere: aces set out, four columns of two, one card on the waste, a stock."""


def record(**changes: Any) -> DealRecord:
    """A record of a right deal, with its cards alone, but for these fields; None leaves a field out."""
    fields: dict[str, Any] = {
        "rules": CLOCK,
        "foundations": "AC AD AH AS",
        "tableau": ["2C 3C", "2D 3D", "2H 3H", "2S 3S"],
        "waste": "4C",
        "stock": " ".join(f"{rank}{suit}" for rank in "456789TJQK" for suit in "CDHS" if rank + suit != "4C"),
    }
    fields |= changes
    return DealRecord(**{name: value for name, value in fields.items() if value is not None})


def seeded(**changes: Any) -> DealRecord:
    """A record of seed 42 with its cards, but for these fields."""
    whole = serialise_deal(deal(CLOCK, 42))
    fields: dict[str, Any] = {name: getattr(whole, name) for name in DealRecord.__struct_fields__}
    fields |= {name: UNSET if value is None else value for name, value in changes.items()}
    return DealRecord(**fields)


STOCK = str(record().stock)
SEEDED_COLUMNS = [serialise_cards(column) for column in deal(CLOCK, 42).columns]
SEEDED_STOCK = serialise_cards(deal(CLOCK, 42).stock)


def swapped(pile: str, first: int, second: int) -> str:
    cards = pile.split()
    cards[first], cards[second] = cards[second], cards[first]
    return " ".join(cards)


def test_the_record_that_the_faults_are_made_from_is_right() -> None:
    dealt = interpret_deal(record())
    assert (dealt.seed, dealt.shuffle, dealt.variant) == (None, None, None)
    assert [serialise_cards(column) for column in dealt.columns] == ["2C 3C", "2D 3D", "2H 3H", "2S 3S"]
    assert (serialise_cards(dealt.waste), serialise_cards(dealt.stock)) == ("4C", STOCK)
    assert interpret_deal(seeded()) == deal(CLOCK, 42)


def test_the_order_of_the_cards_set_out_does_not_matter() -> None:
    assert interpret_deal(record(foundations="AS AH AD AC")).digest == interpret_deal(record()).digest


@pytest.mark.parametrize(
    ("faulty", "code", "path", "said"),
    [
        # Which game
        pytest.param(record(variant="lucas"), "bad-value", ("rules",), "leave one of them out", id="both games"),
        pytest.param(record(rules=None), "missing-field", (), "'variant', or 'rules'", id="neither game"),
        pytest.param(
            record(rules=None, variant="lucsa"), "unknown-variant", ("variant",), "mean 'lucas'?", id="misspelled"
        ),
        # Which fields
        pytest.param(
            record(foundations=None, tableau=None, waste=None, stock=None),
            "missing-field", (), "a seed, or its cards", id="neither seed nor cards",
        ),
        pytest.param(record(tableau=None), "missing-field", (), "'tableau'", id="no tableau"),
        pytest.param(record(stock=None), "missing-field", (), "'stock'", id="no stock"),
        pytest.param(seeded(stock=None), "missing-field", (), "'stock'", id="seed and no stock"),
        pytest.param(record(shuffle="pysolfc"), "missing-field", ("shuffle",), "no seed", id="shuffle and no seed"),
        pytest.param(
            seeded(tableau=None, stock=None, waste=None),
            "missing-field", (), "'foundations' without", id="stray foundations",
        ),
        pytest.param(
            seeded(tableau=None, stock=None, foundations=None),
            "missing-field", (), "'waste' without", id="stray waste",
        ),
        # Seeds
        pytest.param(seeded(seed=-1), "bad-seed", ("seed",), "negative", id="negative seed"),
        pytest.param(seeded(seed=10**20 + 1), "bad-seed", ("seed",), "larger", id="seed too large"),
        pytest.param(seeded(shuffle="pysol"), "unknown-shuffle", ("shuffle",), "'pysolfc'", id="no shuffle"),
        # Words that are no cards
        pytest.param(record(waste="4X"), "bad-card", ("waste",), "'4X' is not a card", id="bad card on the waste"),
        pytest.param(record(stock="4C,"), "bad-card", ("stock",), "'4C,'", id="bad card in the stock"),
        pytest.param(record(foundations="AC A"), "bad-card", ("foundations",), "'A'", id="bad card set out"),
        pytest.param(
            record(tableau=["2C 3C", "2D 1D", "2H 3H", "2S 3S"]),
            "bad-card", ("tableau", 1), "'1D'", id="bad card in a column",
        ),
        # Packs
        pytest.param(
            record(waste="4D"), "wrong-pack", (), "not 1 whole pack: missing: 4C; too many: 4D", id="wrong card"
        ),
        pytest.param(record(waste=""), "wrong-pack", (), "missing: 4C", id="missing card"),
        pytest.param(record(waste="4C KS"), "wrong-pack", (), "too many: KS", id="card too many"),
        pytest.param(
            record(stock=""), "wrong-pack", (), "missing: 5C 6C 7C 8C 9C TC JC QC and 31 more", id="empty stock"
        ),
        pytest.param(record(foundations=None), "wrong-pack", (), "missing: AC AD AH AS", id="no foundations"),
        pytest.param(seeded(stock=""), "wrong-pack", (), "and 31 more", id="seed and a pack that is not whole"),
        # Layouts
        pytest.param(
            record(tableau=["2C 3C", "2D 3D", "2H 3H 2S 3S"]),
            "wrong-layout", ("tableau",), "there are 3 columns: little has 4", id="column too few",
        ),
        pytest.param(
            record(tableau=["2C 3C", "2D 3D", "2H 3H", "2S 3S", ""]),
            "wrong-layout", ("tableau",), "there are 5 columns", id="column too many",
        ),
        pytest.param(
            record(tableau=["2C 3C", "2D 3D", "2H 3H 3S", "2S"]),
            "wrong-layout", ("tableau", 2), "column 3 has 3 cards: little deals 2", id="long column",
        ),
        pytest.param(
            record(tableau=["2C 3C", "2D", "2H 3H", "2S 3S"], waste="4C 3D"),
            "wrong-layout", ("tableau", 1), "column 2 has 1 card: little deals 2", id="short column",
        ),
        pytest.param(
            record(waste="", stock=f"{STOCK} 4C"),
            "wrong-layout", ("waste",), "the waste has 0 cards: little deals 1", id="no waste",
        ),
        pytest.param(
            record(waste="4C 4D", stock=STOCK.removeprefix("4D ")),
            "wrong-layout", ("waste",), "the waste has 2 cards", id="waste too large",
        ),
        pytest.param(
            record(foundations=None, stock=f"{STOCK} AC AD AH AS"),
            "wrong-layout", (), "little sets AC AD AH AS out", id="nothing set out",
        ),
        pytest.param(
            record(foundations="AC AD AH AS 4D", stock=STOCK.removeprefix("4D ")),
            "wrong-layout", ("foundations",), "little sets AC AD AH AS out", id="more set out",
        ),
        pytest.param(
            record(foundations="AC AD AH 2S", tableau=["2C 3C", "2D 3D", "2H 3H", "AS 3S"]),
            "wrong-layout", ("foundations",), "little sets AC AD AH AS out", id="another card set out",
        ),
        pytest.param(
            record(rules=own(name="plain", decks=1, columns=4, face_up=2, initial_draw=1)),
            "wrong-layout", ("foundations",), "plain sets no cards out", id="cards set out where none are",
        ),
        # Seed and cards
        pytest.param(
            seeded(tableau=[*SEEDED_COLUMNS[:2], swapped(SEEDED_COLUMNS[2], 0, 1), SEEDED_COLUMNS[3]]),
            "seed-mismatch", ("tableau", 2), "card 1 of column 3 is", id="seed and another column",
        ),
        pytest.param(
            seeded(stock=swapped(SEEDED_STOCK, 4, 7)),
            "seed-mismatch", ("stock",), "card 5 of the stock is", id="seed and another stock",
        ),
        pytest.param(
            seeded(tableau=[SEEDED_COLUMNS[1], SEEDED_COLUMNS[0], *SEEDED_COLUMNS[2:]]),
            "seed-mismatch", ("tableau", 0), "card 1 of column 1 is", id="seed and columns swapped",
        ),
        pytest.param(seeded(seed=43), "seed-mismatch", ("tableau", 0), "seed 43 does not give", id="another seed"),
    ],
)  # fmt: skip
def test_faulty_records(faulty: DealRecord, code: str, path: tuple[str | int, ...], said: str) -> None:
    with pytest.raises(Fault) as refused:
        interpret_deal(faulty)
    fault = refused.value
    assert (fault.code, fault.path) == (code, path)
    assert said in fault.message


def test_a_seed_and_another_waste() -> None:
    rules = own(name="two", decks=1, columns=1, face_up=1, initial_draw=2)
    whole = serialise_deal(deal(rules, 7))
    whole.waste = swapped(str(whole.waste), 0, 1)
    with pytest.raises(Fault) as refused:
        interpret_deal(whole)
    assert (refused.value.code, refused.value.path) == ("seed-mismatch", ("waste",))


# Deals with cells, a base that is dealt, and cards founded on the way


def of_variant(name: str, seed: int, *, keep_seed: bool = False, **changes: Any) -> DealRecord:
    """The record of a deal, by its cards alone or with its seed, but for these fields; None leaves a field out."""
    whole = serialise_deal(deal(name, seed))
    if not keep_seed:
        whole.seed = whole.shuffle = UNSET
    for field, value in changes.items():
        setattr(whole, field, UNSET if value is None else value)
    return whole


def moved(name: str, seed: int, cards: str, source: str, target: str) -> dict[str, Any]:
    """The two fields of a deal's record after the last cards of one have gone to the end of the other."""
    whole = serialise_deal(deal(name, seed))
    texts = {field: str(getattr(whole, field) or "") for field in (source, target)}
    assert texts[source].endswith(cards)
    texts[source] = texts[source].removesuffix(cards).strip()
    texts[target] = f"{texts[target]} {cards}".strip()
    return texts


CARRE = "pysolfc/carre-napoleon"
CARRE_STOCK = str(serialise_deal(deal(CARRE, 1)).stock)
CARRE_COLUMNS = [serialise_cards(column) for column in deal(CARRE, 1).columns]


def carre_columns(**changes: str) -> list[str]:
    """The columns of Carre Napoleon 1, but for these: ``c1`` is the first."""
    return [changes.get(f"c{number}", column) for number, column in enumerate(CARRE_COLUMNS, 1)]


@pytest.mark.parametrize(
    ("foundations", "same"),
    [
        ("AC AC AD 2D AD AH 2H AH 2H AS 2S 3S 4S AS", True),
        ("AC AC AD AD 2D AH 2H AH 2H AS AS 2S 3S 4S", True),
        ("AS 2S 3S 4S AC AH 2H AD AD 2D AH 2H AS AC", True),
        ("AC AC AD 2D AD AH 2H AH 2H AS 2S 3S AS", False),
    ],
)
def test_the_order_of_founded_cards_does_not_matter(foundations: str, same: bool) -> None:
    made = deal(CARRE, 1)
    assert serialise_cards(made.on_foundations) == "AC AC AD 2D AD AH 2H AH 2H AS 2S 3S 4S AS"
    record_of_it = of_variant(CARRE, 1, foundations=foundations)
    if same:
        assert interpret_deal(record_of_it).digest == made.digest
        assert serialise_deal(interpret_deal(record_of_it)).foundations == serialise_deal(made).foundations
    else:
        with pytest.raises(Fault, match="missing: 4S"):
            interpret_deal(record_of_it)


@pytest.mark.parametrize(
    ("faulty", "code", "path", "said"),
    [
        pytest.param(
            of_variant("pysolfc/squadron", 1, **moved("pysolfc/squadron", 1, "JC", "cells", "stock")),
            "wrong-layout", ("cells",), "the cells have 2 cards: pysolfc/squadron deals 3", id="cell too few",
        ),
        pytest.param(
            of_variant("pysolfc/squadron", 1, **moved("pysolfc/squadron", 1, "AC", "stock", "cells")),
            "wrong-layout", ("cells",), "the cells have 4 cards", id="cell too many",
        ),
        pytest.param(
            of_variant("pysolfc/squadron", 1, cells="3D 5H 1X"),
            "bad-card", ("cells",), "'1X'", id="bad card in a cell",
        ),
        pytest.param(
            of_variant("pysolfc/squadron", 1, cells=None),
            "wrong-pack", (), "missing: JC 3D 5H", id="no cells",
        ),
        pytest.param(
            of_variant("lucas", 42, **moved("lucas", 42, "4D", "stock", "cells")),
            "wrong-layout", ("cells",), "the cells have 1 card: lucas deals 0", id="cells in a game without",
        ),
        pytest.param(
            of_variant("pysolfc/squadron", 1, keep_seed=True, cells="5H 3D JC"),
            "seed-mismatch", ("cells",), "card 1 of the cells is 5H, the seed gives 3D", id="seed and other cells",
        ),
        pytest.param(
            of_variant("pysolfc/quadrangle", 1, **moved("pysolfc/quadrangle", 1, "TH", "foundations", "stock")),
            "wrong-layout", (), "the foundations have 0 cards: pysolfc/quadrangle deals one there", id="no base",
        ),
        pytest.param(
            of_variant("pysolfc/quadrangle", 1, **moved("pysolfc/quadrangle", 1, "AC", "stock", "foundations")),
            "wrong-layout", ("foundations",), "have 2 cards: pysolfc/quadrangle deals one", id="base and more",
        ),
        pytest.param(
            of_variant(CARRE, 1, foundations="AC AC AD 2D AD 2H AH AH 2H AS 2S 3S 4S AS"),
            "wrong-layout", ("foundations",), "2H cannot lie on AD", id="not in order",
        ),
        pytest.param(
            of_variant(CARRE, 1, foundations="2D AC AC AD AD AH 2H AH 2H AS 2S 3S 4S AS"),
            "wrong-layout", ("foundations",), "2D cannot lie at the start of a foundation", id="no start",
        ),
        pytest.param(
            of_variant(CARRE, 1, **moved(CARRE, 1, "AS", "foundations", "stock")),
            "wrong-layout", ("foundations",), "13 cards on the foundations can't be what", id="an ace short",
        ),
        pytest.param(
            of_variant(CARRE, 1, tableau=carre_columns(c1="3D 6H 3S"), stock=CARRE_STOCK[3:]),
            "wrong-layout", ("foundations",), "can't be what the deal of", id="founded, and not missing in a column",
        ),
        pytest.param(
            of_variant(CARRE, 1, tableau=carre_columns(c3="JC 8D 8S 9C 9H", c2="5H TC")),
            "wrong-layout", ("tableau", 2), "column 3 has 5 cards: pysolfc/carre-napoleon deals 4", id="too long",
        ),
        pytest.param(
            of_variant(CARRE, 1, keep_seed=True, tableau=carre_columns(c1="3D 6H 9C", c3="JC 8D 8S")),
            "seed-mismatch", ("tableau", 0), "card 3 of column 1 is 9C, the seed gives none", id="column longer",
        ),
        pytest.param(
            of_variant(CARRE, 1, keep_seed=True, tableau=carre_columns(c1="3D", c2="5H TC 9H 6H")),
            "seed-mismatch", ("tableau", 0), "column 1 has no card 2, the seed gives 6H", id="column shorter",
        ),
        pytest.param(
            of_variant(
                "pysolfc/dieppe", 1,
                tableau=["3D 8D", *map(serialise_cards, deal("pysolfc/dieppe", 1).columns[1:])],
                stock=f"{serialise_deal(deal('pysolfc/dieppe', 1)).stock} JS",
            ),
            "wrong-layout", ("tableau", 0), "column 1 has 2 cards: pysolfc/dieppe deals 3", id="cards were replaced",
        ),
    ],
)  # fmt: skip
def test_faulty_records_of_the_family(faulty: DealRecord, code: str, path: tuple[str | int, ...], said: str) -> None:
    with pytest.raises(Fault) as refused:
        interpret_deal(faulty)
    fault = refused.value
    assert (fault.code, fault.path) == (code, path), fault.message
    assert said in fault.message


def test_a_pack_that_runs_out_while_cards_go_to_the_foundations() -> None:
    rules = own(decks=1, ranks="56789", foundation_base="5", columns=7, face_up=2, deal_play="cards")
    with pytest.raises(Fault, match="the cards can run out during the deal") as refused:
        deal(rules, 0)
    assert (refused.value.code, refused.value.path) == ("bad-rules", ("deal_play",))
    with pytest.raises(Fault) as refused:
        interpret_deal(DealRecord(rules=rules, seed=0))
    assert (refused.value.code, refused.value.path) == ("bad-rules", ("rules", "deal_play"))


@pytest.mark.parametrize(
    ("pile", "offset"),
    [
        ("2X 3C", 0),
        ("2C 3X", 3),
        ("  2C\n\t 3X", 7),
        ("2C 2CC", 3),
        ("10C 3", 4),
        ("2\u2663\ufe0f 3", 4),
        ("2C\xa03C", 0),
    ],
    ids=ascii,
)
def test_a_bad_card_is_reported_with_its_place(pile: str, offset: int) -> None:
    with pytest.raises(Fault) as refused:
        interpret_deal(record(tableau=["2D 3D", pile, "2H 3H", "2S 3S"]))
    assert (refused.value.code, refused.value.path, refused.value.offset) == ("bad-card", ("tableau", 1), offset)


@given(st.data())
def test_any_two_cards_exchanged_are_noticed_where_there_is_a_seed(data: st.DataObject) -> None:
    whole = serialise_deal(deal("streets", 42))
    columns, stock = whole.tableau, whole.stock
    assert columns is not UNSET
    assert stock is not UNSET
    cards = [card for pile in (*columns, stock) for card in pile.split()]
    first = data.draw(st.integers(0, 103))
    second = data.draw(st.integers(0, 103).filter(lambda at: cards[at] != cards[first]))
    cards[first], cards[second] = cards[second], cards[first]
    whole.tableau = [" ".join(cards[start : start + 4]) for start in range(0, 40, 4)]
    whole.stock = " ".join(cards[40:])
    at = min(first, second)
    with pytest.raises(Fault) as refused:
        interpret_deal(whole)
    assert (refused.value.code, refused.value.path) == (
        "seed-mismatch",
        ("tableau", at // 4) if at < 40 else ("stock",),
    )


# The digest

LUCAS_42 = [
    "lucas",
    "7S 2C KC",
    "7S JS 8S",
    "8C 3D 4S",
    "6H 4C QD",
    "TC 2D 2S",
    "7D 3C 3H",
    "TD QC 9S",
    "9S 6S TS",
    "5C 8D JD",
    "2C 6S 4C",
    "9H 9C TC",
    "8H KS KH",
    "4S 2D 8S",
    "9C 4D 6C 5C JS KD TH 4H 2S QH QS JH QD 3S JD JH QC JC 2H 5S 8C 6D 5D 3S KC 9H 5S QH 6H KH 7C 7C 2H 5H 7H KS JC "
    "QS 4H KD 3H 9D TD 9D 7D 5D 6C TH 3D 5H TS 3C 8D 7H 6D 8H 4D",
    "",
    "AC AC AD AD AH AH AS AS",
]
SEED_42 = {
    "forty-thieves": "531912edb651d5fbead0e23ad5d20218bd5fac9927968bd94cc451cdc5507aff",
    "indian": "1af1e1dde78c77e55b42345eb82509c10c12e2a5d7d2ddc2a1ed20b3309349e0",
    "limited": "afa8d46b0d90a80890de4b27ac0213fad8a74bcc7b584d0a9db8271200af7dc8",
    "little-forty": "c052685094dbd5806b2d301906d8899495c9620915f6b7ca8b4d0688da800806",
    "lucas": "118a550f060a517322916cec3d07fa1bc73eb6e4724c934e1cd32ae8e72787fd",
    "maria": "ffc487ca45d87778d20097340b0bd7c4a2c68a4d9307fea4e28a265facaeabe6",
    "number-ten": "491d9e23543abf986ccc98fabcb59dbd7e8e26af73ce31e728ce49eace5bc0de",
    "rank-and-file": "5def8086a5b6e3a9027cb9baa4fca194d3fe8e2cf2fe34a5ea6093dc3aca8f33",
    "streets": "e6515098b0271b6bbfde2728f3b3208740917e52a61d07a0b4176e9a1710602a",
}


def digest_of(lines: list[str]) -> str:
    """SHA-256 over lines of UTF-8, a line feed after each."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def test_the_lines_of_a_digest() -> None:
    assert deal("lucas", 42).digest == digest_of(LUCAS_42)


@pytest.mark.parametrize("name", SEED_42)
def test_golden_digests(name: str) -> None:
    assert deal(name, 42).digest == SEED_42[name]


def test_there_is_a_golden_digest_of_every_variant() -> None:
    assert set(SEED_42) == set(variants.ARTICLE_NAMES)


@pytest.mark.parametrize("row", rows("golden_deals.jsonl"), ids=row_id)
def test_digests_of_the_golden_deals(row: dict[str, Any]) -> None:
    lines = [row["variant"], *row["tableau"], row["stock"], "", row.get("foundations", "")]
    assert deal(row["variant"], row["seed"]).digest == digest_of(lines)


def test_the_lines_of_a_digest_of_one_s_own_rules() -> None:
    lines = [
        '{"columns":4,"decks":1,"face_up":2,"foundations_start":"base","initial_draw":1}',
        "2C 3C",
        "2D 3D",
        "2H 3H",
        "2S 3S",
        STOCK,
        "4C",
        "AC AD AH AS",
    ]
    assert interpret_deal(record()).digest == digest_of(lines)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, "{}"),
        ({"redeals": 2, "columns": 9, "draw": 3}, '{"columns":9,"draw":3,"redeals":2}'),
        ({"redeals": "unlimited"}, '{"redeals":"unlimited"}'),
        ({"foundation_base": 13}, '{"foundation_base":"K"}'),
        ({"foundation_base": "T", "foundation_wrap": True}, '{"foundation_base":"T"}'),
        ({"take_back": True, "tableau_wrap": True}, '{"tableau_wrap":true,"take_back":true}'),
        (
            {"build": "any-suit", "move": "sequence", "sequence": "same-suit"},
            '{"build":"any-suit","move":"sequence","sequence":"same-suit"}',
        ),
    ],
    ids=repr,
)
def test_rules_as_the_digest_takes_them(fields: dict[str, Any], text: str) -> None:
    assert rules_text(own(**fields)) == text


@pytest.mark.parametrize(
    "more",
    [
        {"name": "other"},
        {"title": "Other"},
        {"aliases": ("other",)},
        {"decks": 2, "columns": 10, "face_up": 4, "face_down": 0},
        {"redeals": 0, "draw": 1, "initial_draw": 0, "take_back": False, "tableau_wrap": False},
        {"foundation_base": "A"},
        {"foundation_base": 1},
        {"foundation_wrap": False},
        {"foundations_start": "empty", "empty_columns": "any"},
        {"sequence": "any-suit"},
    ],
    ids=repr,
)
def test_a_digest_does_not_depend_on_names_and_spelled_out_defaults(more: dict[str, Any]) -> None:
    plain: dict[str, Any] = {"build": "any-suit", "move": "sequence"}
    assert deal(own(**{**plain, **more}), 1).digest == deal(own(**plain), 1).digest


@pytest.mark.parametrize(
    "other",
    [
        {"redeals": 1},
        {"draw": 3},
        {"build": "any-suit"},
        {"take_back": True},
        {"empty_columns": "kings"},
        {"tableau_wrap": True},
        {"foundation_base": "2"},
        {"move": "sequence"},
    ],
    ids=repr,
)
def test_other_rules_are_another_deal_although_the_cards_are_the_same(other: dict[str, Any]) -> None:
    assert deal(own(**other), 1).columns == deal(own(), 1).columns
    assert deal(own(**other), 1).digest != deal(own(), 1).digest


def test_a_variant_written_out_is_the_variant() -> None:
    written = own(name="streets", build="alternate-color", foundation_base="A", foundation_wrap=False)
    assert deal(written, 42).variant == "streets"
    assert deal(written, 42).digest == SEED_42["streets"]


def test_a_digest_is_the_same_however_the_deal_was_made() -> None:
    made = deal("lucas", 42)
    record_of_cards = serialise_deal(made)
    record_of_cards.seed = record_of_cards.shuffle = UNSET
    by_cards = interpret_deal(record_of_cards)
    assert (by_cards.seed, by_cards.digest) == (None, made.digest)
    by_hand = Deal(made.rules, [parse_cards(pile) for pile in LUCAS_42[1:14]], parse_cards(LUCAS_42[14]), [])
    assert by_hand.digest == made.digest


def test_what_a_deal_says_beside_itself_is_kept_and_not_a_part_of_it() -> None:
    plain = deal("lucas", 42)
    record = serialise_deal(plain, {"note": "hard", "par": "88"})
    assert serialise_record(record) == {
        **serialise_record(serialise_deal(plain)),
        "format": "forty-thieves-deal/2",
        "meta": {"note": "hard", "par": "88"},
    }
    read = interpret_record(serialise_record(record), ("deal",))
    assert read == record
    assert isinstance(read, DealRecord)
    assert interpret_deal(read).digest == plain.digest
    assert serialise_deal(plain, {}) == serialise_deal(plain)
    without = interpret_record({"format": "forty-thieves-deal/2", "variant": "lucas", "seed": 42})
    assert isinstance(without, DealRecord)
    assert interpret_deal(without) == plain
