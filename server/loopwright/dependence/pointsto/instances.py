"""Classes whose code is in sight: their objects are carried out, how they are made (`making`) and what methods do (`methods`).

Only classes that are what their text says: no bases, nothing virtual, no member that is a reference or lies over another one; of templates
those that are made of numbers. Of every other class nothing is known here, and whoever uses an object of it takes it for code that nobody sees.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto.library import is_whole_number
from loopwright.dependence.pointsto.machine import Machine
from loopwright.lang.class_instances import instance_of
from loopwright.lang.classes import Class, Member
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, subtree, text_of

_DEEPEST = 4  # classes in classes
_RECORDS = frozenset(("class_specifier", "struct_specifier"))
# What a destructor may do so that nothing but memory is given back.
_OF_ENDS = frozenset(
    ("compound_statement", "expression_statement", "delete_expression", "identifier", "this", "field_expression", "field_identifier",
     "if_statement", "condition_clause", "parenthesized_expression", "assignment_expression", "binary_expression", "call_expression",
     "argument_list", "null", "nullptr", "number_literal", "comment", "qualified_identifier", "namespace_identifier")
)  # fmt: skip
_FREEING = frozenset(("free", "std::free"))
_STRINGS = frozenset(("std::string", "string"))


def class_of(machine: Machine, type: Type, deep: int = 0) -> Class | None:
    """The class of an object whose code can be carried out."""
    if machine.in_c or type.layers or not type.base or deep > _DEEPEST:
        return None
    if type.base in machine.scopes.classes.template_parameters:
        return None  # another class in each instance
    key = (machine.frame.known.unit, type.base)
    if key not in machine.units.instances:
        machine.units.instances[key] = None  # of a class that holds itself in an array of its own
        known = _told_by(machine, type.base)
        machine.units.instances[key] = known if known is not None and _is_told(machine, known, deep) else None
    return machine.units.instances[key]


def _told_by(machine: Machine, base: str) -> Class | None:
    """The class that a type's name means; of a template the instance that it makes of numbers."""
    known = machine.scopes.classes.of(base)
    if known is None or not known.is_template:
        return known
    made = instance_of(known, base)
    told = made is not None and all(word.isdecimal() or is_whole_number(machine, Type(word)) for _, word in made.given)
    return made if told else None


def _is_told(machine: Machine, known: Class, deep: int) -> bool:
    if known.node.type not in _RECORDS or known.disputed or known.hides_code or known.is_remade or known.is_template:
        return False
    if known.bases or known.virtual or known.brought or "virtual" in known.special:
        return False
    if any(machine.units.is_plain(each) for each in machine.units.definitions.get(known.name, ())):
        return False  # a function hides the class
    return all(_is_plain_member(machine, each, deep) for each in known.members.values() if not each.static)


def _is_plain_member(machine: Machine, each: Member, deep: int) -> bool:
    type = machine.scopes.expanded(each.type)
    if each.shared or type.volatile or type.layers[:1] in (("&",), ("&&",)):
        return False
    while type.is_array:  # its elements are made by no constructor
        type = machine.scopes.expanded(type.element())
        if not machine.kind_of(type):
            return False
    return bool(machine.kind_of(type)) or type.base in _STRINGS or class_of(machine, type, deep + 1) is not None


def ends_quietly(machine: Machine, known: Class) -> bool:
    """Whether the end of an object does nothing but give memory back."""
    held = [class_of(machine, machine.scopes.expanded(each.type)) for each in known.members.values()]
    if not all(each is None or ends_quietly(machine, each) for each in held):
        return False
    if "destructor" not in known.special:
        return True
    bodies = machine.scopes.classes.methods(known, f"~{known.name}")
    return len(bodies) == 1 and all(_is_quiet(machine, known, node) for node in _body_of(bodies[0]))


def _body_of(function: Node) -> list[Node]:
    body = function.child_by_field_name("body")
    return list(subtree(body)) if body is not None else []


def _is_quiet(machine: Machine, known: Class, node: Node) -> bool:
    if node.is_named and node.type not in _OF_ENDS:
        return False
    if node.type == "identifier" and text_of(node) in machine.scopes.macros:
        return text_of(node) == "NULL"
    if node.type == "call_expression":
        name = text_of(node.child_by_field_name("function"))
        return name in _FREEING and not machine.units.definitions.get("free")
    if node.type == "binary_expression":
        return text_of(node.child_by_field_name("operator")) in ("==", "!=")
    if node.type == "assignment_expression":
        right, left = node.child_by_field_name("right"), node.child_by_field_name("left")
        is_nothing = right is not None and right.type in ("null", "nullptr", "number_literal")
        return is_nothing and left is not None and _named_member(known, left) is not None
    if node.type == "delete_expression":
        each = _named_member(known, node.named_children[-1])
        type = machine.scopes.expanded(each.type) if each is not None else Type()
        return type.is_pointer and machine.kind_of(type.element()) in ("number", "pointer", "object")
    return True


def _named_member(known: Class, node: Node) -> Member | None:
    """The member that a destructor names, as it is or behind `this`."""
    node = bare(node)
    if node.type == "field_expression" and text_of(node.child_by_field_name("argument")) != "this":
        return None
    found = known.members.get(text_of(node.child_by_field_name("field") or node))
    return found if found is not None and not found.static else None
