"""One `data` region around the loops of a function that run on the device, hoisted out of the loop that repeats them, with
`update` where the host touches the data in between (OpenACC 3.4, sections 2.6.5 and 2.14.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.dependence.decide.judge import program_around
from loopwright.dependence.decide.sections import DataFact, data_of
from loopwright.dependence.model.program import Access, Effect, Program, flat
from loopwright.lang.callees import name_of
from loopwright.lang.classes import descendants
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_within
from loopwright.openacc.directive import Clause, parse_directive
from loopwright.source.edits import Edit, line_above, line_below
from loopwright.source.nodes import changed_in
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in
from loopwright.suggest.facts import facts_of
from loopwright.suggest.spelling import named

_REPEATING = ("for_statement", "while_statement", "do_statement")
_DATA = frozenset(("copy", "copyin", "copyout", "create"))


@dataclass(frozen=True)
class DataRegion:
    """``start`` is the offset of the statement that it stands above, ``facts`` what it holds, ``updates`` the directives
    inside it: (offset of a statement, whether after it, text)."""

    start: int
    end: int
    facts: tuple[DataFact, ...]
    updates: tuple[tuple[int, bool, str], ...]

    @property
    def directive(self) -> str:
        """The text after the sentinel."""
        parts = ["data"]
        for clause in ("copyin", "copy", "copyout", "create"):
            names = [fact.argument for fact in self.facts if fact.clause == clause]
            if names:
                parts.append(str(Clause(clause, ",".join(names))))
        return " ".join(parts)

    @property
    def variables(self) -> frozenset[str]:
        """Names that it holds."""
        return frozenset(fact.variable for fact in self.facts)


def region_for(
    outline: Outline, offloaded: dict[Loop, tuple[DataFact, ...]], annotated: frozenset[str] = frozenset()
) -> DataRegion | None:
    """A region for the loops of one function that share a repeating loop around them; ``None`` if there is no such loop,
    or if what happens in it cannot be followed. Functions that are ``annotated`` change data on the device by themselves."""
    if not offloaded:
        return None
    loops = list(offloaded)
    statement = _repeating_around(outline, loops)
    program = program_around(outline, loops[0])
    if statement is None or program is None:
        return None
    number = program.by_start.get(statement.start_byte)
    if number is None:
        return None
    spans = [loop.span for loop in loops]
    wanted = {fact.variable for loop in loops for fact in offloaded[loop]}
    facts = _held(outline, program, number, wanted, statement)
    if not facts:
        return None
    body = program.nests[number].body
    outside = [item for item in flat(body) if not any(span.start <= _offset(item) < span.end for span in spans)]
    if any(isinstance(item, Effect) and item.kind in ("unknown call", "macro", "opaque") for item in outside):
        return None
    if annotated & _called(outline, statement):
        return None
    names = {fact.variable for fact in facts}
    touched = [a for a in outside if isinstance(a, Access) and _name(program, a) in names and not a.is_scalar]
    updates = _updates(outline, program, statement, touched, {fact.variable: fact for fact in facts})
    return None if updates is None else DataRegion(statement.start_byte, statement.end_byte, facts, updates)


def region_edits(outline: Outline, region: DataRegion) -> list[Edit]:
    """The edits that put the region and its updates in place."""
    source = outline.source
    edits = [line_above(source, region.start, f"#pragma acc {region.directive}")]
    for offset, after, text in region.updates:
        edits.append(line_below(source, offset, text) if after else line_above(source, offset, text))
    return edits


def region_around_annotated(outline: Outline, loop: Loop) -> list[Edit]:
    """The edits that keep the data of the annotated loops in ``loop`` on the device while it runs; empty if it holds none,
    or if what happens in it cannot be followed."""
    inner = [
        other for other in outline.loops if loop.span.contains(other.span) and other is not loop and other.pragma("acc")
    ]
    offloaded: dict[Loop, tuple[DataFact, ...]] = {}
    edits: list[Edit] = []
    for other in inner:
        pragma = other.pragma("acc")
        if pragma is not None and parse_directive(pragma.text).name in ("parallel loop", "kernels loop"):
            facts = facts_of(outline, other)
            if not pragma.is_line:
                return []  # its clauses stand elsewhere
            if facts.present or facts.missing:
                return []
            offloaded[other] = facts.data
    found = region_for(outline, offloaded)
    region = _as_they_say(outline, found, offloaded) if found is not None and found.start == loop.span.start else None
    if region is None:
        return []
    for other in offloaded:
        pragma = other.pragma("acc")
        if pragma is not None:
            edits.append(Edit(pragma.span, f"#pragma acc {within_region(pragma.text, region)}"))
    return [*region_edits(outline, region), *edits]


def _as_they_say(
    outline: Outline, region: DataRegion, offloaded: Mapping[Loop, tuple[DataFact, ...]]
) -> DataRegion | None:
    """The region with as much of each variable as the directives in it take for present, of an array that they do not name all of it;
    ``None`` where they differ in that. What a loop uses in its own words (`n` for `h * w`) is in the region."""
    scopes = scopes_of(outline)
    directives = [parse_directive(pragma.text) for loop in offloaded if (pragma := loop.pragma("acc")) is not None]
    own = {"".join(fact.argument.split()) for each in offloaded.values() for fact in each}
    facts: list[DataFact] = []
    for fact in region.facts:
        entries = [entry for d in directives for c in d.clauses if c.name in _DATA for entry in c.parts]
        said = {"".join(entry.split()) for entry in entries if entry.split("[")[0].strip() == fact.variable}
        if said - {"".join(fact.argument.split())} - own:
            if said != {fact.variable}:
                return None
            fact = DataFact(fact.variable, fact.clause)
        declared = scopes.lookup(fact.variable, region.start)
        if not said and declared is not None and scopes.type_of(declared).is_array:
            fact = DataFact(fact.variable, fact.clause)
        facts.append(fact)
    return replace(region, facts=tuple(facts))


def _called(outline: Outline, statement: Node) -> set[str]:
    """Names of all functions that run inside a statement, as far as their bodies are in sight."""
    found: set[str] = set()
    waiting = [statement]
    while waiting:
        for node in descendants(waiting.pop()):
            function = node.child_by_field_name("function") if node.type == "call_expression" else None
            name = name_of(function, methods=True)
            if function is not None and name not in found:
                found.add(name)
                waiting += [definition.node for definition in outline.definitions(name)]
    return found


def within_region(text: str, region: DataRegion) -> str:
    """A loop's directive with what the region holds as `present`."""
    directive = parse_directive(text)
    kept: list[Clause] = []
    held: list[str] = []
    for clause in directive.clauses:
        if clause.name not in _DATA:
            kept.append(clause)
            continue
        parts = clause.parts
        # With its section: the name of a pointer stands for the pointer, that of an array for all of it.
        held += [part for part in parts if part.split("[")[0] in region.variables]
        others = [part for part in parts if part.split("[")[0] not in region.variables]
        if others:
            kept.append(Clause(clause.name, ",".join(others)))
    if held:
        kept.append(Clause("present", ",".join(dict.fromkeys(held))))
    return " ".join([directive.name, *map(str, kept)])


def _repeating_around(outline: Outline, loops: list[Loop]) -> Node | None:
    """The outermost loop of the function that holds all of ``loops`` and is none of them."""
    function = loops[0].function
    node: Node | None = outline.source.tree.root_node.descendant_for_byte_range(
        loops[0].span.start, loops[0].span.end - 1
    )
    found = None
    while node is not None and function is not None and node.start_byte > function.body.start:
        around = all(node.start_byte < loop.span.start and loop.span.end <= node.end_byte for loop in loops)
        if node.type in _REPEATING and around:
            found = node
        node = node.parent
    return found


def _held(outline: Outline, program: Program, number: int, wanted: set[str], statement: Node) -> tuple[DataFact, ...]:
    """What the whole repeating loop uses of the arrays that its loops move; empty if not all of it has bounds."""
    span = Span(statement.start_byte, statement.end_byte)
    moved = named(outline, span, data_of(program, number, names_within(outline, span)).facts)
    facts = [fact for fact in moved if fact.variable in wanted]
    if {fact.variable for fact in facts} != wanted:
        return ()
    changed = changed_in(statement, span)
    if any(changed.intersection(names_in(fact.section)) for fact in facts):
        return ()
    # In another round what was written may be read, so nothing is only copied out.
    return tuple(sorted(fact._replace(clause="copyin" if fact.clause == "copyin" else "copy") for fact in facts))


def _updates(
    outline: Outline, program: Program, statement: Node, touched: list[Access], facts: dict[str, DataFact]
) -> tuple[tuple[int, bool, str], ...] | None:
    """`update self` before what the host reads, `update device` after what it writes; whole sections."""
    body = statement.child_by_field_name("body")
    if touched and (body is None or body.type != "compound_statement"):
        return None
    by_statement: dict[int, tuple[Node, set[str], set[str]]] = {}
    for access in touched:
        holder = (
            next((c for c in body.named_children if c.start_byte <= access.span.start < c.end_byte), None)
            if body
            else None
        )
        if holder is None:
            return None  # in the header of the loop
        _, reads, writes = by_statement.setdefault(holder.start_byte, (holder, set(), set()))
        (writes if access.writes else reads).add(_name(program, access))
    found: list[tuple[int, bool, str]] = []
    for start, (holder, reads, writes) in sorted(by_statement.items()):
        # What is written in part goes back whole, so it has to be fetched whole before.
        fetched = ",".join(facts[name].argument for name in sorted(reads | writes))
        found.append((start, False, f"#pragma acc update self({fetched})"))
        if writes:
            sent = ",".join(facts[name].argument for name in sorted(writes))
            found.append((holder.end_byte, True, f"#pragma acc update device({sent})"))
    return tuple(found)


def _name(program: Program, access: Access) -> str:
    return program.roots[access.place.root].name


def _offset(item: Access | Effect) -> int:
    return item.span.start
