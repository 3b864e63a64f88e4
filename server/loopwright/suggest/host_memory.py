"""Memory that is nowhere but on the host where a loop begins: the function makes it itself, and nobody can have brought it anywhere since.

What directives of other loops say of residence (`present`, `deviceptr`) is carried over by name and role; of such memory it is not so.
Whatever is not understood on the way (a copy of the pointer, a function that is given it) makes nothing certain.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.walk.calls import name_of
from loopwright.lang.effects import effect_of
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at
from loopwright.openacc.directive import parse_directive
from loopwright.source.nodes import bare, text_of, within
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in

_QUIET = frozenset(
    (
        "subscript_expression",
        "pointer_declarator",
        "array_declarator",
        "declaration",
        "sizeof_expression",
        "binary_expression",
    )
)


def only_on_the_host(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` whose memory cannot be on a device when the loop begins."""
    function = loop.function
    if function is None or not names:
        return frozenset()
    before = Span(function.body.start, _end(outline, loop))
    nodes = [n for n in within(outline.source.tree.root_node, before) if not loop.span.contains(_span(n))]
    return frozenset(
        name for name in names if not _is_brought(outline, before, name) and _is_made_here(outline, loop, name, nodes)
    )


def _end(outline: Outline, loop: Loop) -> int:
    """Where that begins which runs after the loop alone: in a loop around it what stands behind runs before it too."""
    around, end = loop.parent, loop.span.start
    while around is not None:
        end, around = around.span.end, around.parent
    return end


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _is_brought(outline: Outline, before: Span, name: str) -> bool:
    """Whether a directive of the function that can have run, or one that always holds, names it."""
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc" or name not in names_in(pragma.text):
            continue
        if before.start <= pragma.span.start < before.end or parse_directive(pragma.text).name == "declare":
            return True
    return False


def _is_made_here(outline: Outline, loop: Loop, name: str, nodes: list[Node]) -> bool:
    declared = names_at(outline, loop).declared(name)
    if declared is None or declared.kind != "variable" or loop.function is None:
        return False
    layers = scopes_of(outline).expanded(declared.type).layers
    if layers[:1] not in (("*",), ("[]",)):
        return False
    is_local = loop.function.body.contains(declared.span) and not declared.static
    calls = [node for node in nodes if node.type == "call_expression"]
    if not is_local and (loop.function.name != "main" or any(not effect_of(name_of_call(c)).known for c in calls)):
        return False
    if layers[0] == "*" and not (is_local and _is_allocated(nodes, name)):
        return False
    return all(_is_quiet(node) for node in nodes if node.type == "identifier" and text_of(node) == name)


def name_of_call(call: Node) -> str:
    """The function that is called, by its plain name."""
    function = call.child_by_field_name("function")
    return name_of(function) if function is not None else ""


def _is_allocated(nodes: list[Node], name: str) -> bool:
    """Whether every value that a pointer gets is new memory of the host, and it gets one."""
    values: list[Node | None] = []
    for node in nodes:
        if node.type == "init_declarator" and _declares(node.child_by_field_name("declarator"), name):
            values.append(node.child_by_field_name("value"))
        elif node.type == "assignment_expression" and text_of(node.child_by_field_name("left")) == name:
            values.append(node.child_by_field_name("right"))
    return bool(values) and all(value is not None and _is_new(value) for value in values)


def _declares(declarator: Node | None, name: str) -> bool:
    while declarator is not None and declarator.type != "identifier":
        declarator = declarator.child_by_field_name("declarator")
    return declarator is not None and text_of(declarator) == name


def _is_new(value: Node) -> bool:
    value = bare(value)
    while value.type == "cast_expression":
        inner = value.child_by_field_name("value")
        if inner is None:
            return False
        value = bare(inner)
    return value.type == "new_expression" or (
        value.type == "call_expression" and effect_of(name_of_call(value)).makes_memory
    )


def _is_quiet(use: Node) -> bool:
    """Whether nobody gets to know the memory by this use of its name."""
    parent = use.parent
    if parent is None:
        return False
    if parent.type == "argument_list" and parent.parent is not None and parent.parent.type == "call_expression":
        called = name_of_call(parent.parent)
        return effect_of(called).keeps_nothing and not called.startswith(("acc_", "cuda", "omp_"))
    if parent.type == "init_declarator":
        return parent.child_by_field_name("declarator") == use
    if parent.type == "assignment_expression":
        return parent.child_by_field_name("left") == use
    if parent.type == "binary_expression":
        return text_of(parent.child_by_field_name("operator")) in ("==", "!=")
    if parent.type == "parenthesized_expression":
        return parent.parent is not None and parent.parent.type == "sizeof_expression"
    return parent.type in _QUIET or (parent.type == "pointer_expression" and parent.children[0].type == "*")
