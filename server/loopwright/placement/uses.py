"""What statements do with the objects that are placed: on the host, in kernels, in functions that they call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from loopwright.lang.effects import effect_of
from loopwright.placement.objects import RELEASED, Context, Hit
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.sections import Namer
from loopwright.residence import ir
from loopwright.residence.ir import Expr, Stmt
from loopwright.residence.scan import children, everything_in


@dataclass(frozen=True)
class Use:
    """What a statement does with the objects that are placed: read and written by its own code on the host, by kernels in it, and by
    functions that it calls."""

    read: frozenset[int] = frozenset()
    written: frozenset[int] = frozenset()
    device_read: frozenset[int] = frozenset()
    device_written: frozenset[int] = frozenset()
    on_device: frozenset[int] = frozenset()  # written by kernels, here or in functions that are called

    def __or__(self, other: Use) -> Use:
        if other is _NONE or self is _NONE:
            return self if other is _NONE else other
        return Use(
            self.read | other.read,
            self.written | other.written,
            self.device_read | other.device_read,
            self.device_written | other.device_written,
            self.on_device | other.on_device,
        )

    @property
    def conflicts(self) -> frozenset[int]:
        """Objects that one side writes and the other uses."""
        return (self.written & (self.device_read | self.device_written)) | (self.read & self.device_written)


_NONE = Use()


class Uses:
    """One function. The callers of functions that are ``lifted`` do for them what is due; ``ignored`` are nodes of sections that are
    written anew. What is asked is asked of the ``group`` that is looked at."""

    def __init__(
        self,
        pointers: Pointers,
        known: Known,
        placed: frozenset[int],
        lifted: frozenset[Known],
        ignored: frozenset[int] = frozenset(),
    ) -> None:
        self.pointers, self.known = pointers, known
        self.placed, self.lifted, self.ignored = placed, lifted, ignored
        self.contexts: list[Context] = [c for c in pointers.by_function.get(known, []) if not c.device]
        self.namer = Namer(pointers, known)
        self.locals = known.locals
        self.group: frozenset[int] = placed
        # What no kernel writes is as good on the host: it is read there without more ado.
        self.changing = placed & {
            hit.place.object for hits in pointers.effects.values() for hit in hits if hit.device and hit.writes
        }
        self._uses: dict[int, Use] = {}

    def use(self, node: Stmt | Expr) -> Use:
        key = id(node)
        if key not in self._uses:
            found = self.own(node)
            for part in children(node):
                found |= self.use(part)
            self._uses[key] = found
        return self._uses[key]

    def own(self, node: Stmt | Expr) -> Use:
        hits = self.pointers.hits.get(id(node), set()) if id(node) not in self.ignored else set()
        inner = self.pointers.contained.get(id(node), set())
        if not hits and not inner:
            return _NONE
        if inner and self.pointers.callees.get(id(node), set()) <= self.lifted:
            hits, inner = inner, set()
        return Use(
            self._objects(hit for hit in hits if not hit.device and not hit.writes) & self.changing,
            self._objects(hit for hit in hits if not hit.device and hit.writes),
            self._objects(hit for hit in hits if hit.device and not hit.writes)
            | self._objects(hit for hit in inner if not hit.writes),
            self._objects(hit for hit in hits if hit.device and hit.writes)
            | self._objects(hit for hit in inner if hit.writes),
            self._objects(hit for hit in (*hits, *inner) if hit.device and hit.writes),
        )

    def _objects(self, hits: Iterable[Hit]) -> frozenset[int]:
        return frozenset(hit.place.object for hit in hits if hit.place.object in self.placed)

    def groups(self, body: Stmt, used: frozenset[int]) -> list[frozenset[int]]:
        """Objects that one access may reach go together."""
        groups: list[set[int]] = [{number} for number in sorted(used)]
        for part in everything_in(body):
            own = self.own(part)
            reached = own.read | own.written
            touching = [group for group in groups if group & reached]
            if len(touching) > 1:
                merged = set().union(*touching)
                groups = [group for group in groups if not group & reached] + [merged]
        return [frozenset(group) for group in groups]

    def of_group(self, use: Use) -> Use:
        g = self.group
        return Use(use.read & g, use.written & g, use.device_read & g, use.device_written & g, use.on_device & g)


def lifted_functions(pointers: Pointers) -> frozenset[Known]:
    """Functions of the host for whom their callers move what they need: small ones, those of headers, and those that call themselves."""
    more = {
        known
        for known in _without_kernels(pointers)
        if _is_called(pointers, known) and not _manages(pointers, known) and (not known.function.own or _recurs(known))
    }
    return _of_one_kind(pointers, small_functions(pointers) | more)


@lru_cache(maxsize=4)
def host_functions(pointers: Pointers) -> frozenset[Known]:
    """Functions that work on the host alone, whoever calls them."""
    return _of_one_kind(pointers, _without_kernels(pointers))


def _without_kernels(pointers: Pointers) -> frozenset[Known]:
    return frozenset(
        known
        for known in pointers.project.functions
        if not any(
            hit.device
            for context in pointers.by_function.get(known, [])
            for hit in pointers.effects.get(context.number, ())
        )
    )


def _of_one_kind(pointers: Pointers, lifted: frozenset[Known]) -> frozenset[Known]:
    """Without those that a call reaches which may reach another kind too: its caller does for all of them what is due, or for none."""
    while True:
        mixed = {known for callees in pointers.callees.values() if not callees <= lifted for known in callees & lifted}
        if not mixed:
            return lifted
        lifted -= mixed


def _is_called(pointers: Pointers, known: Known) -> bool:
    contexts = pointers.by_function.get(known, [])
    return bool(contexts) and all(context.parent is not None for context in contexts)


def _manages(pointers: Pointers, known: Known) -> bool:
    """Whether memory comes or goes in a function, but for containers of its own."""
    numbers = {context.number for context in pointers.by_function.get(known, [])}
    return any(hit.place.path == (RELEASED,) for number in numbers for hit in pointers.effects.get(number, ())) or any(
        isinstance(part, ir.Call) and effect_of(part.name).makes_memory for part in everything_in(known.function.body)
    )


def _recurs(known: Known) -> bool:
    return known.name in known.calls


@lru_cache(maxsize=4)
def small_functions(pointers: Pointers) -> frozenset[Known]:
    """Functions without loops and kernels that touch memory through their parameters."""
    found = set()
    for known in pointers.project.functions:
        contexts = pointers.by_function.get(known, [])
        parts = list(everything_in(known.function.body))
        is_called = bool(contexts) and all(context.parent is not None for context in contexts)
        if is_called and not any(
            isinstance(part, (ir.Loop, ir.Directive, ir.Goto, ir.Unread))
            or (isinstance(part, ir.Call) and _does_more(pointers, part))
            for part in parts
        ):
            found.add(known)
    return frozenset(found)


def _does_more(pointers: Pointers, node: ir.Call) -> bool:
    """Whether a call touches, allocates or releases memory."""
    return (
        bool(pointers.contained.get(id(node)))
        or id(node) in pointers.hits
        or id(node) in pointers.releases
        or (id(node) in pointers.assigned or effect_of(node.name).makes_memory)
    )
