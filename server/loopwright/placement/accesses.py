"""How a piece of code of the host reaches objects, and what of them, as texts that can stand in clauses around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loopwright.lang.places import ANYWHERE, Place
from loopwright.placement.containers import DATA, GET, SIZE
from loopwright.placement.lvalues import container_of, containers_in, first_name, words_of
from loopwright.placement.objects import UNKNOWN, Passed
from loopwright.placement.owners import can_name
from loopwright.placement.sections import (
    LoopSection,
    Root,
    count_of,
    elements_behind,
    pointer_of,
    root_of,
    sections_of_loop,
    text_of,
)
from loopwright.placement.uses import Uses, small_functions
from loopwright.residence import ir
from loopwright.residence.expressions import name_of
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.scan import assigned_names, everything_in, lent_names
from loopwright.source.linear import Linear


@dataclass(frozen=True)
class Access:
    """One way in which a region reaches objects: through the pointer ``name``, one element (``index``), the first so many (``length``), or
    nobody knows which; ``wanted`` is in each context how many elements there are, ``is_array`` that the name stands for all of them.
    ``fills``: the element, or the length, is overwritten for certain; ``type`` is the pointer's."""

    name: str
    index: str | None
    objects: frozenset[int]
    reads: bool
    writes: bool
    wanted: tuple[Linear | None, ...]
    is_array: bool = False
    length: str | None = None
    fills: bool = False
    type: CType = UNKNOWN

    def also(self, other: Access) -> Access:
        """Both."""
        return replace(
            self,
            objects=self.objects | other.objects,
            reads=self.reads or other.reads,
            writes=self.writes or other.writes,
            fills=self.fills or other.fills,
            wanted=self.wanted if self.wanted == other.wanted else tuple(None for _ in self.wanted),
        )


class Accesses(Uses):
    """One function."""

    def loop_sections(self, node: Stmt | Expr) -> dict[str, LoopSection]:
        inner = node
        if isinstance(inner, ir.Block) and inner.items and isinstance(inner.items[-1], ir.Loop):
            inner = inner.items[-1]
        if not isinstance(inner, ir.Loop):
            return {}
        found = sections_of_loop(self.known.file, node.span.start)
        if any(isinstance(part, (ir.If, ir.Switch, ir.Conditional, ir.Jump, ir.Call)) for part in everything_in(node)):
            found = {name: LoopSection(known.section, False) for name, known in found.items()}
        return found

    def called_objects(self, node: Stmt | Expr) -> frozenset[int]:
        """What functions that some code calls use: the sections of its own loops say nothing of that."""
        inner = (hit for part in everything_in(node) for hit in self.pointers.contained.get(id(part), ()))
        return frozenset(hit.place.object for hit in inner)

    def accesses(self, node: Stmt | Expr) -> list[Access] | None:
        """All ways in which the host reaches the group in some code."""
        found: dict[tuple[str, str | None, str | None], Access] = {}
        for part in everything_in(node):
            own = self.of_group(self.own(part))
            if not (own.read | own.written):
                continue
            accesses = self._of_call(part) if isinstance(part, ir.Call) else self._of_expression(part, node)
            if accesses is None:
                return None
            for access in accesses:
                key = (access.name, access.index, access.length)
                found[key] = found[key].also(access) if key in found else access
        return list(found.values())

    def _of_expression(self, node: Expr | Stmt, around: Expr | Stmt) -> list[Access] | None:
        own = self.of_group(self.own(node))
        if isinstance(node, ir.Opaque):  # the initializer of an array: it is there before the array is placed
            return []
        root = self._bound(root_of(self.pointers, node), around)  # type: ignore[arg-type]
        name = name_of(root.pointer) if root is not None else ""
        if root is None or not name:
            return self._by_arguments(node)
        index = text_of(self.known.file, root.element) if root.element is not None else None
        return [
            Access(
                name,
                index,
                self._reached(root.pointer) | own.read | own.written,
                bool(own.read),
                bool(own.written),
                self._wanted(root.pointer),
                self._is_array(root.pointer),
                fills=index is not None and _is_assigned(node, around),
                type=self._type(root.pointer),
            )
        ]

    def _bound(self, root: Root | None, around: Expr | Stmt) -> Root | None:
        """What a reference that begins and ends in a statement is bound to: elements of something."""
        if root is None or not isinstance(root.pointer, ir.Name):
            return root
        name = root.pointer.name
        found = [
            part
            for part in everything_in(around)
            if isinstance(part, ir.Declare) and part.name == name and part.type.layers[:1] == ("&",)
        ]
        if len(found) != 1 or found[0].value is None:
            return root
        bound = root_of(self.pointers, found[0].value)
        return bound._replace(element=None) if bound is not None else None

    def _type(self, pointer: Expr) -> CType:
        return self.pointers.types.get(id(pointer), UNKNOWN)

    def _is_array(self, pointer: Expr) -> bool:
        return isinstance(pointer, ir.Name) and id(pointer) in self.pointers.decayed

    def _reached(self, pointer: Expr) -> frozenset[int]:
        found: set[int] = set()
        for context in self.contexts:
            found |= {place.object for place in self.pointers.values.get((id(pointer), context.number), ())}
        return frozenset(found)

    def _wanted(self, pointer: Expr) -> tuple[Linear | None, ...]:
        """How many elements a pointer leads to, in each context."""
        return tuple(elements_behind(self.pointers, pointer, context) for context in self.contexts)

    def _of_call(self, node: ir.Call) -> list[Access] | None:
        return self._of_lifted(node) if self.pointers.callees.get(id(node)) else self._of_library(node)

    def _of_library(self, node: ir.Call) -> list[Access] | None:
        found: list[Access] = []
        for passed in self.pointers.passed.get(id(node), []):
            pointer = pointer_of(passed.argument)
            if pointer is None:
                return None
            objects = self._reached(pointer)
            if objects & self.group:
                length = self._passed_length(passed, pointer)
                found.append(
                    Access(
                        name_of(pointer),
                        None,
                        objects,
                        not passed.writes,
                        passed.writes,
                        self._wanted(pointer),
                        self._is_array(pointer),
                        length,
                        length is not None,
                        self._type(pointer),
                    )
                )
        own = self.of_group(self.own(node))
        covered = frozenset[int]().union(*(access.objects for access in found))
        return found if own.read | own.written <= covered else None

    def _passed_length(self, passed: Passed, pointer: Expr) -> str | None:
        size = self.pointers.element_of(pointer)
        if pointer is not passed.argument or not passed.factors or size is None or size.terms:
            return None
        return count_of(self.known.file, passed.factors, size)

    def _of_lifted(self, node: ir.Call) -> list[Access] | None:
        """What a small function does through its parameters, as its caller says it."""
        if not self.pointers.callees[id(node)] <= small_functions(self.pointers):
            return self._by_arguments(node)
        found: list[Access] = []
        for known in self.pointers.callees[id(node)]:
            inner = Accesses(self.pointers, known, self.placed, self.lifted)
            changed = assigned_names(known.function.body)
            given = {p.name: a for p, a in zip(known.function.parameters, node.arguments) if p.name not in changed}
            for part in everything_in(known.function.body):
                own = self.of_group(inner.own(part))
                if not (own.read | own.written):
                    continue
                root = root_of(self.pointers, part)
                name = self._in_caller(name_of(root.pointer), given, inner) if root is not None else None
                if root is None or name is None:
                    return self._by_arguments(node)
                objects: set[int] = set()
                wanted: list[Linear | None] = []
                for context in self.contexts:
                    of_call = [c for c in inner.contexts if c.call is node and c.parent is context]
                    for c in of_call:
                        values = self.pointers.values.get((id(root.pointer), c.number), frozenset())
                        objects |= {place.object for place in values}
                    wanted.append(
                        elements_behind(self.pointers, root.pointer, of_call[0]) if len(of_call) == 1 else None
                    )
                is_array = inner._is_array(root.pointer)
                kind = self._type(root.pointer)
                found.append(
                    Access(
                        name,
                        None,
                        frozenset(objects),
                        bool(own.read),
                        bool(own.written),
                        tuple(wanted),
                        is_array,
                        type=kind,
                    )
                )
        return found

    def _by_arguments(self, node: Expr | Stmt) -> list[Access] | None:
        """What the host does through what a call is given: all that the arguments lead to, as no more is known."""
        own = self.of_group(self.own(node))
        calls = [part for part in everything_in(node) if isinstance(part, ir.Call) and part.name]
        found: list[Access] = []
        for argument in (argument for call in calls for argument in call.arguments):
            for pointer in self._pointers_in(argument):
                objects = self._reached(pointer)
                if objects & (own.read | own.written):
                    whole = self._wanted(pointer)
                    is_array, kind = self._is_array(pointer), self._type(pointer)
                    found.append(
                        Access(name_of(pointer), None, objects, True, bool(own.written), whole, is_array, type=kind)
                    )
        covered = frozenset().union(*(access.objects for access in found))
        return found if own.read | own.written <= covered else None

    def _pointers_in(self, argument: Expr) -> list[Expr]:
        """The pointer that an argument begins with, or those that it owns."""
        while isinstance(argument, (ir.AddressOf, ir.Cast)):
            argument = argument.place if isinstance(argument, ir.AddressOf) else argument.value
        if not name_of(argument):
            pointer = pointer_of(argument)
            return [pointer] if pointer is not None and name_of(pointer) else []
        if id(argument) in self.pointers.elements or id(argument) in self.pointers.decayed:
            return [argument]
        return self.pointers.inside.get(id(argument), [])

    def _in_caller(self, name: str, given: dict[str, Expr], inner: Accesses) -> str | None:
        """`p->x` of a parameter `p` as the caller names it."""
        first, rest = first_name(name)
        if not first:
            return None
        if first not in given:
            return name if first not in inner.locals and first not in self.locals else None
        argument = given[first]
        if first == "this" and not isinstance(argument, ir.AddressOf):
            rest = f".{rest[2:]}" if rest.startswith("->") else rest
            return f"{name_of(argument)}{rest}" if name_of(argument) else None
        if isinstance(argument, ir.AddressOf) and rest.startswith("->") and name_of(argument.place):
            return f"{name_of(argument.place)}.{rest[2:]}"
        if not rest:
            pointer = pointer_of(argument)
            return name_of(pointer) if pointer is not None else None
        return f"{name_of(argument)}{rest}" if name_of(argument) else None

    def texts(
        self,
        access: Access,
        nodes: Sequence[Stmt | Expr],
        scope: frozenset[str],
        loops: dict[str, LoopSection],
    ) -> tuple[str, bool] | None:
        """(section as it stands in a clause, whether all of it is overwritten) of an access, ``None`` where it has no name."""
        name = access.name
        if not self.is_stable(name, nodes, scope):
            return None
        if not can_name(self.known, name):  # a method moves all of it
            whole = f"{name.removesuffix('.data()')}.size()"
            is_moved = name.endswith(".data()") and self.is_stable(whole, nodes, scope)
            return (f"{name}[0:{whole}]", False) if is_moved else None
        if access.index is not None and self.is_stable(access.index, nodes, scope):
            return f"{name}[{access.index}:1]", access.fills
        if access.length is not None and self.is_stable(access.length, nodes, scope):
            return f"{name}[0:{access.length}]", access.fills and len(nodes) == 1 and isinstance(nodes[0], ir.Evaluate)
        container = container_of(name)
        known = loops.get(container)
        if known is not None and known.section and self.is_stable(known.section, nodes, scope):
            return f"{name}[{known.section}]", known.fills
        if access.is_array:
            return name, False
        if name.endswith(".data()") and self.is_stable(f"{container}.size()", nodes, scope):
            return f"{name}[0:{container}.size()]", False
        text = self.namer.text(list(access.wanted), self.stable_names(nodes, scope))
        return (f"{name}[0:{text}]", False) if text is not None and self.is_stable(text, nodes, scope) else None

    def _container_places(self, chain: str) -> set[Place] | None:
        """Where `a.x.data()` keeps its pointer and its size, in all contexts."""
        first, *rest = chain.replace("->", ".").split(".")
        found: set[Place] = set()
        for context in self.contexts:
            number = self.pointers.variable_in(context, first)
            if number is None:
                return None
            layers = self.pointers.objects[number].type.layers
            places = set(self.pointers.cells.get(Place(number), ())) if layers else {Place(number)}
            found |= {place.inside(*rest[:-1], last) for place in places for last in (DATA, SIZE, GET)}
        return found

    def _is_followed(self, name: str) -> bool:
        """Whether all that happens to a variable whose address is given away is in sight."""
        numbers = [self.pointers.variable_in(context, name) for context in self.contexts]
        return all(number is not None and not self.pointers.objects[number].unfit for number in numbers)

    def stable_names(self, nodes: Sequence[Stmt | Expr], scope: frozenset[str]) -> list[str]:
        changed = set().union(*(assigned_names(node) for node in nodes))
        visible = set(scope) - changed
        visible |= {name for name in self.known.file.scopes.names if self._is_file_variable(name)} - changed
        return sorted(visible)

    def _is_file_variable(self, name: str) -> bool:
        declared = self.known.file.scopes.names.get(name)
        return declared is not None and declared.kind == "variable" and name not in self.locals

    def is_stable(self, text: str, nodes: Sequence[Stmt | Expr], scope: frozenset[str]) -> bool:
        """Whether a text can be written before and after some code and means the same."""
        variables, members = words_of(text)
        if (variables & self.locals) - scope:
            return False
        containers: set[Place] = set()
        for chain in containers_in(text):
            held = self._container_places(chain)
            if held is not None:
                containers |= held
                members = members - {"data", "size", "get"}
        declared = {part.name for node in nodes for part in everything_in(node) if isinstance(part, ir.Declare)}
        lent = set().union(*(lent_names(node) for node in nodes)) & variables
        if variables & (set().union(*(assigned_names(node) for node in nodes)) | declared) - lent:
            return False
        if not all(map(self._is_followed, lent)):
            return False
        numbers = {self.pointers.variable_in(context, name) for context in self.contexts for name in lent}
        for node in nodes:
            for part in everything_in(node):
                for hit in (*self.pointers.hits.get(id(part), ()), *self.pointers.contained.get(id(part), ())):
                    if not hit.writes:
                        continue
                    if hit.place.object in numbers and not hit.place.path:
                        return False
                    memory = self.pointers.objects[hit.place.object]
                    if hit.place in containers or (
                        hit.place.path == (ANYWHERE,) and any(hit.place.object == each.object for each in containers)
                    ):
                        return False
                    if hit.place.path and hit.place.path[-1].removesuffix("()") in members:
                        return False
                    if (
                        memory.is_global
                        and not hit.place.path
                        and memory.name in variables
                        and not memory.type.is_array
                    ):
                        return False
        return True


def _is_assigned(node: Expr | Stmt, around: Expr | Stmt) -> bool:
    """Whether a statement is an assignment to just this element."""
    value = around.value if isinstance(around, ir.Evaluate) else None
    if not isinstance(value, ir.Assign) or value.operator or value.target is not node:
        return False
    return isinstance(node, (ir.Index, ir.Deref)) and not any(
        part is not node and part == node for part in everything_in(value)
    )
