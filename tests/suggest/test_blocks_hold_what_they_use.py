"""Directives above statements whose names or sections came from elsewhere than what the loops below use, by `suggest_standing`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from loopwright.check.run import CheckOptions, check
from loopwright.memory.index import Index
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.standing import suggest_standing


def offered(code: str, root: Path | None = None, name: str = "asked.cpp") -> list[str]:
    """What is shown above the line that ends in `// here`, without that mark."""
    text = code.replace(" // here", "").encode()
    offset = code.encode().find(b" // here")
    start = text.rfind(b"\n", 0, offset) + 1

    def flagged(after: bytes, at: int) -> Counter[str]:
        return Counter(f.code for f in check(Outline(parse(after, name)), CheckOptions(around=Span(at, at))))

    memory = None
    path = Path(name)
    if root is not None:
        path = root / name
        path.write_bytes(text)
        memory = Index(root, None)
        memory.refresh()
    found = suggest_standing(Outline(parse(text, name)), start, path, Help(memory, None, flagged))
    return [candidate.directive for candidate in found.candidates] if found is not None else []


def test_a_reference_to_a_number_is_no_data() -> None:
    code = """void f(const int &n, float *a, float *b) {
  { // here
    for (int t = 0; t < 9; t++) {
#pragma acc parallel loop
      for (int i = 0; i < n; i++) b[i] = a[i];
#pragma acc parallel loop
      for (int i = 0; i < n; i++) a[i] = 2 * b[i];
    }
  }
}
"""
    (first, *_) = offered(code)
    assert first.startswith("data ")
    assert "(n" not in first
    assert ",n" not in first


def test_a_part_that_an_update_moves_is_not_all_that_kernels_use() -> None:
    code = """#include <cstdio>
#include <vector>
void f(int n) {
  std::vector<float> v(n);
  float *a = v.data();
  { // here
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] = i;
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] += 1;
#pragma acc update self(a[0:1])
  }
  printf("%f", a[0]);
}
"""
    (first, *_) = offered(code)
    assert first.startswith("data ")
    assert "a[0:n]" in first


MATRICES = """void minus(float *A, const float *B, int m, int n) {
#pragma acc data present(A[0:m*n], B[0:m*n])
#pragma acc parallel loop
  for (int i = 0; i < m * n; i++) A[i] -= B[i];
}
void times(const float *A, float *C, int m, int n) {
#pragma acc data present(A[0:m*n], C[0:m*n])
#pragma acc parallel loop
  for (int i = 0; i < m * n; i++) C[i] = 2 * A[i];
}
void product(const float *A, const float *B, float *C, int m, int n, int k) {
#pragma acc parallel loop collapse(2) // here
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++) {
      float sum = 0;
      for (int j = 0; j < n; j++) sum += A[i * n + j] * B[l * n + j];
      C[i * k + l] = sum;
    }
}
"""


def test_what_another_function_says_of_its_matrix_is_not_said_of_this_one(tmp_path: Path) -> None:
    (first, *_) = offered(MATRICES, tmp_path)
    assert first.replace(" ", "") == "datapresent(A[0:m*n],B[0:k*n],C[0:m*k])"


def test_a_function_that_is_called_exit_takes_away(tmp_path: Path) -> None:
    code = """typedef struct { int n; double *data; } field;
void enter_data(field *f) {
  double *u = f->data;
  int n = f->n;
#pragma acc enter data copyin(u[0:n])
}
void exit_data(field *f) {
  double *u = f->data;
  int n = f->n;
} // here
"""
    (first, *_) = offered(code, tmp_path, "asked.c")
    assert first == "exit data copyout(u[0:n])"


def test_a_block_below_data_lacks_its_construct() -> None:
    code = """void f(int n, double *a, double *b) {
#pragma acc data copyin(a[0:n]) copyout(b[0:n])
  { // here
    for (int i = 0; i < n; i++) b[i] = a[i];
    for (int i = 0; i < n; i++) b[i] += 1;
  }
}
"""
    assert offered(code)[0] == "kernels"


REPEATED = """static double u[99], v[99];
void relax(int steps) {
  for (int t = 0; t < steps; t++) { // here
#pragma acc parallel loop
    for (int i = 1; i < 98; i++) v[i] = u[i - 1] + u[i + 1];
#pragma acc parallel loop%s
    for (int i = 1; i < 98; i++) u[i] = v[i];
  }
}
"""


@pytest.mark.parametrize("clauses", ["", " copyin(v)", " copyin(v[0:99])"])
def test_a_region_holds_all_of_an_array_that_constructs_take_as_a_whole(clauses: str) -> None:
    assert [text for text in offered(REPEATED % clauses) if "[1:" in text] == []


def test_an_array_that_updates_name_as_a_whole_is_held_as_a_whole() -> None:
    code = """static double u[99], v[99];
void relax(int steps) {
  int t = 0;
  while (t < steps) { // here
#pragma acc kernels
    for (int i = 1; i < 98; i++) v[i] = u[i - 1] + u[i + 1];
#pragma acc kernels
    for (int i = 1; i < 98; i++) u[i] = v[i];
    if (t % 9 == 0) {
#pragma acc update self(v)
      look();
    }
    t++;
  }
}
"""
    assert "[" not in offered(code, name="asked.c")[0]


def test_a_number_whose_address_a_library_gets_is_one_of_its_addresses() -> None:
    code = """#include <cusolverDn.h>
void f(int m, double *a, double *b, cusolverDnHandle_t h) {
  int info = 0;
#pragma acc data copyin(a[0:m*m]) copy(b[0:m], info)
  {
    cusolverDnDsolve(h, m, a, m, (void *)b, &info); // here
  }
}
"""
    assert offered(code)[0] == "host_data use_device(a,b,info)"


def test_a_construct_for_loops_brings_the_pointers_that_nothing_brings() -> None:
    code = """void add(float *out, const float *x, int n) {
  { // here
#pragma acc loop gang
    for (int i = 0; i < n; i++) out[i] = 2 * x[i];
  }
}
"""
    assert offered(code, name="asked.c")[0] == "parallel copyin(x[0:n]) copy(out[0:n])"


def test_what_a_region_would_bring_is_not_updated_in_its_place() -> None:
    code = """void means(int k, int n, float *c, const int *p, float *s) {
  c[0] = p[0];
  do {
    { // here
#pragma acc parallel loop present(c[0:k])
      for (int j = 0; j < k; j++) c[j] = 0;
#pragma acc parallel loop copyin(p[0:n]) copy(s[0:k])
      for (int i = 0; i < k; i++) s[i] = p[i] + c[i];
    }
  } while (c[0] < 9);
}
"""
    found = offered(code, name="asked.c")
    assert found
    assert found[0].startswith("data ")
    assert "update device(c[0:k])" not in found
