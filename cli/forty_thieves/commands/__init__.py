"""The commands, one module each; the only modules that import typer."""
