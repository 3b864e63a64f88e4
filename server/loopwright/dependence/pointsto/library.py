"""What the types of expressions and the table of library functions say to the walk."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.pointsto.machine import Machine
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.effects import effect_of
from loopwright.lang.library import library
from loopwright.lang.macros import is_macro, is_number_alone
from loopwright.lang.places import NOWHERE, Place
from loopwright.lang.types import Type, category_of_base
from loopwright.source.nodes import bare, is_arrow, subtree, text_of
from loopwright.source.text import names_in
from loopwright.source.tokens import tokens_of

LVALUES = frozenset(
    ("identifier", "qualified_identifier", "field_expression", "subscript_expression", "pointer_expression")
)
# Numbers that any object may be read and written as.
BYTES = frozenset(("char", "signed char", "unsigned char", "void", "byte", "std::byte", "uint8_t", "int8_t"))
CALLED = frozenset(("identifier", "qualified_identifier", "template_function"))
# Expressions that may stand for a place in C++, though not for one that is followed.
_NUMBERS = frozenset(("integer", "floating", "boolean"))
_GIVING_PLACES = frozenset(("call_expression", "conditional_expression", "comma_expression", "assignment_expression"))

_OF_STREAMS = frozenset(("in", "out", "binary", "app", "ate", "trunc", "beg", "cur", "end"))

# What else may stand in an argument that changes nothing when it is worked out.
_STEADY = frozenset(
    (
        "field_identifier",
        "subscript_argument_list",
        "number_literal",
        "parenthesized_expression",
        "this",
        "char_literal",
        "comment",
    )
)


def argument_nodes(node: Node) -> list[Node]:
    """The arguments of a call."""
    listed = node.child_by_field_name("arguments")
    return [child for child in listed.named_children if child.type != "comment"] if listed is not None else []


def is_whole_number(machine: Machine, type: Type) -> bool:
    """Whether a type is one of numbers, none of them a byte, which may be a part of anything."""
    type = machine.scopes.expanded(type)
    return not type.layers and machine.kind_of(type) == "number" and type.base not in BYTES


def is_view(machine: Machine, type: Type) -> bool:
    """Whether objects of a type are views that are followed."""
    return type.sequence == "span" and machine.kind_of(type) == "pointer"


def is_row(machine: Machine, node: Node) -> bool:
    """Whether an expression is a container whose elements lie in a row, or a view of such."""
    return kind_of(machine, node) == "sequence" or is_view(machine, machine.type_of(node))


def is_zero(node: Node) -> bool:
    """Whether an expression is the literal that also stands for no address."""
    return bare(node).type == "number_literal" and text_of(bare(node)) == "0"


def said_alike(machine: Machine, arguments: list[Node]) -> tuple[str, ...]:
    """What arguments say, empty where that may be another value when it is worked out once more in the same call."""
    if not all(_is_steady(machine, inner) for argument in arguments for inner in subtree(argument)):
        return ("",) * len(arguments)
    return tuple(text_of(bare(argument)) for argument in arguments)


def _is_steady(machine: Machine, node: Node) -> bool:
    """Whether nothing is changed where a part of an argument is worked out, and nobody else changes it."""
    if node.type in ("binary_expression", "subscript_expression"):  # of a class they would be calls
        parts = [child for child in node.named_children if child.type not in ("comment", "subscript_argument_list")]
        return all(kind_of(machine, part) in ("number", "pointer", "array") for part in parts)
    macro = machine.scopes.macros.get(text_of(node)) if node.type == "identifier" else None
    if macro is not None:
        return is_macro(macro) and _is_number(macro.value or "")
    if node.type in LVALUES:
        return kind_of(machine, node) != "" and not machine.type_of(node).volatile
    return node.type in _STEADY


def kind_of(machine: Machine, node: Node) -> str:
    """The kind of an expression's type. It is asked of operands by all that they stand in, and again each time that these are carried out."""
    frame = machine.frame
    if frame.at is not None:  # in what a macro stands for names are those of the use
        return _kind_of_node(machine, node)
    key = (frame.known.unit, node.start_byte, node.end_byte, node.type, frame.given, frame.numbers)
    kinds = machine.units.kinds_of_nodes
    found = kinds.get(key)
    if found is None:
        found = kinds[key] = _kind_of_node(machine, node)
    return found


def _kind_of_node(machine: Machine, node: Node) -> str:
    kind = machine.kind_of(machine.type_of(node))
    if kind:
        return kind
    node = bare(node)
    if node.type == "qualified_identifier":
        return "number" if _is_of_streams(machine, node) else ""
    if node.type == "identifier":
        return _kind_of_name(machine, node)
    if node.type == "call_expression":
        return "number" if gives_number(machine, node) else "pointer" if _gives_address(machine, node) else ""
    if node.type == "binary_expression":
        return _kind_of_operation(machine, node)
    if node.type == "cast_expression":
        named = node.child_by_field_name("type")
        return machine.kind_of(machine.scopes.expanded(type_of_descriptor(named))) if named is not None else ""
    if node.type == "conditional_expression":
        kinds = {kind_of(machine, part) for part in (node.named_children[1], node.named_children[-1])}
        return kinds.pop() if len(kinds) == 1 else ""
    argument = node.child_by_field_name("argument") if node.type == "unary_expression" else None
    return "number" if argument is not None and kind_of(machine, argument) == "number" else ""


def _kind_of_name(machine: Machine, node: Node) -> str:
    """A constant of a header of the system, an enumerator, a macro that is any number."""
    declaration = machine.declaration_of(node)
    if declaration is None:
        return "number" if _is_of_header(text_of(node)) else ""
    if declaration.kind != "constant":
        return ""
    value = declaration.value or "0"
    return "number" if not is_macro(declaration) or _is_number(value) else ""


def _is_of_streams(machine: Machine, node: Node) -> bool:
    """Whether a name is a constant of the streams of the library: `std::ios::binary`, `std::ios_base::out`."""
    around, _, name = text_of(node).rpartition("::")
    owner = around.removeprefix("::").removeprefix("std::")
    return owner in ("ios", "ios_base") and name in _OF_STREAMS and machine.scopes.classes.of(owner) is None


def _is_of_header(name: str) -> bool:
    """Whether a name that nothing declares looks like a constant of a header of the system: `EOF`, `M_PI`."""
    return name.isascii() and name.isupper() and name[:1].isalpha() and len(name) > 1


def _is_number(text: str) -> bool:
    """Whether the text of a macro is one number, with signs and in parentheses."""
    kinds = [token.kind for token in tokens_of(text) if token.text not in ("-", "+", "(", ")")]
    return kinds == ["number"]


def _kind_of_operation(machine: Machine, node: Node) -> str:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return ""
    kinds = {kind_of(machine, left), kind_of(machine, right)}
    if kinds == {"number"}:
        return "number"
    is_step = text_of(node.child_by_field_name("operator")) in ("+", "-")
    return "pointer" if is_step and kinds in ({"number", "pointer"}, {"number", "array"}) else ""


def is_of_library(machine: Machine, base: str) -> bool:
    """Whether a class is of the library, with nothing of the project in it: its code reaches what it is given."""
    key, asked = (machine.frame.known.unit, base), machine.units.of_library
    found = asked.get(key)
    if found is None:
        found = asked[key] = _has_nothing_of_the_project(machine, base)
    return found


def _has_nothing_of_the_project(machine: Machine, base: str) -> bool:
    words = names_in(base)
    if any(machine.scopes.classes.of(word) is not None for word in words):
        return False
    known = library()
    return base.startswith("std::") or (
        bool(words) and words[0] in known.values | known.handles | known.streams | {"chrono"}
    )


def template_types(machine: Machine, function: Node) -> list[Type]:
    """The types that a call gives a template by name."""
    while function.type == "qualified_identifier" and (name := function.child_by_field_name("name")) is not None:
        function = name
    listed = function.child_by_field_name("arguments") if function.type == "template_function" else None
    named = [child for child in listed.named_children if child.type == "type_descriptor"] if listed is not None else []
    return [machine.scopes.expanded(type_of_descriptor(child)) for child in named]


def type_given_by(machine: Machine, node: Node) -> Type:
    """The type of `auto` by what it is set to: a number, an address and a number of elements, an object by its name, or something of the library."""
    node = bare(node)
    kind = kind_of(machine, node)
    if kind == "number":
        return Type("double")
    type = machine.type_of(node)
    if kind == "pointer" and type.is_pointer:
        return type
    if kind in ("", "object") and is_lvalue(node) and not type.layers:
        return type
    if kind == "pointer" and node.type == "binary_expression":
        sides = [node.child_by_field_name(side) for side in ("left", "right")]
        types = [machine.type_of(side) for side in sides if side is not None and kind_of(machine, side) != "number"]
        return types[0].decayed() if len(types) == 1 else Type()
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is None or function.type not in ("identifier", "qualified_identifier"):
        return Type()
    plain = all(kind_of(machine, argument) in ("number", "pointer", "array") for argument in argument_nodes(node))
    elsewhere = name_of(function) not in machine.units.declared and machine.scopes.classes.of(name_of(function)) is None
    return Type("std::auto") if plain and elsewhere and "<" not in text_of(function) else Type()


def is_stream(machine: Machine, node: Node) -> bool:
    """Whether an operand of `<<` or `>>` is a stream of the library, or what such an operator returns."""
    node = bare(node)
    while node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in ("<<", ">>"):
        left = node.child_by_field_name("left")
        if left is None:
            return False
        node = bare(left)
    streams = library().streams
    if (
        node.type in ("identifier", "qualified_identifier")
        and name_of(node) in streams
        and machine.declaration_of(node) is None
    ):
        return True
    base = machine.type_of(node).base.removeprefix("std::")
    return base in streams and machine.scopes.classes.of(base) is None


def is_lvalue(node: Node) -> bool:
    """Whether an expression names a place, and is no call that returns one."""
    node = bare(node)
    return node.type in LVALUES and text_of(node)[:1] != "&"


def may_be_named(node: Node) -> bool:
    """Whether a reference may become another name for what an expression names: an lvalue, or what a call returns."""
    node = bare(node)
    if is_lvalue(node) or node.type in _GIVING_PLACES:
        return True
    if node.type == "cast_expression":
        named = node.child_by_field_name("type")
        return (
            named is None or "&" in type_of_descriptor(named).layers[:1] or "&&" in type_of_descriptor(named).layers[:1]
        )
    return node.type == "update_expression" and node.children[0].type in ("++", "--")


def named_in(machine: Machine, node: Node) -> frozenset[Place]:
    """The variables that an expression names: what it gives a place of may be one of them, or what one leads to. A macro may name any."""
    found: frozenset[Place] = NOWHERE
    macros = machine.scopes.macros
    for inner in subtree(node):
        macro = macros.get(text_of(inner)) if inner.type == "identifier" else None
        if macro is not None and not is_number_alone(macros, macro.value):
            return frozenset(map(Place, range(len(machine.objects))))
        declaration = machine.declaration_of(inner) if inner.type in ("identifier", "qualified_identifier") else None
        if inner.type == "this" or (declaration is not None and declaration.kind == "member"):
            found |= machine.frame.this or NOWHERE
        elif declaration is not None and declaration.kind in ("variable", "parameter"):
            key = (machine.frame.known.unit, declaration.span.start)
            found |= machine.frame.references.get(key) or frozenset((Place(machine.variable(declaration)),))
    return found


def allocates(machine: Machine, node: Node) -> bool:
    """Whether an expression is a call of a function that gives fresh memory."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is None or function.type not in CALLED:
        return False
    name = name_of(function)
    return effect_of(library_name(function)).allocates and not machine.units.definitions.get(name)


def _gives_address(machine: Machine, node: Node) -> bool:
    """Whether a call asks a container where its elements begin: `v.data()`."""
    function = node.child_by_field_name("function")
    owner = function.child_by_field_name("argument") if function is not None else None
    if function is None or owner is None or text_of(function.child_by_field_name("field")) != "data":
        return False
    return not is_arrow(function) and is_lvalue(owner) and is_row(machine, owner)


def names_number(machine: Machine, declaration: Declaration | None, macro: Declaration | None) -> bool:
    """Whether a called name is a type of numbers, so that it is no call."""
    if macro is not None:
        is_told = macro.kind == "constant" and not macro.disputed and macro.value is not None
        return is_told and category_of_base(macro.value or "") in _NUMBERS
    return declaration is not None and declaration.kind == "type" and machine.kind_of(declaration.type) == "number"


def gives_number(machine: Machine, node: Node) -> bool:
    """Whether a function of a library returns a number, or a cast that is read as a call makes one."""
    function = node.child_by_field_name("function")
    if function is None:
        return False
    called = bare(function)
    if called.type == "identifier":
        macro = machine.scopes.macros.get(text_of(called))
        if names_number(machine, machine.declaration_of(called), macro):
            return True
    if function.type == "field_expression":
        owner = function.child_by_field_name("argument")
        is_asked = owner is not None and is_row(machine, owner)
        return is_asked and text_of(function.child_by_field_name("field")) in library().containers.counts
    name = name_of(function)
    if function.type not in CALLED or machine.units.definitions.get(name):
        return False
    if name in ("min", "max", "move", "clamp", "forward"):
        return all(kind_of(machine, argument) == "number" for argument in argument_nodes(node))
    if name in ("make_pair", "make_tuple"):
        return False
    effect = effect_of(library_name(function))
    return effect.keeps_nothing and not effect.returns_address and effect.copies is None
