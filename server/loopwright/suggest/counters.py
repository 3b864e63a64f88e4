"""Scalars that no two iterations of a loop may use at once: those that count through it, as in `found[count++] = i`, and those that an
iteration compares with and changes, as in `if (a[i] > most) { most = a[i]; where = i; }`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.symbols import names_at
from loopwright.source.kept import kept
from loopwright.source.nodes import subtree, text_of, within
from loopwright.source.outline import Loop, Outline

_CHANGES = ("update_expression", "assignment_expression")
_COUNTING = frozenset(("+=", "-="))
_SCALARS = ((), ("&",), ("*",))  # layers of types: a number, and what leads to one


def counted_through(outline: Outline, loop: Loop) -> str:
    """A scalar from outside of ``loop`` that its body changes by `++`, `--`, `+=` and `-=` alone, and whose value it uses for anything else;
    empty if there is none. Under `atomic` it may be, and the loop's own counter is none."""
    body = outline.source.tree.root_node.descendant_for_byte_range(
        loop.body.start, max(loop.body.start, loop.body.end - 1)
    )
    if body is None:
        return ""
    names = names_at(outline, loop)
    atomic = {pragma.governs for pragma in outline.pragmas if pragma.text.split()[:1] == ["atomic"]}  # of OpenMP too
    counted: dict[str, None] = {}
    told: dict[str, list[Node]] = {}
    for node in _identifiers(body):
        told.setdefault(text_of(node), []).append(_led_to(node))
        if _is_counting(_led_to(node)):
            counted[text_of(node)] = None
    for name in counted:
        declared = names.declared(name)
        if declared is None or declared.type.layers not in _SCALARS or name == loop.header.variable:
            continue
        uses = told[name]
        if declared.type.layers == ("*",) and any(use.type == "identifier" for use in uses):
            continue  # it is moved itself, or leads to more than one
        if any(_is_under(node, atomic) or _is_set(node) for node in uses):
            continue
        if any(_is_read(node) for node in uses):
            return name
    return ""


@kept
def compared_through(outline: Outline, loop: Loop) -> frozenset[str]:
    """Scalars from outside of ``loop`` that the condition of an `if` reads, under which the body of the `if` sets them and another one."""
    found: set[str] = set()
    for read, outside in _chosen_by(outline, loop):
        if len(outside) > 1:
            found |= outside & {text_of(node) for node in read}
    return frozenset(found)


@kept
def indexed_through(outline: Outline, loop: Loop) -> frozenset[str]:
    """Scalars from outside of ``loop`` that say which element a condition reads, under which they are set: `if (a[i] > a[most]) most = i;`.
    No reduction is one: what its copies begin with is no index."""
    return frozenset(
        text_of(node)
        for read, outside in _chosen_by(outline, loop)
        for node in read
        if text_of(node) in outside and _is_in_subscript(node)
    )


def indices_in(outline: Outline, loop: Loop) -> frozenset[str]:
    """The names that say which elements of arrays the body of ``loop`` uses."""
    body = within(outline.source.tree.root_node, loop.body)
    return frozenset(text_of(node) for node in body if node.type == "identifier" and _is_in_subscript(node))


def _chosen_by(outline: Outline, loop: Loop) -> Iterator[tuple[list[Node], set[str]]]:
    """For each condition in the loop: the names that it reads, and the scalars from outside that are set under it."""
    body = outline.source.tree.root_node.descendant_for_byte_range(
        loop.body.start, max(loop.body.start, loop.body.end - 1)
    )
    if body is None:
        return
    names = names_at(outline, loop)
    own = {text_of(node) for node in _identifiers(body) if _is_declared(node)}

    def outside(then: set[str]) -> set[str]:
        return {name for name in then - own if _is_scalar(names.declared(name))}

    for node in subtree(body):
        condition, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if condition is None or then is None:
            continue
        if node.type == "if_statement":
            set_there = {text_of(n) for n in _identifiers(then) if _is_set(n) and _change_of(n) is not None}
            yield list(_identifiers(condition)), outside(set_there)
        elif node.type == "conditional_expression" and node.parent is not None:
            target = node.parent.child_by_field_name("left")
            if node.parent.type == "assignment_expression" and target is not None and target.type == "identifier":
                yield list(_identifiers(condition)), outside({text_of(target)})


def _is_in_subscript(node: Node) -> bool:
    """Whether a name is a part of an index."""
    around = node
    while around.parent is not None and not around.parent.type.endswith("_statement"):
        if around.parent.type == "subscript_expression" and around.parent.child_by_field_name("argument") != around:
            return True
        around = around.parent
    return False


def _is_scalar(declared: Declaration | None) -> bool:
    return declared is not None and declared.kind in ("variable", "parameter") and not declared.type.layers


def _is_declared(node: Node) -> bool:
    """Whether a variable is declared there."""
    parent = node.parent
    if parent is None or parent.type not in ("init_declarator", "declaration"):
        return False
    return parent.child_by_field_name("declarator") == node


def _identifiers(node: Node) -> Iterator[Node]:
    return (inner for inner in subtree(node) if inner.type == "identifier")


def _led_to(node: Node) -> Node:
    """`(*p)` for the `p` in it, any other name itself."""
    around = node.parent
    if around is None or around.type != "pointer_expression" or around.children[0].type != "*":
        return node
    while around.parent is not None and around.parent.type == "parenthesized_expression":
        around = around.parent
    return around


def _change_of(node: Node) -> Node | None:
    """The expression that changes a variable where it is named."""
    parent = node.parent
    if parent is None or parent.type not in _CHANGES:
        return None
    target = parent.child_by_field_name("left") or parent.child_by_field_name("argument")
    return parent if target is not None and target.id == node.id else None


def _is_counting(node: Node) -> bool:
    change = _change_of(node)
    if change is None:
        return False
    return change.type == "update_expression" or text_of(change.child_by_field_name("operator")) in _COUNTING


def _is_set(node: Node) -> bool:
    """Whether a variable gets a value there that has nothing to do with the one before, or somebody else its address."""
    change = _change_of(node)
    if change is not None:
        return not _is_counting(node)
    parent = node.parent
    is_address = parent is not None and parent.type == "pointer_expression" and parent.children[0].type == "&"
    return is_address or _is_declared(node)


def _is_read(node: Node) -> bool:
    """Whether a value goes anywhere but into the variable itself."""
    change = _change_of(node)
    if change is not None:
        return change.parent is not None and change.parent.type not in ("expression_statement", "for_statement")
    around: Node | None = node
    while around is not None and not around.type.endswith("_statement"):
        if around.type == "assignment_expression" and text_of(around.child_by_field_name("left")) == text_of(node):
            return False  # it counts by itself
        around = around.parent
    return True


def _is_under(node: Node, atomic: set[int]) -> bool:
    around: Node | None = node
    while around is not None and around.type != "function_definition":
        if around.start_byte in atomic:
            return True
        around = around.parent
    return False
