"""Conditionals of the preprocessor that the build at hand leaves out, because nobody defines the macros that they ask for.

What stands there belongs to another build of the same text. The plan has to be right in both and pays for the one at hand: a call there
of a function that nobody sees is taken to use what it is given, and no more, around which the data move within the conditional.
"""

from __future__ import annotations

from loopwright.lang.scopes import scopes_of
from loopwright.openacc.inactive import Inactive, inactive, inactive_without
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import Span


@kept
def left_out(outline: Outline) -> Inactive:
    """The lines that are compiled only where somebody defines what neither the file, its headers nor the command line do."""
    macros, always = scopes_of(outline).macros, inactive(outline)

    def is_absent(name: str) -> bool:
        # What the compiler defines itself is not in sight.
        return name not in macros and not name.startswith("_")

    found = inactive_without(outline, is_absent).spans
    return Inactive(tuple(span for span in found if not _is_within(span, always)))


def _is_within(span: Span, lines: Inactive) -> bool:
    return span.start in lines and span.end - 1 in lines
