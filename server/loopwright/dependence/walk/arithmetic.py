"""Arithmetic on values: polynomials with the conditions under which they are exact, pointers with offsets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.program import Root, Way
from loopwright.dependence.model.values import Check, Index, Place, Spot, Value, settled
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.dependence.walk.vanished import numbers_of, vanished
from loopwright.lang.numbers import divided, fundamental, shape_of
from loopwright.lang.types import Type, canonical, integer_range, is_floating, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of
from loopwright.source.tokens import is_operand
from loopwright.source.type_words import UNTOLD

_MOST_TERMS = 40
_SIGNED = ("int", "long", "long long")
_WIDEST = 64  # bits of the widest integer
_OF_ADDRESS = 64  # bits of an address
_FAR = 16  # a shift by as many bits is no multiplication of a size
_INT = Type("int")
_OF_EVERY_INTEGER = (0, 127)
_SHIFTS = frozenset(("<<", ">>"))
_OF_SIGNED = frozenset(("/", "%"))  # what they give of a negative number is not what they give of the unsigned one
_OF_INTEGERS = frozenset(("/", "%", "<<", ">>", "&", "|", "^"))


def converted(state: State, value: Value, kind: Type) -> Value:
    """``value`` cast to ``kind``."""
    value = as_pointer(state, value) if kind.is_pointer else value
    if kind.is_pointer and value.number == Linear(0):
        return Value(kind=kind, nowhere=True)
    if kind.is_pointer and value.pointer is not None:
        before, after = value.kind.element(), kind.element()
        owner = state.roots[value.pointer.root]
        alike = before.base in (after.base, "") or (canonical(before.base) == canonical(after.base) != "")
        same_shape = alike and before.layers == after.layers and "[]" not in after.layers
        if same_shape or (owner.kind == "heap" and owner.type.base in ("", "void")):
            if owner.kind == "heap" and owner.type.base in ("", "void"):
                _retype(state, value.pointer.root, after)
            return Value(pointer=value.pointer, kind=kind)
        if after.base == "void" and not after.layers:
            return Value(pointer=value.pointer, kind=value.kind)
        if _begins(value.pointer):
            return Value(pointer=_seen_as(state, value.pointer, kind), kind=kind)
        state.escape(value)
        return Value(kind=kind)
    if not kind.layers:
        state.escape(value)
    if kind.layers or value.number is None:
        return Value(kind=kind)
    if not is_integer(kind.base) and kind.base not in ("auto", "") and not kind.base.endswith("_t"):
        return Value(kind=kind)
    if narrows(kind, value):
        limits = integer_range(kind.base) or (-(1 << 31), (1 << 31) - 1, 32)
        check = Check(value.number, limits[0], limits[1], f"fits in {kind.base}")
        return Value(value.number, checks=(*value.checks, check), kind=kind)
    return kept(state, kind, value)


def kept(state: State, kind: Type, value: Value) -> Value:
    """An integer in an object of an integer type that is not narrower."""
    same = same_number(state, kind, value)
    return Value(same.number, checks=(*same.checks, *fits(state, kind, value)), kind=kind)


def usual(state: State, left: Value, right: Value) -> tuple[Value, Value]:
    """Two integers as the usual arithmetic conversions make them (C11 6.3.1.8). The type behind an enumeration may be unsigned."""
    kind = wider(left.kind, right.kind)
    if is_enumeration(state, left.kind) or is_enumeration(state, right.kind):
        return _not_negative(state, left), _not_negative(state, right)
    return same_number(state, kind, left), same_number(state, kind, right)


def is_enumeration(state: State, kind: Type) -> bool:
    """Whether the text says no more of an integer type than its enumerators."""
    return not kind.layers and bool(kind.base) and kind.base in state.types.classes.enumerations


def _not_negative(state: State, value: Value) -> Value:
    if value.number is None or (not value.number.terms and value.number.constant >= 0):
        return value
    check = Check(value.number, 0, None, ">= 0")
    return replace(value, checks=(*value.checks, check))


def same_number(state: State, kind: Type, value: Value) -> Value:
    """An integer as ``kind``, which is not narrower: a constant exactly, another one with what has to hold for it to stay what it is."""
    if value.number is None:
        return value
    if not value.number.terms:
        return replace(value, number=_wrapped(kind, value.number), kind=kind)
    told = shape_of(kind.base)
    before = settled(value.checks) if told is not None and told.bits > _OF_ADDRESS else value.checks
    return replace(value, checks=(*before, *keeps_sign(state, kind, value), *_gets_no_sign(state, kind, value)))


def _wrapped(kind: Type, number: Linear) -> Linear:
    """A constant as an integer type of 32 bits or more has it (C11 6.3.1.3)."""
    told = shape_of(kind.base)
    if told is None or told.bits < 32 or kind.layers or number.terms:
        return number
    rest = number.constant % (1 << told.bits)
    return Linear(rest - (1 << told.bits) if told.signed and rest >> (told.bits - 1) else rest)


def _gets_no_sign(state: State, kind: Type, value: Value) -> tuple[Check, ...]:
    """What has to hold for an unsigned integer to be the same number as ``kind``, where that has a sign and is as wide."""
    given, taken = shape_of(value.kind.base), shape_of(kind.base)
    if given is None or taken is None or kind.layers or value.number is None or given.signed or not taken.signed:
        return ()
    if given.bits < taken.bits:
        return ()
    high = (1 << (taken.bits - 1)) - 1
    return (Check(value.number, 0, high, f"fits in {kind.base}", modular=taken.bits == _OF_ADDRESS),)


def keeps_sign(state: State, kind: Type, value: Value) -> tuple[Check, ...]:
    """What has to hold for a signed integer to be the same number as ``kind``, where that is unsigned and not narrower: of a negative one a
    great one is made (C11 6.3.1.3p2)."""
    limits, own = integer_range(kind.base), integer_range(value.kind.base)
    if kind.layers or limits is None or limits[0] < 0 or limits[2] < 32 or (own is not None and own[0] == 0):
        return ()
    if value.number is None or (not value.number.terms and value.number.constant >= 0):
        return ()
    return (Check(value.number, 0, None, ">= 0", modular=limits[2] == _OF_ADDRESS),)


def fits(state: State, kind: Type, value: Value) -> tuple[Check, ...]:
    """What has to hold for a type that no file in sight tells to keep a value: it may be as narrow as a `char`. A template's parameter
    is whatever somebody uses the template with."""
    base, types = kind.base, state.types
    is_untold = types.is_unheard_of(base) or types.is_of_elsewhere(base) or base in types.classes.template_parameters
    is_untold = is_untold or (is_enumeration(state, kind) and value.number is not None and bool(value.number.terms))
    is_told = fundamental(base) or not is_untold
    if value.number is None or is_told or value.kind.base == base:
        return ()
    return (Check(value.number, *_OF_EVERY_INTEGER, f"fits in {base}"),)


def _begins(place: Place) -> bool:
    """The beginning of an object, also of one that a pointer in memory leads to."""
    last = place.steps[-1] if place.steps else None
    return place.steps == (Index(Linear(0)),) or (
        isinstance(last, Index) and last.value == Linear(0) and len(place.steps) == 1
    )


def as_pointer(state: State, value: Value) -> Value:
    """A value that was read from a member of a type that only headers know, where it can be nothing but an address, such
    as in ``double *v = layer->values``."""
    if value.pointer is not None or value.number is None or value.kind.layers or value.kind.base not in ("", "auto"):
        return value
    terms = value.number.terms
    if value.number.constant or len(terms) != 1 or terms[0][1] != 1 or len(terms[0][0]) != 1:
        return value
    symbol = state.symbols[terms[0][0][0]]
    if symbol.kind != "load" or symbol.place is None:
        return value
    steps = (*symbol.place.steps, Index(Linear(0), loaded=True))
    return Value(pointer=Place(symbol.place.root, steps), kind=Type("", ("*",), (None,)))


def extreme_value(state: State, which: str, a: Value, b: Value) -> Value:
    """The smaller or greater of two integers."""
    if a.number is None or b.number is None:
        return Value(kind=a.kind)
    kind = "minimum" if which == "min" else "maximum"
    text = f"{which}({readable(state, a.number)}, {readable(state, b.number)})"
    number = state.symbol(kind, text, (a.number, b.number))  # type: ignore[arg-type]
    return Value(number, checks=settled((*a.checks, *b.checks)), kind=wider(a.kind, b.kind))


def readable(state: State, number: Linear) -> str:
    """A polynomial with the words of the source."""
    return written(number, {name: state.symbols[name].text for name in number.names})


def worded(number: Linear, texts: Mapping[str, str | Linear]) -> Linear:
    """A polynomial with each symbol replaced by its text, or by a polynomial of texts."""
    found = Linear(number.constant)
    for product, factor in number.terms:
        part = Linear(factor)
        for name in product:
            text = texts.get(name, name)
            part = part.times(text if isinstance(text, Linear) else as_word(text))
        found = found.plus(part)
    return found


def as_word(text: str) -> Linear:
    """What is one factor, in parentheses where it needs them."""
    return Linear(0, (((text if is_operand(text) else f"({text})",), 1),))


def written(number: Linear, texts: Mapping[str, str | Linear]) -> str:
    """The text of that."""
    return worded(number, texts).text()


def arithmetic(state: State, operator: str, left: Value, right: Value, node: Node) -> Value:
    """``left operator right`` of two integers."""
    if operator in _SHIFTS:
        right = replace(right, kind=Type())  # the result has the type of the left operand (C11 6.5.7p3)
    elif operator in _OF_SIGNED:
        left, right = usual(state, left, right)
    a, b = left.number, right.number
    assert a is not None
    assert b is not None
    if operator in ("+", "-"):
        return checked(state, a.plus(b, 1 if operator == "+" else -1), left, right)
    if operator == "*" and (len(a.terms) + 1) * (len(b.terms) + 1) <= _MOST_TERMS:
        return checked(state, a.times(b), left, right)
    constant = b.constant if not b.terms else None
    text = text_of(node) if not state.is_elsewhere else f"{_operand(state, a)} {operator} {_operand(state, b)}"
    if operator == "<<" and constant is not None and 0 <= constant < 32:
        return _shifted(state, checked(state, a.times(Linear(1 << constant)), left, right), constant)
    if operator in ("/", ">>", "%", "&") and constant is not None and constant > 0:
        if operator == "&":
            if (constant + 1) & constant:
                return _derived(state, operator, left, right, text)
            operator, constant = "%", constant + 1
            floor = True
        else:
            floor = operator == ">>"
            if operator == ">>" and constant >= _WIDEST:
                return state.unknown(text, wider(left.kind, right.kind))
            constant = 1 << constant if operator == ">>" else constant
        if not a.terms and (a.constant >= 0 or fundamental(left.kind.base) in _SIGNED):
            known = divided(a.constant, constant, floor)
            number = Linear(a.constant - known * constant if operator == "%" else known)
            return Value(number, checks=settled((*left.checks, *right.checks)), kind=left.kind)
        quotient = _quotient(state, a, constant, floor)
        number = a.plus(quotient.times(Linear(constant)), -1) if operator == "%" else quotient
        return Value(number, checks=settled((*left.checks, *right.checks)), kind=wider(left.kind, right.kind))
    if operator == "^" and constant is not None and 0 < constant < 1 << _FAR and not constant & (constant - 1):
        kind = wider(left.kind, right.kind)
        if integer_range(kind.base) == integer_range(left.kind.base):
            return Value(_flipped(state, a, constant), checks=settled((*left.checks, *right.checks)), kind=kind)
    return _derived(state, operator, left, right, text)


def _operand(state: State, number: Linear) -> str:
    """A polynomial as one operand of something."""
    text = readable(state, number)
    return text if is_operand(text) else f"({text})"


def _quotient(state: State, number: Linear, divisor: int, floor: bool) -> Linear:
    if not any(part % divisor for part in (number.constant, *(factor for _, factor in number.terms))):
        return Linear(
            number.constant // divisor, tuple((product, factor // divisor) for product, factor in number.terms)
        )
    is_shift = floor and divisor > 1 and not divisor & (divisor - 1)  # C rounds towards zero where it divides
    how = f" >> {divisor.bit_length() - 1}" if is_shift else f"/{divisor}"
    text = _operand(state, number) + how
    return state.symbol("quotient", text, (number, Linear(divisor), Linear(int(floor))))


def _flipped(state: State, number: Linear, bit: int) -> Linear:
    """A number with one bit turned over, that of the value ``bit``: it is `number / bit - 2 * (number / (2 * bit))`, rounded down."""
    low = number if bit == 1 else _quotient(state, number, bit, True)
    high = _quotient(state, number, 2 * bit, True)
    return number.plus(Linear(bit)).plus(low, -2 * bit).plus(high, 4 * bit)


def _derived(state: State, operator: str, left: Value, right: Value, text: str) -> Value:
    """What is no polynomial: the same for the same operands."""
    kind = wider(left.kind, right.kind)
    if operator not in _OF_INTEGERS or left.number is None or right.number is None:
        return state.unknown(text, kind)
    kinds = f"{left.kind.base or _INT.base} {operator} {right.kind.base or _INT.base}"  # `(long)u << m` is not `u << (long)m`
    told = operator if operator == "%" or _are_whole(left.kind, right.kind) else ""  # `%` is of integers alone
    value = state.derived(kinds, kind, (left.number, right.number), text, told)
    return replace(value, checks=settled((*left.checks, *right.checks)))


def _are_whole(*kinds: Type) -> bool:
    """Whether these are types of integers, not ones that a template or a file out of sight may make any other."""
    bases = [kind.base for kind in kinds]
    return all(not base or integer_range(base) is not None or fundamental(base) in _SIGNED for base in bases)


def checked(state: State, number: Linear, left: Value, right: Value) -> Value:
    """A result with the check that its type does not wrap around."""
    kind = wider(left.kind, right.kind)
    number = _wrapped(kind, number)
    checks = (*left.checks, *right.checks)
    if state.rereads:
        checks = (*checks, *vanished(state, numbers_of(left, right), number))
    if is_enumeration(state, left.kind) or is_enumeration(state, right.kind):
        return _not_negative(state, Value(number, checks=checks, kind=kind))
    limits = integer_range(kind.base)
    if limits is not None and number.terms and limits[2] >= 32:
        number = _near_nought(number, limits[2])
        is_large = any(abs(factor) >= 1 << 32 for factor in (number.constant, *(factor for _, factor in number.terms)))
        high = limits[1] if limits[2] == 32 or is_large else None
        is_modular = limits[2] == _OF_ADDRESS and not is_large
        checks = (*checks, Check(number, 0, high, "does not wrap around", modular=is_modular))
    return Value(number, checks=checks, kind=kind)


def _near_nought(number: Linear, bits: int) -> Linear:
    """An unsigned number with its constants in the upper half taken for negative ones: `i + (size_t)-2` is `i - 2` where that is one of its type."""
    half, whole = 1 << (bits - 1), 1 << bits
    terms = tuple((product, (factor + half) % whole - half) for product, factor in number.terms)
    return Linear((number.constant + half) % whole - half, tuple(term for term in terms if term[1]))


def _shifted(state: State, value: Value, count: int) -> Value:
    """What `a << count` is worth. Who shifts this far wants the bits that stay, and no compiler takes their loss for an error."""
    if count < _FAR or value.number is None or not value.number.terms or integer_range(value.kind.base) is not None:
        return value
    bits = 64 if value.kind.base not in ("int", "signed", "signed int") else 32
    check = Check(value.number, -(1 << (bits - 1)), (1 << (bits - 1)) - 1, "does not wrap around")
    return replace(value, checks=(*value.checks, check))


def wider(left: Type, right: Type) -> Type:
    """The usual arithmetic conversions (C11 6.3.1.8), as far as wrap-around depends on them."""
    kinds = [kind for kind in (left, right) if kind.base]
    best = _INT
    rank = -1
    for kind in kinds:
        limits = integer_range(kind.base)
        bits = (
            limits[2]
            if limits
            else 64
            if "long" in kind.base or kind.base in ("ptrdiff_t", "ssize_t", "int64_t")
            else 32
        )
        unsigned = limits is not None and limits[0] == 0 and limits[2] >= 32
        if bits < 32:
            bits, kind = 32, _INT
        if 2 * bits + unsigned > rank:
            rank, best = 2 * bits + unsigned, kind
    return Type(best.base)


def pointer_arithmetic(operator: str, left: Value, right: Value) -> Value:
    """A pointer plus or minus an integer."""
    if operator == "+" and left.pointer is not None:
        return Value(pointer=moved(left.pointer, right.number, right.checks), kind=left.kind)
    if operator == "+" and right.pointer is not None:
        return Value(pointer=moved(right.pointer, left.number, left.checks), kind=right.kind)
    if operator == "-" and left.pointer is not None and right.pointer is None:
        negative = None if right.number is None else Linear(0).plus(right.number, -1)
        return Value(pointer=moved(left.pointer, negative, right.checks), kind=left.kind)
    return Value(kind=_INT)


def narrows(kind: Type, value: Value) -> bool:
    """Whether storing ``value`` as ``kind`` may lose digits."""
    if kind.base == UNTOLD and not kind.layers:
        return value.number is None or bool(value.number.terms)
    if is_floating(kind.base):  # which rounds, and whose arithmetic is not that of integers
        return value.number != Linear(0)
    limits = integer_range(kind.base)
    if limits is not None and limits[2] < 32:
        return not (
            value.number is not None and not value.number.terms and limits[0] <= value.number.constant <= limits[1]
        )
    wide = integer_range(value.kind.base)
    is_int = kind.base in ("int", "unsigned", "unsigned int", "int32_t", "uint32_t", "uint")
    return (
        is_int
        and bool(value.number and value.number.terms)
        and (
            (wide is not None and wide[2] == 64)
            or "long" in value.kind.base
            or value.kind.base in ("ptrdiff_t", "ssize_t", "int64_t")
        )
    )


def _retype(state: State, root: str, kind: Type) -> None:
    state.roots[root] = replace(state.roots[root], type=kind)


def _lengths(state: State, kind: Type) -> tuple[Linear | None, ...]:
    """How long the arrays of a type are here, as far as that is known; nothing for what is no array."""
    found: list[Linear | None] = []
    for layer, extent in zip(kind.layers, kind.extents):
        length = state.constant(extent) if layer == "[]" and extent is not None else None
        binding = state.lookup(extent) if extent is not None and extent.isidentifier() else None
        if length is None and binding is not None and state.is_register(binding.root):
            now = state.values.get(binding.root)
            length = now.number if now is not None else None
        found.append(length)
    return tuple(found)


def view_of(state: State, root: str, kind: Type) -> str:
    """The root of the same memory seen as another type. What has rows of another length lies otherwise, and a length that is not known is
    like no other."""
    owner, lengths = state.roots[root], _lengths(state, kind)
    rows = [length for layer, length in zip(kind.layers, lengths) if layer == "[]"]
    widths = ",".join(f"of {len(state.roots)}" if length is None else str(length) for length in rows)
    name = f"{root}#{kind.base}{''.join(kind.layers)}{widths}"
    if name not in state.roots:
        extents = lengths if "[]" in kind.layers[1:] else owner.extents
        ways = _ways_seen(state, owner, kind)
        state.roots[name] = replace(owner, type=kind, view_of=owner.view_of or root, extents=extents, one_of=ways)
        state.chosen += [name] if ways else []
    return name


def _ways_seen(state: State, owner: Root, kind: Type) -> tuple[Way, ...]:
    """The places that a root is one of, each seen as another type: an element of that is no element of theirs. None where one of them is no
    beginning: then any of them may be reached by it."""
    if all(place is None or _begins(place) for way in owner.one_of for place in (way.place, way.seen)):
        return tuple(
            way._replace(place=_seen_as(state, way.place, kind), seen=way.seen and _seen_as(state, way.seen, kind))
            for way in owner.one_of
        )
    for way in owner.one_of:
        state.escape(Value(pointer=way.place, kind=owner.type))
    return ()


def _seen_as(state: State, place: Place, kind: Type) -> Place:
    return Place(view_of(state, place.root, kind), (Index(Linear(0)),))


def address_of(state: State, spot: Spot, node: Node) -> Value:
    """The address of a place."""
    if spot.register is not None:
        state.address(spot.register, node)
    kind = spot.kind._replace(layers=("*", *spot.kind.layers), extents=(None, *spot.kind.extents))
    return Value(pointer=_flattened(state, spot.place, kind), kind=kind)


def _flattened(state: State, place: Place, kind: Type) -> Place:
    """`&a[0][0]` is mostly taken to walk over all of ``a``."""
    inner = place.steps
    constant = all(
        isinstance(s, Index) and not s.loaded and s.value is not None and not s.value.terms for s in inner[-2:]
    )
    if len(inner) >= 2 and constant:
        return Place(view_of(state, place.root, kind), (Index(Linear(0)),))
    return place
