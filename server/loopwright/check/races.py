"""A directive says that iterations are independent; what the text of the loop says of it (LW6xx)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.dependence.decide.callers import may_hear_callers
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import Dependence, LoopVerdict
from loopwright.lang.declarations import Declaration
from loopwright.lang.qualified import declared_as, meant, ways_of
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import Construct, Unit, body_of
from loopwright.openacc.inactive import inactive
from loopwright.openacc.nodes import Variable
from loopwright.openacc.statements import LOOPS
from loopwright.source.nodes import subtree, within
from loopwright.source.outline import Loop
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize


@dataclass(frozen=True)
class Repeated:
    """An element that several iterations update without `atomic`."""

    span: Span
    text: str
    operator: str
    reason: str


@dataclass(frozen=True)
class Races:
    """A loop whose iterations a directive makes independent (OpenACC 3.4, 2.9.6). ``covered`` are the variables of which the
    directives around make copies, ``inner`` those of the directives within."""

    unit: Unit
    construct: Construct
    loop: Loop
    verdict: LoopVerdict
    covered: frozenset[str]
    inner: frozenset[str]

    def written(self, name: str) -> str:
        """A variable as the loop writes it: `q::total` of a namespace."""
        return ways_of(self.unit.outline, self.loop.span).get(name, name)

    def declaration(self, name: str) -> Declaration | None:
        """That of a variable of the loop, by the name that the analysis knows it by."""
        return declared_as(self.unit.declarations, self.written(name), self.loop.span.start)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Scalars that are firstprivate without a clause."""
        arrays = [d.array for d in self.verdict.dependences if d.kind == "output"]
        return tuple(array for array in arrays if _has_own_copy(self.unit, self.construct, array))

    @cached_property
    def first_uses(self) -> dict[str, Span]:
        """Where each name first stands in the body: a nest with many private variables asks for all of them."""
        body, found = Span(self.loop.header_end, self.loop.span.end), dict[str, Span]()
        for node in within(self.unit.source.tree.root_node, body):
            if node.type in ("identifier", "type_identifier") and node.start_byte >= body.start:
                found.setdefault(self.unit.text(node), Span(node.start_byte, node.end_byte))
        return found

    @cached_property
    def meetings(self) -> list[Dependence]:
        """Accesses of two iterations that nothing keeps apart."""
        updated = {update.span for update in self.verdict.updates}
        apart = {*self.covered, *self.own, *self.inner}
        return [
            d
            for d in self.verdict.dependences
            if d.array.split(".")[0] not in apart
            and not (d.kind == "output" and is_loop_variable(self.unit, self.loop, d.array))
            and not updated.issuperset((d.source, d.sink))
            and not _comes_from_a_call(self.unit, self.loop, d)
        ]

    @cached_property
    def repeated(self) -> tuple[Repeated, ...]:
        """Elements that two iterations are known to update, or the loop does not keep apart."""
        unit, verdict = self.unit, self.verdict
        updated = {update.span for update in verdict.updates}
        met = [d for d in verdict.dependences if updated.issuperset((d.source, d.sink))]
        off, atomic = inactive(unit.outline), _atomic_statements(unit, self.construct)
        found = []
        for update in verdict.updates:
            if unit.root_name(update.span) in self.covered:
                continue
            if update.span.start in off or any(start <= update.span.start < end for start, end in atomic):
                continue  # the other branch of an `#ifdef _OPENACC`
            if unit.text(update.span) != update.text or _is_set(unit, self.loop, update.span):
                continue  # a callee's update is its own matter; what is set in each iteration and then updated is a work array
            dependence = next((d for d in met if update.span in (d.source, d.sink)), None)
            if dependence is not None or update.is_one:
                is_first = dependence is not None and dependence is verdict.dependences[0]
                reason = f" ({verdict.reason})" if is_first else ""
                found.append(Repeated(update.span, update.text, update.operator, reason))
        return tuple(found)


def races_of(unit: Unit, construct: Construct) -> Races | None:
    """What is known of the loop under a directive that makes its iterations independent; ``None`` where there is none."""
    statement = construct.statement
    if not is_parallel(construct) or statement is None or statement.type not in LOOPS:
        return None
    loop = unit.outline.loop_starting_at(statement.start_byte)
    if loop is None:
        return None
    verdict = judge(unit.outline, loop)
    if loop.function is not None and may_hear_callers(unit.outline, loop.function):
        unit.heard_callers.add(loop.span.start)
    covered, inner = (
        frozenset(_known_as(unit, loop, variables))
        for variables in (_private_or_reduced(construct), _private_inside(unit, construct))
    )
    return Races(unit, construct, loop, verdict, covered, inner)


def _atomic_statements(unit: Unit, construct: Construct) -> list[tuple[int, int]]:
    """Where the statements under `atomic` in a construct begin and end."""
    found = [other.statement for other in unit.inside(construct) if other.name == "atomic" and other.statement]
    return [(statement.start_byte, statement.end_byte) for statement in found]


def _is_set(unit: Unit, loop: Loop, update: Span) -> bool:
    """Whether the loop also assigns to the array that is updated at ``update``, without its old value."""
    root = unit.root_name(update)
    for node in within(unit.source.tree.root_node, loop.body):
        if node.type == "assignment_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            operator = node.child_by_field_name("operator")
            if left is not None and right is not None and operator is not None and operator.text == b"=":
                is_root = unit.root_name(Span(left.start_byte, left.end_byte)) == root
                if is_root and unit.text(left) not in unit.text(right):
                    return True
    return False


def is_parallel(construct: Construct) -> bool:
    """Whether a directive says that the iterations of its loop are independent."""
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


def _private_or_reduced(construct: Construct) -> list[Variable]:
    """The variables of which a directive or one around it makes copies."""
    found: list[Variable] = []
    holder: Construct | None = construct
    while holder is not None:
        clauses = holder.node.all("reduction", "private", "firstprivate")
        found += [variable for clause in clauses for variable in clause.variables]
        holder = holder.parent
    return found


def _known_as(unit: Unit, loop: Loop, variables: Iterable[Variable]) -> Iterator[str]:
    """The names by which the analysis knows variables of clauses in ``loop``; not of one that only shares its name with what the loop
    writes (`total` beside `q::total`)."""
    ways = ways_of(unit.outline, loop.span)
    for variable in variables:
        name = variable.name.rpartition("::")[2]
        written = ways.get(name, name)
        if written != variable.name:
            one = meant(unit.declarations, variable.name, variable.span.start)
            other = meant(unit.declarations, written, loop.span.start)
            if one is not None and other is not None and one != other:
                continue
        yield name


def is_loop_variable(unit: Unit, loop: Loop, name: str) -> bool:
    """Whether a `for` of the nest begins with it: compilers give each iteration its own."""
    nest = unit.outline.loops_below(loop)
    return any(other.header.variable == name and not other.header.declares for other in nest)


def _private_inside(unit: Unit, construct: Construct) -> list[Variable]:
    """Variables of which the directives within a loop make copies."""
    return [v for other in unit.inside(construct) for c in other.node.all("private") for v in c.variables]


def _has_own_copy(unit: Unit, construct: Construct, name: str) -> bool:
    """Whether a scalar is firstprivate because no data clause names it: what a gang leaves in it nobody sees (2.6.1)."""
    compute = construct.compute
    if compute is None or compute.name.split()[0] != "parallel" or not name.isidentifier():
        return False
    declaration = unit.declarations.lookup(name, construct.node.span.end)
    category = unit.declarations.category(declaration) if declaration is not None else ""
    is_declared = any(v.name == name for other in unit.declares for c in other.node.clauses for v in c.variables)
    return category in ("integer", "floating", "boolean") and not is_declared and not is_moved(unit, name)


def has_no_copies(races: Races, name: str) -> bool:
    """Whether neither a clause nor the language makes copies of a variable, and nothing moves it."""
    return not (
        name in races.covered
        or name in races.inner
        or is_moved(races.unit, name)
        or is_loop_variable(races.unit, races.loop, name)
    )


def is_one_for_all(races: Races, name: str) -> bool:
    """Whether a variable is an array or a struct from outside of the compute construct: without a clause it is as if in `copy`, one for
    all iterations (2.6.2). What is declared in the construct each gang has for itself."""
    declaration, compute = races.declaration(name), races.construct.compute
    if declaration is None or compute is None or compute.region.start <= declaration.span.start < compute.region.end:
        return False
    return races.unit.declarations.category(declaration) in ("array", "struct")


def _comes_from_a_call(unit: Unit, loop: Loop, dependence: Dependence) -> bool:
    """Whether an index of the two accesses is a variable that the loop sets by a call: which elements they are nobody knows."""
    spans = [span for span in (dependence.source, dependence.sink) if span is not None]
    names = {token.text for span in spans for token in tokenize(unit.data, span) if token.kind == "name"}
    for node in within(unit.source.tree.root_node, loop.span):
        field = {"assignment_expression": ("left", "right"), "init_declarator": ("declarator", "value")}.get(node.type)
        if field is not None and unit.text(node.child_by_field_name(field[0])) in names:
            value = node.child_by_field_name(field[1])
            if value is not None and _has_call(value):
                return True
    return False


def _has_call(node: Node) -> bool:
    return node.type == "call_expression" or any(_has_call(child) for child in node.named_children)


def is_moved(unit: Unit, name: str) -> bool:
    """Whether some directive of the function moves the variable: what is moved is seen from outside the loop."""
    return any(
        kind not in ("private", "firstprivate", "reduction") for kind in unit.clauses_naming(name, in_file=False)
    )


def scattered(unit: Unit, construct: Construct, loop: Loop) -> Iterator[Span]:
    """Places such as `h[k[i]]` that are updated without `atomic`."""
    statement = construct.statement
    body = body_of(statement) if statement is not None else None
    variable = loop.header.variable
    if body is None or not variable:
        return
    atomic = {start for start, _ in _atomic_statements(unit, construct)}
    reduced = {variable.name for variable in _private_or_reduced(construct)}
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
        if array not in reduced and not inside and _comes_from_memory(unit, _index_of(place), variable, body):
            yield Span(place.start_byte, place.end_byte)


def _updated_place(node: Node) -> Node | None:
    if node.type == "update_expression":
        return node.child_by_field_name("argument")
    if node.type == "assignment_expression":
        operator = node.child_by_field_name("operator")
        if operator is not None and operator.text != b"=":
            return node.child_by_field_name("left")
    return None


def _index_of(place: Node) -> Node | None:
    index = place.child_by_field_name("index")
    if index is None:
        several = place.child_by_field_name("indices")
        index = several.named_children[0] if several is not None and several.named_child_count == 1 else None
    return index


def _comes_from_memory(unit: Unit, index: Node | None, variable: str, body: Node, depth: int = 0) -> bool:
    """Whether an index is read from an array at a place that differs from iteration to iteration, and has nothing else of the
    iteration in it: `k[i]`, `k[i] + 1` or `j` after `int j = k[i]`; in `i * n + k[i]` the first part may keep them apart."""
    if index is None or depth > 3:
        return False
    found = False
    stack = [index]
    while stack:
        node = stack.pop()
        if node.type == "subscript_expression":
            inner = _index_of(node)
            found = found or (inner is not None and _mentions(unit, inner, variable, body))
            continue
        if node.type == "identifier":
            if unit.text(node) == variable:
                return False
            value = _initial_value(unit, node, body)
            if value is not None:
                if _comes_from_memory(unit, value, variable, body, depth + 1):
                    found = True
                elif _mentions(unit, value, variable, body):
                    return False
        stack.extend(node.named_children)
    return found


def _mentions(unit: Unit, node: Node, variable: str, body: Node) -> bool:
    """Whether the loop variable, or a variable of the body, stands in an expression."""
    for each in subtree(node):
        if each.type == "identifier":
            declaration = unit.declarations.lookup(unit.text(each), each.start_byte)
            is_local = declaration is not None and body.start_byte <= declaration.span.start < body.end_byte
            if unit.text(each) == variable or is_local:
                return True
    return False


def _initial_value(unit: Unit, name: Node, body: Node) -> Node | None:
    """What a variable of the body is initialised with."""
    declaration = unit.declarations.lookup(unit.text(name), name.start_byte)
    if declaration is None or not body.start_byte <= declaration.span.start < body.end_byte:
        return None
    node: Node | None = unit.covering(declaration.span)
    while node is not None and node.type != "init_declarator" and node.end_byte <= declaration.span.end:
        node = node.parent
    return node.child_by_field_name("value") if node is not None and node.type == "init_declarator" else None
