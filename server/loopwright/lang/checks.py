"""Functions and macros of a file that are given an error of a library and do nothing where there is none.

A call that such a check is given can go with the check. All that a check does without an error has to be known for that: it compares,
leaves, sets variables of its own. Output, counts and assignments to anything else are seen, whatever is called that the file does not
define may be, and so may what an object does that begins or ends. A name that is anything else beside (a variable, a class, a function
that another file defines) is no such check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.callees import called_by_name
from loopwright.lang.declarators import function_declarator, parameter_nodes
from loopwright.lazily import cached_property
from loopwright.source.lexemes import one_line, words_of_code
from loopwright.source.nodes import CLASSES, Kinds, subtree, text_of, uncast
from loopwright.source.syntax import parse
from loopwright.source.text import names_in

_SUCCESS = frozenset(
    ("cudaSuccess", "CUDA_SUCCESS", "0", "CUBLAS_STATUS_SUCCESS", "CUFFT_SUCCESS", "CURAND_STATUS_SUCCESS")
)
_HARMLESS = frozenset(("assert", "static_cast", "__builtin_expect"))
_ASKS = frozenset(  # of what it gives nothing is known: who looks at that looks at more than what it was told
    (
        *("cudaGetLastError", "cudaPeekAtLastError", "cudaGetErrorString", "cudaGetErrorName", "_cudaGetErrorEnum"),
        *("cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaStreamSynchronize"),
    )
)
_ERRORS = ("cuda", "cublas", "cufft", "curand", "CU")  # how the types of errors are called
_SETS = frozenset(("assignment_expression", "update_expression"))
_SEEN = frozenset(
    (
        *("new_expression", "delete_expression", "throw_statement", "co_await_expression", "co_yield_expression"),
        *("co_return_statement", "gnu_asm_expression", "ERROR", "field_initializer_list", "goto_statement"),
    )
)
_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_OVERRIDING = frozenset(("virtual", "virtual_specifier"))


def quiet_about_success(kinds: Kinds, names: Iterable[str]) -> frozenset[str]:
    """Those of ``names`` that are such functions and macros of a file."""
    found: dict[str, list[_Body]] = {}
    for body in _bodies(kinds):
        found.setdefault(body.name, []).append(body)
    quiet, waiting = set[str](), set(names)
    while waiting := (waiting & found.keys()) - quiet:
        quiet |= waiting
        waiting = {word for name in waiting for body in found[name] for word in words_of_code(body.text)}
    bodies = {name: found[name] for name in quiet}
    quiet -= _other_things(kinds, bodies)
    while spoilt := {name for name in quiet if not all(_is_quiet(body, quiet, bodies) for body in bodies[name])}:
        quiet -= spoilt
    return frozenset(quiet)


def _bodies(kinds: Kinds) -> Iterator[_Body]:
    """What each function and macro does."""
    for node in kinds.of("function_definition", *_MACROS):
        if node.type == "function_definition":
            declarator = function_declarator(node)
            if declarator is not None and node.child_by_field_name("body") is not None:
                given = parameter_nodes(node)
                told = names_in(text_of(given[0].child_by_field_name("declarator"))) if given else []
                name = _last(declarator.child_by_field_name("declarator"))
                yield _Body(name, node, told[-1] if told else "", len(given))
        else:
            listed = node.child_by_field_name("parameters")
            given = listed.named_children if listed is not None else []
            yield _Body(text_of(node.child_by_field_name("name")), node, text_of(given[0]) if given else "", len(given))


def _other_things(kinds: Kinds, bodies: Mapping[str, list[_Body]]) -> frozenset[str]:
    """Names that are something else beside: a variable, a class, a function of other parameters without a body."""
    found = set[str]()
    for node in kinds.of(*CLASSES, "declaration", "field_declaration"):
        if node.type in CLASSES:
            found.add(_last(node.child_by_field_name("name")))
        else:
            function = function_declarator(node)
            name = _last(function.child_by_field_name("declarator")) if function is not None else ""
            if not name:
                found |= {_declared(d) for d in node.children_by_field_name("declarator")}
            elif len(parameter_nodes(node)) not in {body.parameters for body in bodies.get(name, ())}:
                found.add(name)
            if any(child.type in _OVERRIDING for n in (node, function) if n is not None for child in n.children):
                found.add(name)
    return frozenset(found)


class _Told(NamedTuple):
    """A part of a body that is carried out where there is no error."""

    node: Node
    used: bool  # whether its value is asked for


@dataclass
class _Body:
    """What a function or macro does; ``told``: the name of its first parameter."""

    name: str
    whole: Node
    told: str
    parameters: int

    @cached_property
    def text(self) -> str:
        field = "value" if self.whole.type in _MACROS else "body"
        return text_of(self.whole.child_by_field_name(field))

    @cached_property
    def node(self) -> Node:
        if self.whole.type not in _MACROS:
            return self.whole.child_by_field_name("body") or self.whole
        text = one_line(self.text).replace("#", " ")
        root = parse(f"void f() {{ {text}; }}", "m.cpp").tree.root_node
        return next((n for n in subtree(root) if n.type == "compound_statement"), root)

    @cached_property
    def own(self) -> frozenset[str]:
        """Its own variables, of which each call has new ones."""
        found = set[str]()
        for node in subtree(self.node):
            if node.type == "declaration" and not any(c.type == "storage_class_specifier" for c in node.children):
                found |= {text_of(d) for d in _declarators(node) if d.type == "identifier"}
        return frozenset(found)

    @cached_property
    def errors(self) -> frozenset[str]:
        """The names that the error has, and no other value."""
        values: dict[str, list[Node | None]] = {}
        for node in subtree(self.node):
            if node.type in ("init_declarator", "assignment_expression"):
                name, value = _name_and_value(node)
                values.setdefault(name, []).append(value)
        names = {self.told} - {""}
        while more := {
            name
            for name in (self.own & values.keys()) - names
            if all(value is not None and self.is_error(value, names) for value in values[name])
        }:
            names |= more
        told = values.get(self.told, [])
        return frozenset(names) if all(v is not None and self.is_error(v, names) for v in told) else frozenset()

    def is_error(self, node: Node, errors: Set[str] | None = None) -> bool:
        """Whether a value is the error that it is told."""
        node = _plain(node)
        if node.type == "assignment_expression" and text_of(node.child_by_field_name("operator")) == "=":
            right = node.child_by_field_name("right")
            return right is not None and self.is_error(right, errors)
        return node.type == "identifier" and text_of(node) in (self.errors if errors is None else errors)

    def is_fine(self, condition: Node | None) -> bool | None:
        """Whether a condition holds where there is no error; ``None`` where that cannot be told."""
        inner = condition
        if inner is not None and inner.type == "condition_clause":
            inner = inner.child_by_field_name("value")
        if inner is None:
            return None
        if inner.type == "declaration":  # `if (auto error = …)`
            declarator = inner.child_by_field_name("declarator")
            value = inner.child_by_field_name("value") or (declarator and declarator.child_by_field_name("value"))
            return False if value is not None and self.is_error(value) else None
        inner = _plain(inner)
        if inner.type == "unary_expression" and text_of(inner).startswith("!"):
            opposite = self.is_fine(inner.child_by_field_name("argument"))
            return None if opposite is None else not opposite
        if self.is_error(inner):
            return False
        operator = text_of(inner.child_by_field_name("operator"))
        sides = [n for n in (inner.child_by_field_name("left"), inner.child_by_field_name("right")) if n is not None]
        if inner.type != "binary_expression" or len(sides) != 2 or operator not in ("==", "!="):
            return None
        for one, other in (sides, sides[::-1]):
            if _last(_plain(one)) in _SUCCESS and self.is_error(other):
                return operator == "=="
        return None

    def whatever_is_told(self, node: Node | None = None, used: bool = False) -> Iterator[_Told]:
        """What is carried out where there is no error."""
        node = node or self.node
        yield _Told(node, used)
        if node.type in ("if_statement", "conditional_expression"):
            asked = node.child_by_field_name("condition")
            fine = self.is_fine(asked)
            then, otherwise = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
            ways = (asked, then if fine is not False else None, otherwise if fine is not True else None)
            for way in ways:
                if way is not None:
                    yield from self.whatever_is_told(way, way is asked or used)
            return
        left, operator = node.child_by_field_name("left"), text_of(node.child_by_field_name("operator"))
        if node.type == "binary_expression" and left is not None and operator in ("&&", "||"):
            if self.is_fine(left) is (operator == "||"):
                yield from self.whatever_is_told(left, True)
                return
        for child in node.named_children:
            yield from self.whatever_is_told(child, node.type not in ("expression_statement", "compound_statement"))
            if self._leaves_where_all_is_well(child):
                return

    def _leaves_where_all_is_well(self, node: Node) -> bool:
        """`if (error == cudaSuccess) return;`"""
        if node.type != "if_statement" or self.is_fine(node.child_by_field_name("condition")) is not True:
            return False
        last = node.child_by_field_name("consequence")
        if last is not None and last.type == "compound_statement" and last.named_children:
            last = last.named_children[-1]
        return last is not None and last.type == "return_statement"


def _is_quiet(body: _Body, quiet: Set[str], bodies: Mapping[str, list[_Body]]) -> bool:
    """Whether nothing is seen of what it does without an error, if the functions ``quiet`` are so."""
    declarator = function_declarator(body.whole)
    parts = (*body.whole.children, *(declarator.children if declarator is not None else ()))
    if any(n.type in _OVERRIDING or n.type in _SEEN for n in parts):
        return False
    return not any(_is_seen(told, body, quiet, bodies) for told in body.whatever_is_told())


def _is_seen(told: _Told, body: _Body, quiet: Set[str], bodies: Mapping[str, list[_Body]]) -> bool:
    node = told.node
    if node.is_missing or node.type in _SEEN:
        return True
    if node.type in _SETS:
        target = node.child_by_field_name("left") or node.child_by_field_name("argument")
        return target is None or text_of(target) not in body.own
    if node.type == "binary_expression":
        return text_of(node.child_by_field_name("operator")) in ("<<", ">>")
    if node.type == "declaration":
        return not _is_plain_declaration(node)
    if node.type == "identifier" and not _is_callee(node):  # a macro like an object, a function that is another's name
        return text_of(node) in bodies.keys() - quiet
    if node.type != "call_expression":
        return False
    name = called_by_name(node)
    if name in bodies:
        listed = node.child_by_field_name("arguments")
        given = [n for n in listed.named_children if n.type != "comment"] if listed is not None else []
        return name not in quiet or not given or not body.is_error(given[0])
    return name not in _HARMLESS and (name not in _ASKS or (told.used and name.endswith("LastError")))


def _is_callee(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "call_expression"


def _is_plain_declaration(node: Node) -> bool:
    """Whether nothing runs where variables begin and end: numbers, errors, pointers."""
    kind = node.child_by_field_name("type")
    plain = kind is not None and (
        kind.type in ("primitive_type", "sized_type_specifier", "placeholder_type_specifier", "auto")
        or text_of(kind).removeprefix("enum ").startswith(_ERRORS)
    )
    return plain or all(d.type == "pointer_declarator" for d in _declarators(node))


def _declarators(node: Node) -> list[Node]:
    """Those of a declaration, without what they begin with."""
    listed = node.children_by_field_name("declarator")
    return [(d.child_by_field_name("declarator") if d.type == "init_declarator" else None) or d for d in listed]


def _name_and_value(node: Node) -> tuple[str, Node | None]:
    if node.type == "init_declarator":
        return text_of(node.child_by_field_name("declarator")), node.child_by_field_name("value")
    compound = text_of(node.child_by_field_name("operator")) != "="
    return text_of(node.child_by_field_name("left")), None if compound else node.child_by_field_name("right")


def _declared(declarator: Node) -> str:
    words = names_in(text_of(declarator.child_by_field_name("declarator") or declarator))
    return words[-1] if words else ""


def _plain(node: Node) -> Node:
    """A value without brackets, casts, and what is said of how probable it is."""
    node = uncast(node)
    if node.type == "call_expression" and called_by_name(node) in _HARMLESS:
        listed = node.child_by_field_name("arguments")
        if listed is not None and listed.named_children:
            return _plain(listed.named_children[0])
    return node


def _last(node: Node | None) -> str:
    return text_of(node).split("<")[0].split("::")[-1].strip()
