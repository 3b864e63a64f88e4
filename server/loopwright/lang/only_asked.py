"""Objects of a function that only asks them: for members, by calls of their methods, and by functions that take them as a constant.

Every other mention may be one more name of the object, or set all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.lang.declarators import PARAMETERS, read_declarator
from loopwright.lang.number_uses import heads_of, is_read, may_be_set_beside, named_by_macros
from loopwright.lang.reference_types import may_hide_reference
from loopwright.lang.scopes import Scopes
from loopwright.source.kept import kept
from loopwright.source.listing import Listing, listing_of
from loopwright.source.nodes import bare, is_arrow, nearest, text_of
from loopwright.source.outline import Outline

_DECLARING = frozenset(
    ("init_declarator", "declaration", "parameter_declaration", "optional_parameter_declaration", "reference_declarator",
     "pointer_declarator", "array_declarator", "for_range_loop", "structured_binding_declarator")
)  # fmt: skip
_OF_FUNCTIONS = ("identifier", "field_identifier", "qualified_identifier")
_MAKING = ("init_declarator", "function_declarator", "declaration")
_BLOCKS = (
    "compound_statement",
    "function_definition",
    "for_statement",
    "case_statement",
    "preproc_if",
    "preproc_ifdef",
    "preproc_else",
    "preproc_elif",
)
_OF_ONE_FUNCTION = ("compound_statement", "parameter_list", "template_parameter_list")
# Functions of the library that take any object, and are the better match beside one of the file that takes a constant.
_OF_ANY = frozenset(
    ("swap", "exchange", "move", "forward", "ref", "tie", "forward_as_tuple", "addressof", "begin", "end", "data", "get", "apply", "invoke",
     "bind", "for_each", "construct_at", "destroy_at", "as_const", "make_pair", "make_tuple", "thread", "async", "call_once", "visit")
)  # fmt: skip


@kept
def is_only_asked(outline: Outline, function: Node, name: str, scopes: Scopes) -> bool:
    """Whether a function, after it has declared an object, only asks for its members, calls its methods, and gives it to functions that take a
    constant and do the same. Every other mention may be one more name of it, or set all of it."""
    return not may_be_set_beside(outline, scopes) and _only_asks(_Asking(outline, scopes, frozenset()), function, name)


@dataclass(frozen=True)
class _Asking:
    """Where it is asked what becomes of an object, and the functions that it was given to on the way there."""

    outline: Outline
    scopes: Scopes
    through: frozenset[int]


def _only_asks(asking: _Asking, function: Node, name: str, taken: Node | None = None) -> bool:
    """``taken`` is where the function takes the object."""
    named = named_by_macros(asking.scopes, [function])
    if function.has_error or named is None or name in named:
        return False
    listing = listing_of(asking.outline, function)
    mentions = [node for node in listing.whole.of(("identifier", "type_identifier")) if text_of(node) == name]
    made = [nearest(node, _BLOCKS) for node in mentions if node.parent is not None and node.parent.type in _MAKING]
    if any(block is None or block.type not in ("compound_statement", "function_definition") for block in made):
        return False  # which of two is made hangs on a condition
    if len({block.id for block in made if block is not None}) < len(made):
        return False
    return all(node.parent == taken or _is_asked(asking, listing, node) for node in mentions)


def _is_asked(asking: _Asking, listing: Listing, name: Node) -> bool:
    parent = name.parent
    if parent is None:
        return False
    match parent.type:
        case "field_expression":
            if parent.child_by_field_name("argument") != name or is_arrow(parent):
                return False
            if text_of(parent.child_by_field_name("field")) in asking.scopes.macros:
                return False
            around = parent.parent
            is_called = (
                around is not None
                and around.type == "call_expression"
                and around.child_by_field_name("function") == parent
            )
            return is_called or is_read(parent)
        case "init_declarator":
            value = parent.child_by_field_name("value")
            is_made = value is not None and value.type in ("argument_list", "initializer_list")
            return parent.child_by_field_name("declarator") == name and is_made
        case "function_declarator":
            return parent.child_by_field_name("declarator") == name
        case "argument_list":
            return _is_taken_constant(asking, listing, parent, parent.named_children.index(name))
        case "call_expression":  # `m(i, j)`, `m[i]`: an operator of its class, as any other of its functions
            return parent.child_by_field_name("function") == name
        case "subscript_expression":
            return parent.child_by_field_name("argument") == name
    return False


def _is_taken_constant(asking: _Asking, listing: Listing, arguments: Node, position: int) -> bool:
    """Whether each function in sight that a call may mean takes an argument as a constant."""
    call = arguments.parent
    function = call.child_by_field_name("function") if call is not None and call.type == "call_expression" else None
    if function is None or any(child.type == "comment" for child in arguments.named_children):
        return False
    function = bare(function)
    is_method = function.type == "field_expression"
    called = text_of(function.child_by_field_name("field") if is_method else function)
    if not called.isidentifier() or called in asking.scopes.macros or (called in _OF_ANY and not is_method):
        return False
    if is_method and not _is_method_in_sight(asking.scopes, listing, function, called):
        return False
    if any(text_of(node) == called and _declares(node) for node in listing.whole.of(("identifier",))):
        return False  # a variable, which may hold any function
    if any(called in _others_of(file) for file in (asking.outline, *asking.outline.headers)):
        return False
    files = (asking.outline, *asking.outline.headers)
    heads = [head for file in files for head in heads_of(file).get(called, ())]
    return bool(heads) and all(_only_asks_argument(asking, head, position) for head in heads)


def _is_method_in_sight(scopes: Scopes, listing: Listing, function: Node, called: str) -> bool:
    """Whether an object that is asked for a method is a variable of the function whose class is in sight."""
    asked = function.child_by_field_name("argument")
    if asked is None or asked.type != "identifier" or is_arrow(function):
        return False
    mentions = [node for node in listing.whole.of(("identifier",)) if text_of(node) == text_of(asked)]
    around = [nearest(node, ("declaration", "parameter_declaration")) for node in mentions if _declares(node)]
    kinds = [text_of(each.child_by_field_name("type")) if each is not None else "" for each in around]
    known = [scopes.classes.known.get(kind) for kind in kinds]
    return bool(known) and all(each is not None and called in each.methods and not each.bases for each in known)


def _declares(name: Node) -> bool:
    return name.parent is not None and name.parent.type in _DECLARING


@kept
def _others_of(file: Outline) -> frozenset[str]:
    """The names that a file declares outside of functions and that are none of functions: what is called then is not a function of the name."""
    listing = Listing(file.source.tree.root_node).whole
    variables = [node for node in listing.of(("identifier",)) if _declares(node)]
    brought = [
        name
        for node in listing.of(("alias_declaration", "type_definition", "using_declaration"))
        for name in Listing(node).whole.of(("identifier", "type_identifier"))
    ]
    return frozenset(text_of(node) for node in (*variables, *brought) if nearest(node, _OF_ONE_FUNCTION) is None)


def _only_asks_argument(asking: _Asking, head: Node, position: int) -> bool:
    """Whether a function takes an argument as a constant, and only asks it: a constant that is kept or handed on may be cast to none."""
    listed = head.child_by_field_name("parameters")
    parameters = [each for each in listed.named_children if each.type != "comment"] if listed is not None else []
    if position >= len(parameters):
        return not any(each.type.startswith("variadic") for each in parameters)  # of another function of the name
    parameter = parameters[position]
    said = parameter.child_by_field_name("declarator") or next(
        (child for child in parameter.named_children if child.type.startswith("abstract_")), None
    )
    is_constant = any(child.type == "type_qualifier" and text_of(child) == "const" for child in parameter.children)
    if not is_constant or said is None or not said.type.endswith("reference_declarator") or "&&" in text_of(said):
        return False
    kind = text_of(parameter.child_by_field_name("type"))  # what is a reference itself becomes no constant
    if kind in asking.scopes.classes.template_parameters or may_hide_reference(asking.outline, kind):
        return False
    definition = nearest(head, ("function_definition", "declaration", "field_declaration", "parameter_declaration"))
    called = head.child_by_field_name("declarator")
    if definition is None or called is None or called.type not in _OF_FUNCTIONS or definition.type in PARAMETERS:
        return False  # a variable that leads to a function
    if definition.type != "function_definition" or definition.id in asking.through:
        return True
    name, inside = read_declarator(said).name, replace(asking, through=asking.through | {definition.id})
    return not name or _only_asks(inside, definition, name, said)
