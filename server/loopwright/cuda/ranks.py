"""What a kernel asks the groups of its grid and its block, as the indices that it is where grid and block have one dimension:
`grid.thread_rank()` is `blockIdx.x * blockDim.x + threadIdx.x` then, and becomes the plain loop that this becomes.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from loopwright.cuda.functions import DeviceCode, DeviceFunction, arguments_of, called
from loopwright.cuda.groups import declared_group
from loopwright.cuda.launches import Shape
from loopwright.cuda.rewriting import holds, walk
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_SIZE = "gridDim.x * blockDim.x"
_GRID = {"thread_rank": "blockIdx.x * blockDim.x + threadIdx.x", "size": _SIZE, "num_threads": _SIZE}
_BLOCKS = {"block_rank": "blockIdx.x", "num_blocks": "gridDim.x", "group_dim": "gridDim", "dim_blocks": "gridDim"}
_BLOCK = {
    "thread_rank": "threadIdx.x",
    "size": "blockDim.x",
    "num_threads": "blockDim.x",
    "group_index": "blockIdx",
    "thread_index": "threadIdx",
    "group_dim": "blockDim",
    "dim_threads": "blockDim",
}
_MAKERS = {"this_grid": True, "this_thread_block": False}
_INTEGERS = frozenset(("int", "unsigned", "unsigned int", "size_t", "long", "unsigned long", "long long", "uint32_t"))
_INTEGERS |= {"unsigned long long", "int32_t", "int64_t", "uint64_t", "uint", "const int", "const unsigned int"}


def with_plain_ranks(source: Source, code: DeviceCode, shapes: Mapping[int, Shape]) -> Source:
    """``source`` with these indices; ``source`` itself where there are none. ``shapes``: of each kernel, by its node."""
    edits: dict[tuple[int, int], str] = {}
    for kernel in code.kernels:
        shape = shapes[kernel.node.id]
        if shape.grid == 1 and shape.block == 1:
            edits |= _edits(kernel)
    if not edits:
        return source
    data = source.data
    for start, end in sorted(edits, reverse=True):
        data = data[:start] + edits[start, end].encode() + data[end:]
    return parse(data, source.name, "cuda")


def _edits(kernel: DeviceFunction) -> dict[tuple[int, int], str]:
    """(start, end) → text. The declaration of a group that nothing else is asked of goes."""
    declared: dict[str, tuple[Node, bool]] = {}
    for node in walk(kernel.body):
        if node.type in ("declaration", "expression_statement"):
            found = declared_group(text_of(node))
            if found is not None and not found[1].size and _makes_one(node):
                declared[found[0]] = (node, found[1].grid)
    if len(declared) != len({text_of(n) for n, _ in declared.values()}):
        return {}
    edits: dict[tuple[int, int], str] = {}
    for call in (n for n in walk(kernel.body) if n.type == "call_expression"):
        text = _answer(call, declared)
        if text is not None:
            edits[call.start_byte, call.end_byte] = text
    for name, (node, _) in declared.items():
        others = (n for n in walk(kernel.body) if n.type == "identifier" and text_of(n) == name and not holds(node, n))
        if all(any(start <= n.start_byte < end for start, end in edits) for n in others):
            edits[node.start_byte, node.end_byte] = ""
    return edits


def _makes_one(node: Node) -> bool:
    """Whether a declaration makes a group of all threads, and nothing else."""
    made = [n for n in walk(node) if n.type == "call_expression"]
    return len(made) == 1 and called(made[0]) in _MAKERS and len(node.children_by_field_name("declarator")) <= 1


def _answer(call: Node, declared: Mapping[str, tuple[Node, bool]]) -> str | None:
    function = call.child_by_field_name("function")
    if function is None or function.type != "field_expression" or arguments_of(call):
        return None
    asked = function.child_by_field_name("argument")
    method = text_of(function.child_by_field_name("field"))
    if asked is None:
        return None
    if asked.type == "identifier" and text_of(asked) in declared:
        grid = declared[text_of(asked)][1]
    elif asked.type == "call_expression" and called(asked) in _MAKERS:
        grid = _MAKERS[called(asked)]
    else:
        return None
    if not grid:
        return _BLOCK.get(method)
    if method in _GRID:
        return _GRID[method] if _becomes_integer(call) else f"(unsigned long long)({_GRID[method]})"
    return _BLOCKS.get(method)


def _becomes_integer(call: Node) -> bool:
    """Whether the number only starts an integer of a type of its own, or is added to one."""
    parent = call.parent
    if parent is None:
        return False
    if parent.type == "assignment_expression":
        return parent.child_by_field_name("right") == call and text_of(parent.child_by_field_name("operator")) in (
            "=",
            "+=",
        )
    if parent.type != "init_declarator" or parent.parent is None:
        return False
    kind = text_of(parent.parent.child_by_field_name("type"))
    return kind in _INTEGERS
