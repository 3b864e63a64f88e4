"""LW6xx: a directive says that iterations are independent and the text of the loop says that they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from loopwright.dependence.judge import judge
from loopwright.dependence.verdict import Dependence, LoopVerdict
from loopwright.openacc.constructs import Construct, Unit, body_of
from loopwright.openacc.findings import Related
from loopwright.openacc.parser import Problem
from loopwright.source.outline import Loop
from loopwright.source.text import Span

_LOOPS = ("for_statement", "for_range_loop")


def race_problems(unit: Unit, construct: Construct) -> Iterator[Problem]:
    """What can be said of the loop under a directive that makes its iterations independent (OpenACC 3.4, 2.9.6)."""
    statement = construct.statement
    if not _is_parallel(construct) or statement is None or statement.type not in _LOOPS:
        return
    loop = unit.outline.loop_starting_at(statement.start_byte)
    if loop is None:
        return
    verdict = judge(unit.outline, loop)
    if _calls_of_this_file(unit, loop):
        unit.looked_around = True
    covered = _private_or_reduced(construct)
    open_dependences = [d for d in verdict.dependences if d.array not in covered]
    if verdict.verdict == "refuted" and open_dependences:
        dependence = open_dependences[0]
        yield Problem("LW601", construct.node.name_span, {"reason": verdict.reason, "related": _places(dependence)})
    yield from _unprivate(unit, construct, loop, verdict, covered)
    for reduction in verdict.reductions:
        if (
            not reduction.is_scalar
            or reduction.variable in covered
            or _is_named_in_reduction(unit, construct, reduction.variable)
        ):
            continue
        if _updated_atomically(unit, construct, reduction.variable):
            continue
        declaration = unit.declarations.lookup(reduction.variable, statement.start_byte)
        if declaration is None or declaration.kind not in ("variable", "parameter"):
            continue
        where = _first_use(unit, loop, reduction.variable)
        values = {"name": reduction.variable, "operator": reduction.operator, "where": where}
        yield Problem("LW602", construct.node.name_span, values)
    for update in verdict.updates:
        if re.match(r"\w*", update.text)[0] not in covered:  # type: ignore[index]
            yield Problem("LW603", update.span, {"text": update.text})
    yield from _scattered(unit, construct, loop)


def _is_parallel(construct: Construct) -> bool:
    node = construct.node
    if node.clause("seq") is not None or node.clause("auto") is not None:
        return False
    if construct.name == "parallel loop":
        return True
    if construct.name in ("loop", "kernels loop", "serial loop"):
        compute = construct.compute
        kind = compute.name.split()[0] if compute is not None else "orphan"
        return kind in ("parallel", "orphan") or node.clause("independent") is not None
    return False


def _private_or_reduced(construct: Construct) -> set[str]:
    names: set[str] = set()
    holder: Construct | None = construct
    while holder is not None:
        clauses = holder.node.all("reduction", "private", "firstprivate")
        names.update(variable.name for clause in clauses for variable in clause.variables)
        holder = holder.parent
    return names


def _is_named_in_reduction(unit: Unit, construct: Construct, name: str) -> bool:
    """A clause that could not be read as a whole names what was meant."""
    clauses = construct.node.all("reduction")
    return any(re.search(rf"\b{re.escape(name)}\b", unit.text(clause.span)) for clause in clauses)


def _places(dependence: Dependence) -> tuple[Related, ...]:
    """The two accesses that meet."""
    said = {"flow": ("written here", "read here, in a later iteration"), "anti": ("read here", "written here, in a later iteration"),
            "output": ("written here", "written here too, in a later iteration")}  # fmt: skip
    spans = (dependence.source, dependence.sink)
    return tuple(Related(span, words) for span, words in zip(spans, said[dependence.kind]) if span is not None)


def _calls_of_this_file(unit: Unit, loop: Loop) -> bool:
    called = set(re.findall(r"\b(\w+)\s*\(", unit.outline.source.slice(loop.span)))
    return any(function.name in called for function in unit.outline.functions)


def _unprivate(
    unit: Unit, construct: Construct, loop: Loop, verdict: LoopVerdict, covered: set[str]
) -> Iterator[Problem]:
    """Variables from outside that every iteration writes for itself (OpenACC 3.4, 2.9.10); loop variables are private by
    themselves (2.9)."""
    text = unit.outline.source.slice(loop.span)
    for name in verdict.private:
        is_loop_variable = re.search(rf"\bfor\s*\(\s*{re.escape(name)}\s*=", text) is not None
        inside = any(
            v.name == name for other in unit.inside(construct) for c in other.node.all("private") for v in c.variables
        )
        if name in covered or is_loop_variable or inside:
            continue
        where = _first_use(unit, loop, name)
        yield Problem("LW604", construct.node.name_span, {"name": name, "where": where})


def _updated_atomically(unit: Unit, construct: Construct, name: str) -> bool:
    pattern = re.compile(rf"\b{re.escape(name)}\b")
    return any(
        other.name == "atomic" and pattern.search(unit.text(other.statement)) for other in unit.inside(construct)
    )


def _first_use(unit: Unit, loop: Loop, name: str) -> Span | None:
    match = re.compile(rb"\b" + re.escape(name.encode()) + rb"\b").search(unit.data, loop.header_end, loop.span.end)
    return Span(*match.span()) if match else None


def _scattered(unit: Unit, construct: Construct, loop: Loop) -> Iterator[Problem]:
    """`h[k[i]] += 1` without `atomic`."""
    statement = construct.statement
    body = body_of(statement) if statement is not None else None
    variable = loop.header.variable
    if body is None or not variable:
        return
    atomic = {
        other.statement.start_byte for other in unit.inside(construct) if other.name == "atomic" and other.statement
    }
    reduced = _private_or_reduced(construct)
    stack = [body]
    while stack:
        node = stack.pop()
        if node.start_byte in atomic:
            continue
        stack.extend(reversed(node.named_children))
        place = _updated_place(node)
        if place is None or place.type != "subscript_expression":
            continue
        array = unit.text(place.child_by_field_name("argument"))
        declaration = unit.declarations.lookup(array, place.start_byte) if array.isidentifier() else None
        inside = declaration is None or body.start_byte <= declaration.span.start < body.end_byte
        if array in reduced or inside or not _is_indirect(unit, place, variable):
            continue
        yield Problem("LW603", Span(place.start_byte, place.end_byte), {"text": unit.text(place)})


def _updated_place(node: Node) -> Node | None:
    if node.type == "update_expression":
        return node.child_by_field_name("argument")
    if node.type == "assignment_expression":
        operator = node.child_by_field_name("operator")
        if operator is not None and operator.text != b"=":
            return node.child_by_field_name("left")
    return None


def _is_indirect(unit: Unit, place: Node, variable: str) -> bool:
    index = place.child_by_field_name("index")
    if index is None:
        several = place.child_by_field_name("indices")
        index = several.named_children[0] if several is not None and several.named_child_count == 1 else None
    if index is None:
        return False
    text = unit.text(index)
    pattern = re.compile(rf"\w\s*\[[^\]]*\b{re.escape(variable)}\b")
    if index.type == "subscript_expression" and pattern.search(text):
        return True
    if index.type == "identifier":
        declaration = unit.declarations.lookup(text, place.start_byte)
        return (
            declaration is not None
            and bool(declaration.value)
            and bool(
                pattern.fullmatch(declaration.value or "")
                or re.fullmatch(rf"\w+\s*\[[^\]]*\b{re.escape(variable)}\b[^\]]*\]", declaration.value or "")
            )
        )
    return False
