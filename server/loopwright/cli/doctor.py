"""`loopwright doctor`"""

from __future__ import annotations

import argparse
import json

from loopwright.suggest.doctor import report, report_text


def run(options: argparse.Namespace) -> int:
    """Print what was found."""
    print(json.dumps(report(), indent=1) if options.json else report_text())
    return 0
