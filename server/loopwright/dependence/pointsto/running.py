"""What runs no code of the program: objects that are made and end, what a library does with what it is given, lambdas and destructors.

A lambda may name and store what it likes, as long as nothing but its own text runs. A destructor may run wherever an object ends, so it
must leave every address where it was, too.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto.beginnings import is_made_by_code, keeps_for_its_end
from loopwright.dependence.pointsto.library import (
    BYTES,
    LVALUES,
    argument_nodes,
    is_lvalue,
    is_of_library,
    is_stream,
    kind_of,
    template_types,
)
from loopwright.dependence.pointsto.machine import Machine
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.effects import effect_of, is_known
from loopwright.lang.macros import is_macro, is_number_alone
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, stored, subtree, text_of
from loopwright.source.text import names_in

_BUILT_IN = frozenset(("number", "pointer", "array"))
_CALLED = ("identifier", "qualified_identifier")
_NAMED_THINGS = ("variable", "parameter", "member")
_FREEING = frozenset(("free", "std::free", "fclose", "std::fclose"))
_OPERATORS = frozenset(
    ("binary_expression", "unary_expression", "update_expression", "assignment_expression", "subscript_expression")
)
# Operators that programs seldom define.
_OF_ANYTHING = frozenset(("pointer_expression", "comma_expression"))
# What makes objects, or calls, in ways that are not asked further.
_MORE = frozenset(
    ("compound_literal_expression", "new_expression", "delete_expression", "cast_expression", "lambda_expression", "throw_statement",
     "co_await_expression", "try_statement", "for_range_loop", "init_statement")
)  # fmt: skip
# What may stand in a destructor that leaves every address where it was; calls, stores and names are asked one by one.
_HARMLESS = frozenset(
    ("compound_statement", "expression_statement", "delete_expression", "identifier", "this", "field_expression", "field_identifier",
     "if_statement", "else_clause", "condition_clause", "parenthesized_expression", "assignment_expression", "binary_expression",
     "unary_expression", "update_expression", "subscript_expression", "subscript_argument_list", "call_expression", "argument_list",
     "for_statement", "declaration", "init_declarator", "primitive_type", "sized_type_specifier", "type_identifier", "null", "nullptr",
     "number_literal", "string_literal", "string_content", "escape_sequence", "char_literal", "true", "false", "comment",
     "qualified_identifier", "namespace_identifier", "return_statement")
)  # fmt: skip


def brings_no_code(machine: Machine, type: Type) -> bool:
    """Whether code of a library that gets something of a type calls nothing of the project for it."""
    return machine.kind_of(type) in _BUILT_IN or is_of_library(machine, type.base)


def comes_and_goes_quietly(machine: Machine, type: Type) -> bool:
    """Whether no code of the program runs where an object without a name is made and ends."""
    if machine.in_c or type.base == "void" or machine.kind_of(type) in _BUILT_IN:
        return True
    if is_of_library(machine, type.base):
        return not keeps_for_its_end(type.base)
    return machine.scopes.classes.of(type.base) is not None and not is_made_by_code(machine.scopes, type)


def runs_alone(machine: Machine, base: str, arguments: list[Node]) -> bool:
    """Whether what an object of a class does with arguments is code of a library, which calls none of the project."""
    plain = all(gives_no_code(machine, argument) for argument in arguments)
    return is_of_library(machine, base) and plain and not machine.has_heirs_of_libraries


def gives_no_code(machine: Machine, node: Node) -> bool:
    """Whether code of a library that gets an argument calls nothing of the project for it. What a lambda or a function does is told where
    it is made or named."""
    node = bare(node)
    if node.type in ("string_literal", "lambda_expression") or kind_of(machine, node) in _BUILT_IN:
        return True
    if node.type == "binary_expression":  # `path + ".txt"`
        sides = [node.child_by_field_name(side) for side in ("left", "right")]
        return all(side is not None and gives_no_code(machine, side) for side in sides)
    if node.type == "call_expression":  # `v.begin()`, `std::greater<int>()`
        return _gives_what_is_of_library(machine, node)
    return node.type in LVALUES and is_of_library(machine, machine.type_of(node).referred().base)


def _gives_what_is_of_library(machine: Machine, node: Node) -> bool:
    """Whether a call asks the library for something of its own."""
    function = node.child_by_field_name("function")
    if function is None or not all(gives_no_code(machine, argument) for argument in argument_nodes(node)):
        return False
    if function.type == "field_expression":
        owner = function.child_by_field_name("argument")
        return owner is not None and is_lvalue(owner) and is_of_library(machine, machine.type_of(owner).referred().base)
    is_std = text_of(function).startswith(("std::", "::std::"))
    return is_std and all(comes_and_goes_quietly(machine, type) for type in template_types(machine, function))


def elements_run_nothing(machine: Machine, node: Node) -> bool:
    """Whether no code of the program copies or compares what an address leads to."""
    type = machine.type_of(node)
    kind = machine.kind_of(type)
    if kind not in ("pointer", "array"):
        return True
    type = machine.scopes.expanded(type.element())
    while type.is_array:
        type = machine.scopes.expanded(type.element())
    kind = machine.kind_of(type)
    is_quiet = kind == "object" and not machine.scopes.classes.operators
    return kind in ("number", "pointer") or is_quiet or type.base == "void" or is_of_library(machine, type.base)


def is_of_enumerations(machine: Machine, operator: str, *nodes: Node) -> bool:
    """Whether an operator of the program's own may be meant, though its operands are numbers."""
    classes = machine.scopes.classes
    if machine.in_c or f"operator{operator}" not in classes.operators:
        return False
    return any(
        _is_enumerator(machine, node) or not classes.enumerations.isdisjoint(names_in(machine.type_of(node).base))
        for node in nodes
    )


def _is_enumerator(machine: Machine, node: Node) -> bool:
    declaration = (
        machine.declaration_of(bare(node)) if bare(node).type in ("identifier", "qualified_identifier") else None
    )
    return declaration is not None and declaration.kind == "constant" and not is_macro(declaration)


def lambda_runs_alone(machine: Machine, node: Node) -> bool:
    """Whether a lambda runs no code of the program but its own."""
    body = node.child_by_field_name("body")
    if body is None or not all(_is_plain_parameter(machine, each) for each in parameter_nodes(node)):
        return False
    captured = node.child_by_field_name("captures")
    names = [inner for inner in subtree(captured) if inner.type == "identifier"] if captured is not None else []
    if not all(comes_and_goes_quietly(machine, machine.type_of(name).referred()) for name in names):
        return False
    return all(_calls_nothing(machine, inner) for inner in subtree(body))


def _is_plain_parameter(machine: Machine, parameter: Node) -> bool:
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return False
    type = machine.scopes.expanded(read_type(declarator, parameter)[1])
    return machine.kind_of(type.referred()) in _BUILT_IN


def _calls_nothing(machine: Machine, node: Node) -> bool:
    """Whether a part of a lambda runs nothing but itself."""
    if node.type in _MORE:
        return False
    if node.type == "identifier" and (macro := machine.scopes.macros.get(text_of(node))) is not None:
        return is_number_alone(machine.scopes.macros, macro.value)
    if node.type == "identifier":
        type = _type_of_thing(machine, node)
        return type is None or _is_of_language_or_library(machine, type.referred())
    if node.type == "call_expression":
        return _is_of_library(machine, node)
    if node.type == "declaration":
        return all(
            not said.is_function and (machine.kind_of(said_type) in _BUILT_IN or is_of_library(machine, said_type.base))
            for said, said_type, _ in machine.said_by(node)
        )
    if node.type in _OPERATORS:
        is_own = is_of_enumerations(machine, _operator_of(node), *_operands(node))
        is_plain = all(kind_of(machine, side) in (*_BUILT_IN, "sequence") for side in _operands(node))
        return not is_own and (is_stream(machine, node) or is_plain)
    if node.type in _OF_ANYTHING:
        return not _is_defined(machine, node)
    return True


def _is_of_language_or_library(machine: Machine, type: Type) -> bool:
    """Whether a type is none that code of the program converts or copies."""
    return machine.kind_of(type) != "" or is_of_library(machine, type.base) or type.base == "auto"


def _is_of_library(machine: Machine, call: Node) -> bool:
    """Whether a call is of a library, which is given nothing that code of the program belongs to."""
    function = call.child_by_field_name("function")
    if function is None:
        return False
    given = argument_nodes(call)
    owner = function.child_by_field_name("argument") if function.type == "field_expression" else None
    if owner is not None:
        return runs_alone(machine, machine.type_of(owner).base, given)
    plain = all(kind_of(machine, each) in _BUILT_IN for each in given)
    return plain and _is_elsewhere(machine, function) and is_known(library_name(function))


def is_harmless(machine: Machine, node: Node) -> bool:
    """Whether a part of a destructor stores no address and calls nothing of the program."""
    if node.is_named and node.type not in _HARMLESS:
        return False
    if node.type == "identifier" and text_of(node) in machine.scopes.macros:
        return text_of(node) == "NULL"
    if node.type in ("identifier", "field_expression"):
        return _is_never_converted(machine, node)
    if node.type == "call_expression":
        return _is_harmless_call(machine, node)
    if node.type in ("assignment_expression", "update_expression"):
        return _is_harmless_store(machine, node) and not _is_defined(machine, node)
    if node.type in _OPERATORS:
        is_plain = all(kind_of(machine, side) in _BUILT_IN for side in _operands(node))
        return (is_plain and not _is_defined(machine, node)) or _is_printed(machine, node)
    if node.type == "declaration":
        return all(machine.kind_of(said.type) in _BUILT_IN for said in machine.said_by(node))
    return True


def _is_never_converted(machine: Machine, node: Node) -> bool:
    """Whether a name is that of a number, an address, a function or what a member is taken of: nothing that code converts."""
    parent = node.parent
    if parent is not None and parent.type == "field_expression" and parent.child_by_field_name("argument") == node:
        return True
    if node.type == "field_expression":
        return kind_of(machine, node) in _BUILT_IN
    type = _type_of_thing(machine, node)
    return type is None or machine.kind_of(type) in _BUILT_IN


def _is_defined(machine: Machine, node: Node) -> bool:
    """Whether the program has an operator of the name, also one of enumerations."""
    return f"operator{_operator_of(node)}" in machine.scopes.classes.operators


def _operator_of(node: Node) -> str:
    return "," if node.type == "comma_expression" else text_of(node.child_by_field_name("operator"))


def _is_harmless_call(machine: Machine, node: Node) -> bool:
    function = node.child_by_field_name("function")
    if function is None or not _is_elsewhere(machine, function):
        return False
    if text_of(function) in _FREEING:
        return True
    effect = effect_of(library_name(function))
    arguments = node.child_by_field_name("arguments")
    count = arguments.named_child_count if arguments is not None else 0
    return effect.keeps_nothing and not any(effect.may_write(at) for at in range(count))


def _is_printed(machine: Machine, node: Node) -> bool:
    """`std::cout << "end" << n`"""
    right = node.child_by_field_name("right")
    if right is None or text_of(node.child_by_field_name("operator")) != "<<" or not is_stream(machine, node):
        return False
    if is_of_enumerations(machine, "<<", right):
        return False
    return right.type == "string_literal" or kind_of(machine, right) in _BUILT_IN or text_of(right) == "std::endl"


def _is_harmless_store(machine: Machine, node: Node) -> bool:
    """A number, or nothing in a member."""
    left = stored(node)
    if left is None:
        return False
    type = machine.type_of(left)
    if machine.kind_of(type) == "number":
        return type.base not in BYTES
    right = node.child_by_field_name("right")
    is_nothing = right is not None and right.type in ("null", "nullptr", "number_literal")
    named = bare(left)
    is_own = named.type == "identifier" or text_of(named.child_by_field_name("argument")) == "this"
    declaration = machine.declaration_of(named) if named.type == "identifier" else None
    is_member = named.type == "field_expression" or (declaration is not None and declaration.kind == "member")
    return is_nothing and is_own and is_member and is_lvalue(left) and machine.kind_of(type) == "pointer"


def _operands(node: Node) -> list[Node]:
    """What an operator of the language, or one of a class, is given."""
    return [child for child in node.named_children if child.type not in ("comment", "subscript_argument_list")]


def _type_of_thing(machine: Machine, name: Node) -> Type | None:
    """The type of what a name stands for, ``None`` where that is a function, a type, a constant or not in sight."""
    declaration = machine.declaration_of(name)
    if declaration is None or declaration.kind not in _NAMED_THINGS:
        return None
    return machine.scopes.expanded(declaration.type)


def _is_elsewhere(machine: Machine, function: Node) -> bool:
    """Whether a function that a call names is none of the program."""
    return function.type in _CALLED and name_of(function) not in machine.units.declared
