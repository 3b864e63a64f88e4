"""Verdicts in words: witnesses, distances, assumptions, reasons."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge, nest_of_loop, nests_of_loop, program_around
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = (
    "typedef struct { int n; float *x; } P; double A[100][100];\n"
    "void f(int n, int m, float *restrict a, float *restrict b, int *restrict k, float **r, P *p, float *c, float *d) { float s = 0, t; "
)


def verdict(outline, text: str) -> LoopVerdict:
    found = outline(f"{HEAD}{text} }}")
    return judge(found, found.loops[0])


REFUTED = {
    "for (int i = 1; i < n; i++) a[i] = a[i-1] + b[i];": (
        "flow",
        1,
        "iteration i=1 writes a[1], iteration i=2 reads it",
    ),
    "for (int i = 0; i < n-2; i++) a[i] = a[i+2];": ("anti", 2, "iteration i=0 reads a[2], iteration i=2 writes it"),
    "for (int i = 0; i < n; i++) { a[i] = 1; a[i+3] = 2; }": (
        "output",
        3,
        "iteration i=0 writes a[3], iteration i=3 writes it",
    ),
    "for (int i = 0; i < n; i += 2) a[i+4] = a[i];": ("flow", 2, "iteration i=0 writes a[4], iteration i=4 reads it"),
    "for (int i = 1; i < n; i++) p->x[i] += p->x[i-1];": (
        "flow",
        1,
        "iteration i=1 writes p->x[1], iteration i=2 reads it",
    ),
    "for (int i = 0; i < n; i++) a[0] = b[i];": ("output", None, "iteration i=0 writes a[0], iteration i=1 writes it"),
    "for (int i = 0; i < n; i++) { b[i] = s; s = a[i]; }": (
        "flow",
        1,
        "iteration i=0 writes s, iteration i=1 reads it",
    ),
    "for (int i = 1; i < 9; i++) for (int j = 0; j < 9; j++) A[i][j] = A[i-1][j];": (
        "flow",
        1,
        "iteration i=1 writes A[1][0], iteration i=2 reads it",
    ),
    "for (int i = 1; i < n; i++) r[i][0] = r[i-1][0];": (
        "flow",
        1,
        "iteration i=1 writes r[1][0], iteration i=2 reads it",
    ),
}


@pytest.mark.parametrize("text", REFUTED)
def test_a_dependence_is_refuted_with_its_witness(outline, text: str) -> None:
    found = verdict(outline, text)
    kind, distance, witness = REFUTED[text]
    assert found.verdict == "refuted"
    assert found.reason == witness
    assert (found.dependences[0].kind, found.dependences[0].distance) == (kind, distance)
    assert found.dependences[0].source is not None


ASSUMED = {
    "for (int i = 0; i < n; i++) c[i] = d[i];": ["c and d do not overlap"],
    "for (int i = 0; i < n; i++) a[k[i]] = b[i];": ["k holds no value twice"],
    "for (int i = 0; i < n; i++) a[i] = foreign(b[i]);": [
        "foreign changes nothing that another iteration uses, and uses nothing that one changes"
    ],
    "for (int i = 0; i < n; i++) r[i][0] = 1;": ["the rows that r leads to do not overlap"],
    "for (int i = 0; i < n; i++) a[i] = a[i + m];": ["n + m <= 0 or m >= n or m == 0"],
    "for (int i = 0; i < n; i++) a[i + 2 * (m & 3)] = a[i] + 1;": ["m == 4 * (m >> 2)"],
    "for (int i = 0; i < n; i++) for (int j = k[i]; j < k[i + 1]; j++) a[j] = 1;": ["k never decreases"],
    "for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) a[j * m + i] = 1;": ["m >= n"],
    "for (unsigned i = 0; i < n; i++) a[i - 1] = 0;": ["n >= 0", "i - 1 does not wrap around"],
    "for (int i = 0; i < n; i++) a[k[i]] += 1;": ["no two iterations update one element of a, or the update is atomic"],
}


@pytest.mark.parametrize("text", ASSUMED)
def test_an_assumption_is_precise(outline, text: str) -> None:
    found = verdict(outline, text)
    assert (found.verdict, list(found.assumptions)) == ("assumed", ASSUMED[text])


PROVED = {
    "float w[4]; for (int i = 0; i < n; i++) { w[0] = b[i]; a[i] = w[0]; }": "iteration i writes a[i], no other iteration touches it",
    "for (int i = 0; i < n; i++) a[i] = b[i];": "iteration i writes a[i], no other iteration touches it",
    "for (int i = 0; i < n; i++) s += a[i];": "iterations only read, but for the reduction of s (+)",
    "for (int i = 0; i < n; i++) i[a] = b[i];": "iteration i writes i[a], no other iteration touches it",
    "for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; }": "iteration i writes a[i], no other iteration touches it",
    "for (int i = 0; i < n; i++) { s += b[i]; a[i] = b[i]; }": "iteration i writes a[i], no other iteration touches it; s (+) is a reduction",
}


@pytest.mark.parametrize("text", PROVED)
def test_the_argument_is_the_one_a_person_would_give(outline, text: str) -> None:
    found = verdict(outline, text)
    assert (found.verdict, found.reason) == ("proved", PROVED[text])


UNKNOWN = {
    "for (int i = 0; i < n; i++) { if (a[i]) break; }": "break may end the loop early",
    'for (int i = 0; i < n; i++) printf("%g", a[i]);': "printf does input or output",
    "for (int i = 0; i < n; i++) a[i] = rand();": "rand keeps a state",
    "for (int i = 0; i < n; i++) time(&a[i]);": "what time changes behind its arguments is not followed",
    "for (int i = 0; i < n; i++) a[k[i]] = a[i];": "may be the same element",
    "for (int i = 0; i < n; i++) { a[i] = 1; n--; }": "its bound may change while it runs",
    "for (int i = 0; i < n; i++) { if (a[i] > 0) t = a[i]; a[i] = t; }": "may carry a value",
    "for (unsigned char i = 0; i < 300; i++) a[i] = 0;": "wraps around",
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_cannot_be_told_says_why(outline, text: str) -> None:
    found = verdict(outline, text)
    assert found.verdict == "unknown"
    assert UNKNOWN[text] in found.reason


def test_atomic_updates_in_the_source_do_not_conflict(outline) -> None:
    text = "for (int i = 0; i < n; i++) {\n#pragma acc atomic update\n a[k[i]] += 1;\n}"
    assert verdict(outline, text).verdict == "proved"


@pytest.mark.parametrize("between", ["\n#pragma acc loop\n", "\n#ifdef A\n#pragma omp simd\n#endif\n", "\n"])
def test_a_pragma_before_a_body_leaves_it_the_body(outline, between: str) -> None:
    text = f"for (int i = 1; i < n; i++){between} for (int j = 0; j < 9; j++) a[i] = a[i - 1] + b[j];"
    assert verdict(outline, text).verdict == "refuted"
    text = f"for (int i = 1; i < n; i++){between} for (int j = 0; j < 9; j++) A[i][j] = b[j];"
    assert verdict(outline, text).verdict in ("proved", "assumed")


@pytest.mark.parametrize(
    ("line", "protects"),
    [
        ("#pragma acc atomic \\\n  update", True),
        ("#pragma acc /* once */ atomic", True),
        ("#  pragma\tomp atomic", True),
        ("// #pragma acc atomic", False),
        ("/* #pragma acc atomic update */", False),
        ("#pragma acc loop seq // atomic", False),
    ],
)
@pytest.mark.parametrize("braces", [True, False])
def test_an_atomic_construct_is_a_line_of_the_code(outline, line: str, protects: bool, braces: bool) -> None:
    inside = f"\n{line}\n a[k[i]] += 1;\n"
    found = verdict(outline, f"for (int i = 0; i < n; i++) {f'{{{inside}}}' if braces else inside}")
    assert (found.verdict == "proved") is protects, found.reason


def test_both_statements_of_a_capture_are_atomic_and_what_follows_is_not(outline) -> None:
    text = "for (int i = 0; i < n; i++) {\n#pragma acc atomic capture\n { b[i] = a[k[i]]; a[k[i]] += 1; }"
    assert verdict(outline, text + " }").verdict == "assumed"
    assert verdict(outline, text + " }").assumptions == (
        "the order in which iterations capture a[k[i]] does not matter",
    )
    assert len(verdict(outline, text + " a[k[i]] = 0; }").assumptions) == 2
    assert verdict(outline, text + " } s = a[0];").verdict == "assumed"


ATOMICS = {
    "#pragma acc atomic capture\n b[i] = a[k[i]]++;": "assumed",
    "#pragma acc atomic capture\n b[i] = (a[k[i]] = a[k[i]] + 2);": "assumed",
    "#pragma acc atomic capture\n { b[i] = s; s = i; }": "assumed",
    "#pragma acc atomic capture\n { s *= 2; b[i] = s; }": "assumed",
    "#pragma acc atomic capture\n b[0] = a[k[i]]++;": "refuted",  # who captures is not protected
    "#pragma acc atomic capture\n { b[0] = s; s += i; }": "refuted",
    "#pragma acc atomic read\n b[i] = a[0];": "proved",
    "#pragma acc atomic read\n b[0] = a[i];": "refuted",
    "#pragma acc atomic write\n a[0] = b[i];": "assumed",
    "#pragma omp atomic\n a[ k[i] ] += b[i];": "proved",
}


@pytest.mark.parametrize("text", ATOMICS)
def test_atomic_protects_the_place_that_is_updated(outline, text: str) -> None:
    assert verdict(outline, f"for (int i = 0; i < n; i++) {{\n{text}\n}}").verdict == ATOMICS[text]
    assert verdict(outline, f"for (int i = 0; i < n; i++)\n{text}\n").verdict == ATOMICS[text]


def test_an_atomic_update_that_is_a_body_does_not_conflict(outline) -> None:
    text = "for (int i = 0; i < n; i++)\n#pragma acc atomic update\n a[k[i]] += 1;"
    assert verdict(outline, text).verdict == "proved"


@pytest.mark.parametrize("text", ["for (int i = 0; i < n; i++)\n", "if (n) for (int i = 0; i < n; i++)\n"])
def test_a_loop_whose_body_the_parser_lost_is_not_judged(outline, text: str) -> None:
    text += "#if A\n for (int j = 1; j < 9; j++) a[j] = a[j - 1];\n#else\n a[0] += b[i];\n#endif\n"
    found = verdict(outline, text)
    assert found.verdict == "unknown"
    assert "lost" in found.reason


def test_a_loop_with_its_updates_made_atomic_is_judged_anew(outline) -> None:
    found = outline(f"{HEAD} for (int i = 0; i < n; i++) a[k[i]] += 1; }}")
    assert judge(found, found.loops[0]).verdict == "assumed"
    made_atomic = judge(found, found.loops[0], atomic=True)
    assert made_atomic.verdict == "proved"
    assert [update.text for update in made_atomic.updates] == ["a[k[i]]"]


MEMBERS = "void f(int n, int m, Layer *p, const float *in) { "
OF_A_HEADER = {
    "for (int i = 0; i < p->count; i++) { float *w = &p->W[m * i]; float s = 0; "
    "for (int j = 0; j < m; j++) s += w[j] * in[j]; p->out[i] = s; }": "assumed",
    "for (int i = 0; i < n; i++) p->x[i] = in[i];": "assumed",
    "for (int i = 0; i < n; i++) p->rows[i]->x[0] = i;": "assumed",
    "double *v = p->x; for (int i = 0; i < n; i++) v[i] *= 2;": "proved",
    "double *v = (double *)p->x; for (int i = 1; i < n; i++) v[i] = v[i - 1];": "refuted",
    "for (int i = 1; i < n; i++) p->x[i] = p->x[i - 1];": "refuted",
    "for (int i = 0; i < n; i++) *p->x = i;": "refuted",
    "for (int i = 0; i < n; i++) { p->x = p->x + 1; p->x[0] = i; }": "refuted",
    "for (int i = 0; i < n; i++) p->rows[0]->x[i % 4] = i;": "refuted",
}


@pytest.mark.parametrize("text", OF_A_HEADER)
def test_members_of_a_type_that_only_a_header_knows_are_addresses_in_c(text: str) -> None:
    found = Outline(parse(f"{MEMBERS}{text} }}", "x.c"))
    assert judge(found, found.loops[0]).verdict == OF_A_HEADER[text]


def test_in_cpp_a_subscript_of_such_a_member_may_be_a_function() -> None:
    found = Outline(parse(f"{MEMBERS}for (int i = 0; i < n; i++) p->x[i] = 0; }}", "x.cpp"))
    assert judge(found, found.loops[0]).verdict == "unknown"
    stored = Outline(parse(f"{MEMBERS}double *v = p->x; for (int i = 0; i < n; i++) v[i] = 0; }}", "x.cpp"))
    assert judge(stored, stored.loops[0]).verdict == "proved"


RETURNED = {
    "double *x = allocate(n); for (int i = 0; i < n; i++) x[i] = 2 * x[i];": "proved",
    "double *x = (double *)allocate(n), *y = allocate(n); for (int i = 0; i < n; i++) x[i] = y[i];": "assumed",
    "double *x; x = allocate(n); for (int i = 1; i < n; i++) x[i] = x[i - 1];": "refuted",
    "double *m = malloc(8 * n); keep(m); double *x = kept(); for (int i = 1; i < n; i++) x[i] = m[i - 1];": "assumed",
    "double *restrict r = in; double *x = moved(r); for (int i = 1; i < n; i++) x[i] = r[i - 1];": "assumed",
    "double *x = n > 2 ? g() : h(); for (int i = 0; i < n; i++) x[i] = in[i];": "unknown",
    "for (int i = 0; i < n; i++) { double *x = allocate(n); x[0] = i; }": "unknown",
}


@pytest.mark.parametrize("text", RETURNED)
def test_what_an_unknown_function_returned_goes_by_the_name_of_its_pointer(text: str) -> None:
    found = Outline(parse(f"void f(int n, double *in) {{ {text} }}", "x.c"))
    assert judge(found, found.loops[0]).verdict == RETURNED[text]


def test_a_loop_of_which_only_one_branch_is_read_is_not_proved() -> None:
    loop = "for (int i = 0; i < n; i++) {"
    for other, verdict in (("for (int i = 1; i < n; i++) {", "assumed"), ("{", "proved")):
        text = f"void f(int n, float *a)\n{{\n#ifdef X\n{loop}\n#else\n{other}\n#endif\na[i] = 1;\n}}\n}}"
        found = Outline(parse(text, "x.c"))
        assert judge(found, found.loops[0]).verdict == verdict


def test_a_word_that_only_a_header_defines_may_do_anything() -> None:
    loop = "for (int i = 0; i < n; i++) { PREAMBLE; a[k] = 1; }"
    found = Outline(parse(f"void f(int n, float *a) {{ int k; {loop} }}", "x.c"))
    assert judge(found, found.loops[0]).reason == "what the macro PREAMBLE does is not followed"
    several = Outline(parse(f"#define PREAMBLE n = i; k = n\nvoid f(int n, float *a) {{ int k; {loop} }}", "x.c"))
    assert judge(several, several.loops[0]).verdict == "unknown"
    known = Outline(parse(f"#define PREAMBLE k = i\nvoid f(int n, float *a) {{ int k; {loop} }}", "x.c"))
    assert judge(known, known.loops[0]).verdict in ("proved", "assumed")


ASKED = {
    # A bound that an unknown function gives is taken to be counted before the loop, unless what it is asked about changes.
    "for (int i = 0; i < d->count(); i++) a[i] = 0;": "d->count() does not change while the loop runs",
    "for (int i = 0; i < 2 * LIMIT(n) + 1; i++) a[i] = 0;": "2 * LIMIT(n) + 1 does not change while the loop runs",
    "for (int i = 0; i < LIMIT(n); i++) { a[i] = 0; n--; }": None,
    "for (int i = 0; i < LIMIT(i); i++) a[i] = 0;": None,
    "for (int i = 0; i < LIMIT(a); i++) a[i] = 0;": None,
}


@pytest.mark.parametrize("loop", ASKED)
def test_a_bound_that_a_function_gives(loop: str) -> None:
    found = Outline(parse(f"void f(int n, double *a, D *d) {{ {loop} }}", "a.cpp"))
    verdict = judge(found, found.loops[0])
    assert verdict.verdict == ("assumed" if ASKED[loop] else "unknown"), verdict.reason
    assert ASKED[loop] is None or ASKED[loop] in verdict.assumptions


PADDED = {
    # Flat arrays with a border: the stride is a sum of sizes, columns are counted from the end.
    "for (int i = 0; i < m; i++) a[i*n + n - 1] = 0;": ("assumed", {"n >= 1"}),
    "for (int i = 0; i < m; i++) { a[i*n] = a[i*n + n - 2]; a[i*n + n - 1] = a[i*n + 1]; }": ("assumed", {"n >= 2"}),
    "for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) a[i*(n + 1) + j] = a[i*(n + 1) + j + 1];": (
        "proved",
        set(),
    ),
    "for (int i = 1; i < m; i++) for (int j = 0; j < n; j++) a[i*(n + 1) + j] = a[(i - 1)*(n + 1) + j];": (
        "refuted",
        set(),
    ),
    "for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) a[i*(n + 1) + j] = a[i*n + j];": (
        "unknown",
        set(),
    ),
    "for (int i = 0; i < 9; i++) for (int j = 0; j < m; j++) a[(i*(m + 2*h) + j + h)*(n + 2*h) + h] = 1;": (
        "assumed",
        {"h >= 0", "h + n >= 1"},
    ),
}


@pytest.mark.parametrize("loop", PADDED)
def test_flat_arrays_with_borders(loop: str) -> None:
    found = Outline(parse(f"void f(int n, int m, int h, double *a) {{ {loop} }}", "a.c"))
    verdict = judge(found, found.loops[0])
    assert (verdict.verdict, set(verdict.assumptions)) == PADDED[loop], verdict.reason


def test_a_conflict_for_some_sizes_only_is_no_refutation() -> None:
    """Division cuts towards zero: -1 / 2 and 1 / 2 are one element, which no size that people mean leads to."""
    half = "static int half(int a, int b) { return (a + b * WIDTH) / 2; }"
    loop = "for (int i = 0; i < n; i++) a[half(2 * i + (k & 1), k)] = 1;"
    found = Outline(parse(f"{half} void f(int n, int k, double *a) {{ {loop} }}", "a.c"))
    verdict = judge(found, found.loops[0])
    assert verdict.verdict == "assumed"
    assert verdict.assumptions[0].startswith("(k + (WIDTH * k)) % 2 == 0 or "), verdict.assumptions


def test_updates_that_directives_make_atomic_are_not_said_to_be_touched_by_one_iteration(outline) -> None:
    code = "void f(int n, double *a) {\n  for (int s = 0; s < n; s++) {\n    for (int i = 0; i < 1000; i++) a[i] += 1;\n  }\n}\n"
    found = outline(code)
    verdict = judge(found, found.loops[0], atomic=True)
    assert (verdict.verdict, verdict.reason) == ("proved", "a[i] only changes under `atomic`")


def test_a_comment_inside_of_an_element_does_not_make_it_another(outline) -> None:
    text = "for (int j = 0; j < n; j++) if (b[j] < a[0 // the first\n]) a[0] = b[j];"
    found = verdict(outline, text)
    assert (found.verdict, [r.operator for r in found.reductions]) == ("proved", ["min"]), found.reason


F = "static void f(double *restrict y, int n, int m, int ld) "
SHIFT = "{ for (int i = 0; i < n; i++) y[i] = y[i + ld]; }\n"
APART = "iteration i writes y[i], no other iteration touches it"
TOLD_BY_CALLERS = {
    # What helps is told, with what is said of the names in question alone; what does not help is not.
    F + SHIFT + "void g(double *y) { f(y, 9, 0, 9); }": (
        "proved",
        f"{APART}; n = 9 and ld = 9 and n = ld in the only call (line 2)",
    ),
    F + SHIFT + "void g(double *y) { f(y, 9, 0, 1); }": (
        "refuted",
        "iteration i=0 reads y[1], iteration i=1 writes it (with ld=1); n = 9 and ld = 1 and ld - n = -8 in the only call (line 2)",
    ),
    F + SHIFT + "void g(double *y, int k) { f(y, 9, 0, k); }": (
        "assumed",
        "independent if n + ld <= 0 or ld >= n or ld == 0",
    ),
    F + "{ for (int i = 0; i < n; i++) y[i * m] = y[i * m + 2]; }\nvoid g(double *y) { f(y, 1, 3, 9); }": (
        "proved",
        "iteration i writes y[i * m], no other iteration touches it; m = 3 in the only call (line 2)",
    ),
    # The names that the verdict speaks of are none that callers tell of: all that they tell is said.
    F + "{ for (int i = 0; i < n; i++) y[0] = y[0] / 2; }\nvoid g(double *y) { f(y, 1, 3, 3); }": (
        "proved",
        "iteration i writes y[0], no other iteration touches it; n = 1 and m = 3 and ld = 3 and m - n = 2"
        " and ld - n = 2 and m = ld in the only call (line 2)",
    ),
    F + "{ for (int i = 0; i < n; i++) y[0] = y[0] / 2; }\nvoid g(double *y) { f(y, 2, 3, 3); }": (
        "refuted",
        "iteration i=0 reads y[0], iteration i=1 writes it",
    ),
    F
    + "{ for (int i = 0; i < n; i++) if (m > 2) break; else y[i] = y[i + ld]; }\nvoid g(double *y) { f(y, 9, 0, 9); }": (
        "unknown",
        "break may end the loop early",
    ),
    F + "{ for (int i = 0; i < n; i++) y[i * i * ld] = y[i + m]; }\nvoid g(double *y) { f(y, 9, 1, 2); }": (
        "unknown",
        "y[i + m] is not affine",
    ),
}


@pytest.mark.parametrize("text", TOLD_BY_CALLERS)
def test_what_callers_tell_is_said_where_it_decides(text: str) -> None:
    found = Outline(parse(text, "a.c"), None, lambda: ())
    verdict = judge(found, found.loops[0])
    assert (verdict.verdict, verdict.reason) == TOLD_BY_CALLERS[text]


BRANCHES = (
    "void f(int n, double *restrict a, int *restrict k) {{\n#ifdef X\nfor (int i = 0; i < n; i++) {{\n#else\n"
    "for (int i = 1; i < n; i++) {{\n#endif\n{}\n}}\n}}"
)


def test_what_was_left_out_is_assumed_beside_what_is_assumed_anyway() -> None:
    left_out = "the branches of #if that were left out change nothing"
    found = Outline(parse(BRANCHES.format("a[i] = 1;"), "a.c"))
    verdict = judge(found, found.loops[0])
    assert (verdict.assumptions, verdict.argument) == (
        (left_out,),
        "iteration i writes a[i], no other iteration touches it",
    )
    found = Outline(parse(BRANCHES.format("a[k[i]] = 1;"), "a.c"))
    verdict = judge(found, found.loops[0])
    assert (verdict.assumptions, verdict.argument) == (
        ("k holds no value twice", left_out),
        "iteration i writes a[k[i]], no other iteration touches it",
    )
    found = Outline(parse(BRANCHES.format("a[i] = a[i - 1];"), "a.c"))
    assert judge(found, found.loops[0]).verdict == "refuted"


HEADERS = {
    "void f(int n, double *restrict a) { for (; n > 0;) a[n--] = 0; }": "the header names no loop variable",
    "void f(int n, double *restrict a) { for (double x = 0; x < n; x += .5) a[0] += 1; }": "how far x advances is not known",
    "#define for while\nvoid f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = 0; }": "for is a macro here",
}


@pytest.mark.parametrize("text", HEADERS)
def test_a_loop_that_cannot_be_counted_says_why(text: str) -> None:
    found = Outline(parse(text, "a.c"))
    verdict = judge(found, found.loops[0])
    assert (verdict.verdict, verdict.reason) == ("unknown", HEADERS[text])


def test_the_program_of_a_loop_and_its_number_in_it(outline) -> None:
    found = outline(f"{HEAD} for (int i = 0; i < n; i++) a[i] = 1; for (int j = 0; j < n; j++) b[j] = 1; }}")
    for loop in found.loops:
        nest = nest_of_loop(found, loop)
        assert nest is not None
        assert nest[0].frames[nest[1]].variable == loop.header.variable
    lost = Outline(parse("MAKE(f) { for (int i = 0; i < n; i++) a[i] = 1; }", "a.c"))
    assert [nest_of_loop(lost, loop) for loop in lost.loops if loop.function is None] in ([], [None])


def test_a_loop_that_is_not_in_the_program_around_it_has_no_number() -> None:
    """The body of a lambda is not done where it stands, and of one that changes what it holds nothing is read."""
    found = Outline(
        parse(
            "void f(int n, double *a) { auto g = [=]() mutable { for (int i = 0; i < n; i++) a[i] = n++; }; g(); }",
            "a.cpp",
        )
    )
    (loop,) = found.loops
    assert program_around(found, loop) is not None
    assert nests_of_loop(found, loop) == [None]


def test_what_is_kept_of_a_loop_is_told_where_it_stands_now() -> None:
    text = F + "{ for (int i = 0; i < n; i++) y[0] = y[0] / 2; }\nvoid g(double *y) { f(y, 2, 3, 3); }"
    for above in ("", "\n\n/* a comment */\n", "int before;\n"):
        found = Outline(parse(above + text, "a.c"), None, lambda: ())
        dependence = judge(found, found.loops[0]).dependences[0]
        assert dependence.source_line == above.count("\n") + 1
        assert dependence.source is not None
        assert (above + text)[dependence.source.start : dependence.source.end] == "y[0]"


def test_two_loops_of_one_function_have_their_own_verdicts(outline) -> None:
    found = outline(f"{HEAD} for (int i = 0; i < n; i++) a[i] = 1; for (int i = 0; i < n; i++) a[0] = b[i]; }}")
    assert [judge(found, loop).verdict for loop in found.loops] == ["proved", "refuted"]


PLACED = {
    "void f(int n, double *a) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; }": "a[i]",
    "int a[40]; template <int N> void f() { for (int i = 0; i < N; i++) a[0] = a[0] * 2 + i; } void g() { f<3>(); }": "a[0]",
}


@pytest.mark.parametrize("text", PLACED)
@pytest.mark.parametrize("above", ["", "\n\n", "int before;\n\n\n"])
def test_a_dependence_stands_where_its_loop_stands(text: str, above: str) -> None:
    """The verdict of a function whose text is the same is kept: only its place is another one."""
    found = Outline(parse(above + text, "a.cpp"))
    dependence = judge(found, found.loops[0]).dependences[0]
    assert (dependence.source_line, dependence.source is not None) == (above.count("\n") + 1, True)
    assert (above + text)[dependence.source.start : dependence.source.end] == PLACED[text]


@pytest.mark.usefixtures("nothing_kept")
def test_what_is_kept_stands_right_if_it_was_not_met_at_the_start_of_a_file() -> None:
    text = "void f(int n, double *a) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; }"
    for above in ("int before;\n\n", "", "\n\n\n"):
        found = Outline(parse(above + text, "a.c"))
        dependence = judge(found, found.loops[0]).dependences[0]
        assert dependence.source_line == above.count("\n") + 1
        assert (above + text)[dependence.source.start : dependence.source.end] == "a[i]"


SHIFTED_ROWS = (
    "double m[400]; static void rows(int n, int w, double p[][w], int ld) {{ for (int i = 0; i < n; i++) "
    "for (int j = 0; j < 8; j++) p[i][j] = p[i + ld][j]; }} int main(void) {{ rows(4, {}, (void *)m, 4); return (int)m[5]; }}"
)


@pytest.mark.parametrize(
    ("width", "verdict", "reason"),
    [
        (8, "proved", "iteration i writes p[i][j], no other iteration touches it; n = 4 and ld = 4 and n = ld in the only call (line 1)"),
        (4, "unknown", "p[i + ld][j] leaves its row for what a caller passes, so that it may be an element of another one"),
    ],
)  # fmt: skip
def test_what_callers_tell_of_sizes_is_said_where_rows_are_long_enough(width: int, verdict: str, reason: str) -> None:
    found = Outline(parse(SHIFTED_ROWS.format(width), "a.c"), None, lambda: ())
    known = judge(found, found.loops[0])
    assert (known.verdict, known.reason) == (verdict, reason)
