"""What around a loop may declare names that are nowhere in sight: a file that is included in its function, a macro there or in a head around
it, the class of the method that it is in, a namespace that a header which is not found adds to. What the file has of such a name may not be
meant."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.classes import plain
from loopwright.lang.declarations import span_of
from loopwright.lang.hiding import Path
from loopwright.lang.lookup import namespace_of
from loopwright.lang.macros import is_macro
from loopwright.lang.missing import misses_headers
from loopwright.lang.open_names import names_used
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.unseen_macros import unseen_enumerators, unseen_heads, unseen_macros
from loopwright.source.kept import kept, once
from loopwright.source.listing import listing_of
from loopwright.source.nodes import node_around, text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span

_INCLUDES = frozenset(("preproc_include", "preproc_call"))


def unseen_at(outline: Outline, loop: Loop) -> tuple[str, list[str]] | None:
    """What may declare others of the names at file level that a loop uses, and these names; ``None`` where nothing may."""
    scopes = scopes_of(outline)
    what = next(_bringing(scopes, loop), "")
    around = () if what else _spaces_around(scopes, loop)
    if not what and not around:
        return None
    names = [name for name in sorted(names_used(outline, loop)) if _is_of_the_file(scopes, name)]
    if around:
        what = f"the namespace {'::'.join(around)} in a header that is missing"
        names = [name for name in names if _is_of_another(scopes, name, around)]
    return (what, names) if names else None


def _is_of_the_file(scopes: Scopes, name: str) -> bool:
    found = scopes.names.get(name)
    return found is not None and not is_macro(found)


def _bringing(scopes: Scopes, loop: Loop) -> Iterator[str]:
    function = scopes.function_at(loop.span.start)
    if function is None:
        return
    key = (_brought_in, function.start_byte)
    for start, seen, what in once(scopes.outline, key, lambda: _brought_in(scopes, function)):
        if start < loop.span.start and seen.contains(loop.span):
            yield what
    yield from unseen_heads(scopes, function, loop)
    yield from unseen_enumerators(scopes, loop)
    owner = loop.function.name.rpartition("::")[0] if loop.function is not None else ""
    if owner and misses_headers(scopes.outline) and not _is_in_sight(scopes, plain(owner)):
        yield owner


def _brought_in(scopes: Scopes, function: Node) -> tuple[tuple[int, Span, str], ...]:
    """Files that a function includes and macros out of sight in it, with where they stand and where what they declare is seen."""
    lines = ((line, text_of(line).split()) for line in listing_of(scopes.outline, function).whole.of(_INCLUDES))
    return (
        *((line.start_byte, span_of(function), " ".join(said)) for line, said in lines if "include" in said[0]),
        *((seen.start, seen, what) for seen, what in unseen_macros(scopes, function)),
    )


def _spaces_around(scopes: Scopes, loop: Loop) -> Path:
    """The namespaces around a loop, if a header that is not found may have more of them."""
    if scopes.outline.source.language == "c" or not misses_headers(scopes.outline):
        return ()
    place = node_around(scopes.outline.source.tree.root_node, loop.span)
    known = _spaces(scopes.outline)
    return tuple(part for part in namespace_of(place) if part in known)


@kept
def _spaces(outline: Outline) -> frozenset[str]:
    """The names of the namespaces that are in sight."""
    spaces = (space for file in (outline, *outline.headers) for space in file.source.kinds.of("namespace_definition"))
    return frozenset(part for space in spaces for part in text_of(space.child_by_field_name("name")).split("::"))


def _is_of_another(scopes: Scopes, name: str, around: Path) -> bool:
    """Whether no namespace that is as near as ``around`` has a name in sight: one that is out of sight there would hide it."""
    return all(path[: len(around)] != around for path in scopes.paths_of(name))


def _is_in_sight(scopes: Scopes, owner: str) -> bool:
    """Whether a class or namespace is."""
    return scopes.classes.of(owner) is not None or any(owner in path[:-1] for path in scopes.qualified)
