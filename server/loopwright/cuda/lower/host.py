"""The host's code of a CUDA file: CUDA's words go, its names are those of the support definitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tree_sitter import Node

from loopwright.cuda.ir.code import GONE, Code, Form, Quoted, form, inside, joined, quoted, spelled
from loopwright.cuda.lower.declarations import with_first
from loopwright.cuda.lower.device import QUALIFIERS
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called, is_launch
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import ancestors, holds, walk
from loopwright.cuda.read.shadowing import is_declared
from loopwright.cuda.read.variables import name_node
from loopwright.cuda.spec import operations
from loopwright.lang.declarators import Declarator, read_declarator, type_of_declarator
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import Scopes
from loopwright.lazily import cached_property
from loopwright.source.lexemes import code_within, replaced
from loopwright.source.nodes import text_of
from loopwright.source.text import with_names

_NAMES = frozenset(("identifier", "type_identifier", "field_identifier"))
_FUNCTIONS = ("function_declarator", "abstract_function_declarator")
_Kind = tuple[str, tuple[str, ...], bool]
_POINTED = frozenset(("parenthesized_declarator", "abstract_parenthesized_declarator"))
_OF_ANOTHER = frozenset((".", "->", "::"))
_POINTERS = frozenset(("pointer_declarator", "pointer_type_declarator", "abstract_pointer_declarator"))


class HostCode:
    """The rule for host code. ``torch``: the file uses PyTorch, whose names have others for a CPU; ``scopes``: what names of the file
    mean."""

    def __init__(self, code: DeviceCode, torch: bool, scopes: Callable[[], Scopes]) -> None:
        self.code, self.torch, self.scopes = code, torch, scopes

    @cached_property
    def of_torch(self) -> Mapping[str, str]:
        """What PyTorch names otherwise on a CPU, members too."""
        return operations().torch if self.torch else {}

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """Names that are others here."""
        return {**self.of_torch, **operations().renamed_on_host}

    def _of_macro(self, written: str) -> str:
        """The text of a macro with its names as they are here; kernels name macros, too."""
        macros = self.scopes().macros
        own, torch = (
            {n: new for n, new in names.items() if n in written and n not in macros}
            for names in (operations().renamed, self.of_torch)
        )
        return with_names(_with_functions(written, own) if own else written, torch)

    def rule(self, node: Node) -> Code | None:
        """What becomes of a node of the host's code, ``None`` to look at its parts."""
        if node.type == "preproc_arg":
            written = text_of(node)
            other = self._of_macro(written)
            return spelled(other) if other != written else None
        if node.type == "primitive_type" and (pointer := _pointer_of(node)) is not None:
            if self._is_kernel_pointer(pointer) and self._is_mixed(pointer):
                return self._either(pointer)
        if node.type == "identifier" and _is_one_of_two(node) and self._is_mixed_function(text_of(node)):
            return form("kernel_or_function({})", spelled(text_of(node)))
        if node.child_count == 0:
            return self._word(node)
        if node.type == "alias_declaration":
            return own_alias(node)
        if node.type in _FUNCTIONS and self._is_kernel_pointer(node):
            if not self._is_mixed(node):
                return with_first(inside(node, self.rule), ["dim3", "dim3", "size_t"])
            pointed = _pointed(node)
            return quoted(pointed, self.rule) if pointed is not None else GONE
        if node.type == "call_expression":
            arguments = arguments_of(node)
            template = operations().operator_form(called(node), len(arguments))
            if template is not None and not self.code.scoped.has_callee(node):
                return form(template, *(form("({})", quoted(a, self.rule)) for a in arguments))
        return None

    def _word(self, node: Node) -> Code | None:
        word = text_of(node)
        if word in QUALIFIERS or word in ("__managed__", "__constant__"):
            return GONE
        if word == "__align__":
            return spelled("alignas")
        if word == "warpSize" and node.type == "identifier" and not self._is_variable(node):
            return spelled("32")
        if word == "type" and _is_dispatched(node):
            return spelled("scalar_type")
        names = self.of_torch if node.type == "field_identifier" else self.renamed
        renamed = names.get(word) if node.type in _NAMES else None
        if renamed is None or self.code.is_own(node) or is_declared(node, self.scopes(), self.code.root):
            return None
        return spelled(renamed)

    def _is_variable(self, name: Node) -> bool:
        """Whether a name that CUDA gives a meaning is a variable here, or a member of the class around."""
        around = name.parent
        is_qualified = around is not None and around.type == "qualified_identifier"
        return is_qualified or is_declared(name, self.scopes(), self.code.root)

    def _is_kernel_pointer(self, node: Node) -> bool:
        """``(*p)(float *, int)`` where a kernel with such parameters is kept in a pointer somewhere, or ``p`` is launched."""
        declarator, listed = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
        if declarator is None or listed is None or declarator.type not in _POINTED:
            return False
        if (name := name_node(declarator)) is not None and self._is_launched(name):
            return True
        if _named_type(node) in self._launched_types:
            return True
        if _gives(node) != "void" or _is_called_cast(node):
            return False
        own = _kinds(listed)
        return any(_parameters(k) == own for k in self._taken_kernels)

    def _is_mixed(self, pointer: Node) -> bool:
        """Whether a pointer to kernels may lead to a function of the host, too."""
        listed = pointer.child_by_field_name("parameters")
        return listed is not None and _kinds(listed) in self._taken_of_host.values() and not _is_fixed(pointer)

    @cached_property
    def _taken_of_host(self) -> Mapping[str, list[_Kind]]:
        """The parameters of the host's functions whose names are kept or passed on as kernels' are."""
        taken, heads = self.code.taken_of_host, self.code.kinds.of("function_declarator")
        named = (
            (text_of(head.child_by_field_name("declarator")), head.child_by_field_name("parameters")) for head in heads
        )
        return {name: _kinds(listed) for name, listed in named if name in taken and listed is not None}

    def _is_mixed_function(self, name: str) -> bool:
        """Whether a function of the host is kept where kernels of its parameters are."""
        own = self._taken_of_host.get(name)
        return own is not None and any(_parameters(k) == own for k in self._taken_kernels)

    @cached_property
    def _taken_kernels(self) -> list[DeviceFunction]:
        return [k for k in self.code.kernels if k.name in self.code.taken_kernels]

    def _either(self, pointer: Node) -> Form:
        """What stands for the type of a pointer to kernels and to functions of the host."""
        listed = pointer.child_by_field_name("parameters")
        assert listed is not None
        own = [quoted(n, self.rule) for n in listed.named_children if n.type == "parameter_declaration"]
        constant = any(n.type == "type_qualifier" and text_of(n) == "const" for n in walk(_inner(pointer)))
        return form("kernel_or_function<void({})>{}", joined(", ", own), " const" if constant else "")

    def _is_launched(self, name: Node) -> bool:
        """Whether a launch names a pointer, in the function that declares it where one does."""
        around = next((n for n in ancestors(name, self.code.root) if n.type == "function_definition"), self.code.root)
        return any(called(n) == text_of(name) and holds(around, n) for n in self._launches)

    @cached_property
    def _launched_types(self) -> frozenset[str]:
        """The names of the types of variables that launches name."""
        launched = {called(n) for n in self._launches}
        found = set[str]()
        for node in self.code.kinds.of("declaration", "parameter_declaration", "field_declaration") if launched else ():
            kind, names = node.child_by_field_name("type"), map(name_node, node.children_by_field_name("declarator"))
            if kind is not None and any(name is not None and text_of(name) in launched for name in names):
                found.add(text_of(kind).split("::")[-1])
        return frozenset(found)

    @cached_property
    def _launches(self) -> list[Node]:
        return [n for n in self.code.kinds.of("call_expression") if is_launch(n)]


def kernel_of_another_file(node: Node, code: Quoted) -> Quoted:
    """The declaration of a kernel that stands in another file of the program. ``code``: it as host code."""
    return with_first(code, ["dim3 gridDim", "dim3 blockDim", "size_t shared_bytes"])


def own_alias(node: Node) -> Form | None:
    """``using Base = Base<T>;`` in a class, with the place of the template: a name may not change its meaning within a class,
    which g++ holds to and nvcc does not."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    meant = kind.child_by_field_name("type") if kind is not None else None
    if name is None or kind is None or meant is None or meant.type != "template_type":
        return None
    if text_of(meant.child_by_field_name("name")) != text_of(name) or node.parent is None:
        return None
    if node.parent.type != "field_declaration_list":
        return None
    spaces, around = [], node.parent
    while around.parent is not None:
        around = around.parent
        if around.type == "namespace_definition" and around.child_by_field_name("name") is not None:
            spaces.append(around)
    owner = next((n for n in spaces if _declares(n.child_by_field_name("body"), text_of(name))), None)
    path = [text_of(n.child_by_field_name("name")) for n in reversed(spaces[spaces.index(owner) :])] if owner else []
    place = "".join(f"::{part}" for part in path)
    return form("using {} = {}::{};", text_of(name), place, Quoted(kind, {}))


def _with_functions(written: str, names: Mapping[str, str]) -> str:
    """The text of a macro with others for some of its names, but for members, what a namespace is named for and what is quoted.

    >>> _with_functions("fmax(std::fmax(a, b), c.fmax)", {"fmax": "f"})
    'f(std::fmax(a, b), c.fmax)'
    """
    found = code_within(written)
    befores = ["", *(each.text for each in found)]
    return replaced(
        written,
        (
            (each.start, each.end, names[each.text])
            for each, before in zip(found, befores, strict=False)
            if each.kind == "name" and each.text in names and before not in _OF_ANOTHER
        ),
    )


def _declares(body: Node | None, name: str) -> bool:
    """Whether a namespace declares a type of that name, or takes it in."""
    for node in body.named_children if body is not None else ():
        inner = node
        while inner.type in ("template_declaration", "declaration", "field_declaration") and inner.named_children:
            inner = next((n for n in inner.named_children if n.type.endswith("specifier")), inner.named_children[-1])
        if inner.type == "using_declaration" and text_of(inner).rstrip("; ").endswith(f"::{name}"):
            return True
        declared = inner.child_by_field_name("name")
        if inner.type in ("class_specifier", "struct_specifier", "alias_declaration") and text_of(declared) == name:
            return True
    return False


def _is_dispatched(node: Node) -> bool:
    """``x.type()`` as the first argument of PyTorch's AT_DISPATCH macros, which take a scalar type now."""
    field = node.parent
    call = field.parent if field is not None and field.type == "field_expression" else None
    listed = call.parent if call is not None and call.type == "call_expression" else None
    return listed is not None and listed.parent is not None and called(listed.parent).startswith("AT_DISPATCH")


def _inner(pointer: Node) -> Node:
    """``(*name)`` of ``(*name)(…)``."""
    declarator = pointer.child_by_field_name("declarator")
    assert declarator is not None
    return declarator


def _named_type(pointer: Node) -> str:
    """The name that ``typedef`` or ``using`` gives the type of a pointer; empty where it gets none."""
    around = pointer.parent
    if around is not None and around.type == "type_descriptor":
        around = around.parent
    if around is None or around.type not in ("type_definition", "alias_declaration"):
        return ""
    inside = _inner(pointer) if around.type == "type_definition" else around
    return text_of(next((n for n in walk(inside) if n.type == "type_identifier"), None))


def _pointed(pointer: Node) -> Node | None:
    """What stands behind the ``*`` of ``(*name[3])(…)``."""
    star = next((n for n in _inner(pointer).named_children if n.type in _POINTERS), None)
    return star.child_by_field_name("declarator") if star is not None else None


def _pointer_of(kind: Node) -> Node | None:
    """The ``(*name)(…)`` of the declaration that a type begins."""
    found = kind.parent.child_by_field_name("declarator") if kind.parent is not None else None
    while found is not None and found.type not in _FUNCTIONS:
        found = found.child_by_field_name("declarator")
    declarator = found.child_by_field_name("declarator") if found is not None else None  # `void(int)` has none
    return found if declarator is not None and declarator.type in _POINTED else None


def _declaration_of(pointer: Node) -> Node | None:
    """What declares a pointer: what has a type."""
    around = pointer.parent
    while around is not None and around.child_by_field_name("type") is None:
        around = around.parent
    return around


def _gives(pointer: Node) -> str:
    """What functions give back that ``(*name)(…)`` leads to, by the name of its type."""
    around = _declaration_of(pointer)
    return text_of(around.child_by_field_name("type")) if around is not None else ""


def _is_called_cast(pointer: Node) -> bool:
    """Whether it is the type of a cast whose value is called as a function of the host is."""
    around = _declaration_of(pointer)
    cast = around.parent if around is not None else None
    while cast is not None and cast.parent is not None and cast.parent.type == "parenthesized_expression":
        cast = cast.parent
    call = cast.parent if cast is not None else None
    called_here = call is not None and call.type == "call_expression" and call.child_by_field_name("function") == cast
    return called_here and call is not None and not is_launch(call)


def _is_fixed(pointer: Node) -> bool:
    """Whether it is the type of a cast of a function, or of an argument of a template."""
    around = _declaration_of(pointer)
    user = around.parent if around is not None else None
    return user is not None and user.type in ("cast_expression", "template_parameter_list", "template_argument_list")


def _is_one_of_two(name: Node) -> bool:
    """Whether a name is one of the two values of ``c ? a : b``."""
    around, within = name.parent, name
    while around is not None and around.type in ("parenthesized_expression", "pointer_expression"):
        within = around
        around = around.parent
    return around is not None and around.type == "conditional_expression" and around.children[0] != within


def _parameters(kernel: DeviceFunction) -> list[_Kind]:
    return [_kind(p.declaration) for p in kernel.parameters if p.declaration is not None]


def _kinds(listed: Node) -> list[_Kind]:
    """The parameters of a function's type."""
    kinds = (_kind(n) for n in listed.named_children if n.type == "parameter_declaration")
    return [kind for kind in kinds if kind[:2] != ("void", ())]


def _kind(parameter: Node) -> _Kind:
    """What tells a parameter from others in a function's type: base, layers, whether what it points to is constant."""
    declarator = parameter.child_by_field_name("declarator")
    read = read_declarator(declarator) if declarator is not None else Declarator("", None)
    type = type_of_declarator(read, parameter).decayed()
    return fundamental(type.base) or type.base, type.layers, bool(type.layers) and type.const
