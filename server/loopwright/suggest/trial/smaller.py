"""The file with its large constants made smaller, for a loop whose arrays are too large to be kept for each input, or that runs too long.

`#define N 9500`, `int n = 4096;`: each constant of which the loop's bounds and arrays are made is divided by a power of two, so that what was even
stays even. That is another program, which the author could have had by changing a line. What agrees there is told with the numbers; what
does not agree says nothing of the loop as it stands, as a size may be chosen to fit another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.lang.constants import constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import expression
from loopwright.lang.macros import is_macro
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import is_integer
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.nodes import subtree, text_of, within
from loopwright.source.outline import KnownHeaders, Loop, Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span, names_in
from loopwright.suggest.facts import LoopFacts, facts_of

_LARGE = 256  # constants from here on are sizes; smaller ones are widths of stencils, tiles, components
_MOST_NAMES = 200


@dataclass(frozen=True)
class Smaller:
    """The loop in the smaller program, its facts there, and what was changed: `N = 74`."""

    outline: Outline
    loop: Loop
    facts: LoopFacts
    changed: tuple[str, ...]


def smaller(outline: Outline, loop: Loop, facts: LoopFacts) -> Smaller | None:
    """``loop`` with smaller constants; ``None`` where there are none, or where it would be given another directive."""
    scopes, edits, changed = scopes_of(outline), list[Edit](), list[str]()
    lengths = [word for fact in facts.data for word in names_in(f"{fact.lower} {fact.length}")]
    for declaration in _constants(outline, scopes, loop, lengths):
        value = _value(scopes, declaration)
        if value is not None and value >= _LARGE:
            less = _divided(value)
            edits.append(Edit(_place(outline, declaration), str(less)))
            changed.append(f"{declaration.name} = {less}")
    if not edits:
        return None
    text = apply_edits(outline.source.data, edits)
    after = Outline(parse(text, outline.source.name, outline.source.language), KnownHeaders(outline))
    number = next(i for i, other in enumerate(outline.loops) if other.span == loop.span)
    if len(after.loops) != len(outline.loops):
        return None
    found = after.loops[number]
    told = facts_of(after, found)
    return Smaller(after, found, told, tuple(changed)) if _shape(told) == _shape(facts) else None


def _shape(facts: LoopFacts) -> tuple[object, ...]:
    """What a directive is made of, but for lengths."""
    verdict = facts.verdict
    return (
        *(verdict.verdict, verdict.private, verdict.reductions, facts.collapse, facts.inner is None, facts.missing, facts.present),
        *(len(facts.atomics), facts.constants, sorted((fact.variable, fact.clause) for fact in facts.data)),
    )  # fmt: skip


def _divided(value: int) -> int:
    """Below half of :data:`_LARGE`, by a power of two."""
    while value >= _LARGE // 2:
        value //= 2
    return value


def _constants(outline: Outline, scopes: Scopes, loop: Loop, lengths: list[str]) -> Iterator[Declaration]:
    """The constants of this file that the loop's text, the ``lengths`` and declarations of its arrays and the values of others name."""
    waiting = [text_of(n) for n in within(outline.source.tree.root_node, loop.span) if n.type == "identifier"]
    waiting += lengths
    seen: set[str] = set()
    while waiting and len(seen) < _MOST_NAMES:
        name = waiting.pop()
        found = scopes.lookup(name, loop.span.start) if name not in seen else None
        seen.add(name)
        if found is None:
            continue
        if found.header is None and not found.disputed and found.value is not None and _is_size(found):
            yield found
        texts = [*scopes.type_of(found).extents, found.value]
        waiting += [word for text in texts if text for word in _names(text, outline)]


def _is_size(declaration: Declaration) -> bool:
    """Whether its value is an integer that the program gives it: a macro, an enumerator, a variable."""
    return is_macro(declaration) or declaration.kind == "constant" or _is_integer_variable(declaration)


def _is_integer_variable(declaration: Declaration) -> bool:
    return declaration.kind == "variable" and not declaration.type.layers


def _names(text: str, outline: Outline) -> Iterator[str]:
    node = expression(text, "c" if outline.source.language == "c" else "cpp")
    return (text_of(part) for part in subtree(node) if part.type == "identifier") if node is not None else iter(())


def _value(scopes: Scopes, declaration: Declaration) -> int | None:
    """The integer that is written in the declaration itself, without other names: `4096`, `(1 << 20)`."""
    type, text = scopes.type_of(declaration), (declaration.value or "").strip()
    if not text or (type.base and not is_integer(type.base)) or any(_names(text, scopes.outline)):
        return None
    value = constant_of_text(scopes, text)
    return int(value.value) if value is not None and value.is_integer else None


def _place(outline: Outline, declaration: Declaration) -> Span:
    """Where the number stands: behind the name."""
    text, data = (declaration.value or "").strip().encode(), outline.source.data
    name = data.index(declaration.name.encode(), declaration.span.start)
    start = data.index(text, name + len(declaration.name.encode()))
    return Span(start, start + len(text))
