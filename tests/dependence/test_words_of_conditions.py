"""What is assumed has the words of the function around the loop, and means in C what it says."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = """
int w, g;
struct Q {{ int ld, o; int *idx; }};
{function}
void f(int n, float *restrict p, int w, struct Q *q, int *z, struct Q *s, int *v) {{ for (int i = 0; i < n; i++) {{ {body} }} }}
"""


def verdict(function: str, body: str) -> LoopVerdict:
    outline = Outline(parse(FILE.format(function=function, body=body), name="a.c"))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize(
    ("function", "body", "expected"),
    [
        ("void put(float *p, int i, struct Q *q) { p[i * q->ld] = i; }", "put(p, i, s);", "s->ld >= 1"),
        ("void put(float *p, int i, struct Q *q) { p[i * q->ld] = i; }", "put(p, i, &q[2]);", "q[2].ld >= 1"),
        ("void put(float *p, int i, int *v) { p[i * *v] = i; }", "put(p, i, z + 3);", "z[3] >= 1"),
        ("void put(float *p, int i, int *v) { int w = v[2]; p[i * w] = i; }", "put(p, i, z);", "z[2] >= 1"),
        ("int step(struct Q *s) { return s->ld; }", "p[i * step(q)] = i;", "q->ld >= 1"),
        ("float *row(struct Q *q, float *p, int i) { return p + i * q->ld; }", "row(s, p, i)[0] = i;", "s->ld >= 1"),
        ("void put(float *p, int i) { p[i * g] = i; }", "put(p, i);", "g >= 1"),
        ("void put(float *p, int i, int n) { p[i * (n - 1)] = i; }", "put(p, i, w);", "w >= 2"),
        (
            "void put(float *p, int i, int q) { p[i * (q % 5 + 1)] = i; }",
            "put(p, i, w + 1);",
            "w + 1 >= 5 * ((w + 1)/5)",
        ),
    ],
)
def test_a_condition_names_what_the_loop_sees(function: str, body: str, expected: str) -> None:
    found = verdict(function, body)
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))
    assert [code for _, code in found.preconditions] in ([], [expected])


@pytest.mark.parametrize(
    ("function", "body"),
    [
        ("void put(float *p, int i) { p[i * w] = i; }", "put(p, i);"),  # another `w` than that of the function
        ("void put(float *p, int i, struct Q *q) { float r = q->ld; p[i * (int)r] = i; }", "put(p, i, s);"),
        ("void put(float *p, int i) { p[i] = p[i + w]; }", "put(p, i);"),
    ],
)
def test_what_the_loop_cannot_name_is_in_no_condition(function: str, body: str) -> None:
    assert verdict(function, body).verdict == "unknown"


@pytest.mark.parametrize(
    ("before", "body", "expected"),
    [
        ("int k = outer(n);", "p[i * k] = i;", "k >= 1"),
        ("int k = OUTER(n);", "p[i * k] = i;", "k >= 1"),
        ("int k = n ? outer(n) : outer(w);", "p[i * k] = i;", "k >= 1"),
        ("unsigned char k = n * w;", "p[i * k] = i;", "k >= 1"),
        ("int k = 2 * TWO;", "p[i * k] = i;", "k >= 1"),
    ],
)
def test_the_function_around_and_its_macros_name_what_is_not_followed(before: str, body: str, expected: str) -> None:
    text = f"""
#define OUTER(x) outer((x))
#define TWO 1 + 1
int outer(int x);
void f(int n, float *restrict p, int w) {{ {before} for (int i = 0; i < n; i++) {{ {body} }} }}
"""
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize(
    ("subscript", "expected"),
    [
        ("i * (w >> 1)", "(w >> 1) >= 1"),
        ("i * (w / 2)", "(w/2) >= 1"),
        ("i * ((w + g) / 2)", "((g + w)/2) >= 1"),
        ("i * ((w - 3 * g) >> 2)", "((w - 3 * g) >> 2) >= 1"),
        ("i * (g * w / 8)", "((g * w)/8) >= 1"),
    ],
)
def test_a_quotient_is_of_all_that_is_divided_and_rounded_as_in_the_source(subscript: str, expected: str) -> None:
    """`(w + g - 1)/2` and not `w + g - 1/2`; `-1 >> 1` is -1, `-1 / 2` is 0."""
    found = verdict("", f"p[{subscript}] = i;")
    assert found.assumptions == (expected,)
    assert found.precondition.replace(" / ", "/").removeprefix("(long long)") in ("", expected)


TIMES = """
struct S {{ int w, v; int r[4]; }};
int g;
struct S gs;
static void set(struct S *t, int w) {{ t->w = w; }}
void f(int n, float *restrict p, int k, struct S *s, struct S *t, int *z, int *y) {{
    {before} for (int i = 0; i < n; i++) {{ {body} }}
}}}}
"""


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("int m = k; {", "k >= 1"),
        ("int m = k; k = 3; {", "m >= 1"),
        ("int m = k / 2; k = 3; {", "m >= 1"),
        ("int m = k; int b = m; m = 3; k = 2; {", "b >= 1"),
        ("int m = k; { int k = 3;", "m >= 1"),  # another `k`
        ("int m = k; int b = m; { int k = 3; float m = 1;", "b >= 1"),
        ("int m = g; {", "g >= 1"),
        ("int m = g; g = 3; {", "m >= 1"),
        ("int m = g; { int g = 3;", "m >= 1"),
        ("int m = gs.w; gs = *t; {", "m >= 1"),
        ("int m = s->w; {", "s->w >= 1"),
        ("int m = s->w; t->w = 3; {", "m >= 1"),  # the same struct, perhaps
        ("int m = s->w; s = t; {", "m >= 1"),
        ("int m = s->w; set(s, 3); {", "m >= 1"),
        ("int m = z[k]; k = 3; {", "m >= 1"),
        ("int m = z[0]; z = y; {", "m >= 1"),
        ("int m = z[0]; *y = 3; {", "m >= 1"),
        ("int m = s->r[1]; if (n > 3) s = t; {", "m >= 1"),
    ],
)
def test_words_mean_what_they_say_where_the_loop_begins(before: str, expected: str) -> None:
    name = "b" if "int b" in before else "m"
    outline = Outline(parse(TIMES.format(before=before, body=f"p[i * {name}] = i;"), name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


READ_BY_OTHERS = """
struct S {{ int w, v; int r[4]; }};
int g;
static int width(const struct S *q) {{ return q->w; }}
static int through(const struct S *q) {{ return width(q); }}
static int of_second(const struct S *z, const struct S *s) {{ return s->w; }}
static int of_file(void) {{ return g; }}
extern const int SIZE;
static int of_constant(void) {{ return SIZE; }}
void f(int n, float *restrict p, int k, struct S *s, struct S *t, struct S o) {{
    {before} for (int i = 0; i < n; i++) {{ p[i * m] = i; }}
}}}}
"""


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("int m = width(s); {", "s->w >= 1"),
        ("int m = width(s); s = t; {", "m >= 1"),
        ("int m = width(s); t->w = 3; {", "m >= 1"),
        ("int m = width(s); { struct S *s = t;", "m >= 1"),
        ("int m = through(s); {", "s->w >= 1"),
        ("int m = through(s); { struct S *s = t;", "m >= 1"),
        ("int m = width(&o); {", "o.w >= 1"),
        ("int m = width(&o); o = *t; {", "m >= 1"),
        ("int m = width(&o); { struct S o = *t;", "m >= 1"),
        ("int m = of_second(t, s); {", "s->w >= 1"),
        ("int m = of_second(s, t); {", "t->w >= 1"),  # its own `s` is another one
        ("int m = of_second(s, t); t = s; {", "m >= 1"),
        ("struct S *q = s; int m = width(q); q = t; {", "s->w >= 1"),
        ("struct S *q = s; int m; { struct S *s = t; m = width(q); } {", "m >= 1"),  # hidden where it was read
        ("struct S *q = s; { struct S *s = t; int m = width(q);", "m >= 1"),
        ("int m = of_file(); {", "g >= 1"),
        ("int m = of_file(); { int g = 3;", "m >= 1"),
        ("int m = of_constant(); {", "SIZE >= 1"),
    ],
)
def test_what_a_called_function_reads_goes_by_what_the_caller_calls_it(before: str, expected: str) -> None:
    outline = Outline(parse(READ_BY_OTHERS.format(before=before), name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("int m = s.width(); {", "s.w >= 1"),
        ("int m = s.width(); t.w = 3; {", "m >= 1"),
        ("int m = s.width(); { S &s = t;", "m >= 1"),
        ("int m = s.twice(); {", "s.w >= 1"),
        ("int m = q->width(); {", "q->w >= 1"),
        ("int m = q->width(); q = &t; {", "m >= 1"),
        ("int m = t.of_next(s); {", "s.w >= 1"),
        ("int m = t.of_next(s); { S &s = t;", "m >= 1"),
        ("int m = seen(); {", "s.w >= 1"),
        ("int m = seen(); { S &s = t;", "m >= 1"),
        ("S &r = s; int m; { S &s = t; m = r.width(); } {", "m >= 1"),
        ("int m; { S &s = t; m = s.width(); } {", "t.w >= 1"),
    ],
)
def test_what_a_method_reads_goes_by_what_the_caller_calls_it(before: str, expected: str) -> None:
    text = f"""
struct S {{
    int w, v;
    int width() const {{ return w; }}
    int twice() const {{ return width(); }}
    int of_next(const S &u) const {{ return u.width(); }}
}};
void f(int n, float *p, S &s, S &t, S *q) {{
    auto seen = [&] {{ return s.width(); }};
    {before} for (int i = 0; i < n; i++) {{ p[i * m] = i; }}
}}}}
"""
    outline = Outline(parse(text, name="a.cpp"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize(
    ("before", "verdict"),
    [
        ("int m = k + 1; {", "assumed"),
        ("int m = k + 1; k = 3; {", "unknown"),
        ("int m = 2 * k; { int k = 3;", "unknown"),
        ("int m = s->w + 1; {", "assumed"),
        ("int m = s->w + 1; s = t; {", "unknown"),
    ],
)
def test_what_no_variable_holds_any_more_is_in_no_condition(before: str, verdict: str) -> None:
    outline = Outline(parse(TIMES.format(before=before, body="p[i] = p[i + m];"), name="a.c"))
    assert judge(outline, outline.loops[-1]).verdict == verdict


def test_a_check_is_said_in_words_of_the_loop() -> None:
    outline = Outline(parse(TIMES.format(before="unsigned m = k; k = 3; {", body="p[i + m] = i;"), name="a.c"))
    assert judge(outline, outline.loops[-1]).assumptions == ("m >= 0", "i + m does not wrap around")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("q[0][i] = r[i + 1];", "q[0] and r do not overlap"),  # what the element leads to, not the array of addresses
        ("q[k][i] = r[i + 1];", "q[…] and r do not overlap"),
        ("s->rows[2][i] = r[i + 1];", "r and s->rows[2] do not overlap"),
        ("s->v[i] = r[i + 1];", "r and s->v do not overlap"),
        ("s[k].v[i] = r[i + 1];", "r and s->v do not overlap"),
        ("put(i, r);", "r and the file's g do not overlap"),  # a variable of the function has its name
        ("put(i, r); g[i] = 3;", "g, r and the file's g do not overlap"),
    ],
)
def test_memory_that_is_to_be_apart_goes_by_names_that_mean_it(body: str, expected: str) -> None:
    text = f"""
struct S {{ int *v; int *rows[4]; }};
int *g;
static void put(int i, int *z) {{ g[i] = z[i]; }}
void f(int n, int **q, int *r, int k, struct S *s, int *g) {{ for (int i = 0; i < n; i++) {{ {body} }} }}
"""
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("int m = w; {", "w >= 1"),
        ("int m = w; w = 3; {", "m >= 1"),
        ("int m = w; { int w = 3;", "m >= 1"),
        ("int m = w; set(); {", "m >= 1"),
        ("int m = o.w; o = *this; {", "m >= 1"),
        ("int m = v.size(); v.push_back(3); {", "m >= 1"),
        ("int m = k; auto g = [&] { k = 3; }; g(); {", "m >= 1"),
        ("int &r = k; int m = r; r = 3; {", "m >= 1"),
    ],
)
def test_words_of_members_and_references_mean_what_they_say(before: str, expected: str) -> None:
    text = f"""
#include <vector>
struct Q {{ int w; void set(); void f(int n, float *p, int k, Q &o, std::vector<int> &v); }};
void Q::f(int n, float *p, int k, Q &o, std::vector<int> &v) {{ {before} for (int i = 0; i < n; i++) p[i * m] = i; }} }}
"""
    outline = Outline(parse(text, name="a.cpp"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


ONCE = """
int f(void); int h(int); double r(void);
struct S {{ int w; }};
void g(int n, float *restrict p, int m, int *z, struct S *s) {{ {before} for (int i = 0; i < n; i++) {{ {body} }} }}}}
"""


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("int k = f(); {", "k >= 1"),
        ("int k = f() / 2; {", "k >= 1"),
        ("int k = f() - 1; {", "k >= 1"),
        ("int k = z[f()]; {", "k >= 1"),
        ("int k = f() ? m : n; {", "k >= 1"),
        ("int k = r() > 2 ? m : n; {", "k >= 1"),
        ("int k = h(m) * 1, l = f(); {", "k >= 1"),
        ("const int k = f(), *const q = &k; {", "k >= 1"),
    ],
)
def test_what_a_call_gave_goes_by_a_variable_that_holds_it(before: str, expected: str) -> None:
    """The function may give another number when it is called again."""
    outline = Outline(parse(ONCE.format(before=before, body="p[i * k] = i;"), name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize("body", ["p[i * f()] = i;", "p[i * h(m)] = p[i];", "p[i + f()] = p[i];", "p[z[f()] * i] = i;"])
def test_a_call_that_no_variable_holds_is_in_no_condition(body: str) -> None:
    outline = Outline(parse(ONCE.format(before="{", body=body), name="a.c"))
    assert judge(outline, outline.loops[-1]).verdict == "unknown"


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("int k = m; m = 3; {", "k >= 1"),
        ("int k = z[1]; z[1] = 3; {", "k >= 1"),
        ("int k = s->w; s++; {", "k >= 1"),
        ("int k = m; { int m = 4;", "k >= 1"),
        ("int k = f() + 2; {", "k >= 1"),
        ("int k = m; {", "m >= 1"),
    ],
)
def test_a_divisor_goes_by_what_it_is_called_at_the_loop(before: str, expected: str) -> None:
    outline = Outline(parse(ONCE.format(before=before, body="p[i / k * (k + 1) + i % k] = i;"), name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("p[i + n / 4] = p[i];", "refuted"),
        ("p[i + n / 2 + 1] = p[i];", "refuted"),
        ("p[i + m % 4] = p[i];", "m == 4 * (m/4)"),
        ("p[i + (n > m ? n : m)] = p[i];", "proved"),
        ("p[i + (n < m ? n : m) / 2] = p[i] + 1;", ""),
    ],
)
def test_no_condition_is_told_that_never_holds(body: str, expected: str) -> None:
    """`n >= 4 * (n/4) + 4` is so for no number."""
    outline = Outline(parse(ONCE.format(before="{", body=body), name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert expected in (found.verdict, *found.assumptions) or not expected
    assert not any("/4) + 4" in text or "/2) + 2" in text for text in found.assumptions), found.assumptions


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("p[i * sizeof(float)] = i;", "proved"),
        ("p[i * (int)sizeof(float) + 3] = p[4 * i];", "proved"),
        ("p[i * sizeof(s->w) + 4] = p[4 * i];", "refuted"),
        ("p[i * sizeof z[0] + 4] = p[4 * i];", "refuted"),
        ("for (int j = 0; j < sizeof(*p); j++) p[i * sizeof(double) + j] = i;", "proved"),
        ("for (int j = 0; j < sizeof(p); j++) p[i * sizeof(int) + j] = i;", "refuted"),
        ("p[i / (int)sizeof(short)] = i;", "refuted"),
        ("p[i * sizeof(struct S)] = i;", "assumed"),
    ],
)
def test_the_size_of_a_number_or_a_pointer_is_known(body: str, verdict: str) -> None:
    outline = Outline(parse(ONCE.format(before="{", body=body), name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == verdict
