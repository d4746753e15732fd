"""A second referee, written for being read: it shares no code with the package, and knows no rules record.

A game's rules are a mapping in the words of a table of PySolFC's games (``data/pysolfc_games.jsonl``); the nine games
of the article are told in the same words below. Cards are their names, piles are lists of names. Every token is
judged from its text by going through the rules one after another. It is slow.
"""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import Any

Game = dict[str, Any]
"""A game's rules, by the table's words; a word that is left out has its value of FORTY_THIEVES."""

FORTY_THIEVES: Game = {
    "decks": 2,
    "ranks": list("A23456789TJQK"),
    "columns": 10,
    "face_pattern": "UUUU",
    "build": "same-suit",
    "build_direction": "down",
    "wrap": False,
    "move": "single",
    "sequence_rule": None,
    "sequence_target": "any",
    "draw": 1,
    "redeals": 0,
    "foundation_base": "A",
    "foundation_build": "same-suit",
    "foundation_prefilled": 0,
    "foundation_take_back": False,
    "empty": "any",
    "initial_draw": 0,
    "waste_auto_refill": False,
    "cells": 0,
    "cells_dealt": 0,
    "deal_play": "none",
}
GAMES: dict[str, Game] = {
    "forty-thieves": {},
    "indian": {"face_pattern": "DUU", "build": "different-suit"},
    "limited": {"columns": 12, "face_pattern": "UUU"},
    "little-forty": {"build": "different-suit", "move": "sequence", "draw": 3, "redeals": 3},
    "lucas": {"columns": 13, "face_pattern": "UUU", "foundation_prefilled": 8},
    "maria": {"columns": 9, "build": "alternate-color"},
    "number-ten": {"face_pattern": "DDUU", "build": "alternate-color", "move": "sequence"},
    "rank-and-file": {"face_pattern": "DDDU", "build": "alternate-color", "move": "sequence"},
    "streets": {"build": "alternate-color"},
}
"""The nine games of the article: what differs from forty-thieves."""

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
RED = ("D", "H")
CYCLE = ["S", "H", "C", "D"]


def suits_agree(build: str, under: str, card: str) -> bool:
    """Whether the suits of two cards are in order, one lying on the other."""
    if build == "same-suit":
        return card[1] == under[1]
    if build == "different-suit":
        return card[1] != under[1]
    if build == "alternate-color":
        return (card[1] in RED) != (under[1] in RED)
    if build == "suit-cycle-SHCD":
        return CYCLE.index(card[1]) == (CYCLE.index(under[1]) + 1) % 4
    assert build == "any-suit"
    return True


class SlowReferee:
    """A game on a table.

    Args:
        game: its rules.
        tableau: the columns, deepest card first.
        stock: the stock, the card that is drawn first at its start.
        waste: the waste, its top card last.
        foundations: the cards on the foundations: each base card starts one, the others lie on the one before them.
        cells: the cards in the cells.
        auto_draw: whether a card is drawn whenever the waste is empty.
    """

    def __init__(
        self,
        game: Game,
        tableau: list[str],
        stock: str,
        waste: str = "",
        foundations: str = "",
        cells: str = "",
        *,
        auto_draw: bool = False,
    ) -> None:
        self.game = FORTY_THIEVES | game
        self.ranks: list[str] = self.game["ranks"]
        self.columns = [pile.split() for pile in tableau]
        faces = self.game["face_pattern"]
        self.down = [[face == "D" for face in faces[: len(column)]] for column in self.columns]
        self.stock = stock.split()  # the first one is drawn first
        self.waste = waste.split()
        dealt: list[str | None] = [*cells.split()]
        self.cells = dealt + [None] * (self.game["cells"] - len(dealt))
        self.redeals = self.game["redeals"]
        self.refills = self.game["waste_auto_refill"] or auto_draw
        laid = foundations.split()
        self.base = self.game["foundation_base"]
        if self.base == "after-initial-draw":
            self.base = laid[0][0]
        self.suits = [suit for suit in "CSHD" for _ in range(self.game["decks"])]
        self.foundations: list[list[str]] = [[] for _ in self.suits]
        pile: list[str] = []
        for card in laid:
            if card[0] == self.base:
                pile = next(
                    there
                    for there, suit in zip(self.foundations, self.suits, strict=True)
                    if suit == card[1] and not there
                )
            pile.append(card)
        whole = [r + s for r in self.ranks for s in "CDHS"] * self.game["decks"]
        assert self.all_cards() == sorted(whole)
        self.refill()

    def all_cards(self) -> list[str]:
        """Every card there is."""
        cards = self.waste + self.stock + [card for card in self.cells if card is not None]
        for pile in self.columns + self.foundations:
            cards = cards + pile
        return sorted(cards)

    def another(self) -> SlowReferee:
        """Another table with the same cards."""
        other = copy(self)
        other.columns = [column[:] for column in self.columns]
        other.down = [column[:] for column in self.down]
        other.foundations = [pile[:] for pile in self.foundations]
        other.stock, other.waste, other.cells = self.stock[:], self.waste[:], self.cells[:]
        return other

    @property
    def hidden(self) -> list[int]:
        """How many cards of each column lie face down."""
        return [sum(column) for column in self.down]

    # The rules

    def may_lie_on(self, card: str, under: str, build: str | None = None) -> bool:
        """Whether a card may be put on another one in a column: the next rank, and of a fitting suit."""
        higher = ORDER.index(under[0]) - ORDER.index(card[0])
        allowed = {"down": [1], "up": [-1], "up-or-down": [1, -1]}[self.game["build_direction"]]
        if self.game["wrap"]:
            allowed = allowed + [-12 * step for step in allowed]
        return higher in allowed and suits_agree(build or self.game["build"], under, card)

    def founds(self, number: int, card: str) -> bool:
        """Whether a foundation takes a card now."""
        pile = self.foundations[number]
        if not pile:
            return card == f"{self.base}{self.suits[number]}"
        if len(pile) == len(self.ranks):
            return False
        following = (self.ranks.index(pile[-1][0]) + 1) % len(self.ranks)
        return card[0] == self.ranks[following] and suits_agree(self.game["foundation_build"], pile[-1], card)

    def foundation_for(self, card: str) -> int | None:
        """The number of the first foundation that takes a card now."""
        for number in range(len(self.foundations)):
            if self.founds(number, card):
                return number
        return None

    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return all(len(pile) == len(self.ranks) for pile in self.foundations)

    def lands(self, card: str, source: str, target: str) -> str | None:
        """Why a card can't be put on a column or a foundation; None where it can."""
        if target == "f":
            return None if self.foundation_for(card) is not None else "no foundation takes it"
        column = self.columns[int(target) - 1]
        if column:
            return None if self.may_lie_on(card, column[-1]) else "does not fit there"
        if self.game["empty"] == "king" and card[0] != "K":
            return "kings only"
        if self.game["empty"] == "waste-only" and source not in ("w", "s"):
            return "from the waste only"
        return None

    def refusal(self, token: str) -> str | None:
        """Why a move is illegal; None where it is legal."""
        token, _, asserted = token.partition("=")
        if self.won():
            return "won"
        if token == "d":
            if not self.stock:
                return "the stock is empty"
            return self.other_card(asserted, self.stock[: self.game["draw"]][-1])
        if token == "r":
            return self.no_redeal()
        source, target, count = self.parts(token)
        for place in (source, target):
            if place[0] == "c" and int(place[1:]) > len(self.cells):
                return "no such cell"
            if place.isdigit() and int(place) > len(self.columns):
                return "no such column"
        if source[0] == "f":
            return self.no_take_back(source, target, count, asserted)
        if target[0] == "c":
            if source[0] in "cs":
                return "cells take cards of columns and the waste"
            if self.cells[int(target[1:]) - 1] is not None:
                return "the cell has a card"
        cards = self.cards_at(source)
        if isinstance(cards, str):
            return cards
        if count > len(cards):
            return "not so many cards"
        if source == target:
            return "onto itself"
        if count > 1:
            no = self.no_sequence(source, target, cards, count)
            if no:
                return no
        if asserted and asserted != cards[-count]:
            return "another card"
        return None if target[0] == "c" else self.lands(cards[-count], source, target)

    def no_redeal(self) -> str | None:
        """Why there can't be a redeal."""
        if self.redeals == 0:
            return "no redeal"
        if self.stock:
            return "the stock is not empty"
        return None if self.waste else "the waste is empty"

    def no_take_back(self, source: str, target: str, count: int, asserted: str) -> str | None:
        """Why a card can't be taken back from a foundation."""
        if not self.game["foundation_take_back"]:
            return "cards on a foundation stay there"
        if not target.isdigit():
            return "to columns only"
        if count > 1:
            return "one card at a time"
        tops = {pile[-1] for pile in self.foundations if pile and pile[-1][1] == source[1].upper()}
        if asserted:
            tops &= {asserted}
        could = [card for card in tops if self.lands(card, source, target) is None]
        if len(could) > 1:
            return "which of them?"
        return None if could else "none that goes there"

    def no_sequence(self, source: str, target: str, cards: list[str], count: int) -> str | None:
        """Why several cards can't be moved."""
        if not source.isdigit() or not target.isdigit() or self.game["move"] != "sequence":
            return "one card at a time"
        if any(self.down[int(source) - 1][-count:]):
            return "a card lies face down"
        inside = self.game["sequence_rule"] or self.game["build"]
        for upper, lower in pairwise(cards[-count:]):
            if not self.may_lie_on(lower, upper, inside):
                return "no sequence"
        if self.game["sequence_target"] == "empty-only" and self.columns[int(target) - 1]:
            return "sequences go to empty columns only"
        return None

    def other_card(self, asserted: str, card: str) -> str | None:
        """Complain where the token names another card than the one there."""
        return "another card" if asserted and asserted != card else None

    def parts(self, token: str) -> tuple[str, str, int]:
        """The source, the target and the count of a token such as ``3-5x4``."""
        source, _, rest = token.partition("-")
        target, _, count = rest.partition("x")
        return source, target, int(count or "1")

    def cards_at(self, source: str) -> list[str] | str:
        """The cards of a place, the playable one last; a text where nothing may be taken from there."""
        if source == "w":
            return self.waste
        if source == "s":
            return self.stock[::-1] if self.game["draw"] == 1 else "draws more than one card"
        if source[0] == "c":
            held = self.cells[int(source[1:]) - 1]
            return [] if held is None else [held]
        return self.columns[int(source) - 1]

    # Playing

    def play(self, token: str) -> None:
        """Play a legal move, and do what follows from it by itself."""
        assert self.refusal(token) is None, (token, self.refusal(token))
        token, _, asserted = token.partition("=")
        if token == "d":
            self.turn_to_waste()
        elif token == "r":
            self.stock, self.waste = self.waste, []
            if self.redeals != "unlimited":
                self.redeals -= 1
        else:
            source, target, count = self.parts(token)
            taken = self.take(source, target, count, asserted)
            if target == "f":
                number = self.foundation_for(taken[0])
                assert number is not None
                self.foundations[number].append(taken[0])
            elif target[0] == "c":
                self.cells[int(target[1:]) - 1] = taken[0]
            else:
                self.columns[int(target) - 1].extend(taken)
                self.down[int(target) - 1].extend([False] * count)
            if source.isdigit() and not self.columns[int(source) - 1]:
                self.fill(int(source) - 1)
        self.refill()

    def take(self, source: str, target: str, count: int, asserted: str) -> list[str]:
        """Take the cards of a move from where they lie; a face-down card that becomes the top is turned."""
        if source == "w":
            return [self.waste.pop()]
        if source == "s":
            return [self.stock.pop(0)]
        if source[0] == "c":
            held = self.cells[int(source[1:]) - 1]
            assert held is not None
            self.cells[int(source[1:]) - 1] = None
            return [held]
        if source[0] == "f":
            for pile in self.foundations:
                if not pile or pile[-1][1] != source[1].upper() or (asserted and pile[-1] != asserted):
                    continue
                if self.lands(pile[-1], source, target) is None:
                    return [pile.pop()]
        column, down = self.columns[int(source) - 1], self.down[int(source) - 1]
        taken = column[-count:]
        del column[-count:], down[-count:]
        if down:
            down[-1] = False
        return taken

    def turn_to_waste(self) -> None:
        """Turn cards from the stock to the waste, as many as one draw gives."""
        for _ in range(self.game["draw"]):
            if self.stock:
                self.waste.append(self.stock.pop(0))

    def fill(self, column: int) -> None:
        """Fill an emptied column from the waste, else from a draw."""
        if self.game["empty"] in ("auto-waste-then-stock", "auto-waste"):
            if not self.waste and self.game["empty"] == "auto-waste-then-stock":
                self.turn_to_waste()
            if self.waste:
                self.columns[column].append(self.waste.pop())
                self.down[column].append(False)

    def refill(self) -> None:
        """Draw where the waste is empty and refills itself."""
        if self.refills and not self.waste and self.stock:
            self.turn_to_waste()

    # Looking

    def every_token(self) -> list[str]:
        """Every token that could be legal on a table of this size, and many that can't."""
        columns = [str(number) for number in range(1, len(self.columns) + 1)]
        cells = [f"c{number}" for number in range(1, len(self.cells) + 1)]
        longest = max(len(column) for column in self.columns)
        tokens = ["d", "r"]
        for source in ["w", "s", "fc", "fd", "fh", "fs", *columns, *cells]:
            for target in ["f", *columns, *cells]:
                tokens.append(f"{source}-{target}")
                tokens += [f"{source}-{target}x{count}" for count in range(2, longest + 1)]
        if self.game["foundation_take_back"]:
            tops = {pile[-1] for pile in self.foundations if pile}
            tokens += [f"f{card[1].lower()}-{target}={card}" for card in sorted(tops) for target in columns]
        return tokens

    def legal_tokens(self) -> list[str]:
        """Every legal move; a card is named only where it has to be."""
        legal = [token for token in self.every_token() if self.refusal(token) is None]
        return [token for token in legal if "=" not in token or self.refusal(token.partition("=")[0]) is not None]

    def count(self, depth: int) -> int:
        """The number of legal sequences of that many moves."""
        if depth == 1:
            return len(self.legal_tokens())
        total = 0
        for token in self.legal_tokens():
            after = self.another()
            after.play(token)
            total += after.count(depth - 1)
        return total
