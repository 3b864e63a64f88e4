"""A class with many members and many short methods costs its members once for each object, not once for each call."""

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.walk import methods
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CLASS = (
    "struct Domain {\n"
    + "".join(f"  double &v{n}(int i) {{ return m{n}[i]; }}\n  double *m{n};\n" for n in range(40))
    + "  static double S;\n  int dims[3];\n};\nstruct Two { Domain a, b; };\n"
)


MANY = " + ".join(f"d.v{n}(i)" for n in range(1, 13))


@pytest.mark.parametrize(
    ("parameter", "body", "verdict"),
    [
        ("Domain &d", f"d.v0(i) = {MANY};", "assumed"),
        ("Domain &d", f"d.v0(i) = d.v0(i - 1) + {MANY};", "refuted"),
        ("Two &d", "d.a.v0(i) = d.b.v1(i) + d.a.v2(i) + d.b.v3(i);", "assumed"),
        ("Two &d", "d.a.v0(i) = d.a.v0(i - 1) + d.b.v3(i);", "refuted"),
        ("Two &d", "double m0 = 2; Domain &e = d.a; e.v0(i) = e.v0(i - 1) + m0;", "refuted"),
    ],
)
def test_members_are_read_once(parameter: str, body: str, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    before = methods.member_of

    def counted(state, owner, name, *told):
        asked.append(name)
        return before(state, owner, name, *told)

    monkeypatch.setattr(methods, "member_of", counted)
    outline = Outline(
        parse(f"{CLASS}void f({parameter}, int n) {{ for (int i = 1; i < n; i++) {{ {body} }} }}\n", "once.cpp")
    )
    assert judge(outline, outline.loops[0]).verdict == verdict
    assert (
        len(asked) < 2 * 3 * 42
    )  # two objects; twice where the loop is walked again; three calls of each would be as many more
