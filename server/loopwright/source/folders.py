"""Which folders of a checkout hold the project's own files."""

from __future__ import annotations

import os

_OF_TOOLS = frozenset(("node_modules", "__pycache__", "CMakeFiles"))


def holds_own_files(folder: str) -> bool:
    """Whether a folder is the project's: not a hidden one, nor one that a package manager or a build keeps, nor an environment of Python."""
    name = os.path.basename(folder)
    return not name.startswith(".") and name not in _OF_TOOLS and not os.path.exists(os.path.join(folder, "pyvenv.cfg"))
