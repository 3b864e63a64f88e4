"""Declarators of every form, read from the name's node outwards (C11 6.7.6, C++17 [dcl.meaning])."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.types import ANONYMOUS, RESTRICT, Type, cleaned
from loopwright.source.attributes import is_remark, may_change_type
from loopwright.source.nodes import nearest, subtree, text_of
from loopwright.source.type_words import UNTOLD

_WITH_BODY = ("function_definition", "lambda_expression")
SPECIFIERS = frozenset(("struct_specifier", "class_specifier", "union_specifier", "enum_specifier"))
PARAMETERS = frozenset(("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"))
_POINTERS = frozenset(("pointer_declarator", "abstract_pointer_declarator"))
_REFERENCES = frozenset(("reference_declarator", "abstract_reference_declarator"))
_ARRAYS = frozenset(("array_declarator", "abstract_array_declarator"))
_FUNCTIONS = frozenset(("function_declarator", "abstract_function_declarator"))
_NAMES = frozenset(
    ("identifier", "field_identifier", "type_identifier", "primitive_type", "qualified_identifier", "operator_name", "destructor_name",
     "template_function", "operator_cast")
)  # fmt: skip
_ATTRIBUTES = frozenset(("attribute_specifier", "attribute_declaration"))
_COMPLEX = ("complex", "_Complex", "__complex__")
_KNOWN_QUALIFIERS = RESTRICT | {
    "const", "volatile", "constexpr", "register", "mutable", "consteval", "constinit", "_Nonnull", "_Nullable", "__volatile__",
    "__const", "noexcept", "_Noreturn", "__extension__", "_Alignas", "alignas",
}  # fmt: skip


class Declarator(NamedTuple):
    """What a declarator says: its ``name``, the node that is it, layers as in :class:`Type` with a node for each size;
    ``parameters`` are those of the outermost function layer."""

    name: str
    node: Node | None
    layers: tuple[str, ...] = ()
    sizes: tuple[Node | None, ...] = ()
    restrict: bool = False
    volatile: bool = False
    parameters: Node | None = None
    bound: tuple[Node, ...] = ()

    @property
    def is_function(self) -> bool:
        """`int f(int)`, not the pointer `int (*f)(int)`."""
        return self.layers[:1] == ("()",)


def read_declarator(declarator: Node) -> Declarator:
    """One declarator; that of an initialised one too. ``bound`` holds the names of a structured binding."""
    layers: list[str] = []
    sizes: list[Node | None] = []
    restrict = volatile = False
    parameters: Node | None = None
    node: Node | None = declarator
    while node is not None:
        kind = node.type
        if kind in _NAMES:
            # A specialisation `f<double>` is one of the functions that `f` may mean.
            named = node.child_by_field_name("name") if kind == "template_function" else node
            return Declarator(text_of(named), node, tuple(layers), tuple(sizes), restrict, volatile, parameters)
        if kind == "structured_binding_declarator":
            bound = tuple(child for child in node.named_children if child.type == "identifier")
            return Declarator("", None, tuple(layers), tuple(sizes), bound=bound)
        if kind in _POINTERS:
            words = {
                text_of(child) for child in node.children if child.type in ("type_qualifier", "ms_pointer_modifier")
            }
            restrict = bool(words & RESTRICT)
            volatile = volatile or "volatile" in words or not words <= _KNOWN_QUALIFIERS
            layers.insert(0, "*")
            sizes.insert(0, None)
        elif kind in _REFERENCES:
            layers.insert(0, "&")
            sizes.insert(0, None)
        elif kind in _ARRAYS:
            restrict = any(text_of(child) in RESTRICT for child in node.children)
            layers.insert(0, "[]")
            sizes.insert(0, node.child_by_field_name("size"))
        elif kind in _FUNCTIONS:
            parameters = node.child_by_field_name("parameters")
            layers.insert(0, "()")
            sizes.insert(0, None)
        node = _inner(node)
    return Declarator("", None, tuple(layers), tuple(sizes), restrict, volatile, parameters)


def _inner(node: Node) -> Node | None:
    inner = node.child_by_field_name("declarator")
    if inner is not None:
        return inner
    return next((c for c in node.named_children if "declarator" in c.type or c.type in _NAMES), None)


def read_type(declarator: Node, declaration: Node) -> tuple[str, Type]:
    """(name, type) of one declarator of a declaration, parameter, member, cast or function definition."""
    read = read_declarator(declarator)
    return read.name, type_of_declarator(read, declaration)


def type_of_declarator(read: Declarator, declaration: Node) -> Type:
    """The type that a declarator gives to the base of its declaration."""
    base, const, volatile = base_of(declaration)
    layers, extents = read.layers, tuple(None if size is None else text_of(size) for size in read.sizes)
    trailing = _trailing(declaration) if base == "auto" and layers[:1] == ("()",) else None
    if trailing is not None:
        base, layers, extents = trailing.base, layers[:1] + trailing.layers, extents[:1] + trailing.extents
    qualifiers: set[str] = set()
    words: set[str] = set()
    for child in declaration.children:
        kind = child.type
        if kind == "type_qualifier":
            qualifiers.add(text_of(child))
        elif kind == "storage_class_specifier":
            words.add(text_of(child))
    words |= qualifiers
    return Type(
        base,
        layers,
        extents,
        read.restrict,
        # What a qualifier of which nothing is known does may be anything.
        read.volatile or volatile or "volatile" in words or not _are_known(qualifiers),
        const or "const" in words or "constexpr" in words,
        bool(words & {"static", "thread_local", "_Thread_local", "__thread"}),
    )


def _are_known(qualifiers: set[str]) -> bool:
    """Whether each of some qualifiers says nothing about who changes a variable: `const`, `_Alignas(32)`."""
    return {word.partition("(")[0].strip() for word in qualifiers} <= _KNOWN_QUALIFIERS


def _trailing(declaration: Node) -> Type | None:
    """The type behind the arrow of `auto f() -> int`."""
    stack = [child for child in declaration.named_children if "declarator" in child.type]
    while stack:
        node = stack.pop()
        if node.type == "trailing_return_type" and node.named_children:
            return type_of_descriptor(node.named_children[-1])
        stack.extend(child for child in node.named_children if "declarator" in child.type or "trailing" in child.type)
    return None


def base_of(declaration: Node) -> tuple[str, bool, bool]:
    """(the type's name without qualifiers, whether `const` or `volatile` stands inside it)."""
    kind = declaration.child_by_field_name("type")
    if kind is None:
        return "", False, False
    if any(may_change_type(text_of(attribute)) for attribute in attributes_of(declaration)):
        return UNTOLD, False, False
    if kind.type in SPECIFIERS:
        return tag_of(kind), False, False
    text = text_of(kind)
    words = text.split("<")[0].split()
    if _is_complex(kind):
        return f"{cleaned(text)} _Complex", "const" in words, "volatile" in words
    return cleaned(text), "const" in words, "volatile" in words


def attributes_of(declaration: Node) -> Iterator[Node]:
    """The attributes of a declaration that are no remarks."""
    if declaration.type != "function_definition":  # asked for each of many names
        text = declaration.text or b""
        if b"__attribute" not in text and b"[[" not in text:
            return
    waiting = list(declaration.children)
    while waiting:
        node = waiting.pop()
        if node.type in _ATTRIBUTES:
            if not is_remark(text_of(node)):
                yield node
        elif "declarator" in node.type:
            waiting.extend(node.children)


def _is_complex(kind: Node) -> bool:
    """Whether `_Complex`, or `complex` of its header, stands behind a type (C11 6.7.2p2), which the grammars do not know."""
    behind = kind.next_sibling
    return behind is not None and behind.is_error and text_of(behind) in _COMPLEX


def tag_of(specifier: Node) -> str:
    """The name of a struct, class, union or enumeration; for one without a name what stands in it is its identity."""
    name = specifier.child_by_field_name("name")
    if name is not None:
        return text_of(name)
    return f"{ANONYMOUS}{zlib.crc32(' '.join(text_of(specifier).split()).encode()):08x}"


def type_of_descriptor(node: Node) -> Type:
    """The type that a cast, `sizeof` or a template argument names."""
    if node.type != "type_descriptor":
        return Type(cleaned(text_of(node)))
    declarator = node.child_by_field_name("declarator")
    if declarator is None:
        return type_of_declarator(Declarator("", None), node)
    return type_of_declarator(read_declarator(declarator), node)


def given_by(function: Node) -> Type:
    """The type that stands in front of a function's name, or behind the arrow of `auto f() -> int`."""
    declarator, said = function.child_by_field_name("declarator"), Type(text_of(function.child_by_field_name("type")))
    behind = read_type(declarator, function)[1] if declarator is not None and said.base == "auto" else said
    return behind.element() if behind.layers == ("()",) else said


def qualifiers_of(declaration: Node) -> set[str]:
    """`const`, `volatile` and the like before the declarators."""
    return {text_of(child) for child in declaration.children if child.type == "type_qualifier"}


def stored_as(declaration: Node) -> set[str]:
    """`static`, `extern` and the like."""
    return {text_of(child) for child in declaration.children if child.type == "storage_class_specifier"}


def declared(declaration: Node) -> Iterator[tuple[Declarator, Node, Node | None]]:
    """(declarator, its node, initialiser) for each name of a declaration."""
    for node in declaration.children_by_field_name("declarator"):
        value = node.child_by_field_name("value")
        if value is None and node.type != "init_declarator":
            value = _given_behind(declaration, node) or declaration.child_by_field_name("value")
        inner = node.child_by_field_name("declarator") if node.type == "init_declarator" else node
        if inner is not None:
            yield read_declarator(inner), inner, value


def _given_behind(declaration: Node, declarator: Node) -> Node | None:
    """What a member or parameter begins with: `= 3` of the second of `int a, b = 3, c;`."""
    later = (node.start_byte for node in declaration.children_by_field_name("declarator"))
    end = min((start for start in later if start > declarator.start_byte), default=declaration.end_byte)
    values = declaration.children_by_field_name("default_value")
    return next((node for node in values if declarator.end_byte <= node.start_byte < end), None)


def makes_object(declarator: Node) -> bool:
    """Whether `std::vector<double> a(n * m);` in a function makes an object: it reads like a function whose parameter `m` has the type
    `n *`, but where ``n`` is a variable of the function around it is none."""
    if declarator.type != "function_declarator" or declarator.parent is None or declarator.parent.type != "declaration":
        return False
    listed = declarator.child_by_field_name("parameters")
    kinds = [child.child_by_field_name("type") for child in listed.named_children] if listed is not None else []
    names = {text_of(kind) for kind in kinds if kind is not None and kind.type == "type_identifier"}
    inner = [child.child_by_field_name("declarator") for child in listed.named_children] if listed is not None else []
    if names and any(each is not None and each.type == "abstract_function_declarator" for each in inner):
        return is_in_function(declarator)  # `Matrix a(atoi(text));`
    around = nearest(declarator, _WITH_BODY)
    return bool(names) and any(node.type == "identifier" and text_of(node) in names for node in subtree(around))


def is_in_function(node: Node) -> bool:
    """Whether a node stands in a function or a lambda."""
    return nearest(node, _WITH_BODY) is not None


def function_declarator(function: Node) -> Node | None:
    """The node of a function's own declarator: the last of those around the name."""
    node: Node | None = function.child_by_field_name("declarator")
    found: Node | None = None
    while node is not None and node.type not in _NAMES:
        if node.type in _FUNCTIONS:
            found = node
        node = _inner(node)
    return found


def is_constant_method(function: Node) -> bool:
    """Whether a method may be called for objects that are constant."""
    declarator = function_declarator(function)
    return declarator is not None and any(text_of(child) == "const" for child in declarator.children)


def parameter_nodes(function: Node) -> list[Node]:
    """The parameters of a function definition, prototype or lambda; none for `(void)`."""
    declarator = function_declarator(function)
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    found = [child for child in listed.named_children if child.type in PARAMETERS] if listed is not None else []
    return [child for child in found if child.child_by_field_name("declarator") is not None or text_of(child) != "void"]


def name_of_function(function: Node) -> str:
    """The name of a function definition or prototype as it is written, with its scopes; empty for what is none."""
    declarator = function.child_by_field_name("declarator")
    read = read_declarator(declarator) if declarator is not None else None
    return read.name if read is not None and read.is_function else ""


def name_node(declarator: Node | None) -> Node | None:
    """The identifier that a declarator declares."""
    node = read_declarator(declarator).node if declarator is not None else None
    return node if node is not None and node.type in ("identifier", "field_identifier") else None
