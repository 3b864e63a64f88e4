"""Which memory every pointer of a program may lead to (by inclusion, after Andersen), in every chain of calls.

The order of statements is not looked at: a set holds for all of a run. Memory that is allocated at one place in one chain of calls is
one object; elements of an array are one, members of a struct are not. What code can reach that is not seen is ``unfit`` to be placed.
Integers that are set once are known as polynomials, so that the size of an allocation has a name elsewhere too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from loopwright.lang.effects import is_known
from loopwright.lang.places import Place
from loopwright.placement import values
from loopwright.placement.boxes import ENDED
from loopwright.placement.containers import CONTAINER, EXCHANGE, MOVED, is_container, owned_paths
from loopwright.placement.inheritance import has_members
from loopwright.placement.objects import (
    UNKNOWN,
    UNSEEN,
    Assigned,
    Context,
    Places,
    TooMuch,
    Val,
)
from loopwright.placement.program import File, Known, Project
from loopwright.placement.statements import STATEMENTS
from loopwright.placement.store import Store
from loopwright.placement.values import PLACES, TYPES, VALUES
from loopwright.placement.variables import is_variable
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.scan import everything_in
from loopwright.source.linear import Linear

_MOST_CONTEXTS = 2000
_MOST_ROUNDS = 60


class Pointers(Store):
    """Carries all functions out on sets, until nothing changes."""

    def __init__(self, project: Project, on_device: frozenset[int] = frozenset(), most: int | None = None) -> None:
        """``most`` statements are carried out; then :class:`TooMuch` is raised, as where the program has too many chains of calls."""
        super().__init__(project, on_device)
        self.steps, self._most = 0, most
        self._looked_at: list[Expr] = []
        self._solve()
        self.settle()

    # Rounds

    def _solve(self) -> None:
        main = self.project.main
        if main is not None:
            self._roots.append((main, False))
        called = {name for known in self.project.functions for name in known.calls}
        self.unseen_calls = sorted(
            {name for known in self.project.functions for name in known.calls if name and self._is_unseen(known, name)}
        )
        self.unseen_calls += sorted(
            {
                name
                for known in self.project.functions
                for name in known.calls_by_object
                if not self.project.overriders(name)[1]
            }
        )
        self.is_closed = main is not None and self.project.are_of_libraries(self.unseen_calls)
        own = [known for known in self.project.functions if known is not main and known.function.own]
        if not self.is_closed:
            self._roots += [(known, True) for known in own if not known.function.static]
        self._run_until_nothing_changes()
        for known in own:  # what is in a pointer is called where that leads
            if known.name not in called and known not in self.valued:
                self.root(known)
        self._run_until_nothing_changes()
        # What still leads nowhere was not understood.
        self.is_settled = self.changed = True
        self._run_until_nothing_changes()
        while self._spoil_what_others_use():
            self._run_until_nothing_changes()

    def _run_until_nothing_changes(self) -> None:
        while self.changed:
            self._rounds += 1
            if self._rounds > _MOST_ROUNDS:
                raise TooMuch
            self.changed = False
            self._done.clear()
            for known, repeated in list(self._roots):
                self._run_root(known, repeated)

    def _spoil_what_others_use(self) -> bool:
        """What is used by functions that are called from where nobody sees, methods of classes among them."""
        for context in list(self.contexts.values()):
            if context.parent is None and context.known is not self.project.main:
                for hit in self.effects.get(context.number, set()):
                    if self.objects[hit.place.object].context is not context:
                        self.spoil(hit.place.object, f"{context.known.name} uses it, and who calls that is not seen")
        return self.changed

    def _is_unseen(self, known: Known, name: str) -> bool:
        if name in known.locals or is_variable(known.file, name):
            return False
        is_own = name in (CONTAINER, EXCHANGE, MOVED, ENDED)
        return self.project.resolve(name, known.file) is None and not is_known(name) and not is_own

    def _run_root(self, known: Known, repeated: bool) -> None:
        context = self.context_of(known, None, None, False, repeated)
        for parameter in known.function.parameters:
            kind = self.expanded(known.file, parameter.type)
            number = self.variable(("parameter", parameter.name), parameter.name, kind, context, None)
            if kind.is_pointer or kind.layers[:1] == ("&",) or not kind.base:
                self.point(Place(number), {UNSEEN})
            if known.name == "main" or layout.is_integer(kind):
                self.define(Place(number), None, ("given", number))
        self.run_context(context)

    def context_of(
        self, known: Known, parent: Context | None, node: ir.Call | None, device: bool, repeated: bool
    ) -> Context:
        """The context of a call."""
        key = (known, parent, id(node) if node is not None else None, device)
        if key not in self.contexts:
            if len(self.contexts) >= _MOST_CONTEXTS:
                raise TooMuch
            depth = parent.depth + self.loops - int(parent.repeated) if parent is not None else 0
            found = Context(known, len(self.contexts), parent, device, repeated, node, depth)
            self.contexts[key] = found
            self.by_function.setdefault(known, []).append(found)
            self.changed = True
        return self.contexts[key]

    def run_context(self, context: Context) -> None:
        """Carry a function out, once in each round."""
        if context.number in self._done:
            return
        self._done.add(context.number)
        scope: dict[str, tuple[int, CType]] = {}
        for parameter in context.known.function.parameters:
            kind = self.expanded(context.known.file, parameter.type)
            scope[parameter.name] = (
                self.variable(("parameter", parameter.name), parameter.name, kind, context, None),
                kind,
            )
        with self._inside(context, scope):
            self.run(context.known.function.body)

    @contextmanager
    def _inside(self, context: Context, scope: dict[str, tuple[int, CType]]) -> Iterator[None]:
        before = (
            getattr(self, "context", None),
            getattr(self, "file", None),
            self.blocks,
            self.loops,
            self.device,
        )
        self.context, self.file, self.blocks = context, context.known.file, [scope]
        self.loops, self.device = int(context.repeated), context.device
        try:
            yield
        finally:
            self.context, self.file, self.blocks, self.loops, self.device = before  # type: ignore[assignment]

    # Types

    def expanded(self, file: File, kind: CType) -> CType:
        """A type with typedefs put in."""
        return layout.expanded(file.scopes, kind)

    def size(self, kind: CType) -> Linear:
        """Bytes of a type."""
        return layout.size_of(self.file.scopes, kind, lambda extent: self.value(extent).number)

    def is_struct(self, kind: CType) -> bool:
        """Whether values of it have members."""
        return not kind.layers and (has_members(self.file.scopes, kind.base) or is_container(kind))

    # Statements

    def run(self, node: Stmt) -> None:
        """A statement."""
        self.steps += 1
        if self._most is not None and self.steps > self._most:
            raise TooMuch
        STATEMENTS[type(node)](self, node)

    def look_into(self, node: Expr) -> None:
        """The containers of an object that is given to a function are read, so that what they lead to has a name."""
        key = id(node)
        if key not in self.inside:
            self.inside[key] = []
            kind = self.expanded(self.file, self.type_of(node))
            kind = kind.element() if kind.layers[:1] == ("&",) else kind
            if not kind.layers and isinstance(node, (ir.Name, ir.Member)):
                for path in owned_paths(self.file.scopes, kind.base) or []:
                    inner: Expr = node
                    for name in path:
                        inner = ir.Member(node.span, inner, name, False)
                    self.inside[key].append(inner)
        for inner in self.inside[key]:
            before, self.quiet = self.quiet, True
            self.value(inner)
            self.quiet = before

    def look_at(self, context: Context, node: Expr) -> Val:
        """An expression of names that mean one variable each in a function, which no statement of it has to hold. It is kept: what is known
        of expressions is found by their identity."""
        self._looked_at.append(node)
        numbers = {
            part.name: number
            for part in everything_in(node)
            if isinstance(part, ir.Name) and (number := self.variable_in(context, part.name)) is not None
        }
        scope = {name: (number, self.objects[number].type) for name, number in numbers.items()}
        with self._inside(context, scope):
            before, self.quiet = self.quiet, True
            value = self.value(node)
            self.quiet = before
        return value

    def result(self, context: Context) -> int:
        """What a function returns, as an object."""
        return self.new_object(("result", context.number), "", "variable", UNKNOWN, context=context)

    # Values

    def value(self, node: Expr) -> Val:
        """What an expression may be."""
        return VALUES[type(node)](self, node)

    def type_of(self, node: Expr | None) -> CType:
        """The type of an expression that is not evaluated."""
        return TYPES[type(node)](self, node) if type(node) in TYPES else UNKNOWN

    def assign_to(self, target: Expr | str, kind: CType, value: Expr) -> None:
        while isinstance(value, ir.Cast):
            value = value.value
        if isinstance(value, ir.Call) and kind.is_pointer:
            self.assigned[id(value)] = Assigned(target, self.size(self.expanded(self.file, kind.element())), kind)

    def store(self, places: Places, value: Val, key: object, again: bool = False) -> None:
        """``again``: the new value depends on the old one."""
        if not places and self.is_settled:
            held = [self.cells[Place(h.object, path)] for h in value.home for path in self.under.get(h.object, ())]
            for target in value.targets.union(*held):
                self.spoil(target.object, "its address is kept where nobody sees it")
        for place in places:
            if value.targets:
                self.point(place, value.targets)
            for home in value.home:
                self.copy(place, home, key)
            if value.home and not (not value.type.base and value.number is not None):
                continue
            if again:
                self.define(place, None, key, False)
            elif not value.targets and self.objects[place.object].kind != "unseen":
                if not value.type.layers and (layout.is_integer(value.type) or not value.type.base):
                    self.define(place, value.number, (key, self.context.number))

    # Places

    def lvalue(self, node: Expr) -> tuple[Places, CType]:
        """The places that an lvalue may name, and its type."""
        return PLACES[type(node)](self, node) if type(node) in PLACES else values.place_of_value(self, node)
