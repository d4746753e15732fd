"""How a session speaks: lines broken where the terminal ends, cards dressed as they are on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from forty_thieves.show.board import player_board
from forty_thieves.show.look import Look

from .played import Played


class Voice:
    """Says things to the player.

    Args:
        say: takes what is said, as whole lines.
        look: gives how boards are dressed now; a terminal may have become wider since the last time.
    """

    def __init__(self, say: Callable[[str], None], look: Callable[[], Look]) -> None:
        self._say = say
        self._look = look

    def line(self, text: str, indent: int = 0) -> None:
        """Say a line that may have words of others in it; ``indent`` blanks begin what is wrapped."""
        self._say(f"{self._look().wrapped(text, indent)}\n")

    def cards(self, text: str, indent: int = 0) -> None:
        """Say a line of ours with its cards dressed."""
        look = self._look()
        self._say(f"{look.dressed(look.wrapped(text, indent))}\n")

    def listed(self, name: str, items: Iterable[object], indent: int = 12) -> None:
        """Say what belongs to a name, broken between items only."""
        self.cards(f"{name:{indent}}{' '.join(map(str, items))}", indent)

    def board(self, game: Played) -> None:
        """Show the table as its player sees it, and a blank line."""
        self._say(f"{player_board(game.table, self._look(), game.seed)}\n")
