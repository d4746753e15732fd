"""The game for people: boards and rules in words."""
