"""`tested` for real: programs are built with gcc and run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.dependence.decide.sections import DataFact
from loopwright.dependence.model.verdict import LoopVerdict, Reduction
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import LoopFacts, facts_of
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.trial import versions
from loopwright.suggest.trial.originals import Originals
from loopwright.suggest.trial.run import TRIALS, try_loop
from loopwright.suggest.trial.signature import Untestable
from loopwright.toolchain.flags import headers_for

AGREE = {
    "plain": "void f(int n, double *a, const double *b) { for (int i = 0; i < n; i++) a[i] = 2 * b[i]; }",
    "sum": "float f(int n, const float *a) { float s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
    "truths": "#include <stdbool.h>\nvoid f(int n, bool *restrict a, const bool *restrict b) { for (int i = 0; i < n; i++) a[i] = !b[i]; }",
    "private": "void f(int n, double *a) { double t; for (int i = 0; i < n; i++) { t = a[i]; a[i] = t * t; } }",
    "private array": "void f(int n, double (*restrict a)[4]) { double r[4]; for (int i = 0; i < n; i++) {"
    " for (int j = 0; j < 4; j++) r[j] = a[i][j]; for (int j = 0; j < 4; j++) a[i][j] = r[3 - j]; } }",
    "two dimensions": "static double u[40][40], v[40][40]; void f(int n) { for (int i = 1; i < 39; i++)"
    " for (int j = 1; j < 39; j++) v[i][j] = u[i - 1][j] + u[i][j + 1]; }",
    "linearised": "void f(int n, int m, double *restrict a, double *restrict b) { for (int i = 1; i < n; i++)"
    " for (int j = 0; j < m; j++) a[i * m + j] = b[(i - 1) * m + j]; }",
    "struct": "typedef struct { int n; double *x, *y; } P; void f(P *p, double d) { for (int i = 0; i < p->n; i++) p->x[i] += d * p->y[i]; }",
    "injective": "void f(int n, double *restrict a, const int *restrict k) { for (int i = 0; i < n; i++) a[k[i]] = i; }",
    "rows": "void f(int n, const int *start, const double *v, double *restrict y) { for (int i = 0; i < n; i++) {"
    " double s = 0; for (int k = start[i]; k < start[i + 1]; k++) s += v[k]; y[i] = s; } }",
    "histogram": "void f(int n, int *restrict h, const int *restrict k) { for (int i = 0; i < n; i++) h[k[i]] += 1; }",
    "call": "static double half(double x) { return x / 2; } void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = half(a[i]); }",
    "a row by a pointer of its own": "void f(int n, int m, const double *restrict a, double *restrict b) {"
    " for (int i = 0; i < n; i++) { double *row = b + i * m; for (int j = 0; j < m; j++) row[j] = 2 * a[i * m + j]; } }",
    "a row by two pointers": "void f(int n, int m, const double *restrict a, double *restrict b) { for (int i = 0; i < n; i++) {"
    " double *row = &b[i * m]; double *next = row + 1; *row = a[i * m]; for (int j = 1; j < m; j++) next[j - 1] = a[i * m + j]; } }",
    "pragma before a body": "void f(int n, double *restrict a, const double *restrict b) { for (int i = 0; i < n; i++)\n"
    "#pragma acc loop\n for (int j = 0; j < 8; j++) a[i * 8 + j] = b[j]; }",
    "downwards": "void f(int n, double *a) { for (int i = n - 1; i >= 0; i--) a[i] = i; }",
    "continue": "void f(int n, double *a) { for (int i = 0; i < n; i++) { if (a[i] < 0) continue; a[i] = 1; } }",
}


@pytest.mark.parametrize("name", AGREE)
def test_what_is_right_agrees(outline, tmp_path: Path, name: str) -> None:
    found = outline(AGREE[name])
    facts = facts_of(found, found.loops[0])
    assert facts.independent, facts.verdict
    tested = try_loop(found, found.loops[0], tmp_path / "a.c", facts)
    assert tested.agreed, tested.counterexample
    assert tested.inputs == TRIALS


def proved(**changes: object) -> LoopFacts:
    """Facts that claim more than is true."""
    return replace(LoopFacts(LoopVerdict("proved", "")), **changes)  # type: ignore[arg-type]


WRONG = {
    "a recurrence": (
        "void f(int n, double *a) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; }",
        proved(),
        "i=1 writes a[1], i=2 reads a[1]",
    ),
    "a missing reduction": (
        "double f(int n, double *a) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
        proved(),
        "i=0 writes s, i=1 reads s",
    ),
    "a variable that is not private": (
        "void f(int n, double *a) { double t = 0; for (int i = 0; i < n; i++) { a[i] = t; t = a[i] + 1; } }",
        proved(verdict=LoopVerdict("proved", "", private=("t",))),
        "i=0 writes t, i=1 reads t",
    ),
    "the wrong operator": (
        "double f(int n, double *a) { double s = 0; for (int i = 0; i < n; i++) s = a[i] - s; return s; }",
        proved(verdict=LoopVerdict("proved", "", reductions=(Reduction("s", "+"),))),
        "in another order",
    ),
    "a section that is too short": (
        "void f(int n, double *restrict a, double *restrict b) { for (int i = 0; i < n; i++) a[i] = b[i]; }",
        proved(data=(DataFact("a", "copyout", "0", "n"), DataFact("b", "copyin", "0", "n / 2"))),
        "outside the section of b",
    ),
    "copyin of something written": (
        "void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = a[i] + 1; }",
        proved(data=(DataFact("a", "copyin", "0", "n"),)),
        "in another order on the device's copies",
    ),
    "copyout of something read": (
        "void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = a[i] + 1; }",
        proved(data=(DataFact("a", "copyout", "0", "n"),)),
        "is read, but its clause brings no values",
    ),
    "copyout of what is not written": (
        "void f(int n, double *a) { for (int i = 0; i < n; i += 2) a[i] = 1; }",
        proved(data=(DataFact("a", "copyout", "0", "n"),)),
        "copied out, but was never written",
    ),
    "an index array with repetitions": (
        "void f(int n, double *restrict a, const int *restrict k) { for (int i = 0; i < n; i++) a[k[i]] = i; }",
        proved(),
        "writes a[",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_shows_itself(outline, tmp_path: Path, name: str) -> None:
    code, facts, told = WRONG[name]
    found = outline(code)
    tested = try_loop(found, found.loops[0], tmp_path / "a.c", facts)
    assert not tested.agreed
    assert told in tested.counterexample
    assert "with " in tested.counterexample, "the input is named"


UNTESTABLE = {
    "int main(void) { struct s *p = first(); for (int i = 0; i < 9; i++) p->a[i] = 0; return 0; }": "main takes no inputs",
    "void f(int n, struct s *a) { for (int i = 0; i < n; i++) a->b[i] = 0; }": "cannot be made",
    "void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = elsewhere(i); }": "built on its own",
    "void f(int n, double *a) { while (1) ; for (int i = 0; i < n; i++) a[i] = 0; }": "takes longer than",
    "void f(int n, double *a) {\n#if X\n{\n#endif\nfor (int i = 0; i < n; i++) a[i] = 0;\n#if X\n}\n#endif\n}": "conditional lines",
    "static int g; static int k(void) { return g; } void f(int n, double *a) { *(volatile int *)0 = 1;"
    " for (int i = 0; i < n; i++) a[i] = k(); }": "did not come to its end",
}


ALONE = {
    "main": "#include <stdio.h>\n#define N 20\ntypedef double real;\nstatic real f(real a) { return a * a + 1; }\nint main(int argc, char **argv) {"
    " real a[N], b[N]; int n = N - argc; real sum = 0;"
    ' for (int i = 0; i < n; i++) { real t = f(a[i]); b[i] = t; sum += t; }\n  printf("%g", sum + b[3]); }',
    "two dimensions": "double g[20][30]; int main(void) { double h[20][30]; int k = 3;"
    " for (int i = 0; i < 20; i++) for (int j = 0; j < 30; j++) h[i][j] = k * g[i][j]; return h[1][2]; }",
    "rows of a length that main has set": "#include <stdlib.h>\nint main(void) { int n = 30; double (*a)[n] = malloc(sizeof(double[20][n]));"
    " for (int i = 0; i < 20; i++) for (int j = 0; j < n; j++) a[i][j] = i + j; return a[1][2] > 0; }",
    "an array that nobody reads later": "int main(void) { double a[9]; for (int i = 0; i < 9; i++) a[i] = i; return 0; }",
    "a parameter of no use": '#include <stdio.h>\nvoid f(FILE *log, int n, float *a, float s) { for (int i = 0; i < n; i++) a[i] *= s; fprintf(log, ""); }',
    "rows of a size that a variable keeps": "double **rows(int n); int main(void) { int n = 1000; double **a = rows(n);"
    " for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i + j; }",
    "an array that another function allocates": "#include <stdlib.h>\nstatic double *a; void begin(int n) { a = malloc(n * sizeof *a); }"
    " void f(int n) { for (int i = 0; i < n; i++) a[i] = i; }",
    "a header that is not there": '#include "nowhere.h"\nvoid f(struct it *p, int n, double *a) { for (int i = 0; i < n; i++) a[i] = sqrt(a[i]); }',
}
# Each claims something that would not be seen if the loop's function ended with the loop.
ALONE_WRONG = {
    "what is left for later": (
        "int main(void) { double a[20]; int last = 0; for (int i = 0; i < 20; i++) if (a[i] > 0) last = i; return last; }",
        proved(),
    ),
    "a sum that is not one": (
        "int main(void) { double a[20], s = 0; for (int i = 0; i < 20; i++) s += a[i]; return s > 1; }",
        proved(),
    ),
    "a recurrence": (
        "int main(void) { double a[20]; for (int i = 1; i < 20; i++) a[i] = a[i - 1]; return a[3]; }",
        proved(),
    ),
    "a section that is too short": (
        "int main(void) { double a[20]; int n = 20; for (int i = 0; i < n; i++) a[i] = i; return a[3]; }",
        proved(data=(DataFact("a", "copyout", "0", "n - 1"),)),
    ),
}


@pytest.mark.parametrize("name", ALONE)
def test_a_loop_is_tried_by_itself_where_its_function_cannot_be_called(outline, tmp_path: Path, name: str) -> None:
    found = outline(ALONE[name])
    tested = try_loop(found, found.loops[0], tmp_path / "a.c")
    assert tested.agreed, tested.counterexample
    assert tested.inputs == TRIALS


def test_a_loop_of_cxx_is_tried_by_itself_if_it_is_c_too(outline, tmp_path: Path) -> None:
    code = (
        "#include <cmath>\n#include <vector>\nnamespace s { struct F { std::vector<double> v; }; }\n"
        "void f(s::F &all, const int &n, double *a) {\n"
        "  for (int i = 0; i < n; i++) a[i] = std::sqrt(static_cast<double>(i));\n}\n"
    )
    found = outline(code, "cpp")
    assert try_loop(found, found.loops[0], tmp_path / "a.cpp").agreed


@pytest.mark.parametrize("name", ALONE_WRONG)
def test_by_itself_a_wrong_loop_shows_itself_too(outline, tmp_path: Path, name: str) -> None:
    code, facts = ALONE_WRONG[name]
    found = outline(code)
    tested = try_loop(found, found.loops[0], tmp_path / "a.c", facts)
    assert not tested.agreed


# As large as the program says: a loop that uses more than a small buffer holds ends on no input otherwise.
LARGE = {
    "an array of main": "#define N 1000\ndouble s; int main(void) { double a[N][N]; for (int i = 1; i < N; i++)"
    " for (int j = 0; j < N; j++) a[i][j] = s + a[i][j]; return a[1][2] > 0; }",
    "memory of main": "#include <stdlib.h>\nint main(void) { int n = 100000; int *a = malloc(n * sizeof(int));"
    " for (int i = 0; i < n; i++) a[i] = 2 * a[i]; return a[3]; }",
    "a parameter": "#define N (3 * 20000)\nvoid f(float *restrict x, const float *restrict y) { for (int i = 0; i < N; i++) x[i] += y[i]; }",
    "rows of a parameter": "void f(float (*restrict x)[500]) { for (int i = 0; i < 90; i++) for (int j = 0; j < 500; j++) x[i][j] = j; }",
}
LARGE_WRONG = {
    "a recurrence": (
        "#define N 100000\nint main(void) { static int a[N]; for (int i = 1; i < N; i++) a[i] = a[i - 1] + 1; return a[3]; }",
        proved(data=(DataFact("a", "copy"),)),
    ),
    "a section that is too short": (
        "void f(float *restrict x) { for (int i = 0; i < 50000; i++) x[i] += 1; }",
        proved(data=(DataFact("x", "copy", "0", "50000 - 1"),)),
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_buffers_are_as_large_as_the_program_says(outline, tmp_path: Path, name: str) -> None:
    found = outline(LARGE[name])
    tested = try_loop(found, found.loops[0], tmp_path / "a.c")
    assert tested.agreed, tested.counterexample


@pytest.mark.parametrize("name", LARGE_WRONG)
def test_what_is_wrong_shows_itself_in_large_arrays_too(outline, tmp_path: Path, name: str) -> None:
    code, facts = LARGE_WRONG[name]
    found = outline(code)
    assert not try_loop(found, found.loops[0], tmp_path / "a.c", facts).agreed


def test_what_no_trial_keeps_says_so(outline, tmp_path: Path) -> None:
    found = outline("void f(float *restrict x) { for (int i = 0; i < 90000000; i++) x[i] += 1; }")
    with pytest.raises(Untestable, match="x has 90,000,000 elements"):
        try_loop(found, found.loops[0], tmp_path / "a.c")


@pytest.mark.parametrize("code", UNTESTABLE)
def test_what_cannot_be_run_says_why(outline, tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "takes longer" in UNTESTABLE[code]:
        monkeypatch.setattr(versions, "_RUN_SECONDS", 1.0)
    found = outline(code)
    loop = found.loops[-1]
    with pytest.raises(Untestable, match=UNTESTABLE[code]):
        try_loop(found, loop, tmp_path / "a.c", proved())


def test_the_sandbox_keeps_the_outside_out(outline, tmp_path: Path) -> None:
    """No network, no programs, no files of size; what is denied fails inside the function, and nothing is left behind."""
    target = tmp_path / "left"
    target.write_text("mine")
    code = (
        "#include <unistd.h>\n#include <sys/socket.h>\n#include <stdio.h>\n"
        "int f(int n, double *a) {\n"
        f'  int bad = socket(AF_INET, SOCK_STREAM, 0) >= 0 || fork() >= 0 || unlink("{target}") == 0 || rename("{target}", "x") == 0;\n'
        "  for (int i = 0; i < n; i++) a[i] = bad;\n  if (bad) *(volatile int *)0 = 1;\n  return bad;\n}\n"
    )
    found = outline(code)
    assert try_loop(found, found.loops[0], tmp_path / "a.c", proved()).agreed
    assert target.read_text() == "mine"


def test_a_failed_trial_refutes_and_offers_nothing(outline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = outline("void f(int n, double *a) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; }")
    monkeypatch.setattr("loopwright.suggest.pipeline.facts_of", lambda outline, loop: proved())
    suggestion = suggest(found, found.loops[0], tmp_path / "a.c", Tools(run=True))
    assert suggestion.verdict.verdict == "refuted"
    assert "i=1 writes a[1], i=2 reads a[1]" in suggestion.verdict.reason
    assert suggestion.candidates == ()


def test_a_trial_that_agrees_is_part_of_the_evidence(outline, tmp_path: Path) -> None:
    found = outline(AGREE["plain"])
    (only,) = suggest(found, found.loops[0], tmp_path / "a.c", Tools(run=True)).candidates
    assert only.evidence == f"dependence assumed, not compiled, tested on {TRIALS} inputs"


HEADER = """#define N 30
#define AT(i, j) ((i) * N + (j))
typedef double real;
extern real in[N][N], out[N * N], *elsewhere;
real last;
"""
BODY = '#include "shared.h"\nvoid f(int n) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) out[AT(i, j)] = 2 * in[i][j]; }\n'


def outline_with_header(folder: Path, text: str) -> tuple[Outline, Path]:
    (folder / "shared.h").write_text(HEADER)
    return Outline(parse(text, "a.c"), headers_for(folder / "a.c")), folder / "a.c"


def test_variables_of_headers_are_filled_and_compared(tmp_path: Path) -> None:
    found, path = outline_with_header(tmp_path, BODY)
    facts = facts_of(found, found.loops[0])
    assert facts.verdict.verdict == "proved"
    assert try_loop(found, found.loops[0], path, facts).agreed
    short = proved(data=(DataFact("out", "copyout"), DataFact("in", "copyin", "0", "N / 2")))
    assert "outside the section of in" in try_loop(found, found.loops[0], path, short).counterexample


def test_a_result_in_a_variable_of_a_header_counts(tmp_path: Path) -> None:
    text = '#include "shared.h"\nvoid f(int n, const real *x) { for (int i = 0; i < n; i++) last = x[i]; }\n'
    found, path = outline_with_header(tmp_path, text)
    kept = try_loop(found, found.loops[0], path, proved(verdict=LoopVerdict("proved", "", private=("last",))))
    assert not kept.agreed


def test_a_function_is_built_and_run_once_for_its_loops(
    outline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "void f(int n, float *a, float *b) {\n"
        "  for (int i = 0; i < n; i++) a[i] = 2 * b[i];\n  for (int i = 0; i < n; i++) b[i] = 1;\n}\n"
    )
    started: list[str] = []

    def counted(all_, version, first, last, run=versions._run):
        started.append(version)
        return run(all_, version, first, last)

    monkeypatch.setattr(versions, "_run", counted)
    found, originals = outline(text), Originals()
    for loop in found.loops:
        assert try_loop(found, loop, tmp_path / "a.c", originals=originals).agreed
    assert sorted(started) == ["device", "device", "original", "stamped", "stamped"]
    other = outline(text.replace("2 * b", "3 * b"))
    assert try_loop(other, other.loops[0], tmp_path / "a.c", originals=originals).agreed
    assert started.count("original") == 2


TOO_LARGE = (
    "#define N 9500\ndouble a[N][N], b[N][N];\n"
    "int main(void) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] += b[j][i]; return a[1][1] > 0; }"
)


def test_what_is_too_large_is_tried_with_smaller_constants_and_says_so(outline, tmp_path: Path) -> None:
    found = outline(TOO_LARGE)
    tested = try_loop(found, found.loops[0], tmp_path / "a.c")
    assert tested.agreed, tested.counterexample
    assert tested.smaller == ("N = 74",)
    (only,) = suggest(found, found.loops[0], tmp_path / "a.c", Tools(None, None, 1, (), True)).candidates
    assert only.evidence.endswith(f"tested on {TRIALS} inputs with N = 74")


def test_a_loop_that_runs_too_long_is_tried_with_a_smaller_bound(outline, tmp_path: Path) -> None:
    found = outline(
        "static unsigned long int steps = (unsigned long int)((1ul << 34) - 1);\ndouble pi(double step) { double sum = 0;\n"
        "for (unsigned long i = 0; i < steps; i++) { double x = (i + 0.5) * step; sum += 4.0 / (1.0 + x * x); } return sum; }"
    )
    tested = try_loop(found, found.loops[0], tmp_path / "a.c")
    assert tested.agreed, tested.counterexample
    assert tested.smaller == ("steps = 127",)


def test_what_does_not_agree_with_smaller_constants_refutes_nothing(outline, tmp_path: Path) -> None:
    # M is chosen to fit N, the smaller ones do not fit each other.
    found = outline(
        "#define N 9000000\n#define M 30000000\ndouble a[M]; void f(void) {"
        " for (int i = 0; i < N; i++) { a[3 * i] = i; if (i && M / N != 3) a[3 * i - 3] += 1; } }"
    )
    with pytest.raises(Untestable, match="too large"):
        try_loop(found, found.loops[0], tmp_path / "a.c", proved())


def test_without_a_constant_that_can_be_made_smaller_it_is_not_tried(outline, tmp_path: Path) -> None:
    found = outline("double a[90250000]; void f(void) { for (int i = 0; i < 90250000; i++) a[i] = i; }")
    with pytest.raises(Untestable, match="too large"):
        try_loop(found, found.loops[0], tmp_path / "a.c")


def test_rows_whose_length_is_a_variable_with_one_value_have_that_many_elements(outline, tmp_path: Path) -> None:
    found = outline(
        "int main(void) { int n = 128, m = 128; float a[n][m], b[n][m]; for (int j = 1; j < n - 1; j++)"
        " for (int i = 1; i < m - 1; i++) b[j][i] = a[j][i + 1] + a[j - 1][i]; return b[1][1] > 0; }"
    )
    tested = try_loop(found, found.loops[0], tmp_path / "a.c")
    assert tested.agreed, tested.counterexample
    assert not tested.smaller
