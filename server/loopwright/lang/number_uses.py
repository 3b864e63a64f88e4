"""Numbers that stand in text to be read: whether a mention of one is used for its value alone, so that nobody can set what it names.

Everything that is not listed here as reading counts as setting.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tree_sitter import Node

from loopwright.lang.callees import name_of
from loopwright.lang.declarators import read_declarator
from loopwright.lang.macros import names_behind
from loopwright.lang.reference_types import may_hide_reference
from loopwright.lang.scopes import Scopes
from loopwright.source.kept import kept
from loopwright.source.listing import Listing
from loopwright.source.nodes import nearest, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

# Operators that give a new number. Streams and archives set what stands behind `>>` and `&`.
_CALCULATING = frozenset(("+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&&", "||"))
_ASSIGNING = frozenset(("=", "+=", "-=", "*=", "/=", "%="))
_OTHER_OPERATORS = ("<<", ">>", "(", "->", "++", "--", "new", "delete")
_READING = frozenset(("subscript_argument_list", "condition_clause", "for_statement", "unary_expression"))
_NUMBERS = frozenset(("primitive_type", "sized_type_specifier"))
# Types that no number is referred to as.
_OF_OBJECTS = (
    "std::vector<",
    "std::array<",
    "std::string",
    "std::unique_ptr<",
    "std::shared_ptr<",
    "std::ostream",
    "std::istream",
)


def named_by_macros(scopes: Scopes, codes: list[Node]) -> set[str] | None:
    """The macros that code uses and the names in them; ``None`` where it is not sure what they say."""
    macros = scopes.macros
    behind = names_behind(macros, [name for code in codes for name in names_in(text_of(code))])
    used = macros.keys() & behind if behind is not None else frozenset()
    if behind is None or any(macros[name].disputed for name in used):
        return None
    return {*used, *(name for macro in used for name in names_in(macros[macro].value or ""))}


def is_read(name: Node) -> bool:
    """Whether an expression is used for its value alone, so that nobody can set what it names."""
    node, parent = name, name.parent
    while parent is not None and (parent.type == "parenthesized_expression" or _is_field(parent, node)):
        node, parent = parent, parent.parent
    if parent is None:
        return False
    operator = text_of(parent.child_by_field_name("operator"))
    match parent.type:
        case "binary_expression":
            return operator in _CALCULATING
        case "unary_expression":
            return operator in ("-", "+", "!", "~")
        case "assignment_expression":
            return operator in _ASSIGNING and parent.child_by_field_name("right") == node
        case "cast_expression":
            return _is_number(parent.child_by_field_name("type"))
        case "return_statement":
            return _gives_number(nearest(parent, ("function_definition", "lambda_expression")))
        case "argument_list":
            return _is_converted(parent)
        case "init_declarator":
            said = parent.child_by_field_name("declarator")
            around = parent.parent
            kind = around.child_by_field_name("type") if around is not None else None
            return said is not None and said.type == "identifier" and kind is not None and kind.type in _NUMBERS
    return parent.type in _READING


def _is_field(parent: Node, node: Node) -> bool:
    """`this->x`, `other.x`"""
    return parent.type == "field_expression" and parent.child_by_field_name("field") == node


def _is_number(type: Node | None) -> bool:
    """Whether a descriptor is that of a number by value."""
    if type is None or type.child_by_field_name("declarator") is not None:
        return False
    kind = type.child_by_field_name("type")
    return kind is not None and kind.type in _NUMBERS


def _gives_number(function: Node | None) -> bool:
    kind = function.child_by_field_name("type") if function is not None else None
    head = function.child_by_field_name("declarator") if function is not None else None
    return kind is not None and kind.type in _NUMBERS and head is not None and head.type == "function_declarator"


def _is_converted(arguments: Node) -> bool:
    """`static_cast<size_t>(x)`"""
    function = arguments.parent.child_by_field_name("function") if arguments.parent is not None else None
    if function is None or function.type != "template_function" or name_of(function) != "static_cast":
        return False
    given = function.child_by_field_name("arguments")
    return given is not None and given.named_child_count == 1 and _is_number(given.named_children[0])


@kept
def may_be_set_beside(outline: Outline, scopes: Scopes) -> bool:
    """Whether an operator or a conversion in sight may set a number that stands there to be read, as in `k * h`."""
    if any("operator" in names_in(macro.value or "") for macro in scopes.macros.values()):
        return True
    classes = scopes.classes.known
    heads = [head for file in (outline, *outline.headers) for head in _nameless_of(file, classes.keys())]
    lists = [each.child_by_field_name("parameters") for each in heads]
    return any(_may_set(scopes, each) for listed in lists if listed is not None for each in listed.named_children)


def _nameless_of(file: Outline, classes: Collection[str]) -> Iterator[Node]:
    """The declarators of constructors, and of operators that take numbers which are only read, however these are spelt."""
    for name, heads in heads_of(file).items():
        is_operator = "operator" in name and not any(sign in name for sign in _OTHER_OPERATORS)
        if is_operator or name in classes:
            yield from heads


def _may_set(scopes: Scopes, parameter: Node) -> bool:
    """Whether a parameter may be a reference to an integer, also to a constant: who keeps that may cast it. No integer is an object of a class
    in sight, and a floating one that is constant is a copy."""
    kind = text_of(parameter.child_by_field_name("type"))
    name = kind.partition("<")[0]
    is_object = name in scopes.classes.known and name not in scopes.classes.template_parameters
    is_object = is_object or (kind.startswith(_OF_OBJECTS) and not kind.endswith(("_t", "type", "reference")))
    is_copy = kind in ("double", "float") and "const" in map(text_of, parameter.children)
    return not is_object and not is_copy and (may_hide_reference(scopes.outline, kind) or "&" in text_of(parameter))


@kept
def heads_of(outline: Outline) -> dict[str, list[Node]]:
    """The declarators of all functions of a file by their last names."""
    found: dict[str, list[Node]] = {}
    for node in Listing(outline.source.tree.root_node).whole.of(("function_declarator",)):
        found.setdefault(read_declarator(node).name.rpartition("::")[2], []).append(node)
    return found
