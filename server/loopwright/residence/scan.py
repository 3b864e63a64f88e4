"""What can be said of statements without carrying them out: what they assign, whether they move data, whether they jump."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache, wraps
from typing import Any, TypeVar

from loopwright.residence import ir

_T = TypeVar("_T")
_KEPT = "_kept"


def kept_with_node(find: Callable[..., _T]) -> Callable[..., _T]:
    """What is found of a node stays with it: plans ask it of the same statements over and over. To look it up in a table would cost the
    hash of all that is in the node, each time, and keep the nodes of files that are long gone."""

    @wraps(find)
    def kept(node: Any, *more: Any) -> _T:
        known: dict[Any, Any] = vars(node).setdefault(_KEPT, {})
        key = (find.__name__, *more)
        if key not in known:
            known[key] = find(node, *more)
        found: _T = known[key]
        return found

    return kept


@cache
def _holding(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of node in which others may be."""
    return tuple(field.name for field in fields(kind) if field.name != "span")


def children(node: Any) -> Iterator[Any]:
    """The statements and expressions in one."""
    own = vars(node)
    kind: Any = type(node)
    for name in _holding(kind):
        value = own[name]
        for part in value if isinstance(value, tuple) else (value,):
            if hasattr(part, "__dataclass_fields__"):
                yield part


@kept_with_node
def everything_in(node: Any) -> tuple[Any, ...]:
    """A statement or expression and all in it."""
    found, stack = [], [node]
    while stack:
        part = stack.pop()
        found.append(part)
        stack.extend(children(part))
    return tuple(found)


@kept_with_node
def assigned_names(node: Any) -> frozenset[str]:
    """Variables that are assigned, or whose address is given away."""
    targets = (part.target for part in everything_in(node) if isinstance(part, (ir.Assign, ir.Step)))
    return lent_names(node) | {target.name for target in targets if isinstance(target, ir.Name)}


@kept_with_node
def lent_names(node: Any) -> frozenset[str]:
    """Variables whose address is given away."""
    places = (part.place for part in everything_in(node) if isinstance(part, ir.AddressOf))
    return frozenset(place.name for place in places if isinstance(place, ir.Name))


def counters(loop: ir.Loop) -> frozenset[str]:
    """What the step of a loop changes."""
    return assigned_names(loop.step) if loop.step is not None else frozenset()


@kept_with_node
def settled_names(body: Any) -> frozenset[str]:
    """Variables of a function that have their last value before anything but conditions and their own values reads them, as a size that has
    a default and may be given on the command line."""
    if any(isinstance(part, ir.Goto) for part in everything_in(body)):
        return frozenset()
    declared = [part.name for part in everything_in(body) if isinstance(part, ir.Declare)]
    blocks = [part for part in everything_in(body) if isinstance(part, ir.Block) and (part.scoped or part is body)]
    found: set[str] = set()
    for items in map(_items_of, blocks):
        for at, item in enumerate(items):
            if isinstance(item, ir.Declare) and declared.count(item.name) == 1 and _settles(item.name, items[at + 1 :]):
                found.add(item.name)
    return frozenset(found - lent_names(body))


def _items_of(block: ir.Block) -> list[ir.Stmt]:
    """The statements of a block, those of a declaration of several names too."""
    found: list[ir.Stmt] = []
    for item in block.items:
        found += _items_of(item) if isinstance(item, ir.Block) and not item.scoped else [item]
    return found


def _settles(name: str, items: list[ir.Stmt]) -> bool:
    last = max((at for at, item in enumerate(items) if name in assigned_names(item)), default=-1)
    return last >= 0 and not any(_is_read(name, item) for item in items[: last + 1])


def _is_read(name: str, node: Any) -> bool:
    """Whether something else than a condition or the variable's own new value reads it, or a function that these call."""
    if isinstance(node, ir.Name):
        return node.name == name
    is_own = isinstance(node, (ir.Assign, ir.Step)) and isinstance(node.target, ir.Name) and node.target.name == name
    free = [node] if is_own else [node.condition] if isinstance(node, ir.If) else []
    for part in free:
        if any(isinstance(call, ir.Call) and _names(name, call) for call in everything_in(part)):
            return True
    return not is_own and any(_is_read(name, part) for part in children(node) if not any(part is each for each in free))


def _names(name: str, node: Any) -> bool:
    return any(isinstance(part, ir.Name) and part.name == name for part in everything_in(node))


@kept_with_node
def reseated_names(node: Any) -> frozenset[str]:
    """Pointers that get another address than one of the same memory."""
    found: set[str] = set()
    for part in everything_in(node):
        if isinstance(part, ir.Assign) and isinstance(part.target, ir.Name) and not part.operator:
            found.add(part.target.name)
        elif isinstance(part, ir.AddressOf) and isinstance(part.place, ir.Name):
            found.add(part.place.name)
    return frozenset(found)


def _fetched(node: Any) -> frozenset[str]:
    if isinstance(node, ir.Directive) and node.name == "update":
        return frozenset(i.place.name for i in node.items if i.clause == "host" and isinstance(i.place, ir.Name))
    return frozenset()


@kept_with_node
def fetched_names(node: Any) -> frozenset[str]:
    """Variables that an `update self` in a statement brings to the host."""
    return frozenset().union(*map(_fetched, everything_in(node)))


@kept_with_node
def fetched_at_times(loop: ir.Loop) -> frozenset[str]:
    """Those that a loop brings to the host in some of its rounds only, as a condition says."""
    always: set[str] = set()
    stack: list[Any] = [loop.body]
    while stack:
        part = stack.pop()
        always |= _fetched(part)
        if not isinstance(part, ir.If):
            stack.extend(children(part))
    return fetched_names(loop.body) - always


@kept_with_node
def may_jump(node: Any, loops: bool = False) -> bool:
    """Whether a statement may leave the block around it; with ``loops`` whether a loop's body may leave the loop."""
    if isinstance(node, (ir.Return, ir.Goto)):
        return True
    if isinstance(node, ir.Jump):
        return not loops or node.kind != "continue"
    if isinstance(node, ir.Loop):
        return any(isinstance(part, (ir.Return, ir.Goto)) for part in everything_in(node.body))
    if isinstance(node, ir.Switch):
        return any(
            isinstance(part, (ir.Return, ir.Goto)) or (isinstance(part, ir.Jump) and part.kind == "continue")
            for part in everything_in(node)
        )
    if isinstance(node, (ir.Block, ir.If, ir.Directive)):
        return any(may_jump(part, loops) for part in children(node))
    return False
