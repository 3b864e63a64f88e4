"""Whether two texts are the same code: they differ in blanks, line ends and comments alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loopwright.source.nodes import subtree
from loopwright.source.syntax import parse

_QUOTED = frozenset(("string_literal", "char_literal", "raw_string_literal", "system_lib_string"))
# A backslash at the end of a line of the preprocessor joins it with the next.
_BLANKS = re.compile(rb"(?:\s|\\\r?\n)+")
_JOINED = re.compile(rb"(?<![\w]) | (?![\w])")


def same_code(one: str, other: str) -> bool:
    """Whether two texts of C++ are the same but for layout and comments. What is quoted counts as it stands. Where the answer is
    yes a compiler sees the same tokens, but for those of punctuation that a blank holds apart (``> >``)."""
    return b"".join(_code(one)) == b"".join(_code(other))


def _code(text: str) -> Iterator[bytes]:
    source = parse(text, "text.cpp", "cpp")
    data, position = source.data, 0
    plain = bytearray()
    for node in subtree(source.tree.root_node):
        if node.start_byte < position or not (node.type == "comment" or node.type in _QUOTED):
            continue
        plain += data[position : node.start_byte] + b" "
        position = node.end_byte
        if node.type in _QUOTED:
            yield _squeezed(plain)
            yield data[node.start_byte : node.end_byte]
            plain = bytearray()
    yield _squeezed(plain + data[position:])


def _squeezed(code: bytes | bytearray) -> bytes:
    return _JOINED.sub(b"", _BLANKS.sub(b" ", bytes(code)))
