"""`loopwright lsp`"""

from __future__ import annotations

import argparse


def run(options: argparse.Namespace) -> int:
    """Serve until the client ends the session."""
    from loopwright.lsp.server import serve

    serve(options.tcp)
    return 0
