"""What may be typed in a game: the verbs and the ways to write a move, each with its line of help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from forty_thieves.game.rules import Rules
from forty_thieves.text import suggestion


def _always(_: Rules) -> bool:
    return True


def _has_stock(rules: Rules) -> bool:
    return rules.stock_size + rules.initial_draw > 0


def _plays_from_stock(rules: Rules) -> bool:
    return rules.stock_size > 0 and rules.draw == 1


def _builds_in_suit(rules: Rules) -> bool:
    return rules.foundation_build == "same-suit"


class Verb(Struct, frozen=True):
    """A verb.

    Attributes:
        name: the word.
        short: its short form; the start of the word will do too, where no other verb starts so.
        takes: what may stand behind it, as the help shows it.
        help: what it does.
        has: whether a game has a use for it.
    """

    name: str
    short: str
    takes: str
    help: str
    has: Callable[[Rules], bool] = _always


VERBS = (
    Verb("undo", "u", "[N]", "take the last move back; 'undo 3' the last three, 'undo all' every one"),
    Verb("redo", "y", "[N]", "play again what was taken back"),
    Verb("moves", "m", "[FROM]", "list the moves there are; 'moves w' those of the waste"),
    Verb("hint", "t", "", "the next of moves that win, or what a person would try"),
    Verb("auto", "a", "", "play to the foundations what cannot hurt", _builds_in_suit),
    Verb("board", "b", "", "show the table again"),
    Verb("waste", "wa", "", "show the whole waste", _has_stock),
    Verb("stock", "st", "", "show what you may know of the stock", _has_stock),
    Verb("log", "l", "", "show the moves made so far"),
    Verb("rules", "ru", "", "how this game is played"),
    Verb("restart", "rs", "", "back to the first move; 'undo' takes that back"),
    Verb("new", "n", "[SEED]", "deal another game; 'undo' takes that back"),
    Verb("save", "sa", "[FILE]", "save the game"),
    Verb("help", "h", "", "this; so does '?'"),
    Verb("quit", "q", "", "leave"),
)
_PLACES = re.compile(r"(w|s|f[cdhs]|c?[1-9][0-9]?)[^0-9a-z]{1,3}(f|c?[1-9][0-9]?)", re.ASCII)
"""Two places with something else than a hyphen between them."""
_OTHER_WORDS = {"?": "help", "exit": "quit", "show": "board"}
_BY_WORD = {word: verb for verb in VERBS for word in (verb.name, verb.short)}


def verb_of(word: str) -> Verb | None:
    """The verb that a word means: its name, its short form or a start of its name of two letters or more."""
    word = word.lower()
    known = _BY_WORD.get(_OTHER_WORDS.get(word, word))
    if known is not None or len(word) < 2:
        return known
    starting = [verb for verb in VERBS if verb.name.startswith(word)]
    return starting[0] if len(starting) == 1 else None


class Form(Struct, frozen=True):
    """A way to write a move.

    Attributes:
        written: examples.
        help: what they mean.
        has: whether a game has such moves.
    """

    written: str
    help: str
    has: Callable[[Rules], bool] = _always


FORMS = (
    Form("d, draw", "draw from the stock to the waste", _has_stock),
    Form("r, redeal", "turn the waste over to be the stock again", lambda rules: rules.redeals != 0),
    Form("3 5, 3-5", "the top card of column 3 to column 5"),
    Form(
        "3-5x4",
        "the last four cards of column 3 to column 5; '3 5' moves as many as fit",
        lambda rules: rules.move == "sequence",
    ),
    Form("3 f, 3-f", "the top card of column 3 to a foundation"),
    Form("w 5, w f", "the top card of the waste to column 5, to a foundation", _has_stock),
    Form(
        "s 5, s f",
        "turn the stock's top card and play it at once",
        lambda rules: rules.draw == 1 and _has_stock(rules),
    ),
    Form("3 c1, c1 5", "to cell 1, and from there; 'c1 f' to a foundation", lambda rules: rules.cells > 0),
    Form("fs 5", "the top spade of the foundations back to column 5", lambda rules: rules.take_back),
)


def help_lines(rules: Rules) -> Iterator[tuple[str, str]]:
    """What may be typed in a game, and what it does; a heading has nothing beside it."""
    yield "Moves, several on a line if you like:", ""
    for form in FORMS:
        if form.has(rules):
            yield form.written, form.help
    yield "Commands, each with its short form:", ""
    for verb in VERBS:
        if verb.has(rules):
            yield f"{verb.name} {verb.takes}".rstrip() + f" ({verb.short})", verb.help


def meant_instead(word: str, moves: list[str]) -> str:
    """A ready ``; did you mean 'x'?`` for a word that is neither a verb nor a move, or nothing."""
    places = _PLACES.fullmatch(word.lower())
    if places:
        return f"; did you mean '{'-'.join(places.groups())}'?"
    return suggestion(word.lower(), [*(verb.name for verb in VERBS), "draw", "redeal", *moves])
