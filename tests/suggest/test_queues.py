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
