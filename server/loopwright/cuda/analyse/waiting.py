"""Loops in which a thread waits for what other threads store.

The threads of a block run one after the other here: one that waits for a later one waits for ever. A lock is no such wait (who
waits stores itself, and lets go before the next thread comes), nor is a loop that waits for a block before: those have run, or run
beside it.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import LOOPS, condition_of, statements_of, walk
from loopwright.cuda.read.variables import Variable
from loopwright.cuda.spec import operations
from loopwright.source.nodes import bare, is_arrow, text_of

_QUIET = frozenset(("__nanosleep", "clock", "clock64", "__threadfence", "__threadfence_block", "__threadfence_system"))
_LOADS = frozenset(("__ldcg", "__ldcv", "__ldca", "__ldg", "ld_acquire", "load", "atomic_load"))
_TIMES = frozenset(("clock", "clock64"))
_STORING_OF_PTX = ("st.", "atom.", "red.", "%clock", "%globaltimer")
_STORING = frozenset(
    ("atomicCAS", "atomicExch", "exchange", "store", "compare_exchange_strong", "compare_exchange_weak")
)
_READS = frozenset(("subscript_expression", "pointer_expression"))


def is_uncalled_barrier(node: Node) -> bool:
    """Whether a barrier is named and not called, which does nothing: ``__syncthreads;``."""
    statement = node.parent if node.type == "identifier" else None
    alone = statement is not None and statement.type == "expression_statement"
    return alone and text_of(node) in operations().barriers


def uncalled_barriers(function: DeviceFunction) -> list[tuple[int, str]]:
    """Where a function names a barrier and does not call it, and what to say."""
    found = (node for node in function.inside if is_uncalled_barrier(node))
    return [(node.start_byte, f"no thread waits here: {text_of(node)} is named and not called") for node in found]


def waits_for_others(
    loop: Node, function: DeviceFunction, code: DeviceCode, memory: frozenset[str] = frozenset()
) -> bool:
    """Whether ``loop`` ends only when another thread of the block stores something. ``memory``: variables of the file that device
    code writes."""
    if loop.type not in LOOPS or loop.type == "for_range_loop":
        return False
    body = loop.child_by_field_name("body")
    update = loop.child_by_field_name("update")
    if body is None or update is not None:
        return False
    condition = condition_of(loop) if loop.child_by_field_name("condition") is not None else None
    parts = [] if condition is None else [condition]
    for statement in statements_of(body):
        asked = _asked(statement, function, code)
        if asked is None:
            return False
        parts += asked
    if condition is not None and _changes(condition):
        return False  # it counts: it comes to its end
    calls = {called(n) for part in parts for n in walk(part) if n.type == "call_expression"}
    places = [place for part in parts for place in _places(part, function, memory, calls)]
    places += [
        n for part in parts for n in walk(part) if n.type == "call_expression" and _only_looks(n, function, code)
    ]
    return bool(places) and not calls & _STORING and not all(_of_another_block(p, function) for p in places)


def _asked(statement: Node, function: DeviceFunction, code: DeviceCode) -> list[Node] | None:
    """What a statement of a waiting loop reads; ``None`` if it does more than to look."""
    if statement.type in ("comment", ";"):
        return []
    if statement.type == "compound_statement":
        found: list[Node] = []
        for inner in statement.named_children:
            asked = _asked(inner, function, code)
            if asked is None:
                return None
            found += asked
        return found
    if statement.type == "declaration":
        values = [d.child_by_field_name("value") for d in statement.children_by_field_name("declarator")]
        return [v for v in values if v is not None]
    if statement.type == "if_statement":
        then = statement.child_by_field_name("consequence")
        leaves = then is not None and all(
            s.type in ("break_statement", "return_statement") for s in statements_of(then)
        )
        alternative = statement.child_by_field_name("alternative")
        return [condition_of(statement)] if leaves and alternative is None else None
    if statement.type != "expression_statement":
        return None
    if not statement.named_children:
        return []
    expression = bare(statement.named_children[0])
    if expression.type == "call_expression":
        name = called(expression)
        if name in _QUIET or name in operations().fences or name in operations().barriers:
            return []
        return [expression] if _only_looks(expression, function, code) else None
    if expression.type == "assignment_expression":
        left, right = expression.child_by_field_name("left"), expression.child_by_field_name("right")
        variable = function.variables.of(bare(left)) if left is not None else None
        plain = text_of(expression.child_by_field_name("operator")) == "="
        if variable is None or not variable.scalar or variable.shared or right is None or not plain:
            return None
        return None if variable in function.variables.used_in(right) else [right]
    return None


def _only_looks(call: Node, function: DeviceFunction, code: DeviceCode) -> bool:
    """Whether a call of functions of the file reads memory and stores nothing that is seen outside of them."""
    own = code.callees(call, function)
    reached = [*own, *(other for each in own for other in code.reached(each))]
    return any(map(_reads, reached)) and not any(map(_stores, reached))


def _reads(function: DeviceFunction) -> bool:
    return any(
        n.type in (*_READS, "gnu_asm_expression")
        or (n.type == "field_expression" and is_arrow(n))
        or (n.type == "call_expression" and (called(n).startswith("atomic") or called(n) in _LOADS))
        for n in function.inside
    )


def _stores(function: DeviceFunction) -> bool:
    """Whether a function may change what others see, or asks the time, so that a loop with it ends; an atomic operation with 0 is how
    memory is read."""
    for node in function.inside:
        if node.type == "call_expression":
            name, given = called(node), arguments_of(node)
            looks = name == "atomic_load" or (bool(given) and text_of(given[-1]) in ("0", "0u", "0U"))
            if name in _STORING or name in _TIMES or (name.startswith("atomic") and not looks):
                return True
        elif node.type == "gnu_asm_expression" and any(word in text_of(node) for word in _STORING_OF_PTX):
            return True
        elif node.type in ("assignment_expression", "update_expression"):
            target = node.child_by_field_name("left") or node.child_by_field_name("argument")
            variable = function.variables.of(bare(target)) if target is not None else None
            if variable is None or variable.shared or variable.reference:
                return True
    return False


def _changes(node: Node) -> bool:
    return any(n.type in ("update_expression", "assignment_expression") for n in walk(node))


def _places(part: Node, function: DeviceFunction, memory: frozenset[str], calls: set[str]) -> list[Node]:
    """Where ``part`` reads memory."""
    found = [n for n in walk(part) if n.type in _READS and not text_of(n).startswith("&")]
    found += [n for n in walk(part) if n.type == "field_expression" and is_arrow(n)]
    for n in walk(part):
        if n.type == "identifier":
            variable = function.variables.of(n)
            if (variable is None and text_of(n) in memory) or (variable is not None and variable.shared):
                found.append(n)
        elif n.type == "call_expression" and (called(n).startswith("atomic") or called(n) in _LOADS):
            found.append(n)
    return found


def _of_another_block(place: Node, function: DeviceFunction) -> bool:
    """Whether an address depends on the block, or on a number drawn in order, and not on the thread."""
    words, waiting, seen = set(), [place], set()
    while waiting:
        node = waiting.pop()
        for n in walk(node):
            if n.type != "identifier":
                continue
            words.add(text_of(n))
            variable = function.variables.of(n)
            if variable is not None and variable not in seen:
                seen.add(variable)
                waiting += _sources(variable)
    return bool(words & {"blockIdx", "atomicAdd", "atomicInc"}) and "threadIdx" not in words


def _sources(variable: Variable) -> list[Node]:
    """What a variable is made of."""
    found = [variable.init] if variable.init is not None else []
    for node in variable.writes:
        parent = node.parent
        value = parent.child_by_field_name("right") if parent is not None else None
        found += [value] if value is not None else []
    return found
