"""Which way data go, and what is accumulated, by the form of a loop alone: what other loops' directives say of other names is carried over
to a loop that may use its own the other way round."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.symbols import names_at
from loopwright.source.nodes import at_or_around, is_arrow, subtree, text_of, within, written
from loopwright.source.outline import Loop, Outline
from loopwright.source.shape import arrays_of
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize

_CHANGES = ("assignment_expression", "update_expression")
_SAME = ("parenthesized_expression", "cast_expression", "qualified_identifier")  # what they hold
_REACHES = ("pointer_expression", "argument_list", "init_declarator", "lambda_capture_specifier")


def only_read(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` that ``loop`` reads elements of, while nothing in it can change one."""
    found = arrays_of(outline, loop)
    plain = names & found.read - found.written
    return frozenset(name for name in plain if _is_flat(outline, loop, name) and not _may_change(outline, loop, name))


def surely_written(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` of which ``loop`` assigns elements: of the array itself, not of what its elements lead to."""
    changed = names & arrays_of(outline, loop).written
    return frozenset(
        name for name in changed if _is_flat(outline, loop, name) and _is_itself_written(outline, loop, name)
    )


def only_updated(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` whose elements ``loop`` changes by what they held alone: `a[i] += x`, `a[i]++`, `a[i] = b * a[i]`."""
    changed = names & arrays_of(outline, loop).written
    return frozenset(
        n
        for n in changed
        if _is_flat(outline, loop, n) and not _is_hidden(outline, loop, n) and _is_updated(outline, loop, n)
    )


def is_left_alone(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether nothing in ``loop`` can change a variable."""
    return not _may_change(outline, loop, name)


def is_moved(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a name is a pointer that ``loop`` itself sets: a scalar, whatever it leads to."""
    declared = names_at(outline, loop).declared(name)
    if declared is None or declared.type.layers[:1] != ("*",):
        return False
    for node in within(outline.source.tree.root_node, loop.span):
        if node.type in _CHANGES:
            target = node.child_by_field_name("left") or node.child_by_field_name("argument")
            if target is not None and _is_name(target, name):
                return True
    return False


def _is_flat(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a name is an array, or a pointer to elements that are no pointers."""
    declared = names_at(outline, loop).declared(name)
    if declared is None or declared.kind not in ("variable", "parameter"):
        return False
    layers = declared.type.layers
    return bool(layers) and layers[0] in ("*", "[]") and all(layer == "[]" for layer in layers[1:])


def _is_itself_written(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether an assignment changes what a name holds or leads to, and not (`b->v[i] = x`) what a pointer in there leads to."""
    nodes = within(outline.source.tree.root_node, loop.span)
    return any(_is_name(use, name) and _is_target(outline, loop, use) for use in nodes)


def _is_target(outline: Outline, loop: Loop, use: Node) -> bool:
    child, node = use, use.parent
    member = ""
    while node is not None and node.type not in _CHANGES:
        if node.type == "field_expression":
            if member and is_arrow(node):
                return False
            member = text_of(node.child_by_field_name("field"))
        elif node.type in ("subscript_expression", "pointer_expression"):
            if node.child_by_field_name("argument") != child:
                return False  # a part of an index
            if member and not _is_array_member(outline, loop, text_of(use), member):
                return False
        elif node.type not in _SAME:
            return False
        child, node = node, node.parent
    return node is not None and (node.child_by_field_name("left") or node.child_by_field_name("argument")) == child


def _is_array_member(outline: Outline, loop: Loop, name: str, member: str) -> bool:
    names = names_at(outline, loop)
    declared = names.declared(name)
    known = names.scopes.members(names.scopes.expanded(declared.type).base) if declared is not None else None
    found = (known or {}).get(member)
    return found is not None and found.type.layers[:1] == ("[]",)


def _is_updated(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether each use of an array that changes it is an assignment with an operator, or counts."""
    in_c = outline.source.language == "c"
    for use in within(outline.source.tree.root_node, loop.span):
        if not _is_name(use, name):
            continue
        node = use.parent
        if node is None or node.type != "subscript_expression":
            return False  # another pointer may lead to it then
        if not _is_changed(use, in_c):
            continue
        node = at_or_around(node, (*_CHANGES, *_REACHES, "call_expression"))
        if node is None or node.type not in _CHANGES:
            return False
        if text_of(node.child_by_field_name("operator")) == "=" and not _takes_itself(node):
            return False
    return True


def _takes_itself(assignment: Node) -> bool:
    """Whether an element is set to what is reckoned from what it held: `a[i] = b * a[i] + x`."""
    left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    wanted = written(left)
    return any(node.type == "subscript_expression" and written(node) == wanted for node in subtree(right))


def _may_change(outline: Outline, loop: Loop, name: str) -> bool:
    in_c = outline.source.language == "c"
    nodes = list(within(outline.source.tree.root_node, loop.span))
    if any(_is_changed(node, in_c) for node in nodes if _is_name(node, name)):
        return True
    return _is_hidden(outline, loop, name)


def _is_hidden(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a variable may be used where its name is not seen: in a function that is called, in a macro."""
    nodes = list(within(outline.source.tree.root_node, loop.span))
    names = names_at(outline, loop)
    declared = names.declared(name)
    is_own = declared is not None and declared.kind in ("variable", "parameter") and not declared.is_global
    if not is_own and any(node.type == "call_expression" for node in nodes):
        return True  # by the function that is called
    macros = names.scopes.macros
    used = {text_of(node) for node in nodes if node.type == "identifier"} & macros.keys()
    return any(name in _words(macros[macro].value or name) for macro in used)


def _words(text: str) -> set[str]:
    data = text.encode()
    return {token.text for token in tokenize(data, Span(0, len(data)))}


def _is_name(node: Node, name: str) -> bool:
    return node.type == "identifier" and text_of(node) == name


def _is_changed(use: Node, in_c: bool) -> bool:
    """Whether the use of a name stands where it, or an element of it, is assigned, or where others get hold of it: by its address, as a
    pointer, as what C++ may take by reference."""
    child, node = use, use.parent
    is_element = False
    while node is not None and not node.type.endswith(("_statement", "for_range_loop")):
        if node.type == "subscript_expression":
            argument = node.child_by_field_name("argument")
            if argument is None or argument.id != child.id:
                return False  # a part of an index
            is_element = True
        elif node.type in _CHANGES:
            left = node.child_by_field_name("left") or node.child_by_field_name("argument")
            return left is not None and left.id == child.id
        elif node.type == "call_expression":
            return True  # a function of the object or of what it leads to
        elif node.type == "argument_list":
            return not (in_c and is_element)
        elif node.type in _REACHES:
            return node.type != "init_declarator" or not is_element or not in_c
        elif node.type not in (*_SAME, "field_expression"):
            return False
        child, node = node, node.parent
    return False
