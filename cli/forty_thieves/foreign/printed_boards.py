"""Boards as ``deal --format text`` prints them, read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice

from msgspec import UNSET, structs

from forty_thieves.game import variants
from forty_thieves.game.deal import Deal
from forty_thieves.game.rules import Rules
from forty_thieves.problems import Fault
from forty_thieves.records.deals import interpret_deal, serialise_deal
from forty_thieves.text import line_and_column, quoted

from .boards import board_card, cards_up_to
from .layout import ForeignCard, Layout, Pile, checked

_NUMBERS = re.compile(r"^ *1(?: +[0-9]+)* *\r?$", re.MULTILINE)
"""The line above the columns, which no other text board has."""

_TITLE = re.compile(r"(?P<name>.*?)(?:, seed (?P<seed>[0-9]{1,21}) \((?P<shuffle>[a-z]+)\))?")
_LINE = re.compile(r"[^\r\n]+")
_WORD = re.compile(r"[^ \t]+")
_PILES = ("foundations", "cells", "waste", "stock")
_FREE = "-"
_SUITS = "CDHS\u2663\u2666\u2665\u2660"


def is_printed_board(text: str) -> bool:
    """Whether a text board is of this kind."""
    return _NUMBERS.search(text) is not None


def interpret_printed_board(text: str, rules: Rules | None = None) -> Deal:
    """The deal that a printed board shows: the reverse of :func:`forty_thieves.show.board.deal_board`.

    Args:
        text: the board, without colors; the columns may stand in several blocks.
        rules: the rules it is played by; None takes those of the variant that the board's title names.

    Raises:
        Fault: ``unknown-variant``, where the title names none; ``too-many-records``, where there are several boards;
            or cards are malformed, not the whole pack, or lie otherwise than the rules or the seed deal them.
    """
    lines: Iterator[re.Match[str]] = _LINE.finditer(text)
    title = next(lines)
    if _NUMBERS.fullmatch(title[0]):  # there is no title
        lines = chain([title], lines)
    found = _TITLE.fullmatch(title[0].strip())
    assert found is not None
    rules = rules or _rules_called(found["name"])
    piles = _piles(text, lines, rules)
    place = partial(line_and_column, text, title.start())

    def pile(name: str) -> Pile:
        return Pile(piles.get(name, []), place)

    columns = [pile(name) for name in piles if name not in _PILES]
    stock = Pile([*pile("waste").cards, *pile("stock").cards], place)
    cells, foundations = (pile(name) if name in piles else None for name in ("cells", "foundations"))
    deal = checked(Layout(columns, stock, place, cells, foundations), rules)
    if found["seed"] is None:
        return deal
    record = serialise_deal(deal)
    try:
        return interpret_deal(structs.replace(record, seed=int(found["seed"]), shuffle=found["shuffle"] or UNSET))
    except Fault as fault:
        fault.place = place()
        raise


def _rules_called(title: str) -> Rules:
    """The rules of the variant of that title.

    Raises:
        Fault: ``unknown-variant``.
    """
    for rules in variants.every():
        if rules.shown_title == title:
            return rules
    message = f"the board is called {quoted(title)}, which is not a variant's title: give --variant or --rules"
    raise Fault("unknown-variant", message, place=(1, 1))


def _piles(text: str, lines: Iterator[re.Match[str]], rules: Rules) -> dict[str, list[ForeignCard]]:
    """The cards of each pile, by its name or its column's number.

    Raises:
        Fault: ``syntax`` for a word that stands below no number, ``bad-card``, ``too-many-records``.
    """
    piles: dict[str, list[ForeignCard]] = {}
    name = ""  # of the pile that a line without one goes on with; empty among the columns
    heads: dict[int, str] = {}  # where the numbers above the columns end
    columns = 0
    room = rules.card_count
    ended = in_note = False
    for line in lines:
        words = _WORD.finditer(line[0])
        first = next(words, None)
        if first is None:
            continue
        if in_note:  # which may have been wrapped
            in_note = not line[0].rstrip().endswith(")")
            continue
        if ended:
            message = "expected one board: there are more"
            raise Fault("too-many-records", message, place=line_and_column(text, line.start()))
        ended = first[0].startswith("(")
        in_note = ended and not line[0].rstrip().endswith(")")
        if first[0] in _PILES:
            name = first[0]
            piles.setdefault(name, [])
        elif first[0].isdecimal():
            name, heads = "", {}
            for word in islice(chain([first], words), rules.columns + 1):
                columns += 1
                if word[0] != str(columns):
                    message = f"{quoted(word[0])} stands where the number of column {columns} is expected"
                    raise Fault("syntax", message, place=line_and_column(text, line.start() + word.start()))
                heads[word.end()] = word[0]
                piles[word[0]] = []
        elif not ended:
            words = chain([first], words)
        for word in () if ended else words:
            if room < 0:  # more than the pack: the card that is too many is among them
                return piles
            offset = line.start() + word.start()
            # A bracket sticks out behind the column's end.
            pile = name or heads.get(word.end()) or heads.get(word.end() - 1)
            if pile is None:
                message = f"{quoted(word[0])} stands below no column's number"
                raise Fault("syntax", message, place=line_and_column(text, offset))
            cards = _cards(text, word[0], offset, pile, rules)
            piles[pile] += cards
            room -= len(cards)
    return piles


def _cards(text: str, word: str, offset: int, pile: str, rules: Rules) -> list[ForeignCard]:
    """The cards that a word stands for: none for a free place, on a foundation all that lie below."""
    if (word == _FREE and pile in _PILES) or (pile == "foundations" and len(word) == 1 and word in _SUITS):
        return []
    card = board_card(text, word, offset)
    if pile != "foundations":
        return [card]
    return [ForeignCard(below, False, card.place) for below in cards_up_to(card.card, rules, card.place)]
