"""The variables of one function: where each is declared, used and written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tree_sitter import Node

from loopwright.cuda.read.rewriting import walk
from loopwright.lang.numbers import fundamental
from loopwright.source.lexemes import extents_in, lexemes_within, replaced, without_remarks, without_words
from loopwright.source.nodes import is_arrow, text_of

SCOPES = frozenset(
    ("compound_statement", "for_statement", "for_range_loop", "lambda_expression", "case_statement",
     "if_statement", "while_statement", "switch_statement")
)  # fmt: skip
_PLACES = frozenset(("subscript_expression", "field_expression", "parenthesized_expression"))
_NAMES = frozenset(("identifier", "field_identifier", "type_identifier"))
_WITHIN = frozenset(
    ("field_expression", "subscript_expression", "call_expression", "init_declarator", "parenthesized_expression")
)
_OPERATIONS = frozenset(("binary_expression", "unary_expression", "pointer_expression", "comma_expression"))
_NAMELESS = frozenset(
    ("parameter_list", "comment", "number_literal", "primitive_type", "field_identifier")
)  # of variables
_WORDS = frozenset(
    ("static", "extern", "__shared__", "volatile", "const", "constexpr", "register", "__restrict__", "__restrict")
)

_TAKES = frozenset(
    ("function_declarator", "abstract_function_declarator", "lambda_declarator")
)  # what parameters stand in
_RANGE = "for_range_loop"
_OF_POINTERS = ("const", "__restrict__", "__restrict")


@dataclass(eq=False)
class Variable:
    """``head`` is the text before the declarator, ``declarator`` the rest without the initializer, both without remarks."""

    name: str
    head: str
    declarator: str
    declaration: Node | None = None
    init: Node | None = None
    scope: Node | None = None
    parameter: bool = False
    uses: list[Node] = field(default_factory=list)
    writes: list[Node] = field(default_factory=list)
    taken: list[Node] = field(default_factory=list)
    passed: list[Node] = field(default_factory=list)  # as an argument: taken if the parameter is a reference
    within: list[Node] = field(default_factory=list)  # to use a member or element: taken if that changes the object
    glued: bool = False  # ``float* a``: no blank before the declarator

    @property
    def shared(self) -> bool:
        """One for the block."""
        return "__shared__" in self.head

    @property
    def dynamic(self) -> bool:
        """``extern __shared__``: its size comes with the launch."""
        return self.shared and "extern" in self.head

    @property
    def volatile(self) -> bool:
        """Whether what it holds or points to is volatile."""
        return "volatile" in self.head

    @property
    def base(self) -> str:
        """The type's name without qualifiers."""
        return without_words(self.head, _WORDS)

    @property
    def pointers(self) -> int:
        """Stars of the declarator."""
        return self.declarator.split("[")[0].count("*")

    @property
    def extents(self) -> tuple[str, ...]:
        """What stands in its brackets."""
        return extents_in(self.declarator)

    @property
    def reference(self) -> bool:
        """Whether it is a reference."""
        return "&" in self.declarator.split("[")[0]

    @property
    def pack(self) -> bool:
        """Whether it is a template's parameter pack."""
        return "..." in self.declarator

    @property
    def closure(self) -> bool:
        """Whether it is a lambda: made anew in each region that uses it."""
        return self.init is not None and self.init.type == "lambda_expression"

    @property
    def constructed(self) -> bool:
        """Whether it starts with the arguments of a constructor."""
        return self.init is not None and self.init.type in ("argument_list", "parameter_list")

    @property
    def scalar(self) -> bool:
        """A plain value or pointer."""
        return not self.extents and not self.reference

    @property
    def keeps_value(self) -> bool:
        """A value, or a reference that makes one of what is of another type."""
        passing = self.reference and "const" not in self.head.split() and "&&" not in self.declarator
        return not self.extents and not self.pointers and not passing

    def declared(self, declarator: str) -> str:
        """What is said before the declarator and a declarator, with the blank between them that the source has."""
        return f"{self.head}{'' if self.glued and declarator.startswith(('*', '&')) else ' '}{declarator}"

    def renamed(self, name: str) -> str:
        """The declarator with another name."""
        own = next((each for each in lexemes_within(self.declarator) if each.text == self.name), None)
        return replaced(self.declarator, [(own.start, own.end, name)] if own is not None else ())

    def elements(self, name: str) -> str:
        """The declarator of what keeps its values under another name: a pointer that may be set again."""
        if not self.pointers:
            return self.renamed(name)
        before, *layers = self.declarator.split("*")
        plain = "*".join([before, *map(_without_qualifiers, layers)])
        return replace(self, declarator=plain).renamed(name)


def _without_qualifiers(layer: str) -> str:
    """What stands behind a star without what is said of the pointer itself."""
    while (words := layer.split(maxsplit=1)) and words[0] in _OF_POINTERS:
        layer = words[1] if len(words) > 1 else ""
    return layer


def split_alignment(head: str) -> tuple[str, str]:
    """The ``alignas(…)`` with which a head begins, and the rest: words of storage stand between them."""
    if not head.startswith("alignas"):
        return "", head
    depth = 0
    for at, character in enumerate(head):
        depth += (character == "(") - (character == ")")
        if character == ")" and not depth:
            return f"{head[: at + 1]} ", head[at + 1 :].strip()
    return "", head


def without(text: str, *words: str) -> str:
    """What is said before a declarator without some words."""
    return " ".join(word for word in text.split() if word not in words)


class Variables:
    """All variables of a function, found by the identifiers that mean them."""

    def __init__(self, function: Node) -> None:
        self.all: list[Variable] = []
        self.by_node: dict[int, Variable] = {}
        self._scopes: list[tuple[Node, dict[str, Variable | None]]] = [(function, {})]  # none for a constant's name
        self.parameters: list[Variable] = []
        for number, parameter in enumerate(parameter_nodes(function)):
            variable = _declared(parameter.child_by_field_name("declarator"), parameter)
            if variable is None and text_of(parameter) != "void":
                variable = Variable(f"unused_{number}", text_of(parameter), f"unused_{number}", parameter)
            if variable is not None:
                variable.parameter, variable.scope = True, function
                self.parameters.append(variable)
                self._add(variable)
        made = [n for n in function.named_children if n.type == "field_initializer_list"]
        for part in (*made, function.child_by_field_name("body")):
            if part is not None:
                self._visit(part)

    def of(self, node: Node) -> Variable | None:
        """What an identifier means."""
        return self.by_node.get(node.id)

    def before(self, node: Node) -> Variable | None:
        """What a name means that was read as a type: the last variable of that name declared before it."""
        name = text_of(node)
        found = [
            v
            for v in self.all
            if v.name == name and v.declaration is not None and v.declaration.start_byte < node.start_byte
        ]
        return found[-1] if found else None

    def used_in(self, node: Node) -> set[Variable]:
        """Variables that are mentioned below ``node``, by a lambda that is mentioned too."""
        found = {v for n in walk(node) if n.type in _NAMES and (v := self.by_node.get(n.id)) is not None}
        for variable in [v for v in found if v.closure and v.init is not None and v.declaration is not None]:
            inner = variable.init
            assert inner is not None
            if not node.start_byte <= inner.start_byte < node.end_byte:
                own = range(inner.start_byte, inner.end_byte)
                found |= {
                    v for v in self.used_in(inner) if v.declaration is None or v.declaration.start_byte not in own
                }
        return found

    def used_from_outside(self, node: Node) -> set[Variable]:
        """The same without those that are declared below ``node``."""
        own = range(node.start_byte, node.end_byte)
        return {v for v in self.used_in(node) if v.declaration is None or v.declaration.start_byte not in own}

    def _add(self, variable: Variable) -> None:
        self.all.append(variable)
        self._scopes[-1][1][variable.name] = variable

    def _visit(self, node: Node) -> None:
        kind = node.type
        if kind == "identifier":
            self._use(node)
        elif kind in SCOPES:
            self._scopes.append((node, {}))
            if kind == "lambda_expression":
                for parameter in parameter_nodes(node):
                    variable = _declared(parameter.child_by_field_name("declarator"), parameter)
                    if variable is not None:
                        variable.scope = node
                        self._add(variable)
            self._children(node)
            self._scopes.pop()
        elif kind == "enum_specifier":
            self._name_constants(node)
        elif kind in ("declaration", "condition_declaration"):
            type = node.child_by_field_name("type")
            if type is not None and type.type == "enum_specifier":
                self._name_constants(type)
            for declarator in node.children_by_field_name("declarator"):
                init = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
                for size in walk(declarator):
                    if size.type == "array_declarator" and (extent := size.child_by_field_name("size")) is not None:
                        self._visit(extent)
                if init is not None:
                    self._visit(init)
                variable = _declared(declarator, node)
                if variable is not None:
                    if init is not None and init.type == "initializer_list" and variable.base == "auto":
                        init = (
                            init.named_children[0] if init.named_child_count == 1 else init
                        )  # `auto x{1}`: a number, no list
                    variable.scope, variable.init = self._scopes[-1][0], init or _arguments(declarator)
                    if init is None and variable.init is not None:
                        variable.declarator = variable.name
                        for argument in walk(variable.init):
                            if argument.type in ("type_identifier", "identifier"):
                                self._use(argument)
                    self._add(variable)
            value = node.child_by_field_name("value")
            if value is not None:
                self._visit(value)
        elif kind == "field_expression" and any(c.type == ".*" for c in node.children):
            self._children(node)
            chosen = node.child_by_field_name("field")  # `object.*member`: a variable tells which
            if chosen is not None:
                self._use(chosen)
        else:
            self._children(node)

    def _name_constants(self, enumeration: Node) -> None:
        """Constants of a function hide variables around them, each behind its own value."""
        body = enumeration.child_by_field_name("body")
        is_scoped = any(child.type in ("class", "struct") for child in enumeration.children)
        for each in body.named_children if body is not None else ():
            name, value = each.child_by_field_name("name"), each.child_by_field_name("value")
            if value is not None:
                self._visit(value)
            if name is not None and not is_scoped:
                self._scopes[-1][1][text_of(name)] = None

    def _children(self, node: Node) -> None:
        over = node.child_by_field_name("right") if node.type == _RANGE else None
        if node.type == _RANGE:
            if over is not None:  # which does not see the variable of the loop
                self._visit(over)
            variable = _declared(node.child_by_field_name("declarator"), node)
            if variable is not None:
                variable.scope = node
                self._add(variable)
        for child in node.named_children:
            if child.type not in _NAMELESS and child != over:
                self._visit(child)

    def _use(self, node: Node) -> None:
        name = text_of(node)
        for _, names in reversed(self._scopes):
            if name not in names:
                continue
            variable = names[name]
            if variable is not None:
                self.by_node[node.id] = variable
                variable.uses.append(node)
                kind = _access(node, variable)
                if kind == "write":
                    variable.writes.append(node)
                elif kind == "taken":
                    variable.taken.append(node)
                elif kind == "passed":
                    variable.passed.append(node)
                elif node.parent is not None and (
                    node.parent.type in _WITHIN or (node.parent.type in _OPERATIONS and _is_object(variable))
                ):
                    variable.within.append(node)
            return


def array_name(variable: Variable, variables: Variables) -> str:
    """The name of the array that keeps a variable for every thread; variables of one name have arrays of their own."""
    at = [v for v in variables.all if v.name == variable.name].index(variable)
    name = f"{variable.name}_of" + (f"_{at + 1}" if at else "")
    while any(v.name == name for v in variables.all):
        name += "_"
    return name


def parameter_nodes(function: Node) -> list[Node]:
    """The declarations of a function's parameters."""
    if function.type == "alias_declaration":
        function = function.child_by_field_name("type") or function
    declarator = function.child_by_field_name("declarator")
    while declarator is not None and declarator.type not in _TAKES:
        declarator = declarator.child_by_field_name("declarator") or next(iter(declarator.named_children), None)
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    kinds = ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration")
    return [n for n in listed.named_children if n.type in kinds] if listed is not None else []


def parameter_of(declaration: Node) -> Variable | None:
    """What a declaration of a parameter declares, ``None`` where it has no name."""
    return _declared(declaration.child_by_field_name("declarator"), declaration)


def default_value(parameter: Node) -> Node | None:
    """The default argument of a parameter."""
    return parameter.child_by_field_name("default_value")


def name_node(declarator: Node | None) -> Node | None:
    """The identifier that a declarator declares."""
    while declarator is not None and declarator.type not in ("identifier", "field_identifier"):
        if declarator.type == "qualified_identifier":
            member = declarator.child_by_field_name("name")  # a pointer to a member: `C::*name`
            if member is None or member.type != "pointer_type_declarator":
                return None
            return member.child_by_field_name("declarator")
        if declarator.type in ("structured_binding_declarator", "operator_name"):
            return None
        inner = declarator.child_by_field_name("declarator")
        declarator = inner or next(
            (c for c in declarator.named_children if c.type.endswith(("declarator", "identifier"))), None
        )
    return declarator


def _arguments(declarator: Node) -> Node | None:
    """``dim3 block(WIDTH, HEIGHT)`` looks like a function that takes types: its parameters are arguments."""
    listed = declarator.child_by_field_name("parameters") if declarator.type == "function_declarator" else None
    if (
        listed is None
        or not listed.named_children
        or any(n.type != "parameter_declaration" for n in listed.named_children)
        or (named := declarator.child_by_field_name("declarator")) is None
        or named.type == "parenthesized_declarator"  # a pointer to a function
    ):
        return None
    return listed if all(_may_be_argument(n) for n in listed.named_children) else None


def _may_be_argument(parameter: Node) -> bool:
    """Whether what looks like a parameter may be a value: `width`, `a[i]`."""
    declarator, kind = parameter.child_by_field_name("declarator"), parameter.child_by_field_name("type")
    element = declarator is not None and declarator.type == "abstract_array_declarator"
    return declarator is None or (element and kind is not None and kind.type == "type_identifier")


def _declared(declarator: Node | None, declaration: Node) -> Variable | None:
    name = name_node(declarator)
    if name is None or declarator is None:
        return None
    plain = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
    first = declaration.child_by_field_name("declarator") or declarator
    data = declaration.text or b""
    start = next((c.end_byte for c in declaration.children if c.type == "("), 0) if declaration.type == _RANGE else 0
    head = data[max(start - declaration.start_byte, 0) : first.start_byte - declaration.start_byte].decode(
        "utf-8", errors="replace"
    )
    told = Variable(text_of(name), without_remarks(head).strip(), without_remarks(text_of(plain)), declaration)
    told.glued = not head[-1:].isspace()
    return told


def _points(variable: Variable) -> bool:
    """Whether a subscript of it leaves the variable alone: a pointer, an array parameter."""
    return not variable.extents or variable.parameter


def _is_object(variable: Variable) -> bool:
    return not (variable.pointers or variable.extents or fundamental(variable.base))


def place_of(node: Node, variable: Variable) -> Node | None:
    """The largest place that is a variable or a part of it where its name stands; ``None`` where the name tells another place, as an index
    or a pointer does."""
    at, parent = node, node.parent
    while parent is not None and (parent.type in _PLACES or _stands_for(parent, at)):
        if parent.type == "subscript_expression" and (
            parent.child_by_field_name("argument") != at or _points(variable)
        ):
            return None
        if parent.type == "field_expression" and is_arrow(parent):
            return None
        at, parent = parent, parent.parent
    return at


def _access(node: Node, variable: Variable) -> str:
    """``write`` for assignment and ++, ``taken`` where its address goes elsewhere, ``passed`` as an argument, else ``read``."""
    at = place_of(node, variable)
    parent = at.parent if at is not None else None
    if parent is None:
        return "read"
    if parent.type == "assignment_expression" and parent.child_by_field_name("left") == at:
        return "write"
    if parent.type == "update_expression":
        return "write"
    if parent.type == "pointer_expression" and text_of(parent).startswith("&"):
        return "taken"
    if parent.type == _RANGE and _is_object(variable):  # its methods say where its elements begin
        return "taken"
    if _casts_to_reference(parent):
        return "taken"
    if parent.type == "argument_list" and parent.parent is not None and parent.parent.type == "call_expression":
        return "passed"
    return "read"


def _stands_for(parent: Node, at: Node) -> bool:
    """Whether an expression is the same place as a part of it: a side of `?:`, what stands last behind commas."""
    if parent.type == "conditional_expression":
        return parent.child_by_field_name("condition") != at
    return parent.type == "comma_expression" and parent.named_children[-1] == at


def _casts_to_reference(parent: Node) -> bool:
    """Whether a cast makes another name for a place: `reinterpret_cast<int &>(x)`, `(int &)x`."""
    if parent.type == "argument_list" and parent.parent is not None and parent.parent.type == "call_expression":
        function = parent.parent.child_by_field_name("function")
        if (
            function is None
            or function.type != "template_function"
            or not text_of(function.child_by_field_name("name")).endswith("_cast")
        ):
            return False
        kind: Node | None = function.child_by_field_name("arguments")
    else:
        kind = parent.child_by_field_name("type") if parent.type == "cast_expression" else None
    return kind is not None and any(n.type == "abstract_reference_declarator" for n in walk(kind))
