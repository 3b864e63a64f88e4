"""`loopwright analyze`"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from loopwright.check.config import ConfigError, find_config
from loopwright.check.files import files_under
from loopwright.cli.reading import read_outline, tell
from loopwright.lang.loop_macros import no_loop
from loopwright.suggest.documents import analysis_document
from loopwright.suggest.porting import Portable, loops_worth_porting, ranked
from loopwright.suggest.worth import profile


def run(options: argparse.Namespace) -> int:
    """Print every loop with its verdict, or the loops worth porting."""
    from loopwright.cli.main import UsageError

    if options.rank:
        return _rank(options)
    if len(options.files) > 1 or Path(options.files[0]).is_dir():
        raise UsageError(f"{options.files[-1]}: one file is analysed at a time; --rank takes many, and folders")
    (file,) = options.files
    outline, path, _ = read_outline(file)
    document = analysis_document(outline, file)
    if options.json:
        print(json.dumps(document, indent=1))
        return 0
    for loop in document["loops"]:
        for line in _told(loop, path.name):
            tell(line)
    for kernel in document["kernels"]:
        launches = ", ".join(f"line {x['line']} <<<{x['grid']}, {x['block']}>>>" for x in kernel["launches"])
        tell(
            f"{path.name}:{kernel['line']}: kernel {kernel['name']}, launched at {launches or 'no place in this file'}"
        )
    if not document["loops"] and not document["kernels"]:
        tell(f"{path.name}: {no_loop(outline)}, and no kernel")
    return 0


def _told(loop: dict[str, Any], name: str) -> list[str]:
    indent = "  " * loop["depth"]
    pragma = f"  [{loop['existing_pragma']}]" if loop["existing_pragma"] else ""
    pattern = f" ({loop['pattern']})" if loop["pattern"] else ""
    where = loop["function"] or "no function"
    with_header = f" with {loop['header']}" if loop["header"] else ""
    verdict = f"{loop['verdict']}{with_header}, {loop['reason']}"
    lines = [f"{name}:{loop['line']}: {indent}loop in {where}{pattern}: {verdict}{pragma}"]
    lines += [f"    {indent}accumulates {r['variable']} with {r['operator']}" for r in loop["reductions"]]
    return lines


def _rank(options: argparse.Namespace) -> int:
    """The loops of all files that are worth a directive, the most rewarding first."""
    from loopwright.cli.main import UsageError

    try:
        device = profile(options.device)
        config = find_config(Path(options.files[0]).resolve())
    except (ValueError, ConfigError) as error:
        raise UsageError(str(error)) from error
    found: list[Portable] = []
    names = [str(path) for path in files_under(options.files, config.exclude)]
    for name in names:
        try:
            outline, _, _ = read_outline(name)
        except OSError as error:
            if name in options.files:
                raise
            tell(f"loopwright analyze: {name}: {error.strerror}", file=sys.stderr)
            continue
        found += loops_worth_porting(outline, name, device)
    order = [loop for loop in ranked(found) if options.pattern is None or loop.pattern == options.pattern]
    if options.json:
        print(json.dumps({"loops": [loop.document() for loop in order], "files": len(names)}, indent=1))
        return 0
    for loop in order:
        gain = (
            f" · {loop.moving:g}×, {loop.gain:g}× with its data there" if loop.pays and loop.moving is not None else ""
        )
        tell(f"{loop.file}:{loop.line}: {loop.pattern or 'loop'} in {loop.function}: {loop.title}{gain}")
    print(f"{len(order)} loops in {len(names)} files, for {device.title}", file=sys.stderr)
    return 0
