"""Expressions: which places an lvalue may be, what an address may lead to. What has no handler may do anything."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.dependence.pointsto import calls, instances, lambdas, macros, making, views
from loopwright.dependence.pointsto.library import (
    BYTES,
    allocates,
    is_lvalue,
    is_of_library,
    is_stream,
    is_view,
    is_zero,
    kind_of,
    may_be_named,
    named_in,
)
from loopwright.dependence.pointsto.machine import Machine, Ways
from loopwright.dependence.pointsto.memory import (
    NUMBER,
    UNKNOWN,
    Value,
    World,
)
from loopwright.dependence.pointsto.running import comes_and_goes_quietly, is_of_enumerations, runs_alone
from loopwright.dependence.pointsto.shapes import seen_as
from loopwright.lang.callees import name_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.effects import effect_of
from loopwright.lang.jumps import may_jump
from loopwright.lang.macros import is_macro
from loopwright.lang.numbers import shape_of
from loopwright.lang.places import (
    ANYWHERE,
    ELEMENT,
    NOWHERE,
    Place,
    Places,
    anywhere,
    either,
    element_of,
    further,
    member,
)
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, is_arrow, text_of, uncast

_WIDTH = 64  # bits of an address
_BUILT_IN = frozenset(("number", "pointer", "array"))  # operators mean what the language says


def value_of(machine: Machine, node: Node, world: World) -> Value:
    """What an expression is worth; ``world`` becomes the one after it."""
    machine.spend()
    handler = VALUES.get(node.type)
    if handler is None:
        value = calls.unmodelled(machine, world)
        if may_jump(node):  # `({ if (a) return 0; 1; })`
            machine.jump(Ways.anywhere(world))
        return value
    return handler(machine, node, world)


def place_of(machine: Machine, node: Node, world: World) -> Places:
    """The places that an lvalue may be."""
    node = bare(node)
    handler = PLACES.get(node.type)
    if handler is None:
        return _lost(machine, node, world)
    return machine.touch(node, handler(machine, node, world))


# Places


def _lost(machine: Machine, node: Node, world: World) -> Places:
    """An expression that may stand for a place of which only the names in it tell: whoever has it may write there."""
    world.leak_value(value_of(machine, node, world))
    if not machine.in_c:
        world.leak(named_in(machine, node))
    return None


def _place_of_name(machine: Machine, node: Node, world: World) -> Places:
    declaration = machine.declaration_of(node)
    if declaration is not None and declaration.kind == "member" and not declaration.static:
        return _place_in(machine, machine.frame.this, declaration.name)
    macro = _macro_of(machine, node, declaration)
    if macro is not None:
        return macros.place_of(machine, node, macro, world)
    if declaration is None or declaration.kind not in ("variable", "parameter"):
        return None
    type = machine.scopes.expanded(declaration.type)
    if type.layers[:1] == ("&",) or type.base == "auto":
        key = (machine.frame.known.unit, declaration.span.start)
        if type.layers[:1] == ("&",) or key in machine.frame.references:
            return machine.frame.references.get(key)
    return frozenset((Place(machine.variable(declaration)),))


def _place_of_subscript(machine: Machine, node: Node, world: World) -> Places:
    array, index = node.child_by_field_name("argument"), node.child_by_field_name("index")
    several = node.child_by_field_name("indices")
    if index is None and several is not None and several.named_child_count == 1:
        index = several.named_children[0]
    if array is None or index is None:
        world.havoc()
        return None
    if kind_of(machine, array) == "number":
        array, index = index, array
    kind = kind_of(machine, array)
    is_object = kind in ("", "object") and is_lvalue(array)
    owner = instances.class_of(machine, machine.type_of(array)) if is_object else None
    if owner is not None:
        return calls.place_by_operator(machine, node, owner, array, index, world)
    value_of(machine, index, world)
    if kind in ("array", "sequence"):
        return element_of(place_of(machine, array, world))
    if kind == "pointer" and is_lvalue(array):
        cells = place_of(machine, array, world)
        machine.touch_rows(node, bare(array), cells)
        targets = world.load(cells)
        return targets if text_of(index) == "0" else further(targets)
    value = value_of(machine, array, world)
    targets = value.targets
    if kind != "pointer":
        is_alone = runs_alone(machine, machine.type_of(array).base, [index])
        calls.unknown(machine, node, world, [value], library=is_alone)
        return None
    return targets if text_of(index) == "0" else further(targets)


def _place_of_member(machine: Machine, node: Node, world: World) -> Places:
    owner, name = node.child_by_field_name("argument"), text_of(node.child_by_field_name("field"))
    if owner is None:
        return None
    if bare(owner).type == "this":
        places = machine.frame.this
    elif is_arrow(node):
        kind = kind_of(machine, owner)
        if kind == "array":
            places = element_of(place_of(machine, owner, world))
        else:
            value = value_of(machine, owner, world)
            places = value.targets
        if kind not in ("pointer", "array"):
            calls.unknown(machine, node, world, [value])
            return None
    elif any(child.type == "." for child in node.children):
        inner = bare(owner)
        if not is_lvalue(inner):
            return _lost(machine, inner, world)
        places = place_of(machine, owner, world)
    else:
        world.havoc()
        return None
    return _place_in(machine, places, name)


def _place_in(machine: Machine, places: Places, name: str) -> Places:
    """The member of objects."""
    if name in machine.referring:
        return None  # another name for what it was bound to
    if name in machine.overlaid:
        return None if places is None else frozenset(anywhere(place) for place in places)
    return member(places, name)


def _place_of_pointer(machine: Machine, node: Node, world: World) -> Places:
    argument = node.child_by_field_name("argument")
    if argument is None or node.children[0].type != "*":
        return _lost(machine, node, world)
    kind = kind_of(machine, argument)
    if kind == "array":
        return element_of(place_of(machine, argument, world))
    value = value_of(machine, argument, world)
    if kind != "pointer":
        calls.unknown(machine, node, world, [value, *_operands(machine, [argument], world)])
        return None
    return value.targets


PLACES: dict[str, Callable[[Machine, Node, World], Places]] = {
    "identifier": _place_of_name,
    "qualified_identifier": _place_of_name,
    "subscript_expression": _place_of_subscript,
    "field_expression": _place_of_member,
    "pointer_expression": _place_of_pointer,
    "call_expression": calls.place_of_call,
}


# Values


def _macro_of(machine: Machine, node: Node, declaration: Declaration | None) -> Declaration | None:
    """The macro that a name is; builds may define it otherwise, so that nothing declares it."""
    found = declaration if declaration is not None else machine.scopes.macros.get(text_of(node))
    return found if found is not None and is_macro(found) else None


def _value_of_name(machine: Machine, node: Node, world: World) -> Value:
    declaration = machine.declaration_of(node)
    if declaration is None and text_of(node) == "NULL":
        return Value(NOWHERE)
    macro = _macro_of(machine, node, declaration)
    if macro is not None:
        return macros.of_name(machine, node, macro, world)
    if declaration is None or declaration.kind in ("function", "type"):
        return UNKNOWN
    if declaration.kind == "constant":
        return NUMBER
    return _loaded(machine, node, world)


def _loaded(machine: Machine, node: Node, world: World) -> Value:
    if node.type == "pointer_expression" and node.children[0].type == "&":
        return _address_of(machine, node, world)
    type = machine.type_of(node)
    kind = machine.kind_of(type)
    places = place_of(machine, node, world)
    if kind == "number":
        if places and (type.base in BYTES or any(ANYWHERE in place.path for place in places)):
            world.leak(world.reached(places))  # it may be of the bits of an address
        return NUMBER
    if kind == "array":
        return Value(element_of(places))
    if kind == "pointer":
        return Value(world.load(places))
    if kind in ("object", "sequence"):
        inside = world.inside(places)
        return UNKNOWN if inside is None else Value(None, inside)
    world.leak(world.reached(places))
    if not machine.in_c:  # it may be copied or converted
        calls.unknown(machine, node, world, [Value(places)], library=is_of_library(machine, type.base))
    return UNKNOWN


def _address_of(machine: Machine, node: Node, world: World) -> Value:
    argument = node.child_by_field_name("argument")
    if argument is None:
        return calls.unmodelled(machine, world)
    kind = kind_of(machine, argument)
    is_plain = machine.in_c or (
        bool(kind) and (kind != "object" or "operator&" not in machine.scopes.classes.operators)
    )
    if is_plain:
        return Value(place_of(machine, argument, world))
    places = place_of(machine, argument, world)
    if "operator&" in machine.scopes.classes.operators:
        return calls.unknown(machine, node, world, [Value(places)])
    world.leak(places)
    return UNKNOWN


def _inner(machine: Machine, node: Node, world: World) -> Value:
    inside = [child for child in node.named_children if child.type != "comment"]
    return value_of(machine, inside[0], world) if len(inside) == 1 else calls.unmodelled(machine, world)


def assign(machine: Machine, type: Type, places: Places, value: Value, world: World, is_fresh: bool = False) -> None:
    """``value`` is kept at an lvalue of ``type``; ``is_fresh``: it was allocated for that."""
    kind = machine.kind_of(type)
    if kind == "number":
        world.leak_value(value)
        shape = shape_of(type.base) if places is None else None
        if shape is not None and shape.bits >= _WIDTH:
            world.clobber()  # an address that was made a number may be stored where others were
        if type.base in BYTES or any(ANYWHERE in place.path or world.keeps_at(place) for place in places or ()):
            world.spoil(places)
    elif kind == "pointer":
        machine.keep(places, is_fresh)
        value = seen_as(machine, type, value) if machine.in_c else value
        world.store(places, UNKNOWN if value is NUMBER else value)  # a number that becomes an address
    elif kind in ("object", "sequence") and value != UNKNOWN:
        for path, _ in value.inside:
            machine.keep(frozenset(place.inside(*path) for place in places or ()), False)
        world.store_object(places, value.inside)
    else:
        world.leak_value(value)
        world.spoil(places)


def _assignment(machine: Machine, node: Node, world: World) -> Value:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return calls.unmodelled(machine, world)
    operator = text_of(node.child_by_field_name("operator"))
    type = machine.type_of(left)
    kind = machine.kind_of(type)
    begin = views.begins_at(machine, right, world) if operator == "=" and is_view(machine, type) else None
    value = value_of(machine, right, world) if begin is None else begin
    if right.type == "initializer_list" and begin is None:
        value = UNKNOWN
    if not machine.in_c and (not kind or (operator != "=" and kind not in _BUILT_IN)):
        return _assigned_by_class(machine, node, left, value, world)
    places = place_of(machine, left, world)
    if operator != "=":
        if is_of_enumerations(machine, operator, left, right):
            return calls.unknown(machine, node, world, [Value(places), value])
        if kind == "number":
            world.leak_value(value)
            return NUMBER
        value = Value(further(world.load(places)))
    if kind == "sequence":
        calls.moved(machine, right, places, world)
    is_fresh = operator == "=" and (_is_fresh(machine, uncast(right)))
    assign(machine, type, places, value, world, is_fresh)
    return value


def _assigned_by_class(machine: Machine, node: Node, left: Node, value: Value, world: World) -> Value:
    """An operator of a class, or what a macro makes of the left side."""
    inner, right = bare(left), node.child_by_field_name("right")
    text = macros.text_of_call(machine, inner) if inner.type == "call_expression" else None
    if text and right is not None and machine.frame.at is None:
        operator = text_of(node.child_by_field_name("operator"))
        return macros.of_text(machine, node, f"{text} {operator} {text_of(right)}", world)
    library = is_of_library(machine, machine.type_of(left).base)
    return calls.unknown(machine, node, world, [Value(place_of(machine, left, world)), value], library=library)


def _is_fresh(machine: Machine, node: Node) -> bool:
    """Whether an expression is an allocation."""
    if node.type == "new_expression":
        return node.child_by_field_name("placement") is None
    return (
        allocates(machine, node) and effect_of(name_of(node.child_by_field_name("function") or node)).gives != "moved"
    )


def _update(machine: Machine, node: Node, world: World) -> Value:
    argument = node.child_by_field_name("argument")
    if argument is None:
        return calls.unmodelled(machine, world)
    type = machine.type_of(argument)
    kind = machine.kind_of(type)
    places = place_of(machine, argument, world)
    is_own = is_of_enumerations(machine, text_of(node.child_by_field_name("operator")), argument)
    if kind == "number" and not is_own:
        return NUMBER
    if kind != "pointer":
        return calls.unmodelled(machine, world)
    value = Value(further(world.load(places)))
    machine.keep(places, False)
    world.store(places, value)
    return value


def _binary(machine: Machine, node: Node, world: World) -> Value:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return calls.unmodelled(machine, world)
    operator = text_of(node.child_by_field_name("operator"))
    kinds = (kind_of(machine, left), kind_of(machine, right))
    first = value_of(machine, left, world)
    if operator in ("&&", "||") and not is_of_enumerations(machine, operator, left, right):
        other = world.copy()
        value_of(machine, right, other)
        world.become(world.joined(other))
        return NUMBER
    second = value_of(machine, right, world)
    is_streamed = operator in ("<<", ">>") and not machine.in_c and is_stream(machine, left)
    if is_streamed and not _is_streamed_by_program(machine, operator, right, kinds[1]):
        if operator == ">>" and kinds[1] != "number":
            calls.unknown(machine, node, world, [Value(place_of(machine, right, world))], library=True)
        return UNKNOWN
    if is_of_enumerations(machine, operator, left, right):
        return calls.unknown(machine, node, world, [first, second])
    if not machine.in_c and not _BUILT_IN.issuperset(kinds):
        bases = [
            machine.type_of(side).base for side, kind in ((left, kinds[0]), (right, kinds[1])) if kind not in _BUILT_IN
        ]
        known = all(is_of_library(machine, base) for base in bases)
        given = [first, second, *_operands(machine, [left, right], world)]
        return calls.unknown(machine, node, world, given, library=known)
    if operator in ("<", ">", "<=", ">=", "==", "!="):
        return NUMBER
    addresses = [v for v, kind in zip((first, second), kinds) if kind in ("pointer", "array")]
    if all(kind == "number" for kind in kinds) or len(addresses) == 2:
        return NUMBER
    if len(addresses) == 1 and operator in ("+", "-") and "number" in kinds:
        return Value(further(addresses[0].targets))
    world.leak_value(first)
    world.leak_value(second)
    return UNKNOWN


def _is_streamed_by_program(machine: Machine, operator: str, node: Node, kind: str) -> bool:
    """Whether an operator of the program's own may write something to a stream, or read it: that may do more."""
    if kind in _BUILT_IN or f"operator{operator}" not in machine.scopes.classes.operators:
        return is_of_enumerations(machine, operator, node)
    is_of_program = machine.scopes.classes.of(machine.type_of(node).base) is not None
    is_variable = bare(node).type == "identifier" and machine.declaration_of(bare(node)) is not None
    return is_of_program or kind == "sequence" or (is_variable and not kind)


def _conditional(machine: Machine, node: Node, world: World) -> Value:
    condition, first, second = (
        node.child_by_field_name(field) for field in ("condition", "consequence", "alternative")
    )
    if condition is None or first is None or second is None:
        return calls.unmodelled(machine, world)
    value_of(machine, condition, world)
    other = world.copy()
    one, two = value_of(machine, first, world), value_of(machine, second, other)
    world.become(world.joined(other))
    if one.inside or two.inside:
        world.leak_value(one)
        world.leak_value(two)
        return UNKNOWN
    targets = either(one.targets, two.targets)
    return UNKNOWN if targets is None else Value(targets)


def _cast(machine: Machine, node: Node, world: World) -> Value:
    named, inner = node.child_by_field_name("type"), node.child_by_field_name("value")
    if named is None or inner is None:
        return calls.unmodelled(machine, world)
    return calls.converted(machine, machine.scopes.expanded(type_of_descriptor(named)), inner, world)


def _list(machine: Machine, node: Node, world: World) -> Value:
    for child in node.named_children:
        if child.type not in ("comment", "field_designator", "subscript_designator", "type_descriptor"):
            leak_initializer(machine, child, world)
    return UNKNOWN


def leak_initializer(machine: Machine, node: Node, world: World) -> None:
    """What stands in braces is kept where nobody follows it; in C++ that may be a reference to it."""
    inner = node.child_by_field_name("value") if node.type == "initializer_pair" else node
    if inner is None:
        return
    if not machine.in_c and may_be_named(inner) and kind_of(machine, inner) != "array":
        world.leak(place_of(machine, inner, world))
    world.leak_value(value_of(machine, inner, world))


def _compound_literal(machine: Machine, node: Node, world: World) -> Value:
    inner = node.child_by_field_name("value")
    if inner is None:
        return calls.unmodelled(machine, world)
    held = value_of(machine, inner, world)
    named = node.child_by_field_name("type")
    type = type_of_descriptor(named) if named is not None and named.type == "type_descriptor" else Type(text_of(named))
    if not comes_and_goes_quietly(machine, machine.scopes.expanded(type)):
        calls.unknown(machine, node, world, [held])  # `Job{}` is made, and ends
    return held


def _comma(machine: Machine, node: Node, world: World) -> Value:
    inside = [child for child in node.named_children if child.type != "comment"]
    values = [value_of(machine, child, world) for child in inside]
    if not machine.in_c and "operator," in machine.scopes.classes.operators:
        return calls.unknown(machine, node, world, [*values, *_operands(machine, inside, world)])
    return values[-1] if values else NUMBER


def _operands(machine: Machine, nodes: list[Node], world: World) -> list[Value]:
    """The places of what an operator of a class may take by reference."""
    return [Value(place_of(machine, node, world)) for node in nodes if may_be_named(node)]


def _unary(machine: Machine, node: Node, world: World) -> Value:
    argument = node.child_by_field_name("argument")
    if argument is None:
        return calls.unmodelled(machine, world)
    kind = kind_of(machine, argument)
    value = value_of(machine, argument, world)
    is_own = is_of_enumerations(machine, text_of(node.child_by_field_name("operator")), argument)
    if is_own or (kind not in _BUILT_IN and not machine.in_c):
        is_alone = runs_alone(machine, machine.type_of(argument).base, [])
        given = [value, *_operands(machine, [argument], world)]
        return calls.unknown(machine, node, world, given, library=is_alone)
    return NUMBER


def _literal(machine: Machine, node: Node, world: World) -> Value:
    return Value(frozenset((Place(machine.numbered("literals", many=True), (ELEMENT,)),)))


def _new(machine: Machine, node: Node, world: World) -> Value:
    """`new T[n]`, and `new T` of a class without a constructor."""
    named, arguments = node.child_by_field_name("type"), node.child_by_field_name("arguments")
    declarator = node.child_by_field_name("declarator")
    type = machine.scopes.expanded(Type(text_of(named)))
    owner = instances.class_of(machine, type) if declarator is None else None
    if owner is not None and node.child_by_field_name("placement") is None:
        made = making.allocated(machine, node, owner, world)
        if made is not None:
            return seen_as(machine, type.pointed_at(), made)
    kind = machine.kind_of(type) if declarator is None or named else ""
    made_by = machine.scopes.classes.of(type.base)
    if made_by is not None and not {"operatornew", "operatornew[]"}.isdisjoint(made_by.declared):
        kind = ""
    if node.child_by_field_name("placement") is not None or kind not in ("number", "object", "sequence"):
        for child in (*(arguments.named_children if arguments is not None else ()),):
            leak_initializer(machine, child, world)
        return calls.unmodelled(machine, world)
    if declarator is not None:
        length = declarator.child_by_field_name("length")
        if length is not None:
            value_of(machine, length, world)
    number = machine.allocated(node)
    if arguments is not None and arguments.named_child_count:
        for child in arguments.named_children:
            leak_initializer(machine, child, world)
        world.spoil(frozenset((Place(number),)))
    value = Value(frozenset((Place(number, (ELEMENT,) if declarator is not None else ()),)))
    return seen_as(machine, type.pointed_at(), value)


def _delete(machine: Machine, node: Node, world: World) -> Value:
    for child in node.named_children:
        type = machine.type_of(child).element()
        owner = instances.class_of(machine, type)
        is_quiet = owner is not None and instances.ends_quietly(machine, owner)
        if not is_quiet and machine.kind_of(type) not in ("number", "object", "pointer"):
            return calls.unmodelled(machine, world)  # a destructor
        value_of(machine, child, world)
    return NUMBER


def _number(machine: Machine, node: Node, world: World) -> Value:
    return NUMBER


def _literal_number(machine: Machine, node: Node, world: World) -> Value:
    return Value(NOWHERE) if is_zero(node) else NUMBER  # null where it becomes an address


def _this(machine: Machine, node: Node, world: World) -> Value:
    return Value(machine.frame.this)


def _nothing(machine: Machine, node: Node, world: World) -> Value:
    return Value(NOWHERE)


VALUES: dict[str, Callable[[Machine, Node, World], Value]] = {
    "identifier": _value_of_name,
    "qualified_identifier": _value_of_name,
    "subscript_expression": _loaded,
    "field_expression": _loaded,
    "pointer_expression": _loaded,
    "parenthesized_expression": _inner,
    "condition_clause": _inner,
    "assignment_expression": _assignment,
    "update_expression": _update,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "conditional_expression": _conditional,
    "cast_expression": _cast,
    "comma_expression": _comma,
    "initializer_list": _list,
    "compound_literal_expression": _compound_literal,
    "call_expression": calls.value_of_call,
    "lambda_expression": lambdas.made,
    "new_expression": _new,
    "delete_expression": _delete,
    "string_literal": _literal,
    "concatenated_string": _literal,
    "raw_string_literal": _literal,
    "number_literal": _literal_number,
    "this": _this,
    "null": _nothing,
    "nullptr": _nothing,
    **dict.fromkeys(
        (
            "char_literal",
            "true",
            "false",
            "sizeof_expression",
            "alignof_expression",
            "offsetof_expression",
        ),
        _number,
    ),
}
