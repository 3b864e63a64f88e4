"""Parameters and variables of device code that are called as one of CUDA's indices: they get names of their own before
anything else is read. In host code ``dim3 blockDim(256)`` is a name like any other."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.cuda.functions import INDICES
from loopwright.cuda.rewriting import walk
from loopwright.cuda.variables import Variables
from loopwright.source.syntax import Source, parse

_DECLARED = re.compile(rf"\b(?:int|dim3|unsigned|uint3|size_t)\s+(?:{'|'.join(INDICES)})\b")


def without_shadows(source: Source) -> Source:
    """``source`` with such names written with an underscore behind them; ``source`` itself where there are none."""
    if not _DECLARED.search(source.text):
        return source
    device = (n for n in walk(source.tree.root_node) if n.type == "function_definition" and _is_device(n))
    places = {place for function in device for place in _places(function)}
    if not places:
        return source
    data = source.data
    for at in sorted(places, reverse=True):
        data = data[:at] + b"_" + data[at:]
    return parse(data, source.name, "cuda")


def _is_device(function: Node) -> bool:
    body = function.child_by_field_name("body")
    head = (function.text or b"")[: body.start_byte - function.start_byte if body is not None else None]
    return b"__device__" in head or b"__global__" in head


def _places(function: Node) -> set[int]:
    """Where the names end."""
    variables = Variables(function)
    own = [v for v in variables.all if v.name in INDICES]
    found = {node.end_byte for v in own for node in v.uses}
    for v in own:
        assert v.declaration is not None
        named = (n for n in walk(v.declaration) if n.type == "identifier" and (n.text or b"").decode() == v.name)
        first = next(named, None)
        if first is not None:
            found.add(first.end_byte)
    return found
