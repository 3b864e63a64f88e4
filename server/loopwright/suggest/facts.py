"""What the analysis knows of a loop, put as the clauses of a directive."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.dependence.decide.callers import may_be_closed
from loopwright.dependence.decide.judge import judge, nest_of_loop, nests_in_builds, nests_of_loop
from loopwright.dependence.decide.sections import DataFact, DataFacts, Reached, data_of
from loopwright.dependence.decide.sizes import sizes_of
from loopwright.dependence.model.program import Effect, flat
from loopwright.dependence.model.verdict import LoopVerdict, Reduction, Update, told
from loopwright.lang.declarators import read_type
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at, names_within
from loopwright.openacc.constructs import Unit
from loopwright.openacc.directive import Clause, parse_directive
from loopwright.source.headers import LoopHeader
from loopwright.source.joined import is_brought
from loopwright.source.kept import kept
from loopwright.source.nodes import at_or_around, definition_around, text_of, within
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.shape import stands_alone
from loopwright.source.text import Span, names_in
from loopwright.suggest.extents import extents, written
from loopwright.suggest.lengths import lengths
from loopwright.suggest.present import device_pointers, on_device
from loopwright.suggest.spelling import named
from loopwright.suggest.stored_references import instead_of, lost_reference
from loopwright.suggest.trips import is_short

_SCOPES = (
    "translation_unit",
    "namespace_definition",
    "declaration_list",
    "linkage_specification",
    "preproc_if",
    "preproc_ifdef",
    "preproc_else",
    "preproc_elif",
)
INDEPENDENT = ("proved", "assumed")
_MOST_COLLAPSED = 3
# Operators of `atomic update` (OpenACC 3.4, section 2.12).
_ATOMIC = frozenset(("+", "*", "&", "|", "^"))


@dataclass(frozen=True)
class LoopFacts:
    """``verdict`` is that of the loop as the directive makes it run: with its ``atomics``, with ``collapse`` loops made one.
    ``inner`` is a loop inside that can run across the vector lanes; ``data`` what has to be moved, ``present`` what a
    region or directive before has put on the device, ``missing`` what no clause can name; ``device_pointers`` point to memory of the device, which is never
    copied; ``constants`` are arrays of the file that functions which it calls read; ``worked_out`` are those whose sections follow from
    the loop's subscripts alone."""

    verdict: LoopVerdict
    collapse: int = 1
    inner: Loop | None = None
    inner_reductions: tuple[Reduction, ...] = ()
    data: tuple[DataFact, ...] = ()
    present: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    atomics: tuple[Update, ...] = ()
    device_pointers: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    worked_out: tuple[str, ...] = ()

    @property
    def independent(self) -> bool:
        """Whether a directive can be argued for."""
        return self.verdict.verdict in INDEPENDENT

    @property
    def fixed_clauses(self) -> tuple[Clause, ...]:
        """Clauses that follow from the facts and not from taste: private, reduction, data."""
        clauses = [Clause("private", ",".join(self.verdict.private))] if self.verdict.private else []
        return (*clauses, *reduction_clauses(self.verdict.reductions), *self.data_clauses)

    @property
    def data_clauses(self) -> tuple[Clause, ...]:
        """One clause for each way of moving."""
        by_clause: dict[str, list[str]] = {}
        for fact in self.data:
            by_clause.setdefault(fact.clause, []).append(fact.argument)
        order = ("copyin", "copy", "copyout", "create")
        clauses = [Clause(name, ",".join(by_clause[name])) for name in order if name in by_clause]
        if self.present:
            clauses.append(Clause("present", ",".join(self.present)))
        if self.device_pointers:
            clauses.append(Clause("deviceptr", ",".join(self.device_pointers)))
        return tuple(clauses)


def reduction_clauses(reductions: tuple[Reduction, ...]) -> list[Clause]:
    """One clause for each operator; elements of arrays have none."""
    by_operator: dict[str, list[str]] = {}
    for reduction in reductions:
        if reduction.is_scalar:
            by_operator.setdefault(reduction.operator, []).append(reduction.variable)
    return [Clause("reduction", f"{operator}:{','.join(names)}") for operator, names in by_operator.items()]


def facts_of(outline: Outline, loop: Loop) -> LoopFacts:
    """The facts about ``loop``."""
    verdict = judge(outline, loop)
    atomics: tuple[Update, ...] = ()
    if verdict.updates:
        with_atomics = judge(outline, loop, atomic=True)
        stand_here = all(_is_a_statement(outline, update) for update in with_atomics.updates)
        if with_atomics.verdict in INDEPENDENT and stand_here:
            verdict, atomics = with_atomics, with_atomics.updates
    lost = next((u for u in verdict.updates if u.operator not in _ATOMIC or not _is_a_statement(outline, u)), None)
    if lost is not None and verdict.verdict != "refuted":
        verdict = _not_accumulable(verdict, lost.text)
    reference = lost_reference(outline, loop) if verdict.verdict != "refuted" else ""
    if reference:
        verdict = replace(verdict, verdict="refuted", reason=instead_of(reference))
    pointers = device_pointers(outline, loop)
    if verdict.verdict not in INDEPENDENT:
        return LoopFacts(verdict, device_pointers=pointers)
    collapsed, verdict = _collapsed(outline, nest_of(outline, loop), verdict, bool(atomics))
    inner, inner_reductions = (None, ()) if collapsed > 1 or atomics else _inner(outline, loop)
    touched = _moved(outline, loop)
    moved = _with_wholes(outline, loop, touched)
    moved = replace(moved, facts=named(outline, loop.span, moved.facts))
    verdict = _assuming(verdict, moved.assumptions)
    moved = replace(
        moved, facts=(*moved.facts, *(DataFact(name, "copy") for name in shared_scalars(outline, loop, verdict)))
    )
    held = on_device(outline, loop)
    elsewhere = {*held, *pointers}
    used = {fact.variable for fact in moved.facts} | set(moved.missing)
    return LoopFacts(
        verdict,
        collapsed,
        inner,
        inner_reductions,
        tuple(fact for fact in moved.facts if fact.variable not in elsewhere),
        tuple(fact.argument for fact in moved.facts if fact.variable in held and fact.variable not in pointers),
        _named_once([name for name in moved.missing if name not in elsewhere]),
        atomics,
        tuple(name for name in pointers if name in used),
        moved.constants,
        tuple(fact.variable for fact in touched.facts),
    )


def _named_once(missing: list[str]) -> tuple[str, ...]:
    """Without elements of what is named as a whole: a pointer that may lead to one of two arrays is told of as both."""
    return tuple(name for name in missing if name.partition("[")[0] not in missing or "[" not in name)


def data_clauses_of(outline: Outline, loop: Loop) -> tuple[Clause, ...]:
    """The data clauses of a loop of which it is not known whether its iterations are independent: how much it touches is known all the same,
    if nothing in it is out of sight. None where a part of them would be missing."""
    found = nest_of_loop(outline, loop)
    if found is None or any(isinstance(item, Effect) for item in flat(found[0].nests[found[1]].body)):
        return ()
    moved = _with_wholes(outline, loop, _moved(outline, loop))
    if moved.missing or moved.assumptions or moved.constants:
        return ()
    held = {*on_device(outline, loop), *device_pointers(outline, loop)}
    data = tuple(fact for fact in named(outline, loop.span, moved.facts) if fact.variable not in held)
    return LoopFacts(judge(outline, loop), data=data).data_clauses


def reached(outline: Outline, loop: Loop) -> tuple[DataFact, ...]:
    """How much a loop uses of what pointers lead to, be it moved for the loop or on the device already."""
    if nest_of_loop(outline, loop) is None:
        return ()
    scopes = scopes_of(outline)
    used = named(outline, loop.span, _with_wholes(outline, loop, _moved(outline, loop)).facts)
    known = ((fact, scopes.lookup(fact.variable, loop.span.start)) for fact in used)
    return tuple(
        fact
        for fact, variable in known
        if variable is None or variable.kind == "parameter" or "[]" not in scopes.type_of(variable).layers[:1]
    )


def shared_scalars(outline: Outline, loop: Loop, verdict: LoopVerdict) -> tuple[str, ...]:
    """Variables that need a data clause, although they are scalars: without one each gang has a copy of its own, which is lost
    (OpenACC 3.4, section 2.6.2)."""
    names = names_at(outline, loop)
    found = ((name, names.declared(name)) for name in verdict.shared)
    return tuple(name for name, known in found if known is not None and known.kind in ("variable", "parameter"))


def _not_accumulable(verdict: LoopVerdict, text: str) -> LoopVerdict:
    """The verdict where an element is updated with an operator that `atomic` has not, or in a function that is called."""
    every = any(reduction.variable == text for reduction in verdict.reductions)
    who = "every iteration updates" if every else "iterations may update"
    reason = f"{who} {text}, which neither a clause nor `atomic` can do"
    return replace(verdict, verdict="refuted" if every else "unknown", reason=reason)


def _moved(outline: Outline, loop: Loop) -> DataFacts:
    nests = [found for found in nests_of_loop(outline, loop) if found is not None]
    if not nests or loop.function is None:
        return DataFacts()
    words = names_within(outline, loop.span)
    in_builds = nests_in_builds(outline, loop, judge(outline, loop).opened)
    moved, *others = (data_of(program, number, words) for program, number in (*nests, *in_builds))
    if any(other != moved for other in others):  # in each of the files that include this one, or in each build, another
        named = {name for each in (moved, *others) for name in (*each.missing, *(fact.variable for fact in each.facts))}
        return DataFacts(missing=tuple(sorted(named)))
    program, number = nests[0]
    is_asked = bool(moved.reached) and may_be_closed(outline, loop.function)
    sizes = sizes_of(outline, loop.function, ()) if is_asked else None
    if sizes is None or not sizes.passes_negative:
        return moved
    return data_of(sizes.signed(program), number, words)


def _with_wholes(outline: Outline, loop: Loop, moved: DataFacts) -> DataFacts:
    """Of what has no exact section, all of it if the function knows how many elements there are, else what is touched at most."""
    known = extents(outline, loop, moved.missing)
    changed = written(outline, loop) if known else set()
    clauses = {fact.variable: fact.clause for fact in moved.unsized}
    facts = [
        DataFact(
            name,
            clauses.get(name, "copy" if name in changed else "copyin"),
            "0",
            count,
            tuple(f"0:{row}" for row in rows),
        )
        for name, (count, *rows) in known.items()
    ]
    named = {fact.variable for fact in (*moved.facts, *facts)}
    reached = [item for item in moved.reached if item.fact.variable not in named]
    named |= {item.fact.variable for item in reached}
    unsized = [fact for fact in moved.unsized if fact.variable not in named]
    others = {fact.variable: fact.length for fact in moved.facts if fact.lower == "0"}
    likely = lengths(outline, loop, [fact.variable for fact in unsized], others)
    reached += [
        Reached(fact._replace(lower="0", length=count, supposed=True), (f"{fact.variable} has {count} elements",))
        for fact in unsized
        for count in [likely.get(fact.variable)]
        if count
    ]
    reached += [item for item in moved.swept if item.fact.variable not in named | likely.keys()]
    facts += [item.fact for item in reached]
    missing = tuple(name for name in moved.missing if name not in {fact.variable for fact in facts})
    assumptions = (*moved.assumptions, *(text for item in reached for text in item.assumptions))
    return replace(moved, facts=tuple(sorted((*moved.facts, *facts))), missing=missing, assumptions=assumptions)


def nest_of(outline: Outline, loop: Loop) -> list[Loop]:
    """``loop`` and the loops nested in it with nothing between them and bounds of their own (OpenACC 3.4, 2.9.1)."""
    found = [loop]
    variables = {loop.header.variable}
    while len(found) < _MOST_COLLAPSED:
        current = found[-1]
        inner = list(outline.directly_in(current))
        if len(inner) != 1:
            return found
        (child,) = inner
        data = outline.source.data
        beside = data[current.body.start : child.span.start] + data[child.span.end : current.body.end]
        # Lines of the preprocessor may hide more.
        if b"#" in beside or not stands_alone(outline, current.body, child.span):
            return found
        if child.header.problem or child.exits or child.pragmas or _may_count_below_zero(current.header):
            return found
        if follows(child, variables) or not child.header.declares:
            return found
        found.append(child)
        variables.add(child.header.variable)
    return found


def _may_count_below_zero(header: LoopHeader) -> bool:
    """Whether gcc 12 may find fewer than no iterations, which times fewer than none inside of it are some."""
    return header.is_chosen and header.lower != "0"


def follows(loop: Loop, variables: Iterable[str | None]) -> bool:
    """Whether the bounds of a loop name one of ``variables``."""
    header = loop.header
    return not set(names_in(f"{header.lower} {header.upper} {header.step}")).isdisjoint(variables)


def loops_together(outline: Outline, loop: Loop) -> list[Loop]:
    """``loop`` and those directly in it that are independent of each other as one: all their iterations can run at once."""
    nested = nest_of(outline, loop)
    return nested[: _collapsed(outline, nested, judge(outline, loop), False)[0]]


def _collapsed(outline: Outline, nested: list[Loop], verdict: LoopVerdict, atomic: bool) -> tuple[int, LoopVerdict]:
    """How many loops of a nest are independent of each other as one, and the verdict on them together."""
    depth = 1
    for child in nested[1:]:
        inner = judge(outline, child, atomic)
        if is_short(outline, child) and not is_short(outline, nested[0]):
            break
        if (
            inner.verdict not in INDEPENDENT
            or (inner.updates and not atomic)
            or not all(r.is_scalar for r in inner.reductions)
        ):
            break
        if not set(inner.reductions) <= set(verdict.reductions):
            break
        verdict = _assuming(verdict, inner.assumptions)
        depth += 1
    return depth, verdict


def _assuming(verdict: LoopVerdict, assumptions: tuple[str, ...]) -> LoopVerdict:
    """The verdict with further assumptions."""
    extra = tuple(a for a in dict.fromkeys(assumptions) if a not in verdict.assumptions)
    if not extra:
        return verdict
    together = (*verdict.assumptions, *extra)
    return replace(verdict, verdict="assumed", reason=f"right if {told(together)}", assumptions=together)


def _inner(outline: Outline, loop: Loop) -> tuple[Loop | None, tuple[Reduction, ...]]:
    """The one loop directly inside that can run on the lanes of a gang."""
    children = list(outline.directly_in(loop))
    if len(children) != 1 or children[0].header.problem or children[0].exits or children[0].pragmas:
        return None, ()
    (child,) = children
    verdict = judge(outline, child)
    if verdict.verdict != "proved" or verdict.private or verdict.updates or is_short(outline, child):
        return None, ()
    if not all(reduction.is_scalar for reduction in verdict.reductions) or not child.header.declares:
        return None, ()
    return child, verdict.reductions


def directive_of(facts: LoopFacts, construct: str) -> str:
    """The directive that the facts alone lead to; ``construct`` is `parallel loop` or, inside a region, `loop`."""
    schedule = [Clause("gang")] if facts.inner is not None else [Clause("gang"), Clause("vector")]
    if facts.collapse > 1:
        schedule.append(Clause("collapse", str(facts.collapse)))
    clauses = facts.fixed_clauses
    if construct == "loop":
        schedule = schedule[len(schedule) - (facts.collapse > 1) :] if facts.collapse > 1 else []
        clauses = tuple(clause for clause in clauses if clause not in facts.data_clauses)
    return " ".join([construct, *map(str, (*schedule, *clauses))])


def inner_directive(facts: LoopFacts) -> str:
    """The directive for the loop inside."""
    return " ".join(["loop vector", *map(str, reduction_clauses(facts.inner_reductions))])


def called_without_routine(outline: Outline, span: Span) -> list[int]:
    """Offsets of the functions of this file that a piece of it calls and no `routine` directive makes callable on a device, here or where a
    header declares them. A method in its class has no place for one (gcc: "must be at file scope"); being inline, compilers make it
    callable."""
    announced = {
        p.governs for p in outline.pragmas if p.sentinel == "acc" and parse_directive(p.text).name == "routine"
    }
    routines = {name for file in (outline, *outline.headers) for name in _routines_of(file)}
    by_name = {f.name: f for f in outline.functions if f.kind == "host" and f.name not in routines}
    root = outline.source.tree.root_node
    found: dict[int, None] = {}
    seen: set[str] = set()
    waiting = [span]
    while waiting:
        for called in (node for node in within(root, waiting.pop()) if node.type == "call_expression"):
            name = names_in(text_of(called.child_by_field_name("function")).partition("<")[0])[-1:]
            function = by_name.get(name[0]) if name else None
            if function is None or function.name in seen:
                continue
            seen.add(function.name)
            waiting.append(function.body)
            start = _place_of_routine(root, function)
            if start is not None and start not in announced and function.span.start not in announced:
                found[start] = None
    return list(found)


@kept
def _routines_of(file: Outline) -> frozenset[str]:
    """Functions that `routine` directives of a file name or stand above."""
    found = file.pragmas_named("routine")
    return frozenset(Unit(file, found).routines) if found else frozenset()


def _is_a_statement(outline: Outline, update: Update) -> bool:
    """Whether `atomic` may stand above an update: not where a function that is called makes it (OpenACC 3.4, section 2.12), or another
    file that is included."""
    if is_brought(outline, update.span):
        return False
    node = _statement_at(outline, update.span.start)
    call = node.named_children[0] if node is not None and node.named_children else None
    if call is None or call.type != "call_expression":
        return True
    return text_of(call.child_by_field_name("function")) in scopes_of(outline).macros


def statement_start(outline: Outline, offset: int) -> int:
    """Where the statement that holds ``offset`` begins."""
    node = _statement_at(outline, offset)
    return node.start_byte if node is not None else offset


def _statement_at(outline: Outline, offset: int) -> Node | None:
    return at_or_around(
        outline.source.tree.root_node.descendant_for_byte_range(offset, offset), ("expression_statement",)
    )


def _place_of_routine(root: Node, function: Function) -> int | None:
    """Where `routine` for a function stands: before all of its declaration, at file or namespace scope; else ``None``."""
    node = definition_around(root, function.span)
    while node is not None and node.parent is not None and node.parent.type == "template_declaration":
        node = node.parent
    holder = node.parent if node is not None else None
    while holder is not None and holder.type in _SCOPES:
        holder = holder.parent
    return node.start_byte if node is not None and holder is None else None


def constants_to_declare(outline: Outline, facts: LoopFacts) -> dict[str, int]:
    """Arrays that functions called by a loop read and no `declare` has put on the device → where their definitions end."""
    declares = (p.text for p in outline.pragmas if p.sentinel == "acc" and p.text.startswith("declare"))
    announced = {name for text in declares for name in names_in(text)}
    found: dict[str, int] = {}
    for node in outline.source.tree.root_node.named_children:
        if node.type == "declaration":
            names = {read_type(declarator, node)[0] for declarator in node.children_by_field_name("declarator")}
            for name in names & set(facts.constants):
                if name not in announced:
                    found[name] = node.end_byte
    return found
