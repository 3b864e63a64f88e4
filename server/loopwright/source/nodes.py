"""Small readings of syntax nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.source.text import Span

CLASSES = frozenset(("struct_specifier", "class_specifier", "union_specifier"))

# In which field of a node stands what it stores in.
STORES = {"assignment_expression": "left", "update_expression": "argument"}
_OF_OWNERS = frozenset(("field_expression", "subscript_expression"))
_PATHS = _OF_OWNERS | {"identifier", "this"}

# A statement of C in braces takes two levels, an operand or a parenthesis one. Functions that walk a tree call themselves.
MOST_DEPTH = 200
# What top-level pieces stand in.
CONTAINERS = frozenset(
    (
        "translation_unit",
        "ERROR",
        "namespace_definition",
        "declaration_list",
        "linkage_specification",
        "preproc_if",
        "preproc_ifdef",
        "preproc_else",
        "preproc_elif",
        "template_declaration",
        "class_specifier",
        "struct_specifier",
        "field_declaration_list",
    )
)


def text_of(node: Node | None) -> str:
    """The text of a node, empty for none."""
    text = node.text if node is not None else None
    return text.decode("utf-8", "replace") if text else ""


def written(node: Node | None) -> str:
    """The tokens of a node, the same for ways of writing them that differ in blanks and comments."""
    text = text_of(node)
    if node is not None and ("//" in text or "/*" in text):
        text = "".join(text_of(leaf) for leaf in leaves(node, Span(node.start_byte, node.end_byte)))
    return "".join(text.split())


def is_closed(node: Node) -> bool:
    """Whether the end of a function or class stands in its file too: another one, which is included behind it, may hold the rest."""
    body = node.child_by_field_name("body")
    return body is None or not (body.children and body.children[-1].is_missing)


def may_hold(node: Node, words: Iterable[bytes]) -> bool:
    """Whether one of some words stands in the text of a node: to look at every node below it takes a hundred times as long."""
    text = node.text or b""
    return any(word in text for word in words)


def subtree(node: Node | None, *, last_first: bool = False) -> Iterator[Node]:
    """A node and every named node below it, in the order of the text or from its end; nothing for none."""
    stack = [node] if node is not None else []
    while stack:
        current = stack.pop()
        yield current
        children = current.named_children
        stack.extend(children if last_first else reversed(children))


class Kinds:
    """The nodes of a tree by what they are, gone through once: who looks for calls meets nothing else."""

    def __init__(self, root: Node) -> None:
        self._found: defaultdict[str, list[Node]] = defaultdict(list)
        stack = [root]
        while stack:
            node = stack.pop()
            self._found[node.type].append(node)
            if children := node.children:
                stack += children[::-1]

    def of(self, *kinds: str) -> list[Node]:
        """Those of some kinds, in the order of the text."""
        if len(kinds) == 1:
            return self._found.get(kinds[0], [])
        return sorted(
            (n for kind in kinds for n in self._found.get(kind, ())), key=lambda n: (n.start_byte, -n.end_byte)
        )


def mentions_of(root: Node, name: str) -> Iterator[Node]:
    """Where a name of a variable, a function or a member stands below a node."""
    wanted = name.encode()
    return (node for node in subtree(root) if node.type in ("identifier", "field_identifier") and node.text == wanted)


def within(root: Node, span: Span) -> Iterator[Node]:
    """The outermost nodes of a tree that hold ``span`` between them, without those beside it, and every named node below them that has a
    part of it; in the order of the text. It costs what stands there, not what the file holds."""
    covering = root.descendant_for_byte_range(span.start, max(span.start, span.end - 1)) or root
    stack = [covering]
    if covering.start_byte < span.start:
        last = covering.named_child(covering.named_child_count - 1) if covering.named_child_count else None
        # Asked for one where none ends behind the place, the binding ends the process.
        is_there = last is not None and last.end_byte > span.start
        child = covering.first_named_child_for_byte(span.start) if is_there else None
        stack = []
        while child is not None and child.start_byte < span.end:
            stack.append(child)
            child = child.next_named_sibling
        stack.reverse()
    while stack:
        current = stack.pop()
        if current.end_byte > span.start and current.start_byte < span.end:
            yield current
            stack.extend(reversed(current.named_children))


def leaves(root: Node, span: Span) -> Iterator[Node]:
    """Tokens of ``span`` in order, directives and comments left out."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.end_byte <= span.start or node.start_byte >= span.end or node.type in ("comment", "preproc_call"):
            continue
        if node.child_count == 0:
            yield node
        else:
            stack.extend(reversed(node.children))


def changed_in(node: Node, span: Span) -> frozenset[str]:
    """Names to which something is assigned, or whose address is taken."""
    found = set()
    for leaf in leaves(node, span):
        name, parent = leaf, leaf.parent
        if leaf.type == "field_identifier" and parent is not None and parent.children[0].type == "this":
            name, parent = parent, parent.parent  # `this->x` is `x`
        elif leaf.type != "identifier":
            continue
        if parent is not None:
            left = parent.child_by_field_name("left") if parent.type == "assignment_expression" else None
            if parent.type in ("update_expression", "pointer_expression") or (left is not None and left.id == name.id):
                found.add(text_of(leaf))
    return frozenset(found)


def stored(node: Node) -> Node | None:
    """What an assignment or a step stores in; ``None`` of any other node."""
    field = STORES.get(node.type)
    return node.child_by_field_name(field) if field is not None else None


def root_of(node: Node) -> Node:
    """The root of the tree that a node is in."""
    while node.parent is not None:
        node = node.parent
    return node


def is_arrow(node: Node) -> bool:
    """Whether a member is asked of what a pointer leads to."""
    return any(child.type == "->" for child in node.children)


def nearest(node: Node, types: Collection[str]) -> Node | None:
    """The innermost node around another one that is of one of some types."""
    return at_or_around(node.parent, types)


def at_or_around(node: Node | None, types: Collection[str]) -> Node | None:
    """A node itself if it is of one of some types, else the innermost one around it that is."""
    while node is not None and node.type not in types:
        node = node.parent
    return node


def node_around(root: Node, span: Span) -> Node:
    """The smallest node that holds ``span``."""
    return root.descendant_for_byte_range(span.start, span.end - 1) or root


def fields_in(node: Node, span: Span) -> set[str]:
    """Names of members behind `.` and `->`."""
    return {text_of(leaf) for leaf in leaves(node, span) if leaf.type == "field_identifier"}


def definition_around(root: Node, span: Span) -> Node | None:
    """The function definition that holds ``span``."""
    return at_or_around(
        root.descendant_for_byte_range(span.start, max(span.start, span.end - 1)), ("function_definition",)
    )


def remarks_before(node: Node) -> list[Node]:
    """The comments between a statement and the one before it, without what stands on that one's last line."""
    found: list[Node] = []
    before = node.prev_sibling
    while before is not None and before.type == "comment" and not _is_behind(before):
        found.insert(0, before)
        before = before.prev_sibling
    return found


def remark_behind(node: Node) -> Node | None:
    """The comment that begins on the last line of a statement."""
    behind = node.next_sibling
    return behind if behind is not None and behind.type == "comment" and _is_behind(behind) else None


def _is_behind(comment: Node) -> bool:
    before = comment.prev_sibling
    return before is not None and before.is_named and before.end_point.row == comment.start_point.row


def bare(node: Node) -> Node:
    """``node`` without parentheses around it, and without comments inside them."""
    while node.type == "parenthesized_expression":
        inside = [child for child in node.named_children if child.type != "comment"]
        if len(inside) != 1:
            break
        node = inside[0]
    return node


def path_text(node: Node) -> str:
    """The text of an lvalue without the parentheses that macros put around what they are given: `c.n` for `(c).n`, `c->n` for `(*c).n`."""
    owner = node.child_by_field_name("argument") if node.type in _OF_OWNERS else None
    if owner is None:
        return text_of(node)
    inner = bare(owner)
    led = inner.child_by_field_name("argument") if inner.type == "pointer_expression" else None
    field, sign = node.child_by_field_name("field"), text_of(node.child_by_field_name("operator"))
    if led is not None and bare(led).type in _PATHS and text_of(inner).startswith("*") and sign == ".":
        return f"{path_text(bare(led))}->{text_of(field)}"
    rest = (node.text or b"")[owner.end_byte - node.start_byte :]
    return path_text(inner if inner.type in _PATHS else owner) + rest.decode("utf-8", "replace")


def uncast(node: Node) -> Node:
    """``node`` without casts and parentheses around it."""
    while node.type in ("cast_expression", "parenthesized_expression"):
        inner = node.child_by_field_name("value") or (node.named_children[-1] if node.named_children else None)
        if inner is None:
            break
        node = inner
    return node


# Characters of a form: code that is broken for a moment makes one piece of all that follows, whose form is several times its text. It comes with
# every key that is typed in it and never again, so that tables of what was read of texts do without it.
LONGEST_KEPT = 20_000


class TopLevel(NamedTuple):
    """A top-level node: the kind of the one around it, where it begins, its text as the parser was shown it and what else tells trees of one text
    apart, its kind, and the file's text of it, which is the same object where the parser was shown that.

    ``form`` is the kind, and all of the node where something in it could not be parsed, as how the parser goes on there depends on what
    it has seen before. Around what could not be parsed one text and one form may still have names of two kinds, of a field and of none."""

    node: Node
    around: str
    start: int
    text: bytes
    form: str
    kind: str
    said: bytes


def top_level(root: Node, parsed: bytes, data: bytes) -> list[TopLevel]:
    """The top-level nodes of the tree of a text, which every look at an edited file goes through; ``parsed`` is what the parser was shown of
    ``data``."""
    found = []
    for node, around, kind in _top_level_nodes(root):
        start, end = node.start_byte, node.end_byte
        text = parsed[start:end]
        form = _form_of_broken(node) if node.has_error else kind
        found.append(TopLevel(node, around, start, text, form, kind, text if parsed is data else data[start:end]))
    return found


def _form_of_broken(node: Node) -> str:
    # To write a node, the parser's library calls itself for each level.
    return str(node) if not exceeds(node, MOST_DEPTH) else ""


def _top_level_nodes(root: Node) -> Iterator[tuple[Node, str, str]]:
    """With the kind of the node around each, and its own: containers such as namespaces and `#if` groups are opened, but for those in more of
    them than anybody would follow."""
    stack = [(root, "", 0)]
    while stack:
        node, around, depth = stack.pop()
        kind = node.type
        if kind in CONTAINERS and depth < MOST_DEPTH:
            stack.extend((child, kind, depth + 1) for child in reversed(node.named_children))
        else:
            yield node, around, kind


def is_too_deep(piece: TopLevel) -> bool:
    """Whether a top-level node, or what it stands in, is nested deeper than anybody would follow."""
    node = piece.node
    return node.descendant_count > MOST_DEPTH and (piece.kind in CONTAINERS or exceeds(node, MOST_DEPTH))


def exceeds(node: Node, most: int) -> bool:
    """Whether some path below ``node`` is longer than ``most``. What holds no more nodes than are left has none."""
    waiting = [(node, 0)]
    while waiting:
        each, depth = waiting.pop()
        if depth > most:
            return True
        if each.descendant_count > most - depth:
            waiting += [(child, depth + 1) for child in each.children]
    return False
