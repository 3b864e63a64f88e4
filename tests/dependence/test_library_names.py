"""A function is the library's by its whole name: others may call theirs the same."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = '#include "mylib.h"\n#include <algorithm>\n%s\nvoid f(double *a, double *b, int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}'
OF_THE_LIBRARY = (
    ("", "std::fill(a + 4 * i, a + 4 * i + 4, 0.0);"),
    ("", "::std::fill_n(a + 4 * i, 4, 0.0);"),
    ("using namespace std;", "fill(a + 4 * i, a + 4 * i + 4, 0.0);"),
    ("using std::fill;", "fill(a + 4 * i, a + 4 * i + 4, 0.0);"),
    ("", "a[i] = std::sqrt(i);"),
    ("", "a[i] = ::sqrt(i);"),
    ("", "a[i] = std ::sqrt(i);"),
    ("", "a[i] = std::max<mylib::cell::number>(i, 3);"),
    ("", "std::complex<double> z(i, 1); a[i] = norm(z) + real(z);"),
    ("using namespace std;", "std::vector<double> t(3); a[i] = accumulate(t.begin(), t.end(), 0.0);"),
)
OF_OTHERS = (
    (
        "struct N {{ double v; N operator+(const N &o) const {{ return {{other::sqrt(o.v)}}; }} }};",
        "((N *)a)[i] = ((N *)a)[i] + ((N *)b)[i];",
    ),
    ("", "auto t = other::fabs(b[i]); t += 2; a[i] = t;"),
    ("", "double *t = (double *)pool::malloc(8); t[0] = b[i]; a[i] = t[0];"),
    ("", "a[i] = norm(b, i);"),
    ("", "a[i] = real(b[i]);"),
    ("", "a[i] = clamp(b[i]);"),
    ("", "a[i] = accumulate(b, b + i, 0.0);"),
    ("", "a[i] = count(b, b + i, 0.0);"),
    ("", "forward(b, i); a[i] = i;"),
    ("", "mylib::fill(a + 4 * i, a + 4 * i + 4, 0.0);"),
    ("", "mylib::std::fill(a + 4 * i, a + 4 * i + 4, 0.0);"),
    ("", "fill(a + 4 * i, a + 4 * i + 4, 0.0);"),
    ("", "mylib::memset(a + 4 * i, 0, 4 * sizeof(double));"),
    ("", "a[i] = mylib::sqrt(i);"),
    ("", "a[i] = Row<int>::sqrt(i);"),
    ("", "a[i] = Row<mylib::cell>::sqrt(i);"),
    ("", "a[i] = mylib::Row<mylib::cell>::sqrt(i);"),
    ("", "a[i] = mylib::/* theirs */sqrt(i);"),
    ("using namespace std;", "mylib::copy(b + 4 * i, b + 4 * i + 4, a + 4 * i);"),
)


def verdict(lines: str, body: str) -> str:
    """Of a loop around a call."""
    outline = Outline(parse(HEAD.replace("%s", lines).format(body=body), name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(("lines", "body"), OF_THE_LIBRARY)
def test_what_is_of_the_library_is_known(lines: str, body: str) -> None:
    assert verdict(lines, body) == "proved"


@pytest.mark.parametrize(("lines", "body"), OF_OTHERS)
def test_what_is_called_the_same_is_not(lines: str, body: str) -> None:
    assert verdict(lines, body) in ("assumed", "unknown")


@pytest.mark.parametrize("scope", ["Row<int>", "Row<cells::cell>", "::Row<cells::cell>", "Row< /* of */ cells::cell >"])
def test_a_method_of_a_template_in_sight_is_followed(scope: str) -> None:
    lines = """namespace cells { struct cell {}; }
static int counted;
template <typename T> struct Row { static double sqrt(double x) { counted = 3 * counted + 1; return x + counted; } };"""
    assert verdict(lines.replace("{", "{{").replace("}", "}}"), f"a[i] = {scope}::sqrt(i);") == "refuted"


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(
    ("given", "is_own"),
    [
        ("DEFINE(sqrt)", True),
        ("DEFINE(sqrt);", True),
        ("DEFINE(cbrt)", False),
        ("ASK(sqrt)", False),
        ("/* none */", False),
    ],
)
def test_a_macro_may_define_a_function_of_the_librarys_name(given: str, is_own: bool, language: str) -> None:
    macros = "#define DEFINE(name) double name(double x) { return counted++ + x; }\n#define ASK(name) extern int asked_##name;\n"
    text = f"{macros}static int counted;\n{given}\nvoid f(double *a, int n) {{ for (int i = 0; i < n; i++) a[i] = sqrt(a[i]); }}"
    outline = Outline(parse(text, name=f"a.{language}"))
    assert (judge(outline, outline.loops[0]).verdict == "proved") is not is_own


def test_c_has_no_fill() -> None:
    outline = Outline(
        parse(
            "void f(double *a, int n) { for (int i = 0; i < n; i++) fill(a + 4 * i, a + 4 * i + 4, 0.0); }", name="a.c"
        )
    )
    assert judge(outline, outline.loops[0]).verdict in ("assumed", "unknown")


@pytest.mark.parametrize(
    "call", ["norm(b, i)", "clamp(b[i])", "real(b[i])", "arg(i)", "count(b, b + i, 2)", "move(i)", "forward(b)"]
)
def test_nor_what_only_cpp_has(call: str) -> None:
    """A project that calls its own function so has it somewhere else."""
    for declaration in ("", "double norm(double *x, int n); double clamp(double x); "):
        text = f"{declaration}void f(double *restrict a, double *restrict b, int n) {{ for (int i = 0; i < n; i++) a[i] = {call}; }}"
        outline = Outline(parse(text, name="a.c"))
        assert judge(outline, outline.loops[0]).verdict in ("assumed", "unknown")


@pytest.mark.parametrize("pool", ["pool::malloc", "Pool<int>::malloc", "::pool::malloc"])
def test_memory_of_another_allocator_may_be_memory_that_is_there(pool: str) -> None:
    """Callers in sight allocate by a function that is called as that of the library is."""
    text = """
    namespace pool { void *malloc(unsigned long); } template <class T> struct Pool { static void *malloc(unsigned long); };
    static void h(int n, double *p, double *q) { for (int i = 1; i < n; i++) p[i] = q[i - 1]; }
    int main() { double *p = (double *)NAME(800), *q = (double *)NAME(800); h(100, p, q); }
    """
    verdicts = []
    for name in (pool, "std::malloc"):
        outline = Outline(parse(text.replace("NAME", name), "a.cpp"))
        verdicts.append(judge(outline, outline.loops[0]).verdict)
    assert verdicts == ["assumed", "proved"]


# What else may have the name of a function of the library, with what it does when it is called; `{0}` is the name.
HIDING = {
    "a pointer": ("static double step(double k) {{ return k + counted++; }} static double (*{0})(double) = step;", ""),
    "a reference": ("static double step(double k) {{ return k + counted++; }} static double (&{0})(double) = step;", ""),
    "a lambda": ("static auto {0} = [](double k) {{ return k + counted++; }};", ""),
    "an object": ("struct G {{ double operator()(double k) const {{ return k + counted++; }} }}; static const G {0}{{}};", ""),
    "an object of a namespace": ("namespace N {{ struct G {{ double operator()(double k) const; }}; const G {0}{{}}; }} using namespace N;", ""),
    "a type of the function": ("struct G {{ double v; G(double k) : v(k + counted++) {{}} operator double() const {{ return v; }} }};", "typedef G {0};"),
    "another name in the function": ("struct G {{ double v; G(double k) : v(k + counted++) {{}} operator double() const {{ return v; }} }};", "using {0} = G;"),
}  # fmt: skip
# Where a call of the library is taken for known.
KNOWING = {
    "sqrt": "{own} for (int i = 0; i < n; i++) {{ a[i] = sqrt(a[i]); }}",
    "fabs": "{own} for (int i = 0; i < n; i++) {{ int j = 0; while (j < 3) {{ a[i] += fabs(2.0); j++; }} }}",
    "cos": "{own} for (int i = 0; i < n; i++) {{ const double h = cos(2.0); a[i] = h; }}",
    "exit": "{own} int m = n > 6 ? 0 : 1; if (m == 0) exit(1); for (int i = 0; i < n; i++) {{ a[i * m] = i; }}",
}


@pytest.mark.parametrize(("outside", "inside"), HIDING.values(), ids=HIDING)
def test_a_name_of_the_library_may_be_that_of_anything_else(outside: str, inside: str) -> None:
    for name, code in KNOWING.items():
        body = code.format(own=inside.format(name))
        text = f"static int counted; {outside.format(name)} void f(double *__restrict a, int n) {{ {body} }}"
        outline = Outline(parse(text, name="a.cpp"))
        assert judge(outline, outline.loops[0]).verdict != "proved", name


def test_a_name_of_the_library_that_hides_nothing_is_known() -> None:
    for code in KNOWING.values():
        text = f"void f(double *__restrict a, int n) {{ {code.format(own='')} }}"
        outline = Outline(parse(text, name="a.cpp"))
        assert judge(outline, outline.loops[0]).verdict == "proved", text


def test_what_a_function_takes_counts_where_its_address_is_given() -> None:
    text = """static int counted; namespace u { struct K { int v; }; int abs(int (*g)(K)) { return counted++; } int h(K k) { return k.v; } }
    void f(int *__restrict a, int n) { for (int i = 0; i < n; i++) { a[i] = abs(u::h); } }"""
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict != "proved"
