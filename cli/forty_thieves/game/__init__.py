"""The game itself: cards, rules, deals, moves and the table. Knows no files, no records and no commands."""
