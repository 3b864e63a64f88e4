"""Directives that the others of a function call for: hidden one at a time in programs that lack nothing, and asked for at their line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopwright.check.run import check
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import equivalent
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.carried_moves import is_pointless
from loopwright.suggest.standing.standing import suggest_standing

from tests.clock import calls

UNSTRUCTURED = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 1000;
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) a[i] = i;
#pragma acc enter data copyin(a[0:n]) create(b[0:n])
  for (int step = 0; step < 10; step++) {
#pragma acc parallel loop present(a[0:n], b[0:n])
    for (int i = 0; i < n; i++) b[i] = 2 * a[i];
  }
#pragma acc update self(b[0:n])
  printf("%g", b[7]);
  a[3] = 1;
#pragma acc update device(a[0:n])
#pragma acc parallel loop present(a[0:n], b[0:n])
  for (int i = 0; i < n; i++) b[i] += a[i];
#pragma acc exit data copyout(b[0:n]) delete(a[0:n])
  for (int i = 0; i < n; i++) printf("%g", b[i]);
  free(a);
  free(b);
  return 0;
}
"""

ASYNCHRONOUS = """void scale(int n, double *a, double *sum) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop present(a[0:n]) async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc update self(a[0:n]) async(1)
#pragma acc wait
    *sum = a[0];
  }
}
"""

IN_A_LOOP = """void iterate(int n, int steps, double *a, double *b) {
  double error = 1;
#pragma acc enter data copyin(a[0:n], error)
  for (int step = 0; step < steps && error > 1e-6; step++) {
    if (step % 100 == 0) {
      error = 0;
#pragma acc update device(error) async(1)
    }
#pragma acc parallel loop present(a[0:n], error) reduction(max:error) async(1)
    for (int i = 0; i < n; i++) error = a[i] > error ? a[i] : error;
#pragma acc update self(error) async(1)
#pragma acc wait(1)
  }
#pragma acc exit data delete(a[0:n], error)
}
"""

BLOCKS = """void relax(int n, double *a, double *b) {
#pragma acc data copyin(a[0:n]) copy(b[0:n])
  {
#pragma acc parallel loop present(a[0:n], b[0:n])
    for (int i = 1; i < n; i++) b[i] = a[i] - a[i - 1];
#pragma acc parallel loop present(b[0:n])
    for (int i = 0; i < n; i++) b[i] *= 2;
  }
}
void both(int n, double *a) {
#pragma acc parallel copy(a[0:n])
  {
#pragma acc loop
    for (int i = 0; i < n; i++) a[i] *= 2;
  }
}
"""

LIBRARY = """typedef struct handle *handle_t;
int cublasDscal(handle_t handle, int n, const double *alpha, double *x, int step);
void scale(handle_t handle, int n, double factor, double *x) {
#pragma acc data copy(x[0:n])
  {
#pragma acc host_data use_device(x)
    cublasDscal(handle, n, &factor, x, 1);
  }
}
"""

CLASS = """class Field {
  int n;
  double *u;
public:
  Field(int n);
  ~Field();
  void scale();
};
Field::Field(int size) {
  n = size;
  u = new double[n];
#pragma acc enter data create(u[0:n])
}
Field::~Field() {
#pragma acc exit data delete(u[0:n])
  delete[] u;
}
void Field::scale() {
#pragma acc parallel loop present(u[0:n])
  for (int i = 0; i < n; i++) u[i] = i;
}
"""

CALLED = """#pragma acc routine seq
static double square(double x) { return x * x; }
void all(int n, double *a) {
#pragma acc kernels copy(a[0:n])
  {
    for (int i = 0; i < n; i++) a[i] = square(a[i]);
  }
}
"""

PAIRED = """template <class T> struct Inner {
  T *d; int n;
  void toDevice() const {
#pragma acc enter data copyin(this[0:1], d[0:n])
  }
  void fromDevice() const {
#pragma acc exit data delete(d[0:n], this[0:1])
  }
  void updateDevice() const {
#pragma acc update device(d[0:n])
  }
  void updateHost() const {
#pragma acc update self(d[0:n])
  }
};
struct Outer {
  Inner<double> inner;
  int size;
  void toDevice() const {
#pragma acc enter data copyin(this[0:1], size)
    inner.toDevice();
  }
  void fromDevice() const {
    inner.fromDevice();
#pragma acc exit data delete(size, this[0:1])
  }
};
"""

INSIDE_ITS_CLASS = """struct Vector {
  double *u; int n;
  explicit Vector(int size) {
    n = size;
    u = new double[n];
#pragma acc enter data copyin(this) create(u[0:n])
  }
  ~Vector() {
#pragma acc exit data delete(u[0:n], this)
    delete[] u;
  }
  void scale() {
#pragma acc parallel loop present(this, u[0:n])
    for (int i = 0; i < n; i++) u[i] = i;
  }
};
"""

HANDED_ON = """void expand(int *list, int n);
void shrink(int *list, int n);
void adapt(int n, int m, int grows) {
  if (grows) {
    int *list = new int[n];
#pragma acc enter data create(list[0:n])
    expand(list, n);
#pragma acc exit data delete(list[0:n])
    delete[] list;
  } else {
    int *list = new int[m];
#pragma acc enter data create(list[0:m])
    shrink(list, m);
#pragma acc exit data delete(list[0:m])
    delete[] list;
  }
}
"""

LENT = """#include <stdio.h>
#include <stdlib.h>
void transform(double *data, int n);
void f(int n) {
  double *data = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) data[i] = i;
#pragma acc data copy(data[0:n])
  {
#pragma acc host_data use_device(data)
    {
      transform(data, n);
    }
  }
  printf("%g", data[1]);
}
"""

MESSAGES = """#include <mpi.h>
void exchange(int n, int steps, double *a, int other) {
#pragma acc enter data copyin(a[0:n])
  for (int step = 0; step < steps; step++) {
#pragma acc parallel loop present(a[0:n])
    for (int i = 1; i < n - 1; i++) a[i] *= 2;
#pragma acc update self(a[0:n])
    MPI_Send(a + 1, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
    MPI_Recv(a, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma acc update device(a[0:n])
  }
#pragma acc exit data delete(a[0:n])
}
"""

UNSAID = """#include <stdio.h>
#define N 1000
int main(void) {
  double a[N], b[N], c[N];
  for (int i = 0; i < N; i++) a[i] = b[i] = i;
#pragma acc data copyin(a, b) copyout(c)
  {
#pragma acc parallel loop
    for (int i = 0; i < N; i++) c[i] = a[i] + b[i];
  }
  printf("%g", c[7]);
  return 0;
}
"""

AROUND_A_LOOP = """#include <stdio.h>
#define N 1000
static double a[N], b[N];
int main(void) {
  double error = 1;
#pragma acc data copy(a) copyin(b)
  while (error > 1e-6) {
    error = 0;
#pragma acc parallel loop reduction(max:error)
    for (int i = 1; i < N - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      error = b[i] > error ? b[i] : error;
    }
#pragma acc parallel loop
    for (int i = 0; i < N; i++) a[i] = b[i];
  }
  printf("%g", a[7]);
  return 0;
}
"""

TEMPLATES = """namespace device {
#pragma acc routine seq
template <class T> T first(T x) { return x + 1; }
#pragma acc routine seq
template <class T> T second(T x) { return x + 2; }
#pragma acc routine seq
template <class T> T third(T x) { return x + 3; }
#pragma acc routine seq
template <class T> T fourth(T x) { return x + 4; }
}
"""

IN_A_REGION = """void count(int n, const int *bin, int *histogram) {
#pragma acc parallel copyin(bin[0:n]) copy(histogram[0:64])
  {
#pragma acc loop gang vector
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
      histogram[bin[i]] += 1;
    }
  }
}
"""

OF_ITS_CALLERS = """void smooth(int n, int m, double *restrict a, double *restrict b, double *restrict c) {
#pragma acc data copyin(a[0:n*m]) copyout(b[0:n*m]) copy(c[0:n*m])
  {
#pragma acc parallel loop
    for (int i = 0; i < n * m; i++) b[i] = 2 * a[i];
#pragma acc parallel loop
    for (int i = 0; i < n * m; i++) c[i] += a[i] + b[i];
  }
}
"""

WAYS = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 1000;
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  double *c = malloc(n * sizeof(double));
  double *d = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) a[i] = d[i] = i;
#pragma acc data copyin(a[0:n]) create(b[0:n]) copyout(c[0:n]) copy(d[0:n])
  {
#pragma acc parallel loop present(a[0:n], b[0:n])
    for (int i = 0; i < n; i++) b[i] = 2 * a[i];
#pragma acc parallel loop present(b[0:n], c[0:n], d[0:n])
    for (int i = 0; i < n; i++) c[i] = d[i] += b[i];
  }
  for (int i = 0; i < n; i++) printf("%g %g", c[i], d[i]);
  return 0;
}
"""

DONE_BY_OTHERS = """#include <stdio.h>
#include <stdlib.h>
static void show(int n, const double *a) {
  for (int i = 0; i < n; i++) printf("%g", a[i]);
}
static void fill(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = i;
}
static void step(int n, const double *from, double *to) {
#pragma acc parallel loop present(from[0:n], to[0:n])
  for (int i = 0; i < n; i++) to[i] = 2 * from[i];
}
static void advance(int m, double *old, double *new) {
  step(m, old, new);
  step(m, new, old);
}
int main(void) {
  int size = 1000;
  double *u = malloc(size * sizeof(double));
  double *v = malloc(size * sizeof(double));
  fill(size, u);
#pragma acc enter data copyin(u[0:size]) create(v[0:size])
  for (int t = 0; t < 100; t++) {
    advance(size, u, v);
    if (t % 10 == 0) {
#pragma acc update self(v[0:size])
      show(size, v);
    }
  }
#pragma acc exit data copyout(u[0:size]) delete(v[0:size])
  show(size, u);
  free(u);
  free(v);
  return 0;
}
"""

OF_THE_FILE = """#include <stdio.h>
#define N 100
double u[N], v[N];
static void start(void) {
  for (int i = 0; i < N; i++) u[i] = i;
}
static void step(void) {
#pragma acc parallel loop present(u, v)
  for (int i = 1; i < N; i++) v[i] = u[i - 1];
#pragma acc parallel loop present(u, v)
  for (int i = 1; i < N; i++) u[i] = v[i];
}
static void show(void) {
  for (int i = 0; i < N; i++) printf("%g", u[i]);
}
int main(void) {
  start();
#pragma acc enter data copyin(u, v)
  for (int t = 0; t < 100; t++) step();
#pragma acc update self(u)
  show();
#pragma acc exit data copyout(v) delete(u)
  return 0;
}
"""

BY_A_LIBRARY = """#include <stdio.h>
#include <stdlib.h>
int cublasSgemm(void *handle, int n, const float *a, const float *b, float *c);
int main(void) {
  int n = 100;
  float *a, *b, *c;
  void *handle = NULL;
  a = (float *)malloc(sizeof(float) * n * n);
  b = (float *)malloc(sizeof(float) * n * n);
  c = (float *)malloc(sizeof(float) * n * n);
  for (int i = 0; i < n * n; i++) a[i] = b[i] = c[i] = i;
#pragma acc enter data copyin(a[0:n*n], b[0:n*n], c[0:n*n])
#pragma acc host_data use_device(a, b, c)
  {
    cublasSgemm(handle, n, a, b, c);
  }
#pragma acc exit data copyout(c[0:n*n]) delete(a[0:n*n], b[0:n*n])
  for (int i = 0; i < n * n; i++) printf("%g", c[i]);
  free(a);
  free(b);
  free(c);
  return 0;
}
"""

PRESENT_BY_DEFAULT = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int n, other;
static double *state, *flux, *weight, *sent, *received;
static void start(void) {
  n = 1000;
  state = (double *)malloc(n * sizeof(double));
  flux = (double *)malloc((n + 1) * sizeof(double));
  weight = (double *)malloc(n * sizeof(double));
  sent = (double *)malloc(2 * sizeof(double));
  received = (double *)malloc(2 * sizeof(double));
  for (int i = 0; i < n; i++) state[i] = weight[i] = i;
}
static void exchange(double *state) {
#pragma acc parallel loop default(present) async
  for (int i = 0; i < 2; i++) sent[i] = state[i];
#pragma acc update self(sent[0:2]) async
#pragma acc wait
  MPI_Send(sent, 2, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
  MPI_Recv(received, 2, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma acc update device(received[0:2]) async
#pragma acc parallel loop default(present) async
  for (int i = 0; i < 2; i++) state[n - 2 + i] = received[i];
#pragma acc wait
}
static void step(double *state, double *flux) {
  exchange(state);
#pragma acc parallel loop default(present) async
  for (int i = 1; i < n; i++) flux[i] = weight[i] * (state[i] - state[i - 1]);
#pragma acc parallel loop default(present) async
  for (int i = 1; i < n - 1; i++) state[i] += flux[i + 1] - flux[i];
#pragma acc wait
}
static void finish(void) {
  free(state);
  free(flux);
  free(weight);
  free(sent);
  free(received);
}
int main(void) {
  start();
#pragma acc data copyin(state[0:n], weight[0:n]) create(flux[0:n+1], sent[0:2], received[0:2])
  {
    for (int t = 0; t < 10; t++) step(state, flux);
#pragma acc update self(state[0:n])
    printf("%g", state[7]);
  }
  finish();
  return 0;
}
"""

NAMED = """class Shared {
  double *values;
  int size;
  int times;
public:
  void create_acc() {
#pragma acc enter data create(values[0:size])
    times++;
  }
  void copyin_acc() {
#pragma acc enter data copyin(values[0:size])
    times++;
  }
  void copyout_acc() {
#pragma acc exit data copyout(values[0:size])
    times--;
  }
  void delete_acc() {
#pragma acc exit data delete(values[0:size])
    times--;
  }
  void update_host_acc() {
    times += 2;
#pragma acc update host(values[0:size])
  }
  void update_device_acc() {
    times += 3;
#pragma acc update device(values[0:size])
  }
};
"""

ASKED_BY_THE_CONDITION = """void iterate(int n, int most, double *a, double *b) {
#pragma acc data copyin(a[0:n]) copy(b[0:n])
  {
    int step = 0;
    double error = 1;
    while (step < most && error > 1e-6) {
#pragma acc parallel loop present(a[0:n], b[0:n])
      for (int i = 1; i < n - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      if (step % 100 == 0) {
        error = 0;
#pragma acc parallel loop reduction(max:error) present(a[0:n], b[0:n]) async
        for (int i = 0; i < n; i++) error = b[i] - a[i] > error ? b[i] - a[i] : error;
#pragma acc wait
      }
      step++;
    }
  }
}
"""

OWNED = """#include <cstdio>
#include <memory>
int main() {
  int n = 1000;
  std::unique_ptr<double[]> first(new double[n * n]);
  auto second = std::make_unique<double[]>(n * n);
  double *a = first.get();
  double *b = second.get();
  for (int i = 0; i < n * n; i++) a[i] = b[i] = i;
#pragma acc data copyin(a[0:n*n]) copy(b[0:n*n])
  {
    for (int step = 0; step < 10; step++) {
#pragma acc parallel loop present(a, b)
      for (int i = 0; i < n * n; i++) b[i] += a[i];
    }
  }
  std::printf("%g", b[7]);
}
"""

AROUND_CALLS = """#include <stdio.h>
#define N 1000
static float in[N], out[N];
static void part(int from, int to) {
#pragma acc parallel loop present(in, out)
  for (int i = from; i < to; i++) out[i] += in[i];
}
static void whole(void) {
  for (int from = 0; from < N; from += 100) part(from, from + 100);
}
int main(void) {
  for (int i = 0; i < N; i++) in[i] = out[i] = i;
#pragma acc data copyin(in) copy(out)
  for (int t = 0; t < 10; t++) {
    whole();
  }
  printf("%g", out[7]);
  return 0;
}
"""

EACH_ROUND = """#include <cstdio>
void fill(int n, double *values) {
#pragma acc parallel loop present(values[0:n])
  for (int i = 0; i < n; i++) values[i] = i;
}
double total(int n, const double *values) {
  double sum = 0;
#pragma acc parallel loop present(values[0:n]) reduction(+:sum)
  for (int i = 0; i < n; i++) sum += values[i];
  return sum;
}
void refine(int n, int rounds) {
  for (int round = 0; round < rounds; round++) {
    double *first = new double[n];
#pragma acc enter data create(first[0:n])
    fill(n, first);
    double found = total(n, first);
#pragma acc exit data delete(first[0:n])
    delete[] first;
    n = n * 2;
    first = new double[n];
#pragma acc enter data create(first[0:n])
    fill(n, first);
    std::printf("%g %g", found, total(n, first));
#pragma acc exit data delete(first[0:n])
    delete[] first;
  }
}
"""

OVER_DEVICES = """#include <openacc.h>
void fill(int n, double *values);
void share(int n, int m, int devices) {
  double **rows = new double *[m];
  for (int i = 0; i < m; i++) rows[i] = new double[n];
  double *sums = new double[m];
  for (int d = 0; d < devices; d++) {
    acc_set_device_num(d, acc_device_nvidia);
#pragma acc enter data create(rows[0:m][0:n], sums[0:m])
  }
  for (int d = 0; d < devices; d++) {
    acc_set_device_num(d, acc_device_nvidia);
#pragma acc parallel loop present(rows[0:m][0:n], sums[0:m])
    for (int i = 0; i < m; i++) {
      rows[i][0] = i;
      sums[i] = i;
    }
  }
  for (int d = 0; d < devices; d++) {
    acc_set_device_num(d, acc_device_nvidia);
#pragma acc exit data delete(rows[0:m][0:n], sums[0:m])
  }
  for (int i = 0; i < m; i++) delete[] rows[i];
  delete[] rows;
  delete[] sums;
}
"""

# What is fetched is not all that the kernels use.
FETCHED_IN_PART = """#include <stdio.h>
#include <stdlib.h>
#define N 1000
double grid[N];
static void show(int step) { printf("%d %g", step, grid[7]); }
int main(void) {
  double *next = malloc(N * sizeof(double));
  for (int i = 0; i < N; i++) grid[i] = i;
#pragma acc data copy(grid) create(next[0:N])
  for (int step = 0; step < 100; step++) {
#pragma acc parallel loop
    for (int i = 0; i < N; i++) next[i] = 2 * grid[i];
#pragma acc parallel loop
    for (int i = 0; i < N; i++) grid[i] = next[i];
    if (step % 10 == 0) {
#pragma acc update self(grid)
      show(step);
    }
  }
  show(100);
  free(next);
}
"""

WITH_ELEMENTS = """#include <stdio.h>
#define N 100
int main(void) {
  float plate[N][N] = {0}, row[N] = {1, 2};
  float next[N][N];
#pragma acc data copyin(row) copy(plate) create(next)
  {
#pragma acc parallel loop
    for (int i = 0; i < N; i++) plate[0][i] = row[i];
#pragma acc parallel loop collapse(2)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) next[i][j] = plate[i - 1][j] + plate[i + 1][j];
#pragma acc parallel loop collapse(2)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) plate[i][j] = next[i][j];
  }
  printf("%g", plate[7][7]);
}
"""

TWINS = """#include <stdlib.h>
struct Phase { int n; double *fields, *old, *weights; };
int bring(struct Phase *p) {
#pragma acc enter data copyin(p[0:1])
#pragma acc enter data copyin(p->fields[0:p->n])
#pragma acc enter data copyin(p->old[0:p->n])
#pragma acc enter data copyin(p->weights[0:p->n])
  return 0;
}
int take(struct Phase *p) {
#pragma acc exit data copyout(p->fields[0:p->n])
#pragma acc exit data copyout(p->old[0:p->n])
#pragma acc exit data copyout(p->weights[0:p->n])
#pragma acc exit data copyout(p[0:1])
  return 0;
}
"""

EACH_FOR_ITSELF = """void add(int n, double *a, const double *b) {
#pragma acc enter data copyin(a[0:n], b[0:n])
#pragma acc parallel loop present(a[0:n], b[0:n])
  for (int i = 0; i < n; i++) a[i] += b[i];
#pragma acc exit data copyout(a[0:n]) delete(b[0:n])
}
void scale(int n, double *a, const double *b) {
#pragma acc enter data copyin(a[0:n], b[0:n])
#pragma acc parallel loop present(a[0:n], b[0:n])
  for (int i = 0; i < n; i++) a[i] *= b[i];
#pragma acc exit data copyout(a[0:n]) delete(b[0:n])
}
"""

PROGRAMS = {
    "each_for_itself.c": EACH_FOR_ITSELF,
    "twins.c": TWINS,
    "each_round.cpp": EACH_ROUND,
    "over_devices.cpp": OVER_DEVICES,
    "fetched_in_part.c": FETCHED_IN_PART,
    "with_elements.c": WITH_ELEMENTS,
    "by_a_library.c": BY_A_LIBRARY,
    "present_by_default.c": PRESENT_BY_DEFAULT,
    "named.cpp": NAMED,
    "asked_by_the_condition.c": ASKED_BY_THE_CONDITION,
    "owned.cpp": OWNED,
    "around_calls.c": AROUND_CALLS,
    "done_by_others.c": DONE_BY_OTHERS,
    "of_the_file.c": OF_THE_FILE,
    "of_its_callers.c": OF_ITS_CALLERS,
    "ways.c": WAYS,
    "unstructured.c": UNSTRUCTURED,
    "asynchronous.c": ASYNCHRONOUS,
    "in_a_loop.c": IN_A_LOOP,
    "blocks.c": BLOCKS,
    "library.c": LIBRARY,
    "class.cpp": CLASS,
    "called.c": CALLED,
    "paired.cpp": PAIRED,
    "inside.cpp": INSIDE_ITS_CLASS,
    "handed_on.cpp": HANDED_ON,
    "lent.c": LENT,
    "messages.c": MESSAGES,
    "unsaid.c": UNSAID,
    "around_a_loop.c": AROUND_A_LOOP,
    "templates.cpp": TEMPLATES,
    "in_a_region.c": IN_A_REGION,
}
# Carried over from a function beside: whether the host wants `state` there or waits before it begins, the file does not say.
_CARRIED = (("present_by_default.c", "update self(state[0:2]) async"), ("present_by_default.c", "wait"))
_NOT_ASKED = (
    "parallel loop",
    "loop",
    "kernels copy",
    "data copy(x",
    "parallel copyin",
)  # of loops, and what nothing else tells of


def offered(name: str, text: str, line: int) -> list[str]:
    """What is offered on a line, from 0, where no project and no compiler are asked."""
    outline = Outline(parse(text.encode(), name))

    def flagged(after: bytes, at: int) -> Counter[str]:
        return Counter(finding.code for finding in check(Outline(parse(after, name))))

    found = suggest_standing(
        outline, outline.source.lines.line_span(line).start, Path("/nowhere") / name, Help(None, None, flagged)
    )
    for candidate in found.candidates if found is not None else ():
        after = Outline(parse(apply_edits(outline.source.data, candidate.edits), name))
        assert f"#pragma acc {candidate.directive}" in after.source.data.decode()
    return [c.directive for c in found.candidates] if found is not None else []


def hidden() -> Iterator[tuple[str, int, str]]:
    for name, text in PROGRAMS.items():
        for number, line in enumerate(text.split("\n")):
            directive = line.strip().removeprefix("#pragma acc ")
            if directive != line.strip() and not directive.startswith(_NOT_ASKED):
                yield name, number, directive


@pytest.mark.parametrize(("name", "line", "directive"), list(hidden()))
def test_what_was_hidden_is_offered_where_it_stood(name: str, line: int, directive: str) -> None:
    lines = PROGRAMS[name].split("\n")
    shown = offered(name, "\n".join(lines[:line] + lines[line + 1 :]), line)
    assert any(equivalent(text, directive) for text in shown), shown


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_lacks_nothing_gets_nothing(name: str) -> None:
    """But for what its own directives say once more: that is taste, and stands below."""
    lines = PROGRAMS[name].split("\n")
    shown = {
        (number, text)
        for number in range(len(lines))
        for text in offered(name, PROGRAMS[name], number)
        if not text.startswith(("atomic", "routine")) and (name, text) not in _CARRIED
    }
    assert not shown


IN_AN_ARM = """void f(int n, double *a) {
#pragma acc enter data copyin(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] *= 2;
#ifdef _OPENACC

#else
  swap(a);
#endif
  show(n, a);
}
"""


def test_a_directive_stays_in_the_arm_that_was_asked_about() -> None:
    outline = Outline(parse(IN_AN_ARM.encode(), "a.c"))
    found = suggest_standing(
        outline,
        outline.source.lines.line_span(5).start,
        Path("/nowhere/a.c"),
        Help(None, None, lambda text, at: Counter()),
    )
    assert found is not None
    after = apply_edits(outline.source.data, found.candidates[0].edits).decode().split("\n")
    assert "#pragma acc" in after[5]


ALIASED = """void f(int n, double *a) {
#pragma acc enter data create(a[0:n])
  double *p = a;
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) p[i] = i;

  use(a);
}
"""


def test_what_may_have_been_written_under_another_name_is_not_given_up() -> None:
    assert [text for text in offered("a.c", ALIASED, 5) if "delete" in text] == []


def test_a_routine_gets_a_level_where_the_others_have_none() -> None:
    text = "".join(f"#pragma acc routine\nint f{i}(int x);\n" for i in range(5)) + "int g(int x);\n"
    assert offered("a.h", text, 10) == ["routine seq"]


RELEASED_ELSEWHERE = """#include <stdlib.h>
static double *make(int n) {
  double *grid = malloc(n * sizeof(double));
#pragma acc enter data create(grid[0:n])
  return grid;
}
static void give_up(double *grid) {
  free(grid);
}
"""


def test_a_length_that_a_function_does_not_know_is_left_out() -> None:
    assert offered("a.c", RELEASED_ELSEWHERE, 7) == ["exit data delete(grid)"]


HELD = """#define N 100
double *u, *v, *w;
void first(void) {
#pragma acc data present(u[0:N*N], v[0:N*N])
  {
#pragma acc parallel loop
    for (int i = 0; i < N * N; i++) v[i] = u[i];
  }
}
void second(void) {
#pragma acc data present(w[0:N])
  {
#pragma acc parallel loop
    for (int i = 0; i < N; i++) w[i] = 1;
  }
}
void third(void) {
  {
#pragma acc parallel loop
    for (int i = 0; i < N; i++) u[i] = v[i] + w[i];
  }
}
"""


def test_what_is_said_to_be_there_is_what_the_block_uses() -> None:
    """The names of the nearest sibling would be too few or too many."""
    found = offered("a.c", HELD, 17)
    assert any(equivalent(text, "data present(u[0:N],v[0:N],w[0:N])") for text in found), found
    assert not any(text.startswith("data present") and text.count("[") != 3 for text in found)


def test_a_chain_of_calls_takes_no_longer_than_its_functions() -> None:
    def calls_of_asking(last: int) -> int:
        pieces = ["double u[100];", "static void f0(void) { u[0] += 1; }"]
        pieces += [
            f"static void f{n}(void) {{ f{n - 1}(); if (u[{n % 100}] > 0) f{max(0, n - 2)}(); }}"
            for n in range(1, last + 1)
        ]
        pieces += ["void last(int n, double *a) {", "#pragma acc parallel loop present(u)"]
        pieces += ["for (int i = 0; i < 100; i++)", "u[i] = 0;", f"f{last}();", "}"]
        pieces += ["void even(int n); void odd(int n) { if (n) even(n - 1); u[0] = n; }"]
        pieces += ["void even(int n) { if (n) odd(n - 1); }"]

        def ask() -> None:
            at = pieces.index(f"f{last}();")
            assert offered("chain.c", "\n".join(pieces), at) in ([], ["update self(u)"])

        return calls(ask)

    assert calls_of_asking(1499) < 500 * 1499  # each calls two: there are more ways than there are atoms


@pytest.mark.parametrize("there", ["self", "device"])
@pytest.mark.parametrize("carried", ["self", "device"])
@pytest.mark.parametrize(("other", "is_twin"), [("update {}(s->b[0:s->n])", True), ("parallel loop present(s)", False)])
def test_what_updates_one_side_is_not_offered_its_twins_updates(
    there: str, carried: str, other: str, is_twin: bool
) -> None:
    lines = ["typedef struct { int n; double *a, *b, *c; } State;", "void move(State *s) {"]
    lines += [f"#pragma acc update {there}(s->a[0:s->n])", "#pragma acc " + other.format(there)]
    text = "\n".join([*lines, "for (int i = 0; i < s->n; i++) s->c[i] = 0;", "}", ""])
    directive = parse_directive(f"update {carried}(s->c[0:s->n])")
    found = is_pointless(Outline(parse(text.encode(), "twin.c")), text.rindex("}"), directive)
    if is_twin or there != carried:
        assert found == (is_twin and there != carried)
