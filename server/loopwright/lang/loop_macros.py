"""Loops that macros begin (`#define FORALL(i, n) for (…)`): they are no loops of the file, and a person has to be told so."""

from __future__ import annotations

from loopwright.lang.scopes import scopes_of
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_DEFINITIONS = ("preproc_def", "preproc_function_def")
_BEGINNINGS = ("for", "while", "do")


def loop_macros(outline: Outline, span: Span | None = None) -> tuple[str, ...]:
    """The macros that the code of a file (or of a ``span`` of it) uses and whose text begins with a loop, in the order of their first use."""
    return tuple(dict.fromkeys(name for name, _ in loops_by_macros(outline, span)))


def loops_by_macros(outline: Outline, span: Span | None = None) -> list[tuple[str, int]]:
    """Each use of a macro whose text begins with a loop, in order: its name and where it stands."""
    macros = scopes_of(outline).macros
    wanted = {name for name, macro in macros.items() if macro.value and _begins_a_loop(macro.value, macro.kind)}
    found: list[tuple[str, int]] = []
    stack = [outline.source.tree.root_node] if wanted else []
    while stack:
        node = stack.pop()
        if node.type in _DEFINITIONS:
            continue
        if span is not None and (node.end_byte <= span.start or span.end <= node.start_byte):
            continue
        if not node.child_count and node.is_named and text_of(node) in wanted:
            found.append((text_of(node), node.start_byte))
        asked = node.child_by_field_name("name") if node.type == "preproc_ifdef" else None
        stack.extend(child for child in reversed(node.named_children) if child != asked)
    return found


def _begins_a_loop(value: str, kind: str) -> bool:
    text = value.partition(")")[2] if kind == "function" else value
    return text.replace("\\", " ").split("(")[0].strip() in _BEGINNINGS


def loop_by_macro(outline: Outline, line: int) -> str:
    """What a person can do where a macro begins a loop on a line (from 0); empty where none does."""
    lines = outline.source.lines
    start = lines.starts[line]
    end = lines.starts[line + 1] if line + 1 < len(lines.starts) else len(outline.source.data)
    macros = loop_macros(outline, Span(start, end))
    if not macros:
        return ""
    return f"the macro `{macros[0]}` begins one, which is not read: write its `for` out there, and ask again"


def no_loop(outline: Outline) -> str:
    """Why a file without loops has none."""
    macros = loop_macros(outline)
    if not macros:
        return "there is no loop"
    which = ", ".join(f"`{name}`" for name in macros[:3])
    return f"there is no loop; {which} begin{'s' if len(macros) == 1 else ''} one, and loops that macros begin are not read"


def begun_unseen(outline: Outline) -> tuple[int, str] | None:
    """Where the first of the loops stands that macros begin in a file that has others, and how many there are, in words; ``None`` for none."""
    found = loops_by_macros(outline) if outline.loops else []
    if not found:
        return None
    which = ", ".join(f"`{name}`" for name in list(dict.fromkeys(name for name, _ in found))[:3])
    are, them = ("loop is", "its") if len(found) == 1 else ("loops are", "their")
    return found[0][1], f"{len(found)} {are} begun by a macro ({which}); write {them} `for` out"
