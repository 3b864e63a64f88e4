"""Parameters and variables that are called as one of CUDA's indices: they get names of their own before anything else is read."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.functions import INDICES
from loopwright.cuda.rewriting import walk
from loopwright.cuda.variables import Variables
from loopwright.source.syntax import Source, parse


def without_shadows(source: Source) -> Source:
    """``source`` with such names written with an underscore behind them; ``source`` itself where there are none."""
    if not any(
        f"{kind}{name}" in source.text
        for name in INDICES
        for kind in ("int ", "dim3 ", "unsigned ", "uint3 ", "size_t ")
    ):
        return source
    places: set[int] = set()
    for node in walk(source.tree.root_node):
        if node.type == "function_definition":
            places |= _places(node)
    if not places:
        return source
    data = source.data
    for at in sorted(places, reverse=True):
        data = data[:at] + b"_" + data[at:]
    return parse(data, source.name, "cuda")


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
