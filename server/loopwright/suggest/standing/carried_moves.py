"""What the project's other places suggest about moving data, held against what the function itself says (OpenACC 3.4, sections 2.6.6, 2.14.4)."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.lang.statements import end_of_statement
from loopwright.openacc.constructs import COMPUTE, statement_at
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.nodes import at_or_around, text_of
from loopwright.source.outline import Outline
from loopwright.source.pragmas import statement_after
from loopwright.source.text import Span
from loopwright.source.tokens import tokens_of
from loopwright.suggest.standing.block_data import is_another, told_by_loops
from loopwright.suggest.standing.counterparts import is_constructor, is_destructor, stands_beside
from loopwright.suggest.standing.data_moves import MOVING
from loopwright.suggest.standing.data_place import (
    Place,
    allocation_of,
    can_say,
    is_of_another_scope,
    is_own,
    is_put_before,
    takes_a_function_for_a_length,
    value_of,
)
from loopwright.suggest.standing.mentions import Body, Mention, body_at
from loopwright.suggest.standing.unwaited import queue_of

_LISTS = frozenset(("copyin", "create", "copyout", "delete", "self", "host", "device"))
_SIDES = {"self": ("self", "host"), "device": ("device",)}  # of `update`, and how clauses name them
_UNDOES = {"enter data": "exit data", "exit data": "enter data"}
_UNFILLED = frozenset(("copyout", "create"))  # bring no values
_SECTIONED = _LISTS | {"copy", "present", "no_create"}


def is_pointless(outline: Outline, offset: int, directive: Directive) -> bool:
    """Whether a directive moves at ``offset`` only what other directives of the function move, or what is on one side alone; or
    names a section of a number."""
    body = body_at(outline, offset)
    if body is None:
        return False
    place = Place(body, offset, lambda name, variable: False)
    for entry in (entry for c in directive.clauses if c.name in _SECTIONED for entry in c.entries):
        if _is_too_flat(body, entry) or takes_a_function_for_a_length(place, entry):
            return True
        if is_of_another_scope(place, entry):
            return True
    if any(
        _keeps_its_value(body, offset, entry) for c in directive.clauses if c.name in _UNFILLED for entry in c.entries
    ):
        return True
    if directive.name == "host_data":
        return body.on_device(offset) is not None
    if any(
        _is_of_another_member(body, entry) for c in directive.clauses if c.name in _SECTIONED for entry in c.entries
    ):
        return True
    if directive.name == "data":
        flat = any(_cannot_be(body, entry) for c in directive.clauses if c.name in _SECTIONED for entry in c.entries)
        return flat or _is_entered(body, offset, directive) or _is_held_nearby(body, offset, directive)
    if directive.name not in ("enter data", "exit data", "update"):
        return False
    if directive.name != "update" and _only_updates(body):
        return True
    if _is_at_the_wrong_end(body, directive) or stands_beside(body, directive) or _goes_the_other_way(body, directive):
        return True
    entries = {entry for clause in directive.clauses for entry in clause.entries if clause.name in _LISTS}
    if any(_cannot_be(body, entry) for entry in entries):
        return True
    names = {entry.partition("[")[0] for entry in entries}
    if directive.name == "update" and _says_it_again(body, offset, directive):
        return True
    if not names or (directive.name == "update" and _is_for_nobody(body, offset, directive)):
        return bool(names)
    if directive.name == "enter data" and all(_stays_with_the_host(body, offset, name) for name in names):
        return True
    if directive.name in _UNDOES and _is_the_twins(body, directive.name, names):
        return True
    return all(_is_moved(body, offset, name, directive) for name in names)


def _is_at_the_wrong_end(body: Body, directive: Directive) -> bool:
    """Whether a directive takes away in a constructor what that has not brought, or brings data in a destructor."""
    if directive.name == "exit data":
        return is_constructor(body) and not any(c.name == "enter data" for c in body.constructs)
    return directive.name == "enter data" and is_destructor(body)


def _goes_the_other_way(body: Body, directive: Directive) -> bool:
    """Whether a function that does no more on the device than to update one side, and that by several directives, is to update the
    other one: it is the twin of the one that does."""
    sides = [names for names in _SIDES.values() if any(directive.clause(name) is not None for name in names)]
    told = [c.node for c in body.constructs]
    is_one_way = all(node.name == "update" and not any(node.clause(*names) for names in sides) for node in told)
    return directive.name == "update" and len(sides) == 1 and len(told) > 1 and is_one_way


def _is_for_nobody(body: Body, offset: int, directive: Directive) -> bool:
    """Whether an `update device` brings values to copies that end with a region of the function before the device uses them."""
    if any(directive.clause(name) is not None for name in _SIDES["self"]) or body.loop_around(offset) is not None:
        return False
    names = {entry.partition("[")[0] for c in directive.clauses if c.name == "device" for entry in c.entries}
    return bool(names) and all(_ends_unused(body, offset, name) for name in names)


def _says_it_again(body: Body, offset: int, directive: Directive) -> bool:
    """Whether an `update` in front of a place has brought the same to the device, and the host has only set pointers since, by these names."""
    names = {entry.partition("[")[0] for c in directive.clauses if c.name == "device" for entry in c.entries}
    if not names or any(clause.name in _SIDES["self"] for clause in directive.clauses):
        return False
    if body.loop_around(offset) is not None:
        return False
    before = [m for m in body.moved if m.construct.name == "update" and m.clause == "device" and m.at < offset]
    last = max((m.at for m in before if m.name in names), default=-1)
    together = {m.name for m in before if m.at == last}
    found = (m for name in names for m in body.mentions(name))
    return names <= together and not any(m.kind in ("written", "given") and last < m.at < offset for m in found)


def _ends_unused(body: Body, offset: int, name: str) -> bool:
    regions = [m.construct.region for m in body.moved if m.name == name and m.construct.name == "data"]
    ends = [region.end for region in regions if region.start <= offset < region.end]
    if not ends or any(m.name == name and m.construct.name == "enter data" for m in body.moved):
        return False
    later = [m.at for m in body.mentions(name)] + [m.at for m in body.moved if m.name == name]
    # Another name for it may be used there, or a function that knows it.
    calls = [node.start_byte for node in descendants(body.node) if node.type == "call_expression"]
    constructs = [c.pragma.span.start for c in body.constructs]
    return not any(offset <= at < max(ends) for at in (*later, *calls, *constructs))


def with_own_sections(outline: Outline, offset: int, directive: Directive) -> Directive:
    """A directive with the sections that others of the function have for the same variables, `data` else with those that the loops in it go
    through."""
    body = body_at(outline, offset)
    if body is None:
        return directive
    known: dict[str, list[str]] = {}
    place = Place(body, offset, lambda name, variable: False)
    for moved in body.moved:
        if ":" in moved.text and can_say(place, moved.text):  # one element is none
            known.setdefault(moved.name, []).append(moved.text)

    statement = statement_at(body.root, offset, offset) if directive.name == "data" else None
    if statement is not None:
        within = Span(statement.start_byte, end_of_statement(statement))
        for entry in [entry for c in directive.clauses for entry in c.entries]:
            name = entry.partition("[")[0]
            told = told_by_loops(place, name, within) if name not in known else None
            known |= {name: [told]} if told is not None and is_another(entry, told) else {}

    def spelled(entry: str) -> str:
        texts = known.get(entry.partition("[")[0], [entry])
        return entry if "[" not in entry or entry in texts else texts[0]

    clauses = tuple(
        Clause(c.name, ",".join(dict.fromkeys(map(spelled, c.entries)))) if c.name in _SECTIONED else c
        for c in directive.clauses
    )
    return Directive(directive.name, clauses, directive.argument, directive.rest)


def _cannot_be(body: Body, entry: str) -> bool:
    """Whether an entry is a section of a number: of one that is declared so, or of what counts its own elements."""
    name, bracket, section = entry.partition("[")
    tokens = tokens_of(section)
    return bool(bracket) and (body.is_number(name) or any(token.text == name for token in tokens))


def _keeps_its_value(body: Body, offset: int, entry: str) -> bool:
    """Whether the statement below first adds to what a variable held before it, as `c[i] *= beta` does; nothing would bring that."""
    statement = statement_at(body.root, statement_after(body.unit.data, offset), offset)
    if statement is None:
        return False
    inside = Span(statement.start_byte, end_of_statement(statement))
    found = [m for m in body.mentions(entry.partition("[")[0]) if inside.start <= m.at < inside.end]
    return bool(found) and found[0].kind in ("written", "device written") and _adds_to(found[0])


def _adds_to(mention: Mention) -> bool:
    """Whether an element is changed where a variable stands, unasked: `a[i] += x`, `a[i]++`."""
    node = mention.node
    while node.parent is not None and node.parent.type == "subscript_expression" and node.parent.children[0] == node:
        node = node.parent
    changed = node.parent
    if changed is None or changed.type not in ("assignment_expression", "update_expression"):
        return False
    if changed.type == "assignment_expression":
        sign = changed.child_by_field_name("operator")
        if changed.child_by_field_name("left") != node or sign is None or text_of(sign) == "=":
            return False
    around = at_or_around(changed, ("if_statement", "function_definition"))
    return around is None or around.type != "if_statement"


def _is_entered(body: Body, offset: int, directive: Directive) -> bool:
    """Whether all that a region would bring was entered in front of it: what is there already is not moved (OpenACC 3.4, section 2.7.2)."""
    if {c.name for c in directive.clauses} & {"present", "no_create", "deviceptr"}:
        return False
    names = {entry.partition("[")[0] for clause in directive.clauses for entry in clause.entries}
    return bool(names) and all(_is_there(body, name, offset) for name in names)


def _is_there(body: Body, name: str, offset: int) -> bool:
    """Whether `enter data` brings a variable in front of a place, and nothing in between takes it away."""
    entered = [m.at for m in body.moved if m.name == name and m.construct.name == "enter data" and m.at < offset]
    gone = [m.at for m in body.moved if m.name == name and m.construct.name == "exit data" and m.at < offset]
    return bool(entered) and max(entered) > max(gone, default=-1)


def _is_held_nearby(body: Body, offset: int, directive: Directive) -> bool:
    """Whether a region around holds all that another one would, or one of the function in front of a statement that sends no work to a
    device."""
    names = {entry.partition("[")[0] for clause in directive.clauses for entry in clause.entries}
    regions = [m for m in body.moved if m.construct.name == "data"]
    code = statement_after(body.unit.data, offset)
    around = {m.name for m in regions if m.construct.region.start <= code < m.construct.region.end}
    if names and names <= around:
        return True
    held = {m.name for m in regions}
    node = body.root.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.parent is not None and node.parent.start_byte == offset:
        node = node.parent
    return bool(names) and names <= held and node is not None and _stays_on_the_host(body, node)


def _stays_on_the_host(body: Body, statement: Node) -> bool:
    if statement.type == "expression_statement":
        return True
    if any(statement.start_byte <= c.pragma.span.start < statement.end_byte for c in body.constructs):
        return False
    calls = (node for node in descendants(statement) if node.type == "call_expression")
    return all(effect_of(text_of(call.child_by_field_name("function"))).known for call in calls)


def _only_updates(body: Body) -> bool:
    """Whether all that a function does about data is to update one side, and that by several directives."""
    told = [c.node for c in body.constructs]
    sides = {side for node in told for side, names in _SIDES.items() if node.clause(*names) is not None}
    return len(told) > 1 and len(sides) == 1 and all(node.name == "update" for node in told)


def _is_of_another_member(body: Body, entry: str) -> bool:
    """Whether an entry is a member, as `p->x` or `p->fluid.x`, where all that the function's directives name of `p` is in another member, as
    `p->solid.x`, and the function does not name that one."""
    path = _members(entry)
    beside = [_members(m.name) for m in body.moved]
    roots = {other[:2] for other in beside if len(other) > 2 and other[0] == path[0]}
    if len(path) < 2 or len(roots) != 1 or path[:2] in roots:
        return False
    return not any(_members(name)[:2] == path[:2] for name in body.names)


def _members(text: str) -> tuple[str, ...]:
    """`p->fluid.x[0:n]` → p, fluid, x."""
    name = text.partition("[")[0]
    return tuple(t.text for t in tokens_of(name) if t.kind == "name")


def _is_the_twins(body: Body, one: str, names: set[str]) -> bool:
    """Whether a function does the opposite with variables, and another one of the file does this and leaves the opposite to it."""

    def does(other: Body, directive: str) -> bool:
        return names <= {m.name for m in other.moved if m.construct.name == directive}

    if not does(body, _UNDOES[one]) or does(body, one):
        return False
    others = (body.other(function) for function in body.unit.outline.functions if function != body.function)
    return any(does(other, one) and not does(other, _UNDOES[one]) for other in others)


def _stays_with_the_host(body: Body, offset: int, name: str) -> bool:
    """Whether a function that works on the device does no more with what it was given, or has of its own, than to read it on the host, and
    passes it to nobody behind a place."""
    declared = body.unit.declarations.lookup(name, body.function.body.end - 1)
    if declared is None or declared.is_global or declared.static or any(m.name == name for m in body.moved):
        return False
    place = Place(body, offset, lambda directive, variable: False)
    kinds = {m.kind for m in body.mentions(name) if m.kind != "given" or place.is_after(m.at)}
    works = any(c.name in COMPUTE for c in body.constructs)
    return works and "read" in kinds and kinds <= {"read", "named", "set", "released"}


def _is_moved_for_it(body: Body, name: str, ways: tuple[str, ...]) -> bool:
    """Whether a function that calls this one moves a variable of the file for it."""
    declared = body.unit.declarations.lookup(name, body.function.body.start + 1)
    if declared is None or not declared.is_global:
        return False
    others = (body.other(function) for function in body.unit.outline.functions if function != body.function)
    return any(
        any(m.name == name and m.clause in ways for m in other.moved)
        and any(call.callee is body for call in other.calls)
        for other in others
    )


def _is_too_flat(body: Body, entry: str) -> bool:
    """Whether a section has fewer dimensions than what the function takes out of the variable: it would move addresses."""
    name, bracket, _ = entry.partition("[")
    depth = max((_subscripts(m.node) for m in body.mentions(name)), default=0) if bracket else 0
    return bool(bracket) and depth > entry.count("[")


def _subscripts(node: Node) -> int:
    count = 0
    while node.parent is not None and node.parent.type == "subscript_expression" and node.parent.children[0] == node:
        node, count = node.parent, count + 1
    return count


def _is_another(mention: Mention) -> bool:
    """Whether a pointer is set to memory that has a name already, under which the function may use it."""
    value = value_of(mention) if mention.kind == "set" else None
    return value is not None and allocation_of(mention) is None and value.type not in ("null", "number_literal")


def _goes_on_the_device(body: Body, offset: int, found: list[Mention]) -> bool:
    """Whether a function uses a variable next on the device: the host has no need for it in between."""
    later = [m for m in found if m.at >= offset and m.kind not in ("named", "released")]
    return bool(later) and later[0].kind in ("device", "device written") and body.loop_around(offset) is None


def _is_as_it_came(
    body: Body, offset: int, name: str, found: list[Mention], synced: list[int], news: tuple[str, ...]
) -> bool:
    """Whether nothing has changed a variable on the one side since the function brought it to the device, or the function makes
    news and moves them further on by itself."""
    if body.loop_around(offset) is not None:
        return False
    later = [m.at for m in found if m.kind in news and m.at >= offset]
    return is_put_before(body, name, offset) or any(at > min(later) for at in synced if later)


def _is_moved(body: Body, offset: int, name: str, directive: Directive) -> bool:
    moves = [m for m in body.moved if m.name == name]
    if directive.name == "enter data":
        return any(
            m.construct.name == "enter data" or (m.construct.name == "data" and m.clause != "present") for m in moves
        )
    block = body.block_of(offset)
    if directive.name == "exit data":
        taken = [m for m in moves if m.construct.name == "exit data"]
        leaves = any(child.type in ("return_statement", "goto_statement") for child in block.named_children)
        return any(body.block_of(m.at) == block for m in taken) or (bool(taken) and not leaves)
    to_host = any(directive.clause(name) is not None for name in _SIDES["self"])
    queue, clause = queue_of(body, offset), directive.clause("async")
    if clause is not None and queue is not None and queue != (clause.argument or ""):
        return True  # beside the work whose results it moves
    if is_own(body, name) and not is_put_before(body, name, offset) and b"acc_" not in body.unit.data:
        return True
    found = body.mentions(name)
    if to_host and _goes_on_the_device(body, offset, found):
        return True
    news = ("device written",) if to_host else ("written", "given", "renamed", "set")
    made = [m.at for m in found if m.kind in news and m.at < offset]
    ways = ("self",) if to_host else ("device", "copyin", "copy")
    synced = [m.at for m in moves if m.construct.name in MOVING and m.clause in ways]
    synced += [h.at for h in body.handed if h.name == name and h.directive in MOVING and h.clause in ways]
    if any(offset <= at and not any(offset <= m.at < at for m in found if m.kind in news) for at in synced):
        return True
    declared = body.unit.declarations.lookup(name, offset)
    is_local = declared is not None and not declared.is_global and declared.kind == "variable"
    calls = any(m.kind in ("given", "renamed") or _is_another(m) for m in found)
    if not made and (_is_moved_for_it(body, name, ways) or _is_as_it_came(body, offset, name, found, synced, news)):
        return True
    if not made:
        return bool(synced and min(synced) < offset) or (is_local and not calls)
    return any(max(made) <= at < offset for at in synced)
