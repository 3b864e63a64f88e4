"""What a use of an object does to it: a method that changes its members, an element of an array within it, a reference to it.

Members are known by their names over all classes of the file: where one of two is an array within its object and the other a
pointer, it counts as the array. So a use may be taken for a change that is none, never the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.device_function import template_names
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, name_node
from loopwright.cuda.spec.types import named
from loopwright.lang.bound_arguments import operation_of
from loopwright.lang.numbers import fundamental
from loopwright.lazily import cached_property
from loopwright.source.lexemes import arguments_at, without_remarks
from loopwright.source.nodes import CLASSES, Kinds, is_arrow, nearest, text_of

_OPERATIONS = frozenset(("binary_expression", "unary_expression", "comma_expression"))
_ARRAYS = ("array", "std::array", "cuda::std::array")  # classes of libraries whose elements lie within them
Passed = Callable[[Node], bool]


@dataclass(frozen=True)
class Method:
    """``name`` of ``owner``; ``body`` is ``None`` for one that is declared only."""

    owner: str
    name: str
    constant: bool
    refers: bool  # it gives a reference or a pointer
    body: Node | None


class Members:
    """Of all classes of a file. ``by_reference``: whether an argument can be changed by what is called."""

    def __init__(self, kinds: Kinds, by_reference: Passed) -> None:
        self._by_reference = by_reference
        self._classes = [n for n in kinds.of(*CLASSES) if n.child_by_field_name("body") is not None]
        self.names = frozenset(name for n in self._classes if (name := _class_name(n)))
        self._derived = {_class_name(n) for n in self._classes if any(_bases(n))}
        self._full = aliases_of(kinds)
        templates = [(n, n.parent) for n in kinds.of("alias_declaration") if n.parent is not None]
        self._templates = {text_of(n.child_by_field_name("name")): template_names(around) for n, around in templates}
        self._aliases = {name: _bare(kind) for name, kind in self._full.items()}
        self._mutable_call = any(_says_mutable(n) for n in kinds.of("lambda_expression"))
        self._dimensions: dict[str, int] = {}  # data member → most array dimensions of any of that name
        self._types: dict[tuple[str, str], tuple[str, int]] = {}  # (class, data member) → type, how often it points
        self._pointers: set[str] = set()
        self._objects: set[str] = set()
        self._methods: list[Method] = []
        self._functions: dict[tuple[str, str], list[Node]] = {}  # (class, function), constructors without a name
        self._pointing: dict[tuple[str, str], Node] = {}  # (class, data member) that is a pointer to functions
        self._pointer_types = {
            name: n for n in kinds.of("type_definition", "alias_declaration") for name in _of_pointer(n)
        }
        self._inner: dict[tuple[str, str], str] = {}  # (class, name of a type) → what it stands for
        self._mutable: set[str] = set()
        for node in self._classes:
            self._read(node)

    # -- what is asked

    def changes(self, variable: Variable, node: Node) -> bool:
        """Whether the use ``node`` of a variable may change it, or lead to what changes it later."""
        if variable.pointers or variable.closure or (variable.extents and variable.parameter):
            return False
        return self._leads_to_change(node, _bare(variable.base), len(variable.extents), variable.extents == ())

    def type_of(self, owner: str, member: str) -> tuple[str, int] | None:
        """The type of a data member of a class, or of one that it derives from, and how many times it points."""
        plain = _bare(owner)
        owners = [self._aliases.get(plain, plain)]
        for name in owners:  # grows
            if (known := self._types.get((name, member))) is not None:
                kind = self.given(owner, known[0]) if name == owners[0] else known[0]
                return (known[0] if kind is None or "*" in kind else kind), known[1]
            owners += [base for base in self._bases_of(name) if base not in owners]
        return None

    def functions_of(self, owner: str, name: str) -> Sequence[Node]:
        """The functions of a class that are called so, as they are declared in it; without a name its constructors."""
        plain = _bare(owner)
        owners = [self._aliases.get(plain, plain)]
        for own in owners:  # grows
            if found := self._functions.get((own, name)):
                return found
            if name:
                owners += [base for base in self._bases_of(own) if base not in owners]
        return ()

    def called_through(self, owner: str, name: str) -> Sequence[Node]:
        """What a data member of a class that is called points to, as it is declared, or how an object that it is may be called."""
        plain = _bare(owner)
        found = self._pointing.get((self._aliases.get(plain, plain), name))
        kind = self.type_of(owner, name)
        return (found,) if found is not None else self.called_as(kind[0]) if kind is not None else ()

    def called_as(self, kind: str) -> Sequence[Node]:
        """How a value of a type may be called: a pointer to functions, or an object of a class."""
        pointer = self._pointer_types.get(_bare(kind))
        return (pointer,) if pointer is not None else self.functions_of(kind, "operator()")

    def inner_type(self, owner: str, name: str) -> str | None:
        """What a class calls ``name``: another name of a type."""
        plain = _bare(owner)
        found = self._inner.get((self._aliases.get(plain, plain), name))
        return self.given(owner, found) if found is not None else None

    def _bases_of(self, owner: str) -> list[str]:
        return [_bare(text_of(b)) for n in self._classes if _class_name(n) == owner for b in _bases(n)]

    def given(self, owner: str, kind: str) -> str | None:
        """The type that ``kind``, as a class template says it, is in ``owner``: itself where it is no parameter of the template,
        ``None`` where it is not told what that is given."""
        said = self._resolved(owner)
        classes = [n for n in self._classes if _class_name(n) == _bare(said)]
        names = {name: at for n in classes if n.parent is not None for at, name in enumerate(template_names(n.parent))}
        if kind not in names:
            return kind
        listed = _arguments(said)
        return listed[names[kind]] if names[kind] < len(listed) else None

    def _resolved(self, owner: str) -> str:
        """A type by the name of its class, with what its template is given: of ``Al<int>`` it is ``Tr<int>`` where ``Al<T>`` is ``Tr<T>``."""
        name = _bare(owner)
        if name not in self._full:
            return owner
        own = dict(zip(self._templates.get(name, ()), _arguments(owner), strict=False))
        listed = [own.get(each, each) for each in _arguments(self._full[name])]
        return f"{self._aliases[name]}<{', '.join(listed)}>" if listed else self._full[name]

    def may_derive(self, kind: str, base: str) -> bool:
        """Whether an object of type ``kind`` may be of a class of the file that derives from ``base``."""
        own, other = (self._aliases.get(_bare(name), _bare(name)) for name in (kind, base))
        heirs = {_class_name(n) for n in self._classes if other in [_bare(text_of(b)) for b in _bases(n)]}
        return bool(heirs) and own != other

    def fields(self, owner: str) -> tuple[str, ...]:
        """The data members of a class in order, none where it has others than its own or some without a name."""
        classes = [n for n in self._classes if _class_name(n) == _bare(owner)]
        if len(classes) != 1 or any(_bases(classes[0])):
            return ()
        body = classes[0].child_by_field_name("body")
        found: list[str] = []
        for part in body.named_children if body is not None else ():
            static = any(c.type == "storage_class_specifier" and text_of(c) == "static" for c in part.children)
            if part.type != "field_declaration" or static or _function(part) is not None:
                continue
            names = [name_node(d) for d in part.children_by_field_name("declarator")]
            if not names or None in names:
                return ()
            found += [text_of(n) for n in names if n is not None]
        return tuple(found)

    def has_constructor(self, owner: str) -> bool:
        """Whether a class of the file says how it is made."""
        name = self._aliases.get(_bare(owner), _bare(owner))
        bodies = (n.child_by_field_name("body") for n in self._classes if _class_name(n) == name)
        heads = (_function(part) for body in bodies if body is not None for part in walk(body))
        return any(text_of(h.child_by_field_name("declarator")) == name for h in heads if h is not None)

    # -- what the file says

    def _read(self, node: Node) -> None:
        owner, second_names = _class_name(node), _second_names(node)
        body = node.child_by_field_name("body")
        for part in body.named_children if body is not None else ():
            inner = part
            while inner.type == "template_declaration":
                inner = inner.named_children[-1]
            if (declarator := _function(inner)) is not None:
                name = "".join(text_of(declarator.child_by_field_name("declarator")).split())
                self._functions.setdefault((owner, "" if name == owner else name), []).append(inner)
            for name, kind in second_names_in(inner):
                self._inner[owner, name] = kind
            if inner.type == "function_definition":
                self._add_method(owner, inner, inner.child_by_field_name("body"))
            elif inner.type in ("field_declaration", "declaration"):
                if _function(inner) is not None and not inner.children_by_field_name("default_value"):
                    self._add_method(owner, inner, None)
                else:
                    self._add_data(owner, inner, second_names)

    def _add_method(self, owner: str, node: Node, body: Node | None) -> None:
        declarator = _function(node)
        if declarator is None or any(
            n.type == "storage_class_specifier" and text_of(n) == "static" for n in node.children
        ):
            return
        name = "".join(text_of(declarator.child_by_field_name("declarator")).split())
        if name in (owner, f"~{owner}"):
            return
        constant = any(n.type == "type_qualifier" and text_of(n) == "const" for n in declarator.children)
        refers = any(c in text_of(node)[: declarator.start_byte - node.start_byte] for c in "&*")
        self._methods.append(Method(owner, name, constant, refers, body))

    def _add_data(self, owner: str, node: Node, second_names: Sequence[str]) -> None:
        kind = node.child_by_field_name("type")
        body = kind.child_by_field_name("body") if kind is not None and _is_without_name(kind) else None
        if body is not None and not node.children_by_field_name("declarator"):
            for part in body.named_children:  # members of the class around it
                if part.type == "field_declaration" and _function(part) is None:
                    self._add_data(owner, part, second_names)
        if any(text_of(n) == "mutable" for n in node.children):
            self._mutable.add(owner)
        for declarator in node.children_by_field_name("declarator"):
            own = name_node(declarator)
            if own is None:
                continue
            name, text = text_of(own), without_remarks(text_of(declarator))
            if declarator.type == "function_declarator":
                self._pointing[owner, name] = node
            dimensions = text.count("[")
            self._dimensions[name] = max(dimensions, self._dimensions.get(name, 0))
            if kind is not None:
                said = _class_name(kind) if kind.type in CLASSES else without_remarks(text_of(kind))
                for known in (owner, *second_names):
                    self._types[known, name] = said, text.count("*") + dimensions
            if "*" in text and not dimensions:
                self._pointers.add(name)
            elif not dimensions:
                self._objects.add(name)

    @cached_property
    def _changing(self) -> frozenset[tuple[str, str]]:
        """(class, method) of all that may change their object."""
        found: set[tuple[str, str]] = set()
        bases = {_class_name(n): [text_of(b) for b in _bases(n)] for n in self._classes}
        while True:
            new = {
                (m.owner, m.name)
                for m in self._methods
                if (m.owner, m.name) not in found and self._may_change(m, found, bases.get(m.owner, []))
            }
            if not new:
                return frozenset(found)
            found |= new

    def _may_change(self, method: Method, known: set[tuple[str, str]], bases: list[str]) -> bool:
        if method.constant:
            return method.owner in self._mutable
        if method.body is None or any(_bare(base) not in self.names for base in bases):
            return True
        called = {name for _, name in known}
        for node in walk(method.body):
            if node.type == "this":
                parent = node.parent
                if parent is None or parent.type != "field_expression":
                    return True
                at: Node = parent
                name = text_of(parent.child_by_field_name("field"))
            elif node.type == "identifier":
                at, name = node, text_of(node)
            else:
                continue
            if at.parent is not None and at.parent.type == "call_expression" and name in called:
                return True
            if name not in self._dimensions:
                continue
            whole = name in self._objects and not self._dimensions[name]
            if (name in self._pointers and not self._dimensions[name]) and _follows_pointer(at):
                continue
            if method.refers and _is_returned(at):
                return True
            if self._leads_to_change(at, "", self._dimensions[name], whole, known):
                return True
        return False

    def _method_changes(self, owner: str, name: str, known: set[tuple[str, str]] | None) -> bool:
        changing = self._changing if known is None else known
        if owner in self.names - self._derived:
            return (owner, name) in changing
        return any(method == name for _, method in changing)

    def _operator_changes(self, operand: Node, owner: str, known: set[tuple[str, str]] | None) -> bool:
        """Whether an operator of a class changes the object that it is used on."""
        found = operation_of(operand)
        return found is not None and found.place == 0 and self._method_changes(owner, found.name, known)

    # -- from a use outwards

    def _leads_to_change(
        self, at: Node, owner: str, dimensions: int, whole: bool, known: set[tuple[str, str]] | None = None
    ) -> bool:
        """``dimensions``: how many subscripts stay within the object; ``whole``: it is no array."""
        number = False  # a member that is a plain number: no operator of a class is met
        while (parent := at.parent) is not None:
            kind = parent.type
            if kind == "parenthesized_expression":
                pass
            elif kind == "field_expression":
                if parent.child_by_field_name("argument") != at or is_arrow(parent):
                    return False
                name = text_of(parent.child_by_field_name("field"))
                outer = parent.parent
                if any(c.type == ".*" for c in parent.children):
                    return True  # a method that a variable chooses, or a member by its number
                if (
                    outer is not None
                    and outer.type == "call_expression"
                    and outer.child_by_field_name("function") == parent
                ):
                    return self._method_changes(owner, name, known)
                dimensions = self._dimensions.get(name, 0)
                if not dimensions and name in self._pointers and _follows_pointer(parent):
                    return False
                told = self.type_of(owner, name)
                number = told is not None and bool(fundamental(told[0])) and not told[1]
                owner, whole = "", not dimensions
            elif kind == "subscript_expression":
                if parent.child_by_field_name("argument") != at:
                    return False
                if dimensions:
                    dimensions -= 1
                    whole = not dimensions
                elif owner in _ARRAYS:
                    owner = ""
                else:
                    return bool(not owner or owner in self.names) and self._method_changes(owner, "operator[]", known)
            elif kind == "call_expression":
                functor = self._method_changes(owner, "operator()", known)
                return parent.child_by_field_name("function") == at and (functor or self._mutable_call)
            elif kind == "assignment_expression":
                return parent.child_by_field_name("left") == at or not whole
            elif kind in ("update_expression", "for_range_loop"):
                return True
            elif kind == "pointer_expression":
                changed = not number and self._operator_changes(at, owner, known)
                return text_of(parent).startswith("&") or not whole or changed
            elif kind in _OPERATIONS:
                return not whole or (not number and self._operator_changes(at, owner, known))
            elif kind == "init_declarator":
                return not whole or _is_reference(parent)
            elif kind == "argument_list":
                return not whole or self._by_reference(at)
            else:
                return not whole and kind not in ("sizeof_expression", "initializer_list")
            at = parent
        return False


def _arguments(kind: str) -> list[str]:
    """What a class template is given."""
    listed = arguments_at(kind, kind.find("<"), "<") if "<" in kind else None
    return listed[0] if listed is not None else []


def _bare(name: str) -> str:
    """A class without template arguments, and without its namespaces but for `std`; one that is said by its text as it is."""
    if "{" in name:
        return named(name)
    plain = name.split("<")[0].strip().removeprefix("struct ").strip()
    return plain if plain in _ARRAYS else plain.split("::")[-1]


def aliases_of(kinds: Kinds) -> dict[str, str]:
    """Other names that types have: ``using Sum = BlockSum<float>;``, ``typedef BlockSum<float> Sum;``. A type that is defined there has its
    tag; without one it has no name but this."""
    said = [(n.child_by_field_name("name"), n) for n in kinds.of("alias_declaration")]
    said += [(n.child_by_field_name("declarator"), n) for n in kinds.of("type_definition")]
    found = {}
    for name, node in said:
        kind = node.child_by_field_name("type")
        if kind is not None and kind.child_by_field_name("body") is not None:
            kind = kind.child_by_field_name("name")
        if kind is not None:
            found[text_of(name)] = without_remarks(text_of(kind))
    return found


def second_names_in(node: Node) -> Iterator[tuple[str, str]]:
    """The other names of plain types that a node declares, and what they stand for."""
    kind = node.child_by_field_name("type")
    if kind is None:
        return
    if node.type == "alias_declaration":
        yield text_of(node.child_by_field_name("name")), without_remarks(text_of(kind))
    elif node.type == "type_definition":
        for declarator in node.children_by_field_name("declarator"):
            if declarator.type == "type_identifier":
                yield text_of(declarator), without_remarks(text_of(kind))


def _of_pointer(node: Node) -> Iterator[str]:
    """The name that a node gives a type of pointers to functions."""
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    if node.type == "alias_declaration":
        inner = kind.child_by_field_name("declarator") if kind is not None else None
        if inner is not None and inner.type == "abstract_function_declarator":
            yield text_of(node.child_by_field_name("name"))
    elif declarator is not None and declarator.type == "function_declarator":
        named = declarator.child_by_field_name("declarator")
        yield from (text_of(n) for n in (walk(named) if named is not None else ()) if n.type == "type_identifier")


def _class_name(node: Node) -> str:
    """What a class is called; one without a name by its text, as variables and members say it whose type it is."""
    return (
        named(without_remarks(text_of(node)))
        if _is_without_name(node)
        else _bare(text_of(node.child_by_field_name("name")))
    )


def _is_without_name(node: Node) -> bool:
    return (
        node.type in CLASSES
        and node.child_by_field_name("name") is None
        and node.child_by_field_name("body") is not None
    )


def _second_names(node: Node) -> list[str]:
    """What a ``typedef`` around a class calls it."""
    outer = node.parent if node.parent is not None and node.parent.type == "type_definition" else None
    named = outer.children_by_field_name("declarator") if outer is not None else []
    return [text_of(n) for n in named if n.type == "type_identifier"]


def _bases(node: Node) -> Iterator[Node]:
    clause = next((n for n in node.children if n.type == "base_class_clause"), None)
    kinds = ("type_identifier", "template_type", "qualified_identifier")
    yield from (n for n in (clause.named_children if clause is not None else ()) if n.type in kinds)


def _function(node: Node) -> Node | None:
    """The declarator of a function that a member declares, behind the stars and references of its result."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
    if declarator is None or declarator.type != "function_declarator":
        return None
    named = declarator.child_by_field_name("declarator")
    return None if named is not None and named.type == "parenthesized_declarator" else declarator


def _says_mutable(node: Node) -> bool:
    body = node.child_by_field_name("body")
    return any(text_of(n) == "mutable" for n in walk(node) if body is None or n.end_byte <= body.start_byte)


def _follows_pointer(at: Node) -> bool:
    """Whether a pointer is only used for what it leads to: subscript, star, arrow."""
    parent = at.parent
    while parent is not None and parent.type == "parenthesized_expression":
        at, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type == "subscript_expression":
        return parent.child_by_field_name("argument") == at
    if parent.type == "pointer_expression":
        return text_of(parent).startswith("*")
    return parent.type == "field_expression" and is_arrow(parent)


def _is_returned(at: Node) -> bool:
    around = nearest(at, ("return_statement", "argument_list", "compound_statement"))
    return around is not None and around.type == "return_statement"


def _is_reference(node: Node) -> bool:
    """Whether an initializer binds a reference through which its object can be changed."""
    declarator, declaration = node.child_by_field_name("declarator"), node.parent
    if declarator is None or declarator.type != "reference_declarator" or declaration is None:
        return False
    return not any(n.type == "type_qualifier" and text_of(n) == "const" for n in declaration.children)
