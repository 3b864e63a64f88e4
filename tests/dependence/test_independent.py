"""What isl is asked in independent parts is what it says of the whole, and loops that differ in names alone, or in conditions that have nothing to do
with the question, ask it nothing new. Questions are counted, no clock is asked."""

from __future__ import annotations

import random
import threading

import pytest
from loopwright.dependence.decide import relations
from loopwright.dependence.decide.independent import forms, parts
from loopwright.dependence.decide.judge import judge, program_at
from loopwright.dependence.decide.relations import Relation, integer_set
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PARAMETERS = ("n", "m", "k")
DIMENSIONS = ("i", "j", "t", "u")


def outline_of(text: str) -> Outline:
    return Outline(parse(text, "f.c"))


def relation_of(conditions: list[str]) -> Relation:
    outline = outline_of("void f(int n) { for (int i = 0; i < n; i++) ; }\n")
    program = program_at(outline, outline.functions[0].span)
    assert program is not None
    relation = Relation(program, 0)
    relation.parameters = dict.fromkeys(PARAMETERS, "")
    relation.dims = dict.fromkeys(DIMENSIONS)
    relation.constraints = conditions
    return relation


def drawn(random_: random.Random) -> str:
    """A comparison of one or two numbers, or one of two of them."""
    names = random_.sample((*PARAMETERS, *DIMENSIONS), random_.choice((1, 1, 2)))
    number = " + ".join([str(random_.randint(-3, 3)), *(f"{random_.choice((-2, -1, 1, 2))}*{name}" for name in names)])
    plain = f"{number} {random_.choice(('>=', '<=', '='))} {random_.randint(-2, 2)}"
    return plain if random_.random() < 0.7 else f"({plain} or {drawn(random_)})"


@pytest.mark.parametrize("seed", range(40))
def test_parts_say_what_the_whole_says(seed: int) -> None:
    random_ = random.Random(seed)
    for _ in range(25):
        conditions = [drawn(random_) for _ in range(random_.randint(1, 8))]
        relation, more = relation_of(conditions), drawn(random_)
        whole, less = integer_set(relation.text()), integer_set(relation.text(more))
        assert relation.is_empty() == whole.is_empty(), conditions
        assert relation.is_empty(more) == less.is_empty(), (conditions, more)
        differ = not whole.params().subtract(less.params()).is_empty()
        assert relation.ever_fails(more) == differ, (conditions, more)


def test_a_condition_that_is_there_already_never_fails() -> None:
    assert not relation_of(["1*i >= 0", "1*n >= 1*i"]).ever_fails("1*i >= 0")


def test_conditions_that_share_no_name_are_apart() -> None:
    conditions = ["1*i >= 0", "(1*n = 2 or 1*i <= 1*n)", "1*j >= 0", "1 = 0", "2*j <= 1*m"]
    assert parts(conditions) == [["1 = 0"], ["1*i >= 0", "(1*n = 2 or 1*i <= 1*n)"], ["1*j >= 0", "2*j <= 1*m"]]


def test_sets_that_differ_in_names_alone_are_one_question() -> None:
    assert forms(("n",), ["1*i >= 0", "1*i <= 1*n"]) == forms(("q",), ["1*r >= 0", "1*r <= 1*q"])
    assert forms(("n",), ["1*i <= 1*n"]) != forms(("i",), ["1*i <= 1*n"])
    assert forms((), ["1*i <= 1*n"], ["1*i <= 1*n"]) != forms((), ["1*i <= 1*n"], ["1*n <= 1*i"])


def questions(monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[int, list[str]]:
    """How many sets are read for the verdicts on a text that nothing was asked about before, and these."""
    asked: list[str] = []
    plain = relations.integer_set

    def counted(of: str) -> object:
        asked.append(of)
        return plain(of)

    with monkeypatch.context() as patch:
        patch.setattr(relations, "integer_set", counted)
        patch.setattr(relations, "_local", threading.local())
        outline = outline_of(text)
        verdicts = [judge(outline, loop).verdict for loop in outline.loops]
    return len(asked), verdicts


def body(names: str, conditions: str = "") -> str:
    i, j, m, a, b = names
    return f"""void {a}_{b}(int n, int {m}, double *restrict {a}, const double *restrict {b}, int p, int q, int r) {{
  for (int {i} = 1; {i} < n - 1; {i}++)
    for (int {j} = 1; {j} < {m} - 1; {j}++) {{ {conditions}
      {a}[{i} * {m} + {j}] = {a}[{i} * {m} + {j} - 1] + {b}[({i} - 1) * {m} + {j}]; }}
}}
"""


def test_loops_that_differ_in_names_alone_ask_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    one, first = questions(monkeypatch, body("ijmab"))
    two, both = questions(monkeypatch, body("ijmab") + body("xywcd"))
    assert one
    assert (two, both) == (one, first * 2)


def test_conditions_of_their_own_add_no_alternatives_to_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a number is none of twelve is one of two for each, for each of two iterations: with twelve of them isl would look at 16 million alternatives."""
    some = " ".join(f"if (p == {number}) continue;" for number in range(2))
    many = " ".join(f"if ({'pqr'[number % 3]} == {number}) continue;" for number in range(12))
    few, first = questions(monkeypatch, body("ijmab", some))
    more, same = questions(monkeypatch, body("ijmab", many))
    assert first == same
    assert more <= few + 2 * 12
