"""What an edit of a large file costs: the function that it is in, however many others there are and whatever they come to."""

import random
from dataclasses import replace

import pytest
from loopwright.lang.conditions import conditions_in
from loopwright.residence import findings, machine
from loopwright.residence.directives import directives_around
from loopwright.residence.findings import claims_of
from loopwright.residence.lower import Lowering
from loopwright.residence.memory import Contents, Mapping, Mark, forgotten, joined
from loopwright.residence.ranges import SOMEWHERE
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span

FUNCTION = """void f{n}(int n, double *a) {{
  #pragma acc enter data copyin(a[0:n])
  #pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) {{ if (i > {n}) a[i] = 1.{n}; }}
  a[0] = 2;
  #pragma acc update self(a[0:n])
  #pragma acc exit data delete(a)
}}
"""
FORGOTTEN = """int main() {
  double a[8];
  #pragma acc enter data copyin(a)
  return 0;
}
"""


@pytest.fixture
def lowered(nothing_kept: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that were made statements of, in order."""
    names: list[str] = []
    before = Lowering.function

    def function(self: Lowering, name):
        names.append(name)
        return before(self, name)

    monkeypatch.setattr(Lowering, "function", function)
    return names


def _edited(source, old: bytes, new: bytes):
    start = source.data.index(old)
    return source.edited([Change(Span(start, start + len(old)), new)])


def test_an_edit_costs_its_function(lowered):
    source = parse("".join(FUNCTION.format(n=n) for n in range(30)), "kept_a.c")
    first = claims_of(Outline(source))
    assert set(lowered) == {f"f{n}" for n in range(30)}
    lowered.clear()
    again = claims_of(Outline(_edited(source, b"= 1.17", b"= 9.17")))
    assert set(lowered) == {"f17"}
    assert [claim.code for claim in again] == [claim.code for claim in first]


def test_what_lies_beyond_the_budget_is_not_read_again(lowered, monkeypatch):
    monkeypatch.setattr(findings, "MOST_STEPS", 100)
    monkeypatch.setattr(machine, "MOST_STEPS", 100)
    source = parse("".join(FUNCTION.format(n=f"{n}5") for n in range(30)), "kept_b.c")
    claims_of(Outline(source))
    lowered.clear()
    claims_of(Outline(_edited(source, b"= 1.25;", b"= 9.25;")))
    assert len(lowered) <= 2  # the one that was edited, and the one at which the budget ends
    assert "f25" in lowered


def test_a_spent_budget_says_nothing(monkeypatch):
    monkeypatch.setattr(findings, "MOST_STEPS", 0)
    monkeypatch.setattr(machine, "MOST_STEPS", 0)
    assert claims_of(Outline(parse(FORGOTTEN.replace("8", "88"), "kept_c.c"))) == ()


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "namespace a {{ {} }}",
        "#if A\n{}\n#endif\n",
        'extern "C" {{ {} }}',
        "struct S {{ {} }};",
        "int x;\n{}\n// x\n",
    ],
)
def test_directives_are_found_wherever_their_function_stands(around):
    body = "void g(int n, double *a) {\n#pragma acc enter data copyin(a[0:n])\na[0] = 1;\n#pragma acc update self(a[0:n])\n}\n"
    outline = Outline(parse("int before;\n" + around.format(body) + FORGOTTEN, "kept_d.cpp"))
    assert [claim.code for claim in claims_of(outline)].count("LW715") == 0
    names = [construct.name for construct in directives_around(outline, outline.source.data.index(b"a[0] = 1")).alone]
    assert names == ["enter data", "update"]


def test_conditions_of_all_pieces_are_found():
    text = "int f(int n) { if (n) return 1; return 0; }\nnamespace b { int g(int n) { if (n) { if (n > 1) return 2; } return 0; } }\n"
    assert sorted(conditions_in(Outline(parse(text, "kept_e.cpp")))) == [b"(n > 1)", b"(n)", b"(n)"]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_forgotten_twice_is_forgotten(seed: int) -> None:
    drawn = random.Random(seed)
    kept, place = Mapping(SOMEWHERE, Span(1, 2), structured=1), Span(3, 4)
    mark = Mark(SOMEWHERE, place)
    for _ in range(200):
        states = tuple(
            Contents(
                drawn.choice([(), (kept,), (replace(kept, structured=0, dynamic=1),)]),
                drawn.random() < 0.7,
                drawn.choice([(), ((mark, place),)]),
                gone=drawn.choice([None, place]),
                ended=drawn.choice([None, place]),
                written=drawn.choice([(), (mark,)]),
            )
            for _ in range(drawn.randrange(1, 3))
        )
        slowly = tuple(dict.fromkeys(contents.forgotten() for contents in states))
        assert forgotten(states) == slowly
        assert forgotten(slowly) == tuple(dict.fromkeys(contents.forgotten() for contents in slowly))
        assert joined(states[:1], states[:1]) == states[:1]
