"""What around a loop may declare names that are nowhere in sight: a file that is included in its function, a macro that is a statement there, the
class of the method that it is in. What the file has of such a name may not be meant."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.classes import plain
from loopwright.lang.macros import is_macro
from loopwright.lang.missing import misses_headers
from loopwright.lang.open_names import names_used
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.kept import once
from loopwright.source.listing import listing_of
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline

_INCLUDES = frozenset(("preproc_include", "preproc_call"))


def unseen_at(outline: Outline, loop: Loop) -> tuple[str, list[str]] | None:
    """What may declare others of the names at file level that a loop uses, and these names; ``None`` where nothing may."""
    scopes = scopes_of(outline)
    what = next(_bringing(scopes, loop), "")
    names = [name for name in sorted(names_used(outline, loop)) if _is_of_the_file(scopes, name)] if what else []
    return (what, names) if names else None


def _is_of_the_file(scopes: Scopes, name: str) -> bool:
    found = scopes.names.get(name)
    return found is not None and not is_macro(found)


def _bringing(scopes: Scopes, loop: Loop) -> Iterator[str]:
    function = scopes.function_at(loop.span.start)
    if function is None:
        return
    key = (_brought_in, function.start_byte)
    for start, what in once(scopes.outline, key, lambda: _brought_in(scopes, function)):
        if start < loop.span.start:
            yield what
    owner = loop.function.name.rpartition("::")[0] if loop.function is not None else ""
    if owner and misses_headers(scopes.outline) and not _is_in_sight(scopes, plain(owner)):
        yield owner


def _brought_in(scopes: Scopes, function: Node) -> tuple[tuple[int, str], ...]:
    """Files that a function includes and macros out of sight that are statements of it, with where they stand."""
    whole = listing_of(scopes.outline, function).whole
    lines = ((line.start_byte, text_of(line).split()) for line in whole.of(_INCLUDES))
    return (
        *((start, " ".join(said)) for start, said in lines if "include" in said[0]),
        *(
            (statement.start_byte, text_of(statement.named_children[0]))
            for statement in whole.of(("expression_statement",))
            if _is_a_macro_out_of_sight(scopes, statement)
        ),
    )


def _is_a_macro_out_of_sight(scopes: Scopes, statement: Node) -> bool:
    """`LOCALS;` does nothing unless it is a macro."""
    if [child.type for child in statement.named_children] != ["identifier"]:
        return False
    name = text_of(statement.named_children[0])
    return scopes.lookup(name, statement.start_byte) is None and scopes.names.get(name) is None


def _is_in_sight(scopes: Scopes, owner: str) -> bool:
    """Whether a class or namespace is."""
    return scopes.classes.of(owner) is not None or any(owner in path[:-1] for path in scopes.qualified)
