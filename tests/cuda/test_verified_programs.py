"""`translate --verify` of a file with `main`: the program itself is run beside a reference, with its host code."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from judged import judge, reported
from loopwright.cli.main import main
from loopwright.cuda.file import again
from loopwright.translate.program import build
from loopwright.translate.program.verdict import ProgramJudge

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from host_mutants import mutants
from whole import sampled

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

ADD = """#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
"""
COPIES = (
    ADD
    + """int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  float *h_a = (float *)malloc(bytes), *h_b = (float *)malloc(bytes), *h_c = (float *)malloc(bytes);
  for (int i = 0; i < n; ++i) h_a[i] = i, h_b[i] = 2 * i, h_c[i] = -1;
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
  cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);
  double sum = 0, last = 0;
  for (int i = 0; i < n; ++i) sum += h_c[i] * (i % 7), last = h_a[i] + h_b[i];
  printf("%.1f %g\\n", sum, last);
}
"""
)
STEPS = """#include <cstdio>
#include <cstring>
__constant__ float weights[4];
__device__ int count;
__global__ void smooth(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < 4; ++k) s += weights[k] * a[(i + k) % n];
  b[i] = s;
  if (s > 2) atomicAdd(&count, 1);
}
int main() {
  const int n = 700;
  const size_t bytes = n * sizeof(float);
  static float a[n], b[n];
  float w[4] = {0.5f, 0.25f, 0.75f, 0.125f}, *d, *e;
  for (int i = 0; i < n; ++i) a[i] = i % 13 * 0.25f;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMemcpyToSymbol(weights, w, sizeof w);
  cudaMemcpy(d, a, bytes, cudaMemcpyHostToDevice);
  cudaMemset(e, 255, bytes);
  for (int step = 0; step < 3; ++step) {
    smooth<<<(n + 255) / 256, 256>>>(d, e, n);
    cudaMemcpy(d, e, bytes, cudaMemcpyDeviceToDevice);
  }
  int found = 0;
  cudaMemcpyFromSymbol(&found, count, sizeof found);
  cudaMemcpy(b, d, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 50) printf("%.4f ", b[i]);
  printf("%.4f %d\\n", b[n - 1], found);
}
"""


def told(folder: Path, capsys: pytest.CaptureFixture[str], text: str, *arguments: str) -> dict[str, Any]:
    """What the command says of a file."""
    (folder / "k.cu").write_text(text, "utf-8")
    main(
        ["translate", "--verify", "--no-model", "--json", str(folder / "k.cu"), "-o", str(folder / "k.cpp"), *arguments]
    )
    return json.loads(capsys.readouterr().out)


@pytest.fixture(scope="module")
def judge_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], ProgramJudge]]:
    """Who judges translations of a program: several tests ask about one, whose reference is built and run once."""
    with ExitStack() as stack:
        yield cache(lambda text: stack.enter_context(judge(tmp_path_factory.mktemp("judged"), text)))


@pytest.mark.parametrize("text", [COPIES, STEPS], ids=("copies", "steps"))
def test_changes_of_host_code_are_told(text: str, judge_of: Callable[[str], ProgramJudge]) -> None:
    """A part of them, in `make whole` a third; benchmarks/host_mutants.py judges all."""
    judged = judge_of(text)
    translation = judged.files[0].translation
    assert judged.report([translation.text]).status == "tested"
    names = [kernel.name for kernel in translation.kernels]
    kept = again(translation, copying=True).text
    drawn = dict([*mutants(translation.text, names), *mutants(kept, names)])
    # Before the kernel sets all of it: nothing can tell.
    drawn = {what: changed for what, changed in drawn.items() if "cudaMemset" not in what}
    assert len(drawn) >= 12
    missed = [what for what in sampled(list(drawn)[::3], 2, str) if judged.report([drawn[what]]).status != "differs"]
    assert missed == []


@pytest.mark.parametrize(
    ("asks", "status"),
    [("", "differs"), ('  int more; if (scanf("%d", &more) == 1) return 1;\n', "not run")],
    ids=("not", "asks"),
)
def test_a_program_that_nobody_types_anything_for_is_not_said_to_differ(
    asks: str, status: str, judge_of: Callable[[str], ProgramJudge]
) -> None:
    judged = judge_of(COPIES.replace("int main() {\n", f"int main() {{\n{asks}"))
    own = judged.files[0].translation.text
    assert judged.report([own]).status == "tested"
    found = judged.report([own.replace("+ b[i]", "- b[i]")])
    assert found.status == status
    assert ("it reads what is typed, and nothing is" in found.reason) == bool(asks)


def test_a_copy_that_was_wrongly_taken_out_is_to_blame(tmp_path: Path) -> None:
    text = COPIES.replace("h_c[i] = -1;", "h_c[i] = -1;\n  float &second = h_a[1];").replace(
        "  add<<<", "  second = 500;\n  add<<<"
    )
    with judge(tmp_path, text) as judged:
        own = judged.files[0].translation.text
        assert judged.report([own]).status == "tested"  # the copy stays
        wrong = own.replace("cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice);", "d_a = h_a;")
        assert wrong != own
        found = judged.report([wrong])
    assert (found.status, found.step, found.line) == ("differs", "copies", 1)
    assert found.expected != found.printed


def test_the_kernel_of_a_program_that_differs_is_not_plainly_tested(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # On a GPU the copy is refused: it says another direction than it goes.
    text = COPIES.replace("(h_c, d_c, bytes, cudaMemcpyDeviceToHost)", "(h_c, d_c, bytes, cudaMemcpyHostToDevice)")
    found = told(tmp_path, capsys, text)
    assert found["program"]["status"] == "differs"
    assert any("another direction" in remark for remark in found["program"]["remarks"])
    assert found["kernels"][0]["status"] == "tested"
    assert "the program differs" in found["kernels"][0]["reason"]


def test_a_launch_that_a_gpu_refuses_is_named(tmp_path: Path) -> None:
    text = COPIES.replace("int main() {", "int main(int count, char **) {")
    text = text.replace("add<<<(n + 255) / 256, 256>>>", "cudaMemset(d_c, 0, bytes), add<<<1, 4096 * count>>>")
    found = reported(tmp_path, text)
    assert (found.status, "depends on its kernels" in found.reason) == ("not run", True)
    (remark,) = found.remarks
    assert remark == "a GPU's runtime refuses a launch of add with 4096 * 1 * 1 threads in a block"


SHARED = """#include <cstdio>
#include <cstdlib>
__global__ void turn(int *a, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  a[threadIdx.x] = s[n - 1 - threadIdx.x];
}
int main(int count, char **) {
  int *d, h[64] = {0};
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  turn<<<1, 64, 65536 * count>>>(d, 64);
  printf("%d ", cudaGetLastError());
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\\n", h[3]);
}
"""


def test_shared_memory_that_no_launch_gets_by_itself_is_named(tmp_path: Path) -> None:
    found = reported(tmp_path, SHARED)
    assert (found.status, "depends on its kernels" in found.reason) == ("not run", True)
    (remark,) = found.remarks
    assert remark.endswith("a launch of turn with 65536 bytes of shared memory that it did not ask for")
    asked = SHARED.replace(
        "  turn<<<", "  cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);\n  turn<<<"
    )
    found = reported(tmp_path, asked)
    assert (found.status, found.remarks) == ("tested", ())


ERRORS = """#include <cstdio>
__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }
#define SAY(what) printf("%d ", (int)(what))
int main() {
  int *d, *none = nullptr, h[32], count;
  cudaDeviceProp p;
  cudaMalloc(&d, sizeof h);
  k<<<1, 32>>>(d);
  SAY(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)), SAY(h[7]);
  SAY(cudaMemset(none, 0, 4)), SAY(cudaPeekAtLastError()), SAY(cudaGetLastError()), SAY(cudaGetLastError());
  SAY(cudaMemsetAsync(none, 0, 4)), SAY(cudaMemset(none, 0, 0)), SAY(cudaGetLastError());
  SAY(cudaGetDeviceCount(&count)), SAY(cudaSetDevice(count)), SAY(cudaSetDevice(-1));
  SAY(cudaGetDeviceProperties(&p, count)), SAY(cudaGetDeviceProperties(&p, 0)), SAY(cudaGetLastError());
  SAY(cudaMalloc(&none, (size_t)1 << 50)), SAY(none == nullptr), SAY(cudaGetLastError());
  SAY(cudaFree(h)), SAY(cudaFree(d)), SAY(cudaFree(d)), SAY(cudaFree(nullptr)), SAY(cudaGetLastError()), SAY(cudaGetLastError());
}
"""


def test_errors_that_a_program_asks_for_are_those_of_a_gpu(tmp_path: Path) -> None:
    told_there = "0 7 1 1 1 0 1 0 1 0 101 101 101 0 101 2 1 2 1 0 1 0 1 0 "
    with judge(tmp_path, ERRORS) as judged:
        assert judged.report([judged.files[0].translation.text]).status == "tested"
        assert judged._referred(0).printed == told_there


OVERLOADS = """#include <cstdio>
struct Node { Node *next; float value; };
__global__ void k(Node *a) { a[threadIdx.x].value += 1, a[threadIdx.x].next->value += 1; }
__global__ void k(Node **a) { a[threadIdx.x]->value += 2, a[threadIdx.x]->next->value += 1; }
int main() {
  Node h[4] = {}, *d;
  cudaMalloc(&d, sizeof h);
  for (Node &each : h) each.next = d;
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\\n", h[0].value);
}
"""


def test_a_program_says_nothing_of_one_of_two_kernels_of_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(tmp_path, capsys, OVERLOADS)
    assert found["program"]["status"] == "tested"
    assert [(k["status"], k.get("reason", "").startswith("no")) for k in found["kernels"]] == [("compiled", True)] * 2


MANAGED = (
    ADD
    + """int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 0;
  if (!n) return puts("usage: add N"), 1;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4), cudaMallocManaged(&c, n * 4);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 1;
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  cudaDeviceSynchronize();
  FILE *file = fopen("sums.txt", "w");
  for (int i = 0; i < n; i += 100) fprintf(file, "%d %g\\n", i, c[i]);
  fclose(file);
  printf("done in %g s at %p\\n", clock() / (double)CLOCKS_PER_SEC, (void *)c);
}
"""
)


def test_times_and_addresses_are_left_out_and_files_compared(tmp_path: Path) -> None:
    text = MANAGED.replace("#include <cstdlib>", "#include <cstdlib>\n#include <ctime>")
    found = reported(tmp_path, text, "1000")
    assert (found.status, found.kernels) == ("tested", ("add",))
    without = reported(tmp_path, text)
    assert without.status == "not run"
    assert "no kernel is launched" in without.reason
    assert "usage: add N" in without.reason
    assert not (tmp_path / "sums.txt").exists()


def test_what_is_not_waited_for_is_racy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = MANAGED.replace("  cudaDeviceSynchronize();\n", "")
    found = told(tmp_path, capsys, text, "--", "1000")
    assert found["program"]["status"] == "racy"
    assert "without waiting" in found["program"]["reason"]
    assert "the program is racy" in found["kernels"][0]["reason"]


SILENT = {
    "nothing of it is seen": (
        COPIES.replace('printf("%.1f %g\\n", sum, last)', 'printf("done\\n")').replace(
            "cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost);", ""
        ),
        "copies nothing to the host",
    ),
    "memory that is not set": (
        COPIES.replace("cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice);", ""),
        "memory that nothing was written to",
    ),
    "memory of the host that is not set": (
        COPIES.replace("h_c[i] = -1;", "h_c[i] = -1;\n  int *h_n = (int *)malloc(4);")
        .replace("%g\\n", "%g %d\\n")
        .replace("sum, last)", "sum, last, *h_n)"),
        "memory that nothing was written to",
    ),
    "it ends by itself": (COPIES.replace("  double sum", "  abort();\n  double sum"), "ends with signal"),
}


@pytest.mark.parametrize(("text", "reason"), SILENT.values(), ids=SILENT)
def test_what_shows_nothing_is_not_called_tested(text: str, reason: str, tmp_path: Path) -> None:
    found = reported(tmp_path, text)
    assert found.status == "not run"
    assert reason in found.reason


def test_several_files_are_one_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kernel, host = COPIES.split("int main()")
    (tmp_path / "lib.cu").write_text(kernel.replace("static", ""), "utf-8")
    declared = (
        "#include <cstdio>\n#include <cstdlib>\n__global__ void add(const float *, const float *, float *, int);\n"
    )
    (tmp_path / "main.cu").write_text(f"{declared}int main(){host}", "utf-8")
    files = [str(tmp_path / name) for name in ("lib.cu", "main.cu")]
    assert main(["translate", "--verify", "--no-model", "--json", *files, "-o", str(tmp_path / "out")]) == 0
    assert json.loads(capsys.readouterr().out)["program"]["status"] == "tested"


def test_a_kernel_without_inputs_of_our_making_is_tested_by_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """#include <cstdio>
struct Row { float *at; };
__global__ void fill(Row *rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) rows[i % 2].at[i / 2] = i * 0.5f;
}
int main() {
  const int n = 300;
  Row *rows;
  cudaMallocManaged(&rows, 2 * sizeof(Row));
  for (int r = 0; r < 2; ++r) cudaMallocManaged(&rows[r].at, n * sizeof(float));
  fill<<<2, 256>>>(rows, n);
  cudaDeviceSynchronize();
  for (int r = 0; r < 2; ++r) for (int i = 0; i < 150; i += 30) printf("%g ", rows[r].at[i]);
  printf("\\n");
}
"""
    found = told(tmp_path, capsys, text)
    assert found["program"]["status"] == "tested"
    assert (found["kernels"][0]["status"], found["kernels"][0]["inputs"]) == ("tested", 1)
    assert "program" in found["kernels"][0]["reason"]


def test_blocks_that_wait_for_each_other_are_tested_by_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where g++ looks at the size of what is copied, as that of some systems does unasked: what runs the blocks is compiled so."""
    monkeypatch.setattr(build, "_OBJECT", (*build._OBJECT, "-D_FORTIFY_SOURCE=3"))
    text = """#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void around(int *a, int *b) {
  static __shared__ int last[32];
  auto grid = cg::this_grid();
  int n = grid.size(), i = grid.thread_rank();
  last[threadIdx.x] = i;
  __syncthreads();
  for (int step = 0; step < 3; ++step) {
    b[i] = a[(i + 1) % n] + last[31 - threadIdx.x];
    grid.sync();
    a[i] = b[i];
    grid.sync();
  }
}
int main() {
  int *a, *b;
  cudaMallocManaged(&a, 512), cudaMallocManaged(&b, 512);
  for (int i = 0; i < 128; ++i) a[i] = i * i;
  void *given[] = {&a, &b};
  cudaLaunchCooperativeKernel((void *)around, 4, 32, given);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; i += 16) printf("%d ", a[i]);
  printf("\\n");
}
"""
    found = told(tmp_path, capsys, text)
    assert found["program"]["status"] == "tested"
    assert (found["kernels"][0]["status"], found["kernels"][0]["inputs"]) == ("tested", 1)


def test_names_of_a_program_are_not_taken_for_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """#include <cstdio>
__device__ int shared, globals, name;
__global__ void shape(int *b) { b[threadIdx.x] *= 2; if (threadIdx.x == 0) atomicAdd(&shared, 1), globals = 5, name = 2; }
__global__ void arguments(int *b) { b[threadIdx.x] += 3; }
int main(int, char **words) {
  int *b;
  cudaMallocManaged(&b, 256);
  for (int i = 0; i < 64; ++i) b[i] = i;
  shape<<<1, 64>>>(b);
  arguments<<<1, 64>>>(b);
  cudaDeviceSynchronize();
  printf("%s: %d %d\\n", words[0], b[0], b[63]);
}
"""
    found = told(tmp_path, capsys, text)
    assert [kernel["status"] for kernel in found["kernels"]] == ["tested", "tested"]
    assert found["program"]["status"] == "tested"


def test_what_a_kernel_is_not_judged_with_alone_is_tested_by_the_program(tmp_path: Path) -> None:
    text = """#include <cooperative_groups.h>
#include <cstdio>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;
__global__ void sums(const int *a, int *out, int *taken) {
  using Reduce = cub::BlockReduce<int, 96>;
  using Scan = cub::BlockScan<int, 96>;
  __shared__ typename Reduce::TempStorage r;
  __shared__ typename Scan::TempStorage s;
  int v = a[blockIdx.x * 96 + threadIdx.x], before;
  Scan(s).ExclusiveSum(v, before);
  int all = Reduce(r).Sum(v);
  out[blockIdx.x * 96 + threadIdx.x] = before;
  if (threadIdx.x == 0) out[192 + blockIdx.x] = all;
  if (v > 4) {
    auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(taken, (int)active.size());
  }
}
int main() {
  int *a, *out, *taken;
  cudaMallocManaged(&a, 768), cudaMallocManaged(&out, 776), cudaMallocManaged(&taken, 4);
  for (int i = 0; i < 192; ++i) a[i] = i % 11;
  *taken = 0;
  sums<<<2, 96>>>(a, out, taken);
  cudaDeviceSynchronize();
  for (int i = 0; i < 194; i += 13) printf("%d ", out[i]);
  printf("%d %d %d\\n", out[192], out[193], *taken);
}
"""
    with judge(tmp_path, text) as judged:
        own = judged.files[0].translation.text
        found = judged.report([own])
        assert (found.status, found.kernels) == ("tested", ("sums",))
        changed = own.replace("> 4", "> 5")
        assert changed != own
        assert judged.report([changed]).status == "differs"


TRANSFORMS = """#include <cufft.h>
#include <cstdio>
__global__ void scale(cufftComplex *a, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i].x *= by, a[i].y *= by;
}
int main() {
  const int n = 96;
  cufftComplex h[n], *d;
  for (int i = 0; i < n; ++i) h[i].x = i % 7, h[i].y = i % 5;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  scale<<<1, 128>>>(d, n, 2);
  cufftExecC2C(plan, d, d, CUFFT_FORWARD);
  scale<<<1, 128>>>(d, n, 1.0f / n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 9) printf("%.3f %.3f\\n", h[i].x, h[i].y);
  cufftDestroy(plan);
}
"""


def test_a_program_with_transforms_is_tested(tmp_path: Path) -> None:
    assert reported(tmp_path, TRANSFORMS).status == "tested"


def test_so_is_its_kernel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, capsys, TRANSFORMS)["kernels"][0]["status"] == "tested"


@pytest.mark.parametrize("name", ["later_than_the_standard", "numbers_of_libcu", "pictures_of_samples"])
def test_what_a_translation_has_of_its_own_a_reference_has(name: str, tmp_path: Path) -> None:
    text = (Path(__file__).parent / "programs" / f"{name}.cu").read_text("utf-8")
    assert reported(tmp_path, text).status == "tested"


def test_a_header_that_the_program_brings_is_its_own_in_a_reference(tmp_path: Path) -> None:
    (tmp_path / "helper_timer.h").write_text("struct StopWatchInterface { int turns; };\n", "utf-8")
    text = """#include "helper_timer.h"
#include <cstdio>
__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }
int main() {
  StopWatchInterface watch{3};
  int *a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d\\n", a[watch.turns]);
}
"""
    assert reported(tmp_path, text).status == "tested"
