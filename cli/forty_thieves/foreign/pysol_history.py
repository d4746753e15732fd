"""The moves of a PySolFC save: its piles rewound to the deal, and played again by the rules.

Nothing is believed that can be checked. The piles are rewound through the history; what that gives is compared with
the deal of the game's number; then each entry is done again with the piles and, as a token, by the rules, and after
each the two tables are compared pile by pile. So what the program did by itself, such as filling a column, has to be
what the rules do. Where a move breaks a rule, that is for the referee to say: the log is given, and compared no more.
"""

from __future__ import annotations

from itertools import zip_longest

from msgspec import UNSET

from forty_thieves.game.cards import NAMES, serialise_cards
from forty_thieves.game.deal import Deal, deal
from forty_thieves.game.moves import (
    DRAW,
    FOUNDATION,
    NO_CARD,
    REDEAL,
    STOCK,
    WASTE,
    Move,
    cell_number,
    is_cell,
    is_suit_pile,
    suit_pile,
    write_log,
)
from forty_thieves.game.table import Table
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal
from forty_thieves.records.games import serialise_game
from forty_thieves.records.structs import DealRecord, GameRecord
from forty_thieves.text import plural

from .pysol_games import places
from .pysol_saves import Action, Entry, LaidPile, Save


def game_of(save: Save, *, redo: bool = False) -> GameRecord:
    """The recorded game that a save holds.

    Args:
        save: the save.
        redo: whether the moves that were undone, and could be redone, are to follow those that are played.

    Raises:
        Fault: ``save-mismatch``, where its piles, number and history do not belong together; ``not-expressible``,
            where a move has no token; ``bad-seed``, or what is wrong with a custom deal.
    """
    laid = _Laid(save)
    for number in range(save.index, 0, -1):
        laid.undo(save.history[number - 1], number)
    start = _deal(save, laid)
    table = Table(start)
    other_deal = laid.difference(table, "rewound to the deal")
    entries = save.history if redo and other_deal is None else save.history[: save.index]
    tokens: list[str] = []
    legal = True
    for number, entry in enumerate(entries, 1):
        name = f"move {len(tokens) + 1} (entry {number} of the history)"
        move = laid.move_of(entry, name)
        laid.do(entry, number)
        if move is None:
            continue
        if legal:
            move, legal = _play(table, move)
        tokens.append(str(move))
        wrong = laid.difference(table, f"after {name}, {move}", move) if legal and other_deal is None else None
        if wrong is not None:
            raise wrong
    # Played from the deal of the number, the piles may show more plainly what was changed than rewound to it.
    wrong = (laid.difference(table, "played from the deal of the number") if legal else None) or other_deal
    if wrong is not None:
        raise wrong
    return serialise_game(start, write_log(tokens), meta=_meta(save))


def _play(table: Table, move: Move) -> tuple[Move, bool]:
    """Play a move by the rules: the move, which names its card only where it has to, and whether it is legal."""
    plain = Move(move.source, move.target, move.count)
    refusal = table.run((plain,))
    if refusal is not None and refusal.code == "ambiguous":
        return move, table.run((move,)) is None
    return plain, refusal is None


def _deal(save: Save, rewound: _Laid) -> Deal:
    """The deal of the game's number; where it has none, the deal that the rewound piles are."""
    if save.seed is not None:
        return deal(save.rules, save.seed, save.shuffle)
    return interpret_deal(
        DealRecord(
            variant=save.rules.name,
            tableau=[serialise_cards(column.cards) for column in rewound.columns],
            stock=serialise_cards(reversed(rewound.stock.cards)),
            waste=serialise_cards(rewound.waste.cards),
            foundations=serialise_cards(card for pile in rewound.foundations for card in pile.cards),
            cells=serialise_cards(card for pile in rewound.cells for card in pile.cards) if rewound.cells else UNSET,
        )
    )


def _meta(save: Save) -> dict[str, str]:
    """What a save says beside the game itself."""
    meta = {"program": f"PySolFC {save.version}"}
    if save.seconds is not None:
        minutes, seconds = divmod(int(save.seconds), 60)
        meta["time_played"] = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    comment = "".join(char for char in save.comment if char.isprintable() or char in "\t\n").strip()
    if comment:
        meta["comment"] = comment
    return meta


class _Laid:
    """The piles of a save, as its history moves them, forwards and back; the rules play no part here.

    Attributes:
        columns: the columns in their order.
        stock: the stock; its last card is drawn first.
        waste: the waste.
        foundations: the foundations, in PySolFC's order.
        cells: the cells in their order.
    """

    def __init__(self, save: Save) -> None:
        self._rules = save.rules
        self._places = places(save.rules)
        self._piles = [LaidPile(pile.cards[:], pile.face_up[:]) for pile in save.piles]
        self._round = save.round
        lies = list(zip(self._places, self._piles, strict=True))
        self.columns = [pile for place, pile in lies if place > 0]
        self.stock = next(pile for place, pile in lies if place == STOCK)
        self.waste = next(pile for place, pile in lies if place == WASTE)
        self.foundations = [pile for place, pile in lies if place == FOUNDATION]
        self.cells = [pile for place, pile in lies if is_cell(place)]

    # Forwards and back

    def do(self, entry: Entry, number: int) -> None:
        """Do an entry of the history; ``number`` is its number, from 1.

        Raises:
            Fault: ``save-mismatch``, where the cards that it moves are not there.
        """
        for action in entry:
            self._act(action, action.source, action.target, number)
            if action.kind == "next round":
                self._round += 1

    def undo(self, entry: Entry, number: int) -> None:
        """Undo an entry of the history, the last that was done.

        Raises:
            Fault: ``save-mismatch``, where the cards that it moves are not there.
        """
        for action in reversed(entry):
            self._act(action, action.target, action.source, number)
            if action.kind == "next round":
                self._round -= 1

    def _act(self, action: Action, source: int, target: int, number: int) -> None:
        """Move or turn cards; undone, they go the other way and are turned all the same."""
        match action.kind:
            case "move" | "turn and move":
                self._shift(source, target, action.count, number, turned=action.kind == "turn and move")
            case "turn":
                pile = self._piles[action.source]
                if not pile.cards:
                    raise _impossible(number, "turns a card over", 1, pile)
                pile.face_up[-1] = not pile.face_up[-1]
            case "turn the waste over":
                if self._piles[target].cards:
                    raise Fault("save-mismatch", f"entry {number} of the history turns one pile over onto another")
                self._shift(source, target, len(self._piles[source].cards), number, turned=True)
                self._piles[target].cards.reverse()
                self._piles[target].face_up.reverse()
            case "other":
                raise Fault("not-expressible", f"entry {number} of the history does what no move of this game does")

    def _shift(self, source: int, target: int, count: int, number: int, *, turned: bool) -> None:
        old, new = self._piles[source], self._piles[target]
        if old is new:
            raise Fault("save-mismatch", f"entry {number} of the history moves cards from a pile to the same one")
        if count > len(old.cards):
            raise _impossible(number, "moves", count, old)
        kept = len(old.cards) - count
        new.cards += old.cards[kept:]
        new.face_up += [up != turned for up in old.face_up[kept:]]
        del old.cards[kept:], old.face_up[kept:]

    def move_of(self, entry: Entry, name: str) -> Move | None:
        """The move that an entry is, before it is done: its first action that does more than turn cards.

        What follows is what the rules do by themselves. A card taken back from a foundation is named. A card that
        goes from one foundation to another is no move where they are built in suit: it makes no difference there.

        Args:
            entry: the entry.
            name: what a message calls it.

        Returns:
            The move, or None where the entry only turns cards or moves one between foundations.

        Raises:
            Fault: ``not-expressible``, where no token says what it does.
        """
        first = next((action for action in entry if action.kind not in ("turn", "next round")), None)
        move = None if first is None or self._is_idle(first) else self._move(first, name)
        if sum(action.kind == "next round" for action in entry) != (move == REDEAL):
            raise Fault("save-mismatch", f"{name} counts the rounds of the stock otherwise than by redeals")
        return move

    def _is_idle(self, first: Action) -> bool:
        kind = (first.kind, self._places[first.source], self._places[first.target])
        return kind == ("move", FOUNDATION, FOUNDATION) and self._rules.foundation_build == "same-suit"

    def _move(self, first: Action, name: str) -> Move:
        source, target = self._places[first.source], self._places[first.target]
        if (first.kind, source, target) == ("turn the waste over", WASTE, STOCK):
            return REDEAL
        if (first.kind, source, target) == ("turn and move", STOCK, WASTE):
            return DRAW
        cards = self._piles[first.source].cards
        if first.kind != "move" or target in (STOCK, WASTE) or source == target == FOUNDATION or not cards:
            raise Fault("not-expressible", f"{name}, from {_name(source)} to {_name(target)}, has no token")
        if source == FOUNDATION:
            return Move(suit_pile(cards[-1] // 13), target, first.count, cards[-1])
        return Move(source, target, first.count)

    # Comparing

    def difference(self, table: Table, when: str, move: Move | None = None) -> Fault | None:
        """Compare the piles with a table.

        Where foundations are built in suit, it is not compared on which of those of a suit a card lies, nor on which
        a base card does that was set out: two cards of one face are the same.

        Args:
            table: the table as the rules have it.
            when: what has led to both, for the message.
            move: the move that led to both from tables that agree; None compares everything.

        Returns:
            None where they agree, else a fault: ``save-mismatch``, with the first pile that differs;
            ``not-expressible``, where a card is on another foundation than our notation means.
        """
        cells = [[] if card == NO_CARD else [card] for card in table.cells]
        up = [("the waste", self.waste, table.waste)]
        up += [(f"cell {at}", *pair) for at, pair in enumerate(zip(self.cells, cells, strict=True), 1)]
        for name, pile, cards in [*up, ("the stock", self.stock, table.stock)]:
            if pile.cards != cards:
                return _mismatch(name, pile.cards, cards, when)
            if (pile is self.stock) in pile.face_up:
                return Fault("save-mismatch", f"{when}, {name} has cards that lie face up or down wrongly")
        for number, (pile, cards) in enumerate(zip(self.columns, table.columns, strict=True), 1):
            if pile.cards != cards:
                return _mismatch(f"column {number}", pile.cards, cards, when)
            if not _faces_agree(pile, table, number):
                return Fault("save-mismatch", f"{when}, column {number} has cards that lie face up or down wrongly")
        if move is None and self._round != 1 + sum(played.target == STOCK for played in table.history):
            return Fault("save-mismatch", f"{when}, the stock is in round {self._round}")
        # The cards that are left are on the foundations, on both tables.
        if move is None or is_suit_pile(move.source) or move.target == FOUNDATION:
            return self._difference_of_foundations(table, when)
        return None

    def _difference_of_foundations(self, table: Table, when: str) -> Fault | None:
        in_suit = self._rules.foundation_build == "same-suit"
        bottom = 1 if in_suit else 0
        read = sorted(pile.cards[bottom:] for pile in self.foundations)
        expected = sorted(pile[bottom:] for pile in table.foundations)
        if read == expected:
            return None
        if not in_suit:
            return Fault("not-expressible", f"{when}, a card is on another foundation than a token can say")
        cards, others = next(pair for pair in zip(read, expected, strict=True) if pair[0] != pair[1])
        return _mismatch("a foundation", cards, others, when)


def _faces_agree(pile: LaidPile, table: Table, column: int) -> bool:
    """Whether the cards of a column lie face up and down as on a table.

    The top card may wait to be turned up by hand, where the program is set so; on the table it is turned at once.
    """
    if not table.face_down[column]:
        return False not in pile.face_up[:-1]
    faces = [not table.is_face_down(column, at) for at in range(len(pile.cards))]
    return pile.face_up == faces or pile.face_up == [*faces[:-1], False]


def _mismatch(name: str, read: list[int], expected: list[int], when: str) -> Fault:
    """The fault of a pile that differs, at its first card that does."""
    pairs = enumerate(zip_longest(read, expected, fillvalue=NO_CARD), 1)
    at, (there, wanted) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    found = f"has no card {at}" if there == NO_CARD else f"has {NAMES[there]} as card {at}"
    right = "none" if wanted == NO_CARD else NAMES[wanted]
    return Fault("save-mismatch", f"{when}, {name} {found}: by number and rules it is {right}")


def _impossible(number: int, does: str, count: int, pile: LaidPile) -> Fault:
    there = plural(len(pile.cards), "card")
    message = f"entry {number} of the history {does} {plural(count, 'card')} of a pile that has {there}"
    return Fault("save-mismatch", message)


def _name(place: int) -> str:
    """A place in words."""
    if place > 0:
        return f"column {place}"
    if is_cell(place):
        return f"cell {cell_number(place)}"
    return {WASTE: "the waste", STOCK: "the stock", FOUNDATION: "a foundation"}[place]
