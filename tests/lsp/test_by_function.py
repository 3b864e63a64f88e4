"""A large file is gone through function by function: each is read once, what was worked out for it goes, and what is told is what a look at
the whole file tells."""

from __future__ import annotations

from collections import Counter

import pytest
from loopwright.cancellation import Patience
from loopwright.check.run import CheckOptions, check, rules_for
from loopwright.dependence.decide import judge
from loopwright.lsp import by_function
from loopwright.lsp.by_function import ByFunction, look_through
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest import hints as hinting
from loopwright.suggest.hints import hints_of
from loopwright.suggest.worth import profile

CALLED = "static double half(double x) { return x / 2; }\n"
FUNCTION = """void {word}{n}(int n, double *restrict a, const double *restrict b) {{
#pragma acc parallel loop copyuot(a[0:n])
  for (int i = 0; i < n; i++) a[i] = half(b[i]) + {n};
  for (int i = 1; i < n; i++) a[i] = a[i - 1] + {n};
  for (int i = 0; i < n - {n}; i++) a[i] = b[i + {n}];
}}
"""
# What calls of a routine do is asked of other functions: findings of such a file are not kept.
NOT_KEPT = "void last(void) {\n#pragma acc routine(half) seq\n}\n"
OPTIONS = CheckOptions(between=False)


def made(functions: int, word: str) -> str:
    return CALLED + "".join(FUNCTION.format(word=word, n=n) for n in range(functions))


def as_file(text: str) -> ByFunction:
    outline = Outline(parse(text.encode(), "a.c"), asks_callers=False)
    return ByFunction(outline, rules_for(outline, OPTIONS), profile())


class OfSome(Patience):
    """Lets so many functions be looked at."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self._left = left

    @property
    def is_over(self) -> bool:
        self.was_over = self._left <= 0
        self._left -= 1
        return self.was_over


def told(outline: Outline, patience: Patience) -> tuple[object, object]:
    return check(outline, OPTIONS, patience), list(hints_of(outline, profile(), patience))


@pytest.mark.usefixtures("nothing_kept")
def test_a_function_is_read_once_and_what_was_worked_out_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[int] = Counter()
    held: list[int] = []
    walk, let_go = judge.program_of, by_function.let_go_of_parts

    def noted(outline, node, *others):  # type: ignore[no-untyped-def]
        read[node.start_byte] += 1
        return walk(outline, node, *others)

    def counted(outline: Outline) -> None:
        held.append(sum(key[0] is judge.program_at.__wrapped__ for key in outline.kept_answers))  # type: ignore[attr-defined]
        let_go(outline)

    monkeypatch.setattr(judge, "program_of", noted)
    monkeypatch.setattr(by_function, "let_go_of_parts", counted)
    monkeypatch.setattr(by_function, "_HELD", 3)
    file = as_file(made(8, "once"))
    look_through(file, Patience())
    assert sorted(read.values()) == [1] * 8
    assert held == [3, 3, 2]
    assert all(len(key) == 1 for key in file.outline.kept_answers)
    assert [len(part) for part in told(file.outline, OfSome(0))] == [16, 8]  # type: ignore[arg-type]
    assert sorted(read.values()) == [1] * 8


@pytest.mark.usefixtures("nothing_kept")
def test_what_is_told_in_parts_is_what_one_look_tells() -> None:
    text = made(5, "told")
    whole = told(as_file(text).outline, Patience())
    assert [len(part) for part in whole] == [10, 5]  # type: ignore[arg-type]
    file, sizes = as_file(text.replace("told", "part")), []
    for _ in range(4):
        patience = OfSome(2)
        look_through(file, patience)
        sizes.append([len(part) for part in told(file.outline, OfSome(0))])  # type: ignore[arg-type]
    assert sizes == [[4, 2], [8, 4], [10, 5], [10, 5]]
    assert not patience.was_over
    assert told(file.outline, OfSome(0))[1] == whole[1]  # names are as long


@pytest.mark.usefixtures("nothing_kept")
def test_what_cannot_be_kept_is_looked_at_once() -> None:
    text = made(3, "anew") + NOT_KEPT
    file = as_file(text)
    look_through(file, Patience())
    assert any(file.wanted(index) for index in range(len(file.outline.pieces)))
    again = OfSome(0)
    look_through(file, again)
    assert not again.was_over
    assert told(file.outline, Patience()) == told(as_file(text).outline, Patience())


@pytest.mark.usefixtures("nothing_kept")
def test_a_function_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    look = hinting.hints_in

    def failing(outline, index, device):  # type: ignore[no-untyped-def]
        if b"fails1" in outline.pieces[index].text:
            raise RuntimeError("a defect")
        return look(outline, index, device)

    monkeypatch.setattr(hinting, "hints_in", failing)
    file = as_file(made(3, "fails"))
    look_through(file, Patience())
    left = [file.wanted(index) for index in range(len(file.outline.pieces))]
    assert [wanted.piece for wanted in left if wanted is not None] == [2]
