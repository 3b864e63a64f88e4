"""The terminal: whether it gets colours."""

from __future__ import annotations

import os
import sys
from typing import Literal, TextIO

from rich.console import Console

When = Literal["auto", "always", "never"]


def console(when: When = "auto", stream: TextIO | None = None) -> Console:
    """A console that writes text as it is. ``auto`` is for terminals, and for nobody who has set `NO_COLOR`."""
    stream = stream or sys.stdout
    wanted = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    coloured = when == "always" or (when == "auto" and wanted)
    return Console(
        file=stream,
        # The sixteen colours are those of the user's own theme; without a system of colours no style is written at all.
        color_system="standard" if coloured else None,
        force_terminal=coloured or None,
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )
