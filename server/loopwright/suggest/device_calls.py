"""Functions of the program that start work on a device or move data there: no compute construct may hold a call of one, for which
a device would have to start work itself (OpenACC 3.4, sections 2.5.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.openacc.directive import parse_directive
from loopwright.source.listing import listing_of
from loopwright.source.nodes import definition_around, text_of
from loopwright.source.outline import Definition, Loop, Outline
from loopwright.source.text import Span

IN_COMPUTE = frozenset(("loop", "atomic", "cache", "routine"))  # directives that a compute construct may hold


def starts_work(outline: Outline, loop: Loop) -> str:
    """A function that ``loop`` calls and that holds, or calls one that holds, a directive for the host; empty if there is none."""
    called = dict.fromkeys(called_in(outline, loop))
    if not called or not any(each.has_openacc for each in (outline, *outline.headers)):
        return ""
    return first_that_comes_to(outline, called, _holds_work)


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


def first_that_comes_to(
    outline: Outline,
    names: Iterable[str],
    is_there: Callable[[Definition], bool],
    deepest: int | None = None,
    seen: set[str] | None = None,
) -> str:
    """The first function of ``names`` that ``is_there``, or comes there through what it calls, over ``deepest`` calls at most; empty if
    there is none. Each function of the name has to: of overloads it may be another one that is meant."""
    seen = set() if seen is None else seen
    less = None if deepest is None else deepest - 1
    for name in dict.fromkeys(names):
        found = outline.definitions(name) if name not in seen and deepest != 0 else []
        seen.add(name)
        if found and all(
            is_there(d) or first_that_comes_to(d.outline, called_by(d.node, d.function.body), is_there, less, seen)
            for d in found
        ):
            return name
    return ""


def _holds_work(definition: Definition) -> bool:
    """Whether a function holds a directive for the host."""
    body = definition.function.body
    for pragma in definition.outline.pragmas:
        if pragma.sentinel == "acc" and body.contains(pragma.span):
            name = parse_directive(pragma.text).name
            if name and name not in IN_COMPUTE:
                return True
    return False


def called_in(outline: Outline, loop: Loop) -> Iterator[str]:
    """The functions that a loop calls by name, but for those of the C++ library."""
    root = outline.source.root
    node = root.descendant_for_byte_range(loop.span.start, loop.span.end - 1) or root
    function = definition_around(root, loop.function.span) if loop.function is not None else None
    if function is not None and not listing_of(outline, function).below(node).of(("call_expression",)):
        return iter(())
    return called_by(node, loop.span)


def called_by(node: Node, span: Span) -> Iterator[str]:
    """The functions that code calls in a span, by name, but for those of the C++ library."""
    for inner in descendants(node):
        if inner.type == "call_expression" and span.start <= inner.start_byte < span.end:
            scope, _, name = text_of(inner.child_by_field_name("function")).rpartition("::")
            if name.isidentifier() and scope.removeprefix("::").partition("::")[0] != "std":
                yield name
