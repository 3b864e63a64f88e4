"""What a directive claims of its loop, and which verdict that claim has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at
from loopwright.memory.places import Place
from loopwright.openacc.directive import Directive
from loopwright.openacc.equivalent import split_items
from loopwright.source.nodes import subtree, text_of
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.present import on_device

# Clauses that bring memory to the device (OpenACC 3.4, section 2.7); old names are read as these.
MOVES = frozenset(("copy", "copyin", "copyout", "create"))
_SHARING = ("copy", "copyin", "copyout", "create", "present", "no_create", "deviceptr", "reduction")


def claims_independence(directive: Directive, place: Place) -> bool:
    """Whether the directive says that iterations may run at once: in `kernels` the compiler decides unless `independent`
    stands there, `seq` and `serial` keep the order (OpenACC 3.4, sections 2.5.3, 2.9.5 to 2.9.7)."""
    if directive.clause("seq") is not None or directive.name.startswith("serial"):
        return False
    if directive.clause("auto") is not None:
        return False
    if directive.clause("independent") is not None:
        return True
    if directive.name.startswith("kernels") or (directive.name == "loop" and "kernels" in place.compute):
        return False
    return "loop" in directive.name.split()


def aggregates(names: Iterable[str], outline: Outline, loop: Loop, place: Place) -> frozenset[str]:
    """Those of the variables that are arrays or structs, of which a construct makes no copy for each iteration by itself (OpenACC 3.4,
    section 2.6.2)."""
    arrays = {word.text for word in place.words if word.part == "array"}
    known, scopes = names_at(outline, loop), scopes_of(outline)

    def is_struct(name: str) -> bool:
        declared = known.declared(name)
        return declared is not None and declared.kind == "variable" and scopes.category(declared) == "struct"

    return frozenset(name for name in names if name in arrays or is_struct(name))


def verdict_with(directive: Directive, outline: Outline, loop: Loop, place: Place, verdict: LoopVerdict) -> LoopVerdict:
    """The verdict on the loop with ``directive`` above it: what was proved or assumed of the loop holds with its reductions and private
    arrays, so that it is not said of a directive that lacks one and leaves it to the compiler."""
    if verdict.verdict not in ("proved", "assumed") or "reduction" in place.around:
        return verdict
    if directive.clause("seq") is not None or directive.name.startswith("serial"):
        return verdict  # the order stays
    wanted = {r.variable: f"reduction({r.operator}:{r.variable})" for r in verdict.reductions if r.is_scalar}
    private = {name: f"private({name})" for name in sorted(aggregates(verdict.private, outline, loop, place))}
    lacking = [text for name, text in wanted.items() if name not in listed(directive, "reduction")]
    lacking += (
        [] if "private" in place.around else [t for n, t in private.items() if n not in listed(directive, "private")]
    )
    lacking += [f"copy({name})" for name in _left_to_gangs(directive, outline, loop, place, verdict)]
    if not lacking:
        return verdict
    reason = f"independent only with {' '.join(lacking)}, which it does not say"
    return LoopVerdict("unknown", reason, reductions=verdict.reductions, private=verdict.private, shared=verdict.shared)


def _left_to_gangs(directive: Directive, outline: Outline, loop: Loop, place: Place, verdict: LoopVerdict) -> list[str]:
    """Variables that all iterations have to share, of which `parallel` gives each gang one of its own where no data clause names them
    (OpenACC 3.4, section 2.6.2)."""
    if not verdict.shared or directive.name.startswith("kernels") or "kernels" in place.compute:
        return []
    named = {name for clause in _SHARING for name in listed(directive, clause)} | on_device(outline, loop, visibly=True)
    known = names_at(outline, loop)
    found = ((name, known.declared(name)) for name in verdict.shared)
    return [n for n, d in found if d is not None and d.kind in ("variable", "parameter") and n not in named]


def refuted_without(directive: Directive, outline: Outline, loop: Loop, verdict: LoopVerdict) -> LoopVerdict | None:
    """The verdict on a refuted loop with the clauses of ``directive``, ``None`` where they do not change what refutes it."""
    meets = {dependence.array for dependence in verdict.dependences}
    private = listed(directive, "private")
    if verdict.if_private is not None and meets <= private:
        return verdict.if_private
    reduced = listed(directive, "reduction")
    if meets and meets <= reduced and all(_only_updates_itself(outline, loop, name) for name in meets):
        names = ", ".join(sorted(meets))
        reason = f"whether iterations only combine {names} as the reduction says cannot be told"
        return replace(verdict, verdict="unknown", reason=reason, dependences=())
    return None


def taken_together(directive: Directive) -> int:
    """How many loops `collapse` or `tile` makes one."""
    collapse, tile = directive.clause("collapse"), directive.clause("tile")
    if collapse is None:
        return len(tile.parts) if tile is not None else 1
    text = (collapse.argument or "1").rpartition(":")[2]
    return int(text) if text.isdecimal() and len(text) < 4 else 1


def listed(directive: Directive, name: str) -> set[str]:
    """The variables that clauses called ``name`` list."""
    found = set()
    for clause in directive.clauses:
        if clause.name == name:
            argument = clause.argument or ""
            items = split_items(argument.partition(":")[2] if name == "reduction" else argument)
            found |= {item.split("[")[0].strip() for item in items}
    return found


def _only_updates_itself(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether the body uses ``name`` in assignments to itself alone: no iteration does anything else with what others left."""
    root = outline.source.tree.root_node
    body = root.descendant_for_byte_range(loop.body.start, loop.body.end)
    found = False
    for node in subtree(body):
        if node.type == "identifier" and text_of(node) == name:
            found = True
            if not _is_in_own_assignment(node, name):
                return False
    return found


def _is_in_own_assignment(node: Node, name: str) -> bool:
    around: Node | None = node
    while around is not None and not around.type.endswith("_statement"):
        if around.type == "assignment_expression" and text_of(around.child_by_field_name("left")) == name:
            return around.parent is not None and around.parent.type == "expression_statement"
        around = around.parent
    return False
