"""Memory that is nowhere but on the host where a loop begins: the function makes it itself, and nobody can have brought it anywhere since.

What directives of other loops say of residence (`present`, `deviceptr`) is carried over by name and role; of such memory it is not so.
"""

from __future__ import annotations

from loopwright.lang.new_memory import Piece
from loopwright.lang.scopes import scopes_of
from loopwright.lang.statements import statement_starting_at
from loopwright.lang.symbols import names_at
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import names_of
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.text import Span, names_in
from loopwright.suggest.clause_lists import COPIES


def only_on_the_host(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` whose memory cannot be on a device when the loop begins."""
    function = loop.function
    if function is None or not names:
        return frozenset()
    before = Span(function.body.start, _end(loop))
    piece = Piece(outline.source.tree.root_node, before, loop.span)
    return frozenset(
        name for name in names if not _is_brought(outline, before, name) and _is_made_here(outline, loop, name, piece)
    )


def brought_elsewhere(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` that `data` regions of the function bring to the device, none of them around ``loop``, while no directive beside
    such a region names them: who had them there would not bring them. Moved, they are right in either case (OpenACC 3.4, section 2.7.4)."""
    function = loop.function
    if function is None or not names:
        return frozenset()
    regions: dict[str, list[Span]] = {}
    every: list[Pragma] = []
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc" or not function.body.contains(pragma.span):
            continue
        directive = parse_directive(pragma.text)
        governed = statement_starting_at(outline.source, pragma.governs) if directive.name == "data" else None
        every.append(pragma)
        if governed is None:
            continue
        for name in {
            name for clause in directive.clauses if clause.name in COPIES for name in names_of(clause)
        } & names:
            regions.setdefault(name, []).append(Span(pragma.span.start, governed.end))
    return frozenset(
        name
        for name, spans in regions.items()
        if not any(span.contains(loop.span) for span in spans)
        and not any(
            name in names_in(other.text) and not any(span.contains(other.span) for span in spans) for other in every
        )
    )


def _end(loop: Loop) -> int:
    """Where that begins which runs after the loop alone: in a loop around it what stands behind runs before it too."""
    *_, end = (loop.span.start, *(around.span.end for around in loop.around()))
    return end


def _is_brought(outline: Outline, before: Span, name: str) -> bool:
    """Whether a directive of the function that can have run, or one that always holds, names it."""
    path = set(names_in(name))
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc" or not path <= set(names_in(pragma.text)):
            continue
        if before.start <= pragma.span.start < before.end or parse_directive(pragma.text).name == "declare":
            return True
    return False


def _is_constructor(function: Function) -> bool:
    owner, _, name = function.name.rpartition("::")
    return bool(owner) and owner.rpartition("::")[2].partition("<")[0] == name


def _is_made_here(outline: Outline, loop: Loop, name: str, piece: Piece) -> bool:
    if loop.function is None:
        return False
    if name == "this":
        return _is_constructor(loop.function) and not piece.calls_strangers()
    declared = names_at(outline, loop).declared(name)
    if declared is None or declared.kind == "member":  # of an object that others may have known before
        return piece.is_allocated(name) and not piece.calls_strangers()
    if declared.kind != "variable":
        return False
    layers = scopes_of(outline).expanded(declared.type).layers
    is_local = loop.function.body.contains(declared.span) and not declared.static
    if layers[:1] == ("*",):
        is_own = is_local and piece.is_allocated(name)
    else:  # an array of the file is new where the program begins
        is_own = layers[:1] == ("[]",) and (is_local or (loop.function.name == "main" and not piece.calls_strangers()))
    return is_own and piece.keeps_to_itself(name)
