"""Solving: wins found by search, proofs that there is none, and what is made of them.

Nothing here is imported unless something is to be solved.
"""
