"""`lang` beside a compiler's front end: on own files here, on hundreds of public ones in benchmarks/lang_agreement.py."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("clang.cindex", reason="the wheel `libclang` is not installed")

from front_end import KINDS, Agreement, compare, unit_of
from loopwright.toolchain.flags import headers_for

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "dependence" / "adversary"
C = """
typedef unsigned long count; typedef struct pair { int first; double second[3]; struct pair *next; } pair;
enum level { low, high = 1 << 4, beyond }; static const int size = high * 2 + beyond; const float third = 1.0f / 3;
static double table[4][8]; double (*row)[8] = table; int (*apply)(int, char *); char *names[] = {"a", "b"};
extern short *find(pair *where, count n);
static int bits(unsigned char a, short b) { return a << 2 | b >> 1; }
double walk(pair *p, count n, float f) {
  double sum = 0; long at = -1; const int local = sizeof(pair *) * 2;
  for (count i = 0; i < n; i++) { sum += p[i].second[i % 3] * f + (*row)[i]; p->next[i].first = bits(i, 'c') + apply(1, names[0]); }
  { int at = 3; sum += at ? table[at][1] : at; }
  sum += *find(&p[1], n) - (p->next - p) + (unsigned)at / 2 + !at + ~size + (n > 3 && f < 2.5f) + local;
  return sum, p->second[0];
}
"""
CPP = """
namespace grid { constexpr int width = 16; enum class mode { off, on = 5 };
  struct cell { float value; int *link; static const int most = width * 2; }; cell at(int i); }
class field { double *data_; int n_; public: explicit field(int n); double get(int i) const { return data_[i] * n_; } int size() const; grid::cell corner; };
double total(const field &f, grid::cell *cells, const int (&fixed)[4]) {
  auto first = cells[0].value; auto *link = cells->link; double sum = 0; const auto half = grid::width / 2;
  for (int i = 0; i < f.size(); ++i) { sum += f.get(i) + first + link[i] + fixed[i & 3] + half; }
  { float sum = 2; first += sum; }
  return sum + grid::at(3).value + static_cast<int>(grid::mode::on) + grid::cell::most + (sum > 1) + f.corner.value;
}
"""
# What a class or template gives is not for a reader of names to say.
OF_CLASSES = """
struct value { value(int); value(); value &operator[](const char *); value &operator=(int); double d; };
template <class T> T twice(T a) { return a + a; }
template <class T> struct box { T x; };
template <class T> const T opened(const box<T> &a) { return a.x; }
void note(const char *, int); void note(const char *, double);
#define TINY_API
class TINY_API node { public: enum { most = 4 }; int sizes[most]; int sum(); int first() const; };
class TINY_API leaf final : public node { public: enum { most = 8 }; long sizes[most]; long all(); };
int node::sum() { int s = first(); for (int i = 0; i < most; i++) s += sizes[i]; return s; }
long leaf::all() { long s = 0; for (int i = 0; i < most; i++) s += sizes[i]; return s; }
double f(value root, double a, box<float> b) {
  root["a"] = 3; note("a", 1); note("b", 2.0); value made(node::most), other(a);
  return twice(a) + opened(b) + root["b"].d + made.d + other.d; }
"""

# Names of classes hide those of the file, also in functions outside of them, in classes inside of them and in those made from them.
IN_CLASSES = """
double n; const int most = 3; float *data; long at(int i); enum { wide = 7 }; int other; unsigned mark[2];
struct base { int n; static const int most = 5; short *data; enum { wide = 1 }; char at(int i) const; unsigned char mark[8]; };
struct mid : base { int sum() const { return n + most + data[0] + at(1) + wide + other + (int)sizeof(mark); } };
namespace far { void swap(float &a, float &b); }
struct own { float n; void swap(own &o) { using far::swap; swap(n, o.n); } double *data; bool at(int i) const;
  struct in { long long data; double go() const { return data + most; } };
  double out(int i) const; double hidden(int n) const { double data = n; return data + at(n); } };
double own::out(int i) const { auto get = [&] { return data[i] + n; }; return get() + at(i) + other; }
double plain(int i) { double n = 1; struct here { int n; int get() const { return n; } } h = {2};
  return n + data[i] + at(i) + wide + most + h.get() + sizeof mark; }
"""


@pytest.mark.parametrize(("text", "name"), [(C, "all.c"), (CPP, "all.cpp")])
def test_each_form_is_read_as_the_compiler_reads_it(text: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    unit = unit_of(path, path.suffix[1:], [])
    assert unit is not None
    found = compare(path, unit)
    assert not found.different
    assert all(found.claimed[kind] for kind in KINDS)
    assert sum(found.claimed.values()) >= 0.85 * sum(found.asked.values())


def test_what_classes_and_templates_give_is_not_made_up(tmp_path: Path) -> None:
    path = tmp_path / "classes.cpp"
    path.write_text(OF_CLASSES)
    unit = unit_of(path, "cpp", [])
    assert unit is not None
    assert not compare(path, unit).different


def test_names_of_classes_hide_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "classes.cpp"
    path.write_text(IN_CLASSES)
    unit = unit_of(path, "cpp", [])
    assert unit is not None
    found = compare(path, unit)
    assert not found.different
    assert found.claimed["declaration"] >= 0.9 * found.asked["declaration"]
    assert found.claimed["callee"] == found.asked["callee"] - 1, "not what `using` brings"


def test_the_runtime_of_the_emulated_device_is_read_alike() -> None:
    together = Agreement()
    for path in sorted((ROOT / "server" / "loopwright" / "device" / "runtime").glob("*.c"))[:6]:
        unit = unit_of(path, "c", [f"-I{path.parent}"])
        if unit is not None:
            together.merge(compare(path, unit))
    assert together.claimed["type"] > 500
    assert not together.different


def test_a_difference_would_be_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text("float n; double f(void) { return n; }")
    unit = unit_of(path, "c", [])
    path.write_text("int   n; double f(void) { return n; }")
    assert unit is not None
    found = compare(path, unit)
    assert (
        found.claimed["type"] - found.equal["type"]
        == found.claimed["declared type"] - found.equal["declared type"]
        == 1
    )


HEADER = """
class grid { double *d; int n; public: int size() const; double operator()(int i, int j) const { return d[i * n + j]; }
  static const int most = 8; };
template <class T> struct drawn { T operator()(int &seed); };
inline double once(double a) { return a; }
#if FAST
inline double twice(double a) { return a + a; }
#else
inline double twice(double a) { return 2 * a; }
#endif
"""
USER = """
#include "grid.h"
double total(const grid &f, drawn<double> &dist, int seed) {
  double sum = 0; auto twice = [](double x) { return 2 * x; };
  for (int i = 0; i < f.size(); ++i) { sum += f(i, 1) + dist(seed) + twice(sum) + grid::most; }
  return sum;
}
const char *word(bool yes) { return yes ? "PASS" : "FAIL"; }
double either(double a) { return twice(a) + once(a); }
"""


def test_what_a_class_of_a_header_declares_stands_there_and_a_call_of_an_object_calls_its_operator(
    tmp_path: Path,
) -> None:
    (tmp_path / "grid.h").write_text(HEADER)
    path = tmp_path / "user.cpp"
    path.write_text(USER)
    unit = unit_of(path, "cpp", [])
    assert unit is not None
    found = compare(path, unit, headers_for(path))
    assert not found.different
    told = "size, the operator of grid, the lambda and once: not that of a template, nor which body of twice"
    assert found.claimed["callee"] == 4, told


def test_names_below_a_head_that_a_condition_writes_twice_are_not_taken_for_those_of_its_old_form(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.c"
    path.write_text(
        "#define ANSI 1\n#ifndef ANSI\nvoid f(p, n)\ndouble *p;\nint n;\n#else\nvoid f(float p[], int n)\n#endif\n"
        "{\n  int i;\n  for (i = 0; i < n; i++)\n    p[i] = - p[i];\n}\n"
    )
    unit = unit_of(path, "c", [])
    assert unit is not None
    assert [told for told in compare(path, unit).different if not told.startswith("declared")] == []
