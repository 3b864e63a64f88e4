"""A stretch of a function: a loop, or statements in a row, with all that runs in it. What its kernels use and move, by which names that can be
said in front of it, and which way it would have to go if it were held on the device in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from loopwright.lang.effects import effect_of
from loopwright.lang.places import Place
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import COMPUTE
from loopwright.placement.accesses import Access, Accesses
from loopwright.placement.lvalues import first_name, words_of
from loopwright.placement.objects import NONE, RELEASED, UNKNOWN, UNSEEN, Context, Hit
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.sections import Namer, elements_behind, lvalues_at, root_of, text_of
from loopwright.residence import ir
from loopwright.residence.expressions import name_of
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.scan import everything_in
from loopwright.source.linear import Linear

WAYS = {"copy": 2, "copyin": 1, "copyout": 1, "create": 0}  # clause → how many copies it makes
_GOVERNED = (ir.Block, ir.Loop, ir.If, ir.Evaluate, ir.Directive)
WITHOUT_DATA = frozenset(("loop", "atomic", "routine", "cache", ""))


class Followed:
    """A program whose pointers were followed: what is asked of it whatever the stretch."""

    def __init__(self, pointers: Pointers) -> None:
        self.pointers = pointers
        self.nodes = {
            id(part): part for known in pointers.project.functions for part in everything_in(known.function.body)
        }
        self.told = frozenset(self._told())
        self.hits = [(node, context, hit) for node, context, found in pointers.accesses() for hit in found]

    def _told(self) -> Iterator[int]:
        """Objects of which a directive says already where they live."""
        for known in self.pointers.project.functions:
            for part in everything_in(known.function.body):
                if isinstance(part, ir.Directive):
                    own = part.name in COMPUTE
                    items = (item for item in part.items if not own or item.clause not in WAYS)
                    for item in items:
                        for context in self.pointers.by_function.get(known, []):
                            yield from (
                                p.object for p in self.pointers.values.get((id(item.place), context.number), ())
                            )

    def is_followed(self, known: Known) -> bool:
        """Whether all statements of a function are understood, and run on the host alone."""
        contexts = self.pointers.by_function.get(known, [])
        if not contexts or any(context.device for context in contexts):
            return False
        return not any(isinstance(part, ir.Unread) for part in everything_in(known.function.body))


class Stretch:
    """Statements of one function that a region may stand around."""

    def __init__(self, program: Followed, known: Known, nodes: Sequence[Stmt], is_loop: bool) -> None:
        self.program, self.pointers, self.known = program, program.pointers, known
        self.nodes, self.is_loop = nodes, is_loop
        self.parts = {id(part): part for node in nodes for part in everything_in(node)}
        self.contexts = self.pointers.by_function[known]
        self.start = start_of(nodes[0])
        self.inside = [c for c in self.pointers.contexts.values() if self._is_called_inside(c)]
        self.functions = {context.known for context in self.inside}
        # What runs again finds what the round before has left.
        self.repeats = len(self.contexts) != 1 or self.contexts[0].repeated or self._is_in_a_loop()
        self.kernels = [*self._kernels()]
        self._host = Accesses(program.pointers, known, frozenset(), frozenset())

    @property
    def is_closed(self) -> bool:
        """Whether control comes in at its beginning and leaves at its end, and kernels run at once and move their own data alone."""
        if self.known in self.functions or any(isinstance(part, ir.Return) for part in self.parts.values()):
            return False
        if self._has_teams() or self._is_jumped_into():
            return False
        directives = [part for part in self._all_parts() if isinstance(part, ir.Directive)]
        return bool(self.kernels) and all(
            (d.name in COMPUTE or d.name in WITHOUT_DATA) and d.queue is None and not d.waits and d.readable
            for d in directives
        )

    # Who runs in it

    def _is_called_inside(self, context: Context) -> bool:
        at: Context | None = context
        while at is not None and at.parent is not None:
            if at.parent.known is self.known and id(at.call) in self.parts:
                return True
            at = at.parent
        return False

    def _is_in_a_loop(self) -> bool:
        loops = (part for part in everything_in(self.known.function.body) if isinstance(part, ir.Loop))
        return any(id(loop) not in self.parts and loop.span.contains(self.nodes[0].span) for loop in loops)

    def _is_jumped_into(self) -> bool:
        """Whether a `goto` may lead into it, out of it or back to it: all labels stand behind it, or there is none."""
        end = self.nodes[-1].span.end
        return any(
            part.span.start < end if isinstance(part, ir.Label) else id(part) in self.parts
            for part in everything_in(self.known.function.body)
            if isinstance(part, (ir.Label, ir.Goto))
        )

    def _has_teams(self) -> bool:
        """Whether a team of threads runs it, a part of it, or a function that it calls."""
        teams = {p.governs for p in self.known.file.outline.pragmas if p.sentinel == "omp"}
        around = (
            part
            for part in everything_in(self.known.function.body)
            if isinstance(part, _GOVERNED) and (id(part) in self.parts or part.span.contains(self.nodes[0].span))
        )
        if any(part.span.start in teams for part in around):
            return True
        return any(
            p.sentinel == "omp" and known.function.span.contains(p.span)
            for known in self.functions
            for p in known.file.outline.pragmas
        )

    def _all_parts(self) -> Iterator[object]:
        yield from self.parts.values()
        for known in self.functions:
            yield from everything_in(known.function.body)

    def _is_inside(self, node: int, context: Context) -> bool:
        return (context.known is self.known and node in self.parts) or context in self.inside

    def _kernels(self) -> Iterator[tuple[ir.Directive, Context]]:
        """The compute constructs, each in every chain of calls that comes to it from here."""
        for context in (*self.contexts, *self.inside):
            parts = self.parts.values() if context.known is self.known else everything_in(context.known.function.body)
            for part in parts:
                if isinstance(part, ir.Directive) and part.name in COMPUTE and not context.device:
                    yield part, context

    # What it uses

    def groups(self) -> list[frozenset[int]]:
        """Objects that kernels use in it; those that one variable may lead to go together."""
        used = {h.place.object for n, c, h in self.program.hits if h.device and self._is_inside(n, c)}
        groups = [frozenset((number,)) for number in sorted(used)]
        for objects in self.named.values():
            touching = [group for group in groups if group & objects]
            if touching:
                merged = objects.union(*touching)
                groups = [*(group for group in groups if not group & objects), merged]
        return groups

    @cached_property
    def named(self) -> dict[str, frozenset[int]]:
        """What the variables that stand in it may lead to, in the order in which they stand there, without those that are declared in it;
        then an lvalue for each object that kernels use and no such variable leads to."""
        return {text: self._behind(parts) for text, parts in self._lvalues.items()}

    @cached_property
    def _lvalues(self) -> dict[str, list[Expr]]:
        declared = {part.name for part in self.parts.values() if isinstance(part, ir.Declare)}
        names = [p for p in self.parts.values() if isinstance(p, ir.Name) and p.name not in declared]
        found: dict[str, list[Expr]] = {}
        for name in sorted(names, key=lambda p: p.span.start):
            if self._behind([name]):
                found.setdefault(name.name, []).append(name)
        used = {h.place.object for n, c, h in self.program.hits if h.device and self._is_inside(n, c)}
        unnamed = used - self._behind([part for parts in found.values() for part in parts])
        for part in lvalues_at(self.pointers, self.contexts, self._visible - declared, self.start):
            behind = self._behind([part])
            if len(behind) == 1 and behind <= unnamed and self._is_still(name_of(part)):
                found[name_of(part)] = [part]
                unnamed -= behind
        return found

    def _behind(self, parts: Iterable[Expr]) -> frozenset[int]:
        """The objects that some expressions may lead to."""
        keys = ((id(part), context.number) for part in parts for context in self.contexts)
        return frozenset(place.object for key in keys for place in self.pointers.values.get(key, ()))

    @cached_property
    def _visible(self) -> frozenset[str]:
        """Variables that can be named in front of it."""
        scopes = self.known.file.scopes
        visible = {declaration.name for declaration in scopes.visible(self.start)}
        visible |= {parameter.name for parameter in self.known.function.parameters}
        return frozenset(visible | {each for each, said in scopes.names.items() if said.kind == "variable"})

    def size_of(self, number: int) -> Linear | None:
        """Bytes of an object: a number, or in the names that the program has for it."""
        today = self.pointers.bytes_of(number)
        return today if today is None or not today.terms else self.pointers.objects[number].size

    def has_pointers(self, number: int) -> bool:
        """Whether addresses lie in an object: what they lead to may have to go with it."""
        return any(
            self.pointers.cells.get(Place(number, path), NONE) - {UNSEEN} for path in self.pointers.paths_of(number)
        )

    def comes_or_goes(self, number: int) -> bool:
        """Whether an object is made or given back while the region lasts."""
        born = self.pointers.born_at(number)
        parts = {id(part) for part in self._all_parts()}
        return (
            born in parts
            or any(number in self.pointers.releases.get(part, ()) for part in parts)
            or any(
                hit.place.object == number and hit.place.path == (RELEASED,) and self._is_inside(node, context)
                for node, context, hit in self.program.hits
            )
        )

    def moved_by_kernels(self, objects: frozenset[int]) -> int | None:
        """How many copies kernels make of objects in one round, the fewest in any chain of calls; ``None`` where one of them does not find
        them as the region holds them: it runs on the host under a condition, reaches them in other ways than by the name of a variable,
        or gives up what it writes. What all of them create is nobody else's."""
        ways: Counter[Context] = Counter({context: 0 for context in self.contexts})
        created: set[bool] = set()
        for node, context in self.kernels:
            hits = [hit for hit in self._hits_in(node, context) if hit.device and hit.place.object in objects]
            if not hits:
                continue
            clauses = self._clauses_of(node, context, objects)
            if node.condition is not None or not clauses or not WAYS.keys() >= {clause for clause, _ in clauses}:
                return None
            if any(clause == "copyin" and is_written for clause, is_written in clauses):
                return None
            created |= {clause == "create" for clause, _ in clauses}
            ways[self._top(context)] += sum(WAYS[clause] for clause, _ in clauses)
        return min(ways.values()) if len(created) == 1 else None

    def _hits_in(self, node: ir.Directive, context: Context) -> Iterator[Hit]:
        for part in everything_in(node):
            yield from self.pointers.accesses_at(id(part), context)

    def _top(self, context: Context) -> Context:
        """The chain of calls in which the function of the region runs."""
        at = context
        while at.known is not self.known and at.parent is not None:
            at = at.parent
        return at

    def _clauses_of(self, node: ir.Directive, context: Context, objects: frozenset[int]) -> list[tuple[str, bool]]:
        """The clauses that move objects for a construct, each with whether it writes what the variable leads to: `copy` for an array that none
        names; empty where something else moves them."""
        arrays: set[str] = set()
        written: dict[str, bool] = {}  # of variables that the construct reaches them by, "" in functions that it calls
        for part in everything_in(node):
            own = [h for h in self.pointers.accesses_at(id(part), context) if h.device and h.place.object in objects]
            root = root_of(self.pointers, part) if own and not isinstance(part, ir.Call) else None
            name = root.pointer.name if root is not None and isinstance(root.pointer, ir.Name) else ""
            if own and not name and not isinstance(part, ir.Call):
                return []
            if own:
                written[name] = written.get(name, False) or any(hit.writes for hit in own)
                if root is not None and id(root.pointer) in self.pointers.decayed:
                    arrays.add(name)
        found: list[tuple[str, bool]] = []
        said: set[str] = set()
        for item in node.items:
            places = self.pointers.values.get((id(item.place), context.number), frozenset())
            if any(place.object in objects for place in places):
                if not isinstance(item.place, ir.Name):
                    return []
                said.add(item.place.name)
                found.append((item.clause, written.get(item.place.name, False) or written.get("", False)))
        unsaid = written.keys() - said - {""}
        is_visible = context.known is self.known and unsaid <= self.named.keys()
        if (unsaid and node.default) or not (unsaid <= arrays or is_visible):
            return []
        return [*found, *(("copy", written[name]) for name in sorted(unsaid))]

    def text_of(self, name: str, mates: frozenset[str]) -> str | None:
        """An lvalue before the region begins, with the section that is all of what it leads to; ``None`` where that has no name there."""
        parts = self._lvalues[name]
        first, _ = first_name(name)
        if first not in self._visible or not self._is_set_before(name) or not self._keeps(name, mates):
            return None
        if self.pointer_type(name).element().is_pointer:
            return None
        if any(id(part) in self.pointers.decayed for part in parts):
            return name
        wanted = [elements_behind(self.pointers, parts[0], context) for context in self.contexts]
        text = self._said_by_kernels(name, wanted)
        if text is None:
            text = self._in_names(wanted) or self._from_bytes(parts[0])
        return f"{name}[0:{text}]" if text is not None and self._is_still(text) else None

    def _in_names(self, wanted: Sequence[Linear | None]) -> str | None:
        """A number as it can be written in front of it and stays the same in it."""
        return Namer(self.pointers, self.known).text([*wanted], sorted(filter(self._is_still, self._visible)))

    def _from_bytes(self, pointer: Expr) -> str | None:
        """The length of memory whose bytes have a name."""
        element = self.pointers.element_of(pointer)
        if element is None or element.terms or element.constant < 1:
            return None
        places = [self.pointers.values.get((id(pointer), context.number), NONE) for context in self.contexts]
        if any(place.path or place.object in self.pointers.entered for found in places for place in found):
            return None
        sizes = [{self.pointers.objects[place.object].size for place in found} for found in places]
        text = self._in_names([size.pop() for size in sizes]) if all(len(size) == 1 for size in sizes) else None
        return f"{text} / {element.constant}" if text is not None and text.isidentifier() else None

    def access(self, name: str, length: str) -> Access:
        """All that an lvalue leads to, as the host would use it; ``length`` is its number of elements, empty for an array."""
        parts = self._lvalues[name]
        wanted = tuple(elements_behind(self.pointers, parts[0], context) for context in self.contexts)
        kind = self.pointer_type(name)
        return Access(name, None, self._behind(parts), True, True, wanted, not length, length or None, type=kind)

    def pointer_type(self, name: str) -> CType:
        """The type of a pointer that is named in it."""
        return next((t for part in self._lvalues[name] if (t := self.pointers.types.get(id(part)))), UNKNOWN)

    def _said_by_kernels(self, name: str, wanted: Sequence[Linear | None]) -> str | None:
        """The length of an object as the clauses of kernels have it."""
        for node in self.parts.values():
            for item in node.items if isinstance(node, ir.Directive) else ():
                length = item.sections[0].length if len(item.sections) == 1 else None
                if length is None or name_of(item.place) != name or not _is_zero(item.sections[0].lower):
                    continue
                text = text_of(self.known.file, length)
                found = [self.pointers.look_at(context, length).number for context in self.contexts]
                same = all(map(self._are_equal, found, wanted))
                if text is not None and same and self._is_still(text):
                    return text
        return None

    def _are_equal(self, one: Linear | None, other: Linear | None) -> bool:
        return None not in (one, other) and self.pointers.today(one) == self.pointers.today(other)

    def _is_still(self, text: str) -> bool:
        """Whether a text means the same before, in and behind it."""
        return self._host.is_stable(text, self.nodes, self._visible)

    def _keeps(self, name: str, mates: frozenset[str]) -> bool:
        """Whether an lvalue leads to what it or one of its mates led to before, all the time: it is not changed, or exchanged with them."""
        if self._is_still(name):
            return True
        if name not in self.known.locals:
            return False
        within = {part.name for part in self.parts.values() if isinstance(part, ir.Declare)}
        exchanged = {name}
        while True:
            given = list(self._given_to(exchanged))
            if not all(isinstance(value, ir.Name) and value.name in mates | within for value in given):
                return False
            more = {value.name for value in given if isinstance(value, ir.Name)} & within
            if more <= exchanged:
                return True
            exchanged |= more

    def _given_to(self, names: Collection[str]) -> Iterator[Expr | None]:
        """The values that some variables get in it, ``None`` for one that cannot be told."""
        for part in self.parts.values():
            if isinstance(part, ir.AddressOf) and isinstance(part.place, ir.Name) and part.place.name in names:
                yield None
            elif isinstance(part, (ir.Assign, ir.Step)) and isinstance(part.target, ir.Name):
                if part.target.name in names:
                    yield part.value if isinstance(part, ir.Assign) and not part.operator else None
            elif isinstance(part, ir.Declare) and part.name in names and part.value is not None:
                yield part.value

    def _is_set_before(self, name: str) -> bool:
        """Whether an lvalue has its value wherever the region begins: it is given to the function, or set in front in a block around."""
        first, member = first_name(name)
        if first not in self.known.locals or any(p.name == first for p in self.known.function.parameters):
            return True
        numbers = {self.pointers.variable_in(context, first) for context in self.contexts}
        numbers |= {
            place.object for each in numbers if each is not None for place in self.pointers.cells.get(Place(each), NONE)
        }
        for part in everything_in(self.known.function.body):
            if isinstance(part, ir.Block) and part.span.start < self.start < part.span.end:
                for item in part.items:
                    if item.span.start < self.start and (
                        self._sets_member(item, numbers, words_of(member)[1]) if member else _sets(item, first)
                    ):
                        return True
        return False

    def _sets_member(self, item: Stmt, numbers: Collection[int | None], members: Collection[str]) -> bool:
        """Whether a statement that is always carried out may give a member of a variable its value."""
        if isinstance(item, ir.Block) and not item.scoped:
            return any(self._sets_member(part, numbers, members) for part in item.items)
        if not isinstance(item, (ir.Evaluate, ir.Declare)):
            return False
        keys = [(part, context) for part in everything_in(item) for context in self.contexts]
        return any(
            hit.writes and hit.place.object in numbers and hit.place.path and hit.place.path[-1] in members
            for part, context in keys
            for hit in self.pointers.accesses_at(id(part), context)
        )

    def clause_for(self, objects: frozenset[int]) -> str:
        """Which way objects have to be moved: what is there before goes to the device, what somebody may read afterwards comes back."""
        inside = [hit for n, c, hit in self.program.hits if hit.place.object in objects and self._is_inside(n, c)]
        outside = [
            hit
            for n, c, hit in self.program.hits
            if hit.place.object in objects and hit.place.path != (RELEASED,) and not self._is_inside(n, c)
        ]
        written = any(hit.device and hit.writes for hit in inside)
        out = written and (self.repeats or any(not hit.writes for hit in outside))
        into = self.repeats or any(hit.writes for hit in outside) or not all(map(self._is_fresh, objects))
        into |= any(not hit.device for hit in inside)
        return "copy" if out and into else "copyout" if out else "copyin" if into else "create"

    def _is_fresh(self, number: int) -> bool:
        """Whether an object has no values when it is made."""
        memory = self.pointers.objects[number]
        if memory.kind == "heap":
            return isinstance(memory.node, ir.Call) and effect_of(memory.node.name).gives == "fresh"
        node = memory.node
        return isinstance(node, ir.Declare) and node.value is None and not memory.is_global and not node.type.static


def start_of(node: Stmt) -> int:
    return start_of(node.body) if isinstance(node, ir.Directive) and node.body is not None else node.span.start


def _sets(item: Stmt, name: str) -> bool:
    """Whether a statement gives a variable its value, whatever happens in it."""
    if isinstance(item, ir.Block) and not item.scoped:
        return any(_sets(part, name) for part in item.items)
    if isinstance(item, ir.Declare):
        return item.name == name and (item.value is not None or item.type.is_array)
    value = item.value if isinstance(item, ir.Evaluate) else None
    return isinstance(value, ir.Assign) and isinstance(value.target, ir.Name) and value.target.name == name


def _is_zero(node: Expr | None) -> bool:
    return node is None or (isinstance(node, ir.Number) and node.value == 0)
