"""Whose the elements of containers are: the variable that they live and die with, the statement that gives it them, and who uses them before.

A container may be filled deep in a chain of calls (a constructor, a function that returns it). What happens in that chain happens on the
host, before the elements come to the device: there they are *unborn*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loopwright.lang.classes import private_members
from loopwright.lang.places import Path, Place
from loopwright.lang.scopes import Scopes
from loopwright.placement.containers import CONTAINER, element_type, is_owner, member_of
from loopwright.placement.inheritance import lineage
from loopwright.placement.lvalues import first_name, words_of
from loopwright.placement.objects import Context, Memory
from loopwright.placement.program import File, Known
from loopwright.residence import ir, layout
from loopwright.residence.expressions import name_of
from loopwright.residence.ir import CType, Expr

if TYPE_CHECKING:
    from loopwright.placement.store import Store


@dataclass(frozen=True)
class Owned:
    """The elements of a container. ``steps`` lead to them from the ``holder``, one for each container on the way; ``born`` is the call in
    the holder's function that makes them; ``mates`` are elements that may be in the same containers when these end; ``reason`` says
    why they have no place to come to the device."""

    object: int
    holder: Memory | None = None
    steps: tuple[Path, ...] = ()
    born: ir.Call | None = None
    others: tuple[tuple[Memory, tuple[Path, ...]], ...] = ()
    reason: str = ""
    mates: frozenset[int] = frozenset()

    def is_unborn_in(self, context: Context) -> bool:
        """Whether a function runs before the elements come to the device."""
        at: Context | None = context
        while at is not None:
            if self.holder is not None and at.call is self.born and at.parent is self.holder.context:
                return True
            at = at.parent
        return False


def owned_memory(store: Store) -> dict[int, Owned]:
    """Number of the object → whose it is."""
    holders: dict[int, list[tuple[Memory, tuple[Path, ...]]]] = {}
    for memory in store.objects:
        if memory.kind == "variable" and not memory.type.layers:
            for number, steps in _reached(store, memory.number, memory.type, _scopes_file(memory), ()):
                holders.setdefault(number, []).append((memory, steps))
    found = {
        memory.number: _owned(store, memory, holders.get(memory.number, []))
        for memory in store.objects
        if is_elements(memory)
    }
    held: dict[tuple[int, tuple[Path, ...]], set[int]] = {}
    for number, places in holders.items():
        for holder, steps in places:
            held.setdefault((holder.number, steps), set()).add(number)
    return {
        number: replace(
            owned, mates=frozenset().union(*(held[(holder.number, steps)] for holder, steps in owned.others))
        )
        for number, owned in found.items()
    }


def can_name(known: Known, text: str) -> bool:
    """Whether a function may write an lvalue: members that are private to a class are named in its methods alone."""
    members = words_of(text)[1]
    if not text.startswith("this->") and "::" in known.name:
        members |= {first_name(text)[0]}
    classes = known.file.scopes.classes
    own = classes.of(known.name.split("::")[0]) if "::" in known.name else None
    bases = {each.name for each in lineage(classes, own)[1:]} if own is not None else set()
    return not any(
        members & private_members(each, each.name in bases)
        for each in classes.known.values()
        if own is None or each.name != own.name
    )


def is_elements(memory: Memory) -> bool:
    """Whether an object is what a container holds."""
    return memory.kind == "heap" and isinstance(memory.node, ir.Call) and memory.node.name == CONTAINER


def _scopes_file(memory: Memory) -> File | None:
    return memory.file if memory.file is not None else memory.context.known.file if memory.context else None


def _reached(
    store: Store, number: int, kind: CType, file: File | None, before: tuple[Path, ...]
) -> Iterator[tuple[int, tuple[Path, ...]]]:
    """Elements that a value owns, and what they own."""
    if file is None or len(before) > 2:
        return
    for path in sorted(store.paths_of(number)):
        container = _container_at(file.scopes, kind, path)
        if container is None:
            continue
        element = element_type(container.base)
        for target in store.cells.get(Place(number, path), ()):
            memory = store.objects[target.object]
            if not is_elements(memory):
                continue
            yield target.object, (*before, path)
            if element is not None and not element.layers:
                inner = layout.expanded(file.scopes, CType(element.base))
                yield from _reached(store, target.object, inner, file, (*before, path))


def _container_at(scopes: Scopes, kind: CType, path: Path) -> CType | None:
    """The container whose elements a path leads to."""
    *members, last = path or ("",)
    if not last.endswith("()"):
        return None
    for name in members:
        found = member_of(scopes, kind.base, name)
        if found is None or found[1].layers:
            return None
        kind = layout.expanded(scopes, found[1])
    return kind if is_owner(kind) else None


def _owned(store: Store, memory: Memory, holders: list[tuple[Memory, tuple[Path, ...]]]) -> Owned:
    found = [(holder, steps, _born(memory, holder)) for holder, steps in holders if isinstance(holder.node, ir.Declare)]
    found = [each for each in found if each[2] is not None]
    if not found:
        return Owned(memory.number, reason="the container that it is in is no variable of a function")
    depth = min(_depth(holder.context) for holder, _, _ in found)
    outermost = [each for each in found if _depth(each[0].context) == depth]
    own = [each for each in outermost if _is_made_for(store, memory, each[0], each[2])]
    if len(own) > 1:  # members that are exchanged
        own = [each for each in own if _is_first_in(store, memory, each[1])]
    if len(own) != 1:
        return Owned(memory.number, reason="which container it is made for is not known")
    holder, steps, born = own[0]
    if holder.type.static:
        return Owned(memory.number, reason="it is in a static container of a function")
    whole = Owned(memory.number, holder, steps, born, tuple((h, s) for h, s, _ in outermost))
    known = {id(each[0]) for each in outermost}
    if any(id(other) not in known and not _is_before(whole, other) for other, _ in holders):
        return Owned(memory.number, reason="it moves to another container")
    return whole


def _is_before(owned: Owned, other: Memory) -> bool:
    return other.context is not None and owned.is_unborn_in(other.context)


def _depth(context: Context | None) -> int:
    depth = 0
    while context is not None:
        context, depth = context.parent, depth + 1
    return depth


def _born(memory: Memory, holder: Memory) -> ir.Call | None:
    """The call in the holder's function that makes some elements."""
    node: ir.Call | None = memory.node
    context = memory.context
    while context is not None and context is not holder.context:
        node, context = context.call, context.parent
    return node if context is not None else None


def _is_made_for(store: Store, memory: Memory, holder: Memory, born: ir.Call | None) -> bool:
    assert born is not None
    span = holder.node.span
    if span.start <= born.span.start and born.span.end <= span.end:
        return True
    if born is memory.node:
        assigned = store.assigned.get(id(born))
        return assigned is not None and not isinstance(assigned.target, str) and _root(assigned.target) == holder.name
    return bool(born.arguments) and _root(born.arguments[0]) == holder.name


def _is_first_in(store: Store, memory: Memory, steps: tuple[Path, ...]) -> bool:
    """Whether elements are made for the container at a path: the last names on it are those of the pointer that gets them."""
    assigned = store.assigned.get(id(memory.node))
    names: list[str] = []
    target = assigned.target if assigned is not None else None
    while isinstance(target, ir.Member):
        names.insert(0, target.name)
        target = target.base
    path = steps[-1]
    return bool(names) and path[-len(names) :] == tuple(names)


def _root(node: Expr) -> str:
    while isinstance(node, (ir.Index, ir.Member, ir.Cast)):
        node = node.value if isinstance(node, ir.Cast) else node.base
    return name_of(node)
