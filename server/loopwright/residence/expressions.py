"""Values of expressions and places of lvalues in one world; what is read and written on the way goes to the machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from loopwright.residence import effects, ir, layout
from loopwright.residence.ir import CType, Expr
from loopwright.residence.machine import Machine
from loopwright.residence.values import ANYTHING, ZERO, Place, Value, World
from loopwright.source.linear import Linear
from loopwright.source.text import number_of

INT = CType("int")
UNKNOWN = CType("")
_COMPARED = {
    "<": lambda c: c < 0,
    "<=": lambda c: c <= 0,
    ">": lambda c: c > 0,
    ">=": lambda c: c >= 0,
    "==": lambda c: c == 0,
    "!=": lambda c: c != 0,
}
_MOST_TERMS = 12


def value_of(machine: Machine, world: World, node: Expr) -> tuple[Value, CType]:
    """(value, type) of an expression."""
    machine.spend()
    if isinstance(node, ir.Number):
        return (Value(Linear(node.value)), INT) if node.value is not None else (ANYTHING, CType("double"))
    if isinstance(node, (ir.Name, ir.Index, ir.Deref, ir.Member)):
        if isinstance(node, ir.Name) and (known := _constant_name(machine, world, node)) is not None:
            return known, INT
        place = place_of(machine, world, node)
        return load(machine, world, place, node) if place is not None else (ANYTHING, UNKNOWN)
    if isinstance(node, ir.AddressOf):
        place = place_of(machine, world, node.place)
        if place is None:
            return ANYTHING, UNKNOWN
        return Value(None, place.target, place.offset, place.device), place.type._replace(
            layers=("*", *place.type.layers)
        )
    if isinstance(node, ir.Binary):
        return _binary(machine, world, node)
    if isinstance(node, ir.Unary):
        return _unary(machine, world, node)
    if isinstance(node, ir.Assign):
        return _assign(machine, world, node)
    if isinstance(node, ir.Step):
        return _step(machine, world, node)
    if isinstance(node, ir.Conditional):
        return _conditional(machine, world, node)
    if isinstance(node, ir.Cast):
        value, kind = value_of(machine, world, node.value)
        wanted = machine.expanded(node.type)
        if not wanted.layers and not layout.is_integer(wanted):
            return (value if value.target is not None else ANYTHING), wanted
        return value, wanted if wanted.layers or wanted.base not in ("", "auto") else kind
    if isinstance(node, ir.SizeOf):
        kind = node.type if node.type is not None else type_of(machine, world, node.value)
        return Value(machine.size(world, kind)), CType("size_t")
    if isinstance(node, ir.Call):
        return machine.interpreter.call(machine, world, node)
    for part in node.parts:
        value, _ = value_of(machine, world, part)
        effects.escape(machine, world, value)
    return ANYTHING, UNKNOWN


def type_of(machine: Machine, world: World, node: Expr | None) -> CType:
    """The type of an expression that is not evaluated."""
    if isinstance(node, ir.Name):
        found = variable(machine, world, node.name)
        return machine.expanded(found[1]) if found is not None else UNKNOWN
    if isinstance(node, (ir.Deref, ir.Index)):
        inner = type_of(machine, world, node.pointer if isinstance(node, ir.Deref) else node.base)
        return machine.expanded(inner.element()) if inner.layers else UNKNOWN
    if isinstance(node, ir.Member):
        owner = type_of(machine, world, node.base)
        member = layout.member_of(machine.declarations, machine.expanded(owner).base, node.name)
        return member[1] if member is not None else UNKNOWN
    if isinstance(node, ir.Cast):
        return machine.expanded(node.type)
    if isinstance(node, ir.AddressOf):
        inner = type_of(machine, world, node.place)
        return inner._replace(layers=("*", *inner.layers))
    if isinstance(node, ir.Binary):
        return type_of(machine, world, node.left)
    return UNKNOWN


def _constant_name(machine: Machine, world: World, node: ir.Name) -> Value | None:
    if node.name in ("NULL", "nullptr", "false"):
        return Value(ZERO)
    if node.name == "true":
        return Value(Linear(1))
    if binding(machine, node.name) is None:
        declared = machine.declarations.names.get(node.name)
        if declared is None or declared.kind in ("constant", "function", "type"):
            if declared is None and node.name.startswith("acc_async"):
                return Value(machine.symbol(("name", node.name), node.name))
            return (
                Value(machine.symbol(("name", node.name), node.name))
                if node.name.isidentifier() or " " in node.name
                else ANYTHING
            )
    return None


def binding(machine: Machine, name: str) -> tuple[int, CType] | None:
    """(object, type) of a variable in scope."""
    if machine.frames:
        for scope in reversed(machine.frames[-1].names):
            if name in scope:
                return scope[name]
    return machine.globals.get(name)


def variable(machine: Machine, world: World, name: str) -> tuple[int, CType] | None:
    """The same, where a variable of the file comes into being when it is first named."""
    found = binding(machine, name)
    if found is not None:
        return found
    declared = machine.declarations.names.get(name)
    if declared is None or declared.kind != "variable":
        return None
    kind = machine.expanded(
        CType(declared.base.removeprefix("struct "), layout.layers_of(declared, machine.declarations))
    )
    size = machine.size(world, kind)
    number = machine.object(("global", name), name, "global", kind, size, declared.static)
    if not machine.closed or declared.extern or name in machine.declared:
        machine.outside.add(number)
    machine.globals[name] = (number, kind)
    return machine.globals[name]


def place_of(machine: Machine, world: World, node: Expr) -> Place | None:
    """The place that an lvalue names, ``None`` where nothing is known of it."""
    machine.spend()
    if isinstance(node, ir.Name):
        found = variable(machine, world, node.name)
        if found is None:
            return None
        number, kind = found
        if kind.layers[:1] == ("&",):
            value = world.cells.get((number, ZERO), ANYTHING)
            return Place(value.target, value.offset, kind.element(), value.device) if value.target is not None else None
        return Place(number, ZERO, kind)
    if isinstance(node, ir.Deref):
        value, kind = value_of(machine, world, node.pointer)
        return pointed(machine, world, value, kind, ZERO, _via(machine, world, node.pointer))
    if isinstance(node, ir.Index):
        return _place_of_index(machine, world, node)
    if isinstance(node, ir.Member):
        return _place_of_member(machine, world, node)
    if isinstance(node, ir.Cast):
        return place_of(machine, world, node.value)
    if isinstance(node, ir.Assign):
        value_of(machine, world, node)
        return None
    value, kind = value_of(machine, world, node)
    return None


def pointed(
    machine: Machine,
    world: World,
    value: Value,
    kind: CType,
    more: Linear | None,
    via: tuple[int, Linear] | None = None,
) -> Place | None:
    """Where an address leads, ``more`` bytes further."""
    element = kind.element() if kind.layers else UNKNOWN
    if value.target is None:
        return None
    offset = value.offset.plus(more) if value.offset is not None and more is not None else None
    return Place(value.target, offset, element, value.device, via)


def _via(machine: Machine, world: World, node: Expr) -> tuple[int, Linear] | None:
    """The cell of a struct that a pointer is kept in."""
    if isinstance(node, ir.Member):
        before, machine.recording = machine.recording, []
        try:
            place = place_of(machine, world, node)
        finally:
            machine.recording = before
        if place is not None and place.target is not None and place.offset is not None and place.type.is_pointer:
            return place.target, place.offset
    return None


def _place_of_index(machine: Machine, world: World, node: ir.Index) -> Place | None:
    base, kind = value_of(machine, world, node.base)
    index, _ = value_of(machine, world, node.index)
    if not kind.layers:
        return None
    size = machine.size(world, kind.element())
    more = index.number.times(size) if index.number is not None and _is_small(index.number, size) else None
    return pointed(machine, world, base, kind, more, _via(machine, world, node.base))


def _is_small(first: Linear, second: Linear) -> bool:
    return (len(first.terms) + 1) * (len(second.terms) + 1) <= _MOST_TERMS * 2


def _place_of_member(machine: Machine, world: World, node: ir.Member) -> Place | None:
    via = None
    if node.arrow:
        value, kind = value_of(machine, world, node.base)
        place = pointed(machine, world, value, kind, ZERO, _via(machine, world, node.base))
    else:
        place = place_of(machine, world, node.base)
    if place is None:
        return None
    found = layout.member_of(machine.declarations, machine.expanded(place.type).base, node.name)
    if found is None or place.type.layers:
        return None
    more, kind = found
    return Place(
        place.target,
        place.offset.plus(more) if place.offset is not None else None,
        kind,
        place.device,
        place.via or via,
    )


def load(machine: Machine, world: World, place: Place, node: Expr, text: str = "") -> tuple[Value, CType]:
    """The value at a place."""
    kind = machine.expanded(place.type)
    if place.target is None:
        return ANYTHING, kind
    if kind.is_array:
        return Value(None, place.target, place.offset, place.device), kind._replace(layers=("*", *kind.layers[1:]))
    if not kind.layers and machine.declarations.members(kind.base) and not isinstance(node, ir.Call):
        return ANYTHING, kind  # the whole of a struct
    size = machine.size(world, kind)
    machine.touch(world, place.target, place.offset, size, False, node.span, text, place.via, place.device)
    if place.offset is None:
        return ANYTHING, kind
    cell = (place.target, place.offset)
    known = world.cells.get(cell)
    if known is not None:
        return known, kind
    return _first_value(machine, world, place, cell, kind, node), kind


def _first_value(
    machine: Machine, world: World, place: Place, cell: tuple[int, Linear], kind: CType, node: Expr
) -> Value:
    """What memory held that nobody was seen to write."""
    owner = machine.objects[cell[0]]
    inside = any(machine.born.get(name, 0) > 0 for name in cell[1].names)
    if kind.is_pointer:
        if inside or owner.kind in ("local", "heap", "device"):
            return ANYTHING  # one of many, or not initialised as far as it was followed
        name = name_of(node) or owner.name
        target = machine.object(
            ("behind", cell), name, "parameter" if owner.kind == "parameter" else "member", kind.element()
        )
        if target not in world.objects:
            from loopwright.residence.memory import Contents

            world.objects[target] = (Contents(unsure=True),)
        value = Value(None, target, ZERO)
    elif layout.is_integer(kind) and not inside:
        if owner.kind == "global" and (initial := _initial(machine, world, owner.name)) is not None and cell[1] == ZERO:
            value = initial
        else:
            value = Value(machine.symbol(("load", cell, machine.visit), name_of(node) or owner.name))
    else:
        return ANYTHING if not layout.is_integer(kind) else Value(machine.fresh("element"))
    if machine.recording is None or not inside:
        world.cells[cell] = value
    return value


def _initial(machine: Machine, world: World, name: str) -> Value | None:
    declared = machine.declarations.names.get(name)
    if declared is not None and declared.const and declared.value and number_of(declared.value) is not None:
        return Value(Linear(int(declared.value)))
    return None


def name_of(node: Expr) -> str:
    """`a` or `p->x`, empty for anything else."""
    if isinstance(node, ir.Name):
        return node.name
    if isinstance(node, ir.Member):
        base = name_of(node.base)
        return f"{base}{'->' if node.arrow or base == 'this' else '.'}{node.name}" if base else ""
    return ""


def store(machine: Machine, world: World, place: Place | None, value: Value, node: Expr) -> None:
    """``value`` is written at a place."""
    if place is None or place.target is None:
        effects.escape(machine, world, value)
        return
    kind = machine.expanded(place.type)
    if kind.is_pointer and world.alternatives(place.target)[0].mappings:
        # A pointer in mapped memory: which address the device has there is not followed.
        for number in (
            place.target,
            value.target,
            world.cells.get((place.target, place.offset or ZERO), ANYTHING).target,
        ):
            if number is not None:
                world.forget(number)
        return
    machine.touch(
        world, place.target, place.offset, machine.size(world, kind), True, node.span, "", place.via, place.device
    )
    if place.offset is None or not (kind.layers or layout.is_integer(kind)):
        if place.offset is None or not kind.base:
            world.forget_cells(place.target)
        else:
            world.cells.pop((place.target, place.offset), None)
        if value.target is not None:
            effects.escape(machine, world, value)
        return
    cell = (place.target, place.offset)
    if machine.conditional or any(machine.born.get(name, 0) > 0 for name in place.offset.names):
        if value.target is not None:
            effects.escape(machine, world, value)
        if any(machine.born.get(name, 0) > 0 for name in place.offset.names):
            world.forget_cells(place.target)
            return
        if machine.conditional and world.cells.get(cell) != value:
            value = Value(machine.fresh("either")) if not kind.layers else ANYTHING
    if place.offset.terms:
        for other in [other for other in world.cells if other[0] == place.target and other != cell]:
            del world.cells[other]
    if value == ANYTHING and layout.is_integer(kind):
        value = Value(machine.fresh(machine.objects[place.target].name or "value"))
    world.cells[cell] = value
    if machine.on_device:
        machine.touched_scalars.add(place.target)


def _assign(machine: Machine, world: World, node: ir.Assign) -> tuple[Value, CType]:
    if not node.operator:
        value, kind = value_of(machine, world, node.value)
        place = place_of(machine, world, node.target)
        if (
            place is not None
            and not machine.expanded(place.type).layers
            and machine.declarations.members(machine.expanded(place.type).base)
        ):
            _copy_struct(machine, world, place, node)
            return ANYTHING, place.type
    else:
        value, kind = _binary(machine, world, ir.Binary(node.span, node.operator, node.target, node.value))
        place = _again(machine, world, node.target)
    store(machine, world, place, value, node.target)
    return value, place.type if place is not None else kind


def _again(machine: Machine, world: World, target: Expr) -> Place | None:
    """The place of a target that was evaluated already."""
    before, machine.recording = machine.recording, []
    try:
        return place_of(machine, world, target)
    finally:
        machine.recording = before


def _copy_struct(machine: Machine, world: World, place: Place, node: ir.Assign) -> None:
    """`p = q` of structs: what members hold goes along."""
    if place.target is None:
        return
    machine.touch(world, place.target, place.offset, machine.size(world, place.type), True, node.target.span)
    world.forget_cells(place.target)
    source = (
        _again(machine, world, node.value) if isinstance(node.value, (ir.Name, ir.Deref, ir.Index, ir.Member)) else None
    )
    if source is None or source.target is None or source.offset is None or place.offset is None:
        return
    for (owner, at), value in list(world.cells.items()):
        gap = at.plus(source.offset, -1)
        if owner == source.target and not gap.terms and gap.constant >= 0:
            world.cells[(place.target, place.offset.plus(gap))] = value


def _step(machine: Machine, world: World, node: ir.Step) -> tuple[Value, CType]:
    place = place_of(machine, world, node.target)
    if place is None:
        return ANYTHING, UNKNOWN
    value, kind = load(machine, world, place, node.target)
    if kind.is_pointer:
        size = machine.size(world, kind.element())
        new = value._replace(offset=value.offset.plus(size, node.by)) if value.offset is not None else value
    else:
        new = Value(value.number.plus(Linear(node.by))) if value.number is not None else ANYTHING
    store(machine, world, place, new, node.target)
    return (value if node.postfix else new), kind


def _unary(machine: Machine, world: World, node: ir.Unary) -> tuple[Value, CType]:
    value, kind = value_of(machine, world, node.value)
    if node.operator == "-" and value.number is not None:
        return Value(ZERO.plus(value.number, -1)), kind
    if node.operator == "+":
        return value, kind
    if node.operator == "!":
        if value.constant is not None:
            return Value(Linear(int(not value.constant))), INT
        if value.number is not None:
            return _condition(machine, "==", value.number), INT
        if value.target is not None:
            return Value(ZERO), INT
        return ANYTHING, INT
    return ANYTHING, kind


def _condition(machine: Machine, operator: str, gap: Linear) -> Value:
    """A comparison of ``gap`` with zero that is not decided, as a symbol; its negation is known to be the same question."""
    return Value(machine.symbol(("condition", operator, gap), "condition"))


def _binary(machine: Machine, world: World, node: ir.Binary) -> tuple[Value, CType]:
    operator = node.operator
    left, kind = value_of(machine, world, node.left)
    if operator in ("&&", "||"):
        return _logical(machine, world, node, left)
    right, other = value_of(machine, world, node.right)
    if operator == ",":
        return right, other
    if operator in _COMPARED:
        return _compare(machine, operator, left, right), INT
    if left.target is not None or right.target is not None or kind.is_pointer or other.is_pointer:
        return _pointer_arithmetic(machine, world, operator, left, kind, right, other)
    result = _number(machine, operator, left.number, right.number)
    floating = [k for k in (kind, other) if not k.layers and k.base and not layout.is_integer(k)]
    if floating:
        return ANYTHING, floating[0]
    wide = kind if (layout.base_size(kind.base) or 4) >= (layout.base_size(other.base) or 4) else other
    return Value(result), wide if wide.base else INT


def _compare(machine: Machine, operator: str, left: Value, right: Value) -> Value:
    if left.number is not None and right.number is not None:
        gap = left.number.plus(right.number, -1)
        if not gap.terms:
            return Value(Linear(int(_COMPARED[operator](gap.constant))))
        return _condition(machine, operator, gap)
    addresses = [v for v in (left, right) if v.target is not None]
    zero = [v for v in (left, right) if v.constant == 0]
    if len(addresses) == 1 and zero and machine.objects[addresses[0].target or 0].kind in ("local", "heap", "global"):
        return Value(Linear(int(operator in ("!=", ">"))))  # an allocation is taken to have worked
    return ANYTHING


def _logical(machine: Machine, world: World, node: ir.Binary, left: Value) -> tuple[Value, CType]:
    if left.constant is not None and bool(left.constant) == (node.operator == "||"):
        return Value(Linear(int(bool(left.constant)))), INT
    if left.constant is None:
        machine.conditional += machine.recording is not None
        right, _ = value_of(machine, world, node.right)
        machine.conditional -= machine.recording is not None
        if right.constant is not None and bool(right.constant) == (node.operator == "||"):
            return right, INT
        if right.constant is not None and left.number is not None:
            return left, INT
        if left.number is not None and right.number is not None:
            return Value(machine.symbol(("logical", node.operator, left.number, right.number), "condition")), INT
        return ANYTHING, INT
    right, _ = value_of(machine, world, node.right)
    return right, INT


def _pointer_arithmetic(
    machine: Machine, world: World, operator: str, left: Value, kind: CType, right: Value, other: CType
) -> tuple[Value, CType]:
    if operator == "-" and other.is_pointer:
        if left.target == right.target and left.offset is not None and right.offset is not None:
            gap = left.offset.plus(right.offset, -1)
            size = machine.size(world, kind.element()) if kind.layers else Linear(1)
            if not gap.terms and not size.terms and size.constant:
                return Value(Linear(gap.constant // size.constant)), CType("ptrdiff_t")
        return ANYTHING, CType("ptrdiff_t")
    if operator not in ("+", "-"):
        return ANYTHING, kind
    if not kind.is_pointer and other.is_pointer:
        left, kind, right = right, other, left
    if left.target is None:
        return ANYTHING, kind
    size = machine.size(world, kind.element())
    if right.number is None or left.offset is None or not _is_small(right.number, size):
        return left._replace(offset=None), kind
    return left._replace(offset=left.offset.plus(right.number.times(size), 1 if operator == "+" else -1)), kind


def _number(machine: Machine, operator: str, left: Linear | None, right: Linear | None) -> Linear | None:
    if left is None or right is None:
        return None
    if operator in ("+", "-"):
        return left.plus(right, 1 if operator == "+" else -1)
    if operator == "*":
        return left.times(right) if _is_small(left, right) else None
    if not left.terms and not right.terms:
        a, b = left.constant, right.constant
        if operator in ("/", "%") and b:
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return Linear(quotient if operator == "/" else a - b * quotient)
        if operator in ("<<", ">>") and 0 <= b < 64:
            return Linear(a << b if operator == "<<" else a >> b)
        if operator in ("&", "|", "^"):
            return Linear({"&": a & b, "|": a | b, "^": a ^ b}[operator])
    if operator == "/" and right == Linear(1):
        return left
    if operator in ("/", "%", "<<", ">>", "&", "|", "^"):
        least = 0 if operator in ("/", "%", ">>", "&") and machine.order.nonnegative(left) else None
        return machine.symbol(("number", operator, left, right), "value", least)
    return None


def _conditional(machine: Machine, world: World, node: ir.Conditional) -> tuple[Value, CType]:
    condition, _ = value_of(machine, world, node.condition)
    if condition.constant is not None:
        return value_of(machine, world, node.first if condition.constant else node.second)
    machine.conditional += machine.recording is not None
    first, kind = value_of(machine, world, node.first)
    second, other = value_of(machine, world, node.second)
    machine.conditional -= machine.recording is not None
    if first == second:
        return first, kind
    if first.target is not None and first.target == second.target:
        return Value(None, first.target, None, first.device), kind
    if first.number is not None and second.number is not None and layout.is_integer(kind):
        return Value(machine.symbol(("either", first.number, second.number, condition.number), "either")), kind
    return ANYTHING, kind if kind.base else other


def scalars(machine: Machine, names: Iterable[str]) -> frozenset[int]:
    """The objects of those names that are neither arrays nor pointers."""
    found = (binding(machine, name) for name in names)
    return frozenset(one[0] for one in found if one is not None and not one[1].layers)


def name_memory(machine: Machine, value: Value, target: ir.Expr | str) -> None:
    """Memory goes by the first variable of the function with directives that points at it."""
    if value.target is None or machine.here is not None:
        return
    owner = machine.objects[value.target]
    name = target if isinstance(target, str) else target.name if isinstance(target, ir.Name) else ""
    if not owner.name and isinstance(target, ir.Member):
        name = name_of(target)
    if owner.kind in ("heap", "device", "member") and not owner.name and name:
        machine.objects[value.target] = replace(owner, name=name)
