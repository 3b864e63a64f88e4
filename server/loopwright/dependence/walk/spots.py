"""Lvalues: which place in memory an expression names, and reading and writing there."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.program import Root, Update, Written
from loopwright.dependence.model.remade import Remaking
from loopwright.dependence.model.values import (
    NOTHING,
    Field,
    Index,
    Place,
    Spot,
    Step,
    Value,
    is_bit_field,
    of_address,
)
from loopwright.dependence.walk import operators
from loopwright.dependence.walk.arithmetic import as_pointer, converted, kept, narrows, readable, view_of
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.lang.classes import plain
from loopwright.lang.declarators import Declarator, read_declarator, read_type, type_of_declarator
from loopwright.lang.library import library
from loopwright.lang.types import Type, canonical, integer_range, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, path_text, text_of, uncast
from loopwright.source.text import names_in

_CALLED = frozenset(("identifier", "qualified_identifier", "template_function", "field_expression"))


def read(state: State, spot: Spot, node: Node, update: Update | None = None, possible: bool = False) -> Value:
    """The value at a spot; the read is recorded. It is only ``possible`` where a function may leave parts of the object unread."""
    kind = spot.kind
    if kind.is_array:
        steps = spot.place.steps
        decayed = _decayed(kind)
        row = (
            bool(steps)
            and isinstance(steps[-1], Index)
            and all(isinstance(s, Field) or _is_constant_step(s) for s in steps)
        )
        if row and _is_kept(node):  # a row that is kept is mostly taken to walk over more than the row
            return Value(pointer=Place(view_of(state, spot.place.root, decayed), (Index(None),)), kind=decayed)
        return Value(pointer=Place(spot.place.root, (*steps, Index(Linear(0)))), kind=decayed)
    if kind.volatile:
        state.effect("volatile", text_of(node), node)
    for place, base in _members_of_plain(state, spot) or [(spot.place, kind.base if not kind.layers else "*")]:
        state.record(place, False, node, base, update, possible=possible)
    if spot.register is not None:
        return state.values.get(spot.register) or initial_value(state, spot.register)
    if kind.is_pointer:
        return Value(pointer=Place(spot.place.root, (*spot.place.steps, Index(Linear(0), loaded=True))), kind=kind)
    if spot.place in state.first_values:
        return state.first_values[spot.place]
    if kind.is_scalar and (is_integer(kind.base) or kind.base in ("", "auto") or kind.base.endswith("_t")):
        return of_bits(state, spot, node) if is_bit_field(spot.place) else Value(_load(state, spot, node), kind=kind)
    return Value(kind=kind)


def of_bits(state: State, spot: Spot, node: Node) -> Value:
    """What a bit field holds: any number that its type has, and one of `int` where all of them fit in (C11 6.3.1.1p2)."""
    value, limits = state.unknown(text_of(node), spot.kind), integer_range(spot.kind.base)
    return replace(value, kind=Type("")) if limits is None or limits[0] == 0 else value


def _members_of_plain(state: State, spot: Spot) -> list[tuple[Place, str]]:
    """The members, with their types, of a local struct of numbers: who reads it as a whole reads each of them and nothing else. Empty for
    what is no such struct, or more than its members."""
    root = state.roots[spot.place.root]
    if spot.place.steps or spot.kind.layers or root.kind != "local" or root.pointed or root.view_of is not None:
        return []
    known = state.types.classes.of(spot.kind.base)
    if known is None or known.node.type == "union_specifier" or known.disputed or known.hides_code:
        return []
    if known.is_template or known.bases or known.special:
        return []
    found = []
    for name, member in known.members.items():
        kind = state.types.expanded(member.type)
        if member.static:
            continue
        if kind.layers or kind.volatile or not kind.is_scalar or state.types.shares(spot.kind.base, name):
            return []
        found.append((Place(spot.place.root, (Field(name, struct=known.name),)), kind.base))
    return found


def _is_constant_step(step: Index) -> bool:
    return not step.loaded and step.value is not None and not step.value.terms


def _is_kept(node: Node) -> bool:
    """Whether an address goes anywhere but into a subscript."""
    parent = node.parent
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, parent.parent
    return parent is None or not (
        parent.type == "subscript_expression" and parent.child_by_field_name("argument") == node
    )


def write(
    state: State,
    spot: Spot,
    value: Value,
    node: Node,
    update: Update | None = None,
    written: Written | None = None,
    possible: bool = False,
    remade: Remaking | None = None,
) -> None:
    """``value`` is stored at a spot; ``written`` is how it was worked out, ``remade`` how of what was there. ``possible`` where it may be what was there."""
    kind = spot.kind
    if kind.volatile:
        state.effect("volatile", text_of(node), node)
    if plain(kind.base) == "atomic" and not kind.layers:
        state.effect("opaque", f"in which order iterations change {text_of(node)} is not followed", node)
    if is_bit_field(spot.place):  # the rest of the word stays
        value = of_bits(state, spot, node)
        if update is None:
            state.record(spot.place, False, node, kind.base, possible=True)
    number = value.number if kind.is_scalar and (is_integer(kind.base) or kind.base in ("bool", "_Bool")) else None
    stored = number if number is not None and not narrows(kind, value) else None
    address = value.pointer if kind.is_pointer and _is_of_type(value.kind, kind) else None
    element = kind.base if not kind.layers else "*"
    state.record(
        spot.place, True, node, element, update, stored, written, possible=possible, address=address, remade=remade
    )
    if spot.register is None:
        state.escape(value)
        _noted_as_stored(state, spot, value)
        return
    value = adapted(state, value, kind) if kind.is_pointer else value
    if kind.is_pointer and value.pointer is not None:
        _name_fresh_memory(state, value.pointer, spot.register, kind)
        state.values[spot.register] = Value(pointer=value.pointer, kind=kind)
    elif kind.is_pointer and (value.nowhere or value.number == Linear(0)):
        state.values[spot.register] = Value(kind=kind, nowhere=True)
    elif kind.is_scalar and value.number is not None and not narrows(kind, value):
        state.values[spot.register] = kept(state, kind, value)
    else:
        state.values[spot.register] = state.unknown(state.roots[spot.register].name, kind)


def _is_of_type(given: Type, kind: Type) -> bool:
    return (given.base, given.decayed().layers) == (kind.base, kind.layers)


def adapted(state: State, value: Value, kind: Type) -> Value:
    """``value`` as a pointer of ``kind``: C converts to and from `void *` without a word."""
    value = as_pointer(state, value)
    held = value.kind.element().base
    if value.pointer is not None and held == kind.base and _has_other_rows(value.kind.element(), kind.element()):
        return converted(state, value, kind)
    if value.pointer is None or held in (kind.base, "") or kind.base in ("auto", ""):
        return value
    if held != "void" and not (canonical(held) and canonical(kind.base)):
        return value  # a class, or a name of which nothing is known: no other conversion is silent
    return converted(state, value, kind)


def _has_other_rows(before: Type, after: Type) -> bool:
    """Whether what a pointer leads to has rows under one type, and none or others under another."""
    if before.layers != after.layers:
        return "[]" in (*before.layers, *after.layers)
    told = [(a, b) for a, b in zip(before.extents, after.extents) if a is not None and b is not None]
    return any(a.isdecimal() and b.isdecimal() and a != b for a, b in told)


def is_converted(wanted: Type, given: Type) -> bool:
    """Whether a reference of one type to an object of another is one to a temporary."""
    a, b = canonical(wanted.base), canonical(given.base)
    return (
        not wanted.layers
        and not given.layers
        and bool(a and b)
        and (a, integer_range(wanted.base)) != (b, integer_range(given.base))
    )


def of_type(state: State, value: Value, kind: Type) -> Value:
    """``value`` as what a parameter or the result of a function is declared to be."""
    is_number = value.number is not None and kind.is_scalar and kind.base not in ("", "auto", "void")
    return converted(state, value, kind) if is_number else value


def stored_as(state: State, spot: Spot, value: Value, node: Node) -> Value:
    """What an assignment of ``value`` is worth: what is held afterwards (C11 6.5.16p3)."""
    return of_bits(state, spot, node) if is_bit_field(spot.place) else of_type(state, value, spot.kind)


def returned(state: State, register: str | None, value: Value, node: Node) -> Value:
    """What a pointer holds after ``node`` was stored in it: for an address from a function or a class that is not there,
    memory that goes by the pointer's name."""
    kind = state.roots[register].type if register is not None else value.kind
    if register is None or not kind.is_pointer or not _is_handed_out(node):
        return value
    if value.pointer is not None and state.roots[value.pointer.root].kind != "unknown":
        return value
    return Value(pointer=Place(state.returned_root(register), (Index(Linear(0)),)), kind=kind)


def _is_handed_out(node: Node) -> bool:
    """`f(x)`, `object.f()`, `&object.elements[0]`, casts of them."""
    node = uncast(node)
    if node.type == "call_expression":
        callee = node.child_by_field_name("function")
        return callee is not None and callee.type in _CALLED
    if node.type == "pointer_expression" and node.children[0].type == "&":
        argument = node.child_by_field_name("argument")
        return argument is not None and bare(argument).type == "subscript_expression"
    return False


def bind_parameter(state: State, declarator: Node, declaration: Node, argument: Value | Spot | None) -> None:
    """A parameter of a function; ``argument`` is what a call passes, ``None`` at the function that is analysed."""
    said = read_declarator(declarator)
    name, type = said.name, state.expanded(type_of_declarator(said, declaration))
    if not name:
        return
    if type.is_array:  # an array parameter is a pointer (C11 6.7.6.3p7)
        type = type._replace(layers=("*", *type.layers[1:]))
    if argument is None:
        binding = state.declare(name, "parameter", type)
        own = said._replace(sizes=(None, *said.sizes[1:]))  # the first size of a parameter says nothing
        extents = sizes_of(state, own, type)
        state.roots[binding.root] = replace(state.roots[binding.root], extents=extents)
        if type.layers[:1] == ("&",):
            inner = type._replace(layers=type.layers[1:], extents=type.extents[1:])
            place = Place(state.pointed_root(binding.root))
            state.scopes[-1][name] = Binding(binding.root, inner, place)
        elif state.is_register(binding.root):
            initial_value(state, binding.root)
        return
    if type.layers[:1] == ("&",) and isinstance(argument, Spot):
        inner = _deduced(state, type._replace(layers=type.layers[1:], extents=type.extents[1:]), argument.kind)
        if argument.register is not None and state.addressed.has(name):
            state.address(argument.register, declarator)
        state.scopes[-1][name] = Binding(argument.register or argument.place.root, inner, argument.place)
        return
    binding = state.declare(name, "local", type)
    value = argument if isinstance(argument, Value) else NOTHING
    type = _deduced(state, type, value.kind) if type.is_pointer else type
    value = adapted(state, value, type) if type.is_pointer else of_type(state, value, type)
    if not state.is_register(binding.root):
        state.escape(value)
    state.values[binding.root] = Value(value.number, value.pointer, value.checks, type)


def _deduced(state: State, kind: Type, given: Type) -> Type:
    """What a parameter of a template is in this call: `T` of a reference or a pointer is the type of what that leads to (C++17 17.8.2.1).
    An object may be taken as one of its bases, whose operators are others."""
    known = state.types.classes.of(given.base)
    is_open = not state.types.classes.template_parameters.isdisjoint(names_in(kind.base))
    if not is_open or kind.layers != given.layers or given.base in ("", "auto") or (known is not None and known.bases):
        return kind
    return kind._replace(base=given.base)


def element_of(state: State, base: Spot, indices: list[Node]) -> Spot:
    """An element of a container: its elements are separate places, and those of different containers too."""
    values = operators.numbers(state, indices)
    steps = tuple(Index(value.number, _is_elsewhere(base), of_address(value.checks)) for value in values)
    return Spot(Place(base.place.root, (*base.place.steps, *steps)), base.kind.element())


def numbered(container: Spot, number: Linear | None) -> Place:
    """Element ``number`` of a container or an array; ``None`` for any of them."""
    return Place(container.place.root, (*container.place.steps, Index(number, _is_elsewhere(container))))


def _is_elsewhere(base: Spot) -> bool:
    """Whether the elements lie where an address says that was itself read from memory, and that others may have too."""
    kind = base.kind
    return (kind.is_view and bool(base.place.steps)) or (kind.is_smart_pointer and not kind.is_unique_pointer)


def pointed_spot(state: State, pointer: Value, node: Node) -> Spot:
    """Where a pointer leads."""
    if pointer.pointer is None:
        root = state.unknown_root(text_of(node), pointer.kind)
        return Spot(Place(root, (Index(None),)), pointer.kind.element())
    return Spot(pointer.pointer, pointer.kind.element())


def initial_value(state: State, root: str) -> Value:
    """What a variable holds when the walk begins."""
    kind = state.roots[root].type
    if kind.is_pointer:
        value = Value(pointer=Place(state.pointed_root(root), (Index(Linear(0)),)), kind=kind)
    elif kind.is_scalar and (is_integer(kind.base) or kind.base in ("", "auto") or kind.base.endswith("_t")):
        limits = integer_range(kind.base)
        bounds = (limits[0], limits[1]) if limits else (None, None)
        value = Value(state.parameter(state.roots[root].name, bounds, root), kind=kind)
    else:
        value = Value(kind=kind)
    state.values[root] = value
    return value


def elements_in(state: State, kind: Type) -> Linear | None:
    """How many elements an array has, if its type says so by a number or a constant of the file."""
    text = kind.extents[0] if kind.is_array else None
    if kind.sequence == "array" and kind.base.count(",") == 1:
        text = kind.base.rpartition(",")[2].removesuffix(">").strip()
    is_told = text is not None and (text.isdecimal() or (text.isidentifier() and state.lookup(text) is None))
    return state.constant(text) if text is not None and is_told else None


def fresh_memory(state: State, kind: Type, begins: tuple[int, ...] = ()) -> Value:
    """A pointer to memory that nothing else points at, whose first elements begin with some numbers."""
    root = f"heap@{len(state.roots)}"
    state.roots[root] = Root("", "heap", kind.element(), state.loops, pointed=True, begins=begins)
    return Value(pointer=Place(root, (Index(Linear(0)),)), kind=kind)


def _load(state: State, spot: Spot, node: Node) -> Linear:
    """The symbol of a value in memory: one for all reads if nothing in sight assigns it."""
    place = spot.place
    last = next((step.name for step in reversed(place.steps) if isinstance(step, Field)), state.roots[place.root].name)
    limits = integer_range(spot.kind.base)
    bounds = (limits[0], limits[1]) if limits else (None, None)
    constant = state.constant_in(last)
    usable = all(isinstance(step, Field) or step.value is not None for step in place.steps)
    memory = state.roots[place.root].view_of or place.root
    version = state.steady.version(memory, place)
    if constant is None or not usable or version is None:
        return _named(state, state.symbol("load", _name_of(state, place, node), place=place, bounds=bounds), place)
    steps = tuple(s if isinstance(s, Field) else Index(s.value, s.loaded) for s in place.steps)
    key = (Place(place.root, steps), f"load {constant} {state.epoch} {version}")
    if key not in state.loads:
        outside = state.loops[: state.loops.index(constant)] if constant >= 0 else ()
        varying = {*outside, *loops_of(state, place), *state.roots[place.root].loops}
        loops = tuple(loop for loop in state.loops if loop in varying)
        linear = state.symbol("load", _name_of(state, place, node), place=place, bounds=bounds, loops=loops)
        linear = _named(state, linear, place)
        state.loads[key] = linear.terms[0][0][0]
    state.reads(state.loads[key])
    varying = set(state.symbols[state.loads[key]].loops)
    state.steady.read(memory, place, tuple(loop for loop in state.loops if loop not in varying))
    return Linear(0, (((state.loads[key],), 1),))


def _name_of(state: State, place: Place, node: Node) -> str:
    """What an object is called where the loop stands: a function that is called has names of its own for it."""
    text, owner = path_text(node), state.roots[place.root].name
    if not state.is_elsewhere or not owner:
        return text
    if owner == "this" and text.isidentifier() and all(root.name != text for root in state.roots.values()):
        return text
    return _path_of(state, owner, place.steps) or text


def _named(state: State, number: Linear, place: Place) -> Linear:
    """What was read by a function that is called, marked where its name means something else to the loop: a variable of the file that one of
    the function around hides."""
    owner = state.roots[place.root]
    if state.is_elsewhere and owner.kind == "global":
        hides = (each.name == owner.name and each.kind in ("parameter", "local") for each in state.roots.values())
        (name,) = number.names
        state.symbols[name] = state.symbols[name]._replace(foreign=any(hides))
    return number


def _path_of(state: State, name: str, steps: tuple[Step, ...]) -> str:
    """`a`, `p->x` or `z[i]`: what steps from a name lead to; empty where a subscript is not known."""
    for step in steps:
        if isinstance(step, Field):
            name += f".{step.name}"
        elif step.value is None:
            return ""
        else:
            name += f"[{readable(state, step.value)}]"
    return name.replace("[0].", "->")


def loops_of(state: State, place: Place) -> tuple[int, ...]:
    """Loops that a value which nobody assigns can vary with: those of its subscripts."""
    names = {n for step in place.steps if isinstance(step, Index) and step.value is not None for n in step.value.names}
    loops = {loop for name in names for loop in state.symbols[name].loops}
    return tuple(loop for loop in state.loops if loop in loops)


def _name_fresh_memory(state: State, pointer: Place, register: str, kind: Type) -> None:
    """Memory that has no name yet goes by that of the first pointer that is set to it."""
    owner = state.roots.get(pointer.root)
    if owner is not None and owner.one_of and not owner.name:
        state.roots[pointer.root] = replace(owner, name=state.roots[register].name)
    elif owner is not None and owner.kind == "heap" and not owner.name:
        holder = state.roots[register]
        state.roots[pointer.root] = replace(owner, name=holder.name, type=kind.element(), extents=holder.extents)


def _decayed(kind: Type) -> Type:
    return kind._replace(layers=("*", *kind.layers[1:]))


def sizes_of(state: State, said: Declarator, type: Type) -> tuple[Linear | None, ...]:
    """What stands in the brackets of a declarator, and of the alias behind it."""
    own = tuple(None if size is None else value_of(state, size).number for size in said.sizes)
    return own + state.sizes(type.extents[len(own) :])


# Where pointers in memory were seen to come from (`View b = a; b.p += 1;`). Nothing is proved by it: what is noted may have become another address
# on another way through the function. But of two names that were seen to lead to one object nobody can assume that they are apart.

_PARTS = frozenset(("first", "last", "subspan"))
_PASSED = "(passed)"


def _noted_as_stored(state: State, spot: Spot, value: Value) -> None:
    """``value`` was stored in memory at a spot: what was noted of the pointers there is gone."""
    cell = _cell(spot.place)
    begin = _begin_of_value(state, value.pointer) if spot.kind.is_pointer and value.pointer is not None else None
    _forget(state, cell)
    if spot.kind.is_pointer:
        state.cells_set.add(cell)
    if begin is not None:
        state.origins[cell] = begin


def _begin_of_value(state: State, pointer: Place) -> Place | None:
    """Where an address leads. One that was read from a pointer in memory leads where that does, unless that was set since: then
    which of its addresses it is, is not known."""
    known = _known(state, pointer)
    if known is not None or state.roots[pointer.root].kind == "unknown":
        return known
    last = pointer.object_length
    return pointer if _cell(Place(pointer.root, pointer.steps[:last])) not in state.cells_set else None


def shifted(state: State, spot: Spot, before: Place | None) -> None:
    """A pointer in memory was set to a place some elements from where it was."""
    if before is not None and spot.kind.is_pointer:
        state.origins[_cell(spot.place)] = moved(before, None)


def origin(state: State, spot: Spot) -> Place | None:
    """What is noted of a pointer in memory."""
    return state.origins.get(_cell(spot.place)) if spot.register is None else None


def copied(state: State, target: Spot, source: Node) -> None:
    """An object was set to another one: the pointers in it lead where those do."""
    if target.kind.layers or not (_is_view(target.kind) or state.types.classes.of(target.kind.base) is not None):
        return
    _forget(state, _cell(target.place))
    if uncast(source).type not in ("identifier", "field_expression"):
        return
    with state.aside():
        found = spot_of(state, uncast(source))
    if found is not None:
        _copy(state, target, found)


def bytes_copied(state: State, target: Node, source: Node) -> None:
    """`memcpy(&q, &p, sizeof p)`."""
    named = [uncast(node).child_by_field_name("argument") for node in (target, source)]
    if not all(
        uncast(node).type == "pointer_expression" and text_of(node).lstrip("( ").startswith("&")
        for node in (target, source)
    ):
        return
    with state.aside():
        spots = [spot_of(state, node) for node in named if node is not None]
    if len(spots) == 2 and spots[0] is not None and spots[1] is not None:
        _copy(state, spots[0], spots[1])


def _copy(state: State, target: Spot, found: Spot) -> None:
    begin, cell = _cell(found.place), _cell(target.place)
    known = state.types.classes.of(found.kind.base) if not found.kind.layers else None
    for name, member in known.members.items() if known is not None and begin.root != cell.root else ():
        if known is not None and member.type.is_pointer and not member.static:
            way = Field(name, struct="" if known.disputed or known.is_template else known.name), Index(Linear(0), True)
            to = Place(found.place.root, (*found.place.steps, *way))
            state.origins[Place(cell.root, (*cell.steps, Field(name)))] = to
    for key, place in list(state.origins.items()):
        if key.root == begin.root and key.steps[: len(begin.steps)] == begin.steps:
            state.origins[Place(cell.root, (*cell.steps, *key.steps[len(begin.steps) :]))] = place


def declared(state: State, binding: Binding, value: Node) -> None:
    """A variable was declared with a value: a list of members or elements, what a view is made of, another object."""
    target = Spot(binding.place or Place(binding.root), binding.type)
    if _is_view(binding.type):
        _viewed(state, target, value)
    elif value.type in ("initializer_list", "argument_list"):
        _listed(state, target, [child for child in value.named_children if child.type != "comment"])
    else:
        copied(state, target, value)


def noted_of(state: State, parameter: Node, argument: Node) -> dict[tuple[Step, ...], Place]:
    """What is noted of the pointers in an object that a call passes by value, by the way to each of them."""
    declarator = parameter.child_by_field_name("declarator")
    kind = state.types.expanded(read_type(declarator, parameter)[1]) if declarator is not None else Type("")
    if kind.layers or not (_is_view(kind) or state.types.classes.of(kind.base) is not None):
        return {}
    declared(state, Binding(_PASSED, kind), argument)
    found = {key.steps: place for key, place in state.origins.items() if key.root == _PASSED}
    _forget(state, Place(_PASSED))
    return found


def note(state: State, parameter: Node, noted: dict[tuple[Step, ...], Place]) -> None:
    """The same, of the parameter where its function begins."""
    declarator = parameter.child_by_field_name("declarator")
    binding = state.lookup(read_declarator(declarator).name) if declarator is not None and noted else None
    if binding is not None:
        state.origins.update({Place(binding.root, steps): place for steps, place in noted.items()})


def lost(state: State, argument: Node) -> None:
    """A function that is not followed was given what an expression names, and may store there."""
    named = uncast(argument)
    while named.type == "pointer_expression" and (inner := named.child_by_field_name("argument")) is not None:
        named = bare(inner)
    binding = state.lookup(text_of(named)) if named.type == "identifier" else None
    root = (binding.place.root if binding.place is not None else binding.root) if binding is not None else ""
    state.origins = {key: place for key, place in state.origins.items() if key.root != root}


def seen(state: State, place: Place) -> Place | None:
    """Where a place lies by what is noted of the pointers that lead there, ``None`` where nothing is."""
    steps, found = place.steps, None
    for at, step in enumerate(steps):
        if not isinstance(step, Index) or not (step.loaded or at == 0):
            continue
        begin = state.origins.get(_cell(Place(place.root, steps[:at])))
        if begin is not None:
            found = moved(begin, step.value)
            found = Place(found.root, (*found.steps, *steps[at + 1 :]))
    return found


def _forget(state: State, cell: Place) -> None:
    """What was noted of a pointer, and of others that it was copied to."""

    def is_of(place: Place) -> bool:
        return place.root == cell.root and _cell(place).steps[: len(cell.steps)] == cell.steps

    for key in [key for key, place in state.origins.items() if is_of(key) or (is_of(place) and _is_led(place))]:
        del state.origins[key]


def _is_led(place: Place) -> bool:
    return any(isinstance(step, Index) and step.loaded for step in place.steps)


def _note(state: State, cell: Place, pointer: Place) -> None:
    begin = _known(state, pointer)
    if begin is not None and begin.root != cell.root:
        state.origins[cell] = begin


def _known(state: State, pointer: Place) -> Place | None:
    """Where a pointer leads by what is noted, ``None`` where that is not known."""
    if any(isinstance(step, Index) and step.loaded for step in pointer.steps):
        return seen(state, pointer)
    return pointer if state.roots[pointer.root].kind != "unknown" else None


def _listed(state: State, target: Spot, values: list[Node]) -> None:
    names: list[str] = []
    known = state.types.classes.of(target.kind.base) if not target.kind.layers else None
    if known is not None and "constructor" not in known.special:
        names = [name for name, member in known.members.items() if not member.static]
    elif not target.kind.is_array and target.kind.sequence not in ("vector", "array"):
        return
    for at, value in enumerate(values):
        inner = value.child_by_field_name("value") if value.type == "initializer_pair" else value
        designator = value.named_children[0] if value.type == "initializer_pair" else None
        if inner is None or (known is not None and at >= len(names)):
            return
        name = text_of(designator).lstrip(".") if designator is not None else names[at] if names else ""
        kind = state.types.member(target.kind.base, name) if known is not None else target.kind.element()
        step: Step = Field(name) if known is not None else Index(Linear(at))
        cell = Place(target.place.root, (*_cell(target.place).steps, step))
        with state.aside():
            if kind is not None and kind.is_pointer:
                pointer = value_of(state, inner).pointer
                if pointer is not None:
                    _note(state, cell, pointer)
            elif kind is not None and kind.layers[:1] == ("&",):
                spot = spot_of(state, inner)
                if spot is not None:
                    _note(state, cell, spot.place)


def _is_view(kind: Type) -> bool:
    plain = kind.base.partition("<")[0].rpartition("::")[2]
    return not kind.layers and (kind.is_view or plain in library().views or plain == "reverse_iterator")


def _viewed(state: State, target: Spot, value: Node) -> None:
    """`span s(p, n)`, `span s(v)`, `span(v).subspan(1)`, `reverse_iterator r(p + n)`."""
    begin = _begin_of_view(state, value)
    if begin is not None:
        _note(state, _cell(target.place), begin if target.kind.is_view else moved(begin, None))


def _begin_of_view(state: State, value: Node) -> Place | None:
    value = bare(value)
    function, listed = value.child_by_field_name("function"), value.child_by_field_name("arguments")
    if value.type in ("initializer_list", "argument_list"):
        listed = value
    elif function is not None and function.type == "field_expression":
        object, part = function.child_by_field_name("argument"), text_of(function.child_by_field_name("field"))
        begin = _begin_of_view(state, object) if object is not None and part in _PARTS else None
        return begin if part == "first" else moved(begin, None) if begin is not None else None
    elif value.type == "identifier":
        return _begin_of(state, value)
    arguments = listed.named_children if listed is not None else []
    return _begin_of(state, arguments[0]) if arguments else None


def _begin_of(state: State, node: Node) -> Place | None:
    """Where an address leads, or the first element of a container or of another view."""
    with state.aside():
        spot = spot_of(state, node) if node.type in ("identifier", "field_expression") else None
        if spot is not None and _is_view(spot.kind):
            return state.origins.get(_cell(spot.place))
        if spot is not None and spot.kind.sequence:
            return Place(spot.place.root, (*spot.place.steps, Index(Linear(0))))
        return value_of(state, node).pointer


def _cell(place: Place) -> Place:
    """The place of a pointer without what is known of the way to it."""
    return Place(
        place.root, tuple(Field(step.name) if isinstance(step, Field) else Index(step.value) for step in place.steps)
    )
