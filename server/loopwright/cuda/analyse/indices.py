"""threadIdx, blockIdx, blockDim and gridDim in expressions: the number of a thread in the grid, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.device_function import INDICES
from loopwright.cuda.read.rewriting import holds
from loopwright.cuda.read.variables import Variable
from loopwright.source.nodes import bare, text_of

AXES = "xyz"
Index = tuple[str, str]  # ("threadIdx", "x")
NARROW = frozenset(
    ("int", "unsigned", "unsigned int", "int32_t", "uint32_t", "uint", "signed")
)  # what wraps where an ``int`` ends
# What holds the number of every thread.
_WIDE = NARROW | {"auto", "size_t", "long", "unsigned long", "long long", "unsigned long long", "int64_t", "uint64_t"}

# Casts to these do not hold every index.
_CUTS = frozenset(
    ("char", "signed char", "unsigned char", "uchar", "int8_t", "uint8_t", "bool", "float", "half", "__half",
     "short", "short int", "unsigned short", "unsigned short int", "ushort", "int16_t", "uint16_t")
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """What is told of the number of a thread: of which piece of ``width`` threads it is (``/``), or which one of its piece (``%``)."""

    operator: str
    width: int


WHOLE = Part("/", 1)


def index_of(node: Node) -> Index | None:
    """("threadIdx", "x") for such an expression, also in a cast to int."""
    node = bare(node)
    if node.type == "cast_expression" and text_of(node.child_by_field_name("type")) in (
        "int",
        "unsigned",
        "unsigned int",
    ):
        value = node.child_by_field_name("value")
        return index_of(value) if value is not None else None
    if node.type == "field_expression":
        name, field = text_of(node.child_by_field_name("argument")), text_of(node.child_by_field_name("field"))
        if name in INDICES and field in AXES:
            return name, field
    return None


def is_global_index(node: Node, sizes: Sequence[str] = ()) -> str | None:
    """The axis of ``blockIdx.d * blockDim.d + threadIdx.d``, in any order and with casts. ``sizes``: what all launches say the size
    of a block is along each axis, which may stand for ``blockDim.d`` then."""
    node = _uncast(bare(node))
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != "+":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    for product, thread in ((left, right), (right, left)):
        single = index_of(thread)
        axis = _block_start(_uncast(bare(product)), sizes)
        if single is not None and axis is not None and single == ("threadIdx", axis):
            return axis
    return None


def is_total(node: Node, sizes: Sequence[str] = ()) -> str | None:
    """The axis of ``gridDim.d * blockDim.d``; ``sizes`` as in :func:`is_global_index`, of what an `int` or the like takes."""
    return _times_size(_uncast(bare(node)), "gridDim", sizes, taken=True)


def _block_start(node: Node, sizes: Sequence[str]) -> str | None:
    return _times_size(node, "blockIdx", sizes, taken=False)


def _times_size(node: Node, name: str, sizes: Sequence[str], taken: bool) -> str | None:
    """The axis of an index of a block, or of how many there are, times the size of one."""
    sides = _factors(node)
    for of_blocks, size in (sides, sides[::-1]) if sides else ():
        index = index_of(of_blocks)
        if index is None or index[0] != name:
            continue
        if index_of(size) == ("blockDim", index[1]):
            return index[1]
        if text_of(size) in sizes[AXES.index(index[1]) :][:1]:
            # A name may be that of a wider number: where an `int` or the like takes the sum, the bits are the same.
            return index[1] if taken or text_of(size).isdigit() or _is_taken(node) else None
    return None


def _is_taken(product: Node) -> bool:
    """Whether all that becomes of a product is a term of what a variable of whole numbers starts with."""
    at = product.parent
    while at is not None and at.type in ("binary_expression", "parenthesized_expression", "cast_expression"):
        at = at.parent
    kind = (
        at.parent.child_by_field_name("type") if at is not None and at.type == "init_declarator" and at.parent else None
    )
    return kind is not None and text_of(kind) in NARROW


def _factors(node: Node) -> tuple[Node, ...]:
    """The two sides of a product, without casts."""
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != "*":
        return ()
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return tuple(_uncast(bare(side)) for side in sides if side is not None)


def _uncast(node: Node) -> Node:
    if node.type == "cast_expression":
        value = node.child_by_field_name("value")
        return bare(value) if value is not None and text_of(node.child_by_field_name("type")) not in _CUTS else node
    call = node.child_by_field_name("function") if node.type == "call_expression" else None
    if call is not None and call.type == "template_function" and text_of(call).startswith("static_cast"):
        arguments = node.child_by_field_name("arguments")
        kind = text_of(call.children[-1])[1:-1].strip()
        if arguments is not None and arguments.named_child_count == 1 and kind not in _CUTS:
            return bare(arguments.named_children[0])
    return node


def never_written(variable: Variable) -> bool:
    """Whether the value of its declaration is the only one it has."""
    return not variable.writes and not variable.taken and variable.init is not None and variable.scalar


def holds_number(variable: Variable) -> bool:
    """Whether a variable is a scalar that the number of any thread of a block fits."""
    plain = variable.scalar and not (variable.pointers or variable.reference or variable.volatile or variable.pack)
    return plain and not variable.shared and variable.base in _WIDE


def is_inside(variable: Variable, body: Node) -> bool:
    """Whether a variable is declared in a part of the function."""
    return variable.scope is not None and holds(body, variable.scope)
