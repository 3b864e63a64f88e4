"""`loopwright lsp`"""

from __future__ import annotations

import argparse
from typing import NoReturn


def run(options: argparse.Namespace) -> NoReturn:
    """Serve until the client ends the session; ends the process."""
    from loopwright.lsp.session import serve

    serve(options.tcp)
