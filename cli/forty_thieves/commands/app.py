"""The Typer app: all commands, and what their exceptions come to."""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from forty_thieves import __version__
from forty_thieves.exit_codes import EXIT_CLOSED_PIPE, EXIT_INTERRUPTED, EXIT_INVALID
from forty_thieves.outputs import OutputError, discard_stdout
from forty_thieves.problems import Fault

from .messages import Stop, complain
from .options import About

COMPLETION_VARIABLE = "_FORTY_THIEVES_COMPLETE"
COMMANDS = ("deal", "play", "check", "solve", "survey", "variants", "convert", "schema", "moves", "conform")
"""The commands, each a module of this package, in the order in which --help lists them."""


class _PlainUsage(TyperCommand):
    """A command whose usage line shows an argument that has to be given as FILE, not as {FILE}."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.removeprefix("{").removesuffix("}") for piece in super().collect_usage_pieces(ctx)]


def _guarded(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose exceptions become messages and exit statuses."""

    @functools.wraps(command)
    def guarded(*args: object, **options: object) -> None:
        try:
            command(*args, **options)
        except Stop as stopped:
            complain(stopped.message)
            raise typer.Exit(stopped.status) from None
        except (OutputError, Fault) as error:
            code = f"{error.code}: " if isinstance(error, Fault) else ""
            complain(f"forty-thieves: {code}{error}")
            raise typer.Exit(EXIT_INVALID) from None
        except BrokenPipeError:
            discard_stdout()
            raise typer.Exit(EXIT_CLOSED_PIPE) from None
        except KeyboardInterrupt:
            discard_stdout()
            raise typer.Exit(EXIT_INTERRUPTED) from None

    return guarded


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"forty-thieves {__version__}")
        raise typer.Exit


def _take_settings(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks of bugs in this program.")] = False,
) -> None:
    """Keep the options that stand before the command's name."""
    context.obj.debug = debug


def make_app(arguments: list[str]) -> typer.Typer:
    """The Typer app. It is to be called with :class:`Settings` as its ``obj``, which it fills.

    Args:
        arguments: the command line's. Where they begin with a command's name, only that command is loaded: scripts
            start the program thousands of times.
    """
    completing = bool(os.environ.get(COMPLETION_VARIABLE))
    app = typer.Typer(
        # Typer answers the shell's questions only where completion is on; on, it would clutter every --help.
        add_completion=completing,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help="Deal, play and referee Forty Thieves patience and its relatives.")(_take_settings)
    named = [name for name in COMMANDS if name == (arguments[0] if arguments else "")]
    for name in COMMANDS if completing or not named else named:
        module = importlib.import_module(f".{name}", __package__)
        about: About = module.ABOUT
        register = app.command(name, cls=_PlainUsage, help=about.help, short_help=about.summary, epilog=about.epilog)
        register(_guarded(module.command))
    return app
