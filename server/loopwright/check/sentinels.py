"""LW108: `#pragma ac parallel loop` is no directive to any compiler, and none says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loopwright.openacc.inactive import inactive
from loopwright.openacc.parser import Problem, directive_words
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_PRAGMA = re.compile(rb"pragma[ \t]+(?!(?:acc|omp)\b)(\w+)[ \t]+(\w+)")  # begins with a literal: a fast search
_LIKELY = frozenset(
    (
        "ac",
        "aac",
        "acc_",
        "accc",
        "cc",
        "caa",
        "cca",
        "aca",
        "openacc",
        "openAcc",
        "OpenACC",
        "ACC",
        "Acc",
        "oacc",
        "acf",
        "axx",
        "avc",
        "axc",
        "qcc",
        "scc",
    )
)


def sentinel_problems(outline: Outline) -> Iterator[Problem]:
    """Pragmas whose first word is nearly `acc` and whose second is a directive."""
    data = outline.source.data
    for match in _PRAGMA.finditer(data):
        word, second = match[1].decode(), match[2].decode()
        line = data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        if word in _LIKELY and second in directive_words() and line.replace(b" ", b"").replace(b"\t", b"") == b"#":
            node = outline.source.tree.root_node.descendant_for_byte_range(match.start(1), match.start(1) + 1)
            if (
                match.start() in inactive(outline)
                or node is None
                or node.type in ("comment", "string_literal", "string_content", "raw_string_content")
            ):
                continue
            yield Problem("LW108", Span(match.start(1), match.end(1)), {"word": word})
