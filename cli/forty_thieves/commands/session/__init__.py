"""The game at a terminal, and the same over a pipe.

``played`` is a game with the place in it; ``sight`` what its player may see; ``advice`` what a person would try next;
``verbs`` the table of what may be typed, ``reading`` what typed words mean; ``voice`` and ``telling`` what is said;
``files`` saving; ``session`` what a line does. None of these knows a terminal: ``loop`` reads the lines, with keys,
signals and completion where there is one.
"""
