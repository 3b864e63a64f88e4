"""Objects without a name: they end with the full expression that makes them (C++20 [class.temporary]), and their destructors run there.

What is made is counted, not told apart: where something was, code that nobody follows runs at the end of the expression. Of most programs no
destructor does more than give memory back, and nothing happens there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tree_sitter import Node

from loopwright.dependence.pointsto.library import BYTES, is_lvalue, is_stream, kind_of
from loopwright.dependence.pointsto.machine import Frame, Machine
from loopwright.dependence.pointsto.memory import World
from loopwright.dependence.pointsto.units import Known
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.effects import effect_of
from loopwright.source.nodes import bare, subtree, text_of

_FREEING = frozenset(("free", "std::free", "fclose", "std::fclose"))
# What else stands in a destructor that leaves every address where it was; calls, stores and names are asked one by one.
_HARMLESS = frozenset(
    ("compound_statement", "expression_statement", "delete_expression", "identifier", "this", "field_expression", "field_identifier",
     "if_statement", "else_clause", "condition_clause", "parenthesized_expression", "assignment_expression", "binary_expression",
     "unary_expression", "update_expression", "subscript_expression", "subscript_argument_list", "call_expression", "argument_list",
     "for_statement", "declaration", "init_declarator", "primitive_type", "sized_type_specifier", "type_identifier", "null", "nullptr",
     "number_literal", "string_literal", "string_content", "escape_sequence", "char_literal", "true", "false", "comment",
     "qualified_identifier", "namespace_identifier", "return_statement")
)  # fmt: skip
_BUILT_IN = frozenset(("number", "pointer", "array"))


def made(machine: Machine) -> None:
    """Something may have been made that ends with the expression that is being walked."""
    machine.frame.unnamed += 1


@contextmanager
def full_expression(machine: Machine, worlds: list[World]) -> Iterator[None]:
    """An expression that is no part of another one: whatever it makes without a name ends in each of the worlds that are in the list
    behind it."""
    frame = machine.frame
    before = frame.unnamed
    yield
    if frame.unnamed > before and end_in_code(machine):
        frame.unnamed = before
        for world in worlds:
            world.clobber(machine.lasting)


def makes_more(machine: Machine, before: int) -> bool:
    """Whether something without a name was made since so many were, which a reference may keep."""
    return machine.frame.unnamed > before and end_in_code(machine)


def end_in_code(machine: Machine) -> bool:
    """Whether the end of any object of the program may do more than give memory back."""
    if machine.ends_in_code is None:
        machine.ends_in_code = False  # of a destructor that is asked while it is found out
        machine.ends_in_code = any(_is_open(machine, unit) for unit in range(len(machine.units.scopes))) or any(
            not _is_quiet(machine, known)
            for name, every in machine.units.definitions.items()
            if name.startswith("~")
            for known in every
        )
    return machine.ends_in_code


def _is_open(machine: Machine, unit: int) -> bool:
    """Whether a class of a file ends in code that is not in sight."""
    if machine.units.language(unit) == "c":
        return False
    scopes = machine.units.scopes[unit]
    if any("~" in (macro.value or "") and "{" in (macro.value or "") for macro in scopes.own_macros.values()):
        return True
    if "operatordelete" in scopes.classes.operators or "operatordelete[]" in scopes.classes.operators:
        return True
    return any(
        known.hides_code
        or (
            "destructor" in known.special
            and (
                f"~{known.name}" not in machine.units.definitions
                or (f"~{known.name}" in known.virtual and not machine.units.is_whole)
            )
        )
        for known in scopes.classes.known.values()
    )


def _is_quiet(machine: Machine, destructor: Known) -> bool:
    """Whether a destructor stores no address and calls nothing of the program."""
    body = destructor.node.child_by_field_name("body")
    if body is None or machine.units.outlines[destructor.unit].source.hides_code_in(destructor.function.span):
        return False
    machine.frames.append(Frame(destructor, (-1, destructor.unit, destructor.function.span.start)))
    try:
        return all(_is_harmless(machine, node) for node in subtree(body))
    finally:
        machine.frames.pop()


def _is_harmless(machine: Machine, node: Node) -> bool:
    if node.is_named and node.type not in _HARMLESS:
        return False
    if node.type == "identifier" and text_of(node) in machine.scopes.macros:
        return text_of(node) == "NULL"
    if node.type in ("identifier", "field_expression"):
        return _is_never_converted(machine, node)
    if node.type == "call_expression":
        return _is_harmless_call(machine, node)
    if node.type in ("binary_expression", "unary_expression", "subscript_expression"):
        sides = [child for child in node.named_children if child.type not in ("comment", "subscript_argument_list")]
        is_plain = all(kind_of(machine, side) in _BUILT_IN for side in sides) and not _is_defined(machine, node)
        return is_plain or _is_printed(machine, node)
    if node.type in ("assignment_expression", "update_expression"):
        return _is_harmless_store(machine, node) and not _is_defined(machine, node)
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
    declaration = machine.declaration_of(node)
    if declaration is None or declaration.kind not in ("variable", "parameter", "member"):
        return True
    return machine.kind_of(machine.scopes.expanded(declaration.type)) in _BUILT_IN


def _is_defined(machine: Machine, node: Node) -> bool:
    """Whether the program has an operator of the name, also one of enumerations."""
    return f"operator{text_of(node.child_by_field_name('operator'))}" in machine.scopes.classes.operators


def _is_harmless_call(machine: Machine, node: Node) -> bool:
    function = node.child_by_field_name("function")
    if function is None or function.type not in ("identifier", "qualified_identifier"):
        return False
    if machine.units.definitions.get(name_of(function)) or name_of(function) in machine.units.declared:
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
    return right.type == "string_literal" or kind_of(machine, right) in _BUILT_IN or text_of(right) == "std::endl"


def _is_harmless_store(machine: Machine, node: Node) -> bool:
    """A number, or nothing in a member."""
    left = node.child_by_field_name("left") or node.child_by_field_name("argument")
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
