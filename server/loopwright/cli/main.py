"""Calls and exit codes; a subcommand is imported when it is used."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module

from loopwright.cli.arguments import build_parser

DONE, FINDINGS, USAGE, MISSING = 0, 1, 2, 3
# Thresholds of the collector of cycles: with Python's own it looks through all nodes of a large file over and over, in the server through
# everything that is kept of it at each edit.
COLLECTED = (20_000, 5, 5)


class UsageError(Exception):
    """Bad input; the message is one line for the user."""


class MissingTool(Exception):
    """A tool that the call cannot do without is not there."""


def main(arguments: list[str] | None = None) -> int:
    """Run one call; returns the exit code."""
    gc.set_threshold(*COLLECTED)
    words = list(sys.argv[1:] if arguments is None else arguments)
    # What stands behind `--` belongs to the program that is run.
    own = words.index("--") if words[:1] in (["run"], ["annotate"], ["translate"]) and "--" in words else len(words)
    try:
        options = build_parser().parse_args(words[:own])
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    options.arguments = words[own + 1 :]
    from loopwright.model.manifest import ModelError

    try:
        return int(import_module(f"loopwright.cli.{options.call}").run(options))
    except BrokenPipeError:  # `loopwright check … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (UsageError, OSError) as error:
        print(f"loopwright {options.call}: {_one_line(error)}", file=sys.stderr)
        return USAGE
    except RecursionError:
        print(f"loopwright {options.call}: what it reads is nested too deeply and was not looked at", file=sys.stderr)
        return USAGE
    except (MissingTool, ModelError) as error:
        print(f"loopwright {options.call}: {_one_line(error)}", file=sys.stderr)
        return MISSING
    except KeyboardInterrupt:
        return 130


def _one_line(error: BaseException) -> str:
    from loopwright.source.text import shown

    if isinstance(error, OSError) and error.filename:
        return shown(f"{error.filename}: {error.strerror}")
    return shown(" ".join(str(error).split()))
