"""Containers, members and objects of C++: their elements live on the device like memory of malloc."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from loopwright.placement.plan import Plan, placed
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

sys.path.insert(0, str(Path(__file__).parents[2]))

from whole import sampled

from benchmarks.placement_fuzz import drawn, plan_of, problem

HEAD = "#include <cstdio>\n#include <cstdlib>\n#include <utility>\n#include <vector>\n"
KERNEL = """static void scale(std::vector<double> &v) {
  double *p = v.data();
  int n = v.size();
#pragma acc parallel loop copy(p[0:n])
  for (int i = 0; i < n; i++) p[i] *= 2.0;
}
"""
GRID = """class Grid {
 public:
  Grid(int n) : n_(n), data_(n, 0.5) {}
  double &operator()(int i) { return data_[i]; }
  double operator()(int i) const { return data_[i]; }
  void relax() {
    double *d = data_.data();
#pragma acc parallel loop copy(d[0:n_])
    for (int i = 0; i < n_; i++) d[i] *= 0.5;
  }

 private:
  int n_;
  std::vector<double> data_;
};
"""


def planned(code: str) -> Plan:
    """The plan of one file of C++."""
    return placed([(Path("file.cpp"), Outline(parse(HEAD + code, language="cpp")))])


def lines_of(body: str, before: str = KERNEL) -> list[str]:
    """The lines of `main` with the data of a program placed."""
    plan = planned(before + "int main(int argc, char **argv) {\n  int n = atoi(argv[1]);\n" + body + "  return 0;\n}\n")
    assert plan.reason == ""
    text = plan.texts[0].decode()
    return [line.strip() for line in text[text.index("int main") :].splitlines()]


@pytest.mark.parametrize(
    "declared",
    [
        "std::vector<double> v(n);",
        "std::vector<double> v(n, 1.5);",
        "std::vector<double> v;\nv.resize(n);",
        "std::vector<double> v = std::vector<double>(n);",
    ],
)
def test_a_vector_lives_on_the_device_in_its_scope(declared: str) -> None:
    lines = lines_of(f"{declared}\nfor (int t = 0; t < 9; t++) scale(v);\n")
    assert "#pragma acc enter data copyin(v_data[0:v.size()])" in lines or (
        "#pragma acc enter data create(v_data[0:many])" in lines
        and "#pragma acc parallel loop gang vector present(v_data[0:many])" in lines
    )
    assert "#pragma acc exit data delete(v_data[0:1])" in lines
    assert not any("update" in line for line in lines)


def test_what_the_host_does_moves_all_of_a_vector_once() -> None:
    lines = lines_of(
        "std::vector<double> v(n);\nfor (int t = 0; t < 9; t++) scale(v);\ndouble sum = 0;\n"
        'for (double x : v) sum += x;\nstd::printf("%f\\n", sum);\n'
    )
    assert [line for line in lines if "update" in line] == ["#pragma acc update self(data[0:v.size()])"]


def test_vectors_that_are_exchanged_stay_there() -> None:
    lines = lines_of("std::vector<double> v(n), w(n);\nfor (int t = 0; t < 9; t++) {\nscale(v);\nstd::swap(v, w);\n}\n")
    assert not any("update" in line for line in lines)
    assert "#pragma acc exit data delete(v_data[0:1], w_data[0:1])" in lines


def test_private_members_get_methods() -> None:
    plan = planned(
        GRID
        + "int main(int argc, char **argv) {\nGrid g(atoi(argv[1]));\nfor (int t = 0; t < 9; t++) g.relax();\n"
        + 'std::printf("%f\\n", g(2));\nreturn 0;\n}\n'
    )
    text = plan.texts[0].decode()
    assert "  void enter_device_data() const {" in text
    assert "  void update_host_data() const {" in text
    body = [line.strip() for line in text[text.index("int main") :].splitlines()]
    assert body[2] == "g.enter_device_data();"
    assert body[body.index('std::printf("%f\\n", g(2));') - 1] == "g.update_host_data();"
    assert "g.exit_device_data();" in body


def test_objects_in_a_row_come_one_by_one_and_leave_together() -> None:
    level = "struct Level {\n  std::vector<double> u;\n  explicit Level(int n) : u(n) {}\n};\n"
    lines = lines_of(
        "std::vector<Level> levels;\nfor (int l = 0; l < 3; l++) levels.emplace_back(n << l);\n"
        "for (int t = 0; t < 9; t++) scale(levels[1].u);\n",
        KERNEL + level,
    )
    assert "auto &each = levels.back();" in lines
    assert "for (auto &each : levels) {" in lines


@pytest.mark.parametrize(
    "between",
    ["v.push_back(1.0);", "auto w = v;\nv = w;", "auto f = [&](int i) { return v[i]; };\nsum += f(1);", "unseen(v);"],
)
def test_a_vector_that_cannot_be_followed_stays_with_its_loops(between: str) -> None:
    lines = lines_of(f"double sum = 0;\nstd::vector<double> v(n);\nscale(v);\n{between}\nscale(v);\n")
    assert not any("v_data" in line or "update" in line for line in lines)


def test_the_plan_says_what_moves_in_a_step() -> None:
    plan = planned(
        KERNEL
        + "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\nstd::vector<double> v(n);\n"
        + "for (int t = 0; t < 9; t++) {\nscale(v);\nv[0] = 1.0;\n}\nreturn 0;\n}\n"
    )
    (step,) = [step for step in plan.steps if step.line]
    assert (step.launches, step.bytes_before, step.bytes_after) == (1, "16*n", "8")


@pytest.mark.parametrize("seed", sampled([0, 4, 8, 11], 1, str))
def test_a_random_program_prints_the_same(seed: int, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    code = drawn(seed, True)
    plan = plan_of(code, ".cpp")
    assert plan.reason == ""
    assert any(each.resident for each in plan.objects)
    assert problem(code, plan, tmp_path, ".cpp") == ""


def test_a_copy_of_one_member_says_nothing_of_another_whose_name_begins_so() -> None:
    plan = planned(
        KERNEL + "struct Field { std::vector<double> v; };\nstruct Both { Field s; Field sum; };\n"
        "static double look(Field f) { return f.v[0]; }\n"
        "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\nBoth b;\nb.s.v.resize(n, 1.0);\nb.sum.v.resize(n, 1.0);\n"
        'double x = look(b.s);\nfor (int t = 0; t < 9; t++) scale(b.sum.v);\nprintf("%g", x);\nreturn 0;\n}\n'
    )
    assert [each.resident for each in plan.objects] == [True]


HIDDEN = """static double *v;
static int n;
struct Keeper { int used; void poke(int t) { v[0] += v[2]; if (t == 4) throw t; v[1] += 1.0; } };
static void poke(int t) { v[0] += v[2]; if (t == 4) throw t; v[1] += 1.0; }
static int find(int t) { v[1] += t; return t; }
"""


@pytest.mark.parametrize(
    "code",
    [
        "try { poke(t); } catch (int) { seen++; }",
        "try { keeper.poke(t); } catch (int) { seen++; }",
        "auto later = [&] { keeper.poke(t); };\nlater();",
        "if (int found = find(t)) seen += found;",
        "auto [first, second] = std::make_pair(find(t), t);\nseen += first + second;",
        "STEP(t);",
    ],
)
def test_what_cannot_be_read_may_call_what_it_names(code: str) -> None:
    """The function is called elsewhere too, so that it is known; here it is called where nobody follows."""
    plan = planned(
        HIDDEN
        + "#define STEP(t) do { if (t) find(t); } while (0)\nstatic void scale() {\n#pragma acc parallel loop copy(v[0:n])\n"
        "for (int i = 0; i < n; i++) v[i] *= 2.0;\n}\n"
        "int main(int argc, char **argv) {\nn = atoi(argv[1]);\nv = (double *)malloc(n * sizeof(double));\nint seen = 0;\n"
        "Keeper keeper;\npoke(0);\nkeeper.poke(0);\nfind(0);\n"
        f"for (int t = 0; t < 9; t++) {{\n{code}\nscale();\n}}\nfree(v);\nreturn seen;\n}}\n"
    )
    assert not any(each.resident for each in plan.objects)


@pytest.mark.parametrize("seed", [2000033, 2000039])
def test_what_the_host_writes_a_part_of_comes_with_its_first_values(seed: int, tmp_path: Path) -> None:
    """All of it is sent after the part is written: a kernel that fills it on the device would be overwritten."""
    tmp_path.chmod(0o755)
    code = drawn(seed, classes=True)
    assert problem(code, plan_of(code, ".cpp"), tmp_path, ".cpp") == ""


def test_containers_that_exchange_with_one_that_is_left_are_left() -> None:
    plan = planned(
        KERNEL
        + "struct Pair {\nstd::vector<double> u, v;\nexplicit Pair(int n) : u(n), v(n, 0.5) {}\n};\n"
        + "int main(int argc, char **argv) {\nint n = atoi(argv[1]);\nPair p(n), o(n);\n"
        'if (n > 4) {\nstd::swap(p.u, p.v);\nstd::swap(p.u, o.u);\n}\nscale(o.u);\nprintf("%g", o.u[1]);\nreturn 0;\n}\n'
    )
    deleted = [line for line in plan.texts[0].decode().splitlines() if "exit data delete" in line]
    assert bool(deleted) == all(each.resident for each in plan.objects)


PAIR = "struct Pair {\nstd::vector<double> u;\ndouble *raw;\nexplicit Pair(int n) : u(n, 0.5), raw(new double[n]()) {}\n};\n"


@pytest.mark.parametrize(
    "exchange",
    [
        "p.u[1] += 0.5; std::swap(p.u, o.u); sum += o.u[6];",
        "for (int t = 0; t < 3; t++) { scale(o.u); sum += p.u[1]; std::swap(p.u, o.u); }",
        "p.raw[1] += 0.5; std::swap(p.raw, o.raw); sum += o.raw[6];",
        "double *&raw = p.raw; p.raw[1] += 0.5; std::swap(raw, o.raw); p.raw[6] += 0.25;",
        "std::swap(p.u[1], p.u[3]);",
        "for (int i = 0; i < n / 2; i++) std::swap(p.raw[i], p.raw[n - 1 - i]);",
        "for (int i = 0; i < n / 2; i++) std::swap(p.u[i], o.u[n - 1 - i]);",
    ],
)
def test_what_is_exchanged_is_found_where_it_is_now(exchange: str, tmp_path: Path) -> None:
    """What has the name of a member is moved before the exchange or behind it; elements are exchanged on the host."""
    tmp_path.chmod(0o755)
    code = HEAD + KERNEL + PAIR + "static void halve(double *p, int n) {\n#pragma acc parallel loop copy(p[0:n])\n"
    code += "for (int i = 0; i < n; i++) p[i] = 0.5 * p[i] + i;\n}\n"
    code += "int main() {\nint n = 30;\ndouble sum = 0;\nPair p(n), o(n);\n"
    kernels = "scale(p.u);\nhalve(p.u.data(), n);\nscale(o.u);\nhalve(p.raw, n);\nhalve(o.raw, n);\n"
    code += f"for (int t = 0; t < 5; t++) {{\n{kernels}}}\n{exchange}\n{kernels}"
    code += "for (int i = 0; i < n; i++) sum += (i + 1) * (p.u[i] + 3 * o.u[i] + 5 * p.raw[i] + 7 * o.raw[i]);\n"
    code += 'printf("%.9e\\n", sum);\ndelete[] p.raw;\ndelete[] o.raw;\nreturn 0;\n}\n'
    plan = plan_of(code, ".cpp")
    assert any(each.resident for each in plan.objects)
    assert problem(code, plan, tmp_path, ".cpp") == ""


@pytest.mark.parametrize(
    ("made", "clause"),
    [
        ("double *a = new double[n];", "create(a[0:n])"),
        ("double *a = new double[n]();", "copyin(a[0:n])"),
        ("double *a = new double[n]{};", "copyin(a[0:n])"),
        ("double *a = new double[n]{1.0, 2.0};", "copyin(a[0:n])"),
        ("real *a = new real[n];", "create(a[0:n])"),
        ("Plain *a = new Plain[n];", "create(a[0:n])"),
        ("Made *a = new Made[n];", "copyin(a[0:n])"),
        ("Given *a = new Given[n];", "copyin(a[0:n])"),
        ("Outer *a = new Outer[n];", "copyin(a[0:n])"),
        ("double a[30];", "create(a)"),
        ("Made a[30];", "copyin(a)"),
    ],
)
def test_memory_that_begins_with_values_comes_with_them(made: str, clause: str) -> None:
    """Parentheses, braces, a constructor or a member's initializer set what the host makes."""
    types = "typedef double real;\nstruct Plain { double x; };\nstruct Made { double x; Made() : x(1.5) {} };\n"
    types += "struct Given { double x = 2; };\nstruct Outer { Given given; double y; };\n"
    base = made.split()[0]
    kernel = f"static void twice({base} *p, int n) {{\n#pragma acc parallel loop copy(p[0:n])\n"
    kernel += (
        f"for (int i = 0; i < n; i++) p[i] = {'p[i] * 2' if base in ('double', 'real') else 'p[n - 1 - i]'};\n}}\n"
    )
    lines = lines_of(f"{made}\nfor (int t = 0; t < 9; t++) twice(a, n);\n", types + kernel)
    assert f"#pragma acc enter data {clause}" in lines


OWNER = """#include <memory>
class Owner {
 public:
  explicit Owner(int n) : n_(n), u_(new double[n]()), v_(std::make_unique<double[]>(n)) {
    for (int i = 0; i < n; i++) v_[i] = i % 5;
  }
  void step() {
    double *u = u_.get(), *v = v_.get();
    int n = n_;
#pragma acc parallel loop copy(u[0:n]) copyin(v[0:n])
    for (int i = 0; i < n; i++) u[i] = 0.5 * u[i] + v[i];
    std::swap(u_, v_);
  }
  double at(int i) const { return u_[i] + 3 * v_[i]; }

 private:
  int n_;
  std::unique_ptr<double[]> u_, v_;
};
"""
APP = """class App {
 public:
  explicit App(int n) : owner_(std::make_unique<Owner>(n)) {}
  void run() { owner_->step(); }
  double result() const { return owner_->at(1); }

 private:
  std::unique_ptr<Owner> owner_;
};
"""


@pytest.mark.parametrize(
    ("made", "deleted"),
    [
        ("Owner *o = new Owner(n);", "delete o;"),
        ("auto *o = new Owner(n);", "delete o;"),
        ("auto *o = new Owner(n);", ""),
        ("auto o = std::make_unique<Owner>(n);", ""),
        ("std::unique_ptr<Owner> o(new Owner(n));", ""),
        ("auto o = std::make_shared<Owner>(n);", ""),
    ],
)
def test_an_object_on_the_heap_is_followed_like_a_declared_one(made: str, deleted: str, tmp_path: Path) -> None:
    """What the constructor's own loops write comes to the device behind them."""
    tmp_path.chmod(0o755)
    code = HEAD + OWNER + f"int main() {{\nint n = 30;\n{made}\n"
    code += "for (int t = 0; t < 7; t++) o->step();\n"
    code += f'std::printf("%.9e\\n", o->at(2));\n{deleted}\nreturn 0;\n}}\n'
    plan = plan_of(code, ".cpp")
    assert [each.resident for each in plan.objects] == [True, True]
    assert "enter data copyin(" in plan.texts[0].decode()
    assert problem(code, plan, tmp_path, ".cpp") == ""


@pytest.mark.parametrize(
    "made",
    [
        "App app(n);\nfor (int t = 0; t < 7; t++) {\no->step();\napp.run();\n}\n",
        "for (int k = 0; k < 3; k++) {\nApp app(n);\nfor (int t = 0; t < 7; t++) {\no->step();\napp.run();\n}\n}\n",
        "for (int k = 0; k < 3; k++) {\nOwner other(n);\nfor (int t = 0; t < 7; t++) {\no->step();\nother.step();\n}\n}\n",
        "auto apps = std::vector<App>();\nfor (int k = 0; k < 3; k++) apps.emplace_back(n);\n"
        "for (int t = 0; t < 7; t++) {\no->step();\nfor (auto &app : apps) app.run();\n}\n",
    ],
)
def test_a_constructor_maps_nothing_for_objects_that_stay_on_the_host(made: str, tmp_path: Path) -> None:
    """What one constructor allocates for several objects is on the device for all of them or for none: nobody would take the others'
    memory back, and memory allocated at its address later would be taken for it."""
    tmp_path.chmod(0o755)
    code = (
        HEAD
        + "#include <vector>\n"
        + OWNER
        + APP
        + f"int main() {{\nint n = 30;\nauto o = std::make_unique<Owner>(n);\n{made}"
    )
    code += 'for (int k = 0; k < 3; k++) {\nOwner last(n);\nlast.step();\nstd::printf("%.9e\\n", last.at(3));\n}\n'
    code += 'std::printf("%.9e\\n", o->at(2));\nreturn 0;\n}\n'
    assert problem(code, plan_of(code, ".cpp"), tmp_path, ".cpp") == ""


def test_a_constructor_maps_once_for_all_objects_of_the_class(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    code = (
        HEAD
        + OWNER
        + "int main() {\nint n = 30;\nOwner one(n), two(n + 1);\nauto three = std::make_unique<Owner>(n + 2);\n"
    )
    code += "for (int t = 0; t < 7; t++) {\none.step();\ntwo.step();\nthree->step();\n}\n"
    code += 'std::printf("%.9e %.9e %.9e\\n", one.at(2), two.at(2), three->at(2));\nreturn 0;\n}\n'
    plan = plan_of(code, ".cpp")
    assert all(each.resident for each in plan.objects)
    assert plan.texts[0].count(b"enter data") == 2
    assert problem(code, plan, tmp_path, ".cpp") == ""


def test_an_object_that_another_may_delete_stays_on_the_host() -> None:
    other = "static Owner *kept;\nstatic void keep(Owner *o) { kept = o; }\nstatic void end() { delete kept; }\n"
    code = OWNER + other + "int main() {\nint n = 30;\nOwner *o = new Owner(n);\nkeep(o);\n"
    code += "for (int t = 0; t < 7; t++) o->step();\nend();\nreturn 0;\n}\n"
    assert not any(each.resident for each in planned(code).objects)
