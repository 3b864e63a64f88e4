"""Whether objects are what their types say: by the language one that is written as one type is not read as another (C11 6.5p7). Compilers can
be told not to rely on it, for a file or for functions; Microsoft's never do."""

from __future__ import annotations

from loopwright.source.kept import kept
from loopwright.source.outline import Outline

# What an attribute or directive of GNU C says (`#pragma GCC optimize`), which the options of a file are put into, too.
UNTYPED = "no-strict-aliasing"


@kept
def are_typed(outline: Outline) -> bool:
    """Whether a file is compiled by that rule, as far as it, its headers and its command line say."""
    return not any(UNTYPED.encode() in file.source.data for file in (outline, *outline.headers))
