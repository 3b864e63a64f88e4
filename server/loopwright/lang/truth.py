"""`true` and `false` are names in C before C23, which the parser takes for words of the language wherever they are used."""

from __future__ import annotations

from loopwright.source.kept import kept
from loopwright.source.outline import Outline


def is_word(outline: Outline, name: str) -> bool:
    """Whether `true` or `false` means what it says: nothing in a file of C and its headers declares something of that name."""
    files = (outline, *outline.headers) if outline.source.language == "c" else ()
    return name in ("true", "false") and not any(name in _declared(file) for file in files)


@kept
def _declared(outline: Outline) -> frozenset[str]:
    """The parser takes them for names only where they are declared."""
    data, root, found = outline.source.data, outline.source.tree.root_node, set[str]()
    for name in ("true", "false"):
        at = data.find(name.encode())
        while at >= 0:
            leaf = root.descendant_for_byte_range(at, at + len(name))
            if leaf is not None and leaf.type == "identifier" and leaf.end_byte - leaf.start_byte == len(name):
                found.add(name)
            at = data.find(name.encode(), at + len(name))
    return frozenset(found)
