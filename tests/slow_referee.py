"""A second referee of the nine variants, written for being read: it shares no code with the package.

Cards are their names, piles are lists of names, the eight foundations are eight lists. Every token is judged from
its text by going through the rules one after another. It is slow, and knows no rules but those of the nine games.
"""

from __future__ import annotations

from copy import copy
from itertools import pairwise

# variant: columns, cards a column, face down, build, what moves, draw, redeals, aces set out
GAMES: dict[str, tuple[int, int, int, str, str, int, int, bool]] = {
    "forty-thieves": (10, 4, 0, "same suit", "one card", 1, 0, False),
    "indian": (10, 3, 1, "different suit", "one card", 1, 0, False),
    "limited": (12, 3, 0, "same suit", "one card", 1, 0, False),
    "little-forty": (10, 4, 0, "different suit", "sequence", 3, 3, False),
    "lucas": (13, 3, 0, "same suit", "one card", 1, 0, True),
    "maria": (9, 4, 0, "alternate color", "one card", 1, 0, False),
    "number-ten": (10, 4, 2, "alternate color", "sequence", 1, 0, False),
    "rank-and-file": (10, 4, 3, "alternate color", "sequence", 1, 0, False),
    "streets": (10, 4, 0, "alternate color", "one card", 1, 0, False),
}
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
RED = ("D", "H")


def rank(card: str) -> int:
    """1 for an ace, 13 for a king."""
    return ORDER.index(card[0]) + 1


class SlowReferee:
    """A game of one of the nine variants."""

    def __init__(self, variant: str, tableau: list[str], stock: str) -> None:
        width, height, hidden, self.build, self.moves, self.draw, self.redeals, aces_out = GAMES[variant]
        self.columns = [pile.split() for pile in tableau]
        assert [len(column) for column in self.columns] == [height] * width
        self.hidden = [hidden] * width
        self.stock = stock.split()  # the first one is drawn first
        self.waste: list[str] = []
        self.foundations: list[list[str]] = [[] for _ in range(8)]
        if aces_out:
            self.foundations = [["AC"], ["AC"], ["AD"], ["AD"], ["AH"], ["AH"], ["AS"], ["AS"]]
        cards = self.waste + self.stock
        for pile in self.columns + self.foundations:
            cards = cards + pile
        assert sorted(cards) == sorted([r + s for r in ORDER for s in "CDHS"] * 2)

    def another(self) -> SlowReferee:
        """Another table with the same cards."""
        other = copy(self)
        other.columns = [column[:] for column in self.columns]
        other.foundations = [pile[:] for pile in self.foundations]
        other.hidden, other.stock, other.waste = self.hidden[:], self.stock[:], self.waste[:]
        return other

    # The rules

    def may_lie_on(self, card: str, under: str) -> bool:
        """Whether a card may be put on another one in a column: one rank lower, and of a fitting suit."""
        if rank(under) - rank(card) != 1:
            return False
        if self.build == "same suit":
            return card[1] == under[1]
        if self.build == "different suit":
            return card[1] != under[1]
        return (card[1] in RED) != (under[1] in RED)

    def foundation_for(self, card: str) -> int | None:
        """The number of a foundation that takes a card now."""
        for number, pile in enumerate(self.foundations):
            if not pile and card[0] == "A":
                return number
            if pile and pile[-1][1] == card[1] and rank(card) - rank(pile[-1]) == 1:
                return number
        return None

    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return all(len(pile) == 13 for pile in self.foundations)

    def refusal(self, token: str) -> str | None:
        """Why a move is illegal; None where it is legal."""
        if token == "d":
            return None if self.stock else "the stock is empty"
        if token == "r":
            if self.redeals == 0:
                return "no redeal"
            if self.stock:
                return "the stock is not empty"
            return None if self.waste else "the waste is empty"
        source, target, count = self.parts(token)
        cards = self.cards_at(source)
        if isinstance(cards, str):
            return cards
        if count > len(cards):
            return "not so many cards"
        if source.startswith("f"):
            return "cards on a foundation stay there"
        if target == "f":
            if count > 1:
                return "one card at a time"
            return None if self.foundation_for(cards[-1]) is not None else "no foundation takes it"
        if int(target) > len(self.columns):
            return "no such column"
        if source == target:
            return "onto itself"
        if count > 1:
            if source in ("w", "s"):
                return "one card at a time"
            if self.moves != "sequence":
                return "one card at a time"
            if count > len(cards) - self.hidden[int(source) - 1]:
                return "a card lies face down"
            run = cards[-count:]
            for upper, lower in pairwise(run):
                if not self.may_lie_on(lower, upper):
                    return "no sequence"
        onto = self.columns[int(target) - 1]
        if onto and not self.may_lie_on(cards[-count], onto[-1]):
            return "does not fit there"
        return None

    def parts(self, token: str) -> tuple[str, str, int]:
        """The source, the target and the count of a token such as ``3-5x4``."""
        source, _, rest = token.partition("-")
        target, _, count = rest.partition("x")
        return source, target, int(count or "1")

    def cards_at(self, source: str) -> list[str] | str:
        """The cards of a place, the playable one last; a text where there is no such place."""
        if source == "w":
            return self.waste
        if source == "s":
            return self.stock[::-1] if self.draw == 1 else "draws more than one card"
        if source.startswith("f"):
            return [pile[-1] for pile in self.foundations if pile and pile[-1][1] == source[1].upper()]
        return self.columns[int(source) - 1] if int(source) <= len(self.columns) else "no such column"

    # Playing

    def play(self, token: str) -> None:
        """Play a legal move."""
        assert self.refusal(token) is None, (token, self.refusal(token))
        if token == "d":
            for _ in range(self.draw):
                if self.stock:
                    self.waste.append(self.stock.pop(0))
            return
        if token == "r":
            self.stock = self.waste
            self.waste = []
            self.redeals -= 1
            return
        source, target, count = self.parts(token)
        if source == "w":
            taken = [self.waste.pop()]
        elif source == "s":
            taken = [self.stock.pop(0)]
        else:
            column = self.columns[int(source) - 1]
            taken = column[-count:]
            del column[-count:]
            if column and self.hidden[int(source) - 1] == len(column):
                self.hidden[int(source) - 1] -= 1
        if target == "f":
            number = self.foundation_for(taken[0])
            assert number is not None
            self.foundations[number].append(taken[0])
        else:
            self.columns[int(target) - 1].extend(taken)

    # Looking

    def every_token(self) -> list[str]:
        """Every token that could be legal on a table of this size, and many that can't."""
        columns = [str(number) for number in range(1, len(self.columns) + 1)]
        longest = max(len(column) for column in self.columns)
        tokens = ["d", "r"]
        for source in ["w", "s", *columns]:
            for target in ["f", *columns]:
                tokens.append(f"{source}-{target}")
                tokens += [f"{source}-{target}x{count}" for count in range(2, longest + 1)]
        return tokens

    def legal_tokens(self) -> list[str]:
        """Every legal move."""
        return [token for token in self.every_token() if self.refusal(token) is None]

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
