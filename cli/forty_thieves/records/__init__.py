"""Plain data to the game and back: what is stored, as structs, and what it means."""
