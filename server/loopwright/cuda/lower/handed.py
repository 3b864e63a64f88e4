"""Memory that a host function was handed and that kernels only read: the copy on the device is that memory itself. Whose it
is, is not known, so it may be the memory of another parameter too. Nothing can tell the copy from the original while nobody
writes to memory that is not known: kernels write only to what this function allocated, and so do calls in between.
"""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called, is_launch
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import names_in

NOTHING_YET = ("NULL", "nullptr", "0")
_VALUES = ("binary_expression", "cast_expression", "conditional_expression", "subscript_argument_list")
_PLACES = ("subscript_expression", "field_expression", "parenthesized_expression")
# What is called between copy and last use and writes to no memory of the program's.
_QUIET = frozenset(
    ("cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize", "cudaGetLastError", "cudaPeekAtLastError")
)  # fmt: skip
_QUIET_KINDS = ("cudaEvent", "cudaGetErrorString")
_GIVES_NEW = frozenset(
    ("cudaMalloc", "cudaMallocAsync", "cudaMallocPitch", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc")
)
_OUTLIVES = frozenset(("static", "thread_local", "extern"))
_ALLOCATIONS = frozenset(("cudaMalloc", "cudaFree"))
_WRITES = frozenset(("cudaMemset", "cudaMemsetAsync", "cudaMemcpy", "cudaMemcpyAsync"))


def is_handed(host: Variable, variable: Variable) -> bool:
    """Whether ``host`` is a plain pointer parameter to what ``variable`` points to, the same throughout the function."""
    return is_plain_parameter(host) and host.base == variable.base


def is_plain_parameter(host: Variable) -> bool:
    """Whether it is a plain pointer that a caller gave and that never points elsewhere."""
    pointer = host.parameter and host.pointers == 1 and not host.extents and not host.reference and not host.volatile
    return pointer and not host.writes and not host.taken


def stays_as_copied(
    launches: Sequence[tuple[Node, int]], between: Sequence[Node], variables: Variables, code: DeviceCode
) -> bool:
    """Whether kernels only read what they get at these places of launches, and no statement in between writes to memory
    that this function did not allocate."""
    if not all(_is_only_read(code.kernel(called(launch)), at) for launch, at in launches):
        return False
    end = max((statement.end_byte for statement in between), default=0)
    inside = [n for statement in between for n in walk(statement)]
    if any(n.type in ("assignment_expression", "update_expression") and not sets_own(n, variables) for n in inside):
        return False
    calls = [n for n in inside if n.type == "call_expression"]
    return all(
        is_kept_apart(n, variables, code, end) if is_launch(n) else is_harmless(n, variables, end) for n in calls
    )


def sets_own(node: Node, variables: Variables) -> bool:
    """Whether what is assigned to is a variable that each call of this function has anew, or gets an error, which no array holds."""
    value = node.child_by_field_name("right")
    if value is not None and value.type == "call_expression" and called(value).startswith("cuda"):
        return True
    target = node.child_by_field_name("left") or node.child_by_field_name("argument")
    while target is not None and target.type in _PLACES:
        target = bare(target) if target.type == "parenthesized_expression" else target.child_by_field_name("argument")
    variable = variables.of(target) if target is not None and target.type == "identifier" else None
    return variable is not None and not variable.reference and "static" not in names_in(variable.head)


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
        declared = parent.child_by_field_name("declarator")
        is_value = parent.child_by_field_name("value") == place
        return is_value and declared is not None and declared.type == "identifier"
    return parent.type in _VALUES or (parent.type == "unary_expression" and text_of(parent)[:1] in "-+!~")


def _is_index(parent: Node, place: Node) -> bool:
    return parent.type == "subscript_expression" and parent.child_by_field_name("argument") != place


def is_kept_apart(launch: Node, variables: Variables, code: DeviceCode, end: int) -> bool:
    """Whether a kernel is handed numbers and memory that this function allocated, and knows of no other memory. ``end``: as for
    :func:`is_fresh`."""
    kernel = code.kernel(called(launch))
    if kernel is None:
        return False
    for argument, parameter in zip(arguments_of(launch), kernel.parameters):
        variable = variables.of(argument) if argument.type == "identifier" else None
        if parameter.pointers or parameter.extents or parameter.reference or not parameter.scalar:
            if variable is None or not is_fresh(variable, end):
                return False
    pointing = {name for name, (_, points) in code.file_variables.items() if points}
    return not any(
        n.type == "identifier" and text_of(n) in pointing
        for function in (kernel, *code.reached(kernel))
        for n in function.inside
    )


def is_fresh(variable: Variable, end: int | None = None) -> bool:
    """A pointer that holds new memory of the device: it has no other value, and nobody but CUDA, which gives that, is told where it is.
    ``end``: a place in the statements of the function behind which that may change, as a call of it comes by each once. Where the
    pointer outlives the call, the next one would find the change."""
    nothing = variable.init is None or text_of(variable.init) in NOTHING_YET
    if variable.pointers != 1 or variable.parameter or not nothing or variable.extents:
        return False
    if not _OUTLIVES.isdisjoint(names_in(variable.head)):
        end = None
    writes, taken, passed = (
        [node for node in uses if end is None or node.start_byte < end]
        for uses in (variable.writes, variable.taken, variable.passed)
    )
    return (
        not writes
        and all(_is_told_to(node, _GIVES_NEW) for node in taken)
        and all(
            (call := _call_around(node)) is not None and (is_launch(call) or called(call).startswith("cuda"))
            for node in passed
        )
    )


def _is_told_to(name: Node, functions: frozenset[str]) -> bool:
    node = name.parent
    while node is not None and not (node.type == "call_expression" and called(node) in functions):
        node = node.parent if node.type != "compound_statement" else None
    return node is not None and bool(given := arguments_of(node)) and is_address_of(given[0], name)


def _call_around(node: Node) -> Node | None:
    listed = node.parent
    return listed.parent if listed is not None and listed.type == "argument_list" else None


def is_harmless(call: Node, variables: Variables, end: int) -> bool:
    """Whether a call of CUDA writes to no memory but what this function allocated. ``end``: as for :func:`is_fresh`."""
    name, given = called(call), arguments_of(call)
    if not name.startswith("cuda"):
        return True  # looked at as any statement between
    if name in _QUIET or name.startswith(_QUIET_KINDS) or name in _ALLOCATIONS:
        return True
    target = bare(given[0]) if name in _WRITES and given else None
    variable = variables.of(target) if target is not None and target.type == "identifier" else None
    return variable is not None and is_fresh(variable, end)


def is_address_of(argument: Node, name: Node) -> bool:
    """``&name``, also as the ``void **`` that ``cudaMalloc`` of C takes."""
    if argument.type == "cast_expression" and plain(argument.child_by_field_name("type")) == "void**":
        argument = argument.child_by_field_name("value") or argument
    elif (
        argument.type == "call_expression"
        and plain(argument.child_by_field_name("function")) == "reinterpret_cast<void**>"
    ):
        argument = next(iter(arguments_of(argument)), argument)
    argument = bare(argument)
    pointed = argument.child_by_field_name("argument") if argument.type == "pointer_expression" else None
    return pointed is not None and text_of(argument).startswith("&") and pointed.id == name.id


def plain(size: Node | None) -> str:
    """A node's text without blanks."""
    return "".join(text_of(size).split())
