"""Findings in mined files: how many per thousand directives, by code, and a sample to be looked at by hand.

    python benchmarks/mined_findings.py training/data/files.jsonl.gz [--sample 100] [--seed 7]

The files are checked alone, without their headers.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def findings_of(record: dict[str, Any]) -> tuple[int, list[tuple[str, str, str]]]:
    """(directives, findings as code, severity and a line to read) of one file."""
    outline = Outline(parse(record["text"], name=record["path"]))
    found = []
    for finding in check(outline):
        line = outline.source.lines.line_of(finding.span.start) + 1
        text = f"{record['repository']} {record['path']}:{line}: {finding.code} {finding.message}"
        found.append((finding.code, finding.severity, text))
    return sum(pragma.sentinel == "acc" for pragma in outline.pragmas), found


def main() -> None:
    """Print the counts and the sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    with gzip.open(options.files, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines if "pragma acc" in line]
    directives, found = 0, []
    with ProcessPoolExecutor() as pool:
        for count, own in pool.map(findings_of, records, chunksize=20):
            directives += count
            found += own
    errors = sum(severity == "error" for _, severity, _ in found)
    print(f"{len(records)} files, {directives} directives, {1000 * len(found) / directives:.0f} findings per thousand, "
          f"{1000 * errors / directives:.0f} of them errors")  # fmt: skip
    print(Counter(code for code, _, _ in found).most_common())
    for _, _, text in random.Random(options.seed).sample(found, min(options.sample, len(found))):
        print(text)


if __name__ == "__main__":
    main()
