"""`loopwright completion`"""

from __future__ import annotations

import argparse

import shtab

from loopwright.cli.arguments import build_parser

_COMPLETED = {"FILE": shtab.FILE, "PATH": shtab.FILE, "OUT": shtab.FILE, "DIR": shtab.DIRECTORY}


def run(options: argparse.Namespace) -> int:
    """Print the script that completes our commands and options in a shell."""
    parser = build_parser()
    _prepare(parser)
    print(shtab.complete(parser, options.shell))
    return 0


def _prepare(parser: argparse.ArgumentParser) -> None:
    """Tell the shell which arguments are files and folders, as their metavar says, and what each command does in the few words of the
    list of commands: of a whole description it would show the first line."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            short = {choice.dest: choice.help for choice in action._choices_actions}
            for name, call in action.choices.items():
                call.description = short.get(name, call.description)
                _prepare(call)
        elif action.metavar in _COMPLETED:
            action.complete = _COMPLETED[str(action.metavar)]  # type: ignore[attr-defined]
