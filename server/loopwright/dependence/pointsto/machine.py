"""The state of one run over a program: objects, calls that are being walked, what loops touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.pointsto.memory import UNKNOWN, Asked, Object, Objects, Value, World, bits
from loopwright.dependence.pointsto.units import Known, Said, Units, said_by
from loopwright.lang.classes import Class
from loopwright.lang.declarations import Declaration
from loopwright.lang.expressions import Typing
from loopwright.lang.library import library
from loopwright.lang.numbers import fundamental
from loopwright.lang.places import ELEMENT, NOWHERE, Place, Places, either
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, cleaned
from loopwright.lazily import cached_property
from loopwright.source.nodes import bare, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span

MOST_STEPS = 150_000
MOST_CALLS = 24
ANY_CALL = -2  # in the place of the chain of calls: the function is the same in all of them
_UNTIL_PAUSE = 64  # steps
_DEEPEST = 6  # classes in classes


class TooMuch(Exception):
    """The program is larger than the budget."""


class Access(NamedTuple):
    """An lvalue in a file; ``rows``, the cells that the addresses which lead to it are kept in. One that stands in what a macro stands for
    has its ``text`` there, and begins and ends where the macro is named."""

    unit: int
    start: int
    end: int
    rows: bool = False
    text: str = ""


Touched = dict[Access, Places]


@dataclass
class Frame:
    """A call that is being walked. ``references`` are names for places; ``at`` is where a macro stands whose text is walked,
    ``uses`` the same with those in it that led there, ``in_macro`` what is declared there; ``objects`` counts variables with a
    destructor, ``unnamed`` what may end with the expression that is being walked; ``numbers`` are the parameters of a template that
    are numbers in this call; ``this`` is where the object of a method is, ``gives_places`` says that what it returns is another name
    for a place, ``within`` is the class of the object, of a template that instance. ``jumps`` are the ways out of the statement that
    is being walked which macros in it hold."""

    known: Known
    call: tuple[int, ...]
    references: dict[tuple[int, int], Places] = field(default_factory=dict)
    at: int | None = None
    uses: tuple[object, ...] = ()
    in_macro: dict[str, Declaration] = field(default_factory=dict)
    objects: int = 0
    unnamed: int = 0
    numbers: frozenset[str] = frozenset()
    this: Places = None
    gives_places: bool = False
    within: Class | None = None
    jumps: Ways | None = None

    @property
    def given(self) -> tuple[tuple[str, str], ...]:
        """What the parameters of the class stand for."""
        return self.within.given if self.within is not None else ()


def method_frame(known: Known, call: tuple[int, ...], this: Places, within: Class, gives_places: bool = False) -> Frame:
    """A call of a method or constructor of a class."""
    numbers = frozenset(name for name, _ in within.given)
    return Frame(known, call, numbers=numbers, this=this, gives_places=gives_places, within=within)


@dataclass
class Ways:
    """The ways out of a statement; ``gotos`` with the label that each leads to, none where it may be any."""

    on: list[World] = field(default_factory=list)
    breaks: list[World] = field(default_factory=list)
    continues: list[World] = field(default_factory=list)
    returns: list[tuple[World, Value]] = field(default_factory=list)
    gotos: list[tuple[str, World]] = field(default_factory=list)

    def and_jumps(self, other: Ways) -> None:
        """Jumps of another statement beside one's own."""
        self.breaks += other.breaks
        self.continues += other.continues
        self.returns += other.returns
        self.gotos += other.gotos

    @staticmethod
    def anywhere(world: World) -> Ways:
        """Every way out of a statement but the one that goes on."""
        return Ways([], [world.copy()], [world.copy()], [(world.copy(), UNKNOWN)], [("", world.copy())])

    def each(self, become: Callable[[World], World]) -> Ways:
        """The same ways, in other worlds."""
        on, breaks, continues = ([become(world) for world in each] for each in (self.on, self.breaks, self.continues))
        returns = [(become(world), value) for world, value in self.returns]
        return Ways(on, breaks, continues, returns, [(label, become(world)) for label, world in self.gotos])


class Remembered(NamedTuple):
    """What came of a statement: its ways out, what it touched, the references after it, how many variables with a destructor
    it began. ``before`` is what the world before said of what it ``asked``."""

    asked: Asked
    before: object
    ways: Ways
    touched: Touched
    references: dict[tuple[int, int], Places]
    objects: int


class Given(NamedTuple):
    """The arguments of a call: where they lead, and what is said there if that is the same each time it is worked out in the call."""

    places: tuple[Places, ...]
    said: tuple[str, ...]


class Semantics(NamedTuple):
    """What expressions, places, functions and macros mean, for those who are below them."""

    value_of: Callable[[Machine, Node, World], Value]
    place_of: Callable[[Machine, Node, World], Places]
    bind: Callable[[Machine, Node, Type, Value | None, Places, World], None]
    body: Callable[[Machine, World], list[tuple[World, Value]]]
    of_macro: Callable[[Machine, Node, World], list[tuple[World, Value]]]


Shape = tuple[str, tuple[str, ...]]  # of a type, its base and its layers


class Machine:
    """Mutable; lives for one run over a program. ``shared``: others may change global variables at any time. ``pause`` is called now and then."""

    def __init__(
        self, units: Units, semantics: Semantics, shared: bool, pause: Callable[[], None] = lambda: None
    ) -> None:
        self.units, self.semantics, self.shared, self.pause = units, semantics, shared, pause
        self.objects = Objects()
        self.numbers: dict[object, int] = {}
        self.spots: dict[object, int] = {}  # in what macros stand for
        self.frames: list[Frame] = []
        self.depth = 0  # loops that are running, of all calls
        self.touching: list[Touched] = []
        self.touched: dict[tuple[int, int], list[Touched]] = {}
        self.visited: set[tuple[int, int]] = set()
        self.refused: set[tuple[int, int]] = set()
        self.walked: set[tuple[int, int]] = set()  # functions
        self.passed: dict[tuple[int, int], set[Given]] = {}  # of each call, each time
        self.own_each: dict[
            Place, bool
        ] = {}  # cells: did each of their elements get memory of its own, and nothing else
        self.types: dict[int, Type] = {}  # of variables
        self.first_shapes: dict[Place, Shape] = {}  # what was first seen at other places
        self.remembered: dict[
            object, list[Remembered]
        ] = {}  # statements in a call, each time that they were carried out
        self.steps = MOST_STEPS
        self.expanding = 0  # macros in macros
        self.ends_in_code: bool | None = None  # does the end of any object do more than give memory back
        self.loose = False  # an address was kept nobody knows where
        self.lasting = bits(self._file_variables())

    def _file_variables(self) -> Iterator[int]:
        """Variables of all files, made before anything runs."""
        defined = {
            name
            for scopes in self.units.scopes
            for name, declaration in scopes.file_level.items()
            if declaration.kind == "variable" and not declaration.extern
        }
        for unit, scopes in enumerate(self.units.scopes):
            for name, declaration in scopes.file_level.items():
                if declaration.kind == "variable":
                    in_header = self.units.is_header(unit)
                    shared = self.shared or name not in defined or (declaration.static and in_header)
                    yield self.numbered(global_key(declaration, unit), shared=shared or bool(declaration.owner))

    @property
    def frame(self) -> Frame:
        """The call that is being walked."""
        return self.frames[-1]

    @property
    def scopes(self) -> Scopes:
        """Names of the file that is being walked."""
        return self.units.scopes[self.frame.known.unit]

    @property
    def files(self) -> tuple[Outline, ...]:
        """The file that is being walked and its headers."""
        outline = self.units.outlines[self.frame.known.unit]
        return (outline, *outline.headers)

    @property
    def in_c(self) -> bool:
        """Whether operators mean what they mean in C."""
        return self.units.language(self.frame.known.unit) == "c"

    def spend(self) -> None:
        """One more node. Raises :class:`TooMuch`."""
        self.steps -= 1
        if self.steps < 0:
            raise TooMuch
        if self.steps % _UNTIL_PAUSE == 0:
            self.pause()

    def jump(self, ways: Ways) -> None:
        """The statement that is being walked may be left so, by what a macro in it holds."""
        if self.frame.jumps is None:
            self.frame.jumps = Ways()
        self.frame.jumps.and_jumps(ways)

    # What expressions mean

    def value_of(self, node: Node, world: World) -> Value:
        """What an expression is worth."""
        return self.semantics.value_of(self, node, world)

    def place_of(self, node: Node, world: World) -> Places:
        """The places that an lvalue may be."""
        return self.semantics.place_of(self, node, world)

    # Types

    @property
    def typing(self) -> Typing:
        """Types of expressions where the walk is."""
        return Typing(self.scopes, self.frame.at, self.frame.within)

    def type_of(self, node: Node) -> Type:
        """The type of an expression."""
        frame = self.frame
        if frame.at is not None:
            return self._type_in_macro(node, frame.at)
        key = (frame.known.unit, node.start_byte, node.end_byte, node.type, frame.given)
        found = self.units.types.get(key)
        if found is None:
            found = self.typing.type_of(node)
            if not found.base:
                found = self._as_declared(node)
            self.units.types[key] = found
        return found

    def _type_in_macro(self, node: Node, at: int) -> Type:
        """The same in what a macro stands for at a place. Rounds of loops ask it of one tree again and again."""
        own = self.frame.in_macro.get(text_of(node)) if self.frame.in_macro else None
        if own is not None:
            return self.scopes.expanded(own.type)
        key = (self.frame.known.unit, at, node, self.frame.given)
        found = self.units.types_in_macros.get(key)
        if found is None:
            found = self.units.types_in_macros[key] = self.typing.type_of(node)
        return found

    def _as_declared(self, node: Node) -> Type:
        """The type of a variable whose base a macro chooses, or of what it leads to."""
        node = bare(node)
        if node.type == "identifier":
            declaration = self.declaration_of(node)
            is_variable = declaration is not None and declaration.kind in ("variable", "parameter")
            found = (
                self.scopes.expanded(declaration.type).referred() if declaration is not None and is_variable else Type()
            )
            if declaration is not None and found.base == "auto":
                return self.units.deduced.get((self.frame.known.unit, declaration.span.start), Type())
            return found
        argument = node.child_by_field_name("argument")
        if node.type == "subscript_expression" and argument is not None:
            array = self.type_of(argument)
            return array.element() if array.is_pointer or array.is_array else Type()
        return Type()

    def kind_of(self, type: Type, deep: int = 0) -> str:
        """number, pointer (also a `std::span`), array, sequence (a container that owns its elements), object (of a class of C or a plain
        one), empty where nothing is known."""
        frame, kinds = self.frame, self.units.kinds
        if type.base in frame.numbers and not type.layers:
            return "number"
        key = (frame.known.unit, type.base, type.layers[:1], frame.numbers)
        found = kinds.get(key)
        if found is None:
            found = kinds[key] = self._kind_of(type, deep)
        return found

    def _kind_of(self, type: Type, deep: int) -> str:
        if type.is_pointer:
            return "pointer"
        if type.is_array:
            return "array"
        if type.layers or not type.base:
            return ""
        if type.sequence == "span":  # leads to elements as an address does
            is_known = type.base.startswith("std::") and self.scopes.classes.of("span") is None and deep < _DEEPEST
            return "pointer" if is_known and self.kind_of(self._innermost(type.element()), deep + 1) else ""
        if type.sequence in ("vector", "array", "valarray"):
            return "sequence" if deep < _DEEPEST and self.kind_of(self._innermost(type.element()), deep + 1) else ""
        if fundamental(type.base) or self.scopes.category_of_base(type.base) in ("integer", "floating", "boolean"):
            return "number"
        if self._is_number_of_elsewhere(type.base):
            return "number"
        return "object" if self._is_plain(type.base, deep) else ""

    def _is_number_of_elsewhere(self, base: str) -> bool:
        """A number by its name that only headers know, or that macros choose."""
        macro = self.scopes.macros.get(base)
        if macro is not None:
            return bool(fundamental(cleaned(macro.value or "")))
        known = self.scopes.names.get(base)
        return known is None and self.scopes.classes.of(base) is None and base in library().numbers

    def _is_plain(self, base: str, deep: int) -> bool:
        """Whether nothing is called when an object is made, copied or destroyed."""
        known = self.scopes.classes.of(base) if deep < _DEEPEST else None
        if known is None or known.disputed or known.is_template:
            return False
        if base in self.scopes.classes.template_parameters:
            return False  # another class in each instance
        if self.in_c:
            return True
        if known.special or known.bases or known.virtual:
            return False
        members = [member.declaration for member in known.members.values()]
        return all(m.value is None and self.kind_of(self._innermost(m.type), deep + 1) for m in members)

    def _innermost(self, type: Type) -> Type:
        """The type of the elements of an array."""
        type = self.scopes.expanded(type)
        while type.is_array:
            type = type.element()
        return type

    # Objects

    def numbered(
        self, key: object, call: tuple[int, ...] | None = None, many: bool = False, shared: bool = False
    ) -> int:
        """The number of an object, which is made the first time."""
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = self.objects.add(Object(key, call, many, shared))
        elif many and not self.objects[number].many:
            self.objects[number] = self.objects[number]._replace(many=True)
        return number

    def allocated(self, node: Node) -> int:
        """What an allocation gives here."""
        frame = self.frame
        # Operators and constructors that nobody names may allocate in a function whose words say nothing of it.
        many = self.depth > 0 or frame.call[0] == ANY_CALL
        return self.numbered(("heap", frame.known.unit, self.spot(node), node.type, frame.call), None, many)

    @staticmethod
    def numbers_of(objects: int) -> list[int]:
        """The objects of a set that is one number."""
        return [number for number in range(objects.bit_length()) if objects >> number & 1]

    def spot(self, node: Node) -> int:
        """Where something stands: its place in the file, in what a macro stands for a number below zero. One macro may make two things,
        and two macros in it one each."""
        uses = self.frame.uses
        return -1 - self.spots.setdefault((uses, node.start_byte), len(self.spots)) if uses else node.start_byte

    def variable(self, declaration: Declaration) -> int:
        """The object that a variable is."""
        frame = self.frame
        if declaration.is_global or declaration.owner:
            own = declaration.header is None and not self.units.is_header(frame.known.unit)
            unit = frame.known.unit if own else len(self.units.files)
            return self.numbered(global_key(declaration, unit), shared=True)  # where nobody has declared it
        if declaration.static or declaration.extern or declaration.type.static:
            return self.numbered(("static", frame.known.unit, declaration.span), shared=True)
        number = self.numbered(("local", frame.known.unit, declaration.span, frame.call), frame.call)
        if number not in self.types:
            self.types[number] = self.scopes.expanded(declaration.type)
        return number

    def declaration_of(self, node: Node) -> Declaration | None:
        """What a name means."""
        if self.frame.at is not None:
            return self.frame.in_macro.get(text_of(node)) or self.typing.declaration_of(node)
        key = (self.frame.known.unit, node.start_byte, node.end_byte, self.frame.given)
        if key not in self.units.meanings:
            self.units.meanings[key] = self.typing.declaration_of(node)
        return self.units.meanings[key]

    def said_by(self, node: Node) -> tuple[Said, ...]:
        """What the declarators of a declaration say."""
        unit = self.frame.known.unit
        return self.units.said_by(unit, node) if self.frame.at is None else said_by(self.units.scopes[unit], node)

    def declared(self, name: Node, type: Type) -> Declaration | None:
        """What the declaration of a name declares."""
        if self.frame.at is not None:
            place = Span(self.spot(name), self.spot(name))  # none in a file
            own = Declaration(text_of(name), "variable", type, place, place)
            self.frame.in_macro = {**self.frame.in_macro, own.name: own}
            return own
        found = self.scopes.lookup(text_of(name), name.end_byte)
        return found if found is not None and found.span.contains(Span(name.start_byte, name.end_byte)) else None

    @cached_property
    def overlaid(self) -> frozenset[str]:
        """Names of members that lie over others."""
        return frozenset(
            name
            for scopes in self.units.scopes
            for owner in scopes.classes.known.values()
            for name, member in owner.members.items()
            if member.shared or self._is_in_a_base(scopes, owner, name)
        )

    @staticmethod
    def _is_in_a_base(scopes: Scopes, owner: Class, name: str) -> bool:
        """Whether a class has two members of a name, one of them from a class that it is made from."""
        return any(
            (base := scopes.classes.of(each)) is not None and scopes.classes.member(base, name) is not None
            for each in owner.bases
        )

    @cached_property
    def referring(self) -> frozenset[str]:
        """Names of members that are references, or one for all objects."""
        return frozenset(
            name
            for scopes in self.units.scopes
            for owner in scopes.classes.known.values()
            for name, member in owner.members.items()
            if member.static or scopes.expanded(member.type).layers[:1] == ("&",)
        )

    @cached_property
    def has_heirs_of_libraries(self) -> bool:
        """Whether a class has a base that is nowhere in sight, whose code may call its own."""
        return any(
            scopes.classes.of(base) is None
            for scopes in self.units.scopes
            for owner in scopes.classes.known.values()
            for base in owner.bases
        )

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What a macro declares in a block ends with it."""
        frame = self.frame
        before = frame.in_macro
        try:
            yield
        finally:
            frame.in_macro = before

    # What loops touch

    def touch(self, node: Node, places: Places) -> Places:
        """An lvalue is used. Names of variables alone lead nowhere else."""
        frame = self.frame
        if not self.touching or (node.type == "identifier" and not self._is_seen_by_others(places)):
            return places
        if frame.at is None:
            access = Access(frame.known.unit, node.start_byte, node.end_byte)
        else:
            access = Access(frame.known.unit, frame.at, frame.at, text=text_of(node))
        self._add(access, places)
        return places

    def touch_again(self, found: Touched) -> None:
        """What a statement touched when it was carried out before."""
        if not self.touching:
            return
        touched = self.touching[-1]
        for access, places in found.items():  # rounds of loops touch the same again and again
            known = touched.get(access)
            touched[access] = places if known is None and access not in touched else either(known, places)

    def _add(self, access: Access, places: Places) -> None:
        """To the innermost of what is touched: those around get it once, when that ends."""
        touched = self.touching[-1]
        touched[access] = either(touched.get(access, NOWHERE), places)

    @contextmanager
    def touched_within(self) -> Iterator[Touched]:
        """What is touched while this lasts."""
        touched: Touched = {}
        self.touching.append(touched)
        try:
            yield touched
        finally:
            self.touching.pop()
            self.touch_again(touched)

    def touch_rows(self, node: Node, array: Node, cells: Places) -> None:
        """An element is used whose row's address was read from ``cells``."""
        unit = self.frame.known.unit
        if self.frame.at is not None or not self.touching:
            return
        deeper = self.touching[-1].get(Access(unit, array.start_byte, array.end_byte, True), NOWHERE)
        self._add(Access(unit, node.start_byte, node.end_byte, True), either(cells, deeper))

    def keep(self, places: Places, is_fresh: bool) -> None:
        """An address is kept at one of ``places``."""
        if places is None:
            self.own_each = dict.fromkeys(self.own_each, False)
            self.loose = True
        for place in places or ():
            self.own_each[place] = is_fresh and not self.loose and self.own_each.get(place, True)

    def settle_rows(self) -> None:
        """At the end: cells each of whose elements has memory of its own lead nowhere else, others anywhere."""
        for runs in self.touched.values():
            for run in runs:
                for access, cells in run.items():
                    if access.rows:
                        run[access] = NOWHERE if self._have_own_rows(cells) else None

    def _have_own_rows(self, cells: Places) -> bool:
        """Whether each element of the arrays at ``cells`` has memory of its own; what leads nowhere has no elements."""
        if not cells:
            return cells is not None
        elements = [cell for cell in cells if ELEMENT in cell.path]
        return bool(elements) and all(self.own_each.get(cell, False) for cell in elements)

    def _is_seen_by_others(self, places: Places) -> bool:
        """Whether more than the name leads there, as to a member that a method names."""
        return places is None or any(place.path or self.objects[place.object].call is None for place in places)

    @contextmanager
    def looping(self, node: Node) -> Iterator[None]:
        """One run of a loop."""
        counted = node.type == "for_statement" and self.frame.at is None
        self.depth += 1
        try:
            with self.touched_within() as touched:
                yield
        finally:
            self.depth -= 1
            if counted:
                kept = self.touched.setdefault((self.frame.known.unit, node.start_byte), [])
                if touched not in kept:
                    kept.append(touched)


def global_key(declaration: Declaration, unit: int) -> object:
    own = declaration.static and unit >= 0
    return "global", declaration.name, declaration.owner, unit if own else -1
