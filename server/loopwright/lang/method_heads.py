"""What the head of a function says of a class: whether it is a method, of which class, by what it is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from tree_sitter import Node

from loopwright.source.nodes import nearest, root_of, subtree, text_of

CLASSES = ("struct_specifier", "class_specifier")
PLAIN_NAMES = ("field_identifier", "identifier")  # the second in templates
WORDS = ("identifier", "type_identifier", "field_identifier", "namespace_identifier")
CALL = "operator()"


def class_of(node: Node) -> str:
    """The class that a function belongs to, in it or as ``Class::name`` outside; empty for none, not where only a namespace is named."""
    owner = class_around(node)
    if owner is not None:
        return plain_class(owner.child_by_field_name("name")) or "a class"
    scope, _ = _parted(declared_name(node))
    if scope is None:
        return ""
    known = scope.type == "template_type" or text_of(scope) in _classes_around(node)
    return plain_class(scope) if known else ""


def _parted(name: Node | None) -> tuple[Node | None, Node | None]:
    """What stands last before ``::``, and what follows it."""
    scope: Node | None = None
    while name is not None and name.type == "qualified_identifier":
        scope, name = name.child_by_field_name("scope"), name.child_by_field_name("name")
    return scope, name


def _classes_around(node: Node) -> Mapping[str, Node]:
    """All classes of the file that a node stands in, the first of each name."""
    return _classes_of_file(root_of(node))


@lru_cache(maxsize=16)  # the root keeps its tree, so no other has its number meanwhile
def _classes_of_file(root: Node) -> Mapping[str, Node]:
    classes = (n for n in subtree(root) if n.type in CLASSES and n.child_by_field_name("body") is not None)
    found: dict[str, Node] = {}
    for node in classes:
        found.setdefault(text_of(node.child_by_field_name("name")), node)
    return found


def class_around(node: Node) -> Node | None:
    """The class in whose body a declaration or definition stands."""
    parent = node.parent
    while parent is not None and (
        parent.type in ("template_declaration", "friend_declaration") or parent.type.startswith("preproc_")
    ):
        parent = parent.parent
    return parent.parent if parent is not None and parent.type == "field_declaration_list" else None


def is_method(node: Node) -> bool:
    """Whether a function with a body belongs to a class: in it, or ``Class::name`` outside."""
    return class_of(node) != ""


def is_static(node: Node) -> bool:
    """Whether a method has no object, as it or its declaration in the class says."""
    told = any(n.type == "storage_class_specifier" and text_of(n) == "static" for n in node.children)
    declared = None if told else declaration_of(node)
    return told or (declared is not None and is_static(declared))


def declaration_of(node: Node) -> Node | None:
    """Where its class declares a method that is defined outside of it; ``None`` where several are called so."""
    name = declared_name(node)
    if name is None or name.type != "qualified_identifier":
        return None
    scope, own = _parted(name)
    owner = _classes_around(node).get(plain_class(scope)) if scope is not None else None
    parts = [part for part, _ in parts_of(owner)] if owner is not None else []
    called = [part for part in parts if text_of(declared_name(part)) == text_of(own)]
    return called[0] if len(called) == 1 and called[0].type == "field_declaration" else None


def plain_class(name: Node | None) -> str:
    """The name of a class without what its template is given."""
    return text_of(name).split("<")[0].strip()


def method_names(node: Node) -> set[str]:
    """By what a method is used: its name, or its class for constructors, operators and conversions."""
    text = text_of(node.child_by_field_name("declarator"))
    own = class_of(node)
    if is_operator(node):
        return {own}
    name = text.split("(")[0].split("::")[-1].strip(" *&~").split("<")[0]
    return {name or own}


def is_operator(node: Node) -> bool:
    """Whether a method is an operator or a conversion: it is used without a name."""
    return "operator" in text_of(node.child_by_field_name("declarator")).split("(")[0]


def is_device_lambda(node: Node) -> bool:
    """Whether a lambda says that it runs on the device."""
    own = (child for child in node.children if child.type != "compound_statement")
    return node.type == "lambda_expression" and any("__device__" in text_of(child) for child in own)


def method_code(node: Node) -> list[Node]:
    """What a function does: its body, of a constructor what it gives its members before."""
    kinds = ("field_initializer_list", "compound_statement", "try_statement")
    return [child for child in node.children if child.type in kinds]


def function_declarator(node: Node) -> Node | None:
    """The name of a function with its parameters, behind the stars and references of what it gives."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
    return declarator


def declared_name(node: Node) -> Node | None:
    """The name that a function is declared by, with what is named before it."""
    declarator = function_declarator(node)
    return declarator.child_by_field_name("declarator") if declarator is not None else None


def said_before(node: Node, word: str) -> bool:
    """Whether a function's head says ``virtual``, ``__host__``, ``override``, … in its own words."""
    declarator = function_declarator(node)
    own = (*node.children, *(declarator.children if declarator is not None else ()))
    return any(text_of(part) == word for part in own)


def parts_of(owner: Node) -> Iterator[tuple[Node, bool]]:
    """The declarations and definitions in a class, and whether each is a template."""
    body = owner.child_by_field_name("body")
    for part in body.named_children if body is not None else ():
        inner = part
        while inner.type == "template_declaration":
            inner = inner.named_children[-1]
        yield inner, inner is not part


def bases_of(owner: Node) -> list[str]:
    """The classes that one derives from, as they are written."""
    clauses = [n for n in owner.children if n.type == "base_class_clause"]
    return [
        text_of(n) for c in clauses for n in c.named_children if "type" in n.type or n.type == "qualified_identifier"
    ]


def members_of(owner: Node) -> Iterator[Node]:
    """The names of data and methods that each object has."""
    for part, _ in parts_of(owner):
        if part.type not in ("field_declaration", "function_definition") or is_static(part):
            continue
        for declarator in part.children_by_field_name("declarator"):
            name = next((n for n in subtree(declarator) if n.type in PLAIN_NAMES), None)
            if name is not None:
                yield name


def words_of(code: Node) -> set[str]:
    """The names of all kinds in a piece of code."""
    return {text_of(n) for n in subtree(code) if n.type in WORDS}


def words_done(node: Node) -> set[str]:
    """The names in what a function does; its class too where a method calls its object: `(*this)(v)`."""
    found = {word for code in method_code(node) for word in words_of(code)}
    calls = (n.child_by_field_name("function") for n in subtree(node) if n.type == "call_expression")
    itself = any(c is not None and c.type == "parenthesized_expression" and "this" in text_of(c) for c in calls)
    return found | ({class_of(node)} if itself else set())


def words_held(owner: Node) -> set[str]:
    """The names in what a class derives from and in the types of its members: it is made of objects of these."""
    kinds = (part.child_by_field_name("type") for part, _ in parts_of(owner) if part.type == "field_declaration")
    clauses = (n for n in owner.children if n.type == "base_class_clause")
    return {word for n in (*kinds, *clauses) if n is not None for word in words_of(n)}


def is_use_of_member(name: Node) -> bool:
    """Whether a name is what an object is asked for, not where it is declared."""
    return name.parent is not None and name.parent.type == "field_expression"


def is_of_device_alone(node: Node) -> bool:
    """Whether a node stands in a function that says it is for the device, and not for the host."""
    function = nearest(node, ("function_definition",))
    body = function.child_by_field_name("body") if function is not None else None
    if function is None or body is None:
        return False
    head = text_of(function)[: body.start_byte - function.start_byte]
    return "__host__" not in head and ("__device__" in head or "__global__" in head)
