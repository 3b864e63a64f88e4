"""Which names a directive above a loop may use."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import scopes_of
from loopwright.source.joined import LargerSource, joined
from loopwright.source.kept import once
from loopwright.source.nodes import CLASSES, nearest, text_of, within
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import Source
from loopwright.source.text import Span, names_in, occurrences

_DECLARATORS = frozenset(
    (
        "identifier",
        "pointer_declarator",
        "array_declarator",
        "init_declarator",
        "reference_declarator",
        "parenthesized_declarator",
    )
)
_NO_CODE = frozenset(
    (
        "comment",
        "string_literal",
        "string_content",
        "char_literal",
        "character",
        "raw_string_literal",
        "raw_string_content",
    )
)
_MOST_BLANKS = 64  # between a function and its arguments
_NAMES = ("identifier", "field_identifier", "this")


def visible_names(outline: Outline, loop: Loop) -> tuple[str, ...]:
    """Variables that the loop uses or its function declares before it, and macros among the words of the function;
    what is declared inside the loop is left out. In order of first appearance."""
    source = outline.source
    root = source.tree.root_node
    around = loop.function.span if loop.function is not None else Span(max(0, loop.span.start - 4000), loop.span.end)
    node = root.descendant_for_byte_range(around.start, max(around.start, around.end - 1)) or root
    used: dict[str, None] = {}
    declared_before: dict[str, None] = {}
    declared_inside: set[str] = set()
    for identifier in _identifiers(node, around):
        name = (identifier.text or b"").decode("utf-8", errors="replace")
        inside = loop.span.start <= identifier.start_byte < loop.span.end
        if _is_declared(identifier):
            if inside:
                declared_inside.add(name)
            elif identifier.start_byte < loop.span.start:
                declared_before[name] = None
        elif inside:
            used[name] = None
    # What a block before the loop declares is gone behind it.
    at = names_at(outline, loop)
    declared_before = {name: None for name in declared_before if name in used or at.declared(name) is not None}
    words = set(names_in(source.slice(around)))
    macros = (m.name for m in scopes_of(outline).macros.values() if m.kind == "constant" and m.name in words)
    names = dict.fromkeys((*used, *declared_before, *macros))
    return tuple(name for name in names if name not in declared_inside or name in declared_before)


class NamesAt:
    """The names that mean something directly above a loop: declared there, members of the class whose method the function is,
    or used so in the file that only a header which is not seen can declare them."""

    def __init__(self, outline: Outline, loop: Loop) -> None:
        self.outline, self.loop = outline, loop
        self.scopes = scopes_of(outline)
        self._known: dict[str, bool] = {}

    def __contains__(self, name: str) -> bool:
        if name not in self._known:
            found = self.declared(name)
            self._known[name] = found.kind != "function" if found is not None else self._is_used_undeclared(name)
        return self._known[name]

    def declared(self, name: str) -> Declaration | None:
        """What ``name`` is declared as in the files in sight."""
        offset = self.loop.span.start
        found = self.scopes.lookup(name, offset) or self.scopes.names.get(name)
        if found is not None and found.is_global and found.header is None and found.span.start > offset:
            found = self.scopes.macros.get(name)
        if found is not None:
            return found
        function = self.scopes.function_at(offset)
        owner = self.scopes.classes.around(function) if function is not None else None
        if owner is None:
            return None
        member = self.scopes.classes.member(owner, name)
        return member.declaration if member is not None else owner.constants.get(name)

    @property
    def has_this(self) -> bool:
        """Whether the place is in a method that has an object."""
        node = self.scopes.function_at(self.loop.span.start)
        owner = self._owner(self.loop.span.start)
        if node is None or not owner or any(text_of(child) == "static" for child in node.children):
            return False
        name = owner.rpartition("::")[2]
        is_class = self.scopes.classes.of(name) is not None
        return is_class or not any(path[-2:-1] == (name,) for path in self.scopes.qualified)

    def calls(self, name: str) -> bool:
        """Whether ``name`` is a function or macro that may be called: declared in sight, or called somewhere in the file."""
        if self.declared(name) is not None:
            return True
        source, word = self.outline.source, name.encode()
        return any(
            source.data[start + len(word) : start + len(word) + _MOST_BLANKS].lstrip()[:1] == b"("
            and _is_code(source, start)
            for start in occurrences(source.data, word)
        )

    def _is_used_undeclared(self, name: str) -> bool:
        """Whether the loop's function uses ``name`` as what nothing in sight declares, or another does that sees no more than this
        one: a function that is no method, or one of the same class."""
        source = self.outline.source
        root, own = source.tree.root_node, self._owner(self.loop.span.start)
        word = name.encode()
        for start in occurrences(source.data, word):
            node = root.descendant_for_byte_range(start, start + len(word))
            if node is None or node.type != "identifier" or node.text != word:
                continue
            if node.parent is not None and _names_a_function(node, node.parent):
                continue
            if self.scopes.lookup(name, start) is not None or _is_declared(node):
                continue
            if self.loop.span.start <= start < self.loop.span.end or self._owner(start) in ("", own):
                return True
        return False

    def _owner(self, offset: int) -> str | None:
        """The class, as it is written, whose method holds ``offset``; empty for a function of its own, ``None`` outside."""
        node = self.scopes.function_at(offset)
        if node is None:
            return None
        name = next((f.name for f in self.outline.functions if f.span.start == node.start_byte), "")
        around = nearest(node, CLASSES)
        return name.rpartition("::")[0] if around is None else text_of(around.child_by_field_name("name")) or "…"


def _is_code(source: Source, offset: int) -> bool:
    """Whether a word of a file is neither in a comment nor in a text."""
    node = source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    return node is None or node.type not in _NO_CODE


def names_at(outline: Outline, loop: Loop) -> NamesAt:
    """What means something directly above ``loop``."""
    return once(outline, (names_at, loop.span.start), lambda: NamesAt(outline, loop))


def names_within(outline: Outline, span: Span) -> frozenset[str]:
    """Every name that the code of a place uses, with what is included there: of variables, functions and members; not what remarks,
    texts and directives say."""
    source = joined(outline).source
    if isinstance(source, LargerSource):
        span = Span(source.place(span.start), source.place(span.end))
    return frozenset(text_of(node) for node in within(source.tree.root_node, span) if node.type in _NAMES)


def ways_of_naming(outline: Outline, span: Span) -> dict[str, frozenset[str]]:
    """How the code of a place writes each of its variables: alone or with a namespace (`q::total`), by the name alone."""
    found: dict[str, set[str]] = {}
    for node in within(outline.source.tree.root_node, span):
        if node.type != "identifier":
            continue
        whole, around = node, node.parent
        while around is not None and around.type == "qualified_identifier":
            whole, around = around, around.parent
        if around is None or not _names_a_function(whole, around):
            found.setdefault(text_of(node), set()).add("".join(text_of(whole).split()))
    return {name: frozenset(ways) for name, ways in found.items()}


def _identifiers(root: Node, around: Span) -> list[Node]:
    """Identifiers that may be variables: not types, fields, labels or the names of called functions."""
    found: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.end_byte <= around.start or node.start_byte >= around.end:
            continue
        if node.type == "identifier":
            parent = node.parent
            if parent is None or not _names_a_function(node, parent):
                found.append(node)
        else:
            stack.extend(reversed(node.named_children))
    return found


def _names_a_function(node: Node, parent: Node) -> bool:
    field = {"call_expression": "function", "function_declarator": "declarator"}.get(parent.type)
    if field is None:
        return False
    named = parent.child_by_field_name(field)
    return named is not None and named.id == node.id


def _is_declared(node: Node) -> bool:
    child, parent = node, node.parent
    while parent is not None and parent.type in _DECLARATORS:
        # In `int a[n]` and `int b = c` only the declarator is being declared.
        inner = parent.child_by_field_name("declarator") or parent.named_child(0)
        if inner is None or inner.id != child.id:
            return False
        child, parent = parent, parent.parent
    if parent is None or parent.type not in (
        "declaration",
        "parameter_declaration",
        "for_range_loop",
        "optional_parameter_declaration",
    ):
        return False
    return any(declarator.id == child.id for declarator in parent.children_by_field_name("declarator"))
