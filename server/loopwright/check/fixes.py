"""The edits that remove a finding, where there is one right way."""

from __future__ import annotations

from collections.abc import Callable

from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.findings import Finding, Fix
from loopwright.openacc.nearest import nearest
from loopwright.openacc.parser import ClauseNode, Problem
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit
from loopwright.source.text import Span

Maker = Callable[[Unit, Construct, Problem], "Fix | None"]


def fixes_for(unit: Unit | None, construct: Construct | None, problem: Problem) -> tuple[Fix, ...]:
    """Fixes of one problem, best first."""
    if problem.code == "LW108":
        return (Fix("Change to `#pragma acc`", (Edit(problem.span, "acc"),), safe=False),)
    if unit is not None and construct is not None and unit.data.startswith(b"_Pragma", construct.pragma.span.start):
        return ()  # the words stand in a string
    maker = _MAKERS.get(problem.code)
    fix = maker(unit, construct, problem) if maker is not None and unit is not None and construct is not None else None
    return (fix,) if fix is not None else ()


def safe_edits(found: tuple[Finding, ...]) -> list[Edit]:
    """The first safe fix of each finding; of fixes that overlap the first."""
    edits: list[Edit] = []
    for finding in found:
        fix = next((fix for fix in finding.fixes if fix.safe), None)
        if fix is not None and all(_apart(edit, other) for edit in fix.edits for other in edits):
            edits += fix.edits
    return edits


def _apart(a: Edit, b: Edit) -> bool:
    return a.span.end <= b.span.start or b.span.end <= a.span.start


def _renamed(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    """The name that the message proposes."""
    hint = str(problem.values.get("nearest") or "")
    if "`" not in hint:
        return None
    name = hint.split("`")[1]
    span = problem.span
    second = problem.values.get("second")
    if problem.code == "LW101" and second and " " in name:
        tokens = construct.node.tokens
        span = Span(tokens[0].span.start, tokens[1].span.end)
    return Fix(f"Change to `{name}`", (Edit(span, name),))


def _clause_at(construct: Construct, span: Span) -> ClauseNode | None:
    return next(
        (clause for clause in construct.node.clauses if clause.span.start <= span.start < clause.span.end), None
    )


def _without(unit: Unit, construct: Construct, span: Span) -> Edit:
    """Removal of a clause with the separator before it."""
    start = span.start
    floor = construct.node.name_span.end
    while start > floor and unit.data[start - 1 : start] in (b" ", b"\t", b","):
        start -= 1
    return Edit(Span(start, span.end), "")


def _dropped(safe: bool) -> Maker:
    def make(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
        clause = _clause_at(construct, problem.span)
        if clause is None:
            return None
        return Fix(f"Remove `{unit.text(clause.span)}`", (_without(unit, construct, clause.span),), safe)

    return make


def _moved_before_device_type(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    clause, device = _clause_at(construct, problem.span), construct.node.clause("device_type")
    if clause is None or device is None:
        return None
    text = unit.text(clause.span)
    insertion = Edit(Span(device.span.start, device.span.start), f"{text} ")
    return Fix(f"Move `{text}` before `device_type`", (insertion, _without(unit, construct, clause.span)))


def _drop_end(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    start = unit.data.rfind(b"\n", 0, construct.node.span.start) + 1
    end = unit.data.find(b"\n", construct.node.span.end)
    return Fix("Remove the line", (Edit(Span(start, end + 1 if end >= 0 else len(unit.data)), ""),))


def _add_data(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    end = problem.span.end
    return Fix("Add `data`", (Edit(Span(end, end), " data"),), safe=True)


def _drop_argument(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    return Fix(f"Remove `{unit.text(problem.span)}`", (Edit(problem.span, ""),))


def _plus(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    if unit.text(problem.span) != "-":
        return None
    return Fix("Change to `+`", (Edit(problem.span, "+"),))


def _new_name(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    name = load_spec().aliases.get(unit.text(problem.span))
    return Fix(f"Change to `{name}`", (Edit(problem.span, name),), safe=True) if name else None


def _second_modifier(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    start = problem.span.start
    while unit.data[start - 1 : start] in (b" ", b"\t", b","):
        start -= 1
    return Fix(f"Remove `{unit.text(problem.span)}`", (Edit(Span(start, problem.span.end), ""),), safe=True)


def _section(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    section = problem.values.get("fix")
    if not section:
        return None
    if problem.code == "LW501":
        name = problem.values["name"]
        return Fix(f"Change to `{name}{section}`", (Edit(Span(problem.span.end, problem.span.end), section),))
    text = unit.text(problem.span)
    name = text[: text.index("[")]
    return Fix(f"Change to `{name}{section}`", (Edit(problem.span, f"{name}{section}"),))


def _other_direction(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    clause = _clause_at(construct, problem.span)
    if clause is None or len(clause.items) != 1 or (clause.argument is not None and clause.argument.lead):
        return None
    return Fix("Change to `copy`", (Edit(clause.written.span, "copy"),))


def _drop_item(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    """An entry of a list; the clause with it if it is the only one."""
    clause = _clause_at(construct, problem.span)
    if clause is None:
        return None
    text = unit.text(problem.span)
    if len(clause.items) == 1:
        return Fix(f"Remove `{unit.text(clause.span)}`", (_without(unit, construct, clause.span),))
    index = next(
        (i for i, item in enumerate(clause.items) if item.span.start <= problem.span.start < item.span.end), None
    )
    if index is None:
        return None
    if index:
        span = Span(clause.items[index - 1].span.end, clause.items[index].span.end)
    else:
        span = Span(clause.items[0].span.start, clause.items[1].span.start)
    return Fix(f"Remove `{text}`", (Edit(span, ""),))


def _private(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    return _appended(construct, f" private({problem.values['name']})")


def _reduction(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    return _appended(construct, f" reduction({problem.values['operator']}:{problem.values['name']})")


def _appended(construct: Construct, text: str) -> Fix:
    end = construct.node.tokens[-1].span.end
    return Fix(f"Add `{text.strip()}`", (Edit(Span(end, end), text),))


def _atomic(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    """`#pragma acc atomic update` above a statement that has a line of its own."""
    line = unit.data.rfind(b"\n", 0, problem.span.start) + 1
    indent = unit.data[line : problem.span.start]
    if indent.strip():
        return None
    before = unit.data[:line].rstrip()
    if not before.endswith((b"{", b";", b"}")):
        return None
    return Fix(
        "Add `#pragma acc atomic update`", (Edit(Span(line, line), f"{indent.decode()}#pragma acc atomic update\n"),)
    )


def _left_out(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    declaration = unit.declarations.lookup(problem.values["name"], construct.region.end - 1)
    if declaration is None or unit.declarations.category(declaration) not in ("integer", "floating", "boolean"):
        return None
    end = construct.node.tokens[-1].span.end
    text = f" firstprivate({problem.values['name']})"
    if construct.node.spec is None or "firstprivate" not in construct.node.spec.clauses:
        return None
    return Fix(f"Add `{text.strip()}`", (Edit(Span(end, end), text),))


def _closest_value(unit: Unit, construct: Construct, problem: Problem) -> Fix | None:
    known = [part for index, part in enumerate(str(problem.values.get("known", "")).split("`")) if index % 2]
    name = nearest(unit.text(problem.span), known)
    return Fix(f"Change to `{name}`", (Edit(problem.span, name),)) if name else None


_MAKERS: dict[str, Maker] = {
    "LW101": _renamed,
    "LW102": _drop_end,
    "LW103": _add_data,
    "LW110": _renamed,
    "LW112": _drop_argument,
    "LW116": _plus,
    "LW121": _closest_value,
    "LW201": _dropped(safe=False),
    "LW202": _dropped(safe=False),
    "LW203": _dropped(safe=False),
    "LW204": _moved_before_device_type,
    "LW207": _second_modifier,
    "LW213": _dropped(safe=False),
    "LW214": _new_name,
    "LW220": _dropped(safe=True),
    "LW222": _dropped(safe=False),
    "LW301": _renamed,
    "LW501": _section,
    "LW505": _other_direction,
    "LW506": _other_direction,
    "LW508": _section,
    "LW509": _drop_item,
    "LW510": _left_out,
    "LW602": _reduction,
    "LW604": _private,
    "LW603": _atomic,
    "LW605": _atomic,
}
