"""What the header of a `for` loop says: variable, bounds, step, and whether OpenACC takes that form.

The form is that of OpenACC 3.4, section 2.9: one variable of integer, pointer or random-access
iterator type, a relational condition on it, a step by a loop-invariant amount.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_PART_OF_ANOTHER = ("_", ".", ">")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_NAMES = frozenset(("identifier", "field_expression", "qualified_identifier"))


_MAY_CHANGE = re.compile(r"[=(]|\+\+|--")


@dataclass(frozen=True)
class LoopHeader:
    """A loop header, expressions as source text.

    ``step`` is signed text (``1``, ``-1``, ``-(s)``); ``problem`` says in words why the loop has
    no form that OpenACC accepts, ``None`` where it has one.
    """

    variable: str | None = None
    declares: bool = False
    lower: str | None = None
    relation: str | None = None
    upper: str | None = None
    step: str | None = None
    problem: str | None = None

    @property
    def first_test(self) -> str | None:
        """The first test of the loop as it can be asked right before it (`0 < n`); ``None`` where asking twice might change something."""
        if not (self.lower and self.relation and self.upper) or _MAY_CHANGE.search(f"{self.lower} {self.upper}"):
            return None
        return f"{self.lower} {self.relation} {self.upper}"


def read_header(loop: Node) -> LoopHeader:
    """Header of a ``for_statement`` or ``for_range_loop`` node."""
    if loop.type == "for_range_loop":
        return _read_range(loop)
    variable, declares, lower, problem = _read_initializer(loop.child_by_field_name("initializer"))
    update = loop.child_by_field_name("update")
    if variable is None and problem is None:
        variable = _stepped_variable(update)
    if variable is None:
        return LoopHeader(problem=problem or "the header names no loop variable")
    relation, upper = _read_condition(loop.child_by_field_name("condition"), variable)
    step = _read_step(update, variable)
    if problem is None and relation is None:
        problem = f"the condition does not compare {variable} with a bound"
    if problem is None and step is None:
        problem = f"{variable} does not advance by a fixed step"
    body = loop.child_by_field_name("body")
    if problem is None and body is not None and _assigns(variable, _text(body)):
        problem = f"{variable} is changed in the body"
    return LoopHeader(variable, declares, lower, relation, upper, step, problem)


def _read_range(loop: Node) -> LoopHeader:
    declarator = loop.child_by_field_name("declarator")
    container = loop.child_by_field_name("right")
    name = re.search(r"\w+\s*$", _text(declarator)) if declarator is not None else None
    return LoopHeader(
        variable=name[0].strip() if name else None,
        declares=True,
        upper=_text(container) if container is not None else None,
        problem="a range-based for has no index; OpenACC compilers differ on accepting it",
    )


def _read_initializer(node: Node | None) -> tuple[str | None, bool, str | None, str | None]:
    """(variable, declared here, lower bound, problem)."""
    if node is None:
        return None, False, None, None
    if node.type == "declaration":
        declarators = node.children_by_field_name("declarator")
        if len(declarators) != 1:
            return None, True, None, "the header declares several variables"
        declarator = declarators[0]
        value = declarator.child_by_field_name("value")
        inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
        name = re.search(r"\w+$", _text(inner)) if inner is not None else None
        return (name[0] if name else None), True, (_text(value) if value is not None else None), None
    if node.type == "assignment_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.type in _NAMES:
            return _text(left), False, _text(right), None
    if node.type == "comma_expression":
        return None, False, None, "the header sets several variables"
    return None, False, None, None


def _read_condition(node: Node | None, variable: str) -> tuple[str | None, str | None]:
    node = _unwrapped(node)
    if node is None or node.type != "binary_expression":
        return None, None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None or _text(operator) not in _MIRROR:
        return None, None
    if _text(left) == variable:
        return _text(operator), _text(right)
    if _text(right) == variable:
        return _MIRROR[_text(operator)], _text(left)
    return None, None


def _read_step(node: Node | None, variable: str) -> str | None:
    node = _unwrapped(node)
    if node is None:
        return None
    if node.type == "update_expression":
        argument = node.child_by_field_name("argument")
        if argument is None or _text(argument) != variable:
            return None
        return "-1" if "--" in _text(node) else "1"
    if node.type != "assignment_expression":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or _text(left) != variable:
        return None
    sign = _text(operator) if operator is not None else "="
    if sign in ("+=", "-="):
        return _text(right) if sign == "+=" else f"-({_text(right)})"
    return _step_of_sum(_unwrapped(right), variable) if sign == "=" else None


def _step_of_sum(node: Node | None, variable: str) -> str | None:
    if node is None or node.type != "binary_expression":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return None
    if _text(operator) == "+" and _text(left) == variable:
        return _text(right)
    if _text(operator) == "+" and _text(right) == variable:
        return _text(left)
    if _text(operator) == "-" and _text(left) == variable:
        return f"-({_text(right)})"
    return None


def _stepped_variable(update: Node | None) -> str | None:
    node = _unwrapped(update)
    field = {"update_expression": "argument", "assignment_expression": "left"}.get(node.type if node else "")
    target = node.child_by_field_name(field) if node is not None and field else None
    return _text(target) if target is not None and target.type in _NAMES else None


def _unwrapped(node: Node | None) -> Node | None:
    while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_child(0)
    return node


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", errors="replace")


def _assigns(variable: str, text: str) -> bool:
    code = _COMMENT.sub(" ", text) if "//" in text or "/*" in text else text
    after, before = _assignment_patterns(variable)
    for match in after.finditer(code):
        previous = code[match.start() - 1 : match.start()]
        if previous.isalnum() or previous in _PART_OF_ANOTHER:
            continue
        # `*p = 0` changes what p points to.
        if previous != "*" or match[1] in ("++", "--"):
            return True
    return ("++" in code or "--" in code) and before.search(code) is not None


@lru_cache(maxsize=512)
def _assignment_patterns(variable: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A name and what changes it behind or before it; the first begins with the name, which makes the search fast."""
    name = rf"{re.escape(variable)}(?!\w)"
    return re.compile(rf"{name}\s*(=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)"), re.compile(rf"(?:\+\+|--)\s*{name}")
