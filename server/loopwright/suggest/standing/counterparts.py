"""Functions that undo or mirror one another: what a method brings to the device another of its class takes away, and what one updates on
the device another updates on the host (OpenACC 3.4, sections 2.6.6, 2.14.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.nodes import CLASSES, at_or_around, text_of
from loopwright.source.outline import Function, Outline
from loopwright.suggest.standing.mentions import Body, Moved, body_at, moved_by

_TAKEN = ("delete", "copyout", "detach")
_OTHER_SIDE = {"device": "self", "self": "device"}


def mirrored_at(outline: Outline, offset: int, customary: Callable[[], Mapping[str, frozenset[str]]]) -> list[str]:
    """Directives that the methods beside a function call for in it. ``customary`` are the directives that functions of its name
    hold elsewhere in the project, each with its clauses."""
    body = body_at(outline, offset) if b"acc" in outline.source.data else None
    if body is None or body.on_device(offset) is not None or body.block_of(offset) != body.node:
        return []
    class_ = class_of(body)
    if not class_:
        return []
    beside = [c for c in body.unit.constructs if c not in body.constructs and _class_at(body.unit, c) == class_]
    if not beside:
        return []
    is_empty = not body.constructs and has_no_statement(body)
    own = {c.name for c in body.constructs}
    found: list[Directive] = []
    for name in ("exit data", "enter data"):
        is_meant = is_constructor(body) if name == "enter data" else is_destructor(body)
        if name in own or not (is_meant or name in customary()):
            continue
        usual = customary().get(name, frozenset()) if not is_meant else frozenset[str]()
        made = _taking_away(body, offset, beside, usual) if name == "exit data" else _bringing(body, offset, beside)
        if made is not None:
            found.append(made)
    if is_empty and not found:
        found += _updates(body, beside)
    return [str(directive) for directive in found]


def has_no_statement(body: Body) -> bool:
    """Whether a function holds directives at most."""
    return not any(child.type not in ("comment", "preproc_call") for child in body.node.named_children)


def stands_beside(body: Body, directive: Directive) -> bool:
    """Whether another method of a function's class has a directive already that would make this one undo what it does itself, or
    is all that both do, as functions of no class may."""
    class_ = class_of(body)
    names = {entry.partition("[")[0] for clause in directive.clauses for entry in clause.entries}
    opposite = {"enter data": "exit data", "exit data": "enter data"}.get(directive.name, "")
    undone = {m.name for m in moved_by([c for c in body.constructs if c.name == opposite])}
    if not has_no_statement(body) and not (class_ and names <= undone):
        return False
    same = [c for c in body.unit.constructs if c.name == directive.name and _class_at(body.unit, c) == class_]
    return any({m.name for m in moved_by([c])} >= names for c in same)


def class_of(body: Body) -> str:
    """The class whose method a function is, empty for none."""
    return _class_of(body.unit, body.function)


def is_constructor(body: Body) -> bool:
    """Whether a function is a constructor."""
    return body.function.name.rpartition("::")[2] == class_of(body) != ""


def is_destructor(body: Body) -> bool:
    """Whether a function is a destructor."""
    return body.function.name.rpartition("::")[2].startswith("~")


def _class_of(unit: Unit, function: Function) -> str:
    scope = function.name.rpartition("::")[0]
    if scope:
        return scope.rpartition("::")[2].partition("<")[0]
    node = at_or_around(
        unit.source.tree.root_node.descendant_for_byte_range(function.span.start, function.span.start), CLASSES
    )
    return text_of(node.child_by_field_name("name")).partition("<")[0] if node is not None else ""


def _class_at(unit: Unit, construct: Construct) -> str:
    function = _function_at(unit, construct)
    return _class_of(unit, function) if function is not None else ""


def _function_at(unit: Unit, construct: Construct) -> Function | None:
    at = construct.pragma.span.start
    return next((f for f in unit.outline.functions if f.body.start <= at < f.body.end), None)


def _unpaired(body: Body, beside: Iterable[Construct], one: str, other: str, clauses: tuple[str, ...]) -> list[Moved]:
    """What a directive ``one`` of the methods beside names and no directive ``other`` does, but in functions of this one's name."""
    twins = body.function.name.rpartition("::")[2]
    apart = [c for c in beside if (f := _function_at(body.unit, c)) and f.name.rpartition("::")[2] != twins]
    paired = {m.name for m in moved_by([c for c in apart if c.name == other])}
    found: dict[str, Moved] = {}
    for moved in moved_by([c for c in apart if c.name == one]):
        if moved.name not in paired and moved.clause in clauses:
            found.setdefault(moved.text, moved)
    return list(found.values())


def _taking_away(body: Body, offset: int, beside: list[Construct], usual: frozenset[str]) -> Directive | None:
    entered = _unpaired(body, beside, "enter data", "exit data", ("copyin", "create"))
    if any(
        m.at >= offset and m.kind not in ("released", "set")
        for e in entered
        for m in body.mentions(e.name)
        if e.name != "this"
    ):
        return None
    clauses: dict[str, list[str]] = {"copyout": [], "delete": []}
    for moved in reversed(entered):  # what was brought first goes last
        clauses["copyout" if _is_wanted(body, beside, moved, usual) else "delete"].append(moved.text)
    kept = tuple(Clause(name, ",".join(texts)) for name, texts in clauses.items() if texts)
    return Directive("exit data", kept) if kept else None


def _is_wanted(body: Body, beside: list[Construct], moved: Moved, usual: frozenset[str]) -> bool:
    """Whether the host gets back what a method takes away: the device writes it, and no `update` of the class fetches it, or functions of
    this one's name do so elsewhere. Behind a destructor nobody is left."""
    if is_destructor(body) or moved.name == "this":
        return False
    if "copyout" in usual:
        return "[" in moved.text
    if any(m.name == moved.name and m.clause == "self" for m in moved_by(beside)):
        return False
    methods = (body.other(f) for f in body.unit.outline.functions if _class_of(body.unit, f) == class_of(body))
    return any(m.kind == "device written" for method in methods for m in method.own_mentions(moved.name))


def _bringing(body: Body, offset: int, beside: list[Construct]) -> Directive | None:
    """In a constructor memory that it has not filled needs room alone."""
    clauses: dict[str, list[str]] = {"copyin": [], "create": []}
    for taken in reversed(_unpaired(body, beside, "exit data", "enter data", _TAKEN)):
        found = body.mentions(taken.name) if taken.name != "this" else []
        if any(m.at >= offset and m.kind in ("set", "written", "given", "released") for m in found):
            return None
        is_new = is_constructor(body) and "[" in taken.text and any(m.kind == "set" for m in found)
        is_filled = any(m.kind in ("written", "given", "renamed") for m in found)
        clauses["create" if is_new and not is_filled else "copyin"].append(taken.text)
    kept = tuple(Clause(name, ",".join(texts)) for name, texts in clauses.items() if texts)
    return Directive("enter data", kept) if kept else None


def _updates(body: Body, beside: list[Construct]) -> list[Directive]:
    """For a function without statements what another that is nothing but an `update` moves to the other side."""
    updates = [c for c in beside if c.name == "update" and _is_all(body.unit, c)]
    done = {(m.clause, m.name) for m in moved_by([c for c in beside if c.name == "update"])}
    found: list[Directive] = []
    for construct in updates:
        sides: dict[str, list[str]] = {}
        for moved in moved_by([construct]):
            side = _OTHER_SIDE.get(moved.clause, "")
            if side and (side, moved.name) not in done:
                sides.setdefault(side, []).append(moved.text)
        made = Directive("update", tuple(Clause(side, ",".join(texts)) for side, texts in sides.items()))
        if sides and made not in found:
            found.append(made)
    return found if len(found) == 1 else []


def _is_all(unit: Unit, construct: Construct) -> bool:
    """Whether a function holds nothing but a directive."""
    function = _function_at(unit, construct)
    if function is None:
        return False
    rest = (
        unit.data[function.body.start + 1 : construct.pragma.span.start]
        + unit.data[construct.pragma.span.end : function.body.end - 1]
    )
    return not rest.strip()
