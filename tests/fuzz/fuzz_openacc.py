"""Coverage-guided fuzzing of the directive parser, the rules and completion.

    pip install atheris && python tests/fuzz/fuzz_openacc.py [-max_total_time=60] [CORPUS_FOLDER]

The bytes stand in a small program after `#pragma acc`; an exception, or a span outside the file, is a crash.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["loopwright"]):
    from loopwright.check.rules import rules
    from loopwright.check.run import check
    from loopwright.openacc.completion import complete
    from loopwright.source.outline import Outline
    from loopwright.source.syntax import parse
    from loopwright.source.text import decode

BEFORE = b"void f(int n, float *a, float b[10]) {\n#pragma acc "
AFTER = b"\n  for (int i = 0; i < n; i++) a[i] = b[i % 10];\n}\n"


def one_input(data: bytes) -> None:
    """One program."""
    outline = Outline(parse(decode(BEFORE + data + AFTER), name="x.c"))
    size = len(outline.source.data)
    for finding in check(outline):
        if not 0 <= finding.span.start <= finding.span.end <= size:
            raise AssertionError(f"{finding.code} at {finding.span} in {size} bytes")
        for fix in finding.fixes:
            if any(edit.span.end > size for edit in fix.edits):
                raise AssertionError(f"{finding.code}: {fix.title}")
    complete(outline, min(size, len(BEFORE) + len(data) // 2))


if __name__ == "__main__":
    rules()
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
