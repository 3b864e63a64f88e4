"""The parser's nodes belong to `source/` and `lang/`. What reads them elsewhere is counted, and gets less.

Who takes a module off the nodes lowers its package's number; who splits one that reads nodes moves what reads them into one of the parts,
or asks `lang/` for it. All nodes below one are walked by `source/nodes.py`: `subtree`, `within`, `mentions_of`. A walk of its own is for those
who stop at some nodes, or carry something along.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

SERVER = Path(__file__).parents[2] / "server" / "loopwright"
AT_HOME = ("source", "lang")
# How many modules of each package import the parser. One that grew too long is cut in several (the handlers of `dependence/walk`, what
# `cuda` reads of functions and indices), which raises the count and reads no more. `cuda` has two more since shifts ask between which
# numbers an amount lies (`analyse/value_ranges`, `lower/shifts`), and one since conversions ask what arguments become (`read/received`);
# `lower/copies` was cut in two (`lower/handed`), and what a function that copies lets be seen of a caller's memory is one more
# (`lower/overlaps`): it is asked of host code that is rewritten. One reads indices that are put together by division
# (`cuda/plain_indices`) and one finds elements that a thread folds into (`cuda/held_elements`), steps that make the file plainer as those in
# `read`; which loops are outside of strips of a row is asked of nodes (`lower/row_strips`), and what
# an expression divides by, wherever it is done earlier (`lower/zero_divisors`), which parts of a file hold code of the device
# (`lower/untyped`) or are `long double` there (`read/sided_types`), and which part of an index is reckoned in more bits
# (`lower/wide_indices`). `walk/misread` was cut
# from `walk/statements`, and `walk/loops` in five: loops that count, their frames, loops over elements, bodies, what code assigns.
# `lower/flat` was cut in three (`lower/axes`, `lower/along_rows`), which read no more. One more tells which loops over tiles get loops over the
# threads of their own (`lower/own_regions`). Functions in which threads wait were cut from `lower/lowering` (`lower/waiting_functions`). `lower/regions` was
# cut in three (`lower/plain_statements`, `lower/limits`), and `walk/containers` from `walk/state`.
# One more writes `while` loops that count as `for` (`cuda/read/counted_whiles`), a step of the same kind, and one puts indices in the place of
# their names (`cuda/named_indices`). Which comparisons ask for the border of a row is asked of nodes (`lower/borders`).
# Calls (`pointsto/carrying`) and objects of classes (`pointsto/instances`, how they are made and what methods do) are carried out beside
# `pointsto/calls`; declarations (`pointsto/declaring`) were cut from `pointsto/walk`, macros (`pointsto/macros`) from `pointsto/calls`.
# Of what views are made, and what they give, is read beside them (`pointsto/views`).
# What algorithms of `std` do to ranges is told at their calls (`walk/algorithms`), as `walk/blocks` does for `memset`. Which assignments leave
# a number as it was (`walk/unchanged`) was asked in `walk/expressions` of `z = z` alone. Casts that are written as calls (`walk/cast_words`) were cut
# from `walk/calls`, and what a smart pointer leads to (`walk/pointees`) from `walk/lvalues`.
# How an assignment makes a variable's new value of its old one becomes a typed value (`walk/remaking`), which `decide/exchanged` works out.
# `dependence/walk/elements_set` asks code ahead of the walk, as `assigned` does: what sets pointers that no name tells.
# Which conditions one lane of each warp passes is asked of nodes beside the shapes of loops over threads (`cuda/lower/one_of_each`).
# What runs no code of the program is asked in one place (`pointsto/running`), of lambdas, destructors and what a library is given.
# `walk/generators` hands the argument that a state is behind to the walk, which records it.
# Barriers in lists of expressions become statements (`cuda/read/waits_first`), a step as the other ones of `read`.
# Loops in lambdas are read in a program of their own (`walk/lambda_bodies`), which asks what the lambda holds.
MODULES = {"cuda": 72, "suggest": 33, "dependence": 61, "check": 9, "openacc": 8, "placement": 6, "translate": 4, "residence": 3}  # fmt: skip
# How often a list of nodes that are still to be looked at is filled by hand.
OWN_WALKS = 13


class Reading(NamedTuple):
    """What a module does with nodes of the parser."""

    package: str
    imports_the_parser: bool
    own_walks: int


@cache
def _elsewhere() -> list[Reading]:
    """Every module that is not at home with nodes. Trees of all modules at once would be most of what a worker keeps: only this is."""
    found: list[Reading] = []
    for path in sorted(SERVER.rglob("*.py")):
        package = path.relative_to(SERVER).parts[0]
        if package not in AT_HOME:
            nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
            walks = sum(map(_fills_a_list_with_children, nodes))
            found.append(Reading(package, any(map(_imports_the_parser, nodes)), walks))
    return found


def _imports_the_parser(node: ast.AST) -> bool:
    return (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tree_sitter") or (
        isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "tree_sitter" for alias in node.names)
    )


def test_no_more_modules_read_nodes_than_before() -> None:
    found = Counter(each.package for each in _elsewhere() if each.imports_the_parser)
    assert {package: count for package, count in found.items() if count > MODULES.get(package, 0)} == {}


def _fills_a_list_with_children(node: ast.AST) -> bool:
    """`stack.extend(node.named_children)` and its like."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "extend"
        and any(
            isinstance(part, ast.Attribute) and part.attr in ("named_children", "children")
            for argument in node.args
            for part in ast.walk(argument)
        )
    )


def test_no_more_walks_are_written_by_hand_than_before() -> None:
    walks = sum(each.own_walks for each in _elsewhere())
    assert 0 < walks <= OWN_WALKS
