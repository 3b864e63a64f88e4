"""An example's directive with the lists of its clauses filled by what the other loop uses, in the way the file writes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from loopwright.memory.places import Example
from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.equivalent import split_items
from loopwright.source.shape import Arrays

_DATA = ("present", "copyin", "copy", "copyout", "create", "no_create", "deviceptr")
_ONE_LIST = frozenset(("present", "no_create", "deviceptr", "copy"))


@dataclass(frozen=True)
class Uses:
    """What a loop uses. ``sections`` tells how the file writes a variable in data clauses, else how the analysis would."""

    arrays: Arrays
    private: tuple[str, ...]
    reductions: tuple[tuple[str, tuple[str, ...]], ...]  # operator, variables
    nest: int
    sections: Mapping[str, str]


def sections_in(examples: Iterable[Example]) -> dict[str, str]:
    """Variable → how directives write it in data clauses; the last one counts."""
    found: dict[str, str] = {}
    for example in examples:
        for clause in example.parsed.clauses:
            if clause.name in _DATA:
                for part in split_items(clause.argument or ""):
                    found[part.split("[")[0].strip()] = part
    return found


def refilled(directive: Directive, uses: Uses) -> Directive | None:
    """``directive`` for a loop with other ``uses``; ``None`` where it has no list to fill or one cannot be."""
    kinds = [clause.name for clause in directive.clauses if clause.name in _DATA]
    if not kinds and not any(clause.name in ("private", "reduction", "collapse") for clause in directive.clauses):
        return None
    clauses: list[Clause] = []
    for clause in directive.clauses:
        if clause.name in _DATA:
            parts = [_written(name, clause, uses) for name in _of_kind(clause.name, frozenset(kinds), uses.arrays)]
            if None in parts:
                return None
            if parts:
                clauses.append(Clause(clause.name, ",".join(part for part in parts if part)))
        elif clause.name == "private":
            if uses.private:
                clauses.append(Clause("private", ",".join(uses.private)))
        elif clause.name == "reduction":
            if not any(c.name == "reduction" for c in clauses):
                clauses += [Clause("reduction", f"{op}:{','.join(names)}") for op, names in uses.reductions]
        elif clause.name == "collapse":
            deep = min(int(clause.argument or "0"), uses.nest) if (clause.argument or "").isdigit() else 0
            if deep > 1:
                clauses.append(Clause("collapse", str(deep)))
        else:
            clauses.append(clause)
    return Directive(directive.name, tuple(clauses), directive.argument)


def _of_kind(kind: str, kinds: frozenset[str], arrays: Arrays) -> list[str]:
    if kind in _ONE_LIST and len(kinds) == 1:
        return list(arrays.names)
    only_read = [name for name in arrays.names if name not in arrays.written]
    both = [name for name in arrays.names if name in arrays.written and name in arrays.read]
    only_written = [name for name in arrays.names if name in arrays.written and name not in arrays.read]
    chosen = {
        "copyin": only_read,
        "copyout": only_written if "copy" in kinds else only_written + both,
        "copy": both if "copyout" in kinds else both + only_written,
        "present": list(arrays.names),
    }.get(kind, [])
    return [name for name in arrays.names if name in chosen]


def _written(name: str, clause: Clause, uses: Uses) -> str | None:
    """A variable in the style of the clause: alone, or with the section that the file or the analysis gives it."""
    if "[" not in (clause.argument or ""):
        return name
    section = uses.sections.get(name)
    if section is None or "[" not in section:
        return None
    if "[:" in (clause.argument or ""):
        return section.replace("[0:", "[:")
    return section
