"""Copies whose sizes are checked (`-D_FORTIFY_SOURCE`, which some systems set by themselves): the host's accesses are seen all the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from loopwright.device.run import run_program

# The length is not known when this is compiled, the array's size is: what is checked when it runs.
TEXT = """#include <stdio.h>
#include <string.h>
#include <unistd.h>
double a[64], b[64];
int main(int argc, char **argv) {
  size_t n = 63 + argc;
  for (int i = 0; i < 64; i++) b[i] = i;
#pragma acc enter data copyin(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < 64; i++) a[i] = 1;
#pragma acc update self(a)
  @change@
#pragma acc update device(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < 64; i++) a[i] += 1;
#pragma acc exit data copyout(a)
  printf("%g\\n", a[5]);
  return argv[0] == 0;
}
"""
CHANGES = {
    "memcpy(a, b, n * sizeof *a);": "6",
    "memmove(a + 1, a, (n - 1) * sizeof *a); a[5] = 5;": "6",
    "memset(a, 0, n * sizeof *a);": "1",
    'FILE *f = fopen("/dev/zero", "r"); if (fread(a, sizeof *a, n, f) < n) return 1; fclose(f);': "1",
}
CHECKED = ["-O1", "-D_FORTIFY_SOURCE=2"]


@pytest.mark.parametrize("change", CHANGES)
def test_a_checked_copy_is_seen(tmp_path: Path, change: str) -> None:
    (tmp_path / "a.c").write_text(TEXT.replace("@change@", change))
    report = run_program([tmp_path / "a.c"], compile_flags=CHECKED, folder=tmp_path)
    assert (report.exit, report.stdout.strip(), list(report.findings)) == (0, CHANGES[change], [])
    assert max(d.redundant_bytes for d in report.directives) <= 8  # `memmove` leaves the first


@pytest.mark.parametrize("change", CHANGES)
def test_it_is_seen_in_what_was_built_elsewhere(tmp_path: Path, change: str) -> None:
    flags = ["-fopenacc", "-foffload=disable", "-fno-builtin-acc_on_device", "-fsanitize=thread"]
    (tmp_path / "a.c").write_text(TEXT.replace("@change@", change))
    subprocess.run(["gcc", *CHECKED, *flags, "-c", "a.c", "-o", "a.o"], cwd=tmp_path, check=True)
    report = run_program([tmp_path / "a.o"], folder=tmp_path)
    assert (report.exit, report.stdout.strip()) == (0, CHANGES[change])
    assert max(d.redundant_bytes for d in report.directives) <= 8  # `memmove` leaves the first
