"""What one branch of conditional lines says of a name is not what another build means by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.open_names import open_names
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for

CALL = "void f(int *a, int n) { for (int i = 1; i < n; i++) a[i] = twice(i); }\n"
PURE = "static int twice(int x) { return 2 * x; }\n"
STEP = "void f(int *a, int n) { for (int i = 1; i < n; i++) a[i * step] = i; }\n"
ROWS = "void f(row *a, int n) { for (int i = 1; i < n; i++) a[i].v[0] = i; }\n"
REAL = "void f(real *a, int n) { for (int i = 1; i < n; i++) a[i] = 1; }\n"


def verdicts(folder: Path, text: str, name: str = "a.cpp", **headers: str) -> list[LoopVerdict]:
    for header, content in headers.items():
        (folder / f"{header}.h").write_text(content)
    (folder / ".git").mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text)
    outline = Outline(parse(text, name), headers_for(path))
    return [judge(outline, loop) for loop in outline.loops]


def branches(first: str, second: str, asked: str = "#ifdef FAST") -> str:
    return f"{asked}\n{first}#else\n{second}#endif\n"


OPEN = {
    "a function or a declaration": branches(PURE, "int twice(int x);\n") + CALL,
    "the other way round": branches("int twice(int x);\n", PURE) + CALL,
    "a declaration in front": f"int twice(int x);\n#ifdef FAST\n{PURE.removeprefix('static ')}#endif\n" + CALL,
    "a declaration behind": f"#ifdef FAST\n{PURE}#endif\nint twice(int x);\n" + CALL,
    "a branch that is never taken": f"int twice(int x);\n#if 0\n{PURE.removeprefix('static ')}#endif\n" + CALL,
    "what is included": branches(PURE, "#include <elsewhere.h>\n") + CALL,
    "what is used": branches(PURE, "using other::twice;\n") + CALL,
    "a pointer to a function": branches(PURE, "extern int (*twice)(int);\n") + CALL,
    "a macro or a function": branches("#define twice(x) (2 * (x))\n", "int twice(int x);\n") + CALL,
    "a macro or what is included": branches("#define step 1\n", "#include <conf.h>\n") + STEP,
    "elif": f"#if A\n{PURE}#elif B\nint twice(int x);\n#else\n{PURE}#endif\n" + CALL,
    "nested": f"#ifdef A\n{branches(PURE, 'int twice(int x);' + chr(10))}#endif\n" + CALL,
    "a namespace": f"namespace m {{\n{branches(PURE, 'int twice(int x);' + chr(10))}}}\n"
    + CALL.replace("twice", "m::twice"),
    "through another function": branches(PURE, "int twice(int x);\n")
    + "static int four(int x) { return twice(twice(x)); }\n"
    + CALL.replace("twice", "four"),
    "through a macro": branches(PURE, "int twice(int x);\n")
    + "#define four(x) twice(twice(x))\n"
    + CALL.replace("twice", "four"),
    "in a sum of a macro": branches(PURE, "int twice(int x);\n")
    + "#define more(x) 1+twice(x)\n"
    + CALL.replace("twice", "more"),
    "a constant or a variable": branches("static const int step = 1;\n", "extern int step;\n") + STEP,
    "before the loop": branches("static const int one = 1;\n", "extern int one;\n")
    + STEP.replace("{ for", "{ int step = one; for"),
    "what a macro was": branches(PURE, '#pragma push_macro("twice")\n') + CALL,
    "what a macro is again": branches(PURE, '#pragma pop_macro("twice")\n') + CALL,
    "what is included next": branches(PURE, "#include_next <elsewhere.h>\n") + CALL,
    "what an error stands behind": branches("int twice(int x);\n", f"{PURE}#error no\n") + CALL,
    "an error of another line": branches(PURE, "#ifdef SLOW\n#error no\n#endif\nint twice(int x);\n") + CALL,
    "an error in the first branch": f"#ifdef A\n#error no\n#elif B\n{PURE}#else\nint twice(int x);\n#endif\n" + CALL,
    "an error in the last branch": f"#ifdef A\n{PURE}#elif B\nint twice(int x);\n#else\n#error no\n#endif\n" + CALL,
    "a class or a pointer": branches("struct row { int v[4]; };\n", "struct row { int *v; };\n") + ROWS,
    "a number or a class": branches(
        "typedef double real;\n", "struct real { real(int); real &operator=(const real &); };\n"
    )
    + REAL,
    "a number or what is included": branches("typedef double real;\n", '#include "real.h"\n') + REAL,
    "through a type": branches("typedef double real;\n", '#include "real.h"\n')
    + "typedef real number;\n"
    + REAL.replace("real *", "number *"),
}
CLOSED = {
    "no condition": PURE + CALL,
    "a loop in the branch": f"#ifdef FAST\n{PURE}{CALL}#else\nint twice(int x);\n#endif\n",
    "a loop in such a branch": branches(PURE, "int twice(int x);\n") + f"#ifdef FAST\n{CALL}#endif\n",
    "a loop in a part of a function": branches(PURE, "int twice(int x);\n")
    + "void f(int *a, int n) {\n#ifdef FAST\nfor (int i = 1; i < n; i++) a[i] = twice(i);\n#endif\n}\n",
    "nobody else says it": f"#ifdef FAST\n{PURE}#endif\n" + CALL,
    "the branch of a header's guard": f"#ifndef A_H\n#define A_H\nint twice(int x);\n{PURE.removeprefix('static ')}{CALL}#endif\n",
    "two kinds of numbers": branches("typedef double real;\n", "typedef float real;\n") + REAL,
    "no build": branches(PURE, "#error no\n") + CALL,
    "no build, in each branch": branches(PURE, branches("#error one\n", "# error two\n", "#if SLOW")) + CALL,
    "no third build": "#ifdef A\ntypedef float real;\n#elif B\ntypedef double real;\n#else\n#error no\n#endif\n" + REAL,
    "what is said to the compiler": branches(PURE, '#pragma GCC optimize("O2")\n#warning slow\n#line 7\n') + CALL,
    "another name": branches(PURE, "int twice(int x);\n") + STEP.replace("step", "1"),
    "a variable of the function": branches("static int step = 1;\n", "extern int step;\n") + STEP.replace("{ for", "{ const int step = 1; for"),
    "a member": branches("static int v = 1;\n", "extern int v;\n") + "struct row { int v[4]; };\n" + ROWS,
    "a call that the loop does not need": branches("static int now(void) { return 0; }\n", "int now(void);\n")
    + "void f(int *a, int n) { int t = now(); for (int i = 1; i < n; i++) a[i] = i; a[0] = now() - t; }\n",
}  # fmt: skip


@pytest.mark.parametrize("case", OPEN)
def test_another_build_may_mean_something_else(tmp_path: Path, case: str) -> None:
    (verdict,) = verdicts(tmp_path, OPEN[case])
    assert verdict.verdict in ("assumed", "unknown"), verdict.reason


@pytest.mark.parametrize("case", [case for case in OPEN if "include" not in case and "using" not in OPEN[case]])
def test_what_is_assumed_says_under_which_line(tmp_path: Path, case: str) -> None:
    (verdict,) = verdicts(tmp_path, OPEN[case])
    if verdict.verdict == "assumed":
        assert any(" under #" in said or "last definition" in said for said in verdict.assumptions)


@pytest.mark.parametrize("case", CLOSED)
def test_what_every_build_means_stays_proved(tmp_path: Path, case: str) -> None:
    (verdict,) = verdicts(tmp_path, CLOSED[case])
    assert verdict.verdict == "proved", verdict.reason


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
def test_headers_of_one_branch(tmp_path: Path, name: str) -> None:
    text = branches('#include "pure.h"\n', '#include "other.h"\n') + CALL
    (verdict,) = verdicts(tmp_path, text, name, pure=PURE, other="int twice(int x);\n")
    assert "#ifdef FAST" in verdict.reason
    always = '#include "pure.h"\n' + branches('#include "pure.h"\n', '#include "other.h"\n') + CALL
    (verdict,) = verdicts(
        tmp_path, always, name, pure=f"#ifndef P\n#define P\n{PURE}#endif\n", other="int thrice(int x);\n"
    )
    assert verdict.verdict == "proved"


def test_headers_of_headers_of_one_branch(tmp_path: Path) -> None:
    text = branches('#include "outer.h"\n', '#include "other.h"\n') + CALL
    found = verdicts(tmp_path, text, outer='#include "pure.h"\n', pure=PURE, other="int twice(int x);\n")
    assert found[0].verdict == "assumed"


@pytest.mark.parametrize("around", ["/*\n{}*/", 'auto text = R"(\n{})";', 'const char *text = "\\\n{}";', "// \\\n{}"])
def test_an_include_line_that_is_none_brings_nothing(tmp_path: Path, around: str) -> None:
    line = '#include "pure.h"' + ("\\\n" if '"\\' in around else "\n")
    text = around.replace("{}", line) + '\n#include "other.h"\n' + CALL
    found = verdicts(tmp_path, text, pure=PURE, other="int twice(int x);\n")
    assert found[0].verdict == "assumed"


def test_files_without_groups_have_no_open_names() -> None:
    outline = Outline(parse(PURE + CALL, "a.cpp"))
    assert not open_names(outline)
    assert not open_names(Outline(parse(branches(PURE, PURE), "a.cpp")))
    assert dict(open_names(Outline(parse(OPEN["elif"], "a.cpp")))) == {"twice": ("#if A", "#else of #if A")}


def test_a_few_names_and_lines_are_told(tmp_path: Path) -> None:
    names = "abcde"
    first = "".join(f"static int {name}(int x) {{ return x; }}\n" for name in names)
    second = "".join(f"int {name}(int x);\n" for name in names)
    use = "void f(int *to, int n) { for (int i = 1; i < n; i++) to[i] = a(i) + b(i) + c(i) + d(i) + e(i); }\n"
    (verdict,) = verdicts(tmp_path, branches(first, second) + use)
    assert verdict.reason == "independent if a, b, c and 2 more are what their definitions under #ifdef FAST say"
    apart = "".join(
        branches(f"static int {name}(int x) {{ return x; }}\n", f"int {name}(int x);\n", f"#ifdef {name.upper()}")
        for name in names
    )
    (verdict,) = verdicts(tmp_path, apart + use)
    assert verdict.reason.endswith("under #ifdef C says and the same holds for names under 2 more lines")


def test_no_verdict_is_kept_for_another_meaning() -> None:
    texts = [text for text in (*OPEN.values(), *CLOSED.values()) if "include" not in text]
    asked = [text.replace("#ifdef FAST", line) for text in texts for line in ("#ifdef FAST", "#if 0", "#ifndef SLOW")]

    def found(text: str) -> list[str]:
        outline = Outline(parse(text, "a.cpp"))
        return [judge(outline, loop).reason for loop in outline.loops]

    first = [found(text) for text in asked]
    assert [found(text) for text in reversed(asked)] == first[::-1]
    for text, reasons in zip(asked[::7], first[::7]):
        fresh = text.replace("void f(", "void other_name(")
        assert found(fresh) == reasons


VARIABLES = {
    "an array and a pointer": ("static int w[60];", "static int *const w = a;"),
    "an array and a reference": ("static int w[60];", "static int (&w)[400] = a;"),
    "an array and another that may change": ("static int w[60];", "static volatile int w[60];"),
    "numbers and objects": ("static int w[60];", "static Int w[60];"),
    "an array of elsewhere and a pointer": ("extern int w[60];", "extern int *w;"),
    "an array and a pointer of elsewhere": ("int w[60];", "extern int *w;"),
}


@pytest.mark.parametrize("name", VARIABLES)
@pytest.mark.parametrize("turned", [False, True])
def test_what_a_variable_is_may_depend_on_the_branch(name: str, turned: bool) -> None:
    one, other = reversed(VARIABLES[name]) if turned else VARIABLES[name]
    head = "int a[400], b[400]; struct Int { int k; operator int() const; };\n"
    text = f"{head}#ifdef F\n{one}\n#else\n{other}\n#endif\nvoid f(int n) {{ for (int i = 0; i < n; i++) a[i + 1] = b[i] + w[i]; }}"
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict in ("assumed", "unknown")


@pytest.mark.parametrize("other", ["static float w[60];", "static int w[30];", "static int w[60];"])
def test_arrays_of_numbers_are_alike(other: str) -> None:
    text = "int a[400], b[400];\n#ifdef F\nstatic int w[60];\n#else\n" + other + "\n#endif\n"
    outline = Outline(parse(text + "void f(int n) { for (int i = 0; i < n; i++) a[i + 1] = b[i] + w[i]; }", name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "proved"
