"""An example's directive with the lists of its clauses filled by what the other loop uses, in the way the file writes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from loopwright.memory.carry import NOT_MOVED
from loopwright.memory.list_order import ListOrder
from loopwright.memory.places import Example
from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.equivalent import names_of, split_items
from loopwright.source.shape import Arrays
from loopwright.source.text import number_of, occurrences
from loopwright.source.tokens import free_names, tokens_of

_DATA = ("present", "copyin", "copy", "copyout", "create", "no_create", "deviceptr")
_ITSELF = "\0"  # stands for the array in a pattern of its bounds
_ONE_LIST = frozenset(("present", "no_create", "deviceptr", "copy"))


@dataclass(frozen=True)
class Uses:
    """What a loop uses. ``counters`` are those of its nest, outermost first; ``written`` tells how the file writes a variable in
    data clauses, ``worked_out`` how the analysis would; ``visible`` are the names that may be used, ``pointers`` those that it indexes or
    hands to functions, ``said`` in which data clause the file's directives name a variable, ``order`` in which order lists do."""

    arrays: Arrays
    private: tuple[str, ...]
    reductions: tuple[tuple[str, tuple[str, ...]], ...]  # operator, variables
    counters: tuple[str, ...]
    written: Mapping[str, str]
    worked_out: Mapping[str, str]
    visible: frozenset[str]
    pointers: tuple[str, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict)
    order: ListOrder = field(default_factory=ListOrder)


def clauses_in(examples: Iterable[Example]) -> dict[str, str]:
    """Variable → the data clause that names it; the last one counts."""
    return {
        name: clause.name
        for example in examples
        for clause in example.parsed.clauses
        if clause.name in _DATA
        for name in names_of(clause)
    }


def sections_in(examples: Iterable[Example]) -> dict[str, str]:
    """Variable → how directives write it in data clauses; the last one counts."""
    found: dict[str, str] = {}
    for example in examples:
        for clause in example.parsed.clauses:
            if clause.name in _DATA:
                for part in split_items(clause.argument or ""):
                    found[part.split("[")[0].strip()] = part
    return found


def refilled(directive: Directive, uses: Uses, carried: Directive | None = None) -> Directive | None:
    """``directive`` for a loop with other ``uses``; ``None`` where it has no list to fill or one cannot be. ``carried`` is what it
    is with its names exchanged: where all its arrays have the same bounds, an array that nobody knows has them too."""
    bounds = _only_bounds(carried, uses.visible) if carried is not None else None
    kinds = [clause.name for clause in directive.clauses if clause.name in _DATA]
    by_part = _by_part(directive, uses)
    if not kinds and not any(clause.name in ("private", "reduction", "collapse") for clause in directive.clauses):
        return None
    if any(_is_member(part) for c in directive.clauses if c.name in _DATA for part in split_items(c.argument or "")):
        return None  # what a member leads to is not the object that it is in
    clauses: list[Clause] = []
    for number, clause in enumerate(directive.clauses):
        if clause.name in _DATA:
            wanted = by_part[number] if by_part else _of_kind(clause.name, frozenset(kinds), uses.arrays)
            known = bounds if clause.name in NOT_MOVED else None
            shared = _bounds_there(clause, uses) if by_part and clause.name in NOT_MOVED else None
            names = uses.order.sorted(wanted)
            parts = [_written(name, clause, uses, shared) or (name + known if known else None) for name in names]
            if None in parts:
                return None
            if parts:
                clauses.append(Clause(clause.name, ",".join(part for part in parts if part)))
        elif clause.name == "private":
            own = uses.counters[: _depth(directive, uses)]  # private without a clause (OpenACC 3.4, 2.6.1)
            private = [name for name in uses.private if name not in own]
            if private:
                clauses.append(Clause("private", ",".join(uses.order.sorted(private))))
        elif clause.name == "reduction":
            if not any(c.name == "reduction" for c in clauses):
                clauses += [Clause("reduction", f"{op}:{','.join(names)}") for op, names in uses.reductions]
        elif clause.name == "collapse":
            deep = _depth(directive, uses)
            if deep > 1:
                clauses.append(Clause("collapse", str(deep)))
        else:
            exchanged = carried.clause(clause.name) if carried is not None else None
            clauses.append(exchanged or clause)
    return Directive(directive.name, tuple(clauses), directive.argument)


def _by_part(directive: Directive, uses: Uses) -> dict[int, list[str]]:
    """For each data clause by its place the names that belong there, where the directive says of all but what both loops use under one
    name that it is there already: these stay in their clauses, the loop's other pointers are there, too. Else empty."""
    lists = {n: names_of(clause) for n, clause in enumerate(directive.clauses) if clause.name in _DATA}
    handed = [name for name in uses.pointers if name not in uses.arrays.names]
    used = (*uses.arrays.names, *handed)
    others = [n for n, names in lists.items() if not set(names) <= set(used)]
    there = [n for n in lists if directive.clauses[n].name in NOT_MOVED]
    # Where all stands in one list, so does what this loop uses.
    if not there or not set(others) <= set(there) or (len(there) == len(lists) and not handed):
        return {}
    kept = {n: [name for name in names if name in used] for n, names in lists.items()}
    settled = {name for names in kept.values() for name in names}
    for name in used:
        if name not in settled:
            said, is_fixed = uses.said.get(name), _is_fixed(uses.worked_out.get(name, name))
            as_said = [n for n in lists if directive.clauses[n].name == said]
            fixed = [
                n for n in lists if is_fixed and n not in others and _is_fixed(directive.clauses[n].argument or "")
            ]
            kept[(as_said or fixed or others or there)[0]].append(name)
    return kept


def _is_fixed(items: str) -> bool:
    """Whether all items have bounds that are numbers."""
    bounds = [part.partition("[")[2] for part in split_items(items)]
    return all(bound and not _outermost(bound) for bound in bounds)


def _is_member(item: str) -> bool:
    """`s->v[0:n]`, `s.v`: other than a variable with bounds."""
    name = item.partition("[")[0]
    return "->" in name or "." in name


def _depth(directive: Directive, uses: Uses) -> int:
    """How many loops of the nest the directive takes together."""
    collapse = directive.clause("collapse")
    wanted = number_of(collapse.argument or "") if collapse is not None else None
    return min(wanted or 1, len(uses.counters))


def _only_bounds(directive: Directive, visible: frozenset[str]) -> str | None:
    """The bounds, with brackets, that all items of data clauses share, if all their names may be used."""
    found = {
        part[part.index("[") :] if "[" in part else ""
        for clause in directive.clauses
        if clause.name in _DATA
        for part in split_items(clause.argument or "")
    }
    (bounds,) = found if len(found) == 1 else ("",)
    return bounds if bounds and visible.issuperset(_outermost(bounds)) else None


def _bounds_there(clause: Clause, uses: Uses) -> str | None:
    """The bounds that all items of a clause share, if they are no mere numbers: these are the object's own."""
    bounds = _only_bounds(Directive("parallel", (clause,)), uses.visible)
    return bounds if bounds and _outermost(bounds) else None


def _outermost(text: str) -> list[str]:
    """Names in an expression that are no members and no calls."""
    tokens = tokens_of(text)
    called = {token.span for token, following in pairwise(tokens) if following.text == "("}
    return [name.text for name in free_names(tokens) if name.span not in called]


def _of_kind(kind: str, kinds: frozenset[str], arrays: Arrays) -> list[str]:
    if kind in _ONE_LIST and len(kinds) == 1:
        return list(arrays.names)
    only_read = [name for name in arrays.names if name not in arrays.written]
    both = [name for name in arrays.names if name in arrays.written and name in arrays.read]
    only_written = [name for name in arrays.names if name in arrays.written and name not in arrays.read]
    if kind == "present":  # what no other clause takes
        moved = {name for other in kinds - {"present"} for name in _of_kind(other, kinds, arrays)}
        return [name for name in arrays.names if name not in moved]
    chosen = {
        "copyin": only_read,
        "copyout": only_written if "copy" in kinds else only_written + both,
        "copy": both if "copyout" in kinds else both + only_written,
    }.get(kind, [])
    return [name for name in arrays.names if name in chosen]


def _written(name: str, clause: Clause, uses: Uses, shared: str | None) -> str | None:
    """A variable in the style of the clause: alone, or with the section that the file gives it, that it has in common with the clause's
    other items (``shared``), or that the analysis gives it."""
    if "[" not in (clause.argument or ""):
        return name
    as_elsewhere = uses.written.get(name)
    if as_elsewhere is not None and not uses.visible.issuperset(_outermost(as_elsewhere)):
        as_elsewhere = None  # another function has names that this one has not
    section = as_elsewhere or _by_pattern(name, clause, uses.visible)
    section = section or (name + shared if shared else uses.worked_out.get(name))
    if section is None or "[" not in section:
        return None
    if "[:" in (clause.argument or ""):
        return section.replace("[0:", "[:")
    return section


def _with_itself(bounds: str, own: str) -> str:
    """Bounds with what stands for the array wherever they name it."""
    data, word, found, end = bounds.encode(), own.encode(), "", 0
    for at in occurrences(data, word):
        found += data[end:at].decode() + _ITSELF
        end = at + len(word)
    return found + data[end:].decode()


def _by_pattern(name: str, clause: Clause, visible: frozenset[str]) -> str | None:
    """What all items of the clause have in common where their bounds name the array itself: `x[:field.x.size()]`."""
    patterns = set()
    for part in split_items(clause.argument or ""):
        own, bracket, bounds = part.partition("[")
        pattern = _with_itself(bounds, own.strip())
        if not bracket or _ITSELF not in pattern:
            return None
        patterns.add(pattern)
    if len(patterns) != 1:
        return None
    (pattern,) = patterns
    return f"{name}[{pattern.replace(_ITSELF, name)}" if visible.issuperset(_outermost(pattern)) else None
