"""Where an unsigned value may be an ``int``, and truth values that an index is made of: conversions of C++17 [expr.arith.conv]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.analyse.indices import NARROW, index_of
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import number_of

_INTEGERS = frozenset(
    ("int", "unsigned", "unsigned int", "long", "size_t", "long long", "int64_t", "uint64_t", "int32_t")
)
_INTEGERS |= frozenset(
    ("uint32_t", "unsigned long", "unsigned long long", "uint", "short", "float", "double", "signed")
)
_UNSIGNED = frozenset(
    ("unsigned", "unsigned int", "uint", "uint32_t", "size_t", "unsigned long", "uint64_t", "unsigned long long")
)
_LARGE = 4096  # the product of an index and such a number may not fit an ``int``
_LARGE_SUMMAND = 1 << 30


@dataclass(frozen=True)
class Constants:
    """What is known of names of numbers: those that may be below 0, and how large each may be at most."""

    negative: frozenset[str] = frozenset()
    most: Mapping[str, int] = field(default_factory=dict[str, int])


def may_be_signed(node: Node, variables: Variables, constants: Constants) -> bool:
    """Whether an ``unsigned`` value that is never negative and fits an ``int`` may be an ``int`` at this place: what
    surrounds it gives the same result. Conversions of C++17 [expr.arith.conv]."""
    below = False  # whether something was subtracted on the way up
    times = 1  # what it was multiplied by: what does not fit an ``int`` is told without a sign
    at, parent = node, node.parent
    while parent is not None:
        kind = parent.type
        if kind == "parenthesized_expression":
            pass
        elif kind == "binary_expression":
            operator = text_of(parent.child_by_field_name("operator"))
            left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
            other = right if left == at else left
            if other is None:
                return False
            times *= _factor(operator, other, other == right, constants)
            if times >= _LARGE:
                below = True
            if operator == "-":
                below = True
            elif operator in ("<", ">", "<=", ">=", "==", "!="):
                return not below and _is_natural(other, variables, constants.negative)
            elif operator in ("&&", "||"):
                return not below
            elif operator in ("/", "%", ">>", "<<", "&", "|", "^"):
                if below or not _is_natural(other, variables, constants.negative):
                    return False
            elif operator not in ("+", "*"):
                return False
            elif not _is_natural(other, variables, constants.negative):
                below = True  # the other side may be negative
        elif kind == "subscript_expression" or kind == "subscript_argument_list":
            return True
        elif kind in ("init_declarator", "assignment_expression"):
            base = _target(parent, variables)
            return base in _INTEGERS and times < _LARGE and (not below or base in NARROW)
        elif kind == "cast_expression":
            base = text_of(parent.child_by_field_name("type"))
            return base in _INTEGERS and times < _LARGE and (not below or base in NARROW)
        else:
            return False
        at, parent = parent, parent.parent
    return False


def _factor(operator: str, other: Node, behind: bool, constants: Constants) -> int:
    """How many times larger a value may be made by what stands at the other side of an operator."""
    other = bare(other)
    text = text_of(other)
    most = constants.most.get(text) if other.type == "identifier" else number_of(text)
    if most is None:
        return 1
    if operator == "<<":
        return 1 << min(max(most, 0), 32) if behind else 1
    if operator == "+":
        return _LARGE if most >= _LARGE_SUMMAND else 1
    return max(most, 1) if operator == "*" else 1


def _is_natural(node: Node, variables: Variables, negative: frozenset[str]) -> bool:
    """A number or an index that is not negative."""
    node = bare(node)
    if node.type == "number_literal":
        return not text_of(node).startswith("-")  # to the grammar the sign is part of the number
    if index_of(node) is not None:
        return True
    variable = variables.of(node) if node.type == "identifier" else None
    if variable is not None and not variable.pointers and variable.scalar:
        return variable.base in _UNSIGNED  # beside it an int becomes unsigned too
    if node.type == "identifier" and text_of(node).isupper():
        return text_of(node) not in negative  # a macro or constant
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in "+*/%>>":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        return all(side is not None and _is_natural(side, variables, negative) for side in (left, right))
    return False


def _target(node: Node, variables: Variables) -> str:
    """The type of the plain variable that an initializer or assignment is for."""
    if node.type == "init_declarator":
        declared = node.child_by_field_name("declarator")
        found = next(
            (v for v in variables.all if v.init is not None and v.init == node.child_by_field_name("value")), None
        )
        return found.base if found is not None and declared is not None and declared.type == "identifier" else ""
    left = node.child_by_field_name("left")
    variable = variables.of(bare(left)) if left is not None else None
    return variable.base if variable is not None and variable.scalar and not variable.pointers else ""


_TRUTHS = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))
_OF_BITS = frozenset(("|", "&", "^"))
_BETWEEN = frozenset(("binary_expression", "parenthesized_expression", "cast_expression"))


def is_truth_in_index(node: Node, variables: Variables) -> bool:
    """Whether ``node`` is a truth value that an index is made of: ``a[x > y]``, ``a[i + flag]``, ``*(p + flag)``."""
    if node.type not in ("identifier", "binary_expression", "unary_expression"):
        return False
    around, between = node.parent, []
    while around is not None and around.type in _BETWEEN:
        between.append(around)
        around = around.parent
    if around is None or around.type not in ("subscript_argument_list", "pointer_expression"):
        return False
    return _is_truth(node, variables) and not any(
        _is_truth(part, variables) for part in between if bare(part) != bare(node)
    )


def _is_truth(node: Node, variables: Variables, seen: frozenset[Variable] = frozenset()) -> bool:
    """``seen``: variables that are asked about; one that is made of itself stays what its other values are."""
    node = bare(node)
    if node.type == "unary_expression":
        return text_of(node).startswith("!")
    if node.type == "binary_expression":
        operator = text_of(node.child_by_field_name("operator"))
        sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        return operator in _TRUTHS or (
            operator in _OF_BITS and all(side is not None and _is_truth(side, variables, seen) for side in sides)
        )
    variable = variables.of(node) if node.type == "identifier" else None
    if variable is None or not variable.scalar or variable.pointers or variable.taken:
        return False
    if variable.base == "bool" or variable in seen:
        return True
    values = [_assigned(write) for write in variable.writes]
    if variable.init is not None:
        values.append(variable.init)
    return (
        bool(values)
        and not variable.parameter
        and all(v is not None and _is_truth(v, variables, seen | {variable}) for v in values)
    )


def _assigned(write: Node) -> Node | None:
    """What ``write = …`` assigns."""
    parent = write.parent
    if (
        parent is None
        or parent.type != "assignment_expression"
        or text_of(parent.child_by_field_name("operator")) != "="
    ):
        return None
    return parent.child_by_field_name("right")
