"""What the header of a `for` loop says: variable, bounds, step, and whether OpenACC takes that form.

The form is that of OpenACC 3.4, section 2.9: one variable of integer, pointer or random-access
iterator type, a relational condition on it, a step by a loop-invariant amount.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.source.nodes import bare, stored, subtree

_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_SEVERAL = "the header declares several variables"
_NAMES = frozenset(("identifier", "field_expression", "qualified_identifier"))
# Expressions that take apart what stands beside them, and the operators that hold faster than a relation.
_BIND_LESS = frozenset(("conditional_expression", "comma_expression"))
_BIND_MORE = frozenset(("+", "-", "*", "/", "%", "<<", ">>"))
# What may do something else than give a value; a call may be a macro, and asking a file twice reads twice.
_MAY_CHANGE = frozenset(
    ("assignment_expression", "update_expression", "call_expression", "lambda_expression", "co_await_expression")
)


@dataclass(frozen=True)
class LoopHeader:
    """A loop header, expressions as source text.

    ``step`` is signed text (``1``, ``-1``, ``-(s)``); ``problem`` says in words why the loop has
    no form that OpenACC accepts, ``None`` where it has one. ``first_test`` is the
    first test of the loop as it can be asked right before it (`0 < n`), ``None`` where asking twice might change something.
    ``is_chosen``: the bound is one of two, with one of which the loop does not run. ``is_changed``: the body assigns the variable.
    ``is_range``: it goes through a container (`for (T x : v)`). ``has_others``: the ``problem`` is that it declares other variables as
    well, which it sets once; its iterations are those of a header without them.
    """

    variable: str | None = None
    declares: bool = False
    lower: str | None = None
    relation: str | None = None
    upper: str | None = None
    step: str | None = None
    problem: str | None = None
    first_test: str | None = None
    is_chosen: bool = False
    is_changed: bool = False
    is_range: bool = False
    has_others: bool = False


def read_header(loop: Node) -> LoopHeader:
    """Header of a ``for_statement`` or ``for_range_loop`` node; what the body does to the variable is told by :func:`with_changes`."""
    if loop.type == "for_range_loop":
        return _read_range(loop)
    update, initializer = loop.child_by_field_name("update"), loop.child_by_field_name("initializer")
    variable, declares, lower, problem = _read_initializer(initializer)
    if problem is None and _hides_its_body(loop):
        problem = "where the header ends cannot be told"
    others = None
    if problem == _SEVERAL:
        others, (variable, lower) = problem, _first_of_several(initializer, _stepped_variable(update))
        problem = None if variable is not None else others
    if variable is None and problem is None:
        variable = _stepped_variable(update)
    if variable is None:
        return LoopHeader(problem=problem or "the header names no loop variable")
    relation, upper = _read_condition(loop.child_by_field_name("condition"), variable)
    step = _read_step(update, variable)
    if problem is None and relation is None:
        more = _asks_more(loop.child_by_field_name("condition"), variable)
        told = f"asks more than a bound of {variable}" if more else f"does not compare {variable} with a bound"
        problem = f"the condition {told}"
    if problem is None and step is None:
        is_list = update is not None and update.type == "comma_expression"
        problem = "the header steps several variables" if is_list else f"{variable} does not advance by a fixed step"
    chosen = _chosen(lower, relation, upper)
    test = _test(lower, relation, upper, chosen) if relation and _only_gives(lower, upper) else None
    first, last = (None if bound is None else _text(bound) for bound in (lower, upper))
    if others is not None:
        is_counted = problem is None
        return LoopHeader(variable, declares, first, relation, last, step, others, has_others=is_counted)
    return LoopHeader(variable, declares, first, relation, last, step, problem, test, chosen is not None)


def _first_of_several(initializer: Node | None, stepped: str | None) -> tuple[str | None, Node | None]:
    """The variable that a loop steps, of several that its header declares, and its first value."""
    for declarator in initializer.children_by_field_name("declarator") if initializer is not None else ():
        inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
        if stepped is not None and inner is not None and inner.type == "identifier" and _text(inner) == stepped:
            return stepped, declarator.child_by_field_name("value")
    return None, None


def _hides_its_body(loop: Node) -> bool:
    """Whether the parser left out the end of the header, and takes something else for the body: in `for (…) { WORD)(k);` of a macro with one
    parenthesis."""
    return any(child.is_error and b"{" in (child.text or b"") for child in loop.children)


def _chosen(lower: Node | None, relation: str | None, upper: Node | None) -> Node | None:
    """The bound where it is one of two, the second of which is a number with which an upward loop does not run; else ``None``."""
    chosen = bare(upper) if upper is not None else None
    if lower is None or relation != "<" or chosen is None or chosen.type != "conditional_expression":
        return None
    last = chosen.child_by_field_name("alternative")
    return chosen if last is not None and _is_not_below(lower, last) else None


def _test(lower: Node | None, relation: str, upper: Node | None, chosen: Node | None) -> str:
    """The first test of a loop; of a ``chosen`` bound such as `n > 1 ? n - 1 : 0` with its condition beside it."""
    condition = chosen.child_by_field_name("condition") if chosen is not None else None
    if chosen is None or condition is None:
        return f"{_operand(lower)} {relation} {_operand(upper)}"
    sign = condition.child_by_field_name("operator")
    asked = _text(condition) if sign is not None and _text(sign) in _MIRROR else f"({_text(condition)})"
    return f"{asked} && {_operand(lower)} < {_operand(chosen.child_by_field_name('consequence'))}"


def _is_not_below(lower: Node, other: Node) -> bool:
    """Whether two plain numbers are there and the second is no greater."""
    return _text(lower).isdigit() and _text(other).isdigit() and int(_text(other)) <= int(_text(lower))


def _only_gives(*bounds: Node | None) -> bool:
    """Whether bounds are there and only give values, however often they are asked."""
    return None not in bounds and not any(part.type in _MAY_CHANGE for bound in bounds for part in subtree(bound))


def _operand(node: Node | None) -> str:
    """An expression as it can stand beside a relation."""
    if node is None:
        return ""
    operator = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    binds = node.type not in _BIND_LESS and (operator is None or _text(operator) in _BIND_MORE)
    return _text(node) if binds else f"({_text(node)})"


def with_changes(header: LoopHeader, loop: Node, changed: Iterable[Node]) -> LoopHeader:
    """The header with what the body does: ``changed`` are the places in it that are assigned or stepped."""
    if (header.problem is not None and not header.has_others) or header.variable is None:
        return header
    wanted = "".join(header.variable.split())
    for place in changed:
        target = bare(place)
        if target.type in _NAMES and "".join(_text(target).split()) == wanted and not _is_another(target, loop, wanted):
            problem = header.problem or f"{header.variable} is changed in the body"
            return replace(header, problem=problem, is_changed=True, has_others=False)
    return header


def _is_another(name: Node, loop: Node, variable: str) -> bool:
    """Whether a block or a loop between a name and the loop around declares a variable of this name."""
    around = name.parent
    while around is not None and around != loop:
        declarations = around.named_children if around.type == "compound_statement" else []
        if around.type == "for_statement":
            declarations = around.children_by_field_name("initializer")
        for declaration in declarations:
            if declaration.type == "declaration" and declaration.start_byte <= name.start_byte:
                if any(_declared_name(part) == variable for part in declaration.children_by_field_name("declarator")):
                    return True
        around = around.parent
    return False


def _declared_name(declarator: Node | None) -> str | None:
    """The name that a declarator declares, ``None`` for one of several names."""
    while declarator is not None and declarator.type not in ("identifier", "structured_binding_declarator"):
        inner = declarator.child_by_field_name("declarator")
        named = [child for child in declarator.named_children if child.type != "comment"]
        # References and parentheses have no field for what they hold.
        declarator = inner if inner is not None else named[-1] if named else None
    return _text(declarator) if declarator is not None and declarator.type == "identifier" else None


def _read_range(loop: Node) -> LoopHeader:
    declarator = loop.child_by_field_name("declarator")
    container = loop.child_by_field_name("right")
    return LoopHeader(
        variable=_declared_name(declarator),
        declares=True,
        upper=_text(container) if container is not None else None,
        problem="a range-based for has no index; OpenACC compilers differ on accepting it",
        is_range=True,
    )


def _read_initializer(node: Node | None) -> tuple[str | None, bool, Node | None, str | None]:
    """(variable, declared here, lower bound, problem)."""
    if node is None:
        return None, False, None, None
    if node.type == "declaration":
        declarators = node.children_by_field_name("declarator")
        if len(declarators) != 1:
            return None, True, None, _SEVERAL
        declarator = declarators[0]
        value = declarator.child_by_field_name("value")
        inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
        return _declared_name(inner), True, value, None
    if node.type == "assignment_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.type in _NAMES:
            return _text(left), False, right, None
    if node.type == "comma_expression":
        return None, False, None, "the header sets several variables"
    return None, False, None, None


def _read_condition(node: Node | None, variable: str) -> tuple[str | None, Node | None]:
    node = _unwrapped(node)
    if node is None or node.type != "binary_expression":
        return None, None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None or _text(operator) not in _MIRROR:
        return None, None
    if _text(left) == variable:
        return _text(operator), right
    if _text(right) == variable:
        return _MIRROR[_text(operator)], left
    return None, None


def _asks_more(node: Node | None, variable: str) -> bool:
    """Whether a condition has a bound of the variable as one of its parts: `i < n && a[i] > 0`."""
    node = _unwrapped(node)
    sign = node.child_by_field_name("operator") if node is not None and node.type == "binary_expression" else None
    if node is None or sign is None or _text(sign) not in ("&&", "||", "and", "or"):
        return False
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return any(_read_condition(side, variable)[0] is not None or _asks_more(side, variable) for side in sides)


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
    target = stored(node) if node is not None else None
    return _text(target) if target is not None and target.type in _NAMES else None


def _unwrapped(node: Node | None) -> Node | None:
    while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_child(0)
    return node


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", errors="replace")
