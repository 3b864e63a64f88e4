"""Memory that is nowhere but on the host where a loop begins: the function makes it itself, and nobody can have brought it anywhere since.

What directives of other loops say of residence (`present`, `deviceptr`) is carried over by name and role; of such memory it is not so.
"""

from __future__ import annotations

from loopwright.lang.new_memory import Piece
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at
from loopwright.openacc.directive import parse_directive
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in


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


def _end(loop: Loop) -> int:
    """Where that begins which runs after the loop alone: in a loop around it what stands behind runs before it too."""
    around, end = loop.parent, loop.span.start
    while around is not None:
        end, around = around.span.end, around.parent
    return end


def _is_brought(outline: Outline, before: Span, name: str) -> bool:
    """Whether a directive of the function that can have run, or one that always holds, names it."""
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc" or name not in names_in(pragma.text):
            continue
        if before.start <= pragma.span.start < before.end or parse_directive(pragma.text).name == "declare":
            return True
    return False


def _is_made_here(outline: Outline, loop: Loop, name: str, piece: Piece) -> bool:
    declared = names_at(outline, loop).declared(name)
    if declared is None or declared.kind != "variable" or loop.function is None:
        return False
    layers = scopes_of(outline).expanded(declared.type).layers
    is_local = loop.function.body.contains(declared.span) and not declared.static
    if layers[:1] == ("*",):
        is_own = is_local and piece.is_allocated(name)
    else:  # an array of the file is new where the program begins
        is_own = layers[:1] == ("[]",) and (is_local or (loop.function.name == "main" and not piece.calls_strangers()))
    return is_own and piece.keeps_to_itself(name)
