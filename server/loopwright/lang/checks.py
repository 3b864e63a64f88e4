"""Functions and macros of a file that are given an error of a library and do something where there is none: they write it down, or count.

What only looks at an error does what it does under a condition that it is one. Calls, output and counting that stand under no such condition
are told of success too. Of a name that the file does not define nothing is known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarators import parameter_nodes
from loopwright.lang.library import library
from loopwright.source.lexemes import one_line
from loopwright.source.nodes import bare, subtree, text_of
from loopwright.source.syntax import parse
from loopwright.source.text import names_in

_HARMLESS = frozenset(("assert", "static_cast", "sizeof"))
_DOES = frozenset(("call_expression", "update_expression", "binary_expression"))
_SUCCESS = frozenset(
    ("cudaSuccess", "CUDA_SUCCESS", "0", "CUBLAS_STATUS_SUCCESS", "CUFFT_SUCCESS", "CURAND_STATUS_SUCCESS")
)


def told_of_success(root: Node) -> frozenset[str]:
    """The names of such functions and macros of a file."""
    bodies = {name: _Body(body, frozenset((told, *_own(body)))) for name, told, body in _bodies(root)}
    found = {name for name, body in bodies.items() if any(_acts(node, bodies) for node in body.whatever_is_told())}
    while more := {name for name, body in bodies.items() if name not in found and _calls(body, found)}:
        found |= more
    return frozenset(found)


def _bodies(root: Node) -> Iterator[tuple[str, str, Node]]:
    """The name of each function and macro, that of its first parameter, and what it does."""
    for node in subtree(root):
        if node.type == "function_definition":
            body, declarator = node.child_by_field_name("body"), node.child_by_field_name("declarator")
            while declarator is not None and declarator.type != "function_declarator":
                declarator = declarator.child_by_field_name("declarator")
            if body is not None and declarator is not None:
                given = parameter_nodes(node)
                told = names_in(text_of(given[0].child_by_field_name("declarator"))) if given else []
                yield _last(declarator.child_by_field_name("declarator")), told[-1] if told else "", body
        elif node.type == "preproc_function_def":
            text = one_line(text_of(node.child_by_field_name("value"))).replace("#", " ")
            body = parse(f"void f() {{ {text}; }}", "m.cpp").tree.root_node
            yield text_of(node.child_by_field_name("name")), "", body


def _own(body: Node) -> Iterator[str]:
    """The variables of a function or macro that begin with something: what the call said, kept."""
    for node in subtree(body):
        if node.type == "init_declarator":
            yield _last(node.child_by_field_name("declarator"))


class _Body(NamedTuple):
    """What a function or macro does; ``errors`` are the names that an error may have in it."""

    node: Node
    errors: frozenset[str]

    def whatever_is_told(self, node: Node | None = None) -> Iterator[Node]:
        """What is carried out where there is no error."""
        node = node or self.node
        if node.type in _DOES:
            yield node
        if node.type == "if_statement":
            holds = _asks_for_success(node.child_by_field_name("condition"), self.errors)
            consequence, alternative = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
            for branch in (consequence if holds is not False else None, alternative if holds is not True else None):
                if branch is not None:
                    yield from self.whatever_is_told(branch)
            return
        for child in node.named_children:
            yield from self.whatever_is_told(child)
            if self._leaves_where_all_is_well(child):
                return

    def _leaves_where_all_is_well(self, node: Node) -> bool:
        """`if (error == cudaSuccess) return;`"""
        if (
            node.type != "if_statement"
            or _asks_for_success(node.child_by_field_name("condition"), self.errors) is not True
        ):
            return False
        last = node.child_by_field_name("consequence")
        if last is not None and last.type == "compound_statement" and last.named_children:
            last = last.named_children[-1]
        return last is not None and last.type == "return_statement"


def _asks_for_success(condition: Node | None, errors: frozenset[str]) -> bool | None:
    """Whether a condition holds where there is no error; ``None`` where that cannot be told."""
    inner = condition.child_by_field_name("value") or condition if condition is not None else None
    if inner is None:
        return None
    inner = bare(inner.named_children[0] if inner.type == "condition_clause" else inner)
    if inner.type == "unary_expression" and text_of(inner).startswith("!"):
        opposite = _asks_for_success(inner.child_by_field_name("argument"), errors)
        return None if opposite is None else not opposite
    if inner.type == "identifier":
        return False if text_of(inner) in errors else None
    if inner.type == "declaration":  # `if (auto error = …)`
        return False
    if inner.type != "binary_expression":
        return None
    operator = text_of(inner.child_by_field_name("operator"))
    sides = {_last(inner.child_by_field_name("left")), _last(inner.child_by_field_name("right"))}
    if operator not in ("==", "!=") or sides.isdisjoint(_SUCCESS):
        return None
    return operator == "=="


def _acts(node: Node, bodies: Mapping[str, _Body]) -> bool:
    """Whether a node does something that is seen, but for calls of functions of the file, which are asked themselves."""
    if node.type == "call_expression":
        name = _called(node)
        return not (name.startswith(("cuda", "cublas", "cufft", "curand")) or name in _HARMLESS or name in bodies)
    if node.type == "binary_expression":
        left = node.child_by_field_name("left")
        return (
            text_of(node.child_by_field_name("operator")) == "<<"
            and left is not None
            and _last(left) in library().streams
        )
    return True


def _calls(body: _Body, names: set[str]) -> bool:
    return any(node.type == "call_expression" and _called(node) in names for node in body.whatever_is_told())


def _called(call: Node) -> str:
    name = call.child_by_field_name("function")
    while name is not None and (inner := name.child_by_field_name("name") or name.child_by_field_name("field")):
        name = inner
    return _last(name)


def _last(node: Node | None) -> str:
    return text_of(node).split("<")[0].split("::")[-1].strip()
