"""What a context-free grammar cannot count: clauses that stand once, variables in two clauses (OpenACC 3.4, 2.5–2.9)."""

from __future__ import annotations

from loopwright.openacc.directive import Directive, parse_directive
from loopwright.openacc.spec import load_spec

_SHARING = frozenset(
    ("copy", "copyin", "copyout", "create", "no_create", "present", "deviceptr", "attach", "private", "firstprivate")
)
_PARALLELISM = frozenset(("gang", "worker", "vector"))
_SCHEDULES = frozenset(("seq", "independent", "auto"))


def is_well_formed(text: str) -> bool:
    """Whether a directive written clause by clause is legal as a whole."""
    directive = parse_directive(text)
    names = [clause.name for clause in directive.clauses]
    specs = load_spec().clauses
    once = [name for name in names if name in specs and specs[name].once]
    if len(once) != len(set(once)) or len(_SCHEDULES & set(names)) > 1:
        return False
    if "seq" in names and _PARALLELISM & set(names):
        return False
    shared = _variables(directive, _SHARING)
    reduced = _variables(directive, frozenset(("reduction",)))
    private = _variables(directive, frozenset(("private", "firstprivate")))
    return len(shared) == len(set(shared)) and len(reduced) == len(set(reduced)) and not set(reduced) & set(private)


def _variables(directive: Directive, clauses: frozenset[str]) -> list[str]:
    """Base names in the lists of ``clauses``, with repetition."""
    return [
        entry.partition("[")[0] for clause in directive.clauses if clause.name in clauses for entry in clause.entries
    ]
