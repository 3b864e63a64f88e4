"""What a directive of the project says of data is about this loop's data, or does not go first: at `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from loopwright.cli.main import main

from tests.suggest.asked import asked, asked_in

PARTS = """\
#include <stdlib.h>
typedef struct {{ int n; double *x, *y, *vx, *vy; }} parts;
void accel(parts *p, double g) {{
#pragma acc parallel loop {data}
  for (int i = 0; i < p->n; i++) {{ p->vx[i] += g; p->vy[i] -= g; }}
}}
void f(parts *p, int *count, double *w, int nc, double dt) {{
  {loop} // HERE
}}
"""
NAMED = "present(p[0:1], p->vx[0:p->n], p->vy[0:p->n])"
OTHER_ARRAYS = ["for (int c = 0; c < nc; c++) count[c] = 0;", "for (int c = 0; c < nc; c++) w[c] = 2 * count[c];"]


def candidates(folder: Path, capsys: pytest.CaptureFixture[str], file: str = "a.c") -> list[dict[str, Any]]:
    """What is shown at `HERE`, compiled."""
    path = folder / file
    line = next(number for number, row in enumerate(path.read_text().splitlines(), 1) if "HERE" in row)
    main(["suggest", str(path), "--line", str(line), "--no-model", "--json"])
    return [each for loop in json.loads(capsys.readouterr().out)["loops"] for each in loop["candidates"]]


@pytest.mark.parametrize("loop", OTHER_ARRAYS)
def test_a_directive_about_other_arrays_is_not_first(
    loop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked(tmp_path, PARTS.format(data=NAMED, loop=loop), capsys)
    assert "p->vx" not in shown[0]
    assert "count[0:nc]" in shown[0]


@pytest.mark.parametrize(
    ("loop", "members"),
    [
        ("for (int i = 0; i < p->n; i++) p->x[i] += dt * p->vx[i];", ["p->vx[0:p->n]", "p->x[0:p->n]"]),
        (
            "for (int i = 0; i < p->n; i++) { p->y[i] = p->vy[i]; p->x[i] = p->vx[i]; }",
            ["p->x[0:p->n]", "p->y[0:p->n]"],
        ),
        ("for (int i = 0; i < p->n; i++) p->vx[i] *= dt;", ["p->vx[0:p->n]"]),
    ],
)
def test_members_that_are_used_beside_named_ones_are_named_too(
    loop: str, members: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = asked(tmp_path, PARTS.format(data=NAMED, loop=loop), capsys)[0]
    assert first.startswith("parallel loop present(p[0:1],")
    assert all(member in first for member in members)


def test_where_the_project_leaves_members_out_that_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PARTS.format(data="", loop="for (int i = 0; i < p->n; i++) p->x[i] += dt * p->vx[i];")
    assert asked(tmp_path, text, capsys)[0] == "parallel loop"
    first = candidates(tmp_path, capsys)[0]
    assert not first["preferred"]
    assert {"p->x", "p->vx"} <= set(first["missing"])


@pytest.mark.parametrize("data", ["present(a[0:n])", "present(a)", "copy(a[0:n])", "default(present)", "deviceptr(a)"])
def test_what_names_all_that_the_loop_reaches_is_missing_nothing(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""\
void g(int n, double *a) {{
#pragma acc parallel loop {data}
  for (int i = 0; i < n; i++) a[i] *= 2;
}}
void f(int n, double *b) {{
  for (int i = 0; i < n; i++) b[i] += 1; // HERE
}}
"""
    assert asked(tmp_path, text, capsys)[0] == f"parallel loop {data.replace('(a', '(b').replace(', ', ',')}"
    first = candidates(tmp_path, capsys)[0]
    assert first["missing"] == []
    assert first["preferred"]


SHORT = """\
void g(int n, int m, double *a, double *b) {{
#pragma acc parallel loop present(a[0:n], b[0:n])
  for (int i = 0; i < n; i++) a[i] = b[i];
#pragma acc parallel loop present(a[0:n], b[0:n])
  for (int i = 0; i < n; i++) a[i] += b[i];
}}
void f(int n, int m, double *a, double *b) {{
  {loop} // HERE
}}
"""


@pytest.mark.parametrize(
    ("loop", "is_longer"),
    [
        ("for (int i = 0; i < n; i++) a[n + i] = b[i];", True),
        ("for (int i = 0; i < 3 * n; i++) a[i] = b[i];", True),
        ("for (int i = 0; i < n; i++) a[i] = b[2 * n - 1 - i];", True),
        ("for (int i = 0; i < n * m; i++) a[i] = 2 * b[i];", True),
        ("for (int i = 0; i < n; i++) a[i * m] = 2 * b[i];", True),
        ("for (int i = 0; i < n; i++) a[i] = 2 * b[i];", False),
        ("for (int i = 1; i < n - 1; i++) a[i] = b[i - 1] + b[i + 1];", False),
        ("for (int i = 0; i < n / 2; i++) a[2 * i] = b[i];", False),
    ],
)
def test_a_section_that_ends_before_the_loop_does_is_not_first(
    loop: str, is_longer: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = asked(tmp_path, SHORT.format(loop=loop), capsys)[0]
    assert ("present(a[0:n],b[0:n])" not in first) is is_longer


@pytest.mark.parametrize(
    ("section", "is_too_short"),
    [
        ("0:n/2", True),
        ("0:n*3/4", True),
        ("n/2:n/2", True),
        ("n/2:n", True),
        ("m:n", True),
        ("0:n", False),
        ("0:3*n/2", False),
        ("0:n/1", False),
    ],
)
def test_a_part_of_what_the_loop_takes_is_not_carried_over_first(
    section: str, is_too_short: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    near = f"void g(int n, int m, double *a) {{\n#pragma acc parallel loop copy(a[{section}])\n  for (int i = 0; i < n / 2; i++) a[i] += 1;\n}}\n"
    loop = "void f(int n, int m, double *a) {\n  for (int i = 0; i < n; i++) a[i] *= 2; // HERE\n}\n"
    first = asked(tmp_path, near + loop, capsys)[0]
    assert (f"a[{section}]" not in first.replace(" ", "")) is is_too_short


FIELD = """\
class Lattice {
public:
  Lattice(int n);
  void collide();
  void stream();
  int n_;
  float *f_, *g_;
};
"""
METHODS = """\
#include "field.hpp"
Lattice::Lattice(int n) : n_(n) {{
  f_ = new float[3 * n];
  g_ = new float[3 * n];
  {first}
#pragma acc enter data copyin(this[0:1])
#pragma acc enter data copyin(f_[0:3*n_], g_[0:3*n_])
  {second}
}}
void Lattice::collide() {{
#pragma acc parallel loop present(this[0:1], f_[0:3*n_])
  for (int i = 0; i < n_; i++) f_[i] += 1;
#pragma acc parallel loop present(this[0:1], g_[0:3*n_])
  for (int i = 0; i < n_; i++) g_[i] += 1;
}}
void Lattice::stream() {{
  {third}
}}
"""
INIT = "for (int i = 0; i < 3 * n; i++) f_[i] = 1; // HERE"


def methods(**parts: str) -> dict[str, str]:
    text = METHODS.format(**{"first": "", "second": "", "third": ""} | parts)
    return {"field.hpp": FIELD, "field.cpp": text}


def test_nothing_is_there_before_a_constructor_has_brought_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked_in(tmp_path, methods(first=INIT), "field.cpp", capsys)
    assert shown
    assert not any("present" in each for each in shown)


def test_what_a_constructor_has_brought_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "present(this[0:1],f_[0:3*n_])" in asked_in(tmp_path, methods(second=INIT), "field.cpp", capsys)[0]


def test_members_are_there_as_far_as_the_file_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = "for (int i = 0; i < n_; i++) g_[2 * n_ + i] = f_[i]; // HERE"
    first = asked_in(tmp_path, methods(third=loop), "field.cpp", capsys)[0]
    assert "g_[0:3*n_]" in first
    assert "f_[0:3*n_]" in first


MADE = """\
#include <stdlib.h>
typedef struct {{ int n; double *x; }} parts;
void scale(parts *p) {{
#pragma acc parallel loop present(p[0:1], p->x[0:p->n])
  for (int i = 0; i < p->n; i++) p->x[i] *= 2;
}}
parts *make(int n) {{
  parts *p = malloc(sizeof *p);
  p->n = n;
  p->x = malloc(n * sizeof(double));
  {before}
  for (int i = 0; i < p->n; i++) p->x[i] = i; // HERE
  {behind}
  return p;
}}
"""
ENTER = "\n#pragma acc enter data copyin(p[0:1])\n#pragma acc enter data copyin(p->x[0:p->n])\n"


def test_a_struct_is_not_there_before_its_function_has_brought_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked(tmp_path, MADE.format(before="", behind=ENTER), capsys)
    assert shown
    assert not any("present" in each for each in shown)


def test_a_struct_is_there_when_its_function_has_brought_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "present(p[0:1],p->x[0:" in asked(tmp_path, MADE.format(before=ENTER, behind=""), capsys)[0]


CONTAINERS = """\
#include <vector>
#include <cstdio>
#include <iostream>
#include <fstream>
void scale(int n, double *data) {{
#pragma acc parallel loop present(data[0:n])
  for (int i = 0; i < n; i++) data[i] *= 2;
}}
template <typename T> struct Field {{
  int n;
  std::vector<T> data;
  std::vector<bool> mask;
  std::ofstream out;
  void fill(T v) {{
    {loop} // HERE
  }}
}};
"""


def test_the_elements_of_a_container_are_not_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = CONTAINERS.format(loop="for (int i = 0; i < n; i++) data[i] = v;")
    shown = asked_in(tmp_path, {"a.cpp": text}, "a.cpp", capsys)
    assert shown
    assert not any("(data[" in each or ",data[" in each for each in shown)


@pytest.mark.parametrize(
    "loop",
    [
        'for (int i = 0; i < n; i++) std::printf("%d", i);',
        "for (int i = 0; i < n; i++) std::cout << data[i];",
        "for (int i = 0; i < n; i++) out << i;",
        "for (int i = 0; i < n; i++) mask[i] = data[i] > v;",
    ],
)
def test_what_prints_or_shares_bytes_is_no_kernel(
    loop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked_in(tmp_path, {"a.cpp": CONTAINERS.format(loop=loop)}, "a.cpp", capsys) == []


def test_what_reads_bits_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = "for (int i = 0; i < n; i++) data[i] = mask[i] ? v : 0;"
    assert asked_in(tmp_path, {"a.cpp": CONTAINERS.format(loop=loop)}, "a.cpp", capsys)


QUEUE = """\
void g(int n, double *a) {{
#pragma acc parallel loop present(a[0:n]) async(1)
  for (int i = 0; i < n; i++) a[i] *= 2;
{wait}
}}
void f(int n, double *b) {{
  for (int i = 0; i < n; i++) b[i] += 1; // HERE
}}
"""


@pytest.mark.parametrize(
    ("wait", "is_waited_for"),
    [
        ("#pragma acc wait(1)", True),
        ("#pragma acc wait", True),
        ("  acc_wait_all();", True),
        ("#pragma acc wait(2)", False),
        ("", False),
    ],
)
def test_what_nothing_in_sight_waits_for_is_not_preferred(
    wait: str, is_waited_for: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, QUEUE.format(wait=wait), capsys)[0] == "parallel loop present(b[0:n]) async(1)"
    assert candidates(tmp_path, capsys)[0]["preferred"] is is_waited_for


BROUGHT = """\
#include <stdlib.h>
typedef struct {{ int n; double *x; }} parts;
void scale(parts *p, double *w) {{
#pragma acc parallel loop {habit}
  for (int i = 0; i < p->n; i++) p->x[i] *= w[i];
}}
void f(int n, double *w) {{
  parts *p = malloc(sizeof *p);
  p->n = n;
  p->x = malloc(n * sizeof(double));
  {bring}
  for (int i = 0; i < n; i++) p->x[i] = w[i]; // HERE
}}
"""


@pytest.mark.parametrize(
    ("bring", "missing"),
    [
        ("#pragma acc enter data copyin(p[0:1], w[0:n])\n#pragma acc enter data create(p->x[0:n])", ["w", "p", "p->x"]),
        ("#pragma acc data copyin(p[0:1], w[0:n]) create(p->x[0:n])", []),
    ],
)
def test_a_construct_does_not_look_for_what_enter_data_has_brought(
    bring: str, missing: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path, BROUGHT.format(bring=bring, habit=""), capsys)[0] == "parallel loop"
    first = candidates(tmp_path, capsys)[0]
    assert set(first["missing"]) == set(missing)
    assert not (first["preferred"] and missing)


def test_members_of_an_object_that_a_region_holds_may_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """\
typedef struct { int n; double *u, *v; } field;
void first(field *f) {
#pragma acc data present(f[0:1])
  {
#pragma acc parallel loop
    for (int i = 0; i < f->n; i++) f[0].u[i] = f[0].v[i];
  }
}
void second(field *f) {
#pragma acc data present(f[0:1])
  {
    for (int i = 0; i < f->n; i++) f[0].v[i] = f[0].u[i]; // HERE
  }
}
"""
    assert asked(tmp_path, text, capsys)[0] == "parallel loop"
