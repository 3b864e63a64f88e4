"""``#if`` inside a kernel: which part the device's compiler takes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tree_sitter import Node

from loopwright.source.nodes import text_of

# A device of compute capability 8.0 and the compiler of CUDA 12.
_KNOWN = {
    "__CUDA_ARCH__": "800",
    "__CUDACC__": "1",
    "CUDART_VERSION": "12000",
    "CUDA_VERSION": "12000",
    "__CUDACC_VER_MAJOR__": "12",
}
_SAFE = re.compile(r"[\d\s()<>=!+*/%-]*(?:(?:and|or|not)[\d\s()<>=!+*/%-]*)*\Z")


def chosen_part(node: Node, macros: Mapping[str, str]) -> list[Node] | None:
    """The statements that stay of ``#if``, ``#ifdef`` or ``#ifndef``; ``None`` where its condition cannot be told."""
    names = {**_KNOWN, **macros}
    alternative = node.child_by_field_name("alternative")
    if node.type == "preproc_else":
        return list(node.named_children)
    name = node.child_by_field_name("name")
    condition = node.child_by_field_name("condition")
    if name is not None:
        holds: bool | None = (text_of(name) in names) == (node.children[0].type != "#ifndef")
        head = name
    elif condition is not None:
        holds = _value(text_of(condition), names)
        head = condition
    else:
        return None
    if holds is None:
        return None
    if holds:
        return [n for n in node.named_children if n.id != head.id and (alternative is None or n.id != alternative.id)]
    return chosen_part(alternative, macros) if alternative is not None else []


def _value(text: str, names: Mapping[str, str]) -> bool | None:
    text = re.sub(r"defined\s*\(?\s*(\w+)\s*\)?", lambda m: "1" if m[1] in names else "0", text)
    for _ in range(4):
        text = re.sub(r"\b[A-Za-z_]\w*\b", lambda m: f"({names.get(m[0], '0') or '1'})", text)
    text = re.sub(r"(\d)[uUlL]+", r"\1", text).replace("&&", " and ").replace("||", " or ")
    text = re.sub(r"!(?!=)", " not ", text)
    if not _SAFE.match(text) or "**" in text or len(text) > 400:
        return None
    try:
        return bool(eval(text.replace("/", "//"), {"__builtins__": {}}))  # digits and operators alone
    except (SyntaxError, ArithmeticError, TypeError, ValueError):
        return None
