"""What a program asks of a device without waiting for it: streams, graphs, launches that a structure describes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translation_of
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.run import SECONDS
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


def judged(folder: Path, text: str, seconds: float = SECONDS) -> tuple[ProgramReport, str]:
    """What is known of the program, and what the reference prints. ``seconds`` that a run may take."""
    path = folder / "k.cu"
    path.write_text(text, "utf-8")
    translation = translation_of(parse(text.encode(), str(path), "cuda"), path)
    with ProgramJudge([File(translation, path)], [], folder, Toolchain("g++"), seconds) as judge:
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


# Both streams write to the same memory, and what they do cannot be exchanged.
TWO = (
    KERNELS
    + """int main() {
  const int n = 64;
  int *d, *r, h[n];
  cudaStream_t s, t;
  CREATE
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaMalloc(&d, n * 4), cudaMemset(d, 0, n * 4), cudaMallocHost(&r, n * 4), cudaDeviceSynchronize();
  grow<<<1, n, 0, s>>>(d, 1, n);
  BETWEEN
  twice<<<1, n, 0, t>>>(d, d, n);
  cudaMemcpyAsync(r, d, n * 4, cudaMemcpyDeviceToHost, t);
  END
  printf("%d\\n", r[5]);
}
"""
)
PLAIN = "cudaStreamCreate(&s), cudaStreamCreate(&t);"
APART = "cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), cudaStreamCreate(&t);"
STREAMS = {
    "an event": (PLAIN, "cudaEventRecord(e, s), cudaStreamWaitEvent(t, e, 0);", "cudaStreamSynchronize(t);", True),
    "an event too early": (
        "cudaStreamCreate(&s), cudaStreamCreate(&t); cudaEvent_t o; cudaEventCreate(&o), cudaEventRecord(o, s);",
        "cudaStreamWaitEvent(t, o, 0);",
        "cudaStreamSynchronize(t);",
        False,
    ),
    "the host between": (PLAIN, "cudaStreamSynchronize(s);", "cudaStreamSynchronize(t);", True),
    "an event for the host": (
        PLAIN,
        "cudaEventRecord(e, s), cudaEventSynchronize(e);",
        "cudaDeviceSynchronize();",
        True,
    ),
    "the stream of all": (PLAIN, "grow<<<1, n>>>(d, 0, n);", "cudaStreamSynchronize(t);", True),
    "a stream apart": (APART, "grow<<<1, n>>>(d, 0, n);", "cudaStreamSynchronize(t);", False),
    "nothing": (PLAIN, "", "cudaDeviceSynchronize();", False),
    "the other stream": (
        PLAIN,
        "cudaEventRecord(e, s), cudaStreamWaitEvent(t, e, 0);",
        "cudaStreamSynchronize(s);",
        False,
    ),
}


@pytest.mark.parametrize(("create", "between", "end", "sound"), STREAMS.values(), ids=STREAMS)
def test_streams_that_do_not_wait_for_each_other(
    create: str, between: str, end: str, sound: bool, tmp_path: Path
) -> None:
    text = TWO.replace("CREATE", create).replace("BETWEEN", between).replace("END", end)
    report, found = judged(tmp_path, text)
    assert found == "2"
    assert report.status == ("tested" if sound else "racy"), report.reason
    if not sound:
        assert "streams" in report.reason


# What a stream calls on the host comes when the stream does.
CALLED = (
    KERNELS
    + """static int total = 1;
static void add_up(void *data) { total += ((int *)data)[3]; }
static void CUDART_CB at_last(cudaStream_t, cudaError_t, void *data) { total = total * 10 + *(int *)data; }
int main() {
  const int n = 8;
  int *d, *r;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&d, n * 4), cudaMemset(d, 0, n * 4), cudaMallocHost(&r, n * 4);
  grow<<<1, n, 0, s>>>(d, 2, n);
  cudaMemcpyAsync(r, d, n * 4, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, add_up, r);
  cudaStreamAddCallback(s, at_last, r, 0);
  WAIT
  printf("%d\\n", total);
}
"""
)


def test_what_a_stream_calls_comes_late(tmp_path: Path) -> None:
    report, found = judged(tmp_path, CALLED.replace("WAIT", "cudaStreamSynchronize(s);"))
    assert (report.status, found) == ("tested", "32")
    report, _ = judged(tmp_path, CALLED.replace("WAIT", ""))
    assert report.status == "racy"


# A library waits for what its memory holds; the host does not.
LIBRARIES = {
    "thrust": """#include <thrust/device_vector.h>
#include <thrust/reduce.h>
KERNELS
int main() {
  const int n = 64;
  thrust::device_vector<int> v(n, 1);
  int *d = thrust::raw_pointer_cast(v.data()), *r;
  cudaMallocHost(&r, n * 4);
  grow<<<1, n>>>(d, 2, n);
  int sum = thrust::reduce(v.begin(), v.end());
  grow<<<1, n>>>(d, 1, n);
  cudaMemcpyAsync(r, d, n * 4, cudaMemcpyDeviceToHost, 0);
  WAIT
  printf("%d %d %d\\n", sum, r[0], r[3]);
}
""",
    "cublas": """#include <cublas_v2.h>
KERNELS
__global__ void ones(float *a) { a[threadIdx.x] = 1; }
int main() {
  float *d, sum = 0, *r;
  cudaMalloc(&d, 128), cudaMallocHost(&r, 128);
  cublasHandle_t handle;
  cublasCreate(&handle);
  ones<<<1, 32>>>(d);
  cublasSasum(handle, 32, d, 1, &sum);
  const float by = 3;
  cublasSscal(handle, 32, &by, d, 1);
  ones<<<1, 16>>>(d);
  cudaMemcpyAsync(r, d, 128, cudaMemcpyDeviceToHost, 0);
  WAIT
  printf("%g %g %g\\n", sum, r[0], r[31]);
}
""",
    "the driver": """#include <cuda.h>
KERNELS
int main() {
  CUdeviceptr d;
  void *r;
  cuInit(0), cuMemAlloc(&d, 256), cuMemAllocHost(&r, 256), cuMemsetD32(d, 1, 64);
  grow<<<1, 64>>>((int *)d, 2, 64);
  int first[64];
  cuMemcpyDtoH(first, d, 256);
  grow<<<1, 64>>>((int *)d, 1, 64);
  cudaMemcpyAsync(r, (void *)d, 256, cudaMemcpyDeviceToHost, 0);
  WAIT
  printf("%d %d %d\\n", first[0], ((int *)r)[0], ((int *)r)[63]);
}
""",
}
SAID = {"thrust": "192 4 4", "cublas": "32 1 3", "the driver": "3 4 4"}


@pytest.mark.parametrize("name", LIBRARIES)
def test_libraries_have_waited_and_the_host_has_not(name: str, tmp_path: Path) -> None:
    text = LIBRARIES[name].replace("KERNELS", KERNELS)
    wait = "cuCtxSynchronize();" if name == "the driver" else "cudaDeviceSynchronize();"
    report, found = judged(tmp_path, text.replace("WAIT", wait))
    assert (report.status, found) == ("tested", SAID[name]), report.reason
    report, _ = judged(tmp_path, text.replace("WAIT", ""))
    assert report.status == "racy"


DECIDED = (
    KERNELS
    + """__global__ void down(int *left, cudaGraphConditionalHandle go) { --*left, cudaGraphSetConditional(go, *left > 0); }
int main() {
  int n = 5, *left, *seen;
  cudaMalloc(&left, 4), cudaMallocHost(&seen, 4), cudaMemcpy(left, &n, 4, cudaMemcpyHostToDevice);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  cudaGraphConditionalHandle go;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&go, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams c = {cudaGraphNodeTypeConditional};
  c.conditional.handle = go, c.conditional.type = cudaGraphCondTypeWhile, c.conditional.size = 1;
  cudaGraphAddNode(&node, graph, nullptr, 0, &c);
  cudaKernelNodeParams p = {};
  void *given[] = {&left, &go};
  p.func = (void *)down, p.gridDim = 1, p.blockDim = 1, p.kernelParams = given;
  cudaGraphAddKernelNode(&node, c.conditional.phGraph_out[0], nullptr, 0, &p);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(exec, 0);
  cudaMemcpyAsync(seen, left, 4, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  printf("%d\\n", *seen);
}
"""
)


def test_a_node_that_decides_sees_what_was_left_before_it(tmp_path: Path) -> None:
    report, found = judged(tmp_path, DECIDED, 3)  # without the kernel that decides it does not end
    assert (report.status, report.reason, found) == ("tested", "", "0")
