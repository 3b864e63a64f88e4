"""Loops over what no data clause can name: the directive comes with pointers to the elements, and what comes out compiles, runs and gives
what the loop gave."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main
from whole import differing

from tests.suggest.pressing import output, pressed, shown

FLAGS = ("-O1", "-Wall", "-Werror=unused-variable")
OPENACC = ("-fopenacc", "-foffload=disable")

HEAD = "#include <array>\n#include <cstddef>\n#include <cstdio>\n#include <memory>\n#include <valarray>\n#include <vector>\n"
# a function, the line of its loop marked → the directive that is shown first
LOOPS = {
    "vector": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = 2 * a[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "asked where it is": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b.at(i) = 2 * a.at(i); // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "less than a size": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 1; i + 1 < a.size(); ++i) b[i] = a[i - 1] + a[i + 1]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[1:a_size-2]) if(a_size>1&&1<a_size-1)",
    ),
    "iterators": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::vector<double>::iterator it = b.begin(); it != b.end(); ++it) *it = a[0] + *it; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:1]) copy(b_data[0:b_size])",
    ),
    "iterators of structs": (
        "struct P { double x, v; };\nvoid f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  std::vector<P> p(a.size(), P{1, 2});\n  for (auto it = p.begin(); it < p.end(); it++) { it->x += a[1] * (*it).v; } // HERE\n"
        "  for (std::size_t i = 0; i < b.size(); ++i) b[i] = p[i].x;\n}\n",
        "parallel loop gang vector copyin(a_data[1:1]) copy(p_data[0:p_size])",
    ),
    "a size in the header": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0, n = a.size(); i < n; ++i) b[i] += 2 * a[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:n]) copy(b_data[0:n])",
    ),
    "rows": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  int n = 8;\n"
        "  for (int i = 0; i < n; i++) // HERE\n    for (int j = 0; j < n; j++) b[j * n + i] = a[i * n + j];\n}\n",
        "parallel loop gang vector collapse(2) copyin(a_data[0:n*n]) copyout(b_data[0:n*n])",
    ),
    "range": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  double sum = 0;\n"
        "  for (double x : a) sum += x; // HERE\n  b[0] = sum;\n}\n",
        "parallel loop gang vector reduction(+:sum) copyin(a_data[0:a_size])",
    ),
    "references": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (auto &x : b) // HERE\n    x = a[0] + 1;\n}\n",
        "parallel loop gang vector copyin(a_data[0:1]) copyout(b_data[0:b_size])",
    ),
    "one letter": (
        "void f(const std::vector<double> &m, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0; i < m.size(); ++i) b[i] = 2 * m[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(m_data[0:m_size]) copyout(b_data[0:m_size])",
    ),
    "rows of fixed length": (
        "void f(std::vector<double> &a, std::vector<double> &b) {\n  std::vector<std::array<double, 3>> p(a.size());\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) p[i] = {a[i], 1, 2};\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = p[i][0] + p[i][2]; // HERE\n}\n",
        "parallel loop gang vector copyin(p_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "objects with methods": (
        "struct P { double x, y; double sum() const { return x + y; } };\n"
        "void f(std::vector<double> &a, std::vector<double> &b) {\n  std::vector<P> p(a.size(), P{1, 2});\n  double total = 0;\n"
        "  for (const auto &each : p) total += each.sum(); // HERE\n  b[0] = total;\n}\n",
        "parallel loop gang vector reduction(+:total) copyin(p_data[0:p_size])",
    ),
    "a valarray": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  std::valarray<double> v(2.0, a.size());\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = v[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(v_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "bare statement": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  if (a.size() == b.size())\n"
        "    for (std::size_t i = 0; i < a.size(); ++i) b[i] = 2 * a[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
}
MAIN = """int main() {
  std::vector<double> a(64), b(64);
  for (int i = 0; i < 64; i++) a[i] = i * 0.5;
  f(a, b);
  double sum = 0;
  for (int i = 0; i < 64; i++) sum += (i + 1) * b[i];
  std::printf("%.6f\\n", sum);
}
"""


@pytest.mark.parametrize("name", LOOPS)
def test_elements_are_named_by_pointers(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    function, directive = LOOPS[name]
    first, *_ = shown(tmp_path / "a.cpp", HEAD + function, capsys)
    assert str(first["pragma"]).replace(" * ", "*") == f"#pragma acc {directive}"
    assert first["missing"] == []
    assert any("_data = " in line for line in first["other_lines"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", differing({name: code for name, (code, _) in LOOPS.items()}, 3))
def test_what_is_written_does_what_the_loop_did(name: str, tmp_path: Path) -> None:
    text = HEAD + LOOPS[name][0] + MAIN
    after = pressed("a.cpp", text)
    assert "#pragma acc parallel loop" in after
    assert "_data" in after
    assert output(tmp_path / "run.cpp", after, *FLAGS, *OPENACC) == output(tmp_path / "run.cpp", text, *FLAGS)


@pytest.mark.parametrize("memory", ["managed", "unified"])
def test_where_memory_is_shared_loops_stay_as_they_are(
    memory: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = shown(tmp_path / "a.cpp", HEAD + LOOPS["vector"][0], capsys, "--memory", memory)
    assert [each["pragma"] for each in found] == ["#pragma acc parallel loop gang vector"]
    assert found[0]["other_lines"] == []


def test_a_project_that_names_what_loops_use_gets_what_can_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = "void g(int n, double *p) {\n#pragma acc parallel loop copy(p[0:n])\n  for (int i = 0; i < n; ++i) p[i] += 1;\n}\n"
    first, *_ = shown(tmp_path / "a.cpp", HEAD + other + LOOPS["vector"][0], capsys)
    assert "a_data" in str(first["pragma"])


def test_a_project_that_writes_such_loops_as_they_are_is_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = "void g(std::vector<double> &a) {\n#pragma acc parallel loop\n  for (std::size_t i = 0; i < a.size(); ++i) a[i] = 1;\n}\n"
    pragmas = [each["pragma"] for each in shown(tmp_path / "a.cpp", HEAD + other + LOOPS["vector"][0], capsys)]
    assert pragmas[0] == "#pragma acc parallel loop"
    assert any("a_data" in str(pragma) for pragma in pragmas)


def test_what_a_string_holds_is_not_the_string(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = "void f(const std::string &s, int *b) {\n  for (int i = 0; i < 9; i++) b[i] = s[i]; // HERE\n}\n"
    first, *_ = shown(tmp_path / "a.cpp", "#include <string>\n" + loop, capsys)
    assert "s" in first["missing"]  # type: ignore[operator]
    assert "(s)" not in str(first["pragma"])


@pytest.mark.parametrize(
    "function",
    [
        "void f(std::vector<std::vector<double>> &a, double *b) {\n  for (std::size_t i = 0; i < a.size(); i++) b[i] = a[i][0]; // HERE\n}\n",
        "void f(std::vector<double> &a) {\n  for (std::size_t i = 1; i < a.size(); i++) a[i] += a[i - 1]; // HERE\n}\n",
        "void f(std::vector<double> &a) {\n  for (double &x : a) if (x > 0) { x = 0; break; } // HERE\n}\n",
    ],
    ids=["rows elsewhere", "depends", "leaves"],
)
def test_what_cannot_be_taken_out_is_not(function: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not any("_data" in str(each) for each in shown(tmp_path / "a.cpp", HEAD + function, capsys))


@pytest.mark.parametrize("name", ["vector", "range"])
def test_what_is_written_is_what_is_run(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = shown(tmp_path / "a.cpp", HEAD + LOOPS[name][0], capsys, "--test")
    assert "a_data" in str(first["pragma"])
    assert first["tested"] is not None
    assert first["tested"]["agreed"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (
            "void f(std::vector<std::vector<double>> &m, int n) {\n  for (int i = 0; i < n; i++) m[i][0] = 1; // HERE\n}\n",
            "m (its elements, std::vector<double>, have memory of their own: no clause moves them; one std::vector<double> with all rows can be moved)",
        ),
        (
            "void f(std::shared_ptr<double[]> p, int n) {\n  for (int i = 0; i < n; i++) p[i] = 1; // HERE\n}\n",
            "p (std::shared_ptr<double[]> does not tell how many elements it has)",
        ),
        (
            "void f(Grid &g, int n) {\n  for (int i = 0; i < n; i++) g[i] = 1; // HERE\n}\n",
            "g (Grid is not declared in sight)",
        ),
        (
            "void f(double *p, const int *at, int n) {\n  for (int i = 0; i < n; i++) p[at[i]] = 1; // HERE\n}\n",
            "known for p\n",
        ),
    ],
    ids=["rows", "shared", "unknown class", "a plain pointer"],
)
def test_it_is_told_why_nothing_can_name_it(
    function: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cpp").write_text(HEAD + function)
    assert main(["suggest", str(tmp_path / "a.cpp"), "--no-model", "--no-compiler"]) == 0
    assert why in capsys.readouterr().out


# what stands before the function, its body (its loop marked) → what the written text has
WRITTEN_OUT = {
    "an integer is returned as double": (
        "struct G { std::vector<int> h; double at(int i) const { return h[i]; } };\n",
        "G g; g.h.assign(a.size(), 7);\n  for (std::size_t i = 0; i < a.size(); ++i) b[i] = g.at(i) / 4; // HERE",
        "(double)",
    ),
    "a double is returned as byte": (
        "struct G { std::vector<double> h; unsigned char at(int i) const { return h[i]; } };\n",
        "G g; g.h.assign(a.size(), 77.5);\n  for (std::size_t i = 0; i < a.size(); ++i) b[i] = g.at(i) + a[i]; // HERE",
        "(unsigned char)",
    ),
    "a sum is returned as float": (
        "struct G { std::vector<double> h; double w; float at(int i) const { return h[i] * w; } };\n",
        "G g{std::vector<double>(a.size(), 0.1), 3};\n  for (std::size_t i = 0; i < a.size(); ++i) b[i] = g.at(i) / 3; // HERE",
        "(float)",
    ),
    "the same type needs no conversion": (
        "struct G { std::vector<double> h; double at(int i) const { return h[i]; } };\n",
        "G g; g.h.assign(a.size(), 7);\n  for (std::size_t i = 0; i < a.size(); ++i) b[i] = g.at(i) / 4; // HERE",
        "= g_h[",
    ),
    "a lambda says what it returns": (
        "",
        "double w = 2.5;\n  auto g = [=](int i) -> int { return i * w; };\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = g(i) + a[i]; // HERE",
        "(int)",
    ),
    "a member that only the method names": (
        "struct S { std::vector<double> u; double dt; double g(double x) const { return x * dt; }\n"
        "  void go() {\n    for (std::size_t i = 0; i < u.size(); i++) u[i] = g(u[i]); // HERE\n  }\n};\n",
        "S s{a, 2.0}; s.go(); b = s.u;",
        "= dt;",
    ),
    "a member that a parameter hides": (
        "struct S { std::vector<double> u; double dt; double g(double x) const { return x * dt; }\n"
        "  void go(double dt) {\n    for (std::size_t i = 0; i < u.size(); i++) u[i] = g(u[i]) + dt; // HERE\n  }\n};\n",
        "S s{a, 2.0}; s.go(10); b = s.u;",
        "this->dt",
    ),
    "a container that a parameter hides": (
        "struct S { std::vector<double> x; double f(int i) const { return x[i] * 2; }\n"
        "  void go(std::vector<double> &x, int n) {\n    for (int i = 0; i < n; i++) x[i] = f(i) + 1; // HERE\n  }\n};\n",
        "S s{a}; s.go(b, (int)b.size());",
        "this->x.data()",
    ),
    "a method that promises to change nothing": (
        "struct S { std::vector<double> u; int n; double at(int i, int j) const { return u[i * n + j]; }\n"
        "  double sum() const {\n    double s = 0;\n    for (int i = 0; i < n; i++) s += at(0, i); // HERE\n    return s;\n  }\n};\n",
        "S s{a, 8}; b[0] = s.sum();",
        "const double *",
    ),
    "a jump over it": (
        "",
        "if (a.empty()) goto done;\n  for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] / 4; // HERE\ndone:\n  b[0] += 1;",
        "b.data()",
    ),
    "a view by value": (
        "struct View { double *p; int ld; double &operator()(int i, int j) const { return p[i + j * ld]; } };\n"
        "void fill(View v, int ld) {\n  for (int i = 0; i < ld; i++) for (int j = 0; j < ld; j++) v(i, j) = i - j; // HERE\n}\n",
        "fill(View{b.data(), 8}, 8);",
        "= v.ld;",
    ),
}


def whole(name: str) -> str:
    before, body, _ = WRITTEN_OUT[name]
    return f"{HEAD}{before}void f(const std::vector<double> &a, std::vector<double> &b) {{\n  {body}\n}}\n{MAIN}"


@pytest.mark.parametrize("name", differing({name: whole(name) for name in WRITTEN_OUT}, 2))
def test_what_stands_in_the_place_of_a_call_is_what_it_gives(name: str, tmp_path: Path) -> None:
    text = whole(name)
    after = pressed("a.cpp", text)
    assert "#pragma acc parallel loop" in after
    assert WRITTEN_OUT[name][2] in after
    assert output(tmp_path / "run.cpp", after, *FLAGS, *OPENACC) == output(tmp_path / "run.cpp", text, *FLAGS)


@pytest.mark.parametrize(
    "body",
    [
        "double c = 1;\n  auto g = [c](double v) { return v * c; };\n  c = 5;\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = g(a[i]) + c; // HERE",
        "double c = 1;\n  auto g = [=](double v) { return v * c; };\n"
        "  { double c = 7;\n  for (std::size_t i = 0; i < a.size(); ++i) b[i] = g(a[i]) + c; // HERE\n  }",
        "std::vector<std::vector<double>> m;\n  int k = -1;\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) if (k >= 0) b[i] += m[k][i]; // HERE",
        "const W *w = nullptr;\n  for (std::size_t i = 0; i < a.size(); ++i) b[i] = w ? w->w[i] : a[i]; // HERE",
        "const W *w = nullptr; bool has = false;\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) { if (!has) continue; b[i] = w->w[i]; } // HERE",
    ],
    ids=["a copy of before", "another variable of that name", "behind a condition", "perhaps nowhere", "goes on"],
)
def test_what_would_be_another_value_stays(body: str, tmp_path: Path) -> None:
    head = f"{HEAD}struct W {{ std::vector<double> w; }};\n"
    text = f"{head}void f(const std::vector<double> &a, std::vector<double> &b) {{\n  {body}\n}}\n{MAIN}"
    after = pressed("a.cpp", text)
    assert "_data = " not in after or "w->w.data()" not in after
    assert "m[k].data()" not in after
    assert output(tmp_path / "run.cpp", after, *FLAGS, *OPENACC) == output(tmp_path / "run.cpp", text, *FLAGS)


@pytest.mark.parametrize(
    ("body", "is_offered"),
    [
        ("std::vector<double> t(3, a[i]); b[i] = t[0];", False),
        ("std::unique_ptr<double[]> t(new double[3]); b[i] = t[0];", False),
        ("std::array<double, 2> t{a[i], 1}; b[i] = t[0];", True),
        ("const std::vector<double> &t = a; b[i] = t[i];", True),
    ],
)
def test_memory_of_the_host_is_not_made_on_the_device(
    body: str, is_offered: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    function = f"void f(const std::vector<double> &a, std::vector<double> &b, int n) {{\n  for (int i = 0; i < n; i++) {{ {body} }}\n}}\n"
    (tmp_path / "a.cpp").write_text(HEAD + function)
    assert main(["suggest", str(tmp_path / "a.cpp"), "--no-model", "--no-compiler"]) == 0
    assert ("#pragma acc" in capsys.readouterr().out) is is_offered


@pytest.mark.parametrize(
    ("body", "is_read_alone"),
    [
        ("S *c = g->a + i; const S *d = &g->b[i]; c->x += d->m;", True),
        ("S *c; c = &g->a[i]; c->x += g->b[i].m;", True),
        ("add(&g->a[i], g->b + i);", False),  # what becomes of its parameters stands elsewhere
        ("g->a[i].x += g->b[i].m;", True),
        ("const P c = g->a + i; c->x += g->b[i].m;", True),
        ("S *c = (0, g->a + i); c->x += g->b[i].m;", True),
        ("S *c = &*(g->a + i); c->x += g->b[i].m;", True),
    ],
    ids=["kept", "kept later", "given to a call", "written here", "a constant pointer", "after a comma", "its address"],
)
def test_what_is_written_by_another_name_is_no_constant(body: str, is_read_alone: bool, tmp_path: Path) -> None:
    text = (
        "typedef struct { double x, m; } S;\ntypedef S *P;\ntypedef struct { S *a, *b; int n; } G;\n"
        "static void add(S *c, const S *d) { c->x += d->m; }\n"
        f"void f(G *g) {{\n  for (int i = 0; i < g->n; i++) {{ {body} }}\n}}\n"
        "int main(void) { static S a[4], b[4]; G g = {a, b, 4}; f(&g); add(a, b); return 0; }\n"
    )
    (tmp_path / "a.c").write_text(text)
    assert main(["annotate", str(tmp_path / "a.c"), "-o", str(tmp_path / "after.c")]) == 0
    written = (tmp_path / "after.c").read_text()
    assert "#pragma acc parallel loop" in written
    assert "const S *a" not in written
    assert ("const S *b = g->b;" in written) == is_read_alone
    assert output(tmp_path / "run.c", written, "-Werror", *OPENACC) == ""
