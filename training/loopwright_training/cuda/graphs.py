"""Operator graphs: random growth that stays valid.

A graph computes one tensor from a few others. It grows by the four changes of the HPCTransCompile paper (section on
graph augmentation): *expansion* puts an operator behind a value, a *connection* gives a new operator a value that is
already used, a *branch* puts two operators behind one value and joins them, a *merge* joins two values that nothing uses
yet. After every change the flow is checked (shapes agree, every value reaches the output, at most one operator reduces or
contracts); a change that fails is rolled back.

Shapes are tuples of symbolic sizes (``"n"``, ``"m"``, …) or numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

Size = str | int
KINDS = ("element-wise", "reduction", "layout", "logic-intensive", "compute-intensive")


@dataclass(frozen=True)
class Operator:
    """``kind`` is one of :data:`KINDS`; ``heavy`` operators reduce or contract, a graph has at most one; ``integers``
    work on integers only, ``floats`` on floating point only, others on both."""

    name: str
    kind: str
    arity: int = 1
    heavy: bool = False
    integers: bool = False
    floats: bool = True


def _operators(kind: str, names: str, **more: bool | int) -> list[Operator]:
    return [Operator(name, kind, **more) for name in names.split()]  # type: ignore[arg-type]


_PRODUCTS = ("matmul", "matmul_nt", "matmul_tn", "outer_distance")
_CONTRACTIONS = ("row_dot", "column_dot")  # einsum "ik,ik->i" and "ki,ki->i"
_OVER_MATRICES = ("max_pool", "mean_pool", "box_filter", "stencil5")  # by where an element stands
OPERATORS = {
    operator.name: operator
    for operator in (
        *_operators("element-wise", "exp tanh sigmoid sqrt_abs log1p_abs gelu silu sin cos reciprocal rsqrt softplus"),
        *_operators("element-wise", "square scale shift negate", floats=False),
        *_operators("element-wise", "add sub mul", arity=2, floats=False),
        *_operators("element-wise", "divide hypot axpy lerp", arity=2),
        *_operators("element-wise", "fused_multiply_add", arity=3),
        *_operators("reduction", "row_sum row_max row_mean row_norm", heavy=True),
        *_operators("reduction", "column_sum column_max", heavy=True),
        *_operators("layout", "transpose reverse_row strided_slice repeat_column shift_row pad", floats=False),
        *_operators("layout", "sample_row", arity=2),
        *_operators("logic-intensive", "relu clip leaky_relu threshold select_positive", floats=False),
        *_operators("logic-intensive", "maximum minimum where_greater compare_select", arity=2, floats=False),
        *_operators("logic-intensive", "xor_bits and_bits", arity=2, integers=True, floats=False),
        *_operators("logic-intensive", "shift_bits modulo parity_select", integers=True, floats=False),
        *_operators("compute-intensive", "matmul matmul_nt matmul_tn outer_distance", arity=2, heavy=True),
        *_operators("compute-intensive", "stencil3 stencil5 box_filter", floats=True),
        *_operators("compute-intensive", "convolution1d matvec row_dot column_dot", arity=2, heavy=True),
        *_operators("compute-intensive", "max_pool mean_pool", heavy=True),
    )
}


@dataclass(frozen=True)
class Node:
    """A value: an input (no operator) or what an operator makes of other nodes, named by their number."""

    operator: str
    inputs: tuple[int, ...]
    shape: tuple[Size, ...]
    constant: float = 0.0


@dataclass(frozen=True)
class Graph:
    """Nodes in an order in which they can be computed; the last one is the output."""

    nodes: tuple[Node, ...]
    integers: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its operators."""
        return tuple(dict.fromkeys(OPERATORS[n.operator].kind for n in self.nodes if n.operator))

    @property
    def name(self) -> str:
        """The operators in order, as a name for a kernel."""
        return "_".join(n.operator for n in self.nodes if n.operator)


class Invalid(ValueError):
    """The flow of a graph is not valid."""


def grown_graph(kind: str, changes: int, order: Random) -> Graph:
    """A random graph around one operator of ``kind``, after ``changes`` successful or rolled back changes."""
    integers = kind == "logic-intensive" and order.random() < 0.5
    fitting = [o for o in OPERATORS.values() if o.kind == kind and _fits(o, integers)]
    first = order.choices(fitting, [3 if o.name in ("transpose", "stencil3", "matmul") else 1 for o in fitting])[0]
    graph = _started(first, integers, order)
    for _ in range(changes):
        change = order.choice((_expanded, _expanded, _connected, _branched, _merged))
        try:
            candidate = change(graph, order)
            check(candidate)
        except Invalid:
            continue  # rolled back
        graph = candidate
    return graph


def check(graph: Graph) -> None:
    """Raise :class:`Invalid` unless shapes agree, every node reaches the output and one operator at most is heavy."""
    used = {i for node in graph.nodes for i in node.inputs}
    if any(i not in used for i in range(len(graph.nodes) - 1)):
        raise Invalid("a value goes nowhere")
    if sum(OPERATORS[n.operator].heavy for n in graph.nodes if n.operator) > 1:
        raise Invalid("two operators reduce or contract")
    if sum(not n.operator for n in graph.nodes) > 4:
        raise Invalid("too many inputs")
    for node in graph.nodes:
        if node.operator:
            operator = OPERATORS[node.operator]
            if not _fits(operator, graph.integers):
                raise Invalid(f"{operator.name} is not for these numbers")
            if shape_of(operator, [graph.nodes[i].shape for i in node.inputs]) != node.shape:
                raise Invalid(f"{operator.name} makes another shape")


def shape_of(operator: Operator, shapes: list[tuple[Size, ...]]) -> tuple[Size, ...]:
    """The shape that an operator makes of ``shapes``; raises :class:`Invalid` where they do not fit it."""
    first = shapes[0]
    name = operator.name
    if name in _PRODUCTS:
        return _product(name, first, shapes[1])
    if name == "matvec":
        if len(first) != 2 or shapes[1] != (first[1],):
            raise Invalid("a matrix and a vector of its width are needed")
        return (first[0],)
    if name == "convolution1d":
        if not isinstance(shapes[1][0], int) or len(first) != 2 or len(shapes[1]) != 1:
            raise Invalid("rows and a short filter are needed")
        return first
    if _needs_matrix(operator):
        if len(first) != 2 or any(other != first for other in shapes):
            raise Invalid("a matrix is needed, or two of one shape")
        if operator.kind == "reduction" or name in _CONTRACTIONS:
            return (first[0] if name.startswith("row_") else first[1],)
        return (first[1], first[0]) if name == "transpose" else first
    shapes = sorted(shapes, key=len, reverse=True)
    for other in shapes[1:]:
        if other != shapes[0] and other != shapes[0][-len(other) :]:
            raise Invalid("shapes do not agree")
    return shapes[0]


def _needs_matrix(operator: Operator) -> bool:
    return operator.kind in ("reduction", "layout") or operator.name in (*_OVER_MATRICES, *_CONTRACTIONS)


def _product(name: str, left: tuple[Size, ...], right: tuple[Size, ...]) -> tuple[Size, ...]:
    if len(left) != 2 or len(right) != 2:
        raise Invalid("two matrices are needed")
    inner = left[0] if name == "matmul_tn" else left[1]
    outer = left[1] if name == "matmul_tn" else left[0]
    theirs, width = (right[1], right[0]) if name in ("matmul_nt", "outer_distance") else (right[0], right[1])
    if inner != theirs:
        raise Invalid("the inner sizes differ")
    return (outer, width)


def _fits(operator: Operator, integers: bool) -> bool:
    return not operator.floats if integers else not operator.integers


def _started(operator: Operator, integers: bool, order: Random) -> Graph:
    matrix: tuple[Size, ...] = ("n", "m")
    shapes: list[tuple[Size, ...]]
    if operator.name in _PRODUCTS:
        shapes = {
            "matmul": [("n", "k"), ("k", "m")],
            "matmul_tn": [("k", "n"), ("k", "m")],
        }.get(operator.name, [("n", "k"), ("m", "k")])
    elif operator.name == "matvec":
        shapes = [matrix, ("m",)]
    elif operator.name == "convolution1d":
        shapes = [matrix, (order.choice((3, 5, 7)),)]
    elif _needs_matrix(operator):
        shapes = [matrix] * operator.arity
    else:
        shape: tuple[Size, ...] = ("n",) if order.random() < 0.5 else matrix
        shapes = [shape] * operator.arity
        if operator.arity > 1 and len(shape) == 2 and order.random() < 0.3:
            shapes[-1] = (shape[-1],)  # broadcast along rows
    inputs = tuple(Node("", (), s) for s in shapes)
    made = Node(operator.name, tuple(range(len(inputs))), shape_of(operator, shapes), _constant(integers, order))
    return Graph((*inputs, made), integers)


def _expanded(graph: Graph, order: Random) -> Graph:
    """One operator behind the output."""
    operator = _light(graph, order, 1)
    last = len(graph.nodes) - 1
    return _with(graph, operator, (last,), order)


def _connected(graph: Graph, order: Random) -> Graph:
    """The output and a value that is used already."""
    operator = _light(graph, order, 2)
    last = len(graph.nodes) - 1
    return _with(graph, operator, (last, order.randrange(last)), order)


def _branched(graph: Graph, order: Random) -> Graph:
    """Two operators behind the output, joined."""
    last = len(graph.nodes) - 1
    left = _with(graph, _light(graph, order, 1), (last,), order)
    right = _with(left, _light(graph, order, 1), (last,), order)
    return _with(right, _light(graph, order, 2), (last + 1, last + 2), order)


def _merged(graph: Graph, order: Random) -> Graph:
    """The output and a new input."""
    shape = graph.nodes[-1].shape
    if len(shape) == 2 and order.random() < 0.4:
        shape = shape[1:]
    position = sum(not n.operator for n in graph.nodes)
    moved = tuple(
        Node(n.operator, tuple(i + (i >= position) for i in n.inputs), n.shape, n.constant) for n in graph.nodes
    )
    nodes = (*moved[:position], Node("", (), shape), *moved[position:])
    wider = Graph(nodes, graph.integers)
    return _with(wider, _light(graph, order, 2), (len(nodes) - 1, position), order)


def _light(graph: Graph, order: Random, arity: int) -> Operator:
    kinds = ("element-wise", "logic-intensive")
    chosen = [
        o
        for o in OPERATORS.values()
        if o.kind in kinds and o.arity == arity and _fits(o, graph.integers) and not o.heavy
    ]
    return order.choice(chosen)


def _with(graph: Graph, operator: Operator, inputs: tuple[int, ...], order: Random) -> Graph:
    shape = shape_of(operator, [graph.nodes[i].shape for i in inputs])
    node = Node(operator.name, inputs, shape, _constant(graph.integers, order))
    return Graph((*graph.nodes, node), graph.integers)


def _constant(integers: bool, order: Random) -> float:
    return order.randrange(1, 9) if integers else order.choice((0.5, 2.0, 0.1, 0.25, 1.5, 3.0, 0.01, 0.75))
