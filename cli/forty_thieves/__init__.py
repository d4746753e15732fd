"""Deals, plays and referees Forty Thieves patience and its relatives."""

__version__ = "0.1.0"
