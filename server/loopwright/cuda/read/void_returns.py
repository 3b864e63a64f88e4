"""`return f(x);` in a function that returns nothing is `f(x); return;`: what stands behind `return` is done first."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import ancestors
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_BLOCKS = frozenset(("compound_statement", "case_statement"))


def with_void_returns(source: Source, code: DeviceCode) -> Source:
    """``source`` with such statements in functions of the device; ``source`` itself where there are none."""
    nothing = [f for f in code.functions if f.kind == "kernel" or f.returns.split()[-1:] == ["void"]]
    found = {
        n.id: n
        for f in nothing
        for n in f.inside
        if n.type == "return_statement" and _value(n) is not None and _is_of(n, f)
    }
    data = source.data
    for node in sorted(found.values(), key=lambda n: n.start_byte, reverse=True):
        value = _value(node)
        assert value is not None
        apart = node.parent is None or node.parent.type not in _BLOCKS
        text = f"{text_of(value)}; return;"
        data = data[: node.start_byte] + (f"{{ {text} }}" if apart else text).encode() + data[node.end_byte :]
    return parse(data, source.name, source.language) if data != source.data else source


def _value(node: Node) -> Node | None:
    return next((n for n in node.named_children if n.type != "comment"), None)


def _is_of(node: Node, function: DeviceFunction) -> bool:
    """Whether it is the function that is left there, and no lambda or method in it."""
    return not any(n.type in ("lambda_expression", "function_definition") for n in ancestors(node, function.body))
