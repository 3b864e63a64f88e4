"""Loops that leave every integer and every pointer in memory as it was: what is read in such a loop and around it is one value.

By the rules of effective types (C 6.5p7) what is stored as a floating number is no integer and no pointer. Whatever is not in the
lists below may store anything.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes, definition, may_do_something
from loopwright.dependence.walk.own_names import is_own
from loopwright.dependence.walk.state import State
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.classes import Class
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import declared, read_type, type_of_declarator
from loopwright.lang.effective_types import are_typed
from loopwright.lang.effects import effect_of
from loopwright.lang.macros import body_of, is_number_alone, parameters_of
from loopwright.lang.types import Type, is_floating
from loopwright.source.lexemes import code_within
from loopwright.source.listing import Listing
from loopwright.source.nodes import bare, is_arrow, subtree, text_of

_QUIET = frozenset(
    (
        "for_statement", "while_statement", "do_statement", "if_statement", "else_clause", "compound_statement", "switch_statement",
        "case_statement", "break_statement", "continue_statement", "expression_statement", "declaration", "init_declarator",
        "condition_clause", "binary_expression", "unary_expression", "conditional_expression", "parenthesized_expression",
        "subscript_expression", "subscript_argument_list", "field_expression", "field_identifier", "identifier", "number_literal",
        "char_literal", "true", "false", "comment", "primitive_type", "sized_type_specifier", "type_identifier", "type_qualifier",
        "type_descriptor", "cast_expression", "sizeof_expression", "comma_expression", "argument_list", "array_declarator",
        "pointer_declarator", "abstract_pointer_declarator", "initializer_list", "call_expression", "assignment_expression",
        "update_expression", "pointer_expression", "placeholder_type_specifier", "auto", "preproc_call", "preproc_directive", "preproc_arg",
        "qualified_identifier", "namespace_identifier",
    )
)  # fmt: skip
_STORES = ("assignment_expression", "update_expression")
# What the text of a macro may hold that stores nothing and calls nothing, beside names and numbers.
_COMPUTING = frozenset(
    (
        "(", ")", "[", "]", ".", "->", "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==",
        "!=", "&&", "||", "!", "~", "&", "|", "^", "<<", ">>", "?", ":", ",",
    )
)  # fmt: skip


def keeps_integers(state: State, loop: Node) -> bool:
    """Whether nothing in a loop stores to an integer or a pointer that is more than a variable of the function."""
    part = (state.names.listing or Listing(loop)).below(loop)
    if not _QUIET.issuperset(part.kinds):
        return False
    own: dict[str, Type] = {}
    for node in part.of(("declaration",)):
        for said, inner, _ in declared(node):
            type = state.types.expanded(type_of_declarator(said, node))
            if inner is None or type.layers[:1] == ("&",) or state.types.classes.code_behind(type):
                return False
            own.setdefault(said.name, type)
    stores = (
        node.child_by_field_name("left" if node.type == "assignment_expression" else "argument") or node
        for node in part.of(_STORES)
    )
    calls = part.of(("call_expression",))
    return all(_is_pure(state, call, own) for call in calls) and all(
        _stores_no_integer(state, bare(target), own) for target in stores
    )


def _is_pure(state: State, call: Node, own: dict[str, Type]) -> bool:
    """Whether a call only works out a value: of a function of the library, of one in sight that stores nothing, of such a method."""
    function = call.child_by_field_name("function")
    if function is None:
        return False
    name, classes = name_of(function), state.types.classes
    method = _method_of(state, call, own)
    if method is not None:
        return _is_quiet_method(classes.of(method.owner.base), method.name)
    if function.type not in ("identifier", "qualified_identifier"):
        return False
    macro = state.declarations.macros.get(name)
    if macro is not None:
        stores = any(node.type in _STORES for node in subtree(call))  # `A.B` of `n = 1` stores to a member
        return not stores and name not in state.declarations.unsteady and _only_reads(state, macro)
    this = state.lookup("this")
    if this is not None and function.type == "identifier" and _is_quiet_method(classes.of(this.type.base), name):
        return state.lookup(name) is None
    if not is_own(state, name):
        return effect_of(library_name(function)).pure
    if function.type != "identifier" or state.lookup(name) is not None:
        return False
    callee = definition(state, function, name, argument_nodes(call))
    body = callee.child_by_field_name("body") if callee is not None else None
    return body is not None and not may_do_something(body)


class _Method(NamedTuple):
    """A method by its name, `operator()` of `u(i, j)`, and the class of the object that it is called on."""

    owner: Type
    name: str


def _method_of(state: State, call: Node, own: dict[str, Type]) -> _Method | None:
    """The method that a call, or a subscript, of an object means; ``None`` where it is none, or the object's class is not told."""
    if call.type == "subscript_expression":
        owner, name = _type_of(state, call.child_by_field_name("argument"), own), "operator[]"
    else:
        function = bare(call.child_by_field_name("function") or call)
        if function.type == "field_expression":
            owner, name = _object_of(state, function, own), name_of(function.child_by_field_name("field"))
        else:
            owner, name = _type_of(state, function, own), "operator()"
    is_object = owner is not None and not owner.layers and state.types.classes.of(owner.base) is not None
    return _Method(owner, name) if owner is not None and is_object else None


def _given_by(state: State, method: _Method | None) -> Type | None:
    """What a method gives, as far as all whose bodies stand in the class agree; of a reference what it refers to."""
    owner = state.types.classes.of(method.owner.base) if method is not None else None
    if method is None or owner is None or not _is_quiet_method(owner, method.name):
        return None
    given = set()
    for function in owner.methods[method.name]:
        declarator = function.child_by_field_name("declarator")
        kind = read_type(declarator, function)[1] if declarator is not None else Type("")
        if kind.layers[:1] != ("()",):
            return None
        kind = kind._replace(layers=kind.layers[1:], extents=kind.extents[1:])
        given.add(state.types.expanded(state.types.given(method.owner.base, kind)).referred()._replace(const=False))
    return given.pop() if len(given) == 1 else None


def _is_quiet_method(owner: Class | None, name: str) -> bool:
    """Whether the bodies of all methods of a name stand in a class, and neither store nor call."""
    if owner is None or owner.disputed or owner.hides_code or name in owner.virtual or name in owner.bodiless:
        return False
    bodies = owner.methods.get(name, [])
    return bool(bodies) and not any(map(may_do_something, bodies))


def _only_reads(state: State, macro: Declaration) -> bool:
    """Whether a macro only computes with what it is given, members of it, variables and numbers; what it is given stands in the loop."""
    if macro.kind != "function" or macro.disputed:
        return False
    given, before, depth = parameters_of(macro), "", 0
    for token in code_within(body_of(macro)):
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if depth < 0:  # it ends what stands around it
            return False
        is_operand = before.isidentifier() or before in (")", "]")
        if token.kind == "name":
            is_member = before in (".", "->") and token.text not in state.declarations.macros
            if not (is_member or token.text in given or _is_value(state, token.text)):
                return False
        elif token.kind == "number":
            if "_" in token.text:  # `3_km` calls an operator
                return False
        elif token.text not in _COMPUTING or (token.text == "(" and is_operand):
            return False
        before = token.text
    return depth == 0


def _is_value(state: State, name: str) -> bool:
    macros = state.declarations.macros
    return is_number_alone(macros, name) if name in macros else state.lookup(name) is not None


def _stores_no_integer(state: State, target: Node, own: dict[str, Type]) -> bool:
    if target.type == "identifier":
        name, binding = text_of(target), state.lookup(text_of(target))
        if name in own:
            return not own[name].layers or own[name].layers == ("*",)
        if binding is not None and state.is_register(binding.root) and binding.place is None:
            return True
    type = _type_of(state, target, own)
    return (
        type is not None
        and not type.layers
        and not type.sequence
        and is_floating(type.base)
        and are_typed(state.outline)
    )


def _type_of(state: State, node: Node | None, own: dict[str, Type]) -> Type | None:
    """The type of a variable, of a member, of an element of one, or of what a method gives; ``None`` for what is none of these, or lies
    over others."""
    if node is None:
        return None
    node = bare(node)
    if node.type == "subscript_expression" or (node.type == "pointer_expression" and node.children[0].type == "*"):
        argument = node.child_by_field_name("argument")
        type = _type_of(state, argument, own) if argument is not None else None
        if type is not None and (type.layers or type.sequence):
            return type.element()
        return _given_by(state, _method_of(state, node, own)) if node.type == "subscript_expression" else None
    if node.type == "call_expression":
        return _given_by(state, _method_of(state, node, own))
    if node.type == "field_expression":
        owner, name = _object_of(state, node, own), text_of(node.child_by_field_name("field"))
        if owner is None or state.types.shares(owner.base, name):
            return None
        kind = state.types.member(owner.base, name)
        return state.types.expanded(kind).referred() if kind is not None else None
    if node.type == "this":
        this = state.lookup("this")
        return this.type.pointed_at() if this is not None and not this.type.layers else this.type if this else None
    if node.type != "identifier":
        return None
    name = text_of(node)
    binding, declaration = state.lookup(name), state.declarations.names.get(name)
    if name in own:
        return own[name]
    if binding is not None:
        return binding.type.referred()
    is_variable = declaration is not None and declaration.kind == "variable"
    return state.types.expanded(declaration.type).referred() if declaration is not None and is_variable else None


def _object_of(state: State, node: Node, own: dict[str, Type]) -> Type | None:
    """The type of the object whose member is named."""
    argument = node.child_by_field_name("argument")
    type = _type_of(state, argument, own) if argument is not None else None
    if type is None or is_arrow(node) != type.is_pointer:
        return None
    type = state.types.expanded(type.element() if is_arrow(node) else type)
    return None if type.layers else type
