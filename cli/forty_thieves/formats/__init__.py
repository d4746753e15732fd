"""Bytes to plain data and back: cut, read, locate and write, for each format."""
