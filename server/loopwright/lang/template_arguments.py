"""Which types the parameters of templates are given."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.callees import last_name
from loopwright.lang.classes import Class, template_arguments
from loopwright.lang.declarators import name_of_function
from loopwright.lang.types import Type
from loopwright.lang.types import category_of_base as category_of
from loopwright.source.nodes import CLASSES, definition_around, nearest, subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span, with_names

_TYPES = ("type_parameter_declaration", "optional_type_parameter_declaration")
_VALUES = ("parameter_declaration", "optional_parameter_declaration")
# They stand before the names of types, where the parser sees values (C++20 18.4).
_CONCEPTS = frozenset(
    f"{space}{name}"
    for space in ("std::", "::std::")
    for name in ("integral", "signed_integral", "unsigned_integral", "floating_point")
)
_WITH_ARGUMENTS = ("template_function", "template_method")
_NUMBERS = ("integer", "floating", "boolean")


def instances(outline: Outline, span: Span) -> dict[str, str]:
    """The parameters of the templates around ``span`` that are types, each as the first instance that the file names has it."""
    found: dict[str, str] = {}
    node = definition_around(outline.source.tree.root_node, span)
    while node is not None:
        if node.type == "template_declaration":
            given = node.child_by_field_name("parameters")
            names = [
                text_of(inner)
                for inner in subtree(given)
                if inner.type == "type_identifier"
                and inner.parent is not None
                and inner.parent.type == "type_parameter_declaration"
            ]
            found |= dict.fromkeys(names, "double") | dict(zip(names, _named_instance(outline, node)))
        node = node.parent
    return found


def is_type_parameter(name: Node) -> bool:
    """Whether a template around a name has a parameter of this name that is a type."""
    around = name.parent
    while around is not None:
        listed = around.child_by_field_name("parameters") if around.type == "template_declaration" else None
        for parameter in listed.named_children if listed is not None else ():
            if parameter.type in _TYPES and any(child.text == name.text for child in parameter.named_children[:1]):
                return True
        around = around.parent
    return False


def type_parameters(outline: Outline, span: Span) -> frozenset[str]:
    """The names that the templates around a definition or declaration of the file have for types."""
    node = outline.source.tree.root_node.descendant_for_byte_range(*span)
    found: set[str] = set()
    while node is not None:
        listed = node.child_by_field_name("parameters") if node.type == "template_declaration" else None
        found.update(
            _name_of(each) for each in (listed.named_children if listed is not None else ()) if each.type in _TYPES
        )
        node = node.parent
    return frozenset(found)


def value_parameters(function: Node) -> Iterator[Node]:
    """The parameters of the templates around a function that are values: `int N`, `int (*go)(int)`, `auto go`."""
    around = function.parent
    while around is not None:
        listed = around.child_by_field_name("parameters") if around.type == "template_declaration" else None
        values = (each for each in (listed.named_children if listed is not None else ()) if each.type in _VALUES)
        yield from (each for each in values if text_of(each.child_by_field_name("type")) not in _CONCEPTS)
        around = around.parent


def own_arguments(call: Node, callee: Node) -> str | None:
    """What a call gives to the template that its function is, with its name: `at<0>`; empty where it leaves something of that open, ``None`` for
    what is no template itself: a method of one, too."""
    listed = callee.parent
    if listed is None or listed.type != "template_declaration":
        return None
    if "::" in name_of_function(callee) and (listed.parent is None or listed.parent.type != listed.type):
        return None  # `template <int N> int S<N>::at(int i)`
    named = last_name(call.child_by_field_name("function"))
    around = named.parent if named is not None else None
    given = around.child_by_field_name("arguments") if around is not None and around.type in _WITH_ARGUMENTS else None
    taken = listed.child_by_field_name("parameters")
    is_whole = given is not None and taken is not None and given.named_child_count == taken.named_child_count
    return text_of(named) + text_of(given) if is_whole else ""


def is_in_template(known: Class) -> bool:
    """Whether a class is a template, or stands in one."""
    return nearest(known.node, ("template_declaration",)) is not None


def _named_instance(outline: Outline, template: Node) -> list[str]:
    """The numbers that the first mention of a template with arguments gives it."""
    heads = [
        inner
        for inner in subtree(template)
        if inner.type in ("function_declarator", "class_specifier", "struct_specifier")
    ]
    head = heads[0].child_by_field_name("declarator") or heads[0].child_by_field_name("name") if heads else None
    for node in subtree(outline.source.tree.root_node):
        if node.type in ("template_function", "template_type") and text_of(node.child_by_field_name("name")) == text_of(
            head
        ):
            arguments = [text_of(argument) for argument in node.child_by_field_name("arguments").named_children]  # type: ignore[union-attr]
            if arguments and all(category_of(argument) in _NUMBERS for argument in arguments):
                return arguments
    return []


def _name_of(parameter: Node) -> str:
    """`T` of `class T = double`, `N` of `int N = 4`."""
    named = parameter.child_by_field_name("name") or parameter.child_by_field_name("declarator")
    return text_of(named or parameter.named_children[-1])


def arguments_of(known: Class, kind: Type) -> dict[str, str]:
    """What the parameters of a class template stand for in an object's type."""
    parent = known.node.parent
    if parent is None or parent.type != "template_declaration" or "<" not in kind.base:
        return {}
    taken = _parameters_of(parent.child_by_field_name("parameters"))
    found = dict(zip(taken, template_arguments(kind.base)))
    for name, said in list(taken.items())[len(found) :]:
        if not said:
            break  # a pack, or a use that does not compile
        found[name] = with_names(said, found)
    return found


def are_named_alike(known: Class, method: Node) -> bool:
    """Whether a method has the names of its class for what the template is given: outside of the class it may have others."""
    if nearest(method, CLASSES) == known.node:
        return True
    around, outer = nearest(method, ("template_declaration",)), None
    while around is not None:
        around, outer = nearest(around, ("template_declaration",)), around
    both = [each.child_by_field_name("parameters") if each is not None else None for each in (outer, known.node.parent)]
    return list(_parameters_of(both[0])) == list(_parameters_of(both[1]))


def _parameters_of(listed: Node | None) -> dict[str, str]:
    """The parameters of a template in order, each with what it stands for if it is given nothing, empty where it has to be given."""
    found: dict[str, str] = {}
    for child in listed.named_children if listed is not None else ():
        if child.type == "ERROR" and found and text_of(child).startswith("="):  # `std::floating_point T = double`
            found[next(reversed(found))] = text_of(child)[1:].strip()
        elif child.type not in ("comment", "ERROR") and child.named_children:
            said = child.child_by_field_name("default_type") or child.child_by_field_name("default_value")
            found[_name_of(child)] = text_of(said)
    return found
