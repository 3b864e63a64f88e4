"""Calls in a loop of functions that the host alone can call, and code in its assembly."""

from __future__ import annotations

from functools import cache

from loopwright.lang.effects import effects
from loopwright.openacc.host_only import is_host_only
from loopwright.source.nodes import text_of, within
from loopwright.source.outline import Definition, Loop, Outline
from loopwright.source.text import Span
from loopwright.suggest.device_calls import called_by, called_in, first_that_comes_to

# What a function in sight has made or given back is the host's: a device that can do as much has memory of its own for it.
_MEMORY = ("malloc", "calloc", "realloc", "free")
_DEEPEST = 3
_ASSEMBLY = ("gnu_asm_expression", "asm_statement")
_ERRNO = "errno"  # a macro that calls a function for the address (C11 7.5)


def host_call(outline: Outline, loop: Loop) -> str:
    """Such a function that ``loop`` calls and that the program does not define itself, or one in sight that calls such a function or
    allocates memory; empty if there is none."""
    data = outline.source.data[loop.span.start : loop.span.end]
    if b"asm" in data and _has_assembly(outline, loop.span):
        return "asm"
    if any(word in data for word in _words_of_the_host()):
        for node in within(outline.source.tree.root_node, loop.span):
            if node.type == "identifier" and text_of(node) == _ERRNO:
                return _ERRNO
            if node.type == "call_expression":
                name = text_of(node.child_by_field_name("function"))
                if _is_of_the_host(outline, name):
                    return name
    return first_that_comes_to(outline, called_in(outline, loop), _acts_on_the_host, _DEEPEST)


def _has_assembly(outline: Outline, span: Span) -> bool:
    """Whether code holds instructions of the host's processor."""
    return any(node.type in _ASSEMBLY for node in within(outline.source.tree.root_node, span))


def _is_of_the_host(outline: Outline, name: str) -> bool:
    return is_host_only(name) and not outline.definitions(name.rpartition("::")[2])


@cache
def _words_of_the_host() -> tuple[bytes, ...]:
    return (
        b"acc_",
        b"MPI_",
        b"cuda",
        _ERRNO.encode(),
        *(name.encode() for name, effect in effects().items() if effect.of_host),
    )


def _acts_on_the_host(definition: Definition) -> bool:
    outline = definition.outline
    return _has_assembly(outline, definition.function.body) or any(
        _is_of_the_host(outline, name) or (name in _MEMORY and not outline.definitions(name))
        for name in called_by(definition.node, definition.function.body)
    )
