"""Memory that a host function was handed and that kernels only read: the copy on the device is that memory itself.

Whose memory a pointer parameter holds is not known, so it may be the memory of another parameter too. Nothing can tell
the copy from the original while nobody writes to memory that is not known: kernels read the copy and write only to
memory that this function allocated, and calls in between write only there.
"""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from loopwright.cuda.functions import DeviceCode, DeviceFunction, arguments_of, called, is_launch
from loopwright.cuda.rewriting import walk
from loopwright.cuda.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of

_PLACES = ("subscript_expression", "field_expression", "parenthesized_expression")
# What is called between copy and last use and writes to no memory of the program's.
_QUIET = frozenset(
    ("cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize", "cudaGetLastError", "cudaPeekAtLastError")
)  # fmt: skip
_QUIET_KINDS = ("cudaEvent", "cudaGetErrorString")
_ALLOCATIONS = frozenset(("cudaMalloc", "cudaFree"))
_WRITES = frozenset(("cudaMemset", "cudaMemsetAsync", "cudaMemcpy", "cudaMemcpyAsync"))


def is_handed(host: Variable, variable: Variable) -> bool:
    """Whether ``host`` is a plain pointer parameter to what ``variable`` points to, the same throughout the function."""
    plain = host.parameter and host.pointers == 1 and not host.extents and not host.reference and not host.volatile
    return plain and host.base == variable.base and not host.writes and not host.taken


def stays_as_copied(
    launches: Sequence[tuple[Node, int]], between: Sequence[Node], variables: Variables, code: DeviceCode
) -> bool:
    """Whether kernels only read what they get at these places of launches, and no statement in between writes to memory
    that this function did not allocate."""
    if not all(_is_only_read(code.kernel(called(launch)), at) for launch, at in launches):
        return False
    calls = [n for statement in between for n in walk(statement) if n.type == "call_expression"]
    return all(_is_kept_apart(n, variables, code) if is_launch(n) else _is_harmless(n, variables) for n in calls)


def _is_only_read(kernel: DeviceFunction | None, at: int) -> bool:
    if kernel is None or at >= len(kernel.parameters):
        return False
    parameter = kernel.parameters[at]
    return parameter.pointers == 1 and not parameter.writes and all(map(_is_a_read, parameter.uses))


def _is_a_read(use: Node) -> bool:
    """Whether an element's value is asked for, and nothing else is done with the pointer."""
    place, parent = use, use.parent
    if parent is None or parent.type != "subscript_expression" or parent.child_by_field_name("argument") != use:
        return False
    while parent is not None and parent.type in _PLACES and not _is_index(parent, place):
        place, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type == "assignment_expression":
        return parent.child_by_field_name("right") == place
    if parent.type == "init_declarator":
        return (
            parent.child_by_field_name("value") == place
            and parent.child_by_field_name("declarator") is not None
            and (
                parent.child_by_field_name("declarator").type == "identifier"  # type: ignore[union-attr]
            )
        )
    return parent.type in (
        "binary_expression",
        "cast_expression",
        "conditional_expression",
        "subscript_argument_list",
    ) or (parent.type == "unary_expression" and text_of(parent)[:1] in "-+!~")


def _is_index(parent: Node, place: Node) -> bool:
    return parent.type == "subscript_expression" and parent.child_by_field_name("argument") != place


def _is_kept_apart(launch: Node, variables: Variables, code: DeviceCode) -> bool:
    """Whether a kernel is handed numbers and memory that this function allocated, and knows of no other memory."""
    kernel = code.kernel(called(launch))
    if kernel is None:
        return False
    for argument, parameter in zip(arguments_of(launch), kernel.parameters):
        variable = variables.of(argument) if argument.type == "identifier" else None
        if parameter.pointers or parameter.extents or parameter.reference or not parameter.scalar:
            if variable is None or not _is_fresh(variable):
                return False
    pointing = {name for name, (_, points) in code.file_variables.items() if points}
    return not any(
        n.type == "identifier" and text_of(n) in pointing
        for function in (kernel, *code.reached(kernel))
        for n in walk(function.body)
    )


def _is_fresh(variable: Variable) -> bool:
    """A pointer that holds what ``cudaMalloc`` gave: it has no other value."""
    nothing = variable.init is None or text_of(variable.init) in ("NULL", "nullptr", "0")
    return (
        variable.pointers == 1 and not variable.parameter and nothing and not variable.writes and not variable.extents
    )


def _is_harmless(call: Node, variables: Variables) -> bool:
    name, given = called(call), arguments_of(call)
    if not name.startswith("cuda"):
        return True  # looked at as any statement between
    if name in _QUIET or name.startswith(_QUIET_KINDS) or name in _ALLOCATIONS:
        return True
    target = bare(given[0]) if name in _WRITES and given else None
    variable = variables.of(target) if target is not None and target.type == "identifier" else None
    return variable is not None and _is_fresh(variable)
