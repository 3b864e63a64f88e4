"""Members that hold what an object's constructor gave them for as long as the object is there: no code in sight can set them.

Two questions are asked of the text, and everything that is not listed here as reading counts as setting. Of a class: do its functions only read a
member that its one constructor initialises? Of a function: does it only ask a variable of its own for members, call its methods, and
give it to functions that take a constant?
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.lang.callees import name_of
from loopwright.lang.classes import Class, Classes
from loopwright.lang.declarators import PARAMETERS, parameter_nodes, read_declarator
from loopwright.lang.macros import names_behind
from loopwright.lang.reference_types import may_hide_reference
from loopwright.lang.scopes import Scopes
from loopwright.source.kept import kept
from loopwright.source.listing import Listing, listing_of
from loopwright.source.nodes import CLASSES, bare, is_arrow, nearest, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_NAMES = ("identifier", "field_identifier")
# Operators that give a new number. Streams and archives set what stands behind `>>` and `&`.
_CALCULATING = frozenset(("+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "&&", "||"))
_ASSIGNING = frozenset(("=", "+=", "-=", "*=", "/=", "%="))
_OTHER_OPERATORS = ("<<", ">>", "(", "->", "++", "--", "new", "delete")
_READING = frozenset(("subscript_argument_list", "condition_clause", "for_statement", "unary_expression"))
_NUMBERS = frozenset(("primitive_type", "sized_type_specifier"))
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
_WORDS_OF_CHANGE = (b"const_cast", b"reinterpret_cast", b"mutable", b"friend", b"asm")
# Functions of the library that take any object, and are the better match beside one of the file that takes a constant.
_OF_ANY = frozenset(
    ("swap", "exchange", "move", "forward", "ref", "tie", "forward_as_tuple", "addressof", "begin", "end", "data", "get", "apply", "invoke",
     "bind", "for_each", "construct_at", "destroy_at", "as_const", "make_pair", "make_tuple", "thread", "async", "call_once", "visit")
)  # fmt: skip


@kept
def members_set_when_made(outline: Outline, known: Node, scopes: Scopes) -> frozenset[str]:
    """The members of a class that keep what its constructor's initialisers give them, as long as no object is assigned as a whole."""
    owner = next((each for each in scopes.classes.known.values() if each.node == known), None)
    if owner is None or not _is_plain(owner) or _may_be_set_beside(outline, scopes):
        return frozenset()
    codes = list(_code_of(scopes.classes, owner))
    if not codes:
        return frozenset()
    named = _named_by_macros(scopes, codes)
    if (
        named is None
        or "this" in named
        or any(any(word in (code.text or b"") for word in _WORDS_OF_CHANGE) for code in codes)
    ):
        return frozenset()
    listings = [Listing(code) for code in codes]
    if any(not _is_owner(node) for each in listings for node in each.whole.of(("this",))):
        return frozenset()  # somebody may be told where the object is, or it is assigned
    open_ = named | {
        text_of(node) for each in listings for node in each.whole.of(_NAMES) if not _is_read(node) and not _begins(node)
    }
    return frozenset(
        name
        for name, member in owner.members.items()
        if name not in open_ and not (member.static or member.shared or member.bits or member.type.layers)
    )


def _named_by_macros(scopes: Scopes, codes: list[Node]) -> set[str] | None:
    """The macros that code uses and the names in them; ``None`` where it is not sure what they say."""
    macros = scopes.macros
    behind = names_behind(macros, [name for code in codes for name in names_in(text_of(code))])
    used = macros.keys() & behind if behind is not None else frozenset()
    if behind is None or any(macros[name].disputed for name in used):
        return None
    return {*used, *(name for macro in used for name in names_in(macros[macro].value or ""))}


def _is_plain(known: Class) -> bool:
    """Whether a class has one constructor with parameters, and nothing else that makes or sets its objects."""
    constructors = [node for node in known.methods.get(known.name, ()) if parameter_nodes(node)]
    return (
        known.node.type != "union_specifier"
        and len(constructors) == 1
        and known.name not in known.bodiless
        and known.special <= {"constructor"}
        and not (known.bases or known.disputed or known.hides_code or known.bringing or known.is_remade)
        and not known.node.has_error
    )


def _code_of(classes: Classes, known: Class) -> Iterator[Node]:
    """The class and the functions of it that stand elsewhere; nothing where one of them is not in sight."""
    found = {name: classes.methods(known, name) for name in sorted({*known.methods, *known.bodiless})}
    if all(found.values()):
        yield known.node
        for bodies in found.values():
            yield from (node for node in bodies if nearest(node, CLASSES) != known.node)


def _is_owner(this: Node) -> bool:
    """`this->x`"""
    parent = this.parent
    return parent is not None and parent.type == "field_expression" and parent.child_by_field_name("argument") == this


def _begins(name: Node) -> bool:
    """Whether a name is where a member is declared, or the constructor initialises it."""
    parent = name.parent
    if parent is None:
        return False
    if parent.type == "field_initializer":
        return parent.named_children[0] == name
    return parent.type == "field_declaration"


def _is_read(name: Node) -> bool:
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
def _may_be_set_beside(outline: Outline, scopes: Scopes) -> bool:
    """Whether an operator or a conversion in sight may set a number that stands there to be read, as in `k * h`."""
    if any("operator" in names_in(macro.value or "") for macro in scopes.macros.values()):
        return True
    classes = scopes.classes.known
    heads = [head for file in (outline, *outline.headers) for head in _nameless_of(file, classes.keys())]
    lists = [each.child_by_field_name("parameters") for each in heads]
    return any(_may_set(scopes, each) for listed in lists if listed is not None for each in listed.named_children)


def _nameless_of(file: Outline, classes: Collection[str]) -> Iterator[Node]:
    """The declarators of constructors, and of operators that take numbers which are only read, however these are spelt."""
    for name, heads in _heads_of(file).items():
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


# Variables


@kept
def is_only_asked(outline: Outline, function: Node, name: str, scopes: Scopes) -> bool:
    """Whether a function, after it has declared an object, only asks for its members, calls its methods, and gives it to functions that take a
    constant and do the same. Every other mention may be one more name of it, or set all of it."""
    return not _may_be_set_beside(outline, scopes) and _only_asks(_Asking(outline, scopes, frozenset()), function, name)


@dataclass(frozen=True)
class _Asking:
    """Where it is asked what becomes of an object, and the functions that it was given to on the way there."""

    outline: Outline
    scopes: Scopes
    through: frozenset[int]


def _only_asks(asking: _Asking, function: Node, name: str, taken: Node | None = None) -> bool:
    """``taken`` is where the function takes the object."""
    named = _named_by_macros(asking.scopes, [function])
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
            return is_called or _is_read(parent)
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
    heads = [head for file in files for head in _heads_of(file).get(called, ())]
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
def _heads_of(outline: Outline) -> dict[str, list[Node]]:
    """The declarators of all functions of a file by their last names."""
    found: dict[str, list[Node]] = {}
    for node in Listing(outline.source.tree.root_node).whole.of(("function_declarator",)):
        found.setdefault(read_declarator(node).name.rpartition("::")[2], []).append(node)
    return found


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
