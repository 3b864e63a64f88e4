"""Which parallel pattern a loop is, in the field's words: it says how the loop is ported.

The word is about the iterations of this loop and what they do to each other. An outer loop whose iterations each sum up a row is a
map; the loop inside is the reduction. (McCool, Robison, Reinders: Structured Parallel Programming, 2012, has the names.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Literal

from tree_sitter import Node

from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.model.program import Access, Program, accesses_in, one_at_a_time
from loopwright.dependence.model.values import Index
from loopwright.dependence.model.verdict import Dependence, LoopVerdict
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span

Pattern = Literal["map", "stencil", "reduction", "sparse update", "scan", "recurrence"]
PATTERNS: dict[Pattern, str] = {
    "map": "every iteration works on elements of its own",
    "stencil": "every iteration reads the neighbours of its element",
    "reduction": "all iterations are folded into one value",
    "sparse update": "iterations write where an index array sends them",
    "scan": "every iteration needs the running total of those before: a parallel prefix sum, not this loop",
    "recurrence": "every iteration needs the one before",
}
_FOLDS = ("+", "*", "&", "|", "^", "&&", "||", "min", "max")
_FOLDING_CALLS = frozenset(("min", "max", "fmin", "fmax", "fminf", "fmaxf", "std::min", "std::max"))


@one_at_a_time
def pattern_of(outline: Outline, loop: Loop) -> Pattern | None:
    """The pattern of ``loop``; ``None`` where nothing is known of what its iterations do to each other."""
    found = nest_of_loop(outline, loop)
    if found is None:
        return None
    program, number = found
    accesses = list(accesses_in(program.nests[number].body))
    verdict = judge(outline, loop)
    if verdict.updates or _scatters(program, number, accesses):
        return "sparse update"
    if verdict.verdict == "refuted":
        return _serial(outline, loop, verdict, accesses)
    if verdict.verdict == "unknown" or not any(a.writes and (a.place.steps or verdict.reductions) for a in accesses):
        return None  # also where all that happens, happens in a function that nobody has seen
    if _is_stencil(program, number, accesses):
        return "stencil"
    return "reduction" if verdict.reductions else "map"


def _scatters(program: Program, number: int, accesses: list[Access]) -> bool:
    """Whether an iteration writes to an element whose index it has read from memory."""
    return any(
        any(_is_loaded(program, number, name) for name in value.names)
        for access in accesses
        if access.writes
        for value in _subscripts(access)
    )


def _is_loaded(program: Program, number: int, name: str) -> bool:
    symbol = program.symbols[name]
    return symbol.kind == "load" and symbol.place is not None and bool(symbol.place.steps) and number in symbol.loops


def _subscripts(access: Access) -> Iterator[Linear]:
    return (step.value for step in access.place.steps if isinstance(step, Index) and step.value is not None)


def _is_stencil(program: Program, number: int, accesses: list[Access]) -> bool:
    """Whether an array is read at an element and at one that a neighbouring iteration reads as its own."""
    iterators = _iterators(program, number)
    limits = _limits(program, iterators)
    reads: dict[object, set[tuple[Linear, ...]]] = defaultdict(set)
    for access in accesses:
        indices = tuple(_subscripts(access))
        if not access.writes and indices and access.place.root not in limits:
            reads[(access.place.root, access.place.fields, len(indices))].add(indices)
    if any(
        _slides(index, iterators, number, program) for places in reads.values() for place in places for index in place
    ):
        return True
    return any(
        any(_is_neighbour(a, b, iterators) for a, b in zip(first, second) if a != b)
        and all(a == b or not (a.plus(b, -1).names & set(iterators)) for a, b in zip(first, second))
        for places in reads.values()
        for first, second in combinations(sorted(places), 2)
    )


def _limits(program: Program, iterators: dict[str, int]) -> frozenset[str]:
    """Arrays that hold where inner loops begin and end: `start[i]` and `start[i + 1]` of a sparse row are no neighbours."""
    frames = [program.frames[loop] for loop in iterators.values()]
    names = {name for frame in frames for bound in (*frame.lowers, *frame.uppers) for name in bound.names}
    places = [program.symbols[name].place for name in names]
    return frozenset(place.root for place in places if place is not None and place.steps)


def _iterators(program: Program, number: int) -> dict[str, int]:
    """The counted loops of the nest: symbol of the variable → loop."""
    return {
        frame.iterator: frame.id
        for frame in program.frames.values()
        if frame.iterator is not None and number in program.stacks.get(frame.id, ())
    }


def _is_neighbour(first: Linear, second: Linear, iterators: dict[str, int]) -> bool:
    """Whether another iteration has ``second`` where this one has ``first``: they are a whole number of steps apart. Members of
    one record (`x[2*i]`, `x[2*i+1]`) are not."""
    apart = first.plus(second, -1)
    for iterator in iterators:
        step = _step(first, iterator)
        if step is None or step != _step(second, iterator):
            continue
        _, rest = apart.divided(step)
        if rest == Linear(0):
            return True
    return False


def _slides(index: Linear, iterators: dict[str, int], number: int, program: Program) -> bool:
    """Whether this loop and one inside move an index by the same step (`x[i + k]`): a window that slides."""
    own = program.frames[number].iterator
    if own is None or (step := _step(index, own)) is None:
        return False
    return any(_step(index, other) == step for other, loop in iterators.items() if loop != number)


def _step(index: Linear, iterator: str) -> Linear | None:
    """What an index grows by with each iteration, ``None`` where it stays."""
    terms = []
    constant = 0
    for product, coefficient in index.terms:
        if product.count(iterator) == 1:
            rest = tuple(name for name in product if name != iterator)
            if rest:
                terms.append((rest, coefficient))
            else:
                constant = coefficient
        elif iterator in product:
            return None
    return Linear(constant, tuple(sorted(terms))) if constant or terms else None


def _serial(outline: Outline, loop: Loop, verdict: LoopVerdict, accesses: list[Access]) -> Pattern | None:
    """The pattern of a loop whose iterations conflict: a value that flows from one to the next."""
    flows = [dependence for dependence in verdict.dependences if dependence.kind == "flow"]
    if not flows:
        return None
    return "scan" if all(_is_prefix(outline, loop, flow, accesses) for flow in flows) else "recurrence"


def _is_prefix(outline: Outline, loop: Loop, flow: Dependence, accesses: list[Access]) -> bool:
    """Whether what flows is a running total: each iteration adds its own to it, with an operator that can be regrouped."""
    scalar = [a for a in accesses if a.is_scalar and a.text == flow.array and a.writes]
    if scalar:
        return all(a.update is not None and a.update.operator in _FOLDS for a in scalar)
    return flow.distance == 1 and flow.sink is not None and _is_folded(outline, flow.sink)


def _is_folded(outline: Outline, read: Span) -> bool:
    """Whether the value that is read is one operand, once, of a chain of one operator on the right of an assignment."""
    node = outline.source.tree.root_node.descendant_for_byte_range(read.start, read.end - 1)
    while node is not None and node.parent is not None and (node.start_byte, node.end_byte) != read:
        node = node.parent
    operator = ""
    text = text_of(node)
    while node is not None and node.parent is not None:
        parent: Node = node.parent
        if parent.type == "assignment_expression":
            sides = parent.child_by_field_name("left"), parent.child_by_field_name("right")
            given = text_of(parent.child_by_field_name("operator"))
            compound = given != "=" and given.rstrip("=") in _FOLDS and (not operator or operator == given.rstrip("="))
            return (compound or (given == "=" and bool(operator))) and text_of(sides[1]).count(text) == 1
        if parent.type in ("binary_expression", "call_expression", "argument_list", "parenthesized_expression"):
            here = _operator(parent, node)
            if here is None or (operator and here and here != operator):
                return False
            operator = here or operator
            node = parent
            continue
        return False
    return False


def _operator(node: Node, operand: Node) -> str | None:
    """What ``node`` folds its operand with, empty for what only wraps it, ``None`` for anything else. `a - b` adds to `a`."""
    if node.type in ("argument_list", "parenthesized_expression"):
        return ""
    if node.type == "call_expression":
        name = text_of(node.child_by_field_name("function"))
        return name.removeprefix("std::").strip("f")[:3] if name in _FOLDING_CALLS else None
    sign = text_of(node.child_by_field_name("operator"))
    if sign == "-":
        return "+" if node.child_by_field_name("left") == operand else None
    return sign if sign in _FOLDS else None
