"""The table: the state of a game, its legal moves, playing and undoing them.

Moves are judged and played by :mod:`.replay` and :mod:`.rare`, the only modules beside this one that touch what
starts with an underscore. A refused move leaves the table as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from .cards import SUITS
from .deal import Deal
from .explain import explain
from .foundations import Foundations, piles_of
from .legal import LegalMoves
from .moves import CELL, FOUNDATION, NO_CARD, STOCK, WASTE, Move, Step, parse_move, steps_of
from .replay import replay
from .rules import FINISHED, Rules


class Refusal(Struct, frozen=True):
    """A move that breaks a rule.

    Attributes:
        move: the move.
        code: the rule, a key of :data:`forty_thieves.problems.CODES`.
        message: what the move tried and what it would need, with the cards' names.
    """

    move: Move
    code: str
    message: str


class IllegalMove(Exception):
    """Raised by :meth:`Table.play` for a move that breaks a rule; the table is as it was.

    Attributes:
        refusal: the move, the rule's code and the message.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


_Effect = tuple[int, Literal["turned", "filled", "drew"], int]
"""What a move brought about beside itself: (moves played before it, what, a column or a number of cards)."""


class Table:
    """The state of one game.

    Args:
        deal: the cards as they lie before the first move; they are copied.
        auto_draw: whether cards are drawn at once whenever the waste is empty, though the rules do not say so.

    Attributes:
        rules: the rules it is played by.
        piles: the waste, and behind it the columns in their order; so a column's number is its index. The last card
            of a pile is its top.
        stock: the stock; its last card is drawn first.
        tests: what the rules say of single cards.
        ready: for each card, how many foundations take it now; see :class:`forty_thieves.game.rules.CardTests`.
        face_down: for each pile, by the same index, the number of cards up to and with its topmost face-down one.
        cells: the cells, each with its card or NO_CARD.
        redeals_left: the redeals that are left, or None where they are unlimited.
        played_before: the moves before those, where the game was taken up from a position.
    """

    def __init__(self, deal: Deal, *, auto_draw: bool = False) -> None:
        rules = deal.rules
        self.rules: Rules = rules
        self.piles: list[list[int]] = [deal.waste[:], *map(list.copy, deal.columns)]
        self.stock: list[int] = deal.stock[::-1]
        self.face_down: list[int] = [0] + [rules.face_levels[-1]] * rules.columns
        self.cells: list[int] = deal.cells + [NO_CARD] * (rules.cells - len(deal.cells)) if rules.cells else []
        self.redeals_left: int | None = None if rules.redeals == "unlimited" else rules.redeals
        self._steps: list[Step] = []
        self.played_before = 0
        self._refills = auto_draw or rules.waste_refill
        self.tests = rules.tests if rules.base_rank is not None else rules.tests_from(deal.base_rank)
        self._base_rank = deal.base_rank
        # For each card, how many foundations wait for it: that is all there is to know of foundations built in suit.
        self.ready = list(self.tests.ready)
        self._piled: Foundations | None = None
        if deal.founded is None:
            self.lay_foundations([[card] for card in rules.base_cards])
        else:
            self.lay_foundations(piles_of(rules, deal.base_rank, deal.founded))
        self._founded: list[int] = []  # the cards moved to foundations, in order; ~card for one taken back
        self._founded_on: list[int] = []  # and their foundations' numbers, where these are kept as piles
        self._effects: list[_Effect] = []
        if self._refills:
            self._draw_if_empty()

    def lay_foundations(self, piles: list[list[int]]) -> None:
        """Put cards on empty foundations, of which there are none yet; the piles are suit by suit."""
        if self.rules.foundation_build != "same-suit":
            self._piled = Foundations(self.rules, self.tests, piles)
            self.ready = self._piled.ready
            return
        for pile in filter(None, piles):
            self.ready[pile[0]] -= 1
            self.ready[self.tests.next_up[pile[-1]]] += 1

    # Playing

    def run(self, moves: Iterable[Move]) -> Refusal | None:
        """Play moves one after another, up to the first that breaks a rule.

        Args:
            moves: the moves; each is judged on the table that those before it left.

        Returns:
            None where all were played, else the first move that breaks a rule. ``history`` tells how far it went.
        """
        return self.run_steps([move.step for move in moves])

    def run_steps(self, steps: Sequence[Step]) -> Refusal | None:
        """Play moves as :meth:`run` does, in the form in which a log gives them."""
        played, code = replay(self, steps)
        self._steps += steps[:played]
        if not code:
            return None
        move = steps[played][-1]
        if self.won:
            code = "game-over"
        return Refusal(move, code, explain(self, move, code))

    def play(self, move: Move | str) -> Move:
        """Play one move.

        Args:
            move: a move, or its token.

        Returns:
            The move.

        Raises:
            IllegalMove: the move breaks a rule.
            ValueError: the token is no move.
        """
        if isinstance(move, str):
            move = parse_move(move)
        refusal = self.run((move,))
        if refusal is not None:
            raise IllegalMove(refusal)
        return move

    def undo(self) -> Move:
        """Take back the last move, with all that it brought about.

        Returns:
            The move that was undone.

        Raises:
            IndexError: no move was played.
        """
        move = self._steps.pop()[-1]
        before = len(self._steps)
        source, target = move.source, move.target
        drawn = self.rules.draw
        while self._effects and self._effects[-1][0] == before:
            _, effect, number = self._effects.pop()
            if effect == "turned":
                # It was turned up when it came to lie on top: its pile is as high now as it was then.
                self.face_down[number] = len(self.piles[number])
            elif effect == "filled":
                self.piles[WASTE].append(self.piles[number].pop())
            elif target == WASTE:
                drawn = number
            else:
                self._undraw(number)
        if target == WASTE:
            self._undraw(drawn)
        elif target == STOCK:
            self.piles[WASTE].extend(reversed(self.stock))
            self.stock.clear()
            if self.redeals_left is not None:
                self.redeals_left += 1
        else:
            self._return(source, self._fetch(move))
        return move

    def _fetch(self, move: Move) -> list[int]:
        """Take the cards of a move that was played from where they went."""
        if move.target == FOUNDATION:
            return [self._take_down()]
        if move.target < CELL:
            card = self.cells[CELL - move.target - 1]
            self.cells[CELL - move.target - 1] = NO_CARD
            return [card]
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
        elif source < CELL:
            self.cells[CELL - source - 1] = cards[0]
        else:
            self._undo_take_back()

    # Foundations: counted where they are built in suit, kept as piles where they are not.

    def _count(self, card: int, by: int) -> None:
        """Count a card put on a foundation that is built in suit, or taken off it where ``by`` is -1."""
        self.ready[card] -= by
        self.ready[self.tests.next_up[card]] += by

    def _put_up(self, card: int) -> None:
        """Put a card on a foundation that takes it."""
        self._founded.append(card)
        if self._piled is not None:
            self._founded_on.append(self._piled.put(card))
        else:
            self._count(card, 1)

    def _take_down(self) -> int:
        """Undo the last :meth:`_put_up`; gives the card."""
        card = self._founded.pop()
        if self._piled is not None:
            self._piled.take(self._founded_on.pop())
        else:
            self._count(card, -1)
        return card

    def _take_from_top(self, card: int) -> None:
        """Take a card off the first foundation that has it on top, and keep how to undo that."""
        self._founded.append(~card)
        if self._piled is not None:
            number = self._piled.with_top(card)
            self._piled.take(number)
            self._founded_on.append(number)
        else:
            self._count(card, -1)

    def _undo_take_back(self) -> None:
        """Undo the last :meth:`_take_from_top`."""
        card = ~self._founded.pop()
        if self._piled is not None:
            self._piled.put_on(self._founded_on.pop(), card)
        else:
            self._count(card, 1)

    # What follows by itself

    def _fill(self, source: int, number: int) -> None:
        """Do what follows by itself where move ``number``, from 0, has emptied a column or the waste.

        An empty column is filled, where the rules say so, from the waste's top, else from a draw, else not at all;
        then an empty waste gets a draw, where the rules say so.
        """
        waste = self.piles[WASTE]
        if source != WASTE and self.rules.empty_columns == "auto":
            if not waste and self.stock:
                self._effects.append((number, "drew", self._draw_if_empty()))
            if waste:
                self.piles[source].append(waste.pop())
                self._effects.append((number, "filled", source))
        if self._refills and not waste and self.stock:
            self._effects.append((number, "drew", self._draw_if_empty()))

    def _draw_if_empty(self) -> int:
        """Draw where the waste is empty; gives the number of cards."""
        waste = self.piles[WASTE]
        drawn = 0 if waste else min(self.rules.draw, len(self.stock))
        for _ in range(drawn):
            waste.append(self.stock.pop())
        return drawn

    def _undraw(self, number: int) -> None:
        for _ in range(number):
            self.stock.append(self.piles[WASTE].pop())

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
    def played(self) -> int:
        """The moves that led from the deal to this table."""
        return self.played_before + len(self._steps)

    @property
    def last_move(self) -> Move | None:
        """The move played last, or None where none was played."""
        return self._steps[-1][-1] if self._steps else None

    @property
    def history(self) -> list[Move]:
        """The moves played so far, in a list of their own."""
        return [step[-1] for step in self._steps]

    @property
    def steps(self) -> int:
        """The length of what was played on this table, as :func:`forty_thieves.game.moves.steps_of` counts it."""
        return steps_of(self.history)

    @property
    def foundation_cards(self) -> int:
        """The cards on the foundations, those set out before dealing included."""
        in_cells = len(self.cells) - self.cells.count(NO_CARD)
        return self.rules.pack_size - len(self.stock) - sum(map(len, self.piles)) - in_cells

    @property
    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return not self.stock and not any(self.piles) and self.cells.count(NO_CARD) == len(self.cells)

    @property
    def stuck(self) -> bool:
        """Whether the game is not won and no legal move is left."""
        return not self.won and not self.legal_moves

    @property
    def foundations(self) -> list[list[int]]:
        """The foundations' cards, suit by suit, the top card last; of two alike in suit the higher one first.

        Where foundations are not built in suit, those that were started in one suit stand in the order in which
        cards look for them.
        """
        if self._piled is not None:
            return self._piled.shown
        order = self.rules.rank_order
        start = order.index(self._base_rank)
        ranks = order[start:] + order[:start]
        piles: list[list[int]] = []
        for suit in range(len(SUITS)):
            cards = [suit * 13 + rank for rank in ranks]
            waits = [*cards, FINISHED + suit]
            for height in range(len(cards), -1, -1):
                piles.extend([cards[:height]] * self.ready[waits[height]])
        return piles

    def foundation_tops(self, suit: int) -> list[int]:
        """The different cards of a suit that lie on top of foundations."""
        if self._piled is not None:
            return self._piled.tops(suit)
        next_up = self.tests.next_up
        ranks = self.rules.rank_order
        return [suit * 13 + rank for rank in ranks if self.ready[next_up[suit * 13 + rank]]]

    def is_face_down(self, column: int, at: int) -> bool:
        """Whether the card at index ``at``, from the deep end, of column ``column``, from 1, lies face down."""
        return at < self.face_down[column] and self.rules.faces[at] == "D"

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves on the table as it stands when they are looked at."""
        return LegalMoves(self)
