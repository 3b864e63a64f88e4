"""What the specification says of a directive's words, wherever it stands."""

from __future__ import annotations

from loopwright.openacc.directive import Directive
from loopwright.openacc.spec import load_spec


def unfit_clause(directive: Directive) -> str:
    """A clause, or a directive in the place of one, that the directive does not take; empty for none. A word that OpenACC does not have
    may be a macro."""
    spec = load_spec()
    row = spec.directives.get(directive.name)
    if row is None:
        return ""
    known = spec.clauses.keys() | spec.directives.keys()
    return next((c.name for c in directive.clauses if c.name in known and c.name not in row.clauses), "")
