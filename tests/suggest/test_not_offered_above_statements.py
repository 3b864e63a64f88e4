"""Directives above statements that would change what a program does: each was offered once, above code as it is here."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.standing import suggest_standing


def offered(name: str, text: str, at: str) -> list[str]:
    """What is offered above the statement that begins with ``at``, where no project and no compiler are asked."""
    outline = Outline(parse(text.encode(), name))

    def flagged(after: bytes, place: int) -> Counter[str]:
        return Counter(finding.code for finding in check(Outline(parse(after, name))))

    found = suggest_standing(outline, text.index(at), Path("/nowhere") / name, Help(None, None, flagged))
    return [c.directive for c in found.candidates] if found is not None else []


def test_every_gang_of_a_parallel_would_run_a_loop_that_says_seq() -> None:
    text = """void rounds(int n, double *a, double *b) {
  { // here
#pragma acc loop seq
    for (int i = 0; i < n; i++) b[i] = a[i];
  }
}
"""
    assert offered("a.c", text, "{ // here") == ["kernels copyin(a[0:n]) copy(b[0:n])"]


@pytest.mark.parametrize("directive", ["region", "region copyin(a[0:n])"])
def test_a_directive_from_before_openacc_may_be_the_very_construct(directive: str) -> None:
    text = f"""void scale(int n, double *a) {{
  {{ // here
#pragma acc {directive}
    {{
#pragma acc loop independent
      for (int i = 0; i < n; i++) a[i] *= 2;
    }}
  }}
}}
"""
    assert offered("a.c", text, "{ // here") == []
    assert offered("a.c", text, "{\n#pragma acc loop") == []


def test_rows_of_pointers_are_not_brought_as_addresses() -> None:
    text = """void add(int n, double **a, double **b) {
  { // here
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) b[i][j] = a[i][j];
  }
}
"""
    assert offered("a.c", text, "{ // here") == ["data copyin(a[0:n][0:n]) copyout(b[0:n][0:n])"]
    assert offered("a.c", text.replace("a[i][j];", "a[i][j * j];"), "{ // here") == []


def test_what_is_swapped_comes_home_under_both_names() -> None:
    text = """#include <utility>
#include <vector>
static void step(const double *from, double *to, int n) {
#pragma acc parallel loop present(from[0:n], to[0:n])
  for (int i = 1; i < n - 1; i++) to[i] = from[i - 1] + from[i + 1];
}
double run(int n) {
  std::vector<double> first(n, 1.0), second(n, 0.0);
  double *now = first.data();
  double *next = second.data();
  const int total = n;
  { // here
    for (int t = 0; t < 10; t++) {
      step(now, next, total);
      std::swap(now, next);
    }
  }
  return first[1];
}
"""
    assert offered("a.cpp", text, "{ // here") == ["data copy(now[0:total],next[0:total])"]


def test_what_a_region_around_holds_is_not_held_once_more() -> None:
    text = """void f(int n, double *a, double *b) {
#pragma acc data present(a[0:n])
  {
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++) a[i] *= 2;
  }
#pragma acc data present(b[0:n], a[0:n])
  { // here
#pragma acc parallel loop present(a[0:n], b[0:n])
    for (int i = 0; i < n; i++) b[i] = 2 * a[i];
  }
}
"""
    assert not [directive for directive in offered("a.c", text, "{ // here") if directive.startswith("data")]


def test_at_the_end_of_a_program_nobody_wants_an_update() -> None:
    text = """static double a[100];
int main(void) {
#pragma acc enter data create(a)
  for (int i = 0; i < 100; i++) a[i] = i;
#pragma acc update device(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < 100; i++) a[i] *= 2;
#pragma acc exit data delete(a)
  return 0;
}
"""
    assert offered("a.c", text, "return 0") == []


def test_a_routine_has_the_level_of_what_it_holds() -> None:
    text = """#pragma acc routine vector
double total(int n, const double *a) {
  double sum = 0;
#pragma acc loop vector reduction(+:sum)
  for (int i = 0; i < n; i++) sum += a[i];
  return sum;
}
double total(double a) { return a; }
double half(double a) { return a / 2; }
void f(int n, double *b) {
#pragma acc parallel loop copy(b[0:n])
  for (int i = 0; i < n; i++) b[i] = half(b[i]);
}
"""
    assert offered("a.cpp", text, "double half") == ["routine seq"]
    assert "routine vector" not in offered("a.cpp", text, "double total(double a)")


def test_in_main_nothing_is_on_the_device_that_nobody_brings() -> None:
    text = """double a[100], b[100];
void fill(void);
int main(void) {
  fill();
  for (int i = 0; i < 100; i++) b[i] = i;
  for (int t = 0; t < 3; t++) {
#pragma acc kernels present(a, b)
    for (int i = 1; i < 99; i++) a[i] = b[i - 1] + b[i + 1];
#pragma acc kernels present(a, b)
    for (int i = 1; i < 99; i++) b[i] = a[i];
  }
  return 0;
}
"""
    assert not any(directive.startswith("update") for directive in offered("a.c", text, "for (int t"))
    brought = text.replace("void fill(void);", "void fill(void) {\n#pragma acc enter data create(a, b)\n}")
    assert offered("a.c", brought, "for (int t") == ["update device(b)"]


def test_a_constructor_takes_nothing_away_and_a_destructor_brings_nothing() -> None:
    text = """struct Stream { int n; double *a, *b; Stream(int n); ~Stream(); void copy(); };
Stream::Stream(int n) : n(n) {
  this->a = new double[n];
  this->b = new double[n];
  double *a = this->a;
  double *b = this->b;
#pragma acc enter data create(a[0:n], b[0:n])
  {}
}
Stream::~Stream() {
  double *a = this->a;
  double *b = this->b;
#pragma acc exit data delete(a[0:n], b[0:n])
  {}
  delete[] a;
  delete[] b;
}
"""
    for name, directive in (("enter", "exit data"), ("exit", "enter data")):
        hidden = "\n".join(line for line in text.split("\n") if f"#pragma acc {name}" not in line)
        at = "{}\n}\nStream::~" if name == "enter" else "{}\n  delete"
        assert not any(found.startswith(directive) for found in offered("a.cpp", hidden, at)), name


BOUNDARY = """void init(int last, double t[100][100]) {
#pragma acc data copyout(t[0:100][0:100])
  {
#pragma acc kernels
    for (int i = 0; i < 100; i++)
      for (int j = 0; j < 100; j++) t[i][j] = 0;
    if (last) {
      for (int j = 0; j < 100; j++) t[99][j] = j;
    }
%s  }
}
"""


def test_what_a_region_overwrites_at_its_end_is_not_fetched_before_the_host_writes_it() -> None:
    assert offered("a.c", BOUNDARY % "", "if (last)") == []


def test_what_the_host_writes_and_sends_back_is_fetched_first() -> None:
    sent = "#pragma acc update device(t[0:100][0:100])\n"
    assert any(d.startswith("update self(t") for d in offered("a.c", BOUNDARY % sent, "if (last)"))


def test_the_constructor_of_a_class_template_takes_nothing_away() -> None:
    text = """template <class T> struct Stream { Stream(int n); ~Stream(); int n; T *a; };
template <class T>
Stream<T>::Stream(int size) : n{size} {
  this->a = new T[n];
  T *a = this->a;
  {} // here
  fill();
}
template <class T>
Stream<T>::~Stream() {
  T *a = this->a;
#pragma acc exit data delete(a[0:n])
  {}
  delete[] a;
}
"""
    assert not any(d.startswith("exit data") for d in offered("a.cpp", text, "{} // here"))


def test_what_is_declared_without_a_value_is_not_sent() -> None:
    text = """float worst(int n, float *a) {
  float most, unused;
#pragma acc declare create(most, unused)
  start(); // here
#pragma acc kernels present(a, most, unused)
  most = a[n - 1] + unused;
#pragma acc update self(most)
  return most;
}
"""
    assert not any(d.startswith("update device") for d in offered("a.c", text, "start(); // here"))
    given = text.replace("most, unused;", "most, unused = 1;")
    assert any(d.startswith("update device(unused)") for d in offered("a.c", given, "start(); // here"))


def test_a_region_around_a_part_is_not_enough_where_the_rest_has_to_be_entered() -> None:
    text = """double *a, *b, *c;
void multiply(void) {
  { // here
#pragma acc parallel loop
    for (int i = 0; i < 64; i++) c[i] += b[i] * a[i];
  }
#pragma acc exit data delete(a[0:64], b[0:64])
}
"""
    assert "data copy(c[0:64])" not in offered("a.c", text, "{ // here")


def test_members_behind_a_pointer_that_nobody_brings() -> None:
    text = """typedef struct { int wide; double scale; } Scene;
double shade(double, const Scene *);
void render(Scene *scene, double color[128]) {
  { // here
#pragma acc loop independent
    for (int x = 0; x < 128; x++)
      if (x < scene->wide) color[x] = x * scene->scale;
  }
}
"""
    assert offered("a.c", text, "{ // here") == []
    held = text.replace("  { // here", "#pragma acc data copyin(scene[0:1])\n  {\n  { // here").replace(
        "  }\n}\n", "  }\n  }\n}\n"
    )
    assert offered("a.c", held, "{ // here") == ["parallel", "kernels"]
