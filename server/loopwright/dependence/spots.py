"""Lvalues: which place in memory an expression names, and reading and writing there."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence import calls, expressions, methods, operators
from loopwright.dependence.arithmetic import as_pointer, converted, narrows, view_of
from loopwright.dependence.constants import declared_constant
from loopwright.dependence.program import Root, Update
from loopwright.dependence.state import Binding, State, moved
from loopwright.dependence.values import NOTHING, Field, Index, Place, Spot, Value
from loopwright.lang.classes import plain
from loopwright.lang.declarators import read_declarator, type_of_declarator
from loopwright.lang.library import library
from loopwright.lang.types import Type, canonical, integer_range, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of, uncast

_NAMED = frozenset(("identifier", "qualified_identifier", "field_identifier", "field_expression"))
_CALLED = frozenset(("identifier", "qualified_identifier", "template_function", "field_expression"))


def spot_of(state: State, node: Node) -> Spot | None:
    """The place that an lvalue names, ``None`` where it is none. Reads that finding it takes are recorded."""
    state.spend()
    state.deny_what_is_broken(node)
    kind = node.type
    if kind in ("identifier", "qualified_identifier", "field_identifier"):
        return spot_of_name(state, node)
    if kind == "parenthesized_expression" and node.named_child_count == 1:
        return spot_of(state, node.named_children[0])
    if kind == "subscript_expression":
        return _spot_of_subscript(state, node)
    if kind == "field_expression":
        return _spot_of_member(state, node)
    if kind == "pointer_expression" and node.children[0].type == "*":
        argument = node.child_by_field_name("argument")
        pointer = _followed(state, argument) if argument is not None else NOTHING
        operators.used(state, "*", (pointer.kind,), node)
        return pointed_spot(state, pointer, node)
    if kind == "call_expression":
        return calls.spot_of_call(state, node)
    return None


def read(state: State, spot: Spot, node: Node, update: Update | None = None) -> Value:
    """The value at a spot; the read is recorded."""
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
    state.record(spot.place, False, node, kind.base if not kind.layers else "*", update)
    if spot.register is not None:
        return state.values.get(spot.register) or initial_value(state, spot.register)
    if kind.is_pointer:
        return Value(pointer=Place(spot.place.root, (*spot.place.steps, Index(Linear(0), loaded=True))), kind=kind)
    if kind.is_scalar and (is_integer(kind.base) or kind.base in ("", "auto") or kind.base.endswith("_t")):
        return Value(_load(state, spot, node), kind=kind)
    return Value(kind=kind)


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


def write(state: State, spot: Spot, value: Value, node: Node, update: Update | None = None) -> None:
    """``value`` is stored at a spot."""
    kind = spot.kind
    if kind.volatile:
        state.effect("volatile", text_of(node), node)
    if plain(kind.base) == "atomic" and not kind.layers:
        state.effect("opaque", f"in which order iterations change {text_of(node)} is not followed", node)
    number = value.number if kind.is_scalar and (is_integer(kind.base) or kind.base in ("bool", "_Bool")) else None
    stored = number.constant if number is not None and not number.terms and not narrows(kind, value) else None
    state.record(spot.place, True, node, kind.base if not kind.layers else "*", update, stored)
    if spot.register is None:
        state.escape(value)
        return
    value = adapted(state, value, kind) if kind.is_pointer else value
    if kind.is_pointer and value.pointer is not None:
        _name_fresh_memory(state, value.pointer, spot.register, kind)
        state.values[spot.register] = Value(pointer=value.pointer, kind=kind)
    elif kind.is_pointer and (value.nowhere or value.number == Linear(0)):
        state.values[spot.register] = Value(kind=kind, nowhere=True)
    elif kind.is_scalar and value.number is not None and not narrows(kind, value):
        state.values[spot.register] = Value(value.number, checks=value.checks, kind=kind)
    else:
        state.values[spot.register] = state.unknown(state.roots[spot.register].name, kind)


def adapted(state: State, value: Value, kind: Type) -> Value:
    """``value`` as a pointer of ``kind``: C converts to and from `void *` without a word."""
    value = as_pointer(state, value)
    held = value.kind.element().base
    if value.pointer is None or held in (kind.base, "") or kind.base in ("auto", ""):
        return value
    if held != "void" and not (canonical(held) and canonical(kind.base)):
        return value  # a class, or a name of which nothing is known: no other conversion is silent
    return converted(state, value, kind)


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
    name, type = said.name, state.types.expanded(type_of_declarator(said, declaration))
    if not name:
        return
    if type.is_array:  # an array parameter is a pointer (C11 6.7.6.3p7)
        type = type._replace(layers=("*", *type.layers[1:]))
    if argument is None:
        binding = state.declare(name, "parameter", type)
        own = said._replace(sizes=(None, *said.sizes[1:]))  # the first size of a parameter says nothing
        extents = expressions.sizes_of(state, own, type)
        state.roots[binding.root] = replace(state.roots[binding.root], extents=extents)
        if type.layers[:1] == ("&",):
            inner = type._replace(layers=type.layers[1:], extents=type.extents[1:])
            place = Place(state.pointed_root(binding.root))
            state.scopes[-1][name] = Binding(binding.root, inner, place)
        elif state.is_register(binding.root):
            initial_value(state, binding.root)
        return
    if type.layers[:1] == ("&",) and isinstance(argument, Spot):
        inner = type._replace(layers=type.layers[1:], extents=type.extents[1:])
        state.scopes[-1][name] = Binding(argument.register or argument.place.root, inner, argument.place)
        return
    binding = state.declare(name, "local", type)
    value = argument if isinstance(argument, Value) else NOTHING
    value = adapted(state, value, type) if type.is_pointer else of_type(state, value, type)
    if not state.is_register(binding.root):
        state.escape(value)
    state.values[binding.root] = Value(value.number, value.pointer, value.checks, type)


def _followed(state: State, node: Node) -> Value:
    """The value of an expression that is dereferenced: of a smart pointer the address in it."""
    spot = spot_of(state, node) if node.type in _NAMED else None
    if spot is None:
        return _as_pointer_of_c(state, expressions.value_of(state, node))
    inner = spot.kind.pointee
    if inner is None or state.types.classes.of(inner.base) is None:
        return _as_pointer_of_c(state, read(state, spot, node))
    state.record(spot.place, False, node, "*")
    target = Place(spot.place.root, (*spot.place.steps, Index(Linear(0), loaded=True)))
    return Value(pointer=target, kind=inner.pointed_at())


def _as_pointer_of_c(state: State, value: Value) -> Value:
    # In C what is subscripted is an address; in C++ it may be an object with an operator of its own.
    return as_pointer(state, value) if state.types.outline.source.language == "c" else value


def element_of(state: State, base: Spot, indices: list[Node]) -> Spot:
    """An element of a container: its elements are separate places, and those of different containers too."""
    values = [expressions.value_of(state, index) for index in indices]
    steps = tuple(Index(value.number, _is_elsewhere(base), value.checks) for value in values)
    return Spot(Place(base.place.root, (*base.place.steps, *steps)), base.kind.element())


def numbered(container: Spot, number: Linear) -> Place:
    """Element ``number`` of a container or an array."""
    return Place(container.place.root, (*container.place.steps, Index(number, _is_elsewhere(container))))


def _is_elsewhere(base: Spot) -> bool:
    """Whether the elements lie where an address says that was itself read from memory."""
    return base.kind.sequence == "span" and bool(base.place.steps)


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


def fresh_memory(state: State, kind: Type) -> Value:
    """A pointer to memory that nothing else points at."""
    root = f"heap@{len(state.roots)}"
    state.roots[root] = Root("", "heap", kind.element(), state.loops, pointed=True)
    return Value(pointer=Place(root, (Index(Linear(0)),)), kind=kind)


def spot_of_name(state: State, node: Node) -> Spot | None:
    """The place of a variable, ``None`` for a constant."""
    path = text_of(node).split("::")
    name = path[-1]
    if len(path) > 1:
        member = methods.static_member(state, path)
        if member is not None:
            return member
        if methods.is_member(state, path):
            state.effect("opaque", f"whose {text_of(node)} it is, is not followed", node)
            return Spot(Place(state.unknown_root(text_of(node), Type(""))), Type(""))
    binding = state.lookup(name) if len(path) == 1 else None
    if binding is None:
        declaration = state.declarations.names.get(name)
        if declaration is None and name in state.declarations.macros:
            return None
        if declaration is not None:
            if declaration.kind == "variable":
                binding = state.file_variable(declaration)
            else:
                return None
        else:
            if name in library().variables:
                state.effect("state", name, node)
            if _is_used_as_value(node) and name not in state.assigned:
                return None
            return Spot(Place(_unknown_name(state, name)), Type("", ("*",), (None,)))
    if binding is state.scopes[0].get(name):
        if _is_constant_of_file(state, name, binding):
            return None
        if _is_replaced(state, name):
            state.effect("opaque", f"{name} is a variable here and a macro there", node)
    if binding.place is not None:
        register = (
            binding.root
            if binding.place.root == binding.root and not binding.place.steps and state.is_register(binding.root)
            else None
        )
        return Spot(binding.place, binding.type, register)
    return Spot(Place(binding.root), binding.type, binding.root if state.is_register(binding.root) else None)


def _is_constant_of_file(state: State, name: str, binding: Binding) -> bool:
    """Whether a variable at file level is as good as its number."""
    declaration = state.declarations.names.get(name)
    is_constant = binding.type.const and binding.type.is_scalar and declaration is not None
    return is_constant and declaration is not None and declared_constant(state, declaration) is not None


def _is_replaced(state: State, name: str) -> bool:
    """Whether a variable at file level may be a macro where it is used."""
    macro = state.declarations.macros.get(name)
    return macro is not None and macro.kind == "constant" and macro.value not in (None, "", name)


def _is_used_as_value(node: Node) -> bool:
    """A name that only headers know is taken for a constant unless something is stored in it or subscripted."""
    parent = node.parent
    if parent is None:
        return True
    if parent.type in ("subscript_expression", "field_expression") and parent.child_by_field_name("argument") == node:
        return False
    if parent.type == "assignment_expression" and parent.child_by_field_name("left") == node:
        return False
    return parent.type not in ("update_expression", "pointer_expression")


def _unknown_name(state: State, name: str) -> str:

    root = f"::{name}"
    if root not in state.roots:
        state.roots[root] = Root(name, "global", Type("", ("*",), (None,)), escapes=True)
    return root


def _spot_of_subscript(state: State, node: Node) -> Spot | None:
    argument = node.child_by_field_name("argument")
    indices = _index_nodes(node)
    if argument is None or not indices:
        return None
    base = spot_of(state, argument)
    if base is not None and base.kind.is_other_container:
        state.effect("opaque", f"elements of {text_of(argument)} are not separate places", node)
        return None
    if base is not None and base.kind.sequence:
        return element_of(state, base, indices)
    if base is not None and not base.kind.layers and base.kind.base not in ("", "auto"):
        return operators.subscripted(state, base, indices, node)
    pointer = read(state, base, argument) if base is not None else expressions.value_of(state, argument)
    pointer = _as_pointer_of_c(state, pointer)
    values = [expressions.value_of(state, index) for index in indices]
    if pointer.pointer is None and values and values[0].pointer is not None:
        pointer, values[0] = values[0], pointer  # 3[a]
    if len(values) > 1:
        return None
    number, checks = values[0].number, values[0].checks
    if pointer.pointer is None:
        return pointed_spot(state, pointer, node)
    return Spot(moved(pointer.pointer, number, checks), pointer.kind.element())


def _index_nodes(node: Node) -> list[Node]:
    index = node.child_by_field_name("index")
    if index is not None:
        return [index]
    several = node.child_by_field_name("indices")
    return [child for child in several.named_children if child.type != "comment"] if several is not None else []


def _spot_of_member(state: State, node: Node) -> Spot | None:
    argument, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
    if argument is None or field is None:
        return None
    if any(child.type == "->" for child in node.children):
        pointer = _followed(state, argument)
        operators.used(state, "->", (pointer.kind,), node)
        owner: Spot | None = pointed_spot(state, pointer, node)
    else:
        owner = spot_of(state, argument)
    if owner is None:
        expressions.value_of(state, argument)
        return None
    name = text_of(field)
    return methods.member_of(state, owner, name)


def _load(state: State, spot: Spot, node: Node) -> Linear:
    """The symbol of a value in memory: one for all reads if nothing in sight assigns it."""
    place = spot.place
    last = next((step.name for step in reversed(place.steps) if isinstance(step, Field)), state.roots[place.root].name)
    limits = integer_range(spot.kind.base)
    bounds = (limits[0], limits[1]) if limits else (None, None)
    constant = state.constant_in(last)
    usable = all(isinstance(step, Field) or step.value is not None for step in place.steps)
    if constant is None or not usable:
        return state.symbol("load", text_of(node), place=place, bounds=bounds)
    steps = tuple(s if isinstance(s, Field) else Index(s.value, s.loaded) for s in place.steps)
    key = (Place(place.root, steps), f"load {constant} {state.epoch}")
    if key not in state.loads:
        outside = state.loops[: state.loops.index(constant)] if constant >= 0 else ()
        varying = {*outside, *_loops_of(state, place), *state.roots[place.root].loops}
        loops = tuple(loop for loop in state.loops if loop in varying)
        linear = state.symbol("load", text_of(node), place=place, bounds=bounds, loops=loops)
        state.loads[key] = linear.terms[0][0][0]
    return Linear(0, (((state.loads[key],), 1),))


def _loops_of(state: State, place: Place) -> tuple[int, ...]:
    """Loops that a value which nobody assigns can vary with: those of its subscripts."""
    names = {n for step in place.steps if isinstance(step, Index) and step.value is not None for n in step.value.names}
    loops = {loop for name in names for loop in state.symbols[name].loops}
    return tuple(loop for loop in state.loops if loop in loops)


def _name_fresh_memory(state: State, pointer: Place, register: str, kind: Type) -> None:

    owner = state.roots.get(pointer.root)
    if owner is not None and owner.kind == "heap" and not owner.name:
        state.roots[pointer.root] = replace(owner, name=state.roots[register].name, type=kind.element())


def _decayed(kind: Type) -> Type:
    return kind._replace(layers=("*", *kind.layers[1:]))
