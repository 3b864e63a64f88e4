"""Each place where a function names one of its variables is in its program: as an access, in the header of a loop, as an address
that others may have, or as what nobody understood, which makes the verdict `unknown`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import program_around
from loopwright.dependence.model.program import Access, Program, flat
from loopwright.lang.declarators import declared, parameter_nodes
from loopwright.source.nodes import subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import names_in
from replay import programs
from tree_sitter import Node
from whole import WHOLE

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = sorted(
    path
    for folder in (HERE / "suite", ROOT / "benchmarks" / "programs", ROOT / "examples")
    for path in folder.rglob("*.c*")
    if path.suffix in (".c", ".cpp")
)
# What stands in these is worked out by nobody when the program runs, or has a program of its own.
ASIDE = frozenset(
    ("sizeof_expression", "lambda_expression", "struct_specifier", "class_specifier", "decltype", "attribute_specifier",
     "macro_type_specifier", "alignof_expression", "template_argument_list", "preproc_arg", "for_range_loop", "catch_clause", "case_statement")
)  # fmt: skip


def variables_of(function: Node) -> frozenset[str]:
    """The names that a function declares once: what they mean does not depend on the place."""
    names = [text_of(node) for each in parameter_nodes(function) for node in subtree(each) if node.type == "identifier"]
    for node in subtree(function.child_by_field_name("body")):
        if node.type == "declaration":
            names += [said.name for said, _, _ in declared(node)]
    return frozenset(name for name in names if names.count(name) == 1)


def mentions_in(function: Node) -> Iterator[Node]:
    own = variables_of(function)
    waiting = [function.child_by_field_name("body")]
    while waiting:
        node = waiting.pop()
        if node is None or node.type in ASIDE:
            continue
        if node.type == "identifier" and text_of(node) in own and not is_declared_here(node) and not is_asked(node):
            yield node
        waiting += node.named_children


def is_declared_here(name: Node) -> bool:
    parent = name.parent
    if parent is None or not (parent.type.endswith("declarator") or parent.type == "declaration"):
        return False
    return all(parent.child_by_field_name(field) != name for field in ("value", "size"))


def is_asked(name: Node) -> bool:
    """Whether a name is called, or a method of its object: what that does is walked, or assumed."""
    node = name
    while node.parent is not None and node.parent.type in (
        "field_expression",
        "parenthesized_expression",
        "subscript_expression",
    ):
        node = node.parent
    return (
        node.parent is not None
        and node.parent.type == "call_expression"
        and node == node.parent.child_by_field_name("function")
    )


def is_there(program: Program, accesses: list[Access], name: Node) -> bool:
    word = text_of(name)
    roots = {root: known for root, known in program.roots.items() if known.name == word}
    if any(known.escapes or known.addressed or known.type.is_array for known in roots.values()):
        return True
    if any(frame.variable == word or frame.register in roots for frame in program.frames.values()):
        return True
    if any("&" in known.type.layers for known in roots.values()) or not roots:
        return True  # a second name
    line = name.start_point[0] + 1
    own = [access for access in accesses if access.place.root in roots]
    if any(access.line == line or access.span.start <= name.start_byte < access.span.end for access in own):
        return True
    return any(access.line == line and word in names_in(access.text) for access in accesses)


def left_out(text: bytes, name: str) -> list[str]:
    outline = Outline(parse(text, name=name))
    found = []
    met = set()
    for loop in outline.loops:
        if loop.function is None or loop.function.span in met:
            continue
        met.add(loop.function.span)
        program = program_around(outline, loop)
        span = loop.function.span
        node = outline.source.tree.root_node.descendant_for_byte_range(span.start, span.end - 1)
        while node is not None and node.type != "function_definition":
            node = node.parent
        if program is None or node is None:
            continue
        items = list(flat(program.body))
        accesses = [item for item in items if isinstance(item, Access)]
        found += [
            f"{name}:{place.start_point[0] + 1} {text_of(place)}"
            for place in mentions_in(node)
            if not is_there(program, accesses, place)
        ]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_a_function_names_is_in_its_program(path: Path) -> None:
    assert not left_out(path.read_bytes(), path.name)


def test_so_it_is_in_the_hostile_ones() -> None:
    first = [program for program in programs() if program.name.endswith("/0")][:: 1 if WHOLE else 3]
    left = {program.name: left_out(program.text.encode(), f"x.{program.language}") for program in first}
    assert not {name: found for name, found in left.items() if found}
