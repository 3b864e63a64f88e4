"""The iterations in which an access happens are worked out once for a loop, and anew for a program with other symbols."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from loopwright.dependence.decide.findings import judged
from loopwright.dependence.decide.judge import program_at
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

STENCIL = """void f(int n, int m, double *restrict a, const double *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = b[i * m + j] + b[(i - 1) * m + j] + b[(i + 1) * m + j] + a[(i - 0) * m + j] * a[i * m + j];
}
"""


def _program() -> Program:
    outline = Outline(parse(STENCIL, "f.c"))
    program = program_at(outline, outline.functions[0].span)
    assert program is not None
    return program


def test_accesses_in_the_same_loops_have_one_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels of trust and pairs ask for the same ones: without what is kept the same iterations are worked out many times, once alone and once
    beside those of another access now."""
    asked: Counter[tuple[bool, bool]] = Counter()
    plain = Relation.domain

    def counted(self: Relation, access: Access, copy: int, when_reached: bool = True) -> None:
        if not copy and when_reached:
            asked[self.trusting, self.monotone] += 1
        plain(self, access, copy, when_reached)

    monkeypatch.setattr(Relation, "domain", counted)
    program = _program()
    assert judged(program, program.by_start[STENCIL.index("for")], False, lambda origin: ()).verdict == "proved"
    assert asked
    assert max(asked.values()) <= 2, asked


def test_what_is_added_to_a_copy_is_not_in_the_domain() -> None:
    program = _program()
    access = next(access for access in accesses_in(program.nests[0].body) if access.place.steps)
    known = Relation.of(program, 0, (access,))
    before = known.text()
    continued = known.copy()
    continued.domain(access, 1)
    continued.constraints.append("1 = 0")
    assert Relation.of(program, 0, (access,)) is known
    assert known.text() == before


def test_a_program_with_other_symbols_has_domains_of_its_own() -> None:
    program = _program()
    access = next(access for access in accesses_in(program.nests[0].body) if access.place.steps)
    known = Relation.of(program, 0, (access,))
    n = next(symbol for symbol in program.symbols.values() if symbol.text == "n")
    other = replace(program, symbols={**program.symbols, n.name: n._replace(bounds=(1, 2))}, proved={})
    assert Relation.of(other, 0, (access,)).text() != known.text()
    assert Relation.of(program, 0, (access,)) is known
