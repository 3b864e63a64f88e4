"""Objects of classes whose constructors, methods and operators are in sight: `apart` where each has memory of its own, `carried` where two
of them lead to one piece. In the second kind the loop really reads what another iteration wrote. The programs are in objects_made.txt: what
stands at file level, what begins the function, the statement of the loop."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TEXT = Path(__file__).with_name("objects_made.txt").read_text("utf-8")
CASES = re.findall(r"^== (\w+): (.+)\n((?:(?!== ).*\n?)*)", TEXT, re.MULTILINE)


def program(text: str) -> str:
    """A program of one function that `main` calls."""
    *before, begin, statement = text.strip().split("\n")
    head = "\n".join(before)
    return f"int a[20], c[20];\n{head}\nvoid run() {{\n  {begin}\n  for (int i = 1; i < 9; i++) {statement}\n}}\nint main() {{ run(); }}\n"


def verdict(text: str) -> LoopVerdict:
    """Of the loop in it."""
    outline = Outline(parse(program(text), name="a.cpp"), None, tuple)
    return judge(
        outline,
        next(
            loop
            for loop in outline.loops
            if loop.function and loop.function.name == "run" and "< 9" in outline.source.slice(loop.span)
        ),
    )


@pytest.mark.parametrize(("kind", "name", "text"), CASES, ids=[f"{kind}-{name}" for kind, name, _ in CASES])
def test_objects_are_followed(kind: str, name: str, text: str) -> None:
    found = verdict(text)
    if kind == "apart":
        assert (found.verdict, found.assumptions) == ("proved", ()), found.reason
    else:
        assert found.verdict != "proved", found.reason


def test_there_are_many() -> None:
    assert len(CASES) == TEXT.count("\n== ") + 1 > 75


MADE = """int a[20];
struct V { int *p; V(int *q) : p(q) {} };
static void go(const V &u, const V &v) { for (int i = 1; i < 9; i++) u.p[i] = v.p[i - 1] + 1; }
int main() { go(GIVEN); }
"""


@pytest.mark.parametrize("given", ["a, a", "V(a), V(a)"])
def test_a_reference_may_be_to_an_object_that_is_made_of_the_argument(given: str) -> None:
    outline = Outline(parse(MADE.replace("GIVEN", given), name="a.cpp"), None, tuple)
    assert judge(outline, outline.loops[0]).verdict != "proved"


def test_a_function_sets_its_own_objects_apart_whoever_calls_it() -> None:
    """No caller is in sight: what it makes itself is apart, what it is given may be anything."""
    made = (
        "struct S { int *p; int n; };\nvoid run(int *a, int *c, int n) { struct S u = {MEMORY, n}, v = {MEMORY2, n};\n"
        + ("  for (int i = 1; i < n; i++) u.p[i] = v.p[i - 1] + 1; }\n")
    )
    found = []
    for one, other in (("a", "c"), ("malloc(4 * n)", "malloc(4 * n)")):
        text = "#include <stdlib.h>\n" + made.replace("MEMORY2", other).replace("MEMORY", one)
        outline = Outline(parse(text, name="a.c"), None, tuple)
        found.append(judge(outline, outline.loops[0]).verdict)
    assert found == ["assumed", "proved"]
