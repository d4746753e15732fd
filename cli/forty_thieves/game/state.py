"""The state of a game: where every card lies, what a move brings about beside itself, and how to undo it all.

Knows no rules of moves: those are judged by :mod:`.replay` and :mod:`.rare_moves`, which change a state only once a
move is found legal.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Literal

from .cards import NAMES, serialise_cards
from .deal import Deal
from .foundations import Foundations, lay_foundations, piles_of
from .moves import FOUNDATION, NO_CARD, STOCK, WASTE, Move, cell_number, is_cell
from .rules import Rules

Effect = tuple[int, Literal["turned", "filled", "drew"], int]
"""What a move brought about beside itself: (moves played before it, what, a column or a number of cards)."""


Parts = tuple[Rules, Foundations, list[list[int]], list[int], list[int], list[int], list[int], int | None, int]
"""What a :class:`State` is made of: its arguments in their order."""


def parts_of_deal(deal: Deal) -> Parts:
    """What the state before the first move of a deal is made of; the cards are copied."""
    rules, base_rank = deal.rules, deal.base_rank
    piles = rules.base_piles if deal.founded is None else piles_of(rules, base_rank, deal.founded)
    return (
        rules,
        lay_foundations(rules, rules.lookups(base_rank), piles),
        list(map(list.copy, deal.columns)),
        deal.stock[::-1],
        deal.waste[:],
        deal.cells + [NO_CARD] * (rules.cells - len(deal.cells)) if rules.cells else [],
        [rules.face_levels[-1]] * rules.columns,
        None if rules.redeals == "unlimited" else rules.redeals,
        0,
    )


class State:
    """The cards of one game between two moves.

    Args:
        rules: the rules it is played by.
        founded: the foundations, with the cards that lie on them.
        columns: for each column its cards, the deepest first.
        stock: the stock; its last card is drawn first.
        waste: the waste, its top card last.
        cells: the cells, each with its card or NO_CARD.
        face_down: for each column, the number of cards up to and with its topmost face-down one.
        redeals_left: the redeals that are left, or None where they are unlimited.
        played: the moves that led to it from the deal.

    The lists are kept, not copied. Whether the cards are a whole pack, or lie as they may, is not checked.

    Attributes:
        piles: the waste, and behind it the columns in their order; so a column's number is its index. The last card
            of a pile is its top.
        face_down: as the argument, by the index of a pile; the waste's is 0.
        lookups: what the rules say of single cards.
        refills: whether cards are drawn at once whenever the waste is empty.
        effects: what the moves brought about beside themselves, for undoing them.
    """

    def __init__(
        self,
        rules: Rules,
        founded: Foundations,
        columns: list[list[int]],
        stock: list[int],
        waste: list[int],
        cells: list[int],
        face_down: list[int],
        redeals_left: int | None,
        played: int = 0,
    ) -> None:
        self.rules = rules
        self.founded = founded
        self.lookups = founded.lookups
        self.piles = [waste, *columns]
        self.stock = stock
        self.cells = cells
        self.face_down = [0, *face_down]
        self.redeals_left = redeals_left
        self.played = played
        self.refills = rules.waste_refill
        self.effects: list[Effect] = []

    def position(self) -> State:
        """The same cards in a state of their own, without what could be undone."""
        return State(*self.parts())

    def parts(self) -> Parts:
        """What a state of the same cards is made of; the cards are copied."""
        return (
            self.rules,
            lay_foundations(self.rules, self.lookups, self.foundations),
            list(map(list.copy, self.columns)),
            self.stock[:],
            self.waste[:],
            self.cells[:],
            self.face_down[1:],
            self.redeals_left,
            self.played,
        )

    # What follows a move by itself

    def fill(self, source: int, number: int) -> None:
        """Do what follows by itself where a move has emptied a column or the waste.

        An empty column is filled, where the rules say so, from the waste's top, else from a draw, else not at all;
        then an empty waste gets a draw, where the rules say so.

        Args:
            source: the pile that was emptied.
            number: the moves played before that move.
        """
        waste = self.piles[WASTE]
        if source != WASTE and self.rules.empty_columns == "auto":
            self.refill(number)
            if waste:
                self.piles[source].append(waste.pop())
                self.effects.append((number, "filled", source))
        if self.refills:
            self.refill(number)

    def refill(self, number: int) -> None:
        """Draw where the waste is empty, as part of the move before which ``number`` were played."""
        if self.stock and not self.waste:
            self.effects.append((number, "drew", self.draw()))

    def draw(self) -> int:
        """Turn cards from the stock to the waste, as many as there are for one draw; gives their number."""
        drawn = min(self.rules.draw, len(self.stock))
        self.waste.extend(self.stock.pop() for _ in range(drawn))
        return drawn

    # Undoing

    def undo_move(self, move: Move) -> None:
        """Undo the move that was played last, with all that it brought about.

        Args:
            move: that move, which is not checked.
        """
        self.played -= 1
        source, target = move.source, move.target
        drawn = self.rules.draw
        while self.effects and self.effects[-1][0] == self.played:
            _, effect, number = self.effects.pop()
            if effect == "turned":
                # It was turned up when it came to lie on top: its pile is as high now as it was then.
                self.face_down[number] = len(self.piles[number])
            elif effect == "filled":
                self.waste.append(self.piles[number].pop())
            elif target == WASTE:
                drawn = number
            else:
                self._undraw(number)
        if target == WASTE:
            self._undraw(drawn)
        elif target == STOCK:
            self.waste.extend(reversed(self.stock))
            self.stock.clear()
            if self.redeals_left is not None:
                self.redeals_left += 1
        else:
            self._return(source, self._fetch(move))

    def _undraw(self, number: int) -> None:
        self.stock.extend(self.waste.pop() for _ in range(number))

    def _fetch(self, move: Move) -> list[int]:
        """Take the cards of a move that was played from where they went."""
        if move.target == FOUNDATION:
            return [self.founded.undo()]
        if is_cell(move.target):
            return [self.swap_cell(move.target, NO_CARD)]
        pile = self.piles[move.target]
        cards = pile[-move.count :]
        del pile[-move.count :]
        return cards

    def _return(self, source: int, cards: list[int]) -> None:
        """Put cards back where a move had taken them."""
        if source >= 0:
            self.piles[source].extend(cards)
        elif source == STOCK:
            self.stock.extend(cards)
        elif is_cell(source):
            self.swap_cell(source, cards[0])
        else:
            self.founded.undo()

    # Cells

    def in_cell(self, pile: int) -> int:
        """The card in the cell that a move names as ``pile``, or NO_CARD; which must be there."""
        return self.cells[cell_number(pile) - 1]

    def swap_cell(self, pile: int, card: int) -> int:
        """Put a card, or NO_CARD, in a cell; gives what was in it."""
        index = cell_number(pile) - 1
        before, self.cells[index] = self.cells[index], card
        return before

    # Looking at it

    @property
    def columns(self) -> list[list[int]]:
        """The columns in their order, the deepest card of each first."""
        return self.piles[1:]

    @property
    def waste(self) -> list[int]:
        """The waste, its top card last."""
        return self.piles[WASTE]

    @property
    def foundations(self) -> list[list[int]]:
        """The foundations' cards, suit by suit, the top card last; of two alike in suit the higher one first.

        Where foundations are not built in suit, those that were started in one suit stand in the order in which
        cards look for them.
        """
        return self.founded.shown

    def foundation_tops(self, suit: int) -> list[int]:
        """The different cards of a suit that lie on top of foundations."""
        return self.founded.tops(suit)

    @property
    def foundation_cards(self) -> int:
        """The cards on the foundations, those set out before dealing included."""
        in_cells = len(self.cells) - self.cells.count(NO_CARD)
        return self.rules.card_count - len(self.stock) - sum(map(len, self.piles)) - in_cells

    @property
    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return not self.stock and not any(self.piles) and self.cells.count(NO_CARD) == len(self.cells)

    def __str__(self) -> str:
        """The board as plain text, for people; cards that lie face down are not shown."""
        tops = [NAMES[pile[-1]] if pile else "-" for pile in self.foundations]
        lines = [f"foundations  {' '.join(tops)}", f"stock        {len(self.stock)} cards"]
        lines.append(f"waste        {serialise_cards(self.waste) or '-'}")
        if self.cells:
            lines.append(f"cells        {' '.join('-' if card == NO_CARD else NAMES[card] for card in self.cells)}")
        heads = [str(number) for number in range(1, len(self.piles))]
        names = [
            ["##" if self.is_face_down(number, at) else NAMES[card] for at, card in enumerate(column)]
            for number, column in enumerate(self.columns, 1)
        ]
        rows = [heads, *zip_longest(*names, fillvalue="")]
        lines += ["", *("".join(f"{name:>4}" for name in row).rstrip() for row in rows)]
        return "\n".join(lines)

    def is_face_down(self, column: int, at: int) -> bool:
        """Whether the card at index ``at``, from the deep end, of column ``column``, from 1, lies face down."""
        return at < self.face_down[column] and self.rules.faces[at] == "D"
