"""One function that runs on the device: its head, parameters and what stands in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tree_sitter import Node

from loopwright.cuda.read.lockstep import Lockstep
from loopwright.cuda.read.names import last_part
from loopwright.cuda.read.overloads import Parameter, Signature, Type
from loopwright.cuda.read.rewriting import dimensions_read, walk
from loopwright.cuda.read.variables import Variable, Variables, default_value, name_node, parameter_nodes
from loopwright.cuda.spec.types import named
from loopwright.lang.callees import called_by_name
from loopwright.lang.lookup import namespace_of
from loopwright.lang.method_heads import declared_name, is_method, words_of
from loopwright.lang.numbers import literal
from loopwright.lazily import cached_property
from loopwright.source.lexemes import without_remarks, without_words
from loopwright.source.nodes import bare, text_of

WORDS = frozenset(
    ("identifier", "namespace_identifier", "type_identifier", "field_identifier")
)  # identifiers, to the grammar
_CLASSES = frozenset(("struct_specifier", "class_specifier"))
_TYPE_PARAMETERS = frozenset(("type_parameter_declaration", "optional_type_parameter_declaration"))
INDICES = ("threadIdx", "blockIdx", "blockDim", "gridDim")
_QUALIFIERS = frozenset(
    ("__device__", "__host__", "__global__", "__forceinline__", "__noinline__", "static", "inline", "__inline__")
    + ("constexpr", "consteval")
)


@dataclass(frozen=True, eq=False)
class DeviceFunction:
    """A ``__global__`` or ``__device__`` function. ``whole`` is its definition with template and linkage around it."""

    name: str
    kind: Literal["kernel", "device"]
    node: Node
    whole: Node
    file_macros: Mapping[str, str | None] = field(default_factory=dict)  # what is defined where it begins

    @cached_property
    def head(self) -> str:
        """The text before the body."""
        return (self.node.text or b"")[: self.body.start_byte - self.node.start_byte].decode("utf-8", errors="replace")

    @property
    def body(self) -> Node:
        """Its compound statement."""
        body = self.node.child_by_field_name("body")
        assert body is not None
        return body

    @cached_property
    def template(self) -> str:
        """``template <…>`` as written, empty for none."""
        if self.whole.type != "template_declaration":
            return ""
        parameters = self.whole.child_by_field_name("parameters")
        return f"template {text_of(parameters)}"

    @cached_property
    def written_name(self) -> str:
        """Its name, of an explicit specialisation with the arguments of the template."""
        found = next((n for n in walk(self.node) if n.type == "function_declarator"), None)
        name = text_of(found.child_by_field_name("declarator")) if found is not None else self.name
        own = last_part(name)
        return own if "<" in own else self.name

    @cached_property
    def scope(self) -> str:
        """The class that is named before a method which is defined outside of it, with ``::``."""
        name = text_of(declared_name(self.node))
        return f"{name.rpartition('::')[0]}::" if "::" in name and is_method(self.node) else ""

    @cached_property
    def owner(self) -> str:
        """The class that it is a method of, empty where it is none."""
        if self.scope:
            return self.scope.removesuffix("::")
        around = self.node.parent
        while around is not None and around.type in ("template_declaration", "field_declaration_list"):
            around = around.parent
        return text_of(around.child_by_field_name("name")) if around is not None and around.type in _CLASSES else ""

    @property
    def specialised(self) -> bool:
        """Whether it is an explicit specialisation of a template."""
        return "<" in self.written_name

    @cached_property
    def template_names(self) -> tuple[str, ...]:
        """The template's parameters."""
        return template_names(self.whole)

    @cached_property
    def template_types(self) -> frozenset[str]:
        """Those of the template's parameters that are types."""
        listed = self.whole.child_by_field_name("parameters") if self.template_names else None
        parameters = listed.named_children if listed is not None else ()
        return frozenset(
            name
            for name, parameter in zip(self.template_names, parameters, strict=False)
            if parameter.type in _TYPE_PARAMETERS
        )

    @cached_property
    def names_of_class(self) -> tuple[str, ...]:
        """The parameters of the template that it is a static method of."""
        owner = self.whole.parent.parent if self.whole.parent is not None else None
        around = owner.parent if owner is not None and owner.type in _CLASSES else None
        return template_names(around) if around is not None else ()

    @cached_property
    def returns(self) -> str:
        """The return type's text."""
        declarator = self.node.child_by_field_name("declarator")
        behind = next((n for n in walk(declarator) if n.type == "trailing_return_type"), None) if declarator else None
        if behind is not None and behind.named_children:
            return " ".join(text_of(behind.named_children[0]).split())
        end = declarator.start_byte if declarator is not None else self.body.start_byte
        said = [n for n in self.node.children if n.end_byte <= end and n.type not in ("launch_bounds", "comment")]
        words = without_words(" ".join(without_remarks(text_of(n)) for n in said), _QUALIFIERS)
        return words + "*" * without_remarks(text_of(declarator)).split("(")[0].split("operator")[0].count("*")

    @cached_property
    def gives_reference(self) -> bool:
        """Whether it returns a reference, as it is written."""
        declarator = self.node.child_by_field_name("declarator")
        behind = next((n for n in walk(declarator) if n.type == "trailing_return_type"), None) if declarator else None
        if behind is not None:
            return text_of(behind).rstrip().endswith("&")
        return declarator is not None and declarator.type == "reference_declarator"

    @cached_property
    def launch_bounds(self) -> str | None:
        """The most threads of a block it was built for, as text."""
        found = next((n for n in self.node.children if n.type == "launch_bounds"), None)
        given = [n for n in found.named_children if n.type != "comment"] if found is not None else []
        return text_of(given[0]) if given else None

    @cached_property
    def namespace(self) -> tuple[str, ...]:
        """The namespaces that it is a function of."""
        return namespace_of(self.body)

    def signature(self, aliases: Mapping[str, str]) -> Signature:
        """What it takes."""
        values = map(default_value, parameter_nodes(self.node))
        both, unknown = zip(self.parameters, values, strict=True), (*self.template_names, *self.names_of_class)
        parameters = (Parameter(variable_type(p, aliases, unknown), v is not None, p.pack) for p, v in both)
        return Signature(tuple(parameters), bool(self.template))

    @cached_property
    def inside(self) -> tuple[Node, ...]:
        """Its body and every node below it, in the order of the text."""
        return tuple(walk(self.body))

    @cached_property
    def variables(self) -> Variables:
        """Parameters and locals."""
        return Variables(self.node)

    @property
    def parameters(self) -> list[Variable]:
        """In order."""
        return self.variables.parameters

    @cached_property
    def types_inside(self) -> frozenset[str]:
        """The types that the function defines in its body."""
        defined = (node for node in self.inside if node.type in _DEFINES_TYPES)
        names = (n for d in defined for n in (d.child_by_field_name("name"), *d.children_by_field_name("declarator")))
        return frozenset(text_of(name) for name in names if name is not None)

    @cached_property
    def launches(self) -> list[Node]:
        """The launches that its threads make."""
        return [n for n in self.inside if n.type == "call_expression" and is_launch(n)]

    @cached_property
    def calls(self) -> frozenset[str]:
        """Names of what it calls."""
        return frozenset(called(n) for n in self.inside if n.type == "call_expression")

    @cached_property
    def lockstep(self) -> Lockstep:
        """Which of its statements count on warps that are in step."""
        return Lockstep(self.variables, self.body, self.kind == "device")

    @cached_property
    def mentioned(self) -> dict[str, int]:
        """How many dimensions of each index its body reads: 3 where the whole of it is read."""
        return dimensions_read(self.inside, INDICES)

    @cached_property
    def words(self) -> frozenset[str]:
        """Identifiers in it."""
        body = self.body
        before = (n for part in self.node.children if part.id != body.id for n in walk(part))
        return frozenset(text_of(n) for n in (*before, *self.inside) if n.type in WORDS)


_DEFINES_TYPES = frozenset(
    ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "alias_declaration", "type_definition")
)


def template_names(node: Node) -> tuple[str, ...]:
    """The parameters of a template that is declared; none of anything else."""
    parameters = node.child_by_field_name("parameters") if node.type == "template_declaration" else None
    found = []
    for parameter in parameters.named_children if parameters is not None else ():
        name = name_node(parameter.child_by_field_name("declarator")) or next(
            (n for n in walk(parameter) if n.type == "type_identifier"), None
        )
        found.append(text_of(name))
    return tuple(found)


called = called_by_name


def class_arguments(call: Node) -> list[Node]:
    """The arguments of the class template whose static method is called."""
    name = call.child_by_field_name("function")
    found: list[Node] = []
    while name is not None and name.type == "qualified_identifier":
        scope = name.child_by_field_name("scope")
        listed = scope.child_by_field_name("arguments") if scope is not None else None
        found = [n for n in listed.named_children if n.type != "comment"] if listed is not None else []
        name = name.child_by_field_name("name")
    return found


def template_arguments(call: Node) -> list[Node]:
    """The arguments of the template that is called, as far as the call gives them."""
    name = call.child_by_field_name("function")
    while name is not None and name.type == "qualified_identifier":
        name = name.child_by_field_name("name")
    listed = name.child_by_field_name("arguments") if name is not None and name.type == "template_function" else None
    return [n for n in listed.named_children if n.type != "comment"] if listed is not None else []


def handed_types(call: Node) -> set[str]:
    """The types that a call gives a template, and those of objects that it makes for it."""
    kinds = {"call_expression": "function", "compound_literal_expression": "type"}
    made = (n.child_by_field_name(kinds[n.type]) for a in arguments_of(call) for n in walk(a) if n.type in kinds)
    return {word for n in (*template_arguments(call), *made) if n is not None for word in words_of(n)}


def is_launch(node: Node) -> bool:
    """Whether a call is ``kernel<<<…>>>(…)``."""
    return any(child.type == "kernel_call_syntax" for child in node.children)


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call."""
    listed = call.child_by_field_name("arguments")
    return [n for n in listed.named_children if n.type != "comment"] if listed is not None else []


def variable_type(variable: Variable, aliases: Mapping[str, str], unknown: Sequence[str] = ()) -> Type | None:
    """The type of a variable as its declaration says it. Of one that depends on some names only that it points: it has no name."""
    name, points = named(variable.base), variable.pointers + len(variable.extents)
    if name in ("", "auto"):
        return None
    if "<" in name or name in unknown:
        return ("", points) if points else None
    return named(aliases.get(name, name)), points


def argument_type(node: Node, function: DeviceFunction, aliases: Mapping[str, str]) -> Type | None:
    """The type of an argument that is a variable, an element or an address of one, a number, or converted to one."""
    node = bare(node)
    if node.type == "identifier":
        variable = function.variables.of(node)
        return None if variable is None else variable_type(variable, aliases, function.template_names)
    if node.type == "number_literal":
        known = literal(text_of(node), "cpp")
        # 0 may be a pointer to nothing.
        return None if known is None or known.value == 0 else (named(known.type), 0)
    inner = node.child_by_field_name("argument")
    if node.type not in ("subscript_expression", "pointer_expression") or inner is None:
        return None
    found = argument_type(inner, function, aliases)
    points = (found[1] if found is not None else 0) + (1 if text_of(node).startswith("&") else -1)
    return None if found is None or points < 0 or not (found[0] or points) else (found[0], points)
