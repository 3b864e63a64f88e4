"""What the preprocessor makes of a text: where a macro is defined, what is included in the middle of something, names with escapes; and
members of base classes under one name."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOUD = "static int s;\nint f(int x) { return s += x; }\n"
RUN = "int a[40], k;\nvoid run(int n) { for (int i = 0; i < n; i++) %s }\n"
SERIAL = {
    "a macro that is defined later": LOUD + RUN % "a[i] = f(i);" + "#define f(x) ((x) + 1)\n",
    "a macro that was taken away": f"#define f(x) ((x) + 1)\n#undef f\n{LOUD}" + RUN % "a[i] = f(i);",
    "a function in parentheses": f"{LOUD}#define f(x) ((x) + 1)\n" + RUN % "a[i] = (f)(i);",
    "a word that is defined later": RUN % "a[i] = k++;" + "#define k 3\n",
    "a file in a body": RUN % '{\n#include "body.inc"\n}',
    "a file behind a statement": RUN % '{ a[i] = i;\n#include "body.inc"\n}',
    "a condition that NDEBUG takes away": "#define NDEBUG\n#include <assert.h>\nint a[40];\nvoid run(int n, int m) { assert(m >= n);"
    " for (int i = 0; i < n; i++) a[i + m] = a[i] + 1; }\n",
    "an enumerator on a condition": "#ifdef K\nenum { OFF = 0 };\n#else\nenum { OFF = 1 };\n#endif\n"
    + RUN % "a[i + OFF] = a[i] + 1;",
    "an enumerator behind one on a condition": "enum { A,\n#ifdef K\n B,\n#endif\n C };\n"
    + RUN % "a[i + C - 1] = a[i] + 1;",
    "an enumerator behind one on a condition, with it": "enum { A,\n#ifdef K\n B,\n#endif\n C };\n"
    + RUN % "a[i + C - 2] = a[i] + 1;",
    "an enumerator that counts on": "enum {\n#ifdef K\n B,\n#endif\n C, D };\n" + RUN % "a[i + D - 1] = a[i] + 1;",
    "enumerators of a function": RUN % "{ enum { A,\n#ifdef K\n B,\n#endif\n C }; a[i + C - 1] = a[i] + 1; }",
    "a name with an escape": "int \\u00e9t;\n" + RUN % "{ \u00e9t += i; a[i] = \\u00e9t; }",
}
PARALLEL = {
    "a macro of a function": "int a[40];\nvoid run(int n) {\n#define A(i) a[(i) + 1]\n for (int i = 0; i < n; i++) A(i) = i;\n#undef A\n}\n",
    "a macro that replaces another one": "#ifdef MIN\n#undef MIN\n#endif\n#define MIN(x, y) ((x) < (y) ? (x) : (y))\n" + RUN % "a[i] = MIN(i, 3);",
    "a macro that leaves nothing": "#define LOG(x)\n" + LOUD + RUN % "{ LOG(f(i)); a[i] = s; }",
    "an enumerator that says its number": "enum { A,\n#ifdef K\n B,\n#endif\n C = 0 };\n" + RUN % "a[i + C] = a[i] + 1;",
    "a remark before": "/* f(x) is a macro */\n#define f(x) ((x) + 1)\n" + RUN % "a[i] = f(i);",
    "a condition": "#include <assert.h>\nint a[99];\nvoid run(int n, int m) { assert(m >= n);"
    " for (int i = 0; i < n; i++) a[i + m] = a[i] + 1; }\n",
}  # fmt: skip
IN_CPP = {
    "a file in a class": "static int s;\nstruct T { int v;\n#include \"members.inc\"\n};\n" + RUN % "{ T t{i}; a[i] = s + t.v; }",
    "virtual by a macro": "#define VIRTUAL virtual\nstruct B { VIRTUAL int f(int x) const { return x; } };\nint a[40];\n"
    "void run(const B &b, int n) { for (int i = 0; i < n; i++) a[i] = b.f(i); }\n",
    "a member of a base that has the name of another": "struct B { int x; }; struct C : B { int x; };\nint a[16];\n"
    "static void run(C &c, int n) { B &b = c; for (int i = 0; i < n; i++) { b.x += i; a[i] = c.B::x; } }\n"
    "int main() { C c{}; run(c, 16); return a[3]; }\n",
}  # fmt: skip


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("case", SERIAL)
def test_what_depends_on_the_preprocessor(case: str, suffix: str) -> None:
    assert verdict(SERIAL[case], suffix) != "proved"


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("case", PARALLEL)
def test_what_does_not(case: str, suffix: str) -> None:
    assert verdict(PARALLEL[case], suffix) == "proved"


@pytest.mark.parametrize("case", IN_CPP)
def test_in_classes(case: str) -> None:
    assert verdict(IN_CPP[case], "cpp") in ("assumed", "unknown")


def verdict(text: str, suffix: str) -> str:
    outline = Outline(parse(text, name=f"a.{suffix}"))
    return judge(outline, outline.loops[0]).verdict
