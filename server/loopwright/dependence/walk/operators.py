"""Operators on values of classes are calls: what is known of them, and what has to be said of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tree_sitter import Node

from loopwright.dependence.model.values import Index, Value
from loopwright.dependence.walk import purity
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.dispatch import value_of
from loopwright.dependence.walk.state import State
from loopwright.lang.callees import library_name
from loopwright.lang.classes import Class
from loopwright.lang.classes import plain as plain_name
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.effects import effect_of
from loopwright.lang.enumerations import operators_of_enumerations
from loopwright.lang.expressions import Typing
from loopwright.lang.library import library
from loopwright.lang.numbers import fundamental
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, nearest, text_of
from loopwright.source.text import names_in

_LITERALS = frozenset(("number_literal", "char_literal", "string_literal", "true", "false", "sizeof_expression"))
_UNTOLD = "auto"  # what a function gave that is not in sight
_MODIFYING = frozenset(("++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))
_COMPARING = ("==", "!=", "<", ">", "<=", ">=", "<=>")
_Made = tuple[Type, Type, Node]  # of a type, what it makes, and where
_MATHEMATICAL = frozenset(
    ("complex", "valarray", "string", "basic_string", "string_view", "wstring", "pair", "tuple", "optional", "bitset")
)


def used(state: State, operator: str, kinds: tuple[Type, ...], node: Node) -> bool:
    """An operator on values of these types. Whether it is a function; then its effect is recorded, and variables that it is given may have
    other values: it may take references."""
    is_called = _used(state, operator, kinds, node)
    if is_called and not purity.operator_is_quiet(state, operator, kinds):
        may_set(state, operator, node)
    return is_called


def may_set(state: State, operator: str, node: Node) -> None:
    """A function for an operator may give its operands other values. In a loop that is assumed not to be so, as of other functions out of
    sight: but for `>>`, which is there for it, and for what holds a number that the text tells."""
    if state.outline.source.language == "c":
        return
    listed = node.child_by_field_name("arguments") if node.type == "call_expression" else node
    operands = [node] if node.type == "identifier" else listed.named_children if listed is not None else []
    for operand in operands:
        name = bare(operand)
        if name.type == "subscript_argument_list":
            may_set(state, operator, name)
        binding = state.lookup(text_of(name)) if name.type == "identifier" else None
        if binding is None or any(state.frames[loop].register == binding.root for loop in state.loops):
            continue
        if binding.type.const and not binding.type.layers:
            continue  # no reference through which it may be set is bound to it
        value = state.values.get(binding.root)
        is_told = value is not None and value.number is not None and not value.number.terms
        if not state.loops or operator == ">>" or is_told:
            state.forget(frozenset((text_of(name),)))


def may_be_object(state: State, kind: Type) -> bool:
    """Whether a value may be an object of a class that is not in sight, with any operator."""
    if state.outline.source.language == "c" or kind.layers:
        return False
    return kind.base in ("", _UNTOLD) or (state.types.classes.of(kind.base) is None and not is_number(kind.base))


def _used(state: State, operator: str, kinds: tuple[Type, ...], node: Node) -> bool:
    if operator in _MODIFYING and kinds and _is_untold(kinds[0]):
        state.effect("unknown call", f"operator{operator} of {text_of(node)}", node)
        return True
    if state.outline.source.language == "c":  # where no operator is a function
        return False
    found = next((kind for kind in kinds if is_function(state, operator, kind)), None)
    if found is None and any(map(_is_untold, kinds)) and _may_be_asked(state, operator):
        state.effect("unknown call", f"operator{operator} of {text_of(node)}", node)
        return True
    if found is None and _may_be_of_enumerations(state, operator, node):
        if not purity.operator_is_quiet(state, operator, ()):
            state.effect("unknown call", f"operator{operator} of an enumeration", node)
        return True
    if found is None and _compares_what_is_made(state, operator, kinds, node):
        state.effect("opaque", f"which operator{operator} compares {text_of(node)} is not followed", node)
        return True
    if found is None:
        return False
    if purity.operator_is_quiet(state, operator, kinds):
        for given, wanted, operand in _made_of_operands(state, operator, kinds, node):
            becomes(state, given, wanted, operand)
        return True
    held = _held(state, operator, found)
    if held:
        state.effect(
            "opaque", f"operator{operator} of {found.base} asks that of {held[0]}, which is not followed", node
        )
        return True
    if f"operator{operator}" not in state.types.classes.operators and _may_convert(state, found):
        purity.conversion(state, found, node)  # the operator is that of numbers
        return True
    purity.operator(state, operator, found, node, sets=operator in _MODIFYING)
    return True


def _may_be_asked(state: State, operator: str) -> bool:
    """Whether a value of which nothing is told may be one with a function for this operator: of a class that runs code wherever it is used,
    or whose only function is this one."""
    is_defined = f"operator{operator}" in state.types.classes.operators
    return _is_object(state, Type(_UNTOLD)) or (is_defined and not purity.operator_is_quiet(state, operator, ()))


def _made_of_operands(state: State, operator: str, kinds: tuple[Type, ...], node: Node) -> list[_Made]:
    """The operands that the function for an operator takes as objects of another class; none where one takes them as they are."""
    operands = [each for side in ("left", "right") if (each := node.child_by_field_name(side)) is not None]
    if len(operands) != len(kinds):
        operands = [node] * len(kinds)
    found: list[_Made] = []
    for function, owner in state.types.classes.quiet.functions(operator) or ():
        wanted = [_taken_as(state, parameter) for parameter in parameter_nodes(function)]
        is_method = owner is not None and len(wanted) < len(kinds)
        wanted = [Type(owner.name), *wanted] if owner is not None and is_method else wanted
        ways = [(kinds, operands)]
        if operator in _COMPARING:  # others are asked the other way round (C++20 12.2.2.3)
            ways.append((kinds[::-1], operands[::-1]))
        for given, of in ways:
            made = [each for each in zip(given, wanted, of) if _is_made(state, *each[:2])]
            if not made:
                return []
            if not (is_method and made[0][2] == of[0]):  # nothing is made of the object that has the method
                found += made
    return found


def given_by(state: State, operator: str, kinds: tuple[Type, ...]) -> Type:
    """The type of what the function for an operator gives: that whose parameters are just these types, else what all of them give. One
    without a base where that cannot be told."""
    exact, others = set(), set()
    for function, owner in state.types.classes.quiet.functions(operator) or ():
        wanted = [_taken_as(state, parameter) for parameter in parameter_nodes(function)]
        if owner is not None and len(wanted) < len(kinds):
            wanted.insert(0, Type(owner.name))
        if len(wanted) == len(kinds):
            given = _result(state, function, wanted, kinds)
            others.add(given)
            if all(each.base == kind.base and not (each.layers or kind.layers) for each, kind in zip(wanted, kinds)):
                exact.add(given)
    found = exact or others
    return found.pop() if len(found) == 1 else Type("")


def _result(state: State, function: Node, wanted: Sequence[Type], kinds: Sequence[Type]) -> Type:
    """What a function is declared to give; for `T operator+(T, T)` of a template what it is given."""
    declarator = function.child_by_field_name("declarator")
    kind = read_type(declarator, function)[1] if declarator is not None else Type("")
    if kind.layers[:1] != ("()",):
        return Type("")
    kind = state.expanded(kind._replace(layers=kind.layers[1:], extents=kind.extents[1:])).referred()
    if kind.layers or not kind.base:
        return Type("")
    if nearest(function, ("template_declaration",)) is None:
        return Type(kind.base)
    alike = {given.base for given, each in zip(kinds, wanted) if each.base == kind.base and not given.layers}
    return Type(alike.pop()) if len(alike) == 1 else Type("")


def _taken_as(state: State, parameter: Node) -> Type:
    declarator = parameter.child_by_field_name("declarator")
    kind = (
        read_type(declarator, parameter)[1]
        if declarator is not None
        else Type(text_of(parameter.child_by_field_name("type")))
    )
    return state.expanded(kind).referred()


def _is_made(state: State, given: Type, wanted: Type) -> bool:
    """Whether a parameter of a class in sight gets a value of another type."""
    return not wanted.layers and state.types.classes.of(wanted.base) is not None and _differ(state, given, wanted)


def untold(type: Type, given: Type, value: Node | None, language: str) -> bool:
    """Whether `auto` stands for what cannot be told: what a function gave that is not in sight, an element of a class, what an
    operator made of it. It may be an object with operators of its own."""
    if language == "c" or value is None or given.base not in ("", "auto") or given.layers or type.layers:
        return False
    call = value.child_by_field_name("function") if value.type == "call_expression" else None
    return call is None or not effect_of(library_name(call)).known


def _is_untold(kind: Type) -> bool:
    return kind.base == _UNTOLD and not kind.layers


def _may_be_of_enumerations(state: State, operator: str, node: Node) -> bool:
    """Whether a function of the files may stand for an operator because an operand is a value of an enumeration: it is one unless the text
    tells that it is a number or an address."""
    if f"operator{operator}" not in operators_of_enumerations(state.outline):
        return False
    listed = node.child_by_field_name("arguments") if node.type == "call_expression" else node
    operands = listed.named_children if listed is not None else []
    return any(operand.type != "comment" and not _is_told(state, bare(operand)) for operand in operands)


def _is_told(state: State, operand: Node) -> bool:
    if operand.type in _LITERALS:
        return True
    root = operand
    while root.parent is not None:
        root = root.parent
    if root != state.outline.source.tree.root_node:
        return False  # code of a header or a macro, whose names are looked up elsewhere
    kind = state.types.expanded(Typing(state.declarations).type_of(operand)).referred()
    return bool(kind.layers) or bool(fundamental(kind.base))


def _compares_what_is_made(state: State, operator: str, kinds: tuple[Type, ...], node: Node) -> bool:
    """Whether a comparison asks objects that functions made, of which nobody in sight says what they are, where the files have one of their own:
    `make_tuple(a, b) < make_tuple(c, d)` compares what they hold."""
    if operator not in _COMPARING or not {f"operator{each}" for each in _COMPARING} & state.types.classes.operators:
        return False
    sides = (bare(each) for side in ("left", "right") if (each := node.child_by_field_name(side)) is not None)
    return any(side.type == "call_expression" and kind.base in ("", _UNTOLD) for side, kind in zip(sides, kinds))


def is_function(state: State, operator: str, kind: Type) -> bool:
    """Whether ``operator`` on a value of this type runs a function that is not known to be harmless."""
    key = (operator, kind)
    if key not in state.functions:
        state.functions[key] = _is_function(state, operator, kind)
    return state.functions[key]


def _is_function(state: State, operator: str, kind: Type) -> bool:
    classes = state.types.classes
    if not classes.is_class(kind):
        is_enumeration = not kind.layers and plain_name(kind.base) in classes.enumerations
        return is_enumeration and f"operator{operator}" in classes.operators
    plain = kind.base.split("<")[0].split("::")[-1]
    owner = classes.of(kind.base)
    if owner is not None:
        # Without a function of its own an operator is that of what the class converts to.
        return operator != "=" or bool(classes.code_behind(kind)) or f"operator{operator}" in classes.operators
    if _held(state, operator, kind):
        return True
    if plain in _MATHEMATICAL:
        return False
    if plain in library().values:
        return operator not in (*_COMPARING, "=", "*", "->", "!")
    if plain in classes.template_parameters:
        is_defined = f"operator{operator}" in classes.operators and not classes.is_of_numbers(plain)
        return bool(classes.code_behind(kind)) or is_defined
    return True


def may_be_number(state: State, kind: Type) -> bool:
    """Whether a type is a template's parameter, which may be a number as well as a class in sight."""
    classes = state.types.classes
    is_parameter = not kind.layers and plain_name(kind.base) in classes.template_parameters
    return is_parameter and classes.of(kind.base) is None and bool(classes.code_behind(kind))


def _held(state: State, operator: str, kind: Type) -> list[str]:
    """The classes in sight that a type of the library holds and asks for an operator of its own: `a < b` of pairs (C++17 23.4.3)."""
    plain = plain_name(kind.base)
    if plain == "complex" or not (operator in _COMPARING or plain == "valarray") or state.types.classes.of(kind.base):
        return []
    classes = state.types.classes
    names = names_in(kind.base.partition("<")[2])
    return [name for name in names if name in classes.known or name in classes.template_parameters]


def numbers(state: State, nodes: Iterable[Node]) -> list[Value]:
    """The values of what stands where only a number can: subscripts, sizes, bounds."""
    values = []
    for node in nodes:
        values.append(value_of(state, node))
        converts(state, values[-1].kind, node)
    return values


def converts(state: State, kind: Type, node: Node, *, perhaps: bool = False) -> bool:
    """A value of this type is used as a number, an address or a condition, or ``perhaps`` is. Whether a function does that; then its
    effect is recorded. An object needs one for it, whether it is seen among its members or not."""
    has_conversion = _may_convert if perhaps and not _is_untold(kind) else _is_object
    if not has_conversion(state, kind):
        return False
    purity.conversion(state, kind, node)
    return True


def becomes(state: State, given: Type, wanted: Type, node: Node) -> bool:
    """An object of ``wanted`` begins with a value of another type. Whether a function of either class makes the one of the other; then
    its effect is recorded."""
    if wanted.layers or wanted.base == _UNTOLD or not _differ(state, given, wanted):
        return False
    if _may_convert(state, given) or (is_number(wanted.base) and _is_object(state, given)):
        purity.conversion(state, given, node)
        return True
    owner = state.types.classes.of(wanted.base)
    if owner is None:
        if is_out_of_sight(state, wanted) and (given.layers or is_number(given.base)):
            made(state, wanted, node)
            may_set(state, "=", node)
        return False  # it may be the same number by another name
    if state.types.classes.quiet.is_value(wanted.base):
        return True
    made(state, wanted, node)
    if "constructor" in owner.special or owner.disputed or owner.hides_code:
        may_set(state, "=", node)
    return True


def is_out_of_sight(state: State, kind: Type) -> bool:
    """Whether a type may be a class that nobody in sight defines, of which a constructor makes objects of numbers."""
    classes, name = state.types.classes, plain_name(kind.base)
    if not classes.is_class(kind) or classes.of(kind.base) is not None:
        return False
    is_of_library = name in library().values or kind.base.startswith("std::") or name.endswith("_t")
    return name.isidentifier() and not is_of_library and bool(classes.code_behind(kind))


def _differ(state: State, given: Type, wanted: Type) -> bool:
    """Whether a value is neither of a class nor of one that is made from it. One of which nothing is told is no number yet."""
    if _is_untold(given):
        return is_number(wanted.base)
    if given.base in ("", _UNTOLD) or plain_name(given.base) == plain_name(wanted.base):
        return False
    owner = state.types.classes.of(given.base) if not given.layers else None
    return owner is None or not _is_made_from(state, owner, plain_name(wanted.base))


def _is_made_from(state: State, owner: Class, name: str) -> bool:
    parents = [state.types.classes.of(base) for base in owner.bases]
    return any(p is not None and (p.name == name or _is_made_from(state, p, name)) for p in parents)


def _is_object(state: State, kind: Type) -> bool:
    """Whether a value is an object of a class in sight, or may be one of a class that is not, or of one of which nothing is told: `auto v`."""
    classes = state.types.classes
    if _is_untold(kind):
        return bool(classes.code_behind(kind))
    if not classes.is_class(kind) or classes.of(kind.base) is not None:
        return classes.is_class(kind)
    return plain_name(kind.base) not in library().values and bool(classes.code_behind(kind))


def _may_convert(state: State, kind: Type) -> bool:
    """Whether a class, or one that it is made from, has a conversion, or may have one that is not in sight."""
    owner = state.types.classes.of(kind.base) if state.types.classes.is_class(kind) else None
    if owner is None:
        return False
    if "conversion" in owner.special or owner.hides_code:
        return True
    return any(state.types.classes.of(base) is None or _may_convert(state, Type(base)) for base in owner.bases)


def assigned(state: State, kind: Type, node: Node) -> None:
    """An object of this type is assigned."""
    if _is_untold(kind):
        state.effect("unknown call", f"operator= of {text_of(node.child_by_field_name('left') or node)}", node)
    if state.types.classes.is_class(kind):
        owner = state.types.classes.of(kind.base)
        if (
            owner is not None
            and owner.special <= {"assignment", "conversion", "constructor"}
            and not _inherits_code(state, owner)
        ):
            if purity.operator_is_quiet(state, "=", (kind,)):
                return
        may_set(state, "=", node)
        why = state.types.classes.code_behind(kind)
        if why:
            state.effect("code", why, node)


def taken(state: State, kind: Type, given: Type, node: Node) -> None:
    """An object of a class is assigned a value of a type, of which a constructor may make one first."""
    right = node.child_by_field_name("right")
    if right is None or not state.types.classes.is_class(kind):
        return
    owner = state.types.classes.of(kind.base)
    is_own = owner is not None and "operator=" in owner.declared
    made = _made_of_operands(state, "=", (kind, given), node) if is_own else [(given, kind, right)]
    for each in made:
        becomes(state, *each)


def _inherits_code(state: State, owner: Class) -> bool:
    """Whether bases or members bring code of their own into an assignment."""
    classes = state.types.classes
    return bool(owner.bases) or any(
        classes.code_behind(member.type) for member in owner.members.values() if not member.static
    )


def made(state: State, kind: Type, node: Node) -> None:
    """An object of this type is made, copied or destroyed."""
    one = kind._replace(layers=tuple(layer for layer in kind.layers if layer != "[]"))
    why = state.types.classes.code_behind(one)
    if why:
        state.effect("opaque" if why == state.types.classes.called_by(one.base) else "code", why, node)


def made_inside(state: State, arguments: str, node: Node) -> None:
    """A template of the library that is given classes in sight, `max<Number>(n, k)`, makes objects of them of what it is given."""
    for name in names_in(arguments):
        owner = state.types.classes.known.get(name)
        if owner is None and is_out_of_sight(state, Type(name)):
            may_set(state, "=", node)
        if owner is not None and not state.types.classes.quiet.is_value(name):
            made(state, Type(name), node)
            if "constructor" in owner.special or owner.disputed or owner.hides_code:
                may_set(state, "=", node)


def is_allocator_replaced(state: State, word: str) -> bool:
    """Whether the files in sight have an `operator new` or `operator delete` of their own."""
    return bool({f"operator{word}", f"operator{word}[]"} & state.types.classes.operators)


def anything(value: Value) -> Index:
    """The subscript of an unknown element behind an address."""
    last = value.pointer.steps[-1] if value.pointer is not None and value.pointer.steps else None
    return Index(None, isinstance(last, Index) and last.loaded)
