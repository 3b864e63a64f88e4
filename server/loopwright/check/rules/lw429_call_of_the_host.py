"""LW429: call on the device of a function that the host alone has (OpenACC 3.4, 2.15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.host_only import is_host_only
from loopwright.openacc.statements import text_of_node
from loopwright.source.nodes import within
from loopwright.source.text import Span

# Members of `std::vector` that may allocate, or move what comes behind (C++20 22.3.11.3, 22.3.11.5).
_GROWING = frozenset(
    ("push_back", "emplace_back", "pop_back", "insert", "emplace", "erase", "resize", "reserve", "assign", "clear")
)
_STREAMS = (b"cout", b"cerr", b"clog", b"cin")


@dataclass(frozen=True)
class CallOfTheHost(Problem):
    """Call on the device of a function that the host alone has."""

    text: str
    why: str
    once = True

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.text}` is used on the device, and {self.why}"


def check(context: Context) -> Iterator[CallOfTheHost]:
    """A function of a library that keeps what it needs on the host, and a container that changes its length."""
    unit = context.unit
    if unit.follows_in_another_branch(context.construct):
        return
    for call in unit.calls_in(context.construct.region, every=True):
        function = call.child_by_field_name("function")
        name = text_of_node(function)
        if function is None:
            continue
        span = Span(function.start_byte, function.end_byte)
        if function.type == "field_expression":
            if text_of_node(function.child_by_field_name("field")) in _GROWING and _is_vector_outside(context, name):
                yield CallOfTheHost(span, name, "all iterations change one container, whose memory is the host's")
        elif is_host_only(name) and not _is_own(context, name):
            yield CallOfTheHost(span, name, "the host alone has it")
    yield from _streams(context)


def _streams(context: Context) -> Iterator[CallOfTheHost]:
    """Streams of the library, which the host has open (C++20 31.4)."""
    unit, region = context.unit, context.construct.region
    if unit.source.language == "c" or not any(name in unit.data[region.start : region.end] for name in _STREAMS):
        return
    for node in within(unit.source.tree.root_node, region):
        if node.type == "identifier" and node.text in _STREAMS and node.start_byte >= region.start:
            name = text_of_node(node)
            if unit.declarations.lookup(name, node.start_byte) is None:
                yield CallOfTheHost(Span(node.start_byte, node.end_byte), name, "the host alone has it")


def _is_own(context: Context, name: str) -> bool:
    """Whether the program has a function of that name."""
    plain = name.rpartition("::")[2]
    return plain in context.unit.declarations.file_level or plain in context.unit.routines


def _is_vector_outside(context: Context, text: str) -> bool:
    """Whether `v.push_back` is of a `std::vector` that lives outside of the region."""
    name = text.partition(".")[0].strip()
    region = context.construct.region
    declaration = context.unit.declarations.lookup(name, region.end - 1) if name.isidentifier() else None
    if declaration is None or region.start <= declaration.span.start < region.end:
        return False
    type = context.unit.declarations.expanded(declaration.type).referred()
    return not type.layers and type.sequence == "vector"


RULE = DirectiveRule(
    code="LW429",
    title="call of a function of the host",
    severity="warning",
    section="2.15.1",
    why=(
        "What is called in a region has to be compiled for the device. A generator of numbers, the clock or a container that grows"
        " needs what only the host keeps; where a compiler takes it all the same, all iterations share one state."
    ),
    wrong="""\
#include <stdlib.h>
void f(int n, float *a) {
#pragma acc parallel loop copyout(a[0:n])
  for (int i = 0; i < n; i++) a[i] = rand();
}
""",
    right="""\
#include <stdlib.h>
void f(int n, float *a) {
  for (int i = 0; i < n; i++) a[i] = rand();
}
""",
    check=check,
    on=COMPUTE,
    in_place=True,
)
