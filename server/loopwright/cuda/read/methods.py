"""Methods of classes that ask where their thread is, or for the block's memory: they read it from variables of the machine's thread,
which kernels that use them set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.read.block_memory import is_block_memory, is_dynamic
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.spec import operations
from loopwright.source.nodes import Kinds, text_of

_KINDS = {
    "threadIdx": "uint3",
    "blockIdx": "uint3",
    "blockDim": "dim3",
    "gridDim": "dim3",
    "dynamic_shared": "unsigned char *",
}
_WORDS = ("identifier", "type_identifier", "field_identifier", "namespace_identifier")


@dataclass(frozen=True)
class Methods:
    """``words``: what says that such a method is used, its name or that of its class; ``waiting``: the same for methods in which
    threads wait, which have no translation; ``assembler``: for those with instructions of a
    GPU; ``reads``: index → how many of its dimensions they read."""

    words: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    reads: Mapping[str, int] = field(default_factory=dict)
    assembler: frozenset[str] = frozenset()

    def declarations(self) -> str:
        """The variables of the machine's thread."""
        return "".join(f"static thread_local {_KINDS[name]} {name};\n" for name in _KINDS if name in self.reads)


def methods_of(kinds: Kinds, indices: tuple[str, ...]) -> Methods:
    """Those of a file."""
    found = [(method_names(node), _body(node)) for node in kinds.of("function_definition") if is_method(node)]
    reads: dict[str, int] = {}
    words: set[str] = set()
    waiting: set[str] = set()
    assembler: set[str] = set()
    table = operations()
    waits = {*table.barriers, *table.exchanges, "sync"}
    for names, body in found:
        for name, count in _indices(body, indices):
            words |= names
            reads[name] = max(reads.get(name, 0), count)
        if waits & {text_of(n) for n in walk(body) if n.type in _WORDS}:
            waiting |= names
        if any(n.type == "gnu_asm_expression" for n in walk(body)):
            assembler |= names
    for grown in (words, waiting, assembler):
        while more := {n for names, body in found if grown & _mentioned(body) for n in names} - grown:
            grown |= more
    return Methods(frozenset(words), frozenset(waiting), reads, frozenset(assembler))


def is_method(node: Node) -> bool:
    """Whether a function with a body belongs to a class: in it, or ``Class::name`` outside."""
    return _class_of(node) != ""


def _class_of(node: Node) -> str:
    parent = node.parent
    while (parent is not None and parent.type in ("template_declaration", "friend_declaration")) or (
        parent is not None and parent.type.startswith("preproc_")
    ):
        parent = parent.parent
    if parent is not None and parent.type == "field_declaration_list" and parent.parent is not None:
        return text_of(parent.parent.child_by_field_name("name")).split("<")[0] or "a class"
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
    name = declarator.child_by_field_name("declarator") if declarator is not None else None
    scope = name.child_by_field_name("scope") if name is not None and name.type == "qualified_identifier" else None
    return text_of(scope).split("<")[0] if scope is not None and _is_class(scope, node) else ""


def _is_class(scope: Node, node: Node) -> bool:
    """Whether ``scope::name`` names a member of a class, not of a namespace."""
    if scope.type == "template_type":
        return True
    root = node
    while root.parent is not None:
        root = root.parent
    return any(
        n.type in ("struct_specifier", "class_specifier") and text_of(n.child_by_field_name("name")) == text_of(scope)
        for n in walk(root)
    )


def method_names(node: Node) -> set[str]:
    """By what a method is used: its name, or its class for constructors, operators and conversions."""
    declarator = node.child_by_field_name("declarator")
    text = text_of(declarator)
    own = _class_of(node)
    if "operator" in text.split("(")[0]:
        return {own}
    name = text.split("(")[0].split("::")[-1].strip(" *&~").split("<")[0]
    return {name or own}


def _body(node: Node) -> Node:
    """What a method does: of a constructor that initializes members the whole of it."""
    initializes = any(child.type == "field_initializer_list" for child in node.children)
    return (None if initializes else node.child_by_field_name("body")) or node


def _mentioned(body: Node) -> set[str]:
    return {text_of(n) for n in walk(body) if n.type in _WORDS}


def _indices(body: Node, indices: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """(index, dimensions that are read) of what a body asks for."""
    for node in walk(body):
        if node.type == "identifier" and (name := text_of(node)) in indices:
            parent = node.parent
            member = parent.child_by_field_name("field") if parent is not None else None
            yield name, "xyz".find(text_of(member)) + 1 if member is not None else 3
        elif is_block_memory(node) and is_dynamic(node):
            yield "dynamic_shared", 1
