"""Which memory every pointer of a program may lead to (by inclusion, after Andersen), in every chain of calls.

The order of statements is not looked at: a set holds for all of a run. Memory that is allocated at one place in one chain of calls is
one object; elements of an array are one, members of a struct are not. What code can reach that is not seen is ``unfit`` to be placed.
Integers that are set once are known as polynomials, so that the size of an allocation has a name elsewhere too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from loopwright.lang.constants import constant_of_text
from loopwright.openacc.constructs import COMPUTE
from loopwright.placement.program import File, Known, Project
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.library import is_known, library
from loopwright.source.linear import Linear

_UNKNOWN = CType("")
_INT = CType("int")
_MOST_CONTEXTS = 2000
_MOST_ROUNDS = 60
_MOST_NUMBERED = 30  # rounds in which integers may still change
_MOST_TERMS = 12
_ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"))
_PRINTING = frozenset(("sprintf", "snprintf", "fscanf", "scanf", "sscanf", "fgets"))
EVERYWHERE = "*"  # the path of what may be in any member
RELEASED = "~"  # the path of an object that is given back


class TooMuch(Exception):
    """The program is larger than the budget."""


class Place(NamedTuple):
    """Memory of an object: all elements of the member at ``path``, of the object itself where that is empty."""

    object: int
    path: str = ""


UNSEEN = Place(0)
Places = frozenset[Place]
NONE: Places = frozenset()


@dataclass(eq=False)
class Memory:
    """An object. ``kind``: unseen, variable, heap. ``node`` is the call that allocates it or its declaration; ``unfit`` says why it cannot be
    placed; ``wild``: an initializer list gave it values; ``many``: it may be made more than once in a run."""

    number: int
    name: str
    kind: str
    type: CType
    context: Context | None = None
    node: Any = None
    file: File | None = None
    size: Linear | None = None
    unfit: str = ""
    wild: bool = False
    many: bool = False
    is_global: bool = False


class Val(NamedTuple):
    """The value of an expression: what it may point at, or a number; ``home`` is where a struct lies."""

    targets: Places = NONE
    type: CType = _UNKNOWN
    number: Linear | None = None
    home: Places = NONE


@dataclass(eq=False)
class Context:
    """A function in a chain of calls. ``repeated``: it may run more than once."""

    known: Known
    number: int
    parent: Context | None
    device: bool
    repeated: bool
    call: ir.Call | None = None
    depth: int = 0  # loops around the call, in all functions

    def within(self, known: Known) -> Context | None:
        """The context of the same function further up the chain."""
        here: Context | None = self
        while here is not None and here.known is not known:
            here = here.parent
        return here


class Hit(NamedTuple):
    """An access of an expression."""

    place: Place
    device: bool
    writes: bool


class Passed(NamedTuple):
    """An argument whose bytes a function of a library reads or writes; ``size`` are the arguments whose product is their number."""

    argument: Expr
    factors: tuple[Expr, ...]
    writes: bool


class Assigned(NamedTuple):
    """The pointer that gets what a call returns, and the size of its elements."""

    target: Expr | str
    element: Linear
    type: CType


class Origin(NamedTuple):
    """Where an object comes from, and the function that this is in."""

    node: Any
    context: Context | None


class Pointers:
    """Carries all functions out on sets, until nothing changes."""

    def __init__(self, project: Project, on_device: frozenset[int] = frozenset()) -> None:
        """``on_device``: calls that copy or clear memory and run there."""
        self.project, self.on_device = project, on_device
        self.objects: list[Memory] = [Memory(0, "", "unseen", _UNKNOWN, unfit="it is not seen where it comes from")]
        self.cells: dict[Place, set[Place]] = {}
        self.definitions: dict[
            Place, dict[object, Linear | None]
        ] = {}  # of integers: what each place of the program gives them
        self.hits: dict[int, set[Hit]] = {}
        self.contained: dict[int, set[Hit]] = {}
        self.passed: dict[int, list[Passed]] = {}
        self.callees: dict[int, set[Known]] = {}
        self.releases: dict[int, set[int]] = {}
        self.released: dict[int, CType] = {}  # the type of the pointer that a call gives back
        self.contexts: dict[object, Context] = {}
        self.by_function: dict[Known, list[Context]] = {}
        self.values: dict[tuple[int, int], Places] = {}  # of the node of a call or name, in a context: what it leads to
        self.decayed: set[int] = set()  # arrays that are used as pointers to their first element
        self.elements: dict[int, Linear] = {}  # of pointers: bytes of what they point at
        self.types: dict[int, CType] = {}  # of pointers
        self.assigned: dict[int, Assigned] = {}  # of the call that allocates
        self._known: dict[object, int] = {}
        self._locals: dict[tuple[int, str], set[int]] = {}
        self._under: dict[int, set[str]] = {}  # paths of an object that hold something
        self._roots: list[tuple[Known, bool]] = []
        self._changed = True
        self._rounds = 0
        self._done: set[int] = set()
        self._effects: dict[int, set[Hit]] = {}
        self._context: Context
        self._file: File
        self._scopes: list[dict[str, tuple[int, CType]]] = []
        self._loops = 0
        self._device = False
        self._solve()

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
        while self._changed:
            self._rounds += 1
            if self._rounds > _MOST_ROUNDS:
                raise TooMuch
            self._changed = False
            self._done.clear()
            for known, repeated in list(self._roots):
                self._run_root(known, repeated)

    def _is_unseen(self, known: Known, name: str) -> bool:
        return self.project.resolve(name, known.file) is None and not is_known(name)

    def _run_root(self, known: Known, repeated: bool) -> None:
        context = self._context_of(known, None, None, False, repeated)
        for parameter in known.function.parameters:
            kind = self._expanded(known.file, parameter.type)
            number = self._variable(("parameter", parameter.name), parameter.name, kind, context, None)
            if kind.is_pointer or kind.layers[:1] == ("&",) or not kind.base:
                self._point(Place(number), {UNSEEN})
            if known.name == "main" or layout.is_integer(kind):
                self._define(Place(number), None, ("given", number))
        self._run_context(context)

    def _context_of(
        self, known: Known, parent: Context | None, node: ir.Call | None, device: bool, repeated: bool
    ) -> Context:
        key = (known, parent, id(node) if node is not None else None, device)
        if key not in self.contexts:
            if len(self.contexts) >= _MOST_CONTEXTS:
                raise TooMuch
            depth = parent.depth + self._loops - int(parent.repeated) if parent is not None else 0
            found = Context(known, len(self.contexts), parent, device, repeated, node, depth)
            self.contexts[key] = found
            self.by_function.setdefault(known, []).append(found)
            self._changed = True
        return self.contexts[key]

    def _run_context(self, context: Context) -> None:
        if context.number in self._done:
            return
        self._done.add(context.number)
        scope: dict[str, tuple[int, CType]] = {}
        for parameter in context.known.function.parameters:
            kind = self._expanded(context.known.file, parameter.type)
            scope[parameter.name] = (
                self._variable(("parameter", parameter.name), parameter.name, kind, context, None),
                kind,
            )
        with self._inside(context, scope):
            self.run(context.known.function.body)

    @contextmanager
    def _inside(self, context: Context, scope: dict[str, tuple[int, CType]]) -> Iterator[None]:
        before = (
            getattr(self, "_context", None),
            getattr(self, "_file", None),
            self._scopes,
            self._loops,
            self._device,
        )
        self._context, self._file, self._scopes = context, context.known.file, [scope]
        self._loops, self._device = int(context.repeated), context.device
        try:
            yield
        finally:
            self._context, self._file, self._scopes, self._loops, self._device = before  # type: ignore[assignment]

    # Memory

    def _object(self, key: object, name: str, kind: str, type: CType, **more: Any) -> int:
        if key not in self._known:
            self._known[key] = len(self.objects)
            self.objects.append(Memory(len(self.objects), name, kind, type, **more))
            self._changed = True
        return self._known[key]

    def _variable(self, key: object, name: str, kind: CType, context: Context, node: object) -> int:
        return self._object(
            (key, context.number), name, "variable", kind, context=context, node=node, file=context.known.file
        )

    def spoil(self, number: int, reason: str) -> None:
        """An object cannot be placed, nor what it leads to."""
        todo = [number]
        while todo:
            memory = self.objects[todo.pop()]
            if memory.unfit:
                continue
            memory.unfit = reason
            self._changed = True
            todo += [
                target.object
                for path in self._under.get(memory.number, ())
                for target in self.cells.get(Place(memory.number, path), ())
            ]

    def _point(self, place: Place, targets: set[Place] | Places) -> None:
        held = self.cells.setdefault(place, set())
        self._under.setdefault(place.object, set()).add(place.path)
        if not targets <= held:
            held |= targets
            self._changed = True
        memory = self.objects[place.object]
        if memory.unfit and place != UNSEEN:
            for target in targets:
                self.spoil(target.object, memory.unfit)
        elif place.object == UNSEEN.object:
            for target in targets:
                self.spoil(target.object, "its address is kept where nobody sees it")

    def leads_to(self, places: Places) -> Places:
        """What pointers at some places may point at."""
        found: set[Place] = set()
        for place in places:
            found |= self.cells.get(place, NONE)
            found |= self.cells.get(Place(place.object, EVERYWHERE), NONE)
            if self.objects[place.object].unfit:
                found.add(UNSEEN)
        return frozenset(found)

    def _define(self, place: Place, value: Linear | None, key: object, is_fixed: bool = True) -> None:
        """A place of the program (``key``) gives an integer its value; ``is_fixed``: where that is not known it is still one value."""
        if value is None and is_fixed and not self._loops:
            name = f"{self.objects[place.object].name or 'value'}{place.path}#{key}"
            value = Linear(0, (((name,), 1),))
        if self._rounds > _MOST_NUMBERED:
            value = None
        given = self.definitions.setdefault(place, {})
        if key not in given or given[key] != value:
            given[key] = value
            self._changed = True

    def number_at(self, place: Place) -> Linear | None:
        """What an integer is, where all that is ever written to it is the same."""
        memory = self.objects[place.object]
        if memory.unfit or (memory.many and memory.kind == "heap"):
            return None
        given = self.definitions.get(place, {})
        if memory.wild and place.path:
            return None if given else Linear(0, (((f"{memory.name}{place.path}#{memory.number}",), 1),))
        values = set(given.values())
        return values.pop() if len(values) == 1 else None

    def _number(self, places: Places) -> Linear | None:
        return self.number_at(next(iter(places))) if len(places) == 1 else None

    def _lead(self, node: Expr, targets: Places) -> None:
        key = (id(node), self._context.number)
        self.values[key] = self.values.get(key, NONE) | targets

    def _hit(self, node: Expr, places: Places, writes: bool) -> None:
        found = {Hit(place, self._device, writes) for place in places}
        self._add(self.hits, id(node), found)
        self._effect(found)

    def _effect(self, found: set[Hit]) -> None:
        self._add(self._effects, self._context.number, found)

    def _add(self, table: dict[int, set[Hit]], key: int, found: set[Hit]) -> None:
        held = table.setdefault(key, set())
        if not found <= held:
            held |= found
            self._changed = True

    # Types

    def _expanded(self, file: File, kind: CType) -> CType:
        return layout.expanded(file.scopes, kind)

    def size(self, kind: CType) -> Linear:
        """Bytes of a type."""
        return layout.size_of(self._file.scopes, kind, lambda extent: self.value(extent).number)

    def is_struct(self, kind: CType) -> bool:
        """Whether values of it have members."""
        return not kind.layers and bool(self._file.scopes.members(kind.base))

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
        self._loops += 1
        for part in (node.condition, node.step):
            if part is not None:
                self.value(part)
        self.run(node.body)
        self._loops -= 1

    def _switch(self, node: ir.Switch) -> None:
        self.value(node.value)
        for case in node.cases:
            self.run(case)

    def _return(self, node: ir.Return) -> None:
        if node.value is not None:
            value = self.value(node.value)
            result = self._result(self._context)
            self._store(frozenset((Place(result),)), value, ("return", id(node)))

    def _result(self, context: Context) -> int:
        return self._object(("result", context.number), "", "variable", _UNKNOWN, context=context)

    def _directive(self, node: ir.Directive) -> None:
        for item in node.items:  # the host works out how much, and where
            self.value(item.place)
            for section in item.sections:
                for part in (section.lower, section.length):
                    if part is not None:
                        self.value(part)
        if node.condition is not None:
            self.value(node.condition)
        before = self._device
        self._device = before or node.name in COMPUTE
        if node.body is not None:
            self.run(node.body)
        self._device = before

    def _declare(self, node: ir.Declare) -> None:
        kind = self._expanded(self._file, node.type)
        if kind.extern:
            return
        key = ("static", id(node)) if kind.static else ("local", id(node), self._context.number)
        number = self._object(
            key, node.name, "variable", kind, context=self._context, node=node, file=self._file, many=bool(self._loops)
        )
        self._scopes[-1][node.name] = (number, kind)
        self._locals.setdefault((self._context.number, node.name), set()).add(number)
        memory = self.objects[number]
        if self._device and not memory.unfit:
            memory.unfit = "it belongs to an iteration"
        if kind.is_array and memory.size is None:
            size = self.size(kind)
            memory.size = None if any(name.startswith("sizeof") for name in size.names) else size
        if node.value is None:
            return
        place = Place(number)
        if kind.layers[:1] == ("&",):
            self._point(place, self.lvalue(node.value)[0])
            return
        if isinstance(node.value, ir.Opaque) and (node.braced or kind.is_array):
            self._initialized(number, kind, node.value)
            return
        value = self.value(node.value)
        self._assign_to(node.name, kind, node.value)
        if kind.base == "auto" and not kind.layers:
            self._scopes[-1][node.name] = (number, value.type)
            memory.type = value.type
        self._store(frozenset((place,)), value, id(node))

    def _initialized(self, number: int, kind: CType, node: ir.Opaque) -> None:
        """A variable with a list of values in braces."""
        memory = self.objects[number]
        if not memory.wild:
            memory.wild = self._changed = True
        path = "" if kind.is_array and not self.is_struct(kind.element()) else EVERYWHERE
        parts = list(node.parts)
        while parts:
            part = parts.pop()
            if isinstance(part, ir.Opaque):
                parts += part.parts
            elif not isinstance(part, ir.Assign):
                self._point(Place(number, path), self.value(part).targets)
        self._hit(node, frozenset((Place(number),)), True)

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
        known = self.project.resolve(node.name, self._file)
        if known is not None:
            self._root(known)
            return Val()
        value = constant_of_text(self._file.scopes, node.name)
        if value is not None and isinstance(value.value, int):
            return Val(type=_INT, number=Linear(value.value))
        return Val(type=_INT)

    def _root(self, known: Known) -> None:
        """A function whose address is taken runs whenever, with anything."""
        if (known, True) not in self._roots:
            self._roots.append((known, True))
            self._changed = True

    def _load(self, node: Expr, places: Places, kind: CType) -> Val:
        kind = self._expanded(self._file, kind)
        if kind.is_array:
            self.decayed.add(id(node))
            self._lead(node, places)
            return Val(places, kind._replace(layers=("*", *kind.layers[1:])))
        self._hit(node, places, False)
        if self.is_struct(kind):
            return Val(type=kind, home=places)
        targets = self.leads_to(places) if kind.layers or not layout.is_integer(kind) else NONE
        if kind.is_pointer or not kind.base:
            self._lead(node, targets)
            if kind.is_pointer and id(node) not in self.elements:
                self.elements[id(node)] = self.size(self._expanded(self._file, kind.element()))
                self.types[id(node)] = kind
        number = self._number(places) if not kind.layers else None
        return Val(targets, kind, number, places if not kind.base else NONE)

    def origin(self, memory: Memory) -> Origin:
        """What makes an object: its declaration, or the call whose result a pointer gets, where a function only returns it."""
        node, context = memory.node, memory.context
        if memory.kind == "heap":
            while context is not None and id(node) not in self.assigned and context.call is not None:
                node, context = context.call, context.parent
        return Origin(node, context)

    def variable_in(self, context: Context, name: str) -> int | None:
        """The object of a parameter, of a local variable that is declared once, or of a global one."""
        parameter = self._known.get((("parameter", name), context.number))
        if parameter is not None:
            return parameter
        found = self._locals.get((context.number, name), set())
        if found:
            return next(iter(found)) if len(found) == 1 else None
        for key in (("global", name, context.known.file.number), ("global", name, None)):
            if key in self._known:
                return self._known[key]
        return None

    def _binding(self, name: str) -> tuple[int, CType] | None:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return self._global(name)

    def _global(self, name: str) -> tuple[int, CType] | None:
        declared = self._file.scopes.names.get(name)
        if declared is None or declared.kind != "variable":
            return None
        scopes = self._file.scopes
        kind = self._expanded(
            self._file, CType(declared.base.removeprefix("struct "), layout.layers_of(declared, scopes))
        )
        is_own = declared.static or (declared.const and self._file.outline.source.language != "c")
        key = ("global", name, self._file.number if is_own else None)
        is_new = key not in self._known
        number = self._object(key, name, "variable", kind, file=self._file, node=declared, is_global=True)
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
            self._point(place, {UNSEEN})
            self.spoil(place.object, "it begins with an address")
        if layout.is_integer(kind):
            known = constant_of_text(self._file.scopes, text)
            value = Linear(known.value) if known is not None and isinstance(known.value, int) else None
            self._define(place, value, "initial", False)
        if kind.is_array or self.is_struct(kind):
            self.objects[place.object].wild = True
            for word in set(text.replace("&", " ").replace(",", " ").replace("{", " ").replace("}", " ").split()):
                found = self._global(word) if word.isidentifier() else None
                if found is not None:
                    self.spoil(found[0], "its address is in an initializer")

    def _of_address(self, node: ir.AddressOf) -> Val:
        known = self.project.resolve(node.place.name, self._file) if isinstance(node.place, ir.Name) else None
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
        kind = self._expanded(self._file, node.type)
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
            return _TYPES[type(node)](self, node) if type(node) in _TYPES else _UNKNOWN
        finally:
            self._muted = before

    def _type_of_name(self, node: ir.Name) -> CType:
        found = self._binding(node.name)
        return self._expanded(self._file, found[1]) if found is not None else _UNKNOWN

    def _type_of_deref(self, node: ir.Deref) -> CType:
        return self._expanded(self._file, self.type_of(node.pointer).element())

    def _type_of_index(self, node: ir.Index) -> CType:
        return self._expanded(self._file, self.type_of(node.base).element())

    def _type_of_member(self, node: ir.Member) -> CType:
        owner = self._expanded(self._file, self.type_of(node.base))
        if node.arrow:
            owner = self._expanded(self._file, owner.element())
        found = layout.member_of(self._file.scopes, owner.base, node.name)
        return found[1] if found is not None else _UNKNOWN

    def _of_assign(self, node: ir.Assign) -> Val:
        value = self.value(node.value)
        if node.operator:
            old = self.value(node.target)
            value = Val(old.targets | value.targets, old.type)
        places, kind = self.lvalue(node.target)
        self._assign_to(node.target, self._expanded(self._file, kind), node.value)
        self._hit(node.target, places, True)
        self._store(places, value, id(node), bool(node.operator))
        return value._replace(type=kind if kind.base else value.type)

    def _assign_to(self, target: Expr | str, kind: CType, value: Expr) -> None:
        while isinstance(value, ir.Cast):
            value = value.value
        if isinstance(value, ir.Call) and kind.is_pointer:
            self.assigned[id(value)] = Assigned(target, self.size(self._expanded(self._file, kind.element())), kind)

    def _of_step(self, node: ir.Step) -> Val:
        value = self.value(node.target)
        places, _ = self.lvalue(node.target)
        self._hit(node.target, places, True)
        self._store(places, value._replace(number=None), id(node), True)
        return value._replace(number=None)

    def _store(self, places: Places, value: Val, key: object, again: bool = False) -> None:
        """``again``: the new value depends on the old one."""
        for place in places:
            if value.targets:
                self._point(place, value.targets)
            for home in value.home:
                self._copy(place, home, key)
            if value.home and not (not value.type.base and value.number is not None):
                continue
            if again:
                self._define(place, None, key, False)
            elif not value.targets and self.objects[place.object].kind != "unseen":
                if not value.type.layers and (layout.is_integer(value.type) or not value.type.base):
                    self._define(place, value.number, (key, self._context.number))

    def _copy(self, place: Place, home: Place, key: object) -> None:
        """A struct goes with its members."""
        if place == home:
            return
        if self.objects[home.object].wild and not self.objects[place.object].wild:
            self._point(Place(place.object, EVERYWHERE), self.leads_to(frozenset((Place(home.object, EVERYWHERE),))))
        for path in list(self._under.get(home.object, ())):
            if path.startswith(home.path):
                more = path[len(home.path) :] if path != EVERYWHERE else EVERYWHERE
                self._point(
                    Place(place.object, place.path + more if more != EVERYWHERE else EVERYWHERE),
                    set(self.cells.get(Place(home.object, path), ())),
                )
        for known in [known for known in self.definitions if known.object == home.object]:
            if known.path.startswith(home.path):
                into = Place(place.object, place.path + known.path[len(home.path) :])
                self._define(into, self.number_at(known), ("copied", key, known), False)

    def _of_opaque(self, node: ir.Opaque) -> Val:
        for part in node.parts:
            for target in self.value(part).targets:
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
            return NONE, _UNKNOWN
        number, kind = found
        if kind.layers[:1] == ("&",):
            return self.leads_to(frozenset((Place(number),))), kind.element()
        return frozenset((Place(number),)), kind

    def _place_of_deref(self, node: ir.Deref) -> tuple[Places, CType]:
        value = self.value(node.pointer)
        return value.targets, value.type.element() if value.type.layers else _UNKNOWN

    def _place_of_index(self, node: ir.Index) -> tuple[Places, CType]:
        value = self.value(node.base)
        self.value(node.index)
        return value.targets, value.type.element() if value.type.layers else _UNKNOWN

    def _place_of_member(self, node: ir.Member) -> tuple[Places, CType]:
        if node.arrow:
            value = self.value(node.base)
            places, kind = value.targets, value.type.element() if value.type.layers else _UNKNOWN
        else:
            places, kind = self.lvalue(node.base)
        owner = self._expanded(self._file, kind)
        found = layout.member_of(self._file.scopes, owner.base, node.name)
        inner = frozenset(
            place if place == UNSEEN else place._replace(path=f"{place.path}.{node.name}") for place in places
        )
        return inner, found[1] if found is not None else _UNKNOWN

    def _place_of_cast(self, node: ir.Cast) -> tuple[Places, CType]:
        places, _ = self.lvalue(node.value)
        return places, self._expanded(self._file, node.type)

    def _place_of_assign(self, node: ir.Assign) -> tuple[Places, CType]:
        self.value(node)
        return self.lvalue(node.target)

    # Calls

    def _of_call(self, node: ir.Call) -> Val:
        if node.callee is not None:
            return self._unseen_call(node, "what is called is not known")
        known = self.project.resolve(node.name, self._file)
        if known is None:
            return self._of_library(node)
        return self._of_known(node, known)

    def _of_known(self, node: ir.Call, known: Known) -> Val:
        parameters = known.function.parameters
        if len(parameters) != len(node.arguments):
            return self._unseen_call(node, f"{node.name} is called with another number of arguments")
        context = self._context.within(known)
        if context is None or context.device != self._device:
            context = self._context_of(known, self._context, node, self._device, bool(self._loops))
        elif not context.repeated:
            context.repeated = self._changed = True
        callees = self.callees.setdefault(id(node), set())
        callees.add(known)
        for parameter, argument in zip(parameters, node.arguments):
            kind = self._expanded(known.file, parameter.type)
            number = self._variable(("parameter", parameter.name), parameter.name, kind, context, None)
            if kind.layers[:1] == ("&",):
                self._point(Place(number), self.lvalue(argument)[0])
                continue
            value = self.value(argument)
            if layout.is_integer(kind):
                value = Val(type=kind, number=value.number)
                self._define(Place(number), value.number, (id(node), self._context.number))
            else:
                self._store(frozenset((Place(number),)), value, (id(node), number))
        self._run_context(context)
        inner = {
            hit
            for hit in self._effects.get(context.number, ())
            if self.objects[hit.place.object].context is not context or self.objects[hit.place.object].kind == "heap"
        }
        self._add(self.contained, id(node), inner)
        self._effect(inner)
        result = frozenset((Place(self._result(context)),))
        targets = self.leads_to(result)
        self._lead(node, targets)
        return Val(targets, _UNKNOWN, self._number(result), result)

    def _of_library(self, node: ir.Call) -> Val:
        table, name = library(), node.name
        values = [self.value(argument) for argument in node.arguments]
        if name in table.allocates or name in table.zeroed:
            return self._allocated(node, values)
        if name in table.releases and values:
            self.released[id(node)] = values[0].type
            found = self.releases.setdefault(id(node), set())
            found |= {place.object for place in values[0].targets}
            self._effect({Hit(Place(place.object, RELEASED), False, True) for place in values[0].targets})
            return Val(type=CType("void"))
        if name in table.moves and values:
            for target in values[0].targets:
                self.spoil(target.object, f"{name} may move it")
            return Val(frozenset((UNSEEN,)), CType("void", ("*",)))
        if name in table.copies:
            into, source, size = table.copies[name]
            if len(values) > max(into, source, size):
                self._pass(node, source, [size], False, values)
                self._pass(node, into, [size], True, values)
                for place in values[into].targets:
                    for home in values[source].targets:
                        self._copy(place, home, id(node))
                return values[into]
        rows = [(row, False) for row in table.reads.get(name, ())] + [(row, True) for row in table.writes.get(name, ())]
        for (position, *factors), writes in rows:
            if len(values) > max((position, *factors)):
                self._pass(node, position, factors, writes, values)
        if rows:
            return Val(type=CType("size_t"))
        if name in table.harmless or name.startswith(("omp_", "printf", "__builtin_")):
            for position, value in enumerate(values):
                targets = frozenset(t for t in value.targets if t != UNSEEN)
                if targets:
                    writes = name in _PRINTING or name.startswith("MPI") or name == "gettimeofday"
                    self._pass(node, position, [], writes, values)
                    if writes:
                        for target in targets:
                            self._define(target, None, (id(node), position), False)
            return Val(type=_INT if name in table.harmless else _UNKNOWN)
        return self._unseen_call(node, f"it is given to {name}, which is not seen")

    def _pass(self, node: ir.Call, position: int, factors: list[int], writes: bool, values: list[Val]) -> None:
        passed = Passed(node.arguments[position], tuple(node.arguments[f] for f in factors), writes)
        held = self.passed.setdefault(id(node), [])
        if passed not in held:
            held.append(passed)
        before, self._device = self._device, self._device or id(node) in self.on_device
        self._hit(node, values[position].targets, writes)
        self._device = before

    def _allocated(self, node: ir.Call, values: list[Val]) -> Val:
        numbers = [value.number for value in values]
        size = numbers[-1] if numbers else None
        if node.name in library().zeroed and len(numbers) == 2:
            size = numbers[0].times(size) if numbers[0] is not None and size is not None else None
        number = self._object(
            ("heap", id(node), self._context.number),
            "",
            "heap",
            _UNKNOWN,
            context=self._context,
            node=node,
            file=self._file,
            many=bool(self._loops),
        )
        if self.objects[number].size != size:
            self.objects[number].size = size
        return Val(frozenset((Place(number),)), CType("void", ("*",)))

    def _unseen_call(self, node: ir.Call, reason: str) -> Val:
        values = [self.value(argument) for argument in node.arguments]
        if isinstance(node.callee, ir.Member):
            values.append(Val(self.lvalue(node.callee.base)[0]))
        elif node.callee is not None:
            values.append(self.value(node.callee))
        for value in values:
            for target in value.targets | value.home:
                self.spoil(target.object, reason)
        return Val(frozenset((UNSEEN,)), _UNKNOWN)


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
    ir.Call: Pointers._of_call,
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
