"""What declarations say: each name with its kind, type and the part of the file where it is visible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.bounded import keep
from loopwright.lang.declarators import (
    PARAMETERS,
    SPECIFIERS,
    Declarator,
    base_of,
    declared,
    makes_object,
    name_of_function,
    qualifiers_of,
    read_declarator,
    stored_as,
    tag_of,
    type_of_declarator,
    type_of_descriptor,
)
from loopwright.lang.types import Type, category_of_base
from loopwright.source.listing import Part
from loopwright.source.nodes import nearest, text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language
from loopwright.source.text import Span

_DECLARING = (
    SPECIFIERS | PARAMETERS | {"declaration", "type_definition", "alias_declaration", "for_range_loop"}
)  # what of a function declares names
_SCOPES = frozenset(
    ("compound_statement", "for_statement", "for_range_loop", "function_definition", "lambda_expression", "if_statement",
     "while_statement", "switch_statement", "translation_unit", "declaration_list", "field_declaration_list", "catch_clause",
     "function_declarator", "abstract_function_declarator")
)  # fmt: skip
_STATEMENTS = frozenset(("declaration", "type_definition", "compound_statement"))
_HEADS = frozenset(("function_declarator", "abstract_function_declarator"))
_CONTAINERS = frozenset(
    ("translation_unit", "linkage_specification", "declaration_list", "namespace_definition", "preproc_if", "preproc_ifdef",
     "preproc_else", "preproc_elif", "ERROR", "template_declaration")
)  # fmt: skip
_UNKNOWN = Type()
# Words of declarations in C and in C++: a file of neither can call something so, and what code that is being typed names so is nothing.
NO_NAMES = frozenset(
    ("char", "const", "double", "enum", "extern", "float", "int", "long", "short", "signed", "static", "struct", "typedef", "union",
     "unsigned", "void", "volatile")
)  # fmt: skip


class Declaration(NamedTuple):
    """A declared name. ``kind`` is variable, parameter, member, function, type or constant; of a type, ``type`` is what it stands
    for (itself where it is defined here). ``scope`` is the part of the file where it is visible, ``owner`` the namespaces,
    class or enumeration around it, ``signature`` a function's types. ``value`` is the initializer's text; an enumerator without one comes ``after`` so many of
    the one whose it is. ``header`` is where it stands, with all its spans, if not in the file; a macro or type is ``disputed``
    that is defined in another way too."""

    name: str
    kind: str
    type: Type
    span: Span
    scope: Span
    is_global: bool = False
    extern: bool = False
    static: bool = False
    const: bool = False
    value: str | None = None
    after: int = 0
    header: Outline | None = None
    disputed: bool = False
    owner: tuple[str, ...] = ()
    signature: str = ""

    @property
    def base(self) -> str:
        """The type's name without qualifiers, pointers and brackets."""
        return self.type.base

    @property
    def type_text(self) -> str:
        """The type as a person would write it."""
        return self.type.text

    @property
    def is_enumeration(self) -> bool:
        """Whether a type is one."""
        return self.kind == "type" and self.value == "enum"


def top_level(root: Node) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """What stands in a file and the groups in it, each with the names of the namespaces around it."""
    stack: list[tuple[Node, tuple[str, ...]]] = [(root, ())]
    while stack:
        node, around = stack.pop()
        if node.type in _CONTAINERS:
            if node.type == "namespace_definition":
                name = text_of(node.child_by_field_name("name"))
                around = (*around, *(part for part in name.split("::") if part))
            stack.extend((child, around) for child in reversed(node.named_children))
        else:
            yield node, around


def is_at_file_level(node: Node) -> bool:
    """Whether a declaration stands in a file or in groups, namespaces and conditions of it; also a type that is named and used at once."""
    parent = node.parent
    while parent is not None and parent.type in ("declaration", "type_definition"):
        parent = parent.parent
    while parent is not None and parent.type in _CONTAINERS and parent.type != "translation_unit":
        parent = parent.parent
    return parent is None or parent.type == "translation_unit"


def types_named(node: Node, scope: Span) -> Iterator[Declaration]:
    """The types that a declaration, `typedef` or `using` gives names to."""
    return (declaration for declaration in read(node, scope) if declaration.kind == "type")


_MOST_KEPT = 20_000
_kept: dict[tuple[str, bytes, Language], tuple[Declaration, ...]] = {}


def read_kept(node: Node, text: bytes, language: Language) -> tuple[Declaration, ...]:
    """Declarations of a top-level node, kept by its text, places relative to it. How the parser goes on where something is broken depends on
    what stands before it, so that such a node is read each time."""
    if node.has_error:
        return _relative(node)
    key = node.type, text, language
    found = _kept.get(key)
    return keep(_kept, key, _relative(node), _MOST_KEPT) if found is None else found


def _relative(node: Node) -> tuple[Declaration, ...]:
    start = node.start_byte
    return tuple(
        declaration._replace(span=Span(declaration.span.start - start, declaration.span.end - start))
        for declaration in read(node, span_of(node))
    )


def read(node: Node, scope: Span, kind: str = "variable") -> Iterator[Declaration]:
    """Declarations made by one top-level node, statement or member. `typedef double int;`, as it stands while somebody types, names nothing."""
    return (said for said in _read(node, scope, kind) if said.name not in NO_NAMES)


def _read(node: Node, scope: Span, kind: str) -> Iterator[Declaration]:
    if node.type == "function_definition":
        declarator, name = node.child_by_field_name("declarator"), name_of_function(node)
        if name and declarator is not None:
            type = type_of_declarator(read_declarator(declarator), node)
            static = "static" in stored_as(node)
            constexpr = "constexpr" in qualifiers_of(node)
            signature = signature_of(read_declarator(declarator))
            yield Declaration(
                name, "function", type, span_of(node), scope, static=static, const=constexpr, signature=signature
            )
    elif node.type in ("declaration", "field_declaration"):
        yield from _read_declaration(node, scope, kind)
        yield from _type_inside(node, scope)
    elif node.type == "type_definition":
        yield from _typedefs(node, scope)
        yield from _type_inside(node, scope)
    elif node.type in SPECIFIERS:
        yield from _type(node, scope)
    elif node.type == "alias_declaration":
        name, target = text_of(node.child_by_field_name("name")), node.child_by_field_name("type")
        if target is not None:
            yield Declaration(name, "type", type_of_descriptor(target), span_of(node), scope)


def _typedefs(node: Node, scope: Span) -> Iterator[Declaration]:
    for declarator in node.children_by_field_name("declarator"):
        said = read_declarator(declarator)
        type = type_of_declarator(said, node)
        specifier = node.child_by_field_name("type")
        tagless = (
            specifier is not None and specifier.type in SPECIFIERS and specifier.child_by_field_name("name") is None
        )
        if tagless and not said.layers:
            type = type._replace(base=said.name)
        value = "enum" if specifier is not None and specifier.type == "enum_specifier" and not said.layers else None
        yield Declaration(said.name, "type", type, span_of(node), scope, value=value)


def _type_inside(node: Node, scope: Span) -> Iterator[Declaration]:
    kind = node.child_by_field_name("type")
    if kind is not None and kind.type in SPECIFIERS:
        yield from _type(kind, scope)


def _type(node: Node, scope: Span) -> Iterator[Declaration]:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    is_enum = node.type == "enum_specifier"
    if name is not None and (is_enum or body is not None):
        kind = "enum" if is_enum else None
        yield Declaration(text_of(name), "type", Type(text_of(name)), span_of(node), scope, value=kind)
    if is_enum and body is not None:
        yield from _enumerators(node, body, scope)


def _enumerators(node: Node, body: Node, scope: Span) -> Iterator[Declaration]:
    # Of `enum class` they are only known by its name.
    scoped = any(child.type in ("class", "struct") for child in node.children)
    owner = (tag_of(node),) if scoped else ()
    value, after, unclear = "0", 0, False
    for enumerator, is_certain in _listed(body):
        unclear = unclear or not is_certain
        own = enumerator.child_by_field_name("value")
        if own is not None:
            value, after, unclear = text_of(own), 0, not is_certain
        label = text_of(enumerator.child_by_field_name("name"))
        type = Type(tag_of(node) if scoped else "int")
        said = Declaration(
            label, "constant", type, span_of(enumerator), scope, const=True, value=value, after=after, owner=owner
        )
        yield said._replace(disputed=unclear)
        after += 1


def _listed(body: Node) -> Iterator[tuple[Node, bool]]:
    """The enumerators of a list, those on conditions too, and whether each is there for certain."""
    for child in body.named_children:
        if child.type == "enumerator":
            yield child, True
        elif child.type.startswith("preproc_"):
            yield from ((enumerator, False) for enumerator, _ in _listed(child))


def declared_in(function: Part) -> Iterator[Declaration]:
    """Parameters and local names of a function."""
    for node in function.of(_DECLARING):
        if node.type in ("declaration", "type_definition", "alias_declaration") or (
            node.type in SPECIFIERS and node.parent is not None and node.parent.type == "compound_statement"
        ):
            yield from read(node, scope_of(node))
        elif node.type in PARAMETERS:
            yield from _read_declaration(node, scope_of(node), "parameter")
        elif node.type == "for_range_loop":
            declarator = node.child_by_field_name("declarator")
            if declarator is not None:
                said = read_declarator(declarator)
                yield from _bound(said.bound, span_of(node))
                if said.name:
                    type = type_of_declarator(said, node)
                    yield Declaration(said.name, "variable", type, span_of(declarator), span_of(node))


def scope_of(node: Node) -> Span:
    """The innermost scope around a declaration; a parameter is visible in the whole of its function."""
    around = nearest(node, _SCOPES)
    while around is not None and around.type in _HEADS:
        outer = around.parent
        while outer is not None and outer.type in ("pointer_declarator", "reference_declarator", "function_declarator"):
            outer = outer.parent
        if outer is not None and outer.type in ("function_definition", "lambda_expression"):
            return span_of(outer)
        return span_of(around)  # of a function type or a prototype
    return span_of(around if around is not None else node)


def enumerators_within(function: Part) -> Iterator[Declaration]:
    """The values of enumerations that stand in a parameter, in an expression or in another type of a function: in C they are names of the block
    around (C11 6.2.1p4)."""
    for node in function.of(("enum_specifier",)):
        if node.parent is not None and node.parent.type not in _STATEMENTS:
            outer = node
            while (around := nearest(outer, SPECIFIERS)) is not None:
                outer = around
            yield from _type(node, scope_of(outer))


def _read_declaration(node: Node, scope: Span, kind: str) -> Iterator[Declaration]:
    stored, qualifiers = stored_as(node), qualifiers_of(node)
    const = bool({"const", "constexpr"} & (stored | qualifiers))
    for said, declarator, value in declared(node):
        yield from _bound(said.bound, scope)
        if not said.name:
            continue
        whole = declarator.parent if declarator.parent is not None and declarator.parent.id != node.id else declarator
        is_function, type = said.is_function, type_of_declarator(said, node)
        if is_function and makes_object(declarator):
            is_function, type = False, type._replace(layers=type.layers[1:], extents=type.extents[1:])
        yield Declaration(
            said.name,
            "function" if is_function else kind,
            type,
            span_of(whole),
            scope,
            extern="extern" in stored,
            static="static" in stored,
            const=const or base_of(node)[1],
            signature=signature_of(said) if is_function else "",
            value=text_of(value) if value is not None else None,
        )


def _bound(names: tuple[Node, ...], scope: Span) -> Iterator[Declaration]:
    """Names of a structured binding `auto [a, b]`; their types are not followed."""
    for name in names:
        yield Declaration(text_of(name), "variable", _UNKNOWN, span_of(name), scope)


def signature_of(said: Declarator) -> str:
    """The types of a function's parameters, by which overloads are told apart; empty for none, and where the parser could not read them."""
    if said.parameters is not None and said.parameters.has_error:
        return ""
    found = []
    for parameter in said.parameters.named_children if said.parameters is not None else ():
        if parameter.type in PARAMETERS:
            inner = parameter.child_by_field_name("declarator")
            type = type_of_declarator(read_declarator(inner) if inner is not None else Declarator("", None), parameter)
            found.append(f"{type.base} {''.join(type.decayed().layers)}".strip())
    return ", ".join(found) if found != ["void"] else ""


def span_of(node: Node) -> Span:
    """Where a node stands."""
    return Span(node.start_byte, node.end_byte)


def category_of(declaration: Declaration, type: Type) -> str:
    """What a declaration of this type, aliases put in, is: as :meth:`Scopes.category` says."""
    if type.is_function:
        return "function"
    if type.layers:
        # An array parameter is a pointer (C 6.7.6.3).
        return "array" if type.is_array and declaration.kind != "parameter" else "pointer"
    return category_of_base(type.base)
