"""Loops as people write them get a header that OpenACC takes, and mean the same."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.headers.canonical import canonical
from preloaded import COMMAND

from tests.suggest.loop_adversaries import IN_C, IN_CPP

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n"

FORMS = {
    "for (size_t j = 0; j + 1 < m; j++) for (size_t i = 0; i + 1 < m; i++) x[i] = j;": (
        "for (size_t j = 0; j < (m > 1 ? m - 1 : 0); j++) for (size_t i = 0; i < m - 1; i++) x[i] = j;"
    ),
    "for (int i = 0; i + 1 < n; i++) x[i] = y[i];": "for (int i = 0; i < n - 1; i++) x[i] = y[i];",
    "for (int i = 0; i + 1 <= n; ++i) x[i] = y[i];": "for (int i = 0; i < n; ++i) x[i] = y[i];",
    "for (size_t i = 0; i + 2 < m; i++) x[i] = y[i];": (
        "for (size_t i = 0; i < (m > 2 ? m - 2 : 0); i++) x[i] = y[i];"
    ),
    "for (size_t j = 0; j + 1 < m; j++) for (size_t i = 0; i + 2 < m; i++) x[i] = j;": (
        "for (size_t j = 0; j < (m > 1 ? m - 1 : 0); j++) for (size_t i = 0; i < (m > 2 ? m - 2 : 0); i++) x[i] = j;"
    ),
    "for (size_t j = 0; j + 2 < m; j++) { for (size_t i = 0; i + 1 < m; i++) x[i] = j; m--; }": (
        "for (size_t j = 0; j + 2 < m; j++) { for (size_t i = 0; i < (m > 1 ? m - 1 : 0); i++) x[i] = j; m--; }"
    ),
    "for (int i = 0; i != n; i++) x[i] = y[i];": "for (int i = 0; i < n; i++) x[i] = y[i];",
    "for (double *p = x; p < x + n; p++) *p = 1;": "for (int i = 0; i < n; i++) x[i] = 1;",
    "for (const double *p = y, *e = y + n; p != e; ++p) x[0] += *p;": "for (int i = 0; i < n; i++) x[0] += y[i];",
    "while (n--) *x++ = *y++;": "for (int i = 0; i < n; i++) x[i] = y[i];",
    "int i = n; while (i-- > 0) x[i] = y[i];": " for (int i = n - 1; i >= 0; i--) x[i] = y[i];",
    "int i = 0; while (i < n) { x[i] = y[i]; i++; }": " for (int i = 0; i < n; i++) { x[i] = y[i];  }",
    "for (int i = 0, k = n / 2; i < k; i++) x[i] = 1;": "{ int k = n / 2; for (int i = 0; i < k; i++) x[i] = 1; }",
    "for (int i = 0; i < n; i++) *x++ = i; *x = 7;": "for (int i = 0; i < n; i++) x[i] = i; x += (0 < n ? n : 0); *x = 7;",
}
KEPT = (
    "for (int i = 0; i < n; i++) x[i] = 1;",
    "while (x[0] < n) x[0] += 1;",
    "int i = 0; while (i < n) { if (x[i] > 0) { i += 2; continue; } i++; }",
    "int i = 0; while (i < n && x[i] > 0) i++;",
    "for (unsigned i = 1; i != m; i++) x[i] = 1;",  # it may wrap around
    "int i = 0; int *q = &i; while (i < n) { *q += 1; i++; }",
    "for (double *p = x; p < x + n; p++) { x = p; }",
)


def rewritten(code: str) -> str:
    text = f"#include <stddef.h>\nvoid f(double *x, const double *y, int n, size_t m) {{\n{code}\n}}\n"
    after = canonical(Outline(parse(text, "f.c", language="c"))).outline.source.data.decode("utf-8")
    return after.split("\n", 2)[2].removesuffix("\n}\n")


@pytest.mark.parametrize("code", FORMS)
def test_a_loop_gets_the_form_that_an_expert_gives_it(code: str) -> None:
    assert rewritten(code) == FORMS[code]


@pytest.mark.parametrize("code", KEPT)
def test_what_is_not_provably_the_same_stays(code: str) -> None:
    assert rewritten(code) == code


HEADERS = (
    "for (int i = {a}; i {less} n; {step})", "for (int i = {a}; i + {c} < n; {step})", "for (int i = {a}; n > i; {step})",
    "int i = {a}; while (i < n)", "int i; for (i = {a}; i + {c} <= n; {step})", "int i = {a}; while (i + 1 < n)",
    "for (size_t i = {a}; i + {c} < m; {step})", "for (int i = n; i-- > {z};)", "int i = n; while (i--)",
    "for (int i = {a}, h = n - {c}; i < h; {step})", "int i, j; for (i = {a}, j = {c}; i < n; i++, j += {c})",
    "for (unsigned i = m; i-- > 0;)", "for (int i = n - 1; i >= {a}; i--)", "for (int i = n; i - {c} >= 0; i -= {s})",
)  # fmt: skip
WALKS = (
    "for (double *p = x; p < x + n; p++)", "double *p; for (p = x + 1; p != x + n; ++p)",
    "for (double *p = x, *e = x + n; p < e; p++)", "for (double *p = x; p < x + n; p++, q++)", "double *p = x, *e = x + n; while (p < e)",
)  # fmt: skip
BODIES = (
    "x[i] = x[i] * 0.5 + i;",
    "*d++ = x[i] + 1;",
    "{{ x[i] += *q++; if (i % 3 == 1) {leave}; x[i] -= 2; }}",
    "*d++ += *q++ * i;",
)


def function(draw: random.Random, number: int) -> str:
    """A function with one loop of some form, in another one now and then, that says what it leaves behind."""
    numbers = {
        "a": draw.choice("012"), "c": draw.choice("123"), "z": "0", "s": draw.choice("12"), "less": draw.choice(("<", "<=", "!=")),
        "leave": draw.choice(("continue", "break", "x[i] = 9")),
    }  # fmt: skip
    numbers["step"] = (
        draw.choice(("i++", "++i", "i += 1")) if numbers["less"] == "!=" else draw.choice(("i++", "i += 2"))
    )
    if draw.random() < 0.3:
        header = draw.choice(WALKS)
        body = draw.choice(("*p = *p * 0.5 + *q;", "{ if (*p > 3) continue; *p += 1; }", "p[0] += q[0];"))
        if "while" in header:
            body = "*p++ += 1;"
        loop, left = f"{header} {body}", "q - y" if "p;" not in header else "(q - y) + (p - x)"
    else:
        header = draw.choice(HEADERS).format(**numbers)
        body = draw.choice(BODIES).format(**numbers)
        if "while (i <" in header or "while (i +" in header:
            body = f"{{ {body.replace('continue', 'break')} i{draw.choice(('++', ' += 2'))}; }}"
        loop = f"{header} {body}"
        left = "(d - x) + (q - y)" + (
            "" if "(int i" in header or "(size_t" in header or "(unsigned" in header else " + i"
        )
    if draw.random() < 0.3:
        loop = f"for (int t = 0; t < 2; t++) {{ {loop} x[0] += {left}; }}"
        left = "(d - x) + (q - y)"
    result = f"return {left};" if draw.random() < 0.5 else "return 0;"
    return f"static long f{number}(double *x, const double *y, int n, size_t m) {{ double *d = x; const double *q = y;\n{loop}\n{result} }}\n"


def program(seed: int, count: int) -> str:
    draw = random.Random(seed)
    functions = "".join(function(draw, number) for number in range(count))
    calls = "".join(
        f"for (int k = 0; k < 5; k++) {{ for (int i = 0; i < 400; i++) {{ x[i] = i % 11; y[i] = i % 5; }} long r = f{number}(x, y, sizes[k], "
        f'sizes[k]); double s = r; for (int i = 0; i < 400; i++) s = s * 0.99 + x[i]; printf("{number} %d %.12g\\n", sizes[k], s); }}\n'
        for number in range(count)
    )
    return f"{HEAD}#include <stddef.h>\nstatic double x[400], y[400];\n{functions}int main(void) {{ int sizes[] = {{4, 5, 17, 33, 64}};\n{calls}return 0; }}\n"


@pytest.mark.parametrize("seed", range(3))
def test_the_new_text_prints_the_same(seed: int, tmp_path: Path) -> None:
    before = program(seed, 60)
    form = canonical(Outline(parse(before, "f.c", language="c")))
    assert len(form.rewritings) > 25
    printed = []
    for name, text in (("before", before.encode()), ("after", form.outline.source.data)):
        (tmp_path / f"{name}.c").write_bytes(text)
        command = ["gcc", "-w", "-O1", "-fwrapv", "-o", str(tmp_path / name), str(tmp_path / f"{name}.c")]
        subprocess.run(command, check=True)
        printed.append(subprocess.run([str(tmp_path / name)], check=True, capture_output=True).stdout)
    assert printed[0].splitlines() == printed[1].splitlines()


STATE = r"""
#define AT(k) p[k]
#define PUT(v) *p++ += v
#define INCP p++
#define SETK(a, b) a = a + (b)
#define NEXT(a) (a)++
#define NN (10 + 2)
typedef struct { int a, b; } T;
typedef struct { double *v; int n; T t[10]; char text[16]; } S;
static int gtab[4] = {1, 2, 9, 4}, gn = 20;
static int next(void) { return gn++ % 3; }
static void chg(void) { gn = 4; }
static void change(S *s) { s->n = 2; }
static double *end(double *x, int n) { return x + n; }
static double X[400], Y[400];
static S state;
static void reset(void) {
  for (int i = 0; i < 400; i++) { X[i] = i % 11; Y[i] = i % 5; }
  for (int i = 0; i < 10; i++) { state.t[i].a = i; state.t[i].b = 3 - i; }
  state.v = Y + 40; state.n = 11; gn = 20; gtab[0] = 1; gtab[1] = 2; gtab[2] = 9; gtab[3] = 4;
  strcpy(state.text, "hello worlds");
}
static void show(int number, int n, long left) {
  double s = left;
  for (int i = 0; i < 400; i++) s = s * 0.99 + X[i] + 2 * Y[i];
  for (int i = 0; i < 10; i++) s = s * 0.9 + state.t[i].a + 2 * state.t[i].b;
  printf("%d %d %ld %.12g\n", number, n, left, s);
}
"""
CLASSES = r"""
#include <vector>
#include <algorithm>
#include <sstream>
static void bump(int &i) { i++; }
static void retarget(double *&e, double *x) { e = x + 2; }
static void maythrow(int i) { if (i == 9) throw 3; }
struct B {
  double *d; int n;
  B(double *d, int n) : d(d), n(n) {}
  void scale() { for (double *p = d; p != d + n; ++p) *p *= 2; }
  void shift() { double *p = d; while (p < d + n) { *p++ += 1; if (p == d + 3) n = 4; } }
};
template <typename T> void template_sum(T *x, int n) {
  T *e = x + n;
  for (T *p = x; p != e; ++p) *p += 1;
  int i = 0;
  while (i + 1 < n) { x[i] += x[i + 1]; i++; }
}
"""


def adversary(loops: tuple[str, ...], more: str) -> str:
    head = f"{HEAD}#include <string.h>\n#include <stddef.h>\n{STATE}{more}"
    functions = "".join(
        f"static long f{number}(double *x, double *y, int n, size_t m, S *s) {{\n{loop}\nreturn 0;\n}}\n"
        for number, loop in enumerate(loops)
    )
    calls = "".join(
        f"for (int k = 0; k < 5; k++) {{ reset(); show({number}, sizes[k], f{number}(X + 50, Y + 50, sizes[k], sizes[k], &state)); }}\n"
        for number in range(len(loops))
    )
    return f"{head}{functions}int main(void) {{\nint sizes[] = {{4, 5, 17, 33, 64}};\n{calls}return 0;\n}}\n"


@pytest.mark.parametrize(
    ("loops", "more", "compiler", "least"), [(IN_C, "", "gcc", 120), (IN_CPP, CLASSES, "g++", 5)], ids=["C", "C++"]
)
def test_loops_that_look_simple_mean_the_same(
    loops: tuple[str, ...], more: str, compiler: str, least: int, tmp_path: Path
) -> None:
    suffix = "c" if compiler == "gcc" else "cpp"
    before = adversary(loops, more)
    form = canonical(Outline(parse(before, f"f.{suffix}", language="c" if suffix == "c" else "cpp")))
    assert len(form.rewritings) > least
    printed = []
    for name, text in (("before", before.encode()), ("after", form.outline.source.data)):
        source = tmp_path / f"{name}.{suffix}"
        source.write_bytes(text)
        command = [compiler, "-w", "-fpermissive", "-O1", "-fwrapv", "-o", str(tmp_path / name), str(source)]
        subprocess.run([word for word in command if suffix == "cpp" or word != "-fpermissive"], check=True)
        printed.append(subprocess.run([str(tmp_path / name)], check=True, capture_output=True, text=True).stdout)
    lines = list(zip(printed[0].splitlines(), printed[1].splitlines(), strict=True))
    different = {loops[int(one.split()[0])] for one, other in lines if one != other}
    assert len(lines) == 5 * len(loops)
    assert not different


def test_a_method_asks_its_own_containers_for_their_size() -> None:
    code = "struct S { std::vector<double> v; void go() { for (int i = 0; i + 1 < v.size(); i++) v[i] = 1; } };\n"
    after = canonical(Outline(parse(code, "f.cpp", language="cpp"))).outline.source.data.decode("utf-8")
    assert "for (int i = 0; i < (v.size() > 1 ? v.size() - 1 : 0); i++) v[i] = 1;" in after


WHOLE = (
    f"{HEAD}typedef struct {{ int n; double *v; }} vec;\n"
    "static vec made(int n) { return (vec){ n, calloc(n, sizeof(double)) }; }\n"
    "static void axpy(double a, vec x, vec y) { const double *p = x.v, *e = x.v + x.n; double *q = y.v; while (p != e) *q++ += a * *p++; }\n"
    "static void smooth(vec x, vec y) { for (int i = 1; i + 1 < x.n; i++) y.v[i] = 0.5 * (x.v[i - 1] + x.v[i + 1]); }\n"
    "static int first(vec x) { int i = 0; while (i < x.n && x.v[i] < 1e9) i++; return i; }\n"
    "int main(void) {\n  vec x = made(6000), y = made(6000);\n"
    "  for (int i = 0; i != 6000; i++) x.v[i] = i % 17;\n"
    "  for (int t = 0; t < 10; t++) {\n    smooth(x, y);\n    axpy(0.1, y, x);\n  }\n"
    '  double s = 0;\n  for (double *p = x.v; p < x.v + 6000; p++) s += *p;\n  printf("%.6f %d\\n", s, first(x));\n'
    "  free(x.v);\n  free(y.v);\n  return 0;\n}\n"
)


def test_lines_are_those_of_the_file_as_it_was() -> None:
    code = "void f(double *x, int n) {\n  int i = 0;\n  while (i < n) {\n    x[i] = 1;\n    i++;\n  }\n  n = 3;\n}\n"
    form = canonical(Outline(parse(code, "f.c", language="c")))
    assert form.outline.source.data.decode().splitlines()[1] == "  for (int i = 0; i < n; i++) {"
    assert form.lines() == [0, 1, 3, 4, 6, 7, 8, 9]


@pytest.mark.usefixtures("preloaded_commands")
def test_a_program_is_rewritten_where_something_comes_of_it(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    source, annotated = tmp_path / "program.c", tmp_path / "annotated.c"
    source.write_text(WHOLE, "utf-8")
    command = [*COMMAND, "annotate", "--check", str(source), "-o", str(annotated)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    text = annotated.read_text("utf-8")
    assert text.count("#pragma acc parallel loop") == 4
    assert "while (i < x.n && x.v[i] < 1e9) i++;" in text
    assert "enter data" in text.split("return made;")[0].split("static vec made")[1]
    for line in (5, 6, 10, 16):  # lines of the file as it was
        assert f"program.c:{line}: #pragma acc parallel loop" in said
    assert "prints the same on the emulated device" in said
