"""What an expert writes before a loop goes to a device: pointers taken out of structs, containers and classes, scalars copied to
locals, accessors written out. Then the loop is one over plain arrays, which a data clause can name."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.fragments import expression
from loopwright.source.edits import Edit, apply_edits, indent_at, line_above, newline_of
from loopwright.source.kept import kept
from loopwright.source.nodes import definition_around, subtree, text_of
from loopwright.source.outline import KnownHeaders, Loop, Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.suggest.accessors import Scope, scope_at
from loopwright.suggest.programs.rewriting import Rewriter
from loopwright.suggest.programs.taken import NotPlain, Taken


@dataclass(frozen=True)
class Hoisted:
    """``outline`` and ``loop`` are the file and the loop after ``edits``, which declare ``taken`` before it; ``scope`` is that of the loop
    before."""

    outline: Outline
    loop: Loop
    edits: tuple[Edit, ...]
    taken: tuple[Taken, ...]
    scope: Scope

    @property
    def gives_back(self) -> bool:
        """Whether a number that the loop changes is a local in it, and put back behind it."""
        return any(one.back for one in self.taken)

    def in_reach(self, text: str) -> str | None:
        """An expression with private members as public methods give them; ``None`` where none does, so that no clause may say it."""
        whole = expression(text, "cpp") if "." in text or "->" in text else None
        edits = []
        for node in subtree(whole) if whole is not None else ():
            base, member = node.child_by_field_name("argument"), text_of(node.child_by_field_name("field"))
            kind = self.scope.type_of(base) if node.type == "field_expression" and base is not None else None
            known = self.scope.class_of(kind) if kind is not None else None
            if known is None or self.scope.classes.member(known, member) is None or self.scope.is_public(known, member):
                continue
            getter = self.scope.getter(known, member)
            if not getter:
                return None
            field = node.child_by_field_name("field")
            assert field is not None
            assert whole is not None
            edits.append(
                Edit(Span(field.start_byte - whole.start_byte, field.end_byte - whole.start_byte), f"{getter}()")
            )
        return apply_edits(text.encode(), edits).decode() if edits else text

    def back(self, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        """Edits of the changed file, and those that changed it, as edits of the file as it was."""
        own = sorted(self.edits, key=lambda edit: edit.span)
        found: list[Edit] = []
        for edit in edits:
            span = Span(self._before(edit.span.start), self._before(edit.span.end))
            at = next((i for i, known in enumerate(own) if known.span == span and not len_of(span)), None)
            if at is None:
                found.append(Edit(span, edit.text))
            else:  # both insert at one place: the declarations go first
                own[at] = Edit(span, own[at].text + edit.text)
        return (*own, *found)

    def _before(self, offset: int) -> int:
        moved = 0
        for edit in sorted(self.edits, key=lambda edit: edit.span):
            size = len(edit.text.encode("utf-8"))
            start = edit.span.start + moved
            if offset <= start:
                break
            if offset <= start + size:
                return edit.span.end if offset == start + size else edit.span.start
            moved += size - len_of(edit.span)
        return offset - moved


def len_of(span: Span) -> int:
    """Bytes of a span."""
    return span.end - span.start


@kept
def hoisted(outline: Outline, loop: Loop) -> Hoisted | None:
    """The file with what ``loop`` uses taken out before it; ``None`` where nothing has to be, or not all can be."""
    if loop.function is None:
        return None
    root = outline.source.tree.root_node
    function = definition_around(root, loop.function.span)
    node = _loop_node(root, loop)
    if function is None or node is None or (loop.header.problem and node.type != "for_range_loop"):
        return None
    scope = scope_at(outline, function, node)
    try:
        rewriter = Rewriter(scope, node, _words(function))
        changed = rewriter.edits()
    except NotPlain:
        return None
    if not changed:
        return None
    taken = tuple(one for one in rewriter.taken.values() if not one.known)
    edits = (*_around(outline, loop, function, node, taken), *changed)
    text = apply_edits(outline.source.data, edits)
    after = Outline(parse(text, language=outline.source.language), KnownHeaders(outline), lambda: outline.units)
    if len(after.loops) != len(outline.loops):
        return None
    return Hoisted(after, after.loops[outline.number_of(loop)], edits, taken, scope)  # no loop was added


def _loop_node(root: Node, loop: Loop) -> Node | None:
    node = root.descendant_for_byte_range(loop.span.start, loop.span.end - 1)
    while (
        node is not None and node.start_byte == loop.span.start and node.type not in ("for_statement", "for_range_loop")
    ):
        node = node.parent
    return node if node is not None and node.start_byte == loop.span.start and node.end_byte == loop.span.end else None


def _has_jumps(function: Node) -> bool:
    """Whether a jump may enter a block of the function behind what is declared there (C++ [stmt.dcl])."""
    return any(each.type in ("goto_statement", "case_statement") for each in descendants(function))


def _words(function: Node) -> set[str]:
    """Names that the function uses: no new local may be called so."""
    return {text_of(node) for node in descendants(function) if node.type in ("identifier", "type_identifier")}


def _around(outline: Outline, loop: Loop, function: Node, node: Node, taken: tuple[Taken, ...]) -> tuple[Edit, ...]:
    """The declarations above the loop and what directives stand there, and behind it what is put back; in a block of their own with it where a
    statement has no place for them."""
    lines, back = [one.declaration for one in taken], [one.back for one in taken if one.back]
    start = min([loop.span.start, *(pragma.span.start for pragma in loop.pragmas)])
    above_it = node.prev_sibling
    while above_it is not None and above_it.type == "preproc_call":  # `#pragma GCC unroll` belongs to the loop
        start, above_it = min(start, above_it.start_byte), above_it.prev_sibling
    if not lines:
        return ()
    is_in_block = node.parent is not None and node.parent.type == "compound_statement" and not _has_jumps(function)
    between = newline_of(outline.source.data) + indent_at(outline.source, start)
    above = line_above(outline.source, start, between.join(lines if is_in_block else ["{", *lines]))
    behind = "".join(f"{between}{line}" for line in back) + ("" if is_in_block else " }")
    return (above, Edit(Span(loop.span.end, loop.span.end), behind)) if behind else (above,)
