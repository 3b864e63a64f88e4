"""A device that shares memory with the host: everything (`unified`), or what is allocated (`managed`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.device import Report, run_program
from loopwright.device.builder import build, find_gcc
from loopwright.device.run import Limits
from loopwright.openacc.sharing import MemoryModel

HEAD = """#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double *values; } Field;
static double grid[64];
int main(void) {
  int n = 64;
  double *x = malloc(n * sizeof *x), own[64];
  Field f = {n, malloc(n * sizeof(double))}, *g = malloc(sizeof *g);
  *g = f;
  for (int i = 0; i < n; i++) x[i] = own[i] = grid[i] = f.values[i] = i;
"""
TAIL = """
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] + own[i] + grid[i] + f.values[i];
  printf("%g\\n", sum);
  return 0;
}
"""
SHARING: tuple[MemoryModel, ...] = ("managed", "unified")
LOOP = "for (int i = 0; i < n; i++) "
ALLOCATED = [
    f"#pragma acc parallel loop\n{LOOP}x[i] *= 2;",
    f"#pragma acc parallel loop\n{LOOP}f.values[i] *= 2;",
    f"#pragma acc parallel loop\n{LOOP}g->values[i] *= 2;",
    f"#pragma acc kernels loop independent\n{LOOP}x[i] *= 2;",
    f"#pragma acc parallel loop copy(x[0:n])\n{LOOP}x[i] *= 2;",
    f"#pragma acc parallel loop present(x[0:n])\n{LOOP}x[i] *= 2;",
    f"#pragma acc parallel loop copyin(x[0:n])\n{LOOP}x[i] *= 2;",
    f"#pragma acc parallel loop deviceptr(x)\n{LOOP}x[i] *= 2;",
    f"#pragma acc enter data create(x[0:n])\n#pragma acc parallel loop present(x[0:n])\n{LOOP}x[i] *= 2;\n"
    "#pragma acc exit data delete(x[0:n])",
    f"#pragma acc data create(x[0:n])\n{{\n#pragma acc parallel loop\n{LOOP}x[i] *= 2;\n}}",
    f"#pragma acc enter data copyin(f)\n#pragma acc enter data copyin(f.values[0:n])\n#pragma acc parallel loop present(f)\n"
    f"{LOOP}f.values[i] *= 2;\n#pragma acc exit data delete(f.values[0:n])\n#pragma acc exit data delete(f)",
    f"double *d = acc_copyin(x, n * 8);\n#pragma acc parallel loop deviceptr(d)\n{LOOP}d[i] *= 2;\nacc_delete(x, n * 8);",
    f"#pragma acc parallel loop\n{LOOP}x[i] *= 2;\n#pragma acc update self(x[0:n])\n#pragma acc update device(x[0:n])",
    f"#pragma acc parallel loop async\n{LOOP}x[i] *= 2;\n#pragma acc wait",
    f"double *d;\n#pragma acc host_data use_device(x)\nd = x;\n#pragma acc parallel loop deviceptr(d)\n{LOOP}d[i] *= 2;",
    f"if (acc_is_present(x, 8) && acc_deviceptr(x) == x) {LOOP}x[i] *= 2;",
]
OF_THE_HOST = [
    f"double *p = grid;\n#pragma acc parallel loop\n{LOOP}p[i] *= 2;",
    f"double *p = own;\n#pragma acc parallel loop\n{LOOP}p[i] *= 2;",
]
NAMED = [
    f"#pragma acc parallel loop\n{LOOP}grid[i] *= 2;",
    f"#pragma acc parallel loop copy(own)\n{LOOP}own[i] *= 2;",
]


def go(folder: Path, body: str, memory: MemoryModel) -> Report:
    folder.chmod(0o755)  # as root a program runs as nobody
    program = folder / "program"
    if not program.exists():
        (folder / "a.c").write_text(HEAD + body + TAIL, "utf-8")
        build([folder / "a.c"], program, find_gcc(None), watched=True)
    return run_program([program], memory=memory, limits=Limits(), folder=folder)


def moved(report: Report, least: int = 100) -> int:
    """Bytes of arrays: a pointer or scalar that goes by value is not counted."""
    found = sum(row.to_device.bytes + row.to_host.bytes for row in report.directives)
    return found if found >= least else 0


@pytest.mark.parametrize("body", ALLOCATED)
def test_what_is_allocated_is_used_in_place(tmp_path: Path, body: str) -> None:
    for memory in SHARING:
        report = go(tmp_path, body, memory)
        assert (report.exit, report.stdout.strip()) == (0, "10080"), (memory, report.stderr)  # 63 * 32 * 5
        assert moved(report) == 0


@pytest.mark.parametrize("body", NAMED)
def test_a_named_array_is_copied_where_only_allocations_are_shared(tmp_path: Path, body: str) -> None:
    report = go(tmp_path, body, "managed")
    assert (report.exit, report.stdout.strip()) == (0, "10080"), report.stderr
    assert moved(report) - 2 * 64 * 8 in range(32)  # and `n`
    assert moved(go(tmp_path, body, "unified")) == 0


@pytest.mark.parametrize("body", OF_THE_HOST)
def test_a_pointer_to_an_array_of_the_host_is_seen_where_only_allocations_are_shared(tmp_path: Path, body: str) -> None:
    report = go(tmp_path, body, "managed")
    assert report.exit == 1
    assert "LW806" in {finding.code for finding in report.findings}
    shared = go(tmp_path, body, "unified")
    assert (shared.exit, shared.stdout.strip(), shared.findings) == (0, "10080", ())


def test_nothing_is_shared_by_itself(tmp_path: Path) -> None:
    assert "LW806" in {finding.code for finding in go(tmp_path, ALLOCATED[0], "discrete").findings}


def test_a_missing_wait_shows_in_shared_memory_too(tmp_path: Path) -> None:
    report = go(tmp_path, f"#pragma acc parallel loop async\n{LOOP}x[i] *= 2;", "unified")
    assert report.stdout.strip() != "10080"
