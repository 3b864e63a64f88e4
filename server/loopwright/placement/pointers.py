"""Which memory every pointer of a program may lead to (by inclusion, after Andersen), in every chain of calls.

The order of statements is not looked at: a set holds for all of a run. Memory that is allocated at one place in one chain of calls is
one object; elements of an array are one, members of a struct are not. What code can reach that is not seen is ``unfit`` to be placed.
Integers that are set once are known as polynomials, so that the size of an allocation has a name elsewhere too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from loopwright.lang.constants import constant_of_text
from loopwright.openacc.constructs import COMPUTE
from loopwright.placement import calls
from loopwright.placement.containers import is_container, member_of, owned_paths
from loopwright.placement.cplusplus import CONTAINER, EXCHANGE, MOVED
from loopwright.placement.objects import (
    EVERYWHERE,
    NONE,
    UNKNOWN,
    UNSEEN,
    Assigned,
    Context,
    Place,
    Places,
    TooMuch,
    Val,
)
from loopwright.placement.program import File, Known, Project
from loopwright.placement.store import Store
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.library import is_known
from loopwright.source.linear import Linear

_INT = CType("int")
_MOST_CONTEXTS = 2000
_MOST_ROUNDS = 60
_MOST_TERMS = 12
_ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"))


class Pointers(Store):
    """Carries all functions out on sets, until nothing changes."""

    def __init__(self, project: Project, on_device: frozenset[int] = frozenset()) -> None:
        super().__init__(project, on_device)
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
        self.is_closed = main is not None and not self.unseen_calls
        for known in self.project.functions:
            open_to_others = not self.is_closed and not known.function.static
            if known is not main and known.function.own and (open_to_others or known.name not in called):
                self._roots.append((known, True))
        self._run_until_nothing_changes()
        # What still leads nowhere was not understood.
        self._is_settled = self.changed = True
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
        is_own = name in (CONTAINER, EXCHANGE, MOVED)
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
            self._scopes,
            self.loops,
            self.device,
        )
        self.context, self.file, self._scopes = context, context.known.file, [scope]
        self.loops, self.device = int(context.repeated), context.device
        try:
            yield
        finally:
            self.context, self.file, self._scopes, self.loops, self.device = before  # type: ignore[assignment]

    # Types

    def expanded(self, file: File, kind: CType) -> CType:
        """A type with typedefs put in."""
        return layout.expanded(file.scopes, kind)

    def size(self, kind: CType) -> Linear:
        """Bytes of a type."""
        return layout.size_of(self.file.scopes, kind, lambda extent: self.value(extent).number)

    def is_struct(self, kind: CType) -> bool:
        """Whether values of it have members."""
        return not kind.layers and (bool(self.file.scopes.members(kind.base)) or is_container(kind))

    # Statements

    def run(self, node: Stmt) -> None:
        """A statement."""
        _STATEMENTS[type(node)](self, node)

    def _block(self, node: ir.Block) -> None:
        if node.scoped:
            self._scopes.append({})
        for item in node.items:
            self.run(item)
        if node.scoped:
            self._scopes.pop()

    def _if(self, node: ir.If) -> None:
        self.value(node.condition)
        self.run(node.then)
        if node.other is not None:
            self.run(node.other)

    def _loop(self, node: ir.Loop) -> None:
        if node.start is not None:
            self.run(node.start)
        self.loops += 1
        for part in (node.condition, node.step):
            if part is not None:
                self.value(part)
        self.run(node.body)
        self.loops -= 1

    def _switch(self, node: ir.Switch) -> None:
        self.value(node.value)
        for case in node.cases:
            self.run(case)

    def _return(self, node: ir.Return) -> None:
        if node.value is not None:
            value = self.value(node.value)
            result = self.result(self.context)
            if value.type.layers or self.is_struct(value.type):
                self.objects[result].type = value.type
            self.store(frozenset((Place(result),)), value, ("return", id(node)))

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
                    for name in path.split(".")[1:]:
                        inner = ir.Member(node.span, inner, name, False)
                    self.inside[key].append(inner)
        for inner in self.inside[key]:
            before, self._quiet = self._quiet, True
            self.value(inner)
            self._quiet = before

    def result(self, context: Context) -> int:
        """What a function returns, as an object."""
        return self.new_object(("result", context.number), "", "variable", UNKNOWN, context=context)

    def _directive(self, node: ir.Directive) -> None:
        for item in node.items:  # the host works out how much, and where
            self.value(item.place)
            for section in item.sections:
                for part in (section.lower, section.length):
                    if part is not None:
                        self.value(part)
        if node.condition is not None:
            self.value(node.condition)
        for name in node.private:
            found = self._binding(name)
            if found is not None and found[1].is_array:
                self.spoil(found[0], "each iteration has its own")
        before = self.device
        self.device = before or node.name in COMPUTE
        if node.body is not None:
            self.run(node.body)
        self.device = before

    def _declare(self, node: ir.Declare) -> None:
        kind = self.expanded(self.file, node.type)
        if kind.extern:
            return
        key = ("static", id(node)) if kind.static else ("local", id(node), self.context.number)
        number = self.new_object(
            key, node.name, "variable", kind, context=self.context, node=node, file=self.file, many=bool(self.loops)
        )
        self._scopes[-1][node.name] = (number, kind)
        self._locals.setdefault((self.context.number, node.name), set()).add(number)
        memory = self.objects[number]
        if self.device:
            memory.pinned = "it belongs to an iteration"
        if kind.is_array and memory.size is None:
            size = self.size(kind)
            memory.size = None if any(name.startswith("sizeof") for name in size.names) else size
        if node.value is None:
            return
        place = Place(number)
        if kind.layers[:1] == ("&",):
            self.point(place, self.lvalue(node.value)[0])
            return
        if isinstance(node.value, ir.Opaque) and (node.braced or kind.is_array):
            self._initialized(number, kind, node.value)
            return
        value = self.value(node.value)
        self._assign_to(node.name, kind, node.value)
        if kind.base == "auto" and not kind.layers:
            self._scopes[-1][node.name] = (number, value.type)
            memory.type = value.type
        self.store(frozenset((place,)), value, id(node))

    def _initialized(self, number: int, kind: CType, node: ir.Opaque) -> None:
        """A variable with a list of values in braces."""
        memory = self.objects[number]
        if not memory.wild:
            memory.wild = self.changed = True
        path = "" if kind.is_array and not self.is_struct(kind.element()) else EVERYWHERE
        parts = list(node.parts)
        while parts:
            part = parts.pop()
            if isinstance(part, ir.Opaque):
                parts += part.parts
            elif not isinstance(part, ir.Assign):
                self.point(Place(number, path), self.value(part).targets)
        self.hit(node, frozenset((Place(number),)), True)

    def _evaluate(self, node: ir.Evaluate) -> None:
        self.value(node.value)

    def _nothing(self, node: Stmt) -> None:
        """Where control goes is not looked at."""

    def _unread(self, node: ir.Unread) -> None:
        for scope in self._scopes:
            for number, _ in scope.values():
                self.spoil(number, "a statement in its function could not be read")
                for target in self.leads_to(frozenset((Place(number),))):
                    self.spoil(target.object, "a statement that uses it could not be read")

    # Values

    def value(self, node: Expr) -> Val:
        """What an expression may be."""
        return _VALUES[type(node)](self, node)

    def _of_number(self, node: ir.Number) -> Val:
        return Val(type=_INT, number=Linear(node.value)) if node.value is not None else Val(type=CType("double"))

    def _of_place(self, node: Expr) -> Val:
        if isinstance(node, ir.Name) and self._binding(node.name) is None:
            return self._of_constant(node)
        places, kind = self.lvalue(node)
        return self._load(node, places, kind)

    def _of_constant(self, node: ir.Name) -> Val:
        if node.name in ("NULL", "nullptr", "false", "true"):
            return Val(type=_INT, number=Linear(int(node.name == "true")))
        known = self.project.resolve(node.name, self.file)
        if known is not None:
            self._root(known)
            return Val()
        value = constant_of_text(self.file.scopes, node.name)
        if value is not None and isinstance(value.value, int):
            return Val(type=_INT, number=Linear(value.value))
        return Val(type=_INT)

    def _root(self, known: Known) -> None:
        """A function whose address is taken runs whenever, with anything."""
        if (known, True) not in self._roots:
            self._roots.append((known, True))
            self.changed = True

    def _load(self, node: Expr, places: Places, kind: CType) -> Val:
        kind = self.expanded(self.file, kind)
        if kind.is_array:
            self.decayed.add(id(node))
            self.lead(node, places)
            return Val(places, kind._replace(layers=("*", *kind.layers[1:])))
        self.hit(node, places, False)
        if self.is_struct(kind):
            return Val(type=kind, home=places)
        targets = self.leads_to(places) if kind.layers or not layout.is_integer(kind) else NONE
        if kind.is_pointer or not kind.base:
            self.lead(node, targets)
            if kind.is_pointer and id(node) not in self.elements:
                self.elements[id(node)] = self.size(self.expanded(self.file, kind.element()))
                self.types[id(node)] = kind
        number = self.number_of(places) if not kind.layers else None
        return Val(targets, kind, number, places if not kind.base else NONE)

    def _binding(self, name: str) -> tuple[int, CType] | None:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return self._global(name)

    def _global(self, name: str) -> tuple[int, CType] | None:
        declared = self.file.scopes.names.get(name)
        if declared is None or declared.kind != "variable":
            return None
        scopes = self.file.scopes
        kind = self.expanded(
            self.file, CType(declared.base.removeprefix("struct "), layout.layers_of(declared, scopes))
        )
        is_own = declared.static or (declared.const and self.file.outline.source.language != "c")
        key = ("global", name, self.file.number if is_own else None)
        is_new = key not in self._known
        number = self.new_object(key, name, "variable", kind, file=self.file, node=declared, is_global=True)
        if is_new:
            if kind.is_array:
                self.objects[number].size = self.size(kind)
            if not self.is_closed and not declared.static and not declared.const:
                self.spoil(number, "files that are not seen may use it")
            self._initial(Place(number), kind, declared.value, declared.extern)
        return number, kind

    def _initial(self, place: Place, kind: CType, text: str | None, extern: bool) -> None:
        """What a global variable holds before the program begins."""
        if text is None or (extern and text is None):
            return
        if kind.layers[:1] == ("*",) and text.strip() not in ("0", "NULL", "nullptr"):
            self.point(place, {UNSEEN})
            self.spoil(place.object, "it begins with an address")
        if layout.is_integer(kind):
            known = constant_of_text(self.file.scopes, text)
            value = Linear(known.value) if known is not None and isinstance(known.value, int) else None
            self.define(place, value, "initial", False)
        if kind.is_array or self.is_struct(kind):
            self.objects[place.object].wild = True
            for word in set(text.replace("&", " ").replace(",", " ").replace("{", " ").replace("}", " ").split()):
                found = self._global(word) if word.isidentifier() else None
                if found is not None:
                    self.spoil(found[0], "its address is in an initializer")

    def _of_address(self, node: ir.AddressOf) -> Val:
        known = self.project.resolve(node.place.name, self.file) if isinstance(node.place, ir.Name) else None
        if known is not None and self._binding(known.name) is None:
            self._root(known)
            return Val()
        places, kind = self.lvalue(node.place)
        return Val(places, kind._replace(layers=("*", *kind.layers)))

    def _of_unary(self, node: ir.Unary) -> Val:
        inner = self.value(node.value)
        if node.operator == "-" and inner.number is not None:
            return Val(type=inner.type, number=Linear(0).plus(inner.number, -1))
        return Val(
            inner.targets if node.operator == "~" else NONE, inner.type, inner.number if node.operator == "+" else None
        )

    def _of_binary(self, node: ir.Binary) -> Val:
        left, right = self.value(node.left), self.value(node.right)
        if node.operator == ",":
            return right
        if node.operator not in _ARITHMETIC:
            return Val(type=_INT)
        kind = left.type if left.type.layers or not right.type.layers else right.type
        if not kind.layers and left.type.base and right.type.base:
            sizes = [layout.base_size(each.base) or 4 for each in (left.type, right.type)]
            kind = left.type if sizes[0] >= sizes[1] else right.type
        return Val(left.targets | right.targets, kind, _calculated(node.operator, left.number, right.number))

    def _of_conditional(self, node: ir.Conditional) -> Val:
        self.value(node.condition)
        first, second = self.value(node.first), self.value(node.second)
        number = first.number if first.number == second.number else None
        kind = first.type if first.type.layers or not second.type.layers else second.type
        return Val(first.targets | second.targets, kind, number, first.home | second.home)

    def _of_cast(self, node: ir.Cast) -> Val:
        inner = self.value(node.value)
        kind = self.expanded(self.file, node.type)
        targets = inner.targets
        if kind.is_pointer and not inner.type.layers and not targets and inner.number != Linear(0) and inner.type.base:
            if not (inner.type.base == "void" or isinstance(node.value, ir.Call)):
                targets = frozenset((UNSEEN,))
        number = inner.number if layout.is_integer(kind) else None
        return Val(targets, kind if kind.layers or kind.base not in ("", "auto") else inner.type, number, inner.home)

    def _of_sizeof(self, node: ir.SizeOf) -> Val:
        kind = node.type if node.type is not None else self.type_of(node.value)
        return Val(type=CType("size_t"), number=self.size(kind))

    def type_of(self, node: Expr | None) -> CType:
        """The type of an expression that is not evaluated."""
        before, self._muted = getattr(self, "_muted", 0), 1
        try:
            return _TYPES[type(node)](self, node) if type(node) in _TYPES else UNKNOWN
        finally:
            self._muted = before

    def _type_of_name(self, node: ir.Name) -> CType:
        found = self._binding(node.name)
        return self.expanded(self.file, found[1]) if found is not None else UNKNOWN

    def _type_of_deref(self, node: ir.Deref) -> CType:
        return self.expanded(self.file, self.type_of(node.pointer).element())

    def _type_of_index(self, node: ir.Index) -> CType:
        return self.expanded(self.file, self.type_of(node.base).element())

    def _type_of_member(self, node: ir.Member) -> CType:
        owner = self.expanded(self.file, self.type_of(node.base))
        if node.arrow:
            owner = self.expanded(self.file, owner.element())
        found = member_of(self.file.scopes, owner.base, node.name)
        return found[1] if found is not None else UNKNOWN

    def _of_assign(self, node: ir.Assign) -> Val:
        value = self.value(node.value)
        if node.operator:
            old = self.value(node.target)
            value = Val(old.targets | value.targets, old.type)
        places, kind = self.lvalue(node.target)
        self._assign_to(node.target, self.expanded(self.file, kind), node.value)
        self.hit(node.target, places, True)
        self.store(places, value, id(node), bool(node.operator))
        return value._replace(type=kind if kind.base else value.type)

    def _assign_to(self, target: Expr | str, kind: CType, value: Expr) -> None:
        while isinstance(value, ir.Cast):
            value = value.value
        if isinstance(value, ir.Call) and kind.is_pointer:
            self.assigned[id(value)] = Assigned(target, self.size(self.expanded(self.file, kind.element())), kind)

    def _of_step(self, node: ir.Step) -> Val:
        value = self.value(node.target)
        places, _ = self.lvalue(node.target)
        self.hit(node.target, places, True)
        self.store(places, value._replace(number=None), id(node), True)
        return value._replace(number=None)

    def store(self, places: Places, value: Val, key: object, again: bool = False) -> None:
        """``again``: the new value depends on the old one."""
        if not places and self._is_settled:
            held = [self.cells[Place(h.object, path)] for h in value.home for path in self._under.get(h.object, ())]
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

    def _of_opaque(self, node: ir.Opaque) -> Val:
        for part in node.parts:
            value = self.value(part)
            for target in value.targets | value.home:
                self.spoil(target.object, "an expression that uses it could not be read")
        return Val()

    # Places

    def lvalue(self, node: Expr) -> tuple[Places, CType]:
        """The places that an lvalue may name, and its type."""
        return _PLACES[type(node)](self, node) if type(node) in _PLACES else self._place_of_value(node)

    def _place_of_value(self, node: Expr) -> tuple[Places, CType]:
        value = self.value(node)
        return value.home, value.type

    def _place_of_name(self, node: ir.Name) -> tuple[Places, CType]:
        found = self._binding(node.name)
        if found is None:
            self._of_constant(node)
            return NONE, UNKNOWN
        number, kind = found
        if kind.layers[:1] == ("&",):
            return self.leads_to(frozenset((Place(number),))), kind.element()
        return frozenset((Place(number),)), kind

    def _place_of_deref(self, node: ir.Deref) -> tuple[Places, CType]:
        value = self.value(node.pointer)
        return value.targets, value.type.element() if value.type.layers else UNKNOWN

    def _place_of_index(self, node: ir.Index) -> tuple[Places, CType]:
        value = self.value(node.base)
        self.value(node.index)
        return value.targets, value.type.element() if value.type.layers else UNKNOWN

    def _place_of_member(self, node: ir.Member) -> tuple[Places, CType]:
        if node.arrow:
            value = self.value(node.base)
            places, kind = value.targets, value.type.element() if value.type.layers else UNKNOWN
        else:
            places, kind = self.lvalue(node.base)
        owner = self.expanded(self.file, kind)
        found = member_of(self.file.scopes, owner.base, node.name)
        inner = frozenset(
            place if place == UNSEEN else place._replace(path=f"{place.path}.{node.name}") for place in places
        )
        return inner, found[1] if found is not None else UNKNOWN

    def _place_of_cast(self, node: ir.Cast) -> tuple[Places, CType]:
        places, _ = self.lvalue(node.value)
        return places, self.expanded(self.file, node.type)

    def _place_of_assign(self, node: ir.Assign) -> tuple[Places, CType]:
        self.value(node)
        return self.lvalue(node.target)


def _calculated(operator: str, left: Linear | None, right: Linear | None) -> Linear | None:
    if left is None or right is None:
        return None
    if operator in ("+", "-"):
        return left.plus(right, 1 if operator == "+" else -1)
    if operator == "*" and (len(left.terms) + 1) * (len(right.terms) + 1) <= _MOST_TERMS:
        return left.times(right)
    if not left.terms and not right.terms:
        a, b = left.constant, right.constant
        if operator in ("/", "%") and b > 0 and a >= 0:
            return Linear(a // b if operator == "/" else a % b)
        if operator == "<<" and 0 <= b < 32:
            return Linear(a << b)
    return None


_STATEMENTS: dict[type, Callable[[Pointers, Any], None]] = {
    ir.Block: Pointers._block,
    ir.If: Pointers._if,
    ir.Loop: Pointers._loop,
    ir.Switch: Pointers._switch,
    ir.Return: Pointers._return,
    ir.Directive: Pointers._directive,
    ir.Declare: Pointers._declare,
    ir.Evaluate: Pointers._evaluate,
    ir.Jump: Pointers._nothing,
    ir.Goto: Pointers._nothing,
    ir.Label: Pointers._nothing,
    ir.Unread: Pointers._unread,
}
_VALUES: dict[type, Callable[[Pointers, Any], Val]] = {
    ir.Number: Pointers._of_number,
    **dict.fromkeys((ir.Name, ir.Index, ir.Deref, ir.Member), Pointers._of_place),
    ir.AddressOf: Pointers._of_address,
    ir.Unary: Pointers._of_unary,
    ir.Binary: Pointers._of_binary,
    ir.Conditional: Pointers._of_conditional,
    ir.Cast: Pointers._of_cast,
    ir.SizeOf: Pointers._of_sizeof,
    ir.Assign: Pointers._of_assign,
    ir.Step: Pointers._of_step,
    ir.Call: calls.value_of_call,
    ir.Opaque: Pointers._of_opaque,
}
_PLACES: dict[type, Callable[[Pointers, Any], tuple[Places, CType]]] = {
    ir.Name: Pointers._place_of_name,
    ir.Deref: Pointers._place_of_deref,
    ir.Index: Pointers._place_of_index,
    ir.Member: Pointers._place_of_member,
    ir.Cast: Pointers._place_of_cast,
    ir.Assign: Pointers._place_of_assign,
}
_TYPES: dict[type, Callable[[Pointers, Any], CType]] = {
    ir.Name: Pointers._type_of_name,
    ir.Deref: Pointers._type_of_deref,
    ir.Index: Pointers._type_of_index,
    ir.Member: Pointers._type_of_member,
}
