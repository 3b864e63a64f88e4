"""Twice as many members and pointers cost no more than pairs of them do. Calls are counted, no clock is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clock import calls
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import LoopFacts, facts_of

SMALL = 16
MOST = 4.2  # pairs of pointers are looked at


def each(form: Callable[[int], str], count: int) -> str:
    return "".join(form(j) for j in range(count))


def members(count: int) -> str:
    """A struct of arrays that one function allocates, and another uses all of."""
    return f"""#include <stdlib.h>
struct grid {{ int n; {each(lambda j: f"double *m{j};", count)} }};
void make(struct grid *g, int n) {{ g->n = n; {each(lambda j: f"g->m{j} = malloc(n * sizeof(double));", count)} }}
void step(struct grid *g, const int *at, int n) {{
  {each(lambda j: f"double *p{j} = g->m{j};", count)}
  for (int i = 0; i < n; i++) {{ {each(lambda j: f"p{j}[at[i]] = {j};", count)} }}
}}
"""


def pointers(count: int) -> str:
    """Pointers of one function, each to memory of its own."""
    return f"""#include <stdlib.h>
void step(const int *at, int n) {{
  {each(lambda j: f"double *p{j} = malloc(n * sizeof(double));", count)}
  for (int i = 0; i < n; i++) {{ {each(lambda j: f"p{j}[at[i]] = {j};", count)} }}
}}
"""


def facts(text: str) -> LoopFacts:
    outline = Outline(parse(text, "x.c"))
    return facts_of(outline, outline.loops[0])


@pytest.mark.parametrize(("form", "length"), [(members, "g->n"), (pointers, "n")])
def test_how_much_each_pointer_leads_to(form: Callable[[int], str], length: str) -> None:
    """Assignments of members were looked for in all functions, for every pointer and every member of its type."""
    found = facts(form(SMALL))  # tables are read, too
    assert {fact.length for fact in found.data if fact.variable.startswith("p")} == {length}
    small, large = calls(lambda: facts(form(2 * SMALL))), calls(lambda: facts(form(4 * SMALL)))
    assert large <= MOST * small
