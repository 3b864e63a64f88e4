"""Variables that hold all along what they begin with: no statement gives them another value, under another name neither."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from tree_sitter import Node

from loopwright.lang.callees import called_function
from loopwright.lang.effects import effect_of
from loopwright.lang.numbers import fundamental
from loopwright.lazily import cached_property
from loopwright.source.lexemes import code_within
from loopwright.source.nodes import Kinds, text_of

_VALUES = frozenset(("dim3", "Dim3", "uint3", "make_uint3", "sizeof"))  # what takes numbers as they are
_CHANGES = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "++", "--", "&"))
_BY_OTHER_NAME = frozenset(("exchange", "forward_as_tuple", "getline", "iter_swap", "ref", "swap", "tie"))
_LIBRARIES = frozenset(("std", "cuda", "cuda::std", "thrust"))
_REFERENCES = ("reference_declarator", "abstract_reference_declarator")
_LISTS = ("argument_list", "initializer_list", "parameter_declaration")  # `S s(x)` may be read as a function
_PLACES = ("parenthesized_expression", "conditional_expression", "comma_expression")


class Settled:
    """Asked of the variables of a file."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds

    def keeps(self, uses: Iterable[Node]) -> bool:
        """Whether none of the uses of a variable, but for assignments and its address, gives it another value, now or later."""
        return not any(map(self._may_change, uses))

    def _may_change(self, use: Node) -> bool:
        at, parent = use, use.parent
        while parent is not None and parent.type in _PLACES:
            at, parent = parent, parent.parent
        if parent is None:
            return True
        if parent.type == "binary_expression":
            return parent.child_by_field_name("right") == at and text_of(parent.child_by_field_name("operator")) == ">>"
        if parent.type == "init_declarator":
            declared = parent.child_by_field_name("declarator")
            return declared is not None and declared.type in _REFERENCES
        around = parent.parent
        if parent.type == "argument_list" and around is not None and around.type == "call_expression":
            number = [n.id for n in parent.named_children if n.type != "comment"].index(at.id)
            return not _is_launch(around) and not self._takes_value(around, number)
        return parent.type in _LISTS and self._makes_object(parent)

    def _makes_object(self, listed: Node) -> bool:
        """Whether an object of a class of the file is made of what is listed: it may keep a reference."""
        while listed.parent is not None and not listed.type.endswith("statement"):
            listed = listed.parent
            kind = listed.child_by_field_name("type")
            if kind is not None and text_of(kind).split("<")[0].split("::")[-1] in self._classes:
                return True
        return False

    def _takes_value(self, call: Node, number: int) -> bool:
        """Whether what is called takes a value in the place of an argument."""
        name = called_function(call)
        if name in self._functions:
            return not any(self._is_reference(listed, number) for listed in self._functions[name])
        if name in self._macros:
            return self._macros[name]
        return _is_of_library(call) and _is_known(name)

    @staticmethod
    def _is_reference(parameters: list[Node], number: int) -> bool:
        if not parameters:
            return False
        parameter = parameters[min(number, len(parameters) - 1)]
        declarator = parameter.child_by_field_name("declarator")
        return declarator is not None and declarator.type in _REFERENCES and "const" not in text_of(parameter).split()

    @cached_property
    def _functions(self) -> dict[str, list[list[Node]]]:
        """Parameters of all functions of a name."""
        found: dict[str, list[list[Node]]] = {}
        for node in self._kinds.of("function_declarator"):
            listed = node.child_by_field_name("parameters")
            name = text_of(node.child_by_field_name("declarator")).split("::")[-1]
            found.setdefault(name, []).append(listed.named_children if listed is not None else [])
        return found

    @cached_property
    def _macros(self) -> dict[str, bool]:
        """Macros that look like functions, and whether they do nothing to what they are given."""
        return {
            text_of(node.child_by_field_name("name")): _does_nothing(text_of(node.child_by_field_name("value")))
            for node in self._kinds.of("preproc_function_def")
        }

    @cached_property
    def _classes(self) -> frozenset[str]:
        """Classes of the file: one may keep a reference."""
        named = self._kinds.of("struct_specifier", "class_specifier")
        return frozenset(text_of(node.child_by_field_name("name")) for node in named)


def is_compiled_with(declaration: Node, at: Node) -> bool:
    """Whether a declaration in a function is there wherever ``at`` is: each branch of the preprocessor may have another of its name."""
    around: Node | None = declaration
    while around is not None and around.type != "function_definition":
        if around.type.startswith("preproc_") and not around.start_byte <= at.start_byte < around.end_byte:
            return False
        around = around.parent
    return around is not None


def _is_launch(call: Node) -> bool:
    """Kernels take values."""
    return any(child.type == "kernel_call_syntax" for child in call.children)


def _is_of_library(call: Node) -> bool:
    """Whether a name stands alone or in a namespace of a library: another class or namespace may have a function of that name."""
    function = call.child_by_field_name("function")
    scope = function.child_by_field_name("scope") if function is not None else None
    return scope is None or text_of(scope) in _LIBRARIES


def _is_known(name: str) -> bool:
    """Whether a function of a library, or a type, leaves numbers that it is given alone."""
    if name in _VALUES or fundamental(name):
        return True
    return name not in _BY_OTHER_NAME and (name.startswith("cuda") or effect_of(name).known)


def _does_nothing(text: str) -> bool:
    """Whether a macro's text changes nothing and calls what is known."""
    parts = code_within(text)
    calls = (name.text for name, sign in pairwise(parts) if name.kind == "name" and sign.text == "(")
    return _CHANGES.isdisjoint(part.text for part in parts) and all(map(_is_known, calls))
