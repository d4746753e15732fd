"""The table: the state of a game, its legal moves, playing and undoing them.

:meth:`Table.run` is the one loop that knows the rules. A move is judged completely before anything changes, so a
refused move leaves the table as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import length_hint
from typing import Literal

from msgspec import UNSET, Struct

from . import variants
from .cards import CARDS_IN_PACK, NAMES, RANKS, SUITS, serialise_cards
from .deals import Deal, cards_at, check_pack, rules_of
from .moves import (
    ASSERTING,
    DRAW,
    DRAWING,
    FOUNDATION,
    NO_CARD,
    REDEAL,
    SEQUENCE,
    STOCK,
    TAKE_BACK,
    TO_FOUNDATION,
    WASTE,
    Move,
    parse_move,
)
from .problems import Fault
from .records import PositionRecord
from .rules import FINISHED, Rules
from .text import plural

KING = len(RANKS) - 1


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

    Attributes:
        rules: the rules it is played by.
        piles: the waste, and behind it the columns in their order; so a column's number is its index. The last card
            of a pile is its top.
        stock: the stock; its last card is drawn first.
        face_down: how many cards of each pile lie face down, by the same index; the deepest ones.
        redeals_left: the redeals that are left, or None where they are unlimited.
        history: the moves played so far.
    """

    def __init__(self, deal: Deal) -> None:
        rules = deal.rules
        self.rules: Rules = rules
        self.piles: list[list[int]] = [deal.waste[:], *[column[:] for column in deal.columns]]
        self.stock: list[int] = deal.stock[::-1]
        self.face_down: list[int] = [0] + [rules.face_down] * rules.columns
        self.redeals_left: int | None = None if rules.redeals == "unlimited" else rules.redeals
        self.history: list[Move] = []
        self._played_before = 0
        # For each card, how many foundations wait for it: that is all there is to know of foundations built in suit.
        self._ready = list(rules.tests.ready)
        for card in rules.base_cards:
            self._ready[card] -= 1
            self._ready[rules.tests.next_up[card]] += 1
        self._founded: list[int] = []  # the cards moved to foundations, in order; ~card for one taken back
        self._effects: list[_Effect] = []

    # Playing

    def run(self, moves: Iterable[Move]) -> Refusal | None:
        """Play moves one after another, up to the first that breaks a rule.

        Args:
            moves: the moves; each is judged on the table that those before it left.

        Returns:
            None where all were played, else the first move that breaks a rule. ``history`` tells how far it went.
        """
        rules = self.rules
        tests = rules.tests
        fits, runs, next_up = tests.fits, tests.runs, tests.next_up
        piles, stock, ready = self.piles, self.stock, self._ready
        waste = piles[WASTE]
        founded, draw, face_down = self._founded.append, rules.draw, self.face_down
        drawn = slice(None, -draw - 1, -1)
        sequences = rules.move == "sequence"
        any_to_empty = rules.empty_columns in ("any", "auto")
        fills = rules.empty_columns == "auto"
        has_effects = fills or any(face_down)
        if not isinstance(moves, list | tuple):
            moves = list(moves)
        # How far the loop has come is asked of its iterator, when it matters: counting would cost every move.
        queue = iter(moves)
        before, effects = len(self.history) + len(moves) - 1, self._effects
        code, move = "", DRAW
        try:
            for move in queue:
                kind = move.kind
                if kind >= ASSERTING:
                    if self._unexpected(move):
                        code = "wrong-card"
                        break
                    kind -= ASSERTING
                if kind <= TO_FOUNDATION:
                    source = move.source
                    pile = piles[source]
                    card = pile[-1]
                    if kind == TO_FOUNDATION:
                        if not ready[card]:
                            code = "not-on-foundation"
                            break
                        ready[card] -= 1
                        ready[next_up[card]] += 1
                        founded(pile.pop())
                    else:
                        onto = piles[move.target]
                        if onto:
                            if card not in fits[onto[-1]]:
                                code = "does-not-build"
                                break
                        elif not (any_to_empty or self._may_open(card, source)):
                            code = "empty-column"
                            break
                        onto.append(pile.pop())
                    if has_effects and len(pile) <= face_down[source]:
                        if pile:
                            face_down[source] -= 1
                            effects.append((before - length_hint(queue), "turned", source))
                            has_effects = fills or any(face_down)
                        elif fills and source > 0:
                            self._fill(source, before - length_hint(queue))
                elif kind == DRAWING:
                    if draw == 1 and stock:
                        waste.append(stock.pop())
                    elif stock:
                        if len(stock) < draw:
                            effects.append((before - length_hint(queue), "drew", len(stock)))
                        waste += stock[drawn]
                        del stock[-draw:]
                    else:
                        code = "empty-stock"
                        break
                elif kind == SEQUENCE:
                    source, count = move.source, move.count
                    pile, onto = piles[source], piles[move.target]
                    if not sequences or onto is pile or count > len(pile) - face_down[source]:
                        code = self._no_sequence(pile, count)
                        break
                    moved = pile[-count:]
                    card = upper = moved[0]
                    for lower in moved[1:]:
                        if lower not in runs[upper]:
                            code = "not-a-sequence"
                            break
                        upper = lower
                    if code:
                        break
                    if onto:
                        if card not in fits[onto[-1]]:
                            code = "does-not-build"
                            break
                    elif not (any_to_empty or self._may_open(card, source)):
                        code = "empty-column"
                        break
                    onto += moved
                    del pile[-count:]
                    if has_effects and len(pile) <= face_down[source]:
                        if pile:
                            face_down[source] -= 1
                            effects.append((before - length_hint(queue), "turned", source))
                            has_effects = fills or any(face_down)
                        elif fills and source > 0:
                            self._fill(source, before - length_hint(queue))
                else:
                    code = self._move_rare(move, any_to_empty)
                    if code:
                        break
        except IndexError:
            beyond = max(move.source, move.target) > rules.columns
            code = "no-such-column" if beyond else "empty-source"
        done = len(moves) - length_hint(queue) - bool(code)
        self.history += moves[:done]
        if not code:
            return None
        if move.source == move.target > 0 and code != "no-such-column":
            code = "same-column"
        if self.won:
            code = "game-over"
        return Refusal(move, code, self._explain(move, code))

    def _unexpected(self, move: Move) -> bool:
        """Whether the card that a move asserts is not the one that it would move."""
        if move.kind - ASSERTING == DRAWING:
            return bool(self.stock) and self.stock[-self.rules.draw :][0] != move.card
        if move.source == STOCK:
            return self.rules.draw == 1 and bool(self.stock) and self.stock[-1] != move.card
        if move.source <= TAKE_BACK:
            return self.rules.take_back and move.card not in (self._tops(TAKE_BACK - move.source) or [move.card])
        pile = self.piles[move.source]
        # Of a card that lies face down nothing is told, not even that it is another one.
        return 0 < move.count <= len(pile) - self.face_down[move.source] and pile[-move.count] != move.card

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
        move = self.history.pop()
        before = len(self.history)
        drawn = self.rules.draw
        while self._effects and self._effects[-1][0] == before:
            _, effect, number = self._effects.pop()
            if effect == "turned":
                self.face_down[number] += 1
            elif effect == "filled":
                self.piles[WASTE].append(self.piles[number].pop())
            elif move.target == WASTE:
                drawn = number
            else:
                self._undraw(number)
        source, target = move.source, move.target
        if target == WASTE:
            self._undraw(drawn)
        elif target == STOCK:
            self.piles[WASTE].extend(reversed(self.stock))
            self.stock.clear()
            if self.redeals_left is not None:
                self.redeals_left += 1
        elif target == FOUNDATION:
            card = self._founded.pop()
            self._ready[card] += 1
            self._ready[self.rules.tests.next_up[card]] -= 1
            (self.stock if source == STOCK else self.piles[source]).append(card)
        elif source <= TAKE_BACK:
            card = ~self._founded.pop()
            self.piles[target].pop()
            self._ready[card] -= 1
            self._ready[self.rules.tests.next_up[card]] += 1
        else:
            pile = self.piles[target]
            moved = pile[-move.count :]
            del pile[-move.count :]
            (self.stock if source == STOCK else self.piles[source]).extend(moved)
        return move

    # The rarer moves: each returns the code of the rule that it breaks, or the empty text once it is played.

    def _no_sequence(self, pile: list[int], count: int) -> str:
        """Why several cards can't leave a column together for another."""
        if self.rules.move == "single":
            return "single-cards-only"
        if count <= len(pile):
            return "face-down-card"
        return "too-many-cards" if pile else "empty-source"

    def _redeal(self) -> str:
        """Turn the waste over to be the stock again."""
        waste = self.piles[WASTE]
        if self.redeals_left == 0:
            return "no-redeal-left"
        if self.stock:
            return "redeal-too-early"
        if not waste:
            return "empty-waste"
        self.stock.extend(reversed(waste))
        waste.clear()
        if self.redeals_left is not None:
            self.redeals_left -= 1
        return ""

    def _move_rare(self, move: Move, any_to_empty: bool) -> str:
        """Redeal, play the stock's top card at once, or take a card back from a foundation."""
        if move.target == STOCK:
            return self._redeal()
        if max(move.source, move.target) > self.rules.columns:
            return "no-such-column"
        if move.count != 1:
            return "too-many-cards"
        if move.source == STOCK:
            return self._move_from_stock(move, any_to_empty)
        return self._take_back(move, any_to_empty)

    def _move_from_stock(self, move: Move, any_to_empty: bool) -> str:
        if self.rules.draw != 1:
            return "not-from-stock"
        if not self.stock:
            return "empty-stock"
        card = self.stock[-1]
        if move.target == FOUNDATION:
            if not self._ready[card]:
                return "not-on-foundation"
            self._ready[card] -= 1
            self._ready[self.rules.tests.next_up[card]] += 1
            self._founded.append(self.stock.pop())
            return ""
        code = self._lands(card, move, any_to_empty)
        if not code:
            self.piles[move.target].append(self.stock.pop())
        return code

    def _take_back(self, move: Move, any_to_empty: bool) -> str:
        if not self.rules.take_back or move.target == FOUNDATION:
            return "no-take-back"
        tops = self._tops(TAKE_BACK - move.source)
        if not tops:
            self.piles[move.target]  # a column that is not there is the first thing wrong
            return "empty-source"
        if move.card != NO_CARD:
            tops = [move.card]
        codes = [self._lands(card, move, any_to_empty) for card in tops]
        if codes.count("") > 1:
            return "ambiguous"
        if "" not in codes:
            return codes[0]
        if self.won:
            return "game-over"
        card = tops[codes.index("")]
        self._ready[card] += 1
        self._ready[self.rules.tests.next_up[card]] -= 1
        self._founded.append(~card)
        self.piles[move.target].append(card)
        return ""

    def _lands(self, card: int, move: Move, any_to_empty: bool) -> str:
        """The rule that keeps a card from a move's target column, or the empty text."""
        onto = self.piles[move.target]
        if onto:
            return "" if card in self.rules.tests.fits[onto[-1]] else "does-not-build"
        return "" if any_to_empty or self._may_open(card, move.source) else "empty-column"

    def _may_open(self, card: int, source: int) -> bool:
        """Whether a card from that place may go to an empty column where not every card may."""
        if self.rules.empty_columns == "kings":
            return card % 13 == KING
        return source in (WASTE, STOCK)

    def _fill(self, column: int, number: int) -> None:
        """Fill the column that move ``number``, from 0, has emptied: from the waste, else from a draw, else not."""
        waste = self.piles[WASTE]
        if not waste and self.stock:
            drawn = min(self.rules.draw, len(self.stock))
            for _ in range(drawn):
                waste.append(self.stock.pop())
            self._effects.append((number, "drew", drawn))
        if waste:
            self.piles[column].append(waste.pop())
            self._effects.append((number, "filled", column))

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
        return self._played_before + len(self.history)

    @property
    def foundation_cards(self) -> int:
        """The cards on the foundations, those set out before dealing included."""
        return self.rules.pack_size - len(self.stock) - sum(map(len, self.piles))

    @property
    def won(self) -> bool:
        """Whether all cards are on the foundations."""
        return not self.stock and not any(self.piles)

    @property
    def stuck(self) -> bool:
        """Whether the game is not won and no legal move is left."""
        return not self.won and not self.legal_moves

    @property
    def foundations(self) -> list[list[int]]:
        """The foundations' cards, suit by suit, the top card last; of two in one suit the higher one first."""
        piles: list[list[int]] = []
        for suit in range(len(SUITS)):
            cards = [suit * 13 + (self.rules.base_rank + height) % 13 for height in range(len(RANKS))]
            waits = [*cards, FINISHED + suit]
            for height in range(len(RANKS), -1, -1):
                piles.extend([cards[:height]] * self._ready[waits[height]])
        return piles

    def _tops(self, suit: int) -> list[int]:
        """The different cards that lie on top of the suit's foundations."""
        next_up = self.rules.tests.next_up
        return [card for card in range(suit * 13, suit * 13 + 13) if self._ready[next_up[card]]]

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves on the table as it stands when they are looked at."""
        return LegalMoves(self)

    def position(self) -> PositionRecord:
        """The table as it is stored."""
        named = variants.is_named(self.rules)
        return PositionRecord(
            variant=self.rules.name if named else UNSET,
            rules=UNSET if named else self.rules,
            tableau=[serialise_cards(column) for column in self.columns],
            face_down=self.face_down[1:],
            waste=serialise_cards(self.waste),
            stock=serialise_cards(reversed(self.stock)),
            foundations=[serialise_cards(pile) for pile in self.foundations],
            redeals_left="unlimited" if self.redeals_left is None else self.redeals_left,
            played=self.played,
        )

    # Saying why not

    def _explain(self, move: Move, code: str) -> str:
        """What is wrong with a refused move, with the cards in it."""
        rules, source, target = self.rules, move.source, move.target
        names = _place(source)
        match code:
            case "no-such-column":
                return f"there is no column {max(source, target)}: {rules.name} has {rules.columns}"
            case "same-column":
                return f"column {source} onto itself: a move needs another place to go to"
            case "empty-source":
                return f"cannot take a card from {names}: it is empty"
            case "wrong-card":
                return f"the move expects {NAMES[move.card]}: {self._found_instead(move)}"
            case "too-many-cards":
                if source > 0 and target > 0:
                    return f"cannot move {move.count} cards from column {source}: it has {len(self.piles[source])}"
                return (
                    f"cannot move {move.count} cards from {names} to {_place(target)}: one card at a time goes there"
                )
            case "single-cards-only":
                return f"cannot move {move.count} cards at once: {rules.name} moves one card at a time"
            case "face-down-card":
                hidden = self.face_down[source]
                return (
                    f"cannot move {move.count} cards from column {source}: "
                    f"only {len(self.piles[source]) - hidden} of its {len(self.piles[source])} are face up"
                )
            case "not-a-sequence":
                moved = self.piles[source][-move.count :]
                upper, lower = next(pair for pair in pairwise(moved) if pair[1] not in rules.tests.runs[pair[0]])
                return (
                    f"cannot move {serialise_cards(moved)} as a sequence: "
                    f"{NAMES[lower]} does not follow {NAMES[upper]} by {rules.in_run}"
                )
            case "does-not-build":
                return self._explain_build(move)
            case "empty-column":
                only = "a king" if rules.empty_columns == "kings" else "the waste's top card"
                card = NAMES[self._moving_card(move)]
                return f"cannot put {card} on the empty column {target}: only {only} may go there"
            case "not-on-foundation":
                return self._explain_foundation(self._moving_card(move))
            case "not-from-stock":
                return f"cannot play from the stock: {rules.name} draws {rules.draw} cards at a time"
            case "empty-stock":
                redeal = self.redeals_left != 0 and bool(self.waste)
                return "cannot draw: the stock is empty" + ("; a redeal (r) is left" if redeal else "")
            case "redeal-too-early":
                return f"cannot redeal: the stock still has {plural(len(self.stock), 'card')}"
            case "empty-waste":
                return "cannot redeal: the waste is empty"
            case "no-redeal-left":
                allowed = (
                    "no redeal" if rules.redeals == 0 else f"{plural(int(rules.redeals), 'redeal')}, all used up"
                )
                return f"cannot redeal: {rules.name} allows {allowed}"
            case "no-take-back":
                if rules.take_back:
                    return "cannot take a card back to a foundation: it goes to a column"
                return f"cannot take a card back: in {rules.name} cards on a foundation stay there"
            case "ambiguous":
                tops = " or ".join(f"{move}={NAMES[card]}" for card in self._tops(TAKE_BACK - source))
                return f"two cards could be meant: write {tops}"
            case "game-over":
                return f"the game was won at move {self.played}: no move follows"
        raise AssertionError(code)

    def _moving_card(self, move: Move) -> int:
        """The card that a refused move would have put down."""
        if move.source == STOCK:
            return self.stock[-1]
        if move.source <= TAKE_BACK:
            return move.card if move.card != NO_CARD else self._tops(TAKE_BACK - move.source)[0]
        return self.piles[move.source][-move.count]

    def _found_instead(self, move: Move) -> str:
        if move.target == WASTE:
            number = min(self.rules.draw, len(self.stock))
            return f"the draw turns {NAMES[self.stock[-number]]}"
        if move.source <= TAKE_BACK:
            return f"on top of the foundations lie {serialise_cards(self._tops(TAKE_BACK - move.source))}"
        card = NAMES[self._moving_card(move)]
        if move.count > 1:
            return f"the deepest of {move.count} cards of {_place(move.source)} is {card}"
        return f"the top card of {_place(move.source)} is {card}"

    def _explain_build(self, move: Move) -> str:
        under, card = self.piles[move.target][-1], self._moving_card(move)
        takers = [other for other in range(CARDS_IN_PACK) if card in self.rules.tests.fits[other]]
        if not takers:
            needs = f"nothing takes {'a king' if card % 13 == KING else 'it'} but an empty column"
        elif len(takers) == len(SUITS):
            needs = f"needs a {NAMES[takers[0]][0]}"
        else:
            needs = f"needs {' or '.join(NAMES[other] for other in takers)}"
        return f"cannot put {NAMES[card]} on {NAMES[under]}: {needs}"

    def _explain_foundation(self, card: int) -> str:
        suit = card // 13
        wanted = [other for other in range(suit * 13, suit * 13 + 13) if self._ready[other]]
        if not wanted:
            return f"cannot put {NAMES[card]} on a foundation: those of {SUITS[suit]} are full"
        return f"cannot put {NAMES[card]} on a foundation: needs {' or '.join(NAMES[other] for other in wanted)}"


def _place(place: int) -> str:
    """A place as a message names it."""
    if place > 0:
        return f"column {place}"
    if place <= TAKE_BACK:
        return f"the foundations of {SUITS[TAKE_BACK - place]}"
    return {WASTE: "the waste", STOCK: "the stock", FOUNDATION: "a foundation"}[place]


class LegalMoves:
    """The legal moves of a table, found when they are asked for: iterate, count, or ask with ``in``.

    Each is tried out and undone, so they are those that :meth:`Table.play` accepts, by the same code. A move is
    listed once, in its shortest spelling; a card to assert (``=9H``) is named only where the move needs it.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def __iter__(self) -> Iterator[Move]:
        """The legal moves, in a fixed order: draw, redeal, from the waste, from each column, stock, foundations."""
        return (move for move in self._candidates() if move in self)

    def __contains__(self, move: object) -> bool:
        """Whether a move, or the move that a token means, is legal now."""
        if isinstance(move, str):
            try:
                move = parse_move(move)
            except ValueError:
                return False
        if not isinstance(move, Move) or self._table.run((move,)) is not None:
            return False
        self._table.undo()
        return True

    def __len__(self) -> int:
        """How many legal moves there are."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Whether there is a legal move."""
        return any(True for _ in self)

    def _candidates(self) -> list[Move]:
        """The moves worth trying: every move that is not ruled out by an empty pile or a missing column."""
        table = self._table
        columns = range(1, table.rules.columns + 1)
        moves = [DRAW, REDEAL]
        for source, pile in enumerate(table.piles):
            if not pile:
                continue
            most = len(pile) if source > 0 and table.rules.move == "sequence" else 1
            moves.append(Move(source, FOUNDATION))
            moves += [Move(source, target, count) for target in columns for count in range(1, most + 1)]
        if table.stock:
            moves += [Move(STOCK, target) for target in (FOUNDATION, *columns)]
        if table.rules.take_back:
            for suit in range(len(SUITS)):
                source = TAKE_BACK - suit
                tops = table._tops(suit)
                for target in columns:
                    moves.append(Move(source, target))
                    if len(tops) > 1 and Move(source, target) not in self:
                        moves += [Move(source, target, 1, card) for card in tops]
        return moves


def table_from_position(record: PositionRecord) -> Table:
    """The table that a position record tells.

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
    check_pack(rules, [card for pile in (stock, waste, *columns, *foundations) for card in pile])
    if len(record.face_down) != rules.columns:
        raise Fault("wrong-layout", f"face_down must have {rules.columns} numbers, one a column", path=("face_down",))
    for number, hidden in enumerate(record.face_down):
        if not 0 <= hidden <= min(rules.face_down, max(0, len(columns[number]) - 1)):
            message = (
                f"column {number + 1} has {plural(len(columns[number]), 'card')}, the top one face up; "
                f"{rules.name} deals {rules.face_down} face down"
            )
            raise Fault("wrong-layout", f"face_down is {hidden}: {message}", path=("face_down", number))
    unlimited = rules.redeals == "unlimited"
    if unlimited is not (record.redeals_left == "unlimited") or (
        not unlimited and not 0 <= int(record.redeals_left) <= int(rules.redeals)
    ):
        message = f"redeals_left is {record.redeals_left}: {rules.name} allows {rules.redeals}"
        raise Fault("bad-value", message, path=("redeals_left",))
    if record.played < 0:
        raise Fault("bad-value", "played is negative", path=("played",))
    table = Table(Deal(rules, columns, stock, waste))
    table.face_down[1:] = record.face_down
    table.redeals_left = None if unlimited else int(record.redeals_left)
    table._played_before = record.played
    table._ready = _waiting(rules, foundations)
    return table


def _waiting(rules: Rules, foundations: list[list[int]]) -> list[int]:
    """For each card, how many foundations wait for it."""
    ready = list(rules.tests.ready)
    for number, pile in enumerate(foundations):
        for height, card in enumerate(pile):
            expected = pile[0] - pile[0] % 13 + (rules.base_rank + height) % 13
            if card != expected:
                message = f"{NAMES[card]} stands where {NAMES[expected]} belongs: a foundation is built up in suit"
                raise Fault("wrong-layout", message, path=("foundations", number))
        if pile:
            ready[pile[0]] -= 1
            ready[rules.tests.next_up[pile[-1]]] += 1
    return ready
