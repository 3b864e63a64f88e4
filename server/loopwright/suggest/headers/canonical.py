"""A file with its loops in the form that OpenACC takes, and what is returned in braces given a name: before a plan is made for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.lang.expressions import Typing
from loopwright.lang.scopes import scopes_of
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.nodes import definition_around, text_of
from loopwright.source.outline import Function, KnownHeaders, Loop, Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.suggest.headers.loop_forms import ElementForm, LoopForm
from loopwright.suggest.headers.loop_parts import NotCanonical
from loopwright.suggest.headers.loop_values import Names

_LOOPS = ("for_statement", "while_statement")


@dataclass(frozen=True)
class Rewriting:
    """The edits that one statement takes; ``start`` is where it stands. What is in it (``inside``) names what is ``spelled`` otherwise
    then."""

    start: int
    edits: tuple[Edit, ...]
    inside: Span
    spelled: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Canonical:
    """``outline`` is the file ``given`` after all ``rewritings``."""

    given: Outline
    outline: Outline
    rewritings: tuple[Rewriting, ...]

    def lines(self) -> list[int]:
        """For every line of the new text that of the given one in which it begins, both from 1; the first entry is 0."""
        edits = sorted((edit for each in self.rewritings for edit in each.edits), key=lambda edit: edit.span)
        found, moved, position = [0], 0, 0
        for start in self.outline.source.lines.starts:
            before = start
            while position < len(edits):
                edit, size = edits[position], len(edits[position].text.encode("utf-8"))
                if edit.span.start + moved + size > start:
                    before = min(start, edit.span.start + moved)
                    break
                moved += size - (edit.span.end - edit.span.start)
                position += 1
                before = start
            found.append(self.given.source.lines.line_of(before - moved) + 1)
        return found

    def only(self, wanted: Iterable[int]) -> Canonical:
        """Those rewritings alone, by number."""
        return _applied(self.given, tuple(self.rewritings[number] for number in sorted(set(wanted))))

    def used(self, loops: Iterable[Span], lines: Iterable[int]) -> frozenset[int]:
        """The rewritings that something comes of: in ``loops`` that run on the device, and at ``lines`` where what lives there is made."""
        spans, made = list(loops), set(lines)
        found = set()
        for number in range(len(self.rewritings)):
            place = self.place_of(number)
            is_made = self.outline.source.lines.line_of(place) + 1 in made
            if is_made or any(span.start <= place < span.end for span in spans):
                found.add(number)
        return frozenset(found)

    def place_of(self, number: int) -> int:
        """Where the rewritten statement begins in the new text."""
        start = self.rewritings[number].start
        moved = 0
        for rewriting in self.rewritings:
            for edit in rewriting.edits:
                if edit.span.end <= start:
                    moved += len(edit.text.encode("utf-8")) - (edit.span.end - edit.span.start)
        return start + moved


def canonical(outline: Outline) -> Canonical:
    """All that can be rewritten of a file."""
    return _applied(outline, _apart(_rewritings(outline)))


def in_form(outline: Outline, loop: Loop) -> tuple[Outline, Loop] | None:
    """The file with one loop, and those in it, rewritten, and the loop there; ``None`` where it has no such form, or has it already."""
    function = _readable(outline, loop.function) if loop.function is not None else None
    if function is None:
        return None
    names = Names(function, Typing(scopes_of(outline)))
    inside = (
        each
        for each in descendants(function)
        if each.type in _LOOPS and loop.span.start <= each.start_byte < loop.span.end
    )
    found = _apart(rewriting for each in inside for rewriting in _rewritten(names, each))
    if not any(rewriting.inside == loop.span for rewriting in found):
        return None
    after = _applied(outline, found).outline
    before = sum(each.span.start < loop.span.start for each in outline.loops)
    return after, after.loops[before]  # loops are added behind it alone


def _apart(rewritings: Iterable[Rewriting]) -> tuple[Rewriting, ...]:
    """Those that do not stand in each other's way, in order."""
    found: list[Rewriting] = []
    taken: list[Span] = []
    for rewriting in rewritings:
        spans = [edit.span for edit in rewriting.edits]
        if any(_is_stale(rewriting, outer) for outer in found):
            continue
        is_apart = not any(one.start < other.end and other.start < one.end for one in spans for other in taken)
        if is_apart and all(_ends_within(span, rewriting) for span in set(spans) & set(taken)):
            found.append(rewriting)
            taken += spans
    return tuple(sorted(found, key=lambda each: each.start))


def _ends_within(span: Span, inner: Rewriting) -> bool:
    """Whether two loops end there, one in the other: what stands behind the inner one comes first (:func:`apply_edits`)."""
    return span.start == span.end == inner.inside.end > inner.inside.start


def _is_stale(inner: Rewriting, outer: Rewriting) -> bool:
    """Whether it would write names of the loop around it as they were."""
    if not outer.inside.start < inner.start < outer.inside.end:
        return False
    words = "".join(c if c.isalnum() or c == "_" else " " for edit in inner.edits for c in (*edit.text, " ")).split()
    return not outer.spelled.isdisjoint(words)


def _applied(outline: Outline, rewritings: tuple[Rewriting, ...]) -> Canonical:
    if not rewritings:
        return Canonical(outline, outline, ())
    text = apply_edits(outline.source.data, [edit for each in rewritings for edit in each.edits])
    source = parse(text, outline.source.name, language=outline.source.language)
    return Canonical(outline, Outline(source, KnownHeaders(outline), lambda: outline.units), rewritings)


def _rewritings(outline: Outline) -> Iterator[Rewriting]:
    typing = Typing(scopes_of(outline))
    for function in outline.functions:
        node = _readable(outline, function)
        if node is None:
            continue
        names = Names(node, typing)
        for each in descendants(node):
            if each.type in _LOOPS:
                yield from _rewritten(names, each)
            elif each.type == "return_statement":
                edits = _named_return(outline, names, each)
                if edits:
                    yield Rewriting(each.start_byte, edits, Span(each.start_byte, each.start_byte))


def _readable(outline: Outline, function: Function) -> Node | None:
    """The definition of a function of the host, all of which is seen."""
    root = outline.source.tree.root_node
    node = definition_around(root, function.span) if function.kind == "host" else None
    return None if node is None or outline.source.hides_code_in(Span(node.start_byte, node.end_byte)) else node


def _rewritten(names: Names, loop: Node) -> Iterator[Rewriting]:
    if _has_directive(loop):
        return
    form: LoopForm | ElementForm
    for form in (LoopForm(names, loop), ElementForm(names, loop)):
        try:
            edits = form.edits()
        except NotCanonical:
            continue
        yield Rewriting(loop.start_byte, edits, Span(loop.start_byte, loop.end_byte), frozenset(form.spelled))
        return


def _has_directive(loop: Node) -> bool:
    before = loop.prev_sibling
    return before is not None and before.type == "preproc_call"


def _named_return(outline: Outline, names: Names, node: Node) -> tuple[Edit, ...]:
    """`return (Grid){n, malloc(…)};` with the struct in a variable first: what is allocated has a name then."""
    literal = next((child for child in node.named_children if child.type == "compound_literal_expression"), None)
    if literal is None or node.parent is None or node.parent.type != "compound_statement":
        return ()
    kind, value = literal.child_by_field_name("type"), literal.child_by_field_name("value")
    calls = [
        text_of(each.child_by_field_name("function")) for each in descendants(literal) if each.type == "call_expression"
    ]
    if kind is None or value is None or not any(effect_of(name).allocates for name in calls):
        return ()
    name = next(each for each in ("made", *(f"made{n}" for n in range(2, 100))) if each not in names.words)
    names.words.add(name)
    end = node.end_byte
    newline = outline.source.data[: node.start_byte].rfind(b"\n") + 1
    indent = outline.source.slice(Span(newline, node.start_byte))
    below = f"\n{indent}" if not indent.strip() else " "
    return (
        Edit(Span(node.start_byte, value.start_byte), f"{text_of(kind)} {name} = "),
        Edit(Span(value.end_byte, end), f";{below}return {name};"),
    )
