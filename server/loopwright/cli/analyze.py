"""`loopwright analyze`"""

from __future__ import annotations

import argparse
import json

from loopwright.cli.reading import read_outline, tell
from loopwright.suggest.documents import analysis_document


def run(options: argparse.Namespace) -> int:
    """Print every loop with its verdict."""
    outline, path, _ = read_outline(options.file)
    document = analysis_document(outline, options.file)
    if options.json:
        print(json.dumps(document, indent=1))
        return 0
    for loop in document["loops"]:
        indent = "  " * loop["depth"]
        pragma = f"  [{loop['existing_pragma']}]" if loop["existing_pragma"] else ""
        tell(
            f"{path.name}:{loop['line']}: {indent}loop in {loop['function'] or 'no function'}: {loop['verdict']}, "
            f"{loop['reason']}{pragma}"
        )
        for reduction in loop["reductions"]:
            tell(f"    {indent}accumulates {reduction['variable']} with {reduction['operator']}")
    for kernel in document["kernels"]:
        launches = ", ".join(f"line {x['line']} <<<{x['grid']}, {x['block']}>>>" for x in kernel["launches"])
        tell(
            f"{path.name}:{kernel['line']}: kernel {kernel['name']}, launched at {launches or 'no place in this file'}"
        )
    if not document["loops"] and not document["kernels"]:
        tell(f"{path.name}: no loops and no kernels")
    return 0
