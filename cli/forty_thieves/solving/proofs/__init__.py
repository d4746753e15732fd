"""Proofs that a game can't be won: for games without redeals and cells whose columns are built down.

A proof is a promise: these methods are sound, and say nothing where they are not sure. Each stands in a module with
its argument in words. :mod:`.model` says for which rules they hold; other rules are refused.
"""
