"""Functions of the program that start work on a device or move data there: no compute construct may hold a call of one, for which
a device would have to start work itself (OpenACC 3.4, sections 2.5.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.openacc.directive import parse_directive
from loopwright.source.nodes import text_of
from loopwright.source.outline import Definition, Loop, Outline
from loopwright.source.text import Span

IN_COMPUTE = frozenset(("loop", "atomic", "cache", "routine"))  # directives that a compute construct may hold


def starts_work(outline: Outline, loop: Loop) -> str:
    """A function that ``loop`` calls and that holds, or calls one that holds, a directive for the host; empty if there is none."""
    called = dict.fromkeys(called_in(outline, loop))
    if not called or not any(each.has_openacc for each in (outline, *outline.headers)):
        return ""
    seen: set[str] = set()
    return next((name for name in called if name not in seen and _starts(outline, name, seen)), "")


def comes_back_to(outline: Outline, loop: Loop) -> str:
    """The function that ``loop`` stands in, if the loop calls it, be it through others: it would have to be a `routine` and hold the
    loop's own compute construct, which no routine may. Empty if it does not."""
    if loop.function is None:
        return ""
    waiting, seen = [*called_in(outline, loop)], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for definition in outline.definitions(name):
            if definition.outline is outline and definition.function.body.contains(loop.span):
                return loop.function.name
            waiting += called_by(definition.node, definition.function.body)
    return ""


def _starts(outline: Outline, name: str, seen: set[str]) -> bool:
    """Whether each function of that name starts work: of overloads it may be another one that is meant."""
    seen.add(name)
    found = outline.definitions(name)
    return bool(found) and all(_starts_itself(definition, seen) for definition in found)


def _starts_itself(definition: Definition, seen: set[str]) -> bool:
    body = definition.function.body
    for pragma in definition.outline.pragmas:
        if pragma.sentinel == "acc" and body.contains(pragma.span):
            name = parse_directive(pragma.text).name
            if name and name not in IN_COMPUTE:
                return True
    others = [name for name in called_by(definition.node, body) if name not in seen]
    return any(name not in seen and _starts(definition.outline, name, seen) for name in others)


def called_in(outline: Outline, loop: Loop) -> Iterator[str]:
    """The functions that a loop calls by name, but for those of the C++ library."""
    root = outline.source.tree.root_node
    return called_by(root.descendant_for_byte_range(loop.span.start, loop.span.end - 1) or root, loop.span)


def called_by(node: Node, span: Span) -> Iterator[str]:
    """The functions that code calls in a span, by name, but for those of the C++ library."""
    for inner in descendants(node):
        if inner.type == "call_expression" and span.start <= inner.start_byte < span.end:
            scope, _, name = text_of(inner.child_by_field_name("function")).rpartition("::")
            if name.isidentifier() and scope.removeprefix("::").partition("::")[0] != "std":
                yield name
