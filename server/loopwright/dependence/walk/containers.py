"""Memory that containers own, and what becomes of pointers and references into it when its owner may give it away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.program import Root
from loopwright.dependence.model.values import Index, Place, Value
from loopwright.dependence.walk.given_away import Gift, GivenAway
from loopwright.dependence.walk.kept_addresses import cells, is_alone, keepers
from loopwright.dependence.walk.names import Binding, Scope
from loopwright.dependence.walk.symbols import Symbols
from loopwright.dependence.walk.types import Types
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, canonical
from loopwright.source.nodes import subtree
from loopwright.source.outline import Outline


class Containers(Symbols):
    """Variables of one walk, what they hold, and the memory of those among them that own elements."""

    def __init__(
        self, outline: Outline, declarations: Scopes, given: frozenset[Gift], numbers: Mapping[str, tuple[str, ...]]
    ) -> None:
        super().__init__()
        self.outline, self.declarations = outline, declarations
        self.types = Types(outline, declarations, numbers)
        self.scopes = [Scope()]
        self.callers: list[list[Scope]] = []  # what the functions see that wait for the one that is walked
        self.values: dict[str, Value] = {}
        self.roots: dict[str, Root] = {}
        self.lent: set[str] = set()  # containers that code out of sight may empty
        self.given_away = GivenAway(given)
        self.handed_over = False  # whether a container may have got the elements of another

    def kind_at(self, place: Place, told: Type) -> Type:
        """The type of what lies at a place: the one that is told, if it is, else by the variable that it is in: `auto *z = &p`, `T &z`."""
        if told.base not in ("", "auto") and told.base not in self.types.classes.template_parameters:
            return told
        kind = self.roots[place.root].type
        for step in place.steps:
            kind = kind.element() if isinstance(step, Index) else self.types.member(kind.base, step.name) or Type("")
        return kind

    def may_be_emptied(self, place: Place, told: Type) -> bool:
        """Whether what is assigned at a place, or exchanged, may be a container: somebody else has its elements then."""
        kind = self.kind_at(place, told)
        is_untold = kind.base in self.types.classes.template_parameters or (
            self.roots[place.root].kind == "unknown" and kind.base in ("", "auto")
        )
        return self.types.may_hold_elements(kind) or (is_untold and self.outline.source.language != "c")

    def hand_over(self, root: str) -> None:
        """The elements of a container are another's from now on: nothing is known of the pointers and references to them. One of which
        nothing is known, `y` of `auto &[x, y] = rows`, may be any; so may one without a name, and one that a view shows."""
        self.handed_over = True
        roots = {root}
        if root not in self.roots or self.roots[root].kind == "unknown" or self.roots[root].type.is_view:
            roots |= {name for name, owner in self.roots.items() if self.may_own_elements(Type(owner.type.base))}
        for name, owner in self.roots.items():
            if self.may_own_elements(owner.type):
                self.roots[name] = replace(owner, escapes=True)
        self._lose_elements(roots)

    def lend(self, root: str) -> None:
        """Code out of sight gets a container by reference, now or later: it may give its elements away whenever it runs."""
        if root in self.roots and self.may_own_elements(Type(self.roots[root].type.base)):
            self.roots[root] = replace(self.roots[root], escapes=True)
            self.lent.add(root)
            self.set_aside({root})

    def lend_all_of(self, kind: Type) -> None:
        """The same for all objects of a class, where it is not told which one is meant."""
        if self.types.may_hold_elements(kind):
            for root in [name for name, owner in self.roots.items() if owner.type.base == kind.base]:
                self.lend(root)

    def takes(self, root: str, node: Node) -> None:
        """A container gets what an expression is worth: with a call in it that may be the elements of one that others have. Of several
        arguments it makes its own."""
        is_list = node.type in ("argument_list", "initializer_list")
        is_made = is_list and node.named_child_count != 1
        if (
            self.lent
            and not (is_made or self.is_register(root))
            and self.may_own_elements(Type(self.roots[root].type.base))
        ):
            if any(each.type == "call_expression" for each in subtree(node)):
                self.roots[root] = replace(self.roots[root], escapes=True)

    def set_aside(self, roots: Set[str], but: Set[str] = frozenset()) -> None:
        """Containers may have other elements from now on: pointers and references to numbers lead to those that they had, to others to what is
        not known, ``but`` for some variables."""
        held = {name: self._earlier_root(name) for name in sorted(roots & self.led_to()) if self._is_of_numbers(name)}
        for register, value in self.values.items():
            if value.pointer is not None and value.pointer.root in held and _is_element(value.pointer):
                self.values[register] = replace(value, pointer=value.pointer._replace(root=held[value.pointer.root]))
        for scope in self.all_scopes():
            for name, binding in scope.items():
                if binding.place is not None and binding.place.root in held and _is_element(binding.place):
                    root = held[binding.place.root]
                    scope[name] = Binding(root, binding.type, binding.place._replace(root=root))
        self._lose_elements(roots, but)

    def led_to(self) -> set[str]:
        """The roots that pointers and references of this moment lead to."""
        return {place.root for place in self.places_led_to()}

    def places_led_to(self) -> Iterator[Place]:
        """What pointers and references of this moment lead to, those that are one of several places to each of them."""
        for value in self.values.values():
            if value.pointer is not None:
                yield value.pointer
                yield from (way.place for way in self.roots[value.pointer.root].one_of)
        yield from (each.place for scope in self.all_scopes() for each in scope.values() if each.place is not None)

    def all_scopes(self) -> Iterator[Scope]:
        """Those of this moment, and of the functions that called."""
        for scopes in (*self.callers, self.scopes):
            yield from scopes

    def keeps_addresses(self) -> bool:
        """Whether one of them was read from memory."""
        return any(any(keepers(self.roots, place)) for place in self.places_led_to())

    def led_to_elements(self) -> set[str]:
        """Those of them of whose containers the elements are led to."""
        if self.outline.source.language == "c":
            return set()
        return {place.root for place in self.places_led_to() if self._is_in_container(place)}

    def read_by_others(self) -> set[str]:
        """How it is noted that pointers in memory may be set of which code out of sight knows, and that something led by."""
        return {
            f"*{self.roots[cell.root].name}"
            for place in self.places_led_to()
            for cell in cells(place)
            if not is_alone(self.roots[cell.root])
        }

    def known_to_others(self) -> set[str]:
        """The roots of these that code out of sight may know by itself: of the file, of the caller, of the object at hand."""
        led = self.led_to_elements()
        return {root for root in led if not _is_own(self.roots[root]) and not _is_fixed(self.roots[root])}

    def may_own_elements(self, kind: Type) -> bool:
        return kind.owns_elements or self.types.classes.is_class(kind)

    def _is_in_container(self, place: Place) -> bool:
        """Whether a place is in the memory that a container has, or may be; not what an address leads to that was read there."""
        owner = self.roots[place.root]
        kind: Type | None = owner.type
        steps, read = place.steps, place.object_length
        begins = bool(steps) and isinstance(steps[0], Index)
        if owner.pointed and owner.type.layers:
            kind = owner.type.element()
            begins = begins and owner.type.layers[0] == "*"
        elif not owner.pointed or owner.type.owns_elements:
            begins = False
        for position, step in enumerate(steps[1:] if begins else steps, int(begins)):
            if position >= read and kind is not None and kind.owns_elements:
                return True
            if kind is None or kind.base in ("", "auto"):
                return any(not (isinstance(each, Index) and each.loaded) for each in steps[max(position, read) :])
            kind = kind.element() if isinstance(step, Index) else self.types.member(kind.base, step.name)
        return False

    def _is_of_numbers(self, root: str) -> bool:
        """Whether a variable is a container, or a reference to one, whose memory is its own and holds numbers."""
        owner = self.roots[root]
        kind = owner.type.referred() if owner.pointed else owner.type
        inner = kind.element()
        return (
            kind.sequence in ("vector", "valarray")
            and not kind.layers
            and not inner.layers
            and bool(canonical(inner.base))
        )

    def _earlier_root(self, root: str) -> str:
        """The root of the numbers that a container had until now."""
        name, owner = f"{root}@{len(self.roots)}", self.roots[root]
        kind = Type(owner.type.base, ("&",))
        text, loops = f"what {owner.name} held", self.loops or None
        self.roots[name] = Root(text, "global", kind, pointed=True, escapes=True, taken_in=loops, earlier=True)
        return name

    def _lose_elements(self, roots: Set[str], but: Set[str] = frozenset()) -> None:
        """Nothing is known any more of pointers and references to elements of containers."""
        if not roots:
            return
        names = {self.roots[root].name for root in roots if root in self.roots}
        self.given_away.happens(names | {f"*{name}" for name in names})
        for register, value in self.values.items():
            if value.pointer is None or value.pointer.root not in roots or self.roots[register].name in but:
                continue
            if self._is_in_container(value.pointer) or any(
                cells(value.pointer)
            ):  # what leads to an object itself stays
                self.values[register] = Value(kind=value.kind)
        for scope in self.all_scopes():
            for name, binding in scope.items():
                if binding.place is not None and binding.place.root in roots and self._is_in_container(binding.place):
                    place = Place(self.unknown_root(name, binding.type))
                    self.roots[place.root] = replace(self.roots[place.root], escapes=True)
                    scope[name] = Binding(place.root, binding.type, place)

    def unknown_root(self, text: str, type: Type) -> str:
        """A root of which nothing is known."""
        name = f"?{len(self.roots)}"
        self.roots[name] = Root(text, "unknown", type)
        return name

    def is_register(self, root: str) -> bool:
        """Whether a variable's value is followed: local, and nobody has its address."""
        owner = self.roots[root]
        return (
            owner.kind in ("local", "parameter")
            and not owner.pointed
            and not owner.escapes
            and not owner.addressed
            and not owner.type.static
            and not owner.type.volatile
            and (owner.type.is_scalar or owner.type.is_pointer)
        )


def _is_own(root: Root) -> bool:
    """Whether a variable is one of the call that is walked."""
    return root.kind in ("local", "parameter", "heap", "unknown") and not root.pointed and not root.type.static


def _is_fixed(root: Root) -> bool:
    """Whether nobody may exchange what a variable holds."""
    return root.type.const and not root.pointed and not root.type.layers


def _is_element(place: Place) -> bool:
    """Whether a place in a container is an element of it, and no address is read on the way."""
    return len(place.steps) == 1 and isinstance(place.steps[0], Index) and not place.steps[0].loaded
