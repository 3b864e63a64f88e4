"""Can two names lead to the same memory?"""

from __future__ import annotations

from typing import Literal

from loopwright.dependence.model.program import Access, Program, Root
from loopwright.dependence.model.values import SIZE, Field, Index, Place
from loopwright.lang.types import Type, canonical, may_share_memory

Overlap = Literal["no", "assumed", "unknown"]


def overlap(program: Program, first: Access, second: Access, loop: int | None = None) -> Overlap:
    """Whether two accesses to differently named objects may meet, one of which is a write where iterations of a ``loop`` are asked about."""
    a, b = program.roots[first.place.root], program.roots[second.place.root]
    loaded = bool(first.place.object_length or second.place.object_length)
    same_memory = (a.view_of or first.place.root) == (b.view_of or second.place.root)
    if (a.view_of or b.view_of) and same_memory:
        return "unknown"  # whatever the rules of effective types say
    if _are_measured(program, first, second):
        return "unknown"
    if first.place.root == f"*{second.place.root}" or second.place.root == f"*{first.place.root}":
        return "unknown"  # what a pointer led to when the walk began, and leads to since others may have changed it
    if program.typed and _are_of_other_types(first, second):
        return "no"
    ways = {access.through for access in (first, second)} - {""}
    if first.through != second.through and any(
        loop not in program.roots[way].loops for way in ways if loop is not None
    ):
        return "no"  # memory that changes while the loop runs is reached in one of the ways (C11 6.7.3.1p4)
    if "unknown" in (a.kind, b.kind):
        return "no" if _out_of_reach(a, first) or _out_of_reach(b, second) else "unknown"
    if any(one.earlier and _is_of_numbers(other) for one, other in ((a, b), (b, a))):
        return "no"
    if a.earlier or b.earlier:
        return "no" if _are_of_other_containers(a, first, b, second) else "unknown"  # whoever has them now
    if program.typed and not (a.view_of or b.view_of) and _are_in_other_members(first, second):
        return "no"
    if _begin_at_one_object(a, b):
        return "unknown"
    if loop is not None and _are_restricted_members(program, first, second, loop):
        return "no"
    if first.place.root == second.place.root:
        return "assumed"
    if program.typed and _are_other_members(a, first, b, second):
        return "no"
    if _are_of_other_containers(a, first, b, second):
        return "no"
    if _is_restricted_by_file(a, first) and _is_restricted_by_file(b, second):
        return "no"  # neither may be based on the other while the program runs (C 6.7.3.1p4)
    if _is_size_of_own_view(a, first) or _is_size_of_own_view(b, second):
        return "no"
    if _is_constant_number(a, first) or _is_constant_number(b, second):
        return "no"  # who writes to it has undefined behaviour (C 6.7.3)
    if loaded:
        # A pointer in memory does not lead to a variable whose address nobody took.
        return "no" if _private(a, first) or _private(b, second) else "assumed"
    if not _may_view(a, first) and not _may_view(b, second):
        return "no"
    if any(
        _owns_alone(one) and (_owns_alone(two) or _container(two, at))
        for one, two, at in ((a, b, second), (b, a, first))
    ):
        return "no"  # what one of them has is released once
    if any(is_constant(root) for root in (a, b)):
        return "no"  # who writes to it has undefined behaviour (C 6.7.3)
    is_of_object = any(
        root.name == "this" and root.pointed and _is_apart_from_objects(other) for root, other in ((a, b), (b, a))
    )
    if program.typed and is_of_object:
        return "no"  # an object of a class is no array of numbers
    if any(
        _came_from_outside(root) and _is_of_this_call(other, access)
        for root, other, access in ((a, b, second), (b, a, first))
    ):
        return "no"
    if any(
        program.roots[one.place.root].type.restrict and _is_of_the_caller(program, one) and _is_older(program, two)
        for one, two in ((first, second), (second, first))
    ):
        return "no"  # whoever else knows the address: this one is not based on it (C11 6.7.3.1p4)
    # What a function returned may be derived from any pointer that is known elsewhere.
    may_be_given = any(root.taken_in is not None and root.pointed and root.escapes for root in (a, b))
    if not may_be_given and not any(root.type.is_smart_pointer for root in (a, b)):
        if any(root.kind == "heap" and not root.escapes for root in (a, b)):
            return "no"
        if "heap" in (a.kind, b.kind) and not any(_may_hold_any(*each) for each in ((a, first), (b, second))):
            return "no"
        if any(root.pointed and root.type.restrict and not root.escapes for root in (a, b)):
            return "no"
    if _private(a, first) or _private(b, second):
        return "no"
    return "assumed"


def _are_measured(program: Program, first: Access, second: Access) -> bool:
    """Whether it was asked how far the objects of two accesses lie from one another."""
    one, other = (program.roots[access.place.root].object_of(access.place) for access in (first, second))
    return (one, other) in program.measured


def _are_of_other_types(first: Access, second: Access) -> bool:
    """Whether two accesses are of objects whose types forbid that they are one (C11 6.5p7)."""
    if first.is_of_any_type or second.is_of_any_type:
        return False
    return not may_share_memory(first.element, second.element)


def _begin_at_one_object(a: Root, b: Root) -> bool:
    """Whether the text says of addresses in two variables, or of two in one, that they begin at the same object: `static int *p = a;`."""
    if a is b:
        return leads_to_one_twice(a)
    return not {a.name, *a.leads}.isdisjoint({b.name, *b.leads}) and bool(a.leads or b.leads)


def leads_to_one_twice(root: Root) -> bool:
    """Whether several addresses that a variable begins with are told to lead to one object."""
    return len(set(root.leads)) < len(root.leads)


def are_one_or_apart(program: Program, first: Access, second: Access) -> bool:
    """Whether two accesses are of the elements of containers that are either one container or share nothing: each owns its
    elements."""
    a, b = program.roots[first.place.root], program.roots[second.place.root]
    if _are_measured(program, first, second):
        return False
    return _container(a, first) is not None and _container(a, first) == _container(b, second)


def _container(root: Root, access: Access) -> str | None:
    """The type of the `vector` whose elements an access is of, where that is the object itself."""
    kind, steps = root.type, access.place.steps
    inner = kind.referred()
    if inner.sequence not in ("vector", "valarray") or inner.element().sequence or inner.element().layers:
        return None
    if not steps or not isinstance(steps[0], Index) or (kind.layers and not root.pointed):
        return None
    plain = all(not step.elsewhere if isinstance(step, Field) else not step.loaded for step in steps)
    return inner.base if plain else None


def _is_of_numbers(root: Root) -> bool:
    """A variable that is a number or an array of them, and leads nowhere."""
    kind = root.type
    is_own = root.kind in ("local", "parameter", "global") and not root.pointed and root.view_of is None
    return is_own and bool(canonical(kind.base)) and all(layer == "[]" for layer in kind.layers)


def _are_of_other_containers(a: Root, first: Access, b: Root, second: Access) -> bool:
    """Elements of containers of two types: no allocation belongs to both."""
    one, other = _container(a, first), _container(b, second)
    return one is not None and other is not None and one.removeprefix("std::") != other.removeprefix("std::")


def _are_other_members(a: Root, first: Access, b: Root, second: Access) -> bool:
    """Different members of objects of one class: two objects are one, or share nothing."""
    if not _is_object(a) or not _is_object(b) or a.type.base != b.type.base or a.type.layers != b.type.layers:
        return False
    for one, other in zip(_members(first), _members(second)):
        if one.name != other.name:
            kept = [step for step in (one, other) if step.elsewhere]
            return not (one.shared or other.shared) and all(step.owned for step in kept)
        if one.elsewhere:
            return False
    return False


def _are_in_other_members(first: Access, second: Access) -> bool:
    """Whether two accesses are inside of different members of structs of one type, wherever these lie: two structs are one, or share
    nothing, and none holds another of its type."""
    one, other = _inside(first), _inside(second)
    return any(a.struct == b.struct and a.name != b.name for a in one for b in other)


def _inside(access: Access) -> list[Field]:
    """The members that hold what is accessed; none where one of them is not known, or lies over others."""
    found: list[Field] = []
    for step in reversed(access.place.steps):
        if isinstance(step, Field):
            if step.shared or step.elsewhere or not step.struct:
                return []
            found.append(step)
        elif step.loaded:
            break
    return found


def _is_object(root: Root) -> bool:
    """Whether a root is what a pointer or reference to a class leads to."""
    base = root.type.base
    is_of_class = bool(base) and not canonical(base) and root.view_of is None
    return root.pointed and root.type.layers in (("*",), ("&",)) and is_of_class


def _members(access: Access) -> tuple[Field, ...]:
    """The members on the way, where no pointer is followed and no element of a member that is an array comes before."""
    steps = access.place.steps
    begin = 1 if steps and isinstance(steps[0], Index) else 0
    if access.place.object_length or any(isinstance(step, Index) and step.loaded for step in steps):
        return ()
    found = []
    for step in steps[begin:]:
        if not isinstance(step, Field):
            break
        found.append(step)
    return tuple(found)


def names(program: Program, first: Access, second: Access) -> tuple[str, ...]:
    """Two objects that are assumed to be apart, as people call them."""
    return tuple(sorted({_reached(program, access.place) for access in (first, second)}))


def sentences(apart: list[tuple[str, ...]]) -> list[str]:
    """One sentence for each group of objects that have to be apart."""
    groups: list[set[str]] = []
    for pair in apart:
        joined = set(pair).union(*(group for group in groups if group & set(pair)))
        groups = [group for group in groups if not group & joined] + [joined]
    told = []
    for group in groups:
        listed = sorted(group)
        if len(listed) == 1:
            told.append(f"what {listed[0]} leads to does not overlap")
        else:
            told.append(f"{', '.join(listed[:-1])} and {listed[-1]} do not overlap")
    return told


def display(program: Program, place: Place) -> str:
    """The object's name for people: root and members up to the last loaded pointer."""
    return _shown(program, place)


def _reached(program: Program, place: Place) -> str:
    """The memory that an access is of: `q[0]`, what an element of an array of addresses leads to, is none of the array `q`."""
    way = place.steps[: place.object_length]
    name = _shown(program, place)
    for step, after in zip(way, (*way[1:], None)):
        if isinstance(step, Index) and not isinstance(after, Field):
            number = step.value
            name += f"[{number.constant}]" if number is not None and not number.terms else "[…]"
    return name


def _shown(program: Program, place: Place) -> str:
    """`a->p`, or `a.p` of a variable and of a member that lies in its struct."""
    name, before = _name_of(program, place.root), None
    for step in place.steps[: place.object_length]:
        if isinstance(step, Field):
            name += f"{'->' if isinstance(before, Index) else '.'}{step.name}"
        before = step
    return name


def _name_of(program: Program, root: str) -> str:
    """What people call a root where the loop stands."""
    owner = program.roots[root]
    is_hidden = owner.kind == "global" and owner.name in program.names_of_functions
    return f"the file's {owner.name}" if is_hidden else owner.name


def _follows_pointer(root: Root) -> bool:
    return root.pointed or root.type.is_pointer or "&" in root.type.layers or root.type.is_view


def _may_view(root: Root, access: Access) -> bool:
    """Whether an object may show memory of another: pointers, spans, and classes of the file with subscripts of their
    own (`g(i, j)`)."""
    steps = access.place.steps
    kind = root.type
    own_subscript = (
        bool(steps) and isinstance(steps[0], Index) and not kind.layers and not kind.sequence and not root.pointed
    )
    return _follows_pointer(root) or own_subscript


def _is_size_of_own_view(root: Root, access: Access) -> bool:
    """How many elements a view shows that is a variable of this function: it is kept there, where no address leads."""
    steps = access.place.steps
    is_own = root.kind in ("local", "parameter") and not (
        root.pointed or root.addressed or root.view_of or root.type.static
    )
    return is_own and root.type.is_view and len(steps) == 1 and isinstance(steps[0], Field) and steps[0].name == SIZE


def _owns_alone(root: Root) -> bool:
    """A variable of this function that is a `unique_ptr` and releases in no way of its own."""
    kind = root.type
    return root.kind == "local" and not root.pointed and not kind.layers and kind.is_unique_pointer


def is_constant(root: Root) -> bool:
    """A variable that is declared `const` itself, and not what a pointer leads to."""
    kind = root.type
    return (
        root.kind in ("local", "global")
        and not root.pointed
        and kind.const
        and all(layer == "[]" for layer in kind.layers)
        and not Type(kind.base).is_view  # what it shows may be written under its own name
    )


def _is_constant_number(root: Root, access: Access) -> bool:
    """A number of a constant table: it is no other memory, whatever pointer leads there."""
    return is_constant(root) and not access.place.object_length and bool(canonical(root.type.base))


def _came_from_outside(root: Root) -> bool:
    """What a parameter pointed at when the function was called."""
    return root.kind == "parameter" and root.pointed and root.taken_in is None


def _is_of_the_caller(program: Program, access: Access) -> bool:
    """What a parameter pointed at when the function was called, and still does: nobody else can change the parameter. Seen as another type
    it is the same memory."""
    name = access.place.root
    root = program.roots[name]
    parameter = program.roots.get((root.view_of or name).removeprefix("*")) if name.startswith("*") else None
    is_copied = parameter is not None and not parameter.addressed and "&" not in root.type.layers
    return is_copied and _came_from_outside(root)


def _is_older(program: Program, access: Access) -> bool:
    """What was there before any address was made from a parameter of this function: what another one pointed at, or an object at file level."""
    root = program.roots[access.place.root]
    is_named = root.kind == "global" and not (root.pointed or root.view_of or "&" in root.type.layers)
    return (is_named and not _may_view(root, access)) or _is_of_the_caller(program, access)


def _is_of_this_call(root: Root, access: Access) -> bool:
    """A variable or an allocation that is younger than the parameters, and shows none of older memory."""
    return (
        root.kind == "local"
        and not root.pointed
        and not root.type.static
        and (not _may_view(root, access) or _is_string(root.type))
        and not root.type.is_smart_pointer  # it may have got what a parameter leads to
    ) or root.kind == "heap"


def _is_string(kind: Type) -> bool:
    """`std::string` or one of its kind, which owns what it has."""
    return not kind.layers and kind.base.partition("<")[0].endswith("string")


def _is_apart_from_objects(root: Root) -> bool:
    return (
        not root.pointed and root.kind in ("global", "local") and root.type.is_array and bool(canonical(root.type.base))
    )


def _may_hold_any(root: Root, access: Access) -> bool:
    """Whether an address that was kept elsewhere may be found here: by another pointer, also a variable's of the file, and in no array."""
    is_led = root.pointed or access.leads_out or root.type.is_pointer
    return is_led and root.kind != "heap" and not _came_from_outside(root)


def _out_of_reach(root: Root, access: Access) -> bool:
    """A variable of this function that no address leads to."""
    return root.kind in ("local", "parameter") and not (root.addressed or root.type.is_array) and _private(root, access)


def _is_restricted_by_file(root: Root, access: Access) -> bool:
    """Whether an access is of what a variable at file level leads to that is declared `restrict`."""
    steps = access.place.steps
    direct = bool(steps) and isinstance(steps[0], Index) and steps[0].loaded and access.place.object_length == 0
    return root.kind == "global" and not root.pointed and root.type.restrict and root.type.layers == ("*",) and direct


def _are_restricted_members(program: Program, first: Access, second: Access, loop: int) -> bool:
    """Whether two accesses are by different members of structs that are declared `restrict`, and that there are before the ``loop``: what
    is changed while it runs is reached by one of them (C11 6.7.3.1p1: an object that a declaration leads to)."""
    one, other = _restricted_member(first), _restricted_member(second)
    if not one or not other or one == other:
        return False
    return not any(loop in program.roots[access.place.root].loops for access in (first, second))


def _restricted_member(access: Access) -> str:
    """The member whose address an access is reached by, if it is declared `restrict`."""
    steps = access.place.steps
    for before, step in zip(reversed(steps[:-1]), reversed(steps)):
        if isinstance(step, Index) and step.loaded:
            return before.name if isinstance(before, Field) and before.restricted and not before.shared else ""
    return ""


def _private(root: Root, access: Access) -> bool:
    """An object of this function whose address nobody else has."""
    if access.place.object_length or _may_view(root, access):
        return False
    return not root.pointed and not root.escapes and root.kind in ("local", "parameter") and "&" not in root.type.layers
