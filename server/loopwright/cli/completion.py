"""`loopwright completion`"""

from __future__ import annotations

import argparse

import shtab

from loopwright.cli.arguments import build_parser

_COMPLETED = {"FILE": shtab.FILE, "PATH": shtab.FILE, "OUT": shtab.FILE, "DIR": shtab.DIRECTORY}


def run(options: argparse.Namespace) -> int:
    """Print the script that completes our commands and options in a shell."""
    parser = build_parser()
    _name_files(parser)
    print(shtab.complete(parser, options.shell))
    return 0


def _name_files(parser: argparse.ArgumentParser) -> None:
    """Tell the shell which arguments are files and folders: their metavar says so."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for call in action.choices.values():
                _name_files(call)
        elif action.metavar in _COMPLETED:
            action.complete = _COMPLETED[str(action.metavar)]  # type: ignore[attr-defined]
