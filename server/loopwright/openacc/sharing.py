"""Directives where host and device share memory: what moves data is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, get_args

from loopwright.openacc.directive import Clause, parse_directive
from loopwright.openacc.equivalent import split_items

# What the two share: nothing, what is allocated (`-gpu=mem:managed` of nvc), everything (`-gpu=mem:unified`).
MemoryModel = Literal["discrete", "managed", "unified"]
MEMORY_MODELS: tuple[MemoryModel, ...] = get_args(MemoryModel)
_MOVING = frozenset(("copy", "copyin", "copyout", "create", "no_create", "present", "delete", "attach", "detach"))
_UPDATES = frozenset(("self", "host", "device"))
_DIRECTIVES = ("data", "enter data", "exit data", "update", "declare")


def in_place(text: str, apart: Callable[[str], bool]) -> str | None:
    """The directive without what moves variables, but for those that are ``apart``; ``None`` where nothing of it is left.

    >>> in_place("parallel loop gang copyin(a[0:n]) reduction(+:s)", lambda name: False)
    'parallel loop gang reduction(+:s)'
    """
    directive = parse_directive(text)
    clauses = tuple(kept for clause in directive.clauses if (kept := _kept(clause, apart)) is not None)
    if directive.name in _DIRECTIVES and not any(clause.name in _MOVING | _UPDATES for clause in clauses):
        return None
    return str(replace(directive, clauses=clauses))


def _kept(clause: Clause, apart: Callable[[str], bool]) -> Clause | None:
    # `default(none)` asks for the very clauses that are left out, `default(present)` for a copy that nobody makes.
    if clause.name == "default":
        return None
    if clause.name not in _MOVING | _UPDATES or clause.argument is None:
        return clause
    modifier, colon, listed = clause.argument.partition(":") if _has_modifier(clause) else ("", "", clause.argument)
    items = [item for item in split_items(listed) if apart(item.split("[")[0].split(".")[0].split("->")[0])]
    return replace(clause, argument=f"{modifier}{colon}{','.join(items)}") if items else None


def _has_modifier(clause: Clause) -> bool:
    """Whether a list begins with `zero:`, `readonly:` or the like."""
    word, colon, _ = (clause.argument or "").partition(":")
    return bool(colon) and word.isidentifier()
