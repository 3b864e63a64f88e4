"""Kernels that the text has and the tree has not: no file may lose one without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.functions import DeviceCode
from loopwright.source.syntax import Source

_NO_CODE = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\r?\n|[^\n])*",
    re.DOTALL | re.MULTILINE,
)
_NAME = re.compile(rb"\b([A-Za-z_]\w*)\s*\(")
_NO_NAMES = (b"__launch_bounds__", b"__cluster_dims__", b"__maxnreg__", b"__attribute__", b"alignas")
_DECLARES = ("declaration", "friend_declaration", "field_declaration", "type_definition", "alias_declaration")


@dataclass(frozen=True)
class Lost:
    """A ``__global__`` at the byte offset ``at`` that begins no function that could be read."""

    name: str
    at: int


def lost_kernels(source: Source, code: DeviceCode) -> tuple[Lost, ...]:
    """All of them, in order."""
    return tuple(_lost(source, code))


def _lost(source: Source, code: DeviceCode) -> Iterator[Lost]:
    text = _NO_CODE.sub(lambda m: re.sub(rb"[^\n]", b" ", m[0]), source.data)
    known = [range(f.whole.start_byte, f.node.end_byte) for f in code.functions]
    seen: set[bytes] = set()
    for match in re.finditer(rb"\b__global__\b", text):
        if any(match.start() in own for own in known) or _is_declaration(source.tree.root_node, match.start()):
            continue
        names = (n[1] for n in _NAME.finditer(text, match.end(), match.end() + 400) if n[1] not in _NO_NAMES)
        name = next(names, b"a kernel")
        if name not in seen:
            seen.add(name)
            yield Lost(name.decode(), match.start())


def _is_declaration(root: Node, at: int) -> bool:
    node: Node | None = root.descendant_for_byte_range(at, at)
    while node is not None and node.type != "ERROR":
        if node.type in _DECLARES and not node.has_error:
            return True
        node = node.parent
    return False
