"""A compiler that calls lines of our choice wrong."""

from __future__ import annotations

import shutil
from pathlib import Path


def refusing(folder: Path, text: str, above: str = "", least: int = 1) -> Path:
    """A gcc that refuses every line with a text, where there are ``least`` of them; with ``above`` only those above a line that has that."""
    gcc = shutil.which("gcc")
    assert gcc is not None
    found = f"grep -nF -e '{text}' read.c | cut -d: -f1"
    if above:
        found = f"grep -nF -A1 -e '{text}' read.c | grep -F -e '{above}' | cut -d- -f1"
    found = f"[ $(grep -cF -e '{text}' read.c) -ge {least} ] && {found}"
    path = folder / "gcc-own"
    path.write_text(
        f"#!/bin/sh\ncase $* in *' -') ;; *) exec {gcc} \"$@\";; esac\ncat > read.c\nlines=$({found})\n"
        'for line in $lines; do echo "<stdin>:$line:1: error: this is refused" >&2; done\n'
        f'[ -z "$lines" ] && exec {gcc} "$@" < read.c\nexit 1\n'
    )
    path.chmod(0o755)
    return path
