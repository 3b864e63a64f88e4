"""Methods of classes that ask where their thread is, or for the block's memory: they read it from variables of the machine's thread,
which kernels that use them set. Those in which threads wait run for all threads at once, as functions do:
they are written as static ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.read.block_memory import is_block_memory, is_dynamic
from loopwright.cuda.read.members import aliases_of
from loopwright.cuda.read.rewriting import inside, rewritten, walk
from loopwright.cuda.read.variables import Variables
from loopwright.cuda.spec import operations
from loopwright.source.nodes import Kinds, text_of
from loopwright.source.syntax import Source, parse

_KINDS = {
    "threadIdx": "uint3",
    "blockIdx": "uint3",
    "blockDim": "dim3",
    "gridDim": "dim3",
    "dynamic_shared": "unsigned char *",
}
_PLAIN_NAMES = ("field_identifier", "identifier")  # the second in templates
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
    whole = waiting_methods(kinds)
    nodes = [node for node in kinds.of("function_definition") if is_method(node)]
    found = [(method_names(n), _body(n)) for n in nodes if not (n.id in whole and is_static(n))]
    reads: dict[str, int] = {}
    words: set[str] = set()
    waiting = {name for node in nodes if node.id in whole for name in method_names(node)}
    assembler: set[str] = set()
    for names, body in found:
        for name, count in _indices(body, indices):
            words |= names
            reads[name] = max(reads.get(name, 0), count)
        if any(n.type == "gnu_asm_expression" for n in walk(body)):
            assembler |= names
    for grown in (words, assembler):
        while more := {n for names, body in found if grown & _mentioned(body) for n in names} - grown:
            grown |= more
    return Methods(frozenset(words), frozenset(waiting), reads, frozenset(assembler))


def waiting_methods(kinds: Kinds) -> frozenset[int]:
    """The nodes of those in which threads wait, by themselves or in what they call."""
    table = operations()
    waits = {*table.barriers, *table.exchanges, "sync"}
    nodes = [n for n in kinds.of("function_definition") if n.child_by_field_name("body") is not None]
    functions = [(n, method_names(n), _mentioned(_body(n)), is_method(n)) for n in nodes if _is_on_device(n)]
    found: set[int] = set()
    while more := [f for f in functions if f[0].id not in found and waits & f[2]]:
        found |= {node.id for node, *_ in more}
        waits |= {name for _, names, *_ in more for name in names}
    return frozenset(node.id for node, *_, method in functions if method and node.id in found)


def is_static(node: Node) -> bool:
    """Whether a method in its class has no object."""
    return any(n.type == "storage_class_specifier" and text_of(n) == "static" for n in node.children)


def _is_on_device(node: Node) -> bool:
    return any(text_of(child) == "__device__" for child in node.children)


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


# -- methods in which threads wait, as static ones


def with_static_methods(source: Source) -> Source:
    """``source`` with methods in which threads wait as static ones that are handed their object: they run for all threads at once,
    as functions do. What cannot be written so stays, and is refused where it is used."""
    waiting = waiting_methods(source.kinds)
    if not waiting:
        return source
    owners = _Owners(source.kinds, waiting)
    data, nodes = source.data, [n for n in source.kinds.of("function_definition") if _runs_on_device(n)]
    for node in sorted(nodes, key=lambda n: n.start_byte, reverse=True) if owners.moved else ():
        data = data[: node.start_byte] + owners.written(node).encode() + data[node.end_byte :]
    return parse(data, source.name, source.language) if data != source.data else source


class _Owners:
    """The classes of a file whose methods are written so. ``moved``: the nodes of these."""

    def __init__(self, kinds: Kinds, waiting: frozenset[int]) -> None:
        nodes = (
            n for n in kinds.of("struct_specifier", "class_specifier") if n.child_by_field_name("body") is not None
        )
        self.classes = {text_of(n.child_by_field_name("name")): n for n in nodes}
        self.aliases = aliases_of(kinds)
        self.moved = {n.id for n in kinds.of("function_definition") if n.id in waiting and self._may_move(n)}
        self.methods = {
            (name, method)
            for name, node in self.classes.items()
            for inner in _definitions(node)
            if inner.id in self.moved
            for method in method_names(inner)
        }

    def _may_move(self, node: Node) -> bool:
        name = _name_of(node)
        owner = self.classes.get(_class_of(node))
        if owner is None or name is None or name.type not in _PLAIN_NAMES or is_static(node):
            return False
        if text_of(name) == _class_of(node):
            return False  # a constructor
        if any(text_of(child) in ("virtual", "__host__", "override") for child in walk(node) if not child.children):
            return False
        holds_object = any(n.type == "lambda_capture_specifier" and text_of(n)[1:-1].strip() != "&" for n in walk(node))
        return not holds_object and self._members(owner) is not None

    def _members(self, owner: Node) -> frozenset[str] | None:
        """What an object has, ``None`` where a class is not known."""
        found = {text_of(n) for part in _parts(owner) for n in _declared_in(part)}
        for base in _bases_of(owner):
            known = self.classes.get(base)
            inherited = self._members(known) if known is not None and known.id != owner.id else None
            if inherited is None:
                return None
            found |= inherited
        return frozenset(found)

    def written(self, node: Node) -> str:
        """A function with its calls of such methods written so; such a method too."""
        variables = Variables(node)
        owner = self.classes.get(_class_of(node))
        moves = node.id in self.moved and owner is not None
        members = (self._members(owner) if moves and owner is not None else None) or frozenset()
        words = {text_of(n) for n in walk(owner or node) if n.type in _WORDS}
        own = next(name for name in ("self", *(f"self{'_' * n}" for n in range(1, 99))) if name not in words)

        def is_member(name: Node) -> bool:
            return text_of(name) in members and variables.of(name) is None and not _is_declared_there(name)

        def rule(part: Node) -> str | None:
            if (
                part.type == "call_expression"
                and (call := self._call(part, variables, own, rule, is_member)) is not None
            ):
                return call
            if not moves:
                return None
            if part.type == "field_expression" and text_of(part.child_by_field_name("argument")) == "this":
                return f"{own}.{text_of(part.child_by_field_name('field'))}"
            if part.type == "pointer_expression" and text_of(part) == "*this":
                return own
            if part.type == "this":
                return f"(&{own})"
            return f"{own}.{text_of(part)}" if part.type == "identifier" and is_member(part) else None

        body = node.child_by_field_name("body")
        assert body is not None
        new = rewritten(body, rule)
        data = node.text or b""
        head = data[: body.start_byte - node.start_byte]
        return (self._head(node, own) if moves else head.decode("utf-8", "replace")) + new

    def _head(self, node: Node, own: str) -> str:
        declarator = _function_declarator(node)
        assert declarator is not None
        listed = declarator.child_by_field_name("parameters")
        assert listed is not None
        data, start = node.text or b"", node.start_byte
        constant = any(text_of(n) == "const" for n in declarator.children)
        rest = ", " if text_of(listed)[1:-1].strip() not in ("", "void") else ""
        handed = f"({'const ' if constant else ''}{_class_of(node)} &{own}{rest}"
        before = data[: listed.start_byte - start].decode("utf-8", "replace")
        behind = text_of(listed)[1:] if rest else ")"
        body = node.child_by_field_name("body")
        assert body is not None
        lines = data[listed.end_byte - start : body.start_byte - start].count(b"\n")
        trailing = next((text_of(n) for n in declarator.children if n.type == "trailing_return_type"), "")
        return f"static {before}{handed}{behind} {trailing}" + "\n" * lines

    def _call(
        self,
        call: Node,
        variables: Variables,
        own: str,
        rule: Callable[[Node], str | None],
        is_member: Callable[[Node], bool],
    ) -> str | None:
        """A call of such a method as one of a static one."""
        function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        if function is None or listed is None:
            return None
        given = inside(listed, rule)[1:]
        comma = ", " if listed.named_children else ""
        if function.type in ("identifier", "template_function"):
            name = function if function.type == "identifier" else function.child_by_field_name("name")
            known = name is not None and any(method == text_of(name) for _, method in self.methods)
            return (
                f"{text_of(function)}({own}{comma}{given}" if known and name is not None and is_member(name) else None
            )
        if function.type != "field_expression":
            return None
        receiver, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
        method = text_of(field).split("<")[0]
        if receiver is None or all(method != name for _, name in self.methods):
            return None
        if text_of(receiver) == "this":
            return f"{text_of(field)}({own}{comma}{given}"
        owner = self._type_of(receiver, variables, "->" in [c.type for c in function.children])
        if owner is None or (owner.split("<")[0].split("::")[-1].strip(), method) not in self.methods:
            return None
        star = "*" if any(c.type == "->" for c in function.children) else ""
        return f"{owner}::{text_of(field)}({star}{rewritten(receiver, rule)}{comma}{given}"

    def _type_of(self, receiver: Node, variables: Variables, pointed: bool) -> str | None:
        """The class of an object, as it is written."""
        variable = variables.of(receiver) if receiver.type == "identifier" else None
        if variable is None or variable.pointers != pointed or variable.extents:
            return None
        base = variable.base
        if base == "auto" and variable.init is not None and variable.init.type == "call_expression":
            base = text_of(variable.init.child_by_field_name("function"))
        return self.aliases.get(base, base)


def _runs_on_device(node: Node) -> bool:
    return any(text_of(child) in ("__device__", "__global__") for child in node.children)


def _function_declarator(node: Node) -> Node | None:
    return next((n for n in walk(node) if n.type == "function_declarator"), None)


def _name_of(node: Node) -> Node | None:
    declarator = _function_declarator(node)
    return declarator.child_by_field_name("declarator") if declarator is not None else None


def _parts(owner: Node) -> list[Node]:
    body = owner.child_by_field_name("body")
    return body.named_children if body is not None else []


def _definitions(owner: Node) -> Iterator[Node]:
    for part in _parts(owner):
        yield part.named_children[-1] if part.type == "template_declaration" else part


def _declared_in(part: Node) -> Iterator[Node]:
    """The names of data and methods that each object has."""
    if part.type == "template_declaration":
        part = part.named_children[-1]
    if part.type not in ("field_declaration", "function_definition") or is_static(part):
        return
    for declarator in part.children_by_field_name("declarator"):
        name = next((n for n in walk(declarator) if n.type in _PLAIN_NAMES), None)
        if name is not None:
            yield name


def _bases_of(owner: Node) -> list[str]:
    clauses = [n for n in owner.children if n.type == "base_class_clause"]
    return [text_of(n).split("<")[0].split("::")[-1] for c in clauses for n in c.named_children if "type" in n.type]


def _is_declared_there(name: Node) -> bool:
    """Whether an identifier is what a declaration declares, or a part of a longer name."""
    parent = name.parent
    if parent is None or parent.type in ("pointer_declarator", "reference_declarator", "qualified_identifier"):
        return True
    return parent.child_by_field_name("declarator") == name
