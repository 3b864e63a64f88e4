"""What a loop reduces is there when the code behind it uses it: an `async` that comes from another loop is taken off where nothing
waits before."""

from __future__ import annotations

from pathlib import Path

import pytest
from asked import asked

TEXT = """#include <openacc.h>
void send(int total);
int count(int n, const double *a, double *b, int *flag) {{
  int total = 0;
#pragma acc parallel loop present(a,b,flag) async
  for (int i = 0; i < n; i++) {{ flag[i] = a[i] > b[i]; b[i] = a[i] + 1; }}
#pragma acc parallel loop present(a,b,flag) async
  for (int i = 0; i < n; i++) {{ flag[i] = a[i] < b[i]; b[i] = a[i] + 2; }}
  for (int i = 0; i < n; i++) {{ flag[i] = a[i] > b[i]; b[i] = a[i] + 1; total += flag[i]; }} // HERE
{behind}
  return 0;
}}
"""


@pytest.mark.parametrize(
    "behind",
    [
        "  send(total);",
        "  if (total > 3) b[0] = 1;\n#pragma acc wait",
        "#pragma acc parallel loop present(flag) async\n  for (int i = 0; i < n; i++) flag[i] = total;\n#pragma acc wait",
        "  // acc_wait(1)\n  send(total + 1);",
    ],
)
def test_nothing_runs_on_that_is_used(behind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = asked(tmp_path, TEXT.format(behind=behind), capsys)
    assert shown
    assert not any("async" in directive for directive in shown if "reduction" in directive)


@pytest.mark.parametrize(
    "behind",
    [
        "#pragma acc wait\n  send(total);",
        "  acc_wait_all();\n  send(total);",
        "#pragma acc parallel loop present(flag) wait\n  for (int i = 0; i < n; i++) flag[i] = total;",
        "  // total is sent by others\n#pragma acc wait",
    ],
)
def test_what_is_waited_for_may_run_on(behind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "async" in asked(tmp_path, TEXT.format(behind=behind), capsys)[0]


USED = """#include <openacc.h>
#include <stdio.h>
#include <string.h>
void kernels(int n, double *d, double *e) {{
#pragma acc parallel loop {data} async(1)
  for (int i = 0; i < n; i++) d[i] = i + e[i];
#pragma acc parallel loop {data} async(1)
  for (int i = 0; i < n; i++) d[i] = 2 * i + e[i];
#pragma acc wait(1)
}}
void f(int n, double *d, double *e, double *h, FILE *out) {{
  for (int i = 0; i < n; i++) d[i] = 3 * i + e[i]; // HERE
{behind}
}}
"""
AT_ONCE = [
    "  acc_memcpy_from_device(h, d, n * sizeof(double));\n  acc_wait(1);",
    "  acc_free(d);",
    "  h[0] = d[0];\n#pragma acc wait(1)",
    "  fwrite(d, sizeof(double), n, out);",
    '  fprintf(out, "%g", d[3]);',
    "  memcpy(h, d, n * sizeof(double));",
    "#pragma acc update self(d[0:n])",
    "#pragma acc exit data copyout(d[0:n])",
    "  if (n > 3) d[0] = 1;",
]
IN_ORDER = [
    "#pragma acc wait(1)\n  acc_memcpy_from_device(h, d, n * sizeof(double));",
    "  acc_wait_all();\n  acc_free(d);",
    "  acc_memcpy_from_device(h, e, n * sizeof(double));\n  acc_wait(1);",
    "#pragma acc update self(d[0:n]) async(1)\n#pragma acc wait(1)\n  h[0] = d[0];",
    "#pragma acc update self(d[0:n]) wait(1)\n  h[0] = d[0];",
    "#pragma acc parallel loop {data} async(1)\n  for (int i = 0; i < n; i++) d[i] += e[i];\n#pragma acc wait(1)\n",
    "  h[0] = e[0];\n#pragma acc wait(1)",
    "  kernels(n, d, e);",
    "",
]


@pytest.mark.parametrize("data", ["deviceptr(d,e)", "present(d[0:n],e[0:n])", "present(d,e)", "default(present)"])
@pytest.mark.parametrize("behind", AT_ONCE)
def test_what_a_loop_writes_is_not_used_before_a_wait(
    behind: str, data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked(tmp_path, USED.format(behind=behind, data=data), capsys)
    assert shown
    assert "async" not in shown[0]


@pytest.mark.parametrize("data", ["deviceptr(d,e)", "present(d[0:n],e[0:n])", "present(d,e)", "default(present)"])
@pytest.mark.parametrize("behind", IN_ORDER)
def test_where_something_waits_or_nothing_is_used_the_queue_stays(
    behind: str, data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "async(1)" in asked(tmp_path, USED.format(behind=behind.format(data=data), data=data), capsys)[0]


def test_the_other_branch_is_not_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = "for (int i = 0; i < n; i++) d[i] = 3 * i + e[i]; // HERE\n"
    text = USED.format(behind="  }\n  else { for (int i = 0; i < n; i++) d[i] = i; }", data="present(d,e)")
    assert "async(1)" in asked(tmp_path, text.replace(f"  {loop}", f"  if (n > 100) {{\n    {loop}"), capsys)[0]


QUEUES = """void step(int n, int m, double *a, double *b, double *c, const double *e) {{
  for (int t = 0; t < m; t++) {{
{front}
#pragma acc parallel loop present(a,e) async(1)
    for (int i = 0; i < n; i++) a[i] = 2 * e[i] + 1;
    for (int i = 0; i < n; i++) b[i] = 2 * e[i] + 1; // HERE
#pragma acc parallel loop present(c,e) async(3)
    for (int i = 0; i < n; i++) c[i] = 2 * e[i] + 1;
{behind}
  }}
#pragma acc wait
}}
"""
OTHER_WORK = "#pragma acc parallel loop present(b,e) async(2)\n    for (int i = 0; i < n; i++) b[i] = 2 * e[i] + 3;\n"


@pytest.mark.parametrize(
    ("front", "behind"),
    [
        ("", "#pragma acc wait(1)\n#pragma acc wait(2)\n#pragma acc wait(3)"),
        ("", "#pragma acc wait(1,2,3)"),
        (f"{OTHER_WORK}#pragma acc wait(2)", "#pragma acc wait(1) async(3)\n#pragma acc wait(2)"),
        ("", f"#pragma acc wait(1,2,3)\n{OTHER_WORK}#pragma acc wait(2)"),
        ("", "#pragma acc parallel loop present(a,b) async(1) wait(2)\n    for (int i = 0; i < n; i++) a[i] += b[i];"),
    ],
)
def test_work_goes_into_the_queue_that_is_waited_for_and_has_none(
    front: str, behind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked(tmp_path, QUEUES.format(front=front, behind=behind), capsys)
    assert "async(2)" in shown[0]
    assert not any("async(1)" in directive or "async(3)" in directive for directive in shown)


def test_what_stands_alone_right_above_the_loop_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    front = "#pragma acc parallel loop present(c) async(2)\n    for (int i = 1; i < n; i++) c[i] *= c[i] + 3;\n"
    text = QUEUES.format(front=front, behind="#pragma acc wait(1,2,3)")
    above = "#pragma acc wait(2)\n    for (int i = 0; i < n; i++) b[i] = 2 * e[i] + 1; // HERE"
    shown = asked(tmp_path, text.replace("    for (int i = 0; i < n; i++) b[i] = 2 * e[i] + 1; // HERE", above), capsys)
    assert "async(2)" in shown[0]


@pytest.mark.parametrize(
    ("front", "behind"),
    [
        ("", "#pragma acc wait(1)\n#pragma acc wait(3)"),
        (OTHER_WORK, "#pragma acc wait(1,2,3)"),  # its work stands before
        ("", f"#pragma acc wait(1,2,3)\n{OTHER_WORK}"),  # or comes from the pass before
        ("", "#pragma acc wait(1,2,3,4)"),  # one of two
    ],
)
def test_a_queue_that_has_its_work_takes_no_other(
    front: str, behind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = asked(tmp_path, QUEUES.format(front=front, behind=behind), capsys)
    assert any("async(1)" in directive for directive in shown)
    assert any("async(3)" in directive for directive in shown)
