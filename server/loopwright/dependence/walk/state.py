"""What is known while a function is walked: scopes, values of scalars, symbols, and the program that is being written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.model.program import (
    Access,
    Block,
    Branch,
    Effect,
    Nest,
    Object,
    Program,
    Reread,
    Root,
    RootKind,
    Update,
    Written,
    complete,
)
from loopwright.dependence.model.remade import Remaking
from loopwright.dependence.model.values import (
    NOTHING,
    Guard,
    Index,
    LoopFrame,
    Place,
    Spot,
    Symbol,
    Value,
)
from loopwright.dependence.walk.atomics import spelling
from loopwright.dependence.walk.chosen import may_lead_elsewhere, ways_among
from loopwright.dependence.walk.containers import Containers
from loopwright.dependence.walk.given_away import Gift
from loopwright.dependence.walk.kept_addresses import keepers, may_be_set, may_be_set_elsewhere, may_set_pointers
from loopwright.dependence.walk.meanings import Meanings
from loopwright.dependence.walk.names import Binding, CallFrame, Scope
from loopwright.dependence.walk.steady import Cell, Steady
from loopwright.lang.addressed import Addressed
from loopwright.lang.declarations import Declaration
from loopwright.lang.effective_types import are_typed
from loopwright.lang.entries import labelling
from loopwright.lang.lookup import namespace_of
from loopwright.lang.macros import names_behind
from loopwright.lang.made_names import made_by_macros
from loopwright.lang.read_names import ReadNames
from loopwright.lang.restricted import base_of_element
from loopwright.lang.scopes import Scopes
from loopwright.lang.second_names import second_names
from loopwright.lang.tables import elements_of
from loopwright.lang.types import Type, is_floating, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span, names_in

MOST_NODES = 60_000
MOST_CALLS = 6
_MOST_NAMED = 4  # initialisers of initialisers that are read for names
_LONGEST_TEXT = 160  # characters of an access, as it is told


Stores = list[tuple[Node, "Node | None"]]  # stores, taken addresses and calls, with where they lead


# Effects of code that may exchange what containers have.
_OUT_OF_SIGHT = frozenset(("opaque", "unknown call", "macro", "code"))


class TooMuch(Exception):
    """The function is larger than the budget."""


class Closure(NamedTuple):
    """A lambda and the names that it can see."""

    node: Node
    scopes: tuple[Scope, ...]


@dataclass(frozen=True)
class Handlers:
    """Who reads which kind of node, as a value, as a place, as a statement."""

    values: Mapping[str, Callable[[State, Node], Value]]
    spots: Mapping[str, Callable[[State, Node], Spot | None]]
    statements: Mapping[str, Callable[[State, Node], None]]


class State(Containers):
    """Mutable; lives for one walk over one function."""

    def __init__(
        self,
        outline: Outline,
        declarations: Scopes,
        handlers: Handlers,
        addressed: Addressed,
        assigned: frozenset[str],
        named: frozenset[str] = frozenset(),
        unsteady: frozenset[Cell] = frozenset(),
        given: frozenset[Gift] = frozenset(),
        numbers: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    ):
        super().__init__(outline, declarations, given, numbers)
        self.handlers = handlers
        self.labelling = labelling(outline)  # macros that stand for a label
        self.addressed, self.assigned, self.named = addressed, assigned, named
        self.templates: dict[int, int] = {}  # expressions in which the tree has a template: where they begin and end
        self.file_constants: dict[str, Linear] = {}
        self.frames: dict[int, LoopFrame] = {}
        self.nests: dict[int, Nest] = {}
        self.by_start: dict[int, int] = {}
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.outer_guards: dict[int, int] = {}
        self.constants: dict[str, Linear | None] = {}
        self.entries: dict[int, dict[str, str]] = {}
        self.meanings = Meanings()
        self.outdated: dict[int, frozenset[str]] = {}
        self.sums_in: dict[int, dict[str, Linear]] = {}
        self.begins: dict[int, dict[str, int]] = {}
        self.held: dict[int, dict[str, Place | None]] = {}
        self.bound: dict[int, dict[str, Place]] = {}
        self.assigned_in: dict[int, frozenset[str]] = {}
        self.instances: dict[
            tuple[int, str], Binding
        ] = {}  # values that templates are given, by parameter and instance
        self.unnamed = 0  # instances of which it is not told what they are given
        self.functions: dict[tuple[str, Type], bool] = {}  # operators on types: whether that runs a function
        self.stores: dict[Node, Stores] = {}  # of loops: several questions about one go through them
        self.guards: tuple[Guard, ...] = ()
        self.block = Block()
        self.calls: list[CallFrame] = []
        self.constant: Callable[[str], Linear | None] = lambda text: None
        self.here: Node | None = None  # the call in this file that stands for an inlined function or macro
        self.in_macro: Node | None = None  # the macro in this file whose text is walked, in no function that it calls
        self.outside = 0  # how many of the scopes are not those of the function that is called
        self.named_by_callees: set[tuple[str, Span]] = set()
        self.protected = ""  # text of the place that an `atomic` construct protects
        self.alternatives: set[str] = set()
        self.measured: set[tuple[Object, Object]] = set()
        self.member_sizes: dict[tuple[str, tuple[str, ...]], tuple[Linear | None, ...]] = {}
        self.members: dict[
            tuple[Place, Type, str], dict[str, Spot]
        ] = {}  # of objects whose methods were walked: each call opens all of them
        self.answers: dict[str, tuple[Linear, ...]] = {}  # symbols that functions returned, with their arguments
        self.epoch = 0  # grows where memory may have changed behind the text
        self.doubted: frozenset[str] = (
            frozenset()
        )  # variables that a call may have set, until the next loop begins or ends
        self.steady = Steady(unsteady)
        self.stored = False  # whether integers or pointers in memory were written in this epoch
        self.numbers_stored = 0  # how often that was done
        self.rereads: dict[str, Reread] = {}  # numbers that are read from memory, by symbol
        self.chosen: list[str] = []  # roots of what pointers lead to that are one of two
        self.origins: dict[Place, Place] = {}  # of pointers in memory: where they were seen to come from
        self.reached_alone: set[str] = set()  # roots of `restrict` pointers from which no other address is made
        self.cells_set: set[Place] = set()  # pointers in memory in which something was stored
        self.seen: Callable[[Place], Place | None] = lambda place: None
        self.closures: dict[str, Closure] = {}  # lambdas by the root of the variable that holds them
        self.not_followed: set[str] = set()  # roots of variables that hold other lambdas
        self.initials: dict[str, str] = {}  # by the root of a variable of the function: the text that it begins with
        self.function: Node | None = None  # the one that is analysed
        self.made: tuple[Node | None, Node] | None = (
            None  # a lambda whose body is read, and the statement that it stands in
        )
        self.first_values: dict[Place, Value] = {}  # of members that keep what their constructor gave them
        self.order = 0
        self.names = ReadNames()  # in the body that is walked
        self.met: list[int] = []  # those of them that a handler has read, by their nodes
        self.budget = MOST_NODES

    # Names

    @property
    def is_elsewhere(self) -> bool:
        """Whether a function is walked that is called: not for the function around the loop, nor a macro in it, whose names are its own."""
        return self.outside > 0

    def came_up(self, symbol: Symbol) -> None:
        lookup = partial(self._meant_by, symbol) if self.is_elsewhere else self.lookup
        self.meanings.came_up(symbol, lookup, self.values, (self.epoch, self.numbers_stored))

    def _meant_by(self, symbol: Symbol, name: str) -> Binding | None:
        """What a name is in the words of a symbol that came up in a function that is called: an object that this was given is called what it
        is called around the call, if that is what the name means there."""
        root = symbol.place.root if symbol.place is not None else ""
        owner = self.roots.get(root)  # a number that never changes is of no variable
        if owner is None or owner.name != name:
            return self.lookup(name)
        around = (
            self.callers[0] if self.callers else ()
        )  # what the function that is analysed sees where it calls another one
        binding = next((scope[name] for scope in reversed(around) if name in scope), None)
        if binding is None or binding.root == root or (binding.place is not None and binding.place.root == root):
            return binding
        value = self.values.get(binding.root)
        leads = value is not None and value.pointer is not None and value.pointer.root == root
        return binding if leads else None

    def scope(self) -> _InScope:
        """Names declared inside are forgotten at the end."""
        return _InScope(self)

    def declare(self, name: str, kind: RootKind, type: Type, at: Node | None = None) -> Binding:
        """A new variable in the innermost scope. A `static` one declared ``at`` a place is the same each time it is met."""
        root = name if name not in self.roots else f"{name}@{len(self.roots)}"
        if type.static and at is not None:
            root = f"{name}@static {at.start_byte}"
            if root in self.roots:
                binding = self.scopes[-1][name] = Binding(root, type)
                return binding
        binding = self.scopes[-1][name] = Binding(root, type)
        loops = () if type.static else self.loops
        escapes = self.handed_over and self.may_own_elements(type)
        root_of = Root(name, kind, type, loops, escapes=escapes, addressed=self.addressed.has(name, at))
        if type.is_view:  # each iteration may look at other memory, which others see
            root_of = replace(root_of, loops=(), escapes=True, taken_in=loops or None)
        self.roots[root] = root_of
        return binding

    def bind_unknown(self, names: Iterable[str]) -> None:
        """Names of a structured binding, or by a macro: parts of something that is not followed. A macro may also declare types and
        functions."""
        for name in names:
            place = Place(self.unknown_root(name, Type("auto")))
            self.scopes[-1][name] = Binding(place.root, Type("auto"), place)
            self.scopes[-1].types[name] = Type(f"typename {name}")
            self.scopes[-1].functions.add(name)

    def macro(self, name: str) -> Declaration | None:
        """The macro of a name."""
        found = self.declarations.macros.get(name)
        unclear = found is not None and (found.disputed or name in self.declarations.unsteady)
        if found is not None and unclear and found.value is not None:
            self.alternatives.add(name)
        return found

    def lookup(self, name: str) -> Binding | None:
        """The innermost binding of ``name``."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    @property
    def instance(self) -> str:
        """Which one of the templates around it the code is of that is walked; empty in the function that is analysed."""
        return next((scope.instance for scope in reversed(self.scopes) if scope.instance), "")

    def expanded(self, type: Type) -> Type:
        """``type`` with `typedef` and `using` put in: of the blocks around, then of the files in sight."""
        meant = next((scope.types[type.base] for scope in reversed(self.scopes) if type.base in scope.types), None)
        return self.types.expanded(type if meant is None else type.of(meant))

    def is_variable(self, name: str) -> bool:
        """Whether ``name`` is that of a variable here."""
        known = self.declarations.names.get(name)
        return self.lookup(name) is not None or (known is not None and known.kind == "variable")

    def file_variable(self, declaration: Declaration, at: Node, path: tuple[str, ...] = ()) -> Binding:
        """The binding of a variable at file level or in a namespace, which is called ``path`` at a place. Where several have its name and it
        is not clear which is meant, it may be any."""
        name = declaration.name
        is_alone = len(self.declarations.variables_named(name)) < 2
        if not is_alone:
            meant = self.declarations.variable_meant(path or (name,), namespace_of(at))
            if meant is None:
                return Binding(self.unknown_root(name, declaration.type), declaration.type)
            declaration = meant
        bottom = self.scopes[0]
        key = (
            name if is_alone else "::".join(("", *declaration.owner, name))
        )  # the name alone would be found before others
        if key not in bottom:
            type = self.types.expanded(declaration.type)
            sizes = self.sizes(type.extents)
            root = f"::{name}" if is_alone else key
            self.roots[root] = Root(name, "global", type, escapes=True, extents=sizes)
            self.begin(root, "" if declaration.disputed else declaration.value or "")
            bottom[key] = self.global_binding(name, root, type)
        return bottom[key]

    def begin(self, root: str, text: str) -> None:
        """A variable begins with what an initialiser says: the elements of a constant array are that from then on."""
        known = self.roots[root]
        holds_addresses = {"*", "&"} & set(known.type.layers) or self.types.classes.of(known.type.base) is not None
        is_followed = known.kind != "global" and not known.type.static  # by its values
        if holds_addresses and not is_followed and "new" not in names_in(text):
            known = self.roots[root] = replace(known, leads=tuple(self._named(text, 0)))
        length = known.extents[0] if known.extents else None
        if known.type.sequence == "array":
            length = self.constant(known.type.base.rpartition(",")[2].removesuffix(">").strip())
            if length is None:  # it has one, which cannot be told
                return
        if length is None or not length.terms:
            begins = elements_of(self.declarations, known.type, None if length is None else length.constant, text)
            self.roots[root] = replace(known, begins=begins, elements=begins if known.type.const else ())

    def _named(self, text: str, depth: int) -> Iterator[str]:
        """The variables that an initialiser names, also by macros, and those that the pointers among them begin with."""
        for name in names_in(text) if depth < _MOST_NAMED else ():
            known = self.declarations.names.get(name)
            if self.is_variable(name):
                yield name
            elif (macro := self.macro(name)) is not None:
                yield from self._named(macro.value or "", depth + 1)
            if known is not None and known.kind == "variable" and "*" in known.type.layers:
                yield from self._named(known.value or "", depth + 1)

    def is_renamed(self, name: str) -> bool:
        """Whether the linker may know a variable or function by another name: it may be another one's."""
        return name in second_names(self.outline) or made_by_macros(self.outline).has(name)

    def global_binding(self, name: str, root: str, type: Type) -> Binding:
        """What a variable at file level names: its own memory, what it was bound to, or what may be another's too."""
        if name in second_names(self.outline):
            return Binding(root, type, Place(self.unknown_root(name, type)))
        if type.layers[:1] == ("&",):
            return Binding(root, type.referred(), Place(self.pointed_root(root)))
        return Binding(root, type)

    def escape(self, value: Value) -> None:
        """An address is stored where others can find it, or given to somebody who may keep it."""
        if value.pointer is None:
            return
        name = value.pointer.root
        root = self.roots[name]
        self._leaves(value)
        if self.may_be_emptied(value.pointer, value.kind.element()):
            self.lend(name)
        if not root.escapes:
            self.roots[name] = replace(self.roots[name], escapes=True)
        if root.view_of is not None and not self.roots[root.view_of].escapes:
            self.roots[root.view_of] = replace(self.roots[root.view_of], escapes=True)

    def address(self, register: str, node: Node) -> None:
        """Somebody gets the address of a variable that was followed by its values, by another name: from here on it is not."""
        if register not in self.roots or not self.is_register(register):
            return
        self.lost(self.values.get(register))
        self.roots[register] = replace(self.roots[register], escapes=True, addressed=True)
        if self.roots[register].loops != self.loops:
            self.effect("opaque", f"what is done by the address of {register} is not followed", node)

    def lost(self, *values: Value | None) -> None:
        """Addresses of which nobody can tell any more where they are: a variable that one of them leads to may be read there."""
        for value in values:
            if value is None or value.pointer is None:
                continue
            root = self.roots[value.pointer.root]
            self._leaves(value)
            if not root.pointed or root.view_of is not None:
                self.escape(value)

    def _leaves(self, value: Value) -> None:
        """An address is no longer followed: that of an object itself, unless it was read from memory."""
        if value.pointer is None or any(isinstance(step, Index) and step.loaded for step in value.pointer.steps):
            return
        name = value.pointer.root
        if not self.roots[name].leaves:
            self.roots[name] = replace(self.roots[name], leaves=True)

    def measure(self, first: Value, second: Value) -> None:
        """Somebody asks how far two addresses lie from one another."""
        if first.pointer is None or second.pointer is None:
            return
        one, other = (self.roots[place.root].object_of(place) for place in (first.pointer, second.pointer))
        if one != other:
            self.measured |= {(one, other), (other, one)}

    def outdate(self, is_set: Callable[[Place], bool]) -> None:
        """Pointers in memory may have been set: what variables keep that was read there leads where it did, and is told by their names."""
        for name in self.chosen:
            if may_lead_elsewhere(self.roots, self.roots[name], is_set):
                self.roots[name] = replace(self.roots[name], one_of=())
        for register, value in list(self.values.items()):
            if value.pointer is not None and any(map(is_set, keepers(self.roots, value.pointer))):
                self.lost(value)
                if self.roots[value.pointer.root].type.is_smart_pointer:  # another may have what it had
                    self.values[register] = Value(kind=value.kind)
                    continue
                root = self.returned_root(register)
                self.roots[root] = replace(self.roots[root], read_from=value.pointer.root)
                self.values[register] = replace(value, pointer=Place(root, (Index(Linear(0)),)))
        for scope in self.all_scopes():
            for name, binding in scope.items():
                if binding.place is not None and any(map(is_set, keepers(self.roots, binding.place))):
                    root = self.unknown_root(name, binding.type)
                    self.roots[root] = replace(self.roots[root], escapes=True)
                    scope[name] = Binding(root, binding.type, Place(root))

    def sizes(self, extents: tuple[str | None, ...]) -> tuple[Linear | None, ...]:
        """Sizes of an array that are written at file level."""
        return tuple(None if size is None else self.constant(size) for size in extents)

    def pointed_root(self, root: str) -> str:
        """The root of what a pointer pointed at when the walk began."""
        name = "*" + root
        if name not in self.roots:
            owner = self.roots[root]
            self.roots[name] = Root(
                owner.name, owner.kind, owner.type, pointed=True, extents=owner.extents, leads=owner.leads
            )
        return name

    def returned_root(self, root: str) -> str:
        """The root of what a pointer points at since an address of which nothing is known was stored in it."""
        name = f"*{root}@{len(self.roots)}"
        owner = self.roots[root]
        # Others know the address: it may be that of memory allocated before.
        self.roots[name] = Root(owner.name, owner.kind, owner.type, pointed=True, escapes=True, taken_in=self.loops)
        return name

    # The program

    def record(
        self,
        place: Place,
        writes: bool,
        node: Node,
        element: str,
        update: Update | None = None,
        stored: Linear | None = None,
        written: Written | None = None,
        possible: bool = False,
        given: bool = False,
        address: Place | None = None,
        raw: bool = False,
        remade: Remaking | None = None,
    ) -> None:
        """One access at ``node``."""
        at = self.here or node
        span = Span(at.start_byte, at.end_byte)
        line = self.outline.source.lines.line_of(at.start_byte) + 1
        text = _one_line(node)
        self.order += 1
        atomic = bool(self.protected) and spelling(node) == self.protected
        origin = span if at is node else Span(node.start_byte, node.end_byte) if self._is_of_file(node) else None
        access = Access(
            place,
            writes,
            span,
            line,
            text,
            self.loops,
            self.guards,
            self.order,
            element,
            update,
            atomic,
            origin,
            stored,
            written,
            possible,
            given,
            self.seen(place) if self.origins else None,
            self._through(node) if self.reached_alone else "",
            address,
            raw,
            remade,
            (self.in_macro.start_byte, text_of(bare(node))) if origin is None and self.in_macro is not None else None,
        )
        self.block.items.append(access)
        if writes:
            self.steady.stored(self.roots[place.root].view_of or place.root, place, self.loops)
        if writes and may_set_pointers(element, raw):
            self.outdate(lambda cell: may_be_set(self.roots, cell, place, element))
        if writes and (place.steps or not self.is_register(place.root)):
            is_number = is_floating(element) and not access.is_of_any_type and are_typed(self.outline)
            self.stored = self.stored or not is_number
            self.numbers_stored += not is_number

    def reads(self, symbol: str) -> None:
        """What was recorded last is a read of the number that a symbol stands for."""
        known, access = self.rereads.get(symbol), self.block.items[-1]
        if known is not None:
            entered = known.entered.union(self.loops).difference(known.read.loops)
            self.rereads[symbol] = Reread(known.read, self.order, entered)
        elif isinstance(access, Access):
            self.rereads[symbol] = Reread(access, self.order, frozenset())

    def _through(self, node: Node) -> str:
        """The pointer that alone leads to an lvalue."""
        binding = self.lookup(base_of_element(node))
        return binding.root if binding is not None and binding.root in self.reached_alone else ""

    def _is_of_file(self, node: Node) -> bool:
        """Whether a node stands in the file, and in no header or macro."""
        there: Node | None = self.outline.source.tree.root_node.descendant_for_byte_range(
            node.start_byte, node.end_byte
        )
        while there is not None and there.id != node.id and there.end_byte == node.end_byte:
            there = there.parent if there.start_byte == node.start_byte else None
        return there is not None and there.id == node.id

    def effect(self, kind: str, text: str, node: Node, changes: str = "") -> None:
        """Something that is no access; ``changes`` is what it is seen to change, where that is not followed."""
        at = self.here or node
        self.epoch += 1
        if kind in _OUT_OF_SIGHT:
            self.given_away.happens(self.read_by_others())
            self.outdate(lambda cell: may_be_set_elsewhere(self.roots, cell))
            self.set_aside(self.lent | self.known_to_others())
        elif self.lent and kind != "jump":
            self.set_aside(self.lent)
        if kind != "jump" and self.keeps_addresses():
            named = self._named_in(node)
            self.outdate(lambda cell: cell.root in named)
        line = self.outline.source.lines.line_of(at.start_byte) + 1
        self.block.items.append(
            Effect(kind, " ".join(text.split())[:90], line, self.loops, Span(at.start_byte, at.end_byte), changes)
        )

    def _named_in(self, node: Node) -> set[str]:
        """The roots of the variables that a piece of code names, also by macros."""
        names = names_behind(self.declarations.macros, names_in(text_of(node)))
        if names is None:
            return set(self.roots)
        found = map(self.lookup, names)
        return {each.root if each.place is None else each.place.root for each in found if each is not None}

    def deny(self, node: Node) -> None:
        """A form that the walk has no model of."""
        self.effect("opaque", f"{node.type.replace('_', ' ')} is not modelled: {text_of(node)}", node)

    def deny_what_is_broken(self, node: Node) -> bool:
        """Whether the parser dropped something to make sense of the rest, or closed a brace that the text does not; nothing is known of
        it then."""
        is_broken = node.has_error and any(
            child.is_error or (child.is_missing and child.type == "}") for child in node.children
        )
        if is_broken:
            self.effect("opaque", "code that cannot be parsed", node)
        return is_broken

    def guarded(self, guard: Guard | None) -> _Instead:
        """A condition in force."""
        return _Instead(self, "guards", self.guards if guard is None else (*self.guards, guard))

    def within(self, block: Block) -> _Instead:
        """Write to another block."""
        return _Instead(self, "block", block)

    @property
    def is_guarded(self) -> bool:
        """Whether a condition in force is understood."""
        return any(guard.formula is not None for guard in self.guards)

    def entered(self) -> _Instead:
        """Code that a jump leads to: of the conditions around it nothing is known."""
        return _Instead(self, "guards", (Guard(None),) if self.guards else ())

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Nothing is written down: what is asked here is read again where it is used."""
        met = len(self.met)
        with self.within(Block()):
            yield
        del self.met[met:]

    def branch(self, blocks: tuple[Block, ...], complete: bool) -> None:
        """Blocks of which one runs."""
        if any(block.items for block in blocks):
            self.block.items.append(Branch(blocks, complete))

    def spend(self) -> None:
        """One more node. Raises :class:`TooMuch`."""
        self.budget -= 1
        if self.budget < 0:
            raise TooMuch

    def merge(self, first: dict[str, Value], second: dict[str, Value], when: tuple[Guard, Guard] | None = None) -> None:
        """Values after a branch: what both agree on is kept. With ``when`` a guard tells of each whether it is the one."""
        merged: dict[str, Value] = {}
        for root in {**first, **second}:
            a, b = first.get(root, NOTHING), second.get(root, NOTHING)
            merged[root] = a.or_else(b) or self._either(root, a, b, when)
        self.values = merged

    def _either(self, register: str, a: Value, b: Value, when: tuple[Guard, Guard] | None) -> Value:
        """One of two values that differ. One of two pieces of memory that were taken for it goes by the pointer's name."""
        owner = self.roots[register]
        self.lost(a, b)
        chosen = self.one_of((a, b), when) if when is not None else None
        if chosen is not None:
            return chosen
        if all(value.pointer is not None and self._is_taken(value.pointer) for value in (a, b)):
            return Value(pointer=Place(self.returned_root(register), (Index(Linear(0)),)), kind=owner.type)
        if when is not None and a.number is not None and b.number is not None and is_integer(owner.type.base):
            number = self.choice(owner.name, (a.number, b.number), when)
            return Value(number, checks=(*a.checks, *b.checks), kind=owner.type)
        return self.unknown(owner.name, owner.type)

    def one_of(self, values: tuple[Value, Value], when: tuple[Guard, Guard]) -> Value | None:
        """A pointer that is one of two, each where its guard holds; ``None`` where nothing can be told of it."""
        if values[0].pointer is None or values[1].pointer is None:
            return None
        ways = ways_among(self.roots, values, when, self.seen)
        if not ways:
            return None
        kind = values[0].kind
        root = self.unknown_root("", kind)
        self.roots[root] = replace(self.roots[root], one_of=ways)
        self.chosen.append(root)
        return Value(pointer=Place(root, (Index(Linear(0)),)), kind=kind)

    def _is_taken(self, place: Place) -> bool:
        """Whether this is the beginning of memory that was allocated or handed out in this function."""
        root = self.roots[place.root]
        return place.steps == (Index(Linear(0)),) and (root.kind == "heap" or root.taken_in is not None)

    def constant_in(self, name: str) -> int | None:
        """The outermost loop that is running and assigns nothing called ``name``; -1 for the whole function, ``None`` if
        every one may assign it."""
        if name not in self.assigned:
            return -1
        return next((loop for loop in self.loops if name not in self.assigned_in[loop]), None)

    def forget(self, names: frozenset[str], swapped: frozenset[str] = frozenset()) -> None:
        """Variables that a loop assigns have values of their own in each iteration; pointers that it only exchanges
        lead to memory that goes by their names."""
        names, self.doubted = names | self.doubted, frozenset()
        for name in names:
            binding = self.lookup(name)
            if binding is None or not self.is_register(binding.root):
                continue
            if binding.place is not None and binding.place != Place(binding.root):  # a reference to something else
                continue
            self.lost(self.values.get(binding.root))
            if name in swapped:
                place = Place(self.returned_root(binding.root), (Index(Linear(0)),))
                self.values[binding.root] = Value(pointer=place, kind=binding.type)
            else:
                self.values[binding.root] = self.unknown(name, binding.type)

    def program(self, body: Block) -> Program:
        """What was written."""
        complete(body)
        return Program(
            body,
            self.symbols,
            self.roots,
            self.frames,
            self.nests,
            self.by_start,
            self.stacks,
            self.outer_guards,
            self.entries,
            self.outdated,
            self.sums_in,
            self.begins,
            self.held,
            self.bound,
            tuple(sorted(self.alternatives)),
            self.member_sizes,
            named_by_callees=frozenset(self.named_by_callees),
            assigned=self.assigned,
            typed=are_typed(self.outline),
            measured=frozenset(self.measured),
            rereads={name: reread for name, reread in self.rereads.items() if reread.last > reread.read.order},
        )


class _InScope:
    """One more scope for a while. It and :class:`_Instead` stand around every statement: a generator would take three times as long."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __enter__(self) -> None:
        self._state.scopes.append(Scope())

    def __exit__(self, *error: object) -> None:
        self._state.scopes.pop()


class _Instead:
    """An attribute of the walk has another value for a while."""

    __slots__ = ("_name", "_state", "_value")

    def __init__(self, state: State, name: str, value: object) -> None:
        self._state, self._name, self._value = state, name, value

    def __enter__(self) -> None:
        before = getattr(self._state, self._name)
        setattr(self._state, self._name, self._value)
        self._value = before

    def __exit__(self, *error: object) -> None:
        setattr(self._state, self._name, self._value)


def _one_line(node: Node) -> str:
    text = " ".join((node.text or b"").decode("utf-8", errors="replace").split())
    return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}…"
