"""Directives that stand above no loop: `data`, `enter data`, `update`, `routine`, `atomic`, `wait` and their like, each with the
statements beside it, which tell where the project puts such a directive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.memory.places import LOOP_DIRECTIVES, Example, Place, surroundings_of
from loopwright.openacc.arms import around
from loopwright.openacc.constructs import statement_end
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.pragmas import Pragma, statement_after
from loopwright.source.shape import Word, words_between
from loopwright.source.text import Span

_BEFORE, _AFTER = 40, 110  # words of the statements before and after that count
_HEAD = 60  # words of the head of the function
_LINES = 4  # lines that count as one step of distance
_MOST_TEXT = 600
_HOLDERS = frozenset(
    ("compound_statement", "translation_unit", "declaration_list", "field_declaration_list", "case_statement")
)
_PASSED_OVER = ("comment", "preproc_call")
_BETWEEN = Word("…", "other")
_END = Word("}", "other")


@dataclass(frozen=True)
class Spot:
    """A statement that a directive could stand above, or the `}` of a block that one could end; ``start`` is its offset,
    ``function`` the function that it is or is in."""

    start: int
    place: Place
    function: str
    is_function: bool
    ends_block: bool = False
    asked: int = -1  # where the line begins that was asked about, if it has no code; else ``start``


def spot_at(outline: Outline, offset: int) -> Spot | None:
    """The statement or end of a block that is the first on the line of ``offset``; on a line without code (blank, a comment, a
    directive, one of the preprocessor's) what follows it. ``None`` where none begins."""
    data = outline.source.data
    line = data.rfind(b"\n", 0, offset) + 1
    end = data.find(b"\n", offset)
    text = data[line : len(data) if end < 0 else end]
    start = line + len(text) - len(text.lstrip())
    inside = outline.source.tree.root_node.descendant_for_byte_range(start, start + 1)
    if inside is not None and inside.type == "comment" and inside.start_byte < start:
        start = inside.end_byte
    governed = _run_after(outline, start)
    node = _statement(outline.source.tree.root_node, governed)
    return None if node is None else replace(_spot(outline, node, None), asked=governed if governed == start else line)


def _run_after(outline: Outline, offset: int) -> int:
    """Where the code begins that comes to run after ``offset``: not in another arm of a conditional that this stands in."""
    data = outline.source.data
    start = statement_after(data, offset)
    for conditional in around(outline, offset):
        arm = conditional.arm_at(offset)
        if arm is not None and arm.text.end <= start < conditional.span.end:
            return statement_after(data, conditional.span.end)
    return start


def standing_in(outline: Outline, file: str) -> tuple[Example, ...]:
    """Every directive of the file that does not stand above a loop of its own."""
    return tuple(_examples(outline, file))


def _examples(outline: Outline, file: str) -> Iterator[Example]:
    root = outline.source.tree.root_node
    loops = {loop.span.start for loop in outline.loops}
    for pragma in outline.pragmas:
        directive = standing_directive(pragma, pragma.governs in loops)
        if directive is None:
            continue
        node = _statement(root, pragma.governs)
        if node is not None:
            line = outline.source.lines.line_of(pragma.span.start) + 1
            yield Example(file, line, str(directive), _spot(outline, node, pragma).place, True)


def functions_in(outline: Outline) -> tuple[Spot, ...]:
    """Every definition and declaration of a function at the outermost level of the file."""
    root = outline.source.tree.root_node
    pieces = [_statement(root, _whole_start(root, piece.start)) for piece in outline.pieces]
    return tuple(
        _spot(outline, node, None) for node in pieces if node is not None and _declared_function(node) is not None
    )


def standing_directive(pragma: Pragma, above_loop: bool) -> Directive | None:
    """The directive as data, ``None`` where it is one above a loop or cannot be read."""
    if pragma.sentinel != "acc" or len(pragma.text) > _MOST_TEXT:
        return None
    directive = parse_directive(pragma.text)
    if directive.rest or directive.name == "cache" or (above_loop and directive.name in LOOP_DIRECTIVES):
        return None
    return directive


def _statement(root: Node, start: int) -> Node | None:
    """The outermost node that begins at ``start`` in a list of statements or definitions, or the `}` of a block."""
    node: Node | None = root.descendant_for_byte_range(start, start + 1)
    if node is not None and node.type == "}" and node.parent is not None and node.parent.type == "compound_statement":
        return node
    while node is not None and node.start_byte == start:
        parent = node.parent
        holds = parent is not None and (parent.type in _HOLDERS or parent.type.startswith("preproc_if"))
        if holds and node.is_named and node.type not in _PASSED_OVER and not node.type.startswith("preproc_"):
            return node
        node = parent
    return None


def _whole_start(root: Node, start: int) -> int:
    """Where the template begins whose function begins at ``start``; else ``start``."""
    node: Node | None = root.descendant_for_byte_range(start, start + 1)
    while node is not None and node.start_byte == start:
        if node.parent is not None and node.parent.type == "template_declaration":
            return node.parent.start_byte
        node = node.parent
    return start


def _declared_function(node: Node) -> str | None:
    """The name of the function that a node defines or declares, ``None`` if it does neither."""
    if node.type == "template_declaration" and node.named_children:
        node = node.named_children[-1]
    if node.type not in ("function_definition", "declaration", "field_declaration"):
        return None
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.child_by_field_name("declarator") or declarator.named_children[-1]
    if declarator is None or declarator.type != "function_declarator":
        return None
    return text_of(declarator.child_by_field_name("declarator"))


def _behind(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Words of the statement before: marked, so that `f(x)` behind a directive is not like `f(x)` in front of one."""
    return tuple(Word(f"<{word.text}", word.part) if word.part == "other" else word for word in words[-_BEFORE:])


def _spot(outline: Outline, node: Node, own: Pragma | None) -> Spot:
    declared = _declared_function(node)
    is_function = declared is not None
    function = next((f for f in outline.functions if f.span.start <= node.start_byte < f.span.end), None)
    end = statement_end(node)
    before = node.prev_named_sibling
    while before is not None and before.type in _PASSED_OVER:
        before = before.prev_named_sibling
    words = _behind(words_between(outline, Span(before.start_byte, before.end_byte))) if before is not None else ()
    ends_block = node.type == "}"
    after = (_END,) if ends_block else words_between(outline, Span(node.start_byte, end))[:_AFTER]
    surroundings = surroundings_of(
        outline, Span(node.start_byte, end), function.span.start if function is not None else None
    )
    acc = [p for p in outline.pragmas if p.sentinel == "acc" and p is not own]
    place = Place(
        # A function stands for itself, whatever is defined before it.
        after if is_function else (*words, _BETWEEN, *after),
        0,
        0,
        declared or (function.name if function is not None else ""),
        surroundings.around,
        surroundings.compute,
        tuple(parse_directive(p.text).name for p in acc if p.governs == node.start_byte),
        tuple(parse_directive(p.text).name for p in acc if node.start_byte < p.span.start < end),
        outline.source.lines.line_of(node.start_byte) // _LINES,
        words_between(outline, Span(function.span.start, function.body.start))[:_HEAD] if function is not None else (),
    )
    return Spot(node.start_byte, place, place.function, is_function, ends_block, node.start_byte)
