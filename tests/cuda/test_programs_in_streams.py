"""What a program asks of a device without waiting for it: streams, graphs, launches that a structure describes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translation_of
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge, ProgramReport

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")

KERNELS = """#include <cstdio>
#include <cstring>
__global__ void twice(const int *a, int *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = 2 * a[i]; }
__global__ void grow(int *a, int by, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += by; }
"""
# The second stream's kernel reads what the first one's wrote: the capture joins them by an event.
FORKED = (
    KERNELS
    + """int main() {
  const int n = 8;
  int h[n], *a, *b, many = n;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemset(b, 0, sizeof h);
  cudaStream_t s, t;
  cudaStreamCreate(&s), cudaStreamCreate(&t);
  cudaEvent_t begin, half, end;
  cudaEventCreate(&begin), cudaEventCreate(&half), cudaEventCreate(&end);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(begin, s);
  cudaStreamWaitEvent(t, begin);
  grow<<<1, n, 0, s>>>(a, 1, many);
  cudaEventRecord(half, s);
  cudaStreamWaitEvent(t, half);
  twice<<<1, n, 0, t>>>(a, b, many);
  cudaEventRecord(end, t);
  cudaStreamWaitEvent(s, end);
  cudaStreamEndCapture(s, &graph);
  many = 0;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 10; ++i) cudaGraphLaunch(exec, s);
  cudaEventRecordWithFlags(end, s, 0);
  cudaEventSynchronize(end);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\\n", h[0], h[n - 1]);
}
"""
)
NODES = (
    KERNELS
    + """__global__ void add(int *a, int by, const int *b) {
  extern __shared__ int t[];
  t[threadIdx.x] = b[threadIdx.x];
  a[threadIdx.x] += by * t[threadIdx.x];
}
int main() {
  int n = 4, by = 3, h[4] = {1, 2, 3, 4}, g[4], *a, *b;
  cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t up, first, second, down;
  cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaKernelNodeParams how = {};
  how.gridDim = 1, how.blockDim = 4;
  void *of_grow[] = {&a, &by, &n}, *of_twice[] = {&a, &b, &n};
  how.func = (void *)grow, how.kernelParams = of_grow;
  cudaGraphAddKernelNode(&first, graph, &up, 1, &how);
  how.func = (void *)twice, how.kernelParams = of_twice;
  cudaGraphAddKernelNode(&second, graph, &first, 1, &how);
  by = 0;
  cudaGraphAddMemcpyNode1D(&down, graph, &second, 1, g, b, sizeof g, cudaMemcpyDeviceToHost);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  h[0] = 5;
  cudaGraphLaunch(exec, 0), cudaDeviceSynchronize();
  cudaLaunchConfig_t with = {};
  with.gridDim = 1, with.blockDim = 4, with.dynamicSmemBytes = 16;
  cudaLaunchKernelEx(&with, add, a, 2, b);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\\n", g[0], g[3], h[0]);
}
"""
)
# The host sets new values for the next round while the copy of the last ones may not have been made.
ROUNDS = (
    KERNELS
    + """int main() {
  const int n = 64;
  int *h, *d, *sum, r[n];
  cudaMallocHost(&h, n * 4), cudaMalloc(&d, n * 4), cudaMalloc(&sum, n * 4), cudaMemset(sum, 0, n * 4);
  cudaStream_t s;
  cudaStreamCreate(&s);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < n; ++i) h[i] = i + 100 * round;
    cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, s);
    grow<<<1, n, 0, s>>>(sum, round + 1, n);
    twice<<<1, n, 0, s>>>(d, d, n);
    WAIT
  }
  cudaMemcpy(r, d, n * 4, cudaMemcpyDeviceToHost);
  int first = r[1];
  cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, s);
  grow<<<1, n, 0, s>>>(d, 1, n);
  WAIT
  memset(h, 0, n * 4);
  cudaMemcpy(r, d, n * 4, cudaMemcpyDeviceToHost);
  printf("%d %d\\n", first, r[1]);
}
"""
)


def judged(folder: Path, text: str) -> tuple[ProgramReport, str]:
    """What is known of the program, and what the reference prints."""
    path = folder / "k.cu"
    path.write_text(text, "utf-8")
    translation = translation_of(parse(text.encode(), str(path), "cuda"), path)
    with ProgramJudge([File(translation, path)], [], folder, Toolchain("g++")) as judge:
        report = judge.report([translation.text])
        assert hasattr(judge, "_reference"), report.reason
        return report, judge._referred(0).printed.strip()


@pytest.mark.parametrize(("text", "printed"), [(FORKED, "20 34"), (NODES, "16 14 40")], ids=("captured", "nodes"))
def test_graphs_and_described_launches_have_a_reference(text: str, printed: str, tmp_path: Path) -> None:
    report, found = judged(tmp_path, text)
    assert (report.status, report.reason) == ("tested", "")
    assert found == printed


def test_nodes_that_do_not_wait_for_each_other_are_run_in_another_order(tmp_path: Path) -> None:
    report, _ = judged(tmp_path, FORKED.replace("  cudaStreamWaitEvent(t, half);\n", ""))
    assert report.status == "racy"
    assert "nodes of a graph" in report.reason


def test_memory_that_a_copy_may_still_read_is_not_to_be_overwritten(tmp_path: Path) -> None:
    report, found = judged(tmp_path, ROUNDS.replace("WAIT", "cudaStreamSynchronize(s);"))
    assert (report.status, found) == ("tested", "402 202")
    report, _ = judged(tmp_path, ROUNDS.replace("WAIT", ""))
    assert report.status == "racy"
    assert "overwrites without waiting" in report.reason
