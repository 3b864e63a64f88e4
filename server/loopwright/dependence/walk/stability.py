"""Loops that leave every integer and every pointer in memory as it was: what is read in such a loop and around it is one value.

By the rules of effective types (C 6.5p7) what is stored as a floating number is no integer and no pointer. Whatever is not in the
lists below may store anything.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.walk.own_names import is_own
from loopwright.dependence.walk.state import State
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import declared, type_of_declarator
from loopwright.lang.effective_types import are_typed
from loopwright.lang.effects import effect_of
from loopwright.lang.macros import body_of, is_number_alone, parameters_of
from loopwright.lang.types import Type, is_floating
from loopwright.source.lexemes import code_within
from loopwright.source.listing import Listing
from loopwright.source.nodes import bare, subtree, text_of

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
    if not _QUIET.issuperset(part.kinds) or not all(_is_pure(state, call) for call in part.of(("call_expression",))):
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
    return all(_stores_no_integer(state, bare(target), own) for target in stores)


def _is_pure(state: State, call: Node) -> bool:
    function = call.child_by_field_name("function")
    if function is None or function.type not in ("identifier", "qualified_identifier"):
        return False
    name = name_of(function)
    macro = state.declarations.macros.get(name)
    if macro is not None:
        stores = any(node.type in _STORES for node in subtree(call))  # `A.B` of `n = 1` stores to a member
        return not stores and name not in state.declarations.unsteady and _only_reads(state, macro)
    return effect_of(library_name(function)).pure and not is_own(state, name)


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
    steps = 0
    while target.type in ("subscript_expression", "pointer_expression"):
        argument = target.child_by_field_name("argument")
        if argument is None or (target.type == "pointer_expression" and target.children[0].type != "*"):
            return False
        target, steps = bare(argument), steps + 1
    if target.type != "identifier":
        return False
    name = text_of(target)
    binding = state.lookup(name)
    if name in own:
        type = own[name]
    elif binding is not None:
        if not steps and state.is_register(binding.root) and binding.place is None:
            return True
        type = binding.type
    else:
        declaration = state.declarations.names.get(name)
        if declaration is None or declaration.kind != "variable":
            return False
        type = state.types.expanded(declaration.type)
    if name in own and not steps:
        return not type.layers or type.layers == ("*",)
    for _ in range(steps):
        if not type.layers and not type.sequence:
            return False
        type = type.element()
    return not type.layers and not type.sequence and is_floating(type.base) and are_typed(state.outline)
