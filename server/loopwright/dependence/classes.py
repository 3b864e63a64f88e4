"""Classes, structs and unions as the files in sight define them: members, methods, and whether the text of an expression can run
code that is written elsewhere (constructors, destructors, operators, conversions)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.dependence.spec import functions
from loopwright.dependence.types import Type, is_integer, read_type
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline

_SPECIFIERS = frozenset(("struct_specifier", "class_specifier", "union_specifier"))
_CONTAINERS = frozenset(
    ("translation_unit", "namespace_definition", "declaration_list", "linkage_specification", "template_declaration", "declaration",
     "type_definition", "field_declaration_list", "field_declaration", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif",
     "ERROR", *_SPECIFIERS)
)  # fmt: skip


@dataclass(frozen=True)
class Member:
    """A data member. ``shared`` members lie over each other (a union); ``bits`` share a word with their neighbours."""

    type: Type
    shared: bool = False
    bits: bool = False
    static: bool = False
    initialized: bool = False


@dataclass
class Class:
    """``methods`` are those whose bodies stand in the class, ``declared`` all names of functions in it; ``special`` says which
    of ``constructor``, ``destructor``, ``conversion``, ``assignment`` and ``virtual`` it has of its own."""

    name: str
    node: Node
    members: dict[str, Member] = field(default_factory=dict)
    methods: dict[str, list[Node]] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    virtual: set[str] = field(default_factory=set)
    special: set[str] = field(default_factory=set)
    bases: tuple[str, ...] = ()


class Classes:
    """Those of a file and its headers. Nothing in it changes once it has been asked for."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._known: dict[str, Class] | None = None
        self._operators: frozenset[str] | None = None
        self._parameters: frozenset[str] | None = None
        self._natures: dict[str, str] = {}
        self._enumerations: frozenset[str] | None = None

    @property
    def known(self) -> dict[str, Class]:
        """By name; where two files define one differently, the file's own."""
        if self._known is None:
            found: dict[str, Class] = {}
            for outline in (*reversed(self.outline.headers), self.outline):
                found.update({known.name: known for known in _defined_in(outline)})
            self._known = found
        return self._known

    def of(self, base: str) -> Class | None:
        """The class of a type's name, without its template arguments."""
        return self.known.get(_plain(base))

    def methods(self, owner: Class, name: str) -> list[Node]:
        """Bodies of one method, inside the class or outside."""
        found = list(owner.methods.get(name, ()))
        for definition in self.outline.definitions(name):
            parts = definition.function.name.split("::")
            if len(parts) > 1 and parts[-2].split("<")[0] == owner.name:
                found.append(definition.node)
        return found

    def member(self, owner: Class, name: str) -> Member | None:
        """A data member of a class or of one of its bases."""
        found = owner.members.get(name)
        for base in owner.bases:
            parent = self.of(base)
            if found is None and parent is not None and parent is not owner:
                found = self.member(parent, name)
        return found

    @property
    def operators(self) -> frozenset[str]:
        """Names of the operator functions that the files in sight define or declare: `operator+`."""
        if self._operators is None:
            found: set[str] = set()
            for outline in (*self.outline.headers, self.outline):
                found |= _operators_of(outline)
            self._operators = frozenset(found)
        return self._operators

    def code_behind(self, kind: Type) -> str:
        """Why making, copying or destroying a value of this type can run code that the text does not show, empty if it cannot."""
        if self.outline.source.language == "c" or kind.layers[:1] in (("*",), ("&",)):
            return ""
        base = kind.base
        if base not in self._natures:
            self._natures[base] = ""  # a class inside itself is reached by a pointer
            self._natures[base] = self._nature(base)
        return self._natures[base]

    def _nature(self, base: str) -> str:
        if is_number(base) or base in ("auto", "this", "bool", "void") or _plain(base) in self.enumerations:
            return ""
        plain = _plain(base)
        known = self.known.get(plain)
        if known is not None:
            return self._nature_of(known)
        if plain in functions().values:
            inner = base[base.index("<") + 1 : base.rindex(">")] if "<" in base and ">" in base else ""
            return next((why for part in _arguments(inner) if (why := self.code_behind(Type(part)))), "")
        if plain in self.template_parameters:
            lively = next((name for name, known in self.known.items() if _is_lively(known)), None)
            return f"{base} may be {lively}" if lively and self.operators | {lively} else ""
        return f"what {base} does when it is made, copied or used is not known"

    def _nature_of(self, known: Class) -> str:
        special = known.special - {"conversion"}
        if special:
            return f"the {' and '.join(sorted(special))} of {known.name} may do anything"
        for base in known.bases:
            parent = self.of(base)
            why = f"what {base} does is not known" if parent is None else self._nature_of(parent)
            if why:
                return why
        for member in known.members.values():
            if member.static:
                continue
            why = self.code_behind(
                member.type._replace(layers=tuple(layer for layer in member.type.layers if layer != "[]"))
            )
            if why:
                return why
        return ""

    @property
    def enumerations(self) -> frozenset[str]:
        """Names of enumerations."""
        if self._enumerations is None:
            self._enumerations = frozenset(name for o in (*self.outline.headers, self.outline) for name in _kept(o)[3])
        return self._enumerations

    @property
    def template_parameters(self) -> frozenset[str]:
        """Names of type parameters of the file's templates."""
        if self._parameters is None:
            found: set[str] = set()
            for outline in (*self.outline.headers, self.outline):
                found |= _template_parameters_of(outline)
            self._parameters = frozenset(found)
        return self._parameters

    def is_class(self, kind: Type) -> bool:
        """Whether an operator on a value of this type can be a function: a class, or a type that nobody in sight defines."""
        if self.outline.source.language == "c" or kind.layers:
            return False
        base = kind.base
        return not (
            is_number(base) or base in ("", "auto", "this", "bool", "void") or _plain(base) in self.enumerations
        )


def _is_lively(known: Class) -> bool:
    """Whether values of a class that is no template run code."""
    parent = known.node.parent
    is_template = parent is not None and parent.type == "template_declaration"
    operators = any(name.startswith("operator") for name in known.declared)
    return not is_template and bool(known.special or known.virtual or known.bases or operators)


def is_number(base: str) -> bool:
    """Whether a type's name is that of a number, as far as the name tells."""
    words = base.replace("std::", "").split()
    return bool(words) and (
        is_integer(base) or all(word in functions().numbers or word.endswith("_t") for word in words)
    )


def _plain(base: str) -> str:
    words = base.split("<")[0].replace("typename ", "").split("::")
    return words[-1].strip()


def _arguments(text: str) -> list[str]:
    parts, depth = [""], 0
    for character in text:
        depth += (character == "<") - (character == ">")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    names = (part.replace("const ", "").strip() for part in parts)
    return [name for name in names if name and not name[0].isdigit() and name[-1] not in "*&]"]


def _kept(outline: Outline) -> tuple[list[Class], frozenset[str], frozenset[str], frozenset[str]]:
    if "classes" not in outline.kept:
        found: list[Class] = []
        operators: set[str] = set()
        parameters: set[str] = set()
        enumerations: set[str] = set()
        for node in _nodes_of_interest(outline.source.tree.root_node):
            if node.type in _SPECIFIERS:
                known = _read_class(node)
                if known is not None:
                    found.append(known)
                    operators |= {name for name in known.declared if name.startswith("operator")}
            elif node.type == "enum_specifier":
                enumerations.add(text_of(node.child_by_field_name("name")))
            elif node.type == "template_parameter_list":
                parameters |= {
                    text_of(child.named_children[-1])
                    for child in node.named_children
                    if child.type.endswith("type_parameter_declaration") and child.named_children
                }
            else:
                name_of = _function_name(node)
                if "operator" in name_of:
                    operators.add(name_of[name_of.index("operator") :])
        outline.kept["classes"] = (found, frozenset(operators), frozenset(parameters), frozenset(enumerations))
    kept: tuple[list[Class], frozenset[str], frozenset[str], frozenset[str]] = outline.kept["classes"]
    return kept


def _defined_in(outline: Outline) -> list[Class]:
    return _kept(outline)[0]


def _operators_of(outline: Outline) -> frozenset[str]:
    return _kept(outline)[1]


def _template_parameters_of(outline: Outline) -> frozenset[str]:
    return _kept(outline)[2]


def _nodes_of_interest(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        kind = node.type
        if kind in _SPECIFIERS or kind in ("template_parameter_list", "enum_specifier"):
            yield node
        if kind == "function_definition" or kind == "lambda_expression":
            yield node
            text = node.text or b""
            if b"struct" in text or b"class" in text or b"union" in text:
                stack += [child for child in descendants(node) if child.type in _SPECIFIERS]
            continue
        if kind in _CONTAINERS:
            stack.extend(node.named_children)


def descendants(node: Node) -> Iterator[Node]:
    """All nodes below one, but for what is inside classes."""
    stack = list(node.named_children)
    while stack:
        current = stack.pop()
        yield current
        if current.type not in _SPECIFIERS:  # which looks into itself
            stack.extend(current.named_children)


def _read_class(node: Node) -> Class | None:
    body = node.child_by_field_name("body")
    if body is None:
        return None
    name = text_of(node.child_by_field_name("name")).split("<")[0] or _typedef_name(node)
    known = Class(name, node)
    clause = next((child for child in node.named_children if child.type == "base_class_clause"), None)
    if clause is not None:
        known.bases = tuple(
            text_of(child) for child in clause.named_children if child.type not in ("access_specifier", "comment")
        )
    for child in body.named_children:
        _read_member(known, child, node.type == "union_specifier")
    return known


def _typedef_name(node: Node) -> str:
    parent = node.parent
    if parent is not None and parent.type == "type_definition":
        declarators = parent.children_by_field_name("declarator")
        return text_of(declarators[0]) if declarators else ""
    return ""


def _read_member(known: Class, node: Node, shared: bool) -> None:
    kind = node.type
    if kind in ("template_declaration", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"):
        for child in node.named_children:
            _read_member(known, child, shared)
        return
    if kind not in ("field_declaration", "function_definition", "declaration"):
        return
    inner = node.child_by_field_name("type")
    if inner is not None and inner.type in _SPECIFIERS and not node.children_by_field_name("declarator"):
        body = inner.child_by_field_name("body")  # members of an anonymous struct are members of the class
        for child in body.named_children if body is not None and inner.child_by_field_name("name") is None else []:
            _read_member(known, child, shared or inner.type == "union_specifier")
        return
    called = _function_name(node)
    if called:
        _read_function(known, node, called)
        return
    bits = any(child.type == "bitfield_clause" for child in node.named_children)
    initialized = node.child_by_field_name("default_value") is not None
    for declarator in node.children_by_field_name("declarator"):
        name, type = read_type(declarator, node)
        if name:
            known.members[name] = Member(type, shared, bits, type.static, initialized)
    if initialized:
        value = node.child_by_field_name("default_value")
        if value is not None and any(
            child.type in ("call_expression", "update_expression", "assignment_expression", "identifier")
            for child in (value, *descendants(value))
        ):
            known.special.add("constructor")


def _read_function(known: Class, node: Node, called: str) -> None:
    has_body = node.child_by_field_name("body") is not None
    quiet = any(child.type == "default_method_clause" for child in node.named_children)
    if any(child.type == "virtual" for child in node.children):
        known.special.add("virtual")
        known.virtual.add(called)
    if any(
        "override" in text_of(child) or text_of(child) == "final"
        for child in node.children[1:]
        if child.type == "virtual_specifier"
    ):
        known.virtual.add(called)
    known.declared.add(called)
    if has_body:
        known.methods.setdefault(called, []).append(node)
    if quiet:
        return
    if called.startswith("~"):
        known.special.add("destructor")
    elif called == known.name:
        known.special.add("constructor")
    elif called == "operator=":
        known.special.add("assignment")
    elif called.startswith("operator "):
        known.special.add("conversion")


def _function_name(node: Node) -> str:
    """The last part of a declared function's name, empty for what is none."""
    current: Node | None = node.child_by_field_name("declarator")
    is_function = False
    while current is not None:
        if current.type == "operator_cast":
            return "operator " + text_of(current.child_by_field_name("type"))
        if current.type == "function_declarator":
            inner = current.child_by_field_name("declarator")
            is_function = inner is not None and inner.type != "parenthesized_declarator"
        inner = current.child_by_field_name("declarator")
        if inner is None and current.type == "reference_declarator" and current.named_children:
            inner = current.named_children[-1]
        if inner is None:
            break
        current = inner
    if not is_function or current is None:
        return ""
    return "".join(text_of(current).split("::")[-1].split())
